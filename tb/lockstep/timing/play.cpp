/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/lockstep/timing/play.h"

#include <cinttypes>
#include <cstdio>

namespace timing {
namespace {

constexpr uint64_t time_limit = 3000000; // cycles of a kernel; one that takes longer hangs

void begin(throughput::Memory &) {}
void end(throughput::Memory &) {}
void begin(DrawnMemory &memory) { memory.begin(); }
void end(DrawnMemory &memory) { memory.end(); }

template <class Memory> class Player {
  public:
    Player(Side &side, Memory memory) : side_(side), memory_(std::move(memory)) {}

    Record play(const std::vector<Schedule> &kernels) {
        side_.command(true, false);
        for (int i = 0; i < 4; i++) tick();
        side_.command(false, false);
        tick();
        record_ = Record{};
        record_.ended = true;
        for (const Schedule &kernel : kernels) {
            start();
            begin(memory_);
            record_.ended = play(kernel);
            end(memory_);
            if (!record_.ended) break;
        }
        return record_;
    }

  private:
    void tick() {
        memory_.drive(in_);
        side_.cycle(in_, out_);
        memory_.sample(in_, out_);
    }

    void start() {
        side_.command(false, true);
        tick();
        side_.command(false, false);
        for (tick(); out_.clearing; tick()) record_.clear_cycles++;
    }

    // False: everything was taken before this cycle.
    bool offer(const Schedule &kernel) {
        bool left = false;
        for (unsigned sm = 0; sm < kernel.size(); sm++) {
            if (next_[sm] == kernel[sm].size()) continue;
            left = true;
            const Scheduled &scheduled = kernel[sm][next_[sm]];
            if (waited_[sm] < scheduled.gap) {
                waited_[sm]++;
            } else if (side_.offer(sm, scheduled.request)) {
                note(What::taken, sm, scheduled.request.segment, scheduled.request.mask);
                record_.requests++;
                next_[sm]++;
                waited_[sm] = 0;
            }
        }
        return left;
    }

    void note(What what, uint64_t number, uint64_t address, uint64_t more) {
        record_.events.push_back({record_.cycles, what, number, address, more});
    }

    void note_cycle() {
        if (out_.arvalid && in_.arready)
            note(What::read_address, out_.arid, out_.araddr, out_.arlen + 1);
        if (out_.awvalid && in_.awready)
            note(What::write_address, out_.awid, out_.awaddr, out_.awlen + 1);
        if (out_.wvalid && in_.wready) note(What::write_data, out_.wlast, 0, out_.wstrb);
        if (out_.retired) note(What::decision, out_.fence, 0, out_.retired);
        record_.verdicts += out_.verdicts;
        const bool counted[6] = {out_.line_hit,   out_.line_miss,   out_.stall_metadata,
                                 out_.stall_line, out_.stall_fetch, out_.stall_queue};
        for (unsigned i = 0; i < 6; i++) record_.counted[i] += counted[i];
    }

    bool play(const Schedule &kernel) {
        next_.assign(kernel.size(), 0);
        waited_.assign(kernel.size(), 0);
        for (const uint64_t first = record_.cycles; record_.cycles - first < time_limit;
             record_.cycles++) {
            const bool left = offer(kernel);
            tick();
            note_cycle();
            if (left || out_.busy) continue;
            note(What::end, 0, 0, 0);
            return true;
        }
        return false;
    }

    Side &side_;
    Memory memory_;
    Inputs in_;
    Outputs out_{};
    Record record_;
    std::vector<size_t> next_;
    std::vector<unsigned> waited_;
};

} // namespace

std::string text(const Event &event) {
    static const struct {
        const char *what, *number, *address, *more;
    } names[] = {
        {"read address", "id", "address", "beats"}, {"write address", "id", "address", "beats"},
        {"write data", "last", "", "strobe"},       {"decision", "fence", "", "words"},
        {"request taken", "SM", "segment", "mask"}, {"end", "", "", ""}};
    const auto &name = names[static_cast<int>(event.what)];
    char field[100];
    std::string line = "cycle " + std::to_string(event.cycle) + ": " + name.what;
    const auto add = [&](const char *label, uint64_t value) {
        std::snprintf(field, sizeof field, " %s 0x%" PRIx64, label, value);
        if (*label != '\0') line += field;
    };
    add(name.number, event.number);
    add(name.address, event.address);
    add(name.more, event.more);
    return line;
}

Record play(Side &side, unsigned latency, const MemorySize &size,
            const std::vector<Schedule> &kernels) {
    return Player<throughput::Memory>(side,
                                      throughput::Memory(latency, size.words, size.beat_words))
        .play(kernels);
}

Record play(Side &side, const MemoryPattern &pattern, const MemorySize &size,
            const std::vector<Schedule> &kernels) {
    return Player<DrawnMemory>(side, DrawnMemory(pattern, size.words, size.beat_words))
        .play(kernels);
}

} // namespace timing
