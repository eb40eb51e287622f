// SPDX-License-Identifier: Apache-2.0
// release_numbers: what each threadblock has released and acquired. It exists only with AcquireRelease.
//
// Every release, and every fence that releases, takes the next number of the device. A block has four numbers, each the
// newest of its kind: released at device scope (the release file), released at any scope, acquired, and pending. A
// pending number was read and is acquired with the block's next fence. Numbers wrap and skip 0, which means none: only
// differences from the newest number are compared.
//
// Timing: reads are combinational and show the state before this cycle's changes; changes take effect at the next edge.
// Source: ScoRD section VI; D61, D62.

`include "scord_params.vh"
`default_nettype none

module release_numbers #(
  parameter int NumSms = scord_params::DEFAULT_NUM_SMS,  // SMs, 1 to 16
  parameter int Lanes = scord_params::DEFAULT_LANES      // owners read in a cycle, 1 to 32
) (
  // Clock and synchronous reset
  input  wire                                                     clk_i,
  input  wire                                                     rst_ni,
  // Sets all numbers to none at the next edge (kernel start, D5)
  input  wire                                                     clear_i,
  // The newest number, and the next one
  output logic [scord_params::RELEASE_NUMBER_WIDTH-1:0]           newest_o,
  output logic [scord_params::RELEASE_NUMBER_WIDTH-1:0]           next_o,
  // The accessor's block and its numbers
  input  wire  [scord_params::BLOCK_ID_WIDTH-1:0]                 block_id_i,
  // at block scope with block_scope_i, else at device scope
  output logic [scord_params::RELEASE_NUMBER_WIDTH-1:0]           released_o,
  output logic [scord_params::RELEASE_NUMBER_WIDTH-1:0]           acquired_o,
  // The block's release (block or else device scope); its acquiring fence; the number that it reads (0: none), and
  // whether this number is acquired at once. At most one of fence and read. A fence acquires the pending number before
  // its own release.
  input  wire                                                     release_i,
  input  wire                                                     block_scope_i,
  input  wire                                                     fence_i,
  input  wire  [scord_params::RELEASE_NUMBER_WIDTH-1:0]           read_i,
  input  wire                                                     acquires_i,
  // The blocks of the owners, lane 0 lowest: the newest number that each has released
  input  wire  [Lanes*scord_params::BLOCK_ID_WIDTH-1:0]           owner_block_i,
  output logic [Lanes*scord_params::RELEASE_NUMBER_WIDTH-1:0]     owner_released_o
);

  localparam int Entries = NumSms * scord_params::MAX_BLOCKS_PER_SM;
  localparam int Width = scord_params::RELEASE_NUMBER_WIDTH;
  localparam int IdWidth = scord_params::BLOCK_ID_WIDTH;

  ///////////
  // State //
  ///////////

  logic [Width-1:0] newest_q /*verilator public_flat_rd*/;
  logic [Entries*Width-1:0] released_q /*verilator public_flat_rd*/;  // by BlockID, 0 lowest
  logic [Entries*Width-1:0] block_released_q /*verilator public_flat_rd*/;  // at any scope
  logic [Entries*Width-1:0] acquired_q /*verilator public_flat_rd*/;
  logic [Entries*Width-1:0] pending_q /*verilator public_flat_rd*/;

  //////////
  // Read //
  //////////

  logic [31:0] index;
  logic [Width-1:0] pending;

  assign index = 32'(block_id_i);
  assign newest_o = newest_q;
  assign next_o = newest_q == '1 ? Width'(1) : newest_q + 1'b1;
  assign released_o = block_scope_i ? block_released_q[index*Width +: Width] : released_q[index*Width +: Width];
  assign acquired_o = acquired_q[index*Width +: Width];
  assign pending = pending_q[index*Width +: Width];

  for (genvar lane = 0; lane < Lanes; lane++) begin : g_owner
    logic [31:0] owner_index;

    assign owner_index = 32'(owner_block_i[lane*IdWidth +: IdWidth]);
    assign owner_released_o[lane*Width +: Width] =
      owner_index < Entries ? released_q[owner_index*Width +: Width] : '0;  // else memory lied (D73)
  end

  ////////////
  // Change //
  ////////////

  `include "release_number.vh"

  logic [Width-1:0] learned, next_acquired, next_pending;

  assign learned = fence_i ? pending : acquires_i ? read_i : '0;
  assign next_acquired = younger(newest_q, acquired_o, learned);
  assign next_pending = younger(newest_q, pending, acquires_i ? '0 : read_i);

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      newest_q <= '0;
      released_q <= '0;
      block_released_q <= '0;
      acquired_q <= '0;
      pending_q <= '0;
    end else begin
      if (release_i) newest_q <= next_o;
      for (int entry = 0; entry < Entries; entry++) begin
        if (index == entry) begin
          if (release_i) block_released_q[entry*Width +: Width] <= next_o;
          if (release_i && !block_scope_i) released_q[entry*Width +: Width] <= next_o;
          acquired_q[entry*Width +: Width] <= next_acquired;
          pending_q[entry*Width +: Width] <= next_pending;
        end
      end
    end
  end

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  always @(posedge clk_i) if (rst_ni) begin
    // 0 says that there is none.
    begin : a_number_is_not_0
      assert (next_o != '0 && next_o != newest_q);
    end
    if (newest_q == '0) begin : a_none_released_none_kept
      assert (released_q == '0 && block_released_q == '0);
    end
    if (release_i || fence_i || read_i != '0) begin : a_block_exists
      assert (index < Entries);
    end
    if (fence_i) begin : a_fence_reads_nothing
      assert (read_i == '0);
    end
  end
`endif

endmodule

`default_nettype wire
