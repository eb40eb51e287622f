/* SPDX-License-Identifier: Apache-2.0 */
/* macros.c: instructions that several simpler ones stand for: asynchronous copies, barriers in
 * shared memory, matrices.
 *
 *     cp.async.ca.shared.global [a], [b], 8;
 *       { .reg .b32 %w<2>; ld.global.v2.b32 {%w0, %w1}, [b]; st.shared.v2.b32 [a], {%w0, %w1}; }
 *
 * The operands are taken as text, the simpler instructions are written as PTX and read in the place
 * of the one that was there; they keep its line and its text in messages. So accesses, events,
 * findings and timing are those of loads and stores. What no instruction of PTX does has a row of
 * its own in decode.c, whose name (with `_`) only this file writes:
 *
 *   mbarrier_step     the arrival of a thread, as an atomic
 *   hook_step         what happens, for who looks for misuse (sim/core/hooks.c); no effect
 *   matrix_rows       the words that ldmatrix has read, to the lanes that want them
 *   mma_core          the product of matrices in registers that lie in a row (sim/core/matrix.c)
 *
 * A copy is complete when its instruction is, which is one of the orders that PTX allows: groups of
 * copies have nothing to wait for. Who reads one too early is found by the hooks.
 * Reference: PTX ISA 9.0, "Asynchronous copy", "mbarrier", "Matrix multiply-accumulate".
 */
#include "sim/ptx/macro.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "sim/ptx/matrix_shape.h"

_Noreturn void macro_refuse(const macro_t *macro, const char *what) {
    parser_fail_at(macro->parser, macro->parser->statement_line, "PTX instruction `%.*s` %s",
                   (int)macro->word[0].length, macro->word[0].text, what);
}

void macro_put(macro_t *macro, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(macro->text + macro->used, TEXT_MOST - macro->used, format,
                                 arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= TEXT_MOST - macro->used) macro_refuse(macro, "is too long");
    macro->used += (size_t)length;
}

/* ---- the text ---- */

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

text_part_t macro_trimmed(const char *from, const char *to) {
    while (from < to && is_blank(*from)) from++;
    while (to > from && is_blank(to[-1])) to--;
    return (text_part_t){from, (size_t)(to - from)};
}

bool macro_is_word(const macro_t *macro, uint32_t number, const char *word) {
    return number < macro->words && macro->word[number].length == strlen(word) &&
           !memcmp(macro->word[number].text, word, macro->word[number].length);
}

bool macro_has(const macro_t *macro, const char *word) {
    for (uint32_t i = 1; i < macro->words; i++)
        if (macro_is_word(macro, i, word)) return true;
    return false;
}

/* .shared::cta and .shared::cluster, too: without cluster launches they are the same. */
static bool has_shared(const macro_t *macro) {
    return macro_has(macro, "shared") || macro_has(macro, "shared::cta") ||
           macro_has(macro, "shared::cluster");
}
static const char *space(const macro_t *macro) { return has_shared(macro) ? ".shared" : ""; }

/* Splits at commas outside of brackets. Returns where the list ends, at `end`. */
const char *macro_split(const macro_t *macro, const char *at, const char *end, text_part_t *parts,
                        uint32_t most, uint32_t *count) {
    const char *start = at;
    int depth = 0;
    *count = 0;
    for (; at < end; at++) {
        depth += (*at == '[' || *at == '{' || *at == '(') -
                 (*at == ']' || *at == '}' || *at == ')');
        if (*at != ',' || depth > 0) continue;
        if (*count == most) macro_refuse(macro, "has too many operands");
        parts[(*count)++] = macro_trimmed(start, at);
        start = at + 1;
    }
    const text_part_t last = macro_trimmed(start, at);
    if (last.length == 0 && *count == 0) return at;
    if (*count == most) macro_refuse(macro, "has too many operands");
    parts[(*count)++] = last;
    return at;
}

static void read_words(macro_t *macro, const char *at) {
    for (bool more = true; more;) {
        const char *start = at;
        while (*at && *at != '.' && *at != ';' && *at != '[' && *at != '{' && *at != '(' &&
               !is_blank(*at))
            at++;
        if (macro->words == WORDS_MOST) macro_refuse(macro, "has too many modifiers");
        macro->word[macro->words++] = (text_part_t){start, (size_t)(at - start)};
        more = *at == '.';
        at += more;
    }
}

static const char *read_statement(macro_t *macro) { /* returns its semicolon */
    parser_t *parser = macro->parser;
    const char *name = parser->token.text, *end = name;
    macro->guard = macro_trimmed(parser->statement, name);
    read_words(macro, name);
    const text_part_t *last = &macro->word[macro->words - 1];
    const char *at = last->text + last->length;
    for (end = at; *end && *end != ';';) end++;
    if (!*end) macro_refuse(macro, "has no end");
    macro_split(macro, at, end, macro->operand, OPERANDS_MOST, &macro->operands);
    return end;
}

void macro_want(const macro_t *macro, uint32_t least, uint32_t most) {
    if (macro->operands < least || macro->operands > most)
        macro_refuse(macro, "has the wrong number of operands");
}

/* The elements of {a, b, …}, or the one operand. */
uint32_t macro_elements(const macro_t *macro, uint32_t number, text_part_t *parts) {
    text_part_t list = macro->operand[number];
    uint32_t count;
    if (list.length >= 2 && list.text[0] == '{' && list.text[list.length - 1] == '}')
        list = macro_trimmed(list.text + 1, list.text + list.length - 1);
    macro_split(macro, list.text, list.text + list.length, parts, ELEMENTS_MOST, &count);
    return count;
}

/* The operand as a number; false: it is none. */
static bool number_of(text_part_t part, uint64_t *value) {
    *value = 0;
    for (size_t i = 0; i < part.length; i++) {
        if (part.text[i] < '0' || part.text[i] > '9') return false;
        *value = *value * 10 + (uint64_t)(part.text[i] - '0');
    }
    return part.length > 0 && part.length < 10;
}

/* [a] and a number of bytes behind it. */
static text_part_t inside(const macro_t *macro, uint32_t number) {
    const text_part_t part = macro->operand[number];
    if (part.length < 2 || part.text[0] != '[' || part.text[part.length - 1] != ']')
        macro_refuse(macro, "needs an address");
    return macro_trimmed(part.text + 1, part.text + part.length - 1);
}

/* ---- cp.async ---- */

static bool is_register(text_part_t part) { return part.length > 0 && part.text[0] == '%'; }

/* An address without an offset of its own, for copy_partly and the elements of matrices. A register
 * of the other width is converted. */
static void write_address(macro_t *macro, const char *name, text_part_t address, const char *kind) {
    const char *plus = memchr(address.text, '+', address.length);
    const text_part_t base = macro_trimmed(address.text,
                                           plus ? plus : address.text + address.length);
    ptx_operand_t operand;
    if (!is_register(address)) {
        macro_put(macro, "mov.u%s %s, %.*s;", kind, name, PART(address));
        return;
    }
    if (!find_register(macro->parser, base.text, base.length, &operand)) operand.bits = 0;
    if (operand.bits == 32 && !strcmp(kind, "64"))
        macro_put(macro, "cvt.u64.u32 %s, %.*s;", name, PART(base));
    else if (operand.bits == 64 && !strcmp(kind, "32"))
        macro_put(macro, "cvt.u32.u64 %s, %.*s;", name, PART(base));
    else
        macro_put(macro, "mov.b%s %s, %.*s;", kind, name, PART(base));
    if (plus)
        macro_put(macro, "add.u%s %s, %s, %.*s;", kind, name, name,
                  PART(macro_trimmed(plus + 1, address.text + address.length)));
}

/* The guard's value to %scord_g, which holds. */
void macro_put_guard(macro_t *macro) {
    if (macro->guard.length == 0) return;
    const bool inverse = macro->guard.text[1] == '!';
    macro_put(macro, "mov.pred %%scord_g, %.*s;", (int)macro->guard.length - 1 - inverse,
              macro->guard.text + 1 + inverse);
    if (inverse) macro_put(macro, "not.pred %%scord_g, %%scord_g;");
}

/* The model copies at once; sim/core/hooks.c looks for those who read too early. */
static void note_copy(macro_t *macro, uint64_t bytes) {
    GUARDED(macro);
    macro_put(macro, "hook_step.copy.shared.b64 [%.*s], %d;", PART(inside(macro, 0)), (int)bytes);
}

/* Bytes behind those of the source are zero: a size in a register, of whole words, or a predicate
 * that says that there is no source. */
static void copy_partly(macro_t *macro, uint64_t bytes, text_part_t size) {
    ptx_operand_t operand;
    const bool ignores = find_register(macro->parser, size.text, size.length, &operand) &&
                         operand.bits == 1;
    macro_put(macro,
              "{.reg .b32 %%scord_w<4>; .reg .b32 %%scord_n; .reg .pred %%scord_p, %%scord_g;"
              ".reg .b64 %%scord_a; setp.eq.u32 %%scord_g, 0, 0;");
    macro_put_guard(macro);
    if (ignores)
        macro_put(macro, "selp.b32 %%scord_n, 0, %d, %.*s;", (int)bytes, PART(size));
    else
        macro_put(macro, "mov.b32 %%scord_n, %.*s;", PART(size));
    write_address(macro, "%scord_a", inside(macro, 1), "64");
    for (uint64_t i = 0; i < bytes / 4; i++)
        macro_put(macro,
                  "mov.b32 %%scord_w%d, 0; setp.ge.u32 %%scord_p, %%scord_n, %d;"
                  "and.pred %%scord_p, %%scord_p, %%scord_g;"
                  "@%%scord_p ld.global.b32 %%scord_w%d, [%%scord_a+%d];",
                  (int)i, (int)(4 * i + 4), (int)i, (int)(4 * i));
    GUARDED(macro);
    macro_put(macro, "st.shared%s [%.*s], ",
              bytes == 16  ? ".v4.b32"
              : bytes == 8 ? ".v2.b32"
                           : ".b32",
              PART(inside(macro, 0)));
    macro_put(macro, "%s;",
              bytes == 16  ? "{%scord_w0,%scord_w1,%scord_w2,%scord_w3}"
              : bytes == 8 ? "{%scord_w0,%scord_w1}"
                           : "%scord_w0");
    note_copy(macro, bytes);
    macro_put(macro, "}");
}

/* Words of 16 bytes, one after the other; then the barrier, if any, gets their number. */
static void write_bulk(macro_t *macro) {
    const bool to_shared = macro_has(macro, "global") &&
                           (macro_is_word(macro, 3, "shared::cluster") ||
                            macro_is_word(macro, 3, "shared::cta"));
    const bool to_global = macro_is_word(macro, 3, "global");
    if (macro_has(macro, "commit_group") || macro_has(macro, "wait_group") ||
        macro_has(macro, "prefetch"))
        return;
    if (macro_has(macro, "tensor") || (!to_shared && !to_global))
        macro_refuse(macro, "is supported between .global and .shared, without .tensor");
    macro_want(macro, 3, 6);
    macro_put(macro,
              "{.reg .b32 %%scord_n, %%scord_s, %%scord_w<4>; .reg .b64 %%scord_a, %%scord_t;"
              ".reg .pred %%scord_p, %%scord_g; setp.eq.u32 %%scord_g, 0, 0;");
    macro_put_guard(macro);
    macro_put(macro, "mov.b32 %%scord_n, %.*s;", PART(macro->operand[2]));
    write_address(macro, "%scord_a", inside(macro, to_shared ? 1 : 0), "64");
    write_address(macro, "%scord_s", inside(macro, to_shared ? 0 : 1), "32");
    macro_put(macro, "@!%%scord_g bra scord_end; scord_next: setp.lt.s32 %%scord_p, %%scord_n, 16;"
                     "@%%scord_p bra scord_done;");
    macro_put(macro, "ld.%s.v4.b32 {%%scord_w0,%%scord_w1,%%scord_w2,%%scord_w3}, [%s];",
              to_shared ? "global" : "shared", to_shared ? "%scord_a" : "%scord_s");
    macro_put(macro, "st.%s.v4.b32 [%s], {%%scord_w0,%%scord_w1,%%scord_w2,%%scord_w3};",
              to_shared ? "shared" : "global", to_shared ? "%scord_s" : "%scord_a");
    macro_put(macro, "add.u64 %%scord_a, %%scord_a, 16; add.u32 %%scord_s, %%scord_s, 16;"
                     "sub.u32 %%scord_n, %%scord_n, 16; bra scord_next; scord_done:");
    if (to_shared && macro->operands > 3) {
        macro_put(
            macro,
            "mov.b32 %%scord_n, %.*s; cvt.u64.u32 %%scord_t, %%scord_n;"
            "hook_step.bulk.shared.b64 [%.*s], %%scord_t; hook_step.attach_bulk.shared.b64 %.*s;"
            "mbarrier_step.exch.shared.b64 %%scord_t, %.*s, %%scord_n;",
            PART(macro->operand[2]), PART(inside(macro, 0)), PART(macro->operand[3]),
            PART(macro->operand[3]));
    }
    macro_put(macro, "scord_end: mov.b32 %%scord_n, 0;}");
}

static void write_copy(macro_t *macro) {
    uint64_t bytes, size;
    macro_want(macro, 3, 5);
    if (!number_of(macro->operand[2], &bytes) || (bytes != 4 && bytes != 8 && bytes != 16))
        macro_refuse(macro, "copies 4, 8 or 16 bytes");
    if (!has_shared(macro) || !macro_has(macro, "global"))
        macro_refuse(macro, "copies from .global to .shared");
    const bool partly = macro->operands > 3u + macro_has(macro, "L2::cache_hint");
    if (partly && !(number_of(macro->operand[3], &size) && size == bytes)) {
        copy_partly(macro, bytes, macro->operand[3]);
        return;
    }
    static const char *const lists[] = {"%scord_w0", "{%scord_w0,%scord_w1}",
                                        "{%scord_w0,%scord_w1,%scord_w2,%scord_w3}"};
    static const char *const widths[] = {"", ".v2", ".v4"};
    const int width = bytes == 4 ? 0 : bytes == 8 ? 1 : 2;
    macro_put(macro, "{.reg .b32 %%scord_w<4>;");
    GUARDED(macro);
    macro_put(macro, "ld.global%s.b32 %s, [%.*s];", widths[width], lists[width],
              PART(inside(macro, 1)));
    GUARDED(macro);
    macro_put(macro, "st.shared%s.b32 [%.*s], %s;", widths[width], PART(inside(macro, 0)),
              lists[width]);
    note_copy(macro, bytes);
    macro_put(macro, "}");
}

/* commit_group, wait_group; wait_all waits for copies of no group, too. */
static void write_group(macro_t *macro) {
    uint64_t groups = 0;
    if (macro_has(macro, "wait_group")) {
        macro_want(macro, 1, 1);
        if (!number_of(macro->operand[0], &groups)) macro_refuse(macro, "needs a number of groups");
    } else {
        GUARDED(macro);
        macro_put(macro, "hook_step.commit.b64 0;");
    }
    if (macro_has(macro, "commit_group")) return;
    GUARDED(macro);
    macro_put(macro, "hook_step.wait.b64 %d;", (int)groups);
}

static void write_cp(macro_t *macro) {
    if (!macro_is_word(macro, 1, "async")) macro_refuse(macro, "is supported as cp.async");
    if (macro_is_word(macro, 2, "bulk")) {
        write_bulk(macro);
        return;
    }
    if (macro_has(macro, "commit_group") || macro_has(macro, "wait_group") ||
        macro_has(macro, "wait_all")) {
        write_group(macro);
        return;
    }
    if (!macro_is_word(macro, 2, "mbarrier")) {
        write_copy(macro);
        return;
    }
    /* cp.async.mbarrier.arrive: the copies before have been made. Without .noinc the count that
     * it takes is one that it has added. */
    macro_want(macro, 1, 1);
    GUARDED(macro);
    macro_put(macro, "hook_step.attach%s.b64 %.*s;", space(macro), PART(macro->operand[0]));
    if (!macro_has(macro, "noinc")) return;
    macro_put(macro, "{.reg .b64 %%scord_t;");
    GUARDED(macro);
    macro_put(macro, "mbarrier_step.arrive%s.b64 %%scord_t, %.*s, 1;}", space(macro),
              PART(macro->operand[0]));
}

/* ---- mbarrier: 64 bits of shared memory, laid out in sim/core/warp.h ---- */

static void write_arrival(macro_t *macro, const char *step) {
    const bool expects = macro_has(macro, "expect_tx");
    macro_want(macro, 1, 3);
    const bool result = macro->operand[0].text[0] != '[';
    const uint32_t address = result ? 1 : 0;
    if (address >= macro->operands) macro_refuse(macro, "needs an address");
    macro_put(macro, "{.reg .b64 %%scord_t;");
    if (expects) {
        if (macro->operands <= address + 1) macro_refuse(macro, "needs a count with .expect_tx");
        GUARDED(macro);
        macro_put(macro, "mbarrier_step.inc%s.b64 %%scord_t, %.*s, %.*s;", space(macro),
                  PART(macro->operand[address]), PART(macro->operand[address + 1]));
    }
    GUARDED(macro);
    macro_put(macro, "mbarrier_step.%s%s%s.b64 %%scord_t, %.*s, ", step, space(macro),
              macro_has(macro, "noComplete") ? ".noComplete" : "", PART(macro->operand[address]));
    if (!expects && macro->operands > address + 1)
        macro_put(macro, "%.*s;", PART(macro->operand[address + 1]));
    else
        macro_put(macro, "1;");
    if (result && !(macro->operand[0].length == 1 && macro->operand[0].text[0] == '_')) {
        GUARDED(macro);
        macro_put(macro, "mov.b64 %.*s, %%scord_t;", PART(macro->operand[0]));
    }
    macro_put(macro, "}");
}

/* The phase, the top bit, is another than that of the state, or of the parity that it has when
 * the phase asked for has not ended. */
static void write_test(macro_t *macro) {
    macro_want(macro, 3, 4);
    macro_put(macro, "{.reg .b64 %%scord_t<2>; .reg .b32 %%scord_q;");
    GUARDED(macro);
    macro_put(macro, "atom.%s.cta%s.or.b64 %%scord_t0, %.*s, 0;",
              macro_has(macro, "relaxed") ? "relaxed" : "acquire", space(macro),
              PART(macro->operand[1]));
    if (macro_has(macro, "parity")) {
        macro_put(macro,
                  "mov.b32 %%scord_q, %.*s; cvt.u64.u32 %%scord_t1, %%scord_q;"
                  "shl.b64 %%scord_t1, %%scord_t1, 63;",
                  PART(macro->operand[2]));
    } else
        macro_put(macro, "mov.b64 %%scord_t1, %.*s;", PART(macro->operand[2]));
    GUARDED(macro);
    macro_put(macro, "hook_step.test%s%s.b64 %.*s, %%scord_t0, %%scord_t1;",
              macro_has(macro, "parity") ? "_parity" : "", space(macro), PART(macro->operand[1]));
    macro_put(macro, "xor.b64 %%scord_t0, %%scord_t0, %%scord_t1;");
    GUARDED(macro);
    macro_put(macro, "setp.lt.s64 %.*s, %%scord_t0, 0;}", PART(macro->operand[0]));
}

static void write_mbarrier(macro_t *macro) {
    if (macro_is_word(macro, 1, "init")) {
        macro_want(macro, 2, 2);
        macro_put(macro,
                  "{.reg .b64 %%scord_t<2>; .reg .b32 %%scord_c; mov.b32 %%scord_c, %.*s;"
                  "cvt.u64.u32 %%scord_t0, %%scord_c; shl.b64 %%scord_t1, %%scord_t0, 40;"
                  "shl.b64 %%scord_t0, %%scord_t0, 20; or.b64 %%scord_t0, %%scord_t0, %%scord_t1;",
                  PART(macro->operand[1]));
        GUARDED(macro);
        macro_put(macro, "hook_step.init%s.b64 %.*s;", space(macro), PART(macro->operand[0]));
        GUARDED(macro);
        macro_put(macro, "st%s.b64 %.*s, %%scord_t0;}", space(macro), PART(macro->operand[0]));
    } else if (macro_is_word(macro, 1, "inval")) {
        macro_want(macro, 1, 1);
        GUARDED(macro);
        macro_put(macro, "hook_step.inval%s.b64 %.*s;", space(macro), PART(macro->operand[0]));
    } else if (macro_is_word(macro, 1, "arrive"))
        write_arrival(macro, "arrive");
    else if (macro_is_word(macro, 1, "arrive_drop"))
        write_arrival(macro, "dec");
    else if (macro_is_word(macro, 1, "expect_tx") || macro_is_word(macro, 1, "complete_tx")) {
        macro_want(macro, 2, 2);
        macro_put(macro, "{.reg .b64 %%scord_t;");
        GUARDED(macro);
        macro_put(macro, "mbarrier_step.%s%s.b64 %%scord_t, %.*s, %.*s;}",
                  macro_is_word(macro, 1, "expect_tx") ? "inc" : "exch", space(macro),
                  PART(macro->operand[0]), PART(macro->operand[1]));
    } else if (macro_is_word(macro, 1, "test_wait") || macro_is_word(macro, 1, "try_wait"))
        write_test(macro);
    else if (macro_is_word(macro, 1, "pending_count")) {
        macro_want(macro, 2, 2);
        macro_put(macro, "{.reg .b64 %%scord_t; bfe.u64 %%scord_t, %.*s, 20, 20;",
                  PART(macro->operand[1]));
        GUARDED(macro);
        macro_put(macro, "cvt.u32.u64 %.*s, %%scord_t;}", PART(macro->operand[0]));
    } else
        macro_refuse(macro, "is not supported with this operation");
}

/* ---- ldmatrix: lane i reads row i, then the rows go to the lanes ---- */

static void write_ldmatrix(macro_t *macro) {
    macro_want(macro, 2, 2);
    const int matrices = macro_has(macro, "x4") ? 4 : macro_has(macro, "x2") ? 2 : 1;
    if (!macro_has(macro, "m8n8") || !macro_has(macro, "b16"))
        macro_refuse(macro, "is supported for .m8n8 and .b16");
    macro_put(macro,
              "{.reg .b32 %%scord_w<4>; .reg .b32 %%scord_l; .reg .pred %%scord_p;"
              "mov.u32 %%scord_l, %%laneid; setp.lt.u32 %%scord_p, %%scord_l, %d;"
              "@%%scord_p ld%s.v4.b32 {%%scord_w0,%%scord_w1,%%scord_w2,%%scord_w3}, %.*s;"
              "matrix_rows.%s.b32 %.*s, {%%scord_w0,%%scord_w1,%%scord_w2,%%scord_w3};}",
              8 * matrices, space(macro), PART(macro->operand[1]),
              macro_has(macro, "trans") ? "idx" : "all", PART(macro->operand[0]));
}

/* ---- matrices in registers ---- */

static const struct {
    const char *name;
    uint8_t rows, columns;
    uint16_t depth;
} shapes[] = {{"m16n16k16", 16, 16, 16}, {"m32n8k16", 32, 8, 16},   {"m8n32k16", 8, 32, 16},
              {"m16n16k8", 16, 16, 8},   {"m8n8k4", 8, 8, 4},       {"m16n8k4", 16, 8, 4},
              {"m16n8k8", 16, 8, 8},     {"m16n8k16", 16, 8, 16},   {"m16n8k32", 16, 8, 32},
              {"m8n8k16", 8, 8, 16},     {"m8n8k32", 8, 8, 32},     {"m16n8k64", 16, 8, 64},
              {"m8n8k128", 8, 8, 128},   {"m16n8k128", 16, 8, 128}, {"m16n8k256", 16, 8, 256}};

static matrix_shape_t shape_of(const macro_t *macro) {
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (macro_has(macro, shapes[i].name))
            return (matrix_shape_t){
                .rows = shapes[i].rows, .columns = shapes[i].columns, .depth = shapes[i].depth};
    macro_refuse(macro, "is not supported in this shape");
}

static const struct {
    const char *name;
    matrix_element_t element;
} element_names[] = {{"f16", MATRIX_F16},   {"bf16", MATRIX_BF16}, {"tf32", MATRIX_TF32},
                     {"f32", MATRIX_F32},   {"f64", MATRIX_F64},   {"s8", MATRIX_S8},
                     {"u8", MATRIX_U8},     {"s32", MATRIX_S32},   {"e4m3", MATRIX_E4M3},
                     {"e5m2", MATRIX_E5M2}, {"s4", MATRIX_S4},     {"u4", MATRIX_U4},
                     {"b1", MATRIX_B1}};

/* The types among the modifiers, in their order. */
static uint32_t element_types(const macro_t *macro, matrix_element_t *types, uint32_t most) {
    uint32_t count = 0;
    for (uint32_t w = 1; w < macro->words; w++)
        for (size_t i = 0; i < sizeof element_names / sizeof *element_names; i++)
            if (macro_is_word(macro, w, element_names[i].name) && count < most)
                types[count++] = element_names[i].element;
    return count;
}

/* Copies operand NUMBER into or out of the block of registers at FIRST, COUNT of them; lists of
 * wmma repeat what the block holds once. */
static void move_block(macro_t *macro, uint32_t number, uint32_t first, uint32_t count,
                       const char *width, bool out) {
    text_part_t parts[ELEMENTS_MOST];
    const uint32_t listed = macro_elements(macro, number, parts);
    if (listed < count) macro_refuse(macro, "has too few registers in a matrix");
    for (uint32_t i = 0; i < (out ? listed : count); i++) {
        if (out) GUARDED(macro);
        if (out)
            macro_put(macro, "mov.b%s %.*s, %%scord_m%u;", width, PART(parts[i]),
                      first + i % count);
        else
            macro_put(macro, "mov.b%s %%scord_m%u, %.*s;", width, first + i, PART(parts[i]));
    }
}

static bool is_integer(unsigned element) {
    return element == MATRIX_S8 || element == MATRIX_U8 || matrix_element_bits(element) < 8;
}

/* Which lanes say the columns: one of four, or of two pairs; 0 where all do. */
static void read_selector(macro_t *macro, matrix_shape_t *shape) {
    const uint32_t bits = matrix_element_bits(shape->a);
    const uint32_t all = bits == 32  ? 2u * shape->depth
                         : bits == 4 ? shape->depth / 2u
                                     : shape->depth;
    const uint32_t lanes = all / (bits >= 16 ? 16 : 32) * (bits >= 16 ? 1 : 2);
    const text_part_t selector = macro->operand[5];
    if (shape->rows != 16 || shape->columns != 8 || bits == 64 || bits == 1 ||
        (lanes != (bits >= 16 ? 1u : 2u) && lanes != (bits >= 16 ? 2u : 4u)))
        macro_refuse(macro, "is not supported in this shape and type");
    if (selector.length == 3 && (selector.text[1] == 'x' || selector.text[1] == 'X'))
        shape->selector = (uint8_t)(selector.text[2] - '0');
    else
        shape->selector = (uint8_t)(selector.text[0] - '0');
    if ((selector.length != 1 && selector.length != 3) || shape->selector >= 4 / lanes)
        macro_refuse(macro, "needs a constant that selects lanes (0, or up to 3 where one lane of "
                            "four says the columns)");
}

static void write_product(macro_t *macro, bool wmma) {
    matrix_element_t types[4];
    matrix_shape_t shape = shape_of(macro);
    shape.sparse = macro_has(macro, "sp") || macro_has(macro, "sp::ordered_metadata");
    macro_want(macro, shape.sparse ? 6 : 4, shape.sparse ? 6 : 4);
    const uint32_t count = element_types(macro, types, 4);
    shape.wmma = wmma;
    shape.saturates = macro_has(macro, "satfinite");
    if (count == 4) {
        shape.d = types[0], shape.a = types[1], shape.b = types[2], shape.c = types[3];
    } else if (wmma && count == 2) { /* .f16 operands are not named */
        shape.d = types[0], shape.a = shape.b = MATRIX_F16, shape.c = types[1];
    } else
        macro_refuse(macro, "has not the types of four matrices");
    const matrix_element_t result = shape.a == MATRIX_F64 ? MATRIX_F64
                                    : is_integer(shape.a) ? MATRIX_S32
                                                          : MATRIX_F32;
    for (uint32_t i = 0; i < count; i += count - 1) /* D and C */
        if (types[i] != result && !(result == MATRIX_F32 && types[i] == MATRIX_F16))
            macro_refuse(macro, "has a result of another type than PTX states");
    const bool bits = shape.a == MATRIX_B1 && shape.b == MATRIX_B1;
    shape.conjunction = macro_has(macro, "and");
    if ((macro_has(macro, "xor") || shape.conjunction) != bits || macro_has(macro, "kind::f8f6f4"))
        macro_refuse(macro, "is not supported in this form");
    shape.quads = !wmma && shape.rows == 8 && shape.depth == 4 && shape.a == MATRIX_F16 &&
                  shape.b == MATRIX_F16;
    shape.a_by_columns = shape.quads && macro_is_word(macro, macro->words - 6, "col");
    shape.b_by_rows = shape.quads && macro_is_word(macro, macro->words - 5, "row");
    if (shape.quads && ((!shape.a_by_columns && !macro_is_word(macro, macro->words - 6, "row")) ||
                        (!shape.b_by_rows && !macro_is_word(macro, macro->words - 5, "col"))))
        macro_refuse(macro, "needs the orders of A and B (.row or .col)");
    if (shape.sparse) read_selector(macro, &shape);
    if (!macro_has(macro, "sync") || !macro_has(macro, "aligned"))
        macro_refuse(macro, "needs .sync.aligned");
    if (!wmma && !shape.quads && (!macro_has(macro, "row") || !macro_has(macro, "col")))
        macro_refuse(macro, "needs A by rows and B by columns (.row.col)");
    const bool wide = shape.a == MATRIX_F64;
    const char *width = wide ? "64" : "32";
    const uint32_t a = matrix_registers(&shape, MATRIX_A), b = matrix_registers(&shape, MATRIX_B),
                   c = matrix_registers(&shape, MATRIX_C), d = matrix_registers(&shape, MATRIX_D);
    if (a == 0 || b == 0 || c == 0 ||
        matrix_element_bits(shape.a) != matrix_element_bits(shape.b) ||
        (matrix_element_bits(shape.a) >= 8 && shape.depth > 32 && !shape.sparse))
        macro_refuse(macro, "is not supported in this shape and type");
    macro_put(macro, "{.reg .b%s %%scord_m<%u>;", width, a + b + c + d + shape.sparse);
    move_block(macro, 1, 0, a, width, false);
    move_block(macro, 2, a, b, width, false);
    move_block(macro, 3, a + b, c, width, false);
    if (shape.sparse) move_block(macro, 4, a + b + c + d, 1, width, false);
    GUARDED(macro);
    macro_put(macro, "mma_core %%scord_m0, %llu;", (unsigned long long)matrix_shape_pack(&shape));
    move_block(macro, 0, a + b + c, d, width, true);
    macro_put(macro, "}");
}

/* wmma.load and wmma.store. The lanes hold the matrix as matrix_shape.h lays it out: each a run of
 * one line (a row of A, C and D, a column of B). */
typedef struct fragment {
    matrix_shape_t shape;
    matrix_part_t part;
    uint32_t bits;   /* of an element */
    uint32_t bytes;  /* the same; 0: it is a part of a byte */
    uint32_t each;   /* elements a lane */
    uint32_t length; /* of a line */
    bool along;      /* memory goes along the lines */
} fragment_t;

/* Elements from line to line of the memory: stated, else those of a line. */
static void put_stride(macro_t *macro, const fragment_t *fragment, uint32_t number) {
    const uint32_t lines = fragment->each * PTX_LANES / fragment->length;
    if (number < macro->operands)
        macro_put(macro, "mov.b32 %%scord_s, %.*s;", PART(macro->operand[number]));
    else
        macro_put(macro, "mov.u32 %%scord_s, %u;", fragment->along ? fragment->length : lines);
}

static void put_place(macro_t *macro, const fragment_t *fragment, uint32_t address) {
    macro_put(macro,
              "{.reg .b32 %%scord_s, %%scord_l, %%scord_r, %%scord_c, %%scord_o; .reg .b64 "
              "%%scord_a, %%scord_x, %%scord_d; .reg .b32 %%scord_w<16>; .reg .b64 %%scord_v<4>;"
              ".reg .b16 %%scord_h<32>;");
    put_stride(macro, fragment, address + (fragment->part == MATRIX_D ? 2u : 1u));
    macro_put(macro,
              "mov.u32 %%scord_l, %%laneid; mul.lo.u32 %%scord_l, %%scord_l, %u;"
              "div.u32 %%scord_r, %%scord_l, %u; rem.u32 %%scord_c, %%scord_l, %u;",
              fragment->each, fragment->length, fragment->length);
    if (fragment->along)
        macro_put(macro, "mad.lo.u32 %%scord_o, %%scord_r, %%scord_s, %%scord_c;");
    else
        macro_put(macro, "mad.lo.u32 %%scord_o, %%scord_c, %%scord_s, %%scord_r;");
    macro_put(macro,
              "mul.wide.u32 %%scord_x, %%scord_o, %u; shr.u64 %%scord_x, %%scord_x, 3;"
              "mul.wide.u32 %%scord_d, %%scord_s, %u;",
              fragment->bits, fragment->bytes);
}

static const char *fragment_space(const macro_t *macro) {
    return macro_has(macro, "global") ? ".global" : space(macro);
}

static void put_base(macro_t *macro, uint32_t number) {
    const text_part_t address = inside(macro, number);
    symbol_t *symbol = find_symbol(macro->parser, address.text, address.length);
    ptx_operand_t operand;
    size_t name = 0;
    while (name < address.length && address.text[name] != '+' && !is_blank(address.text[name]))
        name++;
    if (symbol && symbol->kind == SYMBOL_VARIABLE)
        macro_put(macro, "mov.u64 %%scord_a, %.*s;", PART(address));
    else if (find_register(macro->parser, address.text, name, &operand) && operand.bits == 32) {
        macro_put(macro, "{.reg .b32 %%scord_n;");
        write_address(macro, "%scord_n", address, "32");
        macro_put(macro, "cvt.u64.u32 %%scord_a, %%scord_n;}");
    } else
        write_address(macro, "%scord_a", address, "64");
    macro_put(macro, "add.u64 %%scord_a, %%scord_a, %%scord_x;");
}

/* The run lies in one piece: words of up to 16 bytes. */
static void move_run(macro_t *macro, const fragment_t *fragment, bool store) {
    const uint32_t bytes = fragment->each * fragment->bits / 8;
    const bool wide = fragment->bytes == 8;
    const uint32_t unit = wide ? 8 : 4, per = bytes >= 16 ? 16 / unit : bytes / unit;
    for (uint32_t at = 0; at < bytes; at += per * unit) {
        GUARDED(macro);
        macro_put(macro, "%s%s%s.b%u ", store ? "st" : "ld", fragment_space(macro),
                  per == 4   ? ".v4"
                  : per == 2 ? ".v2"
                             : "",
                  8 * unit);
        if (store) macro_put(macro, "[%%scord_a+%u], ", at);
        if (per > 1) macro_put(macro, "{");
        for (uint32_t i = 0; i < per; i++)
            macro_put(macro, "%s%%scord_%c%u", i > 0 ? "," : "", wide ? 'v' : 'w', at / unit + i);
        if (per > 1) macro_put(macro, "}");
        if (!store) macro_put(macro, ", [%%scord_a+%u]", at);
        macro_put(macro, ";");
    }
}

/* Elements one by one, a stride apart, packed in words. */
static void move_each(macro_t *macro, const fragment_t *fragment, bool store) {
    const uint32_t per = fragment->bytes >= 4 ? 1 : 4 / fragment->bytes;
    for (uint32_t i = 0; i < fragment->each; i++) {
        const uint32_t shift = 8 * fragment->bytes * (i % per);
        if (fragment->bytes >= 4) {
            GUARDED(macro);
            const char kind = fragment->bytes == 8 ? 'v' : 'w';
            if (store)
                macro_put(macro, "st%s.b%u [%%scord_a], %%scord_%c%u;", fragment_space(macro),
                          8 * fragment->bytes, kind, i);
            else
                macro_put(macro, "ld%s.b%u %%scord_%c%u, [%%scord_a];", fragment_space(macro),
                          8 * fragment->bytes, kind, i);
        } else if (store) {
            macro_put(macro, "shr.u32 %%scord_o, %%scord_w%u, %u;", i / per, shift);
            GUARDED(macro);
            macro_put(macro, "st%s.u%u [%%scord_a], %%scord_o;", fragment_space(macro),
                      8 * fragment->bytes);
        } else {
            GUARDED(macro);
            macro_put(macro, "ld%s.u%u %%scord_o, [%%scord_a];", fragment_space(macro),
                      8 * fragment->bytes);
            if (shift == 0)
                macro_put(macro, "mov.b32 %%scord_w%u, %%scord_o;", i / per);
            else
                macro_put(macro,
                          "shl.b32 %%scord_o, %%scord_o, %u;"
                          "or.b32 %%scord_w%u, %%scord_w%u, %%scord_o;",
                          shift, i / per, i / per);
        }
        macro_put(macro, "add.u64 %%scord_a, %%scord_a, %%scord_d;");
    }
}

static void move_list(macro_t *macro, const fragment_t *fragment, uint32_t number, bool store) {
    text_part_t parts[ELEMENTS_MOST];
    const bool wide = fragment->bytes == 8;
    const uint32_t listed = macro_elements(macro, number, parts),
                   held = fragment->each * fragment->bits / (wide ? 64 : 32);
    if (listed < held) macro_refuse(macro, "has too few registers in a matrix");
    for (uint32_t i = 0; i < (store ? held : listed); i++) {
        if (!store) GUARDED(macro);
        if (store)
            macro_put(macro, "mov.b%s %%scord_%c%u, %.*s;", wide ? "64" : "32", wide ? 'v' : 'w', i,
                      PART(parts[i]));
        else
            macro_put(macro, "mov.b%s %.*s, %%scord_%c%u;", wide ? "64" : "32", PART(parts[i]),
                      wide ? 'v' : 'w', i % held);
    }
}

static void write_fragment(macro_t *macro, bool store) {
    matrix_element_t type;
    fragment_t fragment = {.shape = shape_of(macro)};
    macro_want(macro, 2, 3);
    fragment.part = store                   ? MATRIX_D
                    : macro_has(macro, "a") ? MATRIX_A
                    : macro_has(macro, "b") ? MATRIX_B
                                            : MATRIX_C;
    if (element_types(macro, &type, 1) != 1) macro_refuse(macro, "names no type of matrices");
    fragment.shape.wmma = true;
    fragment.bits = matrix_element_bits(type);
    fragment.bytes = fragment.bits / 8;
    fragment.length = fragment.part == MATRIX_A || fragment.part == MATRIX_B
                          ? fragment.shape.depth
                          : fragment.shape.columns;
    const uint32_t lines = fragment.part == MATRIX_B ? fragment.shape.columns : fragment.shape.rows;
    fragment.each = lines * fragment.length / PTX_LANES;
    fragment.along = macro_has(macro, "row") != (fragment.part == MATRIX_B);
    if (fragment.each == 0 || fragment.each * fragment.bits % 32 != 0 ||
        (fragment.bytes == 0 && !fragment.along))
        macro_refuse(macro, "is not supported in this shape and type");
    put_place(macro, &fragment, store ? 0 : 1);
    put_base(macro, store ? 0 : 1);
    if (store) move_list(macro, &fragment, 1, true);
    (fragment.along ? move_run : move_each)(macro, &fragment, store);
    if (!store) move_list(macro, &fragment, 0, false);
    macro_put(macro, "}");
}

static void write_wmma(macro_t *macro) {
    if (macro_is_word(macro, 1, "mma"))
        write_product(macro, true);
    else if (macro_is_word(macro, 1, "load") || macro_is_word(macro, 1, "store"))
        write_fragment(macro, macro_is_word(macro, 1, "store"));
    else
        macro_refuse(macro, "is not supported with this operation");
}

static void write_mma(macro_t *macro) { write_product(macro, false); }

/* ---- one block is its cluster; hints; pairs of 16-bit integers ---- */

/* No effect on what is computed or reported. */
static void write_nothing(macro_t *macro) { (void)macro; }

static void write_dependency(macro_t *macro) { /* griddepcontrol */
    GUARDED(macro);
    macro_put(macro, "hook_step.%s.b64 0;",
              macro_has(macro, "wait") ? "grid_wait" : "grid_trigger");
}

static void write_policy(macro_t *macro) { /* createpolicy */
    if (macro->operands == 0) macro_refuse(macro, "needs a register");
    GUARDED(macro);
    macro_put(macro, "mov.b64 %.*s, 0;", PART(macro->operand[0]));
}

/* The instruction again, without the words that say no more here. */
static void write_again(macro_t *macro, const char *const *dropped, uint32_t operands) {
    GUARDED(macro);
    macro_put(macro, "%.*s", PART(macro->word[0]));
    for (uint32_t i = 1; i < macro->words; i++) {
        bool drop = false;
        for (const char *const *word = dropped; *word; word++)
            drop |= macro_is_word(macro, i, *word);
        if (!drop) macro_put(macro, ".%.*s", PART(macro->word[i]));
    }
    for (uint32_t i = 0; i < operands; i++)
        macro_put(macro, "%s%.*s", i > 0 ? ", " : " ", PART(macro->operand[i]));
    macro_put(macro, ";");
}

static bool has_hint(const macro_t *macro) {
    return macro_has(macro, "L2::cache_hint") || macro_has(macro, "mmio");
}

/* ld, st, atom and red with a cache policy as their last operand. */
static void write_hinted(macro_t *macro) {
    static const char *const words[] = {"L2::cache_hint", "mmio", NULL};
    const uint32_t policies = macro_has(macro, "L2::cache_hint") ? 1 : 0;
    macro_want(macro, 2, 5);
    write_again(macro, words, macro->operands - policies);
}

static bool has_vector(const macro_t *macro) {
    return macro_has(macro, "v2") || macro_has(macro, "v4") || macro_has(macro, "v8");
}

/* atom and red of vectors: element by element, as PTX states them. */
static void write_vector_atomic(macro_t *macro) {
    static const char *const vectors[] = {"v2", "v4", "v8", NULL};
    text_part_t to[ELEMENTS_MOST], from[ELEMENTS_MOST];
    const bool atom = macro_is_word(macro, 0, "atom");
    macro_want(macro, 2u + atom, 2u + atom);
    const uint32_t count = macro_elements(macro, 1u + atom, from),
                   bytes = macro_has(macro, "f32") || macro_has(macro, "f16x2") ||
                                   macro_has(macro, "bf16x2")
                               ? 4
                               : 2;
    if (atom && macro_elements(macro, 0, to) != count)
        macro_refuse(macro, "has vectors of two lengths");
    const text_part_t address = inside(macro, atom ? 1 : 0);
    if (memchr(address.text, '+', address.length)) macro_refuse(macro, "has an offset");
    for (uint32_t i = 0; i < count; i++) {
        write_again(macro, vectors, 0);
        macro->used--; /* its semicolon */
        if (atom) macro_put(macro, " %.*s,", PART(to[i]));
        macro_put(macro, " [%.*s+%u], %.*s;", PART(address), i * bytes, PART(from[i]));
    }
}

static bool is_new_fence(const macro_t *macro) {
    return macro_has(macro, "proxy") || macro_has(macro, "mbarrier_init") ||
           macro_has(macro, "sync_restrict::shared::cluster") ||
           macro_has(macro, "sync_restrict::shared::cta");
}

/* The proxies are one memory here; the fences of mbarriers are of a cluster, a block. */
static void write_fence(macro_t *macro) {
    if (macro_has(macro, "proxy")) return;
    GUARDED(macro);
    macro_put(macro, "fence.acq_rel.cta;");
}

static bool is_cluster_barrier(const macro_t *macro) { return macro_is_word(macro, 1, "cluster"); }

/* All threads of the cluster, which is the block: its last barrier. */
static void write_cluster_barrier(macro_t *macro) {
    if (!macro_has(macro, "wait")) return;
    GUARDED(macro);
    macro_put(macro, "barrier.sync 15;");
}

static void write_rank(macro_t *macro) { /* mapa, getctarank */
    macro_want(macro, 2, 3);
    GUARDED(macro);
    if (macro_is_word(macro, 0, "getctarank"))
        macro_put(macro, "mov.b32 %.*s, 0;", PART(macro->operand[0]));
    else
        macro_put(macro, "mov.%s %.*s, %.*s;", macro_has(macro, "u32") ? "b32" : "b64",
                  PART(macro->operand[0]), PART(macro->operand[1]));
}

/* elect.sync d|p, members: the lowest lane. */
static void write_elect(macro_t *macro) {
    macro_want(macro, 2, 2);
    const text_part_t both = macro->operand[0];
    const char *bar = memchr(both.text, '|', both.length);
    if (!bar) macro_refuse(macro, "needs a predicate");
    const text_part_t lane = macro_trimmed(both.text, bar),
                      predicate = macro_trimmed(bar + 1, both.text + both.length);
    GUARDED(macro);
    macro_put(macro, "bar.warp.sync %.*s;", PART(macro->operand[1]));
    macro_put(macro,
              "{.reg .b32 %%scord_w<3>; mov.b32 %%scord_w0, %.*s; neg.s32 %%scord_w1, %%scord_w0;"
              "and.b32 %%scord_w0, %%scord_w0, %%scord_w1; bfind.u32 %%scord_w1, %%scord_w0;"
              "mov.u32 %%scord_w2, %%laneid;",
              PART(macro->operand[1]));
    GUARDED(macro);
    macro_put(macro, "mov.b32 %.*s, %%scord_w1;", PART(lane));
    GUARDED(macro);
    macro_put(macro, "setp.eq.u32 %.*s, %%scord_w1, %%scord_w2;}", PART(predicate));
}

static bool is_paired(const macro_t *macro) {
    return macro_has(macro, "s16x2") || macro_has(macro, "u16x2") ||
           (macro_has(macro, "relu") && macro_has(macro, "s32"));
}

static void write_paired(macro_t *macro) { /* add, min, max */
    const bool pair = !macro_has(macro, "s32"), relu = macro_has(macro, "relu");
    const char *type = !pair ? "s32" : macro_has(macro, "s16x2") ? "s16" : "u16";
    macro_want(macro, 3, 3);
    if (!pair) {
        macro_put(macro, "{.reg .b32 %%scord_w; %.*s.s32 %%scord_w, %.*s, %.*s;",
                  PART(macro->word[0]), PART(macro->operand[1]), PART(macro->operand[2]));
        GUARDED(macro);
        macro_put(macro, "max.s32 %.*s, %%scord_w, 0;}", PART(macro->operand[0]));
        return;
    }
    macro_put(macro,
              "{.reg .b16 %%scord_h<4>; .reg .b32 %%scord_w<2>; mov.b32 %%scord_w0, %.*s;"
              "mov.b32 %%scord_w1, %.*s; mov.b32 {%%scord_h0,%%scord_h1}, %%scord_w0;"
              "mov.b32 {%%scord_h2,%%scord_h3}, %%scord_w1;",
              PART(macro->operand[1]), PART(macro->operand[2]));
    for (int i = 0; i < 2; i++) {
        macro_put(macro, "%.*s.%s %%scord_h%d, %%scord_h%d, %%scord_h%d;", PART(macro->word[0]),
                  type, i, i, i + 2);
        if (relu) macro_put(macro, "max.s16 %%scord_h%d, %%scord_h%d, 0;", i, i);
    }
    GUARDED(macro);
    macro_put(macro, "mov.b32 %.*s, {%%scord_h0,%%scord_h1};}", PART(macro->operand[0]));
}

static bool is_xorsign(const macro_t *macro) {
    return (macro_has(macro, "xorsign") && macro_has(macro, "f32")) || is_paired(macro);
}

/* min and max of magnitudes, with the product's sign. */
static void write_extreme(macro_t *macro) {
    if (!macro_has(macro, "xorsign")) {
        write_paired(macro);
        return;
    }
    macro_want(macro, 3, 3);
    macro_put(macro,
              "{.reg .f32 %%scord_f<4>; .reg .b32 %%scord_w<3>; mov.f32 %%scord_f0, %.*s;"
              "mov.f32 %%scord_f1, %.*s; mov.b32 %%scord_w0, %%scord_f0;"
              "mov.b32 %%scord_w1, %%scord_f1; xor.b32 %%scord_w0, %%scord_w0, %%scord_w1;"
              "and.b32 %%scord_w0, %%scord_w0, 0x80000000; abs.f32 %%scord_f0, %%scord_f0;"
              "abs.f32 %%scord_f1, %%scord_f1; %.*s%s%s.f32 %%scord_f2, %%scord_f0, %%scord_f1;"
              "mov.b32 %%scord_w2, %%scord_f2; or.b32 %%scord_w2, %%scord_w2, %%scord_w0;",
              PART(macro->operand[1]), PART(macro->operand[2]), PART(macro->word[0]),
              macro_has(macro, "ftz") ? ".ftz" : "", macro_has(macro, "NaN") ? ".NaN" : "");
    GUARDED(macro);
    macro_put(macro, "mov.b32 %.*s, %%scord_w2;}", PART(macro->operand[0]));
}

static bool is_logic_with_predicate(const macro_t *macro) {
    return macro_has(macro, "or") || macro_has(macro, "and") || macro_has(macro, "xor");
}

static void write_lop3(macro_t *macro) { /* lop3.or.b32 d|p, a, b, c, table, q */
    macro_want(macro, 6, 6);
    const text_part_t both = macro->operand[0];
    const char *bar = memchr(both.text, '|', both.length);
    if (!bar) macro_refuse(macro, "needs a predicate");
    macro_put(macro, "{.reg .b32 %%scord_w; .reg .pred %%scord_p; lop3.b32 %%scord_w");
    for (uint32_t i = 1; i < 5; i++) macro_put(macro, ", %.*s", PART(macro->operand[i]));
    macro_put(macro, "; setp.ne.u32 %%scord_p, %%scord_w, 0; %s.pred %%scord_p, %%scord_p, %.*s;",
              macro_has(macro, "or")    ? "or"
              : macro_has(macro, "and") ? "and"
                                        : "xor",
              PART(macro->operand[5]));
    GUARDED(macro);
    macro_put(macro, "mov.b32 %.*s, %%scord_w;", PART(macro_trimmed(both.text, bar)));
    GUARDED(macro);
    macro_put(macro, "mov.pred %.*s, %%scord_p;}",
              PART(macro_trimmed(bar + 1, both.text + both.length)));
}

static bool is_packing(const macro_t *macro) { return macro_is_word(macro, 1, "pack"); }

/* cvt.pack.sat.TYPE.s32{.b32} d, a, b{, c}: a above b; bytes go in front of those of c. */
static void write_pack(macro_t *macro) {
    if (macro->words < 4) macro_refuse(macro, "needs a type");
    const text_part_t type = macro->word[3];
    const int bits = macro_is_word(macro, 3, "s8") || macro_is_word(macro, 3, "u8") ? 8 : 16;
    macro_want(macro, 3, 4);
    macro_put(macro, "{.reg .b32 %%scord_w<4>;");
    for (int i = 0; i < 2; i++)
        macro_put(macro,
                  "mov.b32 %%scord_w%d, %.*s; cvt.sat.%.*s.s32 %%scord_w%d, %%scord_w%d;"
                  "and.b32 %%scord_w%d, %%scord_w%d, %d;",
                  i, PART(macro->operand[1 + i]), PART(type), i, i, i, i, (1 << bits) - 1);
    macro_put(macro,
              "shl.b32 %%scord_w0, %%scord_w0, %d; or.b32 %%scord_w0, %%scord_w0, %%scord_w1;",
              bits);
    if (macro->operands == 4)
        macro_put(macro, "shl.b32 %%scord_w2, %.*s, %d; or.b32 %%scord_w0, %%scord_w0, %%scord_w2;",
                  PART(macro->operand[3]), 2 * bits);
    GUARDED(macro);
    macro_put(macro, "mov.b32 %.*s, %%scord_w0;}", PART(macro->operand[0]));
}

static bool is_hinted_atomic(const macro_t *macro) { return has_hint(macro) || has_vector(macro); }
static void write_atomic(macro_t *macro) {
    (has_hint(macro) ? write_hinted : write_vector_atomic)(macro);
}

/* ---- the table ---- */

static const struct {
    const char *name;
    void (*write)(macro_t *macro);
    bool (*may)(const macro_t *macro); /* NULL: always; else this form alone */
} macros[] = {{"add", write_paired, is_paired},
              {"applypriority", write_nothing, NULL},
              {"atom", write_atomic, is_hinted_atomic},
              {"barrier", write_cluster_barrier, is_cluster_barrier},
              {"call", macro_call, macro_is_call},
              {"cp", write_cp, NULL},
              {"createpolicy", write_policy, NULL},
              {"cvt", write_pack, is_packing},
              {"discard", write_nothing, NULL},
              {"elect", write_elect, NULL},
              {"fence", write_fence, is_new_fence},
              {"getctarank", write_rank, NULL},
              {"griddepcontrol", write_dependency, NULL},
              {"ld", write_hinted, has_hint},
              {"ldmatrix", write_ldmatrix, NULL},
              {"lop3", write_lop3, is_logic_with_predicate},
              {"mapa", write_rank, NULL},
              {"max", write_extreme, is_xorsign},
              {"mbarrier", write_mbarrier, NULL},
              {"min", write_extreme, is_xorsign},
              {"mma", write_mma, NULL},
              {"movmatrix", macro_transpose, NULL},
              {"pmevent", write_nothing, NULL},
              {"red", write_atomic, is_hinted_atomic},
              {"ret", macro_return, macro_is_return},
              {"setmaxnreg", write_nothing, NULL},
              {"st", write_hinted, has_hint},
              {"stmatrix", macro_store_matrix, NULL},
              {"suld", macro_surface, NULL},
              {"suq", macro_query, NULL},
              {"sust", macro_surface, NULL},
              {"tex", macro_texture, NULL},
              {"tld4", macro_gather, NULL},
              {"txq", macro_query, NULL},
              {"vabsdiff", macro_video, NULL},
              {"vadd", macro_video, NULL},
              {"vmad", macro_video, NULL},
              {"vmax", macro_video, NULL},
              {"vmin", macro_video, NULL},
              {"vset", macro_video, NULL},
              {"vshl", macro_video, NULL},
              {"vshr", macro_video, NULL},
              {"vsub", macro_video, NULL},
              {"vabsdiff2", macro_video_lanes, NULL},
              {"vabsdiff4", macro_video_lanes, NULL},
              {"vadd2", macro_video_lanes, NULL},
              {"vadd4", macro_video_lanes, NULL},
              {"vavrg2", macro_video_lanes, NULL},
              {"vavrg4", macro_video_lanes, NULL},
              {"vmax2", macro_video_lanes, NULL},
              {"vmax4", macro_video_lanes, NULL},
              {"vmin2", macro_video_lanes, NULL},
              {"vmin4", macro_video_lanes, NULL},
              {"vset2", macro_video_lanes, NULL},
              {"vset4", macro_video_lanes, NULL},
              {"vsub2", macro_video_lanes, NULL},
              {"vsub4", macro_video_lanes, NULL},
              {"wmma", write_wmma, NULL}};

void parse_text(parser_t *parser, const char *text, size_t length) {
    const char *old_text = parser->text, *old_end = parser->end, *old_at = parser->at;
    const token_t token = parser->token;
    const uint32_t line = parser->line;
    parser->macro = true;
    parser->text = parser->at = text;
    parser->end = text + length;
    next_token(parser);
    while (parser->token.kind != TOKEN_END) parse_statement(parser, parser->function);
    parser->text = old_text;
    parser->end = old_end;
    parser->at = old_at;
    parser->token = token;
    parser->line = line;
    parser->macro = false;
}

static bool expand(parser_t *parser, size_t number) {
    char text[TEXT_MOST];
    macro_t macro = {.parser = parser, .text = text};
    const char *stop = read_statement(&macro);
    if (macros[number].may && !macros[number].may(&macro)) return false;
    macros[number].write(&macro);
    for (const char *c = parser->token.text; c < stop; c++) parser->line += *c == '\n';
    parse_text(parser, module_string(parser, text, macro.used), macro.used);
    parser->at = stop;
    next_token(parser); /* the semicolon */
    expect_symbol(parser, ';');
    return true;
}

/* What an expansion contains is not expanded, but for atomics that lost a hint. */
bool parse_macro(parser_t *parser) {
    for (size_t i = 0; i < sizeof macros / sizeof *macros && !parser->macro; i++)
        if (at_word(parser, TOKEN_NAME, macros[i].name)) return expand(parser, i);
    return false;
}
