/* SPDX-License-Identifier: Apache-2.0 */
/* session_machine.c: the cycle-level machine of a run (`scord sim`): its numbers, schedule,
 * scheduler device and files, as the command passes them (run_status.h), and the counts of every
 * kernel back to the command.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/runtime/session.h"
#include "cmodel/base/whole_transfer.h"

/* Two places for the records, used in turn: while one is written the other is whole. The file is
 * sparse. */
#define RECORDS_OFFSET UINT64_C(4096)
#define RECORDS_PLACE  (UINT64_C(1) << 32)

static void read_schedule(session_t *session) {
    session_cycles_t *cycles = &session->cycles;
    const char *issue = getenv(RUN_ISSUE), *fetch = getenv(RUN_FETCH),
               *by = getenv(RUN_SCHEDULE_BY);
    if (issue && !gpu_schedule_issue_named(issue, &cycles->schedule))
        session_end(session, RUN_FAULT, "no issue policy is named '%s'", issue);
    if (fetch && !gpu_schedule_fetch_named(fetch, &cycles->schedule))
        session_end(session, RUN_FAULT, "no fetch policy is named '%s'", fetch);
    if (!by) return;
    if (strcmp(by, "lockstep") == 0)
        cycles->schedule_by = GPU_SCHEDULE_LOCKSTEP;
    else if (strcmp(by, "closed-loop") == 0)
        cycles->schedule_by = GPU_SCHEDULE_CLOSED_LOOP;
    else
        session_end(session, RUN_FAULT, "%s is lockstep or closed-loop, not '%s'", RUN_SCHEDULE_BY,
                    by);
}

static void open_device(session_t *session) {
    const char *path = getenv(RUN_SCHEDULER_DEVICE), *waves = getenv(RUN_SCHEDULER_WAVES);
    if (session->cycles.schedule_by == GPU_SCHEDULE_BY_MODEL) return;
    void *object = !path ? NULL : dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!object)
        session_end(session, RUN_ENVIRONMENT, "the scheduler device cannot be loaded: %s",
                    !path ? RUN_SCHEDULER_DEVICE " is not set" : dlerror());
    scord_scheduler_device_open_t *open;
    *(void **)&open =
        dlsym(object,
              SCORD_SCHEDULER_DEVICE_OPEN); /* POSIX's way from an object pointer to a function's */
    if (!open)
        session_end(session, RUN_ENVIRONMENT, "%s is no scheduler device: %s", path, dlerror());
    errno = 0;
    session->cycles.device = open(waves, 0);
    if (!session->cycles.device)
        session_end(session, RUN_ENVIRONMENT, "the scheduler device %s cannot be opened%s%s: %s",
                    path, !waves ? "" : ", with waves to ", !waves ? "" : waves,
                    strerror(errno != 0 ? errno : ENOMEM));
}

static void open_phases(session_t *session) {
    const int fd = session_descriptor(RUN_PHASES_FD);
    if (fd < 0) return;
    session->cycles.phases = fdopen(fd, "w");
    if (!session->cycles.phases)
        session_end(session, RUN_ENVIRONMENT, "phases: %s", strerror(errno));
    setvbuf(session->cycles.phases, NULL, _IOLBF,
            1 << 16); /* whole lines, also when the program is killed */
}

/* The detector's names and the CUDA interface's numbers are those of the machine. */
static void apply_machine(session_t *session) {
    const gpu_machine_t *machine = &session->cycles.machine;
    if (session->writer_wanted && machine->warps > SCORD_MAX_WARPS_PER_SM)
        session_end(session, RUN_FAULT,
                    "the detector names %d warps an SM, and this machine has %u: use --machine "
                    "scord, or --set warps=%d",
                    SCORD_MAX_WARPS_PER_SM, machine->warps, SCORD_MAX_WARPS_PER_SM);
    session->config.num_sms = (uint8_t)machine->sms;
    session->config.blocks_per_sm = (uint8_t)machine->blocks;
    session->config.warps_per_sm = (uint8_t)machine->warps;
}

void session_read_machine(session_t *session) {
    session_cycles_t *cycles = &session->cycles;
    const char *settings = getenv(RUN_MACHINE);
    char message[512];
    cycles->kernels_fd = session_descriptor(RUN_KERNELS_FD);
    if (!settings) return;
    cycles->wanted = gpu_machine_named("baws", &cycles->machine);
    if (!gpu_machine_set(&cycles->machine, settings, message, sizeof message) ||
        !gpu_machine_check(&cycles->machine, message, sizeof message))
        session_end(session, RUN_FAULT, "%s", message);
    apply_machine(session);
    read_schedule(session);
    open_phases(session);
    open_device(session);
}

void session_write_kernels(session_t *session) {
    session_cycles_t *cycles = &session->cycles;
    if (cycles->kernels_fd < 0 || !session->gpu) return;
    uint32_t count = 0;
    const gpu_kernel_statistics_t *kernels = gpu_kernels(session->gpu, &count);
    cycles->second_place = !cycles->second_place;
    const run_kernels_t head = {sizeof *kernels,
                                cycles->second_place ? RECORDS_PLACE : RECORDS_OFFSET, count};
    const size_t bytes = count * sizeof *kernels;
    if (bytes > 0 && !whole_pwrite(cycles->kernels_fd, kernels, bytes, (off_t)head.offset))
        return; /* the older ones stay */
    if (!whole_pwrite(cycles->kernels_fd, &head, sizeof head, 0)) return;
}

void session_close_machine(session_t *session) {
    session_write_kernels(session);
    if (session->cycles.device) session->cycles.device->close(session->cycles.device->context);
    session->cycles.device = NULL;
}
