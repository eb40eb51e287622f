// bench_lock_entry: every state, equal and different hash, both scopes; expected answers as a table.
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
      scord_params::LOCK_STATE_EMPTY: expected = {5'b00000, scord_params::LOCK_STATE_EMPTY, scord_params::LOCK_STATE_EMPTY};
      scord_params::LOCK_STATE_BLOCK: expected = {5'b10010, scord_params::LOCK_STATE_BLOCK_ACTIVE, scord_params::LOCK_STATE_BLOCK_ACTIVE};
      scord_params::LOCK_STATE_BLOCK_ACTIVE: expected = {5'b11010, scord_params::LOCK_STATE_BLOCK_ACTIVE, scord_params::LOCK_STATE_BLOCK_ACTIVE};
      scord_params::LOCK_STATE_DEVICE: expected = {5'b10001, scord_params::LOCK_STATE_DEVICE_ACTIVE_BLOCK, scord_params::LOCK_STATE_DEVICE_ACTIVE};
      scord_params::LOCK_STATE_DEVICE_ACTIVE_BLOCK: expected = {5'b11001, scord_params::LOCK_STATE_DEVICE_ACTIVE_BLOCK, scord_params::LOCK_STATE_DEVICE_ACTIVE};
      default: expected = {5'b11101, scord_params::LOCK_STATE_DEVICE_ACTIVE, scord_params::LOCK_STATE_DEVICE_ACTIVE};
    endcase
  endfunction
  integer state, other;
  initial begin
    start_bench;
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
        end
    finish_bench;
  end
endmodule
