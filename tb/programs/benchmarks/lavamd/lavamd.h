/* SPDX-License-Identifier: Apache-2.0 */
// lavamd.h: forces between particles of neighbouring boxes (Szafaryn et al. 2013, as of Rodinia).
#ifndef LAVAMD_H
#define LAVAMD_H

#include <vector>

#define PER_BOX    24
#define NEIGHBOURS 26

typedef struct {
    int x, y, z, number;
    long offset;
} nei_str;

typedef struct {
    int x, y, z, number;
    long offset;
    int nn; // how many neighbours
    nei_str nei[NEIGHBOURS];
} box_str;

typedef struct {
    double v, x, y, z;
} four_vector;

typedef struct {
    double alpha;
} par_str;

void forces_on_device(const par_str &par, const std::vector<box_str> &boxes,
                      const std::vector<four_vector> &rv, const std::vector<double> &qv,
                      std::vector<four_vector> *fv);

#endif
