// queue.cu: see queue.cuh.
#include "queue.cuh"

#include <cassert>
#include <cstdio>

__device__ unsigned int overflows = 0;

__device__ void queue_reset(LocalQueue *queue) {
    if (threadIdx.x == 0) queue->tail = 0;
    __syncthreads();
}

__device__ void queue_push(LocalQueue *queue, const GlobalQueue &global, int node) {
    const int local = atomicAdd(&queue->tail, 1);
    if (local < LOCAL_CAPACITY) {
        queue->nodes[local] = node;
        return;
    }
    atomicAdd(&overflows, 1u);
    const int place = atomicAdd(global.tail, 1);
    if (place >= global.capacity) printf("block %d: the queue of %d nodes is full\n", blockIdx.x, global.capacity);
    assert(place < global.capacity);
    global.nodes[place] = node;
}

__device__ void queue_flush(LocalQueue *queue, const GlobalQueue &global) {
    __syncthreads();
    const int count = min(queue->tail, LOCAL_CAPACITY);
    if (threadIdx.x == 0) queue->start = atomicAdd(global.tail, count);
    __syncthreads();
    for (int i = threadIdx.x; i < count; i += blockDim.x) global.nodes[queue->start + i] = queue->nodes[i];
}
