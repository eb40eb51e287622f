/* SPDX-License-Identifier: Apache-2.0 */
/* whole_access.c: loads and stores of compiled modules, all lanes at once.
 *
 *     base register ─► span: low, high, alike? ─► one look-up ─► 32 elements by one vector function
 *                      └─► the event's addresses
 *
 * Half of what a kernel's instructions take is around its accesses (docs/compiled-kernels.md). So a
 * plain load or store has a way of its own: what does not depend on the lanes is found out when the
 * module is compiled (whole_access_can), and the rest is done once for the warp. The lanes are
 *     - side by side: one load or store of vectors, without a pointer for each lane;
 *     - all at one place: one element, for all;
 *     - anywhere in one allocation, or in the block's memory: by a loop over addresses.
 *
 * It does what memory.c does, in that order, and nothing else: memory.c stays the reference, and
 * takes each access that could fault, that more than registers and memory depend on (volatile ones,
 * atomics, reads behind a fence, values from unwritten memory), or whose lanes are not found by one
 * look-up. That is decided before anything has an effect.
 */
#include "sim/core/whole_access.h"

#include <stddef.h>
#include <string.h>

#include "sim/core/compiled.h"

typedef struct access {
    run_t run; /* what findings need of an instruction; no operands but a store's */
    const lanes_set_t *set;
    uint32_t element, size; /* log2 of an element's bytes */
    lanes_span_t span;
    const uint64_t *address; /* of all lanes; those outside of the mask have the first one's */
    uint64_t local[PTX_LANES] __attribute__((aligned(CORE_LINE)));
    uint8_t *low; /* where span.low is */
    bool global;
} access_t;

/* ---- when a module is compiled ---- */

static bool is_plain_register(const ptx_operand_t *operand) {
    return operand->kind == PTX_OPERAND_REGISTER && !operand->negated;
}

static bool takes_element(const ptx_instruction_t *instruction, uint32_t element) {
    const ptx_type_t type = (ptx_type_t)instruction->type;
    const ptx_operand_t *operand = instruction->opcode == PTX_LD
                                       ? &instruction->destination[element]
                                       : &instruction->source[element];
    if (instruction->opcode == PTX_ST && operand->kind == PTX_OPERAND_CONSTANT)
        return !operand->negated;
    if (!is_plain_register(operand)) return false;
    return instruction->opcode == PTX_ST || !ptx_type_signed(type) ||
           operand->bits == 8 * ptx_type_bytes(type); /* no sign to extend */
}

bool whole_access_can(const ptx_instruction_t *instruction) {
    const uint32_t bytes = ptx_type_bytes((ptx_type_t)instruction->type);
    if (instruction->opcode != PTX_LD && instruction->opcode != PTX_ST) return false;
    if (instruction->flags & (PTX_FLAG_STRONG | PTX_FLAG_VOLATILE | PTX_FLAG_POLLS)) return false;
    if (instruction->space != PTX_SPACE_GLOBAL && instruction->space != PTX_SPACE_SHARED &&
        instruction->space != PTX_SPACE_GENERIC)
        return false;
    if (bytes == 0 || bytes > 8 || instruction->vector == 0 ||
        !is_plain_register(&instruction->base))
        return false;
    for (uint32_t e = 0; e < instruction->vector; e++)
        if (!takes_element(instruction, e)) return false;
    return true;
}

/* ---- where it is ---- */

static bool find_global(access_t *access) {
    enum { CLOSE = 4096, LARGEST = 1 << 30 }; /* as in memory.c */
    const core_memory_t *memory = &access->run.warp->launch->memory;
    const uint64_t width = access->span.high - access->span.low;
    if (width > (access->run.instruction->opcode == PTX_LD ? LARGEST : CLOSE) ||
        access->span.low >> SCORD_ADDRESS_WIDTH != 0)
        return false;
    access->global = true;
    access->low = memory->translate(memory->context, access->span.low,
                                    (uint32_t)width + access->size);
    return access->low;
}

static bool find_shared(access_t *access, uint64_t window) {
    const core_block_t *block = access->run.warp->block;
    const uint64_t low = access->span.low - window, high = access->span.high - window;
    if (high > block->shared_bytes || block->shared_bytes - high < access->size) return false;
    if (access->run.warp->launch->kernel->reserved_shared_end != 0)
        return false; /* leave_out_reserved */
    if (access->run.instruction->within != 0) {
        const ptx_variable_t *variable =
            &access->run.warp->launch->module->variables[access->run.instruction->within - 1];
        if (low < variable->address || high + access->size > variable->address + variable->size)
            return false;
    }
    access->global = false;
    access->low = block->shared + low;
    return true;
}

static bool find(access_t *access, const uint64_t *base, uint64_t *address) {
    const ptx_instruction_t *instruction = access->run.instruction;
    lanes_span_t *span = &access->span;
    access->set->span(address, base, (uint64_t)instruction->offset,
                      instruction->base.bits == 32 ? UINT32_MAX : UINT64_MAX, access->run.mask,
                      access->size, span);
    if ((span->bits & (access->size - 1)) != 0) return false;
    const uint64_t window = span->low >> PTX_WINDOW_SHIFT << PTX_WINDOW_SHIFT;
    if (instruction->space == PTX_SPACE_GLOBAL) return find_global(access);
    if (instruction->space == PTX_SPACE_SHARED) return find_shared(access, 0);
    if ((span->high ^ span->low) >> PTX_WINDOW_SHIFT != 0) return false;
    if (window == PTX_SHARED_WINDOW) return find_shared(access, window);
    return window == 0 && find_global(access);
}

/* ---- what is reported ---- */

static void note_offsets(const access_t *access) {
    const uint64_t window = access->span.low >> PTX_WINDOW_SHIFT << PTX_WINDOW_SHIFT;
    access->set->offsets(access->run.result->shared_offset, access->address, window);
}

/* Addresses of lanes that do not take part are 0. */
static void note_addresses(const access_t *access, uint32_t mask) {
    const core_step_result_t *result = access->run.result;
    uint64_t *to = access->run.result->access.address;
    const uint64_t segment = access->run.warp->block->shared_address;
    if (access->address == to) return;
    if (access->global && mask == CORE_ALL_LANES) {
        memcpy(to, access->address, sizeof access->local);
        return;
    }
    if (mask != CORE_ALL_LANES) memset(to, 0, sizeof access->local);
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        const uint32_t l = first_lane(rest);
        to[l] = access->global ? access->address[l] : segment + result->shared_offset[l];
    }
}

static void report(access_t *access, scord_op_t op) {
    core_step_result_t *result = access->run.result;
    const ptx_instruction_t *instruction = access->run.instruction;
    const uint32_t mask = access->run.mask;
    result->outcome = CORE_EXECUTED;
    result->mask = mask;
    result->active = access->run.active;
    result->bytes = access->size;
    result->dropped = result->met_count = 0;
    result->changed = false;
    result->shared = access->global ? 0 : mask;
    if (!access->global) note_offsets(access);
    if (!access->global && access->run.warp->block->shared_address == 0) return; /* no event */
    scord_event_access_t *event = &result->access;
    result->outcome = CORE_ACCESS;
    memset(event, 0, offsetof(scord_event_access_t, address));
    memset(event->differ, 0, sizeof event->differ);
    event->op = (uint8_t)op;
    event->atomic_kind = instruction->atomic;
    event->scope = instruction->scope;
    event->semantics = instruction->semantics;
    event->size = (uint8_t)access->size;
    event->mask = mask;
    note_addresses(access, mask);
}

static bool is_known_written(const access_t *access) {
    enum { CLOSE = 4096 };
    const uint64_t width = access->span.high - access->span.low;
    const uint64_t from = access->global
                              ? access->span.low
                              : (uint64_t)(access->low - access->run.warp->block->shared);
    return !looks_for(access->run.warp, SCORD_FINDING_KIND_UNINITIALISED) ||
           ((!access->global || width <= CLOSE) &&
            is_all_written(&access->run, access->global, from, width + access->size));
}

/* ---- a load ---- */

/* The block's next warp will mostly read what lies behind. */
static void fetch_neighbours(const access_t *access) {
    const uint32_t width = PTX_LANES * access->size;
    for (uint32_t at = width; at < 2 * width; at += CORE_LINE)
        __builtin_prefetch(access->low + at, 0, 2);
}

static void load_one(const access_t *access, uint32_t at, uint64_t *to) {
    uint64_t value = 0;
    memcpy(&value, access->low + at, (size_t)1 << access->element);
    access->set->fill(to, value);
}

static void load(const access_t *access) {
    const ptx_instruction_t *instruction = access->run.instruction;
    uint64_t partial[PTX_LANES] __attribute__((aligned(CORE_LINE)));
    for (uint32_t e = 0; e < instruction->vector; e++) {
        uint64_t *to = access->run.frame->registers +
                       (size_t)instruction->destination[e].place * PTX_LANES;
        uint64_t *at = access->run.mask == CORE_ALL_LANES ? to : partial;
        if (access->span.consecutive && instruction->vector == 1) {
            fetch_neighbours(access);
            access->set->load[access->element](at, access->low);
        } else if (access->span.low == access->span.high)
            load_one(access, e << access->element, at);
        else
            access->set->gather[access->element](
                at, (uintptr_t)access->low - access->span.low + (e << access->element),
                access->address);
        if (at != to) access->set->blend(to, at, access->run.mask);
    }
}

static void run_load(access_t *access) {
    run_t *run = &access->run;
    report(access, SCORD_OP_LOAD);
    load(access);
    const uint32_t shared = run->result->shared;
    if (!is_known_written(access))
        look_at_load(run, access->address, access->global ? run->mask : 0, shared);
    if (run->warp->block->watch && shared != 0) look_at_copies(run, shared, access->size);
}

/* ---- a store ---- */

/* Lanes in order; whether memory has changed, when CHANGES is wanted. */
#define STORES(BITS)                                                                               \
    static bool store_##BITS(const access_t *access, uint32_t at, const uint64_t *from,            \
                             bool changes) {                                                       \
        const uintptr_t to = (uintptr_t)access->low - access->span.low + at;                       \
        uint##BITS##_t differ = 0;                                                                 \
        for (uint32_t rest = access->run.mask; rest && changes; rest &= rest - 1) {                \
            const uint32_t l = first_lane(rest);                                                   \
            uint##BITS##_t old;                                                                    \
            memcpy(&old, (const void *)(to + access->address[l]), sizeof old);                     \
            differ |= (uint##BITS##_t)(old ^ from[l]);                                             \
        }                                                                                          \
        for (uint32_t rest = access->run.mask; rest; rest &= rest - 1) {                           \
            const uint32_t l = first_lane(rest);                                                   \
            const uint##BITS##_t value = (uint##BITS##_t)from[l];                                  \
            memcpy((void *)(to + access->address[l]), &value, sizeof value);                       \
        }                                                                                          \
        return differ != 0;                                                                        \
    }
STORES(8)
STORES(16)
STORES(32)
STORES(64)

static bool store_together(const access_t *access, const uint64_t *from, bool changes) {
    uint8_t bytes[PTX_LANES * sizeof(uint64_t)];
    const size_t width = (size_t)PTX_LANES << access->element;
    if (!changes) {
        access->set->store[access->element](access->low, from);
        return false;
    }
    access->set->store[access->element](bytes, from);
    const bool changed = memcmp(access->low, bytes, width) != 0;
    memcpy(access->low, bytes, width);
    return changed;
}

static void store(access_t *access) {
    static bool (*const stores[])(const access_t *, uint32_t, const uint64_t *,
                                  bool) = {store_8, store_16, store_32, store_64};
    const ptx_instruction_t *instruction = access->run.instruction;
    for (uint32_t e = 0; e < instruction->vector; e++) {
        const uint64_t *from = access->run.source[e];
        const bool changed = access->span.consecutive && instruction->vector == 1
                                 ? store_together(access, from, !access->global)
                                 : stores[access->element](access, e << access->element, from,
                                                           !access->global);
        if (changed) access->run.result->changed = true;
    }
}

static void find_values(access_t *access) {
    run_t *run = &access->run;
    for (uint32_t e = 0; e < run->instruction->vector; e++) {
        const ptx_operand_t *operand = &run->instruction->source[e];
        run->source[e] = operand->kind == PTX_OPERAND_CONSTANT
                             ? run->warp->launch->module->pool + (size_t)operand->index * PTX_LANES
                             : run->frame->registers + (size_t)operand->place * PTX_LANES;
    }
}

static void look_at_lanes(access_t *access) {
    run_t *run = &access->run;
    uint8_t *pointer[PTX_LANES];
    if (access->span.consecutive || (run->mask & (run->mask - 1)) == 0 ||
        (!looks_for(run->warp, SCORD_FINDING_KIND_LANES) &&
         !run->warp->launch->independent_threads))
        return;
    for (uint32_t l = 0; l < PTX_LANES; l++)
        pointer[l] = access->low + (access->address[l] - access->span.low);
    look_at_store_lanes(run, pointer, access->address, access->global ? run->mask : 0,
                        run->result->shared);
}

static void run_store(access_t *access) {
    run_t *run = &access->run;
    core_warp_t *warp = run->warp;
    report(access, SCORD_OP_STORE);
    find_values(access);
    store(access);
    look_at_lanes(access);
    const uint32_t shared = run->result->shared;
    if (!is_known_written(access))
        look_at_written(run, access->address, access->global ? run->mask : 0, shared);
    if (warp->block->watch && shared != 0) look_at_overwritten(run, shared, access->size);
    warp->block_fenced &= ~run->mask; /* D67: it is data */
    warp->device_fenced &= ~run->mask;
    warp->progress |= run->mask;
}

/* ---- the instruction ---- */

static void finish(core_warp_t *warp, uint32_t pc) {
    split_t *split = current_split(warp);
    split->pc = pc + 1;
    if (pc + 1 < warp->horizon)
        split->age++;
    else
        settle_splits(warp);
}

static bool is_whole(const core_warp_t *warp) {
    return warp->split_count == 1 && warp->live == warp->born && warp->watch.passed_places == 0;
}

bool whole_access(core_warp_t *warp, core_step_result_t *result) {
    const split_t *split = current_split(warp);
    access_t access;
    run_t *run = &access.run;
    if (warp->pending_count != 0 || (warp->block->watch && !is_whole(warp))) return false;
    run->warp = warp;
    run->result = result;
    run->pc = split->pc;
    run->instruction = &warp->launch->module->code[run->pc];
    run->frame = warp->frames[split->depth];
    run->active = split->mask;
    run->mask = run_guarded_lanes(run);
    if (run->mask == 0) return false;
    if (run->instruction->opcode == PTX_LD && (warp->block_fenced & run->mask) != 0) return false;
    access.set = run_set(warp);
    const uint32_t bytes = ptx_type_bytes((ptx_type_t)run->instruction->type);
    access.element = (uint32_t)__builtin_ctz(bytes);
    access.size = bytes * run->instruction->vector;
    result->instruction = run->pc; /* the look-up asks what it is for */
    uint64_t *address = run->mask == CORE_ALL_LANES && run->instruction->space == PTX_SPACE_GLOBAL
                            ? result->access.address
                            : access.local;
    access.address = address;
    if (!find(&access, run->frame->registers + (size_t)run->instruction->base.place * PTX_LANES,
              address))
        return false;
    if (warp->block->watch) note_access(run);
    if (run->instruction->opcode == PTX_LD)
        run_load(&access);
    else
        run_store(&access);
    finish(warp, run->pc);
    return true;
}
