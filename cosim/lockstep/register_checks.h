/* SPDX-License-Identifier: Apache-2.0 */
/* register_checks.h: counters and status of the device, read over APB, against the model's and the
 * harness's own. */
#ifndef SCORD_REGISTER_CHECKS_H
#define SCORD_REGISTER_CHECKS_H

#include "cosim/lockstep/device/device_driver.h"

/* Reads them all; the first difference ends the run. The device is drained. axi_errors_at_start:
 * the sum of errors at the last kernel start (status.axi_error counts from there). Without a model
 * the same registers are read and nothing is compared: the device sees what it would see in
 * lockstep. */
void scord_register_checks(scord_driver_t *driver, const scord_memory_checks_t *memory,
                           uint64_t axi_errors_at_start);

#endif
