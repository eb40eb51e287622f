/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/lockstep/timing/programs.h"

#include <cstdio>
#include <cstdlib>

#include "cmodel/stream/event_stream.h"
#include "cosim/random/random_program.h"
#include "cmodel/scord_replay.h"

namespace timing {
namespace {

void take(std::vector<Kernel> &kernels, const detector_timing_options_t &options,
          const scord_event_t &event) {
    if (event.kind == SCORD_EVENT_KIND_KERNEL_BEGIN) {
        kernels.push_back({options, Schedule(options.sms)});
        kernels.back().options.tracked_base = event.kernel_begin.tracked_base;
        kernels.back().options.log2_tracked_words = event.kernel_begin.log2_tracked_words;
    }
    scord_sm_event_t lowered[SCORD_LOWER_MAX];
    unsigned sm = 0;
    const unsigned count = scord_lower(&event, &sm, lowered);
    for (unsigned i = 0; i < count && !kernels.empty(); i++) {
        if (lowered[i].kind != SCORD_SM_EVENT_KIND_ACCESS &&
            lowered[i].kind != SCORD_SM_EVENT_KIND_FENCE)
            continue;
        Request request;
        request.fence = lowered[i].kind == SCORD_SM_EVENT_KIND_FENCE;
        request.block = sm << SCORD_SLOT_WIDTH | lowered[i].slot;
        request.warp = lowered[i].warp;
        request.scope = lowered[i].scope;
        request.segment = static_cast<unsigned>(lowered[i].address / SCORD_SEGMENT_BYTES);
        request.mask = lowered[i].mask;
        kernels.back().schedule.at(sm).push_back({request, 0});
    }
}

} // namespace

std::vector<Kernel> random_kernels(uint64_t seed, uint64_t events,
                                   const detector_timing_options_t &options) {
    scord_config_t config{};
    config.name = "timing";
    config.num_sms = options.sms;
    config.blocks_per_sm = 2; // as the smallest configuration has
    config.warps_per_sm = 4;
    config.lanes = 1;
    config.metadata_lines = 2;
    config.request_fifo_depth = options.fifo_depth;
    config.log2_cache_ratio = options.log2_cache_ratio;
    config.log_capacity = 1;
    const scord_random_knobs_t knobs = {seed, events, 0, 0, 0};
    scord_random_program_t *program = scord_random_program_create(&config, &knobs);
    if (program == nullptr) {
        std::fprintf(stderr, "timing: no memory for a random program\n");
        std::exit(3);
    }
    std::vector<Kernel> kernels;
    scord_event_t event;
    while (scord_random_program_next(program, &event)) take(kernels, options, event);
    scord_random_program_destroy(program);
    return kernels;
}

std::vector<Kernel> recorded_kernels(const char *path, const detector_timing_options_t &options) {
    scord_stream_error_t error;
    scord_stream_reader_t *reader = scord_stream_open_reader(path, &error);
    std::vector<Kernel> kernels;
    scord_stream_status_t status = reader == nullptr ? error.status : SCORD_STREAM_OK;
    if (reader != nullptr && scord_stream_reader_config(reader)->num_sms <= options.sms) {
        scord_event_t event;
        while ((status = scord_stream_read(reader, &event, &error)) == SCORD_STREAM_OK)
            take(kernels, options, event);
        if (status == SCORD_STREAM_END) status = SCORD_STREAM_OK;
    }
    if (reader != nullptr) scord_stream_close_reader(reader);
    if (status == SCORD_STREAM_OK) return kernels;
    std::fprintf(stderr, "timing: %s\n", error.message);
    std::exit(2);
}

} // namespace timing
