// simulate.cu: see options.hpp.
#include "payoffs.cuh"

#include <algorithm>
#include <cmath>
#include <curand.h>
#include <curand_kernel.h>
#include <exception>
#include <memory>
#include <thread>

namespace pricing {
namespace {

struct Sums {
    double payoffs, squares;
};

template <typename T> struct DeviceDelete {
    void operator()(T *memory) const { cudaFree(memory); }
};
template <typename T> using DevicePointer = std::unique_ptr<T[], DeviceDelete<T>>;
template <typename T> DevicePointer<T> device_array(std::size_t n) {
    T *memory = nullptr;
    THROW_ON_ERROR(cudaMalloc(&memory, n * sizeof(T)));
    return DevicePointer<T>(memory);
}

// The sum over the block, in the first thread; warps by shuffles.
template <int THREADS> __device__ double block_sum(double value) {
    static_assert(THREADS % 32 == 0 && THREADS <= 1024, "whole warps");
    __shared__ double of_warp[THREADS / 32];
#pragma unroll
    for (int delta = 16; delta > 0; delta >>= 1) value += __shfl_down_sync(0xffffffffu, value, delta);
    if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = value;
    __syncthreads();
    value = threadIdx.x < THREADS / 32 ? of_warp[threadIdx.x] : 0.0;
    if (threadIdx.x < 32)
#pragma unroll
        for (int delta = THREADS / 64; delta > 0; delta >>= 1) value += __shfl_down_sync(0xffffffffu, value, delta);
    __syncthreads(); // of_warp is used again
    return value;
}

struct Philox {
    curandStatePhilox4_32_10_t state;
    double spare = 0;
    bool has_spare = false;
    __device__ Philox(unsigned long long seed, int path) { curand_init(seed, path, 0, &state); }
    __device__ double operator()(int) {
        has_spare = !has_spare;
        if (!has_spare) return spare;
        const double2 two = curand_normal2_double(&state);
        spare = two.y;
        return two.x;
    }
};
struct Drawn {
    const double *numbers;
    int paths, path;
    __device__ double operator()(int step) const { return numbers[(size_t)step * paths + path]; }
};

template <Contract::Kind kind, typename Numbers>
__device__ double payoff_of_path(const Market &market, const Contract &contract, int steps, Numbers &numbers) {
    const double dt = contract.years / steps, drift = (market.rate - 0.5 * market.volatility * market.volatility) * dt;
    const double diffusion = market.volatility * sqrt(dt);
    Payoff<kind> payoff(contract);
    double price = market.spot;
    for (int step = 0; step < steps; step++) {
        price *= exp(fma(diffusion, numbers(step), drift));
        payoff.observe(price);
    }
    return exp(-market.rate * contract.years) * payoff.pays(contract, steps);
}

template <int THREADS> __device__ void add(double payoffs, double squares, Sums *sums) {
    payoffs = block_sum<THREADS>(payoffs);
    squares = block_sum<THREADS>(squares);
    if (threadIdx.x == 0) {
        atomicAdd(&sums->payoffs, payoffs);
        atomicAdd(&sums->squares, squares);
    }
}

template <Contract::Kind kind, int THREADS>
__global__ void __launch_bounds__(THREADS) paths_kernel(Market market, Contract contract, int paths, int steps, unsigned long long seed, Sums *sums) {
    double payoffs = 0, squares = 0;
    for (int path = blockIdx.x * THREADS + threadIdx.x; path < paths; path += gridDim.x * THREADS) {
        Philox numbers(seed, path);
        const double pays = payoff_of_path<kind>(market, contract, steps, numbers);
        payoffs += pays;
        squares += pays * pays;
    }
    add<THREADS>(payoffs, squares, sums);
}

template <Contract::Kind kind, int THREADS>
__global__ void drawn_kernel(Market market, Contract contract, int paths, int steps, const double *numbers, Sums *sums) {
    const int path = blockIdx.x * THREADS + threadIdx.x;
    double pays = 0;
    if (path < paths) {
        Drawn drawn{numbers, paths, path};
        pays = payoff_of_path<kind>(market, contract, steps, drawn);
    }
    add<THREADS>(pays, pays * pays, sums);
}

template <typename Call> void by_kind(Contract::Kind kind, Call call) {
    using Kind = Contract::Kind;
    switch (kind) {
    case Kind::EuropeanCall: return call(std::integral_constant<Kind, Kind::EuropeanCall>());
    case Kind::EuropeanPut: return call(std::integral_constant<Kind, Kind::EuropeanPut>());
    case Kind::AsianCall: return call(std::integral_constant<Kind, Kind::AsianCall>());
    case Kind::UpAndOutCall: return call(std::integral_constant<Kind, Kind::UpAndOutCall>());
    }
}

Estimate estimate_of(const Sums &sums, long paths) {
    const double mean = sums.payoffs / paths, variance = sums.squares / paths - mean * mean;
    return {mean, std::sqrt(std::max(0.0, variance) / paths), paths};
}

constexpr int kThreads = 128;

} // namespace

std::vector<Estimate> simulate(const Market &market, const std::vector<Contract> &contracts, int paths, int steps, unsigned long long seed) {
    std::vector<Estimate> estimates(contracts.size());
    std::vector<std::thread> threads;
    std::vector<std::exception_ptr> failures(contracts.size());
    for (std::size_t i = 0; i < contracts.size(); i++)
        threads.emplace_back([&, i] {
            try {
                THROW_ON_ERROR(cudaSetDevice(0));
                cudaStream_t stream;
                Sums *pinned;
                THROW_ON_ERROR(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
                THROW_ON_ERROR(cudaHostAlloc(&pinned, sizeof(Sums), cudaHostAllocDefault));
                const auto sums = device_array<Sums>(1);
                THROW_ON_ERROR(cudaMemsetAsync(sums.get(), 0, sizeof(Sums), stream));
                by_kind(contracts[i].kind, [&](auto kind) {
                    int blocks = 0, threads_of_best = 0;
                    THROW_ON_ERROR(cudaOccupancyMaxPotentialBlockSize(&blocks, &threads_of_best, paths_kernel<decltype(kind)::value, kThreads>, 0, kThreads));
                    blocks = std::min({blocks, 8, (paths + kThreads - 1) / kThreads});
                    paths_kernel<decltype(kind)::value, kThreads><<<blocks, kThreads, 0, stream>>>(market, contracts[i], paths, steps, seed + i, sums.get());
                });
                THROW_ON_ERROR(cudaGetLastError());
                THROW_ON_ERROR(cudaMemcpyAsync(pinned, sums.get(), sizeof(Sums), cudaMemcpyDeviceToHost, stream));
                THROW_ON_ERROR(cudaStreamSynchronize(stream));
                estimates[i] = estimate_of(*pinned, paths);
                THROW_ON_ERROR(cudaFreeHost(pinned));
                THROW_ON_ERROR(cudaStreamDestroy(stream));
            } catch (...) {
                failures[i] = std::current_exception();
            }
        });
    for (auto &thread : threads) thread.join();
    for (const auto &failure : failures)
        if (failure) std::rethrow_exception(failure);
    return estimates;
}

Estimate simulate_from_numbers(const Market &market, const Contract &contract, int paths, int steps, unsigned long long seed) {
    const std::size_t count = std::size_t(paths) * steps;
    const auto numbers = device_array<double>(count + count % 2);
    const auto sums = device_array<Sums>(1);
    curandGenerator_t generator;
    if (curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_XORWOW) != CURAND_STATUS_SUCCESS ||
        curandSetPseudoRandomGeneratorSeed(generator, seed) != CURAND_STATUS_SUCCESS ||
        curandGenerateNormalDouble(generator, numbers.get(), count + count % 2, 0.0, 1.0) != CURAND_STATUS_SUCCESS ||
        curandDestroyGenerator(generator) != CURAND_STATUS_SUCCESS)
        throw std::runtime_error("cuRAND");
    THROW_ON_ERROR(cudaMemset(sums.get(), 0, sizeof(Sums)));
    by_kind(contract.kind, [&](auto kind) {
        drawn_kernel<kind(), kThreads><<<(paths + kThreads - 1) / kThreads, kThreads>>>(market, contract, paths, steps, numbers.get(), sums.get());
    });
    THROW_ON_ERROR(cudaGetLastError());
    Sums host;
    THROW_ON_ERROR(cudaMemcpy(&host, sums.get(), sizeof host, cudaMemcpyDeviceToHost));
    return estimate_of(host, paths);
}

} // namespace pricing
