// race_reporter: carries races to the log in memory (semantics.md section 6).
//
// Records queue in a FIFO, since a race takes longer to write than to find. The log is filled once, from its base; when it
// is full, further records are counted as dropped, never lost silently. A record counts as written when memory has
// confirmed it, so that software which reads log_tail finds the record in memory.

`include "scord_params.vh"
`default_nettype none

module race_reporter #(
  parameter int FifoDepth = 4  // records that wait for the log
) (
  // Clock and synchronous reset
  input  wire                                      clk_i,
  input  wire                                      rst_ni,
  // Empties the log (tail and dropped to zero); only while busy_o is 0
  input  wire                                      log_reset_i,
  // Log: AXI address of record 0 (a multiple of 32, so that no record crosses 4 KB) and records it holds; stable while busy
  input  wire [scord_params::ADDRESS_WIDTH-1:0]    log_base_i,
  input  wire [31:0]                               log_capacity_i,
  // Records written, records dropped because the log was full
  output logic [31:0]                              log_tail_o,
  output logic [31:0]                              log_dropped_o,
  // Record: valid and payload stable until ready, but for the cycle, which is that of the handshake (the decision); ready
  // depends on the FIFO's level only
  input  wire                                      record_valid_i,
  output logic                                     record_ready_o,
  input  race_record_t                             record_i,
  // A record is not yet in the log
  output logic                                     busy_o,
  // AXI4 write channels: one burst a record
  output logic                                     awvalid_o,
  input  wire                                      awready_i,
  output logic [scord_params::ADDRESS_WIDTH-1:0]   awaddr_o,
  output logic [7:0]                               awlen_o,
  output logic                                     wvalid_o,
  input  wire                                      wready_i,
  output logic [scord_params::AXI_DATA_WIDTH-1:0]  wdata_o,
  output logic                                     wlast_o,
  input  wire                                      bvalid_i,
  output logic                                     bready_o
);

  localparam int Beats = scord_params::RACE_RECORD_BEATS;
  localparam int BeatWidth = $clog2(Beats);
  localparam int DataWidth = scord_params::AXI_DATA_WIDTH;
  localparam int RecordShift = $clog2(scord_params::RACE_RECORD_WIDTH / 8);

  ////////////
  // Record //
  ////////////

  logic record_valid, record_done;
  logic [scord_params::RACE_RECORD_WIDTH-1:0] record;

  fifo #(
    .Width(scord_params::RACE_RECORD_WIDTH),
    .Depth(FifoDepth)
  ) u_record_fifo (
    .clk_i,
    .rst_ni,
    .clear_i    (1'b0),
    .in_valid_i (record_valid_i),
    .in_ready_o (record_ready_o),
    .in_data_i  (record_i),
    .out_valid_o(record_valid),
    .out_ready_i(record_done),
    .out_data_o (record)
  );

  assign busy_o = record_valid;

  ///////////
  // State //
  ///////////

  logic [31:0] log_tail_q, log_dropped_q;
  logic address_sent_q;                 // of the record at the FIFO's head
  logic data_sent_q;                    // all its beats
  logic [BeatWidth-1:0] beat_q;         // next beat

  assign log_tail_o = log_tail_q;
  assign log_dropped_o = log_dropped_q;

  ///////////
  // Write //
  ///////////

  logic log_full, drop, confirmed;

  assign log_full = log_tail_q >= log_capacity_i;
  assign drop = record_valid && log_full;
  assign confirmed = bvalid_i && bready_o;
  assign record_done = drop || confirmed;

  assign awvalid_o = record_valid && !log_full && !address_sent_q;
  assign awaddr_o = log_base_i + (scord_params::ADDRESS_WIDTH'(log_tail_q) << RecordShift);
  assign awlen_o = 8'(Beats - 1);
  assign wvalid_o = record_valid && !log_full && !data_sent_q;
  assign wdata_o = record[32'(beat_q)*DataWidth +: DataWidth];
  assign wlast_o = 32'(beat_q) == Beats - 1;
  assign bready_o = address_sent_q && data_sent_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || confirmed) begin
      address_sent_q <= 1'b0;
      data_sent_q <= 1'b0;
      beat_q <= '0;
    end else begin
      if (awvalid_o && awready_i) address_sent_q <= 1'b1;
      if (wvalid_o && wready_i) begin
        beat_q <= beat_q + 1'b1;
        data_sent_q <= wlast_o;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || log_reset_i) begin
      log_tail_q <= '0;
      log_dropped_q <= '0;
    end else begin
      if (confirmed) log_tail_q <= log_tail_q + 1'b1;
      if (drop) log_dropped_q <= log_dropped_q + 1'b1;
    end
  end

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  always @(posedge clk_i) if (rst_ni) begin
    if (log_reset_i) begin : a_log_reset_when_idle
      assert (!busy_o);
    end
    begin : a_log_never_beyond_capacity
      assert (!confirmed || log_tail_q < log_capacity_i);
    end
    if (bvalid_i) begin : a_response_after_address_and_data
      assert (address_sent_q && data_sent_q);
    end
  end

`ifndef __ICARUS__
  // Icarus has no $past.
  logic past_valid_q;
  always_ff @(posedge clk_i) past_valid_q <= rst_ni;

  // The same race waits; its cycle, which counts on, is that of the decision: when the record is taken.
  race_record_t waiting;
  always_comb begin
    waiting = record_i;
    waiting.cycle = '0;
  end

  always @(posedge clk_i) if (rst_ni) begin
    if (past_valid_q && $past(record_valid_i && !record_ready_o)) begin : a_record_stable
      assert (record_valid_i && waiting == $past(waiting));
    end
    if (past_valid_q && $past(awvalid_o && !awready_i)) begin : a_address_stable
      assert (awvalid_o && awaddr_o == $past(awaddr_o));
    end
    if (past_valid_q && $past(wvalid_o && !wready_i)) begin : a_data_stable
      assert (wvalid_o && wdata_o == $past(wdata_o) && wlast_o == $past(wlast_o));
    end
  end
`endif
`endif

endmodule

`default_nettype wire
