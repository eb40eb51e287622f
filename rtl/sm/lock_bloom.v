// SPDX-License-Identifier: Apache-2.0
// lock_bloom: the hash of a lock's address, and the bloom filter of a warp's active locks. Combinational.
//
// The filter has a block part and a device part. Each part has two one-hot fields. Every active lock sets its bits in
// the block part; a lock that is active at device scope also sets its bits in the device part. Two accesses of one
// block compare the block parts, two accesses of different blocks the device parts. A lock of block scope therefore
// protects within its block only, although the hash contains no block number.
//
// Source: D21, D31.
// block and never across blocks, without a block id in the hash.

`include "scord_params.vh"
`default_nettype none

module lock_bloom (
  // Byte address of a lock word, and the hash of this address
  input  wire  [scord_params::ADDRESS_WIDTH-1:0]   address_i,
  output logic [scord_params::LOCK_HASH_WIDTH-1:0] hash_o,
  // The entries of a warp, the oldest lowest: hash, active, active at device scope. The filter: {device part, block
  // part}
  input  wire  [scord_params::LOCK_TABLE_ENTRIES*scord_params::LOCK_HASH_WIDTH-1:0] entry_hashes_i,
  input  wire  [scord_params::LOCK_TABLE_ENTRIES-1:0]                               active_i,
  input  wire  [scord_params::LOCK_TABLE_ENTRIES-1:0]                               device_active_i,
  output logic [scord_params::BLOOM_WIDTH-1:0]     bloom_o
);

  //////////////////
  // Address hash //
  //////////////////

  localparam int HashWidth = scord_params::LOCK_HASH_WIDTH;
  localparam int WordShift = $clog2(scord_params::WORD_BYTES);
  localparam int WordWidth = scord_params::ADDRESS_WIDTH - WordShift;
  localparam int Chunks = (WordWidth + HashWidth - 1) / HashWidth;

  // All bytes of a word are one lock. Every bit of the word address enters the hash, so that padded locks do not
  // collide.
  logic [Chunks*HashWidth-1:0] word_address;
  assign word_address = (Chunks*HashWidth)'(address_i) >> WordShift;

  always_comb begin
    hash_o = '0;
    for (int chunk = 0; chunk < Chunks; chunk++) hash_o ^= HashWidth'(word_address >> chunk * HashWidth);
  end

  ///////////
  // Bloom //
  ///////////

  localparam int Entries = scord_params::LOCK_TABLE_ENTRIES;
  localparam int PartWidth = scord_params::BLOOM_PART_WIDTH;
  localparam int FieldWidth = PartWidth / 2;
  localparam int SelectWidth = $clog2(FieldWidth);
  // The hash is folded to the bits that select one bit in each field (h4 in D21). The last fold may be narrower; it is
  // aligned to the top.
  localparam int FoldWidth = 2 * SelectWidth;
  localparam int Folds = (HashWidth + FoldWidth - 1) / FoldWidth;
  localparam int RestShift = Folds * FoldWidth - HashWidth;

  logic [Entries*PartWidth-1:0] block_parts, device_parts;  // by entry

  for (genvar i = 0; i < Entries; i++) begin : g_entry
    logic [HashWidth-1:0] hash;
    logic [FoldWidth-1:0] folded;
    logic [PartWidth-1:0] fields;

    assign hash = entry_hashes_i[i*HashWidth +: HashWidth];
    always_comb begin
      folded = FoldWidth'(hash);
      for (int fold = 1; fold < Folds; fold++)
        folded = folded ^ FoldWidth'(hash >> fold * FoldWidth) << (fold == Folds - 1 ? RestShift : 0);
    end

    assign fields = {FieldWidth'(1) << folded[FoldWidth-1:SelectWidth], FieldWidth'(1) << folded[SelectWidth-1:0]};
    assign block_parts[i*PartWidth +: PartWidth] = active_i[i] ? fields : '0;
    assign device_parts[i*PartWidth +: PartWidth] = device_active_i[i] ? fields : '0;
  end

  logic [PartWidth-1:0] block_part, device_part;

  always_comb begin
    block_part = '0;
    device_part = '0;
    for (int i = 0; i < Entries; i++) begin
      block_part |= PartWidth'(block_parts >> i * PartWidth);
      device_part |= PartWidth'(device_parts >> i * PartWidth);
    end
  end

  assign bloom_o = {device_part, block_part};

endmodule

`default_nettype wire
