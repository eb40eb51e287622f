/* SPDX-License-Identifier: Apache-2.0 */
/* micro.c: the 32 microbenchmarks of ScoRD Table I under every preset of the oracle, in every
 * feasible interleaving.
 *
 * usage: oracle_micro CATALOGUE PROGRAMS_DIRECTORY [WAIVERS]
 * A label is met when a racy program races in some interleaving and a clean one in none. The preset
 * `scor` must meet all unless WAIVERS gives a reason (one that is not needed fails too); for the
 * others the labels not met are listed.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/interleavings/catalogue.h"
#include "tb/interleavings/explore.h"
#include "cmodel/oracle/oracle.h"
#include "tb/unit/oracle/micro_events.h"

enum { MAX_FAILED = 1, PRESETS_MAX = 16, WAIVERS_MAX = 8, WAIVER_SIZE = 512 };

typedef struct waivers {
    unsigned count;
    char line[WAIVERS_MAX][WAIVER_SIZE];
    bool used[WAIVERS_MAX];
} waivers_t;

typedef struct run {
    const event_program_t *program;
    scord_oracle_axes_t axes;
    uint64_t interleavings, racy;
    bool failed; /* the oracle refused */
} run_t;

static int visit(void *context, const executed_step_t *steps, unsigned count) {
    static scord_event_t events[EXPLORE_MAX_EVENTS + 4];
    run_t *run = context;
    scord_oracle_t *oracle = scord_oracle_create(&run->axes, NULL, NULL);
    const unsigned total = micro_events(run->program->same_block, steps, count, events);
    run->failed = !oracle;
    for (unsigned i = 0; i < total && !run->failed; i++)
        run->failed = scord_oracle_event(oracle, &events[i]) != SCORD_ORACLE_OK;
    run->interleavings++;
    run->racy += !run->failed && scord_oracle_statistics(oracle)->races > 0;
    scord_oracle_destroy(oracle);
    return run->failed;
}

/* Judges one program under one preset: whether its label is met. */
static bool judge(const event_program_t *program, const catalogue_entry_t *entry, unsigned preset,
                  uint64_t *total) {
    run_t run = {.program = program};
    scord_oracle_preset(scord_oracle_preset_name(preset), &run.axes);
    const bool explored = explore(program, MAX_FAILED, visit, &run) == EXPLORE_OK && !run.failed;
    const bool met = explored && (run.racy > 0) == entry->racy;
    *total += run.interleavings;
    if (!met)
        printf("%-24s %-52s labelled %s, races in %" PRIu64 " of %" PRIu64 " interleavings%s\n",
               scord_oracle_preset_name(preset), entry->name, entry->racy ? "racy" : "clean",
               run.racy, run.interleavings, explored ? "" : " (not all explored)");
    return met;
}

static int read_program(const char *directory, const char *name, event_program_t *program) {
    char path[1024], message[512];
    snprintf(path, sizeof path, "%s/%s.prog", directory, name);
    if (event_program_read(path, program, message, sizeof message) == 0) return 0;
    fprintf(stderr, "oracle_micro: %s\n", message);
    return -1;
}

/* ---- waivers ---- */

/* Lines `NAME | reason`. Returns 0, or -1 when the file cannot be read. */
static int read_waivers(const char *path, waivers_t *waivers) {
    char line[WAIVER_SIZE];
    FILE *file = fopen(path, "r");
    if (!file) {
        fprintf(stderr, "oracle_micro: %s cannot be opened\n", path);
        return -1;
    }
    while (fgets(line, sizeof line, file) && waivers->count < WAIVERS_MAX)
        if (line[0] != '#' && strchr(line, '|')) strcpy(waivers->line[waivers->count++], line);
    fclose(file);
    return 0;
}

static bool waived(waivers_t *waivers, const char *name) {
    const size_t length = strlen(name);
    for (unsigned i = 0; i < waivers->count; i++)
        if (strncmp(waivers->line[i], name, length) == 0 &&
            strchr(" |", waivers->line[i][length])) {
            waivers->used[i] = true;
            printf("     waived:%s", strchr(waivers->line[i], '|') + 1);
            return true;
        }
    return false;
}

static unsigned unused_waivers(const waivers_t *waivers) {
    unsigned unused = 0;
    for (unsigned i = 0; i < waivers->count; i++)
        if (!waivers->used[i]) {
            printf("waiver not needed, take it out: %s", waivers->line[i]);
            unused++;
        }
    return unused;
}

/* ---- all programs ---- */

static int judge_all(const catalogue_t *catalogue, const char *directory, waivers_t *waivers) {
    unsigned met[PRESETS_MAX] = {0}, failed = 0;
    uint64_t interleavings = 0;
    for (unsigned i = 0; i < catalogue->entries; i++) {
        event_program_t program;
        if (read_program(directory, catalogue->entry[i].name, &program) != 0) return 2;
        for (unsigned preset = 0; preset < scord_oracle_presets() && preset < PRESETS_MAX;
             preset++) {
            const bool right = judge(&program, &catalogue->entry[i], preset, &interleavings);
            met[preset] += right;
            if (!right && strcmp(scord_oracle_preset_name(preset), "scor") == 0)
                failed += !waived(waivers, catalogue->entry[i].name);
        }
    }
    for (unsigned preset = 0; preset < scord_oracle_presets(); preset++)
        printf("%-24s meets %2u of %u labels\n", scord_oracle_preset_name(preset), met[preset],
               catalogue->entries);
    failed += unused_waivers(waivers) + (catalogue->entries == 0);
    printf("%" PRIu64 " interleavings\n%u passed, %u failed\n", interleavings,
           catalogue->entries - failed, failed);
    return failed > 0 ? 1 : 0;
}

int main(int argc, char **argv) {
    static waivers_t waivers;
    catalogue_t catalogue;
    char message[512];
    if (argc != 3 && argc != 4) {
        fprintf(stderr, "usage: oracle_micro CATALOGUE PROGRAMS_DIRECTORY [WAIVERS]\n");
        return 2;
    }
    if (catalogue_read(argv[1], &catalogue, message, sizeof message) != 0) {
        fprintf(stderr, "oracle_micro: %s\n", message);
        return 2;
    }
    if (argc == 4 && read_waivers(argv[3], &waivers) != 0) return 2;
    return judge_all(&catalogue, argv[2], &waivers);
}
