// lu [N]: factors a matrix of N x N (96) and checks that the factors are the host's and their product the matrix.
#include "check.h"
#include "factor.h"
#include "matrix.h"

int main(int argc, char **argv) {
    const int n = argc > 1 ? atoi(argv[1]) : 96;
    if (n <= 0 || n % TILE != 0) {
        fprintf(stderr, "usage: lu [N], a multiple of %d\n", (int)TILE);
        return 2;
    }
    const Matrix matrix = dominant_matrix(n, 7);
    Matrix factors(n);
    float *device;
    CHECK(cudaMalloc(&device, matrix.bytes()));
    CHECK(cudaMemcpy(device, matrix.data(), matrix.bytes(), cudaMemcpyHostToDevice));
    const FactorStatistics statistics = factor_on_device(device, n);
    CHECK(cudaMemcpy(factors.data(), device, matrix.bytes(), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device));
    const double of_product = largest_difference(product_of_factors(factors), matrix);
    const double of_factors = largest_difference(factors, factors_on_host(matrix));
    printf("%d x %d in %d steps, %d launches\n", n, n, statistics.steps, statistics.launches);
    const bool right = of_product < 1e-3 && of_factors < 1e-3 && statistics.milliseconds > 0;
    if (!right) printf("product differs by %g, factors by %g\n", of_product, of_factors);
    printf("%s\n", right ? "PASSED" : "FAILED");
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
