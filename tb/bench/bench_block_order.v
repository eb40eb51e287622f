// SPDX-License-Identifier: Apache-2.0
// bench_block_order: every pair of launches in consecutive cycles, then random launches and clears; the reference
// numbers the launches.
`include "scord_params.vh"
module bench_block_order;
  `include "bench.vh"
  localparam int Blocks = 8;
  reg clear, launch;
  reg [2:0] slot;
  wire [Blocks*Blocks-1:0] older;
  wire [Blocks*3-1:0] ranks;
  integer launched [0:Blocks-1];  // number of the slot's last launch; before the first launch the slots by number
  integer launches, rank, i, j;
  block_order #(.BlocksPerSm(Blocks)) dut (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(clear), .launch_i(launch), .launch_slot_i(slot), .older_o(older), .ranks_o(ranks));

  `COVER_POINT(cover_block_order_every_launch_pair)
  `COVER_POINT(cover_block_order_launch_of_oldest)
  `COVER_POINT(cover_block_order_launch_of_youngest)
  `COVER_POINT(cover_block_order_reversed)
  `COVER_POINT(cover_block_order_clear_beats_launch)
  reg [Blocks*Blocks-1:0] pairs;  // by previous slot and slot launched now
  integer past;                   // slot launched in the previous cycle, or -1

  task reset_reference;
    begin
      for (i = 0; i < Blocks; i = i + 1) launched[i] = i;
      launches = Blocks;
    end
  endtask

  task sample;
    begin
      if (launch && past >= 0) pairs[past*Blocks + slot] = 1;
      `COVER(cover_block_order_launch_of_oldest, launch && ranks[3*slot +: 3] == 0);
      `COVER(cover_block_order_launch_of_youngest, launch && ranks[3*slot +: 3] == Blocks - 1);
      `COVER(cover_block_order_reversed, ranks[2:0] == Blocks - 1 && ranks[5:3] == Blocks - 2 && ranks[23:21] == 0);
      `COVER(cover_block_order_clear_beats_launch, clear && launch && launches > Blocks);
      past = launch && !clear ? slot : -1;
    end
  endtask

  task cycle;
    begin
      #1;
      for (i = 0; i < Blocks; i = i + 1) begin
        rank = 0;
        for (j = 0; j < Blocks; j = j + 1) begin
          check(older[i*Blocks + j] === (launched[j] < launched[i]), "older");
          if (launched[j] < launched[i]) rank = rank + 1;
        end
        check(ranks[3*i +: 3] === rank, "rank");
      end
      sample;
      if (clear) reset_reference;
      else if (launch) begin
        launched[slot] = launches;
        launches = launches + 1;
      end
      @(negedge clk);
    end
  endtask

  initial begin
    {clear, launch, slot, pairs} = 0;
    past = -1;
    reset_reference;
    start_bench;
    for (integer first = 0; first < Blocks; first = first + 1)
      for (integer second = 0; second < Blocks; second = second + 1) begin
        launch = 1; slot = first; cycle;
        slot = second; cycle;
        launch = 0; cycle;
      end
    for (integer down = Blocks - 1; down >= 0; down = down - 1) begin
      launch = 1; slot = down; cycle;
    end
    repeat (2000) begin
      launch = !one_in(3);
      slot = random_bits(0);
      clear = one_in(100);
      cycle;
    end
    `COVER(cover_block_order_every_launch_pair, &pairs);
    finish_bench;
  end
endmodule
