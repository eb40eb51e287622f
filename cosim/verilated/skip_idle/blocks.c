/* SPDX-License-Identifier: Apache-2.0 */
/* blocks.c: which statements make a block.
 *
 * - An edge leads to a statement from each that it must stand behind: what writes a variable is in
 *   front of what reads or writes it later, what reads it in front of what writes it later.
 * - Statements that write one variable, and what stands between them by their edges, make one group
 *   if it stays small: otherwise a block would see the variable change twice in a cycle. Variables
 *   of few writers come first, as a group that is large already takes no more.
 * - A block is groups of one part of the design, in an order that keeps every edge. Statements that
 *   nearly every cycle makes run (`noise`) stand apart: the others can be idle.
 */
#include "cosim/verilated/skip_idle/skip_idle.h"
#include <assert.h>

/* Characters of a block; statements of one variable's span, of a group. All for speed only. */
enum { BLOCK_LENGTH = 30000, SPAN_MOST = 60, GROUP_MOST = 100 };

__typeof__(blocks) blocks;
uint32_t stale_words;

/* ---- edges ---- */

/* All edges to AFTER are added in a row: its stamp keeps out doubles. */
static void add_edge(uint32_t before, uint32_t after) {
    statement_t *s = &statements.of[before];
    if (before == after || s->stamp == after) return;
    assert(before < after);
    s->stamp = after;
    PUSH(s->followers, after);
    statements.of[after].waiting++;
}

static void find_edges(const function_t *f) {
    for (uint32_t v = 0; v < variables.count; v++) {
        variables.of[v]->last_write = NONE;
        variables.of[v]->readers.count = 0;
    }
    for (uint32_t i = f->first; i < f->last; i++) {
        const statement_t *s = &statements.of[i];
        for (uint32_t a = 0; a < s->access.count; a++) {
            const variable_t *v = s->access.of[a].v;
            numbers_t *readers = &s->access.of[a].v->readers;
            if (v->last_write != NONE) add_edge(v->last_write, i);
            if (s->access.of[a].kind == READ)
                PUSH(*readers, i);
            else
                for (uint32_t r = 0; r < readers->count; r++) add_edge(readers->of[r], i);
        }
        for (uint32_t a = 0; a < s->access.count; a++)
            if (s->access.of[a].kind != READ) {
                s->access.of[a].v->last_write = i;
                s->access.of[a].v->readers.count = 0;
            }
    }
}

/* ---- groups ---- */

static statement_t *group_of(uint32_t s) {
    assert(s < statements.count);
    while (statements.of[s].group != s) s = statements.of[s].group;
    return &statements.of[s];
}

/* Makes one group of WRITERS (ascending) and of what stands between them. */
static void join_writers(const numbers_t *writers) {
    static uint32_t join;
    const uint32_t low = writers->of[0], high = writers->of[writers->count - 1];
    uint32_t inside = writers->count, members = 0;
    join++;
    for (uint32_t i = 0; i < writers->count; i++)
        statements.of[writers->of[i]].reached = statements.of[writers->of[i]].inside = join;
    for (uint32_t t = low; t < high; t++) {
        const statement_t *s = &statements.of[t];
        for (uint32_t i = 0; s->reached == join && i < s->followers.count; i++)
            statements.of[s->followers.of[i]].reached = join;
    }
    for (uint32_t t = high + 1; t-- > low;) {
        statement_t *s = &statements.of[t];
        for (uint32_t i = 0; s->reached == join && s->inside != join && i < s->followers.count; i++)
            if (statements.of[s->followers.of[i]].inside == join) {
                s->inside = join;
                inside++;
            }
    }
    for (uint32_t t = low; t <= high; t++) {
        statement_t *group = group_of(t);
        if (statements.of[t].inside != join || group->counted == join) continue;
        group->counted = join;
        members += group->joined;
    }
    if (inside > SPAN_MOST || members > GROUP_MOST) return;
    const uint32_t name = group_of(low)->group;
    for (uint32_t t = low; t <= high; t++)
        if (statements.of[t].inside == join) group_of(t)->group = name;
    statements.of[name].joined = members;
}

static void find_groups(const function_t *f) {
    for (uint32_t v = 0; v < variables.count; v++) variables.of[v]->writers.count = 0;
    for (uint32_t i = f->first; i < f->last; i++) {
        statement_t *s = &statements.of[i];
        s->group = i;
        s->joined = 1;
        for (uint32_t a = 0; a < s->access.count; a++) {
            variable_t *v = s->access.of[a].v;
            if (s->access.of[a].kind == READ && !v->local) continue;
            if (v->writers.count && v->writers.of[v->writers.count - 1] == i) continue;
            PUSH(v->writers, i);
        }
    }
    for (uint32_t n = 2; n <= SPAN_MOST; n++)
        for (uint32_t v = 0; v < variables.count; v++)
            if (variables.of[v]->writers.count == n) join_writers(&variables.of[v]->writers);
}

/* Marks as hot what reads a ready of AXI, a counter of cycles or of the beats of the clear, or what
 * these alone make. */
static void find_hot(void) {
    for (uint32_t i = 0; i < variables.count; i++)
        variables.of[i]->noise =
            match(variables.of[i]->name,
                  "^m_axi_(aw|w|ar)ready_i$|_(aw|w|ar)ready$|(^|__DOT__)cycle_q$|"
                  "u_metadata_clear__DOT__beat_q$|u_control_registers__DOT__counters_q$",
                  NULL);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < statements.count; i++) {
            statement_t *s = &statements.of[i];
            bool any = false, only = true;
            for (uint32_t a = 0; a < s->access.count; a++) {
                if (s->access.of[a].kind != READ) continue;
                any |= s->access.of[a].v->noise;
                only &= s->access.of[a].v->noise;
            }
            s->hot |= any;
            for (uint32_t a = 0; a < s->access.count && any && only; a++) {
                variable_t *v = s->access.of[a].v;
                if (s->access.of[a].kind == READ || v->noise) continue;
                v->noise = changed = true;
            }
        }
    }
}

/* The part of the design that S is in: that of the first variable it writes, or reads. */
static char *part_of(const statement_t *s) {
    static const char detector[] = "scord_top__DOT__u_scord_detector__DOT__";
    char *path = "";
    for (uint32_t a = 0; a < s->access.count; a++) {
        const access_t *access = &s->access.of[a];
        if (access->kind == READ && *path) continue;
        path = replaced(access->v->name, "^[0-9]+:", "");
        path = replaced(path, "^__Vdly__|^__Vdlyv[a-z0-9]*__|^__Vfunc_|^__Vsampled__TOP__", "");
        path = replaced(path, "__DOT___[A-Za-z_0-9]*$", ""); /* the member of its module */
        path = replaced(path, "__DOT__[^_]([^_]|_[^_])*(__v[0-9])?$", "");
        if (access->kind != READ) break;
    }
    if (has(path, "g_sm__BRA")) return "sm";
    if (!begins(path, detector)) return has(path, "u_control_registers") ? "control" : "top";
    path += strlen(detector);
    return begins(path, "g_lane") ? "lane" : replaced(path, "__DOT__.*|__BRA__.*", "");
}

/* Members of the groups of F, for how many statements of others each waits, and its part. */
static void name_groups(const function_t *f) {
    for (uint32_t i = f->first; i < f->last; i++) {
        statement_t *s = &statements.of[i], *group = group_of(i);
        s->owner = part_of(s);
        group->hot_group |= s->hot;
        PUSH(group->members, i);
        for (uint32_t n = 0; n < s->followers.count; n++)
            group_of(s->followers.of[n])->blocked += group_of(s->followers.of[n]) != group;
    }
    for (uint32_t i = f->first; i < f->last; i++)
        statements.of[i].owner = format("%s%s", group_of(i)->hot_group ? "hot " : "",
                                        group_of(i)->owner);
}

/* ---- blocks ---- */

/* Puts the statements of GROUP at the end of the last block. */
static void put_group(const statement_t *group) {
    block_t *b = &blocks.of[blocks.count - 1];
    for (uint32_t m = 0; m < group->members.count; m++) {
        statement_t *s = &statements.of[group->members.of[m]];
        assert(!s->done && s->waiting == 0);
        s->done = true;
        PUSH(b->statement, group->members.of[m]);
        b->length += strlen(s->text);
        for (uint32_t i = 0; i < s->followers.count; i++) {
            const uint32_t after = s->followers.of[i];
            statements.of[after].waiting--;
            group_of(after)->blocked -= group_of(after) != group;
        }
    }
}

/* GROUP becomes one group for each of its statements. */
static void take_apart(statement_t *group) {
    const numbers_t members = group->members;
    group->members = (numbers_t){0};
    for (uint32_t m = 0; m < members.count; m++) {
        statement_t *s = &statements.of[members.of[m]];
        s->group = members.of[m];
        PUSH(s->members, members.of[m]);
        s->blocked = s->waiting;
    }
}

static bool is_free(uint32_t s) { return !statements.of[s].done && group_of(s)->blocked == 0; }

/* Blocks of F. */
static void arrange(function_t *f) {
    find_edges(f);
    find_groups(f);
    name_groups(f);
    f->first_block = blocks.count;
    for (uint32_t low = f->first; low < f->last;) {
        if (statements.of[low].done) {
            low++;
            continue;
        }
        uint32_t s = low;
        while (s < f->last && !is_free(s)) s++;
        if (s == f->last) { /* groups wait for each other */
            take_apart(group_of(low));
            continue;
        }
        PUSH(blocks, (block_t){.f = f});
        const block_t *b = &blocks.of[blocks.count - 1];
        const char *owner = statements.of[s].owner;
        for (bool found = true; found && b->length < BLOCK_LENGTH;) {
            found = false;
            for (s = low; s < f->last && b->length < BLOCK_LENGTH; s++)
                if (is_free(s) && strcmp(statements.of[s].owner, owner) == 0) {
                    put_group(group_of(s));
                    found = true;
                }
        }
    }
    f->last_block = blocks.count;
    for (uint32_t i = f->first; i < f->last; i++)
        assert(statements.of[i].done && statements.of[i].waiting == 0);
}

/* ---- what blocks read and write ---- */

static bool has_number(const numbers_t *list, int64_t number) {
    for (uint32_t i = 0; i < list->count; i++)
        if (list->of[i] == number) return true;
    return false;
}

/* BLOCK, the last one so far, does ACCESS. */
static void touch(uint32_t block, const access_t *access) {
    variable_t *v = access->v;
    if (v->touch.count == 0 || v->touch.of[v->touch.count - 1].block != block) {
        PUSH(v->touch, (touch_t){.block = block});
        PUSH(blocks.of[block].touched, v);
        v->whole = false;
        v->parts.count = 0;
    }
    touch_t *t = &v->touch.of[v->touch.count - 1];
    const bool known = access->element >= 0 && has_number(&v->parts, access->element);
    if (access->kind == READ) {
        t->needs |= !v->whole && !known;
        return;
    }
    t->writes = v->written = true;
    if (access->kind != WRITE || known) return;
    if (access->element != WHOLE) {
        PUSH(v->parts, (uint32_t)access->element);
        if (v->parts.count != declared(v)->words) return;
    }
    v->whole = true;
}

/* Locals of F are of the one block that uses them, or members of the root. */
static void place_locals(function_t *f) {
    for (uint32_t i = 0; i < f->locals.count; i++) {
        variable_t *v = f->locals.of[i];
        if (!v->used) continue;
        if (v->touch.count == 1)
            PUSH(blocks.of[v->touch.of[0].block].locals, v);
        else if (v->initial && v->touch.of[0].needs)
            refuse(f->file->name, f->start, "%s is used by several blocks and not set", v->text);
        else
            PUSH(f->shared, v);
    }
}

static void number_blocks(void) {
    uint32_t bit = 0;
    for (uint32_t b = 0; b < blocks.count; b++) {
        if (b > 0 && blocks.of[b].f != blocks.of[b - 1].f) bit = (bit + 63) / 64 * 64;
        blocks.of[b].bit = bit++;
        assert(b == 0 || blocks.of[b - 1].bit < blocks.of[b].bit);
    }
    stale_words = (bit + 63) / 64;
}

/* ---- what would make blocks wrong ---- */

/* Line I of FILE, outside the blocks, writes nothing that they know. */
static void check_outside(const file_t *file, uint32_t i) {
    const char *text = plain(file->line.of[i]);
    if (has(text, "__Vsampled")) refuse(file->name, i, "a sampled variable outside the blocks");
    if (!has(text, "scord_evaluate(") && has(text, "vlSymsp->TOP__"))
        refuse(file->name, i, "an SM is used outside the blocks");
    for (regmatch_t at; match(text, "vlSelf->[A-Za-z_0-9]+(\\[[^]]*\\])* *=[^=]", &at);
         text += at.rm_eo) {
        const char *name = text + at.rm_so + strlen("vlSelf->");
        const variable_t *v = variable(name, name_length(name));
        if (v->used) refuse(file->name, i, "%s is written outside the blocks", v->name);
    }
}

static void check(void) {
    for (uint32_t i = 0; i < statements.count; i++) {
        const statement_t *s = &statements.of[i];
        const char *file = s->function->file->name;
        for (uint32_t a = 0; a < s->access.count; a++) {
            const variable_t *v = s->access.of[a].v;
            if (has(v->name, ".") && unit_of(v) == units.count)
                refuse(file, s->line, "%s: its SM is not left out", v->name);
            if (begins(s->function->name, "ico") && has(v->name, "__Vsampled"))
                refuse(file, s->line, "a sampled variable is read before the clock");
        }
    }
    for (uint32_t n = 0; n < files.count; n++)
        for (uint32_t i = 0; files.of[n]->kind == ROOT && i < files.of[n]->line.count; i++) {
            for (uint32_t f = 0; f < functions.count; f++)
                if (functions.of[f]->file == files.of[n] && functions.of[f]->from == i)
                    i = functions.of[f]->to;
            check_outside(files.of[n], i);
        }
}

void make_blocks(void) {
    check();
    find_hot();
    for (uint32_t i = 0; i < functions.count; i++) arrange(functions.of[i]);
    for (uint32_t b = 0; b < blocks.count; b++)
        for (uint32_t k = 0; k < blocks.of[b].statement.count; k++) {
            const statement_t *s = &statements.of[blocks.of[b].statement.of[k]];
            for (uint32_t a = 0; a < s->access.count; a++) touch(b, &s->access.of[a]);
        }
    for (uint32_t i = 0; i < functions.count; i++) place_locals(functions.of[i]);
    number_blocks();
}
