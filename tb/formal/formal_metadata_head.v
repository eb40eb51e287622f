// SPDX-License-Identifier: Apache-2.0
// formal_metadata_head: a grouped metadata line holds what was written, for all sequences of writes; what finds a place.
// groups: place or array holds what was written last; used places differ; words outside the group keep their place; what
// is plain, and when; a write of all words finds a place
// prove: SAT induction, cover 5
// netlist: words
// parameters: Words=4 EntryWidth=3 Places=3; Words=5 EntryWidth=2 Places=1; Words=6 EntryWidth=3 Places=3; long Words=8 EntryWidth=3 Places=4
//
// A line of a few words, each with an entry, is written group by group, any group and any entry in any order; beside it
// an array has an entry a word, as the golden model does. The array of entries (`array`) is written only when the group
// has no place, as the memory behind the head would be.
`include "scord_params.vh"
module formal_metadata_head #(parameter Words = 4, parameter EntryWidth = 3, parameter Places = 3) (
  input wire clk, input wire [Words-1:0] group, input wire [EntryWidth-1:0] entry
);
  localparam CodeWidth = $clog2(Places + 1);
  reg start = 1;
  always @(posedge clk) start <= 0;

  reg [Words*CodeWidth-1:0] map;
  reg [Places*EntryWidth-1:0] places;
  reg [Words*EntryWidth-1:0] array, written;
  wire [Words-1:0] plain;
  wire [Words*EntryWidth-1:0] entries;
  wire [Words*CodeWidth-1:0] map_after;
  wire [Places*EntryWidth-1:0] places_after;
  wire placed;
  metadata_head #(.Words(Words), .EntryWidth(EntryWidth), .Places(Places)) dut (.map_i(map), .places_i(places),
    .plain_o(plain), .entries_o(entries), .group_i(group), .entry_i(entry), .map_o(map_after), .places_o(places_after),
    .placed_o(placed));

  genvar w, p, q;
  // The clear: one entry for all words, in place 0
  wire [EntryWidth-1:0] image = 1;
  always @(posedge clk) begin
    map <= start ? {Words*CodeWidth{1'b0}} : map_after;
    places <= start ? {Places{image}} : places_after;
  end
  for (w = 0; w < Words; w = w + 1) begin : g_write
    always @(posedge clk) begin
      if (start) written[w*EntryWidth +: EntryWidth] <= image;
      else if (group[w]) written[w*EntryWidth +: EntryWidth] <= entry;
      if (start) array[w*EntryWidth +: EntryWidth] <= 0;
      else if (group[w] && !placed) array[w*EntryWidth +: EntryWidth] <= entry;
    end
  end

  for (w = 0; w < Words; w = w + 1) begin : g_word
    wire [EntryWidth-1:0] expanded = plain[w] ? array[w*EntryWidth +: EntryWidth] : entries[w*EntryWidth +: EntryWidth];
    wire [CodeWidth-1:0] code = map[w*CodeWidth +: CodeWidth], after = map_after[w*CodeWidth +: CodeWidth];
    always @(*) if (!start) begin
      assert (expanded == written[w*EntryWidth +: EntryWidth]);
      assert (code <= Places && plain[w] == (code == Places));
      if (!group[w]) assert (after == code);
      if (group[w]) assert (placed == (after != Places));
    end
  end

  // Which places words outside the group have; different ones hold different entries
  wire [Places-1:0] used, holds;
  for (p = 0; p < Places; p = p + 1) begin : g_place
    wire [Words-1:0] has, all;
    for (w = 0; w < Words; w = w + 1) begin : g_has
      assign all[w] = map[w*CodeWidth +: CodeWidth] == p;
      assign has[w] = all[w] && !group[w];
    end
    assign used[p] = has != 0;
    assign holds[p] = has != 0 && places[p*EntryWidth +: EntryWidth] == entry;
    for (q = 0; q < p; q = q + 1) begin : g_other
      wire [Words-1:0] other;
      for (w = 0; w < Words; w = w + 1) begin : g_has_other
        assign other[w] = map[w*CodeWidth +: CodeWidth] == q;
      end
      always @(*) if (!start && all != 0 && other != 0)
        assert (places[p*EntryWidth +: EntryWidth] != places[q*EntryWidth +: EntryWidth]);
    end
  end
  // Plain exactly when all places are taken by other words, and by other entries
  always @(*) if (!start && group != 0) assert (placed == (holds != 0 || used != {Places{1'b1}}));
  always @(*) if (!start && group == {Words{1'b1}}) assert (placed && map_after == 0);

  (* keep *) wire cover_no_place = !start && group != 0 && !placed;
  (* keep *) wire cover_shared = !start && group != 0 && holds != 0 && used == {Places{1'b1}};
  (* keep *) wire cover_back = !start && plain != 0 && placed && (plain & group) != 0 && group != {Words{1'b1}};
  (* keep *) wire cover_all_words = !start && plain != 0 && group == {Words{1'b1}};
endmodule
