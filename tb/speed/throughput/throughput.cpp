/* SPDX-License-Identifier: Apache-2.0 */
// throughput: how many words a cycle the detector decides, and why not Lanes words.
//
// usage: throughput            the tables of docs/results/throughput.md (Markdown)
//        throughput --summary  words a cycle of whole segments, one line a number of lanes
//        (scripts/bench.sh) throughput --check    the cycle-exact facts; last line "N passed, N
//        failed"
// Exit codes: 0 printed or all passed, 1 a fact does not hold, 2 bad usage.
#include <cstdio>
#include <cstring>

#include "tb/speed/throughput/run.h"

using namespace throughput;

namespace {

constexpr unsigned long_run = 600; // requests of a table row, over all SMs
constexpr unsigned miss_segments = 64;
constexpr unsigned latencies[] = {1, 20, 100, 400};

// ---- tables ----

double percent(uint64_t part, uint64_t whole) {
    return whole ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0;
}

void print_row(const Detector &detector, const char *traffic, const char *memory, const Result &r) {
    const uint64_t slots = r.cycles * detector.lanes;
    std::printf("| %s | %s | %.3f | %.1f |", traffic, memory,
                static_cast<double>(r.words) / static_cast<double>(r.cycles),
                percent(r.words, slots));
    for (unsigned cause = 0; cause < unexplained; cause++) {
        if (r.lost[cause])
            std::printf(" %.1f |", percent(r.lost[cause], slots));
        else
            std::printf(" |");
    }
    std::printf(" %.0f | %.0f |%s\n", percent(r.read_beats, r.cycles),
                percent(r.write_beats, r.cycles),
                r.finished ? "" : " NOT FINISHED OR NOT EXPLAINED");
}

void print_table(Detector &detector) {
    std::printf("\n## %s: %u lanes, %u metadata lines, %u SMs, %u-bit port\n\n",
                detector.name.c_str(), detector.lanes, detector.lines, detector.sms,
                SCORD_AXI_DATA_WIDTH * detector.beat_entries);
    std::printf("| traffic | metadata | words/cycle | %% of %u |", detector.lanes);
    for (unsigned cause = 0; cause < unexplained; cause++) std::printf(" %s |", cause_names[cause]);
    std::printf(" read bus | write bus |\n|---|---|");
    for (unsigned column = 0; column < unexplained + 4; column++) std::printf("---:|");
    std::printf("\n");
    for (const TrafficShape &shape : traffic_shapes) {
        const Traffic hits = make_traffic(shape.kind, detector.sms, long_run / detector.sms,
                                          detector.lines, 1);
        print_row(detector, shape.name, "hits",
                  measure(detector, {20, detector.lines, true}, hits));
        const Traffic misses = make_traffic(shape.kind, detector.sms, long_run / detector.sms,
                                            miss_segments, 1);
        if (shape.kind == Kind::same_entry || shape.kind == Kind::same_line)
            continue; // one line an SM: always hits
        for (const unsigned latency : latencies) {
            char memory[32];
            std::snprintf(memory, sizeof memory, "latency %u", latency);
            print_row(detector, shape.name, memory,
                      measure(detector, {latency, miss_segments, false}, misses));
        }
    }
}

void print_clear(Detector &detector) {
    std::printf("\n## Kernel start: clear of %u metadata entries, %u-bit port\n\n", 32 * 1024,
                SCORD_AXI_DATA_WIDTH * detector.beat_entries);
    std::printf("| memory latency | cycles | cycles an entry |\n|---:|---:|---:|\n");
    for (const unsigned latency : latencies) {
        const Result r = measure(detector, {latency, 1024, false}, Traffic(detector.sms));
        std::printf("| %u | %llu | %.4f |\n", latency,
                    static_cast<unsigned long long>(r.clear_cycles),
                    static_cast<double>(r.clear_cycles) / static_cast<double>(r.clear_entries));
    }
}

void print_tables() {
    const auto detectors = all_detectors();
    for (auto &detector : detectors) print_table(*detector);
    unsigned widest = 0;
    for (auto &detector : detectors)
        if (detector->beat_entries > widest) {
            print_clear(*detector);
            widest = detector->beat_entries;
        }
}

void print_summary() {
    std::printf("%-10s %6s %6s %16s %24s\n", "detector", "lanes", "lines", "words/cycle hits",
                "words/cycle, latency 100");
    for (auto &detector : all_detectors()) {
        double rate[2];
        for (const bool misses : {false, true}) {
            const unsigned segments = misses ? miss_segments : detector->lines;
            const Result r =
                measure(*detector, {misses ? 100u : 20u, segments, !misses},
                        make_traffic(Kind::sequential, detector->sms, 60, segments, 1));
            rate[misses] = static_cast<double>(r.words) / static_cast<double>(r.cycles);
        }
        std::printf("%-10s %6u %6u %16.3f %24.3f\n", detector->name.c_str(), detector->lanes,
                    detector->lines, rate[0], rate[1]);
    }
}

// ---- facts ----

unsigned passed, failed;

void check(bool condition, const char *text, const Detector &detector, const Result &r) {
    if (condition) {
        passed++;
        return;
    }
    failed++;
    std::printf("FAILED %s (%u lanes): %s; %llu cycles, %llu words, %llu bubbles\n",
                detector.name.c_str(), detector.lanes, text,
                static_cast<unsigned long long>(r.cycles), static_cast<unsigned long long>(r.words),
                static_cast<unsigned long long>(r.bubbles));
}

// Cycles of the decide stage that the traffic needs when there is no bubble
uint64_t ideal_cycles(const Detector &detector, const Traffic &traffic) {
    uint64_t cycles = 0;
    for (const auto &requests : traffic)
        for (const Request &request : requests)
            cycles += request.fence ? 1
                                    : (static_cast<unsigned>(__builtin_popcount(request.mask)) +
                                       detector.lanes - 1) /
                                          detector.lanes;
    return cycles;
}

// With hits: not one cycle more than ceil(k / Lanes) a request of k words
void check_sustained(Detector &detector, const Traffic &traffic, unsigned segments,
                     const char *text) {
    const Result r = measure(detector, {20, segments, true}, traffic);
    check(r.finished, "ends, every lost slot explained", detector, r);
    check(r.cycles == ideal_cycles(detector, traffic) && r.bubbles == 0, text, detector, r);
    check(r.worst_turns <= 1, "no SM waits for two turns of another", detector, r);
}

// K words at random places of the SM's segments
Traffic words(const Detector &detector, unsigned sms, unsigned k, unsigned requests) {
    Traffic traffic(detector.sms);
    uint32_t state = k * 2654435761u;
    for (unsigned sm = 0; sm < sms; sm++)
        for (unsigned number = 0; number < requests; number++) {
            Request request;
            request.block = sm << SCORD_SLOT_WIDTH;
            request.op = number % 3 == 0 && sms <= detector.lines ? SCORD_OP_STORE : SCORD_OP_LOAD;
            request.segment = sm % detector.lines;
            while (static_cast<unsigned>(__builtin_popcount(request.mask)) < k) {
                state = state * 1664525u + 1013904223u;
                request.mask |= 1u << (state >> 27);
            }
            traffic[sm].push_back(request);
        }
    return traffic;
}

// Every accounted run of the tables' traffics: ends, explains itself, is fair, and is only racing
// when it should be
void check_explained(Detector &detector, const TrafficShape &shape, const Setting &setting) {
    const Traffic traffic = make_traffic(shape.kind, detector.sms, 60, setting.segments, 2);
    const Result r = measure(detector, setting, traffic);
    uint64_t slots = r.words;
    for (const uint64_t lost : r.lost) slots += lost;
    check(r.finished, "ends, every lost slot explained", detector, r);
    check(slots == r.cycles * detector.lanes, "decided and lost slots are all slots", detector, r);
    check(r.worst_turns <= 1, "no SM waits for two turns of another", detector, r);
    check((r.races > 0) == (shape.kind == Kind::racing), "races only where meant", detector, r);
}

// Nothing buffered, fast memory, lines enough to hide it (in 40 cycles a line is fetched, decided,
// written and confirmed, and all lines are 64 cycles of the port or more): whole segments at 7 of 8
// of the port's speed, or the lanes'
void check_misses(Detector &detector) {
    if (detector.lines == 2 || detector.lines * SCORD_SEGMENT_WORDS / detector.beat_entries < 64)
        return;
    const Result r =
        measure(detector, {1, 64, false},
                make_traffic(Kind::sequential, detector.sms, 600 / detector.sms, 64, 1));
    const uint64_t speed = detector.beat_entries < detector.lanes ? detector.beat_entries
                                                                  : detector.lanes;
    check(8 * r.words >= 7 * speed * r.cycles, "new words at the speed of the port", detector, r);
}

void check_detector(Detector &detector) {
    for (unsigned k = 1; k <= 32; k++) {
        check_sustained(detector, words(detector, 1, k, 24), detector.lines,
                        "k words take ceil(k / Lanes) cycles, one SM");
        if (k % 5 == 1)
            check_sustained(detector, words(detector, detector.sms, k, 12), detector.lines,
                            "the same, all SMs");
    }
    const struct {
        Kind kind;
        const char *text;
    } facts[] = {{Kind::sequential, "no bubble from line to line"},
                 {Kind::strided_2, "no bubble, part of a segment"},
                 {Kind::strided_32, "one word a request: initiation interval 1"},
                 {Kind::random, "no bubble, random words"},
                 {Kind::same_entry, "no bubble on the same entry"},
                 {Kind::same_line, "no bubble on the same line"},
                 {Kind::fence_access, "no bubble from a fence to its warp's access and back"},
                 {Kind::lock_heavy, "no bubble under locks"},
                 {Kind::contended, "no bubble, all SMs on the same lines"}};
    for (const auto &fact : facts)
        check_sustained(detector, make_traffic(fact.kind, detector.sms, 60, detector.lines, 3),
                        detector.lines, fact.text);
    for (const TrafficShape &shape : traffic_shapes)
        for (const unsigned latency : latencies)
            check_explained(detector, shape, {latency, 64, false});
    const Result r = measure(detector, {100, 1024, false}, Traffic(detector.sms));
    const uint64_t clear_beats = r.clear_entries / detector.beat_entries;
    check(r.clear_cycles <= clear_beats + r.clear_entries / 64,
          "kernel start clears at memory's speed", detector, r);
    check_misses(detector);
}

} // namespace

int main(int argc, char **argv) {
    if (argc == 1) {
        print_tables();
        return 0;
    }
    if (argc == 2 && std::strcmp(argv[1], "--summary") == 0) {
        print_summary();
        return 0;
    }
    if (argc != 2 || std::strcmp(argv[1], "--check") != 0) {
        std::fprintf(stderr, "usage: throughput [--check|--summary]\n");
        return 2;
    }
    for (auto &detector : all_detectors()) check_detector(*detector);
    std::printf("%u passed, %u failed\n", passed, failed);
    return failed ? 1 : 0;
}
