// SPDX-License-Identifier: Apache-2.0
// lock_reference.vh: an independent implementation of D17 to D22 and D71 for benches: locks are records in arrays,
// bloom filters are sets of numbered bits. Included inside the bench module. Warps 0 to 31, position 0 the oldest.

  integer lock_count [0:31];
  reg [5:0] lock_hash [0:127];      // warp × 4 + position
  reg lock_is_device [0:127];
  reg [1:0] lock_activity [0:127];  // 0 none, 1 block scope, 2 its full scope

  // D71, for warps of a table that counts: how many locks have no record, whether one was a device lock, and where some
  // lock among them was active: a block lock, a device lock at full scope
  reg [31:0] counts_locks = 0;
  integer counted [0:31];
  reg [31:0] counted_device = 0, counted_block_on = 0, counted_device_on = 0;
  initial for (counted_warp = 0; counted_warp < 32; counted_warp = counted_warp + 1) counted[counted_warp] = 0;
  integer counted_warp;

  // The exclusive or of the digits of the word address in base 64
  function automatic [5:0] reference_hash(input [39:0] address);
    integer digit;
    reg [39:0] word;
    begin
      reference_hash = 0;
      word = address / 4;
      for (digit = 0; digit < 7; digit = digit + 1) begin
        reference_hash = reference_hash ^ (word % 64);
        word = word / 64;
      end
    end
  endfunction

  // Bits 0 to 3: field 0, bits 4 to 7: field 1
  function automatic [7:0] reference_fields(input [5:0] hash);
    integer h4;
    begin
      h4 = (hash % 16) ^ (hash / 16 * 4);
      reference_fields = 0;
      reference_fields[h4 % 4] = 1'b1;
      reference_fields[4 + h4 / 4] = 1'b1;
    end
  endfunction

  task reference_locks_clear(input integer warp);
    begin
      lock_count[warp] = 0;
      counted[warp] = 0;
      {counted_device[warp], counted_block_on[warp], counted_device_on[warp]} = 0;
    end
  endtask

  // Removes position p; younger entries move up
  task reference_lock_remove(input integer warp, input integer p);
    integer i;
    begin
      for (i = p; i < lock_count[warp] - 1; i = i + 1) begin
        lock_hash[warp*4 + i] = lock_hash[warp*4 + i + 1];
        lock_is_device[warp*4 + i] = lock_is_device[warp*4 + i + 1];
        lock_activity[warp*4 + i] = lock_activity[warp*4 + i + 1];
      end
      lock_count[warp] = lock_count[warp] - 1;
    end
  endtask

  // One more lock without a record; 31: unknown how many
  task reference_lock_count(input integer warp, input is_device, input [1:0] activity);
    begin
      if (counted[warp] < 31) counted[warp] = counted[warp] + 1;
      if (is_device) counted_device[warp] = 1;
      if (!is_device && activity != 0) counted_block_on[warp] = 1;
      if (is_device && activity == 2) counted_device_on[warp] = 1;
    end
  endtask

  // The oldest records are counted until there is room for `more` besides the entry that counts
  task reference_lock_make_room(input integer warp, input integer more);
    while (lock_count[warp] + (counted[warp] > 0 ? 1 : 0) + more > 4) begin
      reference_lock_count(warp, lock_is_device[warp*4], lock_activity[warp*4]);
      reference_lock_remove(warp, 0);
    end
  endtask

  task reference_lock_insert(input integer warp, input [5:0] hash, input is_device);
    integer i;
    reg held;
    begin
      held = 0;
      for (i = 0; i < lock_count[warp]; i = i + 1)
        if (lock_hash[warp*4 + i] == hash && lock_is_device[warp*4 + i] == is_device) held = 1;
      if (held && counts_locks[warp]) begin
        reference_lock_count(warp, is_device, 0);
        reference_lock_make_room(warp, 0);
      end
      if (!held) begin
        if (counts_locks[warp]) reference_lock_make_room(warp, 1);
        else if (lock_count[warp] == 4) reference_lock_remove(warp, 0);
        lock_hash[warp*4 + lock_count[warp]] = hash;
        lock_is_device[warp*4 + lock_count[warp]] = is_device;
        lock_activity[warp*4 + lock_count[warp]] = 0;
        lock_count[warp] = lock_count[warp] + 1;
      end
    end
  endtask

  task reference_lock_release(input integer warp, input [5:0] hash, input is_device);
    integer i, held_before;
    begin
      held_before = lock_count[warp];
      for (i = 3; i >= 0; i = i - 1)
        if (i < lock_count[warp] && lock_hash[warp*4 + i] == hash && (is_device || !lock_is_device[warp*4 + i]))
          reference_lock_remove(warp, i);
      if (lock_count[warp] == held_before && counted[warp] > 0 && counted[warp] < 31) begin
        counted[warp] = counted[warp] - 1;
        if (counted[warp] == 0) {counted_device[warp], counted_block_on[warp], counted_device_on[warp]} = 0;
      end
    end
  endtask

  task reference_lock_fence(input integer warp, input is_device);
    integer i;
    begin
      for (i = 0; i < lock_count[warp]; i = i + 1)
        if (is_device || !lock_is_device[warp*4 + i]) lock_activity[warp*4 + i] = 2;
        else if (lock_activity[warp*4 + i] == 0) lock_activity[warp*4 + i] = 1;
      if (counted[warp] > 0) begin
        counted_block_on[warp] = 1;
        if (is_device && counted_device[warp]) counted_device_on[warp] = 1;
      end
    end
  endtask

  function automatic [15:0] reference_bloom(input integer warp);
    integer i;
    begin
      reference_bloom = 0;
      for (i = 0; i < lock_count[warp]; i = i + 1) begin
        if (lock_activity[warp*4 + i] != 0)
          reference_bloom[7:0] = reference_bloom[7:0] | reference_fields(lock_hash[warp*4 + i]);
        if (lock_activity[warp*4 + i] == 2 && lock_is_device[warp*4 + i])
          reference_bloom[15:8] = reference_bloom[15:8] | reference_fields(lock_hash[warp*4 + i]);
      end
      if (counted[warp] > 0 && (counted_device[warp] || counted_block_on[warp])) reference_bloom[7:0] = 255;
      if (counted[warp] > 0 && counted_device_on[warp]) reference_bloom[15:8] = 255;
    end
  endfunction

  // The 36 bits of a warp

  function automatic [35:0] reference_table(input integer warp);
    integer i;
    lock_entry_t entry;
    begin
      reference_table = 0;
      for (i = 0; i < lock_count[warp]; i = i + 1) begin
        entry = 0;
        entry.hash = lock_hash[warp*4 + i];
        case ({lock_is_device[warp*4 + i], lock_activity[warp*4 + i]})
          3'b000: entry.state = scord_params::LOCK_STATE_BLOCK;
          3'b010: entry.state = scord_params::LOCK_STATE_BLOCK_ACTIVE;
          3'b100: entry.state = scord_params::LOCK_STATE_DEVICE;
          3'b101: entry.state = scord_params::LOCK_STATE_DEVICE_ACTIVE_BLOCK;
          3'b110: entry.state = scord_params::LOCK_STATE_DEVICE_ACTIVE;
          default: entry.state = 3'bxxx;
        endcase
        reference_table = reference_table | {27'd0, entry} << 9 * (i + (counted[warp] > 0));
      end
      if (counted[warp] > 0) begin
        entry.state = counted_device[warp] ? scord_params::LOCK_STATE_MANY_DEVICE : scord_params::LOCK_STATE_MANY_BLOCK;
        entry.hash = counted[warp] + 32 * (counted_device[warp] ? counted_device_on[warp] : counted_block_on[warp]);
        reference_table = reference_table | {27'd0, entry};
      end
    end
  endfunction
