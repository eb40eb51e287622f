/* SPDX-License-Identifier: Apache-2.0 */
/* report_input.c: what a report is made from, told by its content; see report_internal.h. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cosim/commands/shared/command.h"
#include "cmodel/base/read_number.h"
#include "cosim/commands/page/report_internal.h"
#include "cosim/commands/shared/whole_file.h"

static int bad(const report_input_t *input, size_t at, const char *what) {
    return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: byte %zu: %s", input->name, at, what);
}

/* ---- JSON: the members that tell who wrote it, and those that every section reads ---- */

typedef struct signature {
    report_kind_t kind;
    const char *schema;     /* value of "schema", NULL: it has none */
    const char *members[4]; /* in the object; the first ones tell */
    json_type_t types[4];
    unsigned count;
} signature_t;

static const signature_t signatures[] = {
    {REPORT_SIM, "scord-sim-1", {"total", "kernels"}, {JSON_OBJECT, JSON_ARRAY}, 2},
    {REPORT_GRAB, "scord-grab-1", {"scorings", "kernels"}, {JSON_ARRAY, JSON_ARRAY}, 2},
    {REPORT_CHECK,
     NULL,
     {"sites", "configuration", "statistics"},
     {JSON_ARRAY, JSON_STRING, JSON_OBJECT},
     3},
    {REPORT_COSIM, NULL, {"runs", "seed"}, {JSON_ARRAY, JSON_NUMBER}, 2},
    {REPORT_ORACLE, NULL, {"models", "version"}, {JSON_ARRAY, JSON_NUMBER}, 2},
    {REPORT_MISMATCH,
     NULL,
     {"unit", "expected", "actual", "field"},
     {JSON_STRING, JSON_STRING, JSON_STRING, JSON_STRING},
     4},
};

static bool fits(const json_t *tree, const signature_t *signature) {
    if (signature->schema && strcmp(report_member(tree, "schema"), signature->schema) != 0)
        return false;
    assert(signature->count > 0 &&
           signature->count <= sizeof signature->members / sizeof *signature->members);
    for (unsigned i = 0; i < signature->count; i++) {
        const json_t *member = json_member(tree, signature->members[i]);
        if (!member || member->type != signature->types[i]) return false;
    }
    return true;
}

static int take_json(report_input_t *input) {
    size_t at = 0;
    input->tree = json_parse(input->text, &at);
    if (!input->tree && errno == ENOMEM)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: no memory for its JSON", input->name);
    if (!input->tree)
        return bad(input, at, "not JSON from here on; write it again, or was it cut short?");
    for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++) {
        if (!fits(input->tree, &signatures[i])) continue;
        input->kind = signatures[i].kind;
        return 0;
    }
    if (json_member(input->tree, "buckets"))
        return bad(input, 0, "the summary of a regression: name its folder instead");
    return bad(input, 0,
               "JSON, but not of scord check, sim, cosim, oracle or grab (--json); a member may be "
               "missing or of another type");
}

/* ---- other content ---- */

static bool begins(const report_input_t *input, const void *bytes, size_t count) {
    return input->bytes >= count && memcmp(input->text, bytes, count) == 0;
}

static bool begins_line(const report_input_t *input, const char *text) {
    const size_t length = strlen(text);
    for (const char *line = input->text; line; line = strchr(line, '\n')) {
        if (*line == '\n') line++;
        if (strncmp(line, text, length) == 0) return true;
    }
    return false;
}

typedef struct content {
    report_kind_t kind;
    const char *text; /* the file begins with it; with any_line: one of its lines does */
    bool any_line;
} content_t;

static const content_t contents[] = {
    {REPORT_PNG, "\x89PNG\r\n\x1a\n", false},
    {REPORT_SVG, "<svg", false},
    {REPORT_SVG, "<?xml", false},
    {REPORT_VIEW, "[*]", false},
    {REPORT_VIEW, "[dumpfile]", true},
    {REPORT_COVERAGE, "# scord functional coverage", false},
    {REPORT_RTL, "module  ", true},
    {REPORT_GAPS, "toggle | ", false},
    {REPORT_GAPS, "line | ", false},
    {REPORT_AREA, "gates ", true},
    {REPORT_AREA, "state ", true},
    {REPORT_TABLES, "|---", true},
};

static int take_content(report_input_t *input) {
    static const unsigned char fst[] = {
        0, 0, 0, 0, 0, 0, 0, 1, 0x49}; /* header block of 329 bytes: what FST files begin with */
    const char *start = input->text + strspn(input->text, " \t\r\n");
    if (input->bytes == 0) return bad(input, 0, "the file is empty");
    if (begins(input, fst, sizeof fst)) return input->kind = REPORT_WAVE, 0;
    if (*start == '{' && begins_line(input, "{\"session\":"))
        return bad(input, 0, "records of a regression: name its folder instead");
    if (*start == '{') return take_json(input);
    for (size_t i = 0; i < sizeof contents / sizeof *contents; i++) {
        const content_t *content = &contents[i];
        if (content->any_line ? !begins_line(input, content->text)
                              : !begins(input, content->text, strlen(content->text)))
            continue;
        input->kind = content->kind;
        return 0;
    }
    return bad(input, 0,
               "nothing that a report is made from; `scord report --help` lists the kinds");
}

static int judge(report_input_t *input) {
    static void (*const judges[REPORT_KINDS])(report_input_t *) = {
        [REPORT_CHECK] = report_judge_check,       [REPORT_COSIM] = report_judge_cosim,
        [REPORT_MISMATCH] = report_judge_mismatch, [REPORT_ORACLE] = report_judge_oracle,
        [REPORT_REGRESS] = report_judge_regress,   [REPORT_COVERAGE] = report_judge_coverage,
        [REPORT_RTL] = report_judge_rtl,           [REPORT_GAPS] = report_judge_gaps,
        [REPORT_SIM] = report_judge_sim,           [REPORT_GRAB] = report_judge_grab,
        [REPORT_TABLES] = report_judge_tables,     [REPORT_AREA] = report_judge_area,
        [REPORT_WAVE] = report_judge_file,         [REPORT_VIEW] = report_judge_file,
        [REPORT_PNG] = report_judge_file,          [REPORT_SVG] = report_judge_file};
    snprintf(input->title, sizeof input->title, "%s", input->name);
    assert(input->kind < REPORT_KINDS && judges[input->kind]);
    judges[input->kind](input);
    return 0;
}

/* Lines "count bin", as scord cosim writes them. */
static int look_through_coverage(const report_input_t *input) {
    uint64_t count;
    for (const char *line = input->text; *line != '\0';) {
        const size_t length = strcspn(line, "\n"), digits = strspn(line, "0123456789");
        if (length > 0 && line[0] != '#' &&
            (!scord_read_digits(line, line + digits, &count) || line[digits] != ' ' ||
             digits + 1 >= length))
            return bad(input, (size_t)(line - input->text),
                       "not a line 'count bin' of a coverage database");
        line += length + (line[length] == '\n' ? 1 : 0);
    }
    return 0;
}

static bool is_text(report_kind_t kind) { return kind != REPORT_WAVE && kind != REPORT_PNG; }

int report_take(const char *name, char *text, size_t bytes, report_input_t *input) {
    assert(text[bytes] == '\0');
    *input = (report_input_t){.name = name, .text = text, .bytes = bytes};
    int code = take_content(input);
    const size_t length = code == 0 ? strlen(text) : 0;
    if (code == 0 && is_text(input->kind) && length != bytes)
        code = bad(input, length, "a zero byte, which no text has");
    if (code == 0 && input->kind == REPORT_COVERAGE) code = look_through_coverage(input);
    return code != 0 ? code : judge(input);
}

int report_read(const char *name, report_input_t *input) {
    struct stat status;
    *input = (report_input_t){.name = name};
    if (stat(name, &status) != 0)
        return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: %s", name, strerror(errno));
    if (S_ISDIR(status.st_mode)) {
        input->kind = REPORT_REGRESS;
        const int code = regress_records_collect(name, &input->records);
        input->written = (int64_t)status.st_mtime;
        return code != 0 ? code : judge(input);
    }
    size_t bytes;
    errno = 0;
    char *text = whole_file_read(name, &bytes);
    if (!text)
        return errno != 0 ? scord_fail_read(name)
                          : scord_fail(SCORD_EXIT_BAD_INPUT, "%s: not a regular file", name);
    const int code = report_take(name, text, bytes, input);
    input->written = (int64_t)status.st_mtime;
    return code;
}

void report_input_free(report_input_t *input) {
    json_free(input->tree);
    regress_records_free(&input->records);
    free(input->text);
}
