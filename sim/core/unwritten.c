/* SPDX-License-Identifier: Apache-2.0 */
/* unwritten.c: values read from memory that nothing has written (docs/findings.md,
 * "uninitialised"): which registers hold them, and which bits of these, until an instruction uses
 * one.
 *
 *   ld of unwritten bytes ──► pending {register, lanes, bits}
 *        what moves bits: pending in the result as well (unwritten_bits.c)
 *        st as the value: the place is unwritten
 *        overwritten: no longer
 *        everything else that reads it: a finding, at the load, with the use as second side
 *
 * So copies of padding are none, nor members of structures that are taken apart and put together in
 * registers. Memory has a bit for each byte: a byte of which a part is pending counts as written
 * when it goes back to where it was read, as with a bit field, and else as unwritten. Nothing but
 * one test a step is done while no register is pending.
 */
#include "sim/core/unwritten_bits.h"

#include <assert.h>

#include "cmodel/base/random.h"

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

/* Where an access of LANE is, as a number: each memory has its own. */
static uint64_t place_of(const run_t *run, const uint64_t address[], uint32_t global,
                         uint32_t shared, uint32_t lane) {
    if (global >> lane & 1) return address[lane];
    if (shared >> lane & 1) return UINT64_C(1) << 62 | run->result->shared_offset[lane];
    return UINT64_C(2) << 62 | (address[lane] & ((UINT64_C(1) << PTX_WINDOW_SHIFT) - 1));
}

void add_pending(core_warp_t *warp, const pending_value_t *value) {
    if (value->lanes == 0) return;
    if (warp->pending_count == CORE_PENDING) { /* the oldest is forgotten */
        memmove(warp->pending, warp->pending + 1, (CORE_PENDING - 1) * sizeof *warp->pending);
        warp->pending_count--;
    }
    warp->pending[warp->pending_count++] = *value;
}

/* The number of a word of a block, or of a thread. */
static uint64_t word_number(const run_t *run, uint64_t place, uint32_t lane, bool local) {
    const uint32_t *cta = run->warp->block->cta, *grid = run->warp->launch->grid;
    const uint64_t block = ((uint64_t)cta[2] * grid[1] + cta[1]) * grid[0] + cta[0],
                   thread = local ? run->warp->warp_in_block * PTX_LANES + lane : 0;
    return place / SCORD_WORD_BYTES ^ scord_mix64(block << 11 ^ thread);
}

static void count_words(const run_t *run, const uint64_t address[], uint32_t global,
                        uint32_t shared, uint32_t lane, uint32_t at, uint32_t bytes) {
    const core_memory_t *memory = &run->warp->launch->memory;
    const uint64_t place = place_of(run, address, global, shared, lane) + at;
    uint64_t before = UINT64_MAX;
    for (; bytes && memory->read_unwritten; bytes &= bytes - 1) {
        const uint64_t byte = place + first_lane(bytes),
                       word = global >> lane & 1
                                  ? byte / SCORD_WORD_BYTES
                                  : word_number(run, byte, lane, !(shared >> lane & 1));
        if (word != before) memory->read_unwritten(memory->context, run->pc, word);
        before = word;
    }
}

/* Of each lane the unwritten bytes of the access's part AT, and the lanes that have some. */
static uint32_t unwritten_bytes(const run_t *run, const uint64_t address[], uint32_t global,
                                uint32_t shared, uint32_t at, uint32_t bytes,
                                uint32_t unwritten[PTX_LANES]) {
    uint32_t found = 0;
    for (uint32_t rest = global | shared | local_lanes(run, address, global | shared); rest;
         rest &= rest - 1) {
        const uint32_t lane = first_lane(rest);
        uint64_t offset;
        const uint8_t *bitmap = bitmap_of(run, address, global, shared, lane, &offset);
        unwritten[lane] = bitmap ? bits_at(bitmap, offset + at, bytes) : 0;
        if (unwritten[lane] == 0) continue;
        found |= rest & (0 - rest);
        count_words(run, address, global, shared, lane, at, unwritten[lane]);
    }
    return found;
}

/* Bits of a register that a load of unwritten BYTES has given. */
static uint64_t loaded_bits(const ptx_instruction_t *instruction, uint32_t element,
                            uint32_t bytes) {
    const uint32_t size = ptx_type_bytes((ptx_type_t)instruction->type),
                   width = instruction->destination[element].bits;
    uint64_t bits = 0;
    if (size > sizeof bits) return UINT64_MAX;
    for (uint32_t i = 0; i < size; i++)
        if (bytes >> i & 1) bits |= UINT64_C(0xff) << 8 * i;
    return extend_load((ptx_type_t)instruction->type, bits, width == 0 ? 64 : width);
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
    if (instruction->space == PTX_SPACE_PARAM_LOCAL && run->warp->pending_count != 0)
        pass_from_parameter(run, address);
    for (uint32_t e = 0; e < instruction->vector; e++) {
        uint32_t unwritten[PTX_LANES], same;
        for (uint32_t left =
                 unwritten_bytes(run, address, global, shared, e * element, element, unwritten);
             left; left &= ~same) {
            const uint32_t lane = first_lane(left);
            same = 0;
            for (uint32_t rest = left; rest; rest &= rest - 1)
                if (unwritten[first_lane(rest)] == unwritten[lane]) same |= rest & (0 - rest);
            const uint64_t place = event_place(run, address, global, shared, lane);
            add_pending(run->warp,
                        &(pending_value_t){.depth = current_split(run->warp)->depth,
                                           .index = instruction->destination[e].index,
                                           .lanes = same,
                                           .pc = run->pc,
                                           .rule = rule_of(global, shared, lane),
                                           .lane = lane,
                                           .address = place == 0 ? 0 : place + e * element,
                                           .place = place_of(run, address, global, shared, lane) +
                                                    (uint64_t)e * element,
                                           .bits = loaded_bits(instruction, e, unwritten[lane])});
        }
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
    uint32_t unwritten[PTX_LANES];
    const uint32_t lanes = run->instruction->atomic == SCORD_ATOMIC_KIND_EXCH
                               ? 0
                               : unwritten_bytes(run, address, global, shared, 0, bytes, unwritten);
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

static void find_use(run_t *run, pending_value_t *value, uint32_t used) {
    core_finding_t *finding = find_value(run, value->rule, used, value->address);
    finding->instruction = value->pc;
    finding->other_lanes = used;
    finding->other_instruction = run->pc;
    value->lanes &= ~used;
}

/* Of each lane the bytes of element NUMBER that are unwritten as well once it is stored. A part of
 * a byte is computed, and stored elsewhere it is used. */
static void pending_bytes(run_t *run, const uint64_t address[], uint32_t global, uint32_t shared,
                          uint32_t number, uint32_t bytes[PTX_LANES]) {
    core_warp_t *warp = run->warp;
    const uint32_t element = ptx_type_bytes((ptx_type_t)run->instruction->type);
    memset(bytes, 0, PTX_LANES * sizeof *bytes);
    for (uint32_t i = 0; i < warp->pending_count; i++) {
        pending_value_t *value = &warp->pending[i];
        if (value->depth != warp->splits[warp->current].depth ||
            !is_register(&run->instruction->source[number], value))
            continue;
        const uint64_t place = place_of(run, address, global, shared, value->lane) +
                               (uint64_t)number * element;
        const bool back = !(run->mask >> value->lane & 1) || place / 8 == value->place / 8;
        uint32_t unwritten = 0;
        bool computed = false;
        for (uint32_t b = 0; b < element; b++) {
            const uint32_t part = value->bits >> 8 * (b % 8) & 0xff;
            if (part == 0xff) unwritten |= 1u << b;
            computed = computed || (part != 0 && part != 0xff);
        }
        for (uint32_t rest = value->lanes; rest; rest &= rest - 1)
            bytes[first_lane(rest)] |= unwritten;
        if (computed && !back && (value->lanes & run->mask) != 0)
            find_use(run, value, value->lanes & run->mask);
    }
}

void look_at_written(run_t *run, const uint64_t address[], uint32_t global, uint32_t shared) {
    const ptx_instruction_t *instruction = run->instruction;
    const uint32_t element = ptx_type_bytes((ptx_type_t)instruction->type),
                   all = global | shared | local_lanes(run, address, global | shared);
    if (instruction->space == PTX_SPACE_PARAM_LOCAL) {
        pass_to_parameter(run, address);
        return;
    }
    for (uint32_t e = 0; e < instruction->vector; e++) {
        uint32_t bytes[PTX_LANES];
        if (run->warp->pending_count != 0) pending_bytes(run, address, global, shared, e, bytes);
        for (uint32_t rest = all; rest; rest &= rest - 1) {
            const uint32_t lane = first_lane(rest);
            uint64_t offset;
            uint8_t *bitmap = bitmap_of(run, address, global, shared, lane, &offset);
            if (!bitmap) continue;
            offset += (uint64_t)e * element;
            set_bits(bitmap, offset, element, false);
            if (run->warp->pending_count == 0) continue;
            for (uint32_t left = bytes[lane]; left; left &= left - 1)
                set_bits(bitmap, offset + first_lane(left), 1, true);
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

/* Lanes whose result, destination NUMBER, has bits of the value; BITS of each. */
static uint32_t passed_on(const run_t *run, const pending_value_t *value, uint32_t number,
                          uint64_t bits[PTX_LANES]) {
    const ptx_instruction_t *instruction = run->instruction;
    uint32_t lanes = 0;
    bool reads = false;
    for (uint32_t i = 0; i < PTX_MAX_SOURCES; i++)
        reads = reads || is_register(&instruction->source[i], value);
    if (!reads || instruction->destination[number].kind == PTX_OPERAND_NONE) return 0;
    if (instruction->opcode == PTX_SELP) {
        for (uint32_t i = 0; i < 2 && number == 0; i++)
            if (is_register(&instruction->source[i], value)) lanes |= selected_lanes(run, i);
        for (uint32_t l = 0; l < PTX_LANES; l++) bits[l] = value->bits;
        return value->lanes & lanes;
    }
    if (!moves_value(run, value) || (number != 0 && instruction->opcode != PTX_MOV)) return 0;
    moved_bits(run, value, number, bits);
    for (uint32_t rest = value->lanes & run->mask; rest; rest &= rest - 1)
        if (bits[first_lane(rest)] != 0) lanes |= rest & (0 - rest);
    return lanes;
}

static uint32_t using_lanes(const run_t *run, const pending_value_t *value) {
    const ptx_instruction_t *instruction = run->instruction;
    bool used = is_register(&instruction->base, value);
    if (instruction->guard != PTX_NO_REGISTER && instruction->guard == value->index)
        return value->lanes & run->active;
    const bool copies = instruction->opcode == PTX_ST || instruction->opcode == PTX_SHFL ||
                        moves_value(run, value);
    for (uint32_t i = 0; i < PTX_MAX_SOURCES && !copies; i++)
        if (instruction->opcode != PTX_SELP || i == 2)
            used = used || is_register(&instruction->source[i], value);
    return used ? value->lanes & run->mask : 0;
}

/* The lanes of LANES with the same BITS are one value; what has no room is forgotten. */
static void add_passed(pending_value_t next[CORE_PENDING], uint32_t *count,
                       const pending_value_t *value, uint32_t index, uint32_t lanes,
                       const uint64_t bits[PTX_LANES]) {
    while (lanes != 0 && *count < CORE_PENDING) {
        const uint64_t first = bits[first_lane(lanes)];
        uint32_t same = 0;
        for (uint32_t rest = lanes; rest; rest &= rest - 1)
            if (bits[first_lane(rest)] == first) same |= rest & (0 - rest);
        next[*count] = *value;
        next[*count].lanes = same;
        next[*count].bits = first;
        next[(*count)++].index = index;
        lanes &= ~same;
    }
}

static bool is_overwritten(const run_t *run, const pending_value_t *value) {
    for (uint32_t i = 0; i < PTX_MAX_VECTOR; i++)
        if (is_register(&run->instruction->destination[i], value)) return true;
    return false;
}

static void keep_pending(core_warp_t *warp, const pending_value_t next[], uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < warp->pending_count; i++)
        if (warp->pending[i].lanes != 0) warp->pending[kept++] = warp->pending[i];
    warp->pending_count = kept;
    for (uint32_t i = 0; i < count; i++) add_pending(warp, &next[i]);
}

/* Pending value NUMBER, if it is of this depth; of deeper ones, from which these lanes have
 * returned, nothing is left. */
static pending_value_t *pending_at(const run_t *run, uint32_t number, uint32_t depth) {
    pending_value_t *value = &run->warp->pending[number];
    if (value->depth > depth) value->lanes &= ~run->active;
    return value->depth == depth ? value : NULL;
}

void look_at_uses(run_t *run) {
    core_warp_t *warp = run->warp;
    const uint32_t depth = current_split(warp)->depth;
    pending_value_t next[CORE_PENDING];
    uint32_t count = 0;
    for (uint32_t i = 0; i < warp->pending_count; i++) {
        pending_value_t *value = pending_at(run, i, depth);
        if (!value) continue;
        const uint32_t used = using_lanes(run, value);
        uint64_t bits[PTX_LANES];
        if (used != 0) find_use(run, value, used);
        for (uint32_t d = 0; d < PTX_MAX_VECTOR; d++) {
            const uint32_t passed = passed_on(run, value, d, bits);
            if (passed == 0) continue;
            add_passed(next, &count, value, run->instruction->destination[d].index, passed, bits);
        }
        /* a shuffle may wait: look_at_shuffled */
        if (run->instruction->opcode != PTX_SHFL && is_overwritten(run, value))
            value->lanes &= ~run->mask;
    }
    keep_pending(warp, next, count);
}

void look_at_shuffled(run_t *run, const int32_t from[]) {
    core_warp_t *warp = run->warp;
    const uint32_t depth = current_split(warp)->depth;
    pending_value_t next[CORE_PENDING];
    uint32_t count = 0;
    for (uint32_t i = 0; i < warp->pending_count; i++) {
        pending_value_t *value = pending_at(run, i, depth);
        uint32_t lanes = 0;
        if (!value) continue;
        for (uint32_t rest = run->mask; rest; rest &= rest - 1)
            if (value->lanes >> from[first_lane(rest)] % PTX_LANES & 1) lanes |= rest & (0 - rest);
        if (is_register(&run->instruction->source[0], value) && lanes != 0) {
            next[count] = *value;
            next[count].lanes = lanes;
            next[count++].index = run->instruction->destination[0].index;
        }
        if (is_overwritten(run, value)) value->lanes &= ~run->mask;
    }
    keep_pending(warp, next, count);
}
