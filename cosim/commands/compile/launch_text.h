/* SPDX-License-Identifier: Apache-2.0 */
/* launch_text.h: launches, and alignments, as nvcc takes them and clang does not. In the text that
 * clang reads
 *
 *     kernel<< <1, 32>> >(x);            becomes    kernel<<< 1, 32>>> (x);
 *     kernel<<<{8, 8}, 32>>>(x);                    kernel<<<dim3{8, 8}, 32>>>(x);
 *     kernel<<<1, 32>>>(x);  in device code         _Pragma("clang __debug captured"){kernel<<<1,
 * 32>>>(x);}
 *     __shared__ alignas(16) int x;                 __shared__ _Alignas(16) int x;
 *
 * The third: clang 14 knows no launches by device code. It refuses them by the function that they
 * stand in, and a captured statement stands in none; what it makes of them is in device_ir.h.
 */
#ifndef SCORD_LAUNCH_TEXT_H
#define SCORD_LAUNCH_TEXT_H

#include <stddef.h>

/* If SOURCE, or a file of the program's that it includes, has such text, writes copies to
 * PREFIX.N.cu, and to PREFIX.yaml what makes clang read those instead (-ivfsoverlay); OVERLAY takes
 * its name, "" otherwise. FLAGS, ended by NULL, are clang's: -I names folders of headers. Lines
 * stay. Returns 0, or an exit code after one message. */
int launch_text_overlay(const char *source, const char *const *flags, const char *prefix,
                        char *overlay, size_t size);

/* TEXT as clang takes it, to be freed; NULL: nothing is to be changed, or there is no memory. */
char *launch_text_change(const char *text);

#endif
