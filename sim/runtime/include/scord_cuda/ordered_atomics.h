/* SPDX-License-Identifier: Apache-2.0 */
/* ordered_atomics.h: one atomic access or fence of a stated order and scope, in device code: what <cuda/atomic> and the
 * __nv_atomic_ functions become. Part of scord_cuda.h.
 *
 * Two mappings of the C++ orders to PTX, both of them right:
 *   - as libcu++ maps them for sm_70 and later: ld.relaxed, ld.acquire, st.release, atom.acq_rel, …, seq_cst as
 *     fence.sc in front of the acquiring form (a store: of the relaxed one).
 *   - SCORD_AS_PUBLISHED defined (the machine has no acquire_release, docs/semantics.md section 13; `scord check` defines
 *     it then): ScoRD as published knows fences and atomics only, so that a load is `atom.or` with 0, a store `atom.exch`, and
 *     orders are fences of the same scope in front of a release and behind an acquire: PTX's mapping before sm_70.
 * Scopes: thread: weak accesses and no fence, since nobody else is synchronised with (another thread's access is a race);
 * cluster: .cta, exactly, since a kernel launched without clusters has clusters of one block; device: .gpu; system: .sys,
 * which the detector judges as device (D65).
 * Orders and scopes are constants once this is inlined.
 */
#ifndef SCORD_CUDA_ORDERED_ATOMICS_H
#define SCORD_CUDA_ORDERED_ATOMICS_H

#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5

#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4

#define SCORD_IS_ACQUIRE(order) ((order) != __NV_ATOMIC_RELAXED && (order) != __NV_ATOMIC_RELEASE)
#define SCORD_IS_RELEASE(order) ((order) >= __NV_ATOMIC_RELEASE)

/* One instruction of every scope but thread. */
#define SCORD_SCOPED(scope, before, after, ...)                                                                  \
    if ((scope) == __NV_THREAD_SCOPE_SYSTEM) __asm__ volatile(before ".sys" after __VA_ARGS__);                    \
    else if ((scope) == __NV_THREAD_SCOPE_DEVICE) __asm__ volatile(before ".gpu" after __VA_ARGS__);               \
    else __asm__ volatile(before ".cta" after __VA_ARGS__);

/* libcu++ knows no fence that only acquires or only releases. */
SCORD_DEVICE void scord_ordered_fence(int order, int scope) {
    if (order == __NV_ATOMIC_RELAXED || scope == __NV_THREAD_SCOPE_THREAD) __asm__ volatile("" ::: "memory");
    else if (order == __NV_ATOMIC_SEQ_CST) { SCORD_SCOPED(scope, "fence.sc", ";", ::: "memory") }
    else { SCORD_SCOPED(scope, "fence.acq_rel", ";", ::: "memory") }
}

#ifndef SCORD_AS_PUBLISHED

SCORD_DEVICE void scord_order_before(int order, int scope) {
    if (order == __NV_ATOMIC_SEQ_CST) scord_ordered_fence(order, scope);
}
SCORD_DEVICE void scord_order_after(int, int) {}

/* ATOM of the order, whose fence.sc, if any, stands in front. */
#define SCORD_ORDERED(order, scope, after, ...)                                                                  \
    if ((order) == __NV_ATOMIC_RELAXED) { SCORD_SCOPED(scope, "atom.relaxed", after, __VA_ARGS__) }                \
    else if ((order) == __NV_ATOMIC_RELEASE) { SCORD_SCOPED(scope, "atom.release", after, __VA_ARGS__) }           \
    else if ((order) == __NV_ATOMIC_ACQ_REL) { SCORD_SCOPED(scope, "atom.acq_rel", after, __VA_ARGS__) }           \
    else { SCORD_SCOPED(scope, "atom.acquire", after, __VA_ARGS__) }
/* The comments of loads and stores are how `scord check` knows an executable of this mapping
 * (cosim/commands/program/check_target.c). */
#define SCORD_SEEN(order, scope, size, ...)                                                                      \
    if ((order) == __NV_ATOMIC_RELAXED) { SCORD_SCOPED(scope, "ld.relaxed", ".u" size " %0, [%1]; /* scord: states its order */", __VA_ARGS__) } \
    else { SCORD_SCOPED(scope, "ld.acquire", ".u" size " %0, [%1]; /* scord: states its order */", __VA_ARGS__) }
#define SCORD_PUT(order, scope, size, ...)                                                                       \
    if ((order) == __NV_ATOMIC_RELEASE) { SCORD_SCOPED(scope, "st.release", ".u" size " [%0], %1; /* scord: states its order */", __VA_ARGS__) } \
    else { SCORD_SCOPED(scope, "st.relaxed", ".u" size " [%0], %1; /* scord: states its order */", __VA_ARGS__) }
/* A compare-and-swap has one order for both outcomes: the stronger. */
#define SCORD_BOTH_ORDERS(success, failure)                                                                      \
    ((success) == __NV_ATOMIC_RELEASE && SCORD_IS_ACQUIRE(failure) ? __NV_ATOMIC_ACQ_REL                           \
     : (success) > (failure) ? (success) : (failure))
#define SCORD_OUTCOME_ORDER(success, failure, same) ((void)(same), __NV_ATOMIC_RELAXED)

#else

SCORD_DEVICE void scord_order_before(int order, int scope) {
    if (SCORD_IS_RELEASE(order)) scord_ordered_fence(order, scope);
}
SCORD_DEVICE void scord_order_after(int order, int scope) {
    if (SCORD_IS_ACQUIRE(order)) scord_ordered_fence(__NV_ATOMIC_ACQ_REL, scope);
}
#define SCORD_ORDERED(order, scope, after, ...) SCORD_SCOPED(scope, "atom.relaxed", after, __VA_ARGS__)
#define SCORD_SEEN(order, scope, size, ...) SCORD_SCOPED(scope, "atom.relaxed", ".or.b" size " %0, [%1], 0;", __VA_ARGS__)
#define SCORD_PUT(order, scope, size, ...)                                                                       \
    SCORD_SCOPED(scope, "{ .reg .b" size " old; atom.relaxed", ".exch.b" size " old, [%0], %1; }", __VA_ARGS__)
#define SCORD_BOTH_ORDERS(success, failure) (success)
#define SCORD_OUTCOME_ORDER(success, failure, same) ((same) ? (success) : (failure))

#endif

#define SCORD_WEAK_LOAD(size, letter, old, p) __asm__ volatile("ld.weak." size " %0, [%1];" : "=" letter(old) : "l"(p) : "memory")
#define SCORD_WEAK_STORE(size, letter, p, value) __asm__ volatile("st.weak." size " [%0], %1;" ::"l"(p), letter(value) : "memory")

/* Read, change, write: OPERATION of PTX, on registers of LETTER; of thread scope VALUE, an expression of `old` and `b`. */
#define SCORD_ORDERED_CHANGE(name, operation, size, type, letter, value)                                         \
    SCORD_DEVICE type name(type *p, type b, int order, int scope) {                                                \
        type old;                                                                                                  \
        if (scope == __NV_THREAD_SCOPE_THREAD) {                                                                   \
            SCORD_WEAK_LOAD(size, letter, old, p);                                                                 \
            SCORD_WEAK_STORE(size, letter, p, (type)(value));                                                      \
            return old;                                                                                            \
        }                                                                                                          \
        scord_order_before(order, scope);                                                                          \
        SCORD_ORDERED(order, scope, "." operation " %0, [%1], %2;", : "=" letter(old) : "l"(p), letter(b) : "memory") \
        scord_order_after(order, scope);                                                                           \
        return old;                                                                                                \
    }

#define SCORD_ORDERED_WORD(type, signed_type, size, letter)                                                      \
    SCORD_DEVICE type scord_ordered_load(const type *p, int order, int scope) {                                    \
        type seen;                                                                                                 \
        if (scope == __NV_THREAD_SCOPE_THREAD) {                                                                   \
            SCORD_WEAK_LOAD("u" size, letter, seen, p);                                                            \
            return seen;                                                                                           \
        }                                                                                                          \
        if (order == __NV_ATOMIC_SEQ_CST) scord_ordered_fence(order, scope);                                       \
        SCORD_SEEN(order, scope, size, : "=" letter(seen) : "l"(p) : "memory")                                     \
        scord_order_after(order, scope);                                                                           \
        return seen;                                                                                               \
    }                                                                                                              \
    SCORD_DEVICE void scord_ordered_store(type *p, type value, int order, int scope) {                             \
        if (scope == __NV_THREAD_SCOPE_THREAD) {                                                                   \
            SCORD_WEAK_STORE("u" size, letter, p, value);                                                          \
            return;                                                                                                \
        }                                                                                                          \
        scord_order_before(order, scope);                                                                          \
        SCORD_PUT(order, scope, size, ::"l"(p), letter(value) : "memory")                                          \
    }                                                                                                              \
    SCORD_DEVICE type scord_ordered_swap(type *p, type expected, type value, int success, int failure, int scope) { \
        type old;                                                                                                  \
        if (scope == __NV_THREAD_SCOPE_THREAD) {                                                                   \
            SCORD_WEAK_LOAD("u" size, letter, old, p);                                                             \
            if (old == expected) SCORD_WEAK_STORE("u" size, letter, p, value);                                     \
            return old;                                                                                            \
        }                                                                                                          \
        const int order = SCORD_BOTH_ORDERS(success, failure);                                                     \
        scord_order_before(order, scope);                                                                          \
        SCORD_ORDERED(order, scope, ".cas.b" size " %0, [%1], %2, %3;",                                            \
                      : "=" letter(old) : "l"(p), letter(expected), letter(value) : "memory")                      \
        scord_order_after(SCORD_OUTCOME_ORDER(success, failure, old == expected), scope);                          \
        return old;                                                                                                \
    }                                                                                                              \
    SCORD_ORDERED_CHANGE(scord_ordered_exchange, "exch.b" size, "u" size, type, letter, b)                         \
    SCORD_ORDERED_CHANGE(scord_ordered_add, "add.u" size, "u" size, type, letter, old + b)                         \
    SCORD_ORDERED_CHANGE(scord_ordered_and, "and.b" size, "u" size, type, letter, old & b)                         \
    SCORD_ORDERED_CHANGE(scord_ordered_or, "or.b" size, "u" size, type, letter, old | b)                           \
    SCORD_ORDERED_CHANGE(scord_ordered_xor, "xor.b" size, "u" size, type, letter, old ^ b)                         \
    SCORD_ORDERED_CHANGE(scord_ordered_unsigned_min, "min.u" size, "u" size, type, letter, old < b ? old : b)      \
    SCORD_ORDERED_CHANGE(scord_ordered_unsigned_max, "max.u" size, "u" size, type, letter, old < b ? b : old)      \
    SCORD_ORDERED_CHANGE(scord_ordered_signed_min, "min.s" size, "u" size, type, letter, (signed_type)old < (signed_type)b ? old : b) \
    SCORD_ORDERED_CHANGE(scord_ordered_signed_max, "max.s" size, "u" size, type, letter, (signed_type)old < (signed_type)b ? b : old)

SCORD_ORDERED_WORD(unsigned int, int, "32", "r")
SCORD_ORDERED_WORD(unsigned long long, long long, "64", "l")
SCORD_ORDERED_CHANGE(scord_ordered_add_real, "add.f32", "f32", float, "f", old + b)
SCORD_ORDERED_CHANGE(scord_ordered_add_real, "add.f64", "f64", double, "d", old + b)

#undef SCORD_ORDERED_WORD
#undef SCORD_ORDERED_CHANGE
#undef SCORD_WEAK_LOAD
#undef SCORD_WEAK_STORE
#undef SCORD_OUTCOME_ORDER
#undef SCORD_BOTH_ORDERS
#undef SCORD_PUT
#undef SCORD_SEEN
#undef SCORD_ORDERED
#undef SCORD_SCOPED
#undef SCORD_IS_ACQUIRE
#undef SCORD_IS_RELEASE

#endif
