/* SPDX-License-Identifier: Apache-2.0 */
/* catalogue.h: reads sim/kernels/micro/catalogue, the expected verdict of every microbenchmark.
 *
 * Line: NAME | racy or clean | accepted rules (letters a to f of ScoRD Table IV, '-' when clean) |
 * scope of the race (block, device, '-' when clean); '#' starts a comment.
 */
#ifndef SCORD_TB_CATALOGUE_H
#define SCORD_TB_CATALOGUE_H

#include <stdbool.h>
#include <stddef.h>

enum { CATALOGUE_NAME_MAX = 63, CATALOGUE_MAX = 64 };

typedef struct catalogue_entry {
    char name[CATALOGUE_NAME_MAX + 1]; /* family/name */
    bool racy;
    unsigned rules; /* bit = scord_verdict_t of an accepted rule; 0 when clean */
    int scope;      /* scord_scope_t of the race; -1 when clean */
} catalogue_entry_t;

typedef struct catalogue {
    unsigned entries;
    catalogue_entry_t entry[CATALOGUE_MAX];
} catalogue_t;

/* Reads PATH. Returns 0, or -1 with one line in MESSAGE that names file, line and remedy. */
int catalogue_read(const char *path, catalogue_t *catalogue, char *message, size_t message_size);

/* Rules of a bit set as letters ("bd"), "-" when empty. BUFFER holds at least 8 bytes. */
const char *catalogue_rules_text(unsigned rules, char *buffer);

#endif
