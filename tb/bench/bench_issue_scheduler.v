// SPDX-License-Identifier: Apache-2.0
// bench_issue_scheduler: the order of BAWS Figure 7, then random masks, policies, priorities and launches. The order of
// the blocks (the output of block_sequence) comes from the reference.
`include "scord_params.vh"
module bench_issue_scheduler;
  `include "bench.vh"
  `include "issue_reference.vh"
  localparam int Warps = 32;
  localparam int Blocks = 8;
  reg clear, launch, issue;
  reg [scord_params::ISSUE_POLICY_WIDTH-1:0] policy;
  reg [2:0] slot;
  reg [31:0] warps, ready;
  reg [47:0] priorities;
  reg [63:0] blocks_before;
  wire pick_valid;
  wire [4:0] pick, last_warp;
  wire last_valid;
  wire [Blocks-1:0] slot_last_valid;
  wire [Blocks*5-1:0] slot_last;
  wire [Blocks*Warps-1:0] slot_warps;
  issue_scheduler #(.BlocksPerSm(Blocks), .WarpsPerSm(Warps)) dut (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(clear), .policy_i(policy), .launch_i(launch), .launch_slot_i(slot),
    .launch_warps_i(warps), .before_i(blocks_before), .issue_valid_i(issue), .ready_i(ready),
    .pick_valid_o(pick_valid), .pick_o(pick), .last_valid_o(last_valid), .last_o(last_warp),
    .slot_last_valid_o(slot_last_valid), .slot_last_o(slot_last), .slot_warps_o(slot_warps));

  `COVER_POINT(cover_issue_scheduler_lrr_wraps)
  `COVER_POINT(cover_issue_scheduler_lrr_next_warp)
  `COVER_POINT(cover_issue_scheduler_gto_stays)
  `COVER_POINT(cover_issue_scheduler_gto_falls_back_to_oldest)
  `COVER_POINT(cover_issue_scheduler_gto_oldest_is_not_lowest)
  `COVER_POINT(cover_issue_scheduler_gto_ready_warp_of_no_slot)
  `COVER_POINT(cover_issue_scheduler_first_pick)
  `COVER_POINT(cover_issue_scheduler_mwf_highest_not_lowest_slot)
  `COVER_POINT(cover_issue_scheduler_mwf_tie)
  `COVER_POINT(cover_issue_scheduler_mwf_lrr_uses_slot_last)
  `COVER_POINT(cover_issue_scheduler_mwf_gto_stays)
  `COVER_POINT(cover_issue_scheduler_mwf_ready_warp_of_no_slot)
  `COVER_POINT(cover_issue_scheduler_nothing_ready)
  `COVER_POINT(cover_issue_scheduler_not_asked)
  `COVER_POINT(cover_issue_scheduler_policy_changes_back_to_back)
  `COVER_POINT(cover_issue_scheduler_back_to_back_same_slot)
  `COVER_POINT(cover_issue_scheduler_back_to_back_other_slot)
  `COVER_POINT(cover_issue_scheduler_pick_and_launch_same_slot)
  `COVER_POINT(cover_issue_scheduler_pick_and_launch_other_slot)
  `COVER_POINT(cover_issue_scheduler_launch_takes_warps_of_other_slot)
  `COVER_POINT(cover_issue_scheduler_clear)
  reg mwf, greedy;
  reg [scord_params::ISSUE_POLICY_WIDTH-1:0] past_policy;
  integer last, past_pick_slot, slots_ready, best, best_slots, lowest_slot, j;  // -1 none

  // Slots with a ready warp: how many, the lowest, the highest priority, and how many have it
  task survey;
    begin
      slots_ready = 0; best = -1; best_slots = 0; lowest_slot = -1;
      for (j = Blocks - 1; j >= 0; j = j - 1)
        if (reference_walk(0, ready, Warps, 0, j) >= 0) begin
          slots_ready = slots_ready + 1;
          lowest_slot = j;
          if (best == priorities[6*j +: 6]) best_slots = best_slots + 1;
          if (best < 0 || priorities[6*j +: 6] > best) begin best = priorities[6*j +: 6]; best_slots = 1; end
        end
    end
  endtask

  task sample_pick;
    begin
      mwf = policy == scord_params::ISSUE_POLICY_MWF_LRR || policy == scord_params::ISSUE_POLICY_MWF_GTO;
      greedy = policy == scord_params::ISSUE_POLICY_GTO || policy == scord_params::ISSUE_POLICY_MWF_GTO;
      survey;
      j = issue_slot_of[issue_pick];
      last = mwf ? issue_slot_last[j] : issue_last[0];
      `COVER(cover_issue_scheduler_lrr_wraps, !mwf && !greedy && issue_pick < last);
      `COVER(cover_issue_scheduler_lrr_next_warp, !mwf && !greedy && last >= 0 && issue_pick == last + 1);
      `COVER(cover_issue_scheduler_gto_stays, !mwf && greedy && issue_pick == last);
      `COVER(cover_issue_scheduler_gto_falls_back_to_oldest, !mwf && greedy && last >= 0 && issue_pick != last);
      `COVER(cover_issue_scheduler_gto_oldest_is_not_lowest, !mwf && greedy && issue_pick != last && j >= 0 &&
             j != lowest_slot && reference_walk(0, ready, Warps, 0, lowest_slot) < issue_pick);
      `COVER(cover_issue_scheduler_gto_ready_warp_of_no_slot, !mwf && greedy && issue_pick != last && j < 0);
      `COVER(cover_issue_scheduler_first_pick, issue_last[0] < 0);
      `COVER(cover_issue_scheduler_mwf_highest_not_lowest_slot, mwf && slots_ready > 1 && j != lowest_slot);
      `COVER(cover_issue_scheduler_mwf_tie, mwf && best_slots > 1);
      `COVER(cover_issue_scheduler_mwf_lrr_uses_slot_last, mwf && !greedy && last >= 0 && issue_last[0] != last &&
             issue_pick > last);
      `COVER(cover_issue_scheduler_mwf_gto_stays, mwf && greedy && issue_pick == last);
      `COVER(cover_issue_scheduler_policy_changes_back_to_back, past_pick_slot >= -1 && past_policy != policy);
      `COVER(cover_issue_scheduler_back_to_back_same_slot, j >= 0 && past_pick_slot == j);
      `COVER(cover_issue_scheduler_back_to_back_other_slot, j >= 0 && past_pick_slot >= 0 && past_pick_slot != j);
      `COVER(cover_issue_scheduler_pick_and_launch_same_slot, launch && j == slot);
      `COVER(cover_issue_scheduler_pick_and_launch_other_slot, launch && j >= 0 && j != slot);
      past_pick_slot = j;
      past_policy = policy;
    end
  endtask

  task sample;
    begin
      if (issue_pick >= 0) sample_pick;
      else past_pick_slot = -2;
      `COVER(cover_issue_scheduler_mwf_ready_warp_of_no_slot, issue && issue_pick < 0 && ready != 0);
      `COVER(cover_issue_scheduler_nothing_ready, issue && ready == 0);
      `COVER(cover_issue_scheduler_not_asked, !issue && ready != 0);
      `COVER(cover_issue_scheduler_clear, clear && issue_last[0] >= 0);
      if (launch && !clear)
        for (j = 0; j < Warps; j = j + 1)
          `COVER(cover_issue_scheduler_launch_takes_warps_of_other_slot, warps[j] && issue_slot_of[j] >= 0 &&
                 issue_slot_of[j] != slot);
    end
  endtask

  // The outputs for a second warp_picker
  task check_memory;
    begin
      check(last_valid === (issue_last[0] >= 0) && (!last_valid || last_warp === issue_last[0]), "last warp");
      for (j = 0; j < Blocks; j = j + 1)
        check(slot_last_valid[j] === (issue_slot_last[j] >= 0) &&
              (!slot_last_valid[j] || slot_last[5*j +: 5] === issue_slot_last[j]), "last warp of a slot");
      for (j = 0; j < Blocks*Warps; j = j + 1)
        check(slot_warps[j] === (issue_slot_of[j % Warps] == j / Warps), "warps of a slot");
    end
  endtask

  task cycle;
    begin
      blocks_before = reference_before(policy, Blocks, priorities);
      #1;
      check_memory;
      issue_pick = -1;
      if (issue) reference_pick(0, policy, ready, Warps, Blocks, priorities);
      check(pick_valid === (issue_pick >= 0), "a warp is picked");
      if (issue_pick >= 0) check(pick === issue_pick, "the right warp is picked");
      sample;
      if (clear) reference_issue_clear;
      else begin
        if (issue_pick >= 0) reference_issue_remember(0, issue_pick);
        if (launch) reference_issue_launch(slot, warps);
      end
      @(negedge clk);
    end
  endtask

  task launch_block(input [2:0] to_slot, input [31:0] mask);
    begin
      launch = 1; slot = to_slot; warps = mask; issue = 0;
      cycle;
      launch = 0;
    end
  endtask

  // Issues one warp of the mask and compares it with the given number
  task issue_expect(input [31:0] mask, input integer expected, input [8*48-1:0] what);
    begin
      issue = 1; ready = mask; blocks_before = reference_before(policy, Blocks, priorities);
      #1 check(pick_valid && pick === expected, what);
      cycle;
      issue = 0;
    end
  endtask

  initial begin
    {clear, launch, issue, policy, slot, warps, ready, priorities, blocks_before} = 0;
    past_pick_slot = -2; past_policy = 0;
    reference_issue_clear;
    start_bench;

    // BAWS Figure 7: three blocks of four warps; w8, w4 and w6, w0, w1 and w3 still run; last issued: w7, w0 in TB0.
    launch_block(0, 32'h00f); launch_block(1, 32'h0f0); launch_block(2, 32'hf00);
    policy = scord_params::ISSUE_POLICY_MWF_LRR;
    issue_expect(32'h001, 0, "w0 was the last of TB0");
    issue_expect(32'h080, 7, "w7 was the last of TB1");
    priorities = {30'd0, 6'd3, 6'd2, 6'd1};
    issue_expect(32'h15b, 8, "Figure 7: w8 first");
    issue_expect(32'h05b, 4, "Figure 7: then w4");
    issue_expect(32'h04b, 6, "Figure 7: then w6");
    issue_expect(32'h00b, 1, "Figure 7: then w1");
    issue_expect(32'h009, 3, "Figure 7: then w3");
    issue_expect(32'h001, 0, "Figure 7: then w0");

    repeat (3000) begin
      issue = !one_in(5);
      if (one_in(40)) policy = random_below(4);
      ready = random_bits(0);
      if (one_in(3)) ready = ready & random_bits(0) & random_bits(0);
      if (one_in(20)) ready = 0;
      launch = one_in(20);
      slot = random_bits(0);
      warps = random_bits(0) & random_bits(0);
      if (one_in(5)) priorities = {random_bits(0), random_bits(0)};
      if (one_in(5)) priorities = priorities & {8{6'd1}};
      clear = one_in(400);
      cycle;
    end
    finish_bench;
  end
endmodule
