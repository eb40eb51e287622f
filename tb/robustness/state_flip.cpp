/* SPDX-License-Identifier: Apache-2.0 */
// state_flip.cpp: a wrong bit in the detector's state: the lockstep of lockstep_top over a
// verilated tiny1 whose registers can be written (state_flip.vlt; the shipped models do not pay for
// it).
//
// usage: state_flip list                                    a line a register or memory that
// scripts/area/state.table names: PATH BITS
//        state_flip PATH:BIT:CYCLE CONFIG RUN               one run
//        (tb/lockstep/device/lockstep_top.h); after clock CYCLE, from 1, bit BIT of PATH is
//        inverted state_flip none CONFIG RUN                         the run as it is
// PATH: the instance path below scord_top with array indices
// ("g_sm[1].u_scord_sm.u_lock_table.lock_table_q"); bits of a memory are counted over all its
// words. Exit codes: lockstep_top's; 2 also when there is no such bit or the run had ended before
// CYCLE.
#include "cosim/verilated/verilated_print.h" // before Verilator's own headers

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "tb/lockstep/device/lockstep_top.h"
#include "cosim/lockstep/device/rtl_device.h"
#include "verilated.h"
#include "verilated_syms.h"

extern "C" const scord_device_class_t scord_device_class_flips;

namespace {

// The device's functions are given the device alone, and a run has one: what is to be flipped, and
// the clock that is behind ours.
struct Flip {
    std::string path;
    uint64_t bit = 0, cycle = 0, clocks = 0;
    bool done = false;
    void (*clock)(scord_device_t *device) = nullptr;
} flip;

const std::string top = "TOP.scord_top.";

// Verilator pads every word of a memory to whole storage units.
uint64_t words(const VerilatedVar &variable) { return variable.totalSize() / variable.entSize(); }
uint64_t bits(const VerilatedVar &variable) {
    return words(variable) * static_cast<uint64_t>(variable.packed().elements());
}

VerilatedVar *find(const std::string &path) {
    const size_t dot = path.rfind('.');
    const VerilatedScope *scope =
        dot == std::string::npos
            ? nullptr
            : Verilated::threadContextp()->scopeFind((top + path.substr(0, dot)).c_str());
    return scope ? scope->varFind(path.substr(dot + 1).c_str()) : nullptr;
}

void invert(VerilatedVar &variable) {
    const uint64_t width = static_cast<uint64_t>(variable.packed().elements());
    uint8_t *word = static_cast<uint8_t *>(variable.datap()) +
                    flip.bit / width * variable.entSize();
    word[flip.bit % width / 8] ^= static_cast<uint8_t>(1u << flip.bit % width % 8);
}

void clock_and_flip(scord_device_t *device) {
    flip.clock(device);
    if (++flip.clocks != flip.cycle) return;
    VerilatedVar *variable = find(flip.path);
    if (!variable || flip.bit >= bits(*variable)) {
        std::fprintf(stderr, "state_flip: %s has no bit %llu\n", flip.path.c_str(),
                     static_cast<unsigned long long>(flip.bit));
        std::exit(2);
    }
    invert(*variable);
    flip.done = true;
}

scord_device_t *create(uint64_t first_cycle) {
    scord_device_t *device = scord_device_class_flips.create(first_cycle);
    if (!device) return nullptr;
    flip.clock = device->clock;
    device->clock = clock_and_flip;
    return device;
}

int list() {
    scord_device_t *device = scord_device_class_flips.create(0);
    if (!device) return 2;
    device->settle(device); // this thread's context is the device's from now on
    for (const auto &scope : *Verilated::threadContextp()->scopeNameMap()) {
        if (std::strncmp(scope.first, top.c_str(), top.size()) != 0 || !scope.second->varsp())
            continue;
        for (const auto &variable : *scope.second->varsp())
            if (variable.second.isPublicRW())
                std::printf("%s.%s %llu\n", scope.first + top.size(), variable.first,
                            static_cast<unsigned long long>(bits(variable.second)));
    }
    device->destroy(device);
    return 0;
}

bool parse(const char *text) {
    unsigned long long bit, cycle;
    const char *colon = std::strchr(text, ':');
    char end;
    if (!colon || std::sscanf(colon, ":%llu:%llu%c", &bit, &cycle, &end) != 2 || cycle == 0)
        return false;
    flip.path.assign(text, colon);
    flip.bit = bit;
    flip.cycle = cycle;
    return true;
}

} // namespace

extern "C" const scord_device_class_t scord_device_class_tiny1;
extern "C" const scord_device_class_t scord_device_class_tiny1 = {"tiny1", create};

int main(int argc, char **argv) {
    if (argc == 2 && std::strcmp(argv[1], "list") == 0) return list();
    if (argc != 4 || (std::strcmp(argv[1], "none") != 0 && !parse(argv[1]))) {
        std::fputs("usage: state_flip list | state_flip PATH:BIT:CYCLE|none CONFIG RUN\n", stderr);
        return 2;
    }
    const int code = lockstep_top(argc - 1, argv + 1);
    if (flip.cycle == 0 || flip.done || code == 2) return code;
    std::fprintf(stderr, "state_flip: the run ended after %llu clocks, before the flip\n",
                 static_cast<unsigned long long>(flip.clocks));
    return 2;
}
