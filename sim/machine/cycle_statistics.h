/* SPDX-License-Identifier: Apache-2.0 */
/* cycle_statistics.h: what a cycle-level run counts. Sums over SMs unless said otherwise; one for
 * each kernel name and one for the run. Everything is a count of cycles or events, so that the sums
 * of two launches are added field by field. The fields stand in cycle_statistics.def.
 */
#ifndef SIM_CYCLE_STATISTICS_H
#define SIM_CYCLE_STATISTICS_H

#include <stdint.h>

/* Why a warp does not issue (W14; BAWS section 6.3, Figure 10). */
typedef enum gpu_stall {
    GPU_STALL_EXIT,
    GPU_STALL_BARRIER,
    GPU_STALL_FETCH,
    GPU_STALL_CONTROL,
    GPU_STALL_DATA,
    GPU_STALL_STRUCTURAL,
    GPU_STALL_NOT_SELECTED,
    GPU_STALL_COUNT
} gpu_stall_t;

#define STATISTIC_MEMBER_COUNT(name)        uint64_t name
#define STATISTIC_MEMBER_LATEST(name)       uint64_t name
#define STATISTIC_MEMBER_SUM(name)          double name
#define STATISTIC_MEMBER_STALL_COUNTS(name) uint64_t name[GPU_STALL_COUNT]
#define STATISTIC_MEMBER_STALL_SUMS(name)   double name[GPU_STALL_COUNT]

typedef struct gpu_cycle_statistics {
#define STATISTIC(kind, name, text) STATISTIC_MEMBER_##kind(name);
#include "sim/machine/cycle_statistics.def"
#undef STATISTIC
} gpu_cycle_statistics_t;

#undef STATISTIC_MEMBER_COUNT
#undef STATISTIC_MEMBER_LATEST
#undef STATISTIC_MEMBER_SUM
#undef STATISTIC_MEMBER_STALL_COUNTS
#undef STATISTIC_MEMBER_STALL_SUMS

#endif
