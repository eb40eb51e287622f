/* run.c: see run.h. */
#include "cosim/lockstep/run.h"

#include <assert.h>
#include <stdio.h>

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

void scord_run_mismatch_number(scord_run_t *run, scord_kept_event_t *source, const char *unit,
                               const char *field, uint64_t expected, uint64_t actual) {
    char text[2][48];
    snprintf(text[0], sizeof text[0], "%llu (0x%llx)", (unsigned long long)expected,
             (unsigned long long)expected);
    snprintf(text[1], sizeof text[1], "%llu (0x%llx)", (unsigned long long)actual,
             (unsigned long long)actual);
    scord_run_mismatch(run, SCORD_LOCKSTEP_MISMATCH, source, unit, field, text[0], text[1]);
}
