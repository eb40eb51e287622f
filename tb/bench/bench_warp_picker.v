// SPDX-License-Identifier: Apache-2.0
// bench_warp_picker: random candidates, owners, last warps, orders of blocks and policies; reference:
// issue_reference.vh.
`include "scord_params.vh"
module bench_warp_picker;
  `include "bench.vh"
  `include "issue_reference.vh"
  localparam int Warps = 24;
  localparam int Blocks = 8;
  reg [scord_params::ISSUE_POLICY_WIDTH-1:0] policy;
  reg [63:0] blocks_before;
  reg last_valid;
  reg [4:0] last;
  reg [Blocks-1:0] slot_last_valid;
  reg [Blocks*5-1:0] slot_last;
  reg [Blocks*Warps-1:0] slot_warps;
  reg [Warps-1:0] candidates;
  reg [47:0] priorities;
  wire pick_valid;
  wire [4:0] pick;
  wire [Warps-1:0] pick_mask;
  wire [Blocks-1:0] pick_slot;
  integer i, j;
  reg mwf, greedy;
  warp_picker #(.BlocksPerSm(Blocks), .WarpsPerSm(Warps), .WarpWidth(5)) dut (
    .policy_i(policy), .before_i(blocks_before), .last_valid_i(last_valid), .last_i(last),
    .slot_last_valid_i(slot_last_valid), .slot_last_i(slot_last), .slot_warps_i(slot_warps), .candidates_i(candidates),
    .pick_valid_o(pick_valid), .pick_o(pick), .pick_mask_o(pick_mask), .pick_slot_o(pick_slot));

  `COVER_POINT(cover_warp_picker_lrr_wraps)
  `COVER_POINT(cover_warp_picker_lrr_highest_warp)
  `COVER_POINT(cover_warp_picker_gto_stays)
  `COVER_POINT(cover_warp_picker_gto_oldest_block)
  `COVER_POINT(cover_warp_picker_gto_no_block)
  `COVER_POINT(cover_warp_picker_mwf_lrr_wraps)
  `COVER_POINT(cover_warp_picker_mwf_lrr_later_warp)
  `COVER_POINT(cover_warp_picker_mwf_gto_stays)
  `COVER_POINT(cover_warp_picker_mwf_gto_last_of_no_slot)
  `COVER_POINT(cover_warp_picker_mwf_no_block)
  `COVER_POINT(cover_warp_picker_no_candidate)

  // A state of the scheduler that launches and picks can produce, for the reference and the device
  task draw_state;
    begin
      reference_issue_clear;
      for (i = 0; i < 12; i = i + 1) reference_issue_launch(random_below(Blocks), random_bits(0) & random_bits(0) & random_bits(0));
      if (!one_in(5)) issue_last[0] = random_below(Warps);
      // perhaps of another slot by now
      for (i = 0; i < Blocks; i = i + 1) if (!one_in(4)) issue_slot_last[i] = random_below(Warps);
      last_valid = issue_last[0] >= 0;
      last = issue_last[0];
      {slot_last_valid, slot_last, slot_warps} = 0;
      for (i = 0; i < Blocks; i = i + 1) begin
        slot_last_valid[i] = issue_slot_last[i] >= 0;
        slot_last[5*i +: 5] = issue_slot_last[i];
        for (j = 0; j < Warps; j = j + 1) slot_warps[i*Warps + j] = issue_slot_of[j] == i;
      end
    end
  endtask

  task sample;
    begin
      mwf = policy == scord_params::ISSUE_POLICY_MWF_LRR || policy == scord_params::ISSUE_POLICY_MWF_GTO;
      greedy = policy == scord_params::ISSUE_POLICY_GTO || policy == scord_params::ISSUE_POLICY_MWF_GTO;
      i = issue_block >= 0 ? issue_slot_last[issue_block] : -1;
      `COVER(cover_warp_picker_lrr_wraps, !mwf && !greedy && issue_pick >= 0 && issue_pick < last && last_valid);
      `COVER(cover_warp_picker_lrr_highest_warp, !mwf && !greedy && issue_pick == Warps - 1);
      `COVER(cover_warp_picker_gto_stays, !mwf && greedy && last_valid && issue_pick == last);
      `COVER(cover_warp_picker_gto_oldest_block, !mwf && greedy && issue_pick != issue_last[0] && issue_block >= 0 &&
             reference_walk(0, candidates, Warps, 0, -1) < issue_pick);
      `COVER(cover_warp_picker_gto_no_block, !mwf && greedy && issue_block < 0 && issue_pick >= 0);
      `COVER(cover_warp_picker_mwf_lrr_wraps, mwf && !greedy && issue_pick >= 0 && issue_pick < i);
      `COVER(cover_warp_picker_mwf_lrr_later_warp, mwf && !greedy && i >= 0 && issue_pick > i &&
             reference_walk(0, candidates, Warps, 0, issue_block) < issue_pick);
      `COVER(cover_warp_picker_mwf_gto_stays, mwf && greedy && i >= 0 && issue_pick == i);
      `COVER(cover_warp_picker_mwf_gto_last_of_no_slot, mwf && greedy && i >= 0 && candidates[i] && issue_pick >= 0 &&
             issue_pick != i);
      `COVER(cover_warp_picker_mwf_no_block, mwf && issue_block < 0 && candidates != 0);
      `COVER(cover_warp_picker_no_candidate, candidates == 0);
    end
  endtask

  initial begin
    {policy, priorities, candidates} = 0;
    start_bench;
    repeat (6000) begin
      draw_state;
      policy = random_below(4);
      priorities = {random_bits(0), random_bits(0)} & {8{6'd3}};
      blocks_before = reference_before(policy, Blocks, priorities);
      candidates = random_bits(0);
      if (one_in(2)) candidates = candidates & random_bits(0) & random_bits(0);
      if (one_in(3)) candidates = candidates & random_bits(0) & random_bits(0);
      if (one_in(8) && last_valid) candidates = 1 << last | candidates;
      #10;
      reference_pick(0, policy, candidates, Warps, Blocks, priorities);
      check(pick_valid === (issue_pick >= 0), "a warp is picked");
      check(pick_mask === (issue_pick >= 0 ? 1 << issue_pick : 0), "one-hot pick");
      check(pick === (issue_pick >= 0 ? issue_pick : 0), "the right warp is picked");
      sample;
      check(pick_slot === (mwf && issue_block >= 0 ? 1 << issue_block : 0), "slot of the pick");
    end
    finish_bench;
  end
endmodule
