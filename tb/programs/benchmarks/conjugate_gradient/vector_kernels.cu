// vector_kernels.cu: see vector_kernels.h.
#include "vector_kernels.h"
#include "check.h"

enum { THREADS = 128, WARP = 32 };

__device__ __forceinline__ double warp_sum(double value) {
    for (int offset = WARP / 2; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffffu, value, offset);
    return value;
}

// The sum over the block, for thread 0.
template <int threads> __device__ double block_sum(double value) {
    __shared__ double part[threads / WARP];
    const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    value = warp_sum(value);
    if (lane == 0) part[warp] = value;
    __syncthreads();
    value = threadIdx.x < threads / WARP ? part[threadIdx.x] : 0.0;
    return warp == 0 ? warp_sum(value) : 0.0;
}

__global__ void multiply_rows(DeviceCsr matrix, const double *__restrict__ x, double *__restrict__ y) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / WARP, lane = threadIdx.x % WARP;
    if (row >= matrix.rows) return;
    double sum = 0;
    for (int k = matrix.begin[row] + lane; k < matrix.begin[row + 1]; k += WARP)
        sum += matrix.value[k] * __ldg(&x[matrix.column[k]]);
    sum = warp_sum(sum);
    if (lane == 0) y[row] = sum;
}

__global__ void dot_parts(int n, const double *x, const double *y, double *partial) {
    double sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += x[i] * y[i];
    sum = block_sum<THREADS>(sum);
    if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}
__global__ void dot_end(const double *partial, double *result) {
    const double sum = warp_sum(threadIdx.x < DOT_BLOCKS ? partial[threadIdx.x] : 0.0);
    if (threadIdx.x == 0) *result = sum;
}

template <typename F> __global__ void each(int n, F function) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) function(i);
}
static int blocks_of(int n) { return (n + THREADS - 1) / THREADS; }

struct AddScaled {
    const double *over, *under, *x;
    double *y, sign;
    __device__ void operator()(int i) const { y[i] += sign * (*over / *under) * x[i]; }
};
struct NewDirection {
    const double *over, *under, *z;
    double *p;
    __device__ void operator()(int i) const { p[i] = z[i] + *over / *under * p[i]; }
};
struct Precondition {
    DeviceCsr matrix;
    const double *r;
    double *z;
    __device__ void operator()(int row) const {
        double diagonal = 1;
        for (int k = matrix.begin[row]; k < matrix.begin[row + 1]; k++)
            if (matrix.column[k] == row) diagonal = matrix.value[k];
        z[row] = r[row] / diagonal;
    }
};

void multiply(const DeviceCsr &matrix, const double *x, double *y, cudaStream_t stream) {
    multiply_rows<<<blocks_of(matrix.rows * WARP), THREADS, 0, stream>>>(matrix, x, y);
    CHECK(cudaGetLastError());
}
void dot(int n, const double *x, const double *y, double *partial, double *result, cudaStream_t stream) {
    dot_parts<<<DOT_BLOCKS, THREADS, 0, stream>>>(n, x, y, partial);
    dot_end<<<1, WARP, 0, stream>>>(partial, result);
    CHECK(cudaGetLastError());
}
void add_scaled(int n, const double *over, const double *under, double sign, const double *x, double *y, cudaStream_t stream) {
    each<<<blocks_of(n), THREADS, 0, stream>>>(n, AddScaled{over, under, x, y, sign});
    CHECK(cudaGetLastError());
}
void new_direction(int n, const double *over, const double *under, const double *z, double *p, cudaStream_t stream) {
    each<<<blocks_of(n), THREADS, 0, stream>>>(n, NewDirection{over, under, z, p});
    CHECK(cudaGetLastError());
}
void precondition(const DeviceCsr &matrix, const double *r, double *z, cudaStream_t stream) {
    each<<<blocks_of(matrix.rows), THREADS, 0, stream>>>(matrix.rows, Precondition{matrix, r, z});
    CHECK(cudaGetLastError());
}
