/* SPDX-License-Identifier: Apache-2.0 */
/* grab_json.c: GRAB's report for programs (docs/grab.md, "JSON"; docs/grab-schema.json). Holds
 * nothing of the run's speed: the same requests and caches give the same bytes.
 */
#include <assert.h>

#include "cosim/commands/grab/grab_internal.h"
#include "cmodel/base/json_writer.h"
#include "cmodel/report/notes.h"

static void put_place(json_writer_t *json, const grab_line_t *line) {
    const bool file = line->file[0] != '\0';
    json_put_string(json, "file", file ? line->file : NULL);
    json_put_unsigned(json, "line", line->line);
    if (!file) json_put_unsigned(json, "pc", line->pc);
}

static void put_source(json_writer_t *json, const grab_line_t *line) {
    char text[GRAB_SOURCE_TEXT];
    put_place(json, line);
    json_put_string(json, "function", line->function);
    json_put_string(json, "text", grab_line_text(line, text, sizeof text));
}

static void put_types(json_writer_t *json, const uint64_t faults[GRAB_FAULT_COUNT]) {
    for (unsigned type = 0; type < GRAB_FAULT_COUNT; type++)
        json_put_unsigned(json, grab_fault_names[type], faults[type]);
}

/* hits, and what is no hit. */
static void put_counts(json_writer_t *json, const grab_counts_t *counts) {
    assert(counts->misses + counts->full_misses <= counts->requests);
    json_put_unsigned(json, "requests", counts->requests);
    json_put_unsigned(json, "hits", counts->requests - counts->misses - counts->full_misses);
    json_put_unsigned(json, "misses", counts->misses);
    json_put_unsigned(json, "full_misses", counts->full_misses);
    put_types(json, counts->faults);
    json_put_unsigned(json, "cold", counts->cold);
}

static void put_geometry(json_writer_t *json, const char *name, const grab_geometry_t *geometry) {
    if (geometry->sets == 0) {
        json_put_null(json, name);
        return;
    }
    json_open_object(json, name);
    json_put_unsigned(json, "bytes", (uint64_t)geometry->ways * geometry->sets * geometry->line);
    json_put_unsigned(json, "ways", geometry->ways);
    json_put_unsigned(json, "sets", geometry->sets);
    json_put_unsigned(json, "line", geometry->line);
    json_put_string(json, "policy", geometry->policy == GRAB_FIFO ? "fifo" : "lru");
    json_close(json);
}

static void put_faults(json_writer_t *json, const grab_report_t *report) {
    json_open_object(json, "faults");
    json_lines(json, 8);
    for (unsigned type = 0; type < GRAB_FAULT_COUNT; type++) {
        const grab_summary_t *fault = &report->fault[type];
        json_open_object(json, grab_fault_names[type]);
        json_put_unsigned(json, "count", fault->count);
        json_put_unsigned(json, "cold", fault->cold);
        json_put_unsigned(json, "roots", fault->roots);
        json_put_unsigned(json, "root_blocks", fault->root_blocks);
        json_put_unsigned(json, "affected", fault->affected);
        json_put_unsigned(json, "affected_blocks", fault->affected_blocks);
        json_close(json);
    }
    json_close(json);
}

static void put_affected(json_writer_t *json, const grab_report_t *report,
                         const grab_ranked_t *cause) {
    assert(cause->first + cause->links <= report->root_links && cause->type < GRAB_FAULT_COUNT);
    json_open_array(json, "affected");
    for (uint32_t i = cause->first; i < cause->first + cause->links; i++) {
        const grab_link_t *link = &report->root_link[i];
        if (link->faults[cause->type] == 0) continue;
        json_open_object(json, NULL);
        put_place(json, &report->line[link->to]);
        json_put_unsigned(json, "count", link->faults[cause->type]);
        json_put_unsigned(json, "blocks", link->blocks[cause->type]);
        json_close(json);
    }
    json_close(json);
}

static void put_causes(json_writer_t *json, const grab_report_t *report) {
    json_open_array(json, "causes");
    json_lines(json, 8);
    for (uint32_t i = 0; i < report->causes; i++) {
        const grab_ranked_t *cause = &report->cause[i];
        assert(cause->line < report->lines && cause->count > 0);
        json_open_object(json, NULL);
        json_put_string(json, "type", grab_fault_names[cause->type]);
        put_source(json, &report->line[cause->line]);
        json_put_unsigned(json, "count", cause->count);
        json_put_unsigned(json, "blocks", cause->blocks);
        json_put_string(json, "remedy", grab_fault_remedies[cause->type]);
        put_affected(json, report, cause);
        json_close(json);
    }
    json_close(json);
}

static void put_lines(json_writer_t *json, const grab_report_t *report) {
    json_open_array(json, "lines");
    json_lines(json, 8);
    for (uint32_t i = 0; i < report->lines; i++) {
        if (report->line[i].counts.requests == 0) continue;
        json_open_object(json, NULL);
        put_source(json, &report->line[i]);
        put_counts(json, &report->line[i].counts);
        json_close(json);
    }
    json_close(json);
}

static void put_line(json_writer_t *json, const char *name, const grab_line_t *line) {
    json_open_object(json, name);
    put_place(json, line);
    json_close(json);
}

static void put_matrix(json_writer_t *json, const grab_report_t *report) {
    json_open_array(json, "matrix");
    json_lines(json, 8);
    for (uint32_t i = 0; i < report->evictor_links; i++) {
        const grab_link_t *link = &report->evictor_link[i];
        json_open_object(json, NULL);
        put_line(json, "evictor", &report->line[link->from]);
        put_line(json, "victim", &report->line[link->to]);
        put_types(json, link->faults);
        json_close(json);
    }
    json_close(json);
}

static void put_timeline(json_writer_t *json, const grab_account_t *account) {
    json_open_object(json, "timeline");
    json_put_unsigned(json, "requests_per_bucket",
                      UINT64_C(1) << account->log2_requests_per_bucket);
    json_open_array(json, "buckets");
    json_lines(json, 8);
    for (unsigned i = 0; i < GRAB_BUCKETS && account->bucket[i].requests > 0; i++) {
        json_open_object(json, NULL);
        put_counts(json, &account->bucket[i]);
        json_close(json);
    }
    json_close(json);
    json_close(json);
}

static bool put_level(json_writer_t *json, const grab_about_t *about, unsigned scoring,
                      grab_level_t level) {
    grab_report_t report;
    const bool made = grab_report_make(&report, about->results, scoring, level, about->directory);
    if (made) {
        json_open_object(json, NULL);
        json_put_string(json, "level", level == GRAB_L1 ? "l1" : "l2");
        put_counts(json, &report.account->total);
        json_put_unsigned(json, "faults_without_pairs", report.account->effects.lost);
        json_lines(json, 7);
        put_faults(json, &report);
        put_causes(json, &report);
        put_lines(json, &report);
        put_matrix(json, &report);
        put_timeline(json, report.account);
        json_close(json);
    }
    grab_report_free(&report);
    return made;
}

static bool put_scoring(json_writer_t *json, const grab_about_t *about, unsigned scoring) {
    const grab_machine_t *machine = &about->results->scored[scoring].machine;
    json_open_object(json, NULL);
    json_put_string(json, "name", about->options->scoring_name[scoring]);
    put_geometry(json, "l1", &machine->l1);
    put_geometry(json, "l2", &machine->l2);
    json_put_unsigned(json, "threads_divided_by", machine->groups);
    json_line(json, 5);
    json_open_array(json, "levels");
    json_lines(json, 6);
    const bool whole = put_level(json, about, scoring, GRAB_L1) &&
                       (machine->l2.sets == 0 || put_level(json, about, scoring, GRAB_L2));
    json_close(json);
    json_close(json);
    return whole;
}

static void put_kernels(json_writer_t *json, const grab_results_t *results) {
    json_open_array(json, "kernels");
    json_lines(json, 4);
    for (uint32_t i = 0; i < results->kernels; i++) {
        json_open_object(json, NULL);
        json_put_string(json, "name", results->kernel[i].name);
        json_put_unsigned(json, "launches", results->kernel[i].launches);
        put_counts(json, &results->kernel[i].counts);
        json_close(json);
    }
    json_close(json);
}

static bool put_object(FILE *out, const grab_about_t *about) {
    const grab_options_t *options = about->options;
    bool whole = true;
    json_writer_t json = json_writer(out, JSON_SPACED);
    json_open_object(&json, NULL);
    json_lines(&json, 2);
    json_put_string(&json, "schema", "scord-grab-1");
    json_put_string(&json, "program", about->program);
    json_put_string(&json, "interleaving",
                    options->stream   ? "stream"
                    : options->cycles ? gpu_schedule_issue_name(&options->schedule)
                                      : "functional");
    scord_put_notes(&json, about->notes);
    json_put_unsigned(&json, "seed", about->seed);
    json_put_signed(&json, "exit_status", about->exit_status);
    json_put_string(&json, "error", about->error);
    json_put_unsigned(&json, "sms", about->results->sms);
    json_put_unsigned(&json, "instructions", about->results->instructions);
    json_open_array(&json, "scorings");
    json_lines(&json, 4);
    for (unsigned i = 0; whole && i < about->results->scorings; i++)
        whole = put_scoring(&json, about, i);
    json_close(&json);
    put_kernels(&json, about->results);
    json_line(&json, 0);
    json_close(&json);
    fputc('\n', out);
    return whole;
}

int grab_write_json(const char *path, const grab_about_t *about) {
    return grab_write_file(path, about, put_object);
}
