// Exclusive prefix sum of any length: Blelloch's scan in dynamic shared memory, sums of blocks scanned recursively.
#include <cstdio>
#include <cstdlib>
#include <vector>
#define CHECK(call)                                                                    \
    do {                                                                               \
        cudaError_t e = (call);                                                        \
        if (e != cudaSuccess) {                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); \
            exit(1);                                                                   \
        }                                                                              \
    } while (0)

__global__ void scan_block(const unsigned *in, unsigned *out, unsigned *sums, int n) {
    extern __shared__ unsigned temp[];
    const int size = 2 * blockDim.x, base = blockIdx.x * size, t = threadIdx.x;
    for (int k = t; k < size; k += blockDim.x) temp[k] = base + k < n ? in[base + k] : 0;
    int offset = 1;
    for (int d = size >> 1; d > 0; d >>= 1, offset *= 2) {
        __syncthreads();
        if (t < d) temp[offset * (2 * t + 2) - 1] += temp[offset * (2 * t + 1) - 1];
    }
    if (t == 0) {
        sums[blockIdx.x] = temp[size - 1];
        temp[size - 1] = 0;
    }
    for (int d = 1; d < size; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            unsigned left = temp[a];
            temp[a] = temp[b];
            temp[b] += left;
        }
    }
    __syncthreads();
    for (int k = t; k < size; k += blockDim.x)
        if (base + k < n) out[base + k] = temp[k];
}
__global__ void add_sums(unsigned *out, const unsigned *sums, int n) {
    int base = blockIdx.x * 2 * blockDim.x;
    for (int k = threadIdx.x; k < 2 * (int)blockDim.x; k += blockDim.x)
        if (base + k < n) out[base + k] += sums[blockIdx.x];
}
static void scan(const unsigned *in, unsigned *out, int n) {
    const int threads = 64, blocks = (n + 2 * threads - 1) / (2 * threads);
    unsigned *sums, *scanned;
    CHECK(cudaMalloc(&sums, blocks * sizeof(unsigned)));
    CHECK(cudaMalloc(&scanned, blocks * sizeof(unsigned)));
    scan_block<<<blocks, threads, 2 * threads * sizeof(unsigned)>>>(in, out, sums, n);
    CHECK(cudaGetLastError());
    if (blocks > 1) {
        scan(sums, scanned, blocks);
        add_sums<<<blocks, threads>>>(out, scanned, n);
        CHECK(cudaGetLastError());
    }
    CHECK(cudaFree(sums));
    CHECK(cudaFree(scanned));
}
int main() {
    int wrong = 0;
    for (int n : {1, 127, 128, 129, 5000}) {
        std::vector<unsigned> in(n), out(n);
        for (int i = 0; i < n; i++) in[i] = (unsigned)i * 7919u % 101u;
        unsigned *d_in, *d_out;
        CHECK(cudaMalloc(&d_in, n * sizeof(unsigned)));
        CHECK(cudaMalloc(&d_out, n * sizeof(unsigned)));
        CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
        scan(d_in, d_out, n);
        CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
        unsigned running = 0;
        for (int i = 0; i < n; running += in[i++]) wrong += out[i] != running;
        CHECK(cudaFree(d_in));
        CHECK(cudaFree(d_out));
    }
    printf("wrong %d\n", wrong);
}
