/* SPDX-License-Identifier: Apache-2.0 */
// scheduler_device.cpp: rtl/sm/warp_scheduler.v behind scheduler_device.h: libscordscheduler.so,
// one verilated model an SM.
//
// An elaboration for every size of an SM in SCORD_SCHEDULER_ELABORATIONS (scheduler.mk); which one
// is decided at kernel start. The front end asks for the picks of a cycle one after the other,
// because what is ready for the second scheduler depends on what the first one took. So a cycle is
// up to four evaluations: a pick is evaluated only if its inputs are not those that the outputs
// already answer, and the falling edge of the clock goes along with the first evaluation of the
// next cycle.
//
// An assertion of the RTL that does not hold is reported on standard error, and every pick of the
// SM after it is FAILED (-2), which the golden model never answers: the run ends with a mismatch.
#include "cosim/verilated/verilated_print.h" // before Verilator's own headers

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

extern "C" {
#include "sim/sm/schedule/scheduler_device.h"
}
#include "verilated.h"
#include "cosim/verilated/verilated_fst.h"
#include "Vwarp_scheduler_48.h"
#ifndef SCORD_SCHEDULER_48_ONLY
#include "Vwarp_scheduler_32.h"
#endif

namespace {

enum { RESET_CYCLES = 4, BLOCKS = 8, SCHEDULERS = 2, FAIRNESS = SCORD_FETCH_FAIRNESS, FAILED = -2 };
constexpr unsigned WarpWidth = SCORD_SCHEDULER_WARP_WIDTH, SlotWidth = SCORD_SLOT_WIDTH,
                   PriorityWidth = SCORD_PRIORITY_WIDTH;

// One SM, whatever its size.
class Sm {
  public:
    virtual ~Sm() = default;
    virtual void reset(const scord_warp_scheduler_config_t &config) = 0;
    virtual void clear(const scord_warp_scheduler_config_t &config) = 0;
    virtual int issue(unsigned unit, uint64_t ready) = 0;
    virtual int fetch(uint64_t eligible, uint64_t blocked) = 0;
    virtual void clock(const scord_schedule_events_t &events) = 0;
    virtual bool trace(const char *path) = 0;
    uint64_t priorities = 0, block_ranks = 0; // as after the last clock
    bool failed = false;                      // an assertion of the RTL did not hold
};

template <class Top> class VerilatedSm final : public Sm {
  public:
    explicit VerilatedSm(VerilatedContext &context) : top_(std::make_unique<Top>(&context, "TOP")) {
        top_->clk_i = 0;
        idle();
    }

    ~VerilatedSm() override {
        if (trace_) trace_->close();
        top_->final();
    }

    void reset(const scord_warp_scheduler_config_t &config) override {
        set_policy(config);
        top_->rst_ni = 0;
        for (unsigned cycle = 0; cycle < RESET_CYCLES; cycle++) edge();
        top_->rst_ni = 1;
        changed_ = true;
    }

    void clear(const scord_warp_scheduler_config_t &config) override {
        set_policy(config);
        top_->clear_i = 1;
        edge();
        top_->clear_i = 0;
        changed_ = true;
    }

    int issue(unsigned unit, uint64_t ready) override {
        asked_ |= 1u << unit;
        set(top_->issue_valid_i, top_->issue_valid_i | 1u << unit);
        set(top_->issue_ready_i,
            (top_->issue_ready_i & ~warps_of[unit]) | (ready & warps_of[unit]));
        settle();
        if (!(top_->issue_pick_valid_o >> unit & 1)) return SCORD_SCHEDULER_NO_WARP;
        return static_cast<int>(top_->issue_pick_o >> WarpWidth * unit & ((1u << WarpWidth) - 1));
    }

    int fetch(uint64_t eligible, uint64_t blocked) override {
        fetch_asked_ = true;
        set(top_->fetch_valid_i, 1);
        set(top_->fetch_eligible_i, eligible);
        set(top_->fetch_blocked_i, blocked);
        settle();
        return top_->fetch_pick_valid_o ? static_cast<int>(top_->fetch_pick_o)
                                        : SCORD_SCHEDULER_NO_WARP;
    }

    void clock(const scord_schedule_events_t &events) override {
        set(top_->issue_valid_i, asked_);
        set(top_->fetch_valid_i, fetch_asked_);
        asked_ = 0;
        fetch_asked_ = false;
        top_->launch_i = events.launch;
        top_->launch_slot_i = events.launch_slot;
        set(top_->launch_warps_i, events.launch_warps);
        top_->arrive_i = events.arrivals;
        top_->arrive_slot_i = static_cast<uint8_t>(events.arrive_slot[0] | events.arrive_slot[1]
                                                                               << SlotWidth);
        top_->exit_i = events.exits;
        top_->exit_slot_i = static_cast<uint8_t>(events.exit_slot[0] | events.exit_slot[1]
                                                                           << SlotWidth);
        top_->release_i = events.releases;
        edge();
    }

    bool trace(const char *path) override {
        trace_ = std::make_unique<VerilatedFstC>();
#ifndef SCORD_WITHOUT_TRACE
        top_->trace(trace_.get(), 99);
#endif
        trace_->set_time_unit("100ps"); // a cycle is 10 units: 1 ns
        trace_->set_time_resolution("100ps");
        trace_->open(path);
        if (trace_->isOpen()) return true;
        trace_.reset();
        return false;
    }

  private:
    static constexpr uint64_t warps_of[SCHEDULERS] = {0x5555555555555555, 0xaaaaaaaaaaaaaaaa}; // W5

    template <class Port> void set(Port &port, uint64_t value) {
        const Port next = static_cast<Port>(value);
        changed_ |= port != next;
        port = next;
    }

    // Inputs are pins, not registers: no random value.
    void idle() {
        top_->rst_ni = 1;
        top_->clear_i = 0;
        top_->issue_policy_i = top_->fetch_order_i = 0;
        top_->issue_valid_i = 0;
        top_->issue_ready_i = top_->fetch_eligible_i = top_->fetch_blocked_i =
            top_->launch_warps_i = 0;
        top_->fetch_valid_i = top_->launch_i = top_->launch_slot_i = 0;
        top_->arrive_i = top_->arrive_slot_i = top_->release_i = 0;
        top_->exits_count_i = top_->exit_i = top_->exit_slot_i = 0;
    }

    void set_policy(const scord_warp_scheduler_config_t &config) {
        idle();
        top_->issue_policy_i = static_cast<uint8_t>(config.issue_policy);
        top_->fetch_order_i = static_cast<uint8_t>(config.fetch_policy);
        top_->exits_count_i = config.exits_count;
        asked_ = 0;
        fetch_asked_ = false;
    }

    // Outputs answer the inputs.
    void settle() {
        if (!changed_) return;
        top_->clk_i = 0;
        top_->eval();
        changed_ = false;
    }

    void edge() {
        if (trace_ || top_->clk_i) { // the wave shows the cycle's inputs; and a rising edge needs a
                                     // falling one
            top_->clk_i = 0;
            top_->eval();
        }
        if (trace_) trace_->dump(10 * cycle_ + 5);
        top_->clk_i = 1;
        top_->eval();
        changed_ = false;
        cycle_++;
        if (trace_) trace_->dump(10 * cycle_);
        priorities = top_->priorities_o;
        block_ranks = top_->block_ranks_o;
    }

    std::unique_ptr<Top> top_;
    std::unique_ptr<VerilatedFstC> trace_;
    uint64_t cycle_ = 0; // clock edges so far
    unsigned asked_ = 0; // schedulers asked for a pick in this cycle
    bool fetch_asked_ = false;
    bool changed_ = true; // an input since the last evaluation
};

struct Device {
    scord_scheduler_device_t interface;
    std::string waves; // empty: none
    unsigned wave_sm;
    VerilatedContext context;
    unsigned warps = 0;
    std::vector<std::unique_ptr<Sm>> sms;
};

Device &device_of(void *context) { return *static_cast<Device *>(context); }

bool is_built(unsigned sms, const scord_warp_scheduler_config_t &config) {
#ifdef SCORD_SCHEDULER_48_ONLY
    const bool size = config.warps == 48;
#else
    const bool size = config.warps == 48 || config.warps == 32;
#endif
    return sms >= 1 && size && config.blocks == BLOCKS && config.schedulers == SCHEDULERS &&
           config.issue_policy < SCORD_ISSUE_POLICY_COUNT &&
           (config.fetch_policy == SCORD_FETCH_ROUND_ROBIN ||
            (config.fetch_policy == SCORD_FETCH_CRITICAL_FIRST &&
             config.fetch_fairness == FAIRNESS)) &&
           !config.tie_by_age;
}

std::unique_ptr<Sm> make_sm(VerilatedContext &context, unsigned warps) {
#ifndef SCORD_SCHEDULER_48_ONLY
    if (warps == 32) return std::make_unique<VerilatedSm<Vwarp_scheduler_32>>(context);
#else
    (void)warps;
#endif
    return std::make_unique<VerilatedSm<Vwarp_scheduler_48>>(context);
}

// An assertion, as text; the first one of the SM.
void look_for_failure(Device &device, unsigned sm) {
    if (!device.context.gotError()) return;
    char text[1024];
    scord_verilated_take(text, sizeof text);
    text[std::strcspn(text, "\n")] =
        0; // "[time] %Error: file:line: Assertion failed in …", what follows is of the same edge
    device.context.gotError(false);
    if (!device.sms[sm]->failed)
        std::fprintf(stderr, "scord: warp_scheduler of SM %u: %s\n", sm, text);
    device.sms[sm]->failed = true;
}

bool start(void *context, unsigned sms, const scord_warp_scheduler_config_t *config) {
    Device &device = device_of(context);
    if (!is_built(sms, *config)) return false;
    Verilated::threadContextp(&device.context);
    if (device.warps != config->warps) device.sms.clear();
    device.warps = config->warps;
    for (auto &sm : device.sms) sm->clear(*config);
    while (device.sms.size() < sms) {
        device.sms.push_back(make_sm(device.context, device.warps));
        if (device.sms.size() - 1 == device.wave_sm && !device.waves.empty() &&
            !device.sms.back()->trace(device.waves.c_str()))
            return false;
        device.sms.back()->reset(*config);
    }
    return true;
}

int issue(void *context, unsigned sm, unsigned unit, uint64_t ready) {
    Device &device = device_of(context);
    const int pick = device.sms[sm]->issue(unit, ready);
    return device.sms[sm]->failed ? FAILED : pick;
}

int fetch(void *context, unsigned sm, uint64_t eligible, uint64_t blocked) {
    Device &device = device_of(context);
    const int pick = device.sms[sm]->fetch(eligible, blocked);
    return device.sms[sm]->failed ? FAILED : pick;
}

// Verilator 5.006 finds the context of assertions through a thread-local pointer; they are all
// clocked.
void clock(void *context, unsigned sm, const scord_schedule_events_t *events) {
    Device &device = device_of(context);
    Verilated::threadContextp(&device.context);
    device.sms[sm]->clock(*events);
    look_for_failure(device, sm);
}

uint8_t priority(void *context, unsigned sm, unsigned slot) {
    return device_of(context).sms[sm]->priorities >> PriorityWidth * slot &
           ((1u << PriorityWidth) - 1);
}

uint8_t block_rank(void *context, unsigned sm, unsigned slot) {
    return device_of(context).sms[sm]->block_ranks >> SlotWidth * slot & ((1u << SlotWidth) - 1);
}

void close(void *context) {
    Device *device = &device_of(context);
    Verilated::threadContextp(&device->context);
    device->sms.clear();
    Verilated::threadContextp(nullptr); // the device's own is about to go
    delete device;
}

bool can_write(const char *path) {
    FILE *file = std::fopen(path, "w");
    return file && std::fclose(file) == 0;
}

} // namespace

extern "C" __attribute__((visibility("default")))
scord_scheduler_device_open_t scord_scheduler_device_open;

scord_scheduler_device_t *scord_scheduler_device_open(const char *waves, unsigned wave_sm) {
    std::set_new_handler(scord_verilated_out_of_memory);
    if (waves && !can_write(waves)) return nullptr;
    auto device = std::make_unique<Device>();
    device->interface = {device.get(), start, issue, fetch, clock, priority, block_rank, close};
    device->waves = waves ? waves : "";
    device->wave_sm = wave_sm;
    device->context.traceEverOn(waves != nullptr);
    device->context.fatalOnError(false);
    device->context.threads(1); // as cosim/lockstep/device/rtl_device.cpp
    // with --x-initial unique: a register that no reset reaches begins with any value, the same in
    // every run
    device->context.randReset(2);
    const char *power_up = std::getenv(
        "SCORD_POWER_UP"); // other values: 2, 3 … (as cosim/lockstep/device/rtl_device.cpp)
    device->context.randSeed(power_up ? std::atoi(power_up) : 1);
    return &device.release()->interface;
}
