// SPDX-License-Identifier: Apache-2.0
// formal_block_sequence: the order of any two slots follows the policy (W1, W4), and the whole is a strict total order.
// groups: MWF by waiting warps, ties to the lowest slot; else by age; irreflexive, one of two, transitive
// prove: single step
// parameters: BlocksPerSm=8; BlocksPerSm=3
`include "scord_params.vh"
module formal_block_sequence #(parameter BlocksPerSm = 8) (
  input wire [scord_params::ISSUE_POLICY_WIDTH-1:0] policy_i, input wire [6*BlocksPerSm-1:0] priorities_i,
  input wire [3*BlocksPerSm-1:0] ranks
);
  localparam B = BlocksPerSm;
  (* anyconst *) wire [2:0] a, b, c;  // any three slots
  reg [B*B-1:0] older;
  wire [B*B-1:0] first;
  integer s, t;
  always @(*) begin
    for (s = 0; s < B; s = s + 1)
      for (t = 0; t < B; t = t + 1) begin
        older[s*B + t] = ranks[3*t +: 3] < ranks[3*s +: 3];
        if (s != t) assume (ranks[3*t +: 3] != ranks[3*s +: 3]);  // a permutation (formal_block_order)
      end
    assume (a < B && b < B && c < B);
  end
  block_sequence #(.BlocksPerSm(B)) dut (.policy_i(policy_i), .priorities_i(priorities_i), .older_i(older), .before_o(first));

  wire [5:0] priority_a = priorities_i >> 6*a, priority_b = priorities_i >> 6*b;
  wire [2:0] rank_a = ranks >> 3*a, rank_b = ranks >> 3*b;
  wire mwf = policy_i == scord_params::ISSUE_POLICY_MWF_LRR || policy_i == scord_params::ISSUE_POLICY_MWF_GTO;
  wire a_before_b = first >> (b*B + a), b_before_c = first >> (c*B + b), a_before_c = first >> (c*B + a), a_before_a = first >> (a*B + a);
  wire b_before_a = first >> (a*B + b);
  wire expected = mwf ? priority_a > priority_b || (priority_a == priority_b && a < b) : rank_a < rank_b;
  always @(*) begin
    assert (a_before_b == expected);
    assert (!a_before_a && (a == b || a_before_b != b_before_a));
    if (a_before_b && b_before_c) assert (a_before_c);
  end

  (* keep *) wire cover_tie = mwf && priority_a == 5 && priority_b == 5 && a_before_b;
  (* keep *) wire cover_young_first = mwf && a_before_b && rank_a > rank_b && a > b;
  (* keep *) wire cover_old_first = !mwf && a_before_b && priority_a < priority_b && a > b;
endmodule
