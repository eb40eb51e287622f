/* SPDX-License-Identifier: Apache-2.0 */
/* reference.cpp: see needle.h. */
#include "needle.h"

#include <algorithm>

const signed char blosum62[AMINO_ACIDS][AMINO_ACIDS] = {
#include "blosum62.inl"
};

std::vector<unsigned char> random_protein(int length, unsigned *seed) {
    std::vector<unsigned char> protein(length);
    for (unsigned char &acid : protein) {
        *seed = *seed * 1103515245u + 12345u;
        acid = (*seed >> 16) % AMINO_ACIDS;
    }
    return protein;
}

ScoreMatrix align_on_host(const std::vector<unsigned char> &down,
                          const std::vector<unsigned char> &across, int penalty) {
    const int rows = (int)down.size(), columns = (int)across.size(), stride = columns + 1;
    ScoreMatrix scores((size_t)(rows + 1) * stride);
    for (int i = 1; i <= rows; i++) scores[i * stride] = -i * penalty;
    for (int j = 1; j <= columns; j++) scores[j] = -j * penalty;
    for (int i = 1; i <= rows; i++)
        for (int j = 1; j <= columns; j++)
            scores[i * stride + j] = std::max(
                {scores[(i - 1) * stride + j - 1] + blosum62[down[i - 1]][across[j - 1]],
                 scores[(i - 1) * stride + j] - penalty, scores[i * stride + j - 1] - penalty});
    return scores;
}

std::string trace_back(const ScoreMatrix &scores, const std::vector<unsigned char> &down,
                       const std::vector<unsigned char> &across, int penalty) {
    std::string operations;
    int i = (int)down.size(), j = (int)across.size();
    const int stride = j + 1;
    while (i > 0 || j > 0) {
        const int own = scores[i * stride + j];
        if (i > 0 && j > 0 &&
            own == scores[(i - 1) * stride + j - 1] + blosum62[down[i - 1]][across[j - 1]])
            operations += 'M', i--, j--;
        else if (i > 0 && own == scores[(i - 1) * stride + j] - penalty)
            operations += 'D', i--;
        else if (j > 0)
            operations += 'I', j--;
        else
            return "";
    }
    std::reverse(operations.begin(), operations.end());
    return operations;
}

int score_of(const std::string &operations, const std::vector<unsigned char> &down,
             const std::vector<unsigned char> &across, int penalty) {
    size_t i = 0, j = 0;
    int score = 0;
    for (char operation : operations)
        score += operation == 'M' ? blosum62[down[i++]][across[j++]]
                                  : (operation == 'D' ? i++ : j++, -penalty);
    return i == down.size() && j == across.size() ? score : -1000000;
}
