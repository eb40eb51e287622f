/* SPDX-License-Identifier: Apache-2.0 */
// mesh.h: triangles of a surface, and what the host says of them.
#ifndef MESH_H
#define MESH_H

#include <cstdint>
#include <vector>

struct Vertex {
    float x, y, z;
};
struct Mesh { // three vertices a triangle, each with the number of the lattice's edge on which it
              // stands
    std::vector<Vertex> vertices;
    std::vector<uint64_t> edges;
};
struct MeshFacts {
    long vertices, edges, triangles;
    bool closed; // each edge is of two triangles, once in either direction
    double volume;
    long euler() const { return vertices - edges + triangles; }
};
MeshFacts facts_of(const Mesh &mesh);

struct Shape {
    enum Kind { Sphere, Torus, Blobs } kind;
    const char *name;
    int euler;     // its characteristic
    double volume; // 0: not known
};
Mesh surface_of(const Shape &shape, int cells, float level);

#endif
