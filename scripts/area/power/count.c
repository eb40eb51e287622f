/* SPDX-License-Identifier: Apache-2.0 */
/* count.c: the cycles of a recorded run, and what they cost; see power.h. */
#include "scripts/area/power/power.h"

#include <inttypes.h>

enum {
    RESET_CYCLES = 4,    /* before the wave begins, all inputs 0 */
    UNKNOWN_CYCLES = 8,  /* of the wave, in which registers may not be reset yet: not compared */
    ENDING_CYCLES = 100, /* after the wave: what is under way ends */
    IDLE_CYCLES = 100,
    SAID = 10
};

/* An output of a gate, and what its changes cost. */
typedef struct price {
    uint32_t net, module;
    double change[EDGES]; /* pJ */
} price_t;

/* A port of the wave in the netlist. */
typedef struct place {
    uint32_t *net;  /* by bit */
    uint32_t valid; /* the port that says when this one means something; NONE: it always does */
    bool by_lane;   /* bit I of it says that of the I-th part of this one */
} place_t;

typedef struct counter {
    netlist_t *netlist;
    const order_t *order;
    run_t *run;
    place_t *place;
    price_t *price;
    uint8_t *value, *was, *next; /* by net; the last settled ones; by register */
    double now;                  /* pJ of the changes of this cycle */
    uint32_t reset, retire;      /* ports */
    counts_t counts;
} counter_t;

/* ---- what a change costs --------------------------------------------------------------------- */

static price_t price_of(const netlist_t *netlist, const gate_t *gate) {
    const uint32_t number = gate->net[gate->cell->output];
    const net_t *const net = &netlist->net[number];
    price_t price = {number, gate->module, {0}};
    for (int edge = 0; edge < EDGES; edge++)
        price.change[edge] =
            liberty_energy(&gate->cell->pin[gate->cell->output].active[edge], net->capacitance) +
            net->capacitance * netlist->volts * netlist->volts / 2 + net->passive[edge];
    return price;
}

/* pJ a cycle: the clock pin rises and falls. */
static double clock_of(const netlist_t *netlist, const gate_t *gate) {
    if (!gate->cell->is_register) return 0;
    const pin_t *const pin = &gate->cell->pin[gate->cell->clock];
    return pin->passive[FALL] + pin->passive[RISE] +
           pin->capacitance * netlist->volts * netlist->volts;
}

static void add_prices(counter_t *counter) {
    netlist_t *const netlist = counter->netlist;
    counter->price = zeroed(netlist->gates, sizeof *counter->price);
    for (uint32_t i = 0; i < netlist->gates; i++) {
        const gate_t *const gate = &netlist->gate[i];
        counter->price[i] = price_of(netlist, gate);
        netlist->module[gate->module].clock += clock_of(netlist, gate);
        counter->counts.leakage += gate->cell->leakage;
    }
    for (uint32_t i = 0; i < netlist->modules; i++)
        counter->counts.clock += netlist->module[i].clock;
}

/* ---- ports ----------------------------------------------------------------------------------- */

static bool begins(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

/* The port that says when the output NAME means something. */
static uint32_t valid_of(const run_t *run, const char *name) {
    static const char *const payloads[][2] = {
        {"retire", "retire_valid_o"},         {"m_axi_aw", "m_axi_awvalid_o"},
        {"m_axi_ar", "m_axi_arvalid_o"},      {"m_axi_w", "m_axi_wvalid_o"},
        {"m_axi_bready_o", "m_axi_bvalid_i"}, {"prdata_o", "psel_i"}};
    if (strstr(name, "valid_o")) return NONE;
    for (size_t i = 0; i < sizeof payloads / sizeof *payloads; i++)
        if (begins(name, payloads[i][0])) return run_port(run, payloads[i][1]);
    return NONE;
}

static void place_port(const counter_t *counter, place_t *place, const port_t *port, bool *placed) {
    const netlist_t *const netlist = counter->netlist;
    char name[288];
    place->net = zeroed(port->width, sizeof *place->net);
    for (uint32_t bit = 0; bit < port->width; bit++) {
        snprintf(name, sizeof name, port->width > 1 ? "%s[%" PRIu32 "]" : "%s", port->name, bit);
        place->net[bit] = names_find(&netlist->net_names, name);
        if (place->net[bit] == NONE)
            die(POWER_BAD_INPUT, "%s: no port %s, which the wave has", netlist->path, name);
        placed[place->net[bit]] = true;
        place->net[bit] = netlist->net[place->net[bit]].source;
        if (!port->is_output && !netlist->net[place->net[bit]].is_input)
            die(POWER_BAD_INPUT, "%s: %s is not an input", netlist->path, name);
    }
    place->valid = NONE;
    if (!port->is_output) return;
    place->valid = valid_of(counter->run, port->name);
    place->by_lane = place->valid != NONE && begins(port->name, "retire");
    if (place->by_lane && port->width % counter->run->port[place->valid].width)
        die(POWER_BAD_INPUT, "%s: the lanes of %s differ", counter->run->lines.path, port->name);
}

/* All ports of the wave are ports of the netlist, and all of the netlist's are in the wave. */
static void place_ports(counter_t *counter) {
    const netlist_t *const netlist = counter->netlist;
    const run_t *const run = counter->run;
    bool *const placed = zeroed(netlist->nets, sizeof *placed);
    counter->place = zeroed(run->ports, sizeof *counter->place);
    for (uint32_t i = 0; i < run->ports; i++)
        place_port(counter, &counter->place[i], &run->port[i], placed);
    for (uint32_t i = 0; i < netlist->nets; i++)
        if (netlist->net[i].is_input && !placed[i])
            die(POWER_BAD_INPUT, "%s: no port for the input %s", run->lines.path,
                netlist->net_names.text[i]);
    for (uint32_t i = 0; i < netlist->outputs; i++)
        if (!placed[netlist->output[i]])
            die(POWER_BAD_INPUT, "%s: no port for the output %s", run->lines.path,
                netlist->net_names.text[netlist->output[i]]);
    counter->retire = run_port(run, "retire_valid_o");
    counter->reset = run_port(run, "rst_ni");
}

static bool means(const counter_t *counter, uint32_t port, uint32_t bit) {
    const place_t *const place = &counter->place[port];
    if (place->valid == NONE) return true;
    const port_t *const valid = &counter->run->port[place->valid];
    const uint32_t width = counter->run->port[port].width / valid->width;
    return run_bit(valid, place->by_lane ? bit / width : 0) == '1';
}

static void compare_outputs(counter_t *counter, uint32_t cycle) {
    for (uint32_t i = 0; i < counter->run->ports; i++) {
        const port_t *const port = &counter->run->port[i];
        for (uint32_t bit = 0; bit < port->width && port->is_output; bit++) {
            const bool expected = run_bit(port, bit) == '1';
            if (!means(counter, i, bit) || counter->was[counter->place[i].net[bit]] == expected)
                continue;
            if (counter->counts.mismatches++ < SAID)
                fprintf(stderr, "power: cycle %u: %s[%u] differs: %d, in the wave %d\n", cycle,
                        port->name, bit, !expected, expected);
        }
    }
}

/* ---- cycles ---------------------------------------------------------------------------------- */

/* One clock cycle, up to the edge that ends it: inputs change, gates settle, what changed is
 * counted, registers take what they see. */
static void cycle(counter_t *counter) {
    netlist_t *const netlist = counter->netlist;
    const order_t *const order = counter->order;
    uint8_t *const value = counter->value;
    for (uint32_t i = 0; i < counter->run->ports; i++) {
        const port_t *const port = &counter->run->port[i];
        for (uint32_t bit = 0; bit < port->width && !port->is_output; bit++)
            value[counter->place[i].net[bit]] = run_bit(port, bit) == '1';
    }
    order_settle(order, value);
    for (uint32_t i = 0; i < netlist->modules; i++) netlist->module[i].now = 0;
    for (uint32_t i = 0; i < netlist->gates; i++) {
        const price_t *const price = &counter->price[i];
        if (value[price->net] != counter->was[price->net])
            netlist->module[price->module].now += price->change[value[price->net] ? RISE : FALL];
    }
    counter->now = 0;
    for (uint32_t i = 0; i < netlist->modules; i++) counter->now += netlist->module[i].now;
    memcpy(counter->was, value, netlist->nets);
    for (uint32_t i = 0; i < order->latches; i++) counter->next[i] = value[order->latch[i].data];
    for (uint32_t i = 0; i < order->latches; i++) value[order->latch[i].state] = counter->next[i];
}

static uint32_t retired(const counter_t *counter) {
    const port_t *const port = &counter->run->port[counter->retire];
    uint32_t count = 0;
    for (uint32_t bit = 0; bit < port->width; bit++) count += run_bit(port, bit) == '1';
    return count;
}

/* Adds the changes of cycle NUMBER to the window, which ends with the last item that retires. */
static void count_busy(counter_t *counter, uint32_t number, double *since) {
    counts_t *const counts = &counter->counts;
    netlist_t *const netlist = counter->netlist;
    const uint32_t items = retired(counter);
    if (!counts->first && items) counts->first = number;
    if (!counts->first) return;
    *since += counter->now;
    for (uint32_t i = 0; i < netlist->modules; i++)
        netlist->module[i].since += netlist->module[i].now;
    if (!items) return;
    counts->items += items;
    counts->last = number;
    counts->busy += *since;
    *since = 0;
    for (uint32_t i = 0; i < netlist->modules; i++) {
        netlist->module[i].busy += netlist->module[i].since;
        netlist->module[i].since = 0;
    }
}

counts_t count_run(netlist_t *netlist, const order_t *order, run_t *run) {
    const uint32_t nets = netlist->nets;
    counter_t counter = {.netlist = netlist,
                         .order = order,
                         .run = run,
                         .value = zeroed(nets, 1),
                         .was = zeroed(nets, 1),
                         .next = zeroed(order->latches, 1)};
    double since = 0;
    add_prices(&counter);
    place_ports(&counter);
    counter.value[NET_TRUE] = 1;
    for (uint32_t i = 0; i < RESET_CYCLES; i++) cycle(&counter);
    for (uint32_t number = 1; run_next_edge(run); number++) {
        cycle(&counter);
        if (run_bit(&run->port[counter.reset], 0) == '1' && number > UNKNOWN_CYCLES)
            compare_outputs(&counter, number);
        count_busy(&counter, number, &since);
    }
    if (!counter.counts.first) die(POWER_BAD_INPUT, "%s: nothing retires", run->lines.path);
    for (uint32_t i = 0; i < ENDING_CYCLES; i++) cycle(&counter);
    for (uint32_t i = 0; i < IDLE_CYCLES; i++) {
        cycle(&counter);
        counter.counts.idle_cycles++;
        counter.counts.idle += counter.now;
        for (uint32_t j = 0; j < netlist->modules; j++)
            netlist->module[j].idle += netlist->module[j].now;
    }
    return counter.counts;
}

void count_print(const netlist_t *netlist, const counts_t *counts) {
    const uint32_t busy = counts->last - counts->first + 1;
    printf("gates\t%u\tclock_pj\t%.1f\tleakage_uw\t%.1f\tmismatches\t%u\n", netlist->gates,
           counts->clock, counts->leakage / 1000, counts->mismatches);
    printf("window\t%u\t%u\titems\t%u\tpj\t%.1f\n", counts->first, counts->last, counts->items,
           counts->busy);
    printf("idle\tcycles\t%u\tpj\t%.1f\n", counts->idle_cycles, counts->idle);
    for (uint32_t i = 0; i < netlist->modules; i++) {
        const module_t *const module = &netlist->module[i];
        const char *const name = netlist->module_names.text[i];
        printf("module\t%s\t%u\t%.2f\t%.2f\t%.2f\n", *name ? name : ".", module->registers,
               module->clock, module->busy / busy, module->idle / counts->idle_cycles);
    }
}
