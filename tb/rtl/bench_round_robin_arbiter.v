// bench_round_robin_arbiter: 1, 2, 5 and 16 requesters; reference: an integer pointer that walks round the ring.
module bench_round_robin_arbiter;
  `include "bench.vh"

  for (genvar c = 0; c < 4; c++) begin : g_case
    localparam int N = c == 0 ? 1 : c == 1 ? 2 : c == 2 ? 5 : 16;
    localparam int W = N > 1 ? $clog2(N) : 1;
    reg clear, accept;
    reg [N-1:0] request;
    wire [N-1:0] grant;
    wire [W-1:0] index;
    wire valid;
    integer held, last, i, candidate;
    integer waited [0:N-1];

    round_robin_arbiter #(.Requesters(N)) dut (
      .clk_i(clk), .rst_ni(rst_n), .clear_i(clear), .request_i(request), .grant_o(grant), .grant_index_o(index),
      .grant_valid_o(valid), .accept_i(accept));

    initial begin
      {clear, accept, request} = 0;
      held = -1;
      last = N - 1;
      for (i = 0; i < N; i = i + 1) waited[i] = 0;
      @(posedge rst_n);
      forever begin
        request = request | random_bits(0) & random_bits(0);
        clear = one_in(300);
        #1;
        check(valid === (held >= 0), "grant as expected");
        if (held >= 0) check(grant === 1 << held && index === held, "right requester");
        else check(grant === 0, "no grant");
        accept = valid && one_in(2);
        // Fairness: nobody sees more than N - 1 other grants accepted while waiting.
        if (accept) begin
          for (i = 0; i < N; i = i + 1) if (request[i] && i != held) waited[i] = waited[i] + 1;
          waited[held] = 0;
          for (i = 0; i < N; i = i + 1) check(waited[i] <= N, "waits one round at most");
        end
        // Reference
        candidate = -1;
        if (held < 0 || accept) begin
          for (i = N; i >= 1; i = i - 1)
            if (request[(last + i) % N] && (last + i) % N != held) candidate = (last + i) % N;
        end
        @(posedge clk);
        #1;
        if (clear) begin
          held = -1;
          last = N - 1;
          request = 0;
          for (i = 0; i < N; i = i + 1) waited[i] = 0;
        end else if (held < 0 || accept) begin
          if (accept) request[held] = 1'b0;
          held = candidate;
          if (candidate >= 0) last = candidate;
        end
        accept = 1'b0;
        @(negedge clk);
      end
    end
  end

  initial begin
    start_bench;
    repeat (2000) @(negedge clk);
    finish_bench;
  end
endmodule
