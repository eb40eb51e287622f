/* SPDX-License-Identifier: Apache-2.0 */
/* explain_check.h: --explain-race, --explain and --explain-fix of `scord cosim` and `scord check`.
 * docs/explain.md. */
#ifndef SCORD_EXPLAIN_CHECK_H
#define SCORD_EXPLAIN_CHECK_H

#include <stdbool.h>

#include "cmodel/explain/explanation.h"
#include "cosim/commands/shared/options.h"

typedef struct explain_options {
    bool asked;
    scord_question_t question; /* without stream and configuration */
    const char *fix;           /* file for the stream with the first change made; NULL: none */
} explain_options_t;

/* Rows of the three, whose places are those of an explain_options_t. */
extern const option_t explain_rows[];
/* That they fit together. Returns 0, or SCORD_EXIT_BAD_INPUT after one message. */
int explain_settle(const explain_options_t *options, const char *command);

/* Explains the check in STREAM, a file, decided with CONFIG (NULL: the stream's). Returns 0, or an
 * exit code after one message. */
int explain_check(const explain_options_t *options, const char *stream,
                  const scord_config_t *config, scord_explanation_t *explanation);
/* --explain-fix: writes the changed stream, and says where the check is in it on OUT. */
int explain_write_fix(const explain_options_t *options, const scord_explanation_t *explanation,
                      FILE *out);

#endif
