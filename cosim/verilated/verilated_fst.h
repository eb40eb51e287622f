/* SPDX-License-Identifier: Apache-2.0 */
// verilated_fst.h: Verilator's writer of FST waves; where SCORD_WITHOUT_TRACE is defined (mutants
// and coverage: verilated without trace, to compile faster), a class of the same calls that writes
// nothing.
#ifndef SCORD_VERILATED_FST_H
#define SCORD_VERILATED_FST_H

#ifdef SCORD_WITHOUT_TRACE
#include <cstdint>

struct VerilatedFstC {
    void set_time_unit(const char *) {}
    void set_time_resolution(const char *) {}
    void open(const char *) {}
    void close() {}
    void dump(uint64_t) {}
    bool isOpen() const { return false; }
};
#else
#include "verilated_fst_c.h"
#endif

#endif
