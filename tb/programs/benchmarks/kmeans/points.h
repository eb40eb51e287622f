/* SPDX-License-Identifier: Apache-2.0 */
// points.h: random points around centres, and Lloyd's algorithm on the host.
#ifndef POINTS_H
#define POINTS_H

#include <vector>

struct Points {
    int count, dimensions;
    std::vector<float> values; // point by point
    const float *operator[](int i) const { return values.data() + (long)i * dimensions; }
};

struct Clusters {
    int count, dimensions, rounds;
    std::vector<float> centres;
    std::vector<int> membership, sizes;
};

Points points_around_centres(int count, int dimensions, int centres, unsigned seed);
Clusters cluster_on_host(const Points &points, int clusters, int most_rounds);
// The sum of squares of distances to the own centre.
double spread(const Points &points, const Clusters &clusters);

#endif
