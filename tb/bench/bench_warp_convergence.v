// SPDX-License-Identifier: Apache-2.0
// bench_warp_convergence: every pair of events in consecutive cycles on one warp and on two, launches of any warps,
// epochs that wrap; the reference holds, for each warp, an unbounded count of __syncwarps and the event that decides
// (D41).
`include "scord_params.vh"
module bench_warp_convergence;
  `include "bench.vh"
  localparam int Warps = 32;
  localparam int Part = 0, MeetAll = 1, MeetSome = 2, Arrive = 3, Launch = 4, Events = 5;
  reg clear, launch, arrive, part, meet, all;
  reg [Warps-1:0] launch_warps;
  reg [4:0] warp;
  wire diverged;
  wire [3:0] syncwarp_id;
  integer syncs [0:Warps-1];
  reg [Warps-1:0] apart;
  integer i, j, k;
  warp_convergence #(.WarpsPerSm(Warps)) dut (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(clear), .launch_i(launch), .launch_warps_i(launch_warps), .arrive_i(arrive),
    .part_i(part), .meet_i(meet), .all_i(all), .warp_i(warp), .diverged_o(diverged), .syncwarp_id_o(syncwarp_id));

  `COVER_POINT(cover_warp_convergence_every_event_pair)
  `COVER_POINT(cover_warp_convergence_back_to_back_other_warp)
  `COVER_POINT(cover_warp_convergence_epoch_wraps)
  `COVER_POINT(cover_warp_convergence_some_meet_while_diverged)
  `COVER_POINT(cover_warp_convergence_launch_spares_other_warps)
  `COVER_POINT(cover_warp_convergence_clear_beats_event)
  reg [Events*Events-1:0] pairs;
  integer past_event;
  reg [4:0] past_warp;

  task cycle(input integer happens);  // -1: none
    begin
      part = happens == Part; arrive = happens == Arrive; launch = happens == Launch;
      meet = happens == MeetAll || happens == MeetSome; all = happens == MeetAll;
      #1;
      check(diverged === apart[warp], "hasDiverged of the warp, before the event");
      check(syncwarp_id === syncs[warp] % 16, "epoch is the number of __syncwarps");
      if (happens >= 0 && past_event >= 0 && !clear) begin
        if (past_warp == warp) pairs[past_event*Events + happens] = 1;
        `COVER(cover_warp_convergence_back_to_back_other_warp, past_warp != warp);
      end
      `COVER(cover_warp_convergence_epoch_wraps, meet && !clear && syncs[warp] % 16 == 15);
      `COVER(cover_warp_convergence_some_meet_while_diverged, happens == MeetSome && apart[warp]);
      `COVER(cover_warp_convergence_launch_spares_other_warps, launch && (apart & ~launch_warps) != 0 && (apart & launch_warps) != 0);
      `COVER(cover_warp_convergence_clear_beats_event, clear && (part || meet));
      past_event = clear ? -1 : happens;
      past_warp = warp;
      if (meet) syncs[warp] = syncs[warp] + 1;
      if (part) apart[warp] = 1'b1;
      if (arrive || all) apart[warp] = 1'b0;
      if (launch) apart = apart & ~launch_warps;
      if (clear) begin
        apart = 0;
        for (i = 0; i < Warps; i = i + 1) syncs[i] = 0;
      end
      @(negedge clk);
    end
  endtask

  initial begin
    {clear, launch, arrive, part, meet, all, launch_warps, warp, apart, pairs, past_warp} = 0;
    past_event = -1;
    for (i = 0; i < Warps; i = i + 1) syncs[i] = 0;
    start_bench;
    for (j = 0; j < Events; j = j + 1)
      for (k = 0; k < Events; k = k + 1) begin
        warp = 7; launch_warps = 32'h80;
        cycle(j); cycle(k); cycle(-1);
        warp = 30; cycle(-1); cycle(Part);
        warp = 7; cycle(k); cycle(Part);
      end
    `COVER(cover_warp_convergence_every_event_pair, &pairs);
    repeat (20000) begin
      if (one_in(2)) warp = one_in(2) ? 3 : random_bits(0);
      launch_warps = random_bits(0);
      clear = one_in(1000);
      cycle(one_in(12) ? Launch : random_below(Events) - 1 + one_in(2));
      clear = 0;
    end
    finish_bench;
  end
endmodule
