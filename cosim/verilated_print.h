/* verilated_print.h: included in front of all verilated code (cosim/module.mk): what a verilated model would print
 * ("Assertion failed in …", "$stop") is kept for the harness, which reports it as data. */
#ifndef SCORD_VERILATED_PRINT_H
#define SCORD_VERILATED_PRINT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

int scord_verilated_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Moves what was printed by this thread since the last call into TEXT. */
void scord_verilated_take(char *text, size_t size);

#ifdef __cplusplus
}
#endif

#define VL_PRINTF scord_verilated_print
#endif
