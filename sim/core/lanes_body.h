/* SPDX-License-Identifier: Apache-2.0 */
/* lanes_body.h: the vector functions for one kind of processor; included by lanes_plain.c,
 * lanes_avx2.c and lanes_avx512.c, which set the target and name the table (LANES_SET). */
#include <math.h>
#include <string.h>

#include "sim/core/lanes.h"
#include "sim/core/nan_result.h"

/* ---- integers ---- */

static inline int64_t clamp32(int64_t value) {
    return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : value;
}

static inline uint64_t bit_count(uint64_t value) { /* in steps that become vector code */
    value -= value >> 1 & UINT64_C(0x5555555555555555);
    value = (value & UINT64_C(0x3333333333333333)) + (value >> 2 & UINT64_C(0x3333333333333333));
    value = (value + (value >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    value += value >> 8;
    value += value >> 16;
    return (value + (value >> 32)) & 127;
}

static inline uint64_t reversed(uint64_t value) {
    value = (value >> 1 & UINT64_C(0x5555555555555555)) | (value & UINT64_C(0x5555555555555555))
                                                              << 1;
    value = (value >> 2 & UINT64_C(0x3333333333333333)) | (value & UINT64_C(0x3333333333333333))
                                                              << 2;
    value = (value >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (value & UINT64_C(0x0f0f0f0f0f0f0f0f))
                                                              << 4;
    value = (value >> 8 & UINT64_C(0x00ff00ff00ff00ff)) | (value & UINT64_C(0x00ff00ff00ff00ff))
                                                              << 8;
    value = (value >> 16 & UINT64_C(0x0000ffff0000ffff)) | (value & UINT64_C(0x0000ffff0000ffff))
                                                               << 16;
    return value >> 32 | value << 32;
}

static inline uint32_t clamped_shift(uint64_t amount) {
    return (uint32_t)amount > 32 ? 32 : (uint32_t)amount;
}

/* bfe: `length` bits from `start` on; those beyond the top are zero … */
static inline uint64_t field_of(uint64_t value, uint64_t start, uint64_t length, uint32_t bits) {
    const uint64_t from = start & 255, count = length & 255;
    const uint64_t low = from >= bits ? 0 : value >> (from & 63);
    return count >= 64 ? low : low & ((UINT64_C(1) << (count & 63)) - 1);
}

/* … or copies of the field's sign, which is the top bit where the field goes beyond it. `value` is
 * extended by its sign. */
static inline uint64_t signed_field_of(uint64_t value, uint64_t start, uint64_t length,
                                       uint32_t bits) {
    const uint64_t from = start & 255, count = length & 255;
    const uint64_t low = (uint64_t)((int64_t)value >> (from >= bits ? bits - 1 : from));
    const uint64_t drop = count >= 64 || count == 0 ? 0 : 64 - count;
    return count == 0 ? 0 : (uint64_t)((int64_t)(low << drop) >> drop);
}

static inline uint32_t permuted(uint32_t a, uint32_t b, uint32_t selector) { /* prmt */
    const uint64_t both = (uint64_t)b << 32 | a;
    uint32_t result = 0;
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t pick = selector >> (4 * i) & 15;
        const uint32_t byte = (uint32_t)(both >> (8 * (pick & 7))) & 255;
        const uint32_t sign = byte & 128 ? 255 : 0;
        result |= (pick & 8 ? sign : byte) << (8 * i);
    }
    return result;
}

/* ---- floating point: as in float.c ---- */

static inline float as_float(uint64_t bits) {
    const uint32_t low = (uint32_t)bits;
    float value;
    memcpy(&value, &low, sizeof value);
    return value;
}

static inline double as_double(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint32_t raw_float(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline uint64_t raw_double(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline uint32_t flush(uint32_t bits) { /* a subnormal number to zero, its sign kept */
    return bits & 0x7f800000u ? bits : bits & 0x80000000u;
}

static inline float as_flushed(uint64_t bits) { return as_float(flush((uint32_t)bits)); }

static inline uint32_t float_bits(float value) {
    return value != value ? 0x7fffffffu : raw_float(value);
}

static inline uint32_t flushed_bits(float value) { return flush(float_bits(value)); }

static inline float saturated(float value) { return !(value > 0) ? 0 : value > 1 ? 1 : value; }
static inline uint32_t saturated_bits(float value) { return float_bits(saturated(value)); }
static inline uint32_t flushed_saturated_bits(float value) {
    return float_bits(saturated(as_flushed(raw_float(value))));
}

static inline uint64_t double_bits(double value, uint64_t a, uint64_t b, uint64_t c) {
    return value != value ? nan_result(a, b, c) : raw_double(value);
}

/* The number when one operand is NaN; -0 < +0. */
static inline float min32(float a, float b) {
    return a != a ? b : b != b ? a : a < b || (a == b && raw_float(a) >> 31) ? a : b;
}
static inline float max32(float a, float b) {
    return a != a ? b : b != b ? a : a > b || (a == b && !(raw_float(a) >> 31)) ? a : b;
}
static inline uint64_t min64(uint64_t x, uint64_t y) {
    const double a = as_double(x), b = as_double(y);
    if (a != a) return b != b ? nan_result(x, y, 0) : y;
    return b != b ? x : a < b || (a == b && x >> 63) ? x : y;
}
static inline uint64_t max64(uint64_t x, uint64_t y) {
    const double a = as_double(x), b = as_double(y);
    if (a != a) return b != b ? nan_result(x, y, 0) : y;
    return b != b ? x : a > b || (a == b && !(x >> 63)) ? x : y;
}

/* To integers: clamped to the type's range; NAN is what NaN gives, 0, or from f64 the highest bit.
 */
static inline uint32_t to_s32(double value, double nan) {
    const double clamped = value != value          ? -nan
                           : value > 2147483647.0  ? 2147483647.0
                           : value < -2147483648.0 ? -2147483648.0
                                                   : value;
    return (uint32_t)(int32_t)clamped;
}
static inline uint32_t to_u32(double value, double nan) {
    const double clamped = value != value         ? nan
                           : !(value > 0)         ? 0
                           : value > 4294967295.0 ? 4294967295.0
                                                  : value;
    return (uint32_t)(int64_t)clamped;
}

#define LANE(name, result)                                                                         \
    static void lanes_##name(uint64_t *to, const uint64_t *from_a, const uint64_t *from_b,         \
                             const uint64_t *from_c) {                                             \
        _Pragma("GCC ivdep") for (uint32_t l = 0; l < PTX_LANES; l++) {                            \
            const uint64_t a = from_a[l], b = from_b[l], c = from_c[l];                            \
            (void)a, (void)b, (void)c;                                                             \
            to[l] = (uint64_t)(result);                                                            \
        }                                                                                          \
    }
#include "sim/core/lanes.def"
#undef LANE

/* What compilers do not make of loops: a mask of lanes in a register of its own. */
#if defined LANES_512
static void blend(uint64_t *to, const uint64_t *from, uint32_t mask) {
    for (uint32_t l = 0; l < PTX_LANES; l += 8)
        _mm512_mask_storeu_epi64(to + l, (__mmask8)(mask >> l), _mm512_loadu_si512(from + l));
}

static uint32_t truth(const uint64_t *predicate) {
    const __m512i one = _mm512_set1_epi64(1);
    uint32_t lanes = 0;
    for (uint32_t l = 0; l < PTX_LANES; l += 8)
        lanes |= (uint32_t)_mm512_test_epi64_mask(_mm512_loadu_si512(predicate + l), one) << l;
    return lanes;
}
#elif defined LANES_256
static void blend(uint64_t *to, const uint64_t *from, uint32_t mask) {
    const __m256i bits = _mm256_setr_epi64x(1, 2, 4, 8);
    for (uint32_t l = 0; l < PTX_LANES; l += 4) {
        const __m256i own = _mm256_and_si256(_mm256_set1_epi64x(mask >> l & 15), bits);
        _mm256_maskstore_epi64((long long *)(to + l), _mm256_cmpeq_epi64(own, bits),
                               _mm256_loadu_si256((const __m256i *)(from + l)));
    }
}

static uint32_t truth(const uint64_t *predicate) {
    uint32_t lanes = 0;
    for (uint32_t l = 0; l < PTX_LANES; l += 4) {
        const __m256i four = _mm256_loadu_si256((const __m256i *)(predicate + l));
        const __m256d signs = _mm256_castsi256_pd(_mm256_slli_epi64(four, 63));
        lanes |= (uint32_t)_mm256_movemask_pd(signs) << l;
    }
    return lanes;
}
#else
static void blend(uint64_t *to, const uint64_t *from, uint32_t mask) {
    _Pragma("GCC ivdep") for (uint32_t l = 0; l < PTX_LANES; l++) to[l] = mask >> l & 1 ? from[l]
                                                                                        : to[l];
}

static uint32_t truth(const uint64_t *predicate) {
    uint32_t lanes = 0;
    for (uint32_t l = 0; l < PTX_LANES; l++) lanes |= (uint32_t)(predicate[l] & 1) << l;
    return lanes;
}
#endif

#if defined LANES_512
static void span(uint64_t *address, const uint64_t *base, uint64_t offset, uint64_t keep,
                 uint32_t mask, uint32_t bytes, lanes_span_t *result) {
    enum { VECTOR = 8, VECTORS = PTX_LANES / VECTOR };
    const uint64_t first = (base[__builtin_ctz(mask)] + offset) & keep,
                   last = first + (uint64_t)(PTX_LANES - 1) * bytes;
    const __m512i all_first = _mm512_set1_epi64((long long)first),
                  by = _mm512_set1_epi64((long long)offset),
                  kept = _mm512_set1_epi64((long long)keep),
                  step = _mm512_set1_epi64((long long)VECTOR * bytes);
    __m512i beside = _mm512_add_epi64(
        all_first,
        _mm512_mullo_epi64(_mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7), _mm512_set1_epi64(bytes)));
    __m512i own[VECTORS], apart = _mm512_setzero_si512();
    for (uint32_t i = 0; i < VECTORS; i++) {
        own[i] = _mm512_mask_and_epi64(all_first, (__mmask8)(mask >> (VECTOR * i)),
                                       _mm512_add_epi64(_mm512_loadu_si512(base + VECTOR * i), by),
                                       kept);
        _mm512_storeu_si512(address + VECTOR * i, own[i]);
        apart = _mm512_or_si512(apart, _mm512_xor_si512(own[i], beside));
        beside = _mm512_add_epi64(beside, step);
    }
    if (mask == UINT32_MAX && _mm512_test_epi64_mask(apart, apart) == 0 && last >= first) {
        *result = (lanes_span_t){first, last, first, true};
        return;
    }
    const __m512i low = _mm512_min_epu64(_mm512_min_epu64(own[0], own[1]),
                                         _mm512_min_epu64(own[2], own[3])),
                  high = _mm512_max_epu64(_mm512_max_epu64(own[0], own[1]),
                                          _mm512_max_epu64(own[2], own[3])),
                  bits = _mm512_or_si512(_mm512_or_si512(own[0], own[1]),
                                         _mm512_or_si512(own[2], own[3]));
    *result = (lanes_span_t){_mm512_reduce_min_epu64(low), _mm512_reduce_max_epu64(high),
                             (uint64_t)_mm512_reduce_or_epi64(bits), false};
}
#else
static void span(uint64_t *address, const uint64_t *base, uint64_t offset, uint64_t keep,
                 uint32_t mask, uint32_t bytes, lanes_span_t *result) {
    const uint64_t first = (base[__builtin_ctz(mask)] + offset) & keep,
                   last = first + (uint64_t)(PTX_LANES - 1) * bytes;
    uint64_t low = first, high = first, bits = 0, apart = 0;
    for (uint32_t l = 0; l < PTX_LANES && mask == UINT32_MAX; l++) {
        address[l] = (base[l] + offset) & keep;
        apart |= address[l] ^ (first + (uint64_t)l * bytes);
    }
    if (mask == UINT32_MAX && apart == 0 && last >= first) { /* bytes is a power of two */
        *result = (lanes_span_t){first, last, first, true};
        return;
    }
    for (uint32_t l = 0; l < PTX_LANES; l++) {
        const uint64_t own = (base[l] + offset) & keep, at = mask >> l & 1 ? own : first;
        address[l] = at;
        low = at < low ? at : low;
        high = at > high ? at : high;
        bits |= at;
    }
    *result = (lanes_span_t){low, high, bits, false};
}
#endif

static void fill(uint64_t *to, uint64_t value) {
    for (uint32_t l = 0; l < PTX_LANES; l++) to[l] = value;
}

static void offsets(uint32_t *to, const uint64_t *address, uint64_t from) {
    for (uint32_t l = 0; l < PTX_LANES; l++) to[l] = (uint32_t)(address[l] - from);
}

#define ELEMENTS(BITS)                                                                             \
    static void load_##BITS(uint64_t *to, const uint8_t *from) {                                   \
        uint##BITS##_t values[PTX_LANES];                                                          \
        memcpy(values, from, sizeof values);                                                       \
        for (uint32_t l = 0; l < PTX_LANES; l++) to[l] = values[l];                                \
    }                                                                                              \
    static void store_##BITS(uint8_t *to, const uint64_t *from) {                                  \
        uint##BITS##_t values[PTX_LANES];                                                          \
        for (uint32_t l = 0; l < PTX_LANES; l++) values[l] = (uint##BITS##_t)from[l];              \
        memcpy(to, values, sizeof values);                                                         \
    }                                                                                              \
    static void gather_##BITS(uint64_t *to, uint64_t at, const uint64_t *address) {                \
        for (uint32_t l = 0; l < PTX_LANES; l++) {                                                 \
            uint##BITS##_t value;                                                                  \
            memcpy(&value, (const void *)(uintptr_t)(at + address[l]), sizeof value);              \
            to[l] = value;                                                                         \
        }                                                                                          \
    }
ELEMENTS(8)
ELEMENTS(16)
ELEMENTS(32)
ELEMENTS(64)

const lanes_set_t LANES_SET = {.function =
                                   {
#define LANE(name, result) [LANES_##name] = lanes_##name,
#include "sim/core/lanes.def"
#undef LANE
                                   },
                               .blend = blend,
                               .truth = truth,
                               .span = span,
                               .fill = fill,
                               .offsets = offsets,
                               .load = {load_8, load_16, load_32, load_64},
                               .store = {store_8, store_16, store_32, store_64},
                               .gather = {gather_8, gather_16, gather_32, gather_64}};
