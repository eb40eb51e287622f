// bench_scord_detector: random accesses and fences of several SMs against a reference that follows the retire port: request
// order per SM, words, fence file, every decision, metadata memory, race log (order and cycles: D35), counts (D33), D24, D27,
// kernel start.
`include "scord_params.vh"
module bench_scord_detector;
  `include "bench.vh"
  `include "detection_reference.vh"

  localparam int Sms = 3;
  localparam int Warps = 4;
  localparam int RequestWidth = scord_params::DETECTOR_REQUEST_WIDTH;
  localparam int Words = 4096;
  localparam [39:0] Base = 40'h10_0000_0000;          // of the memory: metadata first, log in its second half
  localparam [39:0] LogBase = Base + 8 * Words / 2;

  reg kernel_start, log_reset;
  reg [39:0] tracked_base, error_mask;
  reg [5:0] log2_words;
  reg [2:0] log2_ratio;
  reg [31:0] capacity, latency;
  reg [Sms-1:0] request_valid;
  wire [Sms-1:0] request_ready;
  reg [Sms*RequestWidth-1:0] request;
  wire clearing, busy, count_check, count_untracked, count_fence, count_system, read_error, write_error, retire_valid;
  wire [31:0] tail, dropped;
  retire_t retire;
  wire [3:0] awid, bid, arid, rid;
  wire [39:0] awaddr, araddr;
  wire [7:0] awlen, wstrb, arlen;
  wire [2:0] awsize, arsize;
  wire [1:0] awburst, arburst, bresp, rresp;
  wire [63:0] wdata, rdata;
  wire awvalid, awready, wlast, wvalid, wready, bvalid, bready, arvalid, arready, rlast, rvalid, rready;

  scord_detector #(.NumSms(Sms), .WarpsPerSm(Warps)) dut (
    .clk_i(clk), .rst_ni(rst_n), .kernel_start_i(kernel_start), .log_reset_i(log_reset), .tracked_base_i(tracked_base),
    .log2_tracked_words_i(log2_words), .log2_cache_ratio_i(log2_ratio), .metadata_base_i(Base), .log_base_i(LogBase),
    .log_capacity_i(capacity), .request_valid_i(request_valid), .request_ready_o(request_ready), .request_i(request),
    .clearing_o(clearing), .busy_o(busy), .log_tail_o(tail), .log_dropped_o(dropped), .count_check_o(count_check),
    .count_untracked_o(count_untracked), .count_fence_o(count_fence), .count_system_scope_o(count_system),
    .axi_read_error_o(read_error), .axi_write_error_o(write_error), .retire_valid_o(retire_valid), .retire_o(retire),
    .m_axi_awid_o(awid), .m_axi_awaddr_o(awaddr), .m_axi_awlen_o(awlen), .m_axi_awsize_o(awsize), .m_axi_awburst_o(awburst),
    .m_axi_awvalid_o(awvalid), .m_axi_awready_i(awready), .m_axi_wdata_o(wdata), .m_axi_wstrb_o(wstrb), .m_axi_wlast_o(wlast),
    .m_axi_wvalid_o(wvalid), .m_axi_wready_i(wready), .m_axi_bid_i(bid), .m_axi_bresp_i(bresp), .m_axi_bvalid_i(bvalid),
    .m_axi_bready_o(bready), .m_axi_arid_o(arid), .m_axi_araddr_o(araddr), .m_axi_arlen_o(arlen), .m_axi_arsize_o(arsize),
    .m_axi_arburst_o(arburst), .m_axi_arvalid_o(arvalid), .m_axi_arready_i(arready), .m_axi_rid_i(rid), .m_axi_rdata_i(rdata),
    .m_axi_rresp_i(rresp), .m_axi_rlast_i(rlast), .m_axi_rvalid_i(rvalid), .m_axi_rready_o(rready));

  axi_memory #(.Words(Words)) memory (
    .clk_i(clk), .rst_ni(rst_n), .latency_i(latency), .base_i(Base), .error_mask_i(error_mask), .error_match_i(40'h8),
    .awid_i(awid), .awaddr_i(awaddr), .awlen_i(awlen), .awsize_i(awsize), .awburst_i(awburst), .awvalid_i(awvalid),
    .awready_o(awready), .wdata_i(wdata), .wstrb_i(wstrb), .wlast_i(wlast), .wvalid_i(wvalid), .wready_o(wready),
    .bid_o(bid), .bresp_o(bresp), .bvalid_o(bvalid), .bready_i(bready), .arid_i(arid), .araddr_i(araddr), .arlen_i(arlen),
    .arsize_i(arsize), .arburst_i(arburst), .arvalid_i(arvalid), .arready_o(arready), .rid_o(rid), .rdata_o(rdata),
    .rresp_o(rresp), .rlast_o(rlast), .rvalid_o(rvalid), .rready_i(rready));

  ////////////////
  // Reference  //
  ////////////////

  detector_request_t sent [0:Sms*4096-1];  // of each SM, in order
  integer sent_count [0:Sms-1];
  integer done_count [0:Sms-1];            // decided completely
  reg [31:0] words_left;                   // of the access under way
  integer busy_sm;                         // whose access is under way, or -1
  fence_entry_t fences [0:Sms*Warps-1];
  metadata_t entries [0:Words-1];
  race_record_t races [0:4095];
  race_record_t race;
  integer race_count, checks, untracked, fence_count, systems, errors, cycle;
  integer counted_checks, counted_untracked, counted_fences, counted_systems, counted_errors, seen_race;

  detector_request_t x;
  metadata_t md;
  fence_entry_t entry;
  integer sm, word, number, index, tag, i;
  reg miss, in_range, failing;

  // Accesses without words leave nothing to retire.
  task skip_empty(input integer of_sm);
    begin
      x = sent[of_sm*4096 + done_count[of_sm]];
      while (busy_sm < 0 && done_count[of_sm] < sent_count[of_sm] && x.kind == scord_params::REQUEST_KIND_ACCESS && x.mask == 0) begin
        done_count[of_sm] = done_count[of_sm] + 1;
        x = sent[of_sm*4096 + done_count[of_sm]];
      end
    end
  endtask

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
      check(retire.block_id === x.block_id && retire.warp_id === x.warp_id && retire.address === 0, "fence: who");
      check(retire.scope === (x.scope == scord_params::SCOPE_BLOCK), "fence: scope");
      check({retire.metadata_before, retire.metadata_after, retire.path, retire.verdict, retire.tag_miss} === 0, "fence: rest");
      i = x.block_id / 8 * Warps + x.warp_id;
      entry = fences[i];
      if (x.scope == scord_params::SCOPE_BLOCK) entry.blk_fence_id = entry.blk_fence_id + 1;
      else entry.dev_fence_id = entry.dev_fence_id + 1;
      fences[i] = entry;
      fence_count = fence_count + 1;
    end
  endtask

  task reference_word;
    begin
      word = 0;
      while (!words_left[word]) word = word + 1;
      words_left[word] = 1'b0;
      check(retire.address === x.address + 4 * word, "words ascend");
      check(retire.block_id === x.block_id && retire.warp_id === x.warp_id, "access: who");
      in_range = retire.address >= tracked_base && retire.address < tracked_base + (40'd4 << log2_words);
      number = (retire.address - tracked_base) / 4;
      index = number % (1 << (log2_words - log2_ratio));
      tag = number / (1 << (log2_words - log2_ratio));
      failing = in_range && error_mask != 0 && ((Base + 8 * index) & error_mask) == 40'h8;
      if (!in_range || failing) begin
        check(retire.path === scord_params::PATH_UNTRACKED && {retire.metadata_before, retire.metadata_after, retire.verdict,
              retire.scope, retire.tag_miss} === 0, "not checked (D24, D27)");
        if (failing) errors = errors + 1;
        else untracked = untracked + 1;
      end else begin
        md = entries[index];
        miss = md.tag != tag;
        if (miss) begin
          md = 0;
          {md.modified, md.blk_shared, md.dev_shared} = 3'b111;
          md.tag = tag;
        end
        reference_check(md, x.block_id, x.warp_id, x.barrier_id, x.lock_bloom, x.op, x.scope == scord_params::SCOPE_BLOCK,
                        x.strong_, fences[x.block_id / 8 * Warps + x.warp_id], fences[md.block_id / 8 * Warps + md.warp_id]);
        check(retire.metadata_before === md, "metadata before");
        check(retire.metadata_after === ref_after, "metadata after");
        check(retire.path === ref_path && retire.verdict === ref_verdict && retire.scope === ref_scope, "decision");
        check(retire.tag_miss === miss, "tag miss");
        entries[index] = ref_after;
        checks = checks + 1;
        if (ref_verdict != scord_params::VERDICT_CLEAN) begin
          race = 0;
          race.sequence_ = x.sequence_; race.pc = x.pc; race.address = retire.address; race.op = x.op;
          race.verdict = ref_verdict; race.scope = ref_scope; race.block_id = x.block_id; race.warp_id = x.warp_id;
          race.owner_block_id = md.block_id; race.owner_warp_id = md.warp_id; race.cycle = cycle;
          races[race_count] = race;
          race_count = race_count + 1;
        end
      end
    end
  endtask

  // Follows the retire port
  initial begin
    cycle = 0;
    {race_count, checks, untracked, fence_count, systems, errors, words_left} = 0;
    {counted_checks, counted_untracked, counted_fences, counted_systems, counted_errors} = 0;
    busy_sm = -1;
    @(posedge rst_n);
    forever begin
      #3;  // inputs are stable since the falling edge
      counted_checks = counted_checks + count_check;
      counted_untracked = counted_untracked + count_untracked;
      counted_fences = counted_fences + count_fence;
      counted_systems = counted_systems + count_system;
      counted_errors = counted_errors + read_error;
      if (retire_valid) begin
        sm = retire.block_id / 8;
        check(busy_sm < 0 || busy_sm == sm, "one access at a time");
        // an access without words leaves nothing to retire
        skip_empty(sm);
        x = sent[sm*4096 + done_count[sm]];
        check(done_count[sm] < sent_count[sm] && retire.sequence_ === x.sequence_ && retire.kind === x.kind, "order of the SM");
        if (busy_sm < 0 && x.scope == scord_params::SCOPE_SYSTEM) systems = systems + 1;
        if (x.kind == scord_params::REQUEST_KIND_FENCE) begin
          reference_fence;
          done_count[sm] = done_count[sm] + 1;
        end else begin
          if (busy_sm < 0) words_left = x.mask;
          busy_sm = sm;
          reference_word;
          if (words_left == 0) begin
            done_count[sm] = done_count[sm] + 1;
            busy_sm = -1;
          end
        end
      end
      @(negedge clk);
      cycle = cycle + 1;
    end
  end

  ////////////////
  // Stimulus   //
  ////////////////

  detector_request_t fresh;
  integer s, sequence_number;

  task random_request(input integer of_sm);
    begin
      fresh = 0;
      fresh.kind = one_in(3);
      fresh.block_id = of_sm * 8 + random_below(2);
      fresh.warp_id = random_below(Warps);
      fresh.barrier_id = random_below(2);
      case (random_below(6))
        0: fresh.lock_bloom = 16'h1111;
        1: fresh.lock_bloom = 16'h0011;
        2: fresh.lock_bloom = 16'h2222;
        default: ;
      endcase
      fresh.op = random_below(3);
      fresh.scope = random_below(3);
      fresh.strong_ = one_in(2);
      fresh.sequence_ = sequence_number;
      fresh.pc = random_bits(0);
      fresh.address = one_in(20) ? tracked_base - 128 : tracked_base + 128 * random_below((4 << log2_words) > 512 ? 4 : 1);
      fresh.mask = one_in(30) ? 0 : one_in(5) ? random_bits(0) : 32'd1 << random_below(4);
      sequence_number = sequence_number + 1;
    end
  endtask

  task run_kernel(input integer requests);
    begin
      kernel_start = 1;
      @(negedge clk);
      kernel_start = 0;
      reference_start;
      #1 while (clearing) begin @(negedge clk); #1; end
      for (i = 0; i < 1 << (log2_words - log2_ratio); i = i + 1)
        check(memory.memory[i] === entries[i] || error_mask != 0, "metadata cleared (D5)");
      sequence_number = 0;
      for (s = 0; s < Sms; s = s + 1) begin sent_count[s] = 0; done_count[s] = 0; end
      while (sequence_number < requests) begin
        for (s = 0; s < Sms; s = s + 1) begin
          if (!request_valid[s] && one_in(2)) begin
            random_request(s);
            request_valid[s] = 1;
            request[s*RequestWidth +: RequestWidth] = fresh;
            sent[s*4096 + sent_count[s]] = fresh;
            sent_count[s] = sent_count[s] + 1;
          end
        end
        #4;
        s = request_ready & request_valid;
        @(negedge clk);
        request_valid = request_valid & ~s;
      end
      while (request_valid != 0) begin
        #4;
        s = request_ready & request_valid;
        @(negedge clk);
        request_valid = request_valid & ~s;
      end
      #1 while (busy) begin @(negedge clk); #1; end
      for (s = 0; s < Sms; s = s + 1) begin
        skip_empty(s);
        check(done_count[s] == sent_count[s], "everything was decided");
      end
      for (i = 0; i < 1 << (log2_words - log2_ratio); i = i + 1)
        check(memory.memory[i] === entries[i] || error_mask != 0, "metadata in memory");
      for (i = 0; i < Sms*Warps; i = i + 1)
        check(dut.u_fence_file.fence_file_q[i*12 +: 12] === fences[i], "fence file");
      check(counted_checks == checks && counted_untracked == untracked && counted_fences == fence_count &&
            counted_systems == systems && counted_errors == errors, "counts");
    end
  endtask

  task check_log;
    begin
      check(tail === (race_count < capacity ? race_count : capacity) && tail + dropped === race_count, "log tail and dropped");
      for (i = 0; i < tail; i = i + 1)
        check({memory.memory[Words/2 + 4*i+3], memory.memory[Words/2 + 4*i+2], memory.memory[Words/2 + 4*i+1],
               memory.memory[Words/2 + 4*i]} === races[i], "race record");
      log_reset = 1;
      @(negedge clk);
      log_reset = 0;
      race_count = 0;
    end
  endtask

  integer kernel, races_in_all;
  initial begin
    {kernel_start, log_reset, request_valid, request, error_mask, races_in_all} = 0;
    log2_words = 6; log2_ratio = 4; tracked_base = 40'h8000_0000; capacity = 400; latency = 0;
    for (s = 0; s < Sms; s = s + 1) begin sent_count[s] = 0; done_count[s] = 0; end
    start_bench;
    for (kernel = 0; kernel < 10; kernel = kernel + 1) begin
      log2_ratio = kernel % 5;
      log2_words = kernel < 5 ? 5 + random_below(3) : 4 + kernel % 4;
      tracked_base = {random_bits(0), 11'd0};
      latency = kernel % 3 == 0 ? 0 : random_below(10);
      error_mask = kernel == 7 ? 40'h18 : 0;
      capacity = kernel % 4 == 1 ? 10 : 400;
      run_kernel(400);
      races_in_all = races_in_all + race_count;
      check_log;
    end
    check(checks > 2000 && races_in_all > 300 && untracked > 50 && errors > 0 && systems > 100, "every case was met");
    check(memory.protocol_errors == 0, "AXI manners");
    finish_bench;
  end
endmodule
