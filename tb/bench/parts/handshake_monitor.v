// SPDX-License-Identifier: Apache-2.0
// handshake_monitor: checks the valid/ready rule of docs/rtl-interface.md for one sender in a bench: valid and payload
// stay stable until ready, and valid and ready are never unknown. (The $past assertions of the RTL do not run under
// Icarus.)
//
// A violation prints a line with ERROR, which run_bench.sh counts as a failure.

module handshake_monitor #(
  parameter int Width = 1  // width of the payload, in bits
) (
  input wire             clk_i,
  input wire             rst_ni,
  input wire             clear_i,   // the sender may withdraw its offer at the next edge
  input wire             valid_i,
  input wire             ready_i,
  input wire [Width-1:0] payload_i
);
  reg waits;
  reg [Width-1:0] payload_q;
  integer stalls = 0;     // cycles in which the sender waited
  integer transfers = 0;

  initial waits = 0;
  always @(posedge clk_i) begin
    if (rst_ni !== 1'b1) begin
      waits <= 0;
    end else begin
      if ((valid_i ^ valid_i) !== 1'b0 || (valid_i === 1'b1 && (ready_i ^ ready_i) !== 1'b0))
        $display("ERROR at %0t: %m: valid or ready unknown", $time);
      if (waits && !(valid_i === 1'b1 && payload_i === payload_q))
        $display("ERROR at %0t: %m: not stable until ready", $time);
      waits <= valid_i && !ready_i && !clear_i;
      payload_q <= payload_i;
      if (valid_i && !ready_i) stalls = stalls + 1;
      if (valid_i && ready_i) transfers = transfers + 1;
    end
  end
endmodule
