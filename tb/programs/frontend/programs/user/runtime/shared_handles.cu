// shared_handles.cu: handles of memory and events for other processes open in their own; cooperative_groups/memcpy_async.h
// brings the pipeline's primitives.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void reversed(const int4 *from, int *to) {
    __shared__ int4 copied[32];
    __pipeline_memcpy_async(&copied[threadIdx.x], &from[threadIdx.x], sizeof(int4));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    to[threadIdx.x] = copied[31 - threadIdx.x].y;
}

int main() {
    int wrong = 0, host[128], back[32];
    for (int i = 0; i < 128; i++) host[i] = i;
    int *memory, *again, *to;
    cudaMalloc(&memory, sizeof host);
    cudaMalloc(&to, sizeof back);
    cudaIpcMemHandle_t handle;
    wrong += cudaIpcGetMemHandle(&handle, memory) != cudaSuccess;
    wrong += cudaIpcGetMemHandle(&handle, host) != cudaErrorInvalidValue;
    wrong += cudaIpcOpenMemHandle((void **)&again, handle, cudaIpcMemLazyEnablePeerAccess) != cudaSuccess;
    wrong += cudaMemcpy(again, host, sizeof host, cudaMemcpyHostToDevice) != cudaSuccess;
    cudaEvent_t event, same;
    cudaIpcEventHandle_t event_handle;
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming | cudaEventInterprocess);
    wrong += cudaIpcGetEventHandle(&event_handle, event) != cudaSuccess;
    wrong += cudaIpcOpenEventHandle(&same, event_handle) != cudaSuccess;
    reversed<<<1, 32>>>((const int4 *)memory, to);
    wrong += cudaEventRecord(same) != cudaSuccess || cudaEventSynchronize(event) != cudaSuccess;
    cudaMemcpy(back, to, sizeof back, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) wrong += back[i] != 4 * (31 - i) + 1;
    wrong += cudaIpcCloseMemHandle(again) != cudaSuccess;
    wrong += cudaFree(memory) != cudaSuccess;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
