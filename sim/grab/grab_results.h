/* SPDX-License-Identifier: Apache-2.0 */
/* grab_results.h: GRAB's results: sums, tables and the names for reports. The process that runs the
 * program writes them, and the command that reports them reads them; both must be of the same build
 * (cmodel/build_id.h).
 */
#ifndef SIM_GRAB_RESULTS_H
#define SIM_GRAB_RESULTS_H

#include <stdio.h>

#include "sim/grab/grab_scoring.h"

enum { GRAB_SCORINGS_MAX = 16 };

/* A program location, by its number. */
typedef struct grab_site {
    uint32_t pc, line;     /* line 0: unknown */
    char *file, *function; /* NULL: unknown */
} grab_site_t;

typedef struct grab_object {
    uint64_t address, bytes;
    char *name;
} grab_object_t;

/* The launches of one kernel, on the first scoring's L1. */
typedef struct grab_kernel {
    char *name;
    uint64_t launches;
    grab_counts_t counts;
} grab_kernel_t;

typedef struct grab_scored {
    grab_machine_t machine;
    grab_account_t account[GRAB_LEVELS];
} grab_scored_t;

typedef struct grab_results {
    uint32_t scorings, sites, objects, kernels, sms;
    uint64_t instructions; /* warp instructions on global memory */
    grab_scored_t scored[GRAB_SCORINGS_MAX];
    grab_site_t *site;
    grab_object_t *object;
    grab_kernel_t *kernel;
} grab_results_t; /* zeroed = empty */

/* The object that holds ADDRESS, the one named last when memory was reused; NULL: none is known. */
const grab_object_t *grab_results_object(const grab_results_t *results, uint64_t address);
/* Writes them in a format that only grab_results_read of the same build reads. False: a write
 * failed. */
bool grab_results_write(const grab_results_t *results, FILE *out);
/* False: out of memory, or not what grab_results_write wrote (grab_results_free even then). */
bool grab_results_read(grab_results_t *results, FILE *in);
void grab_results_free(grab_results_t *results);

#endif
