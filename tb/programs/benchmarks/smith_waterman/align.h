/* SPDX-License-Identifier: Apache-2.0 */
// align.h: scores of local alignments (Smith, Waterman 1981; Gotoh 1982) of one query with many
// sequences.
#ifndef ALIGN_H
#define ALIGN_H

#include <string>
#include <vector>

struct Scoring {
    int match, mismatch, open,
        extend; // the latter two are costs; opening includes the first extension
};

std::vector<int> scores_on_host(const std::string &query, const std::vector<std::string> &subjects,
                                const Scoring &scoring);
std::vector<int> scores_on_device(const std::string &query,
                                  const std::vector<std::string> &subjects, const Scoring &scoring);

#endif
