/* SPDX-License-Identifier: Apache-2.0 */
/* baseline.h: the sites of an earlier report (`scord check --json`), which are not new.
 *
 * Two sites are the same when rule, instruction, file name without its folder, function and text of
 * the source line are: so they stay the same when lines move and the code lies elsewhere. Of
 * several like that, as many as the earlier report has are known.
 */
#ifndef SCORD_BASELINE_H
#define SCORD_BASELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct scord_baseline {
    const char *path; /* for messages; the caller's */
    uint64_t *key;    /* one a site; 0: already found again */
    uint32_t keys, allocated;
} scord_baseline_t; /* zeroed = empty */

/* A site; NULL: unknown. RULE is a verdict, or the name of a finding's rule. */
uint64_t scord_baseline_key(const char *rule, const char *instruction, const char *file,
                            const char *function, const char *source);
/* Reads a report. False: MESSAGE says why, with PATH and line; nothing is kept. */
bool scord_baseline_read(scord_baseline_t *baseline, const char *path, const char *text,
                         size_t size, char *message, size_t message_size);
/* Whether the earlier report has a site of KEY that this was not asked for yet. */
bool scord_baseline_take(scord_baseline_t *baseline, uint64_t key);
void scord_baseline_free(scord_baseline_t *baseline);

#endif
