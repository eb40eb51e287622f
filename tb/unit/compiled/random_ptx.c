/* SPDX-License-Identifier: Apache-2.0 */
/* random_ptx.c: see random_ptx.h.
 *
 * A template is PTX with choices: {a|b|} is one of these (\| is a bar in it), $r a register of 32
 * bits, $h of 16, $d of 64, $p a predicate, $f and $g of f32 and f64; $R, $H, $D the same or a
 * constant, $P a predicate or its inverse. Registers but $f and $g are of bit types, so that
 * numbers of all types meet in them.
 */
#include "tb/unit/compiled/random_ptx.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/unit/ptx/machine.h"

#define I16         "{s16|u16}"
#define I32         "{s32|u32}"
#define I64         "{s64|u64}"
#define RND         "{.rn|.rz|.rm|.rp}"
#define ORDERED     "{eq|ne|lt|le|gt|ge}"
#define FLOAT_ORDER "{eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan}"

#define NEAR_IN  "and.b64 %word, $d, 0xf8; add.u64 %word, %word, %in; "
#define NEAR_OUT "and.b64 %word, $d, 0xf8; add.u64 %word, %word, %spare; "
#define BESIDE   "shl.b32 %near, %t, 2; "
/* the same words in another order, the first and the last in their place */
#define MIXED    "brev.b32 %near, %t; shr.u32 %near, %near, 27; shl.b32 %near, %near, 2; "
#define ANYWHERE "and.b32 %near, $r, 0x3f8; "
/* words of all threads, in one order or another, or all in one place */
#define ACROSS(ALIGNMENT)                                                                          \
    "{and.b32 %near, %t, 63|xor.b32 %near, %t, 5|and.b32 %near, $r, 63}; "                         \
    "mul.wide.u32 %word, %near, {0|1|2|4|8|16|48}; and.b64 %word, %word, -" #ALIGNMENT             \
    "; add.u64 %word, %word, {%all|%rest}; "

static const char *const templates[] = {
    "{add|sub|min|max|div|rem}." I16 " $h, $h, $H;",
    "{add|sub|min|max|div|rem}." I32 " $r, $r, $R;",
    "{add|sub|min|max|div|rem}." I64 " $d, $d, $D;",
    "{add|sub}.sat.s32 $r, $r, $R;",
    "{add|sub}.cc.{s32|u32} $r, $r, $R;",
    "{addc|subc}{.cc|}." I32 " $r, $r, $R;",
    "{addc|subc}{.cc|}." I64 " $d, $d, $D;",
    "mul.{lo|hi}." I16 " $h, $h, $H;",
    "mul.{lo|hi}." I32 " $r, $r, $R;",
    "mul.{lo|hi}." I64 " $d, $d, $D;",
    "mul.wide." I16 " $r, $h, $H;",
    "mul.wide." I32 " $d, $r, $R;",
    "mad.{lo|hi}." I16 " $h, $h, $H, $h;",
    "mad.{lo|hi}." I32 " $r, $r, $R, $r;",
    "mad.{lo|hi}." I64 " $d, $d, $D, $d;",
    "mad.wide." I16 " $r, $h, $H, $r;",
    "mad.wide." I32 " $d, $r, $R, $d;",
    "mad.hi.sat.s32 $r, $r, $R, $r;",
    "mul24.{lo|hi}." I32 " $r, $r, $R;",
    "mad24.lo." I32 " $r, $r, $R, $r;",
    "sad." I16 " $h, $h, $H, $h;",
    "sad." I32 " $r, $r, $R, $r;",
    "sad." I64 " $d, $d, $D, $d;",
    "{abs|neg}.s16 $h, $h;",
    "{abs|neg}.s32 $r, $r;",
    "{abs|neg}.s64 $d, $d;",
    "{popc|clz}.b32 $r, $r;",
    "{popc|clz}.b64 $r, $d;",
    "bfind{.shiftamt|}." I32 " $r, $r;",
    "bfind." I64 " $r, $d;",
    "brev.b32 $r, $r;",
    "brev.b64 $d, $d;",
    "bfe." I32 " $r, $r, $R, $R;",
    "bfe." I64 " $d, $d, $R, $R;",
    "bfi.b32 $r, $r, $r, $R, $R;",
    "bfi.b64 $d, $d, $d, $R, $R;",
    "prmt.b32{|.f4e|.b4e|.rc8|.ecl|.ecr|.rc16} $r, $r, $r, $R;",
    "lop3.b32 $r, $r, $r, $r, {0x1e|0xe8|0x96|0xc0|0x3f};",
    "shf.{l|r}.{clamp|wrap}.b32 $r, $r, $r, $R;",
    "shl.b16 $h, $h, $R;",
    "shl.b32 $r, $r, $R;",
    "shl.b64 $d, $d, $R;",
    "shr.{b16|u16|s16} $h, $h, $R;",
    "shr.{b32|u32|s32} $r, $r, $R;",
    "shr.{b64|u64|s64} $d, $d, $R;",
    "{and|or|xor}.b16 $h, $h, $H;",
    "{and|or|xor}.b32 $r, $r, $R;",
    "{and|or|xor}.b64 $d, $d, $D;",
    "{and|or|xor}.pred $p, $p, $p;",
    "{not|cnot}.b16 $h, $h;",
    "{not|cnot}.b32 $r, $r;",
    "{not|cnot}.b64 $d, $d;",
    "not.pred $p, $p;",
    "mov.b16 $h, $H;",
    "mov.b32 $r, $R;",
    "mov.b64 $d, $D;",
    "mov.pred $p, $p;",
    "mov.u32 $r, {%tid.x|%ntid.x|%ctaid.x|%laneid|%warpid|%lanemask_lt|%clock|%nsmid};",
    "mov.b64 $d, {$r, $r};",
    "mov.b64 {$r, $r}, $d;",
    "mov.b32 $r, {$h, $h};",
    "mov.b32 {$h, $h}, $r;",
    "setp." ORDERED "." I16 " $p, $h, $H;",
    "setp." ORDERED "." I32 " $p, $r, $R;",
    "setp." ORDERED "." I64 " $p, $d, $D;",
    "setp.{eq|ne}.b16 $p, $h, $H;",
    "setp.{lo|ls|hi|hs}.u32 $p, $r, $R;",
    "setp." ORDERED ".{and|or|xor}." I32 " $p, $r, $R, $P;",
    "setp." ORDERED "{.and|.or|.xor}." I64 " $p|$p, $d, $D, $P;",
    "setp." ORDERED "." I32 " $p|$p, $r, $R;",
    "setp." FLOAT_ORDER "{.ftz|}.f32 $p, $r, $r;",
    "setp." FLOAT_ORDER ".f64 $p, $d, $d;",
    "setp." FLOAT_ORDER ".{and|or|xor}{.ftz|}.f32 $p, $r, $r, $P;",
    "set." ORDERED ".{u32|s32|f32}." I32 " $r, $r, $R;",
    "set." FLOAT_ORDER "{.ftz|}.{u32|f32}.f32 $r, $r, $r;",
    "selp.{b16|u16|s16} $h, $h, $H, $p;",
    "selp.{b32|u32|s32|f32} $r, $r, $r, $p;",
    "selp.{b64|u64|s64|f64} $d, $d, $d, $p;",
    "slct.{b32|f32}.s32 $r, $r, $r, $r;",
    "slct{.ftz|}.u32.f32 $r, $r, $r, $r;",
    "testp.{finite|infinite|number|notanumber|normal|subnormal}.f32 $p, $r;",
    "{add|sub|mul}" RND "{.ftz|}{.sat|}.f32 $r, $r, $r;",
    "{add|sub|mul}{.ftz|}{.sat|}.f32 $r, $r, $r;",
    "{add|sub|mul}" RND ".f64 $d, $d, $d;",
    "fma" RND "{.ftz|}{.sat|}.f32 $r, $r, $r, $r;",
    "fma" RND ".f64 $d, $d, $d, $d;",
    "div" RND "{.ftz|}.f32 $r, $r, $r;",
    "div.{approx|full}{.ftz|}.f32 $r, $r, $r;",
    "div" RND ".f64 $d, $d, $d;",
    "{rcp|sqrt}" RND "{.ftz|}.f32 $r, $r;",
    "{rcp|sqrt|rsqrt}.approx{.ftz|}.f32 $r, $r;",
    "{rcp|sqrt}" RND ".f64 $d, $d;",
    "{sin|cos|ex2|lg2}.approx{.ftz|}.f32 $r, $r;",
    "{min|max}{.ftz|}{.NaN|}.f32 $r, $r, $r;",
    "{min|max}.f64 $d, $d, $d;",
    "{abs|neg}{.ftz|}.f32 $r, $r;",
    "{abs|neg}.f64 $d, $d;",
    "copysign.f32 $r, $r, $r;",
    "copysign.f64 $d, $d, $d;",
    "{add|sub|mul}{.sat|}.f16 $h, $h, $h;",
    "fma.rn.f16x2 $r, $r, $r, $r;",
    "cvta{.to|}.{global|shared|local}.u64 $d, $d;",
    "cvt.{u16|s16}.{u8|s8|u16|s16} $h, $h;",
    "cvt.{u16|s16|u8|s8}.{u32|s32} $h, $r;",
    "cvt.{u16|s16|u8|s8}.{u64|s64} $h, $d;",
    "cvt.{u32|s32}.{u8|s8|u16|s16} $r, $h;",
    "cvt.{u32|s32|u16|s16|u8|s8}.{u32|s32} $r, $r;",
    "cvt.{u32|s32|u16|s16|u8|s8}.{u64|s64} $r, $d;",
    "cvt.{u64|s64}.{u8|s8|u16|s16} $d, $h;",
    "cvt.{u64|s64}.{u32|s32} $d, $r;",
    "cvt.{u64|s64|u32|s32|u8|s8}.{u64|s64} $d, $d;",
    "cvt.sat.{u8|s8|u16|s16}.{u32|s32} $r, $r;",
    "cvt.sat.{u32|s32}.{u64|s64} $r, $d;",
    "cvt" RND ".f32.{u16|s16} $r, $h;",
    "cvt" RND ".f32.{u32|s32} $r, $r;",
    "cvt" RND ".f32.{u64|s64} $r, $d;",
    "cvt.rn.f64.{u16|s16} $d, $h;",
    "cvt" RND ".f64.{u32|s32} $d, $r;",
    "cvt" RND ".f64.{u64|s64} $d, $d;",
    "cvt.{rni|rzi|rmi|rpi}{.ftz|}{.sat|}.{u32|s32|u16|s16}.f32 $r, $r;",
    "cvt.{rni|rzi|rmi|rpi}{.ftz|}.{u64|s64}.f32 $d, $r;",
    "cvt.{rni|rzi|rmi|rpi}.{u32|s32}.f64 $r, $d;",
    "cvt.{rni|rzi|rmi|rpi}.{u64|s64}.f64 $d, $d;",
    "cvt.{rni|rzi|rmi|rpi}{.ftz|}{.sat|}.f32.f32 $r, $r;",
    "cvt{.ftz|}.f64.f32 $d, $r;",
    "cvt" RND "{.ftz|}{.sat|}.f32.f64 $r, $d;",
    "cvt.rn.f16.f32 $h, $r;",
    "ld.param.{u64|s64|b64} $d, [w];",
    "ld.param.{u32|s32|b32|f32} $r, [a];",
    "ld.param.{u16|s16|b16} $h, [s];",
    "ld.param.{u8|s8|b8} $h, [c];",
    "ld.param.{u8|s8} $r, [c];",
    "ld.param.v2.{b32|u32} {$r, $r}, [v+8];",
    /* in the thread's own words, in lines of several instructions: without a guard in front */
    "!" NEAR_IN "{|@$P }ld.global{|.volatile|.nc}.{b32|u32|s32|f32} $r, [%word];",
    "!" NEAR_IN "{|@$P }ld.{b64|u64|s64|f64} $d, [%word];",
    "!" NEAR_IN "{|@$P }ld.global.{u8|s8} $r, [%word+{1|2|3}];",
    "!" NEAR_IN "{|@$P }ld.global.{u16|s16|b16} $h, [%word+{2|4|6}];",
    "!" NEAR_IN "{|@$P }ld.global.v2.{b32|u32} {$r, $r}, [%word];",
    "!" NEAR_OUT "{|@$P }st.global{|.volatile}.{b32|u32|s32|f32} [%word], $r;",
    "!" NEAR_OUT "{|@$P }st.{b64|f64} [%word], $d;",
    "!" NEAR_OUT "{|@$P }st.global.{b8|u8} [%word+{1|5}], $h;",
    "!" NEAR_OUT "{|@$P }st.global.v2.b32 [%word], {$r, $r};",
    "!" NEAR_OUT "{|@$P }red.global.add.u32 [%word], $r;",
    "!" NEAR_OUT "{|@$P }atom.global.{max|min|add}.s32 %near, [%word], $r;",
    /* side by side: the same word of every thread, and shared memory */
    "!" BESIDE "{|@$P }ld.shared.{b32|u32|s32|f32} $r, [%near];",
    "!" BESIDE "{|@$P }st.shared.{b32|u32|f32} [%near], $r;",
    "!" BESIDE "{|@$P }ld.shared.{u16|s16} $r, [%near];",
    "!" MIXED "ld.shared.{b32|u32|s32|f32} $r, [%near];",
    "!" MIXED "st.shared.{b32|u32|f32} [%near], $r;",
    "!" BESIDE "{|@$P }st.shared.b16 [%near+2], $h;",
    "!" ANYWHERE "{|@$P }ld.shared.b64 $d, [%near];",
    "!" ANYWHERE "{|@$P }st.shared.b64 [%near], $d;",
    "!" ANYWHERE "{|@$P }st.shared.v2.b32 [%near], {$r, $r};",
    "!" ANYWHERE "cvt.u64.u32 %word, %near; cvta.shared.u64 %word, %word; {|@$P }ld.b32 $r, "
    "[%word+4];",
    "!" ANYWHERE "cvt.u64.u32 %word, %near; cvta.shared.u64 %word, %word; {|@$P }st.u8 [%word], "
    "$r;",
    /* global memory: lanes side by side, apart, all at one place, and in other orders */
    "!" ACROSS(4) "{|@$P }ld.global.{b32|u32|s32|f32} $r, [%word];",
    "!" ACROSS(8) "{|@$P }ld.global.{b64|u64|f64} $d, [%word];",
    "!" ACROSS(1) "{|@$P }ld.global.{u8|s8|b8} $r, [%word+{0|3}];",
    "!" ACROSS(2) "{|@$P }ld.{u16|s16|b16} $h, [%word+{0|2}];",
    "!" ACROSS(8) "{|@$P }ld.global.v2.b32 {$r, $r}, [%word];",
    "!" ACROSS(16) "{|@$P }ld.global.v4.b32 {$r, $r, $r, $r}, [%word];",
    "!" ACROSS(4) "{|@$P }st.global.{b32|u32|f32} [%word], $r;",
    "!" ACROSS(8) "{|@$P }st.{b64|f64} [%word], $d;",
    "!" ACROSS(1) "{|@$P }st.global.{b8|u8} [%word+{0|3}], $r;",
    "!" ACROSS(2) "{|@$P }st.global.b16 [%word+{0|2}], $h;",
    "!" ACROSS(8) "{|@$P }st.global.v2.{b32|f32} [%word], {$r, $r};",
    "!" ACROSS(16) "{|@$P }st.global.v4.b32 [%word], {$r, 7, $r, $r};",
    "!" ACROSS(4) "{|@$P }st.global.u32 [%word], {0|1|-1};",
    "cvt.f32.f16 $r, $h;",
};
enum { TEMPLATES = sizeof templates / sizeof *templates, REGISTERS = 6 };

static uint32_t below(uint64_t *seed, uint32_t limit) {
    return (uint32_t)(machine_random(seed) >> 20) % limit;
}

uint64_t random_word(uint64_t *seed) {
    static const uint64_t corners[] = {
        0, 1, 2, 31, 32, 33, 63, 64, 255, 0x7f, 0x80, 0xffff, 0x7fff, 0x8000, UINT32_MAX, INT32_MAX,
        UINT64_C(0x80000000), UINT64_MAX, INT64_MAX, UINT64_C(1) << 63,
        /* f32: ±0, ±1, infinities, NaNs (quiet, signalling, payload), subnormal, limits */
        0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 0x3fc00000, 0x7f800000, 0xff800000,
        0x7fc00000, 0xffc00001, 0x7f800001, 0x7fa12345, 1, 0x007fffff, 0x80000001, 0x00800000,
        0x7f7fffff, 0x4effffff, 0x4f000000, 0xcf000001, 0x4f7fffff, 0x5f000000,
        /* f64 */
        UINT64_C(0x3ff0000000000000), UINT64_C(0xbfe0000000000000), UINT64_C(0x7ff0000000000000),
        UINT64_C(0xfff0000000000000), UINT64_C(0x7ff8000000000000), UINT64_C(0xfff8000000001234),
        UINT64_C(0x7ff0000000000001), UINT64_C(0x000fffffffffffff), UINT64_C(0x8000000000000001),
        UINT64_C(0x41dfffffffc00000), UINT64_C(0x41e0000000000000), UINT64_C(0xc1e0000000200000),
        UINT64_C(0x41efffffffe00000), UINT64_C(0x43e0000000000000), UINT64_C(0x36a0000000000000),
        UINT64_C(0x380fffffe0000000), UINT64_C(0x4024000000000000), UINT64_C(0x4004000000000000)};
    enum { CORNERS = sizeof corners / sizeof *corners };
    const uint64_t wide = corners[below(seed, CORNERS)];
    switch (below(seed, 8)) {
    case 0: return machine_random(seed);
    case 1: return machine_random(seed) >> below(seed, 64);
    case 2: return wide + below(seed, 5) - 2;
    case 3: return (uint64_t)(uint32_t)machine_random(seed) << 32 | (uint32_t)wide;
    case 4: return wide << 32 | (uint32_t)corners[below(seed, CORNERS)];
    default: return wide;
    }
}

static void put(char **at, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(char **at, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    *at += vsprintf(*at, format, arguments);
    va_end(arguments);
}

static void put_operand(char **at, char letter, uint64_t *seed) {
    const bool constant = (letter == 'R' || letter == 'H' || letter == 'D') && below(seed, 3) == 0;
    if (letter == 'P' && below(seed, 2) == 0) put(at, "!");
    if (!constant) {
        put(at, "%%%c%u", letter | 0x20, below(seed, REGISTERS));
        return;
    }
    const uint64_t value = random_word(seed);
    if (letter == 'H')
        put(at, "%d", (int)(int16_t)value);
    else if (letter == 'R')
        put(at, "%d", (int)(int32_t)value);
    else
        put(at, "%lld", (long long)(value == UINT64_C(1) << 63 ? 0 : (int64_t)value));
}

/* Where a group {…} ends; how many choices it has: one, when it is a vector operand, {$r, $r}. */
static const char *group_end(const char *from, uint32_t *choices) {
    *choices = 1;
    for (; *from != '}'; from++) {
        if (*from == '|') ++*choices;
        if (*from == '\\') from++;
    }
    return from;
}

uint64_t random_choices(const char *from) {
    uint64_t all = 1;
    uint32_t choices;
    for (; (from = strchr(from, '{')); from++) {
        from = group_end(from, &choices);
        all = all > UINT32_MAX ? all : all * choices;
    }
    return all;
}

/* The choice of number CHOSEN. */
static void put_choice(char **at, const char *c, uint32_t chosen, uint64_t *seed) {
    for (; chosen > 0; c++) {
        chosen -= *c == '|';
        c += *c == '\\';
    }
    for (; *c != '|' && *c != '}'; c++)
        if (*c == '$')
            put_operand(at, *++c, seed);
        else
            *(*at)++ = *(c += *c == '\\');
    **at = 0;
}

void random_expand(char *to, const char *from, uint64_t number, uint64_t *seed) {
    char *at = to;
    uint32_t choices;
    for (; *from; from++) {
        const char *end = *from == '{' ? group_end(from, &choices) : from;
        if (*from == '$')
            put_operand(&at, *++from, seed);
        else if (end > from && choices > 1) {
            put_choice(&at, from + 1,
                       number == RANDOM_ANY ? below(seed, choices) : (uint32_t)(number % choices),
                       seed);
            if (number != RANDOM_ANY) number /= choices;
            from = end;
        } else
            *at++ = *from;
    }
    *at = 0;
}

static random_line_t *next_line(random_kernel_t *kernel) {
    random_line_t *line = &kernel->lines[kernel->count++];
    *line = (random_line_t){0};
    return line;
}

static void add_instruction(random_kernel_t *kernel, const char *from, uint64_t *seed) {
    char guard[32] = "";
    random_line_t *line = next_line(kernel);
    if (*from == '!')
        from++;
    else if (below(seed, 4) == 0)
        sprintf(guard, "@%s%%p%u ", below(seed, 2) ? "!" : "", below(seed, REGISTERS));
    strcpy(line->text, guard);
    random_expand(line->text + strlen(guard), from, RANDOM_ANY, seed);
}

static void add_fixed(random_kernel_t *kernel, const char *format, uint32_t number) {
    random_line_t *line = next_line(kernel);
    snprintf(line->text, sizeof line->text, format, number, number);
    line->fixed = true;
}

void random_kernel(random_kernel_t *kernel, uint64_t *seed, uint32_t lines) {
    uint32_t label = 0, open = 0, loops = 0, loop = 0;
    kernel->count = 0;
    while (kernel->count + 8 < lines && kernel->count + 8 < RANDOM_LINES) {
        const uint32_t kind = below(seed, 24);
        if (below(seed, 2000) == 0) /* a fault, for some lane or other */
            add_instruction(kernel,
                            "!and.b64 %word, $d, 0x3ff; add.u64 %word, %word, %spare; "
                            "st.global.b32 [%word], $r;",
                            seed);
        if (kind == 0 && open == 0) { /* over some instructions, for some lanes */
            random_line_t *line = next_line(kernel);
            sprintf(line->text, "@%s%%p%u bra L%u;", below(seed, 2) ? "!" : "",
                    below(seed, REGISTERS), label);
            open = 1 + below(seed, 6);
        } else if (kind == 1 && open == 0 && loops == 0) {
            add_fixed(kernel, "mov.u32 %%count, 0; A%u:", loop);
            loops = 2 + below(seed, 8);
        } else
            add_instruction(kernel, templates[below(seed, TEMPLATES)], seed);
        if (open > 0 && --open == 0) add_fixed(kernel, "L%u:", label++);
        if (loops > 0 && open == 0 && --loops == 0) { /* as often as the lane says */
            add_fixed(kernel,
                      "add.u32 %%count, %%count, 1; setp.le.u32 %%more, %%count, %%turns; "
                      "@%%more bra A%u;",
                      loop++);
        }
    }
    if (open > 0) add_fixed(kernel, "L%u:", label);
    if (loops > 0)
        add_fixed(kernel,
                  "setp.lt.u32 %%more, %%count, 1; add.u32 %%count, %%count, 1; "
                  "@%%more bra A%u;",
                  loop);
}

bool random_template(random_kernel_t *kernel, uint32_t number, uint64_t *seed) {
    kernel->count = 0;
    if (number >= TEMPLATES) return false;
    for (uint32_t i = 0; i < 16; i++) add_instruction(kernel, templates[number], seed);
    return true;
}

void random_text(const random_kernel_t *kernel, char text[RANDOM_TEXT]) {
    char *at = text;
    put(&at,
        ".version 7.8\n.target sm_80\n.address_size 64\n"
        ".visible .entry k(.param .u64 in, .param .u64 out, .param .u64 w, .param .u32 a, .param "
        ".u16 s, "
        ".param .u8 c, .param .align 16 .b8 v[16]) {\n.shared .align 8 .b8 near_by[1032];\n"
        ".reg .b16 %%h<6>; .reg .b32 %%r<6>; .reg .b64 %%d<6>; .reg .pred %%p<6>;\n"
        ".reg .u32 %%t, %%count, %%turns, %%near; .reg .b64 %%in, %%out, %%spare, %%word, %%all, "
        "%%rest; "
        ".reg .pred %%more;\n"
        "ld.param.u64 %%in, [in]; ld.param.u64 %%out, [out];\n"
        "mov.u64 %%all, %%in; mov.u64 %%rest, %%out;\n"
        "mov.u32 %%t, %%tid.x; and.b32 %%turns, %%t, 3;\n"
        "mad.wide.u32 %%in, %%t, %u, %%in; mad.wide.u32 %%out, %%t, %u, %%out;\n"
        "add.u64 %%spare, %%out, 192;\n",
        RANDOM_WORDS * 8, RANDOM_RESULTS * 8);
    for (uint32_t i = 0; i < REGISTERS; i++)
        put(&at,
            "ld.global.b64 %%d%u, [%%in+%u]; ld.global.b32 %%r%u, [%%in+%u];\n"
            "ld.global.b16 %%h%u, [%%in+%u]; ld.global.b64 %%word, [%%in+%u];\n"
            "and.b64 %%word, %%word, 1; setp.ne.u64 %%p%u, %%word, 0;\n",
            i, 32 * i, i, 32 * i + 8, i, 32 * i + 16, i * 32 + 24, i);
    put(&at, "mov.u32 %%near, near_by; mad.lo.u32 %%near, %%t, 8, %%near; "
             "st.shared.b64 [%%near], %%d0;\n");
    for (uint32_t i = 0; i < kernel->count; i++)
        if (!kernel->lines[i].off) put(&at, "%s\n", kernel->lines[i].text);
    for (uint32_t i = 0; i < REGISTERS; i++)
        put(&at,
            "st.global.b64 [%%out+%u], %%d%u; st.global.b32 [%%out+%u], %%r%u;\n"
            "st.global.b16 [%%out+%u], %%h%u; selp.b64 %%word, 1, 0, %%p%u;\n"
            "st.global.b64 [%%out+%u], %%word;\n",
            32 * i, i, 32 * i + 8, i, 32 * i + 16, i, i, 32 * i + 24);
    put(&at, "ret;\n}\n");
}
