/* SPDX-License-Identifier: Apache-2.0 */
/* netlist.c: the flat netlist, and what a change of each of its nets loads; see power.h. */
#include "scripts/area/power/power.h"

typedef struct reader {
    lines_t lines;
    const library_t *library;
    netlist_t netlist;
    unsigned depth; /* levels of the hierarchy that are told apart */
    bool named;     /* the gate at hand has its .cname */
    bool has_model;
} reader_t;

static _Noreturn void refuse(const reader_t *reader, const char *what, const char *text) {
    lines_refuse(&reader->lines, what, text ? text : "");
}

static uint32_t net_of(netlist_t *netlist, const char *name) {
    const uint32_t number = names_add(&netlist->net_names, name);
    if (number == netlist->nets)
        *APPEND(netlist->net, netlist->nets, netlist->nets_allocated) = (net_t){.source = number,
                                                                                .driver = NONE};
    return number;
}

/* The next word of the line at hand. */
static char *word(void) { return strtok(NULL, " \t"); }

static char *expected(const reader_t *reader, const char *what) {
    char *const found = word();
    if (!found) refuse(reader, "expected", what);
    return found;
}

/* ---- the lines of BLIF ----------------------------------------------------------------------- */

/* The module of INSTANCE "a.b[3].c.cell": its first levels, without any [index]. */
static uint32_t module_of(reader_t *reader, char *instance) {
    netlist_t *const netlist = &reader->netlist;
    char *const last = strrchr(instance, '.');
    char *to = instance;
    unsigned dots = 0;
    bool index = false;
    for (const char *at = instance; last && at < last; at++) {
        if (*at == '.' && ++dots == reader->depth) break;
        index |= *at == '[';
        if (!index && *at != '\\') *to++ = *at;
        index &= *at != ']';
    }
    *to = '\0';
    const uint32_t number = names_add(&netlist->module_names, instance);
    if (number == netlist->modules)
        (void)APPEND(netlist->module, netlist->modules, netlist->modules_allocated);
    return number;
}

static void read_gate(reader_t *reader) {
    netlist_t *const netlist = &reader->netlist;
    const char *const name = expected(reader, "a cell behind .gate");
    const uint32_t number = names_find(&reader->library->names, name);
    if (number == NONE) refuse(reader, "no cell of the library", name);
    const cell_t *const cell = &reader->library->cell[number];
    if (cell->unusable)
        die(POWER_BAD_INPUT, "%s:%u: cell %s %s", reader->lines.path, reader->lines.number, name,
            cell->unusable);
    gate_t *const gate = APPEND(netlist->gate, netlist->gates, netlist->gates_allocated);
    *gate = (gate_t){.cell = cell, .line = reader->lines.number};
    for (uint32_t i = 0; i < cell->pins; i++) gate->net[i] = NONE;
    for (char *pin; (pin = word());) {
        char *const net = strchr(pin, '=');
        uint32_t i = 0;
        if (!net) refuse(reader, "expected PIN=NET", pin);
        *net = '\0';
        while (i < cell->pins && !is(cell->pin[i].name, pin)) i++;
        if (i == cell->pins) refuse(reader, "no pin of the cell", pin);
        gate->net[i] = net_of(netlist, net + 1);
    }
    for (uint32_t i = 0; i < cell->pins; i++)
        if (gate->net[i] == NONE) refuse(reader, "a pin without a net", cell->pin[i].name);
    reader->named = false;
}

static void read_gate_name(reader_t *reader) {
    netlist_t *const netlist = &reader->netlist;
    if (!netlist->gates || reader->named) refuse(reader, "a name without its gate", ".cname");
    gate_t *const gate = &netlist->gate[netlist->gates - 1];
    gate->module = module_of(reader, expected(reader, "a name behind .cname"));
    netlist->module[gate->module].registers += gate->cell->is_register;
    reader->named = true;
}

static void read_connection(reader_t *reader) {
    netlist_t *const netlist = &reader->netlist;
    const uint32_t source = net_of(netlist, expected(reader, "a net behind .conn"));
    const char *const name = expected(reader, "two nets behind .conn");
    const uint32_t net = net_of(netlist, name);
    if (netlist->net[net].source != net && netlist->net[net].source != source)
        refuse(reader, "a net with two drivers", name);
    netlist->net[net].source = source;
}

static void read_line(reader_t *reader) {
    netlist_t *const netlist = &reader->netlist;
    char *const text = reader->lines.text;
    if (*text == '#' || is(text, "1")) return; /* "1": what .names $true says */
    const char *const first = strtok(text, " \t");
    if (!first || is(first, ".end")) return;
    if (!is(first, ".cname") && netlist->gates && !reader->named)
        refuse(reader, "expected: .cname behind .gate", first);
    if (is(first, ".gate") || is(first, ".subckt")) {
        read_gate(reader);
    } else if (is(first, ".cname")) {
        read_gate_name(reader);
    } else if (is(first, ".conn")) {
        read_connection(reader);
    } else if (is(first, ".inputs")) {
        for (char *name; (name = word());) {
            const uint32_t net = net_of(netlist, name);
            netlist->net[net].is_input = true;
        }
    } else if (is(first, ".outputs")) {
        for (char *name; (name = word());)
            *APPEND(netlist->output, netlist->outputs, netlist->outputs_allocated) = net_of(netlist,
                                                                                            name);
    } else if (is(first, ".names")) {
        const char *const name = expected(reader, "a net behind .names");
        if (*name != '$' || word()) refuse(reader, "expected a constant, not logic", name);
    } else if (is(first, ".model")) {
        if (reader->has_model) refuse(reader, "a second model", expected(reader, "its name"));
        reader->has_model = true;
    } else
        refuse(reader, "not a line of this BLIF", first);
}

/* ---- drivers and loads ----------------------------------------------------------------------- */

/* The net that NET repeats, by way of any others. */
static uint32_t source_of(netlist_t *netlist, uint32_t net) {
    uint32_t source = net, steps = 0;
    while (netlist->net[source].source != source) {
        source = netlist->net[source].source;
        if (++steps > netlist->nets)
            die(POWER_BAD_INPUT, "%s: a ring of .conn at %s", netlist->path,
                netlist->net_names.text[net]);
    }
    while (net != source) { /* the next walk is short */
        const uint32_t next = netlist->net[net].source;
        netlist->net[net].source = source;
        net = next;
    }
    return source;
}

static _Noreturn void refuse_gate(const netlist_t *netlist, const gate_t *gate, const char *what,
                                  uint32_t net) {
    die(POWER_BAD_INPUT, "%s:%u: %s: %s", netlist->path, gate->line, what,
        netlist->net_names.text[net]);
}

static void add_drivers(netlist_t *netlist) {
    for (uint32_t i = 0; i < netlist->gates; i++) {
        const gate_t *const gate = &netlist->gate[i];
        const uint32_t number = gate->net[gate->cell->output];
        net_t *const net = &netlist->net[number];
        if (net->driver != NONE || net->source != number || net->is_input || number <= NET_TRUE)
            refuse_gate(netlist, gate, "a net with two drivers", number);
        net->driver = i;
    }
}

static void add_loads(netlist_t *netlist, uint32_t undefined) {
    for (uint32_t i = 0; i < netlist->gates; i++) {
        gate_t *const gate = &netlist->gate[i];
        for (uint32_t j = 0; j < gate->cell->pins; j++) {
            const pin_t *const pin = &gate->cell->pin[j];
            const uint32_t number = gate->net[j] = source_of(netlist, gate->net[j]);
            net_t *const net = &netlist->net[number];
            if (pin->is_output) continue;
            if (net->driver == NONE && !net->is_input && number > NET_TRUE && number != undefined)
                refuse_gate(netlist, gate, "a net without a driver", number);
            if (gate->cell->is_register && j == gate->cell->clock) {
                if (number != netlist->clock)
                    refuse_gate(netlist, gate, "a clock other than clk_i", number);
                continue;
            }
            net->capacitance += pin->capacitance;
            for (int edge = 0; edge < EDGES; edge++) net->passive[edge] += pin->passive[edge];
        }
    }
}

netlist_t netlist_read(const char *path, const library_t *library, unsigned depth) {
    reader_t reader = {.lines = lines_open(path), .library = library, .depth = depth};
    netlist_t *const netlist = &reader.netlist;
    netlist->path = path;
    netlist->volts = library->volts;
    net_of(netlist, "$false"); /* NET_FALSE, NET_TRUE */
    net_of(netlist, "$true");
    const uint32_t undefined = net_of(netlist, "$undef"); /* counts as 0 */
    while (lines_next(&reader.lines)) read_line(&reader);
    if (!netlist->gates || !reader.named)
        die(POWER_BAD_INPUT, "%s: the netlist ends before its gates do", path);
    netlist->clock = names_find(&netlist->net_names, "clk_i");
    if (netlist->clock == NONE || !netlist->net[netlist->clock].is_input)
        die(POWER_BAD_INPUT, "%s: no input clk_i", path);
    add_drivers(netlist);
    add_loads(netlist, undefined);
    for (uint32_t i = 0; i < netlist->nets; i++) source_of(netlist, i);
    return *netlist;
}
