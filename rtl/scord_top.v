// SPDX-License-Identifier: Apache-2.0
// scord_top: the ScoRD race detector with barrier-aware warp scheduling, the module that an SoC instantiates.
//
// It contains one scord_sm for every SM, one detector for all of them, an APB slave for configuration, and an AXI4
// master for metadata and the race log. docs/rtl-interface.md describes ports and behaviour.
//
// Source: ScoRD section IV, BAWS section 4.1.

`include "scord_params.vh"
`default_nettype none

module scord_top #(
  // SMs, 1 to 16
  parameter int NumSms = scord_params::DEFAULT_NUM_SMS,
  // threadblock slots of an SM, 1 to 8
  parameter int BlocksPerSm = scord_params::DEFAULT_BLOCKS_PER_SM,
  // warp slots of an SM, 1 to 32
  parameter int WarpsPerSm = scord_params::DEFAULT_WARPS_PER_SM,
  // word checks in a cycle: a power of two, 1 to 32
  parameter int Lanes = scord_params::DEFAULT_LANES,
  // metadata lines buffered: a power of two, 2 to 128
  parameter int MetadataLines = scord_params::DEFAULT_METADATA_LINES,
  // metadata entries in a beat of the AXI port: a power of two, 1 to 16
  parameter int BeatEntries = scord_params::DEFAULT_BEAT_ENTRIES,
  // 1: memory holds metadata lines grouped; BeatEntries at most 4
  parameter int GroupedLines = scord_params::DEFAULT_GROUPED_LINES,
  // requests buffered for each SM, 2 to 64
  parameter int RequestFifoDepth = scord_params::DEFAULT_REQUEST_FIFO_DEPTH,
  // 0: a warp counts as one thread; 1: the threads of a diverged warp are distinguished; 2: of every warp (D40, D41)
  parameter int IndependentThreads = scord_params::DEFAULT_INDEPENDENT_THREADS,
  // 1: acquire and release order accesses (D60)
  parameter int AcquireRelease = scord_params::DEFAULT_ACQUIRE_RELEASE,
  // 1: a full lock table counts its oldest locks instead of dropping them (D71)
  parameter int ManyLocks = scord_params::DEFAULT_MANY_LOCKS,
  // to the letter of the paper (D91)
  parameter int AsPrinted = scord_params::DEFAULT_AS_PRINTED
) (
  // Clock and synchronous reset
  input  wire                                                clk_i,
  input  wire                                                rst_ni,
  // SM events (sm_event_t; without independent threads the fields up to `returned`), SM 0 lowest: valid and payload
  // stay stable until ready
  input  wire  [NumSms-1:0]                                  sm_event_valid_i,
  output logic [NumSms-1:0]                                  sm_event_ready_o,
  input  wire  [NumSms*(scord_params::SM_EVENT_WIDTH - (IndependentThreads != 0 ? 0 : scord_params::WORD_THREADS_WIDTH))-1:0]
                                                             sm_event_i,
  // Issue stage: issue_valid_i requests a pick among the ready warps; the pick is combinational
  input  wire  [NumSms-1:0]                                  issue_valid_i,
  input  wire  [NumSms*scord_params::MAX_WARPS_PER_SM-1:0]   issue_ready_mask_i,
  output logic [NumSms-1:0]                                  issue_pick_valid_o,
  output logic [NumSms*scord_params::WARP_WIDTH-1:0]         issue_pick_o,
  // APB slave
  input  wire                                                psel_i,
  input  wire                                                penable_i,
  input  wire                                                pwrite_i,
  input  wire  [scord_params::APB_ADDRESS_WIDTH-1:0]         paddr_i,
  input  wire  [scord_params::APB_DATA_WIDTH-1:0]            pwdata_i,
  output logic                                               pready_o,
  output logic [scord_params::APB_DATA_WIDTH-1:0]            prdata_o,
  output logic                                               pslverr_o,
  // AXI4 master
  output logic [scord_params::AXI_ID_WIDTH-1:0]              m_axi_awid_o,
  output logic [scord_params::ADDRESS_WIDTH-1:0]             m_axi_awaddr_o,
  output logic [7:0]                                         m_axi_awlen_o,
  output logic [2:0]                                         m_axi_awsize_o,
  output logic [1:0]                                         m_axi_awburst_o,
  output logic                                               m_axi_awvalid_o,
  input  wire                                                m_axi_awready_i,
  output logic [BeatEntries*scord_params::AXI_DATA_WIDTH-1:0] m_axi_wdata_o,
  output logic [BeatEntries*scord_params::AXI_DATA_WIDTH/8-1:0] m_axi_wstrb_o,
  output logic                                               m_axi_wlast_o,
  output logic                                               m_axi_wvalid_o,
  input  wire                                                m_axi_wready_i,
  input  wire  [scord_params::AXI_ID_WIDTH-1:0]              m_axi_bid_i,
  input  wire  [1:0]                                         m_axi_bresp_i,
  input  wire                                                m_axi_bvalid_i,
  output logic                                               m_axi_bready_o,
  output logic [scord_params::AXI_ID_WIDTH-1:0]              m_axi_arid_o,
  output logic [scord_params::ADDRESS_WIDTH-1:0]             m_axi_araddr_o,
  output logic [7:0]                                         m_axi_arlen_o,
  output logic [2:0]                                         m_axi_arsize_o,
  output logic [1:0]                                         m_axi_arburst_o,
  output logic                                               m_axi_arvalid_o,
  input  wire                                                m_axi_arready_i,
  input  wire  [scord_params::AXI_ID_WIDTH-1:0]              m_axi_rid_i,
  input  wire  [BeatEntries*scord_params::AXI_DATA_WIDTH-1:0] m_axi_rdata_i,
  input  wire  [1:0]                                         m_axi_rresp_i,
  input  wire                                                m_axi_rlast_i,
  input  wire                                                m_axi_rvalid_i,
  output logic                                               m_axi_rready_o,
  // Interrupt, a level: the race log is not empty and the interrupt is enabled
  output logic                                               interrupt_o,
  // Verification ports without handshake: the detector takes the oldest request of this SM (one-hot or zero); the items
  // decided in this cycle (retire_t), lane 0 first, the valid lanes are the lowest; with GroupedLines the words that each
  // lane decides, of which the item names the lowest (a fence: bit 0), else 0
  output logic [NumSms-1:0]                                  grant_o,
  output logic [Lanes-1:0]                                   retire_valid_o,
  output logic [Lanes*scord_params::RETIRE_WIDTH-1:0]        retire_o,
  output logic [Lanes*scord_params::SEGMENT_WORDS-1:0]       retire_words_o
);

  localparam int RequestWidth = scord_params::DETECTOR_REQUEST_WIDTH;
  localparam int EventWidth = scord_params::SM_EVENT_WIDTH - (IndependentThreads != 0 ? 0 : scord_params::WORD_THREADS_WIDTH);
  localparam int MaxWarps = scord_params::MAX_WARPS_PER_SM;
  localparam int WarpWidth = scord_params::WARP_WIDTH;

  if (Lanes < 1 || Lanes > scord_params::SEGMENT_WORDS || (Lanes & (Lanes - 1)) != 0) begin : g_bad_lanes
    initial $error("scord_top: Lanes must be 1, 2, 4, 8, 16 or 32");
  end
  if (BeatEntries < 1 || BeatEntries > scord_params::MAX_BEAT_ENTRIES || (BeatEntries & (BeatEntries - 1)) != 0) begin : g_bad_beat
    initial $error("scord_top: BeatEntries must be a power of two, 1 to 16");
  end
  if (NumSms > scord_params::MAX_SMS || BlocksPerSm > scord_params::MAX_BLOCKS_PER_SM ||
      WarpsPerSm > scord_params::MAX_WARPS_PER_SM) begin : g_too_large
    initial $error("scord_top: more SMs, slots or warps than identifiers can name");
  end

  logic [NumSms-1:0] request_valid, request_more, request_ready;
  logic [NumSms*RequestWidth-1:0] request;

  ///////////////////////
  // Control registers //
  ///////////////////////

  logic kernel_start, kernel_start_next, log_reset, starting, hold;
  logic [scord_params::ADDRESS_WIDTH-1:0] tracked_base, metadata_base, log_base;
  logic [5:0] log2_tracked_words;
  logic [2:0] log2_cache_ratio;
  logic [31:0] log_capacity, log_head, log_tail, log_dropped;
  logic [scord_params::ISSUE_POLICY_WIDTH-1:0] issue_policy;
  logic both_scopes, clearing, busy;
  logic count_system_scope, stall_sm, line_hit, line_miss, axi_read_error, axi_write_error;
  logic stall_metadata, stall_race_log, stall_line, stall_fetch, stall_queue;

  assign starting = kernel_start || clearing;
  assign hold = kernel_start_next || starting;  // an event that is taken is decided, never cleared
  assign stall_sm = (sm_event_valid_i & ~sm_event_ready_o) != '0;
  assign grant_o = request_ready & request_valid;

  control_registers #(
    .Lanes       (Lanes),
    .GroupedLines(GroupedLines)
  ) u_control_registers (
    .clk_i,
    .rst_ni,
    .psel_i,
    .penable_i,
    .pwrite_i,
    .paddr_i,
    .pwdata_i,
    .pready_o,
    .prdata_o,
    .pslverr_o,
    .interrupt_o,
    .kernel_start_o      (kernel_start),
    .kernel_start_next_o (kernel_start_next),
    .log_reset_o         (log_reset),
    .tracked_base_o      (tracked_base),
    .log2_tracked_words_o(log2_tracked_words),
    .log2_cache_ratio_o  (log2_cache_ratio),
    .metadata_base_o     (metadata_base),
    .log_base_o          (log_base),
    .log_capacity_o      (log_capacity),
    .log_head_o          (log_head),
    .both_scopes_o       (both_scopes),
    .issue_policy_o      (issue_policy),
    .clearing_i          (starting),
    .busy_i              (busy || kernel_start),
    .log_tail_i          (log_tail),
    .log_dropped_i       (log_dropped),
    .retire_valid_i      (retire_valid_o),
    .retire_i            (retire_o),
    .retire_words_i      (retire_words_o),
    .system_scope_i      (count_system_scope),
    .stall_sm_i          (stall_sm),
    .line_hit_i          (line_hit),
    .line_miss_i         (line_miss),
    .stall_metadata_i    (stall_metadata),
    .stall_race_log_i    (stall_race_log),
    .stall_line_i        (stall_line),
    .stall_fetch_i       (stall_fetch),
    .stall_queue_i       (stall_queue),
    .axi_read_error_i    (axi_read_error),
    .axi_write_error_i   (axi_write_error)
  );

  //////////////
  // SM units //
  //////////////

  for (genvar i = 0; i < NumSms; i++) begin : g_sm
    scord_sm #(
      .BlocksPerSm     (BlocksPerSm),
      .WarpsPerSm      (WarpsPerSm),
      .RequestFifoDepth(RequestFifoDepth),
      .IndependentThreads(IndependentThreads),
      .AcquireRelease(AcquireRelease),
      .ManyLocks(ManyLocks),
      .AsPrinted(AsPrinted)
    ) u_scord_sm (
      .clk_i,
      .rst_ni,
      .sm_i              (scord_params::SM_WIDTH'(i)),
      .clear_i           (kernel_start),
      .hold_i            (hold),
      .issue_policy_i    (issue_policy),
      .event_valid_i     (sm_event_valid_i[i]),
      .event_ready_o     (sm_event_ready_o[i]),
      .event_i           (scord_params::SM_EVENT_WIDTH'(sm_event_i[i*EventWidth +: EventWidth])),
      .issue_valid_i     (issue_valid_i[i]),
      .issue_ready_mask_i(WarpsPerSm'(issue_ready_mask_i[i*MaxWarps +: MaxWarps])),
      .issue_pick_valid_o(issue_pick_valid_o[i]),
      .issue_pick_o      (issue_pick_o[i*WarpWidth +: WarpWidth]),
      .request_valid_o   (request_valid[i]),
      .request_ready_i   (request_ready[i]),
      .request_o         (request[i*RequestWidth +: RequestWidth]),
      .request_more_o    (request_more[i])
    );
  end

  //////////////
  // Detector //
  //////////////

  scord_detector #(
    .NumSms       (NumSms),
    .WarpsPerSm   (WarpsPerSm),
    .Lanes        (Lanes),
    .MetadataLines(MetadataLines),
    .BeatEntries  (BeatEntries),
    .GroupedLines (GroupedLines),
    .IndependentThreads(IndependentThreads),
    .AcquireRelease(AcquireRelease),
    .AsPrinted    (AsPrinted)
  ) u_scord_detector (
    .clk_i,
    .rst_ni,
    .kernel_start_i      (kernel_start),
    .log_reset_i         (log_reset),
    .tracked_base_i      (tracked_base),
    .log2_tracked_words_i(log2_tracked_words),
    .log2_cache_ratio_i  (log2_cache_ratio),
    .metadata_base_i     (metadata_base),
    .log_base_i          (log_base),
    .log_capacity_i      (log_capacity),
    .log_head_i          (log_head),
    .both_scopes_i       (both_scopes),
    .request_valid_i     (request_valid),
    .request_more_i      (request_more),
    .request_ready_o     (request_ready),
    .request_i           (request),
    .clearing_o          (clearing),
    .busy_o              (busy),
    .log_tail_o          (log_tail),
    .log_dropped_o       (log_dropped),
    .count_system_scope_o(count_system_scope),
    .line_hit_o          (line_hit),
    .line_miss_o         (line_miss),
    .stall_metadata_o    (stall_metadata),
    .stall_race_log_o    (stall_race_log),
    .stall_line_o        (stall_line),
    .stall_fetch_o       (stall_fetch),
    .stall_queue_o       (stall_queue),
    .axi_read_error_o    (axi_read_error),
    .axi_write_error_o   (axi_write_error),
    .retire_valid_o,
    .retire_o,
    .retire_words_o,
    .m_axi_awid_o,
    .m_axi_awaddr_o,
    .m_axi_awlen_o,
    .m_axi_awsize_o,
    .m_axi_awburst_o,
    .m_axi_awvalid_o,
    .m_axi_awready_i,
    .m_axi_wdata_o,
    .m_axi_wstrb_o,
    .m_axi_wlast_o,
    .m_axi_wvalid_o,
    .m_axi_wready_i,
    .m_axi_bid_i,
    .m_axi_bresp_i,
    .m_axi_bvalid_i,
    .m_axi_bready_o,
    .m_axi_arid_o,
    .m_axi_araddr_o,
    .m_axi_arlen_o,
    .m_axi_arsize_o,
    .m_axi_arburst_o,
    .m_axi_arvalid_o,
    .m_axi_arready_i,
    .m_axi_rid_i,
    .m_axi_rdata_i,
    .m_axi_rresp_i,
    .m_axi_rlast_i,
    .m_axi_rvalid_i,
    .m_axi_rready_o
  );

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  always @(posedge clk_i) if (rst_ni) begin
    begin : a_one_grant
      assert ((grant_o & (grant_o - 1'b1)) == '0);
    end
    if (kernel_start) begin : a_start_when_idle
      assert (!clearing && !busy);
    end
    if (clearing) begin : a_nothing_decided_while_clearing
      assert (busy && retire_valid_o == '0);
    end
    if (retire_valid_o != '0) begin : a_busy_while_decisions_retire
      assert (busy);
    end
    begin : a_pick_on_demand
      assert ((issue_pick_valid_o & ~issue_valid_i) == '0);
    end
    if (interrupt_o) begin : a_interrupt_of_a_log_record
      assert (log_tail != log_head);
    end
    if (pslverr_o) begin : a_error_in_an_access_only
      assert (psel_i && penable_i && pready_o);
    end
    // AXI4: no burst crosses 4 KB.
    if (m_axi_arvalid_o) begin : a_read_inside_4_kilobytes
      assert (20'(m_axi_araddr_o[11:0]) + ((20'(m_axi_arlen_o) + 20'd1) << m_axi_arsize_o) <= 20'd4096);
    end
    // From the write of kernel_start on until the clear has ended no event is taken, and none waits to be decided: what
    // is taken is decided, never cleared.
    if (kernel_start_next || kernel_start || clearing) begin : a_no_event_around_a_start
      assert (sm_event_ready_o == '0);
    end
    if (kernel_start) begin : a_start_clears_no_request
      assert (request_valid == '0);
    end
    if (request_valid != '0) begin : a_busy_while_a_request_waits
      assert (busy);
    end
  end
`endif

endmodule

`default_nettype wire
