// cuRAND's host interface: number n is the next one of subsequence n mod 4096 of <curand_kernel.h> (XORWOW), of 81920
// ones (MRG32k3a), or of four words of 65536 ones (Philox). Sobol' points: the first ones by hand. Moments of the rest.
#include <cmath>
#include <cstdio>
#include <vector>
#include <curand.h>
#include <curand_kernel.h>

static int wrong;
#define CHECK(what, good)                                        \
    do {                                                         \
        if (!(good)) { wrong++; printf("%s is wrong\n", what); } \
    } while (0)
#define SUCCEEDS(call) CHECK(#call, (call) == CURAND_STATUS_SUCCESS)

// Numbers 0 to count - 1 of the host's order, of the streams first, first + 1, …
template <class S> __global__ void words(unsigned *to, int first, int streams, int rounds, int each) {
    S state;
    const int stream = first + threadIdx.x;
    curand_init(99ull, stream, 0, &state);
    for (int r = 0; r < rounds; r++) to[r * blockDim.x + threadIdx.x] = curand(&state);
}

template <class S> static void compare(const char *name, curandRngType_t type, int streams, int each) {
    const int rounds = 2 * each, some = 32, first = streams - some, total = streams * each * 2;
    unsigned *numbers, *expected;
    cudaMalloc(&numbers, total * sizeof(unsigned));
    cudaMallocManaged(&expected, some * rounds * sizeof(unsigned));
    curandGenerator_t g;
    SUCCEEDS(curandCreateGenerator(&g, type));
    SUCCEEDS(curandSetPseudoRandomGeneratorSeed(g, 99));
    SUCCEEDS(curandGenerate(g, numbers, total - 3)); // in two parts
    SUCCEEDS(curandGenerate(g, numbers + total - 3, 3));
    words<S><<<1, some>>>(expected, first, streams, rounds, each);
    std::vector<unsigned> got(total);
    cudaMemcpy(got.data(), numbers, total * sizeof(unsigned), cudaMemcpyDeviceToHost);
    for (int r = 0; r < rounds; r++)
        for (int s = 0; s < some; s++)
            CHECK(name, got[(r / each * streams + first + s) * each + r % each] == expected[r * some + s]);
    SUCCEEDS(curandDestroyGenerator(g));
    cudaFree(numbers);
    cudaFree(expected);
}

template <class S> __global__ void poisson(unsigned *to, double lambda, int each) {
    S state;
    curand_init(5ull, threadIdx.x, 0, &state);
    for (int i = 0; i < each; i++) to[i * blockDim.x + threadIdx.x] = curand_poisson(&state, lambda);
}
// Mean and variance of a Poisson distribution are both lambda.
template <class S> static void poisson_moments(double lambda) {
    const int each = 100, n = 256 * each;
    unsigned *numbers;
    double sum = 0, square = 0;
    cudaMallocManaged(&numbers, n * sizeof(unsigned));
    poisson<S><<<1, 256>>>(numbers, lambda, each);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) sum += numbers[i], square += (numbers[i] - lambda) * (numbers[i] - lambda);
    CHECK("Poisson of a kernel", fabs(sum / n - lambda) < 0.02 * lambda && fabs(square / n - lambda) < 0.05 * lambda);
    cudaFree(numbers);
}

static void moments(curandGenerator_t g, const char *name) {
    const int n = 20000;
    float *device;
    double *wide, sum = 0, square = 0;
    std::vector<float> f(n);
    std::vector<double> d(n);
    std::vector<unsigned> u(n);
    cudaMalloc(&device, n * sizeof(float));
    cudaMalloc(&wide, n * sizeof(double));
    SUCCEEDS(curandGenerateNormal(g, device, n, 3, 2));
    cudaMemcpy(f.data(), device, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (float x : f) sum += x, square += (x - 3) * (x - 3);
    CHECK(name, fabs(sum / n - 3) < 0.1 && fabs(square / n - 4) < 0.2);
    SUCCEEDS(curandGenerateUniformDouble(g, wide, n));
    cudaMemcpy(d.data(), wide, n * sizeof(double), cudaMemcpyDeviceToHost);
    sum = 0;
    for (double x : d) sum += x, wrong += !(x > 0 && x <= 1);
    CHECK(name, fabs(sum / n - 0.5) < 0.01);
    SUCCEEDS(curandGenerateLogNormalDouble(g, wide, n, 0, 0.25)); // median 1
    cudaMemcpy(d.data(), wide, n * sizeof(double), cudaMemcpyDeviceToHost);
    int below = 0;
    for (double x : d) below += x < 1;
    CHECK(name, abs(below - n / 2) < n / 50);
    cudaFree(device);
    cudaFree(wide);
}


// Sobol' of a kernel: the host's points, from any offset on; the inverse distribution keeps their order.
__global__ void points(curandDirectionVectors32_t *directions, unsigned *to, float *normal, int n) {
    curandStateSobol32_t state, late;
    curand_init(directions[threadIdx.x], 0, &state);
    for (int i = 0; i < n / 2; i++) to[threadIdx.x * n + i] = curand(&state);
    curand_init(directions[threadIdx.x], 1, &late);
    skipahead(n / 2 - 1, &late);
    for (int i = n / 2; i < n; i++) to[threadIdx.x * n + i] = curand(&late);
    curand_init(directions[threadIdx.x], 0, &state);
    for (int i = 0; i < n; i++) normal[threadIdx.x * n + i] = curand_normal(&state);
}
static void sobol_of_kernels() {
    const int n = 300, dimensions = 21;
    curandDirectionVectors32_t *table, *directions;
    unsigned *words, *found;
    float *normal;
    curandGenerator_t g;
    cudaMallocManaged(&words, dimensions * n * sizeof *words), cudaMallocManaged(&found, dimensions * n * sizeof *found);
    cudaMallocManaged(&normal, dimensions * n * sizeof *normal);
    SUCCEEDS(curandCreateGenerator(&g, CURAND_RNG_QUASI_SOBOL32));
    SUCCEEDS(curandSetQuasiRandomGeneratorDimensions(g, dimensions));
    SUCCEEDS(curandGenerate(g, words, dimensions * n));
    SUCCEEDS(curandDestroyGenerator(g));
    SUCCEEDS(curandGetDirectionVectors32(&table, CURAND_DIRECTION_VECTORS_32_JOEKUO6));
    cudaMalloc(&directions, dimensions * sizeof *table);
    cudaMemcpy(directions, table, dimensions * sizeof *table, cudaMemcpyHostToDevice);
    points<<<1, dimensions>>>(directions, found, normal, n);
    cudaDeviceSynchronize();
    double sum = 0;
    for (int i = 0; i < dimensions * n; i++) {
        CHECK("Sobol' of a kernel", found[i] == words[i]);
        const double p = (words[i] + 0.5) / 4294967296.0; // of the value, by the distribution itself
        CHECK("Sobol' of a kernel, normal", fabs(erfc(fabs(normal[i]) / sqrt(2.0)) / 2 - (p < 0.5 ? p : 1 - p)) < 1e-5);
        sum += normal[i];
    }
    CHECK("Sobol' of a kernel, mean", fabs(sum / (dimensions * n)) < 0.05);
    CHECK("another set", curandGetDirectionVectors32(&table, CURAND_DIRECTION_VECTORS_64_JOEKUO6) != CURAND_STATUS_SUCCESS);
}

int main() {
    sobol_of_kernels();
    compare<curandStateXORWOW_t>("XORWOW", CURAND_RNG_PSEUDO_DEFAULT, 4096, 1);
    compare<curandStateMRG32k3a_t>("MRG32k3a", CURAND_RNG_PSEUDO_MRG32K3A, 81920, 1);
    compare<curandStatePhilox4_32_10_t>("Philox", CURAND_RNG_PSEUDO_PHILOX4_32_10, 65536, 4);
    for (curandRngType_t type : {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MT19937}) {
        curandGenerator_t g;
        SUCCEEDS(curandCreateGenerator(&g, type));
        SUCCEEDS(curandSetPseudoRandomGeneratorSeed(g, 5489));
        moments(g, "moments");
        SUCCEEDS(curandDestroyGenerator(g));
    }
    poisson_moments<curandStateXORWOW_t>(4);
    poisson_moments<curandStatePhilox4_32_10_t>(200);
    // MT19937: the 10000th number of seed 5489 is 4123659995 (C++ standard, rand.predef)
    curandGenerator_t g, quasi;
    std::vector<unsigned> numbers(10000), poisson(20000);
    SUCCEEDS(curandCreateGeneratorHost(&g, CURAND_RNG_PSEUDO_MT19937));
    SUCCEEDS(curandSetPseudoRandomGeneratorSeed(g, 5489));
    SUCCEEDS(curandGenerate(g, numbers.data(), numbers.size()));
    CHECK("MT19937", numbers[9999] == 4123659995u);
    double sum = 0;
    SUCCEEDS(curandGeneratePoisson(g, poisson.data(), poisson.size(), 7.5));
    for (unsigned n : poisson) sum += n;
    CHECK("Poisson", fabs(sum / poisson.size() - 7.5) < 0.1);
    CHECK("odd count", curandGenerateNormal(g, (float *)numbers.data(), 3, 0, 1) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
    SUCCEEDS(curandDestroyGenerator(g));
    // dimension 1: bits reversed, in Gray code; dimension 2: v1 = 1/2, v2 = 3/4
    SUCCEEDS(curandCreateGeneratorHost(&quasi, CURAND_RNG_QUASI_DEFAULT));
    SUCCEEDS(curandSetQuasiRandomGeneratorDimensions(quasi, 2));
    SUCCEEDS(curandGenerate(quasi, numbers.data(), 8));
    const unsigned expected[] = {0, 0x80000000u, 0xc0000000u, 0x40000000u, 0, 0x80000000u, 0x40000000u, 0xc0000000u};
    for (int i = 0; i < 8; i++) CHECK("Sobol", numbers[i] == expected[i]);
    SUCCEEDS(curandDestroyGenerator(quasi));
    printf("wrong %d\n", wrong);
    return 0;
}
