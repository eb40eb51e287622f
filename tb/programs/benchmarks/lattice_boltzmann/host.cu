// host.cu: the same steps on the host.
#include "lattice.h"
#include "d2q9.cuh"

std::vector<unsigned char> box_with_obstacle(int width, int height) {
    std::vector<unsigned char> kinds(width * height, FLUID);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            if (x == 0 || y == 0 || x == width - 1) kinds[y * width + x] = WALL;
            if (y == height - 1) kinds[y * width + x] = LID;
            const int dx = x - width / 3, dy = y - height / 2;
            if (dx * dx + dy * dy <= height * height / 64) kinds[y * width + x] = WALL;
        }
    return kinds;
}

template <typename Real> Result<Real> simulate_on_host(int width, int height, int steps, int every) {
    const std::vector<unsigned char> kinds = box_with_obstacle(width, height);
    const int cells = width * height;
    const Flow<Real> flow{width, height, Real(1.4), Real(0.05)};
    std::vector<Real> now(D2Q9::Q * cells), next(D2Q9::Q * cells);
    for (int q = 0; q < D2Q9::Q; q++)
        for (int i = 0; i < cells; i++) now[q * cells + i] = kinds[i] == FLUID ? D2Q9::weight<Real>(q) : Real(0);
    Result<Real> result{{}, {}, 0};
    for (int step = 0; step < steps; step++) {
        const auto from = [&](int q, int i) { return now[q * cells + i]; };
        for (int y = 1; y < height - 1; y++)
            for (int x = 1; x < width - 1; x++) {
                if (kinds[y * width + x] != FLUID) continue;
                Pack<Real, D2Q9::Q> f{};
                for (int q = 0; q < D2Q9::Q; q++) f[q] = pull(flow, kinds.data(), from, x, y, q);
                collide(f, flow.omega);
                for (int q = 0; q < D2Q9::Q; q++) next[q * cells + y * width + x] = f[q];
            }
        now.swap(next);
        if (step % every == every - 1) {
            double mass = 0;
            for (Real f : now) mass += f;
            result.mass.push_back(mass);
        }
    }
    result.populations = now;
    return result;
}
template Result<float> simulate_on_host<float>(int, int, int, int);
template Result<double> simulate_on_host<double>(int, int, int, int);
