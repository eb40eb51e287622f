// cases.h: pairs of host programs, wrong and right, one function each: PROGRAM CASE wrong|right
// runs one.
//   CASE(name, launch/rule) { … if (wrong) … }
// The findings of a wrong one are of its rule and at lines marked FOUND; a right one has none.
#include <cstdio>
#include <cstdlib>
#include <cstring>

static bool wrong;
static const int N = 2048, BYTES = N * sizeof(int);

struct Case {
    const char *name;
    void (*run)();
    Case *next;
    static Case *&first() {
        static Case *list;
        return list;
    }
    Case(const char *n, void (*f)()) : name(n), run(f), next(first()) { first() = this; }
};
#define CASE(name, rule)                                                                           \
    static void name();                                                                            \
    static Case case_##name(#name, name);                                                          \
    static void name()

__global__ void fill(int *p, int n, int value) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = value + i;
}
__global__ void copy(int *to, const int *from, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i];
}
__global__ void count(int *total, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(total, 1);
}
#define FILL(p, s) fill<<<N / 256, 256, 0, s>>>(p, N, 1)

struct Streams {
    cudaStream_t a, b;
    Streams(unsigned flags = cudaStreamDefault) {
        cudaStreamCreateWithFlags(&a, flags);
        cudaStreamCreateWithFlags(&b, flags);
    }
    ~Streams() {
        cudaDeviceSynchronize();
        cudaStreamDestroy(a);
        cudaStreamDestroy(b);
    }
};
static int *device(int bytes = BYTES) {
    int *p;
    cudaMalloc(&p, bytes);
    cudaMemset(p, 0, bytes);
    cudaDeviceSynchronize();
    return p;
}
static int *pinned(int bytes = BYTES) {
    int *p;
    cudaMallocHost(&p, bytes);
    memset(p, 0, bytes);
    return p;
}
static int *managed(int bytes = BYTES) {
    int *p;
    cudaMallocManaged(&p, bytes);
    memset(p, 0, bytes);
    return p;
}
static cudaEvent_t event() {
    cudaEvent_t e;
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    return e;
}

int main(int argc, char **argv) {
    wrong = argc > 2 && strcmp(argv[2], "wrong") == 0;
    for (Case *c = Case::first(); c && argc > 1; c = c->next)
        if (strcmp(c->name, argv[1]) == 0) return c->run(), cudaDeviceSynchronize();
    fprintf(stderr, "no such case\n");
    return 2;
}
