// SPDX-License-Identifier: Apache-2.0
// bench_group_selector: 1, 2, 4 and 32 lanes with keys of 2 bits: every mask of one and of two words, all words with equal
// and with different keys, random masks, keys and lone words; the reference walks word by word and keeps a list of groups.
`include "scord_params.vh"
module bench_group_selector;
  `include "bench.vh"
  `COVER_POINT(cover_group_selector_no_word)
  `COVER_POINT(cover_group_selector_all_words_one_group)
  `COVER_POINT(cover_group_selector_groups_left)
  `COVER_POINT(cover_group_selector_fewer_groups_than_lanes)
  `COVER_POINT(cover_group_selector_lone_words)
  `COVER_POINT(cover_group_selector_lone_word_with_the_key_of_a_group)
  `COVER_POINT(cover_group_selector_single)
  reg [31:0] mask, alone;
  reg [63:0] keys;
  reg single;
  event applied;

  for (genvar c = 0; c < 4; c++) begin : g_lanes
    localparam int Lanes = c == 3 ? 32 : 1 << c;
    wire [Lanes-1:0] lane_valid;
    wire [32*Lanes-1:0] lane_words;
    wire [5*Lanes-1:0] lane_word;
    wire [31:0] rest;
    reg [31:0] left, group;
    reg lone_like;
    integer lane, word, first;
    group_selector #(.Lanes(Lanes), .KeyWidth(2)) dut (.mask_i(mask), .keys_i(keys), .alone_i(alone), .single_i(single),
      .lane_valid_o(lane_valid), .lane_words_o(lane_words), .lane_word_o(lane_word), .rest_o(rest));

    always @(applied) begin
      left = mask; lone_like = 0;
      for (lane = 0; lane < Lanes; lane = lane + 1) begin
        for (first = 0; first < 32 && !left[first]; first = first + 1);
        if (first < 32 && (lane == 0 || !single)) begin
          group = 32'd1 << first;
          for (word = first + 1; word < 32; word = word + 1)
            if (left[word] && keys[2*word +: 2] === keys[2*first +: 2]) begin
              if (!single && !alone[first] && !alone[word]) group[word] = 1;
              else lone_like = 1;
            end
          check(lane_valid[lane] === 1'b1 && lane_word[5*lane +: 5] === first, "the next lowest word");
          check(lane_words[32*lane +: 32] === group, "the words of its group");
          left = left & ~group;
        end else check(lane_valid[lane] === 1'b0 && lane_words[32*lane +: 32] === 0 && lane_word[5*lane +: 5] === 0,
                       "no group");
      end
      check(rest === left, "the rest");
      `COVER(cover_group_selector_groups_left, left != 0 && !single && Lanes == 4);
      `COVER(cover_group_selector_fewer_groups_than_lanes, mask != 0 && lane_valid != '1 && Lanes == 4);
      `COVER(cover_group_selector_all_words_one_group, lane_words[31:0] === 32'hffffffff);
      `COVER(cover_group_selector_lone_words, (mask & alone) != 0 && $countones(mask) > 1);
      `COVER(cover_group_selector_lone_word_with_the_key_of_a_group, lone_like && !single);
      `COVER(cover_group_selector_single, single && $countones(mask) > 1);
    end
  end

  task apply(input [31:0] words, input [63:0] places, input [31:0] lone, input only_one);
    begin
      mask = words; keys = places; alone = lone; single = only_one;
      #2 -> applied;
      #1;
      `COVER(cover_group_selector_no_word, mask == 0);
    end
  endtask

  integer a, b;
  initial begin
    start_bench;
    for (a = 0; a < 32; a = a + 1) for (b = a; b < 32; b = b + 1) begin
      apply(32'd1 << a | 32'd1 << b, 0, 0, 0);
      apply(32'd1 << a | 32'd1 << b, 64'd2 << 2 * a, one_in(2) << a, one_in(8));
    end
    apply(0, 0, 0, 0); apply(32'hffffffff, 0, 0, 0); apply(32'hffffffff, 0, 0, 1); apply(32'hffffffff, 0, 32'hffffffff, 0);
    apply(32'hffffffff, 64'he4e4e4e4e4e4e4e4, 0, 0);
    repeat (600)
      apply(one_in(2) ? random_bits(0) : 32'hffffffff, {random_bits(0), random_bits(0)} & {random_bits(0), random_bits(0)},
            one_in(2) ? 0 : random_bits(0) & random_bits(0), one_in(8));
    finish_bench;
  end
endmodule
