/* SPDX-License-Identifier: Apache-2.0 */
/* judge.c: see judge.h.
 *
 * A cause is found by lifting one approximation at a time (variant.h): what is then right was wrong
 * because of it. What stays wrong with all of them lifted is the algorithm's: its rules look at the
 * owner's fences, not at whether another thread observed them.
 */
#include "tb/eval/accuracy/judge.h"

#include <stdio.h>
#include <string.h>

#include "cmodel/stream/event_stream.h"

const char *cause_name(cause_t cause) {
    static const char *const names[CAUSE_COUNT] = {
        [CAUSE_TAG_ALIAS] = "tag alias (D23)",
        [CAUSE_OWNER] = "owner overwritten",
        [CAUSE_WRAP] = "counter wrap (D9)",
        [CAUSE_BLOOM] = "bloom collision (D21)",
        [CAUSE_LOCK_TABLE] = "lock table full (D20)",
        [CAUSE_WARP] = "warp granularity",
        [CAUSE_NUMBER] = "number of another release (D63)",
        [CAUSE_BLOCK] = "another warp of the block (D61)",
        [CAUSE_PATTERN] = "release taken for a fence (D61)",
        [CAUSE_SEQUENCE] = "scope inside a release sequence (D61)",
        [CAUSE_SEVERAL] = "several of these",
        [CAUSE_REPORTED] = "word reported before (D16)",
        [CAUSE_ACQUIRE] = "no acquire, unseen",
        [CAUSE_FENCE_UNSEEN] = "fence never observed",
        [CAUSE_RULES] = "rules (Table IV)",
    };
    return names[cause];
}

/* ---- one run ---- */

static void observe(void *context, const scord_event_t *event, const scord_retire_t *retire) {
    scord_oracle_report_retire(context, event, retire);
}

static bool fail(const char *path, const char *message) {
    fprintf(stderr, "eval_accuracy: %s: %s\n", path, message);
    return false;
}

static bool run_events(const char *path, scord_stream_reader_t *reader,
                       scord_oracle_report_t *report, variant_t *variant) {
    scord_stream_error_t error;
    scord_event_t event;
    scord_stream_status_t status;
    while ((status = scord_stream_read(reader, &event, &error)) == SCORD_STREAM_OK) {
        if (scord_oracle_report_event(report, &event) != SCORD_ORACLE_OK)
            return fail(path, scord_oracle_report_message(report));
        if (variant && !variant_event(variant, &event)) return fail(path, "out of memory");
    }
    return status == SCORD_STREAM_END || fail(path, error.message);
}

/* options NULL: the oracle alone. */
static bool run(const char *path, const scord_oracle_axes_t *axes, const variant_options_t *options,
                judgement_t *judgement) {
    scord_stream_error_t error;
    judgement->report = scord_oracle_report_create("accuracy", axes);
    scord_stream_reader_t *reader = scord_stream_open_reader(path, &error);
    variant_t *variant = options && judgement->report
                             ? variant_create(options, observe, judgement->report)
                             : NULL;
    bool ok = false;
    if (!reader)
        fail(path, error.message);
    else if (!judgement->report || (options && !variant))
        fail(path, "out of memory");
    else
        ok = run_events(path, reader, judgement->report, variant);
    if (ok) scord_oracle_report_counts(judgement->report, &judgement->counts);
    variant_destroy(variant);
    if (reader) scord_stream_close_reader(reader);
    if (!ok) judgement_free(judgement);
    return ok;
}

bool judge_stream(const char *path, const scord_oracle_axes_t *axes,
                  const variant_options_t *options, judgement_t *judgement) {
    return run(path, axes, options, judgement);
}

void judgement_free(judgement_t *judgement) {
    scord_oracle_report_destroy(judgement->report);
    judgement->report = NULL;
}

/* ---- looking things up ---- */

static bool missed(const oracle_site_t *site) { return site->detector_verdicts == 0; }
static bool invented(const detector_site_t *site) { return site->true_words == 0; }
static bool inside_warp(const oracle_site_t *site) {
    return site->pairs == site->pairs_by_relation[SCORD_ORACLE_RELATION_WARP];
}

/* The same oracle on the same stream numbers its sites alike; another model need not have them. */
static const oracle_site_t *site_like(const scord_oracle_report_t *report,
                                      const oracle_site_t *wanted) {
    for (uint32_t i = 0; i < report->sites; i++)
        if (report->site[i].pc[0] == wanted->pc[0] && report->site[i].pc[1] == wanted->pc[1] &&
            report->site[i].conflict == wanted->conflict)
            return &report->site[i];
    return NULL;
}

static bool invents_at(const scord_oracle_report_t *report, uint32_t pc) {
    for (uint32_t i = 0; i < report->detected_sites; i++)
        if (report->detected[i].pc == pc && invented(&report->detected[i])) return true;
    return false;
}

/* ---- causes ---- */

typedef struct lifted {
    cause_t cause;
    variant_options_t options;
} lifted_t;

enum { LIFTED = CAUSE_SEVERAL + 1 };

static bool has_order(const variant_options_t *options) {
    return options->order.kind == VARIANT_ORDER_NUMBERS;
}

/* Whether lifting it can change anything. */
static bool can_lift(const variant_options_t *options, cause_t cause) {
    return has_order(options) || (cause < CAUSE_NUMBER || cause > CAUSE_BLOCK);
}

static void lift_each(const variant_options_t *base, lifted_t lifted[LIFTED]) {
    for (unsigned i = 0; i < LIFTED; i++)
        lifted[i] = (lifted_t){.cause = (cause_t)i, .options = *base};
    variant_options_t *all = &lifted[CAUSE_SEVERAL].options;
    lifted[CAUSE_TAG_ALIAS].options.log2_cache_ratio = all->log2_cache_ratio = 0;
    lifted[CAUSE_OWNER].options.all_accessors = all->all_accessors = true;
    lifted[CAUSE_WRAP].options.fence_bits = lifted[CAUSE_WRAP].options.barrier_bits =
        all->fence_bits = all->barrier_bits = 32;
    lifted[CAUSE_BLOOM].options.exact_locks = all->exact_locks = true;
    lifted[CAUSE_LOCK_TABLE].options.lock_entries = all->lock_entries = VARIANT_LOCKS_MAX;
    lifted[CAUSE_WARP].options.threads = all->threads = true;
    if (!has_order(base)) return;
    lifted[CAUSE_WRAP].options.order.bits = all->order.bits = 32;
    for (cause_t cause = CAUSE_NUMBER; cause <= CAUSE_SEVERAL; cause++)
        lifted[cause].options.order.kind = VARIANT_ORDER_EXACT;
    lifted[CAUSE_PATTERN].options.order.fences_only = all->order.fences_only = true;
    lifted[CAUSE_SEQUENCE].options.order.sequence_scopes = all->order.sequence_scopes = true;
    lifted[CAUSE_BLOCK].options.order.by_block = all->order.by_block = false;
    all->keeps_history = true;
}

typedef struct fence_search {
    const scord_oracle_race_t *race;
    bool found;
} fence_search_t;

/* Between the two accesses the first one's warp executed a fence that reaches the second. */
static void search_fence(fence_search_t *search, const scord_event_t *event) {
    const scord_oracle_access_t *first = &search->race->first;
    if (event->kind != SCORD_EVENT_KIND_FENCE || event->sequence <= first->sequence ||
        event->sequence >= search->race->second.sequence)
        return;
    const bool reaches = event->fence.scope != SCORD_SCOPE_BLOCK ||
                         search->race->relation != SCORD_ORACLE_RELATION_DEVICE;
    search->found |= reaches && event->fence.sm == first->sm && event->fence.warp == first->warp;
}

static bool fenced_between(const char *path, const scord_oracle_race_t *race) {
    fence_search_t search = {.race = race};
    scord_stream_error_t error;
    scord_event_t event;
    scord_stream_reader_t *reader = scord_stream_open_reader(path, &error);
    while (reader && scord_stream_read(reader, &event, &error) == SCORD_STREAM_OK)
        search_fence(&search, &event);
    if (reader) scord_stream_close_reader(reader);
    return search.found;
}

/* The detector reports a race on the word of the site's example. */
static bool word_reported(const scord_oracle_report_t *report, const oracle_site_t *site) {
    for (uint32_t i = 0; i < report->detected_words.count; i++)
        if (report->detected_words.entry[i].word ==
            site->example.address / SCORD_WORD_BYTES * SCORD_WORD_BYTES)
            return true;
    return false;
}

/* Nothing lifted helps: is it the reading side, or a fence without a waiting reader? */
static cause_t residual(const char *path, const judgement_t *base, const judgement_t *implicit,
                        const oracle_site_t *site) {
    if (word_reported(base->report, site)) return CAUSE_REPORTED;
    if (!site_like(implicit->report, site)) return CAUSE_ACQUIRE;
    return fenced_between(path, &site->example) ? CAUSE_FENCE_UNSEEN : CAUSE_RULES;
}

static void causes_of_missed(const char *path, const variant_options_t *options,
                             const judgement_t *base, const judgement_t lifted[LIFTED],
                             const judgement_t *implicit, causes_t *causes) {
    for (uint32_t i = 0; i < base->report->sites; i++) {
        const oracle_site_t *site = &base->report->site[i];
        unsigned cause = 0;
        if (!missed(site)) continue;
        while (cause < LIFTED && (!lifted[cause].report || missed(&lifted[cause].report->site[i])))
            cause++;
        if (cause == CAUSE_SEVERAL && has_order(options) && word_reported(base->report, site))
            cause = LIFTED; /* probably because of D16 */
        if (inside_warp(site)) cause = CAUSE_WARP;
        causes->missed[cause < LIFTED ? (cause_t)cause : residual(path, base, implicit, site)]++;
    }
}

static void causes_of_invented(const judgement_t *base, const judgement_t lifted[LIFTED],
                               causes_t *causes) {
    for (uint32_t i = 0; i < base->report->detected_sites; i++) {
        const detector_site_t *site = &base->report->detected[i];
        unsigned cause = 0;
        if (!invented(site)) continue;
        while (cause < LIFTED &&
               (!lifted[cause].report || invents_at(lifted[cause].report, site->pc)))
            cause++;
        causes->invented[cause < LIFTED ? (cause_t)cause : CAUSE_RULES]++;
    }
}

bool find_causes(const char *path, const scord_oracle_axes_t *axes,
                 const variant_options_t *options, const judgement_t *base, causes_t *causes) {
    if (base->counts.missed == 0 && base->counts.false_positives == 0) return true;
    lifted_t lifted[LIFTED];
    judgement_t results[LIFTED] = {{.report = NULL}}, implicit = {.report = NULL};
    scord_oracle_axes_t acquiring = *axes;
    acquiring.acquire = SCORD_ORACLE_ACQUIRE_IMPLICIT;
    lift_each(options, lifted);
    bool ok = run(path, &acquiring, NULL, &implicit);
    for (unsigned i = 0; i < LIFTED && ok; i++)
        if (can_lift(options, (cause_t)i)) ok = run(path, axes, &lifted[i].options, &results[i]);
    if (ok) {
        causes_of_missed(path, options, base, results, &implicit, causes);
        causes_of_invented(base, results, causes);
    }
    for (unsigned i = 0; i < LIFTED; i++) judgement_free(&results[i]);
    judgement_free(&implicit);
    return ok;
}
