// SPDX-License-Identifier: Apache-2.0
// bench_metadata_tag_check: every pair of tags on random entries; reference: D23.
`include "scord_params.vh"
module bench_metadata_tag_check;
  `include "bench.vh"
  `COVER_POINT(cover_metadata_tag_check_hit)
  `COVER_POINT(cover_metadata_tag_check_miss)
  `COVER_POINT(cover_metadata_tag_check_first_access_of_tagged_word)
  metadata_t kept, found, image;
  reg [scord_params::TAG_WIDTH-1:0] tag;
  wire miss;
  wire [scord_params::SM_WIDTH-1:0] owner_sm;
  wire [scord_params::WARP_WIDTH-1:0] owner_warp;
  integer i;
  metadata_tag_check dut (.kept_i(kept), .tag_i(tag), .owner_sm_o(owner_sm), .owner_warp_o(owner_warp), .tag_miss_o(miss), .metadata_o(found));
  initial begin
    start_bench;
    for (i = 0; i < 4 * 256; i = i + 1) begin
      kept = {random_bits(0), random_bits(0)};
      if (i >= 768) begin kept = 0; {kept.modified, kept.blk_shared, kept.dev_shared} = 3'b111; end
      kept.tag = i;
      if (i >= 768) kept.tag = 0;   // as stored at kernel start (D26)
      tag = i >> 4;
      image = 0;
      {image.modified, image.blk_shared, image.dev_shared} = 3'b111;
      image.tag = tag;
      #1 check(miss === (kept.tag != tag), "tags differ");
      check({owner_sm, owner_warp} === {kept.block_id >> scord_params::SLOT_WIDTH, kept.warp_id}, "owner of the entry kept");
      check(found === (kept.tag == tag ? kept : image), "the entry, or the reset image of this word");
      `COVER(cover_metadata_tag_check_hit, !miss);
      `COVER(cover_metadata_tag_check_miss, miss);
      `COVER(cover_metadata_tag_check_first_access_of_tagged_word, i >= 768 && miss);
    end
    finish_bench;
  end
endmodule
