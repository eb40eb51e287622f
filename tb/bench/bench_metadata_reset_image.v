// SPDX-License-Identifier: Apache-2.0
// bench_metadata_reset_image: the image of docs/semantics.md section 1 for every Tag.
`include "scord_params.vh"
module bench_metadata_reset_image;
  `include "bench.vh"
  reg [scord_params::TAG_WIDTH-1:0] tag;
  metadata_t image, zero_but_flags;
  integer i;
  metadata_reset_image dut (.tag_i(tag), .metadata_o(image));
  `COVER_POINT(cover_metadata_reset_image_tag_zero)
  `COVER_POINT(cover_metadata_reset_image_tag_not_zero)
  initial begin
    start_bench;
    for (i = 0; i < 1 << scord_params::TAG_WIDTH; i = i + 1) begin
      tag = i;
      #1;
      check(image.modified === 1'b1 && image.blk_shared === 1'b1 && image.dev_shared === 1'b1, "flags are one");
      check(image.tag === tag, "tag is the word's");
      `COVER(cover_metadata_reset_image_tag_zero, image.tag == 0);
      `COVER(cover_metadata_reset_image_tag_not_zero, image.tag != 0);
      zero_but_flags = image;
      zero_but_flags.modified = 0; zero_but_flags.blk_shared = 0; zero_but_flags.dev_shared = 0; zero_but_flags.tag = 0;
      check(zero_but_flags === 64'd0, "everything else is zero");
    end
    finish_bench;
  end
endmodule
