// convolution.cu: a separable kernel, rows and then columns, after Podlozhnyuk (2007): strips with halos in shared memory.
#include "../check.h"
#include "image.h"

__constant__ float weights[2 * kRadius + 1];

void set_kernel(const float (&from)[2 * kRadius + 1]) { CHECK(cudaMemcpyToSymbol(weights, from, sizeof from)); }

namespace {
constexpr int kWide = 16, kHigh = 8, kSteps = 4;
static_assert(kRadius <= kWide && kRadius <= 2 * kHigh, "a halo is one step of rows, two of columns");

__global__ void rows(float *__restrict__ to, const float *__restrict__ from, int width) {
    __shared__ float strip[kHigh][(kSteps + 2) * kWide];
    const int first = (blockIdx.x * kSteps - 1) * kWide + threadIdx.x, y = blockIdx.y * kHigh + threadIdx.y;
#pragma unroll
    for (int k = 0; k < kSteps + 2; k++) {
        const int x = first + k * kWide;
        strip[threadIdx.y][threadIdx.x + k * kWide] = x >= 0 && x < width ? from[y * width + x] : 0.0f;
    }
    __syncthreads();
#pragma unroll
    for (int k = 1; k <= kSteps; k++) {
        const int x = first + k * kWide;
        if (x >= width) break;
        float sum = 0;
#pragma unroll
        for (int r = -kRadius; r <= kRadius; r++) sum += weights[kRadius - r] * strip[threadIdx.y][threadIdx.x + k * kWide + r];
        to[y * width + x] = sum;
    }
}

__global__ void columns(float *__restrict__ to, const float *__restrict__ from, int width, int height) {
    extern __shared__ float strip[]; // column by column, and one word more against conflicts of banks
    const int pitch = (kSteps + 4) * kHigh + 1, x = blockIdx.x * kWide + threadIdx.x;
    const int first = (blockIdx.y * kSteps - 2) * kHigh + threadIdx.y;
    float *const own = strip + threadIdx.x * pitch;
    for (int k = 0; k < kSteps + 4; k++) {
        const int y = first + k * kHigh;
        own[threadIdx.y + k * kHigh] = y >= 0 && y < height ? from[y * width + x] : 0.0f;
    }
    __syncthreads();
    for (int k = 2; k < kSteps + 2; k++) {
        const int y = first + k * kHigh;
        if (y >= height) break;
        float sum = 0;
        for (int r = -kRadius; r <= kRadius; r++) sum += weights[kRadius - r] * own[threadIdx.y + k * kHigh + r];
        to[y * width + x] = sum;
    }
}
} // namespace

void convolve(float *to, float *scratch, const float *from, int width, int height, void *stream) {
    const cudaStream_t in = static_cast<cudaStream_t>(stream);
    const dim3 threads(kWide, kHigh);
    const dim3 wide((width + kWide * kSteps - 1) / (kWide * kSteps), height / kHigh);
    const dim3 high(width / kWide, (height + kHigh * kSteps - 1) / (kHigh * kSteps));
    rows<<<wide, threads, 0, in>>>(scratch, from, width);
    columns<<<high, threads, kWide *((kSteps + 4) * kHigh + 1) * sizeof(float), in>>>(to, scratch, width, height);
    CHECK(cudaPeekAtLastError());
}
