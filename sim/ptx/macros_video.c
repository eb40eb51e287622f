/* SPDX-License-Identifier: Apache-2.0 */
/* macros_video.c: video instructions as plain integer ones (macros.c: how).
 *
 *     vmin.s32.u32.s32.add d, a.b0, b.h1, c;        one value: a part of a word, or the word
 *     vadd4.u32.u32.u32.sat d.b10, a.b3210, b, c;   2 or 4 values of a word
 *       parts of a and b, extended by their types ──► operation ──► .sat: within the result's size
 *       then .add, .min, .max with c; or, where d has parts, into these parts of c
 *
 * Values that fit neither 32 bits nor their sign are held in 64 bits. Of a product of two unsigned
 * words that is negated, .sat is not there.
 * Reference: PTX ISA 9.0, "Scalar Video Instructions", "SIMD Video Instructions".
 */
#include "sim/ptx/macro.h"

#include <ctype.h>
#include <string.h>

/* A word of 1, 2 or 4 parts; of two words (a, then b) the parts that .h or .b names. */
typedef struct selection {
    text_part_t value;
    uint32_t part[4]; /* of parts that are no words: numbers, lowest first */
    uint32_t count;
    bool negated, stated;
} selection_t;

/* OPERAND, and behind its last `.` PREFIX with digits below LIMIT. A number with a sign is one. */
static selection_t selected(const macro_t *macro, text_part_t operand, char prefix,
                            uint32_t limit) {
    selection_t made = {.value = operand};
    if (operand.length > 1 && operand.text[0] == '-' && !isdigit((unsigned char)operand.text[1])) {
        made.negated = true;
        made.value = macro_trimmed(operand.text + 1, operand.text + operand.length);
    }
    const char *dot = memchr(made.value.text, '.', made.value.length);
    if (!dot || dot + 1 == made.value.text + made.value.length || dot[1] != prefix) return made;
    const char *end = made.value.text + made.value.length;
    for (const char *at = end - 1; at > dot + 1; at--) {
        const uint32_t digit = (uint32_t)(*at - '0');
        if (digit >= limit || made.count == 4) macro_refuse(macro, "selects no such part");
        made.part[made.count++] = digit;
    }
    made.stated = made.count > 0;
    made.value = macro_trimmed(made.value.text, dot);
    return made;
}

static bool is_signed(const macro_t *macro, uint32_t word) {
    if (macro_is_word(macro, word, "s32")) return true;
    if (!macro_is_word(macro, word, "u32")) macro_refuse(macro, "needs types .s32 or .u32");
    return false;
}

/* The operation behind the types: .add, .min or .max with c. */
static const char *second_operation(const macro_t *macro, uint32_t types) {
    static const char *const names[] = {"add", "min", "max"};
    for (uint32_t w = types; w < macro->words; w++)
        for (uint32_t i = 0; i < 3; i++)
            if (macro_is_word(macro, w, names[i])) return names[i];
    return NULL;
}
static const char *comparison(const macro_t *macro) {
    static const char *const names[] = {"eq", "ne", "lt", "le", "gt", "ge"};
    for (uint32_t i = 0; i < 6; i++)
        if (macro_is_word(macro, 3, names[i])) return names[i];
    macro_refuse(macro, "needs a comparison");
}

/* ---- one value ---- */

/* %scord_xN, 64 bits: a part of OPERAND, extended. */
static void put_part(macro_t *macro, uint32_t n, const selection_t *from, uint32_t bits,
                     bool with_sign) {
    macro_put(macro, "mov.b32 %%scord_w0, %.*s;", PART(from->value));
    if (from->stated)
        macro_put(macro, "bfe.%s %%scord_w0, %%scord_w0, %u, %u;", with_sign ? "s32" : "u32",
                  from->part[0] * bits, bits);
    macro_put(macro, "cvt.%s %%scord_x%u, %%scord_w0;", with_sign ? "s64.s32" : "u64.u32", n);
}
/* .b0 to .b3, .h0, .h1; BITS of it. */
static selection_t one_part(const macro_t *macro, uint32_t operand, uint32_t *bits) {
    selection_t made = selected(macro, macro->operand[operand], 'b', 4);
    *bits = 8;
    if (!made.stated) {
        made = selected(macro, macro->operand[operand], 'h', 2);
        *bits = made.stated ? 16 : 32;
    }
    if (made.count > 1) macro_refuse(macro, "selects one part of a word");
    return made;
}

static void put_saturated(macro_t *macro, bool as_signed, uint32_t bits, const char *type) {
    const long long least = as_signed ? -(1ll << (bits - 1)) : 0;
    const long long most = as_signed ? (1ll << (bits - 1)) - 1 : (1ll << bits) - 1;
    macro_put(macro, "min.%s %%scord_x0, %%scord_x0, %lld;", type, most);
    if (*type == 's') macro_put(macro, "max.s64 %%scord_x0, %%scord_x0, %lld;", least);
}

static void put_product(macro_t *macro, const selection_t *a, const selection_t *b,
                        bool one_has_sign) {
    uint32_t bits;
    const selection_t c = one_part(macro, 3, &bits);
    const bool negated = a->negated != b->negated, more = macro_has(macro, "po");
    const bool with_sign = one_has_sign || negated || c.negated;
    const bool sat = macro_has(macro, "sat");
    if (sat && negated && !one_has_sign) macro_refuse(macro, "is not supported with .sat here");
    macro_put(macro, "mul.lo.s64 %%scord_x0, %%scord_x1, %%scord_x2;");
    put_part(macro, 1, &c, bits, with_sign);
    if (!more && (negated || c.negated))
        macro_put(macro, "neg.s64 %%scord_x%d, %%scord_x%d;", negated ? 0 : 1, negated ? 0 : 1);
    macro_put(macro, "add.s64 %%scord_x0, %%scord_x0, %%scord_x1;");
    if (more) macro_put(macro, "add.s64 %%scord_x0, %%scord_x0, 1;");
    const int scale = macro_has(macro, "shr7") ? 7 : macro_has(macro, "shr15") ? 15 : 0;
    if (scale)
        macro_put(macro, "shr.%s %%scord_x0, %%scord_x0, %d;", with_sign ? "s64" : "u64", scale);
    if (sat) put_saturated(macro, with_sign, 32, with_sign ? "s64" : "u64");
    GUARDED(macro);
    macro_put(macro, "cvt.u32.u64 %.*s, %%scord_x0;}", PART(macro->operand[0]));
}

/* %scord_x0: what the operation makes of %scord_x1 and %scord_x2. Returns its type for .sat. */
static const char *put_operation(macro_t *macro, bool a_signed) {
    const char *name = macro->word[0].text + 1;
    if (!strncmp(name, "shl", 3) || !strncmp(name, "shr", 3)) {
        macro_put(macro, macro_has(macro, "wrap") ? "and.b64 %%scord_x2, %%scord_x2, 31;"
                                                  : "min.u64 %%scord_x2, %%scord_x2, 32;");
        macro_put(macro, "cvt.u32.u64 %%scord_w0, %%scord_x2;%.3s.%s %%scord_x0, %%scord_x1, ",
                  name,
                  name[2] == 'l' ? "b64"
                  : a_signed     ? "s64"
                                 : "u64");
        macro_put(macro, "%%scord_w0;");
        return a_signed ? "s64" : "u64";
    }
    if (!strncmp(name, "set", 3))
        macro_put(macro,
                  "{.reg .pred %%scord_q; setp.%s.s64 %%scord_q, %%scord_x1, %%scord_x2;"
                  "selp.b64 %%scord_x0, 1, 0, %%scord_q;}",
                  comparison(macro));
    else if (!strncmp(name, "absdiff", 7))
        macro_put(macro, "sub.s64 %%scord_x0, %%scord_x1, %%scord_x2;"
                         "abs.s64 %%scord_x0, %%scord_x0;");
    else
        macro_put(macro, "%.3s.s64 %%scord_x0, %%scord_x1, %%scord_x2;", name);
    return "s64";
}

/* vadd vsub vabsdiff vmin vmax vshl vshr vset vmad */
void macro_video(macro_t *macro) {
    const bool set = macro_is_word(macro, 0, "vset"), product = macro_is_word(macro, 0, "vmad");
    const bool shift = macro_is_word(macro, 0, "vshl") || macro_is_word(macro, 0, "vshr");
    const uint32_t types = set ? 3 : 4, first = set ? 1 : 2;
    const bool d_signed = set ? false : is_signed(macro, 1);
    const bool a_signed = is_signed(macro, first), b_signed = is_signed(macro, first + 1);
    uint32_t a_bits, b_bits, d_bits;
    if (macro->operands < 3) macro_refuse(macro, "has the wrong number of operands");
    const selection_t a = one_part(macro, 1, &a_bits), b = one_part(macro, 2, &b_bits);
    const selection_t d = one_part(macro, 0, &d_bits);
    const char *second = second_operation(macro, types);
    macro_want(macro, product || second || d.stated ? 4 : 3, product || second || d.stated ? 4 : 3);
    if (second && d.stated) macro_refuse(macro, "merges or operates, not both");
    if (!product && (a.negated || b.negated)) macro_refuse(macro, "negates no operand");
    if (shift && b_signed) macro_refuse(macro, "shifts by .u32");
    macro_put(macro, "{.reg .b32 %%scord_w<3>; .reg .b64 %%scord_x<3>;");
    put_part(macro, 1, &a, a_bits, a_signed);
    put_part(macro, 2, &b, b_bits, b_signed);
    if (product) {
        put_product(macro, &a, &b, a_signed || b_signed);
        return;
    }
    const char *type = put_operation(macro, a_signed);
    if (macro_has(macro, "sat")) put_saturated(macro, d_signed, d_bits, type);
    macro_put(macro, "cvt.u32.u64 %%scord_w0, %%scord_x0;");
    if (second || d.stated) macro_put(macro, "mov.b32 %%scord_w1, %.*s;", PART(macro->operand[3]));
    if (second)
        macro_put(macro, "%s.%s %%scord_w0, %%scord_w0, %%scord_w1;", second,
                  d_signed ? "s32" : "u32");
    if (d.stated)
        macro_put(macro, "bfi.b32 %%scord_w0, %%scord_w0, %%scord_w1, %u, %u;", d.part[0] * d_bits,
                  d_bits);
    GUARDED(macro);
    macro_put(macro, "mov.b32 %.*s, %%scord_w0;}", PART(d.value));
}

/* ---- 2 or 4 values of a word ---- */

/* %scord_wTO: the part of a and b that FROM selects for value I. */
static void put_lane(macro_t *macro, uint32_t to, const selection_t *from, uint32_t i,
                     uint32_t parts, bool with_sign) {
    const uint32_t bits = 32 / parts;
    const uint32_t part = from->stated ? from->part[i] : i + (to == 2 ? parts : 0);
    macro_put(macro, "bfe.%s %%scord_w%u, %%scord_w%u, %u, %u;", with_sign ? "s32" : "u32", to,
              part < parts ? 3 : 4, part % parts * bits, bits);
}

/* %scord_w1: what the operation makes of %scord_w1 and %scord_w2. */
static void put_lane_operation(macro_t *macro) {
    const char *name = macro->word[0].text + 1;
    if (!strncmp(name, "set", 3))
        macro_put(macro,
                  "{.reg .pred %%scord_q; setp.%s.s32 %%scord_q, %%scord_w1, %%scord_w2;"
                  "selp.b32 %%scord_w1, 1, 0, %%scord_q;}",
                  comparison(macro));
    else if (!strncmp(name, "absdiff", 7))
        macro_put(macro, "sub.s32 %%scord_w1, %%scord_w1, %%scord_w2;"
                         "abs.s32 %%scord_w1, %%scord_w1;");
    else if (!strncmp(name, "avrg", 4)) /* half of it, rounded away from zero */
        macro_put(macro, "add.s32 %%scord_w1, %%scord_w1, %%scord_w2;"
                         "shr.u32 %%scord_w2, %%scord_w1, 31;"
                         "xor.b32 %%scord_w2, %%scord_w2, 1;"
                         "add.s32 %%scord_w1, %%scord_w1, %%scord_w2;"
                         "shr.s32 %%scord_w1, %%scord_w1, 1;");
    else
        macro_put(macro, "%.3s.s32 %%scord_w1, %%scord_w1, %%scord_w2;", name);
}

/* vadd2 vsub2 vavrg2 vabsdiff2 vmin2 vmax2 vset2, and of four */
void macro_video_lanes(macro_t *macro) {
    const uint32_t parts = macro->word[0].text[macro->word[0].length - 1] == '4' ? 4 : 2;
    const uint32_t bits = 32 / parts;
    const char prefix = parts == 4 ? 'b' : 'h';
    const bool set = !strncmp(macro->word[0].text, "vset", 4), sum = macro_has(macro, "add");
    const bool d_signed = set ? false : is_signed(macro, 1);
    const bool a_signed = is_signed(macro, set ? 1 : 2), b_signed = is_signed(macro, set ? 2 : 3);
    macro_want(macro, 4, 4);
    if (macro_has(macro, "min") || macro_has(macro, "max"))
        macro_refuse(macro, "has no .min and .max of its values");
    const selection_t a = selected(macro, macro->operand[1], prefix, 2 * parts);
    const selection_t b = selected(macro, macro->operand[2], prefix, 2 * parts);
    const selection_t d = selected(macro, macro->operand[0], prefix, parts);
    if ((a.stated && a.count != parts) || (b.stated && b.count != parts))
        macro_refuse(macro, "selects as many parts as there are values");
    macro_put(macro,
              "{.reg .b32 %%scord_w<5>; mov.b32 %%scord_w0, %.*s;"
              "mov.b32 %%scord_w3, %.*s; mov.b32 %%scord_w4, %.*s;",
              PART(macro->operand[3]), PART(a.value), PART(b.value));
    for (uint32_t i = 0; i < parts; i++) {
        bool wanted = !d.stated;
        for (uint32_t k = 0; k < d.count; k++) wanted |= d.part[k] == i;
        if (!wanted) continue;
        put_lane(macro, 1, &a, i, parts, a_signed);
        put_lane(macro, 2, &b, i, parts, b_signed);
        put_lane_operation(macro);
        if (macro_has(macro, "sat"))
            macro_put(macro,
                      "min.s32 %%scord_w1, %%scord_w1, %d; max.s32 %%scord_w1, %%scord_w1, %d;",
                      d_signed ? (1 << (bits - 1)) - 1 : (1 << bits) - 1,
                      d_signed ? -(1 << (bits - 1)) : 0);
        if (sum)
            macro_put(macro, "add.u32 %%scord_w0, %%scord_w0, %%scord_w1;");
        else
            macro_put(macro, "bfi.b32 %%scord_w0, %%scord_w1, %%scord_w0, %u, %u;", i * bits, bits);
    }
    GUARDED(macro);
    macro_put(macro, "mov.b32 %.*s, %%scord_w0;}", PART(d.value));
}
