// formal_fence_file: a chosen warp's entry counts its own fences by scope and nothing else; both read ports tell it.
`include "scord_params.vh"
module formal_fence_file (
  input wire clk_i, input wire rst_ni, input wire clear_i, input wire [3:0] accessor_sm_i, input wire [4:0] accessor_warp_i,
  input wire fence_i, input wire block_scope_i
);
  `include "tb/formal/formal.vh"
  (* anyconst *) wire [3:0] sm;
  (* anyconst *) wire [4:0] warp;
  fence_entry_t accessor, owner;
  fence_file #(.NumSms(2), .WarpsPerSm(2)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .accessor_sm_i(accessor_sm_i), .accessor_warp_i(accessor_warp_i),
    .accessor_fences_o(accessor), .fence_i(fence_i), .block_scope_i(block_scope_i), .owner_sm_i(sm), .owner_warp_i(warp),
    .owner_fences_o(owner));
  always @(*) assume (sm < 2 && warp < 2 && accessor_sm_i < 2 && accessor_warp_i < 2);
  reg [5:0] block_fences = 0, device_fences = 0;
  wire mine = accessor_sm_i == sm && accessor_warp_i == warp;
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) {block_fences, device_fences} <= 0;
    else if (fence_i && mine && block_scope_i) block_fences <= block_fences + 1;
    else if (fence_i && mine) device_fences <= device_fences + 1;
    if (past_valid) assert (owner.blk_fence_id == block_fences && owner.dev_fence_id == device_fences);
    if (past_valid && mine) assert (accessor.blk_fence_id == block_fences && accessor.dev_fence_id == device_fences);
    cover (past_valid && block_fences == 2 && device_fences == 1);
  end
endmodule
