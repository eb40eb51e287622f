// lattice.cu: one cooperative launch for all steps; grids as many blocks as are resident at once go over the cells and meet at
// a barrier of the grid after each step.
#include "lattice.h"
#include "check.h"
#include "d2q9.cuh"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

template <typename Real> struct Lattice {
    Real *now, *next;
    const unsigned char *kinds;
    double *mass;
    unsigned int *arrived;
};

template <typename Real>
__global__ void __launch_bounds__(128) run(Flow<Real> flow, Lattice<Real> lattice, int steps, int every) {
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    __shared__ double sums[4];
    const int cells = flow.width * flow.height;
    Real *now = lattice.now, *next = lattice.next;

    for (int i = (int)grid.thread_rank(); i < cells; i += (int)grid.size())
#pragma unroll
        for (int q = 0; q < D2Q9::Q; q++) {
            now[q * cells + i] = lattice.kinds[i] == FLUID ? D2Q9::weight<Real>(q) : Real(0);
            next[q * cells + i] = Real(0);
        }
    grid.sync();
    for (int step = 0; step < steps; step++) {
        const auto from = [=](int q, int i) { return now[q * cells + i]; };
        double mass = 0;
        for (int i = (int)grid.thread_rank(); i < cells; i += (int)grid.size()) {
            const int x = i % flow.width, y = i / flow.width;
            if (lattice.kinds[i] != FLUID) continue;
            Pack<Real, D2Q9::Q> f;
#pragma unroll
            for (int q = 0; q < D2Q9::Q; q++) f[q] = pull(flow, lattice.kinds, from, x, y, q);
            collide(f, flow.omega);
#pragma unroll
            for (int q = 0; q < D2Q9::Q; q++) {
                next[q * cells + i] = f[q];
                mass += f[q];
            }
        }
        if (step % every == every - 1) {
            mass = cg::reduce(warp, mass, cg::plus<double>());
            if (warp.thread_rank() == 0) sums[warp.meta_group_rank()] = mass;
            block.sync();
            if (block.thread_rank() == 0) {
                double total = 0;
                for (int i = 0; i < (int)warp.meta_group_size(); i++) total += sums[i];
                atomicAdd(&lattice.mass[step / every], total);
            }
        }
        Real *const other = now;
        now = next;
        next = other;
        grid.sync();
    }
}

template <typename Real> Result<Real> simulate_on_device(int width, int height, int steps, int every) {
    const std::vector<unsigned char> kinds = box_with_obstacle(width, height);
    const size_t bytes = D2Q9::Q * kinds.size() * sizeof(Real);
    const int measurements = steps / every;
    int device = 0, cooperative = 0, processors = 0, per_processor = 0;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device));
    CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, run<Real>, 128, 0));
    if (!cooperative || per_processor == 0) exit(EXIT_FAILURE);

    Lattice<Real> lattice{};
    unsigned char *device_kinds;
    CHECK(cudaMalloc(&lattice.now, bytes));
    CHECK(cudaMalloc(&lattice.next, bytes));
    CHECK(cudaMalloc(&device_kinds, kinds.size()));
    CHECK(cudaMalloc(&lattice.mass, measurements * sizeof(double)));
    CHECK(cudaMemcpy(device_kinds, kinds.data(), kinds.size(), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(lattice.mass, 0, measurements * sizeof(double)));
    lattice.kinds = device_kinds;

    Flow<Real> flow{width, height, Real(1.4), Real(0.05)};
    Result<Real> result{std::vector<Real>(D2Q9::Q * kinds.size()), std::vector<double>(measurements), 0};
    const int needed = ((int)kinds.size() + 127) / 128, resident = processors * per_processor;
    result.blocks = needed < resident ? needed : resident;
    void *arguments[] = {&flow, &lattice, &steps, &every};
    CHECK(cudaLaunchCooperativeKernel((void *)run<Real>, dim3(result.blocks), dim3(128), arguments, 0, nullptr));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(result.populations.data(), steps % 2 ? lattice.next : lattice.now, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(result.mass.data(), lattice.mass, measurements * sizeof(double), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(lattice.now));
    CHECK(cudaFree(lattice.next));
    CHECK(cudaFree(device_kinds));
    CHECK(cudaFree(lattice.mass));
    return result;
}
template Result<float> simulate_on_device<float>(int, int, int, int);
template Result<double> simulate_on_device<double>(int, int, int, int);
