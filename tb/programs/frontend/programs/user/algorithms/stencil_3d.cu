// Seven-point stencil on a 3-D grid of 3-D blocks, coefficients in constant memory, buffers swapped between steps.
#include <cmath>
#include <cstdio>
#include <vector>
__constant__ float coefficient[2];
__global__ void stencil(const float *in, float *out, int3 size) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
        z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= size.x || y >= size.y || z >= size.z) return;
    int i = (z * size.y + y) * size.x + x;
    if (x == 0 || y == 0 || z == 0 || x == size.x - 1 || y == size.y - 1 || z == size.z - 1) {
        out[i] = in[i];
        return;
    }
    out[i] = coefficient[0] * in[i] + coefficient[1] * (in[i - 1] + in[i + 1] + in[i - size.x] + in[i + size.x] +
                                                        in[i - size.x * size.y] + in[i + size.x * size.y]);
}
int main() {
    const int3 size = make_int3(19, 13, 9);
    const int n = size.x * size.y * size.z;
    std::vector<float> a(n), b(n), got(n);
    for (int i = 0; i < n; i++) a[i] = (float)(i * 37 % 101) / 10;
    const float c[2] = {0.4f, 0.1f};
    float *d0, *d1;
    cudaMalloc(&d0, n * 4);
    cudaMalloc(&d1, n * 4);
    cudaMemcpy(d0, a.data(), n * 4, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(coefficient, c, sizeof c);
    dim3 block(8, 4, 2),
        grid((size.x + block.x - 1) / block.x, (size.y + block.y - 1) / block.y, (size.z + block.z - 1) / block.z);
    for (int step = 0; step < 3; step++) {
        stencil<<<grid, block>>>(d0, d1, size);
        float *t = d0;
        d0 = d1;
        d1 = t;
        b = a;
        for (int z = 1; z < size.z - 1; z++)
            for (int y = 1; y < size.y - 1; y++)
                for (int x = 1; x < size.x - 1; x++) {
                    int i = (z * size.y + y) * size.x + x;
                    b[i] = c[0] * a[i] + c[1] * (a[i - 1] + a[i + 1] + a[i - size.x] + a[i + size.x] +
                                                 a[i - size.x * size.y] + a[i + size.x * size.y]);
                }
        a = b;
    }
    cudaMemcpy(got.data(), d0, n * 4, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; i++) wrong += fabsf(got[i] - a[i]) > 1e-4f;
    printf("wrong %d\n", wrong);
}
