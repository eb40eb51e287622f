// SPDX-License-Identifier: Apache-2.0
// formal_metadata_line_buffer: the buffer of grouped lines (GroupedLines): four lines that share two rows of plain
// entries. For one arbitrary word of one arbitrary line and any traffic, load shows the entry of its last decision, and
// what memory holds, expanded, is that entry whenever nothing of the line is changed or being written. A row is of one
// line at most, and none is lost. formal_metadata_accessor proves the buffer that holds an entry a word.
// groups: load shows the last decision; memory expanded is it when nothing is changed or written; a row is one line's, none is lost; what is read or changed has a row; nothing is read while it is written
// netlist: words
// prove: SAT induction, steps 2, cover 9
// reduce: s/SEGMENT_BYTES = 128/SEGMENT_BYTES = 16/; s/SEGMENT_WORDS = 32/SEGMENT_WORDS = 4/; s/SEGMENT_WIDTH = 7/SEGMENT_WIDTH = 4/; s/LINE_BYTES = 256/LINE_BYTES = 32/; s/METADATA_WIDTH = 64/METADATA_WIDTH = 8/
// parameters: Lanes=1 B=4; long Lanes=1 B=1; long Lanes=2 B=4
//
// A line has four words, an entry eight bits, a beat B entries. What metadata_accessor does is modelled: a line is taken
// with its first user; a request is loaded when its words are present, and decided in parts; a beat that was asked for
// may come at any time and in any order; one line is cleaned at a time, and several may wait for their responses. Memory
// changes at once when a head or an entry is sent; that nothing is read meanwhile is a property.
`include "scord_params.vh"
module formal_metadata_line_buffer #(parameter Lanes = 1, parameter B = 4, parameter W = scord_params::SEGMENT_WORDS,
  parameter D = scord_params::METADATA_WIDTH, parameter P = scord_params::GROUPED_PLACES, parameter EW = $clog2(W),
  parameter L = 4, parameter LW = 2, parameter KW = 3, parameter UW = 3) (
  input wire clk_i, input wire rst_ni, input wire clear_i, input wire [KW-1:0] lookup_key, input wire take,
  input wire user, input wire [W-1:0] use_entries, input wire round, input wire [W-1:0] round_span, input wire fill,
  input wire [LW-1:0] fill_line, input wire [EW-1:0] fill_entry, input wire [B*D-1:0] fill_data, input wire fill_failed,
  input wire [LW-1:0] load_line, input wire oldest, input wire load, input wire [W-1:0] load_words,
  input wire [Lanes*W-1:0] groups, input wire [Lanes*D-1:0] values, input wire done, input wire idle, input wire start,
  input wire taken, input wire confirm, input wire [LW-1:0] confirm_line, input wire [D-1:0] after_clear
);
  `include "tb/formal/parts/formal.vh"

  wire hit, free, round_valid, decide_wait, clean_valid, clean_head_changed, busy;
  wire [LW-1:0] line, round_line, clean_line;
  wire [W-1:0] round_wanted, round_requested, present, failed, clean_dirty;
  wire [W*D-1:0] load_row;
  wire [(P+1)*D-1:0] clean_head;
  wire [B*D-1:0] entry_metadata;

  // The item that is decided, and the line that is cleaned
  localparam [W-1:0] Beat = ~({W{1'b1}} << B);
  reg item = 0;
  reg [LW-1:0] item_line = 0, cleaned = 0;
  reg [W-1:0] item_rest = 0, item_failed = 0, to_write = 0;
  wire [EW-1:0] entry = B == 4 || to_write[0] ? 0 : to_write[1] ? 1 : to_write[2] ? 2 : 3;
  reg [W-1:0] decided;
  integer k;
  always @(*) begin
    decided = 0;
    for (k = 0; k < Lanes; k = k + 1) decided = decided | groups[W*k +: W];
  end
  wire releases = done && item;

  metadata_line_buffer #(.MetadataLines(L), .BeatEntries(B), .GroupedLines(1), .Lanes(Lanes), .KeyWidth(KW), .UsersWidth(UW)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .lookup_key_i(lookup_key), .lookup_hit_o(hit),
    .lookup_free_o(free), .lookup_line_o(line), .take_i(take), .request_i(take), .request_span_i(round ? round_span : {W{1'b0}}),
    .use_i(user), .use_entries_i(use_entries), .round_valid_o(round_valid), .round_line_o(round_line),
    .round_wanted_o(round_wanted), .round_requested_o(round_requested), .round_i(round), .release_i(releases),
    .release_line_i(item_line), .fill_i(fill), .fill_line_i(fill_line), .fill_entry_i(fill_entry),
    .fill_metadata_i(fill_data), .fill_failed_i(fill_failed), .fill_head_i(fill_head), .fill_last_i(fill_last),
    .load_line_i(load_line), .load_present_o(present), .load_failed_o(failed), .load_row_o(load_row), .oldest_i(oldest),
    .deciding_i(item), .decide_wait_o(decide_wait), .decide_line_i(item_line), .decide_entries_i(decided),
    .decide_row_i({W*D{1'b0}}), .group_entries_i(groups), .group_value_i(values), .idle_i(idle),
    .clean_valid_o(clean_valid), .clean_line_o(clean_line), .clean_dirty_o(clean_dirty), .clean_start_i(starts),
    .entry_line_i(cleaned), .entry_i(entry), .entry_taken_i(takes), .entry_metadata_o(entry_metadata),
    .clean_head_changed_o(clean_head_changed), .clean_head_o(clean_head), .row_written_i(to_write & Beat << entry),
    .confirm_i(confirm), .confirm_line_i(confirm_line), .busy_o(busy));

  //////////////////////////////////////////////////////////////////////////////////////////////////////////////////
  // State of the RTL

  (* hierconn *) wire [L-1:0] \dut.valid_q , \dut.writing_q , \dut.g_grouped.head_q , \dut.g_grouped.head_changed_q ;
  (* hierconn *) wire [L-1:0] \dut.g_grouped.has_row_q ;
  (* hierconn *) wire [L*KW-1:0] \dut.key_q ;
  (* hierconn *) wire [L*UW-1:0] \dut.users_q ;
  (* hierconn *) wire [L*W-1:0] \dut.requested_q , \dut.present_q , \dut.failed_q , \dut.dirty_q , \dut.g_grouped.wanted_q ;
  (* hierconn *) wire [L*W*2-1:0] \dut.g_grouped.map_q ;
  (* hierconn *) wire [L*P*D-1:0] \dut.g_grouped.places_q ;
  (* hierconn *) wire [L-1:0] \dut.g_grouped.row_q ;
  (* hierconn *) wire [1:0] \dut.g_grouped.row_busy_q ;
  (* hierconn *) wire [Lanes*W-1:0] \dut.g_grouped.late_entries_q ;
  (* hierconn *) wire [Lanes*D-1:0] \dut.g_grouped.late_value_q ;
  (* hierconn *) wire [LW-1:0] \dut.g_grouped.late_line_q ;
  (* hierconn *) wire \dut.g_grouped.late_q ;
  (* hierconn *) wire [D-1:0] \dut.g_entry[0].data_q[0] , \dut.g_entry[0].data_q[1] , \dut.g_entry[1].data_q[0] ;
  (* hierconn *) wire [D-1:0] \dut.g_entry[1].data_q[1] , \dut.g_entry[2].data_q[0] , \dut.g_entry[2].data_q[1] ;
  (* hierconn *) wire [D-1:0] \dut.g_entry[3].data_q[0] , \dut.g_entry[3].data_q[1] ;
  wire [L-1:0] valid = \dut.valid_q , writing = \dut.writing_q , heads = \dut.g_grouped.head_q ;
  wire [L-1:0] head_changed = \dut.g_grouped.head_changed_q , has_row = \dut.g_grouped.has_row_q , rows = \dut.g_grouped.row_q ;
  wire [L*W-1:0] requested = \dut.requested_q , here = \dut.present_q , bad = \dut.failed_q , dirty = \dut.dirty_q ;
  wire [L*W*2-1:0] maps = \dut.g_grouped.map_q ;
  wire [L*KW-1:0] keys = \dut.key_q ;
  wire [L*UW-1:0] users = \dut.users_q ;
  wire [L*P*D-1:0] places = \dut.g_grouped.places_q ;
  wire late = \dut.g_grouped.late_q ;
  wire [LW-1:0] late_line = \dut.g_grouped.late_line_q ;
  wire [Lanes*W-1:0] late_groups = \dut.g_grouped.late_entries_q ;
  wire [W*D-1:0] row_0 = {\dut.g_entry[3].data_q[0] , \dut.g_entry[2].data_q[0] , \dut.g_entry[1].data_q[0] , \dut.g_entry[0].data_q[0] };
  wire [W*D-1:0] row_1 = {\dut.g_entry[3].data_q[1] , \dut.g_entry[2].data_q[1] , \dut.g_entry[1].data_q[1] , \dut.g_entry[0].data_q[1] };
  reg [W-1:0] late_words;
  always @(*) begin
    late_words = 0;
    for (k = 0; k < Lanes; k = k + 1) if (late) late_words = late_words | late_groups[W*k +: W];
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////////////////////
  // Surroundings

  reg [L*2-1:0] unit = 0;      // of a head on its way: the next unit
  reg [L-1:0] bad_head = 0;    // a unit of the head was read with an error
  reg [L*UW-1:0] queued = 0;   // requests that use the line and are not loaded
  wire fill_head = !heads[fill_line];
  wire fill_last = fill_head && (B == 4 || fill_entry == P);
  wire starts = start && clean_valid && to_write == 0;
  wire takes = taken && to_write != 0;
  wire [W-1:0] coming = requested[W*fill_line +: W] & ~here[W*fill_line +: W];
  wire [L*W-1:0] plain;
  genvar l, w, q;
  for (w = 0; w < L*W; w = w + 1) begin : g_plain
    assign plain[w] = maps[2*w +: 2] == P;
  end

  always @(*) begin
    assume (!clear_i || (!busy && queued == 0 && !item && (valid & ~heads) == 0 && (requested & ~here & {{W{valid[3]}}, {W{valid[2]}}, {W{valid[1]}}, {W{valid[0]}}}) == 0));
    assume (!clear_i || (!take && !user && !fill && !round && !starts));
    assume (!take || (!hit && free && user && !round));
    assume (!user || ((hit || take) && use_entries != 0 && queued[UW*line +: UW] < 3));
    assume (!round || (round_valid && (B > 1 || (round_span & round_requested) == 0) && (round_span & round_wanted & ~round_requested) != 0));
    assume (!round || B == 1 || round_span == {W{1'b1}});  // whole beats
    assume (!fill || (valid[fill_line] && ((fill_head ? fill_entry == unit[2*fill_line +: 2] : fill_entry % B == 0 && (coming & Beat << fill_entry) != 0))));
    assume (!load || (oldest && queued[UW*load_line +: UW] != 0 && load_words != 0 && (load_words & ~present) == 0 && !decide_wait && (!item || done)));
    assume (!done || (item && !decide_wait && (item_rest & ~decided) == 0));
    assume ((decided & ~item_rest) == 0 && (decided == 0 || (item && !decide_wait)));
    assume (Lanes == 1 || (groups[0 +: W] & groups[(Lanes-1)*W +: W]) == 0);
    assume (!confirm || (writing[confirm_line] && (to_write == 0 || cleaned != confirm_line)));
  end

  always @(posedge clk_i) begin
    for (k = 0; k < L; k = k + 1) begin
      if (fill && fill_head && fill_line == k) bad_head[k] <= bad_head[k] || fill_failed;
      if (fill && fill_head && fill_line == k) unit[2*k +: 2] <= unit[2*k +: 2] + B;
      if (take && line == k) bad_head[k] <= 0;
      if (take && line == k) unit[2*k +: 2] <= 0;
      queued[UW*k +: UW] <= queued[UW*k +: UW] + (user && line == k) - (load && load_line == k);
    end
    if (load) begin
      item <= 1;
      item_line <= load_line;
      item_rest <= load_words & ~failed;
      item_failed <= load_words & failed;
    end else begin
      item <= item && !done;
      item_rest <= item_rest & ~decided;
    end
    if (starts) cleaned <= clean_line;
    if (starts) to_write <= clean_dirty;
    else if (takes) to_write <= to_write & ~(Beat << entry);
    if (!rst_ni || clear_i) begin
      item <= 0;
      item_rest <= 0;
      to_write <= 0;
      queued <= 0;
      bad_head <= 0;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////////////////////
  // One arbitrary word of one arbitrary line: in memory, and after its last decision

  (* anyconst *) wire [KW-1:0] K;
  (* anyconst *) wire [EW-1:0] E;
  (* anyconst *) wire [1:0] code_at_start;
  (* anyconst *) wire [P*D-1:0] places_at_start;
  (* anyconst *) wire [D-1:0] array_at_start;
  reg [1:0] code = 0;
  reg [P*D-1:0] held = 0;
  reg [D-1:0] array = 0, latest = 0;
  wire [L-1:0] is_it;
  for (l = 0; l < L; l = l + 1) begin : g_is_it
    assign is_it[l] = valid[l] && keys[KW*l +: KW] == K;
  end
  function automatic [D-1:0] expanded(input [1:0] c, input [P*D-1:0] h, input [D-1:0] a);
    expanded = c == 0 ? h[0 +: D] : c == 1 ? h[D +: D] : c == 2 ? h[2*D +: D] : a;
  endfunction
  wire [D-1:0] memory = expanded(code, held, array);
  wire [1:0] filled_unit = unit[2*fill_line +: 2];
  always @(*) if (fill && is_it[fill_line] && !fill_failed) begin
    if (fill_head) begin
      if (B == 4) assume (fill_data[2*E +: 2] == code && fill_data[B*D-1 -: 3*D] == held);
      else if (filled_unit == 0) assume (fill_data[2*E +: 2] == code);
      else assume (fill_data == held[D*(filled_unit - 2'd1) +: D]);
    end else if (E / B == fill_entry / B) assume (fill_data[D*(E % B) +: D] == array);
  end
  wire [Lanes-1:0] decides_it;
  for (w = 0; w < Lanes; w = w + 1) begin : g_decides
    assign decides_it[w] = groups[W*w + E] && is_it[item_line];
  end
  always @(posedge clk_i) begin
    if (starts && is_it[clean_line] && clean_head_changed) {held, code} <= {clean_head[D +: P*D], clean_head[2*E +: 2]};
    if (takes && is_it[cleaned] && to_write[E] && E / B == entry / B) array <= entry_metadata[D*(E % B) +: D];
    for (k = 0; k < Lanes; k = k + 1) if (decides_it[k]) latest <= values[D*k +: D];
    if (!rst_ni) {code, held, array, latest} <= {code_at_start, places_at_start, array_at_start, expanded(code_at_start, places_at_start, array_at_start)};
    else if (clear_i) {code, held, latest} <= {2'd0, {P{after_clear}}, after_clear};
  end

  // Property: load shows the latest entry
  always @(*) if (past_valid && is_it[load_line] && present[E] && !failed[E]) assert (load_row[D*E +: D] == latest);
  // Property: what is decided is present still
  always @(*) if (past_valid && item) assert (valid[item_line] && (item_rest & ~(here[W*item_line +: W] & ~bad[W*item_line +: W])) == 0);
  // Property: nothing changed, nothing written: memory holds the latest entry
  always @(*) if (past_valid && !busy) assert (memory == latest);
  // Property: nothing is read of a line while it is written, but entries that are not
  wire [W-1:0] read_while = requested[W*cleaned +: W] & ~here[W*cleaned +: W];
  always @(*) if (past_valid) assert ((to_write & read_while) == 0 && (writing & ~heads) == 0);

  //////////////////////////////////////////////////////////////////////////////////////////////////////////////////
  // Invariants

  for (l = 0; l < L; l = l + 1) begin : g_line
    wire [W-1:0] r = requested[W*l +: W], h = here[W*l +: W], f = bad[W*l +: W], d = dirty[W*l +: W], p = plain[W*l +: W];
    wire used = users[UW*l +: UW] != 0;
    wire [W-1:0] late_here = late && late_line == l ? late_words : {W{1'b0}};
    wire [W*D-1:0] row = rows[l] ? row_1 : row_0;
    always @(*) if (past_valid) begin
      assert (users[UW*l +: UW] == queued[UW*l +: UW] + (item && item_line == l) && queued[UW*l +: UW] <= 3);
      if (!valid[l]) assert (!used && !writing[l] && !head_changed[l] && (d & p) == 0 && late_here == 0 && !has_row[l]);
      if (valid[l] && !heads[l]) begin
        assert (used && queued[UW*l +: UW] == users[UW*l +: UW] && r == 0 && h == 0 && !writing[l] && !head_changed[l] && d == 0);
        assert (late_here == 0 && !has_row[l]);
        assert (bad_head[l] ? f == {W{1'b1}} : f == 0);
        if (unit[2*l +: 2] == 0) assert (!bad_head[l]);
      end
      if (valid[l] && heads[l]) begin
        assert ((h & ~r) == 0 && (f & ~h) == 0 && (p | h) == {W{1'b1}} && (d & p & ~(h & ~f)) == 0 && (late_here & ~(h & ~f)) == 0);
        if (bad_head[l]) assert (f == {W{1'b1}} && r == f && !head_changed[l] && d == 0 && !has_row[l]);
        if (!bad_head[l]) assert ((f & ~p) == 0 && ((r & p) == 0 || has_row[l]));
        if (B > 1 && (r & ~h) != 0) assert ((p & ~r) == 0);  // a beat is requested whole
      end
      if (cleaned == l && to_write != 0) assert (writing[l] && has_row[l] && (to_write & ~(h & ~f)) == 0);
      if (cleaned == l) assert ((to_write & ~d) == 0);
    end
    // The word
    wire [D-1:0] stored = expanded(maps[2*(W*l + E) +: 2], places[P*D*l +: P*D], row[D*E +: D]);
    wire [1:0] c = maps[2*(W*l + E) +: 2];
    wire was_written = writing[l] && cleaned == l && to_write[E];
    always @(*) if (past_valid && is_it[l]) begin
      if (!heads[l] && !bad_head[l]) begin
        if (unit[2*l +: 2] > 0) assert (c == code);
        if (unit[2*l +: 2] > 1) assert (places[P*D*l +: D] == held[0 +: D]);
        if (unit[2*l +: 2] > 2) assert (places[P*D*l + D +: D] == held[D +: D]);
      end
      if (!heads[l] || bad_head[l]) assert (memory == latest);
      if (heads[l] && !bad_head[l]) begin
        if (h[E] && !f[E] && !late_here[E]) assert (stored == latest);
        if (!h[E] || f[E]) assert (c == P && code == P && array == latest);
        if (!head_changed[l]) assert (c == code && (c == P || places[P*D*l + D*c +: D] == held[D*c +: D]));
        if (c == P && h[E] && !f[E] && !d[E] && !late_here[E]) assert (array == latest);
      end
    end
  end
  for (w = 0; w < Lanes; w = w + 1) begin : g_late
    always @(*) if (past_valid && late && is_it[late_line] && late_groups[W*w + E]) assert (\dut.g_grouped.late_value_q [D*w +: D] == latest);
    for (q = 0; q < w; q = q + 1) begin : g_other
      always @(*) if (past_valid && late) assert ((late_groups[W*w +: W] & late_groups[W*q +: W]) == 0);
    end
  end
  always @(*) if (past_valid && late) assert (late_words != 0 && valid[late_line] && !bad_head[late_line]);
  always @(*) if (past_valid && is_it == 0) assert (memory == latest);
  always @(*) if (past_valid) assert ((item_rest & item_failed) == 0 && (item || item_rest == 0));
  for (l = 0; l < L; l = l + 1) begin : g_one
    for (q = 0; q < l; q = q + 1) begin : g_other
      always @(*) if (past_valid && valid[l] && valid[q]) assert (keys[KW*l +: KW] != keys[KW*q +: KW]);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////////////////////
  reg was_decided = 0, was_plain = 0, had_row = 0;
  always @(posedge clk_i) begin
    was_decided <= rst_ni && !clear_i && (was_decided || decides_it != 0);
    was_plain <= rst_ni && !clear_i && (was_plain || (is_it & heads & ~bad_head) != 0 && code == P);
    had_row <= rst_ni && (had_row || (is_it & has_row) != 0);
  end
  (* keep *) wire cover_plain_read = past_valid && is_it[load_line] && oldest && present[E] && !failed[E] && code == P;
  (* keep *) wire cover_rows_full = past_valid && \dut.g_grouped.row_busy_q == 3;
  (* keep *) wire cover_written = past_valid && was_decided && !busy && (is_it & valid) != 0;
endmodule
