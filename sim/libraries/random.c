/* SPDX-License-Identifier: Apache-2.0 */
/* random.c: cuRAND's host interface. A pseudo-random generator has many streams, subsequences of
 * one sequence: number n is the next one of stream n mod STREAMS (cuRAND, section 4, ordering).
 *
 *     XORWOW     4096 streams 2^67 apart
 *     MRG32k3a   81920 streams 2^76 apart; 4096 in legacy order
 *     Philox     65536 streams of four words, as curand4 gives them
 *     MTGP32     64 parameter sets (of its authors: not those of cuRAND), 256 words of each in turn
 *     Sobol'     one sequence a dimension, in Gray code, of Joe and Kuo's direction numbers
 *
 * The generators themselves are those of <curand_kernel.h> (scord_cuda/xorwow_jumps.h: jumps).
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define __constant__
#include "sim/runtime/include/curand.h"
#include "sim/runtime/include/scord_cuda/mtgp_parameters.h"
#include "sim/runtime/include/scord_cuda/xorwow_jumps.h"
#include "sim/runtime/library_calls.h"

typedef struct xorwow {
    uint32_t d, v[5];
} xorwow_t;
typedef struct mrg {
    uint32_t one[3], two[3];
} mrg_t;
typedef struct philox {
    uint64_t block; /* of its stream */
    uint32_t words[4];
    unsigned used; /* of words; 4: none left */
} philox_t;
typedef struct mersenne {
    uint32_t word[624];
    unsigned at;
} mersenne_t;

enum { MTGP_STREAMS = 64, MTGP_TURN = 256 };
typedef struct mtgp { /* a ring */
    uint32_t word[SCORD_MTGP_WORDS];
    unsigned at;
} mtgp_t;

typedef union stream {
    xorwow_t xorwow;
    mrg_t mrg;
    philox_t philox;
} stream_t;

struct curandGenerator_st {
    curandRngType_t type;
    curandOrdering_t order;
    cudaStream_t stream;
    bool host;
    uint64_t seed, offset;
    bool ready; /* streams are those of seed and offset */
    stream_t *streams;
    size_t count, next; /* streams; the one whose turn it is */
    mtgp_t *twisters;   /* of MTGP32 */
    unsigned turned;    /* words of this turn */
    mersenne_t mersenne;
    uint32_t dimensions;
};

/* ---- XORWOW ---- */

static void xorwow_step(uint32_t v[5]) {
    const uint32_t t = v[0] ^ v[0] >> 2;
    memmove(v, v + 1, 4 * sizeof *v);
    v[4] = v[4] ^ v[4] << 4 ^ (t ^ t << 1);
}
static void xorwow_jump(uint32_t v[5], const unsigned int polynomial[5]) {
    uint32_t sum[5] = {0};
    for (unsigned i = 0; i < 160; i++) {
        if (polynomial[i / 32] >> i % 32 & 1)
            for (unsigned k = 0; k < 5; k++) sum[k] ^= v[k];
        xorwow_step(v);
    }
    memcpy(v, sum, sizeof sum);
}
static void xorwow_skip(xorwow_t *state, uint64_t n) {
    for (uint64_t i = 0; i < (n & 255); i++) xorwow_step(state->v);
    for (unsigned i = 8; i < 40 && n >> i; i++)
        if (n >> i & 1) xorwow_jump(state->v, scord_xorwow_offsets[i - 8]);
    state->d += 362437u * (uint32_t)n;
}
static uint32_t xorwow_next(xorwow_t *state) {
    xorwow_step(state->v);
    state->d += 362437u;
    return state->v[4] + state->d;
}
static xorwow_t xorwow_first(uint64_t seed) {
    const uint32_t a = 1099087573u * ((uint32_t)seed ^ 0xaad26b49u),
                   b = 2591861531u * ((uint32_t)(seed >> 32) ^ 0xf7dcefddu);
    return (xorwow_t){
        6615241u + b + a,
        {123456789u + a, 362436069u ^ a, 521288629u + b, 88675123u ^ b, 5783321u + a}};
}
static void start_xorwow(curandGenerator_t g, uint64_t skipped) {
    xorwow_t state = xorwow_first(g->seed);
    for (size_t i = 0; i < g->count; i++) {
        g->streams[i].xorwow = state;
        xorwow_skip(&g->streams[i].xorwow, skipped + (i < g->next));
        xorwow_jump(state.v, scord_xorwow_subsequences[0]);
    }
}

/* ---- MRG32k3a ---- */

#define M1 UINT64_C(4294967087)
#define M2 UINT64_C(4294944443)
typedef struct matrix {
    uint64_t a[3][3];
} matrix_t;
static const matrix_t mrg_one = {{{0, 1, 0}, {0, 0, 1}, {M1 - 810728, 1403580, 0}}},
                      mrg_two = {{{0, 1, 0}, {0, 0, 1}, {M2 - 1370589, 0, 527612}}};

static matrix_t squared(const matrix_t *m, uint64_t modulus) {
    matrix_t result;
    for (unsigned i = 0; i < 3; i++)
        for (unsigned j = 0; j < 3; j++) {
            uint64_t sum = 0;
            for (unsigned k = 0; k < 3; k++)
                sum = (sum + m->a[i][k] * m->a[k][j] % modulus) % modulus;
            result.a[i][j] = sum;
        }
    return result;
}
static void apply(const matrix_t *m, uint64_t modulus, uint32_t v[3]) {
    uint32_t to[3];
    for (unsigned i = 0; i < 3; i++) {
        uint64_t sum = 0;
        for (unsigned k = 0; k < 3; k++) sum = (sum + m->a[i][k] * v[k] % modulus) % modulus;
        to[i] = (uint32_t)sum;
    }
    memcpy(v, to, sizeof to);
}
static void mrg_jump(uint32_t v[3], matrix_t m, uint64_t modulus, uint64_t n) {
    for (; n; n >>= 1, m = squared(&m, modulus))
        if (n & 1) apply(&m, modulus, v);
}
/* From 1 to M1. */
static double mrg_next(mrg_t *state) {
    const uint64_t p = (1403580 * (uint64_t)state->one[1] + (M1 - 810728) * state->one[0] % M1) %
                       M1,
                   q = (527612 * (uint64_t)state->two[2] + (M2 - 1370589) * state->two[0] % M2) %
                       M2;
    memmove(state->one, state->one + 1, 2 * sizeof(uint32_t));
    memmove(state->two, state->two + 1, 2 * sizeof(uint32_t));
    state->one[2] = (uint32_t)p;
    state->two[2] = (uint32_t)q;
    return (double)(p > q ? p - q : p + M1 - q);
}
static void start_mrg(curandGenerator_t g, uint64_t skipped) {
    const uint64_t a = (uint32_t)g->seed ^ 0x55555555u, b = (uint32_t)(g->seed >> 32) ^ 0xaaaaaaaau;
    matrix_t one = mrg_one, two = mrg_two;
    mrg_t state;
    for (unsigned i = 0; i < 3; i++) {
        state.one[i] = (uint32_t)((i == 1 ? b : a) * 12345 % M1);
        state.two[i] = (uint32_t)((i == 1 ? a : b) * 12345 % M2);
    }
    for (unsigned i = 0; i < 76; i++) {
        one = squared(&one, M1);
        two = squared(&two, M2);
    }
    for (size_t i = 0; i < g->count; i++) {
        mrg_t *to = &g->streams[i].mrg;
        *to = state;
        mrg_jump(to->one, mrg_one, M1, skipped + (i < g->next));
        mrg_jump(to->two, mrg_two, M2, skipped + (i < g->next));
        apply(&one, M1, state.one);
        apply(&two, M2, state.two);
    }
}

/* ---- Philox4x32-10 ---- */

static void philox_block(uint64_t seed, uint64_t subsequence, uint64_t block, uint32_t words[4]) {
    uint32_t c[4] = {(uint32_t)block, (uint32_t)(block >> 32), (uint32_t)subsequence,
                     (uint32_t)(subsequence >> 32)},
             k[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    for (unsigned round = 0; round < 10; round++) {
        const uint64_t p = (uint64_t)0xd2511f53u * c[0], q = (uint64_t)0xcd9e8d57u * c[2];
        const uint32_t next[4] = {(uint32_t)(q >> 32) ^ c[1] ^ k[0], (uint32_t)q,
                                  (uint32_t)(p >> 32) ^ c[3] ^ k[1], (uint32_t)p};
        memcpy(c, next, sizeof c);
        k[0] += 0x9e3779b9u;
        k[1] += 0xbb67ae85u;
    }
    memcpy(words, c, sizeof c);
}

/* ---- MTGP32 (Saito and Matsumoto 2013) ---- */

static bool start_mtgp(curandGenerator_t g) {
    if (!g->twisters) g->twisters = calloc(MTGP_STREAMS, sizeof *g->twisters);
    if (!g->twisters) return false;
    for (unsigned i = 0; i < MTGP_STREAMS; i++) {
        scord_mtgp_seed(g->twisters[i].word, &scord_mtgp_sets[i], (uint32_t)g->seed + i + 1);
        g->twisters[i].at = 0;
    }
    g->turned = 0;
    return true;
}
static uint32_t mtgp_next(mtgp_t *state, const struct scord_mtgp *set) {
    const unsigned at = state->at, pick = (unsigned)set->place;
    uint32_t *first = &state->word[at], t = state->word[(at + pick - 1) % SCORD_MTGP_WORDS];
    uint32_t x = (*first & 0xfff80000u) ^ state->word[(at + 1) % SCORD_MTGP_WORDS];
    x ^= x << set->shift1;
    x ^= state->word[(at + pick) % SCORD_MTGP_WORDS] >> set->shift2;
    *first = x ^ scord_mtgp_entry(set->recursion, x & 15);
    t ^= t >> 16;
    t ^= t >> 8;
    state->at = (at + 1) % SCORD_MTGP_WORDS;
    return *first ^ scord_mtgp_entry(set->tempering, t & 15);
}

/* ---- MT19937: the published sequence in its own order, which is not that of cuRAND ---- */

static void start_mersenne(mersenne_t *state, uint32_t seed) {
    state->word[0] = seed;
    for (uint32_t i = 1; i < 624; i++)
        state->word[i] = 1812433253u * (state->word[i - 1] ^ state->word[i - 1] >> 30) + i;
    state->at = 624;
}
static uint32_t mersenne_next(mersenne_t *state) {
    if (state->at == 624) {
        for (unsigned i = 0; i < 624; i++) {
            const uint32_t y = (state->word[i] & 0x80000000u) |
                               (state->word[(i + 1) % 624] & 0x7fffffffu);
            state->word[i] = state->word[(i + 397) % 624] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
        }
        state->at = 0;
    }
    uint32_t y = state->word[state->at++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680u;
    y ^= y << 15 & 0xefc60000u;
    return y ^ y >> 18;
}

/* ---- Sobol' ---- */

enum { DIMENSIONS = 21, BITS = 64 };
/* Joe and Kuo, new-joe-kuo-6.21201: degree, coefficients, first numbers of dimension 2 and up. */
static const struct {
    unsigned degree, coefficients, first[7];
} directions[DIMENSIONS - 1] = {{1, 0, {1}},
                                {2, 1, {1, 3}},
                                {3, 1, {1, 3, 1}},
                                {3, 2, {1, 1, 1}},
                                {4, 1, {1, 1, 3, 3}},
                                {4, 4, {1, 3, 5, 13}},
                                {5, 2, {1, 1, 5, 5, 17}},
                                {5, 4, {1, 1, 5, 5, 5}},
                                {5, 7, {1, 1, 7, 11, 19}},
                                {5, 11, {1, 1, 5, 1, 1}},
                                {5, 13, {1, 1, 1, 3, 11}},
                                {5, 14, {1, 3, 5, 5, 31}},
                                {6, 1, {1, 3, 3, 9, 7, 49}},
                                {6, 13, {1, 1, 1, 15, 21, 21}},
                                {6, 16, {1, 3, 1, 13, 27, 49}},
                                {6, 19, {1, 1, 1, 15, 7, 5}},
                                {6, 22, {1, 3, 1, 15, 13, 25}},
                                {6, 25, {1, 1, 5, 5, 19, 61}},
                                {7, 1, {1, 3, 7, 11, 23, 15, 103}},
                                {7, 4, {1, 3, 7, 13, 13, 15, 69}}};

static uint64_t mixed(uint64_t x) { /* splitmix64 */
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* Of 64 bits; the upper halves of the first 32 are those of 32 bits. Scrambled by a lower
 * triangular matrix with ones on its diagonal: bit j goes to itself and to random bits below
 * (Matousek 1998). cuRAND scrambles so, too, but by other matrices. */
static void direction_vectors(unsigned dimension, bool scrambled, uint64_t v[BITS]) {
    for (unsigned i = 0; dimension == 0 && i < BITS; i++) v[i] = UINT64_C(1) << (63 - i);
    for (unsigned i = 0; dimension > 0 && i < BITS; i++) {
        const unsigned s = directions[dimension - 1].degree,
                       a = directions[dimension - 1].coefficients;
        if (i < s) {
            v[i] = (uint64_t)directions[dimension - 1].first[i] << (63 - i);
            continue;
        }
        v[i] = v[i - s] ^ v[i - s] >> s;
        for (unsigned k = 1; k < s; k++)
            if (a >> (s - 1 - k) & 1) v[i] ^= v[i - k];
    }
    for (unsigned i = 0; scrambled && i < BITS; i++) {
        uint64_t to = 0;
        for (unsigned j = 0; j < BITS; j++) {
            const uint64_t bit = UINT64_C(1) << (63 - j);
            if (v[i] & bit) to ^= bit | (mixed((uint64_t)dimension * BITS + j) & (bit - 1));
        }
        v[i] = to;
    }
}
/* What a dimension's numbers begin with. */
static uint64_t scramble_constant(unsigned dimension) {
    return mixed(UINT64_C(1) << 40 | dimension);
}

static uint64_t sobol(const uint64_t v[BITS], uint64_t n) {
    uint64_t x = 0;
    const uint64_t gray = n ^ n >> 1;
    for (unsigned i = 0; i < BITS; i++)
        if (gray >> i & 1) x ^= v[i];
    return x;
}

/* cuRAND has 20,000 dimensions. Behind those that are here lies a page that faults: who wants more
 * is told so at the call, and never gets numbers that are none. */
typedef enum table {
    VECTORS32,
    SCRAMBLED32,
    VECTORS64,
    SCRAMBLED64,
    CONSTANTS32,
    CONSTANTS64
} table_t;

static void fill_table(table_t what, void *to) {
    uint64_t v[BITS];
    for (unsigned d = 0; d < DIMENSIONS; d++) {
        direction_vectors(d, what == SCRAMBLED32 || what == SCRAMBLED64, v);
        switch (what) {
        case VECTORS32:
        case SCRAMBLED32:
            for (unsigned i = 0; i < 32; i++) ((uint32_t *)to)[32 * d + i] = (uint32_t)(v[i] >> 32);
            break;
        case VECTORS64:
        case SCRAMBLED64: memcpy((uint64_t *)to + (size_t)BITS * d, v, sizeof v); break;
        case CONSTANTS32: ((uint32_t *)to)[d] = (uint32_t)(scramble_constant(d) >> 32); break;
        case CONSTANTS64: ((uint64_t *)to)[d] = scramble_constant(d); break;
        }
    }
}

static curandStatus_t get_table(table_t what, const char *function, void **to) {
    static char *tables[CONSTANTS64 + 1];
    static const size_t each[] = {32 * 4, 32 * 4, 64 * 8, 64 * 8, 4, 8};
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = DIMENSIONS * each[what];
    const size_t room = (bytes + page - 1) / page * page;
    if (!to) return CURAND_STATUS_OUT_OF_RANGE;
    if (!tables[what]) {
        char *made = mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                          -1, 0);
        if (made == MAP_FAILED) return CURAND_STATUS_ALLOCATION_FAILED;
        fill_table(what, made + room - bytes);
        mprotect(made + room, page, PROT_NONE);
        tables[what] = made + room - bytes;
        fprintf(stderr,
                "scord: note: %s has %d dimensions of cuRAND's "
                "20,000%s (docs/cuda.md, \"Random numbers\")\n",
                function, DIMENSIONS,
                what == VECTORS32 || what == VECTORS64
                    ? ""
                    : ", scrambled by other matrices and constants");
    }
    *to = tables[what];
    return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t **vectors,
                                           curandDirectionVectorSet_t set) {
    if (set != CURAND_DIRECTION_VECTORS_32_JOEKUO6 &&
        set != CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6)
        return CURAND_STATUS_OUT_OF_RANGE;
    return get_table(set == CURAND_DIRECTION_VECTORS_32_JOEKUO6 ? VECTORS32 : SCRAMBLED32,
                     "curandGetDirectionVectors32", (void **)vectors);
}
curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t **vectors,
                                           curandDirectionVectorSet_t set) {
    if (set != CURAND_DIRECTION_VECTORS_64_JOEKUO6 &&
        set != CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6)
        return CURAND_STATUS_OUT_OF_RANGE;
    return get_table(set == CURAND_DIRECTION_VECTORS_64_JOEKUO6 ? VECTORS64 : SCRAMBLED64,
                     "curandGetDirectionVectors64", (void **)vectors);
}
curandStatus_t curandGetScrambleConstants32(unsigned int **constants) {
    return get_table(CONSTANTS32, "curandGetScrambleConstants32", (void **)constants);
}
curandStatus_t curandGetScrambleConstants64(unsigned long long **constants) {
    return get_table(CONSTANTS64, "curandGetScrambleConstants64", (void **)constants);
}

/* ---- the generator ---- */

static bool is_quasi(const struct curandGenerator_st *g) {
    return g->type >= CURAND_RNG_QUASI_DEFAULT;
}
static bool is_scrambled(const struct curandGenerator_st *g) {
    return g->type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 ||
           g->type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
}
static bool is_sobol64(const struct curandGenerator_st *g) {
    return g->type == CURAND_RNG_QUASI_SOBOL64 || g->type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
}
static bool is_mrg(const struct curandGenerator_st *g) {
    return g->type == CURAND_RNG_PSEUDO_MRG32K3A;
}
static bool is_philox(const struct curandGenerator_st *g) {
    return g->type == CURAND_RNG_PSEUDO_PHILOX4_32_10;
}
static bool is_mtgp(const struct curandGenerator_st *g) {
    return g->type == CURAND_RNG_PSEUDO_MTGP32;
}

static size_t streams_of(const struct curandGenerator_st *g) {
    if (is_mtgp(g)) return MTGP_STREAMS;
    if (is_philox(g)) return 65536;
    return is_mrg(g) && g->order != CURAND_ORDERING_PSEUDO_LEGACY ? 81920 : 4096;
}

static curandStatus_t create(curandGenerator_t *generator, curandRngType_t type, bool host) {
    if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
    if (type == CURAND_RNG_PSEUDO_DEFAULT) type = CURAND_RNG_PSEUDO_XORWOW;
    if (type == CURAND_RNG_QUASI_DEFAULT) type = CURAND_RNG_QUASI_SOBOL32;
    switch (type) {
    case CURAND_RNG_PSEUDO_XORWOW:
    case CURAND_RNG_PSEUDO_MRG32K3A:
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
    case CURAND_RNG_PSEUDO_MTGP32:
    case CURAND_RNG_PSEUDO_MT19937:
    case CURAND_RNG_QUASI_SOBOL32:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
    case CURAND_RNG_QUASI_SOBOL64:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64: break;
    default: return CURAND_STATUS_TYPE_ERROR;
    }
    curandGenerator_t g = calloc(1, sizeof *g);
    if (!g) return CURAND_STATUS_ALLOCATION_FAILED;
    *g = (struct curandGenerator_st){
        .type = type, .order = CURAND_ORDERING_PSEUDO_DEFAULT, .host = host, .dimensions = 1};
    if (type == CURAND_RNG_PSEUDO_MT19937) g->seed = 5489;
    *generator = g;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type) {
    return create(generator, type, false);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type) {
    return create(generator, type, true);
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
    if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
    scord_library_free(generator->streams);
    scord_library_free(generator->twisters);
    scord_library_free(generator);
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetVersion(int *version) {
    *version = CURAND_VERSION;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetProperty(libraryPropertyType type, int *value) {
    *value = type == MAJOR_VERSION   ? CURAND_VER_MAJOR
             : type == MINOR_VERSION ? CURAND_VER_MINOR
                                     : CURAND_VER_PATCH;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
    if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
    generator->stream = stream;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed) {
    if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
    if (is_quasi(generator)) return CURAND_STATUS_TYPE_ERROR;
    generator->seed = seed;
    generator->offset = 0;
    generator->ready = false;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
    if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
    if (generator->type == CURAND_RNG_PSEUDO_MT19937 || is_mtgp(generator))
        return CURAND_STATUS_TYPE_ERROR;
    generator->offset = offset;
    generator->ready = false;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
    if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
    if (is_quasi(generator) != (order == CURAND_ORDERING_QUASI_DEFAULT))
        return CURAND_STATUS_OUT_OF_RANGE;
    if (order == CURAND_ORDERING_PSEUDO_SEEDED)
        scord_library_lacks("curandSetGeneratorOrdering", "seeded order is not there");
    generator->order = order;
    generator->ready = false;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator,
                                                       unsigned int dimensions) {
    if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
    if (!is_quasi(generator)) return CURAND_STATUS_TYPE_ERROR;
    if (dimensions == 0 || dimensions > 20000) return CURAND_STATUS_OUT_OF_RANGE;
    if (dimensions > DIMENSIONS)
        scord_library_lacks("curandSetQuasiRandomGeneratorDimensions",
                            "more than 21 dimensions are not there");
    generator->dimensions = dimensions;
    return CURAND_STATUS_SUCCESS;
}

static bool start(curandGenerator_t g) {
    if (g->ready) return true;
    g->count = streams_of(g);
    stream_t *streams = realloc(g->streams, g->count * sizeof *streams);
    if (!streams) return false;
    g->streams = streams;
    g->next = (size_t)(g->offset % g->count);
    if (is_mrg(g)) start_mrg(g, g->offset / g->count);
    if (is_mtgp(g) && !start_mtgp(g)) return false;
    if (g->type == CURAND_RNG_PSEUDO_XORWOW) start_xorwow(g, g->offset / g->count);
    if (is_philox(g)) { /* four words of a stream, then the next stream */
        const uint64_t quad = g->offset / 4;
        g->next = (size_t)(quad % g->count);
        for (size_t i = 0; i < g->count; i++)
            g->streams[i].philox = (philox_t){.block = quad / g->count + (i < g->next), .used = 4};
    }
    if (g->type == CURAND_RNG_PSEUDO_MT19937) start_mersenne(&g->mersenne, (uint32_t)g->seed);
    return g->ready = true;
}
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
    if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
    return start(generator) ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
}

/* The next word of the stream whose turn it is. */
static uint32_t next_word(curandGenerator_t g) {
    stream_t *s = &g->streams[g->next];
    if (is_mrg(g)) return (uint32_t)(mrg_next(&s->mrg) * 1.000000048662);
    if (g->type == CURAND_RNG_PSEUDO_MT19937) return mersenne_next(&g->mersenne);
    if (is_mtgp(g)) {
        const uint32_t word = mtgp_next(&g->twisters[g->next], &scord_mtgp_sets[g->next]);
        if (++g->turned == MTGP_TURN) {
            g->turned = 0;
            g->next = (g->next + 1) % g->count;
        }
        return word;
    }
    if (!is_philox(g)) return xorwow_next(&s->xorwow);
    if (s->philox.used == 4) {
        philox_block(g->seed, g->next, s->philox.block++, s->philox.words);
        s->philox.used = 0;
    }
    return s->philox.words[s->philox.used++];
}
/* DONE results; of Philox four words or four doubles of a stream follow each other. */
static void turn(curandGenerator_t g, bool doubles, size_t done) {
    if (is_mtgp(g)) return; /* by words */
    if (is_philox(g) && (g->streams[g->next].philox.used < 4 || (doubles && done % 4 != 0))) return;
    g->next = g->next + 1 == g->count ? 0 : g->next + 1;
}

#define STEP     2.3283064e-10f /* 2^-32 */
#define MRG_STEP 2.3283065498378288e-10
static float uniform_of(uint32_t word) { return (float)word * STEP + STEP / 2.0f; }
static float uniform(curandGenerator_t g) {
    return is_mrg(g) ? (float)(mrg_next(&g->streams[g->next].mrg) * MRG_STEP)
                     : uniform_of(next_word(g));
}
static double uniform_double(curandGenerator_t g) {
    if (is_mrg(g)) return mrg_next(&g->streams[g->next].mrg) * MRG_STEP;
    const uint64_t low = next_word(g), high = next_word(g);
    return (double)(low ^ high << 21) * 1.1102230246251565e-16 + 1.1102230246251565e-16 / 2.0;
}

/* Box and Muller's pair. */
static void normal_pair(curandGenerator_t g, float to[2]) {
    const float u = uniform(g);
    const float angle = is_mrg(g)
                            ? uniform(g) * 6.2831855f
                            : (float)next_word(g) * (STEP * 6.2831855f) + STEP * 6.2831855f / 2.0f;
    const float length = sqrtf(-2.0f * logf(u));
    to[0] = sinf(angle) * length;
    to[1] = cosf(angle) * length;
}
static void normal_pair_double(curandGenerator_t g, double to[2]) {
    const double u = uniform_double(g), angle = 2.0 * uniform_double(g) * 3.14159265358979323846,
                 length = sqrt(-2.0 * log(u));
    to[0] = sin(angle) * length;
    to[1] = cos(angle) * length;
}
/* The normal distribution's inverse, by Newton's method from a first guess. */
static double inverse_normal(double p) {
    if (p == 0.5) return 0;
    double x = 0, low = -40, high = 40;
    for (unsigned i = 0; i < 200 && high - low > 1e-14 * (1 + fabs(x)); i++) {
        const double rest = 0.5 * erfc(-x / sqrt(2.0)) - p;
        if (rest > 0)
            high = x;
        else
            low = x;
        const double slope = exp(-0.5 * x * x) / sqrt(2.0 * 3.14159265358979323846);
        const double next = slope > 0 ? x - rest / slope : low;
        x = next > low && next < high ? next : (low + high) / 2;
    }
    return x;
}
static uint32_t poisson(curandGenerator_t g, double lambda) {
    if (lambda > 64) { /* normal, rounded */
        double pair[2];
        normal_pair_double(g, pair);
        const double value = floor(lambda + sqrt(lambda) * pair[0] + 0.5);
        return value < 0 ? 0 : (uint32_t)value;
    }
    const double limit = exp(-lambda);
    double product = uniform_double(g);
    uint32_t n = 0;
    for (; product > limit; n++) product *= uniform_double(g);
    return n;
}

/* ---- calls ---- */

typedef enum what { WORDS, LONGS, FLOATS, DOUBLES, NORMALS, NORMAL_DOUBLES, POISSON } what_t;
typedef struct order {
    what_t what;
    bool logarithmic;
    double mean, deviation;
} order_t;

static double shaped(const order_t *order, double z) {
    const double value = order->mean + order->deviation * z;
    return order->logarithmic ? exp(value) : value;
}
static float shaped_float(const order_t *order, float z) {
    const float value = (float)order->mean + (float)order->deviation * z;
    return order->logarithmic ? expf(value) : value;
}

static void quasi(curandGenerator_t g, const order_t *order, void *to, size_t count) {
    const size_t each = count / g->dimensions;
    const bool wide = is_sobol64(g);
    uint64_t v[BITS];
    for (unsigned d = 0; d < g->dimensions; d++) {
        direction_vectors(d, is_scrambled(g), v);
        for (size_t i = 0; i < each; i++) {
            const uint64_t all = sobol(v, g->offset + i) ^
                                 (is_scrambled(g) ? scramble_constant(d) : 0);
            const uint32_t word = (uint32_t)(all >> 32);
            const double middle = wide ? (double)(all >> 11) * 0x1p-53 + 0x1p-54
                                       : (word + 0.5) * 2.3283064365386963e-10;
            const double u = wide ? middle : word * 2.3283064365386963e-10 + 2.3283064365386963e-10;
            const size_t at = d * each + i;
            switch (order->what) {
            case WORDS: ((uint32_t *)to)[at] = word; break;
            case FLOATS: ((float *)to)[at] = uniform_of(word); break;
            case DOUBLES: ((double *)to)[at] = u; break;
            case NORMALS:
                ((float *)to)[at] = shaped_float(order, (float)inverse_normal(uniform_of(word)));
                break;
            case NORMAL_DOUBLES: ((double *)to)[at] = shaped(order, inverse_normal(middle)); break;
            case LONGS: ((uint64_t *)to)[at] = all; break;
            case POISSON: break; /* refused before */
            }
        }
    }
    g->offset += each;
}

static void pseudo(curandGenerator_t g, const order_t *order, void *to, size_t count) {
    const bool doubles = order->what == DOUBLES || order->what == NORMAL_DOUBLES;
    for (size_t i = 0; i < count; turn(g, doubles, i)) switch (order->what) {
        case WORDS: ((uint32_t *)to)[i++] = next_word(g); break;
        case LONGS: {
            const uint64_t low = next_word(g);
            ((uint64_t *)to)[i++] = low | (uint64_t)next_word(g) << 32;
            break;
        }
        case FLOATS: ((float *)to)[i++] = uniform(g); break;
        case DOUBLES: ((double *)to)[i++] = uniform_double(g); break;
        case NORMALS: {
            float pair[2];
            normal_pair(g, pair);
            for (unsigned k = 0; k < 2 && i < count; k++)
                ((float *)to)[i++] = shaped_float(order, pair[k]);
            break;
        }
        case NORMAL_DOUBLES: {
            double pair[2];
            normal_pair_double(g, pair);
            for (unsigned k = 0; k < 2 && i < count; k++)
                ((double *)to)[i++] = shaped(order, pair[k]);
            break;
        }
        case POISSON: ((uint32_t *)to)[i++] = poisson(g, order->mean); break;
        }
}

static curandStatus_t generate(curandGenerator_t g, const char *name, order_t order, void *numbers,
                               size_t count) {
    static const size_t sizes[] = {4, 8, 4, 8, 4, 8, 4};
    const bool pairs = order.what == NORMALS || order.what == NORMAL_DOUBLES;
    if (!g) return CURAND_STATUS_NOT_INITIALIZED;
    if (is_quasi(g) && (order.what == POISSON || order.what == (is_sobol64(g) ? WORDS : LONGS)))
        return CURAND_STATUS_TYPE_ERROR;
    if (is_quasi(g) ? count % g->dimensions != 0 : pairs && count % 2 != 0)
        return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    if (!is_quasi(g) && !start(g)) return CURAND_STATUS_ALLOCATION_FAILED;
    scord_library_call_t call;
    scord_library_begin(&call, g->stream, name);
    call.host_waits = g->host;
    void *to = scord_library_operand(&call, numbers, sizes[order.what], sizes[order.what], count,
                                     LIBRARY_WRITES);
    const bool recorded = call.recorded, there = to || count == 0;
    if (there && !recorded && is_quasi(g)) quasi(g, &order, to, count);
    if (there && !recorded && !is_quasi(g)) pseudo(g, &order, to, count);
    scord_library_end(&call);
    return there || recorded ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int *numbers, size_t count) {
    SCORD_LIBRARY_CALLED(curandGenerate);
    return generate(generator, "curandGenerate", (order_t){.what = WORDS}, numbers, count);
}
curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long *numbers,
                                      size_t count) {
    SCORD_LIBRARY_CALLED(curandGenerateLongLong);
    return generate(generator, "curandGenerateLongLong", (order_t){.what = LONGS}, numbers, count);
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float *numbers, size_t count) {
    SCORD_LIBRARY_CALLED(curandGenerateUniform);
    return generate(generator, "curandGenerateUniform", (order_t){.what = FLOATS}, numbers, count);
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double *numbers,
                                           size_t count) {
    SCORD_LIBRARY_CALLED(curandGenerateUniformDouble);
    return generate(generator, "curandGenerateUniformDouble", (order_t){.what = DOUBLES}, numbers,
                    count);
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float *numbers, size_t count,
                                    float mean, float deviation) {
    SCORD_LIBRARY_CALLED(curandGenerateNormal);
    return generate(generator, "curandGenerateNormal",
                    (order_t){NORMALS, false, (double)mean, (double)deviation}, numbers, count);
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double *numbers,
                                          size_t count, double mean, double deviation) {
    SCORD_LIBRARY_CALLED(curandGenerateNormalDouble);
    return generate(generator, "curandGenerateNormalDouble",
                    (order_t){NORMAL_DOUBLES, false, mean, deviation}, numbers, count);
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float *numbers, size_t count,
                                       float mean, float deviation) {
    SCORD_LIBRARY_CALLED(curandGenerateLogNormal);
    return generate(generator, "curandGenerateLogNormal",
                    (order_t){NORMALS, true, (double)mean, (double)deviation}, numbers, count);
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double *numbers,
                                             size_t count, double mean, double deviation) {
    SCORD_LIBRARY_CALLED(curandGenerateLogNormalDouble);
    return generate(generator, "curandGenerateLogNormalDouble",
                    (order_t){NORMAL_DOUBLES, true, mean, deviation}, numbers, count);
}
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int *numbers,
                                     size_t count, double lambda) {
    SCORD_LIBRARY_CALLED(curandGeneratePoisson);
    if (!(lambda > 0)) return CURAND_STATUS_OUT_OF_RANGE;
    return generate(generator, "curandGeneratePoisson", (order_t){POISSON, false, lambda, 0},
                    numbers, count);
}
