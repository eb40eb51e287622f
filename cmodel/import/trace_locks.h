/* SPDX-License-Identifier: Apache-2.0 */
/* trace_locks.h: which compare-and-swaps of a warp take locks. A trace has no values, and the
 * detector infers a lock from a CAS that turned 0 into 1 (D17) and its release from an Exch that
 * writes 0 (D19).
 *
 * The rule, a lane and a word at a time, in program order: a run of CAS on one word, with no other
 * write to it between them, that is followed by an exchange of or a strong store to that word, was
 * a lock: its last CAS took it (0 → 1), those before found it taken (1), and the exchange or store
 * released it (0). The values of any other CAS stay unknown: a CAS loop on data is no lock.
 */
#ifndef SCORD_TRACE_LOCKS_H
#define SCORD_TRACE_LOCKS_H

#include "cmodel/import/block_trace.h"

/* Sets taken and failed of the records of WARP, which is complete. False: no memory. */
bool trace_infer_locks(warp_trace_t *warp);

#endif
