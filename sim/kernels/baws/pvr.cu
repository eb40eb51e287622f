/* pvr: page view rank, by map and a sort through many blocks (Mars MapReduce; BAWS Table 2: 6 blocks an SM x 8 warps).
 *
 * usage: pvr [SEED [SCALE]]      (see baws.h)
 *
 * Orders pages by their views: a line of text for each page, as pvc gives it, is the input. Kernels:
 *   mapRecords   a thread reads the digits of a record's views, 1 to 7 of them: loops of unequal length; it emits the
 *                pair (views, page) as one 64-bit word
 *   exchange     a step of the bitonic network in device memory, pairs 512 or 1024 apart; no barriers
 *   mergeTile    the last nine steps of a pass in shared memory: 512 pairs a block, a thread compares and exchanges two
 *                of them, at distances 256 to 1; a barrier each, every lane busy; 64-bit accesses, bank
 *                conflicts at short distances
 * Two passes: runs of 512 become runs of 1024, these runs of 2048; three times exchange, twice mergeTile.
 * Stand-in in these points: only two of the seventeen passes that would sort all pairs: the pages come in sorted runs
 * of 512, as the passes before would leave them, and the later passes would be the same kernels again; a thread a
 * comparison, not a thread a pair of which half wait; equal views are ordered by page number, not by the
 * comparison of strings. PVR has no reduce.
 * -DBREAK: the higher pair of an exchange is not stored.
 */
#include <algorithm>

#include "baws.h"

#define THREADS 256
#define TILE (2 * THREADS)
#define RUN 2048    // length of the sorted runs at the end
#define BLOCKS 144  // of TILE pairs; a multiple of 4
#define DIGITS 8    // characters a record's views have in the text, unused ones 0

typedef unsigned long long Pair; // views : 32, page : 32

__global__ void mapRecords(const char *text, const int *pages, Pair *pairs)
{
    const int record = blockIdx.x * THREADS + threadIdx.x;
    const char *digits = text + record * DIGITS;
    unsigned views = 0;
    for (int character = digits[0]; character != 0; character = *++digits)
        views = 10 * views + (unsigned)(character - '0');
    pairs[record] = (Pair)views << 32 | (unsigned)pages[record];
}

// Runs of LENGTH alternate in direction: ascending, descending, ….
static __device__ __forceinline__ void compareExchange(Pair *low, Pair *high, bool descending)
{
    const Pair first = *low, second = *high;
    if (first > second != descending) {
        *low = second;
        UNLESS_BROKEN(*high = first);
    }
}

// Thread T compares the pairs at the T-th place whose bit DISTANCE is 0, and DISTANCE further.
static __device__ __forceinline__ int lowPlace(int thread, int distance) { return 2 * thread - (thread & (distance - 1)); }

__global__ void exchange(Pair *pairs, int length, int distance)
{
    const int place = lowPlace(blockIdx.x * THREADS + threadIdx.x, distance);
    compareExchange(pairs + place, pairs + place + distance, place & length);
}

__global__ void mergeTile(Pair *pairs, int length)
{
    __shared__ Pair tile[TILE];
    Pair *own = pairs + blockIdx.x * TILE + threadIdx.x;
    tile[threadIdx.x] = own[0];
    tile[threadIdx.x + THREADS] = own[THREADS];
    const bool descending = blockIdx.x * TILE & length;
    #pragma unroll
    for (int distance = THREADS; distance > 0; distance /= 2) {
        __syncthreads();
        Pair *low = &tile[lowPlace(threadIdx.x, distance)];
        compareExchange(low, low + distance, descending);
    }
    __syncthreads();
    own[0] = tile[threadIdx.x];
    own[THREADS] = tile[threadIdx.x + THREADS];
}

// ---- host ----

// Few pages have many views.
static int randomViews(Random &random)
{
    const float share = random.unit() * random.unit() * random.unit();
    return (int)(share * share * 9000000.0f);
}

struct Record {
    int views, page;
};

// Runs of TILE, ascending and descending in turn, pages of the same views by number.
static std::vector<Record> randomRecords(Random &random, int count)
{
    std::vector<Record> records;
    for (int i = 0; i < count; i++)
        records.push_back({randomViews(random), random.between(0, 999999)});
    const auto before = [](const Record &a, const Record &b) {
        return a.views != b.views ? a.views < b.views : a.page < b.page;
    };
    for (int i = 0; i < count; i += TILE) {
        std::sort(records.begin() + i, records.begin() + i + TILE, before);
        if (i & TILE)
            std::reverse(records.begin() + i, records.begin() + i + TILE);
    }
    return records;
}

static std::vector<char> textOf(const std::vector<Record> &records)
{
    std::vector<char> text(records.size() * DIGITS, 0);
    for (size_t i = 0; i < records.size(); i++)
        snprintf(&text[i * DIGITS], DIGITS, "%d", records[i].views);
    return text;
}

static std::vector<int> pagesOf(const std::vector<Record> &records)
{
    std::vector<int> pages;
    for (const Record &record : records)
        pages.push_back(record.page);
    return pages;
}

static std::vector<Pair> rankOnHost(const std::vector<Record> &records)
{
    std::vector<Pair> pairs;
    for (const Record &record : records)
        pairs.push_back((Pair)record.views << 32 | (unsigned)record.page);
    for (size_t i = 0; i < pairs.size(); i += RUN) {
        std::sort(pairs.begin() + i, pairs.begin() + i + RUN);
        if (i & RUN)
            std::reverse(pairs.begin() + i, pairs.begin() + i + RUN);
    }
    return pairs;
}

int main(int argc, char **argv)
{
    const Workload workload = parseArguments("pvr", argc, argv);
    Random random(workload.seed);
    const int blocks = BLOCKS * workload.scale, count = blocks * TILE;
    const std::vector<Record> records = randomRecords(random, count);
    Pair *pairs = deviceArray<Pair>(count);

    mapRecords<<<2 * blocks, THREADS>>>(deviceArray(textOf(records)), deviceArray(pagesOf(records)), pairs);
    checkKernel("mapRecords");
    for (int length = 2 * TILE; length <= RUN; length *= 2) {
        for (int distance = length / 2; distance >= TILE; distance /= 2) {
            exchange<<<blocks, THREADS>>>(pairs, length, distance);
            checkKernel("exchange");
        }
        mergeTile<<<blocks, THREADS>>>(pairs, length);
        checkKernel("mergeTile");
    }

    Check check(workload);
    check.equal("rank", toHost(pairs, count), rankOnHost(records));
    return check.result();
}
