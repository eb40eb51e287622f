// formal_round_robin_arbiter: four requesters that keep asking until accepted. A grant names one that asks; bounded: a chosen
// requester sees at most three others accepted while it waits.
module formal_round_robin_arbiter (
  input wire clk_i, input wire rst_ni, input wire [3:0] request_i, input wire accept_i
);
  `include "tb/formal/formal.vh"
  wire [3:0] grant;
  wire [1:0] index;
  wire valid;
  round_robin_arbiter #(.Requesters(4)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(1'b0), .request_i(request_i), .grant_o(grant), .grant_index_o(index),
    .grant_valid_o(valid), .accept_i(accept_i));

  reg [3:0] must_ask;
  always @(posedge clk_i) must_ask <= rst_ni ? request_i & ~(accept_i ? grant : 4'd0) : 4'd0;
  always @(*) if (past_valid) assume ((must_ask & ~request_i) == 0);
  always @(*) if (accept_i) assume (valid);

  (* anyconst *) wire [1:0] chosen;
  reg [2:0] others;
  always @(posedge clk_i) begin
    if (!rst_ni || !request_i[chosen] || (accept_i && grant[chosen])) others <= 0;
    else if (accept_i) others <= others + 1;
  end
  always @(posedge clk_i) if (past_valid && rst_ni) begin
    assert ((grant & ~must_ask) == 0);
`ifndef INDUCTION
    assert (others <= 3);
`endif
    cover (grant == 4'b1000 && $past(grant) == 4'b0100 && $past(grant, 2) == 4'b0010);
  end
endmodule
