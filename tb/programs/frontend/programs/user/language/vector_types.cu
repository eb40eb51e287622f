// Vector types: sizes, alignments, make_ functions, wide loads and stores of every width, arrays of structures of them.
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <vector>
static_assert(sizeof(char3) == 3 && alignof(char4) == 4 && sizeof(short3) == 6 && alignof(short4) == 8 &&
                  sizeof(int3) == 12 && alignof(int2) == 8 && alignof(int4) == 16 && sizeof(float3) == 12 &&
                  alignof(float4) == 16,
              "as CUDA's");
static_assert(sizeof(double2) == 16 && alignof(double2) == 16 && sizeof(double3) == 24 && sizeof(double4) == 32 &&
                  alignof(double4) == 16 && sizeof(longlong4) == 32 && sizeof(ulong2) == 16 && sizeof(dim3) == 12,
              "as CUDA's");
struct Particle {
    float4 position;
    float3 velocity;
    int id;
    uchar4 colour;
    short2 cell;
    double2 energy;
};
struct __align__(16) Matrix {
    float2 row[4];
};
template <typename T> __global__ void copy(const T *__restrict__ in, T *__restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[n - 1 - i] = __ldg(&in[i]);
}
__global__ void move(Particle *p, int n, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Particle q = p[i];
    q.position = make_float4(q.position.x + q.velocity.x * dt, q.position.y + q.velocity.y * dt,
                             q.position.z + q.velocity.z * dt, q.position.w);
    q.colour.w = 255 - q.colour.x;
    q.cell = make_short2((short)q.position.x, (short)-q.id);
    q.energy.y += q.energy.x;
    p[i] = q;
}
__global__ void multiply(const Matrix *a, float2 *v) {
    int i = threadIdx.x;
    float2 r = {0, 0};
    for (int k = 0; k < 4; k++) {
        r.x += a[i].row[k].x * v[i].x;
        r.y += a[i].row[k].y * v[i].y;
    }
    v[i] = r;
}
template <typename T> int check() {
    const int n = 50;
    std::vector<T> in(n), out(n);
    T *a, *b;
    int wrong = 0;
    for (size_t k = 0; k < n * sizeof(T); k++) ((unsigned char *)in.data())[k] = (unsigned char)(k * 37 + k / 7);
    cudaMalloc(&a, n * sizeof(T));
    cudaMalloc(&b, n * sizeof(T));
    cudaMemcpy(a, in.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    copy<<<2, 32>>>(a, b, n);
    cudaMemcpy(out.data(), b, n * sizeof(T), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) wrong += memcmp(&out[n - 1 - i], &in[i], sizeof(T)) != 0;
    return wrong;
}
int main() {
    int wrong = check<uchar4>() + check<short4>() + check<ushort2>() + check<int2>() + check<int4>() +
                check<uint3>() + check<float2>() + check<float4>() + check<double2>() + check<double4>() +
                check<longlong2>() + check<ulonglong4>() + check<long4>() + check<Matrix>();
    const int n = 40;
    std::vector<Particle> p(n), got(n);
    Particle *d;
    std::vector<Matrix> m(32);
    std::vector<float2> v(32), w(32);
    Matrix *dm;
    float2 *dv;
    for (int i = 0; i < n; i++)
        p[i] = Particle{make_float4(i, 2.0f * i, -i, 1), make_float3(1, i, 0.5f), i,
                        make_uchar4(i, 1, 2, 3),         make_short2(0, 0),       make_double2(i, 0.25)};
    cudaMalloc(&d, n * sizeof(Particle));
    cudaMemcpy(d, p.data(), n * sizeof(Particle), cudaMemcpyHostToDevice);
    move<<<2, 32>>>(d, n, 0.5f);
    cudaMemcpy(got.data(), d, n * sizeof(Particle), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        wrong += got[i].position.x != i + 0.5f || got[i].position.y != 2.5f * i || got[i].position.z != -i + 0.25f ||
                 got[i].colour.w != 255 - i || got[i].cell.x != (short)(i + 0.5f) || got[i].cell.y != -i ||
                 got[i].energy.y != i + 0.25 || got[i].velocity.z != 0.5f;
    for (int i = 0; i < 32; i++) {
        v[i] = make_float2(i, -i);
        for (int k = 0; k < 4; k++) m[i].row[k] = make_float2(i + k, i * k);
    }
    cudaMalloc(&dm, 32 * sizeof(Matrix));
    cudaMalloc(&dv, 32 * 8);
    cudaMemcpy(dm, m.data(), 32 * sizeof(Matrix), cudaMemcpyHostToDevice);
    cudaMemcpy(dv, v.data(), 256, cudaMemcpyHostToDevice);
    multiply<<<1, 32>>>(dm, dv);
    cudaMemcpy(w.data(), dv, 256, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) wrong += w[i].x != (4.0f * i + 6) * i || w[i].y != -6.0f * i * i;
    printf("wrong %d\n", wrong);
}
