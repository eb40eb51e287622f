/* SPDX-License-Identifier: Apache-2.0 */
// rtl_device.cpp: one verilated elaboration behind rtl_device.h. Compiled once per entry of
// SCORD_ELABORATIONS with -DSCORD_ELABORATION=<name> and Vscord_top_<name>.h on the include path
// (cosim/module.mk).
//
// The whole device is one verilated model and its ports are written in place: pin-level wrappers
// would cost more than the scoreboard itself (docs/speed.md).
#include "cosim/verilated/verilated_print.h" // before Verilator's own headers

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>

#include "cosim/lockstep/device/rtl_device.h"
#include "cosim/lockstep/device/state_registers.h"
#include "cosim/verilated/verilated_coverage.h"
#include "verilated.h"
#include "cosim/verilated/verilated_fst.h"

#define SCORD_PASTE(a, b)          a##b
#define SCORD_PASTE_EXPANDED(a, b) SCORD_PASTE(a, b)
#define SCORD_STRING(a)            #a
#define SCORD_STRING_EXPANDED(a)   SCORD_STRING(a)
#define SCORD_TOP                  SCORD_PASTE_EXPANDED(Vscord_top_, SCORD_ELABORATION)
#include SCORD_HEADER

namespace {

struct Implementation {
    VerilatedContext context;
    std::unique_ptr<SCORD_TOP> top;
    std::unique_ptr<VerilatedFstC> trace;
    uint64_t cycle = 0; // clock edges so far
};

// Verilator 5.006 finds the context of assertions and of scopes being destroyed through this
// thread-local pointer.
Implementation &enter(scord_device_t *device) {
    Implementation &self = *static_cast<Implementation *>(device->implementation);
    Verilated::threadContextp(&self.context);
    return self;
}

void settle(scord_device_t *device) {
    Implementation &self = enter(device);
    self.top->clk_i = 0;
    self.top->eval();
    if (self.trace) self.trace->dump(10 * self.cycle + 5);
}

void clock_edge(scord_device_t *device) {
    Implementation &self = enter(device);
    self.top->clk_i = 1;
    self.top->eval();
    self.cycle++;
    if (self.context.gotError()) {
        device->failed = true;
        scord_verilated_take(device->failure, sizeof device->failure);
    }
    if (self.trace) self.trace->dump(10 * self.cycle);
}

int trace_open(scord_device_t *device, const char *path) {
    Implementation &self = enter(device);
    self.trace = std::make_unique<VerilatedFstC>();
#ifndef SCORD_WITHOUT_TRACE
    self.top->trace(self.trace.get(), 99);
#endif
    self.trace->set_time_unit("100ps"); // a cycle is 10 units: 1 ns
    self.trace->set_time_resolution("100ps");
    self.trace->open(path);
    if (self.trace->isOpen()) return 0;
    self.trace.reset();
    return -1;
}

void trace_close(scord_device_t *device) {
    Implementation &self = enter(device);
    if (!self.trace) return;
    self.trace->close();
    self.trace.reset();
}

void destroy(scord_device_t *device) {
    if (!device) return;
    trace_close(device);
    if (enter(device).top) enter(device).top->final();
    scord_write_coverage(enter(device).context);
    delete &enter(device);
    delete device;
}

template <class Port> scord_port_t port_of(Port &port) {
    return {reinterpret_cast<uint8_t *>(&port), sizeof port};
}

scord_device_t *create(uint64_t first_cycle) {
    std::set_new_handler(scord_verilated_out_of_memory);
    auto device = std::make_unique<scord_device_t>(scord_device_t{});
    auto self = std::make_unique<Implementation>();
#ifndef SCORD_WITHOUT_TRACE
    self->context.traceEverOn(true);
#endif
    self->context.fatalOnError(false);
    self->context.threads(1); // with more, each device starts workers that never work
    // with --x-initial unique: a register that no reset reaches begins with any value, the same in
    // every run
    self->context.randReset(2);
    const char *power_up =
        std::getenv("SCORD_POWER_UP"); // other values: 2, 3 … (tb/mutation/automatic)
    self->context.randSeed(power_up ? std::atoi(power_up) : 1);
    self->top = std::make_unique<SCORD_TOP>(&self->context, "TOP");
    self->cycle = first_cycle;
#define SCORD_BIND(name) device->name = port_of(self->top->name);
    SCORD_DEVICE_INPUTS(SCORD_BIND)
    SCORD_DEVICE_OUTPUTS(SCORD_BIND)
#undef SCORD_BIND
    self->top->clk_i = 0;
#define SCORD_CLEAR(name)                                                                          \
    std::memset(device->name.bits, 0, device->name.bytes); // pins are not registers
    SCORD_DEVICE_INPUTS(SCORD_CLEAR)
#undef SCORD_CLEAR
    if (!scord_bind_state_registers(device.get(), self->context, "TOP.")) return nullptr;
    device->implementation = self.release();
    device->settle = settle;
    device->clock = clock_edge;
    device->trace_open = trace_open;
    device->trace_close = trace_close;
    device->destroy = destroy;
    return device.release();
}

} // namespace

extern "C" const scord_device_class_t SCORD_PASTE_EXPANDED(scord_device_class_, SCORD_ELABORATION);
extern "C" const scord_device_class_t SCORD_PASTE_EXPANDED(scord_device_class_,
                                                           SCORD_ELABORATION) = {
    SCORD_STRING_EXPANDED(SCORD_ELABORATION), create};
