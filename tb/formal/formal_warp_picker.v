// SPDX-License-Identifier: Apache-2.0
// formal_warp_picker: the pick is the first candidate in the sorted list of all warps of the scheduler: no candidate
// has a lower key (scheduler_order.vh), for all candidates, slots, last warps and orders of the blocks.
// groups: a pick exactly when there is a candidate; it is one; no candidate goes before it (W4); one-hot; slot of the pick
// prove: single step
// parameters: Slots=4 Warps=8 Width=3; Slots=1 Warps=4 Width=2; Slots=3 Warps=5 Width=5; long Slots=8 Warps=24 Width=5
`include "scord_params.vh"
module formal_warp_picker #(parameter Slots = 4, parameter Warps = 8, parameter Width = 3) (
  input wire [scord_params::ISSUE_POLICY_WIDTH-1:0] policy_i, input wire last_valid_i, input wire [Width-1:0] last_i,
  input wire [Slots-1:0] slot_last_valid_i, input wire [Width*Slots-1:0] slot_last_i, input wire [Warps-1:0] candidates_i,
  input wire [Warps-1:0] owned, input wire [3*Warps-1:0] slot_of,  // by warp: whether it has a slot, and which
  input wire [3*Slots-1:0] places                                  // by slot: its place in the sequence of blocks
);
  `include "tb/formal/parts/scheduler_order.vh"
  reg [Slots*Slots-1:0] first;
  reg [Slots*Warps-1:0] slot_warps;
  integer s, t, w;
  always @(*) begin
    assume (policy_i <= scord_params::ISSUE_POLICY_MWF_GTO);
    assume (last_i < Warps);
    for (s = 0; s < Slots; s = s + 1) begin
      assume (slot_last_i[Width*s +: Width] < Warps);
      for (t = 0; t < Slots; t = t + 1) begin
        first[s*Slots + t] = places[3*t +: 3] < places[3*s +: 3];
        if (s != t) assume (places[3*t +: 3] != places[3*s +: 3]);
      end
      for (w = 0; w < Warps; w = w + 1) slot_warps[s*Warps + w] = owned[w] && slot_of[3*w +: 3] == s;
    end
    for (w = 0; w < Warps; w = w + 1) assume (slot_of[3*w +: 3] < Slots);
  end
  wire pick_valid;
  wire [Width-1:0] pick;
  wire [Warps-1:0] mask;
  wire [Slots-1:0] pick_slot;
  warp_picker #(.BlocksPerSm(Slots), .WarpsPerSm(Warps), .WarpWidth(Width)) dut (
    .policy_i(policy_i), .before_i(first), .last_valid_i(last_valid_i), .last_i(last_i), .slot_last_valid_i(slot_last_valid_i),
    .slot_last_i(slot_last_i), .slot_warps_i(slot_warps), .candidates_i(candidates_i), .pick_valid_o(pick_valid), .pick_o(pick),
    .pick_mask_o(mask), .pick_slot_o(pick_slot));

  wire mwf = policy_i == scord_params::ISSUE_POLICY_MWF_LRR || policy_i == scord_params::ISSUE_POLICY_MWF_GTO;
  wire [Warps-1:0] can = candidates_i & (mwf ? owned : {Warps{1'b1}});
  (* anyconst *) wire [Width-1:0] rival;
  wire [2:0] slot = slot_of >> 3*pick, its_slot = slot_of >> 3*rival;
  wire [2:0] place = places >> 3*slot, its_place = places >> 3*its_slot;
  wire last_valid = mwf ? slot_last_valid_i >> slot : last_valid_i, its_last_valid = mwf ? slot_last_valid_i >> its_slot : last_valid_i;
  wire [Width-1:0] last = mwf ? slot_last_i >> Width*slot : last_i, its_last = mwf ? slot_last_i >> Width*its_slot : last_i;
  wire is_owned = owned >> pick, its_owned = owned >> rival, can_pick = can >> pick, can_rival = can >> rival;
  wire [15:0] key = order_key(policy_i, pick, is_owned, place, last_valid, last, Warps);
  wire [15:0] its_key = order_key(policy_i, rival, its_owned, its_place, its_last_valid, its_last, Warps);
  always @(*) begin
    assert (pick_valid == (can != 0));
    assert (mask == (pick_valid ? {{Warps-1{1'b0}}, 1'b1} << pick : {Warps{1'b0}}));
    assert (pick_slot == (pick_valid && mwf ? {{Slots{1'b0}}, 1'b1} << slot : {Slots{1'b0}}));
    if (pick_valid) assert (pick < Warps && can_pick);
    if (rival < Warps && can_rival && rival != pick) assert (key < its_key);
  end

  (* keep *) wire cover_round_robin_wraps = pick_valid && policy_i == scord_params::ISSUE_POLICY_LRR && last_valid_i && pick < last_i;
  (* keep *) wire cover_oldest_is_not_lowest = pick_valid && policy_i == scord_params::ISSUE_POLICY_GTO && candidates_i[0] && pick == 3 && owned[0];
  (* keep *) wire cover_of_no_block = pick_valid && policy_i == scord_params::ISSUE_POLICY_GTO && !is_owned && pick != last_i;
  (* keep *) wire cover_stays_in_its_block = pick_valid && policy_i == scord_params::ISSUE_POLICY_MWF_GTO && pick == last && candidates_i[0] && pick == 5;
  (* keep *) wire cover_wraps_in_its_block = pick_valid && policy_i == scord_params::ISSUE_POLICY_MWF_LRR && last_valid && pick < last && place == 0 && slot == 2;
  (* keep *) wire cover_only_warps_of_no_block = !pick_valid && candidates_i != 0;
endmodule
