// SPDX-License-Identifier: Apache-2.0
// formal_metadata_geometry: D23, D24 and D37 at full width, for every base, size, ratio, segment and word: which words
// are tracked, their line and entry, and their Tag. The proof does not divide; it states the remainder theorem: Tag * N
// + index = w with index < N. It covers the lookup stage of metadata_accessor (with any request) and its lanes (with
// any item).
// groups: tracked; line and entry = w mod N; Tag = w div N; entries asked for
// assertions: own
// netlist: words
// prove: SAT induction, cover 4, steps 2
// parameters: Lanes=2
//
// It assumes that the segment Tag of an item is that of its address: an invariant of formal_metadata_accessor.
`include "scord_params.vh"
module formal_metadata_geometry #(parameter Lanes = 2) (
  input wire clk_i, input wire rst_ni, input wire [177:0] request_bits, input wire request_valid, input wire [63:0] kept
);
  `include "tb/formal/parts/formal.vh"
  (* anyconst *) wire [39:0] tracked_base;
  (* anyconst *) wire [39:0] metadata_base;
  (* anyconst *) wire [5:0] log2_words;
  (* anyconst *) wire [2:0] log2_ratio;
  (* anyconst *) wire [4:0] number;  // number of a word in its segment
  wire [37:0] words = 38'd1 << log2_words;
  wire [41:0] n = {4'd0, words} >> log2_ratio;  // number of entries
  wire [6:0] log2_entries = log2_words - log2_ratio;
  wire few = log2_entries < 5;
  always @(*) assume (log2_words >= 4 && log2_words <= 36 && log2_ratio <= 4 && metadata_base[7:0] == 0);
  always @(*) assume (tracked_base[1:0] == 0 && (tracked_base[39:2] & (words - 1)) == 0);
  detector_request_t request, item, lookup;
  assign request = request_bits;
  wire item_valid;
  wire [Lanes-1:0] lane_valid, lane_tracked;
  wire [5*Lanes-1:0] lane_word;
  metadata_accessor #(.Lanes(Lanes), .MetadataLines(2)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(1'b0), .tracked_base_i(tracked_base), .log2_tracked_words_i(log2_words),
    .log2_cache_ratio_i(log2_ratio), .metadata_base_i(metadata_base), .request_valid_i(request_valid), .request_i(request),
    .item_valid_o(item_valid), .item_ready_i(1'b0), .item_o(item), .lane_valid_o(lane_valid), .lane_word_o(lane_word),
    .lane_tracked_o(lane_tracked), .lane_metadata_i({Lanes{kept}}), .m_axi_arready_i(1'b0), .m_axi_rid_i({scord_params::AXI_ID_WIDTH{1'b0}}), .m_axi_rdata_i(64'd0),
    .m_axi_rresp_i(2'd0), .m_axi_rlast_i(1'b0), .m_axi_rvalid_i(1'b0), .awready_i(1'b0), .wready_i(1'b0), .bvalid_i(1'b0), .bid_i({scord_params::AXI_ID_WIDTH{1'b0}}));
  (* hierconn *) wire \dut.lookup_valid_q , \dut.in_range_q ;
  (* hierconn *) wire [177:0] \dut.lookup_q ;
  (* hierconn *) wire [30:0] \dut.key_q ;
  (* hierconn *) wire [3:0] \dut.segment_tag_q , \dut.item_tag_q ;
  (* hierconn *) wire [31:0] \dut.tracked_words , \dut.needed_entries , \dut.item_tracked_q ;
  (* hierconn *) wire [4:0] \dut.word_mask ;
  (* hierconn *) wire [3:0] \dut.g_lane[0].tag , \dut.g_lane[1].tag ;
  assign lookup = \dut.lookup_q ;
  always @(*) assume (lookup.address[6:0] == 0 && item.address[6:0] == 0);

  function automatic [41:0] times_n(input [3:0] tag);
    times_n = (tag[0] ? n : 42'd0) + (tag[1] ? n << 1 : 42'd0) + (tag[2] ? n << 2 : 42'd0) + (tag[3] ? n << 3 : 42'd0);
  endfunction

  // The word of the request in lookup
  wire [37:0] word = {lookup.address[39:7], number};
  wire [38:0] distance = {1'b0, word} - {1'b0, tracked_base[39:2]};
  wire tracked = !distance[38] && distance[37:0] < words;
  wire [4:0] entry = number & \dut.word_mask ;
  wire [41:0] index = {\dut.key_q , entry};
  wire looked_up = past_valid && \dut.lookup_valid_q ;
  // Range, line and Tag are computed as the request is taken; the invariant: they stay those of its address.
  wire [32:0] segment = lookup.address[39:7] ^ tracked_base[39:7];
  wire [3:0] segment_tag = few ? 4'd0 : segment >> (log2_entries - 5);
  always @(*) if (looked_up) begin
    assert (\dut.in_range_q == (segment >> (log2_words < 5 ? 6'd0 : log2_words - 6'd5) == 0));
    assert (\dut.key_q == (few ? 31'd0 : segment[30:0] & ~(31'h7fff_ffff << (log2_entries - 5))));
    assert (\dut.segment_tag_q == segment_tag);
  end
  always @(*) if (looked_up) begin
    assert (\dut.tracked_words [number] == tracked);
    if (tracked) assert (index < n);
    if (tracked && !few) assert (times_n(\dut.segment_tag_q ) + index == distance);
    if (tracked && lookup.mask[number]) assert (\dut.needed_entries [entry]);
    if (\dut.needed_entries [number]) assert (few ? number < n : lookup.mask[number] && tracked);
  end

  // The lanes of the current item: the word of lane 0, and that of lane 1 unless there are fewer entries than words of
  // a segment
  wire [32:0] item_segment = item.address[39:7] ^ tracked_base[39:7];
  wire [3:0] item_tag = few ? 4'd0 : item_segment >> (log2_entries - 5);
  wire [4:0] number_0 = lane_word[4:0], number_1 = lane_word[9:5];
  wire [38:0] distance_0 = {1'b0, item.address[39:7], number_0} - {1'b0, tracked_base[39:2]};
  wire [38:0] distance_1 = {1'b0, item.address[39:7], number_1} - {1'b0, tracked_base[39:2]};
  wire [41:0] lowest_0 = distance_0[37:0] & (n - 1), lowest_1 = distance_1[37:0] & (n - 1);
  wire in_range_0 = !distance_0[38] && distance_0[37:0] < words, in_range_1 = !distance_1[38] && distance_1[37:0] < words;
  always @(*) assume (!item_valid || \dut.item_tag_q == item_tag);
  always @(*) if (past_valid && item_valid) begin
    if (in_range_0) assert (times_n(\dut.g_lane[0].tag ) + lowest_0 == distance_0 && lowest_0[4:0] == (number_0 & \dut.word_mask ));
    if (in_range_1 && !few) assert (times_n(\dut.g_lane[1].tag ) + lowest_1 == distance_1 && lowest_1[4:0] == number_1);
  end
  (* keep *) wire cover_last_word_of_all = looked_up && log2_words == 36 && log2_ratio == 0 && tracked && distance[37:0] == words - 1 && lookup.mask[number];
  (* keep *) wire cover_upper_half_of_a_segment = looked_up && log2_words == 4 && tracked_base[6] && tracked && number == 31;
  (* keep *) wire cover_highest_tag = looked_up && tracked && \dut.segment_tag_q == 15 && log2_ratio == 4;
  (* keep *) wire cover_below_the_base = looked_up && distance[38];
endmodule
