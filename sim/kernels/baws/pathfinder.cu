/* pathfinder: cheapest path down a grid by dynamic programming (Rodinia "pathfinder"; not in the paper's Table 2).
 *
 * usage: pathfinder [SEED [SCALE]]      (see baws.h)
 *
 * A block of 256 threads takes 6 rows a launch, over columns that overlap its neighbours': the costs so far go to shared
 * memory, a barrier; in each row the threads that are still inside add their wall to the least of three costs, a
 * barrier, results become costs, a barrier; after the last row the inner 244 columns are stored. Kernel, halo and
 * barriers are Rodinia's (its usual "pyramid height" is 20); 7 rows of 65880 columns, one launch. SCALE multiplies the
 * launches.
 * -DBREAK: no barrier between a row's results and their use.
 */
#include "baws.h"

#include <utility>

#define THREADS 256
#define STEPS 6                    // rows a launch
#define INNER (THREADS - 2 * STEPS) // columns of a block that are right after STEPS rows
#define COLUMNS (270 * INNER)

// A structure: a pointer stays in parameter space until its use, as in the assembler's code, and costs no register.
struct Arrays {
    const int *walls, *from;
    int *to;
};

__global__ void descend(Arrays arrays, int steps)
{
    __shared__ struct {
        int costs[THREADS], results[THREADS];
    } shared;
    const int x = threadIdx.x, column = (int)blockIdx.x * INNER - STEPS + x;
    const bool inGrid = column >= 0 && column < COLUMNS;
    const int west = column > 0 ? x - 1 : x, east = column < COLUMNS - 1 ? x + 1 : x;
    if (inGrid)
        shared.costs[x] = arrays.from[column];
    __syncthreads();
    bool computed = false;
    for (int done = 0; done < steps; done++) {
        computed = false;
        if (inGrid && x > done && x < THREADS - 1 - done) {
            computed = true;
            const int least = min(min(shared.costs[west], shared.costs[x]), shared.costs[east]);
            shared.results[x] = least + arrays.walls[done * COLUMNS + column];
        }
        BARRIER_UNLESS_BROKEN();
        if (done == steps - 1)
            break;
        if (computed)
            shared.costs[x] = shared.results[x];
        BARRIER_UNLESS_BROKEN();
    }
    if (computed)
        arrays.to[column] = shared.results[x];
}

static std::vector<int> descendOnHost(const std::vector<int> &walls, std::vector<int> costs, int rows)
{
    std::vector<int> next(COLUMNS);
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            int least = costs[column];
            if (column > 0 && costs[column - 1] < least)
                least = costs[column - 1];
            if (column < COLUMNS - 1 && costs[column + 1] < least)
                least = costs[column + 1];
            next[column] = least + walls[row * COLUMNS + column];
        }
        costs.swap(next);
    }
    return costs;
}

int main(int argc, char **argv)
{
    const Workload workload = parseArguments("pathfinder", argc, argv);
    Random random(workload.seed);
    const int rows = STEPS * workload.scale;
    const std::vector<int> costs = randomInts(random, COLUMNS, 0, 9);
    const std::vector<int> walls = randomInts(random, (size_t)rows * COLUMNS, 0, 9);
    const int *deviceWalls = deviceArray(walls);
    int *from = deviceArray(costs), *to = deviceArray<int>(COLUMNS);

    for (int row = 0; row < rows; row += STEPS) {
        descend<<<COLUMNS / INNER, THREADS>>>(Arrays{deviceWalls + row * COLUMNS, from, to}, STEPS);
        checkKernel("descend");
        std::swap(from, to);
    }

    Check check(workload);
    check.equal("costs", toHost(from, COLUMNS), descendOnHost(walls, costs, rows));
    return check.result();
}
