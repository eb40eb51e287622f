// Single-pass reduction: every block leaves a sum, the last one to take a ticket adds them up (threadFenceReduction).
#include <cstdio>
#include <vector>
__device__ unsigned int tickets = 0;
__global__ void reduce(const float *in, int n, volatile float *partial, float *out) {
    __shared__ float s[128];
    __shared__ bool last;
    float mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += in[i];
    s[threadIdx.x] = mine;
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
    }
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = s[0];
        __threadfence();
        last = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        float total = 0;
        for (int b = 0; b < gridDim.x; b++) total += partial[b];
        *out = total;
    }
}
int main() {
    const int n = 5000;
    std::vector<float> in(n);
    float expected = 0, got = 0, *d, *p, *o;
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        in[i] = (float)(i % 9);
        expected += in[i];
    }
    cudaMalloc(&d, n * 4);
    cudaMalloc(&p, 64);
    cudaMalloc(&o, 4);
    cudaMemcpy(d, in.data(), n * 4, cudaMemcpyHostToDevice);
    for (int run = 0; run < 2; run++) { /* the counter wraps back to 0 for the next launch */
        reduce<<<10, 128>>>(d, n, p, o);
        cudaMemcpy(&got, o, 4, cudaMemcpyDeviceToHost);
        wrong += got != expected;
    }
    printf("wrong %d\n", wrong);
}
