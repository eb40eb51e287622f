/* SPDX-License-Identifier: Apache-2.0 */
/* coverage_database.c: see coverage_database.h. */
#include "cosim/coverage/coverage_database.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/base/read_number.h"

/* Looks from bin *FROM on, round the end: a file in bin order is read in linear time. */
static int find_from(const char *name, unsigned from) {
    const unsigned count = scord_coverage_bin_count();
    char candidate[SCORD_COVERAGE_NAME_MAX];
    for (unsigned i = 0; i < count; i++) {
        const unsigned bin = (from + i) % count;
        scord_coverage_bin_name(bin, candidate);
        if (strcmp(candidate, name) == 0) return (int)bin;
    }
    return -1;
}

int scord_coverage_bin_find(const char *name) { return find_from(name, 0); }

static int fail(char *message, size_t size, const char *path, unsigned line, const char *what) {
    if (line)
        snprintf(message, size, "%s:%u: %s", path, line, what);
    else
        snprintf(message, size, "%s: %s", path, what);
    return -1;
}

static int read_lines(FILE *in, const char *path, uint64_t *counts, char *message, size_t size) {
    char line[256], name[SCORD_COVERAGE_NAME_MAX];
    unsigned number = 0, next = 0;
    uint64_t count;
    while (fgets(line, sizeof line, in)) {
        number++;
        if (line[0] == '#' || line[0] == '\n') continue;
        const char *space = strchr(line, ' '), *end = line + strcspn(line, "\n");
        if (!space || end - space > SCORD_COVERAGE_NAME_MAX ||
            !scord_read_digits(line, space, &count))
            return fail(message, size, path, number,
                        "not a line 'count name' of a coverage database");
        snprintf(name, sizeof name, "%.*s", (int)(end - space - 1), space + 1);
        const int bin = find_from(name, next);
        if (bin < 0)
            return fail(
                message, size, path, number,
                "a bin that this build does not have; delete the database and measure again");
        counts[bin] += count;
        next = (unsigned)bin + 1;
    }
    return ferror(in) ? fail(message, size, path, number, strerror(errno)) : 0;
}

int scord_coverage_read(const char *path, uint64_t *counts, char *message, size_t size) {
    FILE *in = fopen(path, "r");
    if (!in) return fail(message, size, path, 0, strerror(errno));
    const int result = read_lines(in, path, counts, message, size);
    fclose(in);
    return result;
}

static int write_new(const char *path, const uint64_t *counts, char *message, size_t size) {
    char name[SCORD_COVERAGE_NAME_MAX];
    FILE *out = fopen(path, "w");
    if (!out) return fail(message, size, path, 0, strerror(errno));
    fputs("# scord functional coverage: count, bin (docs/coverage.md)\n", out);
    for (unsigned bin = 0; bin < scord_coverage_bin_count(); bin++) {
        scord_coverage_bin_name(bin, name);
        fprintf(out, "%" PRIu64 " %s\n", counts[bin], name);
    }
    const int bad = ferror(out);
    return fclose(out) != 0 || bad ? fail(message, size, path, 0, strerror(errno)) : 0;
}

int scord_coverage_add_to(const char *path, const uint64_t *counts, char *message, size_t size) {
    uint64_t *sum = calloc(scord_coverage_bin_count(), sizeof *sum);
    char beside[4096];
    if (!sum) return fail(message, size, path, 0, strerror(ENOMEM));
    int result = access(path, F_OK) == 0 ? scord_coverage_read(path, sum, message, size) : 0;
    for (unsigned bin = 0; bin < scord_coverage_bin_count(); bin++) sum[bin] += counts[bin];
    snprintf(beside, sizeof beside, "%s.%ld", path, (long)getpid());
    if (!result) result = write_new(beside, sum, message, size);
    if (!result && rename(beside, path) != 0)
        result = fail(message, size, path, 0, strerror(errno));
    if (result) unlink(beside);
    free(sum);
    return result;
}
