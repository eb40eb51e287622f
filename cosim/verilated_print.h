/* verilated_print.h: included in front of all verilated code (cosim/module.mk): what a verilated model would print
 * ("Assertion failed in …", "$stop") is kept for the harness, which reports it as data; and the names that Verilator's runtime
 * copies without a look at the result have their memory, or the process ends as verilated_memory.h has it. */
#ifndef SCORD_VERILATED_PRINT_H
#define SCORD_VERILATED_PRINT_H

#include <stddef.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

int scord_verilated_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
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
