// SPDX-License-Identifier: Apache-2.0
// scord_sm: the part of scord that stands in every SM.
//
// It takes the events of the SM in program order and keeps barrier counters, lock tables and warp priorities. An access
// or a fence becomes a detector request that carries a snapshot of this state (D8). Requests leave through a FIFO in
// program order (D1). While the FIFO is full, accesses and fences wait: this is the paper's LHD stall.
//
// Timing: an event is taken in the cycle in which valid and ready are high; its request is at the output one cycle
// later if the FIFO was empty. The issue pick is combinational. Source: ScoRD section IV; BAWS section 4.1.

`include "scord_params.vh"
`default_nettype none

module scord_sm #(
  // threadblock slots, 1 to 8
  parameter int BlocksPerSm = scord_params::DEFAULT_BLOCKS_PER_SM,
  // warp slots, 1 to 32
  parameter int WarpsPerSm = scord_params::DEFAULT_WARPS_PER_SM,
  // requests buffered towards the detector, 2 or more
  parameter int RequestFifoDepth = scord_params::DEFAULT_REQUEST_FIFO_DEPTH,
  // 0: a warp counts as one thread; 1: the threads of a diverged warp are distinguished; 2: of every warp (D40, D41)
  parameter int IndependentThreads = scord_params::DEFAULT_INDEPENDENT_THREADS,
  // acquire and release order accesses (D60)
  parameter int AcquireRelease = scord_params::DEFAULT_ACQUIRE_RELEASE,
  // a full lock table counts its oldest locks instead of dropping them (D71)
  parameter int ManyLocks = scord_params::DEFAULT_MANY_LOCKS,
  // barrier counters and lock table to the letter of the paper (D91)
  parameter int AsPrinted = scord_params::DEFAULT_AS_PRINTED
) (
  // Clock and synchronous reset
  input  wire                                                clk_i,
  input  wire                                                rst_ni,
  // The number of this SM, constant
  input  wire  [scord_params::SM_WIDTH-1:0]                  sm_i,
  // clear_i resets all state at the next edge (kernel start, D5); hold_i blocks events (metadata clear)
  input  wire                                                clear_i,
  input  wire                                                hold_i,
  // Issue policy, one of scord_params::ISSUE_POLICY_*
  input  wire  [scord_params::ISSUE_POLICY_WIDTH-1:0]        issue_policy_i,
  // SM events: valid and payload stay stable until ready. Ready depends on the event's kind, the FIFO level and hold_i,
  // never on valid.
  input  wire                                                event_valid_i,
  output logic                                               event_ready_o,
  // Without independent threads the thread fields of the event are unused.
  /* verilator lint_off UNUSEDSIGNAL */
  input  sm_event_t                                          event_i,
  /* verilator lint_on UNUSEDSIGNAL */
  // Issue stage (issue_scheduler)
  input  wire                                                issue_valid_i,
  input  wire  [WarpsPerSm-1:0]                              issue_ready_mask_i,
  output logic                                               issue_pick_valid_o,
  output logic [scord_params::WARP_WIDTH-1:0]                issue_pick_o,
  // Detector requests: valid and payload stay stable until ready. Without independent threads the thread fields are 0.
  output logic                                               request_valid_o,
  input  wire                                                request_ready_i,
  output logic [scord_params::DETECTOR_REQUEST_WIDTH-1:0]    request_o,
  // Another request follows this one
  output logic                                               request_more_o
);

  // One C++ class serves all SMs: the default machine then compiles in a third of the time.
  /* verilator no_inline_module */

  `include "stored_request.vh"

  ///////////////////
  // Event decode  //
  ///////////////////

  logic is_launch, is_access, is_fence, is_arrive, is_release, is_cas, is_exch, is_convergence, is_request;
  logic event_taken, request_fifo_ready;

  assign is_launch = event_i.kind == scord_params::SM_EVENT_KIND_BLOCK_LAUNCH;
  assign is_access = event_i.kind == scord_params::SM_EVENT_KIND_ACCESS;
  assign is_fence = event_i.kind == scord_params::SM_EVENT_KIND_FENCE;
  assign is_arrive = event_i.kind == scord_params::SM_EVENT_KIND_BARRIER_ARRIVE;
  assign is_release = event_i.kind == scord_params::SM_EVENT_KIND_BARRIER_RELEASE;
  assign is_cas = event_i.kind == scord_params::SM_EVENT_KIND_CAS;
  assign is_exch = event_i.kind == scord_params::SM_EVENT_KIND_EXCH;
  assign is_convergence = event_i.kind == scord_params::SM_EVENT_KIND_CONVERGENCE;
  assign is_request = is_access || is_fence;

  assign event_ready_o = !hold_i && !clear_i && (request_fifo_ready || !is_request);
  assign event_taken = event_valid_i && event_ready_o;

  // D17: an atomicCAS that changed 0 to 1 takes a lock. D19: an atomicExch that writes 0 frees it.
  logic lock_taken, lock_freed, block_scope;
  logic [WarpsPerSm-1:0] launch_warps;

  // D64: with AcquireRelease, an atomicCAS that states acquire semantics takes no inferred lock.
  logic says_acquire;

  assign says_acquire = AcquireRelease != 0 && event_i.semantics != scord_params::SEMANTICS_NONE &&
                        event_i.semantics != scord_params::SEMANTICS_RELAXED &&
                        event_i.semantics != scord_params::SEMANTICS_RELEASE;
  assign lock_taken = is_cas && (AsPrinted != 0 ||
                                 (!says_acquire && event_i.compare == '0 && event_i.returned == '0 &&
                                  event_i.value == scord_params::VALUE_WIDTH'(1)));
  assign lock_freed = is_exch && (AsPrinted != 0 || event_i.value == '0);
  assign block_scope = event_i.scope == scord_params::SCOPE_BLOCK;  // system scope counts as device scope (D7)
  assign launch_warps = event_i.mask[WarpsPerSm-1:0];

  /////////////////////
  // Tables of an SM //
  /////////////////////

  // With independent threads an access carries only the lower bits of the counter (D41).
  /* verilator lint_off UNUSEDSIGNAL */
  logic [scord_params::BARRIER_ID_WIDTH-1:0] barrier_id;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [scord_params::BLOOM_WIDTH-1:0] lock_bloom;
  logic [BlocksPerSm*scord_params::PRIORITY_WIDTH-1:0] priorities;
  logic [BlocksPerSm*BlocksPerSm-1:0] older, blocks_before;

  // Outputs that only warp_scheduler uses
  logic unused_last_valid;
  logic [scord_params::WARP_WIDTH-1:0] unused_last;
  logic [BlocksPerSm-1:0] unused_slot_last_valid;
  logic [BlocksPerSm*scord_params::WARP_WIDTH-1:0] unused_slot_last;
  logic [BlocksPerSm*WarpsPerSm-1:0] unused_slot_warps;
  logic [BlocksPerSm*scord_params::SLOT_WIDTH-1:0] unused_block_ranks;

  // D4: a launch and a release start a new barrier epoch of the slot.
  barrier_counters #(
    .BlocksPerSm(BlocksPerSm)
  ) u_barrier_counters (
    .clk_i,
    .rst_ni,
    .clear_i,
    .step_i      (event_taken && ((is_launch && AsPrinted == 0) || is_release)),
    .step_slot_i (event_i.slot),
    .read_slot_i (event_i.slot),
    .barrier_id_o(barrier_id)
  );

  lock_table #(
    .WarpsPerSm(WarpsPerSm),
    .ManyLocks (ManyLocks),
    .AsPrinted (AsPrinted)
  ) u_lock_table (
    .clk_i,
    .rst_ni,
    .clear_i,
    .launch_i      (event_taken && is_launch && AsPrinted == 0),
    .launch_warps_i(launch_warps),
    .insert_i      (event_taken && lock_taken),
    .release_i     (event_taken && lock_freed),
    .fence_i       (event_taken && is_fence),
    .warp_i        (event_i.warp),
    .block_scope_i (block_scope),
    .address_i     (event_i.address),
    .lock_bloom_o  (lock_bloom)
  );

  warp_priority_table #(
    .BlocksPerSm(BlocksPerSm),
    .WarpsPerSm (WarpsPerSm)
  ) u_warp_priority_table (
    .clk_i,
    .rst_ni,
    .clear_i,
    .arrive_i     (event_taken && is_arrive),
    .arrive_slot_i(event_i.slot),
    .release_i    (event_taken && (is_release || is_launch) ? BlocksPerSm'(1) << event_i.slot : '0),
    .priorities_o (priorities)
  );

  block_order #(
    .BlocksPerSm(BlocksPerSm)
  ) u_block_order (
    .clk_i,
    .rst_ni,
    .clear_i,
    .launch_i     (event_taken && is_launch),
    .launch_slot_i(event_i.slot),
    .older_o      (older),
    .ranks_o      (unused_block_ranks)
  );

  block_sequence #(
    .BlocksPerSm(BlocksPerSm)
  ) u_block_sequence (
    .policy_i    (issue_policy_i),
    .priorities_i(priorities),
    .older_i     (older),
    .before_o    (blocks_before)
  );

  issue_scheduler #(
    .BlocksPerSm(BlocksPerSm),
    .WarpsPerSm (WarpsPerSm)
  ) u_issue_scheduler (
    .clk_i,
    .rst_ni,
    .clear_i,
    .policy_i         (issue_policy_i),
    .launch_i         (event_taken && is_launch),
    .launch_slot_i    (event_i.slot),
    .launch_warps_i   (launch_warps),
    .before_i         (blocks_before),
    .issue_valid_i,
    .ready_i          (issue_ready_mask_i),
    .pick_valid_o     (issue_pick_valid_o),
    .pick_o           (issue_pick_o),
    .last_valid_o     (unused_last_valid),
    .last_o           (unused_last),
    .slot_last_valid_o(unused_slot_last_valid),
    .slot_last_o      (unused_slot_last),
    .slot_warps_o     (unused_slot_warps)
  );

  /////////////////////////////////////
  // Independent threads (D40, D41)  //
  /////////////////////////////////////

  logic has_diverged;
  logic [scord_params::BARRIER_ID_WIDTH-1:0] epoch;  // the BarrierID that an access carries

  if (IndependentThreads != 0) begin : g_independent_threads
    logic diverged;
    logic [scord_params::SYNCWARP_ID_WIDTH-1:0] syncwarp_id;

    warp_convergence #(
      .WarpsPerSm(WarpsPerSm)
    ) u_warp_convergence (
      .clk_i,
      .rst_ni,
      .clear_i,
      .launch_i      (event_taken && is_launch),
      .launch_warps_i(launch_warps),
      .arrive_i      (event_taken && is_arrive),
      .part_i        (event_taken && is_convergence && event_i.mask == '0),
      .meet_i        (event_taken && is_convergence && event_i.mask != '0),
      .all_i         (event_i.mask == '1),
      .warp_i        (event_i.warp),
      .diverged_o    (diverged),
      .syncwarp_id_o (syncwarp_id)
    );

    assign has_diverged = diverged || IndependentThreads == 2;
    assign epoch = {syncwarp_id, barrier_id[scord_params::EPOCH_BARRIER_WIDTH-1:0]};
  end else begin : g_warps_only
    assign has_diverged = 1'b0;
    assign epoch = barrier_id;
  end

  //////////////
  // Requests //
  //////////////

  // The upper fields are not stored in every configuration (stored_request.vh).
  /* verilator lint_off UNUSEDSIGNAL */
  detector_request_t request;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [StoredRequestWidth-1:0] request_stored;

  assign request.kind = is_fence ? scord_params::REQUEST_KIND_FENCE : scord_params::REQUEST_KIND_ACCESS;
  assign request.block_id = {sm_i, event_i.slot};
  assign request.warp_id = event_i.warp;
  assign request.barrier_id = epoch;
  assign request.lock_bloom = lock_bloom;
  assign request.op = event_i.op;
  assign request.scope = event_i.scope;
  assign request.strong_ = event_i.strong_;
  assign request.sequence_ = event_i.sequence_;
  assign request.pc = event_i.pc;
  assign request.address = event_i.address;
  assign request.mask = event_i.mask;
  assign request.semantics = AcquireRelease != 0 ? event_i.semantics : scord_params::SEMANTICS_NONE;
  assign request.thread_bit_0 = event_i.thread_bit_0;
  assign request.thread_bit_1 = event_i.thread_bit_1;
  assign request.thread_bit_2 = event_i.thread_bit_2;
  assign request.thread_bit_3 = event_i.thread_bit_3;
  assign request.thread_bit_4 = event_i.thread_bit_4;
  assign request.several_threads = event_i.several_threads;
  assign request.lanes_differ = event_i.lanes_differ;
  assign request.has_diverged = has_diverged;
  assign request_o = scord_params::DETECTOR_REQUEST_WIDTH'(request_stored);

  fifo #(
    .Width(StoredRequestWidth),
    .Depth(RequestFifoDepth)
  ) u_request_fifo (
    .clk_i,
    .rst_ni,
    .clear_i,
    .in_valid_i (event_taken && is_request),
    .in_ready_o (request_fifo_ready),
    .in_data_i  (StoredRequestWidth'(request)),
    .out_valid_o(request_valid_o),
    .out_ready_i(request_ready_i),
    .out_data_o (request_stored),
    .out_more_o (request_more_o)
  );

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  logic order_broken;
  always_comb begin
    order_broken = 1'b0;
    for (int slot = 0; slot < BlocksPerSm; slot++) begin
      for (int other = 0; other < BlocksPerSm; other++)
        order_broken |= (blocks_before[slot*BlocksPerSm + other] == blocks_before[other*BlocksPerSm + slot]) == (slot != other);
    end
  end

  always @(posedge clk_i) if (rst_ni) begin
    if (hold_i || clear_i) begin : a_no_event_while_held
      assert (!event_taken);
    end
    begin : a_lock_taken_or_freed
      assert (!(lock_taken && lock_freed));
    end
    if (request_more_o) begin : a_more_follows_a_request
      assert (request_valid_o);
    end
    if (issue_pick_valid_o) begin : a_pick_is_ready
      assert (issue_valid_i && (issue_ready_mask_i & WarpsPerSm'(1) << issue_pick_o) != '0);
    end
    // Of two blocks exactly one goes first, whatever the policy.
    begin : a_one_block_goes_first
      assert (!order_broken);
    end
    if (event_taken) begin : a_event_names_existing_slots
      assert (is_launch || is_access || is_fence || is_arrive || is_release || is_cas || is_exch || is_convergence);
      assert (32'(event_i.slot) < BlocksPerSm && 32'(event_i.warp) < WarpsPerSm);
    end
  end

`ifndef __ICARUS__
  // Icarus has no $past.
  logic past_valid_q;
  always_ff @(posedge clk_i) past_valid_q <= rst_ni;

  always @(posedge clk_i) if (rst_ni) begin
    if (past_valid_q && $past(event_valid_i && !event_ready_o)) begin : a_event_stable
      assert (event_valid_i && event_i == $past(event_i));
    end
  end
`endif
`endif

endmodule

`default_nettype wire
