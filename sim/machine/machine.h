/* SPDX-License-Identifier: Apache-2.0 */
/* machine.h: the parameters of the cycle-level machine: names, defaults, ranges; and the options of
 * a run.
 *
 * Errors are returned as a sentence in `message`.
 */
#ifndef SIM_MACHINE_H
#define SIM_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cmodel/sm/warp_scheduler.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gpu_machine {
#define MACHINE(name, value, minimum, maximum, text) uint32_t name;
#include "sim/machine/machine.def"
#undef MACHINE
} gpu_machine_t;

/* The schedulers: issue and fetch policy, TLS's rule for long latencies, and whether model or
 * device picks. */
typedef enum gpu_schedule_by {
    GPU_SCHEDULE_BY_MODEL, /* the golden model (cmodel/sm/warp_scheduler.c) */
    GPU_SCHEDULE_LOCKSTEP, /* the golden model; a device picks beside it and every pick and table is
                              compared */
    GPU_SCHEDULE_CLOSED_LOOP /* the device's picks drive the machine */
} gpu_schedule_by_t;

typedef struct gpu_schedule {
    scord_schedule_policy_t issue;
    scord_fetch_policy_t fetch;
    bool sticky;      /* TLS only (W8) */
    bool exits_count; /* ended warps count as waiting ones (W15) */
    bool refill;      /* CFF: when no I-buffer is empty, the port refills (W15) */
} gpu_schedule_t;

/* Fills *machine with the machine NAME ("baws": the default; "scord": Table V of ScoRD, 32 warps an
 * SM, the RTL's detector of configuration wide; "scord-gtx480": of gtx480; "hrf": Table 1 of
 * HRF). False: no such. */
bool gpu_machine_named(const char *name, gpu_machine_t *machine);
/* Takes "name=value", or several separated by commas. False: *message says which, and the range. */
bool gpu_machine_set(gpu_machine_t *machine, const char *settings, char *message, size_t size);
/* False: the numbers do not fit together; *message says why. */
bool gpu_machine_check(const gpu_machine_t *machine, char *message, size_t size);
/* The detector is one of the laboratory (mem/grouped_timing.h), which there is no RTL of. */
bool gpu_machine_is_laboratory(const gpu_machine_t *machine);
/* The detector's configuration that this machine has, as scord_config_parse reads it: BASE, a named
 * one, with the machine's SMs, blocks and warps. */
void gpu_machine_config(const gpu_machine_t *machine, const char *base, char *text, size_t size);
/* A line a number: name, value, default, range, meaning. */
void gpu_machine_print(const gpu_machine_t *machine, FILE *out);
/* The numbers that differ from the default, as settings text ("" none). Returns buffer. */
char *gpu_machine_differences(const gpu_machine_t *machine, char *buffer, size_t size);

/* The names of policies.def, a blank between. */
extern const char gpu_schedule_issue_words[], gpu_schedule_fetch_words[]; /* and one before */
#define GPU_ISSUE_POLICIES (&gpu_schedule_issue_words[1])
#define GPU_FETCH_POLICIES (&gpu_schedule_fetch_words[1])
/* A name of that list. False: no such; *schedule is as it was. */
bool gpu_schedule_issue_named(const char *name, gpu_schedule_t *schedule);
bool gpu_schedule_fetch_named(const char *name, gpu_schedule_t *schedule);
const char *gpu_schedule_issue_name(const gpu_schedule_t *schedule);
const char *gpu_schedule_fetch_name(const gpu_schedule_t *schedule);

#ifdef __cplusplus
}
#endif
#endif
