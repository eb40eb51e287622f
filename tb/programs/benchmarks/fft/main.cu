// fft: images to their spectra and back; spectra are those of the definition.
#include "check.h"
#include "plan.h"

#include <algorithm>
#include <cmath>
#include <complex>

template <typename Real> static double largest_error(int side, const std::vector<typename ComplexOf<Real>::type> &image,
                                                     const std::vector<typename ComplexOf<Real>::type> &spectrum) {
    const double pi = std::acos(-1.0);
    std::vector<std::complex<double>> roots(side), half((size_t)side * side);
    for (int k = 0; k < side; k++) roots[k] = std::polar(1.0, -2 * pi * k / side);
    for (int y = 0; y < side; y++)
        for (int u = 0; u < side; u++)
            for (int x = 0; x < side; x++)
                half[y * side + u] += std::complex<double>(image[y * side + x].x, image[y * side + x].y) * roots[u * x % side];
    double worst = 0;
    for (int v = 0; v < side; v++)
        for (int u = 0; u < side; u++) {
            std::complex<double> sum;
            for (int y = 0; y < side; y++) sum += half[y * side + u] * roots[v * y % side];
            worst = std::max(worst, std::abs(sum - std::complex<double>(spectrum[v * side + u].x, spectrum[v * side + u].y)));
        }
    return worst / side;
}

template <typename Real> static bool test(const char *name, int side, int images, double tolerance) {
    typedef typename ComplexOf<Real>::type Complex;
    std::vector<Complex> start((size_t)images * side * side);
    unsigned seed = 12;
    for (Complex &pixel : start) {
        pixel.x = Real((seed = seed * 1664525u + 1013904223u) >> 8) / Real(1 << 24) - Real(0.5);
        pixel.y = Real((seed = seed * 1664525u + 1013904223u) >> 8) / Real(1 << 24) - Real(0.5);
    }
    Plan<Real> forward(side, images, FORWARD), back(side, images, INVERSE);
    std::vector<Complex> spectra = start;
    forward.run(spectra);
    bool right = true;
    const size_t pixels = (size_t)side * side;
    for (int image = 0; image < images; image++) {
        const std::vector<Complex> a(&start[image * pixels], &start[image * pixels] + pixels);
        const std::vector<Complex> b(&spectra[image * pixels], &spectra[image * pixels] + pixels);
        const double error = largest_error<Real>(side, a, b);
        if (error > tolerance) right = false, printf("image %d: spectrum differs by %g\n", image, error);
    }
    for (int times = 0; times < 2; times++) { // an executable graph runs as often as one likes
        std::vector<Complex> again = spectra;
        back.run(again);
        double worst = 0;
        for (size_t i = 0; i < start.size(); i++)
            worst = std::max(worst, (double)std::hypot(again[i].x - start[i].x, again[i].y - start[i].y));
        if (worst > tolerance) right = false, printf("back: differs by %g\n", worst);
    }
    printf("%s: %d images of %d x %d, graphs of %zu nodes\n", name, images, side, side, forward.nodes());
    return right;
}

int main() {
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    if (properties.sharedMemPerBlock < 16384) return EXIT_FAILURE;
    const bool right = test<float>("float", 64, 2, 1e-5) & test<float>("float", 16, 4, 1e-5) & test<double>("double", 32, 3, 1e-13);
    printf("%s\n", right ? "PASSED" : "FAILED");
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
