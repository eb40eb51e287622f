/* SPDX-License-Identifier: Apache-2.0 */
/* host_atomics.c: atomics of the program's host side. Its code is compiled with the part of LLVM's
 * ThreadSanitizer that makes calls of atomics (compile_unit.c), and these are the functions that it
 * calls. Each does what it is to do, with the strongest order, and tells host_threads.c.
 *
 * An atomic that stores with release order gives on what its thread has come behind, one that loads
 * with acquire order takes it. Relaxed ones do so together with a fence.
 * Reference: C11, 7.17.3; compiler-rt, tsan_interface_atomic.h.
 */
#include "sim/runtime/host/host_atomics.h"

#include <stdatomic.h>

#include "sim/runtime/host/host_threads.h"

typedef unsigned __int128 wide_t;

static bool apart(void) { return atomic_load_explicit(&host_threads_apart, memory_order_relaxed); }

/* consume counts as acquire */
static bool acquires(int order) { return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE; }
static bool releases(int order) { return order >= __ATOMIC_RELEASE; }

static void before(const volatile void *object, int order) {
    if (!apart()) return;
    if (releases(order))
        host_threads_release(object);
    else
        host_threads_relaxed_store(object);
}
static void behind(const volatile void *object, int order) {
    if (!apart()) return;
    if (acquires(order))
        host_threads_acquire(object);
    else
        host_threads_relaxed_load(object);
}

/* By one instruction; that of 16 bytes is not in every processor, and not asked for by gcc. */
#define SWAP(type, object, expected, value)                                                        \
    __atomic_compare_exchange_n(object, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
__attribute__((target("cx16"))) static bool swap_wide(volatile wide_t *object, wide_t *expected,
                                                      wide_t value) {
    const wide_t was = __sync_val_compare_and_swap(object, *expected, value);
    const bool same = was == *expected;
    *expected = was;
    return same;
}

/* The functions have these names in the object only: gcc knows them as built-in ones. They are
 * together in a section, so that what they touch is known to be atomic. */
#define NAMED(bits, name)                                                                          \
    __asm__("__tsan_atomic" #bits "_" #name) __attribute__((section("scord_host_atomics")))

#define FUNCTION(result, bits, name, parameters)                                                   \
    result atomic##bits##_##name parameters NAMED(bits, name);                                     \
    result atomic##bits##_##name parameters

/* The new value is made of `was` and `value`. */
#define CHANGES(bits, type, swap, name, made)                                                      \
    FUNCTION(type, bits, name, (volatile type * object, type value, int order)) {                  \
        type was = *object;                                                                        \
        before(object, order);                                                                     \
        while (!swap(object, &was, (type)(made)))                                                  \
            ;                                                                                      \
        behind(object, order);                                                                     \
        return was;                                                                                \
    }

#define ATOMICS(bits, type, swap)                                                                  \
    FUNCTION(type, bits, load, (const volatile type *object, int order)) {                         \
        type was = *object;                                                                        \
        if (sizeof was > 8)                                                                        \
            while (!swap((volatile type *)(uintptr_t)object, &was, was))                           \
                ;                                                                                  \
        __atomic_thread_fence(__ATOMIC_SEQ_CST);                                                   \
        behind(object, order);                                                                     \
        return was;                                                                                \
    }                                                                                              \
    FUNCTION(void, bits, store, (volatile type * object, type value, int order)) {                 \
        type was = *object;                                                                        \
        before(object, order);                                                                     \
        while (!swap(object, &was, value))                                                         \
            ;                                                                                      \
    }                                                                                              \
    CHANGES(bits, type, swap, exchange, value)                                                     \
    CHANGES(bits, type, swap, fetch_add, was + value)                                              \
    CHANGES(bits, type, swap, fetch_sub, was - value)                                              \
    CHANGES(bits, type, swap, fetch_and, was &value)                                               \
    CHANGES(bits, type, swap, fetch_or, was | value)                                               \
    CHANGES(bits, type, swap, fetch_xor, was ^ value)                                              \
    CHANGES(bits, type, swap, fetch_nand, ~(was & value))                                          \
    FUNCTION(type, bits, compare_exchange_val,                                                     \
             (volatile type * object, type expected, type value, int order, int failed)) {         \
        before(object, order);                                                                     \
        const bool done = swap(object, &expected, value);                                          \
        behind(object, done ? order : failed);                                                     \
        return expected;                                                                           \
    }                                                                                              \
    FUNCTION(int, bits, compare_exchange_strong,                                                   \
             (volatile type * object, type * expected, type value, int order, int failed)) {       \
        before(object, order);                                                                     \
        const bool done = swap(object, expected, value);                                           \
        behind(object, done ? order : failed);                                                     \
        return done;                                                                               \
    }                                                                                              \
    FUNCTION(int, bits, compare_exchange_weak,                                                     \
             (volatile type * object, type * expected, type value, int order, int failed)) {       \
        return atomic##bits##_compare_exchange_strong(object, expected, value, order, failed);     \
    }

#define SWAP8(object, expected, value)  SWAP(uint8_t, object, expected, value)
#define SWAP16(object, expected, value) SWAP(uint16_t, object, expected, value)
#define SWAP32(object, expected, value) SWAP(uint32_t, object, expected, value)
#define SWAP64(object, expected, value) SWAP(uint64_t, object, expected, value)
ATOMICS(8, uint8_t, SWAP8)
ATOMICS(16, uint16_t, SWAP16)
ATOMICS(32, uint32_t, SWAP32)
ATOMICS(64, uint64_t, SWAP64)
ATOMICS(128, wide_t, swap_wide)

#define PLAIN(result, function, name, parameters)                                                  \
    result function parameters __asm__(name);                                                      \
    result function parameters

PLAIN(void, thread_fence, "__tsan_atomic_thread_fence", (int order)) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (apart()) host_threads_fence(acquires(order), releases(order));
}
PLAIN(void, signal_fence, "__tsan_atomic_signal_fence", (int order)) {
    (void)order;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
PLAIN(void, start, "__tsan_init", (void)) {}

/* What programs say to ThreadSanitizer themselves (sanitizer/tsan_interface.h). */
PLAIN(void, told_acquire, "__tsan_acquire", (void *object)) { behind(object, __ATOMIC_ACQUIRE); }
PLAIN(void, told_release, "__tsan_release", (void *object)) { before(object, __ATOMIC_RELEASE); }
