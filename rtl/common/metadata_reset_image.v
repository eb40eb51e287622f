// SPDX-License-Identifier: Apache-2.0
// metadata_reset_image: the metadata entry of a word without an access in this kernel. Combinational.
//
// All fields are zero except Modified = BlkShared = DevShared = 1. No access produces this combination, so that Table
// III(a) recognises the first access. After a tag miss the check uses the same image with the tag of its word (D23).
//
// Source: docs/semantics.md section 1.

`include "scord_params.vh"
`default_nettype none

module metadata_reset_image (
  // The tag of the word; 0 for the image that is stored at kernel start
  input  wire [scord_params::TAG_WIDTH-1:0] tag_i,
  // The entry
  output metadata_t                         metadata_o
);

  assign metadata_o.release_ = 1'b0;
  assign metadata_o.thread_id = '0;
  assign metadata_o.tag = tag_i;
  assign metadata_o.strong_ = 1'b0;
  assign metadata_o.scope = 1'b0;
  assign metadata_o.is_atom = 1'b0;
  assign metadata_o.dev_shared = 1'b1;
  assign metadata_o.blk_shared = 1'b1;
  assign metadata_o.modified = 1'b1;
  assign metadata_o.block_id = '0;
  assign metadata_o.warp_id = '0;
  assign metadata_o.barrier_id = '0;
  assign metadata_o.blk_fence_id = '0;
  assign metadata_o.dev_fence_id = '0;
  assign metadata_o.lock_bloom = '0;

endmodule

`default_nettype wire
