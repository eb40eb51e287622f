/* SPDX-License-Identifier: Apache-2.0 */
/* pair_latches.c: which flip-flops of gold and gate correspond, by names alone; see cut.h.
 *
 * First each flip-flop of gate gets the names of all nets that its output drives as it is. Then, in
 * this order: partners by a common name; partners by a guess (below); flip-flops of gold merged
 * with a partner; recoded flip-flops of gate. A wrong guess does no harm: abc refutes it.
 */
#include <stdlib.h>

#include "tb/synthesis/netlist/cut.h"

enum { SEVERAL = UINT32_MAX };

static uint32_t output_of(const gate_t *gate) { return gate->net.item[gate->net.items - 1]; }

/* ---- names ----------------------------------------------------------------------------------- */

/* "coded:REGISTER[BIT]": a gate of gold, of the bits that the register had before synthesis. */
static void add_coded_bit(cut_t *cut, const machine_t *machine, size_t bit) {
    module_t *const gold = &cut->module[GOLD];
    gate_t *const gate = APPEND(gold->gate, gold->gates, gold->gates_allocated);
    const char *const name = text_of(cut, machine->name);
    for (size_t i = strlen(text_of(cut, machine->before.item[0])); i-- > 0;)
        append(&gate->net, symbol_format(cut, "%s[%zu]", name, i));
    append(&gate->net, symbol_format(cut, "coded:%s[%zu]", name, bit));
    for (uint32_t s = 0; s < machine->after.items; s++) {
        const char *const after = text_of(cut, machine->after.item[s]);
        if (strlen(after) > bit && after[strlen(after) - 1 - bit] == '1')
            append(&gate->cube, symbol_format(cut, "%s 1", text_of(cut, machine->before.item[s])));
    }
}

static void add_codes(cut_t *cut) {
    for (const machine_t *m = cut->machine; m < cut->machine + cut->machines; m++) {
        size_t bits = 0;
        for (uint32_t s = 0; s < m->after.items; s++) {
            const size_t length = strlen(text_of(cut, m->after.item[s]));
            if (length > bits) bits = length;
        }
        for (size_t bit = 0; bit < bits; bit++) add_coded_bit(cut, m, bit);
    }
}

/* Gives flip-flop NUMBER the name of NET, unless a tool made that name up. */
static void name_latch(cut_t *cut, int side, uint32_t number, uint32_t net) {
    const char *const text = text_of(cut, net);
    if (*text == '$') return;
    const int base = (int)strcspn(text, "[");
    if (side == GATE && symbol_at(cut, symbol_format(cut, "%.*s", base, text))->coded)
        net = symbol_format(cut, "coded:%s", text);
    symbol_at(cut, net)->on[side].named_latch = number;
    append(&cut->module[side].latch[number].names, net);
}

static void name_latches(cut_t *cut, int side) {
    const module_t *const own = &cut->module[side];
    for (uint32_t i = 1; i < own->latches; i++) name_latch(cut, side, i, own->latch[i].q);
    for (uint32_t i = 0; i < own->alias.items; i++) {
        const uint32_t net = own->alias.item[i];
        const uint32_t latch = symbol_at(cut, cut_source_of(cut, side, net))->on[side].latch;
        if (latch) name_latch(cut, side, latch, net);
    }
}

/* ---- walks through gold's gates -------------------------------------------------------------- */

/* True, once a walk: NET was not met before. */
static bool visit(cut_t *cut, uint32_t net) {
    if (symbol_at(cut, net)->visit == cut->visits) return false;
    symbol_at(cut, net)->visit = cut->visits;
    return true;
}

/* The nets of the gate that drives NET of gold, NET last; NULL: no gate does. */
static const list_t *driver_of(cut_t *cut, uint32_t net) {
    const uint32_t driver = symbol_at(cut, net)->driver;
    return driver ? &cut->module[GOLD].gate[driver - 1].net : NULL;
}

/* The register without partner that a net of gold depends on; 0 none, or SEVERAL. */
static uint32_t support(cut_t *cut, uint32_t net) {
    if (!visit(cut, net)) return 0;
    const uint32_t latch = symbol_at(cut, net)->on[GOLD].latch;
    if (latch) return cut->module[GOLD].latch[latch].taken ? 0 : latch;
    const list_t *const nets = driver_of(cut, net);
    uint32_t found = 0;
    for (uint32_t i = 0; nets && i + 1 < nets->items; i++) {
        const uint32_t one = support(cut, nets->item[i]);
        if (one == SEVERAL || (one && found && one != found)) return SEVERAL;
        if (one) found = one;
    }
    return found;
}

/* True: a net of gold depends on registers alone, which are added to REGISTERS. */
static bool registers_alone(cut_t *cut, uint32_t net, list_t *registers) {
    if (!visit(cut, net)) return true;
    const uint32_t latch = symbol_at(cut, net)->on[GOLD].latch;
    if (latch) {
        append(registers, latch);
        cut->module[GOLD].latch[latch].recoded = true;
        return true;
    }
    const list_t *const nets = driver_of(cut, net);
    if (!nets) return is(text_of(cut, net), "$true") || is(text_of(cut, net), "$false");
    for (uint32_t i = 0; i + 1 < nets->items; i++)
        if (!registers_alone(cut, nets->item[i], registers)) return false;
    return true;
}

/* ---- relations ------------------------------------------------------------------------------- */

static void take(cut_t *cut, uint32_t number, uint32_t gold) {
    cut->module[GOLD].latch[gold].taken = number;
    cut->module[GATE].latch[number].partner = gold;
}

/* Partners by the first name that both have. */
static void pair_by_name(cut_t *cut, uint32_t number) {
    const list_t *const names = &cut->module[GATE].latch[number].names;
    for (uint32_t i = 0; i < names->items; i++) {
        const uint32_t gold = symbol_at(cut, names->item[i])->on[GOLD].named_latch;
        if (!gold) continue;
        if (!cut->module[GOLD].latch[gold].taken) take(cut, number, gold);
        return;
    }
}

/* A register that lost its name to a net which its value reaches through logic in gold: pairs it
 * with the one register without partner that the net of that name depends on there. */
static void pair_by_guess(cut_t *cut, uint32_t number) {
    const list_t *const names = &cut->module[GATE].latch[number].names;
    for (uint32_t i = 0; i < names->items; i++) {
        cut->visits++;
        const uint32_t gold = support(cut, names->item[i]);
        if (!gold || gold == SEVERAL) continue;
        take(cut, number, gold);
        return;
    }
}

/* Flip-flops of gold that have other names of a flip-flop of gate: merged with its partner. */
static void merge(cut_t *cut, uint32_t number) {
    latch_t *const gold = cut->module[GOLD].latch, *const own = &cut->module[GATE].latch[number];
    for (uint32_t i = 0; i < own->names.items; i++) {
        const uint32_t other = symbol_at(cut, own->names.item[i])->on[GOLD].named_latch;
        if (!other || gold[other].taken) continue;
        gold[other].taken = number;
        gold[other].first = own->partner;
        gold[other].apart = gold[own->partner].apart = own->apart = true;
        append(&cut->merged, other);
    }
}

static int by_number(const void *a, const void *b) {
    const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

/* The group of REGISTERS, which it keeps or frees. */
static group_t *group_of(cut_t *cut, const list_t *registers) {
    const size_t bytes = registers->items * sizeof *registers->item;
    for (group_t *g = cut->group; g < cut->group + cut->groups; g++)
        if (g->registers.items == registers->items &&
            memcmp(g->registers.item, registers->item, bytes) == 0) {
            free(registers->item);
            return g;
        }
    group_t *const added = APPEND(cut->group, cut->groups, cut->groups_allocated);
    added->registers = *registers;
    return added;
}

/* A flip-flop without partner that has the name of a net of gold which depends on registers alone.
 */
static void recode(cut_t *cut, latch_t *own) {
    for (uint32_t i = 0; i < own->names.items && !own->function; i++) {
        list_t registers = {0};
        const uint32_t net = own->names.item[i];
        cut->visits++;
        if (!driver_of(cut, net) || !registers_alone(cut, net, &registers) || !registers.items) {
            free(registers.item);
            continue;
        }
        qsort(registers.item, registers.items, sizeof *registers.item, by_number);
        own->function = net;
        own->apart = true;
        cut->recodes++;
        append(&group_of(cut, &registers)->member, net);
    }
}

void cut_pair_latches(cut_t *cut) {
    const module_t *const gold = &cut->module[GOLD], *const gate = &cut->module[GATE];
    add_codes(cut);
    name_latches(cut, GOLD);
    name_latches(cut, GATE);
    for (uint32_t i = 0; i < gold->gates; i++)
        symbol_at(cut, output_of(&gold->gate[i]))->driver = i + 1;
    for (uint32_t i = 1; i < gate->latches; i++) pair_by_name(cut, i);
    for (uint32_t i = 1; i < gate->latches; i++)
        if (!gate->latch[i].partner) pair_by_guess(cut, i);
    for (uint32_t i = 1; i < gate->latches; i++)
        if (gate->latch[i].partner)
            merge(cut, i);
        else
            recode(cut, &gate->latch[i]);
}
