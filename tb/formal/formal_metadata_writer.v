// SPDX-License-Identifier: Apache-2.0
// formal_metadata_writer: a line to clean becomes one AXI write burst over exactly the span of its changed entries. The
// beat at the address of an entry carries this entry, and its strobes are set if it is changed. The address may be
// taken before, with or after the data.
// groups: AXI: address and data stable, inside 4 KB, ID of the line, W beats = AWLEN + 1, WLAST; a beat is the entry of its address; every changed entry once, shortest span; confirmation; busy
// prove: SAT induction, cover 8
// parameters: MetadataLines=2; long MetadataLines=16
`include "scord_params.vh"
module formal_metadata_writer #(parameter MetadataLines = 2, parameter LW = $clog2(MetadataLines)) (
  input wire clk_i, input wire rst_ni, input wire clean_valid_i, input wire [LW-1:0] clean_line_i, input wire [31:0] clean_dirty_i,
  input wire [39:0] clean_address_i, input wire [63:0] entry_metadata_i, input wire entry_dirty_i, input wire awready_i,
  input wire wready_i, input wire bvalid_i, input wire [scord_params::AXI_ID_WIDTH-1:0] bid_i
);
  `include "tb/formal/parts/formal.vh"
  wire clean_start, entry_taken, confirm, busy, awvalid, wvalid, wlast, bready;
  wire [LW-1:0] entry_line, confirm_line;
  wire [4:0] entry;
  wire [scord_params::AXI_ID_WIDTH-1:0] awid;
  wire [39:0] awaddr;
  wire [7:0] awlen, wstrb;
  wire [63:0] wdata;
  metadata_writer #(.MetadataLines(MetadataLines)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .clean_valid_i(clean_valid_i), .clean_start_o(clean_start), .clean_line_i(clean_line_i),
    .clean_dirty_i(clean_dirty_i), .clean_address_i(clean_address_i), .entry_line_o(entry_line), .entry_o(entry),
    .entry_taken_o(entry_taken), .entry_metadata_i(entry_metadata_i), .entry_dirty_i(entry_dirty_i), .confirm_o(confirm),
    .confirm_line_o(confirm_line), .busy_o(busy), .awvalid_o(awvalid), .awready_i(awready_i), .awid_o(awid), .awaddr_o(awaddr),
    .awlen_o(awlen), .wvalid_o(wvalid), .wready_i(wready_i), .wdata_o(wdata), .wstrb_o(wstrb), .wlast_o(wlast),
    .bvalid_i(bvalid_i), .bready_o(bready), .bid_i(bid_i));
  (* hierconn *) wire \dut.active_q ;
  (* hierconn *) wire [4:0] \dut.last_q ;
  wire active = \dut.active_q ;
  always @(*) assume ((!clean_valid_i || clean_dirty_i != 0) && clean_address_i[7:0] == 0 && (!bvalid_i || bid_i < MetadataLines));

  // The line that is being cleaned; the beat in the data register, and whether it belongs to this line
  reg [39:0] base = 0, beat_address = 0;
  reg [LW-1:0] line = 0;
  reg [31:0] to_do = 0, was_dirty = 0;
  reg [4:0] first = 0;
  reg beat_is_of_line = 0;
  reg [63:0] beat_data = 0;
  reg beat_strobe = 0;
  wire [39:0] entry_address = base + {entry, 3'd0};
  always @(posedge clk_i) begin
    if (clean_start) {base, line, to_do, was_dirty} <= {clean_address_i, clean_line_i, clean_dirty_i, clean_dirty_i};
    else if (entry_taken) to_do <= to_do & ~(32'd1 << entry);
    if (clean_start) beat_is_of_line <= 0;
    if (entry_taken) {beat_is_of_line, beat_address, beat_data, beat_strobe} <= {1'b1, entry_address, entry_metadata_i, entry_dirty_i};
    if (!rst_ni) {to_do, beat_is_of_line} <= 0;
  end

  // The slave. Bursts whose address was taken and whose data were not, oldest first: next address and remaining beats.
  // Beats taken before the address of their burst (early); all of them taken (early_done).
  reg [1:0] open = 0;
  reg [39:0] next_0 = 0, next_1 = 0;
  reg [5:0] left_0 = 0, left_1 = 0, early = 0;
  reg early_done = 0;
  wire w = wvalid && wready_i, aw = awvalid && awready_i;
  wire w_early = w && open == 0;
  wire [39:0] target = open == 0 ? awaddr + {early, 3'd0} : next_0;  // the address at which the slave writes the beat
  wire [5:0] before_address = early + w_early;
  wire pop = w && open != 0 && left_0 == 1;
  wire push = aw && !early_done && !(w_early && wlast);
  always @(posedge clk_i) begin
    if (w && open != 0) {next_0, left_0} <= {next_0 + 40'd8, left_0 - 6'd1};
    if (pop) {next_0, left_0} <= {next_1, left_1};
    if (push && open - pop == 0) {next_0, left_0} <= {awaddr + {before_address, 3'd0}, awlen[5:0] + 6'd1 - before_address};
    if (push && open - pop == 1) {next_1, left_1} <= {awaddr + {before_address, 3'd0}, awlen[5:0] + 6'd1 - before_address};
    open <= open - pop + push;
    early <= aw ? 0 : before_address;
    early_done <= !aw && (early_done || (w_early && wlast));
    if (!rst_ni) {open, early, early_done} <= 0;
  end

  // Beats of the line's burst that the slave has not taken, and the address of the next one
  wire [5:0] rest = (active ? \dut.last_q - entry + 6'd1 : 6'd0) + (wvalid && beat_is_of_line);
  wire [39:0] rest_address = wvalid && beat_is_of_line ? beat_address : entry_address;
  wire old_beat = wvalid && !beat_is_of_line;  // the last beat of the previous line
  always @(*) if (past_valid) begin
    // AXI master, write
    if (awvalid) assert (awid == line && {1'b0, awaddr[11:0]} + {2'd0, awlen, 3'd0} < 4096 && awlen < 32);
    if (wvalid) assert (open != 0 || (awvalid && !early_done));
    if (wvalid && open != 0) assert (wlast == (left_0 == 1));
    if (wvalid && open == 0) assert (wlast == (early == awlen));
    // The beat at an address is the entry of this address
    if (wvalid) assert (target == beat_address && wdata == beat_data && wstrb == {8{beat_strobe}});
    if (entry_taken) assert (entry_line == line);
    // Every changed entry, and none before the first or after the last of them
    if (!active) assert (to_do == 0);
    if (awvalid) assert (awaddr == base + {first, 3'd0} && was_dirty[awaddr[7:3]] && was_dirty[awaddr[7:3] + awlen]);
    assert (bready && confirm == bvalid_i && (!confirm || confirm_line == bid_i));
    assert (busy == (active || awvalid || wvalid));
    if (!busy) assert (open == 0);
    // Invariants
    assert (base[7:0] == 0);
    if (active) assert (entry <= \dut.last_q && to_do[\dut.last_q ] && was_dirty[\dut.last_q ] &&
                        (to_do & ~(32'hffff_ffff << entry)) == 0 && (to_do & ~(32'hffff_ffff >> 5'd31 - \dut.last_q )) == 0);
    if (awvalid) assert (was_dirty[first] && first == awaddr[7:3] && early + rest == awlen + 6'd1 && early_done == (rest == 0) && awlen + first <= 31);
    if (awvalid) assert (open == old_beat && (!old_beat || early == 0) && (rest == 0 || rest_address == awaddr + {early, 3'd0}));
    if (awvalid && old_beat) assert (active);
    if (awvalid && rest != 0) assert (first + early + rest == 6'd1 + \dut.last_q );
    if (awvalid && rest == 0) assert (was_dirty[first + awlen]);
    if (awvalid && active) assert (first + awlen == \dut.last_q );
    if (wvalid && !active && beat_is_of_line && awvalid) assert (was_dirty[beat_address[7:3]] && first + awlen == beat_address[7:3]);
    if (!awvalid) assert (open == old_beat + (rest != 0) && early == 0 && !early_done);
    if (old_beat) assert (left_0 == 1 && next_0 == beat_address && wlast && active);
    if (!awvalid && rest != 0) assert (old_beat ? left_1 == rest && next_1 == rest_address : left_0 == rest && next_0 == rest_address);
    if (wvalid && beat_is_of_line) assert (wlast == !active && (!active || beat_address + 40'd8 == entry_address));
    if (wvalid && beat_is_of_line) assert (beat_address[39:8] == base[39:8]);
    if (early != 0 || early_done) assert (awvalid);
  end
  always @(posedge clk_i) if (clean_start)
    first <= first_of;
  reg [4:0] first_of;
  integer e;
  always @(*) begin
    first_of = 0;
    for (e = 31; e >= 0; e = e - 1) if (clean_dirty_i[e]) first_of = e;
  end
  (* keep *) wire cover_data_before_address = past_valid && early_done && aw && awlen == 1;
  (* keep *) wire cover_address_of_next_while_last_beat_waits = past_valid && old_beat && aw && !wready_i;
  (* keep *) wire cover_unchanged_entry_between = past_valid && wvalid && wstrb == 0 && !wlast;
  (* keep *) wire cover_whole_line = past_valid && aw && awlen == 31;
endmodule
