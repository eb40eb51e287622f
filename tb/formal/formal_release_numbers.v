// SPDX-License-Identifier: Apache-2.0
// formal_release_numbers: the newest number, and a chosen block's released, acquired and pending numbers, follow D60 to
// D62, stated as an order on a circle, without a bound on time; events of other blocks do not change them.
// groups: the next number skips 0; newest never none again; released by scope; acquired and pending only get younger; a fence acquires what was pending before its release; other blocks untouched; every read port; clear
// prove: SAT induction, long cover 6
// parameters: NumSms=1 Lanes=2; long NumSms=2 Lanes=1
//
// The reference uses no ages: a number is at least as young as another one if it comes no later than the newest on the
// way up the circle from the other one.
`include "scord_params.vh"
module formal_release_numbers #(parameter NumSms = 1, parameter Lanes = 2, parameter S = $clog2(NumSms) + 3) (  // used bits of a BlockID
  input wire clk_i, input wire rst_ni, input wire clear_i, input wire [S-1:0] accessor, input wire [7*Lanes-1:0] owner_block_i,
  input wire release_i, input wire block_scope_i, input wire fence_i, input wire [11:0] read_i, input wire acquires_i
);
  `include "tb/formal/parts/formal.vh"
  (* anyconst *) wire [S-1:0] chosen;
  wire [6:0] block_id_i = accessor;
  wire [11:0] newest, next, released, acquired;
  wire [12*Lanes-1:0] owner_released;
  release_numbers #(.NumSms(NumSms), .Lanes(Lanes)) dut (
    .clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .newest_o(newest), .next_o(next), .block_id_i(block_id_i),
    .released_o(released), .acquired_o(acquired), .release_i(release_i), .block_scope_i(block_scope_i), .fence_i(fence_i),
    .read_i(read_i), .acquires_i(acquires_i), .owner_block_i(owner_block_i), .owner_released_o(owner_released));
  (* hierconn *) wire [11:0] \dut.newest_q ;
  (* hierconn *) wire [96*NumSms-1:0] \dut.released_q ;
  (* hierconn *) wire [96*NumSms-1:0] \dut.block_released_q ;
  (* hierconn *) wire [96*NumSms-1:0] \dut.acquired_q ;
  (* hierconn *) wire [96*NumSms-1:0] \dut.pending_q ;

  // Rule of the port: a fence reads no number
  always @(*) assume (!fence_i || read_i == 0);

  `include "tb/formal/parts/release_order.vh"
  // The known number after learning `number`, when `known` was known before; 0 is none
  function automatic [11:0] learned(input [11:0] known, input [11:0] number, input [11:0] last);
    learned = known;
    if (number != 0 && (known == 0 || !met(number, known, last))) learned = number;
  endfunction

  // The chosen block, by D61 and D62
  reg [11:0] model_newest = 0, model_device = 0, model_any = 0, model_acquired = 0, model_pending = 0;
  wire mine = accessor == chosen;
  wire [11:0] following = model_newest < 4095 ? model_newest + 1 : 1;
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) {model_newest, model_device, model_any, model_acquired, model_pending} <= 0;
    else begin
      if (release_i) model_newest <= following;
      if (mine && release_i) model_any <= following;
      if (mine && release_i && !block_scope_i) model_device <= following;
      if (mine && fence_i) model_acquired <= learned(model_acquired, model_pending, model_newest);
      else if (mine && acquires_i) model_acquired <= learned(model_acquired, read_i, model_newest);
      else if (mine) model_pending <= learned(model_pending, read_i, model_newest);
    end
  end

  integer lane;
  always @(*) if (past_valid) begin
    assert (\dut.newest_q == model_newest && newest == model_newest && next == following && next != 0);
    assert (\dut.released_q [12*chosen +: 12] == model_device);
    assert (\dut.block_released_q [12*chosen +: 12] == model_any);
    assert (\dut.acquired_q [12*chosen +: 12] == model_acquired);
    assert (\dut.pending_q [12*chosen +: 12] == model_pending);
    if (mine) assert (released == (block_scope_i ? model_any : model_device) && acquired == model_acquired);
    // A block that has released at device scope has released; every release number belongs to a release
    assert (model_device == 0 || model_any != 0);
    assert (model_any == 0 || model_newest != 0);
  end
  genvar i;
  for (i = 0; i < Lanes; i = i + 1) begin : g_owner
    // D73: an owner that does not exist has released nothing.
    always @(*) if (past_valid && owner_block_i[7*i +: 7] >= 8 * NumSms) assert (owner_released[12*i +: 12] == 0);
    always @(*) if (past_valid && owner_block_i[7*i +: 7] == chosen) assert (owner_released[12*i +: 12] == model_device);
  end

  // Properties of a step, independent of the model
  reg [11:0] last_newest, last_device, last_any, last_acquired, last_pending;
  reg last_cleared = 1'b1, last_mine, last_release, last_device_scope, last_fence, last_acquires;
  always @(posedge clk_i) begin
    last_newest <= newest;
    {last_device, last_any} <= {\dut.released_q [12*chosen +: 12], \dut.block_released_q [12*chosen +: 12]};
    {last_acquired, last_pending} <= {\dut.acquired_q [12*chosen +: 12], \dut.pending_q [12*chosen +: 12]};
    last_cleared <= !rst_ni || clear_i;
    {last_mine, last_release, last_device_scope} <= {mine, release_i, !block_scope_i};
    {last_fence, last_acquires} <= {fence_i, acquires_i};
  end
  wire [11:0] now_device = \dut.released_q [12*chosen +: 12], now_any = \dut.block_released_q [12*chosen +: 12];
  wire [11:0] now_acquired = \dut.acquired_q [12*chosen +: 12], now_pending = \dut.pending_q [12*chosen +: 12];
  always @(*) if (past_valid && last_cleared)
    assert ({newest, now_device, now_any, now_acquired, now_pending} == 0);
  always @(*) if (past_valid && !last_cleared) begin
    // Once a number exists there is always one, and a release takes a new number
    assert (last_newest == 0 || newest != 0);
    assert ((newest != last_newest) == last_release && (!last_release || newest != 0));
    // Only a block's own events change its numbers
    if (!last_mine) assert ({now_device, now_any, now_acquired, now_pending} == {last_device, last_any, last_acquired, last_pending});
    if (!last_release) assert ({now_device, now_any} == {last_device, last_any});
    if (last_mine && last_release) assert (now_any == newest && now_device == (last_device_scope ? newest : last_device));
    // A known number is replaced only by a younger one, never by none
    assert (last_acquired == 0 || met(last_acquired, now_acquired, last_newest));
    assert (last_pending == 0 || met(last_pending, now_pending, last_newest));
    // After a fence, acquired is at least as young as pending was, but not its own release, which is younger than all
    // numbers
    if (last_mine && last_fence) assert (now_acquired == last_acquired || now_acquired == last_pending);
    if (last_mine && last_fence && last_pending != 0) assert (met(last_pending, now_acquired, last_newest));
    // Without an acquire or a fence, acquired does not change
    if (!last_fence && !last_acquires) assert (now_acquired == last_acquired);
  end

  (* keep *) wire cover_released_at_device_scope = past_valid && model_newest == 2 && model_device == 1 && model_any == 2;
  (* keep *) wire cover_fence_acquires_pending = past_valid && !last_cleared && last_fence && now_acquired != last_acquired && last_acquired != 0;
  (* keep *) wire cover_older_number_is_not_acquired = past_valid && mine && acquires_i && read_i != 0 && read_i != model_acquired &&
    met(read_i, model_acquired, model_newest) && model_acquired != 0 && model_newest > 1;
  (* keep *) wire cover_fence_releases_too = past_valid && last_fence && last_release && last_mine && now_any != 0 && now_acquired != 0;
  (* keep *) wire cover_cleared = past_valid && last_cleared && last_newest != 0;
endmodule
