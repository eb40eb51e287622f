// SPDX-License-Identifier: Apache-2.0
// formal_race_reporter: every race of every group becomes one record in the ring or one count of log_dropped, in the
// order of lanes, at its slot, with its fields. A record is not overwritten before it is consumed; log_tail counts
// confirmed records. The proof follows one arbitrary group. With GroupedLines a race of a lane is one record for each of
// its words, in ascending order; of the words only five are used, which are like all others.
// groups: no loss: taken = sent + dropped + waiting; ring never overrun; slots in turn; slot and address; content of a record; tail = confirmed; AXI: stable, W beats = AWLEN + 1, WLAST, inside 4 KB; busy
// netlist: words
// prove: SAT induction, cover 12, steps 3
// parameters: Lanes=2 BeatEntries=1; Lanes=2 BeatEntries=2; Lanes=2 BeatEntries=1 GroupedLines=1; long Lanes=1 BeatEntries=1; long Lanes=4 BeatEntries=1; long Lanes=2 BeatEntries=8; long Lanes=2 BeatEntries=4; long Lanes=2 BeatEntries=16
`include "scord_params.vh"
module formal_race_reporter #(parameter Lanes = 2, parameter BeatEntries = 1, parameter GroupedLines = 0, parameter V = scord_params::VERDICT_WIDTH) (
  input wire clk_i, input wire rst_ni, input wire log_reset_i, input wire [31:0] log_head_i, input wire group_valid_i,
  input wire [255:0] shared_bits, input wire [Lanes-1:0] lane_race_i, input wire [5*Lanes-1:0] lane_word_i, input wire [32*Lanes-1:0] lane_words_i,
  input wire [V*Lanes-1:0] lane_verdict_i, input wire [Lanes-1:0] lane_scope_i, input wire [7*Lanes-1:0] lane_owner_block_id_i,
  input wire [5*Lanes-1:0] lane_owner_warp_id_i, input wire awready_i, input wire wready_i, input wire bvalid_i, input wire follow
);
  `include "tb/formal/parts/formal.vh"
  (* anyconst *) wire [39:0] log_base;
  (* anyconst *) wire [31:0] log_capacity;
  always @(*) assume (log_base[4:0] == 0 && log_capacity != 0);
  race_record_t shared, expected;
  integer k, j;
  assign shared = shared_bits;
  wire group_ready, busy, awvalid, wvalid, wlast, bready;
  wire [31:0] tail, dropped;
  wire [39:0] awaddr;
  wire [7:0] awlen;
  localparam BeatBytes = 8 * BeatEntries, Beats = BeatEntries < 4 ? 4 / BeatEntries : 1, BeatWidth = Beats > 1 ? $clog2(Beats) : 1;
  wire [64*BeatEntries-1:0] wdata;
  wire [BeatBytes-1:0] wstrb;
  race_reporter #(.Lanes(Lanes), .BeatEntries(BeatEntries), .GroupedLines(GroupedLines), .QueueDepth(2)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .log_reset_i(log_reset_i), .log_base_i(log_base), .log_capacity_i(log_capacity),
    .log_head_i(log_head_i), .log_tail_o(tail), .log_dropped_o(dropped), .group_valid_i(group_valid_i), .group_ready_o(group_ready),
    .shared_i(shared), .lane_race_i(lane_race_i), .lane_word_i(lane_word_i), .lane_words_i(lane_words_i), .lane_verdict_i(lane_verdict_i),
    .lane_scope_i(lane_scope_i), .lane_owner_block_id_i(lane_owner_block_id_i), .lane_owner_warp_id_i(lane_owner_warp_id_i),
    .lane_thread_id_i({5*Lanes{1'b0}}), .lane_owner_thread_id_i({5*Lanes{1'b0}}), .busy_o(busy), .awvalid_o(awvalid), .awready_i(awready_i), .awaddr_o(awaddr), .awlen_o(awlen), .wvalid_o(wvalid),
    .wready_i(wready_i), .wdata_o(wdata), .wstrb_o(wstrb), .wlast_o(wlast), .bvalid_i(bvalid_i), .bready_o(bready));
  (* hierconn *) wire [31:0] \dut.sent_q , \dut.slot_q ;
  (* hierconn *) wire [3:0] \dut.outstanding_q ;
  (* hierconn *) wire [Lanes-1:0] \dut.lanes_done_q , \dut.lane_race , \dut.lane_bit ;
  (* hierconn *) wire \dut.address_sent_q , \dut.data_sent_q , \dut.sent , \dut.drop , \dut.group_done ;
  (* hierconn *) wire [BeatWidth-1:0] \dut.beat_q ;
  (* hierconn *) wire [1:0] \dut.u_group_fifo.level_q ;
  (* hierconn *) wire \dut.u_group_fifo.read_pointer_q , \dut.u_group_fifo.write_pointer_q ;
  localparam SharedWidth = 32 + 32 + 40 + 2 + 7 + 5 + 48, GroupWidth = SharedWidth + (19 + V + (GroupedLines ? 10 + 32 : 0)) * Lanes;
  localparam WordsAt = SharedWidth + (19 + V + 10) * Lanes;  // the lanes' words in a stored group
  (* hierconn *) wire [31:0] \dut.words_done ;
  (* hierconn *) wire \dut.last_word ;
  (* hierconn *) wire [GroupWidth-1:0] \dut.u_group_fifo.storage_q[0] , \dut.u_group_fifo.storage_q[1] ;
  wire [1:0] level = \dut.u_group_fifo.level_q ;
  wire front = \dut.u_group_fifo.read_pointer_q ;

  // Software consumes at most the confirmed records, and empties the ring only when nothing is busy. Every group has a
  // race.
  reg [31:0] head_q = 0;
  reg was_reset = 0;
  always @(posedge clk_i) {head_q, was_reset} <= {log_head_i, !rst_ni || log_reset_i};
  always @(*) begin
    if (was_reset) assume (log_head_i == 0);
    if (!was_reset) assume (log_head_i - head_q <= tail - head_q);
    assume ((!log_reset_i || (!busy && !group_valid_i)) && (!group_valid_i || lane_race_i != 0));
    // A lane with a race has words.
    for (k = 0; k < Lanes; k = k + 1) assume (!lane_race_i[k] || (lane_words_i[32*k +: 32] & 32'h8001_0007) != 0);
    assume ((lane_words_i & {Lanes{32'h7ffe_fff8}}) == 0);
  end

  // The slave: responses after address and data
  wire aw = awvalid && awready_i, w = wvalid && wready_i;
  always @(*) assume (!bvalid_i || \dut.outstanding_q != 0);

  // Races that were taken, and races that wait: in the queue (two places) or in the group at the front
  wire take = group_valid_i && group_ready;
  reg [6:0] balance = 0;  // taken, and neither sent nor dropped
  reg [31:0] drops = 0, sends = 0;
  function automatic [6:0] records(input [Lanes-1:0] lanes, input [32*Lanes-1:0] words, input [31:0] done);
    reg first;
    begin
      records = 0;
      first = 1;
      for (k = 0; k < Lanes; k = k + 1) begin
        for (j = 0; j < 32; j = j + 1)
          records = records + (lanes[k] && words[32*k + j] && !(first && done[j]));
        if (lanes[k]) first = 0;
      end
      if (!GroupedLines) records = count(lanes);
    end
  endfunction
  function automatic [3:0] count(input [Lanes-1:0] lanes);
    begin
      count = 0;
      for (k = 0; k < Lanes; k = k + 1) count = count + lanes[k];
    end
  endfunction
  wire [Lanes-1:0] races_0 = \dut.u_group_fifo.storage_q[0] >> (18 + V) * Lanes, races_1 = \dut.u_group_fifo.storage_q[1] >> (18 + V) * Lanes;
  wire [Lanes-1:0] races_front = front ? races_1 : races_0, races_back = front ? races_0 : races_1;
  wire [32*Lanes-1:0] words_0 = \dut.u_group_fifo.storage_q[0] >> WordsAt, words_1 = \dut.u_group_fifo.storage_q[1] >> WordsAt;
  wire [32*Lanes-1:0] words_front = front ? words_1 : words_0, words_back = front ? words_0 : words_1;
  wire [6:0] left_of_front = records(races_front & ~\dut.lanes_done_q , words_front, \dut.words_done );
  wire [6:0] waiting = (level >= 1 ? left_of_front : 7'd0) + (level == 2 ? records(races_back, words_back, 32'd0) : 7'd0);
  wire [6:0] leaving = \dut.sent ? 7'd1 : \dut.drop ? left_of_front : 7'd0;
  always @(posedge clk_i) begin
    balance <= rst_ni ? balance - leaving + (take ? records(lane_race_i, lane_words_i, 32'd0) : 7'd0) : 0;
    if (!rst_ni || log_reset_i) {drops, sends} <= 0;
    else {drops, sends} <= {\dut.drop ? drops + left_of_front : drops, \dut.sent ? sends + 32'd1 : sends};
  end

  // The chosen group: a copy, and the number of groups before it in the queue
  wire [10*Lanes-1:0] no_threads = 0;
  wire [GroupWidth-1:0] given = {lane_words_i, no_threads, shared.sequence_, shared.pc, shared.address, shared.op, shared.block_id, shared.warp_id, shared.cycle,
      lane_race_i, lane_scope_i, lane_word_i, lane_verdict_i, lane_owner_block_id_i, lane_owner_warp_id_i};
  reg [GroupWidth-1:0] mine = 0;
  reg following = 0, before = 0;
  always @(posedge clk_i) begin
    if (take && follow && !following) {following, before, mine} <= {1'b1, level - \dut.group_done != 0, given};
    else if (\dut.group_done ) {following, before} <= {following && before, 1'b0};
    if (!rst_ni) following <= 0;
  end
  // Its current record: of its lowest lane not yet sent, field by field (semantics.md section 6)
  wire [12*Lanes-1:0] owners = mine;
  wire [V*Lanes-1:0] verdicts = mine >> 12 * Lanes;
  wire [5*Lanes-1:0] numbers = mine >> (12 + V) * Lanes;
  wire [Lanes-1:0] scopes = mine >> (17 + V) * Lanes, races = mine >> (18 + V) * Lanes;
  wire [SharedWidth-1:0] accessor = mine >> (19 + V) * Lanes;
  reg [2:0] lane;
  always @(*) begin
    lane = 0;
    for (k = Lanes - 1; k >= 0; k = k - 1) if (races[k] && !\dut.lanes_done_q [k]) lane = k;
  end
  assign expected.reserved = 0;
  assign expected.cycle = accessor[47:0];
  assign expected.owner_thread_id = 0;
  assign expected.owner_warp_id = owners >> 5 * lane;
  assign expected.owner_block_id = owners >> 5 * Lanes + 7 * lane;
  assign expected.thread_id = 0;
  assign expected.warp_id = accessor[52:48];
  assign expected.block_id = accessor[59:53];
  assign expected.scope = scopes >> lane;
  assign expected.verdict = verdicts >> V * lane;
  assign expected.op = accessor[61:60];
  wire [32*Lanes-1:0] words = mine >> WordsAt;
  wire [31:0] words_left = words[32*lane +: 32] & ~\dut.words_done ;
  reg [4:0] number;  // of the lane, or the lowest of its words that are left
  always @(*) begin
    number = numbers >> 5 * lane;
    for (j = 31; j >= 0; j = j - 1) if (GroupedLines && words_left[j]) number = j;
  end
  assign expected.address = accessor[101:62] | {number, 2'b00};
  assign expected.pc = accessor[133:102];
  assign expected.sequence_ = accessor[165:134];
  wire [255:0] expected_bits = expected;
  wire at_front = following && !before && level != 0;

  // The ring: the slot after the last is slot 0, whatever the capacity, also when the counts of records wrap.
  reg [31:0] next_slot = 0;
  always @(posedge clk_i) begin
    if (!rst_ni || log_reset_i) next_slot <= 0;
    else if (\dut.sent ) next_slot <= next_slot == log_capacity - 1 ? 0 : next_slot + 1;
  end
  always @(*) if (past_valid) assert (\dut.slot_q == next_slot);

  // The slot of the current record; the bytes of its beat before it
  wire [39:0] slot_address = log_base + {\dut.slot_q , 5'd0};
  wire [39:0] before_slot = BeatBytes > 32 ? slot_address % BeatBytes : 0;
  wire [255:0] record_sent = wdata >> 8 * before_slot;

  wire [31:0] used = \dut.sent_q - log_head_i;
  always @(*) if (past_valid) begin
    // No loss; the tail counts confirmed records; the ring is never overrun; nothing is dropped while it has room
    assert (balance == waiting && drops == dropped && sends == \dut.sent_q && !(\dut.sent && \dut.drop ));
    assert (\dut.sent_q == tail + \dut.outstanding_q && \dut.outstanding_q <= 8);
    assert (used <= log_capacity && tail - log_head_i <= log_capacity);
    if (\dut.sent ) assert (used < log_capacity);
    if (\dut.drop ) assert (used == log_capacity);
    assert (\dut.slot_q < log_capacity);
    assert (busy == (level != 0 || \dut.outstanding_q != 0));
    // AXI master, write: address and data of one record at a time, in order
    if (awvalid) assert (awlen == Beats - 1 && awaddr == slot_address - before_slot);
    if (awvalid) assert ({1'b0, awaddr[11:0]} + awlen * BeatBytes < 4096 && (BeatBytes <= 32 || awaddr % BeatBytes == 0));
    if (wvalid) assert (wlast == (\dut.beat_q == Beats - 1));
    assert (bready && !(\dut.address_sent_q && \dut.data_sent_q ) && (Beats == 1 ? \dut.beat_q == \dut.data_sent_q : !\dut.data_sent_q || \dut.beat_q == 0));
    if (\dut.sent ) assert ((\dut.address_sent_q || aw) && (\dut.data_sent_q || (w && wlast)));
    // The chosen group
    if (following) assert (level > before && (front ^ before ? \dut.u_group_fifo.storage_q[1] : \dut.u_group_fifo.storage_q[0] ) == mine && races != 0);
    if (at_front && (awvalid || wvalid)) assert ((races & ~\dut.lanes_done_q ) != 0 && \dut.lane_bit == {{Lanes-1{1'b0}}, 1'b1} << lane);
    if (at_front && wvalid && BeatBytes <= 32) assert (wdata == expected_bits[8 * BeatBytes * \dut.beat_q +: (BeatBytes < 32 ? 8 * BeatBytes : 256)]);
    if (at_front && wvalid && BeatBytes > 32) assert (record_sent == expected_bits);
    if (wvalid && BeatBytes <= 32) assert (wstrb == {BeatBytes{1'b1}});
    if (wvalid && BeatBytes > 32) assert (wstrb == {{BeatBytes{1'b0}}, 32'hffff_ffff} << before_slot);
    if (at_front && \dut.group_done && !\dut.drop ) assert ((races & ~\dut.lanes_done_q ) == \dut.lane_bit );
    if (GroupedLines && at_front && \dut.group_done && !\dut.drop ) assert ((words_left & (words_left - 1)) == 0);
    // Invariants
    if (!was_reset) assert (tail - head_q <= \dut.sent_q - head_q && \dut.sent_q - head_q <= log_capacity);
    if (was_reset) assert (tail == 0 && \dut.sent_q == 0);
    if (\dut.address_sent_q || \dut.data_sent_q || \dut.beat_q != 0) assert (level != 0 && \dut.outstanding_q != 8 && used < log_capacity);
    if (level != 0) assert ((races_front & ~\dut.lanes_done_q ) != 0 && (\dut.lanes_done_q & ~races_front) == 0);
    if (level == 0) assert (\dut.lanes_done_q == 0);
    if (level == 2) assert (races_back != 0);
    if (GroupedLines) begin
      if (level == 0) assert (\dut.words_done == 0);
      for (k = 0; k < Lanes; k = k + 1) begin
        if (level >= 1) assert (!races_front[k] || (words_front[32*k +: 32] & 32'h8001_0007) != 0);
        if (level == 2) assert (!races_back[k] || (words_back[32*k +: 32] & 32'h8001_0007) != 0);
        if (level >= 1 && \dut.lane_bit [k])
          assert ((\dut.words_done & ~words_front[32*k +: 32]) == 0 && (words_front[32*k +: 32] & ~\dut.words_done ) != 0);
      end
      if (level >= 1) assert ((words_front & {Lanes{32'h7ffe_fff8}}) == 0);
      if (level == 2) assert ((words_back & {Lanes{32'h7ffe_fff8}}) == 0);
    end
    assert (level <= 2 && \dut.u_group_fifo.write_pointer_q == front ^ level[0]);
  end
  (* keep *) wire cover_two_records_of_a_group = past_valid && \dut.sent && \dut.group_done && tail == 0 && count(\dut.lane_race ) == 2;
  (* keep *) wire cover_two_words_of_a_lane = past_valid && \dut.sent && !\dut.last_word && level != 0; // with Lanes=2 BeatEntries=1 GroupedLines=1
  (* keep *) wire cover_ring_full_drops = past_valid && dropped == 1 && log_capacity == 1 && tail == 1;
  (* keep *) wire cover_ring_wraps = past_valid && awvalid && \dut.slot_q == 0 && \dut.sent_q == 1 && log_capacity == 1;
  (* keep *) wire cover_followed_behind_another = past_valid && at_front && wvalid && \dut.sent_q == 1 && \dut.beat_q == 2;
endmodule
