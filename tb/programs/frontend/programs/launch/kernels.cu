// Kernels that run beside each other and synchronise by words of memory (docs/launch-order.md).
#include "cases.h"
#include <cuda/atomic>

enum { FLAG, NO_FENCE, BLOCK_FENCE, BLOCK_FLAG, FLAG_FIRST };
__global__ void produce(int how, int *data, int *flag) {
    if (how == FLAG_FIRST) __threadfence();
    if (how == FLAG_FIRST && threadIdx.x == 0) atomicExch(flag, 1);
    data[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (how == BLOCK_FENCE)
        __threadfence_block();
    else if (how != NO_FENCE)
        __threadfence();
    if (threadIdx.x != 0 || how == FLAG_FIRST) return;
    if (how == BLOCK_FLAG)
        atomicExch_block(flag, 1);
    else
        atomicExch(flag, 1);
}
__global__ void consume(const int *data, int *flag, int *out, bool waits, bool fences) {
    if (threadIdx.x == 0 && waits)
        while (atomicAdd(flag, 0) == 0) {
        }
    __syncthreads();
    if (fences) __threadfence();
    out[threadIdx.x] = data[threadIdx.x];
}
#define PAIR                                                                                       \
    Streams s(cudaStreamNonBlocking);                                                              \
    int *data = device(), *flag = device(), *out = device();                                       \
    (void)out

CASE(flag_behind_a_fence, launch/streams) {
    PAIR;
    produce<<<1, 64, 0, s.a>>>(FLAG, data, flag);
    consume<<<1, 64, 0, s.b>>>(data, flag, out, !wrong, true); // FOUND
}
CASE(reader_is_first, launch/streams) {
    PAIR;
    consume<<<1, 64, 0, s.b>>>(data, flag, out, !wrong, true);
    produce<<<1, 64, 0, s.a>>>(FLAG, data, flag); // FOUND
}
CASE(writer_without_a_fence, launch/streams) {
    PAIR;
    produce<<<1, 64, 0, s.a>>>(wrong ? NO_FENCE : FLAG, data, flag);
    consume<<<1, 64, 0, s.b>>>(data, flag, out, true, true); // FOUND
}
CASE(reader_without_a_fence, launch/streams) {
    PAIR;
    produce<<<1, 64, 0, s.a>>>(FLAG, data, flag);
    consume<<<1, 64, 0, s.b>>>(data, flag, out, true, !wrong); // FOUND
}
CASE(flag_before_the_data, launch/streams) {
    PAIR;
    produce<<<1, 64, 0, s.a>>>(wrong ? FLAG_FIRST : FLAG, data, flag);
    consume<<<1, 64, 0, s.b>>>(data, flag, out, true, true); // FOUND
}
CASE(fence_of_block_scope, launch/streams) {
    PAIR;
    produce<<<1, 64, 0, s.a>>>(wrong ? BLOCK_FENCE : FLAG, data, flag);
    consume<<<1, 64, 0, s.b>>>(data, flag, out, true, true); // FOUND
}
CASE(flag_of_block_scope, launch/streams) {
    PAIR;
    produce<<<1, 64, 0, s.a>>>(wrong ? BLOCK_FLAG : FLAG, data, flag);
    consume<<<1, 64, 0, s.b>>>(data, flag, out, true, true); // FOUND
}

__global__ void tell(int *flag, bool fences) {
    if (fences) __threadfence();
    atomicExch(flag, 1);
}
CASE(told_by_the_next_kernel, launch/streams) { // what its stream had before goes with its flag
    PAIR;
    fill<<<1, 64, 0, s.a>>>(data, 64, 1);
    tell<<<1, 1, 0, s.a>>>(flag, !wrong);
    consume<<<1, 64, 0, s.b>>>(data, flag, out, true, true); // FOUND
}

__global__ void count_in_block(int *total) { atomicAdd_block(total, 1); }
CASE(counter_of_block_scope, launch/streams) {
    PAIR;
    count<<<1, 64, 0, s.a>>>(data, 64);
    if (wrong)
        count_in_block<<<1, 64, 0, s.b>>>(data); // FOUND
    else
        count<<<1, 64, 0, s.b>>>(data, 64);
}
CASE(counter_orders_nothing, launch/streams) { // atomics do not race; what lies beside them does
    PAIR;
    fill<<<1, 64, 0, s.a>>>(data, 64, 1);
    count<<<1, 64, 0, s.a>>>(flag, 64);
    count<<<1, 64, 0, s.b>>>(flag, 64);
    copy<<<1, 64, 0, s.b>>>(out, wrong ? data : flag + 64, 64); // FOUND
}

__global__ void produce_volatile(int *data, volatile int *flag) {
    data[threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) *flag = 1;
}
__global__ void consume_volatile(int *data, volatile int *flag, int *out, bool waits) {
    if (threadIdx.x == 0 && waits) {
        while (*flag == 0) {
        }
        __threadfence();
    }
    __syncthreads();
    out[threadIdx.x] = data[threadIdx.x];
}
CASE(volatile_flag, launch/streams) {
    PAIR;
    consume_volatile<<<1, 64, 0, s.b>>>(data, flag, out, !wrong);
    produce_volatile<<<1, 64, 0, s.a>>>(data, flag); // FOUND
}

using word = cuda::atomic_ref<int, cuda::thread_scope_device>;
__global__ void produce_released(int *data, int *flag, bool releases) {
    *data = 1;
    word(*flag).store(1, releases ? cuda::memory_order_release : cuda::memory_order_relaxed);
}
__global__ void consume_acquired(int *data, int *flag, int *out) {
    while (word(*flag).load(cuda::memory_order_acquire) == 0) {
    }
    *out = *data;
}
CASE(release_and_acquire, launch/streams) {
    PAIR;
    consume_acquired<<<1, 1, 0, s.b>>>(data, flag, out); // FOUND
    produce_released<<<1, 1, 0, s.a>>>(data, flag, !wrong); // FOUND
}

__global__ void relay(int *from, int *to) {
    while (atomicAdd(from, 0) == 0) {
    }
    __threadfence();
    atomicExch(to, 1);
}
CASE(through_a_third_kernel, launch/streams) {
    PAIR;
    cudaStream_t c;
    cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
    consume<<<1, 64, 0, s.b>>>(data, flag + 32, out, !wrong, true);
    relay<<<1, 1, 0, c>>>(flag, flag + 32);
    produce<<<1, 64, 0, s.a>>>(FLAG, data, flag); // FOUND
    cudaDeviceSynchronize();
    cudaStreamDestroy(c);
}
CASE(kernel_before_the_writer, launch/streams) { // its work goes with the flag, too
    PAIR;
    int *more = device();
    if (!wrong) FILL(more, s.a);
    produce<<<1, 64, 0, s.a>>>(FLAG, data, flag);
    if (wrong) FILL(more, s.a);
    consume<<<1, 64, 0, s.b>>>(data, flag, out, true, true);
    copy<<<8, 256, 0, s.b>>>(out, more, N); // FOUND
}
CASE(data_behind_the_flag, launch/streams) { // the next kernel of the writer's stream
    PAIR;
    produce<<<1, 64, 0, s.a>>>(FLAG, data, flag);
    if (wrong) fill<<<1, 64, 0, s.a>>>(data, 64, 7);
    consume<<<1, 64, 0, s.b>>>(data, flag, out, true, true); // FOUND
}

__global__ void ping(int *turn, int mine, int *data, int rounds, bool fences) {
    for (int i = 0; i < rounds; i++) {
        while (atomicAdd(turn, 0) % 2 != mine) {
        }
        if (fences) __threadfence();
        data[i % 8] += 1;
        if (fences) __threadfence();
        atomicAdd(turn, 1);
    }
}
CASE(kernels_in_turn, launch/streams) { // more rounds than a kernel has parts
    PAIR;
    ping<<<1, 1, 0, s.a>>>(flag, 0, data, 100, !wrong); // FOUND
    ping<<<1, 1, 0, s.b>>>(flag, 1, data, 100, !wrong); // FOUND
}

__global__ void locked(int *lock, int *total, bool locks) {
    if (threadIdx.x != 0) return;
    while (locks && atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *total += 1;
    __threadfence();
    if (locks) atomicExch(lock, 0);
}
CASE(one_lock_of_two_kernels, launch/streams) {
    PAIR;
    locked<<<4, 32, 0, s.a>>>(flag, data, true);
    locked<<<wrong ? 1 : 4, 32, 0, s.b>>>(flag, data, !wrong); // FOUND
}

__global__ void produce_blocks(int *data, int *done) {
    data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(done, 1);
}
__global__ void consume_blocks(int *data, int *done, int *out, int blocks) {
    if (threadIdx.x == 0)
        while (atomicAdd(done, 0) < blocks) {
        }
    __syncthreads();
    __threadfence();
    for (int i = threadIdx.x; i < N; i += blockDim.x) out[i] = data[i];
}
CASE(all_blocks_are_done, launch/streams) {
    PAIR;
    consume_blocks<<<1, 256, 0, s.b>>>(data, flag, out, wrong ? 0 : 8);
    produce_blocks<<<8, 256, 0, s.a>>>(data, flag); // FOUND
}
