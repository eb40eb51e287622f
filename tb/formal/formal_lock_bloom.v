// SPDX-License-Identifier: Apache-2.0
// formal_lock_bloom: D21 and D31 for all inputs: the hash, the parts, and which two locks look common (with lockset,
// D22).
// groups: hash (fold); every bloom bit; which two locks look common; adjacent and padded locks
// prove: single step
//
// Adjacent words: the sum w + 1 flips bits k-1..0 of the word address. The fold maps this flip to no change of h4 only
// for k = 8, 12, 20, 24, 32, 36, that is for w mod 256 = 127 and for every k-th carry beyond. Locks in adjacent words
// therefore never look common within aligned 512 bytes, and across their edge only in these cases. The cover point
// adjacent_words_look_common reaches one, for example bytes 0x1fc and 0x200.
`include "scord_params.vh"
module formal_lock_bloom (
  input wire [39:0] address, input wire [23:0] hashes, input wire [3:0] active, input wire [3:0] device_active,
  input wire [39:0] other_address, input wire is_device, input wire other_is_device, input wire same_block
);
  // Bit k of the hash is the parity of word address bits k, k + 6, k + 12, …
  localparam [37:0] EverySixth = 38'b01_000001_000001_000001_000001_000001_000001;
  function automatic [5:0] fold(input [39:0] byte_address);
    fold = {^(byte_address[39:2] & EverySixth << 5), ^(byte_address[39:2] & EverySixth << 4),
            ^(byte_address[39:2] & EverySixth << 3), ^(byte_address[39:2] & EverySixth << 2),
            ^(byte_address[39:2] & EverySixth << 1), ^(byte_address[39:2] & EverySixth)};
  endfunction
  function automatic [3:0] h4(input [5:0] hash);
    h4 = hash[3:0] ^ {hash[5:4], 2'b00};
  endfunction

  wire [5:0] hash;
  wire [15:0] bloom;
  lock_bloom dut (.address_i(address), .hash_o(hash), .entry_hashes_i(hashes), .active_i(active),
    .device_active_i(device_active), .bloom_o(bloom));

  // Every bit of the filter is set exactly when an active entry selects it
  wire [3:0] h4_0 = h4(hashes[5:0]), h4_1 = h4(hashes[11:6]), h4_2 = h4(hashes[17:12]), h4_3 = h4(hashes[23:18]);
  wire [15:0] selected;
  for (genvar f = 0; f < 4; f = f + 1) begin : g_bit
    wire [3:0] low = {h4_3[1:0] == f, h4_2[1:0] == f, h4_1[1:0] == f, h4_0[1:0] == f};
    wire [3:0] high = {h4_3[3:2] == f, h4_2[3:2] == f, h4_1[3:2] == f, h4_0[3:2] == f};
    assign selected[f] = (low & active) != 0;
    assign selected[4 + f] = (high & active) != 0;
    assign selected[8 + f] = (low & device_active) != 0;
    assign selected[12 + f] = (high & device_active) != 0;
  end
  always @(*) assert (hash == fold(address) && bloom == selected);
  // A part has bits in both of its fields or in neither, so that either field shows whether it is empty (assumed in
  // tb/synthesis/netlist/assumptions)
  always @(*) assert ((bloom[3:0] == 0) == (bloom[7:4] == 0) && (bloom[11:8] == 0) == (bloom[15:12] == 0));

  // Two warps, one fully active lock each
  wire [5:0] other_hash, unused_hash, unused_hash_2;
  wire [15:0] one, other, unused_bloom;
  lock_bloom other_address_hash (.address_i(other_address), .hash_o(other_hash), .entry_hashes_i(24'd0), .active_i(4'd0),
    .device_active_i(4'd0), .bloom_o(unused_bloom));
  lock_bloom one_lock (.address_i(40'd0), .hash_o(unused_hash), .entry_hashes_i({18'd0, hash}), .active_i(4'd1),
    .device_active_i({3'd0, is_device}), .bloom_o(one));
  lock_bloom other_lock (.address_i(40'd0), .hash_o(unused_hash_2), .entry_hashes_i({12'd0, other_hash, 6'd0}),
    .active_i(4'd2), .device_active_i({2'd0, other_is_device, 1'b0}), .bloom_o(other));
  wire disjoint, one_empty, other_empty;
  wire [15:0] refined;
  lockset common (.lockset_i(one), .lock_bloom_i(other), .same_block_i(same_block), .lockset_empty_o(one_empty),
    .lock_bloom_empty_o(other_empty), .disjoint_o(disjoint), .refined_o(refined));

  wire same_word = address[39:2] == other_address[39:2];
  wire [37:0] flipped = address[39:2] ^ other_address[39:2];
  wire adjacent = other_address[39:2] == address[39:2] + 1 && address[39:2] != 38'h3f_ffff_ffff;
  wire folds_away = flipped == (1 << 8) - 1 || flipped == (1 << 12) - 1 || flipped == (1 << 20) - 1 ||
                    flipped == (1 << 24) - 1 || flipped == 38'hffff_ffff || flipped == 38'hf_ffff_ffff;
  wire comparable = same_block || (is_device && other_is_device);
  always @(*) begin
    assert (!one_empty && !other_empty);  // a held lock is visible, whatever its address is
    // Two locks look common exactly when their four-bit hashes are equal and a part has both: one in sixteen pairs
    assert (disjoint == !(comparable && h4(fold(address)) == h4(fold(other_address))));
    if (same_word) assert (disjoint == !comparable);  // one word is one lock; a block lock protects within its block only
    if (adjacent && !folds_away) assert (disjoint);
    if (adjacent && address[8:2] != 127) assert (disjoint);
    if (adjacent && folds_away && comparable) assert (!disjoint);
    if (flipped != 0 && flipped < 16) assert (disjoint);  // 16 aligned words have sixteen patterns
    // Of locks padded to a segment (128 bytes) seven neighbours do not collide, of locks padded to 4 KB three
    if (flipped[4:0] == 0 && flipped[37:5] != 0 && flipped[37:5] < 4) assert (disjoint);
  end

  (* keep *) wire cover_different_locks_look_common = !disjoint && !same_word && !same_block;
  (* keep *) wire cover_block_lock_does_not_cross = same_word && !same_block && disjoint;
  (* keep *) wire cover_bloom_full = bloom == 16'hffff;
  (* keep *) wire cover_adjacent_words_look_common = adjacent && !disjoint;
endmodule
