// SPDX-License-Identifier: Apache-2.0
// formal_issue_scheduler: it is work-conserving, the pick is ready, and it is the first of the sorted list (W4,
// scheduler_order.vh); its state follows D32.
// groups: work-conserving; pick ready; no ready warp goes before it (W4); memory (D32)
// prove: SAT induction, cover 5
// parameters: Slots=4 Warps=8 Width=5; Slots=1 Warps=4 Width=2; long Slots=8 Warps=32 Width=5
//
// The properties compare the pick with one other warp: `rival`, an arbitrary constant of a run.
`include "scord_params.vh"
module formal_issue_scheduler #(parameter Slots = 4, parameter Warps = 8, parameter Width = 5) (
  input wire clk_i, input wire rst_ni, input wire clear_i, input wire [scord_params::ISSUE_POLICY_WIDTH-1:0] policy_i,
  input wire launch_i, input wire [2:0] launch_slot_i, input wire [Warps-1:0] launch_warps_i, input wire [3*Slots-1:0] places,
  input wire issue_valid_i, input wire [Warps-1:0] ready_i
);
  `include "tb/formal/parts/formal.vh"
  `include "tb/formal/parts/scheduler_order.vh"
  wire pick_valid;
  wire [Width-1:0] pick;
  wire last_valid_q;
  wire [Width-1:0] last_q;
  wire [Slots-1:0] slot_last_valid_q;
  wire [Width*Slots-1:0] slot_last_q;
  wire [Slots*Warps-1:0] slot_warps_q;
  reg [Slots*Slots-1:0] first;  // an arbitrary order of the slots: place 0 goes first
  issue_scheduler #(.BlocksPerSm(Slots), .WarpsPerSm(Warps), .WarpWidth(Width)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .policy_i(policy_i), .launch_i(launch_i),
    .launch_slot_i(launch_slot_i), .launch_warps_i(launch_warps_i), .before_i(first),
    .issue_valid_i(issue_valid_i), .ready_i(ready_i), .pick_valid_o(pick_valid), .pick_o(pick), .last_valid_o(last_valid_q),
    .last_o(last_q), .slot_last_valid_o(slot_last_valid_q), .slot_last_o(slot_last_q), .slot_warps_o(slot_warps_q));
  integer w, s, t;
  always @(*) begin
    assume (launch_slot_i < Slots && policy_i <= scord_params::ISSUE_POLICY_MWF_GTO);
    for (s = 0; s < Slots; s = s + 1)
      for (t = 0; t < Slots; t = t + 1) begin
        first[s*Slots + t] = places[3*t +: 3] < places[3*s +: 3];
        if (s != t) assume (places[3*t +: 3] != places[3*s +: 3]);
      end
  end

  // By warp: the slot that it belongs to, if any. The last warp of the scheduler (place Slots) and of each slot
  // (below).
  reg [Warps-1:0] owned = 0;
  reg [3*Warps-1:0] slot_of = 0;
  reg [Slots:0] last_valid = 0;
  reg [Width*(Slots+1)-1:0] last = 0;
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) {owned, slot_of, last_valid, last} <= 0;
    else begin
      if (pick_valid) begin
        last_valid[Slots] <= 1; last[Width*Slots +: Width] <= pick;
        for (s = 0; s < Slots; s = s + 1)
          if (owned[pick] && slot_of[3*pick +: 3] == s) begin last_valid[s] <= 1; last[Width*s +: Width] <= pick; end
      end
      if (launch_i) begin
        for (s = 0; s < Slots; s = s + 1) if (launch_slot_i == s) begin last_valid[s] <= 0; last[Width*s +: Width] <= 0; end
        for (w = 0; w < Warps; w = w + 1)
          if (launch_warps_i[w]) begin owned[w] <= 1; slot_of[3*w +: 3] <= launch_slot_i; end
          else if (slot_of[3*w +: 3] == launch_slot_i) owned[w] <= 0;
      end
    end
  end
  genvar k, v;
  for (v = 0; v < Warps; v = v + 1) begin : g_warp
    always @(*) if (past_valid) assert (slot_of[3*v +: 3] < Slots);
    for (k = 0; k < Slots; k = k + 1) begin : g_slot
      always @(*) if (past_valid) assert (slot_warps_q[Warps*k + v] == (owned[v] && slot_of[3*v +: 3] == k));
    end
  end
  for (k = 0; k <= Slots; k = k + 1) begin : g_last
    always @(*) if (past_valid) assert (last[Width*k +: Width] < Warps);
  end
  always @(*) if (past_valid)
    assert ({last_valid_q, slot_last_valid_q} == last_valid && {last_q, slot_last_q} == last);

  // Properties of a pick
  wire mwf = policy_i == scord_params::ISSUE_POLICY_MWF_LRR || policy_i == scord_params::ISSUE_POLICY_MWF_GTO;
  wire gto = policy_i == scord_params::ISSUE_POLICY_GTO;
  wire [Warps-1:0] can = ready_i & (mwf ? owned : {Warps{1'b1}});
  wire [2:0] slot = slot_of >> 3*pick;
  wire [2:0] place = places >> 3*slot;
  wire [3:0] memory = mwf ? {1'b0, slot} : Slots;
  wire before_valid = last_valid >> memory;
  wire [Width-1:0] before = last >> Width*memory;
  wire [15:0] key = order_key(policy_i, pick, owned[pick], place, before_valid, before, Warps);
  always @(*) if (past_valid) begin
    assert (pick_valid == (issue_valid_i && can != 0));  // work-conserving; no pick without issue_valid_i
    if (pick_valid) assert (pick < Warps && can[pick]);
  end

  (* anyconst *) wire [Width-1:0] rival;
  always @(*) assume (rival < Warps);
  wire [2:0] its_slot = slot_of >> 3*rival;
  wire [2:0] its_place = places >> 3*its_slot;
  wire [3:0] its_memory = mwf ? {1'b0, its_slot} : Slots;
  wire its_before_valid = last_valid >> its_memory;
  wire [Width-1:0] its_before = last >> Width*its_memory;
  wire [15:0] its_key = order_key(policy_i, rival, owned[rival], its_place, its_before_valid, its_before, Warps);
  always @(*) if (past_valid && pick_valid && can[rival] && pick != rival) assert (key < its_key);

  wire picked = past_valid && pick_valid;
  (* keep *) wire cover_second_slot_first = picked && mwf && pick == 7 && slot == 1 && slot_of[2:0] == 0 && owned[0] && ready_i[0];
  (* keep *) wire cover_oldest_is_not_lowest = picked && gto && before_valid && pick == 7 && owned[7] && owned[0] && ready_i[0];
  (* keep *) wire cover_ready_warps_of_no_slot = past_valid && issue_valid_i && !pick_valid && ready_i == 8'h81;
  (* keep *) wire cover_round_robin_wraps = picked && policy_i == scord_params::ISSUE_POLICY_MWF_LRR && before_valid && before == 7 && pick == 2;
endmodule
