/* queens: how many ways N queens stand on a board, on the task runtime (task_runtime.h). Two functions of tasks: fronts
 * hold tasks of one alone.
 *
 * usage: queens [N [DEPTH]] [runtime options: task_options.h]
 *   N      board, 1 to 16 (default 8)
 *   DEPTH  rows that are placed by a task each (default N / 2); a task does what is left below them
 * Exit codes: 0 the number is the known one (last line PASS), 1 not (FAIL), 2 bad usage.
 */
#include "task_options.h"

struct Queens {
    struct Task {
        unsigned columns, left, right; // attacked squares of the next row
        int row;
    };
    struct Tally {
        unsigned found;
    };
    enum { PLACE, SOLVE, FUNCTIONS };

    int board, depth;
    unsigned long long *total;

    __device__ unsigned freeOf(const Task &task) const
    {
        return ~(task.columns | task.left | task.right) & ((1u << board) - 1);
    }
    __device__ static Task placed(const Task &task, unsigned square)
    {
        return {task.columns | square, (task.left | square) << 1, (task.right | square) >> 1, task.row + 1};
    }
    // Depth first, without stack: the squares that are left of each row are those above the last one tried.
    __device__ unsigned solve(const Task &from) const
    {
        Task at[17];
        unsigned left[17], found = 0;
        int level = 0;
        at[0] = from;
        left[0] = freeOf(from);
        while (level >= 0) {
            if (at[level].row == board)
                found++;
            const unsigned square = at[level].row == board ? 0 : left[level] & -left[level];
            if (square == 0) {
                level--;
                continue;
            }
            left[level] ^= square;
            at[level + 1] = placed(at[level], square);
            left[level + 1] = freeOf(at[level + 1]);
            level++;
        }
        return found;
    }

    __device__ int visit(int function, Task &task, Tally &tally) const
    {
        if (function == PLACE)
            return __popc(freeOf(task));
        tally.found += solve(task);
        return 0;
    }
    __device__ int child(int, const Task &task, int i, Task &made) const
    {
        unsigned squares = freeOf(task);
        for (; i > 0; i--)
            squares &= squares - 1;
        made = placed(task, squares & -squares);
        return made.row < depth ? PLACE : SOLVE;
    }
    __device__ void end(const Tally &tally) const { atomicAdd(total, tally.found); }
};

int main(int argc, char **argv)
{
    static const unsigned long long known[] = {0,   1,   0,    0,     2,     10,     4,       40,      92,
                                               352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512};
    TaskOptions options = taskStandard;
    int given = 0, board = 8, depth = -1;
    for (int i = 1; i < argc; i++) {
        if (taskOption("queens", &options, argc, argv, &i))
            continue;
        if (argv[i][0] == '-')
            taskBad("queens", argv[i], "is no option; there are: " TASK_USAGE);
        if (given > 1)
            taskBad("queens", argv[i], "is one argument too many");
        (given == 0 ? board : depth) = taskNumber("queens", argv[i], argv[i], given == 0 ? 1 : 0, 16);
        given++;
    }
    if (depth < 0)
        depth = board / 2;
    if (depth > board)
        taskBad("queens", "DEPTH", "is more than the board's rows");

    TaskRuntime<Queens> runtime = {};
    runtime.app = {board, depth, taskArray<unsigned long long>(1)};
    taskTakeOptions(&runtime, options);
    TaskStatistics statistics;
    const Queens::Task empty = {0, 0, 0, 0};
    const int failure = taskRun(runtime, empty, depth == 0 ? Queens::SOLVE : Queens::PLACE, &statistics);
    unsigned long long total;
    taskCheck(cudaMemcpy(&total, runtime.app.total, sizeof total, cudaMemcpyDeviceToHost), "copy to the host");
    printf("%d queens: %llu ways, known %llu\n", board, total, known[board]);
    if (options.statistics)
        taskPrint(statistics);
    return taskVerdict(failure == TASK_FINE && total == known[board]);
}
