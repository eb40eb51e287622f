/* SPDX-License-Identifier: Apache-2.0 */
// traffic.h: the request sequences of the throughput bench. Race-free but for `racing`: the race
// log is no part of the rest.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tb/speed/throughput/detector.h"

namespace throughput {

struct Request {
    bool fence = false;
    unsigned block = 0; // BlockID {SM, slot}
    unsigned warp = 0, barrier = 0, bloom = 0, op = SCORD_OP_LOAD, scope = SCORD_SCOPE_DEVICE;
    bool strong = true;
    unsigned segment = 0; // of 32 words
    uint32_t mask = 0;
};

// Requests of every SM, in its order
using Traffic = std::vector<std::vector<Request>>;

enum class Kind {
    sequential,
    strided_2,
    strided_32,
    random,
    same_entry,
    same_line,
    fence_access,
    lock_heavy,
    contended,
    racing
};

struct TrafficShape {
    Kind kind;
    const char *name; // as in the table
    const char *text; // what it is
};
extern const std::vector<TrafficShape> traffic_shapes;

// REQUESTS a SM, over SEGMENTS segments; small SEGMENTS stay in the line buffer. The same seed
// gives the same requests.
Traffic make_traffic(Kind kind, unsigned sms, unsigned requests, unsigned segments, unsigned seed);

RequestBits pack(const Request &request, uint32_t sequence);

} // namespace throughput
