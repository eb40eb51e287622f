// SPDX-License-Identifier: Apache-2.0
// fetch_scheduler: picks the warp that the fetch port of an SM serves: round robin, or critical first (CFF).
//
// Under CFF each issue scheduler names its critical warp: the first warp of its issue order that may be fetched and
// does not wait at a barrier. The port serves the critical warp whose block has the highest priority. Among equals it
// takes the scheduler next in turn after the one it served last. Without any critical warp it serves round robin.
//
// Every FetchFairness-th grant of CFF is a fair turn: round robin over all eligible warps, with a pointer that moves
// only in fair turns. A warp that stays eligible is therefore served within FetchFairness * WarpsPerSm grants.
//
// Timing: the pick is combinational; the state that remembers it changes at the next edge.
// Source: BAWS section 4.2; W9, W10, W11 of docs/warp-scheduling.md. Model: cmodel/sm/fetch_scheduler.c.
//
// lint: WarpsPerSm=48 Schedulers=2; WarpsPerSm=48 Schedulers=1; WarpsPerSm=12 Schedulers=3 FetchFairness=5

`include "scord_params.vh"
`default_nettype none

module fetch_scheduler #(
  // warp slots, 1 to 64
  parameter int WarpsPerSm = scord_params::BAWS_WARPS_PER_SM,
  // issue schedulers, 1 to 4; warp w belongs to scheduler w mod Schedulers
  parameter int Schedulers = scord_params::BAWS_SCHEDULERS,
  // grants of CFF from one fair turn to the next, at least 2
  parameter int FetchFairness = scord_params::FETCH_FAIRNESS
) (
  // Clock and synchronous reset
  input  wire                                                clk_i,
  input  wire                                                rst_ni,
  // Sets all state to its reset value at the next edge (kernel start)
  input  wire                                                clear_i,
  // One of scord_params::FETCH_ORDER_*; may change in any cycle. "Fewest entries" is served as round robin.
  input  wire [scord_params::FETCH_ORDER_WIDTH-1:0]          fetch_order_i,
  // fetch_valid_i: the port is free. There is a pick exactly when the port is free and a warp is eligible.
  input  wire                                                fetch_valid_i,
  input  wire [WarpsPerSm-1:0]                               eligible_i,
  // The critical warp of each issue scheduler (scheduler 0 lowest), which is eligible, and the priority of its block
  input  wire [Schedulers-1:0]                               critical_valid_i,
  input  wire [Schedulers*scord_params::SCHEDULER_WARP_WIDTH-1:0] critical_i,
  input  wire [Schedulers*scord_params::PRIORITY_WIDTH-1:0]  critical_priority_i,
  output logic                                               pick_valid_o,
  output logic [scord_params::SCHEDULER_WARP_WIDTH-1:0]      pick_o
);

  localparam int WarpWidth = scord_params::SCHEDULER_WARP_WIDTH;
  localparam int PriorityWidth = scord_params::PRIORITY_WIDTH;
  localparam int UnitWidth = Schedulers > 1 ? $clog2(Schedulers) : 1;
  localparam int GrantWidth = $clog2(FetchFairness);

  ///////////
  // State //
  ///////////

  logic [WarpWidth-1:0] last_q;        // the warp served last by any rule; at reset the highest warp
  logic [WarpWidth-1:0] fair_last_q;   // the warp served last in a fair turn
  logic [UnitWidth-1:0] unit_last_q;   // the scheduler of the warp that CFF served last
  logic [GrantWidth-1:0] grants_q;     // grants since the last fair turn

  logic critical_first, fair_turn;

  assign critical_first = fetch_order_i == scord_params::FETCH_ORDER_CRITICAL_FIRST;
  assign fair_turn = critical_first && grants_q == GrantWidth'(FetchFairness - 1);

  /////////////////
  // Round robin //
  /////////////////

  logic [WarpWidth-1:0] start, round_robin;
  logic [WarpsPerSm-1:0] later, pool, round_robin_mask;

  assign start = fair_turn ? fair_last_q : last_q;
  always_comb begin
    later = '0;
    for (int warp = 0; warp < WarpsPerSm; warp++) later[warp] = WarpWidth'(warp) > start;
  end
  assign pool = (eligible_i & later) != '0 ? eligible_i & later : eligible_i;
  assign round_robin_mask = pool & (~pool + 1'b1);  // lowest set bit
  always_comb begin
    round_robin = '0;
    for (int warp = 0; warp < WarpsPerSm; warp++) begin
      if (round_robin_mask[warp]) round_robin |= WarpWidth'(warp);
    end
  end

  ///////////////////
  // Critical warp //
  ///////////////////

  logic critical_found;
  logic [WarpWidth-1:0] critical;
  logic [PriorityWidth-1:0] critical_priority;

  // The first pass covers the schedulers after the one served last, the second pass the others. A later candidate
  // replaces an earlier one only if its priority is higher, so that among equals the first wins.
  always_comb begin
    critical_found = 1'b0;
    critical = '0;
    critical_priority = '0;
    for (int place = 0; place < 2 * Schedulers; place++) begin
      if (critical_valid_i[place % Schedulers] && (32'(unit_last_q) + 1 <= place % Schedulers) == (place < Schedulers) &&
          (!critical_found || critical_priority_i[(place % Schedulers)*PriorityWidth +: PriorityWidth] > critical_priority))
      begin
        critical_found = 1'b1;
        critical = critical_i[(place % Schedulers)*WarpWidth +: WarpWidth];
        critical_priority = critical_priority_i[(place % Schedulers)*PriorityWidth +: PriorityWidth];
      end
    end
  end

  assign pick_valid_o = fetch_valid_i && eligible_i != '0;
  assign pick_o = !pick_valid_o ? '0 : critical_first && !fair_turn && critical_found ? critical : round_robin;

  ////////////
  // Update //
  ////////////

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      last_q <= WarpWidth'(WarpsPerSm - 1);
      fair_last_q <= WarpWidth'(WarpsPerSm - 1);
      unit_last_q <= UnitWidth'(Schedulers - 1);  // scheduler 0 wins the first tie
      grants_q <= '0;
    end else if (pick_valid_o) begin
      last_q <= pick_o;
      if (fair_turn) begin
        fair_last_q <= pick_o;
        grants_q <= '0;
      end else if (critical_first) begin
        unit_last_q <= UnitWidth'(32'(pick_o) % Schedulers);
        grants_q <= grants_q + 1'b1;
      end
    end
  end

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  // A critical warp must be eligible and belong to the scheduler that names it.
  logic critical_wrong;
  always_comb begin
    critical_wrong = 1'b0;
    for (int unit = 0; unit < Schedulers; unit++) begin
      critical_wrong |= critical_valid_i[unit] &&
                        ((eligible_i & WarpsPerSm'(1) << critical_i[unit*WarpWidth +: WarpWidth]) == '0 ||
                         32'(critical_i[unit*WarpWidth +: WarpWidth]) % Schedulers != unit);
    end
  end

  always @(posedge clk_i) if (rst_ni) begin
    begin : a_pick_on_demand
      assert (pick_valid_o == (fetch_valid_i && eligible_i != '0));
    end
    begin : a_served_warps_exist
      assert (32'(last_q) < WarpsPerSm && 32'(fair_last_q) < WarpsPerSm && 32'(unit_last_q) < Schedulers);
    end
    if (pick_valid_o && critical_first && !fair_turn && critical_valid_i != '0) begin : a_critical_before_others
      assert (critical_found && pick_o == critical);
    end
    if (pick_valid_o) begin : a_pick_is_eligible
      assert (32'(pick_o) < WarpsPerSm && (eligible_i & WarpsPerSm'(1) << pick_o) != '0);
    end
    begin : a_critical_is_eligible
      assert (!critical_wrong);
    end
    begin : a_grants_within_fairness
      assert (32'(grants_q) < FetchFairness);
    end
  end
`endif

endmodule

`default_nettype wire
