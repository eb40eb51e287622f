// SPDX-License-Identifier: Apache-2.0
// power.c: the energy of a netlist of standard cells in a recorded run: which net changes in which
// cycle, times the energy that the Liberty file states for it.
//
// usage: power LIBRARY NETLIST VCD DEPTH
//   NETLIST  the flat netlist as BLIF (write_blif -gates -cname), one clock clk_i; VCD: a wave of
//   the same ports, of
//            lockstep of the RTL (cosim --wave, fst2vcd). DEPTH: levels of the hierarchy that are
//            told apart.
// Inputs are taken from the VCD at each rising clock edge, outputs are compared there: the netlist
// must behave as the RTL did. A net counts once for each cycle in which its settled value changes
// (no glitches). A change costs
// - C V^2 / 2 with C the capacitance of the pins on the net (no wires, as in the timing), and
// - the internal energy of the cell that drives it, of the table for a rise or a fall at that load,
// the mean of its
//   related pins, and of the pins that it enters; a clock pin pays a rise and a fall in each cycle.
// All transitions take SLEW ns. Leakage is the sum of the cells'.
// Prints, separated by tabs: "window FROM TO ITEMS PJ", a window from the first to the last cycle
// in which an item retires, "idle …", a hundred cycles behind the run in which nothing moves, then
// of each "module NAME FLIP_FLOPS CLOCK_PJ OTHER_PJ" a cycle, busy and idle. Exit codes: 0 printed,
// 1 an output differs or a file is malformed, 2 bad usage.
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLEW       0.12 // ns, a usual transition of these cells at this load
#define VOLTS      1.8
#define MAX_PINS   8
#define MAX_CELLS  128
#define MAX_POINTS 8

static void fail(const char *what, const char *name) {
    fprintf(stderr, "power: %s: %s\n", what, name);
    exit(1);
}
static void *grown(void *old, size_t size) {
    void *memory = realloc(old, size);
    if (memory == NULL) fail("no memory", "");
    return memory;
}

// ---- Liberty
// ---------------------------------------------------------------------------------------------------------

typedef struct {
    unsigned points;
    double load[MAX_POINTS], energy[MAX_POINTS]; // pJ at SLEW
} curve_t;
typedef struct {
    char name[16], function[128];
    bool is_output, is_clock;
    double capacitance, passive[2]; // pF; pJ of a fall and of a rise
    curve_t active[2];
    unsigned related; // tables summed in `active`
} pin_t;
typedef struct {
    char name[32], state[16], next_state[128];
    bool is_register, inverted_clock;
    unsigned pins;
    pin_t pin[MAX_PINS];
    double leakage; // nW
    uint32_t truth; // bit = inputs in the order of their pins, of the one output
} cell_t;
static cell_t cells[MAX_CELLS];
static unsigned cell_count;

static unsigned numbers_of(const char *text, double *values, unsigned most) {
    unsigned count = 0;
    for (const char *at = text; *at != '\0' && count < most;) {
        if (isdigit((unsigned char)*at) || (*at == '-' && isdigit((unsigned char)at[1]))) {
            char *end;
            values[count++] = strtod(at, &end);
            at = end;
        } else
            at++;
    }
    return count;
}
static double between(const double *x, const double *y, unsigned points, double at) {
    unsigned i = 0;
    if (points == 1) return y[0];
    while (i + 2 < points && x[i + 1] < at) i++;
    return y[i] + (y[i + 1] - y[i]) * (at - x[i]) / (x[i + 1] - x[i]);
}
static void quoted(const char *line, char *into, size_t size) {
    const char *from = strchr(line, '"');
    const char *to = from != NULL ? strchr(from + 1, '"') : NULL;
    if (to == NULL || (size_t)(to - from) > size) fail("no text", line);
    memcpy(into, from + 1, (size_t)(to - from - 1));
    into[to - from - 1] = '\0';
}

// A boolean function: ! first, then ^, then AND (written as nothing), then +.
static const char *rest;
static const cell_t *evaluated;
static unsigned inputs_now;
static bool sum(void);
static bool factor(void) {
    while (*rest == ' ') rest++;
    if (*rest == '!') {
        rest++;
        return !factor();
    }
    if (*rest == '(') {
        rest++;
        const bool value = sum();
        while (*rest == ' ') rest++;
        if (*rest++ != ')') fail("not a function", evaluated->name);
        return value;
    }
    size_t length = 0;
    while (isalnum((unsigned char)rest[length]) || rest[length] == '_') length++;
    for (unsigned i = 0; i < evaluated->pins; i++) {
        const pin_t *pin = &evaluated->pin[i];
        if (strlen(pin->name) == length && strncmp(pin->name, rest, length) == 0) {
            rest += length;
            return (inputs_now >> i & 1) != 0;
        }
    }
    fail("not a pin", rest);
    return false;
}
static bool difference(void) {
    bool value = factor();
    for (;;) {
        const char *at = rest;
        while (*at == ' ') at++;
        if (*at != '^') return value;
        rest = at + 1;
        value ^= factor();
    }
}
static bool product(void) {
    bool value = difference();
    for (;;) {
        const char *at = rest;
        while (*at == ' ') at++;
        if (*at != '(' && *at != '!' && !isalpha((unsigned char)*at)) return value;
        rest = at;
        value &= difference();
    }
}
static bool sum(void) {
    bool value = product();
    for (;;) {
        while (*rest == ' ') rest++;
        if (*rest != '+') return value;
        rest++;
        value |= product();
    }
}

static void read_library(const char *path) {
    FILE *file = fopen(path, "r");
    if (file == NULL) fail("cannot read", path);
    char line[4096];
    cell_t *cell = NULL;
    pin_t *pin = NULL;
    int direction = -1; // of the energy table: 1 rise, 0 fall
    double x[MAX_POINTS], y[MAX_POINTS], values[MAX_POINTS * MAX_POINTS];
    unsigned xs = 0, ys = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        char name[64];
        if (sscanf(line, " cell (%31[A-Z0-9_a-z])", name) == 1 ||
            sscanf(line, " cell(%31[A-Z0-9_a-z])", name) == 1) {
            if (cell_count == MAX_CELLS) fail("too many cells", path);
            cell = &cells[cell_count++];
            strcpy(cell->name, name);
            pin = NULL;
        } else if (cell == NULL) {
            continue;
        } else if (sscanf(line, " pin(%15[A-Za-z0-9_])", name) == 1) {
            if (cell->pins == MAX_PINS) fail("too many pins", cell->name);
            pin = &cell->pin[cell->pins++];
            strcpy(pin->name, name);
        } else if (sscanf(line, " ff (%15[A-Za-z0-9_]", name) == 1 ||
                   sscanf(line, " latch (%15[A-Za-z0-9_]", name) == 1) {
            strcpy(cell->state, name);
            cell->is_register = true;
        } else if (strstr(line, "next_state") != NULL) {
            quoted(line, cell->next_state, sizeof cell->next_state);
        } else if (strstr(line, "cell_leakage_power") != NULL) {
            cell->leakage = strtod(strchr(line, ':') + 1, NULL);
        } else if (strstr(line, "rise_power") != NULL || strstr(line, "fall_power") != NULL) {
            direction = strstr(line, "rise_power") != NULL;
            xs = ys = 0;
        } else if (strstr(line, "cell_rise") != NULL || strstr(line, "cell_fall") != NULL ||
                   strstr(line, "_transition(") != NULL || strstr(line, "_constraint") != NULL) {
            direction = -1;
        } else if (pin == NULL) {
            continue;
        } else if (strstr(line, "direction") != NULL) {
            pin->is_output = strstr(line, "output") != NULL;
        } else if (sscanf(line, " capacitance : %lf", &values[0]) == 1) {
            pin->capacitance = values[0];
        } else if (strstr(line, "clock : true") != NULL) {
            pin->is_clock = true;
        } else if (strstr(line, "function :") != NULL) {
            quoted(line, pin->function, sizeof pin->function);
        } else if (direction >= 0 && strstr(line, "index_1") != NULL) {
            xs = numbers_of(strchr(line, '"'), x, MAX_POINTS);
        } else if (direction >= 0 && strstr(line, "index_2") != NULL) {
            ys = numbers_of(strchr(line, '"'), y, MAX_POINTS);
        } else if (direction >= 0 && strstr(line, "values") != NULL) {
            unsigned count = 0;
            char *at = strchr(line, '(');
            for (;;) {
                count += numbers_of(at, values + count, MAX_POINTS * MAX_POINTS - count);
                if (strchr(line, ';') != NULL || fgets(line, sizeof line, file) == NULL) break;
                at = line;
            }
            if (ys == 0) { // of an input: by slew
                pin->passive[direction] = between(x, values, xs, SLEW);
            } else { // of an output: by load and slew
                if (count != xs * ys) fail("not a table", cell->name);
                curve_t *curve = &pin->active[direction];
                curve->points = xs;
                for (unsigned i = 0; i < xs; i++) {
                    curve->load[i] = x[i];
                    curve->energy[i] += between(y, values + i * ys, ys, SLEW);
                }
                pin->related += (unsigned)direction;
            }
            direction = -1;
        }
    }
    fclose(file);
    for (unsigned i = 0; i < cell_count; i++) {
        cell_t *each = &cells[i];
        evaluated = each;
        for (unsigned j = 0; j < each->pins; j++) {
            if (!each->pin[j].is_output || each->is_register || each->pin[j].function[0] == '\0')
                continue;
            for (inputs_now = 0; inputs_now < 32 && inputs_now < 1u << each->pins; inputs_now++) {
                rest = each->pin[j].function;
                if (each->pins <= 5 && sum()) each->truth |= UINT32_C(1) << inputs_now;
            }
        }
    }
}

// ---- netlist
// ---------------------------------------------------------------------------------------------------------

typedef struct {
    const cell_t *cell;
    unsigned net[MAX_PINS]; // by pin
    unsigned module;        // of the hierarchy
    double rise, fall;      // pJ of a change of its output, with the load's
} gate_t;
static gate_t *gates;
static unsigned gate_count, gate_room;
static char **net_names;
static unsigned net_count, net_room, *net_hash, net_hash_size = 1u << 22;
static uint8_t *value, *was;
static unsigned nets_valued; // those of the netlist
static double *net_capacitance, *net_passive[2];
static unsigned *driver; // net → gate + 1
static unsigned *alias;
static char **modules;
static unsigned module_count;
static unsigned module_flops[4096];

static unsigned net_of(const char *name) {
    uint64_t hash = UINT64_C(14695981039346656037);
    for (const char *at = name; *at != '\0'; at++)
        hash = (hash ^ (uint8_t)*at) * UINT64_C(1099511628211);
    unsigned slot = (unsigned)(hash >> 20) & (net_hash_size - 1);
    while (net_hash[slot] != 0) {
        if (strcmp(net_names[net_hash[slot] - 1], name) == 0) return net_hash[slot] - 1;
        slot = (slot + 1) & (net_hash_size - 1);
    }
    if (net_count == net_room)
        net_names = grown(net_names, (net_room += 1u << 20) * sizeof *net_names);
    net_names[net_count] = strdup(name);
    net_hash[slot] = ++net_count;
    return net_count - 1;
}
static unsigned module_of(const char *instance, unsigned depth) {
    char name[512];
    size_t length = 0;
    unsigned dots = 0;
    const char *last = strrchr(instance, '.');
    for (const char *at = instance; last != NULL && at < last && length < sizeof name - 1; at++) {
        if (*at == '.' && ++dots == depth) break;
        if (*at != '\\') name[length++] = *at;
    }
    name[length] = '\0';
    for (char *at = name; *at != '\0'; at++) // one entry for all SMs and lanes
        if (*at == '[') {
            char *close = strchr(at, ']');
            if (close != NULL) memmove(at, close + 1, strlen(close));
        }
    for (unsigned i = module_count; i > 0; i--)
        if (strcmp(modules[i - 1], name) == 0) return i - 1;
    modules = grown(modules, (module_count + 1) * sizeof *modules);
    modules[module_count] = strdup(name);
    return module_count++;
}
static unsigned root_of(unsigned net) {
    while (alias[net] != net) net = alias[net];
    return net;
}

static unsigned *conn_from, *conn_to, conn_count, conn_room;
static void read_netlist(const char *path, unsigned depth) {
    FILE *file = fopen(path, "r");
    if (file == NULL) fail("cannot read", path);
    net_hash = calloc(net_hash_size, sizeof *net_hash);
    char *line = NULL;
    size_t room = 0;
    (void)net_of("$false");
    (void)net_of("$true");
    while (getline(&line, &room, file) > 0) {
        char *token = strtok(line, " \n");
        if (token == NULL) continue;
        if (strcmp(token, ".gate") == 0 || strcmp(token, ".subckt") == 0) {
            token = strtok(NULL, " \n");
            const cell_t *cell = NULL;
            for (unsigned i = 0; i < cell_count; i++)
                if (strcmp(cells[i].name, token) == 0) cell = &cells[i];
            if (cell == NULL) fail("no such cell", token);
            if (gate_count == gate_room)
                gates = grown(gates, (gate_room += 1u << 18) * sizeof *gates);
            gate_t *gate = &gates[gate_count++];
            memset(gate, 0, sizeof *gate);
            gate->cell = cell;
            while ((token = strtok(NULL, " \n")) != NULL) {
                char *net = strchr(token, '=');
                *net++ = '\0';
                for (unsigned i = 0; i < cell->pins; i++)
                    if (strcmp(cell->pin[i].name, token) == 0) gate->net[i] = net_of(net);
            }
        } else if (strcmp(token, ".cname") == 0) {
            token = strtok(NULL, " \n");
            gates[gate_count - 1].module = module_of(token, depth);
            module_flops[gates[gate_count - 1].module] += gates[gate_count - 1].cell->is_register;
        } else if (strcmp(token, ".conn") == 0) {
            if (conn_count == conn_room) {
                conn_room += 1u << 20;
                conn_from = grown(conn_from, conn_room * sizeof *conn_from);
                conn_to = grown(conn_to, conn_room * sizeof *conn_to);
            }
            conn_from[conn_count] = net_of(strtok(NULL, " \n"));
            conn_to[conn_count++] = net_of(strtok(NULL, " \n"));
        }
    }
    fclose(file);
    free(line);
    alias = grown(NULL, net_count * sizeof *alias);
    for (unsigned i = 0; i < net_count; i++) alias[i] = i;
    for (unsigned i = 0; i < conn_count; i++) { // .conn driver net
        if (root_of(conn_to[i]) != root_of(conn_from[i]))
            alias[root_of(conn_to[i])] = root_of(conn_from[i]);
    }
    nets_valued = net_count;
    value = calloc(net_count, 1);
    was = calloc(net_count, 1);
    driver = calloc(net_count, sizeof *driver);
    net_capacitance = calloc(net_count, sizeof *net_capacitance);
    net_passive[0] = calloc(net_count, sizeof **net_passive);
    net_passive[1] = calloc(net_count, sizeof **net_passive);
    for (unsigned i = 0; i < gate_count; i++) {
        gate_t *gate = &gates[i];
        for (unsigned j = 0; j < gate->cell->pins; j++) {
            const pin_t *pin = &gate->cell->pin[j];
            const unsigned net = gate->net[j] = root_of(gate->net[j]);
            if (pin->is_output) {
                driver[net] = i + 1;
            } else if (!pin->is_clock) {
                net_capacitance[net] += pin->capacitance;
                net_passive[0][net] += pin->passive[0];
                net_passive[1][net] += pin->passive[1];
            }
        }
    }
    value[net_of("$true")] = 1;
}

// ---- order: each gate behind those that it reads
// ---------------------------------------------------------------------

static unsigned *order, order_count;
static void sort_gates(void) {
    uint8_t *mark = calloc(gate_count, 1);
    unsigned *stack = grown(NULL, (gate_count + 1) * 2 * sizeof *stack);
    order = grown(NULL, (gate_count + 1) * sizeof *order);
    for (unsigned first = 0; first < gate_count; first++) {
        if (mark[first] != 0 || gates[first].cell->is_register) continue;
        unsigned depth = 0;
        stack[0] = first;
        stack[1] = 0;
        mark[first] = 1;
        for (;;) {
            const unsigned gate = stack[2 * depth];
            const unsigned pin = stack[2 * depth + 1]++;
            if (pin == gates[gate].cell->pins) {
                mark[gate] = 2;
                order[order_count++] = gate;
                if (depth-- == 0) break;
                continue;
            }
            if (gates[gate].cell->pin[pin].is_output) continue;
            const unsigned before = driver[gates[gate].net[pin]];
            if (before == 0 || gates[before - 1].cell->is_register) continue;
            if (mark[before - 1] == 1) fail("a loop of gates at", net_names[gates[gate].net[pin]]);
            if (mark[before - 1] != 0) continue;
            mark[before - 1] = 1;
            depth++;
            stack[2 * depth] = before - 1;
            stack[2 * depth + 1] = 0;
        }
    }
    free(mark);
    free(stack);
}
// What a cycle touches, in that order and without the names.
typedef struct {
    unsigned in[4], out;
    uint32_t truth;
} step_t;
typedef struct {
    unsigned out, module;
    double rise, fall;
} price_t;
static step_t *steps;
static price_t *priced;
static unsigned priced_count, *data_of, *state_of, register_count;
static void flatten(void) {
    steps = grown(NULL, (order_count + 1) * sizeof *steps);
    for (unsigned i = 0; i < order_count; i++) {
        const gate_t *gate = &gates[order[i]];
        step_t step = {{0}, 0, 0};
        unsigned inputs = 0, pin_of[4] = {0};
        for (unsigned j = 0; j < gate->cell->pins; j++) {
            if (gate->cell->pin[j].is_output) {
                step.out = gate->net[j];
                continue;
            }
            if (inputs == 4) fail("more than four inputs", gate->cell->name);
            pin_of[inputs] = j;
            step.in[inputs++] = gate->net[j];
        }
        for (unsigned k = 0; k < 16; k++) {
            unsigned index = 0;
            for (unsigned j = 0; j < inputs; j++) index |= (k >> j & 1) << pin_of[j];
            step.truth |= (gate->cell->truth >> index & 1) << k;
        }
        steps[i] = step;
    }
    priced = grown(NULL, (gate_count + 1) * sizeof *priced);
    data_of = grown(NULL, (gate_count + 1) * sizeof *data_of);
    state_of = grown(NULL, (gate_count + 1) * sizeof *state_of);
    for (unsigned i = 0; i < gate_count; i++) {
        const gate_t *gate = &gates[i];
        for (unsigned j = 0; j < gate->cell->pins; j++) {
            if (gate->cell->pin[j].is_output) {
                priced[priced_count++] = (price_t){gate->net[j], gate->module, gate->rise,
                                                   gate->fall};
                if (gate->cell->is_register) state_of[register_count] = gate->net[j];
            } else if (gate->cell->is_register &&
                       strcmp(gate->cell->pin[j].name, gate->cell->next_state) == 0) {
                data_of[register_count] = gate->net[j];
            }
        }
        register_count += gate->cell->is_register;
    }
}
static void settle(void) {
    for (unsigned i = 0; i < order_count; i++) {
        const step_t *step = &steps[i];
        const unsigned inputs = value[step->in[0]] | (unsigned)value[step->in[1]] << 1 |
                                (unsigned)value[step->in[2]] << 2 |
                                (unsigned)value[step->in[3]] << 3;
        value[step->out] = step->truth >> inputs & 1;
    }
}

// ---- the recorded run
// ------------------------------------------------------------------------------------------------

typedef struct {
    char id[8];
    unsigned width, *net;
    bool is_output;
    char name[64];
} port_t;
static port_t ports[128];
static unsigned port_count;
static char *port_bits[128]; // as the VCD says now, highest bit first
static char *sampled[128];   // as they were before the clock rose

static double *module_energy[3], *module_clock; // busy, idle, this cycle
static double cycle_energy, clock_energy;
static unsigned mismatches;

static void prices(void) {
    module_clock = calloc(module_count, sizeof *module_clock);
    for (unsigned i = 0; i < 3; i++)
        module_energy[i] = calloc(module_count, sizeof **module_energy);
    for (unsigned i = 0; i < gate_count; i++) {
        gate_t *gate = &gates[i];
        for (unsigned j = 0; j < gate->cell->pins; j++) {
            const pin_t *pin = &gate->cell->pin[j];
            if (pin->is_clock)
                module_clock[gate->module] += pin->passive[0] + pin->passive[1] +
                                              pin->capacitance * VOLTS * VOLTS;
            if (!pin->is_output) continue;
            const unsigned net = gate->net[j];
            const double load = net_capacitance[net];
            double *const energy[2] = {&gate->fall, &gate->rise};
            for (unsigned k = 0; k < 2; k++)
                *energy[k] = (pin->related == 0
                                  ? 0
                                  : between(pin->active[k].load, pin->active[k].energy,
                                            pin->active[k].points, load) /
                                        pin->related) +
                             load * VOLTS * VOLTS / 2 + net_passive[k][net];
        }
    }
    for (unsigned i = 0; i < module_count; i++) clock_energy += module_clock[i];
}

// One clock cycle, up to the edge that ends it: inputs change, gates settle, registers take what
// they see.
static uint8_t *next_value;
static void cycle(void) {
    for (unsigned i = 0; i < port_count; i++)
        for (unsigned bit = 0; bit < ports[i].width && !ports[i].is_output; bit++)
            value[ports[i].net[bit]] = sampled[i][ports[i].width - 1 - bit] == '1';
    value[0] = 0;
    settle();
    cycle_energy = 0;
    memset(module_energy[2], 0, module_count * sizeof **module_energy);
    for (unsigned i = 0; i < priced_count; i++) {
        const price_t *price = &priced[i];
        if (value[price->out] != was[price->out])
            module_energy[2][price->module] += value[price->out] != 0 ? price->rise : price->fall;
    }
    for (unsigned i = 0; i < module_count; i++) cycle_energy += module_energy[2][i];
    memcpy(was, value, nets_valued);
    for (unsigned i = 0; i < register_count; i++) next_value[i] = value[data_of[i]];
    for (unsigned i = 0; i < register_count; i++) value[state_of[i]] = next_value[i];
}
static unsigned ones(unsigned port) {
    unsigned count = 0;
    for (unsigned i = 0; i < ports[port].width; i++) count += sampled[port][i] == '1';
    return count;
}

static unsigned port_named(const char *name) {
    for (unsigned i = 0; i < port_count; i++)
        if (strcmp(ports[i].name, name) == 0) return i;
    fail("no port", name);
    return 0;
}
// An output means something: of a payload its valid says so.
static bool means(unsigned port, unsigned bit) {
    static const char *const payloads[][2] = {{"m_axi_aw", "m_axi_awvalid_o"},
                                              {"m_axi_ar", "m_axi_arvalid_o"},
                                              {"m_axi_w", "m_axi_wvalid_o"},
                                              {"m_axi_bready", "m_axi_bvalid_i"},
                                              {"prdata", "psel_i"}};
    if (strstr(ports[port].name, "valid_o") != NULL) return true;
    if (strncmp(ports[port].name, "retire", 6) == 0) {
        const unsigned valid = port_named("retire_valid_o");
        const unsigned lane = bit / (ports[port].width / ports[valid].width);
        return sampled[valid][ports[valid].width - 1 - lane] == '1';
    }
    for (unsigned i = 0; i < sizeof payloads / sizeof payloads[0]; i++)
        if (strncmp(ports[port].name, payloads[i][0], strlen(payloads[i][0])) == 0)
            return sampled[port_named(payloads[i][1])][0] == '1';
    return true;
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "usage: power LIBRARY NETLIST VCD DEPTH\n");
        return 2;
    }
    read_library(argv[1]);
    read_netlist(argv[2], (unsigned)atoi(argv[4]));
    sort_gates();
    prices();
    flatten();
    next_value = calloc(gate_count, 1);
    FILE *file = fopen(argv[3], "r");
    if (file == NULL) fail("cannot read", argv[3]);
    char *line = NULL;
    size_t room = 0;
    unsigned scopes = 0;
    while (getline(&line, &room, file) > 0) { // ports: variables of the outermost scope
        if (strncmp(line, "$enddefinitions", 15) == 0) break;
        scopes += strncmp(line, "$scope", 6) == 0;
        scopes -= strncmp(line, "$upscope", 8) == 0;
        if (scopes != 1 || strncmp(line, "$var wire", 9) != 0) continue;
        port_t *port = &ports[port_count];
        if (sscanf(line, "$var wire %u %7s %63s", &port->width, port->id, port->name) != 3)
            fail("not a variable", line);
        const size_t length = strlen(port->name);
        port->is_output = length > 2 && strcmp(port->name + length - 2, "_o") == 0;
        port->net = grown(NULL, port->width * sizeof *port->net);
        port_bits[port_count] = malloc(port->width + 1);
        memset(port_bits[port_count], '0', port->width);
        sampled[port_count] = malloc(port->width + 1);
        memset(sampled[port_count], '0', port->width);
        for (unsigned bit = 0; bit < port->width; bit++) {
            char name[96];
            snprintf(name, sizeof name, port->width > 1 ? "%s[%u]" : "%s", port->name, bit);
            const unsigned before = net_count;
            const unsigned net = net_of(name);
            port->net[bit] = net < before ? alias[net] == net ? net : root_of(net) : 0;
        }
        port_count++;
    }
    const unsigned clock = port_named("clk_i"), retire = port_named("retire_valid_o"),
                   reset = port_named("rst_ni");
    for (unsigned i = 0; i < 4; i++)
        cycle(); // in reset, which the wave does not show: all inputs are 0
    unsigned cycles = 0, first = 0, last = 0, items = 0, idle_cycles = 0;
    double energy = 0, energy_to_last = 0, idle_energy = 0;
    double *since = calloc(module_count, sizeof *since); // after the last item that retired
    bool rose = false;
    for (;;) {
        const bool more = getline(&line, &room, file) > 0;
        if (more && line[0] != '#') {
            char *id, *bits = line;
            line[strcspn(line, "\n")] = '\0';
            if (line[0] == 'b') {
                bits++;
                id = strchr(line, ' ');
                if (id == NULL) continue;
                *id++ = '\0';
            } else if (line[0] == '0' || line[0] == '1' || line[0] == 'x') {
                id = line + 1;
            } else
                continue;
            for (unsigned i = 0; i < port_count; i++) {
                if (strcmp(ports[i].id, id) != 0) continue;
                const size_t length = line[0] == 'b' ? strlen(bits) : 1;
                if (i == clock) rose = bits[0] == '1';
                memset(port_bits[i], '0', ports[i].width);
                if (length <= ports[i].width)
                    memcpy(port_bits[i] + ports[i].width - length, bits, length);
            }
            continue;
        }
        if (rose) { // the values of this time: those after the edge
            rose = false;
            cycle();
            cycles++;
            if (sampled[reset][0] == '1' && cycles > 8)
                for (unsigned i = 0; i < port_count; i++)
                    for (unsigned bit = 0; bit < ports[i].width && ports[i].is_output; bit++)
                        if (ports[i].net[bit] != 0 && means(i, bit) &&
                            was[ports[i].net[bit]] !=
                                (sampled[i][ports[i].width - 1 - bit] == '1') &&
                            mismatches++ < 10)
                            fprintf(stderr, "power: cycle %u: %s[%u] differs\n", cycles,
                                    ports[i].name, bit);
            const unsigned retired = ones(retire);
            if (first == 0 && retired != 0) first = cycles;
            if (first != 0) {
                energy += cycle_energy;
                for (unsigned i = 0; i < module_count; i++) since[i] += module_energy[2][i];
            }
            if (retired != 0) {
                items += retired;
                last = cycles;
                energy_to_last = energy;
                for (unsigned i = 0; i < module_count; i++) {
                    module_energy[0][i] += since[i];
                    since[i] = 0;
                }
            }
        }
        if (port_bits[clock][0] != '1') // low: what the next edge sees
            for (unsigned i = 0; i < port_count; i++)
                memcpy(sampled[i], port_bits[i], ports[i].width);
        if (!more) break;
    }
    if (first == 0) fail("nothing retires", argv[3]);
    for (unsigned i = 0; i < 200; i++) { // behind the run: nothing moves but the clock
        cycle();
        if (i < 100) continue; // what is under way ends
        idle_cycles++;
        idle_energy += cycle_energy;
        for (unsigned j = 0; j < module_count; j++) module_energy[1][j] += module_energy[2][j];
    }
    double leakage = 0;
    for (unsigned i = 0; i < gate_count; i++) leakage += gates[i].cell->leakage;
    const unsigned busy = last - first + 1;
    printf("gates\t%u\tclock_pj\t%.1f\tleakage_uw\t%.1f\tmismatches\t%u\n", gate_count,
           clock_energy, leakage / 1000, mismatches);
    printf("window\t%u\t%u\titems\t%u\tpj\t%.0f\n", first, last, items, energy_to_last);
    printf("idle\tcycles\t%u\tpj\t%.0f\n", idle_cycles, idle_energy);
    for (unsigned i = 0; i < module_count; i++)
        printf("module\t%s\t%u\t%.2f\t%.2f\t%.2f\n", modules[i][0] != '\0' ? modules[i] : ".",
               module_flops[i], module_clock[i], module_energy[0][i] / busy,
               idle_cycles != 0 ? module_energy[1][i] / idle_cycles : 0);
    return mismatches != 0;
}
