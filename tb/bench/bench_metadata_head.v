// SPDX-License-Identifier: Apache-2.0
// bench_metadata_head: lines of 32 words with 1, 2, 3, 4 and 7 places, written group by group; the reference is an entry a
// word and, for the places, a list of the different entries of the other grouped words.
`include "scord_params.vh"
module bench_metadata_head;
  `include "bench.vh"
  `COVER_POINT(cover_metadata_head_shared_place)
  `COVER_POINT(cover_metadata_head_free_place)
  `COVER_POINT(cover_metadata_head_no_place)
  `COVER_POINT(cover_metadata_head_plain_word_placed)
  `COVER_POINT(cover_metadata_head_all_words)
  `COVER_POINT(cover_metadata_head_no_word)
  `COVER_POINT(cover_metadata_head_own_place_kept)
  reg [31:0] group;
  reg [63:0] entry;
  reg renew;
  event write;

  for (genvar c = 0; c < 5; c++) begin : g_places
    localparam int Places = c == 4 ? 7 : c + 1;
    localparam int CodeWidth = $clog2(Places + 1);
    reg [32*CodeWidth-1:0] map, old_map;
    reg [64*Places-1:0] places;
    reg [63:0] written[0:31], array[0:31], named[0:31];
    reg [31:0] plain_before, unplaced;
    wire [31:0] plain;
    wire [32*64-1:0] entries;
    wire [32*CodeWidth-1:0] map_after;
    wire [64*Places-1:0] places_after;
    wire placed;
    integer word, count, i;
    reg found, known;
    metadata_head #(.Places(Places)) dut (.map_i(map), .places_i(places), .plain_o(plain), .entries_o(entries),
      .group_i(group), .entry_i(entry), .map_o(map_after), .places_o(places_after), .placed_o(placed));

    // The different entries of words outside the group that are not plain
    task list_named;
      begin
        count = 0; known = 0;
        for (word = 0; word < 32; word = word + 1) if (!group[word] && !unplaced[word]) begin
          found = 0;
          for (i = 0; i < count; i = i + 1) found = found || named[i] === written[word];
          if (!found) begin named[count] = written[word]; count = count + 1; end
          known = known || written[word] === entry;
        end
      end
    endtask

    always @(write) begin
      if (renew) begin // as the clear leaves it
        map = '0; unplaced = 0;
        places = {Places{entry}};
        for (word = 0; word < 32; word = word + 1) begin written[word] = entry; array[word] = 64'hx; end
      end
      #1;
      list_named;
      check(plain === unplaced, "which words are plain");
      if (group != 0) check(placed === (known || count < Places), "whether the group has a place");
      `COVER(cover_metadata_head_shared_place, group != 0 && known && count == Places);
      `COVER(cover_metadata_head_free_place, group != 0 && !known && count < Places && count > 0);
      `COVER(cover_metadata_head_no_place, group != 0 && !placed);
      `COVER(cover_metadata_head_plain_word_placed, (group & unplaced) != 0 && placed && group != '1);
      `COVER(cover_metadata_head_all_words, &group && unplaced != 0);
      `COVER(cover_metadata_head_no_word, group == 0);
      `COVER(cover_metadata_head_own_place_kept, group != 0 && placed && map_after === map && places_after !== places);
      for (word = 0; word < 32; word = word + 1) if (group[word]) begin
        written[word] = entry;
        unplaced[word] = !placed;
        if (!placed) array[word] = entry;
      end
      old_map = map;
      map = map_after; places = places_after;
      #1;
      for (word = 0; word < 32; word = word + 1) begin
        check((plain[word] ? array[word] : entries[64*word +: 64]) === written[word], "the entry of a word");
        if (!group[word])
          check(map[CodeWidth*word +: CodeWidth] === old_map[CodeWidth*word +: CodeWidth], "another word's place");
      end
    end
  end

  task apply(input [31:0] words, input [63:0] value, input anew);
    begin
      group = words; entry = value; renew = anew;
      #1 -> write;
      #4;
    end
  endtask

  integer n;
  reg [31:0] mask;
  initial begin
    start_bench;
    apply(0, 64'h7, 1);
    for (n = 0; n < 32; n = n + 1) apply(32'd1 << n, n, 0);       // all different: places run out
    apply(32'hffffffff, 5, 0);                                      // and come back
    for (n = 0; n < 32; n = n + 1) apply(32'hffffffff << n, n, 0); // each shares with fewer
    apply(0, 64'h8000_0000_0000_0001, 1);
    apply(0, 1, 0);
    repeat (1500) begin
      mask = random_bits(0);
      if (one_in(3)) mask = mask & random_bits(0) & random_bits(0);
      if (one_in(20)) mask = 32'hffffffff;
      // few different entries, some that differ in one bit at either end
      apply(mask, {random_bits(0) & 32'h8000_0000, random_bits(0) & 32'h7}, one_in(60));
    end
    finish_bench;
  end
endmodule
