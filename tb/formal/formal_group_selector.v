// SPDX-License-Identifier: Apache-2.0
// formal_group_selector: the lanes' groups, for all masks and keys.
// groups: groups are named by their lowest words; lane i is the i-th group; words of a group have equal keys or are alone;
// no word is left out or selected twice; single; rest
// prove: single step
// parameters: Lanes=2; Lanes=1; long Lanes=4
//
// A word leads its group when no lower word is of it. The i-th group is that whose leader has i leaders below it.
`include "scord_params.vh"
module formal_group_selector #(parameter Lanes = 2, parameter KeyWidth = 2) (
  input wire [31:0] mask, input wire [32*KeyWidth-1:0] keys, input wire [31:0] alone, input wire single
);
  wire [Lanes-1:0] valid;
  wire [32*Lanes-1:0] words;
  wire [5*Lanes-1:0] word;
  wire [31:0] rest;
  group_selector #(.Lanes(Lanes), .KeyWidth(KeyWidth)) dut (.mask_i(mask), .keys_i(keys), .alone_i(alone),
    .single_i(single), .lane_valid_o(valid), .lane_words_o(words), .lane_word_o(word), .rest_o(rest));

  genvar w, v, i;
  wire [31:0] leads;
  wire [197:0] below; // leaders below each word
  assign below[5:0] = 0;
  for (w = 0; w < 32; w = w + 1) begin : g_word
    wire [31:0] alike; // lower words of its group
    for (v = 0; v < 32; v = v + 1) begin : g_lower
      assign alike[v] = v < w && mask[v] && !alone[v] && !alone[w] &&
        keys[v*KeyWidth +: KeyWidth] == keys[w*KeyWidth +: KeyWidth];
    end
    assign leads[w] = mask[w] && alike == 0;
    assign below[6*(w+1) +: 6] = below[6*w +: 6] + leads[w];
  end
  for (i = 0; i < Lanes; i = i + 1) begin : g_lane
    wire [4:0] mine = word[5*i +: 5];
    wire some = single ? i == 0 && mask != 0 : below[6*32 +: 6] > i;
    always @(*) begin
      assert (valid[i] == some);
      if (!some) assert (mine == 0 && words[32*i +: 32] == 0);
    end
    for (w = 0; w < 32; w = w + 1) begin : g_words
      // Its lowest word is the i-th leader (all words alike: their leader has as many below it)
      always @(*) if (some && mine == w) assert (leads[w] && below[6*w +: 6] == i && words[32*i + w]);
      always @(*) if (some && !single)
        assert (words[32*i + w] == (mask[w] && (mine == w || (!alone[w] && !alone[mine] && mine < w &&
          keys[w*KeyWidth +: KeyWidth] == keys[mine*KeyWidth +: KeyWidth]))));
      always @(*) if (some && single) assert (words[32*i + w] == (mine == w));
    end
  end
  // Each word is of one lane or left
  for (w = 0; w < 32; w = w + 1) begin : g_partition
    wire [Lanes-1:0] taken;
    for (i = 0; i < Lanes; i = i + 1) begin : g_taken
      assign taken[i] = words[32*i + w];
    end
    always @(*) begin
      assert ((taken & (taken - 1'b1)) == 0);
      assert (rest[w] == (mask[w] && taken == 0));
    end
  end
  (* keep *) wire cover_all_in_one = words[31:0] == 32'hffff_ffff;
  (* keep *) wire cover_groups_left = valid == {Lanes{1'b1}} && rest != 0 && !single && words[31:0] != 32'd1;
  (* keep *) wire cover_alone = !single && alone == 32'hffff_ffff && mask == 32'hffff_ffff && words[31:0] == 1;
  (* keep *) wire cover_single = single && valid == 1 && rest == 32'hffff_fffe;
endmodule
