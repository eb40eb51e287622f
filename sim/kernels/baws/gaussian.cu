/* gaussian: Gaussian elimination, a column after the other (Rodinia "gaussian"; not barrier-intensive).
 *
 * usage: gaussian [SEED [SCALE]]      (see baws.h)
 *
 * For each column two kernels: multipliers, a thread a row below the diagonal, one division; eliminate, a thread an
 * element right of the column, blocks of 4 x 4 (half a warp), which also updates the right side. No barriers; most
 * threads have nothing to do towards the end. The host substitutes back.
 * The grid of eliminate covers the whole matrix in every step, as Rodinia's does. SCALE systems are solved one after
 * the other.
 * -DBREAK: the right side is not updated.
 */
#include "baws.h"

#define SIZE 64
#define ROW_THREADS 64 // of multipliers
#define EDGE 4         // of a block of eliminate

struct System {
    float *matrix;     // [row][column]
    float *side;       // [row] right side
    float *multiplier; // [row][column]
};

__global__ void multipliers(System system, int column)
{
    const int row = column + 1 + blockIdx.x * ROW_THREADS + threadIdx.x;
    if (row < SIZE)
        system.multiplier[row * SIZE + column] = system.matrix[row * SIZE + column] / system.matrix[column * SIZE + column];
}

__global__ void eliminate(System system, int column)
{
    const int below = blockIdx.x * EDGE + threadIdx.x, right = blockIdx.y * EDGE + threadIdx.y;
    if (below >= SIZE - 1 - column || right >= SIZE - column)
        return;
    const int row = column + 1 + below;
    const float factor = system.multiplier[row * SIZE + column];
    system.matrix[row * SIZE + column + right] -= factor * system.matrix[column * SIZE + column + right];
    if (right == 0)
        UNLESS_BROKEN(system.side[row] -= factor * system.side[column]);
}

// ---- host ----

struct HostSystem {
    std::vector<float> matrix, side;
    std::vector<float> solution;
};

// With a heavy diagonal, so that no pivot need be looked for; the right side belongs to a known solution.
static HostSystem randomSystem(Random &random)
{
    HostSystem system = {randomFloats(random, SIZE * SIZE, -1.0f, 1.0f), {}, randomFloats(random, SIZE, -2.0f, 2.0f)};
    for (int row = 0; row < SIZE; row++) {
        double sum = 0.0;
        system.matrix[row * SIZE + row] += row % 2 ? 24.0f : -24.0f;
        for (int column = 0; column < SIZE; column++)
            sum += (double)system.matrix[row * SIZE + column] * system.solution[column];
        system.side.push_back((float)sum);
    }
    return system;
}

static std::vector<float> substituteBack(const std::vector<float> &matrix, const std::vector<float> &side)
{
    std::vector<float> solution(SIZE);
    for (int row = SIZE - 1; row >= 0; row--) {
        double rest = side[row];
        for (int column = row + 1; column < SIZE; column++)
            rest -= (double)matrix[row * SIZE + column] * solution[column];
        solution[row] = (float)(rest / matrix[row * SIZE + row]);
    }
    return solution;
}

static std::vector<float> solve(const HostSystem &host)
{
    const System system = {deviceArray(host.matrix), deviceArray(host.side), deviceArray<float>(SIZE * SIZE)};
    for (int column = 0; column < SIZE - 1; column++) {
        multipliers<<<(SIZE + ROW_THREADS - 1) / ROW_THREADS, ROW_THREADS>>>(system, column);
        checkKernel("multipliers");
        eliminate<<<dim3(SIZE / EDGE, SIZE / EDGE), dim3(EDGE, EDGE)>>>(system, column);
        checkKernel("eliminate");
    }
    return substituteBack(toHost(system.matrix, SIZE * SIZE), toHost(system.side, SIZE));
}

int main(int argc, char **argv)
{
    const Workload workload = parseArguments("gaussian", argc, argv);
    Random random(workload.seed);
    Check check(workload);
    for (int i = 0; i < workload.scale; i++) {
        const HostSystem system = randomSystem(random);
        check.near("solution", solve(system), system.solution, 1e-4);
    }
    return check.result();
}
