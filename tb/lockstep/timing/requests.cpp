/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/lockstep/timing/requests.h"

#include <random>

namespace timing {
namespace {

class Draw {
  public:
    explicit Draw(uint64_t seed) : random_(seed) {}
    unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
    bool percent(unsigned chance) { return below(100) < chance; }
    uint32_t bits() { return static_cast<uint32_t>(random_() >> 16); }
    unsigned one_of(std::initializer_list<unsigned> values) {
        return values.begin()[below(static_cast<unsigned>(values.size()))];
    }

  private:
    std::mt19937_64 random_;
};

// How a schedule's requests are drawn
struct Mixture {
    unsigned fences, untracked, shared, pauses; // of 100 requests
    unsigned segments;                          // of an SM, and of all together
    unsigned pause;                             // cycles at most
    unsigned mask_kind;                         // 4: any
};

Mixture draw_mixture(Draw &draw, const detector_timing_options_t &options) {
    Mixture m;
    m.fences = draw.one_of({0, 5, 40});
    m.untracked = draw.one_of({0, 3, 30});
    m.shared = draw.one_of({0, 20, 100});
    m.pauses = draw.one_of({0, 0, 10, 100});
    m.pause = draw.one_of({1, 8, 300});
    m.segments = draw.one_of({1, 2, options.lines, 2 * options.lines, 64});
    m.mask_kind = draw.below(5);
    return m;
}

uint32_t draw_mask(Draw &draw, unsigned kind) {
    switch (kind) {
    case 0: return UINT32_MAX;
    case 1: return 1u << draw.below(32);
    case 2: return 0xffu << 8 * draw.below(4);
    case 3:
        return draw.bits() & (draw.bits() | draw.bits()); // now and then empty spans between spans
    default: return draw.percent(3) ? 0 : draw_mask(draw, draw.below(4));
    }
}

Request draw_request(Draw &draw, const Mixture &m, const detector_timing_options_t &options,
                     unsigned sm) {
    const uint64_t range_segments = options.log2_tracked_words > 5
                                        ? uint64_t{1} << (options.log2_tracked_words - 5)
                                        : 1;
    const unsigned first = draw.percent(m.shared) ? 0 : sm * m.segments;
    uint64_t segment = options.tracked_base / SCORD_SEGMENT_BYTES ^
                       ((first + draw.below(m.segments)) & (range_segments - 1));
    if (draw.percent(m.untracked)) segment ^= range_segments << draw.below(6);
    Request request;
    request.block = sm << SCORD_SLOT_WIDTH;
    request.fence = draw.percent(m.fences);
    request.segment = static_cast<unsigned>(segment);
    request.mask = request.fence ? 0 : draw_mask(draw, m.mask_kind);
    return request;
}

} // namespace

Schedule schedule_of(const throughput::Traffic &traffic) {
    Schedule schedule(traffic.size());
    for (size_t sm = 0; sm < traffic.size(); sm++)
        for (const Request &request : traffic[sm]) schedule[sm].push_back({request, 0});
    return schedule;
}

void draw_geometry(uint64_t seed, detector_timing_options_t &options) {
    Draw draw(seed);
    const unsigned most = options.log2_tracked_words;
    options.log2_tracked_words = draw.one_of({4, 5, 6, 8, 10, most, most, most});
    options.log2_cache_ratio = draw.below(5);
    options.tracked_base = uint64_t{draw.below(100)} * (UINT64_C(4) << options.log2_tracked_words);
    options.metadata_base = uint64_t{draw.below(40)} * SCORD_METADATA_LINE_BYTES;
    options.fifo_depth = draw.one_of({2, 4, 4, 16});
}

Schedule draw_schedule(uint64_t seed, const detector_timing_options_t &options, unsigned requests) {
    Draw draw(seed);
    const Mixture mixture = draw_mixture(draw, options);
    Schedule schedule(options.sms);
    const unsigned silent = draw.percent(30) ? draw.below(options.sms)
                                             : options.sms; // an SM without requests
    for (unsigned sm = 0; sm < options.sms; sm++)
        for (unsigned i = 0; i < requests / options.sms && sm != silent; i++)
            schedule[sm].push_back(
                {draw_request(draw, mixture, options, sm),
                 draw.percent(mixture.pauses) ? draw.below(mixture.pause + 1) : 0});
    return schedule;
}

MemoryPattern draw_pattern(uint64_t seed) {
    Draw draw(seed);
    MemoryPattern pattern;
    pattern.seed = seed;
    pattern.latency_least = draw.one_of({1, 1, 20, 100});
    pattern.latency_most = pattern.latency_least + draw.one_of({0, 3, 50, 400});
    pattern.ar_ready = draw.one_of({100, 100, 50, 10});
    pattern.aw_ready = draw.one_of({100, 100, 50, 10});
    pattern.w_ready = draw.one_of({100, 100, 50, 10});
    pattern.beat = draw.one_of({100, 100, 60, 25});
    pattern.response = draw.one_of({100, 100, 50, 5});
    return pattern;
}

} // namespace timing
