/* SPDX-License-Identifier: Apache-2.0 */
/* warp_functions.h: what lanes of a warp tell each other: votes, matches, reductions, shuffles. Part of scord_cuda.h.
 * Instructions newer than clang's target (sm_60) are written as inline PTX. */
#ifndef SCORD_CUDA_WARP_FUNCTIONS_H
#define SCORD_CUDA_WARP_FUNCTIONS_H

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
SCORD_DEVICE unsigned int __activemask() {
    unsigned int lanes;
    __asm__ volatile("activemask.b32 %0;" : "=r"(lanes));
    return lanes;
}

/* ---- matches ---- */
#define SCORD_MATCH(type, bits, letter, carrier)                                                                  \
    SCORD_DEVICE unsigned int __match_any_sync(unsigned int mask, type value) {                                   \
        unsigned int lanes;                                                                                       \
        __asm__ volatile("match.any.sync." bits " %0, %1, %2;" : "=r"(lanes) : letter((carrier)value), "r"(mask)); \
        return lanes;                                                                                             \
    }                                                                                                             \
    SCORD_DEVICE unsigned int __match_all_sync(unsigned int mask, type value, int *agree) {                       \
        unsigned int lanes, all;                                                                                  \
        __asm__ volatile("{ .reg .pred p; match.all.sync." bits " %0|p, %2, %3; selp.u32 %1, 1, 0, p; }"          \
                         : "=r"(lanes), "=r"(all) : letter((carrier)value), "r"(mask));                           \
        *agree = (int)all;                                                                                        \
        return lanes;                                                                                             \
    }
#define SCORD_MATCH_REAL(type, integer, as_integer)                                                               \
    SCORD_DEVICE unsigned int __match_any_sync(unsigned int mask, type value) {                                   \
        return __match_any_sync(mask, __builtin_bit_cast(integer, value));                                        \
    }                                                                                                             \
    SCORD_DEVICE unsigned int __match_all_sync(unsigned int mask, type value, int *agree) {                       \
        return __match_all_sync(mask, __builtin_bit_cast(integer, value), agree);                                 \
    }
SCORD_MATCH(int, "b32", "r", unsigned int)
SCORD_MATCH(unsigned int, "b32", "r", unsigned int)
SCORD_MATCH(long, "b64", "l", unsigned long)
SCORD_MATCH(unsigned long, "b64", "l", unsigned long)
SCORD_MATCH(long long, "b64", "l", unsigned long)
SCORD_MATCH(unsigned long long, "b64", "l", unsigned long)
SCORD_MATCH_REAL(float, unsigned int, __float_as_uint)
SCORD_MATCH_REAL(double, unsigned long, __double_as_longlong)
#undef SCORD_MATCH
#undef SCORD_MATCH_REAL

/* ---- reductions ---- */
#define SCORD_REDUCE(name, type, operation)                                                                       \
    SCORD_DEVICE type __reduce_##name##_sync(unsigned int mask, type value) {                                     \
        type result;                                                                                              \
        __asm__ volatile("redux.sync." operation " %0, %1, %2;" : "=r"(result) : "r"(value), "r"(mask));          \
        return result;                                                                                            \
    }
SCORD_REDUCE(add, unsigned int, "add.u32")
SCORD_REDUCE(add, int, "add.s32")
SCORD_REDUCE(min, unsigned int, "min.u32")
SCORD_REDUCE(min, int, "min.s32")
SCORD_REDUCE(max, unsigned int, "max.u32")
SCORD_REDUCE(max, int, "max.s32")
SCORD_REDUCE(and, unsigned int, "and.b32")
SCORD_REDUCE(or, unsigned int, "or.b32")
SCORD_REDUCE(xor, unsigned int, "xor.b32")
#undef SCORD_REDUCE

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

#endif
