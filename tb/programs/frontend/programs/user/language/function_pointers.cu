// Device function pointers: tables in constant and global memory, handed to kernels by value, members of structs.
#include <cmath>
#include <cstdio>
typedef float (*Binary)(float, float);
__host__ __device__ float add(float a, float b) { return a + b; }
__host__ __device__ float subtract(float a, float b) { return a - b; }
__host__ __device__ float multiply(float a, float b) { return a * b; }
__host__ __device__ float larger(float a, float b) { return a > b ? a : b; }
__device__ Binary table[] = {add, subtract, multiply, larger};
__constant__ Binary constant_table[2] = {multiply, add};
__device__ Binary pointer_to_larger = larger;
struct Operation {
    Binary function;
    float operand;
};
__device__ Operation program[3] = {{add, 1.0f}, {multiply, 3.0f}, {subtract, 0.5f}};
__global__ void by_table(const float *a, const float *b, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = table[i % 4](a[i], b[i]) + constant_table[i & 1](a[i], 2.0f);
}
__global__ void by_argument(Binary f, const float *a, const float *b, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float x = f(a[i], b[i]);
        for (const Operation &o : program) x = o.function(x, o.operand);
        out[i] = x;
    }
}
template <float (*F)(float, float)> __global__ void by_template(float *out, int n) {
    if (threadIdx.x < n) out[threadIdx.x] = F(out[threadIdx.x], 10.0f);
}
int main() {
    const int n = 100;
    const Binary host[] = {add, subtract, multiply, larger};
    float a[n], b[n], out[n], *da, *db, *dout;
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        a[i] = 0.5f * i;
        b[i] = 20.0f - i;
    }
    cudaMalloc(&da, sizeof a);
    cudaMalloc(&db, sizeof b);
    cudaMalloc(&dout, sizeof out);
    cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
    by_table<<<2, 64>>>(da, db, dout, n);
    by_template<larger><<<1, 128>>>(dout, 50);
    cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        float x = host[i % 4](a[i], b[i]) + (i & 1 ? add : multiply)(a[i], 2.0f);
        wrong += out[i] != (i < 50 ? larger(x, 10.0f) : x);
    }
    Binary f;
    cudaMemcpyFromSymbol(&f, pointer_to_larger, sizeof f);
    by_argument<<<2, 64>>>(f, da, db, dout, n);
    cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) wrong += out[i] != (larger(a[i], b[i]) + 1.0f) * 3.0f - 0.5f;
    printf("wrong %d\n", wrong);
}
