// SPDX-License-Identifier: Apache-2.0
// bench_release_numbers: releases, fences and reads of 16 blocks against integers that do not wrap (D61, D62).
`include "scord_params.vh"
module bench_release_numbers;
  `include "bench.vh"
  localparam int Sms = 2;
  localparam int Lanes = 2;
  localparam int Blocks = Sms * 8;
  reg clear, releasing, block_scope, fence, acquires;
  reg [6:0] block;
  reg [11:0] read;
  reg [7*Lanes-1:0] owner_block;
  wire [11:0] newest, next, released, acquired;
  wire [12*Lanes-1:0] owner_released;
  // The reference: the number of releases when a number was given, 0 for none
  integer count, read_count, learned;
  integer of_device [0:Blocks-1];
  integer of_any [0:Blocks-1];
  integer known [0:Blocks-1];
  integer waiting [0:Blocks-1];
  integer i, b, past_block;
  release_numbers #(.NumSms(Sms), .Lanes(Lanes)) dut (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(clear), .newest_o(newest), .next_o(next), .block_id_i(block),
    .released_o(released), .acquired_o(acquired), .release_i(releasing), .block_scope_i(block_scope), .fence_i(fence),
    .read_i(read), .acquires_i(acquires), .owner_block_i(owner_block), .owner_released_o(owner_released));

  `COVER_POINT(cover_release_numbers_wraps)
  `COVER_POINT(cover_release_numbers_device_release)
  `COVER_POINT(cover_release_numbers_block_release)
  `COVER_POINT(cover_release_numbers_fence_acquires_and_releases)
  `COVER_POINT(cover_release_numbers_read_acquired)
  `COVER_POINT(cover_release_numbers_read_pending)
  `COVER_POINT(cover_release_numbers_read_of_an_older_number)
  `COVER_POINT(cover_release_numbers_same_block_again)
  `COVER_POINT(cover_release_numbers_clear_beats_release)

  // D62: numbers run from 1 to 4095 and start again
  function automatic [11:0] number(input integer given);
    number = given == 0 ? 0 : (given - 1) % 4095 + 1;
  endfunction

  task sample;
    begin
      `COVER(cover_release_numbers_wraps, releasing && newest == 12'hfff && next == 12'd1);
      `COVER(cover_release_numbers_device_release, releasing && !block_scope && !clear);
      `COVER(cover_release_numbers_block_release, releasing && block_scope && !clear);
      `COVER(cover_release_numbers_fence_acquires_and_releases, fence && releasing && waiting[b] > known[b]);
      `COVER(cover_release_numbers_read_acquired, acquires && read_count > known[b]);
      `COVER(cover_release_numbers_read_pending, !acquires && read_count > waiting[b]);
      `COVER(cover_release_numbers_read_of_an_older_number, acquires && read_count != 0 && read_count < known[b]);
      `COVER(cover_release_numbers_same_block_again, b == past_block && (releasing || fence || read_count != 0));
      `COVER(cover_release_numbers_clear_beats_release, clear && releasing);
    end
  endtask

  task cycle;
    begin
      b = block;
      read = number(read_count);
      #1;
      check(newest === number(count) && next === number(count + 1), "newest and next");
      check(released === number(block_scope ? of_any[b] : of_device[b]), "released");
      check(acquired === number(known[b]), "acquired");
      for (i = 0; i < Lanes; i = i + 1)
        check(owner_released[12*i +: 12] === (owner_block[7*i +: 7] < Blocks ?
                                              number(of_device[owner_block[7*i +: 7]]) : 12'd0), "owner's block");
      sample;
      past_block = b;
      learned = fence ? waiting[b] : acquires ? read_count : 0;
      if (learned > known[b]) known[b] = learned;
      if (!acquires && read_count > waiting[b]) waiting[b] = read_count;
      if (releasing) begin
        count = count + 1;
        of_any[b] = count;
        if (!block_scope) of_device[b] = count;
      end
      if (clear) forget;
      @(negedge clk);
    end
  endtask

  task forget;
    begin
      count = 0;
      for (i = 0; i < Blocks; i = i + 1) {of_device[i], of_any[i], known[i], waiting[i]} = 0;
    end
  endtask

  // Ages compare correctly while all numbers belong to the last 2000 releases; older ones are dropped here (D62).
  task refresh;
    for (b = 0; b < Blocks; b = b + 1) begin
      block = b; fence = 0; read_count = count; releasing = 1; block_scope = 0;
      acquires = 1; cycle;
      acquires = 0; read_count = count; cycle;
    end
  endtask

  integer step;
  initial begin
    {clear, releasing, block_scope, fence, acquires, block, read, owner_block} = 0;
    read_count = 0; past_block = -1;
    forget;
    start_bench;
    for (step = 0; step < 12000; step = step + 1) begin
      if (step % 1500 == 1499) refresh;
      if (one_in(2)) block = random_below(Blocks);
      releasing = one_in(2);
      block_scope = one_in(2);
      fence = one_in(4);
      acquires = !fence && one_in(2);
      read_count = fence || count == 0 || one_in(3) ? 0 : count - random_below(count < 50 ? count : 50);
      // an owner that memory made up (D73) now and then
      owner_block = {7'(random_below(one_in(4) ? 128 : Blocks)), 7'(random_below(Blocks))};
      clear = step == 700 && releasing || step == 701;
      cycle;
    end
    clear = 1; releasing = 1; fence = 0; read_count = 0; cycle;
    clear = 0; releasing = 0; cycle;
    finish_bench;
  end
endmodule
