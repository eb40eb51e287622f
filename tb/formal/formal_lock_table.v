// SPDX-License-Identifier: Apache-2.0
// formal_lock_table: the table of every warp is a queue, oldest first, as in D17 to D20 and D25: order, holes closed on
// release, the oldest dropped when full, nothing else lost, an equal lock unchanged, activation by fences. There are
// two warps, so that operations of one are shown not to change the other. Proved by induction: if table and reference
// agree now, they agree next. With ManyLocks (D71) nothing is lost: as long as the count is known, locks with an entry
// and locks counted are together the locks taken and not given back.
// groups: order; hole closing; capacity (oldest dropped, or counted); no loss; duplicates kept, or counted; activation; bloom; other warps untouched
// prove: SAT induction, cover 8
// netlist: words
// parameters: ManyLocks=0; ManyLocks=1
`include "scord_params.vh"

// The reference: a list of `count` locks {hash, device, active inside the block, active for the device}. Each operation
// copies the old list to the new one, lock by lock.
module reference_queue #(parameter ManyLocks = 0) (
  input wire clk_i, input wire rst_ni, input wire clear_i, input wire launch_i, input wire insert_i, input wire release_i,
  input wire fence_i, input wire block_scope_i, input wire [5:0] hash_i, output reg [35:0] table_o, output reg [15:0] bloom_o,
  output reg [2:0] count_o, output [4:0] uncounted_o
);
  reg [8:0] lock_0 = 0, lock_1 = 0, lock_2 = 0, lock_3 = 0;
  reg [2:0] count = 0;
  wire [35:0] list = {lock_3, lock_2, lock_1, lock_0};
  reg [35:0] next;
  reg [2:0] next_count;
  reg [8:0] lock;
  reg present;
  integer i;

  // D71: locks without a place in the list; whether one of them was a device lock; whether a block lock among them was
  // active, and a device lock for the device
  reg [4:0] uncounted = 0, next_uncounted;
  reg device = 0, block_on = 0, device_on = 0, next_device, next_block_on, next_device_on;
  reg gave_back;
  assign uncounted_o = uncounted;
  task without_place(input [8:0] which);
    begin
      if (next_uncounted != 31) next_uncounted = next_uncounted + 1;
      next_device = next_device | which[2];
      next_block_on = next_block_on | (!which[2] && which[1]);
      next_device_on = next_device_on | which[0];
    end
  endtask

  always @(*) begin
    {next, next_count, present, gave_back} = 0;
    {next_uncounted, next_device, next_block_on, next_device_on} = {uncounted, device, block_on, device_on};
    if (fence_i && uncounted != 0) begin
      next_block_on = 1;
      next_device_on = device_on | (device && !block_scope_i);
    end
    for (i = 0; i < 4; i = i + 1) begin
      lock = list[9 * i +: 9];  // {hash 6, device, active inside the block, active for the device}
      if (i < count && release_i && lock[8:3] == hash_i && !(lock[2] && block_scope_i)) gave_back = 1;
      else if (i < count) begin
        if (fence_i) lock[1:0] = lock[1:0] | {1'b1, lock[2] && !block_scope_i};
        if (lock[8:2] == {hash_i, !block_scope_i}) present = 1;
        next = next | {27'd0, lock} << 9 * next_count;
        next_count = next_count + 1;
      end
    end
    if (release_i && !gave_back && uncounted != 0 && uncounted != 31) begin
      next_uncounted = uncounted - 1;
      if (next_uncounted == 0) {next_device, next_block_on, next_device_on} = 0;
    end
    if (ManyLocks && insert_i && present) without_place({hash_i, !block_scope_i, 2'b00});
    // At most twice: one for the new lock, one for the entry that counts
    if (ManyLocks && insert_i) for (i = 0; i < 2; i = i + 1)
      if (next_count + (next_uncounted != 0) + !present > 4) begin
        without_place(next[8:0]);
        next = next >> 9;
        next_count = next_count - 1;
      end
    if (insert_i && !present) begin
      if (next_count == 4) begin next = next >> 9; next_count = 3; end
      next = next | {27'd0, hash_i, !block_scope_i, 2'b00} << 9 * next_count;
      next_count = next_count + 1;
    end
  end
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i || launch_i) {lock_3, lock_2, lock_1, lock_0, count, uncounted, device, block_on, device_on} <= 0;
    else {lock_3, lock_2, lock_1, lock_0, count, uncounted, device, block_on, device_on} <=
        {next, next_count, next_uncounted, next_device, next_block_on, next_device_on};
  end

  // Encoded as D18, and the bloom as D21
  reg [8:0] shown;
  wire counts = uncounted != 0;
  reg [3:0] h4;
  integer j;
  always @(*) begin
    {table_o, bloom_o} = 0;
    for (j = 0; j < 4; j = j + 1) begin
      shown = list[9 * j +: 9];
      h4 = shown[6:3] ^ {shown[8:7], 2'b00};
      if (j < count) begin
        table_o[9 * (j + counts) + 3 +: 6] = shown[8:3];
        table_o[9 * (j + counts) +: 3] = !shown[2] ? (shown[1] ? scord_params::LOCK_STATE_BLOCK_ACTIVE : scord_params::LOCK_STATE_BLOCK) :
            shown[0] ? scord_params::LOCK_STATE_DEVICE_ACTIVE :
            shown[1] ? scord_params::LOCK_STATE_DEVICE_ACTIVE_BLOCK : scord_params::LOCK_STATE_DEVICE;
        if (shown[1]) bloom_o[7:0] = bloom_o[7:0] | 1 << h4[1:0] | 16 << h4[3:2];
        if (shown[0]) bloom_o[15:8] = bloom_o[15:8] | 1 << h4[1:0] | 16 << h4[3:2];
      end
    end
    if (counts) begin
      table_o[8:0] = {device ? device_on : block_on, uncounted,
                      device ? scord_params::LOCK_STATE_MANY_DEVICE : scord_params::LOCK_STATE_MANY_BLOCK};
      bloom_o = bloom_o | {{8{device_on}}, {8{device || block_on}}};
    end
    count_o = count;
  end

  // Invariants of a list: no lock twice (D17), places beyond its length zero, active for the device only if active
  // inside the block
  always @(posedge clk_i) begin
    assert (count + counts <= 4);
    assert (ManyLocks || !counts);
    assert (counts || {device, block_on, device_on} == 0);
    assert (device || !device_on);
    assert (list >> 9 * count == 0);
    assert (!(count > 1 && lock_0[8:2] == lock_1[8:2]) && !(count > 2 && (lock_0[8:2] == lock_2[8:2] || lock_1[8:2] == lock_2[8:2])));
    assert (!(count > 3 && (lock_0[8:2] == lock_3[8:2] || lock_1[8:2] == lock_3[8:2] || lock_2[8:2] == lock_3[8:2])));
    assert ((!lock_0[0] || lock_0[2:1] == 3) && (!lock_1[0] || lock_1[2:1] == 3));
    assert ((!lock_2[0] || lock_2[2:1] == 3) && (!lock_3[0] || lock_3[2:1] == 3));
  end
endmodule

module formal_lock_table #(parameter ManyLocks = 0) (
  input wire clk_i, input wire rst_ni, input wire clear_i, input wire launch_i, input wire [1:0] launch_warps_i,
  input wire insert_i, input wire release_i, input wire fence_i, input wire warp_i, input wire block_scope_i,
  input wire [39:0] address_i
);
  `include "tb/formal/parts/formal.vh"
  (* hierconn *) wire [71:0] \dut.lock_table_q ;
  wire [15:0] bloom, bloom_0, bloom_1;
  wire [35:0] table_0, table_1;
  wire [2:0] count_0, count_1;
  wire [4:0] uncounted_0, uncounted_1;
  always @(*) assume (insert_i + release_i + fence_i + launch_i <= 3'd1);

  lock_table #(.WarpsPerSm(2), .ManyLocks(ManyLocks)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .launch_i(launch_i), .launch_warps_i(launch_warps_i),
    .insert_i(insert_i), .release_i(release_i), .fence_i(fence_i), .warp_i({4'd0, warp_i}), .block_scope_i(block_scope_i),
    .address_i(address_i), .lock_bloom_o(bloom));

  wire [41:0] a = {2'd0, address_i};
  wire [5:0] hash = a[7:2] ^ a[13:8] ^ a[19:14] ^ a[25:20] ^ a[31:26] ^ a[37:32] ^ a[41:38];  // D21
  reference_queue #(.ManyLocks(ManyLocks)) reference_0 (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .launch_i(launch_i && launch_warps_i[0]), .insert_i(insert_i && !warp_i),
    .release_i(release_i && !warp_i), .fence_i(fence_i && !warp_i), .block_scope_i(block_scope_i), .hash_i(hash),
    .table_o(table_0), .bloom_o(bloom_0), .count_o(count_0),
    .uncounted_o(uncounted_0));
  reference_queue #(.ManyLocks(ManyLocks)) reference_1 (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .launch_i(launch_i && launch_warps_i[1]), .insert_i(insert_i && warp_i),
    .release_i(release_i && warp_i), .fence_i(fence_i && warp_i), .block_scope_i(block_scope_i), .hash_i(hash),
    .table_o(table_1), .bloom_o(bloom_1), .count_o(count_1),
    .uncounted_o(uncounted_1));

  // The filter before this cycle's operation (D8, D19)
  always @(posedge clk_i) if (past_valid) begin
    assert (\dut.lock_table_q == {table_1, table_0});
    assert (bloom == (warp_i ? bloom_1 : bloom_0));
  end

  // D71: a ledger beside the queue. It follows operations that give or take one lock: no Exch that frees two entries.
  generate if (ManyLocks) begin : g_ledger
    reg [5:0] taken = 0;
    wire [3:0] before = count_0 + (uncounted_0 != 0);
    reg known = 1;  // no Exch has freed two, and the count has not come to 31
    reg [2:0] matching;
    integer k;
    always @(*) begin
      matching = 0;
      for (k = 0; k < 4; k = k + 1)
        if (table_0[9*k +: 3] != scord_params::LOCK_STATE_EMPTY && table_0[9*k +: 3] < scord_params::LOCK_STATE_MANY_BLOCK &&
            table_0[9*k + 3 +: 6] == hash && !(table_0[9*k +: 3] >= scord_params::LOCK_STATE_DEVICE && block_scope_i))
          matching = matching + 1;
    end
    always @(posedge clk_i) begin
      if (!rst_ni || clear_i || (launch_i && launch_warps_i[0])) {taken, known} <= 1;
      else if (insert_i && !warp_i) taken <= taken + 1;
      else if (release_i && !warp_i) begin
        if (matching > 1) known <= 0;
        if (taken != 0 && (matching != 0 || uncounted_0 != 0)) taken <= taken - 1;
      end
      if (past_valid) assert (!known || uncounted_0 == 31 || taken == count_0 + uncounted_0);
    end
  end endgenerate

  // A full table that drops its oldest lock; a hole in the middle; a device lock active inside the block only
  reg [2:0] count_q = 0;
  reg [4:0] uncounted_q = 0;
  always @(posedge clk_i) begin
    count_q <= count_0;
    uncounted_q <= uncounted_0;
  end
  (* keep *) wire cover_full_drops_oldest = past_valid && rst_ni && count_0 == 4 && insert_i && !warp_i && table_0[8:3] != hash && count_1 == 1;
  (* keep *) wire cover_release_closes_hole = past_valid && rst_ni && count_0 == 1 && count_q == 3;
  (* keep *) wire cover_device_lock_active_in_block = past_valid && rst_ni && count_0 == 2 && table_0[2:0] == scord_params::LOCK_STATE_DEVICE_ACTIVE_BLOCK;
  (* keep *) wire cover_two_counted_at_once = past_valid && rst_ni && uncounted_q == 0 && uncounted_0 == 2;  // with ManyLocks=1
  (* keep *) wire cover_last_counted_given_back = past_valid && rst_ni && uncounted_q == 1 && uncounted_0 == 0 && count_0 == 2;  // with ManyLocks=1
  (* keep *) wire cover_counted_active_everywhere = past_valid && rst_ni && uncounted_0 == 1 && bloom_0 == 16'hffff;  // with ManyLocks=1
endmodule
