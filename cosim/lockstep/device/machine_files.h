/* SPDX-License-Identifier: Apache-2.0 */
/* machine_files.h: the verilated machines as files that are loaded when a run needs one.
 *
 * scord_machine_NAME.so holds one entry of SCORD_ELABORATIONS: verilated C++, Verilator's runtime
 * and the device class of rtl_device.cpp. It shows one symbol, scord_machine. So `make` builds the
 * machines that its user needs, `make machine-NAME` another one, and the executable is the same.
 *
 * The dynamic linker finds the file: in the folders that LD_LIBRARY_PATH names, then in those that
 * the executable was linked with (-rpath: machines/ beside it, or ../lib/scord/machines).
 *
 * A machine and the harness that loads it are of the same RTL and the same interface, or the
 * machine is refused: both carry a hash of those sources (cosim/module.mk, MACHINE_ID_SOURCES).
 */
#ifndef SCORD_MACHINE_FILES_H
#define SCORD_MACHINE_FILES_H

#include "cosim/lockstep/device/rtl_device.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the file shows, under the name scord_machine. */
typedef struct scord_machine {
    const char *id; /* as scord_machine_id() of the harness */
    const scord_device_class_t *device_class;
} scord_machine_t;

/* Hash of the RTL and of the interface that this harness was built with. */
const char *scord_machine_id(void);
/* The class of machine NAME, valid until the process ends. NULL: WHY says what is wrong and what
 * helps; SIZE its bytes, 160 or more. */
const scord_device_class_t *scord_machine_load(const char *name, char *why, size_t size);

#ifdef __cplusplus
}
#endif
#endif
