/* SPDX-License-Identifier: Apache-2.0 */
/* order.c: gates in an order in which each finds its inputs settled; see power.h. */
#include "scripts/area/power/power.h"

#include <stdlib.h>

enum { UNSEEN, OPEN, DONE }; /* marks of gates: OPEN ones wait on the stack for their inputs */

typedef struct visit {
    uint32_t gate, pin; /* pins before this one are done */
} visit_t;

typedef struct sorter {
    const netlist_t *netlist;
    uint8_t *mark;
    visit_t *stack;
    uint32_t depth;
} sorter_t;

static void add_step(order_t *order, const gate_t *gate) {
    step_t step = {.out = gate->net[gate->cell->output], .truth = gate->cell->truth};
    for (uint32_t i = 0; i < MAX_INPUTS; i++)
        step.in[i] = i < gate->cell->inputs ? gate->net[gate->cell->input[i]] : NET_FALSE;
    *APPEND(order->step, order->steps, order->steps_allocated) = step;
}

static void push(sorter_t *sorter, uint32_t gate) {
    sorter->mark[gate] = OPEN;
    sorter->stack[sorter->depth++] = (visit_t){gate, 0};
}

/* GATE behind all gates without state from which its inputs come. */
static void add_gate(sorter_t *sorter, order_t *order, uint32_t first) {
    const netlist_t *const netlist = sorter->netlist;
    push(sorter, first);
    while (sorter->depth) {
        visit_t *const top = &sorter->stack[sorter->depth - 1];
        const gate_t *const gate = &netlist->gate[top->gate];
        if (top->pin == gate->cell->inputs) {
            sorter->mark[top->gate] = DONE;
            add_step(order, gate);
            sorter->depth--;
            continue;
        }
        const uint32_t net = gate->net[gate->cell->input[top->pin++]];
        const uint32_t driver = netlist->net[net].driver;
        if (driver == NONE || netlist->gate[driver].cell->is_register) continue;
        if (sorter->mark[driver] == OPEN)
            die(POWER_BAD_INPUT, "%s:%u: a loop of gates at %s", netlist->path, gate->line,
                netlist->net_names.text[net]);
        if (sorter->mark[driver] == UNSEEN) push(sorter, driver);
    }
}

order_t order_make(const netlist_t *netlist) {
    order_t order = {0};
    sorter_t sorter = {netlist, zeroed(netlist->gates, 1),
                       zeroed(netlist->gates, sizeof *sorter.stack), 0};
    for (uint32_t i = 0; i < netlist->gates; i++) {
        const gate_t *const gate = &netlist->gate[i];
        if (gate->cell->is_register)
            *APPEND(order.latch, order.latches, order.latches_allocated) =
                (latch_t){gate->net[gate->cell->data], gate->net[gate->cell->output]};
        else if (sorter.mark[i] == UNSEEN)
            add_gate(&sorter, &order, i);
    }
    free(sorter.mark);
    free(sorter.stack);
    return order;
}

void order_settle(const order_t *order, uint8_t *value) {
    for (uint32_t i = 0; i < order->steps; i++) {
        const step_t *const step = &order->step[i];
        uint32_t inputs = 0;
        for (uint32_t j = 0; j < MAX_INPUTS; j++) inputs |= (uint32_t)value[step->in[j]] << j;
        value[step->out] = step->truth >> inputs & 1;
    }
}
