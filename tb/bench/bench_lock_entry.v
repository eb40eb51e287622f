// SPDX-License-Identifier: Apache-2.0
// bench_lock_entry: every state, equal and different hash, both scopes; the reference is a table.
`include "scord_params.vh"
module bench_lock_entry;
  `include "bench.vh"
  lock_entry_t entry, after;
  reg [5:0] hash;
  reg block_scope;
  wire [5:0] hash_out;
  wire valid, active, device_active, same_lock, freed;
  lock_entry dut (.entry_i(entry), .hash_i(hash), .block_scope_i(block_scope), .hash_o(hash_out), .valid_o(valid),
                  .active_o(active), .device_active_o(device_active), .same_lock_o(same_lock), .freed_o(freed),
                  .after_fence_o(after));
  // {valid, active, device active, block lock, device lock}, state after a block fence, after a device fence
  reg [10:0] row;
  function automatic [10:0] expected(input [2:0] state);
    case (state)
      scord_params::LOCK_STATE_EMPTY: expected = {5'b00000, scord_params::LOCK_STATE_EMPTY,
             scord_params::LOCK_STATE_EMPTY};
      scord_params::LOCK_STATE_BLOCK: expected = {5'b10010, scord_params::LOCK_STATE_BLOCK_ACTIVE,
             scord_params::LOCK_STATE_BLOCK_ACTIVE};
      scord_params::LOCK_STATE_BLOCK_ACTIVE: expected = {5'b11010, scord_params::LOCK_STATE_BLOCK_ACTIVE,
             scord_params::LOCK_STATE_BLOCK_ACTIVE};
      scord_params::LOCK_STATE_DEVICE: expected = {5'b10001, scord_params::LOCK_STATE_DEVICE_ACTIVE_BLOCK,
             scord_params::LOCK_STATE_DEVICE_ACTIVE};
      scord_params::LOCK_STATE_DEVICE_ACTIVE_BLOCK: expected = {5'b11001,
             scord_params::LOCK_STATE_DEVICE_ACTIVE_BLOCK, scord_params::LOCK_STATE_DEVICE_ACTIVE};
      default: expected = {5'b11101, scord_params::LOCK_STATE_DEVICE_ACTIVE, scord_params::LOCK_STATE_DEVICE_ACTIVE};
    endcase
  endfunction
  `COVER_POINT(cover_lock_entry_every_state_and_operation)
  `COVER_POINT(cover_lock_entry_same_lock)
  `COVER_POINT(cover_lock_entry_same_hash_other_scope)
  `COVER_POINT(cover_lock_entry_freed_by_wider_scope)
  `COVER_POINT(cover_lock_entry_device_lock_survives_block_release)
  `COVER_POINT(cover_lock_entry_hash_differs_in_one_bit)
  `COVER_POINT(cover_lock_entry_half_active_by_block_fence)
  `COVER_POINT(cover_lock_entry_fully_active_by_device_fence)
  `COVER_POINT(cover_lock_entry_fence_keeps_active)
  reg [23:0] met;  // cases seen: index {state, block scope, equal hash}
  integer state, other;
  task sample;
    begin
      met[4*state + 2*block_scope + (other == 6)] = 1;
      `COVER(cover_lock_entry_same_lock, same_lock);
      `COVER(cover_lock_entry_same_hash_other_scope, valid && other == 6 && !same_lock);
      `COVER(cover_lock_entry_freed_by_wider_scope, freed && !same_lock);
      `COVER(cover_lock_entry_device_lock_survives_block_release, row[6] && block_scope && other == 6 && !freed);
      `COVER(cover_lock_entry_hash_differs_in_one_bit, valid && other != 6 && !same_lock && !freed);
      `COVER(cover_lock_entry_half_active_by_block_fence, entry.state == scord_params::LOCK_STATE_DEVICE &&
             after.state == scord_params::LOCK_STATE_DEVICE_ACTIVE_BLOCK);
      `COVER(cover_lock_entry_fully_active_by_device_fence,
             entry.state == scord_params::LOCK_STATE_DEVICE_ACTIVE_BLOCK &&
             after.state == scord_params::LOCK_STATE_DEVICE_ACTIVE);
      `COVER(cover_lock_entry_fence_keeps_active, active && after.state == entry.state);
    end
  endtask
  initial begin
    start_bench;
    met = 0;
    for (state = 0; state <= 5; state = state + 1)
      for (other = 0; other < 7; other = other + 1)
        repeat (8) begin
          entry.state = state;
          entry.hash = random_bits(0);
          hash = other == 6 ? entry.hash : entry.hash ^ 6'd1 << other;
          block_scope = random_bits(0);
          row = expected(state);
          #1 check({valid, active, device_active} === row[10:8], "what the entry holds");
          check(hash_out === entry.hash && after.hash === entry.hash, "hash stays");
          check(same_lock === (other == 6 && (block_scope ? row[7] : row[6])), "same lock: equal hash and scope");
          check(freed === (other == 6 && (row[7] || (row[6] && !block_scope))), "freed: scope not wider");
          check(after.state === (block_scope ? row[5:3] : row[2:0]), "state after the fence");
          sample;
        end
    `COVER(cover_lock_entry_every_state_and_operation, &met);
    finish_bench;
  end
endmodule
