/* SPDX-License-Identifier: Apache-2.0 */
// matrix.cpp: see matrix.h.
#include "matrix.h"

#include <algorithm>
#include <cmath>

Matrix dominant_matrix(int n, unsigned seed) {
    Matrix matrix(n);
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = 0; j < n; j++) {
            seed = seed * 1664525u + 1013904223u;
            matrix.at(i, j) = (float)(seed >> 8) / 16777216.0f - 0.5f;
            sum += std::fabs(matrix.at(i, j));
        }
        matrix.at(i, i) = sum + 1.0f;
    }
    return matrix;
}

Matrix product_of_factors(const Matrix &factors) {
    const int n = factors.size();
    Matrix product(n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k <= std::min(i, j); k++)
                sum += (k == i ? 1.0 : (double)factors.at(i, k)) * factors.at(k, j);
            product.at(i, j) = (float)sum;
        }
    return product;
}

Matrix factors_on_host(const Matrix &matrix) {
    const int n = matrix.size();
    std::vector<double> work(matrix.data(), matrix.data() + (std::size_t)n * n);
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            const double factor = work[(std::size_t)i * n + k] /= work[(std::size_t)k * n + k];
            for (int j = k + 1; j < n; j++)
                work[(std::size_t)i * n + j] -= factor * work[(std::size_t)k * n + j];
        }
    Matrix factors(n);
    for (std::size_t i = 0; i < work.size(); i++) factors.data()[i] = (float)work[i];
    return factors;
}

double largest_difference(const Matrix &a, const Matrix &b) {
    double largest = 0;
    for (int i = 0; i < a.size(); i++)
        for (int j = 0; j < a.size(); j++)
            largest = std::max(largest, std::fabs((double)a.at(i, j) - b.at(i, j)));
    return largest;
}
