/* SPDX-License-Identifier: Apache-2.0 */
/* rmat.h: R-MAT graphs (Chakrabarti, Zhan, Faloutsos, SDM 2004), the input of graph colouring and connectivity.
 * A few vertices, all of low number, have most of the edges.
 */
#ifndef SCORD_RMAT_H
#define SCORD_RMAT_H

#include <algorithm>
#include <utility>

#include "app.h"

typedef std::pair<int, int> Edge;

/* One edge: descends into the quadrants of the adjacency matrix with probabilities 0.57, 0.19, 0.19, 0.05. */
static Edge rmatEdge(int levels, unsigned long long *state)
{
    int from = 0, to = 0;
    for (int level = 0; level < levels; level++) {
        const unsigned percent = randomBits(state) % 100;
        from = from * 2 + (percent >= 76);
        to = to * 2 + ((percent >= 57 && percent < 76) || percent >= 95);
    }
    return {from, to};
}

/* So many undirected edges {smaller, larger}, ascending, without loops and double ones. A graph too small or too dense
 * for that many gets fewer. */
static std::vector<Edge> rmatEdges(int vertices, int edges, unsigned long long seed)
{
    std::vector<Edge> drawn;
    int levels = 0;
    while (1 << levels < vertices)
        levels++;
    for (int round = 0; round < 100 && (int)drawn.size() < edges; round++) {
        for (int missing = edges - (int)drawn.size(); missing > 0; missing--) {
            const Edge edge = rmatEdge(levels, &seed);
            if (edge.first != edge.second && edge.first < vertices && edge.second < vertices)
                drawn.push_back({std::min(edge.first, edge.second), std::max(edge.first, edge.second)});
        }
        std::sort(drawn.begin(), drawn.end());
        drawn.erase(std::unique(drawn.begin(), drawn.end()), drawn.end());
    }
    return drawn;
}

#endif
