/* SPDX-License-Identifier: Apache-2.0 */
// state_registers.h: finds the architectural state registers of a verilated scord_top by the names
// of docs/rtl-interface.md (they are public_flat_rd there), once, when a device is made.
#ifndef SCORD_STATE_REGISTERS_H
#define SCORD_STATE_REGISTERS_H

#include <cstdio>
#include <string>

#include "cosim/lockstep/device/rtl_device.h"
#include "verilated.h"
#include "verilated_syms.h"

// Address of register `name` in module instance `scope`, or nullptr with a line on standard error.
inline const uint8_t *scord_state_register(const VerilatedContext &context,
                                           const std::string &scope, const char *name) {
    const VerilatedScope *found = context.scopeFind(scope.c_str());
    VerilatedVar *variable = found ? found->varFind(name) : nullptr;
    if (!variable)
        std::fprintf(stderr, "scord: state register %s.%s is not in the verilated model\n",
                     scope.c_str(), name);
    return variable ? static_cast<const uint8_t *>(variable->datap()) : nullptr;
}

// Fills device->sm[] for every SM that the model has, device->fence_file and, with acquire_release,
// the numbers. False when one is missing.
inline bool scord_bind_state_registers(scord_device_t *device, const VerilatedContext &context,
                                       const std::string &prefix) {
    const std::string top = prefix + "scord_top.";
    for (unsigned sm = 0; sm < SCORD_MAX_SMS; sm++) {
        const std::string unit = top + "g_sm[" + std::to_string(sm) + "].u_scord_sm.";
        if (!context.scopeFind((unit + "u_barrier_counters").c_str())) {
            if (sm == 0)
                std::fprintf(stderr,
                             "scord: no scope %su_barrier_counters in the verilated model\n",
                             unit.c_str());
            if (sm == 0) return false;
            break;
        }
        scord_device_sm_state_t &state = device->sm[sm];
        state.barrier_counters = scord_state_register(context, unit + "u_barrier_counters",
                                                      "barrier_counters_q");
        state.lock_table = scord_state_register(context, unit + "u_lock_table", "lock_table_q");
        state.warp_priority_table = scord_state_register(context, unit + "u_warp_priority_table",
                                                         "warp_priority_table_q");
        const std::string threads = unit + "g_independent_threads.u_warp_convergence";
        if (context.scopeFind(threads.c_str()))
            state.warp_convergence = scord_state_register(context, threads, "warp_convergence_q");
        if (!state.barrier_counters || !state.lock_table || !state.warp_priority_table)
            return false;
    }
    device->fence_file = scord_state_register(context, top + "u_scord_detector.u_fence_file",
                                              "fence_file_q");
    const std::string numbers = top + "u_scord_detector.g_acquire_release.u_release_numbers";
    if (!device->fence_file || !context.scopeFind(numbers.c_str()))
        return device->fence_file != nullptr;
    static const char *const names[SCORD_RELEASE_NUMBER_KINDS] = {"released_q", "block_released_q",
                                                                  "acquired_q", "pending_q"};
    device->newest_release = scord_state_register(context, numbers, "newest_q");
    for (unsigned kind = 0; kind < SCORD_RELEASE_NUMBER_KINDS; kind++)
        if (!(device->release_numbers[kind] = scord_state_register(context, numbers, names[kind])))
            return false;
    return device->newest_release != nullptr;
}

#endif
