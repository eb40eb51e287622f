// chip.cu: the chip on the host, with the constants of HotSpot (Huang et al. 2006) as Rodinia uses them.
#include "hotspot.cuh"

#include <algorithm>
#include <cmath>

namespace {
constexpr float kMaxPower = 3.0e6f, kPrecision = 0.001f, kSpecificHeat = 1.75e6f, kConductivity = 100, kFactor = 0.5f;
constexpr float kThickness = 0.0005f, kHeight = 0.016f, kWidth = 0.016f, kAmbient = 80.0f;
} // namespace

Chip::Chip(int rows_, int columns_)
    : rows(rows_), columns(columns_), temperature((size_t)rows_ * columns_), power((size_t)rows_ * columns_) {
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++) {
            temperature[y * columns + x] = 320.0f + 5.0f * std::sin(0.3f * x) * std::cos(0.2f * y);
            power[y * columns + x] = (x / 9 + y / 7) % 3 == 0 ? 0.012f : 0.001f;
        }
}

Coefficients Chip::coefficients() const {
    const float grid_height = kHeight / rows, grid_width = kWidth / columns;
    const float cap = kFactor * kSpecificHeat * kThickness * grid_width * grid_height;
    const float rx = grid_width / (2.0f * kConductivity * kThickness * grid_height);
    const float ry = grid_height / (2.0f * kConductivity * kThickness * grid_width);
    const float rz = kThickness / (kConductivity * grid_height * grid_width);
    const float max_slope = kMaxPower / (kFactor * kThickness * kSpecificHeat);
    return {kPrecision / max_slope / cap, 1 / rx, 1 / ry, 1 / rz, kAmbient};
}

void Chip::step_on_host() {
    const auto [step, rx, ry, rz, ambient] = coefficients();
    std::vector<float> next(temperature.size());
    const auto at = [&](int y, int x) {
        return (double)temperature[std::clamp(y, 0, rows - 1) * columns + std::clamp(x, 0, columns - 1)];
    };
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++)
            next[y * columns + x] =
                (float)(at(y, x) + step * (power[y * columns + x] + (at(y + 1, x) + at(y - 1, x) - 2 * at(y, x)) * ry +
                                           (at(y, x + 1) + at(y, x - 1) - 2 * at(y, x)) * rx + (ambient - at(y, x)) * rz));
    temperature.swap(next);
}
