// Nobody ever sets the flag.
__device__ volatile int flag;
__global__ void wait_for_ever() {
    if (blockIdx.x == 1 && threadIdx.x >= 32) __syncthreads();
    while (flag == 0) {}  // HERE
    __syncthreads();
}
int main() {
    wait_for_ever<<<2, 64>>>();
    cudaDeviceSynchronize();
    return 0;
}
