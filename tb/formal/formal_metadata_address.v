// SPDX-License-Identifier: Apache-2.0
// formal_metadata_address: the address on AXI of what metadata_accessor reads and writes, for every base, size, ratio
// and request: METADATA_BASE + 8 × entry, with all 40 bits. formal_metadata_geometry proves line and entry of a word
// (D23, D37); this proof takes both to the ports. It covers the line buffer between: a line keeps the number for which
// it was taken, is found by all bits of it, and is written back to the place from which it was read.
// groups: read address; write address; a line keeps its number; found by all bits; every bit of the number
// assertions: own
// netlist: words
// prove: SAT induction, cover 5, steps 2
// parameters: BeatEntries=1 MetadataLines=2; BeatEntries=16 MetadataLines=4
//
// It follows one arbitrary line of the buffer, and the last burst of each direction.
`include "scord_params.vh"
module formal_metadata_address #(parameter BeatEntries = 1, parameter MetadataLines = 2, parameter LW = $clog2(MetadataLines)) (
  input wire clk_i, input wire rst_ni, input wire clear_i, input wire [scord_params::DETECTOR_REQUEST_WIDTH-1:0] request_bits,
  input wire request_valid, input wire item_ready, input wire [63:0] decided, input wire arready_i,
  input wire [scord_params::AXI_ID_WIDTH-1:0] rid_i, input wire rlast_i, input wire rvalid_i, input wire awready_i,
  input wire wready_i, input wire bvalid_i, input wire [scord_params::AXI_ID_WIDTH-1:0] bid_i
);
  `include "tb/formal/parts/formal.vh"
  (* anyconst *) wire [39:0] tracked_base;
  (* anyconst *) wire [39:0] metadata_base;
  (* anyconst *) wire [5:0] log2_words;
  (* anyconst *) wire [2:0] log2_ratio;
  wire [37:0] words = 38'd1 << log2_words;
  always @(*) assume (log2_words >= 4 && log2_words <= 36 && log2_ratio <= 4 && metadata_base[7:0] == 0);
  always @(*) assume (tracked_base[1:0] == 0 && (tracked_base[39:2] & (words - 1)) == 0);
  detector_request_t request;
  assign request = request_bits;
  wire arvalid, awvalid;
  wire [39:0] araddr, awaddr;
  metadata_accessor #(.Lanes(1), .MetadataLines(MetadataLines), .BeatEntries(BeatEntries)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .tracked_base_i(tracked_base), .log2_tracked_words_i(log2_words),
    .log2_cache_ratio_i(log2_ratio), .metadata_base_i(metadata_base), .request_valid_i(request_valid), .request_i(request),
    .item_ready_i(item_ready), .lane_metadata_i(decided), .m_axi_araddr_o(araddr), .m_axi_arvalid_o(arvalid),
    .m_axi_arready_i(arready_i), .m_axi_rid_i(rid_i), .m_axi_rdata_i({BeatEntries*64{1'b0}}), .m_axi_rresp_i(2'd0),
    .m_axi_rlast_i(rlast_i), .m_axi_rvalid_i(rvalid_i), .awvalid_o(awvalid), .awready_i(awready_i), .awaddr_o(awaddr),
    .wready_i(wready_i), .bvalid_i(bvalid_i), .bid_i(bid_i));
  (* hierconn *) wire \dut.u_metadata_fetcher.taken , \dut.clean_start , \dut.line_hit ;
  (* hierconn *) wire [30:0] \dut.key_q ;
  (* hierconn *) wire [30:0] \dut.clean_key ;
  (* hierconn *) wire [39:0] \dut.u_metadata_writer.clean_address_i ;
  (* hierconn *) wire [31:0] \dut.missing , \dut.clean_dirty ;
  (* hierconn *) wire [LW-1:0] \dut.lookup_line , \dut.clean_line ;
  (* hierconn *) wire \dut.u_metadata_line_buffer.take_i ;
  (* hierconn *) wire [MetadataLines-1:0] \dut.u_metadata_line_buffer.valid_q ;
  (* hierconn *) wire [31*MetadataLines-1:0] \dut.u_metadata_line_buffer.key_q ;

  function automatic [4:0] lowest(input [31:0] entries);
    integer entry;
    lowest = 0;
    for (entry = 31; entry >= 0; entry = entry - 1) if (entries[entry]) lowest = entry;
  endfunction
  // The first entry of its beat. A beat has BeatEntries entries, a power of two.
  function automatic [4:0] first_beat(input [31:0] entries);
    first_beat = lowest(entries) & ~(BeatEntries - 1);
  endfunction

  // The followed line: the number for which it was taken
  (* anyconst *) wire [LW-1:0] line;
  reg taken = 0;
  reg [30:0] number = 0;
  wire [30:0] kept = \dut.u_metadata_line_buffer.key_q >> 31 * line;
  wire valid = \dut.u_metadata_line_buffer.valid_q [line];
  // The last bursts: the entries of their first beats, as entries of the whole table
  reg [35:0] read = 0, written = 0;
  reg written_known = 0;
  always @(posedge clk_i) begin
    if (\dut.u_metadata_line_buffer.take_i && \dut.lookup_line == line) {taken, number} <= {1'b1, \dut.key_q };
    if (\dut.u_metadata_fetcher.taken ) read <= {\dut.key_q , lowest(\dut.missing )};
    if (\dut.clean_start ) {written_known, written} <= {taken && \dut.clean_line == line, number, first_beat(\dut.clean_dirty )};
    if (!rst_ni) taken <= 0;
  end
  always @(*) if (past_valid) begin
    assert (!valid || taken);
    if (taken) assert (kept == number);
    if (\dut.line_hit && \dut.lookup_line == line) assert (valid && number == \dut.key_q );
    if (!\dut.line_hit ) assert (!valid || number != \dut.key_q );
    assert (\dut.u_metadata_writer.clean_address_i == metadata_base + {1'b0, \dut.clean_key , 8'd0});
    if (arvalid) assert (araddr == metadata_base + {1'b0, read, 3'd0});
    if (awvalid && written_known) assert (awaddr == metadata_base + {1'b0, written, 3'd0});
  end
  // Invariant: no two lines have one number.
  genvar a, b;
  for (a = 1; a < MetadataLines; a = a + 1) begin : g_later
    for (b = 0; b < a; b = b + 1) begin : g_earlier
      always @(*) if (past_valid) assert (!\dut.u_metadata_line_buffer.valid_q [a] || !\dut.u_metadata_line_buffer.valid_q [b] ||
        \dut.u_metadata_line_buffer.key_q [31*a +: 31] != \dut.u_metadata_line_buffer.key_q [31*b +: 31]);
    end
  end
  (* keep *) wire cover_highest_line_read = past_valid && arvalid && read[35:5] == 31'h7fff_ffff && log2_words == 36;
  (* keep *) wire cover_above_4_gib = past_valid && arvalid && araddr[39:32] == 8'hff && read[35:30] != 0;
  (* keep *) wire cover_highest_line_taken = past_valid && taken && valid && number == 31'h7fff_ffff && line == 1;
endmodule
