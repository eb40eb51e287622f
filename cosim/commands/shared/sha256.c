/* SPDX-License-Identifier: Apache-2.0 */
/* sha256.c: see sha256.h. Names of the functions, and section numbers, are those of FIPS 180-4. */
#include "cosim/commands/shared/sha256.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Section 4.2.2: fractional parts of the cube roots of the first 64 primes. */
static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotr(uint32_t x, unsigned n) { return x >> n | x << (32 - n); }
static uint32_t ch(uint32_t x, uint32_t y, uint32_t z) { return (x & y) ^ (~x & z); }
static uint32_t maj(uint32_t x, uint32_t y, uint32_t z) { return (x & y) ^ (x & z) ^ (y & z); }
static uint32_t upper_sigma0(uint32_t x) { return rotr(x, 2) ^ rotr(x, 13) ^ rotr(x, 22); }
static uint32_t upper_sigma1(uint32_t x) { return rotr(x, 6) ^ rotr(x, 11) ^ rotr(x, 25); }
static uint32_t sigma0(uint32_t x) { return rotr(x, 7) ^ rotr(x, 18) ^ x >> 3; }
static uint32_t sigma1(uint32_t x) { return rotr(x, 17) ^ rotr(x, 19) ^ x >> 10; }

/* Section 6.2.2, step 1: the message schedule. */
static void make_schedule(const uint8_t *block, uint32_t W[64]) {
    for (unsigned t = 0; t < 16; t++)
        W[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 |
               (uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3];
    for (unsigned t = 16; t < 64; t++)
        W[t] = sigma1(W[t - 2]) + W[t - 7] + sigma0(W[t - 15]) + W[t - 16];
}

/* Section 6.2.2, steps 2 to 4; v holds a to h. */
static void take_block(sha256_t *hash, const uint8_t *block) {
    uint32_t W[64], v[8];
    make_schedule(block, W);
    memcpy(v, hash->state, sizeof v);
    for (unsigned t = 0; t < 64; t++) {
        const uint32_t t1 = v[7] + upper_sigma1(v[4]) + ch(v[4], v[5], v[6]) + K[t] + W[t];
        const uint32_t t2 = upper_sigma0(v[0]) + maj(v[0], v[1], v[2]);
        memmove(&v[1], &v[0], 7 * sizeof v[0]);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (unsigned i = 0; i < 8; i++) hash->state[i] += v[i];
}

void sha256_start(sha256_t *hash) {
    *hash = (sha256_t){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
                                 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void sha256_add(sha256_t *hash, const void *data, size_t bytes) {
    const uint8_t *next = data;
    while (bytes > 0) {
        const size_t used = hash->length % sizeof hash->block, room = sizeof hash->block - used;
        const size_t part = bytes < room ? bytes : room;
        assert(part > 0 && used + part <= sizeof hash->block);
        memcpy(hash->block + used, next, part);
        hash->length += part;
        next += part;
        bytes -= part;
        if (part == room) take_block(hash, hash->block);
    }
}

void sha256_add_text(sha256_t *hash, const char *text) { sha256_add(hash, text, strlen(text) + 1); }

_Static_assert(SHA256_HEX == 2 * 32 + 1, "the digest in hexadecimal, terminated");

/* Section 5.1.1: a one bit, zeros, the length in bits. */
void sha256_finish(sha256_t *hash, char hex[SHA256_HEX]) {
    const uint64_t bits = hash->length * 8;
    uint8_t length[8];
    for (unsigned i = 0; i < sizeof length; i++) length[i] = (uint8_t)(bits >> (56 - 8 * i));
    sha256_add(hash, "\x80", 1);
    while (hash->length % sizeof hash->block != sizeof hash->block - sizeof length)
        sha256_add(hash, "", 1);
    sha256_add(hash, length, sizeof length);
    assert(hash->length % sizeof hash->block == 0);
    for (unsigned i = 0; i < 8; i++) snprintf(hex + 8 * i, 9, "%08x", hash->state[i]);
}
