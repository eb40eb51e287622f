// SPDX-License-Identifier: Apache-2.0
// word_selector: the lowest words of a mask, as many as there are lanes (D2: ascending address). Combinational.
//
// Lane i gets the i-th lowest set bit. Clearing the lowest set bit Lanes times is one carry chain a lane; the detector
// selects one cycle ahead of the decision, so the chains have a cycle of their own.

`include "scord_params.vh"
`default_nettype none

module word_selector #(
  parameter int Lanes = scord_params::DEFAULT_LANES  // words selected at most
) (
  // Words left, and: select one only
  input  wire  [scord_params::SEGMENT_WORDS-1:0]             mask_i,
  input  wire                                                single_i,
  // Lane i has a word (the lowest lanes first), its number in the segment (0 when it has none)
  output logic [Lanes-1:0]                                   lane_valid_o,
  output logic [Lanes*$clog2(scord_params::SEGMENT_WORDS)-1:0] lane_word_o,
  // Words not selected
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
