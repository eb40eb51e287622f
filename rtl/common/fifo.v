// SPDX-License-Identifier: Apache-2.0
// fifo: first-in first-out buffer of one clock, any depth.
//
// A word written is visible at the output one cycle later. Both readies depend on the fill level only, so that the buffer
// cuts every combinational path between its two sides. The storage has no reset (it may become a memory); only the
// pointers and the level do.

`default_nettype none

module fifo #(
  parameter int Width = 8,  // bits of a word
  parameter int Depth = 4   // words, 2 or more
) (
  // Clock and synchronous reset
  input  wire              clk_i,
  input  wire              rst_ni,
  // Drops everything at the next edge; a word offered in the same cycle is dropped too
  input  wire              clear_i,
  // Input: the sender keeps valid and data stable until ready
  input  wire              in_valid_i,
  output logic             in_ready_o,
  input  wire  [Width-1:0] in_data_i,
  // Output: valid and data stay stable until ready
  output logic             out_valid_o,
  input  wire              out_ready_i,
  output logic [Width-1:0] out_data_o,
  // Two words or more are stored: after this one the next follows without a gap
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
