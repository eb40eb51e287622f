// formal_issue_scheduler: work-conserving, the pick is ready, MWF takes a slot of the highest priority and the lowest slot of
// a tie, GTO and LRR inside it; the memory behind it follows D32.
// groups: work-conserving; pick ready; MWF slot choice; LRR; GTO; memory (D32)
// prove: SAT induction, cover 5
// parameters: Slots=4 Warps=8; Slots=1 Warps=4; long Slots=8 Warps=32
//
// The rules are about any one other warp: `rival` is a constant of a run, any warp.
`include "scord_params.vh"
module formal_issue_scheduler #(parameter Slots = 4, parameter Warps = 8) (
  input wire clk_i, input wire rst_ni, input wire clear_i, input wire [1:0] policy_i, input wire launch_i,
  input wire [2:0] launch_slot_i, input wire [Warps-1:0] launch_warps_i, input wire [6*Slots-1:0] priorities_i,
  input wire issue_valid_i, input wire [Warps-1:0] ready_i
);
  `include "tb/formal/formal.vh"
  wire pick_valid;
  wire [4:0] pick;
  issue_scheduler #(.BlocksPerSm(Slots), .WarpsPerSm(Warps)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .policy_i(policy_i), .launch_i(launch_i),
    .launch_slot_i(launch_slot_i), .launch_warps_i(launch_warps_i), .priorities_i(priorities_i),
    .issue_valid_i(issue_valid_i), .ready_i(ready_i), .pick_valid_o(pick_valid), .pick_o(pick));
  always @(*) assume (launch_slot_i < Slots);
  (* hierconn *) wire \dut.last_valid_q ;
  (* hierconn *) wire [4:0] \dut.last_q ;
  (* hierconn *) wire [Slots-1:0] \dut.slot_last_valid_q ;
  (* hierconn *) wire [5*Slots-1:0] \dut.slot_last_q ;
  (* hierconn *) wire [Slots*Warps-1:0] \dut.slot_warps_q ;

  // Seen from the warp: the slot that a warp belongs to, if any; last warp of the SM (place Slots) and of each slot (below)
  reg [Warps-1:0] owned = 0;
  reg [3*Warps-1:0] slot_of = 0;
  reg [Slots:0] last_valid = 0;
  reg [5*(Slots+1)-1:0] last = 0;
  integer w, s;
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) {owned, slot_of, last_valid, last} <= 0;
    else begin
      if (pick_valid) begin
        last_valid[Slots] <= 1; last[5*Slots +: 5] <= pick;
        for (s = 0; s < Slots; s = s + 1)
          if (owned[pick] && slot_of[3*pick +: 3] == s) begin last_valid[s] <= 1; last[5*s +: 5] <= pick; end
      end
      if (launch_i) begin
        for (s = 0; s < Slots; s = s + 1) if (launch_slot_i == s) begin last_valid[s] <= 0; last[5*s +: 5] <= 0; end
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
      always @(*) if (past_valid) assert (\dut.slot_warps_q [Warps*k + v] == (owned[v] && slot_of[3*v +: 3] == k));
    end
  end
  for (k = 0; k <= Slots; k = k + 1) begin : g_last
    always @(*) if (past_valid) assert (last[5*k +: 5] < Warps);
  end
  always @(*) if (past_valid)
    assert ({\dut.last_valid_q , \dut.slot_last_valid_q } == last_valid && {\dut.last_q , \dut.slot_last_q } == last);

  // The rules of a pick
  wire mwf = policy_i == scord_params::ISSUE_POLICY_MWF_LRR || policy_i == scord_params::ISSUE_POLICY_MWF_GTO;
  wire gto = policy_i == scord_params::ISSUE_POLICY_GTO || policy_i == scord_params::ISSUE_POLICY_MWF_GTO;
  wire [Warps-1:0] can = ready_i & (mwf ? owned : {Warps{1'b1}});
  wire [2:0] slot = slot_of[3*pick +: 3];
  wire [5:0] priority_of_pick = priorities_i[6*slot +: 6];
  wire [3:0] place = mwf ? {1'b0, slot} : Slots;
  wire before_valid = last_valid[place];
  wire [4:0] before = last >> 5*place;
  wire [4:0] distance = pick > before ? pick - before : pick + Warps - before;  // places after the last warp, around
  always @(*) if (past_valid) begin
    assert (pick_valid == (issue_valid_i && can != 0));  // work-conserving; never without being asked
    if (pick_valid) assert (pick < Warps && can[pick]);
  end

  (* anyconst *) wire [4:0] rival;
  always @(*) assume (rival < Warps);
  wire [2:0] its_slot = slot_of[3*rival +: 3];
  wire [5:0] its_priority = priorities_i[6*its_slot +: 6];
  wire [4:0] its_distance = rival > before ? rival - before : rival + Warps - before;
  wire other_slot = mwf && its_slot != slot;
  always @(*) if (past_valid && pick_valid && can[rival] && pick != rival) begin
    if (other_slot) assert (its_priority < priority_of_pick || (its_priority == priority_of_pick && its_slot > slot));
    if (!other_slot && !before_valid) assert (pick < rival);
    if (!other_slot && before_valid && !gto) assert (before != pick && (before == rival || distance < its_distance));
    if (!other_slot && before_valid && gto) assert (before == pick || (before != rival && pick < rival));
  end

  wire picked = past_valid && pick_valid;
  wire lower_slot_than_2 = slot_of[3*2 +: 3] > slot && owned[2] && ready_i[2];
  (* keep *) wire cover_tie_goes_to_lower_slot = picked && mwf && pick == 7 && lower_slot_than_2 &&
      priorities_i[6*slot +: 6] == priorities_i[6*slot_of[3*2 +: 3] +: 6];
  (* keep *) wire cover_higher_priority_wins = picked && mwf && pick == 7 && owned[2] && ready_i[2] && slot_of[3*2 +: 3] < slot;
  (* keep *) wire cover_ready_warps_of_no_slot = past_valid && issue_valid_i && !pick_valid && ready_i == 8'h81;
  (* keep *) wire cover_round_robin_wraps = picked && mwf && !gto && before_valid && before == 7 && pick == 2;
endmodule
