/* SPDX-License-Identifier: Apache-2.0 */
// timing: the C model of the detector's timing (sim/mem/detector_timing.c) against the verilated
// detector.
//
// usage: timing [--first] [--speed] [--seed N] [--runs N] [--configuration NAME] [STREAM…]
//
// Both sides get the same requests, each offered as early as its side takes them, before a memory
// of their own that behaves the same to the same handshakes. Compared: the cycle and content of
// every request taken, read address, write address, write beat and decision, the total cycles, the
// counters, and the cycles of the clear at kernel start. One that differs anywhere fails: the bound
// is equality, not 2 %; the deviation in cycles is printed all the same.
// --first: ends with the first failure. --speed: cycles/s of the model alone, no comparison.
// --runs: drawn runs a configuration, half as many with more than 8 lanes.
// --configuration: this one only. --seed: of the first drawn run. STREAM: recorded events whose
// requests are played too. Exit codes: 0 all passed, 1 a run differs, 2 bad usage, 3 no memory.
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "tb/lockstep/timing/programs.h"
#include "tb/lockstep/timing/requests.h"

using namespace timing;
using throughput::Detector;
using throughput::Kind;

namespace {

constexpr unsigned latencies[] = {1, 20, 100, 400};
constexpr unsigned traffic_segments = 64, traffic_requests = 120, drawn_requests = 240;

struct Arguments {
    bool first = false, speed = false;
    uint64_t seed = 1;
    unsigned runs = 48;
    std::string configuration;
    std::vector<std::string> streams;
};

struct Totals {
    unsigned passed = 0, failed = 0, runs = 0, equal = 0;
    uint64_t cycles = 0, requests = 0, events = 0;
    double worst = 0; // % of the RTL's cycles
};

// The model alone has wider beats than SCORD_MAX_BEAT_ENTRIES: they begin within the words, and
// their data are never read.
MemorySize memory_size(const detector_timing_options_t &options) {
    return {options.metadata_base / 8 + 32 +
                (uint64_t{1} << (options.log2_tracked_words - options.log2_cache_ratio)),
            options.beat_entries < SCORD_MAX_BEAT_ENTRIES ? options.beat_entries
                                                          : SCORD_MAX_BEAT_ENTRIES};
}

class Comparison {
  public:
    Comparison(const Arguments &arguments, Detector &detector)
        : arguments_(arguments), detector_(detector) {}

    // One run of both sides; TIMED is a latency or a MemoryPattern.
    template <class Timed>
    bool compare(const std::string &name, const detector_timing_options_t &options,
                 const Timed &timed, const std::vector<Schedule> &kernels) {
        const Record rtl = play(*rtl_side(detector_, options), timed, memory_size(options),
                                kernels);
        const Record model = play(*model_side(options), timed, memory_size(options), kernels);
        totals.runs++;
        totals.cycles += rtl.cycles;
        totals.requests += rtl.requests;
        totals.events += rtl.events.size();
        const uint64_t apart = rtl.cycles > model.cycles ? rtl.cycles - model.cycles
                                                         : model.cycles - rtl.cycles;
        const double deviation = 100.0 * static_cast<double>(apart) /
                                 static_cast<double>(rtl.cycles);
        if (deviation > totals.worst) totals.worst = deviation;
        const bool equal = judge(name, rtl, model, deviation);
        totals.equal += equal;
        return equal;
    }

    bool check(bool holds, const std::string &name, const std::string &what) {
        if (holds) {
            totals.passed++;
            return true;
        }
        totals.failed++;
        std::printf("FAIL %s, %s: %s\n", detector_.name.c_str(), name.c_str(), what.c_str());
        if (arguments_.first) std::exit(1);
        return false;
    }

    Totals totals;

  private:
    bool judge(const std::string &name, const Record &rtl, const Record &model, double deviation) {
        bool good = check(rtl.ended && rtl.verdicts == 0 && rtl.requests > 0, name,
                          "the RTL's run does not end, has races or no requests");
        good = check(rtl.events == model.events, name, difference(rtl, model, deviation)) && good;
        return check(rtl.counted == model.counted, name, counts(rtl, model)) && good;
    }

    static std::string difference(const Record &rtl, const Record &model, double deviation) {
        size_t at = 0;
        while (at < rtl.events.size() && at < model.events.size() &&
               rtl.events[at] == model.events[at])
            at++;
        char cycles[120];
        std::snprintf(cycles, sizeof cycles,
                      "%" PRIu64 " cycles, model %" PRIu64 " (%.3f %%); event %zu: ", rtl.cycles,
                      model.cycles, deviation, at);
        const auto nth = [at](const Record &record) {
            return at < record.events.size() ? text(record.events[at]) : std::string("nothing");
        };
        return cycles + nth(rtl) + "; model: " + nth(model);
    }

    static std::string counts(const Record &rtl, const Record &model) {
        static const char *const names[] = {"line hits",  "line misses", "stall metadata",
                                            "stall line", "stall fetch", "stall queue"};
        std::string line = "counters:";
        for (unsigned i = 0; i < 6; i++)
            if (rtl.counted[i] != model.counted[i])
                line += std::string(" ") + names[i] + " " + std::to_string(rtl.counted[i]) +
                        ", model " + std::to_string(model.counted[i]);
        return line;
    }

    const Arguments &arguments_;
    Detector &detector_;
};

detector_timing_options_t options_of(const Detector &detector) {
    detector_timing_options_t options{};
    options.sms = detector.sms;
    options.lanes = detector.lanes;
    options.lines = detector.lines;
    options.fifo_depth = SCORD_DEFAULT_REQUEST_FIFO_DEPTH;
    options.beat_entries = detector.beat_entries;
    options.log2_tracked_words = detector.lines < traffic_segments ? 11
                                                                   : 12; // twice the lines at least
    return options;
}

// ---- runs ----

// The traffics of docs/throughput.md; twice, so that the second kernel begins with lines, turn and
// write channel as the first left them.
void run_traffics(Comparison &comparison, const Detector &detector) {
    const detector_timing_options_t options = options_of(detector);
    for (const throughput::TrafficShape &shape : throughput::traffic_shapes) {
        if (shape.kind == Kind::racing) continue;
        for (const unsigned segments :
             {detector.lines, std::max(traffic_segments, 2 * detector.lines)}) {
            const unsigned requests = std::max(traffic_requests, 3 * detector.lines);
            const Schedule schedule = schedule_of(throughput::make_traffic(
                shape.kind, detector.sms, requests / detector.sms, segments, 1));
            for (const unsigned latency : latencies)
                comparison.compare(std::string(shape.name) + ", " + std::to_string(segments) +
                                       " segments, latency " + std::to_string(latency),
                                   options, latency, {schedule, schedule});
        }
    }
}

void run_drawn(Comparison &comparison, const Detector &detector, uint64_t seed) {
    detector_timing_options_t options = options_of(detector);
    draw_geometry(seed * 4, options);
    const std::vector<Schedule> kernels = {
        draw_schedule(seed * 4 + 1, options, drawn_requests),
        draw_schedule(seed * 4 + 2, options, drawn_requests / 4)};
    const std::string name = "seed " + std::to_string(seed);
    comparison.compare(name, options, draw_pattern(seed * 4 + 3), kernels);
    comparison.compare(name + ", fixed latency", options, latencies[seed % 4], kernels);
}

// Down to one entry, less than a wide beat: it is read as a whole, and only what there is is
// written.
void run_few_entries(Comparison &comparison, const Detector &detector, uint64_t seed) {
    detector_timing_options_t options = options_of(detector);
    for (options.log2_tracked_words = 4; options.log2_tracked_words <= 6;
         options.log2_tracked_words++)
        for (options.log2_cache_ratio = 0; options.log2_cache_ratio <= 4;
             options.log2_cache_ratio++)
            comparison.compare("few entries, " + std::to_string(options.log2_tracked_words) +
                                   " - " + std::to_string(options.log2_cache_ratio),
                               options, draw_pattern(seed + options.log2_cache_ratio),
                               {draw_schedule(seed, options, drawn_requests / 4)});
}

void run_clears(Comparison &comparison, Detector &detector) {
    detector_timing_options_t options = options_of(detector);
    const Schedule one = {{{Request{}, 0}}};
    for (const unsigned latency : latencies)
        for (const uint64_t base : {0u, 256u, 2048u, 4096u - 256u})
            for (const auto &[words, ratio] :
                 {std::pair{12u, 0u},
                  {12u, 4u},
                  {5u, 4u},
                  {4u, 4u}}) { // log2; down to one entry: less than a beat
                options.metadata_base = base;
                options.log2_tracked_words = words;
                options.log2_cache_ratio = ratio;
                const Record rtl = play(*rtl_side(detector, options), latency, memory_size(options),
                                        {one});
                const uint64_t law = detector_timing_clear_cycles(&options, latency);
                comparison.check(
                    rtl.clear_cycles == law, "clear",
                    "latency " + std::to_string(latency) + ", base " + std::to_string(base) + ": " +
                        std::to_string(rtl.clear_cycles) + " cycles, law " + std::to_string(law));
            }
}

// Wider beats, the model alone: what is decided does not change, bursts are aligned and inside
// their line, and whole segments that are each read once take as many beats less as a beat is
// wider.
struct Sums {
    uint64_t words = 0, fences = 0, read_beats = 0;
    bool aligned = true;
};

Sums sums_of(const Record &record, const detector_timing_options_t &options) {
    Sums sums;
    const uint64_t beat_bytes = uint64_t{options.beat_entries} * SCORD_METADATA_ENTRY_BYTES;
    for (const Event &event : record.events) {
        if (event.what == What::decision) (event.number ? sums.fences : sums.words) += event.more;
        if (event.what == What::read_address) sums.read_beats += event.more;
        if (event.what != What::read_address && event.what != What::write_address) continue;
        const uint64_t in_line = (event.address - options.metadata_base) %
                                 SCORD_METADATA_LINE_BYTES;
        if (event.address % beat_bytes != 0 ||
            in_line + event.more * beat_bytes > SCORD_METADATA_LINE_BYTES)
            sums.aligned = false;
    }
    return sums;
}

void compare_wide(Comparison &comparison, const std::string &name,
                  detector_timing_options_t options, const Schedule &schedule, bool each_once) {
    options.beat_entries = 1;
    const Sums narrow = sums_of(play(*model_side(options), 20, memory_size(options), {schedule}),
                                options);
    for (options.beat_entries = 2; options.beat_entries <= 32; options.beat_entries *= 2) {
        const Record record = play(*model_side(options), 20, memory_size(options), {schedule});
        const Sums wide = sums_of(record, options);
        const std::string text = "beats of " + std::to_string(options.beat_entries) + " entries: ";
        comparison.check(record.ended, name, text + "the run does not end");
        comparison.check(wide.aligned, name, text + "a burst is not aligned or leaves its line");
        comparison.check(wide.words == narrow.words && wide.fences == narrow.fences, name,
                         text + "not the same number of words and fences decided");
        if (each_once)
            comparison.check(wide.read_beats * options.beat_entries == narrow.read_beats, name,
                             text + std::to_string(wide.read_beats) + " beats read, " +
                                 std::to_string(narrow.read_beats) + " narrow ones");
    }
}

void run_wide(Comparison &comparison, const Detector &detector, const Arguments &arguments) {
    detector_timing_options_t options = options_of(detector);
    const throughput::Traffic once = throughput::make_traffic(
        Kind::sequential, detector.sms, traffic_segments / detector.sms, traffic_segments, 1);
    compare_wide(comparison, "wide, whole segments", options, schedule_of(once), true);
    detector_timing_options_t largest = options;
    largest.sms = DETECTOR_TIMING_MAX_SMS;
    largest.lines = DETECTOR_TIMING_MAX_LINES;
    largest.lanes = 32;
    compare_wide(comparison, "wide, largest", largest,
                 draw_schedule(arguments.seed, largest, 4 * drawn_requests), false);
    for (uint64_t seed = arguments.seed; seed < arguments.seed + arguments.runs; seed++) {
        options = options_of(detector);
        draw_geometry(seed * 4, options);
        compare_wide(comparison, "wide, seed " + std::to_string(seed), options,
                     draw_schedule(seed * 4 + 1, options, drawn_requests), false);
    }
}

// Kernel after kernel, each with its own tracked range; what is tracked by more than 2^14 entries
// would be cleared for too long.
void run_kernels(Comparison &comparison, const std::string &name,
                 const std::vector<Kernel> &kernels, uint64_t seed) {
    for (size_t number = 0; number < kernels.size(); number++) {
        const Kernel &kernel = kernels[number];
        size_t requests = 0;
        for (const auto &of_sm : kernel.schedule) requests += of_sm.size();
        if (requests == 0 ||
            kernel.options.log2_tracked_words - kernel.options.log2_cache_ratio > 14)
            continue;
        const std::string text = name + ", kernel " + std::to_string(number);
        comparison.compare(text, kernel.options, latencies[(seed + number) % 4], {kernel.schedule});
        comparison.compare(text + ", drawn memory", kernel.options, draw_pattern(seed + number),
                           {kernel.schedule});
    }
}

void run_programs(Comparison &comparison, const Detector &detector, const Arguments &arguments) {
    detector_timing_options_t options = options_of(detector);
    for (uint64_t seed = arguments.seed; seed < arguments.seed + arguments.runs / 10; seed++) {
        options.log2_cache_ratio = static_cast<uint32_t>(seed % 2 * 4);
        run_kernels(comparison, "random program " + std::to_string(seed),
                    random_kernels(seed, 1500, options), seed);
    }
    options.log2_cache_ratio = SCORD_DEFAULT_LOG2_CACHE_RATIO;
    for (const std::string &path : arguments.streams)
        run_kernels(comparison, path, recorded_kernels(path.c_str(), options), arguments.seed);
}

// What cannot be built is named.
void check_options(Comparison &comparison, const Detector &detector) {
    static const struct {
        const char *name;
        uint32_t detector_timing_options_t::*number;
        uint32_t good, bad[3];
    } numbers[] = {
        {"sms", &detector_timing_options_t::sms, 64, {0, 65, UINT32_MAX}},
        {"lanes", &detector_timing_options_t::lanes, 32, {0, 33, UINT32_MAX}},
        {"lines", &detector_timing_options_t::lines, 128, {1, 6, 256}},
        {"fifo_depth", &detector_timing_options_t::fifo_depth, 65536, {0, 1, 65537}},
        {"beat_entries", &detector_timing_options_t::beat_entries, 32, {0, 3, 64}},
        {"log2_tracked_words", &detector_timing_options_t::log2_tracked_words, 36, {0, 3, 37}},
        {"log2_cache_ratio", &detector_timing_options_t::log2_cache_ratio, 4, {5, 6, UINT32_MAX}}};
    char message[160];
    const auto refused = [&](const detector_timing_options_t &options, const std::string &name) {
        return !detector_timing_check(&options, message, sizeof message) &&
               std::string(message).find(name) == 0;
    };
    for (const auto &number : numbers) {
        detector_timing_options_t options = options_of(detector);
        options.*number.number = number.good;
        comparison.check(detector_timing_check(&options, message, sizeof message), number.name,
                         "a number that is in range is refused");
        for (const uint32_t bad : number.bad) {
            options.*number.number = bad;
            comparison.check(refused(options, number.name), number.name,
                             std::to_string(bad) + " is taken");
        }
    }
    for (const uint64_t bad :
         {UINT64_C(128), UINT64_C(1) << 40}) { // log2_tracked_words is 11 or 12
        detector_timing_options_t options = options_of(detector);
        options.tracked_base = bad;
        comparison.check(refused(options, "tracked_base"), "tracked_base",
                         std::to_string(bad) + " is taken");
        options = options_of(detector);
        options.metadata_base = bad;
        comparison.check(refused(options, "metadata_base"), "metadata_base",
                         std::to_string(bad) + " is taken");
    }
}

void print(const Detector &detector, const Totals &t) {
    std::printf("%s: %u runs, %" PRIu64 " cycles, %" PRIu64 " requests, %" PRIu64 " events; "
                "worst deviation %.4f %% of the cycles; %u of %u runs equal in every event\n",
                detector.name.c_str(), t.runs, t.cycles, t.requests, t.events, t.worst, t.equal,
                t.runs);
}

// Many SMs and many lanes: minutes. tinywide has its lanes and its port; it is compared when it
// is named on the command line.
bool is_slow(const Detector &detector) { return detector.sms * detector.lanes > 100; }

int compare_all(const Arguments &arguments) {
    unsigned passed = 0, failed = 0;
    double worst = 0;
    for (auto &detector : throughput::all_detectors()) {
        if (arguments.configuration.empty() ? is_slow(*detector)
                                            : arguments.configuration != detector->name)
            continue;
        Comparison comparison(arguments, *detector);
        const unsigned runs = detector->lanes > 8 ? arguments.runs / 2 : arguments.runs;
        run_traffics(comparison, *detector);
        for (uint64_t seed = arguments.seed; seed < arguments.seed + runs; seed++)
            run_drawn(comparison, *detector, seed);
        run_few_entries(comparison, *detector, arguments.seed);
        run_clears(comparison, *detector);
        run_wide(comparison, *detector, arguments);
        run_programs(comparison, *detector, arguments);
        check_options(comparison, *detector);
        print(*detector, comparison.totals);
        passed += comparison.totals.passed;
        failed += comparison.totals.failed;
        if (comparison.totals.worst > worst) worst = comparison.totals.worst;
    }
    std::printf("worst deviation %.4f %% of the cycles\n%u passed, %u failed\n", worst, passed,
                failed);
    return failed || !passed ? 1 : 0;
}

// ---- speed ----

// What the model was shown in a cycle
struct Shown {
    detector_port_in_t in;
    uint32_t sm;
    detector_timing_request_t request;
};

detector_timing_options_t speed_options() {
    detector_timing_options_t options{};
    options.sms = 15;
    options.lanes = 4;
    options.lines = 8;
    options.fifo_depth = 4;
    options.beat_entries = 1;
    options.log2_tracked_words = 11;
    return options;
}

// A run of the model before a memory of latency 20, every SM offering in turn, noted to be played
// again without the bench around it
std::vector<Shown> note_run(Kind kind, size_t cycles) {
    const detector_timing_options_t options = speed_options();
    const auto side = model_side(options);
    const throughput::Traffic traffic = throughput::make_traffic(kind, options.sms, 100,
                                                                 traffic_segments, 1);
    throughput::Memory memory(20, memory_size(options).words);
    std::vector<Shown> run(cycles);
    std::vector<size_t> next(options.sms);
    Inputs in;
    Outputs out;
    for (size_t cycle = 0; cycle < cycles; cycle++) {
        const unsigned sm = static_cast<unsigned>(cycle % options.sms);
        const Request &request = traffic[sm][next[sm] % traffic[sm].size()];
        next[sm] += side->offer(sm, request);
        memory.drive(in);
        side->cycle(in, out);
        memory.sample(in, out);
        run[cycle] = {port_of(in), sm, request_of(request)};
    }
    return run;
}

int measure_speed() {
    constexpr size_t cycles = 1000000;
    const detector_timing_options_t options = speed_options();
    for (const throughput::TrafficShape &shape : throughput::traffic_shapes) {
        const std::vector<Shown> run = note_run(shape.kind, cycles);
        detector_timing_t *model = detector_timing_make(&options);
        if (model == nullptr) return 3;
        const std::clock_t start = std::clock();
        for (const Shown &shown : run) {
            detector_timing_offer(model, shown.sm, &shown.request);
            detector_timing_clock(model, &shown.in);
        }
        const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        std::printf(
            "%-14s %5.1f ns a busy cycle, offer included; %.2f requests and %.2f words a cycle\n",
            shape.name, seconds * 1e9 / cycles,
            static_cast<double>(detector_timing_counters(model)->requests) / cycles,
            static_cast<double>(detector_timing_counters(model)->words) / cycles);
        detector_timing_free(model);
    }
    return 0;
}

bool parse(int argc, char **argv, Arguments &arguments) {
    for (int i = 1; i < argc; i++) {
        const std::string option = argv[i];
        const char *value = i + 1 < argc ? argv[i + 1] : nullptr;
        if (option == "--first") {
            arguments.first = true;
            continue;
        }
        if (option == "--speed") {
            arguments.speed = true;
            continue;
        }
        if (option.compare(0, 2, "--") != 0) {
            arguments.streams.push_back(option);
            continue;
        }
        if (value == nullptr) return false;
        i++;
        if (option == "--seed")
            arguments.seed = std::strtoull(value, nullptr, 10);
        else if (option == "--runs")
            arguments.runs = static_cast<unsigned>(std::strtoul(value, nullptr, 10));
        else if (option == "--configuration")
            arguments.configuration = value;
        else
            return false;
    }
    return true;
}

} // namespace

int main(int argc, char **argv) {
    Arguments arguments;
    if (!parse(argc, argv, arguments)) {
        std::fprintf(stderr, "usage: timing [--first] [--speed] [--seed N] [--runs N] "
                             "[--configuration NAME] [STREAM…]\n");
        return 2;
    }
    return arguments.speed ? measure_speed() : compare_all(arguments);
}
