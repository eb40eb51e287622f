// SPDX-License-Identifier: Apache-2.0
// formal_lockset: the set operations of D22 for all inputs, each written out for its bits and part.
// groups: empty; disjoint; refined; algebra (subset, idempotent)
// prove: single step
`include "scord_params.vh"
module formal_lockset (input wire [15:0] kept, input wire [15:0] held, input wire same_block);
  wire kept_empty, held_empty, disjoint;
  wire [15:0] refined;
  lockset dut (
    .lockset_i(kept), .lock_bloom_i(held), .same_block_i(same_block), .lockset_empty_o(kept_empty),
    .lock_bloom_empty_o(held_empty), .disjoint_o(disjoint), .refined_o(refined));

  `include "tb/formal/parts/lock_pattern.vh"
  wire block_common = holds_one(kept[7:0] & held[7:0]);
  wire device_common = holds_one(kept[15:8] & held[15:8]);

  // The refined set as the next check sees it
  wire [15:0] again;
  wire refined_empty, again_empty, again_disjoint;
  lockset next (
    .lockset_i(refined), .lock_bloom_i(held), .same_block_i(same_block), .lockset_empty_o(refined_empty),
    .lock_bloom_empty_o(again_empty), .disjoint_o(again_disjoint), .refined_o(again));

  always @(*) begin
    // A set is empty if its block part is; the device part alone protects nothing
    assert (kept_empty == !holds_one(kept[7:0]) && held_empty == !holds_one(held[7:0]));
    // Block parts decide within a block, device parts across blocks
    assert (disjoint == !(same_block ? block_common : device_common));
    // Refined: each part is the AND, an empty part is zero; across blocks the block part is the device part's
    assert (refined[15:8] == (device_common ? kept[15:8] & held[15:8] : 8'd0));
    assert (refined[7:0] == (!same_block ? refined[15:8] : block_common ? kept[7:0] & held[7:0] : 8'd0));
    // Therefore no lock is added, refining twice by one set is refining once, and an empty result means disjoint sets
    assert ((refined[15:8] & ~kept[15:8]) == 0 && (refined & ~held & {16{same_block}}) == 0);
    assert (again == refined && again_disjoint == disjoint && refined_empty == disjoint);
  end

  (* keep *) wire cover_common_across_blocks = !disjoint && !same_block;
  (* keep *) wire cover_common_inside_block_only = !disjoint && same_block && refined[15:8] == 0;
  (* keep *) wire cover_two_locks_disjoint = disjoint && !kept_empty && !held_empty;
  (* keep *) wire cover_block_lock_does_not_cross = !same_block && disjoint && block_common;
endmodule
