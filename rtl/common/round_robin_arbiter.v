// SPDX-License-Identifier: Apache-2.0
// round_robin_arbiter: fair choice among requesters, with a registered grant.
//
// The grant is a register, so that ready of a requester does not depend combinationally on its valid. A grant is stable
// until it is accepted. The next grant is chosen in the cycle of acceptance, in cyclic order after the accepted
// requester, which makes one grant possible in every cycle. The accepted requester comes last, and only if it has
// another request (more_i). A requester waits for at most one turn of each other requester.
//
// Timing: a request is granted at the earliest in the next cycle.

`default_nettype none

module round_robin_arbiter #(
  parameter int Requesters = 4,                                              // requesters, 1 or more
  parameter int IndexWidth = Requesters > 1 ? $clog2(Requesters) : 1         // width of grant_index_o, in bits
) (
  // Clock and synchronous reset
  input  wire                   clk_i,
  input  wire                   rst_ni,
  // Withdraws the grant at the next edge; the order starts again at requester 0
  input  wire                   clear_i,
  // Requests: stay high until granted and accepted. more: another request follows the current one
  input  wire  [Requesters-1:0] request_i,
  input  wire  [Requesters-1:0] more_i,
  // Grant: one-hot or zero, registered, stable until accept_i
  output logic [Requesters-1:0] grant_o,
  output logic [IndexWidth-1:0] grant_index_o,
  output logic                  grant_valid_o,
  // The granted request is taken in this cycle; only with grant_valid_o
  input  wire                   accept_i
);

  ///////////
  // State //
  ///////////

  logic [Requesters-1:0] grant_q;   // one-hot or zero
  logic [IndexWidth-1:0] index_q;   // number of the granted requester
  logic [Requesters-1:0] later_q;   // the requesters after the one granted last

  assign grant_o = grant_q;
  assign grant_index_o = index_q;
  assign grant_valid_o = grant_q != '0;

  ////////////
  // Choice //
  ////////////

  logic choose;
  logic [Requesters-1:0] candidates, preferred, pool, pick;
  logic [IndexWidth-1:0] pick_index;

  assign choose = !grant_valid_o || accept_i;
  assign candidates = request_i & (~grant_q | more_i);
  assign preferred = candidates & later_q;
  assign pool = preferred != '0 ? preferred : candidates;
  assign pick = pool & (~pool + 1'b1);  // lowest set bit

  always_comb begin
    pick_index = '0;
    for (int i = 0; i < Requesters; i++) begin
      if (pick == Requesters'(1) << i) pick_index = IndexWidth'(i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      grant_q <= '0;
      index_q <= '0;
      later_q <= '1;
    end else if (choose && (grant_valid_o || pick != '0)) begin
      grant_q <= pick;
      index_q <= pick_index;
      if (pick != '0) later_q <= ~(pick | (pick - 1'b1));
    end
  end

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  always @(posedge clk_i) if (rst_ni) begin
    if (accept_i) begin : a_accepted_was_granted
      assert (grant_valid_o);
    end
    begin : a_pick_of_a_request
      assert ((pick & ~request_i) == '0 && (pick & (pick - 1'b1)) == '0);
    end
    // Those after the one granted last: a run of ones that ends at the highest requester
    begin : a_later_is_upper
      assert ((~later_q & (~later_q + 1'b1)) == '0);
    end
    begin : a_grant_one_hot
      assert ((grant_q & (grant_q - 1'b1)) == '0);
    end
    begin : a_index_names_grant
      assert (grant_q == '0 || grant_q == Requesters'(1) << index_q);
    end
  end

`ifndef __ICARUS__
  // Icarus has no $past.
  logic past_valid_q;
  always_ff @(posedge clk_i) past_valid_q <= rst_ni && !clear_i;

  always @(posedge clk_i) if (rst_ni) begin
    if (past_valid_q && $past(grant_valid_o && !accept_i)) begin : a_grant_stable
      assert (grant_q == $past(grant_q));
    end
  end
`endif
`endif

endmodule

`default_nettype wire
