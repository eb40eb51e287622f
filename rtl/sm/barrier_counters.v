// SPDX-License-Identifier: Apache-2.0
// barrier_counters: the BarrierID of every threadblock slot of an SM.
//
// A slot's counter steps in two cases. When the barrier of its block releases, it separates the accesses before and
// after the barrier. When a new block is launched into the slot, it separates the accesses of the new block from those
// of the old one. Counters wrap (D9).
//
// Timing: the read is combinational and shows the value before this cycle's step; a step takes effect at the next edge.
// Source: ScoRD section IV, D4.

`include "scord_params.vh"
`default_nettype none

module barrier_counters #(
  parameter int BlocksPerSm = scord_params::DEFAULT_BLOCKS_PER_SM  // threadblock slots, 1 to 8
) (
  // Clock and synchronous reset
  input  wire                                                  clk_i,
  input  wire                                                  rst_ni,
  // Sets all counters to zero at the next edge (kernel start, D5)
  input  wire                                                  clear_i,
  // Steps the counter of a slot: its block was launched or its barrier was released
  input  wire                                                  step_i,
  input  wire [scord_params::SLOT_WIDTH-1:0]                   step_slot_i,
  // Read port
  input  wire [scord_params::SLOT_WIDTH-1:0]                   read_slot_i,
  output logic [scord_params::BARRIER_ID_WIDTH-1:0]            barrier_id_o
);

  localparam int Width = scord_params::BARRIER_ID_WIDTH;

  ///////////
  // State //
  ///////////

  logic [BlocksPerSm*Width-1:0] barrier_counters_q /*verilator public_flat_rd*/;  // slot 0 lowest

  ///////////////////
  // Step and read //
  ///////////////////

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      barrier_counters_q <= '0;
    end else if (step_i) begin
      for (int slot = 0; slot < BlocksPerSm; slot++) begin
        if (32'(step_slot_i) == slot) begin
          barrier_counters_q[slot*Width +: Width] <= barrier_counters_q[slot*Width +: Width] + 1'b1;
        end
      end
    end
  end

  assign barrier_id_o = barrier_counters_q[32'(read_slot_i)*Width +: Width];

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  always @(posedge clk_i) if (rst_ni) begin
    if (32'(read_slot_i) < BlocksPerSm) begin : a_read_of_its_slot
      assert (barrier_id_o == Width'(barrier_counters_q >> 32'(read_slot_i) * Width));
    end
    if (step_i) begin : a_slot_exists
      assert (32'(step_slot_i) < BlocksPerSm);
    end
  end

`ifndef __ICARUS__
  // Icarus has no $past.
  logic past_valid_q;
  always_ff @(posedge clk_i) past_valid_q <= rst_ni && !clear_i;

  // By generate: the past of an expression with a variable of a procedural loop is that of its last round (Verilator).
  for (genvar slot = 0; slot < BlocksPerSm; slot++) begin : g_past
    always @(posedge clk_i) if (rst_ni) begin
      if (past_valid_q) begin : a_only_the_named_slot_steps
        assert (barrier_counters_q[slot*Width +: Width] == $past(barrier_counters_q[slot*Width +: Width]) +
                Width'($past(step_i && 32'(step_slot_i) == slot)));
      end
    end
  end
`endif
`endif

endmodule

`default_nettype wire
