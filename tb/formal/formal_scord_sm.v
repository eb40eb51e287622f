// SPDX-License-Identifier: Apache-2.0
// formal_scord_sm: what the composition of an SM unit adds to its parts. An event that is accepted has its effect in
// that cycle and no other one has: a request with every bit of it, a step of a counter, an operation of the lock table.
// Runs have small operands, program counters and event numbers; here every bit of every field counts.
// groups: accepted = effect, by kind; every field of a request; operands of lock words (D17, D19, D64) at full width; nothing while held or cleared; no request overtaken or lost
// cut: barrier_counters lock_table warp_priority_table block_order block_sequence issue_scheduler warp_convergence fifo
// assertions: own
// netlist: words
// prove: SAT induction, cover 8, steps 2
// parameters: AcquireRelease=0; IndependentThreads=1 AcquireRelease=1; AsPrinted=1
// The fields are those of scord.params: tb/formal/tests/test_fields.sh looks that none is missing.
`include "scord_params.vh"
module formal_scord_sm #(parameter IndependentThreads = 0, parameter AcquireRelease = 0, parameter AsPrinted = 0) (
  input wire clk_i, input wire rst_ni, input wire [3:0] sm_i, input wire clear_i, input wire hold_i,
  input wire event_valid_i, input wire [scord_params::SM_EVENT_WIDTH-1:0] event_bits, input wire request_ready_i
);
  `include "tb/formal/parts/formal.vh"
  sm_event_t event_;
  detector_request_t request;
  assign event_ = event_bits;
  wire ready;
  scord_sm #(.BlocksPerSm(2), .WarpsPerSm(2), .RequestFifoDepth(2), .IndependentThreads(IndependentThreads),
             .AcquireRelease(AcquireRelease), .AsPrinted(AsPrinted)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .sm_i(sm_i), .clear_i(clear_i), .hold_i(hold_i), .issue_policy_i(3'd0),
    .event_valid_i(event_valid_i), .event_ready_o(ready), .event_i(event_), .issue_valid_i(1'b0),
    .issue_ready_mask_i(2'd0), .request_ready_i(request_ready_i));
  (* hierconn *) wire [scord_params::DETECTOR_REQUEST_WIDTH-1:0] \dut.request ;
  (* hierconn *) wire [7:0] \dut.u_barrier_counters.barrier_id_o , \dut.epoch ;
  (* hierconn *) wire [15:0] \dut.u_lock_table.lock_bloom_o ;
  (* hierconn *) wire \dut.u_request_fifo.in_valid_i , \dut.u_request_fifo.in_ready_o , \dut.u_request_fifo.clear_i ;
  (* hierconn *) wire \dut.u_barrier_counters.step_i , \dut.u_barrier_counters.clear_i ;
  (* hierconn *) wire [2:0] \dut.u_barrier_counters.step_slot_i , \dut.u_barrier_counters.read_slot_i ;
  (* hierconn *) wire \dut.u_lock_table.insert_i , \dut.u_lock_table.release_i , \dut.u_lock_table.fence_i ;
  (* hierconn *) wire \dut.u_lock_table.launch_i , \dut.u_lock_table.clear_i , \dut.u_lock_table.block_scope_i ;
  (* hierconn *) wire [1:0] \dut.u_lock_table.launch_warps_i ;
  (* hierconn *) wire [4:0] \dut.u_lock_table.warp_i ;
  (* hierconn *) wire [39:0] \dut.u_lock_table.address_i ;
  (* hierconn *) wire \dut.u_warp_priority_table.arrive_i ;
  (* hierconn *) wire [1:0] \dut.u_warp_priority_table.release_i ;
  (* hierconn *) wire \dut.has_diverged ;
  assign request = \dut.request ;

  wire launch = event_.kind == scord_params::SM_EVENT_KIND_BLOCK_LAUNCH;
  wire access = event_.kind == scord_params::SM_EVENT_KIND_ACCESS;
  wire fence = event_.kind == scord_params::SM_EVENT_KIND_FENCE;
  wire arrive = event_.kind == scord_params::SM_EVENT_KIND_BARRIER_ARRIVE;
  wire release_ = event_.kind == scord_params::SM_EVENT_KIND_BARRIER_RELEASE;
  wire cas = event_.kind == scord_params::SM_EVENT_KIND_CAS;
  wire exch = event_.kind == scord_params::SM_EVENT_KIND_EXCH;
  wire taken = event_valid_i && ready;
  // D64
  wire acquires = AcquireRelease && (event_.semantics == scord_params::SEMANTICS_ACQUIRE ||
                  event_.semantics == scord_params::SEMANTICS_ACQ_REL || event_.semantics == scord_params::SEMANTICS_SEQ_CST);
  always @(*) assume (event_.slot < 2 && event_.warp < 2 && event_.semantics <= scord_params::SEMANTICS_SEQ_CST);

  always @(*) if (past_valid) begin
    // Accepted exactly when it can have its effect
    assert (ready == (!hold_i && !clear_i && (\dut.u_request_fifo.in_ready_o || !(access || fence))));
    assert (\dut.u_request_fifo.in_valid_i == (taken && (access || fence)));
    assert (\dut.u_barrier_counters.step_i == (taken && (release_ || (launch && !AsPrinted))));
    assert (\dut.u_barrier_counters.step_slot_i == event_.slot && \dut.u_barrier_counters.read_slot_i == event_.slot);
    assert (\dut.u_lock_table.launch_i == (taken && launch && !AsPrinted) && \dut.u_lock_table.launch_warps_i == event_.mask[1:0]);
    assert (\dut.u_lock_table.fence_i == (taken && fence));
    assert (\dut.u_lock_table.insert_i == (taken && cas && (AsPrinted ||
            (!acquires && event_.compare == 32'd0 && event_.returned == 32'd0 && event_.value == 32'd1))));
    assert (\dut.u_lock_table.release_i == (taken && exch && (AsPrinted || event_.value == 32'd0)));
    assert (\dut.u_lock_table.warp_i == event_.warp && \dut.u_lock_table.address_i == event_.address);
    assert (\dut.u_lock_table.block_scope_i == (event_.scope == scord_params::SCOPE_BLOCK));
    assert (\dut.u_warp_priority_table.arrive_i == (taken && arrive));
    assert (\dut.u_warp_priority_table.release_i == (taken && (release_ || launch) ? 2'd1 << event_.slot : 2'd0));
    assert (\dut.u_request_fifo.clear_i == clear_i && \dut.u_barrier_counters.clear_i == clear_i && \dut.u_lock_table.clear_i == clear_i);
    // Every field of the request: the event's, or the SM's state in this cycle (D8)
    assert (request.kind == (fence ? scord_params::REQUEST_KIND_FENCE : scord_params::REQUEST_KIND_ACCESS));
    assert (request.block_id == {sm_i, event_.slot} && request.warp_id == event_.warp);
    assert (request.barrier_id[3:0] == \dut.u_barrier_counters.barrier_id_o [3:0]);
    assert (IndependentThreads || request.barrier_id == \dut.u_barrier_counters.barrier_id_o );
    assert (request.lock_bloom == \dut.u_lock_table.lock_bloom_o );
    assert (request.op == event_.op && request.scope == event_.scope && request.strong_ == event_.strong_);
    assert (request.sequence_ == event_.sequence_ && request.pc == event_.pc);
    assert (request.address == event_.address && request.mask == event_.mask);
    assert (request.semantics == (AcquireRelease ? event_.semantics : 3'd0));
    assert (request.thread_bit_0 == event_.thread_bit_0 && request.thread_bit_1 == event_.thread_bit_1);
    assert (request.thread_bit_2 == event_.thread_bit_2 && request.thread_bit_3 == event_.thread_bit_3);
    assert (request.thread_bit_4 == event_.thread_bit_4 && request.several_threads == event_.several_threads);
    assert (request.lanes_differ == event_.lanes_differ && request.has_diverged == \dut.has_diverged );
  end
  (* keep *) wire cover_lock_taken = past_valid && rst_ni && \dut.u_lock_table.insert_i ;
  (* keep *) wire cover_waits_for_room = past_valid && rst_ni && event_valid_i && access && !ready && !hold_i && !clear_i;
endmodule
