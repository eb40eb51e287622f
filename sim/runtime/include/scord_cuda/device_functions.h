/* device_functions.h: fences, barriers, votes, shuffles, bit and conversion intrinsics. Part of scord_cuda.h. */
#ifndef SCORD_CUDA_DEVICE_FUNCTIONS_H
#define SCORD_CUDA_DEVICE_FUNCTIONS_H

extern "C" {
__device__ int vprintf(const char *, const char *);
__device__ int printf(const char *, ...); /* clang turns a call into vprintf */
__device__ void *malloc(size_t) __attribute__((malloc));
__device__ void free(void *);
__device__ void __assertfail(const char *message, const char *file, unsigned int line, const char *function,
                             size_t character_bytes) __attribute__((noreturn));
SCORD_DEVICE void __assert_fail(const char *message, const char *file, unsigned int line, const char *function) {
    __assertfail(message, file, line, function, sizeof(char));
}
}

/* ---- fences and barriers ---- */
SCORD_DEVICE void __threadfence_block() { __nvvm_membar_cta(); }
SCORD_DEVICE void __threadfence() { __nvvm_membar_gl(); }
SCORD_DEVICE void __threadfence_system() { __nvvm_membar_sys(); }
SCORD_DEVICE int __syncthreads_count(int predicate) { return __nvvm_bar0_popc(predicate); }
SCORD_DEVICE int __syncthreads_and(int predicate) { return __nvvm_bar0_and(predicate); }
SCORD_DEVICE int __syncthreads_or(int predicate) { return __nvvm_bar0_or(predicate); }
SCORD_DEVICE void __syncwarp(unsigned int mask = 0xffffffffu) { __nvvm_bar_warp_sync(mask); }

/* ---- votes ---- */
SCORD_DEVICE int __all_sync(unsigned int mask, int predicate) { return __nvvm_vote_all_sync(mask, predicate); }
SCORD_DEVICE int __any_sync(unsigned int mask, int predicate) { return __nvvm_vote_any_sync(mask, predicate); }
SCORD_DEVICE int __uni_sync(unsigned int mask, int predicate) { return __nvvm_vote_uni_sync(mask, predicate); }
SCORD_DEVICE unsigned int __ballot_sync(unsigned int mask, int predicate) {
    return __nvvm_vote_ballot_sync(mask, predicate);
}
SCORD_DEVICE int __all(int predicate) { return __nvvm_vote_all(predicate); }
SCORD_DEVICE int __any(int predicate) { return __nvvm_vote_any(predicate); }
SCORD_DEVICE unsigned int __ballot(int predicate) { return __nvvm_vote_ballot(predicate); }
SCORD_DEVICE unsigned int __activemask() { return __nvvm_vote_ballot(1); }

/* ---- reinterpretation ---- */
SCORD_DEVICE int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
SCORD_DEVICE unsigned int __float_as_uint(float x) { return __builtin_bit_cast(unsigned int, x); }
SCORD_DEVICE float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
SCORD_DEVICE float __uint_as_float(unsigned int x) { return __builtin_bit_cast(float, x); }
SCORD_DEVICE long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
SCORD_DEVICE double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
SCORD_DEVICE int __double2loint(double x) { return (int)__double_as_longlong(x); }
SCORD_DEVICE int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
SCORD_DEVICE double __hiloint2double(int high, int low) {
    return __longlong_as_double(((long long)high << 32) | (unsigned int)low);
}

/* ---- shuffles: clamp and segment mask as PTX's third operand wants them; up bounds from below ---- */
#define SCORD_SHUFFLE_CONTROL(width, bound) (((32 - (width)) << 8) | (bound))
#define SCORD_SHUFFLE(name, kind, bound, lane_type)                                                               \
    SCORD_DEVICE int name##_sync(unsigned int mask, int value, lane_type lane, int width = 32) {                  \
        return __nvvm_shfl_sync_##kind##_i32(mask, value, (int)lane, SCORD_SHUFFLE_CONTROL(width, bound));        \
    }                                                                                                             \
    SCORD_DEVICE int name(int value, lane_type lane, int width = 32) {                                            \
        return __nvvm_shfl_##kind##_i32(value, (int)lane, SCORD_SHUFFLE_CONTROL(width, bound));                   \
    }                                                                                                             \
    SCORD_SHUFFLE_AS(name, lane_type, unsigned int, (unsigned int), (int))                                        \
    SCORD_SHUFFLE_AS(name, lane_type, float, __int_as_float, __float_as_int)                                      \
    SCORD_SHUFFLE_WIDE(name, lane_type, long long, (long long), (long long))                                      \
    SCORD_SHUFFLE_WIDE(name, lane_type, unsigned long long, (unsigned long long), (long long))                    \
    SCORD_SHUFFLE_WIDE(name, lane_type, long, (long), (long long))                                                \
    SCORD_SHUFFLE_WIDE(name, lane_type, unsigned long, (unsigned long), (long long))                              \
    SCORD_SHUFFLE_WIDE(name, lane_type, double, __longlong_as_double, __double_as_longlong)
#define SCORD_SHUFFLE_AS(name, lane_type, type, from_int, to_int)                                                 \
    SCORD_DEVICE type name##_sync(unsigned int mask, type value, lane_type lane, int width = 32) {                \
        return from_int(name##_sync(mask, to_int(value), lane, width));                                           \
    }                                                                                                             \
    SCORD_DEVICE type name(type value, lane_type lane, int width = 32) {                                          \
        return from_int(name(to_int(value), lane, width));                                                        \
    }
#define SCORD_SHUFFLE_WIDE(name, lane_type, type, from_bits, to_bits)                                             \
    SCORD_DEVICE type name##_sync(unsigned int mask, type value, lane_type lane, int width = 32) {                \
        long long bits = to_bits(value);                                                                          \
        unsigned int low = (unsigned int)name##_sync(mask, (int)bits, lane, width);                               \
        int high = name##_sync(mask, (int)(bits >> 32), lane, width);                                             \
        return from_bits(((long long)high << 32) | low);                                                          \
    }                                                                                                             \
    SCORD_DEVICE type name(type value, lane_type lane, int width = 32) {                                          \
        long long bits = to_bits(value);                                                                          \
        unsigned int low = (unsigned int)name((int)bits, lane, width);                                            \
        int high = name((int)(bits >> 32), lane, width);                                                          \
        return from_bits(((long long)high << 32) | low);                                                          \
    }
SCORD_SHUFFLE(__shfl, idx, 0x1f, int)
SCORD_SHUFFLE(__shfl_up, up, 0, unsigned int)
SCORD_SHUFFLE(__shfl_down, down, 0x1f, unsigned int)
SCORD_SHUFFLE(__shfl_xor, bfly, 0x1f, int)
#undef SCORD_SHUFFLE
#undef SCORD_SHUFFLE_AS
#undef SCORD_SHUFFLE_WIDE
#undef SCORD_SHUFFLE_CONTROL

/* ---- cache-hinted accesses: plain ones to the detector ---- */
template <typename T> SCORD_DEVICE T __ldg(const T *pointer) { return *pointer; }
template <typename T> SCORD_DEVICE T __ldcg(const T *pointer) { return *pointer; }
template <typename T> SCORD_DEVICE T __ldca(const T *pointer) { return *pointer; }
template <typename T> SCORD_DEVICE T __ldcs(const T *pointer) { return *pointer; }
template <typename T> SCORD_DEVICE void __stcg(T *pointer, T value) { *pointer = value; }
template <typename T> SCORD_DEVICE void __stwb(T *pointer, T value) { *pointer = value; }
template <typename T> SCORD_DEVICE void __stcs(T *pointer, T value) { *pointer = value; }

/* ---- integer and bit intrinsics ---- */
SCORD_DEVICE int __popc(unsigned int x) { return __builtin_popcount(x); }
SCORD_DEVICE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
SCORD_DEVICE int __clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned int)x); }
SCORD_DEVICE int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }
SCORD_DEVICE int __ffs(int x) { return x == 0 ? 0 : 32 - __clz(x & -x); }
SCORD_DEVICE int __ffsll(long long x) { return x == 0 ? 0 : 64 - __clzll(x & -x); }
SCORD_DEVICE unsigned int __brev(unsigned int x) { return __builtin_bitreverse32(x); }
SCORD_DEVICE unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
SCORD_DEVICE unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
    return (unsigned int)__nvvm_prmt((int)x, (int)y, (int)selector);
}
SCORD_DEVICE int __mulhi(int x, int y) { return (int)(((long long)x * y) >> 32); }
SCORD_DEVICE unsigned int __umulhi(unsigned int x, unsigned int y) {
    return (unsigned int)(((unsigned long long)x * y) >> 32);
}
SCORD_DEVICE long long __mul64hi(long long x, long long y) { return (long long)(((__int128)x * y) >> 64); }
SCORD_DEVICE unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
    return (unsigned long long)(((unsigned __int128)x * y) >> 64);
}
SCORD_DEVICE int __mul24(int x, int y) { return ((x << 8) >> 8) * ((y << 8) >> 8); }
SCORD_DEVICE unsigned int __umul24(unsigned int x, unsigned int y) { return (x & 0xffffffu) * (y & 0xffffffu); }
SCORD_DEVICE unsigned int __sad(int x, int y, unsigned int z) { return z + (unsigned int)(x > y ? x - y : y - x); }
SCORD_DEVICE unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) { return z + (x > y ? x - y : y - x); }
SCORD_DEVICE int __hadd(int x, int y) { return (int)(((long long)x + y) >> 1); }
SCORD_DEVICE int __rhadd(int x, int y) { return (int)(((long long)x + y + 1) >> 1); }
SCORD_DEVICE unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
    return (unsigned int)(((((unsigned long long)high << 32) | low) << (shift & 31)) >> 32);
}
SCORD_DEVICE unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
    return (unsigned int)((((unsigned long long)high << 32) | low) >> (shift & 31));
}

/* ---- conversions with a stated rounding (rn, rz, ru, rd) ---- */
#define SCORD_CONVERT(name, from, to, builtin) SCORD_DEVICE to name(from x) { return (to)builtin(x); }
#define SCORD_CONVERT_ALL(name, from, to, builtin)                                                 \
    SCORD_CONVERT(name##_rn, from, to, builtin##_rn) SCORD_CONVERT(name##_rz, from, to, builtin##_rz) \
    SCORD_CONVERT(name##_ru, from, to, builtin##_rp) SCORD_CONVERT(name##_rd, from, to, builtin##_rm)
SCORD_CONVERT_ALL(__float2int, float, int, __nvvm_f2i)
SCORD_CONVERT_ALL(__float2uint, float, unsigned int, __nvvm_f2ui)
SCORD_CONVERT_ALL(__float2ll, float, long long, __nvvm_f2ll)
SCORD_CONVERT_ALL(__float2ull, float, unsigned long long, __nvvm_f2ull)
SCORD_CONVERT_ALL(__double2int, double, int, __nvvm_d2i)
SCORD_CONVERT_ALL(__double2uint, double, unsigned int, __nvvm_d2ui)
SCORD_CONVERT_ALL(__double2ll, double, long long, __nvvm_d2ll)
SCORD_CONVERT_ALL(__double2float, double, float, __nvvm_d2f)
SCORD_CONVERT_ALL(__int2float, int, float, __nvvm_i2f)
SCORD_CONVERT_ALL(__uint2float, unsigned int, float, __nvvm_ui2f)
SCORD_CONVERT_ALL(__ll2float, long long, float, __nvvm_ll2f)
SCORD_CONVERT_ALL(__ll2double, long long, double, __nvvm_ll2d)
#undef SCORD_CONVERT
#undef SCORD_CONVERT_ALL
SCORD_DEVICE double __int2double_rn(int x) { return x; }
SCORD_DEVICE double __uint2double_rn(unsigned int x) { return x; }

/* ---- clocks and waiting ---- */
SCORD_DEVICE long clock() { return (long)__nvvm_read_ptx_sreg_clock(); }
SCORD_DEVICE long long clock64() { return (long long)__nvvm_read_ptx_sreg_clock64(); }

/* ---- min and max of the global namespace, host and device as in the SDK ---- */
#define SCORD_MIN_MAX(type)                                                  \
    SCORD_HOST_DEVICE type min(type a, type b) { return b < a ? b : a; }     \
    SCORD_HOST_DEVICE type max(type a, type b) { return a < b ? b : a; }
SCORD_MIN_MAX(int)
SCORD_MIN_MAX(unsigned int)
SCORD_MIN_MAX(long)
SCORD_MIN_MAX(unsigned long)
SCORD_MIN_MAX(long long)
SCORD_MIN_MAX(unsigned long long)
SCORD_MIN_MAX(float)
SCORD_MIN_MAX(double)
#undef SCORD_MIN_MAX
SCORD_HOST_DEVICE unsigned int min(int a, unsigned int b) { return min((unsigned int)a, b); }
SCORD_HOST_DEVICE unsigned int min(unsigned int a, int b) { return min(a, (unsigned int)b); }
SCORD_HOST_DEVICE unsigned int max(int a, unsigned int b) { return max((unsigned int)a, b); }
SCORD_HOST_DEVICE unsigned int max(unsigned int a, int b) { return max(a, (unsigned int)b); }

SCORD_DEVICE int abs(int x) { return x < 0 ? -x : x; }
SCORD_DEVICE long labs(long x) { return x < 0 ? -x : x; }
SCORD_DEVICE long long llabs(long long x) { return x < 0 ? -x : x; }

SCORD_DEVICE void __trap() { __builtin_trap(); }
SCORD_DEVICE void __brkpt() {}
SCORD_DEVICE void __prof_trigger(int) {}
SCORD_DEVICE bool __isGlobal(const void *p) { return __nvvm_isspacep_global(p); }
SCORD_DEVICE bool __isShared(const void *p) { return __nvvm_isspacep_shared(p); }

#endif
