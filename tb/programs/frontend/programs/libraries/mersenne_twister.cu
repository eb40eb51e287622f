// MTGP32: 64 blocks of 256 threads take the numbers of the host's generator, in its order; moments of what is made of them.
#include <cmath>
#include <cstdio>
#include <vector>
#include <curand.h>
#include <curand_kernel.h>
#include <curand_mtgp32_host.h>
#include <curand_mtgp32dc_p_11213.h>
static int wrong;
#define EXPECT(condition) ((condition) ? (void)0 : (void)(wrong++, printf("line %d: %s\n", __LINE__, #condition)))
enum { BLOCKS = 64, THREADS = 256, ROUNDS = 5, NUMBERS = BLOCKS * THREADS * ROUNDS };
__global__ void words(curandStateMtgp32 *states, unsigned *to) {
    for (int r = 0; r < ROUNDS; r++) to[(r * BLOCKS + blockIdx.x) * THREADS + threadIdx.x] = curand(&states[blockIdx.x]);
}
__global__ void moments(curandStateMtgp32_t *states, double *to) {
    float u = curand_uniform(&states[blockIdx.x]), z = curand_normal(&states[blockIdx.x]);
    double d = curand_uniform_double(&states[blockIdx.x]);
    unsigned p = curand_poisson(&states[blockIdx.x], 6.0);
    atomicAdd(&to[0], u), atomicAdd(&to[1], (u - 0.5) * (d - 0.5)), atomicAdd(&to[2], z), atomicAdd(&to[3], z * z), atomicAdd(&to[4], p);
}
int main() {
    curandStateMtgp32 *states;
    mtgp32_kernel_params *parameters;
    unsigned *numbers, *generated;
    double *sums;
    cudaMalloc(&states, BLOCKS * sizeof *states);
    cudaMalloc(&parameters, sizeof *parameters);
    cudaMallocManaged(&numbers, NUMBERS * sizeof *numbers);
    cudaMalloc(&generated, NUMBERS * sizeof *generated);
    cudaMallocManaged(&sums, 5 * sizeof *sums);
    EXPECT(curandMakeMTGP32Constants(mtgp32dc_params_fast_11213, parameters) == CURAND_STATUS_SUCCESS);
    EXPECT(curandMakeMTGP32KernelState(states, mtgp32dc_params_fast_11213, parameters, BLOCKS, 1234) == CURAND_STATUS_SUCCESS);
    EXPECT(curandMakeMTGP32KernelState(states, mtgp32dc_params_fast_11213, parameters, 201, 1) == CURAND_STATUS_OUT_OF_RANGE);
    words<<<BLOCKS, THREADS>>>(states, numbers);
    curandGenerator_t generator;
    EXPECT(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_MTGP32) == CURAND_STATUS_SUCCESS);
    EXPECT(curandSetPseudoRandomGeneratorSeed(generator, 1234) == CURAND_STATUS_SUCCESS);
    EXPECT(curandSetGeneratorOffset(generator, 5) == CURAND_STATUS_TYPE_ERROR);
    EXPECT(curandGenerate(generator, generated, 1000) == CURAND_STATUS_SUCCESS);
    EXPECT(curandGenerate(generator, generated + 1000, NUMBERS - 1000) == CURAND_STATUS_SUCCESS);
    std::vector<unsigned> host(NUMBERS);
    cudaMemcpy(host.data(), generated, NUMBERS * sizeof(unsigned), cudaMemcpyDeviceToHost);
    cudaDeviceSynchronize();
    int different = 0, bits = 0;
    for (int i = 0; i < NUMBERS; i++) different += host[i] != numbers[i], bits += __builtin_popcount(numbers[i]);
    EXPECT(different == 0 && fabs(bits / (16.0 * NUMBERS) - 1) < 0.01);
    EXPECT(curandDestroyGenerator(generator) == CURAND_STATUS_SUCCESS);
    for (int i = 0; i < 5; i++) sums[i] = 0;
    moments<<<BLOCKS, THREADS>>>(states, sums);
    cudaDeviceSynchronize();
    const double n = BLOCKS * THREADS;
    EXPECT(fabs(sums[0] / n - 0.5) < 0.01 && fabs(sums[1] / n) < 0.005 && fabs(sums[2] / n) < 0.03);
    EXPECT(fabs(sums[3] / n - 1) < 0.05 && fabs(sums[4] / n - 6) < 0.1);
    printf("wrong %d\n", wrong);
}
