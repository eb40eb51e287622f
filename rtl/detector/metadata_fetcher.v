// SPDX-License-Identifier: Apache-2.0
// metadata_fetcher: reads spans of metadata lines from memory, several at a time.
//
// A beat has BeatEntries entries. A span is whole beats: it starts with the first entry of a beat and ends with the
// last entry of one. Every burst has a read slot, and the number of the slot is its AXI ID. Memory may therefore answer
// in any order and interleave the beats of bursts: the slot holds the line and the entry of its next beat. Read data
// are always accepted, since the line buffer has reserved their place.
//
// Timing: a span enters the read address register in the cycle of its handshake; a beat leaves in the cycle of its
// arrival.
// Source: D37; D27 (failed reads).

`include "scord_params.vh"
`default_nettype none

module metadata_fetcher #(
  parameter int MetadataLines = scord_params::DEFAULT_METADATA_LINES, // lines, and read slots: a power of two, 2 to 128
  parameter int BeatEntries = scord_params::DEFAULT_BEAT_ENTRIES,      // entries in a beat: a power of two, 1 to 16
  parameter int GroupedLines = scord_params::DEFAULT_GROUPED_LINES     // 1: bursts may be heads
) (
  // Clock and synchronous reset
  input  wire                                          clk_i,
  input  wire                                          rst_ni,
  // The span to read: line, first and last entry (whole beats), AXI address of the first. It may change or be withdrawn
  // until ready. Ready: a slot is free, and the read address register is empty or becomes empty in this cycle.
  input  wire                                          fetch_valid_i,
  output logic                                         fetch_ready_o,
  input  wire  [$clog2(MetadataLines)-1:0]             fetch_line_i,
  input  wire  [$clog2(scord_params::SEGMENT_WORDS)-1:0] fetch_first_i,
  input  wire  [$clog2(scord_params::SEGMENT_WORDS)-1:0] fetch_last_i,
  input  wire  [scord_params::ADDRESS_WIDTH-1:0]       fetch_address_i,
  // The span is a line's head: its units are counted like entries (metadata_head)
  input  wire                                          fetch_head_i,
  // A beat has arrived (failed: with an error response, D27): its line, its first entry, all its entries; cannot be
  // stalled
  output logic                                         fill_valid_o,
  output logic [$clog2(MetadataLines)-1:0]             fill_line_o,
  output logic [$clog2(scord_params::SEGMENT_WORDS)-1:0] fill_entry_o,
  output logic [BeatEntries*scord_params::METADATA_WIDTH-1:0] fill_metadata_o,
  output logic                                         fill_failed_o,
  output logic                                         fill_head_o,
  output logic                                         fill_last_o,  // of its burst
  // A read is outstanding
  output logic                                         busy_o,
  // AXI4 master, read channels
  output logic [scord_params::AXI_ID_WIDTH-1:0]        m_axi_arid_o,
  output logic [scord_params::ADDRESS_WIDTH-1:0]       m_axi_araddr_o,
  output logic [7:0]                                   m_axi_arlen_o,
  output logic [2:0]                                   m_axi_arsize_o,
  output logic [1:0]                                   m_axi_arburst_o,
  output logic                                         m_axi_arvalid_o,
  input  wire                                          m_axi_arready_i,
  input  wire  [scord_params::AXI_ID_WIDTH-1:0]        m_axi_rid_i,
  input  wire  [BeatEntries*scord_params::AXI_DATA_WIDTH-1:0] m_axi_rdata_i,
  input  wire  [1:0]                                   m_axi_rresp_i,
  input  wire                                          m_axi_rlast_i,
  input  wire                                          m_axi_rvalid_i,
  output logic                                         m_axi_rready_o
);

  localparam int Slots = MetadataLines;
  localparam int LineWidth = $clog2(MetadataLines);
  localparam int SlotWidth = $clog2(Slots);
  localparam int EntryWidth = $clog2(scord_params::SEGMENT_WORDS);
  localparam int BeatShift = $clog2(BeatEntries);
  localparam int IdWidth = scord_params::AXI_ID_WIDTH;

  ///////////
  // State //
  ///////////

  logic [Slots-1:0] slot_busy_q;              // the slot has a burst whose last beat has not arrived
  logic [Slots*LineWidth-1:0] slot_line_q;    // the line of the burst
  logic [Slots*EntryWidth-1:0] slot_entry_q;  // the first entry of its next beat
  logic arvalid_q;
  logic [SlotWidth-1:0] arslot_q;
  logic [scord_params::ADDRESS_WIDTH-1:0] araddr_q;
  logic [EntryWidth-1:0] arlen_q;

  //////////
  // Slot //
  //////////

  logic [Slots-1:0] free_slot, beat_slot;
  logic [SlotWidth-1:0] free_index, beat_index;
  logic slot_free, taken, beat, last_beat;

  always_comb begin
    free_slot = ~slot_busy_q & (slot_busy_q + 1'b1);  // the lowest free slot
    free_index = '0;
    for (int slot = 0; slot < Slots; slot++) begin
      if (free_slot[slot]) free_index |= SlotWidth'(slot);
    end
  end

  assign slot_free = slot_busy_q != '1;
  assign fetch_ready_o = slot_free && (!arvalid_q || m_axi_arready_i);
  assign taken = fetch_valid_i && fetch_ready_o;

  assign m_axi_rready_o = 1'b1;
  assign beat = m_axi_rvalid_i;
  assign last_beat = beat && m_axi_rlast_i;
  assign beat_index = m_axi_rid_i[SlotWidth-1:0];
  assign beat_slot = Slots'(1) << beat_index;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) slot_busy_q <= '0;
    else slot_busy_q <= (slot_busy_q | (taken ? free_slot : '0)) & ~(last_beat ? beat_slot : '0);
  end

  always_ff @(posedge clk_i) begin
    for (int slot = 0; slot < Slots; slot++) begin
      if (taken && free_slot[slot]) begin
        slot_line_q[slot*LineWidth +: LineWidth] <= fetch_line_i;
        slot_entry_q[slot*EntryWidth +: EntryWidth] <= fetch_first_i;
      end else if (beat && beat_slot[slot]) begin
        slot_entry_q[slot*EntryWidth +: EntryWidth] <= slot_entry_q[slot*EntryWidth +: EntryWidth] +
                                                     EntryWidth'(BeatEntries);
      end
    end
  end

  assign fill_valid_o = beat;
  assign fill_line_o = slot_line_q[32'(beat_index)*LineWidth +: LineWidth];
  assign fill_entry_o = slot_entry_q[32'(beat_index)*EntryWidth +: EntryWidth];
  assign fill_metadata_o = m_axi_rdata_i;
  assign fill_failed_o = m_axi_rresp_i[1];  // SLVERR or DECERR
  if (GroupedLines != 0) begin : g_heads
    logic [Slots-1:0] slot_head_q;  // the burst is a head
    always_ff @(posedge clk_i) begin
      if (taken) slot_head_q <= (slot_head_q & ~free_slot) | (fetch_head_i ? free_slot : '0);
    end
    assign fill_head_o = slot_head_q[beat_index];
  end else begin : g_no_heads
    logic unused_head;
    assign unused_head = fetch_head_i;
    assign fill_head_o = 1'b0;
  end
  assign fill_last_o = m_axi_rlast_i;
  assign busy_o = slot_busy_q != '0;

  //////////////////
  // Read address //
  //////////////////

  always_ff @(posedge clk_i) begin
    if (!rst_ni) arvalid_q <= 1'b0;
    else if (taken) arvalid_q <= 1'b1;
    else if (m_axi_arready_i) arvalid_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (taken) begin
      arslot_q <= free_index;
      araddr_q <= fetch_address_i;
      arlen_q <= (fetch_last_i - fetch_first_i) >> BeatShift;
    end
  end

  assign m_axi_arvalid_o = arvalid_q;
  assign m_axi_arid_o = IdWidth'(scord_params::AXI_ID_METADATA) + IdWidth'(arslot_q);
  assign m_axi_araddr_o = araddr_q;
  assign m_axi_arlen_o = 8'(arlen_q);
  assign m_axi_arsize_o = 3'($clog2(BeatEntries * scord_params::METADATA_ENTRY_BYTES));  // whole beats
  assign m_axi_arburst_o = 2'd1;  // incrementing

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  always @(posedge clk_i) if (rst_ni) begin
    if (arvalid_q) begin : a_read_has_a_slot
      assert (slot_busy_q[arslot_q]);
    end
    if (arvalid_q) begin : a_burst_within_a_line
      assert (32'(arlen_q) < scord_params::SEGMENT_WORDS / BeatEntries);
    end
    begin : a_free_slot_is_one
      assert ((free_slot & (free_slot - 1'b1)) == '0 && (free_slot & slot_busy_q) == '0);
    end
    if (m_axi_rvalid_i) begin : a_read_data_are_ours
      assert (32'(m_axi_rid_i) < Slots && slot_busy_q[beat_index]);
    end
    // The master issues no exclusive reads, so a response is never EXOKAY.
    if (m_axi_rvalid_i) begin : a_read_response_not_exclusive
      assert (m_axi_rresp_i[1] || !m_axi_rresp_i[0]);
    end
    if (fetch_valid_i) begin : a_span_ascends
      assert (fetch_first_i <= fetch_last_i);
    end
    if (fetch_valid_i) begin : a_span_of_whole_beats
      assert (32'(fetch_first_i) % BeatEntries == 0 && 32'(fetch_last_i) % BeatEntries == BeatEntries - 1);
    end
  end

`ifndef __ICARUS__
  // Icarus has no $past.
  logic past_valid_q;
  always_ff @(posedge clk_i) past_valid_q <= rst_ni;

  always @(posedge clk_i) if (rst_ni) begin
    if (past_valid_q && $past(m_axi_arvalid_o && !m_axi_arready_i)) begin : a_read_address_stable
      assert (m_axi_arvalid_o && m_axi_araddr_o == $past(m_axi_araddr_o) && m_axi_arlen_o == $past(m_axi_arlen_o) &&
              m_axi_arid_o == $past(m_axi_arid_o));
    end
  end
`endif
`endif

endmodule

`default_nettype wire
