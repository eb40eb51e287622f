// issue_reference.vh: the four policies of docs/rtl-interface.md once more, warp by warp with integers, for benches.
// Include inside the bench module. -1 = none.

  integer issue_last;
  integer issue_slot_last [0:7];
  integer issue_slot_of [0:31];  // slot that owns the warp, or -1
  integer issue_pick;            // result of reference_pick

  task reference_issue_clear;
    integer i;
    begin
      issue_last = -1;
      for (i = 0; i < 8; i = i + 1) issue_slot_last[i] = -1;
      for (i = 0; i < 32; i = i + 1) issue_slot_of[i] = -1;
    end
  endtask

  // Walks from `start` upwards through the ring of `warps`; only warps of `slot` unless slot < 0
  function automatic integer reference_walk(input [31:0] ready, input integer warps, input integer start,
         input integer slot);
    integer step, warp;
    begin
      reference_walk = -1;
      for (step = 0; step < warps; step = step + 1) begin
        warp = (start + step) % warps;
        if (reference_walk < 0 && ready[warp] && (slot < 0 || issue_slot_of[warp] == slot)) reference_walk = warp;
      end
    end
  endfunction

  task reference_pick(input [1:0] policy, input [31:0] ready, input integer warps, input integer blocks,
         input [47:0] priorities);
    integer slot, best, warp, last;
    begin
      best = -1;
      last = issue_last;
      issue_pick = -1;
      if (policy == scord_params::ISSUE_POLICY_MWF_LRR || policy == scord_params::ISSUE_POLICY_MWF_GTO) begin
        for (slot = 0; slot < blocks; slot = slot + 1)
          if (reference_walk(ready, warps, 0, slot) >= 0 &&
              (best < 0 || priorities[6*slot +: 6] > priorities[6*best +: 6])) best = slot;
        if (best >= 0) last = issue_slot_last[best];
      end
      if (best >= 0 || policy == scord_params::ISSUE_POLICY_LRR || policy == scord_params::ISSUE_POLICY_GTO) begin
        if (policy == scord_params::ISSUE_POLICY_LRR || policy == scord_params::ISSUE_POLICY_MWF_LRR)
          issue_pick = reference_walk(ready, warps, last + 1, best);
        else if (last >= 0 && ready[last] && (best < 0 || issue_slot_of[last] == best)) issue_pick = last;
        else issue_pick = reference_walk(ready, warps, 0, best);
      end
    end
  endtask

  task reference_issue_remember(input integer warp);
    begin
      issue_last = warp;
      if (issue_slot_of[warp] >= 0) issue_slot_last[issue_slot_of[warp]] = warp;
    end
  endtask

  task reference_issue_launch(input integer slot, input [31:0] warps);
    integer i;
    begin
      for (i = 0; i < 32; i = i + 1) begin
        if (issue_slot_of[i] == slot) issue_slot_of[i] = -1;
        if (warps[i]) issue_slot_of[i] = slot;
      end
      issue_slot_last[slot] = -1;
    end
  endtask
