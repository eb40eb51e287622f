// bench_metadata_accessor: random requests over several geometries against an array of entries: word order, tracked range,
// index and Tag (D23), tag misses, read errors (D27), write-back before the next read of one entry; cycles a word.
`include "scord_params.vh"
module bench_metadata_accessor;
  `include "bench.vh"
  localparam [39:0] MetadataBase = 40'h12_3456_0000;
  localparam int Words = 2048;
  reg [39:0] tracked_base, error_mask, error_match;
  reg [5:0] log2_words;
  reg [2:0] log2_ratio;
  reg request_valid, word_ready;
  reg [39:0] address;
  reg [31:0] mask, latency;
  wire request_ready, word_valid, word_tracked, word_read_error, word_tag_miss, busy;
  wire [39:0] word_address;
  metadata_t entry, decided;
  wire [39:0] araddr, awaddr;
  wire arvalid, arready, rvalid, rready, awvalid, awready, wvalid, wready, bvalid, bready;
  wire [63:0] rdata, wdata;
  wire [1:0] rresp;

  metadata_accessor dut (
    .clk_i(clk), .rst_ni(rst_n), .tracked_base_i(tracked_base), .log2_tracked_words_i(log2_words),
    .log2_cache_ratio_i(log2_ratio), .metadata_base_i(MetadataBase), .request_valid_i(request_valid),
    .request_ready_o(request_ready), .request_address_i(address), .request_mask_i(mask), .word_valid_o(word_valid),
    .word_ready_i(word_ready), .word_address_o(word_address), .word_tracked_o(word_tracked),
    .word_read_error_o(word_read_error), .word_tag_miss_o(word_tag_miss), .metadata_o(entry), .metadata_i(decided),
    .busy_o(busy), .araddr_o(araddr), .arvalid_o(arvalid), .arready_i(arready), .rdata_i(rdata), .rerror_i(rresp[1]),
    .rvalid_i(rvalid), .rready_o(rready), .awvalid_o(awvalid), .awready_i(awready), .awaddr_o(awaddr), .wvalid_o(wvalid),
    .wready_i(wready), .wdata_o(wdata), .bvalid_i(bvalid), .bready_o(bready));

  axi_memory #(.Words(Words)) memory (
    .clk_i(clk), .rst_ni(rst_n), .latency_i(latency), .base_i(MetadataBase), .error_mask_i(error_mask),
    .error_match_i(error_match), .awid_i(4'd0), .awaddr_i(awaddr), .awlen_i(8'd0), .awsize_i(3'd3), .awburst_i(2'd1),
    .awvalid_i(awvalid), .awready_o(awready), .wdata_i(wdata), .wstrb_i(8'hff), .wlast_i(1'b1), .wvalid_i(wvalid),
    .wready_o(wready), .bid_o(), .bresp_o(), .bvalid_o(bvalid), .bready_i(bready), .arid_i(4'd0), .araddr_i(araddr),
    .arlen_i(8'd0), .arsize_i(3'd3), .arburst_i(2'd1), .arvalid_i(arvalid), .arready_o(arready), .rid_o(), .rdata_o(rdata),
    .rresp_o(rresp), .rlast_o(), .rvalid_o(rvalid), .rready_i(rready));

  metadata_t entries [0:Words-1];
  metadata_t expected;
  integer word, words, number, index, tag, cycles, errors, misses, untracked, conditions;
  reg in_range, is_error;

  task check_word(input integer bit_number);
    begin
      check(word_address === (address | bit_number << 2), "words ascend");
      in_range = word_address >= tracked_base && word_address < tracked_base + (40'd4 << log2_words);
      number = (word_address - tracked_base) / 4;
      index = number % (1 << (log2_words - log2_ratio));
      tag = number / (1 << (log2_words - log2_ratio));
      is_error = in_range && error_mask != 0 && ((MetadataBase + 8 * index) & error_mask) == error_match;
      check(word_tracked === (in_range && !is_error), "tracked (D24, D27)");
      check(word_read_error === is_error, "read error");
      if (!in_range) untracked = untracked + 1;
      if (is_error) errors = errors + 1;
      if (word_tracked) begin
        expected = entries[index];
        check(word_tag_miss === (expected.tag != tag), "tag miss");
        if (expected.tag != tag) begin
          misses = misses + 1;
          expected = 0;
          {expected.modified, expected.blk_shared, expected.dev_shared} = 3'b111;
          expected.tag = tag;
        end
        check(entry === expected, "entry after the tag check");
        entries[index] = decided;
      end
    end
  endtask

  task run_request(input [31:0] ready_of_four);
    begin
      request_valid = 1;
      #1;
      while (!request_ready) begin @(negedge clk); #1; end
      @(negedge clk);
      request_valid = 0;
      for (word = 0; word < 32; word = word + 1) if (mask[word]) begin
        #1;
        word_ready = random_below(4) < ready_of_four;
        decided = {random_bits(0), random_bits(0)};
        decided.tag = one_in(8) ? random_bits(0) : word_address[40-1:2] >> (log2_words - log2_ratio);
        #1;
        while (!(word_valid && word_ready)) begin
          @(negedge clk);
          cycles = cycles + 1;
          word_ready = random_below(4) < ready_of_four;
          #2;
        end
        check_word(word);
        words = words + 1;
        cycles = cycles + 1;
        @(negedge clk);
      end
      word_ready = 0;
    end
  endtask

  integer geometry, i, n;
  initial begin
    {request_valid, word_ready, address, mask, latency, error_mask, error_match} = 0;
    {words, errors, misses, untracked} = 0;
    log2_words = 10; log2_ratio = 4; tracked_base = 0; decided = 0;
    start_bench;
    for (geometry = 0; geometry < 24; geometry = geometry + 1) begin
      log2_ratio = geometry % 5;
      log2_words = geometry < 5 ? 4 : 4 + random_below(7);
      tracked_base = ({random_bits(0), random_bits(0)} >> log2_words + 2) << log2_words + 2;
      if (tracked_base < 4096) tracked_base = 40'h8000_0000;
      latency = geometry % 3 == 0 ? 0 : random_below(12);
      error_mask = geometry % 4 == 3 ? 40'h18 : 0;
      error_match = 40'h10;
      for (i = 0; i < Words; i = i + 1) begin
        entries[i] = {random_bits(0), random_bits(0)};
        memory.memory[i] = entries[i];
      end
      repeat (25) begin
        n = 4 << log2_words;
        address = (tracked_base + random_below(n + 256) - 128) & ~40'd127;
        mask = random_bits(0);
        if (one_in(3)) mask = mask & random_bits(0) & random_bits(0);
        if (one_in(20)) mask = 0;
        run_request(geometry % 2 ? 4 : 3);
      end
      request_valid = 0;
      while (busy) @(negedge clk);
      #1;
      for (i = 0; i < 1 << (log2_words - log2_ratio); i = i + 1)
        check(memory.memory[i] === entries[i], "every decision is in memory");
    end
    // Speed with the fastest memory: 32 different entries
    log2_words = 10; log2_ratio = 0; latency = 0; error_mask = 0; tracked_base = 40'h8000_0000;
    address = tracked_base; mask = '1;
    repeat (3) @(negedge clk);
    cycles = 0;
    run_request(4);
    $display("%0d cycles for 32 words", cycles);
    check(cycles <= 3 * 32, "three cycles a word with one cycle of latency");
    check(words > 1000 && errors > 20 && misses > 100 && untracked > 100, "every case was met");
    check(memory.protocol_errors == 0, "AXI manners");
    finish_bench;
  end
endmodule
