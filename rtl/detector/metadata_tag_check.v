// SPDX-License-Identifier: Apache-2.0
// metadata_tag_check: the tag check of the direct-mapped metadata cache. Combinational.
//
// An entry that belongs to another word says nothing about this word; the check replaces it by the reset image.
//
// Source: ScoRD section IV-B, D23.

`include "scord_params.vh"
`default_nettype none

module metadata_tag_check (
  // The stored entry, and the tag of the accessed word
  input  metadata_t                            kept_i,
  input  wire  [scord_params::TAG_WIDTH-1:0]   tag_i,
  // The owner in the stored entry, whatever its tag is: available before the tag comparison
  output logic [scord_params::SM_WIDTH-1:0]    owner_sm_o,
  output logic [scord_params::WARP_WIDTH-1:0]  owner_warp_o,
  // The stored entry belongs to another word; the entry for the decision
  output logic                                 tag_miss_o,
  output metadata_t                            metadata_o
);

  metadata_t reset_image;

  metadata_reset_image u_metadata_reset_image (
    .tag_i,
    .metadata_o(reset_image)
  );

  assign owner_sm_o = kept_i.block_id[scord_params::BLOCK_ID_WIDTH-1:scord_params::SLOT_WIDTH];
  assign owner_warp_o = kept_i.warp_id;
  assign tag_miss_o = kept_i.tag != tag_i;
  assign metadata_o = tag_miss_o ? reset_image : kept_i;

endmodule

`default_nettype wire
