// monte_carlo [PATHS STEPS]: options by simulated paths, within four standard errors of what is known.
#include "options.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>

using namespace pricing;

static bool close(const char *name, const Estimate &estimate, double known) {
    const bool right = std::fabs(estimate.price - known) < 4 * estimate.error && estimate.error < 0.2 * known;
    std::printf("%-20s known %.4f: %s\n", name, known, right ? "within four standard errors" : "NOT");
    if (!right) std::printf("  %g +- %g\n", estimate.price, estimate.error);
    return right;
}

int main(int argc, char **argv) try {
    const int paths = argc > 2 ? std::atoi(argv[1]) : 2048, steps = argc > 2 ? std::atoi(argv[2]) : 8;
    const Market market{100, 0.05, 0.2};
    const Contract call{Contract::Kind::EuropeanCall, 105, 1, 0}, put{Contract::Kind::EuropeanPut, 105, 1, 0};
    const Contract asian{Contract::Kind::AsianCall, 100, 1, 0}, barrier{Contract::Kind::UpAndOutCall, 105, 1, 130};
    const auto estimates = simulate(market, {call, put, asian, barrier}, paths, steps, 1973);
    bool right = close("European call", estimates[0], black_scholes(market, call));
    right &= close("European put", estimates[1], black_scholes(market, put));
    right &= close("Asian call", estimates[2], geometric_asian(market, asian, steps));
    right &= estimates[3].price > 0 && estimates[3].price < estimates[0].price; // a barrier takes away
    right &= close("call, drawn before", simulate_from_numbers(market, call, paths, steps, 7), black_scholes(market, call));
    right &= close("Asian, drawn before", simulate_from_numbers(market, asian, paths, steps, 8), geometric_asian(market, asian, steps));
    std::puts(right ? "PASSED" : "FAILED");
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const std::exception &error) {
    std::cerr << error.what() << std::endl;
    return EXIT_FAILURE;
}
