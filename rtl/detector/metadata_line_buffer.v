// SPDX-License-Identifier: Apache-2.0
// metadata_line_buffer: a small, fully associative write-back buffer of metadata lines, with the state of each entry.
//
// A line belongs to a key. An entry of it is requested from memory at most once while the line stays; it is then
// present (or failed, if memory answered with an error, D27), and dirty when a decision changed it. A line is given to
// another key only if no request in flight uses it, no entry is dirty, and its last write is confirmed. A read
// therefore never returns an entry older than the last decision on it.
//
// The buffer is no state of the detector: it is empty at kernel start, and memory holds every entry when busy_o is 0.
//
// With GroupedLines memory holds a line as a head and plain entries (metadata_grouper). The buffer holds it expanded: the
// head is read first, and with it all entries that have a place in it are present; entries that are plain are read by
// themselves, those that a request waited for when the head came in a second round.
//
// Timing: lookup and load are combinational; allocation, beats and decided entries take effect at the next edge.
// Source: D37.

`include "scord_params.vh"
`default_nettype none

module metadata_line_buffer #(
  // lines: a power of two, 2 to 128
  parameter int MetadataLines = scord_params::DEFAULT_METADATA_LINES,
  // entries in a beat of the AXI port: a power of two, 1 to 16
  parameter int BeatEntries = scord_params::DEFAULT_BEAT_ENTRIES,
  // 1: memory holds lines grouped
  parameter int GroupedLines = scord_params::DEFAULT_GROUPED_LINES,
  // width of a line number, in bits
  parameter int KeyWidth = 31,
  // width of a line's count of users, in bits
  parameter int UsersWidth = 6
) (
  // Clock and synchronous reset
  input  wire                                     clk_i,
  input  wire                                     rst_ni,
  // Invalidates all lines; only while busy_o is 0
  input  wire                                     clear_i,
  // Lookup: the line of the key if it is buffered (hit), or else a line that may be allocated (free)
  input  wire  [KeyWidth-1:0]                     lookup_key_i,
  output logic                                    lookup_hit_o,
  output logic                                    lookup_free_o,
  output logic [$clog2(MetadataLines)-1:0]        lookup_line_o,
  output logic [scord_params::SEGMENT_WORDS-1:0]  lookup_requested_o,
  output logic                                    lookup_waits_o,  // GroupedLines: hit, and its head is not here
  // Changes to this line, only with hit or free: allocate it for the key (miss only); mark a span as requested; add a
  // user
  input  wire                                     take_i,
  input  wire                                     request_i,
  input  wire  [scord_params::SEGMENT_WORDS-1:0]  request_span_i,
  input  wire                                     use_i,
  input  wire  [scord_params::SEGMENT_WORDS-1:0]  use_entries_i,   // GroupedLines: what the user needs
  // GroupedLines: a line that lacks entries which a user of it needs and nobody has asked for: its second round; a span
  // of it is marked as requested
  output logic                                    round_valid_o,
  output logic [$clog2(MetadataLines)-1:0]        round_line_o,
  output logic [scord_params::SEGMENT_WORDS-1:0]  round_wanted_o,
  output logic [scord_params::SEGMENT_WORDS-1:0]  round_requested_o,
  output logic [KeyWidth-1:0]                     round_key_o,
  input  wire                                     round_i,
  // A user of a line is done
  input  wire                                     release_i,
  input  wire  [$clog2(MetadataLines)-1:0]        release_line_i,
  // A beat arrives from memory: its first entry, all its entries
  input  wire                                     fill_i,
  input  wire  [$clog2(MetadataLines)-1:0]        fill_line_i,
  input  wire  [$clog2(scord_params::SEGMENT_WORDS)-1:0] fill_entry_i,
  input  wire  [BeatEntries*scord_params::METADATA_WIDTH-1:0] fill_metadata_i,
  input  wire                                     fill_failed_i,
  // GroupedLines: the beat is of the line's head, its first unit in the place of an entry; the last beat
  input  wire                                     fill_head_i,
  input  wire                                     fill_last_i,
  // Load: all entries of a line; the entries that are present; those that failed
  input  wire  [$clog2(MetadataLines)-1:0]        load_line_i,
  output logic [scord_params::SEGMENT_WORDS-1:0]  load_present_o,
  output logic [scord_params::SEGMENT_WORDS-1:0]  load_failed_o,
  output logic [scord_params::SEGMENT_WORDS*scord_params::METADATA_WIDTH-1:0] load_row_o,
  // Decided entries of a line
  input  wire  [$clog2(MetadataLines)-1:0]        decide_line_i,
  input  wire  [scord_params::SEGMENT_WORDS-1:0]  decide_entries_i,
  input  wire  [scord_params::SEGMENT_WORDS*scord_params::METADATA_WIDTH-1:0] decide_row_i,
  // Cleaning: a line to be written back (idle_i: no other work is pending), and its start; a beat of it, by the number
  // of its first entry, read and taken; the write is confirmed
  input  wire                                     idle_i,
  output logic                                    clean_valid_o,
  output logic [$clog2(MetadataLines)-1:0]        clean_line_o,
  output logic [scord_params::SEGMENT_WORDS-1:0]  clean_dirty_o,
  output logic [KeyWidth-1:0]                     clean_key_o,
  input  wire                                     clean_start_i,
  input  wire  [$clog2(MetadataLines)-1:0]        entry_line_i,
  input  wire  [$clog2(scord_params::SEGMENT_WORDS)-1:0] entry_i,
  input  wire                                     entry_taken_i,
  output logic [BeatEntries*scord_params::METADATA_WIDTH-1:0] entry_metadata_o,
  output logic [BeatEntries-1:0]                  entry_dirty_o,
  // GroupedLines: the line that is being cleaned, by entry_line_i: its key, entries, those at hand, changed, and plain as
  // stored; entries that count as written from the next cycle on; what is plain as stored changes
  output logic [KeyWidth-1:0]                     entry_key_o,
  output logic [scord_params::SEGMENT_WORDS*scord_params::METADATA_WIDTH-1:0] row_o,
  output logic [scord_params::SEGMENT_WORDS-1:0]  row_known_o,
  output logic [scord_params::SEGMENT_WORDS-1:0]  row_dirty_o,
  output logic [scord_params::SEGMENT_WORDS-1:0]  row_plain_o,
  input  wire  [scord_params::SEGMENT_WORDS-1:0]  row_written_i,
  input  wire                                     store_i,
  input  wire  [scord_params::SEGMENT_WORDS-1:0]  store_plain_i,
  input  wire                                     confirm_i,
  input  wire  [$clog2(MetadataLines)-1:0]        confirm_line_i,
  // An entry is dirty or a write is not confirmed
  output logic                                    busy_o
);

  localparam int LineWidth = $clog2(MetadataLines);
  localparam int Entries = scord_params::SEGMENT_WORDS;
  localparam int EntryWidth = scord_params::METADATA_WIDTH;
  localparam logic [Entries-1:0] Beat = ~({Entries{1'b1}} << BeatEntries);  // mask of the entries of beat 0

  if (MetadataLines < 2 || MetadataLines > scord_params::MAX_METADATA_LINES ||
      (MetadataLines & (MetadataLines - 1)) != 0) begin : g_bad_lines
    initial $error("metadata_line_buffer: MetadataLines must be a power of two, 2 to 128");
  end

  ///////////
  // State //
  ///////////

  logic [MetadataLines-1:0] valid_q;            // the line belongs to a key
  logic [MetadataLines-1:0] recent_q;           // used since the flags of the other lines were cleared
  logic [MetadataLines-1:0] writing_q;          // a write of the line is not confirmed
  logic [MetadataLines*KeyWidth-1:0] key_q;
  logic [MetadataLines*UsersWidth-1:0] users_q; // requests in flight that use the line
  logic [MetadataLines*Entries-1:0] requested_q, present_q, failed_q, dirty_q;
  logic [LineWidth-1:0] turn_q;                 // the line at which the search for a free line starts

  ////////////////
  // Candidates //
  ////////////////

  logic [MetadataLines-1:0] hit, unused, clean, may_take, may_clean;

  for (genvar line = 0; line < MetadataLines; line++) begin : g_line
    assign hit[line] = valid_q[line] && key_q[line*KeyWidth +: KeyWidth] == lookup_key_i;
    assign unused[line] = users_q[line*UsersWidth +: UsersWidth] == '0;
    assign clean[line] = dirty_q[line*Entries +: Entries] == '0;
  end

  assign may_take = ~valid_q | (unused & clean & ~writing_q);
  assign may_clean = unused & ~clean & ~writing_q;

  // The candidates that were not used recently, or else all; of these the first one from `turn` on.
  function automatic logic [MetadataLines-1:0] choose(input logic [MetadataLines-1:0] candidates,
                                                      input logic [MetadataLines-1:0] recent,
                                                      input logic [LineWidth-1:0] turn);
    logic [MetadataLines-1:0] pool, later;
    pool = (candidates & ~recent) != '0 ? candidates & ~recent : candidates;
    later = pool & ({MetadataLines{1'b1}} << turn);
    if (later != '0) pool = later;
    choose = pool & (~pool + 1'b1);
  endfunction

  function automatic logic [LineWidth-1:0] number(input logic [MetadataLines-1:0] one_hot);
    number = '0;
    for (int line = 0; line < MetadataLines; line++) begin
      if (one_hot[line]) number |= LineWidth'(line);
    end
  endfunction

  ////////////
  // Lookup //
  ////////////

  logic [MetadataLines-1:0] looked_up;

  assign looked_up = lookup_hit_o ? hit : choose(may_take, recent_q, turn_q);
  assign lookup_hit_o = hit != '0;
  assign lookup_free_o = may_take != '0;
  assign lookup_line_o = number(looked_up);
  assign lookup_requested_o = lookup_hit_o ? requested_q[32'(lookup_line_o)*Entries +: Entries] : '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      valid_q <= '0;
      recent_q <= '0;
      turn_q <= '0;
    end else begin
      if (take_i) begin
        valid_q <= valid_q | looked_up;
        turn_q <= lookup_line_o + 1'b1;
      end
      if (use_i) recent_q <= (recent_q | looked_up) == '1 ? looked_up : recent_q | looked_up;
    end
  end

  always_ff @(posedge clk_i) begin
    for (int line = 0; line < MetadataLines; line++) begin
      if (take_i && looked_up[line]) key_q[line*KeyWidth +: KeyWidth] <= lookup_key_i;
    end
  end

  logic [MetadataLines-1:0] used, released;
  assign used = use_i ? looked_up : '0;
  assign released = release_i ? MetadataLines'(1) << release_line_i : '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      users_q <= '0;
    end else begin
      for (int line = 0; line < MetadataLines; line++) begin
        if (used[line] && !released[line]) begin
          users_q[line*UsersWidth +: UsersWidth] <= users_q[line*UsersWidth +: UsersWidth] + 1'b1;
        end
        if (!used[line] && released[line]) begin
          users_q[line*UsersWidth +: UsersWidth] <= users_q[line*UsersWidth +: UsersWidth] - 1'b1;
        end
      end
    end
  end

  /////////////
  // Entries //
  /////////////

  logic [Entries-1:0] fill_entry, taken_entry;
  assign taken_entry = GroupedLines != 0 ? row_written_i : Beat << entry_i;

  // What a beat fills, and with what; what is present, failed and never to be asked for after it. Of a head all of that
  // is known with its last beat.
  logic [Entries-1:0] fill_present, fill_failed, fill_known, round_line_entries;
  logic [Entries*EntryWidth-1:0] fill_row;
  logic [MetadataLines-1:0] round_line;

  logic [Entries*EntryWidth-1:0] entry_row;  // entries of the line that is being cleaned

  always_ff @(posedge clk_i) begin
    for (int line = 0; line < MetadataLines; line++) begin
      if (take_i && looked_up[line]) begin
        requested_q[line*Entries +: Entries] <= request_i ? request_span_i : '0;  // of a head none
        present_q[line*Entries +: Entries] <= '0;
        failed_q[line*Entries +: Entries] <= '0;
      end else begin
        requested_q[line*Entries +: Entries] <= requested_q[line*Entries +: Entries] |
            ((request_i && looked_up[line]) || (round_i && round_line[line]) ? request_span_i : '0) |
            (fill_i && 32'(fill_line_i) == line ? fill_known : '0);
        if (fill_i && 32'(fill_line_i) == line) begin
          present_q[line*Entries +: Entries] <= present_q[line*Entries +: Entries] | fill_present;
          failed_q[line*Entries +: Entries] <= failed_q[line*Entries +: Entries] | fill_failed;
        end
      end
    end
  end

  // A decision in the cycle in which the writer takes an entry makes this entry dirty again.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      dirty_q <= '0;
    end else begin
      for (int line = 0; line < MetadataLines; line++) begin
        dirty_q[line*Entries +: Entries] <=
            (dirty_q[line*Entries +: Entries] & ~(entry_taken_i && 32'(entry_line_i) == line ? taken_entry : '0)) |
            (32'(decide_line_i) == line ? decide_entries_i : '0);
      end
    end
  end

  // Two write ports, memory and decisions. They never write one entry of one line in one cycle, since a decision needs
  // the entry to be present.
  for (genvar entry = 0; entry < Entries; entry++) begin : g_entry
    logic [EntryWidth-1:0] data_q [0:MetadataLines-1];

    always_ff @(posedge clk_i) begin
      if (fill_i && fill_entry[entry]) data_q[fill_line_i] <= fill_row[entry*EntryWidth +: EntryWidth];
      if (decide_entries_i[entry]) data_q[decide_line_i] <= decide_row_i[entry*EntryWidth +: EntryWidth];
    end

    assign load_row_o[entry*EntryWidth +: EntryWidth] = data_q[load_line_i];
    assign entry_row[entry*EntryWidth +: EntryWidth] = data_q[entry_line_i];
  end

  assign load_present_o = present_q[32'(load_line_i)*Entries +: Entries];
  assign load_failed_o = failed_q[32'(load_line_i)*Entries +: Entries];

  /////////////
  // Grouped //
  /////////////

  if (GroupedLines == 0) begin : g_plain
    assign fill_entry = Beat << fill_entry_i;
    assign fill_row = {(Entries / BeatEntries){fill_metadata_i}};
    assign fill_present = fill_entry;
    assign fill_failed = fill_failed_i ? fill_entry : '0;
    assign fill_known = '0;
    assign lookup_waits_o = 1'b0;
    assign round_valid_o = 1'b0;
    assign round_line = '0;
    assign round_line_o = '0;
    assign round_wanted_o = '0;
    assign round_requested_o = '0;
    assign round_key_o = '0;
    assign row_plain_o = '1;
    assign round_line_entries = '0;
    /* verilator lint_off UNUSEDSIGNAL */
    logic unused_inputs;
    /* verilator lint_on UNUSEDSIGNAL */
    assign unused_inputs = ^{use_entries_i, fill_head_i, fill_last_i, store_i, store_plain_i, round_line_entries};
  end else begin : g_grouped
    localparam int Places = scord_params::GROUPED_PLACES;
    localparam int CodeWidth = $clog2(Places + 1);
    localparam int MapWidth = Entries * CodeWidth;
    localparam logic [CodeWidth-1:0] Plain = CodeWidth'(Places);

    logic [MetadataLines-1:0] head_q;                    // the head is here
    logic [MetadataLines*MapWidth-1:0] map_q;            // a code a word, as stored
    logic [MetadataLines*Entries-1:0] wanted_q;          // entries that users need, as far as they came before the head

    metadata_t image;
    metadata_reset_image u_metadata_reset_image (
      .tag_i     (scord_params::TAG_WIDTH'(0)),
      .metadata_o(image)
    );

    // The beat: of entries what is plain and not present (what has a place is); of a head the words whose place it has
    logic [Entries-1:0] beat, here, plain, failed_before;
    logic [MapWidth-1:0] map;
    logic first;                                         // unit 0 is the map

    assign beat = Beat << fill_entry_i;
    assign here = present_q[32'(fill_line_i)*Entries +: Entries];
    assign failed_before = failed_q[32'(fill_line_i)*Entries +: Entries];
    assign first = fill_entry_i == '0;
    assign map = first ? fill_metadata_i[MapWidth-1:0] ^ image[MapWidth-1:0]
                       : map_q[32'(fill_line_i)*MapWidth +: MapWidth];

    always_comb begin
      fill_entry = '0;
      fill_row = {(Entries / BeatEntries){fill_metadata_i}};
      for (int entry = 0; entry < Entries; entry++) begin
        plain[entry] = map[entry*CodeWidth +: CodeWidth] == Plain;
        if (!fill_head_i) begin
          fill_entry[entry] = beat[entry] && !here[entry];
        end else begin
          for (int unit = 0; unit < BeatEntries; unit++) begin
            if (32'(fill_entry_i) + unit == 32'(map[entry*CodeWidth +: CodeWidth]) + 1) begin
              fill_entry[entry] = 1'b1;
              fill_row[entry*EntryWidth +: EntryWidth] = fill_metadata_i[unit*EntryWidth +: EntryWidth];
            end
          end
        end
      end
    end

    // D27: without its whole head nothing is known of a line.
    logic head_failed;
    assign head_failed = fill_failed_i || failed_before != '0;
    assign fill_failed = fill_head_i ? {Entries{fill_failed_i}} : fill_failed_i ? fill_entry : '0;
    assign fill_present = !fill_head_i ? fill_entry : !fill_last_i ? '0 : head_failed ? '1 : ~plain;
    assign fill_known = fill_head_i && fill_last_i ? fill_present : '0;

    always_ff @(posedge clk_i) begin
      for (int line = 0; line < MetadataLines; line++) begin
        if (take_i && looked_up[line]) begin
          head_q[line] <= 1'b0;
          wanted_q[line*Entries +: Entries] <= use_i ? use_entries_i : '0;
        end else begin
          if (use_i && looked_up[line])
            wanted_q[line*Entries +: Entries] <= wanted_q[line*Entries +: Entries] | use_entries_i;
          if (fill_i && fill_head_i && 32'(fill_line_i) == line) begin
            if (first) map_q[line*MapWidth +: MapWidth] <= map;
            if (fill_last_i) head_q[line] <= 1'b1;
          end
        end
        // Cleaning a line comes after its head.
        if (store_i && 32'(entry_line_i) == line) begin
          for (int entry = 0; entry < Entries; entry++)
            map_q[line*MapWidth + entry*CodeWidth +: CodeWidth] <= store_plain_i[entry] ? Plain : '0;
        end
      end
    end

    assign lookup_waits_o = lookup_hit_o && !head_q[lookup_line_o];

    // Second rounds
    logic [MetadataLines-1:0] lacking;
    for (genvar line = 0; line < MetadataLines; line++) begin : g_lacking
      assign lacking[line] = valid_q[line] && head_q[line] &&
                             (wanted_q[line*Entries +: Entries] & ~requested_q[line*Entries +: Entries]) != '0;
    end
    assign round_valid_o = lacking != '0;
    assign round_line = lacking & (~lacking + 1'b1);
    assign round_line_o = number(round_line);
    assign round_wanted_o = wanted_q[32'(round_line_o)*Entries +: Entries];
    assign round_line_entries = requested_q[32'(round_line_o)*Entries +: Entries];
    assign round_requested_o = round_line_entries;
    assign round_key_o = key_q[32'(round_line_o)*KeyWidth +: KeyWidth];

    always_comb begin
      for (int entry = 0; entry < Entries; entry++)
        row_plain_o[entry] = map_q[32'(entry_line_i)*MapWidth + entry*CodeWidth +: CodeWidth] == Plain;
    end
  end

  assign entry_key_o = key_q[32'(entry_line_i)*KeyWidth +: KeyWidth];
  assign row_o = entry_row;
  assign row_known_o = present_q[32'(entry_line_i)*Entries +: Entries] & ~failed_q[32'(entry_line_i)*Entries +: Entries];
  assign row_dirty_o = dirty_q[32'(entry_line_i)*Entries +: Entries];

  //////////////
  // Cleaning //
  //////////////

  logic [MetadataLines-1:0] to_clean;
  logic [LineWidth:0] free_lines;
  logic few_free;

  always_comb begin
    free_lines = '0;
    for (int line = 0; line < MetadataLines; line++) free_lines = free_lines + (LineWidth+1)'(may_take[line]);
  end

  assign few_free = 32'(free_lines) < MetadataLines / 2;
  assign to_clean = choose(may_clean, recent_q, turn_q);
  assign clean_valid_o = may_clean != '0 && (idle_i || few_free);
  assign clean_line_o = number(to_clean);
  assign clean_dirty_o = dirty_q[32'(clean_line_o)*Entries +: Entries];
  assign clean_key_o = key_q[32'(clean_line_o)*KeyWidth +: KeyWidth];
  assign entry_metadata_o = entry_row[32'(entry_i)*EntryWidth +: BeatEntries*EntryWidth];
  assign entry_dirty_o = dirty_q[32'(entry_line_i)*Entries + 32'(entry_i) +: BeatEntries];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) writing_q <= '0;
    else writing_q <= (writing_q | (clean_start_i ? to_clean : '0)) &
                      ~(confirm_i ? MetadataLines'(1) << confirm_line_i : '0);
  end

  assign busy_o = clean != '1 || writing_q != '0;

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  always @(posedge clk_i) if (rst_ni) begin
    begin : a_one_line_a_key
      assert ((hit & (hit - 1'b1)) == '0);
    end
    if (clear_i) begin : a_clear_when_idle
      assert (!busy_o);
    end
    if (take_i) begin : a_take_only_a_free_line
      assert (!lookup_hit_o && lookup_free_o);
    end
    if (request_i || use_i) begin : a_line_was_looked_up
      assert (lookup_hit_o || take_i);
    end
    if (request_i) begin : a_entry_requested_once
      assert (GroupedLines != 0 || (request_span_i & lookup_requested_o) == '0);
    end
    if (fill_i) begin : a_fill_was_requested
      assert (valid_q[fill_line_i]);
      assert (fill_head_i || (fill_entry & ~requested_q[32'(fill_line_i)*Entries +: Entries]) == '0);
      assert ((fill_entry & present_q[32'(fill_line_i)*Entries +: Entries]) == '0);
    end
    if (release_i) begin : a_release_by_a_user
      assert (users_q[32'(release_line_i)*UsersWidth +: UsersWidth] != '0);
    end
    if (use_i) begin : a_users_do_not_overflow
      assert (users_q[32'(lookup_line_o)*UsersWidth +: UsersWidth] != '1);
    end
    if (decide_entries_i != '0) begin : a_decided_entry_is_present
      assert ((decide_entries_i & ~present_q[32'(decide_line_i)*Entries +: Entries]) == '0);
      assert ((decide_entries_i & failed_q[32'(decide_line_i)*Entries +: Entries]) == '0);
      assert (users_q[32'(decide_line_i)*UsersWidth +: UsersWidth] != '0);
    end
    if (confirm_i) begin : a_confirmation_was_due
      assert (writing_q[confirm_line_i]);
    end
  end
`endif

endmodule

`default_nettype wire
