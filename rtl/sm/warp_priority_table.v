// SPDX-License-Identifier: Apache-2.0
// warp_priority_table: by threadblock slot, how many warps of its block wait at the barrier.
//
// Under most waiting first this number is the priority of the block: the fewer warps of a block still run, the more
// critical they are. The number grows by one for each warp that arrives. It returns to zero when the barrier releases
// and when a new block takes the slot; this wins over arrivals in the same cycle (W3). It wraps (D33).
//
// Timing: the output comes from registers; events take effect at the next edge.
// Source: BAWS section 4.1.2, Table 1.
//
// lint: BlocksPerSm=8 WarpsPerSm=48 ArrivePorts=2

`include "scord_params.vh"
`default_nettype none

module warp_priority_table #(
  // threadblock slots, 1 to 8
  parameter int BlocksPerSm = scord_params::DEFAULT_BLOCKS_PER_SM,
  // warp slots: the upper bound of a priority
  parameter int WarpsPerSm = scord_params::DEFAULT_WARPS_PER_SM,
  // warps that may arrive in one cycle: one for each issue scheduler
  parameter int ArrivePorts = 1
) (
  // Clock and synchronous reset
  input  wire                                                clk_i,
  input  wire                                                rst_ni,
  // Sets all priorities to zero at the next edge (kernel start, D5)
  input  wire                                                clear_i,
  // By port: a warp of this slot has arrived
  input  wire [ArrivePorts-1:0]                              arrive_i,
  input  wire [ArrivePorts*scord_params::SLOT_WIDTH-1:0]     arrive_slot_i,
  // By slot: its barrier releases, or a block was launched into it
  input  wire [BlocksPerSm-1:0]                              release_i,
  // The table, slot 0 lowest
  output logic [BlocksPerSm*scord_params::PRIORITY_WIDTH-1:0] priorities_o
);

  localparam int Width = scord_params::PRIORITY_WIDTH;
  localparam int SlotWidth = scord_params::SLOT_WIDTH;

  //////////////
  // Arrivals //
  //////////////

  logic [BlocksPerSm*Width-1:0] after_arrivals;

  always_comb begin
    after_arrivals = priorities_o;
    for (int port = 0; port < ArrivePorts; port++) begin
      for (int slot = 0; slot < BlocksPerSm; slot++) begin
        if (arrive_i[port] && 32'(arrive_slot_i[port*SlotWidth +: SlotWidth]) == slot) begin
          after_arrivals[slot*Width +: Width] = after_arrivals[slot*Width +: Width] + 1'b1;
        end
      end
    end
  end

  ///////////
  // State //
  ///////////

  logic [BlocksPerSm*Width-1:0] warp_priority_table_q /*verilator public_flat_rd*/;  // slot 0 lowest

  assign priorities_o = warp_priority_table_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      warp_priority_table_q <= '0;
    end else begin
      for (int slot = 0; slot < BlocksPerSm; slot++) begin
        if (release_i[slot]) warp_priority_table_q[slot*Width +: Width] <= '0;
        else warp_priority_table_q[slot*Width +: Width] <= after_arrivals[slot*Width +: Width];
      end
    end
  end

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  always @(posedge clk_i) if (rst_ni) begin
    for (int port = 0; port < ArrivePorts; port++) begin
      if (arrive_i[port]) begin : a_slot_exists
        assert (32'(arrive_slot_i[port*SlotWidth +: SlotWidth]) < BlocksPerSm);
      end
    end
  // A barrier releases when its last warp has arrived, so the SM's warp slots bound the number of waiting warps.
    for (int slot = 0; slot < BlocksPerSm; slot++) begin
      begin : a_priority_within_warps
        assert (32'(warp_priority_table_q[slot*Width +: Width]) <= WarpsPerSm);
      end
    end
  end

  // What was before the last edge. In registers: cosim/scheduler changes inputs together with the clock's edge, and
  // then Verilator's $past has what was before both.
  logic                         past_valid_q, arrived_q;
  logic [BlocksPerSm-1:0]       released_q;
  logic [BlocksPerSm*Width-1:0] past_table_q;
  always_ff @(posedge clk_i) begin
    past_valid_q <= rst_ni && !clear_i;
    arrived_q    <= arrive_i != '0;
    released_q   <= release_i;
    past_table_q <= warp_priority_table_q;
  end

  always @(posedge clk_i) if (rst_ni) begin
    for (int slot = 0; slot < BlocksPerSm; slot++) begin
      if (past_valid_q && released_q[slot]) begin : a_none_waits_after_a_release
        assert (warp_priority_table_q[slot*Width +: Width] == '0);
      end
      if (past_valid_q && !arrived_q) begin : a_waits_until_the_release
        assert (warp_priority_table_q[slot*Width +: Width] == '0 ||
                warp_priority_table_q[slot*Width +: Width] == past_table_q[slot*Width +: Width]);
      end
    end
  end
`endif

endmodule

`default_nettype wire
