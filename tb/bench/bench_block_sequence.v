// SPDX-License-Identifier: Apache-2.0
// bench_block_sequence: random priorities, ages and policies; reference: issue_reference.vh, for each slot.
`include "scord_params.vh"
module bench_block_sequence;
  `include "bench.vh"
  `include "issue_reference.vh"
  localparam int Blocks = 8;
  reg [scord_params::ISSUE_POLICY_WIDTH-1:0] policy;
  reg [Blocks*6-1:0] priorities;
  reg [Blocks*Blocks-1:0] older;
  wire [Blocks*Blocks-1:0] blocks_before;
  integer i, j;
  reg mwf;
  block_sequence #(.BlocksPerSm(Blocks)) dut (
    .policy_i(policy), .priorities_i(priorities), .older_i(older), .before_o(blocks_before));

  `COVER_POINT(cover_block_sequence_mwf_higher_slot_first)
  `COVER_POINT(cover_block_sequence_mwf_tie)
  `COVER_POINT(cover_block_sequence_mwf_against_age)
  `COVER_POINT(cover_block_sequence_mwf_nobody_waits)
  `COVER_POINT(cover_block_sequence_mwf_all_48_wait)
  `COVER_POINT(cover_block_sequence_gto_against_slot)
  `COVER_POINT(cover_block_sequence_gto_against_priority)

  task sample;
    begin
      mwf = policy == scord_params::ISSUE_POLICY_MWF_LRR || policy == scord_params::ISSUE_POLICY_MWF_GTO;
      `COVER(cover_block_sequence_mwf_higher_slot_first, mwf && blocks_before[7]);
      `COVER(cover_block_sequence_mwf_tie, mwf && priorities[5:0] == priorities[47:42] && priorities[5:0] != 0);
      `COVER(cover_block_sequence_mwf_against_age, mwf && blocks_before[7] != older[7]);
      `COVER(cover_block_sequence_mwf_nobody_waits, mwf && priorities == 0);
      `COVER(cover_block_sequence_mwf_all_48_wait, mwf && priorities[5:0] == 48);
      `COVER(cover_block_sequence_gto_against_slot, !mwf && blocks_before[7]);
      `COVER(cover_block_sequence_gto_against_priority, !mwf && blocks_before[7] && priorities[5:0] > priorities[47:42]);
    end
  endtask

  initial begin
    {policy, priorities, older} = 0;
    reference_issue_clear;
    start_bench;
    repeat (5000) begin
      policy = random_below(4);
      for (i = 0; i < Blocks; i = i + 1) priorities[6*i +: 6] = one_in(3) ? random_below(49) : one_in(8) ? 48 : random_below(3);
      if (one_in(20)) priorities = 0;
      if (one_in(2)) reference_issue_launch(random_below(Blocks), 0);
      for (i = 0; i < Blocks; i = i + 1)
        for (j = 0; j < Blocks; j = j + 1) older[i*Blocks + j] = issue_launched[j] < issue_launched[i];
      #10;
      check(blocks_before === reference_before(policy, Blocks, priorities), "who goes before whom");
      sample;
    end
    finish_bench;
  end
endmodule
