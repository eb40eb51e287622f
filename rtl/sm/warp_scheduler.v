// SPDX-License-Identifier: Apache-2.0
// warp_scheduler: the warp scheduling of one SM of the cycle-level machine: which warps issue and which warp is
// fetched.
//
// Several issue schedulers share one warp priority table, one block order and one fetch scheduler (W5). Warp w of the
// SM is warp w / Schedulers of scheduler w mod Schedulers. With exits_count_i, a second table counts the warps of each
// block that have ended, and the block's priority is the sum of both tables (W15).
//
// Timing: picks are combinational and depend on the state at the start of the cycle; picks and events change the state
// at the next edge (W3). Source: BAWS sections 4.1.1 and 4.2, Table 1. Model: cmodel/sm/warp_scheduler.h.
//
// lint: BlocksPerSm=8 WarpsPerSm=48 Schedulers=2; BlocksPerSm=8 WarpsPerSm=48 Schedulers=1; BlocksPerSm=1 WarpsPerSm=4 Schedulers=4

`include "scord_params.vh"
`default_nettype none

module warp_scheduler #(
  // threadblock slots, 1 to 8
  parameter int BlocksPerSm = scord_params::DEFAULT_BLOCKS_PER_SM,
  // warp slots, 1 to 64, a multiple of Schedulers
  parameter int WarpsPerSm = scord_params::BAWS_WARPS_PER_SM,
  // issue schedulers, 1 to 4
  parameter int Schedulers = scord_params::BAWS_SCHEDULERS,
  // grants of CFF from one fair turn to the next (W11)
  parameter int FetchFairness = scord_params::FETCH_FAIRNESS
) (
  // Clock and synchronous reset
  input  wire                                                clk_i,
  input  wire                                                rst_ni,
  // Sets all state to its reset value at the next edge (kernel start)
  input  wire                                                clear_i,
  // One of scord_params::ISSUE_POLICY_* and of scord_params::FETCH_ORDER_*; may change in any cycle
  input  wire [scord_params::ISSUE_POLICY_WIDTH-1:0]         issue_policy_i,
  input  wire [scord_params::FETCH_ORDER_WIDTH-1:0]          fetch_order_i,
  // W15: ended warps of a block count as waiting warps
  input  wire                                                exits_count_i,
  // Issue, scheduler 0 lowest: issue_valid_i is high for each scheduler that issues in this cycle. It picks one of its
  // own ready warps and returns its number in the SM. The pick does not depend on the ready warps of another scheduler.
  input  wire [Schedulers-1:0]                               issue_valid_i,
  input  wire [WarpsPerSm-1:0]                               issue_ready_i,
  output logic [Schedulers-1:0]                              issue_pick_valid_o,
  output logic [Schedulers*scord_params::SCHEDULER_WARP_WIDTH-1:0] issue_pick_o,
  // Fetch: with fetch_valid_i the port serves one of the eligible warps, if there is one. fetch_blocked_i marks the
  // warps that wait at a barrier.
  input  wire                                                fetch_valid_i,
  input  wire [WarpsPerSm-1:0]                               fetch_eligible_i,
  input  wire [WarpsPerSm-1:0]                               fetch_blocked_i,
  output logic                                               fetch_pick_valid_o,
  output logic [scord_params::SCHEDULER_WARP_WIDTH-1:0]      fetch_pick_o,
  // Events of the cycle. A block is launched (at most one). By scheduler: a warp arrives at the barrier of its slot, or
  // ends. By slot: a barrier releases.
  input  wire                                                launch_i,
  input  wire [scord_params::SLOT_WIDTH-1:0]                 launch_slot_i,
  input  wire [WarpsPerSm-1:0]                               launch_warps_i,
  input  wire [Schedulers-1:0]                               arrive_i,
  input  wire [Schedulers*scord_params::SLOT_WIDTH-1:0]      arrive_slot_i,
  input  wire [Schedulers-1:0]                               exit_i,
  input  wire [Schedulers*scord_params::SLOT_WIDTH-1:0]      exit_slot_i,
  input  wire [BlocksPerSm-1:0]                              release_i,
  // State before this cycle's events, slot 0 lowest: priorities (W15), and the number of older blocks
  output logic [BlocksPerSm*scord_params::PRIORITY_WIDTH-1:0] priorities_o,
  output logic [BlocksPerSm*scord_params::SLOT_WIDTH-1:0]    block_ranks_o
);

  localparam int WarpWidth = scord_params::SCHEDULER_WARP_WIDTH;
  localparam int PriorityWidth = scord_params::PRIORITY_WIDTH;
  localparam int UnitWarps = WarpsPerSm / Schedulers;                     // warp slots of one scheduler
  localparam int UnitWidth = UnitWarps > 1 ? $clog2(UnitWarps) : 1;       // width of a number among them, in bits

  if (WarpsPerSm % Schedulers != 0) begin : g_uneven
    initial $error("WarpsPerSm must be a multiple of Schedulers");
  end

  //////////////////////
  // Order of blocks  //
  //////////////////////

  logic [BlocksPerSm*BlocksPerSm-1:0] older, blocks_before;
  logic [BlocksPerSm-1:0] launched;
  logic [BlocksPerSm*PriorityWidth-1:0] waiting, ended;  // by slot: waiting and ended warps of its block

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

  // W15: an ended warp counts until a new block takes its slot.
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

    // W10: the same issue order, applied to the warps that may be fetched and do not wait at a barrier
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

    // The priority of the critical warp's block; zero under policies that pick no slot

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

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  // By scheduler and slot: a warp of the block is ready; the pick is a warp of the block
  logic [Schedulers*BlocksPerSm-1:0] block_ready, block_picked;

  for (genvar unit = 0; unit < Schedulers; unit++) begin : g_blocks_of
    logic [UnitWarps-1:0] picked;
    assign picked = issue_pick_valid_o[unit] ? UnitWarps'(1) << g_scheduler[unit].pick : '0;
    for (genvar slot = 0; slot < BlocksPerSm; slot++) begin : g_slot
      assign block_ready[unit*BlocksPerSm + slot] =
          (g_scheduler[unit].slot_warps[slot*UnitWarps +: UnitWarps] & g_scheduler[unit].ready) != '0;
      assign block_picked[unit*BlocksPerSm + slot] =
          (g_scheduler[unit].slot_warps[slot*UnitWarps +: UnitWarps] & picked) != '0;
    end
  end

  logic most_waiting_first;
  assign most_waiting_first = issue_policy_i == scord_params::ISSUE_POLICY_MWF_LRR ||
                              issue_policy_i == scord_params::ISSUE_POLICY_MWF_GTO;

  always @(posedge clk_i) if (rst_ni) begin
    begin : a_pick_on_demand
      assert ((issue_pick_valid_o & ~issue_valid_i) == '0);
    end
    for (int unit = 0; unit < Schedulers; unit++) begin
      if (issue_pick_valid_o[unit]) begin : a_pick_is_ready
        assert ((issue_ready_i & WarpsPerSm'(1) << issue_pick_o[unit*WarpWidth +: WarpWidth]) != '0);
      end
      if (issue_pick_valid_o[unit]) begin : a_pick_is_of_its_scheduler
        assert (32'(issue_pick_o[unit*WarpWidth +: WarpWidth]) % Schedulers == unit);
      end
      if (critical_valid[unit]) begin : a_critical_warp_may_run
        assert ((fetch_eligible_i & ~fetch_blocked_i & WarpsPerSm'(1) << critical[unit*WarpWidth +: WarpWidth]) != '0);
      end
      // BAWS Table 1: no block with a ready warp has more waiting warps than that of the pick.
      for (int slot = 0; slot < BlocksPerSm; slot++) begin
        for (int other = 0; other < BlocksPerSm; other++) begin
          if (most_waiting_first && block_picked[unit*BlocksPerSm + slot] && block_ready[unit*BlocksPerSm + other])
          begin : a_most_waiting_first
            assert (priorities_o[slot*PriorityWidth +: PriorityWidth] >= priorities_o[other*PriorityWidth +: PriorityWidth]);
          end
        end
        if (issue_valid_i[unit] && block_ready[unit*BlocksPerSm + slot]) begin : a_ready_warp_is_issued
          assert (issue_pick_valid_o[unit]);
        end
      end
    end
    begin : a_fetch_when_eligible
      assert (fetch_pick_valid_o == (fetch_valid_i && fetch_eligible_i != '0));
    end
    if (fetch_pick_valid_o) begin : a_fetch_pick_is_eligible
      assert ((fetch_eligible_i & WarpsPerSm'(1) << fetch_pick_o) != '0);
    end
  end
`endif

endmodule

`default_nettype wire
