/* SPDX-License-Identifier: Apache-2.0 */
/* restated.c: finds generated numbers that a hand-written file types again.
 *
 * usage: restated VERILOG-HEADER C-HEADER FILE...
 *   The headers, scord_params.vh and scord_params.h, say which names and numbers are generated.
 *   FILE is read as tokens, without comments: RTL (.v .vh .sv .svh), otherwise C or C++.
 *
 * Rules for RTL; a literal is a whole right side, or a whole operand:
 *   name       NAME = literal, or `define NAME, of a generated NAME (also VERDICT_CLEAN of an enum
 *              written by hand)
 *   parameter  NumSms = literal: a generated name in UpperCamelCase with the generated value
 *   literal    verdict == 3'd4 (also =, <=, !=; suffixes _i _o _q _d): a literal of an enum's width
 *              for that enum
 *   slice      metadata_q[57:54], metadata_q[53]: the bits of one field of that record, except its
 *              lowest field, whose bits look like those of any vector
 *   offset     12'h040: a register's offset
 * and for C and C++:
 *   name       #define NAME or NAME = literal, with or without SCORD_; kName = literal with the
 *              generated value
 *   literal    verdict == 4 (also !=): a number for an enum with a name of more than four letters
 *   shift      >> 54 & 0xf: place and mask of one metadata field (scord_metadata_from_bits)
 *
 * Prints FILE:LINE: message for each. Exit codes: 0 none, 1 some, 2 bad usage, or a file that
 * cannot be read.
 */
#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1024, NAME_BYTES = 128, LONGEST_LINE = 1 << 16, AROUND = 8, LOW_FIELD_BITS = 16 };

typedef struct entry {
    char name[NAME_BYTES];
    uint64_t value;
    bool ambiguous; /* of an enum: a field of this name has another width */
} entry_t;

typedef struct table {
    entry_t entry[MOST];
    size_t count;
} table_t;

typedef struct field {
    char record[NAME_BYTES], name[NAME_BYTES];
    uint64_t high, low;
} field_t;

static table_t known, camels, enum_widths, offsets, records;
static field_t fields[MOST];
static size_t field_count, record_start; /* fields from record_start on: of the open record */
static char offset_prefix[NAME_BYTES];   /* 12'h */

static char token_text[2 * LONGEST_LINE];
static const char *tokens[LONGEST_LINE + 2 * AROUND];
static const char **const t = tokens + AROUND; /* "" before the first and after the last */
static bool in_comment;

static const char *file_name;
static unsigned line_number, found;

static _Noreturn void die(const char *what, const char *name) {
    fprintf(stderr, "restated: %s: %s\n", name, what);
    exit(2);
}

__attribute__((format(printf, 1, 2))) static void tell(const char *format, ...) {
    va_list arguments;
    printf("%s:%u: ", file_name, line_number);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    found++;
}

static bool is(const char *text, const char *other) { return strcmp(text, other) == 0; }
static bool starts(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}
static bool one_of(const char *text, const char *list) { /* LIST: words, each with a blank after */
    const size_t length = strlen(text);
    for (const char *at = list; length && (at = strstr(at, text)); at++)
        if ((at == list || at[-1] == ' ') && at[length] == ' ') return true;
    return false;
}

/* True: TEXT is a literal of Verilog or C. */
static bool literal(const char *text, uint64_t *value) {
    char digits[NAME_BYTES];
    size_t count = 0;
    for (; *text && count < sizeof digits - 1; text++)
        if (*text != '_') digits[count++] = (char)tolower((unsigned char)*text);
    digits[count] = 0;
    const char *start = strchr(digits, '\''), *suffix = "";
    int base = 10;
    if (start) {
        start += start[1] == 's' ? 2 : 1;
        base = *start == 'h' ? 16 : *start == 'd' ? 10 : *start == 'b' ? 2 : 0;
        start++;
    } else {
        start = digits;
        suffix = "ul";
        if (starts(digits, "0x")) base = 16;
    }
    if (!base || !isxdigit((unsigned char)*start)) return false;
    char *end;
    *value = strtoull(start, &end, base);
    return end > start && !end[strspn(end, suffix)];
}

/* ---- what is generated ----------------------------------------------------------------------- */

static entry_t *find(table_t *table, const char *name) {
    for (size_t i = 0; i < table->count; i++)
        if (is(table->entry[i].name, name)) return &table->entry[i];
    return NULL;
}

static void put(table_t *table, const char *name, uint64_t value) {
    entry_t *entry = find(table, name);
    if (!entry) {
        if (table->count == MOST || strlen(name) >= NAME_BYTES) die("too many or long names", name);
        entry = &table->entry[table->count++];
        strcpy(entry->name, name);
    }
    entry->value = value;
}

/* MAX_SMS as MaxSms. */
static void put_camel(const char *name, uint64_t value) {
    char camel[NAME_BYTES];
    size_t count = 0;
    for (bool first = true; *name && count < sizeof camel - 1; name++) {
        if (*name != '_') camel[count++] = (char)(first ? *name : tolower((unsigned char)*name));
        first = *name == '_';
    }
    camel[count] = 0;
    put(&camels, camel, value);
}

static void add_number(const char *name, uint64_t value) {
    put(&known, name, value);
    put_camel(name, value);
    if (starts(name, "DEFAULT_")) put_camel(name + strlen("DEFAULT_"), value);
}

static void add_field(const char *name, const char *range) {
    if (field_count == MOST) die("too many fields", name);
    field_t *const field = &fields[field_count++];
    snprintf(field->name, sizeof field->name, "%.*s",
             (int)(strlen(name) - (name[strlen(name) - 1] == '_')), name);
    const char *const colon = strchr(range, ':');
    field->high = strtoull(range, NULL, 10);
    field->low = colon ? strtoull(colon + 1, NULL, 10) : field->high;
}

static void add_record(char *name) {
    name[strlen(name) - 2] = 0; /* _t */
    put(&records, name, 0);
    for (; record_start < field_count; record_start++) {
        field_t *const field = &fields[record_start];
        strcpy(field->record, name);
        entry_t *const width = find(&enum_widths, field->name);
        if (width && width->value != field->high - field->low + 1) width->ambiguous = true;
    }
}

static void read_verilog_line(char *line) {
    char name[NAME_BYTES], text[NAME_BYTES];
    uint64_t value = 0;
    if (sscanf(line, "} %127[a-z0-9_];", name) == 1) {
        add_record(name);
    } else if (starts(line, "  logic ") && strstr(line, "// [")) {
        const char *const range = strstr(line, "// [") + strlen("// [");
        *strchr(line, ';') = 0;
        add_field(strrchr(line, ' ') + 1, range);
    } else if (starts(line, "  localparam ") &&
               (sscanf(line, " localparam int %127s = %127[^;]", name, text) == 2 ||
                sscanf(line, " localparam logic %*s %127s = %127[^;]", name, text) == 2)) {
        const bool number = literal(text, &value);
        add_number(name, number ? value : UINT64_MAX);
        const char *const bits = strstr(line, "// bits of ");
        if (bits) put(&enum_widths, bits + strlen("// bits of "), value);
        if (!number || !value || !starts(name, "REGISTER_")) return;
        snprintf(offset_prefix, sizeof offset_prefix, "%d'h", atoi(text));
        put(&offsets, name, value);
    }
}

static void read_c_line(char *line) {
    char name[NAME_BYTES], text[NAME_BYTES];
    uint64_t value = UINT64_MAX;
    if (sscanf(line, "#define SCORD_%127[A-Z0-9_] %127s", name, text) != 2 ||
        !isdigit((unsigned char)*text) || find(&known, name))
        return;
    literal(text, &value);
    add_number(name, value);
}

/* ---- tokens ---------------------------------------------------------------------------------- */

/* The length of the token at TEXT, which is no blank and no comment. */
static size_t token_length(const char *text) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    static const char word[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    const char *const quote = *text == '"' ? strchr(text + 1, '"') : NULL;
    if (quote) return (size_t)(quote - text) + 1;
    const size_t size = strspn(text, "0123456789");
    if (text[size] == '\'') {
        size_t base = size + 1;
        base += text[base] == 's' || text[base] == 'S';
        if (text[base] && strchr("bdhoBDHO", text[base])) {
            const size_t digits = strspn(text + base + 1, "0123456789abcdefABCDEF_xXzZ?");
            if (digits) return base + 1 + digits;
        }
    }
    const size_t tick = *text == '`';
    if (text[tick] && strchr(letters, text[tick])) return tick + strspn(text + tick, word);
    if (size) return strspn(text, word);
    for (const char *op = "<<>><=>===!=::+:-:"; *op; op += 2)
        if (starts(text, (char[]){op[0], op[1], 0})) return 2;
    return 1;
}

/* The tokens of LINE into t[0] and after; their count. */
static int tokenize(const char *line) {
    int count = 0;
    char *text = token_text;
    while (*line) {
        if (in_comment) {
            line = strstr(line, "*/");
            if (!line) break;
            in_comment = false;
            line += 2;
        } else if (strchr(" \t\r", *line)) {
            line++;
        } else if (starts(line, "//")) {
            break;
        } else if (starts(line, "/*")) {
            in_comment = true;
            line += 2;
        } else {
            const size_t length = token_length(line);
            t[count++] = memcpy(text, line, length);
            text[length] = 0;
            text += length + 1;
            line += length;
        }
    }
    for (int i = 0; i < AROUND; i++) t[count + i] = t[-1 - i] = "";
    return count;
}

/* ---- the rules ------------------------------------------------------------------------------- */

/* t[i] = literal, and the literal is the whole right side. */
static bool assigned(int i, uint64_t *value) {
    return is(t[i + 1], "=") && literal(t[i + 2], value) && strlen(t[i + 3]) <= 1 &&
           (!*t[i + 3] || strchr(",;)}", *t[i + 3]));
}

static bool restates(const char *camel, uint64_t value) {
    const entry_t *const entry = find(&camels, camel);
    return entry && entry->value == value;
}

static const char *record_of(const char *name) {
    for (size_t i = 0; i < records.count; i++) {
        const char *const record = records.entry[i].name;
        const size_t length = strlen(record), whole = strlen(name);
        if (starts(name, record) && (!name[length] || name[length] == '_')) return record;
        if (whole > length && name[whole - length - 1] == '_' && is(name + whole - length, record))
            return record;
    }
    return NULL;
}

static bool digits(const char *text) { return *text && !text[strspn(text, "0123456789")]; }

static void check_slice(int i) {
    const bool range = is(t[i + 3], ":");
    const char *const low = t[i + (range ? 4 : 2)];
    if (!is(t[i + 1], "[") || !digits(t[i + 2]) || !digits(low) || !is(t[i + (range ? 5 : 3)], "]"))
        return;
    const char *const record = record_of(t[i]);
    for (const field_t *f = fields; record && f < fields + field_count; f++)
        if (is(f->record, record) && f->high == strtoull(t[i + 2], NULL, 10) && f->low &&
            f->low == strtoull(low, NULL, 10))
            tell("bits of %s: use the member %s", record, f->name);
}

static void check_rtl(int i) {
    const char *const name = t[i];
    uint64_t value = 0;
    if (is(t[i - 1], "`define") && find(&known, name)) tell("`define of the generated %s", name);
    if (assigned(i, &value)) {
        if (find(&known, name))
            tell("%s is generated: use scord_params::%s", name, name);
        else if (restates(name, value))
            tell("parameter %s restates a generated number: use scord_params", name);
    }
    if (one_of(t[i + 1], "= == != <= ")) {
        char base[NAME_BYTES], width[NAME_BYTES];
        snprintf(base, sizeof base, "%s", name);
        const size_t length = strlen(base);
        if (length > 2 && base[length - 2] == '_' && strchr("ioqd", base[length - 1]))
            base[length - 2] = 0;
        const entry_t *const bits = find(&enum_widths, base);
        snprintf(width, sizeof width, "%llu'", bits ? (unsigned long long)bits->value : 0ull);
        if (bits && starts(t[i + 2], width))
            tell("literal %s for %s: use its names in scord_params", t[i + 2], base);
    }
    check_slice(i);
    if (!starts(name, offset_prefix) || !literal(name, &value)) return;
    for (size_t r = 0; r < offsets.count; r++)
        if (offsets.entry[r].value == value)
            tell("%s is the offset scord_params::%s", name, offsets.entry[r].name);
}

/* t[i] is >>: place and mask of a field of the metadata. */
static void check_shift(int i) {
    uint64_t shift, mask;
    if (!literal(t[i + 1], &shift)) return;
    i += 2;
    while (is(t[i], ")")) i++;
    if (!is(t[i], "&") || !literal(t[i + 1], &mask)) return;
    for (const field_t *f = fields; f < fields + field_count; f++)
        if (is(f->record, "metadata") && f->low >= LOW_FIELD_BITS && f->low == shift &&
            mask == (UINT64_C(1) << (f->high - f->low + 1)) - 1)
            tell("place and mask of the metadata field %s", f->name);
}

static void check_c(int i) {
    const char *const name = t[i] + (starts(t[i], "SCORD_") ? strlen("SCORD_") : 0);
    uint64_t value = 0;
    if (is(t[i - 1], "define") && is(t[i - 2], "#") && find(&known, name)) {
        tell("#define of the generated SCORD_%s", name);
    } else if (assigned(i, &value)) {
        if (find(&known, name))
            tell("SCORD_%s is generated", name);
        else if (*name == 'k' && isupper((unsigned char)name[1]) && restates(name + 1, value))
            tell("constant %s restates a generated number", name);
    }
    if (one_of(t[i + 1], "== != ") && strlen(name) > 4 && literal(t[i + 2], &value)) {
        const entry_t *const width = find(&enum_widths, name);
        if (width && !width->ambiguous) {
            char upper[NAME_BYTES];
            size_t count = 0;
            for (; name[count]; count++) upper[count] = (char)toupper((unsigned char)name[count]);
            upper[count] = 0;
            tell("number %s for %s: use SCORD_%s_...", t[i + 2], name, upper);
        }
    }
    if (is(t[i], ">>")) check_shift(i);
}

static void scan_rtl(char *line) {
    for (int i = 0, count = tokenize(line); i < count; i++) check_rtl(i);
}

static void scan_c(char *line) {
    for (int i = 0, count = tokenize(line); i < count; i++) check_c(i);
}

static void read_lines(const char *path, void (*read_line)(char *line)) {
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    FILE *const in = fopen(path, "r");
    if (!in) die("cannot be read", path);
    file_name = path;
    in_comment = false;
    for (line_number = 1; (length = getline(&line, &room, in)) >= 0; line_number++) {
        if (length >= LONGEST_LINE) die("a line is too long", path);
        line[strcspn(line, "\n")] = 0;
        read_line(line);
    }
    if (ferror(in)) die("cannot be read", path);
    fclose(in);
    free(line);
}

int main(int argc, char **argv) {
    if (argc < 4) die("usage: restated VERILOG-HEADER C-HEADER FILE...", "arguments");
    read_lines(argv[1], read_verilog_line);
    read_lines(argv[2], read_c_line);
    if (!known.count || !records.count || !offsets.count || !enum_widths.count)
        die("is no header of parameters", argv[1]);
    for (int i = 3; i < argc; i++) {
        const char *const suffix = strrchr(argv[i], '.');
        read_lines(argv[i], suffix && one_of(suffix, ".v .vh .sv .svh ") ? scan_rtl : scan_c);
    }
    return found > 0;
}
