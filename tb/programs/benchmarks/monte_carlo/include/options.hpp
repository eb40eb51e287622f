/* SPDX-License-Identifier: Apache-2.0 */
// options.hpp: contracts on a share, priced by simulated paths.
#pragma once
#include <cuda_runtime.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace pricing {

struct Market {
    double spot, rate, volatility;
};
struct Contract {
    enum class Kind { EuropeanCall, EuropeanPut, AsianCall, UpAndOutCall } kind;
    double strike, years, barrier;
};
struct Estimate {
    double price, error; // the standard error
    long paths;
};

class CudaError : public std::runtime_error {
  public:
    CudaError(cudaError_t code, const char *file, int line)
        : std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + cudaGetErrorName(code) + ": " + cudaGetErrorString(code)) {}
};
#define THROW_ON_ERROR(call)                                                                                                       \
    if (const cudaError_t code_ = (call); code_ != cudaSuccess) throw ::pricing::CudaError(code_, __FILE__, __LINE__)

// Each contract in its stream, launched by a thread of its own.
std::vector<Estimate> simulate(const Market &market, const std::vector<Contract> &contracts, int paths, int steps, unsigned long long seed);
// From normal numbers that the host's generator of cuRAND drew beforehand: the same by another way.
Estimate simulate_from_numbers(const Market &market, const Contract &contract, int paths, int steps, unsigned long long seed);

double black_scholes(const Market &market, const Contract &contract);
double geometric_asian(const Market &market, const Contract &contract, int steps);

} // namespace pricing
