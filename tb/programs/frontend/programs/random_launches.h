// random_launches.h: what the programs of random_launches.c share: buffers, streams, events, and
// what their statements do.
#include <cstdio>
#include <cstdlib>

static int *b[4]; // two of the device, managed, pinned
static cudaStream_t s[5];
static cudaEvent_t e[4];

__global__ void work(int *to, int n, const int *from, int m) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int k = i; k < m; k += 128) sum += from[k];
    for (int k = i; k < n; k += 128) to[k] = sum;
}

// Macros: the accesses and the call are in the line that has them.
#define TOUCH(p, n, writes)                                                                        \
    for (int i = 0; i < (n); i += 16)                                                              \
        if (writes)                                                                                \
            ((volatile int *)(p))[i] = i;                                                          \
        else                                                                                       \
            (void)((volatile int *)(p))[i]
struct Touch {
    int *p;
    int n;
    bool writes;
};
static void function(void *what) {
    const Touch *t = (Touch *)what;
    TOUCH(t->p, t->n, t->writes);
    delete t;
}
#define CALL(stream, p, n, writes) cudaLaunchHostFunc(stream, function, new Touch{p, n, writes})

static void start() {
    const int bytes = 64 * 256;
    cudaMalloc(&b[0], bytes);
    cudaMalloc(&b[1], bytes);
    cudaMallocManaged(&b[2], bytes);
    cudaMallocHost(&b[3], bytes);
    for (int i = 0; i < 4; i++) cudaMemset(b[i], 0, bytes);
    for (int i = 0; i < 4; i++) cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
    for (int i = 1; i < 5; i++)
        cudaStreamCreateWithFlags(&s[i], i < 3 ? cudaStreamDefault : cudaStreamNonBlocking);
    cudaDeviceSynchronize();
}
