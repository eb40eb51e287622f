// SPDX-License-Identifier: Apache-2.0
// part_select: how equivalence.sh reads a variable part-select (Yosys's $shiftx) in the RTL. A techmap, not a module of the design.
//
// By its meaning, not as synthesis maps it (scripts/area/part_select.v, a tree from the highest bit of the offset down): every offset
// that can be is compared, and each output bit is the OR of the vector's bits whose offset it is. A bit beyond the vector is unknown,
// as in the language, and stays so: Yosys's own map chooses a value for it, and the proof would then ask the netlist for that same
// choice. A negative offset makes all bits unknown (the RTL has none).

(* techmap_celltype = "$shiftx" *)
module part_select (A, B, Y);
  parameter A_SIGNED = 0;
  parameter B_SIGNED = 0;
  parameter A_WIDTH = 1;
  parameter B_WIDTH = 1;
  parameter Y_WIDTH = 1;
  (* force_downto *)
  input [A_WIDTH-1:0] A;
  (* force_downto *)
  input [B_WIDTH-1:0] B;
  (* force_downto *)
  output [Y_WIDTH-1:0] Y;

  // Offsets that B can name and the vector has: hit[offset]
  localparam Most = B_WIDTH > 30 || A_WIDTH < (1 << B_WIDTH) ? A_WIDTH : (1 << B_WIDTH);
  wire [Most-1:0] hit;

  genvar offset, bit_;
  generate
    for (offset = 0; offset < Most; offset = offset + 1) begin : g_hit
      assign hit[offset] = B == offset;
    end
    for (bit_ = 0; bit_ < Y_WIDTH; bit_ = bit_ + 1) begin : g_bit
      // The bits that this output bit can be, at their offsets: the vector from bit_ up, nothing beyond it
      wire [Most-1:0] choices;
      wire beyond;
      if (bit_ < A_WIDTH) begin : g_inside
        assign choices = {{Most{1'b0}}, A[A_WIDTH-1:bit_]};
        if (A_WIDTH - bit_ < Most) assign beyond = !(|hit[A_WIDTH-bit_-1:0]);
        else assign beyond = !(|hit);
      end else begin : g_outside
        assign choices = {Most{1'b0}};
        assign beyond = 1'b1;
      end
      assign Y[bit_] = beyond ? 1'bx : |(hit & choices);
    end
  endgenerate
endmodule
