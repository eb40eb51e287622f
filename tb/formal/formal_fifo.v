// SPDX-License-Identifier: Apache-2.0
// formal_fifo: the output is the input in the same order, without loss or addition, for depths that are and are not
// powers of two.
// groups: order and content; no loss, no invention; room and level; output stable until taken; clear
// prove: SAT induction, cover 12
// parameters: Depth=3; Depth=2; Depth=4; Depth=8
//
// The reference is a shift register with the oldest word lowest. The storage holds it from the read pointer on.
`include "scord_params.vh"
module formal_fifo #(parameter Depth = 3) (
  input wire clk_i, input wire rst_ni, input wire clear_i, input wire in_valid_i, input wire [1:0] in_data_i, input wire out_ready_i
);
  `include "tb/formal/parts/formal.vh"
  localparam PointerWidth = $clog2(Depth);
  wire in_ready, out_valid;
  wire [1:0] out_data;
  fifo #(.Width(2), .Depth(Depth)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .in_valid_i(in_valid_i), .in_ready_o(in_ready), .in_data_i(in_data_i),
    .out_valid_o(out_valid), .out_ready_i(out_ready_i), .out_data_o(out_data));
  (* hierconn *) wire [PointerWidth-1:0] \dut.read_pointer_q ;
  (* hierconn *) wire [$clog2(Depth+1)-1:0] \dut.level_q ;

  reg [2*Depth-1:0] shadow = 0;
  reg [7:0] count = 0;
  wire push = in_valid_i && in_ready;
  wire pop = out_valid && out_ready_i;
  wire [2*Depth-1:0] popped = pop ? shadow >> 2 : shadow;
  wire [7:0] left = count - pop;
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) count <= 0;
    else count <= left + push;
    shadow <= push ? popped & ~({{2*Depth-2{1'b0}}, 2'd3} << 2 * left) | {{2*Depth-2{1'b0}}, in_data_i} << 2 * left : popped;
  end
  always @(*) if (past_valid) begin
    assert (count <= Depth && count == \dut.level_q );
    assert (in_ready == (count < Depth));
    assert (out_valid == (count > 0));
    if (count > 0) assert (out_data == shadow[1:0]);
  end
  // Word k of the reference is k places after the read pointer, around the ring. Places from Depth on do not exist.
  (* hierconn *) wire [1:0] \dut.storage_q[0] , \dut.storage_q[1] , \dut.storage_q[2] , \dut.storage_q[3] ;
  (* hierconn *) wire [1:0] \dut.storage_q[4] , \dut.storage_q[5] , \dut.storage_q[6] , \dut.storage_q[7] ;
  wire [15:0] storage = {\dut.storage_q[7] , \dut.storage_q[6] , \dut.storage_q[5] , \dut.storage_q[4] ,
                         \dut.storage_q[3] , \dut.storage_q[2] , \dut.storage_q[1] , \dut.storage_q[0] };
  genvar k, p;
  for (p = 0; p < Depth; p = p + 1) begin : g_place
    for (k = 0; k < Depth; k = k + 1) begin : g_word
      wire here = past_valid && k < count && (\dut.read_pointer_q + k == p || \dut.read_pointer_q + k == p + Depth);
      always @(*) if (here) assert (storage[2*p +: 2] == shadow[2*k +: 2]);
    end
  end

  reg was_full = 0;
  always @(posedge clk_i) was_full <= rst_ni && !clear_i && (was_full || !in_ready);
  (* keep *) wire cover_emptied_after_full = past_valid && was_full && !out_valid;
  (* keep *) wire cover_push_and_pop_when_full_is_refused = past_valid && in_valid_i && !in_ready && pop;
endmodule
