/* SPDX-License-Identifier: Apache-2.0 */
// detector.h: one verilated rtl/detector/scord_detector.v as a clocked box: inputs in, outputs out,
// one cycle at a time.
//
// Only what the throughput and the timing bench need; classes for the configurations of
// THROUGHPUT_CONFIGS (throughput.mk).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cmodel/scord_params.h"

namespace throughput {

using RequestBits = std::array<uint32_t, SCORD_DETECTOR_REQUEST_WORDS>;
using WordsAbove =
    std::array<uint64_t, SCORD_MAX_BEAT_ENTRIES - 1>; // of a beat, those after its first word

struct Inputs {
    bool reset = false, kernel_start = false;
    uint64_t tracked_base = 0, metadata_base = 0, log_base = 0;
    unsigned log2_tracked_words = 4, log2_cache_ratio = 0;
    uint32_t log_capacity = 1, log_head = 0;
    uint32_t request_valid = 0, request_more = 0; // one bit an SM
    std::array<RequestBits, SCORD_MAX_SMS> request{};
    bool arready = true, awready = true, wready = true;
    bool rvalid = false, rlast = false, bvalid = false;
    unsigned rid = 0, bid = 0;
    uint64_t rdata = 0; // the first word of a beat
    WordsAbove rdata_above{};
};

struct Outputs {
    bool clearing, busy;
    uint32_t request_ready;
    unsigned retired;  // items of this cycle
    bool fence;        // the item is a fence
    unsigned verdicts; // of the retired words, those that are not clean
    bool line_hit, line_miss;
    bool stall_metadata, stall_race_log, stall_line, stall_fetch, stall_queue;
    uint32_t log_tail;
    bool arvalid, awvalid, wvalid, wlast;
    unsigned arid, arlen, awid, awlen;
    uint64_t araddr, awaddr;
    uint64_t wdata; // the first word of a beat
    WordsAbove wdata_above;
    uint32_t wstrb; // one bit a word, all its bytes
};

class Detector {
  public:
    virtual ~Detector() = default;
    // One clock cycle: OUT is what the device shows in it, before the rising edge.
    virtual void cycle(const Inputs &in, Outputs &out) = 0;
    std::string name;
    unsigned sms = 0, warps = 0, lanes = 0, lines = 0, beat_entries = 1;
};

// One of every configuration that was built, in their order.
std::vector<std::unique_ptr<Detector>> all_detectors();

} // namespace throughput
