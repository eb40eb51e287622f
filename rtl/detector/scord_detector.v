// SPDX-License-Identifier: Apache-2.0
// scord_detector: decides every access of every SM in one total order, up to Lanes words in a cycle;
// with GroupedLines up to Lanes groups of words that have equal entries.
//
// A fair arbiter takes one request of the SMs in a cycle. metadata_accessor brings the metadata entries of its words;
// each word or group has a detector_lane, which decides with the fence file of the same cycle; the entries then go back. A fence
// is counted when its turn in the order comes. Races go to the log. All memory traffic shares one AXI4 master.
//
// Source: ScoRD section IV; D1. Model: cmodel/detector/scord_detector.c.

`include "scord_params.vh"
`default_nettype none

module scord_detector #(
  // SMs, 1 to 16
  parameter int NumSms = scord_params::DEFAULT_NUM_SMS,
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
  // 0: a warp counts as one thread; else its threads are distinguished (D40)
  parameter int IndependentThreads = scord_params::DEFAULT_INDEPENDENT_THREADS,
  // 1: acquire and release order accesses (D60)
  parameter int AcquireRelease = scord_params::DEFAULT_ACQUIRE_RELEASE,
  // 1: the letter of the paper in place of the rules (D91); with neither of these
  parameter int AsPrinted = scord_params::DEFAULT_AS_PRINTED
) (
  // Clock and synchronous reset
  input  wire                                                     clk_i,
  input  wire                                                     rst_ni,
  // Commands, pulses of one cycle, only while busy_o is 0: clear all state and all metadata (D5); empty the log
  input  wire                                                     kernel_start_i,
  input  wire                                                     log_reset_i,
  // Configuration, stable while busy (metadata_accessor, race_reporter)
  input  wire  [scord_params::ADDRESS_WIDTH-1:0]                  tracked_base_i,
  input  wire  [5:0]                                              log2_tracked_words_i,
  input  wire  [2:0]                                              log2_cache_ratio_i,
  input  wire  [scord_params::ADDRESS_WIDTH-1:0]                  metadata_base_i,
  input  wire  [scord_params::ADDRESS_WIDTH-1:0]                  log_base_i,
  input  wire  [31:0]                                             log_capacity_i,
  input  wire  [31:0]                                             log_head_i,
  input  wire                                                     both_scopes_i,
  // Requests (detector_request_t), one channel for each SM, SM 0 lowest: valid and payload stay stable until ready.
  // more: another request follows this one. Ready and valid grant a request; the order of grants is the order of
  // decisions.
  input  wire  [NumSms-1:0]                                       request_valid_i,
  input  wire  [NumSms-1:0]                                       request_more_i,
  output logic [NumSms-1:0]                                       request_ready_o,
  input  wire  [NumSms*scord_params::DETECTOR_REQUEST_WIDTH-1:0]  request_i,
  // Status: the metadata clear is in progress; a request, write or record is in flight; the log
  output logic                                                    clearing_o,
  output logic                                                    busy_o,
  output logic [31:0]                                             log_tail_o,
  output logic [31:0]                                             log_dropped_o,
  // Events to count (control_registers)
  output logic                                                    count_system_scope_o,
  output logic                                                    line_hit_o,
  output logic                                                    line_miss_o,
  output logic                                                    stall_metadata_o,
  output logic                                                    stall_race_log_o,
  output logic                                                    stall_line_o,
  output logic                                                    stall_fetch_o,
  output logic                                                    stall_queue_o,
  output logic                                                    axi_read_error_o,
  output logic                                                    axi_write_error_o,
  // Items decided in this cycle (retire_t), lane 0 first; the valid lanes are the lowest
  output logic [Lanes-1:0]                                        retire_valid_o,
  output logic [Lanes*scord_params::RETIRE_WIDTH-1:0]             retire_o,
  // With GroupedLines: the words that each lane decides, of which the item names the lowest (a fence: bit 0); else 0
  output logic [Lanes*scord_params::SEGMENT_WORDS-1:0]            retire_words_o,
  // AXI4 master
  output logic [scord_params::AXI_ID_WIDTH-1:0]                   m_axi_awid_o,
  output logic [scord_params::ADDRESS_WIDTH-1:0]                  m_axi_awaddr_o,
  output logic [7:0]                                              m_axi_awlen_o,
  output logic [2:0]                                              m_axi_awsize_o,
  output logic [1:0]                                              m_axi_awburst_o,
  output logic                                                    m_axi_awvalid_o,
  input  wire                                                     m_axi_awready_i,
  output logic [BeatEntries*scord_params::AXI_DATA_WIDTH-1:0]     m_axi_wdata_o,
  output logic [BeatEntries*scord_params::AXI_DATA_WIDTH/8-1:0]   m_axi_wstrb_o,
  output logic                                                    m_axi_wlast_o,
  output logic                                                    m_axi_wvalid_o,
  input  wire                                                     m_axi_wready_i,
  input  wire  [scord_params::AXI_ID_WIDTH-1:0]                   m_axi_bid_i,
  input  wire  [1:0]                                              m_axi_bresp_i,
  input  wire                                                     m_axi_bvalid_i,
  output logic                                                    m_axi_bready_o,
  output logic [scord_params::AXI_ID_WIDTH-1:0]                   m_axi_arid_o,
  output logic [scord_params::ADDRESS_WIDTH-1:0]                  m_axi_araddr_o,
  output logic [7:0]                                              m_axi_arlen_o,
  output logic [2:0]                                              m_axi_arsize_o,
  output logic [1:0]                                              m_axi_arburst_o,
  output logic                                                    m_axi_arvalid_o,
  input  wire                                                     m_axi_arready_i,
  input  wire  [scord_params::AXI_ID_WIDTH-1:0]                   m_axi_rid_i,
  input  wire  [BeatEntries*scord_params::AXI_DATA_WIDTH-1:0]     m_axi_rdata_i,
  input  wire  [1:0]                                              m_axi_rresp_i,
  input  wire                                                     m_axi_rlast_i,
  input  wire                                                     m_axi_rvalid_i,
  output logic                                                    m_axi_rready_o
);

  localparam int AddressWidth = scord_params::ADDRESS_WIDTH;
  localparam int DataWidth = BeatEntries * scord_params::AXI_DATA_WIDTH;
  localparam int RequestWidth = scord_params::DETECTOR_REQUEST_WIDTH;
  localparam int RetireWidth = scord_params::RETIRE_WIDTH;
  localparam int MetadataWidth = scord_params::METADATA_WIDTH;
  localparam int WordWidth = $clog2(scord_params::SEGMENT_WORDS);
  localparam int SmIndexWidth = NumSms > 1 ? $clog2(NumSms) : 1;

  /////////////////
  // Arbitration //
  /////////////////

  logic [NumSms-1:0] grant;
  logic [SmIndexWidth-1:0] grant_index;
  logic grant_valid, request_ready;
  detector_request_t granted;

  round_robin_arbiter #(
    .Requesters(NumSms)
  ) u_arbiter (
    .clk_i,
    .rst_ni,
    .clear_i      (kernel_start_i),
    .request_i    (request_valid_i),
    .more_i       (request_more_i),
    .grant_o      (grant),
    .grant_index_o(grant_index),
    .grant_valid_o(grant_valid),
    .accept_i     (grant_valid && request_ready)
  );

  assign granted = request_i[32'(grant_index)*RequestWidth +: RequestWidth];
  assign request_ready_o = request_ready ? grant : '0;

  //////////////
  // Metadata //
  //////////////

  detector_request_t item;
  logic item_valid, item_ready, item_first, item_decided, accessor_busy;
  logic [Lanes-1:0] lane_valid, lane_tracked, lane_failed, lane_tag_miss;
  logic [Lanes*WordWidth-1:0] lane_word;
  logic [Lanes*scord_params::SEGMENT_WORDS-1:0] lane_words;
  logic [Lanes*MetadataWidth-1:0] lane_before, lane_after;
  // Owners before the tag check: the fence file is read while the tags are compared. After a tag miss rule 1 decides,
  // and it uses no fence.
  logic [Lanes*scord_params::SM_WIDTH-1:0] kept_owner_sm;
  logic [Lanes*scord_params::WARP_WIDTH-1:0] kept_owner_warp;

  logic [AddressWidth-1:0] metadata_awaddr;
  logic [scord_params::AXI_ID_WIDTH-1:0] metadata_awid;
  logic [7:0] metadata_awlen;
  logic [DataWidth-1:0] metadata_wdata;
  logic [DataWidth/8-1:0] metadata_wstrb;
  logic metadata_awvalid, metadata_awready, metadata_wvalid, metadata_wready, metadata_wlast;
  logic metadata_bvalid, metadata_bready;

  metadata_accessor #(
    .Lanes             (Lanes),
    .MetadataLines     (MetadataLines),
    .BeatEntries       (BeatEntries),
    .GroupedLines      (GroupedLines),
    .IndependentThreads(IndependentThreads),
    .AcquireRelease    (AcquireRelease)
  ) u_metadata_accessor (
    .clk_i,
    .rst_ni,
    .clear_i          (kernel_start_i),
    .tracked_base_i,
    .log2_tracked_words_i,
    .log2_cache_ratio_i,
    .metadata_base_i,
    .request_valid_i  (grant_valid),
    .request_ready_o  (request_ready),
    .request_i        (granted),
    .item_valid_o     (item_valid),
    .item_ready_i     (item_ready),
    .item_o           (item),
    .item_first_o     (item_first),
    .lane_valid_o     (lane_valid),
    .lane_word_o      (lane_word),
    .lane_words_o     (lane_words),
    .lane_tracked_o   (lane_tracked),
    .lane_failed_o    (lane_failed),
    .lane_tag_miss_o  (lane_tag_miss),
    .lane_metadata_o  (lane_before),
    .lane_owner_sm_o  (kept_owner_sm),
    .lane_owner_warp_o(kept_owner_warp),
    .lane_metadata_i  (lane_after),
    .busy_o           (accessor_busy),
    .line_hit_o,
    .line_miss_o,
    .stall_metadata_o,
    .stall_line_o,
    .stall_fetch_o,
    .stall_queue_o,
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
    .m_axi_rready_o,
    .awvalid_o        (metadata_awvalid),
    .awready_i        (metadata_awready),
    .awid_o           (metadata_awid),
    .awaddr_o         (metadata_awaddr),
    .awlen_o          (metadata_awlen),
    .wvalid_o         (metadata_wvalid),
    .wready_i         (metadata_wready),
    .wdata_o          (metadata_wdata),
    .wstrb_o          (metadata_wstrb),
    .wlast_o          (metadata_wlast),
    .bvalid_i         (metadata_bvalid),
    .bready_o         (metadata_bready),
    .bid_i            (m_axi_bid_i)
  );

  ////////////
  // Fences //
  ////////////

  logic is_fence, block_scope, fence_decided;
  logic release_decided;  // AcquireRelease: a release counts as a fence of its warp before its access (D61)
  fence_entry_t accessor_fences;
  logic [Lanes*scord_params::WARP_WIDTH-1:0] owner_warp;
  logic [Lanes*scord_params::BLOCK_ID_WIDTH-1:0] owner_block;
  logic [Lanes*scord_params::LANE_WIDTH-1:0] thread, owner_thread;
  logic [Lanes*scord_params::FENCE_ENTRY_WIDTH-1:0] owner_fences;

  assign item_decided = item_valid && item_ready;
  assign is_fence = item.kind == scord_params::REQUEST_KIND_FENCE;
  assign block_scope = item.scope == scord_params::SCOPE_BLOCK;  // system scope counts as device scope (D7)
  assign fence_decided = item_decided && is_fence;

  fence_file #(
    .NumSms    (NumSms),
    .WarpsPerSm(WarpsPerSm),
    .Lanes     (Lanes)
  ) u_fence_file (
    .clk_i,
    .rst_ni,
    .clear_i          (kernel_start_i),
    .accessor_sm_i    (item.block_id[scord_params::BLOCK_ID_WIDTH-1:scord_params::SLOT_WIDTH]),
    .accessor_warp_i  (item.warp_id),
    .accessor_fences_o(accessor_fences),
    .fence_i          (fence_decided || release_decided),
    .block_scope_i    (block_scope),
    .owner_sm_i       (kept_owner_sm),
    .owner_warp_i     (kept_owner_warp),
    .owner_fences_o   (owner_fences)
  );

  /////////////////////////
  // Acquire and release //
  /////////////////////////

  `include "release_number.vh"

  localparam int NumberWidth = scord_params::RELEASE_NUMBER_WIDTH;
  localparam int FenceEntryWidth = scord_params::FENCE_ENTRY_WIDTH;

  logic synchronises, stated, releases;
  logic [NumberWidth-1:0] newest, acquired, released;
  logic [Lanes*NumberWidth-1:0] owner_released, lane_carried;
  fence_entry_t check_fences;                             // for the check: the release of this access is counted
  logic [Lanes*FenceEntryWidth-1:0] check_owner_fences;

  if (AcquireRelease != 0) begin : g_acquire_release
    logic strong_semantics, acquires, release_first, reads;
    logic [NumberWidth-1:0] newest_before, next, acquired_now, released_before, read;
    logic [NumberWidth-1:0] acquired_q;                   // before the reads of this request (D63)

    // D60. A fence releases unless its semantics are acquire only, and acquires unless they are release only.
    assign strong_semantics = item.semantics != scord_params::SEMANTICS_NONE &&
                              item.semantics != scord_params::SEMANTICS_RELAXED;
    assign stated = item.semantics != scord_params::SEMANTICS_NONE;
    assign synchronises = stated || item.op == scord_params::OP_ATOMIC;
    assign acquires = strong_semantics && item.op != scord_params::OP_STORE &&
                      item.semantics != scord_params::SEMANTICS_RELEASE;
    assign releases = strong_semantics && item.op != scord_params::OP_LOAD &&
                      item.semantics != scord_params::SEMANTICS_ACQUIRE;
    assign release_first = item_valid && !is_fence && releases && item_first;
    assign release_decided = release_first && item_ready;

    release_numbers #(
      .NumSms(NumSms),
      .Lanes (Lanes)
    ) u_release_numbers (
      .clk_i,
      .rst_ni,
      .clear_i         (kernel_start_i),
      .newest_o        (newest_before),
      .next_o          (next),
      .block_id_i      (item.block_id),
      .released_o      (released_before),
      .acquired_o      (acquired_now),
      .release_i       (release_decided || (fence_decided && item.semantics != scord_params::SEMANTICS_ACQUIRE)),
      .block_scope_i   (block_scope),
      .fence_i         (fence_decided && item.semantics != scord_params::SEMANTICS_RELEASE),
      .read_i          (read),
      .acquires_i      (acquires),
      .owner_block_i   (owner_block),
      .owner_released_o(owner_released)
    );

    assign newest = release_first ? next : newest_before;
    assign released = release_first ? next : released_before;
    assign acquired = item_first ? acquired_now : acquired_q;

    always_ff @(posedge clk_i) begin
      if (item_first) acquired_q <= acquired_now;
    end

    // The youngest number that the access reads
    assign reads = item_decided && !is_fence && item.op != scord_params::OP_STORE;
    always_comb begin
      read = '0;
      for (int lane = 0; lane < Lanes; lane++) begin
        if (reads) read = younger(newest, read, lane_carried[lane*NumberWidth +: NumberWidth]);
      end
    end

    assign check_fences.blk_fence_id = accessor_fences.blk_fence_id +
                                       scord_params::FENCE_ID_WIDTH'(release_first && block_scope);
    assign check_fences.dev_fence_id = accessor_fences.dev_fence_id +
                                       scord_params::FENCE_ID_WIDTH'(release_first && !block_scope);

    for (genvar lane = 0; lane < Lanes; lane++) begin : g_owner
      logic is_accessor;

      assign is_accessor = kept_owner_sm[lane*scord_params::SM_WIDTH +: scord_params::SM_WIDTH] ==
                             item.block_id[scord_params::BLOCK_ID_WIDTH-1:scord_params::SLOT_WIDTH] &&
                           kept_owner_warp[lane*scord_params::WARP_WIDTH +: scord_params::WARP_WIDTH] == item.warp_id;
      assign check_owner_fences[lane*FenceEntryWidth +: FenceEntryWidth] =
        is_accessor ? check_fences : owner_fences[lane*FenceEntryWidth +: FenceEntryWidth];
    end
  end else begin : g_no_acquire_release
    logic unused_carried;

    assign synchronises = item.op == scord_params::OP_ATOMIC;
    assign stated = 1'b0;
    assign releases = 1'b0;
    assign release_decided = 1'b0;
    assign newest = '0;
    assign acquired = '0;
    assign released = '0;
    assign owner_released = '0;
    assign unused_carried = lane_carried != '0;
    assign check_fences = accessor_fences;
    assign check_owner_fences = owner_fences;
  end

  //////////////
  // Decision //
  //////////////

  logic [Lanes-1:0] lane_race, lane_scope;
  logic [Lanes*RetireWidth-1:0] lane_retire;
  logic [Lanes*scord_params::VERDICT_WIDTH-1:0] lane_verdict;

  for (genvar lane = 0; lane < Lanes; lane++) begin : g_lane
    detector_lane #(
      .IndependentThreads(IndependentThreads),
      .AcquireRelease(AcquireRelease),
      .AsPrinted(AsPrinted)
    ) u_detector_lane (
      .valid_i          (lane_valid[lane]),
      .tracked_i        (lane_tracked[lane]),
      .failed_i         (lane_failed[lane]),
      .tag_miss_i       (lane_tag_miss[lane]),
      .word_i           (lane_word[lane*WordWidth +: WordWidth]),
      .metadata_i       (lane_before[lane*MetadataWidth +: MetadataWidth]),
      .metadata_o       (lane_after[lane*MetadataWidth +: MetadataWidth]),
      .access_i         (item),
      .both_scopes_i,
      .accessor_fences_i(check_fences),
      .synchronises_i   (synchronises),
      .stated_i         (stated),
      .releases_i       (releases),
      .newest_i         (newest),
      .acquired_i       (acquired),
      .released_i       (released),
      .owner_released_i (owner_released[lane*NumberWidth +: NumberWidth]),
      .carried_o        (lane_carried[lane*NumberWidth +: NumberWidth]),
      .owner_block_o    (owner_block[lane*scord_params::BLOCK_ID_WIDTH +: scord_params::BLOCK_ID_WIDTH]),
      .owner_warp_o     (owner_warp[lane*scord_params::WARP_WIDTH +: scord_params::WARP_WIDTH]),
      .thread_o         (thread[lane*scord_params::LANE_WIDTH +: scord_params::LANE_WIDTH]),
      .owner_thread_o   (owner_thread[lane*scord_params::LANE_WIDTH +: scord_params::LANE_WIDTH]),
      .owner_fences_i   (check_owner_fences[lane*FenceEntryWidth +: FenceEntryWidth]),
      .race_o           (lane_race[lane]),
      .verdict_o        (lane_verdict[lane*scord_params::VERDICT_WIDTH +: scord_params::VERDICT_WIDTH]),
      .scope_o          (lane_scope[lane]),
      .retire_o         (lane_retire[lane*RetireWidth +: RetireWidth])
    );
  end

  ///////////////////
  // Race reporter //
  ///////////////////

  // Clock cycles since reset, not cleared by a kernel start. A race's record holds the cycle of its decision (D35).
  logic [scord_params::CYCLE_WIDTH-1:0] cycle_q /*verilator public_flat_rd*/;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) cycle_q <= '0;
    else cycle_q <= cycle_q + 1'b1;
  end

  race_record_t shared_record;
  assign shared_record.reserved = '0;
  assign shared_record.cycle = cycle_q;
  assign shared_record.owner_thread_id = '0;
  assign shared_record.owner_warp_id = '0;
  assign shared_record.owner_block_id = '0;
  assign shared_record.thread_id = '0;
  assign shared_record.warp_id = item.warp_id;
  assign shared_record.block_id = item.block_id;
  assign shared_record.scope = 1'b0;
  assign shared_record.verdict = '0;
  assign shared_record.op = item.op;
  assign shared_record.address = item.address;
  assign shared_record.pc = item.pc;
  assign shared_record.sequence_ = item.sequence_;

  logic [AddressWidth-1:0] race_awaddr;
  logic [7:0] race_awlen;
  logic [DataWidth-1:0] race_wdata;
  logic [DataWidth/8-1:0] race_wstrb;
  logic race_awvalid, race_awready, race_wvalid, race_wready, race_wlast, race_bvalid, race_bready, race_busy;

  // An item is decided only if the reporter can take its races, so that no race is lost on the way.
  race_reporter #(
    .Lanes      (Lanes),
    .BeatEntries(BeatEntries),
    .GroupedLines(GroupedLines),
    .IndependentThreads(IndependentThreads)
  ) u_race_reporter (
    .clk_i,
    .rst_ni,
    .log_reset_i,
    .log_base_i,
    .log_capacity_i,
    .log_head_i,
    .log_tail_o,
    .log_dropped_o,
    .group_valid_i        (item_valid && lane_race != '0),
    .group_ready_o        (item_ready),
    .shared_i             (shared_record),
    .lane_race_i          (lane_race),
    .lane_word_i          (lane_word),
    .lane_words_i         (lane_words),
    .lane_verdict_i       (lane_verdict),
    .lane_scope_i         (lane_scope),
    .lane_owner_block_id_i(owner_block),
    .lane_owner_warp_id_i (owner_warp),
    .lane_thread_id_i     (thread),
    .lane_owner_thread_id_i(owner_thread),
    .busy_o               (race_busy),
    .awvalid_o            (race_awvalid),
    .awready_i            (race_awready),
    .awaddr_o             (race_awaddr),
    .awlen_o              (race_awlen),
    .wvalid_o             (race_wvalid),
    .wready_i             (race_wready),
    .wdata_o              (race_wdata),
    .wstrb_o              (race_wstrb),
    .wlast_o              (race_wlast),
    .bvalid_i             (race_bvalid),
    .bready_o             (race_bready)
  );

  assign stall_race_log_o = item_valid && !item_ready;

  ///////////
  // Clear //
  ///////////

  logic [AddressWidth-1:0] clear_awaddr;
  logic [7:0] clear_awlen;
  logic [DataWidth-1:0] clear_wdata;
  // Grouped lines are cleared by their heads, which lie behind the entries, a line's at least: the reset image in each
  // unit of a head is the reset state of the line (metadata_head).
  localparam int Log2LineEntries = $clog2(scord_params::SEGMENT_WORDS);
  localparam int Log2HeadUnits = $clog2(scord_params::GROUPED_PLACES + 1);
  logic [5:0] log2_entries, log2_line_entries;
  assign log2_entries = log2_tracked_words_i - 6'(log2_cache_ratio_i);
  assign log2_line_entries = log2_entries < 6'(Log2LineEntries) ? 6'(Log2LineEntries) : log2_entries;

  logic clear_awvalid, clear_awready, clear_wvalid, clear_wready, clear_wlast, clear_bvalid, clear_bready, clear_busy;

  metadata_clear #(
    .BeatEntries(BeatEntries)
  ) u_metadata_clear (
    .clk_i,
    .rst_ni,
    .start_i       (kernel_start_i),
    .log2_entries_i(GroupedLines != 0 ? log2_line_entries - 6'(Log2LineEntries - Log2HeadUnits) : log2_entries),
    .metadata_base_i(GroupedLines != 0 ? metadata_base_i + (AddressWidth'(scord_params::METADATA_ENTRY_BYTES) << log2_line_entries) :
                                         metadata_base_i),
    .busy_o        (clear_busy),
    .awvalid_o     (clear_awvalid),
    .awready_i     (clear_awready),
    .awaddr_o      (clear_awaddr),
    .awlen_o       (clear_awlen),
    .wvalid_o      (clear_wvalid),
    .wready_i      (clear_wready),
    .wdata_o       (clear_wdata),
    .wlast_o       (clear_wlast),
    .bvalid_i      (clear_bvalid),
    .bready_o      (clear_bready)
  );

  axi_write_arbiter #(
    .BeatEntries(BeatEntries)
  ) u_axi_write_arbiter (
    .clk_i,
    .rst_ni,
    .metadata_awvalid_i(metadata_awvalid),
    .metadata_awready_o(metadata_awready),
    .metadata_awid_i   (metadata_awid),
    .metadata_awaddr_i (metadata_awaddr),
    .metadata_awlen_i  (metadata_awlen),
    .metadata_wvalid_i (metadata_wvalid),
    .metadata_wready_o (metadata_wready),
    .metadata_wdata_i  (metadata_wdata),
    .metadata_wstrb_i  (metadata_wstrb),
    .metadata_wlast_i  (metadata_wlast),
    .metadata_bvalid_o (metadata_bvalid),
    .metadata_bready_i (metadata_bready),
    .race_awvalid_i    (race_awvalid),
    .race_awready_o    (race_awready),
    .race_awaddr_i     (race_awaddr),
    .race_awlen_i      (race_awlen),
    .race_wvalid_i     (race_wvalid),
    .race_wready_o     (race_wready),
    .race_wdata_i      (race_wdata),
    .race_wstrb_i      (race_wstrb),
    .race_wlast_i      (race_wlast),
    .race_bvalid_o     (race_bvalid),
    .race_bready_i     (race_bready),
    .clear_awvalid_i   (clear_awvalid),
    .clear_awready_o   (clear_awready),
    .clear_awaddr_i    (clear_awaddr),
    .clear_awlen_i     (clear_awlen),
    .clear_wvalid_i    (clear_wvalid),
    .clear_wready_o    (clear_wready),
    .clear_wdata_i     (clear_wdata),
    .clear_wlast_i     (clear_wlast),
    .clear_bvalid_o    (clear_bvalid),
    .clear_bready_i    (clear_bready),
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
    .m_axi_bvalid_i,
    .m_axi_bready_o
  );

  ///////////////////////
  // Status and retire //
  ///////////////////////

  retire_t fence_retire;

  assign clearing_o = clear_busy;
  assign busy_o = request_valid_i != '0 || accessor_busy || race_busy || clear_busy;
  assign axi_read_error_o = m_axi_rvalid_i && m_axi_rready_o && m_axi_rresp_i[1];
  assign axi_write_error_o = m_axi_bvalid_i && m_axi_bready_o && m_axi_bresp_i[1];

  // D7, D33: counted once for each request, with its first words
  assign count_system_scope_o = item_decided && item_first && item.scope == scord_params::SCOPE_SYSTEM;

  // A fence uses lane 0; the fields of a check are 0.
  assign fence_retire.kind = scord_params::REQUEST_KIND_FENCE;
  assign fence_retire.sequence_ = item.sequence_;
  assign fence_retire.block_id = item.block_id;
  assign fence_retire.warp_id = item.warp_id;
  assign fence_retire.address = '0;
  assign fence_retire.metadata_before = '0;
  assign fence_retire.metadata_after = '0;
  assign fence_retire.path = '0;
  assign fence_retire.verdict = '0;
  assign fence_retire.scope = block_scope;
  assign fence_retire.tag_miss = 1'b0;

  assign retire_valid_o = fence_decided ? Lanes'(1) : item_decided ? lane_valid : '0;
  assign retire_words_o = GroupedLines == 0 ? '0 : is_fence ? (Lanes*scord_params::SEGMENT_WORDS)'(1) : lane_words;

  always_comb begin
    retire_o = lane_retire;
    if (is_fence) retire_o[RetireWidth-1:0] = fence_retire;
  end

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  always @(posedge clk_i) if (rst_ni) begin
    if (retire_valid_o != '0) begin : a_retired_was_decided
      assert (item_decided && (is_fence ? retire_valid_o == Lanes'(1) : (retire_valid_o & ~lane_valid) == '0));
    end
    if (item_valid && is_fence) begin : a_fence_has_no_race
      assert (lane_race == '0);
    end
    if (item_valid) begin : a_accessor_exists
      assert (32'(item.block_id[scord_params::BLOCK_ID_WIDTH-1:scord_params::SLOT_WIDTH]) < NumSms &&
              32'(item.warp_id) < WarpsPerSm);
    end
    begin : a_fence_or_release
      assert (!(fence_decided && release_decided));
    end
    begin : a_request_to_one_sm
      assert ((request_ready_o & (request_ready_o - 1'b1)) == '0);
    end
    if (clear_busy) begin : a_nothing_checked_while_clearing
      assert (!accessor_busy && !item_valid);
    end
    begin : a_race_of_a_word
      assert (!item_valid || (lane_race & ~lane_valid) == '0);
    end
    if (kernel_start_i || log_reset_i) begin : a_commands_when_idle
      assert (!accessor_busy && !race_busy && !clear_busy);
    end
    // What has begun is finished before software may start the next kernel.
    if (!busy_o) begin : a_no_traffic_when_idle
      assert (!m_axi_arvalid_o && !m_axi_rvalid_i && !m_axi_awvalid_o && !m_axi_wvalid_o && !m_axi_bvalid_i);
    end
    // The master issues no exclusive accesses, so a response is never EXOKAY.
    if (m_axi_bvalid_i) begin : a_write_response_not_exclusive
      assert (m_axi_bresp_i[1] || !m_axi_bresp_i[0]);
    end
  end

`ifndef __ICARUS__
  // Icarus has no $past.
  logic past_valid_q;
  always_ff @(posedge clk_i) past_valid_q <= rst_ni;

  always @(posedge clk_i) if (rst_ni) begin
    // What races is logged or, with a full log, counted as dropped.
    if (past_valid_q && $past(item_decided && lane_race != '0)) begin : a_race_reaches_the_reporter
      assert (race_busy);
    end
    if (past_valid_q) begin : a_every_cycle_counts
      assert (cycle_q == $past(cycle_q) + 1'b1);
    end
    // Nothing begins by itself, so a status that falls between two works of one request is a mistake.
    if (past_valid_q && $past(!busy_o && !kernel_start_i)) begin : a_busy_by_a_request_only
      assert (!busy_o || request_valid_i != '0);
    end
    if (past_valid_q && $past(m_axi_rvalid_i && !m_axi_rready_o)) begin : a_read_data_stable
      assert (m_axi_rvalid_i && m_axi_rdata_i == $past(m_axi_rdata_i));
    end
  end
`endif
`endif

endmodule

`default_nettype wire
