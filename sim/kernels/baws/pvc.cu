/* pvc: page view count, by map, sort and reduce (Mars MapReduce; BAWS Table 2: 6 blocks an SM x 8 warps).
 *
 * usage: pvc [SEED [SCALE]]      (see baws.h)
 *
 * A block counts the views in 256 records of a web log; a record is a URL and a number of views. Its phases:
 *   map     a thread hashes the URL of its record, 3 to 4 words: loads of consecutive strings, loops of unequal length
 *   sort    bitonic, 36 steps, a barrier each: records by their keys, (hash : 24, number : 8); as in Mars shared memory
 *           has the records and the keys are in device memory, two scattered loads a comparison
 *   group   a thread compares its record's hash with its predecessor's; a scan numbers the different URLs: 8 steps, a
 *           barrier each
 *   reduce  a thread for each different URL adds up the views of its records: loops as long as the URL is popular,
 *           scattered loads; the other threads are done
 * 46 barriers a block.
 * Stand-in in these points: map, sort and reduce of a block follow each other in one kernel, where Mars launches each
 * (several times) for the whole log, so the counts are those of each 256 records, as a combiner gives them; Mars compares
 * the strings in every step of the sort, here their hashes, which the input keeps unique; its map runs twice, the
 * first time to count what it will emit.
 * -DBREAK: the barrier before the reduction is missing.
 */
#include <algorithm>
#include <map>

#include "baws.h"

#define THREADS 256
#define BLOCKS 90
#define PAGES 96       // different URLs of the log
#define LEAST_WORDS 3  // of a URL
#define MOST_WORDS 6

// The URLs of the log's records behind one another; record R has the words start[R] .. start[R + 1] - 1.
struct Log {
    const unsigned *words;
    const int *start;
    const int *views; // [record]
    unsigned *key;    // [record] hash : 24, number in the block : 8; from the map
};

// What a block finds: [block][group], groups ordered by hash.
struct Totals {
    int *record; // the first record of the group
    int *views;
    int *groups; // [block] how many
};

__constant__ Log webLog; // as parameters the pointers would be in registers all the time, and blocks would not fit
__constant__ Totals totals;

static __host__ __device__ __forceinline__ unsigned hashStep(unsigned hash, unsigned word)
{
    return (hash ^ word) * 0x01000193u;
}

static __host__ __device__ __forceinline__ unsigned hashEnd(unsigned hash) { return (hash ^ hash >> 15) * 0x2c1b3c6du >> 8; }

// 24 bits.
static __device__ __forceinline__ unsigned hashOfRecord(int record)
{
    unsigned hash = 0x811c9dc5u;
    const int end = webLog.start[record + 1];
    for (int i = webLog.start[record]; i < end; i++)
        hash = hashStep(hash, webLog.words[i]);
    return hashEnd(hash);
}

// threadIdx.x, read anew: what is computed from it does not stay in registers through the sort.
static __device__ __forceinline__ int threadNumber()
{
    int number;
    asm volatile("mov.u32 %0, %%tid.x;" : "=r"(number));
    return number;
}

// Sorts records by their keys, ascending. Of two a DISTANCE apart the lower thread compares and exchanges them.
static __device__ __forceinline__ void sortRecords(int *records)
{
    const int thread = threadNumber();
    int *own = &records[thread];
    for (int length = 2; length <= THREADS; length *= 2) {
        const bool descending = thread & length;
#pragma unroll
        for (int distance = THREADS / 2; distance > 0; distance /= 2) {
            if (distance >= length)
                continue;
            __syncthreads();
            if (thread & distance)
                continue;
            const int mine = own[0], other = own[distance];
            if (webLog.key[mine] > webLog.key[other] != descending) {
                own[0] = other;
                own[distance] = mine;
            }
        }
    }
    __syncthreads();
}

// The sum of the flags of the threads up to this one, of all for the last.
static __device__ __forceinline__ int scanFlags(int sums[2][THREADS], int thread, int flag)
{
    int *own = &sums[0][thread], sum = flag;
#pragma unroll
    for (int step = 0; step < 8; step++) {
        const int distance = 1 << step, side = (step & 1) * THREADS;
        own[side] = sum;
        __syncthreads();
        if (thread >= distance)
            sum += own[side - distance];
    }
    return sum;
}

__global__ void countViews()
{
    __shared__ int records[THREADS], sums[2][THREADS], first[THREADS + 1];
    int record = blockIdx.x * THREADS + threadIdx.x;
    webLog.key[record] = hashOfRecord(record) << 8 | threadIdx.x;
    records[threadIdx.x] = record;
    sortRecords(records);

    const int thread = threadNumber();
    const bool starts = thread == 0 || webLog.key[records[thread]] >> 8 != webLog.key[records[thread - 1]] >> 8;
    const int groups = scanFlags(sums, thread, starts);
    if (starts)
        first[groups - 1] = thread;
    if (thread == THREADS - 1) {
        first[groups] = THREADS;
        totals.groups[blockIdx.x] = groups;
        sums[0][0] = groups;
    }
    BARRIER_UNLESS_BROKEN();

    if (thread >= sums[0][0])
        return;
    int views = 0;
    for (int i = first[thread]; i < first[thread + 1]; i++)
        views += webLog.views[records[i]];
    record = blockIdx.x * THREADS + thread;
    totals.record[record] = records[first[thread]];
    totals.views[record] = views;
}

// ---- host ----

typedef std::vector<unsigned> Url;

static unsigned hashOf(const Url &url)
{
    unsigned hash = 0x811c9dc5u;
    for (unsigned word : url)
        hash = hashStep(hash, word);
    return hashEnd(hash);
}

// Different URLs with different hashes; they begin alike, as URLs do.
static std::vector<Url> randomPages(Random &random)
{
    std::map<unsigned, Url> pages;
    while (pages.size() < PAGES) {
        Url url(random.between(LEAST_WORDS, MOST_WORDS), 0x2f2f3a70u);
        url.back() = random.next();
        if (url.size() == 4)
            url[2] = (unsigned)random.between(1, 4);
        pages[hashOf(url)] = url;
    }
    std::vector<Url> urls;
    for (const auto &page : pages)
        urls.push_back(page.second);
    return urls;
}

// Few pages have most of the views: the product of two uniform numbers.
static int popularPage(Random &random) { return (int)(random.unit() * random.unit() * PAGES); }

struct HostLog {
    std::vector<Url> urls; // [record]
    std::vector<int> views;
};

static HostLog randomLog(Random &random, int records)
{
    std::vector<Url> pages = randomPages(random);
    for (size_t i = pages.size() - 1; i > 0; i--) // popularity has nothing to do with the hash
        std::swap(pages[i], pages[random.between(0, (int)i)]);
    HostLog log;
    for (int i = 0; i < records; i++) {
        log.urls.push_back(pages[popularPage(random)]);
        log.views.push_back(random.between(1, 9));
    }
    return log;
}

static Log logArrays(const HostLog &log)
{
    std::vector<unsigned> words;
    std::vector<int> start;
    for (const Url &url : log.urls) {
        start.push_back((int)words.size());
        words.insert(words.end(), url.begin(), url.end());
    }
    start.push_back((int)words.size());
    return {deviceArray(words), deviceArray(start), deviceArray(log.views),
            deviceArray<unsigned>(log.views.size())};
}

struct HostTotals {
    std::vector<int> record, views, groups;
};

// What lies behind a block's groups is 0.
static HostTotals countOnHost(const HostLog &log)
{
    const int records = (int)log.urls.size();
    HostTotals totals = {std::vector<int>(records, 0), std::vector<int>(records, 0), {}};
    for (int base = 0; base < records; base += THREADS) {
        std::map<unsigned, std::pair<int, int>> pages; // hash: first record, views
        for (int i = base; i < base + THREADS; i++)
            pages.insert({hashOf(log.urls[i]), {i, 0}}).first->second.second += log.views[i];
        int group = base;
        for (const auto &page : pages) {
            totals.record[group] = page.second.first;
            totals.views[group++] = page.second.second;
        }
        totals.groups.push_back(group - base);
    }
    return totals;
}

int main(int argc, char **argv)
{
    const Workload workload = parseArguments("pvc", argc, argv);
    Random random(workload.seed);
    const int blocks = BLOCKS * workload.scale, records = blocks * THREADS;
    const HostLog log = randomLog(random, records);
    const Log arrays = logArrays(log);
    checkCuda(cudaMemcpyToSymbol(webLog, &arrays, sizeof arrays), "webLog");
    const Totals found = {deviceArray<int>(records), deviceArray<int>(records), deviceArray<int>(blocks)};
    checkCuda(cudaMemcpyToSymbol(totals, &found, sizeof found), "totals");

    countViews<<<blocks, THREADS>>>();
    checkKernel("countViews");

    const HostTotals expected = countOnHost(log);
    Check check(workload);
    check.equal("groups", toHost(found.groups, blocks), expected.groups);
    check.equal("record", toHost(found.record, records), expected.record);
    check.equal("views", toHost(found.views, records), expected.views);
    return check.result();
}
