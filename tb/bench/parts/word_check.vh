// SPDX-License-Identifier: Apache-2.0
// word_check.vh: what decides one word's check, and its stimulus: for the benches of detection_logic and
// printed_logic. bench.vh comes before it.

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

  // Pairs {lockset, bloom}: both empty, one empty, common in block and device part, common in the block part only,
  // nothing in common, one common field only
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

  // Bits of a combination: 6 flags, 5 relations
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

  // One relation, from frequent to rare, on random contents
  task set_random;
    begin
      set_combination(random_bits(0), random_below(6), random_below(8));
      if (one_in(2)) {md.lock_bloom, bloom} = random_bits(0);
    end
  endtask

  // All 2048 combinations of flags and relations, then random entries; compare is the bench's.
  task play_checks;
    integer combination, kind, locks, i;
    begin
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
    end
  endtask
