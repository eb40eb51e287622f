/* SPDX-License-Identifier: Apache-2.0 */
/*
 * generate_parameters: writes everything that needs the numbers of scord.
 *
 *   generate_parameters OUTDIR
 *
 * The parameters file (scripts/params/scord.params; another one by -DPARAMS='"FILE"') is part of
 * this program: macros, so that the compiler reads its lines, sums and names, and refuses most of
 * what is wrong with them. The program writes below OUTDIR
 *
 *   rtl/common/scord_params.vh    Verilog: package scord_params and one packed struct a record
 *   rtl/common/scord_configs.mk   make: the named configurations, for the three Verilog tools
 *   cmodel/scord_params.h         C and C++: constants, enums, records, configurations
 *   docs/parameters.md            tables for people
 *   cosim/wave/ENUM.filter        GTKWave: value to name, a file for each enum
 *
 * A file that has its content already is not touched. Every output is made in memory first, so that
 * a wrong parameters file leaves the old ones as they were.
 * Exit codes: 0 all written; 2 the parameters are wrong (stderr names file:line); 3 wrong usage, or
 * a file cannot be read or written.
 */
#define _POSIX_C_SOURCE 200809L

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#ifndef PARAMS
#define PARAMS "params/scord.params"
#endif

enum { EXIT_WRONG_PARAMS = 2, EXIT_ENVIRONMENT = 3 };
enum { MOST_NAME = 1024, MOST_CLAIMS = 4096, MOST_COLUMNS = 120, APB_REGISTER_BITS = 32 };

/* ---- the parameters: first what the compiler judges, then the table ---- */

#define clog2(x) ((x) > 1 ? 32 - __builtin_clz((unsigned)(x) - ((x) > 0)) : 0 / ((x) > 0))
#define FITS(x)                                                                                    \
    _Static_assert((x) >= 0 && (x) <= INT32_MAX, "does not fit a 32-bit signed constant")
/* Enums and records become types scord_NAME_t, and so do three that the C header itself brings. */
enum { type_config, type_config_key, type_field };
enum { access_rw, access_ro, access_w1 };

#define CONSTANT(n, v, t)                                                                          \
    FITS(v);                                                                                       \
    enum { n = v };
#define ENUM(n, w, t)                                                                              \
    enum { n = w, type_##n };                                                                      \
    _Static_assert(n >= 1 && n <= 16, "width of an enum must be 1 to 16");
#define VALUE(n, v, t) FITS(v);
#define RECORD(n, t)   enum { type_##n };
#define FIELD(n, w, t)                                                                             \
    _Static_assert(sizeof(struct { int n; }), "");                                                 \
    _Static_assert(w >= 1 && w <= 64, "width of a field must be 1 to 64");
#define REGISTER(n, o, a, t)                                                                       \
    enum { register_##n = o, has_##n = access_##a };                                               \
    _Static_assert(o >= 0 && o < 1 << apb_address_width, "more than apb_address_width bits");      \
    _Static_assert(o % 4 == 0, "offset must be a multiple of 4");
#define BIT(n, p, t) _Static_assert(p >= 0 && p < APB_REGISTER_BITS, "position must be below 32");
#define KEY(n, d, l, h, e, t)                                                                      \
    enum { least_##n = l, most_##n = h };                                                          \
    FITS(h);                                                                                       \
    _Static_assert(l <= d && d <= h, "needs minimum <= default <= maximum");
#define CONFIG(n, t) enum { config_##n };
#define SET(k, v)    _Static_assert(v >= least_##k && v <= most_##k, "must be in the key's range");
#include PARAMS
#undef CONSTANT
#undef ENUM
#undef VALUE
#undef RECORD
#undef FIELD
#undef REGISTER
#undef BIT
#undef KEY
#undef CONFIG
#undef SET

typedef enum kind {
    END,
    A_CONSTANT,
    AN_ENUM,
    A_VALUE,
    A_RECORD,
    A_FIELD,
    A_REGISTER,
    A_BIT,
    A_KEY,
    A_CONFIG,
    A_SET
} kind_t;
enum { RUN_TIME, ELABORATED };

/* One line of the file. What the numbers mean:
 *   constant  value
 *   enum      width; its parts are its values (value)
 *   record    width; its parts are its fields (value = lowest bit, width)
 *   register  value = offset, source = access; its parts are its bits (value = position)
 *   key       value = default, least, most, elaborated
 *   config    its parts are its settings (value) */
typedef struct item {
    kind_t kind;
    const char *name, *text;
    const char *source; /* the value or the width as typed; the access */
    unsigned value, width, least, most, elaborated;
    int line;
    unsigned parts; /* the items behind it that are part of it */
} item_t;

#define ITEM(k, n, t, ...)    {.kind = k, .name = #n, .text = t, .line = __LINE__, __VA_ARGS__},
#define CONSTANT(n, v, t)     ITEM(A_CONSTANT, n, t, .value = v, .source = #v)
#define ENUM(n, w, t)         ITEM(AN_ENUM, n, t, .width = w)
#define VALUE(n, v, t)        ITEM(A_VALUE, n, t, .value = v)
#define RECORD(n, t)          ITEM(A_RECORD, n, t, .width = 0)
#define FIELD(n, w, t)        ITEM(A_FIELD, n, t, .width = w, .source = #w)
#define REGISTER(n, o, a, t)  ITEM(A_REGISTER, n, t, .value = o, .source = #a)
#define BIT(n, p, t)          ITEM(A_BIT, n, t, .value = p)
#define KEY(n, d, l, h, e, t) ITEM(A_KEY, n, t, .value = d, .least = l, .most = h, .elaborated = e)
#define CONFIG(n, t)          ITEM(A_CONFIG, n, t, .value = 0)
#define SET(k, v)             ITEM(A_SET, k, "", .value = v)
static item_t items[] = {
#include PARAMS
    {.kind = END}};

static const item_t *next(const item_t *item, kind_t kind) {
    while (item->kind != END && item->kind != kind) item++;
    return item->kind == END ? NULL : item;
}

#define EACH(item, kind)                                                                           \
    for (const item_t *item = next(items, kind); item; item = next(item + 1, kind))
#define EACH_PART(part, item)                                                                      \
    for (const item_t *part = item + 1; part <= item + item->parts; part++)
#define EACH_PART_BACK(part, item)                                                                 \
    for (const item_t *part = item + item->parts; part > item; part--)

static _Noreturn __attribute__((format(printf, 2, 3))) void wrong(int line, const char *format,
                                                                  ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%d: error: ", PARAMS, line);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    exit(EXIT_WRONG_PARAMS);
}

static _Noreturn __attribute__((format(printf, 1, 2))) void broken(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("generate_parameters: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    exit(EXIT_ENVIRONMENT);
}

static void check_item(const item_t *item) {
    const char *name = item->name;
    const size_t length = strlen(name);
    if (!islower((unsigned char)name[0]) || name[length - 1] == '_' || strstr(name, "__") ||
        length > 63 || strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") != length)
        wrong(item->line, "'%s' is not a name (lower case, digits, single underscores)", name);
    if (strstr(item->text, "*/") || strchr(item->text, '\\'))
        wrong(item->line, "a text must not hold */ or a backslash");
    if (item->kind != A_REGISTER) return;
    EACH (other, A_REGISTER)
        if (other < item && other->value == item->value)
            wrong(item->line, "offset 0x%03x is '%s' already", item->value, other->name);
}

/* A part against its whole and the parts before it; numbers of values and positions are distinct.
 */
static void check_part(const item_t *whole, const item_t *part) {
    if (!whole || whole->kind != part->kind - 1)
        wrong(part->line, "'%s' belongs directly behind its enum, record, register or config",
              part->name);
    if (part->kind == A_VALUE && part->value >> whole->width)
        wrong(part->line, "%u needs more than %u bits", part->value, whole->width);
    EACH_PART (other, whole) {
        if (strcmp(other->name, part->name) == 0)
            wrong(part->line, "'%s' stands on line %d already", part->name, other->line);
        if ((part->kind == A_VALUE || part->kind == A_BIT) && other->value == part->value)
            wrong(part->line, "%u is '%s' already", part->value, other->name);
    }
}

/* Joins the parts with their wholes, places fields, and checks what no compiler can. */
static void link_items(void) {
    item_t *whole = NULL;
    for (item_t *item = items; item->kind != END; item++) {
        check_item(item);
        if (item->kind != A_VALUE && item->kind != A_FIELD && item->kind != A_BIT &&
            item->kind != A_SET) {
            whole = item;
            continue;
        }
        check_part(whole, item);
        whole->parts++;
        if (item->kind != A_FIELD) continue;
        item->value = whole->width;
        whole->width += item->width;
    }
    EACH (e, AN_ENUM)
        if (!e->parts) wrong(e->line, "enum '%s' has no value", e->name);
    EACH (r, A_RECORD)
        if (!r->parts) wrong(r->line, "record '%s' has no field", r->name);
}

static unsigned count_of(kind_t kind) {
    unsigned count = 0;
    EACH (item, kind) count++;
    return count;
}

/* What a configuration has for a key. */
static unsigned setting(const item_t *config, const item_t *key) {
    EACH_PART (set, config)
        if (strcmp(set->name, key->name) == 0) return set->value;
    return key->value;
}

/* ---- names ---- */

typedef struct name {
    char s[MOST_NAME];
} name_t;

static __attribute__((format(printf, 1, 2))) name_t joined(const char *format, ...) {
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

/* A field's name in RTL: a word that Verilog or SystemVerilog reserve gets an underscore
 * (`release_`), which no name of the file can end with. Not here: what C reserves, too. */
static name_t verilog_member(const char *name) {
    static const char reserved[] = " accept_on alias always assert assign assume automatic before "
                                   "begin bind bins bit buf byte cell chandle "
                                   "checker clocking config constraint context cover cross "
                                   "deassign design disable dist edge end event "
                                   "eventually expect extends final first_match force forever fork "
                                   "function global highz0 highz1 iff ifnone "
                                   "implements implies import incdir include initial inout input "
                                   "inside instance integer interconnect interface "
                                   "intersect join large let liblist library local localparam "
                                   "logic macromodule matches medium modport module "
                                   "nand negedge nettype nexttime nor null output package packed "
                                   "parameter posedge primitive priority program "
                                   "property pull0 pull1 pulldown pullup pure rand randc randcase "
                                   "randsequence real realtime ref reg reject_on "
                                   "release repeat scalared sequence showcancelled small soft "
                                   "solve specify specparam string strong strong0 "
                                   "strong1 super supply0 supply1 table tagged task throughout "
                                   "time timeprecision timeunit tran tri triand trior "
                                   "trireg type unique unique0 until untyped use var vectored wait "
                                   "wand weak weak0 weak1 wildcard wire with "
                                   "within wor xnor ";
    return joined("%s%s", name, strstr(reserved, joined(" %s ", name).s) ? "_" : "");
}

/* Where a field lies: [63:58], or [53] for a single bit. */
static name_t range_of(const item_t *field) {
    if (field->width == 1) return joined("[%u]", field->value);
    return joined("[%u:%u]", field->value + field->width - 1, field->value);
}

/* ---- an output ---- */

#define LICENCE "SPDX-License-Identifier: Apache-2.0"
#define GENERATED                                                                                  \
    "Generated from scripts/params/scord.params by scripts/generate_parameters.c; do not edit: "   \
    "run scripts/generate.sh."

/* The names that it has defined. */
typedef struct out {
    FILE *file;
    unsigned count;
    struct claim {
        char *name;
        unsigned value;
        int line;
    } claims[MOST_CLAIMS];
} out_t;

static __attribute__((format(printf, 2, 3))) void put(out_t *o, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(o->file, format, arguments);
    va_end(arguments);
}

/* Generated names that mean the same number may coincide (the width of enum sm_event_kind and that
 * of field kind of sm_event): true the first time, false when a name returns with the same number,
 * an error with another one. */
static bool claim(out_t *o, const char *name, unsigned value, int line) {
    for (struct claim *old = o->claims; old < o->claims + o->count; old++) {
        if (strcmp(old->name, name) != 0) continue;
        if (old->value == value) return false;
        wrong(old->line > line ? old->line : line,
              "generates %s, which line %d generates with another value", name,
              old->line < line ? old->line : line);
    }
    if (o->count == MOST_CLAIMS) broken("too many names");
    o->claims[o->count++] = (struct claim){strdup(name), value, line};
    return true;
}

/* CODE and its comment: behind it, or above it if the line would be too long. CODE begins with its
 * indentation, and may end in a comment that COMMENT then continues. */
static void put_line(out_t *o, const char *code, const char *comment) {
    const char *separator = strstr(code, "  // ") ? " " : "  // ";
    if (strlen(code) + strlen(separator) + strlen(comment) <= MOST_COLUMNS)
        put(o, "%s%s%s\n", code, separator, comment);
    else
        put(o, "%*s// %s\n%s\n", (int)strspn(code, " "), "", comment, code);
}

/* ---- Verilog ---- */

static void verilog_localparam(out_t *o, const char *type, const char *name, const char *literal,
                               unsigned value, const item_t *about, const char *text) {
    if (claim(o, name, value, about->line))
        put_line(o, joined("  localparam %s %s = %s;", type, name, literal).s, text);
}

static void verilog_int(out_t *o, const char *name, unsigned value, const item_t *about,
                        const char *text) {
    verilog_localparam(o, "int", name, joined("%u", value).s, value, about, text);
}

static void verilog_package(out_t *o) {
    put(o, "package scord_params;\n  // constants\n");
    EACH (c, A_CONSTANT) verilog_int(o, upper(c->name).s, c->value, c, c->text);
    EACH (e, AN_ENUM) {
        const name_t prefix = upper(e->name), type = joined("logic [%u:0]", e->width - 1);
        put(o, "\n  // %s: %s\n", e->name, e->text);
        verilog_int(o, joined("%s_WIDTH", prefix.s).s, e->width, e,
                    joined("bits of %s", e->name).s);
        EACH_PART (v, e)
            verilog_localparam(o, type.s, joined("%s_%s", prefix.s, upper(v->name).s).s,
                               joined("%u'd%u", e->width, v->value).s, v->value, v, v->text);
    }
    put(o, "\n  // widths of the packed records below\n");
    EACH (s, A_RECORD) verilog_int(o, joined("%s_WIDTH", upper(s->name).s).s, s->width, s, s->text);
    put(o, "\n  // APB registers: byte offsets REGISTER_..., then positions of their bits\n");
    EACH (r, A_REGISTER)
        verilog_localparam(o, joined("logic [%d:0]", apb_address_width - 1).s,
                           joined("REGISTER_%s", upper(r->name).s).s,
                           joined("%d'h%03x", apb_address_width, r->value).s, r->value, r, r->text);
    EACH (r, A_REGISTER)
        EACH_PART (b, r)
            verilog_int(o, joined("%s_%s", upper(r->name).s, upper(b->name).s).s, b->value, b,
                        b->text);
    put(o, "\n  // defaults of the configuration keys\n");
    EACH (k, A_KEY) verilog_int(o, joined("DEFAULT_%s", upper(k->name).s).s, k->value, k, k->text);
    put(o, "endpackage\n");
}

static void write_verilog(out_t *o) {
    put(o,
        "// " LICENCE "\n// " GENERATED "\n//\n"
        "// Constants are used as scord_params::NAME. Records are packed structs at file scope, "
        "most significant\n"
        "// field first; a field named like a SystemVerilog keyword has an underscore after it.\n"
        "`ifndef SCORD_PARAMS_VH\n`define SCORD_PARAMS_VH\n\n// No module needs all of them.\n"
        "/* verilator lint_off UNUSED */\n");
    verilog_package(o);
    EACH (s, A_RECORD) {
        put(o, "\n// %s\ntypedef struct packed {\n", s->text);
        EACH_PART_BACK (m, s) {
            const name_t range = joined("[%u:0] ", m->width - 1);
            put_line(o,
                     joined("  logic %s%s;  // %s", m->width == 1 ? "" : range.s,
                            verilog_member(m->name).s, range_of(m).s)
                         .s,
                     m->text);
        }
        put(o, "} %s_t;\n", s->name);
    }
    put(o, "/* verilator lint_on UNUSED */\n\n`endif  // SCORD_PARAMS_VH\n");
}

/* ---- C ---- */

static void c_define(out_t *o, const char *name, unsigned value, const item_t *about,
                     const char *text) {
    if (claim(o, name, value, about->line))
        put_line(o, joined("#define SCORD_%s %u", name, value).s, text);
}

static void c_enum(out_t *o, const item_t *e) {
    const name_t prefix = upper(e->name);
    put(o, "\n// %s\ntypedef enum scord_%s {\n", e->text, e->name);
    EACH_PART (v, e) {
        const name_t name = joined("%s_%s", prefix.s, upper(v->name).s);
        if (!claim(o, name.s, v->value, v->line))
            wrong(v->line, "SCORD_%s would be defined twice", name.s);
        put_line(o, joined("  SCORD_%s = %u,", name.s, v->value).s, v->text);
    }
    put(o, "} scord_%s_t;\n", e->name);
    c_define(o, joined("%s_COUNT", prefix.s).s, e->parts, e, "number of values");
    c_define(o, joined("%s_WIDTH", prefix.s).s, e->width, e, "bits");
    put(o,
        "\n// The name of a value of %s, \"invalid\" if it has none.\n"
        "static inline const char *scord_%s_name(unsigned value) {\n  switch (value) {\n",
        e->name, e->name);
    EACH_PART (v, e) put(o, "    case %u: return \"%s\";\n", v->value, v->name);
    put(o,
        "    default: return \"invalid\";\n  }\n}\n"
        "\n// The value of %s with that name, -1 if there is none.\n"
        "static inline int scord_%s_from_name(const char *name) {\n",
        e->name, e->name);
    EACH_PART (v, e) put(o, "  if (strcmp(name, \"%s\") == 0) return %u;\n", v->name, v->value);
    put(o, "  return -1;\n}\n");
}

static unsigned c_bits(unsigned width) {
    return width <= 8 ? 8 : width <= 16 ? 16 : width <= 32 ? 32 : 64;
}
static uint64_t mask_of(unsigned width) {
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}
static unsigned words_of(const item_t *s) { return (s->width + 31) / 32; }

static void c_record_type(out_t *o, const item_t *s) {
    const name_t prefix = upper(s->name);
    put(o, "\n// %s\ntypedef struct scord_%s {\n", s->text, s->name);
    EACH_PART (m, s)
        put_line(o, joined("  uint%u_t %s;  // %s", c_bits(m->width), m->name, range_of(m).s).s,
                 m->text);
    put(o, "} scord_%s_t;\n\n", s->name);
    c_define(o, joined("%s_WIDTH", prefix.s).s, s->width, s, "bits");
    c_define(o, joined("%s_WORDS", prefix.s).s, words_of(s), s, "32-bit words");
    EACH_PART (m, s) {
        c_define(o, joined("%s_%s_SHIFT", prefix.s, upper(m->name).s).s, m->value, m, m->text);
        c_define(o, joined("%s_%s_WIDTH", prefix.s, upper(m->name).s).s, m->width, m, m->text);
    }
    put(o, "\nstatic const scord_field_t scord_%s_fields[] SCORD_UNUSED = {\n", s->name);
    EACH_PART (m, s) put(o, "    {\"%s\", %u, %u},\n", m->name, m->value, m->width);
    put(o, "};\n");
    c_define(o, joined("%s_FIELD_COUNT", prefix.s).s, s->parts, s, "entries of the field table");
}

static void c_begin(out_t *o, const char *n, bool pack) {
    if (pack)
        put(o, "\nstatic inline void scord_%s_pack(const scord_%s_t *record, uint32_t words[]) {\n",
            n, n);
    else
        put(o,
            "}\n\nstatic inline void scord_%s_unpack(scord_%s_t *record, const uint32_t words[]) "
            "{\n",
            n, n);
}

/* Records of at most 64 bits: through one integer. */
static void c_small_pack(out_t *o, const item_t *s) {
    const char *n = s->name;
    const bool two = words_of(s) == 2;
    put(o, "\nstatic inline uint64_t scord_%s_to_bits(const scord_%s_t *record) {\n  return", n, n);
    EACH_PART (m, s)
        put(o, "%s(((uint64_t)record->%s & UINT64_C(0x%" PRIx64 ")) << %u)",
            m == s + 1 ? " " : " |\n         ", m->name, mask_of(m->width), m->value);
    put(o,
        ";\n}\n\nstatic inline scord_%s_t scord_%s_from_bits(uint64_t bits) {\n  scord_%s_t "
        "record;\n",
        n, n, n);
    EACH_PART (m, s)
        put(o, "  record.%s = (uint%u_t)((bits >> %u) & UINT64_C(0x%" PRIx64 "));\n", m->name,
            c_bits(m->width), m->value, mask_of(m->width));
    put(o, "  return record;\n}\n");
    c_begin(o, n, true);
    put(o, "  const uint64_t bits = scord_%s_to_bits(record);\n  words[0] = (uint32_t)bits;\n%s", n,
        two ? "  words[1] = (uint32_t)(bits >> 32);\n" : "");
    c_begin(o, n, false);
    put(o, "  *record = scord_%s_from_bits(%s);\n}\n", n,
        two ? "(uint64_t)words[1] << 32 | words[0]" : "words[0]");
}

/* The part of a field that lies in a word. */
typedef struct overlap {
    unsigned in_word, in_field; /* its lowest bit there */
    unsigned width;             /* 0: none of the field is there */
} overlap_t;

static overlap_t overlap(const item_t *m, unsigned word) {
    const unsigned low = m->value > 32 * word ? m->value : 32 * word, word_end = 32 * word + 32;
    const unsigned end = m->value + m->width < word_end ? m->value + m->width : word_end;
    return (overlap_t){low - 32 * word, low - m->value, low < end ? end - low : 0};
}

/* VALUE >> shift, & mask, << place as far as they do something; `type` is of the result. */
static name_t c_term(const char *type, const char *value, unsigned shift, unsigned width,
                     unsigned value_width, unsigned place) {
    name_t term = shift ? joined("(%s >> %u)", value, shift) : joined("%s", value);
    term = joined("(%s)%s", type, term.s);
    if (width + shift < value_width) term = joined("(%s & 0x%" PRIx64 "u)", term.s, mask_of(width));
    return place ? joined("%s << %u", term.s, place) : term;
}

static void c_large_pack(out_t *o, const item_t *s) {
    c_begin(o, s->name, true);
    for (unsigned w = 0; w < words_of(s); w++) {
        const char *separator = "";
        put(o, "  words[%u] = ", w);
        EACH_PART (m, s) {
            const overlap_t here = overlap(m, w);
            if (!here.width) continue;
            /* A word takes its 32 bits by conversion: only what lies above the part and below bit
             * 32 needs a mask. */
            const unsigned below = here.in_field + 32 - here.in_word, bits = c_bits(m->width);
            put(o, "%s%s", separator,
                c_term("uint32_t", joined("record->%s", m->name).s, here.in_field, here.width,
                       below < bits ? below : bits, here.in_word)
                    .s);
            separator = " |\n             ";
        }
        put(o, ";\n");
    }
    c_begin(o, s->name, false);
    EACH_PART (m, s) {
        const char *separator = "";
        put(o, "  record->%s = (uint%u_t)(", m->name, c_bits(m->width));
        for (unsigned w = 0; w < words_of(s); w++) {
            const overlap_t here = overlap(m, w);
            if (!here.width) continue;
            put(o, "%s%s", separator,
                c_term(m->width > 32 ? "uint64_t" : "uint32_t", joined("words[%u]", w).s,
                       here.in_word, here.width, 32, here.in_field)
                    .s);
            separator = " | ";
        }
        put(o, ");\n");
    }
    put(o, "}\n");
}

/* X(name, NAME) for every item, so that tests and printers miss none. */
static void c_for_each(out_t *o, const char *what, kind_t kind) {
    put(o, "\n// X(name, NAME) for every %s.\n#define SCORD_FOR_EACH_%s(X)", what, upper(what).s);
    EACH (item, kind) put(o, " \\\n  X(%s, %s)", item->name, upper(item->name).s);
    put(o, "\n");
}

static void c_registers(out_t *o) {
    put(o, "\n// ---- APB registers: byte offsets, then positions of their bits ----\n");
    EACH (r, A_REGISTER) {
        const name_t name = joined("REGISTER_%s", upper(r->name).s);
        if (claim(o, name.s, r->value, r->line))
            put_line(o, joined("#define SCORD_%s 0x%03x", name.s, r->value).s,
                     joined("%s: %s", r->source, r->text).s);
    }
    EACH (r, A_REGISTER)
        EACH_PART (b, r)
            c_define(o, joined("%s_%s", upper(r->name).s, upper(b->name).s).s, b->value, b,
                     b->text);
}

static void c_configs(out_t *o) {
    const item_t own = {.line = 0};
    put(o, "\n// ---- configurations ----\ntypedef struct scord_config {\n  const char *name;\n");
    EACH (k, A_KEY)
        put_line(o, joined("  uint32_t %s;", k->name).s,
                 joined("%u to %u%s: %s", k->least, k->most, k->elaborated ? ", elaborated" : "",
                        k->text)
                     .s);
    put(o, "} scord_config_t;\n\n// A key of scord_config_t, for checks and parsers that serve all "
           "keys alike.\n"
           "typedef struct scord_config_key {\n  const char *name;\n  uint32_t default_value, "
           "minimum, maximum;\n"
           "  size_t offset;   // of the uint32_t in scord_config_t\n"
           "  int elaborated;  // 1: a module parameter, 0: a run-time register\n} "
           "scord_config_key_t;\n\n");
    c_define(o, "CONFIG_KEY_COUNT", count_of(A_KEY), &own, "entries of scord_config_keys");
    put(o, "static const scord_config_key_t scord_config_keys[] SCORD_UNUSED = {\n");
    EACH (k, A_KEY)
        put(o, "    {\"%s\", %u, %u, %u, offsetof(scord_config_t, %s), %u},\n", k->name, k->value,
            k->least, k->most, k->name, k->elaborated);
    put(o, "};\n\n");
    EACH (k, A_KEY) c_define(o, joined("DEFAULT_%s", upper(k->name).s).s, k->value, k, k->text);
    put(o, "\n");
    c_define(o, "CONFIG_COUNT", count_of(A_CONFIG), &own, "entries of scord_configs");
    put(o, "static const scord_config_t scord_configs[] SCORD_UNUSED = {\n");
    EACH (c, A_CONFIG) {
        name_t values = joined("    {\"%s\"", c->name);
        EACH (k, A_KEY) values = joined("%s, %u", values.s, setting(c, k));
        put_line(o, joined("%s},", values.s).s, c->text);
    }
    put(o, "};\n");
}

static void write_c(out_t *o) {
    put(o, "/* " LICENCE "\n * " GENERATED "\n *\n"
           " * Constants, encodings, packed records, registers and configurations of scord, for "
           "C11 and C++17.\n"
           " * Records pack into 32-bit words, least significant word first, as the RTL's packed "
           "structs do. */\n"
           "#ifndef SCORD_PARAMS_H\n#define SCORD_PARAMS_H\n\n"
           "#include <stddef.h>\n#include <stdint.h>\n#include <string.h>\n\n"
           "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n#define SCORD_UNUSED "
           "__attribute__((unused))\n\n"
           "// ---- constants ----\n");
    EACH (c, A_CONSTANT) c_define(o, upper(c->name).s, c->value, c, c->text);
    put(o, "\n// ---- encodings ----\n");
    EACH (e, AN_ENUM) c_enum(o, e);
    c_for_each(o, "enum", AN_ENUM);
    put(o, "\n// ---- packed records ----\n\n// A field of a packed record, for code that serves "
           "all records alike.\n"
           "typedef struct scord_field {\n  const char *name;\n  unsigned shift, width;\n} "
           "scord_field_t;\n\n"
           "// Value of a field in a packed record.\n"
           "static inline uint64_t scord_field_get(const scord_field_t *field, const uint32_t "
           "words[]) {\n"
           "  uint64_t value = 0;\n  for (unsigned i = 0; i < field->width; i++) {\n"
           "    const unsigned bit = field->shift + i;\n"
           "    value |= (uint64_t)(words[bit / 32] >> bit %% 32 & 1) << i;\n  }\n  return "
           "value;\n}\n");
    EACH (s, A_RECORD) {
        c_record_type(o, s);
        if (s->width <= 64)
            c_small_pack(o, s);
        else
            c_large_pack(o, s);
    }
    c_for_each(o, "struct", A_RECORD);
    c_registers(o);
    c_configs(o);
    put(o, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif  // SCORD_PARAMS_H\n");
}

/* ---- documentation ---- */

/* A text as a cell of a Markdown table. */
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

/* Where a number is from, if it is not typed. */
static name_t from(const item_t *item) {
    return isdigit((unsigned char)item->source[0]) ? joined("%s", "")
                                                   : joined("`%s`", item->source);
}

static void write_documentation(out_t *o) {
    put(o, "<!-- " LICENCE " -->\n<!-- " GENERATED " -->\n# Parameters\n\n"
           "Every width, encoding, default and register of scord, from "
           "`scripts/params/scord.params`. C names carry "
           "the\nprefix `SCORD_`; RTL uses `scord_params::NAME`, and records are packed structs "
           "`NAME_t`, where a "
           "field named\nlike a SystemVerilog keyword has an underscore after it (`release_`).\n"
           "\n## Constants\n\n| name | value | from | meaning |\n|---|---:|---|---|\n");
    EACH (c, A_CONSTANT)
        put(o, "| `%s` | %u | %s | %s |\n", c->name, c->value, from(c).s, cell(c->text).s);
    put(o, "\n## Encodings\n");
    EACH (e, AN_ENUM) {
        put(o, "\n### `%s`\n\n%s; %u bit%s.\n\n| value | name | meaning |\n|---:|---|---|\n",
            e->name, cell(e->text).s, e->width, e->width == 1 ? "" : "s");
        EACH_PART (v, e) put(o, "| %u | `%s` | %s |\n", v->value, v->name, cell(v->text).s);
    }
    put(o, "\n## Packed records\n\nMost significant field first, as in the RTL.\n");
    EACH (s, A_RECORD) {
        put(o,
            "\n### `%s`\n\n%s; %u bits.\n\n| bits | name | width | width from | meaning "
            "|\n|---|---|---:|---|---|\n",
            s->name, cell(s->text).s, s->width);
        EACH_PART_BACK (m, s)
            put(o, "| %s | `%s` | %u | %s | %s |\n", range_of(m).s, m->name, m->width, from(m).s,
                cell(m->text).s);
    }
    put(o, "\n## APB registers\n\n32 bits each. Access: rw read and write, ro read only, w1 write "
           "one acts, reads "
           "zero.\n\n| offset | name | access | meaning |\n|---|---|---|---|\n");
    EACH (r, A_REGISTER) {
        put(o, "| 0x%03x | `%s` | %s | %s |\n", r->value, r->name, r->source, cell(r->text).s);
        EACH_PART (b, r)
            put(o, "| bit %u | `%s.%s` | | %s |\n", b->value, r->name, b->name, cell(b->text).s);
    }
    put(o,
        "\n## Configuration keys\n\nAn elaborated key is a module parameter, the others are "
        "run-time registers.\n"
        "\n| key | RTL | default | minimum | maximum | meaning |\n|---|---|---:|---:|---:|---|\n");
    EACH (k, A_KEY)
        put(o, "| `%s` | `%s` | %u | %u | %u | %s |\n", k->name,
            k->elaborated ? camel(k->name).s : k->name, k->value, k->least, k->most,
            cell(k->text).s);
    put(o, "\n## Named configurations\n\n| key |");
    EACH (c, A_CONFIG) put(o, " `%s` |", c->name);
    put(o, "\n|---|");
    EACH (c, A_CONFIG) put(o, "---:|");
    EACH (k, A_KEY) {
        put(o, "\n| `%s` |", k->name);
        EACH (c, A_CONFIG) put(o, " %u |", setting(c, k));
    }
    put(o, "\n\n");
    EACH (c, A_CONFIG) put(o, "- `%s`: %s\n", c->name, cell(c->text).s);
}

/* ---- make ---- */

/* Whether two configurations elaborate to the same hardware. */
static bool same_hardware(const item_t *a, const item_t *b) {
    EACH (k, A_KEY)
        if (k->elaborated && setting(a, k) != setting(b, k)) return false;
    return true;
}

/* One variable for one tool. */
static void make_options(out_t *o, const item_t *c, const char *tool, const char *before,
                         const char *between) {
    put(o, "CONFIG_%s_%s =", c->name, tool);
    EACH (k, A_KEY)
        if (k->elaborated) put(o, " %s%s%s%u", before, camel(k->name).s, between, setting(c, k));
    put(o, "\n");
}

static void write_make(out_t *o) {
    put(o, "# " LICENCE "\n# " GENERATED "\n#\n"
           "# The named configurations as options of the tools, elaborated keys only. "
           "CONFIG_x_IVERILOG needs the top\n"
           "# module: $(call CONFIG_gtx480_IVERILOG,scord_top). CONFIG_x_Key is one parameter's "
           "value, for tops that\n"
           "# have only some of them.\nSCORD_CONFIGS :=");
    EACH (c, A_CONFIG) put(o, " %s", c->name);
    put(o,
        "\n# one configuration for every distinct set of elaborated keys\nSCORD_ELABORATIONS :=");
    EACH (c, A_CONFIG) {
        const item_t *first = next(items, A_CONFIG);
        while (!same_hardware(first, c)) first = next(first + 1, A_CONFIG);
        if (first == c) put(o, " %s", c->name);
    }
    put(o, "\nSCORD_ELABORATED_KEYS :=");
    EACH (k, A_KEY)
        if (k->elaborated) put(o, " %s", camel(k->name).s);
    put(o, "\n");
    EACH (c, A_CONFIG) {
        put(o, "\n# %s\n", c->text);
        make_options(o, c, "VERILATOR", "-G", "=");
        make_options(o, c, "YOSYS", "-chparam ", " ");
        make_options(o, c, "IVERILOG", "-P$(1).", "=");
        EACH (k, A_KEY)
            if (k->elaborated)
                put(o, "CONFIG_%s_%s := %u\n", c->name, camel(k->name).s, setting(c, k));
    }
}

/* ---- GTKWave ---- */

/* GTKWave replaces the text that it would show, so digits count: as many as the enum's bits need.
 * Values with letters are given in either case. The first line is a pair of words like the others:
 * readers of pairs see a key that no value has. */
static void write_filter(out_t *o, const item_t *e) {
    put(o, "#" LICENCE "\n");
    EACH_PART (v, e) {
        const name_t low = joined("%0*x", (int)(e->width + 3) / 4, v->value), high = upper(low.s);
        put(o, "%s %s\n", low.s, v->name);
        if (strcmp(low.s, high.s) != 0) put(o, "%s %s\n", high.s, v->name);
    }
}

/* ---- files ---- */

typedef struct output {
    name_t path;
    char *content;
    size_t size;
} output_t;

/* In memory: what one of the writers writes. */
static output_t make(const char *directory, const char *path, void (*write)(out_t *),
                     const item_t *e) {
    output_t result = {.path = joined("%s/%s", directory, path)};
    out_t *o = calloc(1, sizeof *o);
    if (!o || !(o->file = open_memstream(&result.content, &result.size))) broken("out of memory");
    if (write)
        write(o);
    else
        write_filter(o, e);
    if (fclose(o->file) != 0) broken("out of memory");
    return result;
}

/* A file that is as it would be written keeps its time: make builds nothing for it. */
static bool is_current(const output_t *o) {
    FILE *file = fopen(o->path.s, "r");
    if (!file) return false;
    char *content = calloc(1, o->size + 1); /* a byte more: a longer file differs */
    if (!content) broken("out of memory");
    const size_t size = fread(content, 1, o->size + 1, file);
    const bool same = !ferror(file) && size == o->size && memcmp(content, o->content, size) == 0;
    fclose(file);
    return same;
}

static void save(const output_t *o) {
    if (is_current(o)) return;
    name_t folder = o->path;
    for (char *slash = strchr(folder.s + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder.s, 0777) != 0 && errno != EEXIST)
            broken("cannot make directory %s: %s", folder.s, strerror(errno));
        *slash = '/';
    }
    FILE *file = fopen(o->path.s, "w");
    if (!file) broken("cannot write %s: %s", o->path.s, strerror(errno));
    const bool good = fwrite(o->content, 1, o->size, file) == o->size;
    if (fclose(file) != 0 || !good) broken("cannot write %s: %s", o->path.s, strerror(errno));
}

int main(int argc, char **argv) {
    output_t outputs[sizeof items / sizeof *items + 4];
    unsigned count = 0;
    if (argc != 2) broken("usage: generate_parameters OUTDIR");
    link_items();
    outputs[count++] = make(argv[1], "rtl/common/scord_params.vh", write_verilog, NULL);
    outputs[count++] = make(argv[1], "cmodel/scord_params.h", write_c, NULL);
    outputs[count++] = make(argv[1], "docs/parameters.md", write_documentation, NULL);
    outputs[count++] = make(argv[1], "rtl/common/scord_configs.mk", write_make, NULL);
    EACH (e, AN_ENUM)
        outputs[count++] = make(argv[1], joined("cosim/wave/%s.filter", e->name).s, NULL, e);
    for (unsigned i = 0; i < count; i++) save(&outputs[i]);
    return 0;
}
