// bench_control_registers: every address of the APB space read and written, idle and busy; counters against a list.
`include "scord_params.vh"
module bench_control_registers;
  `include "bench.vh"
  reg psel, penable, pwrite, clearing, busy, check_word, tag_miss, untracked, fence, system_scope, stall, read_error, write_error;
  reg [11:0] paddr;
  reg [31:0] pwdata, tail, dropped;
  reg [2:0] path, verdict;
  wire pready, pslverr, interrupt, kernel_start, log_reset;
  wire [31:0] prdata, capacity;
  wire [39:0] tracked_base, metadata_base, log_base;
  wire [5:0] log2_words;
  wire [2:0] log2_ratio;
  wire [1:0] policy;
  control_registers dut (
    .clk_i(clk), .rst_ni(rst_n), .psel_i(psel), .penable_i(penable), .pwrite_i(pwrite), .paddr_i(paddr), .pwdata_i(pwdata),
    .pready_o(pready), .prdata_o(prdata), .pslverr_o(pslverr), .interrupt_o(interrupt), .kernel_start_o(kernel_start),
    .log_reset_o(log_reset), .tracked_base_o(tracked_base), .log2_tracked_words_o(log2_words),
    .log2_cache_ratio_o(log2_ratio), .metadata_base_o(metadata_base), .log_base_o(log_base), .log_capacity_o(capacity),
    .issue_policy_o(policy), .clearing_i(clearing), .busy_i(busy), .log_tail_i(tail), .log_dropped_i(dropped),
    .check_i(check_word), .path_i(path), .verdict_i(verdict), .tag_miss_i(tag_miss), .untracked_i(untracked),
    .fence_i(fence), .system_scope_i(system_scope), .stall_sm_i(stall), .axi_read_error_i(read_error),
    .axi_write_error_i(write_error));

  reg [31:0] data;
  reg error;
  task transfer(input [11:0] address, input write, input [31:0] value);
    begin
      psel = 1; penable = 0; pwrite = write; paddr = address; pwdata = value;
      @(negedge clk);
      penable = 1;
      #4 data = prdata; error = pslverr;
      check(pready === 1'b1, "never waits");
      @(negedge clk);
      {psel, penable, pwrite} = 0;
    end
  endtask

  // What docs/parameters.md says: 0 unknown, 1 read-only, 2 written when idle, 3 written always; width in bits
  function automatic [7:0] kind_of(input [11:0] address);
    case (address)
      scord_params::REGISTER_IDENTIFICATION, scord_params::REGISTER_STATUS, scord_params::REGISTER_LOG_TAIL,
      scord_params::REGISTER_LOG_DROPPED: kind_of = {2'd1, 6'd32};
      scord_params::REGISTER_CONTROL: kind_of = {2'd2, 6'd0};
      scord_params::REGISTER_INTERRUPT_ENABLE: kind_of = {2'd3, 6'd1};
      scord_params::REGISTER_ISSUE_POLICY: kind_of = {2'd3, 6'd2};
      scord_params::REGISTER_TRACKED_BASE_LOW, scord_params::REGISTER_METADATA_BASE_LOW, scord_params::REGISTER_LOG_BASE_LOW,
      scord_params::REGISTER_LOG_CAPACITY: kind_of = {2'd2, 6'd32};
      scord_params::REGISTER_TRACKED_BASE_HIGH, scord_params::REGISTER_METADATA_BASE_HIGH,
      scord_params::REGISTER_LOG_BASE_HIGH: kind_of = {2'd2, 6'd8};
      scord_params::REGISTER_LOG2_TRACKED_WORDS: kind_of = {2'd2, 6'd6};
      scord_params::REGISTER_LOG2_CACHE_RATIO: kind_of = {2'd2, 6'd3};
      default: kind_of = address >= scord_params::REGISTER_COUNT_CHECKS && address <= scord_params::REGISTER_COUNT_AXI_ERRORS &&
                         address % 4 == 0 ? {2'd1, 6'd32} : 8'd0;
    endcase
  endfunction

  integer count [0:4095];  // by register address
  integer address, i;
  reg [31:0] value, expected;
  reg [7:0] kind;
  reg [31:0] written [0:4095];
  initial begin
    {psel, penable, pwrite, clearing, busy, check_word, tag_miss, untracked, fence, system_scope, stall, read_error, write_error} = 0;
    {paddr, pwdata, tail, dropped, path, verdict} = 0;
    for (i = 0; i < 4096; i = i + 1) count[i] = 0;
    start_bench;
    // Values after reset
    transfer(scord_params::REGISTER_IDENTIFICATION, 0, 0); check(data === "SCRD", "identification");
    transfer(scord_params::REGISTER_LOG_CAPACITY, 0, 0); check(data === scord_params::DEFAULT_LOG_CAPACITY, "default capacity");
    transfer(scord_params::REGISTER_LOG2_CACHE_RATIO, 0, 0); check(data === scord_params::DEFAULT_LOG2_CACHE_RATIO, "default ratio");
    transfer(scord_params::REGISTER_ISSUE_POLICY, 0, 0); check(data === scord_params::DEFAULT_ISSUE_POLICY, "default policy");
    // Every address of the first 256, some beyond, misaligned too; writes idle, then busy
    for (address = 0; address < 4096; address = address + (address < 256 ? 1 : 37)) if (address != scord_params::REGISTER_CONTROL) begin
      kind = kind_of(address);
      value = random_bits(0);
      transfer(address, 1, value);
      check(error === (kind[7:6] < 2), "PSLVERR of an idle write");
      expected = kind[5:0] == 32 ? value : value & ((1 << kind[5:0]) - 1);
      transfer(address, 0, 0);
      check(error === (kind[7:6] == 0), "PSLVERR of a read");
      if (kind[7:6] >= 2) check(data === expected, "reads back");
      busy = 1;
      transfer(address, 1, ~value);
      check(error === (kind[7:6] < 3), "PSLVERR of a busy write");
      busy = 0;
      transfer(address, 0, 0);
      if (kind[7:6] == 2) check(data === expected, "a busy write has no effect");
      written[address] = data;
    end
    check(tracked_base === {written[scord_params::REGISTER_TRACKED_BASE_HIGH][7:0], written[scord_params::REGISTER_TRACKED_BASE_LOW]} &&
          metadata_base === {written[scord_params::REGISTER_METADATA_BASE_HIGH][7:0], written[scord_params::REGISTER_METADATA_BASE_LOW]} &&
          log_base === {written[scord_params::REGISTER_LOG_BASE_HIGH][7:0], written[scord_params::REGISTER_LOG_BASE_LOW]} &&
          capacity === written[scord_params::REGISTER_LOG_CAPACITY] && policy === written[scord_params::REGISTER_ISSUE_POLICY][1:0] &&
          log2_words === written[scord_params::REGISTER_LOG2_TRACKED_WORDS][5:0] &&
          log2_ratio === written[scord_params::REGISTER_LOG2_CACHE_RATIO][2:0], "configuration reaches its ports");
    // Commands
    transfer(scord_params::REGISTER_CONTROL, 1, 1 << scord_params::CONTROL_KERNEL_START);
    #1 check(kernel_start === 1 && log_reset === 0, "kernel_start pulse");
    @(negedge clk); #1 check(kernel_start === 0, "of one cycle");
    transfer(scord_params::REGISTER_CONTROL, 1, 1 << scord_params::CONTROL_LOG_RESET);
    #1 check(kernel_start === 0 && log_reset === 1, "log_reset pulse");
    @(negedge clk); #1 check(log_reset === 0, "of one cycle");
    busy = 1;
    transfer(scord_params::REGISTER_CONTROL, 1, 3);
    #1 check(error === 1 && kernel_start === 0 && log_reset === 0, "no command while busy");
    // Status and interrupt
    for (i = 0; i < 32; i = i + 1) begin
      {busy, clearing} = i; tail = i[2]; dropped = i;
      transfer(scord_params::REGISTER_INTERRUPT_ENABLE, 1, i[3]);
      check(interrupt === (i[2] && i[3]), "interrupt");
      transfer(scord_params::REGISTER_STATUS, 0, 0);
      check(data[scord_params::STATUS_BUSY] === busy && data[scord_params::STATUS_CLEARING] === clearing &&
            data[scord_params::STATUS_RACE] === i[2] && data[scord_params::STATUS_AXI_ERROR] === 0, "status");
      transfer(scord_params::REGISTER_LOG_TAIL, 0, 0); check(data === tail, "log_tail");
      transfer(scord_params::REGISTER_LOG_DROPPED, 0, 0); check(data === dropped, "log_dropped");
    end
    busy = 0;
    // Counters
    repeat (3000) begin
      check_word = one_in(2); untracked = !check_word && one_in(3); fence = !check_word && !untracked && one_in(2);
      path = random_below(5); verdict = path == 0 ? random_below(7) : 0; tag_miss = one_in(3);
      system_scope = one_in(4); stall = one_in(3); read_error = one_in(9); write_error = one_in(5);
      if (check_word) begin
        count[scord_params::REGISTER_COUNT_CHECKS] = count[scord_params::REGISTER_COUNT_CHECKS] + 1;
        if (tag_miss) count[scord_params::REGISTER_COUNT_TAG_MISS] = count[scord_params::REGISTER_COUNT_TAG_MISS] + 1;
        case (path)
          1: count[scord_params::REGISTER_COUNT_INITIALIZATION] = count[scord_params::REGISTER_COUNT_INITIALIZATION] + 1;
          2: count[scord_params::REGISTER_COUNT_PROGRAM_ORDER] = count[scord_params::REGISTER_COUNT_PROGRAM_ORDER] + 1;
          3: count[scord_params::REGISTER_COUNT_BARRIER] = count[scord_params::REGISTER_COUNT_BARRIER] + 1;
          4: count[scord_params::REGISTER_COUNT_ATOMIC_AFTER_ATOMIC] = count[scord_params::REGISTER_COUNT_ATOMIC_AFTER_ATOMIC] + 1;
          default: ;
        endcase
        // verdicts 1 .. 6 stand in the order of their registers
        if (verdict != 0) begin
          i = scord_params::REGISTER_COUNT_MISSING_BLOCK_FENCE + 4 * (verdict - 1);
          count[i] = count[i] + 1;
        end
      end
      if (untracked) count[scord_params::REGISTER_COUNT_UNTRACKED] = count[scord_params::REGISTER_COUNT_UNTRACKED] + 1;
      if (fence) count[scord_params::REGISTER_COUNT_FENCES] = count[scord_params::REGISTER_COUNT_FENCES] + 1;
      if (system_scope) count[scord_params::REGISTER_COUNT_SYSTEM_SCOPE] = count[scord_params::REGISTER_COUNT_SYSTEM_SCOPE] + 1;
      if (stall) count[scord_params::REGISTER_COUNT_STALL_SM] = count[scord_params::REGISTER_COUNT_STALL_SM] + 1;
      count[scord_params::REGISTER_COUNT_AXI_ERRORS] = count[scord_params::REGISTER_COUNT_AXI_ERRORS] + read_error + write_error;
      @(negedge clk);
    end
    {check_word, untracked, fence, system_scope, stall, read_error, write_error} = 0;
    for (address = scord_params::REGISTER_COUNT_CHECKS; address <= scord_params::REGISTER_COUNT_AXI_ERRORS; address = address + 4) begin
      transfer(address, 0, 0);
      check(data === count[address] && data > 0, "counter");
    end
    transfer(scord_params::REGISTER_STATUS, 0, 0); check(data[scord_params::STATUS_AXI_ERROR] === 1, "axi_error is sticky");
    transfer(scord_params::REGISTER_CONTROL, 1, 1);
    transfer(scord_params::REGISTER_STATUS, 0, 0); check(data[scord_params::STATUS_AXI_ERROR] === 0, "until kernel_start");
    finish_bench;
  end
endmodule
