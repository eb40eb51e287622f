// SPDX-License-Identifier: Apache-2.0
// formal_fence_file: the entry of a chosen warp counts exactly its own fences by scope, wraps (D9), and reads show the
// value before this cycle's fence; the accessor's port and every owner port return it.
// groups: counts own fences by scope only; wrap; every read port; an owner that does not exist; read before the fence; clear
// prove: SAT induction, cover 6
// parameters: NumSms=2 WarpsPerSm=2 Lanes=2; NumSms=3 WarpsPerSm=5 Lanes=1; long NumSms=2 WarpsPerSm=4 Lanes=4; long NumSms=2 WarpsPerSm=4 Lanes=8
`include "scord_params.vh"
module formal_fence_file #(parameter NumSms = 2, parameter WarpsPerSm = 2, parameter Lanes = 2,
                          parameter S = $clog2(NumSms), parameter W = $clog2(WarpsPerSm)) (  // bits of an SM and a warp number
  input wire clk_i, input wire rst_ni, input wire clear_i, input wire [S-1:0] accessor_sm, input wire [W-1:0] accessor_warp,
  input wire fence_i, input wire block_scope_i, input wire [4*Lanes-1:0] owner_sm_i, input wire [5*Lanes-1:0] owner_warp_i
);
  `include "tb/formal/parts/formal.vh"
  (* anyconst *) wire [S-1:0] sm;
  (* anyconst *) wire [W-1:0] warp;
  wire [3:0] accessor_sm_i = accessor_sm;
  wire [4:0] accessor_warp_i = accessor_warp;
  fence_entry_t accessor;
  wire [12*Lanes-1:0] owners;
  fence_file #(.NumSms(NumSms), .WarpsPerSm(WarpsPerSm), .Lanes(Lanes)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .accessor_sm_i(accessor_sm_i), .accessor_warp_i(accessor_warp_i),
    .accessor_fences_o(accessor), .fence_i(fence_i), .block_scope_i(block_scope_i), .owner_sm_i(owner_sm_i),
    .owner_warp_i(owner_warp_i), .owner_fences_o(owners));
  (* hierconn *) wire [12*NumSms*WarpsPerSm-1:0] \dut.fence_file_q ;
  always @(*) assume (sm < NumSms && warp < WarpsPerSm && accessor_sm_i < NumSms && accessor_warp_i < WarpsPerSm);

  reg [5:0] block_fences = 0, device_fences = 0;
  wire mine = accessor_sm_i == sm && accessor_warp_i == warp;
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) {block_fences, device_fences} <= 0;
    else if (fence_i && mine && block_scope_i) block_fences <= block_fences + 1;
    else if (fence_i && mine) device_fences <= device_fences + 1;
  end
  always @(*) if (past_valid && mine) assert (accessor.blk_fence_id == block_fences && accessor.dev_fence_id == device_fences);
  // Place of the entry: sm * WarpsPerSm + warp, different for all warps of the machine
  wire [11:0] place = sm * WarpsPerSm + warp;
  genvar p, lane;
  for (p = 0; p < NumSms * WarpsPerSm; p = p + 1) begin : g_place
    always @(*) if (past_valid && place == p) assert (\dut.fence_file_q [12*p +: 12] == {block_fences, device_fences});
  end
  for (lane = 0; lane < Lanes; lane = lane + 1) begin : g_owner
    always @(*) if (past_valid && owner_sm_i[4*lane +: 4] == sm && owner_warp_i[5*lane +: 5] == warp)
      assert (owners[12*lane +: 12] == {block_fences, device_fences});
    // D73: an owner that does not exist has counted no fence.
    always @(*) if (past_valid && (owner_sm_i[4*lane +: 4] >= NumSms || owner_warp_i[5*lane +: 5] >= WarpsPerSm))
      assert (owners[12*lane +: 12] == 0);
  end
  (* keep *) wire cover_both_scopes = past_valid && block_fences == 2 && device_fences == 1;
  (* keep *) wire cover_fence_of_another = past_valid && block_fences == 1 && device_fences == 1 && fence_i && !mine && accessor.blk_fence_id == 1;
endmodule
