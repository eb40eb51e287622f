// SPDX-License-Identifier: Apache-2.0
// detection_logic: decides one access to one word. Combinational.
//
// It applies rules 1 to 9 of docs/semantics.md section 3 literally and in that order: the preliminary checks of ScoRD
// Table III (rules 1 to 3), the race conditions of Table IV (4, 6, 7), and the update of the metadata (5, 8, 9). The
// names are the paper's: md is the metadata entry, the owner is the warp that it names, x is the access that is
// checked.
//
// Source: ScoRD section IV, Tables III and IV. Model: cmodel/detector/detection_logic.c.

`include "scord_params.vh"
`default_nettype none

module detection_logic #(
  // 0: a warp counts as one thread; else its threads are distinguished (D40)
  parameter int IndependentThreads = scord_params::DEFAULT_INDEPENDENT_THREADS,
  // 1: acquire and release order accesses (D60)
  parameter int AcquireRelease = scord_params::DEFAULT_ACQUIRE_RELEASE
) (
  // The entry as read, after the tag check (D23): it belongs to this word. ThreadID is used with independent threads
  // only, the release flag with AcquireRelease only.
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
  // With AcquireRelease: x synchronises, as an atomic or as an access with stated semantics (D60); x has acquired what
  // the owner released after its access (D63)
  /* verilator lint_off UNUSEDSIGNAL */
  input  wire                                          synchronises_i,
  input  wire                                          ordered_i,
  /* verilator lint_on UNUSEDSIGNAL */
  // Option of rule 4 (D39): the scope of x counts as well as that of the last atomic
  input  wire                                          both_scopes_i,
  // With independent threads (D40): x's warp has diverged; several lanes touch one byte of the word; the lowest lane on
  // it
  /* verilator lint_off UNUSEDSIGNAL */
  input  wire                                          has_diverged_i,
  input  wire                                          several_threads_i,
  input  wire  [scord_params::LANE_WIDTH-1:0]          thread_id_i,
  /* verilator lint_on UNUSEDSIGNAL */
  // Fence file entries in the cycle of the decision (D1): x's warp, and OF, the owner of metadata_i
  input  fence_entry_t                                 accessor_fences_i,
  input  fence_entry_t                                 owner_fences_i,
  // The entry to write
  output metadata_t                                    metadata_o,
  // x owns the entry now
  output logic                                         owned_o,
  // Path, verdict, and scope of the race (1 = block, section 6; 0 without a race, D30)
  output logic [scord_params::PATH_WIDTH-1:0]          path_o,
  output logic [scord_params::VERDICT_WIDTH-1:0]       verdict_o,
  output logic                                         race_scope_o
);

  ///////////////////////
  // The entry, opened //
  ///////////////////////

  logic md_modified, md_blk_shared, md_dev_shared, md_is_atom, md_scope, md_strong;
  logic [scord_params::BLOOM_WIDTH-1:0] md_lockset;
  logic warp_shared;  // the data are clean; several threads of the owner's warp, and no other, have read them (D42)

  assign md_modified = metadata_i.modified;
  assign md_blk_shared = metadata_i.blk_shared && !warp_shared;
  assign md_dev_shared = metadata_i.dev_shared && !warp_shared;
  assign md_is_atom = metadata_i.is_atom;
  assign md_scope = metadata_i.scope;
  assign md_strong = metadata_i.strong_;
  assign md_lockset = metadata_i.lock_bloom;

  ////////////////////////////////////
  // Independent threads (D40 - D42) //
  ////////////////////////////////////

  logic threads_ordered;  // within one warp: the owner's access is ordered before x
  logic barrier_differs;
  logic several_readers;  // a load by several threads leaves the entry WarpShared

  if (IndependentThreads != 0) begin : g_independent_threads
    // bits of the barrier counter in a BarrierID; the others are the __syncwarp epoch (D41)
    localparam int BarrierWidth = scord_params::EPOCH_BARRIER_WIDTH;
    localparam int IdWidth = scord_params::BARRIER_ID_WIDTH;

    `include "thread_order.vh"

    assign warp_shared = !md_modified && metadata_i.blk_shared && metadata_i.dev_shared;
    assign threads_ordered = threads_in_order(warp_shared, metadata_i.barrier_id[IdWidth-1:BarrierWidth],
                                              metadata_i.thread_id, has_diverged_i,
                                              barrier_id_i[IdWidth-1:BarrierWidth], several_threads_i, thread_id_i);
    assign barrier_differs = metadata_i.barrier_id[BarrierWidth-1:0] != barrier_id_i[BarrierWidth-1:0];
    assign several_readers = several_threads_i && op_i == scord_params::OP_LOAD;
  end else begin : g_warps_only
    assign warp_shared = 1'b0;
    assign threads_ordered = 1'b1;
    assign barrier_differs = metadata_i.barrier_id != barrier_id_i;
    assign several_readers = 1'b0;
  end

  ////////////////////////
  // Terms of section 3 //
  ////////////////////////

  logic same_b, same_w, same, wr, x_is_atomic;  // x_is_atomic: x is an atomic or synchronises like one (D60)
  logic ordered, md_release;
  logic blk_fence_is_of, dev_fence_is_of;  // the owner's warp has executed no such fence since the owner's access

  assign same_b = metadata_i.block_id == block_id_i;
  assign same_w = same_b && metadata_i.warp_id == warp_id_i;
  assign same = same_w && threads_ordered;
  assign x_is_atomic = AcquireRelease != 0 ? synchronises_i : op_i == scord_params::OP_ATOMIC;
  assign ordered = AcquireRelease != 0 && ordered_i;
  assign md_release = AcquireRelease != 0 && metadata_i.release_;
  assign wr = op_i != scord_params::OP_LOAD;
  assign blk_fence_is_of = metadata_i.blk_fence_id == owner_fences_i.blk_fence_id;
  assign dev_fence_is_of = metadata_i.dev_fence_id == owner_fences_i.dev_fence_id;

  // D22. An access is protected if either lockset is not empty.
  logic lockset_empty, lock_bloom_empty, disjoint, lock_protected;
  logic [scord_params::BLOOM_WIDTH-1:0] refined;

  lockset u_lockset (
    .lockset_i         (md_lockset),
    .lock_bloom_i,
    .same_block_i      (same_b),
    .lockset_empty_o   (lockset_empty),
    .lock_bloom_empty_o(lock_bloom_empty),
    .disjoint_o        (disjoint),
    .refined_o         (refined)
  );

  assign lock_protected = !lockset_empty || !lock_bloom_empty;

  /////////////////////////////////////
  // Preliminary checks, Table III   //
  /////////////////////////////////////

  logic rule_1, rule_2, rule_3;

  // Rule 1, Table III(a): first access after (re-)initialisation
  assign rule_1 = md_modified && md_blk_shared && md_dev_shared;
  // Rule 2, Table III(c): only this block so far, and a barrier lies in between; tested before program order (D10)
  assign rule_2 = same_b && barrier_differs && !md_dev_shared;
  // Rule 3, Table III(b): only this warp so far
  assign rule_3 = same && !md_blk_shared && !md_dev_shared;

  ////////////////////////////////
  // Race conditions, Table IV  //
  ////////////////////////////////

  logic rule_4, rule_5, rule_6_applies, rule_6_a, rule_6_b, rule_6_c, rule_7;

  // Rule 4, Table IV(d): the scope of the last atomic does not include x's block; tested before rule 5 (D30). With D39
  // also: the scope of x does not include the owner's block.
  assign rule_4 = md_is_atom && !same_b && (md_scope || (both_scopes_i && x_is_atomic && block_scope_i));
  // Rule 5, D14: atomic after atomic
  assign rule_5 = md_is_atom && x_is_atomic;
  // Rule 6, Tables IV(a), IV(b), IV(c), in this priority, for accesses that conflict
  assign rule_6_applies = wr || (md_modified && !same);
  assign rule_6_a = same_b && (blk_fence_is_of || (wr && md_dev_shared)) && dev_fence_is_of;
  assign rule_6_b = !same_b && dev_fence_is_of;
  // D68: with AcquireRelease a lock of both orders weak accesses, too
  assign rule_6_c = (!md_strong || !strong_i) && !(AcquireRelease != 0 && !disjoint);
  // Rule 7, Table IV(f) on a store or atomic, Table IV(e) on a load
  assign rule_7 = lock_protected && (wr || md_modified) && disjoint;

  //////////////////////////
  // Path and verdict     //
  //////////////////////////

  always_comb begin
    path_o = scord_params::PATH_FULL;
    verdict_o = scord_params::VERDICT_CLEAN;
    if (rule_1) path_o = scord_params::PATH_INITIALIZATION;
    else if (rule_2) path_o = scord_params::PATH_BARRIER;
    else if (rule_3) path_o = scord_params::PATH_PROGRAM_ORDER;
    else if (rule_4 && !ordered) verdict_o = scord_params::VERDICT_SCOPED_ATOMIC;
    else if (rule_5) path_o = scord_params::PATH_ATOMIC_AFTER_ATOMIC;
    else if (ordered) verdict_o = scord_params::VERDICT_CLEAN;  // D63
    else if (rule_6_applies && rule_6_a) verdict_o = scord_params::VERDICT_MISSING_BLOCK_FENCE;
    else if (rule_6_applies && rule_6_b) verdict_o = scord_params::VERDICT_MISSING_DEVICE_FENCE;
    else if (rule_6_applies && rule_6_c) verdict_o = scord_params::VERDICT_NOT_STRONG;
    else if (rule_7 && wr) verdict_o = scord_params::VERDICT_NO_COMMON_LOCK_ON_STORE;
    else if (rule_7) verdict_o = scord_params::VERDICT_NO_COMMON_LOCK_ON_LOAD;
  end

  // Section 6: the scope of a race is block if no other block is involved.
  logic race;
  assign race = verdict_o != scord_params::VERDICT_CLEAN;
  assign race_scope_o = race && same_b && !md_dev_shared;

  ////////////
  // Update //
  ////////////

  // The effect of the rules on the entry. With `own`, x's identity and counters replace the owner's.
  logic own, next_modified, next_blk_shared, next_dev_shared, next_strong;
  logic [scord_params::BLOOM_WIDTH-1:0] next_lockset;


  always_comb begin
    own = 1'b0;
    next_modified = md_modified;
    next_blk_shared = md_blk_shared;
    next_dev_shared = md_dev_shared;
    next_strong = md_strong;
    next_lockset = md_lockset;

    if (rule_1 || rule_2 || race) begin
      // RESET(x): rules 1 and 2, and rule 8 after a race (D16)
      own = 1'b1;
      next_modified = wr;
      next_blk_shared = several_readers;  // D42; without independent threads 0
      next_dev_shared = several_readers;
      next_lockset = lock_bloom_i;
      next_strong = strong_i;
    end else if (rule_3) begin
      // Rule 3. A load after the warp's own store, without a device fence in between, keeps the identity and counters
      // of the store (D12); after the warp's own release it keeps the release (D61).
      if (wr || !md_modified || (!dev_fence_is_of && !md_release)) begin
        own = 1'b1;
        next_modified = wr;
        if (IndependentThreads != 0) begin
          next_blk_shared = several_readers;  // D42; without independent threads unchanged, 0
          next_dev_shared = several_readers;
        end
      end
      next_strong = strong_i;  // D13
      next_lockset = lock_bloom_i;
    end else if (AcquireRelease != 0 && !wr && (rule_5 || md_release)) begin
      // D60: a load that synchronises. D61: the release that the word carries stays for the next reader. The load
      // counts as a further reader, as in rule 9.
      if (same_b && !md_dev_shared) begin
        if (!same) begin
          next_blk_shared = 1'b1;
          if (IndependentThreads != 0) next_dev_shared = same_w && !md_modified && !md_blk_shared;  // D42
        end
      end else begin
        next_dev_shared = 1'b1;
        next_blk_shared = 1'b0;
      end
    end else if (ordered && !rule_5 && rule_6_applies) begin
      // D63: everything before x is ordered before it, so the history starts again with x.
      own = 1'b1;
      next_modified = wr;
      next_blk_shared = several_readers;  // D42, after an ordered conflict
      next_dev_shared = several_readers;
      next_lockset = lock_bloom_i;
      next_strong = strong_i;
    end else if (rule_5) begin
      // Rule 5, D14
      own = 1'b1;
      next_modified = 1'b1;
      next_blk_shared = 1'b0;
      next_dev_shared = 1'b0;
      next_strong = 1'b1;
      next_lockset = lock_bloom_i;
    end else if (wr) begin
      // Rule 9 without a race, store or atomic (D15)
      next_lockset = lock_protected ? refined : '0;
      own = 1'b1;
      next_strong = md_strong && strong_i;
      next_modified = 1'b1;
      next_blk_shared = 1'b0;
      next_dev_shared = 1'b0;
    end else begin
      // Rule 9 without a race, load: first the lockset, then one of three cases
      if (lock_protected) begin
        next_lockset = lockset_empty ? lock_bloom_i : lock_bloom_empty ? md_lockset : refined;
      end
      if (md_modified && !lock_protected) begin
        // A synchronised reader becomes the owner. The data are then clean, unless it reads its own store (D11, D12,
        // D28).
        if (!same) next_modified = 1'b0;
        next_blk_shared = !next_modified && several_readers;  // D42; without independent threads 0
        next_dev_shared = !next_modified && several_readers;
        own = 1'b1;
        next_strong = md_strong && strong_i;
      end else if (same_b && !md_dev_shared) begin
        // A reader in the owner's block: another warp, or another thread of the owner's warp (D42)
        if (!same) begin
          next_blk_shared = 1'b1;
          if (IndependentThreads != 0) next_dev_shared = same_w && !md_modified && !md_blk_shared;
        end
      end else begin
        next_dev_shared = 1'b1;
        next_blk_shared = 1'b0;
      end
    end
  end

  assign owned_o = own;
  assign metadata_o.block_id = own ? block_id_i : metadata_i.block_id;
  assign metadata_o.warp_id = own ? warp_id_i : metadata_i.warp_id;
  assign metadata_o.barrier_id = own ? barrier_id_i : metadata_i.barrier_id;
  assign metadata_o.blk_fence_id = own ? accessor_fences_i.blk_fence_id : metadata_i.blk_fence_id;
  assign metadata_o.dev_fence_id = own ? accessor_fences_i.dev_fence_id : metadata_i.dev_fence_id;
  assign metadata_o.is_atom = own ? x_is_atomic : md_is_atom;
  assign metadata_o.scope = own ? block_scope_i : md_scope;  // meaningful only with IsAtom (D29)
  assign metadata_o.modified = next_modified;
  assign metadata_o.blk_shared = next_blk_shared;
  assign metadata_o.dev_shared = next_dev_shared;
  assign metadata_o.strong_ = next_strong;
  assign metadata_o.lock_bloom = next_lockset;
  assign metadata_o.tag = metadata_i.tag;
  assign metadata_o.thread_id = IndependentThreads == 0 ? '0 : own ? thread_id_i : metadata_i.thread_id;  // D29, D40
  assign metadata_o.release_ = md_release && !own;  // D29; acquire_release sets the flag of x

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
      begin : a_table_3_before_table_4
        assert (!((rule_1 || rule_2 || rule_3) && race));
      end
      begin : a_race_on_the_full_path
        assert (!race || path_o == scord_params::PATH_FULL);
      end
      // Rule 8: a race starts the history again with x.
      begin : a_race_resets
        assert (!race || (owned_o && metadata_o.lock_bloom == lock_bloom_i && metadata_o.modified == wr));
      end
      // ScoRD section IV: "if the Modified flag is unset, no further check is required" on a load
      begin : a_load_of_clean_data
        assert (wr || md_modified || !race || verdict_o == scord_params::VERDICT_SCOPED_ATOMIC);
      end
      begin : a_missing_block_fence
        assert (verdict_o != scord_params::VERDICT_MISSING_BLOCK_FENCE || (same_b && dev_fence_is_of));
      end
      begin : a_missing_device_fence
        assert (verdict_o != scord_params::VERDICT_MISSING_DEVICE_FENCE || (!same_b && dev_fence_is_of));
      end
      begin : a_not_strong
        assert (verdict_o != scord_params::VERDICT_NOT_STRONG || !metadata_i.strong_ || !strong_i);
      end
      begin : a_scoped_atomic
        assert (verdict_o != scord_params::VERDICT_SCOPED_ATOMIC || (metadata_i.is_atom && !same_b));
      end
      begin : a_no_common_lock
        assert ((verdict_o != scord_params::VERDICT_NO_COMMON_LOCK_ON_LOAD &&
                 verdict_o != scord_params::VERDICT_NO_COMMON_LOCK_ON_STORE) ||
                (disjoint && !(lockset_empty && lock_bloom_empty) &&
                 (verdict_o == scord_params::VERDICT_NO_COMMON_LOCK_ON_STORE) == wr));
      end
      begin : a_block_scope_stays_in_the_block
        assert (!race_scope_o || (race && metadata_i.block_id == block_id_i));
      end
      // What x has acquired is no race (D63).
      begin : a_ordered_is_no_race
        assert (!ordered || !race);
      end
      begin : a_store_owns_unshared
        assert (!wr || (owned_o && metadata_o.modified && !metadata_o.blk_shared && !metadata_o.dev_shared));
      end
      // Both flags: several threads of one warp have read clean data (D42). With Modified: the reset state, which is never
      // written.
      begin : a_shared_by_block_or_device
        assert (!(metadata_o.blk_shared && metadata_o.dev_shared) || (IndependentThreads != 0 && !metadata_o.modified));
      end
      begin : a_tag_stays
        assert (metadata_o.tag == metadata_i.tag);
      end
      begin : a_identity_with_its_counters
        assert ({metadata_o.block_id, metadata_o.warp_id, metadata_o.dev_fence_id} ==
                (owned_o ? {block_id_i, warp_id_i, accessor_fences_i.dev_fence_id} :
                           {metadata_i.block_id, metadata_i.warp_id, metadata_i.dev_fence_id}));
      end
    end
  end
`endif

endmodule

`default_nettype wire
