// bench_fence_file: the whole machine's file: same and different warps back to back, wrap (D9), both scopes.
`include "scord_params.vh"
module bench_fence_file;
  `include "bench.vh"
  localparam int Sms = 15;
  localparam int Warps = 32;
  reg clear, fence, block_scope;
  reg [3:0] sm, owner_sm;
  reg [4:0] warp, owner_warp;
  fence_entry_t accessor, owner;
  integer blk [0:Sms*Warps-1];
  integer dev [0:Sms*Warps-1];
  integer i, a, o;
  fence_file #(.NumSms(Sms), .WarpsPerSm(Warps)) dut (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(clear), .accessor_sm_i(sm), .accessor_warp_i(warp), .accessor_fences_o(accessor),
    .fence_i(fence), .block_scope_i(block_scope), .owner_sm_i(owner_sm), .owner_warp_i(owner_warp), .owner_fences_o(owner));
  task cycle;
    begin
      #1;
      a = sm * Warps + warp;
      o = owner_sm * Warps + owner_warp;
      check(accessor.blk_fence_id === blk[a] % 64 && accessor.dev_fence_id === dev[a] % 64, "accessor's entry");
      check(owner.blk_fence_id === blk[o] % 64 && owner.dev_fence_id === dev[o] % 64, "owner's entry");
      if (clear) for (i = 0; i < Sms*Warps; i = i + 1) {blk[i], dev[i]} = 0;
      else if (fence && block_scope) blk[a] = blk[a] + 1;
      else if (fence) dev[a] = dev[a] + 1;
      @(negedge clk);
    end
  endtask
  initial begin
    {clear, fence, block_scope, sm, warp, owner_sm, owner_warp} = 0;
    for (i = 0; i < Sms*Warps; i = i + 1) {blk[i], dev[i]} = 0;
    start_bench;
    fence = 1; sm = 14; warp = 31; owner_sm = 14; owner_warp = 30;
    repeat (70) cycle;                             // device fences wrap, neighbour stays
    block_scope = 1; repeat (70) cycle;            // block fences wrap, device count stays
    repeat (6000) begin
      fence = !one_in(4);
      block_scope = random_bits(0);
      if (one_in(2)) begin sm = random_below(Sms); warp = random_bits(0); end
      if (one_in(3)) begin owner_sm = sm; owner_warp = warp; end
      else begin owner_sm = random_below(Sms); owner_warp = random_bits(0); end
      clear = one_in(2000);
      cycle;
    end
    clear = 0; fence = 0;
    for (i = 0; i < Sms*Warps; i = i + 1) begin sm = i / Warps; warp = i % Warps; cycle; end  // every entry
    finish_bench;
  end
endmodule
