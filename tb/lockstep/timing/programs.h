/* SPDX-License-Identifier: Apache-2.0 */
// programs.h: requests of whole programs, random ones (cosim/random/random_program.h) and recorded
// ones: events lowered as the load/store units do it (cmodel/scord_replay.h). Accesses become
// loads: timing does not depend on the operation, and loads do not race.
#pragma once

#include <string>
#include <vector>

#include "tb/lockstep/timing/play.h"

namespace timing {

struct Kernel {
    detector_timing_options_t options; // those given, with the kernel's tracked range
    Schedule schedule;
};

// EVENTS: about as many. OPTIONS: SMs, FIFO depth and cache ratio.
std::vector<Kernel> random_kernels(uint64_t seed, uint64_t events,
                                   const detector_timing_options_t &options);
// Kernels of the stream PATH; none when it needs more SMs than OPTIONS has. Ends the program (2)
// when it cannot be read.
std::vector<Kernel> recorded_kernels(const char *path, const detector_timing_options_t &options);

} // namespace timing
