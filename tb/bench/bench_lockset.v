// SPDX-License-Identifier: Apache-2.0
// bench_lockset: every pair of parts that real locks produce, and random bits; reference: sets of elements.
`include "scord_params.vh"
module bench_lockset;
  `include "bench.vh"
  reg [15:0] kept, now;
  reg same_block;
  wire kept_empty, now_empty, disjoint;
  wire [15:0] refined;
  lockset dut (.lockset_i(kept), .lock_bloom_i(now), .same_block_i(same_block), .lockset_empty_o(kept_empty),
               .lock_bloom_empty_o(now_empty), .disjoint_o(disjoint), .refined_o(refined));
  `COVER_POINT(cover_lockset_both_empty)
  `COVER_POINT(cover_lockset_one_empty)
  `COVER_POINT(cover_lockset_field_alone_is_empty)
  `COVER_POINT(cover_lockset_disjoint_same_block)
  `COVER_POINT(cover_lockset_common_same_block)
  `COVER_POINT(cover_lockset_disjoint_other_block)
  `COVER_POINT(cover_lockset_common_other_block)
  `COVER_POINT(cover_lockset_common_in_block_only)
  `COVER_POINT(cover_lockset_refined_is_smaller)
  // A part as a set of the 16 elements {field 1 bit, field 0 bit} that it may contain
  function automatic [15:0] elements(input [7:0] part);
    integer high, low;
    for (high = 0; high < 4; high = high + 1)
      for (low = 0; low < 4; low = low + 1) elements[4*high + low] = part[4 + high] && part[low];
  endfunction
  task sample;
    begin
      `COVER(cover_lockset_both_empty, kept_empty && now_empty);
      `COVER(cover_lockset_one_empty, kept_empty != now_empty);
      `COVER(cover_lockset_field_alone_is_empty, kept[7:0] != 0 && kept_empty);
      `COVER(cover_lockset_disjoint_same_block, same_block && disjoint && !kept_empty && !now_empty);
      `COVER(cover_lockset_common_same_block, same_block && !disjoint);
      `COVER(cover_lockset_disjoint_other_block, !same_block && disjoint && !kept_empty && !now_empty);
      `COVER(cover_lockset_common_other_block, !same_block && !disjoint);
      `COVER(cover_lockset_common_in_block_only, elements(kept[7:0] & now[7:0]) != 0 &&
             elements(kept[15:8] & now[15:8]) == 0 && !same_block);
      `COVER(cover_lockset_refined_is_smaller, refined != 0 && refined != kept);
    end
  endtask
  task compare;
    reg [15:0] block_elements, device_elements;
    begin
      #1;
      block_elements = elements(kept[7:0]) & elements(now[7:0]);
      device_elements = elements(kept[15:8]) & elements(now[15:8]);
      check(kept_empty === (elements(kept[7:0]) == 0) && now_empty === (elements(now[7:0]) == 0), "empty");
      check(disjoint === ((same_block ? block_elements : device_elements) == 0), "disjoint");
      check(elements(refined[15:8]) === device_elements, "refined device part");
      check(elements(refined[7:0]) === (same_block ? block_elements : device_elements), "refined block part");
      check((refined[15:8] == 0) == (device_elements == 0), "an empty device part is zero");
      check((refined[7:0] == 0) == ((same_block ? block_elements : device_elements) == 0),
             "an empty block part is zero");
      sample;
    end
  endtask
  integer i;
  initial begin
    start_bench;
    for (i = 0; i < 131072; i = i + 37) begin
      {same_block, kept[7:0], now[7:0]} = i;
      {kept[15:8], now[15:8]} = random_bits(0);
      compare;
    end
    finish_bench;
  end
endmodule
