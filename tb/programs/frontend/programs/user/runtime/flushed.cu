// flushed.cu: -ftz=true, -prec-div=false and -prec-sqrt=false: denormal numbers become zero, sources and results; products
// with a stated rounding are joined with no sum, with these options and without them (uncontracted.cu has none).
// options: -ftz=true -prec-div=false -prec-sqrt=false
#include <cmath>
#include <cstdio>

__global__ void flushes(const float *a, const float *b, float *to) {
    const float x = a[threadIdx.x], y = b[threadIdx.x];
    to += 4 * threadIdx.x;
    to[0] = x * y;
    to[1] = x / y;
    to[2] = sqrtf(fabsf(x));
    to[3] = __fmul_rn(x, y);
}
// What a product lost: exactly, with fma; nothing, where the product was joined with the difference.
__global__ void rounds(const float *a, float *to, const double *b, double *wide) {
    const float x = a[threadIdx.x];
    const double y = b[threadIdx.x];
    to[threadIdx.x] = __fsub_rn(__fmul_rn(x, x), __fmul_rn(x, x)) + (__fmaf_rn(x, x, -__fmul_rn(x, x)) - fmaf(x, x, -(__fmul_rn(x, x))));
    to[threadIdx.x] += __fadd_rn(__fmul_rn(x, 3.1f), x) - x;
    wide[threadIdx.x] = __dadd_rn(__dmul_rn(y, 3.1), y) - y;
}

int main() {
    const float a[4] = {1e-30f, 3.0f, 1e-39f, -2e-40f}, b[4] = {1e-10f, 4.0f, 1.0f, 0.5f};
    const float want[16] = {0, 1e-30f / 1e-10f, sqrtf(1e-30f), 0, 12, 0.75f, sqrtf(3.0f), 12, 0, 0, 0, 0, 0, 0, 0, 0};
    float *data, got[16], sums[32], host[32];
    double *wide, wide_sums[32], wide_host[32];
    int wrong = 0;
    cudaMalloc(&data, 4096);
    cudaMalloc(&wide, 4096);
    cudaMemcpy(data, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(data + 4, b, sizeof b, cudaMemcpyHostToDevice);
    flushes<<<1, 4>>>(data, data + 4, data + 8);
    cudaMemcpy(got, data + 8, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 16; i++) wrong += fabsf(got[i] - want[i]) > 1e-6f * fabsf(want[i]);
    for (int i = 0; i < 32; i++) host[i] = 1 + i / 7.0f, wide_host[i] = 1 + i / 7.0;
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(wide, wide_host, sizeof wide_host, cudaMemcpyHostToDevice);
    rounds<<<1, 32>>>(data, data + 32, wide, wide + 32);
    cudaMemcpy(sums, data + 32, sizeof sums, cudaMemcpyDeviceToHost);
    cudaMemcpy(wide_sums, wide + 32, sizeof wide_sums, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) {
        volatile float product = host[i] * 3.1f, sum = product + host[i];
        volatile double wide_product = wide_host[i] * 3.1, wide_sum = wide_product + wide_host[i];
        wrong += sums[i] != sum - host[i];
        wrong += wide_sums[i] != wide_sum - wide_host[i];
    }
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
