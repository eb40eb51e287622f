/* SPDX-License-Identifier: Apache-2.0 */
/* seconds.h: the clock for rates, progress lines and time limits. No result of a run depends on
 * it. */
#ifndef SCORD_SECONDS_H
#define SCORD_SECONDS_H

#include <time.h>

/* Seconds since an arbitrary moment; steady. */
static inline double scord_seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Processor time that this process has used, in seconds. */
static inline double scord_seconds_used(void) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

#endif
