// mma.h: a product of half matrices, by rows and columns, with an accumulator of floats.
#include <cstdio>
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;
__global__ void k(const half *a, const half *b, float *c) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.f);
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::mma_sync(fc, fa, fb, fc);
    for (int i = 0; i < fc.num_elements; i++)
        fc.x[i] *= 2;
    wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}
int main() {
    half ha[256], hb[256];
    float hc[256];
    for (int i = 0; i < 256; i++) {
        ha[i] = __float2half(i % 7);
        hb[i] = __float2half(i % 5 - 2);
    }
    half *a, *b;
    float *c;
    cudaMalloc(&a, 512);
    cudaMalloc(&b, 512);
    cudaMalloc(&c, 1024);
    cudaMemcpy(a, ha, 512, cudaMemcpyHostToDevice);
    cudaMemcpy(b, hb, 512, cudaMemcpyHostToDevice);
    k<<<1, 32>>>(a, b, c);
    cudaMemcpy(hc, c, 1024, cudaMemcpyDeviceToHost);
    bool ok = true;
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 16; j++) {
            float s = 0;
            for (int l = 0; l < 16; l++)
                s += (float)((i * 16 + l) % 7) * ((j * 16 + l) % 5 - 2);
            if (hc[i * 16 + j] != 2 * s)
                ok = false;
        }
    printf("%s\n", ok ? "right" : "wrong");
    return !ok;
}
