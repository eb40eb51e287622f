/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/speed/throughput/traffic.h"

#include <random>

#include "cosim/lockstep/device/rtl_device.h" // scord_port_set

namespace throughput {

const std::vector<TrafficShape> traffic_shapes = {
    {Kind::sequential, "sequential", "whole segments, one after the other"},
    {Kind::strided_2, "strided by 2", "every second word of one segment after the other"},
    {Kind::strided_32, "strided by 32", "one word a segment: nothing to coalesce"},
    {Kind::random, "random", "random words of random segments"},
    {Kind::same_entry, "same entry", "one word, again and again"},
    {Kind::same_line, "same line", "one whole segment, again and again"},
    {Kind::fence_access, "fence, access",
     "a warp's fence, then its access of eight words, alternating"},
    {Kind::lock_heavy, "lock-heavy",
     "atomicCAS, fence, seven words under the lock, fence, atomicExch"},
    {Kind::contended, "contended", "loads of the same segments by all SMs"},
    {Kind::racing, "racing",
     "unsynchronised stores of two SMs to the same segments: every word is a race"},
};

namespace {

constexpr unsigned all_words = 0xffffffffu;

struct Maker {
    std::mt19937 random;
    unsigned sms, segments;
    std::vector<Request> requests;

    // The segments are divided among the SMs, unless there are fewer
    unsigned segment_of(unsigned sm, unsigned number) const {
        const unsigned share = segments / sms ? segments / sms : 1;
        return (sm * share + number % share) % segments;
    }
    // Stores only where no other SM accesses
    unsigned store(bool wanted) const {
        return wanted && segments >= sms ? SCORD_OP_STORE : SCORD_OP_LOAD;
    }
    void access(unsigned sm, unsigned segment, uint32_t mask, unsigned op, unsigned bloom = 0) {
        Request request;
        request.block = sm << SCORD_SLOT_WIDTH;
        request.segment = segment;
        request.mask = mask;
        request.op = op;
        request.bloom = bloom;
        requests.push_back(request);
    }
    void fence(unsigned sm) {
        Request request;
        request.fence = true;
        request.block = sm << SCORD_SLOT_WIDTH;
        requests.push_back(request);
    }
    // A critical section, lock and data in the SM's own segments, so that no order between SMs
    // matters (The lock is the last word of its segment, the data are others.)
    void critical_section(unsigned sm, unsigned number) {
        const unsigned bloom = 0x1111;
        const uint32_t lock_word = 0x80000000u;
        access(sm, segment_of(sm, 0), lock_word, SCORD_OP_ATOMIC);
        fence(sm);
        access(sm, segment_of(sm, 1 + number), 0x7fu << 7 * (number % 4), store(true), bloom);
        fence(sm);
        access(sm, segment_of(sm, 0), lock_word, SCORD_OP_ATOMIC, bloom);
    }
    void add(Kind kind, unsigned sm, unsigned number) {
        const unsigned op = store(number % 2 == 1);
        switch (kind) {
        case Kind::sequential: access(sm, segment_of(sm, number), all_words, op); break;
        case Kind::strided_2: access(sm, segment_of(sm, number), 0x55555555u, op); break;
        case Kind::strided_32: access(sm, segment_of(sm, number), 1, op); break;
        case Kind::random: {
            const uint32_t mask = random() & (random() | random());
            access(sm, segment_of(sm, random() >> 8), mask ? mask : 1, op);
            break;
        }
        case Kind::same_entry: access(sm, segment_of(sm, 0), 1, op); break;
        case Kind::same_line: access(sm, segment_of(sm, 0), all_words, op); break;
        case Kind::fence_access:
            if (number % 2)
                access(sm, segment_of(sm, number / 2), 0xff, store(true));
            else
                fence(sm);
            break;
        case Kind::lock_heavy: critical_section(sm, number); break;
        case Kind::contended: access(sm, number % segments, all_words, SCORD_OP_LOAD); break;
        case Kind::racing: access(sm, number % segments, all_words, SCORD_OP_STORE); break;
        }
    }
};

} // namespace

Traffic make_traffic(Kind kind, unsigned sms, unsigned requests, unsigned segments, unsigned seed) {
    Traffic traffic;
    Maker maker{std::mt19937(seed), sms, segments, {}};
    for (unsigned sm = 0; sm < sms; sm++) {
        maker.requests.clear();
        for (unsigned number = 0; maker.requests.size() < requests; number++)
            maker.add(kind, sm, number);
        maker.requests.resize(requests);
        traffic.push_back(maker.requests);
    }
    return traffic;
}

RequestBits pack(const Request &request, uint32_t sequence) {
    RequestBits bits{};
    const scord_port_t port = {reinterpret_cast<uint8_t *>(bits.data()), sizeof bits};
#define FIELD(name, value)                                                                         \
    scord_port_set(port, SCORD_DETECTOR_REQUEST_##name##_SHIFT,                                    \
                   SCORD_DETECTOR_REQUEST_##name##_WIDTH, value)
    FIELD(KIND, request.fence ? SCORD_REQUEST_KIND_FENCE : SCORD_REQUEST_KIND_ACCESS);
    FIELD(BLOCK_ID, request.block);
    FIELD(WARP_ID, request.warp);
    FIELD(BARRIER_ID, request.barrier);
    FIELD(LOCK_BLOOM, request.bloom);
    FIELD(OP, request.op);
    FIELD(SCOPE, request.scope);
    FIELD(STRONG, request.strong);
    FIELD(SEQUENCE, sequence);
    FIELD(ADDRESS, static_cast<uint64_t>(request.segment) * SCORD_SEGMENT_BYTES);
    FIELD(MASK, request.mask);
#undef FIELD
    return bits;
}

} // namespace throughput
