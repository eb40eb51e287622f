/* SPDX-License-Identifier: Apache-2.0 */
/* write_network.c: the network of one module as BLIF, made of copies of the modules; see cut.h.
 *
 * correspondence.c has the prefixes of the copies. An output is compared where "invariant:now"
 * holds: of each group of recoded flip-flops exactly one is 1, and gold's assumption is 1.
 */
#include <stdio.h>

#include "tb/synthesis/netlist/cut.h"

/* What the flip-flops of a copy hold. */
typedef enum holds {
    PLAIN, /* the same input for all that correspond */
    APART, /* reset, merged and recoded ones with a value of their own, to be brought together */
    AFTER  /* what the copy of the cycle before gave them */
} holds_t;

typedef struct copy {
    const char *prefix;
    holds_t holds;
    const char *before; /* AFTER: the prefix of that copy */
    bool unknown;       /* the value of gold's unknown bits */
} copy_t;

typedef struct writer {
    cut_t *cut;
    FILE *out;
    int side;
    const char *gold_copy; /* the prefix of the copy of gold that gives recoded flip-flops */
} writer_t;

static void connect(const writer_t *writer, uint32_t from, const char *prefix, uint32_t to) {
    fprintf(writer->out, ".names %s %s%s\n1 1\n", text_of(writer->cut, from), prefix,
            text_of(writer->cut, to));
}

/* The net with what LATCH holds in a copy. */
static uint32_t state_of(const writer_t *writer, int side, const latch_t *latch,
                         const copy_t *copy) {
    cut_t *const cut = writer->cut;
    const char *const q = text_of(cut, latch->q);
    if (copy->holds == APART && latch->apart)
        return symbol_format(cut, "%s%s", cut_apart_prefix(side), q);
    if (copy->holds == AFTER)
        return symbol_format(cut, "%s%s", copy->before, text_of(cut, latch->d));
    if (latch->function)
        return symbol_format(cut, "%s%s", writer->gold_copy, text_of(cut, latch->function));
    const uint32_t same = side == GOLD ? latch->first : latch->partner;
    return symbol_format(cut, "state:%s", same ? text_of(cut, cut->module[GOLD].latch[same].q) : q);
}

static void write_inputs(const writer_t *writer, int side, const copy_t *copy) {
    cut_t *const cut = writer->cut;
    for (uint32_t i = 0; i < cut->input.items; i++) {
        const uint32_t input = cut->input.item[i], net = symbol_at(cut, input)->on[side].input;
        if (!net) continue;
        if (copy->holds == APART && is(text_of(cut, input), "rst_ni"))
            fprintf(writer->out, ".names %s%s\n", copy->prefix, text_of(cut, net)); /* 0 */
        else
            connect(writer, input, copy->prefix, net);
    }
}

static void write_copy(const writer_t *writer, int side, copy_t copy) {
    const cut_t *const cut = writer->cut;
    const module_t *const own = &cut->module[side];
    const char *const prefix = copy.prefix;
    FILE *const out = writer->out;
    write_inputs(writer, side, &copy);
    for (uint32_t i = 1; i < own->latches; i++)
        connect(writer, state_of(writer, side, &own->latch[i], &copy), prefix, own->latch[i].q);
    fprintf(out, ".names %s$false\n.names %s$true\n1\n.names %s$undef\n%s", prefix, prefix, prefix,
            copy.unknown ? "1\n" : "");
    for (const gate_t *g = own->gate; g < own->gate + own->gates; g++) {
        fputs(".names", out);
        for (uint32_t i = 0; i < g->net.items; i++)
            fprintf(out, " %s%s", prefix, text_of(cut, g->net.item[i]));
        fputc('\n', out);
        for (uint32_t i = 0; i < g->cube.items; i++)
            fprintf(out, "%s\n", text_of(cut, g->cube.item[i]));
    }
}

/* "RESULT:NUMBER": by the nets of a copy of gold, exactly one of a group is 1. */
static void one_of(const writer_t *writer, const list_t *member, const char *prefix,
                   const char *result, uint32_t number) {
    FILE *const out = writer->out;
    fputs(".names", out);
    for (uint32_t i = 0; i < member->items; i++)
        fprintf(out, " %s%s", prefix, text_of(writer->cut, member->item[i]));
    fprintf(out, " %s:%u\n", result, number);
    for (uint32_t one = 0; one < member->items; one++) {
        for (uint32_t i = 0; i < member->items; i++) fputc(i == one ? '1' : '0', out);
        fputs(" 1\n", out);
    }
}

/* RESULT: so for each group, and the assumption is 1 if there is one. */
static void one_each(const writer_t *writer, const char *prefix, const char *result) {
    const cut_t *const cut = writer->cut;
    FILE *const out = writer->out;
    for (uint32_t g = 0; g < cut->groups; g++)
        one_of(writer, &cut->group[g].member, prefix, result, g + 1);
    fputs(".names", out);
    for (uint32_t g = 0; g < cut->groups; g++) fprintf(out, " %s:%u", result, g + 1);
    if (cut->assumed) fprintf(out, " %sassumption", prefix);
    fprintf(out, " %s\n", result);
    for (uint32_t i = 0; i < cut->groups + cut->assumed; i++) fputc('1', out);
    fputs(cut->groups + cut->assumed ? " 1\n" : "1\n", out);
}

static void write_head(const writer_t *writer) {
    const cut_t *const cut = writer->cut;
    FILE *const out = writer->out;
    fputs(".model cut\n.inputs", out);
    for (uint32_t i = 0; i < cut->input.items; i++)
        fprintf(out, " %s", text_of(cut, cut->input.item[i]));
    fputs("\n.outputs", out);
    for (uint32_t i = 0; i < cut->output.items; i++)
        if (cut_compared(cut, cut->output.item[i]))
            fprintf(out, " %s", text_of(cut, cut->output.item[i]));
    for (uint32_t i = 0; i < cut->proofs; i++)
        fprintf(out, " %s", text_of(cut, cut->proof[i].name));
    fputc('\n', out);
}

static void write_copies(const writer_t *writer) {
    const cut_t *const cut = writer->cut;
    const bool gold = writer->side == GOLD;
    if (!gold && (cut->recodes || cut->assumed)) write_copy(writer, GOLD, (copy_t){.prefix = "g:"});
    write_copy(writer, writer->side, (copy_t){.prefix = "0:"});
    if (gold && cut->module[GOLD].uses_undefined) {
        write_copy(writer, GOLD, (copy_t){.prefix = "1:", .unknown = true});
        write_copy(writer, GATE, (copy_t){.prefix = "2:"});
    }
    if (cut->proofs)
        write_copy(writer, writer->side, (copy_t){.prefix = gold ? "r:" : "q:", .holds = APART});
    if (gold && cut->recodes) {
        write_copy(writer, GOLD, (copy_t){.prefix = "n:", .holds = AFTER, .before = "0:"});
        write_copy(writer, GOLD, (copy_t){.prefix = "m:", .holds = AFTER, .before = "r:"});
    }
}

static void write_invariants(const writer_t *writer) {
    one_each(writer, writer->gold_copy, "invariant:now");
    fputs(".names invariant:true\n1\n", writer->out);
    if (writer->side != GOLD || !writer->cut->recodes) return;
    one_each(writer, "n:", "invariant:after");
    one_each(writer, "m:", "invariant:reset");
    fputs(".names invariant:now invariant:after invariant:kept\n0- 1\n-1 1\n", writer->out);
}

/* Where gold has unknown values: its value if both copies of gold agree, otherwise what gate has.
 */
static void write_outputs(const writer_t *writer) {
    const cut_t *const cut = writer->cut;
    for (uint32_t i = 0; i < cut->output.items; i++) {
        if (!cut_compared(cut, cut->output.item[i])) continue;
        const symbol_t *const point = &cut->symbol[cut->output.item[i]];
        const char *const net = text_of(cut, point->on[writer->side].output);
        if (writer->side == GOLD && cut->module[GOLD].uses_undefined)
            fprintf(writer->out, ".names 0:%s 1:%s 2:%s invariant:now %s\n11-1 1\n0111 1\n1011 1\n",
                    net, net, text_of(cut, point->on[GATE].output), point->text);
        else
            fprintf(writer->out, ".names 0:%s invariant:now %s\n11 1\n", net, point->text);
    }
}

static void write_proofs(const writer_t *writer) {
    const cut_t *const cut = writer->cut;
    for (const proof_t *p = cut->proof; p < cut->proof + cut->proofs; p++)
        if (strncmp(text_of(cut, p->name), "next:", strlen("next:")) == 0)
            fprintf(writer->out, ".names %s invariant:now %s\n11 1\n",
                    text_of(cut, p->net[writer->side]), text_of(cut, p->name));
        else
            connect(writer, p->net[writer->side], "", p->name);
}

void cut_write_network(cut_t *cut, int side, const char *path) {
    const writer_t writer = {
        .cut = cut, .out = fopen(path, "w"), .side = side, .gold_copy = side == GOLD ? "0:" : "g:"};
    if (!writer.out) cut_die(CUT_NO_FILE, "%s: cannot be written", path);
    write_head(&writer);
    write_copies(&writer);
    write_invariants(&writer);
    write_outputs(&writer);
    write_proofs(&writer);
    fputs(".end\n", writer.out);
    if (fclose(writer.out)) cut_die(CUT_NO_FILE, "%s: cannot be written", path);
}
