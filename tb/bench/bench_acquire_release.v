// SPDX-License-Identifier: Apache-2.0
// bench_acquire_release: random entries, accesses and release numbers; the reference is D61 to D63 of
// docs/semantics.md, case by case.
`include "scord_params.vh"
module bench_acquire_release;
  `include "bench.vh"
  metadata_t md, rules_md, ruled, result, expected;
  fence_entry_t owner;
  reg [6:0] block;
  reg [4:0] warp;
  reg synchronises, block_scope, releases, owned;
  reg [1:0] op;
  reg [7:0] locks;
  reg [11:0] newest, acquired, released, owner_released;
  integer step, word, x_carries, age_of_word, best;
  reg has_room, reaches, since, x_ordered, in_order;
  // The threads of x (D66), and the same access where a warp counts as one thread (0) or not (1)
  reg has_diverged, several;
  reg [7:0] barrier;
  reg [4:0] thread;
  integer threads;
  wire ordered_of [0:1];
  wire [11:0] carried_of [0:1];
  metadata_t result_of_warps, result_of_threads, rules_of_warps, rules_of_threads;
  acquire_release #(.IndependentThreads(0)) of_warps (
    .metadata_i(md), .rules_metadata_o(rules_of_warps), .block_id_i(block), .warp_id_i(warp),
    .synchronises_i(synchronises), .op_i(op), .block_scope_i(block_scope), .block_locks_i(locks), .releases_i(releases),
    .barrier_id_i(barrier), .has_diverged_i(has_diverged), .several_threads_i(several), .thread_id_i(thread),
    .owner_fences_i(owner), .newest_i(newest), .acquired_i(acquired), .released_i(released),
    .owner_released_i(owner_released), .ordered_o(ordered_of[0]), .carried_o(carried_of[0]), .ruled_metadata_i(ruled),
    .owned_i(owned), .metadata_o(result_of_warps));
  acquire_release #(.IndependentThreads(1)) of_threads (
    .metadata_i(md), .rules_metadata_o(rules_of_threads), .block_id_i(block), .warp_id_i(warp),
    .synchronises_i(synchronises), .op_i(op), .block_scope_i(block_scope), .block_locks_i(locks), .releases_i(releases),
    .barrier_id_i(barrier), .has_diverged_i(has_diverged), .several_threads_i(several), .thread_id_i(thread),
    .owner_fences_i(owner), .newest_i(newest), .acquired_i(acquired), .released_i(released),
    .owner_released_i(owner_released), .ordered_o(ordered_of[1]), .carried_o(carried_of[1]), .ruled_metadata_i(ruled),
    .owned_i(owned), .metadata_o(result_of_threads));
  wire ordered = ordered_of[threads];
  wire [11:0] carried = carried_of[threads];
  assign rules_md = threads != 0 ? rules_of_threads : rules_of_warps;
  assign result = threads != 0 ? result_of_threads : result_of_warps;

  `COVER_POINT(cover_acquire_release_ordered_inside_block)
  `COVER_POINT(cover_acquire_release_ordered_across_by_fence)
  `COVER_POINT(cover_acquire_release_ordered_across_by_block)
  `COVER_POINT(cover_acquire_release_ordered_after_release)
  `COVER_POINT(cover_acquire_release_not_acquired)
  `COVER_POINT(cover_acquire_release_threads_not_published)
  `COVER_POINT(cover_acquire_release_scopes_differ)
  `COVER_POINT(cover_acquire_release_release_written)
  `COVER_POINT(cover_acquire_release_sequence_goes_on)
  `COVER_POINT(cover_acquire_release_relaxed_store_begins_anew)
  `COVER_POINT(cover_acquire_release_stamp_written)
  `COVER_POINT(cover_acquire_release_number_kept)
  `COVER_POINT(cover_acquire_release_lockset_kept)

  function automatic empty(input [7:0] part);
    empty = part[3:0] == 0 || part[7:4] == 0;
  endfunction

  // Releases since this number was given
  function automatic integer age(input [11:0] given);
    age = (newest + 4096 - given) % 4096;
  endfunction

  task draw;
    begin
      md = {random_bits(0), random_bits(0)};
      ruled = {random_bits(0), random_bits(0)};
      if (one_in(2)) md.lock_bloom[3:0] = 0;
      if (one_in(2)) ruled.lock_bloom = 0;
      if (md.release_) md.lock_bloom[3:0] = 0;
      ruled.release_ = 0;
      owner = one_in(2) ? {md.blk_fence_id, md.dev_fence_id} : random_bits(0);
      block = one_in(2) ? md.block_id : random_bits(0);
      warp = one_in(2) ? md.warp_id : random_bits(0);
      {has_diverged, several, barrier, thread} = random_bits(0);
      if (one_in(2)) barrier[7:4] = md.barrier_id[7:4];
      if (one_in(2)) thread = md.thread_id;
      {synchronises, block_scope, owned} = random_bits(0);
      op = random_below(3);
      if (op == scord_params::OP_ATOMIC) synchronises = 1;
      releases = synchronises && op != scord_params::OP_LOAD && one_in(2);
      locks = one_in(2) ? 0 : random_bits(0);
      newest = random_bits(0);
      acquired = one_in(8) ? 0 : newest - random_below(one_in(2) ? 4 : 4096);
      released = one_in(4) ? 0 : random_bits(0);
      owner_released = one_in(4) ? 0 : newest - random_below(one_in(2) ? 4 : 4096);
      if (one_in(2)) md.lock_bloom[15:4] = newest - random_below(4);
      if (one_in(4)) md.lock_bloom[15:4] = acquired;
    end
  endtask

  task refer;
    begin
      has_room = empty(md.lock_bloom[7:0]);
      word = md.lock_bloom[15:4];
      age_of_word = age(word);
      reaches = md.block_id == block || !(md.scope || block_scope);
      // D66: the lanes run together or have met since, or one thread made both accesses
      in_order = 1;
      if (has_diverged && md.barrier_id / 16 == barrier / 16)
        in_order = md.thread_id == thread && several == 0 && {md.modified, md.blk_shared, md.dev_shared} != 3'b011;
      // D63
      if (md.block_id == block) since = (md.warp_id == warp && (threads == 0 || in_order)) || owner != {md.blk_fence_id, md.dev_fence_id};
      else since = owner.dev_fence_id != md.dev_fence_id || (owner_released != 0 && age(owner_released) < age_of_word);
      if (!has_room || acquired == 0) x_ordered = 0;
      else if (md.release_ && (md.block_id == block || !md.scope)) x_ordered = age(acquired) <= age_of_word;
      else x_ordered = age(acquired) < age_of_word && since;
      // D61
      x_carries = md.release_ && synchronises && reaches ? word : 0;
      best = releases ? newest : op == scord_params::OP_ATOMIC || empty(locks) ? released : 0;
      if (op == scord_params::OP_ATOMIC && x_carries != 0 && (best == 0 || age(x_carries) < age(best))) best = x_carries;
      if (!synchronises || op == scord_params::OP_LOAD) best = 0;
      expected = ruled;
      if (owned && best != 0) begin expected.release_ = 1; expected.lock_bloom = 16 * best; end
      else if (owned && empty(ruled.lock_bloom[7:0])) expected.lock_bloom = 16 * newest;
      else if (!owned && (md.release_ || empty(ruled.lock_bloom[7:0]))) begin
        expected.release_ = md.release_;
        expected.lock_bloom = has_room ? 16 * word : 16 * newest;
      end
    end
  endtask

  task sample;
    begin
      `COVER(cover_acquire_release_ordered_inside_block, x_ordered && md.block_id == block && !md.release_);
      `COVER(cover_acquire_release_ordered_across_by_fence, x_ordered && md.block_id != block && owner.dev_fence_id != md.dev_fence_id);
      `COVER(cover_acquire_release_ordered_across_by_block, x_ordered && md.block_id != block && owner.dev_fence_id == md.dev_fence_id);
      `COVER(cover_acquire_release_ordered_after_release, x_ordered && md.release_);
      `COVER(cover_acquire_release_not_acquired, !x_ordered && has_room && since && acquired != 0);
      `COVER(cover_acquire_release_threads_not_published, md.warp_id == warp && !since && !x_ordered && has_room && acquired != 0);
      `COVER(cover_acquire_release_scopes_differ, md.release_ && synchronises && !reaches);
      `COVER(cover_acquire_release_release_written, owned && releases);
      `COVER(cover_acquire_release_sequence_goes_on, owned && best != 0 && best == x_carries && !releases);
      `COVER(cover_acquire_release_relaxed_store_begins_anew, owned && md.release_ && synchronises && op == scord_params::OP_STORE && best == 0);
      `COVER(cover_acquire_release_stamp_written, owned && best == 0 && empty(ruled.lock_bloom[7:0]));
      `COVER(cover_acquire_release_number_kept, !owned && has_room && empty(ruled.lock_bloom[7:0]));
      `COVER(cover_acquire_release_lockset_kept, !owned && !md.release_ && !empty(ruled.lock_bloom[7:0]));
    end
  endtask

  initial begin
    start_bench;
    for (step = 0; step < 30000; step = step + 1) begin
      draw;
      threads = step % 2;
      refer;
      #1;
      check(ordered === x_ordered, "ordered");
      check(carried === x_carries, "carried");
      check(result === expected, "the entry to write");
      check(rules_md.lock_bloom === (has_room ? 16'd0 : md.lock_bloom) && rules_md.block_id === md.block_id, "the rules' entry");
      sample;
      @(negedge clk);
    end
    finish_bench;
  end
endmodule
