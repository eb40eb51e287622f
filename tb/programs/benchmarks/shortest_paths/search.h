/* SPDX-License-Identifier: Apache-2.0 */
// search.h: shortest paths on the device.
#ifndef SEARCH_H
#define SEARCH_H

#include "graph.h"

struct SearchResult {
    std::vector<int> distance;
    int rounds;
    unsigned long long relaxations; // edges that were looked at
};

SearchResult distances_on_device(const Graph &graph, int source);

#endif
