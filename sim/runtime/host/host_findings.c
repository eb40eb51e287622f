/* SPDX-License-Identifier: Apache-2.0 */
/* host_findings.c: see host_findings.h. */
#include "sim/runtime/host/host_findings.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "cmodel/base/demangle.h"
#include "sim/runtime/ordering.h"
#include "sim/runtime/session.h"

/* ---- sites ---- */

/* Calls of ordering.c have the pcs below. */
#define FOUND_PCS (SCORD_HOST_PC + UINT32_C(0x8000000))

/* The pc of the call's location record, which is made for the first finding; 0: no memory. WHERE:
 * of a call in a kernel; NULL: of the host's. */
static uint32_t pc_of(session_t *session, const uintptr_t frame[CALL_FRAMES],
                      const ptx_location_t *where) {
    host_findings_t *found = &session->found;
    call_place_t place = {.line = 0};
    char function[256];
    for (uint32_t i = 0; i < found->sites; i++)
        if (memcmp(found->site[i].frame, frame, sizeof found->site[i].frame) == 0)
            return found->site[i].pc;
    if (!SCORD_ARRAY_ROOM(found->site, found->sites_allocated, found->sites + 1)) return 0;
    host_site_t *site = &found->site[found->sites];
    memcpy(site->frame, frame, sizeof site->frame);
    site->pc = FOUND_PCS + ++found->sites;
    if (!where) call_places_of_program(frame, &place, 1, false);
    scord_event_t event = {
        .kind = SCORD_EVENT_KIND_LOCATION,
        .location = {.pc = site->pc,
                     .line = where ? where->line : place.line,
                     .file = gpu_file_name(where ? where->file : place.file),
                     .function = scord_demangle(where ? where->function : place.function, function,
                                                sizeof function)}};
    const uint32_t pc = site->pc;
    session_emit(session, &event);
    return pc;
}

static void report(session_t *session, uint32_t pc, scord_finding_rule_t rule, uint64_t address,
                   uint64_t count, const char *text) {
    if (pc == 0) return;
    scord_event_t event = {.kind = SCORD_EVENT_KIND_FINDING,
                           .finding = {.rule = (uint8_t)rule,
                                       .pc = pc,
                                       .mask = UINT32_MAX,
                                       .address = address,
                                       .count = count,
                                       .text = text}};
    session_emit(session, &event);
}

static bool looks_for(const session_t *session, scord_finding_rule_t rule) {
    return session->gpu && session->found.kinds >> scord_finding_rule_kind(rule) & 1;
}

void host_finding(session_t *session, scord_finding_rule_t rule, uint64_t address,
                  const char *format, ...) {
    char text[256];
    uintptr_t frame[CALL_FRAMES];
    va_list arguments;
    if (!looks_for(session, rule)) return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    call_frames(frame);
    report(session, pc_of(session, frame, NULL), rule, address, 1, text);
}

/* ---- copies and frees ---- */

enum { NEAR = 1 << 20 }; /* bytes behind an allocation: the row of a matrix that it has not */

void host_finding_range(session_t *session, const char *what, const void *pointer, uint64_t bytes) {
    const uint64_t address = (uint64_t)(uintptr_t)pointer;
    const device_allocation_t *inside = device_memory_find(session->memory, address);
    const device_allocation_t *freed = device_memory_find_released(session->memory, address);
    const device_allocation_t *below = device_memory_below(session->memory, address);
    if (below && address - below->address > below->bytes + NEAR) below = NULL;
    if (inside)
        host_finding(session, SCORD_FINDING_MEMORY_COPY, address,
                     "%s %" PRIu64 " bytes from byte %" PRIu64 " of %s, which has %" PRIu64
                     " bytes",
                     what, bytes, address - inside->address, inside->name, inside->bytes);
    else if (freed)
        host_finding(session, SCORD_FINDING_MEMORY_FREED, 0,
                     "%s %" PRIu64 " bytes from byte %" PRIu64 " of %s, which is freed", what,
                     bytes, address - freed->address, freed->name);
    else if (below)
        host_finding(session, SCORD_FINDING_MEMORY_COPY, 0,
                     "%s %" PRIu64 " bytes from byte %" PRIu64 " of %s, which has %" PRIu64
                     " bytes",
                     what, bytes, address - below->address, below->name, below->bytes);
    else
        host_finding(session, SCORD_FINDING_MEMORY_COPY, 0,
                     "%s %" PRIu64 " bytes at address 0x%" PRIx64 ", where no allocation is", what,
                     bytes, address); /* of device memory: the same in every run */
}

static bool is_pinned(const device_allocation_t *allocation) {
    static const char *const names[] = {"cudaMallocHost#", "cudaHostAlloc#", "cuMemAllocHost#",
                                        "cuMemHostAlloc#"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(allocation->name, names[i], strlen(names[i])) == 0) return true;
    return false;
}

bool host_finding_free(session_t *session, const char *function, const void *pointer) {
    const uint64_t address = (uint64_t)(uintptr_t)pointer;
    const device_allocation_t *inside = device_memory_find(session->memory, address);
    const device_allocation_t *freed = device_memory_find_released(session->memory, address);
    const bool host = strcmp(function, "cudaFreeHost") == 0;
    const bool driver = session->called_as;
    const char *other = host     ? driver ? "cuMemFree" : "cudaFree"
                        : driver ? "cuMemFreeHost"
                                 : "cudaFreeHost";
    if (driver) function = session->called_as;
    if (inside && inside->address == address && ordering_is_freed(session, address))
        host_finding(session, SCORD_FINDING_MEMORY_FREE, 0, "%s of %s, which is freed already",
                     function, inside->name);
    else if (inside && inside->address != address)
        host_finding(session, SCORD_FINDING_MEMORY_FREE, address,
                     "%s of byte %" PRIu64 " of %s; only its first byte can be freed", function,
                     address - inside->address, inside->name);
    else if (inside && inside->kind == DEVICE_MEMORY_HEAP)
        host_finding(session, SCORD_FINDING_MEMORY_FREE, address,
                     "%s of memory of malloc() in a kernel, which free() in a kernel frees",
                     function);
    else if (inside && inside->kind == DEVICE_MEMORY_VARIABLE)
        host_finding(session, SCORD_FINDING_MEMORY_FREE, address,
                     "%s of the variable %s, which lives as long as the program", function,
                     inside->name);
    else if (inside && is_pinned(inside) != host)
        host_finding(session, SCORD_FINDING_MEMORY_FREE, address, "%s of %s, which %s frees",
                     function, inside->name, other);
    else if (!inside && freed)
        host_finding(session, SCORD_FINDING_MEMORY_FREE, 0, "%s of %s, which is freed already",
                     function, freed->name);
    else if (!inside)
        host_finding(session, SCORD_FINDING_MEMORY_FREE, 0,
                     "%s of an address where no allocation of CUDA is", function);
    else
        return true;
    return false;
}

/* ---- leaks ---- */

/* NULL: no memory. What malloc() in kernels gives takes the place of an earlier one. */
static host_allocation_t *remember(host_findings_t *found, uint64_t address, bool heap) {
    const uint32_t before = scord_index_map_find(&found->newest, address);
    if (heap && before != SCORD_INDEX_NONE) return &found->allocation[before];
    if (!SCORD_ARRAY_ROOM(found->allocation, found->allocations_allocated,
                          found->allocations + 1) ||
        !scord_index_map_set(&found->newest, address, found->allocations))
        return NULL;
    host_allocation_t *allocation = &found->allocation[found->allocations++];
    *allocation = (host_allocation_t){.address = address};
    return allocation;
}

void host_remember_call(session_t *session, uint64_t address) {
    host_allocation_t *allocation = session->found.leaks ? remember(&session->found, address, false)
                                                         : NULL;
    if (allocation) call_frames(allocation->frame);
}

void host_remember_malloc(session_t *session, uint64_t address, uint32_t instruction) {
    if (!session->found.leaks) return;
    const ptx_location_t where = gpu_location(session->gpu, instruction);
    const uintptr_t key[CALL_FRAMES] = {(uintptr_t)where.file, where.line,
                                        (uintptr_t)where.function};
    host_allocation_t *allocation = remember(&session->found, address, true);
    if (allocation) allocation->pc = pc_of(session, key, &where);
}

/* What lives: the last allocation at its address. NULL: it does not. */
static const device_allocation_t *lives(session_t *session, uint32_t index) {
    const host_allocation_t *one = &session->found.allocation[index];
    const device_allocation_t *found = device_memory_find(session->memory, one->address);
    return found && found->address == one->address &&
                   scord_index_map_find(&session->found.newest, one->address) == index
               ? found
               : NULL;
}

/* All that lives of a malloc() in a kernel, of which INDEX is the first. */
static void report_heap(session_t *session, uint32_t index) {
    host_findings_t *found = &session->found;
    const uint32_t pc = found->allocation[index].pc;
    const uint64_t address = found->allocation[index].address;
    const device_allocation_t *first = device_memory_find(session->memory, address);
    uint64_t count = 0, bytes = 0;
    char text[256];
    for (uint32_t i = index; i < found->allocations; i++) {
        const device_allocation_t *one = found->allocation[i].pc == pc ? lives(session, i) : NULL;
        if (!one) continue;
        found->allocation[i].pc = 0;
        bytes += one->bytes;
        count++;
    }
    const int length = snprintf(text, sizeof text, "%s, %" PRIu64 " bytes", first->name,
                                first->bytes);
    if (count > 1)
        snprintf(text + length, sizeof text - (size_t)length,
                 ", is the first of %" PRIu64 ", %" PRIu64 " bytes", count, bytes);
    report(session, pc, SCORD_FINDING_MEMORY_LEAK, address, count, text);
}

void host_report_leaks(session_t *session) {
    host_findings_t *found = &session->found;
    for (uint32_t i = 0; i < found->allocations && looks_for(session, SCORD_FINDING_MEMORY_LEAK);
         i++) {
        const host_allocation_t *one = &found->allocation[i];
        const device_allocation_t *found_there = lives(session, i);
        char text[256];
        if (!found_there) continue;
        if (found_there->kind == DEVICE_MEMORY_HEAP) {
            if (one->pc != 0) report_heap(session, i);
            continue;
        }
        snprintf(text, sizeof text, "%s, %" PRIu64 " bytes", found_there->name, found_there->bytes);
        report(session, pc_of(session, one->frame, NULL), SCORD_FINDING_MEMORY_LEAK, one->address,
               1, text);
    }
}

void host_findings_free(host_findings_t *findings) {
    free(findings->site);
    free(findings->allocation);
    scord_index_map_destroy(&findings->newest);
    *findings = (host_findings_t){0};
}
