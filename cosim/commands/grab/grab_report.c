/* SPDX-License-Identifier: Apache-2.0 */
/* grab_report.c: the bug report of one level of caches by source lines (GRAB section 4.4, Figure
 * 8): root causes ranked by the faults that they cause, what they affect, and who evicts whom.
 */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/grab/grab_internal.h"
#include "cmodel/report/source_text.h"
#include "cosim/commands/compile/source_path.h"

const char *const grab_fault_names[GRAB_FAULT_COUNT] = {"mh", "m*h", "mm"};
const char *const grab_fault_words[GRAB_FAULT_COUNT] = {
    "hits alone, missed among others; the cache had room",
    "hits alone, missed among others; the cache was full", "missed, and would miss alone too"};
/* Table 2. */
const char *const grab_fault_remedies[GRAB_FAULT_COUNT] = {
    "manage the cache better: lay the data out so that these blocks fall into different sets (pad "
    "or move an array), or change the order of accesses",
    "run fewer threads at a time, or take accesses away from the cache: keep the data in shared "
    "memory",
    "use less global memory in each thread: keep in registers what the thread itself loads or "
    "stores again"};

/* Counts of a pair of lines, or the 64 blocks of a page that they had to do with: merged when lines
 * and page are the same. */
typedef struct triple {
    uint32_t from, to;
    uint64_t page;
    uint64_t by_type[GRAB_FAULT_COUNT]; /* counts, or bits */
} triple_t;

/* ---- lines ---- */

static bool same_line(const grab_line_t *line, const char *file, uint32_t number) {
    return line->line == number && number != 0 && strcmp(line->file, file) == 0;
}

static void name_file(const grab_site_t *site, const char *directory, char *file, size_t size) {
    file[0] = '\0';
    if (site->file && site->line != 0) source_path_shorten(site->file, directory, file, size);
}

static uint32_t line_of(grab_report_t *report, const grab_site_t *site, const char *directory) {
    char file[sizeof report->line->file];
    name_file(site, directory, file, sizeof file);
    for (uint32_t i = 0; file[0] != '\0' && i < report->lines; i++)
        if (same_line(&report->line[i], file, site->line)) return i;
    assert(report->lines < report->results->sites);
    grab_line_t *line = &report->line[report->lines];
    *line = (grab_line_t){
        .line = file[0] == '\0' ? 0 : site->line, .pc = site->pc, .function = site->function};
    memcpy(line->file, file, sizeof file);
    return report->lines++;
}

static bool take_lines(grab_report_t *report, const char *directory) {
    const grab_results_t *results = report->results;
    report->line = calloc((size_t)results->sites + 1, sizeof *report->line);
    report->line_of_site = calloc((size_t)results->sites + 1, sizeof *report->line_of_site);
    if (!report->line || !report->line_of_site) return false;
    for (uint32_t i = 0; i < results->sites; i++) {
        const uint32_t line = line_of(report, &results->site[i], directory);
        report->line_of_site[i] = line;
        if (i < report->account->sites)
            grab_counts_sum(&report->line[line].counts, &report->account->site[i]);
    }
    return true;
}

/* ---- tables by line ---- */

static int by_triple(const void *a, const void *b) {
    const triple_t *x = a, *y = b;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    if (x->to != y->to) return x->to < y->to ? -1 : 1;
    return x->page < y->page ? -1 : x->page > y->page;
}

/* How an entry of a table becomes a triple. */
typedef enum table { SITES_BY_ROOT, SITES_BY_EVICTOR, EFFECTS, ROOTS, AFFECTED } table_t;

/* KEYS: root << 32 | affected, or a root alone; EVICTOR: of counts. */
static triple_t triple_of(const grab_report_t *report, table_t table, uint64_t keys,
                          uint64_t evictor) {
    const uint32_t *line = report->line_of_site;
    switch (table) {
    case SITES_BY_EVICTOR: return (triple_t){.from = line[evictor], .to = line[(uint32_t)keys]};
    case ROOTS: return (triple_t){.from = line[keys]};
    case AFFECTED: return (triple_t){.to = line[(uint32_t)keys]};
    case SITES_BY_ROOT:
    case EFFECTS: break;
    }
    return (triple_t){.from = line[keys >> 32], .to = line[(uint32_t)keys]};
}

/* In order, and those of the same lines and page are one. Returns their number. */
static size_t merge(triple_t *triple, size_t count, bool bits) {
    size_t kept = 0;
    qsort(triple, count, sizeof *triple, by_triple);
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || by_triple(&triple[kept - 1], &triple[i]) != 0) {
            triple[kept++] = triple[i];
            continue;
        }
        uint64_t *sum = triple[kept - 1].by_type;
        for (unsigned type = 0; type < GRAB_FAULT_COUNT; type++)
            sum[type] = bits ? sum[type] | triple[i].by_type[type]
                             : sum[type] + triple[i].by_type[type];
    }
    assert(kept <= count);
    return kept;
}

/* The counts of faults by line. NULL: out of memory. */
static triple_t *counts_by_line(const grab_report_t *report, table_t table, size_t *count) {
    const grab_tally_t *tally = &report->account->sites_of_faults;
    triple_t *triple = calloc(tally->used + 1, sizeof *triple);
    size_t found = 0;
    *count = 0;
    if (!triple) return NULL;
    for (size_t i = 0; i < tally->places; i++) {
        const grab_entry_t *entry = &tally->place[i];
        if (grab_entry_is_free(entry)) continue;
        assert(found < tally->used);
        triple[found] = triple_of(report, table, entry->second, entry->first);
        memcpy(triple[found++].by_type, entry->faults, sizeof entry->faults);
    }
    *count = merge(triple, found, false);
    return triple;
}

/* The blocks of faults by line. NULL: out of memory. */
static triple_t *blocks_by_line(const grab_report_t *report, table_t table, size_t *count) {
    const grab_marks_t *marks = table == ROOTS ? &report->account->roots
                                               : &report->account->effects;
    triple_t *triple = calloc(marks->used + 1, sizeof *triple);
    size_t found = 0;
    *count = 0;
    if (!triple) return NULL;
    for (size_t i = 0; i < marks->places; i++) {
        const grab_mark_t *mark = &marks->place[i];
        if (grab_mark_is_free(mark)) continue;
        assert(found < marks->used);
        triple[found] = triple_of(report, table, mark->key, 0);
        triple[found].page = mark->page;
        memcpy(triple[found++].by_type, mark->bits, sizeof mark->bits);
    }
    *count = merge(triple, found, true);
    return triple;
}

static uint64_t blocks_in(uint64_t bits) { return (uint64_t)__builtin_popcountll(bits); }

/* Counts as links. NULL: out of memory. */
static grab_link_t *links(const grab_report_t *report, table_t table, uint32_t *count) {
    size_t found;
    triple_t *triple = counts_by_line(report, table, &found);
    grab_link_t *link = !triple ? NULL : calloc(found + 1, sizeof *link);
    *count = !link ? 0 : (uint32_t)found;
    for (size_t i = 0; i < *count; i++) {
        link[i] = (grab_link_t){.from = triple[i].from, .to = triple[i].to};
        memcpy(link[i].faults, triple[i].by_type, sizeof link[i].faults);
    }
    free(triple);
    return link;
}

/* The different blocks of every root link: both are in the same order. */
static bool count_blocks(grab_report_t *report) {
    size_t found, at = 0;
    triple_t *effect = blocks_by_line(report, EFFECTS, &found);
    for (size_t i = 0; effect && i < found; i++) {
        while (at < report->root_links && (report->root_link[at].from != effect[i].from ||
                                           report->root_link[at].to != effect[i].to))
            at++;
        assert(at < report->root_links); /* every effect is of a root link */
        for (unsigned type = 0; type < GRAB_FAULT_COUNT; type++)
            report->root_link[at].blocks[type] += blocks_in(effect[i].by_type[type]);
    }
    free(effect);
    return effect;
}

/* ---- causes ---- */

static int by_count(const void *a, const void *b) {
    const grab_ranked_t *x = a, *y = b;
    if (x->count != y->count) return x->count < y->count ? 1 : -1;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    return (int)x->type - (int)y->type;
}

static void add_causes(grab_report_t *report, uint32_t first, uint32_t behind) {
    assert(first < behind && behind <= report->root_links);
    for (unsigned type = 0; type < GRAB_FAULT_COUNT; type++) {
        uint64_t count = 0;
        for (uint32_t i = first; i < behind; i++) count += report->root_link[i].faults[type];
        if (count == 0) continue;
        report->cause[report->causes++] = (grab_ranked_t){.line = report->root_link[first].from,
                                                          .type = (grab_fault_t)type,
                                                          .count = count,
                                                          .first = first,
                                                          .links = behind - first};
        report->fault[type].roots++;
    }
}

static bool rank_causes(grab_report_t *report) {
    report->cause = calloc((size_t)GRAB_FAULT_COUNT * report->root_links + 1,
                           sizeof *report->cause);
    if (!report->cause) return false;
    for (uint32_t first = 0, behind; first < report->root_links; first = behind) {
        for (behind = first; behind < report->root_links &&
                             report->root_link[behind].from == report->root_link[first].from;)
            behind++;
        add_causes(report, first, behind);
    }
    qsort(report->cause, report->causes, sizeof *report->cause, by_count);
    return true;
}

static bool count_root_blocks(grab_report_t *report) {
    size_t found;
    triple_t *root = blocks_by_line(report, ROOTS, &found);
    if (!root) return false;
    for (uint32_t cause = 0; cause < report->causes; cause++)
        for (size_t i = 0; i < found; i++)
            if (root[i].from == report->cause[cause].line)
                report->cause[cause].blocks +=
                    blocks_in(root[i].by_type[report->cause[cause].type]);
    for (size_t i = 0; i < found; i++)
        for (unsigned type = 0; type < GRAB_FAULT_COUNT; type++)
            report->fault[type].root_blocks += blocks_in(root[i].by_type[type]);
    free(root);
    return true;
}

static bool count_affected(grab_report_t *report) {
    size_t found;
    triple_t *affected = blocks_by_line(report, AFFECTED, &found);
    if (!affected) return false;
    for (size_t i = 0; i < found; i++)
        for (unsigned type = 0; type < GRAB_FAULT_COUNT; type++)
            report->fault[type].affected_blocks += blocks_in(affected[i].by_type[type]);
    free(affected);
    for (uint32_t line = 0; line < report->lines; line++)
        for (unsigned type = 0; type < GRAB_FAULT_COUNT; type++) {
            const grab_counts_t *counts = &report->line[line].counts;
            report->fault[type].affected += counts->faults[type] >
                                            (type == GRAB_FAULT_MM ? counts->cold : 0);
        }
    return true;
}

bool grab_report_make(grab_report_t *report, const grab_results_t *results, unsigned scoring,
                      grab_level_t level, const char *directory) {
    assert(scoring < results->scorings);
    *report = (grab_report_t){.results = results,
                              .scored = &results->scored[scoring],
                              .account = &results->scored[scoring].account[level],
                              .level = level};
    for (unsigned type = 0; type < GRAB_FAULT_COUNT; type++)
        report->fault[type].count = report->account->total.faults[type];
    report->fault[GRAB_FAULT_MM].cold = report->account->total.cold;
    if (!take_lines(report, directory)) return false;
    report->root_link = links(report, SITES_BY_ROOT, &report->root_links);
    report->evictor_link = links(report, SITES_BY_EVICTOR, &report->evictor_links);
    return report->root_link && report->evictor_link && count_blocks(report) &&
           rank_causes(report) && count_root_blocks(report) && count_affected(report);
}

void grab_report_free(grab_report_t *report) {
    free(report->line);
    free(report->line_of_site);
    free(report->root_link);
    free(report->evictor_link);
    free(report->cause);
    *report = (grab_report_t){0};
}

/* ---- words ---- */

char *grab_line_name(const grab_line_t *line, char *buffer, size_t size) {
    if (line->file[0] == '\0')
        snprintf(buffer, size, "pc 0x%x", (unsigned)line->pc);
    else
        snprintf(buffer, size, "%s:%u", line->file, (unsigned)line->line);
    return buffer;
}

char *grab_line_text(const grab_line_t *line, char *buffer, size_t size) {
    buffer[0] = '\0';
    if (line->file[0] == '\0' || !scord_source_text(line->file, line->line, buffer, size))
        buffer[0] = '\0';
    return buffer;
}

char *grab_geometry_words(const grab_geometry_t *geometry, char *buffer, size_t size) {
    const unsigned long long bytes = (unsigned long long)geometry->ways * geometry->sets *
                                     geometry->line;
    const bool kilo = bytes % 1024 == 0;
    snprintf(buffer, size, "%llu %s: %u ways, %u sets, lines of %u bytes, %s",
             kilo ? bytes / 1024 : bytes, kilo ? "KB" : "bytes", geometry->ways, geometry->sets,
             geometry->line, geometry->policy == GRAB_FIFO ? "FIFO" : "LRU");
    return buffer;
}

int grab_write_file(const char *path, const grab_about_t *about,
                    bool (*put)(FILE *out, const grab_about_t *about)) {
    const bool standard = strcmp(path, "-") == 0;
    FILE *out = standard ? stdout : fopen(path, "w");
    if (!out) return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: %s", path, strerror(errno));
    const bool whole = put(out, about), flushed = fflush(out) == 0 && !ferror(out);
    if (!standard) fclose(out);
    if (!whole) return scord_fail(SCORD_EXIT_ENVIRONMENT, "grab: out of memory for the report");
    return flushed ? 0 : scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: cannot write the report", path);
}
