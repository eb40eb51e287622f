// SPDX-License-Identifier: Apache-2.0
// issue_scheduler: picks the warp that an issue scheduler issues, from the mask of ready warps.
//
// warp_picker chooses the warp and block_sequence orders the blocks. This module holds the state that they need: the
// warps of each slot, and the warp issued last, by the scheduler and by slot. It updates this state under every policy,
// so that it is right after a change of policy (D32).
//
// Timing: the pick is combinational; the state that remembers it changes at the next edge.
// Source: BAWS section 4.1; W4 of docs/warp-scheduling.md.
//
// lint: BlocksPerSm=8 WarpsPerSm=24 WarpWidth=5; BlocksPerSm=8 WarpsPerSm=48 WarpWidth=6

`include "scord_params.vh"
`default_nettype none

module issue_scheduler #(
  parameter int BlocksPerSm = scord_params::DEFAULT_BLOCKS_PER_SM,  // threadblock slots, 1 to 8
  parameter int WarpsPerSm = scord_params::DEFAULT_WARPS_PER_SM,    // warp slots of this scheduler
  parameter int WarpWidth = scord_params::WARP_WIDTH                // width of a warp number, in bits
) (
  // Clock and synchronous reset
  input  wire                                         clk_i,
  input  wire                                         rst_ni,
  // Sets all state to its reset value at the next edge (kernel start, D5)
  input  wire                                         clear_i,
  // One of scord_params::ISSUE_POLICY_*; may change in any cycle
  input  wire [scord_params::ISSUE_POLICY_WIDTH-1:0]  policy_i,
  // Block launch: the warps of the mask leave their old slots and belong to this one, after a pick of the same cycle
  input  wire                                         launch_i,
  input  wire [scord_params::SLOT_WIDTH-1:0]          launch_slot_i,
  input  wire [WarpsPerSm-1:0]                        launch_warps_i,
  // Bit s * BlocksPerSm + t: slot t goes before slot s under the policy (block_sequence)
  input  wire [BlocksPerSm*BlocksPerSm-1:0]           before_i,
  // issue_valid_i: the issue stage takes a warp in this cycle. No pick if no warp is ready; under MWF a warp that
  // belongs to no slot is never picked.
  input  wire                                         issue_valid_i,
  input  wire [WarpsPerSm-1:0]                        ready_i,
  output logic                                        pick_valid_o,
  output logic [WarpWidth-1:0]                        pick_o,
  // State for a second warp_picker that follows the same order (CFF)
  output logic                                        last_valid_o,
  output logic [WarpWidth-1:0]                        last_o,
  output logic [BlocksPerSm-1:0]                      slot_last_valid_o,
  output logic [BlocksPerSm*WarpWidth-1:0]            slot_last_o,
  output logic [BlocksPerSm*WarpsPerSm-1:0]           slot_warps_o
);

  ///////////
  // State //
  ///////////

  logic last_valid_q;                                 // the scheduler has issued a warp
  logic [WarpWidth-1:0] last_q;                       // the warp that the scheduler issued last
  logic [BlocksPerSm-1:0] slot_last_valid_q;          // by slot: the scheduler has issued a warp of its block
  logic [BlocksPerSm*WarpWidth-1:0] slot_last_q;      // by slot: the warp issued last
  logic [BlocksPerSm*WarpsPerSm-1:0] slot_warps_q;    // by slot: the warps of its block

  assign last_valid_o = last_valid_q;
  assign last_o = last_q;
  assign slot_last_valid_o = slot_last_valid_q;
  assign slot_last_o = slot_last_q;
  assign slot_warps_o = slot_warps_q;

  //////////
  // Pick //
  //////////

  logic [WarpsPerSm-1:0] pick;
  logic [BlocksPerSm-1:0] unused_pick_slot;

  warp_picker #(
    .BlocksPerSm(BlocksPerSm),
    .WarpsPerSm (WarpsPerSm),
    .WarpWidth  (WarpWidth)
  ) u_warp_picker (
    .policy_i,
    .before_i,
    .last_valid_i     (last_valid_q),
    .last_i           (last_q),
    .slot_last_valid_i(slot_last_valid_q),
    .slot_last_i      (slot_last_q),
    .slot_warps_i     (slot_warps_q),
    .candidates_i     (issue_valid_i ? ready_i : '0),
    .pick_valid_o,
    .pick_o,
    .pick_mask_o      (pick),
    .pick_slot_o      (unused_pick_slot)
  );

  ////////////
  // Update //
  ////////////

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      last_valid_q <= 1'b0;
      last_q <= '0;
    end else if (pick_valid_o) begin
      last_valid_q <= 1'b1;
      last_q <= pick_o;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      slot_last_valid_q <= '0;
      slot_last_q <= '0;
      slot_warps_q <= '0;
    end else if (pick_valid_o || launch_i) begin
      for (int slot = 0; slot < BlocksPerSm; slot++) begin
        if (launch_i && 32'(launch_slot_i) == slot) begin
          slot_last_valid_q[slot] <= 1'b0;
          slot_last_q[slot*WarpWidth +: WarpWidth] <= '0;
          slot_warps_q[slot*WarpsPerSm +: WarpsPerSm] <= launch_warps_i;
        end else begin
          if ((slot_warps_q[slot*WarpsPerSm +: WarpsPerSm] & pick) != '0) begin
            slot_last_valid_q[slot] <= 1'b1;
            slot_last_q[slot*WarpWidth +: WarpWidth] <= pick_o;
          end
          if (launch_i) begin
            slot_warps_q[slot*WarpsPerSm +: WarpsPerSm] <=
                slot_warps_q[slot*WarpsPerSm +: WarpsPerSm] & ~launch_warps_i;
          end
        end
      end
    end
  end

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  // A warp belongs to at most one slot (D32).
  logic warp_in_two_slots;
  logic [WarpsPerSm-1:0] owned;
  always_comb begin
    warp_in_two_slots = 1'b0;
    owned = '0;
    for (int slot = 0; slot < BlocksPerSm; slot++) begin
      warp_in_two_slots |= (slot_warps_q[slot*WarpsPerSm +: WarpsPerSm] & owned) != '0;
      owned |= slot_warps_q[slot*WarpsPerSm +: WarpsPerSm];
    end
  end

  always @(posedge clk_i) if (rst_ni) begin
    if (last_valid_q && issue_valid_i && policy_i == scord_params::ISSUE_POLICY_GTO &&
        (ready_i & WarpsPerSm'(1) << last_q) != '0) begin : a_greedy_keeps_its_warp
      assert (pick_valid_o && pick_o == last_q);
    end
    if (pick_valid_o && (policy_i == scord_params::ISSUE_POLICY_MWF_LRR ||
                         policy_i == scord_params::ISSUE_POLICY_MWF_GTO)) begin : a_pick_of_a_block
      assert ((pick & owned) == pick);
    end
    if (pick_valid_o) begin : a_pick_number_is_its_mask
      assert (pick == WarpsPerSm'(1) << pick_o);
    end
    begin : a_pick_one_hot
      assert ((pick & (pick - 1'b1)) == '0);
    end
    begin : a_pick_is_ready
      assert ((pick & ~ready_i) == '0);
    end
    if (issue_valid_i && policy_i != scord_params::ISSUE_POLICY_MWF_LRR &&
        policy_i != scord_params::ISSUE_POLICY_MWF_GTO && ready_i != '0) begin : a_ready_warp_is_found
      assert (pick_valid_o);
    end
    begin : a_warp_in_one_slot
      assert (!warp_in_two_slots);
    end
  end
`endif

endmodule

`default_nettype wire
