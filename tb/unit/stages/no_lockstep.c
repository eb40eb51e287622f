/* SPDX-License-Identifier: Apache-2.0 */
/* no_lockstep.c: what check_engine.c is linked with and does not call without --rtl. */
#include <stdlib.h>

#define NOT_CALLED(name)                                                                           \
    void name(void);                                                                               \
    void name(void) { abort(); }

NOT_CALLED(scord_lockstep_create)
NOT_CALLED(scord_lockstep_destroy)
NOT_CALLED(scord_lockstep_event)
NOT_CALLED(scord_lockstep_finish)
NOT_CALLED(scord_lockstep_mismatch)
NOT_CALLED(scord_lockstep_model)
NOT_CALLED(scord_lockstep_statistics)
