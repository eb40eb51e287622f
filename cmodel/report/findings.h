/* SPDX-License-Identifier: Apache-2.0 */
/* findings.h: what the front end found beside races (docs/findings.md), folded by rule and pc.
 * Part of the race report (race_site.h), which says whose they are. Text: findings_print.c; JSON:
 * race_json.c; SARIF: findings_sarif.c.
 */
#ifndef SCORD_FINDINGS_H
#define SCORD_FINDINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/base/index_map.h"
#include "cmodel/report/known_sites.h"
#include "cmodel/report/race_side.h"
#include "cmodel/stream/event.h"
#include "cmodel/stream/finding_rules.h"

/* All findings of one rule at one pc; everything but the counts is of the first one. */
typedef struct scord_finding_site {
    scord_finding_rule_t rule;
    uint32_t pc, mask, other_pc, other_mask;
    scord_race_side_t who; /* the first lane of the mask */
    const char *kernel;    /* demangled; the report's */
    uint32_t first_launch, last_launch;
    uint64_t count;
    uint64_t address; /* 0: none */
    char *object;     /* name of the object that holds it, or NULL */
    uint64_t object_offset;
    char *text;
    scord_known_t known; /* see known_sites.h */
    uint32_t known_line; /* of the entry that suppresses it */
} scord_finding_site_t;

typedef struct scord_findings {
    scord_finding_site_t *site; /* in order of the first one */
    uint32_t sites, sites_allocated;
    scord_index_map_t site_of; /* {rule, pc} → index of site */
} scord_findings_t;            /* zeroed = empty */

/* Counts EVENT. *first: the site that it is the first of, for the caller to complete (who, kernel,
 * object); NULL: it is not. False: no memory. */
bool scord_findings_add(scord_findings_t *findings, const scord_event_t *event, uint32_t launch,
                        scord_finding_site_t **first);
/* Occurrences of all rules of SEVERITY at sites that count, and at how many. KIND: of that kind
 * alone; SCORD_FINDING_KINDS: of all. */
uint64_t scord_findings_count(const scord_findings_t *findings, scord_severity_t severity,
                              scord_finding_kind_t kind, uint32_t *sites);
void scord_findings_destroy(scord_findings_t *findings);

#endif
