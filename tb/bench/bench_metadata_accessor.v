// SPDX-License-Identifier: Apache-2.0
// bench_metadata_accessor: random requests over all geometries against an array of entries. Checked: order, words of an
// item, tracked range (D24), index and Tag (D23), tag misses, read errors (D27), several outstanding misses, same
// entry, same line and other line in consecutive cycles, all decisions in memory at the end, cycles of a request that
// hits.
`include "scord_params.vh"
module bench_metadata_accessor;
  `include "bench.vh"
  localparam int Lanes = 4;
  localparam int Lines = 4;
  localparam int Words = 4096;
  localparam int IdWidth = scord_params::AXI_ID_WIDTH;
  localparam [39:0] MetadataBase = 40'h12_3456_0000;
  reg clear, request_valid, item_ready;
  reg [39:0] tracked_base, error_mask;
  reg [5:0] log2_words;
  reg [2:0] log2_ratio;
  reg [31:0] latency;
  detector_request_t request, item, expected;
  wire request_ready, item_valid, first, busy, line_hit, line_miss, stall_metadata, stall_line, stall_fetch,
         stall_queue;
  wire [Lanes-1:0] lane_valid, lane_tracked, lane_failed, lane_tag_miss;
  wire [5*Lanes-1:0] lane_word;
  wire [64*Lanes-1:0] found;
  wire [scord_params::SM_WIDTH*Lanes-1:0] owner_sm;
  wire [scord_params::WARP_WIDTH*Lanes-1:0] owner_warp;
  reg [64*Lanes-1:0] decided;
  wire [IdWidth-1:0] arid, rid, awid, bid;
  wire [39:0] araddr, awaddr;
  wire [7:0] arlen, awlen, wstrb;
  wire [2:0] arsize;
  wire [1:0] arburst, rresp;
  wire [63:0] rdata, wdata;
  wire arvalid, arready, rlast, rvalid, rready, awvalid, awready, wvalid, wready, wlast, bvalid, bready;

  metadata_accessor #(.Lanes(Lanes), .MetadataLines(Lines)) dut (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(clear), .tracked_base_i(tracked_base), .log2_tracked_words_i(log2_words),
    .log2_cache_ratio_i(log2_ratio), .metadata_base_i(MetadataBase), .request_valid_i(request_valid),
    .request_ready_o(request_ready), .request_i(request), .item_valid_o(item_valid), .item_ready_i(item_ready),
    .item_o(item), .item_first_o(first), .lane_valid_o(lane_valid), .lane_word_o(lane_word),
    .lane_tracked_o(lane_tracked), .lane_failed_o(lane_failed), .lane_tag_miss_o(lane_tag_miss),
    .lane_metadata_o(found), .lane_owner_sm_o(owner_sm), .lane_owner_warp_o(owner_warp),
    .lane_metadata_i(decided), .busy_o(busy), .line_hit_o(line_hit), .line_miss_o(line_miss),
    .stall_metadata_o(stall_metadata), .stall_line_o(stall_line), .stall_fetch_o(stall_fetch),
    .stall_queue_o(stall_queue), .m_axi_arid_o(arid), .m_axi_araddr_o(araddr), .m_axi_arlen_o(arlen),
    .m_axi_arsize_o(arsize), .m_axi_arburst_o(arburst), .m_axi_arvalid_o(arvalid), .m_axi_arready_i(arready),
    .m_axi_rid_i(rid), .m_axi_rdata_i(rdata), .m_axi_rresp_i(rresp), .m_axi_rlast_i(rlast), .m_axi_rvalid_i(rvalid),
    .m_axi_rready_o(rready), .awvalid_o(awvalid), .awready_i(awready), .awid_o(awid), .awaddr_o(awaddr),
           .awlen_o(awlen),
    .wvalid_o(wvalid), .wready_i(wready), .wdata_o(wdata), .wstrb_o(wstrb), .wlast_o(wlast), .bvalid_i(bvalid),
    .bready_o(bready), .bid_i(bid));
  axi_memory #(.Words(Words), .MaxReads(Lines)) memory (
    .clk_i(clk), .rst_ni(rst_n), .latency_i(latency), .base_i(MetadataBase), .error_mask_i(error_mask),
    .error_match_i(40'h10), .error_reads_i(1'b1), .error_writes_i(1'b0), .awid_i(awid), .awaddr_i(awaddr),
    .awlen_i(awlen), .awsize_i(3'd3), .awburst_i(2'd1), .awvalid_i(awvalid), .awready_o(awready), .wdata_i(wdata),
    .wstrb_i(wstrb), .wlast_i(wlast), .wvalid_i(wvalid), .wready_o(wready), .bid_o(bid), .bresp_o(), .bvalid_o(bvalid),
    .bready_i(bready), .arid_i(arid), .araddr_i(araddr), .arlen_i(arlen), .arsize_i(arsize), .arburst_i(arburst),
    .arvalid_i(arvalid), .arready_o(arready), .rid_o(rid), .rdata_o(rdata), .rresp_o(rresp), .rlast_o(rlast),
    .rvalid_o(rvalid), .rready_i(rready));

  `COVER_POINT(cover_metadata_accessor_full_width)
  `COVER_POINT(cover_metadata_accessor_last_words_of_request)
  `COVER_POINT(cover_metadata_accessor_item_waits)
  `COVER_POINT(cover_metadata_accessor_fence)
  `COVER_POINT(cover_metadata_accessor_empty_mask)
  `COVER_POINT(cover_metadata_accessor_back_to_back_same_entry)
  `COVER_POINT(cover_metadata_accessor_back_to_back_same_line_next_request)
  `COVER_POINT(cover_metadata_accessor_back_to_back_other_line)
  `COVER_POINT(cover_metadata_accessor_entries_shared_by_words)
  `COVER_POINT(cover_metadata_accessor_same_index_other_tag)
  `COVER_POINT(cover_metadata_accessor_tag_miss)
  `COVER_POINT(cover_metadata_accessor_untracked)
  `COVER_POINT(cover_metadata_accessor_half_segment)
  `COVER_POINT(cover_metadata_accessor_failed)
  `COVER_POINT(cover_metadata_accessor_line_hit)
  `COVER_POINT(cover_metadata_accessor_line_miss)
  `COVER_POINT(cover_metadata_accessor_hit_with_entries_missing)
  `COVER_POINT(cover_metadata_accessor_several_reads_outstanding)
  `COVER_POINT(cover_metadata_accessor_reads_reordered)
  `COVER_POINT(cover_metadata_accessor_stall_metadata)
  `COVER_POINT(cover_metadata_accessor_stall_line)
  `COVER_POINT(cover_metadata_accessor_stall_fetch)
  `COVER_POINT(cover_metadata_accessor_stall_queue)
  `COVER_POINT(cover_metadata_accessor_write_back_while_deciding)
  `COVER_POINT(cover_metadata_accessor_every_cache_ratio)

  detector_request_t sent [0:4095];
  metadata_t entries [0:Words-1];
  metadata_t entry, given;
  integer count, done, lane, word, number, index, tag, i, valid_lanes, expected_lanes, words, past_index, past_request;
  reg [31:0] words_left, left;
  reg under_way, in_range, failing, past_decided;
  reg [4:0] ratios;

  // An access without words produces no item.
  task skip_empty;
    begin
      expected = sent[done];
      while (!under_way && done < count && expected.kind == scord_params::REQUEST_KIND_ACCESS &&
             expected.mask == 0) begin
        done = done + 1;
        expected = sent[done];
        `COVER(cover_metadata_accessor_empty_mask, 1);
      end
    end
  endtask

  task check_lane;
    begin
      for (word = 0; !left[word]; word = word + 1);
      left[word] = 0;
      check(lane_word[5*lane +: 5] === word, "words ascend");
      number = (item.address + 4 * word - tracked_base) / 4;
      in_range = item.address + 4 * word >= tracked_base &&
             item.address + 4 * word < tracked_base + (40'd4 << log2_words);
      index = number % (1 << (log2_words - log2_ratio));
      tag = number / (1 << (log2_words - log2_ratio));
      failing = in_range && error_mask != 0 && ((MetadataBase + 8 * index) & error_mask) == 40'h10;
      check(lane_tracked[lane] === in_range && lane_failed[lane] === failing, "tracked (D24), failed (D27)");
      if (in_range && !failing) begin
        entry = entries[index];
        given = entry;
        if (entry.tag != tag) begin
          given = 0;
          {given.modified, given.blk_shared, given.dev_shared} = 3'b111;
          given.tag = tag;
        end
        check(lane_tag_miss[lane] === (entry.tag != tag), "tag miss (D23)");
        check(found[64*lane +: 64] === given, "entry after the tag check");
        check(owner_sm[scord_params::SM_WIDTH*lane +: scord_params::SM_WIDTH] === entry.block_id >> scord_params::SLOT_WIDTH &&
              owner_warp[scord_params::WARP_WIDTH*lane +: scord_params::WARP_WIDTH] === entry.warp_id, "owner before the tag check");
        `COVER(cover_metadata_accessor_tag_miss, entry.tag != tag);
        `COVER(cover_metadata_accessor_same_index_other_tag, past_decided && past_index == index && entry.tag != tag);
        `COVER(cover_metadata_accessor_back_to_back_same_entry, past_decided && past_index == index);
        `COVER(cover_metadata_accessor_back_to_back_same_line_next_request, past_decided && past_index >= 0 &&
               done != past_request &&
               past_index / 32 == index / 32);
        `COVER(cover_metadata_accessor_back_to_back_other_line, past_decided && past_index >= 0 &&
               past_index / 32 != index / 32);
      end else index = -1;
      `COVER(cover_metadata_accessor_untracked, !in_range);
      `COVER(cover_metadata_accessor_half_segment, log2_words < 5);
      `COVER(cover_metadata_accessor_failed, failing);
    end
  endtask

  // The entries after a decision: random, mostly with their tag
  task decide;
    for (lane = 0; lane < Lanes; lane = lane + 1) begin
      given = found[64*lane +: 64];
      entry = {random_bits(0), random_bits(0)};
      if (!one_in(8)) entry.tag = given.tag;
      decided[64*lane +: 64] = entry;
    end
  endtask

  task take_item;
    begin
      left = words_left;
      for (lane = 0; lane < Lanes; lane = lane + 1)
        if (lane_valid[lane]) begin
          for (word = 0; !left[word]; word = word + 1);
          left[word] = 0;
          number = (item.address + 4 * word - tracked_base) / 4;
          index = number % (1 << (log2_words - log2_ratio));
          if (lane_tracked[lane] && !lane_failed[lane]) entries[index] = decided[64*lane +: 64];
          else index = -1;
          words = words + 1;
        end
      words_left = left;
      under_way = left != 0;
      past_index = index;
      past_request = done;
      if (!under_way) done = done + 1;
    end
  endtask

  task follow_item;
    begin
      skip_empty;
      check(done < count && item === expected, "the next request");
      check(first === !under_way, "first item of it");
      if (expected.kind == scord_params::REQUEST_KIND_FENCE) begin
        check(lane_valid === 0, "a fence has no word");
        words_left = 0;
        `COVER(cover_metadata_accessor_fence, 1);
      end else begin
        if (!under_way) words_left = expected.mask;
        valid_lanes = $countones(words_left) < Lanes ? $countones(words_left) : Lanes;
        if (log2_words - log2_ratio < 5) valid_lanes = 1;
        check(lane_valid === (1 << valid_lanes) - 1, "as many words as lanes");
        left = words_left;
        for (lane = 0; lane < Lanes; lane = lane + 1) if (lane_valid[lane] && left != 0) check_lane;
        `COVER(cover_metadata_accessor_full_width, valid_lanes == Lanes);
        `COVER(cover_metadata_accessor_last_words_of_request, under_way && left == 0);
        `COVER(cover_metadata_accessor_entries_shared_by_words, log2_words - log2_ratio < 5 && left != 0);
      end
      decide;
      `COVER(cover_metadata_accessor_item_waits, !item_ready);
      if (item_ready) take_item;
    end
  endtask

  task sample;
    begin
      `COVER(cover_metadata_accessor_line_hit, line_hit);
      `COVER(cover_metadata_accessor_line_miss, line_miss);
      `COVER(cover_metadata_accessor_hit_with_entries_missing, line_hit && dut.fetched);
      `COVER(cover_metadata_accessor_stall_metadata, stall_metadata);
      `COVER(cover_metadata_accessor_stall_line, stall_line);
      `COVER(cover_metadata_accessor_stall_fetch, stall_fetch);
      `COVER(cover_metadata_accessor_stall_queue, stall_queue);
      `COVER(cover_metadata_accessor_write_back_while_deciding, wvalid && item_valid);
    end
  endtask

  task cycle;
    begin
      #1 sample;
      past_decided = past_decided && item_valid;
      if (item_valid) follow_item;
      past_decided = item_valid && item_ready;
      if (request_valid && request_ready) begin sent[count] = request; count = count + 1; end
      i = request_valid && request_ready;
      @(negedge clk);
      if (i) request_valid = 0;
      item_ready = one_in(4) ? 0 : 1;
    end
  endtask

  task random_request;
    begin
      request = {random_bits(0), random_bits(0), random_bits(0), random_bits(0), random_bits(0), random_bits(0)};
      request.thread_bit_0 = 0;  // no threads (D40)
      request.semantics = scord_params::SEMANTICS_NONE;  // none stated (D60)
      request.kind = one_in(5);
      number = (4 << log2_words) > 128 ? (4 << log2_words) / 128 : 1;   // number of segments
      request.address = (tracked_base & ~40'd127) + 128 * (one_in(2) ? random_below(number < 3 ?
             number : 3) : random_below(number));
      if (one_in(16)) request.address = (tracked_base & ~40'd127) + 128 * (one_in(2) ? number : -1);
      request.mask = one_in(20) ? 0 : one_in(4) ? '1 : one_in(2) ?
             32'd1 << random_below(32) : random_bits(0) & random_bits(0);
      request_valid = 1;
    end
  endtask

  task drain;
    begin
      while (request_valid) cycle;
      #1 while (busy) begin cycle; #1; end
      skip_empty;
      check(done == count && !under_way, "everything was offered");
      for (i = 0; i < 1 << (log2_words - log2_ratio); i = i + 1)
        check(memory.memory[i] === entries[i], "every decision is in memory");
    end
  endtask

  // k whole-mask requests in a row with buffered lines: an item in every cycle, 32 / Lanes of them for each request
  task check_speed;
    integer k, cycles;
    begin
      log2_words = 8; log2_ratio = 0; latency = 0; error_mask = 0; tracked_base = 40'h8000_0000;
      clear = 1;        // invalidates lines of other geometries and failed entries
      @(negedge clk);
      clear = 0;
      for (i = 0; i < Words; i = i + 1) entries[i] = memory.memory[i];
      request = 0; request.address = tracked_base; request.mask = '1;
      for (k = 0; k < 2; k = k + 1) begin
        cycles = 0; word = 0;
        repeat (8) begin
          request_valid = 1;
          while (request_valid) begin item_ready = 1; cycle; cycles = cycles + 1; end
        end
        #1 while (dut.queue_valid || item_valid || dut.lookup_valid_q) begin item_ready = 1; cycle;
          cycles = cycles + 1; #1; end
      end
      $display("%0d cycles for 8 requests of 32 words", cycles);
      check(cycles <= 8 * 32 / Lanes + 3, "32 / Lanes cycles a request, three on the way");
      drain;
    end
  endtask

  integer geometry;
  initial begin
    {clear, request_valid, item_ready, request, latency, error_mask, decided} = 0;
    {count, done, words, words_left, under_way, past_decided, ratios} = 0;
    past_index = -1; past_request = -1;
    log2_words = 10; log2_ratio = 4; tracked_base = 0;
    start_bench;
    for (geometry = 0; geometry < 20; geometry = geometry + 1) begin
      log2_ratio = geometry % 5;
      ratios[log2_ratio] = 1;
      log2_words = geometry < 5 ? 4 : geometry < 10 ? 5 + random_below(4) : 9 + random_below(3);
      tracked_base = ({random_bits(0), random_bits(0)} >> log2_words + 2) << log2_words + 2;
      if (tracked_base < 4096 ||
             tracked_base[39]) tracked_base = 40'h8000_0000 | 64 * (geometry % 2) * (log2_words == 4);
      latency = geometry % 3 == 0 ? 0 : geometry % 3 == 1 ? random_below(12) : 50;
      error_mask = geometry % 4 == 3 ? 40'h18 : 0;
      for (i = 0; i < Words; i = i + 1) begin
        entries[i] = {random_bits(0), random_bits(0)};
        memory.memory[i] = entries[i];
      end
      clear = 1;
      @(negedge clk);
      clear = 0;
      {count, done} = 0;
      repeat (geometry < 10 ? 150 : 500) begin
        if (!request_valid && !one_in(4)) random_request;
        cycle;
      end
      drain;
    end
    check_speed;
    `COVER(cover_metadata_accessor_every_cache_ratio, &ratios);
    cover_metadata_accessor_several_reads_outstanding = memory.most_reads > 2;
    cover_metadata_accessor_reads_reordered = memory.reordered;
    check(words > 3000, "words were decided");
    check(memory.protocol_errors == 0, "AXI manners");
    finish_bench;
  end
endmodule
