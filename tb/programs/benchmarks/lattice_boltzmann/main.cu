// lattice_boltzmann [WIDTH HEIGHT STEPS]: a driven cavity on both sides; populations agree and mass is kept.
#include "check.h"
#include "lattice.h"

#include <algorithm>
#include <cmath>

template <typename Real> static bool agrees(const char *name, int width, int height, int steps, double tolerance) {
    const int every = std::max(1, steps / 3);
    const Result<Real> device = simulate_on_device<Real>(width, height, steps, every);
    const Result<Real> host = simulate_on_host<Real>(width, height, steps, every);
    double worst = 0, of_mass = 0;
    for (size_t i = 0; i < host.populations.size(); i++)
        worst = std::max(worst, (double)std::fabs(device.populations[i] - host.populations[i]));
    for (size_t i = 0; i < host.mass.size(); i++) of_mass = std::max(of_mass, std::fabs(device.mass[i] / host.mass[i] - 1));
    printf("%s: %d x %d cells, %d steps, mass %.3f\n", name, width, height, steps, device.mass.back());
    const bool right = worst < tolerance && of_mass < 1e-5 && std::fabs(device.mass.front() / device.mass.back() - 1) < 1e-5;
    if (!right) printf("populations differ by %g, mass by %g\n", worst, of_mass);
    return right;
}

int main(int argc, char **argv) {
    const int width = argc > 3 ? atoi(argv[1]) : 48, height = argc > 3 ? atoi(argv[2]) : 32, steps = argc > 3 ? atoi(argv[3]) : 10;
    const bool right = agrees<float>("float", width, height, steps, 1e-5) & agrees<double>("double", width, height, steps - 1, 1e-13);
    printf("%s\n", right ? "PASSED" : "FAILED");
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
