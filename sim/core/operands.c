/* SPDX-License-Identifier: Apache-2.0 */
/* operands.c: operands as 32 lane values. */
#include "sim/core/warp.h"

#include <assert.h>

static uint64_t cycle_of(const core_warp_t *warp) {
    return warp->launch->cycle ? *warp->launch->cycle : 0;
}

static uint32_t lane_mask(ptx_special_t special, uint32_t lane) {
    uint32_t bit = UINT32_C(1) << lane;
    switch (special) {
    case PTX_LANEMASK_EQ: return bit;
    case PTX_LANEMASK_LT: return bit - 1;
    case PTX_LANEMASK_LE: return bit | (bit - 1);
    case PTX_LANEMASK_GT: return ~(bit | (bit - 1));
    default: return ~(bit - 1);
    }
}

static uint32_t warps_of_block(const core_warp_t *warp) {
    const uint32_t *block = warp->launch->block;
    return (block[0] * block[1] * block[2] + PTX_LANES - 1) / PTX_LANES;
}

static uint64_t special_value(const core_warp_t *warp, ptx_special_t special, uint32_t lane) {
    const core_launch_t *launch = warp->launch;
    switch (special) {
    case PTX_TID_X:
    case PTX_TID_Y:
    case PTX_TID_Z: return warp->thread[special - PTX_TID_X][lane];
    case PTX_NTID_X:
    case PTX_NTID_Y:
    case PTX_NTID_Z: return launch->block[special - PTX_NTID_X];
    case PTX_CTAID_X:
    case PTX_CTAID_Y:
    case PTX_CTAID_Z: return warp->block->cta[special - PTX_CTAID_X];
    case PTX_NCTAID_X:
    case PTX_NCTAID_Y:
    case PTX_NCTAID_Z: return launch->grid[special - PTX_NCTAID_X];
    case PTX_LANEID: return lane;
    case PTX_WARPID: return warp->warp_slot;
    case PTX_NWARPID: return warps_of_block(warp);
    case PTX_SMID: return warp->block->sm;
    case PTX_NSMID: return launch->num_sms;
    case PTX_GRIDID: return launch->grid_id;
    case PTX_CLOCK:
    case PTX_GLOBALTIMER_LO: return (uint32_t)cycle_of(warp);
    case PTX_CLOCK_HI:
    case PTX_GLOBALTIMER_HI: return cycle_of(warp) >> 32;
    case PTX_CLOCK64:
    case PTX_GLOBALTIMER: return cycle_of(warp);
    case PTX_DYNAMIC_SMEM_SIZE: return launch->dynamic_shared;
    case PTX_TOTAL_SMEM_SIZE: return launch->dynamic_shared + launch->kernel->static_shared_bytes;
    case PTX_WORKSPACE_LO: return (uint32_t)launch->workspace;
    case PTX_WORKSPACE_HI: return launch->workspace >> 32;
    case PTX_ZERO: return 0;
    case PTX_ONE: return 1;
    default: return lane_mask(special, lane);
    }
}

/* Whether all lanes have the same value. */
static bool is_uniform(ptx_special_t special) {
    return !(special <= PTX_TID_Z || special == PTX_LANEID ||
             (special >= PTX_LANEMASK_EQ && special <= PTX_LANEMASK_GT));
}

static uint64_t computed_value(const run_t *run, const ptx_operand_t *operand, uint32_t lane) {
    switch (operand->kind) {
    case PTX_OPERAND_SPECIAL: return special_value(run->warp, (ptx_special_t)operand->index, lane);
    case PTX_OPERAND_LOCAL: return run->frame->local_base[lane] + operand->index;
    case PTX_OPERAND_DYNAMIC_SHARED:
        return run->warp->launch->kernel->static_shared_bytes + operand->index;
    default: return 0;
    }
}

const uint64_t operand_left_out[PTX_LANES] = {0};

const uint64_t *fetch_operand(run_t *run, const ptx_operand_t *operand, uint32_t scratch) {
    assert(scratch <= PTX_MAX_SOURCES);
    const uint64_t *value;
    uint64_t *computed = run->scratch[scratch];
    switch (operand->kind) {
    case PTX_OPERAND_NONE: return operand_left_out;
    case PTX_OPERAND_REGISTER:
        value = run->frame->registers + (size_t)operand->place * PTX_LANES;
        break;
    case PTX_OPERAND_CONSTANT:
        return run->warp->launch->module->pool + (size_t)operand->index * PTX_LANES;
    default:
        if (operand->kind == PTX_OPERAND_SPECIAL && is_uniform((ptx_special_t)operand->index)) {
            const uint64_t all = computed_value(run, operand, 0);
            for (uint32_t lane = 0; lane < PTX_LANES; lane++) computed[lane] = all;
            return computed;
        }
        if (operand->kind == PTX_OPERAND_SPECIAL && operand->index <= PTX_TID_Z) {
            const uint32_t *thread = run->warp->thread[operand->index - PTX_TID_X];
            for (uint32_t lane = 0; lane < PTX_LANES; lane++) computed[lane] = thread[lane];
            return computed;
        }
        for (uint32_t lane = 0; lane < PTX_LANES; lane++)
            computed[lane] = computed_value(run, operand, lane);
        return computed;
    }
    if (!operand->negated) return value;
    for (uint32_t lane = 0; lane < PTX_LANES; lane++) computed[lane] = !value[lane];
    return computed;
}
