/* SPDX-License-Identifier: Apache-2.0 */
/* pct.h: how a schedule of probabilistic concurrency testing is named, as `--schedule` takes it and
 * as the run's environment carries it.
 *
 *     pct:2:7:410          depth 2, draw 7, 410 steps: priorities of warps
 *     pct-lanes:2:7:410    the same; groups of a warp's lanes that run apart have their own
 *
 * How it schedules: sim/sm/schedule/pct_order.h.
 */
#ifndef SIM_PCT_H
#define SIM_PCT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PCT_DEEPEST = 16, PCT_NAME = 80 };
#define PCT_STANDARD_STEPS 1000 /* where a name has none */
#define PCT_MOST_STEPS     (UINT64_C(1) << 40)

typedef struct pct_options {
    uint32_t depth; /* 1 … PCT_DEEPEST; 0: no such schedule */
    bool lanes;
    uint64_t draw, steps;
} pct_options_t;

/* False: TEXT is no name; *pct is as it was. */
bool pct_named(const char *text, pct_options_t *pct);
/* The name, complete. Returns buffer. */
char *pct_name(const pct_options_t *pct, char buffer[PCT_NAME]);

#ifdef __cplusplus
}
#endif
#endif
