/* SPDX-License-Identifier: Apache-2.0 */
// systemc_device.cpp: the verilated device of the tiny machine as a SystemC module with sc_clock
// and signals on every pin, behind the same rtl_device.h. The scoreboard is the same; a test holds
// both tops to identical results.
//
// The clock falls at 2k ns and rises at 2k + 1 ns; settle and clock each run one nanosecond, half
// way between edges, so that inputs never change together with an edge. SystemC elaborates once:
// one device a process.
#include <cstdio>
#include <cstring>
#include <new>
#include <systemc>
#include <type_traits>

#include "cosim/verilated/verilated_print.h" // before Verilator's own headers

#include "Vscord_top_systemc.h"
#include "cosim/lockstep/device/rtl_device.h"
#include "cosim/lockstep/device/state_registers.h"

namespace {

// Bits of a signal's value in and out of a packed buffer.
template <class Value> struct Bits {
    static constexpr size_t bytes = sizeof(Value);
    static void load(Value &value, const uint8_t *bits) { std::memcpy(&value, bits, sizeof value); }
    static void store(const Value &value, uint8_t *bits) {
        std::memcpy(bits, &value, sizeof value);
    }
};
template <> struct Bits<bool> {
    static constexpr size_t bytes = 1;
    static void load(bool &value, const uint8_t *bits) { value = bits[0] & 1; }
    static void store(const bool &value, uint8_t *bits) { bits[0] = value; }
};
template <int Width> struct Bits<sc_dt::sc_bv<Width>> {
    static constexpr int words = (Width + 31) / 32;
    static constexpr size_t bytes = 4 * words;
    static void load(sc_dt::sc_bv<Width> &value, const uint8_t *bits) {
        for (int i = 0; i < words; i++) {
            uint32_t word;
            std::memcpy(&word, bits + 4 * i, 4);
            value.set_word(i, word);
        }
    }
    static void store(const sc_dt::sc_bv<Width> &value, uint8_t *bits) {
        for (int i = 0; i < words; i++) {
            const uint32_t word = static_cast<uint32_t>(value.get_word(i));
            std::memcpy(bits + 4 * i, &word, 4);
        }
    }
};

// A pin: the signal bound to a port of the model, and the buffer that the harness sees.
template <class Value> struct Pin {
    sc_core::sc_signal<Value> signal;
    alignas(8) uint8_t bits[Bits<Value>::bytes] = {};
    void drive() {
        Value value = signal.read();
        Bits<Value>::load(value, bits);
        signal.write(value);
    }
    void sample() { Bits<Value>::store(signal.read(), bits); }
};

using Top = Vscord_top_systemc;
template <class Port> using ValueOf = typename std::remove_reference_t<Port>::data_type;

struct Platform : sc_core::sc_module {
    sc_core::sc_clock clock{"clock", sc_core::sc_time(2, sc_core::SC_NS), 0.5,
                            sc_core::sc_time(1, sc_core::SC_NS), true};
    Top top{"TOP"};
#define SCORD_PIN(name) Pin<ValueOf<decltype(Top::name)>> name;
    SCORD_DEVICE_INPUTS(SCORD_PIN)
    SCORD_DEVICE_OUTPUTS(SCORD_PIN)
#undef SCORD_PIN
    bool started = false;

    explicit Platform(sc_core::sc_module_name name) : sc_core::sc_module(name) {
        top.clk_i(clock);
#define SCORD_BIND(name) top.name(this->name.signal);
        SCORD_DEVICE_INPUTS(SCORD_BIND)
        SCORD_DEVICE_OUTPUTS(SCORD_BIND)
#undef SCORD_BIND
    }

    void drive() {
#define SCORD_DRIVE(name) name.drive();
        SCORD_DEVICE_INPUTS(SCORD_DRIVE)
#undef SCORD_DRIVE
    }

    void sample() {
#define SCORD_SAMPLE(name) name.sample();
        SCORD_DEVICE_OUTPUTS(SCORD_SAMPLE)
#undef SCORD_SAMPLE
    }

    void half_cycle() {
        sc_core::sc_start(started ? 1.0 : 0.5, sc_core::SC_NS);
        started = true;
        sample();
    }
};

Platform &platform_of(scord_device_t *device) {
    return *static_cast<Platform *>(device->implementation);
}

void settle(scord_device_t *device) {
    platform_of(device).drive();
    platform_of(device).half_cycle();
}

void clock_edge(scord_device_t *device) { platform_of(device).half_cycle(); }

int no_trace(scord_device_t *, const char *) { return -1; }
void close_nothing(scord_device_t *) {}
void destroy(scord_device_t *device) {
    delete device;
} // SystemC objects live until the process ends

scord_device_t *create(uint64_t) {
    std::set_new_handler(scord_verilated_out_of_memory);
    Verilated::threadContextp()->threads(
        1); // as in rtl_device.cpp; a thread that cannot start is an exception
    static Platform *platform = nullptr;
    if (platform) {
        std::fprintf(stderr, "scord: the SystemC top makes one device a process\n");
        return nullptr;
    }
    platform = new Platform("platform");
    auto *device = new scord_device_t{};
#define SCORD_PORT(name) device->name = {platform->name.bits, sizeof platform->name.bits};
    SCORD_DEVICE_INPUTS(SCORD_PORT)
    SCORD_DEVICE_OUTPUTS(SCORD_PORT)
#undef SCORD_PORT
    if (!scord_bind_state_registers(device, *platform->top.contextp(), "platform.TOP."))
        return nullptr;
    device->implementation = platform;
    device->settle = settle;
    device->clock = clock_edge;
    device->trace_open = no_trace;
    device->trace_close = close_nothing;
    device->destroy = destroy;
    return device;
}

} // namespace

extern "C" const scord_device_class_t scord_device_class_tiny;
extern "C" const scord_device_class_t scord_device_class_tiny = {"tiny", create};
