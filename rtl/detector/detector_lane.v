// SPDX-License-Identifier: Apache-2.0
// detector_lane: decides one of the words of a cycle; of a group with equal entries the lowest. Combinational.
//
// It contains the detection_logic of the lane and converts the result for the race reporter and the retire port. A word
// outside the tracked range (D24) or one whose metadata could not be read (D27) is not checked; the latter is reported
// as not performed. A check that is no race by the rules is one when lanes of its store write different values (D72).

`include "scord_params.vh"
`default_nettype none

module detector_lane #(
  // 0: a warp counts as one thread; else its threads are distinguished (D40)
  parameter int IndependentThreads = scord_params::DEFAULT_INDEPENDENT_THREADS,
  // 1: acquire and release order accesses (D60)
  parameter int AcquireRelease = scord_params::DEFAULT_ACQUIRE_RELEASE,
  // 1: the letter of the paper in place of the rules (D91); not with the others
  parameter int AsPrinted = scord_params::DEFAULT_AS_PRINTED
) (
  // The lane has a word; the word is tracked; its metadata could not be read; the stored entry belonged to another
  // word; the number of the word in the segment
  input  wire                                              valid_i,
  input  wire                                              tracked_i,
  input  wire                                              failed_i,
  input  wire                                              tag_miss_i,
  input  wire  [$clog2(scord_params::SEGMENT_WORDS)-1:0]   word_i,
  // The entry after the tag check, and the entry after the decision
  input  metadata_t                                        metadata_i,
  output metadata_t                                        metadata_o,
  // The access, and the fence file entry of its warp. PC and mask are unused; the semantics are used with
  // AcquireRelease only.
  /* verilator lint_off UNUSEDSIGNAL */
  input  detector_request_t                                access_i,
  /* verilator lint_on UNUSEDSIGNAL */
  // Option of rule 4 (D39)
  input  wire                                              both_scopes_i,
  input  fence_entry_t                                     accessor_fences_i,
  // With AcquireRelease: x synchronises, has stated semantics, releases; the release numbers for acquire_release; the
  // number that the word carries for x (0: none, or the word is not checked)
  /* verilator lint_off UNUSEDSIGNAL */
  input  wire                                              synchronises_i,
  input  wire                                              stated_i,
  input  wire                                              releases_i,
  input  wire  [scord_params::RELEASE_NUMBER_WIDTH-1:0]    newest_i,
  input  wire  [scord_params::RELEASE_NUMBER_WIDTH-1:0]    acquired_i,
  input  wire  [scord_params::RELEASE_NUMBER_WIDTH-1:0]    released_i,
  input  wire  [scord_params::RELEASE_NUMBER_WIDTH-1:0]    owner_released_i,
  /* verilator lint_on UNUSEDSIGNAL */
  output logic [scord_params::RELEASE_NUMBER_WIDTH-1:0]    carried_o,
  // The owner in the entry (0 without a check), and its fence file entry (without meaning after a tag miss)
  output logic [scord_params::BLOCK_ID_WIDTH-1:0]          owner_block_o,
  output logic [scord_params::WARP_WIDTH-1:0]              owner_warp_o,
  input  fence_entry_t                                     owner_fences_i,
  // ThreadIDs of the accessor and of the owner (0 without a check or without independent threads)
  output logic [scord_params::LANE_WIDTH-1:0]              thread_o,
  output logic [scord_params::LANE_WIDTH-1:0]              owner_thread_o,
  // The word has a race: verdict and scope
  output logic                                             race_o,
  output logic [scord_params::VERDICT_WIDTH-1:0]           verdict_o,
  output logic                                             scope_o,
  // The retired word
  output retire_t                                          retire_o
);

  localparam int AddressWidth = scord_params::ADDRESS_WIDTH;
  localparam int WordShift = $clog2(scord_params::WORD_BYTES);

  logic checked, failed, scope, lanes_race;
  logic [scord_params::PATH_WIDTH-1:0] path;
  logic [scord_params::VERDICT_WIDTH-1:0] verdict;

  assign checked = tracked_i && !failed_i;
  assign failed = tracked_i && failed_i;

  // D40: the threads that touch the word; D72: they write different values to it
  logic has_diverged, several_threads, lanes_differ;

  if (IndependentThreads != 0) begin : g_independent_threads
    logic [scord_params::SEGMENT_WORDS-1:0] differ, several, bit_4, bit_3, bit_2, bit_1, bit_0;  // a bit for each word
    assign differ = access_i.lanes_differ;
    assign several = access_i.several_threads;
    assign bit_4 = access_i.thread_bit_4;
    assign bit_3 = access_i.thread_bit_3;
    assign bit_2 = access_i.thread_bit_2;
    assign bit_1 = access_i.thread_bit_1;
    assign bit_0 = access_i.thread_bit_0;
    assign has_diverged = access_i.has_diverged;
    assign several_threads = several[word_i];
    assign lanes_differ = differ[word_i];
    assign thread_o = {bit_4[word_i], bit_3[word_i], bit_2[word_i], bit_1[word_i], bit_0[word_i]};
    assign owner_thread_o = checked ? metadata_i.thread_id : '0;
  end else begin : g_warps_only
    assign has_diverged = 1'b0;
    assign several_threads = 1'b0;
    assign lanes_differ = 1'b0;
    assign thread_o = '0;
    assign owner_thread_o = '0;
  end

  metadata_t rules_metadata, ruled_metadata;
  logic owned, ordered;

  if (AcquireRelease != 0) begin : g_acquire_release
    logic [scord_params::RELEASE_NUMBER_WIDTH-1:0] carried;

    acquire_release #(
      .IndependentThreads(IndependentThreads)
    ) u_acquire_release (
      .metadata_i,
      .rules_metadata_o(rules_metadata),
      .block_id_i      (access_i.block_id),
      .warp_id_i       (access_i.warp_id),
      .synchronises_i,
      .op_i            (access_i.op),
      .block_scope_i   (access_i.scope == scord_params::SCOPE_BLOCK),
      .block_locks_i   (access_i.lock_bloom[scord_params::BLOOM_PART_WIDTH-1:0]),
      .releases_i,
      .barrier_id_i    (access_i.barrier_id),
      .has_diverged_i  (has_diverged),
      .several_threads_i(several_threads),
      .thread_id_i     (thread_o),
      .owner_fences_i,
      .newest_i,
      .acquired_i,
      .released_i,
      .owner_released_i,
      .ordered_o       (ordered),
      .carried_o       (carried),
      .ruled_metadata_i(ruled_metadata),
      .owned_i         (owned),
      .metadata_o
    );

    assign carried_o = valid_i && checked ? carried : '0;
  end else begin : g_no_acquire_release
    logic unused_owned;

    assign unused_owned = owned;
    assign rules_metadata = metadata_i;
    assign metadata_o = ruled_metadata;
    assign ordered = 1'b0;
    assign carried_o = '0;
  end

  if (AsPrinted == 0) begin : g_rules
    detection_logic #(
      .IndependentThreads(IndependentThreads),
      .AcquireRelease(AcquireRelease)
    ) u_detection_logic (
      .metadata_i       (rules_metadata),
      .block_id_i       (access_i.block_id),
      .warp_id_i        (access_i.warp_id),
      .barrier_id_i     (access_i.barrier_id),
      .lock_bloom_i     (access_i.lock_bloom),
      .op_i             (access_i.op),
      .block_scope_i    (access_i.scope == scord_params::SCOPE_BLOCK),
      .strong_i         (access_i.strong_),
      .synchronises_i,
      .ordered_i        (ordered),
      .both_scopes_i    (both_scopes_i || (AcquireRelease != 0 && stated_i)),
      .has_diverged_i   (has_diverged),
      .several_threads_i(several_threads),
      .thread_id_i      (thread_o),
      .accessor_fences_i,
      .owner_fences_i,
      .metadata_o       (ruled_metadata),
      .owned_o          (owned),
      .path_o           (path),
      .verdict_o        (verdict),
      .race_scope_o     (scope)
    );
  end else begin : g_as_printed
    logic unused_options;
    assign unused_options = ^{ordered, both_scopes_i, has_diverged, several_threads};
    assign owned = 1'b1;

    printed_logic u_printed_logic (
      .metadata_i       (rules_metadata),
      .block_id_i       (access_i.block_id),
      .warp_id_i        (access_i.warp_id),
      .barrier_id_i     (access_i.barrier_id),
      .lock_bloom_i     (access_i.lock_bloom),
      .op_i             (access_i.op),
      .block_scope_i    (access_i.scope == scord_params::SCOPE_BLOCK),
      .strong_i         (access_i.strong_),
      .accessor_fences_i,
      .owner_fences_i,
      .metadata_o       (ruled_metadata),
      .path_o           (path),
      .verdict_o        (verdict),
      .race_scope_o     (scope)
    );
  end

  assign owner_block_o = checked ? metadata_i.block_id : '0;
  assign owner_warp_o = checked ? metadata_i.warp_id : '0;

  assign lanes_race = lanes_differ && verdict == scord_params::VERDICT_CLEAN;
  assign verdict_o = checked ? (lanes_race ? scord_params::VERDICT_LANES_DIFFER : verdict) :
                     failed ? scord_params::VERDICT_NOT_PERFORMED : scord_params::VERDICT_CLEAN;
  assign scope_o = checked && (scope || lanes_race);
  assign race_o = valid_i && verdict_o != scord_params::VERDICT_CLEAN;

  assign retire_o.kind = scord_params::REQUEST_KIND_ACCESS;
  assign retire_o.sequence_ = access_i.sequence_;
  assign retire_o.block_id = access_i.block_id;
  assign retire_o.warp_id = access_i.warp_id;
  assign retire_o.address = access_i.address | (AddressWidth'(word_i) << WordShift);
  assign retire_o.metadata_before = checked ? metadata_i : '0;
  assign retire_o.metadata_after = checked ? metadata_o : '0;
  assign retire_o.path = checked ? path : failed ? scord_params::PATH_NOT_PERFORMED : scord_params::PATH_UNTRACKED;
  assign retire_o.verdict = verdict_o;
  assign retire_o.scope = scope_o;
  assign retire_o.tag_miss = checked && tag_miss_i;

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  localparam int SegmentShift = $clog2(scord_params::SEGMENT_WORDS * scord_params::WORD_BYTES);

  // Without a clock: Icarus looks when all of a time step has settled.
  always @* begin
`ifdef __ICARUS__
    #0;
    if (^{valid_i, tracked_i, failed_i, metadata_i, access_i.op, verdict_o} !== 1'bx)  // all known
`endif
    begin
      if (valid_i) begin : a_race_of_a_tracked_word
        assert (!race_o || tracked_i);
      end
      if (valid_i && tracked_i && failed_i) begin : a_failed_word_is_not_performed
        assert (race_o && retire_o.path == scord_params::PATH_NOT_PERFORMED);
      end
      if (valid_i && !tracked_i) begin : a_untracked_word_is_clean
        assert (retire_o.path == scord_params::PATH_UNTRACKED && retire_o.verdict == scord_params::VERDICT_CLEAN &&
                retire_o.metadata_after == '0);
      end
      if (valid_i) begin : a_item_is_the_race
        assert (retire_o.verdict == verdict_o && retire_o.scope == scope_o &&
                race_o == (retire_o.verdict != scord_params::VERDICT_CLEAN));
      end
      if (valid_i) begin : a_word_in_its_segment
        assert (retire_o.address >> SegmentShift == access_i.address >> SegmentShift);
      end
      if (valid_i && verdict_o == scord_params::VERDICT_LANES_DIFFER) begin : a_lanes_race_is_of_the_block
        assert (IndependentThreads != 0 && scope_o);
      end
      if (valid_i && retire_o.tag_miss) begin : a_tag_miss_of_a_checked_word
        assert (tracked_i && !failed_i);
      end
      if (valid_i && carried_o != '0) begin : a_number_of_a_release
        assert (AcquireRelease != 0 && tracked_i && !failed_i && synchronises_i);
      end
    end
  end
`endif

endmodule

`default_nettype wire
