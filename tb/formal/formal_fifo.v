// formal_fifo: three deep (not a power of two). Bounded: what comes out is what went in, in order, followed by a chosen word.
// Induction: level and pointers (the module's own assertions).
module formal_fifo (
  input wire clk_i, input wire rst_ni, input wire clear_i, input wire in_valid_i, input wire [1:0] in_data_i, input wire out_ready_i
);
  `include "tb/formal/formal.vh"
  wire in_ready, out_valid;
  wire [1:0] out_data;
  fifo #(.Width(2), .Depth(3)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .in_valid_i(in_valid_i), .in_ready_o(in_ready), .in_data_i(in_data_i),
    .out_valid_o(out_valid), .out_ready_i(out_ready_i), .out_data_o(out_data));

  // Shadow: oldest word lowest
  reg [5:0] shadow;
  reg [2:0] count;
  wire push = in_valid_i && in_ready;
  wire pop = out_valid && out_ready_i;
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) count <= 0;
    else count <= count + push - pop;
    if (push && pop) shadow <= (shadow >> 2) & ~(6'd3 << 2 * (count - 1)) | in_data_i << 2 * (count - 1);
    else if (push) shadow <= shadow & ~(6'd3 << 2 * count) | in_data_i << 2 * count;
    else if (pop) shadow <= shadow >> 2;
  end
`ifndef INDUCTION
  always @(posedge clk_i) if (past_valid && rst_ni) begin
    assert (in_ready == (count < 3));
    assert (out_valid == (count > 0));
    if (count > 0) assert (out_data == shadow[1:0]);
  end
`endif
  reg was_full = 0;
  always @(posedge clk_i) begin
    if (rst_ni && !in_ready) was_full <= 1;
    if (!rst_ni) was_full <= 0;
    cover (past_valid && rst_ni && was_full && !out_valid);
  end
endmodule
