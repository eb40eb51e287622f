/* SPDX-License-Identifier: Apache-2.0 */
/* regress_records.c: reads the records of a regression; see regress_records.h, and docs/regress.md
 * for the fields. scord regress writes them (cosim/commands/regress/regress_write.c).
 */
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "cosim/commands/shared/command.h"
#include "cosim/commands/page/regress_records.h"
#include "cosim/commands/page/report_member.h"
#include "cosim/commands/shared/whole_file.h"

const char *const regress_verdict_names[REGRESS_VERDICTS] = {"pass", "fail", "error"};

static int no_memory(const char *path) {
    return scord_fail(SCORD_EXIT_ENVIRONMENT, "no memory for the records of %s", path);
}

/* False: it does not fit, so it names no run of ours. */
static bool copy_text(const json_t *object, const char *name, char *text, size_t size) {
    return (size_t)snprintf(text, size, "%s", report_member(object, name)) < size;
}

static void take_session(json_t *record, const json_t *tree, regress_records_t *records) {
    regress_session_t *session = &records->session;
    json_free(session->record);
    session->record = record;
    session->tree = tree;
    copy_text(tree, "plan", session->plan, sizeof session->plan);
    copy_text(tree, "build", session->build, sizeof session->build);
    session->planned = report_count(tree, "planned");
    records->sessions++;
}

static bool take_result(const json_t *object, regress_result_t *result) {
    *result = (regress_result_t){.seconds = report_number(object, "seconds"),
                                 .peak_kilobytes = (long)report_count(object, "peak_kilobytes"),
                                 .passed = report_count(object, "passed"),
                                 .failed = report_count(object, "failed")};
    const bool named = copy_text(object, "id", result->id, sizeof result->id) &&
                       result->id[0] != '\0';
    copy_text(object, "signature", result->signature, sizeof result->signature);
    while (result->verdict < REGRESS_VERDICTS &&
           strcmp(report_member(object, "verdict"), regress_verdict_names[result->verdict]) != 0)
        result->verdict++;
    return named && result->verdict < REGRESS_VERDICTS;
}

static void free_result(regress_result_t *result) {
    free(result->command);
    free(result->config);
    free(result->touches);
}

/* RESULT with the texts of its record, into the list. */
static int add_result(const char *path, const json_t *object, regress_result_t *result,
                      regress_records_t *records) {
    if (!SCORD_ARRAY_ROOM(records->results, records->places, records->count + 1))
        return no_memory(path);
    result->command = strdup(report_member(object, "command"));
    result->config = strdup(report_member(object, "config"));
    result->touches = strdup(report_member(object, "touches"));
    assert(records->count < records->places && result->verdict < REGRESS_VERDICTS);
    result->place = records->read++;
    records->results[records->count++] = *result;
    return result->command && result->config && result->touches ? 0 : no_memory(path);
}

static int take_line(const char *path, unsigned number, const char *line,
                     regress_records_t *records) {
    size_t at;
    regress_result_t result;
    json_t *object = json_parse(line, &at);
    if (!object && errno == ENOMEM) return no_memory(path);
    const json_t *session = json_member(object, "session");
    if (session) return take_session(object, session, records), 0;
    const int code = take_result(object, &result)
                         ? add_result(path, object, &result, records)
                         : scord_fail(SCORD_EXIT_BAD_INPUT,
                                      "%s:%u: neither a session nor the result of a run; `scord "
                                      "regress --restart` drops the records and begins anew",
                                      path, number);
    json_free(object);
    return code;
}

static int by_id(const void *a, const void *b) {
    return strcmp(((const regress_result_t *)a)->id, ((const regress_result_t *)b)->id);
}

static int by_id_and_place(const void *a, const void *b) {
    const size_t left = ((const regress_result_t *)a)->place,
                 right = ((const regress_result_t *)b)->place;
    const int order = by_id(a, b);
    return order != 0 ? order : left < right ? -1 : left > right;
}

/* Sorts by id; of several records of one run the last stays. */
static void keep_last(regress_records_t *records) {
    regress_result_t *results = records->results;
    size_t kept = 0;
    if (records->count > 0) qsort(results, records->count, sizeof *results, by_id_and_place);
    for (size_t i = 0; i < records->count; i++) {
        assert(i + 1 == records->count || by_id(&results[i], &results[i + 1]) <= 0);
        if (i + 1 == records->count || by_id(&results[i], &results[i + 1]) != 0)
            results[kept++] = results[i];
        else
            free_result(&results[i]);
    }
    assert(kept <= records->count);
    records->count = kept;
}

int regress_records_read(const char *path, regress_records_t *records) {
    size_t bytes;
    char *text = whole_file_read(path, &bytes);
    if (!text && errno == ENOENT) return 0;
    if (!text)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "cannot read %s: %s", path, strerror(errno));
    const uint64_t planned_before = records->session.planned;
    unsigned number = 0;
    int code = 0;
    char *line = text;
    records->session.planned = 0;
    for (char *end; code == 0 && (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        code = take_line(path, ++number, line, records);
    }
    assert(line >= text && (size_t)(line - text) <= bytes);
    records->cut =
        bytes -
        (size_t)(line -
                 text); /* a line without its end was being written when the machine went down */
    if (code == 0 && memchr(line, '\n', records->cut))
        code = scord_fail(SCORD_EXIT_BAD_INPUT,
                          "%s:%u: byte %zu is zero: no record; `scord regress --restart` drops the "
                          "records and begins anew",
                          path, number + 1, (size_t)(line - text) + strlen(line));
    records->session.planned += planned_before;
    free(text);
    keep_last(records);
    return code;
}

static int is_records(const struct dirent *entry) {
    return strncmp(entry->d_name, "results", strlen("results")) == 0 &&
           ends_with(entry->d_name, ".jsonl");
}

int regress_records_collect_any(const char *folder, regress_records_t *records) {
    struct dirent **entries;
    const int count = scandir(folder, &entries, is_records, alphasort);
    if (count < 0 && errno == ENOMEM)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "no memory to read the folder %s", folder);
    if (count < 0)
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "cannot read the folder %s: %s; name that of a regression", folder,
                          strerror(errno));
    int code = 0;
    for (int i = 0; i < count; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (code == 0) code = regress_records_read(path, records);
        free(entries[i]);
    }
    free(entries);
    return code;
}

int regress_records_collect(const char *folder, regress_records_t *records) {
    const int code = regress_records_collect_any(folder, records);
    if (code == 0 && records->sessions == 0)
        return scord_fail(
            SCORD_EXIT_BAD_INPUT,
            "%s holds no results*.jsonl with a session; name the folder of a regression", folder);
    return code;
}

void regress_records_free(regress_records_t *records) {
    for (size_t i = 0; i < records->count; i++) free_result(&records->results[i]);
    free(records->results);
    json_free(records->session.record);
}

const regress_result_t *regress_records_find(const regress_records_t *records, const char *id) {
    regress_result_t key;
    assert(strlen(id) < sizeof key.id);
    snprintf(key.id, sizeof key.id, "%s", id);
    return records->count == 0 ? NULL
                               : bsearch(&key, records->results, records->count, sizeof key, by_id);
}
