// bench_metadata_grouper: a line of 32 words is decided in groups and cleaned, through the real metadata_writer into a
// memory; whenever no write is under way, expanding what memory holds gives every unchanged entry.
`include "scord_params.vh"
module bench_metadata_grouper;
  `include "bench.vh"
  `COVER_POINT(cover_metadata_grouper_back_to_a_place)
  `COVER_POINT(cover_metadata_grouper_loses_its_place)
  `COVER_POINT(cover_metadata_grouper_head_alone)
  `COVER_POINT(cover_metadata_grouper_entries_alone)
  `COVER_POINT(cover_metadata_grouper_head_and_entries)
  `COVER_POINT(cover_metadata_grouper_decided_in_a_round)
  `COVER_POINT(cover_metadata_grouper_decided_while_sent)
  `COVER_POINT(cover_metadata_grouper_one_entry)
  parameter int BeatEntries = 1;
  localparam [63:0] Image = 64'h8000_0000_0000_0003;
  localparam [39:0] HeadAddress = 40'h2000, LineAddress = 40'h1000;
  reg [64*32-1:0] row;
  reg [31:0] known, dirty, plain, decides, fetches;
  reg [63:0] decided_entry, palette [0:63];
  reg [63:0] head [0:3], array [0:31];
  reg writing = 0, wanted = 0;
  wire clean_start, store, burst_valid, burst_head, burst_start, writer_busy, taken, confirm_burst, confirm;
  wire line, writer_line, confirm_line;
  wire [31:0] written, store_plain, burst_dirty;
  wire [4:0] unit;
  wire [BeatEntries*64-1:0] unit_data, wdata;
  wire [BeatEntries-1:0] unit_dirty;
  wire [BeatEntries*8-1:0] wstrb;
  wire awvalid, wvalid, wlast, bready;
  wire [7:0] awid, awlen;
  wire [39:0] awaddr;
  reg awready = 0, wready = 0, bvalid = 0;
  metadata_grouper #(.MetadataLines(2), .BeatEntries(BeatEntries)) dut (.clk_i(clk), .rst_ni(rst_n), .image_i(Image),
    .clean_valid_i(wanted && dirty != 0 && !writing), .clean_start_o(clean_start), .clean_line_i(1'b1), .line_o(line),
    .row_i(row), .known_i(known), .dirty_i(dirty), .plain_i(plain), .written_o(written), .store_o(store),
    .store_plain_o(store_plain), .burst_valid_o(burst_valid), .burst_head_o(burst_head), .burst_dirty_o(burst_dirty),
    .burst_start_i(burst_start), .burst_busy_i(writer_busy), .unit_i(unit), .unit_taken_i(taken),
    .unit_data_o(unit_data), .unit_dirty_o(unit_dirty), .burst_confirm_i(confirm_burst),
    .burst_confirm_line_i(confirm_line), .confirm_o(confirm));
  metadata_writer #(.MetadataLines(2), .BeatEntries(BeatEntries)) writer (.clk_i(clk), .rst_ni(rst_n),
    .clean_valid_i(burst_valid), .clean_start_o(burst_start), .clean_line_i(line), .clean_dirty_i(burst_dirty),
    .clean_address_i(burst_head ? HeadAddress : LineAddress), .entry_line_o(writer_line), .entry_o(unit),
    .entry_taken_o(taken), .entry_metadata_i(unit_data), .entry_dirty_i(unit_dirty), .confirm_o(confirm_burst),
    .confirm_line_o(confirm_line), .busy_o(writer_busy), .awvalid_o(awvalid), .awready_i(awready), .awid_o(awid),
    .awaddr_o(awaddr), .awlen_o(awlen), .wvalid_o(wvalid), .wready_i(wready), .wdata_o(wdata), .wstrb_o(wstrb),
    .wlast_o(wlast), .bvalid_i(bvalid), .bready_o(bready), .bid_i(8'd1));

  // Memory: beats of a burst in order, after its address; what is written is seen at once, the response comes later.
  // Data wait for their address. All is taken as it was at the edge, and changes after it.
  reg [39:0] address;
  reg have_address = 0, head_sent = 0, entries_sent = 0, shrunk = 0, lost = 0;
  integer due = 0, i, responses = 0;
  reg aw, w, w_last, b, done, started, stored, in_round, sent_entry;
  reg [39:0] to;
  reg [BeatEntries*64-1:0] data;
  reg [BeatEntries*8-1:0] strobe;
  reg [31:0] clean_words, stored_plain;
  always @(posedge clk) begin
    aw = awvalid && awready; w = wvalid && wready; w_last = wlast; b = bvalid; done = confirm; started = clean_start;
    to = awaddr; data = wdata; strobe = wstrb; clean_words = written; stored = store; stored_plain = store_plain;
    in_round = written != 0 && !taken; sent_entry = taken && !burst_head;
    #1;
    if (aw) begin address = to; have_address = 1; end
    if (w) begin
      for (i = 0; i < BeatEntries; i = i + 1) if (strobe[8*i +: 8] == 8'hff) begin
        if (address >= HeadAddress) head[((address - HeadAddress) >> 3) + i] = data[64*i +: 64];
        else array[((address - LineAddress) >> 3) + i] = data[64*i +: 64];
      end else check(strobe[8*i +: 8] == 0, "an entry is strobed in part");
      if (address >= HeadAddress) head_sent = 1; else entries_sent = 1;
      address = address + 8 * BeatEntries;
      if (w_last) begin due = due + 1; have_address = 0; end
    end
    if (b) begin due = due - 1; responses = responses + 1; end
    if (done) begin
      check(responses == head_sent + entries_sent, "the line is confirmed with the last response");
      `COVER(cover_metadata_grouper_head_alone, head_sent && !entries_sent);
      `COVER(cover_metadata_grouper_entries_alone, !head_sent && entries_sent);
      `COVER(cover_metadata_grouper_head_and_entries, head_sent && entries_sent);
      `COVER(cover_metadata_grouper_back_to_a_place, shrunk);
      `COVER(cover_metadata_grouper_loses_its_place, lost);
      writing = 0;
    end
    if (stored) begin
      shrunk = (plain & ~stored_plain) != 0; lost = (stored_plain & ~plain) != 0;
      check((stored_plain & ~plain & ~dirty) == 0, "an unchanged word loses its place");
      plain = stored_plain;
    end
    if (started) begin writing = 1; head_sent = 0; entries_sent = 0; responses = 0; shrunk = 0; lost = 0; end
    `COVER(cover_metadata_grouper_decided_in_a_round, in_round && (clean_words & decides) != 0);
    `COVER(cover_metadata_grouper_decided_while_sent, sent_entry && (clean_words & decides) != 0);
    dirty = (dirty & ~clean_words) | decides;
    for (i = 0; i < 32; i = i + 1) begin
      if (decides[i]) row[64*i +: 64] = decided_entry;
      if (fetches[i]) row[64*i +: 64] = array[i];
    end
    known = known | fetches;
  end

  function automatic [63:0] expanded(input integer word);
    reg [63:0] map;
    begin
      map = head[0] ^ Image;
      case (map[2*word +: 2])
        2'd3: expanded = array[word];
        default: expanded = head[map[2*word +: 2] + 1];
      endcase
    end
  endfunction

  // Everything that can be compared now
  task compare;
    integer word;
    reg [63:0] map;
    begin
      map = head[0] ^ Image;
      for (word = 0; word < 32; word = word + 1) begin
        check(plain[word] == (map[2*word +: 2] == 2'd3), "which words are plain");
        if (known[word] && !dirty[word]) check(expanded(word) === row[64*word +: 64], "an unchanged word expands to its entry");
      end
      `COVER(cover_metadata_grouper_one_entry, map == 0 && dirty == 0 && known == '1);
    end
  endtask

  // A new line, as memory holds it: some words plain, not all of them at hand
  task take_line(input [31:0] as_plain);
    integer word;
    reg [63:0] map;
    begin
      map = 0;
      for (word = 1; word < 4; word = word + 1) head[word] = palette[word];
      row = '0;
      for (word = 0; word < 32; word = word + 1) begin
        array[word] = palette[random_below(64)];
        map[2*word +: 2] = as_plain[word] ? 2'd3 : random_below(3);
        row[64*word +: 64] = as_plain[word] ? 64'hx : palette[map[2*word +: 2] + 1];
      end
      head[0] = map ^ Image;
      plain = as_plain; known = ~as_plain; dirty = 0; decides = 0; fetches = 0;
    end
  endtask

  integer round, step, colours;
  reg only_plain;
  initial begin
    decides = 0; fetches = 0; dirty = 0; known = '1; plain = 0; row = '0;
    for (step = 0; step < 64; step = step + 1) palette[step] = {random_bits(0), random_bits(0)};
    palette[5] = palette[4] ^ 64'd1; palette[6] = palette[4] ^ {1'b1, 63'd0};  // they differ at either end
    start_bench;
    for (round = 0; round < 60; round = round + 1) begin
      take_line(one_in(2) ? 0 : one_in(2) ? {32{1'b1}} : random_bits(0));
      only_plain = one_in(4);
      colours = 1 + random_below(one_in(2) ? 4 : 63);
      for (step = 0; step < 400; step = step + 1) begin
        @(negedge clk);
        awready = !have_address && one_in(2); wready = have_address && one_in(2); bvalid = due != 0 && one_in(4);
        decided_entry = palette[random_below(colours)];
        decides = step > 300 || !one_in(3) ? 0 : one_in(3) ? 32'd1 << random_below(32) : one_in(2) ? {32{1'b1}} : random_bits(0);
        decides = decides & known & (only_plain ? plain : {32{1'b1}});
        fetches = one_in(20) ? random_bits(0) & ~known : 0;
        wanted = step > 300 || one_in(3);
        if (!writing && due == 0) compare;
      end
      while (writing || dirty != 0) begin
        @(negedge clk);
        decides = 0; fetches = 0; wanted = 1;
        awready = !have_address; wready = have_address; bvalid = due != 0;
        step = step + 1;
        if (step > 5000) begin check(0, "cleaning ends"); dirty = 0; writing = 0; end
      end
      @(negedge clk); bvalid = 0; wanted = 0;
      compare;
    end
    finish_bench;
  end
endmodule
