/* SPDX-License-Identifier: Apache-2.0 */
/* device_ir.h: LLVM IR of device code, as clang's front end makes it, made safe for LLVM 14's
 * optimiser. */
#ifndef SCORD_DEVICE_IR_H
#define SCORD_DEVICE_IR_H

/* Rewrites the IR in the file PATH. Returns 0, or an exit code after one message. */
int device_ir_split_loads(const char *path);

/* The same of a text; the result is the caller's to free, NULL without memory. */
char *device_ir_split_text(const char *ir);

#endif
