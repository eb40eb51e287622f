/* ss: similarity score of documents, by map and group (Mars MapReduce; BAWS Table 2: 6 blocks an SM x 8 warps).
 *
 * usage: ss [SEED [SCALE]]      (see baws.h)
 *
 * A block compares one document with 256 others, a thread each: the cosine of their feature vectors, from 0 to 31. It
 * then groups the documents by score. Phases, between barriers:
 *   load    the document's own vector to shared memory; warp 0 loads, the others wait
 *   map     8 steps of a dot product and a norm: coalesced loads, shared memory broadcasts; square root and division
 *   group   a radix sort of the pairs (score : 5, document : 8), a bit at a time, in three phases each: ballots of the
 *           warps · 8 threads of warp 0 add up the counts of the warps, the others wait · scattered stores to the
 *           pairs' new places
 *   emit    the sorted pairs, and where each score's group begins
 * 16 barriers a block.
 * Stand-in in these points: map and group of a block follow each other in one kernel, Mars launches them one after the
 * other and sorts by a bitonic network; scores are integers from 0 to 31, so that five bits are all of the key. The
 * features are small integers in float, so sums do not depend on their order. SS has no reduce.
 * -DBREAK: pairs are not stored in their new places.
 */
#include <algorithm>

#include "baws.h"

#define THREADS 256
#define WARPS (THREADS / 32)
#define FEATURES 8
#define BITS 5     // of a score
#define BLOCKS 270 // documents that are compared with others
#define OTHERS 64  // sets of THREADS documents that there are to compare with

struct Collection {
    const float *documents; // [block][feature]
    const float *vectors;   // [set][feature][document of the set]
    int *sorted;            // [block][place]
    int *groupStart;        // [block][score], left alone where nobody has that score
};

__constant__ Collection collection; // as parameters the pointers would be in registers all the time

// The cosine, times 31; 1 is added so that an empty document has one. Both sides compute it alike: the sums are exact, the
// square root and the division are rounded by IEEE's rules.
static __host__ __device__ __forceinline__ int scoreOf(float dot, float norms)
{
    return (int)(dot / sqrtf(norms + 1.0f) * 31.0f);
}

// Score of the thread's document with the block's.
static __device__ __forceinline__ int scoreOfThread(const float *own)
{
    float dot = 0.0f, norm = 0.0f, ownNorm = 0.0f;
    const float *other = collection.vectors + blockIdx.x % OTHERS * FEATURES * THREADS + threadIdx.x;
#pragma unroll
    for (int feature = 0; feature < FEATURES; feature++) {
        const float mine = own[feature], its = other[feature * THREADS];
        dot += mine * its;
        norm += its * its;
        ownNorm += mine * mine;
    }
    return scoreOf(dot, norm * ownNorm);
}

struct Shared {
    int pairs[THREADS];
    int ones[WARPS];       // pairs of a warp whose bit is set
    int before[WARPS + 1]; // of the warps before; of all
    float document[FEATURES];
};

// One step of the radix sort: the pairs whose bit is 0 first, else in the order they have. Returns the thread's new pair.
static __device__ __forceinline__ int splitByBit(Shared &shared, int pair, int bit)
{
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const unsigned set = __ballot_sync(0xffffffffu, pair >> bit & 1);
    if (lane == 0)
        shared.ones[warp] = __popc(set);
    __syncthreads();
    if (threadIdx.x <= WARPS) {
        int sum = 0;
#pragma unroll
        for (int i = 0; i < WARPS; i++)
            sum += i < threadIdx.x ? shared.ones[i] : 0;
        shared.before[threadIdx.x] = sum;
    }
    __syncthreads();
    const int onesBefore = shared.before[warp] + __popc(set & ((1u << lane) - 1));
    const int place = pair >> bit & 1 ? THREADS - shared.before[WARPS] + onesBefore : threadIdx.x - onesBefore;
    UNLESS_BROKEN(shared.pairs[place] = pair);
    __syncthreads();
    return shared.pairs[threadIdx.x];
}

__global__ void scoreDocuments()
{
    __shared__ Shared shared;
    if (threadIdx.x < FEATURES)
        shared.document[threadIdx.x] = collection.documents[blockIdx.x * FEATURES + threadIdx.x];
    __syncthreads();
    int pair = scoreOfThread(shared.document) << 8 | threadIdx.x;
    for (int bit = 8; bit < 8 + BITS; bit++)
        pair = splitByBit(shared, pair, bit);
    collection.sorted[blockIdx.x * THREADS + threadIdx.x] = pair;
    if (threadIdx.x == 0 || pair >> 8 != shared.pairs[threadIdx.x - 1] >> 8)
        collection.groupStart[(blockIdx.x << BITS) + (pair >> 8)] = threadIdx.x;
}

// ---- host ----

// Most features of a document are 0 or small.
static std::vector<float> randomVectors(Random &random, size_t count)
{
    std::vector<float> features(count);
    for (float &feature : features)
        feature = (float)std::max(0, random.between(-3, 6) * random.between(0, 2));
    return features;
}

struct Result {
    std::vector<int> sorted, groupStart;
};

static Result scoreOnHost(const std::vector<float> &documents, const std::vector<float> &vectors, int blocks)
{
    Result result = {{}, std::vector<int>((size_t)blocks << BITS, -1)};
    for (int block = 0; block < blocks; block++) {
        std::vector<int> pairs;
        for (int other = 0; other < THREADS; other++) {
            double dot = 0, norm = 0, ownNorm = 0;
            for (int feature = 0; feature < FEATURES; feature++) {
                const double mine = documents[(size_t)block * FEATURES + feature];
                const double its = vectors[((size_t)(block % OTHERS) * FEATURES + feature) * THREADS + other];
                dot += mine * its;
                norm += its * its;
                ownNorm += mine * mine;
            }
            pairs.push_back(scoreOf((float)dot, (float)(norm * ownNorm)) << 8 | other);
        }
        std::sort(pairs.begin(), pairs.end());
        for (int place = THREADS - 1; place >= 0; place--)
            result.groupStart[((size_t)block << BITS) + (pairs[place] >> 8)] = place;
        result.sorted.insert(result.sorted.end(), pairs.begin(), pairs.end());
    }
    return result;
}

int main(int argc, char **argv)
{
    const Workload workload = parseArguments("ss", argc, argv);
    Random random(workload.seed);
    const int blocks = BLOCKS * workload.scale;
    const std::vector<float> documents = randomVectors(random, (size_t)blocks * FEATURES);
    const std::vector<float> vectors = randomVectors(random, (size_t)OTHERS * FEATURES * THREADS);
    const Result expected = scoreOnHost(documents, vectors, blocks);
    const Collection arrays = {deviceArray(documents), deviceArray(vectors), deviceArray<int>((size_t)blocks * THREADS),
                               deviceArray(std::vector<int>((size_t)blocks << BITS, -1))};
    checkCuda(cudaMemcpyToSymbol(collection, &arrays, sizeof arrays), "collection");

    scoreDocuments<<<blocks, THREADS>>>();
    checkKernel("scoreDocuments");

    Check check(workload);
    check.equal("sorted", toHost(arrays.sorted, (size_t)blocks * THREADS), expected.sorted);
    check.equal("groupStart", toHost(arrays.groupStart, (size_t)blocks << BITS), expected.groupStart);
    return check.result();
}
