// Kernels that wait for a flag that the host writes after the launch: in managed, pinned, mapped and registered memory and in
// a managed variable. They count their polls, and one polls a second word as well.
// options: --spin-limit 5000
#include <cstdio>
#include <cstdlib>
__managed__ int variable;
__global__ void wait(volatile int *flag, volatile int *other, int *polls) {
    int n = 0;
    if (threadIdx.x == 0)
        while (*flag == 0 && other[0] == 0) n++;
    __syncthreads();
    if (threadIdx.x == 0) *polls = n + 1;
}
__global__ void wait_for_variable(int *polls) {
    int n = 0;
    while (*(volatile int *)&variable == 0) n++;
    if (threadIdx.x == 0) *polls = n + 1;
}
static int polls_of(int *flag, int *device, int *other, int *polls) {
    *flag = *polls = 0;
    wait<<<1, 64>>>(device, other, polls);
    *(volatile int *)flag = 1;
    if (cudaDeviceSynchronize() != cudaSuccess) return 0;
    return *polls;
}
int main() {
    int *other, *polls, *flag, *device, wrong = 0;
    cudaMalloc(&other, 4);
    cudaMemset(other, 0, 4);
    cudaMallocManaged(&polls, 4);
    cudaMallocManaged(&flag, 4);
    wrong += polls_of(flag, flag, other, polls) < 2;
    cudaMallocHost(&flag, 4);
    wrong += polls_of(flag, flag, other, polls) < 2;
    cudaHostAlloc(&flag, 4, cudaHostAllocMapped);
    cudaHostGetDevicePointer(&device, flag, 0);
    wrong += polls_of(flag, device, other, polls) < 2;
    flag = (int *)malloc(4096);
    cudaHostRegister(flag, 4096, cudaHostRegisterMapped);
    cudaHostGetDevicePointer(&device, flag, 0);
    wrong += polls_of(flag, device, other, polls) < 2;
    *polls = 0;
    wait_for_variable<<<1, 32>>>(polls);
    *(volatile int *)&variable = 1;
    cudaDeviceSynchronize();
    wrong += *polls < 2;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
