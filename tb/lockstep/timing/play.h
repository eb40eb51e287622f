/* SPDX-License-Identifier: Apache-2.0 */
// play.h: plays a schedule of requests on one side before one memory and notes every handshake and
// decision.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "tb/lockstep/timing/drawn_memory.h"
#include "tb/speed/throughput/memory.h"
#include "tb/lockstep/timing/side.h"

namespace timing {

// A request, offered at the earliest GAP cycles after the one before of its SM was taken
struct Scheduled {
    Request request;
    unsigned gap = 0;
};
using Schedule = std::vector<std::vector<Scheduled>>; // of every SM, in its order

enum class What { read_address, write_address, write_data, decision, taken, end };

struct Event {
    uint64_t cycle;
    What what;
    uint64_t number, address, more; // id, beats or words; see note_* in play.cpp
    bool operator==(const Event &other) const {
        return cycle == other.cycle && what == other.what && number == other.number &&
               address == other.address && more == other.more;
    }
};
std::string text(const Event &event);

struct Record {
    std::vector<Event> events;
    uint64_t cycles = 0, clear_cycles = 0, requests = 0, verdicts = 0;
    std::array<uint64_t, 6>
        counted{}; // cycles: line hit, miss; stall for metadata, line, fetch, queue
    bool ended = false;
};

// Words of 8 bytes: all, and those of a beat, at most SCORD_MAX_BEAT_ENTRIES.
struct MemorySize {
    uint64_t words = 0;
    unsigned beat_words = 1;
};

// Every schedule is a kernel: kernel start, then its requests until the detector is not busy.
Record play(Side &side, unsigned latency, const MemorySize &size,
            const std::vector<Schedule> &kernels);
Record play(Side &side, const MemoryPattern &pattern, const MemorySize &size,
            const std::vector<Schedule> &kernels);

} // namespace timing
