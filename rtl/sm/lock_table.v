// SPDX-License-Identifier: Apache-2.0
// lock_table: the locks that each warp of an SM holds, inferred from its atomics and fences.
//
// A warp has a queue of four entries {hash, state}. The position is the age: entry 0 is the oldest, and valid entries
// come first, so that no pointer is stored (D20). The logic reads the entries of one warp, computes their next value
// and writes them back; all warps share it.
//
// With ManyLocks nothing is dropped. The oldest entry then counts the locks that have no entry: {active, count} stand
// in the place of the hash. Which locks it counts is unknown, so it sets all bits of the bloom filter's parts (D71).
//
// With AsPrinted it is the circular buffer of the paper, whose newest entry stands in the last place: an insert moves
// all entries one place, a freed entry leaves its place empty, and the filter is one field of 16 bits (D91).
//
// Timing: at most one operation in a cycle; it takes effect at the next edge. The bloom filter is combinational and
// shows the state before the operation. Source: ScoRD section IV; D17 to D20, D25, D71.

`include "scord_params.vh"
`default_nettype none

module lock_table #(
  // warp slots, 1 to 32
  parameter int WarpsPerSm = scord_params::DEFAULT_WARPS_PER_SM,
  // a full table counts its oldest locks instead of dropping them (D71)
  parameter int ManyLocks = scord_params::DEFAULT_MANY_LOCKS,
  // the paper's circular buffer (D91); not with ManyLocks
  parameter int AsPrinted = scord_params::DEFAULT_AS_PRINTED
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
  localparam int StateWidth = scord_params::LOCK_STATE_WIDTH;
  localparam int PartWidth = scord_params::BLOOM_PART_WIDTH;

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
  logic [scord_params::BLOOM_WIDTH-1:0] entry_bloom;

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
    .bloom_o        (entry_bloom)
  );

  // D71: entry 0 counts locks; lock_entry does not know its states, so that it neither holds nor frees a lock.
  logic counting;
  logic [Entries-1:0] used;

  assign used = valid | Entries'(counting);

  ////////////
  // Insert //
  ////////////

  lock_entry_t new_entry;
  assign new_entry.hash = hash;
  assign new_entry.state = block_scope_i ? scord_params::LOCK_STATE_BLOCK : scord_params::LOCK_STATE_DEVICE;

  // D20: the new entry goes to the end of the queue; a full queue first drops its oldest entry. Used entries come
  // first, so the first free place follows the last used entry.
  logic full;
  logic [TableWidth-1:0] queue, inserted;
  logic [Entries-1:0] queue_valid, place;

  assign full = &used;
  assign queue = full ? entries >> EntryWidth : entries;
  assign queue_valid = full ? used >> 1 : used;
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
  // Many locks //
  ////////////////

  // The entries after each operation; with ManyLocks entry 0 may count locks (D71)
  logic [TableWidth-1:0] after_insert, after_release, after_fence;

  if (ManyLocks != 0) begin : g_many_locks
    localparam int CountWidth = scord_params::LOCK_COUNT_WIDTH;
    localparam logic [CountWidth-1:0] Unknown = {CountWidth{1'b1}};  // so many or more: never counted down

    // {active, count} and the state of the counting entry. Nothing counted yet: many_block, not active, 0.
    logic [StateWidth-1:0] state;
    logic many_active, many_device;
    logic [CountWidth-1:0] count;

    assign {many_active, count, state} = entries[EntryWidth-1:0];
    assign many_device = state == scord_params::LOCK_STATE_MANY_DEVICE;
    assign counting = many_device || state == scord_params::LOCK_STATE_MANY_BLOCK;

    // Inside the block a device lock protects from the start; for the device it needs a device fence.
    logic [PartWidth-1:0] many_block_part, many_device_part;
    assign many_block_part = {PartWidth{counting && (many_active || many_device)}};
    assign many_device_part = {PartWidth{many_active && many_device}};
    assign lock_bloom_o = entry_bloom | {many_device_part, many_block_part};

    // Insert. Counted is the new lock when an equal one has an entry, else the oldest lock with an entry when there is
    // no room. When entry 0 does not count yet and the queue is full, its own lock is counted, too.
    logic same, starts, takes_oldest;
    // Entries 0 and 1 hold a device lock; one that is active for the device; a block lock that is active. The same of
    // the lock that is counted.
    logic [1:0] device, device_on, block_on;
    logic counted_device, counted_device_on, counted_block_on;
    logic next_device, next_active;
    logic [CountWidth-1:0] base, next_count;
    logic [EntryWidth-1:0] counted;

    for (genvar i = 0; i < 2; i++) begin : g_oldest
      logic [StateWidth-1:0] entry_state;
      assign entry_state = entries[i*EntryWidth +: StateWidth];
      assign device[i] = entry_state == scord_params::LOCK_STATE_DEVICE ||
                         entry_state == scord_params::LOCK_STATE_DEVICE_ACTIVE_BLOCK || device_active[i];
      assign device_on[i] = device_active[i];
      assign block_on[i] = entry_state == scord_params::LOCK_STATE_BLOCK_ACTIVE;
    end

    assign same = same_lock != '0;
    assign starts = !counting && full;
    assign takes_oldest = !same && full;  // entry 1: entry 0 counts already, or starts to
    assign counted_device = same ? !block_scope_i : device[1];
    assign counted_device_on = !same && device_on[1];
    assign counted_block_on = !same && block_on[1];
    assign base = counting ? count : CountWidth'(starts);
    assign next_count = base == Unknown ? Unknown : base + 1'b1;
    assign next_device = (counting && many_device) || (starts && device[0]) || counted_device;
    assign next_active = next_device ?
        (counting && many_device && many_active) || (starts && device_on[0]) || counted_device_on :
        (counting && many_active) || (starts && block_on[0]) || counted_block_on;
    assign counted = {next_active, next_count,
                      next_device ? scord_params::LOCK_STATE_MANY_DEVICE : scord_params::LOCK_STATE_MANY_BLOCK};

    logic [TableWidth-EntryWidth-1:0] others;
    assign others = takes_oldest ? inserted[TableWidth-1:EntryWidth] :
                    counting || full ? entries[TableWidth-1:EntryWidth] : entries[TableWidth-EntryWidth-1:0];
    assign after_insert = same || full ? {others, counted} : inserted;

    // Release: an Exch that frees no entry gives back a lock that has none.
    always_comb begin
      after_release = closed;
      if (freed == '0 && counting && count != Unknown) begin
        if (count == CountWidth'(1)) after_release = entries >> EntryWidth;
        else after_release[StateWidth +: CountWidth] = count - 1'b1;
      end
    end

    // Fence (D18)
    always_comb begin
      after_fence = fenced;
      if (counting && (!many_device || !block_scope_i)) after_fence[EntryWidth-1] = 1'b1;
    end
  end else if (AsPrinted != 0) begin : g_as_printed
    localparam int HashWidth = scord_params::LOCK_HASH_WIDTH;
    localparam int SelectWidth = $clog2(scord_params::BLOOM_WIDTH);

    // The filter: {scope, hash} folded to the number of a bit
    logic [Entries*scord_params::BLOOM_WIDTH-1:0] bits;
    logic [scord_params::BLOOM_WIDTH-1:0] bloom;
    logic unused_bloom;

    assign counting = 1'b0;
    assign unused_bloom = ^{entry_bloom, inserted, closed, freed};

    for (genvar i = 0; i < Entries; i++) begin : g_bit
      logic [SelectWidth-1:0] number;
      logic [HashWidth-SelectWidth-1:0] upper;
      logic [StateWidth-1:0] entry_state;
      assign entry_state = entries[i*EntryWidth +: StateWidth];
      assign upper = entry_hashes[i*HashWidth + SelectWidth +: HashWidth-SelectWidth];
      assign number = SelectWidth'(entry_hashes[i*HashWidth +: HashWidth]) ^ SelectWidth'({device_active[i], upper});
      assign bits[i*scord_params::BLOOM_WIDTH +: scord_params::BLOOM_WIDTH] =
        active[i] ? scord_params::BLOOM_WIDTH'(1) << number : '0;
      // A freed entry is empty. A block fence activates block locks only, a device fence all.
      assign after_release[i*EntryWidth +: EntryWidth] = same_lock[i] ? '0 : entries[i*EntryWidth +: EntryWidth];
      assign after_fence[i*EntryWidth +: EntryWidth] =
        block_scope_i && entry_state == scord_params::LOCK_STATE_DEVICE ? entries[i*EntryWidth +: EntryWidth] :
                                                                          fenced[i*EntryWidth +: EntryWidth];
    end

    always_comb begin
      bloom = '0;
      for (int i = 0; i < Entries; i++)
        bloom = bloom | bits[i*scord_params::BLOOM_WIDTH +: scord_params::BLOOM_WIDTH];
    end

    assign lock_bloom_o = bloom;
    assign after_insert = {new_entry, entries[TableWidth-1:EntryWidth]};
  end else begin : g_four_locks
    assign counting = 1'b0;
    assign lock_bloom_o = entry_bloom;
    assign after_insert = inserted;
    assign after_release = closed;
    assign after_fence = fenced;
  end

  ////////////////
  // Write back //
  ////////////////

  logic update;
  logic [TableWidth-1:0] next_entries;

  assign update = fence_i || release_i || (insert_i && (same_lock == '0 || ManyLocks != 0 || AsPrinted != 0));
  assign next_entries = fence_i ? after_fence : release_i ? after_release : after_insert;

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
  // A block lock, or a lock that was active, is not active after a fence
  logic inactive_after_fence;
  always_comb begin
    inactive_after_fence = 1'b0;
    for (int i = 0; i < Entries; i++) begin
      if (active[i] || entries[i*EntryWidth +: StateWidth] == scord_params::LOCK_STATE_BLOCK)
        inactive_after_fence |= after_fence[i*EntryWidth +: StateWidth] != scord_params::LOCK_STATE_BLOCK_ACTIVE &&
                                after_fence[i*EntryWidth +: StateWidth] != scord_params::LOCK_STATE_DEVICE_ACTIVE_BLOCK &&
                                after_fence[i*EntryWidth +: StateWidth] != scord_params::LOCK_STATE_DEVICE_ACTIVE;
    end
  end

  always @(posedge clk_i) if (rst_ni) begin
    begin : a_active_locks_are_held
      assert ((active & ~valid) == '0 && (device_active & ~active) == '0);
    end
    if (active == '0 && !counting) begin : a_no_lock_protects_nothing
      assert (lock_bloom_o == '0);
    end
    // D18
    if (fence_i) begin : a_fence_activates_block_locks
      assert (!inactive_after_fence);
    end
    if (insert_i && AsPrinted == 0 && ManyLocks == 0) begin : a_lock_has_an_entry
      assert (same_lock != '0 || place != '0);
    end
    begin : a_one_operation
      assert (32'(insert_i) + 32'(release_i) + 32'(fence_i) + 32'(launch_i) <= 1);
    end
    if (insert_i || release_i || fence_i) begin : a_warp_exists
      assert (32'(warp_i) < WarpsPerSm);
    end
    begin : a_valid_entries_first
      assert (AsPrinted != 0 || (used & (used + 1'b1)) == '0);
    end
    if (counting) begin : a_counts_a_lock
      assert (entries[StateWidth +: scord_params::LOCK_COUNT_WIDTH] != '0);
    end
    if (insert_i && same_lock != '0) begin : a_lock_held_once
      assert (AsPrinted != 0 || (same_lock & (same_lock - 1'b1)) == '0);
    end
  end
`endif

endmodule

`default_nettype wire
