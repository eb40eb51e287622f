// formal_warp_priority_table: a chosen slot's priority is the number of its warps that wait at the barrier (BAWS Table 1): the
// population count of the set of waiting warps, for any order of arrivals, releases and launches; other slots are left alone.
// groups: priority equals popcount of waiting warps; other slots untouched; never above the warps; clear
// prove: SAT induction, cover 6
// parameters: WarpsPerSm=32 BlocksPerSm=8; WarpsPerSm=4 BlocksPerSm=2; WarpsPerSm=6 BlocksPerSm=3
`include "scord_params.vh"
module formal_warp_priority_table #(parameter WarpsPerSm = 32, parameter BlocksPerSm = 8) (
  input wire clk_i, input wire rst_ni, input wire clear_i, input wire arrive_i, input wire release_i, input wire [2:0] slot_i,
  input wire [4:0] warp
);
  `include "tb/formal/formal.vh"
  (* anyconst *) wire [2:0] chosen;
  wire [6*BlocksPerSm-1:0] priorities;
  wire [5:0] chosen_priority = priorities >> 6 * chosen;
  wire [5:0] named_priority = priorities >> 6 * slot_i;
  warp_priority_table #(.BlocksPerSm(BlocksPerSm), .WarpsPerSm(WarpsPerSm)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .arrive_i(arrive_i), .release_i(release_i), .slot_i(slot_i),
    .priorities_o(priorities));

  // The set of the chosen block's waiting warps: a warp that waits does not arrive again. Of other slots only the bound.
  reg [WarpsPerSm-1:0] waiting = 0;
  always @(*) begin
    assume (chosen < BlocksPerSm && slot_i < BlocksPerSm && warp < WarpsPerSm);
    assume (!(arrive_i && release_i));
    if (arrive_i && slot_i == chosen) assume (!waiting[warp]);
    if (arrive_i && slot_i != chosen) assume (named_priority < WarpsPerSm);
  end
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i || (release_i && slot_i == chosen)) waiting <= 0;
    else if (arrive_i && slot_i == chosen) waiting <= waiting | {{WarpsPerSm-1{1'b0}}, 1'b1} << warp;
  end
  integer w;
  reg [5:0] popcount;
  always @(*) begin
    popcount = 0;
    for (w = 0; w < WarpsPerSm; w = w + 1) popcount = popcount + waiting[w];
    if (past_valid) assert (chosen_priority == popcount && chosen_priority <= WarpsPerSm);
  end
  (* keep *) wire cover_released_with_waiting = past_valid && rst_ni && popcount == 2 && release_i && slot_i == chosen;
  (* keep *) wire cover_other_slot_released = past_valid && rst_ni && popcount == 3 && release_i && slot_i != chosen && named_priority == 1;
endmodule
