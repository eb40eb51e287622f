/* grab_json.c: GRAB's report for programs (docs/grab.md, "JSON"; docs/grab-schema.json). Holds
 * nothing of the run's speed: the same requests and caches give the same bytes.
 */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "cosim/commands/grab/grab_internal.h"
#include "cmodel/base/json_string.h"
#include "cmodel/report/notes.h"

static void put_text(FILE *out, const char *before, const char *name, const char *value) {
    fprintf(out, "%s\"%s\": ", before, name);
    scord_json_string(out, value);
}

static void put_place(FILE *out, const grab_line_t *line) {
    put_text(out, "", "file", line->file[0] == '\0' ? NULL : line->file);
    fprintf(out, ", \"line\": %u", (unsigned)line->line);
    if (line->file[0] == '\0') fprintf(out, ", \"pc\": %u", (unsigned)line->pc);
}

static void put_source(FILE *out, const grab_line_t *line) {
    char text[GRAB_SOURCE_TEXT];
    put_place(out, line);
    put_text(out, ", ", "function", line->function);
    put_text(out, ", ", "text", grab_line_text(line, text, sizeof text));
}

static void put_types(FILE *out, const uint64_t faults[GRAB_FAULT_COUNT]) {
    for (unsigned type = 0; type < GRAB_FAULT_COUNT; type++)
        fprintf(out, "%s\"%s\": %" PRIu64, type == 0 ? "" : ", ", grab_fault_names[type],
                faults[type]);
}

/* hits, and what is no hit. */
static void put_counts(FILE *out, const grab_counts_t *counts) {
    assert(counts->misses + counts->full_misses <= counts->requests);
    fprintf(out,
            "\"requests\": %" PRIu64 ", \"hits\": %" PRIu64 ", \"misses\": %" PRIu64
            ", \"full_misses\": %" PRIu64 ", ",
            counts->requests, counts->requests - counts->misses - counts->full_misses,
            counts->misses, counts->full_misses);
    put_types(out, counts->faults);
    fprintf(out, ", \"cold\": %" PRIu64, counts->cold);
}

static void put_geometry(FILE *out, const char *name, const grab_geometry_t *geometry) {
    if (geometry->sets == 0) {
        fprintf(out, "\"%s\": null", name);
        return;
    }
    fprintf(out,
            "\"%s\": {\"bytes\": %" PRIu64
            ", \"ways\": %u, \"sets\": %u, \"line\": %u, \"policy\": \"%s\"}",
            name, (uint64_t)geometry->ways * geometry->sets * geometry->line, geometry->ways,
            geometry->sets, geometry->line, geometry->policy == GRAB_FIFO ? "fifo" : "lru");
}

static void put_faults(FILE *out, const grab_report_t *report) {
    fputs("\"faults\": {", out);
    for (unsigned type = 0; type < GRAB_FAULT_COUNT; type++) {
        const grab_summary_t *fault = &report->fault[type];
        fprintf(out,
                "%s\n        \"%s\": {\"count\": %" PRIu64 ", \"cold\": %" PRIu64
                ", \"roots\": %" PRIu64 ", \"root_blocks\": %" PRIu64 ", \"affected\": %" PRIu64
                ", \"affected_blocks\": %" PRIu64 "}",
                type == 0 ? "" : ",", grab_fault_names[type], fault->count, fault->cold,
                fault->roots, fault->root_blocks, fault->affected, fault->affected_blocks);
    }
    fputs("}", out);
}

static void put_affected(FILE *out, const grab_report_t *report, const grab_ranked_t *cause) {
    assert(cause->first + cause->links <= report->root_links && cause->type < GRAB_FAULT_COUNT);
    const char *before = "";
    fputs("\"affected\": [", out);
    for (uint32_t i = cause->first; i < cause->first + cause->links; i++) {
        const grab_link_t *link = &report->root_link[i];
        if (link->faults[cause->type] == 0) continue;
        fprintf(out, "%s{", before);
        put_place(out, &report->line[link->to]);
        fprintf(out, ", \"count\": %" PRIu64 ", \"blocks\": %" PRIu64 "}",
                link->faults[cause->type], link->blocks[cause->type]);
        before = ", ";
    }
    fputs("]", out);
}

static void put_causes(FILE *out, const grab_report_t *report) {
    fputs("\"causes\": [", out);
    for (uint32_t i = 0; i < report->causes; i++) {
        const grab_ranked_t *cause = &report->cause[i];
        assert(cause->line < report->lines && cause->count > 0);
        fprintf(out, "%s\n        {\"type\": \"%s\", ", i == 0 ? "" : ",",
                grab_fault_names[cause->type]);
        put_source(out, &report->line[cause->line]);
        fprintf(out, ", \"count\": %" PRIu64 ", \"blocks\": %" PRIu64 ", ", cause->count,
                cause->blocks);
        put_text(out, "", "remedy", grab_fault_remedies[cause->type]);
        fputs(", ", out);
        put_affected(out, report, cause);
        fputs("}", out);
    }
    fputs("]", out);
}

static void put_lines(FILE *out, const grab_report_t *report) {
    const char *before = "";
    fputs("\"lines\": [", out);
    for (uint32_t i = 0; i < report->lines; i++) {
        if (report->line[i].counts.requests == 0) continue;
        fprintf(out, "%s\n        {", before);
        put_source(out, &report->line[i]);
        fputs(", ", out);
        put_counts(out, &report->line[i].counts);
        fputs("}", out);
        before = ",";
    }
    fputs("]", out);
}

static void put_matrix(FILE *out, const grab_report_t *report) {
    fputs("\"matrix\": [", out);
    for (uint32_t i = 0; i < report->evictor_links; i++) {
        const grab_link_t *link = &report->evictor_link[i];
        fprintf(out, "%s\n        {\"evictor\": {", i == 0 ? "" : ",");
        put_place(out, &report->line[link->from]);
        fputs("}, \"victim\": {", out);
        put_place(out, &report->line[link->to]);
        fputs("}, ", out);
        put_types(out, link->faults);
        fputs("}", out);
    }
    fputs("]", out);
}

static void put_timeline(FILE *out, const grab_account_t *account) {
    const char *before = "";
    fprintf(out, "\"timeline\": {\"requests_per_bucket\": %" PRIu64 ", \"buckets\": [",
            UINT64_C(1) << account->log2_requests_per_bucket);
    for (unsigned i = 0; i < GRAB_BUCKETS && account->bucket[i].requests > 0; i++) {
        fprintf(out, "%s\n        {", before);
        put_counts(out, &account->bucket[i]);
        fputs("}", out);
        before = ",";
    }
    fputs("]}", out);
}

static bool put_level(FILE *out, const grab_about_t *about, unsigned scoring, grab_level_t level) {
    grab_report_t report;
    const bool made = grab_report_make(&report, about->results, scoring, level, about->directory);
    if (made) {
        fprintf(out, "%s\n      {\"level\": \"%s\", ", level == GRAB_L1 ? "" : ",",
                level == GRAB_L1 ? "l1" : "l2");
        put_counts(out, &report.account->total);
        fprintf(out, ", \"faults_without_pairs\": %" PRIu64 ",\n       ",
                report.account->effects.lost);
        put_faults(out, &report);
        fputs(",\n       ", out);
        put_causes(out, &report);
        fputs(",\n       ", out);
        put_lines(out, &report);
        fputs(",\n       ", out);
        put_matrix(out, &report);
        fputs(",\n       ", out);
        put_timeline(out, report.account);
        fputs("}", out);
    }
    grab_report_free(&report);
    return made;
}

static bool put_scoring(FILE *out, const grab_about_t *about, unsigned scoring) {
    const grab_machine_t *machine = &about->results->scored[scoring].machine;
    fputs(scoring == 0 ? "\n    {" : ",\n    {", out);
    put_text(out, "", "name", about->options->scoring_name[scoring]);
    fputs(", ", out);
    put_geometry(out, "l1", &machine->l1);
    fputs(", ", out);
    put_geometry(out, "l2", &machine->l2);
    fprintf(out, ", \"threads_divided_by\": %u,\n     \"levels\": [", machine->groups);
    const bool whole = put_level(out, about, scoring, GRAB_L1) &&
                       (machine->l2.sets == 0 || put_level(out, about, scoring, GRAB_L2));
    fputs("]}", out);
    return whole;
}

static void put_kernels(FILE *out, const grab_results_t *results) {
    fputs(",\n  \"kernels\": [", out);
    for (uint32_t i = 0; i < results->kernels; i++) {
        fputs(i == 0 ? "\n    {" : ",\n    {", out);
        put_text(out, "", "name", results->kernel[i].name);
        fprintf(out, ", \"launches\": %" PRIu64 ", ", results->kernel[i].launches);
        put_counts(out, &results->kernel[i].counts);
        fputs("}", out);
    }
    fputs("]", out);
}

static bool put_object(FILE *out, const grab_about_t *about) {
    bool whole = true;
    put_text(out, "{\n  ", "schema", "scord-grab-1");
    put_text(out, ",\n  ", "program", about->program);
    put_text(out, ",\n  ", "interleaving",
             about->options->stream   ? "stream"
             : about->options->cycles ? gpu_schedule_issue_name(&about->options->schedule)
                                      : "functional");
    scord_notes_json(about->notes, ",\n  ", "", out);
    fprintf(out, ",\n  \"seed\": %" PRIu64 ",\n  \"exit_status\": %d", about->seed,
            about->exit_status);
    put_text(out, ",\n  ", "error", about->error);
    fprintf(out, ",\n  \"sms\": %u,\n  \"instructions\": %" PRIu64 ",\n  \"scorings\": [",
            about->results->sms, about->results->instructions);
    for (unsigned i = 0; whole && i < about->results->scorings; i++)
        whole = put_scoring(out, about, i);
    fputs("]", out);
    put_kernels(out, about->results);
    fputs("\n}\n", out);
    return whole;
}

int grab_write_json(const char *path, const grab_about_t *about) {
    return grab_write_file(path, about, put_object);
}
