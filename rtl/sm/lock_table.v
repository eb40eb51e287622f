// SPDX-License-Identifier: Apache-2.0
// lock_table: the locks that each warp of an SM holds, inferred from its atomics and fences.
//
// A warp has a queue of four entries {hash, state}. The position is the age: entry 0 is the oldest, and valid entries
// come first, so that no pointer is stored (D20). The logic reads the entries of one warp, computes their next value
// and writes them back; all warps share it.
//
// Timing: at most one operation in a cycle; it takes effect at the next edge. The bloom filter is combinational and
// shows the state before the operation. Source: ScoRD section IV; D17 to D20, D25.

`include "scord_params.vh"
`default_nettype none

module lock_table #(
  parameter int WarpsPerSm = scord_params::DEFAULT_WARPS_PER_SM  // warp slots, 1 to 32
) (
  // Clock and synchronous reset
  input  wire                                    clk_i,
  input  wire                                    rst_ni,
  // Empties all tables at the next edge (kernel start, D5)
  input  wire                                    clear_i,
  // A block launch empties the tables of the warps in the mask (D25); never together with another operation
  input  wire                                    launch_i,
  input  wire [WarpsPerSm-1:0]                   launch_warps_i,
  // Operations of warp_i with the scope of the atomic or fence (block, or else device). insert: an atomicCAS took the
  // lock at address_i (D17). release: an atomicExch freed that lock (D19). fence: a fence activates the warp's locks
  // (D18).
  input  wire                                    insert_i,
  input  wire                                    release_i,
  input  wire                                    fence_i,
  input  wire [scord_params::WARP_WIDTH-1:0]     warp_i,
  input  wire                                    block_scope_i,
  input  wire [scord_params::ADDRESS_WIDTH-1:0]  address_i,
  // Bloom filter of the active locks of warp_i, before this cycle's operation (D8, D19)
  output logic [scord_params::BLOOM_WIDTH-1:0]   lock_bloom_o
);

  localparam int Entries = scord_params::LOCK_TABLE_ENTRIES;
  localparam int EntryWidth = scord_params::LOCK_ENTRY_WIDTH;
  localparam int TableWidth = Entries * EntryWidth;

  ///////////
  // State //
  ///////////

  logic [WarpsPerSm*TableWidth-1:0] lock_table_q /*verilator public_flat_rd*/;  // warp 0 lowest

  ////////////////////////
  // The warp's entries //
  ////////////////////////

  logic [TableWidth-1:0] entries;
  logic [scord_params::LOCK_HASH_WIDTH-1:0] hash;

  assign entries = lock_table_q[32'(warp_i)*TableWidth +: TableWidth];

  // Each entry compared with the operation, and each entry after a fence
  logic [Entries-1:0] valid, active, device_active, same_lock, freed;
  logic [Entries*scord_params::LOCK_HASH_WIDTH-1:0] entry_hashes;
  logic [TableWidth-1:0] fenced;

  for (genvar i = 0; i < Entries; i++) begin : g_entry
    lock_entry u_lock_entry (
      .entry_i        (entries[i*EntryWidth +: EntryWidth]),
      .hash_i         (hash),
      .block_scope_i,
      .hash_o         (entry_hashes[i*scord_params::LOCK_HASH_WIDTH +: scord_params::LOCK_HASH_WIDTH]),
      .valid_o        (valid[i]),
      .active_o       (active[i]),
      .device_active_o(device_active[i]),
      .same_lock_o    (same_lock[i]),
      .freed_o        (freed[i]),
      .after_fence_o  (fenced[i*EntryWidth +: EntryWidth])
    );
  end

  lock_bloom u_lock_bloom (
    .address_i,
    .hash_o         (hash),
    .entry_hashes_i (entry_hashes),
    .active_i       (active),
    .device_active_i(device_active),
    .bloom_o        (lock_bloom_o)
  );

  ////////////
  // Insert //
  ////////////

  lock_entry_t new_entry;
  assign new_entry.hash = hash;
  assign new_entry.state = block_scope_i ? scord_params::LOCK_STATE_BLOCK : scord_params::LOCK_STATE_DEVICE;

  // D20: the new entry goes to the end of the queue; a full queue first drops its oldest entry. Valid entries come
  // first, so the first free place follows the last valid entry.
  logic full;
  logic [TableWidth-1:0] queue, inserted;
  logic [Entries-1:0] queue_valid, place;

  assign full = &valid;
  assign queue = full ? entries >> EntryWidth : entries;
  assign queue_valid = full ? valid >> 1 : valid;
  assign place = ~queue_valid & {queue_valid[Entries-2:0], 1'b1};

  for (genvar i = 0; i < Entries; i++) begin : g_insert
    assign inserted[i*EntryWidth +: EntryWidth] = place[i] ? new_entry : queue[i*EntryWidth +: EntryWidth];
  end

  /////////////
  // Release //
  /////////////

  // D20: younger entries move down into the place of a freed entry. The loop goes from the youngest to the oldest
  // place, so that the entries that move are already contiguous.
  logic [TableWidth-1:0] closed;

  always_comb begin
    closed = entries;
    for (int i = Entries - 1; i >= 0; i--) begin
      if (freed[i]) begin
        closed = (closed & ~({TableWidth{1'b1}} << i * EntryWidth)) |       // older entries stay
                 ((closed >> (i + 1) * EntryWidth) << i * EntryWidth);        // younger entries move down
      end
    end
  end

  ////////////////
  // Write back //
  ////////////////

  logic update;
  logic [TableWidth-1:0] next_entries;

  assign update = fence_i || release_i || (insert_i && same_lock == '0);
  assign next_entries = fence_i ? fenced : release_i ? closed : inserted;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      lock_table_q <= '0;
    end else if (launch_i) begin
      for (int warp = 0; warp < WarpsPerSm; warp++) begin
        if (launch_warps_i[warp]) lock_table_q[warp*TableWidth +: TableWidth] <= '0;
      end
    end else if (update) begin
      for (int warp = 0; warp < WarpsPerSm; warp++) begin
        if (32'(warp_i) == warp) lock_table_q[warp*TableWidth +: TableWidth] <= next_entries;
      end
    end
  end

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  always @(posedge clk_i) if (rst_ni) begin
    begin : a_one_operation
      assert (32'(insert_i) + 32'(release_i) + 32'(fence_i) + 32'(launch_i) <= 1);
    end
    if (insert_i || release_i || fence_i) begin : a_warp_exists
      assert (32'(warp_i) < WarpsPerSm);
    end
    begin : a_valid_entries_first
      assert ((valid & (valid + 1'b1)) == '0);
    end
    if (insert_i && same_lock != '0) begin : a_lock_held_once
      assert ((same_lock & (same_lock - 1'b1)) == '0);
    end
  end
`endif

endmodule

`default_nettype wire
