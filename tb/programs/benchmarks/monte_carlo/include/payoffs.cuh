// payoffs.cuh: what a path pays; each is told the share's price after each step.
#pragma once
#include "options.hpp"

namespace pricing {

template <Contract::Kind kind> struct Payoff;

struct Ending {
    double last;
    __device__ explicit Ending(const Contract &) : last(0) {}
    __device__ void observe(double price) { last = price; }
};
template <> struct Payoff<Contract::Kind::EuropeanCall> : Ending {
    using Ending::Ending;
    __device__ double pays(const Contract &contract, int) const { return fmax(last - contract.strike, 0.0); }
};
template <> struct Payoff<Contract::Kind::EuropeanPut> : Ending {
    using Ending::Ending;
    __device__ double pays(const Contract &contract, int) const { return fmax(contract.strike - last, 0.0); }
};
template <> struct Payoff<Contract::Kind::AsianCall> { // on the geometric mean, whose price is known
    double logarithms = 0;
    __device__ explicit Payoff(const Contract &) {}
    __device__ void observe(double price) { logarithms += log(price); }
    __device__ double pays(const Contract &contract, int steps) const { return fmax(exp(logarithms / steps) - contract.strike, 0.0); }
};
template <> struct Payoff<Contract::Kind::UpAndOutCall> : Ending {
    bool out = false;
    double barrier;
    __device__ explicit Payoff(const Contract &contract) : Ending(contract), barrier(contract.barrier) {}
    __device__ void observe(double price) {
        Ending::observe(price);
        out |= price >= barrier;
    }
    __device__ double pays(const Contract &contract, int) const { return out ? 0.0 : fmax(last - contract.strike, 0.0); }
};

} // namespace pricing
