/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/speed/throughput/run.h"

namespace throughput {

const std::array<const char *, causes> cause_names = {"width",       "fence",      "race log",
                                                      "metadata",    "line",       "fetch",
                                                      "arbitration", "no request", "unexplained"};

namespace {

constexpr uint64_t time_limit = 3000000; // cycles; a run that takes longer hangs
constexpr unsigned log_records = 4096;

unsigned log2_of(uint64_t value) {
    unsigned result = 0;
    while ((uint64_t{1} << result) < value) result++;
    return result;
}

class Run {
  public:
    Run(Detector &detector, const Setting &setting)
        : detector_(detector), setting_(setting),
          entries_(uint64_t{32} << log2_of(setting.segments)),
          memory_(setting.latency, entries_ + uint64_t{SCORD_RACE_RECORD_BEATS} * log_records,
                  detector.beat_entries) {
        in_.log2_tracked_words = log2_of(entries_);
        in_.log_base = entries_ * 8;
        in_.log_capacity = log_records;
    }

    Result measure(const Traffic &traffic) {
        start();
        if (setting_.warm) play(traffic);
        result_ = Result{0, 0, 0, 0, {}, 0, result_.clear_cycles, entries_, 0, 0, 0, 0, false};
        const bool played = play(traffic);
        result_.finished = played && result_.lost[unexplained] == 0;
        return result_;
    }

  private:
    // What the attribution looks back to
    struct Past {
        bool metadata = false, line = false, fetch = false, accepted = false, offered = false;
    };

    void start() {
        in_.reset = true;
        for (int i = 0; i < 4; i++) tick();
        in_.reset = false;
        tick();
        in_.kernel_start = true;
        tick();
        in_.kernel_start = false;
        for (tick(); out_.clearing; tick()) result_.clear_cycles++;
    }

    void tick() {
        memory_.drive(in_);
        detector_.cycle(in_, out_);
        memory_.sample(in_, out_);
        in_.log_head = out_.log_tail;
    }

    void offer(const Traffic &traffic) {
        in_.request_valid = in_.request_more = 0;
        for (unsigned sm = 0; sm < detector_.sms; sm++) {
            if (next_[sm] >= traffic[sm].size()) continue;
            in_.request_valid |= 1u << sm;
            if (next_[sm] + 1 < traffic[sm].size()) in_.request_more |= 1u << sm;
            in_.request[sm] = pack(traffic[sm][next_[sm]], static_cast<uint32_t>(next_[sm]));
        }
    }

    void take_grants() {
        const uint32_t granted = in_.request_valid & out_.request_ready;
        for (unsigned sm = 0; sm < detector_.sms; sm++) {
            if (!(granted >> sm & 1)) continue;
            next_[sm]++;
            for (unsigned other = 0; other < detector_.sms; other++) {
                turns_[sm][other] = 0;
                if (other == sm || !(in_.request_valid >> other & 1)) continue;
                if (++turns_[other][sm] > result_.worst_turns)
                    result_.worst_turns = turns_[other][sm];
            }
        }
    }

    Cause cause_of_bubble() const {
        if (past_[0].metadata) return metadata;
        if (past_[1].line) return line;
        if (past_[1].fetch) return fetch;
        if (past_[2].accepted) return unexplained;
        return past_[2].offered ? arbitration : no_request;
    }

    // The slots of a cycle inside the window; those after the last decision are taken back by the
    // caller
    void account(Result &r) const {
        r.cycles++;
        if (out_.retired && out_.fence) {
            r.items++;
            r.lost[fence] += detector_.lanes;
        } else if (out_.retired) {
            r.words += out_.retired;
            r.races += out_.verdicts;
            r.lost[width] += detector_.lanes - out_.retired;
        } else if (out_.stall_race_log) {
            r.lost[race_log] += detector_.lanes;
        } else {
            r.bubbles++;
            r.lost[cause_of_bubble()] += detector_.lanes;
        }
    }

    bool all_granted(const Traffic &traffic) const {
        for (unsigned sm = 0; sm < detector_.sms; sm++)
            if (next_[sm] < traffic[sm].size()) return false;
        return true;
    }

    // Plays the traffic to its end; false: it does not end. RESULT_ is as of the last decision.
    bool play(const Traffic &traffic) {
        Result now = result_;
        bool begun = false;
        uint64_t beats_read = 0, beats_written = 0;
        next_.fill(0);
        turns_ = {};
        for (uint64_t cycle = 0; cycle < time_limit; cycle++) {
            offer(traffic);
            tick();
            take_grants();
            if (!begun && out_.retired) {
                begun = true;
                beats_read = memory_.read_beats;
                beats_written = memory_.write_beats;
            }
            if (begun) account(now);
            if (out_.retired) {
                now.worst_turns = result_.worst_turns;
                now.read_beats = memory_.read_beats - beats_read;
                now.write_beats = memory_.write_beats - beats_written;
                now.drain_cycles = 0;
                result_ = now;
            } else {
                result_.drain_cycles++;
            }
            past_ = {Past{out_.stall_metadata, out_.stall_line, out_.stall_fetch,
                          (in_.request_valid & out_.request_ready) != 0, in_.request_valid != 0},
                     past_[0], past_[1]};
            if (all_granted(traffic) && !out_.busy) return true;
        }
        return false;
    }

    Detector &detector_;
    Setting setting_;
    uint64_t entries_;
    Memory memory_;
    Inputs in_;
    Outputs out_{};
    Result result_;
    std::array<size_t, SCORD_MAX_SMS> next_{};
    std::array<std::array<unsigned, SCORD_MAX_SMS>, SCORD_MAX_SMS> turns_{};
    std::array<Past, 3> past_{};
};

} // namespace

Result measure(Detector &detector, const Setting &setting, const Traffic &traffic) {
    return Run(detector, setting).measure(traffic);
}

} // namespace throughput
