// textures.cu: arrays, texture and surface objects: every addressing mode, filtering with weights of 8 bits, normalized
// coordinates and reads, linear and pitched memory, layers, volumes, copies from and to arrays.
#include <cstdio>
#include <cstring>
#include <cmath>
#include <vector>

static int wrong;
#define CHECK(call)                                                                       \
    do {                                                                                  \
        cudaError_t error = (call);                                                       \
        if (error != cudaSuccess) wrong++, printf("%s: %s\n", #call, cudaGetErrorName(error)); \
    } while (0)
static void expect(float found, float expected, const char *what, int i) {
    if (fabsf(found - expected) > 1e-5f && wrong++ < 10) printf("%s %d: %g, expected %g\n", what, i, found, expected);
}

template <typename T> __global__ void read1(cudaTextureObject_t t, T *out, const float *x) { out[threadIdx.x] = tex1D<T>(t, x[threadIdx.x]); }
__global__ void read2(cudaTextureObject_t t, float *out, const float *x, const float *y) {
    out[threadIdx.x] = tex2D<float>(t, x[threadIdx.x], y[threadIdx.x]);
}
__global__ void read3(cudaTextureObject_t t, float *out) { out[threadIdx.x] = tex3D<float>(t, 1.0f, 0.5f, 0.75f + threadIdx.x); }
__global__ void fetch(cudaTextureObject_t t, uchar4 *out) { out[threadIdx.x] = tex1Dfetch<uchar4>(t, threadIdx.x); }
__global__ void layer(cudaTextureObject_t t, int *out) { out[threadIdx.x] = tex2DLayered<int>(t, 1.5f, 0.5f, threadIdx.x); }
__global__ void faces(cudaTextureObject_t t, float *out) { // 2 x 2 directions a face
    const float u = threadIdx.x % 2 - 0.5f, v = threadIdx.x / 2 % 2 - 0.5f, a[6][3] = {{1, -v, -u}, {-1, -v, u}, {u, 1, v}, {u, -1, -v}, {u, -v, 1}, {-u, -v, -1}};
    const float *at = a[threadIdx.x / 4];
    out[threadIdx.x] = texCubemap<float>(t, at[0], at[1], at[2]) + 100 * texCubemap<float>(t, 8 * at[0], 8 * at[1], 8 * at[2]);
}
__global__ void gather(cudaTextureObject_t t, float4 *out) { *out = tex2Dgather<float4>(t, 1.0f, 1.0f, 0); }
__global__ void invert(cudaSurfaceObject_t s, int width) {
    float value;
    surf2Dread(&value, s, threadIdx.x * sizeof(float), threadIdx.y);
    surf2Dwrite(100.0f - value, s, threadIdx.x * (int)sizeof(float), threadIdx.y);
    surf2Dwrite(1.0f, s, -4, threadIdx.y, cudaBoundaryModeZero);
}

// The guide's linear filter: between texels i and i + 1, weight in steps of 1/256.
static float linear(const float *texel, int n, float x, bool clamp) {
    float shifted = x - 0.5f, low = floorf(shifted), weight = rintf((shifted - low) * 256) / 256;
    auto at = [&](int i) { return clamp ? texel[i < 0 ? 0 : i >= n ? n - 1 : i] : i < 0 || i >= n ? 0.0f : texel[i]; };
    return (1 - weight) * at((int)low) + weight * at((int)low + 1);
}

static cudaTextureObject_t object(cudaResourceDesc resource, cudaTextureAddressMode mode, cudaTextureFilterMode filter,
                                  bool normalized, cudaTextureReadMode read = cudaReadModeElementType) {
    cudaTextureDesc description;
    memset(&description, 0, sizeof description);
    for (int i = 0; i < 3; i++) description.addressMode[i] = mode;
    description.filterMode = filter, description.normalizedCoords = normalized, description.readMode = read;
    cudaTextureObject_t result = 0;
    CHECK(cudaCreateTextureObject(&result, &resource, &description, nullptr));
    return result;
}
static cudaResourceDesc of_array(cudaArray_t array) {
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

int main() {
    const float texel[4] = {10, 20, 40, 80}, x[8] = {-0.7f, 0.3f, 0.5f, 1.0f, 1.37f, 2.5f, 3.9f, 5.2f};
    float *at, *out, *at_y;
    cudaMallocManaged(&at, 32 * sizeof *at), cudaMallocManaged(&at_y, 32 * sizeof *at), cudaMallocManaged(&out, 32 * sizeof *out);
    memcpy(at, x, sizeof x);
    cudaArray_t line;
    cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
    CHECK(cudaMallocArray(&line, &floats, 4));
    CHECK(cudaMemcpy2DToArray(line, 0, 0, texel, sizeof texel, sizeof texel, 1, cudaMemcpyHostToDevice));
    auto read = [&](cudaTextureAddressMode mode, cudaTextureFilterMode filter, bool normalized) {
        cudaTextureObject_t t = object(of_array(line), mode, filter, normalized);
        read1<float><<<1, 8>>>(t, out, at);
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaDestroyTextureObject(t));
    };
    read(cudaAddressModeClamp, cudaFilterModePoint, false);
    const float clamped[8] = {10, 10, 10, 20, 20, 40, 80, 80}, bordered[8] = {0, 10, 10, 20, 20, 40, 80, 0};
    for (int i = 0; i < 8; i++) expect(out[i], clamped[i], "clamp", i);
    read(cudaAddressModeBorder, cudaFilterModePoint, false);
    for (int i = 0; i < 8; i++) expect(out[i], bordered[i], "border", i);
    read(cudaAddressModeClamp, cudaFilterModeLinear, false);
    for (int i = 0; i < 8; i++) expect(out[i], linear(texel, 4, x[i], true), "linear, clamp", i);
    read(cudaAddressModeBorder, cudaFilterModeLinear, false);
    for (int i = 0; i < 8; i++) expect(out[i], linear(texel, 4, x[i], false), "linear, border", i);
    // weight 1/512 rounds to a step of 1/256 or to none: 2^-9 to even is none
    at[0] = 0.5f + 1.0f / 512, at[1] = 0.5f + 3.0f / 512;
    read(cudaAddressModeClamp, cudaFilterModeLinear, false);
    expect(out[0], 10.0f, "half a step", 0), expect(out[1], 10.0f + 10.0f * 2 / 256, "one and a half", 1);
    const float normal[8] = {-0.2f, 0.1f, 0.3f, 0.6f, 0.9f, 1.1f, 1.6f, 2.2f};
    const float wrapped[8] = {80, 10, 20, 40, 80, 10, 40, 10}, mirrored[8] = {10, 10, 20, 40, 80, 80, 20, 10};
    memcpy(at, normal, sizeof normal);
    read(cudaAddressModeWrap, cudaFilterModePoint, true);
    for (int i = 0; i < 8; i++) expect(out[i], wrapped[i], "wrap", i);
    read(cudaAddressModeMirror, cudaFilterModePoint, true);
    for (int i = 0; i < 8; i++) expect(out[i], mirrored[i], "mirror", i);

    // a 3 x 2 image of bytes in pitched memory, as numbers from 0 to 1
    unsigned char image[2][3] = {{0, 51, 102}, {153, 204, 255}}, *pitched;
    size_t pitch;
    CHECK(cudaMallocPitch(&pitched, &pitch, 3, 2));
    CHECK(cudaMemcpy2D(pitched, pitch, image, 3, 3, 2, cudaMemcpyHostToDevice));
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = pitched, resource.res.pitch2D.desc = cudaCreateChannelDesc<unsigned char>();
    resource.res.pitch2D.width = 3, resource.res.pitch2D.height = 2, resource.res.pitch2D.pitchInBytes = pitch;
    cudaTextureObject_t bytes = object(resource, cudaAddressModeClamp, cudaFilterModeLinear, false, cudaReadModeNormalizedFloat);
    at[0] = 1.0f, at_y[0] = 1.0f, at[1] = 2.5f, at_y[1] = 1.5f, at[2] = 1.25f, at_y[2] = 0.5f;
    read2<<<1, 3>>>(bytes, out, at, at_y);
    CHECK(cudaDeviceSynchronize());
    expect(out[0], (0 + 51 + 153 + 204) / 4.0f / 255, "four texels", 0);
    expect(out[1], 1.0f, "corner", 1), expect(out[2], 0.75f * 51 / 255, "between two", 2);

    // linear memory of four channels; beyond its end is 0
    uchar4 *colours;
    cudaMallocManaged(&colours, 8 * sizeof *colours);
    for (int i = 0; i < 4; i++) colours[i] = make_uchar4(i, 2 * i, 3 * i, 255 - i);
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = colours, resource.res.linear.desc = cudaCreateChannelDesc(8, 8, 8, 8, cudaChannelFormatKindUnsigned);
    resource.res.linear.sizeInBytes = 3 * sizeof *colours;
    uchar4 *seen = colours + 4;
    fetch<<<1, 4>>>(object(resource, cudaAddressModeClamp, cudaFilterModePoint, false), seen);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 3; i++) expect(seen[i].z + 1000 * seen[i].w, 3 * i + 1000 * (255 - i), "fetch", i);
    expect(seen[3].x + seen[3].w, 0, "beyond the end", 3);

    // a volume of 2 x 2 x 3, filled by cudaMemcpy3D, filtered in all three dimensions
    float volume[12];
    for (int i = 0; i < 12; i++) volume[i] = 100 * (i / 4) + i % 4;
    cudaArray_t box;
    CHECK(cudaMalloc3DArray(&box, &floats, make_cudaExtent(2, 2, 3)));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(volume, 2 * sizeof(float), 2, 2);
    copy.dstArray = box, copy.extent = make_cudaExtent(2, 2, 3), copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    read3<<<1, 2>>>(object(of_array(box), cudaAddressModeClamp, cudaFilterModeLinear, false), out);
    CHECK(cudaDeviceSynchronize());
    expect(out[0], 25.5f, "volume", 0), expect(out[1], 125.5f, "volume", 1);

    // layers of integers
    int numbers[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}}, *found;
    cudaArray_t layers;
    cudaChannelFormatDesc ints = cudaCreateChannelDesc<int>();
    cudaMallocManaged(&found, 4 * sizeof *found);
    CHECK(cudaMalloc3DArray(&layers, &ints, make_cudaExtent(2, 2, 3), cudaArrayLayered));
    copy = cudaMemcpy3DParms();
    copy.srcPtr = make_cudaPitchedPtr(numbers, 2 * sizeof(int), 2, 2);
    copy.dstArray = layers, copy.extent = make_cudaExtent(2, 2, 3), copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    layer<<<1, 3>>>(object(of_array(layers), cudaAddressModeClamp, cudaFilterModePoint, false), found);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 3; i++) expect(found[i], numbers[i][1], "layer", i);

    // a cube of faces of 2 x 2, and what a filter would read of a plane
    float cube[24];
    for (int i = 0; i < 24; i++) cube[i] = i;
    cudaArray_t six, square;
    CHECK(cudaMalloc3DArray(&six, &floats, make_cudaExtent(2, 2, 6), cudaArrayCubemap));
    copy = cudaMemcpy3DParms();
    copy.srcPtr = make_cudaPitchedPtr(cube, 2 * sizeof(float), 2, 2);
    copy.dstArray = six, copy.extent = make_cudaExtent(2, 2, 6), copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    faces<<<1, 24>>>(object(of_array(six), cudaAddressModeClamp, cudaFilterModePoint, true), out);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 24; i++) expect(out[i], 101 * cube[i], "cube", i);
    CHECK(cudaMallocArray(&square, &floats, 2, 2, cudaArrayTextureGather));
    CHECK(cudaMemcpyToArray(square, 0, 0, cube, 4 * sizeof(float), cudaMemcpyHostToDevice));
    gather<<<1, 1>>>(object(of_array(square), cudaAddressModeClamp, cudaFilterModePoint, false), (float4 *)out);
    CHECK(cudaDeviceSynchronize());
    const float four[4] = {2, 3, 1, 0}; // counter-clockwise from (0, 1)
    for (int i = 0; i < 4; i++) expect(out[i], four[i], "gather", i);

    // a surface
    cudaArray_t plane;
    float back[2][3], plain[2][3] = {{1, 2, 3}, {4, 5, 6}};
    cudaSurfaceObject_t surface;
    CHECK(cudaMallocArray(&plane, &floats, 3, 2, cudaArraySurfaceLoadStore));
    CHECK(cudaMemcpyToArray(plane, 0, 0, plain, sizeof plain, cudaMemcpyHostToDevice));
    resource = of_array(plane);
    CHECK(cudaCreateSurfaceObject(&surface, &resource));
    invert<<<1, dim3(3, 2)>>>(surface, 3);
    CHECK(cudaMemcpy2DFromArray(back, sizeof back[0], plane, 0, 0, sizeof back[0], 2, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 6; i++) expect(back[i / 3][i % 3], 100 - plain[i / 3][i % 3], "surface", i);
    CHECK(cudaDestroySurfaceObject(surface));
    CHECK(cudaFreeArray(plane));
    printf("wrong %d\n", wrong);
}
