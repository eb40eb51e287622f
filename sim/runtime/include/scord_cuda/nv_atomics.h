/* SPDX-License-Identifier: Apache-2.0 */
/* nv_atomics.h: CUDA 12.8's atomic functions with order and scope, __nv_atomic_load … __nv_atomic_thread_fence. Part of
 * scord_cuda.h.
 *
 * T: of 4 or 8 bytes; fetch_add and fetch_sub: integers, float, double; the others of that family: integers. `order`: __NV_ATOMIC_…,
 * `scope`: __NV_THREAD_SCOPE_…, system when left out. What they become: ordered_atomics.h.
 */
#ifndef SCORD_CUDA_NV_ATOMICS_H
#define SCORD_CUDA_NV_ATOMICS_H

#define __CUDACC_DEVICE_ATOMIC_BUILTINS__ 1 /* what programs ask whether these exist */

template <size_t Size> struct scord_nv_word {
    static_assert(Size == 4 || Size == 8, "scord: the __nv_atomic_ functions take objects of 4 or 8 bytes");
    typedef unsigned int type; /* one error, not one a use */
};
template <> struct scord_nv_word<8> { typedef unsigned long long type; };
/* A value that has its type from the pointer beside it. */
template <typename T> struct scord_nv_value { typedef T type; };

#define SCORD_NV template <typename T> SCORD_DEVICE
#define SCORD_NV_WORD typename scord_nv_word<sizeof(T)>::type
#define SCORD_NV_VALUE typename scord_nv_value<T>::type

SCORD_NV SCORD_NV_WORD *scord_nv_place(T *p) { return (SCORD_NV_WORD *)p; }
SCORD_NV SCORD_NV_WORD scord_nv_pack(const T &value) {
    SCORD_NV_WORD bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}
SCORD_NV T scord_nv_unpack(SCORD_NV_WORD bits) {
    T value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

SCORD_NV T __nv_atomic_load_n(const T *p, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    return scord_nv_unpack<T>(scord_ordered_load((const SCORD_NV_WORD *)p, order, scope));
}
SCORD_NV void __nv_atomic_load(const T *p, T *result, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    *result = __nv_atomic_load_n(p, order, scope);
}
SCORD_NV void __nv_atomic_store_n(T *p, SCORD_NV_VALUE value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    scord_ordered_store(scord_nv_place(p), scord_nv_pack<T>(value), order, scope);
}
SCORD_NV void __nv_atomic_store(T *p, T *value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    __nv_atomic_store_n(p, *value, order, scope);
}
SCORD_NV T __nv_atomic_exchange_n(T *p, SCORD_NV_VALUE value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    return scord_nv_unpack<T>(scord_ordered_exchange(scord_nv_place(p), scord_nv_pack<T>(value), order, scope));
}
SCORD_NV void __nv_atomic_exchange(T *p, T *value, T *result, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    *result = __nv_atomic_exchange_n(p, *value, order, scope);
}
/* `weak` may fail without reason, and never does here. */
SCORD_NV bool __nv_atomic_compare_exchange_n(T *p, T *expected, SCORD_NV_VALUE desired, bool, int success, int failure,
                                             int scope = __NV_THREAD_SCOPE_SYSTEM) {
    const SCORD_NV_WORD wanted = scord_nv_pack<T>(*expected);
    const SCORD_NV_WORD seen = scord_ordered_swap(scord_nv_place(p), wanted, scord_nv_pack<T>(desired), success, failure, scope);
    if (seen != wanted) *expected = scord_nv_unpack<T>(seen);
    return seen == wanted;
}
SCORD_NV bool __nv_atomic_compare_exchange(T *p, T *expected, T *desired, bool weak, int success, int failure,
                                           int scope = __NV_THREAD_SCOPE_SYSTEM) {
    return __nv_atomic_compare_exchange_n(p, expected, *desired, weak, success, failure, scope);
}

SCORD_NV T scord_nv_add(T *p, T value, int order, int scope) {
    return scord_nv_unpack<T>(scord_ordered_add(scord_nv_place(p), scord_nv_pack<T>(value), order, scope));
}
SCORD_DEVICE float scord_nv_add(float *p, float value, int order, int scope) { return scord_ordered_add_real(p, value, order, scope); }
SCORD_DEVICE double scord_nv_add(double *p, double value, int order, int scope) { return scord_ordered_add_real(p, value, order, scope); }
SCORD_NV T scord_nv_sub(T *p, T value, int order, int scope) { return scord_nv_add(p, (T)(T(0) - value), order, scope); }

/* One with and one without the old value. */
#define SCORD_NV_FETCH(name, ...)                                                                                    \
    SCORD_NV T __nv_atomic_fetch_##name(T *p, SCORD_NV_VALUE value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) { \
        return __VA_ARGS__;                                                                                            \
    }                                                                                                                  \
    SCORD_NV void __nv_atomic_##name(T *p, SCORD_NV_VALUE value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {    \
        __nv_atomic_fetch_##name(p, value, order, scope);                                                              \
    }
#define SCORD_NV_BITS(operation) scord_nv_unpack<T>(operation(scord_nv_place(p), scord_nv_pack<T>(value), order, scope))
#define SCORD_NV_IS_SIGNED (T(-1) < T(0))
SCORD_NV_FETCH(add, scord_nv_add(p, value, order, scope))
SCORD_NV_FETCH(sub, scord_nv_sub(p, value, order, scope))
SCORD_NV_FETCH(and, SCORD_NV_BITS(scord_ordered_and))
SCORD_NV_FETCH(or, SCORD_NV_BITS(scord_ordered_or))
SCORD_NV_FETCH(xor, SCORD_NV_BITS(scord_ordered_xor))
SCORD_NV_FETCH(min, SCORD_NV_IS_SIGNED ? SCORD_NV_BITS(scord_ordered_signed_min) : SCORD_NV_BITS(scord_ordered_unsigned_min))
SCORD_NV_FETCH(max, SCORD_NV_IS_SIGNED ? SCORD_NV_BITS(scord_ordered_signed_max) : SCORD_NV_BITS(scord_ordered_unsigned_max))
#undef SCORD_NV_IS_SIGNED
#undef SCORD_NV_BITS
#undef SCORD_NV_FETCH

SCORD_DEVICE void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM) { scord_ordered_fence(order, scope); }

#undef SCORD_NV_VALUE
#undef SCORD_NV_WORD
#undef SCORD_NV

#endif
