// SPDX-License-Identifier: Apache-2.0
// bench_warp_scheduler: one SM of 8 blocks, 48 warps and two schedulers with random ready masks, fetches, launches,
// arrivals and releases, under all policies. The reference is issue_reference.vh for both schedulers, one table and one
// fetch port (W1 to W11).
`include "scord_params.vh"
module bench_warp_scheduler;
  `include "bench.vh"
  `include "issue_reference.vh"
  localparam int Blocks = 8;
  localparam int Warps = 48;
  localparam int Schedulers = 2;
  localparam int Fairness = 16;
  reg clear, fetch, launch;
  reg [scord_params::ISSUE_POLICY_WIDTH-1:0] policy;
  reg [scord_params::FETCH_ORDER_WIDTH-1:0] order;
  reg [Schedulers-1:0] issue, arrive, ends;
  reg [Warps-1:0] ready, eligible, blocked, launch_warps;
  reg [2:0] launch_slot;
  reg exits_count;
  reg [Schedulers*3-1:0] arrive_slot, ends_slot;
  reg [Blocks-1:0] released;
  wire [Schedulers-1:0] pick_valid;
  wire [Schedulers*6-1:0] pick;
  wire fetch_valid;
  wire [5:0] fetch_pick;
  wire [Blocks*6-1:0] priorities;
  wire [Blocks*3-1:0] ranks;
  warp_scheduler #(.BlocksPerSm(Blocks), .WarpsPerSm(Warps), .Schedulers(Schedulers), .FetchFairness(Fairness)) dut (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(clear), .issue_policy_i(policy), .fetch_order_i(order), .exits_count_i(exits_count),
    .issue_valid_i(issue),
    .issue_ready_i(ready), .issue_pick_valid_o(pick_valid), .issue_pick_o(pick), .fetch_valid_i(fetch),
    .fetch_eligible_i(eligible), .fetch_blocked_i(blocked), .fetch_pick_valid_o(fetch_valid), .fetch_pick_o(fetch_pick),
    .launch_i(launch), .launch_slot_i(launch_slot), .launch_warps_i(launch_warps), .arrive_i(arrive),
    .arrive_slot_i(arrive_slot), .exit_i(ends), .exit_slot_i(ends_slot), .release_i(released), .priorities_o(priorities), .block_ranks_o(ranks));

  `COVER_POINT(cover_warp_scheduler_both_pick)
  `COVER_POINT(cover_warp_scheduler_both_pick_one_block)
  `COVER_POINT(cover_warp_scheduler_two_arrivals_one_block)
  `COVER_POINT(cover_warp_scheduler_release_beats_arrive)
  `COVER_POINT(cover_warp_scheduler_arrive_of_picked_block)
  `COVER_POINT(cover_warp_scheduler_launch_of_picked_block)
  `COVER_POINT(cover_warp_scheduler_fetch_by_priority)
  `COVER_POINT(cover_warp_scheduler_fetch_tie)
  `COVER_POINT(cover_warp_scheduler_fetch_not_the_issue_pick)
  `COVER_POINT(cover_warp_scheduler_fetch_passes_blocked)
  `COVER_POINT(cover_warp_scheduler_fetch_all_blocked)
  `COVER_POINT(cover_warp_scheduler_fetch_fair_turn)
  `COVER_POINT(cover_warp_scheduler_policy_changes)
  `COVER_POINT(cover_warp_scheduler_clear)
  `COVER_POINT(cover_warp_scheduler_fetch_by_ended)
  `COVER_POINT(cover_warp_scheduler_release_keeps_ended)

  ///////////////
  // Reference //
  ///////////////

  integer waiting [0:Blocks-1];
  integer ended [0:Blocks-1];
  reg [47:0] table_now;                              // the priorities of the reference, packed
  integer served, fair_served, unit_served, grants;  // grants: of CFF
  integer picks [0:Schedulers-1];                    // -1 none
  integer expected, best, best_priority, critical, priority_of, candidates, older, unit, i, j;
  reg mwf, is_critical, fair;
  reg [scord_params::ISSUE_POLICY_WIDTH-1:0] past_policy;

  task reset_reference;
    begin
      reference_issue_clear;
      for (i = 0; i < Blocks; i = i + 1) begin waiting[i] = 0; ended[i] = 0; end
      served = -1; fair_served = -1; unit_served = Schedulers - 1; grants = 0;
    end
  endtask

  // W15
  function automatic integer priority_of_slot(input integer slot);
    priority_of_slot = (waiting[slot] + (exits_count ? ended[slot] : 0)) % 64;
  endfunction

  function automatic integer walk(input integer start);
    integer step, warp;
    begin
      walk = -1;
      for (step = 0; step < Warps; step = step + 1) begin
        warp = (start + step) % Warps;
        if (walk < 0 && eligible[warp]) walk = warp;
      end
    end
  endfunction

  task reference_fetch;
    begin
      best = -1; best_priority = -1; candidates = 0;
      for (i = 1; i <= Schedulers; i = i + 1) begin
        unit = (unit_served + i) % Schedulers;
        reference_pick(unit, policy, eligible & ~blocked, Warps, Blocks, table_now);
        if (issue_pick >= 0) begin
          candidates = candidates + 1;
          priority_of = mwf ? priority_of_slot(issue_slot_of[issue_pick]) : 0;
          if (priority_of > best_priority) begin best = issue_pick; best_priority = priority_of; end
        end
      end
      is_critical = order == scord_params::FETCH_ORDER_CRITICAL_FIRST;
      fair = is_critical && grants % Fairness == Fairness - 1;
      expected = !fetch || eligible == 0 ? -1 : is_critical && !fair && best >= 0 ? best
                                              : walk((fair ? fair_served : served) + 1);
    end
  endtask

  task sample;
    begin
      `COVER(cover_warp_scheduler_both_pick, picks[0] >= 0 && picks[1] >= 0);
      `COVER(cover_warp_scheduler_both_pick_one_block, picks[0] >= 0 && picks[1] >= 0 && issue_slot_of[picks[0]] >= 0 &&
             issue_slot_of[picks[0]] == issue_slot_of[picks[1]]);
      `COVER(cover_warp_scheduler_two_arrivals_one_block, &arrive && arrive_slot[2:0] == arrive_slot[5:3] &&
             !released[arrive_slot[2:0]] && !clear);
      `COVER(cover_warp_scheduler_release_beats_arrive, arrive[0] && released[arrive_slot[2:0]]);
      `COVER(cover_warp_scheduler_arrive_of_picked_block, arrive[0] && picks[0] >= 0 &&
             issue_slot_of[picks[0]] == arrive_slot[2:0]);
      `COVER(cover_warp_scheduler_launch_of_picked_block, launch && picks[1] >= 0 && issue_slot_of[picks[1]] == launch_slot);
      `COVER(cover_warp_scheduler_fetch_by_priority, expected >= 0 && is_critical && !fair && mwf && candidates == 2 &&
             expected % Schedulers == unit_served);
      `COVER(cover_warp_scheduler_fetch_tie, expected >= 0 && is_critical && !fair && candidates == 2 &&
             expected % Schedulers != unit_served);
      `COVER(cover_warp_scheduler_fetch_not_the_issue_pick, expected >= 0 && is_critical && !fair && best >= 0 &&
             picks[best % Schedulers] >= 0 && picks[best % Schedulers] != best);
      `COVER(cover_warp_scheduler_fetch_passes_blocked, expected >= 0 && is_critical && !fair && best >= 0 &&
             (eligible & blocked) != 0);
      `COVER(cover_warp_scheduler_fetch_all_blocked, expected >= 0 && is_critical && !fair && (eligible & ~blocked) == 0);
      `COVER(cover_warp_scheduler_fetch_fair_turn, expected >= 0 && fair && best >= 0 && expected != best);
      `COVER(cover_warp_scheduler_policy_changes, picks[0] >= 0 && policy != past_policy);
      `COVER(cover_warp_scheduler_clear, clear && served >= 0);
      `COVER(cover_warp_scheduler_fetch_by_ended, expected >= 0 && is_critical && !fair && mwf && exits_count && best >= 0 &&
             ended[issue_slot_of[best]] > 0 && candidates == 2);
      `COVER(cover_warp_scheduler_release_keeps_ended, exits_count && released != 0 && ends[0] && released[ends_slot[2:0]]);
      past_policy = policy;
    end
  endtask

  task check_state;
    begin
      for (i = 0; i < Blocks; i = i + 1) begin
        older = 0;
        for (j = 0; j < Blocks; j = j + 1) if (issue_launched[j] < issue_launched[i]) older = older + 1;
        check(priorities[6*i +: 6] === priority_of_slot(i), "priority of the block");
        check(ranks[3*i +: 3] === older, "rank of the block");
        table_now[6*i +: 6] = priority_of_slot(i);
      end
    end
  endtask

  task update;
    begin
      for (unit = 0; unit < Schedulers; unit = unit + 1)
        if (picks[unit] >= 0) reference_issue_remember(unit, picks[unit]);
      if (expected >= 0) begin
        served = expected;
        if (fair) fair_served = expected;
        else if (is_critical) unit_served = expected % Schedulers;
        if (is_critical) grants = grants + 1;
      end
      for (unit = 0; unit < Schedulers; unit = unit + 1)
        if (arrive[unit]) waiting[arrive_slot[3*unit +: 3]] = waiting[arrive_slot[3*unit +: 3]] + 1;
      for (unit = 0; unit < Schedulers; unit = unit + 1)
        if (ends[unit]) ended[ends_slot[3*unit +: 3]] = ended[ends_slot[3*unit +: 3]] + 1;
      for (i = 0; i < Blocks; i = i + 1) if (released[i]) waiting[i] = 0;
      if (launch) begin
        waiting[launch_slot] = 0;
        ended[launch_slot] = 0;
        reference_issue_launch(launch_slot, launch_warps);
      end
    end
  endtask

  task cycle;
    begin
      #1;
      check_state;
      mwf = policy == scord_params::ISSUE_POLICY_MWF_LRR || policy == scord_params::ISSUE_POLICY_MWF_GTO;
      reference_fetch;
      check(fetch_valid === (expected >= 0), "a warp is fetched exactly when one is eligible");
      if (expected >= 0) check(fetch_pick === expected, "the right warp is fetched");
      for (unit = 0; unit < Schedulers; unit = unit + 1) begin
        issue_pick = -1;
        if (issue[unit]) reference_pick(unit, policy, ready, Warps, Blocks, table_now);
        picks[unit] = issue_pick;
        check(pick_valid[unit] === (issue_pick >= 0), "a warp is picked");
        if (issue_pick >= 0) check(pick[6*unit +: 6] === issue_pick, "the right warp is picked");
      end
      sample;
      if (clear) reset_reference;
      else update;
      @(negedge clk);
    end
  endtask

  function automatic [Warps-1:0] random_mask(input integer sparse);
    integer k;
    begin
      random_mask = {random_bits(0), random_bits(0)};
      for (k = 0; k < sparse; k = k + 1) random_mask = random_mask & {random_bits(0), random_bits(0)};
    end
  endfunction

  initial begin
    {exits_count, ends, ends_slot, clear, fetch, launch, policy, order, issue, arrive, ready, eligible, blocked, launch_warps, launch_slot, arrive_slot,
     released, past_policy, table_now} = 0;
    issue_schedulers = Schedulers;
    reset_reference;
    start_bench;
    repeat (2500) begin
      issue = one_in(5) ? random_bits(0) : '1;
      if (one_in(60)) policy = random_below(4);
      if (one_in(60)) order = 2 * random_below(2);
      if (one_in(60)) exits_count = random_bits(0);
      ready = random_mask(random_below(4));
      fetch = !one_in(5);
      eligible = random_mask(random_below(5));
      blocked = one_in(10) ? '1 : random_mask(random_below(2));
      launch = one_in(12);
      launch_slot = random_bits(0);
      launch_warps = random_mask(2);
      for (unit = 0; unit < Schedulers; unit = unit + 1) begin
        arrive_slot[3*unit +: 3] = random_bits(0);
        arrive[unit] = one_in(2) && waiting[arrive_slot[3*unit +: 3]] < Warps - Schedulers;
        ends_slot[3*unit +: 3] = random_bits(0);
        ends[unit] = one_in(3) && ended[ends_slot[3*unit +: 3]] < Warps - Schedulers;
      end
      released = one_in(4) ? 1 << random_below(Blocks) : 0;
      clear = one_in(400);
      cycle;
    end
    finish_bench;
  end
endmodule
