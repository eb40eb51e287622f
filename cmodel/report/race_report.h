/* SPDX-License-Identifier: Apache-2.0 */
/* race_report.h: the race report: both sides by file:line, rule in words, scope, hint; grouped by
 * (PC, type).
 *
 * The hardware's record names the owner's block and warp but not its PC (section 6 of
 * docs/semantics.md): the report finds the owner's last access to that word in the events it gets.
 * Source: ScoRD section IV ("reports the instruction pointer and the data address…").
 */
#ifndef SCORD_RACE_REPORT_H
#define SCORD_RACE_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "cmodel/report/approximations.h"
#include "cmodel/scord_model.h"
#include "cmodel/stream/event.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scord_race_report scord_race_report_t;
scord_race_report_t *scord_race_report_create(const scord_config_t *config); /* NULL: no memory */
void scord_race_report_destroy(scord_race_report_t *report);
/* Every event of the stream, in order, before the items it retires. Returns 0, or -1 on no memory.
 */
int scord_race_report_event(scord_race_report_t *report, const scord_event_t *event);
/* Every retired item; same signature as scord_observe_t with context = report. */
void scord_race_report_retire(void *report, const scord_event_t *event,
                              const scord_retire_t *retire);
/* The same in an observer of MODEL's items, with the bytes of each word told apart: different bytes
 * of one word do not race in CUDA (docs/semantics.md D70). Lanes of one store (D72) are counted
 * apart: findings of the front end tell them, with the values. *judged: the item as the report has
 * counted it. */
/* LOWERED: the SM event of an access that the item is of (scord_replay.h), so that lanes need not
 * be looked for; NULL: not known. */
void scord_race_report_judge(scord_race_report_t *report, const scord_model_t *model,
                             const scord_event_t *event, const scord_sm_event_t *lowered,
                             const scord_retire_t *retire, scord_retire_t *judged);
/* scord_race_report_judge in two halves, of which the first one is beside the model and may go on
 * while another thread does the second one: it has the report's entries of bytes, and nothing else
 * of the report. Then scord_race_report_bytes_apart comes before the first event, and
 * scord_race_report_bytes_event before the items of each, in the thread of the first half. */
/* *judged: cmodel/report/history/byte_races.h. */
typedef struct scord_judged_bytes scord_judged_bytes_t;
void scord_race_report_bytes_apart(scord_race_report_t *report);
void scord_race_report_bytes_event(scord_race_report_t *report, const scord_event_t *event);
/* First half: do bytes not matter for EVENT in the segment of ADDRESS? Is the item clean, and so?
 * If it is not: judge_bytes. */
bool scord_race_report_by_words(const scord_race_report_t *report, const scord_event_t *event,
                                uint64_t address);
bool scord_race_report_is_plain(const scord_race_report_t *report, const scord_event_t *event,
                                const scord_retire_t *retire);
void scord_race_report_judge_bytes(scord_race_report_t *report, const scord_model_t *model,
                                   const scord_event_t *event, const scord_retire_t *retire,
                                   scord_judged_bytes_t *judged);
/* Second half: of a plain item, of any other one. */
void scord_race_report_judge_plain(scord_race_report_t *report, const scord_event_t *event,
                                   const scord_sm_event_t *lowered, const scord_retire_t *retire,
                                   scord_retire_t *judged);
void scord_race_report_judge_rest(scord_race_report_t *report, const scord_event_t *event,
                                  const scord_sm_event_t *lowered,
                                  const scord_judged_bytes_t *by_bytes, scord_retire_t *judged);
/* Whether clean words of EVENT, an access, in the segment of the item before may come without
 * items, where scord_race_report_by_words … */
bool scord_race_report_takes_alike(const scord_race_report_t *report, const scord_event_t *event);
/* … and some that did: WORDS of the segment of *retire, an item that was judged before. */
void scord_race_report_alike(scord_race_report_t *report, const scord_event_t *event,
                             const scord_retire_t *retire, uint32_t words);
/* What the report cannot see itself: an approximation that acted COUNT times in all. */
void scord_race_report_approximate(scord_race_report_t *report, scord_approximation_t approximation,
                                   uint64_t count);
/* Everything that acted. */
scord_approximations_t scord_race_report_approximations(const scord_race_report_t *report);
unsigned scord_race_report_sites(const scord_race_report_t *report); /* distinct (PC, type) */
uint64_t scord_race_report_races(const scord_race_report_t *report); /* reports in all */
/* Findings of the front end beside races (docs/findings.md); neither notes nor what
 * scord_race_report_set_known knows are counted. */
uint64_t scord_race_report_findings(const scord_race_report_t *report);
/* Words of which the detector said that lanes of one store write different values (D72): counted by
 * scord_race_report_judge, beside the findings that tell them. */
uint64_t scord_race_report_lanes_checks(const scord_race_report_t *report);
/* Races at sites that count: without those that scord_race_report_set_known (known_sites.h) knows.
 */
uint64_t scord_race_report_new_races(const scord_race_report_t *report);
/* Sites of races and findings of which a side has no file and line. */
unsigned scord_race_report_without_line(const scord_race_report_t *report);
/* Every access of the program comes, __shared__ memory too, to scord_race_report_judge: what
 * nothing can order is a race although the detector takes it as ordered (D76, warp_ways.h). */
void scord_race_report_expect_all(scord_race_report_t *report);
/* Races are not judged, and the report says so: it is of findings alone. */
void scord_race_report_leave_out_races(scord_race_report_t *report);
/* Checks that were not performed because their metadata could not be read (D27): neither races nor
 * clean. */
uint64_t scord_race_report_not_performed(const scord_race_report_t *report);
/* Text fits 100 columns; colour when asked. JSON: documented in docs/report-format.md. */
void scord_race_report_print(const scord_race_report_t *report, FILE *out, bool colour);
void scord_race_report_json(const scord_race_report_t *report, FILE *out);

#ifdef __cplusplus
}
#endif
#endif
