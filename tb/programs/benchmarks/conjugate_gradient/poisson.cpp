/* SPDX-License-Identifier: Apache-2.0 */
// poisson.cpp: see poisson.h.
#include "poisson.h"

#include <cmath>

CsrMatrix poisson_matrix(int side) {
    CsrMatrix matrix;
    matrix.rows = side * side;
    matrix.begin.push_back(0);
    const int neighbour[5][2] = {{-1, 0}, {0, -1}, {0, 0}, {0, 1}, {1, 0}};
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            for (const auto &step : neighbour) {
                const int v = y + step[0], u = x + step[1];
                if (u < 0 || u >= side || v < 0 || v >= side) continue;
                matrix.column.push_back(v * side + u);
                matrix.value.push_back(u == x && v == y ? 4.0 + 0.01 * (y * side + x) : -1.0);
            }
            matrix.begin.push_back((int)matrix.column.size());
        }
    return matrix;
}

std::vector<double> product(const CsrMatrix &matrix, const std::vector<double> &x) {
    std::vector<double> y(matrix.rows);
    for (int row = 0; row < matrix.rows; row++)
        for (int k = matrix.begin[row]; k < matrix.begin[row + 1]; k++)
            y[row] += matrix.value[k] * x[matrix.column[k]];
    return y;
}

double norm(const std::vector<double> &x) {
    double sum = 0;
    for (double value : x) sum += value * value;
    return std::sqrt(sum);
}
