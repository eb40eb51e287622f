/* SPDX-License-Identifier: Apache-2.0 */
/* host_atomics.h: atomics of the program's host side. */
#ifndef SIM_HOST_ATOMICS_H
#define SIM_HOST_ATOMICS_H

#include <stdbool.h>
#include <stdint.h>

/* Where host_atomics.c has its functions. Weak, so that nothing asks for that file but a program
 * that has atomics: one that is built with -fsanitize=thread has the same names from elsewhere. */
extern const char __start_scord_host_atomics[] __attribute__((weak));
extern const char __stop_scord_host_atomics[] __attribute__((weak));

/* INSTRUCTION is one of an atomic. */
static inline bool host_atomics_have(uintptr_t instruction) {
    return instruction >= (uintptr_t)__start_scord_host_atomics &&
           instruction < (uintptr_t)__stop_scord_host_atomics;
}

#endif
