// SPDX-License-Identifier: Apache-2.0
// bench_warp_priority_table: arrivals of all warps, on both ports, releases of any slots, launches, every pair of
// operations in consecutive cycles on one slot and on two; the reference is a set of waiting warps for each slot.
`include "scord_params.vh"
module bench_warp_priority_table;
  `include "bench.vh"
  localparam int Blocks = 8;
  localparam int Warps = 32;
  localparam int Ports = 2;
  reg clear;
  reg [Ports-1:0] arrive;
  reg [Ports*3-1:0] slot;
  reg [Blocks-1:0] released;
  wire [Blocks*6-1:0] priorities;
  reg [Warps-1:0] waiting [0:Blocks-1];  // a bit for each warp that has arrived
  integer i, j, slot_0, slot_1;
  warp_priority_table #(.BlocksPerSm(Blocks), .WarpsPerSm(Warps), .ArrivePorts(Ports)) dut (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(clear), .arrive_i(arrive), .arrive_slot_i(slot), .release_i(released),
    .priorities_o(priorities));

  `COVER_POINT(cover_warp_priority_table_back_to_back_same_slot)
  `COVER_POINT(cover_warp_priority_table_back_to_back_other_slot)
  `COVER_POINT(cover_warp_priority_table_every_operation_pair)
  `COVER_POINT(cover_warp_priority_table_every_slot_pair)
  `COVER_POINT(cover_warp_priority_table_all_warps_wait)
  `COVER_POINT(cover_warp_priority_table_release_of_none)
  `COVER_POINT(cover_warp_priority_table_release_of_several)
  `COVER_POINT(cover_warp_priority_table_release_beats_arrive)
  `COVER_POINT(cover_warp_priority_table_two_arrivals_same_slot)
  `COVER_POINT(cover_warp_priority_table_two_arrivals_other_slot)
  `COVER_POINT(cover_warp_priority_table_two_slots_wait)
  `COVER_POINT(cover_warp_priority_table_clear_beats_arrive)
  reg past_valid, past_release;
  reg [2:0] past_slot;
  reg [7:0] operation_pairs;             // {release before, release, same slot}
  reg [Blocks*Blocks-1:0] slot_pairs;

  // slot_0 belongs to port 0; an operation of `operate` releases it
  task sample;
    begin
      if (past_valid && (arrive[0] || released[slot_0])) begin
        operation_pairs[{past_release, released[slot_0], past_slot == slot_0}] = 1;
        slot_pairs[past_slot*Blocks + slot_0] = 1;
        `COVER(cover_warp_priority_table_back_to_back_same_slot, past_slot == slot_0);
        `COVER(cover_warp_priority_table_back_to_back_other_slot, past_slot != slot_0);
      end
      `COVER(cover_warp_priority_table_all_warps_wait, &waiting[slot_0]);
      `COVER(cover_warp_priority_table_release_of_none, released[slot_0] && waiting[slot_0] == 0);
      `COVER(cover_warp_priority_table_release_of_several, (released & (released - 1)) != 0);
      `COVER(cover_warp_priority_table_release_beats_arrive, arrive[1] && released[slot_1] && !clear);
      `COVER(cover_warp_priority_table_two_arrivals_same_slot, &arrive && slot_0 == slot_1 && !released[slot_0] && !clear);
      `COVER(cover_warp_priority_table_two_arrivals_other_slot, &arrive && slot_0 != slot_1);
      `COVER(cover_warp_priority_table_two_slots_wait, waiting[slot_0] != 0 && waiting[slot_0 ^ 1] != 0);
      `COVER(cover_warp_priority_table_clear_beats_arrive, clear && arrive != 0);
      past_valid = (arrive[0] || released[slot_0]) && !clear;
      past_release = released[slot_0];
      past_slot = slot_0;
    end
  endtask

  task cycle;
    begin
      #1;
      slot_0 = slot[2:0];
      slot_1 = slot[5:3];
      for (i = 0; i < Blocks; i = i + 1)
        check(priorities[i*6 +: 6] === $countones(waiting[i]), "priority is the number of waiting warps");
      sample;
      for (i = 0; i < Ports; i = i + 1)
        if (arrive[i]) waiting[slot[3*i +: 3]] = {waiting[slot[3*i +: 3]], 1'b1};
      for (i = 0; i < Blocks; i = i + 1) if (clear || released[i]) waiting[i] = 0;
      @(negedge clk);
    end
  endtask

  task operate(input integer on_slot, input is_release);
    begin
      slot = {random_bits(0), on_slot[2:0]}; arrive = !is_release; released = is_release << on_slot;
      cycle;
      {arrive, released} = 0;
    end
  endtask

  initial begin
    {clear, arrive, released, slot, past_valid, past_release, past_slot, operation_pairs, slot_pairs} = 0;
    for (i = 0; i < Blocks; i = i + 1) waiting[i] = 0;
    start_bench;
    // Every pair of operations on every pair of slots, in consecutive cycles, with waiting warps before
    for (j = 0; j < 4*Blocks*Blocks; j = j + 1) begin
      operate(j / 4 % Blocks, 0);
      operate(j / 4 / Blocks, 0);
      operate(j / 4 % Blocks, j[0]);
      operate(j / 4 / Blocks, j[1]);
      operate(j / 4 % Blocks, 1);
      operate(j / 4 / Blocks, 1);
      cycle;
    end
    `COVER(cover_warp_priority_table_every_operation_pair, &operation_pairs);
    `COVER(cover_warp_priority_table_every_slot_pair, &slot_pairs);
    repeat (Warps) operate(7, 0);
    operate(7, 1); cycle;
    repeat (3000) begin
      for (i = 0; i < Ports; i = i + 1) begin
        if (one_in(3)) slot[3*i +: 3] = random_bits(0);
        arrive[i] = !one_in(4) && !waiting[slot[3*i +: 3]][Warps-Ports];
      end
      released = one_in(8) ? 1 << random_below(Blocks) : one_in(20) ? random_bits(0) & random_bits(0) : 0;
      clear = one_in(500);
      cycle;
    end
    finish_bench;
  end
endmodule
