// SPDX-License-Identifier: Apache-2.0
// bench_metadata_line_buffer: random lookups, fills, decisions, releases and cleaning against a list of lines: key,
// requested, present, failed and changed entries, data; the same line and another line in consecutive cycles.
`include "scord_params.vh"
module bench_metadata_line_buffer;
  `include "bench.vh"
  parameter int Lines = 4;  // set by -P
  localparam int LineWidth = $clog2(Lines);
  localparam int KeyWidth = 8;
  localparam int UsersWidth = 4;
  reg clear, take, ask, user, release_user, fill_valid, fill_failed, idle, clean_start, taken, confirm;
  reg [KeyWidth-1:0] key;
  wire hit, free, clean_valid, entry_dirty, busy;
  wire [LineWidth-1:0] line, clean_line;
  wire [31:0] requested, present, failed_entries, clean_dirty;
  wire [2047:0] load_row;
  wire [KeyWidth-1:0] clean_key;
  reg [31:0] span, decided;
  reg [LineWidth-1:0] release_line, fill_line, load_line, decide_line, entry_line, confirm_line;
  reg [4:0] fill_entry, entry;
  reg [63:0] fill_data;
  metadata_t fill, entry_value;
  reg [2047:0] decide_row;
  assign fill = fill_data;
  metadata_line_buffer #(.MetadataLines(Lines), .KeyWidth(KeyWidth), .UsersWidth(UsersWidth)) dut (
    .clk_i(clk), .rst_ni(rst_n), .clear_i(clear), .lookup_key_i(key), .lookup_hit_o(hit), .lookup_free_o(free),
    .lookup_line_o(line), .lookup_requested_o(requested), .take_i(take), .request_i(ask), .request_span_i(span),
    .use_i(user), .release_i(release_user), .release_line_i(release_line), .fill_i(fill_valid), .fill_line_i(fill_line),
    .fill_entry_i(fill_entry), .fill_metadata_i(fill), .fill_failed_i(fill_failed), .load_line_i(load_line),
    .load_present_o(present), .load_failed_o(failed_entries), .load_row_o(load_row), .decide_line_i(decide_line),
    .decide_entries_i(decided), .decide_row_i(decide_row), .idle_i(idle), .clean_valid_o(clean_valid),
    .clean_line_o(clean_line), .clean_dirty_o(clean_dirty), .clean_key_o(clean_key), .clean_start_i(clean_start),
    .entry_line_i(entry_line), .entry_i(entry), .entry_taken_i(taken), .entry_metadata_o(entry_value),
    .entry_dirty_o(entry_dirty), .confirm_i(confirm), .confirm_line_i(confirm_line), .busy_o(busy));

  `COVER_POINT(cover_metadata_line_buffer_hit)
  `COVER_POINT(cover_metadata_line_buffer_miss_takes_empty_line)
  `COVER_POINT(cover_metadata_line_buffer_miss_replaces_line)
  `COVER_POINT(cover_metadata_line_buffer_no_free_line)
  `COVER_POINT(cover_metadata_line_buffer_spares_recent_line)
  `COVER_POINT(cover_metadata_line_buffer_hit_asks_for_more)
  `COVER_POINT(cover_metadata_line_buffer_back_to_back_same_key)
  `COVER_POINT(cover_metadata_line_buffer_back_to_back_other_key)
  `COVER_POINT(cover_metadata_line_buffer_taken_key_found_next_cycle)
  `COVER_POINT(cover_metadata_line_buffer_use_and_release_of_one_line)
  `COVER_POINT(cover_metadata_line_buffer_fill_failed)
  `COVER_POINT(cover_metadata_line_buffer_fill_while_deciding_same_line)
  `COVER_POINT(cover_metadata_line_buffer_decide_back_to_back_same_entry)
  `COVER_POINT(cover_metadata_line_buffer_decide_back_to_back_other_line)
  `COVER_POINT(cover_metadata_line_buffer_decide_taken_entry)
  `COVER_POINT(cover_metadata_line_buffer_hit_while_writing)
  `COVER_POINT(cover_metadata_line_buffer_clean_for_want_of_lines)
  `COVER_POINT(cover_metadata_line_buffer_clean_when_idle)
  `COVER_POINT(cover_metadata_line_buffer_dirty_again_while_writing)
  `COVER_POINT(cover_metadata_line_buffer_clear)

  // Reference
  reg valid [0:Lines-1];
  reg writing [0:Lines-1];
  reg [KeyWidth-1:0] keys [0:Lines-1];
  integer users [0:Lines-1];
  reg [31:0] asked [0:Lines-1], here [0:Lines-1], bad [0:Lines-1], dirty [0:Lines-1];
  reg [63:0] data [0:Lines*32-1];
  reg [Lines-1:0] recent, candidates; // used since all other lines were used
  integer turn;                       // where the search for a line starts
  integer i, e, at, at_hit, free_lines, past_decide_line;
  reg [31:0] past_decided;
  reg [KeyWidth-1:0] past_key;
  reg past_take, past_looked;
  reg cleaning;                       // a burst is in progress: its line, and the entries left
  reg [31:0] to_take;
  reg may;
  integer drain;

  function automatic may_take(input integer l);
    may_take = !valid[l] || (users[l] == 0 && dirty[l] == 0 && !writing[l]);
  endfunction

  task compare;
    begin
      at_hit = -1; free_lines = 0;
      for (i = 0; i < Lines; i = i + 1) begin
        if (valid[i] && keys[i] == key) at_hit = i;
        free_lines = free_lines + may_take(i);
      end
      check(hit === (at_hit >= 0) && free === (free_lines > 0), "hit, free");
      if (at_hit >= 0) check(line === at_hit && requested === asked[at_hit], "the key's line");
      else if (free) begin
        candidates = 0;
        for (i = 0; i < Lines; i = i + 1) candidates[i] = may_take(i);
        if ((candidates & ~recent) != 0) candidates = candidates & ~recent;
        for (i = turn; !candidates[i % Lines]; i = i + 1);
        check(line === i % Lines, "the next line not used recently");
        for (i = 0; i < Lines; i = i + 1) candidates[i] = may_take(i);
      end
      check(present === (valid[load_line] ? here[load_line] : present), "present");
      if (valid[load_line]) check(failed_entries === bad[load_line], "failed");
      for (e = 0; e < 32; e = e + 1)
        if (valid[load_line] && (here[load_line] >> e & 1) && !(bad[load_line] >> e & 1))
          check(load_row[64*e +: 64] === data[load_line*32 + e], "entry");
      may = 0;
      for (i = 0; i < Lines; i = i + 1) if (users[i] == 0 && dirty[i] != 0 && !writing[i]) may = 1;
      check(clean_valid === (may && (idle || free_lines < Lines / 2)), "a line should be written back");
      if (clean_valid) check(users[clean_line] == 0 && !writing[clean_line] && clean_dirty === dirty[clean_line] &&
                             dirty[clean_line] != 0 && clean_key === keys[clean_line], "the line to write back");
      if (cleaning) check(entry_dirty === (dirty[entry_line] >> entry & 1) && (!entry_dirty ||
             entry_value === data[entry_line*32 + entry]), "entry to write");
      may = 0;
      for (i = 0; i < Lines; i = i + 1) may = may || dirty[i] != 0 || writing[i];
      check(busy === may, "busy");
    end
  endtask

  // The legal inputs of this cycle, drawn from the reference; uses the lookup of the key drawn before
  task draw_lookup;
    begin
      at = at_hit >= 0 ? at_hit : line;
      take = 0; ask = 0; user = 0;
      if (hit || free) begin
        span = random_bits(0) & random_bits(0) & random_bits(0) & random_bits(0) & ~(hit ? asked[at] : 32'd0);
        if (!hit) begin take = one_in(2); if (span == 0) span = 1; ask = take; end
        else ask = span != 0 && one_in(2);
        user = (hit || take) && (ask || one_in(2)) && users[at] < 10;
      end
      // a user requests entries (the accessor requests several bursts only during the lookup of the line)
      ask = ask && user; take = take && user;
    end
  endtask

  // With many lines, often one of the first four, so that one line sees several events
  function automatic [LineWidth-1:0] random_line(input integer unused);
    begin
      random_line = random_bits(0);
      if (Lines > 4 && !drain) if (!one_in(3)) random_line = random_line % 4;
    end
  endfunction

  task draw_others;
    begin
      release_line = random_line(0);
      release_user = users[release_line] > 0 && here[release_line] == asked[release_line] && one_in(2);
      fill_line = random_line(0); fill_entry = random_bits(0);
      for (e = 0; e < 32; e = e + 1)   // an expected entry, if there is one
        if (valid[fill_line] &&
               !(((asked[fill_line] & ~here[fill_line]) >> fill_entry) & 1)) fill_entry = fill_entry + 1;
      fill_valid = valid[fill_line] && (((asked[fill_line] & ~here[fill_line]) >> fill_entry) & 1) && !one_in(4);
      fill_failed = one_in(12);
      fill_data = {random_bits(0), random_bits(0)};
      decide_line = one_in(2) ? past_decide_line : random_line(0);
      decided = 0;
      if (valid[decide_line] && users[decide_line] > 0 && one_in(3))
        decided = here[decide_line] & ~bad[decide_line] & random_bits(0) & (one_in(2) ? past_decided : random_bits(0));
      for (e = 0; e < 32; e = e + 1) decide_row[64*e +: 64] = {random_bits(0), random_bits(0)};
      load_line = random_line(0);
    end
  endtask

  task draw_cleaning;
    begin
      clean_start = clean_valid && !cleaning && !clear && one_in(2);
      taken = cleaning && to_take != 0 && one_in(2);
      confirm_line = random_line(0);
      confirm = writing[confirm_line] && !(cleaning && entry_line == confirm_line) && one_in(4);
      if (cleaning && one_in(8)) begin
        decide_line = entry_line;
        decided = users[entry_line] > 0 ? here[entry_line] & ~bad[entry_line] & 32'd1 << entry : 0;
      end
    end
  endtask

  task sample;
    begin
      `COVER(cover_metadata_line_buffer_hit, hit && user);
      `COVER(cover_metadata_line_buffer_miss_takes_empty_line, take && !valid[at]);
      `COVER(cover_metadata_line_buffer_miss_replaces_line, take && valid[at]);
      `COVER(cover_metadata_line_buffer_no_free_line, !hit && !free);
      `COVER(cover_metadata_line_buffer_spares_recent_line, take && (candidates & recent) != 0 && !recent[at]);
      `COVER(cover_metadata_line_buffer_hit_asks_for_more, hit && ask);
      `COVER(cover_metadata_line_buffer_back_to_back_same_key, past_looked && key == past_key && (take || user));
      `COVER(cover_metadata_line_buffer_back_to_back_other_key, past_looked && key != past_key && (take || user));
      `COVER(cover_metadata_line_buffer_taken_key_found_next_cycle, past_take && key == past_key && hit);
      `COVER(cover_metadata_line_buffer_use_and_release_of_one_line, user && release_user && at == release_line);
      `COVER(cover_metadata_line_buffer_fill_failed, fill_valid && fill_failed);
      `COVER(cover_metadata_line_buffer_fill_while_deciding_same_line, fill_valid && decided != 0 &&
             fill_line == decide_line);
      `COVER(cover_metadata_line_buffer_decide_back_to_back_same_entry, (decided & past_decided) != 0 &&
             decide_line == past_decide_line);
      `COVER(cover_metadata_line_buffer_decide_back_to_back_other_line, decided != 0 && past_decided != 0 &&
             decide_line != past_decide_line);
      `COVER(cover_metadata_line_buffer_decide_taken_entry, taken && decide_line == entry_line &&
             (decided >> entry & 1));
      `COVER(cover_metadata_line_buffer_hit_while_writing, hit && user && writing[at]);
      `COVER(cover_metadata_line_buffer_clean_for_want_of_lines, clean_start && !idle);
      `COVER(cover_metadata_line_buffer_clean_when_idle, clean_start && idle && free_lines >= Lines / 2);
      `COVER(cover_metadata_line_buffer_dirty_again_while_writing, decided != 0 && writing[decide_line]);
      `COVER(cover_metadata_line_buffer_clear, clear);
      past_looked = take || user; past_take = take; past_key = key;
      past_decided = decided; past_decide_line = decide_line;
    end
  endtask

  task update;
    begin
      if (take) begin
        turn = at + 1;
        valid[at] = 1; keys[at] = key; asked[at] = 0; here[at] = 0; bad[at] = 0;
      end
      if (ask) asked[at] = asked[at] | span;
      if (user) begin users[at] = users[at] + 1; recent[at] = 1; if (&recent) begin recent = 0; recent[at] = 1; end end
      if (release_user) users[release_line] = users[release_line] - 1;
      if (fill_valid) begin
        here[fill_line] = here[fill_line] | 32'd1 << fill_entry;
        if (fill_failed) bad[fill_line] = bad[fill_line] | 32'd1 << fill_entry;
        data[fill_line*32 + fill_entry] = fill_data;
      end
      if (taken) begin
        dirty[entry_line] = dirty[entry_line] & ~(32'd1 << entry);
        to_take = to_take & ~(32'd1 << entry);
      end
      dirty[decide_line] = dirty[decide_line] | decided;
      for (e = 0; e < 32; e = e + 1) if (decided >> e & 1) data[decide_line*32 + e] = decide_row[64*e +: 64];
      if (confirm) writing[confirm_line] = 0;
      if (cleaning && to_take == 0) cleaning = 0;
      if (clean_start) begin cleaning = 1; writing[clean_line] = 1; at = clean_line; to_take = clean_dirty; end
      if (clear) begin
        for (i = 0; i < Lines; i = i + 1) valid[i] = 0;
        recent = 0; turn = 0;
      end
    end
  endtask

  initial begin
    {clear, take, ask, user, release_user, fill_valid, fill_failed, idle, clean_start, taken, confirm, key} = 0;
    {span, decided, release_line, fill_line, load_line, decide_line, entry_line, confirm_line, fill_entry, entry,
           fill_data} = 0;
    {decide_row, past_decided, past_key, past_take, past_looked, cleaning, to_take, recent, candidates, turn,
           drain} = 0;
    past_decide_line = 0;
    for (i = 0; i < Lines; i = i + 1) begin
      {valid[i], writing[i], keys[i], asked[i], here[i], bad[i], dirty[i]} = 0; users[i] = 0;
    end
    start_bench;
    repeat (5000) begin
      if (one_in(400)) drain = 1;       // release, fill and clean everything, then perhaps invalidate it
      if (!one_in(3)) key = random_below(one_in(2) ? 3 : 2 * Lines + 1);
      idle = drain || one_in(20);
      {take, ask, user, clear, clean_start, taken, confirm} = 0;
      if (cleaning) for (e = 31; e >= 0; e = e - 1) if (to_take >> e & 1) entry = e;
      draw_others;
      #1 compare;
      may = 1;
      for (i = 0; i < Lines; i = i + 1) may = may && users[i] == 0 && here[i] == asked[i];
      clear = drain && may && !busy && !cleaning;
      if (!drain) draw_lookup;
      draw_cleaning;
      if (drain && users[decide_line] < 1) decided = 0;
      #1 sample;
      if (clear) begin drain = 0; {fill_valid, release_user, decided} = 0; end
      at = at_hit >= 0 ? at_hit : line;
      update;
      if (clean_start) i = at; else i = entry_line;
      @(negedge clk);
      entry_line = i;
    end
    finish_bench;
  end
endmodule
