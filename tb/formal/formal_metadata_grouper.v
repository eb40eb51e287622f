// formal_metadata_grouper: expanding a stored line gives what was decided, for all sequences of decisions and cleanings
// of a small line, decisions in the midst of a cleaning included.
// groups: an unchanged word at hand expands to its entry whenever no write is under way; a word keeps its place or was changed; bursts, one response or two
// netlist: words
// prove: SAT induction, steps 4, cover 12
// parameters: Words=3 EntryWidth=3 Places=1; long Words=4 EntryWidth=8 Places=3
//
// Beside the module: the line (entries, which are at hand, which are changed), and memory (map, places, array of
// entries). Memory takes a beat as it is taken, and the order of the beats is that of metadata_writer. A head that is
// sent in part is none: what holds is said of memory between the bursts.
`include "scord_params.vh"
module formal_metadata_grouper #(parameter Words = 3, parameter EntryWidth = 3, parameter Places = 1) (
  input wire clk_i, input wire rst_ni, input wire clean_wanted, input wire [Words-1:0] decided,
  input wire [EntryWidth-1:0] entry, input wire [Words-1:0] fetched, input wire start_ready, input wire beat_ready,
  input wire confirm_ready
);
  `include "tb/formal/formal.vh"
  localparam CodeWidth = $clog2(Places + 1);
  localparam WordWidth = $clog2(Words);
  localparam Units = Places + 1;
  (* anyconst *) wire [EntryWidth-1:0] image;
  (* anyconst *) wire [Words*EntryWidth-1:0] array_start;
  (* anyconst *) wire [Words-1:0] plain_start;

  reg [Words*EntryWidth-1:0] row;           // the line's entries
  reg [Words-1:0] known, dirty, plain;      // at hand, changed, plain as stored
  reg [Words*CodeWidth-1:0] map;            // memory
  reg [Places*EntryWidth-1:0] places;
  reg [Words*EntryWidth-1:0] array;

  wire clean_start, line, store, burst_valid, burst_head, confirm;
  wire [Words-1:0] written, store_plain, burst_dirty;
  wire [EntryWidth-1:0] unit_data;
  wire unit_dirty;
  reg active = 0, head_burst = 0;
  reg [WordWidth-1:0] unit = 0, last = 0;
  reg [1:0] due = 0;                        // responses
  wire burst_start = burst_valid && !active && start_ready;
  wire taken = active && beat_ready;
  wire burst_confirm = due != 0 && confirm_ready;
  reg unconfirmed = 0;                      // the line's writing_q

  metadata_grouper #(.MetadataLines(2), .BeatEntries(1), .Words(Words), .EntryWidth(EntryWidth), .Places(Places)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .image_i(image), .clean_valid_i(clean_wanted && dirty != 0 && !unconfirmed),
    .clean_start_o(clean_start), .clean_line_i(1'b0), .line_o(line), .row_i(row), .known_i(known), .dirty_i(dirty),
    .plain_i(plain), .written_o(written), .store_o(store), .store_plain_o(store_plain), .burst_valid_o(burst_valid),
    .burst_head_o(burst_head), .burst_dirty_o(burst_dirty), .burst_start_i(burst_start), .burst_busy_i(active),
    .unit_i(unit), .unit_taken_i(taken), .unit_data_o(unit_data), .unit_dirty_o(unit_dirty),
    .burst_confirm_i(burst_confirm), .burst_confirm_line_i(1'b0), .confirm_o(confirm));

  // The writer: from the first to the last changed unit
  integer i;
  reg [WordWidth-1:0] first_dirty, last_dirty;
  always @(*) begin
    first_dirty = 0; last_dirty = 0;
    for (i = 0; i < Words; i = i + 1) begin
      if (burst_dirty[i]) last_dirty = i;
      if (burst_dirty[Words-1-i]) first_dirty = Words - 1 - i;
    end
  end
  always @(posedge clk_i) if (!rst_ni) begin active <= 0; due <= 0; unconfirmed <= 0; end else begin
    if (burst_start) begin active <= 1; head_burst <= burst_head; unit <= first_dirty; last <= last_dirty; end
    else if (taken) begin unit <= unit + 1; if (unit == last) active <= 0; end
    due <= due + (taken && unit == last) - burst_confirm;
    if (clean_start) unconfirmed <= 1; else if (confirm) unconfirmed <= 0;
  end

  // Words whose entry is not at hand are plain; they may be fetched, and only words at hand are decided.
  wire [Words-1:0] decides = decided & known;
  always @(posedge clk_i) if (!rst_ni) begin
    dirty <= 0; plain <= plain_start; known <= ~plain_start; row <= {Words{image}};
    array <= array_start; places <= {Places{image}}; map <= 0;
    for (i = 0; i < Words; i = i + 1) if (plain_start[i]) map[i*CodeWidth +: CodeWidth] <= Places;
  end else begin
    dirty <= (dirty & ~written) | decides;
    known <= known | fetched;
    if (store) plain <= store_plain;
    for (i = 0; i < Words; i = i + 1) begin
      if (decides[i]) row[i*EntryWidth +: EntryWidth] <= entry;
      else if (fetched[i] && !known[i]) row[i*EntryWidth +: EntryWidth] <= array[i*EntryWidth +: EntryWidth];
      if (taken && !head_burst && unit_dirty && unit == i) array[i*EntryWidth +: EntryWidth] <= unit_data;
    end
    if (taken && head_burst && unit_dirty) begin
      if (unit == 0) map <= unit_data ^ image;
      for (i = 0; i < Places; i = i + 1) if (unit == i + 1) places[i*EntryWidth +: EntryWidth] <= unit_data;
    end
  end

  // State of the module, for the induction
  (* hierconn *) wire [EntryWidth-1:0] \dut.value_q ;
  (* hierconn *) wire [2:0] \dut.state_q ;
  (* hierconn *) wire [Words-1:0] \dut.left_q , \dut.array_q ;
  (* hierconn *) wire [Words*CodeWidth-1:0] \dut.map_q ;
  (* hierconn *) wire [Places*EntryWidth-1:0] \dut.places_q ;
  (* hierconn *) wire [CodeWidth-1:0] \dut.round_q ;
  (* hierconn *) wire [1:0] \dut.two_q ;
  (* hierconn *) wire \dut.changes_q , \dut.entries_due_q , \dut.line_q ;
  wire [2:0] state = \dut.state_q ;
  wire [Words-1:0] left = \dut.left_q ;
  wire idle = state == 0;
  // The head that is due is complete in memory
  wire head_pending = state == 3 || state == 4;

  // Until the head is sent the line's form is that in memory, or the words in hand are those of the rounds
  wire rounds = state == 1 || state == 2;
  wire [Words-1:0] array_words = \dut.array_q ;
  wire [1:0] bursts = head_pending ? 2'd1 + \dut.entries_due_q : state == 5 ? \dut.entries_due_q : state == 6;
  wire [1:0] bursts_left = state == 6 ? active : bursts;  // responses to come of bursts not yet sent completely
  wire idle_next = bursts_left == 0;
  genvar w;
  wire [Words-1:0] kept = left & known & ~plain & ~dirty;  // words that keep their place and have no new one yet
  reg [Places-1:0] kept_places;                            // their places, without the one of this round
  integer k, p;
  always @(*) begin
    kept_places = 0;
    for (k = 0; k < Words; k = k + 1)
      for (p = 0; p < Places; p = p + 1)
        if (kept[k] && map[k*CodeWidth +: CodeWidth] == p &&
            !(state == 2 && places[p*EntryWidth +: EntryWidth] == \dut.value_q )) kept_places[p] = 1;
  end
  reg [CodeWidth:0] kept_count;
  integer c;
  always @(*) begin
    kept_count = 0;
    for (c = 0; c < Places; c = c + 1) kept_count = kept_count + kept_places[c];
  end
  always @(*) if (rst_ni && past_valid) begin
    assert (state <= 6);
    assert ((dirty & ~known) == 0 && (known | plain) == {Words{1'b1}});
    if (rounds) assert (kept_count + \dut.round_q + (state == 2) <= Places);
    // What made the line one to be cleaned is still to be written
    if (rounds) assert (\dut.changes_q || (dirty & left) != 0);
    if (state == 2) assert (\dut.round_q != Places);
    // What is not at hand gets no place
    if (rounds || head_pending) assert ((known | left) == {Words{1'b1}});
    if (state >= 3) assert (\dut.array_q == plain);
    if ((head_pending || state == 5) && \dut.entries_due_q ) assert ((dirty & array_words) != 0);
    assert (active == (state == 4 || state == 6) || (state == 6 && !active));
    if (active) assert (head_burst == (state == 4) && unit <= last && last < Words);
    if (state == 4) assert (last == Units - 1);
    assert (unconfirmed == (state != 0 || due != 0));
    if (rounds) assert (due == 0 && \dut.two_q [0] == 0);
    else assert (due + bursts_left <= 2 && \dut.two_q [0] == (due + bursts_left == 2) && (!unconfirmed || due + bursts_left != 0));
    assert (\dut.line_q == 0 || idle);
  end

  for (w = 0; w < Words; w = w + 1) begin : g_word
    wire [CodeWidth-1:0] code = map[w*CodeWidth +: CodeWidth], next = \dut.map_q [w*CodeWidth +: CodeWidth];
    reg [EntryWidth-1:0] expanded, placed;
    integer q;
    always @(*) begin
      expanded = array[w*EntryWidth +: EntryWidth];
      placed = 0;
      for (q = 0; q < Places; q = q + 1) begin
        if (code == q) expanded = places[q*EntryWidth +: EntryWidth];
        if (next == q) placed = \dut.places_q [q*EntryWidth +: EntryWidth];
      end
    end
    wire [EntryWidth-1:0] held = row[w*EntryWidth +: EntryWidth];
    wire unchanged = known[w] && !dirty[w];
    always @(*) if (rst_ni && past_valid) begin
      // Between the bursts memory has the form as stored, and of each unchanged word the entry; in the rounds of each
      // that has no place yet, and of all while the head need not be written
      if (!head_pending) assert (plain[w] == (code == Places));
      if (!head_pending && !rounds && unchanged) assert (expanded == held);
      if (rounds && unchanged && (left[w] || !\dut.changes_q )) assert (expanded == held);
      // A word that has got a place has its entry there; without one it is as it was in the array
      if (rounds || head_pending) assert (left[w] == (next == Places));
      if (rounds && !left[w]) assert (next < \dut.round_q );
      if ((rounds || head_pending) && !left[w] && unchanged) assert (placed == held);
      if (head_pending) assert (plain[w] == left[w]);
      if (head_pending && left[w] && unchanged) assert (array[w*EntryWidth +: EntryWidth] == held);
      // Of the head, what is sent
      if (state == 4 && unit > 0) assert (code == next);
    end
  end
  for (w = 0; w < Places; w = w + 1) begin : g_place
    always @(*) if (rst_ni && past_valid && state == 4 && unit > w + 1)
      assert (places[w*EntryWidth +: EntryWidth] == \dut.places_q [w*EntryWidth +: EntryWidth]);
  end

  // The line is confirmed with the last of its responses
  always @(*) if (rst_ni && past_valid) begin
    if (confirm) assert (unconfirmed && idle_next && due == 1);
  end

  (* keep *) wire cover_back_to_a_place = rst_ni && store && (plain & ~store_plain) != 0;
  (* keep *) wire cover_loses_its_place = rst_ni && store && (store_plain & ~plain) != 0;
  (* keep *) wire cover_head_kept = rst_ni && state == 5 && !\dut.changes_q && (left & ~plain) == 0 && burst_valid;
  (* keep *) wire cover_decided_in_a_round = rst_ni && state == 2 && (written & decides) != 0;
endmodule
