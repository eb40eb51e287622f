// solver.cu: the preconditioned algorithm; all vectors and scalars are the device's, and the host looks at the norm alone.
#include "solver.h"
#include "check.h"
#include "vector_kernels.h"

#include <cmath>

template <typename T> class DeviceArray {
  public:
    explicit DeviceArray(size_t n) : size_(n) { CHECK(cudaMalloc(&data_, n * sizeof(T))); }
    explicit DeviceArray(const std::vector<T> &from) : DeviceArray(from.size()) {
        CHECK(cudaMemcpy(data_, from.data(), size_ * sizeof(T), cudaMemcpyHostToDevice));
    }
    ~DeviceArray() { cudaFree(data_); }
    DeviceArray(const DeviceArray &) = delete;
    DeviceArray &operator=(const DeviceArray &) = delete;
    operator T *() { return data_; }
    std::vector<T> to_host() const {
        std::vector<T> host(size_);
        CHECK(cudaMemcpy(host.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
        return host;
    }

  private:
    T *data_ = nullptr;
    size_t size_;
};

Solution solve(const CsrMatrix &matrix, const std::vector<double> &right, double tolerance, int most_steps) {
    const int n = matrix.rows;
    DeviceArray<int> begin(matrix.begin), column(matrix.column);
    DeviceArray<double> value(matrix.value), r(right), x(n), z(n), p(n), product(n), partial(DOT_BLOCKS);
    const DeviceCsr device = {n, begin, column, value};
    double *scalars; // rho of this step and of the next, p . A p, r . r
    CHECK(cudaMallocManaged(&scalars, 4 * sizeof(double)));
    double *rho = scalars, *next = scalars + 1, *curvature = scalars + 2, *square = scalars + 3;
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));

    CHECK(cudaMemsetAsync(x, 0, n * sizeof(double), stream));
    precondition(device, r, z, stream);
    CHECK(cudaMemcpyAsync(p, z, n * sizeof(double), cudaMemcpyDeviceToDevice, stream));
    dot(n, r, z, partial, rho, stream);
    dot(n, r, r, partial, square, stream);
    CHECK(cudaStreamSynchronize(stream));
    const double start = std::sqrt(*square);
    Solution solution = {{}, 0, 1};
    while (solution.steps < most_steps && solution.residual > tolerance) {
        multiply(device, p, product, stream);
        dot(n, p, product, partial, curvature, stream);
        add_scaled(n, rho, curvature, 1, p, x, stream);
        add_scaled(n, rho, curvature, -1, product, r, stream);
        precondition(device, r, z, stream);
        dot(n, r, z, partial, next, stream);
        new_direction(n, next, rho, z, p, stream);
        dot(n, r, r, partial, square, stream);
        CHECK(cudaStreamSynchronize(stream));
        solution.residual = std::sqrt(*square) / start;
        solution.steps++;
        std::swap(rho, next);
    }
    solution.x = x.to_host();
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(scalars));
    return solution;
}
