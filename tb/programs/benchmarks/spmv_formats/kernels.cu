// kernels.cu: Bell and Garland (2009), "Implementing sparse matrix-vector multiplication on throughput-oriented processors".
#include "../check.h"
#include "kernels.h"

constexpr int kThreads = 128;
static int blocks_for(int threads) { return (threads + kThreads - 1) / kThreads; }

__global__ void csr_thread_kernel(int rows, const int *__restrict__ offsets, const int *__restrict__ indices,
                                  const float *__restrict__ values, const float *__restrict__ x, float *y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0;
    for (int i = offsets[row]; i < offsets[row + 1]; i++) sum += values[i] * __ldg(x + indices[i]);
    y[row] = sum;
}
void csr_by_threads(int rows, const int *offsets, const int *indices, const float *values, const float *x, float *y) {
    csr_thread_kernel<<<blocks_for(rows), kThreads>>>(rows, offsets, indices, values, x, y);
    CHECK(cudaPeekAtLastError());
}

template <int group>
__global__ void csr_group_kernel(int rows, const int *__restrict__ offsets, const int *__restrict__ indices,
                                 const float *__restrict__ values, cudaTextureObject_t x, float *y) {
    __shared__ int ends[kThreads / group][2]; // one read of the offsets for the group
    const int lane = threadIdx.x % group, place = threadIdx.x / group;
    const int row = blockIdx.x * (kThreads / group) + place;
    const bool there = row < rows;
    if (there && lane < 2) ends[place][lane] = offsets[row + lane];
    __syncwarp();
    float sum = 0;
    if (there)
        for (int i = ends[place][0] + lane; i < ends[place][1]; i += group)
            sum += values[i] * tex1Dfetch<float>(x, indices[i]);
#pragma unroll
    for (int distance = group / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, distance, group);
    if (there && lane == 0) y[row] = sum;
}
template <int group>
static void launch_groups(int rows, const int *offsets, const int *indices, const float *values, cudaTextureObject_t x,
                          float *y) {
    csr_group_kernel<group><<<blocks_for(rows * group), kThreads>>>(rows, offsets, indices, values, x, y);
}
void csr_by_groups(int rows, int entries, const int *offsets, const int *indices, const float *values,
                   cudaTextureObject_t x, float *y) {
    const int average = entries / rows;
    if (average <= 2)
        launch_groups<2>(rows, offsets, indices, values, x, y);
    else if (average <= 4)
        launch_groups<4>(rows, offsets, indices, values, x, y);
    else if (average <= 8)
        launch_groups<8>(rows, offsets, indices, values, x, y);
    else if (average <= 16)
        launch_groups<16>(rows, offsets, indices, values, x, y);
    else
        launch_groups<32>(rows, offsets, indices, values, x, y);
    CHECK(cudaPeekAtLastError());
}

__global__ void ell_kernel(int rows, int width, const int *__restrict__ indices, const float *__restrict__ values,
                           const float *__restrict__ x, float *y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0;
    for (int k = 0; k < width; k++) {
        const int column = indices[k * rows + row];
        if (column < 0) break;
        sum = fmaf(values[k * rows + row], x[column], sum);
    }
    y[row] = sum;
}
void ell(int rows, int width, const int *indices, const float *values, const float *x, float *y) {
    ell_kernel<<<blocks_for(rows), kThreads>>>(rows, width, indices, values, x, y);
    CHECK(cudaPeekAtLastError());
}

// 32 entries at a time: sums of the runs by a segmented scan; the last of a run adds it.
__global__ void coo_kernel(int entries, int each, const int *__restrict__ row, const int *__restrict__ column,
                           const float *__restrict__ values, const float *__restrict__ x, float *y) {
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    const int first = warp * each, last = min(first + each, entries);
    for (int base = first; base < last; base += 32) {
        const int i = base + lane;
        const bool there = i < last;
        const int own = there ? row[i] : -1;
        float sum = there ? values[i] * x[column[i]] : 0.0f;
        for (int distance = 1; distance < 32; distance *= 2) {
            const float before = __shfl_up_sync(0xffffffffu, sum, distance);
            const int other = __shfl_up_sync(0xffffffffu, own, distance);
            if (lane >= distance && other == own) sum += before;
        }
        const int next = __shfl_down_sync(0xffffffffu, own, 1);
        if (there && (lane == 31 || next != own)) atomicAdd(y + own, sum);
    }
}
void coo_adds(int entries, const int *row, const int *column, const float *values, const float *x, float *y) {
    if (entries == 0) return;
    const int warps = 16, each = ((entries + warps - 1) / warps + 31) / 32 * 32;
    coo_kernel<<<warps * 32 / kThreads, kThreads>>>(entries, each, row, column, values, x, y);
    CHECK(cudaPeekAtLastError());
}

__global__ void dia_kernel(int rows, int columns, int diagonals, const int *__restrict__ offsets,
                           const float *__restrict__ values, const float *__restrict__ x, float *y) {
    extern __shared__ int shared_offsets[];
    for (int d = threadIdx.x; d < diagonals; d += blockDim.x) shared_offsets[d] = offsets[d];
    __syncthreads();
    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += gridDim.x * blockDim.x) {
        float sum = 0;
        for (int d = 0; d < diagonals; d++) {
            const int column = row + shared_offsets[d];
            if (column >= 0 && column < columns) sum += values[d * rows + row] * x[column];
        }
        y[row] = sum;
    }
}
void dia(int rows, int columns, int diagonals, const int *offsets, const float *values, const float *x, float *y) {
    dia_kernel<<<4, kThreads, diagonals * sizeof(int)>>>(rows, columns, diagonals, offsets, values, x, y);
    CHECK(cudaPeekAtLastError());
}
