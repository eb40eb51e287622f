// SPDX-License-Identifier: Apache-2.0
// word_selector: selects the lowest words of a mask, one for each lane. Combinational.
//
// Lane i gets the i-th lowest set bit. Each lane clears one bit, which takes a carry chain for each lane. The detector
// selects one cycle before the decision, so that the chains have a cycle of their own.
//
// Source: D2 (words in ascending address order).

`include "scord_params.vh"
`default_nettype none

module word_selector #(
  parameter int Lanes = scord_params::DEFAULT_LANES  // words selected at most, 1 to 32
) (
  // The remaining words; select only one word
  input  wire  [scord_params::SEGMENT_WORDS-1:0]             mask_i,
  input  wire                                                single_i,
  // Lane i has a word (the lowest lanes first); its number in the segment, 0 without a word
  output logic [Lanes-1:0]                                   lane_valid_o,
  output logic [Lanes*$clog2(scord_params::SEGMENT_WORDS)-1:0] lane_word_o,
  // The words that are not selected
  output logic [scord_params::SEGMENT_WORDS-1:0]             rest_o
);

  localparam int Words = scord_params::SEGMENT_WORDS;
  localparam int WordWidth = $clog2(Words);

  logic [Words-1:0] lowest;

  always_comb begin
    lane_valid_o = '0;
    lane_word_o = '0;
    rest_o = mask_i;
    lowest = '0;
    for (int lane = 0; lane < Lanes; lane++) begin
      if (lane == 0 || !single_i) begin
        lowest = rest_o & (~rest_o + 1'b1);
        lane_valid_o[lane] = rest_o != '0;
        for (int word = 0; word < Words; word++) begin
          if (lowest[word]) lane_word_o[lane*WordWidth +: WordWidth] |= WordWidth'(word);
        end
        rest_o &= ~lowest;
      end
    end
  end

endmodule

`default_nettype wire
