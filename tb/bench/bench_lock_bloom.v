// SPDX-License-Identifier: Apache-2.0
// bench_lock_bloom: hashes of walking-one, padded and random addresses; bloom filters of random entries.
`include "scord_params.vh"
module bench_lock_bloom;
  `include "bench.vh"
  `include "lock_reference.vh"
  reg [39:0] address;
  wire [5:0] hash;
  reg [23:0] hashes;
  reg [3:0] active, device_active;
  wire [15:0] bloom;
  reg [15:0] expected;
  reg [5:0] first_hash;
  integer i, j;
  lock_bloom dut (.address_i(address), .hash_o(hash), .entry_hashes_i(hashes), .active_i(active),
                  .device_active_i(device_active), .bloom_o(bloom));
  `COVER_POINT(cover_lock_bloom_every_address_bit)
  `COVER_POINT(cover_lock_bloom_byte_bits_ignored)
  `COVER_POINT(cover_lock_bloom_no_active_lock)
  `COVER_POINT(cover_lock_bloom_four_active_locks)
  `COVER_POINT(cover_lock_bloom_block_part_only)
  `COVER_POINT(cover_lock_bloom_device_part)
  `COVER_POINT(cover_lock_bloom_two_locks_share_a_field)
  `COVER_POINT(cover_lock_bloom_every_element)
  reg [15:0] elements;     // h4 of every single lock seen
  reg [37:0] address_bits; // walking ones that set exactly one hash bit
  initial begin
    start_bench;
    {elements, address_bits} = 0;
    hashes = 0; active = 0; device_active = 0;
    for (i = 0; i < 40; i = i + 1) begin
      address = 40'd1 << i;
      #1 check(hash === reference_hash(address), "hash of a walking one");
      check(i < 2 ? hash === 0 : $countones(hash) == 1, "every word address bit counts, byte bits do not");
      if ($countones(hash) == 1) address_bits[i-2] = 1;
      `COVER(cover_lock_bloom_byte_bits_ignored, i < 2 && hash === 0);
    end
    // D21: adjacent and padded (64 bytes apart) locks do not collide
    for (i = 0; i < 15; i = i + 1) begin
      address = 40'h7f00_0000; #1 first_hash = hash;
      address = 40'h7f00_0004 + 4 * i; #1 check(hash !== first_hash, "near locks differ");
      address = 40'h7f00_0040 + 64 * i; #1 check(hash !== first_hash, "padded locks differ");
    end
    for (i = 0; i < 5000; i = i + 1) begin
      address = {random_bits(0), random_bits(0)};
      hashes = random_bits(0);
      active = random_bits(0);
      device_active = active & random_bits(0);
      expected = 0;
      for (j = 0; j < 4; j = j + 1) begin
        if (active[j]) expected[7:0] = expected[7:0] | reference_fields(hashes[6*j +: 6]);
        if (device_active[j]) expected[15:8] = expected[15:8] | reference_fields(hashes[6*j +: 6]);
      end
      #1 check(hash === reference_hash(address), "hash");
      check(bloom === expected, "bloom");
      `COVER(cover_lock_bloom_no_active_lock, active == 0);
      `COVER(cover_lock_bloom_four_active_locks, &active);
      `COVER(cover_lock_bloom_block_part_only, bloom[7:0] != 0 && bloom[15:8] == 0);
      `COVER(cover_lock_bloom_device_part, bloom[15:8] != 0);
      `COVER(cover_lock_bloom_two_locks_share_a_field, $countones(active) == 2 && $countones(bloom[7:0]) == 3);
      if ($countones(active) == 1)
        for (j = 0; j < 16; j = j + 1) if (bloom[7:0] == (8'h10 << j / 4 | 8'h01 << j % 4)) elements[j] = 1;
    end
    `COVER(cover_lock_bloom_every_address_bit, &address_bits);
    `COVER(cover_lock_bloom_every_element, &elements);
    finish_bench;
  end
endmodule
