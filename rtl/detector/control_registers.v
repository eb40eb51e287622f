// SPDX-License-Identifier: Apache-2.0
// control_registers: the APB slave, with configuration, commands, status and counters.
//
// An access is an error (PSLVERR, without effect) in these cases: the address is unknown or misaligned; a write goes to
// a read-only register; a written value is out of the register's range; the device is busy, and the write is a command
// or changes a register that requests in flight use. issue_policy, interrupt_enable and log_head may be written at any
// time.
//
// Timing: no wait states, so an access takes two cycles. A command is a pulse in the cycle after the write. Counters
// step one cycle after their event is reported. Source: docs/parameters.md (registers), D33 (counters).

`include "scord_params.vh"
`default_nettype none

module control_registers #(
  parameter int Lanes = scord_params::DEFAULT_LANES,  // items retired in a cycle: a power of two, 1 to 32
  // 1: an item is a group of words
  parameter int GroupedLines = scord_params::DEFAULT_GROUPED_LINES
) (
  // Clock and synchronous reset
  input  wire                                        clk_i,
  input  wire                                        rst_ni,
  // APB slave
  input  wire                                        psel_i,
  input  wire                                        penable_i,
  input  wire                                        pwrite_i,
  input  wire  [scord_params::APB_ADDRESS_WIDTH-1:0] paddr_i,
  input  wire  [scord_params::APB_DATA_WIDTH-1:0]    pwdata_i,
  output logic                                       pready_o,
  output logic [scord_params::APB_DATA_WIDTH-1:0]    prdata_o,
  output logic                                       pslverr_o,
  // Interrupt, a level: the race log is not empty and the interrupt is enabled
  output logic                                       interrupt_o,
  // Commands: pulses of one cycle
  output logic                                       kernel_start_o,
  // The cycle before kernel_start_o, in which the start is written, and now and then a cycle without a start behind it
  output logic                                       kernel_start_next_o,
  output logic                                       log_reset_o,
  // Configuration
  output logic [scord_params::ADDRESS_WIDTH-1:0]     tracked_base_o,
  output logic [5:0]                                 log2_tracked_words_o,
  output logic [2:0]                                 log2_cache_ratio_o,
  output logic [scord_params::ADDRESS_WIDTH-1:0]     metadata_base_o,
  output logic [scord_params::ADDRESS_WIDTH-1:0]     log_base_o,
  output logic [31:0]                                log_capacity_o,
  output logic [31:0]                                log_head_o,
  output logic                                       both_scopes_o,
  output logic [scord_params::ISSUE_POLICY_WIDTH-1:0] issue_policy_o,
  // Status
  input  wire                                        clearing_i,
  input  wire                                        busy_i,
  input  wire  [31:0]                                log_tail_i,
  input  wire  [31:0]                                log_dropped_i,
  // What the counters count in this cycle (D33). Retired items, lane 0 first. A request of system scope. An SM event
  // that waits. Line hits, misses and stalls of metadata_accessor, stalls of race_reporter. AXI errors.
  input  wire  [Lanes-1:0]                           retire_valid_i,
  // Of an item only kind, path, verdict and tag miss are used.
  /* verilator lint_off UNUSEDSIGNAL */
  input  wire  [Lanes*scord_params::RETIRE_WIDTH-1:0] retire_i,
  // With GroupedLines: the words of each item, of a fence bit 0
  input  wire  [Lanes*scord_params::SEGMENT_WORDS-1:0] retire_words_i,
  /* verilator lint_on UNUSEDSIGNAL */
  input  wire                                        system_scope_i,
  input  wire                                        stall_sm_i,
  input  wire                                        line_hit_i,
  input  wire                                        line_miss_i,
  input  wire                                        stall_metadata_i,
  input  wire                                        stall_race_log_i,
  input  wire                                        stall_line_i,
  input  wire                                        stall_fetch_i,
  input  wire                                        stall_queue_i,
  input  wire                                        axi_read_error_i,
  input  wire                                        axi_write_error_i
);

  localparam int DataWidth = scord_params::APB_DATA_WIDTH;
  localparam int HighWidth = scord_params::ADDRESS_WIDTH - DataWidth;  // bits of an address above its low register
  localparam int RecordBytes = scord_params::RACE_RECORD_WIDTH / 8;
  localparam logic [DataWidth-1:0] Identification = 32'h53435244;      // "SCRD"

  ///////////
  // State //
  ///////////

  logic [scord_params::ADDRESS_WIDTH-1:0] tracked_base_q, metadata_base_q, log_base_q;
  logic [5:0] log2_tracked_words_q;
  logic [2:0] log2_cache_ratio_q;
  logic [31:0] log_capacity_q;
  logic [scord_params::ISSUE_POLICY_WIDTH-1:0] issue_policy_q;
  logic [31:0] log_head_q;
  logic interrupt_enable_q, both_scopes_q, kernel_start_q, log_reset_q, axi_error_q;
  logic start_announced_q;  // the setup phase of a kernel start was in the previous cycle

  assign tracked_base_o = tracked_base_q;
  assign metadata_base_o = metadata_base_q;
  assign log_base_o = log_base_q;
  assign log2_tracked_words_o = log2_tracked_words_q;
  assign log2_cache_ratio_o = log2_cache_ratio_q;
  assign log_capacity_o = log_capacity_q;
  assign log_head_o = log_head_q;
  assign both_scopes_o = both_scopes_q;
  assign issue_policy_o = issue_policy_q;
  assign kernel_start_o = kernel_start_q;
  assign kernel_start_next_o = start_announced_q;
  assign log_reset_o = log_reset_q;

  //////////////
  // Counters //
  //////////////

  // One counter a register, in the order of the registers; the counter of AXI errors is separate. Retired items step a
  // counter by up to Lanes, groups of words by up to a segment's.
  localparam logic [11:0] FirstCount = scord_params::REGISTER_COUNT_CHECKS;
  localparam int Counters = (32'(scord_params::REGISTER_COUNT_AXI_ERRORS) - 32'(FirstCount)) / 4;
  localparam int Words = scord_params::SEGMENT_WORDS;
  localparam int StepWidth = $clog2((GroupedLines != 0 ? Words : Lanes) + 1);
  localparam int RetireWidth = scord_params::RETIRE_WIDTH;

  // The counters that step by an input of their own and not by retired items
  localparam int Inputs = 9;
  localparam logic [Inputs*12-1:0] InputCounts = {
    scord_params::REGISTER_COUNT_SYSTEM_SCOPE, scord_params::REGISTER_COUNT_STALL_SM, scord_params::REGISTER_COUNT_LINE_HIT,
    scord_params::REGISTER_COUNT_LINE_MISS, scord_params::REGISTER_COUNT_STALL_METADATA, scord_params::REGISTER_COUNT_STALL_RACE_LOG,
    scord_params::REGISTER_COUNT_STALL_LINE, scord_params::REGISTER_COUNT_STALL_FETCH, scord_params::REGISTER_COUNT_STALL_QUEUE};

  // Each input, at the place of its counter
  function automatic logic [Counters-1:0] at_counters(input logic [Inputs-1:0] inputs);
    at_counters = '0;
    for (int i = 0; i < Inputs; i++) at_counters |= Counters'(inputs[i]) << ((InputCounts[i*12 +: 12] - FirstCount) / 12'd4);
  endfunction

  localparam logic [Counters-1:0] ByInput = at_counters({Inputs{1'b1}});  // not '1: Yosys passes only one bit of it

  // Of each vector only the bits of its own counters are used.
  /* verilator lint_off UNUSEDSIGNAL */
  logic [Lanes*Counters-1:0] lane_steps;
  logic [Counters-1:0] input_steps;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [Counters*StepWidth-1:0] steps;
  logic [Counters*DataWidth-1:0] counters_q;
  logic [DataWidth-1:0] axi_errors_q;

  for (genvar lane = 0; lane < Lanes; lane++) begin : g_lane
    counter_steps u_counter_steps (
      .valid_i (retire_valid_i[lane]),
      .retire_i(retire_i[lane*RetireWidth +: RetireWidth]),
      .step_o  (lane_steps[lane*Counters +: Counters])
    );
  end

  assign input_steps = at_counters({system_scope_i, stall_sm_i, line_hit_i, line_miss_i, stall_metadata_i, stall_race_log_i,
                                    stall_line_i, stall_fetch_i, stall_queue_i});

  // The words of each lane's item, with GroupedLines
  /* verilator lint_off UNUSEDSIGNAL */
  logic [Lanes*StepWidth-1:0] lane_words_q;
  /* verilator lint_on UNUSEDSIGNAL */

  if (GroupedLines == 0) begin : g_words
    assign lane_words_q = '0;
  end else begin : g_group_words
    logic [Lanes*StepWidth-1:0] lane_words;

    always_comb begin
      lane_words = '0;
      for (int lane = 0; lane < Lanes; lane++) begin
        for (int word = 0; word < Words; word++)
          lane_words[lane*StepWidth +: StepWidth] = lane_words[lane*StepWidth +: StepWidth] +
                                                    StepWidth'(retire_words_i[lane*Words + word]);
      end
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni) lane_words_q <= '0;
      else lane_words_q <= lane_words;
    end
  end

  // Steps are registered, because the events that cause them end the longest paths of lookup and decision. Software
  // that saw status.busy fall still reads exact counters: its next APB access takes two cycles.
  for (genvar i = 0; i < Counters; i++) begin : g_counter
    localparam int Sources = ByInput[i] ? 1 : Lanes;
    logic [Sources-1:0] sources;
    logic [Sources-1:0] steps_q;  // the sources that stepped the counter in the previous cycle
    logic [StepWidth-1:0] sum;

    if (ByInput[i]) begin : g_input
      assign sources = input_steps[i];
    end else begin : g_items
      for (genvar lane = 0; lane < Lanes; lane++) begin : g_lane
        assign sources[lane] = lane_steps[lane*Counters + i];
      end
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni) steps_q <= '0;
      else steps_q <= sources;
    end

    if (ByInput[i] || GroupedLines == 0) begin : g_ones
      always_comb begin
        sum = '0;
        for (int source = 0; source < Sources; source++) sum = sum + StepWidth'(steps_q[source]);
      end
    end else begin : g_groups
      always_comb begin
        sum = '0;
        for (int source = 0; source < Sources; source++)
          if (steps_q[source]) sum = sum + lane_words_q[source*StepWidth +: StepWidth];
      end
    end
    assign steps[i*StepWidth +: StepWidth] = sum;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      counters_q <= '0;
    end else if (steps != '0) begin
      for (int i = 0; i < Counters; i++) begin
        counters_q[i*DataWidth +: DataWidth] <= counters_q[i*DataWidth +: DataWidth] +
                                                DataWidth'(steps[i*StepWidth +: StepWidth]);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) axi_errors_q <= '0;
    else axi_errors_q <= axi_errors_q + DataWidth'(axi_read_error_i) + DataWidth'(axi_write_error_i);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || kernel_start_q) axi_error_q <= 1'b0;
    else if (axi_read_error_i || axi_write_error_i) axi_error_q <= 1'b1;
  end

  ////////////////////
  // Read           //
  ////////////////////

  logic log_not_empty;
  logic [DataWidth-1:0] status;

  assign log_not_empty = log_tail_i != log_head_q;
  assign interrupt_o = log_not_empty && interrupt_enable_q;

  assign status[scord_params::STATUS_CLEARING] = clearing_i;
  assign status[scord_params::STATUS_BUSY] = busy_i;
  assign status[scord_params::STATUS_RACE] = log_not_empty;
  assign status[scord_params::STATUS_AXI_ERROR] = axi_error_q;
  assign status[DataWidth-1:scord_params::STATUS_AXI_ERROR+1] = '0;

  logic is_counter, known, writable, only_when_idle, in_range;
  logic [11:0] counter_offset;
  logic [DataWidth-1:0] configuration, counter;
  logic [DataWidth-1:0] tracked_base_low, tracked_base_high, metadata_base_low, metadata_base_high;
  logic [DataWidth-1:0] log_base_low, log_base_high;

  assign tracked_base_low = DataWidth'(tracked_base_q);
  assign tracked_base_high = DataWidth'(tracked_base_q >> DataWidth);
  assign metadata_base_low = DataWidth'(metadata_base_q);
  assign metadata_base_high = DataWidth'(metadata_base_q >> DataWidth);
  assign log_base_low = DataWidth'(log_base_q);
  assign log_base_high = DataWidth'(log_base_q >> DataWidth);

  assign counter_offset = paddr_i - FirstCount;
  assign is_counter = paddr_i >= FirstCount && paddr_i < scord_params::REGISTER_COUNT_AXI_ERRORS &&
                      counter_offset[1:0] == '0;
  assign counter = counters_q[32'(counter_offset[11:2])*DataWidth +: DataWidth];

  always_comb begin
    known = 1'b1;
    writable = 1'b0;
    only_when_idle = 1'b1;
    in_range = 1'b1;
    configuration = '0;
    if (psel_i) begin
      case (paddr_i)
        scord_params::REGISTER_IDENTIFICATION: configuration = Identification;
        scord_params::REGISTER_STATUS: configuration = status;
        scord_params::REGISTER_LOG_TAIL: configuration = log_tail_i;
        scord_params::REGISTER_LOG_DROPPED: configuration = log_dropped_i;
        scord_params::REGISTER_COUNT_AXI_ERRORS: configuration = axi_errors_q;
        scord_params::REGISTER_CONTROL: writable = 1'b1;
        scord_params::REGISTER_RULES: begin
          writable = 1'b1;
          in_range = pwdata_i >> (scord_params::RULES_BOTH_SCOPES + 1) == '0;
          configuration = DataWidth'(both_scopes_q);
        end
        scord_params::REGISTER_LOG_HEAD: begin
          writable = 1'b1;
          only_when_idle = 1'b0;
          in_range = pwdata_i - log_head_q <= log_tail_i - log_head_q;
          configuration = log_head_q;
        end
        scord_params::REGISTER_INTERRUPT_ENABLE: begin
          writable = 1'b1;
          only_when_idle = 1'b0;
          configuration = DataWidth'(interrupt_enable_q);
        end
        scord_params::REGISTER_ISSUE_POLICY: begin
          writable = 1'b1;
          only_when_idle = 1'b0;
          in_range = pwdata_i <= DataWidth'(scord_params::ISSUE_POLICY_MWF_GTO);  // the highest policy
          configuration = DataWidth'(issue_policy_q);
        end
        scord_params::REGISTER_TRACKED_BASE_LOW: begin
          writable = 1'b1;
          configuration = tracked_base_low;
        end
        scord_params::REGISTER_TRACKED_BASE_HIGH: begin
          writable = 1'b1;
          configuration = tracked_base_high;
        end
        scord_params::REGISTER_LOG2_TRACKED_WORDS: begin
          writable = 1'b1;
          in_range = pwdata_i >= DataWidth'(4) && pwdata_i <= DataWidth'(36);
          configuration = DataWidth'(log2_tracked_words_q);
        end
        scord_params::REGISTER_LOG2_CACHE_RATIO: begin
          writable = 1'b1;
          in_range = pwdata_i <= DataWidth'(4);
          configuration = DataWidth'(log2_cache_ratio_q);
        end
        scord_params::REGISTER_METADATA_BASE_LOW: begin
          writable = 1'b1;
          in_range = pwdata_i % DataWidth'(scord_params::METADATA_LINE_BYTES) == '0;
          configuration = metadata_base_low;
        end
        scord_params::REGISTER_METADATA_BASE_HIGH: begin
          writable = 1'b1;
          configuration = metadata_base_high;
        end
        scord_params::REGISTER_LOG_BASE_LOW: begin
          writable = 1'b1;
          in_range = pwdata_i % DataWidth'(RecordBytes) == '0;
          configuration = log_base_low;
        end
        scord_params::REGISTER_LOG_BASE_HIGH: begin
          writable = 1'b1;
          configuration = log_base_high;
        end
        scord_params::REGISTER_LOG_CAPACITY: begin
          writable = 1'b1;
          in_range = pwdata_i != '0;
          configuration = log_capacity_q;
        end
        default: begin
          known = is_counter;  // any other address is unknown or misaligned
          configuration = is_counter ? counter : '0;
        end
      endcase
    end
  end

  assign pready_o = 1'b1;
  assign prdata_o = configuration;
  assign pslverr_o = psel_i && penable_i && 
                     (!known || (pwrite_i && (!writable || !in_range || (only_when_idle && busy_i))));

  ///////////
  // Write //
  ///////////

  logic write;
  assign write = psel_i && penable_i && pwrite_i && !pslverr_o;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      kernel_start_q <= 1'b0;
      log_reset_q <= 1'b0;
    end else begin
      kernel_start_q <= write && paddr_i == scord_params::REGISTER_CONTROL &&
                        pwdata_i[scord_params::CONTROL_KERNEL_START];
      log_reset_q <= write && paddr_i == scord_params::REGISTER_CONTROL && pwdata_i[scord_params::CONTROL_LOG_RESET];
    end
  end

  // What an SM hands over in the cycle of the write would be cleared with its FIFO, so events wait from that cycle on.
  // Its setup phase tells of it, so that no path leads from APB to the events' ready.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) start_announced_q <= 1'b0;
    else start_announced_q <= psel_i && !penable_i && pwrite_i && paddr_i == scord_params::REGISTER_CONTROL &&
                              pwdata_i[scord_params::CONTROL_KERNEL_START];
  end

  // log_reset sets the head to zero, too.
  always_ff @(posedge clk_i) begin
    if (!rst_ni || log_reset_q) log_head_q <= '0;
    else if (write && paddr_i == scord_params::REGISTER_LOG_HEAD) log_head_q <= pwdata_i;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      tracked_base_q <= '0;
      metadata_base_q <= '0;
      log_base_q <= '0;
      log2_tracked_words_q <= 6'(4);
      log2_cache_ratio_q <= 3'(scord_params::DEFAULT_LOG2_CACHE_RATIO);
      log_capacity_q <= 32'(scord_params::DEFAULT_LOG_CAPACITY);
      issue_policy_q <= scord_params::ISSUE_POLICY_WIDTH'(scord_params::DEFAULT_ISSUE_POLICY);
      interrupt_enable_q <= 1'b0;
      both_scopes_q <= 1'(scord_params::DEFAULT_BOTH_SCOPES);
    end else if (write) begin
      case (paddr_i)
        scord_params::REGISTER_INTERRUPT_ENABLE: interrupt_enable_q <= pwdata_i[0];
        scord_params::REGISTER_RULES: both_scopes_q <= pwdata_i[scord_params::RULES_BOTH_SCOPES];
        scord_params::REGISTER_ISSUE_POLICY: issue_policy_q <= pwdata_i[scord_params::ISSUE_POLICY_WIDTH-1:0];
        scord_params::REGISTER_TRACKED_BASE_LOW: tracked_base_q[DataWidth-1:0] <= pwdata_i;
        scord_params::REGISTER_TRACKED_BASE_HIGH: tracked_base_q[DataWidth +: HighWidth] <= pwdata_i[HighWidth-1:0];
        scord_params::REGISTER_LOG2_TRACKED_WORDS: log2_tracked_words_q <= pwdata_i[5:0];
        scord_params::REGISTER_LOG2_CACHE_RATIO: log2_cache_ratio_q <= pwdata_i[2:0];
        scord_params::REGISTER_METADATA_BASE_LOW: metadata_base_q[DataWidth-1:0] <= pwdata_i;
        scord_params::REGISTER_METADATA_BASE_HIGH: metadata_base_q[DataWidth +: HighWidth] <= pwdata_i[HighWidth-1:0];
        scord_params::REGISTER_LOG_BASE_LOW: log_base_q[DataWidth-1:0] <= pwdata_i;
        scord_params::REGISTER_LOG_BASE_HIGH: log_base_q[DataWidth +: HighWidth] <= pwdata_i[HighWidth-1:0];
        scord_params::REGISTER_LOG_CAPACITY: log_capacity_q <= pwdata_i;
        default: ;  // control and log_head are written above
      endcase
    end
  end

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  always @(posedge clk_i) if (rst_ni) begin
    begin : a_configuration_in_range
      assert (log2_tracked_words_q >= 6'd4 && log2_tracked_words_q <= 6'd36 && log2_cache_ratio_q <= 3'd4);
      assert (log_capacity_q != '0);
    end
    begin : a_bases_aligned
      assert (DataWidth'(metadata_base_q) % DataWidth'(scord_params::METADATA_LINE_BYTES) == '0);
      assert (DataWidth'(log_base_q) % DataWidth'(RecordBytes) == '0);
    end
    begin : a_policy_exists
      assert (issue_policy_q <= scord_params::ISSUE_POLICY_MWF_GTO);
    end
    if (pslverr_o) begin : a_error_writes_nothing
      assert (!write && psel_i && penable_i);
    end
    if (interrupt_o) begin : a_interrupt_of_a_record
      assert (log_tail_i != log_head_q);
    end
    if (penable_i) begin : a_access_phase_is_selected
      assert (psel_i);
    end
    if (retire_valid_i != '0) begin : a_lowest_lanes_retire
      assert ((retire_valid_i & (retire_valid_i + 1'b1)) == '0);
    end
    begin : a_head_never_passes_tail
      assert (log_tail_i - log_head_q <= 32'h8000_0000);
    end
  end

`ifndef __ICARUS__
  // Icarus has no $past.
  logic past_valid_q;
  always_ff @(posedge clk_i) past_valid_q <= rst_ni;

  always @(posedge clk_i) if (rst_ni) begin
    if (past_valid_q && $past(busy_i)) begin : a_configuration_stable_while_busy
      assert (tracked_base_q == $past(tracked_base_q) && metadata_base_q == $past(metadata_base_q) &&
              log_base_q == $past(log_base_q) && log_capacity_q == $past(log_capacity_q) &&
              log2_tracked_words_q == $past(log2_tracked_words_q) && log2_cache_ratio_q == $past(log2_cache_ratio_q));
      assert (both_scopes_q == $past(both_scopes_q));
    end
    if (past_valid_q && (kernel_start_q || log_reset_q)) begin : a_command_only_when_idle
      assert (!$past(busy_i) && $past(write));
    end
    if (past_valid_q && kernel_start_q) begin : a_start_was_announced
      assert ($past(start_announced_q));
    end
    if (past_valid_q && psel_i && penable_i && !$past(penable_i)) begin : a_access_phase_follows_setup
      assert ($past(psel_i) && paddr_i == $past(paddr_i) && pwrite_i == $past(pwrite_i));
    end
  end
`endif
`endif

endmodule

`default_nettype wire
