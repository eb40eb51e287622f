/* SPDX-License-Identifier: Apache-2.0 */
/* machine_files.c: see machine_files.h. */
#include "cosim/lockstep/device/machine_files.h"

#include <assert.h>
#include <dlfcn.h>
#include <stdio.h>

#include "machine_id_value.h"

const char *scord_machine_id(void) { return SCORD_MACHINE_ID; }

const scord_device_class_t *scord_machine_load(const char *name, char *why, size_t size) {
    char file[64];
    assert(size >= 160);
    snprintf(file, sizeof file, "scord_machine_%s.so", name);
    /* Nothing of it meets the program's names; it stays loaded, for devices may outlive a run. */
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    const scord_machine_t *machine = library ? dlsym(library, "scord_machine") : NULL;
    if (!machine) {
        const char *error = dlerror();
        snprintf(why, size,
                 "the RTL of machine %s is not here (%s); in a checkout `make machine-%s` builds "
                 "it, and `make install` installs what is built; Debian's package scord-rtl holds "
                 "cuda, gtx480 and tiny",
                 name, error ? error : file, name);
        return NULL;
    }
    if (strcmp(machine->id, scord_machine_id()) != 0) {
        snprintf(why, size,
                 "%s holds RTL %.16s, this scord goes with RTL %s; `make machine-%s` builds it "
                 "anew",
                 file, machine->id, scord_machine_id(), name);
        return NULL;
    }
    assert(strcmp(machine->device_class->name, name) == 0);
    return machine->device_class;
}
