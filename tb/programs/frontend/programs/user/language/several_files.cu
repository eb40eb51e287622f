// Three .cu files of one program: functions, variables and constants of one used by kernels of another, a header with
// templates and an inline variable, static names that both have, kernels of each launched by one main.
// sources: tb/programs/frontend/programs/user_parts/several_files_math.cu tb/programs/frontend/programs/user_parts/several_files_filter.cu
// options: -std=c++17
#include <cstdio>
#include "../../user_parts/several_files.h"
static __device__ int helper(int x) { return x + 1; } /* the other files have a helper, too */
static __constant__ int offset = 5;
__global__ void combine(int *out) {
    int i = threadIdx.x;
    out[i] = polynomial(i) + helper(i) + offset + weights[i % 4] + clamp_to<50>(i * 3) + shape_table[i % 2](i);
    atomicAdd(&calls, 1);
    shared_count.add(1);
}
int main() {
    int h[64], f[64], *d, wrong = 0, total = 0, w[4] = {10, 20, 30, 40};
    cudaMalloc(&d, sizeof h);
    set_weights(w);
    combine<<<1, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    run_filter(f, 64);
    for (int i = 0; i < 64; i++) {
        wrong += h[i] !=
                 (3 * i * i + 2 * i + 1) + i + 1 + 5 + w[i % 4] + (i * 3 > 50 ? 50 : i * 3) + (i % 2 ? i * 100 : -i);
        wrong += f[i] != (i + 2) * 7 + w[3 - i % 4] + (i > 20 ? 20 : i);
    }
    cudaMemcpyFromSymbol(&total, shared_count, sizeof total);
    printf("wrong %d\n", wrong + (calls_so_far() != 128) + (total != 128));
}
