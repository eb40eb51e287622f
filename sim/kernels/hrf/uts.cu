/* uts: the Unbalanced Tree Search benchmark on the task runtime (uts_tree.h, task_runtime.h; HRF section 8).
 *
 * usage: uts [TREE] [-t T -a A -d D -b B -r R -q Q -m M -f F] [--limit NODES] [runtime options: task_options.h]
 *   TREE   T1, T2, T4, T5 as published; T1s, T2s, T4s, T5s (default T1s): about 125 thousand nodes
 *
 * A task is a node to visit: its parent's 20 bytes and its number among the children. Visiting hashes them, once a
 * node, and decides how many children there are. -DHRF_DIRECT, -DHRF_INDIRECT: the version of the runtime.
 * Exit codes: 0 nodes, leaves and depth are those of the sequential walk (last line PASS), 1 not (FAIL), or the tree is
 * larger than the limit, 2 bad usage.
 */
#include "task_options.h"
#include "uts_tree.h"

/* How the children of the nodes of a depth come from their random number. A geometric node has as many as there are
 * thresholds not above it. */
struct Levels {
    int geometric, rootChildren, binomialChildren;
    unsigned binomialBelow;
    unsigned thresholds[UTS_LEVELS][UTS_MOST_CHILDREN];
};

__constant__ Levels levels;

struct Totals {
    unsigned long long nodes, leaves;
    int depth;
};

struct Uts {
    struct Task {
        unsigned parent[UTS_WORDS], index, depth; // the root: its own bytes, depth 0
    };
    struct Tally {
        unsigned nodes, leaves, depth;
    };
    enum { FUNCTIONS = 1 };

    Totals *totals;

    __device__ static int children(unsigned depth, unsigned random)
    {
        if (depth == 0 && levels.rootChildren >= 0)
            return levels.rootChildren;
        if (depth >= (unsigned)levels.geometric)
            return random < levels.binomialBelow ? levels.binomialChildren : 0;
        int count = 0;
        while (count < UTS_MOST_CHILDREN && levels.thresholds[depth][count] <= random)
            count++;
        return count;
    }

    // Replaces the parent's bytes by the node's own, for its children.
    __device__ int visit(int, Task &task, Tally &tally) const
    {
        if (task.depth > 0)
            utsChild(task.parent, task.index, task.parent);
        const int count = children(task.depth, utsRandom(task.parent));
        tally.nodes++;
        tally.leaves += count == 0;
        tally.depth = max(tally.depth, task.depth);
        return count;
    }
    __device__ int child(int, const Task &task, int i, Task &made) const
    {
        made = task;
        made.index = (unsigned)i;
        made.depth = task.depth + 1;
        return 0;
    }
    __device__ void end(const Tally &tally) const
    {
        atomicAdd(&totals->nodes, tally.nodes);
        atomicAdd(&totals->leaves, tally.leaves);
        atomicMax(&totals->depth, (int)tally.depth);
    }
};

// The least random number with more than COUNT children, by the benchmark's own formula; UTS_RANDOM_END: none.
static unsigned threshold(const UtsTree &tree, int depth, int count)
{
    unsigned low = 0, high = UTS_RANDOM_END;
    while (low < high) {
        const unsigned middle = low + (high - low) / 2;
        if (utsGeometric(&tree, depth, middle) > count)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void setLevels(const UtsTree &tree)
{
    static Levels host;
    host.rootChildren = tree.type == UTS_BINOMIAL ? (int)floor(tree.branching) : -1;
    host.binomialChildren = tree.binomialChildren;
    // d = random / 2^31 < q; the product is exact
    host.binomialBelow = tree.type == UTS_GEOMETRIC ? 0 : (unsigned)ceil(tree.binomialProbability * UTS_RANDOM_END);
    const int deepest = tree.shape == UTS_CYCLIC ? 5 * tree.depth + 1 : tree.depth;
    for (host.geometric = 0; host.geometric < deepest && utsIsGeometric(&tree, host.geometric); host.geometric++) {
        if (host.geometric == UTS_LEVELS || tree.shape == UTS_EXPONENTIAL) {
            fprintf(stderr, "uts: more than %d levels of geometric nodes: only uts_count walks such a tree\n",
                    (int)UTS_LEVELS);
            exit(2);
        }
        for (int count = 0; count < UTS_MOST_CHILDREN; count++)
            host.thresholds[host.geometric][count] = threshold(tree, host.geometric, count);
    }
    taskCheck(cudaMemcpyToSymbol(levels, &host, sizeof host), "copy to the device");
}

int main(int argc, char **argv)
{
    UtsTree tree;
    TaskOptions options = taskStandard;
    int limit = 10000000;
    utsByName("T1s", &tree);
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : nullptr;
        if (argv[i][0] != '-') {
            if (!utsByName(argv[i], &tree))
                taskBad("uts", argv[i], "is no tree of T1, T2, T4, T5, T1s, T2s, T4s and T5s");
        } else if (strcmp(argv[i], "--limit") == 0) {
            limit = taskNumber("uts", argv[i++], value, 1, 1000000000);
        } else if (!taskOption("uts", &options, argc, argv, &i)) {
            const char *problem = utsOption(&tree, argv[i++], value);
            if (problem)
                taskBad("uts", argv[i - 1],
                        argv[i - 1][1] == '-' ? "is no option; there are: " TASK_USAGE " --limit" : problem);
        }
    }
    UtsCount expected;
    const char *message;
    if (!utsWalk(&tree, (unsigned)limit, &expected, &message)) {
        fprintf(stderr, "uts: %s (%d nodes): --limit raises it\n", message, limit);
        return 1;
    }

    setLevels(tree);
    TaskRuntime<Uts> runtime = {};
    runtime.app.totals = taskArray<Totals>(1);
    taskTakeOptions(&runtime, options);
    Uts::Task root = {};
    utsRoot(tree.seed, root.parent);
    TaskStatistics statistics;
    const int failure = taskRun(runtime, root, 0, &statistics);

    Totals totals;
    taskCheck(cudaMemcpy(&totals, runtime.app.totals, sizeof totals, cudaMemcpyDeviceToHost), "copy to the host");
    printf("%llu nodes, %llu leaves, depth %d; sequentially %llu, %llu, %d\n", totals.nodes, totals.leaves,
           totals.depth, expected.nodes, expected.leaves, expected.depth);
    if (options.statistics)
        taskPrint(statistics);
    return taskVerdict(failure == TASK_FINE && totals.nodes == expected.nodes && totals.leaves == expected.leaves &&
                       totals.depth == expected.depth);
}
