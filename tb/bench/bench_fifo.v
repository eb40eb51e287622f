// SPDX-License-Identifier: Apache-2.0
// bench_fifo: depths 2, 3, 4 and 7 against a queue: bursts, full, empty, clear, consecutive traffic. The handshake
// monitor checks that the output is stable.
module bench_fifo;
  `include "bench.vh"

  localparam integer Cycles = 4000;
  `COVER_POINT(cover_fifo_full)
  `COVER_POINT(cover_fifo_push_refused)
  `COVER_POINT(cover_fifo_pop_when_full)
  `COVER_POINT(cover_fifo_push_and_pop)
  `COVER_POINT(cover_fifo_push_when_empty)
  `COVER_POINT(cover_fifo_pop_last)
  `COVER_POINT(cover_fifo_push_and_pop_at_level_one)
  `COVER_POINT(cover_fifo_back_to_back_push_to_full)
  `COVER_POINT(cover_fifo_pointers_wrap)
  `COVER_POINT(cover_fifo_output_waits)
  `COVER_POINT(cover_fifo_clear_of_words)
  `COVER_POINT(cover_fifo_clear_beats_push)

  for (genvar d = 0; d < 4; d++) begin : g_depth
    localparam int Depth = d == 3 ? 7 : d + 2;
    reg clear, in_valid, out_ready;
    reg [15:0] in_data;
    wire in_ready, out_valid, more;
    wire [15:0] out_data;
    reg [15:0] queue [$];
    integer mood, pushes, in_a_row;
    reg [15:0] dropped;
    reg push, pop;

    fifo #(.Width(16), .Depth(Depth)) dut (
      .clk_i(clk), .rst_ni(rst_n), .clear_i(clear), .in_valid_i(in_valid), .in_ready_o(in_ready), .in_data_i(in_data),
      .out_valid_o(out_valid), .out_ready_i(out_ready), .out_data_o(out_data), .out_more_o(more));

    handshake_monitor #(.Width(16)) output_monitor (
      .clk_i(clk), .rst_ni(rst_n), .clear_i(clear), .valid_i(out_valid), .ready_i(out_ready), .payload_i(out_data));

    task sample;
      begin
        push = in_valid && in_ready && !clear;
        pop = out_valid && out_ready && !clear;
        in_a_row = push ? in_a_row + 1 : 0;
        pushes = clear ? 0 : pushes + push;
        `COVER(cover_fifo_full, queue.size() == Depth);
        `COVER(cover_fifo_push_refused, in_valid && !in_ready);
        `COVER(cover_fifo_pop_when_full, pop && queue.size() == Depth);
        `COVER(cover_fifo_push_and_pop, push && pop);
        `COVER(cover_fifo_push_when_empty, push && queue.size() == 0);
        `COVER(cover_fifo_pop_last, pop && !push && queue.size() == 1);
        `COVER(cover_fifo_push_and_pop_at_level_one, push && pop && queue.size() == 1);
        `COVER(cover_fifo_back_to_back_push_to_full, push && in_a_row >= Depth && queue.size() == Depth - 1);
        `COVER(cover_fifo_pointers_wrap, pushes == 2 * Depth + 1);
        `COVER(cover_fifo_output_waits, out_valid && !out_ready);
        `COVER(cover_fifo_clear_of_words, clear && queue.size() > 0);
        `COVER(cover_fifo_clear_beats_push, clear && in_valid && in_ready);
      end
    endtask

    initial begin
      {clear, in_valid, out_ready, mood, pushes, in_a_row} = 0;
      in_data = 0;
      @(posedge rst_n);
      forever begin
        // A sender keeps valid and data until ready.
        if (!(in_valid && !in_ready)) begin
          in_valid = random_below(4) >= mood;
          in_data = random_bits(0);
        end
        if (one_in(50)) mood = random_below(4);
        out_ready = random_below(4) < mood + 1;
        clear = one_in(200);
        #1;
        check(in_ready === (queue.size() < Depth), "in_ready says room");
        check(out_valid === (queue.size() > 0), "out_valid says a word");
        check(more === (queue.size() > 1), "out_more says another word");
        if (queue.size() > 0) check(out_data === queue[0], "oldest word first");
        sample;
        if (clear) begin
          queue = {};
        end else begin
          if (pop) dropped = queue.pop_front();
          if (push) queue.push_back(in_data);
        end
        @(negedge clk);
        if (clear) in_valid = 1'b0;
      end
    end
  end

  initial begin
    start_bench;
    repeat (Cycles) @(negedge clk);
    finish_bench;
  end
endmodule
