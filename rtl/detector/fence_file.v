// SPDX-License-Identifier: Apache-2.0
// fence_file: the number of block and device fences that each warp of the machine has executed.
//
// A metadata entry contains the owner's counts at the time of its access. If they equal the owner's entry here, the
// owner has executed no fence since. Counters wrap (D9). Each entry has a comparator and an enable of its own, which
// avoids a shifter as wide as the file.
//
// Timing: reads are combinational and show the state before this cycle's fence; a fence takes effect at the next edge.
// Source: ScoRD section IV. Model: cmodel/detector/fence_file.c.

`include "scord_params.vh"
`default_nettype none

module fence_file #(
  parameter int NumSms = scord_params::DEFAULT_NUM_SMS,          // SMs, 1 to 16
  parameter int WarpsPerSm = scord_params::DEFAULT_WARPS_PER_SM, // warp slots of an SM, 1 to 32
  parameter int Lanes = scord_params::DEFAULT_LANES              // owners read in a cycle, 1 to 32
) (
  // Clock and synchronous reset
  input  wire                                clk_i,
  input  wire                                rst_ni,
  // Sets all entries to zero at the next edge (kernel start, D5)
  input  wire                                clear_i,
  // The accessor's warp: its entry, and a fence that it executes (block scope, or else device scope)
  input  wire  [scord_params::SM_WIDTH-1:0]   accessor_sm_i,
  input  wire  [scord_params::WARP_WIDTH-1:0] accessor_warp_i,
  output fence_entry_t                        accessor_fences_o,
  input  wire                                 fence_i,
  input  wire                                 block_scope_i,
  // The owners in the metadata entries, lane 0 lowest, and their fence file entries
  input  wire  [Lanes*scord_params::SM_WIDTH-1:0]   owner_sm_i,
  input  wire  [Lanes*scord_params::WARP_WIDTH-1:0] owner_warp_i,
  output logic [Lanes*scord_params::FENCE_ENTRY_WIDTH-1:0] owner_fences_o
);

  localparam int Entries = NumSms * WarpsPerSm;
  localparam int Width = scord_params::FENCE_ENTRY_WIDTH;

  ///////////
  // State //
  ///////////

  // the entry of a warp is sm * WarpsPerSm + warp, 0 lowest
  logic [Entries*Width-1:0] fence_file_q /*verilator public_flat_rd*/;

  //////////
  // Read //
  //////////

  logic [31:0] accessor_index;

  assign accessor_index = 32'(accessor_sm_i) * WarpsPerSm + 32'(accessor_warp_i);
  assign accessor_fences_o = fence_file_q[accessor_index*Width +: Width];

  for (genvar lane = 0; lane < Lanes; lane++) begin : g_owner
    logic [31:0] index;
    logic exists;  // else memory lied (D73)

    assign index = 32'(owner_sm_i[lane*scord_params::SM_WIDTH +: scord_params::SM_WIDTH]) * WarpsPerSm +
                   32'(owner_warp_i[lane*scord_params::WARP_WIDTH +: scord_params::WARP_WIDTH]);
    assign exists = 32'(owner_sm_i[lane*scord_params::SM_WIDTH +: scord_params::SM_WIDTH]) < NumSms &&
                    32'(owner_warp_i[lane*scord_params::WARP_WIDTH +: scord_params::WARP_WIDTH]) < WarpsPerSm;
    assign owner_fences_o[lane*Width +: Width] = exists ? fence_file_q[index*Width +: Width] : '0;
  end

  ///////////
  // Count //
  ///////////

  fence_entry_t after_fence;
  assign after_fence.blk_fence_id = accessor_fences_o.blk_fence_id +
                                    scord_params::FENCE_ID_WIDTH'(block_scope_i);
  assign after_fence.dev_fence_id = accessor_fences_o.dev_fence_id +
                                    scord_params::FENCE_ID_WIDTH'(!block_scope_i);

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      fence_file_q <= '0;
    end else if (fence_i) begin
      for (int entry = 0; entry < Entries; entry++) begin
        if (accessor_index == entry) fence_file_q[entry*Width +: Width] <= after_fence;
      end
    end
  end

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  // A lane whose owner is the accessor reads another entry than the accessor
  logic reads_differ;
  always_comb begin
    reads_differ = 1'b0;
    for (int lane = 0; lane < Lanes; lane++) begin
      if (owner_sm_i[lane*scord_params::SM_WIDTH +: scord_params::SM_WIDTH] == accessor_sm_i &&
          owner_warp_i[lane*scord_params::WARP_WIDTH +: scord_params::WARP_WIDTH] == accessor_warp_i &&
          32'(accessor_sm_i) < NumSms && 32'(accessor_warp_i) < WarpsPerSm)
        reads_differ |= owner_fences_o[lane*Width +: Width] != accessor_fences_o;
    end
  end

  always @(posedge clk_i) if (rst_ni) begin
    // Table IV(b): a block fence is no device fence.
    if (fence_i) begin : a_fence_steps_one_counter
      assert ((after_fence.blk_fence_id == accessor_fences_o.blk_fence_id) == !block_scope_i &&
              (after_fence.dev_fence_id == accessor_fences_o.dev_fence_id) == block_scope_i);
    end
    begin : a_one_entry_a_warp
      assert (reads_differ !== 1'b1);
    end
    if (fence_i) begin : a_accessor_exists
      assert (32'(accessor_sm_i) < NumSms && 32'(accessor_warp_i) < WarpsPerSm);
    end
  end
`endif

endmodule

`default_nettype wire
