/* SPDX-License-Identifier: Apache-2.0 */
/* block_trace.c: see block_trace.h. */
#include "cmodel/import/block_trace.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/stream/stream_error.h"

enum { FIRST_BYTES = 256 };

static scord_stream_status_t make_room(block_trace_t *block, warp_trace_t *warp, size_t bytes,
                                       scord_stream_error_t *error) {
    assert(warp->size <= warp->allocated && block->budget->used <= block->budget->most);
    trace_budget_t *budget = block->budget;
    size_t larger = warp->allocated > 0 ? warp->allocated : FIRST_BYTES;
    if (warp->allocated - warp->size >= bytes) return SCORD_STREAM_OK;
    while (larger - warp->size < bytes) larger *= 2;
    if (larger - warp->allocated > budget->most - budget->used)
        return stream_problem(error, SCORD_STREAM_BAD,
                              "the blocks that run together need more than %llu MiB; raise "
                              "--max-memory, or let fewer run with --config NAME:blocks_per_sm=1",
                              (unsigned long long)(budget->most >> 20));
    uint8_t *grown = realloc(warp->bytes, larger);
    if (!grown)
        return stream_problem(error, SCORD_STREAM_MEMORY,
                              "no memory for the blocks that run together");
    budget->used += larger - warp->allocated;
    warp->bytes = grown;
    warp->allocated = larger;
    assert(warp->allocated - warp->size >= bytes);
    return SCORD_STREAM_OK;
}

/* The addresses of the active lanes, without gaps; returns their number. */
static unsigned pack(const trace_record_t *record, const uint64_t *address,
                     uint64_t packed[SCORD_THREADS_PER_WARP]) {
    unsigned count = 0;
    for (uint32_t rest = record->mask; rest != 0; rest &= rest - 1)
        packed[count++] = address[__builtin_ctz(rest)];
    return count;
}

static bool strided(const uint64_t *packed, unsigned count) {
    for (unsigned i = 2; i < count; i++)
        if (packed[i] - packed[i - 1] != packed[1] - packed[0]) return false;
    return count > 2;
}

scord_stream_status_t block_trace_add(block_trace_t *block, unsigned index, trace_record_t *record,
                                      const uint64_t *address, scord_stream_error_t *error) {
    assert(index < TRACE_WARPS_MAX);
    assert(record->kind != TRACE_ACCESS || (address && record->mask != 0));
    warp_trace_t *warp = &block->warp[index];
    uint64_t packed[SCORD_THREADS_PER_WARP];
    unsigned count = record->kind == TRACE_ACCESS ? pack(record, address, packed) : 0;
    record->strided = strided(packed, count);
    if (record->strided) {
        packed[1] -= packed[0];
        count = 2;
    }
    record->gap = warp->gap;
    record->gap_lanes = warp->gap_lanes;
    const scord_stream_status_t status =
        make_room(block, warp, sizeof *record + count * sizeof packed[0], error);
    if (status != SCORD_STREAM_OK) return status;
    warp->gap = warp->gap_lanes = 0;
    warp->last = warp->size;
    memcpy(warp->bytes + warp->size, record, sizeof *record);
    memcpy(warp->bytes + warp->size + sizeof *record, packed, count * sizeof packed[0]);
    warp->size += sizeof *record + count * sizeof packed[0];
    return SCORD_STREAM_OK;
}

bool warp_trace_read(const warp_trace_t *warp, size_t *at, trace_record_t *record,
                     uint64_t *address) {
    uint64_t packed[SCORD_THREADS_PER_WARP];
    if (*at == warp->size) return false;
    assert(*at + sizeof *record <= warp->size);
    memcpy(record, warp->bytes + *at, sizeof *record);
    const unsigned lanes = record->kind == TRACE_ACCESS ? (unsigned)__builtin_popcount(record->mask)
                                                        : 0;
    const unsigned count = record->strided ? 2 : lanes;
    memcpy(packed, warp->bytes + *at + sizeof *record, count * sizeof packed[0]);
    *at += sizeof *record + count * sizeof packed[0];
    assert(*at <= warp->size);
    unsigned i = 0;
    for (uint32_t rest = address ? record->mask : 0; lanes > 0 && rest != 0; rest &= rest - 1, i++)
        address[__builtin_ctz(rest)] = record->strided ? packed[0] + i * packed[1] : packed[i];
    return true;
}

void warp_trace_update(warp_trace_t *warp, size_t at, const trace_record_t *record) {
    assert(at + sizeof *record <= warp->size);
    memcpy(warp->bytes + at, record, sizeof *record);
}

void block_trace_clear(block_trace_t *block) {
    for (unsigned i = 0; i < TRACE_WARPS_MAX; i++) {
        assert(block->budget->used >= block->warp[i].allocated);
        block->budget->used -= block->warp[i].allocated;
        free(block->warp[i].bytes);
        block->warp[i] = (warp_trace_t){.bytes = NULL};
    }
}
