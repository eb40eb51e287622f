/* SPDX-License-Identifier: Apache-2.0 */
/* random_event.c: see random_event.h. Written against event.h alone, so that a field which the
 * formats forget is seen. */
#include "tb/unit/stream/random_event.h"
#include "cmodel/base/random.h"
#include "cmodel/stream/finding_rules.h"

#include <string.h>

uint64_t random_next(random_source_t *source) { return scord_split_next(&source->state); }

uint64_t random_below(random_source_t *source, uint64_t limit) {
    return random_next(source) % limit;
}

/* All magnitudes are as likely: 0, small, around powers of two, all ones. */
static uint64_t random_bits(random_source_t *source, unsigned width) {
    unsigned kept = (unsigned)random_below(source, width + 1);
    uint64_t value = kept == 0 ? 0 : random_next(source) >> (64 - kept);
    return random_below(source, 8) == 0 ? (width == 64 ? UINT64_MAX : (1ull << width) - 1) : value;
}

static uint32_t random_mask(random_source_t *source, unsigned width, bool may_be_empty) {
    uint32_t all = width == 32 ? UINT32_MAX : (1u << width) - 1;
    uint32_t mask;
    switch (random_below(source, 4)) {
    case 0: return all;
    case 1: mask = 1u << random_below(source, width); break;
    default: mask = (uint32_t)random_next(source) & all; break;
    }
    return mask == 0 && !may_be_empty ? 1 : mask;
}

/* Any bytes but zero; sometimes empty, sometimes the longest. */
static const char *random_string(random_source_t *source, char storage[SCORD_NAME_MAX + 1]) {
    size_t length = random_below(source, 20) == 0 ? SCORD_NAME_MAX : random_below(source, 24);
    for (size_t i = 0; i < length; i++)
        storage[i] = (char)(random_below(source, 4) == 0 ? 1 + random_below(source, 255)
                                                         : 'a' + random_below(source, 26));
    storage[length] = '\0';
    return storage;
}

static void random_triple(random_source_t *source, uint32_t triple[3], unsigned width,
                          uint32_t least) {
    for (unsigned i = 0; i < 3; i++) {
        triple[i] = (uint32_t)random_bits(source, width);
        if (triple[i] < least) triple[i] = least;
    }
}

static void random_kernel(random_source_t *source, scord_event_kernel_begin_t *begin,
                          char *storage) {
    begin->kernel = (uint32_t)random_bits(source, 32);
    random_triple(source, begin->grid, 32, 1);
    random_triple(source, begin->block, 10, 1);
    begin->dynamic_shared = (uint32_t)random_bits(source, 32);
    begin->log2_tracked_words = 4 + (uint32_t)random_below(source, 33);
    uint64_t bytes = (uint64_t)SCORD_WORD_BYTES << begin->log2_tracked_words;
    begin->tracked_base = random_bits(source, SCORD_ADDRESS_WIDTH) / bytes * bytes;
    begin->name = random_string(source, storage);
}

static void random_addresses(random_source_t *source, scord_event_access_t *access) {
    uint64_t limit = (1ull << SCORD_ADDRESS_WIDTH) / access->size;
    uint64_t base = random_bits(source, SCORD_ADDRESS_WIDTH) / access->size;
    uint64_t form = random_below(source, 6), stride = random_below(source, 100);
    for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP; lane++) {
        if ((access->mask >> lane & 1) == 0) continue;
        uint64_t at = form == 0   ? random_below(source, limit)
                      : form == 1 ? base
                      : form == 2 ? base + lane
                      : form == 3 ? base + lane * stride
                      : form == 4 ? base + (lane > (unsigned)__builtin_ctz(access->mask)) *
                                               stride /* a false stride */
                                  : base + (SCORD_THREADS_PER_WARP - lane) * stride;
        access->address[lane] = at % limit * access->size;
    }
}

static void random_values(random_source_t *source, const scord_event_access_t *access,
                          uint64_t *lanes) {
    unsigned width = 8u * access->size;
    uint64_t form = random_below(source, 3), value = random_bits(source, width);
    for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP; lane++) {
        if ((access->mask >> lane & 1) == 0) continue;
        uint64_t bits = form == 0 ? value : form == 1 ? random_bits(source, width) : value + lane;
        lanes[lane] = width == 64 ? bits : bits & ((1ull << width) - 1);
    }
}

/* Lanes with another lane at their address, in some words. */
static void random_differ(random_source_t *source, scord_event_access_t *access) {
    const unsigned words = access->size > SCORD_WORD_BYTES ? access->size / SCORD_WORD_BYTES : 1;
    uint32_t together = 0;
    for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP; lane++)
        for (unsigned other = 0; other < SCORD_THREADS_PER_WARP; other++)
            if (other != lane && access->mask >> lane & access->mask >> other & 1 &&
                access->address[lane] == access->address[other])
                together |= UINT32_C(1) << lane;
    for (unsigned i = 0; i < words; i++)
        if (random_below(source, 2) == 0) access->differ[i] = together;
}

static void random_access(random_source_t *source, const scord_config_t *config,
                          scord_event_access_t *access) {
    access->sm = (uint8_t)random_below(source, config->num_sms);
    access->slot = (uint8_t)random_below(source, config->blocks_per_sm);
    access->warp = (uint8_t)random_below(source, config->warps_per_sm);
    access->op = (uint8_t)random_below(source, SCORD_OP_COUNT);
    bool atomic = access->op == SCORD_OP_ATOMIC;
    if (atomic)
        access->atomic_kind = (uint8_t)(1 + random_below(source, SCORD_ATOMIC_KIND_COUNT - 1));
    access->unread = atomic && random_below(source, 2) == 0;
    access->scope = (uint8_t)random_below(source, SCORD_SCOPE_COUNT);
    access->semantics = (uint8_t)random_below(source, SCORD_SEMANTICS_COUNT);
    access->strong = atomic || access->semantics != SCORD_SEMANTICS_NONE ||
                     random_below(source, 2) == 0;
    access->size = (uint8_t)(1u << random_below(source, 5));
    access->pc = (uint32_t)random_bits(source, SCORD_PC_WIDTH);
    access->mask = random_mask(source, SCORD_THREADS_PER_WARP, false);
    random_addresses(source, access);
    if (access->op == SCORD_OP_STORE) random_differ(source, access);
    if (access->size > 8) return;
    bool needed = access->atomic_kind == SCORD_ATOMIC_KIND_CAS ||
                  access->atomic_kind == SCORD_ATOMIC_KIND_EXCH;
    access->has_operands = atomic && (needed || random_below(source, 2) == 0);
    access->has_returned = access->op != SCORD_OP_STORE &&
                           (access->atomic_kind == SCORD_ATOMIC_KIND_CAS ||
                            random_below(source, 2) == 0);
    if (access->has_operands) random_values(source, access, access->value);
    if (access->atomic_kind == SCORD_ATOMIC_KIND_CAS)
        random_values(source, access, access->compare);
    if (access->has_returned) random_values(source, access, access->returned);
}

static void random_fence(random_source_t *source, const scord_config_t *config,
                         scord_event_fence_t *fence) {
    fence->sm = (uint8_t)random_below(source, config->num_sms);
    fence->slot = (uint8_t)random_below(source, config->blocks_per_sm);
    fence->warp = (uint8_t)random_below(source, config->warps_per_sm);
    fence->scope = (uint8_t)random_below(source, SCORD_SCOPE_COUNT);
    fence->semantics = (uint8_t)random_below(source, SCORD_SEMANTICS_COUNT);
    fence->pc = (uint32_t)random_bits(source, 32);
    fence->mask = random_mask(source, 32, false);
}

/* Which of pc and mask a kind has: event.h, scord_event_warp_t. */
static void random_warp(random_source_t *source, const scord_config_t *config,
                        scord_event_kind_t kind, scord_event_warp_t *warp) {
    bool lanes = kind == SCORD_EVENT_KIND_DIVERGE || kind == SCORD_EVENT_KIND_RECONVERGE;
    warp->sm = (uint8_t)random_below(source, config->num_sms);
    warp->slot = (uint8_t)random_below(source, config->blocks_per_sm);
    if (lanes || kind == SCORD_EVENT_KIND_WARP_EXIT || kind == SCORD_EVENT_KIND_BARRIER_ARRIVE)
        warp->warp = (uint8_t)random_below(source, config->warps_per_sm);
    if (lanes || kind == SCORD_EVENT_KIND_BARRIER_ARRIVE)
        warp->pc = (uint32_t)random_bits(source, 32);
    if (lanes) warp->mask = random_mask(source, 32, false);
}

static void random_launch(random_source_t *source, const scord_config_t *config,
                          scord_event_block_launch_t *launch) {
    launch->sm = (uint8_t)random_below(source, config->num_sms);
    launch->slot = (uint8_t)random_below(source, config->blocks_per_sm);
    launch->warps = random_mask(source, config->warps_per_sm, false);
    random_triple(source, launch->cta, 32, 0);
    launch->threads = 1 + (uint32_t)random_below(source, 1024);
}

static void random_expect(random_source_t *source, scord_event_expect_t *expect) {
    expect->races = random_below(source, 2) == 0 ? 0 : 1 + (uint32_t)random_below(source, 1000);
    expect->scope = SCORD_EXPECT_ANY;
    if (expect->races > 0) {
        expect->verdict = (uint8_t)(1 + random_below(source, SCORD_VERDICT_COUNT - 1));
        if (random_below(source, 2) == 0) expect->scope = (uint8_t)random_below(source, 2);
    }
    expect->path = random_below(source, 2) == 0 ? SCORD_EXPECT_ANY
                                                : (uint8_t)random_below(source, SCORD_PATH_COUNT);
}

static void random_finding(random_source_t *source, const scord_config_t *config,
                           scord_event_finding_t *finding) {
    finding->rule = (uint8_t)random_below(source, SCORD_FINDING_RULES);
    finding->sm = (uint8_t)random_below(source, config->num_sms);
    finding->slot = (uint8_t)random_below(source, config->blocks_per_sm);
    finding->warp = (uint8_t)random_below(source, config->warps_per_sm);
    finding->pc = (uint32_t)random_bits(source, 32);
    finding->mask = random_mask(source, 32, false);
    finding->other_pc = (uint32_t)random_bits(source, 32);
    finding->other_mask = random_mask(source, 32, true);
    finding->address = random_bits(source, SCORD_ADDRESS_WIDTH);
    finding->count = 1 + random_bits(source, 40);
}

static void random_payload(random_source_t *source, const scord_config_t *config,
                           scord_event_t *event, char storage[2][SCORD_NAME_MAX + 1]) {
    switch (event->kind) {
    case SCORD_EVENT_KIND_KERNEL_BEGIN:
        random_kernel(source, &event->kernel_begin, storage[0]);
        break;
    case SCORD_EVENT_KIND_KERNEL_END:
        event->kernel_begin.kernel = (uint32_t)random_bits(source, 32);
        break;
    case SCORD_EVENT_KIND_BLOCK_LAUNCH: random_launch(source, config, &event->block_launch); break;
    case SCORD_EVENT_KIND_ACCESS: random_access(source, config, &event->access); break;
    case SCORD_EVENT_KIND_FENCE: random_fence(source, config, &event->fence); break;
    case SCORD_EVENT_KIND_LOCATION:
        event->location.pc = (uint32_t)random_bits(source, 32);
        event->location.line = (uint32_t)random_bits(source, 32);
        event->location.file = random_string(source, storage[0]);
        event->location.function = random_string(source, storage[1]);
        break;
    case SCORD_EVENT_KIND_OBJECT:
        event->object.address = random_bits(source, SCORD_ADDRESS_WIDTH);
        event->object.bytes = random_bits(source, SCORD_ADDRESS_WIDTH);
        event->object.name = random_string(source, storage[0]);
        break;
    case SCORD_EVENT_KIND_NOTE: event->note.text = random_string(source, storage[0]); break;
    case SCORD_EVENT_KIND_FINDING:
        random_finding(source, config, &event->finding);
        event->finding.text = random_string(source, storage[0]);
        break;
    case SCORD_EVENT_KIND_SCHEDULE:
        event->schedule.sm = (uint8_t)random_below(source, config->num_sms);
        event->schedule.policy = (uint8_t)random_below(source, SCORD_ISSUE_POLICY_COUNT);
        event->schedule.ready = random_mask(source, config->warps_per_sm, true);
        break;
    case SCORD_EVENT_KIND_EXPECT: random_expect(source, &event->expect); break;
    case SCORD_EVENT_KIND_EXPECT_PICK:
        event->expect.warp = (uint8_t)random_below(source, config->warps_per_sm);
        break;
    default: random_warp(source, config, event->kind, &event->warp); break;
    }
}

void random_events(random_source_t *source, const scord_config_t *config, size_t count,
                   events_t *events) {
    char storage[2][SCORD_NAME_MAX + 1];
    uint64_t cycle = random_bits(source, 20);
    for (size_t i = 0; i < count; i++) {
        scord_event_t event;
        memset(&event, 0, sizeof event);
        event.kind = (scord_event_kind_t)(i < SCORD_EVENT_KIND_COUNT
                                              ? i
                                              : random_below(source, SCORD_EVENT_KIND_COUNT));
        event.sequence = i;
        event.cycle = cycle;
        random_payload(source, config, &event, storage);
        append_event(events, &event);
        cycle += random_below(source, 3) == 0 ? random_bits(source, 64) : random_below(source, 3);
    }
}
