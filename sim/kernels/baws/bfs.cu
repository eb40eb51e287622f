/* bfs: breadth-first search, level by level (Rodinia "bfs"; not barrier-intensive).
 *
 * usage: bfs [SEED [SCALE]]      (see baws.h)
 *
 * A thread a node, 512 a block. visit: the nodes of the frontier set the cost of their unvisited neighbours and mark them;
 * advance: the marked nodes become the frontier. Both are launched until nothing was marked. No barriers: scattered
 * loads, divergence by the frontier and by the nodes' degrees.
 * Stand-in in this point: Rodinia stores cost, marks and the flag to go on by plain stores, several threads the same value
 * to the same word; the detector calls that the race it is in the memory model, so here they are atomics. Marks are
 * words, not bytes.
 * -DBREAK: the cost is stored by a plain store.
 */
#include <deque>

#include "baws.h"

#define THREADS 512
#define BLOCKS 30
#define LEAST_DEGREE 3
#define MOST_DEGREE 4

struct Graph {
    const int *firstEdge; // [node + 1]
    const int *edges;     // the nodes that edges lead to
};

struct Search {
    int *cost; // [node] -1: not reached
    int *frontier, *marked, *visited;
    int *again; // a node was marked
};

static __device__ __forceinline__ void setCost(int *cost, int value)
{
#ifdef BREAK
    *cost = value;
#else
    atomicExch(cost, value);
#endif
}

__global__ void visit(Graph graph, Search search)
{
    const int node = blockIdx.x * THREADS + threadIdx.x;
    if (!search.frontier[node])
        return;
    search.frontier[node] = 0;
    const int end = graph.firstEdge[node + 1], cost = search.cost[node] + 1;
    for (int edge = graph.firstEdge[node]; edge < end; edge++) {
        const int neighbour = graph.edges[edge];
        if (search.visited[neighbour])
            continue;
        setCost(&search.cost[neighbour], cost);
        atomicExch(&search.marked[neighbour], 1);
    }
}

__global__ void advance(Search search)
{
    const int node = blockIdx.x * THREADS + threadIdx.x;
    if (!search.marked[node])
        return;
    search.frontier[node] = 1;
    search.visited[node] = 1;
    search.marked[node] = 0;
    atomicExch(search.again, 1);
}

// ---- host ----

struct HostGraph {
    std::vector<int> firstEdge, edges;
};

static HostGraph randomGraph(Random &random, int nodes)
{
    HostGraph graph;
    for (int node = 0; node < nodes; node++) {
        graph.firstEdge.push_back((int)graph.edges.size());
        for (int degree = random.between(LEAST_DEGREE, MOST_DEGREE); degree > 0; degree--)
            graph.edges.push_back(random.between(0, nodes - 1));
    }
    graph.firstEdge.push_back((int)graph.edges.size());
    return graph;
}

static std::vector<int> searchOnHost(const HostGraph &graph)
{
    std::vector<int> cost(graph.firstEdge.size() - 1, -1);
    std::deque<int> queue(1, 0);
    for (cost[0] = 0; !queue.empty(); queue.pop_front())
        for (int edge = graph.firstEdge[queue.front()]; edge < graph.firstEdge[queue.front() + 1]; edge++) {
            const int neighbour = graph.edges[edge];
            if (cost[neighbour] != -1)
                continue;
            cost[neighbour] = cost[queue.front()] + 1;
            queue.push_back(neighbour);
        }
    return cost;
}

// One value a node: FIRST for node 0, REST for the others.
static std::vector<int> firstIs(int nodes, int first, int rest)
{
    std::vector<int> values(nodes, rest);
    values[0] = first;
    return values;
}

int main(int argc, char **argv)
{
    const Workload workload = parseArguments("bfs", argc, argv);
    Random random(workload.seed);
    const int blocks = BLOCKS * workload.scale, nodes = blocks * THREADS;
    const HostGraph host = randomGraph(random, nodes);
    const Graph graph = {deviceArray(host.firstEdge), deviceArray(host.edges)};
    const Search search = {deviceArray(firstIs(nodes, 0, -1)), deviceArray(firstIs(nodes, 1, 0)), deviceArray<int>(nodes),
                           deviceArray(firstIs(nodes, 1, 0)), deviceArray<int>(1)};
    do {
        toDevice(search.again, std::vector<int>(1, 0));
        visit<<<blocks, THREADS>>>(graph, search);
        checkKernel("visit");
        advance<<<blocks, THREADS>>>(search);
        checkKernel("advance");
    } while (toHost(search.again, 1)[0]);

    Check check(workload);
    check.equal("cost", toHost(search.cost, nodes), searchOnHost(host));
    return check.result();
}
