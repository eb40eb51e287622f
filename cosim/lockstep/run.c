/* SPDX-License-Identifier: Apache-2.0 */
/* run.c: see run.h. */
#include "cosim/lockstep/run.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/scord_params.h"

void scord_run_fail(scord_run_t *run, scord_lockstep_status_t status) {
    assert(status == SCORD_LOCKSTEP_IO || status == SCORD_LOCKSTEP_NO_MEMORY);
    if (scord_run_ok(run)) run->status = status;
}

void scord_run_mismatch(scord_run_t *run, scord_lockstep_status_t status,
                        scord_kept_event_t *source, const char *unit, const char *field,
                        const char *expected, const char *actual) {
    assert(status != SCORD_LOCKSTEP_OK && unit[0]);
    if (!scord_run_ok(run)) return;
    scord_lockstep_mismatch_t *mismatch = &run->mismatch;
    assert(!mismatch->unit[0] && !run->source);
    run->status = status;
    run->statistics.mismatches = 1;
    mismatch->cycle = run->statistics.cycles;
    mismatch->events = run->statistics.events;
    mismatch->sequence = source ? source->event.sequence : UINT64_MAX;
    snprintf(mismatch->unit, sizeof mismatch->unit, "%s", unit);
    snprintf(mismatch->field, sizeof mismatch->field, "%s", field);
    snprintf(mismatch->expected, sizeof mismatch->expected, "%s", expected);
    snprintf(mismatch->actual, sizeof mismatch->actual, "%s", actual);
    if (source) scord_kept_event_hold(source);
    run->source = source;
}

/* The name of a VALUE that the field encodes, by what the field is called (scord.params), or NULL.
 */
static const char *value_name(const char *unit, const char *field, uint64_t value) {
    const char *dot = strrchr(field, '.'), *name = dot ? dot + 1 : field;
    if (strcmp(unit, "lock_table") == 0 && strcmp(name, "state") == 0) name = "lock_state";
    if (strcmp(unit, "retire") == 0 && strcmp(name, "kind") == 0) name = "request_kind";
#define NAMED(lower, UPPER)                                                                        \
    if (strcmp(name, #lower) == 0)                                                                 \
        return value < SCORD_##UPPER##_COUNT ? scord_##lower##_name((unsigned)value) : "invalid";
    SCORD_FOR_EACH_ENUM(NAMED)
#undef NAMED
    return NULL;
}

void scord_run_value_text(const char *unit, const char *field, uint64_t value, char *text,
                          size_t size) {
    const char *name = value_name(unit, field, value);
    if (name)
        snprintf(text, size, "%llu (%s)", (unsigned long long)value, name);
    else
        snprintf(text, size, "%llu (0x%llx)", (unsigned long long)value, (unsigned long long)value);
}

void scord_run_mismatch_number(scord_run_t *run, scord_kept_event_t *source, const char *unit,
                               const char *field, uint64_t expected, uint64_t actual) {
    char text[2][64];
    scord_run_value_text(unit, field, expected, text[0], sizeof text[0]);
    scord_run_value_text(unit, field, actual, text[1], sizeof text[1]);
    scord_run_mismatch(run, SCORD_LOCKSTEP_MISMATCH, source, unit, field, text[0], text[1]);
}
