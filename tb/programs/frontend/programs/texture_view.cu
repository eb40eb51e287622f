// Resource views: other texels of the same size, layers and levels of a part; not blocks of compressed texels. Anisotropy is
// left out, with a note.
#include <cstdio>
#include <cstring>
__global__ void fetch(cudaTextureObject_t texture, unsigned *to) { *to = tex2D<unsigned>(texture, 1.5f, 2.5f); }
__global__ void fetch_pair(cudaTextureObject_t texture, float2 *to) { *to = tex2D<float2>(texture, 1.5f, 2.5f); }
__global__ void fetch_layer(cudaTextureObject_t texture, float *to) { *to = tex2DLayered<float>(texture, 1.5f, 2.5f, 1); }
__global__ void fetch_level(cudaTextureObject_t texture, float *to) { *to = tex2DLod<float>(texture, 0.3f, 0.3f, 1.0f); }
#define MUST(condition) if (!(condition)) { printf("line %d: %s\n", __LINE__, #condition); return 1; }
int main() {
    cudaArray_t array, layers;
    cudaMipmappedArray_t levels;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    float values[3 * 256], *data;
    for (int i = 0; i < 3 * 256; i++) values[i] = 1 + i * 0.125f;
    MUST(cudaMallocArray(&array, &format, 16, 16) == cudaSuccess);
    MUST(cudaMemcpy2DToArray(array, 0, 0, values, 64, 64, 16, cudaMemcpyHostToDevice) == cudaSuccess);
    MUST(cudaMalloc3DArray(&layers, &format, make_cudaExtent(16, 16, 3), cudaArrayLayered) == cudaSuccess);
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(values, 64, 16, 16);
    copy.dstArray = layers;
    copy.extent = make_cudaExtent(16, 16, 3);
    copy.kind = cudaMemcpyHostToDevice;
    MUST(cudaMemcpy3D(&copy) == cudaSuccess && cudaMallocManaged(&data, 8) == cudaSuccess);
    MUST(cudaMallocMipmappedArray(&levels, &format, make_cudaExtent(16, 16, 0), 4) == cudaSuccess);
    for (int i = 0; i < 4; i++) {
        cudaArray_t level;
        float flat[256];
        for (float &value : flat) value = i;
        MUST(cudaGetMipmappedArrayLevel(&level, levels, i) == cudaSuccess);
        MUST(cudaMemcpy2DToArray(level, 0, 0, flat, 64 >> i, 64 >> i, 16 >> i, cudaMemcpyHostToDevice) == cudaSuccess);
    }
    cudaResourceDesc resource;
    cudaTextureDesc how;
    cudaResourceViewDesc view, back;
    cudaTextureObject_t texture;
    memset(&resource, 0, sizeof resource);
    memset(&how, 0, sizeof how);
    memset(&view, 0, sizeof view);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    view.width = view.height = 16;
    view.format = cudaResViewFormatUnsignedBlockCompressed1;
    MUST(cudaCreateTextureObject(&texture, &resource, &how, &view) == cudaErrorInvalidValue);
    view.format = cudaResViewFormatUnsignedShort1; /* of other texels' size */
    MUST(cudaCreateTextureObject(&texture, &resource, &how, &view) == cudaErrorInvalidValue);
    view.format = cudaResViewFormatUnsignedInt1;
    MUST(cudaCreateTextureObject(&texture, &resource, &how, &view) == cudaSuccess);
    MUST(cudaGetTextureObjectResourceViewDesc(&back, texture) == cudaSuccess && back.format == view.format);
    fetch<<<1, 1>>>(texture, (unsigned *)data);
    MUST(cudaDeviceSynchronize() == cudaSuccess && data[0] == values[33]);
    view.format = cudaResViewFormatUnsignedShort2;
    how.readMode = cudaReadModeNormalizedFloat;
    MUST(cudaCreateTextureObject(&texture, &resource, &how, &view) == cudaSuccess);
    fetch_pair<<<1, 1>>>(texture, (float2 *)data);
    unsigned bits;
    memcpy(&bits, &values[33], 4);
    MUST(cudaDeviceSynchronize() == cudaSuccess && data[0] == (bits & 0xffff) / 65535.0f && data[1] == (bits >> 16) / 65535.0f);
    how.readMode = cudaReadModeElementType;
    view.format = cudaResViewFormatNone;
    view.firstLayer = 1;
    view.lastLayer = 2;
    resource.res.array.array = layers;
    MUST(cudaCreateTextureObject(&texture, &resource, &how, &view) == cudaSuccess);
    fetch_layer<<<1, 1>>>(texture, data);
    MUST(cudaDeviceSynchronize() == cudaSuccess && data[0] == values[2 * 256 + 33]);
    view.firstLayer = view.lastLayer = 0;
    view.firstMipmapLevel = 1;
    view.lastMipmapLevel = 2;
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = levels;
    how.normalizedCoords = 1;
    how.maxMipmapLevelClamp = 3;
    how.maxAnisotropy = 8;
    MUST(cudaCreateTextureObject(&texture, &resource, &how, &view) == cudaSuccess);
    fetch_level<<<1, 1>>>(texture, data);
    MUST(cudaDeviceSynchronize() == cudaSuccess && data[0] == 2);
    MUST(cudaCreateTextureObject(&texture, &resource, &how, nullptr) == cudaSuccess);
    MUST(cudaGetTextureObjectResourceViewDesc(&back, texture) == cudaErrorInvalidValue);
    return 0;
}
