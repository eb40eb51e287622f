/* SPDX-License-Identifier: Apache-2.0 */
// factor.h: LU factors on the device, in the place of the matrix.
#ifndef FACTOR_H
#define FACTOR_H

enum { TILE = 16 };

struct FactorStatistics {
    int steps, launches;
    float milliseconds;
};

// n: a multiple of TILE. The matrix lies in the device's memory, row by row.
FactorStatistics factor_on_device(float *matrix, int n);

#endif
