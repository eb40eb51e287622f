// Bitonic sort of keys with values: steps inside a block in shared memory, wider ones as a launch each.
#include <algorithm>
#include <cstdio>
#include <vector>
enum { SHARED = 256 };
struct Pair {
    int key, value;
};
__device__ __forceinline__ void order(Pair &a, Pair &b, bool up) {
    if ((a.key > b.key) == up) {
        Pair t = a;
        a = b;
        b = t;
    }
}

__global__ void sort_shared(Pair *data) {
    __shared__ Pair s[SHARED];
    const unsigned t = threadIdx.x, base = blockIdx.x * SHARED;
    s[t] = data[base + t];
    s[t + SHARED / 2] = data[base + t + SHARED / 2];
    for (unsigned size = 2; size <= SHARED; size *= 2) {
        bool up = size == SHARED ? blockIdx.x % 2 == 0 : (t & (size / 2)) == 0;
        for (unsigned stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            unsigned i = 2 * t - (t & (stride - 1));
            order(s[i], s[i + stride], up);
        }
    }
    __syncthreads();
    data[base + t] = s[t];
    data[base + t + SHARED / 2] = s[t + SHARED / 2];
}
__global__ void merge_step(Pair *data, unsigned size, unsigned stride) {
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x, i = 2 * t - (t & (stride - 1));
    order(data[i], data[i + stride], (t & (size / 2)) == 0);
}
int main() {
    const int n = 2048;
    std::vector<Pair> data(n), out(n);
    for (int i = 0; i < n; i++) data[i] = Pair{(int)((i * 2654435761u) >> 3) % 100000, i};
    Pair *d;
    cudaMalloc(&d, n * sizeof(Pair));
    cudaMemcpy(d, data.data(), n * sizeof(Pair), cudaMemcpyHostToDevice);
    sort_shared<<<n / SHARED, SHARED / 2>>>(d);
    for (unsigned size = 2 * SHARED; size <= n; size *= 2)
        for (unsigned stride = size / 2; stride > 0; stride /= 2) merge_step<<<n / 2 / 128, 128>>>(d, size, stride);
    cudaMemcpy(out.data(), d, n * sizeof(Pair), cudaMemcpyDeviceToHost);
    int wrong = 0;
    std::vector<int> seen(n, 0);
    for (int i = 0; i < n; i++) {
        wrong += out[i].key != data[out[i].value].key || seen[out[i].value]++;
        if (i > 0) wrong += out[i - 1].key > out[i].key;
    }
    printf("wrong %d\n", wrong);
}
