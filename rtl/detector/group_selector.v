// SPDX-License-Identifier: Apache-2.0
// group_selector: selects the first groups of a mask of words, one for each lane: words with equal keys, which a lane
// decides as one. Combinational; word_selector is the same for words.
//
// A group is named by its lowest word. Lane i gets the group whose lowest word is the i-th lowest of all groups'. Words
// of `alone_i` are groups of their own, whatever their keys. In a line of metadata_head the key is a word's place, so
// that a comparison would be one of two bits, not of two entries.
//
// Source: D1, D2 (ascending order: of groups by their lowest words; words of a group have one verdict).

`include "scord_params.vh"
`default_nettype none

module group_selector #(
  parameter int Lanes = 2,    // groups selected at most, 1 to 32
  parameter int KeyWidth = 2
) (
  // The remaining words and their keys; words that share with none; select only one word
  input  wire  [scord_params::SEGMENT_WORDS-1:0]               mask_i,
  input  wire  [scord_params::SEGMENT_WORDS*KeyWidth-1:0]      keys_i,
  input  wire  [scord_params::SEGMENT_WORDS-1:0]               alone_i,
  input  wire                                                  single_i,
  // Lane i has a group (the lowest lanes first); its words, and the number of the lowest, 0 without a group
  output logic [Lanes-1:0]                                     lane_valid_o,
  output logic [Lanes*scord_params::SEGMENT_WORDS-1:0]         lane_words_o,
  output logic [Lanes*$clog2(scord_params::SEGMENT_WORDS)-1:0] lane_word_o,
  // The words that are not selected
  output logic [scord_params::SEGMENT_WORDS-1:0]               rest_o
);

  localparam int Words = scord_params::SEGMENT_WORDS;
  localparam int WordWidth = $clog2(Words);

  logic [Words-1:0] lowest, group;
  logic [KeyWidth-1:0] key;
  logic alone;

  always_comb begin
    lane_valid_o = '0;
    lane_words_o = '0;
    lane_word_o = '0;
    rest_o = mask_i;
    lowest = '0;
    group = '0;
    key = '0;
    alone = 1'b0;
    for (int lane = 0; lane < Lanes; lane++) begin
      if (lane == 0 || !single_i) begin
        lowest = rest_o & (~rest_o + 1'b1);
        key = '0;
        alone = single_i || (lowest & alone_i) != '0;
        for (int word = 0; word < Words; word++) begin
          if (lowest[word]) begin
            key = key | keys_i[word*KeyWidth +: KeyWidth];
            lane_word_o[lane*WordWidth +: WordWidth] = WordWidth'(word);
          end
        end
        for (int word = 0; word < Words; word++)
          group[word] = lowest[word] ||
            (rest_o[word] && !alone && !alone_i[word] && keys_i[word*KeyWidth +: KeyWidth] == key);
        lane_valid_o[lane] = rest_o != '0;
        lane_words_o[lane*Words +: Words] = group & rest_o;
        rest_o = rest_o & ~group;
      end
    end
  end

endmodule

`default_nettype wire
