/* SPDX-License-Identifier: Apache-2.0 */
// mesh.cpp: see mesh.h.
#include "mesh.h"

#include <cstddef>
#include <map>
#include <set>
#include <utility>

MeshFacts facts_of(const Mesh &mesh) {
    MeshFacts facts = {0, 0, 0, true, 0};
    std::set<uint64_t> vertices;
    std::map<std::pair<uint64_t, uint64_t>, int> edges; // from, to: how often
    for (std::size_t t = 0; t + 2 < mesh.edges.size(); t += 3) {
        const uint64_t *corner = &mesh.edges[t];
        facts.triangles++;
        for (int i = 0; i < 3; i++) {
            vertices.insert(corner[i]);
            edges[std::make_pair(corner[i], corner[(i + 1) % 3])]++;
        }
        const Vertex &a = mesh.vertices[t], &b = mesh.vertices[t + 1], &c = mesh.vertices[t + 2];
        facts.volume += ((double)a.x * (b.y * c.z - b.z * c.y) -
                         (double)a.y * (b.x * c.z - b.z * c.x) +
                         (double)a.z * (b.x * c.y - b.y * c.x)) /
                        6;
    }
    for (const auto &edge : edges) {
        const auto back = edges.find(std::make_pair(edge.first.second, edge.first.first));
        if (edge.second != 1 || back == edges.end()) facts.closed = false;
    }
    facts.vertices = (long)vertices.size();
    facts.edges = (long)edges.size() / 2;
    return facts;
}
