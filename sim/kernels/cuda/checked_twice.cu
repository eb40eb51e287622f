/* checked_twice.cu: initialisation that is checked twice, by a volatile flag or by cuda::atomic_ref (-DREF).
 *
 * Who finds the flag unset takes a lock and looks again. Blocks that start late find it set, and take no lock: for them
 * the writer's fence before the flag (missing with -DNO_RELEASE) and their own behind it (-DNO_ACQUIRE) order what the
 * flag guards. There are more blocks than the device holds at a time; the late ones run in places of blocks that have had
 * the lock, which does not order them.
 */
#include <cstdio>
#include <cuda/atomic>

enum { BLOCKS = 200 };

__device__ int lock, object;

#ifdef REF
__device__ int ready;
typedef cuda::atomic_ref<int, cuda::thread_scope_device> ref;
#ifdef NO_ACQUIRE
__device__ bool is_ready() { return ref(ready).load(cuda::memory_order_relaxed); }
#else
__device__ bool is_ready() { return ref(ready).load(cuda::memory_order_acquire); }
#endif
#ifdef NO_RELEASE
__device__ void set_ready() { ref(ready).store(1, cuda::memory_order_relaxed); }
#else
__device__ void set_ready() { ref(ready).store(1, cuda::memory_order_release); }
#endif
#else
__device__ volatile int ready;
__device__ bool is_ready()
{
    const bool set = ready != 0;
#ifndef NO_ACQUIRE
    __threadfence();
#endif
    return set;
}
__device__ void set_ready()
{
#ifndef NO_RELEASE
    __threadfence();
#endif
    ready = 1;
}
#endif

__global__ void use(int *out)
{
    if (!is_ready()) {
        while (atomicCAS(&lock, 0, 1) != 0)
            ;
        __threadfence();
        if (!is_ready()) {
            object = 7; // RACE
            set_ready();
        }
        __threadfence();
        atomicExch(&lock, 0);
    }
    out[blockIdx.x] = object; // RACE
}

int main()
{
    int *out, last;
    cudaMalloc(&out, BLOCKS * sizeof *out);
    use<<<BLOCKS, 1>>>(out);
    cudaMemcpy(&last, out + BLOCKS - 1, sizeof last, cudaMemcpyDeviceToHost);
    printf("%d\n", last);
    return cudaGetLastError() != cudaSuccess;
}
