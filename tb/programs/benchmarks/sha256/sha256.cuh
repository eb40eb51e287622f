/* sha256.cuh: SHA-256 (FIPS 180-4) of one block, on both sides. */
#pragma once
#include <stdint.h>

#ifndef ROUNDS_UNROLLED
#define ROUNDS_UNROLLED 1
#endif
static constexpr int kUnrolled = ROUNDS_UNROLLED;

#define SHA256_CONSTANTS                                                                                              \
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,       \
        0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,   \
        0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,   \
        0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,   \
        0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,   \
        0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,   \
        0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,   \
        0xc67178f2

static __constant__ uint32_t d_k[64] = {SHA256_CONSTANTS};
static const uint32_t h_k[64] = {SHA256_CONSTANTS};

typedef struct __align__(32) {
    uint32_t h[8];
} digest_t;

__host__ __device__ static __forceinline__ uint32_t rotated(uint32_t x, int by) {
#ifdef __CUDA_ARCH__
    return __funnelshift_r(x, x, by);
#else
    return x >> by | x << (32 - by);
#endif
}

__host__ __device__ static __forceinline__ uint32_t chosen(uint32_t e, uint32_t f, uint32_t g) {
#ifdef __CUDA_ARCH__
    uint32_t result; // one instruction for three inputs
    asm("lop3.b32 %0, %1, %2, %3, 0xCA;" : "=r"(result) : "r"(e), "r"(f), "r"(g));
    return result;
#else
    return (e & f) ^ (~e & g);
#endif
}

__host__ __device__ static __forceinline__ uint32_t majority(uint32_t a, uint32_t b, uint32_t c) {
#ifdef __CUDA_ARCH__
    uint32_t result;
    asm("lop3.b32 %0, %1, %2, %3, 0xE8;" : "=r"(result) : "r"(a), "r"(b), "r"(c));
    return result;
#else
    return (a & b) ^ (a & c) ^ (b & c);
#endif
}

__host__ __device__ static void sha256_block(digest_t *digest, const uint32_t message[16]) {
    uint32_t w[16], v[8];
#pragma unroll
    for (int i = 0; i < 16; i++) w[i] = message[i];
    for (int i = 0; i < 8; i++) v[i] = digest->h[i];
#pragma unroll kUnrolled
    for (int i = 0; i < 64; i++) {
        if (i >= 16) {
            const uint32_t w1 = w[(i + 1) & 15], w14 = w[(i + 14) & 15];
            w[i & 15] += (rotated(w1, 7) ^ rotated(w1, 18) ^ w1 >> 3) + w[(i + 9) & 15] + (rotated(w14, 17) ^ rotated(w14, 19) ^ w14 >> 10);
        }
#ifdef __CUDA_ARCH__
        const uint32_t k = d_k[i];
#else
        const uint32_t k = h_k[i];
#endif
        const uint32_t t1 = v[7] + (rotated(v[4], 6) ^ rotated(v[4], 11) ^ rotated(v[4], 25)) + chosen(v[4], v[5], v[6]) + k + w[i & 15];
        const uint32_t t2 = (rotated(v[0], 2) ^ rotated(v[0], 13) ^ rotated(v[0], 22)) + majority(v[0], v[1], v[2]);
        v[7] = v[6], v[6] = v[5], v[5] = v[4], v[4] = v[3] + t1, v[3] = v[2], v[2] = v[1], v[1] = v[0], v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++) digest->h[i] += v[i];
}

__host__ __device__ static inline digest_t sha256_start() {
    const digest_t start = {{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
    return start;
}
