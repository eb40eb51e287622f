/* SPDX-License-Identifier: Apache-2.0 */
/* curand_kernel.h: random numbers of device code: XORWOW (Marsaglia 2003), Philox4x32-10 (Salmon et al. 2011), MRG32k3a
 * (L'Ecuyer 1999) and Sobol' of 32 and 64 bits, with cuRAND's names, seeding and sequences.
 *
 * A uniform number lies in (0, 1]: (n + 1/2) / 2^32. Normal ones are Box and Muller's of two uniform ones. The Mersenne
 * Twister MTGP32 (curand_mtgp32_host.h) has other parameters than cuRAND's.
 */
#ifndef SCORD_CUDA_CURAND_KERNEL_H
#define SCORD_CUDA_CURAND_KERNEL_H
#define CURAND_KERNEL_H_ /* as the SDK's header: programs ask */

#include "curand_mtgp32.h"
#include "scord_cuda.h"
#include "scord_cuda/xorwow_jumps.h"

struct curandStateXORWOW {
    unsigned int d, v[5];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
    uint4 ctr, output;
    uint2 key;
    unsigned int STATE;
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
struct curandStateMRG32k3a {
    unsigned int s1[3], s2[3];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t, curandState_t, curandState;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

#define SCORD_RANDOM static __inline__ __attribute__((device, nodebug))

/* ---- XORWOW ---- */
SCORD_RANDOM void scord_xorwow_step(unsigned int v[5]) {
    const unsigned int t = v[0] ^ (v[0] >> 2);
    v[0] = v[1], v[1] = v[2], v[2] = v[3], v[3] = v[4];
    v[4] = (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1));
}
/* The state's polynomial in the step, applied to it: the sum of the states that its coefficients name. */
SCORD_RANDOM void scord_xorwow_jump(unsigned int state[5], const unsigned int polynomial[5]) {
    unsigned int sum[5] = {0, 0, 0, 0, 0}, v[5]; /* in registers: the state may be in global memory */
    for (int k = 0; k < 5; k++) v[k] = state[k];
    for (int i = 0; i < 5; i++) {
        const unsigned int bits = polynomial[i];
#pragma unroll 8
        for (int bit = 0; bit < 32; bit++) {
            const unsigned int mask = 0u - (bits >> bit & 1u);
            for (int k = 0; k < 5; k++) sum[k] ^= v[k] & mask;
            scord_xorwow_step(v);
        }
    }
    for (int k = 0; k < 5; k++) state[k] = sum[k];
}
SCORD_RANDOM void skipahead_sequence(unsigned long long n, curandStateXORWOW_t *state) { /* n * 2^67: d returns to itself */
    for (int i = 0; i < 32 && n >> i; i++)
        if (n >> i & 1) scord_xorwow_jump(state->v, scord_xorwow_subsequences[i]);
}
SCORD_RANDOM void skipahead(unsigned long long n, curandStateXORWOW_t *state) {
    for (unsigned int i = 0; i < (n & 255); i++) scord_xorwow_step(state->v);
    for (int i = 8; i < 40 && n >> i; i++)
        if (n >> i & 1) scord_xorwow_jump(state->v, scord_xorwow_offsets[i - 8]);
    state->d += 362437u * (unsigned int)n;
}
SCORD_RANDOM void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                              curandStateXORWOW_t *state) {
    const unsigned int a = 1099087573u * ((unsigned int)seed ^ 0xaad26b49u);
    const unsigned int b = 2591861531u * ((unsigned int)(seed >> 32) ^ 0xf7dcefddu);
    state->d = 6615241u + b + a;
    state->v[0] = 123456789u + a;
    state->v[1] = 362436069u ^ a;
    state->v[2] = 521288629u + b;
    state->v[3] = 88675123u ^ b;
    state->v[4] = 5783321u + a;
    state->boxmuller_flag = state->boxmuller_flag_double = 0;
    skipahead_sequence(subsequence, state);
    skipahead(offset, state);
}
SCORD_RANDOM unsigned int curand(curandStateXORWOW_t *state) {
    scord_xorwow_step(state->v);
    state->d += 362437u;
    return state->v[4] + state->d;
}

/* ---- Philox4x32-10 ---- */
SCORD_RANDOM uint4 scord_philox(uint4 c, uint2 k) {
    for (int round = 0; round < 10; round++) {
        const unsigned int high0 = __umulhi(0xd2511f53u, c.x), low0 = 0xd2511f53u * c.x;
        const unsigned int high1 = __umulhi(0xcd9e8d57u, c.z), low1 = 0xcd9e8d57u * c.z;
        c = make_uint4(high1 ^ c.y ^ k.x, low1, high0 ^ c.w ^ k.y, low0);
        k.x += 0x9e3779b9u, k.y += 0xbb67ae85u;
    }
    return c;
}
SCORD_RANDOM void scord_philox_add(curandStatePhilox4_32_10_t *state, unsigned long long n) {
    const unsigned long long low = ((unsigned long long)state->ctr.y << 32 | state->ctr.x) + n;
    const unsigned long long high = ((unsigned long long)state->ctr.w << 32 | state->ctr.z) + (low < n);
    state->ctr = make_uint4((unsigned int)low, (unsigned int)(low >> 32), (unsigned int)high, (unsigned int)(high >> 32));
}
SCORD_RANDOM void skipahead(unsigned long long n, curandStatePhilox4_32_10_t *state) {
    state->STATE += (unsigned int)(n & 3);
    scord_philox_add(state, n / 4 + state->STATE / 4);
    state->STATE %= 4;
    state->output = scord_philox(state->ctr, state->key);
}
SCORD_RANDOM void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t *state) {
    const unsigned long long high = ((unsigned long long)state->ctr.w << 32 | state->ctr.z) + n;
    state->ctr.z = (unsigned int)high, state->ctr.w = (unsigned int)(high >> 32);
    state->output = scord_philox(state->ctr, state->key);
}
SCORD_RANDOM void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                              curandStatePhilox4_32_10_t *state) {
    state->ctr = make_uint4(0, 0, 0, 0);
    state->key = make_uint2((unsigned int)seed, (unsigned int)(seed >> 32));
    state->STATE = 0;
    state->boxmuller_flag = state->boxmuller_flag_double = 0;
    skipahead_sequence(subsequence, state);
    skipahead(offset, state);
}
SCORD_RANDOM unsigned int scord_word(uint4 words, unsigned int i) { return i == 0 ? words.x : i == 1 ? words.y : i == 2 ? words.z : words.w; }
SCORD_RANDOM unsigned int curand(curandStatePhilox4_32_10_t *state) {
    const unsigned int word = scord_word(state->output, state->STATE++);
    if (state->STATE == 4) {
        scord_philox_add(state, 1);
        state->output = scord_philox(state->ctr, state->key);
        state->STATE = 0;
    }
    return word;
}
SCORD_RANDOM uint4 curand4(curandStatePhilox4_32_10_t *state) {
    const uint4 last = state->output;
    scord_philox_add(state, 1);
    state->output = scord_philox(state->ctr, state->key);
    uint4 result;
    unsigned int *to = &result.x;
    for (unsigned int i = 0; i < 4; i++)
        to[i] = i + state->STATE < 4 ? scord_word(last, i + state->STATE) : scord_word(state->output, i + state->STATE - 4);
    return result;
}

/* ---- MRG32k3a: two recurrences of order three; a state is a column, a step a matrix, modulo m1 and m2 ---- */
#define SCORD_MRG_M1 4294967087ull
#define SCORD_MRG_M2 4294944443ull
struct scord_mrg_matrix { unsigned long long a[3][3]; };
SCORD_RANDOM scord_mrg_matrix scord_mrg_square(const scord_mrg_matrix &m, unsigned long long modulus) {
    scord_mrg_matrix result;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            unsigned long long sum = 0;
            for (int k = 0; k < 3; k++) sum = (sum + m.a[i][k] * m.a[k][j] % modulus) % modulus;
            result.a[i][j] = sum;
        }
    return result;
}
/* V by M^(n * 2^first) */
SCORD_RANDOM void scord_mrg_jump(unsigned int v[3], scord_mrg_matrix m, unsigned long long modulus, unsigned long long n, int first) {
    for (int i = 0; i < first; i++) m = scord_mrg_square(m, modulus);
    for (; n; n >>= 1, m = scord_mrg_square(m, modulus)) {
        if (!(n & 1)) continue;
        unsigned int to[3];
        for (int i = 0; i < 3; i++) {
            unsigned long long sum = 0;
            for (int k = 0; k < 3; k++) sum = (sum + m.a[i][k] * v[k] % modulus) % modulus;
            to[i] = (unsigned int)sum;
        }
        for (int i = 0; i < 3; i++) v[i] = to[i];
    }
}
SCORD_RANDOM void scord_mrg_skip(curandStateMRG32k3a_t *state, unsigned long long n, int first) {
    if (n == 0) return;
    const scord_mrg_matrix one = {{{0, 1, 0}, {0, 0, 1}, {SCORD_MRG_M1 - 810728, 1403580, 0}}};
    const scord_mrg_matrix two = {{{0, 1, 0}, {0, 0, 1}, {SCORD_MRG_M2 - 1370589, 0, 527612}}};
    scord_mrg_jump(state->s1, one, SCORD_MRG_M1, n, first);
    scord_mrg_jump(state->s2, two, SCORD_MRG_M2, n, first);
}
SCORD_RANDOM void skipahead(unsigned long long n, curandStateMRG32k3a_t *state) { scord_mrg_skip(state, n, 0); }
SCORD_RANDOM void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t *state) { scord_mrg_skip(state, n, 76); }
SCORD_RANDOM void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t *state) { scord_mrg_skip(state, n, 127); }
SCORD_RANDOM void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                              curandStateMRG32k3a_t *state) {
    const unsigned long long a = (unsigned int)seed ^ 0x55555555u, b = (unsigned int)(seed >> 32) ^ 0xaaaaaaaau;
    for (int i = 0; i < 3; i++) {
        state->s1[i] = (unsigned int)((i == 1 ? b : a) * 12345 % SCORD_MRG_M1);
        state->s2[i] = (unsigned int)((i == 1 ? a : b) * 12345 % SCORD_MRG_M2);
    }
    state->boxmuller_flag = state->boxmuller_flag_double = 0;
    skipahead_subsequence(subsequence, state);
    skipahead(offset, state);
}
SCORD_RANDOM double curand_MRG32k3a(curandStateMRG32k3a_t *state) { /* from 1 to m1 */
    const unsigned long long p = (1403580ull * state->s1[1] + (SCORD_MRG_M1 - 810728) * state->s1[0] % SCORD_MRG_M1) % SCORD_MRG_M1;
    const unsigned long long q = (527612ull * state->s2[2] + (SCORD_MRG_M2 - 1370589) * state->s2[0] % SCORD_MRG_M2) % SCORD_MRG_M2;
    state->s1[0] = state->s1[1], state->s1[1] = state->s1[2], state->s1[2] = (unsigned int)p;
    state->s2[0] = state->s2[1], state->s2[1] = state->s2[2], state->s2[2] = (unsigned int)q;
    return (double)(p > q ? p - q : p + SCORD_MRG_M1 - q);
}
SCORD_RANDOM unsigned int curand(curandStateMRG32k3a_t *state) { /* to all 32 bits: by 2^32 / m1 */
    return (unsigned int)(curand_MRG32k3a(state) * 1.000000048662);
}

/* ---- Sobol': number i is the sum of the direction numbers that i's Gray code names ---- */
#ifndef SCORD_CURAND_DIRECTIONS
#define SCORD_CURAND_DIRECTIONS
typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
#endif
/* Scrambled: by other vectors, and a constant that all numbers begin with. */
#define SCORD_SOBOL(name, T, BITS)                                                                                   \
    struct name {                                                                                                   \
        T i, x, c;                                                                                                  \
        T direction_vectors[BITS];                                                                                  \
    };                                                                                                              \
    typedef struct name name##_t;                                                                                   \
    SCORD_RANDOM void scord_sobol_place(name##_t *state) {                                                          \
        const T gray = state->i ^ state->i >> 1;                                                                    \
        T x = state->c;                                                                                             \
        for (int k = 0; k < BITS; k++) x ^= state->direction_vectors[k] & ((T)0 - (gray >> k & 1));                 \
        state->x = x;                                                                                               \
    }                                                                                                               \
    template <typename N> SCORD_RANDOM void skipahead(N n, name##_t *state) {                                       \
        state->i += (T)n;                                                                                           \
        scord_sobol_place(state);                                                                                   \
    }                                                                                                               \
    SCORD_RANDOM void scord_sobol_init(const T *directions, T c, T offset, name##_t *state) {                       \
        for (int k = 0; k < BITS; k++) state->direction_vectors[k] = directions[k];                                 \
        state->c = c;                                                                                               \
        state->i = offset;                                                                                          \
        scord_sobol_place(state);                                                                                   \
    }                                                                                                               \
    SCORD_RANDOM T curand(name##_t *state) {                                                                        \
        const T x = state->x;                                                                                       \
        state->x ^= state->direction_vectors[(__ffsll((long long)~state->i) - 1) & (BITS - 1)];                     \
        state->i++;                                                                                                 \
        return x;                                                                                                   \
    }
SCORD_SOBOL(curandStateSobol32, unsigned int, 32)
SCORD_SOBOL(curandStateScrambledSobol32, unsigned int, 32)
SCORD_SOBOL(curandStateSobol64, unsigned long long, 64)
SCORD_SOBOL(curandStateScrambledSobol64, unsigned long long, 64)
#undef SCORD_SOBOL
SCORD_RANDOM void curand_init(const unsigned int *directions, unsigned int offset, curandStateSobol32_t *state) {
    scord_sobol_init(directions, 0, offset, state);
}
SCORD_RANDOM void curand_init(const unsigned int *directions, unsigned int c, unsigned int offset,
                              curandStateScrambledSobol32_t *state) {
    scord_sobol_init(directions, c, offset, state);
}
SCORD_RANDOM void curand_init(const unsigned long long *directions, unsigned long long offset, curandStateSobol64_t *state) {
    scord_sobol_init(directions, 0, offset, state);
}
SCORD_RANDOM void curand_init(const unsigned long long *directions, unsigned long long c, unsigned long long offset,
                              curandStateScrambledSobol64_t *state) {
    scord_sobol_init(directions, c, offset, state);
}

/* ---- MTGP32 (Saito and Matsumoto 2013): all threads of a block, up to 256, take numbers of one state together ---- */
SCORD_RANDOM unsigned int scord_mtgp_next(curandStateMtgp32_t *state, unsigned int thread, unsigned int threads) {
    const mtgp32_kernel_params_t *k = state->k;
    const unsigned int set = state->pIdx, at = thread + state->offset, place = k->pos_tbl[set];
    unsigned int x = (state->s[at & MTGP32_STATE_MASK] & k->mask[0]) ^ state->s[(at + 1) & MTGP32_STATE_MASK];
    x ^= x << k->sh1_tbl[set];
    const unsigned int y = x ^ (state->s[(at + place) & MTGP32_STATE_MASK] >> k->sh2_tbl[set]);
    const unsigned int next = y ^ k->param_tbl[set][y & 15];
    unsigned int t = state->s[(at + place - 1) & MTGP32_STATE_MASK];
    t ^= t >> 16;
    t ^= t >> 8;
    state->s[(at + MTGPDC_N) & MTGP32_STATE_MASK] = next;
    __syncthreads();
    if (thread == 0) state->offset = (state->offset + threads) & MTGP32_STATE_MASK;
    __syncthreads();
    return next ^ k->temper_tbl[set][t & 15];
}
SCORD_RANDOM unsigned int curand(curandStateMtgp32_t *state) {
    const unsigned int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    return scord_mtgp_next(state, thread, blockDim.x * blockDim.y * blockDim.z);
}
SCORD_RANDOM unsigned int curand_mtgp32_specific(curandStateMtgp32_t *state, unsigned char index, unsigned char n) {
    return scord_mtgp_next(state, index, n);
}

/* ---- uniform ---- */
SCORD_RANDOM float scord_uniform(unsigned int n) { return n * 2.3283064e-10f + 2.3283064e-10f / 2.0f; }
SCORD_RANDOM double scord_uniform_double(unsigned int low, unsigned int high) {
    const unsigned long long n = (unsigned long long)low ^ ((unsigned long long)high << 21);
    return n * 1.1102230246251565e-16 + 1.1102230246251565e-16 / 2.0;
}
template <typename S> SCORD_RANDOM float curand_uniform(S *state) { return scord_uniform(curand(state)); }
template <typename S> SCORD_RANDOM double curand_uniform_double(S *state) {
    const unsigned int low = curand(state);
    return scord_uniform_double(low, curand(state));
}
SCORD_RANDOM double curand_uniform_double(curandStatePhilox4_32_10_t *state) { /* of 32 bits only */
    return curand(state) * 2.3283064365386963e-10 + 2.3283064365386963e-10;
}
#define SCORD_MRG_NORM 2.3283065498378288e-10 /* 1 / m1 */
SCORD_RANDOM float curand_uniform(curandStateMRG32k3a_t *state) { return (float)(curand_MRG32k3a(state) * SCORD_MRG_NORM); }
SCORD_RANDOM double curand_uniform_double(curandStateMRG32k3a_t *state) { return curand_MRG32k3a(state) * SCORD_MRG_NORM; }
SCORD_RANDOM float4 curand_uniform4(curandStatePhilox4_32_10_t *state) {
    const uint4 n = curand4(state);
    return make_float4(scord_uniform(n.x), scord_uniform(n.y), scord_uniform(n.z), scord_uniform(n.w));
}
SCORD_RANDOM double2 curand_uniform2_double(curandStatePhilox4_32_10_t *state) {
    const uint4 n = curand4(state);
    return make_double2(scord_uniform_double(n.x, n.y), scord_uniform_double(n.z, n.w));
}

/* ---- normal ---- */
SCORD_RANDOM float2 scord_box_muller(unsigned int x, unsigned int y) {
    const float step = 2.3283064e-10f * 6.2831855f, angle = y * step + step / 2.0f;
    const float length = sqrtf(-2.0f * logf(scord_uniform(x)));
    return make_float2(sinf(angle) * length, cosf(angle) * length);
}
SCORD_RANDOM double2 scord_box_muller_double(unsigned int x0, unsigned int x1, unsigned int y0, unsigned int y1) {
    const double length = sqrt(-2.0 * log(scord_uniform_double(x0, x1))), turn = 2.0 * scord_uniform_double(y0, y1);
    return make_double2(sinpi(turn) * length, cospi(turn) * length);
}
template <typename S> SCORD_RANDOM float2 curand_normal2(S *state) {
    const unsigned int x = curand(state);
    return scord_box_muller(x, curand(state));
}
template <typename S> SCORD_RANDOM double2 curand_normal2_double(S *state) {
    const unsigned int x0 = curand(state), x1 = curand(state), y0 = curand(state);
    return scord_box_muller_double(x0, x1, y0, curand(state));
}
SCORD_RANDOM double2 curand_normal2_double(curandStatePhilox4_32_10_t *state) {
    const uint4 n = curand4(state);
    return scord_box_muller_double(n.x, n.y, n.z, n.w);
}
SCORD_RANDOM float2 curand_normal2(curandStateMRG32k3a_t *state) {
    const float x = curand_uniform(state), y = curand_uniform(state) * 6.2831855f, length = sqrtf(-2.0f * logf(x));
    return make_float2(sinf(y) * length, cosf(y) * length);
}
SCORD_RANDOM double2 curand_normal2_double(curandStateMRG32k3a_t *state) {
    const double x = curand_uniform_double(state), y = curand_uniform_double(state) * 2.0, length = sqrt(-2.0 * log(x));
    return make_double2(sinpi(y) * length, cospi(y) * length);
}
/* The second of two is kept for the next call. */
template <typename S> SCORD_RANDOM float curand_normal(S *state) {
    state->boxmuller_flag = !state->boxmuller_flag;
    if (!state->boxmuller_flag) return state->boxmuller_extra;
    const float2 both = curand_normal2(state);
    state->boxmuller_extra = both.y;
    return both.x;
}
template <typename S> SCORD_RANDOM double curand_normal_double(S *state) {
    state->boxmuller_flag_double = !state->boxmuller_flag_double;
    if (!state->boxmuller_flag_double) return state->boxmuller_extra_double;
    const double2 both = curand_normal2_double(state);
    state->boxmuller_extra_double = both.y;
    return both.x;
}
/* Of Sobol' numbers each gives one: by the inverse of the distribution, so that points stay points. */
SCORD_RANDOM double scord_sobol_double(unsigned int x) { return x * 2.3283064365386963e-10 + 2.3283064365386963e-10; }
SCORD_RANDOM double scord_sobol_double(unsigned long long x) { return (x >> 11) * 0x1p-53 + 0x1p-54; }
SCORD_RANDOM float scord_sobol_float(unsigned int x) { return scord_uniform(x); }
SCORD_RANDOM float scord_sobol_float(unsigned long long x) { return scord_uniform((unsigned int)(x >> 32)); }
SCORD_RANDOM double scord_sobol_middle(unsigned int x) { return x * 2.3283064365386963e-10 + 2.3283064365386963e-10 / 2.0; }
SCORD_RANDOM double scord_sobol_middle(unsigned long long x) { return scord_sobol_double(x); }
template <typename T> SCORD_RANDOM float scord_sobol_normal(T x) {
    const bool upper = x > ~T(0) / 2 + 1;
    if (upper) x = ~x;
    const float value = 1.4142135f * erfcinvf(2.0f * scord_sobol_float(x));
    return upper ? value : -value;
}
template <typename T> SCORD_RANDOM double scord_sobol_normal_double(T x) {
    const bool upper = x > ~T(0) / 2 + 1;
    if (upper) x = ~x;
    const double value = 1.4142135623730951 * erfcinv(2.0 * scord_sobol_middle(x));
    return upper ? value : -value;
}
#define SCORD_SOBOL(state_t)                                                                                         \
    SCORD_RANDOM float curand_uniform(state_t *state) { return scord_sobol_float(curand(state)); }                  \
    SCORD_RANDOM double curand_uniform_double(state_t *state) { return scord_sobol_double(curand(state)); }         \
    SCORD_RANDOM float curand_normal(state_t *state) { return scord_sobol_normal(curand(state)); }                  \
    SCORD_RANDOM double curand_normal_double(state_t *state) { return scord_sobol_normal_double(curand(state)); }
SCORD_SOBOL(curandStateSobol32_t)
SCORD_SOBOL(curandStateScrambledSobol32_t)
SCORD_SOBOL(curandStateSobol64_t)
SCORD_SOBOL(curandStateScrambledSobol64_t)
SCORD_SOBOL(curandStateMtgp32_t) /* each thread has one number of a turn */
#undef SCORD_SOBOL
SCORD_RANDOM float4 curand_normal4(curandStatePhilox4_32_10_t *state) {
    const uint4 n = curand4(state);
    const float2 a = scord_box_muller(n.x, n.y), b = scord_box_muller(n.z, n.w);
    return make_float4(a.x, a.y, b.x, b.y);
}
template <typename S> SCORD_RANDOM float curand_log_normal(S *state, float mean, float deviation) {
    return expf(mean + deviation * curand_normal(state));
}
template <typename S> SCORD_RANDOM float2 curand_log_normal2(S *state, float mean, float deviation) {
    const float2 both = curand_normal2(state);
    return make_float2(expf(mean + deviation * both.x), expf(mean + deviation * both.y));
}
template <typename S> SCORD_RANDOM double curand_log_normal_double(S *state, double mean, double deviation) {
    return exp(mean + deviation * curand_normal_double(state));
}
/* ---- Poisson: by the product of uniform numbers (Knuth), of large means by a normal one; not cuRAND's sequence ---- */
template <typename S> SCORD_RANDOM unsigned int curand_poisson(S *state, double lambda) {
    if (lambda > 64) {
        const double value = floor(lambda + sqrt(lambda) * curand_normal_double(state) + 0.5);
        return value < 0 ? 0 : (unsigned int)value;
    }
    const double limit = exp(-lambda);
    unsigned int n = 0;
    for (double product = curand_uniform(state); product > limit; n++) product *= curand_uniform(state);
    return n;
}
/* By the inverse of the distribution, of one number: the block's threads take turns together. */
SCORD_RANDOM unsigned int curand_poisson(curandStateMtgp32_t *state, double lambda) {
    if (lambda > 64) {
        const double value = floor(lambda + sqrt(lambda) * curand_normal_double(state) + 0.5);
        return value < 0 ? 0 : (unsigned int)value;
    }
    const double u = curand_uniform_double(state);
    unsigned int n = 0;
    for (double p = exp(-lambda), sum = p; u > sum && p > 0; sum += p) p *= lambda / ++n;
    return n;
}
SCORD_RANDOM uint4 curand_poisson4(curandStatePhilox4_32_10_t *state, double lambda) {
    const unsigned int a = curand_poisson(state, lambda), b = curand_poisson(state, lambda), c = curand_poisson(state, lambda);
    return make_uint4(a, b, c, curand_poisson(state, lambda));
}
#undef SCORD_RANDOM
#undef SCORD_MRG_M1
#undef SCORD_MRG_M2
#undef SCORD_MRG_NORM

#endif
