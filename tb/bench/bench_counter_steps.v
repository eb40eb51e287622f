// SPDX-License-Identifier: Apache-2.0
// bench_counter_steps: every kind, path, verdict and tag miss of a retired item with random other fields; the reference
// names each register that steps (D33, D24, D27).
`include "scord_params.vh"
module bench_counter_steps;
  `include "bench.vh"
  localparam int First = scord_params::REGISTER_COUNT_CHECKS;
  localparam int Counters = (scord_params::REGISTER_COUNT_AXI_ERRORS - First) / 4;
  `COVER_POINT(cover_counter_steps_nothing)
  `COVER_POINT(cover_counter_steps_fence)
  `COVER_POINT(cover_counter_steps_untracked)
  `COVER_POINT(cover_counter_steps_not_performed)
  `COVER_POINT(cover_counter_steps_every_path)
  `COVER_POINT(cover_counter_steps_every_race)
  `COVER_POINT(cover_counter_steps_tag_miss_with_race)
  reg valid;
  retire_t item;
  wire [Counters-1:0] steps;
  reg [Counters-1:0] expected;
  reg [4:0] paths;
  reg [5:0] races;
  integer i, path, verdict;
  counter_steps dut (.valid_i(valid), .retire_i(item), .step_o(steps));

  task expect_step(input [11:0] address);
    expected[(address - First) / 4] = 1;
  endtask

  task reference;
    begin
      expected = 0;
      if (valid && item.kind == scord_params::REQUEST_KIND_FENCE) expect_step(scord_params::REGISTER_COUNT_FENCES);
      else if (valid && item.path == scord_params::PATH_UNTRACKED) expect_step(scord_params::REGISTER_COUNT_UNTRACKED);
      else if (valid && item.path == scord_params::PATH_NOT_PERFORMED)
        expect_step(scord_params::REGISTER_COUNT_NOT_PERFORMED);
      else if (valid) begin
        expect_step(scord_params::REGISTER_COUNT_CHECKS);
        if (item.tag_miss) expect_step(scord_params::REGISTER_COUNT_TAG_MISS);
        case (item.path)
          scord_params::PATH_INITIALIZATION: expect_step(scord_params::REGISTER_COUNT_INITIALIZATION);
          scord_params::PATH_PROGRAM_ORDER: expect_step(scord_params::REGISTER_COUNT_PROGRAM_ORDER);
          scord_params::PATH_BARRIER: expect_step(scord_params::REGISTER_COUNT_BARRIER);
          scord_params::PATH_ATOMIC_AFTER_ATOMIC: expect_step(scord_params::REGISTER_COUNT_ATOMIC_AFTER_ATOMIC);
          default: ;
        endcase
        case (item.verdict)
          scord_params::VERDICT_MISSING_BLOCK_FENCE: expect_step(scord_params::REGISTER_COUNT_MISSING_BLOCK_FENCE);
          scord_params::VERDICT_MISSING_DEVICE_FENCE: expect_step(scord_params::REGISTER_COUNT_MISSING_DEVICE_FENCE);
          scord_params::VERDICT_NOT_STRONG: expect_step(scord_params::REGISTER_COUNT_NOT_STRONG);
          scord_params::VERDICT_SCOPED_ATOMIC: expect_step(scord_params::REGISTER_COUNT_SCOPED_ATOMIC);
          scord_params::VERDICT_NO_COMMON_LOCK_ON_LOAD:
            expect_step(scord_params::REGISTER_COUNT_NO_COMMON_LOCK_ON_LOAD);
          scord_params::VERDICT_NO_COMMON_LOCK_ON_STORE:
            expect_step(scord_params::REGISTER_COUNT_NO_COMMON_LOCK_ON_STORE);
          default: ;
        endcase
        paths[item.path] = 1;
        if (item.verdict != 0) races[item.verdict - 1] = 1;
      end
    end
  endtask

  initial begin
    {paths, races} = 0;
    start_bench;
    for (i = 0; i < 4 * 7 * 8 * 2 * 2; i = i + 1) begin
      item = {random_bits(0), random_bits(0), random_bits(0), random_bits(0), random_bits(0), random_bits(0),
             random_bits(0)};
      item.path = i % 7;
      item.verdict = i / 7 % 8;
      item.tag_miss = i / 56;
      item.kind = i / 112 % 4 == 0 ? scord_params::REQUEST_KIND_FENCE : scord_params::REQUEST_KIND_ACCESS;
      valid = i / 112 % 4 != 1;
      if (item.path == scord_params::PATH_NOT_PERFORMED) item.verdict = scord_params::VERDICT_NOT_PERFORMED;
      else if (item.verdict == scord_params::VERDICT_NOT_PERFORMED ||
             item.path != scord_params::PATH_FULL) item.verdict = 0;
      reference;
      #1 check(steps === expected, "the registers that step");
      `COVER(cover_counter_steps_nothing, !valid);
      `COVER(cover_counter_steps_fence, valid && item.kind == scord_params::REQUEST_KIND_FENCE);
      `COVER(cover_counter_steps_untracked, valid && item.path == scord_params::PATH_UNTRACKED);
      `COVER(cover_counter_steps_not_performed, valid && item.path == scord_params::PATH_NOT_PERFORMED);
      `COVER(cover_counter_steps_tag_miss_with_race, valid && item.kind == 0 && item.tag_miss && item.verdict != 0);
    end
    `COVER(cover_counter_steps_every_path, &paths);
    `COVER(cover_counter_steps_every_race, &races);
    finish_bench;
  end
endmodule
