// A resource view, which the model does not have, and anisotropy, which it leaves out.
#include <cstdio>
#include <cstring>
__global__ void fetch(cudaTextureObject_t texture, float *to) { *to = tex2D<float>(texture, 0.5f, 0.5f); }
int main() {
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &format, 16, 16);
    cudaResourceDesc resource;
    cudaTextureDesc how;
    cudaResourceViewDesc view;
    memset(&resource, 0, sizeof resource);
    memset(&how, 0, sizeof how);
    memset(&view, 0, sizeof view);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    how.maxAnisotropy = 8;
    view.format = cudaResViewFormatFloat1;
    view.width = view.height = 16;
    cudaTextureObject_t texture;
    float *data;
    cudaMalloc(&data, sizeof *data);
    if (cudaCreateTextureObject(&texture, &resource, &how, &view) != cudaErrorInvalidValue) return 1;
    if (cudaCreateTextureObject(&texture, &resource, &how, nullptr) != cudaSuccess) return 1;
    float zeros[256] = {};
    cudaMemcpy2DToArray(array, 0, 0, zeros, 64, 64, 16, cudaMemcpyHostToDevice);
    fetch<<<1, 1>>>(texture, data);
    return cudaDeviceSynchronize() != cudaSuccess;
}
