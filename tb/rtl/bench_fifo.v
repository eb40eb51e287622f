// bench_fifo: depths 2, 3, 4 and 7 against a queue, with bursts, full, empty, clear and back-to-back traffic.
module bench_fifo;
  `include "bench.vh"

  localparam integer Cycles = 4000;
  integer fulls = 0;

  for (genvar d = 0; d < 4; d++) begin : g_depth
    localparam int Depth = d == 3 ? 7 : d + 2;
    reg clear, in_valid, out_ready;
    reg [15:0] in_data;
    wire in_ready, out_valid;
    wire [15:0] out_data;
    reg [15:0] queue [$];
    integer mood;
    reg [15:0] dropped;

    fifo #(.Width(16), .Depth(Depth)) dut (
      .clk_i(clk), .rst_ni(rst_n), .clear_i(clear), .in_valid_i(in_valid), .in_ready_o(in_ready), .in_data_i(in_data),
      .out_valid_o(out_valid), .out_ready_i(out_ready), .out_data_o(out_data));

    initial begin
      {clear, in_valid, out_ready, mood} = 0;
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
        if (queue.size() > 0) check(out_data === queue[0], "oldest word first");
        if (queue.size() == Depth) fulls = fulls + 1;
        if (clear) begin
          in_valid = 1'b0;
          queue = {};
        end else begin
          if (out_valid && out_ready) dropped = queue.pop_front();
          if (in_valid && in_ready) queue.push_back(in_data);
        end
        @(negedge clk);
        if (clear) in_valid = 1'b0;
      end
    end
  end

  initial begin
    start_bench;
    repeat (Cycles) @(negedge clk);
    check(fulls > 100, "full was met");
    finish_bench;
  end
endmodule
