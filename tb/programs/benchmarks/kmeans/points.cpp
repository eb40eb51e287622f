/* SPDX-License-Identifier: Apache-2.0 */
// points.cpp: see points.h.
#include "points.h"

#include <cfloat>
#include <random>

Points points_around_centres(int count, int dimensions, int centres, unsigned seed) {
    std::mt19937 engine(seed);
    Points points{count, dimensions, std::vector<float>((size_t)count * dimensions)};
    for (int i = 0; i < count; i++) {
        for (int d = 0; d < dimensions; d++) {
            // Centres stand on corners of a lattice; noise is far smaller than their distance.
            const float corner = (float)(((i % centres) >> (d % 3)) & 1) * 8.0f +
                                 (float)((i % centres) % 5);
            const float noise = (float)(engine() % 2048u) / 2048.0f - 0.5f;
            points.values[(size_t)i * dimensions + d] = corner + noise;
        }
    }
    return points;
}

Clusters cluster_on_host(const Points &points, int count, int most_rounds) {
    const int dimensions = points.dimensions;
    Clusters clusters{
        count, dimensions, 0, {}, std::vector<int>(points.count, -1), std::vector<int>(count)};
    clusters.centres.assign(points.values.begin(),
                            points.values.begin() + (size_t)count * dimensions);
    int moved = points.count;
    while (moved > 0 && clusters.rounds < most_rounds) {
        std::vector<double> sums((size_t)count * dimensions);
        clusters.sizes.assign(count, 0);
        moved = 0;
        for (int i = 0; i < points.count; i++) {
            int best = 0;
            float least = FLT_MAX;
            for (int c = 0; c < count; c++) {
                float square = 0;
                for (int d = 0; d < dimensions; d++) {
                    const float difference = points[i][d] - clusters.centres[c * dimensions + d];
                    square += difference * difference;
                }
                if (square < least) least = square, best = c;
            }
            moved += clusters.membership[i] != best;
            clusters.membership[i] = best;
            clusters.sizes[best]++;
            for (int d = 0; d < dimensions; d++) sums[best * dimensions + d] += points[i][d];
        }
        for (int c = 0; c < count; c++)
            for (int d = 0; clusters.sizes[c] > 0 && d < dimensions; d++)
                clusters.centres[c * dimensions + d] =
                    (float)(sums[c * dimensions + d] / clusters.sizes[c]);
        clusters.rounds++;
    }
    return clusters;
}

double spread(const Points &points, const Clusters &clusters) {
    double sum = 0;
    for (int i = 0; i < points.count; i++)
        for (int d = 0; d < points.dimensions; d++) {
            const double difference =
                points[i][d] - clusters.centres[clusters.membership[i] * points.dimensions + d];
            sum += difference * difference;
        }
    return sum;
}
