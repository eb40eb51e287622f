/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_regress.c: libFuzzer target: any bytes as a catalogue of `scord regress`, or, with a brace
 * first, as the records of its runs.
 *
 * What must hold besides sanitizers' silence: bad input is one message that names the file; of an
 * accepted catalogue every chosen row is a run whose id names that run again and whose command is
 * made; of accepted records every line counts, every run is found by its id, and the totals count
 * each of them once.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tb/fuzz/fuzz_command.h"
#include "cosim/commands/regress/regress_internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void judge_message(int code, const char *text) {
    require(code == SCORD_EXIT_BAD_INPUT &&
            (strstr(text, "/proc/self/fd/") || strncmp(text, "nothing to run", 14) == 0));
}

static void plan_catalogue(const regress_catalogue_t *catalogue, size_t size) {
    const regress_options_t options = {.runs = size % 20,
                                       .seed = size,
                                       .shard = 1,
                                       .shards = 1,
                                       .tier = (regress_tier_t)(size % REGRESS_TIERS)};
    regress_plan_t plan;
    uint64_t fixed = 0;
    const int code = regress_plan_make(catalogue, &options, &plan);
    for (size_t i = 0; i < catalogue->count; i++)
        fixed += catalogue->rows[i].tier <= options.tier && catalogue->rows[i].share == 0;
    require((code != 0) == (plan.count == 0));
    require(plan.count == fixed || plan.count == fixed + options.runs);
    for (size_t i = 0; i < plan.count; i++) {
        char *command = regress_command(&plan.runs[i], "folder");
        require(command && command[0] != '\0');
        free(command);
    }
    regress_plan_free(&plan);
}

static void take_catalogue(char *path, size_t size) {
    regress_catalogue_t catalogue;
    const int code = regress_catalogue_read(&path, 1, &catalogue);
    require(messages == (code != 0));
    if (code == 0 && catalogue.count > 0) plan_catalogue(&catalogue, size);
    regress_catalogue_free(&catalogue);
}

static void take_records(const char *path, const uint8_t *data, size_t size) {
    regress_records_t records = {.count = 0};
    regress_totals_t totals;
    const int code = regress_records_read(path, &records);
    require(messages == (code != 0));
    for (size_t i = 0; i < records.count; i++)
        require(regress_records_find(&records, records.results[i].id) == &records.results[i]);
    if (code == 0) {
        size_t lines = 0;
        for (size_t i = 0; i < size; i++) lines += data[i] == '\n';
        require(lines == records.read + records.sessions);
        require(regress_totals_make(&records, &totals) == 0);
        uint64_t sum = 0, in_buckets = 0;
        for (unsigned i = 0; i < REGRESS_VERDICTS; i++) sum += totals.verdicts[i];
        for (size_t i = 0; i < totals.bucket_count; i++) in_buckets += totals.buckets[i].count;
        require(sum == records.count && in_buckets == sum - totals.verdicts[REGRESS_PASS]);
        regress_totals_free(&totals);
    }
    regress_records_free(&records);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char path[64];
    const int fd = memfd_create("fuzz", MFD_CLOEXEC);
    require(fd >= 0 && write(fd, data, size) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    messages = 0;
    if (size > 0 && data[0] == '{')
        take_records(path, data, size);
    else
        take_catalogue(path, size);
    close(fd);
    return 0;
}
