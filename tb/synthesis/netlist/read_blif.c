/* SPDX-License-Identifier: Apache-2.0 */
/* read_blif.c: reads both inputs of correspondence.c, line by line; see cut.h. */
#include <stdio.h>
#include <stdlib.h>

#include "tb/synthesis/netlist/cut.h"

enum { NEITHER = -1 }; /* a model that is not gold or gate: a black box */

typedef struct reader {
    cut_t *cut;
    const char *path;
    unsigned line;     /* its number, from 1 */
    int side;          /* of the model that is read */
    uint32_t model;    /* its name */
    bool open;         /* the lines of a truth table may follow */
    unsigned unknowns; /* unknown values of gate so far */
} reader_t;

static _Noreturn void refuse(const reader_t *reader, const char *what, const char *text) {
    cut_die(CUT_BAD_INPUT, "%s:%u: %s: %s", reader->path, reader->line, what, text);
}

/* True: LINE begins with DIRECTIVE and a blank, or is it. */
static bool begins(const char *line, const char *directive) {
    const size_t length = strlen(directive);
    return strcspn(line, " ") == length && strncmp(line, directive, length) == 0;
}

/* WORD, in which an unknown value of gate is a free input of its own. */
static uint32_t known(reader_t *reader, const char *word) {
    static const char undefined[] = "$undef";
    const size_t length = strlen(word), tail = strlen(undefined);
    if (reader->side != GATE || length < tail) return symbol_of(reader->cut, word);
    const size_t before = length - tail;
    if (!is(word + before, undefined) || (before && word[before - 1] != '='))
        return symbol_of(reader->cut, word);
    const uint32_t unknown = symbol_format(reader->cut, "unknown:%u", ++reader->unknowns);
    cut_add_input(reader->cut, GATE, unknown, unknown);
    return symbol_format(reader->cut, "%.*s%s", (int)before, word, text_of(reader->cut, unknown));
}

/* The words of LINE, which it cuts; the caller's to free or to keep. */
static list_t words_of(reader_t *reader, char *line) {
    list_t words = {0};
    for (char *word = strtok(line, " \t"); word; word = strtok(NULL, " \t"))
        append(&words, words.items ? known(reader, word) : symbol_of(reader->cut, word));
    return words;
}

/* ---- lines of BLIF --------------------------------------------------------------------------- */

static void read_latch(reader_t *reader, const list_t *words) {
    const uint32_t *const word = words->item;
    if (words->items < 5)
        refuse(reader, "expected: .latch D Q EDGE CLOCK",
               text_of(reader->cut, word[words->items - 1]));
    module_t *const own = &reader->cut->module[reader->side];
    symbol_at(reader->cut, word[2])->on[reader->side].latch = own->latches;
    *APPEND(own->latch, own->latches, own->latches_allocated) =
        (latch_t){.d = word[1], .q = word[2], .edge = word[3], .clock = word[4]};
}

/* Keeps WORDS. */
static void read_cell(reader_t *reader, const list_t *words) {
    module_t *const own = &reader->cut->module[reader->side];
    for (uint32_t i = 2; i < words->items; i++) {
        const char *const pin = text_of(reader->cut, words->item[i]);
        if (!strchr(pin, '=')) refuse(reader, "expected: PIN=NET", pin);
    }
    if (words->items < 2) refuse(reader, "expected: .subckt BOX PIN=NET ...", ".subckt");
    APPEND(own->cell, own->cells, own->cells_allocated)->word = *words;
}

static void read_cell_name(reader_t *reader, const list_t *words) {
    module_t *const own = &reader->cut->module[reader->side];
    if (!own->cells || words->items != 2)
        refuse(reader, "expected: .subckt, then .cname NAME", text_of(reader->cut, words->item[0]));
    own->cell[own->cells - 1].name = words->item[1];
}

static void read_gate(reader_t *reader, const list_t *words) {
    module_t *const own = &reader->cut->module[reader->side];
    if (words->items < 2)
        refuse(reader, "expected: .names NET ...", text_of(reader->cut, words->item[0]));
    gate_t *const gate = APPEND(own->gate, own->gates, own->gates_allocated);
    for (uint32_t i = 1; i < words->items; i++) {
        append(&gate->net, words->item[i]);
        own->uses_undefined |= is(text_of(reader->cut, words->item[i]), "$undef");
    }
}

/* A line of a truth table. "1 1" makes a gate of one input an alias. */
static void read_cube(reader_t *reader, const char *line) {
    module_t *const own = &reader->cut->module[reader->side];
    if (!reader->open || line[strspn(line, "01- ")]) refuse(reader, "not a line of BLIF", line);
    gate_t *const last = &own->gate[own->gates - 1];
    append(&last->cube, symbol_of(reader->cut, line));
    if (!is(line, "1 1") || last->net.items != 2 || last->cube.items != 1) return;
    symbol_at(reader->cut, last->net.item[1])->on[reader->side].alias = last->net.item[0];
    append(&own->alias, last->net.item[1]);
}

static void read_outputs(reader_t *reader, const list_t *words) {
    cut_t *const cut = reader->cut;
    for (uint32_t i = 1; i < words->items; i++) {
        const uint32_t port = words->item[i];
        if (reader->side != NEITHER)
            append(&cut->module[reader->side].port, port);
        else
            symbol_at(cut,
                      symbol_format(cut, "%s %s", text_of(cut, reader->model), text_of(cut, port)))
                ->drives = true;
    }
}

static void read_model(reader_t *reader, const char *name) {
    reader->model = symbol_of(reader->cut, name);
    reader->side = is(name, "gold") ? GOLD : is(name, "gate") ? GATE : NEITHER;
    reader->open = false;
}

static void read_blif_line(reader_t *reader, char *line) {
    static const char model[] = ".model";
    if (begins(line, model)) {
        const char *const name = line + strlen(model);
        read_model(reader, name + (*name == ' '));
        return;
    }
    const bool skipped = reader->side == NEITHER && !begins(line, ".outputs");
    if (!*line || *line == '#' || is(line, ".end") || skipped) return;
    if (*line != '.') {
        read_cube(reader, line);
        return;
    }
    list_t words = words_of(reader, line);
    const char *const directive = text_of(reader->cut, words.item[0]);
    bool keep = false;
    reader->open = is(directive, ".names");
    if (is(directive, ".outputs")) {
        read_outputs(reader, &words);
    } else if (reader->open) {
        read_gate(reader, &words);
    } else if (is(directive, ".inputs")) {
        for (uint32_t i = 1; i < words.items; i++)
            cut_add_input(reader->cut, reader->side, words.item[i], words.item[i]);
    } else if (is(directive, ".latch")) {
        read_latch(reader, &words);
    } else if (is(directive, ".subckt")) {
        read_cell(reader, &words);
        keep = true;
    } else if (is(directive, ".cname")) {
        read_cell_name(reader, &words);
    } else {
        refuse(reader, "not a line of BLIF", directive);
    }
    if (!keep) free(words.item);
}

/* ".fsm MODULE REGISTER", then ".map CODE-BEFORE CODE-AFTER" for each state. */
static void read_code_line(reader_t *reader, char *line) {
    cut_t *const cut = reader->cut;
    list_t words = words_of(reader, line);
    const uint32_t *const word = words.item;
    const char *const directive = words.items ? text_of(cut, word[0]) : "#";
    if (words.items == 3 && is(directive, ".fsm")) {
        APPEND(cut->machine, cut->machines, cut->machines_allocated)->name = word[2];
        symbol_at(cut, word[2])->coded = true;
    } else if (words.items == 3 && is(directive, ".map") && cut->machines) {
        append(&cut->machine[cut->machines - 1].before, word[1]);
        append(&cut->machine[cut->machines - 1].after, word[2]);
    } else if (*directive != '#') {
        refuse(reader, "expected: .fsm MODULE REGISTER, then .map CODE CODE", directive);
    }
    free(words.item);
}

static void read_lines(cut_t *cut, const char *path, void (*read_line)(reader_t *, char *)) {
    reader_t reader = {.cut = cut, .path = path, .side = NEITHER};
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    FILE *const in = fopen(path, "r");
    if (!in) cut_die(CUT_NO_FILE, "%s: cannot be opened", path);
    for (reader.line = 1; (length = getline(&line, &room, in)) >= 0; reader.line++) {
        while (length && strchr(" \t\r\n", line[length - 1])) line[--length] = 0;
        read_line(&reader, line);
    }
    if (ferror(in)) cut_die(CUT_NO_FILE, "%s: cannot be read", path);
    fclose(in);
    free(line);
}

void cut_read_codes(cut_t *cut, const char *path) { read_lines(cut, path, read_code_line); }

void cut_read_blif(cut_t *cut, const char *path) {
    read_lines(cut, path, read_blif_line);
    const module_t *const gold = &cut->module[GOLD];
    if (!gold->port.items || !cut->module[GATE].port.items)
        cut_die(CUT_BAD_INPUT, "%s: no modules gold and gate", path);
    for (const gate_t *g = gold->gate; g < gold->gate + gold->gates; g++)
        cut->assumed |= g->net.items > 1 &&
                        is(text_of(cut, g->net.item[g->net.items - 1]), "assumption");
}
