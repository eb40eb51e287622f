/* SPDX-License-Identifier: Apache-2.0 */
/* oracle_sites.h: the tables behind oracle_report.h; private to cmodel/oracle. */
#ifndef SCORD_HRF_ORACLE_SITES_H
#define SCORD_HRF_ORACLE_SITES_H

#include "cmodel/oracle/oracle_report.h"
#include "cmodel/base/index_map.h"

enum {
    ORACLE_RELATIONS = SCORD_ORACLE_RELATION_DEVICE + 1,
    ORACLE_EVENT_WORDS = 4 * SCORD_THREADS_PER_WARP
};

/* Pair of PCs, low first, and kind of conflict. */
typedef struct oracle_site {
    uint32_t pc[2];
    scord_oracle_conflict_t conflict;
    uint64_t pairs, pairs_by_relation[ORACLE_RELATIONS];
    uint32_t words;
    scord_oracle_race_t example; /* the first pair */
    uint32_t detector_verdicts;  /* bit = scord_verdict_t with which the detector reports it; 0 =
                                    missed */
} oracle_site_t;

/* PC and rule of the detector's reports. */
typedef struct detector_site {
    uint32_t pc;
    uint8_t verdict;
    uint64_t reports;
    uint32_t words, true_words;
} detector_site_t;

typedef struct site_word {
    uint32_t site; /* of the oracle or of the detector */
    uint64_t word; /* byte address */
} site_word_t;

typedef struct site_words {
    scord_index_map_t map; /* key: site and word */
    site_word_t *entry;
    uint32_t count, capacity;
} site_words_t;

struct scord_oracle_report {
    char model[64];
    scord_oracle_t *oracle;
    bool no_memory;
    oracle_site_t *site;
    uint32_t sites, site_capacity;
    scord_index_map_t site_map[2]; /* by conflict; key: both PCs */
    site_words_t words;
    detector_site_t *detected;
    uint32_t detected_sites, detected_capacity;
    scord_index_map_t detected_map; /* key: PC and verdict */
    site_words_t detected_words;
    bool has_detector, judged;
    scord_oracle_counts_t counts;
    /* words of the last event that race, and whether the detector reported them */
    unsigned event_words;
    uint64_t event_word[ORACLE_EVENT_WORDS];
    bool event_matched[ORACLE_EVENT_WORDS];
};

/* Compares the tables; idempotent. */
void oracle_sites_judge(scord_oracle_report_t *report);

#endif
