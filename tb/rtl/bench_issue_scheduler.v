// bench_issue_scheduler: BAWS Figure 7's order, then random masks, policies, priorities and launches.
`include "scord_params.vh"
module bench_issue_scheduler;
  `include "bench.vh"
  `include "issue_reference.vh"
  localparam int Warps = 32;
  localparam int Blocks = 8;
  reg clear, launch, issue;
  reg [1:0] policy;
  reg [2:0] slot;
  reg [31:0] warps, ready;
  reg [47:0] priorities;
  wire pick_valid;
  wire [4:0] pick;
  integer picks, refused, i;
  issue_scheduler #(.BlocksPerSm(Blocks), .WarpsPerSm(Warps)) dut (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(clear), .policy_i(policy), .launch_i(launch), .launch_slot_i(slot),
    .launch_warps_i(warps), .priorities_i(priorities), .issue_valid_i(issue), .ready_i(ready),
    .pick_valid_o(pick_valid), .pick_o(pick));

  task cycle;
    begin
      #1;
      issue_pick = -1;
      if (issue) reference_pick(policy, ready, Warps, Blocks, priorities);
      check(pick_valid === (issue_pick >= 0), "a warp is picked");
      if (issue_pick >= 0) check(pick === issue_pick, "the right warp is picked");
      if (issue_pick >= 0) picks = picks + 1;
      else if (issue && ready != 0) refused = refused + 1;
      if (clear) reference_issue_clear;
      else begin
        if (issue_pick >= 0) reference_issue_remember(issue_pick);
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

  // Issues one warp of the mask and checks it against a number given by hand
  task issue_expect(input [31:0] mask, input integer expected, input [8*48-1:0] what);
    begin
      issue = 1; ready = mask;
      #1 check(pick_valid && pick === expected, what);
      cycle;
      issue = 0;
    end
  endtask

  initial begin
    {clear, launch, issue, policy, slot, warps, ready, priorities} = 0;
    {picks, refused} = 0;
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

    repeat (8000) begin
      issue = !one_in(5);
      if (one_in(40)) policy = random_bits(0);
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
    check(picks > 4000, "warps were picked");
    check(refused > 0, "MWF met ready warps of no slot");
    finish_bench;
  end
endmodule
