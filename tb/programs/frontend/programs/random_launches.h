// random_launches.h: what the programs of random_launches.c share: buffers, streams, events,
// graphs, and what their statements do.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <sched.h>
#include <semaphore.h>
#include <thread>

static int *b[64]; // two of the device, managed, pinned, those of cudaMallocAsync
static cudaStream_t s[5];
static cudaEvent_t e[4], node_event[8], root;
static cudaGraph_t graph;
static cudaGraphNode_t node[8];
static cudaGraphExec_t g[2];
static cudaMemPool_t pool;

__device__ void do_work(int *to, int n, int sum) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = i; k < n; k += 128) to[k] = sum;
}
__device__ int sum_of(const int *from, int m) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int k = i; k < m; k += 128) sum += from[k];
    return sum;
}
__global__ void work(int *to, int n, const int *from, int m) { do_work(to, n, sum_of(from, m)); }
__global__ void dependent(int *to, int n, const int *from, int m, int waits) {
    const int sum = sum_of(from, m);
    if (waits) cudaGridDependencySynchronize();
    do_work(to, n, sum);
}

// A launch that may begin before the kernel in front has ended, or (records 1, 2) that records an
// event.
struct Launch {
    cudaLaunchAttribute a = {};
    cudaLaunchConfig_t c = {};
    Launch(cudaStream_t stream, int records = 0, cudaEvent_t event = NULL) {
        a.id = cudaLaunchAttributeProgrammaticStreamSerialization;
        a.val.programmaticStreamSerializationAllowed = 1;
        if (records == 1) {
            a.id = cudaLaunchAttributeProgrammaticEvent;
            a.val.programmaticEvent.event = event;
        }
        if (records == 2) {
            a.id = cudaLaunchAttributeLaunchCompletionEvent;
            a.val.launchCompletionEvent.event = event;
        }
        c.gridDim = 2;
        c.blockDim = 64;
        c.stream = stream;
        c.attrs = &a;
        c.numAttrs = 1;
    }
};

// Macros: the accesses and the call are in the line that has them.
#define TOUCH(p, n, writes)                                                                        \
    for (int i = 0; i < (n); i += 16)                                                              \
        if (writes)                                                                                \
            ((volatile int *)(p))[i] = i;                                                          \
        else                                                                                       \
            (void)((volatile int *)(p))[i]
struct Touch { // never freed: a graph is launched again
    int *p;
    int n;
    bool writes;
};
static void function(void *what) {
    const Touch *t = (Touch *)what;
    TOUCH(t->p, t->n, t->writes);
}
#define CALL(stream, p, n, writes) cudaLaunchHostFunc(stream, function, new Touch{p, n, writes})

static void kernel_node(int number, const cudaGraphNode_t *behind, int count, int *to, int n,
                        const int *from, int m) {
    void *arguments[] = {&to, &n, &from, &m};
    cudaKernelNodeParams what = {};
    what.func = (void *)work;
    what.gridDim = dim3(2);
    what.blockDim = dim3(64);
    what.kernelParams = arguments;
    cudaGraphAddKernelNode(&node[number], graph, behind, count, &what);
}
static void set_node(int number, const cudaGraphNode_t *behind, int count, int *to, int bytes) {
    cudaMemsetParams what = {};
    what.dst = to;
    what.value = 1;
    what.elementSize = 1;
    what.width = bytes;
    what.height = 1;
    cudaGraphAddMemsetNode(&node[number], graph, behind, count, &what);
}
static void function_node(int number, const cudaGraphNode_t *behind, int count, int *p, int n,
                          bool writes) {
    const cudaHostNodeParams what = {function, new Touch{p, n, writes}};
    cudaGraphAddHostNode(&node[number], graph, behind, count, &what);
}
static cudaGraphExec_t ended(cudaStream_t stream) {
    cudaGraphExec_t made;
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&made, graph, 0);
    return made;
}

// Turns of two threads: in the order of the statements, which a volatile variable keeps and does
// not pass on.
static volatile int now;
static void turn(int number) {
    while (now != number) sched_yield();
}
// What passes order: an atomic, a lock, a semaphore, fences; one for each statement.
static struct {
    std::atomic<int> flag{0};
    std::mutex lock;
    sem_t semaphore;
} passes[128];
template <int how> void give(int number) {
    auto &pass = passes[number];
    if (how == 0) pass.flag.store(1, std::memory_order_release);
    if (how == 1) std::lock_guard<std::mutex> held(pass.lock);
    if (how == 2) sem_post(&pass.semaphore);
    if (how == 3) {
        std::atomic_thread_fence(std::memory_order_release);
        pass.flag.store(1, std::memory_order_relaxed);
    }
}
template <int how> void take(int number) {
    auto &pass = passes[number];
    if (how == 0)
        while (!pass.flag.load(std::memory_order_acquire)) {
        }
    if (how == 1) std::lock_guard<std::mutex> held(pass.lock);
    if (how == 2) sem_wait(&pass.semaphore);
    if (how == 3) {
        while (!pass.flag.load(std::memory_order_relaxed)) {
        }
        std::atomic_thread_fence(std::memory_order_acquire);
    }
}

static void start() {
    const int bytes = 64 * 256;
    cudaMalloc(&b[0], bytes);
    cudaMalloc(&b[1], bytes);
    cudaMallocManaged(&b[2], bytes);
    cudaMallocHost(&b[3], bytes);
    for (int i = 0; i < 4; i++) cudaMemset(b[i], 0, bytes);
    for (int i = 0; i < 4; i++) cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
    for (int i = 0; i < 8; i++) cudaEventCreateWithFlags(&node_event[i], cudaEventDisableTiming);
    cudaEventCreateWithFlags(&root, cudaEventDisableTiming);
    for (int i = 1; i < 5; i++)
        cudaStreamCreateWithFlags(&s[i], i < 3 ? cudaStreamDefault : cudaStreamNonBlocking);
    cudaDeviceGetDefaultMemPool(&pool, 0);
    for (auto &pass : passes) sem_init(&pass.semaphore, 0, 0);
    cudaDeviceSynchronize();
}
