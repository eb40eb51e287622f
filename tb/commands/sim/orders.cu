// orders: a warp stores, then stores a flag; ROUNDS times. -DRELEASE: the flag by st.release, which waits for the store before it. Prints its cycles.
#include <cstdio>
#ifdef RELEASE
#define STORE "st.release.gpu.global.u32"
#else
#define STORE "st.relaxed.gpu.global.u32"
#endif
enum { ROUNDS = 32 };
__global__ void store(int *data, int *flag, long long *cycles) {
    const long long start = clock64();
    for (int i = 0; i < ROUNDS; i++) {
        data[32 * i] = i;
        asm volatile(STORE " [%0], %1;" ::"l"(flag), "r"(i) : "memory");
    }
    *cycles = clock64() - start;
}
int main() {
    int *words;
    long long *cycles, taken;
    cudaMalloc(&words, (ROUNDS + 1) * 128);
    cudaMalloc(&cycles, sizeof *cycles);
    store<<<1, 1>>>(words, words + 32 * ROUNDS, cycles);
    cudaMemcpy(&taken, cycles, sizeof taken, cudaMemcpyDeviceToHost);
    printf("cycles %lld\n", taken);
}
