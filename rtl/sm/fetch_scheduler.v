// SPDX-License-Identifier: Apache-2.0
// fetch_scheduler: which warp of an SM the fetch port serves: round robin, or critical first (CFF, BAWS section 4.2; W9, W10 and
// W11 of docs/warp-scheduling.md).
//
// CFF is told the critical warp of each issue scheduler: the first eligible one of its issue order that does not wait at a
// barrier. It takes that of the block with the highest priority, among equals that of the scheduler after the one served last.
// When there is none, round robin. Every FetchFairness-th grant is plain round robin's over all eligible warps, with a pointer
// of its own that moves only then: a warp that stays eligible is served within FetchFairness * WarpsPerSm grants.
//
// lint: WarpsPerSm=48 Schedulers=2; WarpsPerSm=48 Schedulers=1; WarpsPerSm=12 Schedulers=3 FetchFairness=5

`include "scord_params.vh"
`default_nettype none

module fetch_scheduler #(
  parameter int WarpsPerSm = scord_params::BAWS_WARPS_PER_SM,    // warp slots
  parameter int Schedulers = scord_params::BAWS_SCHEDULERS,      // issue schedulers: warp w is of scheduler w mod Schedulers
  parameter int FetchFairness = scord_params::FETCH_FAIRNESS     // CFF: one of so many grants is a fair turn
) (
  // Clock and synchronous reset
  input  wire                                                clk_i,
  input  wire                                                rst_ni,
  // Forget everything at the next edge (kernel start)
  input  wire                                                clear_i,
  // scord_params::FETCH_ORDER_*; may change at any time. Fewest entries is served as round robin
  input  wire [scord_params::FETCH_ORDER_WIDTH-1:0]          fetch_order_i,
  // The port is free: it serves one of the eligible warps. The pick is combinational, there is one exactly when a warp is
  // eligible; it is remembered at the clock edge.
  input  wire                                                fetch_valid_i,
  input  wire [WarpsPerSm-1:0]                               eligible_i,
  // The critical warp of each issue scheduler, scheduler 0 lowest, of the eligible ones; and its block's priority
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

  logic [WarpWidth-1:0] last_q;        // served last, by whatever rule; before the first the highest warp
  logic [WarpWidth-1:0] fair_last_q;   // served last by a fair turn
  logic [UnitWidth-1:0] unit_last_q;   // scheduler of the warp served last by the other turns
  logic [GrantWidth-1:0] grants_q;     // since the last fair turn

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

  // Schedulers after the last served one, then the others; only a higher priority replaces: among equals the first.
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
      unit_last_q <= UnitWidth'(Schedulers - 1);  // scheduler 0 has the first tie
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
  // Who is critical is eligible, and a warp of its scheduler.
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
