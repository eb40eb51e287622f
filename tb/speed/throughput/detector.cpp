/* SPDX-License-Identifier: Apache-2.0 */
// detector.cpp: the verilated classes behind detector.h. X(configuration, SMs, warps, lanes, lines,
// entries a beat) comes from throughput.mk.
#include "tb/speed/throughput/detector.h"

#include <cstring>

#include "cosim/lockstep/device/rtl_device.h" // scord_port_get
#include THROUGHPUT_HEADERS

double sc_time_stamp() { return 0; }

namespace throughput {
namespace {

template <class Model> class Verilated final : public Detector {
  public:
    Verilated(const char *configuration, unsigned s, unsigned w, unsigned l, unsigned m, unsigned b)
        : model_(new Model) {
        name = configuration;
        sms = s;
        warps = w;
        lanes = l;
        lines = m;
        beat_entries = b;
    }
    ~Verilated() override { model_->final(); }

    void cycle(const Inputs &in, Outputs &out) override {
        model_->clk_i = 0;
        drive(in);
        model_->eval();
        sample(out);
        model_->clk_i = 1;
        model_->eval();
    }

  private:
    // A port as its bits, lowest first
    template <class Port> static scord_port_t bits(Port &port) {
        return {reinterpret_cast<uint8_t *>(&port), sizeof(Port)};
    }

    void drive(const Inputs &in) {
        Model &m = *model_;
        m.rst_ni = !in.reset;
        m.kernel_start_i = in.kernel_start;
        m.tracked_base_i = in.tracked_base;
        m.log2_tracked_words_i = in.log2_tracked_words;
        m.log2_cache_ratio_i = in.log2_cache_ratio;
        m.metadata_base_i = in.metadata_base;
        m.log_base_i = in.log_base;
        m.log_capacity_i = in.log_capacity;
        m.log_head_i = in.log_head;
        m.both_scopes_i = 0;
        m.request_valid_i = in.request_valid;
        m.request_more_i = in.request_more;
        for (unsigned sm = 0; sm < sms; sm++)
            for (unsigned bit = 0; bit < SCORD_DETECTOR_REQUEST_WIDTH; bit += 32) {
                const unsigned width = SCORD_DETECTOR_REQUEST_WIDTH - bit < 32
                                           ? SCORD_DETECTOR_REQUEST_WIDTH - bit
                                           : 32;
                scord_port_set(bits(m.request_i), sm * SCORD_DETECTOR_REQUEST_WIDTH + bit, width,
                               in.request[sm][bit / 32]);
            }
        m.m_axi_arready_i = in.arready;
        m.m_axi_awready_i = in.awready;
        m.m_axi_wready_i = in.wready;
        m.m_axi_rvalid_i = in.rvalid;
        m.m_axi_rlast_i = in.rlast;
        m.m_axi_rid_i = in.rid;
        for (unsigned word = 0; word < beat_entries; word++)
            scord_port_set(bits(m.m_axi_rdata_i), 64 * word, 64,
                           word ? in.rdata_above[word - 1] : in.rdata);
        m.m_axi_rresp_i = 0;
        m.m_axi_bvalid_i = in.bvalid;
        m.m_axi_bid_i = in.bid;
        m.m_axi_bresp_i = 0;
    }

    void sample(Outputs &out) {
        Model &m = *model_;
        out.clearing = m.clearing_o;
        out.busy = m.busy_o;
        out.request_ready = m.request_ready_o;
        out.retired = static_cast<unsigned>(__builtin_popcount(m.retire_valid_o));
        out.fence = out.retired && scord_port_get(bits(m.retire_o), SCORD_RETIRE_KIND_SHIFT,
                                                  SCORD_RETIRE_KIND_WIDTH);
        out.verdicts = 0;
        for (unsigned lane = 0; lane < out.retired; lane++)
            out.verdicts += scord_port_get(bits(m.retire_o),
                                           lane * SCORD_RETIRE_WIDTH + SCORD_RETIRE_VERDICT_SHIFT,
                                           SCORD_RETIRE_VERDICT_WIDTH) != 0;
        out.line_hit = m.line_hit_o;
        out.line_miss = m.line_miss_o;
        out.stall_metadata = m.stall_metadata_o;
        out.stall_race_log = m.stall_race_log_o;
        out.stall_line = m.stall_line_o;
        out.stall_fetch = m.stall_fetch_o;
        out.stall_queue = m.stall_queue_o;
        out.log_tail = m.log_tail_o;
        out.arvalid = m.m_axi_arvalid_o;
        out.arid = m.m_axi_arid_o;
        out.arlen = m.m_axi_arlen_o;
        out.araddr = m.m_axi_araddr_o;
        out.awvalid = m.m_axi_awvalid_o;
        out.awid = m.m_axi_awid_o;
        out.awlen = m.m_axi_awlen_o;
        out.awaddr = m.m_axi_awaddr_o;
        out.wvalid = m.m_axi_wvalid_o;
        out.wlast = m.m_axi_wlast_o;
        out.wdata = scord_port_get(bits(m.m_axi_wdata_o), 0, 64);
        for (unsigned word = 1; word < beat_entries; word++)
            out.wdata_above[word - 1] = scord_port_get(bits(m.m_axi_wdata_o), 64 * word, 64);
        out.wstrb = 0;
        for (unsigned word = 0; word < beat_entries; word++)
            if (scord_port_get(bits(m.m_axi_wstrb_o), 8 * word, 8) == 0xff) out.wstrb |= 1u << word;
    }

    std::unique_ptr<Model> model_;
};

} // namespace

std::vector<std::unique_ptr<Detector>> all_detectors() {
    std::vector<std::unique_ptr<Detector>> detectors;
#define X(configuration, s, w, l, m, b)                                                            \
    detectors.push_back(                                                                           \
        std::make_unique<Verilated<Vdetector_##configuration>>(#configuration, s, w, l, m, b));
    THROUGHPUT_CLASSES
#undef X
    return detectors;
}

} // namespace throughput
