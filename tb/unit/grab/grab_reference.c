/* SPDX-License-Identifier: Apache-2.0 */
/* grab_reference.c: see grab_reference.h. */
#include "tb/unit/grab/grab_reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct place {
    bool taken;
    uint64_t block, came, used; /* stamps */
} place_t;

typedef struct cache {
    uint64_t owner; /* who it belongs to */
    place_t *place; /* sets × ways */
} cache_t;

typedef struct caches {
    cache_t *cache;
    uint32_t count;
} caches_t;

typedef struct trace {
    reference_request_t *request;
    uint32_t count, room, launch; /* launch: where the running one begins */
} trace_t;

struct reference {
    reference_geometry_t l1, l2;
    unsigned groups, sms, warps;
    caches_t cores, threads, shared, sm_l2; /* Ω(C), Ω(C.B.w.n), and those of the second level */
    trace_t trace[2];
    uint64_t stamp;
    uint64_t launched[SCORD_MAX_SMS];                          /* blocks */
    uint64_t block_of[SCORD_MAX_SMS][SCORD_MAX_BLOCKS_PER_SM]; /* number of the block in the slot,
                                                                  among those of the SM */
    uint64_t warp_of[SCORD_MAX_SMS]
                    [SCORD_MAX_WARPS_PER_SM]; /* number of the warp, among all that ever were */
    uint64_t warps_ever;
    bool warps_dealt;
};

static void *must(void *memory) {
    if (memory) return memory;
    puts("FAIL no memory for the reference");
    exit(3);
}

/* OWNER's cache; an empty one when it has none. */
static cache_t *cache_of(caches_t *caches, uint64_t owner, const reference_geometry_t *geometry) {
    for (uint32_t i = 0; i < caches->count; i++)
        if (caches->cache[i].owner == owner) return &caches->cache[i];
    caches->cache = must(realloc(caches->cache, (caches->count + 1) * sizeof *caches->cache));
    cache_t *cache = &caches->cache[caches->count++];
    *cache = (cache_t){owner,
                       must(calloc((size_t)geometry->sets * geometry->ways, sizeof(place_t)))};
    return cache;
}

static void forget(caches_t *caches) {
    for (uint32_t i = 0; i < caches->count; i++) free(caches->cache[i].place);
    free(caches->cache);
    *caches = (caches_t){0};
}

/* ---- Δ, equations (1) and (2), and the update of the cache ---- */

static bool all_taken(const cache_t *cache, const reference_geometry_t *geometry) {
    for (uint32_t i = 0; i < geometry->sets * geometry->ways; i++)
        if (!cache->place[i].taken) return false;
    return true;
}

static place_t *victim(place_t *set, const reference_geometry_t *geometry) {
    place_t *oldest = &set[0];
    for (uint32_t way = 0; way < geometry->ways; way++) {
        if (!set[way].taken) return &set[way];
        if (geometry->fifo ? set[way].came < oldest->came : set[way].used < oldest->used)
            oldest = &set[way];
    }
    return oldest;
}

static reference_class_t request(cache_t *cache, const reference_geometry_t *geometry,
                                 uint64_t block, uint64_t stamp, uint64_t *evicted) {
    place_t *set = &cache->place[block % geometry->sets * geometry->ways];
    *evicted = REFERENCE_EMPTY;
    for (uint32_t way = 0; way < geometry->ways; way++)
        if (set[way].taken && set[way].block == block) {
            set[way].used = stamp;
            return REFERENCE_HIT;
        }
    const reference_class_t class = all_taken(cache, geometry) ? REFERENCE_MISS_FULL
                                                               : REFERENCE_MISS;
    place_t *place = victim(set, geometry);
    if (place->taken) *evicted = place->block;
    *place = (place_t){true, block, stamp, stamp};
    return class;
}

/* ---- the trace ---- */

static reference_request_t *append(trace_t *trace, const reference_request_t *request) {
    if (trace->count == trace->room) {
        trace->room = 2 * trace->room + 64;
        trace->request = must(realloc(trace->request, trace->room * sizeof *trace->request));
    }
    trace->request[trace->count] = *request;
    return &trace->request[trace->count++];
}

/* Section 4.3: the last access of the same cache that evicted the block; its root cause, or itself
 * when that is empty. */
static void localize_root(const trace_t *trace, reference_request_t *missed) {
    for (uint32_t i = trace->count - 1; i-- > trace->launch;) {
        const reference_request_t *by = &trace->request[i];
        if (by->cache != missed->cache || by->evicted != missed->block) continue;
        missed->evictor = by->pc;
        missed->root_pc = by->root_block != REFERENCE_EMPTY ? by->root_pc : by->pc;
        missed->root_block = by->root_block != REFERENCE_EMPTY ? by->root_block : by->block;
        return;
    }
}

unsigned reference_fault(const reference_request_t *request) {
    if (request->class == REFERENCE_HIT) return REFERENCE_TYPES;
    if (!request->golden_hit) return REFERENCE_MM;
    return request->class == REFERENCE_MISS ? REFERENCE_MH : REFERENCE_FULL_MH;
}

/* ---- Algorithm 1 ---- */

static uint32_t core_of(const reference_t *reference, const scord_event_access_t *access) {
    const uint64_t dealt = reference->warps_dealt ? access->warp
                                                  : reference->block_of[access->sm][access->slot];
    return access->sm * reference->groups + (uint32_t)(dealt % reference->groups);
}

static void second_level(reference_t *reference, const reference_request_t *missed) {
    uint64_t evicted;
    reference_request_t next = {.cache = 0,
                                .sm = missed->sm,
                                .pc = missed->pc,
                                .block = missed->block,
                                .root_block = REFERENCE_EMPTY,
                                .golden_thread = REFERENCE_EMPTY};
    next.class = request(cache_of(&reference->shared, 0, &reference->l2), &reference->l2,
                         next.block, reference->stamp, &next.evicted);
    cache_t *alone = cache_of(&reference->sm_l2, missed->sm, &reference->l2);
    next.golden_hit = request(alone, &reference->l2, next.block, reference->stamp, &evicted) ==
                      REFERENCE_HIT;
    reference_request_t *in_trace = append(&reference->trace[1], &next);
    if (next.class != REFERENCE_HIT) localize_root(&reference->trace[1], in_trace);
}

/* One request <addr, mask>: lines 13 to 57. */
static void memory_request(reference_t *reference, const scord_event_access_t *access,
                           uint64_t block, uint32_t mask) {
    uint64_t evicted;
    reference_request_t next = {.cache = core_of(reference, access),
                                .sm = access->sm,
                                .pc = access->pc,
                                .block = block,
                                .root_block = REFERENCE_EMPTY,
                                .golden_thread = REFERENCE_EMPTY};
    reference->stamp++;
    next.class = request(cache_of(&reference->cores, next.cache, &reference->l1), &reference->l1,
                         block, reference->stamp, &next.evicted);
    for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP; lane++) {
        if ((mask >> lane & 1) == 0) continue;
        const uint64_t thread =
            reference->warp_of[access->sm][access->warp] * SCORD_THREADS_PER_WARP + lane;
        if (request(cache_of(&reference->threads, thread, &reference->l1), &reference->l1, block,
                    reference->stamp, &evicted) != REFERENCE_HIT)
            continue;
        next.golden_hit = true; /* S1 */
        next.golden_thread = thread;
    }
    reference_request_t *in_trace = append(&reference->trace[0], &next);
    if (next.class == REFERENCE_HIT) return;
    localize_root(&reference->trace[0], in_trace);
    if (reference->l2.sets != 0) second_level(reference, &next);
}

/* A request for every line that some lane touches, in the order of the lanes. */
static void access_event(reference_t *reference, const scord_event_access_t *access) {
    uint64_t asked[SCORD_THREADS_PER_WARP];
    unsigned count = 0;
    for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP; lane++) {
        if ((access->mask >> lane & 1) == 0) continue;
        const uint64_t block = access->address[lane] / reference->l1.line;
        bool new = true;
        for (unsigned i = 0; i < count; i++) new = new &&asked[i] != block;
        if (new) asked[count++] = block;
    }
    for (unsigned i = 0; i < count; i++) {
        uint32_t mask = 0;
        for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP; lane++)
            if ((access->mask >> lane & 1) != 0 &&
                access->address[lane] / reference->l1.line == asked[i])
                mask |= UINT32_C(1) << lane;
        memory_request(reference, access, asked[i], mask);
    }
}

static void kernel_begin(reference_t *reference, const scord_event_kernel_begin_t *kernel) {
    const uint64_t blocks = (uint64_t)kernel->grid[0] * kernel->grid[1] * kernel->grid[2];
    const uint64_t threads = (uint64_t)kernel->block[0] * kernel->block[1] * kernel->block[2];
    forget(&reference->cores); /* G5 */
    reference->trace[0].launch = reference->trace[0].count;
    memset(reference->launched, 0, sizeof reference->launched);
    memset(reference->block_of, 0, sizeof reference->block_of);
    for (unsigned sm = 0; sm < reference->sms; sm++)
        for (unsigned warp = 0; warp < reference->warps; warp++)
            reference->warp_of[sm][warp] = reference->warps_ever++;
    reference->warps_dealt = blocks <= reference->sms ||
                             2 * ((threads + 31) / 32) > reference->warps;
}

static void block_launch(reference_t *reference, const scord_event_block_launch_t *block) {
    reference->block_of[block->sm][block->slot] = reference->launched[block->sm]++;
    for (unsigned warp = 0; warp < SCORD_MAX_WARPS_PER_SM; warp++)
        if ((block->warps >> warp & 1) != 0)
            reference->warp_of[block->sm][warp] = reference->warps_ever++;
}

void reference_event(reference_t *reference, const scord_event_t *event) {
    if (event->kind == SCORD_EVENT_KIND_KERNEL_BEGIN) kernel_begin(reference, &event->kernel_begin);
    if (event->kind == SCORD_EVENT_KIND_BLOCK_LAUNCH) block_launch(reference, &event->block_launch);
    if (event->kind == SCORD_EVENT_KIND_ACCESS) access_event(reference, &event->access);
}

/* ---- life ---- */

reference_t *reference_create(reference_geometry_t l1, reference_geometry_t l2, unsigned groups,
                              const scord_config_t *config) {
    reference_t *reference = must(calloc(1, sizeof *reference));
    reference->l1 = l1;
    reference->l2 = l2;
    reference->groups = groups;
    reference->sms = config->num_sms;
    reference->warps = config->warps_per_sm;
    return reference;
}

void reference_destroy(reference_t *reference) {
    forget(&reference->cores);
    forget(&reference->threads);
    forget(&reference->shared);
    forget(&reference->sm_l2);
    free(reference->trace[0].request);
    free(reference->trace[1].request);
    free(reference);
}

const reference_request_t *reference_trace(const reference_t *reference, unsigned level,
                                           uint32_t *count) {
    *count = reference->trace[level].count;
    return reference->trace[level].request;
}
