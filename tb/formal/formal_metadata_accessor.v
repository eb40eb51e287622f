// SPDX-License-Identifier: Apache-2.0
// formal_metadata_accessor: the metadata path as a whole (lookup, line buffer, fetcher, writer, decision queue, word
// selection). The strongest property: for one arbitrary entry and any traffic, a decision sees the entry of the
// previous decision (or the one that memory held at the start). There is no lost update and no stale read, and when
// nothing is busy memory holds the entry. Memory is an AXI slave with any latency, any order between IDs, any stalls,
// any errors on reads.
// groups: latest value; drain; no read during a write; D23/D24 index, tag, tracked; order of items; words once and ascending; line buffer rules
// netlist: words
// prove: SAT induction, long cover 13
// reduce: s/SEGMENT_BYTES = 128/SEGMENT_BYTES = 16/; s/SEGMENT_WORDS = 32/SEGMENT_WORDS = 4/; s/SEGMENT_WIDTH = 7/SEGMENT_WIDTH = 4/; s/LINE_BYTES = 256/LINE_BYTES = 32/; s/REQUEST_WIDTH = 406/REQUEST_WIDTH = 182/; s/REQUEST_THREADS_WIDTH = 225/REQUEST_THREADS_WIDTH = 29/; s/logic .31:0. \(mask\|thread\|several\|lanes_differ\)/logic [3:0] \1/
// parameters: Lanes=1 Log2Words=10 Log2Ratio=2; long Lanes=2 Log2Words=10 Log2Ratio=2; long Lanes=2 Log2Words=4 Log2Ratio=3; long Lanes=2 Log2Words=0 Log2Ratio=0
//
// Log2Words = 0: every size and ratio. The AXI side is modelled in {line, entry}: formal_metadata_fetcher and
// formal_metadata_writer prove that its beats are at the addresses of these entries. State is as in the RTL; the
// invariants carry the induction.
`include "scord_params.vh"
module formal_metadata_accessor #(parameter Lanes = 1, parameter Log2Words = 10, parameter Log2Ratio = 2,
  parameter W = scord_params::SEGMENT_WORDS, parameter EW = $clog2(W), parameter SW = scord_params::SEGMENT_WIDTH,  // entries of a line; bits
  parameter RequestWidth = scord_params::DETECTOR_REQUEST_WIDTH,
  parameter UnusedWidth = scord_params::REQUEST_THREADS_WIDTH + scord_params::SEMANTICS_WIDTH,  // uppermost, always 0 here and not stored
  parameter QueueWidth = RequestWidth - UnusedWidth + 1 + 4 + 2*W) (
  input wire clk_i, input wire rst_ni, input wire clear_i, input wire request_valid_i, input wire [RequestWidth-1:0] request_bits,
  input wire item_ready_i, input wire [64*Lanes-1:0] decided, input wire arready_i, input wire [scord_params::AXI_ID_WIDTH-1:0] rid_i,
  input wire [63:0] rdata_i, input wire [1:0] rresp_i, input wire rlast_i, input wire rvalid_i, input wire awready_i,
  input wire wready_i, input wire bvalid_i, input wire [scord_params::AXI_ID_WIDTH-1:0] bid_i, input wire [63:0] after_clear
);
  `include "tb/formal/parts/formal.vh"

  localparam [W-1:0] All = {W{1'b1}};
  localparam AddressBit = RequestWidth - UnusedWidth - W - 40;  // above it: mask, semantics, threads

  // Configuration: constants of a run
  (* anyconst *) wire [39:0] tracked_base;
  (* anyconst *) wire [39:0] metadata_base;
  (* anyconst *) wire [5:0] any_words;
  (* anyconst *) wire [2:0] any_ratio;
  wire [5:0] log2_words = Log2Words != 0 ? Log2Words : any_words;
  wire [2:0] log2_ratio = Log2Words != 0 ? Log2Ratio : any_ratio;
  wire [37:0] words = 38'd1 << log2_words;
  always @(*) assume (log2_words >= 4 && log2_words <= 36 && log2_words <= 31 + EW && log2_ratio <= 4 && metadata_base[7:0] == 0);
  always @(*) assume (tracked_base[1:0] == 0 && (tracked_base[39:2] & (words - 1)) == 0);

  detector_request_t request, item;
  assign request = request_bits;
  wire request_ready, item_valid, item_first, busy, arvalid, rready, awvalid, wvalid, wlast, bready;
  wire [Lanes-1:0] lane_valid, lane_tracked, lane_failed, lane_tag_miss;
  wire [EW*Lanes-1:0] lane_word;
  wire [64*Lanes-1:0] lane_metadata;
  wire [scord_params::AXI_ID_WIDTH-1:0] arid, awid;
  wire [39:0] araddr, awaddr;
  wire [7:0] arlen, awlen, wstrb;
  wire [63:0] wdata;
  metadata_accessor #(.Lanes(Lanes), .MetadataLines(2)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .tracked_base_i(tracked_base), .log2_tracked_words_i(log2_words),
    .log2_cache_ratio_i(log2_ratio), .metadata_base_i(metadata_base), .request_valid_i(request_valid_i),
    .request_ready_o(request_ready), .request_i(request), .item_valid_o(item_valid), .item_ready_i(item_ready_i), .item_o(item),
    .item_first_o(item_first), .lane_valid_o(lane_valid), .lane_word_o(lane_word), .lane_tracked_o(lane_tracked),
    .lane_failed_o(lane_failed), .lane_tag_miss_o(lane_tag_miss), .lane_metadata_o(lane_metadata), .lane_metadata_i(decided),
    .busy_o(busy), .m_axi_arid_o(arid), .m_axi_araddr_o(araddr), .m_axi_arlen_o(arlen), .m_axi_arvalid_o(arvalid),
    .m_axi_arready_i(arready_i), .m_axi_rid_i(rid_i), .m_axi_rdata_i(rdata_i), .m_axi_rresp_i(rresp_i), .m_axi_rlast_i(rlast_i),
    .m_axi_rvalid_i(rvalid_i), .m_axi_rready_o(rready), .awvalid_o(awvalid), .awready_i(awready_i), .awid_o(awid),
    .awaddr_o(awaddr), .awlen_o(awlen), .wvalid_o(wvalid), .wready_i(wready_i), .wdata_o(wdata), .wstrb_o(wstrb),
    .wlast_o(wlast), .bvalid_i(bvalid_i), .bready_o(bready), .bid_i(bid_i));

  // Requests are aligned and stay until ready. A clear comes only when nothing is busy (kernel start); it gives memory
  // any content.
  reg waiting = 0;
  reg [RequestWidth-1:0] waiting_bits = 0;
  always @(posedge clk_i) {waiting, waiting_bits} <= {rst_ni && request_valid_i && !request_ready, request_bits};
  always @(*) begin
    if (waiting) assume (request_valid_i && request_bits == waiting_bits);
    assume (request.address[SW-1:0] == 0 && (!clear_i || !busy));
    assume (request_bits[RequestWidth-1 -: UnusedWidth] == 0);  // as in scord_sm
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////////////////////
  // State of the RTL

  (* hierconn *) wire \dut.lookup_valid_q , \dut.in_range_q , \dut.item_valid_q , \dut.item_uses_line_q , \dut.item_line_q , \dut.load ;
  detector_request_t lookup;
  (* hierconn *) wire [RequestWidth-UnusedWidth-1:0] \dut.lookup_q ;
  assign lookup = \dut.lookup_q ;
  (* hierconn *) wire [30:0] \dut.key_q ;
  (* hierconn *) wire [3:0] \dut.segment_tag_q , \dut.item_tag_q ;
  (* hierconn *) wire [W-1:0] \dut.item_tracked_q , \dut.item_failed_q , \dut.rest_q , \dut.decide_entries , \dut.head_needed ;
  (* hierconn *) wire [64*W-1:0] \dut.row_q , \dut.decide_row ;
  (* hierconn *) wire [1:0] \dut.u_metadata_line_buffer.valid_q , \dut.u_metadata_line_buffer.writing_q ;
  (* hierconn *) wire [61:0] \dut.u_metadata_line_buffer.key_q ;
  (* hierconn *) wire [5:0] \dut.u_metadata_line_buffer.users_q ;
  (* hierconn *) wire [2*W-1:0] \dut.u_metadata_line_buffer.requested_q , \dut.u_metadata_line_buffer.present_q ;
  (* hierconn *) wire [2*W-1:0] \dut.u_metadata_line_buffer.failed_q , \dut.u_metadata_line_buffer.dirty_q ;
  wire [1:0] valid = \dut.u_metadata_line_buffer.valid_q , writing = \dut.u_metadata_line_buffer.writing_q ;
  wire [61:0] keys = \dut.u_metadata_line_buffer.key_q ;
  wire [5:0] users = \dut.u_metadata_line_buffer.users_q ;
  wire [2*W-1:0] requested = \dut.u_metadata_line_buffer.requested_q , present = \dut.u_metadata_line_buffer.present_q ;
  wire [2*W-1:0] failed = \dut.u_metadata_line_buffer.failed_q , dirty = \dut.u_metadata_line_buffer.dirty_q ;
  (* hierconn *) wire [63:0] \dut.u_metadata_line_buffer.g_entry[0].data_q[0] , \dut.u_metadata_line_buffer.g_entry[0].data_q[1] ;
  (* hierconn *) wire [63:0] \dut.u_metadata_line_buffer.g_entry[1].data_q[0] , \dut.u_metadata_line_buffer.g_entry[1].data_q[1] ;
  (* hierconn *) wire [63:0] \dut.u_metadata_line_buffer.g_entry[2].data_q[0] , \dut.u_metadata_line_buffer.g_entry[2].data_q[1] ;
  (* hierconn *) wire [63:0] \dut.u_metadata_line_buffer.g_entry[3].data_q[0] , \dut.u_metadata_line_buffer.g_entry[3].data_q[1] ;
  wire [255:0] words_0 = {\dut.u_metadata_line_buffer.g_entry[3].data_q[0] , \dut.u_metadata_line_buffer.g_entry[2].data_q[0] ,
                          \dut.u_metadata_line_buffer.g_entry[1].data_q[0] , \dut.u_metadata_line_buffer.g_entry[0].data_q[0] };
  wire [255:0] words_1 = {\dut.u_metadata_line_buffer.g_entry[3].data_q[1] , \dut.u_metadata_line_buffer.g_entry[2].data_q[1] ,
                          \dut.u_metadata_line_buffer.g_entry[1].data_q[1] , \dut.u_metadata_line_buffer.g_entry[0].data_q[1] };

  (* hierconn *) wire [1:0] \dut.u_metadata_fetcher.slot_busy_q , \dut.u_metadata_fetcher.slot_line_q ;
  (* hierconn *) wire [2*EW-1:0] \dut.u_metadata_fetcher.slot_entry_q ;
  (* hierconn *) wire \dut.u_metadata_fetcher.arvalid_q , \dut.u_metadata_fetcher.arslot_q , \dut.u_metadata_fetcher.taken ;
  (* hierconn *) wire [EW-1:0] \dut.span_last ;
  wire [1:0] slot_busy = \dut.u_metadata_fetcher.slot_busy_q , slot_line = \dut.u_metadata_fetcher.slot_line_q ;
  wire [2*EW-1:0] slot_entry = \dut.u_metadata_fetcher.slot_entry_q ;
  wire arslot = \dut.u_metadata_fetcher.arslot_q ;
  wire taken = \dut.u_metadata_fetcher.taken ;

  (* hierconn *) wire \dut.u_metadata_writer.active_q , \dut.u_metadata_writer.line_q , \dut.u_metadata_writer.wstrb_q ;
  (* hierconn *) wire \dut.entry_taken , \dut.entry_line ;
  (* hierconn *) wire [EW-1:0] \dut.entry ;
  (* hierconn *) wire [EW-1:0] \dut.u_metadata_writer.last_q ;
  wire [EW-1:0] writer_last = \dut.u_metadata_writer.last_q ;
  wire writer_active = \dut.u_metadata_writer.active_q , writer_line = \dut.u_metadata_writer.line_q ;

  // The decision queue: four places
  (* hierconn *) wire [1:0] \dut.u_decision_queue.read_pointer_q , \dut.u_decision_queue.write_pointer_q ;
  (* hierconn *) wire [2:0] \dut.u_decision_queue.level_q ;
  (* hierconn *) wire [QueueWidth-1:0] \dut.u_decision_queue.storage_q[0] , \dut.u_decision_queue.storage_q[1] ;
  (* hierconn *) wire [QueueWidth-1:0] \dut.u_decision_queue.storage_q[2] , \dut.u_decision_queue.storage_q[3] ;
  wire [4*QueueWidth-1:0] queue = {\dut.u_decision_queue.storage_q[3] , \dut.u_decision_queue.storage_q[2] ,
                            \dut.u_decision_queue.storage_q[1] , \dut.u_decision_queue.storage_q[0] };
  wire [1:0] first_place = \dut.u_decision_queue.read_pointer_q ;
  wire [2:0] level = \dut.u_decision_queue.level_q ;
  always @(*) if (past_valid) assert (level <= 4 && \dut.u_decision_queue.write_pointer_q == first_place + level[1:0]);

  //////////////////////////////////////////////////////////////////////////////////////////////////////////////////
  // The entries that a request needs, by address: D23, D24, D37

  wire [6:0] log2_entries = log2_words - log2_ratio;
  wire few = log2_entries < EW;  // fewer entries than words of a segment
  function automatic [39-SW:0] segment_of(input [39:0] address);
    segment_of = address[39:SW] ^ tracked_base[39:SW];
  endfunction
  function automatic [W-1:0] tracked_of(input [39:0] address);
    if (log2_words < EW) tracked_of = segment_of(address) != 0 ? {W{1'b0}} : tracked_base[SW-1] ? {{W/2{1'b1}}, {W/2{1'b0}}} : {{W/2{1'b0}}, {W/2{1'b1}}};
    else tracked_of = segment_of(address) >> (log2_words - EW) == 0 ? {W{1'b1}} : {W{1'b0}};
  endfunction
  function automatic [30:0] key_of(input [39:0] address);
    key_of = few ? 31'd0 : segment_of(address) & ~(31'h7fff_ffff << (log2_entries - EW));
  endfunction
  function automatic [3:0] tag_of(input [39:0] address);  // of the segment
    tag_of = few ? 4'd0 : segment_of(address) >> (log2_entries - EW);
  endfunction
  wire [W-1:0] all_few = ~({W{1'b1}} << (6'd1 << log2_entries));
  function automatic [W-1:0] needed_of(input is_access, input [39:0] address, input [W-1:0] mask);
    if (!is_access) needed_of = 0;
    else if (few) needed_of = (mask & tracked_of(address)) != 0 ? all_few : {W{1'b0}};
    else needed_of = mask & tracked_of(address);
  endfunction

  wire lookup_is_access = lookup.kind == scord_params::REQUEST_KIND_ACCESS;
  wire item_is_access = item.kind == scord_params::REQUEST_KIND_ACCESS;
  wire [W-1:0] lookup_needed = needed_of(lookup_is_access, lookup.address, lookup.mask);
  wire [W-1:0] item_needed = needed_of(item_is_access, item.address, item.mask);
  wire [30:0] lookup_key = key_of(lookup.address), item_key = key_of(item.address);
  wire item_line = \dut.item_line_q ;

  //////////////////////////////////////////////////////////////////////////////////////////////////////////////////
  // The AXI slave, in {line, entry}

  // Reads: a slot's burst is answered after its address was taken, in order, to its last entry
  reg [1:0] sent = 0;
  reg [2*EW-1:0] slot_last = 0;
  wire rslot = rid_i[0];
  wire [EW-1:0] beat_entry = slot_entry[EW*rslot +: EW];
  wire beat_line = slot_line[rslot];
  integer s;
  always @(posedge clk_i) begin
    for (s = 0; s < 2; s = s + 1) begin
      if (arvalid && arready_i && arid == s) sent[s] <= 1;
      if (rvalid_i && rlast_i && rid_i == s) sent[s] <= 0;
      if (taken && !slot_busy[s] && (s == 0 || slot_busy[0])) slot_last[EW*s +: EW] <= \dut.span_last ;
    end
    if (!rst_ni) sent <= 0;
  end
  always @(*) if (rvalid_i) begin
    assume (rid_i < 2 && sent[rslot] && slot_busy[rslot] && rresp_i != 1);
    assume (rlast_i == (beat_entry == slot_last[EW*rslot +: EW]));
  end
  // Writes: the beat in the data register is an entry of a line; a line's response comes when its address and last beat
  // are taken
  reg w_line = 0;
  reg [EW-1:0] w_entry = 0;
  wire w_strobe = wvalid && \dut.u_metadata_writer.wstrb_q ;
  always @(posedge clk_i) if (\dut.entry_taken ) {w_line, w_entry} <= {\dut.entry_line , \dut.entry };
  wire w_open_0 = (writer_active && writer_line == 0) || (awvalid && writer_line == 0) || (wvalid && w_line == 0);
  wire w_open_1 = (writer_active && writer_line == 1) || (awvalid && writer_line == 1) || (wvalid && w_line == 1);
  wire [1:0] w_open = {w_open_1, w_open_0};
  always @(*) if (bvalid_i) assume (bid_i < 2 && writing[bid_i[0]] && !w_open[bid_i[0]]);

  //////////////////////////////////////////////////////////////////////////////////////////////////////////////////
  // One arbitrary entry: in memory, and after its last decision

  (* anyconst *) wire [30:0] K;
  (* anyconst *) wire [EW-1:0] E;
  always @(*) assume (few ? K == 0 && all_few[E] : K >> (log2_entries - EW) == 0);
  wire [1:0] here = {valid[1] && keys[61:31] == K, valid[0] && keys[30:0] == K};
  reg [63:0] memory = 0, latest = 0;
  (* anyconst *) wire [63:0] memory_at_start;
  reg write_pending = 0;  // a beat of it was taken, its response has not arrived
  wire beat_is_it = rvalid_i && here[beat_line] && beat_entry == E;
  always @(*) if (beat_is_it && !rresp_i[1]) assume (rdata_i == memory);
  wire write_is_it = w_strobe && here[w_line] && w_entry == E;
  wire write_taken = write_is_it && wready_i;
  wire [EW*Lanes-1:0] lane_entry;
  wire [Lanes-1:0] lane_checked = lane_valid & lane_tracked & ~lane_failed;
  wire [Lanes-1:0] lane_is_it;
  genvar i, l, p, e;
  for (i = 0; i < Lanes; i = i + 1) begin : g_lane_entry
    assign lane_entry[EW*i +: EW] = few ? lane_word[EW*i +: EW] & ~({EW{1'b1}} << log2_entries) : lane_word[EW*i +: EW];
    assign lane_is_it[i] = item_valid && lane_checked[i] && here[item_line] && lane_entry[EW*i +: EW] == E;
  end
  integer k;
  always @(posedge clk_i) begin
    if (write_taken) memory <= wdata;
    for (k = 0; k < Lanes; k = k + 1) if (item_ready_i && lane_is_it[k]) latest <= decided[64*k +: 64];
    if (!rst_ni) {memory, latest} <= {memory_at_start, memory_at_start};
    else if (clear_i) {memory, latest} <= {after_clear, after_clear};
    if (!rst_ni || (bvalid_i && here[bid_i[0]])) write_pending <= 0;
    else if (write_taken) write_pending <= 1;
  end

  // Property: a word is decided with the latest value of its entry, after the tag check
  for (i = 0; i < Lanes; i = i + 1) begin : g_latest
    wire [3:0] tag;
    wire [63:0] reset_image = 64'h0007_0000_0000_0000 | {6'd0, tag, 54'd0};
    always @(*) if (past_valid && lane_is_it[i]) begin
      assert (lane_tag_miss[i] == (latest[57:54] != tag));
      assert (lane_metadata[64*i +: 64] == (latest[57:54] == tag ? latest : reset_image));
    end
    // D23, D24: Tag * N + index = distance from the base, in words; index < N; tracked: 0 <= distance < the tracked
    // words
    wire [39:0] word_address = item.address + {lane_word[EW*i +: EW], 2'd0};
    wire [38:0] distance = {1'b0, word_address[39:2]} - {1'b0, tracked_base[39:2]};
    wire tracked = !distance[38] && distance[37:0] < words;
    wire [37:0] n = words >> log2_ratio;
    wire [37:0] index = {keys[31*item_line +: 31], lane_entry[EW*i +: EW]};
    assign tag = (distance[37:0] >> log2_entries);
    always @(*) if (past_valid && item_valid && lane_valid[i]) begin
      assert (lane_tracked[i] == tracked);
      if (tracked) assert (valid[item_line] && index == (distance[37:0] & (n - 1)));
      assert (item.mask[lane_word[EW*i +: EW]]);
    end
  end
  // Property: when nothing is busy, memory holds the latest value (drain)
  always @(*) if (past_valid && !busy) assert (memory == latest && !write_pending);
  // Property: an entry is not read while a write of it is in progress, nor are two writes of it
  wire [1:0] reading;
  for (l = 0; l < 2; l = l + 1) begin : g_reading
    assign reading[l] = slot_busy[l] && here[slot_line[l]] && slot_entry[EW*l +: EW] <= E && E <= slot_last[EW*l +: EW];
  end
  always @(*) if (past_valid) begin
    assert (!(reading != 0 && (write_pending || write_is_it)) && reading != 3);
    assert (!(write_pending && write_is_it));
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////////////////////
  // Invariants

  // Queue places: the results of lookup are those of the request
  wire [3:0] waits, place_uses_0, place_uses_1;
  wire [4*W-1:0] place_needed;
  wire [3:0] place_line;
  for (p = 0; p < 4; p = p + 1) begin : g_place
    wire [QueueWidth-1:0] content = queue[QueueWidth*p +: QueueWidth];
    wire [1:0] age = p - first_place;
    wire [39:0] address = content[2*W+5 + AddressBit +: 40];
    wire [W-1:0] mask = content[2*W+5 + AddressBit + 40 +: W], needed = content[W-1:0];
    wire line = content[2*W+4];
    wire is_access = content[2*W+5] == scord_params::REQUEST_KIND_ACCESS;
    assign waits[p] = {1'b0, age} < level;
    assign place_needed[W*p +: W] = needed;
    assign place_line[p] = line;
    assign place_uses_0[p] = waits[p] && needed != 0 && line == 0;
    assign place_uses_1[p] = waits[p] && needed != 0 && line == 1;
    always @(*) if (past_valid && waits[p]) begin
      assert (address[SW-1:0] == 0 && (!is_access || mask != 0));
      assert (needed == needed_of(is_access, address, mask) && content[W +: W] == tracked_of(address));
      if (is_access) assert (content[2*W +: 4] == tag_of(address));
      if (needed != 0) assert (valid[line] && keys[31*line +: 31] == key_of(address) && (needed & ~requested[W*line +: W]) == 0);
    end
  end
  wire item_uses = item_valid && \dut.item_uses_line_q ;
  wire [2:0] count_0 = place_uses_0[0] + place_uses_0[1] + place_uses_0[2] + place_uses_0[3] + (item_uses && item_line == 0);
  wire [2:0] count_1 = place_uses_1[0] + place_uses_1[1] + place_uses_1[2] + place_uses_1[3] + (item_uses && item_line == 1);
  always @(*) if (past_valid) assert (users == {count_1, count_0});  // no underflow, no overflow: at most five users

  // Lookup and item
    reg [W-1:0] selected;
  always @(*) begin
    selected = 0;
    for (k = 0; k < Lanes; k = k + 1) if (lane_valid[k]) selected = selected | {{W-1{1'b0}}, 1'b1} << lane_word[EW*k +: EW];
  end
  always @(*) if (past_valid) begin
    if (\dut.lookup_valid_q ) begin
      assert (lookup.address[SW-1:0] == 0 && \dut.in_range_q == (tracked_of(lookup.address) != 0));
      assert (\dut.key_q == lookup_key && \dut.segment_tag_q == tag_of(lookup.address));
    end
    if (item_valid) begin
      assert (item.address[SW-1:0] == 0 && \dut.item_uses_line_q == (item_needed != 0));
      assert (\dut.item_tracked_q == tracked_of(item.address));
      if (item_is_access) assert (\dut.item_tag_q == tag_of(item.address));
      assert ((selected & \dut.rest_q ) == 0 && ((selected | \dut.rest_q ) & ~item.mask) == 0);
      if (!item_is_access) assert (selected == 0 && \dut.rest_q == 0);
      if (item_needed != 0) begin
        assert (valid[item_line] && keys[31*item_line +: 31] == item_key);
        assert ((item_needed & ~present[W*item_line +: W]) == 0);
        assert (((\dut.item_failed_q ^ failed[W*item_line +: W]) & item_needed) == 0);
      end
    end
  end

  // Lines
  for (l = 0; l < 2; l = l + 1) begin : g_line
    wire [W-1:0] r = requested[W*l +: W], h = present[W*l +: W], f = failed[W*l +: W], d = dirty[W*l +: W];
    wire [W-1:0] coming_0 = slot_busy[0] && slot_line[0] == l ? (All << slot_entry[0 +: EW]) & ~((All << 1) << slot_last[0 +: EW]) : {W{1'b0}};
    wire [W-1:0] coming_1 = slot_busy[1] && slot_line[1] == l ? (All << slot_entry[EW +: EW]) & ~((All << 1) << slot_last[EW +: EW]) : {W{1'b0}};
    always @(*) if (past_valid) begin
      if (valid[l]) assert ((h & ~r) == 0 && (f & ~h) == 0 && (d & ~h) == 0 && (d & f) == 0);
      if (valid[l]) assert ((coming_0 | coming_1) == (r & ~h) && (coming_0 & coming_1) == 0);
      if (!valid[l]) assert (d == 0 && !writing[l] && users[3*l +: 3] == 0 && coming_0 == 0 && coming_1 == 0);
    end
  end
  always @(*) if (past_valid) assert (!(valid == 3 && keys[30:0] == keys[61:31]));  // two lines never have the same key

  // Slots: the last entry of a burst in progress is needed by a request
  for (l = 0; l < 2; l = l + 1) begin : g_slot
    wire line = slot_line[l];
    wire [EW-1:0] last = slot_last[EW*l +: EW];
    wire [3:0] for_place;
    for (p = 0; p < 4; p = p + 1) begin : g_for
      assign for_place[p] = waits[p] && place_line[p] == line && place_needed[W*p + last];
    end
    wire for_lookup = \dut.lookup_valid_q && lookup_needed[last] && lookup_key == keys[31*line +: 31];
    always @(*) if (past_valid) begin
      assert (sent[l] == (slot_busy[l] && !(arvalid && arslot == l)));
      if (slot_busy[l]) assert (valid[line] && slot_entry[EW*l +: EW] <= last && (for_place != 0 || for_lookup));
    end
  end
  always @(*) if (past_valid && arvalid) assert (slot_busy[arslot]);

  // Writer
  always @(*) if (past_valid) begin
    if (writer_active || awvalid) assert (writing[writer_line]);
    if (wvalid) assert (writing[w_line]);
    if (wvalid && w_line != writer_line) assert (wlast);
    if (wvalid && writer_active && w_line == writer_line) assert (!wlast);
    if (wvalid && !wlast) assert (writer_active && w_line == writer_line);
    if (writer_active) assert (\dut.entry  <= writer_last);
    if (writer_active && wvalid && w_line == writer_line) assert (w_entry < \dut.entry );
    if (writer_active && here[writer_line] && write_pending) assert (E < \dut.entry );
  end

  // The entry: the place of its latest value
  wire [63:0] word_0 = words_0[64*E +: 64], word_1 = words_1[64*E +: 64];
  wire [63:0] row_word = \dut.row_q [64*E +: 64];
  for (l = 0; l < 2; l = l + 1) begin : g_value
    wire [63:0] word = l == 0 ? word_0 : word_1;
    wire has = present[W*l + E] && !failed[W*l + E];
    always @(*) if (past_valid && here[l]) begin
      if (!has) assert (memory == latest && !write_pending && !(w_strobe && w_line == l && w_entry == E));
      if (has) assert (word == latest);
      if (has && !dirty[W*l + E]) assert (w_strobe && w_line == l && w_entry == E ? wdata == latest : memory == latest);
      if (write_pending) assert (writing[l]);
      if (item_uses && item_line == l && item_needed[E] && has) assert (row_word == latest);
    end
  end
  always @(*) if (past_valid && here == 0) assert (memory == latest && !write_pending);

  //////////////////////////////////////////////////////////////////////////////////////////////////////////////////
  reg was_decided = 0;
  always @(posedge clk_i) was_decided <= rst_ni && !clear_i && (was_decided || (item_ready_i && lane_is_it != 0));
  (* keep *) wire cover_decided_again = past_valid && was_decided && lane_is_it[0] && item_ready_i && latest != memory;
  (* keep *) wire cover_written_back = past_valid && was_decided && !busy && memory != memory_at_start;
  (* keep *) wire cover_changed_while_written = past_valid && write_is_it && wdata != latest;
  (* keep *) wire cover_two_reads_outstanding = past_valid && sent == 3 && reading != 0;
  (* keep *) wire cover_read_failed = past_valid && item_valid && lane_valid[0] && lane_failed[0] && here[item_line];
  (* keep *) wire cover_tag_miss = past_valid && was_decided && lane_is_it[0] && lane_tag_miss[0];
  (* keep *) wire cover_untracked = past_valid && item_valid && lane_valid[0] && !lane_tracked[0];
endmodule
