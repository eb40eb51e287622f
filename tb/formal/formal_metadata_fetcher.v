// SPDX-License-Identifier: Apache-2.0
// formal_metadata_fetcher: a span becomes one AXI read burst of its addresses. Every beat, whatever the order between
// bursts, arrives as the entry of its address in the line of the span. AXI master rules of the read channels.
// groups: AXI: address stable, INCR, 8 bytes, inside 4 KB, ID of a free slot; a beat is the entry of its address; every entry once; busy
// prove: SAT induction, cover 8
// parameters: MetadataLines=2; MetadataLines=4; MetadataLines=16
//
// The proof follows one arbitrary burst: `mine` is its slot (and ID); line, first entry and address are recorded at the
// handshake.
`include "scord_params.vh"
module formal_metadata_fetcher #(parameter MetadataLines = 2, parameter LW = $clog2(MetadataLines)) (
  input wire clk_i, input wire rst_ni, input wire fetch_valid_i, input wire [LW-1:0] fetch_line_i, input wire [4:0] fetch_first_i,
  input wire [4:0] fetch_last_i, input wire fetch_head_i, input wire [39:0] line_address, input wire arready_i, input wire [scord_params::AXI_ID_WIDTH-1:0] rid_i,
  input wire [63:0] rdata_i, input wire [1:0] rresp_i, input wire rvalid_i, input wire follow
);
  `include "tb/formal/parts/formal.vh"
  wire fetch_ready, fill_valid, fill_failed, fill_head, fill_last, busy, arvalid, rready;
  wire [LW-1:0] fill_line;
  wire [4:0] fill_entry;
  wire [scord_params::AXI_ID_WIDTH-1:0] arid;
  wire [63:0] fill_metadata;
  wire [39:0] araddr;
  wire [7:0] arlen;
  wire [2:0] arsize;
  wire [1:0] arburst;
  // A span of a line: its entries have 8 bytes each, from the address of the line on, a multiple of 256 (D37)
  wire [39:0] fetch_address = line_address + {fetch_first_i, 3'd0};
  always @(*) assume (line_address[7:0] == 0 && (!fetch_valid_i || fetch_first_i <= fetch_last_i));

  // The slave: beats of an ID only after its address, in order, as many as the address announced
  reg [MetadataLines-1:0] accepted = 0;
  reg [6*MetadataLines-1:0] beats_left = 0;
  wire [5:0] left = beats_left >> 6 * rid_i;
  wire rlast = left == 1;
  wire rvalid = rvalid_i;
  metadata_fetcher #(.MetadataLines(MetadataLines), .GroupedLines(1)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .fetch_valid_i(fetch_valid_i), .fetch_ready_o(fetch_ready), .fetch_line_i(fetch_line_i),
    .fetch_first_i(fetch_first_i), .fetch_last_i(fetch_last_i), .fetch_address_i(fetch_address), .fetch_head_i(fetch_head_i), .fill_valid_o(fill_valid),
    .fill_line_o(fill_line), .fill_entry_o(fill_entry), .fill_metadata_o(fill_metadata), .fill_failed_o(fill_failed), .fill_head_o(fill_head), .fill_last_o(fill_last),
    .busy_o(busy), .m_axi_arid_o(arid), .m_axi_araddr_o(araddr), .m_axi_arlen_o(arlen), .m_axi_arsize_o(arsize),
    .m_axi_arburst_o(arburst), .m_axi_arvalid_o(arvalid), .m_axi_arready_i(arready_i), .m_axi_rid_i(rid_i),
    .m_axi_rdata_i(rdata_i), .m_axi_rresp_i(rresp_i), .m_axi_rlast_i(rlast), .m_axi_rvalid_i(rvalid), .m_axi_rready_o(rready));
  (* hierconn *) wire [MetadataLines-1:0] \dut.slot_busy_q ;
  (* hierconn *) wire [LW*MetadataLines-1:0] \dut.slot_line_q ;
  (* hierconn *) wire [5*MetadataLines-1:0] \dut.slot_entry_q ;
  (* hierconn *) wire [MetadataLines-1:0] \dut.g_heads.slot_head_q ;
  integer s;
  always @(posedge clk_i) begin
    for (s = 0; s < MetadataLines; s = s + 1) begin
      if (arvalid && arready_i && arid == s) {accepted[s], beats_left[6*s +: 6]} <= {1'b1, arlen[5:0] + 6'd1};
      else if (rvalid && rid_i == s) {accepted[s], beats_left[6*s +: 6]} <= {!rlast, beats_left[6*s +: 6] - 6'd1};
    end
    if (!rst_ni) {accepted, beats_left} <= 0;
  end
  always @(*) if (rvalid) assume (rid_i < MetadataLines && accepted[rid_i[LW-1:0]] && rresp_i != 1);

  // The chosen burst: its k-th beat is at its address + 8 k
  reg following = 0, address_out = 0, head = 0;
  reg [LW-1:0] mine = 0, line = 0;
  reg [39:0] base = 0;   // of the line
  reg [4:0] next_entry = 0, last = 0;
  wire taken = fetch_valid_i && fetch_ready;
  wire beat = following && address_out && rvalid && rid_i == mine;
  reg [LW-1:0] lowest_free;
  always @(*) begin
    lowest_free = 0;
    for (s = MetadataLines - 1; s >= 0; s = s - 1) if (!\dut.slot_busy_q [s]) lowest_free = s;
  end
  always @(posedge clk_i) begin
    if (taken && follow && !following) begin
      {following, address_out, mine} <= {1'b1, 1'b0, lowest_free};
      {line, base, next_entry, last, head} <= {fetch_line_i, line_address, fetch_first_i, fetch_last_i, fetch_head_i};
    end
    if (following && arvalid && arready_i && arid == mine) address_out <= 1;
    if (beat) next_entry <= next_entry + 1;
    if (beat && rlast) following <= 0;
    if (!rst_ni) following <= 0;
  end
  wire [39:0] next_address = base + {next_entry, 3'd0};
  always @(*) if (past_valid) begin
    // AXI master, read
    if (arvalid) begin
      assert (arsize == 3 && arburst == 1 && arid < MetadataLines && !accepted[arid[LW-1:0]]);
      assert ({1'b0, araddr[11:0]} + {2'd0, arlen, 3'd0} < 4096 && arlen < 32 && araddr[2:0] == 0);
      assert (araddr[7:3] + arlen <= 31 && \dut.slot_entry_q [5*arid[LW-1:0] +: 5] == araddr[7:3]);
      if (following && !address_out && arid == mine) assert (araddr == next_address && arlen == last - next_entry);
    end
    assert (rready);
    assert (busy == (\dut.slot_busy_q != 0));
    // The chosen burst
    if (following) begin
      assert (base[7:0] == 0);
      assert (\dut.slot_busy_q [mine] && \dut.slot_line_q [LW*mine +: LW] == line && \dut.slot_entry_q [5*mine +: 5] == next_entry);
      assert (\dut.g_heads.slot_head_q [mine] == head);
      assert (next_entry <= last && accepted[mine] == address_out);
      if (!address_out) assert (arvalid && arid == mine);
      if (address_out) assert (beats_left[6*mine +: 6] == last - next_entry + 6'd1);
    end
    if (beat) assert (fill_valid && fill_line == line && fill_entry == next_entry && fill_metadata == rdata_i && fill_failed == rresp_i[1]);
    if (beat) assert (rlast == (next_entry == last) && fill_last == rlast && fill_head == head);
    if (fill_valid) assert (rvalid);
  end
  // Every slot is busy from the handshake to its last beat
  genvar g;
  for (g = 0; g < MetadataLines; g = g + 1) begin : g_slot
    always @(*) if (past_valid) begin
      assert (\dut.slot_busy_q [g] == (accepted[g] || (arvalid && arid == g)));
      assert (accepted[g] == (beats_left[6*g +: 6] != 0));
      if (accepted[g]) assert (\dut.slot_entry_q [5*g +: 5] + beats_left[6*g +: 6] <= 32 && !(arvalid && arid == g));
    end
  end
  (* keep *) wire cover_another_burst_between = past_valid && following && address_out && rvalid && rid_i != mine && next_entry == 2 && last == 4;
  (* keep *) wire cover_read_error = past_valid && beat && fill_failed && rlast;
  (* keep *) wire cover_all_slots = past_valid && accepted == {MetadataLines{1'b1}} && fetch_valid_i && !fetch_ready;
endmodule
