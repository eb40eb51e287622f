// SPDX-License-Identifier: Apache-2.0
// formal_control_registers: the APB slave has no wait states; PSLVERR is exactly as in docs/rtl-interface.md; an error
// has no effect; a register reads what was written last; commands are pulses of one cycle; counters count their events;
// interrupt.
// groups: never waits; PSLVERR exact; no effect on error; read back; commands; counters; axi_error; interrupt; log_head
// netlist: words
// prove: SAT induction, cover 8, steps 3
// parameters: Lanes=2; Lanes=2 GroupedLines=1; long Lanes=1; long Lanes=8
//
// The proof follows one register (`address`) and one counter, both arbitrary. The table of registers below is that of
// the contract.
`include "scord_params.vh"
module formal_control_registers #(parameter Lanes = 2, parameter GroupedLines = 0) (
  input wire clk_i, input wire rst_ni, input wire psel, input wire penable, input wire pwrite, input wire [11:0] paddr,
  input wire [31:0] pwdata, input wire clearing, input wire busy, input wire [31:0] log_tail, input wire [31:0] log_dropped,
  input wire [Lanes-1:0] retire_valid, input wire [scord_params::RETIRE_WIDTH*Lanes-1:0] retire_bits, input wire system_scope, input wire [32*Lanes-1:0] retire_words,
  input wire [6:0] stalls, input wire line_hit, input wire line_miss, input wire read_error, input wire write_error
);
  `include "tb/formal/parts/formal.vh"
  wire pready, pslverr, interrupt, kernel_start, kernel_start_next, log_reset, both_scopes;
  wire [31:0] prdata, log_capacity, log_head;
  wire [39:0] tracked_base, metadata_base, log_base;
  wire [5:0] log2_words;
  wire [2:0] log2_ratio;
  wire [scord_params::ISSUE_POLICY_WIDTH-1:0] issue_policy;
  control_registers #(.Lanes(Lanes), .GroupedLines(GroupedLines)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .psel_i(psel), .penable_i(penable), .pwrite_i(pwrite), .paddr_i(paddr), .pwdata_i(pwdata),
    .pready_o(pready), .prdata_o(prdata), .pslverr_o(pslverr), .interrupt_o(interrupt), .kernel_start_o(kernel_start), .kernel_start_next_o(kernel_start_next),
    .log_reset_o(log_reset), .tracked_base_o(tracked_base), .log2_tracked_words_o(log2_words), .log2_cache_ratio_o(log2_ratio),
    .metadata_base_o(metadata_base), .log_base_o(log_base), .log_capacity_o(log_capacity), .log_head_o(log_head),
    .issue_policy_o(issue_policy), .both_scopes_o(both_scopes), .clearing_i(clearing), .busy_i(busy), .log_tail_i(log_tail),
    .log_dropped_i(log_dropped), .retire_valid_i(retire_valid), .retire_i(retire_bits), .retire_words_i(retire_words), .system_scope_i(system_scope),
    .stall_sm_i(stalls[0]), .line_hit_i(line_hit), .line_miss_i(line_miss), .stall_metadata_i(stalls[1]),
    .stall_race_log_i(stalls[2]), .stall_line_i(stalls[3]), .stall_fetch_i(stalls[4]), .stall_queue_i(stalls[5]),
    .axi_read_error_i(read_error), .axi_write_error_i(write_error));

  // APB master: an access phase follows a setup phase with the same payload. The log: the tail stays ahead of the head;
  // log_reset empties the log.
  reg setup = 0;
  reg [44:0] payload = 0;
  reg [31:0] tail_before = 0;
  reg was_reset = 0;
  always @(posedge clk_i) begin
    {setup, payload} <= {rst_ni && psel && !penable, pwrite, paddr, pwdata};
    {tail_before, was_reset} <= {log_tail, !rst_ni || log_reset};
  end
  always @(*) begin
    assume (penable == setup && (!penable || (psel && payload == {pwrite, paddr, pwdata})));
    if (was_reset) assume (log_tail == 0);
    assume (log_tail - log_head <= 32'h8000_0000 && (was_reset || log_tail - log_head >= tail_before - log_head));
    assume ((retire_valid & (retire_valid + 1'b1)) == 0);
    for (k = 1; k < Lanes; k = k + 1) assume ((retire_words[32*k +: 32] & retire_words[31:0]) == 0);
  end
  wire access = psel && penable;
  integer k, j;
  reg [5:0] items;

  // The contract: registers from 0x000 to `rules` without a gap, one every four bytes
  wire known = paddr[1:0] == 0 && paddr <= scord_params::REGISTER_RULES;
  wire is_count = paddr >= scord_params::REGISTER_COUNT_CHECKS && paddr <= scord_params::REGISTER_COUNT_AXI_ERRORS;
  wire read_only = is_count || paddr == scord_params::REGISTER_IDENTIFICATION || paddr == scord_params::REGISTER_STATUS ||
                   paddr == scord_params::REGISTER_LOG_TAIL || paddr == scord_params::REGISTER_LOG_DROPPED;
  wire any_time = paddr == scord_params::REGISTER_ISSUE_POLICY || paddr == scord_params::REGISTER_INTERRUPT_ENABLE ||
                  paddr == scord_params::REGISTER_LOG_HEAD;
  wire [31:0] consumed = pwdata - log_head, written = log_tail - log_head;
  wire bad_value = (paddr == scord_params::REGISTER_LOG2_TRACKED_WORDS && (pwdata < 4 || pwdata > 36)) ||
                   (paddr == scord_params::REGISTER_LOG2_CACHE_RATIO && pwdata > 4) ||
                   (paddr == scord_params::REGISTER_METADATA_BASE_LOW && pwdata[7:0] != 0) ||
                   (paddr == scord_params::REGISTER_LOG_BASE_LOW && pwdata[4:0] != 0) ||
                   (paddr == scord_params::REGISTER_LOG_CAPACITY && pwdata == 0) ||
                   (paddr == scord_params::REGISTER_LOG_HEAD && consumed > written) ||
                   (paddr == scord_params::REGISTER_ISSUE_POLICY && pwdata > scord_params::ISSUE_POLICY_MWF_GTO) ||
                   (paddr == scord_params::REGISTER_RULES && pwdata[31:1] != 0);
  wire error = access && (!known || (pwrite && (read_only || (busy && !any_time) || bad_value)));
  wire effective = access && pwrite && !error;

  // The chosen register: its bits as written last
  (* anyconst *) wire [11:0] address;
  reg [31:0] value = 0;
  reg [31:0] bits, reset_value;
  always @(*) begin
    {bits, reset_value} = 64'd0;
    case (address)
      scord_params::REGISTER_TRACKED_BASE_LOW, scord_params::REGISTER_METADATA_BASE_LOW, scord_params::REGISTER_LOG_BASE_LOW,
      scord_params::REGISTER_LOG_HEAD: bits = 32'hffff_ffff;
      scord_params::REGISTER_TRACKED_BASE_HIGH, scord_params::REGISTER_METADATA_BASE_HIGH, scord_params::REGISTER_LOG_BASE_HIGH: bits = 32'hff;
      scord_params::REGISTER_LOG2_TRACKED_WORDS: {bits, reset_value} = {32'h3f, 32'd4};
      scord_params::REGISTER_LOG2_CACHE_RATIO: {bits, reset_value} = {32'h7, 32'd0 + scord_params::DEFAULT_LOG2_CACHE_RATIO};
      scord_params::REGISTER_LOG_CAPACITY: {bits, reset_value} = {32'hffff_ffff, 32'd0 + scord_params::DEFAULT_LOG_CAPACITY};
      scord_params::REGISTER_ISSUE_POLICY: {bits, reset_value} = {32'h7, 32'd0 + scord_params::DEFAULT_ISSUE_POLICY};
      scord_params::REGISTER_RULES: {bits, reset_value} = {32'h1, 32'd0 + scord_params::DEFAULT_BOTH_SCOPES};
      scord_params::REGISTER_INTERRUPT_ENABLE: bits = 32'h1;
      default: ;
    endcase
  end
  wire is_log_head = address == scord_params::REGISTER_LOG_HEAD;
  always @(posedge clk_i) begin
    if (!rst_ni) value <= reset_value;
    else if (is_log_head && log_reset) value <= 0;
    else if (effective && paddr == address) value <= pwdata & bits;
  end
  // The outputs of the register
  reg [31:0] seen;
  (* hierconn *) wire \dut.interrupt_enable_q ;
  always @(*) begin
    case (address)
      scord_params::REGISTER_TRACKED_BASE_LOW: seen = tracked_base;
      scord_params::REGISTER_TRACKED_BASE_HIGH: seen = tracked_base[39:32];
      scord_params::REGISTER_METADATA_BASE_LOW: seen = metadata_base;
      scord_params::REGISTER_METADATA_BASE_HIGH: seen = metadata_base[39:32];
      scord_params::REGISTER_LOG_BASE_LOW: seen = log_base;
      scord_params::REGISTER_LOG_BASE_HIGH: seen = log_base[39:32];
      scord_params::REGISTER_LOG_HEAD: seen = log_head;
      scord_params::REGISTER_LOG2_TRACKED_WORDS: seen = log2_words;
      scord_params::REGISTER_LOG2_CACHE_RATIO: seen = log2_ratio;
      scord_params::REGISTER_LOG_CAPACITY: seen = log_capacity;
      scord_params::REGISTER_ISSUE_POLICY: seen = issue_policy;
      scord_params::REGISTER_RULES: seen = both_scopes;
      scord_params::REGISTER_INTERRUPT_ENABLE: seen = \dut.interrupt_enable_q ;
      default: seen = 0;
    endcase
  end
  reg announced = 0;  // the setup phase of a write of kernel_start: no other access holds an event back
  reg start_due = 0, reset_due = 0, axi_error = 0;
  always @(posedge clk_i) begin
    announced <= rst_ni && psel && !penable && pwrite && paddr == scord_params::REGISTER_CONTROL && pwdata[scord_params::CONTROL_KERNEL_START];
    start_due <= rst_ni && effective && paddr == scord_params::REGISTER_CONTROL && pwdata[scord_params::CONTROL_KERNEL_START];
    reset_due <= rst_ni && effective && paddr == scord_params::REGISTER_CONTROL && pwdata[scord_params::CONTROL_LOG_RESET];
    axi_error <= rst_ni && !kernel_start && (axi_error || read_error || write_error);
  end

  // The chosen counter: its events by D33 and D27, lane by lane
  (* anyconst *) wire [11:0] counter;
  always @(*) assume (counter[1:0] == 0 && counter >= scord_params::REGISTER_COUNT_CHECKS && counter <= scord_params::REGISTER_COUNT_AXI_ERRORS);
  wire [Lanes-1:0] lane_counts;
  genvar i;
  for (i = 0; i < Lanes; i = i + 1) begin : g_lane
    wire [scord_params::RETIRE_WIDTH-1:0] item = retire_bits >> scord_params::RETIRE_WIDTH * i;
    wire tag_miss = item[scord_params::RETIRE_WIDTH-1];
    wire [scord_params::VERDICT_WIDTH-1:0] verdict = item[scord_params::RETIRE_WIDTH-3 -: scord_params::VERDICT_WIDTH];
    wire [2:0] path = item[scord_params::RETIRE_WIDTH-3-scord_params::VERDICT_WIDTH -: 3];
    wire word = item[0] == scord_params::REQUEST_KIND_ACCESS;
    wire checked = word && path != scord_params::PATH_UNTRACKED && path != scord_params::PATH_NOT_PERFORMED;
    assign lane_counts[i] = retire_valid[i] && (
        (counter == scord_params::REGISTER_COUNT_FENCES && !word) ||
        (counter == scord_params::REGISTER_COUNT_CHECKS && checked) ||
        (counter == scord_params::REGISTER_COUNT_UNTRACKED && word && path == scord_params::PATH_UNTRACKED) ||
        (counter == scord_params::REGISTER_COUNT_NOT_PERFORMED && word && path == scord_params::PATH_NOT_PERFORMED) ||
        (counter == scord_params::REGISTER_COUNT_TAG_MISS && checked && tag_miss) ||
        (counter == scord_params::REGISTER_COUNT_INITIALIZATION && word && path == scord_params::PATH_INITIALIZATION) ||
        (counter == scord_params::REGISTER_COUNT_PROGRAM_ORDER && word && path == scord_params::PATH_PROGRAM_ORDER) ||
        (counter == scord_params::REGISTER_COUNT_BARRIER && word && path == scord_params::PATH_BARRIER) ||
        (counter == scord_params::REGISTER_COUNT_ATOMIC_AFTER_ATOMIC && word && path == scord_params::PATH_ATOMIC_AFTER_ATOMIC) ||
        (checked && ((counter == scord_params::REGISTER_COUNT_MISSING_BLOCK_FENCE && verdict == scord_params::VERDICT_MISSING_BLOCK_FENCE) ||
                     (counter == scord_params::REGISTER_COUNT_MISSING_DEVICE_FENCE && verdict == scord_params::VERDICT_MISSING_DEVICE_FENCE) ||
                     (counter == scord_params::REGISTER_COUNT_NOT_STRONG && verdict == scord_params::VERDICT_NOT_STRONG) ||
                     (counter == scord_params::REGISTER_COUNT_SCOPED_ATOMIC && verdict == scord_params::VERDICT_SCOPED_ATOMIC) ||
                     (counter == scord_params::REGISTER_COUNT_NO_COMMON_LOCK_ON_LOAD && verdict == scord_params::VERDICT_NO_COMMON_LOCK_ON_LOAD) ||
                     (counter == scord_params::REGISTER_COUNT_NO_COMMON_LOCK_ON_STORE && verdict == scord_params::VERDICT_NO_COMMON_LOCK_ON_STORE))));
  end
  wire event_counts = (counter == scord_params::REGISTER_COUNT_SYSTEM_SCOPE && system_scope) ||
                      (counter == scord_params::REGISTER_COUNT_STALL_SM && stalls[0]) ||
                      (counter == scord_params::REGISTER_COUNT_STALL_METADATA && stalls[1]) ||
                      (counter == scord_params::REGISTER_COUNT_STALL_RACE_LOG && stalls[2]) ||
                      (counter == scord_params::REGISTER_COUNT_STALL_LINE && stalls[3]) ||
                      (counter == scord_params::REGISTER_COUNT_STALL_FETCH && stalls[4]) ||
                      (counter == scord_params::REGISTER_COUNT_STALL_QUEUE && stalls[5]) ||
                      (counter == scord_params::REGISTER_COUNT_LINE_HIT && line_hit) ||
                      (counter == scord_params::REGISTER_COUNT_LINE_MISS && line_miss);
  wire errors = counter == scord_params::REGISTER_COUNT_AXI_ERRORS;
  // AXI errors are counted at once, all other events one cycle later, because their steps are registered.
  reg [31:0] count = 0, count_step, late_step = 0;
  always @(*) begin
    count_step = event_counts + (errors && read_error) + (errors && write_error);
    for (k = 0; k < Lanes; k = k + 1) begin
      items = 0;  // with GroupedLines an item is a group of words, at most a segment's in all lanes together
      for (j = 0; j < 32; j = j + 1) items = items + retire_words[32*k + j];
      count_step = count_step + (lane_counts[k] ? (GroupedLines ? items : 1) : 0);
    end
  end
  always @(posedge clk_i) late_step <= rst_ni ? count_step : 0;
  always @(posedge clk_i) count <= rst_ni ? count + (errors ? count_step : late_step) : 0;
  localparam Counters = (scord_params::REGISTER_COUNT_AXI_ERRORS - scord_params::REGISTER_COUNT_CHECKS) / 4;
  (* hierconn *) wire [32*Counters-1:0] \dut.counters_q ;
  (* hierconn *) wire [31:0] \dut.axi_errors_q ;
  for (i = 0; i < Counters; i = i + 1) begin : g_counter
    always @(*) if (past_valid && counter == scord_params::REGISTER_COUNT_CHECKS + 4 * i) assert (\dut.counters_q [32*i +: 32] == count);
  end

  always @(*) if (past_valid) begin
    assert (pready);
    assert (pslverr == error);
    assert (seen == value);  // no other access changes the register, nor does an error
    if (access && !pwrite && paddr == address && bits != 0) assert (prdata == value);
    assert (kernel_start == start_due && log_reset == reset_due);
    // Events are held in the cycle of the write, too.
    assert (kernel_start_next == announced);
    if (effective && paddr == scord_params::REGISTER_CONTROL && pwdata[scord_params::CONTROL_KERNEL_START]) assert (kernel_start_next);
    if (errors) assert (\dut.axi_errors_q == count);
    if (access && !pwrite && paddr == counter) assert (prdata == count);
    if (access && !pwrite && paddr == scord_params::REGISTER_STATUS)
      assert (prdata == {28'd0, axi_error, log_tail != log_head, busy, clearing});
    if (access && !pwrite && paddr == scord_params::REGISTER_LOG_TAIL) assert (prdata == log_tail);
    if (access && !pwrite && paddr == scord_params::REGISTER_LOG_DROPPED) assert (prdata == log_dropped);
    if (access && !pwrite && paddr == scord_params::REGISTER_IDENTIFICATION) assert (prdata == 32'h53435244);
    assert (interrupt == (log_tail != log_head && \dut.interrupt_enable_q ));
  end
  (* hierconn *) wire \dut.axi_error_q ;
  always @(*) if (past_valid) assert (\dut.axi_error_q == axi_error);
  (* keep *) wire cover_write_refused_while_busy = past_valid && pslverr && busy && pwrite && paddr == scord_params::REGISTER_LOG_CAPACITY && pwdata == 7;
  (* keep *) wire cover_head_moves = past_valid && access && paddr == scord_params::REGISTER_LOG_HEAD && pwrite && !pslverr && busy && consumed == 3;
  (* keep *) wire cover_kernel_start = past_valid && kernel_start && axi_error;
  (* keep *) wire cover_two_lanes_count = past_valid && count == 4 && counter == scord_params::REGISTER_COUNT_NOT_STRONG && access && paddr == counter && !pwrite;
endmodule
