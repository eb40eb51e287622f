// SPDX-License-Identifier: Apache-2.0
// formal_barrier_counters: the counter of a chosen slot counts exactly its own launches and releases (D4), wraps (D9),
// and the read shows the value before this cycle's step.
// groups: counts own steps only; wrap; read before the step; clear
// prove: SAT induction, cover 8
// parameters: BlocksPerSm=8; BlocksPerSm=1; BlocksPerSm=3
`include "scord_params.vh"
module formal_barrier_counters #(parameter BlocksPerSm = 8) (
  input wire clk_i, input wire rst_ni, input wire clear_i, input wire step_i, input wire [2:0] step_slot_i
);
  `include "tb/formal/parts/formal.vh"
  (* anyconst *) wire [2:0] chosen;
  wire [7:0] barrier_id;
  barrier_counters #(.BlocksPerSm(BlocksPerSm)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .step_i(step_i), .step_slot_i(step_slot_i), .read_slot_i(chosen),
    .barrier_id_o(barrier_id));
  always @(*) assume (chosen < BlocksPerSm && step_slot_i < BlocksPerSm);
  reg [7:0] steps = 0;
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) steps <= 0;
    else if (step_i && step_slot_i == chosen) steps <= steps + 1;
  end
  always @(*) if (past_valid) assert (barrier_id == steps);
  (* keep *) wire cover_counted_beside_others = past_valid && steps == 3 && step_i && step_slot_i != chosen;
endmodule
