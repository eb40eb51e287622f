/* SPDX-License-Identifier: Apache-2.0 */
/* correspondence.c: makes one combinational network each of two sequential modules, gold and gate,
 * cut where they correspond, for abc to compare (docs/netlist.md).
 *
 * usage: correspondence CODES BLIF LEFT RIGHT
 *   CODES  Yosys's fsm -encfile for gold: how synthesis codes its state machines; may be empty
 *   BLIF   Yosys's write_blif -cname -blackbox -impltf: the modules gold and gate, and the black
 *          boxes that they instantiate
 *   LEFT, RIGHT  the networks of gold and gate, with the same inputs and outputs in the same order
 * Prints "points N", the outputs compared, "merged N recoded N" (below), and a line "only in gold
 * (gate): NAME" for each point that the other module does not have.
 *
 * Flip-flops and submodules are cut: their outputs become inputs of the network, their inputs
 * become outputs to compare. Flip-flops correspond when a net of the same public name carries their
 * outputs in both modules. When all compared outputs are equal for all inputs, then equal states
 * stay equal, and the modules are equal (van Eijk's register correspondence, 1998). A flip-flop of
 * gold that gate does not have is a free input: whatever depends on it differs.
 *
 * Two more relations are guessed from names. abc then proves them: a wrong guess fails.
 *   merged   A flip-flop of gate has the names of several of gold, which always hold one value.
 *   recoded  A flip-flop of gate has the name of a net that in gold depends on registers alone, as
 *            the comparisons with the states of a machine that synthesis made one-hot. It always
 *            has that net's value, and exactly one of those of the same registers is 1.
 * Both hold after a cycle of reset from any state (outputs "reset:…"), and every cycle keeps them
 * ("next:…", "invariant"). Where gold has a net `assumption`, outputs are compared only where that
 * net is 1.
 *
 * A network holds several copies of a module, each with a prefix to its nets: "0:" the module, "1:"
 * gold with all unknown values 1, "2:" gate beside it, "g:" gold beside gate, "r:" and "q:" gold
 * and gate in reset, "n:" gold a cycle after "0:", "m:" gold a cycle after "r:".
 *
 * Exit codes: 0 both networks are written, 2 bad usage or input (FILE:LINE: what is wrong), 3 a
 * file cannot be read or written, or no memory.
 */
#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "cmodel/base/byte_hash.h"
#include "cmodel/base/index_map.h"

enum { GOLD, GATE };
enum { BAD_INPUT = 2, NO_FILE = 3 };

/* Names and, for most lists, numbers of names. Name 0 is "", which stands for none. */
typedef struct list {
    uint32_t *item, items, allocated;
} list_t;

typedef struct name {
    char *text;
    bool is_input, is_output; /* of both networks */
    bool drives;              /* "BOX PIN": an output of that box */
    bool coded;               /* a state machine of CODES */
    uint32_t visit;           /* the last walk that came here */
    uint32_t driver;          /* in gold, the gate with this output, plus 1 */
    struct {
        uint32_t alias;  /* the net that this one repeats */
        uint32_t latch;  /* the flip-flop with this output */
        uint32_t named;  /* the flip-flop that has this name */
        uint32_t input;  /* the net that this input of the network drives */
        uint32_t output; /* the net that this output of the network shows */
    } on[2];
} name_t;

typedef struct gate {
    list_t net, cube; /* inputs and last the output; lines of the truth table */
} gate_t;

typedef struct cell {
    list_t word; /* ".subckt BOX PIN=NET …" */
    uint32_t name;
} cell_t;

/* A flip-flop; flip-flop 0 stands for none. */
typedef struct latch {
    uint32_t d, q, edge, clock;
    list_t names;
    uint32_t partner;  /* of gate: the flip-flop of gold that corresponds */
    uint32_t taken;    /* of gold: the flip-flop of gate that corresponds */
    uint32_t first;    /* of gold: merged with this one */
    uint32_t function; /* of gate: recoded, always equal to this net of gold */
    bool apart;        /* merged or recoded, or something is merged with it */
    bool recoded;      /* of gold: a recoded flip-flop depends on it */
} latch_t;

typedef struct module {
    latch_t *latch;
    gate_t *gate;
    cell_t *cell;
    uint32_t latches, latches_allocated, gates, gates_allocated, cells, cells_allocated;
    list_t port, alias;
    bool uses_undefined;
} module_t;

typedef struct machine {
    uint32_t name;
    list_t before, after; /* codes of its states before and after synthesis */
} machine_t;

/* A relation to prove beside the outputs. */
typedef struct proof {
    uint32_t name, net[2];
} proof_t;

/* Recoded flip-flops of the same registers: exactly one is 1. */
typedef struct group {
    list_t registers, member;
} group_t;

static const char *const side_name[2] = {"gold", "gate"};
static name_t *name;
static module_t module[2];
static machine_t *machine;
static proof_t *proof;
static group_t *group;
static uint32_t names, names_allocated, machines, machines_allocated, proofs, proofs_allocated;
static uint32_t groups, groups_allocated;
static scord_index_map_t index_of;
static list_t input, output, merged;
static uint32_t visits, recodes, unread;
static bool assumed;
static const char *file_name;
static unsigned line_number;

static _Noreturn void die(int code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("correspondence: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    exit(code);
}

static _Noreturn void refuse(const char *what, const char *text) {
    die(BAD_INPUT, "%s:%u: %s: %s", file_name, line_number, what, text);
}

/* Room for one more element, which is zeroed; its address. */
#define APPEND(items, count, allocated)                                                            \
    (SCORD_ARRAY_ROOM(items, allocated, (count) + 1) ? (void)0 : die(NO_FILE, "no memory"),        \
     memset(&(items)[count], 0, sizeof *(items)), &(items)[(count)++])

static void append(list_t *list, uint32_t item) {
    *APPEND(list->item, list->items, list->allocated) = item;
}

/* The argument may make a name and move the array: not name[named(…)]. */
static name_t *entry(uint32_t number) { return &name[number]; }

static const char *text_of(uint32_t number) { return name[number].text; }

/* The number of a name, which may be new. */
static uint32_t number_of(const char *text) {
    uint64_t key = scord_byte_hash(SCORD_BYTE_HASH_START, text, strlen(text));
    uint32_t found;
    for (; (found = scord_index_map_find(&index_of, key)) != SCORD_INDEX_NONE; key++)
        if (strcmp(name[found].text, text) == 0) return found;
    found = names;
    APPEND(name, names, names_allocated)->text = strdup(text);
    if (!name[found].text || !scord_index_map_add(&index_of, key, found)) die(NO_FILE, "no memory");
    return found;
}

__attribute__((format(printf, 1, 2))) static uint32_t named(const char *format, ...) {
    va_list arguments;
    char *text;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0) die(NO_FILE, "no memory");
    va_end(arguments);
    const uint32_t result = number_of(text);
    free(text);
    return result;
}

/* An input of both networks; NET, if any, is what it drives in this module. */
static void add_input(int side, uint32_t number, uint32_t net) {
    if (!name[number].is_input) append(&input, number);
    name[number].is_input = true;
    if (net) name[number].on[side].input = net;
}

static void add_output(int side, uint32_t number, uint32_t net) {
    assert(net);
    if (!name[number].is_output) append(&output, number);
    name[number].is_output = true;
    name[number].on[side].output = net;
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool is(const char *text, const char *other) { return strcmp(text, other) == 0; }

/* The net that NET repeats. */
static uint32_t source_of(int side, uint32_t net) {
    for (int steps = 0; name[net].on[side].alias && steps < 1000; steps++)
        net = name[net].on[side].alias;
    return net;
}

/* WORD, in which an unknown value of gate is a free input of its own. */
static uint32_t known(const char *word) {
    static unsigned unknowns;
    const size_t before = strlen(word) - strlen("$undef");
    if (strlen(word) < strlen("$undef") || !is(word + before, "$undef") ||
        (before && word[before - 1] != '='))
        return number_of(word);
    const uint32_t unknown = named("unknown:%u", ++unknowns);
    add_input(GATE, unknown, unknown);
    return named("%.*s%s", (int)before, word, text_of(unknown));
}

static void read_latch(int side, const uint32_t *word, uint32_t words) {
    if (words < 5) refuse("expected: .latch D Q EDGE CLOCK", text_of(word[words - 1]));
    module_t *const own = &module[side];
    name[word[2]].on[side].latch = own->latches;
    *APPEND(own->latch, own->latches, own->latches_allocated) =
        (latch_t){.d = word[1], .q = word[2], .edge = word[3], .clock = word[4]};
}

static void read_cell(int side, const list_t *words) {
    module_t *const own = &module[side];
    for (uint32_t i = 2; i < words->items; i++)
        if (!strchr(text_of(words->item[i]), '='))
            refuse("expected: PIN=NET", text_of(words->item[i]));
    if (words->items < 2) refuse("expected: .subckt BOX PIN=NET ...", ".subckt");
    APPEND(own->cell, own->cells, own->cells_allocated)->word = *words;
}

/* A line of a truth table. "1 1" makes a gate of one input an alias. */
static void read_cube(int side, const char *line, bool open) {
    module_t *const own = &module[side];
    if (!open || line[strspn(line, "01- ")]) refuse("not a line of BLIF", line);
    gate_t *const last = &own->gate[own->gates - 1];
    append(&last->cube, number_of(line));
    if (!is(line, "1 1") || last->net.items != 2 || last->cube.items != 1) return;
    name[last->net.item[1]].on[side].alias = last->net.item[0];
    append(&own->alias, last->net.item[1]);
}

/* The words of LINE, which it cuts; the caller's to free or to keep. */
static list_t words_of(char *line, uint32_t (*number)(const char *)) {
    list_t words = {0};
    for (char *word = strtok(line, " \t"); word; word = strtok(NULL, " \t"))
        append(&words, words.items ? number(word) : number_of(word));
    return words;
}

static void read_blif_line(char *line) {
    static int side = -1;
    static uint32_t model;
    static bool open; /* the lines of a truth table may follow */
    const size_t length = strcspn(line, " ");
    if (length == strlen(".model") && strncmp(line, ".model", length) == 0) {
        model = number_of(line + length + (line[length] == ' '));
        side = is(text_of(model), "gold") ? GOLD : is(text_of(model), "gate") ? GATE : -1;
        open = false;
        return;
    }
    const bool outputs = length == strlen(".outputs") && strncmp(line, ".outputs", length) == 0;
    if (!*line || *line == '#' || is(line, ".end") || (side < 0 && !outputs)) return;
    if (*line != '.') {
        read_cube(side, line, open);
        return;
    }
    list_t words = words_of(line, side == GATE ? known : number_of);
    const uint32_t *const word = words.item;
    const char *const directive = text_of(word[0]);
    module_t *const own = &module[side < 0 ? 0 : side];
    bool keep = false;
    open = is(directive, ".names");
    if (outputs) {
        for (uint32_t i = 1; i < words.items; i++)
            if (side < 0)
                entry(named("%s %s", text_of(model), text_of(word[i])))->drives = true;
            else
                append(&own->port, word[i]);
    } else if (open) {
        if (words.items < 2) refuse("expected: .names NET ...", directive);
        gate_t *const gate = APPEND(own->gate, own->gates, own->gates_allocated);
        for (uint32_t i = 1; i < words.items; i++) {
            append(&gate->net, word[i]);
            own->uses_undefined |= is(text_of(word[i]), "$undef");
        }
    } else if (is(directive, ".inputs")) {
        for (uint32_t i = 1; i < words.items; i++) add_input(side, word[i], word[i]);
    } else if (is(directive, ".latch")) {
        read_latch(side, word, words.items);
    } else if (is(directive, ".subckt")) {
        read_cell(side, &words);
        keep = true;
    } else if (is(directive, ".cname")) {
        if (!own->cells || words.items != 2)
            refuse("expected: .subckt, then .cname NAME", directive);
        own->cell[own->cells - 1].name = word[1];
    } else {
        refuse("not a line of BLIF", directive);
    }
    if (!keep) free(words.item);
}

/* ".fsm MODULE REGISTER", then ".map CODE-BEFORE CODE-AFTER" for each state. */
static void read_code_line(char *line) {
    list_t words = words_of(line, number_of);
    const uint32_t *const word = words.item;
    if (words.items == 3 && is(text_of(word[0]), ".fsm")) {
        APPEND(machine, machines, machines_allocated)->name = word[2];
        name[word[2]].coded = true;
    } else if (words.items == 3 && is(text_of(word[0]), ".map") && machines) {
        append(&machine[machines - 1].before, word[1]);
        append(&machine[machines - 1].after, word[2]);
    } else if (words.items && text_of(word[0])[0] != '#') {
        refuse("expected: .fsm MODULE REGISTER, then .map CODE CODE", text_of(word[0]));
    }
    free(words.item);
}

static void read_lines(const char *path, void (*read_line)(char *line)) {
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    FILE *const in = fopen(path, "r");
    if (!in) die(NO_FILE, "%s: cannot be opened", path);
    file_name = path;
    for (line_number = 1; (length = getline(&line, &room, in)) >= 0; line_number++) {
        while (length && strchr(" \t\r\n", line[length - 1])) line[--length] = 0;
        read_line(line);
    }
    if (ferror(in)) die(NO_FILE, "%s: cannot be read", path);
    fclose(in);
    free(line);
}

/* ---- which flip-flops correspond ------------------------------------------------------------- */

/* Bit N of a coded register, "coded:REGISTER[N]", as a gate of what the register was before. */
static void add_codes(void) {
    for (const machine_t *m = machine; m < machine + machines; m++) {
        size_t bits = 0;
        for (uint32_t s = 0; s < m->after.items; s++)
            if (strlen(text_of(m->after.item[s])) > bits) bits = strlen(text_of(m->after.item[s]));
        for (size_t bit = 0; bit < bits; bit++) {
            module_t *const own = &module[GOLD];
            gate_t *const gate = APPEND(own->gate, own->gates, own->gates_allocated);
            for (size_t i = strlen(text_of(m->before.item[0])); i-- > 0;)
                append(&gate->net, named("%s[%zu]", text_of(m->name), i));
            append(&gate->net, named("coded:%s[%zu]", text_of(m->name), bit));
            for (uint32_t s = 0; s < m->after.items; s++) {
                const char *const after = text_of(m->after.item[s]);
                if (strlen(after) > bit && after[strlen(after) - 1 - bit] == '1')
                    append(&gate->cube, named("%s 1", text_of(m->before.item[s])));
            }
        }
    }
}

static void name_latch(int side, uint32_t number, uint32_t net) {
    const char *const text = text_of(net);
    if (*text == '$') return;
    if (side == GATE && entry(named("%.*s", (int)strcspn(text, "["), text))->coded)
        net = named("coded:%s", text_of(net));
    name[net].on[side].named = number;
    append(&module[side].latch[number].names, net);
}

/* The names of a flip-flop: those of all nets that its output drives as it is. */
static void name_latches(int side) {
    const module_t *const own = &module[side];
    for (uint32_t i = 1; i < own->latches; i++) name_latch(side, i, own->latch[i].q);
    for (uint32_t i = 0; i < own->alias.items; i++) {
        const uint32_t net = own->alias.item[i], number = name[source_of(side, net)].on[side].latch;
        if (number) name_latch(side, number, net);
    }
}

enum { SEVERAL = UINT32_MAX };

static uint32_t taken_by(uint32_t gold) { return module[GOLD].latch[gold].taken; }

/* The register without partner that a net of gold depends on; 0 none, or SEVERAL. */
static uint32_t support(uint32_t net) {
    if (name[net].visit == visits) return 0;
    name[net].visit = visits;
    const uint32_t latch = name[net].on[GOLD].latch;
    if (latch) return taken_by(latch) ? 0 : latch;
    if (!name[net].driver) return 0;
    const list_t *const nets = &module[GOLD].gate[name[net].driver - 1].net;
    uint32_t found = 0;
    for (uint32_t i = 0; i + 1 < nets->items; i++) {
        const uint32_t one = support(nets->item[i]);
        if (one == SEVERAL || (one && found && one != found)) return SEVERAL;
        if (one) found = one;
    }
    return found;
}

/* True: a net of gold depends on registers alone, which are added to REGISTERS. */
static bool registers_alone(uint32_t net, list_t *registers) {
    if (name[net].visit == visits) return true;
    name[net].visit = visits;
    const uint32_t latch = name[net].on[GOLD].latch;
    if (latch) {
        append(registers, latch);
        module[GOLD].latch[latch].recoded = true;
        return true;
    }
    if (!name[net].driver) return is(text_of(net), "$true") || is(text_of(net), "$false");
    const list_t *const nets = &module[GOLD].gate[name[net].driver - 1].net;
    for (uint32_t i = 0; i + 1 < nets->items; i++)
        if (!registers_alone(nets->item[i], registers)) return false;
    return true;
}

static void take(uint32_t number, uint32_t gold) {
    module[GOLD].latch[gold].taken = number;
    module[GATE].latch[number].partner = gold;
}

/* Partners by the first name that both have. */
static void pair_by_name(uint32_t number, const list_t *list) {
    for (uint32_t i = 0; i < list->items; i++) {
        const uint32_t gold = name[list->item[i]].on[GOLD].named;
        if (!gold) continue;
        if (!taken_by(gold)) take(number, gold);
        return;
    }
}

/* A register that lost its name to a net which its value reaches through logic in gold: pairs it
 * with the one register without partner that the net of that name depends on there. */
static void pair_by_guess(uint32_t number, const list_t *list) {
    for (uint32_t i = 0; i < list->items; i++) {
        visits++;
        const uint32_t gold = support(list->item[i]);
        if (!gold || gold == SEVERAL) continue;
        take(number, gold);
        return;
    }
}

/* Flip-flops of gold that have other names of a flip-flop of gate: merged with its partner. */
static void merge(uint32_t number, latch_t *own) {
    latch_t *const gold = module[GOLD].latch;
    for (uint32_t i = 0; i < own->names.items; i++) {
        const uint32_t other = name[own->names.item[i]].on[GOLD].named;
        if (!other || gold[other].taken) continue;
        gold[other].taken = number;
        gold[other].first = own->partner;
        gold[other].apart = gold[own->partner].apart = own->apart = true;
        append(&merged, other);
    }
}

static int by_number(const void *a, const void *b) {
    const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

/* The group of REGISTERS, which it keeps or frees. */
static group_t *group_of(const list_t *registers) {
    const size_t bytes = registers->items * sizeof *registers->item;
    for (group_t *g = group; g < group + groups; g++)
        if (g->registers.items == registers->items &&
            memcmp(g->registers.item, registers->item, bytes) == 0) {
            free(registers->item);
            return g;
        }
    group_t *const added = APPEND(group, groups, groups_allocated);
    added->registers = *registers;
    return added;
}

/* A flip-flop without partner that has the name of a net of gold which depends on registers alone.
 */
static void recode(latch_t *own) {
    for (uint32_t i = 0; i < own->names.items && !own->function; i++) {
        list_t registers = {0};
        const uint32_t net = own->names.item[i];
        visits++;
        if (!name[net].driver || !registers_alone(net, &registers) || !registers.items) {
            free(registers.item);
            continue;
        }
        qsort(registers.item, registers.items, sizeof *registers.item, by_number);
        own->function = net;
        own->apart = true;
        recodes++;
        append(&group_of(&registers)->member, net);
    }
}

/* ---- the cut --------------------------------------------------------------------------------- */

static void cut_latches(void) {
    const module_t *const gold = &module[GOLD], *const gate = &module[GATE];
    name_latches(GOLD);
    name_latches(GATE);
    for (uint32_t i = 0; i < gold->gates; i++)
        name[gold->gate[i].net.item[gold->gate[i].net.items - 1]].driver = i + 1;
    for (uint32_t i = 1; i < gate->latches; i++) pair_by_name(i, &gate->latch[i].names);
    for (uint32_t i = 1; i < gate->latches; i++)
        if (!gate->latch[i].partner) pair_by_guess(i, &gate->latch[i].names);
    for (uint32_t i = 1; i < gate->latches; i++)
        if (gate->latch[i].partner)
            merge(i, &gate->latch[i]);
        else
            recode(&gate->latch[i]);
    for (uint32_t i = 1; i < gate->latches; i++) {
        const latch_t *const latch = &gate->latch[i];
        if (latch->function) continue;
        const uint32_t q = latch->partner ? gold->latch[latch->partner].q : latch->q;
        add_input(GATE, named("state:%s", text_of(q)), 0);
        add_output(GATE, named("next:%s", text_of(q)), latch->d);
        if (latch->partner)
            add_output(GOLD, named("next:%s", text_of(q)), gold->latch[latch->partner].d);
    }
    for (uint32_t i = 0; i < merged.items; i++) {
        const latch_t *const latch = &gold->latch[merged.item[i]];
        add_output(GOLD, named("next:%s", text_of(latch->q)), latch->d);
        add_output(GATE, named("next:%s", text_of(latch->q)), gate->latch[latch->taken].d);
    }
    for (int side = GOLD; side <= GATE; side++)
        for (uint32_t i = 1; i < module[side].latches; i++)
            if (module[side].latch[i].apart)
                add_input(side, named("apart%d:%s", side + 1, text_of(module[side].latch[i].q)), 0);
    for (uint32_t i = 1; i < gold->latches; i++)
        if (!gold->latch[i].taken) {
            add_input(GOLD, named("state:%s", text_of(gold->latch[i].q)), 0);
            unread += !gold->latch[i].recoded;
        }
}

static void cut_cells(int side) {
    for (uint32_t i = 0; i < module[side].cells; i++) {
        const cell_t *const cell = &module[side].cell[i];
        for (uint32_t pin = 2; pin < cell->word.items; pin++) {
            const char *const word = text_of(cell->word.item[pin]);
            const int length = (int)strcspn(word, "=");
            const uint32_t net = number_of(word + length + 1);
            if (!net) continue;
            const uint32_t point = named("%s.%.*s", text_of(cell->name), length, word);
            if (entry(named("%s %.*s", text_of(cell->word.item[1]), length, word))->drives)
                add_input(side, point, net);
            else
                add_output(side, point, net);
        }
    }
}

static void add_proof(uint32_t point, uint32_t gold_net, uint32_t gate_net) {
    *APPEND(proof, proofs, proofs_allocated) = (proof_t){point, {gold_net, gate_net}};
}

/* Equal in reset: the flip-flop of gold, and the one of gate. */
static void add_reset_proof(const latch_t *gold, const latch_t *gate) {
    add_proof(named("reset:%s", text_of(gold->q)), named("r:%s", text_of(gold->d)),
              named("q:%s", text_of(gate->d)));
}

/* What merged and recoded flip-flops need beside the outputs: the start, and for recoded ones the
 * step. */
static void relate(void) {
    const module_t *const gold = &module[GOLD], *const gate = &module[GATE];
    for (uint32_t i = 1; i < gate->latches; i++) {
        const latch_t *const own = &gate->latch[i];
        if (own->function) {
            add_proof(named("next:%s", text_of(own->q)), named("n:%s", text_of(own->function)),
                      named("0:%s", text_of(own->d)));
            add_proof(named("reset:%s", text_of(own->q)), named("m:%s", text_of(own->function)),
                      named("q:%s", text_of(own->d)));
        } else if (own->partner) {
            add_reset_proof(&gold->latch[own->partner], own);
        }
    }
    for (uint32_t i = 0; i < merged.items; i++) {
        const latch_t *const other = &gold->latch[merged.item[i]];
        add_reset_proof(other, &gate->latch[other->taken]);
    }
    if (recodes) {
        add_proof(number_of("invariant"), number_of("invariant:kept"), number_of("invariant:true"));
        add_proof(number_of("reset:invariant"), number_of("invariant:reset"),
                  number_of("invariant:true"));
    }
    if (!entry(number_of("rst_ni"))->is_input)
        puts("only in gold: a reset rst_ni, without which merged and recoded flip-flops need not "
             "agree");
    printf("merged %u recoded %u\n", merged.items, recodes);
}

static bool compared(uint32_t number) {
    return name[number].on[GOLD].output && name[number].on[GATE].output;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* What a flip-flop holds in a copy: PLAIN, the same input for all that correspond; APART, merged
 * and recoded ones each have a value of their own, which reset must bring together; otherwise the
 * prefix of the copy of the cycle before. */
static const char PLAIN[] = "plain", APART[] = "apart";

static uint32_t state_of(int side, const latch_t *latch, const char *before,
                         const char *gold_copy) {
    const latch_t *const gold = module[GOLD].latch;
    if (before == APART && latch->apart) return named("apart%d:%s", side + 1, text_of(latch->q));
    if (before != APART && before != PLAIN) return named("%s%s", before, text_of(latch->d));
    if (latch->function) return named("%s%s", gold_copy, text_of(latch->function));
    const uint32_t same = side == GOLD ? latch->first : latch->partner;
    return named("state:%s", text_of(same ? gold[same].q : latch->q));
}

static void connect(FILE *out, uint32_t from, const char *prefix, uint32_t to) {
    fprintf(out, ".names %s %s%s\n1 1\n", text_of(from), prefix, text_of(to));
}

/* A copy of a module. UNKNOWN: the value of gold's unknown bits. GOLD_COPY: the prefix of the copy
 * of gold of the same cycle. */
static void copy(FILE *out, int side, const char *prefix, bool unknown, const char *before,
                 const char *gold_copy) {
    for (uint32_t i = 0; i < input.items; i++) {
        const uint32_t net = name[input.item[i]].on[side].input;
        if (!net) continue;
        if (before == APART && is(text_of(input.item[i]), "rst_ni"))
            fprintf(out, ".names %s%s\n", prefix, text_of(net)); /* 0 */
        else
            connect(out, input.item[i], prefix, net);
    }
    for (uint32_t i = 1; i < module[side].latches; i++) {
        const latch_t *const latch = &module[side].latch[i];
        connect(out, state_of(side, latch, before, gold_copy), prefix, latch->q);
    }
    fprintf(out, ".names %s$false\n.names %s$true\n1\n.names %s$undef\n%s", prefix, prefix, prefix,
            unknown ? "1\n" : "");
    for (const gate_t *g = module[side].gate; g < module[side].gate + module[side].gates; g++) {
        fputs(".names", out);
        for (uint32_t i = 0; i < g->net.items; i++)
            fprintf(out, " %s%s", prefix, text_of(g->net.item[i]));
        fputc('\n', out);
        for (uint32_t i = 0; i < g->cube.items; i++) fprintf(out, "%s\n", text_of(g->cube.item[i]));
    }
}

/* RESULT: by the nets of a copy of gold, exactly one of each group of recoded flip-flops is 1, and
 * so is the assumption if there is one. */
static void one_each(FILE *out, const char *prefix, const char *result) {
    for (uint32_t g = 0; g < groups; g++) {
        const list_t *const member = &group[g].member;
        fputs(".names", out);
        for (uint32_t i = 0; i < member->items; i++)
            fprintf(out, " %s%s", prefix, text_of(member->item[i]));
        fprintf(out, " %s:%u\n", result, g + 1);
        for (uint32_t one = 0; one < member->items; one++) {
            for (uint32_t i = 0; i < member->items; i++) fputc(i == one ? '1' : '0', out);
            fputs(" 1\n", out);
        }
    }
    fputs(".names", out);
    for (uint32_t g = 0; g < groups; g++) fprintf(out, " %s:%u", result, g + 1);
    if (assumed) fprintf(out, " %sassumption", prefix);
    fprintf(out, " %s\n", result);
    for (uint32_t i = 0; i < groups + assumed; i++) fputc('1', out);
    fputs(groups + assumed ? " 1\n" : "1\n", out);
}

static void write_network(int side, const char *path) {
    FILE *const out = fopen(path, "w");
    if (!out) die(NO_FILE, "%s: cannot be written", path);
    const bool gold = side == GOLD, undefined = module[GOLD].uses_undefined;
    const char *const gold_copy = gold ? "0:" : "g:";
    fputs(".model cut\n.inputs", out);
    for (uint32_t i = 0; i < input.items; i++) fprintf(out, " %s", text_of(input.item[i]));
    fputs("\n.outputs", out);
    for (uint32_t i = 0; i < output.items; i++)
        if (compared(output.item[i])) fprintf(out, " %s", text_of(output.item[i]));
    for (uint32_t i = 0; i < proofs; i++) fprintf(out, " %s", text_of(proof[i].name));
    fputc('\n', out);
    if (!gold && (recodes || assumed)) copy(out, GOLD, "g:", false, PLAIN, gold_copy);
    copy(out, side, "0:", false, PLAIN, gold_copy);
    if (gold && undefined) {
        copy(out, GOLD, "1:", true, PLAIN, gold_copy);
        copy(out, GATE, "2:", false, PLAIN, gold_copy);
    }
    if (proofs) copy(out, side, gold ? "r:" : "q:", false, APART, gold_copy);
    if (gold && recodes) {
        copy(out, GOLD, "n:", false, "0:", gold_copy);
        copy(out, GOLD, "m:", false, "r:", gold_copy);
    }
    one_each(out, gold_copy, "invariant:now");
    fputs(".names invariant:true\n1\n", out);
    if (gold && recodes) {
        one_each(out, "n:", "invariant:after");
        one_each(out, "m:", "invariant:reset");
        fputs(".names invariant:now invariant:after invariant:kept\n0- 1\n-1 1\n", out);
    }
    for (uint32_t i = 0; i < output.items; i++) {
        if (!compared(output.item[i])) continue;
        const name_t *const point = &name[output.item[i]];
        const char *const net = text_of(point->on[side].output);
        if (gold && undefined) /* the value if both copies of gold agree, otherwise what gate has */
            fprintf(out, ".names 0:%s 1:%s 2:%s invariant:now %s\n11-1 1\n0111 1\n1011 1\n", net,
                    net, text_of(point->on[GATE].output), point->text);
        else
            fprintf(out, ".names 0:%s invariant:now %s\n11 1\n", net, point->text);
    }
    for (const proof_t *p = proof; p < proof + proofs; p++)
        if (strncmp(text_of(p->name), "next:", 5) == 0)
            fprintf(out, ".names %s invariant:now %s\n11 1\n", text_of(p->net[side]),
                    text_of(p->name));
        else
            connect(out, p->net[side], "", p->name);
    fputs(".end\n", out);
    if (fclose(out)) die(NO_FILE, "%s: cannot be written", path);
}

/* The counts, and what only one module has: a point, another clock or edge. */
static void report(void) {
    uint32_t points = 0;
    for (uint32_t i = 0; i < output.items; i++) {
        const name_t *const point = &name[output.item[i]];
        if (compared(output.item[i]))
            points++;
        else
            printf("only in %s: %s\n", side_name[!point->on[GOLD].output], point->text);
    }
    printf("points %u registers %u not read %u unknown %d\n", points, module[GATE].latches - 1,
           unread, module[GOLD].uses_undefined);
    for (int side = GOLD; side <= GATE; side++)
        for (uint32_t i = 1; i < module[side].latches; i++) {
            const latch_t *const latch = &module[side].latch[i];
            if (!is(text_of(latch->edge), "re") ||
                !is(text_of(source_of(side, latch->clock)), "clk_i"))
                printf("only in %s: clock of %s\n", side_name[side], text_of(latch->q));
        }
}

int main(int argc, char **argv) {
    if (argc != 5) die(BAD_INPUT, "usage: correspondence CODES BLIF LEFT RIGHT");
    number_of("");
    for (int side = GOLD; side <= GATE; side++)
        APPEND(module[side].latch, module[side].latches, module[side].latches_allocated);
    read_lines(argv[1], read_code_line);
    read_lines(argv[2], read_blif_line);
    if (!module[GOLD].port.items || !module[GATE].port.items)
        die(BAD_INPUT, "%s: no modules gold and gate", argv[2]);
    for (const gate_t *g = module[GOLD].gate; g < module[GOLD].gate + module[GOLD].gates; g++)
        assumed |= g->net.items > 1 && is(text_of(g->net.item[g->net.items - 1]), "assumption");
    add_codes();
    cut_latches();
    for (int side = GOLD; side <= GATE; side++) cut_cells(side);
    if (merged.items + recodes) relate();
    for (int side = GOLD; side <= GATE; side++)
        for (uint32_t i = 0; i < module[side].port.items; i++) {
            const uint32_t port = module[side].port.item[i];
            add_output(side, named("port:%s", text_of(port)), port);
        }
    report();
    write_network(GOLD, argv[3]);
    write_network(GATE, argv[4]);
    return fflush(stdout) ? NO_FILE : 0;
}
