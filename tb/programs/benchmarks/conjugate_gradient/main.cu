// conjugate_gradient [SIDE]: solves Poisson's equation on a grid of SIDE x SIDE (20) and checks what is left over.
#include "check.h"
#include "poisson.h"
#include "solver.h"

#include <algorithm>
#include <cmath>

int main(int argc, char **argv) {
    const int side = argc > 1 ? std::max(2, atoi(argv[1])) : 20;
    const CsrMatrix matrix = poisson_matrix(side);
    std::vector<double> expected(matrix.rows);
    for (int i = 0; i < matrix.rows; i++) expected[i] = std::sin(0.1 * i) + 0.5;
    const std::vector<double> right = product(matrix, expected);
    const Solution solution = solve(matrix, right, 1e-10, 4 * side);

    std::vector<double> left = product(matrix, solution.x), error(matrix.rows);
    for (int i = 0; i < matrix.rows; i++) {
        left[i] -= right[i];
        error[i] = solution.x[i] - expected[i];
    }
    printf("%d rows, %zu elements, converged: %s\n", matrix.rows, matrix.elements(), solution.residual <= 1e-10 ? "yes" : "no");
    const bool close = norm(left) <= 1e-9 * norm(right) && norm(error) <= 1e-7 * norm(expected);
    const bool quick = solution.steps < 2 * side; // far fewer than rows
    if (!close || !quick) printf("%d steps, left over %g, error %g\n", solution.steps, norm(left), norm(error));
    printf("%s\n", close && quick ? "PASSED" : "FAILED");
    return close && quick ? EXIT_SUCCESS : EXIT_FAILURE;
}
