// SPDX-License-Identifier: Apache-2.0
// race_reporter: writes races to the log ring in memory.
//
// The races of one cycle, at most one for each lane, enter a queue as a group that stores the accessor's part once. With
// GroupedLines a lane's race is that of several words: a record for each of them, lane after lane, words ascending.
// Records are sent one at a time, and several writes may be outstanding. log_tail counts a record when memory has
// confirmed it, so that software that reads log_tail finds the record in memory. If the ring is full when the turn of a
// record comes, the record is counted as dropped. When the queue is full, decisions wait.
//
// Source: docs/semantics.md section 6, D38. Model: cmodel/detector/race_reporter.c.

`include "scord_params.vh"
`default_nettype none

module race_reporter #(
  parameter int Lanes = scord_params::DEFAULT_LANES,  // races in a group, 1 to 32
  parameter int BeatEntries = scord_params::DEFAULT_BEAT_ENTRIES,  // 64-bit words in a beat: a power of two, 1 to 16
  parameter int QueueDepth = 4,                       // groups in the queue, 2 or more
  parameter int GroupedLines = scord_params::DEFAULT_GROUPED_LINES, // 1: a lane has several words
  parameter int IndependentThreads = scord_params::DEFAULT_INDEPENDENT_THREADS // not 0: ThreadIDs are reported (D40)
) (
  // Clock and synchronous reset
  input  wire                                      clk_i,
  input  wire                                      rst_ni,
  // Empties the log (tail and dropped to zero); only while busy_o is 0
  input  wire                                      log_reset_i,
  // The log, stable while busy: AXI address of slot 0 (a multiple of 32, so that no record crosses 4 KB), slots of the
  // ring; the number of records that software has consumed, which may change in any cycle
  input  wire [scord_params::ADDRESS_WIDTH-1:0]    log_base_i,
  input  wire [31:0]                               log_capacity_i,
  input  wire [31:0]                               log_head_i,
  // The number of records written, and of records dropped because the ring was full
  output logic [31:0]                              log_tail_o,
  output logic [31:0]                              log_dropped_o,
  // A group: the part common to its records (address: that of the segment); by lane: a race, the number of the word in
  // the segment, verdict, scope, owner. Taken with valid and ready; ready depends on the queue's level only.
  input  wire                                      group_valid_i,
  output logic                                     group_ready_o,
  // Of the common record only the accessor's part is used.
  /* verilator lint_off UNUSEDSIGNAL */
  input  race_record_t                             shared_i,
  /* verilator lint_on UNUSEDSIGNAL */
  input  wire [Lanes-1:0]                          lane_race_i,
  input  wire [Lanes*$clog2(scord_params::SEGMENT_WORDS)-1:0] lane_word_i,
  // With GroupedLines: all words of the lane
  /* verilator lint_off UNUSEDSIGNAL */
  input  wire [Lanes*scord_params::SEGMENT_WORDS-1:0] lane_words_i,
  /* verilator lint_on UNUSEDSIGNAL */
  input  wire [Lanes*scord_params::VERDICT_WIDTH-1:0] lane_verdict_i,
  input  wire [Lanes-1:0]                          lane_scope_i,
  input  wire [Lanes*scord_params::BLOCK_ID_WIDTH-1:0] lane_owner_block_id_i,
  input  wire [Lanes*scord_params::WARP_WIDTH-1:0] lane_owner_warp_id_i,
  // ThreadIDs of accessor and owner, with independent threads
  /* verilator lint_off UNUSEDSIGNAL */
  input  wire [Lanes*scord_params::LANE_WIDTH-1:0] lane_thread_id_i,
  input  wire [Lanes*scord_params::LANE_WIDTH-1:0] lane_owner_thread_id_i,
  /* verilator lint_on UNUSEDSIGNAL */
  // A record is not yet written
  output logic                                     busy_o,
  // AXI4 write channels, one burst for each record. A beat wider than a record covers several slots of the ring; only
  // the strobes of the record's slot are set.
  output logic                                     awvalid_o,
  input  wire                                      awready_i,
  output logic [scord_params::ADDRESS_WIDTH-1:0]   awaddr_o,
  output logic [7:0]                               awlen_o,
  output logic                                     wvalid_o,
  input  wire                                      wready_i,
  output logic [BeatEntries*scord_params::AXI_DATA_WIDTH-1:0] wdata_o,
  output logic [BeatEntries*scord_params::AXI_DATA_WIDTH/8-1:0] wstrb_o,
  output logic                                     wlast_o,
  input  wire                                      bvalid_i,
  output logic                                     bready_o
);

  localparam int RecordWords = scord_params::RACE_RECORD_BEATS;  // 64-bit words of a record
  localparam int Beats = BeatEntries < RecordWords ? RecordWords / BeatEntries : 1;
  localparam int BeatRecords = BeatEntries > RecordWords ? BeatEntries / RecordWords : 1;
  localparam int BeatWidth = Beats > 1 ? $clog2(Beats) : 1;
  localparam int DataWidth = BeatEntries * scord_params::AXI_DATA_WIDTH;
  localparam int RecordBytes = scord_params::RACE_RECORD_WIDTH / 8;
  localparam int RecordShift = $clog2(RecordBytes);
  localparam int BeatShift = $clog2(DataWidth / 8);
  localparam int AddressWidth = scord_params::ADDRESS_WIDTH;
  localparam int Words = scord_params::SEGMENT_WORDS;
  localparam int WordWidth = $clog2(Words);
  localparam int RecordsWidth = $clog2((GroupedLines != 0 ? Words : Lanes) + 1);
  localparam int WordShift = $clog2(scord_params::WORD_BYTES);
  localparam int VerdictWidth = scord_params::VERDICT_WIDTH;
  localparam int BlockIdWidth = scord_params::BLOCK_ID_WIDTH;
  localparam int WarpWidth = scord_params::WARP_WIDTH;
  localparam int LaneWidth = Lanes > 1 ? $clog2(Lanes) : 1;
  localparam int Outstanding = 8;  // the most record writes without a response
  localparam int OutstandingWidth = $clog2(Outstanding + 1);

  ////////////
  // Groups //
  ////////////

  // Of the common record only the accessor's part is stored.
  localparam int SharedWidth = scord_params::SEQUENCE_WIDTH + scord_params::PC_WIDTH + AddressWidth + scord_params::OP_WIDTH +
                               BlockIdWidth + WarpWidth + scord_params::CYCLE_WIDTH;
  localparam int PerLaneWidth = 1 + WordWidth + VerdictWidth + 1 + BlockIdWidth + WarpWidth;
  localparam int ThreadWidth = scord_params::LANE_WIDTH;
  localparam int GroupWidth = SharedWidth + Lanes * (PerLaneWidth + 2 * ThreadWidth + Words);
  localparam int StoredWidth = GroupWidth - (GroupedLines != 0 ? 0 : Lanes * Words) -
                               (GroupedLines != 0 || IndependentThreads != 0 ? 0 : Lanes * 2 * ThreadWidth);

  logic [scord_params::SEQUENCE_WIDTH-1:0] sequence_;
  logic [scord_params::PC_WIDTH-1:0] pc;
  logic [AddressWidth-1:0] address;
  logic [scord_params::OP_WIDTH-1:0] op;
  logic [BlockIdWidth-1:0] block_id;
  logic [WarpWidth-1:0] warp_id;
  logic [scord_params::CYCLE_WIDTH-1:0] cycle;
  logic [Lanes-1:0] lane_race, lane_scope;
  logic [Lanes*WordWidth-1:0] lane_word;
  logic [Lanes*VerdictWidth-1:0] lane_verdict;
  logic [Lanes*BlockIdWidth-1:0] lane_owner_block_id;
  logic [Lanes*WarpWidth-1:0] lane_owner_warp_id;
  logic [Lanes*ThreadWidth-1:0] lane_thread_id, lane_owner_thread_id;
  /* verilator lint_off UNUSEDSIGNAL */
  logic [Lanes*Words-1:0] lane_words;
  /* verilator lint_on UNUSEDSIGNAL */
  logic group_valid, group_done;

  // The lanes' words are the uppermost bits; they exist with GroupedLines only. Below are the ThreadIDs, which exist with
  // either parameter, and mean something with independent threads only.
  /* verilator lint_off UNUSEDSIGNAL */
  logic [GroupWidth-1:0] group;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [StoredWidth-1:0] group_stored;

  assign group = {lane_words_i, lane_thread_id_i, lane_owner_thread_id_i,
                  shared_i.sequence_, shared_i.pc, shared_i.address, shared_i.op, shared_i.block_id, shared_i.warp_id,
                  shared_i.cycle, lane_race_i, lane_scope_i, lane_word_i, lane_verdict_i, lane_owner_block_id_i,
                  lane_owner_warp_id_i};
  assign {lane_words, lane_thread_id, lane_owner_thread_id,
          sequence_, pc, address, op, block_id, warp_id, cycle, lane_race, lane_scope, lane_word, lane_verdict,
          lane_owner_block_id, lane_owner_warp_id} = GroupWidth'(group_stored);

  fifo #(
    .Width(StoredWidth),
    .Depth(QueueDepth)
  ) u_group_fifo (
    .clk_i,
    .rst_ni,
    .clear_i    (1'b0),
    .in_valid_i (group_valid_i),
    .in_ready_o (group_ready_o),
    .in_data_i  (group[StoredWidth-1:0]),
    .out_valid_o(group_valid),
    .out_ready_i(group_done),
    .out_data_o (group_stored),
    /* verilator lint_off PINCONNECTEMPTY */
    .out_more_o ()
    /* verilator lint_on PINCONNECTEMPTY */
  );

  ///////////
  // State //
  ///////////

  logic [31:0] log_tail_q, log_dropped_q;
  logic [31:0] sent_q;                      // records sent, confirmed or not
  logic [31:0] slot_q;                      // ring slot of the next record
  logic [OutstandingWidth-1:0] outstanding_q;
  logic [Lanes-1:0] lanes_done_q;           // lanes of the group at the head whose record was sent
  logic address_sent_q, data_sent_q;        // of the current record
  logic [BeatWidth-1:0] beat_q;             // next beat of the current record

  assign log_tail_o = log_tail_q;
  assign log_dropped_o = log_dropped_q;

  ////////////
  // Record //
  ////////////

  logic [Lanes-1:0] lanes_left, lane_bit;
  logic [LaneWidth-1:0] lane;
  logic [WordWidth-1:0] word;      // of the record
  logic last_word;                 // the lane's last one
  logic record_valid, last_of_group;
  race_record_t record;
  logic [scord_params::RACE_RECORD_WIDTH-1:0] record_bits;

  always_comb begin
    lanes_left = lane_race & ~lanes_done_q;
    lane_bit = lanes_left & (~lanes_left + 1'b1);
    lane = '0;
    for (int i = 0; i < Lanes; i++) begin
      if (lane_bit[i]) lane |= LaneWidth'(i);
    end
  end

  assign record_valid = group_valid && lanes_left != '0;
  assign last_of_group = lanes_left == lane_bit && last_word;

  assign record.reserved = '0;
  assign record.cycle = cycle;
  assign record.owner_thread_id = lane_owner_thread_id[32'(lane)*ThreadWidth +: ThreadWidth];
  assign record.owner_warp_id = lane_owner_warp_id[32'(lane)*WarpWidth +: WarpWidth];
  assign record.owner_block_id = lane_owner_block_id[32'(lane)*BlockIdWidth +: BlockIdWidth];
  assign record.thread_id = lane_thread_id[32'(lane)*ThreadWidth +: ThreadWidth];
  assign record.warp_id = warp_id;
  assign record.block_id = block_id;
  assign record.scope = lane_scope[lane];
  assign record.verdict = lane_verdict[32'(lane)*VerdictWidth +: VerdictWidth];
  assign record.op = op;
  assign record.address = address | (AddressWidth'(word) << WordShift);
  assign record.pc = pc;
  assign record.sequence_ = sequence_;
  assign record_bits = record;

  ///////////
  // Write //
  ///////////

  logic log_full, drop, may_send, sent, confirmed, address_done, data_done;
  logic [RecordsWidth-1:0] records_left;
  // A slot is aligned, so the lowest bits of a wide beat's address are unused.
  /* verilator lint_off UNUSEDSIGNAL */
  logic [AddressWidth-1:0] slot_address;
  /* verilator lint_on UNUSEDSIGNAL */

  // If the ring is full, the rest of the group is dropped at once.
  assign log_full = sent_q - log_head_i >= log_capacity_i;
  assign drop = record_valid && log_full && !address_sent_q && !data_sent_q && beat_q == '0;
  assign may_send = record_valid && !drop && 32'(outstanding_q) != Outstanding;

  assign slot_address = log_base_i + (AddressWidth'(slot_q) << RecordShift);
  assign awvalid_o = may_send && !address_sent_q;
  assign awlen_o = 8'(Beats - 1);
  assign wvalid_o = may_send && !data_sent_q;
  assign wlast_o = 32'(beat_q) == Beats - 1;

  if (BeatRecords > 1) begin : g_beat_of_records
    assign awaddr_o = {slot_address[AddressWidth-1:BeatShift], {BeatShift{1'b0}}};
    assign wdata_o = {BeatRecords{record_bits}};
    for (genvar i = 0; i < BeatRecords; i++) begin : g_record
      assign wstrb_o[i*RecordBytes +: RecordBytes] = {RecordBytes{32'(slot_address[BeatShift-1:RecordShift]) == i}};
    end
  end else begin : g_record_of_beats
    assign awaddr_o = slot_address;
    assign wdata_o = record_bits[32'(beat_q)*DataWidth +: DataWidth];
    assign wstrb_o = '1;
  end

  assign address_done = address_sent_q || (awvalid_o && awready_i);
  assign data_done = data_sent_q || (wvalid_o && wready_i && wlast_o);
  assign sent = may_send && address_done && data_done;
  assign group_done = drop || (sent && last_of_group);

  always_ff @(posedge clk_i) begin
    if (!rst_ni || sent) begin
      address_sent_q <= 1'b0;
      data_sent_q <= 1'b0;
      beat_q <= '0;
    end else begin
      address_sent_q <= address_done;
      data_sent_q <= data_done;
      if (wvalid_o && wready_i) beat_q <= beat_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || group_done) lanes_done_q <= '0;
    else if (sent && last_word) lanes_done_q <= lanes_done_q | lane_bit;
  end

  ///////////
  // Words //
  ///////////

  /* verilator lint_off UNUSEDSIGNAL */
  logic [Words-1:0] words_done;  // for the proof
  /* verilator lint_on UNUSEDSIGNAL */

  if (GroupedLines == 0) begin : g_a_word_a_lane
    assign word = lane_word[32'(lane)*WordWidth +: WordWidth];
    assign last_word = 1'b1;
    assign words_done = '0;

    always_comb begin
      records_left = '0;
      for (int i = 0; i < Lanes; i++) records_left = records_left + RecordsWidth'(lanes_left[i]);
    end
  end else begin : g_words
    logic [Words-1:0] words_done_q;  // words of the current lane whose record was sent
    logic [Words-1:0] words_left, word_bit;
    logic unused_lane_word;

    assign unused_lane_word = ^lane_word;
    assign words_done = words_done_q;
    assign words_left = lane_words[32'(lane)*Words +: Words] & ~words_done_q;
    assign word_bit = words_left & (~words_left + 1'b1);
    assign last_word = words_left == word_bit;

    always_comb begin
      word = '0;
      for (int i = 0; i < Words; i++) begin
        if (word_bit[i]) word |= WordWidth'(i);
      end
    end

    // Of the current lane what is left, of later ones all
    always_comb begin
      records_left = '0;
      for (int i = 0; i < Lanes; i++) begin
        for (int j = 0; j < Words; j++)
          records_left = records_left + RecordsWidth'(lanes_left[i] && lane_words[i*Words + j] && !(lane_bit[i] && words_done_q[j]));
      end
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni || group_done || (sent && last_word)) words_done_q <= '0;
      else if (sent) words_done_q <= words_done_q | word_bit;
    end
  end

  //////////////
  // Response //
  //////////////

  // All records have one AXI ID, so their responses arrive in order.
  assign bready_o = 1'b1;
  assign confirmed = bvalid_i;
  assign busy_o = group_valid || outstanding_q != '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) outstanding_q <= '0;
    else if (sent && !confirmed) outstanding_q <= outstanding_q + 1'b1;
    else if (!sent && confirmed) outstanding_q <= outstanding_q - 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || log_reset_i) begin
      log_tail_q <= '0;
      log_dropped_q <= '0;
      sent_q <= '0;
      slot_q <= '0;
    end else begin
      if (confirmed) log_tail_q <= log_tail_q + 1'b1;
      if (drop) log_dropped_q <= log_dropped_q + 32'(records_left);
      if (sent) begin
        sent_q <= sent_q + 1'b1;
        slot_q <= slot_q + 1'b1 >= log_capacity_i ? '0 : slot_q + 1'b1;
      end
    end
  end

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  always @(posedge clk_i) if (rst_ni) begin
    begin : a_each_record_is_answered_or_outstanding
      assert (sent_q - log_tail_q == 32'(outstanding_q));
    end
    begin : a_outstanding_within_limit
      assert (32'(outstanding_q) <= Outstanding);
    end
    if (group_valid) begin : a_written_lanes_had_a_race
      assert ((lanes_done_q & ~lane_race) == '0 && lanes_left != '0);
    end
    if (drop) begin : a_drop_between_records
      assert (!awvalid_o && !wvalid_o && records_left != '0);
    end
    if (log_reset_i) begin : a_log_reset_when_idle
      assert (!busy_o);
    end
    if (sent) begin : a_log_never_beyond_capacity
      assert (sent_q - log_head_i < log_capacity_i && slot_q < log_capacity_i);
    end
    if (bvalid_i) begin : a_response_was_due
      assert (outstanding_q != '0);
    end
    if (group_valid_i) begin : a_group_has_a_race
      assert (lane_race_i != '0);
    end
  end

`ifndef __ICARUS__
  // Icarus has no $past.
  logic past_valid_q;
  always_ff @(posedge clk_i) past_valid_q <= rst_ni;

  always @(posedge clk_i) if (rst_ni) begin
    if (past_valid_q && $past(awvalid_o && !awready_i)) begin : a_address_stable
      assert (awvalid_o && awaddr_o == $past(awaddr_o));
    end
    if (past_valid_q && $past(wvalid_o && !wready_i)) begin : a_data_stable
      assert (wvalid_o && wdata_o == $past(wdata_o) && wstrb_o == $past(wstrb_o) && wlast_o == $past(wlast_o));
    end
  end
`endif
`endif

endmodule

`default_nettype wire
