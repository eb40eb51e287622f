// formal.vh: what every property module has: the clock, a reset in the first cycle (and maybe later), past_valid.
  reg past_valid = 1'b0;
  always @(posedge clk_i) past_valid <= 1'b1;
  always @(*) if (!past_valid) assume (!rst_ni);
