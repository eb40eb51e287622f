/* SPDX-License-Identifier: Apache-2.0 */
/* race_json.h: the race report for programs. */
#ifndef SCORD_RACE_JSON_H
#define SCORD_RACE_JSON_H

#include "cmodel/base/json_writer.h"
#include "cmodel/report/race_report.h"

/* Writes the members into the object that JSON has open, a line each (docs/report-format.md). */
void scord_put_race_report(json_writer_t *json, const scord_race_report_t *report);

#endif
