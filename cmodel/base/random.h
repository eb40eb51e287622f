/* SPDX-License-Identifier: Apache-2.0 */
/* random.h: the random numbers of scord. A seed gives the same numbers on every machine.
 *
 *   scord_random_t r = scord_random_seed(seed, purpose);   a separate source for each purpose
 *   scord_random_next(&r)                                  64 bits
 *   scord_random_below(&r, n)                              0 .. n-1
 *   scord_split_next(&state)                               64 bits; any uint64_t is a state
 *   scord_split_below(&state, n)                           0 .. n-1
 *   scord_random_scale(bits, n)                            64 random bits into 0 .. n-1
 *   scord_mix64(z)                                         one number hashed into another
 *
 * There are two generators because recorded streams and state hashes depend on both: scord_random
 * is xorshift64* (Vigna 2016; lockstep, random programs), scord_split is splitmix64 (Steele, Lea,
 * Flood 2014; the front end and the importer). Neither is cryptographic.
 */
#ifndef SCORD_RANDOM_H
#define SCORD_RANDOM_H

#include <stdint.h>

/* 2^64 divided by the golden ratio, odd: multiples of it are spread evenly over 64 bits. */
#define SCORD_GOLDEN64 UINT64_C(0x9e3779b97f4a7c15)

typedef struct scord_random {
    uint64_t state; /* never 0 */
} scord_random_t;

/* The last step of splitmix64, a permutation: numbers that differ in any bit give unrelated
 * results. */
static inline uint64_t scord_mix64(uint64_t z) {
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* BITS, 64 random ones, as a number in 0 .. BOUND-1; BOUND >= 1 (Lemire 2019, without the
 * rejection: the bias is below BOUND / 2^32). */
static inline uint32_t scord_random_scale(uint64_t bits, uint32_t bound) {
    return (uint32_t)((bits >> 32) * bound >> 32);
}

/* Neighbouring seeds and purposes give unrelated sequences. */
static inline scord_random_t scord_random_seed(uint64_t seed, uint64_t purpose) {
    const uint64_t state = scord_mix64(seed + (purpose + 1) * SCORD_GOLDEN64);
    scord_random_t random;
    random.state = state ? state : 1;
    return random;
}

static inline uint64_t scord_random_next(scord_random_t *random) {
    random->state ^= random->state >> 12;
    random->state ^= random->state << 25;
    random->state ^= random->state >> 27;
    return random->state * UINT64_C(0x2545f4914f6cdd1d);
}

/* 0 .. BOUND-1, BOUND >= 1. */
static inline uint32_t scord_random_below(scord_random_t *random, uint32_t bound) {
    return scord_random_scale(scord_random_next(random), bound);
}

static inline uint64_t scord_split_next(uint64_t *state) {
    return scord_mix64(*state += SCORD_GOLDEN64);
}

/* 0 .. BOUND-1, BOUND >= 1. */
static inline uint32_t scord_split_below(uint64_t *state, uint32_t bound) {
    return scord_random_scale(scord_split_next(state), bound);
}

#endif
