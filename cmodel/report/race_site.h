/* SPDX-License-Identifier: Apache-2.0 */
/* race_site.h: the race report's state: sites, and the facts from the stream that describe them.
 */
#ifndef SCORD_RACE_SITE_H
#define SCORD_RACE_SITE_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/report/history/access_log.h"
#include "cmodel/report/approximations.h"
#include "cmodel/report/history/byte_races.h"
#include "cmodel/report/history/early_accesses.h"
#include "cmodel/report/findings.h"
#include "cmodel/report/known_sites.h"
#include "cmodel/report/program_map.h"
#include "cmodel/report/history/race_apart.h"
#include "cmodel/report/history/race_meeting.h"
#include "cmodel/report/race_report.h"
#include "cmodel/report/race_side.h"
#include "cmodel/report/history/warp_ways.h"

enum {
    SCORD_SITE_OWNERS = 4,  /* owner PCs counted a site */
    SCORD_SITE_KERNELS = 8, /* kernels counted a site */
    SCORD_SLOT_LAUNCHES = 4 /* launches remembered a threadblock slot */
};

/* A threadblock on its slot. */
typedef struct scord_resident {
    uint64_t sequence; /* of its block_launch */
    uint32_t cta[3], warps;
    uint32_t launch; /* number of the block's launch in its kernel, from 1; 0: none */
} scord_resident_t;

/* The last fence of each scope of a warp. */
typedef struct scord_last_fence {
    bool known;
    uint32_t pc;
    uint64_t sequence;
} scord_last_fence_t;

/* Distinct owner instructions of a site. */
typedef struct scord_site_owner {
    uint32_t pc;
    uint64_t races;
} scord_site_owner_t;

/* One kernel with races of a site. */
typedef struct scord_site_kernel {
    const char *name; /* demangled */
    uint64_t races;
    uint32_t launches, first_launch, last_launch; /* how many, and the numbers of first and last */
} scord_site_kernel_t;

/* All races of one (PC, verdict); sides and state are those of the first one. */
typedef struct scord_race_site {
    uint32_t pc;
    scord_verdict_t verdict;
    uint64_t races, device_races;                    /* in all, and of device scope */
    scord_site_kernel_t kernels[SCORD_SITE_KERNELS]; /* in order of their first race */
    unsigned kernel_count;
    uint64_t other_kernels;             /* races in further kernels */
    uint32_t first_launch, last_launch; /* numbers of kernel launches */
    uint32_t launches;                  /* launches with such races */
    uint64_t address;                   /* byte address of the word */
    char *object;                       /* name of the object that holds it, or NULL */
    uint64_t object_offset;             /* bytes */
    bool shared;            /* the word is in the shared memory of the access's block … */
    uint64_t shared_offset; /* … this many bytes from its start */
    scord_race_side_t access, owner;
    bool after_readers;  /* a write to a word that this very warp owns and others have read since:
                            `owner` is the last of those, when it is known */
    scord_apart_t apart; /* the detector takes the first race's accesses as ordered (D76 to D78) */
    bool signalled; /* the owner's warp has signalled to this one behind its access, strongly */
    bool guarded;   /* … and this one, a load, is behind an atomic of its warp that took or polled
                       that */
    bool
        observed; /* (c): this warp, or its block, has seen a signal behind the owner's access and
                     fence; weak accesses need a fence behind the one that saw it, too (D60, D77) */
    bool owner_without_lock; /* at its access; the entry's locks may be of later loads */
    uint32_t early_lock;     /* apart is SCORD_APART_EARLY: the CAS of the owner's lock */
    scord_meeting_t meeting;
    uint64_t metadata_before, metadata_after;
    scord_last_fence_t owner_block_fence; /* block fence of the owner since its access, if any */
    scord_site_owner_t owners[SCORD_SITE_OWNERS];
    unsigned owner_count;
    uint64_t owner_unknown; /* races with an unknown owner side */
    scord_known_t known;    /* see known_sites.h */
    uint32_t known_line;    /* of the entry that suppresses it */
} scord_race_site_t;

struct scord_race_report {
    char *configuration;  /* its name, a copy of the caller's */
    bool acquire_release; /* its key (D60) */
    scord_program_map_t program;
    scord_access_history_t history;
    scord_access_log_t log;       /* what the history has not taken yet */
    scord_past_segment_t pending; /* words of the event at hand that are not in the history yet */
    scord_event_warp_t arrival;   /* the last one at a barrier, … */
    uint64_t arrived;             /* … its event */
    scord_resident_t resident[SCORD_BLOCK_IDS][SCORD_SLOT_LAUNCHES]; /* newest first */
    scord_last_fence_t block_fence[SCORD_WARP_INDICES];
    scord_meetings_t meetings;
    scord_warp_ways_t ways; /* of scord_race_report_judge */
    scord_handed_words_t handed;
    scord_early_accesses_t early;
    bool ways_known;          /* scord_race_report_expect_all */
    scord_race_apart_t apart; /* of the item at hand … */
    uint64_t apart_sequence;  /* … and the last event that had one */
    uint32_t block_launches, kernel_number, kernel_block[3];
    char *kernel_name;
    char **kernel_names; /* every name a site points to */
    uint32_t kernel_names_count, kernel_names_allocated;
    scord_index_map_t site_of; /* {PC, verdict} → index of site */
    scord_race_site_t *site;
    uint32_t sites, sites_allocated;
    uint64_t races;
    scord_findings_t findings;
    scord_suppressions_t *suppressions; /* of scord_race_report_set_known, NULL: none */
    scord_baseline_t *baseline;
    bool no_races_wanted;        /* findings alone: scord_race_report_leave_out_races */
    scord_byte_races_t bytes;    /* of scord_race_report_judge */
    bool bytes_apart;            /* … whose first half has a thread of its own */
    scord_approximations_t told; /* by scord_race_report_approximate */
    uint64_t not_performed;      /* checks without verdict: metadata read failed (D27) */
    uint64_t wrapped_races;      /* reports that only wrapped counts show, not counted (D9) */
    uint64_t lanes_checks;       /* of scord_race_report_judge: lanes of one store (D72) */
    bool out_of_memory;          /* an allocation failed */
};

/* The access history has all that retired before event SEQUENCE, which is at hand. */
void scord_race_settle(struct scord_race_report *report, uint64_t sequence);

#endif
