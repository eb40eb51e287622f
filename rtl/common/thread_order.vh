// SPDX-License-Identifier: Apache-2.0
// thread_order.vh: whether the owner's access is ordered before x within one warp, with independent threads. Included in
// modules.
//
// A warp that has not diverged runs in program order. A different epoch means that lanes have met in a __syncwarp in
// between. Otherwise only accesses of one thread are in order; WarpShared and `several` stand for more than one.
//
// Source: ScoRD section VI; D40, D41, D42.

function automatic logic threads_in_order(
    input logic entry_shared, input logic [scord_params::SYNCWARP_ID_WIDTH-1:0] owner_epoch,
    input logic [scord_params::LANE_WIDTH-1:0] owner_thread, input logic diverged,
    input logic [scord_params::SYNCWARP_ID_WIDTH-1:0] epoch, input logic several,
    input logic [scord_params::LANE_WIDTH-1:0] thread_id);
  threads_in_order = !diverged || owner_epoch != epoch ||
                     (!entry_shared && !several && owner_thread == thread_id);
endfunction
