// SPDX-License-Identifier: Apache-2.0
// formal_scord_detector: what the composition of the detector adds to its parts: the cycle stamp counts with all its
// bits, and every bit of the configuration and of the item at hand reaches the part that uses it. Runs are too short
// for the upper bits of the stamp, and lockstep meets few sizes; the parts have proofs of their own.
// groups: cycle stamp; busy while any part is; configuration reaches its parts; race record of the item; commands reach their parts
// cut: round_robin_arbiter metadata_accessor fence_file detector_lane race_reporter metadata_clear axi_write_arbiter
// assertions: own
// netlist: words
// prove: SAT induction, cover 3, steps 2
// parameters: BeatEntries=1; BeatEntries=1 GroupedLines=1
`include "scord_params.vh"
module formal_scord_detector #(parameter BeatEntries = 1, parameter GroupedLines = 0) (
  input wire clk_i, input wire rst_ni, input wire kernel_start_i, input wire log_reset_i, input wire [39:0] tracked_base_i,
  input wire [5:0] log2_tracked_words_i, input wire [2:0] log2_cache_ratio_i, input wire [39:0] metadata_base_i,
  input wire [39:0] log_base_i, input wire [31:0] log_capacity_i, input wire [31:0] log_head_i, input wire both_scopes_i,
  input wire request_valid_i, input wire request_more_i, input wire [scord_params::DETECTOR_REQUEST_WIDTH-1:0] request_i,
  input wire arready_i, input wire awready_i, input wire wready_i
);
  `include "tb/formal/parts/formal.vh"
  wire busy, clearing;
  scord_detector #(.NumSms(1), .WarpsPerSm(1), .Lanes(1), .MetadataLines(2), .BeatEntries(BeatEntries), .GroupedLines(GroupedLines)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .kernel_start_i(kernel_start_i), .log_reset_i(log_reset_i), .tracked_base_i(tracked_base_i),
    .log2_tracked_words_i(log2_tracked_words_i), .log2_cache_ratio_i(log2_cache_ratio_i), .metadata_base_i(metadata_base_i),
    .log_base_i(log_base_i), .log_capacity_i(log_capacity_i), .log_head_i(log_head_i), .both_scopes_i(both_scopes_i),
    .request_valid_i(request_valid_i), .request_more_i(request_more_i), .request_i(request_i), .busy_o(busy), .clearing_o(clearing), .m_axi_awready_i(awready_i),
    .m_axi_wready_i(wready_i), .m_axi_bid_i({scord_params::AXI_ID_WIDTH{1'b0}}), .m_axi_bresp_i(2'd0), .m_axi_bvalid_i(1'b0),
    .m_axi_arready_i(arready_i), .m_axi_rid_i({scord_params::AXI_ID_WIDTH{1'b0}}), .m_axi_rdata_i({64*BeatEntries{1'b0}}),
    .m_axi_rresp_i(2'd0), .m_axi_rlast_i(1'b0), .m_axi_rvalid_i(1'b0));
  (* hierconn *) wire [47:0] \dut.cycle_q ;
  (* hierconn *) wire [39:0] \dut.u_metadata_accessor.tracked_base_i , \dut.u_metadata_accessor.metadata_base_i ;
  (* hierconn *) wire [39:0] \dut.u_metadata_clear.metadata_base_i , \dut.u_race_reporter.log_base_i ;
  (* hierconn *) wire [5:0] \dut.u_metadata_accessor.log2_tracked_words_i , \dut.u_metadata_clear.log2_entries_i ;
  (* hierconn *) wire [2:0] \dut.u_metadata_accessor.log2_cache_ratio_i ;
  (* hierconn *) wire [31:0] \dut.u_race_reporter.log_capacity_i , \dut.u_race_reporter.log_head_i ;
  (* hierconn *) wire \dut.u_race_reporter.log_reset_i , \dut.u_metadata_clear.start_i , \dut.u_fence_file.clear_i ;
  (* hierconn *) wire \dut.u_metadata_accessor.clear_i , \dut.u_arbiter.clear_i ;
  (* hierconn *) wire [255:0] \dut.u_race_reporter.shared_i ;
  (* hierconn *) wire [scord_params::DETECTOR_REQUEST_WIDTH-1:0] \dut.u_metadata_accessor.item_o ;
  (* hierconn *) wire \dut.u_metadata_accessor.busy_o , \dut.u_race_reporter.busy_o , \dut.u_metadata_clear.busy_o ;
  race_record_t record;
  detector_request_t item;
  assign record = \dut.u_race_reporter.shared_i ;
  assign item = \dut.u_metadata_accessor.item_o ;

  wire [5:0] log2_entries = log2_tracked_words_i - log2_cache_ratio_i;
  wire [5:0] log2_heads = log2_entries < 5 ? 0 : log2_entries - 5;
  wire [39:0] heads = metadata_base_i + (40'd256 << log2_heads);
  always @(*) assume (log2_tracked_words_i >= 4 && log2_tracked_words_i <= 36 && log2_cache_ratio_i <= 4);

  // The cycles since reset, with two halves and a carry: another way to count
  reg [23:0] low = 0, high = 0;
  reg was_reset = 0;
  always @(posedge clk_i) begin
    was_reset <= !rst_ni;
    if (!rst_ni) {high, low} <= 0;
    else begin
      low <= low + 1;
      if (&low) high <= high + 1;
    end
  end
  always @(*) if (past_valid) begin
    assert (\dut.cycle_q == {high, low});
    assert (record.cycle == \dut.cycle_q && record.sequence_ == item.sequence_ && record.pc == item.pc);
    assert (record.address == item.address && record.op == item.op && record.block_id == item.block_id && record.warp_id == item.warp_id);
    assert (\dut.u_metadata_accessor.tracked_base_i == tracked_base_i && \dut.u_metadata_accessor.metadata_base_i == metadata_base_i);
    assert (\dut.u_metadata_accessor.log2_tracked_words_i == log2_tracked_words_i && \dut.u_metadata_accessor.log2_cache_ratio_i == log2_cache_ratio_i);
    // Grouped lines are cleared by their heads, of four units, which lie behind the entries, a line of them at least.
    assert (\dut.u_metadata_clear.metadata_base_i == (GroupedLines ? heads : metadata_base_i));
    assert (\dut.u_metadata_clear.log2_entries_i == (GroupedLines ? log2_heads + 2 : log2_entries));
    assert (\dut.u_race_reporter.log_base_i == log_base_i && \dut.u_race_reporter.log_capacity_i == log_capacity_i);
    assert (\dut.u_race_reporter.log_head_i == log_head_i && \dut.u_race_reporter.log_reset_i == log_reset_i);
    // Nothing is forgotten while software may start the next kernel
    assert (clearing == \dut.u_metadata_clear.busy_o );
    assert (busy == (request_valid_i || \dut.u_metadata_accessor.busy_o || \dut.u_race_reporter.busy_o || clearing));
    assert (\dut.u_metadata_clear.start_i == kernel_start_i && \dut.u_fence_file.clear_i == kernel_start_i);
    assert (\dut.u_metadata_accessor.clear_i == kernel_start_i && \dut.u_arbiter.clear_i == kernel_start_i);
  end
  (* keep *) wire cover_running = past_valid && !was_reset && low == 1;
endmodule
