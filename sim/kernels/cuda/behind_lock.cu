/* behind_lock.cu: a sum made under a lock, and read without it by who has waited for all of its parts (D68).
 *
 * The counter's release and the acquiring load order the reader behind each critical section, so that it needs no lock.
 * -DNO_ACQUIRE: a relaxed load. -DNO_WAIT: nothing.
 */
#include <cstdio>
#include <cuda/atomic>

enum { PARTS = 3 };

__device__ int lock, sum;
__device__ cuda::atomic<int, cuda::thread_scope_device> done;

#ifdef NO_ACQUIRE
constexpr auto order = cuda::memory_order_relaxed;
#else
constexpr auto order = cuda::memory_order_acquire;
#endif

__global__ void parts(int *out)
{
    if (blockIdx.x < PARTS) {
        while (atomicCAS(&lock, 0, 1) != 0)
            ;
        __threadfence();
        sum += 1; // RACE
        __threadfence();
        atomicExch(&lock, 0);
        done.fetch_add(1, cuda::memory_order_release);
    } else {
#ifndef NO_WAIT
        while (done.load(order) != PARTS)
            ;
#endif
        *out = sum; // RACE
    }
}

int main()
{
    int *out, sum;
    cudaMalloc(&out, sizeof *out);
    parts<<<PARTS + 1, 1>>>(out);
    cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
    printf("%d\n", sum);
    return cudaGetLastError() != cudaSuccess;
}
