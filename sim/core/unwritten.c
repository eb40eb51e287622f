/* unwritten.c: values read from memory that nothing has written (docs/findings.md,
 * "uninitialised"): which registers hold them, until an instruction uses one.
 *
 *   ld of a whole unwritten element ──► pending {register, lanes}
 *        mov, selp: pending in the result as well      st as the value: the place is unwritten
 * again overwritten: no longer                        shfl: forgotten everything else that reads
 * it: a finding, at the load, with the use as second side
 *
 * So copies of padding are none, nor loads whose bytes are partly written. Structures on their way
 * through local memory are put together and taken apart in registers: of a local value shifts,
 * conversions and the like are no use (reshapes). Nothing but one test a
 * step is done while no register is pending.
 */
#include "sim/core/warp.h"

#include <assert.h>

/* Bits of aligned BYTES at OFFSET. */
static uint32_t bits_at(const uint8_t *bitmap, uint64_t offset, uint32_t bytes) {
    uint32_t bits = bitmap[offset / 8];
    if (bytes == 16) bits |= (uint32_t)bitmap[offset / 8 + 1] << 8;
    return bytes < 8 ? bits >> offset % 8 & ((1u << bytes) - 1) : bits;
}

static void set_bits(uint8_t *bitmap, uint64_t offset, uint32_t bytes, bool is) {
    for (uint32_t done = 0; done < bytes; done += 8) {
        const uint32_t part = bytes < 8 ? bytes : 8;
        const uint8_t bits = (uint8_t)(((1u << part) - 1) << (offset + done) % 8);
        uint8_t *byte = &bitmap[(offset + done) / 8];
        if (is)
            *byte |= bits;
        else if ((*byte & bits) != 0)
            *byte &= (uint8_t)~bits;
    }
}

void forget_local(core_warp_t *warp, uint32_t lane, uint32_t offset, uint32_t bytes) {
    if (!warp->local_unwritten) return;
    uint8_t *bitmap = warp->local_unwritten + local_bits(warp->local_stride, lane);
    for (; bytes > 0 && (offset % 8 != 0 || bytes < 8); offset++, bytes--)
        set_bits(bitmap, offset, 1, true);
    memset(bitmap + offset / 8, 0xff, bytes / 8);
    offset += bytes / 8 * 8;
    for (bytes %= 8; bytes > 0; offset++, bytes--) set_bits(bitmap, offset, 1, true);
}

void remember_local(core_warp_t *warp, uint32_t lane, uint32_t offset, uint32_t bytes) {
    if (!warp->local_unwritten) return;
    uint8_t *bitmap = warp->local_unwritten + local_bits(warp->local_stride, lane);
    for (; bytes > 0; offset++, bytes--) set_bits(bitmap, offset, 1, false);
}

/* Lanes whose access is of local memory. */
static uint32_t local_lanes(const run_t *run, const uint64_t address[], uint32_t others) {
    const uint32_t lanes = run->mask & ~others;
    uint32_t local = 0;
    if (!run->warp->local_unwritten || run->instruction->space == PTX_SPACE_LOCAL)
        return run->warp->local_unwritten ? lanes : 0;
    if (run->instruction->space != PTX_SPACE_GENERIC) return 0;
    for (uint32_t rest = lanes; rest; rest &= rest - 1)
        if (address[first_lane(rest)] >> PTX_WINDOW_SHIFT == PTX_LOCAL_WINDOW >> PTX_WINDOW_SHIFT)
            local |= rest & (0 - rest);
    return local;
}

/* The bitmap of the lane's memory, and the place in it; NULL: none is kept. */
static uint8_t *bitmap_of(const run_t *run, const uint64_t address[], uint32_t global,
                          uint32_t shared, uint32_t lane, uint64_t *offset) {
    const core_memory_t *memory = &run->warp->launch->memory;
    if (global >> lane & 1) {
        *offset = address[lane] - memory->unwritten_base;
        return memory->unwritten;
    }
    if (shared >> lane & 1) {
        *offset = run->result->shared_offset[lane];
        return run->warp->block->unwritten;
    }
    *offset = address[lane] & ((UINT64_C(1) << PTX_WINDOW_SHIFT) - 1);
    return run->warp->local_unwritten + local_bits(run->warp->local_stride, lane);
}

static scord_finding_rule_t rule_of(uint32_t global, uint32_t shared, uint32_t lane) {
    return global >> lane & 1   ? SCORD_FINDING_UNWRITTEN_GLOBAL
           : shared >> lane & 1 ? SCORD_FINDING_UNWRITTEN_SHARED
                                : SCORD_FINDING_UNWRITTEN_LOCAL;
}

bool is_all_written(const run_t *run, bool global, uint64_t from, uint64_t bytes) {
    const core_memory_t *memory = &run->warp->launch->memory;
    const uint8_t *bitmap = global ? memory->unwritten : run->warp->block->unwritten;
    if (!bitmap) return true;
    if (global) from -= memory->unwritten_base;
    uint8_t any = 0;
    for (uint64_t byte = from / 8; byte <= (from + bytes - 1) / 8; byte++) any |= bitmap[byte];
    return any == 0;
}

static void add_pending(core_warp_t *warp, const pending_value_t *value) {
    if (value->lanes == 0) return;
    if (warp->pending_count == CORE_PENDING) { /* the oldest is forgotten */
        memmove(warp->pending, warp->pending + 1, (CORE_PENDING - 1) * sizeof *warp->pending);
        warp->pending_count--;
    }
    warp->pending[warp->pending_count++] = *value;
}

/* Lanes whose part of the access at ELEMENT is wholly unwritten. */
static uint32_t unwritten_lanes(const run_t *run, const uint64_t address[], uint32_t global,
                                uint32_t shared, uint32_t at, uint32_t bytes) {
    uint32_t found = 0;
    for (uint32_t rest = global | shared | local_lanes(run, address, global | shared); rest;
         rest &= rest - 1) {
        const uint32_t lane = first_lane(rest);
        uint64_t offset;
        const uint8_t *bitmap = bitmap_of(run, address, global, shared, lane, &offset);
        if (bitmap && bits_at(bitmap, offset + at, bytes) == (1u << bytes) - 1)
            found |= rest & (0 - rest);
    }
    return found;
}

/* The address as in access events; 0: shared memory without addresses. */
static uint64_t event_place(const run_t *run, const uint64_t address[], uint32_t global,
                            uint32_t shared, uint32_t lane) {
    if (global >> lane & 1) return address[lane];
    if (!(shared >> lane & 1)) return 0;
    const uint64_t segment = run->warp->block->shared_address;
    return segment == 0 ? 0 : segment + run->result->shared_offset[lane];
}

void look_at_load(run_t *run, const uint64_t address[], uint32_t global, uint32_t shared) {
    const ptx_instruction_t *instruction = run->instruction;
    const uint32_t element = ptx_type_bytes((ptx_type_t)instruction->type);
    for (uint32_t e = 0; e < instruction->vector; e++) {
        const uint32_t lanes = unwritten_lanes(run, address, global, shared, e * element, element);
        if (lanes == 0) continue;
        const uint64_t place = event_place(run, address, global, shared, first_lane(lanes));
        add_pending(run->warp,
                    &(pending_value_t){.depth = current_split(run->warp)->depth,
                                       .index = instruction->destination[e].index,
                                       .lanes = lanes,
                                       .pc = run->pc,
                                       .rule = rule_of(global, shared, first_lane(lanes)),
                                       .address = place == 0 ? 0 : place + e * element});
    }
}

static core_finding_t *find_value(run_t *run, scord_finding_rule_t rule, uint32_t lanes,
                                  uint64_t address) {
    core_finding_t *finding = run_finding(run, rule, lanes);
    finding->address = address;
    finding->value[0] = (uint64_t)__builtin_popcount(lanes);
    return finding;
}

void look_at_atomic(run_t *run, const uint64_t address[], uint32_t global, uint32_t shared) {
    const uint32_t bytes = ptx_type_bytes((ptx_type_t)run->instruction->type);
    const uint32_t lanes = run->instruction->atomic == SCORD_ATOMIC_KIND_EXCH
                               ? 0
                               : unwritten_lanes(run, address, global, shared, 0, bytes);
    if (lanes != 0)
        find_value(run, rule_of(global, shared, first_lane(lanes)), lanes,
                   event_place(run, address, global, shared, first_lane(lanes)));
    for (uint32_t rest = global | shared; rest; rest &= rest - 1) {
        uint64_t offset;
        uint8_t *bitmap = bitmap_of(run, address, global, shared, first_lane(rest), &offset);
        if (bitmap) set_bits(bitmap, offset, bytes, false);
    }
}

static bool is_register(const ptx_operand_t *operand, const pending_value_t *value) {
    return operand->kind == PTX_OPERAND_REGISTER && operand->index == value->index;
}

/* Lanes of the pending values that OPERAND holds. */
static uint32_t pending_lanes(const core_warp_t *warp, uint32_t depth,
                              const ptx_operand_t *operand) {
    uint32_t lanes = 0;
    for (uint32_t i = 0; i < warp->pending_count; i++)
        if (warp->pending[i].depth == depth && is_register(operand, &warp->pending[i]))
            lanes |= warp->pending[i].lanes;
    return lanes;
}

void look_at_written(run_t *run, const uint64_t address[], uint32_t global, uint32_t shared) {
    const ptx_instruction_t *instruction = run->instruction;
    const uint32_t element = ptx_type_bytes((ptx_type_t)instruction->type),
                   depth = run->warp->splits[run->warp->current].depth,
                   all = global | shared | local_lanes(run, address, global | shared);
    for (uint32_t e = 0; e < instruction->vector; e++) {
        const uint32_t pending = run->warp->pending_count == 0
                                     ? 0
                                     : pending_lanes(run->warp, depth, &instruction->source[e]);
        for (uint32_t rest = all; rest; rest &= rest - 1) {
            const uint32_t lane = first_lane(rest);
            uint64_t offset;
            uint8_t *bitmap = bitmap_of(run, address, global, shared, lane, &offset);
            if (bitmap)
                set_bits(bitmap, offset + (uint64_t)e * element, element, pending >> lane & 1);
        }
    }
}

/* ---- uses ---- */

static uint32_t selected_lanes(const run_t *run, uint32_t source) { /* selp a, b by predicate c */
    uint32_t lanes = 0;
    for (uint32_t rest = run->mask; rest; rest &= rest - 1)
        if (!run->source[2][first_lane(rest)] == (source == 1)) lanes |= rest & (0 - rest);
    return lanes;
}

/* Others are products and quotients. */
static bool is_byte_shift(const run_t *run) {
    return run->mask != 0 && run->instruction->source[1].kind == PTX_OPERAND_CONSTANT &&
           run->source[1][first_lane(run->mask)] % 8 == 0;
}

/* A part of a structure is moved within a register, or joined with other parts: members that are
 * never set are among them. */
static bool reshapes(const run_t *run, const pending_value_t *value) {
    const ptx_instruction_t *instruction = run->instruction;
    if (value->rule != SCORD_FINDING_UNWRITTEN_LOCAL) return false;
    switch (instruction->opcode) {
    case PTX_SHL:
    case PTX_SHR: return is_byte_shift(run);
    case PTX_AND:
    case PTX_OR:
    case PTX_BFE:
    case PTX_BFI:
    case PTX_PRMT: return true;
    case PTX_CVT: return !ptx_type_float((ptx_type_t)instruction->type);
    default: return false;
    }
}

/* No other register takes part, so the result is as unwritten. */
static bool is_only_register(const run_t *run, const pending_value_t *value) {
    for (uint32_t i = 0; i < PTX_MAX_SOURCES; i++)
        if (run->instruction->source[i].kind == PTX_OPERAND_REGISTER &&
            !is_register(&run->instruction->source[i], value))
            return false;
    return true;
}

/* Lanes that pass the value on into the result instead of using it. */
static uint32_t passed_on(const run_t *run, const pending_value_t *value) {
    const ptx_instruction_t *instruction = run->instruction;
    uint32_t lanes = 0;
    if (instruction->opcode == PTX_MOV)
        return is_register(&instruction->source[0], value) ? value->lanes & run->mask : 0;
    if (reshapes(run, value)) {
        for (uint32_t i = 0; i < PTX_MAX_SOURCES; i++)
            if (is_register(&instruction->source[i], value) && is_only_register(run, value))
                return value->lanes & run->mask;
        return 0;
    }
    if (instruction->opcode != PTX_SELP) return 0;
    for (uint32_t i = 0; i < 2; i++)
        if (is_register(&instruction->source[i], value)) lanes |= selected_lanes(run, i);
    return value->lanes & lanes;
}

static uint32_t using_lanes(const run_t *run, const pending_value_t *value) {
    const ptx_instruction_t *instruction = run->instruction;
    bool used = is_register(&instruction->base, value);
    if (instruction->guard != PTX_NO_REGISTER && instruction->guard == value->index)
        return value->lanes & run->active;
    const bool copies = instruction->opcode == PTX_ST || instruction->opcode == PTX_MOV ||
                        instruction->opcode == PTX_SHFL || reshapes(run, value);
    for (uint32_t i = 0; i < PTX_MAX_SOURCES && !copies; i++)
        if (instruction->opcode != PTX_SELP || i == 2)
            used = used || is_register(&instruction->source[i], value);
    return used ? value->lanes & run->mask : 0;
}

static bool is_overwritten(const run_t *run, const pending_value_t *value) {
    for (uint32_t i = 0; i < PTX_MAX_VECTOR; i++)
        if (is_register(&run->instruction->destination[i], value)) return true;
    return false;
}

void look_at_uses(run_t *run) {
    core_warp_t *warp = run->warp;
    const uint32_t depth = current_split(warp)->depth;
    pending_value_t next[CORE_PENDING];
    uint32_t count = 0;
    for (uint32_t i = 0; i < warp->pending_count; i++) {
        pending_value_t *value = &warp->pending[i];
        if (value->depth > depth) value->lanes &= ~run->active; /* they have returned */
        if (value->depth != depth) continue;
        const uint32_t used = using_lanes(run, value), passed = passed_on(run, value);
        if (used != 0) {
            core_finding_t *finding = find_value(run, value->rule, used, value->address);
            finding->instruction = value->pc;
            finding->other_lanes = used;
            finding->other_instruction = run->pc;
            value->lanes &= ~used;
        }
        if (passed != 0) {
            next[count] = *value;
            next[count].lanes = passed;
            next[count++].index = run->instruction->destination[0].index;
        }
        if (is_overwritten(run, value)) value->lanes &= ~run->mask;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < warp->pending_count; i++)
        if (warp->pending[i].lanes != 0) warp->pending[kept++] = warp->pending[i];
    warp->pending_count = kept;
    for (uint32_t i = 0; i < count; i++) add_pending(warp, &next[i]);
}
