// pipeline.cu: image in a CUDA array, results written by surfaces and read by textures of the same array, two streams.
#include "pipeline.h"
#include "check.h"

#include <algorithm>
#include <cmath>

#define BINS 256

// A pixel of half the size: one fetch in the middle of four, weights of a half each way.
__global__ void halve(cudaTextureObject_t from, cudaSurfaceObject_t to, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const float4 mean = tex2D<float4>(from, (x + 0.5f) / width, (y + 0.5f) / height); // normalised coordinates and values
    surf2Dwrite(make_uchar4(__float2uint_rn(mean.x * 255), __float2uint_rn(mean.y * 255), __float2uint_rn(mean.z * 255), 255), to,
                x * (int)sizeof(uchar4), y, cudaBoundaryModeTrap);
}

__global__ void count(cudaSurfaceObject_t image, int width, int height, unsigned *histogram) {
    __shared__ unsigned own[4][BINS]; // one for each warp
    for (int i = threadIdx.x; i < 4 * BINS; i += blockDim.x) own[0][i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < width * height; i += gridDim.x * blockDim.x) {
        uchar4 pixel;
        surf2Dread(&pixel, image, i % width * (int)sizeof(uchar4), i / width);
        atomicAdd(&own[threadIdx.x / 32][luminance(pixel)], 1u);
    }
    __syncthreads();
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
        const unsigned sum = own[0][bin] + own[1][bin] + own[2][bin] + own[3][bin];
        if (sum) atomicAdd(&histogram[bin], sum);
    }
}

// The distribution by a scan of 256 threads (Hillis and Steele 1986), and from it what each luminance becomes.
__global__ void make_table(const unsigned *histogram, unsigned char *table, unsigned pixels) {
    __shared__ unsigned sums[2][BINS];
    const int t = threadIdx.x;
    int now = 0;
    sums[now][t] = histogram[t];
    for (int distance = 1; distance < BINS; distance *= 2) {
        __syncthreads();
        sums[1 - now][t] = sums[now][t] + (t >= distance ? sums[now][t - distance] : 0);
        now = 1 - now;
    }
    table[t] = (unsigned char)((sums[now][t] * 255u + pixels / 2) / pixels);
}

__global__ void apply(cudaSurfaceObject_t image, cudaTextureObject_t table, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    uchar4 pixel = surf2Dread<uchar4>(image, x * (int)sizeof(uchar4), y);
    pixel.w = tex1Dfetch<unsigned char>(table, luminance(pixel)); // kept as the alpha channel
    surf2Dwrite(pixel, image, x * (int)sizeof(uchar4), y);
}

__global__ void sobel(cudaTextureObject_t image, unsigned char *edges, size_t pitch, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int v[3][3];
#pragma unroll
    for (int dy = -1; dy <= 1; dy++)
#pragma unroll
        for (int dx = -1; dx <= 1; dx++) v[dy + 1][dx + 1] = tex2D<uchar4>(image, x + dx, y + dy).w; // the border repeats
    const int gx = v[0][2] + 2 * v[1][2] + v[2][2] - v[0][0] - 2 * v[1][0] - v[2][0];
    const int gy = v[2][0] + 2 * v[2][1] + v[2][2] - v[0][0] - 2 * v[0][1] - v[0][2];
    edges[y * pitch + x] = (unsigned char)min(255, (abs(gx) + abs(gy)) / 4);
}

static cudaTextureObject_t texture_of(cudaArray_t array, bool scaled) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description = {};
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
    description.filterMode = scaled ? cudaFilterModeLinear : cudaFilterModePoint;
    description.readMode = scaled ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    description.normalizedCoords = scaled;
    cudaTextureObject_t texture;
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, NULL));
    return texture;
}

Processed process_on_device(const Image &image) {
    const int width = image.width / 2, height = image.height / 2, pixels = width * height;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
    cudaArray_t input, output;
    CHECK(cudaMallocArray(&input, &format, image.width, image.height));
    CHECK(cudaMallocArray(&output, &format, width, height, cudaArraySurfaceLoadStore));
    cudaStream_t work, copies;
    cudaEvent_t equalised;
    CHECK(cudaStreamCreate(&work));
    CHECK(cudaStreamCreate(&copies));
    CHECK(cudaEventCreateWithFlags(&equalised, cudaEventDisableTiming));
    const size_t row = image.width * sizeof(uchar4);
    CHECK(cudaMemcpy2DToArrayAsync(input, 0, 0, image.pixels.data(), row, row, image.height, cudaMemcpyHostToDevice, work));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = output;
    cudaSurfaceObject_t surface;
    CHECK(cudaCreateSurfaceObject(&surface, &resource));
    const cudaTextureObject_t scaled = texture_of(input, true), plain = texture_of(output, false);
    unsigned *histogram;
    unsigned char *table, *edges;
    size_t pitch;
    CHECK(cudaMalloc(&histogram, BINS * sizeof *histogram));
    CHECK(cudaMalloc(&table, BINS));
    CHECK(cudaMallocPitch(&edges, &pitch, width, height));
    CHECK(cudaMemsetAsync(histogram, 0, BINS * sizeof *histogram, work));
    cudaResourceDesc linear = {};
    linear.resType = cudaResourceTypeLinear;
    linear.res.linear.devPtr = table;
    linear.res.linear.desc = cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindUnsigned);
    linear.res.linear.sizeInBytes = BINS;
    cudaTextureDesc of_table = {};
    cudaTextureObject_t lookup;
    CHECK(cudaCreateTextureObject(&lookup, &linear, &of_table, NULL));

    const dim3 block(16, 8), grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    halve<<<grid, block, 0, work>>>(scaled, surface, width, height);
    count<<<4, 128, 0, work>>>(surface, width, height, histogram);
    make_table<<<1, BINS, 0, work>>>(histogram, table, pixels);
    apply<<<grid, block, 0, work>>>(surface, lookup, width, height);
    CHECK(cudaEventRecord(equalised, work));
    sobel<<<grid, block, 0, work>>>(plain, edges, pitch, width, height);
    CHECK(cudaGetLastError());
    CHECK(cudaStreamWaitEvent(copies, equalised, 0));
    Processed result = {{width, height, std::vector<uchar4>(pixels)}, std::vector<unsigned>(BINS), std::vector<unsigned char>(pixels)};
    CHECK(cudaMemcpy2DFromArrayAsync(result.equalised.pixels.data(), width * sizeof(uchar4), output, 0, 0, width * sizeof(uchar4), height,
                                     cudaMemcpyDeviceToHost, copies));
    CHECK(cudaMemcpyAsync(result.histogram.data(), histogram, BINS * sizeof *histogram, cudaMemcpyDeviceToHost, copies));
    CHECK(cudaStreamSynchronize(work));
    CHECK(cudaMemcpy2D(result.edges.data(), width, edges, pitch, width, height, cudaMemcpyDeviceToHost));
    CHECK(cudaStreamSynchronize(copies));
    for (cudaTextureObject_t texture : {scaled, plain, lookup}) CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaDestroySurfaceObject(surface));
    CHECK(cudaFreeArray(input));
    CHECK(cudaFreeArray(output));
    CHECK(cudaFree(histogram));
    CHECK(cudaFree(table));
    CHECK(cudaFree(edges));
    CHECK(cudaEventDestroy(equalised));
    CHECK(cudaStreamDestroy(work));
    CHECK(cudaStreamDestroy(copies));
    return result;
}

Processed process_on_host(const Image &image) {
    const int width = image.width / 2, height = image.height / 2, pixels = width * height;
    Processed result = {{width, height, std::vector<uchar4>(pixels)}, std::vector<unsigned>(BINS), std::vector<unsigned char>(pixels)};
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const uchar4 a = image.at(2 * x, 2 * y), b = image.at(2 * x + 1, 2 * y), c = image.at(2 * x, 2 * y + 1), d = image.at(2 * x + 1, 2 * y + 1);
            const auto mean = [](int w, int v, int u, int t) { return (unsigned char)std::nearbyint((w + v + u + t) / 4.0); };
            const uchar4 pixel = make_uchar4(mean(a.x, b.x, c.x, d.x), mean(a.y, b.y, c.y, d.y), mean(a.z, b.z, c.z, d.z), 255);
            result.equalised.at(x, y) = pixel;
            result.histogram[luminance(pixel)]++;
        }
    unsigned sum = 0, table[BINS];
    for (int bin = 0; bin < BINS; bin++) table[bin] = ((sum += result.histogram[bin]) * 255u + pixels / 2) / pixels;
    for (uchar4 &pixel : result.equalised.pixels) pixel.w = (unsigned char)table[luminance(pixel)];
    const auto at = [&](int x, int y) { return (int)result.equalised.at(std::min(std::max(x, 0), width - 1), std::min(std::max(y, 0), height - 1)).w; };
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const int gx = at(x + 1, y - 1) + 2 * at(x + 1, y) + at(x + 1, y + 1) - at(x - 1, y - 1) - 2 * at(x - 1, y) - at(x - 1, y + 1);
            const int gy = at(x - 1, y + 1) + 2 * at(x, y + 1) + at(x + 1, y + 1) - at(x - 1, y - 1) - 2 * at(x, y - 1) - at(x + 1, y - 1);
            result.edges[y * width + x] = (unsigned char)std::min(255, (std::abs(gx) + std::abs(gy)) / 4);
        }
    return result;
}
