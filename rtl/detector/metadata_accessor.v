// metadata_accessor: from a coalesced request to metadata entries and back (ScoRD section IV-B, D23, D24).
//
// Splits a request into its words, ascending (D2). For a tracked word it reads the entry by AXI, applies the tag check of
// the direct-mapped metadata cache and offers the entry for decision; the decided entry is written back. One read and one
// write may be under way: the next word's read overlaps the write-back of the word before, unless both name one entry, so
// that the total order per entry holds. With a memory that answers in the next cycle that makes three cycles a word.

`include "scord_params.vh"
`default_nettype none

module metadata_accessor (
  // Clock and synchronous reset
  input  wire                                       clk_i,
  input  wire                                       rst_ni,
  // Tracked range and metadata, stable while busy: base aligned to the tracked size, log2 of the tracked words (4 to 36),
  // log2 of the words of an entry (0 to 4), AXI address of entry 0
  input  wire  [scord_params::ADDRESS_WIDTH-1:0]    tracked_base_i,
  input  wire  [5:0]                                log2_tracked_words_i,
  input  wire  [2:0]                                log2_cache_ratio_i,
  input  wire  [scord_params::ADDRESS_WIDTH-1:0]    metadata_base_i,
  // Request: segment address and words. Ready when no word is left to decide.
  input  wire                                       request_valid_i,
  output logic                                      request_ready_o,
  input  wire  [scord_params::ADDRESS_WIDTH-1:0]    request_address_i,
  input  wire  [scord_params::SEGMENT_WORDS-1:0]    request_mask_i,
  // Word to decide: address; tracked (D24) and read without error (D27), else there is no entry; the entry after the tag
  // check. Stable until ready; ready must not depend on valid. The decided entry is taken with the handshake.
  output logic                                      word_valid_o,
  input  wire                                       word_ready_i,
  output logic [scord_params::ADDRESS_WIDTH-1:0]    word_address_o,
  output logic                                      word_tracked_o,
  output logic                                      word_read_error_o,
  output logic                                      word_tag_miss_o,
  output metadata_t                                 metadata_o,
  input  metadata_t                                 metadata_i,
  // A word is not decided or a write has no response yet
  output logic                                      busy_o,
  // AXI4 read channels, single beats
  output logic [scord_params::ADDRESS_WIDTH-1:0]    araddr_o,
  output logic                                      arvalid_o,
  input  wire                                       arready_i,
  input  wire  [scord_params::AXI_DATA_WIDTH-1:0]   rdata_i,
  input  wire                                       rerror_i,
  input  wire                                       rvalid_i,
  output logic                                      rready_o,
  // AXI4 write channels, single beats
  output logic                                      awvalid_o,
  input  wire                                       awready_i,
  output logic [scord_params::ADDRESS_WIDTH-1:0]    awaddr_o,
  output logic                                      wvalid_o,
  input  wire                                       wready_i,
  output logic [scord_params::AXI_DATA_WIDTH-1:0]   wdata_o,
  input  wire                                       bvalid_i,
  output logic                                      bready_o
);

  localparam int AddressWidth = scord_params::ADDRESS_WIDTH;
  localparam int SegmentWidth = scord_params::SEGMENT_WIDTH;
  localparam int SegmentWords = scord_params::SEGMENT_WORDS;
  localparam int WordShift = $clog2(scord_params::WORD_BYTES);
  localparam int EntryShift = $clog2(scord_params::AXI_DATA_WIDTH / 8);
  localparam int WordWidth = AddressWidth - WordShift;
  localparam int TagWidth = scord_params::TAG_WIDTH;

  ///////////
  // State //
  ///////////

  logic [AddressWidth-SegmentWidth-1:0] segment_q;  // segment of the request
  logic [SegmentWords-1:0] remaining_q;             // its words not yet decided
  logic read_pending_q;                             // address taken, data not yet
  logic write_pending_q;                            // decided, no response yet
  logic awvalid_q, wvalid_q;
  logic [AddressWidth-1:0] write_address_q;
  logic [scord_params::AXI_DATA_WIDTH-1:0] write_data_q;

  //////////////////////
  // The current word //
  //////////////////////

  localparam int WordIndexWidth = $clog2(SegmentWords);

  logic words_left;
  logic [SegmentWords-1:0] word_bit;  // lowest remaining word
  logic [WordIndexWidth-1:0] word_index;

  assign words_left = remaining_q != '0;
  assign word_bit = remaining_q & (~remaining_q + 1'b1);

  always_comb begin
    word_index = '0;
    for (int word = 0; word < SegmentWords; word++) begin
      if (word_bit[word]) word_index |= WordIndexWidth'(word);
    end
  end

  assign word_address_o = {segment_q, word_index, {WordShift{1'b0}}};

  // D24: the tracked range is aligned to its size, so the exclusive or is the distance from its base for every word inside,
  // and has a bit above the range for every word outside. D23: index = w mod entries, Tag = w div entries.
  logic tracked;
  logic [WordWidth-1:0] word_number, word_offset, index;
  logic [5:0] log2_entries;
  logic [TagWidth-1:0] tag;
  logic [AddressWidth-1:0] entry_address;

  assign log2_entries = log2_tracked_words_i - 6'(log2_cache_ratio_i);
  assign word_number = WordWidth'((word_address_o ^ tracked_base_i) >> WordShift);

  always_comb begin
    tracked = 1'b0;
    word_offset = '0;
    index = '0;
    tag = '0;
    if (words_left) begin
      tracked = word_number >> log2_tracked_words_i == '0;
      word_offset = word_number & ~({WordWidth{1'b1}} << log2_tracked_words_i);
      index = word_offset & ~({WordWidth{1'b1}} << log2_entries);
      tag = TagWidth'(word_offset >> log2_entries);
    end
  end

  assign entry_address = metadata_base_i + (AddressWidth'(index) << EntryShift);

  //////////
  // Read //
  //////////

  // A read waits for the write-back of its own entry. Once asked, it stays asked: no write begins before it is decided.
  assign arvalid_o = words_left && tracked && !read_pending_q && !(write_pending_q && write_address_q == entry_address);
  assign araddr_o = entry_address;

  // Data are taken when the word is decided, into a write that is free.
  assign rready_o = read_pending_q && !write_pending_q && word_ready_i;

  metadata_t entry_read, entry_reset;
  assign entry_read = rdata_i;

  metadata_reset_image u_metadata_reset_image (
    .tag_i     (tag),
    .metadata_o(entry_reset)
  );

  //////////////
  // Decision //
  //////////////

  logic decided;

  assign word_valid_o = words_left && (tracked ? read_pending_q && rvalid_i && !write_pending_q : 1'b1);
  assign word_tracked_o = tracked && !rerror_i;
  assign word_read_error_o = tracked && rerror_i;
  assign word_tag_miss_o = entry_read.tag != tag;
  assign metadata_o = word_tag_miss_o ? entry_reset : entry_read;
  assign decided = word_valid_o && word_ready_i;

  assign request_ready_o = !words_left;
  assign busy_o = words_left || write_pending_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) remaining_q <= '0;
    else if (request_valid_i && request_ready_o) remaining_q <= request_mask_i;
    else if (decided) remaining_q <= remaining_q & ~word_bit;
  end

  always_ff @(posedge clk_i) begin
    if (request_valid_i && request_ready_o) segment_q <= request_address_i[AddressWidth-1:SegmentWidth];
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) read_pending_q <= 1'b0;
    else if (arvalid_o && arready_i) read_pending_q <= 1'b1;
    else if (decided) read_pending_q <= 1'b0;
  end

  ////////////////
  // Write back //
  ////////////////

  logic write;
  assign write = decided && word_tracked_o;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      write_pending_q <= 1'b0;
      awvalid_q <= 1'b0;
      wvalid_q <= 1'b0;
    end else if (write) begin
      write_pending_q <= 1'b1;
      awvalid_q <= 1'b1;
      wvalid_q <= 1'b1;
    end else begin
      if (awready_i) awvalid_q <= 1'b0;
      if (wready_i) wvalid_q <= 1'b0;
      if (bvalid_i) write_pending_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (write) begin
      write_address_q <= entry_address;
      write_data_q <= metadata_i;
    end
  end

  assign awvalid_o = awvalid_q;
  assign wvalid_o = wvalid_q;
  assign awaddr_o = write_address_q;
  assign wdata_o = write_data_q;
  assign bready_o = write_pending_q;

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  always @(posedge clk_i) if (rst_ni) begin
    if (request_valid_i) begin : a_segment_aligned
      assert (request_address_i[SegmentWidth-1:0] == '0);
    end
    if (rvalid_i) begin : a_data_were_asked_for
      assert (read_pending_q);
    end
    if (bvalid_i) begin : a_response_after_address_and_data
      assert (write_pending_q && !awvalid_q && !wvalid_q);
    end
    if (read_pending_q) begin : a_read_only_of_a_tracked_word
      assert (words_left && tracked);
    end
  end

`ifndef __ICARUS__
  // Icarus has no $past.
  logic past_valid_q;
  always_ff @(posedge clk_i) past_valid_q <= rst_ni;

  always @(posedge clk_i) if (rst_ni) begin
    if (past_valid_q && $past(arvalid_o && !arready_i)) begin : a_read_address_stable
      assert (arvalid_o && araddr_o == $past(araddr_o));
    end
    if (past_valid_q && $past(awvalid_o && !awready_i)) begin : a_write_address_stable
      assert (awvalid_o && awaddr_o == $past(awaddr_o));
    end
    if (past_valid_q && $past(wvalid_o && !wready_i)) begin : a_write_data_stable
      assert (wvalid_o && wdata_o == $past(wdata_o));
    end
    if (past_valid_q && $past(word_valid_o && !word_ready_i)) begin : a_word_stable
      assert (word_valid_o && word_address_o == $past(word_address_o));
      // an untracked word has no entry: RDATA is anything while RVALID is low
      if (word_tracked_o) assert (metadata_o == $past(metadata_o));
    end
  end
`endif
`endif

endmodule

`default_nettype wire
