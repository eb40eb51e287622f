// SPDX-License-Identifier: Apache-2.0
// lockset: compares the lockset of a metadata entry with the locks of the accessor. Combinational.
//
// A set is a bloom filter {device part, block part}. A part has two one-hot fields, and a lock sets one bit in each;
// the part is empty when either field is zero. Within a block every lock protects, so the block parts decide. Across
// blocks only device locks protect: the device parts decide, and the refined block part becomes the common device part.
//
// Source: D22.
// protect, so the device parts decide and the refined block part becomes the device part's result.

`include "scord_params.vh"
`default_nettype none

module lockset (
  // The lockset of the entry, the locks of the accessor, and whether the accessor is in the owner's block
  input  wire  [scord_params::BLOOM_WIDTH-1:0] lockset_i,
  input  wire  [scord_params::BLOOM_WIDTH-1:0] lock_bloom_i,
  input  wire                                  same_block_i,
  // The set is empty: that of the entry, that of the accessor
  output logic                                 lockset_empty_o,
  output logic                                 lock_bloom_empty_o,
  // The two sets have no lock in common
  output logic                                 disjoint_o,
  // The common locks; an empty part is all zero
  output logic [scord_params::BLOOM_WIDTH-1:0] refined_o
);

  localparam int PartWidth = scord_params::BLOOM_PART_WIDTH;
  localparam int FieldWidth = PartWidth / 2;

  function automatic logic part_empty(input logic [PartWidth-1:0] part);
    part_empty = part[FieldWidth-1:0] == '0 || part[PartWidth-1:FieldWidth] == '0;
  endfunction

  logic [scord_params::BLOOM_WIDTH-1:0] both;
  logic [PartWidth-1:0] common_block, common_device;

  assign lockset_empty_o = part_empty(lockset_i[PartWidth-1:0]);
  assign lock_bloom_empty_o = part_empty(lock_bloom_i[PartWidth-1:0]);

  assign both = lockset_i & lock_bloom_i;
  assign common_block = part_empty(both[PartWidth-1:0]) ? '0 : both[PartWidth-1:0];
  assign common_device = part_empty(both[2*PartWidth-1:PartWidth]) ? '0 : both[2*PartWidth-1:PartWidth];

  assign disjoint_o = same_block_i ? common_block == '0 : common_device == '0;
  assign refined_o = {common_device, same_block_i ? common_block : common_device};

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  // For all inputs. Without a clock: Icarus looks when all of a time step has settled.
  always @* begin
`ifdef __ICARUS__
    #0;
    if (^{lockset_i, lock_bloom_i, same_block_i} !== 1'bx)  // all known
`endif
    begin
      // Across blocks a lock of the block protects nothing: both parts become the common device locks.
      begin : a_refined_is_common
        assert ((refined_o & ~(same_block_i ? both : {2{both[2*PartWidth-1:PartWidth]}})) == '0);
      end
      // An empty set has no lock in common with any.
      begin : a_empty_is_disjoint_in_the_block
        assert (!same_block_i || !(lockset_empty_o || lock_bloom_empty_o) || disjoint_o);
      end
      begin : a_disjoint_leaves_nothing
        assert (disjoint_o == (refined_o[PartWidth-1:0] == '0));
      end
    end
  end
`endif

endmodule

`default_nettype wire
