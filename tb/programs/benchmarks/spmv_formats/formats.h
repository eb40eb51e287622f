/* SPDX-License-Identifier: Apache-2.0 */
// formats.h: one sparse matrix in the formats of Bell and Garland (2009), on the host.
#ifndef FORMATS_H
#define FORMATS_H

#include <vector>

struct Csr {
    int rows, columns;
    std::vector<int> offsets, indices;
    std::vector<float> values;
};
struct Ell { // column by column of a table of rows × width; what is empty has column -1
    int rows, width;
    std::vector<int> indices;
    std::vector<float> values;
};
struct Coo { // ordered by rows
    std::vector<int> row, column;
    std::vector<float> values;
};
struct Hybrid { // the first entries of each row, and the rest
    Ell regular;
    Coo rest;
};
struct Dia { // diagonal d has value (i, i + offset[d]) at d * rows + i
    int rows, columns;
    std::vector<int> offsets;
    std::vector<float> values;
};

Csr scattered(int rows, int columns, int most,
              unsigned seed); // rows of 0 to `most` entries, few of them long
Csr banded(int rows, const std::vector<int> &diagonals);
Coo to_coo(const Csr &matrix);
Ell to_ell(const Csr &matrix);
Hybrid to_hybrid(const Csr &matrix, int width);
Dia to_dia(const Csr &matrix);
std::vector<double> product(const Csr &matrix, const std::vector<float> &x);

#endif
