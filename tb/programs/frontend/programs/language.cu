// C++ on the device: lambdas, classes with virtual-free inheritance, recursion, switches, function pointers, vector
// types, unions, bit fields, three-dimensional blocks, 64-bit and double arithmetic, launch bounds, local arrays.
#include <cstdio>
#include <memory>
#include <vector>

template <typename F> __global__ void apply(int *out, int n, F f) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = f(i);
}

struct Shape { float side; __host__ __device__ float area() const { return side * side; } };
struct Box : Shape {
    float height;
    __host__ __device__ Box(float s, float h) : height(h) { side = s; }
    __host__ __device__ float volume() const { return area() * height; }
    __host__ __device__ Box operator+(const Box &o) const { return Box(side + o.side, height + o.height); }
};

__host__ __device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__host__ __device__ int classify(int x) {
    switch (x % 9) {
        case 0: return 10; case 1: return 21; case 2: return 32; case 3: return 5; case 4: return -4;
        case 5: return 77; case 6: return 8; case 7: return x; default: return -x;
    }
}
__host__ __device__ __noinline__ int twice(int x) { return 2 * x; }
__host__ __device__ int negate(int x) { return -x; }
__host__ __device__ unsigned long long mix(unsigned long long x) {
    x ^= x >> 33; x *= 0xff51afd7ed558ccdull; x ^= x >> 29; return x % 1000003 + (x / 7 >> 40);
}
union Bits { float f; unsigned u; };
struct Fields { unsigned a : 5, b : 11, c : 16; };

__global__ void __launch_bounds__(64) various(float4 *vectors, double *reals, int *numbers) {
    int i = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    Box box = Box(0.5f * i, 2.0f) + Box(1.0f, 1.0f);
    float4 v = vectors[i];
    v.x += box.volume(); v.y = v.z * v.w; v.z = (float)i; v.w = -v.w;
    vectors[i] = v;
    double sum = 0;
    for (int k = 1; k <= i + 1; k++) sum += 1.0 / (double)k / (k % 2 == 0 ? -3.0 : 3.0);
    reals[i] = sum;
    int stack[16];
    for (int k = 0; k < 16; k++) stack[k] = (k * 7 + i) % 16;
    for (int a = 1; a < 16; a++) for (int b = a; b > 0 && stack[b - 1] > stack[b]; b--) { int t = stack[b]; stack[b] = stack[b - 1]; stack[b - 1] = t; }
    int ordered = 1;
    for (int k = 0; k < 16; k++) ordered &= stack[k] == k;
    Bits bits; bits.f = (float)i;
    Fields fields = {(unsigned)i, (unsigned)i * 3u, (unsigned)i * 5u};
    numbers[i] = ordered * 1000000 + fibonacci(i % 12) + classify(i) + (i % 2 ? twice : negate)(i) + (int)(bits.u >> 20) +
                 (int)(fields.a + fields.b + fields.c) + (int)mix((unsigned long long)i * 0x123456789abcdefull) + (int)((long long)i * -1000000007LL % 1000);
}

int main() {
    const int n = 300;
    int *out, wrong = 0, offset = 17;
    std::shared_ptr<std::vector<int>> shared = std::make_shared<std::vector<int>>(n); // its header says __noinline__ too
    std::vector<int> &host = *shared;
    cudaMalloc(&out, n * sizeof(int));
    apply<<<3, 32>>>(out, n, [=] __device__ (int i) { return i * i + offset; });
    cudaMemcpy(host.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) wrong += host[i] != i * i + offset;
    float4 hv[64], *dv; double hr[64], *dr; int hn[64], *dn;
    for (int i = 0; i < 64; i++) hv[i] = make_float4(1.0f, 2.0f, 3.0f, 0.25f * i);
    cudaMalloc(&dv, sizeof hv); cudaMalloc(&dr, sizeof hr); cudaMalloc(&dn, sizeof hn);
    cudaMemcpy(dv, hv, sizeof hv, cudaMemcpyHostToDevice);
    various<<<1, dim3(4, 4, 4)>>>(dv, dr, dn);
    cudaMemcpy(hv, dv, sizeof hv, cudaMemcpyDeviceToHost);
    cudaMemcpy(hr, dr, sizeof hr, cudaMemcpyDeviceToHost);
    cudaMemcpy(hn, dn, sizeof hn, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++) {
        Box box = Box(0.5f * i, 2.0f) + Box(1.0f, 1.0f);
        wrong += hv[i].x != 1.0f + box.volume() || hv[i].y != 3.0f * (0.25f * i) || hv[i].z != (float)i || hv[i].w != -0.25f * i;
        double sum = 0;
        for (int k = 1; k <= i + 1; k++) sum += 1.0 / (double)k / (k % 2 == 0 ? -3.0 : 3.0);
        wrong += hr[i] != sum;
        Bits bits; bits.f = (float)i;
        Fields fields = {(unsigned)i, (unsigned)i * 3u, (unsigned)i * 5u};
        wrong += hn[i] != 1000000 + fibonacci(i % 12) + classify(i) + (i % 2 ? twice : negate)(i) + (int)(bits.u >> 20) +
                 (int)(fields.a + fields.b + fields.c) + (int)mix((unsigned long long)i * 0x123456789abcdefull) + (int)((long long)i * -1000000007LL % 1000);
    }
    printf("wrong %d\n", wrong);
}
