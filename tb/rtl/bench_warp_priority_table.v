// bench_warp_priority_table: arrivals up to every warp, releases and launches, every pair of operations back to back
// on one
// slot and on two; reference: a set of waiting warps per slot.
`include "scord_params.vh"
module bench_warp_priority_table;
  `include "bench.vh"
  localparam int Blocks = 8;
  localparam int Warps = 32;
  reg clear, arrive, release_event;
  reg [2:0] slot;
  wire [Blocks*6-1:0] priorities;
  reg [Warps-1:0] waiting [0:Blocks-1];  // one bit an arrived warp
  integer i, j;
  warp_priority_table #(.BlocksPerSm(Blocks), .WarpsPerSm(Warps)) dut (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(clear), .arrive_i(arrive), .release_i(release_event), .slot_i(slot),
    .priorities_o(priorities));

  `COVER_POINT(cover_warp_priority_table_back_to_back_same_slot)
  `COVER_POINT(cover_warp_priority_table_back_to_back_other_slot)
  `COVER_POINT(cover_warp_priority_table_every_operation_pair)
  `COVER_POINT(cover_warp_priority_table_every_slot_pair)
  `COVER_POINT(cover_warp_priority_table_all_warps_wait)
  `COVER_POINT(cover_warp_priority_table_release_of_none)
  `COVER_POINT(cover_warp_priority_table_two_slots_wait)
  `COVER_POINT(cover_warp_priority_table_clear_beats_arrive)
  reg past_valid, past_release;
  reg [2:0] past_slot;
  reg [7:0] operation_pairs;             // {release before, release, same slot}
  reg [Blocks*Blocks-1:0] slot_pairs;

  task sample;
    begin
      if (past_valid && (arrive || release_event)) begin
        operation_pairs[{past_release, release_event, past_slot == slot}] = 1;
        slot_pairs[past_slot*Blocks + slot] = 1;
        `COVER(cover_warp_priority_table_back_to_back_same_slot, past_slot == slot);
        `COVER(cover_warp_priority_table_back_to_back_other_slot, past_slot != slot);
      end
      `COVER(cover_warp_priority_table_all_warps_wait, &waiting[slot]);
      `COVER(cover_warp_priority_table_release_of_none, release_event && waiting[slot] == 0);
      `COVER(cover_warp_priority_table_two_slots_wait, waiting[slot] != 0 && waiting[slot ^ 3'd1] != 0);
      `COVER(cover_warp_priority_table_clear_beats_arrive, clear && arrive);
      past_valid = (arrive || release_event) && !clear;
      past_release = release_event;
      past_slot = slot;
    end
  endtask

  task cycle;
    begin
      #1;
      for (i = 0; i < Blocks; i = i + 1)
        check(priorities[i*6 +: 6] === $countones(waiting[i]), "priority is the number of waiting warps");
      sample;
      if (clear) for (i = 0; i < Blocks; i = i + 1) waiting[i] = 0;
      else if (release_event) waiting[slot] = 0;
      else if (arrive) waiting[slot] = {waiting[slot], 1'b1};
      @(negedge clk);
    end
  endtask

  task operate(input integer on_slot, input is_release);
    begin
      slot = on_slot; arrive = !is_release; release_event = is_release;
      cycle;
      {arrive, release_event} = 0;
    end
  endtask

  initial begin
    {clear, arrive, release_event, slot, past_valid, past_release, past_slot, operation_pairs, slot_pairs} = 0;
    for (i = 0; i < Blocks; i = i + 1) waiting[i] = 0;
    start_bench;
    // Every pair of operations on every pair of slots, in consecutive cycles, something waiting before
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
      if (one_in(3)) slot = random_bits(0);
      arrive = !one_in(4);
      release_event = one_in(30) || &waiting[slot];
      if (release_event) arrive = 0;
      clear = one_in(500);
      cycle;
    end
    finish_bench;
  end
endmodule
