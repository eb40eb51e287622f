// SPDX-License-Identifier: Apache-2.0
// bench_metadata_fetcher: spans of many lines at once from a memory that answers out of order, interleaved and with
// errors. Checked: every entry arrives once, in its line and place, with its data; slots are reused in consecutive
// cycles. BeatEntries is set by -P.
`include "scord_params.vh"
module bench_metadata_fetcher;
  `include "bench.vh"
  parameter int BeatEntries = 1;
  parameter int Lines = 4;  // set by -P
  localparam int LineWidth = $clog2(Lines);
  localparam int Words = 1024;
  localparam int IdWidth = scord_params::AXI_ID_WIDTH;
  localparam [39:0] Base = 40'h33_0000_0000;
  reg fetch_valid, head;
  wire fetch_ready, fill_valid, fill_failed, fill_head, fill_last, busy, arvalid, arready, rlast, rvalid, rready;
  reg [LineWidth-1:0] fetch_line;
  reg [4:0] first, last;
  wire [LineWidth-1:0] fill_line;
  wire [4:0] fill_entry;
  reg [39:0] address, error_mask;
  reg [31:0] latency;
  wire [64*BeatEntries-1:0] fill;
  wire [IdWidth-1:0] arid, rid;
  wire [39:0] araddr;
  wire [7:0] arlen;
  wire [2:0] arsize;
  wire [1:0] arburst, rresp;
  wire [64*BeatEntries-1:0] rdata;
  metadata_fetcher #(.MetadataLines(Lines), .BeatEntries(BeatEntries), .GroupedLines(1)) dut (
    .clk_i(clk), .rst_ni(rst_n), .fetch_valid_i(fetch_valid), .fetch_ready_o(fetch_ready), .fetch_line_i(fetch_line),
    .fetch_first_i(first), .fetch_last_i(last), .fetch_address_i(address), .fetch_head_i(head), .fill_valid_o(fill_valid),
    .fill_line_o(fill_line), .fill_entry_o(fill_entry), .fill_metadata_o(fill), .fill_failed_o(fill_failed),
    .fill_head_o(fill_head), .fill_last_o(fill_last),
           .busy_o(busy),
    .m_axi_arid_o(arid), .m_axi_araddr_o(araddr), .m_axi_arlen_o(arlen), .m_axi_arsize_o(arsize),
    .m_axi_arburst_o(arburst), .m_axi_arvalid_o(arvalid), .m_axi_arready_i(arready), .m_axi_rid_i(rid),
    .m_axi_rdata_i(rdata), .m_axi_rresp_i(rresp), .m_axi_rlast_i(rlast), .m_axi_rvalid_i(rvalid),
           .m_axi_rready_o(rready));
  axi_memory #(.Words(Words), .MaxReads(Lines), .BeatWords(BeatEntries)) memory (
    .clk_i(clk), .rst_ni(rst_n), .latency_i(latency), .base_i(Base), .error_mask_i(error_mask), .error_match_i(40'h8),
    .error_reads_i(1'b1), .error_writes_i(1'b0), .awid_i({scord_params::AXI_ID_WIDTH{1'b0}}), .awaddr_i(40'd0), .awlen_i(8'd0), .awsize_i(3'd3),
    .awburst_i(2'd1), .awvalid_i(1'b0), .awready_o(), .wdata_i({BeatEntries{64'd0}}), .wstrb_i({BeatEntries{8'd0}}), .wlast_i(1'b0), .wvalid_i(1'b0),
    .wready_o(), .bid_o(), .bresp_o(), .bvalid_o(), .bready_i(1'b0), .arid_i(arid), .araddr_i(araddr), .arlen_i(arlen),
    .arsize_i(arsize), .arburst_i(arburst), .arvalid_i(arvalid), .arready_o(arready), .rid_o(rid), .rdata_o(rdata),
    .rresp_o(rresp), .rlast_o(rlast), .rvalid_o(rvalid), .rready_i(rready));

  `COVER_POINT(cover_metadata_fetcher_head)
  `COVER_POINT(cover_metadata_fetcher_one_entry)
  `COVER_POINT(cover_metadata_fetcher_whole_line)
  `COVER_POINT(cover_metadata_fetcher_part_of_line)
  `COVER_POINT(cover_metadata_fetcher_all_slots_busy)
  `COVER_POINT(cover_metadata_fetcher_address_waits)
  `COVER_POINT(cover_metadata_fetcher_back_to_back_bursts)
  `COVER_POINT(cover_metadata_fetcher_two_bursts_of_a_line)
  `COVER_POINT(cover_metadata_fetcher_offer_withdrawn)
  `COVER_POINT(cover_metadata_fetcher_reordered)
  `COVER_POINT(cover_metadata_fetcher_interleaved)
  `COVER_POINT(cover_metadata_fetcher_slverr)
  `COVER_POINT(cover_metadata_fetcher_decerr)
  // The expected entries of each line, as memory words
  reg [31:0] awaited [0:Lines-1];
  integer word_of [0:Lines*32-1];
  reg head_of [0:Lines*32-1], last_of [0:Lines*32-1];  // of a head; the last entry of its burst
  integer base_word, line, i, e, taken, filled, past_taken, number;
  handshake_monitor #(.Width(IdWidth + 48)) address_monitor (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(1'b0), .valid_i(arvalid), .ready_i(arready), .payload_i({arid, arlen,
           araddr}));

  task follow_fill;
    if (fill_valid) begin
      number = word_of[fill_line*32 + fill_entry];
      i = 0;
      for (e = 0; e < BeatEntries; e = e + 1)
        if (error_mask != 0 && ((Base + 8 * (number + e)) & error_mask) == 40'h8) i = 1;
      check(fill_failed === i[0], "failed");
      check(fill_head === head_of[fill_line*32 + fill_entry], "a head as it was asked for");
      check(fill_last === last_of[fill_line*32 + fill_entry + BeatEntries - 1], "the last beat of a burst");
      `COVER(cover_metadata_fetcher_head, fill_head && !fill_last);
      for (e = 0; e < BeatEntries; e = e + 1) begin
        check(awaited[fill_line] >> fill_entry + e & 1, "an entry that was asked for");
        awaited[fill_line] = awaited[fill_line] & ~(32'd1 << fill_entry + e);
        check(word_of[fill_line*32 + fill_entry + e] == number + e, "the beat of its address");
        check(i[0] || fill[64*e +: 64] === memory.memory[number + e], "its data");
        filled = filled + 1;
      end
      `COVER(cover_metadata_fetcher_slverr, fill_failed && rresp == 2);
      `COVER(cover_metadata_fetcher_decerr, fill_failed && rresp == 3);
    end
  endtask

  task follow_fetch;
    begin
      if (fetch_valid && fetch_ready) begin
        `COVER(cover_metadata_fetcher_one_entry, last - first == BeatEntries - 1);
        `COVER(cover_metadata_fetcher_whole_line, last - first == 31);
        `COVER(cover_metadata_fetcher_part_of_line, first > 0 && last < 31 && last - first > BeatEntries);
        `COVER(cover_metadata_fetcher_back_to_back_bursts, past_taken);
        `COVER(cover_metadata_fetcher_two_bursts_of_a_line, awaited[fetch_line] != 0);
        for (i = first; i <= last; i = i + 1) begin
          awaited[fetch_line] = awaited[fetch_line] | 32'd1 << i;
          word_of[fetch_line*32 + i] = base_word + i - first;
          head_of[fetch_line*32 + i] = head;
          last_of[fetch_line*32 + i] = i == last;
          taken = taken + 1;
        end
      end
      past_taken = fetch_valid && fetch_ready;
    end
  endtask

  // A span of whole beats of a line without expected entries; sometimes another span although one was already offered
  task draw;
    begin
      fetch_valid = one_in(2) || latency == 0;
      fetch_line = random_below(Lines);
      head = one_in(2);
      first = one_in(3) ? 0 : random_bits(0);
      last = one_in(3) ? 31 : one_in(2) ? first : first + random_below(32 - first);
      if (first > last) first = last;
      first = first / BeatEntries * BeatEntries;
      last = last / BeatEntries * BeatEntries + BeatEntries - 1;
      for (i = first; i <= last; i = i + 1) if (awaited[fetch_line] >> i & 1) fetch_valid = 0;
      base_word = random_below(Words / 32) * 32 + first;
      address = Base + 8 * base_word;
    end
  endtask

  integer round;
  initial begin
    {fetch_valid, fetch_line, first, last, address, error_mask, latency, taken, filled, past_taken} = 0;
    for (line = 0; line < Lines; line = line + 1) awaited[line] = 0;
    for (i = 0; i < Words; i = i + 1) memory.memory[i] = {random_bits(0), random_bits(0)};
    start_bench;
    for (round = 0; round < 6; round = round + 1) begin
      latency = round % 3 == 0 ? 0 : round % 3 == 1 ? 5 : 40;
      error_mask = round >= 3 ? 40'h38 : 0;
      repeat (800) begin
        `COVER(cover_metadata_fetcher_offer_withdrawn, fetch_valid && !past_taken);
        draw;
        #1;
        check(rready === 1'b1, "read data are always taken");
        check(busy === (dut.slot_busy_q != 0), "busy while a read is under way");
        `COVER(cover_metadata_fetcher_all_slots_busy, !fetch_ready && (&dut.slot_busy_q));
        `COVER(cover_metadata_fetcher_address_waits, arvalid && !arready && !fetch_ready);
        follow_fill;
        follow_fetch;
        @(negedge clk);
      end
      fetch_valid = 0;
      #1 while (busy) begin follow_fill; @(negedge clk); #1; end
      check(taken == filled, "everything has come");
    end
    cover_metadata_fetcher_reordered = memory.reordered;
    cover_metadata_fetcher_interleaved = memory.interleaved;
    check(memory.protocol_errors == 0, "AXI manners");
    finish_bench;
  end
endmodule
