// A small for_each / transform / reduce library over device and host-device lambdas, captures of several kinds.
#include <cstdio>
#include <vector>
template <typename F> __global__ void run_each(int n, F f) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) f(i);
}
template <typename F> void for_each(int n, F f) { run_each<<<(n + 63) / 64, 64>>>(n, f); }
template <typename T, typename F> __global__ void run_reduce(int n, F f, T *out) {
    T mine = T();
    for (int i = threadIdx.x; i < n; i += blockDim.x) mine += f(i);
    for (int step = 16; step; step /= 2) mine += __shfl_down_sync(0xffffffffu, mine, step);
    if (threadIdx.x == 0) *out = mine;
}
template <typename T, typename F> T reduce(int n, F f) {
    T *d, result;
    cudaMalloc(&d, sizeof(T));
    run_reduce<<<1, 32>>>(n, f, d);
    cudaMemcpy(&result, d, sizeof(T), cudaMemcpyDeviceToHost);
    cudaFree(d);
    return result;
}
struct Body {
    float *data;
    int n;
    float scale;
    void grow(float by) {
        Body self = *this;
        for_each(n, [=] __device__(int i) { self.data[i] += by * self.scale; });
    }
};
int main() {
    const int n = 500;
    int wrong = 0;
    float *x, *y;
    cudaMalloc(&x, n * 4);
    cudaMalloc(&y, n * 4);
    struct {
        float a;
        int shift[3];
    } settings = {2.5f, {1, 2, 3}};
    for_each(n, [=] __device__(int i) {
        x[i] = (float)i;
        y[i] = settings.a * settings.shift[i % 3];
    });
    auto saxpy = [=] __host__ __device__(float a, float b) { return settings.a * a + b; };
    for_each(n, [=] __device__(int i) { y[i] = saxpy(x[i], y[i]); });
    auto outer = [](int k) { return [k] __host__ __device__(int i) { return (long long)i * k; }; };
    wrong += reduce<long long>(n, outer(3)) != 3ll * n * (n - 1) / 2;
    wrong += reduce<double>(n, [y] __device__(int i) { return (double)y[i]; }) != [&] {
        double s = 0;
        for (int i = 0; i < n; i++) s += saxpy((float)i, 2.5f * (i % 3 + 1));
        return s;
    }();
    Body{x, n, 2.0f}.grow(0.5f);
    std::vector<float> h(n);
    cudaMemcpy(h.data(), x, n * 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) wrong += h[i] != i + 1.0f;
    printf("wrong %d\n", wrong);
}
