/* hotspot: temperature of a processor from its power (Rodinia "hotspot"; not barrier-intensive).
 *
 * usage: hotspot [SEED [SCALE]]      (see baws.h)
 *
 * Blocks of 16 x 16 threads take two time steps a launch over overlapping tiles: temperature and power of the tile go to
 * shared memory, a barrier; in each step the threads that are still inside compute from their four neighbours, a
 * barrier, results become temperatures, a barrier; after the last step the inner 12 x 12 points are stored. Kernel, tiles
 * and barriers are Rodinia's, as its "pyramid height" of 2; the grid has 180 x 240 points, one launch;
 * SCALE multiplies the launches. The constants are of the same kind, not Rodinia's to the digit.
 * -DBREAK: no barrier behind the loads.
 */
#include "baws.h"

#include <utility>

#define TILE 16
#define STEPS 2                 // a launch
#define INNER (TILE - 2 * STEPS) // points of a tile's side that are right after STEPS steps
#define ROWS (15 * INNER)
#define COLUMNS (20 * INNER)
#define AMBIENT 80.0f
#define CONDUCTANCE 0.1f         // to a neighbour
#define COOLING 0.0002f          // to the surroundings
#define STEP_OVER_CAPACITY 0.341f

__host__ __device__ static inline float nextTemperature(float here, float power, float north, float south, float west,
                                                        float east)
{
    return here + STEP_OVER_CAPACITY * (power + (south + north - 2.0f * here) * CONDUCTANCE +
                                         (east + west - 2.0f * here) * CONDUCTANCE + (AMBIENT - here) * COOLING);
}

// A structure: a pointer stays in parameter space until its use, as in the assembler's code, and costs no register.
struct Arrays {
    const float *power, *from;
    float *to;
};

__global__ void simulate(Arrays arrays, int steps)
{
    __shared__ struct {
        float temperature[TILE][TILE], powers[TILE][TILE], results[TILE][TILE];
    } shared;
    const int x = threadIdx.x, y = threadIdx.y;
    const int firstRow = (int)blockIdx.y * INNER - STEPS, firstColumn = (int)blockIdx.x * INNER - STEPS;
    const int row = firstRow + y, column = firstColumn + x, index = row * COLUMNS + column;
    const bool inGrid = row >= 0 && row < ROWS && column >= 0 && column < COLUMNS;
    if (inGrid) {
        shared.temperature[y][x] = arrays.from[index];
        shared.powers[y][x] = arrays.power[index];
    }
    BARRIER_UNLESS_BROKEN();
    // neighbours, at the grid's border the point itself
    const int north = row > 0 ? y - 1 : y, south = row < ROWS - 1 ? y + 1 : y;
    const int west = column > 0 ? x - 1 : x, east = column < COLUMNS - 1 ? x + 1 : x;
    bool computed = false;
    for (int done = 0; done < steps; done++) {
        computed = false;
        if (inGrid && x > done && x < TILE - 1 - done && y > done && y < TILE - 1 - done) {
            computed = true;
            shared.results[y][x] =
                nextTemperature(shared.temperature[y][x], shared.powers[y][x], shared.temperature[north][x],
                                shared.temperature[south][x], shared.temperature[y][west], shared.temperature[y][east]);
        }
        __syncthreads();
        if (done == steps - 1)
            break;
        if (computed)
            shared.temperature[y][x] = shared.results[y][x];
        __syncthreads();
    }
    if (computed)
        arrays.to[index] = shared.results[y][x];
}

static void stepOnHost(const std::vector<float> &power, const std::vector<float> &from, std::vector<float> &to)
{
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++) {
            const int i = row * COLUMNS + column;
            to[i] = nextTemperature(from[i], power[i], from[row > 0 ? i - COLUMNS : i],
                                    from[row < ROWS - 1 ? i + COLUMNS : i], from[column > 0 ? i - 1 : i],
                                    from[column < COLUMNS - 1 ? i + 1 : i]);
        }
}

int main(int argc, char **argv)
{
    const Workload workload = parseArguments("hotspot", argc, argv);
    Random random(workload.seed);
    const size_t points = (size_t)ROWS * COLUMNS;
    std::vector<float> temperature = randomFloats(random, points, 320, 345), other(points);
    const std::vector<float> power = randomFloats(random, points, 0, 0.01f);
    const float *devicePower = deviceArray(power);
    float *from = deviceArray(temperature), *to = deviceArray<float>(points);

    for (int launch = 0; launch < workload.scale; launch++) {
        simulate<<<dim3(COLUMNS / INNER, ROWS / INNER), dim3(TILE, TILE)>>>(Arrays{devicePower, from, to}, STEPS);
        checkKernel("simulate");
        std::swap(from, to);
        for (int step = 0; step < STEPS; step++) {
            stepOnHost(power, temperature, other);
            temperature.swap(other);
        }
    }

    Check check(workload);
    check.near("temperature", toHost(from, points), temperature, 1e-5);
    return check.result();
}
