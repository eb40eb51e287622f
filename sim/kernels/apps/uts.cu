/* uts: unbalanced tree search with local and global stacks (ScoRD Table II, "UTS": 120 trees, 9 levels, 3 children on
 * average, about 1.2M nodes; Figure 5).
 *
 * usage: uts [--race SITES] [--objects] [--table2 | TREES LEVELS BLOCKS]      (see app.h)
 *
 * A hash decides how many children a node has, so a tree is known only by walking it (Olivier et al., LCPC 2006). A
 * warp takes up to 32 nodes from its block's local stack, or when that is empty from the global stack of any block,
 * its own first; each lane expands one node; the children go to the local stack, and when that is full to the block's
 * global one. The local stack has a lock of block scope, the global stacks have locks of device scope. How many nodes
 * a stack has is also counted by atomics, of the same scopes, so that nobody takes a lock to find a stack empty. Lane
 * 0 holds the locks and makes all accesses that they protect; nodes reach the other lanes through shared memory.
 *
 * A launch ends when no node is left, or when its warps have used up their turns; the host then launches again. A
 * turn has at most four fences of a kind, a launch so few turns, and the grid so few blocks (all resident at once)
 * that the detector's 6-bit fence counters do not wrap (D9): a node may lie on a stack for long, and after exactly 64
 * fences of its writer it would look unfenced.
 */
#include "app.h"

#define WARPS 4          // of a block
#define BATCH 32         // nodes that a warp takes at a time, one a lane
#define MOST_CHILDREN 6  // 0 .. 6, all equally likely: 3 on average
#define LOCAL_NODES 64   // of a local stack
#define GLOBAL_NODES 8192
#define NO_STACK (-1)    // no stack seemed to have nodes, so no lock was taken

#ifndef TURNS
#define TURNS 15       // of a warp in a launch: 4 * 15 < 64 fences
#define IDLE_TURNS 100 // without a stack that has nodes, before a warp leaves the launch
#endif

enum RaceSite {
    LOCAL_RELEASE_FENCE_MISSING = 1,   // no fence before a local stack is unlocked
    GLOBAL_LOCK_BLOCK_SCOPE,           // a global stack is locked with an atomicCAS of block scope
    GLOBAL_ACQUIRE_FENCE_BLOCK_SCOPE,  // the fence after it has block scope
    GLOBAL_RELEASE_FENCE_BLOCK_SCOPE,  // the fence before a global stack is unlocked has block scope
    GLOBAL_UNLOCK_BLOCK_SCOPE,         // a global stack is unlocked with an atomicExch of block scope
    PENDING_BLOCK_SCOPE,               // nodes that are left are counted with block scope
};

typedef unsigned Node; // hash in the upper 28 bits, depth in the lower 4

// The stacks of one kind: one a block.
struct Stacks {
    int *lock;            // [block]
    volatile int *top;    // [block] number of nodes
    int *work;            // [block] the same, for those who do not hold the lock
    volatile Node *nodes; // [block][capacity]
};

struct Search {
    Stacks local, global;
    int *pending;       // nodes that are on a stack or being expanded
    int *visited;       // nodes expanded
    unsigned *checksum; // sum of their hashes
    int *overflow;      // 1: a global stack was full
    int levels;
};

__host__ __device__ unsigned mix(unsigned hash)
{
    hash = (hash ^ hash >> 16) * 0x7feb352du;
    hash = (hash ^ hash >> 15) * 0x846ca68bu;
    return hash ^ hash >> 16;
}

__host__ __device__ Node makeNode(unsigned hash, int depth) { return hash << 4 | (unsigned)depth; }

__host__ __device__ int childrenOf(Node node, int levels)
{
    return (int)(node & 15) == levels - 1 ? 0 : (int)(mix(node) % (MOST_CHILDREN + 1));
}

__host__ __device__ Node childOf(Node node, int index)
{
    return makeNode(mix((node ^ 0x9e3779b9u) + (unsigned)index * 0x85ebca6bu), (int)(node & 15) + 1);
}

// ---- Figure 5: the locks ----

__device__ void lockLocal(int *lock)
{
    while (atomicCAS_block(lock, 0, 1) != 0)
        ;
    __threadfence_block();
}

__device__ void unlockLocal(int *lock, unsigned races)
{
    if (!INJECT(LOCAL_RELEASE_FENCE_MISSING))
        __threadfence_block();
    atomicExch_block(lock, 0);
}

__device__ void lockGlobal(int *lock, unsigned races)
{
    while ((INJECT(GLOBAL_LOCK_BLOCK_SCOPE) ? atomicCAS_block(lock, 0, 1) : atomicCAS(lock, 0, 1)) != 0)
        ;
    if (INJECT(GLOBAL_ACQUIRE_FENCE_BLOCK_SCOPE))
        __threadfence_block();
    else
        __threadfence();
}

__device__ void unlockGlobal(int *lock, unsigned races)
{
    if (INJECT(GLOBAL_RELEASE_FENCE_BLOCK_SCOPE))
        __threadfence_block();
    else
        __threadfence();
    if (INJECT(GLOBAL_UNLOCK_BLOCK_SCOPE))
        atomicExch_block(lock, 0);
    else
        atomicExch(lock, 0);
}

// ---- stacks, by lane 0 that holds the lock ----

// Takes up to BATCH nodes; returns how many.
__device__ int pop(volatile int *top, const volatile Node *nodes, Node *batch)
{
    const int there = *top, count = min(there, BATCH);
    for (int i = 0; i < count; i++)
        batch[i] = nodes[there - count + i];
    *top = there - count;
    return count;
}

// Puts as many of the nodes as there is room for; returns how many.
__device__ int push(volatile int *top, volatile Node *nodes, int capacity, const Node *children, int count)
{
    const int there = *top, room = min(count, capacity - there);
    for (int i = 0; i < room; i++)
        nodes[there + i] = children[i];
    *top = there + room;
    return room;
}

__device__ int popLocal(const Stacks &stacks, Node *batch, unsigned races)
{
    const int block = blockIdx.x;
    if (atomicAdd_block(&stacks.work[block], 0) == 0)
        return NO_STACK;
    lockLocal(&stacks.lock[block]);
    const int count = pop(&stacks.top[block], &stacks.nodes[block * LOCAL_NODES], batch);
    unlockLocal(&stacks.lock[block], races);
    atomicSub_block(&stacks.work[block], count);
    return count;
}

__device__ int pushLocal(const Stacks &stacks, const Node *children, int count, unsigned races)
{
    const int block = blockIdx.x;
    lockLocal(&stacks.lock[block]);
    const int pushed = push(&stacks.top[block], &stacks.nodes[block * LOCAL_NODES], LOCAL_NODES, children, count);
    unlockLocal(&stacks.lock[block], races);
    atomicAdd_block(&stacks.work[block], pushed);
    return pushed;
}

__device__ int popGlobal(const Stacks &stacks, int block, Node *batch, unsigned races)
{
    lockGlobal(&stacks.lock[block], races);
    const int count = pop(&stacks.top[block], &stacks.nodes[block * GLOBAL_NODES], batch);
    unlockGlobal(&stacks.lock[block], races);
    atomicSub(&stacks.work[block], count);
    return count;
}

__device__ int pushGlobal(const Stacks &stacks, const Node *children, int count, unsigned races)
{
    const int block = blockIdx.x;
    lockGlobal(&stacks.lock[block], races);
    const int pushed = push(&stacks.top[block], &stacks.nodes[block * GLOBAL_NODES], GLOBAL_NODES, children, count);
    unlockGlobal(&stacks.lock[block], races);
    atomicAdd(&stacks.work[block], pushed);
    return pushed;
}

// ---- by a warp ----

// The block whose global stack has nodes, its own first; -1: none. 32 stacks are looked at at a time.
__device__ int findVictim(const Stacks &global, int lane)
{
    for (int offset = 0; offset < gridDim.x; offset += warpSize) {
        const int block = (blockIdx.x + offset + lane) % gridDim.x;
        const bool found = offset + lane < gridDim.x && atomicAdd(&global.work[block], 0) > 0;
        const unsigned lanes = __ballot_sync(0xffffffffu, found);
        if (lanes != 0)
            return (blockIdx.x + offset + __ffs(lanes) - 1) % gridDim.x;
    }
    return -1;
}

// Fills the warp's batch; returns the number of nodes (0: others were faster), or NO_STACK.
__device__ int takeNodes(const Search &search, Node *batch, int lane, unsigned races)
{
    int count = NO_STACK;
    if (lane == 0)
        count = popLocal(search.local, batch, races);
    count = __shfl_sync(0xffffffffu, count, 0);
    if (count > 0)
        return count;
    const int victim = findVictim(search.global, lane);
    if (victim == -1)
        return count;
    if (lane == 0)
        count = popGlobal(search.global, victim, batch, races);
    return __shfl_sync(0xffffffffu, count, 0);
}

// Lane i expands node i; returns the number of children of all.
__device__ int expand(const Search &search, const Node *batch, int count, Node *children, int lane)
{
    const int mine = lane < count ? childrenOf(batch[lane], search.levels) : 0;
    int end = mine;
    for (int distance = 1; distance < warpSize; distance *= 2) {
        const int before = __shfl_up_sync(0xffffffffu, end, distance);
        end += lane >= distance ? before : 0;
    }
    for (int i = 0; i < mine; i++)
        children[end - mine + i] = childOf(batch[lane], i);
    if (lane < count)
        atomicAdd(search.checksum, batch[lane] >> 4);
    return __shfl_sync(0xffffffffu, end, warpSize - 1);
}

// Lane 0 puts the children on the stacks and counts the batch as done.
__device__ void putNodes(const Search &search, int count, const Node *children, int put, unsigned races)
{
    int pushed = put == 0 ? 0 : pushLocal(search.local, children, put, races);
    if (pushed < put)
        pushed += pushGlobal(search.global, children + pushed, put - pushed, races);
    if (pushed < put)
        atomicExch(search.overflow, 1);
    atomicAdd(search.visited, count);
    if (INJECT(PENDING_BLOCK_SCOPE))
        atomicAdd_block(search.pending, put - count);
    else
        atomicAdd(search.pending, put - count);
}

// No node is left anywhere.
__device__ bool isFinished(const Search &search, int lane)
{
    const int left = lane == 0 ? atomicAdd(search.pending, 0) : 0;
    return __shfl_sync(0xffffffffu, left, 0) == 0;
}

__global__ void searchTrees(Search search, unsigned races)
{
    __shared__ Node batches[WARPS][BATCH], families[WARPS][BATCH * MOST_CHILDREN];
    const int lane = threadIdx.x, warp = threadIdx.y;
    int turns = 0, idle = 0;
    while (turns < TURNS && idle < IDLE_TURNS) {
        const int count = takeNodes(search, batches[warp], lane, races);
        __syncwarp();
        if (count == NO_STACK) {
            idle++;
            if (isFinished(search, lane))
                break;
            continue;
        }
        turns++; // with or without nodes: it has fenced
        if (count == 0)
            continue;
        const int put = expand(search, batches[warp], count, families[warp], lane);
        __syncwarp();
        if (lane == 0)
            putNodes(search, count, families[warp], put, races);
        __syncwarp();
    }
}

// ---- host ----

static Node rootOf(int tree) { return makeNode(mix((unsigned)tree + 12345), 0); }

// The stacks as they are before the search: the roots are on the global stacks, in turn.
static void putRoots(const Stacks &global, int trees, int blocks)
{
    std::vector<int> count(blocks, 0);
    std::vector<Node> nodes((size_t)blocks * GLOBAL_NODES, 0);
    for (int tree = 0; tree < trees; tree++) {
        const int block = tree % blocks;
        nodes[(size_t)block * GLOBAL_NODES + count[block]++] = rootOf(tree);
    }
    toDevice((int *)global.top, count);
    toDevice(global.work, count);
    toDevice((Node *)global.nodes, nodes);
}

static Stacks stackArrays(const Options &options, const char *const names[4], int blocks, int capacity)
{
    return {deviceArray<int>(options, names[0], blocks), deviceArray<int>(options, names[1], blocks),
            deviceArray<int>(options, names[2], blocks),
            deviceArray<Node>(options, names[3], (size_t)blocks * capacity)};
}

static void searchOnHost(int trees, int levels, int *visited, unsigned *checksum)
{
    std::vector<Node> stack;
    for (int tree = 0; tree < trees; tree++)
        stack.push_back(rootOf(tree));
    for (*visited = 0, *checksum = 0; !stack.empty(); ++*visited) {
        const Node node = stack.back();
        stack.pop_back();
        *checksum += node >> 4;
        for (int i = 0; i < childrenOf(node, levels); i++)
            stack.push_back(childOf(node, i));
    }
}

// Returns the number of launches.
static int searchAll(const Search &search, const Options &options, int blocks)
{
    int launches = 0;
    do {
        searchTrees<<<blocks, dim3(32, WARPS)>>>(search, options.races);
        checkKernel("searchTrees");
        launches++;
    } while (toHost(search.pending) > 0 && toHost(search.overflow) == 0);
    return launches;
}

int main(int argc, char **argv)
{
    const App app = {"uts", PENDING_BLOCK_SCOPE,
                     {{"TREES", 8, 120, 1, 8192}, {"LEVELS", 6, 9, 1, 15}, {"BLOCKS", 8, 120, 1, 120}}};
    static const char *const localNames[] = {"localLock", "localTop", "localWork", "localNodes"};
    static const char *const globalNames[] = {"globalLock", "globalTop", "globalWork", "globalNodes"};
    const Options options = parseArguments(app, argc, argv);
    const int trees = options.sizes[0], levels = options.sizes[1], blocks = options.sizes[2];

    const Search search = {stackArrays(options, localNames, blocks, LOCAL_NODES),
                           stackArrays(options, globalNames, blocks, GLOBAL_NODES),
                           deviceArray(options, "pending", std::vector<int>(1, trees)),
                           deviceArray<int>(options, "visited", 1),
                           deviceArray<unsigned>(options, "checksum", 1),
                           deviceArray<int>(options, "overflow", 1),
                           levels};
    putRoots(search.global, trees, blocks);
    const int launches = searchAll(search, options, blocks);
    if (toHost(search.overflow) != 0)
        printf("a global stack of %d nodes is full\n", GLOBAL_NODES);

    int expectedVisited;
    unsigned expectedChecksum;
    searchOnHost(trees, levels, &expectedVisited, &expectedChecksum);
    const int visited = toHost(search.visited);
    printf("%d trees, %d levels, %d blocks: %d nodes, %d launches\n", trees, levels, blocks, visited, launches);
    return verdict(visited == expectedVisited && toHost(search.checksum) == expectedChecksum);
}
