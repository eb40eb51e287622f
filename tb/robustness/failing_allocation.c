/* SPDX-License-Identifier: Apache-2.0 */
/* failing_allocation: a library for LD_PRELOAD under which the N-th allocation of scord fails.
 *
 * Environment: SCORD_FAIL_ALLOCATION=N: the N-th call (from 1) of malloc, calloc, realloc,
 * aligned_alloc or posix_memalign in this process returns no memory; =N+: every call from the N-th
 * on (memory is used up and stays so); unset: none. SCORD_COUNT_ALLOCATIONS=FILE: how many calls
 * there were is written to FILE when the process ends. SCORD_FAILING_PROGRAM=NAME: only in
 * processes of this name (programs that scord starts have their own memory). Only glibc's own
 * allocator is behind it, by its names __libc_*. Allocations of the dynamic loader before main are
 * counted and fail like any other: none of scord's is among them.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

/* The state of a preloaded library has nowhere else to be. */
static atomic_ulong calls;
static unsigned long failing; /* call to fail, 0: none */
static int for_ever;          /* and all after it */

__attribute__((constructor)) static void start(void) {
    const char *program = getenv("SCORD_FAILING_PROGRAM"), *which = getenv("SCORD_FAIL_ALLOCATION");
    atomic_store(&calls, 0); /* main's first one is number 1 */
    if (!which || (program && strcmp(program, program_invocation_short_name) != 0)) return;
    char *end;
    failing = strtoul(which, &end, 10);
    for_ever = *end == '+';
}

__attribute__((destructor)) static void finish(void) {
    const char *program = getenv("SCORD_FAILING_PROGRAM"),
               *path = getenv("SCORD_COUNT_ALLOCATIONS");
    char text[32];
    if (!path || (program && strcmp(program, program_invocation_short_name) != 0)) return;
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    int length = snprintf(text, sizeof text, "%lu\n", atomic_load(&calls));
    if (file < 0 || write(file, text, (size_t)length) != length) _exit(3);
    close(file);
}

static int fails(void) {
    unsigned long call = atomic_fetch_add(&calls, 1) + 1;
    if (failing == 0 || call < failing || (call > failing && !for_ever)) return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }

void *calloc(size_t count, size_t size) { return fails() ? NULL : __libc_calloc(count, size); }

void *realloc(void *block, size_t size) { return fails() ? NULL : __libc_realloc(block, size); }

void *aligned_alloc(size_t alignment, size_t size) {
    return fails() ? NULL : __libc_memalign(alignment, size);
}

void *memalign(size_t alignment, size_t size);
void *memalign(size_t alignment, size_t size) {
    return fails() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    void *found = fails() ? NULL : __libc_memalign(alignment, size);
    if (!found) return ENOMEM;
    *block = found;
    return 0;
}
