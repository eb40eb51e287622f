// hotspot.cuh: what the chip, the kernel and its launches agree on.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

#ifndef BLOCK_SIZE
#define BLOCK_SIZE 32
#endif
#define EXPAND_RATE 2 // one row of ghost cells on either side for each step of the pyramid
#define IN_RANGE(x, min, max) ((x) >= (min) && (x) <= (max))

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true) {
    if (code != cudaSuccess) {
        fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
        if (abort) exit(code);
    }
}

struct Coefficients {
    float step_div_cap, rx_1, ry_1, rz_1, ambient;
};

// A chip of rows x columns cells.
struct Chip {
    int rows, columns;
    std::vector<float> temperature, power;
    Chip(int rows, int columns);
    Coefficients coefficients() const;
    void step_on_host();
};

void simulate(Chip &chip, int iterations, int pyramid_height);
