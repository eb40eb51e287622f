/* fwt: fast Walsh-Hadamard transform of many vectors (CUDA SDK "fastWalshTransform"; Table 2: 3 blocks an SM x 16 warps).
 *
 * usage: fwt [SEED [SCALE]]      (see baws.h)
 *
 * Vectors of 8192 elements: one radix-4 pass over device memory leaves vectors of 2048 elements, which a block of 512
 * threads finishes in shared memory, four elements a thread: 5 radix-4 steps and, since 11 is odd, a radix-2 step, with
 * a barrier in front of each and one before the results are stored. That is the SDK's plan and, for the part in
 * shared memory, its block. Not the SDK's: its first pass has 256 threads a block, ours 512 (no barriers there); its
 * multiplication of two spectra (a dyadic convolution) is left out; the vectors are 27 short ones, not two of 2^23.
 * -DBREAK: no barrier between the radix-4 steps.
 */
#include "baws.h"

#define THREADS 512
#define LOG2_TILE 11
#define TILE (1 << LOG2_TILE)
#define LOG2_ELEMENTS 13
#define ELEMENTS (1 << LOG2_ELEMENTS)
#define VECTORS 27

// One radix-4 butterfly: two levels of the transform over four values.
static __device__ __forceinline__ void butterfly(float &v0, float &v1, float &v2, float &v3)
{
    const float sum02 = v0 + v2, difference02 = v0 - v2, sum13 = v1 + v3, difference13 = v1 - v3;
    v0 = sum02 + sum13;
    v1 = sum02 - sum13;
    v2 = difference02 + difference13;
    v3 = difference02 - difference13;
}

// The place of the first value of butterfly BUTTERFLY, whose values lie STRIDE (a power of two) apart.
static __device__ __forceinline__ int firstOf(int butterfly, int stride)
{
    const int low = butterfly & (stride - 1);
    return ((butterfly - low) << 2) + low;
}

// The levels of stride STRIDE and 2 * STRIDE over device memory, a butterfly a thread.
__global__ void radix4Pass(float *data, int stride)
{
    const int first = firstOf(blockIdx.x * blockDim.x + threadIdx.x, stride);
    float v0 = data[first], v1 = data[first + stride], v2 = data[first + 2 * stride], v3 = data[first + 3 * stride];
    butterfly(v0, v1, v2, v3);
    data[first] = v0;
    data[first + stride] = v1;
    data[first + 2 * stride] = v2;
    data[first + 3 * stride] = v3;
}

// The levels of the strides below TILE, in shared memory, a tile a block.
__global__ void transformTile(float *data)
{
    __shared__ float tile[TILE];
    float *mine = data + blockIdx.x * TILE;
    for (int i = threadIdx.x; i < TILE; i += blockDim.x)
        tile[i] = mine[i];
    int stride = TILE >> 2;
    for (; stride > 0; stride >>= 2) {
        BARRIER_UNLESS_BROKEN();
        const int first = firstOf(threadIdx.x, stride);
        butterfly(tile[first], tile[first + stride], tile[first + 2 * stride], tile[first + 3 * stride]);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < TILE / 2; i += blockDim.x) { // the level of stride 1: LOG2_TILE is odd
        const float even = tile[2 * i], odd = tile[2 * i + 1];
        tile[2 * i] = even + odd;
        tile[2 * i + 1] = even - odd;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < TILE; i += blockDim.x)
        mine[i] = tile[i];
}

static std::vector<float> transformOnHost(std::vector<float> data)
{
    for (int stride = 1; stride < ELEMENTS; stride *= 2)
        for (size_t i = 0; i < data.size(); i++)
            if ((i & stride) == 0) {
                const float low = data[i], high = data[i + stride];
                data[i] = low + high;
                data[i + stride] = low - high;
            }
    return data;
}

int main(int argc, char **argv)
{
    const Workload workload = parseArguments("fwt", argc, argv);
    Random random(workload.seed);
    const int elements = ELEMENTS * VECTORS * workload.scale;
    std::vector<float> data(elements);
    for (float &value : data) // whole numbers: every sum is exact, whatever its order
        value = (float)random.between(-99, 99);
    float *deviceData = deviceArray(data);

    radix4Pass<<<elements / 4 / THREADS, THREADS>>>(deviceData, ELEMENTS / 4);
    checkKernel("radix4Pass");
    transformTile<<<elements / TILE, THREADS>>>(deviceData);
    checkKernel("transformTile");

    Check check(workload);
    check.equal("data", toHost(deviceData, elements), transformOnHost(data));
    return check.result();
}
