/* SPDX-License-Identifier: Apache-2.0 */
/* memory.c: loads, stores, atomics, in every space; local memory and call frames.
 *
 * An access takes effect at once, lanes ascending: global memory is sequentially consistent. An
 * access to global memory becomes an access event; strong: D6. An access to shared memory does so
 * on request, at addresses of its block (D50 to D52). Local, constant and parameter memory is not
 * tracked (D3).
 */
#include "sim/core/compiled.h"
#include "sim/core/warp.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct access {
    uint64_t address[PTX_LANES]; /* as the program formed it, offset added */
    uint8_t *pointer[PTX_LANES];
    uint32_t global;  /* lanes that touch global memory */
    uint32_t shared;  /* lanes that touch shared memory */
    uint32_t tracked; /* lanes whose access is part of an event */
    uint32_t dropped; /* lanes that are left out, see drop */
    uint32_t strayed; /* lanes outside of the variable that their address is of */
    uint32_t bytes;   /* per lane */
    bool close;       /* together, and few bytes from the lowest to the highest */
    bool together; /* all lanes in one place of global or of shared memory: located at once, … */
    uint64_t low, high; /* … the lowest and the highest address (shared: offset) */
    uint8_t *elements;  /* where all 32 lanes' elements follow each other; NULL: they do not */
} access_t;

/* ---- frames and local memory ---- */
static bool grow_buffer(void **buffer, size_t *capacity,
                        size_t bytes) { /* keeps contents, zeroes the rest */
    if (*capacity >= bytes) return true;
    void *larger = aligned_alloc(CORE_LINE, (bytes + CORE_LINE - 1) / CORE_LINE * CORE_LINE);
    if (!larger) return false;
    if (*capacity != 0) memcpy(larger, *buffer, *capacity);
    memset((char *)larger + *capacity, 0, bytes - *capacity);
    free(*buffer);
    *buffer = larger;
    *capacity = bytes;
    return true;
}

bool reserve_frame(core_warp_t *warp, uint32_t depth) {
    assert(depth < CORE_MAX_DEPTH);
    const core_launch_t *launch = warp->launch;
    if (depth >= CORE_MAX_DEPTH) return false;
    while (warp->frame_count <= depth) {
        if (!(warp->frames[warp->frame_count] = calloc(1, sizeof(frame_t)))) return false;
        warp->frame_count++;
    }
    frame_t *frame = warp->frames[depth];
    uint32_t registers = depth ? launch->module->callable_places : launch->kernel->places;
    frame->parameter_stride = depth ? launch->module->callable_frame_bytes
                                    : launch->kernel->frame_bytes;
    assert(!frame->lent || frame->register_capacity > (size_t)registers * PTX_LANES * 8);
    return grow_buffer((void **)&frame->registers, &frame->register_capacity,
                       (size_t)registers * PTX_LANES * sizeof(uint64_t) + 1) &&
           grow_buffer((void **)&frame->parameters, &frame->parameter_capacity,
                       (size_t)frame->parameter_stride * PTX_LANES + 1);
}

/* The bits of local memory of STRIDE bytes a lane: the old ones, and beyond them unwritten. */
static bool keep_unwritten(core_warp_t *warp, uint32_t stride) {
    uint8_t *larger = malloc(local_bits(stride, PTX_LANES));
    if (!larger) return false;
    memset(larger, 0xff, local_bits(stride, PTX_LANES));
    for (uint32_t lane = 0; lane < PTX_LANES && warp->local_unwritten; lane++)
        memcpy(larger + local_bits(stride, lane),
               warp->local_unwritten + local_bits(warp->local_stride, lane),
               local_bits(warp->local_stride, 1));
    free(warp->local_unwritten);
    warp->local_unwritten = larger;
    return true;
}

bool reserve_local(core_warp_t *warp, uint32_t bytes) {
    uint32_t limit = warp->launch->local_limit ? warp->launch->local_limit : CORE_DEFAULT_LOCAL;
    if (bytes <= warp->local_stride) return true;
    if (bytes > limit) return false;
    uint32_t stride = warp->local_stride * 2 > bytes ? warp->local_stride * 2 : bytes;
    if (stride > limit) stride = limit;
    uint8_t *larger = calloc(PTX_LANES, stride);
    if (!larger) return false;
    for (uint32_t lane = 0; lane < PTX_LANES; lane++)
        if (warp->local_stride)
            memcpy(larger + (size_t)lane * stride, warp->local + (size_t)lane * warp->local_stride,
                   warp->local_stride);
    if (looks_for(warp, SCORD_FINDING_KIND_UNINITIALISED) && !keep_unwritten(warp, stride)) {
        free(larger);
        return false;
    }
    free(warp->local);
    warp->local = larger;
    warp->local_stride = stride;
    return true;
}

/* ---- addresses ---- */
static uint8_t *within(uint8_t *segment, uint64_t size, uint64_t offset, uint32_t bytes) {
    return offset <= size && size - offset >= bytes ? segment + offset : NULL;
}

/* Start of a lane's part; NULL if no lane has one. */
static uint8_t *of_lane(uint8_t *shares, uint32_t stride, uint32_t lane) {
    return shares ? shares + (size_t)lane * stride : NULL;
}

static ptx_space_t space_of(ptx_space_t space,
                            uint64_t *address) { /* generic: which window, and the offset in it */
    if (space != PTX_SPACE_GENERIC) return space;
    uint64_t window = *address >> PTX_WINDOW_SHIFT << PTX_WINDOW_SHIFT;
    if (window != PTX_SHARED_WINDOW && window != PTX_LOCAL_WINDOW && window != PTX_CONST_WINDOW &&
        window != PTX_PARAM_WINDOW)
        return PTX_SPACE_GLOBAL;
    *address -= window;
    return window == PTX_SHARED_WINDOW  ? PTX_SPACE_SHARED
           : window == PTX_LOCAL_WINDOW ? PTX_SPACE_LOCAL
           : window == PTX_PARAM_WINDOW ? PTX_SPACE_PARAM_ENTRY
                                        : PTX_SPACE_CONST;
}

static void note_constant(const core_launch_t *launch, uint64_t offset, uint32_t bytes) {
    for (uint64_t i = offset; i < launch->module->constant_bytes && i - offset < bytes; i++)
        launch->constant_read[i / 8] |= (uint8_t)(1u << i % 8);
}

static uint8_t *untracked_pointer(const core_warp_t *warp, uint32_t lane, ptx_space_t space,
                                  uint64_t offset, uint32_t bytes) {
    const core_launch_t *launch = warp->launch;
    switch (space) {
    case PTX_SPACE_SHARED:
        return within(warp->block->shared, warp->block->shared_bytes, offset, bytes);
    case PTX_SPACE_LOCAL:
        return within(of_lane(warp->local, warp->local_stride, lane), warp->local_stride, offset,
                      bytes);
    case PTX_SPACE_CONST:
        if (launch->constant_read) note_constant(launch, offset, bytes);
        return within(launch->constant, launch->module->constant_bytes, offset, bytes);
    default: return NULL;
    }
}

static uint8_t *global_pointer(const core_warp_t *warp, uint64_t address, uint32_t bytes) {
    if (address >> SCORD_ADDRESS_WIDTH) return NULL;
    return warp->launch->memory.translate(warp->launch->memory.context, address, bytes);
}

static uint8_t *parameter_pointer(const run_t *run, uint32_t lane, ptx_space_t space,
                                  uint64_t offset, uint32_t bytes) {
    if (space == PTX_SPACE_PARAM_ENTRY) /* only ever read: the parser refuses stores */
        return within((uint8_t *)(uintptr_t)run->warp->launch->parameters,
                      run->warp->launch->kernel->parameter_bytes, offset, bytes);
    uint32_t stride = run->frame->parameter_stride;
    return within(of_lane(run->frame->parameters, stride, lane), stride, offset, bytes);
}

static const char *access_noun(const ptx_instruction_t *instruction) {
    return instruction->opcode == PTX_LD   ? "load"
           : instruction->opcode == PTX_ST ? "store"
                                           : "atomic";
}

static uint64_t space_bytes(const run_t *run,
                            ptx_space_t space) { /* for messages; not of global memory */
    const core_launch_t *launch = run->warp->launch;
    switch (space) {
    case PTX_SPACE_SHARED: return run->warp->block->shared_bytes;
    case PTX_SPACE_LOCAL: return run->warp->local_stride;
    case PTX_SPACE_CONST: return launch->module->constant_bytes;
    case PTX_SPACE_PARAM_ENTRY: return launch->kernel->parameter_bytes;
    default: return run->frame->parameter_stride;
    }
}

static const char *space_name(ptx_space_t space) {
    static const char *const names[] = {"generic",  "global",    "shared",   "local",
                                        "constant", "parameter", "parameter"};
    return names[space];
}

/* An access out of range, of which run_fault has been called: with keep_going the lane is left out.
 * False: it is a fault. */
static bool drop(run_t *run, access_t *access, scord_finding_rule_t rule, uint32_t lane) {
    core_step_result_t *result = run->result;
    if (access->dropped == 0) look_at_fault(run, rule, lane, access->address[lane]);
    if (!run->warp->launch->keep_going) return false;
    if (access->dropped == 0) result->dropped_fault = result->fault;
    access->dropped |= UINT32_C(1) << lane;
    result->outcome = CORE_EXECUTED;
    return true;
}

/* The rest of the instruction is of the other lanes; these read 0. */
static void leave_out_dropped(run_t *run, access_t *access) {
    const ptx_instruction_t *instruction = run->instruction;
    const uint32_t elements = instruction->opcode == PTX_LD ? instruction->vector : 1;
    run->result->dropped = access->dropped;
    run->mask &= ~access->dropped;
    access->global &= run->mask;
    access->shared &= run->mask;
    if (instruction->opcode != PTX_LD && instruction->opcode != PTX_ATOM) return;
    for (uint32_t e = 0; e < elements; e++) {
        uint64_t *to = destination_lanes(run, e);
        for (uint32_t rest = access->dropped; rest; rest &= rest - 1) to[first_lane(rest)] = 0;
    }
}

/* One look-up for all global lanes if their addresses are close together; otherwise NULL, and each
 * lane is looked up separately. */
static uint8_t *common_pointer(const run_t *run, const access_t *access, uint64_t *lowest) {
    uint64_t low = UINT64_MAX, high = 0;
    for (uint32_t rest = access->global; rest; rest &= rest - 1) {
        uint64_t address = access->address[__builtin_ctz(rest)];
        low = address < low ? address : low;
        high = address > high ? address : high;
    }
    *lowest = low;
    if (!access->global || high - low > 4096) return NULL;
    return global_pointer(run->warp, low, (uint32_t)(high - low) + access->bytes);
}

static bool locate_global(run_t *run, access_t *access) {
    uint64_t lowest;
    uint8_t *common = common_pointer(run, access, &lowest);
    for (uint32_t rest = access->global; rest; rest &= rest - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(rest);
        uint64_t address = access->address[lane];
        access->pointer[lane] = common ? common + (address - lowest)
                                       : global_pointer(run->warp, address, access->bytes);
        if (access->pointer[lane]) continue;
        run_fault_address(run, lane, address, "out-of-range %s of %u bytes at address 0x%llx",
                          access_noun(run->instruction), access->bytes,
                          (unsigned long long)address);
        if (!drop(run, access, SCORD_FINDING_MEMORY_RANGE, lane)) return false;
    }
    return true;
}

/* Whether a lane's access, OFFSET bytes into the block's memory, leaves its variable. */
static bool strays(const run_t *run, uint64_t offset, uint32_t bytes) {
    const ptx_variable_t *variable =
        &run->warp->launch->module->variables[run->instruction->within - 1];
    return offset < variable->address || offset + bytes > variable->address + variable->size;
}

static bool locate_lane(run_t *run, access_t *access,
                        uint32_t lane) { /* global lanes are only noted here */
    uint64_t offset = access->address[lane];
    if (offset & (access->bytes - 1)) {
        run_fault_address(run, lane, offset, "misaligned %s of %u bytes at address 0x%llx",
                          access_noun(run->instruction), access->bytes, (unsigned long long)offset);
        return drop(run, access, SCORD_FINDING_MEMORY_ALIGNMENT, lane);
    }
    ptx_space_t space = space_of((ptx_space_t)run->instruction->space, &offset);
    if (space == PTX_SPACE_GLOBAL) {
        access->global |= UINT32_C(1) << lane;
        return true;
    }
    if (space == PTX_SPACE_SHARED) {
        access->shared |= UINT32_C(1) << lane;
        run->result->shared_offset[lane] = (uint32_t)offset;
        if (run->instruction->within != 0 && strays(run, offset, access->bytes))
            access->strayed |= UINT32_C(1) << lane;
    }
    if ((space == PTX_SPACE_CONST || space == PTX_SPACE_PARAM_ENTRY) &&
        run->instruction->opcode != PTX_LD)
        return run_fault_address(run, lane, access->address[lane], "%s to %s memory",
                                 access_noun(run->instruction), space_name(space));
    bool parameter = space == PTX_SPACE_PARAM_ENTRY || space == PTX_SPACE_PARAM_LOCAL;
    access->pointer[lane] = parameter
                                ? parameter_pointer(run, lane, space, offset, access->bytes)
                                : untracked_pointer(run->warp, lane, space, offset, access->bytes);
    if (access->pointer[lane]) return true;
    run_fault(run, (int32_t)lane,
              "out-of-range %s of %u bytes at offset 0x%llx of %s memory, which has %llu bytes",
              access_noun(run->instruction), access->bytes, (unsigned long long)offset,
              space_name(space), (unsigned long long)space_bytes(run, space));
    return drop(run, access, SCORD_FINDING_MEMORY_RANGE, lane);
}

static bool locate_lanes(run_t *run, access_t *access, const uint64_t *base) {
    const ptx_instruction_t *instruction = run->instruction;
    for (uint32_t rest = run->mask; rest; rest &= rest - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(rest);
        access->address[lane] = base[lane] + (uint64_t)instruction->offset;
        /* 32-bit address registers hold offsets of .shared and the like */
        if (instruction->base.bits == 32) access->address[lane] = (uint32_t)access->address[lane];
        if (!locate_lane(run, access, lane)) return false;
    }
    return locate_global(run, access);
}

/* ---- all lanes at once, in compiled modules ---- */

static void place_lanes(access_t *access, uint8_t *at, uint64_t of, bool consecutive) {
    for (uint32_t l = 0; l < PTX_LANES; l++) access->pointer[l] = at + (access->address[l] - of);
    access->elements = consecutive ? access->pointer[0] : NULL;
}

/* In one allocation of global memory, which one look-up finds; stores and atomics only where they
 * are close together, since what one changes is seen for each lane else (memory_watch.h). */
static bool locate_close(run_t *run, access_t *access, const lanes_span_t *span) {
    enum { CLOSE = 4096, LARGEST = 1 << 30 };
    const uint64_t width = span->high - span->low;
    access->close = width <= CLOSE;
    if (width > (run->instruction->opcode == PTX_LD ? LARGEST : CLOSE)) return false;
    uint8_t *common = global_pointer(run->warp, span->low, (uint32_t)width + access->bytes);
    if (!common) return false;
    access->global = run->mask;
    access->low = span->low;
    access->high = span->high;
    place_lanes(access, common, span->low, span->consecutive);
    return true;
}

static bool locate_in_shared(run_t *run, access_t *access, const lanes_span_t *span,
                             uint64_t window) {
    const core_block_t *block = run->warp->block;
    const uint64_t low = span->low - window, high = span->high - window;
    if (high > block->shared_bytes || block->shared_bytes - high < access->bytes) return false;
    if (run->instruction->within != 0 &&
        (strays(run, low, access->bytes) || strays(run, high, access->bytes)))
        return false;
    access->shared = run->mask;
    access->low = low;
    access->high = high;
    access->close = true;
    for (uint32_t l = 0; l < PTX_LANES; l++)
        run->result->shared_offset[l] = (uint32_t)(access->address[l] - window);
    place_lanes(access, block->shared, window, span->consecutive);
    return true;
}

/* True: all lanes of the access are located. False: nothing is done; lane by lane they are, or
 * their faults are reported. */
static bool locate_together(run_t *run, access_t *access, const uint64_t *base) {
    const ptx_instruction_t *instruction = run->instruction;
    const lanes_set_t *set = run_set(run->warp);
    lanes_span_t span;
    if (!set) return false;
    set->span(access->address, base, (uint64_t)instruction->offset,
              instruction->base.bits == 32 ? UINT32_MAX : UINT64_MAX, run->mask, access->bytes,
              &span);
    if ((span.bits & (access->bytes - 1)) != 0) return false;
    if (instruction->vector > 1) span.consecutive = false;
    const uint64_t window = span.low >> PTX_WINDOW_SHIFT << PTX_WINDOW_SHIFT;
    switch ((ptx_space_t)instruction->space) {
    case PTX_SPACE_GLOBAL: return locate_close(run, access, &span);
    case PTX_SPACE_SHARED: return locate_in_shared(run, access, &span, 0);
    case PTX_SPACE_GENERIC:
        if (span.high >> PTX_WINDOW_SHIFT != span.low >> PTX_WINDOW_SHIFT) return false;
        if (window == PTX_SHARED_WINDOW) return locate_in_shared(run, access, &span, window);
        return window == 0 && locate_close(run, access, &span);
    default: return false;
    }
}

/* Plain accesses to what the system has reserved are those of CUDA's own headers, between lanes
 * that a shuffle holds together, which orders no memory: a program can change nothing about them.
 * Its atomics and flags are looked at, since they order what is around. */
static void leave_out_reserved(const run_t *run, access_t *access) {
    const ptx_instruction_t *instruction = run->instruction;
    const uint32_t end = run->warp->launch->kernel->reserved_shared_end;
    if (end == 0 || instruction->flags & PTX_FLAG_STRONG ||
        (instruction->opcode != PTX_LD && instruction->opcode != PTX_ST))
        return;
    for (uint32_t rest = access->shared; rest; rest &= rest - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(rest),
                       offset = run->result->shared_offset[lane];
        if (offset < end && offset >= end - PTX_RESERVED_SHARED_BYTES)
            access->shared &= ~(UINT32_C(1) << lane);
    }
}

static bool locate(run_t *run, access_t *access) { /* false: fault, nothing accessed */
    const ptx_instruction_t *instruction = run->instruction;
    access->bytes = ptx_type_bytes((ptx_type_t)instruction->type) *
                    (instruction->vector ? instruction->vector : 1);
    access->global = access->shared = access->dropped = access->strayed = 0;
    const uint64_t *base = fetch_operand(run, &instruction->base, PTX_MAX_SOURCES);
    access->elements = NULL;
    access->together = locate_together(run, access, base);
    if (!access->together && !locate_lanes(run, access, base)) return false;
    if (access->dropped != 0) leave_out_dropped(run, access);
    if ((access->strayed & run->mask) != 0) look_at_strayed(run, access->strayed & run->mask);
    if (access->shared != 0) leave_out_reserved(run, access);
    access->tracked = access->global | (run->warp->block->shared_address ? access->shared : 0);
    run->result->shared = access->shared;
    run->result->bytes = access->bytes;
    return true;
}

/* ---- the event ---- */
static uint64_t event_address(const run_t *run, const access_t *access, uint32_t lane) {
    if (access->global >> lane & 1) return access->address[lane];
    return run->warp->block->shared_address + run->result->shared_offset[lane];
}

/* An atomic on shared memory has block scope, whatever the instruction states (D52). */
static uint8_t event_scope(const run_t *run, const access_t *access, scord_op_t op) {
    return op == SCORD_OP_ATOMIC && !access->global ? SCORD_SCOPE_BLOCK
                                                    : (uint8_t)run->instruction->scope;
}

/* D67: lanes whose store is no data: nothing but flags, and loads of what it writes, lies between
 * their last fence and it, and they hold no lock, or it is the lock. */
static uint32_t flagging(const run_t *run, const access_t *access) {
    uint32_t lanes = run->mask & run->warp->block_fenced;
    for (uint32_t rest = lanes & run->warp->locking; rest; rest &= rest - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(rest);
        if (access->address[lane] != run->warp->lock[lane]) lanes &= ~(UINT32_C(1) << lane);
    }
    for (uint32_t rest = lanes & run->warp->looked; rest; rest &= rest - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(rest);
        if (access->address[lane] != run->warp->looked_at[lane]) lanes &= ~(UINT32_C(1) << lane);
    }
    return lanes;
}

/* D67: a volatile access states its semantics where it is a flag: a load that polls, or a store
 * that no lane makes of data, or to a place that a load of the function polls. The store has the
 * scope of the fence. */
static void state_flag(run_t *run, const access_t *access, scord_event_access_t *event) {
    const core_warp_t *warp = run->warp;
    const uint32_t flags = run->instruction->flags;
    if (!(flags & PTX_FLAG_VOLATILE) || !warp->launch->states_flags) return;
    event->semantics = SCORD_SEMANTICS_NONE;
    if (!(flags & (PTX_FLAG_POLLS | PTX_FLAG_BESIDE_ATOMICS)) &&
        (event->op == SCORD_OP_LOAD || run->mask & ~flagging(run, access)))
        return;
    event->semantics = SCORD_SEMANTICS_RELAXED;
    event->scope = event->op == SCORD_OP_STORE &&
                           run->mask & warp->block_fenced & ~warp->device_fenced
                       ? SCORD_SCOPE_BLOCK
                       : SCORD_SCOPE_DEVICE;
}

/* The access has values: three quarters of a record, which few need. */
static void begin_values(scord_event_access_t *event) {
    memset(event->returned, 0, sizeof *event - offsetof(scord_event_access_t, returned));
}

static scord_event_access_t *begin_event(run_t *run, const access_t *access, scord_op_t op) {
    const ptx_instruction_t *instruction = run->instruction;
    scord_event_access_t *event = &run->result->access;
    run->result->outcome = CORE_ACCESS;
    memset(event, 0, offsetof(scord_event_access_t, returned)); /* values: begin_values */
    event->op = (uint8_t)op;
    event->atomic_kind = instruction->atomic;
    event->scope = event_scope(run, access, op);
    event->semantics = instruction->semantics;
    state_flag(run, access, event);
    event->strong = !!(instruction->flags & PTX_FLAG_STRONG);
    event->size = (uint8_t)access->bytes;
    event->mask = access->tracked;
    if (access->global == CORE_ALL_LANES) {
        memcpy(event->address, access->address, sizeof access->address);
        return event;
    }
    for (uint32_t rest = access->tracked; rest; rest &= rest - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(rest);
        event->address[lane] = event_address(run, access, lane);
    }
    return event;
}

/* ---- locks, as far as a warp can tell (D17, D19) ---- */

/* D67: LANES access data, so that their fences say nothing of a later store. */
static void forget_fences(core_warp_t *warp, uint32_t lanes) {
    warp->block_fenced &= ~lanes;
    warp->device_fenced &= ~lanes;
}

/* D67: LANES read data. A single word that a volatile store then writes is that flag's own: the
 * holder of a ticket reads who is served, and adds one. */
static void look_behind_fence(core_warp_t *warp, const access_t *access, uint32_t lanes) {
    for (uint32_t rest = lanes & warp->block_fenced; rest; rest &= rest - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(rest), bit = rest & (0 - rest);
        if (!(warp->looked & bit)) {
            warp->looked |= bit;
            warp->looked_at[lane] = access->address[lane];
        } else if (warp->looked_at[lane] != access->address[lane])
            forget_fences(warp, bit);
    }
}

/* LANES write to access->address: those that write to their lock hold it no longer. */
static void give_lock_back(core_warp_t *warp, const access_t *access, uint32_t lanes) {
    for (uint32_t rest = lanes & warp->locking; rest; rest &= rest - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(rest);
        if (access->address[lane] == warp->lock[lane]) warp->locking &= ~(UINT32_C(1) << lane);
    }
}

static void take_lock(core_warp_t *warp, uint32_t lane, uint64_t address) {
    warp->locking |= UINT32_C(1) << lane;
    warp->lock[lane] = address;
}

/* ---- elements ---- */
static inline uint64_t read_raw(const uint8_t *at, uint32_t bytes) {
    uint64_t value = 0;
    switch (bytes) {
    case 1: return *at;
    case 2: memcpy(&value, at, 2); return value;
    case 4: memcpy(&value, at, 4); return value;
    default: memcpy(&value, at, 8); return value;
    }
}

static inline void write_raw(uint8_t *at, uint64_t value, uint32_t bytes) {
    switch (bytes) {
    case 1: *at = (uint8_t)value; break;
    case 2: memcpy(at, &value, 2); break;
    case 4: memcpy(at, &value, 4); break;
    default: memcpy(at, &value, 8); break;
    }
}

/* ---- elements of compiled modules ---- */

#define ELEMENT_LOOPS(BITS)                                                                        \
    static void load_lanes_##BITS(const run_t *run, const access_t *access, uint32_t at,           \
                                  uint64_t *to) {                                                  \
        EACH_LANE(run, {                                                                           \
            uint##BITS##_t value;                                                                  \
            memcpy(&value, access->pointer[l] + at, sizeof value);                                 \
            to[l] = value;                                                                         \
        });                                                                                        \
    }                                                                                              \
    static void store_lanes_##BITS(const run_t *run, const access_t *access, uint32_t at,          \
                                   const uint64_t *from) {                                         \
        for (uint32_t rest = run->mask; rest; rest &= rest - 1) { /* in order */                   \
            const uint32_t l = first_lane(rest);                                                   \
            const uint##BITS##_t value = (uint##BITS##_t)from[l];                                  \
            memcpy(access->pointer[l] + at, &value, sizeof value);                                 \
        }                                                                                          \
    }                                                                                              \
    static bool differ_lanes_##BITS(const run_t *run, const access_t *access, uint32_t at,         \
                                    const uint64_t *from) {                                        \
        uint##BITS##_t differ = 0;                                                                 \
        for (uint32_t rest = run->mask; rest; rest &= rest - 1) {                                  \
            const uint32_t l = first_lane(rest);                                                   \
            uint##BITS##_t value;                                                                  \
            memcpy(&value, access->pointer[l] + at, sizeof value);                                 \
            differ |= (uint##BITS##_t)(value ^ from[l]);                                           \
        }                                                                                          \
        return differ != 0;                                                                        \
    }
ELEMENT_LOOPS(8)
ELEMENT_LOOPS(16)
ELEMENT_LOOPS(32)
ELEMENT_LOOPS(64)

static uint32_t log2_of(uint32_t bytes) { return (uint32_t)__builtin_ctz(bytes); }

/* The block's next warp will mostly read what lies behind. */
static void fetch_neighbours(const uint8_t *elements, uint32_t bytes) {
    const uint32_t width = bytes * PTX_LANES;
    for (uint32_t at = width; at < 2 * width; at += CORE_LINE)
        __builtin_prefetch(elements + at, 0, 2);
}

/* Element AT bytes into each lane's access, one loop for each size. */
static void load_element(const run_t *run, const access_t *access, uint32_t at, uint32_t bytes,
                         uint64_t *to) {
    static void (*const loops[])(const run_t *, const access_t *, uint32_t, uint64_t *) = {
        load_lanes_8, load_lanes_16, load_lanes_32, load_lanes_64};
    if (access->elements) {
        fetch_neighbours(access->elements, bytes);
        run_set(run->warp)->load[log2_of(bytes)](to, access->elements);
    } else
        loops[log2_of(bytes)](run, access, at, to);
}

static void store_element(const run_t *run, const access_t *access, uint32_t bytes,
                          const uint64_t *from) {
    static void (*const loops[])(const run_t *, const access_t *, uint32_t, const uint64_t *) = {
        store_lanes_8, store_lanes_16, store_lanes_32, store_lanes_64};
    if (access->elements)
        run_set(run->warp)->store[log2_of(bytes)](access->elements, from);
    else
        loops[log2_of(bytes)](run, access, 0, from);
}

static bool differs_element(const run_t *run, const access_t *access, uint32_t at, uint32_t bytes,
                            const uint64_t *from) {
    static bool (*const loops[])(const run_t *, const access_t *, uint32_t, const uint64_t *) = {
        differ_lanes_8, differ_lanes_16, differ_lanes_32, differ_lanes_64};
    return loops[log2_of(bytes)](run, access, at, from);
}

/* Whether the register takes the bytes as they are. */
static bool fills_register(const ptx_instruction_t *instruction, uint32_t element) {
    const ptx_type_t type = (ptx_type_t)instruction->type;
    return !ptx_type_signed(type) ||
           instruction->destination[element].bits == 8 * ptx_type_bytes(type);
}

/* Whether all bytes from the lowest to the highest lane's are known to have been written. */
static bool is_written_space(const run_t *run, const access_t *access) {
    return access->together && access->close &&
           is_all_written(run, access->global != 0, access->low,
                          access->high - access->low + access->bytes);
}

/* ---- ld ---- */
static bool run_load(run_t *run) {
    const ptx_instruction_t *instruction = run->instruction;
    access_t access;
    if (!locate(run, &access)) return false;
    bool strong = instruction->flags & PTX_FLAG_STRONG;
    scord_event_access_t *event = access.tracked ? begin_event(run, &access, SCORD_OP_LOAD) : NULL;
    if (event && strong && access.bytes <= 8) { /* the oracle needs the value read */
        begin_values(event);
        event->has_returned = 1;
        for (uint32_t rest = access.tracked; rest; rest &= rest - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(rest);
            event->returned[lane] = read_raw(access.pointer[lane], access.bytes);
        }
    }
    uint32_t element = ptx_type_bytes((ptx_type_t)instruction->type);
    for (uint32_t e = 0; e < instruction->vector; e++) {
        uint64_t *to = destination_lanes(run, e);
        uint32_t bits = instruction->destination[e].bits;
        if (run->warp->launch->compiled && fills_register(instruction, e)) {
            load_element(run, &access, e * element, element, to);
            continue;
        }
        EACH_LANE(run,
                  to[l] = extend_load((ptx_type_t)instruction->type,
                                      read_raw(access.pointer[l] + e * element, element), bits));
    }
    if (looks_for(run->warp, SCORD_FINDING_KIND_UNINITIALISED) && !is_written_space(run, &access))
        look_at_load(run, access.address, access.global, access.shared);
    if (run->warp->block->watch && access.shared != 0)
        look_at_copies(run, access.shared & run->mask, access.bytes);
    if (strong) run->warp->spinning |= run->mask;
    if (strong) watch_flag(run->warp, false, true);
    if (!(instruction->flags & PTX_FLAG_POLLS))
        look_behind_fence(run->warp, &access, access.global);
    return true;
}

/* ---- st ---- */
static bool run_store(run_t *run) {
    const ptx_instruction_t *instruction = run->instruction;
    access_t access;
    if (!locate(run, &access)) return false;
    if (access.tracked) begin_event(run, &access, SCORD_OP_STORE);
    uint32_t element = ptx_type_bytes((ptx_type_t)instruction->type);
    const uint64_t value_mask = mask_bits(UINT64_MAX, 8 * element);
    const bool compiled = run->warp->launch->compiled;
    for (uint32_t e = 0; compiled && access.global == 0 && e < instruction->vector; e++)
        if (differs_element(run, &access, e * element, element, run->source[e]))
            run->result->changed = true;
    if (access.global != run->mask && !(compiled && access.global == 0))
        EACH_LANE(run, {
            for (uint32_t e = 0; e < instruction->vector && !(access.global >> l & 1); e++)
                if (((read_raw(access.pointer[l] + e * element, element) ^ run->source[e][l]) &
                     value_mask) != 0)
                    run->result->changed = true;
        });
    if (compiled && instruction->vector == 1)
        store_element(run, &access, element, run->source[0]);
    else
        EACH_LANE(run, {
            for (uint32_t e = 0; e < instruction->vector; e++)
                write_raw(access.pointer[l] + e * element, run->source[e][l], element);
        });
    uint32_t visible = access.global | access.shared;
    if ((visible & (visible - 1)) != 0)
        look_at_store_lanes(run, access.pointer, access.address, access.global, access.shared);
    if (looks_for(run->warp, SCORD_FINDING_KIND_UNINITIALISED) &&
        (run->warp->pending_count != 0 || !is_written_space(run, &access)))
        look_at_written(run, access.address, access.global, access.shared);
    if (access.shared != 0) look_at_overwritten(run, access.shared, access.bytes);
    if (instruction->flags & PTX_FLAG_STRONG) watch_flag(run->warp, true, false);
    const uint32_t flags = instruction->flags & PTX_FLAG_STRONG ? flagging(run, &access) : 0;
    forget_fences(run->warp, visible & ~flags);
    give_lock_back(run->warp, &access, flags);
    run->warp->progress |= visible;
    if (visible && instruction->flags & PTX_FLAG_STRONG) others_may_go(run->warp);
    return true;
}

/* ---- atom, red ---- */
static uint64_t add_value(ptx_type_t type, uint64_t old, uint64_t operand) {
    if (ptx_type_float(type) && type != PTX_F32 && type != PTX_F64)
        return half_sum(type, old, operand);
    if (type == PTX_F64) {
        double a, b;
        memcpy(&a, &old, sizeof a);
        memcpy(&b, &operand, sizeof b);
        a += b;
        memcpy(&old, &a, sizeof a);
        return old;
    }
    if (type != PTX_F32) return old + operand;
    uint32_t low = (uint32_t)old, other = (uint32_t)operand;
    float a, b;
    memcpy(&a, &low, sizeof a);
    memcpy(&b, &other, sizeof b);
    a += b;
    memcpy(&low, &a, sizeof a);
    return low;
}

static bool less_than(ptx_type_t type, uint64_t a, uint64_t b) {
    switch (type) {
    case PTX_S32: return (int32_t)a < (int32_t)b;
    case PTX_S64: return (int64_t)a < (int64_t)b;
    case PTX_U32:
    case PTX_B32: return (uint32_t)a < (uint32_t)b;
    default: return a < b;
    }
}

static uint64_t barrier_value(unsigned step, uint64_t old, uint64_t count) {
    const uint32_t mask = (UINT32_C(1) << MBARRIER_FIELD) - 1, by = (uint32_t)count & mask;
    mbarrier_t barrier = mbarrier_of(old);
    if (step == PTX_DO_ARRIVE || step == PTX_DO_DEC)
        barrier.pending = (barrier.pending - by) & mask;
    if (step == PTX_DO_DEC) barrier.expected = (barrier.expected - by) & mask; /* arrive_drop */
    if (step == PTX_DO_INC) barrier.bytes = (barrier.bytes + by) & mask;       /* expect_tx */
    if (step == PTX_DO_EXCH) barrier.bytes = (barrier.bytes - by) & mask;      /* complete_tx */
    if (barrier.pending == 0 && barrier.bytes == 0) {
        barrier.phase = (barrier.phase + 1) % MBARRIER_PHASES;
        barrier.pending = barrier.expected;
    }
    return (uint64_t)(barrier.phase & 1) << 63 | (uint64_t)(barrier.phase >> 1) << 60 |
           (uint64_t)barrier.expected << 2 * MBARRIER_FIELD |
           (uint64_t)barrier.pending << MBARRIER_FIELD | barrier.bytes;
}

static bool arrives(const ptx_instruction_t *instruction) {
    return instruction->opcode == PTX_MBARRIER &&
           (instruction->action == PTX_DO_ARRIVE || instruction->action == PTX_DO_DEC);
}

/* More arrivals than the phase lacks. */
static bool exceeds(const ptx_instruction_t *instruction, uint64_t old, uint64_t count) {
    const uint32_t pending = mbarrier_of(old).pending;
    return count > pending || (instruction->flags & PTX_FLAG_NO_COMPLETE && count == pending);
}

static uint64_t atomic_value(const ptx_instruction_t *instruction, uint64_t old, uint64_t b,
                             uint64_t c) { /* what is written */
    ptx_type_t type = (ptx_type_t)instruction->type;
    if (instruction->opcode == PTX_MBARRIER) return barrier_value(instruction->action, old, b);
    switch (instruction->atomic) {
    case SCORD_ATOMIC_KIND_ADD: return add_value(type, old, b);
    case SCORD_ATOMIC_KIND_EXCH: return b;
    case SCORD_ATOMIC_KIND_CAS: return old == b ? c : old;
    case SCORD_ATOMIC_KIND_AND: return old & b;
    case SCORD_ATOMIC_KIND_OR: return old | b;
    case SCORD_ATOMIC_KIND_XOR: return old ^ b;
    case SCORD_ATOMIC_KIND_MIN: return less_than(type, b, old) ? b : old;
    case SCORD_ATOMIC_KIND_MAX: return less_than(type, old, b) ? b : old;
    case SCORD_ATOMIC_KIND_INC: return old >= b ? 0 : old + 1;
    default: return old == 0 || old > b ? b : old - 1; /* dec */
    }
}

static void record_atomic(run_t *run, uint32_t lane, uint64_t old, uint64_t b, uint64_t c) {
    scord_event_access_t *event = &run->result->access;
    bool cas = run->instruction->atomic == SCORD_ATOMIC_KIND_CAS;
    event->returned[lane] = old;
    event->value[lane] = cas ? c : b;
    if (cas && c == 1 && run->instruction->flags & PTX_FLAG_NO_LOCK) /* 1 by chance (D75) */
        event->value[lane] = mask_bits(UINT64_MAX, 8 * event->size);
    event->compare[lane] = cas ? b : 0;
}

static bool run_atomic(run_t *run) {
    const ptx_instruction_t *instruction = run->instruction;
    access_t access;
    if (!locate(run, &access)) return false;
    scord_event_access_t *event = access.tracked ? begin_event(run, &access, SCORD_OP_ATOMIC)
                                                 : NULL;
    if (event) {
        begin_values(event);
        event->has_returned = event->has_operands = 1;
        event->unread = !!(instruction->flags & PTX_FLAG_UNREAD);
    }
    if (instruction->opcode == PTX_MBARRIER) look_at_mbarrier(run, run->mask, access.address);
    watch_flag(run->warp, true, true);
    bool cas = instruction->atomic == SCORD_ATOMIC_KIND_CAS, keeps = instruction->opcode != PTX_RED;
    uint32_t bits = 8 * access.bytes, changed = 0, excess = 0;
    uint64_t ended = UINT64_MAX; /* the barrier whose phase a lane of this instruction has ended */
    for (uint32_t rest = run->mask; rest; rest &= rest - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(rest);
        uint64_t old = read_raw(access.pointer[lane], access.bytes);
        uint64_t b = mask_bits(run->source[0][lane], bits),
                 c = cas ? mask_bits(run->source[1][lane], bits) : 0;
        uint64_t value = mask_bits(atomic_value(instruction, old, b, c), bits);
        write_raw(access.pointer[lane], value, access.bytes);
        if (arrives(instruction)) {
            if (exceeds(instruction, old, b) || access.address[lane] == ended)
                excess |= rest & (0 - rest);
            if (mbarrier_of(old).phase != mbarrier_of(value).phase) ended = access.address[lane];
        }
        if (value != old) changed |= UINT32_C(1) << lane;
        if (cas && old == 0 && value == 1 && !(instruction->flags & PTX_FLAG_NO_LOCK))
            take_lock(run->warp, lane, access.address[lane]);
        else if (value == 0)
            give_lock_back(run->warp, &access, UINT32_C(1) << lane);
        if (access.tracked >> lane & 1)
            record_atomic(run, lane, old, instruction->opcode == PTX_MBARRIER ? value : b, c);
        if (keeps) run->destination[lane] = old;
    }
    if (excess != 0 && looks_for(run->warp, SCORD_FINDING_KIND_BARRIER))
        run_finding(run, SCORD_FINDING_BARRIER_ARRIVALS, excess);
    if (looks_for(run->warp, SCORD_FINDING_KIND_UNINITIALISED) && !is_written_space(run, &access))
        look_at_atomic(run, access.address, access.global, access.shared);
    forget_fences(run->warp, access.global | access.shared); /* it is the flag of the fence */
    run->result->changed = (changed & ~access.global) != 0;
    run->warp->progress |= changed;
    run->warp->spinning |= run->mask & ~changed;
    if (changed) others_may_go(run->warp);
    return true;
}

bool run_memory(run_t *run) {
    if (!run->mask) return true;
    barrier_watch_t *watch = &run->warp->watch;
    if (run->warp->block->watch) {
        note_access(run);
        if (run->warp->split_count > 1 || run->warp->live != run->warp->born ||
            watch->passed_places != 0)
            look_at_access(run);
    }
    switch (run->instruction->opcode) {
    case PTX_LD: return run_load(run);
    case PTX_ST: return run_store(run);
    default: return run_atomic(run);
    }
}

/* ---- for host calls ---- */
static uint8_t *generic_pointer(const core_warp_t *warp, uint32_t lane, uint64_t address,
                                uint32_t bytes) {
    ptx_space_t space = space_of(PTX_SPACE_GENERIC, &address);
    return space == PTX_SPACE_GLOBAL ? global_pointer(warp, address, bytes)
                                     : untracked_pointer(warp, lane, space, address, bytes);
}

bool core_read(const core_warp_t *warp, uint32_t lane, uint64_t address, void *to, uint32_t bytes) {
    const uint8_t *pointer = generic_pointer(warp, lane, address, bytes);
    if (pointer) memcpy(to, pointer, bytes);
    return pointer;
}

bool core_write(core_warp_t *warp, uint32_t lane, uint64_t address, const void *from,
                uint32_t bytes) {
    uint64_t offset = address;
    uint8_t *pointer = generic_pointer(warp, lane, address, bytes);
    if (pointer) memcpy(pointer, from, bytes);
    if (pointer && space_of(PTX_SPACE_GENERIC, &offset) == PTX_SPACE_LOCAL)
        remember_local(warp, lane, (uint32_t)offset, bytes);
    return pointer;
}
