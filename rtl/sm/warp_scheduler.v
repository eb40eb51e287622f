// SPDX-License-Identifier: Apache-2.0
// warp_scheduler: the scheduling of one SM of the cycle-level machine: which warps issue and which warp is fetched.
//
// One warp priority table (BAWS Table 1), one block order, one fetch scheduler, and Schedulers issue schedulers that share them
// (BAWS section 4.1.1, W5): warp w of the SM is warp w / Schedulers of scheduler w mod Schedulers. Picks are functions of the
// state at the cycle's start; its events take effect at the clock edge (W3). With exits_count_i a second table of the same kind
// counts the warps of each block that have ended, and the sum is the block's priority (W15). The golden model is cmodel/sm/warp_scheduler.h.
//
// lint: BlocksPerSm=8 WarpsPerSm=48 Schedulers=2; BlocksPerSm=8 WarpsPerSm=48 Schedulers=1; BlocksPerSm=1 WarpsPerSm=4 Schedulers=4

`include "scord_params.vh"
`default_nettype none

module warp_scheduler #(
  parameter int BlocksPerSm = scord_params::DEFAULT_BLOCKS_PER_SM,  // threadblock slots
  parameter int WarpsPerSm = scord_params::BAWS_WARPS_PER_SM,       // warp slots, a multiple of Schedulers
  parameter int Schedulers = scord_params::BAWS_SCHEDULERS,         // issue schedulers
  parameter int FetchFairness = scord_params::FETCH_FAIRNESS        // CFF: one of so many grants is round robin's (W11)
) (
  // Clock and synchronous reset
  input  wire                                                clk_i,
  input  wire                                                rst_ni,
  // All state as after reset at the next edge (kernel start)
  input  wire                                                clear_i,
  // scord_params::ISSUE_POLICY_*, scord_params::FETCH_ORDER_*; may change at any time
  input  wire [scord_params::ISSUE_POLICY_WIDTH-1:0]         issue_policy_i,
  input  wire [scord_params::FETCH_ORDER_WIDTH-1:0]          fetch_order_i,
  // W15: ended warps of a block count as waiting ones
  input  wire                                                exits_count_i,
  // Issue: a scheduler that is asked picks one of its own ready warps, by number in the SM, scheduler 0 lowest. Combinational;
  // remembered at the clock edge. The pick of a scheduler does not depend on what is ready in another.
  input  wire [Schedulers-1:0]                               issue_valid_i,
  input  wire [WarpsPerSm-1:0]                               issue_ready_i,
  output logic [Schedulers-1:0]                              issue_pick_valid_o,
  output logic [Schedulers*scord_params::SCHEDULER_WARP_WIDTH-1:0] issue_pick_o,
  // Fetch: asked, the port serves one of the eligible warps, if any; blocked are those that wait at a barrier. Combinational;
  // remembered at the clock edge.
  input  wire                                                fetch_valid_i,
  input  wire [WarpsPerSm-1:0]                               fetch_eligible_i,
  input  wire [WarpsPerSm-1:0]                               fetch_blocked_i,
  output logic                                               fetch_pick_valid_o,
  output logic [scord_params::SCHEDULER_WARP_WIDTH-1:0]      fetch_pick_o,
  // Events of the cycle: a block is launched (at most one); by scheduler, a warp reached the barrier, or has ended; by slot,
  // barriers release
  input  wire                                                launch_i,
  input  wire [scord_params::SLOT_WIDTH-1:0]                 launch_slot_i,
  input  wire [WarpsPerSm-1:0]                               launch_warps_i,
  input  wire [Schedulers-1:0]                               arrive_i,
  input  wire [Schedulers*scord_params::SLOT_WIDTH-1:0]      arrive_slot_i,
  input  wire [Schedulers-1:0]                               exit_i,
  input  wire [Schedulers*scord_params::SLOT_WIDTH-1:0]      exit_slot_i,
  input  wire [BlocksPerSm-1:0]                              release_i,
  // State before this cycle's events, slot 0 lowest: priorities (waiting warps, W15), and older blocks
  output logic [BlocksPerSm*scord_params::PRIORITY_WIDTH-1:0] priorities_o,
  output logic [BlocksPerSm*scord_params::SLOT_WIDTH-1:0]    block_ranks_o
);

  localparam int WarpWidth = scord_params::SCHEDULER_WARP_WIDTH;
  localparam int PriorityWidth = scord_params::PRIORITY_WIDTH;
  localparam int UnitWarps = WarpsPerSm / Schedulers;                     // warps of a scheduler
  localparam int UnitWidth = UnitWarps > 1 ? $clog2(UnitWarps) : 1;       // bits that name one of them

  if (WarpsPerSm % Schedulers != 0) begin : g_uneven
    initial $error("WarpsPerSm must be a multiple of Schedulers");
  end

  //////////////////////
  // Order of blocks  //
  //////////////////////

  logic [BlocksPerSm*BlocksPerSm-1:0] older, blocks_before;
  logic [BlocksPerSm-1:0] launched;
  logic [BlocksPerSm*PriorityWidth-1:0] waiting, ended;  // warps of each slot's block

  assign launched = launch_i ? BlocksPerSm'(1) << launch_slot_i : '0;

  warp_priority_table #(
    .BlocksPerSm(BlocksPerSm),
    .WarpsPerSm (WarpsPerSm),
    .ArrivePorts(Schedulers)
  ) u_warp_priority_table (
    .clk_i,
    .rst_ni,
    .clear_i,
    .arrive_i,
    .arrive_slot_i,
    .release_i    (release_i | launched),
    .priorities_o (waiting)
  );

  // W15. Ended warps stay ended until a new block takes the slot.
  warp_priority_table #(
    .BlocksPerSm(BlocksPerSm),
    .WarpsPerSm (WarpsPerSm),
    .ArrivePorts(Schedulers)
  ) u_ended_warps (
    .clk_i,
    .rst_ni,
    .clear_i,
    .arrive_i     (exit_i),
    .arrive_slot_i(exit_slot_i),
    .release_i    (launched),
    .priorities_o (ended)
  );

  for (genvar slot = 0; slot < BlocksPerSm; slot++) begin : g_priority
    assign priorities_o[slot*PriorityWidth +: PriorityWidth] = waiting[slot*PriorityWidth +: PriorityWidth] +
        (exits_count_i ? ended[slot*PriorityWidth +: PriorityWidth] : '0);
  end

  block_order #(
    .BlocksPerSm(BlocksPerSm)
  ) u_block_order (
    .clk_i,
    .rst_ni,
    .clear_i,
    .launch_i,
    .launch_slot_i,
    .older_o      (older),
    .ranks_o      (block_ranks_o)
  );

  block_sequence #(
    .BlocksPerSm(BlocksPerSm)
  ) u_block_sequence (
    .policy_i    (issue_policy_i),
    .priorities_i(priorities_o),
    .older_i     (older),
    .before_o    (blocks_before)
  );

  /////////////////////////////////////
  // Issue, and the critical warp of //
  // each scheduler for the fetch    //
  /////////////////////////////////////

  logic [Schedulers-1:0] critical_valid;
  logic [Schedulers*WarpWidth-1:0] critical;
  logic [Schedulers*PriorityWidth-1:0] critical_priority;

  for (genvar unit = 0; unit < Schedulers; unit++) begin : g_scheduler
    logic [UnitWarps-1:0] ready, launch_warps, candidates, unused_critical_mask;
    logic [UnitWidth-1:0] pick, critical_pick, last;
    logic last_valid;
    logic [BlocksPerSm-1:0] slot_last_valid, critical_slot;
    logic [BlocksPerSm*UnitWidth-1:0] slot_last;
    logic [BlocksPerSm*UnitWarps-1:0] slot_warps;

    for (genvar warp = 0; warp < UnitWarps; warp++) begin : g_warp
      assign ready[warp] = issue_ready_i[warp*Schedulers + unit];
      assign launch_warps[warp] = launch_warps_i[warp*Schedulers + unit];
      assign candidates[warp] = fetch_eligible_i[warp*Schedulers + unit] && !fetch_blocked_i[warp*Schedulers + unit];
    end

    issue_scheduler #(
      .BlocksPerSm(BlocksPerSm),
      .WarpsPerSm (UnitWarps),
      .WarpWidth  (UnitWidth)
    ) u_issue_scheduler (
      .clk_i,
      .rst_ni,
      .clear_i,
      .policy_i         (issue_policy_i),
      .launch_i,
      .launch_slot_i,
      .launch_warps_i   (launch_warps),
      .before_i         (blocks_before),
      .issue_valid_i    (issue_valid_i[unit]),
      .ready_i          (ready),
      .pick_valid_o     (issue_pick_valid_o[unit]),
      .pick_o           (pick),
      .last_valid_o     (last_valid),
      .last_o           (last),
      .slot_last_valid_o(slot_last_valid),
      .slot_last_o      (slot_last),
      .slot_warps_o     (slot_warps)
    );

    // W10: the same order, over the warps that may be fetched and do not wait
    warp_picker #(
      .BlocksPerSm(BlocksPerSm),
      .WarpsPerSm (UnitWarps),
      .WarpWidth  (UnitWidth)
    ) u_critical_picker (
      .policy_i         (issue_policy_i),
      .before_i         (blocks_before),
      .last_valid_i     (last_valid),
      .last_i           (last),
      .slot_last_valid_i(slot_last_valid),
      .slot_last_i      (slot_last),
      .slot_warps_i     (slot_warps),
      .candidates_i     (candidates),
      .pick_valid_o     (critical_valid[unit]),
      .pick_o           (critical_pick),
      .pick_mask_o      (unused_critical_mask),
      .pick_slot_o      (critical_slot)
    );

    assign issue_pick_o[unit*WarpWidth +: WarpWidth] =
        issue_pick_valid_o[unit] ? WarpWidth'(32'(pick) * Schedulers + unit) : '0;
    assign critical[unit*WarpWidth +: WarpWidth] = WarpWidth'(32'(critical_pick) * Schedulers + unit);

    // Waiting warps of the critical warp's block; zero under policies that know no such slot
    logic [PriorityWidth-1:0] block_priority;
    always_comb begin
      block_priority = '0;
      for (int slot = 0; slot < BlocksPerSm; slot++) begin
        if (critical_slot[slot]) block_priority |= priorities_o[slot*PriorityWidth +: PriorityWidth];
      end
    end
    assign critical_priority[unit*PriorityWidth +: PriorityWidth] = block_priority;
  end

  ///////////
  // Fetch //
  ///////////

  fetch_scheduler #(
    .WarpsPerSm   (WarpsPerSm),
    .Schedulers   (Schedulers),
    .FetchFairness(FetchFairness)
  ) u_fetch_scheduler (
    .clk_i,
    .rst_ni,
    .clear_i,
    .fetch_order_i,
    .fetch_valid_i,
    .eligible_i         (fetch_eligible_i),
    .critical_valid_i   (critical_valid),
    .critical_i         (critical),
    .critical_priority_i(critical_priority),
    .pick_valid_o       (fetch_pick_valid_o),
    .pick_o             (fetch_pick_o)
  );

endmodule

`default_nettype wire
