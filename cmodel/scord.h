/* SPDX-License-Identifier: Apache-2.0 */
/* scord.h: the public interface of libscord in one header: the golden model, event streams, race
 * reports and the exact oracle.
 *
 *   #include <scord/scord.h>
 *   cc $(pkg-config --cflags scord) program.c $(pkg-config --libs --static scord)
 *
 * docs/c-api.md says which parts are stable. Usable from C11 and C++17.
 */
#ifndef SCORD_H
#define SCORD_H

/* Incremented with every change that can break a program that follows docs/c-api.md. */
#define SCORD_API_VERSION 1

#include "cmodel/build_id.h"
#include "cmodel/oracle/oracle.h"
#include "cmodel/report/race_report.h"
#include "cmodel/report/race_sarif.h"
#include "cmodel/scord_model.h"
#include "cmodel/scord_params.h"
#include "cmodel/scord_replay.h"
#include "cmodel/stream/event.h"
#include "cmodel/stream/event_stream.h"

#endif
