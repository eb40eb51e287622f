// SPDX-License-Identifier: Apache-2.0
// formal_acquire_release: acquire_release implements D61 to D63 for one word, for all inputs; and the order is a
// Lamport clock: an access that has acquired more is ordered after at least as much.
// groups: the rules' view of the entry; carried; ordered (D63); never ordered without an acquired number, nor with a lockset; what is acquired and when the owner accessed only grow the order; the entry written (D61, D62); read back as written; other fields untouched
// prove: single step, long cover 1
// parameters: Clock=0; Clock=0 IndependentThreads=1; long Clock=1; long Clock=1 IndependentThreads=1
//
// The reference uses no ages. Numbers are places on a circle; of two numbers the younger one comes later on the way up
// from the other to the newest. Empty locksets are found by counting pairs of bits (D22, D31), as in formal_lockset.
`include "scord_params.vh"
module formal_acquire_release #(parameter Clock = 1,  // 1: prove the Lamport clock, too
  parameter IndependentThreads = 0) (
  input wire [63:0] entry_i, input wire [63:0] ruled_i, input wire owned, input wire [6:0] block, input wire [4:0] warp,
  input wire synchronises, input wire [1:0] op, input wire block_scope, input wire [15:0] locks, input wire releases,
  input wire [11:0] fences_i, input wire [11:0] newest, input wire [11:0] acquired, input wire [11:0] released,
  input wire [11:0] owner_released, input wire [11:0] more, input wire [11:0] older,
  input wire [7:0] barrier, input wire has_diverged, input wire several, input wire [4:0] thread
);
  metadata_t entry, ruled, rules, written, older_entry, read_back;
  fence_entry_t owner_fences;
  wire ordered, more_ordered, older_ordered;
  wire [11:0] carried, carried_back;
  assign entry = entry_i;
  assign ruled = ruled_i;
  assign owner_fences = fences_i;
  acquire_release #(.IndependentThreads(IndependentThreads)) dut (
    .metadata_i(entry), .rules_metadata_o(rules), .block_id_i(block), .warp_id_i(warp), .synchronises_i(synchronises), .op_i(op),
    .block_scope_i(block_scope), .block_locks_i(locks[7:0]), .releases_i(releases), .barrier_id_i(barrier), .has_diverged_i(has_diverged),
    .several_threads_i(several), .thread_id_i(thread), .owner_fences_i(owner_fences), .newest_i(newest),
    .acquired_i(acquired), .released_i(released), .owner_released_i(owner_released), .ordered_o(ordered), .carried_o(carried),
    .ruled_metadata_i(ruled), .owned_i(owned), .metadata_o(written));

  `include "tb/formal/parts/lock_pattern.vh"
  `include "tb/formal/parts/release_order.vh"
  function automatic strictly_younger(input [11:0] a, input [11:0] b, input [11:0] last);
    strictly_younger = a != b && met(b, a, last);
  endfunction

  // The entry (D62)
  wire has_lockset = holds_one(entry.lock_bloom[7:0]);
  wire [11:0] number = entry.lock_bloom[15:4];
  wire same_block = entry.block_id == block;
  wire same_warp = same_block && entry.warp_id == warp;

  // D66: whether program order, or a meeting of the warp's lanes, lies between the owner's thread and x
  wire warp_shared = !entry.modified && entry.blk_shared && entry.dev_shared;
  wire one_thread = !several && !warp_shared && entry.thread_id == thread;
  wire in_thread_order = IndependentThreads == 0 || !has_diverged || entry.barrier_id[7:4] != barrier[7:4] || one_thread;

  // D63: whether the owner's access was published, and how
  wire block_fence = entry.blk_fence_id != owner_fences.blk_fence_id;
  wire device_fence = entry.dev_fence_id != owner_fences.dev_fence_id;
  wire released_since = owner_released != 0 && strictly_younger(owner_released, number, newest);
  reg expect_ordered;
  always @(*) begin
    expect_ordered = 0;
    if (!has_lockset && acquired != 0) begin
      if (entry.release_ && (same_block || entry.scope == 0))
        expect_ordered = met(number, acquired, newest);                                // published by this or a younger number
      else if (strictly_younger(acquired, number, newest)) begin
        if (same_warp && in_thread_order) expect_ordered = 1;                        // then no fence is needed
        else if (same_block && (block_fence || device_fence)) expect_ordered = 1;
        else if (!same_block && (device_fence || released_since)) expect_ordered = 1;
      end
    end
  end

  // D61: when the reader learns the number
  wire scopes_reach = same_block || (entry.scope == 0 && block_scope == 0);
  wire [11:0] expect_carried = entry.release_ && synchronises && scopes_reach ? number : 12'd0;

  // D61: the number in the entry after a synchronising write
  reg [11:0] leaves;
  always @(*) begin
    leaves = 0;
    if (synchronises && op != scord_params::OP_LOAD) begin
      if (releases) leaves = newest;
      else if (op == scord_params::OP_ATOMIC || !holds_one(locks[7:0])) leaves = released;
      if (op == scord_params::OP_ATOMIC && expect_carried != 0 && (leaves == 0 || strictly_younger(expect_carried, leaves, newest)))
        leaves = expect_carried;
    end
  end

  // D61, D62: flag and lock_bloom of the entry to be written
  reg expect_release;
  reg [15:0] expect_bloom;
  wire ruled_has_lockset = holds_one(ruled.lock_bloom[7:0]);
  always @(*) begin
    {expect_release, expect_bloom} = {ruled.release_, ruled.lock_bloom};                    // locks held: no room
    if (!owned) begin
      // A further reader keeps the number of the entry, unless a lockset has taken its place.
      if (entry.release_) {expect_release, expect_bloom} = {1'b1, has_lockset ? newest : number, 4'd0};
      else if (!ruled_has_lockset) {expect_release, expect_bloom} = {1'b0, has_lockset ? newest : number, 4'd0};
    end else if (leaves != 0) {expect_release, expect_bloom} = {1'b1, leaves, 4'd0};
    else if (!ruled_has_lockset) {expect_release, expect_bloom} = {1'b0, newest, 4'd0};
  end

  // A second access that has acquired at least as young a number, and one to a word accessed earlier
  metadata_t unused_1, unused_2, unused_3, unused_4, unused_5;
  wire [11:0] unused_6, unused_7;
  wire unused_8;
  acquire_release #(.IndependentThreads(IndependentThreads)) after_more (
    .metadata_i(entry), .rules_metadata_o(unused_1), .block_id_i(block), .warp_id_i(warp), .synchronises_i(synchronises), .op_i(op),
    .block_scope_i(block_scope), .block_locks_i(locks[7:0]), .releases_i(releases), .barrier_id_i(barrier), .has_diverged_i(has_diverged),
    .several_threads_i(several), .thread_id_i(thread), .owner_fences_i(owner_fences), .newest_i(newest),
    .acquired_i(more), .released_i(released), .owner_released_i(owner_released), .ordered_o(more_ordered), .carried_o(unused_6),
    .ruled_metadata_i(ruled), .owned_i(owned), .metadata_o(unused_2));
  always @(*) begin
    older_entry = entry;
    older_entry.lock_bloom = {older, 4'd0};
  end
  acquire_release #(.IndependentThreads(IndependentThreads)) of_older (
    .metadata_i(older_entry), .rules_metadata_o(unused_3), .block_id_i(block), .warp_id_i(warp), .synchronises_i(synchronises), .op_i(op),
    .block_scope_i(block_scope), .block_locks_i(locks[7:0]), .releases_i(releases), .barrier_id_i(barrier), .has_diverged_i(has_diverged),
    .several_threads_i(several), .thread_id_i(thread), .owner_fences_i(owner_fences), .newest_i(newest),
    .acquired_i(acquired), .released_i(released), .owner_released_i(owner_released), .ordered_o(older_ordered), .carried_o(unused_7),
    .ruled_metadata_i(ruled), .owned_i(owned), .metadata_o(unused_4));
  // The next access, of the same block, reads the entry that was written.
  acquire_release #(.IndependentThreads(IndependentThreads)) next (
    .metadata_i(written), .rules_metadata_o(read_back), .block_id_i(written.block_id), .warp_id_i(warp), .synchronises_i(1'b1), .op_i(op),
    .block_scope_i(block_scope), .block_locks_i(locks[7:0]), .releases_i(releases), .barrier_id_i(barrier), .has_diverged_i(has_diverged),
    .several_threads_i(several), .thread_id_i(thread), .owner_fences_i(owner_fences), .newest_i(newest),
    .acquired_i(acquired), .released_i(released), .owner_released_i(owner_released), .ordered_o(unused_8), .carried_o(carried_back),
    .ruled_metadata_i(ruled), .owned_i(owned), .metadata_o(unused_5));

  // The fields that acquire_release does not use
  metadata_t written_others, ruled_others, rules_others, entry_others;
  always @(*) begin
    {written_others, ruled_others, rules_others, entry_others} = {written, ruled, rules, entry};
    {written_others.release_, written_others.lock_bloom, ruled_others.release_, ruled_others.lock_bloom} = 0;
    {rules_others.lock_bloom, entry_others.lock_bloom} = 0;
  end

  always @(*) begin
    // The entry for the rules: a lockset is unchanged, a number becomes an empty lockset, nothing else changes
    assert (rules_others == entry_others && rules.lock_bloom == (has_lockset ? entry.lock_bloom : 16'd0));
    if (has_lockset) assert (rules == entry);
    assert (carried == expect_carried);
    assert (ordered == expect_ordered);
    // Limits of D63: without an acquired number there is no order; nor with a lockset in the number's place; nor across
    // blocks after a publication at block scope
    if (acquired == 0 || has_lockset) assert (!ordered);
    if (ordered && !same_block && (!entry.release_ || entry.scope)) assert (device_fence || owner_released != 0);
    // The Lamport clock: more acquired or an older access give at least as much order (an access is no younger than the
    // newest number)
    if (Clock != 0 && ordered && more != 0 && met(acquired, more, newest)) assert (more_ordered);
    if (Clock != 0 && ordered && met(older, number, newest)) assert (older_ordered);
    // The entry written
    assert (written_others == ruled_others);
    assert (written.release_ == expect_release && written.lock_bloom == expect_bloom);
    // Where a number was written the rules see no lock, and a reader of the block learns exactly this number
    if (expect_bloom[3:0] == 0) assert (read_back.lock_bloom == 0);
    assert (carried_back == (written.release_ ? written.lock_bloom[15:4] : 12'd0));
    // A relaxed store starts anew (D61): it does not continue the number that the word carried
    if (owned && op == scord_params::OP_STORE && written.release_ && !ruled.release_)
      assert (synchronises && written.lock_bloom[15:4] == (releases ? newest : released));
  end

  (* keep *) wire cover_ordered_by_a_release = ordered && entry.release_ && !same_block;
  (* keep *) wire cover_ordered_by_a_block_fence = ordered && !entry.release_ && same_block && !same_warp && block_fence && !device_fence;
  (* keep *) wire cover_threads_not_published = same_warp && !in_thread_order && acquired != 0 && !has_lockset && !entry.release_ && strictly_younger(acquired, number, newest) && !ordered;  // with Clock=0 IndependentThreads=1
  (* keep *) wire cover_ordered_by_the_release_file = ordered && !entry.release_ && !same_block && !device_fence;
  (* keep *) wire cover_ordered_around_the_wrap = ordered && acquired < number && !entry.release_;
  (* keep *) wire cover_not_published = acquired != 0 && !has_lockset && !entry.release_ && strictly_younger(acquired, number, newest) && !ordered;
  (* keep *) wire cover_release_sequence = owned && op == scord_params::OP_ATOMIC && carried != 0 && leaves == carried && released != 0 && released != carried && !holds_one(locks[7:0]);
  (* keep *) wire cover_fence_then_relaxed_store = owned && op == scord_params::OP_STORE && !releases && written.release_ && !ruled.release_;
  (* keep *) wire cover_locks_held = owned && ruled_has_lockset && synchronises && op == scord_params::OP_STORE && leaves == 0;
  (* keep *) wire cover_lockset_became_empty = !owned && has_lockset && !ruled_has_lockset && !entry.release_;
endmodule
