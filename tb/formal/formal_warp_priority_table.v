// formal_warp_priority_table: a chosen slot's priority is the number of arrivals since its last release, never above the warps.
`include "scord_params.vh"
module formal_warp_priority_table (
  input wire clk_i, input wire rst_ni, input wire clear_i, input wire arrive_i, input wire release_i, input wire [2:0] slot_i
);
  `include "tb/formal/formal.vh"
  (* anyconst *) wire [2:0] chosen;
  wire [47:0] priorities;
  wire [5:0] chosen_priority = priorities >> 6 * chosen;
  wire [5:0] named_priority = priorities >> 6 * slot_i;
  warp_priority_table #(.BlocksPerSm(8), .WarpsPerSm(32)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .arrive_i(arrive_i), .release_i(release_i), .slot_i(slot_i),
    .priorities_o(priorities));
  // A warp arrives once before the release.
  always @(*) assume (!(arrive_i && release_i) && !(arrive_i && named_priority >= 32));
  reg [5:0] waiting = 0;
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i || (release_i && slot_i == chosen)) waiting <= 0;
    else if (arrive_i && slot_i == chosen) waiting <= waiting + 1;
    if (past_valid) assert (chosen_priority == waiting);
    cover (past_valid && rst_ni && waiting == 2 && release_i && slot_i == chosen);
  end
endmodule
