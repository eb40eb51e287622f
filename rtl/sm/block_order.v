// SPDX-License-Identifier: Apache-2.0
// block_order: the age order of the threadblock slots of an SM (the "oldest" of greedy then oldest).
//
// A launch makes its slot the youngest. After reset and clear a lower slot is older. The state is one bit for each pair
// of slots: which of the two is older. A launch writes the bits of its own pairs and moves nothing. Whether a slot is
// the oldest of a set takes one AND over a row of the matrix.
//
// Timing: outputs come from registers and show the order before this cycle's launch.
// Source: W1 of docs/warp-scheduling.md.

`include "scord_params.vh"
`default_nettype none

module block_order #(
  parameter int BlocksPerSm = scord_params::DEFAULT_BLOCKS_PER_SM  // threadblock slots, 1 to 8
) (
  // Clock and synchronous reset
  input  wire                                              clk_i,
  input  wire                                              rst_ni,
  // Orders the slots by their numbers at the next edge (kernel start, D5)
  input  wire                                              clear_i,
  // A block is launched into the slot
  input  wire                                              launch_i,
  input  wire [scord_params::SLOT_WIDTH-1:0]               launch_slot_i,
  // Bit s * BlocksPerSm + t: the block of slot t is older than the block of slot s
  output logic [BlocksPerSm*BlocksPerSm-1:0]               older_o,
  // The number of older blocks of each slot, slot 0 lowest; the oldest block has 0
  output logic [BlocksPerSm*scord_params::SLOT_WIDTH-1:0]  ranks_o
);

  localparam int SlotWidth = scord_params::SLOT_WIDTH;
  localparam int Pairs = BlocksPerSm > 1 ? BlocksPerSm * (BlocksPerSm - 1) / 2 : 1;

  ///////////
  // State //
  ///////////

  // The pair of slots low < high has bit high * (high - 1) / 2 + low; it is set when the higher slot is older.
  logic [Pairs-1:0] block_order_q /*verilator public_flat_rd*/;

  for (genvar high = 1; high < BlocksPerSm; high++) begin : g_high
    for (genvar low = 0; low < high; low++) begin : g_low
      always_ff @(posedge clk_i) begin
        if (!rst_ni || clear_i) block_order_q[high*(high-1)/2 + low] <= 1'b0;
        else if (launch_i && 32'(launch_slot_i) == high) block_order_q[high*(high-1)/2 + low] <= 1'b0;
        else if (launch_i && 32'(launch_slot_i) == low) block_order_q[high*(high-1)/2 + low] <= 1'b1;
      end
      assign older_o[high*BlocksPerSm + low] = !block_order_q[high*(high-1)/2 + low];
      assign older_o[low*BlocksPerSm + high] = block_order_q[high*(high-1)/2 + low];
    end
  end
  for (genvar slot = 0; slot < BlocksPerSm; slot++) begin : g_self
    assign older_o[slot*BlocksPerSm + slot] = 1'b0;
  end
  if (BlocksPerSm == 1) begin : g_no_pair  // a lone slot has no pair: the one bit is unused
    always_ff @(posedge clk_i) block_order_q <= block_order_q & {Pairs{rst_ni && !clear_i}};
  end

  ///////////
  // Ranks //
  ///////////

  always_comb begin
    ranks_o = '0;
    for (int slot = 0; slot < BlocksPerSm; slot++) begin
      for (int other = 0; other < BlocksPerSm; other++) begin
        ranks_o[slot*SlotWidth +: SlotWidth] =
            ranks_o[slot*SlotWidth +: SlotWidth] + SlotWidth'(older_o[slot*BlocksPerSm + other]);
      end
    end
  end

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  // Each rank occurs once: the order is a permutation of the slots.
  logic [BlocksPerSm-1:0] ranks_seen;
  always_comb begin
    ranks_seen = '0;
    for (int slot = 0; slot < BlocksPerSm; slot++) begin
      for (int rank = 0; rank < BlocksPerSm; rank++) begin
        if (32'(ranks_o[slot*SlotWidth +: SlotWidth]) == rank) ranks_seen[rank] = 1'b1;
      end
    end
  end

  always @(posedge clk_i) if (rst_ni) begin
    begin : a_order_is_permutation
      assert (&ranks_seen);
    end
    if (launch_i) begin : a_slot_exists
      assert (32'(launch_slot_i) < BlocksPerSm);
    end
  end

  // What was before the last edge. In registers: cosim/scheduler changes inputs together with the clock's edge, and
  // then Verilator's $past has what was before both.
  logic                               past_launch_q;
  logic [scord_params::SLOT_WIDTH-1:0] past_slot_q;
  always_ff @(posedge clk_i) begin
    past_launch_q <= rst_ni && !clear_i && launch_i;
    past_slot_q   <= launch_slot_i;
  end

  always @(posedge clk_i) if (rst_ni) begin
    if (past_launch_q) begin : a_launched_block_is_youngest
      assert (32'(ranks_o[32'(past_slot_q)*SlotWidth +: SlotWidth]) == BlocksPerSm - 1);
    end
  end
`endif

endmodule

`default_nettype wire
