// k-means on points in the plane until the assignment stands: centres in constant memory, float atomics for the sums.
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <vector>
enum { K = 4 };
__constant__ float2 centres[K];
__global__ void assign(const float2 *points, int n, int *label, float2 *sums, int *counts, int *changed) {
    __shared__ float sx[K], sy[K];
    __shared__ int members[K];
    if (threadIdx.x < K) {
        sx[threadIdx.x] = sy[threadIdx.x] = 0;
        members[threadIdx.x] = 0;
    }
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float2 p = points[i];
        float best = FLT_MAX;
        int mine = 0;
        for (int k = 0; k < K; k++) {
            float dx = p.x - centres[k].x, dy = p.y - centres[k].y, d = dx * dx + dy * dy;
            if (d < best) {
                best = d;
                mine = k;
            }
        }
        if (label[i] != mine) {
            label[i] = mine;
            atomicAdd(changed, 1);
        }
        atomicAdd(&sx[mine], p.x);
        atomicAdd(&sy[mine], p.y);
        atomicAdd(&members[mine], 1);
    }
    __syncthreads();
    if (threadIdx.x < K) {
        atomicAdd(&sums[threadIdx.x].x, sx[threadIdx.x]);
        atomicAdd(&sums[threadIdx.x].y, sy[threadIdx.x]);
        atomicAdd(&counts[threadIdx.x], members[threadIdx.x]);
    }
}
int main() {
    const int n = 400;
    std::vector<float2> p(n);
    std::vector<int> label(n, -1), got(n);
    float2 c[K], h[K];
    for (int i = 0; i < n; i++)
        p[i] = make_float2((i % 4) * 10 + (i * 37 % 64) / 16.0f, (i % 4 / 2) * 12 + (i * 53 % 64) / 16.0f);
    for (int k = 0; k < K; k++) c[k] = h[k] = p[k * 5];
    float2 *dp, *dsums;
    int *dlabel, *dcounts, *dchanged, changed = 1, counts[K], rounds = 0, wrong = 0;
    float2 sums[K];
    cudaMalloc(&dp, n * 8);
    cudaMalloc(&dlabel, n * 4);
    cudaMalloc(&dsums, sizeof sums);
    cudaMalloc(&dcounts, sizeof counts);
    cudaMalloc(&dchanged, 4);
    cudaMemcpy(dp, p.data(), n * 8, cudaMemcpyHostToDevice);
    cudaMemset(dlabel, 0xff, n * 4);
    while (changed && rounds++ < 50) {
        cudaMemcpyToSymbol(centres, c, sizeof c);
        cudaMemset(dsums, 0, sizeof sums);
        cudaMemset(dcounts, 0, sizeof counts);
        cudaMemset(dchanged, 0, 4);
        assign<<<4, 128>>>(dp, n, dlabel, dsums, dcounts, dchanged);
        cudaMemcpy(sums, dsums, sizeof sums, cudaMemcpyDeviceToHost);
        cudaMemcpy(counts, dcounts, sizeof counts, cudaMemcpyDeviceToHost);
        cudaMemcpy(&changed, dchanged, 4, cudaMemcpyDeviceToHost);
        for (int k = 0; k < K; k++)
            if (counts[k]) c[k] = make_float2(sums[k].x / counts[k], sums[k].y / counts[k]);
    }
    cudaMemcpy(got.data(), dlabel, n * 4, cudaMemcpyDeviceToHost);
    for (bool moved = true; moved;) { /* coordinates are multiples of 1/16: sums are exact in any order */
        moved = false;
        float x[K] = {0}, y[K] = {0};
        int m[K] = {0};
        for (int i = 0; i < n; i++) {
            float best = FLT_MAX;
            int mine = 0;
            for (int k = 0; k < K; k++) {
                float dx = p[i].x - h[k].x, dy = p[i].y - h[k].y, d = dx * dx + dy * dy;
                if (d < best) {
                    best = d;
                    mine = k;
                }
            }
            moved |= label[i] != mine;
            label[i] = mine;
            x[mine] += p[i].x;
            y[mine] += p[i].y;
            m[mine]++;
        }
        for (int k = 0; k < K; k++)
            if (m[k]) h[k] = make_float2(x[k] / m[k], y[k] / m[k]);
    }
    for (int i = 0; i < n; i++) wrong += got[i] != label[i];
    printf("wrong %d\n", wrong + (rounds > 40));
}
