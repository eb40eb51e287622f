// scord_detector: decides every access of every SM, one word at a time, in one total order (D1).
//
// Requests of the SMs pass a fair arbiter. A fence is counted at once; an access is split into words, each of which reads
// its metadata entry, is decided by the detection logic against the fence file of that very cycle, and is written back.
// Races go to the log. All traffic shares one AXI4 master.

`include "scord_params.vh"
`default_nettype none

module scord_detector #(
  parameter int NumSms = scord_params::DEFAULT_NUM_SMS,          // SMs
  parameter int WarpsPerSm = scord_params::DEFAULT_WARPS_PER_SM  // warp slots an SM
) (
  // Clock and synchronous reset
  input  wire                                                     clk_i,
  input  wire                                                     rst_ni,
  // Commands, pulses, only while busy_o is 0: clear state and all metadata (D5); empty the log
  input  wire                                                     kernel_start_i,
  input  wire                                                     log_reset_i,
  // Configuration, stable while busy; see metadata_accessor and race_reporter
  input  wire  [scord_params::ADDRESS_WIDTH-1:0]                  tracked_base_i,
  input  wire  [5:0]                                              log2_tracked_words_i,
  input  wire  [2:0]                                              log2_cache_ratio_i,
  input  wire  [scord_params::ADDRESS_WIDTH-1:0]                  metadata_base_i,
  input  wire  [scord_params::ADDRESS_WIDTH-1:0]                  log_base_i,
  input  wire  [31:0]                                             log_capacity_i,
  // Requests (detector_request_t), one channel an SM, SM 0 lowest: valid and payload stable until ready
  input  wire  [NumSms-1:0]                                       request_valid_i,
  output logic [NumSms-1:0]                                       request_ready_o,
  input  wire  [NumSms*scord_params::DETECTOR_REQUEST_WIDTH-1:0]  request_i,
  // Status: metadata clear in progress; a request, write or record in flight; log
  output logic                                                    clearing_o,
  output logic                                                    busy_o,
  output logic [31:0]                                             log_tail_o,
  output logic [31:0]                                             log_dropped_o,
  // Events to count, see control_registers
  output logic                                                    count_check_o,
  output logic                                                    count_untracked_o,
  output logic                                                    count_fence_o,
  output logic                                                    count_system_scope_o,
  output logic                                                    axi_read_error_o,
  output logic                                                    axi_write_error_o,
  // Verification: one item decided this cycle (retire_t)
  output logic                                                    retire_valid_o,
  output retire_t                                                 retire_o,
  // AXI4 master
  output logic [scord_params::AXI_ID_WIDTH-1:0]                   m_axi_awid_o,
  output logic [scord_params::ADDRESS_WIDTH-1:0]                  m_axi_awaddr_o,
  output logic [7:0]                                              m_axi_awlen_o,
  output logic [2:0]                                              m_axi_awsize_o,
  output logic [1:0]                                              m_axi_awburst_o,
  output logic                                                    m_axi_awvalid_o,
  input  wire                                                     m_axi_awready_i,
  output logic [scord_params::AXI_DATA_WIDTH-1:0]                 m_axi_wdata_o,
  output logic [7:0]                                              m_axi_wstrb_o,
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
  input  wire  [scord_params::AXI_DATA_WIDTH-1:0]                 m_axi_rdata_i,
  input  wire  [1:0]                                              m_axi_rresp_i,
  input  wire                                                     m_axi_rlast_i,
  input  wire                                                     m_axi_rvalid_i,
  output logic                                                    m_axi_rready_o
);

  localparam int AddressWidth = scord_params::ADDRESS_WIDTH;
  localparam int DataWidth = scord_params::AXI_DATA_WIDTH;
  localparam int RequestWidth = scord_params::DETECTOR_REQUEST_WIDTH;
  localparam int SmIndexWidth = NumSms > 1 ? $clog2(NumSms) : 1;

  /////////////////
  // Arbitration //
  /////////////////

  logic [NumSms-1:0] grant;
  logic [SmIndexWidth-1:0] grant_index;
  logic grant_valid, take;

  round_robin_arbiter #(
    .Requesters(NumSms)
  ) u_arbiter (
    .clk_i,
    .rst_ni,
    .clear_i      (kernel_start_i),
    .request_i    (request_valid_i),
    .grant_o      (grant),
    .grant_index_o(grant_index),
    .grant_valid_o(grant_valid),
    .accept_i     (take)
  );

  detector_request_t granted;
  logic accessor_idle, take_fence, take_access;

  assign granted = request_i[32'(grant_index)*RequestWidth +: RequestWidth];
  // D1: the next request, fence or access, waits until the last word of the one before is decided.
  assign take = grant_valid && accessor_idle;
  assign take_fence = take && granted.kind == scord_params::REQUEST_KIND_FENCE;
  assign take_access = take && granted.kind == scord_params::REQUEST_KIND_ACCESS;
  assign request_ready_o = accessor_idle ? grant : '0;

  // The access whose words are being decided
  detector_request_t access_q;
  logic first_word_q;

  always_ff @(posedge clk_i) begin
    if (take_access) access_q <= granted;
  end

  /////////////////////////
  // Metadata and fences //
  /////////////////////////

  logic word_valid, word_ready, word_tracked, word_read_error, word_tag_miss;
  logic word_decided, check_decided, accessor_busy;
  logic [AddressWidth-1:0] word_address;
  metadata_t metadata_before, metadata_after;

  logic [AddressWidth-1:0] metadata_awaddr;
  logic [DataWidth-1:0] metadata_wdata;
  logic metadata_awvalid, metadata_awready, metadata_wvalid, metadata_wready, metadata_bvalid, metadata_bready;

  metadata_accessor u_metadata_accessor (
    .clk_i,
    .rst_ni,
    .tracked_base_i,
    .log2_tracked_words_i,
    .log2_cache_ratio_i,
    .metadata_base_i,
    .request_valid_i  (take_access),
    .request_ready_o  (accessor_idle),
    .request_address_i(granted.address),
    .request_mask_i   (granted.mask),
    .word_valid_o     (word_valid),
    .word_ready_i     (word_ready),
    .word_address_o   (word_address),
    .word_tracked_o   (word_tracked),
    .word_read_error_o(word_read_error),
    .word_tag_miss_o  (word_tag_miss),
    .metadata_o       (metadata_before),
    .metadata_i       (metadata_after),
    .busy_o           (accessor_busy),
    .araddr_o         (m_axi_araddr_o),
    .arvalid_o        (m_axi_arvalid_o),
    .arready_i        (m_axi_arready_i),
    .rdata_i          (m_axi_rdata_i),
    .rerror_i         (m_axi_rresp_i[1]),
    .rvalid_i         (m_axi_rvalid_i),
    .rready_o         (m_axi_rready_o),
    .awvalid_o        (metadata_awvalid),
    .awready_i        (metadata_awready),
    .awaddr_o         (metadata_awaddr),
    .wvalid_o         (metadata_wvalid),
    .wready_i         (metadata_wready),
    .wdata_o          (metadata_wdata),
    .bvalid_i         (metadata_bvalid),
    .bready_o         (metadata_bready)
  );

  assign m_axi_arid_o = scord_params::AXI_ID_WIDTH'(scord_params::AXI_ID_METADATA);
  assign m_axi_arlen_o = 8'd0;
  assign m_axi_arsize_o = 3'd3;    // 8 bytes
  assign m_axi_arburst_o = 2'd1;   // incrementing

  // The accessor is the fence's warp when a fence is taken, else the access's warp.
  logic [scord_params::BLOCK_ID_WIDTH-1:0] accessor_block, owner_block;
  logic [scord_params::WARP_WIDTH-1:0] accessor_warp, owner_warp;
  logic fence_block_scope;
  fence_entry_t accessor_fences, owner_fences;

  assign accessor_block = take_fence ? granted.block_id : access_q.block_id;
  assign accessor_warp = take_fence ? granted.warp_id : access_q.warp_id;
  assign owner_block = metadata_before.block_id;
  assign owner_warp = metadata_before.warp_id;
  assign fence_block_scope = granted.scope == scord_params::SCOPE_BLOCK;  // system counts as device (D7)

  fence_file #(
    .NumSms    (NumSms),
    .WarpsPerSm(WarpsPerSm)
  ) u_fence_file (
    .clk_i,
    .rst_ni,
    .clear_i          (kernel_start_i),
    .accessor_sm_i    (accessor_block[scord_params::BLOCK_ID_WIDTH-1:scord_params::SLOT_WIDTH]),
    .accessor_warp_i  (accessor_warp),
    .accessor_fences_o(accessor_fences),
    .fence_i          (take_fence),
    .block_scope_i    (fence_block_scope),
    .owner_sm_i       (owner_block[scord_params::BLOCK_ID_WIDTH-1:scord_params::SLOT_WIDTH]),
    .owner_warp_i     (owner_warp),
    .owner_fences_o   (owner_fences)
  );

  //////////////
  // Decision //
  //////////////

  logic [scord_params::PATH_WIDTH-1:0] path;
  logic [scord_params::VERDICT_WIDTH-1:0] verdict;
  logic race_scope;

  detection_logic u_detection_logic (
    .metadata_i       (metadata_before),
    .block_id_i       (access_q.block_id),
    .warp_id_i        (access_q.warp_id),
    .barrier_id_i     (access_q.barrier_id),
    .lock_bloom_i     (access_q.lock_bloom),
    .op_i             (access_q.op),
    .block_scope_i    (access_q.scope == scord_params::SCOPE_BLOCK),
    .strong_i         (access_q.strong_),
    .accessor_fences_i(accessor_fences),
    .owner_fences_i   (owner_fences),
    .metadata_o       (metadata_after),
    .path_o           (path),
    .verdict_o        (verdict),
    .race_scope_o     (race_scope)
  );

  assign word_decided = word_valid && word_ready;
  assign check_decided = word_decided && word_tracked;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) first_word_q <= 1'b0;
    else if (take_access) first_word_q <= 1'b1;
    else if (word_decided) first_word_q <= 1'b0;
  end

  ///////////////////
  // Race reporter //
  ///////////////////

  // Clock cycles since reset, not cleared by a kernel start; the cycle of a race's decision goes into its record (D35).
  logic [scord_params::CYCLE_WIDTH-1:0] cycle_q /*verilator public_flat_rd*/;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) cycle_q <= '0;
    else cycle_q <= cycle_q + 1'b1;
  end

  race_record_t record;
  assign record.reserved = '0;
  assign record.cycle = cycle_q;
  assign record.owner_thread_id = '0;
  assign record.owner_warp_id = owner_warp;
  assign record.owner_block_id = owner_block;
  assign record.thread_id = '0;
  assign record.warp_id = access_q.warp_id;
  assign record.block_id = access_q.block_id;
  assign record.scope = race_scope;
  assign record.verdict = verdict;
  assign record.op = access_q.op;
  assign record.address = word_address;
  assign record.pc = access_q.pc;
  assign record.sequence_ = access_q.sequence_;

  logic [AddressWidth-1:0] race_awaddr;
  logic [7:0] race_awlen;
  logic [DataWidth-1:0] race_wdata;
  logic race_awvalid, race_awready, race_wvalid, race_wready, race_wlast, race_bvalid, race_bready, race_busy;

  // A word is decided only while the reporter could take its race: nothing is dropped on the way.
  race_reporter u_race_reporter (
    .clk_i,
    .rst_ni,
    .log_reset_i,
    .log_base_i,
    .log_capacity_i,
    .log_tail_o,
    .log_dropped_o,
    .record_valid_i(word_valid && word_tracked && verdict != scord_params::VERDICT_CLEAN),
    .record_ready_o(word_ready),
    .record_i      (record),
    .busy_o        (race_busy),
    .awvalid_o     (race_awvalid),
    .awready_i     (race_awready),
    .awaddr_o      (race_awaddr),
    .awlen_o       (race_awlen),
    .wvalid_o      (race_wvalid),
    .wready_i      (race_wready),
    .wdata_o       (race_wdata),
    .wlast_o       (race_wlast),
    .bvalid_i      (race_bvalid),
    .bready_o      (race_bready)
  );

  ///////////
  // Clear //
  ///////////

  logic [AddressWidth-1:0] clear_awaddr;
  logic [7:0] clear_awlen;
  logic [DataWidth-1:0] clear_wdata;
  logic clear_awvalid, clear_awready, clear_wvalid, clear_wready, clear_wlast, clear_bvalid, clear_bready, clear_busy;

  metadata_clear u_metadata_clear (
    .clk_i,
    .rst_ni,
    .start_i       (kernel_start_i),
    .log2_entries_i(log2_tracked_words_i - 6'(log2_cache_ratio_i)),
    .metadata_base_i,
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

  axi_write_arbiter u_axi_write_arbiter (
    .clk_i,
    .rst_ni,
    .metadata_awvalid_i(metadata_awvalid),
    .metadata_awready_o(metadata_awready),
    .metadata_awaddr_i (metadata_awaddr),
    .metadata_wvalid_i (metadata_wvalid),
    .metadata_wready_o (metadata_wready),
    .metadata_wdata_i  (metadata_wdata),
    .metadata_bvalid_o (metadata_bvalid),
    .metadata_bready_i (metadata_bready),
    .race_awvalid_i    (race_awvalid),
    .race_awready_o    (race_awready),
    .race_awaddr_i     (race_awaddr),
    .race_awlen_i      (race_awlen),
    .race_wvalid_i     (race_wvalid),
    .race_wready_o     (race_wready),
    .race_wdata_i      (race_wdata),
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

  assign clearing_o = clear_busy;
  assign busy_o = request_valid_i != '0 || accessor_busy || race_busy || clear_busy;
  assign axi_read_error_o = m_axi_rvalid_i && m_axi_rready_o && m_axi_rresp_i[1];
  assign axi_write_error_o = m_axi_bvalid_i && m_axi_bready_o && m_axi_bresp_i[1];

  assign count_check_o = check_decided;
  assign count_untracked_o = word_decided && !word_tracked && !word_read_error;
  assign count_fence_o = take_fence;
  // D7, D33: once a request, with its first word
  assign count_system_scope_o = (take_fence && granted.scope == scord_params::SCOPE_SYSTEM) ||
                                (word_decided && first_word_q && access_q.scope == scord_params::SCOPE_SYSTEM);

  // A word that was not checked (D24, D27) and a fence leave the fields of a check at 0.
  assign retire_valid_o = word_decided || take_fence;
  assign retire_o.kind = take_fence ? scord_params::REQUEST_KIND_FENCE : scord_params::REQUEST_KIND_ACCESS;
  assign retire_o.sequence_ = take_fence ? granted.sequence_ : access_q.sequence_;
  assign retire_o.block_id = accessor_block;
  assign retire_o.warp_id = accessor_warp;
  assign retire_o.address = take_fence ? '0 : word_address;
  assign retire_o.metadata_before = check_decided ? metadata_before : '0;
  assign retire_o.metadata_after = check_decided ? metadata_after : '0;
  assign retire_o.path = take_fence ? '0 : check_decided ? path : scord_params::PATH_UNTRACKED;
  assign retire_o.verdict = check_decided ? verdict : '0;
  assign retire_o.scope = take_fence ? fence_block_scope : check_decided && race_scope;
  assign retire_o.tag_miss = check_decided && word_tag_miss;

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  always @(posedge clk_i) if (rst_ni) begin
    begin : a_one_item_a_cycle
      assert (!(word_decided && take_fence));
    end
    if (kernel_start_i || log_reset_i) begin : a_commands_when_idle
      assert (!accessor_busy && !race_busy && !clear_busy);
    end
    if (m_axi_rvalid_i) begin : a_read_data_are_ours
      assert (m_axi_rid_i == m_axi_arid_o && m_axi_rlast_i);
    end
    // No exclusive access was asked for, so none is confirmed (EXOKAY).
    if (m_axi_rvalid_i) begin : a_read_response_not_exclusive
      assert (m_axi_rresp_i[1] || !m_axi_rresp_i[0]);
    end
    if (m_axi_bvalid_i) begin : a_write_response_not_exclusive
      assert (m_axi_bresp_i[1] || !m_axi_bresp_i[0]);
    end
    if (word_valid) begin : a_word_of_the_access
      assert (access_q.kind == scord_params::REQUEST_KIND_ACCESS && word_address - access_q.address <
              AddressWidth'(scord_params::SEGMENT_BYTES));
      assert ((access_q.mask >> word_address[scord_params::SEGMENT_WIDTH-1:2]) % 2 == 1);
    end
  end

`ifndef __ICARUS__
  // Icarus has no $past.
  logic past_valid_q;
  always_ff @(posedge clk_i) past_valid_q <= rst_ni;

  always @(posedge clk_i) if (rst_ni) begin
    if (past_valid_q && $past(m_axi_rvalid_i && !m_axi_rready_o)) begin : a_read_data_stable
      assert (m_axi_rvalid_i && m_axi_rdata_i == $past(m_axi_rdata_i));
    end
  end
`endif
`endif

endmodule

`default_nettype wire
