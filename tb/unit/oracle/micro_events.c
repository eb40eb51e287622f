/* SPDX-License-Identifier: Apache-2.0 */
/* micro_events.c: see micro_events.h. */
#include "tb/unit/oracle/micro_events.h"

#include <string.h>

enum { BASE = 0x10000, BLOCK_THREADS = 2 * SCORD_THREADS_PER_WARP };

static scord_event_t *fresh(scord_event_t *events, unsigned *total, scord_event_kind_t kind) {
    scord_event_t *event = &events[*total];
    memset(event, 0, sizeof *event);
    event->kind = kind;
    event->sequence = (*total)++;
    return event;
}

static void launch(scord_event_t *events, unsigned *total, bool same_block) {
    fresh(events, total, SCORD_EVENT_KIND_KERNEL_BEGIN)->kernel_begin =
        (scord_event_kernel_begin_t){.grid = {same_block ? 1 : 2, 1, 1},
                                     .block = {BLOCK_THREADS, 1, 1},
                                     .tracked_base = BASE,
                                     .log2_tracked_words = 4,
                                     .name = "micro"};
    for (unsigned block = 0; block < (same_block ? 1u : 2u); block++)
        fresh(events, total, SCORD_EVENT_KIND_BLOCK_LAUNCH)->block_launch =
            (scord_event_block_launch_t){
                .sm = (uint8_t)block, .warps = 3, .cta = {block, 0, 0}, .threads = BLOCK_THREADS};
}

static void fill_access(scord_event_access_t *access, const executed_step_t *done) {
    static const uint8_t kinds[] = {[STEP_ADD] = SCORD_ATOMIC_KIND_ADD,
                                    [STEP_EXCH] = SCORD_ATOMIC_KIND_EXCH,
                                    [STEP_LOCK] = SCORD_ATOMIC_KIND_CAS,
                                    [STEP_AWAIT] = SCORD_ATOMIC_KIND_ADD};
    const step_t *step = done->step;
    access->address[0] = BASE + SCORD_WORD_BYTES * step->word;
    access->mask = 1;
    access->size = SCORD_WORD_BYTES;
    access->pc = step->line;
    access->scope = step->scope;
    if (step->kind == STEP_LOAD || step->kind == STEP_STORE) {
        access->op = step->kind == STEP_LOAD ? SCORD_OP_LOAD : SCORD_OP_STORE;
        access->scope = SCORD_SCOPE_DEVICE;
        access->strong = step->strong;
        return;
    }
    access->op = SCORD_OP_ATOMIC;
    access->atomic_kind = kinds[step->kind];
    access->strong = access->has_returned = access->has_operands = 1;
    access->returned[0] = done->returned;
    access->value[0] = step->kind == STEP_EXCH ? step->value : step->kind != STEP_AWAIT;
}

static void add_step(scord_event_t *events, unsigned *total, bool same_block,
                     const executed_step_t *done) {
    const uint8_t sm = same_block ? 0 : (uint8_t)done->thread,
                  warp = same_block ? (uint8_t)done->thread : 0;
    if (done->step->kind == STEP_FENCE) {
        fresh(events, total, SCORD_EVENT_KIND_FENCE)->fence = (scord_event_fence_t){
            .sm = sm, .warp = warp, .pc = done->step->line, .scope = done->step->scope, .mask = 1};
        return;
    }
    scord_event_access_t *access = &fresh(events, total, SCORD_EVENT_KIND_ACCESS)->access;
    access->sm = sm;
    access->warp = warp;
    fill_access(access, done);
}

unsigned micro_events(bool same_block, const executed_step_t *steps, unsigned count,
                      scord_event_t *events) {
    unsigned total = 0;
    launch(events, &total, same_block);
    for (unsigned i = 0; i < count; i++) add_step(events, &total, same_block, &steps[i]);
    return total;
}
