// bench_lock_table: inserts, releases, fences, launches on few locks and few warps; every warp's 36 bits compared each cycle.
`include "scord_params.vh"
module bench_lock_table;
  `include "bench.vh"
  `include "lock_reference.vh"
  localparam int Warps = 8;
  reg clear, launch, insert, release_lock, fence, block_scope;
  reg [Warps-1:0] launch_warps;
  reg [4:0] warp;
  reg [39:0] address;
  wire [15:0] bloom;
  integer i, fulls;
  lock_table #(.WarpsPerSm(Warps)) dut (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(clear), .launch_i(launch), .launch_warps_i(launch_warps), .insert_i(insert),
    .release_i(release_lock), .fence_i(fence), .warp_i(warp), .block_scope_i(block_scope), .address_i(address),
    .lock_bloom_o(bloom));

  task cycle;
    begin
      #1;
      check(bloom === reference_bloom(warp), "bloom before this cycle's operation");
      for (i = 0; i < Warps; i = i + 1)
        check(dut.lock_table_q[i*36 +: 36] === reference_table(i), "table of every warp");
      if (lock_count[warp] == 4 && insert) fulls = fulls + 1;
      if (clear) for (i = 0; i < Warps; i = i + 1) reference_locks_clear(i);
      else if (launch) begin
        for (i = 0; i < Warps; i = i + 1) if (launch_warps[i]) reference_locks_clear(i);
      end else if (insert) reference_lock_insert(warp, reference_hash(address), !block_scope);
      else if (release_lock) reference_lock_release(warp, reference_hash(address), !block_scope);
      else if (fence) reference_lock_fence(warp, !block_scope);
      @(negedge clk);
    end
  endtask

  initial begin
    {clear, launch, insert, release_lock, fence, block_scope, launch_warps, warp, address} = 0;
    fulls = 0;
    for (i = 0; i < 32; i = i + 1) lock_count[i] = 0;
    start_bench;
    // Five locks in consecutive cycles, then every one released in turn: oldest dropped, holes close
    insert = 1; warp = 3;
    for (i = 0; i < 5; i = i + 1) begin address = 40'h1000 + 4 * i; cycle; end
    insert = 0; fence = 1; cycle;
    fence = 0; release_lock = 1;
    address = 40'h1008; cycle;
    address = 40'h1000; cycle;
    address = 40'h1010; cycle;
    release_lock = 0;
    repeat (6000) begin
      {launch, insert, release_lock, fence} = 0;
      case (random_below(10))
        0, 1, 2, 3: insert = 1;
        4, 5: release_lock = 1;
        6, 7: fence = 1;
        8: launch = one_in(8);
        default: ;
      endcase
      if (one_in(2)) warp = random_below(one_in(2) ? 2 : Warps);
      block_scope = random_bits(0);
      launch_warps = random_bits(0) & random_bits(0);
      address = 40'h2000 + 4 * random_below(7);
      clear = one_in(500);
      cycle;
    end
    check(fulls > 50, "full tables were met");
    finish_bench;
  end
endmodule
