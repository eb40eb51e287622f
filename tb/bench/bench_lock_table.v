// SPDX-License-Identifier: Apache-2.0
// bench_lock_table: every pair of operations in consecutive cycles on one warp and on two, a directed test of the
// queue, then random operations on few locks and few warps; compares the 36 bits of every warp in each cycle. A second
// table counts locks (D71); its warps are 16 and up in the reference. Last, 40 locks into that one, and out again.
`include "scord_params.vh"
module bench_lock_table;
  `include "bench.vh"
  `include "lock_reference.vh"
  localparam int Warps = 4;
  reg clear, launch, insert, release_lock, fence, block_scope;
  reg [Warps-1:0] launch_warps;
  reg [4:0] warp;
  reg [39:0] address;
  wire [15:0] bloom, many_bloom;
  integer i, j, held;
  lock_table #(.WarpsPerSm(Warps)) dut (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(clear), .launch_i(launch), .launch_warps_i(launch_warps), .insert_i(insert),
    .release_i(release_lock), .fence_i(fence), .warp_i(warp), .block_scope_i(block_scope), .address_i(address),
    .lock_bloom_o(bloom));
  lock_table #(.WarpsPerSm(Warps), .ManyLocks(1)) dut_many (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(clear), .launch_i(launch), .launch_warps_i(launch_warps), .insert_i(insert),
    .release_i(release_lock), .fence_i(fence), .warp_i(warp), .block_scope_i(block_scope), .address_i(address),
    .lock_bloom_o(many_bloom));

  `COVER_POINT(cover_lock_table_back_to_back_same_warp)
  `COVER_POINT(cover_lock_table_back_to_back_other_warp)
  `COVER_POINT(cover_lock_table_every_operation_pair)
  `COVER_POINT(cover_lock_table_full_insert)
  `COVER_POINT(cover_lock_table_insert_of_held_lock)
  `COVER_POINT(cover_lock_table_insert_of_held_lock_at_other_scope)
  `COVER_POINT(cover_lock_table_release_of_oldest)
  `COVER_POINT(cover_lock_table_release_of_middle)
  `COVER_POINT(cover_lock_table_release_of_youngest)
  `COVER_POINT(cover_lock_table_release_of_two)
  `COVER_POINT(cover_lock_table_release_of_unknown_lock)
  `COVER_POINT(cover_lock_table_block_release_keeps_device_lock)
  `COVER_POINT(cover_lock_table_block_fence_half_activates)
  `COVER_POINT(cover_lock_table_device_fence_completes_half_active)
  `COVER_POINT(cover_lock_table_device_lock_active)
  `COVER_POINT(cover_lock_table_launch_empties_held_locks)
  `COVER_POINT(cover_lock_table_launch_spares_other_warps)
  `COVER_POINT(cover_lock_table_clear_beats_operation)
  `COVER_POINT(cover_lock_table_two_oldest_counted)
  `COVER_POINT(cover_lock_table_oldest_counted)
  `COVER_POINT(cover_lock_table_equal_counted_with_room)
  `COVER_POINT(cover_lock_table_equal_counted_when_full)
  `COVER_POINT(cover_lock_table_equal_counted_again)
  `COVER_POINT(cover_lock_table_device_lock_among_active_block_locks)
  `COVER_POINT(cover_lock_table_count_goes_down)
  `COVER_POINT(cover_lock_table_last_counted_released)
  `COVER_POINT(cover_lock_table_unknown_count_stays)
  `COVER_POINT(cover_lock_table_release_of_named_keeps_count)
  `COVER_POINT(cover_lock_table_counted_active_by_block_fence)
  `COVER_POINT(cover_lock_table_counted_active_by_device_fence)
  `COVER_POINT(cover_lock_table_block_fence_keeps_counted_device)
  `COVER_POINT(cover_lock_table_launch_empties_counted)
  reg past_valid;
  reg [1:0] operation, past_operation;   // 0 insert, 1 release, 2 fence, 3 launch
  reg [4:0] past_warp;
  reg [31:0] pairs;                      // {previous operation, operation, same warp}

  function automatic holds(input integer of_warp, input [5:0] hash, input is_device);
    integer p;
    begin
      holds = 0;
      for (p = 0; p < lock_count[of_warp]; p = p + 1)
        if (lock_hash[of_warp*4 + p] == hash && lock_is_device[of_warp*4 + p] == is_device) holds = 1;
    end
  endfunction

  // The number of the warp's locks of this kind and activity
  function automatic integer locks_with(input integer of_warp, input is_device, input [1:0] activity);
    integer p;
    begin
      locks_with = 0;
      for (p = 0; p < lock_count[of_warp]; p = p + 1)
        if (lock_is_device[of_warp*4 + p] == is_device &&
               lock_activity[of_warp*4 + p] == activity) locks_with = locks_with + 1;
    end
  endfunction

  task sample_pair;
    begin
      operation = insert ? 0 : release_lock ? 1 : fence ? 2 : 3;
      if (past_valid && (insert || release_lock || fence || launch)) begin
        // a launch concerns the warps of its mask
        j = launch ? launch_warps[past_warp] : past_warp == warp;
        pairs[{past_operation, operation, j[0]}] = 1;
        `COVER(cover_lock_table_back_to_back_same_warp, j[0]);
        `COVER(cover_lock_table_back_to_back_other_warp, !j[0]);
      end
      past_valid = (insert || release_lock || fence || (launch && launch_warps != 0)) && !clear;
      past_operation = operation;
      past_warp = warp;
      // a launch is recorded for the lowest warp of its mask
      if (launch) for (j = Warps - 1; j >= 0; j = j - 1) if (launch_warps[j]) past_warp = j;
    end
  endtask

  // The warp `many` of the table that counts, before the operation
  integer many;
  reg named, some_counted;
  task sample_counting;
    begin
      many = 16 + warp;
      some_counted = counted[many] > 0;
      named = holds(many, reference_hash(address), !block_scope);
      if (insert) begin
        `COVER(cover_lock_table_two_oldest_counted, !named && !some_counted && lock_count[many] == 4);
        `COVER(cover_lock_table_oldest_counted, !named && some_counted && lock_count[many] == 3);
        `COVER(cover_lock_table_equal_counted_with_room, named && !some_counted && lock_count[many] < 4);
        `COVER(cover_lock_table_equal_counted_when_full, named && !some_counted && lock_count[many] == 4);
        `COVER(cover_lock_table_equal_counted_again, named && some_counted);
        `COVER(cover_lock_table_device_lock_among_active_block_locks, named && some_counted && !counted_device[many] &&
               counted_block_on[many] && !block_scope);
      end
      if (release_lock && some_counted) begin
        named = named || (!block_scope && holds(many, reference_hash(address), 0));
        `COVER(cover_lock_table_count_goes_down, !named && counted[many] > 1 && counted[many] < 31);
        `COVER(cover_lock_table_last_counted_released, !named && counted[many] == 1);
        `COVER(cover_lock_table_unknown_count_stays, !named && counted[many] == 31);
        `COVER(cover_lock_table_release_of_named_keeps_count, named);
      end
      if (fence && some_counted) begin
        `COVER(cover_lock_table_counted_active_by_block_fence, block_scope && !counted_device[many] &&
               !counted_block_on[many]);
        `COVER(cover_lock_table_counted_active_by_device_fence, !block_scope && counted_device[many] &&
               !counted_device_on[many]);
        `COVER(cover_lock_table_block_fence_keeps_counted_device, block_scope && counted_device[many] &&
               !counted_device_on[many]);
      end
      if (launch) for (j = 0; j < Warps; j = j + 1) begin
        `COVER(cover_lock_table_launch_empties_counted, launch_warps[j] && counted[16 + j] > 0);
      end
    end
  endtask

  task sample;
    begin
      if (!clear) sample_counting;
      `COVER(cover_lock_table_clear_beats_operation, clear && (insert || release_lock || fence));
      if (insert && !clear) begin
        `COVER(cover_lock_table_full_insert, lock_count[warp] == 4 && !holds(warp, reference_hash(address),
               !block_scope));
        `COVER(cover_lock_table_insert_of_held_lock, holds(warp, reference_hash(address), !block_scope));
        `COVER(cover_lock_table_insert_of_held_lock_at_other_scope, holds(warp, reference_hash(address), block_scope));
      end
      if (release_lock && !clear) begin
        `COVER(cover_lock_table_release_of_oldest, lock_count[warp] > 1 &&
               lock_hash[warp*4] == reference_hash(address) &&
                                                   !(block_scope && lock_is_device[warp*4]));
        `COVER(cover_lock_table_release_of_middle, lock_count[warp] > 2 &&
               lock_hash[warp*4 + 1] == reference_hash(address) &&
                                                   !(block_scope && lock_is_device[warp*4 + 1]));
        `COVER(cover_lock_table_release_of_youngest, lock_count[warp] > 1 && lock_hash[warp*4 + lock_count[warp] - 1] ==
               reference_hash(address) && !(block_scope && lock_is_device[warp*4 + lock_count[warp] - 1]));
        `COVER(cover_lock_table_release_of_two, !block_scope && holds(warp, reference_hash(address), 0) &&
                                                holds(warp, reference_hash(address), 1));
        `COVER(cover_lock_table_release_of_unknown_lock, lock_count[warp] > 0 && !holds(warp, reference_hash(address),
               0) &&
                                                         !holds(warp, reference_hash(address), 1));
        `COVER(cover_lock_table_block_release_keeps_device_lock, block_scope && holds(warp, reference_hash(address),
               1));
      end
      if (fence && !clear) begin
        `COVER(cover_lock_table_block_fence_half_activates, block_scope && locks_with(warp, 1, 0) > 0);
        `COVER(cover_lock_table_device_fence_completes_half_active, !block_scope && locks_with(warp, 1, 1) > 0);
      end
      `COVER(cover_lock_table_device_lock_active, locks_with(warp, 1, 2) > 0);
      if (launch && !clear)
        for (j = 0; j < Warps; j = j + 1) begin
          `COVER(cover_lock_table_launch_empties_held_locks, launch_warps[j] && lock_count[j] > 0);
          `COVER(cover_lock_table_launch_spares_other_warps, !launch_warps[j] && lock_count[j] > 0);
        end
      sample_pair;
    end
  endtask

  task cycle;
    begin
      #1;
      check(bloom === reference_bloom(warp), "bloom before this cycle's operation");
      for (i = 0; i < Warps; i = i + 1)
        check(dut.lock_table_q[i*36 +: 36] === reference_table(i), "table of every warp");
      check(many_bloom === reference_bloom(16 + warp), "bloom of the table that counts");
      for (i = 0; i < Warps; i = i + 1)
        check(dut_many.lock_table_q[i*36 +: 36] === reference_table(16 + i), "table that counts of every warp");
      sample;
      for (j = 0; j <= 16; j = j + 16) begin
        if (clear) for (i = 0; i < Warps; i = i + 1) reference_locks_clear(j + i);
        else if (launch) begin
          for (i = 0; i < Warps; i = i + 1) if (launch_warps[i]) reference_locks_clear(j + i);
        end else if (insert) reference_lock_insert(j + warp, reference_hash(address), !block_scope);
        else if (release_lock) reference_lock_release(j + warp, reference_hash(address), !block_scope);
        else if (fence) reference_lock_fence(j + warp, !block_scope);
      end
      @(negedge clk);
    end
  endtask

  // One operation (numbers as above) in one cycle
  task operate(input [1:0] number, input integer of_warp, input is_block, input integer lock);
    begin
      {launch, insert, release_lock, fence} = 0;
      case (number)
        0: insert = 1;
        1: release_lock = 1;
        2: fence = 1;
        default: begin launch = 1; launch_warps = 1 << of_warp; end
      endcase
      warp = of_warp; block_scope = is_block; address = 40'h1000 + 4 * lock;
      cycle;
      {launch, insert, release_lock, fence} = 0;
    end
  endtask

  integer pair;
  initial begin
    {clear, launch, insert, release_lock, fence, block_scope, launch_warps, warp, address} = 0;
    {past_valid, operation, past_operation, past_warp, pairs} = 0;
    for (i = 0; i < 32; i = i + 1) lock_count[i] = 0;
    counts_locks = 32'hffff0000;
    start_bench;
    // Five locks in consecutive cycles, then each one released: the oldest is dropped, holes close
    for (pair = 0; pair < 5; pair = pair + 1) operate(0, 3, 0, pair);
    operate(2, 3, 0, 0);
    operate(1, 3, 0, 2);
    operate(1, 3, 0, 0);
    operate(1, 3, 0, 4);
    // Every pair of operations, scopes, same or other lock, same or other warp, with 0, 2 and 4 locks held before
    for (pair = 0; pair < 512 * 3; pair = pair + 1) begin
      operate(3, 1, 0, 0); operate(3, 2, 0, 0);
      for (held = 0; held < 2 * (pair / 512); held = held + 1) begin operate(0, 1, held[0], held); operate(0, 2, 0,
             held); end
      operate(pair[1:0], 1, pair[4], 1);
      operate(pair[3:2], pair[6] ? 1 : 2, pair[5], pair[7] ? 1 : pair[8] ? 0 : 7);
      cycle;
    end
    `COVER(cover_lock_table_every_operation_pair, &pairs);
    repeat (3000) begin
      {launch, insert, release_lock, fence} = 0;
      case (random_below(10))
        0, 1, 2, 3: insert = 1;
        4, 5: release_lock = 1;
        6, 7: fence = 1;
        8: launch = one_in(8);
        default: ;
      endcase
      if (one_in(2)) warp = random_below(one_in(2) ? 2 : Warps);
      block_scope = random_bits(0);
      launch_warps = random_bits(0) & random_bits(0);
      address = 40'h2000 + 4 * random_below(7);
      clear = one_in(300);
      cycle;
    end
    clear = 0;
    // Locks of two scopes, 33 and 40 of them, taken and given back one by one: the count of 33 comes to its end
    for (pair = 0; pair < 2 * 4; pair = pair + 1) begin
      operate(3, 2, 0, 0);
      for (held = 0; held < (pair[2] ? 40 : 33); held = held + 1) begin
        operate(0, 2, pair[0] && held < 20, held);
        if (held == 25 && pair[1]) operate(2, 2, pair[0], 0);
      end
      operate(2, 2, 0, 0);
      for (held = 0; held < (pair[2] ? 40 : 33); held = held + 1) operate(1, 2, pair[0] && held < 20, held);
      cycle;
    end
    finish_bench;
  end
endmodule
