/* random_source.h: xorshift64*, the one random generator of cosim (a seed gives the same run on
 * every machine). */
#ifndef SCORD_RANDOM_SOURCE_H
#define SCORD_RANDOM_SOURCE_H

#include <stdint.h>

typedef struct scord_random {
    uint64_t state;
} scord_random_t;

/* splitmix64 step: neighbouring seeds and purposes give unrelated sequences. */
static inline scord_random_t scord_random_seed(uint64_t seed, uint64_t purpose) {
    uint64_t z = seed + (purpose + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return (scord_random_t){z ? z : 1};
}

static inline uint64_t scord_random_next(scord_random_t *random) {
    random->state ^= random->state >> 12;
    random->state ^= random->state << 25;
    random->state ^= random->state >> 27;
    return random->state * UINT64_C(0x2545f4914f6cdd1d);
}

/* 0 .. bound-1, bound >= 1. */
static inline uint32_t scord_random_below(scord_random_t *random, uint32_t bound) {
    return (uint32_t)((scord_random_next(random) >> 32) * bound >> 32);
}

#endif
