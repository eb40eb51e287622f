// SPDX-License-Identifier: Apache-2.0
// axi_memory: an AXI4 slave memory for benches. It uses every freedom that AXI4 gives a slave, and checks the master.
//
// The memory has Words 64-bit words from byte address base_i, BeatWords of them in a beat. Several reads may be
// outstanding. Reads of different IDs are answered in any order, with interleaved beats; writes of different IDs in any
// order; one ID always in order. A read takes its data when its address is accepted. A write becomes visible with its
// response. A master that relies on more than AXI4 guarantees reads stale data.
//
// latency_i = 0: the memory is always ready and answers from the next cycle on, in the order of the addresses.
// Otherwise ready is random and an answer takes up to latency_i more cycles.
//
// Errors: if error_mask_i is not 0, a beat with a word at an address with (address & error_mask_i) == error_match_i
// gets SLVERR or DECERR and is not written. error_writes_i = 0 restricts this to reads, error_reads_i = 0 to writes.
//
// Checks: payload stable until ready, shape of bursts, 4 KB boundary, WLAST, at most MaxReads outstanding reads with
// different IDs.

`include "scord_params.vh"

module axi_memory #(
  parameter int Words = 4096,
  parameter int MaxReads = 16,
  parameter int BeatWords = 1
) (
  input  wire        clk_i,
  input  wire        rst_ni,
  input  wire [31:0] latency_i,
  input  wire [39:0] base_i,
  input  wire [39:0] error_mask_i,
  input  wire [39:0] error_match_i,
  input  wire        error_reads_i,
  input  wire        error_writes_i,
  input  wire [scord_params::AXI_ID_WIDTH-1:0] awid_i,
  input  wire [39:0] awaddr_i,
  input  wire [7:0]  awlen_i,
  input  wire [2:0]  awsize_i,
  input  wire [1:0]  awburst_i,
  input  wire        awvalid_i,
  output reg         awready_o,
  input  wire [64*BeatWords-1:0] wdata_i,
  input  wire [8*BeatWords-1:0]  wstrb_i,
  input  wire        wlast_i,
  input  wire        wvalid_i,
  output reg         wready_o,
  output reg  [scord_params::AXI_ID_WIDTH-1:0] bid_o,
  output reg  [1:0]  bresp_o,
  output reg         bvalid_o,
  input  wire        bready_i,
  input  wire [scord_params::AXI_ID_WIDTH-1:0] arid_i,
  input  wire [39:0] araddr_i,
  input  wire [7:0]  arlen_i,
  input  wire [2:0]  arsize_i,
  input  wire [1:0]  arburst_i,
  input  wire        arvalid_i,
  output reg         arready_o,
  output reg  [scord_params::AXI_ID_WIDTH-1:0] rid_o,
  output reg  [64*BeatWords-1:0] rdata_o,
  output reg  [1:0]  rresp_o,
  output reg         rlast_o,
  output reg         rvalid_o,
  input  wire        rready_i
);
  localparam int IdWidth = scord_params::AXI_ID_WIDTH;
  localparam int Slots = MaxReads > 16 ? 2 * MaxReads : 32;  // bursts in progress, by direction: a power of two
  localparam int Beats = 256;
  localparam int BeatBytes = 8 * BeatWords;
  localparam int BeatBits = 72 * BeatWords;  // strobes and data of a beat; the error flag is one bit above
  localparam int Ids = 1 << IdWidth;
  localparam [1:0] Slverr = 2'd2, Decerr = 2'd3;

  reg [63:0] memory [0:Words-1];
  integer seed = 7;
  reg withhold = 0;                    // set by a bench: give no response
  // Events, for the coverage points of benches
  integer protocol_errors = 0;
  integer writes = 0;                  // bursts whose response was given
  integer reads = 0;                   // bursts whose address was accepted
  integer read_errors = 0;             // beats, SLVERR or DECERR
  integer write_errors = 0;            // responses
  integer slverr = 0, decerr = 0;
  integer most_reads = 0;              // the most reads outstanding in one cycle
  integer interleaved = 0;
              // beats after the first of a burst that follow a beat of another burst
  integer reordered = 0;               // bursts that started before an older one of another ID
  integer writes_reordered = 0;
  integer partial_strobes = 0;         // beats inside a burst with all strobes low

  task complain(input [8*48-1:0] what);
    begin
      protocol_errors = protocol_errors + 1;
      $display("FAILED at %0t: AXI: %0s", $time, what);
    end
  endtask

  // A beat at this address contains a word with an error
  function automatic is_error(input [39:0] address);
    integer n;
    begin
      is_error = 0;
      for (n = 0; n < BeatWords; n = n + 1)
        if (error_mask_i != 0 && ((address + 8 * n) & error_mask_i) == error_match_i) is_error = 1;
    end
  endfunction

  function automatic ready_now(input integer unused);
    ready_now = latency_i == 0 || ($random(seed) & 3) != 0;
  endfunction

  function automatic integer delay(input integer unused);
    delay = latency_i == 0 ? 0 : ($random(seed) & 'h7fffffff) % (latency_i + 1);
  endfunction

  function automatic integer word_number(input [39:0] address);
    word_number = (address - base_i) / 8;
  endfunction

  /////////////
  // Bursts  //
  /////////////

  // A slot holds one burst; older bursts have lower numbers in _order. A beat is {error, strobes, data}.
  reg w_used [0:Slots-1], r_used [0:Slots-1];
  reg [IdWidth-1:0] w_id [0:Slots-1], r_id [0:Slots-1];
  reg [39:0] w_address [0:Slots-1];
  integer w_order [0:Slots-1], r_order [0:Slots-1];
  integer w_due [0:Slots-1], r_due [0:Slots-1];
  integer w_length [0:Slots-1], r_length [0:Slots-1];
  integer w_beat [0:Slots-1], r_beat [0:Slots-1];   // next beat; writes: -1 when complete
  integer w_turn [0:Slots-1], r_turn [0:Slots-1];   // number of the burst among the bursts of its ID
  integer w_taken [0:Ids-1], r_taken [0:Ids-1];     // by ID: bursts accepted
  integer w_given [0:Ids-1], r_given [0:Ids-1];     // by ID: bursts answered
  reg [BeatBits:0] w_beats [0:Slots*Beats-1], r_beats [0:Slots*Beats-1];
  reg [BeatBits:0] w_queue [$];                     // data not yet assigned to an address: {last, strobes, data}
  reg [BeatBits:0] beat_now;
  integer order, cycle, last_read_slot, outstanding, w_count, r_count;  // counts: slots in use
  integer i, s, word;
  reg failed;

  function automatic integer free_slot(input writing);
    integer n;
    begin
      free_slot = -1;
      for (n = 0; n < Slots; n = n + 1) if (!(writing ? w_used[n] : r_used[n])) free_slot = n;
    end
  endfunction

  // The oldest burst that waits for data, or -1
  function automatic integer next_to_fill(input integer unused);
    integer n, found;
    begin
      found = -1;
      for (n = 0; n < Slots; n = n + 1)
        if (w_used[n] && w_beat[n] >= 0 && (found < 0 || w_order[n] < w_order[found])) found = n;
      next_to_fill = found;
    end
  endfunction

  // Among the bursts that may answer now (due, and the oldest of their ID): the oldest, or with latency a random one
  function automatic integer choose(input writing);
    integer n, m, first, found;
    reg may, earlier;
    begin
      found = -1;
      first = latency_i == 0 ? 0 : $random(seed) & (Slots - 1);
      for (n = 0; n < Slots; n = n + 1) begin
        m = (first + n) % Slots;
        may = writing ? w_used[m] && w_beat[m] < 0 && w_due[m] <= cycle : r_used[m] && r_due[m] <= cycle;
        if (may) may = writing ? w_turn[m] == w_given[w_id[m]] : r_turn[m] == r_given[r_id[m]];
        earlier = found < 0 || (writing ? w_order[m] < w_order[found] : r_order[m] < r_order[found]);
        if (may && (found < 0 || (latency_i == 0 && earlier))) found = m;
      end
      choose = found;
    end
  endfunction

  function automatic any_older(input writing, input integer slot);
    integer n;
    begin
      any_older = 0;
      for (n = 0; n < Slots; n = n + 1) begin
        if (writing && w_used[n] && w_order[n] < w_order[slot]) any_older = 1;
        if (!writing && r_used[n] && r_order[n] < r_order[slot]) any_older = 1;
      end
    end
  endfunction

  task shape(input [39:0] address, input [7:0] length, input [2:0] size, input [1:0] burst);
    begin
      if (size !== $clog2(BeatBytes) || burst !== 1 || address % BeatBytes !== 0) complain("burst of a wrong shape");
      if (address % 4096 + (length + 1) * BeatBytes > 4096) complain("burst across 4 KB");
      if (address < base_i || word_number(address) + (length + 1) * BeatWords > Words) complain("burst outside the memory");
    end
  endtask

  ////////////
  // Writes //
  ////////////

  task accept_write_address;
    begin
      shape(awaddr_i, awlen_i, awsize_i, awburst_i);
      s = free_slot(1);
      if (s < 0) complain("too many writes under way");
      else begin
        w_used[s] = 1; w_count = w_count + 1; w_id[s] = awid_i; w_address[s] = awaddr_i; w_length[s] = awlen_i;
        w_beat[s] = 0;
        w_order[s] = order; order = order + 1;
        w_turn[s] = w_taken[awid_i]; w_taken[awid_i] = w_taken[awid_i] + 1;
      end
    end
  endtask

  task match_write_data;
    begin
      s = w_queue.size() > 0 ? next_to_fill(0) : -1;
      while (w_queue.size() > 0 && s >= 0) begin
        beat_now = w_queue.pop_front();
        if (beat_now[BeatBits] !== (w_beat[s] == w_length[s])) complain("WLAST");
        for (word = 0; word < BeatWords; word = word + 1) begin
          if (beat_now[64*BeatWords + 8*word +: 8] !== 8'hff && beat_now[64*BeatWords + 8*word +: 8] !== 8'h00)
            complain("write strobes cut an entry");
          if (beat_now[64*BeatWords + 8*word +: 8] === 8'h00) partial_strobes = partial_strobes + 1;
        end
        w_beats[s*Beats + w_beat[s]] = beat_now;
        w_beat[s] = beat_now[BeatBits] ? -1 : w_beat[s] + 1;
        if (beat_now[BeatBits]) w_due[s] = cycle + delay(0);
        s = next_to_fill(0);
      end
    end
  endtask

  // The write becomes visible with its response.
  task respond_to_write;
    begin
      s = w_count > 0 && !withhold ? choose(1) : -1;
      if (s >= 0) begin
        failed = 0;
        if (any_older(1, s)) writes_reordered = writes_reordered + 1;
        for (i = 0; i <= w_length[s]; i = i + 1) begin
          beat_now = w_beats[s*Beats + i];
          if (is_error(w_address[s] + BeatBytes * i) && error_writes_i !== 1'b0) failed = 1;
          else begin
            for (word = 0; word < BeatWords; word = word + 1)
              if (beat_now[64*BeatWords + 8*word])
                memory[word_number(w_address[s]) + BeatWords * i + word] = beat_now[64*word +: 64];
          end
        end
        w_used[s] = 0;
        w_count = w_count - 1;
        w_given[w_id[s]] = w_given[w_id[s]] + 1;
        writes = writes + 1;
        bvalid_o <= 1;
        bid_o <= w_id[s];
        bresp_o <= failed ? error_response(0) : 2'd0;
        write_errors = write_errors + failed;
      end
    end
  endtask

  function automatic [1:0] error_response(input integer unused);
    begin
      error_response = $random(seed) & 1 ? Slverr : Decerr;
      if (error_response == Slverr) slverr = slverr + 1;
      else decerr = decerr + 1;
    end
  endfunction

  ///////////
  // Reads //
  ///////////

  task accept_read_address;
    begin
      shape(araddr_i, arlen_i, arsize_i, arburst_i);
      outstanding = 1;
      for (i = 0; i < Slots; i = i + 1)
        if (r_used[i]) begin
          outstanding = outstanding + 1;
          if (r_id[i] == arid_i) complain("two reads with one ID");
        end
      if (outstanding > MaxReads) complain("too many reads outstanding");
      if (outstanding > most_reads) most_reads = outstanding;
      reads = reads + 1;
      s = free_slot(0);
      if (s >= 0) begin
        r_used[s] = 1; r_count = r_count + 1; r_id[s] = arid_i; r_length[s] = arlen_i; r_beat[s] = 0;
        r_due[s] = cycle + delay(0);
        r_order[s] = order; order = order + 1;
        r_turn[s] = r_taken[arid_i]; r_taken[arid_i] = r_taken[arid_i] + 1;
        for (i = 0; i <= arlen_i; i = i + 1) begin
          r_beats[s*Beats + i] = 0;
          r_beats[s*Beats + i][BeatBits] = is_error(araddr_i + BeatBytes * i) && error_reads_i !== 1'b0;
          for (word = 0; word < BeatWords; word = word + 1)
            r_beats[s*Beats + i][64*word +: 64] = memory[word_number(araddr_i) + BeatWords * i + word];
        end
      end
    end
  endtask

  task give_read_beat;
    begin
      s = r_count > 0 && !withhold ? choose(0) : -1;
      if (s >= 0) begin
        beat_now = r_beats[s*Beats + r_beat[s]];
        if (r_beat[s] == 0 && any_older(0, s)) reordered = reordered + 1;
        if (r_beat[s] > 0 && last_read_slot != s) interleaved = interleaved + 1;
        last_read_slot = s;
        rvalid_o <= 1;
        rid_o <= r_id[s];
        rdata_o <= beat_now[BeatBits] ? {BeatWords{64'hbadbadbadbadbad0}} : beat_now[64*BeatWords-1:0];
        rresp_o <= beat_now[BeatBits] ? error_response(0) : 2'd0;
        rlast_o <= r_beat[s] == r_length[s];
        read_errors = read_errors + beat_now[BeatBits];
        if (r_beat[s] == r_length[s]) begin
          r_used[s] = 0;
          r_count = r_count - 1;
          r_given[r_id[s]] = r_given[r_id[s]] + 1;
        end
        r_beat[s] = r_beat[s] + 1;
        if (latency_i != 0 && ($random(seed) & 7) == 0) r_due[s] = cycle + delay(0);
      end
    end
  endtask

  /////////////
  // Clock   //
  /////////////

  reg past_aw, past_w, past_ar;
  reg [IdWidth+47:0] past_aw_payload, past_ar_payload;
  reg [BeatBits:0] past_w_payload;

  task check_manners;
    begin
      if (past_aw && (!awvalid_i || {awid_i, awlen_i,
             awaddr_i} !== past_aw_payload)) complain("write address not stable");
      if (past_w && (!wvalid_i || {wlast_i, wstrb_i, wdata_i} !== past_w_payload)) complain("write data not stable");
      if (past_ar && (!arvalid_i || {arid_i, arlen_i,
             araddr_i} !== past_ar_payload)) complain("read address not stable");
      past_aw = awvalid_i && !awready_o; past_aw_payload = {awid_i, awlen_i, awaddr_i};
      past_w = wvalid_i && !wready_o; past_w_payload = {wlast_i, wstrb_i, wdata_i};
      past_ar = arvalid_i && !arready_o; past_ar_payload = {arid_i, arlen_i, araddr_i};
      if ((awvalid_i ^ awvalid_i) !== 0 || (wvalid_i ^ wvalid_i) !== 0 || (arvalid_i ^ arvalid_i) !== 0)
        complain("unknown valid");
    end
  endtask

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      {awready_o, wready_o, bvalid_o, arready_o, rvalid_o, past_aw, past_w, past_ar} <= 0;
      {bid_o, bresp_o, rid_o, rdata_o, rresp_o, rlast_o} <= 0;
      order = 0; cycle = 0; last_read_slot = -1; w_count = 0; r_count = 0;
      for (i = 0; i < Slots; i = i + 1) begin w_used[i] = 0; r_used[i] = 0; end
      for (i = 0; i < Ids; i = i + 1) begin w_taken[i] = 0; r_taken[i] = 0; w_given[i] = 0; r_given[i] = 0; end
    end else begin
      cycle = cycle + 1;
      check_manners;
      if (awvalid_i && awready_o) accept_write_address;
      if (wvalid_i && wready_o) w_queue.push_back({wlast_i, wstrb_i, wdata_i});
      match_write_data;
      if (bvalid_o && bready_i) bvalid_o <= 0;
      if (!bvalid_o || bready_i) respond_to_write;
      if (rvalid_o && rready_i) rvalid_o <= 0;
      if (arvalid_i && arready_o) accept_read_address;
      if (!rvalid_o || rready_i) give_read_beat;
      awready_o <= ready_now(0);
      wready_o <= ready_now(0);
      arready_o <= ready_now(0);
    end
  end
endmodule
