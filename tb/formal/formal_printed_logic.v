// SPDX-License-Identifier: Apache-2.0
// formal_printed_logic: verdict, path, scope and next entry are those of Tables III and IV and of the sentences of ScoRD
// section IV-A, for all inputs (D91).
// groups: path of Table III, in the order of the text; verdict of Table IV; scope; every field of the next entry
// prove: single step
// parameters: Printed=1
//
// Each sentence is a property of its own: what must follow, under what condition. Nothing of the RTL is used.
`include "scord_params.vh"
module formal_printed_logic #(parameter Printed = 1) (
  input wire [63:0] metadata_i, input wire [6:0] block_id_i, input wire [4:0] warp_id_i, input wire [7:0] barrier_id_i,
  input wire [15:0] xl, input wire [1:0] op_i, input wire block_scope_i, input wire xs,
  input wire [11:0] accessor_fences_i, input wire [11:0] owner_fences_i
);
  metadata_t md, next;
  fence_entry_t mine, fFile;
  wire [2:0] path;
  wire [scord_params::VERDICT_WIDTH-1:0] verdict;
  wire scope;
  assign md = metadata_i;
  assign mine = accessor_fences_i;
  assign fFile = owner_fences_i;

  printed_logic dut (
    .metadata_i(md), .block_id_i(block_id_i), .warp_id_i(warp_id_i), .barrier_id_i(barrier_id_i), .lock_bloom_i(xl),
    .op_i(op_i), .block_scope_i(block_scope_i), .strong_i(xs), .accessor_fences_i(mine), .owner_fences_i(fFile),
    .metadata_o(next), .path_o(path), .verdict_o(verdict), .race_scope_o(scope));

  // The fourth code of op is unused.
  wire load = op_i == scord_params::OP_LOAD, store = op_i == scord_params::OP_STORE;
  wire atomic = op_i == scord_params::OP_ATOMIC;
  always @(*) assume (load || store || atomic);

  // Table III
  wire III_a = md.modified && md.blk_shared && md.dev_shared;
  wire III_b = md.warp_id == warp_id_i && md.block_id == block_id_i && !md.blk_shared && !md.dev_shared;
  wire III_c = block_id_i == md.block_id && barrier_id_i != md.barrier_id && !md.dev_shared;
  wire free = III_a || III_b || III_c;
  // Table IV; (a) to (c) between different warps
  wire other_warp = md.block_id != block_id_i || md.warp_id != warp_id_i;
  wire conflict = load ? md.modified : 1'b1;
  wire IV_a = conflict && other_warp && md.block_id == block_id_i && md.blk_fence_id == fFile.blk_fence_id && md.dev_fence_id == fFile.dev_fence_id;
  wire IV_b = conflict && md.block_id != block_id_i && md.dev_fence_id == fFile.dev_fence_id;
  wire IV_c = conflict && other_warp && (!md.strong_ || !xs);
  wire IV_d = md.is_atom && md.scope && md.block_id != block_id_i;
  wire triggered = md.lock_bloom != 0 || xl != 0;
  wire IV_ef = conflict && triggered && (md.lock_bloom & xl) == 0;
  wire atomics = md.is_atom && atomic;
  wire clean = verdict == scord_params::VERDICT_CLEAN;

  always @(*) begin
    // "If any of these three conditions are satisfied, then no further race check is performed."
    if (free) assert (clean);
    assert ((path == scord_params::PATH_INITIALIZATION) == III_a);
    assert ((path == scord_params::PATH_PROGRAM_ORDER) == (III_b && !III_a));
    assert ((path == scord_params::PATH_BARRIER) == (III_c && !III_b && !III_a));
    assert ((path == scord_params::PATH_ATOMIC_AFTER_ATOMIC) == (!free && atomics && !IV_d));
    assert (path <= scord_params::PATH_ATOMIC_AFTER_ATOMIC);
    if (!free) begin
      assert ((verdict == scord_params::VERDICT_SCOPED_ATOMIC) == IV_d);
      // "Otherwise, the atomic accesses are race-free"
      if (atomics && !IV_d) assert (clean);
      if (!atomics && !IV_d) begin
        assert ((verdict == scord_params::VERDICT_MISSING_BLOCK_FENCE) == IV_a);
        assert ((verdict == scord_params::VERDICT_MISSING_DEVICE_FENCE) == IV_b);
        assert ((verdict == scord_params::VERDICT_NOT_STRONG) == (IV_c && !IV_a && !IV_b));
        if (!IV_a && !IV_b && !IV_c) begin
          assert ((verdict == scord_params::VERDICT_NO_COMMON_LOCK_ON_LOAD) == (IV_ef && load));
          assert ((verdict == scord_params::VERDICT_NO_COMMON_LOCK_ON_STORE) == (IV_ef && !load));
          assert (clean == !IV_ef);
        end
      end
    end
    assert (scope == (!clean && md.block_id == block_id_i && !md.dev_shared));
    // "Memory access instructions also update the WarpID, BlockID, BarrierID, and FenceIDs"
    assert (next.warp_id == warp_id_i && next.block_id == block_id_i && next.barrier_id == barrier_id_i);
    assert (next.blk_fence_id == mine.blk_fence_id && next.dev_fence_id == mine.dev_fence_id);
    assert (next.is_atom == atomic && next.scope == block_scope_i && next.lock_bloom == xl && next.tag == md.tag);
    assert (next.thread_id == 0 && !next.release_);
    // "A store or atomic instruction further sets the Modified flag"; Strong: "Any access that is not strong unsets this bit"
    if (!load) assert (next.modified);
    if (!xs) assert (!next.strong_);
    if (III_a) assert (next.modified == !load && !next.blk_shared && !next.dev_shared && next.strong_ == xs);
    else begin
      assert (next.modified == (md.modified || !load) && next.strong_ == (md.strong_ && xs));
      // "the DevShared flag is set if the BlockID in the metadata differs … Otherwise, the BlkShared flag is set if the WarpID"
      assert (next.dev_shared == (md.dev_shared || (load && md.block_id != block_id_i)));
      assert (next.blk_shared == (md.blk_shared || (load && md.block_id == block_id_i && md.warp_id != warp_id_i)));
    end
  end
  (* keep *) wire cover_flags_look_like_the_first = !III_a && next.modified && next.blk_shared && next.dev_shared;
  (* keep *) wire cover_lock_race_on_load = verdict == scord_params::VERDICT_NO_COMMON_LOCK_ON_LOAD;
endmodule
