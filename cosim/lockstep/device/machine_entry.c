/* SPDX-License-Identifier: Apache-2.0 */
/* machine_entry.c: what a machine's file shows (machine_files.h). Compiled once per entry of
 * SCORD_ELABORATIONS with -DSCORD_ELABORATION=<name>. */
#include "cosim/lockstep/device/machine_files.h"
#include "machine_id_value.h"

#define SCORD_PASTE(a, b)          a##b
#define SCORD_PASTE_EXPANDED(a, b) SCORD_PASTE(a, b)
#define SCORD_CLASS                SCORD_PASTE_EXPANDED(scord_device_class_, SCORD_ELABORATION)

extern const scord_device_class_t SCORD_CLASS;
extern const scord_machine_t scord_machine;
const scord_machine_t scord_machine
    __attribute__((visibility("default"))) = {SCORD_MACHINE_ID, &SCORD_CLASS};
