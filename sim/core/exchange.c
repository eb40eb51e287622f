/* SPDX-License-Identifier: Apache-2.0 */
/* exchange.c: instructions that exchange values between the lanes of a warp: shfl, vote, match,
 * redux, activemask, bar.warp.sync.
 *
 * The .sync forms wait for the live lanes named in the member mask; lanes that have exited are not
 * waited for. If some are missing, the split waits before the instruction (CORE_WAIT_LANES) until
 * it merges with them or they exit. */
#include "sim/core/warp.h"

#include <string.h>

#define D (run->destination)

/* Lanes of run->mask whose named partners are all here, by their own masks (`members`, one a lane).
 */
static uint32_t complete_lanes(run_t *run, const uint64_t *members, uint32_t here) {
    uint32_t complete = 0;
    for (uint32_t rest = run->mask; rest; rest &= rest - 1) {
        uint32_t lane = first_lane(rest);
        if (!((uint32_t)members[lane] & run->warp->live & ~here)) complete |= UINT32_C(1) << lane;
    }
    look_at_members(run, members, complete);
    return complete;
}

/* Keeps in run->mask the lanes that can execute now; the others wait. Lanes whose guard is false
 * continue. */
static bool gather(run_t *run, uint32_t complete) { /* false: no lane can */
    core_warp_t *warp = run->warp;
    uint32_t waiting = run->mask & ~complete, depth = current_split(warp)->depth;
    uint32_t passing = run->active & ~run->mask;
    run->mask = complete;
    if (!waiting) return true;
    if (!complete && !passing) {
        current_split(warp)->wait = CORE_WAIT_LANES;
        run->waited = true;
        return false;
    }
    part_lanes(warp, waiting, run->pc, depth)->wait = CORE_WAIT_LANES;
    run->active &= ~waiting;
    return complete;
}

/* ---- bar.warp.sync: lanes may wait at different instructions ---- */
static bool waits_at_warp_barrier(const core_warp_t *warp, const split_t *split) {
    return split->wait == CORE_WAIT_LANES &&
           warp->launch->module->code[split->pc].opcode == PTX_BAR_WARP;
}

/* Lanes that name the same partners meet; of one instruction several such groups may be complete at
 * once. */
static void note_groups(run_t *run, uint32_t complete) {
    const uint32_t live = run->warp->live;
    for (uint32_t rest = complete; rest; rest &= rest - 1) {
        const uint32_t named = (uint32_t)run->source[0][first_lane(rest)], group = named & live,
                       lanes = group == live ? UINT32_MAX : group;
        uint32_t i = 0;
        while (i < run->result->met_count && run->result->met[i] != lanes) i++;
        if (i == run->result->met_count) {
            run->result->met_named[i] = named;
            run->result->met[run->result->met_count++] = lanes;
            watch_meeting(run->warp, lanes);
        }
    }
}

static bool run_warp_barrier(run_t *run) {
    core_warp_t *warp = run->warp;
    uint32_t here = run->mask, members = 0;
    for (uint32_t i = 0; i < warp->split_count; i++)
        if (waits_at_warp_barrier(warp, &warp->splits[i])) here |= warp->splits[i].mask;
    uint32_t complete = complete_lanes(run, run->source[0], here);
    note_groups(run, complete);
    for (uint32_t rest = complete; rest; rest &= rest - 1)
        members |= (uint32_t)run->source[0][first_lane(rest)];
    for (uint32_t i = 0; i < warp->split_count; i++) {
        split_t *split = &warp->splits[i];
        if (!waits_at_warp_barrier(warp, split) || !(split->mask & members) || i == warp->current)
            continue;
        split->wait =
            CORE_WAIT_NONE; /* its lanes named the same partners: they pass the barrier together */
        split->pc++;
        run->disturbed = true;
    }
    gather(run, complete);
    return true;
}

/* ---- shfl ---- */
static int32_t source_lane(ptx_modifier_t mode, uint32_t lane, uint32_t b, uint32_t c,
                           bool *valid) {
    uint32_t clamp = c & 31, segment = c >> 8 & 31;
    uint32_t lowest = lane & segment, highest = lowest | (clamp & ~segment);
    int32_t from;
    b &= 31;
    switch (mode) {
    case PTX_UP:
        from = (int32_t)lane - (int32_t)b;
        *valid = from >= (int32_t)highest;
        break;
    case PTX_DOWN:
        from = (int32_t)(lane + b);
        *valid = from <= (int32_t)highest;
        break;
    case PTX_BFLY:
        from = (int32_t)(lane ^ b);
        *valid = from <= (int32_t)highest;
        break;
    default:
        from = (int32_t)(lowest | (b & ~segment));
        *valid = from <= (int32_t)highest;
        break;
    }
    return *valid ? from : (int32_t)lane;
}

static bool run_shuffle(run_t *run) {
    const ptx_instruction_t *instruction = run->instruction;
    uint64_t value[PTX_LANES];
    if (instruction->flags & PTX_FLAG_SYNC &&
        !gather(run, complete_lanes(run, run->source[3], run->mask)))
        return true;
    memcpy(value, run->source[0], sizeof value); /* the destination may be the source */
    uint64_t predicate[PTX_LANES], shuffled[PTX_LANES];
    int32_t sources[PTX_LANES];
    EACH_LANE(run, {
        bool valid;
        int32_t from = source_lane((ptx_modifier_t)instruction->mode, l,
                                   (uint32_t)run->source[1][l], (uint32_t)run->source[2][l],
                                   &valid);
        sources[l] = from;
        shuffled[l] = (uint32_t)value[from];
        predicate[l] = valid;
    });
    if (instruction->flags & PTX_FLAG_SYNC) {
        look_at_sources(run, run->source[3], sources);
        look_at_width(run);
    }
    if (run->warp->pending_count != 0) look_at_shuffled(run, sources);
    EACH_LANE(run, D[l] = shuffled[l]);
    if (instruction->destination[1].kind == PTX_OPERAND_NONE) return true;
    uint64_t *second = destination_lanes(run, 1);
    EACH_LANE(run, second[l] = predicate[l]);
    return true;
}

/* ---- vote ---- */
static uint64_t vote_result(ptx_modifier_t mode, uint32_t holds, uint32_t voters) {
    switch (mode) {
    case PTX_ALL: return holds == voters;
    case PTX_ANY: return holds != 0;
    case PTX_UNI: return holds == 0 || holds == voters;
    default: return holds;
    }
}

static bool run_vote(run_t *run) {
    const ptx_instruction_t *instruction = run->instruction;
    bool sync = instruction->flags & PTX_FLAG_SYNC;
    if (sync && !gather(run, complete_lanes(run, run->source[1], run->mask))) return true;
    uint32_t holds = 0, all = run->mask;
    for (uint32_t rest = all; rest; rest &= rest - 1)
        if (run->source[0][first_lane(rest)]) holds |= UINT32_C(1) << first_lane(rest);
    uint64_t result[PTX_LANES];
    EACH_LANE(run, {
        uint32_t voters = sync ? all & (uint32_t)run->source[1][l] : all;
        result[l] = vote_result((ptx_modifier_t)instruction->mode, holds & voters, voters);
    });
    EACH_LANE(run, D[l] = result[l]);
    return true;
}

/* ---- match, redux ---- */
static bool run_match(run_t *run) {
    const ptx_instruction_t *instruction = run->instruction;
    uint32_t bits = 8 * ptx_type_bytes((ptx_type_t)instruction->type);
    if (!gather(run, complete_lanes(run, run->source[1], run->mask))) return true;
    uint64_t equal[PTX_LANES], agrees[PTX_LANES];
    uint32_t all = run->mask;
    EACH_LANE(run, {
        uint32_t voters = all & (uint32_t)run->source[1][l];
        uint32_t same = 0;
        for (uint32_t rest = voters; rest; rest &= rest - 1)
            if (mask_bits(run->source[0][first_lane(rest)], bits) ==
                mask_bits(run->source[0][l], bits))
                same |= UINT32_C(1) << first_lane(rest);
        agrees[l] = same == voters;
        equal[l] = instruction->mode == PTX_ALL && same != voters ? 0 : same;
    });
    EACH_LANE(run, D[l] = equal[l]);
    if (instruction->destination[1].kind == PTX_OPERAND_NONE) return true;
    uint64_t *second = destination_lanes(run, 1);
    EACH_LANE(run, second[l] = agrees[l]);
    return true;
}

static uint32_t reduced(const ptx_instruction_t *instruction, uint32_t a, uint32_t b) {
    bool is_signed = instruction->type == PTX_S32;
    bool less = is_signed ? (int32_t)a < (int32_t)b : a < b;
    switch (instruction->action) {
    case PTX_DO_ADD: return a + b;
    case PTX_DO_MIN: return less ? a : b;
    case PTX_DO_MAX: return less ? b : a;
    default: break;
    }
    return instruction->logic == PTX_LOGIC_AND  ? (a & b)
           : instruction->logic == PTX_LOGIC_OR ? (a | b)
                                                : (a ^ b);
}

static bool run_reduction(run_t *run) { /* redux.sync */
    if (!gather(run, complete_lanes(run, run->source[1], run->mask))) return true;
    uint64_t result[PTX_LANES];
    uint32_t all = run->mask;
    EACH_LANE(run, {
        uint32_t members = all & (uint32_t)run->source[1][l];
        uint32_t value = members ? (uint32_t)run->source[0][first_lane(members)] : 0;
        for (uint32_t rest = members & (members - 1); rest; rest &= rest - 1)
            value = reduced(run->instruction, value, (uint32_t)run->source[0][first_lane(rest)]);
        result[l] = value;
    });
    EACH_LANE(run, D[l] = result[l]);
    return true;
}

/* Matrices: all lanes of the warp that live. */
static bool run_matrix(run_t *run) {
    static const uint64_t all[PTX_LANES] = {[0 ... PTX_LANES - 1] = UINT32_MAX};
    if (!gather(run, complete_lanes(run, all, run->mask))) return true;
    return run->instruction->opcode == PTX_MMA ? run_product(run) : run_rows(run);
}

bool run_exchange(run_t *run) {
    if (!run->mask) return true;
    switch (run->instruction->opcode) {
    case PTX_BAR_WARP: return run_warp_barrier(run);
    case PTX_SHFL: return run_shuffle(run);
    case PTX_VOTE: return run_vote(run);
    case PTX_MATCH: return run_match(run);
    case PTX_REDUX: return run_reduction(run);
    case PTX_MMA:
    case PTX_MATRIX_ROWS: return run_matrix(run);
    default: { /* activemask */
        uint32_t lanes = run->mask;
        remember_activemask(run);
        EACH_LANE(run, D[l] = lanes);
        return true;
    }
    }
}
