/* SPDX-License-Identifier: Apache-2.0 */
/* event_queue.h: the events of launches that run beside each other, one launch after the other in
 * the event stream, as its readers know them.
 */
#ifndef SIM_EVENT_QUEUE_H
#define SIM_EVENT_QUEUE_H

#include "sim/runtime/session.h"

/* LAUNCH, any pointer that is its own until its end, begins; has its turn; has ended. */
void event_queue_begin(session_t *session, const void *launch);
void event_queue_turn(session_t *session, const void *launch);
void event_queue_end(session_t *session, const void *launch);
/* EVENT of the launch whose turn it is. True: it is kept for later. */
bool event_queue_keeps(session_t *session, const scord_event_t *event);
/* Before the stream's end: what is kept goes out, of launches that have not ended, too. */
void event_queue_finish(session_t *session);

#endif
