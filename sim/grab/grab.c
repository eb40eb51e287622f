/* SPDX-License-Identifier: Apache-2.0 */
/* grab.c: the events of a run into the scorings of one or several cache machines (grab.h).
 *
 *     event ─► location, object      names of sites and arrays
 *           ─► kernel_begin / end    counts since the launch go to its kernel
 *           ─► block_launch          which L1 the block uses
 *           ─► access ─► segments by line ─► scoring[i] ─► account of L1, L2 ─► results
 *
 * An access is one warp instruction. Its lanes are coalesced into cache lines, and each line is a
 * request with the lanes that want it (Algorithm 1). Each scoring has its own caches and takes the
 * same requests, so that several machines are compared on one run.
 *
 * A site is a program location, numbered at its first access. recent[] spares the map's lookup:
 * most accesses are of a pc that was seen a moment ago.
 *
 * Invariants: sites and kernels are numbers below the counts in results; `running` is the kernel
 * of the launch that runs; counts only grow, so a launch's share is a difference.
 * Expensive: the private caches of every thread (grab_private.h); they are simulated for all 32
 * lanes at once.
 * Reference: GRAB, section 4, Algorithm 1, Figure 7; docs/grab.md.
 */
#include "sim/grab/grab.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "cmodel/base/index_map.h"

enum { RECENT = 256, MACHINES_TEXT = 4096 };

struct grab {
    grab_scoring_t scoring[GRAB_SCORINGS_MAX];
    grab_results_t results; /* the scorings fill its accounts */
    scord_index_map_t site_of_pc;
    struct {
        uint32_t pc, site;
    } recent[RECENT]; /* site + 1; 0: none */
    uint32_t site_room, object_room, kernel_room;
    uint32_t running;     /* kernel; UINT32_MAX: none */
    grab_counts_t before; /* of the running launch */
};

/* ---- life ---- */

grab_t *grab_create(const grab_machine_t *machine, unsigned count, const scord_config_t *config) {
    assert(count >= 1 && count <= GRAB_SCORINGS_MAX);
    grab_t *grab = calloc(1, sizeof *grab);
    if (!grab) return NULL;
    grab->results.sms = config->num_sms;
    grab->running = UINT32_MAX;
    bool made = true;
    for (unsigned i = 0; made && i < count; i++) {
        grab_scored_t *scored = &grab->results.scored[i];
        scored->machine = machine[i];
        for (unsigned level = 0; level < GRAB_LEVELS; level++)
            grab_account_make(&scored->account[level]);
        grab->results.scorings++;
        made = grab_scoring_make(&grab->scoring[i], &machine[i], config, scored->account);
    }
    if (made) return grab;
    grab_destroy(grab);
    return NULL;
}

void grab_destroy(grab_t *grab) {
    if (!grab) return;
    for (uint32_t i = 0; i < grab->results.scorings; i++) grab_scoring_free(&grab->scoring[i]);
    scord_index_map_destroy(&grab->site_of_pc);
    grab_results_free(&grab->results);
    free(grab);
}

const grab_results_t *grab_results(const grab_t *grab) { return &grab->results; }

/* ---- names ---- */

/* The number of PC's site; GRAB_NO_SITE: out of memory. */
static uint32_t site_of(grab_t *grab, uint32_t pc) {
    grab_results_t *results = &grab->results;
    uint32_t site = scord_index_map_find(&grab->site_of_pc, pc);
    if (site != SCORD_INDEX_NONE) return site;
    if (!SCORD_ARRAY_ROOM(results->site, grab->site_room, results->sites + 1)) return GRAB_NO_SITE;
    if (!scord_index_map_add(&grab->site_of_pc, pc, results->sites)) return GRAB_NO_SITE;
    results->site[results->sites] = (grab_site_t){.pc = pc};
    return results->sites++;
}

static uint32_t recent_site(grab_t *grab, uint32_t pc) {
    const uint32_t at = pc % RECENT;
    if (grab->recent[at].site == 0 || grab->recent[at].pc != pc) {
        const uint32_t site = site_of(grab, pc);
        if (site == GRAB_NO_SITE) return site;
        grab->recent[at].pc = pc;
        grab->recent[at].site = site + 1;
    }
    return grab->recent[at].site - 1;
}

static bool take_location(grab_t *grab, const scord_event_location_t *location) {
    const uint32_t number = site_of(grab, location->pc);
    if (number == GRAB_NO_SITE) return false;
    grab_site_t *site = &grab->results.site[number];
    free(site->file);
    free(site->function);
    site->line = location->line;
    site->file = strdup(location->file);
    site->function = strdup(location->function);
    return site->file && site->function;
}

static bool take_object(grab_t *grab, const scord_event_object_t *object) {
    grab_results_t *results = &grab->results;
    if (!SCORD_ARRAY_ROOM(results->object, grab->object_room, results->objects + 1)) return false;
    grab_object_t *place = &results->object[results->objects];
    *place = (grab_object_t){object->address, object->bytes, strdup(object->name)};
    if (!place->name) return false;
    results->objects++;
    return true;
}

/* The number of the kernel NAME; UINT32_MAX: out of memory. */
static uint32_t kernel_named(grab_t *grab, const char *name) {
    grab_results_t *results = &grab->results;
    for (uint32_t i = 0; i < results->kernels; i++)
        if (strcmp(results->kernel[i].name, name) == 0) return i;
    if (!SCORD_ARRAY_ROOM(results->kernel, grab->kernel_room, results->kernels + 1))
        return UINT32_MAX;
    results->kernel[results->kernels] = (grab_kernel_t){.name = strdup(name)};
    return !results->kernel[results->kernels].name ? UINT32_MAX : results->kernels++;
}

/* ---- launches ---- */

/* Adds the counts since the launch began to its kernel. */
static void end_kernel(grab_t *grab) {
    const grab_counts_t *now = &grab->results.scored[0].account[GRAB_L1].total,
                        *before = &grab->before;
    if (grab->running == UINT32_MAX) return;
    grab_counts_t *counts = &grab->results.kernel[grab->running].counts;
    assert(grab->running < grab->results.kernels);
    assert(now->requests >= before->requests && now->misses >= before->misses);
    counts->requests += now->requests - before->requests;
    counts->misses += now->misses - before->misses;
    counts->full_misses += now->full_misses - before->full_misses;
    counts->cold += now->cold - before->cold;
    for (unsigned type = 0; type < GRAB_FAULT_COUNT; type++)
        counts->faults[type] += now->faults[type] - before->faults[type];
    grab->running = UINT32_MAX;
}

static bool begin_kernel(grab_t *grab, const scord_event_kernel_begin_t *kernel) {
    end_kernel(grab);
    for (uint32_t i = 0; i < grab->results.scorings; i++)
        grab_scoring_kernel(&grab->scoring[i], kernel);
    grab->running = kernel_named(grab, kernel->name);
    grab->before = grab->results.scored[0].account[GRAB_L1].total;
    if (grab->running == UINT32_MAX) return false;
    grab->results.kernel[grab->running].launches++;
    return true;
}

/* ---- accesses ---- */

typedef struct segments {
    uint32_t count, lanes[SCORD_THREADS_PER_WARP];
    uint64_t block[SCORD_THREADS_PER_WARP];
} segments_t;

/* The blocks that the lanes request, in the order of the first lane that requests each (M1), and
 * the lanes of each. No access crosses a line: its address is a multiple of its size. */
static void coalesce(const scord_event_access_t *access, unsigned log2_line, segments_t *out) {
    out->count = 0;
    for (uint32_t left = access->mask; left != 0;) {
        const uint64_t block = access->address[__builtin_ctz(left)] >> log2_line;
        uint32_t lanes = 0;
        for (uint32_t rest = left; rest != 0; rest &= rest - 1)
            if (access->address[__builtin_ctz(rest)] >> log2_line == block) lanes |= rest & -rest;
        out->block[out->count] = block;
        out->lanes[out->count++] = lanes;
        left &= ~lanes;
    }
}

static bool score_segments(grab_scoring_t *scoring, const scord_event_access_t *access,
                           uint32_t site, const segments_t *segments) {
    grab_outcome_t outcome[GRAB_LEVELS];
    for (uint32_t i = 0; i < segments->count; i++) {
        const grab_request_t request = {.block = segments->block[i],
                                        .lanes = segments->lanes[i],
                                        .site = site,
                                        .sm = access->sm,
                                        .slot = access->slot,
                                        .warp = access->warp};
        if (!grab_scoring_request(scoring, &request, outcome)) return false;
    }
    return true;
}

static bool take_access(grab_t *grab, const scord_event_access_t *access) {
    segments_t segments;
    segments.count = 0;
    uint32_t line = 0;
    const uint32_t site = recent_site(grab, access->pc);
    if (site == GRAB_NO_SITE) return false;
    grab->results.instructions++;
    for (uint32_t i = 0; i < grab->results.scorings; i++) {
        grab_scoring_t *scoring = &grab->scoring[i];
        if (scoring->machine.l1.line != line)
            coalesce(access, (unsigned)__builtin_ctz(scoring->machine.l1.line), &segments);
        line = scoring->machine.l1.line;
        if (!score_segments(scoring, access, site, &segments)) return false;
    }
    return true;
}

bool grab_event(grab_t *grab, const scord_event_t *event) {
    switch (event->kind) {
    case SCORD_EVENT_KIND_ACCESS: return take_access(grab, &event->access);
    case SCORD_EVENT_KIND_LOCATION: return take_location(grab, &event->location);
    case SCORD_EVENT_KIND_OBJECT: return take_object(grab, &event->object);
    case SCORD_EVENT_KIND_KERNEL_BEGIN: return begin_kernel(grab, &event->kernel_begin);
    case SCORD_EVENT_KIND_KERNEL_END: end_kernel(grab); return true;
    case SCORD_EVENT_KIND_BLOCK_LAUNCH:
        for (uint32_t i = 0; i < grab->results.scorings; i++)
            grab_scoring_block(&grab->scoring[i], &event->block_launch);
        return true;
    default: return true; /* no request to memory */
    }
}

/* ---- machines ---- */

unsigned grab_read_machines(const char *text, grab_machine_t machine[GRAB_SCORINGS_MAX],
                            char *message, size_t size) {
    unsigned count = 0;
    char one[MACHINES_TEXT];
    grab_machine_default(&machine[0]);
    for (;; text++) {
        const size_t length = strcspn(text, ";");
        if (count == GRAB_SCORINGS_MAX || length >= sizeof one) {
            snprintf(message, size, "more than %d choices of caches", GRAB_SCORINGS_MAX);
            return 0;
        }
        memcpy(one, text, length);
        one[length] = '\0';
        if (count > 0) machine[count] = machine[0];
        if (!grab_machine_set(&machine[count++], one, message, size)) return 0;
        text += length;
        if (*text == '\0') return count;
    }
}
