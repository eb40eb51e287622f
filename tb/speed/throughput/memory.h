/* SPDX-License-Identifier: Apache-2.0 */
// memory.h: AXI4 slave of the throughput bench: fixed latency, one read beat and one write beat a
// cycle, always ready.
//
// The first beat of a read comes LATENCY cycles after its address, the bursts' beats follow each
// other in the order of the addresses; a write response comes LATENCY cycles after the last beat.
// That is the fastest memory of one port.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "tb/speed/throughput/detector.h"

namespace throughput {

class Memory {
  public:
    Memory(unsigned latency, uint64_t words, unsigned beat_words = 1)
        : latency_(latency), beat_words_(beat_words), words_(words) {}

    void drive(Inputs &in) const {
        in.rvalid = !reads_.empty() && reads_.front().due <= cycle_;
        if (in.rvalid) {
            const Burst &burst = reads_.front();
            in.rid = burst.id;
            in.rlast = burst.beat == burst.length;
            in.rdata = words_.at(place(burst));
            for (unsigned i = 1; i < beat_words_; i++)
                in.rdata_above[i - 1] = words_.at(place(burst) + i);
        }
        in.bvalid = !responses_.empty() && responses_.front().due <= cycle_;
        if (in.bvalid) in.bid = responses_.front().id;
    }

    void sample(const Inputs &in, const Outputs &out) {
        if (in.rvalid) {
            read_beats++;
            if (reads_.front().beat++ == reads_.front().length) reads_.pop_front();
        }
        if (in.bvalid) responses_.pop_front();
        if (out.arvalid) reads_.push_back({out.arid, out.araddr, out.arlen, 0, cycle_ + latency_});
        if (out.awvalid) writes_.push_back({out.awid, out.awaddr, out.awlen, 0, 0});
        if (out.wvalid) data_.push_back({out.wdata, out.wdata_above, out.wstrb, out.wlast});
        while (!writes_.empty() && !data_.empty()) write_beat();
        cycle_++;
    }

    uint64_t read_beats = 0, write_beats = 0;

  private:
    struct Burst {
        unsigned id;
        uint64_t address;
        unsigned length, beat;
        uint64_t due;
    };
    struct Beat {
        uint64_t data;
        WordsAbove above;
        uint32_t strobe;
        bool last;
    };

    // Number of the first word of the burst's next beat
    uint64_t place(const Burst &burst) const {
        return burst.address / 8 + uint64_t{burst.beat} * beat_words_;
    }

    void write_beat() {
        Burst &burst = writes_.front();
        const Beat beat = data_.front();
        data_.pop_front();
        write_beats++;
        for (unsigned i = 0; i < beat_words_; i++)
            if (beat.strobe >> i & 1)
                words_.at(place(burst) + i) = i ? beat.above[i - 1] : beat.data;
        burst.beat++;
        if (!beat.last) return;
        responses_.push_back({burst.id, 0, 0, 0, cycle_ + latency_});
        writes_.pop_front();
    }

    unsigned latency_, beat_words_;
    uint64_t cycle_ = 0;
    std::vector<uint64_t> words_;
    std::deque<Burst> reads_, writes_, responses_;
    std::deque<Beat> data_;
};

} // namespace throughput
