// SPDX-License-Identifier: Apache-2.0
// formal_scord_top: what only the integration can break, with three SMs, two lanes and a port of two entries a beat:
// each SM's number, events, requests and picks are its own; the request that is granted is the one that is taken;
// registers, commands, counters, fence file, lanes, race log and AXI channels are connected to
// what they are named after. The parts have proofs of their own; here they are ports without anything behind them.
// groups: number, events, requests and picks by SM; granted = taken; configuration, commands, counters; busy; fence file by item; lanes; race records by lane; AXI by ID
// assertions: own
// netlist: words
// prove: SAT induction, cover 7, steps 2
// reduce: s/SEGMENT_BYTES = 128/SEGMENT_BYTES = 16/; s/SEGMENT_WORDS = 32/SEGMENT_WORDS = 4/; s/SEGMENT_WIDTH = 7/SEGMENT_WIDTH = 4/; s/LINE_BYTES = 256/LINE_BYTES = 32/; s/REQUEST_WIDTH = 406/REQUEST_WIDTH = 182/; s/REQUEST_THREADS_WIDTH = 225/REQUEST_THREADS_WIDTH = 29/; s/EVENT_WIDTH = 475/EVENT_WIDTH = 251/; s/WORD_THREADS_WIDTH = 224/WORD_THREADS_WIDTH = 28/; s/logic .31:0. \(mask\|thread\|several\|lanes_differ\)/logic [3:0] \1/
// cut: control_registers scord_sm metadata_accessor race_reporter metadata_clear fence_file detector_lane
`include "scord_params.vh"
module formal_scord_top #(
  parameter Sms = 3, parameter EventWidth = scord_params::SM_EVENT_WIDTH - scord_params::WORD_THREADS_WIDTH,
  parameter RequestWidth = scord_params::DETECTOR_REQUEST_WIDTH, parameter IdWidth = scord_params::AXI_ID_WIDTH,
  parameter RetireWidth = scord_params::RETIRE_WIDTH, parameter V = scord_params::VERDICT_WIDTH, parameter Ew =
    $clog2(scord_params::SEGMENT_WORDS)
) (
  input wire clk_i, input wire rst_ni, input wire [Sms-1:0] event_valid, input wire [Sms*EventWidth-1:0] event_bits,
  input wire [Sms-1:0] issue_valid, input wire [Sms*32-1:0] ready_mask, input wire psel, input wire penable,
  input wire pwrite, input wire [11:0] paddr, input wire [31:0] pwdata, input wire awready, input wire wready,
  input wire [IdWidth-1:0] bid, input wire [1:0] bresp, input wire bvalid, input wire arready,
  input wire [IdWidth-1:0] rid, input wire [127:0] rdata, input wire [1:0] rresp, input wire rlast, input wire rvalid
);
  `include "tb/formal/parts/formal.vh"
  wire [Sms-1:0] event_ready, pick_valid, grant;
  wire [Sms*5-1:0] pick;
  wire [IdWidth-1:0] awid, arid;
  wire [39:0] awaddr, araddr;
  wire [7:0] awlen, arlen;
  wire [127:0] wdata;
  wire [15:0] wstrb;
  wire awvalid, wlast, wvalid, bready, arvalid, rready, interrupt, pready, pslverr;
  wire [31:0] prdata;
  wire [1:0] retire_valid;
  wire [2*RetireWidth-1:0] retire;
  scord_top #(.NumSms(Sms), .BlocksPerSm(2), .WarpsPerSm(2), .Lanes(2), .MetadataLines(2), .BeatEntries(2),
              .RequestFifoDepth(2)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .sm_event_valid_i(event_valid), .sm_event_ready_o(event_ready),
      .sm_event_i(event_bits),
    .issue_valid_i(issue_valid), .issue_ready_mask_i(ready_mask), .issue_pick_valid_o(pick_valid), .issue_pick_o(pick),
    .psel_i(psel), .penable_i(penable), .pwrite_i(pwrite), .paddr_i(paddr), .pwdata_i(pwdata), .pready_o(pready),
    .prdata_o(prdata), .pslverr_o(pslverr), .interrupt_o(interrupt), .grant_o(grant), .retire_valid_o(retire_valid),
    .retire_o(retire), .m_axi_awid_o(awid), .m_axi_awaddr_o(awaddr), .m_axi_awlen_o(awlen), .m_axi_awvalid_o(awvalid),
    .m_axi_awready_i(awready), .m_axi_wdata_o(wdata), .m_axi_wstrb_o(wstrb), .m_axi_wlast_o(wlast),
    .m_axi_wvalid_o(wvalid), .m_axi_wready_i(wready), .m_axi_bid_i(bid), .m_axi_bresp_i(bresp), .m_axi_bvalid_i(bvalid),
    .m_axi_bready_o(bready), .m_axi_arid_o(arid), .m_axi_araddr_o(araddr), .m_axi_arlen_o(arlen),
    .m_axi_arvalid_o(arvalid), .m_axi_arready_i(arready), .m_axi_rid_i(rid), .m_axi_rdata_i(rdata),
      .m_axi_rresp_i(rresp),
    .m_axi_rlast_i(rlast), .m_axi_rvalid_i(rvalid), .m_axi_rready_o(rready));

  // Configuration and commands, as the registers give them, and as the parts have them
  (* hierconn *) wire \dut.u_control_registers.kernel_start_o , \dut.u_control_registers.kernel_start_next_o ;
  (* hierconn *) wire \dut.u_control_registers.log_reset_o , \dut.u_control_registers.both_scopes_o ;
  (* hierconn *) wire [39:0] \dut.u_control_registers.tracked_base_o , \dut.u_control_registers.metadata_base_o ;
  (* hierconn *) wire [39:0] \dut.u_control_registers.log_base_o ;
  (* hierconn *) wire [5:0] \dut.u_control_registers.log2_tracked_words_o ;
  (* hierconn *) wire [2:0] \dut.u_control_registers.log2_cache_ratio_o , \dut.u_control_registers.issue_policy_o ;
  (* hierconn *) wire [31:0] \dut.u_control_registers.log_capacity_o , \dut.u_control_registers.log_head_o ;
  (* hierconn *) wire \dut.u_scord_detector.kernel_start_i , \dut.u_scord_detector.both_scopes_i ;
  (* hierconn *) wire [39:0] \dut.u_scord_detector.u_metadata_accessor.tracked_base_i ;
  (* hierconn *) wire [39:0] \dut.u_scord_detector.u_metadata_accessor.metadata_base_i ;
  (* hierconn *) wire [39:0] \dut.u_scord_detector.u_race_reporter.log_base_i ;
  (* hierconn *) wire [5:0] \dut.u_scord_detector.u_metadata_accessor.log2_tracked_words_i ;
  (* hierconn *) wire [2:0] \dut.u_scord_detector.u_metadata_accessor.log2_cache_ratio_i ;
  (* hierconn *) wire [31:0] \dut.u_scord_detector.u_race_reporter.log_capacity_i ;
  (* hierconn *) wire [31:0] \dut.u_scord_detector.u_race_reporter.log_head_i ;
  (* hierconn *) wire \dut.u_scord_detector.u_race_reporter.log_reset_i ;
  wire start = \dut.u_control_registers.kernel_start_o ;
  always @(*) if (past_valid) begin
    assert (\dut.u_scord_detector.kernel_start_i == start);
    assert (\dut.u_scord_detector.both_scopes_i == \dut.u_control_registers.both_scopes_o );
    assert (\dut.u_scord_detector.u_metadata_accessor.tracked_base_i == \dut.u_control_registers.tracked_base_o );
    assert (\dut.u_scord_detector.u_metadata_accessor.metadata_base_i == \dut.u_control_registers.metadata_base_o );
    assert (\dut.u_scord_detector.u_metadata_accessor.log2_tracked_words_i ==
      \dut.u_control_registers.log2_tracked_words_o );
    assert (\dut.u_scord_detector.u_metadata_accessor.log2_cache_ratio_i ==
      \dut.u_control_registers.log2_cache_ratio_o );
    assert (\dut.u_scord_detector.u_race_reporter.log_base_i == \dut.u_control_registers.log_base_o );
    assert (\dut.u_scord_detector.u_race_reporter.log_capacity_i == \dut.u_control_registers.log_capacity_o );
    assert (\dut.u_scord_detector.u_race_reporter.log_head_i == \dut.u_control_registers.log_head_o );
    assert (\dut.u_scord_detector.u_race_reporter.log_reset_i == \dut.u_control_registers.log_reset_o );
  end

  // Status and counters, as the parts report them
  (* hierconn *) wire [31:0] \dut.u_control_registers.log_tail_i , \dut.u_control_registers.log_dropped_i ;
  (* hierconn *) wire [31:0] \dut.u_scord_detector.u_race_reporter.log_tail_o ,
    \dut.u_scord_detector.u_race_reporter.log_dropped_o ;
  (* hierconn *) wire [1:0] \dut.u_control_registers.retire_valid_i ;
  (* hierconn *) wire [2*RetireWidth-1:0] \dut.u_control_registers.retire_i ;
  (* hierconn *) wire \dut.u_control_registers.clearing_i , \dut.u_control_registers.busy_i ,
    \dut.u_control_registers.stall_sm_i ;
  (* hierconn *) wire \dut.u_control_registers.system_scope_i , \dut.u_control_registers.line_hit_i ,
    \dut.u_control_registers.line_miss_i ;
  (* hierconn *) wire \dut.u_control_registers.stall_metadata_i , \dut.u_control_registers.stall_race_log_i ;
  (* hierconn *) wire \dut.u_control_registers.stall_line_i , \dut.u_control_registers.stall_fetch_i ,
    \dut.u_control_registers.stall_queue_i ;
  (* hierconn *) wire \dut.u_control_registers.axi_read_error_i , \dut.u_control_registers.axi_write_error_i ;
  (* hierconn *) wire \dut.u_scord_detector.u_metadata_accessor.line_hit_o ,
    \dut.u_scord_detector.u_metadata_accessor.line_miss_o ;
  (* hierconn *) wire \dut.u_scord_detector.u_metadata_accessor.stall_metadata_o ,
    \dut.u_scord_detector.u_metadata_accessor.stall_line_o ;
  (* hierconn *) wire \dut.u_scord_detector.u_metadata_accessor.stall_fetch_o ,
    \dut.u_scord_detector.u_metadata_accessor.stall_queue_o ;
  (* hierconn *) wire \dut.u_scord_detector.u_metadata_accessor.busy_o , \dut.u_scord_detector.u_race_reporter.busy_o ;
  (* hierconn *) wire \dut.u_scord_detector.u_metadata_clear.busy_o ;
  (* hierconn *) wire \dut.u_scord_detector.item_valid , \dut.u_scord_detector.item_ready ,
    \dut.u_scord_detector.item_first ;
  (* hierconn *) wire [RequestWidth-1:0] \dut.u_scord_detector.item ;
  detector_request_t item;
  assign item = \dut.u_scord_detector.item ;
  wire item_valid = \dut.u_scord_detector.item_valid , item_ready = \dut.u_scord_detector.item_ready ;
  wire decided = item_valid && item_ready, clearing = \dut.u_scord_detector.u_metadata_clear.busy_o ;
  wire fence = item.kind == scord_params::REQUEST_KIND_FENCE;
  wire [Sms-1:0] waits, hold;  // by SM: it has a request; its events wait
  always @(*) if (past_valid) begin
    assert (\dut.u_control_registers.log_tail_i == \dut.u_scord_detector.u_race_reporter.log_tail_o );
    assert (\dut.u_control_registers.log_dropped_i == \dut.u_scord_detector.u_race_reporter.log_dropped_o );
    assert (\dut.u_control_registers.retire_valid_i == retire_valid && \dut.u_control_registers.retire_i == retire);
    assert (\dut.u_control_registers.clearing_i == (start || clearing));
    assert (\dut.u_control_registers.busy_i == (start || clearing || waits != 0 ||
            \dut.u_scord_detector.u_metadata_accessor.busy_o || \dut.u_scord_detector.u_race_reporter.busy_o ));
    assert (\dut.u_control_registers.stall_sm_i == ((event_valid[0] && !event_ready[0]) || (event_valid[1] &&
      !event_ready[1]) ||
            (event_valid[2] && !event_ready[2])));
    assert (\dut.u_control_registers.system_scope_i ==
            (decided && \dut.u_scord_detector.item_first && item.scope == scord_params::SCOPE_SYSTEM));
    assert (\dut.u_control_registers.line_hit_i == \dut.u_scord_detector.u_metadata_accessor.line_hit_o );
    assert (\dut.u_control_registers.line_miss_i == \dut.u_scord_detector.u_metadata_accessor.line_miss_o );
    assert (\dut.u_control_registers.stall_metadata_i == \dut.u_scord_detector.u_metadata_accessor.stall_metadata_o );
    assert (\dut.u_control_registers.stall_line_i == \dut.u_scord_detector.u_metadata_accessor.stall_line_o );
    assert (\dut.u_control_registers.stall_fetch_i == \dut.u_scord_detector.u_metadata_accessor.stall_fetch_o );
    assert (\dut.u_control_registers.stall_queue_i == \dut.u_scord_detector.u_metadata_accessor.stall_queue_o );
    assert (\dut.u_control_registers.stall_race_log_i == (item_valid && !item_ready));
    assert (\dut.u_control_registers.axi_read_error_i == (rvalid && rready && rresp >= 2));
    assert (\dut.u_control_registers.axi_write_error_i == (bvalid && bready && bresp >= 2));
    assert (hold == {Sms{\dut.u_control_registers.kernel_start_next_o || start || clearing}});  // no event is taken
  end

  // Each SM by its number: events, picks, requests
  (* hierconn *) wire [Sms-1:0] \dut.u_scord_detector.request_valid_i , \dut.u_scord_detector.request_more_i ;
  (* hierconn *) wire [Sms-1:0] \dut.u_scord_detector.request_ready_o , \dut.u_scord_detector.u_arbiter.grant_q ;
  (* hierconn *) wire [Sms*RequestWidth-1:0] \dut.u_scord_detector.request_i ;
  (* hierconn *) wire [1:0] \dut.u_scord_detector.u_arbiter.index_q ;
  (* hierconn *) wire \dut.u_scord_detector.u_metadata_accessor.request_valid_i ,
    \dut.u_scord_detector.u_metadata_accessor.request_ready_o ;
  (* hierconn *) wire [RequestWidth-1:0] \dut.u_scord_detector.u_metadata_accessor.request_i ;
  wire [Sms-1:0] granted = \dut.u_scord_detector.u_arbiter.grant_q ;
  wire taken = \dut.u_scord_detector.u_metadata_accessor.request_valid_i &&
    \dut.u_scord_detector.u_metadata_accessor.request_ready_o ;
  reg [Sms-1:0] stays = 0;  // a request that was not taken stays, and so does the one behind it (formal_fifo)
  always @(posedge clk_i)
    stays <= rst_ni && !start ? waits & (~\dut.u_scord_detector.request_ready_o |
      \dut.u_scord_detector.request_more_i ) : 0;
  always @(*) assume ((stays & ~waits) == 0);
  (* hierconn *) wire [scord_params::SM_EVENT_WIDTH-1:0] \dut.g_sm[0].u_scord_sm.event_i ;
  (* hierconn *) wire \dut.g_sm[0].u_scord_sm.event_valid_i , \dut.g_sm[0].u_scord_sm.event_ready_o ;
  (* hierconn *) wire \dut.g_sm[0].u_scord_sm.clear_i , \dut.g_sm[0].u_scord_sm.hold_i ;
  (* hierconn *) wire [3:0] \dut.g_sm[0].u_scord_sm.sm_i ;
  (* hierconn *) wire [2:0] \dut.g_sm[0].u_scord_sm.issue_policy_i ;
  (* hierconn *) wire \dut.g_sm[0].u_scord_sm.issue_valid_i , \dut.g_sm[0].u_scord_sm.issue_pick_valid_o ;
  (* hierconn *) wire [1:0] \dut.g_sm[0].u_scord_sm.issue_ready_mask_i ;
  (* hierconn *) wire [4:0] \dut.g_sm[0].u_scord_sm.issue_pick_o ;
  (* hierconn *) wire \dut.g_sm[0].u_scord_sm.request_ready_i , \dut.g_sm[0].u_scord_sm.request_valid_o ;
  (* hierconn *) wire \dut.g_sm[0].u_scord_sm.request_more_o ;
  (* hierconn *) wire [RequestWidth-1:0] \dut.g_sm[0].u_scord_sm.request_o ;
  assign hold[0] = \dut.g_sm[0].u_scord_sm.hold_i ;
  assign waits[0] = \dut.g_sm[0].u_scord_sm.request_valid_o ;
  always @(*) if (past_valid) begin
    assert (\dut.g_sm[0].u_scord_sm.event_i == event_bits[0*EventWidth +: EventWidth]);
    assert (\dut.g_sm[0].u_scord_sm.event_valid_i == event_valid[0] && \dut.g_sm[0].u_scord_sm.event_ready_o ==
      event_ready[0]);
    assert (\dut.g_sm[0].u_scord_sm.sm_i == 0 && \dut.g_sm[0].u_scord_sm.clear_i == start);
    assert (\dut.g_sm[0].u_scord_sm.issue_policy_i == \dut.u_control_registers.issue_policy_o );
    assert (\dut.g_sm[0].u_scord_sm.issue_valid_i == issue_valid[0]);
    assert (\dut.g_sm[0].u_scord_sm.issue_ready_mask_i == ready_mask[0*32 +: 2]);
    assert (\dut.g_sm[0].u_scord_sm.issue_pick_valid_o == pick_valid[0] && \dut.g_sm[0].u_scord_sm.issue_pick_o ==
      pick[0*5 +: 5]);
    assert (\dut.u_scord_detector.request_valid_i [0] == waits[0]);
    assert (\dut.u_scord_detector.request_more_i [0] == \dut.g_sm[0].u_scord_sm.request_more_o );
    assert (\dut.g_sm[0].u_scord_sm.request_ready_i == \dut.u_scord_detector.request_ready_o [0]);
    assert (\dut.u_scord_detector.request_i [0*RequestWidth +: RequestWidth] == \dut.g_sm[0].u_scord_sm.request_o );
    // One request leaves an SM when the detector takes it, that one
    if (granted[0]) assert (waits[0] && \dut.u_scord_detector.u_arbiter.index_q == 0);
    assert (grant[0] == (taken && granted[0]) && (\dut.u_scord_detector.request_ready_o [0] && waits[0]) == grant[0]);
    if (grant[0]) assert (\dut.u_scord_detector.u_metadata_accessor.request_i == \dut.g_sm[0].u_scord_sm.request_o );
  end
  (* hierconn *) wire [scord_params::SM_EVENT_WIDTH-1:0] \dut.g_sm[1].u_scord_sm.event_i ;
  (* hierconn *) wire \dut.g_sm[1].u_scord_sm.event_valid_i , \dut.g_sm[1].u_scord_sm.event_ready_o ;
  (* hierconn *) wire \dut.g_sm[1].u_scord_sm.clear_i , \dut.g_sm[1].u_scord_sm.hold_i ;
  (* hierconn *) wire [3:0] \dut.g_sm[1].u_scord_sm.sm_i ;
  (* hierconn *) wire [2:0] \dut.g_sm[1].u_scord_sm.issue_policy_i ;
  (* hierconn *) wire \dut.g_sm[1].u_scord_sm.issue_valid_i , \dut.g_sm[1].u_scord_sm.issue_pick_valid_o ;
  (* hierconn *) wire [1:0] \dut.g_sm[1].u_scord_sm.issue_ready_mask_i ;
  (* hierconn *) wire [4:0] \dut.g_sm[1].u_scord_sm.issue_pick_o ;
  (* hierconn *) wire \dut.g_sm[1].u_scord_sm.request_ready_i , \dut.g_sm[1].u_scord_sm.request_valid_o ;
  (* hierconn *) wire \dut.g_sm[1].u_scord_sm.request_more_o ;
  (* hierconn *) wire [RequestWidth-1:0] \dut.g_sm[1].u_scord_sm.request_o ;
  assign hold[1] = \dut.g_sm[1].u_scord_sm.hold_i ;
  assign waits[1] = \dut.g_sm[1].u_scord_sm.request_valid_o ;
  always @(*) if (past_valid) begin
    assert (\dut.g_sm[1].u_scord_sm.event_i == event_bits[1*EventWidth +: EventWidth]);
    assert (\dut.g_sm[1].u_scord_sm.event_valid_i == event_valid[1] && \dut.g_sm[1].u_scord_sm.event_ready_o ==
      event_ready[1]);
    assert (\dut.g_sm[1].u_scord_sm.sm_i == 1 && \dut.g_sm[1].u_scord_sm.clear_i == start);
    assert (\dut.g_sm[1].u_scord_sm.issue_policy_i == \dut.u_control_registers.issue_policy_o );
    assert (\dut.g_sm[1].u_scord_sm.issue_valid_i == issue_valid[1]);
    assert (\dut.g_sm[1].u_scord_sm.issue_ready_mask_i == ready_mask[1*32 +: 2]);
    assert (\dut.g_sm[1].u_scord_sm.issue_pick_valid_o == pick_valid[1] && \dut.g_sm[1].u_scord_sm.issue_pick_o ==
      pick[1*5 +: 5]);
    assert (\dut.u_scord_detector.request_valid_i [1] == waits[1]);
    assert (\dut.u_scord_detector.request_more_i [1] == \dut.g_sm[1].u_scord_sm.request_more_o );
    assert (\dut.g_sm[1].u_scord_sm.request_ready_i == \dut.u_scord_detector.request_ready_o [1]);
    assert (\dut.u_scord_detector.request_i [1*RequestWidth +: RequestWidth] == \dut.g_sm[1].u_scord_sm.request_o );
    // One request leaves an SM when the detector takes it, that one
    if (granted[1]) assert (waits[1] && \dut.u_scord_detector.u_arbiter.index_q == 1);
    assert (grant[1] == (taken && granted[1]) && (\dut.u_scord_detector.request_ready_o [1] && waits[1]) == grant[1]);
    if (grant[1]) assert (\dut.u_scord_detector.u_metadata_accessor.request_i == \dut.g_sm[1].u_scord_sm.request_o );
  end
  (* hierconn *) wire [scord_params::SM_EVENT_WIDTH-1:0] \dut.g_sm[2].u_scord_sm.event_i ;
  (* hierconn *) wire \dut.g_sm[2].u_scord_sm.event_valid_i , \dut.g_sm[2].u_scord_sm.event_ready_o ;
  (* hierconn *) wire \dut.g_sm[2].u_scord_sm.clear_i , \dut.g_sm[2].u_scord_sm.hold_i ;
  (* hierconn *) wire [3:0] \dut.g_sm[2].u_scord_sm.sm_i ;
  (* hierconn *) wire [2:0] \dut.g_sm[2].u_scord_sm.issue_policy_i ;
  (* hierconn *) wire \dut.g_sm[2].u_scord_sm.issue_valid_i , \dut.g_sm[2].u_scord_sm.issue_pick_valid_o ;
  (* hierconn *) wire [1:0] \dut.g_sm[2].u_scord_sm.issue_ready_mask_i ;
  (* hierconn *) wire [4:0] \dut.g_sm[2].u_scord_sm.issue_pick_o ;
  (* hierconn *) wire \dut.g_sm[2].u_scord_sm.request_ready_i , \dut.g_sm[2].u_scord_sm.request_valid_o ;
  (* hierconn *) wire \dut.g_sm[2].u_scord_sm.request_more_o ;
  (* hierconn *) wire [RequestWidth-1:0] \dut.g_sm[2].u_scord_sm.request_o ;
  assign hold[2] = \dut.g_sm[2].u_scord_sm.hold_i ;
  assign waits[2] = \dut.g_sm[2].u_scord_sm.request_valid_o ;
  always @(*) if (past_valid) begin
    assert (\dut.g_sm[2].u_scord_sm.event_i == event_bits[2*EventWidth +: EventWidth]);
    assert (\dut.g_sm[2].u_scord_sm.event_valid_i == event_valid[2] && \dut.g_sm[2].u_scord_sm.event_ready_o ==
      event_ready[2]);
    assert (\dut.g_sm[2].u_scord_sm.sm_i == 2 && \dut.g_sm[2].u_scord_sm.clear_i == start);
    assert (\dut.g_sm[2].u_scord_sm.issue_policy_i == \dut.u_control_registers.issue_policy_o );
    assert (\dut.g_sm[2].u_scord_sm.issue_valid_i == issue_valid[2]);
    assert (\dut.g_sm[2].u_scord_sm.issue_ready_mask_i == ready_mask[2*32 +: 2]);
    assert (\dut.g_sm[2].u_scord_sm.issue_pick_valid_o == pick_valid[2] && \dut.g_sm[2].u_scord_sm.issue_pick_o ==
      pick[2*5 +: 5]);
    assert (\dut.u_scord_detector.request_valid_i [2] == waits[2]);
    assert (\dut.u_scord_detector.request_more_i [2] == \dut.g_sm[2].u_scord_sm.request_more_o );
    assert (\dut.g_sm[2].u_scord_sm.request_ready_i == \dut.u_scord_detector.request_ready_o [2]);
    assert (\dut.u_scord_detector.request_i [2*RequestWidth +: RequestWidth] == \dut.g_sm[2].u_scord_sm.request_o );
    // One request leaves an SM when the detector takes it, that one
    if (granted[2]) assert (waits[2] && \dut.u_scord_detector.u_arbiter.index_q == 2);
    assert (grant[2] == (taken && granted[2]) && (\dut.u_scord_detector.request_ready_o [2] && waits[2]) == grant[2]);
    if (grant[2]) assert (\dut.u_scord_detector.u_metadata_accessor.request_i == \dut.g_sm[2].u_scord_sm.request_o );
  end
  always @(*) if (past_valid) begin
    assert ((granted & (granted - 1)) == 0 && taken == (grant != 0));
    assert (\dut.u_scord_detector.u_metadata_accessor.request_valid_i == (granted != 0));
  end

  // The fence file counts for the item's warp, and shows each lane the fences of the owner in its entry.
  (* hierconn *) wire [3:0] \dut.u_scord_detector.u_fence_file.accessor_sm_i ;
  (* hierconn *) wire [4:0] \dut.u_scord_detector.u_fence_file.accessor_warp_i ;
  (* hierconn *) wire \dut.u_scord_detector.u_fence_file.fence_i , \dut.u_scord_detector.u_fence_file.block_scope_i ,
    \dut.u_scord_detector.u_fence_file.clear_i ;
  (* hierconn *) wire [7:0] \dut.u_scord_detector.u_fence_file.owner_sm_i ,
    \dut.u_scord_detector.u_metadata_accessor.lane_owner_sm_o ;
  (* hierconn *) wire [9:0] \dut.u_scord_detector.u_fence_file.owner_warp_i ,
    \dut.u_scord_detector.u_metadata_accessor.lane_owner_warp_o ;
  (* hierconn *) wire [11:0] \dut.u_scord_detector.u_fence_file.accessor_fences_o ;
  (* hierconn *) wire [23:0] \dut.u_scord_detector.u_fence_file.owner_fences_o ;
  always @(*) if (past_valid) begin
    assert (\dut.u_scord_detector.u_fence_file.accessor_sm_i == item.block_id[6:3] &&
      \dut.u_scord_detector.u_fence_file.accessor_warp_i == item.warp_id);
    assert (\dut.u_scord_detector.u_fence_file.fence_i == (decided && fence) &&
      \dut.u_scord_detector.u_fence_file.clear_i == start);
    assert (\dut.u_scord_detector.u_fence_file.block_scope_i == (item.scope == scord_params::SCOPE_BLOCK));
    assert (\dut.u_scord_detector.u_fence_file.owner_sm_i ==
      \dut.u_scord_detector.u_metadata_accessor.lane_owner_sm_o );
    assert (\dut.u_scord_detector.u_fence_file.owner_warp_i ==
      \dut.u_scord_detector.u_metadata_accessor.lane_owner_warp_o );
  end

  // Lane by lane: word, entry and fences in; entry, race and retired item out
  (* hierconn *) wire [1:0] \dut.u_scord_detector.u_metadata_accessor.lane_valid_o ,
    \dut.u_scord_detector.u_metadata_accessor.lane_tracked_o ;
  (* hierconn *) wire [1:0] \dut.u_scord_detector.u_metadata_accessor.lane_failed_o ,
    \dut.u_scord_detector.u_metadata_accessor.lane_tag_miss_o ;
  (* hierconn *) wire [2*Ew-1:0] \dut.u_scord_detector.u_metadata_accessor.lane_word_o ;
  (* hierconn *) wire [127:0] \dut.u_scord_detector.u_metadata_accessor.lane_metadata_o ,
    \dut.u_scord_detector.u_metadata_accessor.lane_metadata_i ;
  (* hierconn *) wire \dut.u_scord_detector.u_metadata_accessor.item_ready_i ;
  (* hierconn *) wire [1:0] \dut.u_scord_detector.u_race_reporter.lane_race_i ,
    \dut.u_scord_detector.u_race_reporter.lane_scope_i ;
  (* hierconn *) wire [2*Ew-1:0] \dut.u_scord_detector.u_race_reporter.lane_word_i ;
  (* hierconn *) wire [2*V-1:0] \dut.u_scord_detector.u_race_reporter.lane_verdict_i ;
  (* hierconn *) wire [13:0] \dut.u_scord_detector.u_race_reporter.lane_owner_block_id_i ;
  (* hierconn *) wire [9:0] \dut.u_scord_detector.u_race_reporter.lane_owner_warp_id_i ;
  (* hierconn *) wire \dut.u_scord_detector.u_race_reporter.group_valid_i ,
    \dut.u_scord_detector.u_race_reporter.group_ready_o ;
  always @(*) if (past_valid) begin
    assert (\dut.u_scord_detector.u_race_reporter.group_valid_i == (item_valid &&
      \dut.u_scord_detector.u_race_reporter.lane_race_i != 0));
    assert (item_ready == \dut.u_scord_detector.u_race_reporter.group_ready_o &&
      \dut.u_scord_detector.u_metadata_accessor.item_ready_i == item_ready);
    assert (retire_valid == (!decided ? 2'd0 : fence ? 2'd1 : \dut.u_scord_detector.u_metadata_accessor.lane_valid_o ));
  end
  (* hierconn *) wire \dut.u_scord_detector.g_lane[0].u_detector_lane.valid_i ,
    \dut.u_scord_detector.g_lane[0].u_detector_lane.tracked_i ;
  (* hierconn *) wire \dut.u_scord_detector.g_lane[0].u_detector_lane.failed_i ,
    \dut.u_scord_detector.g_lane[0].u_detector_lane.tag_miss_i ;
  (* hierconn *) wire [Ew-1:0] \dut.u_scord_detector.g_lane[0].u_detector_lane.word_i ;
  (* hierconn *) wire [63:0] \dut.u_scord_detector.g_lane[0].u_detector_lane.metadata_i ,
    \dut.u_scord_detector.g_lane[0].u_detector_lane.metadata_o ;
  (* hierconn *) wire [RequestWidth-1:0] \dut.u_scord_detector.g_lane[0].u_detector_lane.access_i ;
  (* hierconn *) wire [11:0] \dut.u_scord_detector.g_lane[0].u_detector_lane.accessor_fences_i ,
    \dut.u_scord_detector.g_lane[0].u_detector_lane.owner_fences_i ;
  (* hierconn *) wire \dut.u_scord_detector.g_lane[0].u_detector_lane.race_o ,
    \dut.u_scord_detector.g_lane[0].u_detector_lane.scope_o ;
  (* hierconn *) wire \dut.u_scord_detector.g_lane[0].u_detector_lane.both_scopes_i ,
    \dut.u_scord_detector.g_lane[0].u_detector_lane.synchronises_i ;
  (* hierconn *) wire [V-1:0] \dut.u_scord_detector.g_lane[0].u_detector_lane.verdict_o ;
  (* hierconn *) wire [6:0] \dut.u_scord_detector.g_lane[0].u_detector_lane.owner_block_o ;
  (* hierconn *) wire [4:0] \dut.u_scord_detector.g_lane[0].u_detector_lane.owner_warp_o ;
  (* hierconn *) wire [RetireWidth-1:0] \dut.u_scord_detector.g_lane[0].u_detector_lane.retire_o ;
  always @(*) if (past_valid) begin
    assert (\dut.u_scord_detector.g_lane[0].u_detector_lane.valid_i ==
      \dut.u_scord_detector.u_metadata_accessor.lane_valid_o [0]);
    assert (\dut.u_scord_detector.g_lane[0].u_detector_lane.tracked_i ==
      \dut.u_scord_detector.u_metadata_accessor.lane_tracked_o [0]);
    assert (\dut.u_scord_detector.g_lane[0].u_detector_lane.failed_i ==
      \dut.u_scord_detector.u_metadata_accessor.lane_failed_o [0]);
    assert (\dut.u_scord_detector.g_lane[0].u_detector_lane.tag_miss_i ==
      \dut.u_scord_detector.u_metadata_accessor.lane_tag_miss_o [0]);
    assert (\dut.u_scord_detector.g_lane[0].u_detector_lane.word_i ==
      \dut.u_scord_detector.u_metadata_accessor.lane_word_o [Ew*0 +: Ew]);
    assert (\dut.u_scord_detector.g_lane[0].u_detector_lane.metadata_i ==
      \dut.u_scord_detector.u_metadata_accessor.lane_metadata_o [64*0 +: 64]);
    assert (\dut.u_scord_detector.g_lane[0].u_detector_lane.metadata_o ==
      \dut.u_scord_detector.u_metadata_accessor.lane_metadata_i [64*0 +: 64]);
    assert (\dut.u_scord_detector.g_lane[0].u_detector_lane.access_i == item);
    assert (\dut.u_scord_detector.g_lane[0].u_detector_lane.both_scopes_i == \dut.u_control_registers.both_scopes_o );
    assert (\dut.u_scord_detector.g_lane[0].u_detector_lane.synchronises_i == (item.op == scord_params::OP_ATOMIC));
    assert (\dut.u_scord_detector.g_lane[0].u_detector_lane.accessor_fences_i ==
      \dut.u_scord_detector.u_fence_file.accessor_fences_o );
    assert (\dut.u_scord_detector.g_lane[0].u_detector_lane.owner_fences_i ==
      \dut.u_scord_detector.u_fence_file.owner_fences_o [12*0 +: 12]);
    assert (\dut.u_scord_detector.u_race_reporter.lane_race_i [0] ==
      \dut.u_scord_detector.g_lane[0].u_detector_lane.race_o );
    assert (\dut.u_scord_detector.u_race_reporter.lane_scope_i [0] ==
      \dut.u_scord_detector.g_lane[0].u_detector_lane.scope_o );
    assert (\dut.u_scord_detector.u_race_reporter.lane_word_i [Ew*0 +: Ew] ==
      \dut.u_scord_detector.u_metadata_accessor.lane_word_o [Ew*0 +: Ew]);
    assert (\dut.u_scord_detector.u_race_reporter.lane_verdict_i [V*0 +: V] ==
      \dut.u_scord_detector.g_lane[0].u_detector_lane.verdict_o );
    assert (\dut.u_scord_detector.u_race_reporter.lane_owner_block_id_i [7*0 +: 7] ==
      \dut.u_scord_detector.g_lane[0].u_detector_lane.owner_block_o );
    assert (\dut.u_scord_detector.u_race_reporter.lane_owner_warp_id_i [5*0 +: 5] ==
      \dut.u_scord_detector.g_lane[0].u_detector_lane.owner_warp_o );
    if (!fence) assert (retire[RetireWidth*0 +: RetireWidth] ==
      \dut.u_scord_detector.g_lane[0].u_detector_lane.retire_o );
  end
  (* hierconn *) wire \dut.u_scord_detector.g_lane[1].u_detector_lane.valid_i ,
    \dut.u_scord_detector.g_lane[1].u_detector_lane.tracked_i ;
  (* hierconn *) wire \dut.u_scord_detector.g_lane[1].u_detector_lane.failed_i ,
    \dut.u_scord_detector.g_lane[1].u_detector_lane.tag_miss_i ;
  (* hierconn *) wire [Ew-1:0] \dut.u_scord_detector.g_lane[1].u_detector_lane.word_i ;
  (* hierconn *) wire [63:0] \dut.u_scord_detector.g_lane[1].u_detector_lane.metadata_i ,
    \dut.u_scord_detector.g_lane[1].u_detector_lane.metadata_o ;
  (* hierconn *) wire [RequestWidth-1:0] \dut.u_scord_detector.g_lane[1].u_detector_lane.access_i ;
  (* hierconn *) wire [11:0] \dut.u_scord_detector.g_lane[1].u_detector_lane.accessor_fences_i ,
    \dut.u_scord_detector.g_lane[1].u_detector_lane.owner_fences_i ;
  (* hierconn *) wire \dut.u_scord_detector.g_lane[1].u_detector_lane.race_o ,
    \dut.u_scord_detector.g_lane[1].u_detector_lane.scope_o ;
  (* hierconn *) wire \dut.u_scord_detector.g_lane[1].u_detector_lane.both_scopes_i ,
    \dut.u_scord_detector.g_lane[1].u_detector_lane.synchronises_i ;
  (* hierconn *) wire [V-1:0] \dut.u_scord_detector.g_lane[1].u_detector_lane.verdict_o ;
  (* hierconn *) wire [6:0] \dut.u_scord_detector.g_lane[1].u_detector_lane.owner_block_o ;
  (* hierconn *) wire [4:0] \dut.u_scord_detector.g_lane[1].u_detector_lane.owner_warp_o ;
  (* hierconn *) wire [RetireWidth-1:0] \dut.u_scord_detector.g_lane[1].u_detector_lane.retire_o ;
  always @(*) if (past_valid) begin
    assert (\dut.u_scord_detector.g_lane[1].u_detector_lane.valid_i ==
      \dut.u_scord_detector.u_metadata_accessor.lane_valid_o [1]);
    assert (\dut.u_scord_detector.g_lane[1].u_detector_lane.tracked_i ==
      \dut.u_scord_detector.u_metadata_accessor.lane_tracked_o [1]);
    assert (\dut.u_scord_detector.g_lane[1].u_detector_lane.failed_i ==
      \dut.u_scord_detector.u_metadata_accessor.lane_failed_o [1]);
    assert (\dut.u_scord_detector.g_lane[1].u_detector_lane.tag_miss_i ==
      \dut.u_scord_detector.u_metadata_accessor.lane_tag_miss_o [1]);
    assert (\dut.u_scord_detector.g_lane[1].u_detector_lane.word_i ==
      \dut.u_scord_detector.u_metadata_accessor.lane_word_o [Ew*1 +: Ew]);
    assert (\dut.u_scord_detector.g_lane[1].u_detector_lane.metadata_i ==
      \dut.u_scord_detector.u_metadata_accessor.lane_metadata_o [64*1 +: 64]);
    assert (\dut.u_scord_detector.g_lane[1].u_detector_lane.metadata_o ==
      \dut.u_scord_detector.u_metadata_accessor.lane_metadata_i [64*1 +: 64]);
    assert (\dut.u_scord_detector.g_lane[1].u_detector_lane.access_i == item);
    assert (\dut.u_scord_detector.g_lane[1].u_detector_lane.both_scopes_i == \dut.u_control_registers.both_scopes_o );
    assert (\dut.u_scord_detector.g_lane[1].u_detector_lane.synchronises_i == (item.op == scord_params::OP_ATOMIC));
    assert (\dut.u_scord_detector.g_lane[1].u_detector_lane.accessor_fences_i ==
      \dut.u_scord_detector.u_fence_file.accessor_fences_o );
    assert (\dut.u_scord_detector.g_lane[1].u_detector_lane.owner_fences_i ==
      \dut.u_scord_detector.u_fence_file.owner_fences_o [12*1 +: 12]);
    assert (\dut.u_scord_detector.u_race_reporter.lane_race_i [1] ==
      \dut.u_scord_detector.g_lane[1].u_detector_lane.race_o );
    assert (\dut.u_scord_detector.u_race_reporter.lane_scope_i [1] ==
      \dut.u_scord_detector.g_lane[1].u_detector_lane.scope_o );
    assert (\dut.u_scord_detector.u_race_reporter.lane_word_i [Ew*1 +: Ew] ==
      \dut.u_scord_detector.u_metadata_accessor.lane_word_o [Ew*1 +: Ew]);
    assert (\dut.u_scord_detector.u_race_reporter.lane_verdict_i [V*1 +: V] ==
      \dut.u_scord_detector.g_lane[1].u_detector_lane.verdict_o );
    assert (\dut.u_scord_detector.u_race_reporter.lane_owner_block_id_i [7*1 +: 7] ==
      \dut.u_scord_detector.g_lane[1].u_detector_lane.owner_block_o );
    assert (\dut.u_scord_detector.u_race_reporter.lane_owner_warp_id_i [5*1 +: 5] ==
      \dut.u_scord_detector.g_lane[1].u_detector_lane.owner_warp_o );
    if (!fence) assert (retire[RetireWidth*1 +: RetireWidth] ==
      \dut.u_scord_detector.g_lane[1].u_detector_lane.retire_o );
  end

  // AXI: what has an ID is of its part, address, data and response.
  (* hierconn *) wire \dut.u_scord_detector.metadata_awvalid , \dut.u_scord_detector.race_awvalid ,
    \dut.u_scord_detector.clear_awvalid ;
  (* hierconn *) wire \dut.u_scord_detector.u_metadata_accessor.awready_i ,
    \dut.u_scord_detector.u_race_reporter.awready_i , \dut.u_scord_detector.u_metadata_clear.awready_i ;
  (* hierconn *) wire \dut.u_scord_detector.u_metadata_accessor.wready_i ,
    \dut.u_scord_detector.u_race_reporter.wready_i , \dut.u_scord_detector.u_metadata_clear.wready_i ;
  (* hierconn *) wire [IdWidth-1:0] \dut.u_scord_detector.u_metadata_accessor.awid_o ,
    \dut.u_scord_detector.u_metadata_accessor.bid_i ;
  (* hierconn *) wire [39:0] \dut.u_scord_detector.u_metadata_accessor.awaddr_o ,
    \dut.u_scord_detector.u_race_reporter.awaddr_o , \dut.u_scord_detector.u_metadata_clear.awaddr_o ;
  (* hierconn *) wire [7:0] \dut.u_scord_detector.u_metadata_accessor.awlen_o ,
    \dut.u_scord_detector.u_race_reporter.awlen_o , \dut.u_scord_detector.u_metadata_clear.awlen_o ;
  (* hierconn *) wire [127:0] \dut.u_scord_detector.u_metadata_accessor.wdata_o ,
    \dut.u_scord_detector.u_race_reporter.wdata_o , \dut.u_scord_detector.u_metadata_clear.wdata_o ;
  (* hierconn *) wire [15:0] \dut.u_scord_detector.u_metadata_accessor.wstrb_o ,
    \dut.u_scord_detector.u_race_reporter.wstrb_o ;
  (* hierconn *) wire \dut.u_scord_detector.u_metadata_accessor.wlast_o ,
    \dut.u_scord_detector.u_race_reporter.wlast_o , \dut.u_scord_detector.u_metadata_clear.wlast_o ;
  (* hierconn *) wire \dut.u_scord_detector.u_metadata_accessor.bvalid_i ,
    \dut.u_scord_detector.u_race_reporter.bvalid_i , \dut.u_scord_detector.u_metadata_clear.bvalid_i ;
  (* hierconn *) wire [39:0] \dut.u_scord_detector.u_metadata_clear.metadata_base_i ;
  (* hierconn *) wire [1:0] \dut.u_scord_detector.u_axi_write_arbiter.owner_q ;
  wire m_aw = \dut.u_scord_detector.u_metadata_accessor.awready_i , r_aw =
    \dut.u_scord_detector.u_race_reporter.awready_i ;
  wire c_aw = \dut.u_scord_detector.u_metadata_clear.awready_i , m_w =
    \dut.u_scord_detector.u_metadata_accessor.wready_i ;
  wire r_w = \dut.u_scord_detector.u_race_reporter.wready_i , c_w = \dut.u_scord_detector.u_metadata_clear.wready_i ;
  localparam RaceLog = scord_params::AXI_ID_RACE_LOG, Clear = scord_params::AXI_ID_CLEAR;
  always @(*) if (past_valid) begin
    assume (\dut.u_scord_detector.u_metadata_accessor.awid_o < RaceLog);  // a line (formal_metadata_writer)
    assert (\dut.u_scord_detector.u_axi_write_arbiter.owner_q != 3);
    if (awvalid && awready) assert ((awid == RaceLog ? r_aw && !m_aw && !c_aw : awid == Clear ? c_aw && !m_aw &&
      !r_aw : m_aw && !r_aw && !c_aw));
    if (m_aw && \dut.u_scord_detector.metadata_awvalid ) assert (awvalid && awid ==
      \dut.u_scord_detector.u_metadata_accessor.awid_o &&
      awaddr == \dut.u_scord_detector.u_metadata_accessor.awaddr_o && awlen ==
        \dut.u_scord_detector.u_metadata_accessor.awlen_o );
    if (r_aw && \dut.u_scord_detector.race_awvalid ) assert (awvalid && awid == RaceLog && awlen ==
      \dut.u_scord_detector.u_race_reporter.awlen_o &&
      awaddr == \dut.u_scord_detector.u_race_reporter.awaddr_o );
    if (c_aw && \dut.u_scord_detector.clear_awvalid ) assert (awvalid && awid == Clear &&
      awaddr == \dut.u_scord_detector.u_metadata_clear.awaddr_o && awlen ==
        \dut.u_scord_detector.u_metadata_clear.awlen_o );
    if (m_w) assert (!r_w && !c_w && wdata == \dut.u_scord_detector.u_metadata_accessor.wdata_o && wstrb ==
      \dut.u_scord_detector.u_metadata_accessor.wstrb_o &&
      wlast == \dut.u_scord_detector.u_metadata_accessor.wlast_o );
    if (r_w) assert (!c_w && wdata == \dut.u_scord_detector.u_race_reporter.wdata_o && wstrb ==
      \dut.u_scord_detector.u_race_reporter.wstrb_o &&
      wlast == \dut.u_scord_detector.u_race_reporter.wlast_o );
    if (c_w) assert (wdata == \dut.u_scord_detector.u_metadata_clear.wdata_o && wstrb == 16'hffff && wlast ==
      \dut.u_scord_detector.u_metadata_clear.wlast_o );
    assert (\dut.u_scord_detector.u_race_reporter.bvalid_i == (bvalid && bid == RaceLog));
    assert (\dut.u_scord_detector.u_metadata_clear.bvalid_i == (bvalid && bid == Clear));
    assert (\dut.u_scord_detector.u_metadata_accessor.bvalid_i == (bvalid && bid < RaceLog) &&
      \dut.u_scord_detector.u_metadata_accessor.bid_i == bid);
    assert (\dut.u_scord_detector.u_metadata_clear.metadata_base_i == \dut.u_control_registers.metadata_base_o );
  end
  (* keep *) wire cover_sm_2_granted = past_valid && grant == 4 && !start;
endmodule
