// A program's names are its own: functions named as internals of the front end must neither clash nor be called by it.
#include <cstdio>

extern "C" {
int gpu_create() { return 1; }
int core_step() { return 2; }
int run_float() { return 4; }
int drop_lanes() { return 8; }
int session_end() { return 16; }
int device_memory_allocate() { return 32; }
int gpu_statistics = 64;
}

__global__ void write(int *word) { *word = 128; }

int main() {
    int *word, host = 0;
    cudaMalloc(&word, sizeof host);
    write<<<1, 1>>>(word);
    cudaMemcpy(&host, word, sizeof host, cudaMemcpyDeviceToHost);
    printf("sum %d\n", host + gpu_create() + core_step() + run_float() + drop_lanes() + session_end() + device_memory_allocate() + gpu_statistics);
    return 0;
}
