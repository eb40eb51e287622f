// SPDX-License-Identifier: Apache-2.0
// formal_round_robin_arbiter: a grant names a requester and stays until it is accepted; every cycle with a request
// has a grant. While a requester waits, every other one is accepted at most once (at most Requesters - 1 turns): no
// starvation, by induction.
// groups: grant one-hot and asked for; grant kept until accepted; fairness: one turn of each other at most; no bubble
// prove: SAT induction, cover 8
// parameters: Requesters=4; Requesters=1; Requesters=2; Requesters=3; Requesters=15
`include "scord_params.vh"
module formal_round_robin_arbiter #(parameter Requesters = 4, parameter W = Requesters > 1 ? $clog2(Requesters) : 1) (
  input wire clk_i, input wire rst_ni, input wire clear_i, input wire [Requesters-1:0] request_i,
  input wire [Requesters-1:0] more_i, input wire accept_i
);
  `include "tb/formal/parts/formal.vh"
  wire [Requesters-1:0] grant;
  wire [W-1:0] index;
  wire valid;
  round_robin_arbiter #(.Requesters(Requesters)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .request_i(request_i), .more_i(more_i), .grant_o(grant),
    .grant_index_o(index), .grant_valid_o(valid), .accept_i(accept_i));
  (* hierconn *) wire [Requesters-1:0] \dut.later_q ;

  // A request stays until accepted, and goes on afterwards if more was high.
  wire [Requesters-1:0] accepted = accept_i ? grant : 0;
  reg [Requesters-1:0] must_ask = 0;
  reg grant_due = 0;
  always @(posedge clk_i) begin
    must_ask <= rst_ni && !clear_i ? (request_i & ~accepted) | (accepted & more_i) : 0;
    grant_due <= rst_ni && !clear_i && (((request_i & ~accepted) | (accepted & more_i)) != 0);
  end
  always @(*) assume ((must_ask & ~request_i) == 0 && (more_i & ~request_i) == 0 && (!accept_i || valid));

  // The requester granted last; those after it are `later`. Before the first grant it is the highest.
  wire [Requesters-1:0] upto = ~\dut.later_q , upto_and_one = upto + 1'b1;
  integer r;
  reg [W:0] last;
  always @(*) begin
    last = Requesters - 1;
    for (r = 0; r < Requesters; r = r + 1) if (\dut.later_q [r]) last = last - 1;
    if (\dut.later_q [0]) last = Requesters - 1;
  end

  (* anyconst *) wire [W-1:0] waiting, other;
  always @(*) assume (waiting < Requesters && other < Requesters && (waiting != other || Requesters == 1));
  wire [W:0] waiting_comes = waiting > last ? waiting - last : waiting + Requesters - last;  // 1: next; Requesters: last
  wire [W:0] other_comes = other > last ? other - last : other + Requesters - last;
  reg [1:0] turns = 0;  // turns of the other requester while this one waits
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i || !request_i[waiting] || accepted[waiting]) turns <= 0;
    else if (accepted[other] && turns != 3) turns <= turns + 1;
  end
  always @(*) if (past_valid) begin
    assert ((grant & (grant - 1'b1)) == 0 && valid == (grant != 0) && (grant & ~must_ask) == 0);
    if (valid) assert (grant[index] && last == index);
    assert (valid == grant_due);  // no bubble
    assert ((upto & upto_and_one) == 0);  // the requesters after the last one: the upper ones
    if (Requesters > 1) begin
      assert (turns <= 1);
      if (turns == 1) assert (must_ask[waiting] && !grant[other] && (grant[waiting] || waiting_comes < other_comes));
      if (must_ask[waiting] && grant[other]) assert (turns == 0);
    end
  end
  (* keep *) wire cover_a_turn_each = past_valid && turns == 1 && grant[waiting] && accept_i;
  (* keep *) wire cover_accepted_again_with_more = past_valid && valid && accept_i && more_i[index];
endmodule
