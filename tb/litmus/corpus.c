/* SPDX-License-Identifier: Apache-2.0 */
/* corpus.c: takes a corpus apart. A test begins with "## NAME | VERDICTS | WHY". */
#include "tb/litmus/corpus.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool corpus_open(corpus_t *corpus, const char *path) {
    FILE *file = fopen(path, "r");
    size_t size = 0;
    *corpus = (corpus_t){.line = 1};
    if (!file) return false;
    const bool read = getdelim(&corpus->text, &size, '\0', file) > 0;
    fclose(file);
    corpus->next = read ? corpus->text : NULL;
    return read;
}

void corpus_close(corpus_t *corpus) { free(corpus->text); }

/* The start of the next line that begins a test, at or after AT; NULL: there is none. */
static char *find_head(char *at) {
    if (strncmp(at, "## ", 3) == 0) return at;
    char *found = strstr(at, "\n## ");
    return found ? found + 1 : NULL;
}

static unsigned count_lines(const char *from, const char *to) {
    unsigned lines = 0;
    for (; from < to; from++) lines += *from == '\n';
    return lines;
}

bool corpus_next(corpus_t *corpus, corpus_test_t *test) {
    char *head = corpus->next ? find_head(corpus->next) : NULL;
    if (!head) return false;
    char *end = strchr(head, '\n'), *bar = strchr(head, '|');
    *test = (corpus_test_t){.text = end ? end + 1 : head + strlen(head)};
    sscanf(head, "## %63[^ |]", test->name);
    unsigned letters = 0;
    for (const char *at = bar ? bar + 1 : ""; *at != '|' && *at != '\n' && *at != '\0'; at++)
        if (!isspace((unsigned char)*at) && letters + 1 < CORPUS_VERDICTS_MAX)
            test->verdicts[letters++] = *at;
    corpus->line += count_lines(corpus->next, test->text);
    test->line = corpus->line;
    char *next = find_head(test->text);
    corpus->next = next;
    if (!next) return true;
    corpus->line += count_lines(test->text, next);
    next[-1] = '\0';
    return true;
}
