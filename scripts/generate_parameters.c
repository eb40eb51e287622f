/* SPDX-License-Identifier: Apache-2.0 */
/*
 * generate_parameters: turns the parameters file of scord into everything that needs its numbers.
 *
 *   generate_parameters PARAMS OUTDIR
 *
 * reads PARAMS (scripts/params/scord.params; its header comment is the grammar) and writes below
 * OUTDIR
 *
 *   rtl/common/scord_params.vh    Verilog: package scord_params and one packed struct a record
 *   rtl/common/scord_configs.mk   make: the named configurations, for the three Verilog tools
 *   cmodel/scord_params.h         C and C++: constants, enums, records, configurations
 *   docs/parameters.md            tables for people
 *   cosim/wave/ENUM.filter        GTKWave: value to name, a file for each enum
 *
 * A file that has its content already is not touched.
 * Exit codes: 0 all written; 2 PARAMS is wrong (stderr names file:line); 3 wrong usage, or a file
 * cannot be read or written. Every output is made in memory first, so that a wrong PARAMS leaves
 * the old files as they were.
 *
 * Layout of this file: data, messages, lexing, parsing, names, then one section an output, then
 * main. The parser fills a params_t; the writers only read it. One item_t serves for every
 * statement (see there), which keeps the parser and its lists small. Memory is never freed: the
 * program lives for milliseconds.
 */
#define _POSIX_C_SOURCE 200809L

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { EXIT_WRITTEN = 0, EXIT_WRONG_PARAMS = 2, EXIT_ENVIRONMENT = 3 };
enum { MAX_TOKENS = 8, MAX_LINE = 1024, MAX_NAME = 2 * MAX_LINE, APB_REGISTER_BITS = 32 };
enum { MOST_COLUMNS = 120 };

// ---- data
// -----------------------------------------------------------------------------------------------------

typedef struct list {
    struct item *items;
    size_t count, capacity;
} list_t;

/* One statement of the file. What the numbers mean:
 *   constant  value; source is the expression as typed
 *   enum      width; children are its values (value)
 *   struct    width; children are its fields (value = shift, width; source = the width as typed)
 *   register  value = offset, source = access; children are its bits (value = position)
 *   key       value = default, minimum, maximum, elaborated
 *   config    children mirror the keys, in their order (value) */
typedef struct item {
    char *name, *text, *source;
    uint64_t value, width, minimum, maximum;
    bool elaborated;
    int line;
    list_t children;
} item_t;

typedef struct params {
    const char *path; // as given, for messages
    int line;         // the line being read
    list_t constants, enums, structs, registers, keys, configs;
} params_t;

// ---- messages and memory
// --------------------------------------------------------------------------------------

static void wrong(const params_t *p, int line, const char *format, ...)
    __attribute__((noreturn, format(printf, 3, 4)));
static void broken(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

static void wrong(const params_t *p, int line, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%d: error: ", p->path, line);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    exit(EXIT_WRONG_PARAMS);
}

static void broken(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("generate_parameters: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    exit(EXIT_ENVIRONMENT);
}

static char *copy(const char *text) {
    char *result = strdup(text);
    if (!result) broken("out of memory");
    return result;
}

static item_t *append(list_t *list, const char *name, int line) {
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 16;
        list->items = realloc(list->items, list->capacity * sizeof *list->items);
        if (!list->items) broken("out of memory");
    }
    item_t *item = &list->items[list->count++];
    *item = (item_t){.name = copy(name), .line = line};
    return item;
}

static item_t *find(const list_t *list, const char *name) {
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i].name, name) == 0) return &list->items[i];
    return NULL;
}

// ---- lexing
// ---------------------------------------------------------------------------------------------------

typedef struct tokens {
    char buffer[MAX_LINE];
    char *word[MAX_TOKENS];
    bool quoted[MAX_TOKENS];
    size_t count;
} tokens_t;

/* Cuts a line into words and "texts"; '#' outside a text starts a comment. */
static void tokenize(const params_t *p, const char *line, tokens_t *t) {
    snprintf(t->buffer, sizeof t->buffer, "%s", line);
    t->count = 0;
    for (char *c = t->buffer;;) {
        c += strspn(c, " \t\r\n");
        if (*c == '\0' || *c == '#') return;
        if (t->count == MAX_TOKENS)
            wrong(p, p->line, "more than %d words in a statement", MAX_TOKENS);
        bool quoted = *c == '"';
        t->quoted[t->count] = quoted;
        t->word[t->count++] = c += quoted;
        c += strcspn(c, quoted ? "\"\r\n" : " \t\r\n#\"");
        if (quoted && *c != '"') wrong(p, p->line, "text without closing quote");
        if (!quoted && (*c == '"' || *c == '#')) wrong(p, p->line, "blank missing before '%c'", *c);
        if (*c != '\0') *c++ = '\0';
    }
}

static bool is_name(const char *word) {
    size_t length = strlen(word);
    return islower((unsigned char)word[0]) &&
           strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789_") == length &&
           word[length - 1] != '_' && !strstr(word, "__") && length < 64;
}

static bool parse_number(const char *word, uint64_t *value) {
    char *end;
    if (!isdigit((unsigned char)word[0])) return false;
    errno = 0;
    *value = strtoull(word, &end, strncmp(word, "0x", 2) == 0 ? 16 : 10);
    return *end == '\0' && errno == 0;
}

// ---- parsing: expressions
// -------------------------------------------------------------------------------------

static uint64_t ceiling_log2(uint64_t value) {
    uint64_t result = 0;
    while (result < 63 && (UINT64_C(1) << result) < value) result++;
    return result;
}

static uint64_t operand(const params_t *p, const char *word) {
    uint64_t value;
    if (parse_number(word, &value)) {
        if (value > INT32_MAX) wrong(p, p->line, "%s does not fit a 32-bit signed constant", word);
        return value;
    }
    const item_t *constant = find(&p->constants, word);
    if (!constant) wrong(p, p->line, "'%s' is neither a number nor a constant defined above", word);
    return constant->value;
}

/* A constant's value: NUMBER, NAME, clog2(NAME), and sums and products of two of the former. */
static uint64_t evaluate(const params_t *p, const char *expression) {
    char left[MAX_LINE];
    snprintf(left, sizeof left, "%s", expression);
    size_t length = strlen(left);
    if (strncmp(left, "clog2(", 6) == 0 && left[length - 1] == ')') {
        left[length - 1] = '\0';
        uint64_t value = operand(p, left + 6);
        if (value == 0) wrong(p, p->line, "clog2 of zero");
        return ceiling_log2(value);
    }
    char *sign = strpbrk(left, "+*");
    if (!sign) return operand(p, left);
    char operator= * sign;
    *sign = '\0';
    uint64_t a = operand(p, left), b = operand(p, sign + 1);
    return operator== '+' ? a + b : a * b;
}

/* A field's width: a number, a constant, or an enum, which stands for its width. */
static uint64_t field_width(const params_t *p, const char *word) {
    const item_t *encoding = find(&p->enums, word);
    if (encoding && find(&p->constants, word))
        wrong(p, p->line, "width '%s' is both a constant and an enum", word);
    uint64_t width = encoding ? encoding->width : operand(p, word);
    if (width < 1 || width > 64)
        wrong(p, p->line, "width %" PRIu64 " of a field, must be 1 to 64", width);
    return width;
}

// ---- parsing: statements
// --------------------------------------------------------------------------------------

static const char *const c_keywords[] = {
    "alignas",  "alignof", "and",     "asm",       "auto",   "bool",      "break",    "case",
    "catch",    "char",    "class",   "compl",     "const",  "constexpr", "continue", "decltype",
    "default",  "delete",  "do",      "double",    "else",   "enum",      "explicit", "export",
    "extern",   "false",   "float",   "for",       "friend", "goto",      "if",       "inline",
    "int",      "long",    "mutable", "namespace", "new",    "noexcept",  "not",      "nullptr",
    "operator", "or",      "private", "protected", "public", "register",  "restrict", "return",
    "short",    "signed",  "sizeof",  "static",    "struct", "switch",    "template", "this",
    "throw",    "true",    "try",     "typedef",   "typeid", "typename",  "union",    "unsigned",
    "using",    "virtual", "void",    "volatile",  "while",  "xor",       NULL};

static bool is_in(const char *const words[], const char *word) {
    while (*words && strcmp(*words, word) != 0) words++;
    return *words;
}

static void must_be_member_name(const params_t *p, const char *name) {
    if (is_in(c_keywords, name))
        wrong(p, p->line, "'%s' is a keyword of C or C++, a record cannot have it", name);
}

static uint64_t number(const params_t *p, const char *word) {
    uint64_t value;
    if (!parse_number(word, &value)) wrong(p, p->line, "'%s' is not a number", word);
    return value;
}

/* Appends the item that the statement defines: its second word is a new name, its last one a text
 * if it has one. */
static item_t *define(const params_t *p, list_t *list, const tokens_t *t) {
    const char *name = t->word[1];
    if (!is_name(name))
        wrong(p, p->line, "'%s' is not a name (lower case, digits, single underscores)", name);
    const item_t *old = find(list, name);
    if (old)
        wrong(p, p->line, "%s '%s' is defined on line %d already", t->word[0], name, old->line);
    item_t *item = append(list, name, p->line);
    item->text = copy(t->quoted[t->count - 1] ? t->word[t->count - 1] : "");
    if (strstr(item->text, "*/") || strchr(item->text, '\\'))
        wrong(p, p->line, "a text must not hold */ or a backslash");
    return item;
}

/* The statement above that a sub-statement belongs to: the last of the list, if `section` is that
 * list. */
static item_t *parent(const params_t *p, list_t *list, const list_t *section, const char *what) {
    if (section != list) wrong(p, p->line, "belongs directly below its %s", what);
    return &list->items[list->count - 1];
}

static void parse_constant(params_t *p, const tokens_t *t) {
    item_t *item = define(p, &p->constants, t);
    p->constants.count--; // not visible to its own expression
    uint64_t value = evaluate(p, t->word[2]);
    p->constants.count++;
    if (value > INT32_MAX)
        wrong(p, p->line, "%" PRIu64 " does not fit a 32-bit signed constant", value);
    item->value = value;
    item->source = copy(t->word[2]);
}

/* Enums and structs become types scord_NAME_t, and so do three that the C header itself brings. */
static void must_be_new_type(const params_t *p, const char *name) {
    static const char *const own[] = {"config", "config_key", "field", NULL};
    if (is_in(own, name) || find(&p->enums, name) || find(&p->structs, name))
        wrong(p, p->line, "type scord_%s_t exists already", name);
}

static void parse_enum(params_t *p, const tokens_t *t) {
    must_be_new_type(p, t->word[1]);
    item_t *item = define(p, &p->enums, t);
    item->width = operand(p, t->word[2]);
    if (item->width < 1 || item->width > 16) wrong(p, p->line, "width of an enum must be 1 to 16");
}

static void parse_value(params_t *p, const tokens_t *t, const list_t *section) {
    item_t *encoding = parent(p, &p->enums, section, "enum");
    uint64_t value = number(p, t->word[2]);
    if (value >> encoding->width)
        wrong(p, p->line, "%" PRIu64 " needs more than %" PRIu64 " bits", value, encoding->width);
    for (size_t i = 0; i < encoding->children.count; i++)
        if (encoding->children.items[i].value == value)
            wrong(p, p->line, "%" PRIu64 " is '%s' already", value,
                  encoding->children.items[i].name);
    define(p, &encoding->children, t)->value = value;
}

static void parse_struct(params_t *p, const tokens_t *t) {
    must_be_new_type(p, t->word[1]);
    define(p, &p->structs, t);
}

static void parse_field(params_t *p, const tokens_t *t, const list_t *section) {
    item_t *record = parent(p, &p->structs, section, "struct");
    must_be_member_name(p, t->word[1]);
    item_t *field = define(p, &record->children, t);
    field->value = record->width;
    field->width = field_width(p, t->word[2]);
    field->source = copy(t->word[2]);
    record->width += field->width;
}

static void parse_register(params_t *p, const tokens_t *t) {
    static const char *const accesses[] = {"rw", "ro", "w1", NULL};
    uint64_t offset = number(p, t->word[2]);
    if (!is_in(accesses, t->word[3]))
        wrong(p, p->line, "access '%s' is none of rw, ro, w1", t->word[3]);
    if (offset % 4 || offset > 0xffff)
        wrong(p, p->line, "offset must be a multiple of 4 below 0x10000");
    for (size_t i = 0; i < p->registers.count; i++)
        if (p->registers.items[i].value == offset)
            wrong(p, p->line, "offset 0x%03" PRIx64 " is '%s' already", offset,
                  p->registers.items[i].name);
    item_t *item = define(p, &p->registers, t);
    item->value = offset;
    item->source = copy(t->word[3]);
}

static void parse_bit(params_t *p, const tokens_t *t, const list_t *section) {
    item_t *owner = parent(p, &p->registers, section, "register");
    uint64_t position = number(p, t->word[2]);
    if (position >= APB_REGISTER_BITS)
        wrong(p, p->line, "position must be below %d", APB_REGISTER_BITS);
    for (size_t i = 0; i < owner->children.count; i++)
        if (owner->children.items[i].value == position)
            wrong(p, p->line, "position %" PRIu64 " is '%s' already", position,
                  owner->children.items[i].name);
    define(p, &owner->children, t)->value = position;
}

static void parse_key(params_t *p, const tokens_t *t) {
    if (p->configs.count) wrong(p, p->line, "keys come before the first config");
    if (t->count == 7 && strcmp(t->word[5], "elaborated") != 0)
        wrong(p, p->line, "'%s' where only 'elaborated' may stand", t->word[5]);
    must_be_member_name(p, t->word[1]);
    if (strcmp(t->word[1], "name") == 0)
        wrong(p, p->line, "'name' is the configuration's name, not a key");
    item_t *key = define(p, &p->keys, t);
    key->value = number(p, t->word[2]);
    key->minimum = number(p, t->word[3]);
    key->maximum = number(p, t->word[4]);
    key->elaborated = t->count == 7;
    if (key->value < key->minimum || key->value > key->maximum || key->maximum > INT32_MAX)
        wrong(p, p->line, "needs minimum <= default <= maximum < 2^31");
}

static void parse_config(params_t *p, const tokens_t *t) {
    item_t *config = define(p, &p->configs, t);
    for (size_t i = 0; i < p->keys.count; i++)
        append(&config->children, p->keys.items[i].name, 0)->value = p->keys.items[i].value;
}

static void parse_set(params_t *p, const tokens_t *t, const list_t *section) {
    item_t *config = parent(p, &p->configs, section, "config");
    const item_t *key = find(&p->keys, t->word[1]);
    if (!key) wrong(p, p->line, "no key '%s'", t->word[1]);
    item_t *setting = find(&config->children, t->word[1]);
    if (setting->line)
        wrong(p, p->line, "'%s' is set on line %d already", t->word[1], setting->line);
    setting->line = p->line;
    setting->value = number(p, t->word[2]);
    if (setting->value < key->minimum || setting->value > key->maximum)
        wrong(p, p->line, "%s must be %" PRIu64 " to %" PRIu64, key->name, key->minimum,
              key->maximum);
}

typedef struct statement {
    const char *keyword, *form;
    size_t minimum, maximum; // words, keyword and text included
    bool text;
    size_t section; // offset in params_t of the list that the statement extends or belongs to
    void (*parse)(params_t *, const tokens_t *);
    void (*parse_part)(params_t *, const tokens_t *, const list_t *); // of a sub-statement
} statement_t;

static const statement_t statements[] = {
    {"constant", "constant NAME VALUE \"text\"", 4, 4, true, offsetof(params_t, constants),
     parse_constant, NULL},
    {"enum", "enum NAME WIDTH \"text\"", 4, 4, true, offsetof(params_t, enums), parse_enum, NULL},
    {"value", "value NAME NUMBER \"text\"", 4, 4, true, offsetof(params_t, enums), NULL,
     parse_value},
    {"struct", "struct NAME \"text\"", 3, 3, true, offsetof(params_t, structs), parse_struct, NULL},
    {"field", "field NAME WIDTH \"text\"", 4, 4, true, offsetof(params_t, structs), NULL,
     parse_field},
    {"register", "register NAME OFFSET ACCESS \"text\"", 5, 5, true, offsetof(params_t, registers),
     parse_register, NULL},
    {"bit", "bit NAME POSITION \"text\"", 4, 4, true, offsetof(params_t, registers), NULL,
     parse_bit},
    {"config", "config NAME \"text\"", 3, 3, true, offsetof(params_t, configs), parse_config, NULL},
    {"set", "set KEY NUMBER", 3, 3, false, offsetof(params_t, configs), NULL, parse_set},
    {"key", "key NAME DEFAULT MINIMUM MAXIMUM [elaborated] \"text\"", 6, 7, true,
     offsetof(params_t, keys), parse_key, NULL},
};

/* Only the last word may be a text, and only where the statement has one. */
static bool has_form(const statement_t *s, const tokens_t *t) {
    if (t->count < s->minimum || t->count > s->maximum) return false;
    for (size_t i = 0; i < t->count; i++)
        if (t->quoted[i] != (s->text && i == t->count - 1)) return false;
    return true;
}

/* `section`: the list that the statement above extended; sub-statements extend its last item. */
static list_t *parse_line(params_t *p, const char *line, list_t *section) {
    tokens_t t;
    tokenize(p, line, &t);
    if (t.count == 0) return section;
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
        const statement_t *s = &statements[i];
        if (strcmp(s->keyword, t.word[0]) != 0) continue;
        if (!has_form(s, &t)) wrong(p, p->line, "expected: %s", s->form);
        if (s->parse)
            s->parse(p, &t);
        else
            s->parse_part(p, &t, section);
        return (list_t *)((char *)p + s->section);
    }
    wrong(p, p->line, "unknown statement '%s'", t.word[0]);
}

static void check_not_empty(const params_t *p, const list_t *list, const char *what,
                            const char *part) {
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].children.count == 0)
            wrong(p, list->items[i].line, "%s '%s' has no %s", what, list->items[i].name, part);
}

/* The next line without its end, and its number in p. False: there is none. */
static bool read_line(params_t *p, FILE *file, char line[MAX_LINE]) {
    size_t length = 0;
    int c;
    p->line++;
    while ((c = fgetc(file)) != EOF && c != '\n') {
        if (c == '\0') wrong(p, p->line, "a zero byte, after which nothing would be seen");
        if (length == MAX_LINE - 1) wrong(p, p->line, "line too long");
        line[length++] = (char)c;
    }
    line[length] = '\0';
    return c != EOF || length > 0;
}

static void parse_file(params_t *p) {
    char line[MAX_LINE];
    list_t *section = NULL;
    FILE *file = fopen(p->path, "r");
    if (!file) broken("cannot read %s: %s", p->path, strerror(errno));
    while (read_line(p, file, line)) section = parse_line(p, line, section);
    if (ferror(file)) broken("cannot read %s: %s", p->path, strerror(errno));
    fclose(file);
    check_not_empty(p, &p->enums, "enum", "value");
    check_not_empty(p, &p->structs, "struct", "field");
    if (p->keys.count == 0 || p->configs.count == 0)
        wrong(p, p->line, "a key and a config are needed at least");
}

// ---- names
// ----------------------------------------------------------------------------------------------------

typedef struct name {
    char s[MAX_NAME];
} name_t;

static name_t joined(const char *format, ...) __attribute__((format(printf, 1, 2)));

static name_t joined(const char *format, ...) {
    name_t result;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(result.s, sizeof result.s, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof result.s) broken("a name or path is too long");
    return result;
}

static name_t upper(const char *name) {
    name_t result = joined("%s", name);
    for (char *c = result.s; *c; c++) *c = (char)toupper((unsigned char)*c);
    return result;
}

/* num_sms to NumSms: the style of module parameters. */
static name_t camel(const char *name) {
    name_t result;
    size_t length = 0;
    for (bool start = true; *name; name++) {
        if (*name != '_')
            result.s[length++] = (char)(start ? toupper((unsigned char)*name) : *name);
        start = *name == '_';
    }
    result.s[length] = '\0';
    return result;
}

/* Words that Verilog or SystemVerilog reserve, of those that could name a field. */
static const char *const verilog_keywords[] = {
    "accept_on",    "alias",       "always",        "assert",   "assign",
    "assume",       "automatic",   "before",        "begin",    "bind",
    "bins",         "bit",         "buf",           "byte",     "cell",
    "chandle",      "checker",     "clocking",      "config",   "constraint",
    "context",      "cover",       "cross",         "deassign", "design",
    "disable",      "dist",        "edge",          "end",      "event",
    "eventually",   "expect",      "extends",       "final",    "first_match",
    "force",        "forever",     "fork",          "function", "global",
    "highz0",       "highz1",      "iff",           "ifnone",   "implements",
    "implies",      "import",      "incdir",        "include",  "initial",
    "inout",        "input",       "inside",        "instance", "integer",
    "interconnect", "interface",   "intersect",     "join",     "large",
    "let",          "liblist",     "library",       "local",    "localparam",
    "logic",        "macromodule", "matches",       "medium",   "modport",
    "module",       "nand",        "negedge",       "nettype",  "nexttime",
    "nor",          "null",        "output",        "package",  "packed",
    "parameter",    "posedge",     "primitive",     "priority", "program",
    "property",     "pull0",       "pull1",         "pulldown", "pullup",
    "pure",         "rand",        "randc",         "randcase", "randsequence",
    "real",         "realtime",    "ref",           "reg",      "reject_on",
    "release",      "repeat",      "scalared",      "sequence", "showcancelled",
    "small",        "soft",        "solve",         "specify",  "specparam",
    "string",       "strong",      "strong0",       "strong1",  "super",
    "supply0",      "supply1",     "table",         "tagged",   "task",
    "throughout",   "time",        "timeprecision", "timeunit", "tran",
    "tri",          "triand",      "trior",         "trireg",   "type",
    "unique",       "unique0",     "until",         "untyped",  "use",
    "var",          "vectored",    "wait",          "wand",     "weak",
    "weak0",        "weak1",       "wildcard",      "wire",     "with",
    "within",       "wor",         "xnor",          NULL};

/* A field's name in RTL: a reserved word gets an underscore (`release_`), which no name of the file
 * can end with. */
static name_t verilog_member(const char *name) {
    return joined("%s%s", name, is_in(verilog_keywords, name) ? "_" : "");
}

/* Generated names that mean the same number may coincide (the width of enum sm_event_kind and that
 * of field kind of sm_event): true the first time, false when a name returns with the same number,
 * an error with another one. */
static bool claim(const params_t *p, list_t *names, const char *name, uint64_t value, int line) {
    const item_t *old = find(names, name);
    if (old && old->value != value)
        wrong(p, old->line > line ? old->line : line,
              "generates %s, which %s generates with another value", name,
              old->line ? joined("line %d", old->line < line ? old->line : line).s
                        : "the generator itself");
    if (!old) append(names, name, line)->value = value;
    return !old;
}

/* Where a field lies: [63:58], or [53] for a single bit. */
static name_t range_of(const item_t *field) {
    if (field->width == 1) return joined("[%" PRIu64 "]", field->value);
    return joined("[%" PRIu64 ":%" PRIu64 "]", field->value + field->width - 1, field->value);
}

// ---- output: Verilog
// ------------------------------------------------------------------------------------------

#define COMMAND "scripts/generate.sh"
#define GENERATED                                                                                  \
    "Generated from scripts/params/scord.params by scripts/generate_parameters.c; do not edit: "   \
    "run " COMMAND "."
#define LICENCE "SPDX-License-Identifier: Apache-2.0"
#define EACH(item, list)                                                                           \
    for (const item_t *item = (list).items; item && item < (list).items + (list).count; item++)

/* CODE and its comment: behind it, or above it if the line would be too long. CODE begins with its
 * indentation, and may end in a comment that COMMENT then continues. */
static void put_line(FILE *f, const char *code, const char *comment) {
    const char *separator = strstr(code, "  // ") ? " " : "  // ";
    const int indent = (int)strspn(code, " ");
    if (strlen(code) + strlen(separator) + strlen(comment) <= MOST_COLUMNS)
        fprintf(f, "%s%s%s\n", code, separator, comment);
    else
        fprintf(f, "%*s// %s\n%s\n", indent, "", comment, code);
}

static void verilog_localparam(FILE *f, const params_t *p, list_t *names, const char *type,
                               const char *name, const char *value, uint64_t number,
                               const item_t *about) {
    if (claim(p, names, name, number, about->line))
        put_line(f, joined("  localparam %s %s = %s;", type, name, value).s, about->text);
}

static void verilog_int(FILE *f, const params_t *p, list_t *names, const char *name,
                        const item_t *about, uint64_t value) {
    verilog_localparam(f, p, names, "int", name, joined("%" PRIu64, value).s, value, about);
}

static void verilog_sized(FILE *f, const params_t *p, list_t *names, const char *name,
                          const item_t *about, uint64_t width) {
    verilog_localparam(f, p, names, joined("logic [%" PRIu64 ":0]", width - 1).s, name,
                       joined("%" PRIu64 "'d%" PRIu64, width, about->value).s, about->value, about);
}

static uint64_t constant_or(const params_t *p, const char *name, uint64_t otherwise) {
    const item_t *constant = find(&p->constants, name);
    return constant ? constant->value : otherwise;
}

static void verilog_registers(FILE *f, const params_t *p, list_t *names) {
    const uint64_t width = constant_or(p, "apb_address_width", APB_REGISTER_BITS);
    fprintf(f, "\n  // APB registers: byte offsets REGISTER_..., then positions of their bits\n");
    EACH(r, p->registers) {
        if (width < 64 && r->value >> width)
            wrong(p, r->line, "offset needs more than apb_address_width bits");
        verilog_localparam(f, p, names, joined("logic [%" PRIu64 ":0]", width - 1).s,
                           joined("REGISTER_%s", upper(r->name).s).s,
                           joined("%" PRIu64 "'h%03" PRIx64, width, r->value).s, r->value, r);
    }
    EACH(r, p->registers)
    EACH(b, r->children)
    verilog_int(f, p, names, joined("%s_%s", upper(r->name).s, upper(b->name).s).s, b, b->value);
}

static void verilog_package(FILE *f, const params_t *p) {
    list_t names = {0};
    fprintf(f, "package scord_params;\n  // constants\n");
    EACH(c, p->constants) verilog_int(f, p, &names, upper(c->name).s, c, c->value);
    EACH(e, p->enums) {
        fprintf(f, "\n  // %s: %s\n", e->name, e->text);
        name_t text = joined("bits of %s", e->name);
        const item_t width = {.text = text.s, .line = e->line};
        verilog_int(f, p, &names, joined("%s_WIDTH", upper(e->name).s).s, &width, e->width);
        EACH(v, e->children)
        verilog_sized(f, p, &names, joined("%s_%s", upper(e->name).s, upper(v->name).s).s, v,
                      e->width);
    }
    fprintf(f, "\n  // widths of the packed records below\n");
    EACH(s, p->structs)
    verilog_int(f, p, &names, joined("%s_WIDTH", upper(s->name).s).s, s, s->width);
    verilog_registers(f, p, &names);
    fprintf(f, "\n  // defaults of the configuration keys\n");
    EACH(k, p->keys)
    verilog_int(f, p, &names, joined("DEFAULT_%s", upper(k->name).s).s, k, k->value);
    fprintf(f, "endpackage\n");
}

static void verilog_struct(FILE *f, const item_t *s) {
    fprintf(f, "\n// %s\ntypedef struct packed {\n", s->text);
    for (size_t i = s->children.count; i-- > 0;) {
        const item_t *field = &s->children.items[i];
        name_t range = joined("[%" PRIu64 ":0] ", field->width - 1);
        name_t code = joined("  logic %s%s;  // %s", field->width == 1 ? "" : range.s,
                             verilog_member(field->name).s, range_of(field).s);
        put_line(f, code.s, field->text);
    }
    fprintf(f, "} %s_t;\n", s->name);
}

static void write_verilog(FILE *f, const params_t *p) {
    fprintf(f, "// " LICENCE "\n// " GENERATED "\n//\n");
    fprintf(f, "// Constants are used as scord_params::NAME. Records are packed structs at file "
               "scope, most significant\n");
    fprintf(
        f,
        "// field first; a field named like a SystemVerilog keyword has an underscore after it.\n");
    fprintf(
        f, "`ifndef SCORD_PARAMS_VH\n`define SCORD_PARAMS_VH\n\n// No module needs all of them.\n");
    fprintf(f, "/* verilator lint_off UNUSED */\n");
    verilog_package(f, p);
    EACH(s, p->structs) verilog_struct(f, s);
    fprintf(f, "/* verilator lint_on UNUSED */\n\n`endif  // SCORD_PARAMS_VH\n");
}

// ---- output: C
// ------------------------------------------------------------------------------------------------

static void c_define(FILE *f, const params_t *p, list_t *names, const char *name,
                     const item_t *about, uint64_t value) {
    if (claim(p, names, name, value, about->line))
        put_line(f, joined("#define SCORD_%s %" PRIu64, name, value).s, about->text);
}

static void c_enum(FILE *f, const params_t *p, list_t *names, const item_t *e) {
    name_t prefix = upper(e->name);
    fprintf(f, "\n// %s\n", e->text);
    fprintf(f, "typedef enum scord_%s {\n", e->name);
    EACH(v, e->children) {
        name_t name = joined("%s_%s", prefix.s, upper(v->name).s);
        if (!claim(p, names, name.s, v->value, v->line))
            wrong(p, v->line, "SCORD_%s would be defined twice", name.s);
        put_line(f, joined("  SCORD_%s = %" PRIu64 ",", name.s, v->value).s, v->text);
    }
    fprintf(f, "} scord_%s_t;\n", e->name);
    item_t count = {.text = "number of values", .line = e->line},
           width = {.text = "bits", .line = e->line};
    c_define(f, p, names, joined("%s_COUNT", prefix.s).s, &count, e->children.count);
    c_define(f, p, names, joined("%s_WIDTH", prefix.s).s, &width, e->width);
    fprintf(f, "\n// The name of a value of %s, \"invalid\" if it has none.\n", e->name);
    fprintf(f, "static inline const char *scord_%s_name(unsigned value) {\n  switch (value) {\n",
            e->name);
    EACH(v, e->children) fprintf(f, "    case %" PRIu64 ": return \"%s\";\n", v->value, v->name);
    fprintf(f, "    default: return \"invalid\";\n  }\n}\n");
    fprintf(f, "\n// The value of %s with that name, -1 if there is none.\n", e->name);
    fprintf(f, "static inline int scord_%s_from_name(const char *name) {\n", e->name);
    EACH(v, e->children)
    fprintf(f, "  if (strcmp(name, \"%s\") == 0) return %" PRIu64 ";\n", v->name, v->value);
    fprintf(f, "  return -1;\n}\n");
}

static unsigned c_bits(uint64_t width) {
    return width <= 8 ? 8 : width <= 16 ? 16 : width <= 32 ? 32 : 64;
}

static uint64_t mask_of(uint64_t width) {
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static uint64_t words_of(const item_t *s) { return (s->width + 31) / 32; }

static void c_struct_type(FILE *f, const params_t *p, list_t *names, const item_t *s) {
    name_t prefix = upper(s->name);
    item_t width = {.text = "bits", .line = s->line},
           words = {.text = "32-bit words", .line = s->line};
    fprintf(f, "\n// %s\n", s->text);
    fprintf(f, "typedef struct scord_%s {\n", s->name);
    EACH(m, s->children)
    put_line(f, joined("  uint%u_t %s;  // %s", c_bits(m->width), m->name, range_of(m).s).s,
             m->text);
    fprintf(f, "} scord_%s_t;\n\n", s->name);
    c_define(f, p, names, joined("%s_WIDTH", prefix.s).s, &width, s->width);
    c_define(f, p, names, joined("%s_WORDS", prefix.s).s, &words, words_of(s));
    EACH(m, s->children) {
        c_define(f, p, names, joined("%s_%s_SHIFT", prefix.s, upper(m->name).s).s, m, m->value);
        c_define(f, p, names, joined("%s_%s_WIDTH", prefix.s, upper(m->name).s).s, m, m->width);
    }
}

static void c_field_table(FILE *f, const params_t *p, list_t *names, const item_t *s) {
    item_t count = {.text = "entries of the field table", .line = s->line};
    fprintf(f, "\nstatic const scord_field_t scord_%s_fields[] SCORD_UNUSED = {\n", s->name);
    EACH(m, s->children)
    fprintf(f, "    {\"%s\", %" PRIu64 ", %" PRIu64 "},\n", m->name, m->value, m->width);
    fprintf(f, "};\n");
    c_define(f, p, names, joined("%s_FIELD_COUNT", upper(s->name).s).s, &count, s->children.count);
}

/* Records of at most 64 bits: one integer. */
static void c_bits_functions(FILE *f, const item_t *s) {
    const char *n = s->name;
    fprintf(f, "\nstatic inline uint64_t scord_%s_to_bits(const scord_%s_t *record) {\n  return", n,
            n);
    EACH(m, s->children) {
        fprintf(f, "%s(((uint64_t)record->%s & UINT64_C(0x%" PRIx64 ")) << %" PRIu64 ")",
                m == s->children.items ? " " : " |\n         ", m->name, mask_of(m->width),
                m->value);
    }
    fprintf(f,
            ";\n}\n\nstatic inline scord_%s_t scord_%s_from_bits(uint64_t bits) {\n  scord_%s_t "
            "record;\n",
            n, n, n);
    EACH(m, s->children)
    fprintf(f, "  record.%s = (uint%u_t)((bits >> %" PRIu64 ") & UINT64_C(0x%" PRIx64 "));\n",
            m->name, c_bits(m->width), m->value, mask_of(m->width));
    fprintf(f, "  return record;\n}\n");
}

static void c_small_pack(FILE *f, const item_t *s) {
    const char *n = s->name;
    const bool two = words_of(s) == 2;
    c_bits_functions(f, s);
    fprintf(f, "\nstatic inline void scord_%s_pack(const scord_%s_t *record, uint32_t words[]) {\n",
            n, n);
    fprintf(f, "  const uint64_t bits = scord_%s_to_bits(record);\n  words[0] = (uint32_t)bits;\n",
            n);
    if (two) fprintf(f, "  words[1] = (uint32_t)(bits >> 32);\n");
    fprintf(
        f,
        "}\n\nstatic inline void scord_%s_unpack(scord_%s_t *record, const uint32_t words[]) {\n",
        n, n);
    fprintf(f, "  *record = scord_%s_from_bits(%s);\n}\n", n,
            two ? "(uint64_t)words[1] << 32 | words[0]" : "words[0]");
}

/* The part of field m that lies in word w: its lowest bit within the word and within the field.
 * False if none. */
static bool overlap(const item_t *m, uint64_t w, uint64_t *in_word, uint64_t *in_field,
                    uint64_t *width) {
    const uint64_t low = m->value > 32 * w ? m->value : 32 * w;
    const uint64_t field_end = m->value + m->width, word_end = 32 * w + 32;
    const uint64_t end = field_end < word_end ? field_end : word_end;
    if (low >= end) return false;
    *in_word = low - 32 * w;
    *in_field = low - m->value;
    *width = end - low;
    return true;
}

/* VALUE >> shift, & mask, << place as far as they do something; `type` is of the result. */
static name_t c_term(const char *type, const char *value, uint64_t shift, uint64_t width,
                     uint64_t value_width, uint64_t place) {
    name_t term = shift ? joined("(%s >> %" PRIu64 ")", value, shift) : joined("%s", value);
    term = joined("(%s)%s", type, term.s);
    if (width + shift < value_width) term = joined("(%s & 0x%" PRIx64 "u)", term.s, mask_of(width));
    return place ? joined("%s << %" PRIu64, term.s, place) : term;
}

static void c_large_pack(FILE *f, const item_t *s) {
    uint64_t in_word, in_field, width;
    fprintf(f, "\nstatic inline void scord_%s_pack(const scord_%s_t *record, uint32_t words[]) {\n",
            s->name, s->name);
    for (uint64_t w = 0; w < words_of(s); w++) {
        const char *separator = "";
        fprintf(f, "  words[%" PRIu64 "] = ", w);
        EACH(m, s->children) {
            if (!overlap(m, w, &in_word, &in_field, &width)) continue;
            // A word takes its 32 bits by conversion, so only what lies above the part and below
            // bit 32 needs a mask.
            const uint64_t kept = in_field + 32 - in_word < c_bits(m->width)
                                      ? in_field + 32 - in_word
                                      : c_bits(m->width);
            fprintf(
                f, "%s%s", separator,
                c_term("uint32_t", joined("record->%s", m->name).s, in_field, width, kept, in_word)
                    .s);
            separator = " |\n             ";
        }
        fprintf(f, ";\n");
    }
    fprintf(
        f,
        "}\n\nstatic inline void scord_%s_unpack(scord_%s_t *record, const uint32_t words[]) {\n",
        s->name, s->name);
    EACH(m, s->children) {
        const name_t type = joined("uint%u_t", c_bits(m->width));
        const char *separator = "";
        fprintf(f, "  record->%s = (%s)(", m->name, type.s);
        for (uint64_t w = 0; w < words_of(s); w++) {
            if (!overlap(m, w, &in_word, &in_field, &width)) continue;
            const char *wide = m->width > 32 ? "uint64_t" : "uint32_t";
            fprintf(
                f, "%s%s", separator,
                c_term(wide, joined("words[%" PRIu64 "]", w).s, in_word, width, 32, in_field).s);
            separator = " | ";
        }
        fprintf(f, ");\n");
    }
    fprintf(f, "}\n");
}

static void c_struct(FILE *f, const params_t *p, list_t *names, const item_t *s) {
    c_struct_type(f, p, names, s);
    c_field_table(f, p, names, s);
    if (s->width <= 64)
        c_small_pack(f, s);
    else
        c_large_pack(f, s);
}

/* X(name, NAME) for every item, so that tests and printers miss none. */
static void c_for_each(FILE *f, const char *what, const list_t *list) {
    fprintf(f, "\n// X(name, NAME) for every %s.\n#define SCORD_FOR_EACH_%s(X)", what,
            upper(what).s);
    EACH(item, *list) fprintf(f, " \\\n  X(%s, %s)", item->name, upper(item->name).s);
    fprintf(f, "\n");
}

static void c_registers(FILE *f, const params_t *p, list_t *names) {
    fprintf(f, "\n// ---- APB registers: byte offsets, then positions of their bits ----\n");
    EACH(r, p->registers) {
        name_t name = joined("REGISTER_%s", upper(r->name).s);
        if (claim(p, names, name.s, r->value, r->line))
            put_line(f, joined("#define SCORD_%s 0x%03" PRIx64, name.s, r->value).s,
                     joined("%s: %s", r->source, r->text).s);
    }
    EACH(r, p->registers)
    EACH(b, r->children)
    c_define(f, p, names, joined("%s_%s", upper(r->name).s, upper(b->name).s).s, b, b->value);
}

static void c_configs(FILE *f, const params_t *p, list_t *names) {
    item_t keys = {.text = "entries of scord_config_keys", .line = 0},
           configs = {.text = "entries of scord_configs", .line = 0};
    fprintf(f,
            "\n// ---- configurations ----\ntypedef struct scord_config {\n  const char *name;\n");
    EACH(k, p->keys)
    put_line(f, joined("  uint32_t %s;", k->name).s,
             joined("%" PRIu64 " to %" PRIu64 "%s: %s", k->minimum, k->maximum,
                    k->elaborated ? ", elaborated" : "", k->text)
                 .s);
    fprintf(f, "} scord_config_t;\n\n// A key of scord_config_t, for checks and parsers that serve "
               "all keys alike.\n");
    fprintf(f, "typedef struct scord_config_key {\n  const char *name;\n  uint32_t default_value, "
               "minimum, maximum;\n"
               "  size_t offset;   // of the uint32_t in scord_config_t\n"
               "  int elaborated;  // 1: a module parameter, 0: a run-time register\n} "
               "scord_config_key_t;\n\n");
    c_define(f, p, names, "CONFIG_KEY_COUNT", &keys, p->keys.count);
    fprintf(f, "static const scord_config_key_t scord_config_keys[] SCORD_UNUSED = {\n");
    EACH(k, p->keys)
    fprintf(f,
            "    {\"%s\", %" PRIu64 ", %" PRIu64 ", %" PRIu64
            ", offsetof(scord_config_t, %s), %d},\n",
            k->name, k->value, k->minimum, k->maximum, k->name, k->elaborated);
    fprintf(f, "};\n\n");
    EACH(k, p->keys) c_define(f, p, names, joined("DEFAULT_%s", upper(k->name).s).s, k, k->value);
    fprintf(f, "\n");
    c_define(f, p, names, "CONFIG_COUNT", &configs, p->configs.count);
    fprintf(f, "static const scord_config_t scord_configs[] SCORD_UNUSED = {\n");
    EACH(c, p->configs) {
        name_t values = joined("    {\"%s\"", c->name);
        EACH(k, c->children) values = joined("%s, %" PRIu64, values.s, k->value);
        put_line(f, joined("%s},", values.s).s, c->text);
    }
    fprintf(f, "};\n");
}

static void write_c(FILE *f, const params_t *p) {
    list_t names = {0};
    fprintf(f, "/* " LICENCE "\n * " GENERATED "\n *\n");
    fprintf(f, " * Constants, encodings, packed records, registers and configurations of scord, "
               "for C11 and C++17.\n"
               " * Records pack into 32-bit words, least significant word first, as the RTL's "
               "packed structs do. */\n");
    fprintf(f, "#ifndef SCORD_PARAMS_H\n#define SCORD_PARAMS_H\n\n#include <stddef.h>\n#include "
               "<stdint.h>\n#include <string.h>\n\n");
    fprintf(f, "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n#define SCORD_UNUSED "
               "__attribute__((unused))\n\n");
    fprintf(f, "// ---- constants ----\n");
    EACH(c, p->constants) c_define(f, p, &names, upper(c->name).s, c, c->value);
    fprintf(f, "\n// ---- encodings ----\n");
    EACH(e, p->enums) c_enum(f, p, &names, e);
    c_for_each(f, "enum", &p->enums);
    fprintf(f, "\n// ---- packed records ----\n\n// A field of a packed record, for code that "
               "serves all records alike.\n"
               "typedef struct scord_field {\n  const char *name;\n  unsigned shift, width;\n} "
               "scord_field_t;\n\n"
               "// Value of a field in a packed record.\n"
               "static inline uint64_t scord_field_get(const scord_field_t *field, const uint32_t "
               "words[]) {\n"
               "  uint64_t value = 0;\n"
               "  for (unsigned i = 0; i < field->width; i++) {\n"
               "    const unsigned bit = field->shift + i;\n"
               "    value |= (uint64_t)(words[bit / 32] >> bit %% 32 & 1) << i;\n"
               "  }\n  return value;\n}\n");
    EACH(s, p->structs) c_struct(f, p, &names, s);
    c_for_each(f, "struct", &p->structs);
    c_registers(f, p, &names);
    c_configs(f, p, &names);
    fprintf(f, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif  // SCORD_PARAMS_H\n");
}

// ---- output: documentation
// ------------------------------------------------------------------------------------

/* A text as a cell of a Markdown table. A text is shorter than a line, so that it fits with every
 * character escaped. */
static name_t cell(const char *text) {
    name_t result;
    size_t length = 0;
    for (; *text && length < sizeof result.s - 2; text++) {
        if (strchr("|*_<", *text)) result.s[length++] = '\\';
        result.s[length++] = *text;
    }
    result.s[length] = '\0';
    return result;
}

static void document_constants(FILE *f, const params_t *p) {
    fprintf(f, "\n## Constants\n\n| name | value | from | meaning |\n|---|---:|---|---|\n");
    EACH(c, p->constants) {
        bool derived = !isdigit((unsigned char)c->source[0]);
        fprintf(f, "| `%s` | %" PRIu64 " | %s%s%s | %s |\n", c->name, c->value, derived ? "`" : "",
                derived ? c->source : "", derived ? "`" : "", cell(c->text).s);
    }
}

static void document_enums(FILE *f, const params_t *p) {
    fprintf(f, "\n## Encodings\n");
    EACH(e, p->enums) {
        fprintf(f,
                "\n### `%s`\n\n%s; %" PRIu64
                " bit%s.\n\n| value | name | meaning |\n|---:|---|---|\n",
                e->name, cell(e->text).s, e->width, e->width == 1 ? "" : "s");
        EACH(v, e->children)
        fprintf(f, "| %" PRIu64 " | `%s` | %s |\n", v->value, v->name, cell(v->text).s);
    }
}

static void document_structs(FILE *f, const params_t *p) {
    fprintf(f, "\n## Packed records\n\nMost significant field first, as in the RTL.\n");
    EACH(s, p->structs) {
        fprintf(
            f,
            "\n### `%s`\n\n%s; %" PRIu64
            " bits.\n\n| bits | name | width | width from | meaning |\n|---|---|---:|---|---|\n",
            s->name, cell(s->text).s, s->width);
        for (size_t i = s->children.count; i-- > 0;) {
            const item_t *m = &s->children.items[i];
            bool derived = !isdigit((unsigned char)m->source[0]);
            fprintf(f, "| %s | `%s` | %" PRIu64 " | %s%s%s | %s |\n", range_of(m).s, m->name,
                    m->width, derived ? "`" : "", derived ? m->source : "", derived ? "`" : "",
                    cell(m->text).s);
        }
    }
}

static void document_registers(FILE *f, const params_t *p) {
    fprintf(f, "\n## APB registers\n\n32 bits each. Access: rw read and write, ro read only, w1 "
               "write one acts, reads zero.\n");
    fprintf(f, "\n| offset | name | access | meaning |\n|---|---|---|---|\n");
    EACH(r, p->registers) {
        fprintf(f, "| 0x%03" PRIx64 " | `%s` | %s | %s |\n", r->value, r->name, r->source,
                cell(r->text).s);
        EACH(b, r->children)
        fprintf(f, "| bit %" PRIu64 " | `%s.%s` | | %s |\n", b->value, r->name, b->name,
                cell(b->text).s);
    }
}

static void document_configs(FILE *f, const params_t *p) {
    fprintf(f, "\n## Configuration keys\n\nAn elaborated key is a module parameter, the others are "
               "run-time registers.\n");
    fprintf(
        f,
        "\n| key | RTL | default | minimum | maximum | meaning |\n|---|---|---:|---:|---:|---|\n");
    EACH(k, p->keys)
    fprintf(f, "| `%s` | `%s` | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " | %s |\n", k->name,
            k->elaborated ? camel(k->name).s : k->name, k->value, k->minimum, k->maximum,
            cell(k->text).s);
    fprintf(f, "\n## Named configurations\n\n| key |");
    EACH(c, p->configs) fprintf(f, " `%s` |", c->name);
    fprintf(f, "\n|---|");
    EACH(c, p->configs) fprintf(f, "---:|");
    for (size_t i = 0; i < p->keys.count; i++) {
        fprintf(f, "\n| `%s` |", p->keys.items[i].name);
        EACH(c, p->configs) fprintf(f, " %" PRIu64 " |", c->children.items[i].value);
    }
    fprintf(f, "\n\n");
    EACH(c, p->configs) fprintf(f, "- `%s`: %s\n", c->name, cell(c->text).s);
}

static void write_documentation(FILE *f, const params_t *p) {
    fprintf(f, "<!-- " LICENCE " -->\n<!-- " GENERATED " -->\n# Parameters\n\n");
    fprintf(f, "Every width, encoding, default and register of scord, from "
               "`scripts/params/scord.params`. C names carry the\n"
               "prefix `SCORD_`; RTL uses `scord_params::NAME`, and records are packed structs "
               "`NAME_t`, where a field named\n"
               "like a SystemVerilog keyword has an underscore after it (`release_`).\n");
    document_constants(f, p);
    document_enums(f, p);
    document_structs(f, p);
    document_registers(f, p);
    document_configs(f, p);
}

// ---- output: make
// ---------------------------------------------------------------------------------------------

/* Whether two configurations elaborate to the same hardware. */
static bool same_hardware(const params_t *p, const item_t *a, const item_t *b) {
    for (size_t i = 0; i < p->keys.count; i++)
        if (p->keys.items[i].elaborated && a->children.items[i].value != b->children.items[i].value)
            return false;
    return true;
}

/* One variable: `format` takes the parameter's name and its value. */
static void make_options(FILE *f, const params_t *p, const item_t *c, const char *tool,
                         const char *before, const char *between) {
    fprintf(f, "CONFIG_%s_%s =", c->name, tool);
    for (size_t i = 0; i < p->keys.count; i++)
        if (p->keys.items[i].elaborated)
            fprintf(f, " %s%s%s%" PRIu64, before, camel(p->keys.items[i].name).s, between,
                    c->children.items[i].value);
    fprintf(f, "\n");
}

static void write_make(FILE *f, const params_t *p) {
    fprintf(f, "# " LICENCE "\n# " GENERATED "\n#\n");
    fprintf(f, "# The named configurations as options of the tools, elaborated keys only. "
               "CONFIG_x_IVERILOG needs the top\n"
               "# module: $(call CONFIG_gtx480_IVERILOG,scord_top). CONFIG_x_Key is one "
               "parameter's value, for tops that\n"
               "# have only some of them.\n");
    fprintf(f, "SCORD_CONFIGS :=");
    EACH(c, p->configs) fprintf(f, " %s", c->name);
    fprintf(
        f,
        "\n# one configuration for every distinct set of elaborated keys\nSCORD_ELABORATIONS :=");
    EACH(c, p->configs) {
        const item_t *first = p->configs.items;
        while (!same_hardware(p, first, c)) first++;
        if (first == c) fprintf(f, " %s", c->name);
    }
    fprintf(f, "\nSCORD_ELABORATED_KEYS :=");
    EACH(k, p->keys) if (k->elaborated) fprintf(f, " %s", camel(k->name).s);
    fprintf(f, "\n");
    EACH(c, p->configs) {
        fprintf(f, "\n# %s\n", c->text);
        make_options(f, p, c, "VERILATOR", "-G", "=");
        make_options(f, p, c, "YOSYS", "-chparam ", " ");
        make_options(f, p, c, "IVERILOG", "-P$(1).", "=");
        for (size_t i = 0; i < p->keys.count; i++)
            if (p->keys.items[i].elaborated)
                fprintf(f, "CONFIG_%s_%s := %" PRIu64 "\n", c->name, camel(p->keys.items[i].name).s,
                        c->children.items[i].value);
    }
}

// ---- output: GTKWave
// ------------------------------------------------------------------------------------------

/* GTKWave replaces the text that it would show, so digits count: as many as the enum's bits need.
 * Values with letters are given in either case. */
static void write_filter(FILE *f, const item_t *e) {
    const int digits = (int)(e->width + 3) / 4;
    /* A pair of words like every other line: readers of pairs see a key that no value has. */
    fprintf(f, "#" LICENCE "\n");
    EACH(v, e->children) {
        name_t lower_case = joined("%0*" PRIx64, digits, v->value),
               upper_case = upper(lower_case.s);
        fprintf(f, "%s %s\n", lower_case.s, v->name);
        if (strcmp(lower_case.s, upper_case.s) != 0) fprintf(f, "%s %s\n", upper_case.s, v->name);
    }
}

// ---- files
// ----------------------------------------------------------------------------------------------------

typedef struct output {
    char *path, *content;
    size_t size;
    FILE *stream;
} output_t;

static void open_output(output_t *o, const char *directory, const char *path) {
    o->path = copy(joined("%s/%s", directory, path).s);
    o->stream = open_memstream(&o->content, &o->size);
    if (!o->stream) broken("out of memory");
}

static void make_directories(const char *path) {
    char *prefix = copy(path);
    for (char *slash = strchr(prefix + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(prefix, 0777) != 0 && errno != EEXIST)
            broken("cannot make directory %s: %s", prefix, strerror(errno));
        *slash = '/';
    }
    free(prefix);
}

/* A file that is as it would be written keeps its time: make builds nothing for it. */
static bool is_current(const output_t *o) {
    FILE *file = fopen(o->path, "r");
    if (!file) return false;
    char *content = calloc(1, o->size + 1); /* a byte more: a longer file differs */
    if (!content) broken("out of memory");
    const size_t size = fread(content, 1, o->size + 1, file);
    const bool same = !ferror(file) && size == o->size && memcmp(content, o->content, size) == 0;
    free(content);
    fclose(file);
    return same;
}

static void save(output_t *o) {
    if (is_current(o)) return;
    make_directories(o->path);
    FILE *file = fopen(o->path, "w");
    if (!file) broken("cannot write %s: %s", o->path, strerror(errno));
    bool good = fwrite(o->content, 1, o->size, file) == o->size;
    if (fclose(file) != 0 || !good) broken("cannot write %s: %s", o->path, strerror(errno));
}

int main(int argc, char **argv) {
    if (argc != 3) broken("usage: generate_parameters PARAMS OUTDIR");
    params_t p = {.path = argv[1]};
    parse_file(&p);

    static const struct {
        const char *path;
        void (*write)(FILE *, const params_t *);
    } writers[] = {{"rtl/common/scord_params.vh", write_verilog},
                   {"cmodel/scord_params.h", write_c},
                   {"docs/parameters.md", write_documentation},
                   {"rtl/common/scord_configs.mk", write_make}};
    const size_t fixed = sizeof writers / sizeof *writers, count = fixed + p.enums.count;
    output_t *outputs = calloc(count, sizeof *outputs);
    if (!outputs) broken("out of memory");
    for (size_t i = 0; i < count; i++) {
        const item_t *e = i < fixed ? NULL : &p.enums.items[i - fixed];
        open_output(&outputs[i], argv[2],
                    e ? joined("cosim/wave/%s.filter", e->name).s : writers[i].path);
        if (e)
            write_filter(outputs[i].stream, e);
        else
            writers[i].write(outputs[i].stream, &p);
        if (fclose(outputs[i].stream) != 0) broken("out of memory");
    }
    for (size_t i = 0; i < count; i++) save(&outputs[i]);
    return EXIT_WRITTEN;
}
