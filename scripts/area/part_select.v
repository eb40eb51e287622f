// SPDX-License-Identifier: Apache-2.0
// part_select: how synthesis.sh maps a variable part-select (Yosys's $shiftx) to multiplexers. A techmap, not a module of the design.
//
// From the highest bit of the offset to the lowest, keeping only what can still be chosen: 2 multiplexers a bit of the vector, where
// Yosys's own map shifts the whole vector once for every bit of the offset (12 times the fence file's 5760 bits for each of its five
// ports, 6 GB). Bits beyond the vector are unknown, as in the language:
// so a negative offset needs no thought either.

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

  // Offsets that name a bit of the vector; a higher offset bit cannot be set.
  localparam Bits = $clog2(A_WIDTH) < B_WIDTH ? $clog2(A_WIDTH) : B_WIDTH;
  localparam Padded = (1 << Bits) + Y_WIDTH + A_WIDTH;

  wire _TECHMAP_FAIL_ = Bits < 1;

  wire [Padded-1:0] vector = {{(Padded-A_WIDTH){1'bx}}, A};

  genvar step;
  generate
    for (step = Bits; step >= 0; step = step - 1) begin : g
      localparam Width = (1 << step) + Y_WIDTH - 1;  // bits that the offset bits below `step` can reach
      wire [Width-1:0] window;
      if (step == Bits) assign window = vector[Width-1:0];
      else assign window = B[step] ? g[step+1].window[(1 << step) +: Width] : g[step+1].window[0 +: Width];
    end
  endgenerate

  assign Y = g[0].window;
endmodule
