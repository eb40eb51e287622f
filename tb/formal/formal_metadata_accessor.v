// formal_metadata_accessor: index, Tag and AXI addresses of D23 and the range of D24 for every word, base, size and ratio; the
// words of a request once each and ascending (D2); what is decided is written where it was read; the reset image.
// Quotient and remainder are not computed but characterised: Tag * N + index = w with index < N. By induction.
// prove: SAT induction, cover 8
`include "scord_params.vh"
module formal_metadata_accessor (
  input wire clk_i, input wire rst_ni, input wire request_valid_i, input wire [32:0] request_segment_i,
  input wire [31:0] request_mask_i, input wire word_ready_i, input wire [63:0] decided_i, input wire arready_i,
  input wire [63:0] rdata_i, input wire rerror_i, input wire rvalid_i, input wire awready_i, input wire wready_i, input wire bvalid_i
);
  `include "tb/formal/formal.vh"
  // Stable while busy: constants of a run, any
  (* anyconst *) wire [39:0] tracked_base;
  (* anyconst *) wire [5:0] log2_tracked_words;
  (* anyconst *) wire [2:0] log2_cache_ratio;
  (* anyconst *) wire [39:0] metadata_base;
  wire [37:0] words = 38'd1 << log2_tracked_words;
  wire [37:0] entries = words >> log2_cache_ratio;
  always @(*) assume (log2_tracked_words >= 4 && log2_tracked_words <= 36 && log2_cache_ratio <= 4);
  always @(*) assume (tracked_base[1:0] == 0 && (tracked_base[39:2] & (words - 1)) == 0);

  wire request_ready, word_valid, word_tracked, read_error, tag_miss, busy, arvalid, rready, awvalid, wvalid, bready;
  wire [39:0] word_address, araddr, awaddr;
  wire [63:0] wdata;
  metadata_t found, decided, read;
  assign decided = decided_i;
  assign read = rdata_i;
  metadata_accessor dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .tracked_base_i(tracked_base), .log2_tracked_words_i(log2_tracked_words),
    .log2_cache_ratio_i(log2_cache_ratio), .metadata_base_i(metadata_base), .request_valid_i(request_valid_i),
    .request_ready_o(request_ready), .request_address_i({request_segment_i, 7'd0}), .request_mask_i(request_mask_i),
    .word_valid_o(word_valid), .word_ready_i(word_ready_i), .word_address_o(word_address), .word_tracked_o(word_tracked),
    .word_read_error_o(read_error), .word_tag_miss_o(tag_miss), .metadata_o(found), .metadata_i(decided), .busy_o(busy),
    .araddr_o(araddr), .arvalid_o(arvalid), .arready_i(arready_i), .rdata_i(rdata_i), .rerror_i(rerror_i), .rvalid_i(rvalid_i),
    .rready_o(rready), .awvalid_o(awvalid), .awready_i(awready_i), .awaddr_o(awaddr), .wvalid_o(wvalid), .wready_i(wready_i),
    .wdata_o(wdata), .bvalid_i(bvalid_i), .bready_o(bready));
  (* hierconn *) wire [31:0] \dut.remaining_q ;
  (* hierconn *) wire [32:0] \dut.segment_q ;
  (* hierconn *) wire \dut.read_pending_q ;
  (* hierconn *) wire \dut.write_pending_q ;
  (* hierconn *) wire [39:0] \dut.write_address_q ;

  // The memory: data only when asked for and then until taken, a response only after address and data
  reg reading = 0, held_valid = 0, held_error = 0;
  reg [63:0] held_data = 0;
  always @(posedge clk_i) begin
    reading <= rst_ni && ((arvalid && arready_i) || (reading && !(rvalid_i && rready)));
    {held_valid, held_error, held_data} <= {rst_ni && rvalid_i && !rready, rerror_i, rdata_i};
  end
  always @(*) assume (!rvalid_i || reading);
  always @(*) if (held_valid) assume (rvalid_i && rdata_i == held_data && rerror_i == held_error);
  always @(*) assume (!bvalid_i || (\dut.write_pending_q && !awvalid && !wvalid));

  // The word: its distance from the base, in words, if it is not below
  wire [38:0] distance = {1'b0, word_address[39:2]} - {1'b0, tracked_base[39:2]};
  wire tracked = !distance[38] && distance[37:0] < words;
  // Index as addressed, Tag as stored: of the entry found, whether or not the tag missed
  wire [39:0] at = araddr - metadata_base;
  wire [37:0] index = {1'b0, at[39:3]};
  wire [3:0] tag = found.tag;
  wire [41:0] n = {4'd0, entries};
  wire [41:0] product = (tag[0] ? n : 42'd0) + (tag[1] ? n << 1 : 42'd0) + (tag[2] ? n << 2 : 42'd0) + (tag[3] ? n << 3 : 42'd0);
  wire [63:0] reset_image = 64'h0007_0000_0000_0000 | {6'd0, tag, 54'd0};

  reg [31:0] todo = 0;
  reg [32:0] segment = 0;
  reg [39:0] expected_address = 0;
  reg [63:0] expected_data = 0;
  wire handshake = word_valid && word_ready_i;
  always @(posedge clk_i) begin
    if (!rst_ni) todo <= 0;
    else if (request_valid_i && request_ready) todo <= request_mask_i;
    else if (handshake) todo <= todo & ~(32'd1 << word_address[6:2]);
    if (request_valid_i && request_ready) segment <= request_segment_i;
    if (handshake && word_tracked) {expected_address, expected_data} <= {araddr, decided_i};
  end
  always @(posedge clk_i) if (past_valid) begin
    assert (todo == \dut.remaining_q && reading == \dut.read_pending_q && request_ready == (todo == 0));
    if (reading) assert (todo != 0 && tracked);
    if (todo != 0) begin
      assert (segment == \dut.segment_q );
      // The lowest word still to do (D2)
      assert (word_address[39:7] == segment && word_address[1:0] == 0 && todo[word_address[6:2]]);
      assert ((todo & ~(32'hffff_ffff << word_address[6:2])) == 0);
    end
    if (todo != 0 && tracked) begin
      assert (at[2:0] == 0 && index < entries);
      assert (product + index == distance[37:0]);
      if (tag_miss) assert (found == reset_image && read.tag != tag);  // semantics.md section 1
      else assert (found == read);
    end
    if (arvalid) assert (tracked);
    if (word_valid) assert (todo != 0 && word_tracked == (tracked && !rerror_i) && read_error == (tracked && rerror_i));
    if (word_valid && tracked) assert (rvalid_i && rready == word_ready_i);
    if (\dut.write_pending_q ) assert (awaddr == expected_address && wdata == expected_data && bready);
    // An entry is not read while its write is under way
    if (arvalid && \dut.write_pending_q ) assert (araddr != expected_address);
    if (awvalid || wvalid) assert (\dut.write_pending_q );
  end

  (* keep *) wire [4:0] cover_points = {
    past_valid && word_valid && word_tracked && tag_miss && tag == 15,
    past_valid && word_valid && word_tracked && !tag_miss && tag == 9 && index == 5,
    past_valid && word_valid && !word_tracked && !read_error && distance[38],
    past_valid && word_valid && word_tracked && log2_tracked_words == 36 && log2_cache_ratio == 0 && distance[37:0] == words - 1,
    past_valid && arvalid && \dut.write_pending_q };
endmodule
