/* log_consumer.h: the software side of the race log ring, played by the harness (D38). */
#ifndef SCORD_LOG_CONSUMER_H
#define SCORD_LOG_CONSUMER_H

#include "cosim/lockstep/lockstep_internal.h"

/* Called between cycles: serves the interrupt now and then, drawn from the seed. */
void scord_log_service(scord_lockstep_t *lockstep);
/* Before a kernel start: empties the log now and then. */
void scord_log_maybe_reset(scord_lockstep_t *lockstep);

#endif
