// Sparse matrix times vector in double: a thread a row, a warp a row, and COO with atomics; __ldg on the vector.
#include <cmath>
#include <cstdio>
#include <vector>
__global__ void csr_scalar(int rows, const int *start, const int *column, const double *value, const double *x,
                           double *y) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        double sum = 0;
        for (int j = start[row]; j < start[row + 1]; j++) sum += value[j] * __ldg(&x[column[j]]);
        y[row] = sum;
    }
}
__global__ void csr_vector(int rows, const int *start, const int *column, const double *value, const double *x,
                           double *y) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    if (row >= rows) return;
    double sum = 0;
    for (int j = start[row] + lane; j < start[row + 1]; j += 32) sum += value[j] * __ldg(x + column[j]);
    for (int delta = 16; delta; delta /= 2) sum += __shfl_down_sync(0xffffffff, sum, delta);
    if (lane == 0) y[row] = sum;
}
__global__ void coo(int entries, const int *row, const int *column, const double *value, const double *x, double *y) {
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < entries; i += gridDim.x * blockDim.x)
        atomicAdd(&y[row[i]], value[i] * x[column[i]]);
}
template <typename T> T *upload(const std::vector<T> &v) {
    T *d;
    cudaMalloc(&d, v.size() * sizeof(T));
    cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    return d;
}
int main() {
    const int rows = 120, columns = 90;
    std::vector<int> start(1, 0), column, row;
    std::vector<double> value, x(columns), expected(rows, 0.0), y(rows);
    for (int i = 0; i < columns; i++) x[i] = 1.0 / (i + 1);
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < columns; c++)
            if ((r * 31 + c * 17) % 7 == 0 || r % 40 == 3) {
                column.push_back(c);
                row.push_back(r);
                value.push_back(0.5 * r - c);
                expected[r] += value.back() * x[c];
            }
        start.push_back((int)column.size());
    }
    int *s = upload(start), *c = upload(column), *r = upload(row), wrong = 0;
    double *v = upload(value), *dx = upload(x), *dy;
    cudaMalloc(&dy, rows * sizeof(double));
    for (int kind = 0; kind < 3; kind++) {
        cudaMemset(dy, 0, rows * sizeof(double));
        if (kind == 0) csr_scalar<<<2, 64>>>(rows, s, c, v, dx, dy);
        if (kind == 1) csr_vector<<<rows / 4, 128>>>(rows, s, c, v, dx, dy);
        if (kind == 2) coo<<<3, 64>>>((int)value.size(), r, c, v, dx, dy);
        cudaMemcpy(y.data(), dy, rows * sizeof(double), cudaMemcpyDeviceToHost);
        for (int i = 0; i < rows; i++) wrong += std::fabs(y[i] - expected[i]) > 1e-9 * (1 + std::fabs(expected[i]));
    }
    printf("wrong %d\n", wrong);
}
