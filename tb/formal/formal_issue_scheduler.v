// formal_issue_scheduler: work-conserving, the pick is ready, MWF takes a slot of the highest priority and the lowest slot of
// a tie, GTO and LRR inside it; the memory behind it follows D32. Four slots of eight warps. Proved by induction.
// prove: SAT induction, cover 5
`include "scord_params.vh"
module formal_issue_scheduler (
  input wire clk_i, input wire rst_ni, input wire clear_i, input wire [1:0] policy_i, input wire launch_i,
  input wire [1:0] launch_slot_i, input wire [7:0] launch_warps_i, input wire [23:0] priorities_i, input wire issue_valid_i,
  input wire [7:0] ready_i
);
  `include "tb/formal/formal.vh"
  wire pick_valid;
  wire [4:0] pick;
  issue_scheduler #(.BlocksPerSm(4), .WarpsPerSm(8)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .policy_i(policy_i), .launch_i(launch_i),
    .launch_slot_i({1'b0, launch_slot_i}), .launch_warps_i(launch_warps_i), .priorities_i(priorities_i),
    .issue_valid_i(issue_valid_i), .ready_i(ready_i), .pick_valid_o(pick_valid), .pick_o(pick));
  (* hierconn *) wire \dut.last_valid_q ;
  (* hierconn *) wire [4:0] \dut.last_q ;
  (* hierconn *) wire [3:0] \dut.slot_last_valid_q ;
  (* hierconn *) wire [19:0] \dut.slot_last_q ;
  (* hierconn *) wire [31:0] \dut.slot_warps_q ;

  // Seen from the warp: the slot that a warp belongs to, if any; last warp of the SM (place 4) and of each slot (0 to 3)
  reg [7:0] owned = 0;
  reg [15:0] slot_of = 0;
  reg [4:0] last_valid = 0;
  reg [24:0] last = 0;
  integer w, s;
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) {owned, slot_of, last_valid, last} <= 0;
    else begin
      if (pick_valid) begin
        last_valid[4] <= 1; last[20 +: 5] <= pick;
        for (s = 0; s < 4; s = s + 1)
          if (owned[pick[2:0]] && slot_of[2 * pick[2:0] +: 2] == s) begin last_valid[s] <= 1; last[5 * s +: 5] <= pick; end
      end
      if (launch_i) begin
        for (s = 0; s < 4; s = s + 1) if (launch_slot_i == s) begin last_valid[s] <= 0; last[5 * s +: 5] <= 0; end
        for (w = 0; w < 8; w = w + 1)
          if (launch_warps_i[w]) begin owned[w] <= 1; slot_of[2 * w +: 2] <= launch_slot_i; end
          else if (slot_of[2 * w +: 2] == launch_slot_i) owned[w] <= 0;
      end
    end
  end
  genvar k, v;
  for (k = 0; k < 4; k = k + 1) begin : g_slot
    for (v = 0; v < 8; v = v + 1) begin : g_warp
      always @(posedge clk_i) if (past_valid) assert (\dut.slot_warps_q [8 * k + v] == (owned[v] && slot_of[2 * v +: 2] == k));
    end
  end
  always @(posedge clk_i) if (past_valid) begin
    assert ({\dut.last_valid_q , \dut.slot_last_valid_q } == last_valid && {\dut.last_q , \dut.slot_last_q } == last);
    assert ((last & 25'b11000_11000_11000_11000_11000) == 0);
  end

  // The rules of a pick
  wire mwf = policy_i == scord_params::ISSUE_POLICY_MWF_LRR || policy_i == scord_params::ISSUE_POLICY_MWF_GTO;
  wire gto = policy_i == scord_params::ISSUE_POLICY_GTO || policy_i == scord_params::ISSUE_POLICY_MWF_GTO;
  wire [7:0] can = ready_i & (mwf ? owned : 8'hff);
  wire [1:0] slot = slot_of[2 * pick[2:0] +: 2];
  wire [5:0] priority_of_pick = priorities_i[6 * slot +: 6];
  wire before_valid = last_valid[mwf ? {1'b0, slot} : 3'd4];
  wire [4:0] before = last >> 5 * (mwf ? {1'b0, slot} : 3'd4);
  wire [2:0] distance = pick[2:0] - before[2:0] - 3'd1;  // places after the last warp, around
  always @(posedge clk_i) if (past_valid) begin
    assert (pick_valid == (issue_valid_i && can != 0));  // work-conserving; never without being asked
    if (pick_valid) assert (pick < 8 && can[pick[2:0]]);
  end
  for (v = 0; v < 8; v = v + 1) begin : g_rival
    wire [1:0] its_slot = slot_of[2 * v +: 2];
    wire [5:0] its_priority = priorities_i[6 * its_slot +: 6];
    wire [2:0] its_distance = v - before[2:0] - 3'd1;
    wire rival = pick_valid && can[v] && pick != v;
    always @(posedge clk_i) if (past_valid && rival) begin
      if (mwf && its_slot != slot)
        assert (its_priority < priority_of_pick || (its_priority == priority_of_pick && its_slot > slot));
      else if (!before_valid) assert (pick < v);
      else if (!gto) assert (distance < its_distance);
      else assert (before == pick || (before != v && pick < v));
    end
  end

  wire [2:0] slot_of_7 = {owned[7], slot_of[15:14]}, slot_of_2 = {owned[2], slot_of[5:4]};
  (* keep *) wire [3:0] cover_points = {
    past_valid && pick_valid && mwf && pick == 7 && ready_i[2] && slot_of_7 == 4 && slot_of_2 == 7 && priorities_i[5:0] == priorities_i[23:18],
    past_valid && pick_valid && mwf && pick == 7 && ready_i[2] && slot_of_7 == 7 && slot_of_2 == 4,
    past_valid && issue_valid_i && !pick_valid && ready_i == 8'h81,
    past_valid && pick_valid && mwf && !gto && before_valid && before == 7 && pick == 2};
endmodule
