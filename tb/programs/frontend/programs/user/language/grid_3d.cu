// A 3-D grid of 3-D blocks far larger than the machine holds at once (run on the tiny one): every index is right.
// options: --config tiny
#include <cstdio>
#include <vector>
__global__ void mark(unsigned *out, dim3 grid) {
    unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z),
             thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    uint3 b = blockIdx;
    dim3 d = blockDim;
    if (grid.x != gridDim.x || grid.y != gridDim.y || grid.z != gridDim.z || b.z != blockIdx.z || d.y != blockDim.y)
        return;
    out[block * (blockDim.x * blockDim.y * blockDim.z) + thread] += blockIdx.x * 1000000 + blockIdx.y * 10000 +
                                                                    blockIdx.z * 100 + threadIdx.x +
                                                                    10 * threadIdx.y + 50 * threadIdx.z;
}
int main() {
    dim3 grid(7, 5, 6), block(3, 4, 2);
    const int blocks = 7 * 5 * 6, threads = 24;
    std::vector<unsigned> out(blocks * threads);
    unsigned *d, wrong = 0;
    cudaMalloc(&d, out.size() * 4);
    cudaMemset(d, 0, out.size() * 4);
    mark<<<grid, block>>>(d, grid);
    cudaMemcpy(out.data(), d, out.size() * 4, cudaMemcpyDeviceToHost);
    for (int b = 0; b < blocks; b++)
        for (int t = 0; t < threads; t++)
            wrong += out[b * threads + t] != (unsigned)(b % 7 * 1000000 + b / 7 % 5 * 10000 + b / 35 * 100 + t % 3 +
                                                        10 * (t / 3 % 4) + 50 * (t / 12));
    printf("wrong %u\n", wrong);
}
