// SPDX-License-Identifier: Apache-2.0
// detection_reference.vh: an independent implementation of docs/semantics.md section 3, for benches. Included inside
// the bench module.
//
// It makes one pass over rules 1 to 9 that changes a copy of the entry, with a done flag;
// rtl/detector/detection_logic.v evaluates all conditions in parallel.

  // Results of reference_check
  metadata_t ref_after;
  reg [scord_params::PATH_WIDTH-1:0] ref_path;
  reg [scord_params::VERDICT_WIDTH-1:0] ref_verdict;
  reg ref_scope;

  // D22, bit by bit: a part holds a lock if each of its two four-bit fields has a bit
  function automatic reference_part_holds(input [7:0] part);
    reference_part_holds = (part[0] | part[1] | part[2] | part[3]) & (part[4] | part[5] | part[6] | part[7]);
  endfunction

  function automatic [15:0] reference_intersection(input [15:0] a, input [15:0] b, input same_block);
    reg [7:0] block_part, device_part;
    begin
      block_part = a[7:0] & b[7:0];
      device_part = a[15:8] & b[15:8];
      if (!reference_part_holds(block_part)) block_part = 8'd0;
      if (!reference_part_holds(device_part)) device_part = 8'd0;
      if (!same_block) block_part = device_part;
      reference_intersection = {device_part, block_part};
    end
  endfunction

  task reference_own(input [6:0] block, input [4:0] warp, input [7:0] barrier, input [1:0] op, input block_scope,
                     input xs, input fence_entry_t fences);
    begin
      ref_after.block_id = block;
      ref_after.warp_id = warp;
      ref_after.barrier_id = barrier;
      ref_after.blk_fence_id = fences.blk_fence_id;
      ref_after.dev_fence_id = fences.dev_fence_id;
      ref_after.is_atom = op == scord_params::OP_ATOMIC;
      ref_after.scope = block_scope;
      if (!xs) ref_after.strong_ = 1'b0;
    end
  endtask

  task reference_check(input metadata_t md, input [6:0] block, input [4:0] warp, input [7:0] barrier,
                       input [15:0] xl, input [1:0] op, input block_scope, input xs,
                       input fence_entry_t mine, input fence_entry_t owner, input both_scopes);
    reg done, reset_entry, wr, same_b, same, is_protected;
    reg [15:0] common;
    begin
      ref_after = md;
      ref_after.thread_id = 5'd0;
      ref_after.release_ = 1'b0;
      ref_path = scord_params::PATH_FULL;
      ref_verdict = scord_params::VERDICT_CLEAN;
      done = 1'b0;
      reset_entry = 1'b0;
      wr = op == scord_params::OP_STORE || op == scord_params::OP_ATOMIC;
      same_b = md.block_id == block;
      same = same_b && md.warp_id == warp;
      is_protected = reference_part_holds(md.lock_bloom[7:0]) || reference_part_holds(xl[7:0]);
      common = reference_intersection(md.lock_bloom, xl, same_b);

      // Rule 1
      if ({md.modified, md.blk_shared, md.dev_shared} == 3'b111) begin
        ref_path = scord_params::PATH_INITIALIZATION;
        reset_entry = 1'b1;
        done = 1'b1;
      end
      // Rule 2
      if (!done && same_b && md.barrier_id != barrier && md.dev_shared == 1'b0) begin
        ref_path = scord_params::PATH_BARRIER;
        reset_entry = 1'b1;
        done = 1'b1;
      end
      // Rule 3
      if (!done && same && md.blk_shared == 1'b0 && md.dev_shared == 1'b0) begin
        ref_path = scord_params::PATH_PROGRAM_ORDER;
        if (op == scord_params::OP_LOAD && md.modified && md.dev_fence_id == owner.dev_fence_id) begin
          ref_after.strong_ = xs;
        end else begin
          reference_own(block, warp, barrier, op, block_scope, xs, mine);
          ref_after.modified = wr;
          ref_after.strong_ = xs;
        end
        ref_after.lock_bloom = xl;
        done = 1'b1;
      end
      // Rule 4, and D39
      if (!done && md.is_atom && md.scope && !same_b) ref_verdict = scord_params::VERDICT_SCOPED_ATOMIC;
      if (!done && both_scopes && md.is_atom && !same_b && op == scord_params::OP_ATOMIC &&
             block_scope) ref_verdict = scord_params::VERDICT_SCOPED_ATOMIC;
      // Rule 5
      if (!done && ref_verdict == scord_params::VERDICT_CLEAN && md.is_atom && op == scord_params::OP_ATOMIC) begin
        ref_path = scord_params::PATH_ATOMIC_AFTER_ATOMIC;
        reference_own(block, warp, barrier, op, block_scope, xs, mine);
        ref_after.modified = 1'b1;
        ref_after.blk_shared = 1'b0;
        ref_after.dev_shared = 1'b0;
        ref_after.strong_ = 1'b1;
        ref_after.lock_bloom = xl;
        done = 1'b1;
      end
      // Rule 6, the lowest priority first, so that a higher one replaces it
      if (!done && ref_verdict == scord_params::VERDICT_CLEAN && (wr || (md.modified && !same))) begin
        if (!(md.strong_ && xs)) ref_verdict = scord_params::VERDICT_NOT_STRONG;
        if (md.dev_fence_id == owner.dev_fence_id) begin
          if (!same_b) ref_verdict = scord_params::VERDICT_MISSING_DEVICE_FENCE;
          else if (md.blk_fence_id == owner.blk_fence_id || (wr && md.dev_shared))
            ref_verdict = scord_params::VERDICT_MISSING_BLOCK_FENCE;
        end
      end
      // Rule 7
      if (!done && ref_verdict == scord_params::VERDICT_CLEAN && is_protected && (wr || md.modified) &&
          !reference_part_holds(common[7:0])) begin
        if (op == scord_params::OP_LOAD) ref_verdict = scord_params::VERDICT_NO_COMMON_LOCK_ON_LOAD;
        else ref_verdict = scord_params::VERDICT_NO_COMMON_LOCK_ON_STORE;
      end
      // Rule 8
      if (!done && ref_verdict != scord_params::VERDICT_CLEAN) begin
        reset_entry = 1'b1;
        done = 1'b1;
      end
      // Rule 9
      if (!done && wr) begin
        ref_after.lock_bloom = is_protected ? common : 16'd0;
        reference_own(block, warp, barrier, op, block_scope, xs, mine);
        ref_after.modified = 1'b1;
        ref_after.blk_shared = 1'b0;
        ref_after.dev_shared = 1'b0;
      end else if (!done) begin
        if (is_protected) begin
          if (!reference_part_holds(md.lock_bloom[7:0])) ref_after.lock_bloom = xl;
          else if (reference_part_holds(xl[7:0])) ref_after.lock_bloom = common;
        end
        if (md.modified && !is_protected) begin
          if (!same) ref_after.modified = 1'b0;
          ref_after.blk_shared = 1'b0;
          ref_after.dev_shared = 1'b0;
          reference_own(block, warp, barrier, op, block_scope, xs, mine);
        end else if (same_b && !md.dev_shared) begin
          if (!same) ref_after.blk_shared = 1'b1;
        end else begin
          ref_after.dev_shared = 1'b1;
          ref_after.blk_shared = 1'b0;
        end
      end
      // RESET(x)
      if (reset_entry) begin
        reference_own(block, warp, barrier, op, block_scope, xs, mine);
        ref_after.modified = wr;
        ref_after.blk_shared = 1'b0;
        ref_after.dev_shared = 1'b0;
        ref_after.lock_bloom = xl;
        ref_after.strong_ = xs;
      end
      ref_scope = ref_verdict != scord_params::VERDICT_CLEAN && same_b && !md.dev_shared;
    end
  endtask
