// closed_forms.cu: prices that are known: Black and Scholes (1973); Kemna and Vorst (1990) for the geometric mean.
#include "options.hpp"

#include <cmath>

namespace pricing {

static double normal_below(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

double black_scholes(const Market &m, const Contract &c) {
    const double root = m.volatility * std::sqrt(c.years);
    const double d1 = (std::log(m.spot / c.strike) + (m.rate + 0.5 * m.volatility * m.volatility) * c.years) / root, d2 = d1 - root;
    const double discounted = c.strike * std::exp(-m.rate * c.years);
    return c.kind == Contract::Kind::EuropeanPut ? discounted * normal_below(-d2) - m.spot * normal_below(-d1)
                                                 : m.spot * normal_below(d1) - discounted * normal_below(d2);
}

double geometric_asian(const Market &m, const Contract &c, int steps) {
    const double n = steps, dt = c.years / n;
    const double mean = std::log(m.spot) + (m.rate - 0.5 * m.volatility * m.volatility) * dt * (n + 1) / 2;
    const double variance = m.volatility * m.volatility * dt * (n + 1) * (2 * n + 1) / (6 * n), root = std::sqrt(variance);
    const double d2 = (mean - std::log(c.strike)) / root, d1 = d2 + root;
    return std::exp(-m.rate * c.years) * (std::exp(mean + variance / 2) * normal_below(d1) - c.strike * normal_below(d2));
}

} // namespace pricing
