/* SPDX-License-Identifier: Apache-2.0 */
/* task_options.h: the command line that the programs on the task runtime share (task_runtime.h). */
#ifndef TASK_OPTIONS_H
#define TASK_OPTIONS_H

#include "task_runtime.h"

#include <cstring>

#define TASK_USAGE                                                                                                     \
    "[--blocks N] [--warps N] [--min-group N] [--min-device N] [--queue N] [--pool N] [--idle N] [--statistics]"

struct TaskOptions {
    int blocks, warps, minGroup, minDevice, queue, pool, idle;
    bool statistics;
};

static const TaskOptions taskStandard = {8, 8, 2, 8, 1024, 8192, 20000, false};

[[noreturn]] static void taskBad(const char *program, const char *word, const char *problem)
{
    fprintf(stderr, "%s: '%s' %s\n", program, word, problem);
    exit(2);
}

static int taskNumber(const char *program, const char *word, const char *value, long least, long most)
{
    char *end = nullptr, problem[96];
    const long number = value ? strtol(value, &end, 10) : 0;
    if (value && end != value && *end == '\0' && number >= least && number <= most)
        return (int)number;
    snprintf(problem, sizeof problem, "needs a number from %ld to %ld", least, most);
    taskBad(program, word, problem);
}

/* Takes the option at argv[*i], if it is one of the runtime's, and its value. */
static bool taskOption(const char *program, TaskOptions *options, int argc, char **argv, int *i)
{
    const struct {
        const char *word;
        int *value;
        long least, most;
    } numbers[] = {{"--blocks", &options->blocks, 1, 120},
                   {"--warps", &options->warps, 1, 32},
                   {"--min-group", &options->minGroup, 0, 65536},
                   {"--min-device", &options->minDevice, 0, 65536},
                   {"--queue", &options->queue, 1, 65536},
                   {"--pool", &options->pool, 1, 1000000},
                   {"--idle", &options->idle, 1, 1000000000}};
    if (strcmp(argv[*i], "--statistics") == 0)
        return options->statistics = true;
    for (const auto &number : numbers)
        if (strcmp(argv[*i], number.word) == 0) {
            *number.value = taskNumber(program, argv[*i], *i + 1 < argc ? argv[*i + 1] : nullptr, number.least,
                                       number.most);
            ++*i;
            if (number.value == &options->queue && (*number.value & (*number.value - 1)) != 0)
                taskBad(program, "--queue", "needs a power of two");
            return true;
        }
    return false;
}

template <class App> void taskTakeOptions(TaskRuntime<App> *runtime, const TaskOptions &options)
{
    runtime->blocks = options.blocks;
    runtime->warps = options.warps;
    runtime->minGroup = options.minGroup;
    runtime->minDevice = options.minDevice;
    runtime->queueRoom = options.queue;
    runtime->poolFronts = options.pool;
    runtime->idleTurns = options.idle;
    taskRuntimeMake(runtime);
}

/* A line that scripts read. */
inline void taskPrint(const TaskStatistics &sums)
{
    printf("tasks %llu fronts %llu partial %llu group-donations %llu device-donations %llu group-takes %llu "
           "device-takes %llu idle %llu\n",
           sums.tasks, sums.fronts, sums.partialFronts, sums.groupDonations, sums.deviceDonations, sums.groupTakes,
           sums.deviceTakes, sums.idleTurns);
}

/* The last line, and the exit code. */
static int taskVerdict(bool right)
{
    puts(right ? "PASS" : "FAIL");
    return right ? 0 : 1;
}

#endif
