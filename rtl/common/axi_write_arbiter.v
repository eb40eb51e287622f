// SPDX-License-Identifier: Apache-2.0
// axi_write_arbiter: joins three write sources onto one AXI4 write interface.
//
// AXI4 write data carry no ID and must follow the order of the addresses. A source therefore owns the write address and
// write data channels for a whole burst. After a burst the channels go to the next source in cyclic order that has an
// address to send; if there is none, the owner stays. A source waits for at most one burst of each other source.
// Responses go to their source by ID.
//
// Timing: address, data and responses pass combinationally; ownership is a register.

`include "scord_params.vh"
`default_nettype none

module axi_write_arbiter #(
  parameter int BeatEntries = scord_params::DEFAULT_BEAT_ENTRIES  // metadata entries in a beat: a power of two, 1 to 16
) (
  // Clock and synchronous reset
  input  wire                                     clk_i,
  input  wire                                     rst_ni,
  // The sources: write address (length = beats - 1), write data, write response. Valid and payload stay stable until
  // ready. The data of a burst may be offered before, with or after its address.
  input  wire                                     metadata_awvalid_i,
  output logic                                    metadata_awready_o,
  input  wire  [scord_params::AXI_ID_WIDTH-1:0]   metadata_awid_i,     // from AXI_ID_METADATA to below AXI_ID_RACE_LOG
  input  wire  [scord_params::ADDRESS_WIDTH-1:0]  metadata_awaddr_i,
  input  wire  [7:0]                              metadata_awlen_i,
  input  wire                                     metadata_wvalid_i,
  output logic                                    metadata_wready_o,
  input  wire  [BeatEntries*scord_params::AXI_DATA_WIDTH-1:0] metadata_wdata_i,
  input  wire  [BeatEntries*scord_params::AXI_DATA_WIDTH/8-1:0] metadata_wstrb_i,
  input  wire                                     metadata_wlast_i,
  output logic                                    metadata_bvalid_o,
  input  wire                                     metadata_bready_i,
  input  wire                                     race_awvalid_i,
  output logic                                    race_awready_o,
  input  wire  [scord_params::ADDRESS_WIDTH-1:0]  race_awaddr_i,
  input  wire  [7:0]                              race_awlen_i,
  input  wire                                     race_wvalid_i,
  output logic                                    race_wready_o,
  input  wire  [BeatEntries*scord_params::AXI_DATA_WIDTH-1:0] race_wdata_i,
  input  wire  [BeatEntries*scord_params::AXI_DATA_WIDTH/8-1:0] race_wstrb_i,
  input  wire                                     race_wlast_i,
  output logic                                    race_bvalid_o,
  input  wire                                     race_bready_i,
  input  wire                                     clear_awvalid_i,
  output logic                                    clear_awready_o,
  input  wire  [scord_params::ADDRESS_WIDTH-1:0]  clear_awaddr_i,
  input  wire  [7:0]                              clear_awlen_i,
  input  wire                                     clear_wvalid_i,
  output logic                                    clear_wready_o,
  input  wire  [BeatEntries*scord_params::AXI_DATA_WIDTH-1:0] clear_wdata_i,
  input  wire                                     clear_wlast_i,
  output logic                                    clear_bvalid_o,
  input  wire                                     clear_bready_i,
  // AXI4 master, write channels
  output logic [scord_params::AXI_ID_WIDTH-1:0]   m_axi_awid_o,
  output logic [scord_params::ADDRESS_WIDTH-1:0]  m_axi_awaddr_o,
  output logic [7:0]                              m_axi_awlen_o,
  output logic [2:0]                              m_axi_awsize_o,
  output logic [1:0]                              m_axi_awburst_o,
  output logic                                    m_axi_awvalid_o,
  input  wire                                     m_axi_awready_i,
  output logic [BeatEntries*scord_params::AXI_DATA_WIDTH-1:0] m_axi_wdata_o,
  output logic [BeatEntries*scord_params::AXI_DATA_WIDTH/8-1:0] m_axi_wstrb_o,
  output logic                                    m_axi_wlast_o,
  output logic                                    m_axi_wvalid_o,
  input  wire                                     m_axi_wready_i,
  input  wire  [scord_params::AXI_ID_WIDTH-1:0]   m_axi_bid_i,
  input  wire                                     m_axi_bvalid_i,
  output logic                                    m_axi_bready_o
);

  //////////////
  // Settings //
  //////////////

  localparam logic [scord_params::AXI_ID_WIDTH-1:0] IdRaceLog =
      scord_params::AXI_ID_WIDTH'(scord_params::AXI_ID_RACE_LOG);
  localparam logic [scord_params::AXI_ID_WIDTH-1:0] IdClear = scord_params::AXI_ID_WIDTH'(scord_params::AXI_ID_CLEAR);
  localparam int BeatShift = $clog2(BeatEntries * scord_params::AXI_DATA_WIDTH / 8);
  localparam logic [2:0] SizeOfBeat = 3'(BeatShift);
  localparam logic [1:0] BurstIncrementing = 2'd1;

  ///////////
  // State //
  ///////////

  localparam logic [1:0] OwnerMetadata = 2'd0;
  localparam logic [1:0] OwnerRaceLog = 2'd1;
  localparam logic [1:0] OwnerClear = 2'd2;

  logic [1:0] owner_q;   // the source that owns the channels
  logic address_sent_q;  // the address of the owner's current burst was sent
  logic data_sent_q;     // the last beat of the owner's current burst was sent

  logic owner_is_metadata, owner_is_race, owner_is_clear;
  assign owner_is_metadata = owner_q == OwnerMetadata;
  assign owner_is_race = owner_q == OwnerRaceLog;
  assign owner_is_clear = owner_q == OwnerClear;

  //////////////////////
  // Address and data //
  //////////////////////

  logic owner_awvalid, owner_wvalid;

  assign owner_awvalid = owner_is_metadata ? metadata_awvalid_i : owner_is_race ? race_awvalid_i : clear_awvalid_i;
  assign owner_wvalid = owner_is_metadata ? metadata_wvalid_i : owner_is_race ? race_wvalid_i : clear_wvalid_i;

  assign m_axi_awid_o = owner_is_metadata ? metadata_awid_i : owner_is_race ? IdRaceLog : IdClear;
  assign m_axi_awaddr_o = owner_is_metadata ? metadata_awaddr_i : owner_is_race ? race_awaddr_i : clear_awaddr_i;
  assign m_axi_awlen_o = owner_is_metadata ? metadata_awlen_i : owner_is_race ? race_awlen_i : clear_awlen_i;
  assign m_axi_awsize_o = SizeOfBeat;
  assign m_axi_awburst_o = BurstIncrementing;
  assign m_axi_awvalid_o = owner_awvalid && !address_sent_q;
  assign m_axi_wdata_o = owner_is_metadata ? metadata_wdata_i : owner_is_race ? race_wdata_i : clear_wdata_i;
  assign m_axi_wstrb_o = owner_is_metadata ? metadata_wstrb_i : owner_is_race ? race_wstrb_i : '1;
  assign m_axi_wlast_o = owner_is_metadata ? metadata_wlast_i : owner_is_race ? race_wlast_i : clear_wlast_i;
  assign m_axi_wvalid_o = owner_wvalid && !data_sent_q;

  assign metadata_awready_o = owner_is_metadata && !address_sent_q && m_axi_awready_i;
  assign metadata_wready_o = owner_is_metadata && !data_sent_q && m_axi_wready_i;
  assign race_awready_o = owner_is_race && !address_sent_q && m_axi_awready_i;
  assign race_wready_o = owner_is_race && !data_sent_q && m_axi_wready_i;
  assign clear_awready_o = owner_is_clear && !address_sent_q && m_axi_awready_i;
  assign clear_wready_o = owner_is_clear && !data_sent_q && m_axi_wready_i;

  ///////////////
  // Ownership //
  ///////////////

  logic address_done, data_done, burst_done, idle;
  logic [1:0] next_owner;

  assign address_done = address_sent_q || (m_axi_awvalid_o && m_axi_awready_i);
  assign data_done = data_sent_q || (m_axi_wvalid_o && m_axi_wready_i && m_axi_wlast_o);
  // The owner offers nothing and has no burst that is half sent.
  assign idle = !address_sent_q && !data_sent_q && !owner_awvalid && !owner_wvalid;

  assign burst_done = address_done && data_done;

  // The next source in cyclic order with an address to send. The owner itself is excluded: at the end of its burst it
  // still shows the address that was just taken.
  always_comb begin
    next_owner = owner_q;
    if (owner_is_metadata) begin
      if (race_awvalid_i) next_owner = OwnerRaceLog;
      else if (clear_awvalid_i) next_owner = OwnerClear;
    end else if (owner_is_race) begin
      if (clear_awvalid_i) next_owner = OwnerClear;
      else if (metadata_awvalid_i) next_owner = OwnerMetadata;
    end else begin
      if (metadata_awvalid_i) next_owner = OwnerMetadata;
      else if (race_awvalid_i) next_owner = OwnerRaceLog;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      owner_q <= OwnerMetadata;
      address_sent_q <= 1'b0;
      data_sent_q <= 1'b0;
    end else begin
      address_sent_q <= address_done && !burst_done;
      data_sent_q <= data_done && !burst_done;
      if (burst_done || idle) owner_q <= next_owner;
    end
  end

  ///////////////
  // Responses //
  ///////////////

  assign metadata_bvalid_o = m_axi_bvalid_i && m_axi_bid_i < IdRaceLog;
  assign race_bvalid_o = m_axi_bvalid_i && m_axi_bid_i == IdRaceLog;
  assign clear_bvalid_o = m_axi_bvalid_i && m_axi_bid_i == IdClear;
  assign m_axi_bready_o = m_axi_bid_i < IdRaceLog ? metadata_bready_i :
                          m_axi_bid_i == IdRaceLog ? race_bready_i : clear_bready_i;

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  always @(posedge clk_i) if (rst_ni) begin
    begin : a_half_a_burst_at_most
      assert (!(address_sent_q && data_sent_q));
    end
    if (m_axi_bvalid_i) begin : a_response_to_one_source
      assert (32'(metadata_bvalid_o) + 32'(race_bvalid_o) + 32'(clear_bvalid_o) == 1);
    end
    begin : a_ready_to_the_owner_only
      assert (32'(metadata_awready_o || metadata_wready_o) + 32'(race_awready_o || race_wready_o) +
              32'(clear_awready_o || clear_wready_o) <= 1);
    end
    begin : a_one_owner
      assert (32'(owner_is_metadata) + 32'(owner_is_race) + 32'(owner_is_clear) == 1);
    end
    begin : a_response_id_known
      assert (!m_axi_bvalid_i || m_axi_bid_i <= IdRaceLog || m_axi_bid_i == IdClear);
    end
    if (m_axi_awvalid_o) begin : a_burst_inside_4_kilobytes
      assert (14'({m_axi_awaddr_o[11:BeatShift], {BeatShift{1'b0}}}) + (14'(m_axi_awlen_o) << BeatShift) < 14'd4096);
    end
  end

`ifndef __ICARUS__
  // Icarus has no $past.
  logic past_valid_q;
  always_ff @(posedge clk_i) past_valid_q <= rst_ni;

  always @(posedge clk_i) if (rst_ni) begin
    if (past_valid_q && $past(!burst_done && (owner_awvalid || owner_wvalid))) begin : a_owner_until_its_burst_ends
      assert (owner_q == $past(owner_q));
    end
    if (past_valid_q && $past(m_axi_awvalid_o && !m_axi_awready_i)) begin : a_address_stable
      assert (m_axi_awvalid_o && m_axi_awaddr_o == $past(m_axi_awaddr_o) && m_axi_awlen_o == $past(m_axi_awlen_o) &&
              m_axi_awid_o == $past(m_axi_awid_o));
    end
    if (past_valid_q && $past(m_axi_wvalid_o && !m_axi_wready_i)) begin : a_data_stable
      assert (m_axi_wvalid_o && m_axi_wdata_o == $past(m_axi_wdata_o) && m_axi_wstrb_o == $past(m_axi_wstrb_o) &&
              m_axi_wlast_o == $past(m_axi_wlast_o));
    end
  end
`endif
`endif

endmodule

`default_nettype wire
