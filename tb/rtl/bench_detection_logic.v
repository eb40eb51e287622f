// bench_detection_logic: every combination of flags, relations, ops and lock patterns, then random entries.
`include "scord_params.vh"

module bench_detection_logic;
  `include "bench.vh"
  `include "detection_reference.vh"

  metadata_t md, after;
  fence_entry_t mine, owner;
  reg [6:0] block;
  reg [4:0] warp;
  reg [7:0] barrier;
  reg [15:0] bloom;
  reg [1:0] op;
  reg block_scope, xs;
  wire [scord_params::PATH_WIDTH-1:0] path;
  wire [scord_params::VERDICT_WIDTH-1:0] verdict;
  wire scope;

  detection_logic dut (
    .metadata_i(md), .block_id_i(block), .warp_id_i(warp), .barrier_id_i(barrier), .lock_bloom_i(bloom), .op_i(op),
    .block_scope_i(block_scope), .strong_i(xs), .accessor_fences_i(mine), .owner_fences_i(owner),
    .metadata_o(after), .path_o(path), .verdict_o(verdict), .race_scope_o(scope)
  );

  integer seen_verdict [0:7];
  integer seen_path [0:7];

  task compare;
    begin
      #1;
      reference_check(md, block, warp, barrier, bloom, op, block_scope, xs, mine, owner);
      if (after === ref_after && path === ref_path && verdict === ref_verdict && scope === ref_scope) begin
        passed = passed + 1;
      end else begin
        failed = failed + 1;
        if (failed <= 20) begin
          $display("FAILED md %h op %0d block %h warp %h barrier %h bloom %h strong %b mine %h owner %h: entry %h/%h path %0d/%0d verdict %0d/%0d scope %b/%b",
                   md, op, block, warp, barrier, bloom, xs, mine, owner, ref_after, after, ref_path, path, ref_verdict,
                   verdict, ref_scope, scope);
        end
      end
      seen_verdict[verdict] = seen_verdict[verdict] + 1;
      seen_path[path] = seen_path[path] + 1;
    end
  endtask

  // Pairs {lockset, bloom}: none, one side, common in block and device part, in the block part only, nothing in common,
  // a common field only
  function automatic [31:0] lock_pattern(input integer number);
    case (number)
      0: lock_pattern = {16'h0000, 16'h0000};
      1: lock_pattern = {16'h1111, 16'h0000};
      2: lock_pattern = {16'h0000, 16'h0022};
      3: lock_pattern = {16'h1133, 16'h1111};
      4: lock_pattern = {16'h1111, 16'h2211};
      5: lock_pattern = {16'h1111, 16'h2222};
      6: lock_pattern = {16'h0011, 16'h0012};
      default: lock_pattern = {16'h1111, 16'h1122};
    endcase
  endfunction

  task random_entry;
    begin
      md = {random_bits(0), random_bits(0)};
      md.release_ = 1'b0;
      md.thread_id = 5'd0;
      mine = random_bits(0);
      owner = random_bits(0);
      barrier = random_bits(0);
      block = random_bits(0);
      warp = random_bits(0);
    end
  endtask

  // Combination bits: 6 flags, 5 relations
  task set_combination(input [10:0] combination, input integer kind, input integer locks);
    begin
      random_entry;
      {md.modified, md.blk_shared, md.dev_shared, md.is_atom, md.scope, md.strong_} = combination[5:0];
      block = combination[6] ? md.block_id : md.block_id ^ 7'd1 << random_below(7);
      warp = combination[7] ? md.warp_id : md.warp_id ^ 5'd1 << random_below(5);
      barrier = combination[8] ? md.barrier_id : md.barrier_id ^ 8'd1 << random_below(8);
      owner.blk_fence_id = combination[9] ? md.blk_fence_id : md.blk_fence_id ^ 6'd1 << random_below(6);
      owner.dev_fence_id = combination[10] ? md.dev_fence_id : md.dev_fence_id ^ 6'd1 << random_below(6);
      op = kind % 3;
      xs = (kind / 3) % 2;
      block_scope = random_bits(0);
      {md.lock_bloom, bloom} = lock_pattern(locks);
    end
  endtask

  // One relation, ascending rarity, on random contents
  task set_random;
    begin
      set_combination(random_bits(0), random_below(6), random_below(8));
      if (one_in(2)) {md.lock_bloom, bloom} = random_bits(0);
    end
  endtask

  integer combination, kind, locks, i;
  initial begin
    for (i = 0; i < 8; i = i + 1) begin
      seen_verdict[i] = 0;
      seen_path[i] = 0;
    end
    start_bench;
    for (combination = 0; combination < 2048; combination = combination + 1)
      for (kind = 0; kind < 6; kind = kind + 1)
        for (locks = 0; locks < 8; locks = locks + 1) begin
          set_combination(combination, kind, locks);
          compare;
        end
    for (i = 0; i < 20000; i = i + 1) begin
      set_random;
      compare;
    end
    // Positive evidence: every verdict and path has occurred.
    for (i = 0; i <= 6; i = i + 1) check(seen_verdict[i] > 0, "every verdict occurs");
    for (i = 0; i <= 4; i = i + 1) check(seen_path[i] > 0, "every path occurs");
    finish_bench;
  end
endmodule
