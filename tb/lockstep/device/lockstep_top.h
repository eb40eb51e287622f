/* SPDX-License-Identifier: Apache-2.0 */
/* lockstep_top.h: a small command line over the lockstep library, for tests that bring a device of
 * their own (SystemC top, mutated RTL).
 *
 * arguments: CONFIG [shrink:PATH] RUN...     RUN: a stream file, or
 * random:SEED:EVENTS[:free][:consume][:errors=N][:latency=N] PATH: where the smallest part of a
 * mismatching run goes, as a stream. Prints a line a run: "RUN ok|mismatch|skip UNIT FIELD HASH
 * CYCLES CHECKS"; stops at the first mismatch. Streams that do not fit CONFIG's machine are
 * skipped; their log2_cache_ratio and both_scopes are kept. Returns 0, 1 mismatch, 2 bad input, 3
 * no memory.
 */
#ifndef SCORD_LOCKSTEP_TOP_H
#define SCORD_LOCKSTEP_TOP_H
#ifdef __cplusplus
extern "C"
#endif
    int
    lockstep_top(int argc, char **argv);
#endif
