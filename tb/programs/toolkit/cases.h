/* SPDX-License-Identifier: Apache-2.0 */
/* cases.h: small programs over the toolkit's headers, many in a file. A case is a kernel's result
 * against the host's: PURE runs one function on both sides, CASE is what a file makes of it. Ends
 * with "wrong N" and "cases N". */
#ifndef TB_TOOLKIT_CASES_H
#define TB_TOOLKIT_CASES_H

#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

static int wrong, cases;
static void expect(bool right, const char *what) {
    cases++;
    if (!right) wrong++, printf("%s differs\n", what);
}
#define CUDA(call)                                                                                 \
    if ((call) != cudaSuccess)                                                                     \
    printf("line %d: %s\n", __LINE__, cudaGetErrorString(cudaGetLastError())), wrong++
static int finish() {
    CUDA(cudaDeviceSynchronize());
    printf("cases %d\nwrong %d\n", cases, wrong);
    return 0;
}

/* Memory of both sides. */
template <typename T> struct shared_array {
    T *at;
    explicit shared_array(int n) {
        CUDA(cudaMallocManaged(&at, n * sizeof(T) + 4)); /* small atomics take a word */
        memset((void *)at, 0, n * sizeof(T));
    }
    operator T *() const { return at; }
};

/* Words with corners of all small formats of floating point among them. */
static inline unsigned int word(unsigned int i) {
    static const float corners[] = {0.0f,     -0.0f,     1.0f,     -1.0f,        1.5f,     2.0f,
                                    65504.0f, 65520.0f,  448.0f,   464.0f,       57344.0f, 61440.0f,
                                    6.1e-5f,  5.96e-8f,  2.98e-8f, 0.001953125f, 3.4e38f,  1e-40f,
                                    INFINITY, -INFINITY, NAN,      0.1f,         3.14159f, 240.0f};
    unsigned int x = i * 2654435761u + 12345u;
    x ^= x >> 15, x *= 2246822519u, x ^= x >> 13;
    if (i % 3 == 0) {
        float f = corners[x % 24];
        memcpy(&x, &f, 4);
        return x;
    }
    if (i % 3 == 1) {
        float f = (float)((int)(x % 20001) - 10000) / 256.0f;
        memcpy(&x, &f, 4);
    }
    return x;
}
static inline float number(unsigned int i) {
    float f;
    unsigned int x = word(i);
    memcpy(&f, &x, 4);
    return f;
}

template <typename F, typename In, typename Out>
__global__ void on_device(const In *in, Out *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = F()(in[i]);
}
template <typename T> inline bool same(const T &a, const T &b) {
    return memcmp(&a, &b, sizeof a) == 0;
}
inline bool same(float a, float b) {
    return memcmp(&a, &b, 4) == 0 || (std::isnan(a) && std::isnan(b));
}
inline bool same(double a, double b) {
    return memcmp(&a, &b, 8) == 0 || (std::isnan(a) && std::isnan(b));
}

struct three {
    float a, b, c;
};
/* F on a thousand triples, on both sides. */
template <typename F> void pure(const char *what) {
    typedef decltype(F()(three())) Out;
    enum { N = 960 };
    shared_array<three> in(N);
    shared_array<Out> out(N);
    for (int i = 0; i < N; i++) in[i] = three{number(3 * i), number(7 * i + 1), number(5 * i + 2)};
    on_device<F, three, Out><<<N / 96, 96>>>(in, out, N);
    CUDA(cudaDeviceSynchronize());
    int differ = 0;
    for (int i = 0; i < N; i++)
        if (!same(out[i], F()(in[i])) && differ++ < 2) {
            const Out host = F()(in[i]);
            unsigned long long h = 0, d = 0;
            memcpy(&h, &host, sizeof host < 8 ? sizeof host : 8),
                memcpy(&d, &out[i], sizeof host < 8 ? sizeof host : 8);
            printf("%s(%g, %g, %g): host %llx, device %llx\n", what, in[i].a, in[i].b, in[i].c, h,
                   d);
        }
    expect(differ == 0, what);
}
/* A function of a, b, c, run on both sides by run_all(). */
typedef void (*runner)(const char *);
struct listed {
    runner run;
    const char *what;
};
inline std::vector<listed> &list() {
    static std::vector<listed> all;
    return all;
}
inline bool later(runner run, const char *what) {
    list().push_back(listed{run, what});
    return true;
}
inline void run_all() {
    for (const listed &one : list()) one.run(one.what);
}
#define PURE(name, ...)                                                                            \
    struct name {                                                                                  \
        __host__ __device__ auto operator()(three x) const {                                       \
            const float a = x.a, b = x.b, c = x.c;                                                 \
            (void)a, (void)b, (void)c;                                                             \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    };                                                                                             \
    static const bool name##_there = later(pure<name>, #name);

#endif
