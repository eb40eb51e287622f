/* SPDX-License-Identifier: Apache-2.0 */
/* build_id.c: see build_id.h. The value is written by cmodel/module.mk. */
#include "cmodel/build_id.h"

#include "build_id_value.h"

_Static_assert(sizeof SCORD_BUILD_ID == SCORD_BUILD_ID_LENGTH + 1,
               "cmodel/module.mk writes an id of this length");

const char *scord_build_id(void) { return SCORD_BUILD_ID; }
