/* scord.h: the public interface of libscord in one header: the golden model, event streams, race reports and the exact oracle.
 *
 *   #include <scord/scord.h>      cc $(pkg-config --cflags scord) program.c $(pkg-config --libs --static scord)
 * What is stable, and what that means: docs/c-api.md. Usable from C11 and C++17.
 */
#ifndef SCORD_H
#define SCORD_H

/* Counts up with every change that can break a program that keeps to docs/c-api.md. */
#define SCORD_API_VERSION 1

#include "build_id.h"
#include "hrf/oracle.h"
#include "report/race_report.h"
#include "report/race_sarif.h"
#include "scord_model.h"
#include "scord_params.h"
#include "scord_replay.h"
#include "stream/event.h"
#include "stream/event_stream.h"

#endif
