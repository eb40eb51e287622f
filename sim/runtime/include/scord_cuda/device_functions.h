/* SPDX-License-Identifier: Apache-2.0 */
/* device_functions.h: fences, barriers, reinterpretation and conversion, cache-hinted accesses, clocks. Part of scord_cuda.h. */
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

SCORD_DEVICE void *memcpy(void *to, const void *from, size_t bytes) { return __builtin_memcpy(to, from, bytes); }
SCORD_DEVICE void *memmove(void *to, const void *from, size_t bytes) { return __builtin_memmove(to, from, bytes); }
SCORD_DEVICE void *memset(void *to, int value, size_t bytes) { return __builtin_memset(to, value, bytes); }

/* ---- fences and barriers ---- */
SCORD_DEVICE void __threadfence_block() { __nvvm_membar_cta(); }
SCORD_DEVICE void __threadfence_cluster() { __nvvm_membar_cta(); } /* a cluster is one block here */
SCORD_DEVICE void __threadfence() { __nvvm_membar_gl(); }
SCORD_DEVICE void __threadfence_system() { __nvvm_membar_sys(); }
SCORD_DEVICE void __barrier_sync(unsigned int id) { __asm__ volatile("barrier.sync %0;" : : "r"(id) : "memory"); }
SCORD_DEVICE void __barrier_sync_count(unsigned int id, unsigned int count) {
    __asm__ volatile("barrier.sync %0, %1;" : : "r"(id), "r"(count) : "memory");
}
SCORD_DEVICE int __syncthreads_count(int predicate) { return __nvvm_bar0_popc(predicate); }
SCORD_DEVICE int __syncthreads_and(int predicate) { return __nvvm_bar0_and(predicate); }
SCORD_DEVICE int __syncthreads_or(int predicate) { return __nvvm_bar0_or(predicate); }


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


/* ---- cache-hinted accesses: plain ones to the detector ---- */
template <typename T> SCORD_DEVICE T __ldg(const T *pointer) { return *pointer; }
template <typename T> SCORD_DEVICE T __ldcg(const T *pointer) { return *pointer; }
template <typename T> SCORD_DEVICE T __ldca(const T *pointer) { return *pointer; }
template <typename T> SCORD_DEVICE T __ldcs(const T *pointer) { return *pointer; }
template <typename T> SCORD_DEVICE T __ldlu(const T *pointer) { return *pointer; }
template <typename T> SCORD_DEVICE T __ldcv(const T *pointer) { return *(const volatile T *)pointer; } /* fetched again: volatile */
template <typename T> SCORD_DEVICE void __stcg(T *pointer, T value) { *pointer = value; }
template <typename T> SCORD_DEVICE void __stwb(T *pointer, T value) { *pointer = value; }
template <typename T> SCORD_DEVICE void __stcs(T *pointer, T value) { *pointer = value; }
template <typename T> SCORD_DEVICE void __stwt(T *pointer, T value) { *(volatile T *)pointer = value; }

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
SCORD_CONVERT_ALL(__double2ull, double, unsigned long long, __nvvm_d2ull)
SCORD_CONVERT_ALL(__ull2float, unsigned long long, float, __nvvm_ull2f)
SCORD_CONVERT_ALL(__ull2double, unsigned long long, double, __nvvm_ull2d)
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
SCORD_DEVICE void __nanosleep(unsigned int nanoseconds) { __asm__ volatile("nanosleep.u32 %0;" : : "r"(nanoseconds)); }

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
#define SCORD_MIN_MAX_MIXED(a_type, b_type, type)                                                    \
    SCORD_HOST_DEVICE type min(a_type a, b_type b) { return min((type)a, (type)b); }                 \
    SCORD_HOST_DEVICE type max(a_type a, b_type b) { return max((type)a, (type)b); }
SCORD_MIN_MAX_MIXED(long, unsigned long, unsigned long)
SCORD_MIN_MAX_MIXED(unsigned long, long, unsigned long)
SCORD_MIN_MAX_MIXED(long long, unsigned long long, unsigned long long)
SCORD_MIN_MAX_MIXED(unsigned long long, long long, unsigned long long)
SCORD_MIN_MAX_MIXED(float, double, double)
SCORD_MIN_MAX_MIXED(double, float, double)
#undef SCORD_MIN_MAX_MIXED

SCORD_HOST_DEVICE unsigned int umin(unsigned int a, unsigned int b) { return min(a, b); }
SCORD_HOST_DEVICE unsigned int umax(unsigned int a, unsigned int b) { return max(a, b); }
SCORD_HOST_DEVICE long long llmin(long long a, long long b) { return min(a, b); }
SCORD_HOST_DEVICE long long llmax(long long a, long long b) { return max(a, b); }
SCORD_HOST_DEVICE unsigned long long ullmin(unsigned long long a, unsigned long long b) { return min(a, b); }
SCORD_HOST_DEVICE unsigned long long ullmax(unsigned long long a, unsigned long long b) { return max(a, b); }

SCORD_DEVICE int abs(int x) { return x < 0 ? -x : x; }
SCORD_DEVICE long labs(long x) { return x < 0 ? -x : x; }
SCORD_DEVICE long long llabs(long long x) { return x < 0 ? -x : x; }

SCORD_DEVICE void __trap() { __builtin_trap(); }
SCORD_DEVICE void __brkpt() {}
SCORD_DEVICE void __prof_trigger(int) {}
SCORD_DEVICE bool __isGlobal(const void *p) { return __nvvm_isspacep_global(p); }
SCORD_DEVICE bool __isShared(const void *p) { return __nvvm_isspacep_shared(p); }
SCORD_DEVICE bool __isLocal(const void *p) { return __nvvm_isspacep_local(p); }
SCORD_DEVICE bool __isConstant(const void *p) { return __nvvm_isspacep_const(p); }
SCORD_DEVICE size_t __cvta_generic_to_shared(const void *p) { return (size_t)(__attribute__((address_space(3))) const void *)p; }
SCORD_DEVICE void *__cvta_shared_to_generic(size_t p) { return (void *)(__attribute__((address_space(3))) void *)p; }
SCORD_DEVICE void *__cvta_global_to_generic(size_t p) { return (void *)(__attribute__((address_space(1))) void *)p; }
SCORD_DEVICE void *__cvta_constant_to_generic(size_t p) { return (void *)(__attribute__((address_space(4))) void *)p; }
SCORD_DEVICE void *__cvta_local_to_generic(size_t p) { return (void *)(__attribute__((address_space(5))) void *)p; }
SCORD_DEVICE size_t __cvta_generic_to_constant(const void *p) { return (size_t)(__attribute__((address_space(4))) const void *)p; }
SCORD_DEVICE size_t __cvta_generic_to_local(const void *p) { return (size_t)(__attribute__((address_space(5))) const void *)p; }
SCORD_DEVICE size_t __cvta_generic_to_global(const void *p) { return (size_t)(__attribute__((address_space(1))) const void *)p; }

#endif
