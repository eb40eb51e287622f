/* SPDX-License-Identifier: Apache-2.0 */
/* write.c: the changed files. What the generated code calls is in verilated_idle.h.
 *
 *   root header   members: scord_stale, scord_awake, locals that blocks share, last values of pins
 *   SM header     members: scord_idle, what scord_evaluate asks, last values of what the SM gives
 *   function      its blocks, each `if (scord_stale[word] & bit) { ... }`, by words and quarters
 *   eval          its copies for $past, as blocks, after a rising edge only
 *   eval_ico      first compares the pins
 *   scord_evaluate(...) of an SM only while it is awake; then what it gives is compared
 */
#include "cosim/verilated/skip_idle/skip_idle.h"
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static FILE *to;

__attribute__((format(printf, 1, 2))) static void out(const char *how, ...) {
    va_list arguments;
    va_start(arguments, how);
    vfprintf(to, how, arguments);
    va_end(arguments);
    fputc('\n', to);
}

static char *bit_text(uint32_t bit) {
    assert(bit < 64);
    return format("0x%016llxULL", 1ULL << bit);
}

/* What marks every block that touches V; block B (NONE: no exception) only if it needs V. */
static char *marks(const variable_t *v, uint32_t b) {
    char *text = "";
    for (uint32_t i = 0; i < v->touch.count;) {
        const uint32_t word = blocks.of[v->touch.of[i].block].bit / 64;
        unsigned long long mask = 0;
        for (; i < v->touch.count && blocks.of[v->touch.of[i].block].bit / 64 == word; i++)
            if (v->touch.of[i].block != b || v->touch.of[i].needs)
                mask |= 1ULL << blocks.of[v->touch.of[i].block].bit % 64;
        if (mask) text = format("%s scord_stale[%u] |= 0x%016llxULL;", text, word, mask);
    }
    return text;
}

/* What wakes the SM of which V is an input; "": it is none. */
static char *input_mark(variable_t *v) {
    if (declared(v) == v || !declared(v)->input) return "";
    return format(" vlSymsp->%s.scord_changed_inputs = true; vlSelf->scord_awake |= %s;",
                  units.of[unit_of(v)], bit_text(unit_of(v)));
}

static bool writes(const statement_t *s, const variable_t *v) {
    for (uint32_t a = 0; a < s->access.count; a++)
        if (s->access.of[a].v == v && s->access.of[a].kind != READ) return true;
    return false;
}

/* Array V of block B is written under conditions only: MARK goes there, and it is not compared.
 * False: it is not so. */
static bool marked_in_place(const block_t *b, const variable_t *v, const char *mark) {
    for (int pass = 0; pass < 2; pass++) /* look, change */
        for (uint32_t k = 0; k < b->statement.count; k++) {
            statement_t *s = &statements.of[b->statement.of[k]];
            if (!writes(s, v)) continue;
            const bool is_if = match(s->text, "^ *if", NULL);
            if (is_if ? has(s->text, "else") || !closes(s->text, "}")
                      : !*s->condition || match(s->text, "^ *while", NULL))
                return false;
            if (pass == 0) continue;
            s->text = is_if ? replaced(s->text, "\\} *$", format("   %s }", mark))
                            : format("%s\n%s", s->text, mark);
        }
    return true;
}

/* Text of a statement: an assertion that fails marks its block, by MARK. */
static void write_statement(const char *text, const char *mark) {
    for (regmatch_t at; match(text, "VL_STOP_MT\\([^;]*\\);", &at); text += at.rm_eo)
        fprintf(to, "%.*s%s", (int)at.rm_eo, text, mark);
    out("%s", text);
}

static void write_block(uint32_t number) {
    const block_t *b = &blocks.of[number];
    const uint32_t word = b->bit / 64;
    const char *bit = bit_text(b->bit % 64), *condition = "";
    texts_t compared = {0}, mark = {0}; /* what is compared, and what marks then */
    out("    if (scord_stale[%u] & %s) {\n        scord_stale[%u] &= ~%s;", word, bit, word, bit);
    for (uint32_t i = 0; i < b->locals.count; i++) {
        out("%s", b->locals.of[i]->local);
        if (b->locals.of[i]->initial) out("%s", b->locals.of[i]->initial);
    }
    for (uint32_t i = 0; i < b->touched.count; i++) {
        variable_t *v = b->touched.of[i];
        uint32_t t = 0;
        while (v->touch.of[t].block != number) t++;
        if (!v->touch.of[t].writes || (v->local && v->touch.count == 1)) continue;
        char *m = format("%s%s", marks(v, number), input_mark(v));
        if (!*m || (v->array && marked_in_place(b, v, m))) continue;
        PUSH(compared, format("%s", v->text));
        PUSH(mark, m);
        out("        const auto scord_before_%u = %s;", compared.count, v->text);
    }
    for (uint32_t k = 0; k < b->statement.count; k++) {
        const statement_t *s = &statements.of[b->statement.of[k]];
        const bool other = strcmp(condition, s->condition) != 0;
        if (other && *condition) out("    }");
        if (other && *s->condition) out("    if (%s) {", s->condition);
        condition = s->condition;
        write_statement(s->text, format(" scord_stale[%u] |= %s;", word, bit));
    }
    if (*condition) out("    }");
    for (uint32_t i = 0; i < compared.count; i++)
        out("        if (scord_differs(scord_before_%u, %s)) {%s }", i + 1, compared.of[i],
            mark.of[i]);
    out("    }");
}

/* Blocks of F; 64 and 16 of them are skipped at once. */
static void write_function(const function_t *f) {
    uint32_t word = NONE, quarter = NONE;
    out("    uint64_t *const scord_stale = vlSelf->scord_stale.of;");
    for (uint32_t i = 0; i < f->shared.count; i++)
        out("    auto &%s = vlSelf->scord_locals_%u.%s;", f->shared.of[i]->text, f->number,
            f->shared.of[i]->text);
    for (uint32_t b = f->first_block; b < f->last_block; b++) {
        const uint32_t bit = blocks.of[b].bit;
        if (bit / 16 != quarter) {
            if (quarter != NONE) out("    }");
            if (bit / 64 != word) {
                if (word != NONE) out("    }");
                word = bit / 64;
                out("    if (scord_stale[%u]) {", word);
            }
            quarter = bit / 16;
            out("    if (scord_stale[%u] & 0xffffULL << %u) {", word, quarter % 4 * 16);
        }
        write_block(b);
    }
    if (word != NONE) out("    }\n    }");
}

/* Compares V, by NOW, with its last value KEPT, and marks what touches it (and does MORE). */
static void write_comparison(const variable_t *v, const char *kept, const char *now,
                             const char *more) {
    out("    if (scord_differs(%s, %s)) { std::memcpy(&%s, &%s, sizeof %s);%s%s }", kept, now, kept,
        now, now, marks(v, NONE), more);
}

/* The SM's variable V that the root reads and never writes: what the SM gives. */
static const char *given(const variable_t *v) {
    return has(v->name, ".") && !v->written ? strchr(v->name, '.') + 1 : NULL;
}

/* Functions that compare what each SM gives. */
static void write_looks(const char *prefix) {
    for (uint32_t unit = 0; unit < units.count; unit++) {
        out("static void VL_ATTR_UNUSED scord_look_%u(%s___024root* vlSelf, %s__Syms* vlSymsp) {\n"
            "    uint64_t *const scord_stale = vlSelf->scord_stale.of;\n"
            "    auto &unit = vlSymsp->%s;",
            unit, prefix, prefix, units.of[unit]);
        for (uint32_t i = 0; i < variables.count; i++) {
            const char *member = given(variables.of[i]);
            if (member && unit_of(variables.of[i]) == unit)
                write_comparison(variables.of[i], format("unit.scord_given_%s", member),
                                 format("unit.%s", member), "");
        }
        out("}");
    }
}

static void write_members(void) {
    out("    // skip_idle\n    scord_stale_t<%u> scord_stale;\n"
        "    uint64_t scord_awake = ~UINT64_C(0);",
        stale_words);
    for (uint32_t f = 0; f < functions.count; f++) {
        const variables_t *shared = &functions.of[f]->shared;
        if (shared->count == 0) continue;
        out("    struct {");
        for (uint32_t i = 0; i < shared->count; i++) out("%s", shared->of[i]->local);
        out("    } scord_locals_%u{};", functions.of[f]->number);
    }
    for (uint32_t i = 0; i < pins.count; i++)
        if (pins.of[i]->used)
            out("    decltype(%s) scord_kept_%s{};", pins.of[i]->name, pins.of[i]->name);
}

static void write_pins(void) {
    out("    uint64_t *const scord_stale = vlSelf->scord_stale.of;");
    for (uint32_t i = 0; i < pins.count; i++)
        if (pins.of[i]->used)
            write_comparison(
                pins.of[i], format("vlSelf->scord_kept_%s", pins.of[i]->name), pins.of[i]->text,
                is_name(pins.of[i]->name, "rst_ni") ? " vlSelf->scord_awake = ~UINT64_C(0);" : "");
}

/* LINE, a call of an SM's function. */
static void write_call(const char *line) {
    const char *call = line + strspn(line, " "), *name = strstr(call, "->") + 2;
    const uint32_t unit = index_of(&units, name, name_length(name));
    const char *bit = bit_text(unit);
    out("        if (vlSelf->scord_awake & %s) { if (!%s) vlSelf->scord_awake &= ~%s; else "
        "scord_look_%u(vlSelf, vlSymsp); }",
        bit, replaced(call, ";$", ""), bit, unit);
}

/* Writes F up to its closing brace, of eval up to the copies' end; returns the line behind. */
static uint32_t write_changed(const function_t *f) {
    char *const *line = f->file->line.of;
    for (uint32_t i = f->start; i < f->from; i++)
        if (f->eval || i == f->start ||
            match(line[i], "vlSymsp VL_ATTR|VL_DEBUG_IF|false && vlSelf", NULL))
            out("%s", line[i]);
    if (f->eval) out("    if (vlSelf->clk_i) {");
    write_function(f);
    if (f->eval) out("    }");
    return f->to;
}

static void write_root(const file_t *file, const char *prefix) {
    if (file->calls_units) out("#define SCORD_UNIT_FUNCTIONS %uU  // skip_idle", unit_roles);
    for (uint32_t i = 0; i < file->line.count; i++) {
        for (uint32_t f = 0; f < functions.count; f++)
            if (functions.of[f]->file == file && functions.of[f]->start == i)
                i = write_changed(functions.of[f]);
        const char *text = file->line.of[i];
        if (match(text, "^ *scord_evaluate\\(&vlSymsp->", NULL))
            write_call(text);
        else
            out("%s", text);
        if (file->calls_units && match(text, "^#include .*root\\.h\"", NULL)) write_looks(prefix);
        if (i > 0 && i == file->pins_line) write_pins();
    }
}

/* Members of the class of the SMs. */
static void write_unit_members(void) {
    texts_t members = {0};
    for (uint32_t v = 0; v < variables.count; v++) {
        const char *member = given(variables.of[v]);
        if (!member || index_of(&members, member, strlen(member)) < members.count) continue;
        PUSH(members, copy(member, strlen(member)));
        out("    decltype(%s) scord_given_%s{};", member, member);
    }
    out("    // skip_idle\n    scord_idle_t scord_idle;\n    bool scord_changed_inputs = true;\n"
        "    bool scord_same_inputs() const { return !scord_changed_inputs; }\n"
        "    void scord_keep_inputs() { scord_changed_inputs = false; }");
}

void write_files(const char *prefix) {
    for (uint32_t i = 0; i < files.count; i++) {
        const file_t *file = files.of[i];
        if (file->kind == UNIT || file->kind == SLOW) continue;
        to = fopen(file->name, "w");
        for (uint32_t n = 0; to && file->kind != ROOT && n < file->line.count; n++) {
            const bool members = has(file->line.of[n], "INTERNAL METHODS");
            if (members && file->kind == ROOT_HEADER) write_members();
            out("%s", file->line.of[n]);
            if (members && file->kind == UNIT_HEADER) write_unit_members();
        }
        if (to && file->kind == ROOT) write_root(file, prefix);
        if (!to || fclose(to) != 0) {
            fprintf(stderr, "skip_idle: %s cannot be written\n", file->name);
            exit(2);
        }
    }
}
