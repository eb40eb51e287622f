// SPDX-License-Identifier: Apache-2.0
// bench_detection_logic: every combination of flags, relations, ops and lock patterns, then random entries.
`include "scord_params.vh"

module bench_detection_logic;
  `include "bench.vh"
  `include "detection_reference.vh"

  `include "word_check.vh"

  reg both_scopes;

  detection_logic dut (
    .metadata_i(md), .block_id_i(block), .warp_id_i(warp), .barrier_id_i(barrier), .lock_bloom_i(bloom), .op_i(op),
    .block_scope_i(block_scope), .strong_i(xs), .synchronises_i(1'b0), .ordered_i(1'b0), .owned_o(), .both_scopes_i(both_scopes), .accessor_fences_i(mine),
           .owner_fences_i(owner),
    .metadata_o(after), .path_o(path), .verdict_o(verdict), .race_scope_o(scope)
  );

  `COVER_POINT(cover_detection_logic_initialization)
  `COVER_POINT(cover_detection_logic_barrier)
  `COVER_POINT(cover_detection_logic_program_order)
  `COVER_POINT(cover_detection_logic_atomic_after_atomic)
  `COVER_POINT(cover_detection_logic_missing_block_fence)
  `COVER_POINT(cover_detection_logic_missing_device_fence)
  `COVER_POINT(cover_detection_logic_not_strong)
  `COVER_POINT(cover_detection_logic_scoped_atomic)
  `COVER_POINT(cover_detection_logic_scoped_atomic_by_own_scope)
  `COVER_POINT(cover_detection_logic_no_common_lock_on_load)
  `COVER_POINT(cover_detection_logic_no_common_lock_on_store)
  `COVER_POINT(cover_detection_logic_clean_store)
  `COVER_POINT(cover_detection_logic_clean_load_becomes_owner)
  `COVER_POINT(cover_detection_logic_clean_load_sets_blk_shared)
  `COVER_POINT(cover_detection_logic_clean_load_sets_dev_shared)
  `COVER_POINT(cover_detection_logic_load_keeps_own_store)
  `COVER_POINT(cover_detection_logic_lockset_refined)
  `COVER_POINT(cover_detection_logic_race_scope_block)
  `COVER_POINT(cover_detection_logic_race_scope_device)
  `COVER_POINT(cover_detection_logic_barrier_before_program_order)
  `COVER_POINT(cover_detection_logic_fence_before_strong)
  `COVER_POINT(cover_detection_logic_every_outcome_with_every_op)
  reg [35:0] outcomes;  // the possible outcomes; index {outcome: path, or 5 + verdict; op}

  task compare;
    begin
      both_scopes = one_in(4);
      #1;
      reference_check(md, block, warp, barrier, bloom, op, block_scope, xs, mine, owner, both_scopes);
      if (after === ref_after && path === ref_path && verdict === ref_verdict && scope === ref_scope) begin
        passed = passed + 1;
      end else begin
        failed = failed + 1;
        if (failed <= 20) begin
          $display("FAILED md %h op %0d block %h warp %h barrier %h bloom %h strong %b mine %h owner %h: entry %h/%h path %0d/%0d verdict %0d/%0d scope %b/%b",
                   md, op, block, warp, barrier, bloom, xs, mine, owner, ref_after, after, ref_path, path, ref_verdict,
                   verdict, ref_scope, scope);
        end
      end
      sample;
    end
  endtask

  task sample;
    begin
      if (verdict == 0) outcomes[path*3 + op] = 1;
      else outcomes[15 + verdict*3 + op] = 1;
      `COVER(cover_detection_logic_initialization, path == scord_params::PATH_INITIALIZATION);
      `COVER(cover_detection_logic_barrier, path == scord_params::PATH_BARRIER);
      `COVER(cover_detection_logic_program_order, path == scord_params::PATH_PROGRAM_ORDER);
      `COVER(cover_detection_logic_atomic_after_atomic, path == scord_params::PATH_ATOMIC_AFTER_ATOMIC);
      `COVER(cover_detection_logic_missing_block_fence, verdict == scord_params::VERDICT_MISSING_BLOCK_FENCE);
      `COVER(cover_detection_logic_missing_device_fence, verdict == scord_params::VERDICT_MISSING_DEVICE_FENCE);
      `COVER(cover_detection_logic_not_strong, verdict == scord_params::VERDICT_NOT_STRONG);
      `COVER(cover_detection_logic_scoped_atomic, verdict == scord_params::VERDICT_SCOPED_ATOMIC);
      `COVER(cover_detection_logic_scoped_atomic_by_own_scope, verdict == scord_params::VERDICT_SCOPED_ATOMIC &&
             !md.scope);
      `COVER(cover_detection_logic_no_common_lock_on_load, verdict == scord_params::VERDICT_NO_COMMON_LOCK_ON_LOAD);
      `COVER(cover_detection_logic_no_common_lock_on_store, verdict == scord_params::VERDICT_NO_COMMON_LOCK_ON_STORE);
      `COVER(cover_detection_logic_race_scope_block, verdict != 0 && scope);
      `COVER(cover_detection_logic_race_scope_device, verdict != 0 && !scope);
      `COVER(cover_detection_logic_barrier_before_program_order, path == scord_params::PATH_BARRIER &&
             md.block_id == block && md.warp_id == warp && !md.blk_shared);
      `COVER(cover_detection_logic_fence_before_strong, verdict == scord_params::VERDICT_MISSING_DEVICE_FENCE &&
             !(xs && md.strong_));
      `COVER(cover_detection_logic_load_keeps_own_store, path == scord_params::PATH_PROGRAM_ORDER &&
             op == scord_params::OP_LOAD &&
             after.modified);
      if (path == scord_params::PATH_FULL && verdict == scord_params::VERDICT_CLEAN) begin
        `COVER(cover_detection_logic_clean_store, op != scord_params::OP_LOAD);
        `COVER(cover_detection_logic_clean_load_becomes_owner, op == scord_params::OP_LOAD && md.modified &&
               !after.modified);
        `COVER(cover_detection_logic_clean_load_sets_blk_shared, after.blk_shared && !md.blk_shared);
        `COVER(cover_detection_logic_clean_load_sets_dev_shared, after.dev_shared && !md.dev_shared);
        `COVER(cover_detection_logic_lockset_refined, after.lock_bloom != 0 && after.lock_bloom != md.lock_bloom &&
               after.lock_bloom != bloom);
      end
    end
  endtask

  // Possible outcomes: rule 5 needs an atomic, Table IV(e) a load, Table IV(f) no load; all others occur with any op
  function automatic [35:0] possible_outcomes(input integer unused);
    integer outcome, with_op;
    for (outcome = 0; outcome < 12; outcome = outcome + 1)
      for (with_op = 0; with_op < 3; with_op = with_op + 1)
        possible_outcomes[outcome*3 + with_op] = outcome == 5 ? 0 :
            outcome == scord_params::PATH_ATOMIC_AFTER_ATOMIC ? with_op == scord_params::OP_ATOMIC :
            outcome == 5 + scord_params::VERDICT_NO_COMMON_LOCK_ON_LOAD ? with_op == scord_params::OP_LOAD :
            outcome == 5 + scord_params::VERDICT_NO_COMMON_LOCK_ON_STORE ? with_op != scord_params::OP_LOAD : 1;
  endfunction

  initial begin
    outcomes = 0;
    start_bench;
    play_checks;
    `COVER(cover_detection_logic_every_outcome_with_every_op, outcomes == possible_outcomes(0));
    finish_bench;
  end
endmodule
