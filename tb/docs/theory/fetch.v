// SPDX-License-Identifier: Apache-2.0
// bench_theory_fetch: the run behind docs/theory/diagrams/fetch.diagram: CFF beside MWF on a small warp_scheduler.
//
// Two blocks of four warps, two issue schedulers, one fetch port that is always free, every fourth grant fair. A warp that was
// served is not eligible for the next two cycles. Two warps of the second block arrive at its barrier; then it releases. The
// wave goes to the file named by +wave=FILE. Nothing is checked here: bench_warp_scheduler does that.

`include "scord_params.vh"
`timescale 1ns/1ns
`default_nettype none

module bench_theory_fetch;

  localparam int Warps = 8;
  localparam int Cycles = 20;
  localparam int WarpWidth = scord_params::SCHEDULER_WARP_WIDTH;
  localparam int SlotWidth = scord_params::SLOT_WIDTH;

  reg clk = 1'b0, rst_n = 1'b0, launch = 1'b0;
  reg [SlotWidth-1:0] launch_slot = '0;
  reg [Warps-1:0] launch_warps = '0, blocked = '0, served_1 = '0, served_2 = '0;
  reg [1:0] arrive = '0, released = '0;

  wire fetch_valid = rst_n && !launch;
  wire [Warps-1:0] eligible = ~(served_1 | served_2);
  wire pick_valid;
  wire [WarpWidth-1:0] pick;
  wire [1:0] unused_issue_valid;
  wire [2*WarpWidth-1:0] unused_issue;
  wire [2*scord_params::PRIORITY_WIDTH-1:0] priorities;
  wire [2*SlotWidth-1:0] unused_ranks;

  warp_scheduler #(.BlocksPerSm(2), .WarpsPerSm(Warps), .Schedulers(2), .FetchFairness(4)) u_warp_scheduler (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(1'b0),
    .issue_policy_i(scord_params::ISSUE_POLICY_MWF_GTO), .fetch_order_i(scord_params::FETCH_ORDER_CRITICAL_FIRST),
    .exits_count_i(1'b0), .issue_valid_i(2'b0), .issue_ready_i({Warps{1'b0}}),
    .issue_pick_valid_o(unused_issue_valid), .issue_pick_o(unused_issue),
    .fetch_valid_i(fetch_valid), .fetch_eligible_i(eligible), .fetch_blocked_i(blocked),
    .fetch_pick_valid_o(pick_valid), .fetch_pick_o(pick),
    .launch_i(launch), .launch_slot_i(launch_slot), .launch_warps_i(launch_warps),
    .arrive_i(arrive), .arrive_slot_i({SlotWidth'(1), SlotWidth'(1)}), .exit_i(2'b0), .exit_slot_i({2*SlotWidth{1'b0}}),
    .release_i(released), .priorities_o(priorities), .block_ranks_o(unused_ranks)
  );

  // Cycle c is settled at time 10 c + 5 and ends with the rising edge at 10 c + 10, as in the waves of the lockstep.
  initial begin
    #5;
    forever #5 clk = !clk;
  end

  always @(posedge clk) begin
    served_1 <= pick_valid ? Warps'(1) << pick : '0;
    served_2 <= served_1;
  end

  reg [8*256-1:0] wave;
  integer cycle;

  // What this cycle's inputs are, by its number.
  task drive;
    begin
      rst_n = cycle >= 1;
      launch = cycle == 1 || cycle == 2;
      launch_slot = SlotWidth'(cycle == 2);
      launch_warps = cycle == 1 ? 8'h0f : cycle == 2 ? 8'hf0 : 8'h00;
      arrive = {cycle == 10, cycle == 8};  // warp 5 is scheduler 1's, warp 4 scheduler 0's
      released = {cycle == 15, 1'b0};
      blocked = {2'b00, cycle > 10 && cycle <= 15, cycle > 8 && cycle <= 15, 4'b0000};
    end
  endtask

  initial begin
    if (!$value$plusargs("wave=%s", wave)) $fatal(1, "usage: +wave=FILE.vcd");
    $dumpfile(wave);
    $dumpvars(0, bench_theory_fetch);
    for (cycle = 0; cycle < Cycles; cycle = cycle + 1) begin
      drive;
      @(posedge clk);
      #1;
    end
    $finish;
  end

endmodule

`default_nettype wire
