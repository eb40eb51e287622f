// bench_scord_sm: random events of two blocks and eight warps: snapshots in requests (D8), state, back-pressure, picks, hold.
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
  reg [1:0] policy;
  reg [Warps-1:0] ready;
  sm_event_t event_now;
  wire event_ready, pick_valid, request_valid;
  wire [4:0] pick;
  detector_request_t request, expected, fresh;
  scord_sm #(.BlocksPerSm(Blocks), .WarpsPerSm(Warps), .RequestFifoDepth(Depth)) dut (
    .clk_i(clk), .rst_ni(rst_n), .sm_i(sm), .clear_i(clear), .hold_i(hold), .issue_policy_i(policy),
    .event_valid_i(event_valid), .event_ready_o(event_ready), .event_i(event_now), .issue_valid_i(issue),
    .issue_ready_mask_i(ready), .issue_pick_valid_o(pick_valid), .issue_pick_o(pick), .request_valid_o(request_valid),
    .request_ready_i(request_ready), .request_o(request));

  reg [177:0] queue [$];
  integer barrier [0:Blocks-1];
  integer waiting [0:Blocks-1];
  integer i, stalls, requests, locks_taken, events;
  reg [47:0] priorities;
  reg must_wait, is_request, device;

  task random_event;
    begin
      event_now = {random_bits(0), random_bits(0), random_bits(0), random_bits(0), random_bits(0), random_bits(0),
                   random_bits(0), random_bits(0)};
      event_now.kind = random_below(7);
      if (event_now.kind == scord_params::SM_EVENT_KIND_BLOCK_LAUNCH && !one_in(6))
        event_now.kind = scord_params::SM_EVENT_KIND_ACCESS;
      event_now.slot = random_below(Blocks);
      event_now.warp = random_below(Warps);
      event_now.op = random_below(3);
      event_now.scope = random_below(3);
      event_now.address = event_now.kind == scord_params::SM_EVENT_KIND_ACCESS ? 40'h1000 + 128 * random_below(9) :
                          40'h4000 + 4 * random_below(6);
      event_now.compare = random_below(3) == 0 ? 1 : 0;
      event_now.value = random_below(3);
      event_now.returned = random_below(3) == 0 ? 1 : 0;
      // A barrier has no more waiting warps than the SM
      if (event_now.kind == scord_params::SM_EVENT_KIND_BARRIER_ARRIVE && waiting[event_now.slot] == Warps)
        event_now.kind = scord_params::SM_EVENT_KIND_BARRIER_RELEASE;
    end
  endtask

  // What the event does, after its request was made up
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
          if (event_now.compare == 0 && event_now.value == 1 && event_now.returned == 0) begin
            reference_lock_insert(event_now.warp, reference_hash(event_now.address), device);
            locks_taken = locks_taken + 1;
          end
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
      for (i = 0; i < Warps; i = i + 1) check(dut.u_lock_table.lock_table_q[36*i +: 36] === reference_table(i), "lock table");
    end
  endtask

  task cycle;
    begin
      #1;
      compare_state;
      is_request = event_now.kind == scord_params::SM_EVENT_KIND_ACCESS || event_now.kind == scord_params::SM_EVENT_KIND_FENCE;
      check(event_ready === (!hold && !clear && !(is_request && queue.size() == Depth)), "event_ready");
      if (event_valid && !event_ready) stalls = stalls + 1;
      check(request_valid === (queue.size() > 0), "request_valid");
      if (queue.size() > 0) check(request === queue[0], "request");
      issue_pick = -1;
      if (issue) reference_pick(policy, ready, Warps, Blocks, priorities);
      check(pick_valid === (issue_pick >= 0) && (issue_pick < 0 || pick === issue_pick), "pick");
      must_wait = event_valid && !event_ready;
      if (clear) begin
        queue = {};
        reference_issue_clear;
        for (i = 0; i < Blocks; i = i + 1) {barrier[i], waiting[i]} = 0;
        for (i = 0; i < Warps; i = i + 1) reference_locks_clear(i);
      end else begin
        if (request_valid && request_ready) begin
          expected = queue.pop_front();
          requests = requests + 1;
        end
        if (issue_pick >= 0) reference_issue_remember(issue_pick);
        if (event_valid && event_ready) begin
          events = events + 1;
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
    {stalls, requests, locks_taken, events} = 0;
    sm = 11;
    reference_issue_clear;
    for (i = 0; i < Blocks; i = i + 1) {barrier[i], waiting[i]} = 0;
    for (i = 0; i < 32; i = i + 1) lock_count[i] = 0;
    start_bench;
    repeat (5000) begin
      if (!must_wait) begin
        event_valid = !one_in(5);
        random_event;
      end
      request_ready = one_in(2);
      issue = one_in(2);
      if (one_in(30)) policy = random_bits(0);
      ready = random_bits(0);
      clear = one_in(700);
      hold = clear || one_in(30);
      cycle;
    end
    check(stalls > 200 && requests > 500 && locks_taken > 20, "every case was met");
    finish_bench;
  end
endmodule
