/* SPDX-License-Identifier: Apache-2.0 */
/* timeline.h: what the program asked for in which stream, and what orders it, for the picture of a
 * report page (cosim/commands/page/report_lanes.c): elements of a JSON array, one a line.
 *
 *     {"lane": 1, "name": "stream 1 (made at a.cu:9)"}
 *     {"row": 7, "lane": 1, "text": "kernel fill(int*)", "place": "a.cu:15", "from": [3]}
 *     {"race": [7, 9]}
 *
 * Lane 0 is the host. An arrow leads from each row of "from".
 */
#ifndef SIM_TIMELINE_H
#define SIM_TIMELINE_H

#include "sim/runtime/session.h"

enum { TIMELINE_NONE = UINT32_MAX };

void timeline_open(session_t *session); /* RUN_TIMELINE_FD */
bool timeline_wanted(void);
void timeline_lane(uint32_t lane, const char *name); /* once each */
/* Returns the row's number, TIMELINE_NONE when the picture is full. */
uint32_t timeline_row(uint32_t lane, const char *text, const char *place, const uint32_t *from,
                      uint32_t count);
void timeline_race(uint32_t earlier, uint32_t later);
void timeline_close(void);

#endif
