/* gcol: graph colouring with work stealing (ScoRD Table II, "GCOL": 30K vertices, 50K edges; Figures 2 and 3).
 *
 * usage: gcol [--race SITES] [--objects] [--table2 | VERTICES EDGES BLOCKS]      (see app.h)
 *
 * Every vertex waits for its neighbours of higher priority; pending[] counts those that have no colour yet. A launch
 * colours all vertices that wait for none: no two of them are neighbours, so a vertex takes the smallest colour that
 * its coloured neighbours leave. Then it tells its other neighbours; whoever takes a count to zero appends that
 * vertex to the list of the next launch. The list is partitioned among the blocks, which steal from each other.
 * (Priorities and independent sets are Jones and Plassmann's, SIAM J. Sci. Comput. 1993.)
 */
#include "rmat.h"
#include "work_stealing.h"

#define UNCOLORED (-1)

// Sites 1 and 2 are those of work_stealing.h.
enum RaceSite {
    PENDING_BLOCK_SCOPE = STEALING_SITES + 1, // a neighbour's count goes down with block scope
    APPEND_BLOCK_SCOPE,                       // the place in the next list is taken with block scope
    COLORS_USED_BLOCK_SCOPE,                  // the number of colours is raised with block scope
    COLORED_BLOCK_SCOPE,                      // coloured vertices are counted with block scope
};

// The neighbours of v are neighbors[firstNeighbor[v]] .. neighbors[firstNeighbor[v + 1] - 1].
struct Graph {
    const int *firstNeighbor, *neighbors;
    const int *priority; // a permutation
};

struct Coloring {
    int *color;      // [vertex]
    int *pending;    // [vertex] neighbours of higher priority without colour
    int *nextCount;  // vertices in the next list
    int *colorsUsed; // highest colour + 1
    int *colored;    // vertices that have a colour
};

// Smallest colour that no neighbour of higher priority has, 32 colours at a time.
__device__ int smallestFreeColor(const Graph &graph, const int *color, int vertex)
{
    for (int base = 0;; base += 32) {
        unsigned used = 0;
        for (int i = graph.firstNeighbor[vertex]; i < graph.firstNeighbor[vertex + 1]; i++) {
            const int neighbor = graph.neighbors[i];
            if (graph.priority[neighbor] < graph.priority[vertex])
                continue;
            const int taken = color[neighbor] - base;
            if (taken >= 0 && taken < 32)
                used |= 1u << taken;
        }
        if (used != ~0u)
            return base + __ffs(~used) - 1;
    }
}

__device__ void append(const Coloring &coloring, int *nextList, int vertex, unsigned races)
{
    const int place = INJECT(APPEND_BLOCK_SCOPE) ? atomicAdd_block(coloring.nextCount, 1)
                                                 : atomicAdd(coloring.nextCount, 1);
    nextList[place] = vertex;
}

// The neighbours of lower priority wait for one less.
__device__ void tellNeighbours(const Graph &graph, const Coloring &coloring, int *nextList, int vertex, unsigned races)
{
    for (int i = graph.firstNeighbor[vertex]; i < graph.firstNeighbor[vertex + 1]; i++) {
        const int neighbor = graph.neighbors[i];
        if (graph.priority[neighbor] > graph.priority[vertex])
            continue;
        const int before = INJECT(PENDING_BLOCK_SCOPE) ? atomicSub_block(&coloring.pending[neighbor], 1)
                                                       : atomicSub(&coloring.pending[neighbor], 1);
        if (before == 1)
            append(coloring, nextList, neighbor, races);
    }
}

__device__ void count(const Coloring &coloring, int color, unsigned races)
{
    if (INJECT(COLORS_USED_BLOCK_SCOPE))
        atomicMax_block(coloring.colorsUsed, color + 1);
    else
        atomicMax(coloring.colorsUsed, color + 1);
    if (INJECT(COLORED_BLOCK_SCOPE))
        atomicAdd_block(coloring.colored, 1);
    else
        atomicAdd(coloring.colored, 1);
}

__global__ void colorReady(Graph graph, Partitions work, const int *list, Coloring coloring, int *nextList,
                           unsigned races)
{
    __shared__ WorkSet set;
    int item;
    startWork(set);
    while (nextItem(work, set, &item, races)) {
        if (item == -1)
            continue;
        const int vertex = list[item];
        const int color = smallestFreeColor(graph, coloring.color, vertex);
        coloring.color[vertex] = color;
        tellNeighbours(graph, coloring, nextList, vertex, races);
        count(coloring, color, races);
    }
}

// ---- host ----

struct HostGraph {
    std::vector<int> firstNeighbor, neighbors, priority;
    int vertices() const { return (int)priority.size(); }
};

static HostGraph makeGraph(int vertices, int edges)
{
    HostGraph graph;
    std::vector<Edge> both = rmatEdges(vertices, edges, 7);
    for (size_t i = 0, once = both.size(); i < once; i++)
        both.push_back({both[i].second, both[i].first});
    std::sort(both.begin(), both.end());
    graph.firstNeighbor.assign(vertices + 1, 0);
    for (const Edge &edge : both) {
        graph.firstNeighbor[edge.first + 1]++;
        graph.neighbors.push_back(edge.second);
    }
    for (int i = 0; i < vertices; i++)
        graph.firstNeighbor[i + 1] += graph.firstNeighbor[i];
    unsigned long long seed = 8;
    for (int i = 0; i < vertices; i++)
        graph.priority.push_back(i);
    for (int i = vertices - 1; i > 0; i--)
        std::swap(graph.priority[i], graph.priority[randomBits(&seed) % (i + 1)]);
    return graph;
}

// How many neighbours of higher priority each vertex has.
static std::vector<int> neighboursBefore(const HostGraph &graph)
{
    std::vector<int> pending(graph.vertices(), 0);
    for (int v = 0; v < graph.vertices(); v++)
        for (int i = graph.firstNeighbor[v]; i < graph.firstNeighbor[v + 1]; i++)
            pending[v] += graph.priority[graph.neighbors[i]] > graph.priority[v];
    return pending;
}

// Colours one vertex after the other by falling priority, which the launches must reproduce exactly.
static std::vector<int> colorInOrder(const HostGraph &graph)
{
    std::vector<int> order(graph.vertices()), colors(graph.vertices(), UNCOLORED);
    for (int v = 0; v < graph.vertices(); v++)
        order[graph.vertices() - 1 - graph.priority[v]] = v;
    for (int v : order) {
        std::vector<bool> used(graph.firstNeighbor[v + 1] - graph.firstNeighbor[v] + 1, false);
        for (int i = graph.firstNeighbor[v]; i < graph.firstNeighbor[v + 1]; i++) {
            const int color = colors[graph.neighbors[i]];
            if (color != UNCOLORED && color < (int)used.size())
                used[color] = true;
        }
        colors[v] = (int)(std::find(used.begin(), used.end(), false) - used.begin());
    }
    return colors;
}

// Launches until no vertex is left; returns the number of launches.
static int colorAll(const HostGraph &graph, const Options &options, const Graph &deviceGraph, const Partitions &work,
                    const Coloring &coloring, int blocks)
{
    std::vector<int> ready;
    const std::vector<int> pending = neighboursBefore(graph);
    for (int v = 0; v < graph.vertices(); v++)
        if (pending[v] == 0)
            ready.push_back(v);
    int *list = deviceArray<int>(options, "list0", graph.vertices());
    int *next = deviceArray<int>(options, "list1", graph.vertices());
    toDevice(coloring.pending, pending);
    toDevice(list, ready);
    int count = (int)ready.size(), launches = 0;
    for (; count > 0; launches++) {
        setPartitions(work, count, blocks);
        check(cudaMemset(coloring.nextCount, 0, sizeof(int)), "nextCount");
        colorReady<<<blocks, NTHREADS>>>(deviceGraph, work, list, coloring, next, options.races);
        checkKernel("colorReady");
        std::swap(list, next);
        count = toHost(coloring.nextCount);
    }
    return launches;
}

int main(int argc, char **argv)
{
    const App app = {"gcol", COLORED_BLOCK_SCOPE,
                     {{"VERTICES", 2000, 30000, 2, 1 << 24},
                      {"EDGES", 3300, 50000, 0, 1 << 24},
                      {"BLOCKS", 8, 60, 1, 1024}}};
    const Options options = parseArguments(app, argc, argv);
    const int vertices = options.sizes[0], blocks = options.sizes[2];
    const HostGraph graph = makeGraph(vertices, options.sizes[1]);

    const Graph deviceGraph = {deviceArray(options, "firstNeighbor", graph.firstNeighbor),
                               deviceArray(options, "neighbors", graph.neighbors),
                               deviceArray(options, "priority", graph.priority)};
    const Partitions work = partitionArrays(options, blocks);
    Coloring coloring = {};
    coloring.color = deviceArray(options, "color", std::vector<int>(vertices, UNCOLORED));
    coloring.pending = deviceArray<int>(options, "pending", vertices);
    coloring.nextCount = deviceArray<int>(options, "nextCount", 1);
    coloring.colorsUsed = deviceArray<int>(options, "colorsUsed", 1);
    coloring.colored = deviceArray<int>(options, "colored", 1);
    const int launches = colorAll(graph, options, deviceGraph, work, coloring, blocks);

    const std::vector<int> colors = toHost(coloring.color, vertices), expected = colorInOrder(graph);
    const int used = toHost(coloring.colorsUsed);
    printf("%d vertices, %zu edges, %d blocks: %d launches, %d colors\n", vertices, graph.neighbors.size() / 2, blocks,
           launches, used);
    return verdict(colors == expected && used == *std::max_element(expected.begin(), expected.end()) + 1 &&
                   toHost(coloring.colored) == vertices);
}
