/* SPDX-License-Identifier: Apache-2.0 */
/* session_grab.c: GRAB as an observer of the run (`scord grab`): the machine's events go to it in
 * this process, since encoding and decoding them would cost more than it does (docs/grab.md, G3);
 * its results go to the command.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/base/memory_stream.h"
#include "sim/runtime/session.h"
#include "cmodel/base/seconds.h"
#include "cmodel/base/whole_transfer.h"

/* Two places for the results, used in turn: while one is written the other is whole. The file is
 * sparse. */
#define RESULTS_OFFSET UINT64_C(4096)
#define RESULTS_PLACE  (UINT64_C(1) << 40)

enum { SAVE_EVENTS = 1 << 20 };       /* so often is the clock looked at */
static const double save_seconds = 2; /* a run that is killed loses at most this much */

void session_open_grab(session_t *session) {
    session_grab_t *grab = &session->grab;
    grab_machine_t machine[GRAB_SCORINGS_MAX];
    char message[512];
    const char *text = getenv(RUN_GRAB);
    grab->fd = session_descriptor(RUN_GRAB_FD);
    if (!text) return;
    const unsigned count = grab_read_machines(text, machine, message, sizeof message);
    if (count == 0) session_end(session, RUN_FAULT, "%s", message);
    if (session->config.warps_per_sm > SCORD_MAX_WARPS_PER_SM)
        session_end(session, RUN_FAULT,
                    "GRAB names %d warps an SM, and this machine has %u: use --machine scord",
                    SCORD_MAX_WARPS_PER_SM, session->config.warps_per_sm);
    grab->observer = grab_create(machine, count, &session->config);
    if (!grab->observer) session_end(session, RUN_ENVIRONMENT, "no memory for the caches of GRAB");
    grab->saved = scord_seconds_now();
}

void session_save_grab(session_t *session) {
    session_grab_t *grab = &session->grab;
    char *text = NULL;
    size_t bytes = 0;
    if (!grab->observer || grab->fd < 0) return;
    grab->second_place = !grab->second_place;
    const uint64_t offset = grab->second_place ? RESULTS_PLACE : RESULTS_OFFSET;
    FILE *out = scord_memory_stream(&text, &bytes);
    const bool whole = out && grab_results_write(grab_results(grab->observer), out);
    if (out && fclose(out) == 0 && whole && whole_pwrite(grab->fd, text, bytes, offset)) {
        const run_grab_t head = {offset, bytes};
        whole_pwrite(grab->fd, (const char *)&head, sizeof head, 0); /* else the older ones stay */
    }
    free(text);
    grab->saved = scord_seconds_now();
}

int session_observe(session_t *session, const scord_event_t *event) {
    session_grab_t *grab = &session->grab;
    if (!grab_event(grab->observer, event))
        session_end(session, RUN_ENVIRONMENT, "out of memory in GRAB");
    const bool due = ++grab->events % SAVE_EVENTS == 0 ||
                     event->kind == SCORD_EVENT_KIND_KERNEL_END;
    if (due && scord_seconds_now() - grab->saved > save_seconds) session_save_grab(session);
    return 0;
}

void session_close_grab(session_t *session) {
    session_save_grab(session);
    grab_destroy(session->grab.observer);
    session->grab.observer = NULL;
}
