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

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  // For all inputs. Without a clock: Icarus looks when all of a time step has settled.
  always @* begin
`ifdef __ICARUS__
    #0;
    if (^{kept_i, tag_i} !== 1'bx)  // all known
`endif
    begin
      begin : a_entry_of_the_word
        assert (metadata_o.tag == tag_i);
      end
      // Rule 1 takes it for a first access.
      if (tag_miss_o) begin : a_reset_state_after_a_miss
        assert (metadata_o.modified && metadata_o.blk_shared && metadata_o.dev_shared);
      end
    end
  end
`endif

endmodule

`default_nettype wire
