/* SPDX-License-Identifier: Apache-2.0 */
/* native.c: what the kernels of this folder compute, as plain C on one core: with the same data, in
 * the order of their threads.
 *
 * usage: native KERNEL     prints the processor seconds of one whole run, the mean of as many as
 *                          take 0.3 s
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What is not looked at need not be computed, and what nobody else has written is known. */
static void looked_at(const void *result) { __asm__ volatile("" : : "r"(result) : "memory"); }

static void *zeros(size_t count, size_t bytes) {
    void *memory = calloc(count, bytes);
    looked_at(memory); /* the compiler does not know that it is zero */
    if (memory) return memory;
    fprintf(stderr, "native: no memory for %zu elements\n", count);
    exit(3);
}

static void saxpy(void) {
    enum { N = 1 << 20, LAUNCHES = 20 };
    float *x = zeros(N, sizeof *x), *y = zeros(N, sizeof *y);
    for (int launch = 0; launch < LAUNCHES; launch++) {
        for (int i = 0; i < N; i++) y[i] = 2 * x[i] + y[i];
        looked_at(y);
    }
    free(x);
    free(y);
}

static void mean(const float *from, float *to, int n) {
    for (int y = 1; y < n - 1; y++)
        for (int x = 1; x < n - 1; x++) {
            const int i = y * n + x;
            to[i] = .2f * (from[i] + from[i - 1] + from[i + 1] + from[i - n] + from[i + n]);
        }
    looked_at(to);
}

static void stencil(void) {
    enum { N = 1024, LAUNCHES = 10 };
    float *a = zeros((size_t)N * N, sizeof *a), *b = zeros((size_t)N * N, sizeof *b);
    for (int launch = 0; launch < LAUNCHES; launch++) {
        mean(a, b, N);
        mean(b, a, N);
    }
    free(a);
    free(b);
}

static void gather(void) {
    enum { N = 1 << 18, LAUNCHES = 4, TERMS = 8 };
    int *index = zeros(N, sizeof *index);
    float *x = zeros(N, sizeof *x), *sum = zeros(N, sizeof *sum);
    for (int i = 0; i < N; i++) {
        uint32_t hash = (uint32_t)i * 2654435761u;
        hash = (hash ^ hash >> 13) * 0x85ebca6bu;
        index[i] = (int)((hash ^ hash >> 16) % N);
        x[i] = (float)i;
    }
    for (int launch = 0; launch < LAUNCHES; launch++) {
        for (int i = 0; i < N; i++) {
            float s = 0;
            for (int k = 0; k < TERMS; k++) s += x[index[(i + k * 7919) % N]];
            sum[i] = s;
        }
        looked_at(sum);
    }
    free(index);
    free(x);
    free(sum);
}

static void product(void) {
    enum { N = 256 };
    float *a = zeros(N * N, sizeof *a), *b = zeros(N * N, sizeof *b), *c = zeros(N * N, sizeof *c);
    for (int row = 0; row < N; row++)
        for (int column = 0; column < N; column++) {
            float sum = 0;
            for (int k = 0; k < N; k++) sum += a[row * N + k] * b[k * N + column];
            c[row * N + column] = sum;
        }
    looked_at(c);
    free(a);
    free(b);
    free(c);
}

static void histogram(void) {
    enum { N = 1 << 20, BINS = 256, LAUNCHES = 4 };
    uint32_t *data = zeros(N, sizeof *data), bins[BINS] = {0};
    for (uint32_t i = 0; i < N; i++) data[i] = i * 2654435761u >> 7;
    looked_at(data);
    for (int launch = 0; launch < LAUNCHES; launch++) {
        for (int i = 0; i < N; i++) bins[data[i] % BINS]++;
        looked_at(bins);
    }
    free(data);
}

static void collatz(void) {
    enum { N = 1 << 16 };
    int *length = zeros(N, sizeof *length);
    for (int i = 0; i < N; i++) {
        unsigned long long value = (unsigned long long)i + 1;
        for (; value != 1; length[i]++) value = value % 2 ? 3 * value + 1 : value / 2;
    }
    looked_at(length);
    free(length);
}

static void bodies(void) {
    enum { N = 2048 };
    struct body {
        float x, y, z, w;
    } *body = zeros(N, sizeof *body), *force = zeros(N, sizeof *force);
    for (int i = 0; i < N; i++) {
        float x = 0, y = 0, z = 0;
        for (int j = 0; j < N; j++) {
            const float dx = body[j].x - body[i].x, dy = body[j].y - body[i].y,
                        dz = body[j].z - body[i].z;
            const float near = 1 / sqrtf(dx * dx + dy * dy + dz * dz + 1e-3f),
                        pull = body[j].w * near * near * near;
            x += dx * pull;
            y += dy * pull;
            z += dz * pull;
        }
        force[i] = (struct body){x, y, z, 0};
    }
    looked_at(force);
    free(body);
    free(force);
}

static void reduction(void) {
    enum { N = 1 << 22, LAUNCHES = 4 };
    int *data = zeros(N, sizeof *data), sum = 0;
    for (int launch = 0; launch < LAUNCHES; launch++) {
        for (int i = 0; i < N; i++) sum += data[i];
        looked_at(&sum);
    }
    free(data);
}

static void order(uint32_t *a, uint32_t *b, bool up) {
    if ((*a > *b) != up) return;
    const uint32_t c = *a;
    *a = *b;
    *b = c;
}

static void sort(void) {
    enum { N = 1 << 16 };
    uint32_t *data = zeros(N, sizeof *data);
    for (uint32_t i = 0; i < N; i++) {
        const uint32_t hash = i * 2654435761u;
        data[i] = hash ^ hash >> 15;
    }
    for (uint32_t size = 2; size <= N; size *= 2)
        for (uint32_t stride = size / 2; stride > 0; stride /= 2)
            for (uint32_t t = 0; t < N / 2; t++) {
                const uint32_t i = 2 * t - (t & (stride - 1));
                order(&data[i], &data[i + stride], (i & size) == 0);
            }
    looked_at(data);
    free(data);
}

static void search(void) {
    enum { N = 1 << 15, EDGES = 8, RUNS = 4 };
    int *edges = zeros((size_t)N * EDGES, sizeof *edges), *level = zeros(N, sizeof *level),
        *queue = zeros(N, sizeof *queue);
    for (int run = 0; run < RUNS; run++) {
        for (uint32_t i = 0; i < N * EDGES; i++) {
            uint32_t hash = i * 2654435761u;
            hash = (hash ^ hash >> 13) * 0x85ebca6bu;
            edges[i] = (int)((hash ^ hash >> 16) % N);
        }
        memset(level, -1, N * sizeof *level);
        level[0] = queue[0] = 0;
        for (int first = 0, end = 1; first < end; first++)
            for (int e = 0; e < EDGES; e++) {
                const int to = edges[EDGES * queue[first] + e];
                if (level[to] >= 0) continue;
                level[to] = level[queue[first]] + 1;
                queue[end++] = to;
            }
        looked_at(level);
    }
    free(edges);
    free(level);
    free(queue);
}

static uint32_t rotated(uint32_t x, int n) { return x >> n | x << (32 - n); }

static void sha256(void) {
    enum { N = 1 << 14, ROUNDS = 64 };
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    uint32_t *hash = zeros((size_t)8 * N, sizeof *hash), k[ROUNDS];
    for (int r = 0; r < ROUNDS; r++) k[r] = 0x428a2f98u * (uint32_t)(2 * r + 1); /* as costly */
    looked_at(k);
    for (uint32_t i = 0; i < N; i++) {
        uint32_t w[ROUNDS] = {[0] = i, [1] = 0x80000000, [15] = 32}, s[8];
        for (int r = 16; r < ROUNDS; r++)
            w[r] = w[r - 16] + w[r - 7] +
                   (rotated(w[r - 15], 7) ^ rotated(w[r - 15], 18) ^ w[r - 15] >> 3) +
                   (rotated(w[r - 2], 17) ^ rotated(w[r - 2], 19) ^ w[r - 2] >> 10);
        memcpy(s, start, sizeof s);
        for (int r = 0; r < ROUNDS; r++) {
            const uint32_t a = s[0], b = s[1], c = s[2], e = s[4];
            const uint32_t one = s[7] + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) +
                                 ((e & s[5]) ^ (~e & s[6])) + k[r] + w[r],
                           two = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) +
                                 ((a & b) ^ (a & c) ^ (b & c));
            memmove(s + 1, s, 7 * sizeof *s);
            s[4] += one;
            s[0] = one + two;
        }
        for (int j = 0; j < 8; j++) hash[8 * i + j] = s[j] + start[j];
    }
    looked_at(hash);
    free(hash);
}

static uint32_t drawn(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static void chance(void) {
    enum { N = 1 << 14, POINTS = 200 };
    uint64_t inside = 0;
    for (uint32_t i = 0; i < N; i++) {
        uint32_t state = (i + 1) * 2654435761u;
        for (int p = 0; p < POINTS; p++) {
            const float x = (float)(drawn(&state) >> 8) * (1.f / 16777216),
                        y = (float)(drawn(&state) >> 8) * (1.f / 16777216);
            if (x * x + y * y <= 1) inside++;
        }
    }
    looked_at(&inside);
}

static int within(int value, int n) { return value < 0 ? 0 : value >= n ? n - 1 : value; }

static void blur(const uint8_t *from, uint8_t *to, const int *weight, int n) {
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            int sum = 0;
            for (int dy = -2; dy <= 2; dy++)
                for (int dx = -2; dx <= 2; dx++)
                    sum += weight[5 * (dy + 2) + dx + 2] *
                           from[within(y + dy, n) * n + within(x + dx, n)];
            to[y * n + x] = (uint8_t)(sum / 256);
        }
    looked_at(to);
}

static void filter(void) {
    enum { N = 512, LAUNCHES = 2 };
    static const int weight[25] = {1,  4, 6, 4,  1,  4,  16, 24, 16, 4, 6, 24, 36,
                                   24, 6, 4, 16, 24, 16, 4,  1,  4,  6, 4, 1};
    uint8_t *a = zeros((size_t)N * N, 1), *b = zeros((size_t)N * N, 1);
    for (int launch = 0; launch < LAUNCHES; launch++) {
        blur(a, b, weight, N);
        blur(b, a, weight, N);
    }
    free(a);
    free(b);
}

static uint32_t slot_of(uint32_t key, uint32_t slots) {
    key = (key ^ key >> 16) * 0x85ebca6bu;
    return (key ^ key >> 13) % slots;
}

static void join(void) {
    enum { ROWS = 1 << 16, OTHERS = 1 << 18, SLOTS = 1 << 17, LAUNCHES = 2 };
    uint32_t *keys = zeros(SLOTS, sizeof *keys), *values = zeros(SLOTS, sizeof *values),
             *result = zeros(OTHERS, sizeof *result);
    for (uint32_t i = 0; i < ROWS; i++) {
        const uint32_t key = i * 2654435761u | 1;
        uint32_t s = slot_of(key, SLOTS);
        while (keys[s] != 0 && keys[s] != key) s = (s + 1) % SLOTS;
        keys[s] = key;
        values[s] = i;
    }
    for (int launch = 0; launch < LAUNCHES; launch++) {
        for (uint32_t i = 0; i < OTHERS; i++) {
            const uint32_t key = i * 2654435761u | 1;
            uint32_t s = slot_of(key, SLOTS);
            while (keys[s] != 0 && keys[s] != key) s = (s + 1) % SLOTS;
            result[i] = keys[s] == key ? values[s] + 1 : 0;
        }
        looked_at(result);
    }
    free(keys);
    free(values);
    free(result);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)(void);
    } kernels[] = {{"saxpy", saxpy},         {"stencil", stencil},
                   {"gather", gather},       {"product", product},
                   {"collatz", collatz},     {"bodies", bodies},
                   {"histogram", histogram}, {"reduction", reduction},
                   {"sort", sort},           {"search", search},
                   {"sha256", sha256},       {"chance", chance},
                   {"filter", filter},       {"join", join}};
    for (size_t i = 0; argc == 2 && i < sizeof kernels / sizeof *kernels; i++) {
        if (strcmp(argv[1], kernels[i].name) != 0) continue;
        const double start = now();
        unsigned runs = 0;
        do kernels[i].run();
        while (++runs, now() - start < 0.3);
        printf("%.6f\n", (now() - start) / runs);
        return 0;
    }
    fprintf(stderr, "usage: native KERNEL, the name of a .cu file beside native.c\n");
    return 2;
}
