/* splitmix64.h: the mixing function of splitmix64 (Steele, Lea, Flood 2014): states that differ by
 * any number of steps, or in any bit, give unrelated numbers. */
#ifndef SIM_SPLITMIX64_H
#define SIM_SPLITMIX64_H

#include <stdint.h>

#define SPLITMIX64_STEP UINT64_C(0x9e3779b97f4a7c15)

static inline uint64_t splitmix64(uint64_t z) {
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

#endif
