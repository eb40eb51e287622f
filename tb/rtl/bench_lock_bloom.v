// bench_lock_bloom: hashes of walking-one, padded and random addresses; blooms of random entries.
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
  initial begin
    start_bench;
    hashes = 0; active = 0; device_active = 0;
    for (i = 0; i < 40; i = i + 1) begin
      address = 40'd1 << i;
      #1 check(hash === reference_hash(address), "hash of a walking one");
      check(i < 2 ? hash === 0 : $countones(hash) == 1, "every word address bit counts, byte bits do not");
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
    end
    finish_bench;
  end
endmodule
