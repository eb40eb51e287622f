// nvcuda::wmma against plain loops: every type, shape and layout. The numbers are small whole ones: products are exact.
#include <cstdio>
#include <cstring>
#include <mma.h>
using namespace nvcuda;

static int wrong;

template <class T, class S, class D, int M, int N, int K, class LA, class LB>
__global__ void multiply(const S *a, const S *b, const D *c, D *d, int lda, int ldb, wmma::layout_t layout, int ldc) {
    wmma::fragment<wmma::matrix_a, M, N, K, T, LA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, T, LB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, D> fc, fd;
    wmma::load_matrix_sync(fa, a, lda);
    wmma::load_matrix_sync(fb, b, ldb);
    wmma::load_matrix_sync(fc, c, ldc, layout);
    for (int i = 0; i < fc.num_elements; i++) fc.x[i] = fc.x[i] + fc.x[i];
    wmma::fill_fragment(fd, 0);
    wmma::mma_sync(fd, fa, fb, fc);
    wmma::store_matrix_sync(d, fd, ldc, layout);
}

template <class T, class S, class D, int M, int N, int K, class LA, class LB> static void run(bool a_rows, bool b_rows) {
    for (wmma::layout_t layout : {wmma::mem_row_major, wmma::mem_col_major}) {
        S *a, *b;
        D *c, *d;
        cudaMallocManaged(&a, M * K * sizeof(S));
        cudaMallocManaged(&b, K * N * sizeof(S));
        cudaMallocManaged(&c, M * N * sizeof(D));
        cudaMallocManaged(&d, M * N * sizeof(D));
        const bool rows = layout == wmma::mem_row_major;
        for (int i = 0; i < M * K; i++) a[i] = (S)(float)(i * 7 % 5);
        for (int i = 0; i < K * N; i++) b[i] = (S)(float)(i * 3 % 4);
        for (int i = 0; i < M * N; i++) c[i] = (D)(float)(i % 6);
        multiply<T, S, D, M, N, K, LA, LB><<<1, 32>>>(a, b, c, d, a_rows ? K : M, b_rows ? N : K, layout, rows ? N : M);
        cudaDeviceSynchronize();
        for (int i = 0; i < M; i++)
            for (int j = 0; j < N; j++) {
                const int at = rows ? i * N + j : j * M + i;
                float sum = 2 * (float)c[at];
                for (int k = 0; k < K; k++)
                    sum += (float)a[a_rows ? i * K + k : k * M + i] * (float)b[b_rows ? k * N + j : j * K + k];
                wrong += (float)d[at] != sum;
            }
        cudaFree(a), cudaFree(b), cudaFree(c), cudaFree(d);
    }
}
template <class T, class S, class D, int M, int N, int K> static void layouts() {
    run<T, S, D, M, N, K, wmma::row_major, wmma::row_major>(true, true);
    run<T, S, D, M, N, K, wmma::row_major, wmma::col_major>(true, false);
    run<T, S, D, M, N, K, wmma::col_major, wmma::row_major>(false, true);
    run<T, S, D, M, N, K, wmma::col_major, wmma::col_major>(false, false);
}
template <int M, int N> static void types() {
    layouts<__half, __half, float, M, N, 16>();
    layouts<__half, __half, __half, M, N, 16>();
    layouts<__nv_bfloat16, __nv_bfloat16, float, M, N, 16>();
    layouts<signed char, signed char, int, M, N, 16>();
    layouts<unsigned char, unsigned char, int, M, N, 16>();
}

int main() {
    types<16, 16>();
    types<32, 8>();
    types<8, 32>();
    layouts<wmma::precision::tf32, float, float, 16, 16, 8>();
    layouts<double, double, double, 8, 8, 4>();
    printf("wrong %d\n", wrong);
    return 0;
}
