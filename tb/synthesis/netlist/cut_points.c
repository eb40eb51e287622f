/* SPDX-License-Identifier: Apache-2.0 */
/* cut_points.c: where the modules are cut: inputs, outputs and proofs of both networks; see cut.h.
 */
#include <stdio.h>

#include "tb/synthesis/netlist/cut.h"

static uint32_t prefixed(cut_t *cut, const char *prefix, uint32_t net) {
    return symbol_format(cut, "%s%s", prefix, text_of(cut, net));
}

/* "state:Q" and "next:Q" of what has a flip-flop of gate. Those of a pair have gold's name. */
static void cut_gate_latches(cut_t *cut) {
    const module_t *const gold = &cut->module[GOLD], *const gate = &cut->module[GATE];
    for (uint32_t i = 1; i < gate->latches; i++) {
        const latch_t *const latch = &gate->latch[i];
        if (latch->function) continue;
        const latch_t *const partner = latch->partner ? &gold->latch[latch->partner] : NULL;
        const uint32_t q = partner ? partner->q : latch->q;
        cut_add_input(cut, GATE, prefixed(cut, "state:", q), 0);
        cut_add_output(cut, GATE, prefixed(cut, "next:", q), latch->d);
        if (partner) cut_add_output(cut, GOLD, prefixed(cut, "next:", q), partner->d);
    }
    for (uint32_t i = 0; i < cut->merged.items; i++) {
        const latch_t *const latch = &gold->latch[cut->merged.item[i]];
        const uint32_t next = prefixed(cut, "next:", latch->q);
        cut_add_output(cut, GOLD, next, latch->d);
        cut_add_output(cut, GATE, next, gate->latch[latch->taken].d);
    }
}

static uint32_t cut_latches(cut_t *cut) {
    const module_t *const gold = &cut->module[GOLD];
    uint32_t unread = 0;
    cut_gate_latches(cut);
    for (int side = GOLD; side < SIDES; side++)
        for (uint32_t i = 1; i < cut->module[side].latches; i++) {
            const latch_t *const latch = &cut->module[side].latch[i];
            if (latch->apart)
                cut_add_input(cut, side, prefixed(cut, cut_apart_prefix(side), latch->q), 0);
        }
    for (uint32_t i = 1; i < gold->latches; i++)
        if (!gold->latch[i].taken) {
            cut_add_input(cut, GOLD, prefixed(cut, "state:", gold->latch[i].q), 0);
            unread += !gold->latch[i].recoded;
        }
    return unread;
}

/* "CELL.PIN" of each pin of a submodule that a net is at. */
static void cut_cell(cut_t *cut, int side, const cell_t *cell) {
    const char *const box = text_of(cut, cell->word.item[1]);
    for (uint32_t pin = 2; pin < cell->word.items; pin++) {
        const char *const word = text_of(cut, cell->word.item[pin]);
        const int length = (int)strcspn(word, "=");
        const uint32_t net = symbol_of(cut, word + length + 1);
        if (!net) continue;
        const uint32_t point = symbol_format(cut, "%s.%.*s", text_of(cut, cell->name), length,
                                             word);
        if (symbol_at(cut, symbol_format(cut, "%s %.*s", box, length, word))->drives)
            cut_add_input(cut, side, point, net);
        else
            cut_add_output(cut, side, point, net);
    }
}

static void add_proof(cut_t *cut, uint32_t point, uint32_t gold_net, uint32_t gate_net) {
    *APPEND(cut->proof, cut->proofs, cut->proofs_allocated) = (proof_t){point,
                                                                        {gold_net, gate_net}};
}

/* Equal in reset: the flip-flop of gold, and the one of gate. */
static void add_reset_proof(cut_t *cut, const latch_t *gold, const latch_t *gate) {
    add_proof(cut, prefixed(cut, "reset:", gold->q), prefixed(cut, "r:", gold->d),
              prefixed(cut, "q:", gate->d));
}

/* What merged and recoded flip-flops need beside the outputs: the start, and for recoded ones the
 * step. */
static void relate(cut_t *cut) {
    const module_t *const gold = &cut->module[GOLD], *const gate = &cut->module[GATE];
    for (uint32_t i = 1; i < gate->latches; i++) {
        const latch_t *const own = &gate->latch[i];
        if (own->function) {
            add_proof(cut, prefixed(cut, "next:", own->q), prefixed(cut, "n:", own->function),
                      prefixed(cut, "0:", own->d));
            add_proof(cut, prefixed(cut, "reset:", own->q), prefixed(cut, "m:", own->function),
                      prefixed(cut, "q:", own->d));
        } else if (own->partner) {
            add_reset_proof(cut, &gold->latch[own->partner], own);
        }
    }
    for (uint32_t i = 0; i < cut->merged.items; i++) {
        const latch_t *const other = &gold->latch[cut->merged.item[i]];
        add_reset_proof(cut, other, &gate->latch[other->taken]);
    }
    if (cut->recodes) {
        const uint32_t constant = symbol_of(cut, "invariant:true");
        add_proof(cut, symbol_of(cut, "invariant"), symbol_of(cut, "invariant:kept"), constant);
        add_proof(cut, symbol_of(cut, "reset:invariant"), symbol_of(cut, "invariant:reset"),
                  constant);
    }
    if (!symbol_at(cut, symbol_of(cut, "rst_ni"))->is_input)
        puts("only in gold: a reset rst_ni, without which merged and recoded flip-flops need not "
             "agree");
    printf("merged %u recoded %u\n", cut->merged.items, cut->recodes);
}

uint32_t cut_add_points(cut_t *cut) {
    const uint32_t unread = cut_latches(cut);
    for (int side = GOLD; side < SIDES; side++)
        for (uint32_t i = 0; i < cut->module[side].cells; i++)
            cut_cell(cut, side, &cut->module[side].cell[i]);
    if (cut->merged.items + cut->recodes) relate(cut);
    for (int side = GOLD; side < SIDES; side++)
        for (uint32_t i = 0; i < cut->module[side].port.items; i++) {
            const uint32_t port = cut->module[side].port.item[i];
            cut_add_output(cut, side, prefixed(cut, "port:", port), port);
        }
    return unread;
}
