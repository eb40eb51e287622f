/* gcon: graph connectivity with work stealing (ScoRD Table II, "GCON": 100K vertices, 150K edges; Figures 2 and 3).
 *
 * usage: gcon [--race SITES] [--objects] [--table2 | VERTICES EDGES BLOCKS]      (see app.h)
 *
 * Connected components by hooking trees together, in the order of Afforest (Sutton, Ben-Nun, Barak, IPDPS 2018):
 * first a sample of the edges, then the trees are flattened, then the other edges, then they are flattened again. An
 * edge whose ends are in different trees hooks the root of larger number under the other by compare-and-swap and
 * tries again when another thread was first. The edges are partitioned among the blocks, which steal from each other.
 * parent[] is used by atomics only, since threads read and hook the same vertices at the same time.
 */
#include "rmat.h"
#include "work_stealing.h"

// Sites 1 and 2 are those of work_stealing.h.
enum RaceSite {
    HOOK_BLOCK_SCOPE = STEALING_SITES + 1, // a root is hooked with block scope
    PARENT_BLOCK_SCOPE,                    // a vertex's parent is read with block scope
    HOOKS_BLOCK_SCOPE,                     // hooks are counted with block scope
};

struct Forest {
    int *parent; // [vertex], a root is its own
    int *hooks;  // trees hooked under another one
};

__device__ int findRoot(const Forest &forest, int vertex, unsigned races)
{
    for (;;) {
        const int parent = INJECT(PARENT_BLOCK_SCOPE) ? atomicAdd_block(&forest.parent[vertex], 0)
                                                      : atomicAdd(&forest.parent[vertex], 0);
        if (parent == vertex)
            return vertex;
        vertex = parent;
    }
}

__device__ void hook(const Forest &forest, int first, int second, unsigned races)
{
    for (;;) {
        first = findRoot(forest, first, races);
        second = findRoot(forest, second, races);
        if (first == second)
            return;
        const int high = max(first, second), low = min(first, second);
        const int before = INJECT(HOOK_BLOCK_SCOPE) ? atomicCAS_block(&forest.parent[high], high, low)
                                                    : atomicCAS(&forest.parent[high], high, low);
        if (before == high)
            break;
    }
    if (INJECT(HOOKS_BLOCK_SCOPE))
        atomicAdd_block(forest.hooks, 1);
    else
        atomicAdd(forest.hooks, 1);
}

// The items are edges from[] to[].
__global__ void hookEdges(Partitions work, const int *from, const int *to, Forest forest, unsigned races)
{
    __shared__ WorkSet set;
    int edge;
    startWork(set);
    while (nextItem(work, set, &edge, races))
        if (edge != -1)
            hook(forest, from[edge], to[edge], races);
}

// The items are vertices: each becomes a child of its root.
__global__ void flatten(Partitions work, Forest forest, unsigned races)
{
    __shared__ WorkSet set;
    int vertex;
    startWork(set);
    while (nextItem(work, set, &vertex, races))
        if (vertex != -1)
            atomicMin(&forest.parent[vertex], findRoot(forest, vertex, races));
}

// ---- host ----

// Smallest vertex of each vertex's component.
static std::vector<int> componentsOnHost(int vertices, const std::vector<Edge> &edges)
{
    std::vector<int> parent(vertices);
    for (int v = 0; v < vertices; v++)
        parent[v] = v;
    auto root = [&](int v) {
        while (parent[v] != v)
            v = parent[v] = parent[parent[v]];
        return v;
    };
    for (const Edge &edge : edges) {
        const int a = root(edge.first), b = root(edge.second);
        parent[std::max(a, b)] = std::min(a, b);
    }
    for (int v = 0; v < vertices; v++)
        parent[v] = root(v);
    return parent;
}

// The first edge of each vertex comes first: they are the sample. Returns their number.
static int sampleFirst(std::vector<Edge> &edges)
{
    std::vector<Edge> sample, rest;
    for (size_t i = 0; i < edges.size(); i++)
        (i == 0 || edges[i].first != edges[i - 1].first ? sample : rest).push_back(edges[i]);
    edges = sample;
    edges.insert(edges.end(), rest.begin(), rest.end());
    return (int)sample.size();
}

static void connect(const Options &options, const std::vector<Edge> &edges, int sample, int vertices,
                    const Forest &forest)
{
    const int blocks = options.sizes[2];
    std::vector<int> from, to;
    for (const Edge &edge : edges) {
        from.push_back(edge.first);
        to.push_back(edge.second);
    }
    const int *deviceFrom = deviceArray(options, "from", from), *deviceTo = deviceArray(options, "to", to);
    const Partitions work = partitionArrays(options, blocks);
    const int first[] = {0, sample}, count[] = {sample, (int)edges.size() - sample};
    for (int phase = 0; phase < 2; phase++) {
        setPartitions(work, count[phase], blocks);
        hookEdges<<<blocks, NTHREADS>>>(work, deviceFrom + first[phase], deviceTo + first[phase], forest,
                                        options.races);
        checkKernel("hookEdges");
        setPartitions(work, vertices, blocks);
        flatten<<<blocks, NTHREADS>>>(work, forest, options.races);
        checkKernel("flatten");
    }
}

int main(int argc, char **argv)
{
    const App app = {"gcon", HOOKS_BLOCK_SCOPE,
                     {{"VERTICES", 3000, 100000, 2, 1 << 24},
                      {"EDGES", 4500, 150000, 1, 1 << 24},
                      {"BLOCKS", 8, 60, 1, 1024}}};
    const Options options = parseArguments(app, argc, argv);
    const int vertices = options.sizes[0];
    std::vector<Edge> edges = rmatEdges(vertices, options.sizes[1], 9);
    const std::vector<int> expected = componentsOnHost(vertices, edges);
    const int sample = sampleFirst(edges);

    std::vector<int> own(vertices);
    int components = 0;
    for (int v = 0; v < vertices; v++) {
        own[v] = v;
        components += expected[v] == v;
    }
    const Forest forest = {deviceArray(options, "parent", own), deviceArray<int>(options, "hooks", 1)};
    connect(options, edges, sample, vertices, forest);

    printf("%d vertices, %zu edges, %d blocks: %d components\n", vertices, edges.size(), options.sizes[2], components);
    return verdict(toHost(forest.parent, vertices) == expected && toHost(forest.hooks) == vertices - components);
}
