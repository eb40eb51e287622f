// Long arithmetic that reads two words again and again and stores at its end: no spin, however low the limit.
// options: --spin-limit 2000
#include <cstdio>
__global__ void iterate(const float *c, float *out, int n) {
    float x = threadIdx.x;
    for (int i = 0; i < n; i++) x = x * c[i & 1] + .25f;
    out[threadIdx.x] = x;
}
int main() {
    const int N = 10000;
    float *c, *out;
    int wrong = 0;
    cudaMallocManaged(&c, 2 * sizeof(float));
    cudaMallocManaged(&out, 64 * sizeof(float));
    c[0] = .5f;
    c[1] = .25f;
    iterate<<<1, 64>>>(c, out, N);
    cudaDeviceSynchronize();
    for (int t = 0; t < 64; t++) {
        float x = (float)t;
        for (int i = 0; i < N; i++) x = x * c[i & 1] + .25f;
        wrong += out[t] != x;
    }
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
