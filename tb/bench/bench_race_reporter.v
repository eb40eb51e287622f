// SPDX-License-Identifier: Apache-2.0
// bench_race_reporter: groups of up to four races; rings of one to eighty slots, with and without a reader. Checked:
// every record is in its slot and in order, drops are counted, several writes are outstanding, the tail covers only
// records in memory, error responses. BeatEntries is set by -P: records of one, two or four beats, or two or four
// records in a beat. With GroupedLines a lane has several words, a record each.
`include "scord_params.vh"
module bench_race_reporter;
  `include "bench.vh"
  parameter int BeatEntries = 1;
  parameter int GroupedLines = 0;
  localparam int Lanes = 4;
  localparam [39:0] LogBase = 40'h40_0000_0f60;
  localparam [39:0] Base = LogBase & ~40'd127;  // aligned to the widest beat
  reg log_reset, group_valid;
  reg [31:0] capacity, latency, head;
  race_record_t shared, expected, found;
  reg [Lanes-1:0] race, scope;
  reg [5*Lanes-1:0] word, owner_warp;
  reg [32*Lanes-1:0] words;
  reg [scord_params::VERDICT_WIDTH*Lanes-1:0] verdict;
  reg [7*Lanes-1:0] owner_block;
  reg [39:0] error_mask;
  wire [31:0] tail, dropped;
  wire group_ready, busy, awvalid, awready, wvalid, wready, wlast, bvalid, bready;
  wire [39:0] awaddr;
  wire [7:0] awlen;
  wire [64*BeatEntries-1:0] wdata;
  wire [8*BeatEntries-1:0] wstrb;
  race_reporter #(.Lanes(Lanes), .BeatEntries(BeatEntries), .GroupedLines(GroupedLines), .QueueDepth(4)) dut (
    .clk_i(clk), .rst_ni(rst_n), .log_reset_i(log_reset), .log_base_i(LogBase), .log_capacity_i(capacity),
    .log_head_i(head), .log_tail_o(tail), .log_dropped_o(dropped), .group_valid_i(group_valid),
    .group_ready_o(group_ready), .shared_i(shared), .lane_race_i(race), .lane_word_i(word), .lane_words_i(words), .lane_thread_id_i(20'd0), .lane_owner_thread_id_i(20'd0), .lane_verdict_i(verdict),
    .lane_scope_i(scope), .lane_owner_block_id_i(owner_block), .lane_owner_warp_id_i(owner_warp), .busy_o(busy),
    .awvalid_o(awvalid), .awready_i(awready), .awaddr_o(awaddr), .awlen_o(awlen), .wvalid_o(wvalid), .wready_i(wready),
    .wdata_o(wdata), .wstrb_o(wstrb), .wlast_o(wlast), .bvalid_i(bvalid), .bready_o(bready));
  axi_memory #(.Words(544), .BeatWords(BeatEntries)) memory (
    .clk_i(clk), .rst_ni(rst_n), .latency_i(latency), .base_i(Base), .error_mask_i(error_mask),
           .error_match_i(40'd0),
    .error_reads_i(1'b0), .error_writes_i(1'b1), .awid_i(scord_params::AXI_ID_WIDTH'(scord_params::AXI_ID_RACE_LOG)), .awaddr_i(awaddr), .awlen_i(awlen), .awsize_i(3'(3 + $clog2(BeatEntries))),
    .awburst_i(2'd1), .awvalid_i(awvalid), .awready_o(awready), .wdata_i(wdata), .wstrb_i(wstrb), .wlast_i(wlast),
    .wvalid_i(wvalid), .wready_o(wready), .bid_o(), .bresp_o(), .bvalid_o(bvalid), .bready_i(bready), .arid_i({scord_params::AXI_ID_WIDTH{1'b0}}),
    .araddr_i(40'd0), .arlen_i(8'd0), .arsize_i(3'd3), .arburst_i(2'd1), .arvalid_i(1'b0), .arready_o(), .rid_o(),
    .rdata_o(), .rresp_o(), .rlast_o(), .rvalid_o(), .rready_i(1'b0));

  `COVER_POINT(cover_race_reporter_one_race)
  `COVER_POINT(cover_race_reporter_race_in_every_lane)
  `COVER_POINT(cover_race_reporter_lane_without_race_between)
  `COVER_POINT(cover_race_reporter_queue_full)
  `COVER_POINT(cover_race_reporter_back_to_back_groups)
  `COVER_POINT(cover_race_reporter_several_writes_unconfirmed)
  `COVER_POINT(cover_race_reporter_most_writes_unconfirmed)
  `COVER_POINT(cover_race_reporter_ring_full)
  `COVER_POINT(cover_race_reporter_record_kept_after_drop)
  `COVER_POINT(cover_race_reporter_ring_wraps)
  `COVER_POINT(cover_race_reporter_capacity_one)
  `COVER_POINT(cover_race_reporter_address_waits)
  `COVER_POINT(cover_race_reporter_data_wait)
  `COVER_POINT(cover_race_reporter_error_response)
  `COVER_POINT(cover_race_reporter_log_reset)
  `COVER_POINT(cover_race_reporter_ring_full_amid_a_lane)
  handshake_monitor #(.Width(48)) address_monitor (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(1'b0), .valid_i(awvalid), .ready_i(awready), .payload_i({awlen, awaddr}));
  handshake_monitor #(.Width(1 + 72*BeatEntries)) data_monitor (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(1'b0), .valid_i(wvalid), .ready_i(wready), .payload_i({wlast, wstrb, wdata}));
  race_record_t sent [0:8191];
  integer j, count, taken, skipped, round, i, lane, past_accepted, reading, groups;

  task draw_group;
    begin
      shared = {random_bits(0), random_bits(0), random_bits(0), random_bits(0), random_bits(0), random_bits(0),
                random_bits(0), random_bits(0)};
      shared.address = (shared.address >> 7) << 7;
      race = random_bits(0);
      if (race == 0) race = 4'b1111;
      word = random_bits(0); owner_warp = random_bits(0); verdict = random_bits(0); scope = random_bits(0);
      owner_block = random_bits(0);
      for (lane = 0; lane < Lanes; lane = lane + 1) begin
        words[32*lane +: 32] = 1 << word[5*lane +: 5];
        // nothing is drawn without groups: Icarus draws on both sides of an &&
        if (GroupedLines != 0) if (one_in(3))
          words[32*lane +: 32] = words[32*lane +: 32] | random_bits(0) & random_bits(0) & random_bits(0);
      end
    end
  endtask

  // The records of the group, lowest lane first, of a lane its lowest word first
  task accept_group;
    begin
      for (lane = 0; lane < Lanes; lane = lane + 1) for (j = 0; j < 32; j = j + 1)
          if (race[lane] && (GroupedLines != 0 ? words[32*lane + j] : word[5*lane +: 5] == j)) begin
        expected = 0;
        expected.sequence_ = shared.sequence_; expected.pc = shared.pc; expected.op = shared.op;
        expected.block_id = shared.block_id; expected.warp_id = shared.warp_id; expected.cycle = shared.cycle;
        expected.address = shared.address + 4 * j;
        expected.verdict = verdict[scord_params::VERDICT_WIDTH*lane +: scord_params::VERDICT_WIDTH]; expected.scope = scope[lane];
        expected.owner_block_id = owner_block[7*lane +: 7]; expected.owner_warp_id = owner_warp[5*lane +: 5];
        sent[count] = expected;
        count = count + 1;
      end
      `COVER(cover_race_reporter_one_race, $countones(race) == 1);
      `COVER(cover_race_reporter_race_in_every_lane, &race);
      `COVER(cover_race_reporter_lane_without_race_between, race == 4'b0101 || race == 4'b1001 || race == 4'b1010);
      `COVER(cover_race_reporter_back_to_back_groups, past_accepted);
      groups = groups + 1;
    end
  endtask

  // Reads the records below the tail. If a record is not the next one sent, those in between were dropped.
  task read_log(input all);
    while (head != tail && (all || one_in(reading))) begin
      i = (LogBase - Base) / 8 + 4 * (head % capacity);
      found = {memory.memory[i+3], memory.memory[i+2], memory.memory[i+1], memory.memory[i]};
      while (taken + skipped < count && sent[taken + skipped] !== found && error_mask == 0) skipped = skipped + 1;
      check(taken + skipped < count, "the record is in memory, in order");
      `COVER(cover_race_reporter_record_kept_after_drop, skipped > 0 && error_mask == 0);
      taken = taken + 1;
      head = head + 1;
      `COVER(cover_race_reporter_ring_wraps, head > capacity);
      `COVER(cover_race_reporter_capacity_one, capacity == 1);
    end
  endtask

  task sample;
    begin
      check(tail - head <= capacity && tail + dropped <= count, "never more than the ring holds, or was sent");
      `COVER(cover_race_reporter_queue_full, group_valid && !group_ready);
      `COVER(cover_race_reporter_several_writes_unconfirmed, dut.outstanding_q > 2);
      `COVER(cover_race_reporter_most_writes_unconfirmed, dut.outstanding_q == 8);
      `COVER(cover_race_reporter_ring_full, tail - head == capacity && dropped > 0);
      `COVER(cover_race_reporter_ring_full_amid_a_lane, GroupedLines == 0 || (dut.drop && dut.words_done != 0));
      `COVER(cover_race_reporter_address_waits, awvalid && !awready);
      `COVER(cover_race_reporter_data_wait, wvalid && !wready);
    end
  endtask

  task cycle;
    begin
      #1 sample;
      past_accepted = group_valid && group_ready;
      if (past_accepted) accept_group;
      @(negedge clk);
      if (past_accepted) group_valid = 0;
      read_log(0);
    end
  endtask

  initial begin
    {log_reset, group_valid, latency, head, race, scope, word, words, verdict, owner_warp, owner_block, error_mask,
           groups} = 0;
    {count, taken, skipped, past_accepted} = 0;
    capacity = 60; reading = 2; shared = 0;
    start_bench;
    for (round = 0; round < 7; round = round + 1) begin
      capacity = round == 0 ? 1 : round == 3 ? 2 : round == 5 ? 128 : 5 + random_below(60);
      latency = round == 1 ? 0 : round == 4 ? 100 : 8;
      reading = round == 2 ? 50 : 2;
      error_mask = round == 6 ? 40'h20 : 0;
      repeat (500) begin
        if (!group_valid && (round == 5 || one_in(round == 3 ? 12 : 3))) begin draw_group; group_valid = 1; end
        cycle;
      end
      while (group_valid || busy) cycle;
      #1 read_log(1);
      skipped = count - taken;
      check(tail === taken && dropped === skipped && head === tail, "tail and dropped");
      `COVER(cover_race_reporter_error_response, memory.write_errors > 0);
      `COVER(cover_race_reporter_log_reset, tail > 0 && dropped > 0);
      log_reset = 1;
      @(negedge clk);
      log_reset = 0;
      {count, taken, skipped, head} = 0;
      #1 check(tail === 0 && dropped === 0 && !busy, "log_reset empties the log");
    end
    check(groups > (GroupedLines != 0 ? 100 : 500), "groups were taken");
    check(memory.protocol_errors == 0, "AXI manners");
    finish_bench;
  end
endmodule
