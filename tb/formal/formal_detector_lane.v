// SPDX-License-Identifier: Apache-2.0
// formal_detector_lane: rule 10 (D72) for all inputs. Two lanes that differ in nothing but the request's lanes_differ,
// which the second has not: the first has a race of its own where the rules let the word pass, and no other difference.
// groups: lanes of one store; a race of Table IV comes first; unchecked words
// prove: single step
// parameters: AcquireRelease=0; AcquireRelease=1
`include "scord_params.vh"
module formal_detector_lane #(parameter AcquireRelease = 0) (
  input wire valid, input wire tracked, input wire failing, input wire tag_miss, input wire [4:0] word,
  input wire [63:0] entry, input wire [scord_params::DETECTOR_REQUEST_WIDTH-1:0] access, input wire both_scopes,
  input wire [11:0] accessor_fences, input wire [11:0] owner_fences,
  input wire synchronises, input wire stated, input wire releases,
  input wire [11:0] newest, input wire [11:0] acquired, input wire [11:0] released, input wire [11:0] owner_released);

  detector_request_t x, same;
  assign x = access;
  always @(*) begin same = access; same.lanes_differ = 0; end
  wire differs = x.lanes_differ[word];

  wire [63:0] after, after_same;
  wire [scord_params::VERDICT_WIDTH-1:0] verdict, verdict_same;
  wire race, race_same, scope, scope_same;
  wire [scord_params::BLOCK_ID_WIDTH+scord_params::WARP_WIDTH+2*scord_params::LANE_WIDTH-1:0] who, who_same;
  wire [11:0] carried, carried_same;
  retire_t item, item_same;
  detector_lane #(.IndependentThreads(1), .AcquireRelease(AcquireRelease)) dut (
    .valid_i(valid), .tracked_i(tracked), .failed_i(failing), .tag_miss_i(tag_miss), .word_i(word), .metadata_i(entry),
    .metadata_o(after), .access_i(x), .both_scopes_i(both_scopes), .accessor_fences_i(accessor_fences),
    .synchronises_i(synchronises), .stated_i(stated), .releases_i(releases), .newest_i(newest), .acquired_i(acquired),
    .released_i(released), .owner_released_i(owner_released), .carried_o(carried), .owner_block_o(who[16:10]),
    .owner_warp_o(who[21:17]), .owner_fences_i(owner_fences), .thread_o(who[4:0]), .owner_thread_o(who[9:5]),
    .race_o(race), .verdict_o(verdict), .scope_o(scope), .retire_o(item));
  detector_lane #(.IndependentThreads(1), .AcquireRelease(AcquireRelease)) rules_alone (
    .valid_i(valid), .tracked_i(tracked), .failed_i(failing), .tag_miss_i(tag_miss), .word_i(word), .metadata_i(entry),
    .metadata_o(after_same), .access_i(same), .both_scopes_i(both_scopes), .accessor_fences_i(accessor_fences),
    .synchronises_i(synchronises), .stated_i(stated), .releases_i(releases), .newest_i(newest), .acquired_i(acquired),
    .released_i(released), .owner_released_i(owner_released), .carried_o(carried_same), .owner_block_o(who_same[16:10]),
    .owner_warp_o(who_same[21:17]), .owner_fences_i(owner_fences), .thread_o(who_same[4:0]),
    .owner_thread_o(who_same[9:5]), .race_o(race_same), .verdict_o(verdict_same), .scope_o(scope_same),
    .retire_o(item_same));

  wire rule_10 = tracked && !failing && differs && verdict_same == scord_params::VERDICT_CLEAN;
  always @(*) begin
    assert (verdict_same != scord_params::VERDICT_LANES_DIFFER);
    assert (verdict == (rule_10 ? scord_params::VERDICT_LANES_DIFFER : verdict_same));
    assert (scope == (rule_10 || scope_same));
    assert (race == (valid && verdict != scord_params::VERDICT_CLEAN));
    // Entry, carried number, threads and owner are those of the rules
    assert (after == after_same && carried == carried_same && who == who_same);
    assert (item.verdict == verdict && item.scope == scope && item.metadata_after == item_same.metadata_after &&
            item.path == item_same.path && item.address == item_same.address);
  end

  (* keep *) wire cover_lanes_race = race && rule_10 && !tag_miss;
  (* keep *) wire cover_race_of_the_rules_first = race && differs && verdict == scord_params::VERDICT_MISSING_DEVICE_FENCE;
  (* keep *) wire cover_untracked = valid && differs && !tracked && !race;
  (* keep *) wire cover_another_word_differs = valid && tracked && !failing && x.lanes_differ != 0 && !differs && !race;
endmodule
