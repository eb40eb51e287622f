// SPDX-License-Identifier: Apache-2.0
// lock_entry: decodes one entry of the lock table and computes its next value after a fence. Combinational.
//
// Source: ScoRD section IV; D17, D18, D19.

`include "scord_params.vh"
`default_nettype none

module lock_entry (
  // The entry {hash, state}
  input  wire [scord_params::LOCK_ENTRY_WIDTH-1:0] entry_i,
  // Hash and scope of the operation's lock: block scope, or else device scope
  input  wire [scord_params::LOCK_HASH_WIDTH-1:0]  hash_i,
  input  wire                                      block_scope_i,
  // The hash of the entry
  output logic [scord_params::LOCK_HASH_WIDTH-1:0] hash_o,
  // The entry holds a lock; this lock is active; it is a device lock that is active at device scope
  output logic                                     valid_o,
  output logic                                     active_o,
  output logic                                     device_active_o,
  // The entry holds the operation's lock at exactly the operation's scope (D17)
  output logic                                     same_lock_o,
  // An atomicExch of this hash and scope frees the entry (D19)
  output logic                                     freed_o,
  // The entry after a fence of this scope (D18)
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

  // D17: hash and scope are equal.
  assign same_lock_o = entry.hash == hash_i && (block_scope_i ? is_block : is_device);
  // D19: the hash is equal, and the lock's scope is not wider than that of the atomicExch.
  assign freed_o = entry.hash == hash_i && (is_block || (is_device && !block_scope_i));
  // D18: a block fence activates a device lock at block scope only; it never lowers a state.
  assign after_fence.hash = entry.hash;
  assign after_fence.state =
      is_block ? scord_params::LOCK_STATE_BLOCK_ACTIVE :
      is_device && !block_scope_i ? scord_params::LOCK_STATE_DEVICE_ACTIVE :
      entry.state == scord_params::LOCK_STATE_DEVICE ? scord_params::LOCK_STATE_DEVICE_ACTIVE_BLOCK :
      entry.state;
  assign after_fence_o = after_fence;

endmodule

`default_nettype wire
