// formal_lock_table: the table of every warp is a queue, oldest first, as in D17 to D20 and D25: order, holes closed on
// release, the oldest dropped when full, nothing else lost, an equal lock unchanged, activation by fences. There are
// two warps, so that operations of one are shown not to change the other. Proved by induction: if table and reference
// agree now, they agree next.
// groups: order; hole closing; capacity (oldest dropped); no loss; duplicates kept; activation; bloom; other warps untouched
// prove: SAT induction, cover 8
`include "scord_params.vh"

// The reference: a list of `count` locks {hash, device, active inside the block, active for the device}. Each operation
// copies the old list to the new one, lock by lock.
module reference_queue (
  input wire clk_i, input wire rst_ni, input wire clear_i, input wire launch_i, input wire insert_i, input wire release_i,
  input wire fence_i, input wire block_scope_i, input wire [5:0] hash_i, output reg [35:0] table_o, output reg [15:0] bloom_o,
  output reg [2:0] count_o
);
  reg [8:0] lock_0 = 0, lock_1 = 0, lock_2 = 0, lock_3 = 0;
  reg [2:0] count = 0;
  wire [35:0] list = {lock_3, lock_2, lock_1, lock_0};
  reg [35:0] next;
  reg [2:0] next_count;
  reg [8:0] lock;
  reg present;
  integer i;
  always @(*) begin
    {next, next_count, present} = 0;
    for (i = 0; i < 4; i = i + 1) begin
      lock = list[9 * i +: 9];  // {hash 6, device, active inside the block, active for the device}
      if (i < count && !(release_i && lock[8:3] == hash_i && !(lock[2] && block_scope_i))) begin
        if (fence_i) lock[1:0] = lock[1:0] | {1'b1, lock[2] && !block_scope_i};
        if (lock[8:2] == {hash_i, !block_scope_i}) present = 1;
        next = next | {27'd0, lock} << 9 * next_count;
        next_count = next_count + 1;
      end
    end
    if (insert_i && !present) begin
      if (next_count == 4) begin next = next >> 9; next_count = 3; end
      next = next | {27'd0, hash_i, !block_scope_i, 2'b00} << 9 * next_count;
      next_count = next_count + 1;
    end
  end
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i || launch_i) {lock_3, lock_2, lock_1, lock_0, count} <= 0;
    else {lock_3, lock_2, lock_1, lock_0, count} <= {next, next_count};
  end

  // Encoded as D18, and the bloom as D21
  reg [8:0] shown;
  reg [3:0] h4;
  integer j;
  always @(*) begin
    {table_o, bloom_o} = 0;
    for (j = 0; j < 4; j = j + 1) begin
      shown = list[9 * j +: 9];
      h4 = shown[6:3] ^ {shown[8:7], 2'b00};
      if (j < count) begin
        table_o[9 * j + 3 +: 6] = shown[8:3];
        table_o[9 * j +: 3] = !shown[2] ? (shown[1] ? scord_params::LOCK_STATE_BLOCK_ACTIVE : scord_params::LOCK_STATE_BLOCK) :
            shown[0] ? scord_params::LOCK_STATE_DEVICE_ACTIVE :
            shown[1] ? scord_params::LOCK_STATE_DEVICE_ACTIVE_BLOCK : scord_params::LOCK_STATE_DEVICE;
        if (shown[1]) bloom_o[7:0] = bloom_o[7:0] | 1 << h4[1:0] | 16 << h4[3:2];
        if (shown[0]) bloom_o[15:8] = bloom_o[15:8] | 1 << h4[1:0] | 16 << h4[3:2];
      end
    end
    count_o = count;
  end

  // Invariants of a list: no lock twice (D17), places beyond its length zero, active for the device only if active
  // inside the block
  always @(posedge clk_i) begin
    assert (count <= 4);
    assert (list >> 9 * count == 0);
    assert (!(count > 1 && lock_0[8:2] == lock_1[8:2]) && !(count > 2 && (lock_0[8:2] == lock_2[8:2] || lock_1[8:2] == lock_2[8:2])));
    assert (!(count > 3 && (lock_0[8:2] == lock_3[8:2] || lock_1[8:2] == lock_3[8:2] || lock_2[8:2] == lock_3[8:2])));
    assert ((!lock_0[0] || lock_0[2:1] == 3) && (!lock_1[0] || lock_1[2:1] == 3));
    assert ((!lock_2[0] || lock_2[2:1] == 3) && (!lock_3[0] || lock_3[2:1] == 3));
  end
endmodule

module formal_lock_table (
  input wire clk_i, input wire rst_ni, input wire clear_i, input wire launch_i, input wire [1:0] launch_warps_i,
  input wire insert_i, input wire release_i, input wire fence_i, input wire warp_i, input wire block_scope_i,
  input wire [39:0] address_i
);
  `include "tb/formal/formal.vh"
  (* hierconn *) wire [71:0] \dut.lock_table_q ;
  wire [15:0] bloom, bloom_0, bloom_1;
  wire [35:0] table_0, table_1;
  wire [2:0] count_0, count_1;
  always @(*) assume (insert_i + release_i + fence_i + launch_i <= 3'd1);

  lock_table #(.WarpsPerSm(2)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .launch_i(launch_i), .launch_warps_i(launch_warps_i),
    .insert_i(insert_i), .release_i(release_i), .fence_i(fence_i), .warp_i({4'd0, warp_i}), .block_scope_i(block_scope_i),
    .address_i(address_i), .lock_bloom_o(bloom));

  wire [41:0] a = {2'd0, address_i};
  wire [5:0] hash = a[7:2] ^ a[13:8] ^ a[19:14] ^ a[25:20] ^ a[31:26] ^ a[37:32] ^ a[41:38];  // D21
  reference_queue reference_0 (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .launch_i(launch_i && launch_warps_i[0]), .insert_i(insert_i && !warp_i),
    .release_i(release_i && !warp_i), .fence_i(fence_i && !warp_i), .block_scope_i(block_scope_i), .hash_i(hash),
    .table_o(table_0), .bloom_o(bloom_0), .count_o(count_0));
  reference_queue reference_1 (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .launch_i(launch_i && launch_warps_i[1]), .insert_i(insert_i && warp_i),
    .release_i(release_i && warp_i), .fence_i(fence_i && warp_i), .block_scope_i(block_scope_i), .hash_i(hash),
    .table_o(table_1), .bloom_o(bloom_1), .count_o(count_1));

  // The filter before this cycle's operation (D8, D19)
  always @(posedge clk_i) if (past_valid) begin
    assert (\dut.lock_table_q == {table_1, table_0});
    assert (bloom == (warp_i ? bloom_1 : bloom_0));
  end

  // A full table that drops its oldest lock; a hole in the middle; a device lock active inside the block only
  reg [2:0] count_q = 0;
  always @(posedge clk_i) begin
    count_q <= count_0;
  end
  (* keep *) wire cover_full_drops_oldest = past_valid && rst_ni && count_0 == 4 && insert_i && !warp_i && table_0[8:3] != hash && count_1 == 1;
  (* keep *) wire cover_release_closes_hole = past_valid && rst_ni && count_0 == 1 && count_q == 3;
  (* keep *) wire cover_device_lock_active_in_block = past_valid && rst_ni && count_0 == 2 && table_0[2:0] == scord_params::LOCK_STATE_DEVICE_ACTIVE_BLOCK;
endmodule
