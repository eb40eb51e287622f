/* SPDX-License-Identifier: Apache-2.0 */
/* statements.c: the statements of a function, and what each reads and writes.
 *
 * Grammar. What is not in it is refused:
 *
 *   function   void ...(...) {  { declaration }  // Body  { statement }  }
 *              of eval only lines in front of // Body: vl...__Vsampled... = ...;
 *   declaration  TYPE NAME; | NAME = 0; | VL_ZERO_W(bits, NAME); and what writes nothing
 *   statement  if (expression) { ... } [else ...] | while (expression) { ... }
 *              | place = expression ; | CALL(...) ;
 *   place      (vlSelf->NAME | vlSymsp->UNIT.NAME | vlSymsp->TOP.NAME | local) { [expression] }
 *   CALL       a row of `targets`, which says what it writes, or one of `pure`
 *   lines      a statement begins and ends at a line; there are no conditions of the preprocessor
 *
 * A constant index of a wide number is a part of its own. A long `if` whose statements leave its
 * condition as it is becomes one statement for each of them, with that condition: what is idle in
 * it can be left out. Assignments to one variable in a row are one statement.
 */
#include "cosim/verilated/skip_idle/skip_idle.h"
#include <assert.h>
#include <ctype.h>

enum { LONG_IF = 400 }; /* characters */

__typeof__(statements) statements;

/* Calls that write: which argument; WHOLE: all of it. */
typedef struct target {
    const char *name;
    int argument;
    bool whole;
} target_t;
static const target_t targets[] = {{"VL_ZERO_W", 2, true},
                                   {"VL_ASSIGN_W", 2, true},
                                   {"VL_CONST_W_1X", 2, true},
                                   {"VL_ADD_W", 2, true},
                                   {"VL_SUB_W", 2, true},
                                   {"VL_AND_W", 2, true},
                                   {"VL_CONCAT_WWW", 4, true},
                                   {"VL_CONCAT_WIW", 4, true},
                                   {"VL_SHIFTL_WWI", 4, true},
                                   {"VL_ASSIGNSEL_WI", 4, false},
                                   {"VL_ASSIGNSEL_WQ", 4, false},
                                   {"VL_ASSIGNSEL_WW", 4, false},
                                   {NULL, 0, false}};
static const char pure[] = " if else while CData SData IData QData WData VL_UNLIKELY VL_LIKELY "
                           "VL_WRITEF VL_TIME_UNITED_Q VL_STOP_MT VL_MULS_III VL_GTS_III ";

/* ---- places ---- */

static const target_t *target_of(const char *at) {
    const target_t *row = targets;
    while (row->name && !is_name(at, row->name)) row++;
    return row->name ? row : NULL;
}

static void add_access(statement_t *s, access_t access) {
    if (!access.v->used) PUSH(variables, access.v);
    access.v->used = true;
    PUSH(s->access, access);
}

/* The first END at AT or behind it, outside of brackets, or the end of the text. */
static const char *find(const char *at, char end) {
    for (int depth = 0; *at && (depth || *at != end); at++) {
        depth += *at == '(' || *at == '[';
        depth -= *at == ')' || *at == ']';
    }
    return at;
}

/* The constant in TEXT up to END, 0x1fU or 31U; UNKNOWN: another expression. */
static int64_t constant(const char *text, const char *end) {
    text += strspn(text, " \n");
    char *behind;
    if (!isdigit((unsigned char)*text)) return UNKNOWN;
    const long value = strtol(text, &behind, begins(text, "0x") ? 16 : 10);
    if (*behind++ != 'U') return UNKNOWN;
    return behind + strspn(behind, " \n") == end ? value : UNKNOWN;
}

/* The element that the brackets at *AT select; *AT is then behind them and spaces. */
static int64_t element_at(const char **at) {
    int64_t element = WHOLE;
    for (; **at == '['; *at += strspn(*at, " \n")) { /* a second one: of an element of an array */
        const char *end = find(*at + 1, ']');
        element = element == WHOLE ? constant(*at + 1, end) : UNKNOWN;
        *at = *end ? end + 1 : end;
    }
    *at += strspn(*at, " \n");
    return element;
}

/* The variable that the name at *AT in S means; *AT is then behind it. NULL: it means none. */
static variable_t *place(const statement_t *s, const char **at) {
    const function_t *f = s->function;
    const char *start = *at, *file = f->file->name, *next = start + name_length(start);
    variable_t *v = NULL;
    *at = next;
    if (is_name(start, "vlSelf")) {
        if (!begins(next, "->")) refuse(file, s->line, "unknown use of vlSelf: %.80s", start);
        *at = next + 2 + name_length(next + 2);
        v = variable(next + 2, (size_t)(*at - next - 2));
    } else if (is_name(start, "vlSymsp")) {
        const char *object = begins(next, "->") ? next + 2 : next;
        next = object + name_length(object);
        if (is_name(object, "_vm_contextp__") && begins(next, "->assertOn())")) {
            *at = next + strlen("->assertOn())");
            return NULL;
        }
        if (is_name(object, "name") && begins(next, "()")) { /* in the text of an assertion */
            *at = next + 2;
            return NULL;
        }
        if (*next != '.') refuse(file, s->line, "unknown use of vlSymsp: %.80s", start);
        *at = next + 1 + name_length(next + 1);
        if (is_name(object, "TOP")) object = next + 1;
        v = variable(object, (size_t)(*at - object));
    } else {
        const char *name = copy(start, (size_t)(next - start));
        for (uint32_t i = 0; i < f->locals.count; i++)
            if (strcmp(f->locals.of[i]->text, name) == 0) return f->locals.of[i];
        if (!has(pure, format(" %s ", name)) && !target_of(start) && !has(name, "__ConstPool__"))
            refuse(file, s->line, "unknown name %s: %.80s", name, start);
        return NULL;
    }
    if (**at == '.' || begins(*at, "->"))
        refuse(file, s->line, "unknown use of %s: %.80s", v->name, start);
    if (!declared(v)->declared) refuse(file, s->line, "no known type declares %s", v->name);
    return v;
}

/* How a call in TEXT (plain) writes to the place at AT, its destination; READ: none does. */
static int written_by_call(const char *text, const char *at) {
    const bool call = begins(text + strspn(text, " "), "VL_");
    for (const char *name = text; name < at && (name = strstr(name, "VL_"));) {
        const target_t *row = target_of(name);
        name += name_length(name);
        if (!row || *name != '(') continue;
        const char *place = name + 1;
        for (int n = 1; n < row->argument && *place; n++) place = find(place, ',') + 1;
        if (place + strspn(place, " \n") == at) return call && row->whole ? WRITE : WRITE_PART;
    }
    return READ;
}

/* Adds to S what TEXT (plain) reads and writes. A top-level assignment writes last. */
static void analyse(statement_t *s, const char *text) {
    const char *word = text + strspn(text, " "), *file = s->function->file->name;
    const bool top = !begins(word, "if ") && !begins(word, "while ");
    access_t assigned = {0};
    for (const char *at = text; *at;) {
        const char *start = at;
        const size_t length = name_length(at);
        if (!length || isdigit((unsigned char)*at)) {
            at += length ? length : 1;
            continue;
        }
        access_t access = {.v = place(s, &at)};
        if (!access.v) continue;
        const char *next = at; /* the index itself is read next */
        access.element = element_at(&next);
        if (match(next, "^(\\+\\+|--|[-+*/|&^]=)", NULL))
            refuse(file, s->line, "unknown assignment: %.80s", start);
        if (match(next, "^=[^=]", NULL)) {
            if (top && assigned.v) refuse(file, s->line, "two assignments: %.80s", start);
            access.kind = top && access.element != UNKNOWN ? WRITE : WRITE_PART;
            if (top)
                assigned = access;
            else
                add_access(s, access);
        } else {
            access.kind = written_by_call(text, start);
            if (access.kind != READ) access.element = access.kind == WRITE ? WHOLE : UNKNOWN;
            add_access(s, access);
        }
    }
    if (assigned.v) add_access(s, assigned);
}

/* ---- statements from lines ---- */

/* The statements of an if, each under the condition, or (OTHER) its opposite. */
typedef struct item {
    uint32_t line; /* of the if */
    char *text;
    bool other;
} item_t;
typedef LIST(item_t) items_t;

/* The items of the if TEXT into ITEMS, its condition with brackets into CONDITION. False: it has
 * another form, or one statement only. */
static bool split_if(const char *text, items_t *items, char **condition) {
    const texts_t raw = lines_of(text), bare = lines_of(plain(text));
    enum { HEADER, THEN, ELSE } branch = HEADER;
    uint32_t start = 0, i = 0; /* start: of the item at hand */
    int depth = 0;
    assert(raw.count == bare.count); /* plain() keeps lines */
    for (; i < raw.count; i++) {
        const char *line = bare.of[i];
        if (branch != HEADER && i == start && match(line, "^ *\\}", NULL)) {
            if (match(line, "^ *\\} else \\{ *$", NULL)) {
                branch = ELSE;
                start = i + 1;
                continue;
            }
            if (!match(line, "^ *\\} else if \\(", NULL))
                return match(line, "^ *\\} *$", NULL) && i == raw.count - 1 && items->count > 1;
            raw.of[i] = replaced(raw.of[i], "\\} else ", ""); /* the rest is one statement */
            PUSH(*items, ((item_t){i, slice(&raw, i, raw.count), true}));
            return items->count > 1;
        }
        depth += depth_of(line);
        if (branch == HEADER && closes(line, "{") && depth == 1) {
            *condition = replaced(slice(&raw, 0, i + 1), "^ *if \\(", "(");
            *condition = replaced(*condition, "\\{ *$", "");
            branch = THEN;
            depth = 0;
            start = i + 1;
        } else if (branch != HEADER && depth == 0 && closes(line, ";}")) {
            if (i + 1 < raw.count && match(bare.of[start], "^ *if \\(", NULL) &&
                match(bare.of[i + 1], "^ *else", NULL))
                return false;
            PUSH(*items, ((item_t){start, slice(&raw, start, i + 1), branch == ELSE}));
            start = i + 1;
        }
    }
    return false;
}

/* Does the if TEXT at LINE of F leave CONDITION as it is? */
static bool keeps_condition(function_t *f, uint32_t line, const char *text, const char *condition) {
    statement_t test = {.function = f, .line = line}, all = test;
    bool keeps = true;
    analyse(&test, plain(format("if %s {}", condition)));
    analyse(&all, plain(text));
    for (uint32_t a = 0; a < test.access.count; a++) {
        keeps &= test.access.of[a].kind == READ;
        for (uint32_t b = 0; b < all.access.count; b++)
            keeps &= all.access.of[b].kind == READ || all.access.of[b].v != test.access.of[a].v;
    }
    return keeps;
}

/* The place that an assignment (plain) assigns to, without its index; "": it is another. */
static char *assigned_by(const char *bare) {
    if (!match(bare, "^[ \n]*(vlSelf->|vlSymsp->)?[A-Za-z_0-9.]+[ \n]*(\\[[^]]*\\])?[ \n]*=[^=]",
               NULL))
        return "";
    bare += strspn(bare, " \n");
    return copy(bare, strcspn(bare, " \n[="));
}

/* Adds the statement TEXT that begins at LINE of F, done when CONDITION ("": always). */
static void add_statement(function_t *f, uint32_t line, const char *condition, char *text) {
    const char *bare = plain(text);
    items_t items = {0};
    char *own = NULL;
    if (strlen(text) > LONG_IF && match(bare, "^ *if \\(", NULL) && split_if(text, &items, &own) &&
        keeps_condition(f, line, text, own)) {
        for (uint32_t i = 0; i < items.count; i++)
            add_statement(f, line + items.of[i].line,
                          format("%s%s%s%s", condition, *condition ? " && " : "",
                                 items.of[i].other ? "!" : "", own),
                          items.of[i].text);
        return;
    }
    statement_t new = {.function = f,
                       .line = line,
                       .text = text,
                       .condition = condition,
                       .assigned = assigned_by(bare),
                       .stamp = NONE};
    statement_t *s = f->first < statements.count ? &statements.of[statements.count - 1] : NULL;
    if (s && *new.assigned && strcmp(new.assigned, s->assigned) == 0 &&
        strcmp(condition, s->condition) == 0)
        s->text = format("%s\n%s", s->text, text);
    else {
        PUSH(statements, new);
        s = &statements.of[statements.count - 1];
    }
    analyse(s, *condition ? format("if (%s) {%s}", plain(condition), bare) : bare);
}

static void read_statements(function_t *f) {
    const file_t *file = f->file;
    uint32_t start = f->from;
    int depth = 0;
    for (uint32_t i = f->from; i < f->to; i++) {
        const char *bare = plain(file->line.of[i]);
        if (*bare == '#') refuse(file->name, i, "a condition of the preprocessor");
        depth += depth_of(bare);
        if (i == start && match(file->line.of[i], "^ *$", NULL))
            start++;
        else if (depth == 0 && closes(bare, ";}")) {
            add_statement(f, start, "", slice(&file->line, start, i + 1));
            start = i + 1;
        }
    }
    if (start < f->to)
        refuse(file->name, start, "the end of a statement is missing: %.80s", file->line.of[start]);
}

/* The declaration LINE of F. */
static void read_local(function_t *f, uint32_t line) {
    char *text = f->file->line.of[line];
    const bool type = match(text,
                            "^    (CData|SData|IData|QData|VlWide<[0-9]+>|VlUnpacked<[^;]*>)"
                            "(/\\*[0-9:]*\\*/)? [A-Za-z_0-9]+;$",
                            NULL);
    const bool zero = match(text, "^    VL_ZERO_W\\([0-9]+, [A-Za-z_0-9]+\\);$", NULL);
    if (!type && !zero && !match(text, "^    [A-Za-z_0-9]+ = 0;$", NULL)) {
        if (!match(text,
                   "^    (if \\(false && vlSelf\\) \\{\\}|VL_DEBUG_IF|// Init"
                   "|[A-Za-z_0-9]*__Syms\\* const __restrict vlSymsp)",
                   NULL))
            refuse(f->file->name, line, "unknown declaration: %s", text);
        return;
    }
    const char *name = type || zero ? strrchr(text, ' ') + 1 : text + 4;
    const char *full = format("%u:%.*s", f->number, (int)name_length(name), name);
    variable_t *v = variable(full, strlen(full));
    if (!type) {
        v->initial = text;
        return;
    }
    v->declared = true;
    v->local = text;
    if (begins(text, "    VlWide<")) v->words = (uint32_t)atoi(text + strlen("    VlWide<"));
    PUSH(f->locals, v);
}

void parse(function_t *f) {
    char *const *line = f->file->line.of;
    f->first = statements.count;
    for (f->body = f->start + 1; !begins(line[f->body], "    // Body"); f->body++)
        if (f->body == f->end) refuse(f->file->name, f->start, "no body");
    f->from = f->body + 1;
    f->to = f->end;
    if (f->eval) {
        for (f->from = f->start + 1; f->from < f->body; f->from++)
            if (has(line[f->from], "__Vsampled")) break;
        for (f->to = f->from; f->to < f->body; f->to++)
            if (!match(line[f->to], "^    (vl.*__Vsampled| )", NULL)) break;
    } else
        for (uint32_t i = f->start + 1; i < f->body; i++) read_local(f, i);
    read_statements(f);
    f->last = statements.count;
}
