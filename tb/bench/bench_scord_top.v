// SPDX-License-Identifier: Apache-2.0
// bench_scord_top: the device through its ports only: APB configuration, kernel start, the race of ScoRD Figure 3b
// (block-scope atomics of two blocks on one word) and its corrected form, a barrier, the log in memory, interrupt,
// counters, a pick.
`include "scord_params.vh"
module bench_scord_top;
  `include "bench.vh"
  localparam int Sms = 2;
  localparam int Lanes = 4;
  localparam int EventWidth = scord_params::SM_EVENT_WIDTH - scord_params::WORD_THREADS_WIDTH;  // no threads (D40)
  localparam [39:0] Base = 40'h20_0000_0000;
  localparam [39:0] Tracked = 40'h80_0000;
  reg [Sms-1:0] event_valid, issue;
  wire [Sms-1:0] event_ready, pick_valid;
  reg [Sms*EventWidth-1:0] event_bits;
  reg [63:0] ready_mask;
  wire [9:0] pick;
  reg psel, penable, pwrite;
  reg [11:0] paddr;
  reg [31:0] pwdata, latency;
  wire pready, pslverr, interrupt;
  wire [Lanes-1:0] retire_valid;
  wire [Sms-1:0] grant;
  wire [Lanes*scord_params::RETIRE_WIDTH-1:0] retire_lanes;
  wire [31:0] prdata;
  retire_t retire;
  wire [scord_params::AXI_ID_WIDTH-1:0] awid, bid, arid, rid;
  wire [39:0] awaddr, araddr;
  wire [7:0] awlen, wstrb, arlen;
  wire [2:0] awsize, arsize;
  wire [1:0] awburst, arburst, bresp, rresp;
  wire [63:0] wdata, rdata;
  wire awvalid, awready, wlast, wvalid, wready, bvalid, bready, arvalid, arready, rlast, rvalid, rready;

  scord_top #(.NumSms(Sms), .BlocksPerSm(2), .WarpsPerSm(4), .Lanes(Lanes), .MetadataLines(4)) dut (
    .clk_i(clk), .rst_ni(rst_n), .sm_event_valid_i(event_valid), .sm_event_ready_o(event_ready),
           .sm_event_i(event_bits),
    .issue_valid_i(issue), .issue_ready_mask_i(ready_mask), .issue_pick_valid_o(pick_valid), .issue_pick_o(pick),
    .psel_i(psel), .penable_i(penable), .pwrite_i(pwrite), .paddr_i(paddr), .pwdata_i(pwdata), .pready_o(pready),
    .prdata_o(prdata), .pslverr_o(pslverr), .interrupt_o(interrupt), .grant_o(grant),
    .retire_valid_o(retire_valid), .retire_o(retire_lanes),
    .m_axi_awid_o(awid), .m_axi_awaddr_o(awaddr), .m_axi_awlen_o(awlen), .m_axi_awsize_o(awsize),
           .m_axi_awburst_o(awburst),
    .m_axi_awvalid_o(awvalid), .m_axi_awready_i(awready), .m_axi_wdata_o(wdata), .m_axi_wstrb_o(wstrb),
           .m_axi_wlast_o(wlast),
    .m_axi_wvalid_o(wvalid), .m_axi_wready_i(wready), .m_axi_bid_i(bid), .m_axi_bresp_i(bresp), .m_axi_bvalid_i(bvalid),
    .m_axi_bready_o(bready), .m_axi_arid_o(arid), .m_axi_araddr_o(araddr), .m_axi_arlen_o(arlen),
           .m_axi_arsize_o(arsize),
    .m_axi_arburst_o(arburst), .m_axi_arvalid_o(arvalid), .m_axi_arready_i(arready), .m_axi_rid_i(rid),
           .m_axi_rdata_i(rdata),
    .m_axi_rresp_i(rresp), .m_axi_rlast_i(rlast), .m_axi_rvalid_i(rvalid), .m_axi_rready_o(rready));

  axi_memory #(.Words(4096)) memory (
    .clk_i(clk), .rst_ni(rst_n), .latency_i(latency), .base_i(Base), .error_mask_i(40'd0), .error_match_i(40'd0),
           .error_reads_i(1'b1),
    .error_writes_i(1'b1),
    .awid_i(awid), .awaddr_i(awaddr), .awlen_i(awlen), .awsize_i(awsize), .awburst_i(awburst), .awvalid_i(awvalid),
    .awready_o(awready), .wdata_i(wdata), .wstrb_i(wstrb), .wlast_i(wlast), .wvalid_i(wvalid), .wready_o(wready),
    .bid_o(bid), .bresp_o(bresp), .bvalid_o(bvalid), .bready_i(bready), .arid_i(arid), .araddr_i(araddr),
           .arlen_i(arlen),
    .arsize_i(arsize), .arburst_i(arburst), .arvalid_i(arvalid), .arready_o(arready), .rid_o(rid), .rdata_o(rdata),
    .rresp_o(rresp), .rlast_o(rlast), .rvalid_o(rvalid), .rready_i(rready));

  `COVER_POINT(cover_scord_top_clean_inside_block)
  `COVER_POINT(cover_scord_top_race_reported)
  `COVER_POINT(cover_scord_top_interrupt_rises)
  `COVER_POINT(cover_scord_top_interrupt_falls_by_head)
  `COVER_POINT(cover_scord_top_interrupt_falls_by_log_reset)
  `COVER_POINT(cover_scord_top_corrected_program_is_clean)
  `COVER_POINT(cover_scord_top_barrier_orders)
  `COVER_POINT(cover_scord_top_both_scopes_register)
  `COVER_POINT(cover_scord_top_most_waiting_first)
  `COVER_POINT(cover_scord_top_kernel_start_holds_events)
  `COVER_POINT(cover_scord_top_event_waits_for_detector)
  `COVER_POINT(cover_scord_top_both_sms_granted_back_to_back)
  `COVER_POINT(cover_scord_top_several_words_a_cycle)
  `COVER_POINT(cover_scord_top_metadata_in_memory_when_idle)
  `COVER_POINT(cover_scord_top_start_refused_by_an_event)
  `COVER_POINT(cover_scord_top_start_beside_an_event)
  `COVER_POINT(cover_scord_top_write_while_clearing)
  reg [Sms-1:0] past_grant;
  reg [31:0] data;
  task transfer(input [11:0] address, input write, input [31:0] value);
    begin
      psel = 1; penable = 0; pwrite = write; paddr = address; pwdata = value;
      @(negedge clk);
      penable = 1;
      #4 data = prdata;
      check(pready === 1'b1 && pslverr === 1'b0, "APB transfer");
      @(negedge clk);
      {psel, penable, pwrite} = 0;
    end
  endtask

  task wait_idle;
    begin
      data = 1 << scord_params::STATUS_BUSY;
      while (data[scord_params::STATUS_BUSY]) transfer(scord_params::REGISTER_STATUS, 0, 0);
    end
  endtask

  sm_event_t happening;
  integer sequence_number;
  task send(input integer sm);
    begin
      happening.sequence_ = sequence_number;
      sequence_number = sequence_number + 1;
      event_bits[sm*EventWidth +: EventWidth] = happening;
      event_valid[sm] = 1;
      #4 while (!event_ready[sm]) begin @(negedge clk); #4; end
      @(negedge clk);
      event_valid[sm] = 0;
    end
  endtask

  // One access to 32 words, without the shared event variable
  task automatic flood(input integer sm);
    sm_event_t event_now;
    begin
      event_now = 0;
      event_now.kind = scord_params::SM_EVENT_KIND_ACCESS; event_now.op = scord_params::OP_LOAD; event_now.strong_ = 1;
      event_now.address = Tracked + 128 * sm; event_now.mask = 32'hffffffff;
      event_bits[sm*EventWidth +: EventWidth] = event_now;
      event_valid[sm] = 1;
      #4 while (!event_ready[sm]) begin @(negedge clk); #4; end
      @(negedge clk);
      event_valid[sm] = 0;
    end
  endtask

  task launch(input integer sm, input [2:0] slot, input [31:0] warps);
    begin
      happening = 0; happening.kind = scord_params::SM_EVENT_KIND_BLOCK_LAUNCH; happening.slot = slot;
      happening.mask = warps;
      send(sm);
    end
  endtask

  task access(input integer sm, input [2:0] slot, input [4:0] warp, input [1:0] op, input [1:0] scope,
         input [31:0] mask);
    begin
      happening = 0; happening.kind = scord_params::SM_EVENT_KIND_ACCESS; happening.slot = slot; happening.warp = warp;
      happening.op = op; happening.scope = scope; happening.strong_ = op == scord_params::OP_ATOMIC;
      happening.address = Tracked; happening.mask = mask; happening.pc = 77;
      send(sm);
    end
  endtask

  task barrier(input integer sm, input [2:0] slot, input [4:0] warp, input release_it);
    begin
      happening = 0; happening.slot = slot; happening.warp = warp;
      happening.kind = release_it ?
             scord_params::SM_EVENT_KIND_BARRIER_RELEASE : scord_params::SM_EVENT_KIND_BARRIER_ARRIVE;
      send(sm);
    end
  endtask

  task start_kernel;
    begin
      wait_idle;
      transfer(scord_params::REGISTER_CONTROL, 1, 1 << scord_params::CONTROL_KERNEL_START);
      sequence_number = 0;
      launch(0, 0, 32'h3); launch(0, 1, 32'hc); launch(1, 0, 32'h3);
    end
  endtask

  // Verdicts in the order of their decisions
  integer verdicts [0:1023];
  integer retired, granted, lane, cycles_busy;
  initial begin
    retired = 0;
    granted = 0;
    cycles_busy = 0;
    forever begin
      @(negedge clk);
      #3;
      cycles_busy = cycles_busy + 1;
      for (lane = 0; lane < Lanes; lane = lane + 1)
        if (rst_n && retire_valid[lane] === 1'b1) begin
          retire = retire_lanes[lane*scord_params::RETIRE_WIDTH +: scord_params::RETIRE_WIDTH];
          verdicts[retired % 1024] = retire.verdict;
          retired = retired + 1;
        end
      granted = granted + (grant != 0);
      `COVER(cover_scord_top_kernel_start_holds_events, (event_valid & ~event_ready) != 0 && dut.hold);
      `COVER(cover_scord_top_event_waits_for_detector, (event_valid & ~event_ready) != 0 && !dut.hold);
      `COVER(cover_scord_top_both_sms_granted_back_to_back, grant != 0 && past_grant != 0 && grant != past_grant);
      `COVER(cover_scord_top_several_words_a_cycle, retire_valid[1] === 1'b1);
      past_grant = grant;
      check((grant & (grant - 1)) === 0, "one grant a cycle");
    end
  end

  // A kernel start that is written while an SM has an event to hand over. Whenever the event comes: what is taken is
  // decided, once. A start that comes while the device is busy is an error without effect.
  integer offset, taken_before, start_errors;
  task start_beside_an_event;
    begin
      psel = 1; penable = 0; pwrite = 1; paddr = scord_params::REGISTER_CONTROL;
      pwdata = 1 << scord_params::CONTROL_KERNEL_START;
      @(negedge clk);
      penable = 1;
      #4 start_errors = start_errors + pslverr;
      @(negedge clk);
      {psel, penable, pwrite} = 0;
    end
  endtask

  race_record_t race;
  integer i, before_words;
  initial begin
    {event_valid, issue, event_bits, ready_mask, psel, penable, pwrite, paddr, pwdata, latency, sequence_number} = 0;
    start_bench;
    latency = seed - 1;
    transfer(scord_params::REGISTER_TRACKED_BASE_LOW, 1, Tracked);
    transfer(scord_params::REGISTER_LOG2_TRACKED_WORDS, 1, 8);
    transfer(scord_params::REGISTER_LOG2_CACHE_RATIO, 1, 0);
    transfer(scord_params::REGISTER_METADATA_BASE_HIGH, 1, Base >> 32);
    transfer(scord_params::REGISTER_LOG_BASE_HIGH, 1, Base >> 32);
    transfer(scord_params::REGISTER_LOG_BASE_LOW, 1, 8192);
    transfer(scord_params::REGISTER_INTERRUPT_ENABLE, 1, 1);

    // Figure 3b: a block-scope atomicAdd on a head that another block uses
    start_kernel;
    access(0, 0, 0, scord_params::OP_ATOMIC, scord_params::SCOPE_BLOCK, 32'h10);
    access(0, 0, 1, scord_params::OP_ATOMIC, scord_params::SCOPE_BLOCK, 32'h10);
    wait_idle;
    check(retired == 2 && verdicts[0] == scord_params::VERDICT_CLEAN && verdicts[1] == scord_params::VERDICT_CLEAN,
          "inside the block it is right");
    `COVER(cover_scord_top_clean_inside_block, retired == 2);
    check(interrupt === 1'b0, "no interrupt yet");
    access(1, 0, 0, scord_params::OP_ATOMIC, scord_params::SCOPE_BLOCK, 32'h10);
    wait_idle;
    check(retired == 3 && verdicts[2] == scord_params::VERDICT_SCOPED_ATOMIC, "the other block races: Table IV(d)");
    check(interrupt === 1'b1, "interrupt");
    `COVER(cover_scord_top_interrupt_rises, interrupt);
    transfer(scord_params::REGISTER_LOG_TAIL, 0, 0);
    check(data === 1, "one record");
    race = {memory.memory[1027], memory.memory[1026], memory.memory[1025], memory.memory[1024]};
    check(race.address === Tracked + 16 && race.pc === 77 && race.verdict === scord_params::VERDICT_SCOPED_ATOMIC &&
          race.scope === 1'b0 && race.op === scord_params::OP_ATOMIC && race.block_id === 8 && race.warp_id === 0 &&
          race.owner_block_id === 0 && race.owner_warp_id === 1 && race.sequence_ === sequence_number - 1,
                 "its record");
    transfer(scord_params::REGISTER_COUNT_SCOPED_ATOMIC, 0, 0); check(data === 1, "counted");
    `COVER(cover_scord_top_race_reported, data === 1);
    transfer(scord_params::REGISTER_LOG_HEAD, 1, 1);
    #1 check(interrupt === 1'b0, "the head at the tail ends the interrupt");
    `COVER(cover_scord_top_interrupt_falls_by_head, !interrupt);
    access(0, 0, 0, scord_params::OP_ATOMIC, scord_params::SCOPE_BLOCK, 32'h10);
    wait_idle;
    check(retired == 4 && verdicts[3] == scord_params::VERDICT_SCOPED_ATOMIC && interrupt === 1'b1,
           "and a race raises it again");
    transfer(scord_params::REGISTER_CONTROL, 1, 1 << scord_params::CONTROL_LOG_RESET);
    @(negedge clk);
    #1 check(interrupt === 1'b0, "log_reset ends the interrupt");
    `COVER(cover_scord_top_interrupt_falls_by_log_reset, !interrupt);

    // Corrected: device scope
    start_kernel;
    access(0, 0, 0, scord_params::OP_ATOMIC, scord_params::SCOPE_DEVICE, 32'h10);
    access(1, 0, 0, scord_params::OP_ATOMIC, scord_params::SCOPE_DEVICE, 32'h10);
    access(0, 1, 2, scord_params::OP_ATOMIC, scord_params::SCOPE_DEVICE, 32'h10);
    wait_idle;
    check(retired == 7 && verdicts[4] == 0 && verdicts[5] == 0 && verdicts[6] == 0, "device scope is clean");
    `COVER(cover_scord_top_corrected_program_is_clean, retired == 7);

    // A barrier orders the accesses of a block (Table III(c)); without it they race
    start_kernel;
    access(0, 0, 0, scord_params::OP_STORE, scord_params::SCOPE_DEVICE, 32'h3);
    barrier(0, 0, 0, 0); barrier(0, 0, 1, 0); barrier(0, 0, 1, 1);
    access(0, 0, 1, scord_params::OP_LOAD, scord_params::SCOPE_DEVICE, 32'h1);
    access(0, 0, 0, scord_params::OP_STORE, scord_params::SCOPE_DEVICE, 32'h1);
    wait_idle;
    check(retired == 11 && verdicts[9] == 0 && verdicts[10] == scord_params::VERDICT_MISSING_BLOCK_FENCE,
          "ordered by the barrier, then not");
    `COVER(cover_scord_top_barrier_orders, verdicts[9] == 0);
    i = memory.memory[0] >> 32;   // word 0: its owner
    `COVER(cover_scord_top_metadata_in_memory_when_idle, memory.memory[0] !== 64'h0 && i !== 0);

    // D39: a block-scope atomic after a device-scope atomic of another block
    transfer(scord_params::REGISTER_RULES, 1, 1 << scord_params::RULES_BOTH_SCOPES);
    start_kernel;
    access(0, 0, 0, scord_params::OP_ATOMIC, scord_params::SCOPE_DEVICE, 32'h1);
    access(1, 0, 0, scord_params::OP_ATOMIC, scord_params::SCOPE_BLOCK, 32'h1);
    wait_idle;
    check(retired == 13 && verdicts[11] == 0 && verdicts[12] == scord_params::VERDICT_SCOPED_ATOMIC,
           "both scopes count");
    `COVER(cover_scord_top_both_scopes_register, verdicts[12] == scord_params::VERDICT_SCOPED_ATOMIC);
    transfer(scord_params::REGISTER_RULES, 1, 0);

    // Most waiting first: the block with a waiting warp goes first
    issue[0] = 1; ready_mask[3:0] = 4'b0110;
    #1 check(pick_valid[0] === 1'b1 && pick[4:0] === 1, "equal priorities: lowest slot");
    issue[0] = 0;
    barrier(0, 1, 3, 0);
    issue[0] = 1;
    #1 check(pick_valid[0] === 1'b1 && pick[4:0] === 2, "slot 1 has a waiting warp");
    `COVER(cover_scord_top_most_waiting_first, pick[4:0] === 2);
    @(negedge clk);
    issue[0] = 0;

    // Both SMs at once, with more requests than their buffers hold: the SMs must wait, and the detector alternates
    wait_idle;
    before_words = retired;
    i = granted;
    fork
      begin : first_sm
        repeat (30) begin : sends0
          flood(0);
        end
      end
      begin : second_sm
        repeat (30) begin : sends1
          flood(1);
        end
      end
    join
    wait_idle;
    check(retired == before_words + 60 * 32 && granted == i + 60, "nothing was dropped");

    // An event before, in and after each cycle of a kernel start
    start_errors = 0;
    for (offset = 0; offset < 24; offset = offset + 1) begin
      wait_idle;
      repeat (4) @(negedge clk);
      taken_before = retired;
      fork
        begin : start_of_kernel
          repeat (8) @(negedge clk);
          start_beside_an_event;
        end
        begin : event_of_sm
          repeat (offset) @(negedge clk);
          access(offset % 2, 0, 0, scord_params::OP_LOAD, scord_params::SCOPE_DEVICE, 32'h1);
        end
      join
      wait_idle;
      check(retired == taken_before + 1, "an event beside a kernel start is decided, once");
    end
    `COVER(cover_scord_top_start_refused_by_an_event, start_errors > 0);
    `COVER(cover_scord_top_start_beside_an_event, start_errors < 20);

    // While metadata is cleared the device is busy, says so, and takes no configuration
    wait_idle;
    start_errors = 0;
    start_beside_an_event;
    transfer(scord_params::REGISTER_STATUS, 0, 0);
    check(start_errors == 0 && data[scord_params::STATUS_CLEARING] && data[scord_params::STATUS_BUSY], "busy and clearing");
    psel = 1; penable = 0; pwrite = 1; paddr = scord_params::REGISTER_LOG2_TRACKED_WORDS; pwdata = 9;
    @(negedge clk);
    penable = 1;
    #4 check(pslverr === 1'b1, "no configuration while clearing");
    @(negedge clk);
    {psel, penable, pwrite} = 0;
    `COVER(cover_scord_top_write_while_clearing, data[scord_params::STATUS_CLEARING]);
    wait_idle;

    // Speed: an access to 32 words with buffered metadata, directly after another one
    wait_idle;
    access(1, 0, 1, scord_params::OP_STORE, scord_params::SCOPE_DEVICE, 32'hffffffff);
    wait_idle;
    before_words = retired;
    i = cycles_busy;
    access(1, 0, 1, scord_params::OP_STORE, scord_params::SCOPE_DEVICE, 32'hffffffff);
    while (retired < before_words + 32) @(negedge clk);
    $display("%0d cycles from the event to its 32nd decision, latency up to %0d", cycles_busy - i, latency + 1);
    if (latency == 0) check(cycles_busy - i <= 32 / Lanes + 10, "32 words in 32 / Lanes cycles, ten on the way");
    wait_idle;
    check(memory.protocol_errors == 0, "AXI manners");
    finish_bench;
  end
endmodule
