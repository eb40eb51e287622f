// SPDX-License-Identifier: Apache-2.0
// barrier_counters: BarrierID of every resident threadblock of an SM (ScoRD section IV, D4).
//
// The counter of a slot steps when its barrier releases, so that accesses before and after the barrier carry different
// epochs, and when a block is launched into the slot, so that the new block does not inherit the old one's program
// order. Counters wrap (D9).

`include "scord_params.vh"
`default_nettype none

module barrier_counters #(
  parameter int BlocksPerSm = scord_params::DEFAULT_BLOCKS_PER_SM  // threadblock slots
) (
  // Clock and synchronous reset
  input  wire                                                  clk_i,
  input  wire                                                  rst_ni,
  // All counters to zero at the next edge (kernel start, D5)
  input  wire                                                  clear_i,
  // Step the counter of a slot: its block was launched or its barrier released
  input  wire                                                  step_i,
  input  wire [scord_params::SLOT_WIDTH-1:0]                   step_slot_i,
  // Combinational read, before this cycle's step
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
    if (step_i) begin : a_slot_exists
      assert (32'(step_slot_i) < BlocksPerSm);
    end
  end
`endif

endmodule

`default_nettype wire
