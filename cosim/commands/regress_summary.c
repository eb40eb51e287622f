/* regress_summary.c: totals and failure buckets of a regression; see regress_internal.h. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "regress_internal.h"
#include "report/json_string.h"
#include "whole_file.h"

enum { LOG_LINES = 15 }; /* shown of a log */

typedef struct bucket { /* runs that failed alike */
    const regress_result_t *first; /* in order of ids, the one that is shown */
    size_t count;
} bucket_t;

typedef struct totals {
    uint64_t verdicts[REGRESS_VERDICTS], not_run, passed, failed;
    double seconds; /* of all runs, one after another */
    bucket_t *buckets; /* the largest first */
    size_t bucket_count;
} totals_t;

static int by_signature(const void *a, const void *b) {
    const regress_result_t *left = *(const regress_result_t *const *)a, *right = *(const regress_result_t *const *)b;
    if (left->verdict != right->verdict) return left->verdict < right->verdict ? -1 : 1;
    const int signature = strcmp(left->signature, right->signature);
    return signature != 0 ? signature : strcmp(left->id, right->id);
}

static int by_size(const void *a, const void *b) {
    const bucket_t *left = a, *right = b;
    if (left->count != right->count) return left->count > right->count ? -1 : 1;
    return strcmp(left->first->id, right->first->id);
}

static bool alike(const regress_result_t *a, const regress_result_t *b) { return a->verdict == b->verdict && strcmp(a->signature, b->signature) == 0; }

static int add_up(const regress_records_t *records, totals_t *totals) {
    const regress_result_t **bad = malloc((records->count + 1) * sizeof *bad);
    size_t count = 0;
    *totals = (totals_t){.buckets = malloc((records->count + 1) * sizeof *totals->buckets)};
    if (bad == NULL || totals->buckets == NULL) {
        free(bad);
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "no memory for the summary of %zu runs", records->count);
    }
    for (size_t i = 0; i < records->count; i++) {
        const regress_result_t *result = &records->results[i];
        totals->verdicts[result->verdict]++;
        totals->seconds += result->seconds;
        totals->passed += result->passed;
        totals->failed += result->failed;
        if (result->verdict != REGRESS_PASS) bad[count++] = result;
    }
    totals->not_run = records->session.planned > records->count ? records->session.planned - records->count : 0;
    totals->failed += totals->not_run;
    qsort(bad, count, sizeof *bad, by_signature);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || !alike(bad[i - 1], bad[i])) totals->buckets[totals->bucket_count++] = (bucket_t){.first = bad[i]};
        totals->buckets[totals->bucket_count - 1].count++;
    }
    qsort(totals->buckets, totals->bucket_count, sizeof *totals->buckets, by_size);
    free(bad);
    return 0;
}

static void print_log_end(const regress_options_t *options, const regress_result_t *result) {
    char path[PATH_MAX];
    size_t bytes;
    snprintf(path, sizeof path, "%s/runs/%s/log", options->output, result->id);
    char *log = whole_file_read(path, &bytes);
    if (log == NULL) return;
    const char *start = log + bytes;
    for (unsigned lines = 0; start > log && lines <= LOG_LINES; lines += *--start == '\n') continue;
    printf("%.*s%s", (int)(bytes - (size_t)(start - log)), start, bytes > 0 && log[bytes - 1] != '\n' ? "\n" : "");
    free(log);
}

static void print(const regress_options_t *options, const totals_t *totals) {
    for (size_t i = 0; i < totals->bucket_count; i++) {
        const bucket_t *bucket = &totals->buckets[i];
        printf("%s%5zu  %-5s %s\n       first %s, in %s/runs/%s\n", i == 0 ? "failures, by signature\n" : "", bucket->count,
               regress_verdict_names[bucket->first->verdict], bucket->first->signature, bucket->first->id, options->output, bucket->first->id);
        if (options->verbose) print_log_end(options, bucket->first);
    }
    if (totals->bucket_count > 0) printf("again: scord regress --output %s --replay %s CATALOGUE...\n", options->output, totals->buckets[0].first->id);
    printf("%" PRIu64 " runs: %" PRIu64 " pass, %" PRIu64 " fail, %" PRIu64 " error, %" PRIu64 " not run; %.0f s of work; records in %s\n",
           totals->verdicts[REGRESS_PASS] + totals->verdicts[REGRESS_FAIL] + totals->verdicts[REGRESS_ERROR], totals->verdicts[REGRESS_PASS],
           totals->verdicts[REGRESS_FAIL], totals->verdicts[REGRESS_ERROR], totals->not_run, totals->seconds, options->output);
    printf("%" PRIu64 " passed, %" PRIu64 " failed\n", totals->passed, totals->failed);
}

static void write_json(FILE *out, const totals_t *totals, const regress_records_t *records) {
    fprintf(out, "{\"planned\":%" PRIu64 ",\"pass\":%" PRIu64 ",\"fail\":%" PRIu64 ",\"error\":%" PRIu64 ",\"not_run\":%" PRIu64
            ",\"seconds\":%.3f,\"sessions\":%u,\"buckets\":[", records->session.planned, totals->verdicts[REGRESS_PASS], totals->verdicts[REGRESS_FAIL],
            totals->verdicts[REGRESS_ERROR], totals->not_run, totals->seconds, records->sessions);
    for (size_t i = 0; i < totals->bucket_count; i++) {
        const bucket_t *bucket = &totals->buckets[i];
        fprintf(out, "%s{\"count\":%zu,\"verdict\":\"%s\",\"signature\":", i == 0 ? "" : ",", bucket->count, regress_verdict_names[bucket->first->verdict]);
        scord_json_string(out, bucket->first->signature);
        fputs(",\"first\":", out);
        scord_json_string(out, bucket->first->id);
        fputc('}', out);
    }
    fputs("]}\n", out);
}

/* Never seen half-written. */
static int save(const regress_options_t *options, const totals_t *totals, const regress_records_t *records) {
    char path[PATH_MAX], part[PATH_MAX + 16];
    snprintf(path, sizeof path, "%s/summary.json", options->output);
    snprintf(part, sizeof part, "%s.%ld", path, (long)getpid());
    FILE *out = fopen(part, "w");
    if (out != NULL) write_json(out, totals, records);
    const bool bad = out == NULL || ferror(out);
    if ((out != NULL && fclose(out) != 0) || bad || rename(part, path) != 0) {
        const int error = errno;
        unlink(part);
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "cannot write %s: %s", path, strerror(error));
    }
    return 0;
}

int regress_summary(const regress_options_t *options, const regress_records_t *records) {
    totals_t totals;
    int code = add_up(records, &totals);
    if (code == 0) {
        print(options, &totals);
        code = save(options, &totals, records);
    }
    if (code == 0 && (totals.bucket_count > 0 || totals.not_run > 0 || totals.verdicts[REGRESS_PASS] == 0)) code = SCORD_EXIT_FOUND;
    free(totals.buckets);
    return code;
}
