/* SPDX-License-Identifier: Apache-2.0 */
/* verilated_print.h: included in front of all verilated code (cosim/module.mk): what a verilated
 * model would print
 * ("Assertion failed in …", "$stop") is kept for the harness, which reports it as data; and want of
 * memory ends the process.
 *
 * Verilator 5.006's generated constructors and its runtime cannot be left by an exception:
 * unwinding destroys scopes that are not registered yet, a crash, and eval() is called from C. Nor
 * does the runtime look at the names that it copies. So a failed allocation is one line on stderr,
 * what stdio holds written out, the functions of at_quick_exit() called, exit code 3, also of
 * programs that embed the lockstep (docs/c-api.md). */
#ifndef SCORD_VERILATED_PRINT_H
#define SCORD_VERILATED_PRINT_H

#include <stddef.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

int scord_verilated_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The new-handler of every device (std::set_new_handler), set before anything of Verilator's is
 * made. Allocates nothing. */
void scord_verilated_out_of_memory(void) __attribute__((noreturn));
/* strdup, or that. */
char *scord_verilated_copy(const char *name);
/* Moves what was printed by this thread since the last call into TEXT. */
void scord_verilated_take(char *text, size_t size);

#ifdef __cplusplus
}
#endif

#define VL_PRINTF scord_verilated_print
#undef strdup
#define strdup scord_verilated_copy
#endif
