// SPDX-License-Identifier: Apache-2.0
// bench_control_registers: reads and writes every address of the APB space, idle and busy, in and out of range;
// commands, status, interrupt, log head; the counters of four lanes against a list, with GroupedLines of groups of words.
`include "scord_params.vh"
module bench_control_registers;
  `include "bench.vh"
  parameter int GroupedLines = 0;
  localparam int Lanes = 4;
  localparam int RetireWidth = scord_params::RETIRE_WIDTH;
  reg psel, penable, pwrite, clearing, busy, system_scope, stall, read_error, write_error;
  reg line_hit, line_miss, stall_metadata, stall_race_log, stall_line, stall_fetch, stall_queue;
  reg [Lanes-1:0] retire_valid;
  reg [Lanes*RetireWidth-1:0] retire;
  reg [Lanes*32-1:0] retire_words;
  reg [11:0] paddr;
  reg [31:0] pwdata, tail, dropped;
  wire pready, pslverr, interrupt, kernel_start, log_reset, both_scopes;
  wire [31:0] prdata, capacity, head;
  wire [39:0] tracked_base, metadata_base, log_base;
  wire [5:0] log2_words;
  wire [2:0] log2_ratio;
  wire [scord_params::ISSUE_POLICY_WIDTH-1:0] policy;
  control_registers #(.Lanes(Lanes), .GroupedLines(GroupedLines)) dut (
    .clk_i(clk), .rst_ni(rst_n), .psel_i(psel), .penable_i(penable), .pwrite_i(pwrite), .paddr_i(paddr),
    .pwdata_i(pwdata), .pready_o(pready), .prdata_o(prdata), .pslverr_o(pslverr), .interrupt_o(interrupt),
    .kernel_start_o(kernel_start), .log_reset_o(log_reset), .tracked_base_o(tracked_base),
    .log2_tracked_words_o(log2_words), .log2_cache_ratio_o(log2_ratio), .metadata_base_o(metadata_base),
    .log_base_o(log_base), .log_capacity_o(capacity), .log_head_o(head), .issue_policy_o(policy),
    .both_scopes_o(both_scopes), .clearing_i(clearing), .busy_i(busy), .log_tail_i(tail), .log_dropped_i(dropped),
    .retire_valid_i(retire_valid), .retire_i(retire), .retire_words_i(retire_words), .system_scope_i(system_scope), .stall_sm_i(stall),
    .line_hit_i(line_hit), .line_miss_i(line_miss), .stall_metadata_i(stall_metadata),
    .stall_race_log_i(stall_race_log), .stall_line_i(stall_line), .stall_fetch_i(stall_fetch),
    .stall_queue_i(stall_queue), .axi_read_error_i(read_error), .axi_write_error_i(write_error));

  `COVER_POINT(cover_control_registers_write_idle)
  `COVER_POINT(cover_control_registers_write_busy_refused)
  `COVER_POINT(cover_control_registers_write_busy_allowed)
  `COVER_POINT(cover_control_registers_write_out_of_range)
  `COVER_POINT(cover_control_registers_write_read_only)
  `COVER_POINT(cover_control_registers_unknown_address)
  `COVER_POINT(cover_control_registers_misaligned_address)
  `COVER_POINT(cover_control_registers_back_to_back_same_register)
  `COVER_POINT(cover_control_registers_back_to_back_other_register)
  `COVER_POINT(cover_control_registers_setup_without_access)
  `COVER_POINT(cover_control_registers_kernel_start)
  `COVER_POINT(cover_control_registers_log_reset)
  `COVER_POINT(cover_control_registers_both_commands)
  `COVER_POINT(cover_control_registers_log_head_within_tail)
  `COVER_POINT(cover_control_registers_log_head_beyond_tail)
  `COVER_POINT(cover_control_registers_log_head_wraps)
  `COVER_POINT(cover_control_registers_interrupt)
  `COVER_POINT(cover_control_registers_every_lane_counts)
  `COVER_POINT(cover_control_registers_counter_steps_by_lanes)
  `COVER_POINT(cover_control_registers_axi_error_of_both)
  reg [31:0] data;
  reg error;
  reg [11:0] past_address;

  task transfer(input [11:0] address, input write, input [31:0] value);
    begin
      psel = 1; penable = 0; pwrite = write; paddr = address; pwdata = value;
      #4 check(pslverr === 1'b0, "no error in the setup phase");
      @(negedge clk);
      penable = 1;
      #4 data = prdata; error = pslverr;
      check(pready === 1'b1, "never waits");
      `COVER(cover_control_registers_back_to_back_same_register, write && past_address == address);
      `COVER(cover_control_registers_back_to_back_other_register, write && past_address != address);
      past_address = address;
      @(negedge clk);
      {psel, penable, pwrite} = 0;
    end
  endtask

  // The registers of docs/parameters.md and docs/rtl-interface.md: 0 unknown, 1 read-only, 2 writable when idle, 3
  // always writable; width in bits
  function automatic [7:0] kind_of(input [11:0] address);
    case (address)
      scord_params::REGISTER_IDENTIFICATION, scord_params::REGISTER_STATUS, scord_params::REGISTER_LOG_TAIL,
      scord_params::REGISTER_LOG_DROPPED: kind_of = {2'd1, 6'd32};
      scord_params::REGISTER_INTERRUPT_ENABLE: kind_of = {2'd3, 6'd1};
      scord_params::REGISTER_RULES: kind_of = {2'd2, 6'd1};
      scord_params::REGISTER_ISSUE_POLICY: kind_of = {2'd3, 6'd3};
      scord_params::REGISTER_TRACKED_BASE_LOW, scord_params::REGISTER_METADATA_BASE_LOW,
      scord_params::REGISTER_LOG_BASE_LOW, scord_params::REGISTER_LOG_CAPACITY: kind_of = {2'd2, 6'd32};
      scord_params::REGISTER_TRACKED_BASE_HIGH, scord_params::REGISTER_METADATA_BASE_HIGH,
      scord_params::REGISTER_LOG_BASE_HIGH: kind_of = {2'd2, 6'd8};
      scord_params::REGISTER_LOG2_TRACKED_WORDS: kind_of = {2'd2, 6'd6};
      scord_params::REGISTER_LOG2_CACHE_RATIO: kind_of = {2'd2, 6'd3};
      default: kind_of = address >= scord_params::REGISTER_COUNT_CHECKS && address % 4 == 0 &&
                         address <= scord_params::REGISTER_COUNT_AXI_ERRORS ? {2'd1, 6'd32} : 8'd0;
    endcase
  endfunction

  function automatic in_range(input [11:0] address, input [31:0] value);
    case (address)
      scord_params::REGISTER_LOG2_TRACKED_WORDS: in_range = value >= 4 && value <= 36;
      scord_params::REGISTER_LOG2_CACHE_RATIO: in_range = value <= 4;
      scord_params::REGISTER_METADATA_BASE_LOW: in_range = value % scord_params::METADATA_LINE_BYTES == 0;
      scord_params::REGISTER_LOG_BASE_LOW: in_range = value % 32 == 0;
      scord_params::REGISTER_LOG_CAPACITY: in_range = value != 0;
      scord_params::REGISTER_RULES: in_range = value <= 1;
      // an existing policy
      scord_params::REGISTER_ISSUE_POLICY: in_range = value <= scord_params::ISSUE_POLICY_MWF_GTO;
      default: in_range = 1;
    endcase
  endfunction

  // A value near the bounds of the register's range, or any value
  function automatic [31:0] draw_value(input [11:0] address);
    case (address)
      scord_params::REGISTER_LOG2_TRACKED_WORDS: draw_value = one_in(8) ? random_bits(0) : random_below(40);
      scord_params::REGISTER_LOG2_CACHE_RATIO: draw_value = one_in(8) ? random_bits(0) : random_below(8);
      scord_params::REGISTER_METADATA_BASE_LOW: draw_value = random_bits(0) << random_below(12);
      scord_params::REGISTER_LOG_BASE_LOW: draw_value = random_bits(0) << random_below(8);
      scord_params::REGISTER_LOG_CAPACITY: draw_value = one_in(3) ? 0 : random_bits(0);
      scord_params::REGISTER_RULES: draw_value = random_below(one_in(4) ? 9 : 2);
      scord_params::REGISTER_ISSUE_POLICY: draw_value = one_in(8) ? random_bits(0) : random_below(8);
      default: draw_value = random_bits(0);
    endcase
  endfunction

  reg [31:0] written [0:4095];   // the value of a register
  reg [7:0] kind;
  reg [31:0] value, mask;
  reg may;

  task write_and_read(input [11:0] address, input integer device_busy);
    begin
      kind = kind_of(address);
      value = draw_value(address);
      busy = device_busy;
      mask = kind[5:0] == 32 ? 32'hffffffff : (1 << kind[5:0]) - 1;
      may = kind[7:6] >= 2 && in_range(address, value) && (kind[7:6] == 3 || !busy);
      transfer(address, 1, value);
      check(error === !may, "PSLVERR of a write");
      if (may) written[address] = value & mask;
      `COVER(cover_control_registers_write_idle, may && !busy);
      `COVER(cover_control_registers_write_busy_refused, kind[7:6] == 2 && busy && in_range(address, value));
      `COVER(cover_control_registers_write_busy_allowed, may && busy);
      `COVER(cover_control_registers_write_out_of_range, !busy && kind[7:6] == 2 && !in_range(address, value));
      `COVER(cover_control_registers_write_read_only, kind[7:6] == 1);
      `COVER(cover_control_registers_unknown_address, kind == 0 && address % 4 == 0);
      `COVER(cover_control_registers_misaligned_address, address % 4 != 0);
      transfer(address, 0, 0);
      check(error === (kind == 0), "PSLVERR of a read");
      if (kind[7:6] >= 2) check(data === written[address], "reads what was written in range, idle");
      check(kernel_start === 0 && log_reset === 0, "no command");
    end
  endtask

  task check_reset_values;
    begin
      transfer(scord_params::REGISTER_IDENTIFICATION, 0, 0); check(data === "SCRD", "identification");
      transfer(scord_params::REGISTER_LOG_CAPACITY, 0, 0);
      check(data === scord_params::DEFAULT_LOG_CAPACITY, "default capacity");
      transfer(scord_params::REGISTER_LOG2_CACHE_RATIO, 0, 0);
      check(data === scord_params::DEFAULT_LOG2_CACHE_RATIO, "default ratio");
      transfer(scord_params::REGISTER_ISSUE_POLICY, 0, 0);
      check(data === scord_params::DEFAULT_ISSUE_POLICY, "default policy");
      transfer(scord_params::REGISTER_RULES, 0, 0);
      check(data === scord_params::DEFAULT_BOTH_SCOPES, "default rules (D39)");
      written[scord_params::REGISTER_LOG_CAPACITY] = scord_params::DEFAULT_LOG_CAPACITY;
      written[scord_params::REGISTER_LOG2_CACHE_RATIO] = scord_params::DEFAULT_LOG2_CACHE_RATIO;
      written[scord_params::REGISTER_ISSUE_POLICY] = scord_params::DEFAULT_ISSUE_POLICY;
      written[scord_params::REGISTER_RULES] = scord_params::DEFAULT_BOTH_SCOPES;
      written[scord_params::REGISTER_LOG2_TRACKED_WORDS] = 4;
      // every other register and status bit is zero
      for (i = 4; i < 256; i = i + 4) begin
        transfer(i, 0, 0);
        check(data === (i == scord_params::REGISTER_CONTROL ? data : written[i]), "value after reset");
      end
      check_ports;
    end
  endtask

  task check_ports;
    begin
      check(tracked_base === {written[scord_params::REGISTER_TRACKED_BASE_HIGH][7:0],
             written[scord_params::REGISTER_TRACKED_BASE_LOW]},
            "tracked_base");
      check(metadata_base === {written[scord_params::REGISTER_METADATA_BASE_HIGH][7:0],
                               written[scord_params::REGISTER_METADATA_BASE_LOW]}, "metadata_base");
      check(log_base === {written[scord_params::REGISTER_LOG_BASE_HIGH][7:0],
             written[scord_params::REGISTER_LOG_BASE_LOW]}, "log_base");
      check(capacity === written[scord_params::REGISTER_LOG_CAPACITY] &&
             policy === written[scord_params::REGISTER_ISSUE_POLICY] &&
            log2_words === written[scord_params::REGISTER_LOG2_TRACKED_WORDS] &&
                   both_scopes === written[scord_params::REGISTER_RULES] &&
            log2_ratio === written[scord_params::REGISTER_LOG2_CACHE_RATIO], "configuration reaches its ports");
    end
  endtask

  task check_commands;
    begin
      busy = 0;
      for (i = 0; i < 4; i = i + 1) begin
        transfer(scord_params::REGISTER_CONTROL, 1, i);
        #1 check(!error && kernel_start === i[scord_params::CONTROL_KERNEL_START] &&
                 log_reset === i[scord_params::CONTROL_LOG_RESET], "the commands asked for");
        `COVER(cover_control_registers_kernel_start, kernel_start);
        `COVER(cover_control_registers_log_reset, log_reset);
        `COVER(cover_control_registers_both_commands, kernel_start && log_reset);
        @(negedge clk); #1 check(kernel_start === 0 && log_reset === 0, "pulses of one cycle");
        @(negedge clk);
      end
      busy = 1;
      transfer(scord_params::REGISTER_CONTROL, 1, 3);
      #1 check(error === 1 && kernel_start === 0 && log_reset === 0, "no command while busy");
      busy = 0;
      // the setup phase alone has no effect
      psel = 1; pwrite = 1; paddr = scord_params::REGISTER_CONTROL; pwdata = 3;
      @(negedge clk); {psel, pwrite} = 0;
      @(negedge clk); #1 check(kernel_start === 0 && log_reset === 0, "no command without an access phase");
      `COVER(cover_control_registers_setup_without_access, 1);
    end
  endtask

  // The head moves up to the tail, never back or past it (D38), modulo 2^32.
  task check_log_head;
    begin
      check(head === 0, "log_reset zeroes the head");
      data = 0;
      repeat (300) begin
        tail = tail + random_below(5) + (one_in(60) ? 32'h1fffffff : 0);
        // a legal distance: the ring has fewer than 2^31 records
        if (tail - head > 32'h70000000) tail = head;
        value = one_in(3) ? tail + 1 + random_below(3) : one_in(3) ? head - 1 - random_below(2) :
                            head + random_below(tail - head > 1000 ? 1000 : tail - head + 1);
        may = value - head <= tail - head;
        busy = one_in(2);
        `COVER(cover_control_registers_log_head_within_tail, may && value != head);
        `COVER(cover_control_registers_log_head_beyond_tail, !may);
        `COVER(cover_control_registers_log_head_wraps, may && value < head);
        mask = head;
        transfer(scord_params::REGISTER_LOG_HEAD, 1, value);
        #1 check(error === !may && head === (may ? value : mask), "log_head within head .. tail");
        transfer(scord_params::REGISTER_LOG_HEAD, 0, 0);
        check(data === head, "log_head reads back");
        if (one_in(40)) begin transfer(scord_params::REGISTER_LOG_HEAD, 1, tail); tail = tail + 32'h30000000; end
      end
      repeat (6) begin   // one full turn
        tail = head + 32'h30000000;
        mask = head;
        transfer(scord_params::REGISTER_LOG_HEAD, 1, tail);
        #1 check(!error && head === tail, "over the top");
        `COVER(cover_control_registers_log_head_wraps, head < mask);
      end
      busy = 0;
      tail = head;
      transfer(scord_params::REGISTER_CONTROL, 1, 1 << scord_params::CONTROL_LOG_RESET);
      @(posedge clk);
      #1 tail = 0;   // the reporter empties its log in the same cycle
      @(negedge clk);
      check(head === 0, "log_reset zeroes the head");
    end
  endtask

  task check_status;
    for (i = 0; i < 32; i = i + 1) begin
      {busy, clearing} = i; tail = i[2]; dropped = random_bits(0);
      transfer(scord_params::REGISTER_INTERRUPT_ENABLE, 1, i[3]);
      check(interrupt === (i[2] && i[3]), "interrupt");
      `COVER(cover_control_registers_interrupt, interrupt);
      transfer(scord_params::REGISTER_STATUS, 0, 0);
      check(data[scord_params::STATUS_BUSY] === busy && data[scord_params::STATUS_CLEARING] === clearing &&
            data[scord_params::STATUS_RACE] === i[2] && data[scord_params::STATUS_AXI_ERROR] === 0, "status");
      transfer(scord_params::REGISTER_LOG_TAIL, 0, 0); check(data === tail, "log_tail");
      transfer(scord_params::REGISTER_LOG_DROPPED, 0, 0); check(data === dropped, "log_dropped");
    end
  endtask

  integer count [0:4095];  // by register address
  integer lane, lanes_counted, words;
  retire_t item;
  task step(input [11:0] address, input integer by);
    count[address] = count[address] + by;
  endtask

  task draw_item;
    begin
      item = {random_bits(0), random_bits(0), random_bits(0), random_bits(0), random_bits(0), random_bits(0),
             random_bits(0)};
      item.kind = one_in(6);
      item.path = random_below(7);
      item.verdict = item.path == 0 ? random_below(7) : 0;
      if (item.path == scord_params::PATH_NOT_PERFORMED) item.verdict = scord_params::VERDICT_NOT_PERFORMED;
      retire[lane*RetireWidth +: RetireWidth] = item;
      // The words of a request are in one lane each; a fence has one.
      retire_words[lane*32 +: 32] = item.kind == scord_params::REQUEST_KIND_FENCE ? 1 :
                                    random_bits(0) & 32'h0101_0101 * (1 << lane | 16 << lane);
      words = GroupedLines != 0 ? $countones(retire_words[lane*32 +: 32]) : 1;
    end
  endtask

  task count_item;
    if (retire_valid[lane]) begin
      lanes_counted = lanes_counted + 1;
      if (item.kind == scord_params::REQUEST_KIND_FENCE) step(scord_params::REGISTER_COUNT_FENCES, words);
      else if (item.path == scord_params::PATH_UNTRACKED) step(scord_params::REGISTER_COUNT_UNTRACKED, words);
      else if (item.path == scord_params::PATH_NOT_PERFORMED) step(scord_params::REGISTER_COUNT_NOT_PERFORMED, words);
      else begin
        step(scord_params::REGISTER_COUNT_CHECKS, words);
        if (item.tag_miss) step(scord_params::REGISTER_COUNT_TAG_MISS, words);
        case (item.path)
          scord_params::PATH_INITIALIZATION: step(scord_params::REGISTER_COUNT_INITIALIZATION, words);
          scord_params::PATH_PROGRAM_ORDER: step(scord_params::REGISTER_COUNT_PROGRAM_ORDER, words);
          scord_params::PATH_BARRIER: step(scord_params::REGISTER_COUNT_BARRIER, words);
          scord_params::PATH_ATOMIC_AFTER_ATOMIC: step(scord_params::REGISTER_COUNT_ATOMIC_AFTER_ATOMIC, words);
          default: ;
        endcase
        // verdicts 1 to 6 have the order of their registers
        if (item.verdict != 0) step(scord_params::REGISTER_COUNT_MISSING_BLOCK_FENCE + 4 * (item.verdict - 1), words);
      end
    end
  endtask

  task check_counters;
    begin
      repeat (2000) begin
        lanes_counted = 0;
        retire_valid = (1 << random_below(Lanes + 1)) - 1;   // the lowest lanes
        for (lane = 0; lane < Lanes; lane = lane + 1) begin draw_item; count_item; end
        `COVER(cover_control_registers_every_lane_counts, lanes_counted == Lanes);
        {system_scope, stall, line_hit, line_miss, stall_metadata, stall_race_log, stall_line, stall_fetch,
               stall_queue} = random_bits(0);
        read_error = one_in(9); write_error = one_in(5);
        step(scord_params::REGISTER_COUNT_SYSTEM_SCOPE, system_scope); step(scord_params::REGISTER_COUNT_STALL_SM,
               stall);
        step(scord_params::REGISTER_COUNT_LINE_HIT, line_hit); step(scord_params::REGISTER_COUNT_LINE_MISS, line_miss);
        step(scord_params::REGISTER_COUNT_STALL_METADATA, stall_metadata);
        step(scord_params::REGISTER_COUNT_STALL_RACE_LOG, stall_race_log);
        step(scord_params::REGISTER_COUNT_STALL_LINE, stall_line); step(scord_params::REGISTER_COUNT_STALL_FETCH,
               stall_fetch);
        step(scord_params::REGISTER_COUNT_STALL_QUEUE, stall_queue);
        step(scord_params::REGISTER_COUNT_AXI_ERRORS, read_error + write_error);
        `COVER(cover_control_registers_axi_error_of_both, read_error && write_error);
        mask = count[scord_params::REGISTER_COUNT_CHECKS];
        @(negedge clk);
        if (one_in(50)) begin
          retire_valid = 0;
          {system_scope, stall, line_hit, line_miss, stall_metadata, stall_race_log, stall_line, stall_fetch,
                 stall_queue} = 0;
          {read_error, write_error} = 0;
          transfer(scord_params::REGISTER_COUNT_CHECKS, 0, 0);
          check(data === count[scord_params::REGISTER_COUNT_CHECKS], "checks, while they are counted");
          `COVER(cover_control_registers_counter_steps_by_lanes, data > 100);
        end
      end
      retire_valid = 0;
      {system_scope, stall, line_hit, line_miss, stall_metadata, stall_race_log, stall_line, stall_fetch,
             stall_queue} = 0;
      {read_error, write_error} = 0;
      for (i = scord_params::REGISTER_COUNT_CHECKS; i <= scord_params::REGISTER_COUNT_AXI_ERRORS; i = i + 4) begin
        transfer(i, 0, 0);
        check(data === count[i] && data > 0, "counter");
      end
    end
  endtask

  integer address, i;
  initial begin
    {psel, penable, pwrite, clearing, busy, system_scope, stall, read_error, write_error, retire_valid, retire, retire_words} = 0;
    {line_hit, line_miss, stall_metadata, stall_race_log, stall_line, stall_fetch, stall_queue} = 0;
    {paddr, pwdata, tail, dropped, past_address} = 0;
    for (i = 0; i < 4096; i = i + 1) begin count[i] = 0; written[i] = 0; end
    start_bench;
    check_reset_values;
    // The first 256 addresses, some above, and misaligned ones: idle, busy, idle again (commands and log_head
    // separately)
    for (address = 0; address < 4096; address = address + (address < 256 ? 1 : 37))
      if (address != scord_params::REGISTER_CONTROL && address != scord_params::REGISTER_LOG_HEAD)
        repeat (kind_of(address) >= 8'h80 ? 12 : 1) begin
          write_and_read(address, 0);
          write_and_read(address, 1);
          write_and_read(address, 0);
        end
    check_ports;
    check_commands;
    check_log_head;
    check_status;
    busy = 0;
    check_counters;
    transfer(scord_params::REGISTER_STATUS, 0, 0); check(data[scord_params::STATUS_AXI_ERROR] === 1,
           "axi_error is sticky");
    transfer(scord_params::REGISTER_CONTROL, 1, 1 << scord_params::CONTROL_KERNEL_START);
    transfer(scord_params::REGISTER_STATUS, 0, 0);
    check(data[scord_params::STATUS_AXI_ERROR] === 0, "until kernel_start");
    transfer(scord_params::REGISTER_COUNT_CHECKS, 0, 0);
    check(data === count[scord_params::REGISTER_COUNT_CHECKS], "counters count on");
    finish_bench;
  end
endmodule
