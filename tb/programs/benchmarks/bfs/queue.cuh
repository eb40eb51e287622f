// queue.cuh: a queue of a block in shared memory, which spills into the device's (Luo, Wong, Hwu 2010).
#ifndef QUEUE_CUH
#define QUEUE_CUH

#define LOCAL_CAPACITY 96

struct GlobalQueue {
    int *nodes, *tail;
    int capacity;
};
struct LocalQueue { // in shared memory
    int nodes[LOCAL_CAPACITY];
    int tail, start;
};
extern __device__ unsigned int overflows; // nodes that found no place in a local queue

__device__ void queue_reset(LocalQueue *queue);
__device__ void queue_push(LocalQueue *queue, const GlobalQueue &global, int node);
__device__ void queue_flush(LocalQueue *queue, const GlobalQueue &global); // by all threads of the block

#endif
