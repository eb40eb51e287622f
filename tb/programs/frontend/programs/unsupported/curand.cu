#include <curand_kernel.h> // HERE
__global__ void draw(float *out) { curandState state; curand_init(1, threadIdx.x, 0, &state); out[threadIdx.x] = curand_uniform(&state); }
int main() { draw<<<1, 32>>>(nullptr); }
