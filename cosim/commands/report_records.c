/* report_records.c: the records of a regression (docs/regress.md, "Records"), whole, for a report; see report_internal.h. */
#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "report_internal.h"
#include "whole_file.h"

static int no_memory(const char *path) { return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: no memory for its records", path); }

static int add(const char *path, json_t *record, json_t ***list, size_t *count, size_t *places) {
    if (*count == *places) {
        json_t **more = realloc(*list, (2 * *places + 16) * sizeof *more);
        if (more == NULL) return json_free(record), no_memory(path);
        *list = more;
        *places = 2 * *places + 16;
    }
    (*list)[(*count)++] = record;
    return 0;
}

/* One line; AT: where it stands in the file. */
static int take_line(const char *path, size_t at, const char *line, report_records_t *records) {
    size_t within = 0;
    json_t *record = json_parse(line, &within);
    if (record == NULL) return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: byte %zu: not JSON from here on", path, at + within);
    if (json_member(record, "session") != NULL) return add(path, record, &records->sessions, &records->session_count, &records->session_places);
    if (report_member(record, "id")[0] != '\0' && report_member(record, "verdict")[0] != '\0')
        return add(path, record, &records->runs, &records->run_count, &records->run_places);
    json_free(record);
    return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: byte %zu: neither a session nor the result of a run", path, at);
}

/* A last line without its end was being written when the run stopped: it does not count. */
static int read_file(const char *path, report_records_t *records) {
    size_t bytes;
    char *text = whole_file_read(path, &bytes);
    if (text == NULL) return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: %s", path, strerror(errno));
    int code = 0;
    const size_t sessions = records->session_count;
    for (char *line = text, *end; code == 0 && (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        code = take_line(path, (size_t)(line - text), line, records);
    }
    if (records->session_count > sessions)
        records->planned += report_count(json_member(records->sessions[records->session_count - 1], "session"), "planned");
    free(text);
    return code;
}

typedef struct placed {
    json_t *record;
    size_t place;
} placed_t;

static int by_id(const void *a, const void *b) {
    const placed_t *left = a, *right = b;
    const int order = strcmp(report_member(left->record, "id"), report_member(right->record, "id"));
    return order != 0 ? order : left->place < right->place ? -1 : 1;
}

/* Of several results of one run the last counts. */
static int keep_last(const char *folder, report_records_t *records) {
    placed_t *placed = malloc((records->run_count + 1) * sizeof *placed);
    size_t kept = 0;
    if (placed == NULL) return no_memory(folder);
    for (size_t i = 0; i < records->run_count; i++) placed[i] = (placed_t){records->runs[i], i};
    qsort(placed, records->run_count, sizeof *placed, by_id);
    for (size_t i = 0; i < records->run_count; i++) {
        const bool last = i + 1 == records->run_count || strcmp(report_member(placed[i].record, "id"), report_member(placed[i + 1].record, "id")) != 0;
        if (last) records->runs[kept++] = placed[i].record;
        else json_free(placed[i].record);
    }
    records->run_count = kept;
    free(placed);
    return 0;
}

int report_records_read(const char *folder, report_records_t *records) {
    char pattern[2 * PATH_MAX];
    glob_t files = {0};
    char *to = pattern;
    for (const char *from = folder; *from != '\0' && to < pattern + sizeof pattern - 32; from++) {
        if (strchr("*?[\\", *from) != NULL) *to++ = '\\'; /* the folder's own name is no pattern */
        *to++ = *from;
    }
    snprintf(to, 32, "/results*.jsonl");
    int code = glob(pattern, 0, NULL, &files);
    if (code == GLOB_NOMATCH) code = scord_fail(SCORD_EXIT_BAD_INPUT, "%s holds no results*.jsonl: a folder is one of `scord regress`", folder);
    else if (code != 0) code = scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: cannot be read", folder);
    for (size_t i = 0; code == 0 && i < files.gl_pathc; i++) code = read_file(files.gl_pathv[i], records);
    globfree(&files);
    return code == 0 ? keep_last(folder, records) : code;
}

void report_records_free(report_records_t *records) {
    for (size_t i = 0; i < records->run_count; i++) json_free(records->runs[i]);
    for (size_t i = 0; i < records->session_count; i++) json_free(records->sessions[i]);
    free(records->runs);
    free(records->sessions);
}
