/* SPDX-License-Identifier: Apache-2.0 */
/* regress_summary.c: totals and failure buckets of a regression, shown and saved; see
 * regress_internal.h. */
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/regress/regress_internal.h"
#include "cmodel/base/json_tree.h"
#include "cmodel/base/json_writer.h"
#include "cmodel/base/shell_words.h"

static void print_log_end(const regress_options_t *options, const regress_result_t *result) {
    char *log = regress_log_end(options->output, result->id);
    const size_t length = !log ? 0 : strlen(log);
    if (length > 0) printf("%s%s", log, log[length - 1] != '\n' ? "\n" : "");
    free(log);
}

/* The command that runs ID again, to be pasted, in any folder: as the last session recorded it. */
static void print_again(const json_t *session, const char *id) {
    const json_t *again = json_member(session, "again"),
                 *catalogues = json_member(session, "catalogues");
    if (!again || again->type != JSON_STRING || !catalogues) return; /* of an older scord */
    printf("again: %s --replay %s", again->string, id);
    for (const json_t *name = catalogues->first; name; name = name->next) {
        putchar(' ');
        scord_put_shell_word(stdout, name->type == JSON_STRING ? name->string : "");
    }
    putchar('\n');
}

enum { NAMED = 8 }; /* runs in one line */

/* The runs of PLAN that did not end: those that were STOPPED, or the others. */
static void print_not_run(const regress_plan_t *plan, bool stopped, size_t *named) {
    for (size_t i = 0; i < plan->count && *named < NAMED; i++) {
        const regress_run_t *run = &plan->runs[i];
        if (run->done || run->stopped != stopped) continue;
        printf("%s%s%s", (*named)++ == 0 ? ": " : ", ", run->id, stopped ? " (stopped)" : "");
    }
}

static void print_interrupted(const regress_plan_t *plan) {
    size_t ended = 0, named = 0;
    for (size_t i = 0; i < plan->count; i++) ended += plan->runs[i].done;
    const size_t left = plan->count - ended;
    printf("interrupted: %zu of %zu runs have ended, %zu did not run", ended, plan->count, left);
    print_not_run(plan, true, &named);
    print_not_run(plan, false, &named);
    if (left > named) printf(", and %zu more", left - named);
    puts("; the same command goes on with them");
}

static void print(const regress_options_t *options, const regress_totals_t *totals,
                  const json_t *session, const regress_plan_t *interrupted) {
    for (size_t i = 0; i < totals->bucket_count; i++) {
        const regress_bucket_t *bucket = &totals->buckets[i];
        assert(bucket->count > 0 && bucket->first->verdict != REGRESS_PASS);
        printf("%s%5zu  %-5s %s\n       first %s, in %s/runs/%s\n",
               i == 0 ? "failures, by signature\n" : "", bucket->count,
               regress_verdict_names[bucket->first->verdict], bucket->first->signature,
               bucket->first->id, options->output, bucket->first->id);
        if (options->verbose) print_log_end(options, bucket->first);
    }
    if (totals->bucket_count > 0) print_again(session, totals->buckets[0].first->id);
    printf("%" PRIu64 " runs: %" PRIu64 " pass, %" PRIu64 " fail, %" PRIu64 " error, %" PRIu64
           " not run; %.0f s of work; records in %s\n",
           totals->verdicts[REGRESS_PASS] + totals->verdicts[REGRESS_FAIL] +
               totals->verdicts[REGRESS_ERROR],
           totals->verdicts[REGRESS_PASS], totals->verdicts[REGRESS_FAIL],
           totals->verdicts[REGRESS_ERROR], totals->not_run, totals->seconds, options->output);
    if (interrupted) print_interrupted(interrupted);
    printf("%" PRIu64 " passed, %" PRIu64 " failed\n", totals->passed,
           totals->failed - (interrupted ? totals->not_run : 0));
}

static void write_json(FILE *out, const regress_totals_t *totals,
                       const regress_records_t *records) {
    json_writer_t json = json_writer(out, JSON_DENSE);
    json_open_object(&json, NULL);
    json_put_unsigned(&json, "planned", records->session.planned);
    json_put_unsigned(&json, "pass", totals->verdicts[REGRESS_PASS]);
    json_put_unsigned(&json, "fail", totals->verdicts[REGRESS_FAIL]);
    json_put_unsigned(&json, "error", totals->verdicts[REGRESS_ERROR]);
    json_put_unsigned(&json, "not_run", totals->not_run);
    json_put_printf(&json, "seconds", "%.3f", totals->seconds);
    json_put_unsigned(&json, "sessions", records->sessions);
    json_open_array(&json, "buckets");
    for (size_t i = 0; i < totals->bucket_count; i++) {
        const regress_bucket_t *bucket = &totals->buckets[i];
        json_open_object(&json, NULL);
        json_put_unsigned(&json, "count", bucket->count);
        json_put_string(&json, "verdict", regress_verdict_names[bucket->first->verdict]);
        json_put_string(&json, "signature", bucket->first->signature);
        json_put_string(&json, "first", bucket->first->id);
        json_close(&json);
    }
    json_close(&json);
    json_close(&json);
    fputc('\n', out);
}

/* Never seen half-written. */
static int save(const regress_options_t *options, const regress_totals_t *totals,
                const regress_records_t *records) {
    char path[PATH_MAX], part[PATH_MAX + 16];
    snprintf(path, sizeof path, "%s/summary.json", options->output);
    snprintf(part, sizeof part, "%s.%ld", path, (long)getpid());
    FILE *out = fopen(part, "w");
    if (out) write_json(out, totals, records);
    const bool bad = !out || ferror(out);
    if ((out && fclose(out) != 0) || bad || rename(part, path) != 0) {
        const int error = errno;
        unlink(part);
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "cannot write %s: %s", path, strerror(error));
    }
    return 0;
}

int regress_summary(const regress_options_t *options, const regress_records_t *records,
                    const regress_plan_t *interrupted) {
    regress_totals_t totals;
    int code = regress_totals_make(records, &totals);
    if (code == 0) {
        print(options, &totals, records->session.tree, interrupted);
        code = save(options, &totals, records);
    }
    if (code == 0 &&
        (totals.bucket_count > 0 || totals.not_run > 0 || totals.verdicts[REGRESS_PASS] == 0))
        code = SCORD_EXIT_FOUND;
    regress_totals_free(&totals);
    return code;
}
