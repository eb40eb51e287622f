// Texture and surface references, as CUDA had them before 12 and Rodinia uses them: linear memory, pitched memory, arrays of
// one to three dimensions, normalized coordinates and reads, filters; gathers, gradients, layers and cube maps of objects.
#include <cmath>
#include <cstdio>
#include <cstring>

texture<float, 1, cudaReadModeElementType> line;
texture<int4> fours;
texture<unsigned char, cudaTextureType2D, cudaReadModeNormalizedFloat> image;
static texture<float, 2> pitched;
texture<float, 3, cudaReadModeElementType> volume;
surface<void, cudaSurfaceType2D> drawing;

static int wrong;
#define CHECK(condition) \
    do { \
        if (!(condition)) wrong++, printf("line %d: %s\n", __LINE__, #condition); \
    } while (0)
#define OK(call) CHECK((call) == cudaSuccess)

__device__ float twice(int x) { return 2 * tex1Dfetch(line, x); }
__global__ void fetch(float *out, int4 *out4) {
    const int i = threadIdx.x;
    out[i] = twice(i) + tex1D(line, i + 0.5f);
    out4[i] = tex1Dfetch(fours, i);
}
__global__ void sample(float *out) {
    out[threadIdx.x] = tex2D(image, (threadIdx.x + 0.5f) / 4, 0.25f);
    out[4 + threadIdx.x] = tex2D(pitched, threadIdx.x + 0.5f, 1.5f);
    out[8 + threadIdx.x] = tex3D(volume, threadIdx.x + 0.5f, 1.0f, 0.5f);
}
__global__ void draw() {
    int value;
    surf2Dread(&value, drawing, threadIdx.x * 4, threadIdx.y);
    surf2Dwrite(value + 100, drawing, threadIdx.x * 4, threadIdx.y);
}
__global__ void objects(cudaTextureObject_t flat, cudaTextureObject_t layers, cudaTextureObject_t cube, float *out) {
    const float4 g = tex2Dgather<float4>(flat, 1.0f, 1.0f);
    out[0] = g.x, out[1] = g.y, out[2] = g.z, out[3] = g.w;
    out[4] = tex2DGrad<float>(flat, 1.5f, 0.5f, make_float2(1, 0), make_float2(0, 1));
    out[5] = tex1DLayered<float>(layers, 1.5f, 2);
    out[6] = tex1DLod<float>(layers, 0.5f, 0);
    const float3 way[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    for (int face = 0; face < 6; face++) out[7 + face] = texCubemap<float>(cube, way[face].x, way[face].y + 0.1f * way[face].x, way[face].z);
}

static cudaTextureObject_t object(cudaArray_t array) {
    cudaResourceDesc resource;
    cudaTextureDesc description;
    memset(&resource, 0, sizeof resource);
    memset(&description, 0, sizeof description);
    resource.resType = cudaResourceTypeArray, resource.res.array.array = array;
    for (int i = 0; i < 3; i++) description.addressMode[i] = cudaAddressModeClamp;
    cudaTextureObject_t made = 0;
    OK(cudaCreateTextureObject(&made, &resource, &description, nullptr));
    cudaResourceDesc seen;
    OK(cudaGetTextureObjectResourceDesc(&seen, made));
    CHECK(seen.res.array.array == array);
    return made;
}

int main() {
    float host[32], *data, *out;
    int4 host4[4], *data4, *out4;
    for (int i = 0; i < 32; i++) host[i] = i + 1;
    for (int i = 0; i < 4; i++) host4[i] = make_int4(i, 10 * i, 20 * i, -i);
    OK(cudaMalloc(&data, sizeof host));
    OK(cudaMalloc(&data4, sizeof host4));
    OK(cudaMallocManaged(&out, 256));
    OK(cudaMallocManaged(&out4, sizeof host4));
    OK(cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(data4, host4, sizeof host4, cudaMemcpyHostToDevice));
    size_t offset = 7;
    OK(cudaBindTexture(&offset, line, data, 16 * sizeof(float)));
    OK(cudaBindTexture(nullptr, fours, data4));
    CHECK(offset == 0);
    fetch<<<1, 4>>>(out, out4);
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < 4; i++) CHECK(out[i] == 3 * host[i] && !memcmp(&out4[i], &host4[i], sizeof host4[i]));
    OK(cudaBindTexture(nullptr, line, data + 16, cudaCreateChannelDesc<float>(), 64)); // bound again
    fetch<<<1, 4>>>(out, out4);
    OK(cudaDeviceSynchronize());
    CHECK(out[1] == 3 * host[17]);
    OK(cudaUnbindTexture(line));

    unsigned char bytes[8] = {0, 51, 102, 255, 1, 2, 3, 4};
    cudaArray *picture;
    cudaChannelFormatDesc byte = cudaCreateChannelDesc<unsigned char>();
    OK(cudaMallocArray(&picture, &byte, 4, 2));
    OK(cudaMemcpyToArray(picture, 0, 0, bytes, 8, cudaMemcpyHostToDevice));
    image.normalized = 1, image.filterMode = cudaFilterModePoint, image.addressMode[0] = cudaAddressModeWrap;
    OK(cudaBindTextureToArray(image, picture));
    float *rows;
    size_t pitch;
    OK(cudaMallocPitch(&rows, &pitch, 16, 2));
    OK(cudaMemcpy2D(rows, pitch, host, 16, 16, 2, cudaMemcpyHostToDevice));
    OK(cudaBindTexture2D(nullptr, pitched, rows, cudaCreateChannelDesc<float>(), 4, 2, pitch));
    cudaArray *cells;
    OK(cudaMalloc3DArray(&cells, &volume.channelDesc, make_cudaExtent(4, 2, 2)));
    cudaMemcpy3DParms copy = {0};
    copy.srcPtr = make_cudaPitchedPtr(host, 16, 4, 2), copy.dstArray = cells;
    copy.extent = make_cudaExtent(4, 2, 2), copy.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&copy));
    volume.filterMode = cudaFilterModeLinear;
    OK(cudaBindTextureToArray(volume, cells, volume.channelDesc));
    sample<<<1, 4>>>(out);
    OK(cudaDeviceSynchronize());
    for (int i = 0; i < 4; i++) {
        CHECK(out[i] == bytes[i] / 255.0f);
        CHECK(out[4 + i] == host[4 + i]);
        CHECK(out[8 + i] == (host[i] + host[4 + i]) / 2); // half way between the rows
    }

    int numbers[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    cudaArray_t sheet, copied;
    cudaChannelFormatDesc word = cudaCreateChannelDesc<int>();
    OK(cudaMallocArray(&sheet, &word, 4, 2, cudaArraySurfaceLoadStore));
    OK(cudaMallocArray(&copied, &word, 4, 2));
    OK(cudaMemcpy2DToArray(sheet, 0, 0, numbers, 16, 16, 2, cudaMemcpyHostToDevice));
    OK(cudaBindSurfaceToArray(drawing, sheet));
    draw<<<1, dim3(4, 2)>>>();
    OK(cudaMemcpy2DArrayToArray(copied, 0, 0, sheet, 0, 0, 16, 2));
    OK(cudaMemcpy2DFromArray(numbers, 16, copied, 0, 0, 16, 2, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 8; i++) CHECK(numbers[i] == 101 + i);

    cudaArray_t flat, layers, cube;
    cudaChannelFormatDesc real = cudaCreateChannelDesc<float>();
    OK(cudaMallocArray(&flat, &real, 4, 2, cudaArrayTextureGather));
    OK(cudaMemcpy2DToArray(flat, 0, 0, host, 16, 16, 2, cudaMemcpyHostToDevice));
    OK(cudaMalloc3DArray(&layers, &real, make_cudaExtent(4, 0, 3), cudaArrayLayered));
    copy.srcPtr = make_cudaPitchedPtr(host, 16, 4, 1), copy.dstArray = layers, copy.extent = make_cudaExtent(4, 1, 3);
    OK(cudaMemcpy3D(&copy));
    OK(cudaMalloc3DArray(&cube, &real, make_cudaExtent(2, 2, 6), cudaArrayCubemap));
    copy.srcPtr = make_cudaPitchedPtr(host, 8, 2, 2), copy.dstArray = cube, copy.extent = make_cudaExtent(2, 2, 6);
    OK(cudaMemcpy3D(&copy));
    objects<<<1, 1>>>(object(flat), object(layers), object(cube), out);
    OK(cudaDeviceSynchronize());
    // texels 1 2 / 5 6: lower left (the larger y), lower right, upper right, upper left
    CHECK(out[0] == 5 && out[1] == 6 && out[2] == 2 && out[3] == 1);
    CHECK(out[4] == 2 && out[5] == 10 && out[6] == 1);
    // the middle of a face is its texel (1, 1), or of +x and -x, which look a tenth off it, (1, 0) and (1, 1)
    const float texel[6] = {2, 8, 12, 16, 20, 24};
    for (int face = 0; face < 6; face++) CHECK(out[7 + face] == texel[face]);
    printf("wrong %d\n", wrong);
    return 0;
}
