// SPDX-License-Identifier: Apache-2.0
// block_sequence: the order in which an issue policy serves the threadblocks of an SM. Combinational.
//
// MWF serves the block with the most warps waiting at the barrier first; among equals the lowest slot comes first. GTO
// serves the oldest block first. LRR does not use the order. All issue schedulers and the fetch port of an SM share
// this one sequence, as they share the priority table and the block order. The inputs come from registers, so the
// comparators are not on the path from the ready mask to the pick.
//
// Source: BAWS section 4.1.1; W1, W4, W5 of docs/warp-scheduling.md.

`include "scord_params.vh"
`default_nettype none

module block_sequence #(
  parameter int BlocksPerSm = scord_params::DEFAULT_BLOCKS_PER_SM  // threadblock slots, 1 to 8
) (
  // One of scord_params::ISSUE_POLICY_*
  input  wire [scord_params::ISSUE_POLICY_WIDTH-1:0]          policy_i,
  // The number of waiting warps of each slot, slot 0 lowest (warp_priority_table)
  input  wire [BlocksPerSm*scord_params::PRIORITY_WIDTH-1:0]  priorities_i,
  // Bit s * BlocksPerSm + t: slot t is older than slot s (block_order)
  input  wire [BlocksPerSm*BlocksPerSm-1:0]                   older_i,
  // Bit s * BlocksPerSm + t: slot t goes before slot s
  output logic [BlocksPerSm*BlocksPerSm-1:0]                  before_o
);

  localparam int Width = scord_params::PRIORITY_WIDTH;

  logic most_waiting_first, low_first;

  assign most_waiting_first = policy_i == scord_params::ISSUE_POLICY_MWF_LRR ||
                              policy_i == scord_params::ISSUE_POLICY_MWF_GTO;

  always_comb begin
    before_o = '0;
    low_first = 1'b0;
    for (int high = 1; high < BlocksPerSm; high++) begin
      for (int low = 0; low < BlocksPerSm; low++) begin
        if (low < high) begin
          if (most_waiting_first) low_first = priorities_i[low*Width +: Width] >= priorities_i[high*Width +: Width];
          else low_first = older_i[high*BlocksPerSm + low];
          before_o[high*BlocksPerSm + low] = low_first;
          before_o[low*BlocksPerSm + high] = !low_first;
        end
      end
    end
  end

endmodule

`default_nettype wire
