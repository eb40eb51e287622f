// SPDX-License-Identifier: Apache-2.0
// block_sequence: the order in which an issue policy serves the threadblocks of an SM. Combinational.
//
// MWF: most warps waiting at the barrier first, ties to the lowest slot (BAWS section 4.1.1, W1, W4). GTO: oldest first. LRR
// does not look. All issue schedulers of an SM and its fetch port use the one sequence, because they share the priority table
// and the block order (W5); it depends on registers only, so its comparators lie beside, not in, the path from ready to pick.

`include "scord_params.vh"
`default_nettype none

module block_sequence #(
  parameter int BlocksPerSm = scord_params::DEFAULT_BLOCKS_PER_SM  // threadblock slots
) (
  // scord_params::ISSUE_POLICY_*
  input  wire [scord_params::ISSUE_POLICY_WIDTH-1:0]          policy_i,
  // Waiting warps of the slots, slot 0 lowest (warp_priority_table)
  input  wire [BlocksPerSm*scord_params::PRIORITY_WIDTH-1:0]  priorities_i,
  // Row s, bit t: slot t is older than slot s (block_order)
  input  wire [BlocksPerSm*BlocksPerSm-1:0]                   older_i,
  // Row s, bit t (place s * BlocksPerSm + t): slot t goes before slot s
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
