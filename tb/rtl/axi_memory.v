// axi_memory: AXI4 slave for benches: bursts, random ready and latency, write responses of different IDs in any order,
// error responses on chosen addresses, and checks of the master's manners (stable until ready, WLAST, 4 KB).
//
// A memory of Words 64-bit words from byte address `base`. latency_i = 0: always ready, answers in the next cycle;
// otherwise ready is random and answers take up to latency_i more cycles. Addresses with error_mask_i bits equal to
// error_match_i (and error_mask_i not 0) answer SLVERR and are not written.

`include "scord_params.vh"

module axi_memory #(
  parameter int Words = 4096
) (
  input  wire        clk_i,
  input  wire        rst_ni,
  input  wire [31:0] latency_i,
  input  wire [39:0] base_i,
  input  wire [39:0] error_mask_i,
  input  wire [39:0] error_match_i,
  input  wire [3:0]  awid_i,
  input  wire [39:0] awaddr_i,
  input  wire [7:0]  awlen_i,
  input  wire [2:0]  awsize_i,
  input  wire [1:0]  awburst_i,
  input  wire        awvalid_i,
  output reg         awready_o,
  input  wire [63:0] wdata_i,
  input  wire [7:0]  wstrb_i,
  input  wire        wlast_i,
  input  wire        wvalid_i,
  output reg         wready_o,
  output reg  [3:0]  bid_o,
  output reg  [1:0]  bresp_o,
  output reg         bvalid_o,
  input  wire        bready_i,
  input  wire [3:0]  arid_i,
  input  wire [39:0] araddr_i,
  input  wire [7:0]  arlen_i,
  input  wire [2:0]  arsize_i,
  input  wire [1:0]  arburst_i,
  input  wire        arvalid_i,
  output reg         arready_o,
  output reg  [3:0]  rid_o,
  output reg  [63:0] rdata_o,
  output reg  [1:0]  rresp_o,
  output reg         rlast_o,
  output reg         rvalid_o,
  input  wire        rready_i
);
  reg [63:0] memory [0:Words-1];
  integer seed = 7;
  integer protocol_errors = 0;
  integer writes = 0;   // bursts
  integer reads = 0;

  task complain(input [8*48-1:0] what);
    begin
      protocol_errors = protocol_errors + 1;
      $display("FAILED at %0t: AXI: %0s", $time, what);
    end
  endtask

  function automatic is_error(input [39:0] address);
    is_error = error_mask_i != 0 && (address & error_mask_i) == error_match_i;
  endfunction

  function automatic ready_now(input integer unused);
    ready_now = latency_i == 0 || ($random(seed) & 3) != 0;
  endfunction

  function automatic integer delay(input integer unused);
    delay = latency_i == 0 ? 0 : ($random(seed) & 'h7fffffff) % (latency_i + 1);
  endfunction

  // Accepted addresses whose data have not all come; data not yet matched with an address
  reg [51:0] aw_queue [$];     // {id, len, address}
  reg [64:0] w_queue [$];      // {last, data}
  reg [51:0] aw_head;
  reg [64:0] w_head;
  integer beat;
  // Responses that wait: {id, error}, and the cycle from which they may be given
  reg [4:0] b_waiting [0:15];
  integer b_due [0:15];
  reg b_used [0:15];
  reg [104:0] r_pending;       // the one read under way: {valid, id, address}
  reg r_busy, older;
  reg [39:0] r_address;
  reg [3:0] r_id;
  integer r_due, cycle, i, j, start;

  reg past_aw, past_w, past_ar;
  reg [51:0] past_aw_payload;
  reg [72:0] past_w_payload;
  reg [43:0] past_ar_payload;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      {awready_o, wready_o, bvalid_o, arready_o, rvalid_o, r_busy, past_aw, past_w, past_ar} <= 0;
      {bid_o, bresp_o, rid_o, rdata_o, rresp_o, rlast_o} <= 0;
      beat = 0; cycle = 0;
      for (i = 0; i < 16; i = i + 1) b_used[i] = 0;
    end else begin
      cycle = cycle + 1;
      // Manners
      if (past_aw && (!awvalid_i || {awid_i, awlen_i, awaddr_i} !== past_aw_payload)) complain("write address not stable");
      if (past_w && (!wvalid_i || {wlast_i, wstrb_i, wdata_i} !== past_w_payload)) complain("write data not stable");
      if (past_ar && (!arvalid_i || {arid_i, araddr_i} !== past_ar_payload)) complain("read address not stable");
      past_aw = awvalid_i && !awready_o; past_aw_payload = {awid_i, awlen_i, awaddr_i};
      past_w = wvalid_i && !wready_o; past_w_payload = {wlast_i, wstrb_i, wdata_i};
      past_ar = arvalid_i && !arready_o; past_ar_payload = {arid_i, araddr_i};
      if ((awvalid_i ^ awvalid_i) !== 0 || (wvalid_i ^ wvalid_i) !== 0 || (arvalid_i ^ arvalid_i) !== 0) complain("unknown valid");

      if (awvalid_i && awready_o) begin
        if (awsize_i !== 3 || awburst_i !== 1 || awaddr_i[2:0] !== 0) complain("write burst of a wrong shape");
        if (awaddr_i[11:3] + awlen_i > 511) complain("write burst across 4 KB");
        aw_queue.push_back({awid_i, awlen_i, awaddr_i});
      end
      if (wvalid_i && wready_o) begin
        if (wstrb_i !== 8'hff) complain("write strobes");
        w_queue.push_back({wlast_i, wdata_i});
      end
      // Match data with addresses, in order
      while (aw_queue.size() > 0 && w_queue.size() > 0) begin
        aw_head = aw_queue[0];
        w_head = w_queue.pop_front();
        if (w_head[64] !== (beat == aw_head[47:40])) complain("WLAST");
        if ((aw_head[39:0] - base_i) / 8 + beat >= Words) complain("write outside the memory");
        else if (!is_error(aw_head[39:0])) memory[(aw_head[39:0] - base_i) / 8 + beat] = w_head[63:0];
        beat = beat + 1;
        if (w_head[64]) begin
          beat = 0;
          writes = writes + 1;
          aw_head = aw_queue.pop_front();
          j = -1;
          for (i = 0; i < 16; i = i + 1) if (!b_used[i]) j = i;
          if (j < 0) complain("too many responses wait");
          else begin
            b_used[j] = 1;
            b_waiting[j] = {aw_head[51:48], is_error(aw_head[39:0])};
            b_due[j] = cycle + delay(0);
          end
        end
      end
      // Responses, any order between IDs (the bench's masters have one a cycle of each ID at most, or do not care)
      if (bvalid_o && bready_i) bvalid_o <= 0;
      if (!bvalid_o || bready_i) begin
        start = latency_i == 0 ? 0 : $random(seed) & 15;
        j = -1;
        for (i = 0; i < 16; i = i + 1)
          if (b_used[(start + i) % 16] && b_due[(start + i) % 16] <= cycle) j = (start + i) % 16;
        if (j >= 0) begin
          bvalid_o <= 1;
          bid_o <= b_waiting[j][4:1];
          bresp_o <= {b_waiting[j][0], 1'b0};
          b_used[j] = 0;
        end
      end

      // Reads: single beats, one under way
      if (rvalid_o && rready_i) begin
        rvalid_o <= 0;
        r_busy = 0;
      end
      if (arvalid_i && arready_o) begin
        if (arlen_i !== 0 || arsize_i !== 3 || arburst_i !== 1 || araddr_i[2:0] !== 0) complain("read of a wrong shape");
        if (r_busy) complain("second read under way");
        r_busy = 1;
        reads = reads + 1;
        r_address = araddr_i;
        r_id = arid_i;
        r_due = cycle + delay(0);
      end
      if (r_busy && r_due <= cycle && !(rvalid_o && !rready_i)) begin
        r_due = 'h7fffffff;
        if ((r_address - base_i) / 8 >= Words) complain("read outside the memory");
        rvalid_o <= 1;
        rid_o <= r_id;
        rlast_o <= 1;
        rresp_o <= {is_error(r_address), 1'b0};
        rdata_o <= memory[(r_address - base_i) / 8];
      end
      awready_o <= ready_now(0);
      wready_o <= ready_now(0);
      arready_o <= ready_now(0);
    end
  end
endmodule
