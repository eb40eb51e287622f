// mipmaps.cu: mipmapped arrays: their levels as arrays, surfaces and textures; fetches at a level and by derivatives, nearest
// and between two levels, with bias and bounds.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>

enum { SIDE = 16, LEVELS = 5 };
static int wrong;
static cudaMipmappedArray_t mipmap;

// Level L holds 100 L + x + y / 16 at texel (x, y).
__host__ __device__ static float texel(int level, int x, int y) { return 100.0f * level + x + y / 16.0f; }
__global__ void fill(cudaSurfaceObject_t to, int level, int side) {
    if (threadIdx.x < side && threadIdx.y < side)
        surf2Dwrite(texel(level, threadIdx.x, threadIdx.y), to, threadIdx.x * (int)sizeof(float), threadIdx.y);
}
__global__ void at_levels(cudaTextureObject_t t, const float *levels, float *to) {
    to[threadIdx.x] = tex2DLod<float>(t, 0.3f, 0.7f, levels[threadIdx.x]);
}
__global__ void by_derivatives(cudaTextureObject_t t, const float *steps, float *to) {
    const float s = steps[threadIdx.x];
    to[threadIdx.x] = tex2DGrad<float>(t, 0.3f, 0.7f, make_float2(s / SIDE, 0), make_float2(0, s / (2 * SIDE)));
}
__global__ void plain(cudaTextureObject_t t, float *to) { to[threadIdx.x] = tex2D<float>(t, 0.3f, 0.7f); }

static cudaTextureObject_t make_texture(cudaTextureFilterMode between, float bias, float least, float most) {
    cudaResourceDesc resource;
    cudaTextureDesc how;
    memset(&resource, 0, sizeof resource);
    memset(&how, 0, sizeof how);
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = mipmap;
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    how.filterMode = cudaFilterModePoint;
    how.normalizedCoords = 1;
    how.mipmapFilterMode = between;
    how.mipmapLevelBias = bias;
    how.minMipmapLevelClamp = least;
    how.maxMipmapLevelClamp = most;
    cudaTextureObject_t object = 0;
    wrong += cudaCreateTextureObject(&object, &resource, &how, nullptr) != cudaSuccess;
    return object;
}
static float of_level(int level) {
    const int side = SIDE >> level;
    return texel(level, (int)(0.3f * side), (int)(0.7f * side));
}
static float expected(float level, bool linear, float bias, float least, float most) {
    level = std::fmin(std::fmax(level + bias, least), most);
    level = std::fmin(std::fmax(level, 0.0f), LEVELS - 1.0f);
    if (!linear) return of_level((int)std::floor(level + 0.5f));
    const int low = (int)level;
    const float weight = std::rint((level - low) * 256) / 256;
    return weight == 0 ? of_level(low) : (1 - weight) * of_level(low) + weight * of_level(low + 1);
}

int main() {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    wrong += cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(SIDE, SIDE, 0), LEVELS, cudaArraySurfaceLoadStore);
    for (int level = 0; level < LEVELS; level++) {
        cudaArray_t array;
        cudaExtent extent;
        wrong += cudaGetMipmappedArrayLevel(&array, mipmap, level) != cudaSuccess;
        wrong += cudaArrayGetInfo(nullptr, &extent, nullptr, array) != cudaSuccess || extent.width != SIDE >> level ||
                 extent.height != SIDE >> level || extent.depth != 0;
        cudaResourceDesc resource;
        memset(&resource, 0, sizeof resource);
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array;
        cudaSurfaceObject_t surface;
        wrong += cudaCreateSurfaceObject(&surface, &resource) != cudaSuccess;
        fill<<<1, dim3(SIDE, SIDE)>>>(surface, level, SIDE >> level);
        wrong += cudaDestroySurfaceObject(surface) != cudaSuccess;
    }
    cudaArray_t none;
    wrong += cudaGetMipmappedArrayLevel(&none, mipmap, LEVELS) != cudaErrorInvalidValue;

    std::vector<float> numbers{0, 0.25f, 0.5f, 0.75f, 1, 1.4f, 1.6f, 2.125f, 3.9f, 4, 7, -2};
    const int count = (int)numbers.size();
    float *at, *to;
    cudaMallocManaged(&at, count * sizeof(float));
    cudaMallocManaged(&to, count * sizeof(float));
    const struct { float bias, least, most; } bounds[] = {{0, 0, 99}, {0.5f, 0, 99}, {0, 1, 2.5f}};
    for (const auto &b : bounds)
        for (int linear = 0; linear < 2; linear++) {
            const cudaTextureObject_t t = make_texture(linear ? cudaFilterModeLinear : cudaFilterModePoint, b.bias, b.least,
                                                       b.most);
            for (int i = 0; i < count; i++) at[i] = numbers[i];
            at_levels<<<1, count>>>(t, at, to);
            cudaDeviceSynchronize();
            for (int i = 0; i < count; i++)
                if (std::fabs(to[i] - expected(at[i], linear, b.bias, b.least, b.most)) > 1e-3f)
                    wrong++, printf("level %g: %g\n", at[i], to[i]);
            for (int i = 0; i < count; i++) at[i] = std::exp2(i % 5); // steps of 1 to 16 texels
            by_derivatives<<<1, count>>>(t, at, to);
            cudaDeviceSynchronize();
            for (int i = 0; i < count; i++)
                if (std::fabs(to[i] - expected(i % 5, linear, b.bias, b.least, b.most)) > 1e-3f)
                    wrong++, printf("step %g: %g\n", at[i], to[i]);
            plain<<<1, count>>>(t, to);
            cudaDeviceSynchronize();
            wrong += to[0] != of_level(0);
            wrong += cudaDestroyTextureObject(t) != cudaSuccess;
        }
    wrong += cudaFreeMipmappedArray(mipmap) != cudaSuccess;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
