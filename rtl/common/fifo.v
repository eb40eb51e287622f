// SPDX-License-Identifier: Apache-2.0
// fifo: first-in first-out buffer with one clock and any depth.
//
// Both ready signals depend on the fill level only, so that no combinational path crosses the buffer. Pointers and
// level have a reset; the storage has none, so that it may become a memory.
//
// Timing: a word is visible at the output one cycle after it was written; one word in and one word out in a cycle.

`default_nettype none

module fifo #(
  parameter int Width = 8,  // width of a word, in bits
  parameter int Depth = 4   // capacity in words, 2 or more
) (
  // Clock and synchronous reset
  input  wire              clk_i,
  input  wire              rst_ni,
  // Empties the buffer at the next edge; a word offered in the same cycle is lost
  input  wire              clear_i,
  // Input: valid and data stay stable until ready
  input  wire              in_valid_i,
  output logic             in_ready_o,
  input  wire  [Width-1:0] in_data_i,
  // Output: valid and data stay stable until ready
  output logic             out_valid_o,
  input  wire              out_ready_i,
  output logic [Width-1:0] out_data_o,
  // The buffer has two words or more: another word follows this one without a gap
  output logic             out_more_o
);

  //////////////
  // Settings //
  //////////////

  localparam int PointerWidth = $clog2(Depth);
  localparam int LevelWidth = $clog2(Depth + 1);
  localparam logic [PointerWidth-1:0] LastPointer = PointerWidth'(Depth - 1);

  if (Depth < 2) begin : g_bad_depth
    initial $error("fifo: Depth must be 2 or more");
  end

  ///////////
  // State //
  ///////////

  logic [Width-1:0] storage_q [0:Depth-1];
  logic [PointerWidth-1:0] read_pointer_q, write_pointer_q;
  logic [LevelWidth-1:0] level_q;

  ///////////////
  // Handshake //
  ///////////////

  logic push, pop;

  assign in_ready_o = level_q != LevelWidth'(Depth);
  assign out_valid_o = level_q != '0;
  assign out_data_o = storage_q[read_pointer_q];
  assign out_more_o = level_q > LevelWidth'(1);
  assign push = in_valid_i && in_ready_o;
  assign pop = out_valid_o && out_ready_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      read_pointer_q <= '0;
      write_pointer_q <= '0;
      level_q <= '0;
    end else begin
      if (push) write_pointer_q <= write_pointer_q == LastPointer ? '0 : write_pointer_q + 1'b1;
      if (pop) read_pointer_q <= read_pointer_q == LastPointer ? '0 : read_pointer_q + 1'b1;
      if (push && !pop) level_q <= level_q + 1'b1;
      else if (pop && !push) level_q <= level_q - 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (push) storage_q[write_pointer_q] <= in_data_i;
  end

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  always @(posedge clk_i) if (rst_ni) begin
    begin : a_never_overflows
      assert (32'(level_q) <= Depth);
    end
    begin : a_pointers_in_range
      assert (32'(read_pointer_q) < Depth && 32'(write_pointer_q) < Depth);
    end
    begin : a_level_is_pointer_distance
      assert (32'(read_pointer_q) + 32'(level_q) == 32'(write_pointer_q) ||
              32'(read_pointer_q) + 32'(level_q) == 32'(write_pointer_q) + Depth);
    end
  end

`ifndef __ICARUS__
  // Icarus has no $past.
  logic past_valid_q;
  always_ff @(posedge clk_i) past_valid_q <= rst_ni && !clear_i;

  always @(posedge clk_i) if (rst_ni) begin
    if (past_valid_q && $past(out_valid_o && !out_ready_i)) begin : a_output_stable
      assert (out_valid_o && out_data_o == $past(out_data_o));
    end
  end
`endif
`endif

endmodule

`default_nettype wire
