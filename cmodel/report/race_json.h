/* race_json.h: the members of the race report, for a caller that has more to say in the same
 * object. scord_race_report_json (race_report.h) is the report alone. */
#ifndef SCORD_RACE_JSON_H
#define SCORD_RACE_JSON_H

#include "cmodel/base/json_writer.h"
#include "cmodel/report/race_report.h"

/* Writes the members into the object that JSON has open, a line each (docs/report-format.md). */
void scord_put_race_report(json_writer_t *json, const scord_race_report_t *report);

#endif
