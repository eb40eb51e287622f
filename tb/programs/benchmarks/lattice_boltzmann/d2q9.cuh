// d2q9.cuh: nine velocities in two dimensions (Qian et al. 1992), and what a cell does in a step; both sides use it.
#pragma once
#include <cuda_runtime.h>

template <typename T, int N> struct Pack {
    T v[N];
    __host__ __device__ constexpr T operator[](int i) const { return v[i]; }
    __host__ __device__ constexpr T &operator[](int i) { return v[i]; }
};

struct D2Q9 {
    static constexpr int Q = 9;
    static __host__ __device__ constexpr int cx(int q) {
        constexpr int c[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
        return c[q];
    }
    static __host__ __device__ constexpr int cy(int q) {
        constexpr int c[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
        return c[q];
    }
    static __host__ __device__ constexpr int opposite(int q) {
        constexpr int o[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
        return o[q];
    }
    template <typename Real> static __host__ __device__ constexpr Real weight(int q) {
        return q == 0 ? Real(4) / Real(9) : q < 5 ? Real(1) / Real(9) : Real(1) / Real(36);
    }
};

enum CellKind : unsigned char { FLUID, WALL, LID };

template <typename Real> struct Flow {
    int width, height;
    Real omega, lid_speed;
};

// Bhatnagar, Gross and Krook's collision.
template <typename Real> __host__ __device__ inline void collide(Pack<Real, D2Q9::Q> &f, Real omega) {
    Real rho = 0, ux = 0, uy = 0;
#pragma unroll
    for (int q = 0; q < D2Q9::Q; q++) {
        rho += f[q];
        ux += Real(D2Q9::cx(q)) * f[q];
        uy += Real(D2Q9::cy(q)) * f[q];
    }
    ux /= rho;
    uy /= rho;
    const Real square = Real(1.5) * (ux * ux + uy * uy);
#pragma unroll
    for (int q = 0; q < D2Q9::Q; q++) {
        const Real cu = Real(3) * (Real(D2Q9::cx(q)) * ux + Real(D2Q9::cy(q)) * uy);
        const Real equilibrium = D2Q9::weight<Real>(q) * rho * (Real(1) + cu + Real(0.5) * cu * cu - square);
        f[q] += omega * (equilibrium - f[q]);
    }
}

// What comes into cell (x, y) by direction q: from the neighbour, or back from a wall (which the lid's speed pushes).
template <typename Real, typename From>
__host__ __device__ inline Real pull(const Flow<Real> &flow, const unsigned char *kinds, From from, int x, int y, int q) {
    const int nx = x - D2Q9::cx(q), ny = y - D2Q9::cy(q);
    const unsigned char kind = kinds[ny * flow.width + nx];
    if (kind == FLUID) return from(q, ny * flow.width + nx);
    const Real back = from(D2Q9::opposite(q), y * flow.width + x);
    return kind == LID ? back + Real(6) * D2Q9::weight<Real>(q) * Real(D2Q9::cx(q)) * flow.lid_speed : back;
}
