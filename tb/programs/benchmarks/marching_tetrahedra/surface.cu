// surface.cu: the surface of a field on a lattice (Doi and Koide 1991). The field lies in a three-dimensional array, which a kernel
// writes by a surface object and others fetch as a texture; each cube is six tetrahedra. Cubes are counted, the counts scanned,
// and triangles written to their places.
#include "check.h"
#include <cassert>
#include "mesh.h"

#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/transform_reduce.h>

// Corners of a cube: bit 0 x, bit 1 y, bit 2 z; all tetrahedra have the diagonal 0 7 (Kuhn).
__constant__ uchar4 c_tetrahedra[6];
// By the corners that are outside: edges of triangles, 4 bits of each being two corners of the tetrahedron; 0xff: none.
__constant__ unsigned char c_triangles[16][6];

static const unsigned char tetrahedra[6][4] = {{0, 1, 3, 7}, {0, 3, 2, 7}, {0, 2, 6, 7}, {0, 6, 4, 7}, {0, 4, 5, 7}, {0, 5, 1, 7}};

#define E(a, b) ((a) << 2 | (b))
static const unsigned char triangles[16][6] = {
    {0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
    {E(0, 1), E(0, 3), E(0, 2), 0xff, 0xff, 0xff},
    {E(1, 0), E(1, 2), E(1, 3), 0xff, 0xff, 0xff},
    {E(0, 3), E(0, 2), E(1, 2), E(0, 3), E(1, 2), E(1, 3)},
    {E(2, 0), E(2, 3), E(2, 1), 0xff, 0xff, 0xff},
    {E(0, 1), E(0, 3), E(2, 3), E(0, 1), E(2, 3), E(2, 1)},
    {E(1, 0), E(2, 0), E(2, 3), E(1, 0), E(2, 3), E(1, 3)},
    {E(3, 0), E(3, 2), E(3, 1), 0xff, 0xff, 0xff},
    {E(3, 0), E(3, 1), E(3, 2), 0xff, 0xff, 0xff},
    {E(0, 1), E(3, 1), E(3, 2), E(0, 1), E(3, 2), E(0, 2)},
    {E(1, 0), E(1, 2), E(3, 2), E(1, 0), E(3, 2), E(3, 0)},
    {E(2, 0), E(2, 1), E(2, 3), 0xff, 0xff, 0xff}, // as below, turned
    {E(2, 0), E(3, 0), E(3, 1), E(2, 0), E(3, 1), E(2, 1)},
    {E(1, 0), E(1, 3), E(1, 2), 0xff, 0xff, 0xff},
    {E(0, 1), E(0, 2), E(0, 3), 0xff, 0xff, 0xff},
    {0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
};

struct SphereField {
    __device__ float operator()(float3 p) const { return 0.36f - (p.x * p.x + p.y * p.y + p.z * p.z); }
};
struct TorusField {
    __device__ float operator()(float3 p) const {
        const float ring = sqrtf(p.x * p.x + p.y * p.y) - 0.55f;
        return 0.0625f - (ring * ring + p.z * p.z);
    }
};
struct BlobsField {
    float separation;
    __device__ float operator()(float3 p) const {
        const float left = norm3df(p.x + separation, p.y, p.z), right = norm3df(p.x - separation, p.y, p.z);
        return 0.3f - fminf(left, right);
    }
};

template <typename Field> __global__ void sample(cudaSurfaceObject_t surface, int points, Field field) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x >= points || y >= points) return;
    const float scale = 2.0f / (points - 1);
    surf3Dwrite(field(make_float3(x * scale - 1, y * scale - 1, z * scale - 1)), surface, x * (int)sizeof(float), y, z);
}

struct Cube {
    int x, y, z;
    float value[8];
    __device__ Cube(cudaTextureObject_t texture, int number, int cells, float level)
        : x(number % cells), y(number / cells % cells), z(number / (cells * cells)) {
#pragma unroll
        for (int c = 0; c < 8; c++)
            value[c] = tex3D<float>(texture, x + (c & 1) + 0.5f, y + (c >> 1 & 1) + 0.5f, z + (c >> 2) + 0.5f) - level;
    }
    __device__ int outside(uchar4 t) const {
        return (value[t.x] <= 0) | (value[t.y] <= 0) << 1 | (value[t.z] <= 0) << 2 | (value[t.w] <= 0) << 3;
    }
};

__global__ void count(cudaTextureObject_t texture, int cells, float level, unsigned *counts) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells * cells * cells) return;
    const Cube cube(texture, i, cells, level);
    unsigned own = 0;
    for (int t = 0; t < 6; t++) {
        const unsigned char *list = c_triangles[cube.outside(c_tetrahedra[t])];
        own += (list[0] != 0xff) + (list[3] != 0xff);
    }
    counts[i] = own;
}

__global__ void generate(cudaTextureObject_t texture, int cells, float level, const unsigned *counts, const unsigned *starts,
                         float3 *vertices, unsigned long long *edges) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells * cells * cells || counts[i] == 0) return;
    const Cube cube(texture, i, cells, level);
    const int points = cells + 1;
    const float scale = 2.0f / cells;
    unsigned at = 3 * starts[i];
    for (int t = 0; t < 6; t++) {
        const uchar4 corners = c_tetrahedra[t];
        const unsigned char *list = c_triangles[cube.outside(corners)];
        for (int e = 0; e < 6 && list[e] != 0xff; e++) {
            const unsigned char own[4] = {corners.x, corners.y, corners.z, corners.w};
            int a = own[list[e] >> 2], b = own[list[e] & 3];
            if (a > b) { // the same from all cubes that share it
                const int c = a;
                a = b;
                b = c;
            }
            const int ax = cube.x + (a & 1), ay = cube.y + (a >> 1 & 1), az = cube.z + (a >> 2);
            const int bx = cube.x + (b & 1), by = cube.y + (b >> 1 & 1), bz = cube.z + (b >> 2);
            const float s = cube.value[a] / (cube.value[a] - cube.value[b]);
            vertices[at] = make_float3((ax + s * (bx - ax)) * scale - 1, (ay + s * (by - ay)) * scale - 1, (az + s * (bz - az)) * scale - 1);
            edges[at++] = (unsigned long long)(ax + points * (ay + points * az)) << 32 | (unsigned)(bx + points * (by + points * bz));
        }
    }
    assert(at == 3 * (starts[i] + counts[i]));
}

Mesh surface_of(const Shape &shape, int cells, float level) {
    const int points = cells + 1, cubes = cells * cells * cells;
    CHECK(cudaMemcpyToSymbol(c_tetrahedra, tetrahedra, sizeof tetrahedra));
    CHECK(cudaMemcpyToSymbol(c_triangles, triangles, sizeof triangles));
    cudaArray_t array;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    CHECK(cudaMalloc3DArray(&array, &format, make_cudaExtent(points, points, points), cudaArraySurfaceLoadStore));
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description{};
    for (auto &mode : description.addressMode) mode = cudaAddressModeClamp;
    description.filterMode = cudaFilterModePoint;
    description.readMode = cudaReadModeElementType;
    cudaSurfaceObject_t surface;
    cudaTextureObject_t texture;
    CHECK(cudaCreateSurfaceObject(&surface, &resource));
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));

    const dim3 block(8, 8), grid((points + 7) / 8, (points + 7) / 8, points);
    switch (shape.kind) {
    case Shape::Sphere: sample<<<grid, block>>>(surface, points, SphereField{}); break;
    case Shape::Torus: sample<<<grid, block>>>(surface, points, TorusField()); break;
    case Shape::Blobs: sample<<<grid, block>>>(surface, points, BlobsField{0.5f}); break;
    }
    CHECK(cudaGetLastError());
    thrust::device_vector<unsigned> counts(cubes), starts(cubes);
    const int blocks = (cubes + 127) / 128;
    count<<<blocks, 128>>>(texture, cells, level, thrust::raw_pointer_cast(counts.data()));
    thrust::exclusive_scan(counts.begin(), counts.end(), starts.begin());
    const unsigned total = starts.back() + counts.back();
    const unsigned again = thrust::transform_reduce(thrust::device, thrust::make_counting_iterator(0), thrust::make_counting_iterator(cubes),
                                                    [c = thrust::raw_pointer_cast(counts.data())] __device__(int i) -> unsigned { return c[i]; },
                                                    0u, thrust::plus<unsigned>());
    if (total != again) return {};
    thrust::device_vector<float3> vertices(3 * total);
    thrust::device_vector<unsigned long long> edges(3 * total);
    generate<<<blocks, 128>>>(texture, cells, level, thrust::raw_pointer_cast(counts.data()), thrust::raw_pointer_cast(starts.data()),
                              thrust::raw_pointer_cast(vertices.data()), thrust::raw_pointer_cast(edges.data()));
    CHECK(cudaGetLastError());
    Mesh mesh;
    mesh.vertices.resize(3 * total);
    mesh.edges.resize(3 * total);
    static_assert(sizeof(Vertex) == sizeof(float3), "the host's vertices are the device's");
    CHECK(cudaMemcpy(mesh.vertices.data(), thrust::raw_pointer_cast(vertices.data()), 3 * total * sizeof(Vertex), cudaMemcpyDeviceToHost));
    thrust::copy(edges.begin(), edges.end(), mesh.edges.begin());
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaDestroySurfaceObject(surface));
    CHECK(cudaFreeArray(array));
    return mesh;
}
