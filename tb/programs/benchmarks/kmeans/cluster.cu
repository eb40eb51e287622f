// cluster.cu: points lie in a texture, feature by feature, so that neighbouring threads fetch neighbouring words; the centres are
// constant. A block sums up its points' features in shared memory before it adds them to the device's sums.
#include "cluster.h"
#include "check.h"

#include <cfloat>

#define THREADS 128

__constant__ float c_centres[MAX_CLUSTERS * MAX_DIMENSIONS];
__device__ unsigned int d_moved;

// From point by point to feature by feature (Rodinia's invert_mapping).
__global__ void invert_mapping(const float *input, float *output, int points, int features) {
    const int point = threadIdx.x + blockDim.x * blockIdx.x;
    if (point < points)
        for (int i = 0; i < features; i++) output[point + points * i] = input[point * features + i];
}

template <int FEATURES>
__device__ __forceinline__ int nearest(cudaTextureObject_t features, int point, int points, int clusters, int count) {
    int index = -1;
    float least = FLT_MAX;
    for (int c = 0; c < clusters; c++) {
        const int base = c * (FEATURES ? FEATURES : count);
        float answer = 0.0f;
#pragma unroll
        for (int f = 0; f < (FEATURES ? FEATURES : count); f++) {
            const float difference = tex1Dfetch<float>(features, point + f * points) - c_centres[base + f];
            answer += difference * difference;
        }
        if (answer < least) {
            least = answer;
            index = c;
        }
    }
    return index;
}

template <int FEATURES>
__global__ void assign_points(cudaTextureObject_t features, int *membership, float *sums, int *sizes, int points, int clusters,
                              int count) {
    extern __shared__ float s_sums[]; // clusters x count, then the sizes
    int *s_sizes = reinterpret_cast<int *>(&s_sums[clusters * count]);
    for (int i = threadIdx.x; i < clusters * count; i += blockDim.x) s_sums[i] = 0.0f;
    for (int i = threadIdx.x; i < clusters; i += blockDim.x) s_sizes[i] = 0;
    __syncthreads();
    const unsigned int point = blockIdx.x * blockDim.x + threadIdx.x;
    bool moved = false;
    if (point < points) {
        const int index = nearest<FEATURES>(features, point, points, clusters, count);
        moved = membership[point] != index;
        membership[point] = index;
        atomicAdd(&s_sizes[index], 1);
        for (int f = 0; f < count; f++) atomicAdd(&s_sums[index * count + f], tex1Dfetch<float>(features, point + f * points));
    }
    const int of_block = __syncthreads_count(moved);
    if (threadIdx.x == 0 && of_block) atomicAdd(&d_moved, of_block);
    for (int i = threadIdx.x; i < clusters * count; i += blockDim.x)
        if (s_sums[i] != 0.0f) atomicAdd(&sums[i], s_sums[i]);
    for (int i = threadIdx.x; i < clusters; i += blockDim.x)
        if (s_sizes[i]) atomicAdd(sizes + i, s_sizes[i]);
}

__global__ void new_centres(float *centres, const float *sums, const int *sizes, int count) {
    const int cluster = blockIdx.x, f = threadIdx.x;
    if (f < count && sizes[cluster]) centres[cluster * count + f] = sums[cluster * count + f] / (float)sizes[cluster];
}

static cudaTextureObject_t linear_texture(float *memory, size_t bytes) {
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof(resource));
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = bytes;
    cudaTextureDesc description = {};
    description.readMode = cudaReadModeElementType;
    description.addressMode[0] = cudaAddressModeClamp;
    cudaTextureObject_t texture = 0;
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, NULL));
    return texture;
}

Clusters cluster_on_device(const Points &points, int count, int most_rounds) {
    typedef void (*AssignKernel)(cudaTextureObject_t, int *, float *, int *, int, int, int);
    const int n = points.count, features = points.dimensions, cells = count * features;
    const AssignKernel assign = features == 8 ? &assign_points<8> : features == 4 ? &assign_points<4> : &assign_points<0>;
    Clusters clusters{count, features, 0, {}, std::vector<int>(n), std::vector<int>(count)};
    const size_t bytes = points.values.size() * sizeof(float);
    float *flipped, *feature_major, *sums, *centres;
    int *membership, *sizes;
    CHECK(cudaMalloc((void **)&flipped, bytes));
    CHECK(cudaMalloc((void **)&feature_major, bytes));
    CHECK(cudaMalloc((void **)&membership, n * sizeof(int)));
    CHECK(cudaMalloc((void **)&sums, cells * sizeof(float)));
    CHECK(cudaMalloc((void **)&centres, cells * sizeof(float)));
    CHECK(cudaMalloc((void **)&sizes, count * sizeof(int)));
    CHECK(cudaMemcpy(flipped, points.values.data(), bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(membership, -1, n * sizeof(int)));
    const dim3 grid((n + THREADS - 1) / THREADS), block(THREADS);
    invert_mapping<<<grid, block>>>(flipped, feature_major, n, features);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(centres, points.values.data(), cells * sizeof(float), cudaMemcpyHostToDevice));
    const cudaTextureObject_t texture = linear_texture(feature_major, bytes);
    unsigned int moved = n;
    while (moved > 0 && clusters.rounds < most_rounds) {
        moved = 0;
        CHECK(cudaMemcpyToSymbol(d_moved, &moved, sizeof(moved)));
        CHECK(cudaMemcpyToSymbol(c_centres, centres, cells * sizeof(float), 0, cudaMemcpyDeviceToDevice));
        CHECK(cudaMemset(sums, 0, cells * sizeof(float)));
        CHECK(cudaMemset(sizes, 0, count * sizeof(int)));
        assign<<<grid, block, cells * sizeof(float) + count * sizeof(int)>>>(texture, membership, sums, sizes, n, count, features);
        new_centres<<<count, MAX_DIMENSIONS>>>(centres, sums, sizes, features);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyFromSymbol(&moved, d_moved, sizeof(moved), 0, cudaMemcpyDeviceToHost));
        clusters.rounds++;
    }
    clusters.centres.resize(cells);
    CHECK(cudaMemcpy(clusters.centres.data(), centres, cells * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(&clusters.sizes[0], sizes, count * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(&clusters.membership[0], membership, n * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaDestroyTextureObject(texture));
    for (void *memory : {(void *)flipped, (void *)feature_major, (void *)sums, (void *)centres}) CHECK(cudaFree(memory));
    CHECK(cudaFree(membership));
    CHECK(cudaFree(sizes));
    return clusters;
}
