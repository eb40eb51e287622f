// control_registers: the APB slave: configuration, commands, status and counters.
//
// Registers and their meaning: docs/parameters.md. Never waits. An access is an error (PSLVERR, no effect) when its address
// is unknown or misaligned, when it writes a read-only register, and when it writes a command or a register that requests
// in flight depend on while the device is busy. issue_policy and interrupt_enable may be written at any time.

`include "scord_params.vh"
`default_nettype none

module control_registers (
  // Clock and synchronous reset
  input  wire                                        clk_i,
  input  wire                                        rst_ni,
  // APB
  input  wire                                        psel_i,
  input  wire                                        penable_i,
  input  wire                                        pwrite_i,
  input  wire  [scord_params::APB_ADDRESS_WIDTH-1:0] paddr_i,
  input  wire  [scord_params::APB_DATA_WIDTH-1:0]    pwdata_i,
  output logic                                       pready_o,
  output logic [scord_params::APB_DATA_WIDTH-1:0]    prdata_o,
  output logic                                       pslverr_o,
  // Interrupt, level
  output logic                                       interrupt_o,
  // Commands: pulses of one cycle
  output logic                                       kernel_start_o,
  output logic                                       log_reset_o,
  // Configuration
  output logic [scord_params::ADDRESS_WIDTH-1:0]     tracked_base_o,
  output logic [5:0]                                 log2_tracked_words_o,
  output logic [2:0]                                 log2_cache_ratio_o,
  output logic [scord_params::ADDRESS_WIDTH-1:0]     metadata_base_o,
  output logic [scord_params::ADDRESS_WIDTH-1:0]     log_base_o,
  output logic [31:0]                                log_capacity_o,
  output logic [scord_params::ISSUE_POLICY_WIDTH-1:0] issue_policy_o,
  // Status
  input  wire                                        clearing_i,
  input  wire                                        busy_i,
  input  wire  [31:0]                                log_tail_i,
  input  wire  [31:0]                                log_dropped_i,
  // To be counted this cycle (D33): a decided word (path, verdict, tag miss belong to it), a word outside the tracked range, a
  // fence, a request of system scope, an SM event that waits, an AXI error on a read or write response
  input  wire                                        check_i,
  input  wire  [scord_params::PATH_WIDTH-1:0]        path_i,
  input  wire  [scord_params::VERDICT_WIDTH-1:0]     verdict_i,
  input  wire                                        tag_miss_i,
  input  wire                                        untracked_i,
  input  wire                                        fence_i,
  input  wire                                        system_scope_i,
  input  wire                                        stall_sm_i,
  input  wire                                        axi_read_error_i,
  input  wire                                        axi_write_error_i
);

  localparam int DataWidth = scord_params::APB_DATA_WIDTH;
  localparam int HighWidth = scord_params::ADDRESS_WIDTH - DataWidth;  // of an address, above the low register
  localparam logic [DataWidth-1:0] Identification = 32'h53435244;      // "SCRD"

  ///////////
  // State //
  ///////////

  logic [scord_params::ADDRESS_WIDTH-1:0] tracked_base_q, metadata_base_q, log_base_q;
  logic [5:0] log2_tracked_words_q;
  logic [2:0] log2_cache_ratio_q;
  logic [31:0] log_capacity_q;
  logic [scord_params::ISSUE_POLICY_WIDTH-1:0] issue_policy_q;
  logic interrupt_enable_q, kernel_start_q, log_reset_q, axi_error_q;

  assign tracked_base_o = tracked_base_q;
  assign metadata_base_o = metadata_base_q;
  assign log_base_o = log_base_q;
  assign log2_tracked_words_o = log2_tracked_words_q;
  assign log2_cache_ratio_o = log2_cache_ratio_q;
  assign log_capacity_o = log_capacity_q;
  assign issue_policy_o = issue_policy_q;
  assign kernel_start_o = kernel_start_q;
  assign log_reset_o = log_reset_q;

  //////////////
  // Counters //
  //////////////

  // The counters that step by one, in the order of their registers; AXI errors may be two a cycle and come last.
  localparam logic [11:0] FirstCount = scord_params::REGISTER_COUNT_CHECKS;
  localparam int Counters = (32'(scord_params::REGISTER_COUNT_AXI_ERRORS) - 32'(FirstCount)) / 4;

  logic [Counters-1:0] step;
  logic [Counters*DataWidth-1:0] counters_q;
  logic [DataWidth-1:0] axi_errors_q;
  logic race;

  assign race = check_i && verdict_i != scord_params::VERDICT_CLEAN;

  assign step[(scord_params::REGISTER_COUNT_CHECKS - FirstCount) / 4] = check_i;
  assign step[(scord_params::REGISTER_COUNT_FENCES - FirstCount) / 4] = fence_i;
  assign step[(scord_params::REGISTER_COUNT_UNTRACKED - FirstCount) / 4] = untracked_i;
  assign step[(scord_params::REGISTER_COUNT_TAG_MISS - FirstCount) / 4] = check_i && tag_miss_i;
  assign step[(scord_params::REGISTER_COUNT_SYSTEM_SCOPE - FirstCount) / 4] = system_scope_i;
  assign step[(scord_params::REGISTER_COUNT_INITIALIZATION - FirstCount) / 4] =
      check_i && path_i == scord_params::PATH_INITIALIZATION;
  assign step[(scord_params::REGISTER_COUNT_PROGRAM_ORDER - FirstCount) / 4] =
      check_i && path_i == scord_params::PATH_PROGRAM_ORDER;
  assign step[(scord_params::REGISTER_COUNT_BARRIER - FirstCount) / 4] =
      check_i && path_i == scord_params::PATH_BARRIER;
  assign step[(scord_params::REGISTER_COUNT_ATOMIC_AFTER_ATOMIC - FirstCount) / 4] =
      check_i && path_i == scord_params::PATH_ATOMIC_AFTER_ATOMIC;
  assign step[(scord_params::REGISTER_COUNT_MISSING_BLOCK_FENCE - FirstCount) / 4] =
      race && verdict_i == scord_params::VERDICT_MISSING_BLOCK_FENCE;
  assign step[(scord_params::REGISTER_COUNT_MISSING_DEVICE_FENCE - FirstCount) / 4] =
      race && verdict_i == scord_params::VERDICT_MISSING_DEVICE_FENCE;
  assign step[(scord_params::REGISTER_COUNT_NOT_STRONG - FirstCount) / 4] =
      race && verdict_i == scord_params::VERDICT_NOT_STRONG;
  assign step[(scord_params::REGISTER_COUNT_SCOPED_ATOMIC - FirstCount) / 4] =
      race && verdict_i == scord_params::VERDICT_SCOPED_ATOMIC;
  assign step[(scord_params::REGISTER_COUNT_NO_COMMON_LOCK_ON_LOAD - FirstCount) / 4] =
      race && verdict_i == scord_params::VERDICT_NO_COMMON_LOCK_ON_LOAD;
  assign step[(scord_params::REGISTER_COUNT_NO_COMMON_LOCK_ON_STORE - FirstCount) / 4] =
      race && verdict_i == scord_params::VERDICT_NO_COMMON_LOCK_ON_STORE;
  assign step[(scord_params::REGISTER_COUNT_STALL_SM - FirstCount) / 4] = stall_sm_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      counters_q <= '0;
    end else if (step != '0) begin
      for (int i = 0; i < Counters; i++) begin
        if (step[i]) counters_q[i*DataWidth +: DataWidth] <= counters_q[i*DataWidth +: DataWidth] + 1'b1;
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

  assign log_not_empty = log_tail_i != '0;
  assign interrupt_o = log_not_empty && interrupt_enable_q;

  assign status[scord_params::STATUS_CLEARING] = clearing_i;
  assign status[scord_params::STATUS_BUSY] = busy_i;
  assign status[scord_params::STATUS_RACE] = log_not_empty;
  assign status[scord_params::STATUS_AXI_ERROR] = axi_error_q;
  assign status[DataWidth-1:scord_params::STATUS_AXI_ERROR+1] = '0;

  logic is_counter, known, writable, only_when_idle;
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
    configuration = '0;
    if (psel_i) begin
      case (paddr_i)
        scord_params::REGISTER_IDENTIFICATION: configuration = Identification;
        scord_params::REGISTER_STATUS: configuration = status;
        scord_params::REGISTER_LOG_TAIL: configuration = log_tail_i;
        scord_params::REGISTER_LOG_DROPPED: configuration = log_dropped_i;
        scord_params::REGISTER_COUNT_AXI_ERRORS: configuration = axi_errors_q;
        scord_params::REGISTER_CONTROL: writable = 1'b1;
        scord_params::REGISTER_INTERRUPT_ENABLE: begin
          writable = 1'b1;
          only_when_idle = 1'b0;
          configuration = DataWidth'(interrupt_enable_q);
        end
        scord_params::REGISTER_ISSUE_POLICY: begin
          writable = 1'b1;
          only_when_idle = 1'b0;
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
          configuration = DataWidth'(log2_tracked_words_q);
        end
        scord_params::REGISTER_LOG2_CACHE_RATIO: begin
          writable = 1'b1;
          configuration = DataWidth'(log2_cache_ratio_q);
        end
        scord_params::REGISTER_METADATA_BASE_LOW: begin
          writable = 1'b1;
          configuration = metadata_base_low;
        end
        scord_params::REGISTER_METADATA_BASE_HIGH: begin
          writable = 1'b1;
          configuration = metadata_base_high;
        end
        scord_params::REGISTER_LOG_BASE_LOW: begin
          writable = 1'b1;
          configuration = log_base_low;
        end
        scord_params::REGISTER_LOG_BASE_HIGH: begin
          writable = 1'b1;
          configuration = log_base_high;
        end
        scord_params::REGISTER_LOG_CAPACITY: begin
          writable = 1'b1;
          configuration = log_capacity_q;
        end
        default: begin
          known = is_counter;  // unknown or misaligned otherwise
          configuration = is_counter ? counter : '0;
        end
      endcase
    end
  end

  assign pready_o = 1'b1;
  assign prdata_o = configuration;
  assign pslverr_o = psel_i && penable_i && (!known || (pwrite_i && (!writable || (only_when_idle && busy_i))));

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

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      tracked_base_q <= '0;
      metadata_base_q <= '0;
      log_base_q <= '0;
      log2_tracked_words_q <= '0;
      log2_cache_ratio_q <= 3'(scord_params::DEFAULT_LOG2_CACHE_RATIO);
      log_capacity_q <= 32'(scord_params::DEFAULT_LOG_CAPACITY);
      issue_policy_q <= scord_params::ISSUE_POLICY_WIDTH'(scord_params::DEFAULT_ISSUE_POLICY);
      interrupt_enable_q <= 1'b0;
    end else if (write) begin
      case (paddr_i)
        scord_params::REGISTER_INTERRUPT_ENABLE: interrupt_enable_q <= pwdata_i[0];
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
        default: ;  // commands, above
      endcase
    end
  end

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  always @(posedge clk_i) if (rst_ni) begin
    if (penable_i) begin : a_access_phase_is_selected
      assert (psel_i);
    end
    if (fence_i) begin : a_one_item_a_cycle
      assert (!check_i && !untracked_i);
    end
  end

`ifndef __ICARUS__
  // Icarus has no $past.
  logic past_valid_q;
  always_ff @(posedge clk_i) past_valid_q <= rst_ni;

  always @(posedge clk_i) if (rst_ni) begin
    if (past_valid_q && psel_i && penable_i && !$past(penable_i)) begin : a_access_phase_follows_setup
      assert ($past(psel_i) && paddr_i == $past(paddr_i) && pwrite_i == $past(pwrite_i));
    end
  end
`endif
`endif

endmodule

`default_nettype wire
