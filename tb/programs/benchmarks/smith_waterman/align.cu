// align.cu: a warp aligns two subjects at once, as halves of words (DPX instructions); lane l has rows of the query, columns run
// through the warp from lane to lane as a wavefront.
#include "align.h"
#include "check.h"

#include <algorithm>

enum { ROWS = 4, WARPS = 2, QUERY_MAX = 32 * ROWS };

__constant__ char c_query[QUERY_MAX];
__constant__ Scoring c_scoring;

static __device__ __forceinline__ unsigned pair_of(int low, int high) { return (unsigned)(unsigned short)low | (unsigned)high << 16; }
static __device__ __forceinline__ unsigned same(int value) { return pair_of(value, value); }

// Two subjects of equal length, side by side: residues alternate.
struct Pair {
    int start, length;
};

__global__ void __launch_bounds__(32 * WARPS) align_pairs(const char2 *__restrict__ residues, const Pair *pairs, int count, int query_length, short2 *best) {
    const int lane = threadIdx.x % 32, number = blockIdx.x * WARPS + threadIdx.x / 32;
    if (number >= count) return;
    const Pair pair = pairs[number];
    const unsigned open = same(-c_scoring.open), extend = same(-c_scoring.extend), least = same(-10000);
    unsigned h[ROWS], e[ROWS], most = 0; // of the column before; the greatest seen
    char own[ROWS];
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        const int row = lane * ROWS + r;
        h[r] = 0;
        e[r] = least;
        own[r] = row < query_length ? c_query[row] : 0;
    }
    unsigned diagonal = 0, below_h = 0, below_f = least; // what the lane above hands on
    for (int step = 0; step < pair.length + 31; step++) {
        unsigned above_h = __shfl_up_sync(0xffffffffu, below_h, 1), f = __shfl_up_sync(0xffffffffu, below_f, 1);
        if (lane == 0) {
            above_h = 0;
            f = least;
        }
        const int column = step - lane;
        const unsigned next_diagonal = above_h;
        if (column >= 0 && column < pair.length) {
            const char2 letters = residues[pair.start + column];
#pragma unroll
            for (int r = 0; r < ROWS; r++) {
                const unsigned substitution = pair_of(own[r] == letters.x ? c_scoring.match : c_scoring.mismatch,
                                                      own[r] == letters.y ? c_scoring.match : c_scoring.mismatch);
                e[r] = __vmaxs2(__vadd2(e[r], extend), __vadd2(h[r], open));
                f = __vmaxs2(__vadd2(f, extend), __vadd2(above_h, open));
                unsigned score = __viaddmax_s16x2_relu(diagonal, substitution, __vmaxs2(e[r], f));
                if (own[r] == 0) score = 0;
                diagonal = h[r];
                h[r] = above_h = score;
                most = __vmaxs2(most, score);
            }
            below_h = above_h;
            below_f = f;
            diagonal = next_diagonal;
        }
    }
    for (int delta = 16; delta > 0; delta /= 2) most = __vmaxs2(most, __shfl_xor_sync(0xffffffffu, most, delta));
    if (lane == 0) best[number] = make_short2((short)(most & 0xffff), (short)(most >> 16));
}

std::vector<int> scores_on_device(const std::string &query, const std::vector<std::string> &subjects, const Scoring &scoring) {
    if (query.size() > QUERY_MAX) exit(2);
    std::vector<char2> residues;
    std::vector<Pair> pairs;
    for (size_t i = 0; i < subjects.size(); i += 2) { // the shorter one is filled with a letter that nothing matches
        const std::string none, &a = subjects[i], &b = i + 1 < subjects.size() ? subjects[i + 1] : none;
        const int length = (int)std::max(a.size(), b.size());
        pairs.push_back({(int)residues.size(), length});
        for (int j = 0; j < length; j++)
            residues.push_back(make_char2(j < (int)a.size() ? a[j] : '-', j < (int)b.size() ? b[j] : '-'));
    }
    char2 *device_residues;
    Pair *device_pairs;
    short2 *best;
    const int count = (int)pairs.size();
    CHECK(cudaMalloc(&device_residues, residues.size() * sizeof(char2)));
    CHECK(cudaMalloc(&device_pairs, count * sizeof(Pair)));
    CHECK(cudaMalloc(&best, count * sizeof(short2)));
    CHECK(cudaMemcpy(device_residues, residues.data(), residues.size() * sizeof(char2), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(device_pairs, pairs.data(), count * sizeof(Pair), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyToSymbol(c_query, query.data(), query.size()));
    CHECK(cudaMemcpyToSymbol(c_scoring, &scoring, sizeof scoring));
    align_pairs<<<(count + WARPS - 1) / WARPS, 32 * WARPS>>>(device_residues, device_pairs, count, (int)query.size(), best);
    CHECK(cudaGetLastError());
    std::vector<short2> host(count);
    CHECK(cudaMemcpy(host.data(), best, count * sizeof(short2), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device_residues));
    CHECK(cudaFree(device_pairs));
    CHECK(cudaFree(best));
    std::vector<int> scores;
    for (size_t i = 0; i < subjects.size(); i++) scores.push_back(i % 2 ? host[i / 2].y : host[i / 2].x);
    return scores;
}

std::vector<int> scores_on_host(const std::string &query, const std::vector<std::string> &subjects, const Scoring &s) {
    std::vector<int> scores;
    for (const std::string &subject : subjects) {
        const int n = (int)query.size();
        std::vector<int> h(n + 1, 0), e(n + 1, -10000);
        int best = 0;
        for (const char letter : subject) {
            int diagonal = 0, f = -10000;
            for (int i = 1; i <= n; i++) {
                e[i] = std::max(e[i] - s.extend, h[i] - s.open);
                f = std::max(f - s.extend, h[i - 1] - s.open);
                const int score = std::max({0, diagonal + (query[i - 1] == letter ? s.match : s.mismatch), e[i], f});
                diagonal = h[i];
                h[i] = score;
                best = std::max(best, score);
            }
        }
        scores.push_back(best);
    }
    return scores;
}
