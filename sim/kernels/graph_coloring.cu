/* graph_coloring: colours the vertices of a graph so that no two neighbours have the same colour, with work stealing as
 * in ScoRD section III, Figures 2 and 3.
 *
 * usage: graph_coloring [VERTICES [EDGES [BLOCKS [SEED]]]]
 *
 * The vertices are split into one partition per threadblock. A block's leader thread takes NTHREADS vertices at a time
 * from its own partition by moving nextHead[], and when that is used up, steals from the partitions of other blocks.
 * Compiled with RACE_BLOCK_SCOPE_HEAD the leader moves its own head with block scope (Figure 3b): a block that steals
 * from it at the same time need not see the move. As it stands (Figure 3a) the program is free of races.
 *
 * Colouring is Jones and Plassmann's: in each round (a kernel launch) every vertex without colour whose priority is the
 * highest among its neighbours without colour takes the smallest colour that none of its neighbours has. Rounds read the
 * colours of the round before and write to a second array, so threads share nothing but the heads and two counters.
 * The graph is R-MAT (Chakrabarti, Zhan, Faloutsos 2004): a few vertices, all of low number, have most of the edges.
 */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define NTHREADS 64 // threads of a block, and vertices taken from a partition at a time
#define UNCOLORED (-1)

// The graph in compressed rows: the neighbours of v are neighbors[firstNeighbor[v]] .. neighbors[firstNeighbor[v + 1] - 1].
struct Graph {
    const int *firstNeighbor;
    const int *neighbors;
    const int *priority; // a permutation
};

// Figure 2. One entry per block.
struct Partitions {
    const int *partitionEnd; // one past the last vertex
    int *currHead;           // first vertex of the set being coloured
    int *nextHead;           // first vertex of the next set, moved by the owner and by thieves
};

// Partition to steal from next, -1 if none is left. A partition found empty stays so during a launch, hence one walk
// over all others: *victimsTried counts those already given up.
__device__ int getPartitionToStealFrom(int victimsTried)
{
    if (victimsTried == (int)gridDim.x - 1)
        return -1;
    return (blockIdx.x + 1 + victimsTried) % gridDim.x;
}

// Figure 3. The first vertex of the next set to colour and the partition it is from; -1: no work left, or not the leader.
__device__ int getWork(const Partitions &work, int *partition, int *victimsTried, int *setsStolen)
{
    if (threadIdx.x != 0) // Only lead thread assigns work
        return -1;
    const int blockId = blockIdx.x;
    // Get work from own local partition
#ifdef RACE_BLOCK_SCOPE_HEAD
    int head = atomicAdd_block(&work.nextHead[blockId], NTHREADS);
#else
    int head = atomicAdd(&work.nextHead[blockId], NTHREADS);
#endif
    work.currHead[blockId] = head;
    *partition = blockId;
    // Work left in own partition?
    if (work.currHead[blockId] < work.partitionEnd[blockId])
        return work.currHead[blockId];
    // Otherwise steal work
    int victimBlock;
    while ((victimBlock = getPartitionToStealFrom(*victimsTried)) != -1) {
        head = atomicAdd(&work.nextHead[victimBlock], NTHREADS);
        work.currHead[blockId] = head;
        *partition = victimBlock;
        if (work.currHead[blockId] < work.partitionEnd[victimBlock]) {
            atomicAdd(setsStolen, 1);
            return work.currHead[blockId];
        }
        ++*victimsTried;
    }
    return -1; // No work left
}

// Whether no uncoloured neighbour comes before this vertex.
__device__ bool isNext(const Graph &graph, const int *colors, int vertex)
{
    for (int i = graph.firstNeighbor[vertex]; i < graph.firstNeighbor[vertex + 1]; i++) {
        int neighbor = graph.neighbors[i];
        if (colors[neighbor] == UNCOLORED && graph.priority[neighbor] > graph.priority[vertex])
            return false;
    }
    return true;
}

// Smallest colour that no neighbour has, 32 colours at a time.
__device__ int smallestFreeColor(const Graph &graph, const int *colors, int vertex)
{
    for (int base = 0;; base += 32) {
        unsigned used = 0;
        for (int i = graph.firstNeighbor[vertex]; i < graph.firstNeighbor[vertex + 1]; i++) {
            int color = colors[graph.neighbors[i]] - base;
            if (color >= 0 && color < 32)
                used |= 1u << color;
        }
        if (used != ~0u)
            return base + __ffs(~used) - 1;
    }
}

__global__ void colorRound(Graph graph, Partitions work, const int *colors, int *nextColors, int *uncolored,
                           int *setsStolen)
{
    __shared__ int head, partition, victimsTried;
    if (threadIdx.x == 0)
        victimsTried = 0;
    for (;;) {
        int found = getWork(work, &partition, &victimsTried, setsStolen);
        if (threadIdx.x == 0)
            head = found;
        __syncthreads();
        if (head == -1)
            return;
        int vertex = head + threadIdx.x;
        if (vertex < work.partitionEnd[partition]) {
            int color = colors[vertex];
            if (color == UNCOLORED && isNext(graph, colors, vertex))
                color = smallestFreeColor(graph, colors, vertex);
            nextColors[vertex] = color;
            if (color == UNCOLORED)
                atomicAdd(uncolored, 1);
        }
        __syncthreads(); // head and partition have been read by all
    }
}

// ---- host ----

struct HostGraph {
    std::vector<int> firstNeighbor, neighbors, priority;
};

static unsigned randomBits(unsigned long long *state) // splitmix64
{
    unsigned long long z = *state += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return (unsigned)(z >> 32);
}

// One R-MAT edge: descend into the quadrants of the adjacency matrix with probabilities 0.57, 0.19, 0.19, 0.05.
static void rmatEdge(int levels, unsigned long long *state, int *from, int *to)
{
    *from = *to = 0;
    for (int level = 0; level < levels; level++) {
        unsigned percent = randomBits(state) % 100;
        *from = *from * 2 + (percent >= 76);
        *to = *to * 2 + ((percent >= 57 && percent < 76) || percent >= 95);
    }
}

// An undirected graph without loops and double edges.
static HostGraph makeGraph(int vertices, int edges, unsigned seed)
{
    unsigned long long state = seed;
    std::vector<std::pair<int, int>> pairs;
    int levels = 0;
    while (1 << levels < vertices)
        levels++;
    for (int i = 0; i < edges; i++) {
        int from, to;
        do
            rmatEdge(levels, &state, &from, &to);
        while (from >= vertices || to >= vertices || from == to);
        pairs.push_back({from, to});
        pairs.push_back({to, from});
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    HostGraph graph;
    graph.firstNeighbor.assign(vertices + 1, 0);
    for (const auto &pair : pairs) {
        graph.firstNeighbor[pair.first + 1]++;
        graph.neighbors.push_back(pair.second);
    }
    for (int i = 0; i < vertices; i++) {
        graph.firstNeighbor[i + 1] += graph.firstNeighbor[i];
        graph.priority.push_back(i);
    }
    for (int i = vertices - 1; i > 0; i--)
        std::swap(graph.priority[i], graph.priority[randomBits(&state) % (i + 1)]);
    return graph;
}

static void check(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "graph_coloring: %s: %s\n", what, cudaGetErrorString(error));
    exit(1);
}

static int *toDevice(const std::vector<int> &host)
{
    int *device = NULL;
    size_t bytes = std::max<size_t>(host.size(), 1) * sizeof(int);
    check(cudaMalloc(&device, bytes), "cudaMalloc");
    check(cudaMemcpy(device, host.data(), host.size() * sizeof(int), cudaMemcpyHostToDevice), "copy to device");
    return device;
}

static void toHost(std::vector<int> &host, const int *device)
{
    check(cudaMemcpy(host.data(), device, host.size() * sizeof(int), cudaMemcpyDeviceToHost), "copy to host");
}

// Colours on the device; returns the number of rounds.
static int colorGraph(const HostGraph &graph, int blocks, std::vector<int> &colors, int *setsStolen)
{
    const int vertices = (int)colors.size();
    std::vector<int> start(blocks), end(blocks), counter(1);
    for (int i = 0; i < blocks; i++) {
        start[i] = (int)((long long)vertices * i / blocks);
        end[i] = (int)((long long)vertices * (i + 1) / blocks);
    }
    Graph deviceGraph = {toDevice(graph.firstNeighbor), toDevice(graph.neighbors), toDevice(graph.priority)};
    Partitions work = {toDevice(end), toDevice(start), toDevice(start)};
    int *current = toDevice(colors), *next = toDevice(colors), *uncolored = toDevice(counter);
    int *stolen = toDevice(counter), rounds = 0;
    do {
        check(cudaMemcpy(work.nextHead, start.data(), blocks * sizeof(int), cudaMemcpyHostToDevice), "copy of heads");
        check(cudaMemset(uncolored, 0, sizeof(int)), "cudaMemset");
        colorRound<<<blocks, NTHREADS>>>(deviceGraph, work, current, next, uncolored, stolen);
        check(cudaDeviceSynchronize(), "colorRound");
        toHost(counter, uncolored);
#ifdef CHECK_COUNTS // of a round: vertices left without colour, each counted by the one thread that had it
        toHost(colors, next);
        if (std::count(colors.begin(), colors.end(), UNCOLORED) != counter[0]) {
            printf("WRONG count of round %d\n", rounds);
            exit(1);
        }
#endif
        std::swap(current, next);
        rounds++;
    } while (counter[0] > 0);
    toHost(colors, current);
    toHost(counter, stolen);
    *setsStolen = counter[0];
    const void *allocations[] = {deviceGraph.firstNeighbor, deviceGraph.neighbors, deviceGraph.priority,
                                 work.partitionEnd, work.currHead, work.nextHead, current, next, uncolored, stolen};
    for (const void *allocation : allocations)
        check(cudaFree((void *)allocation), "cudaFree");
    return rounds;
}

// Colours one vertex after the other by falling priority, which the rounds must reproduce exactly.
static std::vector<int> colorInOrder(const HostGraph &graph)
{
    const int vertices = (int)graph.priority.size();
    std::vector<int> order(vertices), colors(vertices, UNCOLORED);
    for (int v = 0; v < vertices; v++)
        order[vertices - 1 - graph.priority[v]] = v;
    for (int v : order) {
        std::vector<bool> used(graph.firstNeighbor[v + 1] - graph.firstNeighbor[v] + 1, false);
        for (int i = graph.firstNeighbor[v]; i < graph.firstNeighbor[v + 1]; i++) {
            int color = colors[graph.neighbors[i]];
            if (color != UNCOLORED && color < (int)used.size())
                used[color] = true;
        }
        colors[v] = (int)(std::find(used.begin(), used.end(), false) - used.begin());
    }
    return colors;
}

// The first edge whose ends have one colour, or a vertex without; -1 if the colouring is proper.
static int firstWrongVertex(const HostGraph &graph, const std::vector<int> &colors)
{
    for (int v = 0; v < (int)colors.size(); v++) {
        if (colors[v] == UNCOLORED)
            return v;
        for (int i = graph.firstNeighbor[v]; i < graph.firstNeighbor[v + 1]; i++)
            if (colors[graph.neighbors[i]] == colors[v])
                return v;
    }
    return -1;
}

static int argument(int argc, char **argv, int index, int standard, int least)
{
    if (index >= argc)
        return standard;
    char *rest;
    long value = strtol(argv[index], &rest, 10);
    if (*argv[index] == '\0' || *rest != '\0' || value < least || value > 1 << 24) {
        fprintf(stderr, "graph_coloring: '%s' is not a number from %d to %d\n"
                "usage: graph_coloring [VERTICES [EDGES [BLOCKS [SEED]]]]\n", argv[index], least, 1 << 24);
        exit(2);
    }
    return (int)value;
}

int main(int argc, char **argv)
{
    const int vertices = argument(argc, argv, 1, 1024, 2), edges = argument(argc, argv, 2, 1700, 0);
    const int blocks = argument(argc, argv, 3, 8, 1), seed = argument(argc, argv, 4, 1, 0);
    HostGraph graph = makeGraph(vertices, edges, (unsigned)seed);
    std::vector<int> colors(vertices, UNCOLORED);
    int setsStolen = 0;
    int rounds = colorGraph(graph, blocks, colors, &setsStolen);
    printf("%d vertices, %zu edges, %d blocks: %d rounds, %d of the sets stolen, %d colors\n", vertices,
           graph.neighbors.size() / 2, blocks, rounds, setsStolen, *std::max_element(colors.begin(), colors.end()) + 1);
    int wrong = firstWrongVertex(graph, colors);
    if (wrong >= 0 || colors != colorInOrder(graph)) {
        printf("WRONG colors, first at vertex %d\n", wrong);
        return 1;
    }
    printf("OK\n");
    return 0;
}
