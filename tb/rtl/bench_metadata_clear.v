// bench_metadata_clear: 1 to 2048 entries, bases on and off 4 KB: every entry the reset image, nothing outside written.
`include "scord_params.vh"
module bench_metadata_clear;
  `include "bench.vh"
  localparam [39:0] Base = 40'h55_0000_0000;
  reg start;
  reg [5:0] log2_entries;
  reg [39:0] metadata_base;
  reg [31:0] latency;
  wire busy, awvalid, awready, wvalid, wready, wlast, bvalid, bready;
  wire [39:0] awaddr;
  wire [7:0] awlen;
  wire [63:0] wdata;
  metadata_clear dut (
    .clk_i(clk), .rst_ni(rst_n), .start_i(start), .log2_entries_i(log2_entries), .metadata_base_i(metadata_base),
    .busy_o(busy), .awvalid_o(awvalid), .awready_i(awready), .awaddr_o(awaddr), .awlen_o(awlen), .wvalid_o(wvalid),
    .wready_i(wready), .wdata_o(wdata), .wlast_o(wlast), .bvalid_i(bvalid), .bready_o(bready));
  axi_memory #(.Words(4096)) memory (
    .clk_i(clk), .rst_ni(rst_n), .latency_i(latency), .base_i(Base), .error_mask_i(40'd0), .error_match_i(40'd0),
    .awid_i(4'd2), .awaddr_i(awaddr), .awlen_i(awlen), .awsize_i(3'd3), .awburst_i(2'd1), .awvalid_i(awvalid),
    .awready_o(awready), .wdata_i(wdata), .wstrb_i(8'hff), .wlast_i(wlast), .wvalid_i(wvalid), .wready_o(wready), .bid_o(),
    .bresp_o(), .bvalid_o(bvalid), .bready_i(bready), .arid_i(4'd0), .araddr_i(40'd0), .arlen_i(8'd0), .arsize_i(3'd3),
    .arburst_i(2'd1), .arvalid_i(1'b0), .arready_o(), .rid_o(), .rdata_o(), .rresp_o(), .rlast_o(), .rvalid_o(),
    .rready_i(1'b0));
  metadata_t image;
  integer size, i, first, cycles;
  initial begin
    {start, log2_entries, latency} = 0;
    metadata_base = Base;
    image = 0;
    {image.modified, image.blk_shared, image.dev_shared} = 3'b111;
    start_bench;
    for (size = 0; size <= 11; size = size + 1) begin
      for (i = 0; i < 4096; i = i + 1) memory.memory[i] = 64'hdead;
      log2_entries = size;
      first = size == 11 ? 512 : random_below(4096 - (1 << size));
      metadata_base = Base + 8 * first;
      latency = size % 3 == 2 ? 0 : 20;
      start = 1;
      @(negedge clk);
      start = 0;
      cycles = 0;
      #1 while (busy) begin @(negedge clk); cycles = cycles + 1; #1; end
      for (i = 0; i < 4096; i = i + 1)
        check(memory.memory[i] === (i >= first && i < first + (1 << size) ? image : 64'hdead), "image inside, nothing outside");
    end
    check(cycles < 2048 + 100, "about a cycle an entry with the fastest memory");
    check(memory.protocol_errors == 0, "AXI manners");
    finish_bench;
  end
endmodule
