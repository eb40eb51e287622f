/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/lockstep/timing/side.h"

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

namespace timing {

detector_timing_request_t request_of(const Request &request) {
    return {request.fence, uint64_t{request.segment} * SCORD_SEGMENT_BYTES, request.mask, 0};
}

detector_port_in_t port_of(const Inputs &in) {
    return {in.arready,
            in.awready,
            in.wready,
            in.rvalid,
            in.rlast,
            in.bvalid,
            static_cast<uint8_t>(in.rid),
            static_cast<uint8_t>(in.bid)};
}

namespace {

class RtlSide final : public Side {
  public:
    RtlSide(throughput::Detector &detector, const detector_timing_options_t &options)
        : detector_(detector), options_(options), fifo_(options.sms), pushed_(options.sms) {}

    void command(bool reset, bool kernel_start) override {
        reset_ = reset;
        kernel_start_ = kernel_start;
    }

    bool offer(unsigned sm, const Request &request) override {
        if (fifo_[sm].size() == options_.fifo_depth) return false;
        pushed_[sm].push_back(request);
        return true;
    }

    void cycle(Inputs &in, Outputs &out) override {
        configure(in);
        detector_.cycle(in, out);
        for (unsigned sm = 0; sm < options_.sms; sm++) { // rtl/common/fifo.v
            if (in.request_valid & out.request_ready & 1u << sm) fifo_[sm].pop_front();
            for (const Request &request : pushed_[sm]) fifo_[sm].push_back(request);
            pushed_[sm].clear();
        }
    }

  private:
    void configure(Inputs &in) const {
        in.reset = reset_;
        in.kernel_start = kernel_start_;
        in.tracked_base = options_.tracked_base;
        in.log2_tracked_words = options_.log2_tracked_words;
        in.log2_cache_ratio = options_.log2_cache_ratio;
        in.metadata_base = options_.metadata_base;
        in.request_valid = in.request_more = 0;
        for (unsigned sm = 0; sm < options_.sms; sm++) {
            if (fifo_[sm].empty()) continue;
            in.request_valid |= 1u << sm;
            if (fifo_[sm].size() > 1) in.request_more |= 1u << sm;
            in.request[sm] = throughput::pack(fifo_[sm].front(), 0);
        }
    }

    throughput::Detector &detector_;
    detector_timing_options_t options_;
    bool reset_ = false, kernel_start_ = false;
    std::vector<std::deque<Request>> fifo_, pushed_;
};

class ModelSide final : public Side {
  public:
    explicit ModelSide(const detector_timing_options_t &options)
        : model_(detector_timing_make(&options), detector_timing_free) {
        if (model_) return;
        std::fprintf(stderr, "timing: no memory for the model\n");
        std::exit(3);
    }

    void command(bool, bool kernel_start) override {
        if (kernel_start) detector_timing_kernel_start(model_.get());
    }

    bool offer(unsigned sm, const Request &request) override {
        const detector_timing_request_t offered = request_of(request);
        was_busy_ = before_offers_ ? detector_timing_busy(model_.get()) : was_busy_;
        before_offers_ = false;
        return detector_timing_offer(model_.get(), sm, &offered);
    }

    void cycle(Inputs &in, Outputs &out) override {
        const detector_timing_counters_t before = *detector_timing_counters(model_.get());
        out = Outputs{};
        out.busy = before_offers_ ? detector_timing_busy(model_.get()) : was_busy_;
        before_offers_ = true;
        show_port(out);
        const detector_port_in_t port = port_of(in);
        detector_timing_clock(model_.get(), &port);
        show_counted(before, *detector_timing_counters(model_.get()), out);
    }

  private:
    void show_port(Outputs &out) const {
        const detector_port_out_t &port = *detector_timing_port(model_.get());
        out.arvalid = port.ar_valid;
        out.arid = port.ar_id;
        out.araddr = port.ar_address;
        out.arlen = port.ar_beats - 1u;
        out.awvalid = port.aw_valid;
        out.awid = port.aw_id;
        out.awaddr = port.aw_address;
        out.awlen = port.aw_beats - 1u;
        out.wvalid = port.w_valid;
        out.wlast = port.w_last;
        for (unsigned entry = 0; entry < SCORD_MAX_BEAT_ENTRIES; entry++)
            if (port.w_strobe >> entry & 1) out.wstrb |= 1u << entry;
    }

    static void show_counted(const detector_timing_counters_t &before,
                             const detector_timing_counters_t &after, Outputs &out) {
        out.fence = after.fences != before.fences;
        out.retired = out.fence ? 1 : static_cast<unsigned>(after.words - before.words);
        out.line_hit = after.line_hits != before.line_hits;
        out.line_miss = after.line_misses != before.line_misses;
        out.stall_metadata = after.stall_metadata != before.stall_metadata;
        out.stall_line = after.stall_line != before.stall_line;
        out.stall_fetch = after.stall_fetch != before.stall_fetch;
        out.stall_queue = after.stall_queue != before.stall_queue;
    }

    std::unique_ptr<detector_timing_t, void (*)(detector_timing_t *)> model_;
    bool before_offers_ = true, was_busy_ = false;
};

} // namespace

std::unique_ptr<Side> rtl_side(throughput::Detector &detector,
                               const detector_timing_options_t &options) {
    return std::make_unique<RtlSide>(detector, options);
}

std::unique_ptr<Side> model_side(const detector_timing_options_t &options) {
    return std::make_unique<ModelSide>(options);
}

} // namespace timing
