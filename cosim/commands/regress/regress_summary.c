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
#include "cmodel/base/json_writer.h"

static void print_log_end(const regress_options_t *options, const regress_result_t *result) {
    char *log = regress_log_end(options->output, result->id);
    const size_t length = !log ? 0 : strlen(log);
    if (length > 0) printf("%s%s", log, log[length - 1] != '\n' ? "\n" : "");
    free(log);
}

/* In quotes for sh when it needs them. */
static void print_word(const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_+./,:=@%";
    if (*word != '\0' && word[strspn(word, plain)] == '\0') {
        printf(" %s", word);
        return;
    }
    fputs(" '", stdout);
    for (; *word != '\0'; word++) fputs(*word == '\'' ? "'\\''" : (char[2]){*word}, stdout);
    putchar('\'');
}

/* The command that runs ID again, to be pasted. --collect has no catalogue to name. */
static void print_again(const regress_options_t *options, const char *id) {
    char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length < 0 ? 0 : length] = '\0';
    fputs("again:", stdout);
    print_word(length < 0 ? "scord" : path);
    fputs(" regress --output", stdout);
    print_word(options->output);
    printf(" --replay %s", id);
    for (size_t i = 0; i < options->catalogue_count; i++) print_word(options->catalogues[i]);
    puts(options->catalogue_count == 0 ? " CATALOGUE..." : "");
}

static void print(const regress_options_t *options, const regress_totals_t *totals) {
    for (size_t i = 0; i < totals->bucket_count; i++) {
        const regress_bucket_t *bucket = &totals->buckets[i];
        assert(bucket->count > 0 && bucket->first->verdict != REGRESS_PASS);
        printf("%s%5zu  %-5s %s\n       first %s, in %s/runs/%s\n",
               i == 0 ? "failures, by signature\n" : "", bucket->count,
               regress_verdict_names[bucket->first->verdict], bucket->first->signature,
               bucket->first->id, options->output, bucket->first->id);
        if (options->verbose) print_log_end(options, bucket->first);
    }
    if (totals->bucket_count > 0) print_again(options, totals->buckets[0].first->id);
    printf("%" PRIu64 " runs: %" PRIu64 " pass, %" PRIu64 " fail, %" PRIu64 " error, %" PRIu64
           " not run; %.0f s of work; records in %s\n",
           totals->verdicts[REGRESS_PASS] + totals->verdicts[REGRESS_FAIL] +
               totals->verdicts[REGRESS_ERROR],
           totals->verdicts[REGRESS_PASS], totals->verdicts[REGRESS_FAIL],
           totals->verdicts[REGRESS_ERROR], totals->not_run, totals->seconds, options->output);
    printf("%" PRIu64 " passed, %" PRIu64 " failed\n", totals->passed, totals->failed);
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

int regress_summary(const regress_options_t *options, const regress_records_t *records) {
    regress_totals_t totals;
    int code = regress_totals_make(records, &totals);
    if (code == 0) {
        print(options, &totals);
        code = save(options, &totals, records);
    }
    if (code == 0 &&
        (totals.bucket_count > 0 || totals.not_run > 0 || totals.verdicts[REGRESS_PASS] == 0))
        code = SCORD_EXIT_FOUND;
    regress_totals_free(&totals);
    return code;
}
