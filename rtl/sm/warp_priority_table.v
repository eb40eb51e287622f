// warp_priority_table: for every threadblock slot, how many of its warps wait at the barrier (BAWS section 4.1.2, Table 1).
//
// That number is the block's priority under most-waiting-first: the fewer warps still run, the more critical they are.
// It steps when a warp arrives and is reset when the barrier releases, and when a new block takes the slot. It wraps (D33).

`include "scord_params.vh"
`default_nettype none

module warp_priority_table #(
  parameter int BlocksPerSm = scord_params::DEFAULT_BLOCKS_PER_SM,  // threadblock slots
  parameter int WarpsPerSm = scord_params::DEFAULT_WARPS_PER_SM     // warp slots: bound of a priority
) (
  // Clock and synchronous reset
  input  wire                                                clk_i,
  input  wire                                                rst_ni,
  // All priorities to zero at the next edge (kernel start, D5)
  input  wire                                                clear_i,
  // One of the two a cycle, for the same slot: a warp has arrived; the barrier releases or a block was launched
  input  wire                                                arrive_i,
  input  wire                                                release_i,
  input  wire [scord_params::SLOT_WIDTH-1:0]                 slot_i,
  // The table, slot 0 lowest, before this cycle's event
  output logic [BlocksPerSm*scord_params::PRIORITY_WIDTH-1:0] priorities_o
);

  localparam int Width = scord_params::PRIORITY_WIDTH;

  ///////////
  // State //
  ///////////

  logic [BlocksPerSm*Width-1:0] warp_priority_table_q /*verilator public_flat_rd*/;  // slot 0 lowest

  assign priorities_o = warp_priority_table_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      warp_priority_table_q <= '0;
    end else if (arrive_i || release_i) begin
      for (int slot = 0; slot < BlocksPerSm; slot++) begin
        if (32'(slot_i) == slot) begin
          if (release_i) warp_priority_table_q[slot*Width +: Width] <= '0;
          else warp_priority_table_q[slot*Width +: Width] <= warp_priority_table_q[slot*Width +: Width] + 1'b1;
        end
      end
    end
  end

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  always @(posedge clk_i) if (rst_ni) begin
    begin : a_one_event
      assert (!(arrive_i && release_i));
    end
    if (arrive_i || release_i) begin : a_slot_exists
      assert (32'(slot_i) < BlocksPerSm);
    end
    // A barrier releases once its last warp has arrived: never more waiting warps than the SM has.
    for (int slot = 0; slot < BlocksPerSm; slot++) begin
      begin : a_priority_within_warps
        assert (32'(warp_priority_table_q[slot*Width +: Width]) <= WarpsPerSm);
      end
    end
  end
`endif

endmodule

`default_nettype wire
