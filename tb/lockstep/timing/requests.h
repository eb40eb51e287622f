/* SPDX-License-Identifier: Apache-2.0 */
// requests.h: what the timing bench plays: the traffics of tb/speed/throughput, and drawn mixtures
// of accesses and fences on drawn geometries. Race-free (the drawn accesses are loads), since the
// race log is no part of the model.
#pragma once

#include "tb/lockstep/timing/play.h"

namespace timing {

// One after the other, as fast as they are taken
Schedule schedule_of(const throughput::Traffic &traffic);

// Tracked range (at most the one of OPTIONS, 10 or more), cache ratio, base addresses and FIFO
// depth
void draw_geometry(uint64_t seed, detector_timing_options_t &options);
// Contended and own segments, partial, whole and empty masks, segments outside the tracked range,
// fences, pauses
Schedule draw_schedule(uint64_t seed, const detector_timing_options_t &options, unsigned requests);
MemoryPattern draw_pattern(uint64_t seed);

} // namespace timing
