// SPDX-License-Identifier: Apache-2.0
// bench_axi_write_arbiter: three sources with random bursts. Checked: every burst is whole and at its address, strobes
// are kept, responses go to their source, no source waits for two bursts of another.
`include "scord_params.vh"
module bench_axi_write_arbiter;
  `include "bench.vh"
  localparam int IdWidth = scord_params::AXI_ID_WIDTH;
  localparam [39:0] Base = 40'h9_0000_0000;
  reg [31:0] latency;
  reg stop;
  reg [2:0] awvalid, wvalid, wlast, bready;
  reg [39:0] awaddr [0:2];
  reg [7:0] awlen [0:2];
  reg [63:0] wdata [0:2];
  reg [7:0] wstrb [0:1];      // metadata, race log
  reg [IdWidth-1:0] metadata_awid;
  wire [2:0] awready, wready, bvalid;
  wire [IdWidth-1:0] awid, bid;
  wire [39:0] m_awaddr;
  wire [7:0] m_awlen, m_wstrb;
  wire [2:0] m_awsize;
  wire [1:0] m_awburst, bresp;
  wire [63:0] m_wdata;
  wire m_awvalid, m_awready, m_wlast, m_wvalid, m_wready, m_bvalid, m_bready;

  axi_write_arbiter dut (
    .clk_i(clk), .rst_ni(rst_n),
    .metadata_awvalid_i(awvalid[0]), .metadata_awready_o(awready[0]), .metadata_awid_i(metadata_awid),
    .metadata_awaddr_i(awaddr[0]), .metadata_awlen_i(awlen[0]),
    .metadata_wvalid_i(wvalid[0]), .metadata_wready_o(wready[0]), .metadata_wdata_i(wdata[0]),
    .metadata_wstrb_i(wstrb[0]), .metadata_wlast_i(wlast[0]),
    .metadata_bvalid_o(bvalid[0]), .metadata_bready_i(bready[0]),
    .race_awvalid_i(awvalid[1]), .race_awready_o(awready[1]), .race_awaddr_i(awaddr[1]), .race_awlen_i(awlen[1]),
    .race_wvalid_i(wvalid[1]), .race_wready_o(wready[1]), .race_wdata_i(wdata[1]), .race_wstrb_i(wstrb[1]), .race_wlast_i(wlast[1]),
    .race_bvalid_o(bvalid[1]), .race_bready_i(bready[1]),
    .clear_awvalid_i(awvalid[2]), .clear_awready_o(awready[2]), .clear_awaddr_i(awaddr[2]), .clear_awlen_i(awlen[2]),
    .clear_wvalid_i(wvalid[2]), .clear_wready_o(wready[2]), .clear_wdata_i(wdata[2]), .clear_wlast_i(wlast[2]),
    .clear_bvalid_o(bvalid[2]), .clear_bready_i(bready[2]),
    .m_axi_awid_o(awid), .m_axi_awaddr_o(m_awaddr), .m_axi_awlen_o(m_awlen), .m_axi_awsize_o(m_awsize),
    .m_axi_awburst_o(m_awburst), .m_axi_awvalid_o(m_awvalid), .m_axi_awready_i(m_awready), .m_axi_wdata_o(m_wdata),
    .m_axi_wstrb_o(m_wstrb), .m_axi_wlast_o(m_wlast), .m_axi_wvalid_o(m_wvalid), .m_axi_wready_i(m_wready),
    .m_axi_bid_i(bid), .m_axi_bvalid_i(m_bvalid), .m_axi_bready_o(m_bready));

  axi_memory #(.Words(1536)) memory (
    .clk_i(clk), .rst_ni(rst_n), .latency_i(latency), .base_i(Base), .error_mask_i(40'd0), .error_match_i(40'd0),
    .awid_i(awid), .awaddr_i(m_awaddr), .awlen_i(m_awlen), .awsize_i(m_awsize), .awburst_i(m_awburst),
    .awvalid_i(m_awvalid), .awready_o(m_awready), .wdata_i(m_wdata), .wstrb_i(m_wstrb), .wlast_i(m_wlast),
    .wvalid_i(m_wvalid), .wready_o(m_wready), .bid_o(bid), .bresp_o(bresp), .bvalid_o(m_bvalid), .bready_i(m_bready),
    .arid_i({scord_params::AXI_ID_WIDTH{1'b0}}), .araddr_i(40'd0), .arlen_i(8'd0), .arsize_i(3'd3), .arburst_i(2'd1), .arvalid_i(1'b0), .arready_o(),
    .rid_o(), .rdata_o(), .rresp_o(), .rlast_o(), .rvalid_o(), .rready_i(1'b0));

  `COVER_POINT(cover_axi_write_arbiter_all_sources_wait)
  `COVER_POINT(cover_axi_write_arbiter_data_before_address)
  `COVER_POINT(cover_axi_write_arbiter_address_before_data)
  `COVER_POINT(cover_axi_write_arbiter_back_to_back_other_source)
  `COVER_POINT(cover_axi_write_arbiter_back_to_back_same_source)
  `COVER_POINT(cover_axi_write_arbiter_owner_waits_for_its_data)
  `COVER_POINT(cover_axi_write_arbiter_single_beat)
  `COVER_POINT(cover_axi_write_arbiter_entry_not_strobed)
  `COVER_POINT(cover_axi_write_arbiter_address_waits)
  `COVER_POINT(cover_axi_write_arbiter_responses_reordered)
  handshake_monitor #(.Width(48+IdWidth)) address_monitor (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(1'b0), .valid_i(m_awvalid), .ready_i(m_awready), .payload_i({awid, m_awlen,
           m_awaddr}));
  handshake_monitor #(.Width(73)) data_monitor (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(1'b0), .valid_i(m_wvalid), .ready_i(m_wready), .payload_i({m_wlast, m_wstrb,
           m_wdata}));
  integer turns [0:8];      // bursts of the second source while the first waits
  integer source, j;
  initial for (j = 0; j < 9; j = j + 1) turns[j] = 0;
  always @(posedge clk) if (rst_n) begin
    if (m_awvalid && m_awready) begin
      source = awid < scord_params::AXI_ID_RACE_LOG ? 0 : awid == scord_params::AXI_ID_RACE_LOG ? 1 : 2;
      for (j = 0; j < 3; j = j + 1) begin
        turns[source*3 + j] = 0;
        if (j != source && awvalid[j]) begin
          turns[j*3 + source] = turns[j*3 + source] + 1;
          check(turns[j*3 + source] <= 1, "waits for one burst of every other source");
        end
      end
      `COVER(cover_axi_write_arbiter_back_to_back_other_source, last_source >= 0 && last_source != source &&
             last_beat_cycle < 2);
      `COVER(cover_axi_write_arbiter_back_to_back_same_source, last_source == source && last_beat_cycle < 12);
      last_source = source;
    end
    last_beat_cycle = m_wvalid && m_wready && m_wlast ? 0 : last_beat_cycle + 1;
    `COVER(cover_axi_write_arbiter_all_sources_wait, &awvalid);
    `COVER(cover_axi_write_arbiter_data_before_address, m_wvalid && m_wready && m_awvalid && !m_awready);
    `COVER(cover_axi_write_arbiter_address_before_data, m_awvalid && m_awready && !m_wvalid);
    `COVER(cover_axi_write_arbiter_owner_waits_for_its_data, !m_wvalid && (awvalid & ~awready) != 0 &&
           (wvalid & ~wready) != 0);
    `COVER(cover_axi_write_arbiter_single_beat, m_awvalid && m_awlen == 0);
    `COVER(cover_axi_write_arbiter_entry_not_strobed, m_wvalid && m_wready && m_wstrb == 0);
    `COVER(cover_axi_write_arbiter_address_waits, m_awvalid && !m_awready);
  end
  integer last_source = -1, last_beat_cycle = 9;

  // Source n owns the words 512 n to 512 n + 511 and keeps a copy of its writes.
  reg [63:0] copy [0:1535];
  integer bursts [0:2];
  integer solo;               // the source that sends alone; 3: all sources send

  for (genvar n = 0; n < 3; n++) begin : g_source
    integer first, beats, beat;
    reg address_left, data_left;
    initial begin
      {awvalid[n], wvalid[n], wlast[n], bready[n]} = 0;
      bursts[n] = 0;
      @(posedge rst_n);
      while (!stop) begin
        while (solo < 3 && solo != n) @(negedge clk);
        beats = n == 0 ? 1 + random_below(32) : n == 1 ? 4 : 1 + random_below(64);
        first = random_below(512 - beats);
        awaddr[n] = Base + 8 * (512 * n + first);
        awlen[n] = beats - 1;
        if (n == 0) metadata_awid = random_below(scord_params::MAX_METADATA_LINES);
        if (n < 2) wstrb[n % 2] = {8{one_in(2)}};
        awvalid[n] = !one_in(3);      // data before, with or after the address
        wvalid[n] = !awvalid[n] || one_in(2);
        beat = 0;
        wdata[n] = {random_bits(0), random_bits(0)};
        wlast[n] = beats == 1;
        address_left = 1; data_left = 1;
        while (address_left || data_left) begin : sending
          reg aw_done, w_done;
          #4;
          aw_done = awvalid[n] && awready[n];
          w_done = wvalid[n] && wready[n];
          if (w_done && (n == 2 || wstrb[n % 2][0])) copy[512 * n + first + beat] = wdata[n];
          @(negedge clk);
          if (aw_done) begin awvalid[n] = 0; address_left = 0; end
          if (address_left && !awvalid[n]) awvalid[n] = one_in(4);
          if (data_left && !wvalid[n]) wvalid[n] = one_in(4);
          if (w_done) begin
            beat = beat + 1;
            wlast[n] = beat == beats - 1;
            if (n < 2) wstrb[n % 2] = {8{one_in(2)}};
            if (beat == beats) begin wvalid[n] = 0; data_left = 0; end
            else wdata[n] = {random_bits(0), random_bits(0)};
          end
        end
        bready[n] = 1;
        #4 while (!bvalid[n]) begin @(negedge clk); #4; end
        check(bid === (n == 0 ? metadata_awid : n == 1 ? scord_params::AXI_ID_RACE_LOG : scord_params::AXI_ID_CLEAR),
               "its response");
        @(negedge clk);
        bready[n] = 0;
        bursts[n] = bursts[n] + 1;
        if (one_in(2)) repeat (random_below(6)) @(negedge clk);
      end
    end
  end

  integer i;
  initial begin
    solo = 3;
    {latency, stop, metadata_awid, wstrb[0], wstrb[1]} = 0;
    for (i = 0; i < 1536; i = i + 1) begin copy[i] = 64'h0; memory.memory[i] = 64'h0; end
    start_bench;
    repeat (2000) @(negedge clk);
    for (solo = 0; solo < 3; solo = solo + 1) repeat (300) @(negedge clk);   // one source alone, then all of them
    latency = 6;
    repeat (8000) @(negedge clk);
    stop = 1;
    repeat (2000) @(negedge clk);
    for (i = 0; i < 1536; i = i + 1) check(memory.memory[i] === copy[i], "written by its source, and only there");
    for (i = 0; i < 3; i = i + 1) check(bursts[i] > 50, "every source got its turns");
    check(memory.writes == bursts[0] + bursts[1] + bursts[2], "one response a burst");
    cover_axi_write_arbiter_responses_reordered = memory.writes_reordered;
    check(memory.protocol_errors == 0, "AXI manners");
    finish_bench;
  end
endmodule
