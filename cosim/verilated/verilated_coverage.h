/* SPDX-License-Identifier: Apache-2.0 */
// verilated_coverage.h: where a verilated device leaves its line and toggle counts
// (tb/coverage/rtl_coverage.sh).
//
// Only in builds with Verilator's --coverage (VM_COVERAGE); elsewhere the function does nothing.
#ifndef SCORD_VERILATED_COVERAGE_H
#define SCORD_VERILATED_COVERAGE_H

#include "verilated.h"
#if VM_COVERAGE
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "verilated_cov.h"
#endif

// One file a device in the directory that the environment names; a process may have many devices,
// one after the other.
inline void scord_write_coverage(VerilatedContext &context) {
#if VM_COVERAGE
    const char *directory = std::getenv("SCORD_RTL_COVERAGE");
    if (!directory) return;
    std::string path;
    for (unsigned i = 0; path.empty() || access(path.c_str(), F_OK) == 0; i++)
        path = std::string(directory) + "/" + std::to_string(getpid()) + "-" + std::to_string(i) +
               ".dat";
    context.coveragep()->write(path.c_str());
#else
    (void)context;
#endif
}

#endif
