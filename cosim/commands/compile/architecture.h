/* SPDX-License-Identifier: Apache-2.0 */
/* architecture.h: compute capabilities, as nvcc's options name them (sm_80, compute_80, …).
 *
 * nvcc compiles device code once for each virtual architecture that is named, and the GPU takes the
 * newest that it can run. Here one is compiled: the newest named one up to ARCHITECTURE_DEFAULT,
 * else the oldest. It decides __CUDA_ARCH__, and stands as .target in the PTX, by which the model
 * knows how warps behave (sim/core/splits.c).
 */
#ifndef SCORD_ARCHITECTURE_H
#define SCORD_ARCHITECTURE_H

#include <stdbool.h>
#include <stdint.h>

enum { ARCHITECTURE_DEFAULT = 80 };

/* Those that the command line names. */
typedef struct architecture_set {
    uint32_t known;    /* bit i: number i of the list in architecture.c */
    uint32_t specific; /* the same, named with an a or f behind it: sm_90a */
} architecture_set_t;

/* For messages, behind a wrong name. */
#define ARCHITECTURE_NAMES                                                                         \
    "sm_20 and 21, 30 32 35 37, 50 52 53, 60 61 62, 70 72 75, 80 86 87 88 89, 90, 100 101 103, "   \
    "110, 120 121 are"

/* Each adds what VALUE names and returns true, or returns false. */
bool architecture_add(architecture_set_t *set, const char *value); /* of -arch: sm_80, native, … */
/* Of -gencode: arch=compute_70,code=[sm_70,compute_70]. */
bool architecture_add_generated(architecture_set_t *set, const char *value);

unsigned architecture_chosen(const architecture_set_t *set);
/* Whether the chosen one was named with an a or f. */
bool architecture_specific(const architecture_set_t *set);
/* The value of __CUDA_ARCH_LIST__: 700,800. Returns text. */
char *architecture_list(const architecture_set_t *set, char *text, unsigned size);

#endif
