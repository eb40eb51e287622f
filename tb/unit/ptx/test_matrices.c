/* SPDX-License-Identifier: Apache-2.0 */
/* test_matrices.c: instructions that several stand for (sim/ptx/macros.c): matrices, asynchronous
 * copies, barriers in shared memory.
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

int main(void) {
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) run_product_case(&cases[i], i);
    for (unsigned i = 0; i < sizeof wmma_cases / sizeof *wmma_cases; i++) run_wmma(&wmma_cases[i]);
    run_others();
    return check_summary();
}
