// SPDX-License-Identifier: Apache-2.0
// formal_axi_write_arbiter: three sources on one AXI4 write interface. Data follow the order of the addresses, bursts
// are whole, IDs are those of the source, payload is unchanged, responses return by ID, and a source waits for at most
// one burst of each other.
// groups: AXI: address and data stable, W in the order of AW, W beats = AWLEN + 1, INCR, 8 bytes, inside 4 KB, IDs legal; one owner; payload; responses by ID; fairness: one burst of each other
// prove: SAT induction, cover 9, steps 2
//
// A source (0 metadata, 1 race log, 2 clear) keeps address and data stable until ready, offers the data of a burst not
// before its address, and may offer the next address while the last data still wait.
`include "scord_params.vh"
module formal_axi_write_arbiter (
  input wire clk_i, input wire rst_ni, input wire [2:0] awvalid, input wire [119:0] awaddr, input wire [23:0] awlen,
  input wire [scord_params::AXI_ID_WIDTH-1:0] metadata_awid, input wire [2:0] wvalid, input wire [191:0] wdata, input wire [7:0] metadata_wstrb, input wire [7:0] race_wstrb,
  input wire [2:0] bready, input wire m_awready, input wire m_wready, input wire [scord_params::AXI_ID_WIDTH-1:0] m_bid, input wire m_bvalid
);
  `include "tb/formal/parts/formal.vh"
  wire [2:0] awready, wready, bvalid, wlast;
  wire [scord_params::AXI_ID_WIDTH-1:0] m_awid;
  wire [39:0] m_awaddr;
  wire [7:0] m_awlen, m_wstrb;
  wire [2:0] m_awsize;
  wire [1:0] m_awburst;
  wire m_awvalid, m_wlast, m_wvalid, m_bready;
  wire [63:0] m_wdata;
  axi_write_arbiter dut (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .metadata_awvalid_i(awvalid[0]), .metadata_awready_o(awready[0]), .metadata_awid_i(metadata_awid), .metadata_awaddr_i(awaddr[39:0]),
    .metadata_awlen_i(awlen[7:0]), .metadata_wvalid_i(wvalid[0]), .metadata_wready_o(wready[0]), .metadata_wdata_i(wdata[63:0]),
    .metadata_wstrb_i(metadata_wstrb), .metadata_wlast_i(wlast[0]), .metadata_bvalid_o(bvalid[0]), .metadata_bready_i(bready[0]),
    .race_awvalid_i(awvalid[1]), .race_awready_o(awready[1]), .race_awaddr_i(awaddr[79:40]), .race_awlen_i(awlen[15:8]),
    .race_wvalid_i(wvalid[1]), .race_wready_o(wready[1]), .race_wdata_i(wdata[127:64]), .race_wstrb_i(race_wstrb), .race_wlast_i(wlast[1]),
    .race_bvalid_o(bvalid[1]), .race_bready_i(bready[1]),
    .clear_awvalid_i(awvalid[2]), .clear_awready_o(awready[2]), .clear_awaddr_i(awaddr[119:80]), .clear_awlen_i(awlen[23:16]),
    .clear_wvalid_i(wvalid[2]), .clear_wready_o(wready[2]), .clear_wdata_i(wdata[191:128]), .clear_wlast_i(wlast[2]),
    .clear_bvalid_o(bvalid[2]), .clear_bready_i(bready[2]),
    .m_axi_awid_o(m_awid), .m_axi_awaddr_o(m_awaddr), .m_axi_awlen_o(m_awlen), .m_axi_awsize_o(m_awsize), .m_axi_awburst_o(m_awburst),
    .m_axi_awvalid_o(m_awvalid), .m_axi_awready_i(m_awready), .m_axi_wdata_o(m_wdata), .m_axi_wstrb_o(m_wstrb), .m_axi_wlast_o(m_wlast),
    .m_axi_wvalid_o(m_wvalid), .m_axi_wready_i(m_wready), .m_axi_bid_i(m_bid), .m_axi_bvalid_i(m_bvalid), .m_axi_bready_o(m_bready));
  (* hierconn *) wire [1:0] \dut.owner_q ;
  wire [1:0] owner = \dut.owner_q ;
  wire m_aw = m_awvalid && m_awready, m_w = m_wvalid && m_wready;
  always @(*) assume (metadata_awid < scord_params::AXI_ID_RACE_LOG);
  always @(*) if (m_bvalid) assume (m_bid <= scord_params::AXI_ID_RACE_LOG || m_bid == scord_params::AXI_ID_CLEAR);

  // The sources
  wire [2:0] ahead, done;      // the burst in progress: address sent, data not; data sent, address not
  wire [23:0] beats;           // beats of this burst that were sent
  genvar s;
  for (s = 0; s < 3; s = s + 1) begin : g_source
    reg address_ahead = 0, data_done = 0;
    reg [7:0] count = 0, length = 0;
    wire a = awvalid[s] && awready[s], w = wvalid[s] && wready[s];
    wire [7:0] burst_length = address_ahead ? length : awlen[8*s +: 8];
    assign wlast[s] = count == burst_length;
    wire last = w && wlast[s];
    always @(posedge clk_i) begin
      if (a) length <= awlen[8*s +: 8];
      address_ahead <= (address_ahead || a) && !(last || data_done);
      data_done <= (data_done || last) && !(address_ahead || a);
      if (w) count <= wlast[s] ? 0 : count + 1;
      if (!rst_ni) {address_ahead, data_done, count} <= 0;
    end
    assign ahead[s] = address_ahead;
    assign done[s] = data_done;
    assign beats[8*s +: 8] = count;
    reg aw_waits = 0, w_waits = 0;
    reg [60:0] aw_payload = 0;
    reg [71:0] w_payload = 0;
    wire [60:0] aw_now = {s == 0 ? metadata_awid : {scord_params::AXI_ID_WIDTH{1'b0}}, awaddr[40*s +: 40], awlen[8*s +: 8]};
    wire [7:0] strobe = s == 0 ? metadata_wstrb : s == 1 ? race_wstrb : 8'hff;
    wire [71:0] w_now = {strobe, wdata[64*s +: 64]};
    always @(posedge clk_i) {aw_waits, w_waits, aw_payload, w_payload} <= {rst_ni && awvalid[s] && !awready[s], rst_ni && wvalid[s] && !wready[s], aw_now, w_now};
    always @(*) begin
      if (aw_waits) assume (awvalid[s] && aw_now == aw_payload);
      if (w_waits) assume (wvalid[s] && w_now == w_payload);
      if (wvalid[s]) assume (!data_done && (address_ahead || awvalid[s]));
      if (awvalid[s]) assume (awaddr[40*s +: 3] == 0 && {1'b0, awaddr[40*s +: 12]} + {2'd0, awlen[8*s +: 8], 3'd0} < 4096);
      if (s == 1 && awvalid[s]) assume (awlen[8*s +: 8] == scord_params::RACE_RECORD_BEATS - 1);
    end
    // Payload is unchanged, and only the owner's is passed
    always @(*) if (past_valid) begin
      if (a) assert (owner == s && m_aw && m_awaddr == awaddr[40*s +: 40] && m_awlen == awlen[8*s +: 8]);
      if (a) assert (m_awid == (s == 0 ? metadata_awid : s == 1 ? scord_params::AXI_ID_RACE_LOG : scord_params::AXI_ID_CLEAR));
      if (w) assert (owner == s && m_w && m_wdata == wdata[64*s +: 64] && m_wlast == wlast[s] && m_wstrb == strobe);
      if (owner != s) assert (!address_ahead && !data_done && count == 0);  // no burst stays half sent
      if (owner == s) assert ((!awvalid[s] || awready[s] == (m_awready && !address_ahead)) && !(address_ahead && data_done));
      assert (count <= burst_length || !(address_ahead || awvalid[s]));
      if (count != 0) assert (address_ahead || aw_waits);
      if (data_done) assert (count == 0 && aw_waits);
    end
  end
  (* hierconn *) wire \dut.address_sent_q , \dut.data_sent_q ;
  always @(*) if (past_valid) begin
    assert (owner < 3 && \dut.address_sent_q == ahead[owner] && \dut.data_sent_q == done[owner]);
    if (m_aw) assert (awready != 0);
    if (m_w) assert (wready != 0);
  end

  // The interface: one burst at a time, so that data follow the order of addresses; as many beats as the address
  // announced
  reg open = 0, w_open = 0;  // address sent and data incomplete; data begun and address not sent
  reg [7:0] sent = 0, length = 0;
  wire last = m_w && m_wlast;
  always @(posedge clk_i) begin
    if (m_aw) length <= m_awlen;
    open <= (open || m_aw) && !(last || w_open);
    w_open <= (w_open || last) && !(open || m_aw);
    if (m_w) sent <= m_wlast ? 0 : sent + 1;
    if (!rst_ni) {open, w_open, sent} <= 0;
  end
  always @(*) if (past_valid) begin
    if (m_awvalid) assert (!open && m_awsize == 3 && m_awburst == 1 && {1'b0, m_awaddr[11:0]} + {2'd0, m_awlen, 3'd0} < 4096);
    if (m_wvalid) assert (!w_open && (open || m_awvalid) && m_wlast == (sent == (open ? length : m_awlen)));
    assert (open == ahead[owner] && w_open == done[owner] && sent == beats[8*owner +: 8]);
  end
  for (s = 0; s < 3; s = s + 1) begin : g_same_length
    always @(*) if (past_valid && open && owner == s) assert (length == g_source[s].length);
  end

  // Responses
  always @(*) if (past_valid) begin
    assert (bvalid == {m_bvalid && m_bid == scord_params::AXI_ID_CLEAR, m_bvalid && m_bid == scord_params::AXI_ID_RACE_LOG,
                       m_bvalid && m_bid < scord_params::AXI_ID_RACE_LOG});
    if (m_bvalid) assert (m_bready == ((bvalid & bready) != 0));
  end

  // Fairness: while `x` waits with an address, each other source completes at most one burst
  (* anyconst *) wire [1:0] x;
  always @(*) assume (x < 3);
  wire [1:0] y = x == 2 ? 0 : x + 1, z = y == 2 ? 0 : y + 1;  // the next source in the cycle, and the one after it
  wire finished = (open || m_aw) && (w_open || last) || (m_aw && w_open) || (open && last) || (m_aw && last);
  reg [1:0] y_turns = 0, z_turns = 0;
  reg x_waits = 0;
  always @(posedge clk_i) begin
    x_waits <= rst_ni && awvalid[x] && owner != x;
    if (finished && owner == y && y_turns != 3) y_turns <= y_turns + 1;
    if (finished && owner == z && z_turns != 3) z_turns <= z_turns + 1;
    if (!rst_ni || !awvalid[x] || owner == x) {y_turns, z_turns} <= 0;
  end
  always @(*) if (past_valid) begin
    assert (y_turns <= 1 && z_turns <= 1);
    if (y_turns == 1) assert (owner == z || owner == x);
    if (z_turns == 1) assert (owner == x);
    if (y_turns + z_turns != 0) assert (x_waits && awvalid[x]);
  end
  (* keep *) wire cover_waits_for_both = past_valid && y_turns == 1 && z_turns == 1 && m_aw;
  (* keep *) wire cover_data_before_address = past_valid && w_open && m_aw;
  (* keep *) wire cover_next_address_offered_early = past_valid && open && awvalid[0] && owner == 0 && wlast[0] && wvalid[0] && !m_wready;
endmodule
