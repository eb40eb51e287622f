// SPDX-License-Identifier: Apache-2.0
// formal_word_selector: lane i has the i-th lowest set bit, for all masks (D2: ascending order, each word once).
// groups: lane i is the i-th lowest set bit; lanes fill from the lowest; single; rest
// prove: single step
// parameters: Lanes=2; Lanes=1; Lanes=4; long Lanes=8
//
// The i-th lowest set bit is the set bit with i set bits below it.
`include "scord_params.vh"
module formal_word_selector #(parameter Lanes = 2) (input wire [31:0] mask, input wire single);
  wire [Lanes-1:0] valid;
  wire [5*Lanes-1:0] word;
  wire [31:0] rest;
  word_selector #(.Lanes(Lanes)) dut (.mask_i(mask), .single_i(single), .lane_valid_o(valid), .lane_word_o(word), .rest_o(rest));

  // The number of set bits below each word, and of all set bits
  wire [197:0] below;
  genvar w, i;
  assign below[5:0] = 0;
  for (w = 0; w < 32; w = w + 1) begin : g_word
    assign below[6*(w+1) +: 6] = below[6*w +: 6] + mask[w];
    wire selected = mask[w] && below[6*w +: 6] < (single ? 1 : Lanes);
    always @(*) assert (rest[w] == (mask[w] && !selected));
  end
  for (i = 0; i < Lanes; i = i + 1) begin : g_lane
    wire [4:0] mine = word[5*i +: 5];
    wire some = below[6*32 +: 6] > i && !(single && i > 0);
    always @(*) begin
      assert (valid[i] == some);
      if (some) assert (mask[mine]);
      if (!some) assert (mine == 0);
    end
    for (w = 0; w < 32; w = w + 1) begin : g_bits_below
      always @(*) if (some && mine == w) assert (below[6*w +: 6] == i);
    end
  end
  (* keep *) wire cover_all_lanes = valid == {Lanes{1'b1}} && rest != 0;
  (* keep *) wire cover_last_words = rest == 0 && mask != 0 && word[4:0] == 31;
  (* keep *) wire cover_single = single && valid == 1 && rest == 32'h8000_0000;
endmodule
