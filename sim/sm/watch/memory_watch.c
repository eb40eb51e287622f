/* SPDX-License-Identifier: Apache-2.0 */
/* memory_watch.c: see memory_watch.h. */
#include "sim/sm/watch/memory_watch.h"

#include <assert.h>
#include <string.h>

#include "sim/ptx/code.h"

/* ---- what the L1 of the SM holds (S7) ---- */

static void order(memory_watch_t *watch, bool releases, bool acquires) {
    if (releases)
        stale_view_flush(watch->view, watch->sm,
                         watch->targeted ? UINT64_C(1) << (watch->warp & 63) : UINT64_MAX);
    if (acquires) stale_view_invalidate(watch->view, watch->sm);
}

void memory_watch_fence(memory_watch_t *watch, const scord_event_fence_t *fence) {
    if (!watch->view || fence->scope == SCORD_SCOPE_BLOCK) return;
    order(watch, fence->semantics != SCORD_SEMANTICS_ACQUIRE,
          fence->semantics != SCORD_SEMANTICS_RELEASE);
}

/* A release takes effect before its access, an acquire too: what passes the L1 reads the L2. */
static uint8_t *through_view(memory_watch_t *watch, uint64_t address, uint32_t bytes) {
    const ptx_instruction_t *instruction = &watch->module->code[watch->result->instruction];
    const bool strong = (instruction->flags & PTX_FLAG_STRONG) != 0;
    const uint8_t semantics = instruction->semantics;
    if (strong && instruction->scope != SCORD_SCOPE_BLOCK && !watch->ordered)
        order(watch, semantics == SCORD_SEMANTICS_RELEASE || semantics >= SCORD_SEMANTICS_ACQ_REL,
              semantics == SCORD_SEMANTICS_ACQUIRE || semantics >= SCORD_SEMANTICS_ACQ_REL);
    watch->ordered = true;
    const stale_way_t way = strong && instruction->scope != SCORD_SCOPE_BLOCK ? STALE_PASS
                            : instruction->opcode == PTX_LD                   ? STALE_LOAD
                            : instruction->opcode == PTX_ST                   ? STALE_STORE
                                                                              : STALE_ATOMIC;
    stale_view_begin(watch->view, watch->sm, watch->warp, way);
    return stale_view_translate(watch->view, address, bytes);
}

/* ---- the bytes before ---- */

uint8_t *memory_watch_translate(void *context, uint64_t address, uint32_t bytes) {
    memory_watch_t *watch = context;
    if (watch->unwritten && device_memory_translate(watch->memory, address, bytes))
        unwritten_see_host(watch->unwritten, watch->memory, address, bytes);
    uint8_t *place = watch->view ? through_view(watch, address, bytes)
                                 : device_memory_translate(watch->memory, address, bytes);
    const uint32_t capacity = sizeof watch->before / sizeof *watch->before;
    assert(watch->count <= capacity);
    if (place && bytes <= sizeof watch->before->value && watch->count < capacity) {
        memory_before_t *before = &watch->before[watch->count++];
        before->place = place;
        before->bytes = (uint8_t)bytes;
        memcpy(before->value, place, bytes);
    }
    return place;
}

void memory_watch_unwritten(void *context, uint32_t instruction, uint64_t word) {
    memory_watch_t *watch = context;
    unwritten_words_add(watch->words, watch->pc_base + instruction, word);
}

bool memory_watch_changed(const memory_watch_t *watch) {
    for (uint32_t i = 0; i < watch->count; i++)
        if (memcmp(watch->before[i].place, watch->before[i].value, watch->before[i].bytes) != 0)
            return true;
    return false;
}
