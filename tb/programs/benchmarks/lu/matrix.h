/* SPDX-License-Identifier: Apache-2.0 */
// matrix.h: square matrices of the host, row by row.
#ifndef MATRIX_H
#define MATRIX_H

#include <cstddef>
#include <vector>

class Matrix {
  public:
    explicit Matrix(int n) : size_(n), values_((std::size_t)n * n) {}
    int size() const { return size_; }
    float &at(int row, int column) { return values_[(std::size_t)row * size_ + column]; }
    float at(int row, int column) const { return values_[(std::size_t)row * size_ + column]; }
    float *data() { return values_.data(); }
    const float *data() const { return values_.data(); }
    std::size_t bytes() const { return values_.size() * sizeof(float); }

  private:
    int size_;
    std::vector<float> values_;
};

// Random numbers with a diagonal that outweighs its row, so that no exchange of rows is needed.
Matrix dominant_matrix(int n, unsigned seed);
// The unit lower and the upper factor that stand in one matrix, multiplied.
Matrix product_of_factors(const Matrix &factors);
// Doolittle's algorithm on the host, in double.
Matrix factors_on_host(const Matrix &matrix);
double largest_difference(const Matrix &a, const Matrix &b);

#endif
