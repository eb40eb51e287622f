/* SPDX-License-Identifier: Apache-2.0 */
/* cut.c: lists, symbols and the points of both networks; see cut.h. */
#include "tb/synthesis/netlist/cut.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "cmodel/base/byte_hash.h"

void cut_init(cut_t *cut) {
    *cut = (cut_t){0};
    symbol_of(cut, "");
    for (int side = GOLD; side < SIDES; side++) {
        module_t *const own = &cut->module[side];
        APPEND(own->latch, own->latches, own->latches_allocated);
    }
}

_Noreturn void cut_die(int code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("correspondence: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    exit(code);
}

void append(list_t *list, uint32_t item) {
    *APPEND(list->item, list->items, list->allocated) = item;
}

uint32_t symbol_of(cut_t *cut, const char *text) {
    uint64_t key = scord_byte_hash(SCORD_BYTE_HASH_START, text, strlen(text));
    uint32_t found;
    for (; (found = scord_index_map_find(&cut->symbol_of_hash, key)) != SCORD_INDEX_NONE; key++)
        if (is(text_of(cut, found), text)) return found;
    found = cut->symbols;
    symbol_t *const made = APPEND(cut->symbol, cut->symbols, cut->symbols_allocated);
    made->text = strdup(text);
    if (!made->text || !scord_index_map_add(&cut->symbol_of_hash, key, found))
        cut_die(CUT_NO_FILE, "no memory");
    return found;
}

uint32_t symbol_format(cut_t *cut, const char *format, ...) {
    va_list arguments;
    char *text;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0) cut_die(CUT_NO_FILE, "no memory");
    va_end(arguments);
    const uint32_t result = symbol_of(cut, text);
    free(text);
    return result;
}

void cut_add_input(cut_t *cut, int side, uint32_t number, uint32_t net) {
    symbol_t *const point = symbol_at(cut, number);
    if (!point->is_input) append(&cut->input, number);
    point->is_input = true;
    if (net) point->on[side].input = net;
}

void cut_add_output(cut_t *cut, int side, uint32_t number, uint32_t net) {
    assert(net);
    symbol_t *const point = symbol_at(cut, number);
    if (!point->is_output) append(&cut->output, number);
    point->is_output = true;
    point->on[side].output = net;
}

bool cut_compared(const cut_t *cut, uint32_t number) {
    const symbol_t *const point = &cut->symbol[number];
    return point->on[GOLD].output && point->on[GATE].output;
}

uint32_t cut_source_of(const cut_t *cut, int side, uint32_t net) {
    /* A ring of aliases has no source: any of its nets will do. */
    for (int steps = 0; cut->symbol[net].on[side].alias && steps < 1000; steps++)
        net = cut->symbol[net].on[side].alias;
    return net;
}

const char *cut_apart_prefix(int side) { return side == GOLD ? "apart1:" : "apart2:"; }
