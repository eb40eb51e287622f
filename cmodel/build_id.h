/* SPDX-License-Identifier: Apache-2.0 */
/* build_id.h: which build of scord a library or an executable comes from.
 *
 * `scord check` links a program with libscordsim.a and libscord.a at run time, so make cannot
 * ensure that they match the executable. The id is a hash of the sources of both libraries
 * (cmodel/module.mk): equal ids mean equal event encoding, parameters and semantics. No time or
 * path is in it; equal checkouts have equal ids.
 */
#ifndef SCORD_BUILD_ID_H
#define SCORD_BUILD_ID_H

#ifdef __cplusplus
extern "C" {
#endif

enum { SCORD_BUILD_ID_LENGTH = 16 }; /* hexadecimal digits */

/* Id of the libscord.a that is linked. */
const char *scord_build_id(void);

#ifdef __cplusplus
}
#endif
#endif
