/* SPDX-License-Identifier: Apache-2.0 */
/* host_findings.h: findings at calls of CUDA's API: copies and frees that are wrong, and what is
 * never freed (docs/findings.md, "memory"). The place is the line of the call (call_sites.h).
 */
#ifndef SIM_HOST_FINDINGS_H
#define SIM_HOST_FINDINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/base/index_map.h"
#include "cmodel/stream/finding_rules.h"
#include "sim/runtime/host/call_sites.h"

/* A call at which something was found: return addresses, the innermost first. */
typedef struct host_site {
    uintptr_t frame[CALL_FRAMES];
    uint32_t pc; /* of its location record */
} host_site_t;

/* An allocation and who made it, for --leaks. */
typedef struct host_allocation {
    uint64_t address;
    uintptr_t frame[CALL_FRAMES];
    uint32_t pc; /* by malloc() in a kernel: of the location record; 0: by a call of the host's */
} host_allocation_t;

typedef struct host_findings {
    uint32_t kinds; /* that are looked for, bit scord_finding_kind_t each */
    bool leaks;     /* allocations keep their calls */
    host_site_t *site;
    uint32_t sites, sites_allocated;
    host_allocation_t *allocation;
    uint32_t allocations, allocations_allocated;
    scord_index_map_t newest; /* address → index of the last allocation there */
} host_findings_t;

struct session;
/* RULE at the call that is under way. ADDRESS: of device memory, 0: none. */
void host_finding(struct session *session, scord_finding_rule_t rule, uint64_t address,
                  const char *format, ...) __attribute__((format(printf, 4, 5)));
/* A copy or memset (WHAT) of BYTES at POINTER, which lie in no allocation. */
void host_finding_range(struct session *session, const char *what, const void *pointer,
                        uint64_t bytes);
/* A free by FUNCTION of POINTER. False: it cannot be freed this way, and CUDA refuses it. */
bool host_finding_free(struct session *session, const char *function, const void *pointer);
/* For --leaks: who allocates; at the end, what lives. */
void host_remember_call(struct session *session, uint64_t address);
/* The same by the call INSTRUCTION of the kernel that runs. */
void host_remember_malloc(struct session *session, uint64_t address, uint32_t instruction);
void host_report_leaks(struct session *session);
void host_findings_free(host_findings_t *findings);

#endif
