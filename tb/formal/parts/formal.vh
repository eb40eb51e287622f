// SPDX-License-Identifier: Apache-2.0
// formal.vh: the common part of all property modules: the clock, a reset in the first cycle (and perhaps later),
// past_valid.
  reg past_valid = 1'b0;
  always @(posedge clk_i) past_valid <= 1'b1;
  always @(*) if (!past_valid) assume (!rst_ni);
