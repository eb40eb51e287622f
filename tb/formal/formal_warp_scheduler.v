// SPDX-License-Identifier: Apache-2.0
// formal_warp_scheduler: the composition of an SM's scheduling: both schedulers and the fetch port pick by the SM's
// warp numbers, from one table, one block order and the state of each scheduler (W3, W5, W10). The parts have proofs of
// their own.
// groups: table = waiting warps (and ended ones, W15); work-conserving; each scheduler its own warps; no ready warp goes before the pick (W4, W5); fetch exactly when eligible; the critical warp (W10); memory
// prove: SAT induction, cover 7
// parameters: Slots=2 Warps=4
`include "scord_params.vh"
module formal_warp_scheduler #(parameter Slots = 2, parameter Warps = 4) (
  input wire clk_i, input wire rst_ni, input wire clear_i, input wire [scord_params::ISSUE_POLICY_WIDTH-1:0] policy_i,
  input wire [scord_params::FETCH_ORDER_WIDTH-1:0] order_i, input wire [1:0] issue_valid_i, input wire [Warps-1:0] ready_i,
  input wire fetch_valid_i, input wire [Warps-1:0] eligible_i, input wire [Warps-1:0] blocked_i, input wire launch_i,
  input wire [2:0] launch_slot_i, input wire [Warps-1:0] launch_warps_i, input wire [1:0] arrive_i, input wire [5:0] arrive_slot_i,
  input wire [Slots-1:0] release_i, input wire exits_count_i, input wire [1:0] exit_i, input wire [5:0] exit_slot_i
);
  `include "tb/formal/parts/formal.vh"
  `include "tb/formal/parts/scheduler_order.vh"
  localparam U = Warps / 2;
  localparam UW = U > 1 ? $clog2(U) : 1;
  wire [1:0] pick_valid;
  wire [11:0] picks;
  wire fetch_pick_valid;
  wire [5:0] fetch_pick;
  wire [6*Slots-1:0] priorities;
  wire [3*Slots-1:0] ranks;
  warp_scheduler #(.BlocksPerSm(Slots), .WarpsPerSm(Warps), .Schedulers(2), .FetchFairness(4)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .issue_policy_i(policy_i), .fetch_order_i(order_i),
    .issue_valid_i(issue_valid_i), .issue_ready_i(ready_i), .issue_pick_valid_o(pick_valid), .issue_pick_o(picks),
    .fetch_valid_i(fetch_valid_i), .fetch_eligible_i(eligible_i), .fetch_blocked_i(blocked_i), .fetch_pick_valid_o(fetch_pick_valid),
    .fetch_pick_o(fetch_pick), .launch_i(launch_i), .launch_slot_i(launch_slot_i), .launch_warps_i(launch_warps_i),
    .arrive_i(arrive_i), .arrive_slot_i(arrive_slot_i), .release_i(release_i), .exits_count_i(exits_count_i), .exit_i(exit_i),
    .exit_slot_i(exit_slot_i), .priorities_o(priorities), .block_ranks_o(ranks));
  integer s, w, u;
  reg [6*Slots-1:0] arrived = 0, ended = 0;  // by slot: warps of its block that wait, and that have ended (W15)
  reg [6*Slots-1:0] waiting;                 // the expected priorities
  always @(*) for (s = 0; s < Slots; s = s + 1) waiting[6*s +: 6] = arrived[6*s +: 6] + (exits_count_i ? ended[6*s +: 6] : 6'd0);
  always @(*) begin
    assume (launch_slot_i < Slots && arrive_slot_i[2:0] < Slots && arrive_slot_i[5:3] < Slots);
    assume (exit_slot_i[2:0] < Slots && exit_slot_i[5:3] < Slots);
    assume (policy_i <= scord_params::ISSUE_POLICY_MWF_GTO && order_i <= scord_params::FETCH_ORDER_CRITICAL_FIRST);
    // no more warps wait or have ended than exist (formal_warp_priority_table)
    for (s = 0; s < Slots; s = s + 1) begin
      if ((arrive_i[0] && arrive_slot_i[2:0] == s) || (arrive_i[1] && arrive_slot_i[5:3] == s)) assume (arrived[6*s +: 6] + 2 <= Warps);
      if ((exit_i[0] && exit_slot_i[2:0] == s) || (exit_i[1] && exit_slot_i[5:3] == s)) assume (ended[6*s +: 6] + 2 <= Warps);
    end
  end

  // By the SM's warp numbers: the slot of each warp; each scheduler's last warp, and its last warp of each slot
  reg [Warps-1:0] owned = 0;
  reg [3*Warps-1:0] slot_of = 0;
  reg [1:0] last_valid = 0;
  reg [11:0] last = 0;
  reg [2*Slots-1:0] slot_last_valid = 0;    // scheduler * Slots + slot
  reg [12*Slots-1:0] slot_last = 0;
  reg [1:0] grants = 0;
  reg unit_served = 1;
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      {owned, slot_of, arrived, ended, last_valid, last, slot_last_valid, slot_last, grants} <= 0;
      unit_served <= 1;
    end else begin
      for (u = 0; u < 2; u = u + 1) if (pick_valid[u]) begin
        last_valid[u] <= 1; last[6*u +: 6] <= picks[6*u +: 6];
        for (s = 0; s < Slots; s = s + 1)
          if (owned[picks[6*u +: 6]] && slot_of[3*picks[6*u +: 6] +: 3] == s) begin
            slot_last_valid[u*Slots + s] <= 1; slot_last[6*(u*Slots + s) +: 6] <= picks[6*u +: 6];
          end
      end
      for (s = 0; s < Slots; s = s + 1) begin
        arrived[6*s +: 6] <= arrived[6*s +: 6] + (arrive_i[0] && arrive_slot_i[2:0] == s) + (arrive_i[1] && arrive_slot_i[5:3] == s);
        ended[6*s +: 6] <= ended[6*s +: 6] + (exit_i[0] && exit_slot_i[2:0] == s) + (exit_i[1] && exit_slot_i[5:3] == s);
        if (release_i[s] || (launch_i && launch_slot_i == s)) arrived[6*s +: 6] <= 0;
        if (launch_i && launch_slot_i == s) ended[6*s +: 6] <= 0;
        if (launch_i && launch_slot_i == s)
          for (u = 0; u < 2; u = u + 1) begin slot_last_valid[u*Slots + s] <= 0; slot_last[6*(u*Slots + s) +: 6] <= 0; end
      end
      if (launch_i)
        for (w = 0; w < Warps; w = w + 1)
          if (launch_warps_i[w]) begin owned[w] <= 1; slot_of[3*w +: 3] <= launch_slot_i; end
          else if (slot_of[3*w +: 3] == launch_slot_i) owned[w] <= 0;
      if (fetch_pick_valid && order_i == scord_params::FETCH_ORDER_CRITICAL_FIRST) begin
        grants <= grants + 1;
        if (grants != 3) unit_served <= fetch_pick[0];
      end
    end
  end

  // The same, from the registers of the device
  (* hierconn *) wire \dut.g_scheduler[0].u_issue_scheduler.last_valid_q , \dut.g_scheduler[1].u_issue_scheduler.last_valid_q ;
  (* hierconn *) wire [UW-1:0] \dut.g_scheduler[0].u_issue_scheduler.last_q , \dut.g_scheduler[1].u_issue_scheduler.last_q ;
  (* hierconn *) wire [Slots-1:0] \dut.g_scheduler[0].u_issue_scheduler.slot_last_valid_q , \dut.g_scheduler[1].u_issue_scheduler.slot_last_valid_q ;
  (* hierconn *) wire [UW*Slots-1:0] \dut.g_scheduler[0].u_issue_scheduler.slot_last_q , \dut.g_scheduler[1].u_issue_scheduler.slot_last_q ;
  (* hierconn *) wire [U*Slots-1:0] \dut.g_scheduler[0].u_issue_scheduler.slot_warps_q , \dut.g_scheduler[1].u_issue_scheduler.slot_warps_q ;
  (* hierconn *) wire [6*Slots-1:0] \dut.u_warp_priority_table.warp_priority_table_q , \dut.u_ended_warps.warp_priority_table_q ;
  (* hierconn *) wire [1:0] \dut.u_fetch_scheduler.grants_q ;
  (* hierconn *) wire \dut.u_fetch_scheduler.unit_last_q ;
  (* hierconn *) wire [5:0] \dut.u_fetch_scheduler.last_q , \dut.u_fetch_scheduler.fair_last_q ;
  wire [1:0] device_last_valid = {\dut.g_scheduler[1].u_issue_scheduler.last_valid_q , \dut.g_scheduler[0].u_issue_scheduler.last_valid_q };
  wire [2*UW-1:0] device_last = {\dut.g_scheduler[1].u_issue_scheduler.last_q , \dut.g_scheduler[0].u_issue_scheduler.last_q };
  wire [2*Slots-1:0] device_slot_last_valid = {\dut.g_scheduler[1].u_issue_scheduler.slot_last_valid_q , \dut.g_scheduler[0].u_issue_scheduler.slot_last_valid_q };
  wire [2*UW*Slots-1:0] device_slot_last = {\dut.g_scheduler[1].u_issue_scheduler.slot_last_q , \dut.g_scheduler[0].u_issue_scheduler.slot_last_q };
  wire [2*U*Slots-1:0] device_slot_warps = {\dut.g_scheduler[1].u_issue_scheduler.slot_warps_q , \dut.g_scheduler[0].u_issue_scheduler.slot_warps_q };
  genvar i, j;
  for (i = 0; i < Warps; i = i + 1) begin : g_warp
    always @(*) if (past_valid) assert (slot_of[3*i +: 3] < Slots);
    for (j = 0; j < Slots; j = j + 1) begin : g_slot
      always @(*) if (past_valid) assert (device_slot_warps[(i%2)*U*Slots + U*j + i/2] == (owned[i] && slot_of[3*i +: 3] == j));
    end
  end
  for (i = 0; i < 2; i = i + 1) begin : g_unit
    always @(*) if (past_valid) begin
      assert (device_last_valid[i] == last_valid[i]);
      if (last_valid[i]) assert (last[6*i +: 6] < Warps && last[6*i] == i && device_last[UW*i +: UW] == last[6*i+1 +: 5]);
    end
    for (j = 0; j < Slots; j = j + 1) begin : g_slot
      always @(*) if (past_valid) begin
        assert (device_slot_last_valid[i*Slots + j] == slot_last_valid[i*Slots + j]);
        if (slot_last_valid[i*Slots + j])
          assert (slot_last[6*(i*Slots + j) +: 6] < Warps && slot_last[6*(i*Slots + j)] == i &&
                  device_slot_last[UW*(i*Slots + j) +: UW] == slot_last[6*(i*Slots + j)+1 +: 5]);
      end
    end
  end
  always @(*) if (past_valid) begin
    assert (priorities == waiting);  // formal_warp_priority_table proves it for the table
    assert (\dut.u_fetch_scheduler.grants_q == grants && \dut.u_fetch_scheduler.unit_last_q == unit_served);
    assert (\dut.u_fetch_scheduler.last_q < Warps && \dut.u_fetch_scheduler.fair_last_q < Warps);
    assert (\dut.u_warp_priority_table.warp_priority_table_q == arrived && \dut.u_ended_warps.warp_priority_table_q == ended );
    for (s = 0; s < Slots; s = s + 1) assert (arrived[6*s +: 6] <= Warps && ended[6*s +: 6] <= Warps);
  end

  // The place of a slot in the sequence of blocks
  wire mwf = policy_i == scord_params::ISSUE_POLICY_MWF_LRR || policy_i == scord_params::ISSUE_POLICY_MWF_GTO;
  reg [3*Slots-1:0] places;
  integer t;
  always @(*) begin
    places = ranks;
    if (mwf)
      for (s = 0; s < Slots; s = s + 1) begin
        places[3*s +: 3] = 0;
        for (t = 0; t < Slots; t = t + 1)
          if (waiting[6*t +: 6] > waiting[6*s +: 6] || (waiting[6*t +: 6] == waiting[6*s +: 6] && t < s))
            places[3*s +: 3] = places[3*s +: 3] + 1;
      end
  end

  function [15:0] key_of(input [5:0] warp);
    reg [2:0] slot;
    reg [5:0] memory;
    begin
      slot = slot_of >> 3*warp;
      memory = warp[0]*Slots + slot;
      key_of = order_key(policy_i, warp, owned >> warp, places >> 3*slot,
                         mwf ? slot_last_valid >> memory : last_valid >> warp[0],
                         mwf ? slot_last >> 6*memory : last >> 6*warp[0], Warps);
    end
  endfunction

  // An arbitrary scheduler, and any other warp of it
  (* anyconst *) wire unit;
  (* anyconst *) wire [5:0] rival;
  always @(*) assume (rival < Warps);
  wire [Warps-1:0] half = {U{unit, !unit}};
  wire [Warps-1:0] can = ready_i & half & (mwf ? owned : {Warps{1'b1}});
  wire [5:0] pick = picks >> 6*unit;
  wire is_valid = pick_valid >> unit, asked = issue_valid_i >> unit;
  wire can_pick = can >> pick, can_rival = can >> rival;
  wire [15:0] key_pick = key_of(pick), key_rival = key_of(rival), key_fetch = key_of(fetch_pick);
  always @(*) if (past_valid) begin
    assert (is_valid == (asked && can != 0));
    if (is_valid) assert (pick < Warps && can_pick);
    if (is_valid && can_rival && rival != pick) assert (key_pick < key_rival);
  end

  // Fetch
  wire [Warps-1:0] critical = eligible_i & ~blocked_i & (mwf ? owned : {Warps{1'b1}});
  wire by_order = order_i == scord_params::FETCH_ORDER_CRITICAL_FIRST && grants != 3 && critical != 0;
  wire is_eligible = eligible_i >> fetch_pick, is_critical = critical >> fetch_pick, rival_critical = critical >> rival;
  wire [2:0] fetch_slot = slot_of >> 3*fetch_pick, rival_slot = slot_of >> 3*rival;
  wire [5:0] fetch_priority = waiting >> 6*fetch_slot, rival_priority = waiting >> 6*rival_slot;
  always @(*) if (past_valid) begin
    assert (fetch_pick_valid == (fetch_valid_i && eligible_i != 0));
    if (fetch_pick_valid) assert (fetch_pick < Warps && is_eligible);
    if (fetch_pick_valid && by_order) begin
      assert (is_critical);
      if (rival_critical && rival[0] == fetch_pick[0] && rival != fetch_pick) assert (key_fetch < key_rival);
      if (rival_critical && rival[0] != fetch_pick[0] && mwf) assert (fetch_priority >= rival_priority);
      // no scheduler is served twice in a row while the other one has a critical warp of an equally critical block
      if (rival_critical && rival[0] != fetch_pick[0] && fetch_pick[0] == unit_served) assert (mwf && fetch_priority > rival_priority);
    end
  end

  (* keep *) wire cover_fetch_by_priority = past_valid && fetch_pick_valid && by_order && mwf && fetch_pick == 3 && fetch_priority == 1 && critical[0] && unit_served;
  (* keep *) wire cover_both_pick = past_valid && pick_valid == 3 && mwf && picks == {6'd3, 6'd2} && ready_i[1:0] == 3 && owned == 15;
endmodule
