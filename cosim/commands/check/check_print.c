/* SPDX-License-Identifier: Apache-2.0 */
/* check_print.c: the statistics of `scord check`, for people. For programs: check_files.c. */
#include <assert.h>
#include <inttypes.h>

#include "cosim/commands/check/check_internal.h"
#include "cosim/commands/shared/grouped.h"

static void line(FILE *out, const char *name, uint64_t value, const char *note) {
    char number[32];
    fprintf(out, "  %-20s %16s%s%s\n", name, grouped(value, number), note[0] == '\0' ? "" : "   ",
            note);
}

void check_print_statistics(FILE *out, const check_engine_t *engine, const check_options_t *options,
                            const run_status_t *status) {
    const check_statistics_t *s = &engine->statistics;
    assert(options->target != TARGET_SOURCES || options->job.from_cache <= options->job.units);
    char note[96], launches[32], blocks[32];
    snprintf(note, sizeof note, "%s launches, %s blocks",
             grouped(status->statistics.launches, launches),
             grouped(status->statistics.blocks, blocks));
    fputs("statistics\n", out);
    line(out, "events", s->events, note);
    line(out, "checks", s->checks, "");
    line(out, "fences", s->fences, "");
    const scord_approximations_t acted = scord_race_report_approximations(engine->report);
    line(out, "races", s->races,
         s->races == 0 && scord_approximations_hide(&acted) ? "some may be hidden" : "");
    if (options->keep_going)
        line(out, "out of range", status->statistics.dropped, "accesses left out");
    if (s->findings > 0) line(out, "findings", s->findings, "");
    if (s->lanes_checks > 0)
        line(out, "lanes of one store", s->lanes_checks, "words, by the detector");
    line(out, "front-end cycles", status->statistics.cycles, "");
    line(out, "thread instructions", status->statistics.thread_instructions, "");
    if (engine->lockstep) {
        line(out, "device cycles", s->cycles, "");
        line(out, "compared cycles", s->compared_cycles, "");
        line(out, "mismatches", s->mismatches, "RTL against golden model");
    }
    char events[32], checks[32], cycles[32], instructions[32];
    fprintf(out, "  rates                %s events/s, %s checks/s, %s thread instructions/s",
            grouped((uint64_t)check_rate(s->events, s->seconds), events),
            grouped((uint64_t)check_rate(s->checks, s->seconds), checks),
            grouped((uint64_t)check_rate(status->statistics.thread_instructions, s->seconds),
                    instructions));
    if (engine->lockstep)
        fprintf(out, ",\n                       %s device cycles/s",
                grouped((uint64_t)check_rate(s->cycles, s->seconds), cycles));
    fprintf(out, " (%.2f s)\n", s->seconds);
    if (options->target != TARGET_SOURCES) return;
    fprintf(out, "  compilation          %.2f s, %u of %u compiler runs spared by the cache%s\n",
            options->job.seconds, options->job.from_cache, options->job.units,
            options->job.by_nvcc ? " (nvcc)" : "");
}
