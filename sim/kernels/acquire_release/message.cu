/* message: one block writes data, then sets a flag; another waits for the flag and reads the data (PTX ld.acquire, st.release; section 13 of
 * docs/semantics.md). -DRELAXED: the flag is set without a release. -DBLOCK_SCOPE: released and acquired at block scope, by two blocks.
 * -DNO_ACQUIRE: read with a relaxed load. -DFENCES: fence.acq_rel and relaxed accesses instead, the other right way. */
#include <cstdio>

#ifdef BLOCK_SCOPE
#define SCOPE ".cta"
#else
#define SCOPE ".gpu"
#endif

__device__ void set(int *flag, int value)
{
#if defined RELAXED
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(flag), "r"(value) : "memory");
#elif defined FENCES
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(flag), "r"(value) : "memory");
#else
    asm volatile("st.release" SCOPE ".global.u32 [%0], %1;" ::"l"(flag), "r"(value) : "memory"); // RACE
#endif
}

__device__ int get(int *flag)
{
    int value;
#if defined NO_ACQUIRE
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
#elif defined FENCES
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
#else
    asm volatile("ld.acquire" SCOPE ".global.u32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory"); // RACE
#endif
    return value;
}

__global__ void pass(int *data, int *flag, int *out)
{
    if (blockIdx.x == 0) {
        *data = 42; // RACE
        set(flag, 1);
    } else {
        while (get(flag) == 0) {}
        *out = *data; // RACE
    }
}

int main()
{
    int *words;
    cudaMalloc(&words, 3 * 128);
    cudaMemset(words, 0, 3 * 128);
    pass<<<2, 1>>>(words, words + 32, words + 64);
    return cudaDeviceSynchronize() != cudaSuccess;
}
