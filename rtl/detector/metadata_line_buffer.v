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
// With GroupedLines memory holds a line as a head and plain entries (metadata_head), and so does the buffer: the head is
// read first, and with it all entries that have a place in it are present. Plain entries are kept in rows, of which there
// are few: a line has one only while plain entries of it are read, buffered or written. They are read in a second round,
// as far as a user of the line needs them. The entries of a decision go to the head one cycle later, group after group by
// the rules of metadata_head, and into the line's row if no place is left for them.
//
// A row is given to the line of a decision that waits for one, else to that of the oldest request that waits, else to
// any that lacks entries. The first two may take it from another line whose plain entries are all written; these are then
// read again if a user still needs them. So the oldest request always gets a row in the end, and two rows are enough. If
// all rows hold changed entries, one of their lines is cleaned, whether or not it has users.
//
// Timing: lookup and load are combinational; allocation, beats and decided entries take effect at the next edge, with
// GroupedLines decided entries at the edge after it (load has them at once).
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
  // GroupedLines: groups decided in a cycle
  parameter int Lanes = scord_params::DEFAULT_LANES,
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
  // Load: all entries of a line; the entries that are present; those that failed. GroupedLines, in load_keys_o two bits a
  // word: words of equal keys that are not plain have equal entries; plain words, and words whose decision is not yet in
  // the head, in load_plain_o and load_late_o
  input  wire  [$clog2(MetadataLines)-1:0]        load_line_i,
  output logic [scord_params::SEGMENT_WORDS-1:0]  load_present_o,
  output logic [scord_params::SEGMENT_WORDS-1:0]  load_failed_o,
  output logic [scord_params::SEGMENT_WORDS*scord_params::METADATA_WIDTH-1:0] load_row_o,
  output logic [scord_params::SEGMENT_WORDS*2-1:0] load_keys_o,
  output logic [scord_params::SEGMENT_WORDS-1:0]  load_plain_o,
  output logic [scord_params::SEGMENT_WORDS-1:0]  load_late_o,
  // GroupedLines: the request that waits for load_line_i is the oldest; an item of decide_line_i is being decided; the
  // last decision waits for a row, and none may follow
  input  wire                                     oldest_i,
  input  wire                                     deciding_i,
  output logic                                    decide_wait_o,
  // Decided entries of a line. GroupedLines: the entries of each lane, and the one value of them
  input  wire  [$clog2(MetadataLines)-1:0]        decide_line_i,
  input  wire  [scord_params::SEGMENT_WORDS-1:0]  decide_entries_i,
  input  wire  [scord_params::SEGMENT_WORDS*scord_params::METADATA_WIDTH-1:0] decide_row_i,
  input  wire  [Lanes*scord_params::SEGMENT_WORDS-1:0] group_entries_i,
  input  wire  [Lanes*scord_params::METADATA_WIDTH-1:0] group_value_i,
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
  // GroupedLines: of clean_line_o the head, as units, and whether it has changed (it counts as written from the start
  // on); of the line that is being cleaned, by entry_line_i, the key; of a beat that is taken, what is written of it
  output logic                                    clean_head_changed_o,
  output logic [(scord_params::GROUPED_PLACES+1)*scord_params::METADATA_WIDTH-1:0] clean_head_o,
  output logic [KeyWidth-1:0]                     entry_key_o,
  input  wire  [scord_params::SEGMENT_WORDS-1:0]  row_written_i,
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

  logic [MetadataLines-1:0] used, released;     // in this cycle
  logic [MetadataLines-1:0] hit, unused, clean, may_take, may_clean, clean_for_row;

  for (genvar line = 0; line < MetadataLines; line++) begin : g_line
    assign hit[line] = valid_q[line] && key_q[line*KeyWidth +: KeyWidth] == lookup_key_i;
    assign unused[line] = users_q[line*UsersWidth +: UsersWidth] == '0;
    assign clean[line] = changed[line*Entries +: Entries] == '0 && !head_changed[line];
  end

  // GroupedLines: decided entries that are not yet in the head keep a line from being taken, and so do entries on their
  // way: a line that lost its row reads again what past users wanted, too.
  logic [MetadataLines*Entries-1:0] changed;       // entries that must be written into the array
  logic [MetadataLines-1:0] head_changed, late, reading;

  assign may_take = ~valid_q | (unused & clean & ~writing_q & ~late & ~reading);
  assign may_clean = (unused & ~clean & ~writing_q) | clean_for_row;

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

  logic [MetadataLines-1:0] looked_up, to_clean;

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

  localparam int Rows = GroupedLines == 0 ? MetadataLines : MetadataLines < 16 ? 2 : MetadataLines / 8;
  localparam int RowWidth = $clog2(Rows);

  logic [Entries-1:0] fill_entry, taken_entry;
  assign taken_entry = GroupedLines != 0 ? row_written_i : Beat << entry_i;

  // What a beat fills, and with what; what is present, failed and never to be asked for after it. Of a head all of that
  // is known with its last beat.
  logic [Entries-1:0] fill_present, fill_failed, fill_known;
  logic [Entries*EntryWidth-1:0] fill_row;
  logic [MetadataLines-1:0] round_line;

  logic [Entries*EntryWidth-1:0] entry_row;  // entries of the line that is being cleaned
  logic [Entries*EntryWidth-1:0] loaded_row; // of load_line_i
  logic [MetadataLines*Entries-1:0] lost;    // GroupedLines: what a line no longer has with its row
  logic [RowWidth-1:0] fill_place, write_place, load_place, entry_place; // rows of lines
  logic [LineWidth-1:0] write_line;          // decided entries as they are stored
  logic [Entries-1:0] write_entries;
  logic [Entries*EntryWidth-1:0] write_row;

  always_ff @(posedge clk_i) begin
    for (int line = 0; line < MetadataLines; line++) begin
      if (take_i && looked_up[line]) begin
        requested_q[line*Entries +: Entries] <= request_i ? request_span_i : '0;  // of a head none
        present_q[line*Entries +: Entries] <= '0;
        failed_q[line*Entries +: Entries] <= '0;
      end else begin
        requested_q[line*Entries +: Entries] <= (requested_q[line*Entries +: Entries] & ~lost[line*Entries +: Entries]) |
            ((request_i && looked_up[line]) || (round_i && round_line[line]) ? request_span_i : '0) |
            (fill_i && 32'(fill_line_i) == line ? fill_known : '0);
        present_q[line*Entries +: Entries] <= (present_q[line*Entries +: Entries] & ~lost[line*Entries +: Entries]) |
            (fill_i && 32'(fill_line_i) == line ? fill_present : '0);
        failed_q[line*Entries +: Entries] <= (failed_q[line*Entries +: Entries] & ~lost[line*Entries +: Entries]) |
            (fill_i && 32'(fill_line_i) == line ? fill_failed : '0);
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
            (dirty_q[line*Entries +: Entries] & ~(entry_taken_i && 32'(entry_line_i) == line ? taken_entry : '0) &
             ~(GroupedLines != 0 && take_i && looked_up[line] ? {Entries{1'b1}} : '0)) |
            (32'(write_line) == line ? write_entries : '0);
      end
    end
  end

  // Two write ports, memory and decisions. They never write one entry of one line in one cycle, since a decision needs
  // the entry to be present.
  for (genvar entry = 0; entry < Entries; entry++) begin : g_entry
    logic [EntryWidth-1:0] data_q [0:Rows-1];

    always_ff @(posedge clk_i) begin
      if (fill_i && fill_entry[entry]) data_q[fill_place] <= fill_row[entry*EntryWidth +: EntryWidth];
      if (write_entries[entry]) data_q[write_place] <= write_row[entry*EntryWidth +: EntryWidth];
    end

    assign loaded_row[entry*EntryWidth +: EntryWidth] = data_q[load_place];
    assign entry_row[entry*EntryWidth +: EntryWidth] = data_q[entry_place];
  end

  assign load_present_o = present_q[32'(load_line_i)*Entries +: Entries];
  assign load_failed_o = failed_q[32'(load_line_i)*Entries +: Entries];

  /////////////
  // Grouped //
  /////////////

  if (GroupedLines == 0) begin : g_plain
    assign changed = dirty_q;
    assign head_changed = '0;
    assign late = '0;
    assign reading = '0;
    assign clean_for_row = '0;
    assign lost = '0;
    assign fill_place = fill_line_i;
    assign write_place = decide_line_i;
    assign load_place = load_line_i;
    assign entry_place = entry_line_i;
    assign write_line = decide_line_i;
    assign write_entries = decide_entries_i;
    assign write_row = decide_row_i;
    assign load_row_o = loaded_row;
    assign load_keys_o = '0;
    assign load_plain_o = '0;
    assign load_late_o = '0;
    assign decide_wait_o = 1'b0;
    assign clean_head_changed_o = 1'b0;
    assign clean_head_o = '0;
    assign fill_entry = Beat << fill_entry_i;
    assign fill_row = {(Entries / BeatEntries){fill_metadata_i}};
    assign fill_present = fill_entry;
    assign fill_failed = fill_failed_i ? fill_entry : '0;
    assign fill_known = '0;
    assign round_valid_o = 1'b0;
    assign round_line = '0;
    assign round_line_o = '0;
    assign round_wanted_o = '0;
    assign round_requested_o = '0;
    assign round_key_o = '0;
    /* verilator lint_off UNUSEDSIGNAL */
    logic unused_inputs;
    /* verilator lint_on UNUSEDSIGNAL */
    assign unused_inputs = ^{use_entries_i, fill_head_i, fill_last_i, row_written_i, oldest_i, deciding_i, group_entries_i,
                             group_value_i};
  end else begin : g_grouped
    localparam int Places = scord_params::GROUPED_PLACES;
    localparam int CodeWidth = $clog2(Places + 1);
    localparam int MapWidth = Entries * CodeWidth;
    localparam int HeadWidth = Places * EntryWidth;
    localparam logic [CodeWidth-1:0] Plain = CodeWidth'(Places);

    logic [MetadataLines-1:0] head_q;                    // the head is here
    logic [MetadataLines-1:0] head_changed_q;            // and must be written
    logic [MetadataLines*MapWidth-1:0] map_q;            // a code a word: its place, or Plain
    logic [MetadataLines*HeadWidth-1:0] places_q;        // the entries of the places
    logic [MetadataLines*Entries-1:0] wanted_q;          // entries that users need
    logic [MetadataLines-1:0] has_row_q;
    logic [MetadataLines*RowWidth-1:0] row_q;            // the line's row, if it has one
    logic [Rows-1:0] row_busy_q;                         // the row is a line's
    logic [MetadataLines*Entries-1:0] plain;

    metadata_t image;
    metadata_reset_image u_metadata_reset_image (
      .tag_i     (scord_params::TAG_WIDTH'(0)),
      .metadata_o(image)
    );

    for (genvar line = 0; line < MetadataLines; line++) begin : g_map
      for (genvar entry = 0; entry < Entries; entry++) begin : g_word
        assign plain[line*Entries + entry] = map_q[(line*Entries + entry)*CodeWidth +: CodeWidth] == Plain;
      end
    end

    /* verilator lint_off UNUSEDSIGNAL */
    logic unused_decide_row;
    /* verilator lint_on UNUSEDSIGNAL */
    assign unused_decide_row = ^decide_row_i;

    assign changed = dirty_q & plain;
    assign head_changed = head_changed_q;

    //////////
    // Fill //
    //////////

    // The beat: of entries what is plain and not present (what has a place is); of a head its units
    logic [Entries-1:0] here, failed_before, fill_plain;
    logic first;                                         // unit 0 is the map
    logic head_failed;

    assign here = present_q[32'(fill_line_i)*Entries +: Entries];
    assign failed_before = failed_q[32'(fill_line_i)*Entries +: Entries];
    assign first = fill_entry_i == '0;

    if (BeatEntries > Places) begin : g_map_now
      always_comb begin
        for (int entry = 0; entry < Entries; entry++)
          fill_plain[entry] = fill_head_i ? (fill_metadata_i[entry*CodeWidth +: CodeWidth] ^ image[entry*CodeWidth +: CodeWidth]) == Plain
                                          : plain[32'(fill_line_i)*Entries + entry];
      end
    end else begin : g_map_before
      assign fill_plain = plain[32'(fill_line_i)*Entries +: Entries];
    end

    // D27: without its whole head nothing is known of a line.
    assign head_failed = fill_failed_i || failed_before != '0;
    assign fill_entry = fill_head_i ? '0 : (Beat << fill_entry_i) & fill_plain & ~here;
    assign fill_row = {(Entries / BeatEntries){fill_metadata_i}};
    assign fill_failed = fill_head_i ? {Entries{fill_failed_i}} : fill_failed_i ? fill_entry : '0;
    assign fill_present = !fill_head_i ? fill_entry : !fill_last_i ? '0 : head_failed ? '1 : ~fill_plain;
    assign fill_known = fill_head_i && fill_last_i ? fill_present : '0;
    assign fill_place = row_q[32'(fill_line_i)*RowWidth +: RowWidth];

    ///////////////
    // Decisions //
    ///////////////

    // The groups of the last cycle, as they go into the head, lane after lane
    logic [Lanes*Entries-1:0] late_entries_q;
    logic [Lanes*EntryWidth-1:0] late_value_q;
    logic [LineWidth-1:0] late_line_q;
    logic late_q;                                        // there are some
    logic stored;                                        // they are stored in this cycle
    logic [(Lanes+1)*MapWidth-1:0] maps /*verilator split_var*/;
    logic [(Lanes+1)*HeadWidth-1:0] heads /*verilator split_var*/;
    logic [Lanes-1:0] placed, given;
    logic [Entries-1:0] late_entries, late_plain;

    assign maps[MapWidth-1:0] = map_q[32'(late_line_q)*MapWidth +: MapWidth];
    assign heads[HeadWidth-1:0] = places_q[32'(late_line_q)*HeadWidth +: HeadWidth];

    for (genvar lane = 0; lane < Lanes; lane++) begin : g_lane
      logic [MapWidth-1:0] map;
      logic [HeadWidth-1:0] places;

      metadata_head #(
        .Places(Places)
      ) u_metadata_head (
        .map_i    (maps[lane*MapWidth +: MapWidth]),
        .places_i (heads[lane*HeadWidth +: HeadWidth]),
        /* verilator lint_off PINCONNECTEMPTY */
        .plain_o  (),
        .entries_o(),
        /* verilator lint_on PINCONNECTEMPTY */
        .group_i  (late_entries_q[lane*Entries +: Entries]),
        .entry_i  (late_value_q[lane*EntryWidth +: EntryWidth]),
        .map_o    (map),
        .places_o (places),
        .placed_o (placed[lane])
      );

      assign given[lane] = late_entries_q[lane*Entries +: Entries] != '0;
      assign maps[(lane+1)*MapWidth +: MapWidth] = given[lane] ? map : maps[lane*MapWidth +: MapWidth];
      assign heads[(lane+1)*HeadWidth +: HeadWidth] = given[lane] ? places : heads[lane*HeadWidth +: HeadWidth];
    end

    always_comb begin
      late_entries = '0;
      late_plain = '0;
      write_row = '0;
      for (int entry = 0; entry < Entries; entry++) begin
        for (int lane = 0; lane < Lanes; lane++) begin
          if (late_entries_q[lane*Entries + entry]) begin
            late_entries[entry] = 1'b1;
            late_plain[entry] = !placed[lane];
            write_row[entry*EntryWidth +: EntryWidth] |= late_value_q[lane*EntryWidth +: EntryWidth];
          end
        end
      end
    end

    assign decide_wait_o = late_q && late_plain != '0 && !has_row_q[late_line_q];
    assign stored = late_q && !decide_wait_o;
    assign write_line = late_line_q;
    assign write_entries = stored ? late_plain : '0;
    assign write_place = row_q[32'(late_line_q)*RowWidth +: RowWidth];
    assign late = late_q ? MetadataLines'(1) << late_line_q : '0;

    always_ff @(posedge clk_i) begin
      if (!rst_ni) late_q <= 1'b0;
      else if (!decide_wait_o) late_q <= decide_entries_i != '0;
    end

    always_ff @(posedge clk_i) begin
      if (!decide_wait_o) begin
        late_entries_q <= group_entries_i;
        late_value_q <= group_value_i;
        late_line_q <= decide_line_i;
      end
    end

    // A head is changed unless plain words stay plain.
    logic head_changes;
    assign head_changes = stored && ((given & placed) != '0 ||
                                     (late_plain & ~plain[32'(late_line_q)*Entries +: Entries]) != '0);

    always_ff @(posedge clk_i) begin
      if (!rst_ni) head_changed_q <= '0;
      else head_changed_q <= (head_changed_q & ~(clean_start_i ? to_clean : '0)) | (head_changes ? late : '0);
    end

    always_ff @(posedge clk_i) begin
      for (int line = 0; line < MetadataLines; line++) begin
        if (stored && late[line]) begin
          map_q[line*MapWidth +: MapWidth] <= maps[Lanes*MapWidth +: MapWidth];
          places_q[line*HeadWidth +: HeadWidth] <= heads[Lanes*HeadWidth +: HeadWidth];
        end
        if (fill_i && fill_head_i && 32'(fill_line_i) == line) begin
          if (first) map_q[line*MapWidth +: MapWidth] <= fill_metadata_i[MapWidth-1:0] ^ image[MapWidth-1:0];
          for (int place = 0; place < Places; place++) begin
            for (int unit = 0; unit < BeatEntries; unit++) begin
              if (32'(fill_entry_i) + unit == place + 1)
                places_q[line*HeadWidth + place*EntryWidth +: EntryWidth] <= fill_metadata_i[unit*EntryWidth +: EntryWidth];
            end
          end
        end
      end
    end

    //////////
    // Load //
    //////////

    logic [MapWidth-1:0] load_map;
    logic [HeadWidth-1:0] load_places;

    assign load_map = map_q[32'(load_line_i)*MapWidth +: MapWidth];
    assign load_places = places_q[32'(load_line_i)*HeadWidth +: HeadWidth];
    assign load_place = row_q[32'(load_line_i)*RowWidth +: RowWidth];
    assign load_keys_o = load_map;
    assign load_plain_o = plain[32'(load_line_i)*Entries +: Entries];
    assign load_late_o = late_q && late_line_q == load_line_i ? late_entries : '0;

    always_comb begin
      load_row_o = loaded_row;
      for (int entry = 0; entry < Entries; entry++) begin
        for (int place = 0; place < Places; place++) begin
          if (load_map[entry*CodeWidth +: CodeWidth] == CodeWidth'(place))
            load_row_o[entry*EntryWidth +: EntryWidth] = load_places[place*EntryWidth +: EntryWidth];
        end
        if (load_late_o[entry]) load_row_o[entry*EntryWidth +: EntryWidth] = write_row[entry*EntryWidth +: EntryWidth];
      end
    end

    /////////////
    // Lookup  //
    /////////////

    always_ff @(posedge clk_i) begin
      for (int line = 0; line < MetadataLines; line++) begin
        if (take_i && looked_up[line]) head_q[line] <= 1'b0;
        else if (fill_i && fill_head_i && fill_last_i && 32'(fill_line_i) == line) head_q[line] <= 1'b1;
        if (used[line] && (unused[line] || take_i)) wanted_q[line*Entries +: Entries] <= use_entries_i;
        else if (used[line]) wanted_q[line*Entries +: Entries] <= wanted_q[line*Entries +: Entries] | use_entries_i;
      end
    end

    //////////
    // Rows //
    //////////

    // Lines that lack plain entries which a user needs: those with a row have their second round.
    logic [MetadataLines-1:0] lacking, may_round, need, oldest, attached, removed;
    logic [MetadataLines-1:0] may_lose, victim;
    logic [Rows-1:0] free_row, removed_row;
    logic [RowWidth-1:0] free_number;
    logic urgent, no_row;

    function automatic logic [RowWidth-1:0] row_number(input logic [Rows-1:0] one_hot);
      row_number = '0;
      for (int row = 0; row < Rows; row++) begin
        if (one_hot[row]) row_number |= RowWidth'(row);
      end
    endfunction

    assign oldest = oldest_i ? MetadataLines'(1) << load_line_i : '0;

    for (genvar line = 0; line < MetadataLines; line++) begin : g_lacking
      assign lacking[line] = valid_q[line] && head_q[line] && !unused[line] &&
                             (wanted_q[line*Entries +: Entries] & ~requested_q[line*Entries +: Entries]) != '0;
      assign reading[line] = valid_q[line] && (requested_q[line*Entries +: Entries] & ~present_q[line*Entries +: Entries]) != '0;
      // Nothing of the row is on its way; its entries are read again.
      assign may_lose[line] = has_row_q[line] && clean[line] && !reading[line] && !writing_q[line] && !late[line] &&
                              !(deciding_i && 32'(decide_line_i) == line) && !round_line[line] &&
                              (decide_wait_o || !oldest[line]);
      // The same, if its changes were written
      assign clean_for_row[line] = urgent && no_row && may_lose == '0 && has_row_q[line] && !writing_q[line] &&
                                   !clean[line];
    end

    assign may_round = lacking & has_row_q;
    assign urgent = decide_wait_o || (oldest & lacking & ~has_row_q) != '0;
    assign need = decide_wait_o ? late : (oldest & lacking & ~has_row_q) != '0 ? oldest : lacking & ~has_row_q;
    assign no_row = row_busy_q == '1;
    assign free_row = ~row_busy_q & (row_busy_q + 1'b1);
    assign free_number = row_number(free_row);
    assign attached = no_row ? '0 : need & (~need + 1'b1);
    // Lines without users lose their row first.
    assign victim = (may_lose & unused) != '0 ? may_lose & unused : may_lose;
    assign removed = urgent && no_row ? victim & (~victim + 1'b1) : '0;

    always_comb begin
      removed_row = '0;
      lost = '0;
      for (int line = 0; line < MetadataLines; line++) begin
        if (removed[line] || (take_i && looked_up[line] && has_row_q[line]))
          removed_row |= Rows'(1) << row_q[line*RowWidth +: RowWidth];
        if (removed[line]) lost[line*Entries +: Entries] = plain[line*Entries +: Entries];
      end
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni || clear_i) begin
        has_row_q <= '0;
        row_busy_q <= '0;
      end else begin
        has_row_q <= (has_row_q & ~removed & ~(take_i ? looked_up : '0)) | attached;
        row_busy_q <= (row_busy_q & ~removed_row) | (attached != '0 ? free_row : '0);
      end
    end

    always_ff @(posedge clk_i) begin
      for (int line = 0; line < MetadataLines; line++) begin
        if (attached[line]) row_q[line*RowWidth +: RowWidth] <= free_number;
      end
    end

    assign round_valid_o = may_round != '0;
    assign round_line = may_round & (~may_round + 1'b1);
    assign round_line_o = number(round_line);
    assign round_wanted_o = wanted_q[32'(round_line_o)*Entries +: Entries];
    assign round_requested_o = requested_q[32'(round_line_o)*Entries +: Entries];
    assign round_key_o = key_q[32'(round_line_o)*KeyWidth +: KeyWidth];

    assign entry_place = row_q[32'(entry_line_i)*RowWidth +: RowWidth];
    assign clean_head_changed_o = head_changed_q[clean_line_o];
    assign clean_head_o = {places_q[32'(clean_line_o)*HeadWidth +: HeadWidth],
                           EntryWidth'(map_q[32'(clean_line_o)*MapWidth +: MapWidth]) ^ image[EntryWidth-1:0]};

`ifndef SYNTHESIS
    logic [Rows-1:0] held;  // rows of lines
    logic held_twice;
    always_comb begin
      held = '0;
      held_twice = 1'b0;
      for (int line = 0; line < MetadataLines; line++) begin
        if (has_row_q[line]) begin
          held_twice = held_twice || held[row_q[line*RowWidth +: RowWidth]];
          held |= Rows'(1) << row_q[line*RowWidth +: RowWidth];
        end
      end
    end

    always @(posedge clk_i) if (rst_ni) begin
      begin : a_a_row_is_of_one_line
        assert (!held_twice && held == row_busy_q);
      end
      if (fill_i && !fill_head_i) begin : a_fill_has_a_row
        assert (has_row_q[fill_line_i]);
      end
      if (stored) begin : a_stored_words_are_at_hand
        assert ((late_entries & ~present_q[32'(late_line_q)*Entries +: Entries]) == '0);
        assert (valid_q[late_line_q] && head_q[late_line_q]);
      end
      begin : a_changed_entries_have_a_row
        assert ((~clean & ~head_changed & ~has_row_q) == '0);
      end
      if (!decide_wait_o) begin : a_oldest_request_keeps_its_row
        assert ((removed & oldest) == '0);
      end
    end
`endif
  end

  assign entry_key_o = key_q[32'(entry_line_i)*KeyWidth +: KeyWidth];

  //////////////
  // Cleaning //
  //////////////

  logic [LineWidth:0] free_lines;
  logic few_free;

  always_comb begin
    free_lines = '0;
    for (int line = 0; line < MetadataLines; line++) free_lines = free_lines + (LineWidth+1)'(may_take[line]);
  end

  assign few_free = 32'(free_lines) < MetadataLines / 2;
  assign to_clean = clean_for_row != '0 ? clean_for_row & (~clean_for_row + 1'b1) : choose(may_clean, recent_q, turn_q);
  assign clean_valid_o = may_clean != '0 && (idle_i || few_free || clean_for_row != '0);
  assign clean_line_o = number(to_clean);
  assign clean_dirty_o = changed[32'(clean_line_o)*Entries +: Entries];
  assign clean_key_o = key_q[32'(clean_line_o)*KeyWidth +: KeyWidth];
  assign entry_metadata_o = entry_row[32'(entry_i)*EntryWidth +: BeatEntries*EntryWidth];
  assign entry_dirty_o = dirty_q[32'(entry_line_i)*Entries + 32'(entry_i) +: BeatEntries];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) writing_q <= '0;
    else writing_q <= (writing_q | (clean_start_i ? to_clean : '0)) &
                      ~(confirm_i ? MetadataLines'(1) << confirm_line_i : '0);
  end

  assign busy_o = clean != '1 || writing_q != '0 || late != '0;

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
