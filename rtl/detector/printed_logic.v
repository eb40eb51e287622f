// SPDX-License-Identifier: Apache-2.0
// printed_logic: decides one access to one word to the letter of ScoRD section IV-A. Combinational.
//
// It stands in the place of detection_logic with AsPrinted (D91), to measure what the departures of section 16 of
// docs/semantics.md change; it is not meant to be built: correct programs are reported. The names are the paper's: md
// is the metadata entry, x is the access that is checked. Options of the rules are not combined with it.
//
// Source: ScoRD section IV-A, Tables III and IV. Model: cmodel/detector/printed_logic.c.

`include "scord_params.vh"
`default_nettype none

module printed_logic (
  // The entry as read, after the tag check (D23); ThreadID and the release flag mean nothing here.
  /* verilator lint_off UNUSEDSIGNAL */
  input  metadata_t                                    metadata_i,
  /* verilator lint_on UNUSEDSIGNAL */
  // The access x: its warp, BarrierID and lock bloom of the snapshot (D8), op, scope (1 = block), strong (D6)
  input  wire  [scord_params::BLOCK_ID_WIDTH-1:0]      block_id_i,
  input  wire  [scord_params::WARP_WIDTH-1:0]          warp_id_i,
  input  wire  [scord_params::BARRIER_ID_WIDTH-1:0]    barrier_id_i,
  input  wire  [scord_params::BLOOM_WIDTH-1:0]         lock_bloom_i,
  input  wire  [scord_params::OP_WIDTH-1:0]            op_i,
  input  wire                                          block_scope_i,
  input  wire                                          strong_i,
  // Fence file entries in the cycle of the decision (D1): x's warp, and the owner of metadata_i
  input  fence_entry_t                                 accessor_fences_i,
  input  fence_entry_t                                 owner_fences_i,
  // The entry to write: x owns it
  output metadata_t                                    metadata_o,
  // Path, verdict, and scope of the race (1 = block, section 6; 0 without a race, D30)
  output logic [scord_params::PATH_WIDTH-1:0]          path_o,
  output logic [scord_params::VERDICT_WIDTH-1:0]       verdict_o,
  output logic                                         race_scope_o
);

  // The entry, opened
  logic md_modified, md_blk_shared, md_dev_shared, md_is_atom, md_strong;
  logic same_block, same_warp, wr, atomic, no_block_fence, no_device_fence;

  assign md_modified = metadata_i.modified;
  assign md_blk_shared = metadata_i.blk_shared;
  assign md_dev_shared = metadata_i.dev_shared;
  assign md_is_atom = metadata_i.is_atom;
  assign md_strong = metadata_i.strong_;
  assign same_block = metadata_i.block_id == block_id_i;
  assign same_warp = same_block && metadata_i.warp_id == warp_id_i;
  assign wr = op_i != scord_params::OP_LOAD;
  assign atomic = op_i == scord_params::OP_ATOMIC;
  assign no_block_fence = metadata_i.blk_fence_id == owner_fences_i.blk_fence_id;
  assign no_device_fence = metadata_i.dev_fence_id == owner_fences_i.dev_fence_id;

  ///////////////
  // Table III //
  ///////////////

  logic first_access, program_order, barrier_between;

  assign first_access = md_modified && md_blk_shared && md_dev_shared;
  assign program_order = same_warp && !md_blk_shared && !md_dev_shared;
  assign barrier_between = same_block && metadata_i.barrier_id != barrier_id_i && !md_dev_shared;

  //////////////
  // Table IV //
  //////////////

  logic may_conflict, others_conflict, scoped_atomic, locks_disjoint;

  // "On a load, if the Modified flag in the metadata is unset, then no further check is required"
  assign may_conflict = wr || md_modified;
  assign others_conflict = may_conflict && !same_warp;
  assign scoped_atomic = md_is_atom && metadata_i.scope && !same_block;
  // "either the bloom filter content in the metadata or that of the current access is non-empty", "the intersection
  // (bitwise AND) … is empty"
  assign locks_disjoint = (metadata_i.lock_bloom | lock_bloom_i) != '0 && (metadata_i.lock_bloom & lock_bloom_i) == '0;

  always_comb begin
    path_o = scord_params::PATH_FULL;
    verdict_o = scord_params::VERDICT_CLEAN;
    if (first_access) path_o = scord_params::PATH_INITIALIZATION;
    else if (program_order) path_o = scord_params::PATH_PROGRAM_ORDER;
    else if (barrier_between) path_o = scord_params::PATH_BARRIER;
    else if (scoped_atomic) verdict_o = scord_params::VERDICT_SCOPED_ATOMIC;
    else if (md_is_atom && atomic) path_o = scord_params::PATH_ATOMIC_AFTER_ATOMIC;
    else if (others_conflict && same_block && no_block_fence && no_device_fence)
      verdict_o = scord_params::VERDICT_MISSING_BLOCK_FENCE;
    else if (others_conflict && !same_block && no_device_fence) verdict_o = scord_params::VERDICT_MISSING_DEVICE_FENCE;
    else if (others_conflict && !(md_strong && strong_i)) verdict_o = scord_params::VERDICT_NOT_STRONG;
    else if (may_conflict && locks_disjoint && wr) verdict_o = scord_params::VERDICT_NO_COMMON_LOCK_ON_STORE;
    else if (may_conflict && locks_disjoint) verdict_o = scord_params::VERDICT_NO_COMMON_LOCK_ON_LOAD;
  end

  assign race_scope_o = verdict_o != scord_params::VERDICT_CLEAN && same_block && !md_dev_shared;

  ////////////
  // Update //
  ////////////

  // Whatever the verdict. The flags are set, and cleared by the first access only.
  assign metadata_o.block_id = block_id_i;
  assign metadata_o.warp_id = warp_id_i;
  assign metadata_o.barrier_id = barrier_id_i;
  assign metadata_o.blk_fence_id = accessor_fences_i.blk_fence_id;
  assign metadata_o.dev_fence_id = accessor_fences_i.dev_fence_id;
  assign metadata_o.is_atom = atomic;
  assign metadata_o.scope = block_scope_i;
  assign metadata_o.modified = wr || (md_modified && !first_access);
  assign metadata_o.dev_shared = !first_access && (md_dev_shared || (!wr && !same_block));
  assign metadata_o.blk_shared = !first_access && (md_blk_shared || (!wr && same_block && !same_warp));
  assign metadata_o.strong_ = strong_i && (first_access || md_strong);
  assign metadata_o.lock_bloom = lock_bloom_i;
  assign metadata_o.tag = metadata_i.tag;
  assign metadata_o.thread_id = '0;
  assign metadata_o.release_ = 1'b0;

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  // For all inputs. Without a clock: Icarus looks when all of a time step has settled.
  always @* begin
`ifdef __ICARUS__
    #0;
    if (^{metadata_i, block_id_i, warp_id_i, barrier_id_i, lock_bloom_i, op_i, strong_i,
          accessor_fences_i, owner_fences_i} !== 1'bx)  // all known
`endif
    begin
      begin : a_race_on_the_full_path
        assert (verdict_o == scord_params::VERDICT_CLEAN || path_o == scord_params::PATH_FULL);
      end
      begin : a_table_3_before_table_4
        assert (!(first_access || program_order || barrier_between) || verdict_o == scord_params::VERDICT_CLEAN);
      end
      begin : a_load_of_clean_data
        assert (wr || md_modified || verdict_o == scord_params::VERDICT_CLEAN ||
                verdict_o == scord_params::VERDICT_SCOPED_ATOMIC);
      end
      begin : a_block_scope_stays_in_the_block
        assert (!race_scope_o || (same_block && verdict_o != scord_params::VERDICT_CLEAN));
      end
      begin : a_fences_race_with_other_warps
        assert (!same_warp || (verdict_o != scord_params::VERDICT_MISSING_BLOCK_FENCE &&
                               verdict_o != scord_params::VERDICT_MISSING_DEVICE_FENCE &&
                               verdict_o != scord_params::VERDICT_NOT_STRONG));
      end
    end
  end
`endif

endmodule

`default_nettype wire
