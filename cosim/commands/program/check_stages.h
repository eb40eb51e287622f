/* SPDX-License-Identifier: Apache-2.0 */
/* check_stages.h: the events of a program through the checker, in one to three threads.
 *
 *   threads   stages
 *   1         read, lower, decide, report
 *   2         read, lower          ║ decide, report
 *   3         read, lower          ║ decide            ║ report
 *
 * Each stage sees every event in the order of the stream, and none has a part in the state of
 * another one: verdicts, their order, counts and reports are the same whatever the number. The last
 * stage is the caller's thread. With lockstep there is one.
 */
#ifndef SCORD_CHECK_STAGES_H
#define SCORD_CHECK_STAGES_H

#include "cosim/commands/program/check_run.h"

enum { CHECK_THREADS_MOST = 3 }; /* more threads are as good as these */

/* Takes events from READER until they end, ENGINE has failed, or an interruption is noted. THREADS:
 * 0: as many as processors are there for, one of which is the program's. A thread that cannot be
 * made is done without. Returns how reading ended, *ERROR filled as by scord_stream_read_batch; OK:
 * there was no reason to read on. */
scord_stream_status_t check_stages_run(check_engine_t *engine, scord_stream_reader_t *reader,
                                       unsigned threads, scord_stream_error_t *error);

#endif
