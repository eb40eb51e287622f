// part_select: how equivalence.sh reads a variable part-select (Yosys's $shiftx) in the RTL. A techmap, not a module of the design.
//
// A bit beyond the vector is unknown, as in the language, and stays so: Yosys's own map chooses a value for it, and the proof would
// then ask the netlist for that same choice. A negative offset makes all bits unknown (the RTL has none).

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

  // Offset bits that can name a bit of the vector
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
    if (Bits < B_WIDTH) assign Y = |B[B_WIDTH-1:Bits] ? {Y_WIDTH{1'bx}} : g[0].window;
    else assign Y = g[0].window;
  endgenerate
endmodule
