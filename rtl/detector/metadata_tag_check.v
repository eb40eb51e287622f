// metadata_tag_check: the tag check of the direct-mapped metadata cache (ScoRD section IV-B, D23). Combinational.
//
// An entry kept for another word has lost this word's history: the check sees the reset image instead.

`include "scord_params.vh"
`default_nettype none

module metadata_tag_check (
  // Entry kept in memory, and the tag of the word accessed
  input  metadata_t                            kept_i,
  input  wire  [scord_params::TAG_WIDTH-1:0]   tag_i,
  // The entry is another word's; the entry to decide with
  output logic                                 tag_miss_o,
  output metadata_t                            metadata_o
);

  metadata_t reset_image;

  metadata_reset_image u_metadata_reset_image (
    .tag_i,
    .metadata_o(reset_image)
  );

  assign tag_miss_o = kept_i.tag != tag_i;
  assign metadata_o = tag_miss_o ? reset_image : kept_i;

endmodule

`default_nettype wire
