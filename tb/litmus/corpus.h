/* SPDX-License-Identifier: Apache-2.0 */
/* corpus.h: a file of many litmus tests, each with its verdicts (tb/litmus/README.md). */
#ifndef SCORD_TB_LITMUS_CORPUS_H
#define SCORD_TB_LITMUS_CORPUS_H

#include <stdbool.h>

enum { CORPUS_NAME_MAX = 64, CORPUS_VERDICTS_MAX = 32 };

typedef struct corpus_test {
    char name[CORPUS_NAME_MAX];
    char verdicts[CORPUS_VERDICTS_MAX]; /* a letter a model, without blanks */
    char *text;                         /* the test itself; corpus_next ends it */
    unsigned line;                      /* of its first line in the corpus */
} corpus_test_t;

typedef struct corpus {
    char *text, *next;
    unsigned line;
} corpus_t;

/* False: PATH cannot be read. */
bool corpus_open(corpus_t *corpus, const char *path);
/* False: there is no further test. */
bool corpus_next(corpus_t *corpus, corpus_test_t *test);
void corpus_close(corpus_t *corpus);

#endif
