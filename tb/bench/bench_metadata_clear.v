// SPDX-License-Identifier: Apache-2.0
// bench_metadata_clear: 1 to 2048 entries, bases on and off a 4 KB boundary: every entry is the reset image, and
// nothing outside is written. With BeatEntries (set by -P) above 1: whole beats, even with fewer entries than a beat.
`include "scord_params.vh"
module bench_metadata_clear;
  `include "bench.vh"
  parameter int BeatEntries = 1;
  localparam int Words = BeatEntries > 1 ? 10240 : 5120;
  localparam int BeatBytes = 8 * BeatEntries;
  localparam int PageBeats = 4096 / BeatBytes;
  localparam int MostBeats = PageBeats < scord_params::AXI_BURST_BEATS ? PageBeats : scord_params::AXI_BURST_BEATS;
  localparam [39:0] Base = 40'h55_0000_0000;
  reg start;
  reg [5:0] log2_entries;
  reg [39:0] metadata_base;
  reg [31:0] latency;
  wire busy, awvalid, awready, wvalid, wready, wlast, bvalid, bready;
  wire [39:0] awaddr;
  wire [7:0] awlen;
  wire [64*BeatEntries-1:0] wdata;
  wire [1:0] bresp;
  reg [39:0] error_mask;
  metadata_clear #(.BeatEntries(BeatEntries)) dut (
    .clk_i(clk), .rst_ni(rst_n), .start_i(start), .log2_entries_i(log2_entries), .metadata_base_i(metadata_base),
    .busy_o(busy), .awvalid_o(awvalid), .awready_i(awready), .awaddr_o(awaddr), .awlen_o(awlen), .wvalid_o(wvalid),
    .wready_i(wready), .wdata_o(wdata), .wlast_o(wlast), .bvalid_i(bvalid), .bready_o(bready));
  axi_memory #(.Words(Words), .BeatWords(BeatEntries)) memory (
    .clk_i(clk), .rst_ni(rst_n), .latency_i(latency), .base_i(Base), .error_mask_i(error_mask), .error_match_i(40'h0),
    .error_reads_i(1'b1), .error_writes_i(1'b1),
    .awid_i(scord_params::AXI_ID_WIDTH'(scord_params::AXI_ID_CLEAR)), .awaddr_i(awaddr), .awlen_i(awlen), .awsize_i(3'(3 + $clog2(BeatEntries))), .awburst_i(2'd1), .awvalid_i(awvalid),
    .awready_o(awready), .wdata_i(wdata), .wstrb_i({BeatEntries{8'hff}}), .wlast_i(wlast), .wvalid_i(wvalid), .wready_o(wready),
           .bid_o(),
    .bresp_o(bresp), .bvalid_o(bvalid), .bready_i(bready), .arid_i({scord_params::AXI_ID_WIDTH{1'b0}}), .araddr_i(40'd0), .arlen_i(8'd0),
           .arsize_i(3'd3),
    .arburst_i(2'd1), .arvalid_i(1'b0), .arready_o(), .rid_o(), .rdata_o(), .rresp_o(), .rlast_o(), .rvalid_o(),
    .rready_i(1'b0));
  metadata_t image;
  `COVER_POINT(cover_metadata_clear_one_entry)
  `COVER_POINT(cover_metadata_clear_several_bursts)
  `COVER_POINT(cover_metadata_clear_full_burst)
  `COVER_POINT(cover_metadata_clear_burst_cut_at_4_kilobytes)
  `COVER_POINT(cover_metadata_clear_base_off_4_kilobytes)
  `COVER_POINT(cover_metadata_clear_address_stalls)
  `COVER_POINT(cover_metadata_clear_data_stalls)
  `COVER_POINT(cover_metadata_clear_burst_before_response)
  `COVER_POINT(cover_metadata_clear_most_responses_awaited)
  `COVER_POINT(cover_metadata_clear_back_to_back_clears)
  `COVER_POINT(cover_metadata_clear_error_response)
  handshake_monitor #(.Width(48)) address_monitor (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(1'b0), .valid_i(awvalid), .ready_i(awready), .payload_i({awlen, awaddr}));
  handshake_monitor #(.Width(1 + 64*BeatEntries)) data_monitor (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(1'b0), .valid_i(wvalid), .ready_i(wready), .payload_i({wlast, wdata}));
  integer awaited, most_awaited, bursts;
  reg past_busy;
  always @(posedge clk) if (rst_n) begin
    `COVER(cover_metadata_clear_one_entry, awvalid && log2_entries == 0);
    `COVER(cover_metadata_clear_several_bursts, bursts > 2);
    `COVER(cover_metadata_clear_full_burst, awvalid && awlen == MostBeats - 1);
    `COVER(cover_metadata_clear_burst_cut_at_4_kilobytes, awvalid && awaddr[11:0] / BeatBytes + awlen == PageBeats - 1 &&
           awlen != MostBeats - 1);
    `COVER(cover_metadata_clear_base_off_4_kilobytes, start && metadata_base[11:0] != 0);
    `COVER(cover_metadata_clear_address_stalls, awvalid && !awready);
    `COVER(cover_metadata_clear_data_stalls, wvalid && !wready);
    `COVER(cover_metadata_clear_burst_before_response, awvalid && awready && awaited > 0);
    `COVER(cover_metadata_clear_most_responses_awaited, awaited == 15);
    `COVER(cover_metadata_clear_back_to_back_clears, start && past_busy);
    past_busy = busy;
    most_awaited = awaited == 15 ? most_awaited + 1 : 0;
    if (most_awaited > 30) memory.withhold = 0;
    `COVER(cover_metadata_clear_error_response, bvalid && bready && bresp[1]);
    bursts = start ? 0 : bursts + (awvalid && awready);
    awaited = awaited + (awvalid && awready) - (bvalid && bready);
  end
  integer size, i, first, beyond, cycles, round;

  // Clears 2^size entries from a random address or from the middle of a 4 KB page; compares every entry of the memory.
  task run_clear(input integer log2, input integer up_to_latency, input integer from);
    begin
      for (i = 0; i < Words; i = i + 1) memory.memory[i] = 64'hdead;
      log2_entries = log2;
      first = from / BeatEntries * BeatEntries;
      beyond = first + ((1 << log2) < BeatEntries ? BeatEntries : 1 << log2);
      metadata_base = Base + 8 * first;
      latency = up_to_latency;
      start = 1;
      @(negedge clk);
      start = 0;
      cycles = 0;
      #1 while (busy) begin @(negedge clk); cycles = cycles + 1; #1; end
      for (i = 0; i < Words; i = i + 1)
        check(memory.memory[i] === (i >= first && i < beyond && (error_mask == 0 || i % 8 / BeatEntries != 0) ? image : 64'hdead), "image inside, nothing outside");
    end
  endtask

  initial begin
    {start, log2_entries, latency, error_mask, awaited, most_awaited, bursts} = 0;
    metadata_base = Base;
    image = 0;
    {image.modified, image.blk_shared, image.dev_shared} = 3'b111;
    start_bench;
    for (size = 0; size <= 11; size = size + 1) run_clear(size, size % 3 == 2 ? 0 : 20,
           random_below(Words - (1 << size)));
    // No response until fifteen bursts are outstanding
    memory.withhold = 1;
    run_clear(BeatEntries > 1 ? 13 : 12, 20, 0);
    // Fast memory: a beat in every cycle
    run_clear(11, 0, 512);
    $display("%0d cycles for 2048 entries", cycles);
    check(cycles < 2048 / BeatEntries + 100, "about a cycle a beat with the fastest memory");
    // Two clears in consecutive cycles, then one with errors, which also ends
    for (round = 0; round < 4; round = round + 1) begin
      run_clear(5, round % 2 * 4, 512 + 100 * round);
          end
    error_mask = 40'h38;
    run_clear(9, 10, 700);
    check(memory.write_errors > 0, "error responses were given");
    check(memory.protocol_errors == 0, "AXI manners");
    finish_bench;
  end
endmodule
