/* SPDX-License-Identifier: Apache-2.0 */
/* regress_verdict.c: what a run's end says, and the signature by which failures fall into buckets;
 * see regress_internal.h. */
#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/regress/regress_internal.h"
#include "cmodel/base/json_tree.h"
#include "cosim/commands/shared/whole_file.h"

/* TEXT without what differs from run to run of one failure: numbers (decimal, 0x…) become #,
 * folders of paths go. */
static void normalize(const char *text, char *signature, size_t size) {
    assert(size > 2);
    size_t used = 0;
    while (*text != '\0' && used + 2 < size) {
        const size_t path = strcspn(text, " \t\"'():,=");
        const char *slash = memrchr(text, '/', path);
        if (slash) text = slash + 1;
        bool in_word = false;
        for (size_t left = strcspn(text, " \t\"'():,="); left > 0 && used + 2 < size;) {
            size_t digits = 0;
            if (text[0] == '0' && text[1] == 'x')
                for (digits = 2; isxdigit((unsigned char)text[digits]);) digits++;
            else
                while (isdigit((unsigned char)text[digits])) digits++;
            signature[used++] = digits > 0 ? '#' : *text;
            text += digits > 0 ? digits : 1;
            left -= digits > 0 ? digits : 1;
            in_word = true;
        }
        if (*text == '\0') break;
        if (!in_word && used > 0 && signature[used - 1] == ' ' && isspace((unsigned char)*text)) {
            text++;
            continue;
        }
        signature[used++] = *text++;
    }
    while (used > 0 && isspace((unsigned char)signature[used - 1])) used--;
    assert(used < size);
    signature[used] = '\0';
}

static bool tells_failure(const char *line) {
    static const char *const marks[] = {
        "FAIL",           "MISMATCH",  "HANG",      "EXPECTATION", "AddressSanitizer",
        "runtime error:", "Assertion", "[  FAILED", "scord: ",     "rror:",
        "ERROR"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strstr(line, marks[i])) return true;
    return false;
}

/* The two numbers of "N passed, N failed". */
static bool closing(const char *line, uint64_t *passed, uint64_t *failed) {
    char *end;
    if (!isdigit((unsigned char)*line)) return false;
    *passed = strtoull(line, &end, 10);
    if (strncmp(end, " passed, ", 9) != 0 || !isdigit((unsigned char)end[9])) return false;
    *failed = strtoull(end + 9, &end, 10);
    return strcmp(end, " failed") == 0;
}

/* Cuts TEXT into lines; keeps in *FIRST the first that tells of a failure (NULL: none) and in *LAST
 * the last that is not empty. */
static void look_at_lines(char *text, const char **first, const char **last) {
    *first = NULL;
    *last = "";
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next) *next++ = '\0';
        line[strcspn(line, "\r")] = '\0';
        if (*line == '\0') continue;
        *last = line;
        if (!*first && tells_failure(line)) *first = line;
    }
}

/* "mismatch UNIT FIELD" of FOLDER/mismatch.json, which a lockstep run leaves
 * (cosim/lockstep/mismatch_report.c). */
static bool mismatch_signature(const char *folder, char *text, size_t size) {
    char path[PATH_MAX];
    size_t bytes, at;
    snprintf(path, sizeof path, "%s/mismatch.json", folder);
    char *file = whole_file_read(path, &bytes);
    json_t *tree = !file ? NULL : json_parse(file, &at);
    const json_t *unit = json_member(tree, "unit"), *field = json_member(tree, "field");
    const bool found = unit && field && unit->type == JSON_STRING && field->type == JSON_STRING;
    if (found) snprintf(text, size, "mismatch %s %s", unit->string, field->string);
    json_free(tree);
    free(file);
    return found;
}

void regress_judge(const regress_run_t *run, const char *folder, bool out_of_time, unsigned timeout,
                   regress_result_t *result) {
    char path[PATH_MAX], text[400] = "";
    size_t bytes;
    snprintf(path, sizeof path, "%s/log", folder);
    char *log = whole_file_read(path, &bytes);
    const char *first = NULL, *last = "";
    if (log) look_at_lines(log, &first, &last);
    const bool closed = closing(last, &result->passed, &result->failed),
               ended = result->signal == 0 && !out_of_time;
    if (run->row->by_exit)
        result->verdict = !ended || result->exit_code > 1 ? REGRESS_ERROR
                          : result->exit_code == 1        ? REGRESS_FAIL
                                                          : REGRESS_PASS;
    else if (!ended || !closed ||
             (result->failed == 0 && (result->exit_code != 0 || result->passed == 0)))
        result->verdict = REGRESS_ERROR; /* only positive evidence passes (docs/contributing.md) */
    else
        result->verdict = result->failed == 0 ? REGRESS_PASS : REGRESS_FAIL;
    if (run->row->by_exit || (result->verdict == REGRESS_ERROR && result->failed == 0)) {
        result->passed = result->verdict == REGRESS_PASS;
        result->failed = result->verdict != REGRESS_PASS;
    }
    if (result->verdict != REGRESS_PASS) {
        if (out_of_time)
            snprintf(text, sizeof text, "not finished after %u s", timeout);
        else if (result->signal != 0)
            snprintf(text, sizeof text, "ended by signal %s: %s", strsignal(result->signal),
                     first ? first : last);
        else if (!mismatch_signature(folder, text, sizeof text))
            snprintf(text, sizeof text, "%s%s",
                     result->verdict == REGRESS_ERROR && !run->row->by_exit && !closed
                         ? "no closing line: "
                         : "",
                     first ? first : last);
        if (text[0] == '\0')
            snprintf(text, sizeof text, "exit code %d, nothing printed", result->exit_code);
    }
    assert((result->verdict == REGRESS_PASS) == (text[0] == '\0'));
    assert(result->verdict != REGRESS_PASS || result->failed == 0);
    normalize(text, result->signature, sizeof result->signature);
    free(log);
}
