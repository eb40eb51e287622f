/* SPDX-License-Identifier: Apache-2.0 */
/* regress_plan.c: which runs there are, and what each one's command is; see regress_internal.h. */
#include <assert.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cosim/commands/shared/command.h"
#include "cmodel/base/random.h"
#include "cosim/commands/regress/regress_internal.h"
#include "cmodel/base/memory_stream.h"

#define LARGEST_SEED (UINT32_C(1) << 31)

/* One draw for each number, whatever was drawn before. */
static uint64_t draw(uint64_t seed, uint64_t number) {
    return scord_random_seed(seed, number).state;
}

/* Random runs of one plan have different seeds, for a row and a seed name a run: an odd factor
 * permutes the 31 bits that every tool takes. Never 0. */
static uint32_t nth_seed(uint64_t seed, uint64_t number) {
    const uint32_t value = ((uint32_t)number * UINT32_C(0x9e3779b1) + (uint32_t)draw(seed, 0)) &
                           (LARGEST_SEED - 1);
    assert(value < LARGEST_SEED);
    return value == 0 ? LARGEST_SEED : value;
}

static bool touches(const char *list, const char *unit) {
    const size_t length = strlen(unit);
    for (const char *at = list; *at != '\0';) {
        const size_t word = strcspn(at, ",");
        if (word == length && strncmp(at, unit, length) == 0) return true;
        at += word + (at[word] == ',');
    }
    return false;
}

static bool matches(const regress_row_t *row, const regress_options_t *options) {
    return (!options->only || fnmatch(options->only, row->id, 0) == 0) &&
           (!options->touches || touches(row->touches, options->touches));
}

static bool chosen(const regress_row_t *row, const regress_options_t *options) {
    return row->tier <= options->tier && row->tier >= options->above && matches(row, options);
}

static void set_run(regress_run_t *run, const regress_row_t *row, uint32_t seed) {
    assert((row->share != 0) == (seed != 0)); /* only random runs have a seed */
    *run = (regress_run_t){.row = row, .seed = seed, .expected = row->recorded};
    if (row->share == 0)
        snprintf(run->id, sizeof run->id, "%s", row->id);
    else
        snprintf(run->id, sizeof run->id, "%s.%" PRIu32, row->id, seed);
}

/* The row whose part of the sum of all shares DRAWN falls into. */
static const regress_row_t *row_of_share(const regress_row_t *const *rows, size_t count,
                                         uint64_t drawn) {
    assert(count > 0);
    size_t i = 0;
    for (; i + 1 < count && drawn >= rows[i]->share; i++) drawn -= rows[i]->share;
    assert(i < count && drawn < rows[i]->share);
    return rows[i];
}

static void hash_plan(regress_plan_t *plan, const regress_row_t *const *rows, size_t count,
                      uint64_t seed) {
    sha256_t hash;
    char number[32];
    sha256_start(&hash);
    snprintf(number, sizeof number, "%" PRIu64, seed);
    sha256_add_text(&hash, number);
    for (size_t i = 0; i < count; i++) {
        sha256_add_text(&hash, rows[i]->id);
        sha256_add_text(&hash, rows[i]->command);
        sha256_add_text(&hash, rows[i]->config_hash);
        snprintf(number, sizeof number, "%u", rows[i]->share);
        sha256_add_text(&hash, number);
    }
    sha256_finish(&hash, plan->hash);
}

/* ROWS: the chosen ones, those without a seed first. */
static void fill(regress_plan_t *plan, const regress_row_t *const *rows, size_t fixed, size_t count,
                 const regress_options_t *options) {
    assert(fixed <= count && options->shard >= 1 && options->shard <= options->shards);
    uint64_t shares = 0, number = 0;
    for (size_t i = fixed; i < count; i++) shares += rows[i]->share;
    for (size_t i = 0; i < fixed; i++)
        if (number++ % options->shards + 1 == options->shard)
            set_run(&plan->runs[plan->count++], rows[i], 0);
    for (uint64_t i = 0; shares != 0 && i < options->runs; i++) {
        const uint64_t row = draw(options->seed, i + 1) % shares;
        if (number++ % options->shards + 1 == options->shard)
            set_run(&plan->runs[plan->count++], row_of_share(rows + fixed, count - fixed, row),
                    nth_seed(options->seed, i));
    }
}

/* The message names the tier of a row that only its tier leaves out. */
static int nothing_to_run(const regress_catalogue_t *catalogue, const regress_options_t *options) {
    for (size_t i = 0; i < catalogue->count; i++) {
        const regress_row_t *row = &catalogue->rows[i];
        if (matches(row, options) && row->tier > options->tier)
            return scord_fail(SCORD_EXIT_BAD_INPUT,
                              "nothing to run: %s is a row of tier %s; add --tier %s", row->id,
                              regress_tier_names[row->tier], regress_tier_names[row->tier]);
    }
    return scord_fail(SCORD_EXIT_BAD_INPUT,
                      "nothing to run: no row of the %zu in the catalogue is chosen (--tier, "
                      "--above, --only, --touches, --runs); --list shows them",
                      catalogue->count);
}

int regress_plan_make(const regress_catalogue_t *catalogue, const regress_options_t *options,
                      regress_plan_t *plan) {
    *plan = (regress_plan_t){0};
    const regress_row_t **rows = malloc((catalogue->count + 1) * sizeof *rows);
    size_t count = 0, fixed = 0;
    plan->runs = calloc(catalogue->count + options->runs + 1, sizeof *plan->runs);
    if (!rows || !plan->runs) {
        free(rows);
        return scord_fail(SCORD_EXIT_ENVIRONMENT,
                          "no memory for %" PRIu64 " runs; ask for fewer with --runs",
                          catalogue->count + options->runs);
    }
    for (unsigned random = 0; random < 2; random++) {
        for (size_t i = 0; i < catalogue->count; i++)
            if ((catalogue->rows[i].share != 0) == (random == 1) &&
                chosen(&catalogue->rows[i], options))
                rows[count++] = &catalogue->rows[i];
        if (random == 0) fixed = count;
    }
    assert(fixed <= count && count <= catalogue->count);
    hash_plan(plan, rows, count, options->seed);
    fill(plan, rows, fixed, count, options);
    assert(plan->count <= catalogue->count + options->runs);
    free(rows);
    return plan->count == 0 && options->shards == 1 ? nothing_to_run(catalogue, options) : 0;
}

int regress_plan_one(const regress_catalogue_t *catalogue, const char *id, regress_run_t *run) {
    const char *dot = strrchr(id, '.');
    const size_t stem = !dot ? strlen(id) : (size_t)(dot - id);
    for (size_t i = 0; i < catalogue->count; i++) {
        const regress_row_t *row = &catalogue->rows[i];
        if (row->share == 0 && strcmp(row->id, id) == 0) return set_run(run, row, 0), 0;
        if (row->share == 0 || !dot || strlen(row->id) != stem || strncmp(row->id, id, stem) != 0)
            continue;
        char *end;
        const unsigned long seed = strtoul(dot + 1, &end, 10);
        if (dot[1] >= '1' && dot[1] <= '9' && *end == '\0' && seed <= LARGEST_SEED)
            return set_run(run, row, (uint32_t)seed), 0;
    }
    return scord_fail(SCORD_EXIT_BAD_INPUT,
                      "the catalogue has no run %s; a run is the id of a row, with a dot and a "
                      "seed (1 to 2147483648) when it is random",
                      id);
}

void regress_plan_free(regress_plan_t *plan) { free(plan->runs); }

/* The path of this executable, in quotes for sh. */
static void own_path(char *text, size_t size) {
    char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length < 0 ? 0 : length] = '\0';
    snprintf(text, size, "'%s'", length < 0 || strchr(path, '\'') ? "scord" : path);
}

char *regress_command(const regress_run_t *run, const char *folder) {
    char *command = NULL, seed[16], executable[PATH_MAX + 2];
    size_t bytes;
    FILE *out = scord_memory_stream(&command, &bytes);
    if (!out) return NULL;
    own_path(executable, sizeof executable);
    snprintf(seed, sizeof seed, "%" PRIu32, run->seed);
    const struct {
        const char *name, *value;
    } words[] = {{"{scord}", executable},
                 {"{seed}", seed},
                 {"{config}", run->row->config},
                 {"{run}", folder}};
    for (const char *at = run->row->command; *at != '\0';) {
        size_t i = 0;
        while (i < sizeof words / sizeof *words &&
               strncmp(at, words[i].name, strlen(words[i].name)) != 0)
            i++;
        if (i < sizeof words / sizeof *words) {
            fputs(words[i].value, out);
            at += strlen(words[i].name);
        } else {
            fputc(*at++, out);
        }
    }
    if (fclose(out) != 0) free(command), command = NULL;
    return command;
}
