/* findings.c: synchronization misused by one warp instruction, as far as the warp's own state shows
 * it (docs/findings.md). What is found goes into the step's result; sim/sm/finding_sites.c folds
 * it.
 */
#include "sim/core/warp.h"

#include <assert.h>

core_finding_t *run_finding(run_t *run, scord_finding_rule_t rule, uint32_t lanes) {
    static core_finding_t no_room; /* written, never read */
    core_step_result_t *result = run->result;
    core_finding_t *finding = result->finding_count < CORE_FINDINGS
                                  ? &result->finding[result->finding_count++]
                                  : &no_room;
    *finding = (core_finding_t){.rule = rule, .lanes = lanes, .instruction = run->pc};
    return finding;
}

/* ---- lanes of one store ---- */

enum { BUCKETS = 64, NO_LANE = 0xff };

/* Accesses of one instruction have one size and are aligned to it: lanes touch the same bytes or
 * none in common. Mostly their places ascend. */
static bool all_ascend(uint8_t *const pointer[], uint32_t lanes) {
    const uint8_t *before = NULL;
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        const uint8_t *here = pointer[first_lane(rest)];
        if (here <= before) return false;
        before = here;
    }
    return true;
}

static bool same_value(const run_t *run, uint32_t a, uint32_t b) {
    const uint32_t bits = 8 * ptx_type_bytes((ptx_type_t)run->instruction->type);
    for (uint32_t e = 0; e < run->instruction->vector; e++)
        if (mask_bits(run->source[e][a] ^ run->source[e][b], bits)) return false;
    return true;
}

/* Two lanes at one place, with different values if there are such; false: there are no two. */
static bool find_pair(const run_t *run, uint8_t *const pointer[], uint32_t lanes, uint32_t pair[2],
                      bool *differ) {
    uint8_t bucket[BUCKETS], next[PTX_LANES];
    bool found = false;
    *differ = false;
    memset(bucket, NO_LANE, sizeof bucket);
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        const uint32_t lane = first_lane(rest);
        uint8_t *head = &bucket[((uintptr_t)pointer[lane] * UINT64_C(0x9e3779b97f4a7c15)) >> 58];
        uint32_t other = *head;
        while (other != NO_LANE && pointer[other] != pointer[lane]) other = next[other];
        if (other == NO_LANE) {
            next[lane] = *head;
            *head = (uint8_t)lane;
            continue;
        }
        const bool same = same_value(run, other, lane);
        if (found && same) continue;
        found = true;
        pair[0] = other;
        pair[1] = lane;
        *differ = !same;
        if (!same) return true;
    }
    return found;
}

void look_at_store_lanes(run_t *run, uint8_t *const pointer[], const uint64_t address[],
                         uint32_t global, uint32_t shared) {
    const uint32_t lanes = global | shared;
    uint32_t pair[2], together = 0;
    bool differ;
    /* a store of a scope is an atomic one: its last writer counts, whichever it is */
    const bool atomic = run->instruction->semantics != SCORD_SEMANTICS_NONE &&
                        !(run->instruction->flags & PTX_FLAG_VOLATILE);
    if (atomic || all_ascend(pointer, lanes) || !find_pair(run, pointer, lanes, pair, &differ))
        return;
    for (uint32_t rest = lanes; rest; rest &= rest - 1)
        if (pointer[first_lane(rest)] == pointer[pair[0]]) together |= rest & (0 - rest);
    core_finding_t *finding =
        run_finding(run, differ ? SCORD_FINDING_LANES_DIFFER : SCORD_FINDING_LANES_SAME, together);
    const uint64_t segment = run->warp->block->shared_address;
    if (global >> pair[0] & 1)
        finding->address = address[pair[0]];
    else if (segment != 0)
        finding->address = segment + run->result->shared_offset[pair[0]];
    for (uint32_t i = 0; i < 2; i++) {
        finding->value[2 * i] = pair[i];
        finding->value[2 * i + 1] = mask_bits(
            run->source[0][pair[i]], 8 * ptx_type_bytes((ptx_type_t)run->instruction->type));
    }
}
