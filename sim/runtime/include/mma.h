/* SPDX-License-Identifier: Apache-2.0 */
/* mma.h: products of matrices by a warp (nvcuda::wmma), by PTX's wmma instructions. A fragment's elements lie in the lanes
 * as PTX leaves open: programs may change all of them alike, or copy them to a fragment of the same kind.
 */
#ifndef SCORD_CUDA_MMA_H
#define SCORD_CUDA_MMA_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"

#define SCORD_MMA static __inline__ __attribute__((device, always_inline, nodebug))

namespace nvcuda {
namespace wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
namespace precision { struct tf32; }
enum layout_t { mem_row_major, mem_col_major };

template <typename Use, int M, int N, int K, typename T, typename Layout = void> class fragment;

/* Count elements in Registers registers of type Word. */
template <typename T, int Count, typename Word, int Registers> struct scord_fragment {
    enum { num_elements = Count, num_storage_elements = Count };
    typedef T element_type;
    typedef T storage_element_type;
    T x[Count];
    static_assert(sizeof(T) * Count == sizeof(Word) * Registers, "elements fill the registers");
    __attribute__((device, always_inline, nodebug)) void get(Word *to) const { __builtin_memcpy(to, x, sizeof x); }
    __attribute__((device, always_inline, nodebug)) void set(const Word *from) { __builtin_memcpy((void *)x, from, sizeof x); }
};

template <typename F, typename T> SCORD_MMA void fill_fragment(F &fragment, const T &value) {
    for (int i = 0; i < F::num_elements; i++) fragment.x[i] = (typename F::element_type)value;
}
SCORD_MMA float __float_to_tf32(float value) {
    unsigned int bits;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(value));
    return __builtin_bit_cast(float, bits);
}

/* ---- operands of inline PTX: 1, 2, 4 or 8 registers of array X, named X0, X1, … ---- */
#define SCORD_TEXT_1(x) "{%[" #x "0]}"
#define SCORD_TEXT_2(x) "{%[" #x "0], %[" #x "1]}"
#define SCORD_TEXT_4(x) "{%[" #x "0], %[" #x "1], %[" #x "2], %[" #x "3]}"
#define SCORD_TEXT_8(x) "{%[" #x "0], %[" #x "1], %[" #x "2], %[" #x "3], %[" #x "4], %[" #x "5], %[" #x "6], %[" #x "7]}"
#define SCORD_OUT_1(x, c) [x##0] "=" c(x[0])
#define SCORD_OUT_2(x, c) SCORD_OUT_1(x, c), [x##1] "=" c(x[1])
#define SCORD_OUT_4(x, c) SCORD_OUT_2(x, c), [x##2] "=" c(x[2]), [x##3] "=" c(x[3])
#define SCORD_OUT_8(x, c) \
    SCORD_OUT_4(x, c), [x##4] "=" c(x[4]), [x##5] "=" c(x[5]), [x##6] "=" c(x[6]), [x##7] "=" c(x[7])
#define SCORD_IN_1(x, c) [x##0] c(x[0])
#define SCORD_IN_2(x, c) SCORD_IN_1(x, c), [x##1] c(x[1])
#define SCORD_IN_4(x, c) SCORD_IN_2(x, c), [x##2] c(x[2]), [x##3] c(x[3])
#define SCORD_IN_8(x, c) SCORD_IN_4(x, c), [x##4] c(x[4]), [x##5] c(x[5]), [x##6] c(x[6]), [x##7] c(x[7])

#define SCORD_SHAPE(M, N, K) "m" #M "n" #N "k" #K
#define SCORD_LOAD(kind, layout, shape, ptx, registers, c) \
    asm volatile("wmma.load." kind ".sync.aligned." layout "." shape "." ptx " " SCORD_TEXT_##registers(r) ", [%[p]], %[ld];" \
                 : SCORD_OUT_##registers(r, c) : [p] "l"(p), [ld] "r"(ldm) : "memory")
#define SCORD_STORE(layout, shape, ptx, registers, c) \
    asm volatile("wmma.store.d.sync.aligned." layout "." shape "." ptx " [%[p]], " SCORD_TEXT_##registers(r) ", %[ld];" \
                 : : [p] "l"(p), [ld] "r"(ldm), SCORD_IN_##registers(r, c) : "memory")

/* Matrix A or B: elements of type T, in memory S, COUNT of them in REGISTERS words. */
#define SCORD_OPERAND_OF(kind, layout, M, N, K, T, S, count, word, c, registers, ptx) \
    template <> class fragment<matrix_##kind, M, N, K, T, layout##_major> : public scord_fragment<S, count, word, registers> {}; \
    SCORD_MMA void load_matrix_sync(fragment<matrix_##kind, M, N, K, T, layout##_major> &a, const S *p, unsigned int ldm) { \
        word r[registers]; \
        SCORD_LOAD(#kind, #layout, SCORD_SHAPE(M, N, K), ptx, registers, c); \
        a.set(r); \
    }
#define SCORD_OPERAND(kind, M, N, K, T, S, count, word, c, registers, ptx) \
    SCORD_OPERAND_OF(kind, row, M, N, K, T, S, count, word, c, registers, ptx) \
    SCORD_OPERAND_OF(kind, col, M, N, K, T, S, count, word, c, registers, ptx)
#define SCORD_ACCUMULATOR(M, N, K, T, count, word, c, registers, ptx) \
    template <> class fragment<accumulator, M, N, K, T> : public scord_fragment<T, count, word, registers> {}; \
    SCORD_MMA void load_matrix_sync(fragment<accumulator, M, N, K, T> &a, const T *p, unsigned int ldm, layout_t layout) { \
        word r[registers]; \
        if (layout == mem_row_major) \
            SCORD_LOAD("c", "row", SCORD_SHAPE(M, N, K), ptx, registers, c); \
        else \
            SCORD_LOAD("c", "col", SCORD_SHAPE(M, N, K), ptx, registers, c); \
        a.set(r); \
    } \
    SCORD_MMA void store_matrix_sync(T *p, const fragment<accumulator, M, N, K, T> &a, unsigned int ldm, layout_t layout) { \
        word r[registers]; \
        a.get(r); \
        if (layout == mem_row_major) \
            SCORD_STORE("row", SCORD_SHAPE(M, N, K), ptx, registers, c); \
        else \
            SCORD_STORE("col", SCORD_SHAPE(M, N, K), ptx, registers, c); \
    }
/* d = a b + c; TYPES as the instruction names them. */
#define SCORD_PRODUCT_OF(la, lb, M, N, K, T, word, c, an, bn, D, d_word, dc, dn, types) \
    SCORD_MMA void mma_sync(fragment<accumulator, M, N, K, D> &to, const fragment<matrix_a, M, N, K, T, la##_major> &from_a, \
                            const fragment<matrix_b, M, N, K, T, lb##_major> &from_b, \
                            const fragment<accumulator, M, N, K, D> &from_c, bool = false) { \
        word ra[an], rb[bn]; \
        d_word rc[dn], rd[dn]; \
        from_a.get(ra), from_b.get(rb), from_c.get(rc); \
        asm volatile("wmma.mma.sync.aligned." #la "." #lb "." SCORD_SHAPE(M, N, K) "." types " " SCORD_TEXT_##dn(rd) ", " \
                     SCORD_TEXT_##an(ra) ", " SCORD_TEXT_##bn(rb) ", " SCORD_TEXT_##dn(rc) ";" \
                     : SCORD_OUT_##dn(rd, dc) : SCORD_IN_##an(ra, c), SCORD_IN_##bn(rb, c), SCORD_IN_##dn(rc, dc)); \
        to.set(rd); \
    }
#define SCORD_PRODUCT(M, N, K, T, word, c, an, bn, D, d_word, dc, dn, types) \
    SCORD_PRODUCT_OF(row, row, M, N, K, T, word, c, an, bn, D, d_word, dc, dn, types) \
    SCORD_PRODUCT_OF(row, col, M, N, K, T, word, c, an, bn, D, d_word, dc, dn, types) \
    SCORD_PRODUCT_OF(col, row, M, N, K, T, word, c, an, bn, D, d_word, dc, dn, types) \
    SCORD_PRODUCT_OF(col, col, M, N, K, T, word, c, an, bn, D, d_word, dc, dn, types)

/* an, bn: registers of bfloat16; an1, bn1: of bytes. */
#define SCORD_BYTES(M, N, T, an, bn, an1, bn1, ptx) \
    SCORD_OPERAND(a, M, N, 16, T, T, 2 * an, unsigned int, "r", an1, ptx) \
    SCORD_OPERAND(b, M, N, 16, T, T, 2 * bn, unsigned int, "r", bn1, ptx) \
    SCORD_PRODUCT(M, N, 16, T, unsigned int, "r", an1, bn1, int, int, "r", 8, "s32." ptx "." ptx ".s32")
#define SCORD_TYPES(M, N, an, bn, an1, bn1) \
    SCORD_ACCUMULATOR(M, N, 16, float, 8, float, "f", 8, "f32") \
    SCORD_ACCUMULATOR(M, N, 16, __half, 8, unsigned int, "r", 4, "f16") \
    SCORD_ACCUMULATOR(M, N, 16, int, 8, int, "r", 8, "s32") \
    SCORD_OPERAND(a, M, N, 16, __half, __half, 16, unsigned int, "r", 8, "f16") \
    SCORD_OPERAND(b, M, N, 16, __half, __half, 16, unsigned int, "r", 8, "f16") \
    SCORD_PRODUCT(M, N, 16, __half, unsigned int, "r", 8, 8, float, float, "f", 8, "f32.f32") \
    SCORD_PRODUCT(M, N, 16, __half, unsigned int, "r", 8, 8, __half, unsigned int, "r", 4, "f16.f16") \
    SCORD_OPERAND(a, M, N, 16, __nv_bfloat16, __nv_bfloat16, 2 * an, unsigned int, "r", an, "bf16") \
    SCORD_OPERAND(b, M, N, 16, __nv_bfloat16, __nv_bfloat16, 2 * bn, unsigned int, "r", bn, "bf16") \
    SCORD_PRODUCT(M, N, 16, __nv_bfloat16, unsigned int, "r", an, bn, float, float, "f", 8, "f32.bf16.bf16.f32") \
    SCORD_BYTES(M, N, signed char, an, bn, an1, bn1, "s8") \
    SCORD_BYTES(M, N, unsigned char, an, bn, an1, bn1, "u8")
SCORD_TYPES(16, 16, 4, 4, 2, 2)
SCORD_TYPES(32, 8, 8, 2, 4, 1)
SCORD_TYPES(8, 32, 2, 8, 1, 4)

SCORD_ACCUMULATOR(16, 16, 8, float, 8, float, "f", 8, "f32")
SCORD_OPERAND(a, 16, 16, 8, precision::tf32, float, 4, unsigned int, "r", 4, "tf32")
SCORD_OPERAND(b, 16, 16, 8, precision::tf32, float, 4, unsigned int, "r", 4, "tf32")
SCORD_PRODUCT(16, 16, 8, precision::tf32, unsigned int, "r", 4, 4, float, float, "f", 8, "f32.tf32.tf32.f32")

SCORD_ACCUMULATOR(8, 8, 4, double, 2, double, "d", 2, "f64")
SCORD_OPERAND(a, 8, 8, 4, double, double, 1, double, "d", 1, "f64")
SCORD_OPERAND(b, 8, 8, 4, double, double, 1, double, "d", 1, "f64")
SCORD_PRODUCT(8, 8, 4, double, double, "d", 1, 1, double, double, "d", 2, "f64.f64.f64.f64")

/* Elements of 4 bits and 1 bit: of A in rows, of B in columns, in words; ldm counts elements. */
namespace experimental {
namespace precision { struct s4; struct u4; struct b1; }
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental
#define SCORD_NARROW_OPERAND(kind, layout, K, T, ptx) \
    template <> class fragment<matrix_##kind, 8, 8, K, experimental::precision::T, layout##_major> \
        : public scord_fragment<int, 1, int, 1> {}; \
    SCORD_MMA void load_matrix_sync(fragment<matrix_##kind, 8, 8, K, experimental::precision::T, layout##_major> &a, const void *p, \
                                    unsigned int ldm) { \
        int r[1]; \
        SCORD_LOAD(#kind, #layout, SCORD_SHAPE(8, 8, K), ptx, 1, "r"); \
        a.set(r); \
    }
#define SCORD_NARROW_PRODUCT(name, K, T, operation, ptx) \
    SCORD_MMA void name(fragment<accumulator, 8, 8, K, int> &to, \
                        const fragment<matrix_a, 8, 8, K, experimental::precision::T, row_major> &from_a, \
                        const fragment<matrix_b, 8, 8, K, experimental::precision::T, col_major> &from_b, \
                        const fragment<accumulator, 8, 8, K, int> &from_c) { \
        int ra[1], rb[1], rc[2], rd[2]; \
        from_a.get(ra), from_b.get(rb), from_c.get(rc); \
        asm volatile("wmma.mma" operation ".sync.aligned.row.col." SCORD_SHAPE(8, 8, K) ".s32." ptx "." ptx ".s32 " \
                     SCORD_TEXT_2(rd) ", " SCORD_TEXT_1(ra) ", " SCORD_TEXT_1(rb) ", " SCORD_TEXT_2(rc) ";" \
                     : SCORD_OUT_2(rd, "r") : SCORD_IN_1(ra, "r"), SCORD_IN_1(rb, "r"), SCORD_IN_2(rc, "r")); \
        to.set(rd); \
    }
SCORD_ACCUMULATOR(8, 8, 32, int, 2, int, "r", 2, "s32")
SCORD_ACCUMULATOR(8, 8, 128, int, 2, int, "r", 2, "s32")
SCORD_NARROW_OPERAND(a, row, 32, s4, "s4")
SCORD_NARROW_OPERAND(b, col, 32, s4, "s4")
SCORD_NARROW_OPERAND(a, row, 32, u4, "u4")
SCORD_NARROW_OPERAND(b, col, 32, u4, "u4")
SCORD_NARROW_OPERAND(a, row, 128, b1, "b1")
SCORD_NARROW_OPERAND(b, col, 128, b1, "b1")
SCORD_NARROW_PRODUCT(mma_sync, 32, s4, "", "s4")
SCORD_NARROW_PRODUCT(mma_sync, 32, u4, "", "u4")
SCORD_NARROW_PRODUCT(scord_differing_bits, 128, b1, ".xor.popc", "b1")
SCORD_NARROW_PRODUCT(scord_common_bits, 128, b1, ".and.popc", "b1")
SCORD_MMA void bmma_sync(fragment<accumulator, 8, 8, 128, int> &d,
                         const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major> &a,
                         const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major> &b,
                         const fragment<accumulator, 8, 8, 128, int> &c,
                         experimental::bmmaBitOp operation = experimental::bmmaBitOpXOR,
                         experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
    if (operation == experimental::bmmaBitOpAND)
        scord_common_bits(d, a, b, c);
    else
        scord_differing_bits(d, a, b, c);
}

} // namespace wmma
} // namespace nvcuda

#undef SCORD_MMA
#undef SCORD_SHAPE

#endif
