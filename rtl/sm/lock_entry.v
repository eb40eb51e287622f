// SPDX-License-Identifier: Apache-2.0
// lock_entry: everything that is asked of one lock table entry alone (D17, D18, D19). Combinational.

`include "scord_params.vh"
`default_nettype none

module lock_entry (
  // The entry
  input  wire [scord_params::LOCK_ENTRY_WIDTH-1:0] entry_i,
  // The operation's lock hash and scope (block, else device)
  input  wire [scord_params::LOCK_HASH_WIDTH-1:0]  hash_i,
  input  wire                                      block_scope_i,
  // The entry's own hash
  output logic [scord_params::LOCK_HASH_WIDTH-1:0] hash_o,
  // Holds a lock; an active one; a device lock active at device scope
  output logic                                     valid_o,
  output logic                                     active_o,
  output logic                                     device_active_o,
  // Holds the operation's lock at its very scope (D17)
  output logic                                     same_lock_o,
  // An atomicExch of that hash and scope frees it (D19)
  output logic                                     freed_o,
  // The entry after a fence of that scope (D18)
  output logic [scord_params::LOCK_ENTRY_WIDTH-1:0] after_fence_o
);

  lock_entry_t entry, after_fence;
  assign entry = entry_i;

  ///////////
  // State //
  ///////////

  logic is_block, is_device;

  assign is_block = entry.state == scord_params::LOCK_STATE_BLOCK ||
                    entry.state == scord_params::LOCK_STATE_BLOCK_ACTIVE;
  assign is_device = entry.state == scord_params::LOCK_STATE_DEVICE ||
                     entry.state == scord_params::LOCK_STATE_DEVICE_ACTIVE_BLOCK ||
                     entry.state == scord_params::LOCK_STATE_DEVICE_ACTIVE;

  assign hash_o = entry.hash;
  assign valid_o = is_block || is_device;
  assign device_active_o = entry.state == scord_params::LOCK_STATE_DEVICE_ACTIVE;
  assign active_o = device_active_o || entry.state == scord_params::LOCK_STATE_BLOCK_ACTIVE ||
                    entry.state == scord_params::LOCK_STATE_DEVICE_ACTIVE_BLOCK;

  ////////////////
  // Operations //
  ////////////////

  // D17: equal {hash, scope}
  assign same_lock_o = entry.hash == hash_i && (block_scope_i ? is_block : is_device);
  // D19: equal hash, and not of wider scope than the atomicExch
  assign freed_o = entry.hash == hash_i && (is_block || (is_device && !block_scope_i));
  // D18: a block fence activates a device lock at block scope only, and takes nothing back
  assign after_fence.hash = entry.hash;
  assign after_fence.state =
      is_block ? scord_params::LOCK_STATE_BLOCK_ACTIVE :
      is_device && !block_scope_i ? scord_params::LOCK_STATE_DEVICE_ACTIVE :
      entry.state == scord_params::LOCK_STATE_DEVICE ? scord_params::LOCK_STATE_DEVICE_ACTIVE_BLOCK :
      entry.state;
  assign after_fence_o = after_fence;

endmodule

`default_nettype wire
