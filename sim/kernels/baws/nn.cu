/* nn: nearest neighbours (Rodinia "nn"; not barrier-intensive).
 *
 * usage: nn [SEED [SCALE]]      (see baws.h)
 *
 * A thread a record: its distance from the wanted place, one 64-bit load, a square root, one store; 256 threads a block,
 * no barriers, no divergence. The host then looks for the nearest records.
 * Stand-in in these points: four places are looked up, one after the other, where Rodinia looks up one (among fewer
 * records than fill the machine); the grid has one dimension.
 * -DBREAK: the distances are not stored.
 */
#include <algorithm>

#include "baws.h"

#define THREADS 256
#define BLOCKS 450
#define PLACES 4
#define NEAREST 10 // that the host looks for

__global__ void distances(const float2 *records, float *distance, int count, float latitude, float longitude)
{
    const int record = blockIdx.x * THREADS + threadIdx.x;
    if (record >= count)
        return;
    const float2 place = records[record];
    const float north = latitude - place.x, east = longitude - place.y;
    UNLESS_BROKEN(distance[record] = sqrtf(north * north + east * east));
}

// ---- host ----

static std::vector<float> distancesOnHost(const std::vector<float2> &records, float latitude, float longitude)
{
    std::vector<float> distance;
    for (const float2 &place : records)
        distance.push_back((float)hypot((double)latitude - place.x, (double)longitude - place.y));
    return distance;
}

static std::vector<float> nearest(std::vector<float> distance)
{
    std::partial_sort(distance.begin(), distance.begin() + NEAREST, distance.end());
    distance.resize(NEAREST);
    return distance;
}

int main(int argc, char **argv)
{
    const Workload workload = parseArguments("nn", argc, argv);
    Random random(workload.seed);
    const int blocks = BLOCKS * workload.scale, count = blocks * THREADS - 37;
    std::vector<float2> records(count);
    for (float2 &record : records)
        record = make_float2(7.0f + 60.0f * random.unit(), 360.0f * random.unit());
    const float2 *deviceRecords = deviceArray(records);
    float *distance = deviceArray<float>(count);

    Check check(workload);
    for (int place = 0; place < PLACES; place++) {
        const float latitude = 10.0f + 50.0f * random.unit(), longitude = 360.0f * random.unit();
        distances<<<blocks, THREADS>>>(deviceRecords, distance, count, latitude, longitude);
        checkKernel("distances");
        const std::vector<float> found = toHost(distance, count), expected = distancesOnHost(records, latitude, longitude);
        check.near("distance", found, expected, 1e-5);
        check.near("nearest", nearest(found), nearest(expected), 1e-4);
    }
    return check.result();
}
