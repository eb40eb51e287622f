// SPDX-License-Identifier: Apache-2.0
// bench.vh: the common part of all benches: clock, random numbers from a printed seed (+seed=N), checks, coverage
// points, final line. Included inside the bench module. Inputs change after the falling edge; outputs are compared
// before the rising edge.
//
// A coverage point is an event that every run must reach: `COVER_POINT(name) declares it, `COVER(name, condition)
// counts it, and the bench prints "COVER name count" at its end. run_bench.sh fails if a count is 0, or if the points
// of a bench are not those in the section of its module in docs/results/bench-points.md.

`define COVER_POINT(name) \
  integer name = 0; \
  final $display("COVER %0s %0d", `"name`", name);

`define COVER(name, condition) if ((condition) === 1'b1) name = name + 1

  integer passed = 0;
  integer failed = 0;
  integer seed = 1;
  reg clk = 1'b0;
  reg rst_n = 1'b0;

  always #5 clk = !clk;

  // 32 random bits, the only source of randomness of a bench
  function automatic [31:0] random_bits(input integer unused);
    random_bits = $random(seed);
  endfunction

  // 0 .. limit - 1
  function automatic integer random_below(input integer limit);
    random_below = {1'b0, random_bits(0) >> 1} % limit;
  endfunction

  // true in one of `of` calls
  function automatic one_in(input integer of);
    one_in = random_below(of) == 0;
  endfunction

  // Counts one comparison; prints the first twenty failures.
  task check(input condition, input [8*48-1:0] what);
    begin
      if (condition === 1'b1) begin
        passed = passed + 1;
      end else begin
        failed = failed + 1;
        if (failed <= 20) $display("FAILED at %0t: %0s", $time, what);
      end
    end
  endtask

  // Reads +seed, prints it, and resets the device.
  task start_bench;
    begin
      if (!$value$plusargs("seed=%d", seed)) seed = 1;
      $display("seed %0d", seed);
      rst_n = 1'b0;
      repeat (3) @(negedge clk);
      rst_n = 1'b1;
    end
  endtask

  task finish_bench;
    begin
      $display("%0d passed, %0d failed", passed, failed);
      $finish;
    end
  endtask

  // A device that has failed may never do what the bench waits for: the bench ends twenty thousand cycles later.
  initial begin
    wait (failed != 0);
    #200000 finish_bench;
  end
