/* SPDX-License-Identifier: Apache-2.0 */
// run.h: one measured run: reset, kernel start, warm-up, traffic; every word slot of the measured
// cycles gets one reason.
//
// A cycle of the decide stage has Lanes word slots. The window reaches from the first to the last
// decision of the traffic; every slot in it is a decided word or is lost to exactly one cause,
// found from the detector's stall outputs and the pipeline's fixed distances
// (docs/rtl-interface.md): a cycle without an item follows a load stage without one (one cycle
// before), that follows a lookup stage that waited (two before) or had no request (three before).
#pragma once

#include <array>
#include <cstdint>

#include "tb/speed/throughput/memory.h"
#include "tb/speed/throughput/traffic.h"

namespace throughput {

enum Cause {
    width,
    fence,
    race_log,
    metadata,
    line,
    fetch,
    arbitration,
    no_request,
    unexplained,
    causes
};
extern const std::array<const char *, causes> cause_names;

struct Result {
    uint64_t cycles = 0, words = 0, items = 0, races = 0; // of the window
    std::array<uint64_t, causes> lost{};                  // word slots
    uint64_t bubbles = 0; // cycles without an item and without a log stall
    uint64_t clear_cycles = 0, clear_entries = 0;
    uint64_t drain_cycles = 0;                // from the last decision until not busy
    uint64_t read_beats = 0, write_beats = 0; // in the window
    unsigned worst_turns = 0;                 // turns of another SM that one saw while it waited
    bool finished = false;                    // everything was decided
};

struct Setting {
    unsigned latency = 1;  // of the memory, cycles
    unsigned segments = 1; // tracked; the metadata has 32 entries a segment
    bool warm = false;     // the traffic runs once before, unmeasured: its lines are buffered
};

Result measure(Detector &detector, const Setting &setting, const Traffic &traffic);

} // namespace throughput
