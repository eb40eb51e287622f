/* host_findings.c: see host_findings.h. */
#include "sim/runtime/host_findings.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "cmodel/base/demangle.h"
#include "sim/runtime/session.h"

/* ---- sites ---- */

/* Calls of ordering.c have the pcs below. */
#define FOUND_PCS (SCORD_HOST_PC + UINT32_C(0x8000000))

/* The pc of the call's location record, which is made for the first finding; 0: no memory. */
static uint32_t pc_of(session_t *session, const uintptr_t frame[CALL_FRAMES]) {
    host_findings_t *found = &session->found;
    call_place_t place;
    char function[256];
    for (uint32_t i = 0; i < found->sites; i++)
        if (memcmp(found->site[i].frame, frame, sizeof found->site[i].frame) == 0)
            return found->site[i].pc;
    if (!SCORD_ARRAY_ROOM(found->site, found->sites_allocated, found->sites + 1)) return 0;
    host_site_t *site = &found->site[found->sites];
    memcpy(site->frame, frame, sizeof site->frame);
    site->pc = FOUND_PCS + ++found->sites;
    call_place_of_program(frame, &place);
    scord_event_t event = {
        .kind = SCORD_EVENT_KIND_LOCATION,
        .location = {.pc = site->pc,
                     .line = place.line,
                     .file = gpu_file_name(place.file),
                     .function = scord_demangle(place.function, function, sizeof function)}};
    const uint32_t pc = site->pc;
    session_emit(session, &event);
    return pc;
}

static void report(session_t *session, const uintptr_t frame[CALL_FRAMES],
                   scord_finding_rule_t rule, uint64_t address, const char *text) {
    const uint32_t pc = pc_of(session, frame);
    if (pc == 0) return;
    scord_event_t event = {.kind = SCORD_EVENT_KIND_FINDING,
                           .finding = {.rule = (uint8_t)rule,
                                       .pc = pc,
                                       .mask = UINT32_MAX,
                                       .address = address,
                                       .count = 1,
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
    report(session, frame, rule, address, text);
}

/* ---- copies and frees ---- */

void host_finding_range(session_t *session, const char *what, const void *pointer, uint64_t bytes) {
    const uint64_t address = (uint64_t)(uintptr_t)pointer;
    const device_allocation_t *inside = device_memory_find(session->memory, address);
    const device_allocation_t *freed = device_memory_find_released(session->memory, address);
    if (inside)
        host_finding(session, SCORD_FINDING_MEMORY_COPY, address,
                     "%s %" PRIu64 " bytes from byte %" PRIu64 " of %s, which has %" PRIu64
                     " bytes",
                     what, bytes, address - inside->address, inside->name, inside->bytes);
    else if (freed)
        host_finding(session, SCORD_FINDING_MEMORY_FREED, 0,
                     "%s %" PRIu64 " bytes from byte %" PRIu64 " of %s, which is freed", what,
                     bytes, address - freed->address, freed->name);
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

void host_finding_free(session_t *session, const char *function, const void *pointer) {
    const uint64_t address = (uint64_t)(uintptr_t)pointer;
    const device_allocation_t *inside = device_memory_find(session->memory, address);
    const device_allocation_t *freed = device_memory_find_released(session->memory, address);
    const bool host = strcmp(function, "cudaFreeHost") == 0;
    const bool driver = session->called_as;
    const char *other = host     ? driver ? "cuMemFree" : "cudaFree"
                        : driver ? "cuMemFreeHost"
                                 : "cudaFreeHost";
    if (driver) function = session->called_as;
    if (inside && inside->address != address)
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
}

/* ---- leaks ---- */

void host_remember_call(session_t *session, uint64_t address) {
    host_findings_t *found = &session->found;
    if (!found->leaks ||
        !SCORD_ARRAY_ROOM(found->allocation, found->allocations_allocated, found->allocations + 1))
        return;
    host_allocation_t *allocation = &found->allocation[found->allocations++];
    allocation->address = address;
    call_frames(allocation->frame);
}

/* The last call that allocated there is the one that lives. */
void host_report_leaks(session_t *session) {
    host_findings_t *found = &session->found;
    for (uint32_t i = 0; i < found->allocations && looks_for(session, SCORD_FINDING_MEMORY_LEAK);
         i++) {
        const host_allocation_t *one = &found->allocation[i];
        const device_allocation_t *lives = device_memory_find(session->memory, one->address);
        bool again = !lives || lives->address != one->address;
        for (uint32_t later = i + 1; later < found->allocations && !again; later++)
            again = found->allocation[later].address == one->address;
        if (again) continue;
        char text[256];
        snprintf(text, sizeof text, "%s, %" PRIu64 " bytes", lives->name, lives->bytes);
        report(session, one->frame, SCORD_FINDING_MEMORY_LEAK, one->address, text);
    }
}

void host_findings_free(host_findings_t *findings) {
    free(findings->site);
    free(findings->allocation);
    *findings = (host_findings_t){0};
}
