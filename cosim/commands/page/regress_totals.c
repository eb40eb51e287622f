/* SPDX-License-Identifier: Apache-2.0 */
/* regress_totals.c: totals and failure buckets of a regression, and the end of a log; see
 * regress_records.h. */
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/page/regress_records.h"
#include "cosim/commands/shared/whole_file.h"

enum { LOG_LINES = 15 }; /* shown of a log */

static int by_signature(const void *a, const void *b) {
    const regress_result_t *left = *(const regress_result_t *const *)a,
                           *right = *(const regress_result_t *const *)b;
    if (left->verdict != right->verdict) return left->verdict < right->verdict ? -1 : 1;
    const int signature = strcmp(left->signature, right->signature);
    return signature != 0 ? signature : strcmp(left->id, right->id);
}

static int by_size(const void *a, const void *b) {
    const regress_bucket_t *left = a, *right = b;
    if (left->count != right->count) return left->count > right->count ? -1 : 1;
    return strcmp(left->first->id, right->first->id);
}

static bool alike(const regress_result_t *a, const regress_result_t *b) {
    return a->verdict == b->verdict && strcmp(a->signature, b->signature) == 0;
}

/* Adds up; the runs that did not pass go to BAD. Returns how many. */
static size_t add_up(const regress_records_t *records, regress_totals_t *totals,
                     const regress_result_t **bad) {
    size_t count = 0;
    for (size_t i = 0; i < records->count; i++) {
        const regress_result_t *result = &records->results[i];
        assert(result->verdict < REGRESS_VERDICTS);
        totals->verdicts[result->verdict]++;
        totals->seconds += result->seconds;
        totals->passed += result->passed;
        totals->failed += result->failed;
        if (result->verdict != REGRESS_PASS) bad[count++] = result;
    }
    totals->not_run = records->session.planned > records->count
                          ? records->session.planned - records->count
                          : 0;
    assert(totals->verdicts[REGRESS_PASS] + count == records->count);
    totals->failed += totals->not_run;
    return count;
}

int regress_totals_make(const regress_records_t *records, regress_totals_t *totals) {
    const regress_result_t **bad = malloc((records->count + 1) * sizeof *bad);
    *totals = (regress_totals_t){.buckets = malloc((records->count + 1) * sizeof *totals->buckets)};
    if (!bad || !totals->buckets) {
        free(bad);
        regress_totals_free(totals);
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "no memory for the summary of %zu runs",
                          records->count);
    }
    const size_t count = add_up(records, totals, bad);
    qsort(bad, count, sizeof *bad, by_signature);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || !alike(bad[i - 1], bad[i]))
            totals->buckets[totals->bucket_count++] = (regress_bucket_t){.first = bad[i]};
        totals->buckets[totals->bucket_count - 1].count++;
    }
    assert(totals->bucket_count <= count && (count == 0) == (totals->bucket_count == 0));
    qsort(totals->buckets, totals->bucket_count, sizeof *totals->buckets, by_size);
    free(bad);
    return 0;
}

void regress_totals_free(regress_totals_t *totals) {
    free(totals->buckets);
    *totals = (regress_totals_t){0};
}

char *regress_log_end(const char *folder, const char *id) {
    char path[2 * PATH_MAX];
    size_t bytes;
    snprintf(path, sizeof path, "%s/runs/%s/log", folder, id);
    char *log = whole_file_read(path, &bytes);
    if (!log) return NULL;
    for (size_t i = 0; i < bytes; i++)
        if (log[i] == '\0') log[i] = '\1';
    const char *start = log + bytes;
    for (unsigned lines = 0; start > log && lines <= LOG_LINES; lines += *--start == '\n') continue;
    if (*start == '\n') start++;
    assert(start >= log && start <= log + bytes);
    memmove(log, start, (size_t)(log + bytes - start) + 1);
    return log;
}
