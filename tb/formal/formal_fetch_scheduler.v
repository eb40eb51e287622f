// SPDX-License-Identifier: Apache-2.0
// formal_fetch_scheduler: there is a pick exactly when a warp is eligible; the pick follows W9 and W10; and W11: a warp
// that stays eligible waits for fewer than FetchFairness * WarpsPerSm grants under CFF, and for fewer than WarpsPerSm
// under round robin.
// groups: work-conserving; round robin (W9); critical warp, priority and ties (W10); fair turns; no starvation (W11, by induction)
// prove: SAT induction, cover 8
// parameters: Warps=6 Schedulers=2 Fairness=4; Warps=4 Schedulers=1 Fairness=2; Warps=6 Schedulers=3 Fairness=3; long Warps=10 Schedulers=2 Fairness=8
//
// The proof of W11 is an invariant. Let d be the steps from the fair pointer to the warp (1 to Warps). The warp is
// served at the latest by the d-th fair turn from now, that is by grant (d - 1) * Fairness + (Fairness - grants since
// the last fair turn). Each grant decreases this number by one; a fair turn that serves another warp moves the pointer
// at least one step nearer.
`include "scord_params.vh"
module formal_fetch_scheduler #(parameter Warps = 6, parameter Schedulers = 2, parameter Fairness = 4) (
  input wire clk_i, input wire rst_ni, input wire clear_i, input wire [scord_params::FETCH_ORDER_WIDTH-1:0] order_i,
  input wire fetch_valid_i, input wire [Warps-1:0] eligible_i, input wire [Schedulers-1:0] critical_valid_i,
  input wire [6*Schedulers-1:0] critical_i, input wire [6*Schedulers-1:0] priority_i
);
  `include "tb/formal/parts/formal.vh"
  wire pick_valid;
  wire [5:0] pick;
  fetch_scheduler #(.WarpsPerSm(Warps), .Schedulers(Schedulers), .FetchFairness(Fairness)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .fetch_order_i(order_i), .fetch_valid_i(fetch_valid_i), .eligible_i(eligible_i),
    .critical_valid_i(critical_valid_i), .critical_i(critical_i), .critical_priority_i(priority_i),
    .pick_valid_o(pick_valid), .pick_o(pick));
  integer u;
  always @(*) begin
    assume (order_i <= scord_params::FETCH_ORDER_CRITICAL_FIRST);
    for (u = 0; u < Schedulers; u = u + 1)
      if (critical_valid_i[u]) assume (critical_i[6*u +: 6] < Warps && (eligible_i >> critical_i[6*u +: 6] & 1'b1) &&
                                       critical_i[6*u +: 6] % Schedulers == u);
  end
  wire cff = order_i == scord_params::FETCH_ORDER_CRITICAL_FIRST;

  // Served warps: the last, the last of a fair turn, the scheduler of the last of another turn; grants of CFF since the
  // fair turn
  reg [5:0] served = Warps - 1, fair_served = Warps - 1;
  reg [1:0] unit_served = Schedulers - 1;
  reg [7:0] grants = 0;
  wire fair = cff && grants == Fairness - 1;
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      served <= Warps - 1; fair_served <= Warps - 1; unit_served <= Schedulers - 1; grants <= 0;
    end else if (pick_valid) begin
      served <= pick;
      if (fair) fair_served <= pick;
      if (cff && !fair) unit_served <= pick % Schedulers;
      if (cff) grants <= fair ? 0 : grants + 1;
    end
  end
  (* hierconn *) wire [5:0] \dut.last_q , \dut.fair_last_q ;
  (* hierconn *) wire [(Schedulers > 2 ? 2 : 1)-1:0] \dut.unit_last_q ;
  (* hierconn *) wire [$clog2(Fairness)-1:0] \dut.grants_q ;
  always @(*) if (past_valid) begin
    assert (\dut.last_q == served && \dut.fair_last_q == fair_served && \dut.unit_last_q == unit_served && \dut.grants_q == grants);
    assert (served < Warps && fair_served < Warps && unit_served < Schedulers && grants < Fairness);
  end

  function [6:0] steps(input [5:0] from, input [5:0] to);  // around the ring, 1 to Warps
    steps = to > from ? to - from : to + Warps - from;
  endfunction

  // The expected pick
  (* anyconst *) wire [5:0] rival;
  (* anyconst *) wire [1:0] unit;
  always @(*) assume (rival < Warps && unit < Schedulers);
  wire is_eligible = eligible_i >> pick, rival_eligible = eligible_i >> rival;
  wire round_robin = !cff || fair || critical_valid_i == 0;
  wire [5:0] pointer = fair ? fair_served : served;
  wire [1:0] its_unit = pick % Schedulers;
  wire its_valid = critical_valid_i >> its_unit, unit_valid = critical_valid_i >> unit;
  wire [5:0] its_critical = critical_i >> 6*its_unit;
  wire [5:0] its_priority = priority_i >> 6*its_unit, unit_priority = priority_i >> 6*unit;
  wire [2:0] its_turn = its_unit > unit_served ? its_unit - unit_served : its_unit + Schedulers - unit_served;
  wire [2:0] unit_turn = unit > unit_served ? unit - unit_served : unit + Schedulers - unit_served;
  always @(*) if (past_valid) begin
    assert (pick_valid == (fetch_valid_i && eligible_i != 0));
    if (pick_valid) assert (pick < Warps && is_eligible);
    if (pick_valid && round_robin && rival_eligible) assert (steps(pointer, pick) <= steps(pointer, rival));
    if (pick_valid && !round_robin) assert (its_valid && its_critical == pick);
    if (pick_valid && !round_robin && unit_valid && unit != its_unit)
      assert (its_priority > unit_priority || (its_priority == unit_priority && its_turn < unit_turn));
  end

  // W11: grants since the rival was served or became eligible, while it is eligible all the time and the order is
  // unchanged
  reg [10:0] waited = 0, waited_round_robin = 0;
  wire stays = rst_ni && !clear_i && rival_eligible && !(pick_valid && pick == rival);
  always @(posedge clk_i) begin
    waited <= stays && cff ? waited + pick_valid : 0;
    waited_round_robin <= stays && !cff ? waited_round_robin + pick_valid : 0;
  end
  always @(*) if (past_valid) begin
    assert (waited + (steps(fair_served, rival) - 1) * Fairness + Fairness - grants <= Fairness * Warps);
    assert (waited_round_robin + steps(served, rival) <= Warps);
    assert (waited < Fairness * Warps && waited_round_robin < Warps);
  end

  wire [5:0] critical_1 = critical_i >> 6, priority_1 = priority_i >> 6;
  (* keep *) wire cover_fair_turn_of_another = past_valid && pick_valid && fair && critical_valid_i != 0 && pick != critical_i[5:0] && pick == 3;
  (* keep *) wire cover_tie_goes_to_the_other = past_valid && pick_valid && cff && !fair && critical_valid_i == 3 && unit_served == 0 && pick == 5 && priority_i[5:0] == priority_1 && critical_1 == 5;
  (* keep *) wire cover_priority_beats_turn = past_valid && pick_valid && cff && !fair && critical_valid_i == 3 && unit_served == 0 && pick == 4;
  (* keep *) wire cover_waits_for_six_grants = past_valid && waited == 6;
endmodule
