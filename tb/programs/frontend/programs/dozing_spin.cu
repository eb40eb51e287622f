// A wait that sleeps at every hundredth try, or begins its time anew: the count and the clock decide nothing, and nothing
// ends it. -DPATIENCE=N: it gives up when it has slept N times, and so ends.
__device__ int flag;
__global__ void doze(int *out) {
    unsigned tries = 0, naps = 0;
    long long start = clock64();
    while (atomicAdd(&flag, 0) == 0) { // HERE
        if (++tries % 100 == 0) {
            __nanosleep(20);
#ifdef PATIENCE
            if (++naps == PATIENCE) break;
#endif
        }
        if (clock64() - start > 1000) start = clock64();
    }
    out[threadIdx.x] = naps;
}
int main() {
    int *out;
    cudaMalloc(&out, 128);
    doze<<<1, 32>>>(out);
    return cudaDeviceSynchronize();
}
