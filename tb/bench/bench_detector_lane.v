// SPDX-License-Identifier: Apache-2.0
// bench_detector_lane: random words, entries and accesses. Checked: the decision, by the reference rules; the race and
// the retired item of a word that is checked, untracked (D24), not performed (D27), or missing; with independent threads
// that lanes of one store are a race of their own (D72).
`include "scord_params.vh"
module bench_detector_lane;
  `include "bench.vh"
  `include "detection_reference.vh"
  `COVER_POINT(cover_detector_lane_clean)
  `COVER_POINT(cover_detector_lane_race)
  `COVER_POINT(cover_detector_lane_untracked)
  `COVER_POINT(cover_detector_lane_not_performed)
  `COVER_POINT(cover_detector_lane_no_word_no_race)
  `COVER_POINT(cover_detector_lane_tag_miss)
  `COVER_POINT(cover_detector_lane_block_scope_access)
  `COVER_POINT(cover_detector_lane_system_scope_access)
  `COVER_POINT(cover_detector_lane_both_scopes)
  `COVER_POINT(cover_detector_lane_lanes_differ)
  `COVER_POINT(cover_detector_lane_lanes_differ_and_race)
  reg valid, tracked, failing, tag_miss, both_scopes;
  reg [4:0] word;
  metadata_t md, after;
  detector_request_t x;
  fence_entry_t mine, owner;
  wire [6:0] owner_block;
  wire [4:0] owner_warp;
  wire race, scope;
  wire [scord_params::VERDICT_WIDTH-1:0] verdict;
  retire_t retire, expected;
  detector_lane dut (
    .valid_i(valid), .tracked_i(tracked), .failed_i(failing), .tag_miss_i(tag_miss), .word_i(word), .metadata_i(md),
    .synchronises_i(1'b0), .stated_i(1'b0), .releases_i(1'b0), .newest_i(12'd0), .acquired_i(12'd0), .released_i(12'd0),
    .owner_released_i(12'd0), .carried_o(), .metadata_o(after), .access_i(x), .accessor_fences_i(mine), .both_scopes_i(both_scopes),
           .owner_block_o(owner_block),
    .owner_warp_o(owner_warp), .owner_fences_i(owner), .race_o(race), .verdict_o(verdict),
    .scope_o(scope), .retire_o(retire));

  // With independent threads, lanes_differ as drawn and without
  detector_request_t alone;
  wire lanes_race, alone_race, lanes_scope, alone_scope;
  wire [scord_params::VERDICT_WIDTH-1:0] lanes_verdict, alone_verdict;
  wire [63:0] lanes_after, alone_after;
  detector_lane #(.IndependentThreads(1)) dut_lanes (
    .valid_i(valid), .tracked_i(tracked), .failed_i(failing), .tag_miss_i(tag_miss), .word_i(word), .metadata_i(md),
    .synchronises_i(1'b0), .stated_i(1'b0), .releases_i(1'b0), .newest_i(12'd0), .acquired_i(12'd0), .released_i(12'd0),
    .owner_released_i(12'd0), .carried_o(), .metadata_o(lanes_after), .access_i(x), .accessor_fences_i(mine),
    .both_scopes_i(both_scopes), .owner_block_o(), .owner_warp_o(), .owner_fences_i(owner), .thread_o(),
    .owner_thread_o(), .race_o(lanes_race), .verdict_o(lanes_verdict), .scope_o(lanes_scope), .retire_o());
  detector_lane #(.IndependentThreads(1)) dut_alone (
    .valid_i(valid), .tracked_i(tracked), .failed_i(failing), .tag_miss_i(tag_miss), .word_i(word), .metadata_i(md),
    .synchronises_i(1'b0), .stated_i(1'b0), .releases_i(1'b0), .newest_i(12'd0), .acquired_i(12'd0), .released_i(12'd0),
    .owner_released_i(12'd0), .carried_o(), .metadata_o(alone_after), .access_i(alone), .accessor_fences_i(mine),
    .both_scopes_i(both_scopes), .owner_block_o(), .owner_warp_o(), .owner_fences_i(owner), .thread_o(),
    .owner_thread_o(), .race_o(alone_race), .verdict_o(alone_verdict), .scope_o(alone_scope), .retire_o());

  task draw;
    begin
      md = {random_bits(0), random_bits(0)};
      x = {random_bits(0), random_bits(0), random_bits(0), random_bits(0), random_bits(0), random_bits(0), random_bits(0),
           random_bits(0), random_bits(0), random_bits(0), random_bits(0), random_bits(0), random_bits(0)};
      md.thread_id = 0; md.release_ = 0;
      x.kind = scord_params::REQUEST_KIND_ACCESS;
      x.op = random_below(3);
      x.scope = random_below(3);
      x.address = (x.address >> 7) << 7;
      if (one_in(2)) x.block_id = md.block_id;
      if (one_in(2)) x.warp_id = md.warp_id;
      if (one_in(2)) x.barrier_id = md.barrier_id;
      if (one_in(2)) {x.lock_bloom, md.lock_bloom} = 0;
      mine = random_bits(0);
      owner = random_bits(0);
      if (one_in(2)) owner.dev_fence_id = md.dev_fence_id;
      {valid, tracked, failing} = one_in(2) ? 6 : random_bits(0);
      {tag_miss, both_scopes, word} = random_bits(0);
      alone = x; alone.lanes_differ = 0;
    end
  endtask

  task compare;
    reg checked, differs, rule_10;
    begin
      #1;
      checked = tracked && !failing;
      reference_check(md, x.block_id, x.warp_id, x.barrier_id, x.lock_bloom, x.op, x.scope == scord_params::SCOPE_BLOCK,
                      x.strong_, mine, owner, both_scopes);
      expected = 0;
      expected.kind = scord_params::REQUEST_KIND_ACCESS;
      expected.sequence_ = x.sequence_; expected.block_id = x.block_id; expected.warp_id = x.warp_id;
      expected.address = x.address + 4 * word;
      if (checked) begin
        expected.metadata_before = md; expected.metadata_after = ref_after; expected.path = ref_path;
        expected.verdict = ref_verdict; expected.scope = ref_scope; expected.tag_miss = tag_miss;
        check(after === ref_after, "decided entry");
      end else if (tracked) begin
        expected.path = scord_params::PATH_NOT_PERFORMED; expected.verdict = scord_params::VERDICT_NOT_PERFORMED;
      end else expected.path = scord_params::PATH_UNTRACKED;
      check(retire === expected, "what is retired");
      check({owner_block, owner_warp} === (checked ? {md.block_id, md.warp_id} : 12'd0), "owner");
      check(race === (valid && expected.verdict != 0) && verdict === expected.verdict && scope === expected.scope,
             "what is logged");
      differs = x.lanes_differ >> word;
      rule_10 = checked && differs && alone_verdict == scord_params::VERDICT_CLEAN;
      check(lanes_verdict === (rule_10 ? scord_params::VERDICT_LANES_DIFFER : alone_verdict) &&
            lanes_scope === (rule_10 || alone_scope) && lanes_race === (valid && lanes_verdict != 0) &&
            lanes_after === alone_after, "D72: lanes of one store");
      `COVER(cover_detector_lane_lanes_differ, lanes_race && rule_10);
      `COVER(cover_detector_lane_lanes_differ_and_race, alone_race && checked && differs);
      `COVER(cover_detector_lane_clean, valid && checked && !race);
      `COVER(cover_detector_lane_race, race && checked);
      `COVER(cover_detector_lane_untracked, valid && !tracked);
      `COVER(cover_detector_lane_not_performed, valid && tracked && failing);
      `COVER(cover_detector_lane_no_word_no_race, !valid && verdict != 0);
      `COVER(cover_detector_lane_tag_miss, checked && tag_miss);
      `COVER(cover_detector_lane_block_scope_access, checked && x.scope == scord_params::SCOPE_BLOCK);
      `COVER(cover_detector_lane_system_scope_access, checked && x.scope == scord_params::SCOPE_SYSTEM);
      `COVER(cover_detector_lane_both_scopes, checked && both_scopes &&
             verdict == scord_params::VERDICT_SCOPED_ATOMIC && !md.scope);
    end
  endtask

  initial begin
    start_bench;
    repeat (8000) begin draw; compare; end
    finish_bench;
  end
endmodule
