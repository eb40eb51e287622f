// SPDX-License-Identifier: Apache-2.0
// bench_word_selector: 1, 2, 4, 8, 16 and 32 lanes: every mask of one and two words, the full mask, random masks; the
// reference is a list.
`include "scord_params.vh"
module bench_word_selector;
  `include "bench.vh"
  `COVER_POINT(cover_word_selector_no_word)
  `COVER_POINT(cover_word_selector_fewer_words_than_lanes)
  `COVER_POINT(cover_word_selector_as_many_words_as_lanes)
  `COVER_POINT(cover_word_selector_more_words_than_lanes)
  `COVER_POINT(cover_word_selector_all_words)
  `COVER_POINT(cover_word_selector_highest_word)
  `COVER_POINT(cover_word_selector_single)
  reg [31:0] mask;
  reg single;
  event applied;

  for (genvar c = 0; c < 6; c++) begin : g_lanes
    localparam int Lanes = 1 << c;
    wire [Lanes-1:0] lane_valid;
    wire [5*Lanes-1:0] lane_word;
    wire [31:0] rest;
    reg [31:0] left;
    integer lane, word;
    word_selector #(.Lanes(Lanes)) dut (
      .mask_i(mask), .single_i(single), .lane_valid_o(lane_valid), .lane_word_o(lane_word), .rest_o(rest));

    always @(applied) begin
      left = mask;
      for (lane = 0; lane < Lanes; lane = lane + 1) begin
        for (word = 0; word < 32 && !left[word]; word = word + 1);
        if (word < 32 && (lane == 0 || !single)) begin
          check(lane_valid[lane] === 1'b1 && lane_word[5*lane +: 5] === word, "the next lowest word");
          left[word] = 0;
        end else check(lane_valid[lane] === 1'b0 && lane_word[5*lane +: 5] === 0, "no word");
      end
      check(rest === left, "the rest");
      `COVER(cover_word_selector_fewer_words_than_lanes, mask != 0 && $countones(mask) < Lanes);
      `COVER(cover_word_selector_as_many_words_as_lanes, $countones(mask) == Lanes);
      `COVER(cover_word_selector_more_words_than_lanes, $countones(mask) > Lanes);
      `COVER(cover_word_selector_single, single && $countones(mask) > 1 && Lanes > 1);
    end
  end

  task apply(input [31:0] words, input only_one);
    begin
      mask = words; single = only_one;
      #2 -> applied;
      #1;
      `COVER(cover_word_selector_no_word, mask == 0);
      `COVER(cover_word_selector_all_words, &mask);
      `COVER(cover_word_selector_highest_word, mask[31]);
    end
  endtask

  integer a, b;
  initial begin
    start_bench;
    for (a = 0; a < 32; a = a + 1) for (b = a; b < 32; b = b + 1) apply(32'd1 << a | 32'd1 << b, b);
    apply(0, 0); apply(0, 1); apply(32'hffffffff, 0); apply(32'hffffffff, 1);
    repeat (3000) apply(one_in(2) ? random_bits(0) : random_bits(0) & random_bits(0) & random_bits(0), one_in(4));
    finish_bench;
  end
endmodule
