/* bt: queries to a B+ tree (Rodinia "b+tree"; Table 2: 5 blocks an SM x 8 warps).
 *
 * usage: bt [SEED [SCALE]]      (see baws.h)
 *
 * A block answers one query; the tree has two levels below its root. On each level every thread compares one key of the
 * node with the query; the thread whose interval holds it writes the next node to device memory, a barrier, thread 0
 * makes it the current node, a barrier: four barriers and the end, as in Figure 3. In the leaf the thread that finds the
 * key answers. findRange does this for both ends of a range of keys, with one barrier more between the two answers. The
 * two kernels, their barriers and the current nodes in device memory are Rodinia's; the nodes have 256 keys, a thread each
 * (Table 2: 8 warps; Rodinia's default is 508), and the tree is built level by level from sorted keys, not by insertion.
 * Rodinia's 5 blocks an SM come from its registers; here 9 KB of unused dynamic shared memory have the same effect.
 * 450 queries and 225 ranges; SCALE multiplies the launches.
 * -DBREAK: no barrier between the node's choice and its use.
 */
#include "baws.h"

#define ORDER 256 // keys of a node, threads of a block
#define LEVELS 2  // below the root
#define SHARED_BYTES (9 * 1024)
#define INNER_NODES 6
#define LEAVES_EACH 20 // of an inner node
#define LEAVES (INNER_NODES * LEAVES_EACH)
#define NODES (1 + INNER_NODES + LEAVES)
#define LEAF_KEYS 200 // of a leaf, which is not full
#define KEYS (LEAVES * LEAF_KEYS)
#define QUERIES 450
#define RANGES 225
#define NOTHING 2147483647 // above every key

// Child i of a node holds the keys from keys[i] up to but not including keys[i + 1]; in a leaf key i has the record
// indices[i].
struct Node {
    int keys[ORDER + 1], indices[ORDER + 1];
};

// Arrays of `find` in one, QUERIES words each: what is asked, the current node, the chosen child, the record found.
enum { KEY, CURRENT, CHOSEN, ANSWER, FIND_ARRAYS };
// Arrays of `findRange` in one, RANGES words each: those of the first and of the last key, place of the first and number.
enum { START, START_CURRENT, START_CHOSEN, END, END_CURRENT, END_CHOSEN, FIRST, LENGTH, RANGE_ARRAYS };

// The thread whose interval holds KEY notes the child.
static __device__ __forceinline__ void choose(const Node &node, int key, int *chosen)
{
    if (node.keys[threadIdx.x] <= key && node.keys[threadIdx.x + 1] > key)
        *chosen = node.indices[threadIdx.x];
}

__global__ void find(const Node *nodes, int levels, const int *records, int *arrays)
{
    int *const mine = arrays + blockIdx.x;
    for (int level = 0; level < levels; level++) {
        choose(nodes[mine[CURRENT * QUERIES]], mine[KEY * QUERIES], &mine[CHOSEN * QUERIES]);
        BARRIER_UNLESS_BROKEN();
        if (threadIdx.x == 0)
            mine[CURRENT * QUERIES] = mine[CHOSEN * QUERIES];
        __syncthreads();
    }
    const Node &leaf = nodes[mine[CURRENT * QUERIES]];
    if (leaf.keys[threadIdx.x] == mine[KEY * QUERIES])
        mine[ANSWER * QUERIES] = records[leaf.indices[threadIdx.x]];
}

__global__ void findRange(const Node *nodes, int levels, int *arrays)
{
    int *const mine = arrays + blockIdx.x;
    for (int level = 0; level < levels; level++) {
        choose(nodes[mine[START_CURRENT * RANGES]], mine[START * RANGES], &mine[START_CHOSEN * RANGES]);
        choose(nodes[mine[END_CURRENT * RANGES]], mine[END * RANGES], &mine[END_CHOSEN * RANGES]);
        __syncthreads();
        if (threadIdx.x == 0) {
            mine[START_CURRENT * RANGES] = mine[START_CHOSEN * RANGES];
            mine[END_CURRENT * RANGES] = mine[END_CHOSEN * RANGES];
        }
        __syncthreads();
    }
    const Node &first = nodes[mine[START_CURRENT * RANGES]];
    if (first.keys[threadIdx.x] == mine[START * RANGES])
        mine[FIRST * RANGES] = first.indices[threadIdx.x];
    __syncthreads();
    const Node &last = nodes[mine[END_CURRENT * RANGES]];
    if (last.keys[threadIdx.x] == mine[END * RANGES])
        mine[LENGTH * RANGES] = last.indices[threadIdx.x] - mine[FIRST * RANGES] + 1;
}

// The tree over ascending keys: node 0 is the root, then come the inner nodes, then the leaves.
static std::vector<Node> buildTree(const std::vector<int> &keys)
{
    std::vector<Node> nodes(NODES);
    for (Node &node : nodes)
        for (int i = 0; i <= ORDER; i++)
            node.keys[i] = NOTHING, node.indices[i] = 0;
    for (int leaf = 0; leaf < LEAVES; leaf++)
        for (int i = 0; i < LEAF_KEYS; i++) {
            nodes[1 + INNER_NODES + leaf].keys[i] = keys[leaf * LEAF_KEYS + i];
            nodes[1 + INNER_NODES + leaf].indices[i] = leaf * LEAF_KEYS + i;
        }
    for (int node = 0; node <= INNER_NODES; node++) {
        const int children = node == 0 ? INNER_NODES : LEAVES_EACH;
        const int firstChild = node == 0 ? 1 : 1 + INNER_NODES + (node - 1) * LEAVES_EACH;
        for (int i = 0; i < children; i++) {
            const int firstLeaf = node == 0 ? i * LEAVES_EACH : firstChild + i - 1 - INNER_NODES;
            nodes[node].keys[i] = keys[firstLeaf * LEAF_KEYS]; // the child's lowest
            nodes[node].indices[i] = firstChild + i;
        }
    }
    return nodes;
}

// One launch of `find` with random queries.
static void runQueries(const Node *nodes, const std::vector<int> &keys, const std::vector<int> &records,
                       const int *deviceRecords, int *deviceArrays, Random &random, Check &check)
{
    std::vector<int> arrays(FIND_ARRAYS * QUERIES, 0), answers(QUERIES);
    for (int i = 0; i < QUERIES; i++) {
        const int place = random.between(0, KEYS - 1);
        arrays[KEY * QUERIES + i] = keys[place];
        answers[i] = records[place];
    }
    toDevice(deviceArrays, arrays);
    find<<<QUERIES, ORDER, SHARED_BYTES>>>(nodes, LEVELS, deviceRecords, deviceArrays);
    checkKernel("find");
    check.equal("answers", toHost(deviceArrays + ANSWER * QUERIES, QUERIES), answers);
}

// One launch of `findRange` with random ranges.
static void runRanges(const Node *nodes, const std::vector<int> &keys, int *deviceArrays, Random &random, Check &check)
{
    std::vector<int> arrays(RANGE_ARRAYS * RANGES, 0), firsts(RANGES), lengths(RANGES);
    for (int i = 0; i < RANGES; i++) {
        firsts[i] = random.between(0, KEYS - 1);
        lengths[i] = random.between(1, KEYS - firsts[i]);
        arrays[START * RANGES + i] = keys[firsts[i]];
        arrays[END * RANGES + i] = keys[firsts[i] + lengths[i] - 1];
    }
    toDevice(deviceArrays, arrays);
    findRange<<<RANGES, ORDER, SHARED_BYTES>>>(nodes, LEVELS, deviceArrays);
    checkKernel("findRange");
    check.equal("firsts", toHost(deviceArrays + FIRST * RANGES, RANGES), firsts);
    check.equal("lengths", toHost(deviceArrays + LENGTH * RANGES, RANGES), lengths);
}

int main(int argc, char **argv)
{
    const Workload workload = parseArguments("bt", argc, argv);
    Random random(workload.seed);
    const std::vector<int> records = randomInts(random, KEYS, 0, 1000000);
    std::vector<int> keys(KEYS);
    for (int i = 0; i < KEYS; i++)
        keys[i] = (i == 0 ? 0 : keys[i - 1]) + random.between(1, 9);
    const Node *nodes = deviceArray(buildTree(keys));
    const int *deviceRecords = deviceArray(records);
    int *findArrays = deviceArray<int>(FIND_ARRAYS * QUERIES), *rangeArrays = deviceArray<int>(RANGE_ARRAYS * RANGES);

    Check check(workload);
    for (int launch = 0; launch < workload.scale; launch++) {
        runQueries(nodes, keys, records, deviceRecords, findArrays, random, check);
        runRanges(nodes, keys, rangeArrays, random, check);
    }
    return check.result();
}
