/* host_atomics.h: atomics of the program's host side. */
#ifndef SIM_HOST_ATOMICS_H
#define SIM_HOST_ATOMICS_H

#include <stdbool.h>
#include <stdint.h>

/* INSTRUCTION is one of an atomic. */
bool host_atomics_have(uintptr_t instruction);

#endif
