// cudaMalloc3D, cudaMemcpy3D with positions, cudaMemset3D and 2D, pitched access, cudaMemcpyDefault, symbol addresses.
#include <cstdio>
#include <cstring>
#include <vector>
__constant__ int lookup[6] = {1, 2, 3, 4, 5, 6};
__device__ float field[4][5];
__global__ void scale(cudaPitchedPtr volume, cudaExtent extent, float by) {
    int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
    char *slice = (char *)volume.ptr + z * volume.pitch * extent.height;
    ((float *)(slice + y * volume.pitch))[x] *= by;
}
__global__ void through(const int *table, int *out, float *f) {
    out[threadIdx.x] = table[threadIdx.x] * 10;
    f[threadIdx.x] = threadIdx.x;
}
int main() {
    const int w = 12, h = 7, d = 5;
    std::vector<float> in(w * h * d), out(w * h * d, -1.0f), part(4 * 3 * 2);
    int wrong = 0;
    for (size_t i = 0; i < in.size(); i++) in[i] = (float)i;
    cudaPitchedPtr volume;
    cudaExtent extent = make_cudaExtent(w * sizeof(float), h, d);
    cudaMemcpy3DParms p;
    memset(&p, 0, sizeof p);
    wrong += cudaMalloc3D(&volume, extent) != cudaSuccess;
    p.srcPtr = make_cudaPitchedPtr(in.data(), w * 4, w, h);
    p.dstPtr = volume;
    p.extent = extent;
    p.kind = cudaMemcpyHostToDevice;
    wrong += cudaMemcpy3D(&p) != cudaSuccess;
    scale<<<dim3(h, d), w>>>(volume, extent, 3.0f);
    cudaMemcpy3DParms back = {};
    back.srcPtr = volume;
    back.dstPtr = make_cudaPitchedPtr(out.data(), w * 4, w, h);
    back.extent = extent;
    back.kind = cudaMemcpyDeviceToHost;
    wrong += cudaMemcpy3D(&back) != cudaSuccess;
    for (size_t i = 0; i < in.size(); i++) wrong += out[i] != 3.0f * in[i];
    cudaMemcpy3DParms box = {};
    box.srcPtr = volume;
    box.srcPos = make_cudaPos(2 * 4, 1, 3);
    box.dstPtr = make_cudaPitchedPtr(part.data(), 16, 4, 3);
    box.extent = make_cudaExtent(16, 3, 2);
    box.kind = cudaMemcpyDefault;
    wrong += cudaMemcpy3D(&box) != cudaSuccess;
    for (int z = 0; z < 2; z++)
        for (int y = 0; y < 3; y++)
            for (int x = 0; x < 4; x++)
                wrong += part[(z * 3 + y) * 4 + x] != 3.0f * (((z + 3) * h + y + 1) * w + x + 2);
    wrong += cudaMemset3D(volume, 0, extent) != cudaSuccess || cudaMemcpy3DAsync(&back) != cudaSuccess;
    for (float v : out) wrong += v != 0;
    int *table, *result, got[6];
    float *f, column[4];
    size_t size;
    wrong += cudaGetSymbolAddress((void **)&table, lookup) != cudaSuccess ||
             cudaGetSymbolAddress((void **)&f, field) != cudaSuccess ||
             cudaGetSymbolSize(&size, field) != cudaSuccess || size != 80;
    int changed = 44;
    wrong += cudaMemcpy(table + 3, &changed, 4, cudaMemcpyHostToDevice) != cudaSuccess;
    cudaMalloc(&result, sizeof got);
    through<<<1, 6>>>(table, result, f);
    cudaMemcpy(got, result, sizeof got, cudaMemcpyDefault);
    for (int i = 0; i < 6; i++) wrong += got[i] != (i == 3 ? 440 : 10 * (i + 1));
    wrong += cudaMemcpy2D(column, 4, f, 4, 4, 4, cudaMemcpyDeviceToHost) != cudaSuccess;
    for (int i = 0; i < 4; i++) wrong += column[i] != i;
    wrong += cudaMemcpyFromSymbol(got, lookup, 8, 4 * 2) != cudaSuccess || got[0] != 3 || got[1] != 44;
    printf("wrong %d\n", wrong);
}
