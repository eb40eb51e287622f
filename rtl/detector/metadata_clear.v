// SPDX-License-Identifier: Apache-2.0
// metadata_clear: writes the reset image to every metadata entry at kernel start.
//
// It writes whole beats of BeatEntries entries, even if there are fewer entries than one beat holds. Bursts are as long
// as AXI4 allows and do not cross a 4 KB boundary. The next burst is sent without a wait for the previous response; the
// clear ends when all responses have arrived.
//
// Source: D5.

`include "scord_params.vh"
`default_nettype none

module metadata_clear #(
  parameter int BeatEntries = scord_params::DEFAULT_BEAT_ENTRIES  // entries in a beat: a power of two, 1 to 16
) (
  // Clock and synchronous reset
  input  wire                                     clk_i,
  input  wire                                     rst_ni,
  // Starts a clear of 2^log2_entries_i entries (0 to 36) at AXI address metadata_base_i (a multiple of the bytes of a
  // beat); only while busy_o is 0
  input  wire                                     start_i,
  input  wire  [5:0]                              log2_entries_i,
  input  wire  [scord_params::ADDRESS_WIDTH-1:0]  metadata_base_i,
  // The clear is in progress
  output logic                                    busy_o,
  // AXI4 write channels
  output logic                                    awvalid_o,
  input  wire                                     awready_i,
  output logic [scord_params::ADDRESS_WIDTH-1:0]  awaddr_o,
  output logic [7:0]                              awlen_o,
  output logic                                    wvalid_o,
  input  wire                                     wready_i,
  output logic [BeatEntries*scord_params::AXI_DATA_WIDTH-1:0] wdata_o,
  output logic                                    wlast_o,
  input  wire                                     bvalid_i,
  output logic                                    bready_o
);

  localparam int AddressWidth = scord_params::ADDRESS_WIDTH;
  localparam int EntryBytes = scord_params::METADATA_ENTRY_BYTES;
  localparam int BeatShift = $clog2(BeatEntries * EntryBytes);
  localparam int RestOfBeat = (BeatEntries - 1) * EntryBytes;  // to round up to whole beats
  localparam int BeatsWidth = AddressWidth - BeatShift;
  localparam int PageBeats = 4096 >> BeatShift;    // AXI4: a burst stays within 4 KB
  localparam int PageWidth = $clog2(PageBeats);
  localparam int OutstandingWidth = 4;             // counts the outstanding responses, at most 15

  ///////////
  // State //
  ///////////

  logic [BeatsWidth-1:0] left_q;              // beats of bursts that are not complete
  logic [BeatsWidth-1:0] next_entry_q;        // AXI address of the burst, in beats
  logic address_sent_q;                       // the address of this burst was sent
  logic [7:0] beat_q;                         // number of the next beat in the burst
  logic [OutstandingWidth-1:0] outstanding_q; // addresses sent without a response yet

  ///////////
  // Burst //
  ///////////

  logic active;                               // a burst remains to be sent
  logic [BeatsWidth-1:0] page_left, burst_most, burst_beats;
  logic address_done, burst_done;

  assign page_left = BeatsWidth'(PageBeats) - BeatsWidth'(next_entry_q[PageWidth-1:0]);
  assign burst_most = left_q < BeatsWidth'(scord_params::AXI_BURST_BEATS) ?
                      left_q : BeatsWidth'(scord_params::AXI_BURST_BEATS);
  assign burst_beats = page_left < burst_most ? page_left : burst_most;

  assign active = left_q != '0;
  assign awvalid_o = active && !address_sent_q && (outstanding_q != '1);
  assign awaddr_o = {next_entry_q, {BeatShift{1'b0}}};
  assign awlen_o = 8'(burst_beats - 1'b1);
  assign wvalid_o = address_sent_q;
  assign wlast_o = beat_q == awlen_o;
  assign bready_o = outstanding_q != '0;

  assign address_done = awvalid_o && awready_i;
  assign burst_done = wvalid_o && wready_i && wlast_o;
  assign busy_o = active || outstanding_q != '0;

  metadata_t reset_image;
  metadata_reset_image u_metadata_reset_image (
    .tag_i     (scord_params::TAG_WIDTH'(0)),
    .metadata_o(reset_image)
  );
  assign wdata_o = {BeatEntries{reset_image}};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      left_q <= '0;
      next_entry_q <= '0;
    end else if (start_i) begin
      left_q <= BeatsWidth'(((AddressWidth'(EntryBytes) << log2_entries_i) + AddressWidth'(RestOfBeat)) >> BeatShift);
      next_entry_q <= metadata_base_i[AddressWidth-1:BeatShift];
    end else if (burst_done) begin
      left_q <= left_q - burst_beats;
      next_entry_q <= next_entry_q + burst_beats;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      address_sent_q <= 1'b0;
      beat_q <= '0;
    end else if (burst_done) begin
      address_sent_q <= 1'b0;
      beat_q <= '0;
    end else begin
      if (address_done) address_sent_q <= 1'b1;
      if (wvalid_o && wready_i) beat_q <= beat_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) outstanding_q <= '0;
    else if (address_done && !(bvalid_i && bready_o)) outstanding_q <= outstanding_q + 1'b1;
    else if (!address_done && bvalid_i && bready_o) outstanding_q <= outstanding_q - 1'b1;
  end

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  always @(posedge clk_i) if (rst_ni) begin
    begin : a_data_of_a_burst
      assert (!wvalid_o || (active && beat_q <= awlen_o));
    end
    if (active) begin : a_burst_of_what_is_left
      assert (burst_beats <= left_q && burst_beats <= BeatsWidth'(scord_params::AXI_BURST_BEATS));
    end
    if (address_sent_q) begin : a_burst_awaits_its_response
      assert (outstanding_q != '0);
    end
    if (start_i) begin : a_start_when_idle
      assert (!busy_o && metadata_base_i[BeatShift-1:0] == '0);
    end
    if (bvalid_i) begin : a_response_was_due
      assert (outstanding_q != '0);
    end
    if (awvalid_o) begin : a_burst_inside_page
      assert (burst_beats != '0 && burst_beats <= page_left);
    end
  end

`ifndef __ICARUS__
  // Icarus has no $past.
  logic past_valid_q;
  always_ff @(posedge clk_i) past_valid_q <= rst_ni;

  always @(posedge clk_i) if (rst_ni) begin
    if (past_valid_q && $past(awvalid_o && !awready_i)) begin : a_address_stable
      assert (awvalid_o && awaddr_o == $past(awaddr_o) && awlen_o == $past(awlen_o));
    end
    if (past_valid_q && $past(wvalid_o && !wready_i)) begin : a_data_stable
      assert (wvalid_o && wlast_o == $past(wlast_o));
    end
  end
`endif
`endif

endmodule

`default_nettype wire
