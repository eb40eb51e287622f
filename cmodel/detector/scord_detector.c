/* SPDX-License-Identifier: Apache-2.0 */
/* scord_detector.c: see scord_detector.h. Fetch, decide, update, report.
 *
 *   request ──► locate the word's entry ── outside the tracked range: UNTRACKED (D24)
 *                    │ read, with its tag check (metadata_accessor.c)
 *                    ▼
 *               make_check: entry, both fence file entries, locks, options
 *                    │
 *                    ├── like the word before: the same outcome (like_words.h); all words like
 *                    │   it at once: scord_detector_check_alike
 *          ┌─────────┴──────────┐
 *    decide_by_table       decide_by_rules     (detection_logic.c, acquire_release.c)
 *          └─────────┬──────────┘
 *                    ▼
 *               write the entry, log a race (race_reporter.c), count
 *
 * A check happens at one moment: everything that it compares is read when it is decided (D1), and
 * the entry is written before the next check. The rules are the specification. The table has their
 * outcomes for every situation and is faster; with an observer the rules decide.
 *
 * Invariants
 *   - each performed check counts one path and one verdict; UNTRACKED and NOT_PERFORMED words have
 *     counters of their own.
 *   - what counts once a request is counted at its first word (D33).
 *   - the log's counters are those of race_reporter.c after every record.
 */
#include "cmodel/detector/scord_detector.h"

#include <assert.h>
#include <string.h>

#include "cmodel/detector/decision_observer.h"
#include "cmodel/detector/metadata_run.h"
#include "cmodel/detector/printed_logic.h"
#include "cmodel/detector/word_threads.h"

enum { MOST_WORDS = 4 }; /* of a lane's access */
enum { SCOPE_FLAG = 1 }; /* bit 0 of scord_scope_t: block; device and system have it 0 (D7) */

bool scord_detector_start(scord_detector_t *detector, uint64_t tracked_base,
                          unsigned log2_tracked_words, unsigned log2_cache_ratio) {
    scord_fence_file_start(&detector->fence_file);
    scord_release_numbers_start(&detector->release_numbers);
    detector->like.known = false;
    if (!scord_decision_table_start(&detector->decisions)) {
        scord_metadata_accessor_clear(&detector->metadata);
        return false;
    }
    if (!scord_metadata_accessor_start(&detector->metadata, tracked_base, log2_tracked_words,
                                       log2_cache_ratio))
        return false;
    scord_wraps_start(&detector->wraps, scord_metadata_accessor_entries(&detector->metadata));
    return true;
}

void scord_detector_destroy(scord_detector_t *detector) {
    scord_metadata_accessor_clear(&detector->metadata);
    scord_decision_table_destroy(&detector->decisions);
    scord_wraps_destroy(&detector->wraps);
    scord_race_reporter_destroy(&detector->race_log);
}

static void start_retire(const scord_detector_request_t *request, uint64_t address,
                         scord_retire_t *retire) {
    *retire = (scord_retire_t){
        .kind = request->kind,
        .sequence = request->sequence,
        .block_id = request->block_id,
        .warp_id = request->warp_id,
        .address = address,
    };
}

/* D7: system scope counts as device, and is counted; once a request, at its first word (D33). */
static void count_system_scope(scord_detector_t *detector,
                               const scord_detector_request_t *request) {
    if (request->scope == SCORD_SCOPE_SYSTEM) detector->counters.system_scope++;
}

/* Collects the inputs of the detection logic; both fence file entries are read here, at the moment
 * of the decision (D1). independent_threads, acquire_release: the detector's, known to the
 * caller. */
static inline scord_check_t make_check(const scord_detector_t *detector,
                                       const scord_detector_request_t *request,
                                       const scord_metadata_t *metadata, unsigned tag,
                                       unsigned word, bool independent_threads,
                                       bool acquire_release) {
    const unsigned accessor = scord_fence_file_index(request->block_id, request->warp_id);
    const unsigned owner = scord_fence_file_index(metadata->block_id, metadata->warp_id);
    return (scord_check_t){
        .block_id = request->block_id,
        .warp_id = request->warp_id,
        .barrier_id = request->barrier_id,
        .tag = (uint8_t)tag,
        .lock_bloom = request->lock_bloom,
        .write = request->op != SCORD_OP_LOAD,
        .atomic = request->op == SCORD_OP_ATOMIC,
        .block_scope = request->scope & SCOPE_FLAG,
        .strong = request->strong,
        .both_scopes = detector->both_scopes,
        .independent_threads = independent_threads,
        .has_diverged = request->has_diverged,
        .thread_id = independent_threads ? scord_word_thread(request, word) : 0,
        .several_threads = independent_threads && scord_word_several(request, word),
        .acquire_release = acquire_release,
        .stated = acquire_release && request->semantics != SCORD_SEMANTICS_NONE,
        .accessor_fences = scord_fence_file_read(&detector->fence_file, accessor),
        .owner_fences = scord_fence_file_read(&detector->fence_file, owner),
    };
}

void scord_detector_count_log(scord_detector_t *detector) {
    detector->counters.log_head = detector->race_log.head;
    detector->counters.log_tail = detector->race_log.tail;
    detector->counters.log_dropped = detector->race_log.dropped;
}

/* The word of the request's segment that was decided. */
static unsigned word_of(const scord_detector_request_t *request, const scord_retire_t *retire) {
    assert(retire->address >= request->address &&
           retire->address - request->address < SCORD_SEGMENT_BYTES);
    return (unsigned)((retire->address - request->address) / SCORD_WORD_BYTES);
}

/* Section 6: the owner is the one before the check; a check that was not performed has none, its
 * fields are 0 (D27). */
static void log_record(scord_detector_t *detector, const scord_detector_request_t *request,
                       uint64_t entry_before, const scord_retire_t *retire, uint64_t cycle) {
    scord_race_record_t *record = scord_race_reporter_next(&detector->race_log);
    scord_detector_count_log(detector);
    if (!record) return;
    const scord_metadata_t before = scord_metadata_from_bits(entry_before);
    *record = (scord_race_record_t){
        .sequence = request->sequence,
        .pc = request->pc,
        .address = retire->address,
        .op = request->op,
        .verdict = retire->verdict,
        .scope = retire->scope,
        .block_id = request->block_id,
        .warp_id = request->warp_id,
        .thread_id = scord_word_thread(request,
                                       word_of(request, retire)), /* planes are 0 without D40 */
        .owner_block_id = before.block_id,
        .owner_warp_id = before.warp_id,
        .owner_thread_id = before.thread_id,
        .cycle = cycle & ((UINT64_C(1) << SCORD_CYCLE_WIDTH) - 1),
    };
}

static void show_decision(const scord_detector_t *detector, const scord_detector_request_t *request,
                          const scord_metadata_place_t *place, const scord_retire_t *retire,
                          const scord_metadata_t *before, const scord_check_t *check,
                          const scord_decision_t *decision) {
    const scord_decided_check_t decided = {.request = request,
                                           .address = retire->address,
                                           .entry = place->index,
                                           .tag_miss = retire->tag_miss,
                                           .before = *before,
                                           .x = *check,
                                           .decision = *decision,
                                           .trace = check->trace};
    detector->observe(detector->observe_context, &decided);
}

/* ---- steps of counters, for wraps ---- */

static void step(scord_detector_t *detector, scord_steps_t *steps, unsigned width) {
    if (!scord_wraps_step(&detector->wraps, steps, width)) detector->losses.no_memory = true;
}

void scord_detector_barrier_step(scord_detector_t *detector, unsigned block_id) {
    step(detector, &detector->wraps.barrier[block_id],
         detector->independent_threads ? SCORD_EPOCH_BARRIER_WIDTH : SCORD_BARRIER_ID_WIDTH);
}

void scord_detector_epoch_step(scord_detector_t *detector, unsigned block_id, unsigned warp_id) {
    step(detector, &detector->wraps.epoch[scord_fence_file_index(block_id, warp_id)],
         SCORD_SYNCWARP_ID_WIDTH);
}

/* The fence of a warp, or of a release. */
static void count_fence(scord_detector_t *detector, const scord_detector_request_t *request) {
    const unsigned index = scord_fence_file_index(request->block_id, request->warp_id);
    scord_wraps_t *wraps = &detector->wraps;
    detector->like.known = false;
    scord_fence_file_count(&detector->fence_file, index, (scord_scope_t)request->scope);
    step(detector,
         request->scope == SCORD_SCOPE_BLOCK ? &wraps->block_fence[index]
                                             : &wraps->device_fence[index],
         SCORD_FENCE_ID_WIDTH);
}

static void release(scord_detector_t *detector, const scord_detector_request_t *request) {
    const scord_release_number_t before = detector->release_numbers.newest;
    scord_release_numbers_release(&detector->release_numbers, request->block_id,
                                  request->scope & SCOPE_FLAG);
    detector->losses.release_wraps += detector->release_numbers.newest < before;
}

/* ---- decisions ---- */

/* D61: a release is a fence of its warp before its access, and has the next number. Once a request,
 * at its first word. */
static void start_request(scord_detector_t *detector, const scord_detector_request_t *request) {
    const scord_release_number_t acquired = detector->release_numbers.acquired[request->block_id];
    if (acquired != detector->request_acquired) detector->like.known = false;
    detector->request_acquired = acquired;
    if (!scord_releases((scord_op_t)request->op, (scord_semantics_t)request->semantics)) return;
    count_fence(detector, request);
    release(detector, request);
}

/* The numbers for x on a word whose owner is of block OWNER_BLOCK. */
static inline scord_release_check_t release_check(const scord_detector_t *detector,
                                                  const scord_detector_request_t *request,
                                                  unsigned owner_block, bool block_scope) {
    const scord_release_numbers_t *numbers = &detector->release_numbers;
    return (scord_release_check_t){
        .newest = numbers->newest,
        .acquired = detector->request_acquired,
        .released = block_scope ? numbers->block_released[request->block_id]
                                : numbers->released[request->block_id],
        .owner_released = numbers->released[owner_block],
        .releases = scord_releases((scord_op_t)request->op, (scord_semantics_t)request->semantics),
    };
}

/* A check with acquire_release: takes the number out of the entry, applies the rules, and puts the
 * new number in (D61 to D63). *entry and *x become the inputs of the rules. */
static scord_decision_t decide_in_order(const scord_detector_t *detector,
                                        const scord_detector_request_t *request,
                                        scord_metadata_t *entry, scord_check_t *x) {
    const scord_metadata_t before = *entry;
    const scord_release_check_t now = release_check(detector, request, before.block_id,
                                                    x->block_scope);
    *entry = scord_acquire_release_rules_entry(&before);
    x->ordered = scord_acquire_release_ordered(&before, x, &now);
    scord_decision_t decision = scord_detection_logic(entry, x);
    decision.metadata = scord_acquire_release_finish(&before, &decision, x, &now);
    return decision;
}

/* What a check with acquire_release of a word with entry BEFORE learns (D61). */
static void learn_number(scord_detector_t *detector, const scord_detector_request_t *request,
                         const scord_metadata_t *before, const scord_check_t *x) {
    if (request->op == SCORD_OP_STORE) return;
    scord_release_numbers_read(
        &detector->release_numbers, request->block_id, scord_acquire_release_carried(before, x),
        scord_acquires((scord_op_t)request->op, (scord_semantics_t)request->semantics));
}

/* The plain rules about one entry. *entry and *x: see decide_in_order. */
static scord_decision_t apply_rules(const scord_detector_t *detector,
                                    const scord_detector_request_t *request,
                                    scord_metadata_t *entry, scord_check_t *x) {
    if (detector->as_printed) return scord_printed_logic(entry, x);
    return detector->acquire_release ? decide_in_order(detector, request, entry, x)
                                     : scord_detection_logic(entry, x);
}

/* The retired item of a decided word, without its entry. */
static inline void retire_decided(scord_retire_t *retire, uint64_t after, scord_path_t path,
                                  scord_verdict_t verdict, bool block_scope) {
    retire->metadata_after = after;
    retire->path = (uint8_t)path;
    retire->verdict = (uint8_t)verdict;
    retire->scope = block_scope;
}

/* Rule 10 (D72): what the others take as clean is a race when lanes of the store write different
 * values. The entry stays as they left it. */
static void rule_10_lanes(const scord_detector_request_t *request, unsigned word,
                          scord_rule_trace_t *trace, scord_decision_t *decision) {
    if (decision->verdict != SCORD_VERDICT_CLEAN || !scord_word_differs(request, word)) return;
    decision->verdict = SCORD_VERDICT_LANES_DIFFER;
    decision->block_scope = true;
    scord_trace_rule(trace, SCORD_RULE_LANES_DIFFER, true);
}

/* The specification: the plain rules decide this word. True: x has become the owner. */
static bool decide_by_rules(scord_detector_t *detector, const scord_detector_request_t *request,
                            const scord_metadata_place_t *place, scord_retire_t *retire) {
    const scord_metadata_t before = scord_metadata_from_bits(retire->metadata_before);
    scord_metadata_t entry = before;
    scord_check_t check = make_check(detector, request, &entry, place->tag,
                                     word_of(request, retire), detector->independent_threads,
                                     detector->acquire_release);
    scord_rule_trace_t trace = {.steps = 0};
    if (detector->observe) check.trace = &trace;
    scord_decision_t decision = apply_rules(detector, request, &entry, &check);
    if (detector->independent_threads)
        rule_10_lanes(request, word_of(request, retire), check.trace, &decision);
    if (detector->acquire_release) learn_number(detector, request, &before, &check);
    if (detector->observe)
        show_decision(detector, request, place, retire, &entry, &check, &decision);
    retire_decided(retire, scord_metadata_to_bits(&decision.metadata), decision.path,
                   decision.verdict, decision.block_scope);
    return decision.owned;
}

/* What the rules decide of the entry BEFORE, faster: decision_table.h. *after becomes the entry
 * afterwards. */
static inline scord_outcome_t look_up(const scord_detector_t *detector,
                                      const scord_detector_request_t *request, uint64_t before,
                                      scord_check_t *check, uint64_t *after) {
    const bool orders = detector->acquire_release;
    scord_release_number_t carried = 0;
    if (orders && (detector->request_acquired != 0 || check->atomic || check->stated)) {
        const scord_metadata_t entry = scord_metadata_from_bits(before);
        const scord_release_check_t now = release_check(detector, request, entry.block_id,
                                                        check->block_scope);
        check->ordered = scord_acquire_release_ordered(&entry, check, &now);
        carried = scord_acquire_release_written(&entry, check, &now);
    }
    const uint64_t seen = scord_situation_entry(before, orders),
                   owner = scord_situation_owner(check);
    const scord_outcome_t outcome = scord_decision_table_find(&detector->decisions,
                                                              scord_situation(seen, owner, check));
    *after = scord_outcome_entry(outcome, seen, owner, check);
    if (orders)
        *after = scord_outcome_number(*after, before, outcome & SCORD_OUTCOME_OWNED, carried,
                                      detector->release_numbers.newest);
    return outcome;
}

/* The same as decide_by_rules, without observer. */
static inline bool decide_by_table(scord_detector_t *detector,
                                   const scord_detector_request_t *request,
                                   const scord_metadata_place_t *place, scord_retire_t *retire) {
    const scord_metadata_t entry = scord_metadata_from_bits(retire->metadata_before);
    const unsigned word = word_of(request, retire);
    scord_check_t check = make_check(detector, request, &entry, place->tag, word,
                                     detector->independent_threads, detector->acquire_release);
    uint64_t after;
    const scord_outcome_t outcome = look_up(detector, request, retire->metadata_before, &check,
                                            &after);
    if (detector->acquire_release && entry.release) /* else there is none to learn */
        learn_number(detector, request, &entry, &check);
    scord_decision_t decision = {.verdict = scord_outcome_verdict(outcome),
                                 .block_scope = (outcome & SCORD_OUTCOME_BLOCK_SCOPE) != 0};
    if (detector->independent_threads) rule_10_lanes(request, word, NULL, &decision);
    retire_decided(retire, after, scord_outcome_path(outcome), decision.verdict,
                   decision.block_scope);
    return outcome & SCORD_OUTCOME_OWNED;
}

static void count_wraps(scord_detector_t *detector, const scord_detector_request_t *request,
                        const scord_metadata_place_t *place, const scord_retire_t *retire,
                        bool owned) {
    const scord_metadata_t before = scord_metadata_from_bits(retire->metadata_before);
    const scord_fence_entry_t owner = scord_fence_file_read(
        &detector->fence_file, scord_fence_file_index(before.block_id, before.warp_id));
    scord_wraps_check(&detector->wraps, place->index, &before, request, owner,
                      detector->independent_threads, retire, owned, &detector->losses);
}

/* True: x has become the owner. */
static inline bool decide_word(scord_detector_t *detector, const scord_detector_request_t *request,
                               const scord_metadata_place_t *place, scord_retire_t *retire) {
    const unsigned word = word_of(request, retire);
    const bool threads = detector->independent_threads;
    const scord_like_word_t like =
        scord_like_word(retire->metadata_before, threads ? scord_word_thread(request, word) : 0,
                        place->tag, threads && scord_word_several(request, word),
                        threads && scord_word_differs(request, word), request->has_diverged);
    if (!detector->observe && scord_like_find(&detector->like, &like)) {
        scord_like_take(&detector->like, &like, retire);
        return detector->like.owned;
    }
    const bool owned = detector->observe || detector->as_printed
                           ? decide_by_rules(detector, request, place, retire)
                           : decide_by_table(detector, request, place, retire);
    scord_like_keep(&detector->like, &like, retire, owned);
    return owned;
}

/* Fetch, decide, update, report: one performed check. */
static inline void decide(scord_detector_t *detector, const scord_detector_request_t *request,
                          const scord_metadata_place_t *place, uint64_t cycle,
                          scord_retire_t *retire) {
    bool tag_miss;
    retire->metadata_before = scord_metadata_accessor_read(&detector->metadata, place, &tag_miss);
    retire->tag_miss = tag_miss;
    if (tag_miss)
        detector->losses.forgotten_owners += scord_metadata_accessor_forgets(&detector->metadata,
                                                                             place);
    const bool owned = decide_word(detector, request, place, retire);
    if (detector->wraps.any) count_wraps(detector, request, place, retire, owned);
    detector->wraps.now++;
    scord_metadata_accessor_write(&detector->metadata, place, retire->metadata_after);
    if (retire->verdict != SCORD_VERDICT_CLEAN)
        log_record(detector, request, retire->metadata_before, retire, cycle);
}

static void count_decided(scord_model_counters_t *counters, const scord_retire_t *retire) {
    assert(retire->path < SCORD_PATH_COUNT && retire->verdict < SCORD_VERDICT_COUNT);
    counters->checks++;
    counters->tag_miss += retire->tag_miss;
    counters->path[retire->path]++;
    counters->verdict[retire->verdict]++;
}

/* The start of a check, performed or not. */
static void start_check(scord_detector_t *detector, const scord_detector_request_t *request,
                        unsigned word, scord_retire_t *retire) {
    assert(request->kind == SCORD_REQUEST_KIND_ACCESS && word < SCORD_SEGMENT_WORDS &&
           request->mask >> word & 1);
    start_retire(request, scord_word_address(request, word), retire);
    if (detector->request != request || detector->request_sequence != request->sequence ||
        word == (unsigned)__builtin_ctz(request->mask))
        scord_like_start(&detector->like, request);
    detector->request = request;
    detector->request_sequence = request->sequence;
    if (word == (unsigned)__builtin_ctz(request->mask)) count_system_scope(detector, request);
    if (detector->acquire_release && word == (unsigned)__builtin_ctz(request->mask))
        start_request(detector, request);
}

void scord_detector_check(scord_detector_t *detector, const scord_detector_request_t *request,
                          unsigned word, uint64_t cycle, scord_retire_t *retire) {
    start_check(detector, request, word, retire);
    scord_metadata_place_t place;
    if (!scord_metadata_accessor_locate(&detector->metadata, retire->address, &place)) { /* D24 */
        retire->path = SCORD_PATH_UNTRACKED;
        detector->counters.untracked++;
        return;
    }
    decide(detector, request, &place, cycle, retire);
    count_decided(&detector->counters, retire);
}

/* Whose words behind WORD, up to the first other one, have its flags (scord_like_word_t). */
static uint32_t words_behind(const scord_detector_t *detector,
                             const scord_detector_request_t *request, unsigned word) {
    const uint32_t behind = request->mask & UINT32_MAX << 1 << word;
    if (!detector->independent_threads) return behind;
    const uint32_t several = scord_word_several(request, word) ? UINT32_MAX : 0,
                   differ = scord_word_differs(request, word) ? UINT32_MAX : 0,
                   other = behind & ((request->several_threads ^ several) |
                                     (request->lanes_differ ^ differ));
    return behind & ((other & (0 - other)) - 1);
}

/* ThreadIDs of the request's words from WORD on; false: in no order. */
static bool threads_of_run(const scord_detector_t *detector,
                           const scord_detector_request_t *request, unsigned word, uint32_t words,
                           scord_run_threads_t *threads) {
    unsigned lane_of_0;
    if (!detector->independent_threads) {
        memset(threads, 0, sizeof *threads);
        return true;
    }
    for (unsigned log2 = 0; 1 << log2 <= MOST_WORDS; log2++) { /* words a lane */
        if (!SCORD_WORD_THREADS_FOLLOW(request, words, log2, &lane_of_0)) continue;
        *threads = scord_run_threads(lane_of_0, word, log2);
        return true;
    }
    return false;
}

/* The ThreadID of the accessor on each word of the run, or none where no rule sees it. False: they
 * are in no order. */
static bool threads_seen(const scord_detector_t *detector, const scord_detector_request_t *request,
                         unsigned word, uint32_t words, scord_run_threads_t *threads) {
    if (request->has_diverged || detector->like.owned)
        return threads_of_run(detector, request, word, words, threads);
    memset(threads, 0, sizeof *threads);
    return true;
}

/* Neighbours WORDS of the segment whose entries begin at FIRST, when they are all like the word
 * before: false, and nothing changes, else. */
static bool take_run(scord_detector_t *detector, const scord_detector_request_t *request,
                     uint64_t first, uint32_t words) {
    const scord_like_words_t *like = &detector->like;
    const unsigned word = (unsigned)__builtin_ctz(words),
                   count = 32 - (unsigned)__builtin_clz(words) - word;
    const uint64_t index = first + word;
    const bool own = like->word.flags & SCORD_LIKE_OWN;
    scord_run_threads_t threads;
    if (!threads_seen(detector, request, word, words, &threads)) return false;
    const scord_run_difference_t differ =
        scord_metadata_run_differs(&detector->metadata, index, count, like->word.entry, threads);
    if ((differ.bits & ~SCORD_LIKE_THREAD_MASK) != 0) return false;
    if (request->has_diverged && (own ? differ.bits != 0 : differ.none)) return false;
    if (like->owned)
        scord_metadata_run_set(&detector->metadata, index, count, like->after, threads);
    else
        scord_metadata_run_keep(&detector->metadata, index, count, like->after);
    return true;
}

/* Those of WORDS that are like the word before, up to the first that is not, one after the other.
 */
static uint32_t take_words(scord_detector_t *detector, const scord_detector_request_t *request,
                           uint64_t first, uint32_t words) {
    const scord_like_words_t *like = &detector->like;
    scord_metadata_accessor_t *metadata = &detector->metadata;
    uint8_t thread[SCORD_SEGMENT_WORDS] = {0};
    if (detector->independent_threads) SCORD_WORD_THREADS(request, thread);
    const bool own = like->word.flags & SCORD_LIKE_OWN;
    uint32_t left = words;
    scord_metadata_accessor_use(metadata, first + (unsigned)__builtin_ctz(words));
    scord_metadata_accessor_use(metadata, first + 31 - (unsigned)__builtin_clz(words));
    for (; left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctz(left);
        const uint64_t entry = scord_metadata_accessor_entry(metadata, first + i);
        const unsigned before = scord_like_thread(entry);
        if ((entry & ~SCORD_LIKE_THREAD_MASK) != like->word.entry ||
            (request->has_diverged && (before == thread[i]) != own))
            break;
        const uint64_t after = like->owned ? thread[i] : before;
        metadata->entries[first + i] = (like->after | after << SCORD_METADATA_THREAD_ID_SHIFT) ^
                                       SCORD_METADATA_RESET_IMAGE;
    }
    return words & ~left;
}

/* The same, neighbours at once; many runs of few words one after the other. */
static uint32_t take_alike(scord_detector_t *detector, const scord_detector_request_t *request,
                           uint64_t first, uint32_t words) {
    enum { MOST_RUNS = 4 };
    uint32_t left = words, more = words & ~(words << 1); /* where runs begin */
    for (unsigned i = 0; i < MOST_RUNS; i++) more &= more - 1;
    if (more) return take_words(detector, request, first, words);
    while (left) {
        const uint32_t run = scord_lowest_run(left);
        const uint32_t taken = take_run(detector, request, first, run)
                                   ? run
                                   : take_words(detector, request, first, run);
        left &= ~taken;
        if (taken != run) break;
    }
    return words & ~left;
}

/* What the words of the segment whose entries begin at FIRST have now. */
static void keep_entries(const scord_detector_t *detector, uint64_t first,
                         scord_alike_words_t *kept) {
    memcpy(kept->hidden, &detector->metadata.entries[first], sizeof kept->hidden);
    kept->owned = detector->like.owned;
    kept->threads = detector->independent_threads;
}

uint32_t scord_detector_check_alike(scord_detector_t *detector,
                                    const scord_detector_request_t *request, unsigned word,
                                    const scord_retire_t *retire, scord_alike_words_t *kept) {
    const scord_like_words_t *like = &detector->like;
    uint64_t first;
    if (!like->known || detector->observe || retire->verdict != SCORD_VERDICT_CLEAN ||
        retire->path == SCORD_PATH_UNTRACKED ||
        !scord_metadata_accessor_segment(&detector->metadata, request->address, &first))
        return 0;
    assert(detector->request == request && retire->address == scord_word_address(request, word) &&
           retire->path == like->path && like->verdict == SCORD_VERDICT_CLEAN);
    const uint32_t words = words_behind(detector, request, word);
    if (words == 0) return 0;
    if (kept) keep_entries(detector, first, kept);
    const uint32_t alike = take_alike(detector, request, first, words);
    const unsigned count = (unsigned)__builtin_popcount(alike);
    if (detector->wraps.any && alike) {
        const scord_metadata_t before = scord_metadata_from_bits(like->word.entry);
        scord_wraps_check_alike(&detector->wraps, first, alike, &before, request,
                                detector->independent_threads, (scord_path_t)like->path,
                                like->owned, &detector->losses);
    }
    detector->wraps.now += count;
    detector->counters.checks += count;
    detector->counters.path[like->path] += count;
    detector->counters.verdict[SCORD_VERDICT_CLEAN] += count;
    return alike;
}

/* D27. Not a race and not a check (D33): it has a counter of its own. */
void scord_detector_check_not_performed(scord_detector_t *detector,
                                        const scord_detector_request_t *request, unsigned word,
                                        uint64_t cycle, scord_retire_t *retire) {
    start_check(detector, request, word, retire);
    retire->path = SCORD_PATH_NOT_PERFORMED;
    retire->verdict = SCORD_VERDICT_NOT_PERFORMED;
    detector->counters.not_performed++;
    log_record(detector, request, 0, retire, cycle);
}

/* D61: a fence orders relaxed accesses on its other side; of system scope, as of device scope
 * (D65). It acquires first, so that its release includes what it acquired. */
static void order_fence(scord_detector_t *detector, const scord_detector_request_t *request) {
    const scord_semantics_t semantics = (scord_semantics_t)request->semantics;
    if (scord_fence_acquires(semantics))
        scord_release_numbers_fence(&detector->release_numbers, request->block_id);
    if (scord_fence_releases(semantics)) release(detector, request);
}

void scord_detector_fence(scord_detector_t *detector, const scord_detector_request_t *request,
                          scord_retire_t *retire) {
    assert(request->kind == SCORD_REQUEST_KIND_FENCE);
    start_retire(request, 0, retire);
    detector->like.known = false;
    retire->scope = request->scope & SCOPE_FLAG;
    count_fence(detector, request);
    if (detector->acquire_release) order_fence(detector, request);
    count_system_scope(detector, request);
    detector->counters.fences++;
}

void scord_detector_decide_entry(const scord_detector_t *detector, uint64_t entry,
                                 unsigned thread_id, bool several, scord_retire_t *retire) {
    const scord_detector_request_t *request = detector->request;
    assert(request && thread_id < SCORD_THREADS_PER_WARP);
    const scord_metadata_t metadata = scord_metadata_from_bits(entry);
    scord_check_t check = make_check(detector, request, &metadata, metadata.tag,
                                     word_of(request, retire), detector->independent_threads,
                                     detector->acquire_release);
    if (detector->independent_threads) check.thread_id = (uint8_t)thread_id;
    check.several_threads = detector->independent_threads && several;
    uint64_t after;
    const scord_outcome_t outcome = look_up(detector, request, entry, &check, &after);
    retire->metadata_before = entry;
    retire_decided(retire, after, scord_outcome_path(outcome), scord_outcome_verdict(outcome),
                   (outcome & SCORD_OUTCOME_BLOCK_SCOPE) != 0);
}
