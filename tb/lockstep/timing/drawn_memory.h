/* SPDX-License-Identifier: Apache-2.0 */
// drawn_memory.h: AXI4 slave of the timing bench whose readies, latencies and order are drawn: from
// the seed, the cycle and the burst's number, so that two detectors that do the same see the same
// memory.
//
// Reads: up to the drawn latency after the address the first beat may come; each cycle with a beat
// (drawn) one of the bursts that may go on is drawn, so bursts overtake each other and their beats
// interleave. Write responses come in any order. Until begin() it is always ready and answers in
// the next cycle (for the clear at kernel start).
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "tb/speed/throughput/detector.h"
#include "cmodel/base/random.h"

namespace timing {

using throughput::Inputs;
using throughput::Outputs;

struct MemoryPattern {
    uint64_t seed = 0;
    unsigned latency_least = 1, latency_most = 1; // cycles
    unsigned ar_ready = 100, aw_ready = 100, w_ready = 100, beat = 100,
             response = 100; // of 100 cycles
};

class DrawnMemory {
  public:
    DrawnMemory(const MemoryPattern &pattern, uint64_t words, unsigned beat_words)
        : pattern_(pattern), beat_words_(beat_words), words_(words) {}

    // From here on as drawn; nothing may be in flight.
    void begin() {
        drawn_ = true;
        cycle_ = reads_seen_ = writes_seen_ = 0;
    }
    void end() { drawn_ = false; }

    void drive(Inputs &in) {
        in.arready = yes(1, pattern_.ar_ready);
        in.awready = yes(2, pattern_.aw_ready);
        in.wready = yes(3, pattern_.w_ready);
        read_ = yes(4, pattern_.beat) ? pick(reads_, 5) : none;
        in.rvalid = read_ != none;
        if (in.rvalid) {
            const Burst &burst = reads_[read_];
            in.rid = burst.id;
            in.rlast = burst.beat == burst.length;
            in.rdata = words_.at(place(burst));
            for (unsigned i = 1; i < beat_words_; i++)
                in.rdata_above[i - 1] = words_.at(place(burst) + i);
        }
        response_ = yes(6, pattern_.response) ? pick(responses_, 7) : none;
        in.bvalid = response_ != none;
        if (in.bvalid) in.bid = responses_[response_].id;
    }

    void sample(const Inputs &in, const Outputs &out) {
        if (in.rvalid && reads_[read_].beat++ == reads_[read_].length)
            reads_.erase(reads_.begin() + read_);
        if (in.bvalid) responses_.erase(responses_.begin() + response_);
        if (out.arvalid && in.arready) {
            reads_.push_back(
                {out.arid, out.araddr, out.arlen, 0, cycle_ + latency(8, reads_seen_)});
            reads_seen_++;
        }
        if (out.awvalid && in.awready) writes_.push_back({out.awid, out.awaddr, out.awlen, 0, 0});
        if (out.wvalid && in.wready)
            data_.push_back({out.wdata, out.wdata_above, out.wstrb, out.wlast});
        while (!writes_.empty() && !data_.empty()) write_beat();
        cycle_++;
    }

  private:
    struct Burst {
        unsigned id;
        uint64_t address;
        unsigned length, beat;
        uint64_t due;
    };
    struct Beat {
        uint64_t data;
        throughput::WordsAbove above;
        uint32_t strobe;
        bool last;
    };
    static constexpr int none = -1;

    // Number of the first word of the burst's next beat
    uint64_t place(const Burst &burst) const {
        return burst.address / 8 + uint64_t{burst.beat} * beat_words_;
    }

    uint64_t draw(unsigned stream, uint64_t number) const {
        return scord_mix64(scord_mix64(pattern_.seed * 16 + stream) + number * SCORD_GOLDEN64);
    }
    bool yes(unsigned stream, unsigned percent) const {
        return !drawn_ || draw(stream, cycle_) % 100 < percent;
    }
    unsigned latency(unsigned stream, uint64_t burst) const {
        if (!drawn_) return 1;
        return pattern_.latency_least +
               static_cast<unsigned>(draw(stream, burst) %
                                     (pattern_.latency_most - pattern_.latency_least + 1));
    }

    // One of the bursts that are due
    int pick(const std::deque<Burst> &bursts, unsigned stream) const {
        std::vector<int> due;
        for (size_t i = 0; i < bursts.size(); i++)
            if (bursts[i].due <= cycle_) due.push_back(static_cast<int>(i));
        if (due.empty()) return none;
        return drawn_ ? due[draw(stream, cycle_) % due.size()] : due.front();
    }

    void write_beat() {
        Burst &burst = writes_.front();
        const Beat beat = data_.front();
        data_.pop_front();
        for (unsigned i = 0; i < beat_words_; i++)
            if (beat.strobe >> i & 1)
                words_.at(place(burst) + i) = i ? beat.above[i - 1] : beat.data;
        burst.beat++;
        if (!beat.last) return;
        responses_.push_back({burst.id, 0, 0, 0, cycle_ + latency(9, writes_seen_)});
        writes_seen_++;
        writes_.pop_front();
    }

    MemoryPattern pattern_;
    unsigned beat_words_;
    bool drawn_ = false;
    uint64_t cycle_ = 0, reads_seen_ = 0, writes_seen_ = 0;
    int read_ = none, response_ = none;
    std::vector<uint64_t> words_;
    std::deque<Burst> reads_, writes_, responses_;
    std::deque<Beat> data_;
};

} // namespace timing
