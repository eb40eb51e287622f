/* kmeans: clustering (Rodinia "kmeans"; not barrier-intensive).
 *
 * usage: kmeans [SEED [SCALE]]      (see baws.h)
 *
 * invert turns the features from [point][feature] to [feature][point], strided loads; then twice: assign, a thread a point,
 * 256 a block, finds the nearest of five centres (constant memory), a loop over centres and features with coalesced
 * loads, and the host moves the centres to the mean of their points. No barriers, no divergence.
 * Stand-in in these points: 8 features (Rodinia's input has 34), by plain loads (Rodinia: texture); two rounds, not until
 * it has converged. Coordinates and centres are whole numbers, so that distances do not depend on rounding.
 * -DBREAK: the last centre is never looked at.
 */
#include "baws.h"

#define THREADS 256
#define BLOCKS 120
#define FEATURES 8
#define CENTRES 5
#define ROUNDS 2

#ifdef BREAK
#define CENTRES_LOOKED_AT (CENTRES - 1)
#else
#define CENTRES_LOOKED_AT CENTRES
#endif

__constant__ float centres[CENTRES][FEATURES];

__global__ void invert(const float *byPoint, float *byFeature, int points)
{
    const int point = blockIdx.x * THREADS + threadIdx.x;
    for (int feature = 0; feature < FEATURES; feature++)
        byFeature[feature * points + point] = byPoint[point * FEATURES + feature];
}

__global__ void assign(const float *features, int *membership, int points)
{
    const int point = blockIdx.x * THREADS + threadIdx.x;
    int nearest = -1;
    float least = 3.0e38f;
    for (int centre = 0; centre < CENTRES_LOOKED_AT; centre++) {
        float distance = 0.0f;
#pragma unroll
        for (int feature = 0; feature < FEATURES; feature++) {
            const float difference = features[feature * points + point] - centres[centre][feature];
            distance += difference * difference;
        }
        if (distance < least) {
            least = distance;
            nearest = centre;
        }
    }
    membership[point] = nearest;
}

// ---- host ----

typedef std::vector<float> Vector; // [point or centre][feature]

// Around CENTRES places, unequal in spread.
static Vector randomPoints(Random &random, int points)
{
    const std::vector<int> places = randomInts(random, CENTRES * FEATURES, 0, 400);
    Vector values;
    for (int point = 0; point < points; point++) {
        const int place = random.between(0, CENTRES - 1), spread = 40 + 20 * place;
        for (int feature = 0; feature < FEATURES; feature++)
            values.push_back((float)(places[place * FEATURES + feature] + random.between(-spread, spread)));
    }
    return values;
}

static std::vector<int> assignOnHost(const Vector &points, const Vector &middles)
{
    std::vector<int> membership;
    for (size_t point = 0; point < points.size(); point += FEATURES) {
        int nearest = 0;
        double least = 1e300;
        for (int centre = 0; centre < CENTRES; centre++) {
            double distance = 0.0;
            for (int feature = 0; feature < FEATURES; feature++)
                distance += pow((double)points[point + feature] - middles[centre * FEATURES + feature], 2);
            if (distance < least) {
                least = distance;
                nearest = centre;
            }
        }
        membership.push_back(nearest);
    }
    return membership;
}

// The means of the points of each centre, rounded; a centre without points stays.
static Vector meansOf(const Vector &points, const std::vector<int> &membership, const Vector &middles)
{
    std::vector<double> sums(CENTRES * FEATURES, 0.0);
    std::vector<int> members(CENTRES, 0);
    for (size_t point = 0; point < membership.size(); point++) {
        members[membership[point]]++;
        for (int feature = 0; feature < FEATURES; feature++)
            sums[membership[point] * FEATURES + feature] += points[point * FEATURES + feature];
    }
    Vector means = middles;
    for (int i = 0; i < CENTRES * FEATURES; i++)
        if (members[i / FEATURES] != 0)
            means[i] = (float)floor(sums[i] / members[i / FEATURES] + 0.5);
    return means;
}

int main(int argc, char **argv)
{
    const Workload workload = parseArguments("kmeans", argc, argv);
    Random random(workload.seed);
    const int blocks = BLOCKS * workload.scale, points = blocks * THREADS;
    const Vector values = randomPoints(random, points);
    float *features = deviceArray<float>(values.size());
    int *membership = deviceArray<int>(points);
    invert<<<blocks, THREADS>>>(deviceArray(values), features, points);
    checkKernel("invert");

    Check check(workload);
    Vector middles(values.begin(), values.begin() + CENTRES * FEATURES); // at first: the first points
    for (int round = 0; round < ROUNDS; round++) {
        checkCuda(cudaMemcpyToSymbol(centres, middles.data(), sizeof centres), "centres");
        assign<<<blocks, THREADS>>>(features, membership, points);
        checkKernel("assign");
        const std::vector<int> expected = assignOnHost(values, middles);
        check.equal("membership", toHost(membership, points), expected);
        middles = meansOf(values, expected, middles);
    }
    return check.result();
}
