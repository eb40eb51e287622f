// SPDX-License-Identifier: Apache-2.0
// formal_warp_priority_table: the priority of a chosen slot is the number of its live warps that wait at the barrier
// (BAWS Table 1, W2, W3), for any order of launches, arrivals on all ports, exits and releases. The reference is a set
// of waiting warps.
// groups: priority equals popcount of waiting live warps; release wins over arrivals; other slots untouched; never above the warps; clear
// prove: SAT induction, cover 6
// parameters: WarpsPerSm=32 BlocksPerSm=8 Ports=1; WarpsPerSm=4 BlocksPerSm=2 Ports=2; WarpsPerSm=6 BlocksPerSm=3 Ports=3; long WarpsPerSm=12 BlocksPerSm=8 Ports=2
`include "scord_params.vh"
module formal_warp_priority_table #(parameter WarpsPerSm = 32, parameter BlocksPerSm = 8, parameter Ports = 1) (
  input wire clk_i, input wire rst_ni, input wire clear_i, input wire [Ports-1:0] arrive_i, input wire [3*Ports-1:0] slot_i,
  input wire [6*Ports-1:0] warp, input wire [BlocksPerSm-1:0] release_i, input wire launch, input wire [WarpsPerSm-1:0] launched,
  input wire ends, input wire [5:0] ending
);
  `include "tb/formal/parts/formal.vh"
  (* anyconst *) wire [2:0] chosen;
  wire [6*BlocksPerSm-1:0] priorities;
  wire [5:0] chosen_priority = priorities >> 6 * chosen;
  wire [BlocksPerSm-1:0] chosen_bit = 1 << chosen;
  // A launch into the chosen slot is one of the releases
  warp_priority_table #(.BlocksPerSm(BlocksPerSm), .WarpsPerSm(WarpsPerSm), .ArrivePorts(Ports)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .arrive_i(arrive_i), .arrive_slot_i(slot_i), .release_i(release_i),
    .priorities_o(priorities));

  // The live warps of the chosen block, and those of them that wait. A warp that waits neither arrives again nor ends.
  reg [WarpsPerSm-1:0] live = 0, waiting = 0;
  reg [WarpsPerSm-1:0] arriving, twice;
  wire released = (release_i & chosen_bit) != 0;
  integer p, w, s, others;
  always @(*) begin
    arriving = 0; twice = 0;
    for (p = 0; p < Ports; p = p + 1)
      if (arrive_i[p] && slot_i[3*p +: 3] == chosen) begin
        twice = twice | (arriving & (1'b1 << warp[6*p +: 6]));
        arriving = arriving | ({WarpsPerSm{1'b0}} | 1'b1 << warp[6*p +: 6]);
        assume (warp[6*p +: 6] < WarpsPerSm);
      end
  end
  always @(*) begin
    assume (chosen < BlocksPerSm && twice == 0 && (arriving & ~(live & ~waiting)) == 0);
    if (launch) assume (released);
    for (p = 0; p < Ports; p = p + 1) begin
      assume (slot_i[3*p +: 3] < BlocksPerSm);
      // for other slots only the bound is assumed, so that they do not wrap
      for (s = 0; s < BlocksPerSm; s = s + 1)
        if (arrive_i[p] && slot_i[3*p +: 3] == s && s != chosen) assume (priorities[6*s +: 6] + Ports <= WarpsPerSm);
    end
    if (ends) assume (ending < WarpsPerSm && !((waiting | arriving) >> ending & 1'b1));
  end
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) {live, waiting} <= 0;
    else begin
      waiting <= released ? 0 : waiting | arriving;
      live <= launch ? launched : ends ? live & ~({WarpsPerSm{1'b0}} | 1'b1 << ending) : live;
    end
  end
  reg [6:0] popcount;
  always @(*) begin
    popcount = 0;
    for (w = 0; w < WarpsPerSm; w = w + 1) popcount = popcount + (waiting[w] && live[w]);
    if (past_valid) assert (chosen_priority == popcount && popcount <= WarpsPerSm && (waiting & ~live) == 0);
  end

  // A slot changes only by its own events.
  (* anyconst *) wire [2:0] untouched;
  reg [5:0] before = 0;
  reg quiet = 0;
  reg named;
  always @(*) begin
    assume (untouched < BlocksPerSm);
    named = (release_i >> untouched) & 1'b1;
    for (p = 0; p < Ports; p = p + 1) if (arrive_i[p] && slot_i[3*p +: 3] == untouched) named = 1;
    if (quiet) assert (((priorities >> 6 * untouched) & 6'h3f) == before);
  end
  always @(posedge clk_i) begin
    quiet <= past_valid && rst_ni && !clear_i && !named;
    before <= priorities >> 6 * untouched;
  end

  (* keep *) wire cover_released_with_waiting = past_valid && rst_ni && popcount == 2 && released && arriving != 0;
  (* keep *) wire cover_other_slot_released = past_valid && rst_ni && popcount == 3 && !released && release_i != 0;
  (* keep *) wire cover_one_has_ended = past_valid && rst_ni && popcount == 2 && ends && live[ending];
endmodule
