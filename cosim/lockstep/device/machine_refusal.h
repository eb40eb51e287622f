/* SPDX-License-Identifier: Apache-2.0 */
/* machine_refusal.h: why no machine has a configuration, and which one comes nearest, in words.
 */
#ifndef SCORD_MACHINE_REFUSAL_H
#define SCORD_MACHINE_REFUSAL_H

#include <stddef.h>

#include "cmodel/scord_params.h"

/* Writes the refusal of CONFIG into message[size], as one sentence without a full stop:
 *
 *   no machine is 'tiny' with independent_threads=1; --config tinyits is the nearest:
 *   num_sms=1 (not 2)
 *
 * MACHINES: the names of all machines, separated by blanks. */
void scord_machine_refusal(const scord_config_t *config, const char *machines, char *message,
                           size_t size);

#endif
