/* SPDX-License-Identifier: Apache-2.0 */
/* race_repair.h: the smallest change that removes a race: which fence, atomic or access, and the
 * narrowest sufficient scope. Sources: ScoRD Table IV (what each rule requires) and section II
 * (scopes); docs/report-format.md, "Hints".
 */
#ifndef SCORD_RACE_REPAIR_H
#define SCORD_RACE_REPAIR_H

#include "cmodel/report/race_site.h"

typedef enum scord_repair_action {
    SCORD_REPAIR_NONE,
    SCORD_REPAIR_ADD_FENCE,    /* after pc, of the scope; without pc: before also_pc, behind what
                                  sees the signal */
    SCORD_REPAIR_WIDEN_FENCE,  /* the fence at pc to the scope */
    SCORD_REPAIR_ADD_BARRIER,  /* of the scope, block or device, between pc and also_pc */
    SCORD_REPAIR_MAKE_ATOMIC,  /* the store at pc: another side is the atomic at also_pc; without
                                  also_pc: the load and the store of an update */
    SCORD_REPAIR_MAKE_STRONG,  /* the access at pc: volatile or atomic */
    SCORD_REPAIR_WIDEN_ATOMIC, /* the atomic at pc to the scope */
    SCORD_REPAIR_HOLD_LOCK,    /* at pc, the lock that is held at also_pc */
    SCORD_REPAIR_WIDEN_LOCK,   /* take and release it at the scope */
    SCORD_REPAIR_SHARE_LOCK,   /* one lock at pc and also_pc */
    SCORD_REPAIR_ONE_WRITER    /* one thread at pc, an atomic, or a word for each */
} scord_repair_action_t;

typedef struct scord_repair {
    scord_repair_action_t action;
    bool scoped;         /* scope is valid */
    scord_scope_t scope; /* the smallest that is enough for all races of the site */
    bool pc_known, also_known;
    uint32_t pc, also_pc;
    uint32_t wider_site; /* ADD_FENCE: number (from 1) of another site whose race needs this fence
                            at device scope; 0: none */
} scord_repair_t;

scord_repair_t scord_race_repair(const scord_race_report_t *report, const scord_race_site_t *site);
/* "add_fence", …; NULL for SCORD_REPAIR_NONE. */
const char *scord_repair_name(scord_repair_action_t action);
/* The general repair for races of that rule. */
const char *scord_repair_description(scord_verdict_t verdict);
/* The repair as one or two sentences. */
void scord_hint_words(const scord_race_report_t *report, const scord_race_site_t *site, char *text,
                      size_t size);

#endif
