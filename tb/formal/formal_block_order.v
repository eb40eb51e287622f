// SPDX-License-Identifier: Apache-2.0
// formal_block_order: the order is that of the launches (W1). The reference is a list of the slots in which a launch
// moves its slot to the end.
// groups: rank equals the place in the list of launches; older equals an earlier place; the list is a permutation; clear
// prove: SAT induction, cover 10
// parameters: BlocksPerSm=4; BlocksPerSm=8; BlocksPerSm=3; BlocksPerSm=1
`include "scord_params.vh"
module formal_block_order #(parameter BlocksPerSm = 8) (
  input wire clk_i, input wire rst_ni, input wire clear_i, input wire launch_i, input wire [2:0] launch_slot_i
);
  `include "tb/formal/parts/formal.vh"
  localparam B = BlocksPerSm;
  wire [B*B-1:0] older;
  wire [3*B-1:0] ranks;
  block_order #(.BlocksPerSm(B)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .launch_i(launch_i), .launch_slot_i(launch_slot_i), .older_o(older),
    .ranks_o(ranks));
  always @(*) assume (launch_slot_i < B);

  // Each slot's place in the list of launches, oldest 0: a launch moves its slot to the end, and those behind it move
  // up
  reg [3*B-1:0] place;
  wire [2:0] gap = place >> 3*launch_slot_i;
  integer p;
  always @(posedge clk_i) begin
    for (p = 0; p < B; p = p + 1)
      if (!rst_ni || clear_i) place[3*p +: 3] <= p;
      else if (launch_i && launch_slot_i == p) place[3*p +: 3] <= B - 1;
      else if (launch_i && place[3*p +: 3] > gap) place[3*p +: 3] <= place[3*p +: 3] - 1;
  end

  genvar i, j;
  for (i = 0; i < B; i = i + 1) begin : g_slot
    always @(*) if (past_valid) assert (place[3*i +: 3] < B && ranks[3*i +: 3] == place[3*i +: 3]);
    for (j = 0; j < B; j = j + 1) begin : g_other
      always @(*) if (past_valid) begin
        assert (older[B*i + j] == (place[3*j +: 3] < place[3*i +: 3]));
        assert (i == j || place[3*j +: 3] != place[3*i +: 3]);
      end
    end
  end

  (* keep *) wire cover_reversed = past_valid && rst_ni && ranks[2:0] == B - 1 && ranks[3*B-1:3*B-3] == 0 && ranks[5:3] == B - 2;
  (* keep *) wire cover_launch_of_the_oldest = past_valid && rst_ni && launch_i && launch_slot_i == 2 && ranks[8:6] == 0;
endmodule
