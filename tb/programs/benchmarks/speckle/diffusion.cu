// diffusion.cu: statistics of the whole image by a reduction whose last block ends it, then coefficients, then the step.
#include "../check.h"
#include "image.h"

namespace {
constexpr int kTile = 16, kBlocks = 8, kThreads = 256;

__device__ volatile double partial[kBlocks][2];
__device__ unsigned arrived;
__device__ float speckle; // q0 squared: variance over mean squared

template <int size> __device__ void add_up(double (&sums)[2][size], double sum, double square) {
    sums[0][threadIdx.x] = sum, sums[1][threadIdx.x] = square;
    __syncthreads();
    for (int half = size / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            for (int i = 0; i < 2; i++) sums[i][threadIdx.x] += sums[i][threadIdx.x + half];
        __syncthreads();
    }
}
__global__ void statistics(const float *image, int pixels) {
    __shared__ double sums[2][kThreads];
    __shared__ bool last;
    double sum = 0, square = 0;
    for (int i = blockIdx.x * kThreads + threadIdx.x; i < pixels; i += kBlocks * kThreads) {
        sum += image[i];
        square += (double)image[i] * image[i];
    }
    add_up(sums, sum, square);
    if (threadIdx.x == 0) {
        partial[blockIdx.x][0] = sums[0][0], partial[blockIdx.x][1] = sums[1][0];
        __threadfence();
        last = atomicInc(&arrived, kBlocks - 1) == kBlocks - 1;
    }
    __syncthreads();
    if (!last || threadIdx.x != 0) return;
    __threadfence();
    sum = square = 0;
    for (int b = 0; b < kBlocks; b++) sum += partial[b][0], square += partial[b][1];
    const double mean = sum / pixels;
    speckle = (float)((square / pixels - mean * mean) / (mean * mean));
}

// A tile and its neighbours in shared memory; beyond the image the nearest pixel counts.
__global__ void coefficients(const float *image, Directions d, int width, int height) {
    __shared__ float tile[kTile + 2][kTile + 2];
    const int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
    auto pixel = [&](int i, int j) { return image[min(max(j, 0), height - 1) * width + min(max(i, 0), width - 1)]; };
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    tile[ty][tx] = pixel(x, y);
    if (threadIdx.x == 0) tile[ty][0] = pixel(x - 1, y);
    if (threadIdx.x == kTile - 1) tile[ty][kTile + 1] = pixel(x + 1, y);
    if (threadIdx.y == 0) tile[0][tx] = pixel(x, y - 1);
    if (threadIdx.y == kTile - 1) tile[kTile + 1][tx] = pixel(x, y + 1);
    __syncthreads();
    const float here = tile[ty][tx], n = tile[ty - 1][tx] - here, s = tile[ty + 1][tx] - here;
    const float w = tile[ty][tx - 1] - here, e = tile[ty][tx + 1] - here;
    const float gradient = (n * n + s * s + w * w + e * e) / (here * here), laplacian = (n + s + w + e) / here;
    const float base = 1.0f + 0.25f * laplacian;
    const float q = (0.5f * gradient - laplacian * laplacian / 16.0f) / (base * base);
    const int i = y * width + x;
    d.coefficient[i] = __saturatef(1.0f / (1.0f + (q - speckle) / (speckle * (1.0f + speckle))));
    d.north[i] = n, d.south[i] = s, d.west[i] = w, d.east[i] = e;
}

__global__ void update(float *image, Directions d, int width, int height, float step) {
    const int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y, i = y * width + x;
    const float here = d.coefficient[i];
    const float south = y + 1 < height ? d.coefficient[i + width] : here;
    const float east = x + 1 < width ? d.coefficient[i + 1] : here;
    image[i] += step / 4 * (here * d.north[i] + south * d.south[i] + here * d.west[i] + east * d.east[i]);
}
} // namespace

void diffuse(float *image, Directions directions, int width, int height, float step, void *stream) {
    const cudaStream_t in = static_cast<cudaStream_t>(stream);
    const dim3 threads(kTile, kTile), blocks(width / kTile, height / kTile);
    statistics<<<kBlocks, kThreads, 0, in>>>(image, width * height);
    coefficients<<<blocks, threads, 0, in>>>(image, directions, width, height);
    update<<<blocks, threads, 0, in>>>(image, directions, width, height, step);
    CHECK(cudaPeekAtLastError());
}
