// SPDX-License-Identifier: Apache-2.0
// bench_printed_logic: every combination of flags, relations, ops and lock patterns, then random entries. The reference
// tests the sentences of ScoRD section IV-A one after the other.
`include "scord_params.vh"

module bench_printed_logic;
  `include "bench.vh"
  `include "word_check.vh"

  printed_logic dut (
    .metadata_i(md), .block_id_i(block), .warp_id_i(warp), .barrier_id_i(barrier), .lock_bloom_i(bloom), .op_i(op),
    .block_scope_i(block_scope), .strong_i(xs), .accessor_fences_i(mine), .owner_fences_i(owner),
    .metadata_o(after), .path_o(path), .verdict_o(verdict), .race_scope_o(scope)
  );

  `COVER_POINT(cover_printed_logic_initialization)
  `COVER_POINT(cover_printed_logic_program_order)
  `COVER_POINT(cover_printed_logic_barrier)
  `COVER_POINT(cover_printed_logic_atomic_after_atomic)
  `COVER_POINT(cover_printed_logic_missing_block_fence)
  `COVER_POINT(cover_printed_logic_missing_device_fence)
  `COVER_POINT(cover_printed_logic_not_strong)
  `COVER_POINT(cover_printed_logic_scoped_atomic)
  `COVER_POINT(cover_printed_logic_no_common_lock_on_load)
  `COVER_POINT(cover_printed_logic_no_common_lock_on_store)
  `COVER_POINT(cover_printed_logic_racing_load_becomes_owner)
  `COVER_POINT(cover_printed_logic_modified_stays)

  // Table III, then Table IV, each sentence on its own
  reg same_warp, other_block, load, fenced;
  reg [scord_params::PATH_WIDTH-1:0] ref_path;
  reg [scord_params::VERDICT_WIDTH-1:0] ref_verdict;
  reg ref_scope, initial_flags;
  metadata_t ref_after;

  task letter;
    begin
      same_warp = {md.block_id, md.warp_id} == {block, warp};
      other_block = md.block_id != block;
      load = op == scord_params::OP_LOAD;
      initial_flags = &{md.modified, md.blk_shared, md.dev_shared};
      fenced = md.dev_fence_id != owner.dev_fence_id || (!other_block && md.blk_fence_id != owner.blk_fence_id);
      ref_path = scord_params::PATH_FULL;
      ref_verdict = scord_params::VERDICT_CLEAN;
      if (initial_flags) ref_path = scord_params::PATH_INITIALIZATION;
      else if (same_warp && {md.blk_shared, md.dev_shared} == 2'b00) ref_path = scord_params::PATH_PROGRAM_ORDER;
      else if (!other_block && !md.dev_shared && md.barrier_id != barrier) ref_path = scord_params::PATH_BARRIER;
      else if (md.is_atom && md.scope && other_block) ref_verdict = scord_params::VERDICT_SCOPED_ATOMIC;
      else if (md.is_atom && op == scord_params::OP_ATOMIC) ref_path = scord_params::PATH_ATOMIC_AFTER_ATOMIC;
      else if (!load || md.modified) begin
        if (!same_warp && !fenced)
          ref_verdict = other_block ? scord_params::VERDICT_MISSING_DEVICE_FENCE :
              scord_params::VERDICT_MISSING_BLOCK_FENCE;
        else if (!same_warp && {md.strong_, xs} != 2'b11) ref_verdict = scord_params::VERDICT_NOT_STRONG;
        else if ((md.lock_bloom != 0 || bloom != 0) && (md.lock_bloom & bloom) == 0)
          ref_verdict = load ? scord_params::VERDICT_NO_COMMON_LOCK_ON_LOAD :
              scord_params::VERDICT_NO_COMMON_LOCK_ON_STORE;
      end
      ref_scope = ref_verdict != scord_params::VERDICT_CLEAN && !other_block && !md.dev_shared;
      ref_after = md;
      ref_after.block_id = block;
      ref_after.warp_id = warp;
      ref_after.barrier_id = barrier;
      ref_after.blk_fence_id = mine.blk_fence_id;
      ref_after.dev_fence_id = mine.dev_fence_id;
      ref_after.lock_bloom = bloom;
      ref_after.is_atom = op == scord_params::OP_ATOMIC;
      ref_after.scope = block_scope;
      ref_after.thread_id = 0;
      ref_after.release_ = 0;
      if (initial_flags) begin
        {ref_after.modified, ref_after.blk_shared, ref_after.dev_shared} = {!load, 2'b00};
        ref_after.strong_ = xs;
      end else begin
        if (!load) ref_after.modified = 1;
        if (load && other_block) ref_after.dev_shared = 1;
        if (load && !other_block && !same_warp) ref_after.blk_shared = 1;
        if (!xs) ref_after.strong_ = 0;
      end
    end
  endtask

  task compare;
    begin
      #1;
      letter;
      if (after === ref_after && path === ref_path && verdict === ref_verdict && scope === ref_scope) begin
        passed = passed + 1;
      end else begin
        failed = failed + 1;
        if (failed <= 20)
          $display("FAILED md %h op %0d block %h warp %h barrier %h bloom %h strong %b: entry %h/%h path %0d/%0d verdict %0d/%0d scope %b/%b",
                   md, op, block, warp, barrier, bloom, xs, ref_after, after, ref_path, path, ref_verdict, verdict,
                   ref_scope, scope);
      end
      `COVER(cover_printed_logic_initialization, path == scord_params::PATH_INITIALIZATION);
      `COVER(cover_printed_logic_program_order, path == scord_params::PATH_PROGRAM_ORDER);
      `COVER(cover_printed_logic_barrier, path == scord_params::PATH_BARRIER);
      `COVER(cover_printed_logic_atomic_after_atomic, path == scord_params::PATH_ATOMIC_AFTER_ATOMIC);
      `COVER(cover_printed_logic_missing_block_fence, verdict == scord_params::VERDICT_MISSING_BLOCK_FENCE);
      `COVER(cover_printed_logic_missing_device_fence, verdict == scord_params::VERDICT_MISSING_DEVICE_FENCE);
      `COVER(cover_printed_logic_not_strong, verdict == scord_params::VERDICT_NOT_STRONG);
      `COVER(cover_printed_logic_scoped_atomic, verdict == scord_params::VERDICT_SCOPED_ATOMIC);
      `COVER(cover_printed_logic_no_common_lock_on_load, verdict == scord_params::VERDICT_NO_COMMON_LOCK_ON_LOAD);
      `COVER(cover_printed_logic_no_common_lock_on_store, verdict == scord_params::VERDICT_NO_COMMON_LOCK_ON_STORE);
      `COVER(cover_printed_logic_racing_load_becomes_owner, verdict != 0 && load && after.block_id == block);
      `COVER(cover_printed_logic_modified_stays, load && !initial_flags && md.modified && after.modified);
    end
  endtask

  initial begin
    start_bench;
    play_checks;
    finish_bench;
  end
endmodule
