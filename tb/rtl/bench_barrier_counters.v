// bench_barrier_counters: random steps, back-to-back same and different slots, wrap (D9), clear; reference: integers.
`include "scord_params.vh"
module bench_barrier_counters;
  `include "bench.vh"
  localparam int Blocks = 8;
  reg clear, step;
  reg [2:0] step_slot, read_slot;
  wire [7:0] barrier_id;
  integer count [0:Blocks-1];
  integer i, wraps;
  barrier_counters #(.BlocksPerSm(Blocks)) dut (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(clear), .step_i(step), .step_slot_i(step_slot), .read_slot_i(read_slot),
    .barrier_id_o(barrier_id));

  task cycle;
    begin
      #1;
      check(barrier_id === count[read_slot] % 256, "BarrierID before this cycle's step");
      for (i = 0; i < Blocks; i = i + 1)
        if (one_in(4)) check(dut.barrier_counters_q[i*8 +: 8] === count[i] % 256, "every counter at its place");
      if (clear) for (i = 0; i < Blocks; i = i + 1) count[i] = 0;
      else if (step) begin
        count[step_slot] = count[step_slot] + 1;
        if (count[step_slot] % 256 == 0) wraps = wraps + 1;
      end
      @(negedge clk);
    end
  endtask

  initial begin
    {clear, step, step_slot, read_slot} = 0;
    wraps = 0;
    for (i = 0; i < Blocks; i = i + 1) count[i] = 0;
    start_bench;
    // 300 steps of one slot in consecutive cycles: wraps, the others stay
    step = 1; step_slot = 5; read_slot = 5;
    repeat (300) cycle;
    // neighbours alternate
    repeat (20) begin step_slot = 2; read_slot = 3; cycle; step_slot = 3; cycle; end
    repeat (3000) begin
      step = random_bits(0);
      if (one_in(3)) step_slot = random_bits(0);
      read_slot = one_in(2) ? step_slot : random_bits(0);
      clear = one_in(1000);
      cycle;
    end
    check(wraps > 0, "a counter has wrapped");
    finish_bench;
  end
endmodule
