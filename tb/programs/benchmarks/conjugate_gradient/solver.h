/* SPDX-License-Identifier: Apache-2.0 */
// solver.h: conjugate gradients on the device.
#ifndef SOLVER_H
#define SOLVER_H

#include "poisson.h"

struct Solution {
    std::vector<double> x;
    int steps;
    double residual; // as the recurrence has it, against that of the start
};

Solution solve(const CsrMatrix &matrix, const std::vector<double> &right, double tolerance,
               int most_steps);

#endif
