// SPDX-License-Identifier: Apache-2.0
// issue_reference.vh: an independent implementation of the issue policies (W1, W4, W5 of docs/warp-scheduling.md) for
// benches, warp by warp with integers. Included inside the bench module. Warps are numbered in the SM; scheduler u of
// issue_schedulers has the warps with warp % issue_schedulers == u. -1 means none.

  integer issue_schedulers = 1;
  integer issue_last [0:3];       // by scheduler
  integer issue_slot_last [0:31]; // scheduler * 8 + slot
  integer issue_slot_of [0:63];   // slot that owns the warp, or -1
  integer issue_launched [0:7];   // number of the slot's last launch; before the first launch the slots by number
  integer issue_launches;
  integer issue_block;            // result of reference_block
  integer issue_pick;             // result of reference_pick

  task reference_issue_clear;
    integer i;
    begin
      for (i = 0; i < 4; i = i + 1) issue_last[i] = -1;
      for (i = 0; i < 32; i = i + 1) issue_slot_last[i] = -1;
      for (i = 0; i < 64; i = i + 1) issue_slot_of[i] = -1;
      for (i = 0; i < 8; i = i + 1) issue_launched[i] = i;
      issue_launches = 8;
    end
  endtask

  // Walks upwards from `start` around the ring of `warps`: only warps of the scheduler, and of `slot` unless slot < 0
  function automatic integer reference_walk(input integer unit, input [63:0] ready, input integer warps, input integer start,
         input integer slot);
    integer step, warp;
    begin
      reference_walk = -1;
      for (step = 0; step < warps; step = step + 1) begin
        warp = (start + step) % warps;
        if (reference_walk < 0 && ready[warp] && warp % issue_schedulers == unit &&
            (slot < 0 || issue_slot_of[warp] == slot)) reference_walk = warp;
      end
    end
  endfunction

  // The first slot with a ready warp: the most waiting warps, then the lowest; else the oldest
  task reference_block(input integer unit, input most_waiting, input [63:0] ready, input integer warps, input integer blocks,
         input [47:0] priorities);
    integer slot;
    begin
      issue_block = -1;
      for (slot = 0; slot < blocks; slot = slot + 1)
        if (reference_walk(unit, ready, warps, 0, slot) >= 0 && (issue_block < 0 ||
            (most_waiting ? priorities[6*slot +: 6] > priorities[6*issue_block +: 6]
                          : issue_launched[slot] < issue_launched[issue_block]))) issue_block = slot;
    end
  endtask

  task reference_pick(input integer unit, input [scord_params::ISSUE_POLICY_WIDTH-1:0] policy, input [63:0] ready,
         input integer warps, input integer blocks, input [47:0] priorities);
    integer last;
    reg mwf;
    begin
      last = issue_last[unit];
      issue_pick = -1;
      mwf = policy == scord_params::ISSUE_POLICY_MWF_LRR || policy == scord_params::ISSUE_POLICY_MWF_GTO;
      reference_block(unit, mwf, ready, warps, blocks, priorities);
      if (policy == scord_params::ISSUE_POLICY_LRR) issue_pick = reference_walk(unit, ready, warps, last + 1, -1);
      else if (policy == scord_params::ISSUE_POLICY_GTO)
        issue_pick = last >= 0 && ready[last] ? last : reference_walk(unit, ready, warps, 0, issue_block);
      else if (mwf && issue_block >= 0) begin
        last = issue_slot_last[8*unit + issue_block];
        if (policy == scord_params::ISSUE_POLICY_MWF_LRR)
          issue_pick = reference_walk(unit, ready, warps, last + 1, issue_block);
        else if (last >= 0 && ready[last] && issue_slot_of[last] == issue_block) issue_pick = last;
        else issue_pick = reference_walk(unit, ready, warps, 0, issue_block);
      end
    end
  endtask

  task reference_issue_remember(input integer unit, input integer warp);
    begin
      issue_last[unit] = warp;
      if (issue_slot_of[warp] >= 0) issue_slot_last[8*unit + issue_slot_of[warp]] = warp;
    end
  endtask

  task reference_issue_launch(input integer slot, input [63:0] warps);
    integer i;
    begin
      for (i = 0; i < 64; i = i + 1) begin
        if (issue_slot_of[i] == slot) issue_slot_of[i] = -1;
        if (warps[i]) issue_slot_of[i] = slot;
      end
      for (i = 0; i < 4; i = i + 1) issue_slot_last[8*i + slot] = -1;
      issue_launched[slot] = issue_launches;
      issue_launches = issue_launches + 1;
    end
  endtask

  // The matrix of block_sequence: bit s * blocks + t: slot t goes before slot s
  function automatic [63:0] reference_before(input [scord_params::ISSUE_POLICY_WIDTH-1:0] policy, input integer blocks,
         input [47:0] priorities);
    integer s, t;
    begin
      reference_before = 0;
      for (s = 0; s < blocks; s = s + 1)
        for (t = 0; t < blocks; t = t + 1)
          if (s == t) reference_before[s*blocks + t] = 0;
          else if (policy == scord_params::ISSUE_POLICY_MWF_LRR || policy == scord_params::ISSUE_POLICY_MWF_GTO)
            reference_before[s*blocks + t] = {priorities[6*t +: 6], 8'd7 - t[7:0]} > {priorities[6*s +: 6], 8'd7 - s[7:0]};
          else reference_before[s*blocks + t] = issue_launched[t] < issue_launched[s];
    end
  endfunction
