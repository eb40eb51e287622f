// issue_scheduler: picks the warp that an SM issues, from the mask of warps that are ready.
//
// Loose round robin (LRR), greedy then oldest (GTO), and most waiting first (MWF, BAWS section 4.1) on top of either. MWF
// first picks the threadblock with the most warps waiting at its barrier, ties to the lowest slot, then a warp of it. All
// policies share one warp choice: MWF only narrows the candidates to a slot and takes that slot's last warp instead of the
// SM's. What was issued is remembered under every policy, so that a change of policy starts from the truth (D32).

`include "scord_params.vh"
`default_nettype none

module issue_scheduler #(
  parameter int BlocksPerSm = scord_params::DEFAULT_BLOCKS_PER_SM,  // threadblock slots
  parameter int WarpsPerSm = scord_params::DEFAULT_WARPS_PER_SM     // warp slots
) (
  // Clock and synchronous reset
  input  wire                                                 clk_i,
  input  wire                                                 rst_ni,
  // Forget everything at the next edge (kernel start, D5)
  input  wire                                                 clear_i,
  // scord_params::ISSUE_POLICY_*; may change at any time
  input  wire [scord_params::ISSUE_POLICY_WIDTH-1:0]          policy_i,
  // Block launch: the slot takes the warps of the mask, away from other slots; after a pick of the same cycle
  input  wire                                                 launch_i,
  input  wire [scord_params::SLOT_WIDTH-1:0]                  launch_slot_i,
  input  wire [WarpsPerSm-1:0]                                launch_warps_i,
  // Priorities of the slots, slot 0 lowest (warp_priority_table)
  input  wire [BlocksPerSm*scord_params::PRIORITY_WIDTH-1:0]  priorities_i,
  // Issue stage: asks for a pick among the ready warps. The pick is combinational; it is remembered at the clock edge.
  // No pick when no ready warp is left (under MWF, warps of no slot do not count).
  input  wire                                                 issue_valid_i,
  input  wire [WarpsPerSm-1:0]                                ready_i,
  output logic                                                pick_valid_o,
  output logic [scord_params::WARP_WIDTH-1:0]                 pick_o
);

  localparam int PriorityWidth = scord_params::PRIORITY_WIDTH;
  localparam int WarpWidth = scord_params::WARP_WIDTH;

  ///////////
  // State //
  ///////////

  logic last_valid_q;                                 // something was issued
  logic [WarpWidth-1:0] last_q;                       // last warp issued by the SM
  logic [BlocksPerSm-1:0] slot_last_valid_q;          // something of the slot's block was issued
  logic [BlocksPerSm*WarpWidth-1:0] slot_last_q;      // last warp issued of each slot
  logic [BlocksPerSm*WarpsPerSm-1:0] slot_warps_q;    // warps of each slot's block

  ///////////////////////////
  // Block: most waiting   //
  ///////////////////////////

  logic most_waiting_first;
  logic [WarpsPerSm-1:0] slot_candidates;             // ready warps of the chosen slot
  logic slot_last_valid;
  logic [WarpWidth-1:0] slot_last;
  logic slot_found;
  logic [PriorityWidth-1:0] best_priority;

  assign most_waiting_first = policy_i == scord_params::ISSUE_POLICY_MWF_LRR ||
                              policy_i == scord_params::ISSUE_POLICY_MWF_GTO;

  always_comb begin
    slot_found = 1'b0;
    best_priority = '0;
    slot_candidates = '0;
    slot_last_valid = 1'b0;
    slot_last = '0;
    if (issue_valid_i && most_waiting_first) begin
      // From the highest slot down, "not less" replaces: the lowest slot wins a tie.
      for (int slot = BlocksPerSm - 1; slot >= 0; slot--) begin
        if ((slot_warps_q[slot*WarpsPerSm +: WarpsPerSm] & ready_i) != '0 &&
            (!slot_found || priorities_i[slot*PriorityWidth +: PriorityWidth] >= best_priority)) begin
          slot_found = 1'b1;
          best_priority = priorities_i[slot*PriorityWidth +: PriorityWidth];
          slot_candidates = slot_warps_q[slot*WarpsPerSm +: WarpsPerSm] & ready_i;
          slot_last_valid = slot_last_valid_q[slot];
          slot_last = slot_last_q[slot*WarpWidth +: WarpWidth];
        end
      end
    end
  end

  /////////////////////////////
  // Warp: LRR or GTO choice //
  /////////////////////////////

  logic greedy, last_valid;
  logic [WarpsPerSm-1:0] candidates, last, later, pool, pick;
  logic [WarpWidth-1:0] last_warp;

  assign greedy = policy_i == scord_params::ISSUE_POLICY_GTO || policy_i == scord_params::ISSUE_POLICY_MWF_GTO;
  assign candidates = !issue_valid_i ? '0 : most_waiting_first ? slot_candidates : ready_i;
  assign last_valid = most_waiting_first ? slot_last_valid : last_valid_q;
  assign last_warp = most_waiting_first ? slot_last : last_q;
  assign last = last_valid ? WarpsPerSm'(1) << last_warp : '0;

  // GTO stays with the last warp as long as it is ready, else takes the lowest (oldest) slot. LRR prefers the warps
  // after the last one; without a last one (last = 0) that is all of them.
  assign later = ~(last | (last - 1'b1));
  always_comb begin
    if (greedy) pool = (candidates & last) != '0 ? last : candidates;
    else pool = last != '0 && (candidates & later) != '0 ? candidates & later : candidates;
  end
  assign pick = pool & (~pool + 1'b1);  // lowest set bit

  assign pick_valid_o = pick != '0;
  always_comb begin
    pick_o = '0;
    for (int warp = 0; warp < WarpsPerSm; warp++) begin
      if (pick[warp]) pick_o |= WarpWidth'(warp);
    end
  end

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
    begin : a_pick_one_hot
      assert ((pick & (pick - 1'b1)) == '0);
    end
    begin : a_pick_is_ready
      assert ((pick & ~ready_i) == '0);
    end
    if (issue_valid_i && !most_waiting_first && ready_i != '0) begin : a_ready_warp_is_found
      assert (pick_valid_o);
    end
    begin : a_warp_in_one_slot
      assert (!warp_in_two_slots);
    end
  end
`endif

endmodule

`default_nettype wire
