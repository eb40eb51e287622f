/* SPDX-License-Identifier: Apache-2.0 */
/* memory_left.c: what the program leaves in device memory, for `scord check --schedules`, which
 * compares it between schedules: a line for each allocation when the host gives it back, and for
 * all others at the program's end.
 *
 *     HASH BYTES NAME        c0ffee0123456789 4096 cudaMalloc#2
 *
 * What kernels allocate and give back themselves is left out: how often depends on the schedule.
 * A program that is killed leaves the lines so far.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "sim/runtime/session.h"

void session_open_left(session_t *session) {
    const int fd = session_descriptor(RUN_LEFT_FD);
    session->left = fd < 0 ? NULL : fdopen(fd, "w");
    if (fd >= 0 && !session->left)
        session_end(session, RUN_ENVIRONMENT, "no memory for the list of what is left in memory");
}

static void note(session_t *session, const device_allocation_t *allocation) {
    if (allocation->kind == DEVICE_MEMORY_ADDRESSES) return;
    fprintf(session->left, "%016" PRIx64 " %" PRIu64 " %s\n",
            device_memory_hash(session->memory, allocation), allocation->bytes, allocation->name);
}

bool session_release(session_t *session, uint64_t address) {
    const device_allocation_t *allocation = device_memory_find(session->memory, address);
    if (session->left && allocation && allocation->address == address) note(session, allocation);
    return device_memory_release(session->memory, address);
}

void session_close_left(session_t *session) {
    const device_allocation_t *allocation;
    if (!session->left) return;
    for (uint32_t i = 0;
         session->memory && (allocation = device_memory_allocation(session->memory, i)); i++)
        note(session, allocation);
    fclose(session->left);
    session->left = NULL;
}
