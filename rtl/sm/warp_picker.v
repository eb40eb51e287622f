// SPDX-License-Identifier: Apache-2.0
// warp_picker: the first warp, among some candidates, in the order of an issue policy. Combinational.
//
// The policies are loose round robin (LRR), greedy then oldest (GTO), and most waiting first (MWF) on top of either.
// MWF first picks a threadblock, then one of its warps. The choice of the warp is the same logic for all policies; MWF
// applies it to the candidates and the last warp of the block, the others to those of the scheduler. issue_scheduler
// picks from the ready warps; CFF uses a second picker with the same state for the warps that may be fetched (W10).
//
// Source: BAWS section 4.1; W4 of docs/warp-scheduling.md.
//
// lint: BlocksPerSm=8 WarpsPerSm=24 WarpWidth=5; BlocksPerSm=8 WarpsPerSm=48 WarpWidth=6

`include "scord_params.vh"
`default_nettype none

module warp_picker #(
  parameter int BlocksPerSm = scord_params::DEFAULT_BLOCKS_PER_SM,  // threadblock slots, 1 to 8
  parameter int WarpsPerSm = scord_params::DEFAULT_WARPS_PER_SM,    // warp slots of the scheduler
  parameter int WarpWidth = scord_params::WARP_WIDTH                // width of a warp number, in bits
) (
  // One of scord_params::ISSUE_POLICY_*
  input  wire [scord_params::ISSUE_POLICY_WIDTH-1:0]  policy_i,
  // Bit s * BlocksPerSm + t: slot t goes before slot s under the policy (block_sequence)
  input  wire [BlocksPerSm*BlocksPerSm-1:0]           before_i,
  // The warp issued last by the scheduler; by slot, slot 0 lowest: the warp issued last, and the block's warps
  // (issue_scheduler)
  input  wire                                         last_valid_i,
  input  wire [WarpWidth-1:0]                         last_i,
  input  wire [BlocksPerSm-1:0]                       slot_last_valid_i,
  input  wire [BlocksPerSm*WarpWidth-1:0]             slot_last_i,
  input  wire [BlocksPerSm*WarpsPerSm-1:0]            slot_warps_i,
  // The warps to choose from; under MWF a candidate that belongs to no slot is never picked
  input  wire [WarpsPerSm-1:0]                        candidates_i,
  // The pick, as a number and one-hot (zero without a pick), and under MWF its slot, one-hot
  output logic                                        pick_valid_o,
  output logic [WarpWidth-1:0]                        pick_o,
  output logic [WarpsPerSm-1:0]                       pick_mask_o,
  output logic [BlocksPerSm-1:0]                      pick_slot_o
);

  logic most_waiting_first, greedy, oldest_first;

  assign most_waiting_first = policy_i == scord_params::ISSUE_POLICY_MWF_LRR ||
                              policy_i == scord_params::ISSUE_POLICY_MWF_GTO;
  assign greedy = policy_i == scord_params::ISSUE_POLICY_GTO || policy_i == scord_params::ISSUE_POLICY_MWF_GTO;
  assign oldest_first = policy_i == scord_params::ISSUE_POLICY_GTO;

  /////////////////////////////////////
  // Block: the first with candidate //
  /////////////////////////////////////

  logic [BlocksPerSm-1:0] slot_has, slot_first;       // by slot: has a candidate; is the first such slot (one-hot)
  logic [WarpsPerSm-1:0] slot_candidates;             // the candidates of the first slot
  logic slot_last_valid;
  logic [WarpWidth-1:0] slot_last;

  always_comb begin
    slot_has = '0;
    slot_first = '0;
    slot_candidates = '0;
    slot_last_valid = 1'b0;
    slot_last = '0;
    for (int slot = 0; slot < BlocksPerSm; slot++) begin
      slot_has[slot] = (slot_warps_i[slot*WarpsPerSm +: WarpsPerSm] & candidates_i) != '0;
    end
    for (int slot = 0; slot < BlocksPerSm; slot++) begin
      if (slot_has[slot] && (slot_has & before_i[slot*BlocksPerSm +: BlocksPerSm]) == '0) begin
        slot_first[slot] = 1'b1;
        slot_candidates |= slot_warps_i[slot*WarpsPerSm +: WarpsPerSm] & candidates_i;
        slot_last_valid |= slot_last_valid_i[slot];
        slot_last |= slot_last_i[slot*WarpWidth +: WarpWidth];
      end
    end
  end

  /////////////////////////////
  // Warp: LRR or GTO choice //
  /////////////////////////////

  logic last_valid;
  logic [WarpsPerSm-1:0] candidates, fallback, last, later, pool;
  logic [WarpWidth-1:0] last_warp;

  assign candidates = most_waiting_first ? slot_candidates : candidates_i;
  assign last_valid = most_waiting_first ? slot_last_valid : last_valid_i;
  assign last_warp = most_waiting_first ? slot_last : last_i;
  assign last = last_valid ? WarpsPerSm'(1) << last_warp : '0;

  // GTO keeps the last warp while it is a candidate, or else takes the lowest candidate of the oldest block; warps of
  // no block come last. LRR takes the lowest candidate above the last warp, or else the lowest of all. last = 0 means
  // that no warp was issued yet.
  assign later = ~(last | (last - 1'b1));
  assign fallback = oldest_first && slot_has != '0 ? slot_candidates : candidates;
  always_comb begin
    if (greedy) pool = (candidates & last) != '0 ? last : fallback;
    else pool = last != '0 && (candidates & later) != '0 ? candidates & later : candidates;
  end

  assign pick_mask_o = pool & (~pool + 1'b1);  // lowest set bit
  assign pick_valid_o = pool != '0;
  assign pick_slot_o = most_waiting_first ? slot_first : '0;
  always_comb begin
    pick_o = '0;
    for (int warp = 0; warp < WarpsPerSm; warp++) begin
      if (pick_mask_o[warp]) pick_o |= WarpWidth'(warp);
    end
  end

endmodule

`default_nettype wire
