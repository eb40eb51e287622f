/* SPDX-License-Identifier: Apache-2.0 */
/* oracle_litmus.c: the verdicts of a litmus test that need no stream, as text and JSON. */
#include "cosim/commands/oracle/oracle_litmus.h"

#include <inttypes.h>

/* The two accesses of a race, none if there is none. */
static void put_race(json_writer_t *json, uint64_t racy, const unsigned *thread,
                     const unsigned *line) {
    json_open_array(json, "race");
    for (unsigned i = 0; racy > 0 && i < 2; i++) {
        json_open_object(json, NULL);
        json_put_unsigned(json, "thread", thread[i]);
        json_put_unsigned(json, "line", line[i]);
        json_close(json);
    }
    json_close(json);
}

static void print_race(FILE *out, uint64_t racy, const unsigned *thread, const unsigned *line) {
    if (racy > 0)
        fprintf(out, "  race     P%u, line %u, with P%u, line %u\n", thread[0], line[0], thread[1],
                line[1]);
    fprintf(out, "  verdict  %s (%" PRIu64 " of them race)\n",
            racy > 0 ? "racy under some schedule" : "race-free under every schedule", racy);
}

void oracle_litmus_print_vulkan(const litmus_vulkan_t *verdict, FILE *out) {
    fprintf(out,
            "model " VULKAN_MODEL ": storage classes, availability, visibility\n"
            "  executions %" PRIu64 " consistent of %" PRIu64 " candidates\n",
            verdict->consistent, verdict->candidates);
    if (verdict->cut)
        fprintf(out,
                "  loops    unrolled: threads stop where they would jump back for the %s time\n",
                litmus_nth(verdict->passes + 1));
    if (verdict->consistent == 0)
        fprintf(out, "  note     no consistent execution meets the filter\n");
    print_race(out, verdict->racy, verdict->thread, verdict->line);
}

void oracle_litmus_put_vulkan(json_writer_t *json, const litmus_vulkan_t *verdict) {
    json_open_object(json, NULL);
    json_put_string(json, "model", VULKAN_MODEL);
    json_put_unsigned(json, "candidates", verdict->candidates);
    json_put_unsigned(json, "consistent", verdict->consistent);
    json_put_unsigned(json, "racy", verdict->racy);
    json_put_bool(json, "loops_cut", verdict->cut);
    put_race(json, verdict->racy, verdict->thread, verdict->line);
    json_close(json);
}

void oracle_litmus_print_relations(const char *name, const scord_oracle_axes_t *axes,
                                   const litmus_relations_t *verdict, const char *why, FILE *out) {
    char text[SCORD_ORACLE_AXES_TEXT];
    fprintf(out, "model %s: %s\n", name, scord_oracle_axes_format(axes, text));
    fprintf(out,
            "  note     %s:\n           %" PRIu64
            " launches, decided by relations without the detector\n",
            why, verdict->launches);
    if (verdict->cut > 0)
        fprintf(out,
                "  loops    unrolled: %u launches end where a thread would jump back for the "
                "%s time\n",
                verdict->cut, litmus_nth(verdict->passes + 1));
    print_race(out, verdict->racy, verdict->thread, verdict->line);
}

void oracle_litmus_put_relations(json_writer_t *json, const char *name,
                                 const litmus_relations_t *verdict) {
    json_open_object(json, NULL);
    json_put_string(json, "model", name);
    json_put_unsigned(json, "launches", verdict->launches);
    json_put_unsigned(json, "racy", verdict->racy);
    put_race(json, verdict->racy, verdict->thread, verdict->line);
    json_close(json);
}
