/* SPDX-License-Identifier: Apache-2.0 */
/* test_semantics.c: every instruction of semantics_cases.h on random and corner values, in full and
 * partial warps, against its meaning in C. Usage: test_semantics [SEED]. */
#include "tb/unit/ptx/machine.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 32, ROUNDS = 24 };

/* the rows of this round, for instructions that look at other lanes */
static uint64_t rows[LANES][3];
static uint32_t threads;
static const uint64_t any_value = UINT64_C(0xabcdef1234567890); /* undefined: not compared */

/* ---- vocabulary of the expectations ---- */
static int32_t S(uint64_t bits) { return (int32_t)(uint32_t)bits; }
static float F(uint64_t bits) {
    uint32_t low = (uint32_t)bits;
    float value;
    memcpy(&value, &low, 4);
    return value;
}
static double G(uint64_t bits) {
    double value;
    memcpy(&value, &bits, 8);
    return value;
}
static uint64_t f32(float value) {
    uint32_t bits;
    memcpy(&bits, &value, 4);
    return isnan(value) ? 0x7fffffff : bits;
}
static uint64_t f64(double value) {
    uint64_t bits;
    memcpy(&bits, &value, 8);
    return bits;
}
static float flush(float value) { return fabsf(value) < FLT_MIN ? copysignf(0, value) : value; }
static int64_t clamp(int64_t value, int64_t low, int64_t high) {
    return value < low ? low : value > high ? high : value;
}
static uint64_t carry3(uint64_t a, uint64_t b, uint64_t c) {
    unsigned __int128 carry = ((unsigned __int128)a + b) >> 64;
    return (uint64_t)((carry + c + c) >> 64);
}
static uint32_t popcount(uint64_t value) {
    uint32_t n = 0;
    for (; value; value >>= 1) n += value & 1;
    return n;
}
static uint32_t leading(uint64_t value, uint32_t bits) {
    uint32_t n = 0;
    while (n < bits && !(value >> (bits - 1 - n) & 1)) n++;
    return n;
}
static uint64_t reversed(uint64_t value, uint32_t bits) {
    uint64_t r = 0;
    for (uint32_t i = 0; i < bits; i++) r = r << 1 | (value >> i & 1);
    return r;
}
static uint64_t rounded_add(int mode, float a, float b) {
    volatile float x = a, y = b;
    fesetround(mode);
    volatile float z = x + y;
    fesetround(FE_TONEAREST);
    return f32(z);
}
static uint64_t narrowed(int mode, double a) {
    volatile double x = a;
    fesetround(mode);
    volatile float z = (float)x;
    fesetround(FE_TONEAREST);
    return f32(z);
}
static uint64_t toward_zero(uint64_t a) {
    volatile uint64_t x = a;
    fesetround(FE_TOWARDZERO);
    volatile float z = (float)x;
    fesetround(FE_TONEAREST);
    return f32(z);
}
static float half(uint64_t bits) {
    int e = bits >> 10 & 31, m = bits & 1023;
    float v = e == 31 ? (m ? NAN : INFINITY)
              : e     ? ldexpf(1.0f + (float)m / 1024, e - 15)
                      : ldexpf((float)m / 1024, -14);
    return bits >> 15 & 1 ? -v : v;
}
static float nearest_half(float v) { /* by search over all halves: nearest, ties to even */
    if (isnan(v)) return NAN;
    if (fabsf(v) >= 65520) return copysignf(INFINITY, v);
    uint32_t low = 0, high = 0x7bff;
    while (low < high) {
        uint32_t mid = (low + high + 1) / 2;
        if (half(mid) <= fabsf(v))
            low = mid;
        else
            high = mid - 1;
    }
    double below = half(low), above = low == 0x7bff ? 65536 : half(low + 1), x = fabsf(v);
    double pick = x - below < above - x   ? below
                  : x - below > above - x ? above
                  : low % 2               ? above
                                          : below;
    return copysignf((float)pick, v);
}
/* Bits of the half nearest to an exact value, by search: ties to even; any NaN is 0x7fff. */
static uint64_t h16(double v) {
    if (isnan(v)) return 0x7fff;
    uint64_t sign = signbit(v) ? 0x8000 : 0, low = 0, high = 0x7bff;
    double x = fabs(v);
    if (x >= 65520) return sign | 0x7c00;
    while (low < high) {
        uint64_t mid = (low + high + 1) / 2;
        if ((double)half(mid) <= x)
            low = mid;
        else
            high = mid - 1;
    }
    double below = half(low), above = low == 0x7bff ? 65536 : half(low + 1);
    return sign | (x - below < above - x ? low : x - below > above - x ? low + 1 : low + low % 2);
}
/* The product is exact in double; the sum is rounded to odd, so that the search decides it as the
 * exact sum. */
static uint64_t h16_fma(double a, double b, double c) {
    double product = a * b, sum = product + c, part = sum - product,
           lost = (product - (sum - part)) + (c - part);
    if (lost == 0 || !isfinite(sum)) return h16(sum);
    uint64_t bits;
    memcpy(&bits, &sum, 8);
    if (!(bits & 1)) sum = nextafter(sum, lost > 0 ? INFINITY : -INFINITY);
    return h16(sum);
}
static uint64_t live_mask(uint32_t count) {
    return count == 32 ? UINT32_MAX : (UINT64_C(1) << count) - 1;
}
static uint64_t row(uint32_t lane) { return (uint32_t)rows[lane][0]; }
static uint64_t ballot(void) {
    uint64_t mask = 0;
    for (uint32_t l = 0; l < threads; l++) mask |= (rows[l][0] & 1) << l;
    return mask;
}
static uint64_t sum(void) {
    uint32_t total = 0;
    for (uint32_t l = 0; l < threads; l++) total += (uint32_t)rows[l][0];
    return total;
}
static uint64_t matches(uint64_t a) {
    uint64_t mask = 0;
    for (uint32_t l = 0; l < threads; l++) mask |= (uint64_t)(row(l) == (uint32_t)a) << l;
    return mask;
}

static uint16_t brain(float v) { /* to bf16: nearest, ties to even */
    if (isnan(v)) return 0x7fff;
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
static bool brain_underflows(uint64_t a, uint64_t b) { /* the float product would round twice */
    for (int shift = 0; shift <= 16; shift += 16) {
        const double x = (double)F((a >> shift & 0xffff) << 16),
                     y = (double)F((b >> shift & 0xffff) << 16);
        if (fabs(x * y) < 0x1p-120) return true;
    }
    return false;
}
static uint16_t pair_relu(uint64_t a, uint64_t b) { /* min, then not below 0 */
    const int16_t x = (int16_t)a, y = (int16_t)b, low = x < y ? x : y;
    return (uint16_t)(low < 0 ? 0 : low);
}
static uint32_t third_bit(uint64_t a) { /* where the third one is, from below */
    uint32_t found = 0;
    for (uint32_t i = 0; i < 32; i++)
        if (a >> i & 1 && ++found == 3) return i;
    return UINT32_MAX;
}
static uint64_t byte_difference(uint64_t a, uint64_t b, uint32_t shift) {
    const int x = (uint8_t)(a >> shift), y = (uint8_t)(b >> shift);
    return (uint64_t)abs(x - y);
}

/* ---- the table ---- */
#define PASTE2(a, b) a##b
#define PASTE(a, b)  PASTE2(a, b)
#define X(text, registers, expression)                                                             \
    static uint64_t PASTE(expect_, __LINE__)(uint64_t a, uint64_t b, uint64_t c, uint32_t lane) {  \
        (void)a, (void)b, (void)c, (void)lane;                                                     \
        return (uint64_t)(expression);                                                             \
    }
#include "tb/unit/ptx/semantics_cases.h"
#undef X
typedef struct test_case {
    const char *text, *registers;
    uint64_t (*expect)(uint64_t a, uint64_t b, uint64_t c, uint32_t lane);
} test_case_t;
static const test_case_t cases[] = {
#define X(text, registers, expression) {text, registers, PASTE(expect_, __LINE__)},
#include "tb/unit/ptx/semantics_cases.h"
#undef X
};
enum { CASES = sizeof cases / sizeof cases[0] };

static uint32_t width(char letter) {
    return letter == 'h' ? 16 : letter == 'p' ? 1 : letter == 'l' || letter == 'd' ? 64 : 32;
}

static const char *register_type(char letter) {
    switch (letter) {
    case 'h': return "b16";
    case 'p': return "pred";
    case 'l': return "b64";
    case 'f': return "f32";
    case 'd': return "f64";
    default: return "b32";
    }
}

/* A kernel for each case: in[lane] holds a, b, c as 64-bit words, out[lane] takes d. */
static void write_kernel(FILE *to, const test_case_t *test, unsigned number) {
    size_t count = strlen(test->registers);
    fprintf(to,
            ".visible .entry case_%u(.param .u64 in, .param .u64 out)\n{\n.reg .b64 %%in, %%out, "
            "%%wide;\n.reg .b32 %%low;\n",
            number);
    for (size_t i = 0; i < count; i++)
        fprintf(to, ".reg .%s %%%c;\n", register_type(test->registers[i]), "dabc"[i]);
    fprintf(to, "ld.param.u64 %%in, [in];\nld.param.u64 %%out, [out];\nmov.u32 %%low, "
                "%%tid.x;\nmul.wide.u32 %%wide, %%low, 8;\n"
                "add.u64 %%out, %%out, %%wide;\nmul.wide.u32 %%wide, %%low, 24;\nadd.u64 %%in, "
                "%%in, %%wide;\n");
    for (size_t i = 1; i < count; i++) {
        char letter = test->registers[i];
        if (letter == 'p')
            fprintf(to,
                    "ld.global.u32 %%low, [%%in+%zu];\nand.b32 %%low, %%low, 1;\nsetp.ne.u32 %%%c, "
                    "%%low, 0;\n",
                    (i - 1) * 8, "dabc"[i]);
        else
            fprintf(to, "ld.global.%s %%%c, [%%in+%zu];\n", register_type(letter), "dabc"[i],
                    (i - 1) * 8);
    }
    fprintf(to, "%s\n", test->text);
    if (test->registers[0] == 'p')
        fprintf(to, "selp.u32 %%low, 1, 0, %%d;\nst.global.u32 [%%out], %%low;\nret;\n}\n");
    else
        fprintf(to, "st.global.%s [%%out], %%d;\nret;\n}\n", register_type(test->registers[0]));
}

static uint64_t seed;

static uint64_t random_value(char letter) {
    static const uint32_t floats[] = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000,
                                      0xff800000, 0x7fc00000, 1,          0x807fffff, 0x00800000,
                                      0x7f7fffff, 0x3f000000, 0x40200000, 0xc0200000, 0x4f000000,
                                      0xcf000000, 0x5f000000, 0x437f0000, 0x38800000, 0x33000001,
                                      0x477fefff, 0x477ff000};
    static const uint64_t integers[] = {
        0,          1,          2,          UINT64_MAX, UINT64_MAX - 1,
        0x7fffffff, 0x80000000, 0xffffffff, INT64_MAX,  UINT64_C(1) << 63,
        0x8000,     0x7fff,     31,         32,         33,
        64};
    uint64_t random = machine_random(&seed), pick = machine_random(&seed);
    bool corner = pick % 4 == 0, modest = pick % 4 == 1;
    if (letter == 'f')
        return corner   ? floats[random % 22]
               : modest ? f32((float)(int32_t)(random >> 40) / 256.0f * (random & 1 ? -1 : 1))
                        : (uint32_t)random;
    if (letter == 'd')
        return corner   ? f64(F(floats[random % 22]))
               : modest ? f64((double)(int64_t)random / 1e9)
                        : random;
    if (corner) return integers[random % 16];
    return modest ? random % 40 : random;
}

static void check_lane(const test_case_t *test, uint64_t got, uint32_t lane) {
    uint64_t operand[3];
    for (size_t i = 0; i < 3; i++) {
        uint32_t bits = i + 1 < strlen(test->registers) ? width(test->registers[i + 1]) : 64;
        operand[i] = bits == 64 ? rows[lane][i] : rows[lane][i] & ((UINT64_C(1) << bits) - 1);
    }
    uint64_t want = test->expect(operand[0], operand[1], operand[2], lane);
    if (want == any_value) return;
    if (test->registers[0] == 'd' && isnan(G(got)) && isnan(G(want)))
        got = want; /* payloads are free */
    check(got == want, "%s lane %u: a=%llx b=%llx c=%llx: %llx, expected %llx", test->text, lane,
          (unsigned long long)operand[0], (unsigned long long)operand[1],
          (unsigned long long)operand[2], (unsigned long long)got, (unsigned long long)want);
}

static void run_case(machine_t *machine, unsigned number, uint64_t in, uint64_t out) {
    const test_case_t *test = &cases[number];
    char kernel[32];
    snprintf(kernel, sizeof kernel, "case_%u", number);
    for (unsigned round = 0; round < ROUNDS; round++) {
        threads = round % 3 == 2 ? 1 + (uint32_t)(machine_random(&seed) % LANES) : LANES;
        for (uint32_t lane = 0; lane < LANES; lane++)
            for (size_t i = 0; i < 3; i++)
                rows[lane][i] = i + 1 < strlen(test->registers)
                                    ? random_value(test->registers[i + 1])
                                    : 0;
        memcpy(machine_at(machine, in), rows, sizeof rows);
        memset(machine_at(machine, out), 0, LANES * 8);
        uint64_t parameters[2] = {in, out};
        bool ran = machine_run(machine, kernel, parameters, 1, threads, 0);
        check(ran, "%s: %s", test->text, machine->fault);
        for (uint32_t lane = 0; ran && lane < threads; lane++)
            check_lane(test, *(uint64_t *)(void *)(machine_at(machine, out) + 8 * lane), lane);
    }
}

int main(int argument_count, char **arguments) {
    char *text;
    size_t size;
    static machine_t machine;
    seed = argument_count > 1 ? strtoull(arguments[1], NULL, 0) * 2 + 1 : 20261121;
    FILE *to = open_memstream(&text, &size);
    fputs(".version 6.0\n.target sm_60\n.address_size 64\n", to);
    for (unsigned i = 0; i < CASES; i++) write_kernel(to, &cases[i], i);
    fclose(to);
    machine_open(&machine, text, 1 << 16);
    uint64_t in = machine_allocate(&machine, sizeof rows),
             out = machine_allocate(&machine, LANES * 8);
    for (unsigned i = 0; i < CASES; i++) run_case(&machine, i, in, out);
    machine_close(&machine);
    free(text);
    printf("%d instructions, seed %llu\n", CASES, (unsigned long long)seed);
    return check_summary();
}
