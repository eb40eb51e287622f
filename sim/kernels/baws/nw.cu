/* nw: Needleman-Wunsch alignment of sequences (Rodinia "nw"; not barrier-intensive: a block is half a warp).
 *
 * usage: nw [SEED [SCALE]]      (see baws.h)
 *
 * Fills the score matrix in tiles of 16 x 16, the tiles of a diagonal by one launch, a block of 16 threads a tile. A
 * block loads the similarities of its tile and the scores above and left of it; then it goes over the diagonals of the
 * tile, 1, 2, … 16, … 1 active threads, a barrier after each, and stores the tile: 32 barriers that cost little, since a
 * block has one warp.
 * Stand-in in these points: 20 pairs of sequences of 80 are aligned, one a row of the grid, where Rodinia aligns one
 * pair of 2048, so that the work is less and yet the diagonals fill the machine; one kernel for both halves of the matrix.
 * -DBREAK: no penalty for a gap in the second sequence.
 */
#include <algorithm>

#include "baws.h"

#define TILE 16
#define TILES 5 // of a sequence
#define LENGTH (TILES * TILE)
#define PAIRS 20
#define LETTERS 20
#define PENALTY 10

struct Alignment {
    const int *similarity; // [pair][row][column]: of the letters
    int *score;            // [pair][LENGTH + 1][LENGTH + 1], first row and column given
};

static __host__ __device__ __forceinline__ int larger(int a, int b) { return a > b ? a : b; }

#ifdef BREAK
#define UPPER_PENALTY 0
#else
#define UPPER_PENALTY PENALTY
#endif

// One element of the tile: row and column from 1 to TILE.
static __device__ __forceinline__ void fill(int score[TILE + 1][TILE + 1], const int similarity[TILE][TILE], int row,
                                            int column)
{
    const int diagonal = score[row - 1][column - 1] + similarity[row - 1][column - 1];
    const int left = score[row][column - 1] - PENALTY, upper = score[row - 1][column] - UPPER_PENALTY;
    score[row][column] = larger(diagonal, larger(left, upper));
}

// The tiles of a diagonal: blockIdx.x counts them, firstRow is the row of the first of them.
__global__ void alignTiles(Alignment alignment, int diagonal, int firstRow)
{
    __shared__ int score[TILE + 1][TILE + 1], similarity[TILE][TILE];
    const int tileRow = firstRow + blockIdx.x, tileColumn = diagonal - tileRow, thread = threadIdx.x;
    const int *letters = alignment.similarity + (blockIdx.y * LENGTH + tileRow * TILE) * LENGTH + tileColumn * TILE + thread;
    int *corner = alignment.score + (blockIdx.y * (LENGTH + 1) + tileRow * TILE) * (LENGTH + 1) + tileColumn * TILE;

    for (int row = 0; row < TILE; row++)
        similarity[row][thread] = letters[row * LENGTH];
    score[thread + 1][0] = corner[(thread + 1) * (LENGTH + 1)];
    score[0][thread + 1] = corner[thread + 1];
    if (thread == 0)
        score[0][0] = corner[0];
    __syncthreads();
    for (int last = 0; last < TILE; last++) {
        if (thread <= last)
            fill(score, similarity, last - thread + 1, thread + 1);
        __syncthreads();
    }
    for (int last = TILE - 2; last >= 0; last--) {
        if (thread <= last)
            fill(score, similarity, TILE - thread, thread + TILE - last);
        __syncthreads();
    }
    for (int row = 1; row <= TILE; row++)
        corner[row * (LENGTH + 1) + thread + 1] = score[row][thread + 1];
}

// ---- host ----

// Of all pairs: the similarities of letters, symmetric, best on the diagonal, looked up for two random sequences.
static std::vector<int> randomSimilarities(Random &random, int pairs)
{
    int table[LETTERS][LETTERS];
    for (int a = 0; a < LETTERS; a++)
        for (int b = 0; b <= a; b++)
            table[a][b] = table[b][a] = a == b ? random.between(4, 11) : random.between(-4, 3);
    std::vector<int> similarities;
    for (int pair = 0; pair < pairs; pair++) {
        const std::vector<int> first = randomInts(random, LENGTH, 0, LETTERS - 1);
        const std::vector<int> second = randomInts(random, LENGTH, 0, LETTERS - 1);
        for (int row = 0; row < LENGTH; row++)
            for (int column = 0; column < LENGTH; column++)
                similarities.push_back(table[first[row]][second[column]]);
    }
    return similarities;
}

static int *scoreOf(std::vector<int> &score, int pair, int row, int column)
{
    return &score[((size_t)pair * (LENGTH + 1) + row) * (LENGTH + 1) + column];
}

// First row and column: gaps only.
static std::vector<int> scoresAtStart(int pairs)
{
    std::vector<int> score((size_t)pairs * (LENGTH + 1) * (LENGTH + 1), 0);
    for (int pair = 0; pair < pairs; pair++)
        for (int i = 0; i <= LENGTH; i++)
            *scoreOf(score, pair, i, 0) = *scoreOf(score, pair, 0, i) = -i * PENALTY;
    return score;
}

static std::vector<int> alignOnHost(const std::vector<int> &similarities, int pairs)
{
    std::vector<int> score = scoresAtStart(pairs);
    size_t next = 0;
    for (int pair = 0; pair < pairs; pair++)
        for (int row = 1; row <= LENGTH; row++)
            for (int column = 1; column <= LENGTH; column++)
                *scoreOf(score, pair, row, column) =
                    std::max({*scoreOf(score, pair, row - 1, column - 1) + similarities[next++],
                              *scoreOf(score, pair, row, column - 1) - PENALTY,
                              *scoreOf(score, pair, row - 1, column) - PENALTY});
    return score;
}

int main(int argc, char **argv)
{
    const Workload workload = parseArguments("nw", argc, argv);
    Random random(workload.seed);
    const int pairs = PAIRS * workload.scale;
    const std::vector<int> similarities = randomSimilarities(random, pairs);
    const std::vector<int> expected = alignOnHost(similarities, pairs);
    const Alignment alignment = {deviceArray(similarities), deviceArray(scoresAtStart(pairs))};

    for (int diagonal = 0; diagonal < 2 * TILES - 1; diagonal++) {
        const int firstRow = std::max(0, diagonal - TILES + 1), lastRow = std::min(diagonal, TILES - 1);
        alignTiles<<<dim3(lastRow - firstRow + 1, pairs), TILE>>>(alignment, diagonal, firstRow);
        checkKernel("alignTiles");
    }

    Check check(workload);
    check.equal("score", toHost(alignment.score, expected.size()), expected);
    return check.result();
}
