/* lbm: fluid by the lattice Boltzmann method, two dimensions, nine directions, periodic (after Thorne, Sukop; the first case study of
 * GRAB, Tables 3 to 5: 128 x 128 nodes of 17 floats, blocks of 512 threads).
 *
 * usage: lbm basic|v1|v2 [--objects] [--table3 | WIDTH HEIGHT STEPS]      (see app.h)
 *
 * A thread has a node, and a node 17 floats that lie side by side, as a CPU has them: nine populations after its collisions, and the
 * eight that came from its neighbours. A step is two kernels: periodicBoundary fetches what comes from the neighbours, across the
 * edges too, and adds up density and momentum; collide relaxes the node towards equilibrium. Only the first differs:
 *   basic  everything in global memory: the neighbour's value is read where it is needed, the sums grow where they are stored
 *   v1     the first loop has what it reads, and its sum, in registers (GRAB Figure 9)
 *   v2     and the second loop is split: its half for the momentum's x is in the first loop, which has the values at hand
 */
#include <cmath>

#include "../apps/app.h"

#define THREADS 512
#define DIRECTIONS 9
#define NODE 17 // floats: LEFT + 0 .. 8, CAME + 1 .. 8
#define LEFT 0
#define CAME 8
#define RELAXATION 0.8f // 1 / tau

enum Version { BASIC, V1, V2 };
enum Moment { DENSITY, MOMENTUM_X, MOMENTUM_Y, MOMENTS };

// Direction D, and the part of a fluid at rest that goes there: 0 stays, 1 to 4 along the axes, 5 to 8 across.
static __host__ __device__ __forceinline__ int towardsX(int d) { return d == 1 || d == 5 || d == 8 ? 1 : d == 3 || d == 6 || d == 7 ? -1 : 0; }
static __host__ __device__ __forceinline__ int towardsY(int d) { return d == 2 || d == 5 || d == 6 ? 1 : d == 4 || d == 7 || d == 8 ? -1 : 0; }
static __host__ __device__ __forceinline__ float weight(int d) { return d == 0 ? 4.0f / 9 : d < 5 ? 1.0f / 9 : 1.0f / 36; }

// The node from which direction D comes to NODE.
static __host__ __device__ __forceinline__ int origin(int node, int d, int width, int height)
{
    const int x = (node % width - towardsX(d) + width) % width, y = (node / width - towardsY(d) + height) % height;
    return y * width + x;
}

__global__ void periodicBoundaryBasic(float *lattice, float *moments, int width, int height)
{
    const int node = blockIdx.x * THREADS + threadIdx.x;
    if (node >= width * height)
        return;
    float *mine = lattice + node * NODE, *sum = moments + node * MOMENTS;
    sum[DENSITY] = mine[LEFT];
    for (int d = 1; d < DIRECTIONS; d++) {
        mine[CAME + d] = lattice[origin(node, d, width, height) * NODE + LEFT + d];
        sum[DENSITY] += lattice[origin(node, d, width, height) * NODE + LEFT + d];
    }
    sum[MOMENTUM_X] = 0;
    sum[MOMENTUM_Y] = 0;
    for (int d = 1; d < DIRECTIONS; d++) {
        sum[MOMENTUM_X] += towardsX(d) * mine[CAME + d];
        sum[MOMENTUM_Y] += towardsY(d) * mine[CAME + d];
    }
}

__global__ void periodicBoundaryV1(float *lattice, float *moments, int width, int height)
{
    const int node = blockIdx.x * THREADS + threadIdx.x;
    if (node >= width * height)
        return;
    float *mine = lattice + node * NODE, *sum = moments + node * MOMENTS;
    float density = mine[LEFT];
    for (int d = 1; d < DIRECTIONS; d++) {
        const float came = lattice[origin(node, d, width, height) * NODE + LEFT + d];
        mine[CAME + d] = came;
        density += came;
    }
    sum[DENSITY] = density;
    sum[MOMENTUM_X] = 0;
    sum[MOMENTUM_Y] = 0;
    for (int d = 1; d < DIRECTIONS; d++) {
        sum[MOMENTUM_X] += towardsX(d) * mine[CAME + d];
        sum[MOMENTUM_Y] += towardsY(d) * mine[CAME + d];
    }
}

__global__ void periodicBoundaryV2(float *lattice, float *moments, int width, int height)
{
    const int node = blockIdx.x * THREADS + threadIdx.x;
    if (node >= width * height)
        return;
    float *mine = lattice + node * NODE, *sum = moments + node * MOMENTS;
    float density = mine[LEFT], x = 0, y = 0;
    for (int d = 1; d < DIRECTIONS; d++) {
        const float came = lattice[origin(node, d, width, height) * NODE + LEFT + d];
        mine[CAME + d] = came;
        density += came;
        x += towardsX(d) * came;
    }
    sum[DENSITY] = density;
    sum[MOMENTUM_X] = x;
    for (int d = 1; d < DIRECTIONS; d++)
        y += towardsY(d) * mine[CAME + d];
    sum[MOMENTUM_Y] = y;
}

// What direction D becomes of POPULATION in a collision (Bhatnagar, Gross, Krook).
static __host__ __device__ __forceinline__ float collided(int d, float population, float density, float x, float y)
{
    const float along = towardsX(d) * x + towardsY(d) * y;
    const float equilibrium = weight(d) * density * (1 + 3 * along + 4.5f * along * along - 1.5f * (x * x + y * y));
    return population + RELAXATION * (equilibrium - population);
}

__global__ void collide(float *lattice, const float *moments, int nodes)
{
    const int node = blockIdx.x * THREADS + threadIdx.x;
    if (node >= nodes)
        return;
    float *mine = lattice + node * NODE;
    const float *sum = moments + node * MOMENTS;
    const float density = sum[DENSITY], x = sum[MOMENTUM_X] / density, y = sum[MOMENTUM_Y] / density;
    mine[LEFT] = collided(0, mine[LEFT], density, x, y);
    for (int d = 1; d < DIRECTIONS; d++)
        mine[LEFT + d] = collided(d, mine[CAME + d], density, x, y);
}

static void stepOnHost(std::vector<float> &lattice, int width, int height)
{
    const std::vector<float> before = lattice;
    for (int node = 0; node < width * height; node++) {
        float *mine = &lattice[(size_t)node * NODE], density = mine[LEFT], x = 0, y = 0;
        for (int d = 1; d < DIRECTIONS; d++) {
            mine[CAME + d] = before[(size_t)origin(node, d, width, height) * NODE + LEFT + d];
            density += mine[CAME + d];
            x += towardsX(d) * mine[CAME + d];
            y += towardsY(d) * mine[CAME + d];
        }
        mine[LEFT] = collided(0, mine[LEFT], density, x / density, y / density);
        for (int d = 1; d < DIRECTIONS; d++)
            mine[LEFT + d] = collided(d, mine[CAME + d], density, x / density, y / density);
    }
}

// A fluid nearly at rest.
static std::vector<float> randomLattice(int nodes)
{
    const std::vector<int> noise = randomInts((size_t)nodes * NODE, 900, 1100, 1);
    std::vector<float> lattice(noise.size(), 0.0f);
    for (size_t i = 0; i < lattice.size(); i++)
        if (i % NODE < DIRECTIONS)
            lattice[i] = weight((int)(i % NODE)) * noise[i] / 1000;
    return lattice;
}

// Within a hundred-thousandth: a GPU multiplies and adds in one, the host may not.
static bool near(const std::vector<float> &found, const std::vector<float> &expected)
{
    for (size_t i = 0; i < expected.size(); i++)
        if (!(std::fabs(found[i] - expected[i]) <= 1e-5f))
            return false;
    return true;
}

int main(int argc, char **argv)
{
    const App app = {"lbm", 0, {{"WIDTH", 32, 128, 1, 4096}, {"HEIGHT", 32, 128, 1, 4096}, {"STEPS", 1, 1, 1, 1000}}, {"basic", "v1", "v2"}};
    const Options options = parseArguments(app, argc, argv);
    const int width = options.sizes[0], height = options.sizes[1], nodes = width * height, blocks = (nodes + THREADS - 1) / THREADS;
    std::vector<float> lattice = randomLattice(nodes);

    float *deviceLattice = deviceArray(options, "lattice", lattice);
    float *moments = deviceArray<float>(options, "moments", (size_t)nodes * MOMENTS);
    for (int step = 0; step < options.sizes[2]; step++) {
        if (options.version == BASIC)
            periodicBoundaryBasic<<<blocks, THREADS>>>(deviceLattice, moments, width, height);
        else if (options.version == V1)
            periodicBoundaryV1<<<blocks, THREADS>>>(deviceLattice, moments, width, height);
        else
            periodicBoundaryV2<<<blocks, THREADS>>>(deviceLattice, moments, width, height);
        checkKernel("periodicBoundary");
        collide<<<blocks, THREADS>>>(deviceLattice, moments, nodes);
        checkKernel("collide");
        stepOnHost(lattice, width, height);
    }
    return verdict(near(toHost(deviceLattice, lattice.size()), lattice));
}
