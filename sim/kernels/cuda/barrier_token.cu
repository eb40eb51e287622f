/* barrier_token.cu: warps of a block hand words on by a cuda::barrier: right behind its wait(), and racy (-DEARLY) between
 * arrive() and wait(): who has arrived has not waited for anybody.
 */
#include <cstdio>
#include <cuda/barrier>

__global__ void reverse(int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    __shared__ int word[128];
    const int t = threadIdx.x;
    if (t == 0)
        init(&barrier, blockDim.x);
    __syncthreads();
    word[t] = t; // RACE
    auto token = barrier.arrive();
#ifdef EARLY
    out[t] = word[127 - t]; // RACE
    barrier.wait(static_cast<decltype(token) &&>(token));
#else
    barrier.wait(static_cast<decltype(token) &&>(token));
    out[t] = word[127 - t];
#endif
}

int main()
{
    int *out, first;
    cudaMalloc(&out, 128 * sizeof *out);
    reverse<<<1, 128>>>(out);
    cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost);
    printf("%d\n", first);
    return 0;
}
