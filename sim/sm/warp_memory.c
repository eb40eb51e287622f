/* SPDX-License-Identifier: Apache-2.0 */
/* warp_memory.c: see warp_memory.h. */
#include "sim/sm/warp_memory.h"

#include <sys/mman.h>

enum { LINE = 64 };

static void release(warp_piece_t *piece) {
    if (piece->bytes) munmap(piece->bytes, piece->each * piece->count);
    *piece = (warp_piece_t){0};
}

/* Pages are taken when they are written. Large ones only of what they fill: a small machine stays
 * small. */
static void take(warp_piece_t *piece, size_t each, size_t count) {
    enum { LARGE = 1 << 21 };
    release(piece);
    void *bytes = mmap(NULL, each * count, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (bytes == MAP_FAILED) return;
    if (each * count >= 2 * LARGE) madvise(bytes, each * count, MADV_HUGEPAGE);
    *piece = (warp_piece_t){bytes, each, count};
}

void warp_memory_prepare(warp_memory_t *memory, const ptx_function_t *kernel, size_t count) {
    const size_t state = (core_warp_bytes() + LINE - 1) / LINE * LINE,
                 registers = (core_register_bytes(kernel) + LINE - 1) / LINE * LINE;
    if (!memory->state.bytes) take(&memory->state, state, count);
    if (memory->registers.each < registers) take(&memory->registers, registers, count);
}

core_warp_t *warp_memory_new(const warp_memory_t *memory, size_t number) {
    const warp_piece_t *state = &memory->state;
    if (!state->bytes || number >= state->count) return core_warp_new();
    return core_warp_at(state->bytes + number * state->each);
}

void warp_memory_lend(const warp_memory_t *memory, core_warp_t *warp, size_t number) {
    const warp_piece_t *registers = &memory->registers;
    if (registers->bytes && number < registers->count)
        core_warp_lend(warp, registers->bytes + number * registers->each, registers->each);
    else
        core_warp_lend(warp, NULL, 0);
}

void warp_memory_free(warp_memory_t *memory) {
    release(&memory->state);
    release(&memory->registers);
}
