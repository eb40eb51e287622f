/* sc: stream clustering, the gain of opening a centre (Rodinia "streamcluster"; not barrier-intensive).
 *
 * usage: sc [SEED [SCALE]]      (see baws.h)
 *
 * For one candidate after the other: a thread a point, 512 a block. The block loads the candidate's coordinates to shared
 * memory, its one barrier; then a thread adds up the squared distance over 16 dimensions, coalesced loads, and when
 * the candidate is nearer than the point's centre it marks the point and stores the gain in its row of a table, a column a
 * centre: strided stores, divergence by the data. The host adds the columns up.
 * Stand-in in these points: candidates are drawn, and the centres stay as they are between them; Rodinia opens and
 * closes centres by the gain. Coordinates and weights are whole numbers, so that sums do not depend on their order.
 * -DBREAK: no barrier between loading the candidate and using it.
 */
#include "baws.h"

#define THREADS 512
#define BLOCKS 105
#define DIMENSIONS 16
#define CENTRES 8
#define CANDIDATES 2

struct Points {
    const float *coordinates; // [dimension][point]
    const float *weight;      // [point]
    const float *cost;        // [point] of its centre
    const int *centre;        // [point]
    float *gain;              // [point][centre], 0 but where a point would change
    int *changes;             // [point] 1: would change
    int count;
};

__global__ void gainOf(Points points, int candidate)
{
    __shared__ float place[DIMENSIONS];
    const int point = blockIdx.x * THREADS + threadIdx.x;
    if (threadIdx.x >= THREADS - DIMENSIONS) { // the last warp
        const int dimension = threadIdx.x - (THREADS - DIMENSIONS);
        place[dimension] = points.coordinates[dimension * points.count + candidate];
    }
    BARRIER_UNLESS_BROKEN();
    float cost = 0.0f;
#pragma unroll
    for (int dimension = 0; dimension < DIMENSIONS; dimension++) {
        const float difference = points.coordinates[dimension * points.count + point] - place[dimension];
        cost += difference * difference;
    }
    cost *= points.weight[point];
    const float now = points.cost[point];
    if (cost < now) {
        points.changes[point] = 1;
        points.gain[point * CENTRES + points.centre[point]] = now - cost;
    }
}

// ---- host ----

struct HostPoints {
    std::vector<float> coordinates, weight, cost;
    std::vector<int> centre;

    float squaredDistance(int a, int b) const
    {
        const size_t count = weight.size();
        float sum = 0.0f;
        for (int dimension = 0; dimension < DIMENSIONS; dimension++) {
            const float difference = coordinates[dimension * count + a] - coordinates[dimension * count + b];
            sum += difference * difference;
        }
        return sum;
    }
};

// The first CENTRES points are the centres; every point belongs to any of them, often not the nearest.
static HostPoints randomPoints(Random &random, int count)
{
    HostPoints points;
    for (int i = 0; i < DIMENSIONS * count; i++)
        points.coordinates.push_back((float)random.between(0, 63));
    for (int point = 0; point < count; point++) {
        points.weight.push_back((float)random.between(1, 4));
        points.centre.push_back(random.between(0, CENTRES - 1));
    }
    for (int point = 0; point < count; point++)
        points.cost.push_back(points.weight[point] * points.squaredDistance(point, points.centre[point]));
    return points;
}

struct Gains {
    std::vector<float> gain;
    std::vector<int> changes;
};

static Gains gainOnHost(const HostPoints &points, int candidate)
{
    const int count = (int)points.weight.size();
    Gains gains = {std::vector<float>((size_t)count * CENTRES, 0.0f), std::vector<int>(count, 0)};
    for (int point = 0; point < count; point++) {
        const float cost = points.weight[point] * points.squaredDistance(point, candidate);
        if (!(cost < points.cost[point]))
            continue;
        gains.changes[point] = 1;
        gains.gain[(size_t)point * CENTRES + points.centre[point]] = points.cost[point] - cost;
    }
    return gains;
}

int main(int argc, char **argv)
{
    const Workload workload = parseArguments("sc", argc, argv);
    Random random(workload.seed);
    const int blocks = BLOCKS * workload.scale, count = blocks * THREADS;
    const HostPoints host = randomPoints(random, count);
    Points points = {deviceArray(host.coordinates), deviceArray(host.weight), deviceArray(host.cost),
                     deviceArray(host.centre), nullptr, nullptr, count};
    Check check(workload);
    for (int i = 0; i < CANDIDATES; i++) {
        const int candidate = random.between(CENTRES, count - 1);
        points.gain = deviceArray<float>((size_t)count * CENTRES);
        points.changes = deviceArray<int>(count);
        gainOf<<<blocks, THREADS>>>(points, candidate);
        checkKernel("gainOf");
        const Gains expected = gainOnHost(host, candidate);
        check.equal("changes", toHost(points.changes, count), expected.changes);
        check.equal("gain", toHost(points.gain, (size_t)count * CENTRES), expected.gain);
    }
    return check.result();
}
