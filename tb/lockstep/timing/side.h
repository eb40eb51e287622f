/* SPDX-License-Identifier: Apache-2.0 */
// side.h: the two sides of the timing bench behind one interface: the verilated detector with the
// SMs' request FIFOs in front of it, and the C model (sim/mem/detector_timing.h).
#pragma once

#include <memory>

#include "tb/speed/throughput/detector.h"
#include "sim/mem/detector_timing.h"
#include "tb/speed/throughput/traffic.h"

namespace timing {

using throughput::Inputs;
using throughput::Outputs;
using throughput::Request;

class Side {
  public:
    virtual ~Side() = default;
    // For the next cycle: reset, or a kernel start. The model has no reset.
    virtual void command(bool reset, bool kernel_start) = 0;
    // False: the SM's FIFO is full. At most one of an SM a cycle.
    virtual bool offer(unsigned sm, const Request &request) = 0;
    // One clock. Takes the memory's part of IN; OUT is as the device shows it in this cycle, busy
    // as before its offers.
    virtual void cycle(Inputs &in, Outputs &out) = 0;
};

// As the model takes them
detector_timing_request_t request_of(const Request &request);
detector_port_in_t port_of(const Inputs &in);

std::unique_ptr<Side> rtl_side(throughput::Detector &detector,
                               const detector_timing_options_t &options);
std::unique_ptr<Side> model_side(const detector_timing_options_t &options);

} // namespace timing
