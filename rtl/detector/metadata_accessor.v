// SPDX-License-Identifier: Apache-2.0
// metadata_accessor: brings the metadata entries of each request to the detector and the decided entries back to
// memory.
//
// Requests keep their order (D1) and pass three stages. Lookup finds the metadata line of the request in the line
// buffer, or allocates one, and fetches the entries that are not yet requested. The request then waits in the decision
// queue while later requests are looked up, so that several misses are outstanding. Load copies the line into the row
// once all entries of the request are present. Decide offers the lowest remaining words with their entries, up to Lanes
// in a cycle; with GroupedLines up to Lanes groups of words that have equal entries, by their lowest words (D87). The decided entries go to both the row and the line, so that the next word or request sees them. A fence
// passes through the same stages; its decision takes one cycle.
//
// Source: ScoRD section IV-B; D23, D24, D37. Model: cmodel/detector/metadata_accessor.c.

`include "scord_params.vh"
`default_nettype none

module metadata_accessor #(
  // words decided in a cycle: a power of two, 1 to 32
  parameter int Lanes = scord_params::DEFAULT_LANES,
  // metadata lines buffered: a power of two, 2 to 128
  parameter int MetadataLines = scord_params::DEFAULT_METADATA_LINES,
  // entries in a beat of the AXI port: a power of two, 1 to 16
  parameter int BeatEntries = scord_params::DEFAULT_BEAT_ENTRIES,
  // 1: memory holds metadata lines grouped (metadata_head): heads behind the array of entries; beats of at most 4
  parameter int GroupedLines = scord_params::DEFAULT_GROUPED_LINES,
  // not 0: requests have thread fields (D40)
  parameter int IndependentThreads = scord_params::DEFAULT_INDEPENDENT_THREADS,
  // 1: requests have semantics (D60)
  parameter int AcquireRelease = scord_params::DEFAULT_ACQUIRE_RELEASE
) (
  // Clock and synchronous reset
  input  wire                                       clk_i,
  input  wire                                       rst_ni,
  // Invalidates the buffered lines (kernel start); only while busy_o is 0
  input  wire                                       clear_i,
  // Tracked range and metadata, stable while busy and while a request is taken: base address, aligned to the tracked
  // size; log2 of the tracked words (4 to 36); log2 of the words for each entry (0 to 4); AXI address of entry 0 (a
  // multiple of METADATA_LINE_BYTES)
  input  wire  [scord_params::ADDRESS_WIDTH-1:0]    tracked_base_i,
  input  wire  [5:0]                                log2_tracked_words_i,
  input  wire  [2:0]                                log2_cache_ratio_i,
  input  wire  [scord_params::ADDRESS_WIDTH-1:0]    metadata_base_i,
  // Requests in their total order: valid and payload stay stable until ready. more: another request follows this one.
  input  wire                                       request_valid_i,
  output logic                                      request_ready_o,
  // Thread fields and semantics are used only with their parameters.
  /* verilator lint_off UNUSEDSIGNAL */
  input  detector_request_t                         request_i,
  /* verilator lint_on UNUSEDSIGNAL */
  // The current item: a fence, or the next words of an access. It is stable until ready; ready must not depend on
  // valid. For each valid lane: the number of its word in the segment, with GroupedLines the lowest of its words, and
  // all of them (else 0); whether the word is tracked (D24) and whether
  // its entry could not be read (D27); the entry after the tag check; the owner before the tag check. A word that is
  // not tracked or not readable has no entry. The owner is without meaning after a tag miss and without an entry. The
  // decided entries are taken with the handshake. first: the item has the first words of its access.
  output logic                                      item_valid_o,
  input  wire                                       item_ready_i,
  output detector_request_t                         item_o,
  output logic                                      item_first_o,
  output logic [Lanes-1:0]                          lane_valid_o,
  output logic [Lanes*$clog2(scord_params::SEGMENT_WORDS)-1:0] lane_word_o,
  output logic [Lanes*scord_params::SEGMENT_WORDS-1:0] lane_words_o,
  output logic [Lanes-1:0]                          lane_tracked_o,
  output logic [Lanes-1:0]                          lane_failed_o,
  output logic [Lanes-1:0]                          lane_tag_miss_o,
  output logic [Lanes*scord_params::METADATA_WIDTH-1:0] lane_metadata_o,
  output logic [Lanes*scord_params::SM_WIDTH-1:0]   lane_owner_sm_o,
  output logic [Lanes*scord_params::WARP_WIDTH-1:0] lane_owner_warp_o,
  input  wire  [Lanes*scord_params::METADATA_WIDTH-1:0] lane_metadata_i,
  // A request is in flight, or a changed entry is not yet in memory
  output logic                                      busy_o,
  // Events to count in this cycle: the line of a request was buffered or not; the causes of a stall
  // (docs/parameters.md)
  output logic                                      line_hit_o,
  output logic                                      line_miss_o,
  output logic                                      stall_metadata_o,
  output logic                                      stall_line_o,
  output logic                                      stall_fetch_o,
  output logic                                      stall_queue_o,
  // AXI4 master, read channels
  output logic [scord_params::AXI_ID_WIDTH-1:0]     m_axi_arid_o,
  output logic [scord_params::ADDRESS_WIDTH-1:0]    m_axi_araddr_o,
  output logic [7:0]                                m_axi_arlen_o,
  output logic [2:0]                                m_axi_arsize_o,
  output logic [1:0]                                m_axi_arburst_o,
  output logic                                      m_axi_arvalid_o,
  input  wire                                       m_axi_arready_i,
  input  wire  [scord_params::AXI_ID_WIDTH-1:0]     m_axi_rid_i,
  input  wire  [BeatEntries*scord_params::AXI_DATA_WIDTH-1:0] m_axi_rdata_i,
  input  wire  [1:0]                                m_axi_rresp_i,
  input  wire                                       m_axi_rlast_i,
  input  wire                                       m_axi_rvalid_i,
  output logic                                      m_axi_rready_o,
  // AXI4 write channels
  output logic                                      awvalid_o,
  input  wire                                       awready_i,
  output logic [scord_params::AXI_ID_WIDTH-1:0]     awid_o,
  output logic [scord_params::ADDRESS_WIDTH-1:0]    awaddr_o,
  output logic [7:0]                                awlen_o,
  output logic                                      wvalid_o,
  input  wire                                       wready_i,
  output logic [BeatEntries*scord_params::AXI_DATA_WIDTH-1:0] wdata_o,
  output logic [BeatEntries*scord_params::AXI_DATA_WIDTH/8-1:0] wstrb_o,
  output logic                                      wlast_o,
  input  wire                                       bvalid_i,
  output logic                                      bready_o,
  input  wire  [scord_params::AXI_ID_WIDTH-1:0]     bid_i
);

  localparam int AddressWidth = scord_params::ADDRESS_WIDTH;
  localparam int SegmentWidth = scord_params::SEGMENT_WIDTH;
  localparam int Words = scord_params::SEGMENT_WORDS;
  localparam int WordWidth = $clog2(Words);
  localparam int TagWidth = scord_params::TAG_WIDTH;
  localparam int MetadataWidth = scord_params::METADATA_WIDTH;
  localparam int LineWidth = $clog2(MetadataLines);
  localparam int LineShift = $clog2(scord_params::METADATA_LINE_BYTES);
  localparam int EntryShift = $clog2(scord_params::METADATA_ENTRY_BYTES);
  localparam int SegmentNumberWidth = AddressWidth - SegmentWidth;
  localparam int KeyWidth = 31;                   // 2^36 words are 2^31 lines
  localparam int QueueDepth = 2 * MetadataLines;  // requests between lookup and load
  localparam int UsersWidth = $clog2(QueueDepth + 2);
  `include "stored_request.vh"

  /////////////////////////
  // Geometry (D23, D24) //
  /////////////////////////

  logic [5:0] log2_entries;
  logic few_entries;               // fewer entries than words of a segment: words of a segment share entries
  logic half_segment;              // the tracked range is half a segment,
  logic upper_half;                // and it is the upper half
  localparam logic [Words-1:0] UpperHalf = {Words{1'b1}} << (Words / 2);
  // the bits of a segment's distance from the base that are zero inside the tracked range
  logic [SegmentNumberWidth-1:0] outside;
  logic [WordWidth-1:0] word_mask; // selects the bits of a word's number that are its entry's number in the line

  assign log2_entries = log2_tracked_words_i - 6'(log2_cache_ratio_i);
  assign few_entries = log2_entries < 6'(WordWidth);
  assign half_segment = log2_tracked_words_i < 6'(WordWidth);
  assign upper_half = tracked_base_i[SegmentWidth-1];
  assign outside = {SegmentNumberWidth{1'b1}} << (half_segment ? 6'd0 : log2_tracked_words_i - 6'(WordWidth));
  assign word_mask = few_entries ? ~({WordWidth{1'b1}} << log2_entries) : '1;

  ////////////
  // Lookup //
  ////////////

  logic lookup_valid_q;
  logic [StoredRequestWidth-1:0] lookup_q;
  // Lookup uses only the kind and the words.
  /* verilator lint_off UNUSEDSIGNAL */
  detector_request_t lookup;
  /* verilator lint_on UNUSEDSIGNAL */
  logic lookup_done;

  assign request_ready_o = !lookup_valid_q || lookup_done;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) lookup_valid_q <= 1'b0;
    else if (request_ready_o) lookup_valid_q <= request_valid_i;
  end

  always_ff @(posedge clk_i) begin
    if (request_ready_o) lookup_q <= StoredRequestWidth'(request_i);
  end

  assign lookup = scord_params::DETECTOR_REQUEST_WIDTH'(lookup_q);

  // D24: the tracked range is aligned to its size. The exclusive or with its base is therefore the distance for every
  // segment inside the range, and has a bit above the range for every segment outside. D23: index = w mod entries,
  // Tag = w div entries. This is computed as the request is taken, because lookup, one cycle later, is one of the two
  // longest stages (docs/area.md, "Timing").
  logic [SegmentNumberWidth-1:0] segment;
  logic in_range;
  logic [KeyWidth-1:0] key;
  logic [TagWidth-1:0] segment_tag;
  logic in_range_q;                    // the request has tracked words
  logic [KeyWidth-1:0] key_q;          // the number of its metadata line
  logic [TagWidth-1:0] segment_tag_q;  // the Tag of its words, if it is the same for a whole segment

  assign segment = request_i.address[AddressWidth-1:SegmentWidth] ^ tracked_base_i[AddressWidth-1:SegmentWidth];

  always_comb begin
    in_range = 1'b0;
    key = '0;
    segment_tag = '0;
    if (request_valid_i) begin
      in_range = (segment & outside) == '0;
      if (!few_entries) begin
        key = KeyWidth'(segment) & ~({KeyWidth{1'b1}} << (log2_entries - 6'(WordWidth)));
        segment_tag = TagWidth'(segment >> (log2_entries - 6'(WordWidth)));
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (request_ready_o) begin
      in_range_q <= in_range;
      key_q <= key;
      segment_tag_q <= segment_tag;
    end
  end

  logic [Words-1:0] lookup_words, tracked_words, needed_entries;

  assign lookup_words = lookup.mask;

  always_comb begin
    tracked_words = !in_range_q ? '0 : !half_segment ? '1 : upper_half ? UpperHalf : ~UpperHalf;
    needed_entries = lookup_words & tracked_words;
    if (few_entries && needed_entries != '0) needed_entries = ~({Words{1'b1}} << (6'd1 << log2_entries));
    // Whole beats are fetched.
    for (int beat = 0; beat < Words / BeatEntries; beat++) begin
      if (needed_entries[beat*BeatEntries +: BeatEntries] != '0) needed_entries[beat*BeatEntries +: BeatEntries] = '1;
    end
  end

  // The next burst starts at the first missing entry and ends at the last missing one before an entry already
  // requested.
  // With GroupedLines a line that is not buffered is asked for its head alone; plain entries are asked for in second
  // rounds, before the request at lookup goes on.
  logic is_access, needs_line, line_hit, line_free, line_at_hand, covered;
  logic [LineWidth-1:0] lookup_line, round_line;
  logic [Words-1:0] requested, missing, from_first, blocked, reachable, to_last, span;
  logic [Words-1:0] needed_now, requested_now, round_wanted, round_requested;
  logic [KeyWidth-1:0] round_key;
  logic round, ask_head;
  logic [WordWidth-1:0] span_first, span_last;

  assign is_access = lookup.kind == scord_params::REQUEST_KIND_ACCESS;
  assign needs_line = is_access && needed_entries != '0;
  assign line_at_hand = line_hit || line_free;

  // These functions have logarithmic depth instead of a carry chain, because lookup is a long stage.
  // every bit from the lowest set one upwards
  function automatic logic [Words-1:0] from_lowest(input logic [Words-1:0] mask);
    from_lowest = mask;
    for (int step = 0; step < WordWidth; step++) from_lowest |= from_lowest << (1 << step);
  endfunction

  function automatic logic [Words-1:0] to_highest(input logic [Words-1:0] mask);  // every bit up to the highest set one
    to_highest = mask;
    for (int step = 0; step < WordWidth; step++) to_highest |= to_highest >> (1 << step);
  endfunction

  function automatic logic [WordWidth-1:0] number(input logic [Words-1:0] one_hot);
    number = '0;
    for (int word = 0; word < Words; word++) begin
      if (one_hot[word]) number |= WordWidth'(word);
    end
  endfunction

  always_comb begin
    needed_now = round ? round_wanted : GroupedLines != 0 ? '0 : needed_entries;
    requested_now = round ? round_requested : requested;
    missing = needed_now & ~requested_now;
    if (GroupedLines != 0) begin  // whole beats, though some entries of one have a place in the head
      for (int beat = 0; beat < Words / BeatEntries; beat++) begin
        if (missing[beat*BeatEntries +: BeatEntries] != '0) missing[beat*BeatEntries +: BeatEntries] = '1;
      end
    end
    from_first = from_lowest(missing);
    blocked = from_lowest(requested_now & ~missing & from_first);
    reachable = missing & ~blocked;
    to_last = to_highest(reachable);
    span = from_first & to_last;
    span_first = number(from_first & ~(from_first << 1));
    span_last = number(to_last & ~(to_last >> 1));
    covered = (missing & blocked) == '0;
  end

  logic fetch_valid, fetch_ready, fetched, queue_ready, queue_valid, push;

  // A burst is sent as soon as possible; the last burst of a request is sent when the request enters the queue.
  logic lacks, lookup_ready;
  assign ask_head = GroupedLines != 0 && !line_hit;
  assign lacks = ask_head || missing != '0;
  assign fetch_valid = round || (lookup_valid_q && needs_line && line_at_hand && lacks && (!covered || queue_ready));
  assign fetched = fetch_valid && fetch_ready && !round;
  assign lookup_ready = fetch_ready && !round;
  assign push = lookup_valid_q && queue_ready &&
                (!is_access || (lookup.mask != '0 &&
                                (!needs_line || (line_at_hand && !round && (!lacks || (covered && lookup_ready))))));
  assign lookup_done = push || (is_access && lookup.mask == '0);

  assign line_hit_o = push && needs_line && line_hit;
  assign line_miss_o = push && needs_line && !line_hit;
  assign stall_line_o = lookup_valid_q && needs_line && !line_at_hand;
  assign stall_fetch_o = lookup_valid_q && needs_line && line_at_hand && (lacks || round) && !push && !(covered && !queue_ready);
  assign stall_queue_o = lookup_valid_q && !queue_ready && !stall_line_o && !stall_fetch_o && !lookup_done;

  /////////////////
  // Line buffer //
  /////////////////

  localparam int HeadUnits = scord_params::GROUPED_PLACES + 1;
  logic [Words-1:0] load_present, load_failed, decide_entries, clean_dirty;
  // With GroupedLines
  /* verilator lint_off UNUSEDSIGNAL */
  logic [2*Words-1:0] load_keys;
  logic [Words-1:0] load_plain, load_late;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [Lanes*Words-1:0] group_entries;
  logic decide_wait, oldest, item_valid_q;
  logic [Words*MetadataWidth-1:0] load_row, decide_row;
  logic [LineWidth-1:0] load_line, item_line_q;
  logic release_line;

  logic fill_valid, fill_failed, fill_head, fill_last, fetcher_busy;
  logic [LineWidth-1:0] fill_line;
  logic [WordWidth-1:0] fill_entry;
  logic [BeatEntries*MetadataWidth-1:0] fill_metadata;

  logic idle, clean_valid, clean_start, entry_taken, confirm, buffer_busy, writer_busy;
  logic [LineWidth-1:0] clean_line, entry_line, confirm_line;
  logic [BeatEntries-1:0] entry_dirty;
  logic [KeyWidth-1:0] clean_key;
  logic [WordWidth-1:0] entry;
  logic [BeatEntries*MetadataWidth-1:0] entry_metadata;

  // Of the line that is being cleaned, with GroupedLines
  logic [KeyWidth-1:0] entry_key;
  logic [HeadUnits*MetadataWidth-1:0] clean_head;
  logic [Words-1:0] row_written;
  logic clean_head_changed;

  metadata_line_buffer #(
    .MetadataLines(MetadataLines),
    .BeatEntries  (BeatEntries),
    .GroupedLines (GroupedLines),
    .Lanes        (Lanes),
    .KeyWidth     (KeyWidth),
    .UsersWidth   (UsersWidth)
  ) u_metadata_line_buffer (
    .clk_i,
    .rst_ni,
    .clear_i,
    .lookup_key_i      (key_q),
    .lookup_hit_o      (line_hit),
    .lookup_free_o     (line_free),
    .lookup_line_o     (lookup_line),
    .lookup_requested_o(requested),
    .take_i            (fetched && !line_hit),
    .request_i         (fetched),
    .request_span_i    (ask_head && !round ? '0 : span),
    .use_i             (push && needs_line),
    .use_entries_i     (needed_entries),
    .round_valid_o     (round),
    .round_line_o      (round_line),
    .round_wanted_o    (round_wanted),
    .round_requested_o (round_requested),
    .round_key_o       (round_key),
    .round_i           (round && fetch_ready),
    .release_i         (release_line),
    .release_line_i    (item_line_q),
    .fill_i            (fill_valid),
    .fill_line_i       (fill_line),
    .fill_entry_i      (fill_entry),
    .fill_metadata_i   (fill_metadata),
    .fill_failed_i     (fill_failed),
    .fill_head_i       (fill_head),
    .fill_last_i       (fill_last),
    .load_line_i       (load_line),
    .load_present_o    (load_present),
    .load_failed_o     (load_failed),
    .load_row_o        (load_row),
    .load_keys_o       (load_keys),
    .load_plain_o      (load_plain),
    .load_late_o       (load_late),
    .oldest_i          (oldest),
    .deciding_i        (item_valid_q),
    .decide_wait_o     (decide_wait),
    .decide_line_i     (item_line_q),
    .decide_entries_i  (decide_entries),
    .decide_row_i      (decide_row),
    .group_entries_i   (group_entries),
    .group_value_i     (lane_metadata_i),
    .idle_i            (idle),
    .clean_valid_o     (clean_valid),
    .clean_line_o      (clean_line),
    .clean_dirty_o     (clean_dirty),
    .clean_key_o       (clean_key),
    .clean_start_i     (clean_start),
    .entry_line_i      (entry_line),
    .entry_i           (entry),
    .entry_taken_i     (entry_taken),
    .entry_metadata_o  (entry_metadata),
    .entry_dirty_o     (entry_dirty),
    .clean_head_changed_o(clean_head_changed),
    .clean_head_o      (clean_head),
    .entry_key_o       (entry_key),
    .row_written_i     (row_written),
    .confirm_i         (confirm),
    .confirm_line_i    (confirm_line),
    .busy_o            (buffer_busy)
  );

  // Heads lie behind the entries, which are a line at least.
  localparam int HeadShift = EntryShift + $clog2(HeadUnits);
  logic [AddressWidth-1:0] heads_base;
  logic asks_head;
  logic [KeyWidth-1:0] fetch_key;
  assign fetch_key = round ? round_key : key_q;
  assign heads_base = metadata_base_i +
                      (AddressWidth'(scord_params::METADATA_ENTRY_BYTES) << (few_entries ? 6'(WordWidth) : log2_entries));
  assign asks_head = ask_head && !round;

  metadata_fetcher #(
    .MetadataLines(MetadataLines),
    .BeatEntries  (BeatEntries),
    .GroupedLines (GroupedLines)
  ) u_metadata_fetcher (
    .clk_i,
    .rst_ni,
    .fetch_valid_i  (fetch_valid),
    .fetch_ready_o  (fetch_ready),
    .fetch_line_i   (round ? round_line : lookup_line),
    .fetch_first_i  (asks_head ? '0 : span_first),
    .fetch_last_i   (asks_head ? WordWidth'(HeadUnits - 1) : span_last),
    .fetch_address_i(asks_head ? heads_base + (AddressWidth'(fetch_key) << HeadShift) :
                     (metadata_base_i + (AddressWidth'(fetch_key) << LineShift)) |
                     (AddressWidth'(span_first) << EntryShift)),
    .fetch_head_i   (asks_head),
    .fill_valid_o   (fill_valid),
    .fill_line_o    (fill_line),
    .fill_entry_o   (fill_entry),
    .fill_metadata_o(fill_metadata),
    .fill_failed_o  (fill_failed),
    .fill_head_o    (fill_head),
    .fill_last_o    (fill_last),
    .busy_o         (fetcher_busy),
    .m_axi_arid_o,
    .m_axi_araddr_o,
    .m_axi_arlen_o,
    .m_axi_arsize_o,
    .m_axi_arburst_o,
    .m_axi_arvalid_o,
    .m_axi_arready_i,
    .m_axi_rid_i,
    .m_axi_rdata_i,
    .m_axi_rresp_i,
    .m_axi_rlast_i,
    .m_axi_rvalid_i,
    .m_axi_rready_o
  );

  // A line that is cleaned is one burst of its changed entries, or grouped: its head, and what has no place in it.
  logic write_valid, write_start, beat_taken, burst_confirm;
  logic [LineWidth-1:0] write_line, beat_line;
  logic [Words-1:0] write_dirty;
  logic [AddressWidth-1:0] write_address;
  logic [BeatEntries*MetadataWidth-1:0] beat_metadata;
  logic [BeatEntries-1:0] beat_dirty;

  if (GroupedLines == 0) begin : g_plain
    assign write_valid = clean_valid;
    assign clean_start = write_start;
    assign write_line = clean_line;
    assign write_dirty = clean_dirty;
    assign write_address = metadata_base_i + (AddressWidth'(clean_key) << LineShift);
    assign entry_line = beat_line;
    assign entry_taken = beat_taken;
    assign beat_metadata = entry_metadata;
    assign beat_dirty = entry_dirty;
    assign confirm = burst_confirm;
    assign row_written = '0;
    /* verilator lint_off UNUSEDSIGNAL */
    logic unused_row;
    /* verilator lint_on UNUSEDSIGNAL */
    assign unused_row = ^{entry_key, clean_head, clean_head_changed};
  end else begin : g_grouped
    // The head as it was when cleaning began, and the plain entries that were changed then. What is decided meanwhile is
    // changed again. Each burst is a line of its own to metadata_writer, which works on one at a time.
    localparam logic [2:0] Idle = 3'd0, Head = 3'd1, SendHead = 3'd2, Entries = 3'd3, SendEntries = 3'd4;
    localparam int UnitWidth = $clog2(HeadUnits);

    logic [2:0] state_q;
    logic [LineWidth-1:0] line_q;
    logic [HeadUnits*MetadataWidth-1:0] head_q;
    logic [Words-1:0] array_q;
    logic [MetadataLines-1:0] two_q;  // another burst of the line has no response yet, beside the last one
    logic sends_head;

    assign clean_start = clean_valid && state_q == Idle && !writer_busy;
    assign sends_head = state_q == Head || state_q == SendHead;

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        state_q <= Idle;
      end else begin
        case (state_q)
          Idle: if (clean_start) state_q <= clean_head_changed ? Head : Entries;
          Head: if (write_start) state_q <= SendHead;
          SendHead: if (beat_taken && 32'(entry) == HeadUnits - BeatEntries) state_q <= array_q != '0 ? Entries : Idle;
          Entries: if (write_start) state_q <= SendEntries;
          SendEntries: if (!writer_busy) state_q <= Idle;
          default: state_q <= Idle;
        endcase
      end
    end

    always_ff @(posedge clk_i) begin
      if (clean_start) begin
        line_q <= clean_line;
        head_q <= clean_head;
        array_q <= clean_dirty;
      end
    end

    assign entry_line = line_q;
    assign write_line = line_q;
    assign write_valid = state_q == Head || state_q == Entries;
    assign write_dirty = sends_head ? ~({Words{1'b1}} << HeadUnits) : array_q;
    assign write_address = sends_head ? heads_base + (AddressWidth'(entry_key) << HeadShift) :
                                        metadata_base_i + (AddressWidth'(entry_key) << LineShift);
    assign beat_metadata = sends_head ? head_q[32'(entry[UnitWidth-1:0])*MetadataWidth +: BeatEntries*MetadataWidth] : entry_metadata;
    assign beat_dirty = sends_head ? '1 : array_q[entry +: BeatEntries];
    assign entry_taken = beat_taken && !sends_head;
    assign row_written = array_q & (~({Words{1'b1}} << BeatEntries) << entry);

    // The first of two responses of a line says nothing yet.
    assign confirm = burst_confirm && !two_q[confirm_line];

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        two_q <= '0;
      end else begin
        if (burst_confirm) two_q[confirm_line] <= 1'b0;
        if (clean_start && clean_head_changed && clean_dirty != '0) two_q[clean_line] <= 1'b1;
      end
    end

    /* verilator lint_off UNUSEDSIGNAL */
    logic unused_clean;
    /* verilator lint_on UNUSEDSIGNAL */
    assign unused_clean = ^{clean_key, entry_dirty, beat_line};
  end

  metadata_writer #(
    .MetadataLines(MetadataLines),
    .BeatEntries  (BeatEntries)
  ) u_metadata_writer (
    .clk_i,
    .rst_ni,
    .clean_valid_i   (write_valid),
    .clean_start_o   (write_start),
    .clean_line_i    (write_line),
    .clean_dirty_i   (write_dirty),
    .clean_address_i (write_address),
    .entry_line_o    (beat_line),
    .entry_o         (entry),
    .entry_taken_o   (beat_taken),
    .entry_metadata_i(beat_metadata),
    .entry_dirty_i   (beat_dirty),
    .confirm_o       (burst_confirm),
    .confirm_line_o  (confirm_line),
    .busy_o          (writer_busy),
    .awvalid_o,
    .awready_i,
    .awid_o,
    .awaddr_o,
    .awlen_o,
    .wvalid_o,
    .wready_i,
    .wdata_o,
    .wstrb_o,
    .wlast_o,
    .bvalid_i,
    .bready_o,
    .bid_i
  );

  ////////////////////
  // Decision queue //
  ////////////////////

  // The results of lookup travel with the request.
  localparam int QueueWidth = StoredRequestWidth + LineWidth + TagWidth + 2 * Words;

  logic [StoredRequestWidth-1:0] head_stored;
  /* verilator lint_off UNUSEDSIGNAL */
  detector_request_t head;
  /* verilator lint_on UNUSEDSIGNAL */
  assign head = scord_params::DETECTOR_REQUEST_WIDTH'(head_stored);
  logic [TagWidth-1:0] head_tag;
  logic [Words-1:0] head_tracked, head_needed;

  fifo #(
    .Width(QueueWidth),
    .Depth(QueueDepth)
  ) u_decision_queue (
    .clk_i,
    .rst_ni,
    .clear_i    (1'b0),
    .in_valid_i (push),
    .in_ready_o (queue_ready),
    .in_data_i  ({lookup_q, lookup_line, segment_tag_q, tracked_words, needs_line ? needed_entries : {Words{1'b0}}}),
    .out_valid_o(queue_valid),
    .out_ready_i(load),
    .out_data_o ({head_stored, load_line, head_tag, head_tracked, head_needed}),
    /* verilator lint_off PINCONNECTEMPTY */
    .out_more_o ()
    /* verilator lint_on PINCONNECTEMPTY */
  );

  //////////
  // Load //
  //////////

  logic item_first_q, item_done, head_ready, item_free, load;
  logic [StoredRequestWidth-1:0] item_q;
  detector_request_t item;
  assign item = scord_params::DETECTOR_REQUEST_WIDTH'(item_q);
  logic [TagWidth-1:0] item_tag_q;
  logic [Words-1:0] item_tracked_q, item_failed_q, rest_q;
  logic item_uses_line_q;
  logic [Words*MetadataWidth-1:0] row_q;

  assign head_ready = (head_needed & ~load_present) == '0;
  assign item_free = !item_valid_q || item_done;
  assign load = queue_valid && head_ready && item_free && !decide_wait;
  assign stall_metadata_o = queue_valid && !head_ready && item_free;

  logic [Lanes-1:0] selected_valid, lane_valid_q;
  logic [Lanes*WordWidth-1:0] selected_word, lane_word_q;
  logic [Lanes*Words-1:0] lane_words;  // GroupedLines: of the current item
  logic [Words-1:0] selected_rest, words_left;
  logic head_is_access, same_line;

  assign same_line = item_line_q == load_line;
  assign head_is_access = head.kind == scord_params::REQUEST_KIND_ACCESS;
  assign words_left = !load ? rest_q : head_is_access ? head.mask : '0;

  if (GroupedLines == 0) begin : g_words
    word_selector #(
      .Lanes(Lanes)
    ) u_word_selector (
      .mask_i      (words_left),
      .single_i    (few_entries),
      .lane_valid_o(selected_valid),
      .lane_word_o (selected_word),
      .rest_o      (selected_rest)
    );
    assign lane_words = '0;
  end else begin : g_groups
    // Words of one access with one place in the line's head have equal entries. A decision of this very cycle, and that
    // of the one before, are not yet in the head: words that had equal entries before it, and are decided in it, have
    // equal ones again. Plain words are alone, and so are words whose entries name a thread or could not be read. The
    // keys of a request stay as they are: words that are left keep their entries.
    localparam int SelectWidth = 4;
    logic [Words*SelectWidth-1:0] keys, load_select, item_select_q;
    logic [Words-1:0] alone, load_alone, item_alone_q;
    logic [Lanes*Words-1:0] selected_words, lane_words_q;

    always_comb begin
      load_select = '0;
      for (int word = 0; word < Words; word++) begin
        if (head_needed[word])
          load_select[word*SelectWidth +: SelectWidth] = {same_line && decide_entries[word], load_late[word], load_keys[2*word +: 2]};
      end
    end

    assign load_alone = IndependentThreads != 0 ? '1 : head_needed & (load_failed | load_plain);
    assign keys = load ? load_select : item_select_q;
    assign alone = load ? load_alone : item_alone_q;

    always_ff @(posedge clk_i) begin
      if (load) begin
        item_select_q <= load_select;
        item_alone_q <= load_alone;
      end
    end

    group_selector #(
      .Lanes   (Lanes),
      .KeyWidth(SelectWidth)
    ) u_group_selector (
      .mask_i      (words_left),
      .keys_i      (keys),
      .alone_i     (alone),
      .single_i    (few_entries),
      .lane_valid_o(selected_valid),
      .lane_words_o(selected_words),
      .lane_word_o (selected_word),
      .rest_o      (selected_rest)
    );

    always_ff @(posedge clk_i) begin
      if (load || item_decided) lane_words_q <= selected_words;
    end
    assign lane_words = lane_words_q;
  end

  logic item_decided;
  assign item_decided = item_valid_o && item_ready_i;
  assign oldest = queue_valid;
  assign item_done = item_decided && rest_q == '0;
  assign release_line = item_done && item_uses_line_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) item_valid_q <= 1'b0;
    else if (load) item_valid_q <= 1'b1;
    else if (item_done) item_valid_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (load || item_decided) begin
      item_first_q <= load;
      lane_valid_q <= selected_valid;
      lane_word_q <= selected_word;
      rest_q <= selected_rest;
    end
    if (load) begin
      item_q <= head_stored;
      item_line_q <= load_line;
      item_tag_q <= head_tag;
      item_tracked_q <= head_tracked;
      item_failed_q <= load_failed;
      item_uses_line_q <= head_needed != '0;
    end
  end

  // The row comes from the line, except for entries that are decided in this very cycle: the line does not have them
  // yet.
  always_ff @(posedge clk_i) begin
    for (int word = 0; word < Words; word++) begin
      if (load && !(same_line && decide_entries[word])) begin
        row_q[word*MetadataWidth +: MetadataWidth] <= load_row[word*MetadataWidth +: MetadataWidth];
      end else if (decide_entries[word]) begin
        row_q[word*MetadataWidth +: MetadataWidth] <= decide_row[word*MetadataWidth +: MetadataWidth];
      end
    end
  end

  ////////////
  // Decide //
  ////////////

  logic [Lanes-1:0] lane_decided;
  logic [Lanes*WordWidth-1:0] lane_entry;
  logic [2*TagWidth-WordWidth-1:0] item_offset;  // segments from the tracked base, the bits that few_entries needs

  assign item_offset = item.address[SegmentWidth +: 2*TagWidth-WordWidth] ^
                       tracked_base_i[SegmentWidth +: 2*TagWidth-WordWidth];

  assign item_valid_o = item_valid_q && !decide_wait;
  assign item_o = item;
  assign item_first_o = item_first_q;
  assign lane_valid_o = lane_valid_q;
  assign lane_word_o = lane_word_q;
  assign lane_words_o = lane_words;

  for (genvar lane = 0; lane < Lanes; lane++) begin : g_lane
    logic [WordWidth-1:0] word, entry_number;
    logic [2*TagWidth-1:0] offset;  // with few_entries: the distance of the word from the tracked base, at most 8 bits
    logic [TagWidth-1:0] tag;

    assign word = lane_word_q[lane*WordWidth +: WordWidth];
    assign entry_number = word & word_mask;
    assign lane_entry[lane*WordWidth +: WordWidth] = entry_number;

    always_comb begin
      offset = '0;
      tag = item_tag_q;
      if (few_entries && lane == 0) begin
        offset = {item_offset, word} & ~({2*TagWidth{1'b1}} << log2_tracked_words_i);
        tag = TagWidth'(offset >> log2_entries);
      end
    end

    metadata_tag_check u_metadata_tag_check (
      .kept_i      (row_q[32'(entry_number)*MetadataWidth +: MetadataWidth]),
      .tag_i       (tag),
      .owner_sm_o  (lane_owner_sm_o[lane*scord_params::SM_WIDTH +: scord_params::SM_WIDTH]),
      .owner_warp_o(lane_owner_warp_o[lane*scord_params::WARP_WIDTH +: scord_params::WARP_WIDTH]),
      .tag_miss_o  (lane_tag_miss_o[lane]),
      .metadata_o  (lane_metadata_o[lane*MetadataWidth +: MetadataWidth])
    );

    assign lane_tracked_o[lane] = item_tracked_q[word];
    assign lane_failed_o[lane] = item_tracked_q[word] && item_failed_q[entry_number];
    assign lane_decided[lane] = item_decided && lane_valid_q[lane] && lane_tracked_o[lane] && !lane_failed_o[lane];
  end

  // The entries of each lane
  always_comb begin
    group_entries = '0;
    for (int lane = 0; lane < Lanes; lane++) begin
      for (int word = 0; word < Words; word++)
        group_entries[lane*Words + word] = lane_decided[lane] && (lane_entry[lane*WordWidth +: WordWidth] == WordWidth'(word) ||
                                           (GroupedLines != 0 && !few_entries && lane_words[lane*Words + word]));
    end
  end

  // A word is in at most one lane. Entries that are not decided are masked.
  always_comb begin
    decide_entries = '0;
    decide_row = '0;
    for (int word = 0; word < Words; word++) begin
      for (int lane = 0; lane < Lanes; lane++) begin
        if (group_entries[lane*Words + word]) begin
          decide_entries[word] = 1'b1;
          decide_row[word*MetadataWidth +: MetadataWidth] |= lane_metadata_i[lane*MetadataWidth +: MetadataWidth];
        end
      end
    end
  end

  ////////////
  // Status //
  ////////////

  assign idle = !request_valid_i && !lookup_valid_q && !queue_valid && !item_valid_q;
  assign busy_o = lookup_valid_q || queue_valid || item_valid_q || buffer_busy || writer_busy || fetcher_busy;

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  // A word of the item is in two lanes, or in a lane and left
  logic word_twice;
  logic [Words-1:0] words_seen, words_here;
  always_comb begin
    word_twice = 1'b0;
    words_seen = rest_q;
    words_here = '0;
    for (int lane = 0; lane < Lanes; lane++) begin
      words_here = GroupedLines != 0 ? lane_words[lane*Words +: Words] : Words'(1) << lane_word_q[lane*WordWidth +: WordWidth];
      if (item_valid_q && lane_valid_q[lane]) begin
        word_twice |= (words_seen & words_here) != '0 || words_here == '0;
        words_seen |= words_here;
      end
    end
  end

  // A word of a group that is not read, or has another entry than the lowest
  logic unequal;
  always_comb begin
    unequal = 1'b0;
    for (int lane = 0; lane < (GroupedLines != 0 ? Lanes : 0); lane++) begin
      for (int word = 0; word < Words; word++) begin
        if (lane_words[lane*Words + word] && item_tracked_q[word] && word != 32'(lane_word_q[lane*WordWidth +: WordWidth]) &&
            (item_failed_q[word] || row_q[word*MetadataWidth +: MetadataWidth] !=
             row_q[32'(lane_word_q[lane*WordWidth +: WordWidth])*MetadataWidth +: MetadataWidth]))
          unequal = 1'b1;
      end
    end
  end

  always @(posedge clk_i) if (rst_ni) begin
    if (item_valid_q) begin : a_lowest_lanes_first
      assert ((lane_valid_q & (lane_valid_q + 1'b1)) == '0);
    end
    if (item_valid_q && few_entries) begin : a_one_word_of_few_entries
      assert ((lane_valid_q >> 1) == '0);
    end
    begin : a_word_decided_once
      assert (!word_twice);
    end
    if (load) begin : a_loaded_words_are_at_hand
      assert ((head_needed & ~load_present) == '0 && !decide_wait);
    end
    if (release_line) begin : a_line_released_by_its_item
      assert (item_valid_o && item_ready_i && rest_q == '0);
    end
    if (push && needs_line) begin : a_line_before_the_queue
      assert (line_at_hand);
    end
    if (request_valid_i && request_i.kind == scord_params::REQUEST_KIND_ACCESS) begin : a_segment_aligned
      assert (request_i.address[SegmentWidth-1:0] == '0);
    end
    if (item_valid_q) begin : a_fence_has_no_word
      assert (item.kind == scord_params::REQUEST_KIND_ACCESS ? lane_valid_q[0] : lane_valid_q == '0 && rest_q == '0);
    end
    if (item_valid_o && !few_entries) begin : a_group_has_equal_entries
      assert (!unequal);
    end
    begin : a_one_cause_of_a_wait
      assert (32'(stall_line_o) + 32'(stall_fetch_o) + 32'(stall_queue_o) == 32'(lookup_valid_q && !lookup_done));
    end
    // Only the queue is in the way when everything was asked for, or the last burst can be.
    if (lookup_valid_q && needs_line && line_at_hand && !lookup_done) begin : a_queue_as_the_cause
      assert (stall_queue_o == (!queue_ready && (covered || !(lacks || round))));
    end
    if (fetch_valid && !asks_head) begin : a_span_not_yet_requested
      assert ((span & requested_now & (GroupedLines != 0 ? ~missing : '1)) == '0 && (span & ~requested_now) != '0);
    end
    if (lookup_valid_q) begin : a_configuration_in_range
      assert (log2_tracked_words_i >= 6'd4 && log2_tracked_words_i <= 6'd36 && log2_cache_ratio_i <= 3'd4);
      assert (metadata_base_i[LineShift-1:0] == '0);
    end
  end

`ifndef __ICARUS__
  // Icarus has no $past.
  logic past_valid_q;
  always_ff @(posedge clk_i) past_valid_q <= rst_ni;

  always @(posedge clk_i) if (rst_ni) begin
    // Work begins with a request; a status that falls before its decisions are stored would rise again.
    if (past_valid_q && $past(!busy_o && !(request_valid_i && request_ready_o))) begin : a_busy_by_a_request_only
      assert (!busy_o);
    end
    if (past_valid_q && $past(item_valid_o && !item_ready_i)) begin : a_item_stable
      assert (item_valid_o && item_o == $past(item_o) && lane_word_o == $past(lane_word_o) &&
              lane_metadata_o == $past(lane_metadata_o));
    end
  end
`endif
`endif

endmodule

`default_nettype wire
