// SPDX-License-Identifier: Apache-2.0
// formal_warp_convergence: hasDiverged and __syncwarp epoch of a chosen warp follow exactly its own events (D41).
// groups: diverged by parting, converged by launch, barrier and a __syncwarp of all; epoch counts __syncwarps, wraps; clear
// prove: SAT induction, cover 20
// parameters: WarpsPerSm=4; WarpsPerSm=1; WarpsPerSm=32
`include "scord_params.vh"
module formal_warp_convergence #(parameter WarpsPerSm = 4) (
  input wire clk_i, input wire rst_ni, input wire clear_i, input wire launch_i, input wire [WarpsPerSm-1:0] launch_warps_i,
  input wire arrive_i, input wire part_i, input wire meet_i, input wire all_i, input wire [4:0] event_warp
);
  `include "tb/formal/parts/formal.vh"
  (* anyconst *) wire [4:0] chosen;
  wire quiet = !launch_i && !arrive_i && !part_i && !meet_i;  // the chosen warp is then read
  wire [4:0] warp = quiet ? chosen : event_warp;
  wire diverged;
  wire [3:0] syncwarp_id;
  warp_convergence #(.WarpsPerSm(WarpsPerSm)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .launch_i(launch_i), .launch_warps_i(launch_warps_i), .arrive_i(arrive_i),
    .part_i(part_i), .meet_i(meet_i), .all_i(all_i), .warp_i(warp), .diverged_o(diverged), .syncwarp_id_o(syncwarp_id));
  always @(*) assume (chosen < WarpsPerSm && event_warp < WarpsPerSm);
  always @(*) assume ({1'b0, launch_i} + {1'b0, arrive_i} + {1'b0, part_i} + {1'b0, meet_i} <= 2'd1 || quiet);
  always @(*) assume (!(launch_i && (arrive_i || part_i || meet_i)) && !(arrive_i && (part_i || meet_i)) && !(part_i && meet_i));

  reg model_diverged = 0;
  reg [3:0] model_epoch = 0;
  wire own = warp == chosen;
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) {model_diverged, model_epoch} <= 0;
    else begin
      if (own && part_i) model_diverged <= 1;
      if (launch_i && launch_warps_i[chosen]) model_diverged <= 0;
      if (own && arrive_i) model_diverged <= 0;
      if (own && meet_i && all_i) model_diverged <= 0;
      if (own && meet_i) model_epoch <= model_epoch + 1;
    end
  end
  (* hierconn *) wire [5*WarpsPerSm-1:0] \dut.warp_convergence_q ;
  wire [5*WarpsPerSm-1:0] state = \dut.warp_convergence_q ;
  always @(*) if (past_valid) begin
    assert (state[5*chosen +: 5] == {model_epoch, model_diverged});
    if (own) assert (diverged == model_diverged && syncwarp_id == model_epoch);
  end
  reg wrapped = 0;
  always @(posedge clk_i) if (past_valid && own && meet_i && model_epoch == 15) wrapped <= 1;
  (* keep *) wire cover_epoch_wrapped_and_diverged = past_valid && wrapped && model_diverged && model_epoch == 0;
endmodule
