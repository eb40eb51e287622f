// SPDX-License-Identifier: Apache-2.0
// formal_metadata_clear: every entry from 0 to 2^log2 - 1 gets the reset image exactly once, nothing else is written,
// and busy falls only when all responses have arrived; AXI master rules. For every size and base; the proof follows one
// arbitrary entry.
// groups: every entry once; nothing outside; reset image; busy until confirmed; AXI: stable, inside 4 KB, W beats = AWLEN + 1, WLAST, 15 outstanding at most
// netlist: words
// prove: SAT induction, cover 9, steps 3
`include "scord_params.vh"
module formal_metadata_clear (
  input wire clk_i, input wire rst_ni, input wire start_i, input wire [5:0] log2_entries_i, input wire [39:0] metadata_base_i,
  input wire awready_i, input wire wready_i, input wire bvalid_i
);
  `include "tb/formal/parts/formal.vh"
  wire busy, awvalid, wvalid, wlast, bready;
  wire [39:0] awaddr;
  wire [7:0] awlen;
  wire [63:0] wdata;
  metadata_clear dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .start_i(start_i), .log2_entries_i(log2_entries_i), .metadata_base_i(metadata_base_i),
    .busy_o(busy), .awvalid_o(awvalid), .awready_i(awready_i), .awaddr_o(awaddr), .awlen_o(awlen), .wvalid_o(wvalid),
    .wready_i(wready_i), .wdata_o(wdata), .wlast_o(wlast), .bvalid_i(bvalid_i), .bready_o(bready));
  (* hierconn *) wire [36:0] \dut.left_q , \dut.next_entry_q ;
  (* hierconn *) wire \dut.address_sent_q ;
  (* hierconn *) wire [7:0] \dut.beat_q ;
  (* hierconn *) wire [3:0] \dut.outstanding_q ;
  wire [40:0] bytes = 41'd8 << log2_entries_i;
  always @(*) if (start_i) assume (!busy && metadata_base_i[2:0] == 0 && log2_entries_i <= 36 && metadata_base_i + bytes < 41'h100_0000_0000);

  // The requested clear, in entries from address 0; the chosen entry
  reg running = 0, written = 0;
  reg [37:0] first = 0, number = 0;
  (* anyconst *) wire [36:0] followed;
  wire mine = running && followed >= first && followed - first < number;
  // The slave: the address of the next beat
  reg open = 0;
  reg [36:0] at = 0;
  reg [8:0] left = 0;
  reg [3:0] due = 0;
  wire w = wvalid && wready_i, aw = awvalid && awready_i;
  always @(*) assume (!bvalid_i || due != 0);
  always @(posedge clk_i) begin
    if (start_i) {running, first, number} <= {1'b1, 1'b0, metadata_base_i[39:3], 38'd1 << log2_entries_i};
    if (aw) {open, at, left} <= {1'b1, awaddr[39:3], awlen + 9'd1};
    else if (w) {open, at, left} <= {left != 1, at + 37'd1, left - 9'd1};
    due <= due + (w && wlast) - bvalid_i;
    if (start_i) written <= 0;
    else if (w && at == followed) written <= 1;
    if (!rst_ni) {running, open, due} <= 0;
  end
  wire [36:0] progress = \dut.next_entry_q + (\dut.address_sent_q ? \dut.beat_q : 8'd0);
  always @(*) if (past_valid) begin
    // AXI master, write
    if (awvalid) assert (!open && awaddr[2:0] == 0 && {1'b0, awaddr[11:0]} + {2'd0, awlen, 3'd0} < 4096);
    if (wvalid) assert (open && wlast == (left == 1) && wdata == 64'h0007_0000_0000_0000);
    if (bvalid_i) assert (bready);
    // Every entry once, and nothing else
    if (w) assert (running && at >= first && at - first < number && !(at == followed && written));
    if (mine && !busy) assert (written);
    if (!busy) assert (due == 0 && !open);
    // Invariants
    assert (open == \dut.address_sent_q && {1'b0, \dut.outstanding_q } == {1'b0, due} + open);
    if (\dut.left_q != 0) assert (running && \dut.next_entry_q >= first && \dut.left_q <= number);
    if (running) assert (\dut.next_entry_q + {1'b0, \dut.left_q } == first + number && first + number < 38'h20_0000_0000 && !first[37] && number <= 38'h10_0000_0000);
    if (running) assert (number != 0 && \dut.left_q <= number);
    if (!running) assert (\dut.left_q == 0);
    if (open) assert (\dut.left_q != 0 && at == progress && {1'b0, left} + \dut.beat_q == awlen + 10'd1 && left != 0);
    if (!open) assert (\dut.beat_q == 0);
    if (mine) assert (written == ({1'b0, followed} < \dut.next_entry_q + (open ? {30'd0, \dut.beat_q } : 38'd0)));
  end
  (* keep *) wire cover_two_bursts_outstanding = past_valid && due == 2;
  (* keep *) wire cover_unaligned_start = past_valid && aw && awaddr[11:0] == 12'hff0 && awlen == 1;
  (* keep *) wire cover_over = past_valid && running && !busy && written && mine;
endmodule
