/* SPDX-License-Identifier: Apache-2.0 */
/* oracle_sites.c: groups races and reports by site and compares them (oracle_report.h).
 */
#include "cmodel/oracle/oracle_sites.h"
#include "cmodel/base/array.h"

#include <stdlib.h>
#include <string.h>

/* ---- tables ---- */

enum { WORD_BITS = SCORD_ADDRESS_WIDTH - 2 }; /* of a word number */

static uint64_t word_of(uint64_t address) { return address / SCORD_WORD_BYTES * SCORD_WORD_BYTES; }

static uint64_t word_key(uint32_t site, uint64_t word) {
    const uint64_t number = word / SCORD_WORD_BYTES & ((UINT64_C(1) << WORD_BITS) - 1);
    return (uint64_t)site << WORD_BITS | number;
}

/* Adds the pair; *added says whether it is new. False: no memory. */
static bool add_word(site_words_t *words, uint32_t site, uint64_t word, bool *added) {
    const uint64_t key = word_key(site, word);
    *added = scord_index_map_find(&words->map, key) == SCORD_INDEX_NONE;
    if (!*added) return true;
    if (!SCORD_ARRAY_ROOM(words->entry, words->capacity, words->count + 1) ||
        !scord_index_map_add(&words->map, key, words->count))
        return false;
    words->entry[words->count++] = (site_word_t){site, word};
    return true;
}

/* ---- oracle ---- */

static oracle_site_t *oracle_site(scord_oracle_report_t *report, const scord_oracle_race_t *race) {
    const uint32_t a = race->first.pc, b = race->second.pc, low = a < b ? a : b,
                   high = a < b ? b : a;
    const uint64_t key = (uint64_t)low << 32 | high;
    scord_index_map_t *map = &report->site_map[race->conflict];
    const uint32_t index = scord_index_map_find(map, key);
    if (index != SCORD_INDEX_NONE) return &report->site[index];
    if (!SCORD_ARRAY_ROOM(report->site, report->site_capacity, report->sites + 1) ||
        !scord_index_map_add(map, key, report->sites))
        return NULL;
    oracle_site_t *site = &report->site[report->sites++];
    *site = (oracle_site_t){.pc = {low, high}, .conflict = race->conflict, .example = *race};
    return site;
}

static void note_event_word(scord_oracle_report_t *report, uint64_t word) {
    for (unsigned i = 0; i < report->event_words; i++)
        if (report->event_word[i] == word) return;
    if (report->event_words == ORACLE_EVENT_WORDS)
        return; /* more words than lanes × 16 bytes: cannot be */
    report->event_matched[report->event_words] = false;
    report->event_word[report->event_words++] = word;
}

static void observe(void *context, const scord_oracle_race_t *race) {
    scord_oracle_report_t *report = context;
    const uint64_t word = word_of(race->address);
    oracle_site_t *site = oracle_site(report, race);
    bool added;
    if (!site || !add_word(&report->words, (uint32_t)(site - report->site), word, &added)) {
        report->no_memory = true;
        return;
    }
    site->words += added;
    if (race->relation > site->example.relation)
        site->example = *race; /* as the heading, which names the widest */
    site->pairs++;
    site->pairs_by_relation[race->relation]++;
    note_event_word(report, word);
}

/* ---- detector ---- */

static detector_site_t *detected_site(scord_oracle_report_t *report, uint32_t pc, uint8_t verdict) {
    const uint64_t key = (uint64_t)pc << 8 | verdict;
    const uint32_t index = scord_index_map_find(&report->detected_map, key);
    if (index != SCORD_INDEX_NONE) return &report->detected[index];
    if (!SCORD_ARRAY_ROOM(report->detected, report->detected_capacity,
                          report->detected_sites + 1) ||
        !scord_index_map_add(&report->detected_map, key, report->detected_sites))
        return NULL;
    detector_site_t *site = &report->detected[report->detected_sites++];
    *site = (detector_site_t){.pc = pc, .verdict = verdict};
    return site;
}

/* Whether the oracle found a race at this check. */
static bool match_event_word(scord_oracle_report_t *report, uint64_t word, bool reported) {
    for (unsigned i = 0; i < report->event_words; i++)
        if (report->event_word[i] == word) {
            report->event_matched[i] |= reported;
            return true;
        }
    return false;
}

void scord_oracle_report_retire(scord_oracle_report_t *report, const scord_event_t *event,
                                const scord_retire_t *retire) {
    report->has_detector = true;
    if (retire->kind != SCORD_REQUEST_KIND_ACCESS || event->kind != SCORD_EVENT_KIND_ACCESS) return;
    const bool racy = scord_verdict_is_race(retire->verdict);
    const uint64_t word = word_of(retire->address);
    const bool truly = match_event_word(report, word, racy);
    report->counts.checks++;
    report->counts.racy_both += racy && truly;
    report->counts.racy_detector_only += racy && !truly;
    if (!racy) return;
    detector_site_t *site = detected_site(report, event->access.pc, retire->verdict);
    bool added;
    if (!site ||
        !add_word(&report->detected_words, (uint32_t)(site - report->detected), word, &added)) {
        report->no_memory = true;
        return;
    }
    site->reports++;
    site->words += added;
}

/* ---- comparison ---- */

/* The detector reports (PC, word): marks every oracle site with that PC and word as found, and the
 * report as true. */
static bool match_report(scord_oracle_report_t *report, const detector_site_t *detected,
                         uint64_t word) {
    bool any = false;
    for (uint32_t i = 0; i < report->sites; i++) {
        oracle_site_t *site = &report->site[i];
        if ((site->pc[0] != detected->pc && site->pc[1] != detected->pc) ||
            scord_index_map_find(&report->words.map, word_key(i, word)) == SCORD_INDEX_NONE)
            continue;
        site->detector_verdicts |= UINT32_C(1) << detected->verdict;
        any = true;
    }
    return any;
}

static void close_event(scord_oracle_report_t *report) {
    for (unsigned i = 0; i < report->event_words; i++)
        report->counts.racy_oracle_only += !report->event_matched[i];
    report->event_words = 0;
}

static void count_sites(scord_oracle_report_t *report) {
    scord_oracle_counts_t *counts = &report->counts;
    counts->sites = report->sites;
    for (uint32_t i = 0; i < report->sites; i++) {
        const oracle_site_t *site = &report->site[i];
        counts->warp_sites += site->pairs == site->pairs_by_relation[SCORD_ORACLE_RELATION_WARP];
        counts->found += site->detector_verdicts != 0;
        counts->missed += site->detector_verdicts == 0;
    }
    for (uint32_t i = 0; i < report->detected_sites; i++) {
        counts->true_positives += report->detected[i].true_words > 0;
        counts->false_positives += report->detected[i].true_words == 0;
    }
}

void oracle_sites_judge(scord_oracle_report_t *report) {
    if (report->judged) return;
    close_event(report);
    for (uint32_t i = 0; i < report->detected_words.count; i++) {
        const site_word_t *entry = &report->detected_words.entry[i];
        detector_site_t *detected = &report->detected[entry->site];
        detected->true_words += match_report(report, detected, entry->word);
    }
    count_sites(report);
    report->judged = true;
}

/* ---- handle ---- */

scord_oracle_report_t *scord_oracle_report_create(const char *model,
                                                  const scord_oracle_axes_t *axes) {
    scord_oracle_report_t *report = calloc(1, sizeof *report);
    if (!report) return NULL;
    report->oracle = scord_oracle_create(axes, observe, report);
    if (!report->oracle) {
        free(report);
        return NULL;
    }
    snprintf(report->model, sizeof report->model, "%s", model);
    return report;
}

void scord_oracle_report_compare_lanes(scord_oracle_report_t *report) {
    scord_oracle_compare_lanes(report->oracle);
}

void scord_oracle_report_destroy(scord_oracle_report_t *report) {
    if (!report) return;
    scord_oracle_destroy(report->oracle);
    scord_index_map_destroy(&report->site_map[0]);
    scord_index_map_destroy(&report->site_map[1]);
    scord_index_map_destroy(&report->detected_map);
    scord_index_map_destroy(&report->words.map);
    scord_index_map_destroy(&report->detected_words.map);
    free(report->site);
    free(report->detected);
    free(report->words.entry);
    free(report->detected_words.entry);
    free(report);
}

scord_oracle_status_t scord_oracle_report_event(scord_oracle_report_t *report,
                                                const scord_event_t *event) {
    close_event(report);
    const scord_oracle_status_t status = scord_oracle_event(report->oracle, event);
    return status == SCORD_ORACLE_OK && report->no_memory ? SCORD_ORACLE_NO_MEMORY : status;
}

const char *scord_oracle_report_message(const scord_oracle_report_t *report) {
    return report->no_memory ? "out of memory for the report; check a shorter stream"
                             : scord_oracle_message(report->oracle);
}

void scord_oracle_report_counts(scord_oracle_report_t *report, scord_oracle_counts_t *counts) {
    oracle_sites_judge(report);
    *counts = report->counts;
}
