// SPDX-License-Identifier: Apache-2.0
// bench_fence_file: the file of a whole machine with four owner ports: every pair of neighbouring entries in
// consecutive cycles, wrap (D9), both scopes, reads of the entry that is counted.
`include "scord_params.vh"
module bench_fence_file;
  `include "bench.vh"
  localparam int Sms = 15;
  localparam int Warps = 24;
  localparam int Lanes = 4;
  localparam int Entries = Sms * Warps;
  reg clear, fence, block_scope;
  reg [3:0] sm;
  reg [4:0] warp;
  reg [4*Lanes-1:0] owner_sm;
  reg [5*Lanes-1:0] owner_warp;
  fence_entry_t accessor, owner;
  wire [12*Lanes-1:0] owners;
  integer blk [0:Entries-1];
  integer dev [0:Entries-1];
  integer i, a, o, past_entry;   // entry counted in the previous cycle, or -1
  fence_file #(.NumSms(Sms), .WarpsPerSm(Warps), .Lanes(Lanes)) dut (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(clear), .accessor_sm_i(sm), .accessor_warp_i(warp),
    .accessor_fences_o(accessor), .fence_i(fence), .block_scope_i(block_scope), .owner_sm_i(owner_sm),
    .owner_warp_i(owner_warp), .owner_fences_o(owners));

  `COVER_POINT(cover_fence_file_back_to_back_same_entry)
  `COVER_POINT(cover_fence_file_back_to_back_other_warp)
  `COVER_POINT(cover_fence_file_back_to_back_other_sm)
  `COVER_POINT(cover_fence_file_owner_read_of_counted_entry)
  `COVER_POINT(cover_fence_file_owner_read_after_count)
  `COVER_POINT(cover_fence_file_two_owners_of_one_entry)
  `COVER_POINT(cover_fence_file_owners_differ)
  `COVER_POINT(cover_fence_file_block_counter_wraps)
  `COVER_POINT(cover_fence_file_device_counter_wraps)
  `COVER_POINT(cover_fence_file_clear_beats_fence)
  `COVER_POINT(cover_fence_file_every_entry_counted)
  `COVER_POINT(cover_fence_file_owner_does_not_exist)
  reg exists;
  reg [Entries-1:0] met;

  task sample;
    begin
      if (fence && !clear) begin
        met[a] = 1;
        `COVER(cover_fence_file_back_to_back_same_entry, past_entry == a);
        `COVER(cover_fence_file_back_to_back_other_warp, past_entry >= 0 && past_entry != a &&
               past_entry / Warps == sm);
        `COVER(cover_fence_file_back_to_back_other_sm, past_entry >= 0 && past_entry / Warps != sm);
        `COVER(cover_fence_file_block_counter_wraps, block_scope && blk[a] % 64 == 63);
        `COVER(cover_fence_file_device_counter_wraps, !block_scope && dev[a] % 64 == 63);
      end
      `COVER(cover_fence_file_clear_beats_fence, clear && fence);
      `COVER(cover_fence_file_two_owners_of_one_entry, owner_sm[3:0] == owner_sm[7:4] &&
             owner_warp[4:0] == owner_warp[9:5]);
      `COVER(cover_fence_file_owners_differ, owners[11:0] != owners[23:12]);
    end
  endtask

  task cycle;
    begin
      #1;
      a = sm * Warps + warp;
      check(accessor.blk_fence_id === blk[a] % 64 && accessor.dev_fence_id === dev[a] % 64, "accessor's entry");
      for (i = 0; i < Lanes; i = i + 1) begin
        o = owner_sm[4*i +: 4] * Warps + owner_warp[5*i +: 5];
        owner = owners[12*i +: 12];
        exists = owner_sm[4*i +: 4] < Sms && owner_warp[5*i +: 5] < Warps;
        check(exists ? owner.blk_fence_id === blk[o] % 64 && owner.dev_fence_id === dev[o] % 64 : owner === 12'd0,
              "owner's entry");
        `COVER(cover_fence_file_owner_does_not_exist, !exists && owner_sm[4*i +: 4] < Sms - 1 && blk[o] != 0);
        `COVER(cover_fence_file_owner_read_of_counted_entry, fence && o == a);
        `COVER(cover_fence_file_owner_read_after_count, o == past_entry);
      end
      sample;
      past_entry = fence && !clear ? a : -1;
      if (clear) for (i = 0; i < Entries; i = i + 1) {blk[i], dev[i]} = 0;
      else if (fence && block_scope) blk[a] = blk[a] + 1;
      else if (fence) dev[a] = dev[a] + 1;
      @(negedge clk);
    end
  endtask

  task choose(input integer number);
    begin
      sm = number / Warps;
      warp = number % Warps;
    end
  endtask

  task random_owners;
    for (i = 0; i < Lanes; i = i + 1) begin
      owner_sm[4*i +: 4] = one_in(3) ? sm : one_in(8) ? 15 : random_below(Sms);
      owner_warp[5*i +: 5] = one_in(2) ? warp : random_bits(0);
    end
  endtask

  integer entry;
  initial begin
    {clear, fence, block_scope, sm, warp, owner_sm, owner_warp, met} = 0;
    past_entry = -1;
    for (i = 0; i < Entries; i = i + 1) {blk[i], dev[i]} = 0;
    start_bench;
    fence = 1; sm = 14; warp = 23; owner_sm = {4{4'd14}}; owner_warp = {5'd23, 5'd22, 5'd0, 5'd23};
    repeat (70) cycle;                             // device counts wrap, neighbours stay
    block_scope = 1; repeat (70) cycle;            // block counts wrap, the device count stays
    // In consecutive cycles: every entry, its neighbour, and the same entry again
    for (entry = 0; entry < Entries; entry = entry + 1) begin
      block_scope = entry;
      choose(entry); random_owners; cycle;
      choose((entry + 1) % Entries); random_owners; cycle;
      choose(entry); random_owners; cycle; cycle;
    end
    `COVER(cover_fence_file_every_entry_counted, &met);
    repeat (5000) begin
      fence = !one_in(4);
      block_scope = random_bits(0);
      if (one_in(2)) choose(random_below(Entries));
      random_owners;
      clear = one_in(500);
      cycle;
    end
    clear = 0; fence = 0;
    for (entry = 0; entry < Entries; entry = entry + 1) begin choose(entry); cycle; end
    finish_bench;
  end
endmodule
