/* r110: Rule 110 cellular automaton with border scopes (ScoRD Table II, "R110": 2.5M cells).
 *
 * usage: r110 [--race SITES] [--objects] [--table2 | CELLS ITERATIONS BLOCKS]      (see app.h)
 *
 * One launch for all iterations, no barrier. A block owns a contiguous segment of the cells, thread t of it the cells
 * t, t + THREADS, ... of the segment. After an iteration a thread makes its cells visible and says so, and before the
 * next one it waits for the two threads that own neighbouring cells: only then are their cells readable and its own old
 * ones writable. Neighbours in the block meet by a fence and flags of block scope; the cells at a segment's borders are
 * read by another block, so the two border threads fence with device scope and have flags of device scope besides.
 * All blocks wait for each other: the grid must fit the machine at once.
 */
#include "app.h"

#define THREADS 256

enum RaceSite {
    BORDER_FENCE_BLOCK_SCOPE = 1, // border threads fence with block scope, as inner ones do
    BORDER_FLAG_BLOCK_SCOPE,      // the border threads' flags are set with block scope
};

struct Automaton {
    volatile int *cells[2]; // of even and odd iterations; one cell more than owned at either end, always 0
    int *done;              // [block][thread]: iterations that the thread has finished, for its block
    int *borderDone;        // [block][left, right]: the same of the border threads, for the neighbouring blocks
    int count;              // cells; those behind are owned too, but stay 0
    int perThread;          // cells of a thread
};

__device__ int rule110(int left, int cell, int right)
{
    return 110 >> (left << 2 | cell << 1 | right) & 1; // 110 = 0b01101110: the new cell for each neighbourhood
}

// The thread's place: which side of the segment's border it is, if any.
__device__ bool isLeftBorder() { return threadIdx.x == 0; }
__device__ bool isRightBorder() { return threadIdx.x == THREADS - 1; }

__device__ void fenceCells(unsigned races)
{
    if ((isLeftBorder() || isRightBorder()) && !INJECT(BORDER_FENCE_BLOCK_SCOPE))
        __threadfence();
    else
        __threadfence_block();
}

// Says that this thread has finished so many iterations.
__device__ void announce(const Automaton &automaton, int iterations, unsigned races)
{
    fenceCells(races);
    atomicExch_block(&automaton.done[blockIdx.x * THREADS + threadIdx.x], iterations);
    if (isLeftBorder() || isRightBorder()) {
        int *flag = &automaton.borderDone[2 * blockIdx.x + isRightBorder()];
        if (INJECT(BORDER_FLAG_BLOCK_SCOPE))
            atomicExch_block(flag, iterations);
        else
            atomicExch(flag, iterations);
    }
}

// Waits until the owners of the neighbouring cells have finished so many iterations.
__device__ void waitForNeighbours(const Automaton &automaton, int iterations, unsigned races)
{
    int *done = &automaton.done[blockIdx.x * THREADS];
    while (atomicAdd_block(&done[(threadIdx.x + THREADS - 1) % THREADS], 0) < iterations)
        ;
    while (atomicAdd_block(&done[(threadIdx.x + 1) % THREADS], 0) < iterations)
        ;
    if (isLeftBorder() && blockIdx.x > 0)
        while (atomicAdd(&automaton.borderDone[2 * (blockIdx.x - 1) + 1], 0) < iterations)
            ;
    if (isRightBorder() && blockIdx.x < gridDim.x - 1)
        while (atomicAdd(&automaton.borderDone[2 * (blockIdx.x + 1)], 0) < iterations)
            ;
    fenceCells(races);
}

__device__ void updateCells(const Automaton &automaton, const volatile int *now, volatile int *next)
{
    const int first = blockIdx.x * automaton.perThread * THREADS + threadIdx.x;
    for (int k = 0; k < automaton.perThread; k++) {
        const int cell = 1 + first + k * THREADS;
        if (cell <= automaton.count)
            next[cell] = rule110(now[cell - 1], now[cell], now[cell + 1]);
    }
}

__global__ void evolve(Automaton automaton, int iterations, unsigned races)
{
    for (int i = 0; i < iterations; i++) {
        if (i > 0)
            waitForNeighbours(automaton, i, races);
        updateCells(automaton, automaton.cells[i % 2], automaton.cells[1 - i % 2]);
        announce(automaton, i + 1, races);
    }
}

static std::vector<int> evolveOnHost(std::vector<int> cells, int count, int iterations)
{
    std::vector<int> next(cells.size(), 0);
    for (int i = 0; i < iterations; i++) {
        for (int cell = 1; cell <= count; cell++)
            next[cell] = 110 >> (cells[cell - 1] << 2 | cells[cell] << 1 | cells[cell + 1]) & 1;
        cells.swap(next);
    }
    return cells;
}

int main(int argc, char **argv)
{
    const App app = {"r110", BORDER_FLAG_BLOCK_SCOPE,
                     {{"CELLS", 6000, 2500000, 1, 100000000}, {"ITERATIONS", 6, 10, 1, 100000},
                      {"BLOCKS", 6, 60, 1, 60}}};
    const Options options = parseArguments(app, argc, argv);
    const int count = options.sizes[0], iterations = options.sizes[1], blocks = options.sizes[2];
    Automaton automaton = {};
    automaton.count = count;
    automaton.perThread = (count + blocks * THREADS - 1) / (blocks * THREADS);
    std::vector<int> cells = randomInts((size_t)automaton.perThread * blocks * THREADS + 2, 0, 1, 4);
    cells[0] = 0;
    for (size_t i = count + 1; i < cells.size(); i++)
        cells[i] = 0;

    automaton.cells[0] = deviceArray(options, "cells0", cells);
    automaton.cells[1] = deviceArray<int>(options, "cells1", cells.size());
    automaton.done = deviceArray<int>(options, "done", (size_t)blocks * THREADS);
    automaton.borderDone = deviceArray<int>(options, "borderDone", 2 * blocks);

    evolve<<<blocks, THREADS>>>(automaton, iterations, options.races);
    checkKernel("evolve");

    const std::vector<int> result = toHost((const int *)automaton.cells[iterations % 2], cells.size());
    printf("%d cells, %d iterations, %d blocks\n", count, iterations, blocks);
    return verdict(result == evolveOnHost(cells, count, iterations));
}
