// uncontracted.cu: with -fmad=false a product and a sum are rounded twice, as on the host.
// options: -fmad=false
#include <cstdio>

template <typename T> __host__ __device__ T polynomial(T x, T y) { return x * x * y + (x - y) * T(0.3) + y / x; }
template <typename T> __global__ void compute(T *to) { to[threadIdx.x] = polynomial(T(threadIdx.x + 1) * T(0.37), T(threadIdx.x) * T(0.11)); }

template <typename T> static int compare() {
    T *device, host[256];
    int wrong = 0;
    cudaMalloc((void **)&device, sizeof host);
    compute<<<1, 256>>>(device);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; i++) {
        const volatile T x = T(i + 1) * T(0.37), y = T(i) * T(0.11);
        wrong += host[i] != polynomial<T>(x, y);
    }
    cudaFree(device);
    return wrong;
}

int main() {
    const int wrong = compare<float>() + compare<double>();
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
