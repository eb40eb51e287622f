/* SPDX-License-Identifier: Apache-2.0 */
/* events_check.c: `scord events check`: what the records of a stream say about one another.
 *
 * The reader has checked every record by itself; here: is a warp alive and of that block, is a slot
 * free, do barriers and kernels nest. A finding names the event's line or number; the check goes on
 * with the next one.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/events/events_internal.h"

enum { FINDINGS_SHOWN = 50 };

typedef struct block_state {
    bool resident;
    uint32_t warps, exited, waiting; /* warp slots */
    uint32_t threads;
} block_state_t;

typedef struct checker {
    const scord_stream_reader_t *reader;
    const char *path;
    uint64_t findings;
    bool running; /* between kernel_begin and kernel_end */
    scord_event_kernel_begin_t kernel;
    block_state_t blocks[SCORD_MAX_SMS][SCORD_MAX_BLOCKS_PER_SM];
    uint64_t cycle;
    bool access_before, schedule_before; /* the last record that is not an expectation */
} checker_t;

__attribute__((format(printf, 3, 4))) static void
finding(checker_t *checker, const scord_event_t *event, const char *format, ...) {
    if (++checker->findings > FINDINGS_SHOWN) return;
    uint64_t line = scord_stream_reader_line(checker->reader);
    printf("%s:", checker->path);
    if (line > 0) printf("%" PRIu64 ":", line);
    printf(" event %" PRIu64 " (%s): ", event->sequence, scord_event_kind_name(event->kind));
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
}

/* ---- kernels and blocks ---- */

static void begin_kernel(checker_t *checker, const scord_event_t *event) {
    if (checker->running)
        finding(checker, event, "kernel %u has not ended", checker->kernel.kernel);
    checker->kernel = event->kernel_begin;
    checker->running = true;
    memset(checker->blocks, 0, sizeof checker->blocks);
}

static void end_kernel(checker_t *checker, const scord_event_t *event) {
    if (!checker->running)
        finding(checker, event, "no kernel is running");
    else if (event->kernel_begin.kernel != checker->kernel.kernel)
        finding(checker, event, "kernel %u is running, not %u", checker->kernel.kernel,
                event->kernel_begin.kernel);
    checker->running = false;
}

static uint32_t warps_taken(const checker_t *checker, unsigned sm) {
    assert(sm < SCORD_MAX_SMS);
    uint32_t taken = 0;
    for (unsigned slot = 0; slot < SCORD_MAX_BLOCKS_PER_SM; slot++)
        if (checker->blocks[sm][slot].resident)
            taken |= checker->blocks[sm][slot].warps & ~checker->blocks[sm][slot].exited;
    return taken;
}

static void check_shape(checker_t *checker, const scord_event_t *event) {
    const scord_event_block_launch_t *launch = &event->block_launch;
    const uint32_t *grid = checker->kernel.grid, *block = checker->kernel.block;
    uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
    unsigned warps = (launch->threads + SCORD_THREADS_PER_WARP - 1) / SCORD_THREADS_PER_WARP;
    if (launch->threads != threads)
        finding(checker, event, "threads=%u, the kernel's blocks have %" PRIu64, launch->threads,
                threads);
    if ((unsigned)__builtin_popcount(launch->warps) != warps)
        finding(checker, event, "warps=0x%x has %d warps, %u threads make %u", launch->warps,
                __builtin_popcount(launch->warps), launch->threads, warps);
    if (launch->cta[0] >= grid[0] || launch->cta[1] >= grid[1] || launch->cta[2] >= grid[2])
        finding(checker, event, "cta=%u,%u,%u is outside the grid %u,%u,%u", launch->cta[0],
                launch->cta[1], launch->cta[2], grid[0], grid[1], grid[2]);
}

static void launch_block(checker_t *checker, const scord_event_t *event) {
    const scord_event_block_launch_t *launch = &event->block_launch;
    assert(launch->sm < SCORD_MAX_SMS && launch->slot < SCORD_MAX_BLOCKS_PER_SM);
    block_state_t *block = &checker->blocks[launch->sm][launch->slot];
    if (block->resident && block->exited != block->warps)
        finding(checker, event, "slot %u of SM %u is taken, and its block has not exited",
                launch->slot, launch->sm);
    block->resident = false;
    uint32_t clash = warps_taken(checker, launch->sm) & launch->warps;
    if (clash != 0)
        finding(checker, event, "warp slots 0x%x of SM %u are taken", clash, launch->sm);
    if (checker->running) check_shape(checker, event);
    *block = (block_state_t){true, launch->warps, 0, 0, launch->threads};
}

/* ---- warps and barriers ---- */

/* The block, or NULL when it is not resident. */
static block_state_t *resident_block(checker_t *checker, const scord_event_t *event, unsigned sm,
                                     unsigned slot) {
    assert(sm < SCORD_MAX_SMS && slot < SCORD_MAX_BLOCKS_PER_SM); /* the reader has checked */
    block_state_t *block = &checker->blocks[sm][slot];
    if (block->resident) return block;
    finding(checker, event, "no block is resident in slot %u of SM %u", slot, sm);
    return NULL;
}

/* Lanes of a warp: the block's last warp may be partial. */
static uint32_t lanes_of(const block_state_t *block, unsigned warp) {
    assert(warp < SCORD_MAX_WARPS_PER_SM && (block->warps >> warp & 1) != 0);
    unsigned rank = (unsigned)__builtin_popcount(block->warps & ((1u << warp) - 1));
    uint32_t before = rank * SCORD_THREADS_PER_WARP;
    uint32_t lanes = block->threads > before ? block->threads - before : 0;
    return lanes >= SCORD_THREADS_PER_WARP ? UINT32_MAX : (1u << lanes) - 1;
}

/* A warp of that block that has not exited and does not wait; NULL with a finding when it cannot
 * act. */
static block_state_t *active_warp(checker_t *checker, const scord_event_t *event, unsigned sm,
                                  unsigned slot, unsigned warp) {
    block_state_t *block = resident_block(checker, event, sm, slot);
    if (!block) return NULL;
    if ((block->warps >> warp & 1) == 0)
        finding(checker, event, "warp %u is not of the block in slot %u of SM %u (warps 0x%x)",
                warp, slot, sm, block->warps);
    else if ((block->exited >> warp & 1) != 0)
        finding(checker, event, "warp %u of SM %u has exited", warp, sm);
    else if ((block->waiting >> warp & 1) != 0)
        finding(checker, event, "warp %u of SM %u waits at its barrier", warp, sm);
    else
        return block;
    return NULL;
}

static void check_lanes(checker_t *checker, const scord_event_t *event, unsigned sm, unsigned slot,
                        unsigned warp, uint32_t mask) {
    block_state_t *block = active_warp(checker, event, sm, slot, warp);
    if (!block) return;
    uint32_t foreign = mask & ~lanes_of(block, warp);
    if (foreign != 0)
        finding(checker, event, "lanes 0x%x of warp %u have no thread", foreign, warp);
}

static void exit_block(checker_t *checker, const scord_event_t *event) {
    block_state_t *block = resident_block(checker, event, event->warp.sm, event->warp.slot);
    if (!block) return;
    if (block->waiting != 0)
        finding(checker, event, "warps 0x%x still wait at the barrier", block->waiting);
    block->resident = false;
}

static void exit_warp(checker_t *checker, const scord_event_t *event) {
    const scord_event_warp_t *warp = &event->warp;
    block_state_t *block = active_warp(checker, event, warp->sm, warp->slot, warp->warp);
    if (block) block->exited |= 1u << warp->warp;
}

static void arrive(checker_t *checker, const scord_event_t *event) {
    const scord_event_warp_t *warp = &event->warp;
    block_state_t *block = active_warp(checker, event, warp->sm, warp->slot, warp->warp);
    if (block) block->waiting |= 1u << warp->warp;
}

/* Barriers ignore exited warps (D4). */
static void release(checker_t *checker, const scord_event_t *event) {
    block_state_t *block = resident_block(checker, event, event->warp.sm, event->warp.slot);
    if (!block) return;
    uint32_t missing = block->warps & ~block->exited & ~block->waiting;
    if (missing != 0)
        finding(checker, event, "warps 0x%x have not arrived at the barrier", missing);
    block->waiting = 0;
}

/* ---- one event ---- */

static void check_kind(checker_t *checker, const scord_event_t *event) {
    switch (event->kind) {
    case SCORD_EVENT_KIND_KERNEL_BEGIN: begin_kernel(checker, event); break;
    case SCORD_EVENT_KIND_KERNEL_END: end_kernel(checker, event); break;
    case SCORD_EVENT_KIND_BLOCK_LAUNCH: launch_block(checker, event); break;
    case SCORD_EVENT_KIND_BLOCK_EXIT: exit_block(checker, event); break;
    case SCORD_EVENT_KIND_WARP_EXIT: exit_warp(checker, event); break;
    case SCORD_EVENT_KIND_ACCESS:
        check_lanes(checker, event, event->access.sm, event->access.slot, event->access.warp,
                    event->access.mask);
        break;
    case SCORD_EVENT_KIND_FENCE: /* by any lane, counted for its warp: the mask of a hand-written
                                    one is not looked at */
        active_warp(checker, event, event->fence.sm, event->fence.slot, event->fence.warp);
        break;
    case SCORD_EVENT_KIND_BARRIER_ARRIVE: arrive(checker, event); break;
    case SCORD_EVENT_KIND_BARRIER_RELEASE: release(checker, event); break;
    case SCORD_EVENT_KIND_FINDING: /* those that stand for many come when their warps are gone */
        break;
    case SCORD_EVENT_KIND_DIVERGE:
    case SCORD_EVENT_KIND_RECONVERGE:
        active_warp(checker, event, event->warp.sm, event->warp.slot, event->warp.warp);
        break;
    case SCORD_EVENT_KIND_EXPECT:
        if (!checker->access_before) finding(checker, event, "no access is just before");
        break;
    case SCORD_EVENT_KIND_EXPECT_PICK:
        if (!checker->schedule_before) finding(checker, event, "no schedule is just before");
        break;
    default: break;
    }
}

static bool outside_kernels(scord_event_kind_t kind) {
    return kind == SCORD_EVENT_KIND_KERNEL_BEGIN || kind == SCORD_EVENT_KIND_KERNEL_END ||
           kind == SCORD_EVENT_KIND_LOCATION || kind == SCORD_EVENT_KIND_OBJECT ||
           kind == SCORD_EVENT_KIND_NOTE ||
           kind == SCORD_EVENT_KIND_FINDING; /* of kind launch: between operations */
}

static void check_event(checker_t *checker, const scord_event_t *event) {
    if (!checker->running && !outside_kernels(event->kind))
        finding(checker, event, "no kernel is running");
    if (event->sequence > 0 && event->cycle < checker->cycle)
        finding(checker, event, "cycle %" PRIu64 " is before cycle %" PRIu64 " of the event before",
                event->cycle, checker->cycle);
    check_kind(checker, event);
    checker->cycle = event->cycle;
    if (event->kind == SCORD_EVENT_KIND_EXPECT || event->kind == SCORD_EVENT_KIND_EXPECT_PICK)
        return;
    checker->access_before = event->kind == SCORD_EVENT_KIND_ACCESS;
    checker->schedule_before = event->kind == SCORD_EVENT_KIND_SCHEDULE;
}

static int conclude(const checker_t *checker, uint64_t events) {
    if (checker->findings > FINDINGS_SHOWN)
        printf("%s: %" PRIu64 " more findings are not shown\n", checker->path,
               checker->findings - FINDINGS_SHOWN);
    printf("%s: %" PRIu64 " events, %" PRIu64 " findings\n", checker->path, events,
           checker->findings);
    return checker->findings == 0 ? SCORD_EXIT_CLEAN : SCORD_EXIT_FOUND;
}

int events_check(scord_stream_reader_t *reader, const char *path) {
    checker_t checker = {.reader = reader, .path = path};
    scord_event_t event = {.sequence = 0};
    scord_stream_error_t error;
    scord_stream_status_t status;
    uint64_t events = 0;
    for (; (status = scord_stream_read(reader, &event, &error)) == SCORD_STREAM_OK; events++)
        check_event(&checker, &event);
    if (status == SCORD_STREAM_END && checker.running && ++checker.findings <= FINDINGS_SHOWN)
        printf("%s: kernel %u has no kernel_end\n", path, checker.kernel.kernel);
    int code = conclude(&checker, events);
    return status == SCORD_STREAM_END ? code : scord_fail_stream(&error);
}
