/* sp: scalar products of many pairs of vectors (CUDA SDK "scalarProd"; Table 2: 3 blocks an SM x 16 warps).
 *
 * usage: sp [SEED [SCALE]]      (see baws.h)
 *
 * A block takes one pair. Each of its 1024 accumulators, two a thread, sums every 1024th product; a tree in shared
 * memory adds the accumulators: 10 steps, a barrier in front of each, the active warps halving from step to step (so
 * that most warps only wait).
 * The algorithm, the accumulators and the tree are the SDK's. Not the SDK's: 512 threads a block (Table 2; there 256), one
 * pair a block (there every gridDim.x-th, two in all), 135 pairs of 4096 elements (there 256); SCALE multiplies the pairs.
 * -DBREAK: no barrier between the steps of the tree.
 */
#include "baws.h"

#define THREADS 512
#define ACCUMULATORS 1024
#define ELEMENTS 4096
#define PAIRS (3 * BAWS_SMS * 3) // times SCALE

__global__ void scalarProducts(const float *a, const float *b, float *products)
{
    __shared__ float accumulators[ACCUMULATORS];
    const int x = threadIdx.x, first = blockIdx.x * ELEMENTS;
#pragma unroll 1
    for (int i = x; i < ACCUMULATORS; i += THREADS) {
        float sum = 0;
#pragma unroll 1
        for (int place = i; place < ELEMENTS; place += ACCUMULATORS)
            sum += a[first + place] * b[first + place];
        accumulators[i] = sum;
    }
#pragma unroll 1
    for (int stride = ACCUMULATORS / 2; stride > 0; stride >>= 1) {
        BARRIER_UNLESS_BROKEN();
        if (x < stride)
            accumulators[x] += accumulators[stride + x];
    }
    if (x == 0)
        products[blockIdx.x] = accumulators[0];
}

static std::vector<double> scalarProductsOnHost(const std::vector<float> &a, const std::vector<float> &b, int pairs)
{
    std::vector<double> products(pairs, 0.0);
    for (int pair = 0; pair < pairs; pair++)
        for (int i = pair * ELEMENTS; i < (pair + 1) * ELEMENTS; i++)
            products[pair] += (double)a[i] * b[i];
    return products;
}

int main(int argc, char **argv)
{
    const Workload workload = parseArguments("sp", argc, argv);
    Random random(workload.seed);
    const int pairs = PAIRS * workload.scale;
    const std::vector<float> a = randomFloats(random, (size_t)pairs * ELEMENTS, 0, 1);
    const std::vector<float> b = randomFloats(random, (size_t)pairs * ELEMENTS, 0, 1);
    const float *deviceA = deviceArray(a), *deviceB = deviceArray(b);
    float *products = deviceArray<float>(pairs);

    scalarProducts<<<pairs, THREADS>>>(deviceA, deviceB, products);
    checkKernel("scalarProducts");

    Check check(workload);
    check.near("products", toHost(products, pairs), scalarProductsOnHost(a, b, pairs), 1e-5);
    return check.result();
}
