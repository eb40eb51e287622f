// SPDX-License-Identifier: Apache-2.0
// bench_scord_sm: random events of two blocks and eight warps. Checked: snapshots in requests (D8), state,
// back-pressure, picks, hold.
`include "scord_params.vh"
module bench_scord_sm;
  `include "bench.vh"
  `include "lock_reference.vh"
  `include "issue_reference.vh"
  localparam int Blocks = 4;
  localparam int Warps = 8;
  localparam int Depth = 3;
  reg clear, hold, event_valid, issue, request_ready;
  reg [3:0] sm;
  reg [scord_params::ISSUE_POLICY_WIDTH-1:0] policy;
  reg [Warps-1:0] ready;
  sm_event_t event_now;
  wire event_ready, pick_valid, request_valid, request_more;
  wire [4:0] pick;
  detector_request_t request, expected, fresh;
  scord_sm #(.BlocksPerSm(Blocks), .WarpsPerSm(Warps), .RequestFifoDepth(Depth)) dut (
    .clk_i(clk), .rst_ni(rst_n), .sm_i(sm), .clear_i(clear), .hold_i(hold), .issue_policy_i(policy),
    .event_valid_i(event_valid), .event_ready_o(event_ready), .event_i(event_now), .issue_valid_i(issue),
    .issue_ready_mask_i(ready), .issue_pick_valid_o(pick_valid), .issue_pick_o(pick), .request_valid_o(request_valid),
    .request_ready_i(request_ready), .request_o(request),
    .request_more_o(request_more));

  reg [scord_params::DETECTOR_REQUEST_WIDTH-1:0] queue [$];
  integer barrier [0:Blocks-1];
  integer waiting [0:Blocks-1];
  integer i, pair, slot;
  reg [47:0] priorities;
  reg must_wait, is_request, device;

  `COVER_POINT(cover_scord_sm_request_stalls)
  `COVER_POINT(cover_scord_sm_fence_stalls)
  `COVER_POINT(cover_scord_sm_other_event_passes_full_fifo)
  `COVER_POINT(cover_scord_sm_push_and_pop_when_last_word)
  `COVER_POINT(cover_scord_sm_back_to_back_requests)
  `COVER_POINT(cover_scord_sm_every_kind_pair_back_to_back)
  `COVER_POINT(cover_scord_sm_snapshot_before_fence)
  `COVER_POINT(cover_scord_sm_access_after_fence_sees_bloom)
  `COVER_POINT(cover_scord_sm_access_after_release_sees_new_barrier)
  `COVER_POINT(cover_scord_sm_fence_then_access_same_warp)
  `COVER_POINT(cover_scord_sm_lock_taken)
  `COVER_POINT(cover_scord_sm_failed_cas)
  `COVER_POINT(cover_scord_sm_cas_of_other_values)
  `COVER_POINT(cover_scord_sm_lock_freed)
  `COVER_POINT(cover_scord_sm_exch_of_one)
  `COVER_POINT(cover_scord_sm_system_scope)
  `COVER_POINT(cover_scord_sm_launch_resets_priority)
  `COVER_POINT(cover_scord_sm_hold_stops_events)
  `COVER_POINT(cover_scord_sm_clear_drops_requests)
  `COVER_POINT(cover_scord_sm_pick_and_event)
  reg past_taken, past_fence, past_release;
  sm_event_t past_event;
  reg [48:0] kind_pairs;
  handshake_monitor #(.Width(scord_params::DETECTOR_REQUEST_WIDTH)) request_monitor (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(clear), .valid_i(request_valid), .ready_i(request_ready),
           .payload_i(request));

  task sample_taken;
    begin
      if (past_taken) kind_pairs[past_event.kind*7 + event_now.kind] = 1;
      `COVER(cover_scord_sm_other_event_passes_full_fifo, queue.size() == Depth);
      `COVER(cover_scord_sm_push_and_pop_when_last_word, is_request && queue.size() == 1 && request_ready);
      `COVER(cover_scord_sm_back_to_back_requests, past_taken && is_request &&
             (past_event.kind == scord_params::SM_EVENT_KIND_ACCESS ||
                    past_event.kind == scord_params::SM_EVENT_KIND_FENCE));
      `COVER(cover_scord_sm_snapshot_before_fence, event_now.kind == scord_params::SM_EVENT_KIND_FENCE &&
             lock_count[event_now.warp] > 0 &&
             reference_bloom(event_now.warp) == 0);
      `COVER(cover_scord_sm_access_after_fence_sees_bloom, past_fence &&
             event_now.kind == scord_params::SM_EVENT_KIND_ACCESS &&
             event_now.warp == past_event.warp && reference_bloom(event_now.warp) != 0);
      `COVER(cover_scord_sm_fence_then_access_same_warp, past_fence &&
             event_now.kind == scord_params::SM_EVENT_KIND_ACCESS &&
             event_now.warp == past_event.warp);
      `COVER(cover_scord_sm_access_after_release_sees_new_barrier, past_release &&
             event_now.kind == scord_params::SM_EVENT_KIND_ACCESS &&
             event_now.slot == past_event.slot);
      if (event_now.kind == scord_params::SM_EVENT_KIND_CAS) begin
        `COVER(cover_scord_sm_lock_taken, event_now.compare == 0 && event_now.value == 1 && event_now.returned == 0);
        `COVER(cover_scord_sm_failed_cas, event_now.compare == 0 && event_now.value == 1 && event_now.returned != 0);
        `COVER(cover_scord_sm_cas_of_other_values, event_now.compare != 0 || event_now.value != 1);
      end
      if (event_now.kind == scord_params::SM_EVENT_KIND_EXCH) begin
        `COVER(cover_scord_sm_lock_freed, event_now.value == 0 && lock_count[event_now.warp] > 0);
        `COVER(cover_scord_sm_exch_of_one, event_now.value == 1 && lock_count[event_now.warp] > 0);
      end
      `COVER(cover_scord_sm_system_scope, is_request && event_now.scope == scord_params::SCOPE_SYSTEM);
      `COVER(cover_scord_sm_launch_resets_priority, event_now.kind == scord_params::SM_EVENT_KIND_BLOCK_LAUNCH &&
             waiting[event_now.slot] > 0);
      `COVER(cover_scord_sm_pick_and_event, issue_pick >= 0 &&
             event_now.kind == scord_params::SM_EVENT_KIND_BLOCK_LAUNCH);
    end
  endtask

  task sample;
    begin
      `COVER(cover_scord_sm_request_stalls, event_valid && !event_ready &&
             event_now.kind == scord_params::SM_EVENT_KIND_ACCESS && !hold);
      `COVER(cover_scord_sm_fence_stalls, event_valid && !event_ready &&
             event_now.kind == scord_params::SM_EVENT_KIND_FENCE && !hold);
      `COVER(cover_scord_sm_hold_stops_events, event_valid && hold && !clear && queue.size() < Depth);
      `COVER(cover_scord_sm_clear_drops_requests, clear && queue.size() > 0);
      if (event_valid && event_ready) sample_taken;
      past_taken = event_valid && event_ready;
      past_fence = past_taken && event_now.kind == scord_params::SM_EVENT_KIND_FENCE;
      past_release = past_taken && event_now.kind == scord_params::SM_EVENT_KIND_BARRIER_RELEASE;
      past_event = event_now;
    end
  endtask

  task random_event;
    begin
      event_now = {random_bits(0), random_bits(0), random_bits(0), random_bits(0), random_bits(0), random_bits(0),
                   random_bits(0), random_bits(0)};
      event_now.kind = random_below(7);
      if (event_now.kind == scord_params::SM_EVENT_KIND_BLOCK_LAUNCH && !one_in(6))
        event_now.kind = scord_params::SM_EVENT_KIND_ACCESS;
      // often the warp and slot of the previous event
      event_now.warp = one_in(2) ? past_event.warp : random_below(Warps);
      event_now.slot = one_in(2) ? past_event.slot : random_below(Blocks);
      event_now.op = random_below(3);
      event_now.scope = random_below(3);
      event_now.address = event_now.kind == scord_params::SM_EVENT_KIND_ACCESS ? 40'h1000 + 128 * random_below(9) :
                          40'h4000 + 4 * random_below(6);
      event_now.compare = one_in(4);
      event_now.value = random_below(3);
      event_now.returned = one_in(4);
      // the number of waiting warps stays within those of the SM
      if (event_now.kind == scord_params::SM_EVENT_KIND_BARRIER_ARRIVE && waiting[event_now.slot] == Warps)
        event_now.kind = scord_params::SM_EVENT_KIND_BARRIER_RELEASE;
    end
  endtask

  // The effect of the event, after the expected request was built
  task reference_event;
    begin
      device = event_now.scope != scord_params::SCOPE_BLOCK;
      case (event_now.kind)
        scord_params::SM_EVENT_KIND_BLOCK_LAUNCH: begin
          barrier[event_now.slot] = barrier[event_now.slot] + 1;
          waiting[event_now.slot] = 0;
          for (i = 0; i < Warps; i = i + 1) if (event_now.mask >> i & 1) reference_locks_clear(i);
          reference_issue_launch(event_now.slot, event_now.mask & ((1 << Warps) - 1));
        end
        scord_params::SM_EVENT_KIND_FENCE: reference_lock_fence(event_now.warp, device);
        scord_params::SM_EVENT_KIND_BARRIER_ARRIVE: waiting[event_now.slot] = waiting[event_now.slot] + 1;
        scord_params::SM_EVENT_KIND_BARRIER_RELEASE: begin
          barrier[event_now.slot] = barrier[event_now.slot] + 1;
          waiting[event_now.slot] = 0;
        end
        scord_params::SM_EVENT_KIND_CAS:
          if (event_now.compare == 0 && event_now.value == 1 && event_now.returned == 0)
            reference_lock_insert(event_now.warp, reference_hash(event_now.address), device);
        scord_params::SM_EVENT_KIND_EXCH:
          if (event_now.value == 0) reference_lock_release(event_now.warp, reference_hash(event_now.address), device);
        default: ;
      endcase
    end
  endtask

  task reference_request;
    begin
      fresh = 0;
      fresh.kind = event_now.kind == scord_params::SM_EVENT_KIND_FENCE;
      fresh.block_id = sm * 8 + event_now.slot;
      fresh.warp_id = event_now.warp;
      fresh.barrier_id = barrier[event_now.slot];
      fresh.lock_bloom = reference_bloom(event_now.warp);
      fresh.op = event_now.op; fresh.scope = event_now.scope; fresh.strong_ = event_now.strong_;
      fresh.sequence_ = event_now.sequence_; fresh.pc = event_now.pc; fresh.address = event_now.address;
      fresh.mask = event_now.mask;
    end
  endtask

  task compare_state;
    begin
      for (i = 0; i < Blocks; i = i + 1) begin
        check(dut.u_barrier_counters.barrier_counters_q[8*i +: 8] === barrier[i] % 256, "barrier counter");
        check(dut.u_warp_priority_table.warp_priority_table_q[6*i +: 6] === waiting[i], "priority");
        priorities[6*i +: 6] = waiting[i];
      end
      for (i = 0; i < Warps; i = i + 1) check(dut.u_lock_table.lock_table_q[36*i +: 36] === reference_table(i),
             "lock table");
    end
  endtask

  task cycle;
    begin
      #1;
      compare_state;
      is_request = event_now.kind == scord_params::SM_EVENT_KIND_ACCESS ||
             event_now.kind == scord_params::SM_EVENT_KIND_FENCE;
      check(event_ready === (!hold && !clear && !(is_request && queue.size() == Depth)), "event_ready");
      check(request_valid === (queue.size() > 0), "request_valid");
      check(request_more === (queue.size() > 1), "request_more");
      if (queue.size() > 0) check(request === queue[0], "request");
      issue_pick = -1;
      if (issue) reference_pick(0, policy, ready, Warps, Blocks, priorities);
      check(pick_valid === (issue_pick >= 0) && (issue_pick < 0 || pick === issue_pick), "pick");
      must_wait = event_valid && !event_ready;
      sample;
      if (clear) begin
        queue = {};
        reference_issue_clear;
        for (i = 0; i < Blocks; i = i + 1) {barrier[i], waiting[i]} = 0;
        for (i = 0; i < Warps; i = i + 1) reference_locks_clear(i);
      end else begin
        if (request_valid && request_ready) expected = queue.pop_front();
        if (issue_pick >= 0) reference_issue_remember(0, issue_pick);
        if (event_valid && event_ready) begin
          reference_request;
          if (is_request) queue.push_back(fresh);
          reference_event;
        end
      end
      @(negedge clk);
    end
  endtask

  initial begin
    {clear, hold, event_valid, issue, request_ready, policy, ready, event_now, must_wait, priorities} = 0;
    {past_taken, past_fence, past_release, past_event, kind_pairs} = 0;
    sm = 11;
    reference_issue_clear;
    for (i = 0; i < Blocks; i = i + 1) {barrier[i], waiting[i]} = 0;
    for (i = 0; i < 32; i = i + 1) lock_count[i] = 0;
    start_bench;
    // Every kind of event directly after every kind
    for (pair = 0; pair < 49; pair = pair + 1) begin
      issue = 1; ready = random_bits(0); request_ready = 1; event_valid = 1;
      random_event; event_now.kind = pair % 7; cycle;
      random_event; event_now.kind = pair / 7; cycle;
      for (slot = 0; slot < Blocks; slot = slot + 1) begin
        event_now.kind = scord_params::SM_EVENT_KIND_BARRIER_RELEASE; event_now.slot = slot; cycle;
      end
      event_valid = 0; cycle; cycle;
    end
    repeat (4000) begin
      if (!must_wait) begin
        event_valid = !one_in(5);
        random_event;
      end
      request_ready = one_in(2);
      issue = one_in(2);
      if (one_in(30)) policy = random_below(4);
      ready = random_bits(0);
      clear = one_in(300);
      hold = clear || one_in(30);
      cycle;
    end
    `COVER(cover_scord_sm_every_kind_pair_back_to_back, &kind_pairs);
    finish_bench;
  end
endmodule
