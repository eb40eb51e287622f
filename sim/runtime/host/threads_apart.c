/* SPDX-License-Identifier: Apache-2.0 */
/* threads_apart.c: a name that the link step of scord-nvcc asks for when it links only objects
 * whose atomics are seen (host_threads.c). */
extern const char scord_threads_apart[1];
const char scord_threads_apart[1] = "";
