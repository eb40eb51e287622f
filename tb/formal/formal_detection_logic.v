// SPDX-License-Identifier: Apache-2.0
// formal_detection_logic: verdict, path, scope and next entry equal those of docs/semantics.md section 3 for all
// inputs; with AcquireRelease also D60, D61 and D63.
// groups: verdict; path; scope; every field of the next entry; never the reset image; ordered (D63): no verdict, and a conflict begins the history anew; readers of a release share
// prove: single step
// parameters: IndependentThreads=1; IndependentThreads=0; AcquireRelease=1; IndependentThreads=1 AcquireRelease=1
//
// The reference is the pseudo-code, line by line and with its names. `done` is set where an arrow ends the check,
// `race` where a race is named; own and RESET(x) are tasks on `md`. It uses nothing of the RTL, not even lockset: D22
// is written out.
`include "scord_params.vh"
module formal_detection_logic #(parameter IndependentThreads = 0, parameter AcquireRelease = 0) (
  input wire [63:0] metadata_i, input wire [6:0] block_id_i, input wire [4:0] warp_id_i, input wire [7:0] barrier_id_i,
  input wire [15:0] xl, input wire [1:0] op_i, input wire block_scope_i, input wire xs,
  input wire [11:0] accessor_fences_i, input wire [11:0] owner_fences_i, input wire both_scopes,
  input wire has_diverged, input wire several, input wire [4:0] thread, input wire synchronises, input wire ordered_i
);
  metadata_t entry, result;
  fence_entry_t accessor_fences, OF;
  wire [2:0] path;
  wire [scord_params::VERDICT_WIDTH-1:0] verdict;
  wire race_scope, owned;
  assign entry = metadata_i;
  assign accessor_fences = accessor_fences_i;
  assign OF = owner_fences_i;

  detection_logic #(.IndependentThreads(IndependentThreads), .AcquireRelease(AcquireRelease)) dut (
    .metadata_i(entry), .block_id_i(block_id_i), .warp_id_i(warp_id_i), .barrier_id_i(barrier_id_i), .lock_bloom_i(xl),
    .op_i(op_i), .block_scope_i(block_scope_i), .strong_i(xs), .synchronises_i(synchronises), .ordered_i(ordered_i), .owned_o(owned), .both_scopes_i(both_scopes),
    .has_diverged_i(has_diverged), .several_threads_i(several), .thread_id_i(thread), .accessor_fences_i(accessor_fences), .owner_fences_i(OF),
    .metadata_o(result), .path_o(path), .verdict_o(verdict), .race_scope_o(race_scope));

  // The fourth code of op is unused.
  wire load = op_i == scord_params::OP_LOAD;
  wire atomic = op_i == scord_params::OP_ATOMIC;
  wire wr = op_i == scord_params::OP_STORE || atomic;
  always @(*) assume (load || wr);

  // D60: in rules 4, 5 and in IsAtom, "atomic" means any synchronising access. D63: what x has acquired. D61: what the
  // word carries.
  wire numbers = AcquireRelease != 0;
  wire xa = numbers ? synchronises : atomic;
  wire ordered = numbers && ordered_i;
  wire carries = numbers && entry.release_;

  // The entry as read D42: WarpShared is coded as both flags on clean data; neither flag is then set for the rules.
  wire threads = IndependentThreads != 0;
  wire WarpShared = threads && !entry.modified && entry.blk_shared && entry.dev_shared;
  wire Modified = entry.modified, Strong = entry.strong_;
  wire BlkShared = entry.blk_shared && !WarpShared, DevShared = entry.dev_shared && !WarpShared;
  wire IsAtom = entry.is_atom, Scope_is_block = entry.scope;
  wire same_b = entry.block_id == block_id_i;
  // D40, D41: BarrierID = {epoch 4, barrier 4}
  wire same_warp = same_b && entry.warp_id == warp_id_i;
  wire barrier_differs = threads ? entry.barrier_id[3:0] != barrier_id_i[3:0] : entry.barrier_id != barrier_id_i;
  wire epoch_differs = entry.barrier_id[7:4] != barrier_id_i[7:4];
  wire one_thread = !several && !WarpShared && entry.thread_id == thread;
  wire same = same_warp && (!threads || !has_diverged || epoch_differs || one_thread);
  wire readers = threads && several && load;  // an owner of clean data that stands for several threads
  wire [15:0] ls = entry.lock_bloom;

  // D22, D31: {device part, block part} with two fields each; a part is empty unless both fields have a bit
  function automatic [7:0] normal(input [7:0] part);
    normal = (part[0] || part[1] || part[2] || part[3]) && (part[4] || part[5] || part[6] || part[7]) ? part : 8'd0;
  endfunction
  wire ls_empty = normal(ls[7:0]) == 0;
  wire xl_empty = normal(xl[7:0]) == 0;
  wire [7:0] common_block = normal(ls[7:0] & xl[7:0]);
  wire [7:0] common_device = normal(ls[15:8] & xl[15:8]);
  wire intersection_empty = same_b ? common_block == 0 : common_device == 0;
  wire [15:0] ls_and_xl = same_b ? {common_device, common_block} : {common_device, common_device};
  wire is_protected = !(ls_empty && xl_empty);

  wire rule_1_or_2 = (Modified && BlkShared && DevShared) || (same_b && barrier_differs && !DevShared);
  reg own, done, shares;
  reg [2:0] next_path, next_verdict;
  reg next_modified, next_blk, next_dev, next_strong;
  reg [15:0] next_ls;

  always @(*) begin
    {own, done, shares} = 3'b000;
    next_path = scord_params::PATH_FULL;
    next_verdict = scord_params::VERDICT_CLEAN;
    {next_modified, next_blk, next_dev, next_strong, next_ls} = {Modified, entry.blk_shared, entry.dev_shared, Strong, ls};
    // Rule 1
    if (Modified && BlkShared && DevShared) begin
      next_path = scord_params::PATH_INITIALIZATION; done = 1;
      {own, next_modified, next_blk, next_dev, next_strong, next_ls} = {1'b1, wr, {2{readers}}, xs, xl};
    end
    // Rule 2
    if (!done && same_b && barrier_differs && !DevShared) begin
      next_path = scord_params::PATH_BARRIER; done = 1;
      {own, next_modified, next_blk, next_dev, next_strong, next_ls} = {1'b1, wr, {2{readers}}, xs, xl};
    end
    // Rule 3
    if (!done && same && !BlkShared && !DevShared) begin
      next_path = scord_params::PATH_PROGRAM_ORDER; done = 1;
      if (load && Modified && (carries || entry.dev_fence_id == OF.dev_fence_id)) {next_strong, next_ls} = {xs, xl};
      else if (load) {own, next_modified, next_blk, next_dev, next_strong, next_ls} = {2'b10, {2{readers}}, xs, xl};
      else {own, next_modified, next_blk, next_dev, next_strong, next_ls} = {2'b11, 2'b00, xs, xl};
    end
    // Rule 4 and its option (D39), unless the access is ordered (D63)
    if (!done && !ordered && IsAtom && Scope_is_block && !same_b) next_verdict = scord_params::VERDICT_SCOPED_ATOMIC;
    if (!done && !ordered && both_scopes && IsAtom && xa && block_scope_i && !same_b) next_verdict = scord_params::VERDICT_SCOPED_ATOMIC;
    // Rule 5, not after race (d): D30
    if (!done && next_verdict == scord_params::VERDICT_CLEAN && IsAtom && xa) begin
      next_path = scord_params::PATH_ATOMIC_AFTER_ATOMIC; done = 1;
      if (load) shares = 1;  // D60
      else {own, next_modified, next_blk, next_dev, next_strong, next_ls} = {1'b1, 1'b1, 2'b00, 1'b1, xl};
    end
    // D63: an ordered conflict is no race and starts the history again; readers of a word that carries a release share
    // it (D60)
    if (!done && ordered && !(load && carries) && (wr || (Modified && !same))) begin
      done = 1;
      {own, next_modified, next_blk, next_dev, next_strong, next_ls} = {1'b1, wr, {2{readers}}, xs, xl};
    end
    // Rule 6, in the priority (d) > (a), (b) > (c)
    if (!done && !ordered && next_verdict == scord_params::VERDICT_CLEAN && (wr || (Modified && !same))) begin
      if (same_b && (entry.blk_fence_id == OF.blk_fence_id || (wr && DevShared)) && entry.dev_fence_id == OF.dev_fence_id)
        next_verdict = scord_params::VERDICT_MISSING_BLOCK_FENCE;
      else if (!same_b && entry.dev_fence_id == OF.dev_fence_id) next_verdict = scord_params::VERDICT_MISSING_DEVICE_FENCE;
      // D68: under a lock of both, accesses may be weak
      else if ((!Strong || !xs) && !(numbers && !intersection_empty)) next_verdict = scord_params::VERDICT_NOT_STRONG;
    end
    // Rule 7
    if (!done && !ordered && next_verdict == scord_params::VERDICT_CLEAN && (!ls_empty || !xl_empty) && (wr || Modified) &&
        intersection_empty)
      next_verdict = load ? scord_params::VERDICT_NO_COMMON_LOCK_ON_LOAD : scord_params::VERDICT_NO_COMMON_LOCK_ON_STORE;
    // Rule 8
    if (!done && next_verdict != scord_params::VERDICT_CLEAN) begin
      done = 1;
      {own, next_modified, next_blk, next_dev, next_strong, next_ls} = {1'b1, wr, {2{readers}}, xs, xl};
    end
    // Rule 9: store or atomic
    if (!done && wr)
      {own, next_modified, next_blk, next_dev, next_strong, next_ls} =
          {1'b1, 1'b1, 2'b00, Strong && xs, is_protected ? ls_and_xl : 16'd0};
    // D60: a race-free load of a word that carries a release is a further reader, as a synchronising load under rule 5
    // is
    if (!done && load && carries) {done, shares} = 2'b11;
    if (shares) begin
      if (same_b && !DevShared) begin
        // D42: another thread of the owner's warp makes clean data WarpShared
        if (!same) {next_blk, next_dev} = {1'b1, same_warp && !Modified && !BlkShared};
      end else {next_dev, next_blk} = 2'b10;
    end
    // Rule 9: load; the lockset, then one of three cases (D28)
    if (!done && load) begin
      if (is_protected && ls_empty) next_ls = xl;
      else if (is_protected && !xl_empty) next_ls = ls_and_xl;
      if (Modified && !is_protected) begin
        if (!same) next_modified = 0;
        {own, next_blk, next_dev, next_strong} = {1'b1, {2{readers && !same}}, Strong && xs};
      end else if (same_b && !DevShared) begin
        // Another thread of the owner's warp makes clean data WarpShared; another warp makes them BlkShared
        if (!same) {next_blk, next_dev} = {1'b1, same_warp && !Modified && !BlkShared};
      end else {next_dev, next_blk} = 2'b10;
    end
  end

  always @(*) begin
    assert (verdict == next_verdict);
    assert (path == next_path);
    // Section 6, D30
    assert (race_scope == (next_verdict != scord_params::VERDICT_CLEAN && !(entry.block_id != block_id_i || DevShared)));
    assert (result.modified == next_modified && result.blk_shared == next_blk && result.dev_shared == next_dev);
    assert (result.strong_ == next_strong);
    assert (result.lock_bloom == next_ls);
    // own: WarpID, BlockID, BarrierID, both FenceIDs, IsAtom, Scope from x (D29)
    assert (result.block_id == (own ? block_id_i : entry.block_id) && result.warp_id == (own ? warp_id_i : entry.warp_id));
    assert (result.barrier_id == (own ? barrier_id_i : entry.barrier_id));
    assert (result.blk_fence_id == (own ? accessor_fences.blk_fence_id : entry.blk_fence_id));
    assert (result.dev_fence_id == (own ? accessor_fences.dev_fence_id : entry.dev_fence_id));
    assert (result.is_atom == (own ? xa : IsAtom) && result.scope == (own ? block_scope_i : Scope_is_block));
    assert (result.tag == entry.tag && result.release_ == (carries && !own) && owned == own);
    assert (result.thread_id == (!threads ? 5'd0 : own ? thread : entry.thread_id));
    // The purpose of D42: a load by several threads or by another thread never makes a word of one warp BlkShared.
    if (threads && same_warp && load && !Modified && !BlkShared && !DevShared && next_verdict == scord_params::VERDICT_CLEAN)
      assert (result.blk_shared == result.dev_shared);
    // The purpose of D41: while converged, or after a __syncwarp, accesses of the owner's warp are in program order.
    if (threads && same_warp && !barrier_differs && !BlkShared && !DevShared && (!has_diverged || epoch_differs))
      assert (path == scord_params::PATH_PROGRAM_ORDER);
    // The purpose of D63: an ordered access has no race, and a conflict with it starts the history again. Exceptions:
    // the atomics of D14, and readers of a release, which share.
    if (ordered) assert (verdict == scord_params::VERDICT_CLEAN && !race_scope);
    if (ordered && path == scord_params::PATH_FULL && (wr || (Modified && !same && !carries)))
      assert (owned && result.blk_shared == readers && result.dev_shared == readers && result.strong_ == xs && result.lock_bloom == xl && result.modified == wr);
    // A read without a race keeps the release that a word carries (D61).
    if (carries && load && Modified && !rule_1_or_2 && verdict == scord_params::VERDICT_CLEAN) assert (!owned && result.release_);
    // No entry that is written equals the reset image.
    assert (!(result.modified && result.blk_shared && result.dev_shared));
  end

  // Every verdict, every path of a decision, both scopes, every branch of rules 3 and 9
  wire clean = verdict == scord_params::VERDICT_CLEAN;
  (* keep *) wire cover_clean_write = clean && path == scord_params::PATH_FULL && wr;
  (* keep *) wire cover_clean_load_owns = clean && path == scord_params::PATH_FULL && load && own;
  (* keep *) wire cover_clean_load_shares_in_block = clean && path == scord_params::PATH_FULL && load && !own && next_blk;
  (* keep *) wire cover_clean_load_shares_on_device = clean && path == scord_params::PATH_FULL && load && !own && next_dev;
  (* keep *) wire cover_missing_block_fence_block_scope = verdict == scord_params::VERDICT_MISSING_BLOCK_FENCE && race_scope;
  (* keep *) wire cover_missing_block_fence_device_scope = verdict == scord_params::VERDICT_MISSING_BLOCK_FENCE && !race_scope;
  (* keep *) wire cover_missing_device_fence = verdict == scord_params::VERDICT_MISSING_DEVICE_FENCE;
  (* keep *) wire cover_not_strong_block_scope = verdict == scord_params::VERDICT_NOT_STRONG && race_scope;
  (* keep *) wire cover_not_strong_device_scope = verdict == scord_params::VERDICT_NOT_STRONG && !race_scope;
  (* keep *) wire cover_scoped_atomic_by_its_own_scope = verdict == scord_params::VERDICT_SCOPED_ATOMIC && both_scopes && !Scope_is_block;
  (* keep *) wire cover_scoped_atomic = !both_scopes && verdict == scord_params::VERDICT_SCOPED_ATOMIC;
  (* keep *) wire cover_no_common_lock_on_load = verdict == scord_params::VERDICT_NO_COMMON_LOCK_ON_LOAD;
  (* keep *) wire cover_no_common_lock_on_store = verdict == scord_params::VERDICT_NO_COMMON_LOCK_ON_STORE;
  (* keep *) wire cover_initialization = path == scord_params::PATH_INITIALIZATION;
  (* keep *) wire cover_program_order_load_keeps_store = path == scord_params::PATH_PROGRAM_ORDER && load && !own;
  (* keep *) wire cover_program_order_load_owns = path == scord_params::PATH_PROGRAM_ORDER && load && own;
  (* keep *) wire cover_program_order_write = path == scord_params::PATH_PROGRAM_ORDER && wr;
  (* keep *) wire cover_barrier = path == scord_params::PATH_BARRIER;
  (* keep *) wire cover_threads_race = threads && same_warp && verdict == scord_params::VERDICT_MISSING_BLOCK_FENCE;
  (* keep *) wire cover_threads_ordered_by_epoch = threads && has_diverged && path == scord_params::PATH_PROGRAM_ORDER && entry.thread_id != thread;
  (* keep *) wire cover_warp_shared_by_another_thread = threads && clean && !own && !BlkShared && next_blk && next_dev && !several;
  (* keep *) wire cover_warp_shared_by_several = threads && own && next_blk && next_dev;
  (* keep *) wire cover_atomic_after_atomic = path == scord_params::PATH_ATOMIC_AFTER_ATOMIC;
  (* keep *) wire cover_conflict_ordered = ordered && clean && path == scord_params::PATH_FULL && load && own;  // with AcquireRelease=1
  (* keep *) wire cover_scoped_atomic_ordered = ordered && path == scord_params::PATH_ATOMIC_AFTER_ATOMIC && Scope_is_block && !same_b;  // with AcquireRelease=1
  (* keep *) wire cover_reader_of_a_release = carries && load && clean && path == scord_params::PATH_FULL && !xa;  // with AcquireRelease=1
  (* keep *) wire cover_own_release_read = carries && path == scord_params::PATH_PROGRAM_ORDER && load && entry.dev_fence_id != OF.dev_fence_id;  // with AcquireRelease=1
  (* keep *) wire cover_synchronising_load = shares && path == scord_params::PATH_ATOMIC_AFTER_ATOMIC && !carries;  // with AcquireRelease=1
endmodule
