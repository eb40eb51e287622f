/* native.c: what the kernels of this folder compute, as plain C on one core: with the same data, in
 * the order of their threads.
 *
 * usage: native KERNEL     prints the processor seconds of one whole run, the mean of as many as
 *                          take 0.3 s
 */
#include <math.h>
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

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)(void);
    } kernels[] = {{"saxpy", saxpy},        {"stencil", stencil}, {"gather", gather},
                   {"product", product},    {"collatz", collatz}, {"bodies", bodies},
                   {"histogram", histogram}};
    for (size_t i = 0; argc == 2 && i < sizeof kernels / sizeof *kernels; i++) {
        if (strcmp(argv[1], kernels[i].name) != 0) continue;
        const double start = now();
        unsigned runs = 0;
        do kernels[i].run();
        while (++runs, now() - start < 0.3);
        printf("%.6f\n", (now() - start) / runs);
        return 0;
    }
    fprintf(stderr, "usage: native saxpy|stencil|gather|product|collatz|bodies|histogram\n");
    return 2;
}
