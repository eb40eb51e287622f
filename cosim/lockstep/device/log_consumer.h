/* SPDX-License-Identifier: Apache-2.0 */
/* log_consumer.h: the software side of the race log ring, played by the harness (D38): serves the
 * interrupt now and then, reads records, moves log_head, empties the log. Nothing happens unless
 * options.consume_log. */
#ifndef SCORD_LOG_CONSUMER_H
#define SCORD_LOG_CONSUMER_H

#include "cosim/lockstep/device/device_driver.h"

typedef struct scord_log_consumer {
    scord_driver_t *driver;
    scord_memory_checks_t *memory; /* with a model */
    scord_random_t random;         /* when, and how far, records are consumed */
} scord_log_consumer_t;

/* Between cycles. */
void scord_log_service(scord_log_consumer_t *consumer);
/* Before a kernel start, with the device drained. */
void scord_log_maybe_reset(scord_log_consumer_t *consumer);

#endif
