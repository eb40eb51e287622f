// SPDX-License-Identifier: Apache-2.0
// metadata_writer: writes the changed entries of metadata lines back to memory.
//
// A line takes one burst: from the first beat (of BeatEntries entries) with a changed entry to the last one. The write
// strobes of unchanged entries are low. An entry counts as written when its beat enters the data register; a later
// decision makes it dirty again, and the line is written once more. The next line may start before the responses of
// earlier lines have arrived.
//
// Source: D37.

`include "scord_params.vh"
`default_nettype none

module metadata_writer #(
  parameter int MetadataLines = scord_params::DEFAULT_METADATA_LINES, // lines: a power of two, 2 to 128
  parameter int BeatEntries = scord_params::DEFAULT_BEAT_ENTRIES       // entries in a beat: a power of two, 1 to 16
) (
  // Clock and synchronous reset
  input  wire                                          clk_i,
  input  wire                                          rst_ni,
  // The line to clean: its number, its changed entries, the AXI address of entry 0; taken with clean_start_o
  input  wire                                          clean_valid_i,
  output logic                                         clean_start_o,
  input  wire  [$clog2(MetadataLines)-1:0]             clean_line_i,
  input  wire  [scord_params::SEGMENT_WORDS-1:0]       clean_dirty_i,
  input  wire  [scord_params::ADDRESS_WIDTH-1:0]       clean_address_i,
  // A beat of this line, by the number of its first entry; a combinational read. With taken, its entries count as
  // written from the next cycle on.
  output logic [$clog2(MetadataLines)-1:0]             entry_line_o,
  output logic [$clog2(scord_params::SEGMENT_WORDS)-1:0] entry_o,
  output logic                                         entry_taken_o,
  input  wire  [BeatEntries*scord_params::METADATA_WIDTH-1:0] entry_metadata_i,
  input  wire  [BeatEntries-1:0]                       entry_dirty_i,
  // The write of a line is confirmed
  output logic                                         confirm_o,
  output logic [$clog2(MetadataLines)-1:0]             confirm_line_o,
  // A burst is not sent completely
  output logic                                         busy_o,
  // AXI4 write channels
  output logic                                         awvalid_o,
  input  wire                                          awready_i,
  output logic [scord_params::AXI_ID_WIDTH-1:0]        awid_o,
  output logic [scord_params::ADDRESS_WIDTH-1:0]       awaddr_o,
  output logic [7:0]                                   awlen_o,
  output logic                                         wvalid_o,
  input  wire                                          wready_i,
  output logic [BeatEntries*scord_params::AXI_DATA_WIDTH-1:0] wdata_o,
  output logic [BeatEntries*scord_params::AXI_DATA_WIDTH/8-1:0] wstrb_o,
  output logic                                         wlast_o,
  input  wire                                          bvalid_i,
  output logic                                         bready_o,
  input  wire  [scord_params::AXI_ID_WIDTH-1:0]        bid_i
);

  localparam int AddressWidth = scord_params::ADDRESS_WIDTH;
  localparam int LineWidth = $clog2(MetadataLines);
  localparam int Entries = scord_params::SEGMENT_WORDS;
  localparam int EntryWidth = $clog2(Entries);
  localparam int EntryShift = $clog2(scord_params::METADATA_ENTRY_BYTES);
  localparam int BeatShift = $clog2(BeatEntries);
  localparam int IdWidth = scord_params::AXI_ID_WIDTH;

  ///////////
  // State //
  ///////////

  logic active_q;                     // beats of the burst remain to be taken
  logic [LineWidth-1:0] line_q;       // the line of the burst
  logic [EntryWidth-1:0] entry_q;     // first entry of the next beat
  logic [EntryWidth-1:0] last_q;      // first entry of the last beat
  logic awvalid_q, wvalid_q, wlast_q;
  logic [AddressWidth-1:0] awaddr_q;
  logic [EntryWidth-1:0] awlen_q;
  logic [BeatEntries*scord_params::AXI_DATA_WIDTH-1:0] wdata_q;
  logic [BeatEntries-1:0] wstrb_q;    // a bit for each entry

  ///////////
  // Burst //
  ///////////

  logic [EntryWidth-1:0] first, last;  // first entries of the first and of the last beat with a change

  always_comb begin
    first = '0;
    last = '0;
    for (int entry = 0; entry < Entries; entry++) begin
      if (clean_dirty_i[entry]) last = EntryWidth'(entry / BeatEntries * BeatEntries);
      if (clean_dirty_i[Entries-1-entry]) first = EntryWidth'((Entries - 1 - entry) / BeatEntries * BeatEntries);
    end
  end

  // The address and all entries of the previous burst were taken; its last beat may still be in the data register.
  assign clean_start_o = clean_valid_i && !active_q && !awvalid_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      active_q <= 1'b0;
      awvalid_q <= 1'b0;
    end else begin
      if (clean_start_o) active_q <= 1'b1;
      else if (entry_taken_o && entry_q == last_q) active_q <= 1'b0;
      if (clean_start_o) awvalid_q <= 1'b1;
      else if (awready_i) awvalid_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (clean_start_o) begin
      line_q <= clean_line_i;
      entry_q <= first;
      last_q <= last;
      awaddr_q <= clean_address_i + (AddressWidth'(first) << EntryShift);
      awlen_q <= (last - first) >> BeatShift;
    end else if (entry_taken_o) begin
      entry_q <= entry_q + EntryWidth'(BeatEntries);
    end
  end

  assign awvalid_o = awvalid_q;
  assign awid_o = IdWidth'(scord_params::AXI_ID_METADATA) + IdWidth'(line_q);
  assign awaddr_o = awaddr_q;
  assign awlen_o = 8'(awlen_q);

  //////////
  // Data //
  //////////

  assign entry_line_o = line_q;
  assign entry_o = entry_q;
  assign entry_taken_o = active_q && (!wvalid_q || wready_i);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) wvalid_q <= 1'b0;
    else if (entry_taken_o) wvalid_q <= 1'b1;
    else if (wready_i) wvalid_q <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (entry_taken_o) begin
      wdata_q <= entry_metadata_i;
      wstrb_q <= entry_dirty_i;
      wlast_q <= entry_q == last_q;
    end
  end

  assign wvalid_o = wvalid_q;
  assign wdata_o = wdata_q;
  for (genvar i = 0; i < BeatEntries; i++) begin : g_strobe
    assign wstrb_o[i*(scord_params::AXI_DATA_WIDTH/8) +: scord_params::AXI_DATA_WIDTH/8] =
        {(scord_params::AXI_DATA_WIDTH / 8){wstrb_q[i]}};
  end
  assign wlast_o = wlast_q;
  assign busy_o = active_q || awvalid_q || wvalid_q;

  //////////////
  // Response //
  //////////////

  assign bready_o = 1'b1;
  assign confirm_o = bvalid_i;
  assign confirm_line_o = bid_i[LineWidth-1:0];

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  always @(posedge clk_i) if (rst_ni) begin
    if (active_q) begin : a_beats_up_to_the_last
      assert (entry_q <= last_q && 32'(entry_q) % BeatEntries == 0);
    end
    if (wvalid_q && !wlast_q) begin : a_more_beats_follow
      assert (active_q);
    end
    if (awvalid_q) begin : a_burst_within_a_line
      assert (32'(awlen_q) < Entries / BeatEntries);
    end
    if (clean_start_o) begin : a_one_burst_at_a_time
      assert (!active_q && !awvalid_q && first <= last);
    end
    if (clean_valid_i) begin : a_something_to_clean
      assert (clean_dirty_i != '0);
    end
    if (bvalid_i) begin : a_response_id_is_a_line
      assert (32'(bid_i) < MetadataLines);
    end
  end

`ifndef __ICARUS__
  // Icarus has no $past.
  logic past_valid_q;
  always_ff @(posedge clk_i) past_valid_q <= rst_ni;

  always @(posedge clk_i) if (rst_ni) begin
    if (past_valid_q && $past(awvalid_o && !awready_i)) begin : a_address_stable
      assert (awvalid_o && awaddr_o == $past(awaddr_o) && awlen_o == $past(awlen_o) && awid_o == $past(awid_o));
    end
    if (past_valid_q && $past(wvalid_o && !wready_i)) begin : a_data_stable
      assert (wvalid_o && wdata_o == $past(wdata_o) && wstrb_o == $past(wstrb_o) && wlast_o == $past(wlast_o));
    end
  end
`endif
`endif

endmodule

`default_nettype wire
