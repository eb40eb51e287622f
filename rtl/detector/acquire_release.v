// SPDX-License-Identifier: Apache-2.0
// acquire_release: what acquire and release semantics add to the rules of one word. Combinational.
//
// An entry with an empty lockset holds a release number in the lockset's place. If the release flag is set, it is the
// number that the word carries; otherwise it is the newest number at the owner's access. This module removes the number
// before the rules see the entry, decides whether the access has acquired what the owner released, and inserts the
// number of the entry to be written.
//
// With independent threads only accesses in the order of their warp's threads need no publication (D66).
//
// Source: D61, D62, D63, D66; ScoRD section VI. Model: cmodel/detector/acquire_release.c.

`include "scord_params.vh"
`default_nettype none

module acquire_release #(
  // 0: a warp counts as one thread; else its threads are distinguished (D40, D66)
  parameter int IndependentThreads = scord_params::DEFAULT_INDEPENDENT_THREADS
) (
  // The entry as read, after the tag check; the entry for the rules, in which a release number is an empty lockset
  input  metadata_t                                       metadata_i,
  output metadata_t                                       rules_metadata_o,
  // The access x (D60): its warp, whether it synchronises, op and scope, the block part of its locks, whether it
  // releases
  input  wire  [scord_params::BLOCK_ID_WIDTH-1:0]         block_id_i,
  input  wire  [scord_params::WARP_WIDTH-1:0]             warp_id_i,
  input  wire                                             synchronises_i,
  input  wire  [scord_params::OP_WIDTH-1:0]               op_i,
  input  wire                                             block_scope_i,
  input  wire  [scord_params::BLOOM_PART_WIDTH-1:0]       block_locks_i,
  input  wire                                             releases_i,
  // With independent threads (D40): BarrierID and threads of x
  /* verilator lint_off UNUSEDSIGNAL */
  input  wire  [scord_params::BARRIER_ID_WIDTH-1:0]       barrier_id_i,
  input  wire                                             has_diverged_i,
  input  wire                                             several_threads_i,
  input  wire  [scord_params::LANE_WIDTH-1:0]             thread_id_i,
  /* verilator lint_on UNUSEDSIGNAL */
  // The current fence file entry of the owner
  input  fence_entry_t                                    owner_fences_i,
  // Release numbers (0: none): the newest of all, including a release of x; of x's block: acquired before this request,
  // and released; of the owner's block: released
  input  wire  [scord_params::RELEASE_NUMBER_WIDTH-1:0]   newest_i,
  input  wire  [scord_params::RELEASE_NUMBER_WIDTH-1:0]   acquired_i,
  input  wire  [scord_params::RELEASE_NUMBER_WIDTH-1:0]   released_i,
  input  wire  [scord_params::RELEASE_NUMBER_WIDTH-1:0]   owner_released_i,
  // x has acquired what the owner released after its access (D63); the number that the word carries for x, 0 for none
  output logic                                            ordered_o,
  output logic [scord_params::RELEASE_NUMBER_WIDTH-1:0]   carried_o,
  // The entry after the rules; whether x owns it now; the entry to be written
  input  metadata_t                                       ruled_metadata_i,
  input  wire                                             owned_i,
  output metadata_t                                       metadata_o
);

  localparam int Width = scord_params::RELEASE_NUMBER_WIDTH;
  localparam int Shift = scord_params::RELEASE_NUMBER_SHIFT;
  localparam int PartWidth = scord_params::BLOOM_PART_WIDTH;

  // D22: this block part holds no lock
  function automatic logic empty(input logic [PartWidth-1:0] block_part);
    empty = block_part[PartWidth/2-1:0] == '0 || block_part[PartWidth-1:PartWidth/2] == '0;
  endfunction

  `include "release_number.vh"

  ///////////////
  // The entry //
  ///////////////

  logic has_number, same_b, scopes_match;
  logic [Width-1:0] number;

  assign has_number = empty(metadata_i.lock_bloom[PartWidth-1:0]);
  assign number = metadata_i.lock_bloom[Shift +: Width];
  assign same_b = metadata_i.block_id == block_id_i;
  assign scopes_match = same_b || (!metadata_i.scope && !block_scope_i);

  always_comb begin
    rules_metadata_o = metadata_i;
    if (has_number) rules_metadata_o.lock_bloom = '0;
  end

  assign carried_o = metadata_i.release_ && synchronises_i && scopes_match ? number : '0;

  ///////////////////
  // Ordered (D63) //
  ///////////////////

  logic [Width-1:0] acquired_age, number_age, released_age;
  logic blk_fence_since, dev_fence_since, threads_ordered, published;
  logic reaches;  // the word carries a release that x's block may acquire: the write that carries it is published with it

  assign reaches = metadata_i.release_ && (same_b || !metadata_i.scope);

  // D66: program order publishes only to the owner's own thread, or once the warp's lanes have met.
  if (IndependentThreads != 0) begin : g_independent_threads
    localparam int IdWidth = scord_params::BARRIER_ID_WIDTH;
    localparam int BarrierWidth = scord_params::EPOCH_BARRIER_WIDTH;
    logic warp_shared;  // D42

    `include "thread_order.vh"

    assign warp_shared = !metadata_i.modified && metadata_i.blk_shared && metadata_i.dev_shared;
    assign threads_ordered = threads_in_order(warp_shared, metadata_i.barrier_id[IdWidth-1:BarrierWidth],
                                              metadata_i.thread_id, has_diverged_i,
                                              barrier_id_i[IdWidth-1:BarrierWidth], several_threads_i, thread_id_i);
  end else begin : g_warps_only
    assign threads_ordered = 1'b1;
  end

  assign acquired_age = newest_i - acquired_i;
  assign number_age = newest_i - number;
  assign released_age = newest_i - owner_released_i;
  assign blk_fence_since = metadata_i.blk_fence_id != owner_fences_i.blk_fence_id;
  assign dev_fence_since = metadata_i.dev_fence_id != owner_fences_i.dev_fence_id;
  assign published = same_b ? (metadata_i.warp_id == warp_id_i && threads_ordered) || blk_fence_since || dev_fence_since :
                     dev_fence_since || (owner_released_i != '0 && released_age < number_age);
  assign ordered_o = has_number && acquired_i != '0 &&
                     (reaches ? acquired_age <= number_age : acquired_age < number_age && published);

  //////////////////////////////
  // The entry to write (D61) //
  //////////////////////////////

  logic writes, room, was_release;
  logic [Width-1:0] own_release, written;

  assign writes = synchronises_i && op_i != scord_params::OP_LOAD;
  assign own_release = releases_i ? newest_i :
                       op_i == scord_params::OP_ATOMIC || empty(block_locks_i) ? released_i : '0;
  assign written = !writes ? '0 : younger(newest_i, own_release, op_i == scord_params::OP_ATOMIC ? carried_o : '0);
  assign was_release = metadata_i.release_;
  assign room = empty(ruled_metadata_i.lock_bloom[PartWidth-1:0]);

  always_comb begin
    metadata_o = ruled_metadata_i;
    if (!owned_i && (was_release || room)) begin
      metadata_o.release_ = was_release;
      metadata_o.lock_bloom = {has_number ? number : newest_i, Shift'(0)};  // D62: an emptied lockset has no number
    end else if (owned_i && written != '0) begin
      metadata_o.release_ = 1'b1;
      metadata_o.lock_bloom = {written, Shift'(0)};
    end else if (owned_i && room) begin
      metadata_o.release_ = 1'b0;
      metadata_o.lock_bloom = {newest_i, Shift'(0)};
    end
  end

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  // For all inputs. Without a clock: Icarus looks when all of a time step has settled.
  always @* begin
`ifdef __ICARUS__
    #0;
    if (^{metadata_i, ruled_metadata_i, op_i, owned_i, newest_i, acquired_i, synchronises_i} !== 1'bx)  // all known
`endif
    begin
      if (ordered_o) begin : a_ordered_by_what_was_acquired
        assert (acquired_i != '0 && has_number);
      end
      if (carried_o != '0) begin : a_number_of_a_release
        assert (metadata_i.release_ && synchronises_i);
      end
      // Only the place of the lockset, and the flag that says what it holds, differ from the rules' entry.
      begin : a_rules_entry_otherwise
        assert (metadata_o.block_id == ruled_metadata_i.block_id && metadata_o.warp_id == ruled_metadata_i.warp_id &&
                metadata_o.modified == ruled_metadata_i.modified && metadata_o.strong_ == ruled_metadata_i.strong_ &&
                metadata_o.tag == ruled_metadata_i.tag);
      end
      if (metadata_o.release_ && owned_i) begin : a_only_a_write_releases
        assert (!(op_i == scord_params::OP_LOAD) || ruled_metadata_i.release_);
      end
    end
  end
`endif

endmodule

`default_nettype wire
