/* SPDX-License-Identifier: Apache-2.0 */
// lattice.h: flow in a box with a moving lid and an obstacle.
#ifndef LATTICE_H
#define LATTICE_H

#include <vector>

template <typename Real> struct Result {
    std::vector<Real> populations; // direction by direction
    std::vector<double> mass;      // by measurement
    int blocks;
};

std::vector<unsigned char> box_with_obstacle(int width, int height);
template <typename Real> Result<Real> simulate_on_host(int width, int height, int steps, int every);
template <typename Real>
Result<Real> simulate_on_device(int width, int height, int steps, int every);

#endif
