/* SPDX-License-Identifier: Apache-2.0 */
/* test_matrices.c: instructions that several stand for (sim/ptx/macros.c): matrices, asynchronous
 * copies, barriers in shared memory, calls that pass registers.
 *
 * Expected values: products computed here, element by element, with the places of the elements as
 * the tables of the PTX ISA state them ("Matrix Fragments for mma"). Values are small integers, so
 * that every type holds sums exactly.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/unit/ptx/machine.h"

enum { LANES = 32, SIDE = 32, WORDS = 32 };

static uint64_t seed = 20261125;
static int small(void) { return (int)(machine_random(&seed) >> 33) % 9 - 4; }

static uint32_t float_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Bits of a small integer. */
static uint64_t bits_of(const char *type, int value) {
    const uint32_t single = float_bits((float)value);
    if (strcmp(type, "bf16") == 0) return single >> 16;
    if (strcmp(type, "f32") == 0 || strcmp(type, "tf32") == 0) return single;
    if (strcmp(type, "f16") == 0) /* the exponent has another bias, the low bits are zero */
        return value == 0 ? 0
                          : (single >> 16 & 0x8000) |
                                ((((single & 0x7fffffff) >> 13) - (112 << 10)) & 0x7fff);
    if (strcmp(type, "f64") == 0) {
        const double wide = value;
        uint64_t bits;
        memcpy(&bits, &wide, sizeof bits);
        return bits;
    }
    return (uint32_t)value & (strcmp(type, "s32") == 0 ? UINT32_MAX : 255);
}

static unsigned bytes_of(const char *type) {
    return strstr(type, "64") ? 8 : strstr(type, "32") ? 4 : strstr(type, "16") ? 2 : 1;
}

typedef struct matrix_case {
    const char *shape;
    int m, n, k;
    const char *d, *a, *b, *c;
} matrix_case_t;

static const matrix_case_t cases[] = {{"m16n8k16", 16, 8, 16, "f32", "f16", "f16", "f32"},
                                      {"m16n8k16", 16, 8, 16, "f16", "f16", "f16", "f16"},
                                      {"m16n8k8", 16, 8, 8, "f32", "f16", "f16", "f32"},
                                      {"m16n8k16", 16, 8, 16, "f32", "bf16", "bf16", "f32"},
                                      {"m16n8k8", 16, 8, 8, "f32", "tf32", "tf32", "f32"},
                                      {"m16n8k4", 16, 8, 4, "f32", "tf32", "tf32", "f32"},
                                      {"m8n8k4", 8, 8, 4, "f64", "f64", "f64", "f64"},
                                      {"m16n8k16", 16, 8, 16, "s32", "s8", "s8", "s32"},
                                      {"m16n8k32", 16, 8, 32, "s32", "s8", "s8", "s32"},
                                      {"m8n8k16", 8, 8, 16, "s32", "s8", "s8", "s32"}};

/* PTX ISA: row and column of element I of A, row of element I of B (its column is the group), row
 * and column of element I of C. */
static void place_a(const matrix_case_t *test, unsigned lane, unsigned i, unsigned *row,
                    unsigned *column) {
    const unsigned group = lane >> 2, thread = lane & 3, bytes = bytes_of(test->a);
    if (bytes == 2) { /* (0,1) here, (2,3) 8 rows below, (4..7) 8 columns on */
        *row = group + (i & 2 ? 8 : 0);
        *column = thread * 2 + (i & 1) + (i & 4 ? 8 : 0);
    } else if (bytes >= 4) { /* 1 below 0; 2, 3 four columns on */
        *row = group + (i & 1 ? 8 : 0);
        *column = thread + (i & 2 ? 4 : 0);
    } else if (test->m == 8) {
        *row = group;
        *column = thread * 4 + i;
    } else {
        *row = group + (i & 4 ? 8 : 0);
        *column = thread * 4 + (i & 3) + (i & 8 ? 16 : 0);
    }
}

static unsigned place_b(const matrix_case_t *test, unsigned lane, unsigned i) {
    const unsigned thread = lane & 3, bytes = bytes_of(test->b);
    return bytes == 2   ? thread * 2 + (i & 1) + (i & 2 ? 8 : 0)
           : bytes >= 4 ? thread + 4 * i
                        : thread * 4 + (i & 3) + (i & 4 ? 16 : 0);
}

static void put_element(uint64_t *words, unsigned bytes, unsigned i, uint64_t bits) {
    if (bytes == 8)
        words[i] = bits;
    else
        words[i * bytes / 4] |= bits << 8 * (i * bytes % 4);
}

static unsigned registers(unsigned elements, unsigned bytes) {
    return bytes == 8 ? elements : elements * bytes / 4;
}

static void write_list(FILE *to, unsigned first, unsigned count) {
    fputs("{", to);
    for (unsigned i = 0; i < count; i++) fprintf(to, "%s%%w%u", i > 0 ? "," : "", first + i);
    fputs("}", to);
}

/* in[lane]: WORDS words, the registers of A, B and C; out[lane]: those of D. */
static void write_product(FILE *to, const matrix_case_t *test, unsigned number,
                          const unsigned n[4]) {
    const bool wide = bytes_of(test->a) == 8;
    const unsigned all = n[0] + n[1] + n[2] + n[3];
    fprintf(to,
            ".visible .entry case_%u(.param .u64 in, .param .u64 out) {\n"
            ".reg .b64 %%in, %%out, %%x; .reg .b32 %%t; .reg .b%u %%w<%u>;\n"
            "ld.param.u64 %%in, [in]; ld.param.u64 %%out, [out]; mov.u32 %%t, %%tid.x;\n"
            "mul.wide.u32 %%x, %%t, %d; add.u64 %%in, %%in, %%x; add.u64 %%out, %%out, %%x;\n",
            number, wide ? 64 : 32, all, WORDS * 8);
    for (unsigned i = 0; i < n[0] + n[1] + n[2]; i++)
        fprintf(to, "ld.global.b%u %%w%u, [%%in+%u];\n", wide ? 64 : 32, i, 8 * i);
    fprintf(to, "mma.sync.aligned.%s.row.col.%s.%s.%s.%s ", test->shape, test->d, test->a, test->b,
            test->c);
    const unsigned first[4] = {n[0] + n[1] + n[2], 0, n[0], n[0] + n[1]},
                   count[4] = {n[3], n[0], n[1], n[2]};
    for (unsigned i = 0; i < 4; i++) {
        write_list(to, first[i], count[i]);
        fputs(i < 3 ? ", " : ";\n", to);
    }
    for (unsigned i = 0; i < n[3]; i++)
        fprintf(to, "st.global.b%u [%%out+%u], %%w%u;\n", wide ? 64 : 32, 8 * i, first[0] + i);
    fprintf(to, "ret; }\n");
}

static void run_product_case(const matrix_case_t *test, unsigned number) {
    static machine_t machine;
    char *text;
    size_t size;
    const unsigned ea = (unsigned)(test->m * test->k) / LANES,
                   eb = (unsigned)(test->k * test->n) / LANES,
                   ec = (unsigned)(test->m * test->n) / LANES;
    const unsigned n[4] = {registers(ea, bytes_of(test->a)), registers(eb, bytes_of(test->b)),
                           registers(ec, bytes_of(test->c)), registers(ec, bytes_of(test->d))};
    FILE *to = open_memstream(&text, &size);
    fputs(".version 8.0\n.target sm_80\n.address_size 64\n", to);
    write_product(to, test, number, n);
    fclose(to);
    machine = (machine_t){0};
    machine_open(&machine, text, 1 << 16);
    int a[SIDE][SIDE], b[SIDE][SIDE], c[SIDE][SIDE];
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) a[i][j] = small(), b[i][j] = small(), c[i][j] = small();
    uint64_t words[LANES][WORDS] = {{0}};
    for (unsigned lane = 0; lane < LANES; lane++) {
        unsigned row, column;
        for (unsigned i = 0; i < ea; i++) {
            place_a(test, lane, i, &row, &column);
            put_element(words[lane], bytes_of(test->a), i, bits_of(test->a, a[row][column]));
        }
        for (unsigned i = 0; i < eb; i++)
            put_element(words[lane] + n[0], bytes_of(test->b), i,
                        bits_of(test->b, b[place_b(test, lane, i)][lane >> 2]));
        for (unsigned i = 0; i < ec; i++)
            put_element(
                words[lane] + n[0] + n[1], bytes_of(test->c), i,
                bits_of(test->c, c[(lane >> 2) + (i & 2 ? 8 : 0)][(lane & 3) * 2 + (i & 1)]));
    }
    const uint64_t in = machine_allocate(&machine, sizeof words),
                   out = machine_allocate(&machine, sizeof words);
    memcpy(machine_at(&machine, in), words, sizeof words);
    const uint64_t parameters[2] = {in, out};
    char kernel[32];
    snprintf(kernel, sizeof kernel, "case_%u", number);
    check(machine_run(&machine, kernel, parameters, 1, LANES, 0), "%s: %s", test->shape,
          machine.fault);
    for (unsigned lane = 0; lane < LANES; lane++) {
        uint64_t want[WORDS] = {0}, got[WORDS];
        memcpy(got, machine_at(&machine, out + lane * sizeof got), sizeof got);
        for (unsigned i = 0; i < ec; i++) {
            const unsigned row = (lane >> 2) + (i & 2 ? 8 : 0), column = (lane & 3) * 2 + (i & 1);
            int sum = c[row][column];
            for (int k = 0; k < test->k; k++) sum += a[row][k] * b[k][column];
            put_element(want, bytes_of(test->d), i, bits_of(test->d, sum));
        }
        for (unsigned i = 0; i < n[3]; i++)
            check((uint32_t)got[i] == (uint32_t)want[i] &&
                      (bytes_of(test->d) < 8 || got[i] == want[i]),
                  "%s.%s.%s lane %u register %u: %llx, expected %llx", test->shape, test->d,
                  test->a, lane, i, (unsigned long long)got[i], (unsigned long long)want[i]);
    }
    machine_close(&machine);
    free(text);
}

/* ---- wmma: loads and stores by rows and by columns, with strides ---- */

typedef struct wmma_case {
    const char *shape;
    int m, n, k;
    bool a_rows, b_rows, d_rows;
} wmma_case_t;

static const wmma_case_t wmma_cases[] = {{"m16n16k16", 16, 16, 16, true, false, true},
                                         {"m16n16k16", 16, 16, 16, false, true, false},
                                         {"m32n8k16", 32, 8, 16, true, true, true},
                                         {"m8n32k16", 8, 32, 16, false, false, false},
                                         {"m16n16k16", 16, 16, 16, true, true, false}};

static void run_wmma(const wmma_case_t *test) {
    static machine_t machine;
    char text[4096];
    enum { STRIDE = 40 };
    const char *rows = "row", *columns = "col", *list = "{%w0,%w1,%w2,%w3,%w4,%w5,%w6,%w7}";
    snprintf(text, sizeof text,
             ".version 8.0\n.target sm_80\n.address_size 64\n"
             ".visible .entry k(.param .u64 a, .param .u64 b, .param .u64 d) {\n"
             ".reg .b64 %%a, %%b, %%d; .reg .b32 %%w<16>; .reg .f32 %%f<8>;\n"
             "ld.param.u64 %%a, [a]; ld.param.u64 %%b, [b]; ld.param.u64 %%d, [d];\n"
             "wmma.load.a.sync.aligned.%s.%s.global.f16 %s, [%%a], %d;\n"
             "wmma.load.b.sync.aligned.%s.%s.global.f16 {%%w8,%%w9,%%w10,%%w11,%%w12,%%w13,%%w14,"
             "%%w15}, [%%b], %d;\n"
             "wmma.load.c.sync.aligned.%s.%s.global.f32 {%%f0,%%f1,%%f2,%%f3,%%f4,%%f5,%%f6,%%f7},"
             " [%%d], %d;\n"
             "wmma.mma.sync.aligned.%s.%s.%s.f32.f32 {%%f0,%%f1,%%f2,%%f3,%%f4,%%f5,%%f6,%%f7}, "
             "%s, {%%w8,%%w9,%%w10,%%w11,%%w12,%%w13,%%w14,%%w15}, "
             "{%%f0,%%f1,%%f2,%%f3,%%f4,%%f5,%%f6,%%f7};\n"
             "wmma.store.d.sync.aligned.%s.%s.global.f32 [%%d], "
             "{%%f0,%%f1,%%f2,%%f3,%%f4,%%f5,%%f6,%%f7}, %d;\nret; }\n",
             test->a_rows ? rows : columns, test->shape, list, STRIDE,
             test->b_rows ? rows : columns, test->shape, STRIDE, test->d_rows ? rows : columns,
             test->shape, STRIDE, test->a_rows ? rows : columns, test->b_rows ? rows : columns,
             test->shape, list, test->d_rows ? rows : columns, test->shape, STRIDE);
    machine = (machine_t){0};
    machine_open(&machine, text, 1 << 16);
    int a[SIDE][SIDE], b[SIDE][SIDE], c[SIDE][SIDE];
    const uint64_t at_a = machine_allocate(&machine, 8192), at_b = machine_allocate(&machine, 8192),
                   at_d = machine_allocate(&machine, 8192);
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            a[i][j] = small(), b[i][j] = small(), c[i][j] = small();
            const uint16_t half_a = (uint16_t)bits_of("f16", a[i][j]),
                           half_b = (uint16_t)bits_of("f16", b[i][j]);
            const float single = (float)c[i][j];
            const int pa = test->a_rows ? i * STRIDE + j : j * STRIDE + i,
                      pb = test->b_rows ? i * STRIDE + j : j * STRIDE + i,
                      pd = test->d_rows ? i * STRIDE + j : j * STRIDE + i;
            memcpy(machine_at(&machine, at_a + 2 * (uint64_t)pa), &half_a, 2);
            memcpy(machine_at(&machine, at_b + 2 * (uint64_t)pb), &half_b, 2);
            memcpy(machine_at(&machine, at_d + 4 * (uint64_t)pd), &single, 4);
        }
    const uint64_t parameters[3] = {at_a, at_b, at_d};
    check(machine_run(&machine, "k", parameters, 1, LANES, 0), "wmma %s: %s", test->shape,
          machine.fault);
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            int want = c[i][j]; /* outside of D nothing is written */
            float got;
            for (int k = 0; k < test->k && i < test->m && j < test->n; k++)
                want += a[i][k] * b[k][j];
            const int pd = test->d_rows ? i * STRIDE + j : j * STRIDE + i;
            memcpy(&got, machine_at(&machine, at_d + 4 * (uint64_t)pd), 4);
            check(got == (float)want, "wmma %s [%d][%d]: %g, expected %d", test->shape, i, j,
                  (double)got, want);
        }
    machine_close(&machine);
}

/* ---- ldmatrix, cp.async, mbarrier ---- */

static const char other_text[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".visible .entry rows(.param .u64 in, .param .u64 out) {\n"
    ".shared .align 16 .b8 tile[512]; .reg .b64 %in, %out, %x; .reg .b32 %t, %s, %w<8>;\n"
    "ld.param.u64 %in, [in]; ld.param.u64 %out, [out]; mov.u32 %t, %tid.x;\n"
    "mul.wide.u32 %x, %t, 16; add.u64 %in, %in, %x; mov.u32 %s, tile; mad.lo.u32 %s, %t, 16, %s;\n"
    "cp.async.cg.shared.global [%s], [%in], 16; cp.async.commit_group; cp.async.wait_group 0;\n"
    "bar.sync 0;\n"
    "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%w0,%w1,%w2,%w3}, [%s];\n"
    "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%w4,%w5,%w6,%w7}, [%s];\n"
    "mul.wide.u32 %x, %t, 32; add.u64 %out, %out, %x;\n"
    "st.global.v4.b32 [%out], {%w0,%w1,%w2,%w3}; st.global.v4.b32 [%out+16], {%w4,%w5,%w6,%w7};\n"
    "ret; }\n"
    ".visible .entry partly(.param .u64 in, .param .u64 out) {\n"
    ".shared .align 16 .b8 tile[512]; .reg .b64 %in, %out, %x; .reg .b32 %t, %s, %n, %w<4>;\n"
    "ld.param.u64 %in, [in]; ld.param.u64 %out, [out]; mov.u32 %t, %tid.x;\n"
    "mul.wide.u32 %x, %t, 16; add.u64 %in, %in, %x; add.u64 %out, %out, %x;\n"
    "mov.u32 %s, tile; mad.lo.u32 %s, %t, 16, %s; and.b32 %n, %t, 3; shl.b32 %n, %n, 2;\n"
    "cp.async.ca.shared.global [%s], [%in], 16, %n; cp.async.wait_all;\n"
    "ld.shared.v4.b32 {%w0,%w1,%w2,%w3}, [%s]; st.global.v4.b32 [%out], {%w0,%w1,%w2,%w3};\n"
    "ret; }\n"
    ".visible .entry bulk(.param .u64 in, .param .u64 out) {\n"
    ".shared .align 16 .b8 tile[512]; .shared .align 8 .b64 bar; .reg .b64 %in, %out, %x;\n"
    ".reg .b32 %t, %s, %b, %w; .reg .pred %p, %q;\n"
    "ld.param.u64 %in, [in]; ld.param.u64 %out, [out]; mov.u32 %t, %tid.x; mov.u32 %s, tile;\n"
    "mov.u32 %b, bar; setp.eq.u32 %p, %t, 0; @%p mbarrier.init.shared.b64 [%b], 1; bar.sync 0;\n"
    "@%p mbarrier.arrive.expect_tx.shared::cta.b64 _, [%b], 512;\n"
    "@%p cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%s], [%in], 512, "
    "[%b];\n"
    "wait: mbarrier.try_wait.parity.shared::cta.b64 %q, [%b], 0; @!%q bra wait;\n"
    "mad.lo.u32 %s, %t, 4, %s; ld.shared.b32 %w, [%s]; add.u32 %w, %w, 1; st.shared.b32 [%s], %w;\n"
    "bar.sync 0; mov.u32 %s, tile; fence.proxy.async.shared::cta;\n"
    "@%p cp.async.bulk.global.shared::cta.bulk_group [%out], [%s], 512;\n"
    "@%p cp.async.bulk.commit_group; @%p cp.async.bulk.wait_group 0; ret; }\n"
    ".visible .entry barrier(.param .u64 in, .param .u64 out) {\n"
    ".shared .align 8 .b64 bar; .shared .align 4 .b32 total; .reg .b64 %out, %x, %k;\n"
    ".reg .b32 %t, %v, %r; .reg .pred %p, %q;\n"
    "ld.param.u64 %out, [out]; mov.u32 %t, %tid.x; mul.wide.u32 %x, %t, 4; add.u64 %out, %out, "
    "%x;\n"
    "setp.eq.u32 %p, %t, 0; @%p mbarrier.init.shared.b64 [bar], 64; @%p st.shared.b32 [total], 0;\n"
    "bar.sync 0; mov.u32 %r, 0;\n"
    "again: atom.shared.add.u32 %v, [total], 1; mbarrier.arrive.shared.b64 %k, [bar];\n"
    "wait: mbarrier.test_wait.shared.b64 %q, [bar], %k; @!%q bra wait;\n"
    "ld.shared.b32 %v, [total]; mbarrier.arrive.shared.b64 _, [bar];\n"
    "wait2: mbarrier.try_wait.parity.shared.b64 %q, [bar], 1; @!%q bra wait2;\n"
    "add.u32 %r, %r, %v; setp.lt.u32 %p, %r, 100; @%p bra again;\n"
    "st.global.b32 [%out], %r; ret; }\n";

static uint16_t tile_value(unsigned matrix, unsigned row, unsigned column) {
    return (uint16_t)(1000 * matrix + 10 * row + column);
}

static void run_others(void) {
    static machine_t machine;
    machine_open(&machine, other_text, 1 << 16);
    const uint64_t in = machine_allocate(&machine, 4096), out = machine_allocate(&machine, 4096);
    const uint64_t parameters[2] = {in, out};
    uint16_t tile[4][8][8];
    for (unsigned m = 0; m < 4; m++)
        for (unsigned r = 0; r < 8; r++)
            for (unsigned c = 0; c < 8; c++) tile[m][r][c] = tile_value(m, r, c);
    memcpy(machine_at(&machine, in), tile, sizeof tile);
    check(machine_run(&machine, "rows", parameters, 1, LANES, 0), "rows: %s", machine.fault);
    for (unsigned lane = 0; lane < LANES; lane++) {
        uint16_t got[16];
        memcpy(got, machine_at(&machine, out + 32 * lane), sizeof got);
        for (unsigned m = 0; m < 4; m++)
            for (unsigned e = 0; e < 2; e++) { /* row lane/4, columns 2·(lane mod 4) and on */
                check(got[2 * m + e] == tile_value(m, lane / 4, 2 * (lane % 4) + e),
                      "ldmatrix lane %u matrix %u: %u", lane, m, got[2 * m + e]);
                check(got[8 + 2 * m + e] == tile_value(m, 2 * (lane % 4) + e, lane / 4),
                      "ldmatrix.trans lane %u matrix %u: %u", lane, m, got[8 + 2 * m + e]);
            }
    }
    check(machine_run(&machine, "partly", parameters, 1, LANES, 0), "partly: %s", machine.fault);
    for (unsigned lane = 0; lane < LANES; lane++) {
        uint32_t got[4], from[4];
        memcpy(got, machine_at(&machine, out + 16 * lane), sizeof got);
        memcpy(from, machine_at(&machine, in + 16 * lane), sizeof from);
        for (unsigned w = 0; w < 4; w++)
            check(got[w] == (w < (lane & 3) ? from[w] : 0), "cp.async lane %u word %u: %x", lane, w,
                  got[w]);
    }
    check(machine_run(&machine, "bulk", parameters, 1, 128, 0), "bulk: %s", machine.fault);
    for (unsigned word = 0; word < 128; word++) {
        uint32_t got, from;
        memcpy(&got, machine_at(&machine, out + 4 * word), sizeof got);
        memcpy(&from, machine_at(&machine, in + 4 * word), sizeof from);
        check(got == from + 1, "cp.async.bulk word %u: %x", word, got);
    }
    /* 64 threads, each adds 1 a round: all see 64, then 128 */
    check(machine_run(&machine, "barrier", parameters, 1, 64, 0), "barrier: %s", machine.fault);
    for (unsigned thread = 0; thread < 64; thread++) {
        uint32_t got;
        memcpy(&got, machine_at(&machine, out + 4 * thread), sizeof got);
        check(got == 64 + 128, "mbarrier thread %u: %u", thread, got);
    }
    machine_close(&machine);
}

/* ---- quads, sparse matrices, movmatrix, stmatrix: 32-bit registers in, registers out ---- */

enum { WORDS_IN = 24, WORDS_OUT = 8 };
typedef uint32_t words_in_t[LANES][WORDS_IN];
typedef uint32_t words_out_t[LANES][WORDS_OUT];

/* BODY: PTX between %i<24>, which hold IN, and %o<8>, which become OUT; %s is a place of 1 KB. */
static void run_words(const char *body, words_in_t in, words_out_t out) {
    static machine_t machine;
    char *text = NULL;
    size_t bytes = 0;
    FILE *to = open_memstream(&text, &bytes);
    fprintf(to,
            ".version 8.0\n.target sm_90\n.address_size 64\n"
            ".visible .entry k(.param .u64 in, .param .u64 out) {\n"
            ".shared .align 16 .b8 tile[1024]; .reg .b64 %%in, %%out, %%x; .reg .b32 %%t, %%s, "
            "%%i<24>, %%o<8>;"
            " .reg .pred %%p;\n"
            "ld.param.u64 %%in, [in]; ld.param.u64 %%out, [out]; mov.u32 %%t, %%tid.x; mov.u32 "
            "%%s, tile;\n"
            "mul.wide.u32 %%x, %%t, %d; add.u64 %%in, %%in, %%x; mul.wide.u32 %%x, %%t, %d;\n"
            "add.u64 %%out, %%out, %%x; setp.eq.u32 %%p, 0, 0;\n",
            WORDS_IN * 4, WORDS_OUT * 4);
    for (int i = 0; i < WORDS_IN; i++) fprintf(to, "ld.global.b32 %%i%d, [%%in+%d];\n", i, 4 * i);
    for (int i = 0; i < WORDS_OUT; i++) fprintf(to, "mov.b32 %%o%d, 0;\n", i);
    fprintf(to, "%s\n", body);
    for (int i = 0; i < WORDS_OUT; i++) fprintf(to, "st.global.b32 [%%out+%d], %%o%d;\n", 4 * i, i);
    fprintf(to, "ret; }\n");
    fclose(to);
    machine_open(&machine, text, 1 << 16);
    const uint64_t parameters[2] = {machine_allocate(&machine, sizeof(words_in_t)),
                                    machine_allocate(&machine, sizeof(words_out_t))};
    memcpy(machine_at(&machine, parameters[0]), in, sizeof(words_in_t));
    check(machine_run(&machine, "k", parameters, 1, LANES, 0), "%s: %s", body, machine.fault);
    memcpy(out, machine_at(&machine, parameters[1]), sizeof(words_out_t));
    machine_close(&machine);
    free(text);
}

/* PTX ISA, "Matrix Fragments for mma.m8n8k4 with .f16": quad Q has lanes 4Q … 4Q+3 and those 16 on.
 */
static void run_quads(bool a_by_columns, bool b_by_rows, bool wide_c, bool wide_d) {
    static words_in_t in;
    words_out_t out;
    int a[4][8][4], b[4][4][8], c[4][8][8];
    memset(in, 0, sizeof in);
    for (int q = 0; q < 4; q++) {
        for (int r = 0; r < 8; r++)
            for (int k = 0; k < 4; k++) a[q][r][k] = small(), b[q][k][r] = small();
        for (int r = 0; r < 8; r++)
            for (int n = 0; n < 8; n++) c[q][r][n] = small();
    }
    for (unsigned lane = 0; lane < LANES; lane++) {
        const unsigned q = lane / 4 % 4, low = lane % 4, high = lane < 16 ? 0 : 4;
        for (unsigned i = 0; i < 4; i++) {
            const int of_a = a_by_columns ? a[q][i + high][low] : a[q][low + high][i];
            const int of_b = b_by_rows ? b[q][low][i + high] : b[q][i][low + high];
            in[lane][i / 2] |= (uint32_t)bits_of("f16", of_a) << 16 * (i % 2);
            in[lane][2 + i / 2] |= (uint32_t)bits_of("f16", of_b) << 16 * (i % 2);
        }
        for (unsigned i = 0; i < 8; i++)
            if (wide_c)
                in[lane][4 + i] = (uint32_t)bits_of(
                    "f32", c[q][(lane & 1) + (i & 2) + high][(i & 4) + (lane & 2) + (i & 1)]);
            else
                in[lane][4 + i / 2] |= (uint32_t)bits_of("f16", c[q][low + high][i])
                                       << 16 * (i % 2);
    }
    char body[512];
    snprintf(body, sizeof body,
             "mma.sync.aligned.m8n8k4.%s.%s.%s.f16.f16.%s {%%o0,%%o1,%%o2,%%o3%s}, {%%i0,%%i1}, "
             "{%%i2,%%i3}, {%%i4,%%i5,%%i6,%%i7%s};",
             a_by_columns ? "col" : "row", b_by_rows ? "row" : "col", wide_d ? "f32" : "f16",
             wide_c ? "f32" : "f16", wide_d ? ",%o4,%o5,%o6,%o7" : "",
             wide_c ? ",%i8,%i9,%i10,%i11" : "");
    run_words(body, in, out);
    for (unsigned lane = 0; lane < LANES; lane++)
        for (unsigned i = 0; i < 8; i++) {
            const unsigned q = lane / 4 % 4, high = lane < 16 ? 0 : 4;
            const unsigned r = wide_d ? (lane & 1) + (i & 2) + high : lane % 4 + high,
                           n = wide_d ? (i & 4) + (lane & 2) + (i & 1) : i;
            int want = c[q][r][n];
            for (int k = 0; k < 4; k++) want += a[q][r][k] * b[q][k][n];
            const uint32_t got = wide_d ? out[lane][i] : out[lane][i / 2] >> 16 * (i % 2) & 0xffff;
            check(got == bits_of(wide_d ? "f32" : "f16", want), "%s: lane %u element %u: %x", body,
                  lane, i, got);
        }
}

/* Of four columns two are stored (of 4 bits: pairs; of tf32: of two columns one). */
typedef struct sparse_case {
    const char *shape, *type, *result;
    unsigned k, bits, selector;
} sparse_case_t;
static const sparse_case_t sparse_cases[] = {
    {"m16n8k16", "f16", "f32", 16, 16, 0}, {"m16n8k16", "bf16", "f32", 16, 16, 3},
    {"m16n8k32", "f16", "f32", 32, 16, 1}, {"m16n8k32", "bf16", "f32", 32, 16, 0},
    {"m16n8k8", "tf32", "f32", 8, 32, 2},  {"m16n8k16", "tf32", "f32", 16, 32, 1},
    {"m16n8k32", "s8", "s32", 32, 8, 1},   {"m16n8k64", "u8", "s32", 64, 8, 0},
    {"m16n8k64", "s4", "s32", 64, 4, 0},   {"m16n8k128", "u4", "s32", 128, 4, 0}};

static void run_sparse(const sparse_case_t *test) {
    static words_in_t in;
    words_out_t out;
    static int a[16][128], b[128][8], c[16][8], stored[16][64];
    const unsigned per = 32 / test->bits, stored_count = test->k / 2;
    const bool is_signed = test->type[0] != 'u';
    memset(in, 0, sizeof in);
    memset(a, 0, sizeof a);
    for (unsigned k = 0; k < test->k; k++)
        for (unsigned n = 0; n < 8; n++) b[k][n] = is_signed ? small() : small() & 3;
    for (unsigned r = 0; r < 16; r++) {
        uint64_t said = 0; /* the indices of a row, from the lowest bit on */
        for (unsigned n = 0; n < 8; n++) c[r][n] = small();
        for (unsigned j = 0; j < stored_count; j++)
            stored[r][j] = is_signed ? small() : small() & 3;
        if (test->bits == 32)
            for (unsigned j = 0; j < stored_count; j++) {
                const unsigned second = machine_random(&seed) >> 40 & 1;
                a[r][2 * j + second] = stored[r][j];
                said |= (uint64_t)(second ? 0xe : 0x4) << 4 * j;
            }
        else { /* groups of four units, two of them stored; a unit is one column, of 4 bits two */
            const unsigned unit = test->bits == 4 ? 2 : 1;
            for (unsigned g = 0; g < test->k / (4 * unit); g++) {
                static const unsigned pairs[6][2] = {{0, 1}, {0, 2}, {0, 3},
                                                     {1, 2}, {1, 3}, {2, 3}};
                const unsigned *pair = pairs[(machine_random(&seed) >> 33) % 6];
                for (unsigned e = 0; e < 2; e++) {
                    for (unsigned u = 0; u < unit; u++)
                        a[r][(4 * g + pair[e]) * unit + u] = stored[r][(2 * g + e) * unit + u];
                    said |= (uint64_t)pair[e] << (4 * g + 2 * e);
                }
            }
        }
        for (unsigned lane = 0; lane < LANES;
             lane++) { /* the rows of a lane: its group's, and 8 below */
            const unsigned t = lane % 4, upper = r / 8;
            if (r % 8 != lane / 4) continue;
            if (test->bits >=
                16) { /* 16 bits of each row; of 32 bits a row the second lane has the rest */
                const unsigned halves = test->k * (test->bits == 32 ? 2 : 1) / 16;
                if (t / halves == test->selector)
                    in[lane][20] |= (uint32_t)(said >> 16 * (t % halves) & 0xffff) << 16 * upper;
            } else if (t % 2 == upper) {
                const unsigned words = test->k * test->bits / 8 / 32;
                if (words == 2)
                    in[lane][20] = (uint32_t)(said >> 32 * (t / 2));
                else if (t / 2 == test->selector)
                    in[lane][20] = (uint32_t)said;
            }
        }
    }
    for (unsigned lane = 0; lane < LANES; lane++) {
        const unsigned g = lane / 4, t = lane % 4;
        const uint32_t mask = test->bits == 32 ? UINT32_MAX : (1u << test->bits) - 1;
        for (unsigned w = 0; w < stored_count / per / 2;
             w++) /* rows g and g + 8 by turns, then on */
            for (unsigned e = 0; e < per; e++)
                in[lane][w] |= ((uint32_t)bits_of(
                                    test->type, stored[g + w % 2 * 8][(w / 2 * 4 + t) * per + e]) &
                                mask)
                               << test->bits * e;
        for (unsigned w = 0; w < test->k / per / 4; w++)
            for (unsigned e = 0; e < per; e++)
                in[lane][8 + w] |=
                    ((uint32_t)bits_of(test->type, b[(w * 4 + t) * per + e][g]) & mask)
                    << test->bits * e;
        for (unsigned i = 0; i < 4; i++)
            in[lane][16 + i] = (uint32_t)bits_of(test->result, c[g + i / 2 * 8][2 * t + i % 2]);
    }
    char body[512];
    const unsigned a_words = stored_count * 16 * test->bits / 1024,
                   b_words = test->k * 8 * test->bits / 1024;
    snprintf(body, sizeof body,
             "mma.sp%s.sync.aligned.%s.row.col.%s.%s.%s.%s {%%o0,%%o1,%%o2,%%o3}, {%%i0,%%i1%s}, "
             "{%%i8,%%i9%s}, "
             "{%%i16,%%i17,%%i18,%%i19}, %%i20, 0x%u;",
             test->selector & 1 ? "::ordered_metadata" : "", test->shape, test->result, test->type,
             test->type, test->result, a_words == 4 ? ",%i2,%i3" : "",
             b_words == 4 ? ",%i10,%i11" : "", test->selector);
    run_words(body, in, out);
    for (unsigned lane = 0; lane < LANES; lane++)
        for (unsigned i = 0; i < 4; i++) {
            const unsigned r = lane / 4 + i / 2 * 8, n = 2 * (lane % 4) + i % 2;
            int want = c[r][n];
            for (unsigned k = 0; k < test->k; k++) want += a[r][k] * b[k][n];
            check(out[lane][i] == (uint32_t)bits_of(test->result, want),
                  "%s: lane %u element %u: %x, wanted %d", body, lane, i, out[lane][i], want);
        }
}

/* Matrix M of lane L: elements (L/4, 2·(L mod 4)) and the next. Stored, row R of matrix M begins at
 * 16·(8·M + R). */
static void run_moves(void) {
    static words_in_t in;
    words_out_t out;
    for (unsigned lane = 0; lane < LANES; lane++)
        for (unsigned m = 0; m < 4; m++)
            in[lane][m] = tile_value(m, lane / 4, 2 * (lane % 4)) |
                          (uint32_t)tile_value(m, lane / 4, 2 * (lane % 4) + 1) << 16;
    run_words("movmatrix.sync.aligned.m8n8.trans.b16 %o0, %i2;\n"
              "@!%p movmatrix.sync.aligned.m8n8.trans.b16 %o1, %i3;",
              in, out);
    for (unsigned lane = 0; lane < LANES; lane++)
        for (unsigned e = 0; e < 2; e++) {
            const unsigned got = out[lane][0] >> 16 * e & 0xffff;
            check(got == tile_value(2, 2 * (lane % 4) + e, lane / 4), "movmatrix lane %u: %u", lane,
                  got);
            check(out[lane][1] == 0, "movmatrix with a guard: %u", out[lane][1]);
        }
    for (unsigned matrices = 1; matrices <= 4; matrices *= 2)
        for (unsigned transposed = 0; transposed < 2; transposed++) {
            char body[512];
            snprintf(body, sizeof body,
                     "mad.lo.u32 %%s, %%t, 16, %%s; st.shared.v4.b32 [%%s], {%%o4,%%o4,%%o4,%%o4}; "
                     "bar.warp.sync -1;\n"
                     "@%%p stmatrix.sync.aligned.m8n8.x%u%s.shared.b16 [%%s], {%%i0%s};\n"
                     "@!%%p stmatrix.sync.aligned.m8n8.x1.shared.b16 [%%s], {%%i5};\n"
                     "bar.warp.sync -1; ld.shared.v4.b32 {%%o0,%%o1,%%o2,%%o3}, [%%s];",
                     matrices, transposed ? ".trans" : "",
                     matrices == 4   ? ",%i1,%i2,%i3"
                     : matrices == 2 ? ",%i1"
                                     : "");
            run_words(body, in, out);
            for (unsigned lane = 0; lane < LANES; lane++)
                for (unsigned column = 0; column < 8; column++) {
                    const unsigned m = lane / 8, r = lane % 8,
                                   got = out[lane][column / 2] >> 16 * (column % 2) & 0xffff;
                    const unsigned want = transposed ? tile_value(m, column, r)
                                                     : tile_value(m, r, column);
                    check(got == (m < matrices ? want : 0), "%s: row %u column %u: %u", body, lane,
                          column, got);
                }
        }
}

/* ---- functions with parameters in registers, calls that pass registers and constants ---- */

static const char call_text[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".func (.reg .b32 r) sum(.reg .b32 %a, .reg .b64 %b, .reg .f32 %f);\n"
    ".func (.reg .b32 r) sum(.reg .b32 %a, .reg .b64 %b, .reg .f32 %f) {\n"
    ".reg .b32 %x; .reg .pred %p; cvt.u32.u64 %x, %b; add.u32 r, %a, %x; cvt.rzi.u32.f32 %x, %f;\n"
    "setp.lt.u32 %p, %a, 16; @%p ret; mad.lo.u32 r, %x, 1000, r; }\n" /* falls off its end */
    ".func (.param .b64 r) mixed(.param .b64 p, .reg .u8 %c) {\n"
    ".reg .b64 %x, %y; ld.param.u64 %x, [p]; cvt.u64.u16 %y, %c; sub.u64 %x, %x, %y;\n"
    "st.param.b64 [r], %x; ret; }\n"
    ".func none(.reg .b64 %to, .reg .b32 %v) { st.global.b32 [%to], %v; ret; }\n"
    ".visible .entry calls(.param .u64 out) {\n"
    ".reg .b64 %out, %x, %w; .reg .b32 %t, %r; .reg .b16 %c; .reg .f32 %f; .reg .pred %q;\n"
    "ld.param.u64 %out, [out]; mov.u32 %t, %tid.x; mul.wide.u32 %x, %t, 8; add.u64 %out, %out, "
    "%x;\n"
    "cvt.u64.u32 %w, %t; mov.f32 %f, 0f40E00000; mov.b32 %r, 0;\n"
    "call (%r), sum, (%t, %w, %f); setp.eq.u32 %q, %t, 5; @%q call.uni (%r), sum, (20, 3, "
    "0f40000000);\n"
    "cvt.u16.u32 %c, %t; { .param .b64 pass; st.param.b64 [pass], 100; call (%w), mixed, (pass, "
    "%c); }\n"
    "cvt.u32.u64 %t, %w; call none, (%out, %r); add.u64 %out, %out, 4; call none, (%out, %t); ret; "
    "}\n";

static void run_calls(void) {
    static machine_t machine;
    machine_open(&machine, call_text, 1 << 16);
    const uint64_t out = machine_allocate(&machine, 8 * LANES);
    check(machine_run(&machine, "calls", &out, 1, LANES, 0), "calls: %s", machine.fault);
    for (unsigned lane = 0; lane < LANES; lane++) {
        uint32_t got[2];
        memcpy(got, machine_at(&machine, out + 8 * lane), sizeof got);
        const uint32_t want = lane == 5 ? 23 + 2000 : lane < 16 ? 2 * lane : 2 * lane + 7000;
        check(got[0] == want, "sum, lane %u: %u, wanted %u", lane, got[0], want);
        check(got[1] == 100 - lane, "mixed, lane %u: %u", lane, got[1]);
    }
    machine_close(&machine);
}

int main(void) {
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) run_product_case(&cases[i], i);
    for (unsigned i = 0; i < sizeof wmma_cases / sizeof *wmma_cases; i++) run_wmma(&wmma_cases[i]);
    run_others();
    for (unsigned i = 0; i < 16; i++) run_quads(i & 1, i & 2, i & 4, i & 8);
    for (unsigned i = 0; i < sizeof sparse_cases / sizeof *sparse_cases; i++)
        run_sparse(&sparse_cases[i]);
    run_moves();
    run_calls();
    return check_summary();
}
