/* SPDX-License-Identifier: Apache-2.0 */
/* diagnose.c: see diagnose.h. */
#include "sim/sm/watch/diagnose.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/base/demangle.h"
#include "sim/sm/gpu_state.h"

char *gpu_location_text(const ptx_module_t *module, uint32_t instruction, char *buffer,
                        size_t size) {
    if (instruction >= ptx_instruction_count(module)) {
        snprintf(buffer, size, "end of the kernel");
        return buffer;
    }
    const ptx_location_t at = ptx_location(module, instruction);
    if (at.line != 0)
        snprintf(buffer, size, "%s:%" PRIu32, gpu_file_name(at.file), at.line);
    else
        snprintf(buffer, size, "PTX line %" PRIu32, at.ptx_line);
    return buffer;
}

static void say(gpu_t *gpu, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(gpu_t *gpu, const char *format, ...) {
    const size_t used = strlen(gpu->error->message);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(gpu->error->message + used, sizeof gpu->error->message - used, format, arguments);
    va_end(arguments);
}

static void say_kernel(gpu_t *gpu) {
    char name[256];
    say(gpu, "kernel %s", scord_demangle(gpu->launch->name, name, sizeof name));
}

/* Where ADDRESS lies, as seen from the allocations. */
static void address_words(const device_memory_t *memory, uint64_t address, char *text,
                          size_t size) {
    const device_allocation_t *inside = device_memory_find(memory, address);
    const device_allocation_t *freed = device_memory_find_released(memory, address);
    const device_allocation_t *under = device_memory_below(memory, address),
                              *over = device_memory_above(memory, address);
    const uint64_t before = !over ? UINT64_MAX : over->address - address;
    if (inside)
        snprintf(text, size, "byte %" PRIu64 " of %s, %" PRIu64 " bytes", address - inside->address,
                 inside->name, inside->bytes);
    else if (freed)
        snprintf(text, size, "inside %s, which is freed", freed->name);
    else if (address < 4096)
        snprintf(text, size, "a null pointer");
    else if (before <= DEVICE_MEMORY_GUARD &&
             (!under || before < address - under->address - under->bytes))
        snprintf(text, size, "%" PRIu64 " bytes before %s, %" PRIu64 " bytes", before, over->name,
                 over->bytes);
    else if (under && address >> 40 == 0)
        snprintf(text, size, "%" PRIu64 " bytes past the end of %s, %" PRIu64 " bytes",
                 address - under->address - under->bytes, under->name, under->bytes);
    else
        snprintf(text, size, "no allocation is near");
}

static void say_address(gpu_t *gpu, uint64_t address) {
    char words[256];
    address_words(gpu->options.memory, address, words, sizeof words);
    say(gpu, " (%s)", words);
}

static void say_thread(gpu_t *gpu, const gpu_warp_t *warp, const gpu_slot_t *slot, uint32_t lane) {
    const uint32_t *block = gpu->launch->block;
    const uint32_t thread = warp->number * SCORD_THREADS_PER_WARP + lane;
    say(gpu,
        "; thread (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ") of block (%" PRIu32 ",%" PRIu32 ",%" PRIu32
        ")",
        thread % block[0], thread / block[0] % block[1], thread / block[0] / block[1],
        slot->block.cta[0], slot->block.cta[1], slot->block.cta[2]);
}

static void say_fault(gpu_t *gpu, unsigned sm, unsigned warp_number, const core_fault_t *fault) {
    const gpu_warp_t *warp = &gpu->sms[sm].warps[warp_number];
    char where[600];
    say(gpu, "%s: ",
        gpu_location_text(gpu->launch->module, gpu->result.instruction, where, sizeof where));
    say_kernel(gpu);
    say(gpu, ": %s", fault->message);
    if (fault->has_address) say_address(gpu, fault->address);
    say_thread(gpu, warp, &gpu->sms[sm].slots[warp->slot],
               fault->lane < 0 ? 0 : (uint32_t)fault->lane);
}

/* "byte 64 of f()::tile, 64 bytes; there is f()::next". */
static void neighbour_words(const gpu_t *gpu, const core_finding_t *finding, char *text,
                            size_t size) {
    const ptx_module_t *module = gpu->launch->module;
    const ptx_variable_t *own = ptx_variable(module, (uint32_t)finding->value[0]);
    const uint64_t offset = finding->value[1];
    char name[200];
    int used = snprintf(text, size, "byte %" PRId64 " of %s, %" PRIu64 " bytes",
                        (int64_t)(offset - own->address),
                        scord_demangle(own->name, name, sizeof name), own->size);
    for (uint32_t v = 0; v < ptx_variable_count(module) && used > 0 && (size_t)used < size; v++) {
        const ptx_variable_t *other = ptx_variable(module, v);
        if (other->space != PTX_SPACE_SHARED || !gpu->launch->kernel->uses[v] ||
            offset < other->address || offset - other->address >= other->size)
            continue;
        snprintf(text + used, size - (size_t)used, "; there is %s",
                 scord_demangle(other->name, name, sizeof name));
        return;
    }
}

/* A free() in a kernel. */
static void free_words(const device_memory_t *memory, core_finding_t *finding, char *text,
                       size_t size) {
    const uint64_t address = finding->value[0];
    const device_allocation_t *inside = device_memory_find(memory, address),
                              *freed = device_memory_find_released(memory, address);
    if (inside) finding->address = address;
    if (inside && inside->address != address)
        snprintf(text, size, "free of byte %" PRIu64 " of %s; only its first byte can be freed",
                 address - inside->address, inside->name);
    else if (inside)
        snprintf(text, size, "free of %s, which no malloc() in a kernel has given", inside->name);
    else if (freed)
        snprintf(text, size, "free of %s, which is freed already", freed->name);
    else
        snprintf(text, size, "free of 0x%" PRIx64 ", where no allocation is", address);
}

void gpu_memory_words(const gpu_t *gpu, core_finding_t *finding, char *text, size_t size) {
    const device_memory_t *memory = gpu->options.memory;
    const uint64_t address = finding->value[0];
    if (finding->rule == SCORD_FINDING_MEMORY_NEIGHBOUR) {
        neighbour_words(gpu, finding, text, size);
        return;
    }
    if (finding->rule == SCORD_FINDING_MEMORY_FREE) {
        free_words(memory, finding, text, size);
        return;
    }
    const core_fault_t *fault = gpu->result.dropped != 0 ? &gpu->result.dropped_fault
                                                         : &gpu->result.fault;
    int used = snprintf(text, size, "%s", fault->message);
    if (!fault->has_address || used < 0 || (size_t)used + 3 >= size) return;
    if (finding->rule == SCORD_FINDING_MEMORY_RANGE && !device_memory_find(memory, address) &&
        device_memory_find_released(memory, address))
        finding->rule = SCORD_FINDING_MEMORY_FREED;
    memcpy(text + used, ": ", 3);
    used += 2;
    address_words(memory, address, text + used, size - (size_t)used);
}

gpu_status_t gpu_report_fault(gpu_t *gpu, unsigned sm, unsigned warp) {
    say_fault(gpu, sm, warp, &gpu->result.fault);
    return GPU_FAULT;
}

void gpu_note_dropped(gpu_t *gpu, unsigned sm, unsigned warp) {
    gpu->statistics.dropped += (uint64_t)__builtin_popcount(gpu->result.dropped);
    if (gpu->dropped[0] != '\0') return;
    say_fault(gpu, sm, warp, &gpu->result.dropped_fault);
    memcpy(gpu->dropped, gpu->error->message, sizeof gpu->dropped - 1);
    gpu->error->message[0] = '\0';
}

/* ---- who waits where ---- */

typedef enum wait_kind {
    WAITS_AT_BARRIER,
    WAITS_FOR_LANES,
    WAITS_READING,
    WAITS_RUNNING
} wait_kind_t;
typedef struct wait_row {
    wait_kind_t kind;
    uint32_t instruction, barrier;
    uint64_t address;
    uint32_t warps, threads;
    uint32_t cta[3], warp; /* the first one */
} wait_row_t;
enum { WAIT_ROWS = 12 };
typedef struct wait_table {
    wait_row_t rows[WAIT_ROWS];
    uint32_t count, left_out;
} wait_table_t;

static bool same_wait(const wait_row_t *a, const wait_row_t *b) {
    return a->kind == b->kind && a->instruction == b->instruction && a->barrier == b->barrier &&
           (a->kind != WAITS_READING || a->address == b->address);
}

static void add_row(wait_table_t *table, const wait_row_t *row) {
    assert(table->count <= WAIT_ROWS);
    for (uint32_t i = 0; i < table->count; i++) {
        if (!same_wait(&table->rows[i], row)) continue;
        table->rows[i].warps++;
        table->rows[i].threads += row->threads;
        return;
    }
    if (table->count < WAIT_ROWS)
        table->rows[table->count++] = *row;
    else
        table->left_out++;
}

static wait_row_t row_of(const gpu_t *gpu, const gpu_warp_t *warp, const core_split_t *split) {
    wait_row_t row = {.kind = WAITS_RUNNING,
                      .instruction = split->instruction,
                      .barrier = 0,
                      .warps = 1,
                      .threads = (uint32_t)__builtin_popcount(split->mask),
                      .warp = warp->number};
    if (split->wait == CORE_WAIT_BARRIER) {
        row.kind = WAITS_AT_BARRIER;
        row.barrier = split->barrier;
    } else if (split->wait == CORE_WAIT_LANES || split->wait == CORE_WAIT_MEETING) {
        row.kind = WAITS_FOR_LANES;
    } else if (warp->progress.reads &&
               progress_waits(&gpu->progress, &warp->progress, warp->core)) {
        row.kind = WAITS_READING;
        row.instruction = warp->progress.last_pc - gpu->launch->pc_base;
        row.address = warp->progress.last_address;
    }
    return row;
}

static void add_warp(const gpu_t *gpu, wait_table_t *table, const gpu_sm_t *sm,
                     const gpu_warp_t *warp) {
    core_split_t splits[SCORD_THREADS_PER_WARP];
    const uint32_t count = core_warp_splits(warp->core, splits, SCORD_THREADS_PER_WARP);
    for (uint32_t i = 0; i < count; i++) {
        wait_row_t row = row_of(gpu, warp, &splits[i]);
        memcpy(row.cta, sm->slots[warp->slot].block.cta, sizeof row.cta);
        add_row(table, &row);
    }
}

static void add_slot(const gpu_t *gpu, wait_table_t *table, const gpu_sm_t *sm, unsigned slot) {
    for (uint64_t live = sm->slots[slot].live; live != 0; live &= live - 1)
        add_warp(gpu, table, sm, &sm->warps[gpu_lowest(live)]);
}

static void say_row(gpu_t *gpu, const wait_row_t *row) {
    char where[600];
    say(gpu, "\n  %s: %" PRIu32 " warp%s, %" PRIu32 " thread%s ",
        gpu_location_text(gpu->launch->module, row->instruction, where, sizeof where), row->warps,
        row->warps == 1 ? "" : "s", row->threads, row->threads == 1 ? "" : "s");
    switch (row->kind) {
    case WAITS_AT_BARRIER: say(gpu, "wait at block barrier %" PRIu32, row->barrier); break;
    case WAITS_FOR_LANES: say(gpu, "wait for other lanes of the warp"); break;
    case WAITS_RUNNING: say(gpu, "run"); break;
    case WAITS_READING: {
        const device_allocation_t *object = device_memory_find(gpu->options.memory, row->address);
        say(gpu, "read 0x%" PRIx64 " again and again", row->address);
        if (object) say(gpu, " (%s + %" PRIu64 ")", object->name, row->address - object->address);
        break;
    }
    }
    say(gpu, ", first: warp %" PRIu32 " of block (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ")", row->warp,
        row->cta[0], row->cta[1], row->cta[2]);
}

static void say_table(gpu_t *gpu, const wait_table_t *table) {
    for (uint32_t i = 0; i < table->count; i++) say_row(gpu, &table->rows[i]);
    if (table->left_out > 0) say(gpu, "\n  and %" PRIu32 " more", table->left_out);
}

static void say_first_place(gpu_t *gpu, const wait_table_t *table) {
    char where[600];
    const uint32_t instruction = table->count > 0 ? table->rows[0].instruction
                                                  : gpu->launch->kernel->first;
    say(gpu, "%s: ", gpu_location_text(gpu->launch->module, instruction, where, sizeof where));
}

gpu_status_t gpu_report_deadlock(gpu_t *gpu, unsigned sm_number, unsigned slot_number) {
    const gpu_sm_t *sm = &gpu->sms[sm_number];
    const gpu_slot_t *slot = &sm->slots[slot_number];
    wait_table_t table = {0};
    add_slot(gpu, &table, sm, slot_number);
    say_first_place(gpu, &table);
    say_kernel(gpu);
    say(gpu, ": deadlock: no warp of block (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ") can go on",
        slot->block.cta[0], slot->block.cta[1], slot->block.cta[2]);
    say_table(gpu, &table);
    return GPU_DEADLOCK;
}

/* The first warp that polls inside grid.sync(): its call stands in the line that it runs. */
static void find_part_of_grid(gpu_t *gpu) {
    const ptx_module_t *module = gpu->launch->module;
    for (unsigned i = 0; i < gpu->options.config.num_sms; i++)
        for (uint64_t ready = gpu->sms[i].ready; ready != 0; ready &= ready - 1) {
            const unsigned number = gpu_lowest(ready);
            const gpu_warp_t *warp = &gpu->sms[i].warps[number];
            const uint32_t call = core_warp_grid_sync(warp->core), now = core_warp_next(warp->core);
            if (call == UINT32_MAX || now == UINT32_MAX ||
                ptx_location(module, call).line != ptx_location(module, now).line)
                continue;
            const core_finding_t finding = {.rule = SCORD_FINDING_BARRIER_GRID_PART,
                                            .instruction = call,
                                            .lanes = core_warp_live(warp->core)};
            gpu_findings_add(&gpu->findings, &gpu->emitter, &finding, "", i, warp->slot, number);
            return;
        }
}

gpu_status_t gpu_report_no_progress(gpu_t *gpu) {
    if ((gpu->options.findings >> SCORD_FINDING_KIND_BARRIER & 1) != 0) find_part_of_grid(gpu);
    wait_table_t table = {0};
    for (unsigned i = 0; i < gpu->options.config.num_sms; i++)
        for (unsigned slot = 0; slot < gpu->options.config.blocks_per_sm; slot++)
            if (gpu->sms[i].slots[slot].used) add_slot(gpu, &table, &gpu->sms[i], slot);
    say_first_place(gpu, &table);
    say_kernel(gpu);
    say(gpu,
        ": no progress: %" PRIu64
        " warp instructions without a changed value, a released barrier or an exit",
        gpu->progress.quiet);
    say(gpu,
        ", every warp does again what it has done before (limit: --spin-limit %" PRIu64 "; %" PRIu64
        " of %" PRIu64 " blocks not yet started)",
        gpu->options.spin_limit, gpu->block_count - gpu->next_block, gpu->block_count);
    say_table(gpu, &table);
    return GPU_NO_PROGRESS;
}
