/* volatile_flag.cu: a message behind a volatile flag and fences, as programs older than cuda::atomic pass it (D67).
 *
 * Block 0 writes data and sets the flag, block 1 waits for it and reads. Right with both fences, whether the data are
 * volatile (-DVOLATILE_DATA) or not; when the wait sleeps between its looks (-DBACK_OFF); and when another warp sets the
 * flag behind a fence of all threads and a barrier (-DBARRIER). Racy: -DNO_RELEASE: no fence in front of the flag;
 * -DBLOCK_FENCE: one of block scope only; -DNO_ACQUIRE: no fence behind the wait, and the data are plain.
 */
#include <cstdio>

#ifdef VOLATILE_DATA
#define DATA volatile int
#else
#define DATA int
#endif

#ifdef BLOCK_FENCE
#define FENCE __threadfence_block()
#elif defined NO_RELEASE
#define FENCE
#else
#define FENCE __threadfence()
#endif

#ifdef BARRIER
#define SETTER 32
#else
#define SETTER 0
#endif

__global__ void message(DATA *data, volatile int *flag, int *observed)
{
    if (blockIdx.x == 0) {
        if (threadIdx.x == 0)
            *data = 42; // RACE
        FENCE;
#ifdef BARRIER
        __syncthreads();
#endif
        if (threadIdx.x == SETTER)
            *flag = 1; // RACE
    } else if (threadIdx.x == 0) {
        while (*flag == 0) { // RACE
#ifdef BACK_OFF
            __nanosleep(20);
#endif
        }
#ifndef NO_ACQUIRE
        __threadfence();
#endif
        *observed = *data; // RACE
    }
}

int main()
{
    int *words, observed;
    cudaMalloc(&words, 3 * 128);
    cudaMemset(words, 0, 3 * 128);
    message<<<2, 64>>>((DATA *)words, words + 32, words + 64);
    cudaMemcpy(&observed, words + 64, sizeof observed, cudaMemcpyDeviceToHost);
    printf("observed %d\n", observed);
    return observed != 42;
}
