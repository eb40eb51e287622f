// SPDX-License-Identifier: Apache-2.0
// metadata_grouper: stores a metadata line in its grouped form: equal entries once, in the line's head, and only the
// entries that have no place there in the array of entries.
//
// A head is Places + 1 units of an entry's width: first the map, a code a word (the number of its place, or Plain: the
// word's entry is in the array of entries), then the entries of the places. The map is stored as its exclusive or with
// the reset image, so that a head whose units are all the reset image says that all words are in the reset state: the
// clear at kernel start writes one value. With three places and 64-bit entries a head is 32 bytes.
//
// Cleaning a line takes up to Places rounds of two cycles. The first cycle chooses an entry: of the lowest word that is
// in a place and unchanged, if there is one, or else of the lowest word whose entry is at hand; the second gives its
// place to all words with this entry. So a word in a place that is not changed always keeps one, and its entry is never
// written to the array; what loses its place was changed. Then the head is written, if it changes, and then the
// changed plain entries. A word that is decided meanwhile is changed again, and the line is cleaned once more.
//
// Both bursts go through metadata_writer, which sees each as a line of its own; the write of a line is confirmed with
// the last response.
//
// Source: docs/eval-overhead.md, "Grouped metadata"; D37.

`include "scord_params.vh"
`default_nettype none

module metadata_grouper #(
  parameter int MetadataLines = scord_params::DEFAULT_METADATA_LINES, // lines: a power of two, 2 to 128
  parameter int BeatEntries = scord_params::DEFAULT_BEAT_ENTRIES,     // entries in a beat: 1, 2 or 4 (Places + 1)
  parameter int Words = scord_params::SEGMENT_WORDS,
  parameter int EntryWidth = scord_params::METADATA_WIDTH,
  parameter int Places = scord_params::GROUPED_PLACES, // Places + 1: a power of two
  localparam int CodeWidth = $clog2(Places + 1),
  localparam int LineWidth = $clog2(MetadataLines),
  localparam int WordWidth = $clog2(Words)
) (
  // Clock and synchronous reset
  input  wire                               clk_i,
  input  wire                               rst_ni,
  // The reset image, constant
  input  wire  [EntryWidth-1:0]             image_i,
  // The line to clean, taken with clean_start_o, and the AXI addresses of its head and of its entry 0, which stay
  // stable until its last burst has started
  input  wire                               clean_valid_i,
  output logic                              clean_start_o,
  input  wire  [LineWidth-1:0]              clean_line_i,
  // The line that is being cleaned; its words' entries, those at hand, the changed ones (these are at hand), and those
  // that are plain as stored; combinational reads
  output logic [LineWidth-1:0]              line_o,
  input  wire  [Words*EntryWidth-1:0]       row_i,
  input  wire  [Words-1:0]                  known_i,
  input  wire  [Words-1:0]                  dirty_i,
  input  wire  [Words-1:0]                  plain_i,
  // Entries that count as written from the next cycle on
  output logic [Words-1:0]                  written_o,
  // The line's plain words as stored change to these
  output logic                              store_o,
  output logic [Words-1:0]                  store_plain_o,
  // To metadata_writer: a burst of the head (its units in the place of entries) or of entries, the units to be written;
  // a beat by its first unit, and what it writes of it
  output logic                              burst_valid_o,
  output logic                              burst_head_o,
  output logic [Words-1:0]                  burst_dirty_o,
  input  wire                               burst_start_i,
  input  wire                               burst_busy_i,
  input  wire  [WordWidth-1:0]              unit_i,
  input  wire                               unit_taken_i,
  output logic [BeatEntries*EntryWidth-1:0] unit_data_o,
  output logic [BeatEntries-1:0]            unit_dirty_o,
  // A burst of a line is confirmed; with the last one the line
  input  wire                               burst_confirm_i,
  input  wire  [LineWidth-1:0]              burst_confirm_line_i,
  output logic                              confirm_o
);

  localparam int Units = Places + 1;
  localparam logic [CodeWidth-1:0] Plain = CodeWidth'(Places);
  localparam logic [Words-1:0] Beat = ~({Words{1'b1}} << BeatEntries);  // mask of the entries of beat 0

  if (BeatEntries > Places + 1 || (Places & (Places + 1)) != 0) begin : g_bad_beat
    initial $error("metadata_grouper: a head is a whole number of beats: Places + 1 a power of two, BeatEntries at most that");
  end
  if (Words * CodeWidth > EntryWidth || Words < Units) begin : g_bad_map
    initial $error("metadata_grouper: the map is one entry wide at most");
  end

  localparam logic [2:0] Idle = 3'd0, Choose = 3'd1, Match = 3'd2, Head = 3'd3, SendHead = 3'd4, Entries = 3'd5,
                         SendEntries = 3'd6;

  ///////////
  // State //
  ///////////

  logic [2:0] state_q;
  logic [LineWidth-1:0] line_q;
  logic [CodeWidth-1:0] round_q;              // the place that is filled next; Plain: none is left
  logic [Words-1:0] left_q;                   // words without a place so far
  logic [Words*CodeWidth-1:0] map_q;
  logic [Places*EntryWidth-1:0] places_q;
  logic [EntryWidth-1:0] value_q;             // the entry of this round
  logic changes_q;                            // the head must be written
  logic [Words-1:0] array_q;                  // words whose changed entries go to the array
  logic [MetadataLines-1:0] two_q;            // another burst of the line has no response yet, beside the last one

  ////////////
  // Rounds //
  ////////////

  logic [Words-1:0] at_hand, kept, pool, lowest, matched, lost;
  logic [EntryWidth-1:0] chosen;
  logic rounds_done, head_needed, entries_needed, start_rounds;

  assign at_hand = left_q & known_i;
  assign kept = at_hand & ~plain_i & ~dirty_i;
  assign pool = kept != '0 ? kept : at_hand;
  assign lowest = pool & (~pool + 1'b1);
  assign rounds_done = state_q == Choose && (pool == '0 || round_q == Plain);

  always_comb begin
    chosen = '0;
    matched = '0;
    for (int word = 0; word < Words; word++) begin
      if (lowest[word]) chosen |= row_i[word*EntryWidth +: EntryWidth];
      matched[word] = at_hand[word] && row_i[word*EntryWidth +: EntryWidth] == value_q;
    end
  end

  assign lost = left_q & ~plain_i;                    // they had a place, and changed
  assign head_needed = changes_q || lost != '0;
  assign entries_needed = (dirty_i & (head_needed ? left_q : plain_i)) != '0;

  // The writer works on one line at a time: the previous one is out of its hands.
  assign start_rounds = clean_valid_i && state_q == Idle && !burst_busy_i;
  assign clean_start_o = start_rounds;
  assign line_o = line_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= Idle;
    end else begin
      case (state_q)
        Idle: if (start_rounds) state_q <= Choose;
        Choose: state_q <= !rounds_done ? Match : head_needed ? Head : Entries;
        Match: state_q <= Choose;
        Head: if (burst_start_i) state_q <= SendHead;
        SendHead: if (unit_taken_i && 32'(unit_i) == Units - BeatEntries) state_q <= Entries;
        // Without changed plain entries nothing is left to be sent.
        Entries: if (!burst_valid_o) state_q <= Idle;
                 else if (burst_start_i) state_q <= SendEntries;
        SendEntries: if (!burst_busy_i) state_q <= Idle;
        default: state_q <= Idle;
      endcase
    end
  end

  logic entries_due_q;  // the burst of entries is due, as counted for the responses

  always_ff @(posedge clk_i) begin
    if (start_rounds) begin
      line_q <= clean_line_i;
      round_q <= '0;
      left_q <= '1;
      map_q <= {Words{Plain}};
      changes_q <= 1'b0;
    end
    if (state_q == Choose) value_q <= chosen;
    if (state_q == Match) begin
      round_q <= round_q + 1'b1;
      left_q <= left_q & ~matched;
      changes_q <= changes_q || (matched & dirty_i) != '0;
      for (int word = 0; word < Words; word++) begin
        if (matched[word]) map_q[word*CodeWidth +: CodeWidth] <= round_q;
      end
      for (int place = 0; place < Places; place++) begin
        if (round_q == CodeWidth'(place)) places_q[place*EntryWidth +: EntryWidth] <= value_q;
      end
    end
    if (rounds_done) begin
      array_q <= head_needed ? left_q : plain_i;
      entries_due_q <= entries_needed;
    end
  end

  assign store_o = rounds_done && head_needed;
  assign store_plain_o = left_q;

  ////////////
  // Bursts //
  ////////////

  logic [Words-1:0] unit_beat;
  logic [CodeWidth-1:0] head_unit;
  logic [Units*EntryWidth-1:0] head;

  assign unit_beat = Beat << unit_i;
  assign head_unit = unit_i[CodeWidth-1:0];
  assign head = {places_q, EntryWidth'(map_q) ^ image_i};

  assign burst_head_o = state_q == Head || state_q == SendHead;
  assign burst_dirty_o = burst_head_o ? ~({Words{1'b1}} << Units) : dirty_i & array_q;
  assign burst_valid_o = state_q == Head || (state_q == Entries && entries_due_q);

  // In a round: what has got its place; its entry is in the head from now on.
  assign written_o = state_q == Match ? matched : state_q == SendEntries && unit_taken_i ? unit_beat & array_q : '0;

  always_comb begin
    unit_data_o = burst_head_o ? head[32'(head_unit)*EntryWidth +: BeatEntries*EntryWidth]
                               : row_i[32'(unit_i)*EntryWidth +: BeatEntries*EntryWidth];
    for (int entry = 0; entry < BeatEntries; entry++)
      unit_dirty_o[entry] = burst_head_o || (dirty_i[32'(unit_i) + entry] && array_q[32'(unit_i) + entry]);
  end

  // The first of two responses of a line says nothing yet.
  assign confirm_o = burst_confirm_i && !two_q[burst_confirm_line_i];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      two_q <= '0;
    end else begin
      if (burst_confirm_i) two_q[burst_confirm_line_i] <= 1'b0;
      if (rounds_done && head_needed && entries_needed) two_q[line_q] <= 1'b1;
    end
  end

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  always @(posedge clk_i) if (rst_ni) begin
    if (rounds_done) begin : a_a_burst_is_due
      assert (head_needed || entries_needed);
    end
    if (rounds_done) begin : a_only_changed_words_lose_their_place
      assert ((lost & ~dirty_i) == '0);
    end
    if (state_q != Idle) begin : a_changed_entries_are_at_hand
      assert ((dirty_i & ~known_i) == '0);
    end
    if (burst_start_i) begin : a_a_burst_was_offered
      assert (burst_valid_o);
    end
    if (state_q == Entries && entries_due_q) begin : a_entries_stay_due
      assert (burst_dirty_o != '0);
    end
  end
`endif

endmodule

`default_nettype wire
