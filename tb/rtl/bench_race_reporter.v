// bench_race_reporter: records against a list, random latency; full log drops and counts; log_reset starts again.
`include "scord_params.vh"
module bench_race_reporter;
  `include "bench.vh"
  localparam [39:0] LogBase = 40'h40_0000_0f60;
  reg log_reset, record_valid;
  reg [31:0] capacity, latency;
  reg [255:0] record;
  wire [31:0] tail, dropped;
  wire record_ready, busy, awvalid, awready, wvalid, wready, wlast, bvalid, bready;
  wire [39:0] awaddr;
  wire [7:0] awlen;
  wire [63:0] wdata;
  race_reporter #(.FifoDepth(4)) dut (
    .clk_i(clk), .rst_ni(rst_n), .log_reset_i(log_reset), .log_base_i(LogBase), .log_capacity_i(capacity),
    .log_tail_o(tail), .log_dropped_o(dropped), .record_valid_i(record_valid), .record_ready_o(record_ready),
    .record_i(record), .busy_o(busy), .awvalid_o(awvalid), .awready_i(awready), .awaddr_o(awaddr), .awlen_o(awlen),
    .wvalid_o(wvalid), .wready_i(wready), .wdata_o(wdata), .wlast_o(wlast), .bvalid_i(bvalid), .bready_o(bready));
  axi_memory #(.Words(512)) memory (
    .clk_i(clk), .rst_ni(rst_n), .latency_i(latency), .base_i(LogBase), .error_mask_i(40'd0), .error_match_i(40'd0),
    .awid_i(4'd1), .awaddr_i(awaddr), .awlen_i(awlen), .awsize_i(3'd3), .awburst_i(2'd1), .awvalid_i(awvalid),
    .awready_o(awready), .wdata_i(wdata), .wstrb_i(8'hff), .wlast_i(wlast), .wvalid_i(wvalid), .wready_o(wready), .bid_o(),
    .bresp_o(), .bvalid_o(bvalid), .bready_i(bready), .arid_i(4'd0), .araddr_i(40'd0), .arlen_i(8'd0), .arsize_i(3'd3),
    .arburst_i(2'd1), .arvalid_i(1'b0), .arready_o(), .rid_o(), .rdata_o(), .rresp_o(), .rlast_o(), .rvalid_o(),
    .rready_i(1'b0));
  reg [255:0] sent [0:255];
  integer count, round, i, stalls;
  initial begin
    {log_reset, record_valid, record, latency, stalls} = 0;
    capacity = 60;
    start_bench;
    for (round = 0; round < 4; round = round + 1) begin
      capacity = round == 0 ? 1 : round == 3 ? 0 : 20 + random_below(60);
      latency = round == 1 ? 0 : 8;
      count = 0;
      repeat (100) begin
        record_valid = 1;
        for (i = 0; i < 8; i = i + 1) record[32*i +: 32] = random_bits(0);
        #1;
        while (!record_ready) begin stalls = stalls + 1; @(negedge clk); #1; end
        sent[count] = record;
        count = count + 1;
        @(negedge clk);
        record_valid = 0;
        if (one_in(3)) repeat (random_below(20)) @(negedge clk);
        #1 check(tail <= capacity && tail + dropped <= count, "never more than was sent");
        // What the tail counts is in memory already.
        if (tail > 0) check({memory.memory[4*tail-1], memory.memory[4*tail-2], memory.memory[4*tail-3],
                             memory.memory[4*tail-4]} === sent[tail-1], "the tail's record is in memory");
      end
      while (busy) @(negedge clk);
      #1 check(tail === (count < capacity ? count : capacity), "tail");
      check(tail + dropped === count, "dropped are counted");
      for (i = 0; i < tail; i = i + 1)
        check({memory.memory[4*i+3], memory.memory[4*i+2], memory.memory[4*i+1], memory.memory[4*i]} === sent[i], "record");
      log_reset = 1;
      @(negedge clk);
      log_reset = 0;
      #1 check(tail === 0 && dropped === 0, "log_reset empties the log");
    end
    check(stalls > 0, "the FIFO was full");
    check(memory.protocol_errors == 0, "AXI manners");
    finish_bench;
  end
endmodule
