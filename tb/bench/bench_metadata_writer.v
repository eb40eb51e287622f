// SPDX-License-Identifier: Apache-2.0
// bench_metadata_writer: a line buffer in the bench changes random entries, also while their line is written. At the
// end memory holds the last value of every entry, and nothing else was written. BeatEntries is set by -P.
`include "scord_params.vh"
module bench_metadata_writer;
  `include "bench.vh"
  parameter int BeatEntries = 1;
  parameter int Lines = 4;  // set by -P
  localparam int LineWidth = $clog2(Lines);
  localparam int Words = Lines * 32;
  localparam int IdWidth = scord_params::AXI_ID_WIDTH;
  localparam [39:0] Base = 40'h44_0000_0000;
  reg clean_valid;
  wire clean_start, taken, confirm, busy, awvalid, awready, wvalid, wready, wlast, bvalid, bready;
  reg [LineWidth-1:0] clean_line;
  reg [31:0] clean_dirty, latency;
  reg [39:0] error_mask;
  wire [LineWidth-1:0] entry_line, confirm_line;
  wire [4:0] entry;
  reg [64*BeatEntries-1:0] value;
  wire [IdWidth-1:0] awid, bid;
  wire [39:0] awaddr;
  wire [7:0] awlen;
  wire [8*BeatEntries-1:0] wstrb;
  wire [64*BeatEntries-1:0] wdata;
  wire [1:0] bresp;
  reg [63:0] data [0:Words-1];
  reg [31:0] dirty [0:Lines-1];
  reg [Lines-1:0] writing;
  integer e;
  always @* for (e = 0; e < BeatEntries; e = e + 1) value[64*e +: 64] = data[entry_line*32 + entry + e];
  metadata_writer #(.MetadataLines(Lines), .BeatEntries(BeatEntries)) dut (
    .clk_i(clk), .rst_ni(rst_n), .clean_valid_i(clean_valid), .clean_start_o(clean_start), .clean_line_i(clean_line),
    .clean_dirty_i(clean_dirty), .clean_address_i(Base + 256 * clean_line), .entry_line_o(entry_line), .entry_o(entry),
    .entry_taken_o(taken), .entry_metadata_i(value), .entry_dirty_i(dirty_now), .confirm_o(confirm),
    .confirm_line_o(confirm_line), .busy_o(busy), .awvalid_o(awvalid), .awready_i(awready), .awid_o(awid),
    .awaddr_o(awaddr), .awlen_o(awlen), .wvalid_o(wvalid), .wready_i(wready), .wdata_o(wdata), .wstrb_o(wstrb),
    .wlast_o(wlast), .bvalid_i(bvalid), .bready_o(bready), .bid_i(bid));
  wire [BeatEntries-1:0] dirty_now = dirty[entry_line] >> entry;
  axi_memory #(.Words(Words), .BeatWords(BeatEntries), .MaxReads(Lines)) memory (
    .clk_i(clk), .rst_ni(rst_n), .latency_i(latency), .base_i(Base), .error_mask_i(error_mask), .error_match_i(40'h8),
    .error_reads_i(1'b0), .error_writes_i(1'b1), .awid_i(awid), .awaddr_i(awaddr), .awlen_i(awlen), .awsize_i(3'(3 + $clog2(BeatEntries))),
    .awburst_i(2'd1), .awvalid_i(awvalid), .awready_o(awready), .wdata_i(wdata), .wstrb_i(wstrb), .wlast_i(wlast),
    .wvalid_i(wvalid), .wready_o(wready), .bid_o(bid), .bresp_o(bresp), .bvalid_o(bvalid), .bready_i(bready),
    .arid_i({scord_params::AXI_ID_WIDTH{1'b0}}), .araddr_i(40'd0), .arlen_i(8'd0), .arsize_i(3'd3), .arburst_i(2'd1), .arvalid_i(1'b0), .arready_o(),
    .rid_o(), .rdata_o(), .rresp_o(), .rlast_o(), .rvalid_o(), .rready_i(1'b0));

  `COVER_POINT(cover_metadata_writer_one_entry)
  `COVER_POINT(cover_metadata_writer_whole_line)
  `COVER_POINT(cover_metadata_writer_unchanged_entry_between)
  `COVER_POINT(cover_metadata_writer_change_of_entry_being_taken)
  `COVER_POINT(cover_metadata_writer_change_of_entry_already_taken)
  `COVER_POINT(cover_metadata_writer_change_of_entry_not_yet_taken)
  `COVER_POINT(cover_metadata_writer_back_to_back_other_line)
  `COVER_POINT(cover_metadata_writer_same_line_again)
  `COVER_POINT(cover_metadata_writer_burst_before_response)
  `COVER_POINT(cover_metadata_writer_responses_reordered)
  `COVER_POINT(cover_metadata_writer_address_waits)
  `COVER_POINT(cover_metadata_writer_data_wait)
  `COVER_POINT(cover_metadata_writer_error_response)
  handshake_monitor #(.Width(IdWidth + 48)) address_monitor (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(1'b0), .valid_i(awvalid), .ready_i(awready), .payload_i({awid, awlen,
           awaddr}));
  handshake_monitor #(.Width(1 + 72*BeatEntries)) data_monitor (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(1'b0), .valid_i(wvalid), .ready_i(wready), .payload_i({wlast, wstrb, wdata}));
  reg [Lines-1:0] written;
  reg took;
  integer took_line, took_entry;
  integer line, i, changes, past_line, change_line, change_entry, mood;

  function automatic any_dirty(input integer unused);
    integer n;
    begin
      any_dirty = 0;
      for (n = 0; n < Lines; n = n + 1) any_dirty = any_dirty || dirty[n] != 0;
    end
  endfunction

  // One line that may be cleaned: changed and not in a write. Alternately the highest and the lowest.
  task choose;
    begin
      clean_valid = 0;
      for (i = 0; i < Lines; i = i + 1)
        if (dirty[i] != 0 && !writing[i] && (!clean_valid || mood[0])) begin clean_valid = 1; clean_line = i; end
      clean_dirty = dirty[clean_line];
    end
  endtask

  task follow;
    begin
      if (clean_start) begin
        check(clean_valid && !writing[clean_line], "a line that was offered");
        `COVER(cover_metadata_writer_one_entry, $countones(clean_dirty) == 1);
        `COVER(cover_metadata_writer_whole_line, &clean_dirty);
        `COVER(cover_metadata_writer_back_to_back_other_line, past_line >= 0 && past_line != clean_line &&
               (writing[past_line] || wvalid));
        `COVER(cover_metadata_writer_same_line_again, written[clean_line]);
        `COVER(cover_metadata_writer_burst_before_response, writing != 0);
        writing[clean_line] = 1;
        written[clean_line] = 1;
        past_line = clean_line;
      end
      // the entries taken count as written, except for one that changes in this cycle
      `COVER(cover_metadata_writer_unchanged_entry_between, taken && !(&dirty_now));
      `COVER(cover_metadata_writer_change_of_entry_being_taken, taken && change_line == entry_line &&
             change_entry / BeatEntries == entry / BeatEntries);
      `COVER(cover_metadata_writer_change_of_entry_already_taken, taken && change_line == entry_line &&
             change_entry < entry && change_entry >= 0);
      `COVER(cover_metadata_writer_change_of_entry_not_yet_taken, taken && change_line == entry_line &&
             change_entry >= entry + BeatEntries);
      took = taken;
      took_line = entry_line;
      took_entry = entry;
      if (confirm) begin
        check(writing[confirm_line], "a response that was due");
        writing[confirm_line] = 0;
      end
      check(bready === 1'b1, "responses are always taken");
      `COVER(cover_metadata_writer_address_waits, awvalid && !awready);
      `COVER(cover_metadata_writer_data_wait, wvalid && !wready);
      `COVER(cover_metadata_writer_error_response, confirm && bresp[1]);
    end
  endtask

  // At most one entry changes in a cycle; a beat of this cycle takes its old value
  task change;
    begin
      if (took) dirty[took_line] = dirty[took_line] & ~(((32'd1 << BeatEntries) - 32'd1) << took_entry);
      if (change_line >= 0) begin
      data[change_line*32 + change_entry] = {random_bits(0), random_bits(0)};
      dirty[change_line] = dirty[change_line] | 32'd1 << change_entry;
      changes = changes + 1;
      end
    end
  endtask

  task cycle(input changing);
    begin
      choose;
      change_line = changing ? (one_in(2) ? random_below(Lines) : entry_line) : -1;
      change_entry = mood == 2 ? entry : random_bits(0) & 31;
      #1 follow;
      @(posedge clk);
      #1 change;
      @(negedge clk);
    end
  endtask

  integer round;
  initial begin
    {clean_valid, clean_line, clean_dirty, latency, error_mask, writing, written, changes, mood} = 0;
    past_line = -1;
    for (i = 0; i < Words; i = i + 1) begin data[i] = {random_bits(0), random_bits(0)}; memory.memory[i] = data[i]; end
    for (i = 0; i < Lines; i = i + 1) dirty[i] = 0;
    start_bench;
    for (round = 0; round < 8; round = round + 1) begin
      latency = round % 3 == 0 ? 0 : round % 3 == 1 ? 6 : 60;
      for (line = 0; line < Lines; line = line + 1) if (one_in(2)) begin
        dirty[line] = 32'hffffffff;
        for (i = 0; i < 32; i = i + 1) data[line*32 + i] = {random_bits(0), random_bits(0)};
      end
      if (round == 7) error_mask = 40'h38;
      repeat (600) begin
        if (one_in(20)) mood = random_below(4);
        cycle(mood == 3 ? one_in(12) : one_in(2));
      end
      while (busy || writing != 0 || any_dirty(0)) cycle(0);
      for (i = 0; i < Words; i = i + 1)
        check(memory.memory[i] === data[i] || (error_mask != 0 && i % 8 / BeatEntries == 1 / BeatEntries), "memory has the last value");
    end
    cover_metadata_writer_responses_reordered = memory.writes_reordered;
    check(changes > 1000 && memory.writes > 100, "lines were written");
    check(memory.protocol_errors == 0, "AXI manners");
    finish_bench;
  end
endmodule
