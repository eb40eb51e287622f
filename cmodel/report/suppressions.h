/* SPDX-License-Identifier: Apache-2.0 */
/* suppressions.h: a file that names races and findings which are not to count, an entry a line:
 *
 *   kind=lanes/different-values kernel="bins(int\*)" at=src/lanes.cu:5 object=cudaMalloc#1
 *
 * docs/findings.md, "Suppressions", has the rules.
 */
#ifndef SCORD_SUPPRESSIONS_H
#define SCORD_SUPPRESSIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum scord_suppression_key {
    SCORD_SUPPRESS_KIND,
    SCORD_SUPPRESS_KERNEL,
    SCORD_SUPPRESS_AT,
    SCORD_SUPPRESS_OBJECT,
    SCORD_SUPPRESS_KEYS
} scord_suppression_key_t;

typedef struct scord_suppression {
    uint32_t line;
    char *text;                         /* the whole entry */
    char *pattern[SCORD_SUPPRESS_KEYS]; /* NULL: anything */
    uint64_t matched;                   /* sites */
} scord_suppression_t;

typedef struct scord_suppressions {
    const char *path; /* for messages; the caller's */
    scord_suppression_t *entry;
    uint32_t entries, allocated;
} scord_suppressions_t; /* zeroed = empty */

/* What an entry is compared with. Of a race both sides are places; NULL and line 0: unknown. */
typedef struct scord_suppressible {
    const char *kind, *rule; /* "lanes", "lanes/different-values" */
    const char *kernel, *object;
    const char *file[2];
    uint32_t line[2];
} scord_suppressible_t;

/* Reads the SIZE bytes of TEXT, which a zero ends. False: MESSAGE says why, with PATH and line;
 * nothing is kept. */
bool scord_suppressions_read(scord_suppressions_t *suppressions, const char *path, const char *text,
                             size_t size, char *message, size_t message_size);
/* The first entry that names SITE, which counts it; NULL: none. */
const scord_suppression_t *scord_suppressions_find(scord_suppressions_t *suppressions,
                                                   const scord_suppressible_t *site);
/* The entry that names SITE, and nothing unlike it. */
void scord_suppression_write(FILE *out, const scord_suppressible_t *site);
void scord_suppressions_free(scord_suppressions_t *suppressions);
/* `*`: any text; `?`: any character; `\` takes the next one as it is. */
bool scord_pattern_matches(const char *pattern, const char *text);

#endif
