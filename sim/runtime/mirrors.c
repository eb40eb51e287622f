/* SPDX-License-Identifier: Apache-2.0 */
/* mirrors.c: host memory with a copy on the device, brought up to date around every launch. A
 * launch mostly runs to its end before it returns. But a kernel that waits for the host has a turn
 * by another thread when the host makes no call (operations.c), and the host may write meanwhile:
 * so only what the kernel has changed comes back.
 *
 * Managed variables: clang has no __managed__ for PTX; the header makes it a __device__ variable
 * whose host shadow lies in a section of its own, between the two names below, which the linker
 * defines.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/runtime/host/host_pages.h"
#include "sim/runtime/ordering.h"

extern char __start_scord_managed[] __attribute__((weak));
extern char __stop_scord_managed[] __attribute__((weak));

/* The last of the section, so that its pages hold nothing else: they can be protected. */
__attribute__((section("scord_managed"), aligned(4096), used)) static char end_of_managed[4096];

bool mirrors_is_managed(const void *pointer) {
    const char *host = pointer;
    return __start_scord_managed && host >= __start_scord_managed && host < __stop_scord_managed;
}

session_mirror_t *mirrors_add(session_t *session, void *host, uint64_t bytes) {
    session_mirror_t *mirror = malloc(sizeof *mirror);
    if (!mirror) session_end(session, RUN_ENVIRONMENT, "out of memory for the copy of host memory");
    *mirror = (session_mirror_t){.host = host, .bytes = bytes, .next = session->mirrors};
    session->mirrors = mirror;
    return mirror;
}

session_mirror_t *mirrors_find(session_t *session, const void *host) {
    const char *at = host;
    for (session_mirror_t *mirror = session->mirrors; mirror; mirror = mirror->next)
        if (at >= (const char *)mirror->host && at < (const char *)mirror->host + mirror->bytes)
            return mirror;
    return NULL;
}

static void *device_place(session_t *session, const session_mirror_t *mirror) {
    return mirror->device == 0
               ? NULL
               : device_memory_translate(session->memory, mirror->device, mirror->bytes);
}

void mirrors_to_device(session_t *session) {
    for (session_mirror_t *mirror = session->mirrors; mirror; mirror = mirror->next) {
        void *place = device_place(session, mirror);
        if (!place) continue;
        const bool locked = host_pages_unlock(mirror->host, mirror->bytes);
        if (!mirror->given && !(mirror->given = malloc(mirror->bytes)))
            session_end(session, RUN_ENVIRONMENT, "out of memory for the copy of host memory");
        memcpy(mirror->given, mirror->host, mirror->bytes);
        memcpy(place, mirror->given, mirror->bytes);
        if (locked) host_pages_close(mirror->host, mirror->bytes);
    }
}

/* Words whole, as the host may look at them meanwhile. */
static void give_back(char *host, const char *device, char *given, uint64_t bytes) {
    enum { BLOCK = 256 };
    for (uint64_t at = 0; at < bytes;) {
        const uint64_t left = bytes - at;
        const bool aligned = ((uintptr_t)(host + at) & 3) == 0;
        const uint64_t length = aligned && left >= BLOCK ? BLOCK : aligned && left >= 4 ? 4 : 1;
        if (memcmp(device + at, given + at, length) != 0) {
            for (uint64_t i = at; i < at + length; i += 4) {
                uint32_t word;
                if (length == 1) {
                    host[at] = device[at];
                } else if (memcmp(device + i, given + i, sizeof word) != 0) {
                    memcpy(&word, device + i, sizeof word);
                    *(volatile uint32_t *)(void *)(host + i) = word;
                }
            }
            memcpy(given + at, device + at, length);
        }
        at += length;
    }
}

void mirrors_to_host(session_t *session) {
    for (session_mirror_t *mirror = session->mirrors; mirror; mirror = mirror->next) {
        const void *place = device_place(session, mirror);
        if (!place || !mirror->given) continue;
        const bool locked = host_pages_unlock(mirror->host, mirror->bytes);
        give_back(mirror->host, place, mirror->given, mirror->bytes);
        if (locked) host_pages_close(mirror->host, mirror->bytes);
    }
}

void mirrors_add_managed(session_t *session) {
    bool any = false;
    for (const session_symbol_t *symbol = session->variables; symbol; symbol = symbol->next) {
        session_module_t *module;
        if (!mirrors_is_managed(symbol->host) || mirrors_find(session, symbol->host)) continue;
        const ptx_variable_t *variable = session_variable(session, symbol->host, &module);
        if (!variable || variable->space != PTX_SPACE_GLOBAL || variable->size == 0) continue;
        session_mirror_t *mirror = mirrors_add(session, (void *)(uintptr_t)symbol->host,
                                               variable->size);
        mirror->device = variable->address;
        device_memory_mirrors_host(session->memory, mirror->device);
        memcpy(mirror->host, device_place(session, mirror), mirror->bytes); /* the initial value */
        any = true;
    }
    if (!any) return;
    ordering_start(session);
    host_pages_remove(session, __start_scord_managed); /* of an earlier library */
    host_pages_add(session, __start_scord_managed,
                   (uint64_t)(__stop_scord_managed - __start_scord_managed));
}

uint64_t mirrors_device_address(session_t *session, const void *host) {
    session_mirror_t *mirror = mirrors_find(session, host);
    if (!mirror) return 0;
    if (mirror->device == 0) {
        mirror->device = session_allocate(session, mirror->bytes, DEVICE_MEMORY_DEVICE,
                                          "cudaHostRegister");
        device_memory_mirrors_host(session->memory, mirror->device);
    }
    return mirror->device == 0
               ? 0
               : mirror->device + (uint64_t)((const char *)host - (char *)mirror->host);
}

uint64_t mirrors_device_address_known(session_t *session, const void *host) {
    const session_mirror_t *mirror = mirrors_find(session, host);
    return mirror && mirror->device != 0 ? mirrors_device_address(session, host) : 0;
}

bool mirrors_remove(session_t *session, const void *host) {
    for (session_mirror_t **at = &session->mirrors; *at; at = &(*at)->next) {
        session_mirror_t *mirror = *at;
        if (mirror->host != host || mirrors_is_managed(host)) continue;
        host_pages_remove(session, host);
        if (mirror->device != 0) session_release(session, mirror->device);
        *at = mirror->next;
        free(mirror->given);
        free(mirror);
        return true;
    }
    return false;
}
