/* SPDX-License-Identifier: Apache-2.0 */
/* needle.h: global alignment of two proteins (Needleman and Wunsch 1970). */
#ifndef _NEEDLE_H_
#define _NEEDLE_H_

#include <string>
#include <vector>

#define TILE_SIZE   16
#define AMINO_ACIDS 20

/* Scores of all prefixes, (rows + 1) x (columns + 1), row by row; sequences are indices of amino
 * acids. */
typedef std::vector<int> ScoreMatrix;

extern const signed char blosum62[AMINO_ACIDS][AMINO_ACIDS];

ScoreMatrix align_on_host(const std::vector<unsigned char> &down,
                          const std::vector<unsigned char> &across, int penalty);
std::vector<unsigned char> random_protein(int length, unsigned *seed);
/* The operations of one best alignment, from its start: M(atch), I(nsertion), D(eletion); their
 * score is to be the matrix' last. */
std::string trace_back(const ScoreMatrix &scores, const std::vector<unsigned char> &down,
                       const std::vector<unsigned char> &across, int penalty);
int score_of(const std::string &operations, const std::vector<unsigned char> &down,
             const std::vector<unsigned char> &across, int penalty);

#endif
