// All-pairs gravity: float4 bodies staged through shared memory, two time steps with swapped buffers.
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>
#define SOFTENING 1e-4f

__device__ float3 interact(float4 a, float4 b, float3 sum) {
    float3 r = make_float3(b.x - a.x, b.y - a.y, b.z - a.z);
    float inverse = rsqrtf(r.x * r.x + r.y * r.y + r.z * r.z + SOFTENING);
    float s = b.w * inverse * inverse * inverse;
    sum.x += r.x * s;
    sum.y += r.y * s;
    sum.z += r.z * s;
    return sum;
}
__global__ void step(const float4 *position, const float4 *velocity, float4 *next_position, float4 *next_velocity,
                     int n, float dt) {
    extern __shared__ float4 tile[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = i < n ? position[i] : make_float4(0, 0, 0, 0);
    float3 force = {0.0f, 0.0f, 0.0f};
    for (int start = 0; start < n; start += blockDim.x) {
        tile[threadIdx.x] = start + threadIdx.x < n ? position[start + threadIdx.x] : make_float4(0.f, 0.f, 0.f, 0.f);
        __syncthreads();
#pragma unroll 4
        for (int j = 0; j < blockDim.x; j++) force = interact(me, tile[j], force);
        __syncthreads();
    }
    if (i >= n) return;
    float4 v = velocity[i];
    v.x += force.x * dt;
    v.y += force.y * dt;
    v.z += force.z * dt;
    next_velocity[i] = v;
    next_position[i] = make_float4(me.x + v.x * dt, me.y + v.y * dt, me.z + v.z * dt, me.w);
}
int main() {
    const int n = 150;
    const float dt = 0.01f;
    std::vector<float4> p(n), v(n), out(n);
    for (int i = 0; i < n; i++) {
        p[i] = make_float4(sinf(i * 1.7f), cosf(i * 2.3f), sinf(i * 0.9f + 1), 0.01f + 0.001f * (i % 7));
        v[i] = make_float4(0.1f * cosf((float)i), 0.1f * sinf((float)i), 0, 0);
    }
    float4 *d[4];
    size_t bytes = n * sizeof(float4);
    for (auto &x : d) cudaMalloc(&x, bytes);
    cudaMemcpy(d[0], p.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d[1], v.data(), bytes, cudaMemcpyHostToDevice);
    for (int s = 0; s < 2; s++) {
        step<<<(n + 63) / 64, 64, 64 * sizeof(float4)>>>(d[0], d[1], d[2], d[3], n, dt);
        std::swap(d[0], d[2]);
        std::swap(d[1], d[3]);
    }
    cudaMemcpy(out.data(), d[0], bytes, cudaMemcpyDeviceToHost);
    std::vector<double> q(6 * n), w;
    for (int i = 0; i < n; i++) {
        q[6 * i] = p[i].x;
        q[6 * i + 1] = p[i].y;
        q[6 * i + 2] = p[i].z;
        q[6 * i + 3] = v[i].x;
        q[6 * i + 4] = v[i].y;
        q[6 * i + 5] = v[i].z;
    }
    for (int s = 0; s < 2; s++) {
        w = q;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double r[3], length = SOFTENING;
                for (int a = 0; a < 3; a++) {
                    r[a] = w[6 * j + a] - w[6 * i + a];
                    length += r[a] * r[a];
                }
                for (int a = 0; a < 3; a++) q[6 * i + 3 + a] += r[a] * p[j].w / (length * sqrt(length)) * dt;
            }
            for (int a = 0; a < 3; a++) q[6 * i + a] = w[6 * i + a] + q[6 * i + 3 + a] * dt;
        }
    }
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += fabs(out[i].x - q[6 * i]) + fabs(out[i].y - q[6 * i + 1]) + fabs(out[i].z - q[6 * i + 2]) > 1e-4;
    printf("wrong %d\n", wrong);
}
