// bench_warp_priority_table: arrivals up to every warp, releases and launches; reference: a set of waiting warps per slot.
`include "scord_params.vh"
module bench_warp_priority_table;
  `include "bench.vh"
  localparam int Blocks = 8;
  localparam int Warps = 32;
  reg clear, arrive, release_event;
  reg [2:0] slot;
  wire [Blocks*6-1:0] priorities;
  reg [Warps-1:0] waiting [0:Blocks-1];  // one bit an arrived warp
  integer i, most;
  warp_priority_table #(.BlocksPerSm(Blocks), .WarpsPerSm(Warps)) dut (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(clear), .arrive_i(arrive), .release_i(release_event), .slot_i(slot),
    .priorities_o(priorities));

  task cycle;
    begin
      #1;
      for (i = 0; i < Blocks; i = i + 1) begin
        check(priorities[i*6 +: 6] === $countones(waiting[i]), "priority is the number of waiting warps");
        if ($countones(waiting[i]) > most) most = $countones(waiting[i]);
      end
      if (clear) for (i = 0; i < Blocks; i = i + 1) waiting[i] = 0;
      else if (release_event) waiting[slot] = 0;
      else if (arrive) waiting[slot] = {waiting[slot], 1'b1};
      @(negedge clk);
    end
  endtask

  initial begin
    {clear, arrive, release_event, slot} = 0;
    most = 0;
    for (i = 0; i < Blocks; i = i + 1) waiting[i] = 0;
    start_bench;
    arrive = 1; slot = 7;
    repeat (Warps) cycle;
    arrive = 0; release_event = 1; cycle;
    release_event = 0; cycle;
    repeat (3000) begin
      if (one_in(3)) slot = random_bits(0);
      arrive = !one_in(4);
      release_event = one_in(30) || &waiting[slot];
      if (release_event) arrive = 0;
      clear = one_in(500);
      cycle;
    end
    check(most == Warps, "all warps have waited");
    finish_bench;
  end
endmodule
