/* verilated_memory.h: want of memory inside verilated code (C++).
 *
 * Verilator 5.006's generated constructors and its runtime cannot be left by an exception: unwinding destroys scopes that are
 * not registered yet, a crash, and eval() is called from C. So a failed allocation of C++ code ends the process: one line on
 * stderr, what stdio holds written out, exit code 3. Programs that embed the lockstep get the same (docs/c-api.md).
 */
#ifndef SCORD_VERILATED_MEMORY_H
#define SCORD_VERILATED_MEMORY_H

#include <unistd.h>

#include <cstdio>
#include <new>

/* The new-handler: nothing here allocates. */
inline void scord_verilated_out_of_memory() {
    enum { ENVIRONMENT = 3 }; /* exit code, docs/architecture.md */
    static const char message[] = "scord: out of memory in the verilated RTL\n";
    if (write(STDERR_FILENO, message, sizeof message - 1) < 0) _exit(ENVIRONMENT);
    std::fflush(nullptr);
    _exit(ENVIRONMENT);
}

/* To be called before anything of Verilator's is made; again: no effect. */
inline void scord_verilated_memory_guard() { std::set_new_handler(scord_verilated_out_of_memory); }

#endif
