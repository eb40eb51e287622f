// SPDX-License-Identifier: Apache-2.0
// metadata_head: the grouped form of a metadata line. Equal entries are held once, in one of Places places of the line's
// head; a map says for each word which place is its, or that it is plain: its entry has no place, and stands in the
// array of entries as ever. Combinational: metadata_line_buffer holds the heads.
//
// A write gives the words of a group one entry, as a decision about equal entries does. In this order:
//   1. a place that holds that entry and is used by another word is shared;
//   2. else the lowest place that no other word uses takes the entry;
//   3. else the group's words are plain, and their entries must be written to the array.
// Words outside the group keep entry and place. With three places and 64-bit entries a head is 256 bits.
//
// Whatever is written, a word's place, or its plain entry, holds what was written to it last; used places hold different
// entries; and a write of all words always finds a place (tb/formal/formal_metadata_head.v).
//
// Source: docs/eval-overhead.md, "Grouped metadata"; an entry is 64 bits of section 1 of docs/semantics.md.

`include "scord_params.vh"
`default_nettype none

module metadata_head #(
  parameter int Words = scord_params::SEGMENT_WORDS,
  parameter int EntryWidth = scord_params::METADATA_WIDTH,
  parameter int Places = 3,                      // one less than a power of two uses all codes of the map
  localparam int CodeWidth = $clog2(Places + 1)
) (
  // The head: a code a word, the number of its place or Plain; the places' entries
  input  wire  [Words*CodeWidth-1:0]   map_i,
  input  wire  [Places*EntryWidth-1:0] places_i,
  // The words whose entry is in the array of entries
  output logic [Words-1:0]             plain_o,
  // The words' entries, of a plain word any
  output logic [Words*EntryWidth-1:0]  entries_o,
  // A write: the words of a group, and their entry. Without words no word's entry changes, though a place that nobody
  // uses may.
  input  wire  [Words-1:0]             group_i,
  input  wire  [EntryWidth-1:0]        entry_i,
  // The head after it; and whether the group has a place in it (else its words are plain)
  output logic [Words*CodeWidth-1:0]   map_o,
  output logic [Places*EntryWidth-1:0] places_o,
  output logic                         placed_o
);

  localparam [CodeWidth-1:0] Plain = CodeWidth'(Places);

  // A place is used when a word outside the group has it
  logic [Places-1:0] used, shared, free;
  logic [CodeWidth-1:0] chosen;

  always_comb begin
    used = '0;
    plain_o = '0;
    entries_o = '0;
    for (int word = 0; word < Words; word++) begin
      plain_o[word] = map_i[word*CodeWidth +: CodeWidth] >= Plain;
      for (int place = 0; place < Places; place++) begin
        if (map_i[word*CodeWidth +: CodeWidth] == CodeWidth'(place)) begin
          if (!group_i[word]) used[place] = 1'b1;
          entries_o[word*EntryWidth +: EntryWidth] = places_i[place*EntryWidth +: EntryWidth];
        end
      end
    end
  end

  always_comb begin
    shared = '0;
    for (int place = 0; place < Places; place++)
      shared[place] = used[place] && places_i[place*EntryWidth +: EntryWidth] == entry_i;
    free = ~used;
    placed_o = shared != '0 || free != '0;
    chosen = Plain;
    for (int place = Places - 1; place >= 0; place--)
      if (shared != '0 ? shared[place] : free[place]) chosen = CodeWidth'(place);
  end

  always_comb begin
    map_o = map_i;
    places_o = places_i;
    for (int word = 0; word < Words; word++)
      if (group_i[word]) map_o[word*CodeWidth +: CodeWidth] = chosen;
    for (int place = 0; place < Places; place++)
      if (chosen == CodeWidth'(place)) places_o[place*EntryWidth +: EntryWidth] = entry_i;
  end

endmodule

`default_nettype wire
