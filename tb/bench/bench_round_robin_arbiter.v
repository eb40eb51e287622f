// SPDX-License-Identifier: Apache-2.0
// bench_round_robin_arbiter: 1, 2, 5 and 16 requesters, each with a queue of requests. The reference is an integer
// pointer that walks around the ring. Checked: a grant in every cycle with a request; no requester waits for two turns
// of another.
module bench_round_robin_arbiter;
  `include "bench.vh"

  `COVER_POINT(cover_round_robin_arbiter_all_request)
  `COVER_POINT(cover_round_robin_arbiter_grant_waits)
  `COVER_POINT(cover_round_robin_arbiter_back_to_back_same_requester)
  `COVER_POINT(cover_round_robin_arbiter_back_to_back_other_requester)
  `COVER_POINT(cover_round_robin_arbiter_last_request_of_requester)
  `COVER_POINT(cover_round_robin_arbiter_wraps_to_first)
  `COVER_POINT(cover_round_robin_arbiter_skips_idle_requester)
  `COVER_POINT(cover_round_robin_arbiter_more_but_others_first)
  `COVER_POINT(cover_round_robin_arbiter_nobody_requests)
  `COVER_POINT(cover_round_robin_arbiter_longest_wait)
  `COVER_POINT(cover_round_robin_arbiter_clear_of_grant)

  for (genvar c = 0; c < 4; c++) begin : g_case
    localparam int N = c == 0 ? 1 : c == 1 ? 2 : c == 2 ? 5 : 16;
    localparam int W = N > 1 ? $clog2(N) : 1;
    reg clear, accept;
    reg [N-1:0] request, more;
    wire [N-1:0] grant;
    wire [W-1:0] index;
    wire valid;
    integer held, last, i, j, sum, candidate, mood;
    integer level [0:N-1];            // queued requests of each requester
    integer turns [0:N*N-1];          // turns of j accepted while i waits

    round_robin_arbiter #(.Requesters(N)) dut (
      .clk_i(clk), .rst_ni(rst_n), .clear_i(clear), .request_i(request), .more_i(more), .grant_o(grant),
      .grant_index_o(index), .grant_valid_o(valid), .accept_i(accept));

    // 0 to 3 new requests
    task arrive;
      begin
        if (one_in(60)) mood = random_below(4);
        for (i = 0; i < N; i = i + 1) begin
          if (level[i] < 3 && random_below(4) < mood) level[i] = level[i] + 1;
          request[i] = level[i] > 0;
          more[i] = level[i] > 1;
        end
      end
    endtask

    // Fairness: while a requester waits, no other has a second turn.
    task count_turns;
      begin
        for (i = 0; i < N; i = i + 1) begin
          if (i == held) for (j = 0; j < N; j = j + 1) turns[i*N + j] = 0;
          else if (request[i]) begin
            turns[i*N + held] = turns[i*N + held] + 1;
            check(turns[i*N + held] <= 1, "waits for one turn of every other requester");
          end
          sum = 0;
          for (j = 0; j < N; j = j + 1) sum = sum + turns[i*N + j];
          `COVER(cover_round_robin_arbiter_longest_wait, N > 2 && sum == N - 1);
        end
        level[held] = level[held] - 1;
        `COVER(cover_round_robin_arbiter_last_request_of_requester, level[held] == 0);
      end
    endtask

    task choose;
      begin
        candidate = -1;
        for (i = N; i >= 1; i = i - 1) begin
          j = (last + i) % N;
          if (request[j] && (j != held || (accept && more[j]))) candidate = j;
        end
        if (accept && candidate >= 0) begin
          `COVER(cover_round_robin_arbiter_back_to_back_same_requester, candidate == held && N > 1);
          `COVER(cover_round_robin_arbiter_back_to_back_other_requester, candidate != held);
          `COVER(cover_round_robin_arbiter_more_but_others_first, more[held] && candidate != held);
          `COVER(cover_round_robin_arbiter_wraps_to_first, candidate < held);
          `COVER(cover_round_robin_arbiter_skips_idle_requester, candidate > held + 1);
        end
      end
    endtask

    initial begin
      {clear, accept, request, more} = 0;
      held = -1; last = N - 1; mood = 1;
      for (i = 0; i < N; i = i + 1) level[i] = 0;
      for (i = 0; i < N*N; i = i + 1) turns[i] = 0;
      @(posedge rst_n);
      forever begin
        arrive;
        clear = one_in(300);
        #1;
        check(valid === (held >= 0), "a grant when there was a request");
        if (held >= 0) check(grant === 1 << held && index === held, "right requester");
        else check(grant === 0, "no grant");
        accept = valid && (mood > 1 || one_in(2));
        `COVER(cover_round_robin_arbiter_all_request, &request && N > 2);
        `COVER(cover_round_robin_arbiter_grant_waits, valid && !accept);
        `COVER(cover_round_robin_arbiter_nobody_requests, request == 0);
        `COVER(cover_round_robin_arbiter_clear_of_grant, clear && valid);
        if (held < 0 || accept) choose;
        if (accept && !clear) count_turns;
        if (clear) begin
          held = -1;
          last = N - 1;
          for (i = 0; i < N; i = i + 1) level[i] = 0;
          for (i = 0; i < N*N; i = i + 1) turns[i] = 0;
        end else if (held < 0 || accept) begin
          held = candidate;
          if (candidate >= 0) last = candidate;
        end
        @(negedge clk);
        accept = 1'b0;
      end
    end
  end

  initial begin
    start_bench;
    repeat (3000) @(negedge clk);
    finish_bench;
  end
endmodule
