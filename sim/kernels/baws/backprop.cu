/* backprop: one training step of a layer of a neural network (Rodinia "backprop"; not barrier-intensive: 7 %).
 *
 * usage: backprop [SEED [SCALE]]      (see baws.h)
 *
 * forward: a block of 16 x 16 threads multiplies 16 inputs with their weights to 16 hidden units in shared
 * memory and adds them by a tree of 4 steps, a barrier behind each phase (8 in all); the host adds the blocks' sums,
 * computes the output unit and the errors. adjust: every thread changes one weight by its error and its last change; a
 * barrier and one block's first row for the threshold weights. Kernels, blocks and barriers are Rodinia's; the tree's
 * strides are shifts instead of __powf; the products go back to an array of their own, not over the weights; there are
 * 5040 inputs and one output unit. SCALE multiplies the training steps.
 * -DBREAK: no barriers in the tree.
 */
#include "baws.h"

#define TILE 16
#define HIDDEN TILE
#define BLOCKS 315
#define INPUTS (BLOCKS * TILE)
#define ROW (HIDDEN + 1) // weights of an input; unit 0 of either layer is the threshold
#define WEIGHTS ((INPUTS + 1) * ROW)
#define RATE 0.3f
#define MOMENTUM 0.3f
#define TARGET 0.9f

// The block's part of the sums of the hidden units: partial[block * HIDDEN + unit].
__global__ void forward(const float *input, const float *weights, float *sums, float *partial)
{
    __shared__ float inputs[TILE], products[TILE][TILE];
    const int x = threadIdx.x, y = threadIdx.y, unit = blockIdx.x * TILE + y + 1;
    const int index = unit * ROW + x + 1;
    if (x == 0)
        inputs[y] = input[unit];
    __syncthreads();
    products[y][x] = weights[index];
    __syncthreads();
    products[y][x] *= inputs[y];
    __syncthreads();
    for (int step = 2; step <= TILE; step *= 2) {
        if (y % step == 0)
            products[y][x] += products[y + step / 2][x];
        BARRIER_UNLESS_BROKEN();
    }
    sums[index] = products[y][x];
    __syncthreads();
    if (x == 0)
        partial[blockIdx.x * HIDDEN + y] = products[0][y];
}

__global__ void adjust(const float *errors, const float *input, float *weights, float *changes)
{
    const int x = threadIdx.x, y = threadIdx.y, unit = blockIdx.x * TILE + y + 1;
    const int index = unit * ROW + x + 1;
    const float change = RATE * errors[x + 1] * input[unit] + MOMENTUM * changes[index];
    weights[index] += change;
    changes[index] = change;
    __syncthreads();
    if (y == 0 && blockIdx.x == 0) { // the threshold's input is 1
        const float threshold = RATE * errors[x + 1] + MOMENTUM * changes[x + 1];
        weights[x + 1] += threshold;
        changes[x + 1] = threshold;
    }
}

static float squash(double sum) { return (float)(1.0 / (1.0 + exp(-sum))); }

// Errors of the hidden units, whose sums are given, for the output unit's weights.
static std::vector<float> errorsOf(const std::vector<double> &sums, const std::vector<float> &outputWeights)
{
    std::vector<float> hidden(ROW, 1.0f), errors(ROW, 0.0f);
    double sum = outputWeights[0];
    for (int unit = 1; unit < ROW; unit++) {
        hidden[unit] = squash(sums[unit]);
        sum += (double)hidden[unit] * outputWeights[unit];
    }
    const float output = squash(sum), error = output * (1 - output) * (TARGET - output);
    for (int unit = 1; unit < ROW; unit++)
        errors[unit] = hidden[unit] * (1 - hidden[unit]) * error * outputWeights[unit];
    return errors;
}

// Sums of the hidden units from the blocks' parts.
static std::vector<double> sumsOf(const std::vector<float> &partial, const std::vector<float> &weights)
{
    std::vector<double> sums(ROW, 0.0);
    for (int unit = 1; unit < ROW; unit++) {
        sums[unit] = weights[unit];
        for (int block = 0; block < BLOCKS; block++)
            sums[unit] += partial[block * HIDDEN + unit - 1];
    }
    return sums;
}

static std::vector<double> sumsOnHost(const std::vector<float> &input, const std::vector<float> &weights)
{
    std::vector<double> sums(ROW, 0.0);
    for (int i = 0; i <= INPUTS; i++)
        for (int unit = 1; unit < ROW; unit++)
            sums[unit] += (double)input[i] * weights[i * ROW + unit];
    return sums;
}

static void adjustOnHost(const std::vector<float> &errors, const std::vector<float> &input, std::vector<float> &weights,
                         std::vector<float> &changes)
{
    for (int i = 0; i <= INPUTS; i++)
        for (int unit = 1; unit < ROW; unit++) {
            float &change = changes[i * ROW + unit];
            change = RATE * errors[unit] * input[i] + MOMENTUM * change;
            weights[i * ROW + unit] += change;
        }
}

int main(int argc, char **argv)
{
    const Workload workload = parseArguments("backprop", argc, argv);
    Random random(workload.seed);
    Check check(workload);
    std::vector<float> input = randomFloats(random, INPUTS + 1, 0, 1);
    input[0] = 1;
    std::vector<float> weights = randomFloats(random, WEIGHTS, -0.05f, 0.05f), changes(WEIGHTS, 0.0f);
    const std::vector<float> outputWeights = randomFloats(random, ROW, -1, 1);
    const float *deviceInput = deviceArray(input);
    float *deviceWeights = deviceArray(weights), *deviceChanges = deviceArray(changes);
    float *deviceSums = deviceArray<float>(WEIGHTS), *partial = deviceArray<float>(BLOCKS * HIDDEN);
    float *deviceErrors = deviceArray<float>(ROW);

    for (int step = 0; step < workload.scale; step++) {
        forward<<<BLOCKS, dim3(TILE, TILE)>>>(deviceInput, deviceWeights, deviceSums, partial);
        checkKernel("forward");
        const std::vector<double> sums = sumsOf(toHost(partial, BLOCKS * HIDDEN), toHost(deviceWeights, ROW));
        check.near("sums", sums, sumsOnHost(input, weights), 1e-4);
        toDevice(deviceErrors, errorsOf(sums, outputWeights));
        adjust<<<BLOCKS, dim3(TILE, TILE)>>>(deviceErrors, deviceInput, deviceWeights, deviceChanges);
        checkKernel("adjust");
        adjustOnHost(errorsOf(sumsOnHost(input, weights), outputWeights), input, weights, changes);
    }
    check.near("weights", toHost(deviceWeights, WEIGHTS), weights, 1e-5);
    check.near("changes", toHost(deviceChanges, WEIGHTS), changes, 1e-5);
    return check.result();
}
