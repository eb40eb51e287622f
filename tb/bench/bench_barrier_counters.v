// SPDX-License-Identifier: Apache-2.0
// bench_barrier_counters: every pair of slots in consecutive cycles, random steps, wrap (D9), clear; reference:
// integers.
`include "scord_params.vh"
module bench_barrier_counters;
  `include "bench.vh"
  localparam int Blocks = 8;
  reg clear, step;
  reg [2:0] step_slot, read_slot;
  wire [7:0] barrier_id;
  integer count [0:Blocks-1];
  integer i, j, past_slot;  // slot stepped in the previous cycle, or -1
  barrier_counters #(.BlocksPerSm(Blocks)) dut (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(clear), .step_i(step), .step_slot_i(step_slot), .read_slot_i(read_slot),
    .barrier_id_o(barrier_id));

  `COVER_POINT(cover_barrier_counters_back_to_back_same_slot)
  `COVER_POINT(cover_barrier_counters_back_to_back_other_slot)
  `COVER_POINT(cover_barrier_counters_every_slot_pair)
  `COVER_POINT(cover_barrier_counters_read_of_stepped_slot)
  `COVER_POINT(cover_barrier_counters_read_after_step)
  `COVER_POINT(cover_barrier_counters_wrap)
  `COVER_POINT(cover_barrier_counters_clear_beats_step)
  reg [Blocks*Blocks-1:0] pairs;

  task cycle;
    begin
      #1;
      check(barrier_id === count[read_slot] % 256, "BarrierID before this cycle's step");
      for (i = 0; i < Blocks; i = i + 1)
        check(dut.barrier_counters_q[i*8 +: 8] === count[i] % 256, "every counter at its place");
      `COVER(cover_barrier_counters_read_of_stepped_slot, step && read_slot == step_slot);
      `COVER(cover_barrier_counters_read_after_step, past_slot == read_slot);
      `COVER(cover_barrier_counters_clear_beats_step, clear && step);
      if (step && past_slot >= 0) begin
        pairs[past_slot*Blocks + step_slot] = 1;
        `COVER(cover_barrier_counters_back_to_back_same_slot, past_slot == step_slot);
        `COVER(cover_barrier_counters_back_to_back_other_slot, past_slot != step_slot);
      end
      past_slot = step && !clear ? step_slot : -1;
      if (clear) for (i = 0; i < Blocks; i = i + 1) count[i] = 0;
      else if (step) begin
        count[step_slot] = count[step_slot] + 1;
        `COVER(cover_barrier_counters_wrap, count[step_slot] % 256 == 0);
      end
      @(negedge clk);
    end
  endtask

  initial begin
    {clear, step, step_slot, read_slot, pairs} = 0;
    past_slot = -1;
    for (i = 0; i < Blocks; i = i + 1) count[i] = 0;
    start_bench;
    // Every slot directly after every slot, and alone
    for (j = 0; j < Blocks*Blocks; j = j + 1) begin
      step = 1; step_slot = j / Blocks; read_slot = j; cycle;
      step_slot = j % Blocks; read_slot = j / Blocks; cycle;
      step = 0; read_slot = step_slot; cycle;
    end
    `COVER(cover_barrier_counters_every_slot_pair, &pairs);
    // 300 steps of one slot in consecutive cycles: it wraps, the others stay
    step = 1; step_slot = 5; read_slot = 5;
    repeat (300) cycle;
    repeat (3000) begin
      step = random_bits(0);
      if (one_in(3)) step_slot = random_bits(0);
      read_slot = one_in(2) ? step_slot : random_bits(0);
      clear = one_in(500);
      cycle;
    end
    finish_bench;
  end
endmodule
