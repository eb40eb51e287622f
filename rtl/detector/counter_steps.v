// SPDX-License-Identifier: Apache-2.0
// counter_steps: which counters a retired item steps, one bit for each counter register. Combinational.
//
// A word outside the tracked range (D24) and a word whose metadata could not be read (D27) are no checks: each steps
// its own counter and no other.
//
// Source: D33.

`include "scord_params.vh"
`default_nettype none

module counter_steps #(
  // The counter registers from count_checks up to count_axi_errors, the latter excluded
  parameter int Counters = (32'(scord_params::REGISTER_COUNT_AXI_ERRORS) - 32'(scord_params::REGISTER_COUNT_CHECKS)) / 4
) (
  // A retired item; only kind, path, verdict and tag miss are used
  input  wire                  valid_i,
  /* verilator lint_off UNUSEDSIGNAL */
  input  retire_t              retire_i,
  /* verilator lint_on UNUSEDSIGNAL */
  // Bit i: the i-th counter register steps
  output logic [Counters-1:0]  step_o
);

  logic fence, word, untracked, not_performed, check, tag_miss;
  logic [scord_params::PATH_WIDTH-1:0] path;
  logic [scord_params::VERDICT_WIDTH-1:0] verdict;

  assign path = retire_i.path;
  assign verdict = retire_i.verdict;
  assign tag_miss = retire_i.tag_miss;
  assign fence = valid_i && retire_i.kind == scord_params::REQUEST_KIND_FENCE;
  assign word = valid_i && retire_i.kind == scord_params::REQUEST_KIND_ACCESS;
  assign untracked = word && path == scord_params::PATH_UNTRACKED;
  assign not_performed = word && path == scord_params::PATH_NOT_PERFORMED;
  assign check = word && !untracked && !not_performed;

  // The bit of the counter register at `address`, or zero
  function automatic logic [Counters-1:0] bit_of(input logic [11:0] address, input logic steps);
    bit_of = Counters'(steps) << ((address - scord_params::REGISTER_COUNT_CHECKS) / 12'd4);
  endfunction

  assign step_o = bit_of(scord_params::REGISTER_COUNT_CHECKS, check) | bit_of(scord_params::REGISTER_COUNT_FENCES, fence) |
                  bit_of(scord_params::REGISTER_COUNT_UNTRACKED, untracked) |
                  bit_of(scord_params::REGISTER_COUNT_NOT_PERFORMED, not_performed) |
                  bit_of(scord_params::REGISTER_COUNT_TAG_MISS, check && tag_miss) |
                  bit_of(scord_params::REGISTER_COUNT_INITIALIZATION, check && path == scord_params::PATH_INITIALIZATION) |
                  bit_of(scord_params::REGISTER_COUNT_PROGRAM_ORDER, check && path == scord_params::PATH_PROGRAM_ORDER) |
                  bit_of(scord_params::REGISTER_COUNT_BARRIER, check && path == scord_params::PATH_BARRIER) |
                  bit_of(scord_params::REGISTER_COUNT_ATOMIC_AFTER_ATOMIC,
                         check && path == scord_params::PATH_ATOMIC_AFTER_ATOMIC) |
                  bit_of(scord_params::REGISTER_COUNT_MISSING_BLOCK_FENCE,
                         check && verdict == scord_params::VERDICT_MISSING_BLOCK_FENCE) |
                  bit_of(scord_params::REGISTER_COUNT_MISSING_DEVICE_FENCE,
                         check && verdict == scord_params::VERDICT_MISSING_DEVICE_FENCE) |
                  bit_of(scord_params::REGISTER_COUNT_NOT_STRONG, check && verdict == scord_params::VERDICT_NOT_STRONG) |
                  bit_of(scord_params::REGISTER_COUNT_SCOPED_ATOMIC, check && verdict == scord_params::VERDICT_SCOPED_ATOMIC) |
                  bit_of(scord_params::REGISTER_COUNT_NO_COMMON_LOCK_ON_LOAD,
                         check && verdict == scord_params::VERDICT_NO_COMMON_LOCK_ON_LOAD) |
                  bit_of(scord_params::REGISTER_COUNT_NO_COMMON_LOCK_ON_STORE,
                         check && verdict == scord_params::VERDICT_NO_COMMON_LOCK_ON_STORE);

endmodule

`default_nettype wire
