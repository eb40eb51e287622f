/* SPDX-License-Identifier: Apache-2.0 */
/* device_link.h: relocatable device code (nvcc's -rdc=true): one PTX module out of the LLVM IR of
 * several objects.
 *
 * clang's host code calls __cudaRegisterLinkedBinary_<id> once an object, which CUDA's device
 * linker defines; so does the object that is made here. It holds the PTX of all units, and
 * registers it with the runtime at the first of these calls.
 */
#ifndef SCORD_DEVICE_LINK_H
#define SCORD_DEVICE_LINK_H

#include "cosim/commands/compile/compile.h"

/* Makes the device object of a link, in options->directory; its path goes to OBJECT, "" when none
 * of the inputs has relocatable device code. Returns 0, or an exit code after one message (device
 * code that is defined nowhere or twice).
 */
int device_link(const compile_options_t *options, const link_job_t *job, char *object, size_t size);

#endif
