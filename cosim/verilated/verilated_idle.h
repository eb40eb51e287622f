/* SPDX-License-Identifier: Apache-2.0 */
// verilated_idle.h: an SM in which nothing changes costs nothing in a cycle. Included in front of
// all verilated code; the calls are put in by skip_idle.
//
// Verilator evaluates every function of every unit in every cycle. Each is a function of the unit's
// own variables and its inputs alone (skip_idle refuses otherwise), so one that left all of them
// as they were does so again until one changes. That is observed, never assumed: after a cycle of
// equal inputs every function of the unit is run between two looks at all its variables, and once
// each of them has been seen twice to change none, with no change in between, it is not run until
// an input differs. Twice, because Verilator copies what $past needs (__Vsampled…) at the start of
// an eval: the first time around includes an eval that began after the last change.
//
// What is outside the SMs is left out by blocks of statements: skip_idle/skip_idle.h says how, here
// is what its code needs.
#ifndef SCORD_VERILATED_IDLE_H
#define SCORD_VERILATED_IDLE_H

#include <cstdint>
#include <cstring>

// Of one unit. A bit a function; all of `seen_again`: nothing to do.
struct scord_idle_t {
    unsigned steady = 0; // calls since an input changed
    uint32_t seen = 0, seen_again = 0;
    uint8_t reset = 2; // rst_ni at the last call; 2: there was none
};

// Function number INDEX of COUNT runs on UNIT, unless it would change nothing. RST_NI: the only
// thing outside the unit that it reads. False: it did not run.
template <class Unit>
inline bool scord_evaluate(Unit *unit, uint8_t rst_ni, unsigned index, unsigned count,
                           void (*run)(Unit *)) {
    scord_idle_t &idle = unit->scord_idle;
    const uint32_t all = (UINT32_C(1) << count) - 1;
    if (idle.reset != rst_ni || !unit->scord_same_inputs()) {
        unit->scord_keep_inputs();
        idle.reset = rst_ni;
        idle.steady = 0;
        idle.seen = idle.seen_again = 0;
    }
    if (idle.seen_again == all) return false;
    if (idle.steady <
        count) { // inputs that change in every cycle: looking would cost more than it can spare
        idle.steady++;
        run(unit);
        return true;
    }
    char before[sizeof(Unit)];
    const char *const now = reinterpret_cast<const char *>(unit);
    const std::size_t size = static_cast<std::size_t>(
        reinterpret_cast<const char *>(&unit->vlSymsp) - now); // its variables stand in front of it
    std::memcpy(before, now, size);
    run(unit);
    if (std::memcmp(before, now, size) != 0)
        idle.seen = idle.seen_again = 0;
    else if (idle.seen != all)
        idle.seen |= UINT32_C(1) << index;
    else
        idle.seen_again |= UINT32_C(1) << index;
    return true;
}

// A bit a block: it must run. At first all must.
template <unsigned Words> struct scord_stale_t {
    uint64_t of[Words];
    scord_stale_t() { std::memset(of, 0xff, sizeof of); }
};

// Does a variable differ from a copy of it? Its type has no padding: a number, or an array of
// numbers of Verilator's.
template <class Value> inline bool scord_differs(const Value &before, const Value &now) {
    return std::memcmp(&before, &now, sizeof now) != 0;
}

#endif
