/* SPDX-License-Identifier: Apache-2.0 */
// poisson.h: the matrix of Poisson's equation on a square grid, by five points, in compressed rows.
#ifndef POISSON_H
#define POISSON_H

#include <cstddef>
#include <vector>

struct CsrMatrix {
    int rows;
    std::vector<int> begin, column; // of each row, and of each element
    std::vector<double> value;
    std::size_t elements() const { return value.size(); }
};

// side * side unknowns; the diagonal grows a little from row to row, so that scaling by it matters.
CsrMatrix poisson_matrix(int side);
std::vector<double> product(const CsrMatrix &matrix, const std::vector<double> &x);
double norm(const std::vector<double> &x);

#endif
