/* SPDX-License-Identifier: Apache-2.0 */
/* stale_view.c: see stale_view.h. */
#include "sim/mem/stale_view.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 128, LARGEST = 16 };

typedef struct stale_line {
    uint64_t number; /* address / LINE + 1; 0: empty */
    uint64_t used;
    uint64_t writers;  /* warps that wrote the dirty bytes */
    uint8_t *home;     /* the line in global memory */
    bool fetched;      /* all bytes are here; else the dirty ones are */
    uint8_t any_dirty; /* some byte of `dirty` is 1 */
    uint8_t dirty[LINE], bytes[LINE];
} stale_line_t;

struct stale_view {
    device_memory_t *memory;
    stale_line_t *lines; /* [SM][set][way] */
    unsigned sms, sm, warp;
    uint32_t sets, ways;
    stale_way_t way;
    uint64_t stamp;
};

stale_view_t *stale_view_make(device_memory_t *memory, unsigned sms, uint32_t bytes,
                              uint32_t ways) {
    stale_view_t *view = calloc(1, sizeof *view);
    if (!view) return NULL;
    *view = (stale_view_t){.memory = memory, .sms = sms, .sets = bytes / LINE / ways, .ways = ways};
    view->lines = calloc((size_t)sms * view->sets * ways + 1, sizeof *view->lines);
    if (view->lines) return view;
    free(view);
    return NULL;
}

void stale_view_free(stale_view_t *view) {
    if (!view) return;
    free(view->lines);
    free(view);
}

void stale_view_begin(stale_view_t *view, unsigned sm, unsigned warp, stale_way_t way) {
    assert(sm < view->sms);
    view->sm = sm;
    view->warp = warp;
    view->way = way;
}

static stale_line_t *lines_of(const stale_view_t *view, unsigned sm) {
    return &view->lines[(size_t)sm * view->sets * view->ways];
}

static void write_back(stale_line_t *line) {
    for (unsigned i = 0; i < LINE && line->any_dirty; i++)
        if (line->dirty[i]) line->home[i] = line->bytes[i];
    memset(line->dirty, 0, sizeof line->dirty);
    line->any_dirty = 0;
    line->writers = 0;
}

static stale_line_t *find(const stale_view_t *view, uint64_t number) {
    stale_line_t *set = &lines_of(view, view->sm)[(number - 1) % view->sets * view->ways];
    for (uint32_t way = 0; way < view->ways; way++)
        if (set[way].number == number) return &set[way];
    return NULL;
}

static stale_line_t *place(stale_view_t *view, uint64_t number, uint8_t *home) {
    stale_line_t *set = &lines_of(view, view->sm)[(number - 1) % view->sets * view->ways],
                 *oldest = set;
    for (uint32_t way = 1; way < view->ways; way++)
        if (set[way].used < oldest->used) oldest = &set[way];
    write_back(oldest);
    oldest->number = number;
    oldest->home = home;
    oldest->fetched = false;
    return oldest;
}

static void fetch(stale_line_t *line) {
    for (unsigned i = 0; i < LINE && !line->fetched; i++)
        if (!line->dirty[i]) line->bytes[i] = line->home[i];
    line->fetched = true;
}

uint8_t *stale_view_translate(stale_view_t *view, uint64_t address, uint32_t bytes) {
    if (bytes > LARGEST) return NULL;
    uint8_t *at = device_memory_translate(view->memory, address, bytes);
    const unsigned offset = (unsigned)(address % LINE);
    if (!at || view->sets == 0 || offset + bytes > LINE) return at;
    const uint64_t number = address / LINE + 1;
    stale_line_t *line = find(view, number);
    if (view->way == STALE_PASS) {
        if (!line) return at;
        write_back(line);
        *line = (stale_line_t){0};
        return at;
    }
    if (!line) line = place(view, number, at - offset);
    line->used = ++view->stamp;
    if (view->way != STALE_STORE) fetch(line);
    if (view->way == STALE_LOAD) return line->bytes + offset;
    line->writers |= UINT64_C(1) << (view->warp & 63);
    for (unsigned i = offset; i < offset + bytes; i++) {
        if (!line->dirty[i] && !line->fetched) line->bytes[i] = line->home[i];
        line->dirty[i] = line->any_dirty = 1;
    }
    return line->bytes + offset;
}

void stale_view_flush(stale_view_t *view, unsigned sm, uint64_t warps) {
    stale_line_t *lines = lines_of(view, sm);
    for (uint32_t i = 0; i < view->sets * view->ways; i++)
        if ((lines[i].writers & warps) != 0) write_back(&lines[i]);
}

void stale_view_invalidate(stale_view_t *view, unsigned sm) {
    stale_line_t *lines = lines_of(view, sm);
    for (uint32_t i = 0; i < view->sets * view->ways; i++) {
        lines[i].fetched = false;
        if (!lines[i].any_dirty) lines[i].number = lines[i].used = 0;
    }
}

void stale_view_end(stale_view_t *view) {
    for (unsigned sm = 0; sm < view->sms; sm++) {
        stale_view_flush(view, sm, UINT64_MAX);
        stale_view_invalidate(view, sm);
    }
}
