// SPDX-License-Identifier: Apache-2.0
// bench_fetch_scheduler: round robin and CFF with random eligible and critical warps; a warp that stays eligible is
// served in time (W11). The reference walks around the ring.
`include "scord_params.vh"
module bench_fetch_scheduler;
  `include "bench.vh"
  localparam int Warps = 48;
  localparam int Schedulers = 2;
  localparam int Fairness = 16;
  reg clear, fetch;
  reg [scord_params::FETCH_ORDER_WIDTH-1:0] order;
  reg [Warps-1:0] eligible;
  reg [Schedulers-1:0] critical_valid;
  reg [Schedulers*6-1:0] critical, critical_priority;
  wire pick_valid;
  wire [5:0] pick;
  fetch_scheduler #(.WarpsPerSm(Warps), .Schedulers(Schedulers), .FetchFairness(Fairness)) dut (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(clear), .fetch_order_i(order), .fetch_valid_i(fetch), .eligible_i(eligible),
    .critical_valid_i(critical_valid), .critical_i(critical), .critical_priority_i(critical_priority),
    .pick_valid_o(pick_valid), .pick_o(pick));

  `COVER_POINT(cover_fetch_scheduler_round_robin_wraps)
  `COVER_POINT(cover_fetch_scheduler_round_robin_alone)
  `COVER_POINT(cover_fetch_scheduler_fewest_entries_is_round_robin)
  `COVER_POINT(cover_fetch_scheduler_critical_higher_priority)
  `COVER_POINT(cover_fetch_scheduler_critical_tie_alternates)
  `COVER_POINT(cover_fetch_scheduler_critical_one_scheduler)
  `COVER_POINT(cover_fetch_scheduler_nobody_critical)
  `COVER_POINT(cover_fetch_scheduler_fair_turn)
  `COVER_POINT(cover_fetch_scheduler_fair_turn_not_critical)
  `COVER_POINT(cover_fetch_scheduler_nothing_eligible)
  `COVER_POINT(cover_fetch_scheduler_not_asked)
  `COVER_POINT(cover_fetch_scheduler_order_changes)
  `COVER_POINT(cover_fetch_scheduler_clear)
  `COVER_POINT(cover_fetch_scheduler_worst_wait)

  ///////////////
  // Reference //
  ///////////////

  integer served, fair_served, unit_served, grants;  // grants: all grants of CFF
  integer expected, best, i;
  reg fair, is_critical;
  reg [scord_params::FETCH_ORDER_WIDTH-1:0] past_order;

  task reset_reference;
    begin
      served = -1; fair_served = -1; unit_served = 1; grants = 0;
    end
  endtask

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
      is_critical = order == scord_params::FETCH_ORDER_CRITICAL_FIRST;
      fair = is_critical && grants % Fairness == Fairness - 1;
      best = -1;
      for (i = 1; i <= Schedulers; i = i + 1)  // among equals the scheduler after the one served last wins
        if (critical_valid[(unit_served + i) % Schedulers] && (best < 0 ||
            critical_priority[6*((unit_served + i) % Schedulers) +: 6] > critical_priority[6*best +: 6]))
          best = (unit_served + i) % Schedulers;
      expected = walk((fair ? fair_served : served) + 1);
      if (is_critical && !fair && best >= 0) expected = critical[6*best +: 6];
      if (!fetch) expected = -1;
    end
  endtask

  task sample;
    begin
      `COVER(cover_fetch_scheduler_round_robin_wraps, expected >= 0 && !is_critical && expected < served);
      `COVER(cover_fetch_scheduler_round_robin_alone, expected >= 0 && !is_critical && expected == served);
      `COVER(cover_fetch_scheduler_fewest_entries_is_round_robin, expected >= 0 && order == scord_params::FETCH_ORDER_FEWEST_ENTRIES);
      `COVER(cover_fetch_scheduler_critical_higher_priority, expected >= 0 && is_critical && !fair && &critical_valid &&
             best == unit_served);
      `COVER(cover_fetch_scheduler_critical_tie_alternates, expected >= 0 && is_critical && !fair && &critical_valid &&
             critical_priority[5:0] == critical_priority[11:6]);
      `COVER(cover_fetch_scheduler_critical_one_scheduler, expected >= 0 && is_critical && !fair && ^critical_valid);
      `COVER(cover_fetch_scheduler_nobody_critical, expected >= 0 && is_critical && !fair && best < 0);
      `COVER(cover_fetch_scheduler_fair_turn, expected >= 0 && fair);
      `COVER(cover_fetch_scheduler_fair_turn_not_critical, expected >= 0 && fair && best >= 0 &&
             expected != critical[5:0] && expected != critical[11:6]);
      `COVER(cover_fetch_scheduler_nothing_eligible, fetch && eligible == 0);
      `COVER(cover_fetch_scheduler_not_asked, !fetch && eligible != 0);
      `COVER(cover_fetch_scheduler_order_changes, expected >= 0 && order != past_order);
      `COVER(cover_fetch_scheduler_clear, clear && served >= 0);
      past_order = order;
    end
  endtask

  task cycle;
    begin
      #1;
      reference_fetch;
      check(pick_valid === (expected >= 0), "a warp is served exactly when one is eligible");
      if (expected >= 0) check(pick === expected, "the right warp is served");
      sample;
      if (clear) reset_reference;
      else if (expected >= 0) begin
        served = expected;
        if (fair) fair_served = expected;
        else if (is_critical) unit_served = expected % Schedulers;
        if (is_critical) grants = grants + 1;
      end
      @(negedge clk);
    end
  endtask

  // The critical warp of each scheduler: one of its eligible warps, or none
  task draw_critical;
    begin
      critical_valid = 0;
      critical = random_bits(0);
      critical_priority = one_in(2) ? {6'd3, 6'd3} : random_bits(0);
      for (i = 0; i < 8; i = i + 1) begin
        best = random_below(Warps);
        if (eligible[best] && !one_in(6)) begin
          critical_valid[best % Schedulers] = 1;
          critical[6*(best % Schedulers) +: 6] = best;
        end
      end
    end
  endtask

  // W11: all warps are eligible and warp 0 is always critical, so the last warp waits for the last fair turn of the
  // round.
  task starve;
    integer waited;
    begin
      clear = 1; cycle; clear = 0;
      order = scord_params::FETCH_ORDER_CRITICAL_FIRST;
      fetch = 1; eligible = '1; critical_valid = 1; critical = 0; critical_priority = 63;
      waited = 1;
      #1;
      while (pick !== Warps - 1 && waited < 2 * Fairness * Warps) begin
        cycle;
        #1 waited = waited + 1;
      end
      check(waited === Fairness * Warps, "the bound of W11, exactly");
      `COVER(cover_fetch_scheduler_worst_wait, waited == Fairness * Warps);
      cycle;
    end
  endtask

  initial begin
    {clear, fetch, order, eligible, critical_valid, critical, critical_priority, past_order} = 0;
    reset_reference;
    start_bench;
    repeat (8000) begin
      fetch = !one_in(5);
      if (one_in(50)) order = random_below(3);
      eligible = {random_bits(0), random_bits(0)};
      if (one_in(3)) eligible = eligible & {random_bits(0), random_bits(0)} & {random_bits(0), random_bits(0)};
      if (one_in(4)) eligible = eligible & {random_bits(0), random_bits(0)} & {random_bits(0), random_bits(0)} &
                                {random_bits(0), random_bits(0)};
      if (one_in(20)) eligible = 0;
      draw_critical;
      clear = one_in(700);
      cycle;
    end
    starve;
    finish_bench;
  end
endmodule
