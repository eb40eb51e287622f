/* SPDX-License-Identifier: Apache-2.0 */
// plan.h: transforms of square images, a power of two on a side, as an executable graph.
#ifndef PLAN_H
#define PLAN_H

#include "complex.h"

#include <vector>

enum Direction { FORWARD = -1, INVERSE = 1 };

// Images are transformed at the same time, each in its branch of the graph. An inverse one is
// divided by the number of pixels.
template <typename Real> class Plan {
  public:
    typedef typename ComplexOf<Real>::type Complex;
    Plan(int side, int images, Direction direction);
    ~Plan();
    Plan(const Plan &) = delete;
    Plan &operator=(const Plan &) = delete;
    void run(std::vector<Complex> &images); // in place
    size_t nodes() const { return nodes_; }

  private:
    void record(int image, cudaStream_t stream);
    int side_, images_;
    Direction direction_;
    Complex *data_, *work_, *pinned_;
    size_t nodes_;
    cudaGraph_t graph_;
    cudaGraphExec_t executable_;
    cudaStream_t stream_;
};

#endif
