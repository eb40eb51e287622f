// SPDX-License-Identifier: Apache-2.0
// bench_scord_detector: random accesses and fences of several SMs. The reference follows the grants and the retire
// port. Checked: order of grants, fairness, words in a cycle, fence file, every decision, metadata memory, log ring
// with a reader (order and cycles: D35, D38), counters (D33), D24, D27, kernel start, exact drain. Lanes, MetadataLines
// and BeatEntries are set by -P.
`include "scord_params.vh"
module bench_scord_detector;
  `include "bench.vh"
  `include "detection_reference.vh"

  parameter int Lanes = 4;
  parameter int MetadataLines = 4;
  parameter int BeatEntries = 1;
  localparam int Sms = 3;
  localparam int Warps = 4;
  localparam int RequestWidth = scord_params::DETECTOR_REQUEST_WIDTH;
  localparam int RetireWidth = scord_params::RETIRE_WIDTH;
  localparam int IdWidth = scord_params::AXI_ID_WIDTH;
  localparam int Words = 4096;
  localparam int MaxRequests = 4096;
  localparam [39:0] Base = 40'h10_0000_0000;          // of the memory: metadata first, the log in its second half
  localparam [39:0] LogBase = Base + 8 * Words / 2;

  reg kernel_start, log_reset, both_scopes, error_reads, error_writes;
  reg [39:0] tracked_base, error_mask, error_match;
  reg [5:0] log2_words;
  reg [2:0] log2_ratio;
  reg [31:0] capacity, latency, head;
  reg [Sms-1:0] request_valid, request_more;
  wire [Sms-1:0] request_ready;
  reg [Sms*RequestWidth-1:0] request;
  wire clearing, busy, count_system, line_hit, line_miss, read_error, write_error;
  wire stall_metadata, stall_race_log, stall_line, stall_fetch, stall_queue;
  wire [31:0] tail, dropped;
  wire [Lanes-1:0] retire_valid;
  wire [Lanes*RetireWidth-1:0] retire_lanes;
  wire [IdWidth-1:0] awid, bid, arid, rid;
  wire [39:0] awaddr, araddr;
  wire [7:0] awlen, arlen;
  wire [8*BeatEntries-1:0] wstrb;
  wire [2:0] awsize, arsize;
  wire [1:0] awburst, arburst, bresp, rresp;
  wire [64*BeatEntries-1:0] wdata, rdata;
  wire awvalid, awready, wlast, wvalid, wready, bvalid, bready, arvalid, arready, rlast, rvalid, rready;

  scord_detector #(.NumSms(Sms), .WarpsPerSm(Warps), .Lanes(Lanes), .MetadataLines(MetadataLines),
                   .BeatEntries(BeatEntries)) dut (
    .clk_i(clk), .rst_ni(rst_n), .kernel_start_i(kernel_start), .log_reset_i(log_reset), .tracked_base_i(tracked_base),
    .log2_tracked_words_i(log2_words), .log2_cache_ratio_i(log2_ratio), .metadata_base_i(Base), .log_base_i(LogBase),
    .log_capacity_i(capacity), .log_head_i(head), .both_scopes_i(both_scopes), .request_valid_i(request_valid),
           .request_more_i(request_more),
    .request_ready_o(request_ready), .request_i(request), .clearing_o(clearing), .busy_o(busy), .log_tail_o(tail),
    .log_dropped_o(dropped), .count_system_scope_o(count_system), .line_hit_o(line_hit), .line_miss_o(line_miss),
    .stall_metadata_o(stall_metadata), .stall_race_log_o(stall_race_log), .stall_line_o(stall_line),
    .stall_fetch_o(stall_fetch), .stall_queue_o(stall_queue), .axi_read_error_o(read_error),
    .axi_write_error_o(write_error), .retire_valid_o(retire_valid), .retire_o(retire_lanes),
    .m_axi_awid_o(awid), .m_axi_awaddr_o(awaddr), .m_axi_awlen_o(awlen), .m_axi_awsize_o(awsize),
    .m_axi_awburst_o(awburst), .m_axi_awvalid_o(awvalid), .m_axi_awready_i(awready), .m_axi_wdata_o(wdata),
    .m_axi_wstrb_o(wstrb), .m_axi_wlast_o(wlast), .m_axi_wvalid_o(wvalid), .m_axi_wready_i(wready), .m_axi_bid_i(bid),
    .m_axi_bresp_i(bresp), .m_axi_bvalid_i(bvalid), .m_axi_bready_o(bready), .m_axi_arid_o(arid),
    .m_axi_araddr_o(araddr), .m_axi_arlen_o(arlen), .m_axi_arsize_o(arsize), .m_axi_arburst_o(arburst),
    .m_axi_arvalid_o(arvalid), .m_axi_arready_i(arready), .m_axi_rid_i(rid), .m_axi_rdata_i(rdata),
    .m_axi_rresp_i(rresp), .m_axi_rlast_i(rlast), .m_axi_rvalid_i(rvalid), .m_axi_rready_o(rready));

  axi_memory #(.Words(Words), .MaxReads(MetadataLines), .BeatWords(BeatEntries)) memory (
    .clk_i(clk), .rst_ni(rst_n), .latency_i(latency), .base_i(Base), .error_mask_i(error_mask),
           .error_match_i(error_match),
    .error_reads_i(error_reads), .error_writes_i(error_writes),
    .awid_i(awid), .awaddr_i(awaddr), .awlen_i(awlen), .awsize_i(awsize), .awburst_i(awburst), .awvalid_i(awvalid),
    .awready_o(awready), .wdata_i(wdata), .wstrb_i(wstrb), .wlast_i(wlast), .wvalid_i(wvalid), .wready_o(wready),
    .bid_o(bid), .bresp_o(bresp), .bvalid_o(bvalid), .bready_i(bready), .arid_i(arid), .araddr_i(araddr),
    .arlen_i(arlen), .arsize_i(arsize), .arburst_i(arburst), .arvalid_i(arvalid), .arready_o(arready), .rid_o(rid),
    .rdata_o(rdata), .rresp_o(rresp), .rlast_o(rlast), .rvalid_o(rvalid), .rready_i(rready));

  `COVER_POINT(cover_scord_detector_full_width)
  `COVER_POINT(cover_scord_detector_back_to_back_items)
  `COVER_POINT(cover_scord_detector_back_to_back_same_entry)
  `COVER_POINT(cover_scord_detector_back_to_back_same_line_other_entry)
  `COVER_POINT(cover_scord_detector_back_to_back_other_line)
  `COVER_POINT(cover_scord_detector_back_to_back_two_sms)
  `COVER_POINT(cover_scord_detector_fence_then_access_of_warp)
  `COVER_POINT(cover_scord_detector_fence_then_access_of_owner)
  `COVER_POINT(cover_scord_detector_access_then_fence_of_warp)
  `COVER_POINT(cover_scord_detector_every_outcome)
  `COVER_POINT(cover_scord_detector_tag_miss)
  `COVER_POINT(cover_scord_detector_words_share_entry)
  `COVER_POINT(cover_scord_detector_untracked_word)
  `COVER_POINT(cover_scord_detector_half_segment_tracked)
  `COVER_POINT(cover_scord_detector_not_performed)
  `COVER_POINT(cover_scord_detector_not_performed_beside_checked)
  `COVER_POINT(cover_scord_detector_write_back_error)
  `COVER_POINT(cover_scord_detector_log_write_error)
  `COVER_POINT(cover_scord_detector_empty_mask)
  `COVER_POINT(cover_scord_detector_several_races_in_a_cycle)
  `COVER_POINT(cover_scord_detector_log_full)
  `COVER_POINT(cover_scord_detector_log_wraps)
  `COVER_POINT(cover_scord_detector_race_log_stall)
  `COVER_POINT(cover_scord_detector_line_hit)
  `COVER_POINT(cover_scord_detector_line_miss)
  `COVER_POINT(cover_scord_detector_stall_metadata)
  `COVER_POINT(cover_scord_detector_stall_line)
  `COVER_POINT(cover_scord_detector_stall_fetch)
  `COVER_POINT(cover_scord_detector_stall_queue)
  `COVER_POINT(cover_scord_detector_all_reads_outstanding)
  `COVER_POINT(cover_scord_detector_reads_reordered)
  `COVER_POINT(cover_scord_detector_read_beats_interleaved)
  `COVER_POINT(cover_scord_detector_unchanged_entry_not_strobed)
  `COVER_POINT(cover_scord_detector_all_sms_request)
  `COVER_POINT(cover_scord_detector_every_cache_ratio)

  ////////////////
  // Reference  //
  ////////////////

  detector_request_t sent [0:Sms*MaxRequests-1];    // of each SM, in program order
  integer sent_count [0:Sms-1];                     // requests passed to the bench's queue of the SM
  integer granted_count [0:Sms-1];
  detector_request_t granted [0:Sms*MaxRequests-1]; // in the order of the grants
  integer grants, decided;                          // decided: granted requests that are completely decided
  reg [31:0] words_left;                            // of the current access
  reg under_way;
  integer turns [0:Sms*Sms-1];                      // grants of j while i waits
  fence_entry_t fences [0:Sms*Warps-1];
  metadata_t entries [0:Words-1];
  race_record_t races [0:16383];
  race_record_t race;
  integer race_count, races_taken, races_skipped, checks, untracked, failures, systems, cycle, lines_needed;
  integer counted_systems, counted_read_errors, counted_write_errors, counted_lines, write_losses;
  reg [4:0] ratios;
  reg [15:0] outcomes;

  detector_request_t x, past_item;
  metadata_t md;
  fence_entry_t entry;
  retire_t retire, past_retire;
  integer lane, word, number, index, tag, i, j, sm, valid_lanes, racing_lanes, past_index, expected_lanes;
  reg miss, in_range, failing, single, past_done, past_retired, some_checked, some_failed;

  function automatic integer index_of(input [39:0] address);
    index_of = (address - tracked_base) / 4 % (1 << (log2_words - log2_ratio));
  endfunction

  function automatic is_tracked(input [39:0] address);
    is_tracked = address >= tracked_base && address < tracked_base + (40'd4 << log2_words);
  endfunction

  // The memory answers the beat of this entry with an error.
  function automatic has_error(input integer index);
    integer n;
    begin
      has_error = 0;
      for (n = 0; n < BeatEntries; n = n + 1)
        if (error_mask != 0 && ((Base + 8 * (index / BeatEntries * BeatEntries + n)) & error_mask) == error_match)
          has_error = 1;
    end
  endfunction

  task reference_start;
    begin
      for (i = 0; i < Sms*Warps; i = i + 1) fences[i] = 0;
      for (i = 0; i < Words; i = i + 1) begin
        md = 0;
        {md.modified, md.blk_shared, md.dev_shared} = 3'b111;
        entries[i] = md;
      end
    end
  endtask

  task reference_fence;
    begin
      check(retire_valid === 1, "a fence takes lane 0 alone");
      check(retire.kind === scord_params::REQUEST_KIND_FENCE && retire.sequence_ === x.sequence_, "fence: order");
      check(retire.block_id === x.block_id && retire.warp_id === x.warp_id && retire.address === 0, "fence: who");
      check(retire.scope === (x.scope == scord_params::SCOPE_BLOCK), "fence: scope");
      check({retire.metadata_before, retire.metadata_after, retire.path, retire.verdict, retire.tag_miss} === 0,
             "fence: rest");
      `COVER(cover_scord_detector_access_then_fence_of_warp, past_retired && past_item.kind == 0 &&
             past_item.warp_id == x.warp_id && past_item.block_id / 8 == x.block_id / 8);
      i = x.block_id / 8 * Warps + x.warp_id;
      entry = fences[i];
      if (x.scope == scord_params::SCOPE_BLOCK) entry.blk_fence_id = entry.blk_fence_id + 1;
      else entry.dev_fence_id = entry.dev_fence_id + 1;
      fences[i] = entry;
    end
  endtask

  task reference_race(input [scord_params::VERDICT_WIDTH-1:0] verdict, input scope, input metadata_t owner);
    begin
      race = 0;
      race.sequence_ = x.sequence_; race.pc = x.pc; race.address = retire.address; race.op = x.op;
      race.verdict = verdict; race.scope = scope; race.block_id = x.block_id; race.warp_id = x.warp_id;
      race.owner_block_id = owner.block_id; race.owner_warp_id = owner.warp_id; race.cycle = cycle;
      races[race_count] = race;
      race_count = race_count + 1;
      racing_lanes = racing_lanes + 1;
    end
  endtask

  task sample_check;
    begin
      if (past_retired && past_index >= 0 && lane == 0) begin
        `COVER(cover_scord_detector_back_to_back_same_entry, past_index == index);
        `COVER(cover_scord_detector_back_to_back_same_line_other_entry, past_index != index &&
               past_index / 32 == index / 32);
        `COVER(cover_scord_detector_back_to_back_other_line, past_index / 32 != index / 32);
      end
      `COVER(cover_scord_detector_fence_then_access_of_warp, past_retired && past_item.kind == 1 &&
             past_item.warp_id == x.warp_id && past_item.block_id / 8 == x.block_id / 8);
      `COVER(cover_scord_detector_fence_then_access_of_owner, past_retired && past_item.kind == 1 &&
             past_item.warp_id == md.warp_id && past_item.block_id / 8 == md.block_id / 8 && !miss);
      `COVER(cover_scord_detector_tag_miss, miss);
      `COVER(cover_scord_detector_half_segment_tracked, log2_words < 5);
      outcomes[ref_verdict == 0 ? ref_path : 8 + ref_verdict] = 1;
    end
  endtask

  // The word of one lane
  task reference_word;
    begin
      word = 0;
      while (!words_left[word]) word = word + 1;
      words_left[word] = 1'b0;
      check(retire.kind === scord_params::REQUEST_KIND_ACCESS && retire.sequence_ === x.sequence_, "access: order");
      check(retire.address === x.address + 4 * word, "words ascend");
      check(retire.block_id === x.block_id && retire.warp_id === x.warp_id, "access: who");
      in_range = is_tracked(retire.address);
      number = (retire.address - tracked_base) / 4;
      index = index_of(retire.address);
      tag = number / (1 << (log2_words - log2_ratio));
      failing = in_range && error_reads && has_error(index);
      if (!in_range || failing) begin
        check({retire.metadata_before, retire.metadata_after, retire.scope, retire.tag_miss} === 0,
               "not checked: no metadata");
        check(retire.path === (failing ? scord_params::PATH_NOT_PERFORMED : scord_params::PATH_UNTRACKED),
               "D24, D27: path");
        check(retire.verdict === (failing ? scord_params::VERDICT_NOT_PERFORMED : 0), "D24, D27: verdict");
        if (failing) begin
          failures = failures + 1;
          md = 0;
          reference_race(scord_params::VERDICT_NOT_PERFORMED, 0, md);
        end else untracked = untracked + 1;
        `COVER(cover_scord_detector_untracked_word, !failing);
        some_failed = some_failed || failing;
        index = -1;
      end else begin
        md = entries[index];
        miss = md.tag != tag;
        if (miss) begin
          md = 0;
          {md.modified, md.blk_shared, md.dev_shared} = 3'b111;
          md.tag = tag;
        end
        reference_check(md, x.block_id, x.warp_id, x.barrier_id, x.lock_bloom, x.op,
               x.scope == scord_params::SCOPE_BLOCK,
                        x.strong_, fences[x.block_id / 8 * Warps + x.warp_id],
                               fences[md.block_id / 8 * Warps + md.warp_id],
                        both_scopes);
        check(retire.metadata_before === md, "metadata before");
        check(retire.metadata_after === ref_after, "metadata after");
        check(retire.path === ref_path && retire.verdict === ref_verdict && retire.scope === ref_scope, "decision");
        check(retire.tag_miss === miss, "tag miss");
        sample_check;
        entries[index] = ref_after;
        checks = checks + 1;
        some_checked = 1;
        if (ref_verdict != scord_params::VERDICT_CLEAN) reference_race(ref_verdict, ref_scope, md);
      end
    end
  endtask

  task reference_access;
    begin
      if (!under_way) words_left = x.mask;
      single = log2_words - log2_ratio < 5;
      valid_lanes = $countones(retire_valid);
      expected_lanes = single ? 1 : $countones(words_left) < Lanes ? $countones(words_left) : Lanes;
      check(valid_lanes == expected_lanes && (retire_valid & (retire_valid + 1)) === 0,
             "as many words as there are lanes");
      {racing_lanes, some_checked, some_failed} = 0;
      for (lane = 0; lane < Lanes; lane = lane + 1)
        if (retire_valid[lane] && words_left != 0) begin
          retire = retire_lanes[lane*RetireWidth +: RetireWidth];
          reference_word;
        end
      past_index = index;
      `COVER(cover_scord_detector_full_width, valid_lanes == Lanes);
      `COVER(cover_scord_detector_words_share_entry, single && past_retired && words_left != 0);
      `COVER(cover_scord_detector_several_races_in_a_cycle, racing_lanes > 1 || Lanes == 1);
      `COVER(cover_scord_detector_not_performed, some_failed);
      `COVER(cover_scord_detector_not_performed_beside_checked, some_failed && (some_checked || Lanes == 1));
    end
  endtask

  // An access without words retires nothing. x: the next request that retires
  task skip_empty;
    begin
      x = granted[decided];
      while (!under_way && decided < grants && x.kind == scord_params::REQUEST_KIND_ACCESS && x.mask == 0) begin
        decided = decided + 1;
        x = granted[decided];
        `COVER(cover_scord_detector_empty_mask, 1);
      end
    end
  endtask

  // The decisions of one cycle
  task follow_retire;
    begin
      skip_empty;
      retire = retire_lanes[RetireWidth-1:0];
      check(decided < grants, "only what was granted is decided");
      if (!under_way && x.scope == scord_params::SCOPE_SYSTEM) systems = systems + 1;
      `COVER(cover_scord_detector_back_to_back_items, past_retired && past_done);
      `COVER(cover_scord_detector_back_to_back_two_sms, past_retired && past_done &&
             past_item.block_id / 8 != x.block_id / 8);
      if (x.kind == scord_params::REQUEST_KIND_FENCE) begin
        reference_fence;
        past_index = -1;
        words_left = 0;
      end else reference_access;
      under_way = words_left != 0;
      past_item = x;
      past_done = !under_way;
      if (!under_way) decided = decided + 1;
    end
  endtask

  // The grants of this cycle; no SM waits for two turns of another
  task follow_grants;
    begin
      check((request_ready & (request_ready - 1)) === 0, "one grant a cycle");
      for (sm = 0; sm < Sms; sm = sm + 1)
        if (request_ready[sm] && request_valid[sm]) begin
          x = request[sm*RequestWidth +: RequestWidth];
          granted[grants] = x;
          grants = grants + 1;
          needs_line;
          for (j = 0; j < Sms; j = j + 1) begin
            turns[sm*Sms + j] = 0;
            if (j != sm && request_valid[j]) begin
              turns[j*Sms + sm] = turns[j*Sms + sm] + 1;
              check(turns[j*Sms + sm] <= 1, "fair: no second turn of another SM");
            end
          end
        end
      `COVER(cover_scord_detector_all_sms_request, &request_valid);
    end
  endtask

  task needs_line;
    reg needed;
    reg [31:0] mask;
    begin
      needed = 0;
      mask = x.mask;
      for (i = 0; i < 32; i = i + 1) if (mask[i] && is_tracked(x.address + 4 * i)) needed = 1;
      if (x.kind == scord_params::REQUEST_KIND_ACCESS && needed) lines_needed = lines_needed + 1;
    end
  endtask

  task sample_counts;
    begin
      counted_systems = counted_systems + count_system;
      counted_read_errors = counted_read_errors + read_error;
      counted_write_errors = counted_write_errors + write_error;
      counted_lines = counted_lines + line_hit + line_miss;
      check(!(line_hit && line_miss), "hit or miss");
      `COVER(cover_scord_detector_race_log_stall, stall_race_log);
      `COVER(cover_scord_detector_line_hit, line_hit);
      `COVER(cover_scord_detector_line_miss, line_miss);
      `COVER(cover_scord_detector_stall_metadata, stall_metadata);
      `COVER(cover_scord_detector_stall_line, stall_line);
      `COVER(cover_scord_detector_stall_fetch, stall_fetch);
      `COVER(cover_scord_detector_stall_queue, stall_queue);
      `COVER(cover_scord_detector_write_back_error, write_error && bid < scord_params::AXI_ID_RACE_LOG);
      `COVER(cover_scord_detector_log_write_error, write_error && bid == scord_params::AXI_ID_RACE_LOG);
      check(!(retire_valid !== 0 && stall_race_log), "nothing is decided while the log stalls");
    end
  endtask

  initial begin
    cycle = 0;
    {race_count, races_taken, races_skipped, checks, untracked, failures, systems, words_left, under_way,
           lines_needed} = 0;
    {counted_systems, counted_read_errors, counted_write_errors, counted_lines} = 0;
    {past_done, past_retired, past_item, outcomes, ratios, grants, decided} = 0;
    past_index = -1;
    for (i = 0; i < Sms*Sms; i = i + 1) turns[i] = 0;
    @(posedge rst_n);
    forever begin
      #3;  // inputs are stable since the falling edge
      sample_counts;
      if (!clearing && !kernel_start) follow_grants;
      if (retire_valid !== 0) follow_retire;
      else check(retire_valid === 0, "retire is known");
      past_retired = retire_valid !== 0;
      @(negedge clk);
      cycle = cycle + 1;
    end
  end

  ////////////////
  // Stimulus   //
  ////////////////

  detector_request_t fresh;
  integer withheld, s, sequence_number, hot, mood, solo, races_in_all, log_mood;
  reg [Sms-1:0] taken;
  reg spread;

  task random_request(input integer of_sm);
    integer segments;
    begin
      segments = (4 << log2_words) > 128 ? (4 << log2_words) / 128 : 1;
      fresh = 0;
      fresh.kind = one_in(mood == 1 ? 2 : 4);
      fresh.block_id = of_sm * 8 + random_below(2);
      fresh.warp_id = one_in(2) ? 0 : random_below(Warps);
      fresh.barrier_id = random_below(2);
      case (random_below(6))
        0: fresh.lock_bloom = 16'h1111;
        1: fresh.lock_bloom = 16'h0011;
        2: fresh.lock_bloom = 16'h2222;
        default: ;
      endcase
      fresh.op = mood == 2 || spread ? scord_params::OP_LOAD : random_below(3);
      fresh.scope = random_below(3);
      fresh.strong_ = one_in(2);
      fresh.sequence_ = sequence_number;
      fresh.pc = random_bits(0);
      if (one_in(20)) hot = random_below(segments);
      fresh.address = (tracked_base & ~40'd127) + 128 * (one_in(2) && !spread ? hot : one_in(3) || spread ?
             random_below(segments) :
                                                         random_below(segments < 4 ? segments : 4));
      if (one_in(20)) fresh.address = one_in(2) ? (tracked_base & ~40'd127) - 128 :
                                                  (tracked_base & ~40'd127) + 128 * segments;
      fresh.mask = one_in(30) ? 0 : one_in(5) ? 32'hffffffff : one_in(3) ? random_bits(0) :
                   one_in(2) ? random_bits(0) & random_bits(0) & random_bits(0) : 32'd1 << random_below(4);
      sequence_number = sequence_number + 1;
    end
  endtask

  // The requests that the SMs offer
  task show_requests;
    begin
      for (s = 0; s < Sms; s = s + 1) begin
        request_valid[s] = granted_count[s] < sent_count[s];
        request_more[s] = granted_count[s] + 1 < sent_count[s];
        if (request_valid[s]) request[s*RequestWidth +: RequestWidth] = sent[s*MaxRequests + granted_count[s]];
      end
    end
  endtask

  // Software that reads the log: consumes some of the records below the tail
  task read_log;
    begin
      while (head != tail && log_mood != 0 && one_in(log_mood)) begin
        i = Words / 2 + 4 * (head % capacity);
        race = {memory.memory[i+3], memory.memory[i+2], memory.memory[i+1], memory.memory[i]};
        while (!error_match[14] && races_taken + races_skipped < race_count &&
               races[races_taken + races_skipped] !== race)
          races_skipped = races_skipped + 1;
        check(races_taken + races_skipped < race_count, "race record in order");
        races_taken = races_taken + 1;
        `COVER(cover_scord_detector_log_wraps, head >= capacity);
        head = head + 1;
      end
    end
  endtask

  task one_cycle;
    begin
      if (withheld > 0 && !clearing) withheld = withheld - 1;
      memory.withhold = withheld > 0 && !clearing;
      show_requests;
      #4;
      taken = request_ready & request_valid;
      @(negedge clk);
      for (s = 0; s < Sms; s = s + 1) granted_count[s] = granted_count[s] + taken[s];
      show_requests;
      read_log;
    end
  endtask

  task start_kernel;
    begin
      check(!busy, "idle before a kernel");
      kernel_start = 1;
      @(negedge clk);
      kernel_start = 0;
      reference_start;
      #1 while (clearing) begin @(negedge clk); #1; end
      for (i = 0; i < 1 << (log2_words - log2_ratio); i = i + 1)
        check(memory.memory[i] === entries[i] || (error_mask != 0 && error_writes), "metadata cleared (D5)");
      {sequence_number, grants, decided} = 0;
      for (s = 0; s < Sms; s = s + 1) begin sent_count[s] = 0; granted_count[s] = 0; end
    end
  endtask

  task compare_memory;
    begin
      write_losses = 0;
      for (i = 0; i < 1 << (log2_words - log2_ratio); i = i + 1)
        if (!(error_writes && has_error(i)))
          check(memory.memory[i] === entries[i], "metadata in memory");
    end
  endtask

  task run_kernel(input integer requests);
    begin
      start_kernel;
      while (sequence_number < requests) begin
        if (one_in(50)) mood = random_below(4);
        if (one_in(30)) solo = spread ? Sms : random_below(2 * Sms);   // an SM that sends alone, or none
        for (s = 0; s < Sms; s = s + 1)
          if (sent_count[s] - granted_count[s] < 4 && (solo >= Sms || solo == s) &&
              (mood == 3 || one_in(mood + 1))) begin
            random_request(s);
            sent[s*MaxRequests + sent_count[s]] = fresh;
            sent_count[s] = sent_count[s] + 1;
          end
        one_cycle;
      end
      while (request_valid != 0) one_cycle;
      #1 while (busy) begin one_cycle; #1; end
      compare_memory;           // in the very cycle in which busy falls: busy is exact
      follow_rest;
      repeat (20) begin
        check(!awvalid && !wvalid && !arvalid && !bvalid && !rvalid && retire_valid === 0, "silent when idle");
        one_cycle;
      end
      for (i = 0; i < Sms*Warps; i = i + 1)
        check(dut.u_fence_file.fence_file_q[i*12 +: 12] === fences[i], "fence file");
      check(counted_systems == systems && counted_lines == lines_needed, "counts of requests");
      check(counted_read_errors == memory.read_errors && counted_write_errors == memory.write_errors,
             "counts of errors");
      ratios[log2_ratio] = 1;
    end
  endtask

  // Requests without words at the end of the queue were granted and need no decision.
  task follow_rest;
    begin
      skip_empty;
      for (s = 0; s < Sms; s = s + 1) check(granted_count[s] == sent_count[s], "every request was granted");
      check(decided == grants && grants == sequence_number && !under_way, "everything was decided");
    end
  endtask

  task check_log;
    begin
      log_mood = 1;
      read_log;
      races_skipped = race_count - races_taken;
      check(head === tail && tail === races_taken && dropped === races_skipped, "tail and dropped");
      check(dropped === 0 || capacity < 400, "nothing dropped for want of room");
      `COVER(cover_scord_detector_log_full, dropped > 0);
      races_in_all = races_in_all + race_count;
      log_reset = 1;
      @(negedge clk);
      log_reset = 0;
      {race_count, races_taken, races_skipped, head} = 0;
    end
  endtask

  integer kernel;
  initial begin
    {kernel_start, log_reset, request_valid, request_more, request, error_mask, error_match, races_in_all, head, mood,
           solo, spread, withheld} = 0;
    {error_reads, error_writes, both_scopes, hot} = 0;
    log2_words = 6; log2_ratio = 4; tracked_base = 40'h8000_0000; capacity = 400; latency = 0;
    for (s = 0; s < Sms; s = s + 1) begin sent_count[s] = 0; granted_count[s] = 0; end
    start_bench;
    for (kernel = 0; kernel < 15; kernel = kernel + 1) begin
      log2_ratio = kernel % 5;
      log2_words = kernel == 6 ? 4 : kernel < 5 ? 5 + random_below(3) : kernel < 8 ?
             4 + kernel % 4 : 8 + random_below(3);
      tracked_base = {random_bits(0), 14'd0};   // aligned to the largest range
      if (log2_words == 4) tracked_base[6] = seed % 2;   // the upper or the lower half of a segment
      latency = kernel % 3 == 0 ? 0 : kernel % 3 == 1 ? random_below(10) : 10 + random_below(60);
      // Bit 14: 0 metadata, 1 log. Kernel 10 could not read what kernel 11 cannot write, so these entries hold the
      // reset image.
      error_mask = kernel == 7 || kernel == 10 ? (BeatEntries > 1 ? 40'h4038 : 40'h4018) :
                   kernel == 11 ? (BeatEntries > 1 ? 40'h4078 : 40'h4038) : kernel == 13 ? 40'h4000 : 0;
      error_match = kernel == 13 ? 40'h4000 : 40'h8;
      error_reads = !(kernel == 11 || kernel == 13);
      error_writes = kernel == 11 || kernel == 13;
      // one line: no entry is read again after a failed write
      if (kernel == 11) begin log2_words = 5; log2_ratio = 0; end
      if (kernel == 10) log2_ratio = 0;
      both_scopes = kernel % 5 == 3;
      capacity = kernel % 4 == 1 ? 10 : 400;
      log_mood = kernel % 4 == 1 ? 20 : 2;
      // The last kernel: words all over 64 lines, and no answer at first
      spread = kernel == 14;
      withheld = kernel == 14 ? 400 : 0;
      if (kernel == 14) begin log2_words = 11; log2_ratio = 0; latency = 60; end
      run_kernel(250);
      check_log;
    end
    `COVER(cover_scord_detector_every_outcome, outcomes == 16'b0111_1110_0001_1111);
    `COVER(cover_scord_detector_every_cache_ratio, &ratios);
    cover_scord_detector_all_reads_outstanding = memory.most_reads == MetadataLines;
    cover_scord_detector_reads_reordered = memory.reordered;
    cover_scord_detector_read_beats_interleaved = memory.interleaved;
    cover_scord_detector_unchanged_entry_not_strobed = memory.partial_strobes;
    check(checks > 5000 && races_in_all > 500 && untracked > 50 && failures > 20, "every case was met");
    check(memory.protocol_errors == 0, "AXI manners");
    finish_bench;
  end
endmodule
