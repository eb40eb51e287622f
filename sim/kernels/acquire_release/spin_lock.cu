/* spin_lock: atom.acquire.cas takes a lock, st.release gives it back; the counter behind it needs no fence. -DRELAXED_UNLOCK: given back by a relaxed
 * store. -DBLOCK_LOCK: taken and given back at block scope by several blocks. */
#include <cstdio>

#ifdef BLOCK_LOCK
#define SCOPE ".cta"
#else
#define SCOPE ".gpu"
#endif

__global__ void count(int *lock, int *counter)
{
    int taken;
    do {
        asm volatile("atom.acquire" SCOPE ".global.cas.b32 %0, [%1], 0, 1;" : "=r"(taken) : "l"(lock) : "memory"); // RACE
    } while (taken != 0);
    *counter = *counter + 1; // RACE
#ifdef RELAXED_UNLOCK
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(lock), "r"(0) : "memory");
#else
    asm volatile("st.release" SCOPE ".global.u32 [%0], %1;" ::"l"(lock), "r"(0) : "memory"); // RACE
#endif
}

int main()
{
    int *words;
    cudaMalloc(&words, 2 * 128);
    cudaMemset(words, 0, 2 * 128);
    count<<<6, 1>>>(words, words + 32);
    return cudaDeviceSynchronize() != cudaSuccess;
}
