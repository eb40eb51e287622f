// cuda::barrier in shared memory: arrivals apart from the wait, tokens moved, a completion function, threads that leave, and
// the barrier of a producer warp and consumer warps (as in the CUDA programming guide, "Asynchronous Barrier").
#include <cuda/barrier>
#include <cstdio>
typedef cuda::barrier<cuda::thread_scope_block> Barrier;
const int THREADS = 128, ROUNDS = 4, BLOCKS = 3;

__global__ void rotate(int *out) {
    __shared__ Barrier bar;
    __shared__ int s[2][THREADS];
    const int t = threadIdx.x;
    if (t == 0) init(&bar, THREADS);
    __syncthreads();
    int value = t;
    for (int round = 0; round < ROUNDS; round++) {
        atomicExch(&s[round % 2][t], value);
        Barrier::arrival_token token = bar.arrive();
        const int other = (t + 32 * round + 1) % THREADS; /* work between arrival and wait */
        bar.wait(std::move(token));
        value = atomicAdd(&s[round % 2][other], 0);
    }
    out[blockIdx.x * THREADS + t] = value;
}

__global__ void produce(int *out) {
    __shared__ Barrier ready, filled;
    __shared__ volatile int buffer[32];
    const int t = threadIdx.x, lane = t % 32;
    if (t == 0) {
        init(&ready, THREADS);
        init(&filled, THREADS);
    }
    __syncthreads();
    int sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        if (t < 32) {
            ready.arrive_and_wait(); /* nobody reads the buffer any more */
            buffer[lane] = round * 100 + lane;
            (void)filled.arrive();
        } else {
            (void)ready.arrive();
            auto token = filled.arrive();
            filled.wait(cuda::std::move(token));
            sum += buffer[(lane + 7) % 32];
        }
    }
    out[blockIdx.x * THREADS + t] = sum;
}

struct Count {
    int *calls;
    __device__ void operator()() { atomicAdd(calls, 1); }
};
__global__ void leave(int *calls, int *last) {
    typedef cuda::barrier<cuda::thread_scope_block, Count> Counting;
    __shared__ __align__(16) char place[sizeof(Counting)];
    Counting *bar = reinterpret_cast<Counting *>(place);
    const int t = threadIdx.x;
    if (t == 0) init(bar, THREADS, Count{calls});
    __syncthreads();
    for (int round = 0; round < ROUNDS; round++) {
        if (t / 32 < round) { /* each round one warp fewer */
            bar->arrive_and_drop();
            return;
        }
        bar->arrive_and_wait();
    }
    atomicAdd(last, 1);
}

int main() {
    int *out, *calls, wrong = 0;
    cudaMallocManaged(&out, BLOCKS * THREADS * sizeof(int));
    cudaMallocManaged(&calls, 2 * sizeof(int));
    calls[0] = calls[1] = 0;
    rotate<<<BLOCKS, THREADS>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < BLOCKS * THREADS; i++) {
        int t = i % THREADS;
        for (int round = ROUNDS - 1; round >= 0; round--) t = (t + 32 * round + 1) % THREADS;
        wrong += out[i] != t;
    }
    produce<<<BLOCKS, THREADS>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < BLOCKS * THREADS; i++) {
        int sum = 0;
        for (int round = 0; round < ROUNDS && i % THREADS >= 32; round++) sum += round * 100 + (i % 32 + 7) % 32;
        wrong += out[i] != sum;
    }
    leave<<<1, THREADS>>>(calls, calls + 1);
    cudaDeviceSynchronize();
    wrong += calls[0] != ROUNDS || calls[1] != 32;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
