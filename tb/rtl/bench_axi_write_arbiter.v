// bench_axi_write_arbiter: three sources with random bursts; every burst whole and in its place, responses to their source.
`include "scord_params.vh"
module bench_axi_write_arbiter;
  `include "bench.vh"
  localparam [39:0] Base = 40'h9_0000_0000;
  reg [31:0] latency;
  reg stop;
  reg [2:0] awvalid, wvalid, wlast, bready;
  reg [39:0] awaddr [0:2];
  reg [7:0] awlen [0:2];
  reg [63:0] wdata [0:2];
  wire [2:0] awready, wready, bvalid;
  wire [3:0] awid, bid;
  wire [39:0] m_awaddr;
  wire [7:0] m_awlen, m_wstrb;
  wire [2:0] m_awsize;
  wire [1:0] m_awburst, bresp;
  wire [63:0] m_wdata;
  wire m_awvalid, m_awready, m_wlast, m_wvalid, m_wready, m_bvalid, m_bready;

  axi_write_arbiter dut (
    .clk_i(clk), .rst_ni(rst_n),
    .metadata_awvalid_i(awvalid[0]), .metadata_awready_o(awready[0]), .metadata_awaddr_i(awaddr[0]),
    .metadata_wvalid_i(wvalid[0]), .metadata_wready_o(wready[0]), .metadata_wdata_i(wdata[0]),
    .metadata_bvalid_o(bvalid[0]), .metadata_bready_i(bready[0]),
    .race_awvalid_i(awvalid[1]), .race_awready_o(awready[1]), .race_awaddr_i(awaddr[1]), .race_awlen_i(awlen[1]),
    .race_wvalid_i(wvalid[1]), .race_wready_o(wready[1]), .race_wdata_i(wdata[1]), .race_wlast_i(wlast[1]),
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
    .arid_i(4'd0), .araddr_i(40'd0), .arlen_i(8'd0), .arsize_i(3'd3), .arburst_i(2'd1), .arvalid_i(1'b0), .arready_o(),
    .rid_o(), .rdata_o(), .rresp_o(), .rlast_o(), .rvalid_o(), .rready_i(1'b0));

  // Source n owns the words 512 n .. 512 n + 511 and keeps a copy of what it wrote.
  reg [63:0] copy [0:1535];
  integer bursts [0:2];
  integer longest_wait;

  for (genvar n = 0; n < 3; n++) begin : g_source
    integer first, beats, beat, wait_cycles;
    initial begin
      {awvalid[n], wvalid[n], wlast[n], bready[n]} = 0;
      bursts[n] = 0;
      @(posedge rst_n);
      while (!stop) begin
        beats = n == 0 ? 1 : n == 1 ? 4 : 1 + random_below(64);
        first = random_below(512 - beats);
        awaddr[n] = Base + 8 * (512 * n + first);
        awlen[n] = beats - 1;
        awvalid[n] = 1;
        wvalid[n] = 1;
        beat = 0;
        wdata[n] = {random_bits(0), random_bits(0)};
        wlast[n] = beats == 1;
        wait_cycles = 0;
        while (awvalid[n] || wvalid[n]) begin : sending
          reg aw_done, w_done;
          #4;
          aw_done = awvalid[n] && awready[n];
          w_done = wvalid[n] && wready[n];
          if (w_done) copy[512 * n + first + beat] = wdata[n];
          wait_cycles = wait_cycles + 1;
          @(negedge clk);
          if (aw_done) awvalid[n] = 0;
          if (w_done) begin
            beat = beat + 1;
            wlast[n] = beat == beats - 1;
            if (beat == beats) wvalid[n] = 0;
            else wdata[n] = {random_bits(0), random_bits(0)};
          end
        end
        bready[n] = 1;
        #4 while (!bvalid[n]) begin @(negedge clk); #4; end
        @(negedge clk);
        bready[n] = 0;
        bursts[n] = bursts[n] + 1;
        if (wait_cycles > longest_wait) longest_wait = wait_cycles;
        if (one_in(2)) repeat (random_below(6)) @(negedge clk);
      end
    end
  end

  integer i;
  initial begin
    {latency, stop, longest_wait} = 0;
    for (i = 0; i < 1536; i = i + 1) begin copy[i] = 64'h0; memory.memory[i] = 64'h0; end
    start_bench;
    repeat (2000) @(negedge clk);
    latency = 6;
    repeat (8000) @(negedge clk);
    stop = 1;
    repeat (2000) @(negedge clk);
    for (i = 0; i < 1536; i = i + 1) check(memory.memory[i] === copy[i], "written by its source, and only there");
    for (i = 0; i < 3; i = i + 1) check(bursts[i] > 50, "every source got its turns");
    check(memory.writes == bursts[0] + bursts[1] + bursts[2], "one response a burst");
    check(longest_wait < 600, "nobody starves");
    check(memory.protocol_errors == 0, "AXI manners");
    finish_bench;
  end
endmodule
