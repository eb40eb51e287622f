/* SPDX-License-Identifier: Apache-2.0 */
/* litmus_lisa.c: instructions of LISA, the assembler of herd's bell models, rewritten as PTX.
 *
 *   r[acq,gpu] r0 x          ld.acquire.gpu r0, x
 *   w[rel,cta] x 1           st.release.cta x, 1
 *   f[acq_rel,gpu]           fence.acq_rel.gpu
 *   rmw[gpu] r0 (add 1) x    atom.add.gpu r0, x, 1      also (exch 1), (cas 0 1), and 1 alone: exch
 *   mov r0 (add r1 1)        add r0, r1, 1              comparisons: setp
 *   b[] r0 L                 bne r0, 0, L               b[] L: goto L
 *
 * Annotations are names of PTX, or the usual short ones. An access without any is weak; one with a
 * scope alone is relaxed.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/litmus/litmus_mnemonic.h"

enum { LISA_WORDS_MAX = 8, LISA_TEXT_MAX = 256 };

/* An annotation in PTX; NULL: it says nothing. */
typedef struct annotation {
    const char *text, *ptx;
    bool scope, ordering;
} annotation_t;

static const annotation_t annotations[] = {{"cta", "cta", true, false},
                                           {"wg", "cta", true, false},
                                           {"work_group", "cta", true, false},
                                           {"gpu", "gpu", true, false},
                                           {"gl", "gpu", true, false},
                                           {"dev", "gpu", true, false},
                                           {"device", "gpu", true, false},
                                           {"agent", "gpu", true, false},
                                           {"cluster", "cluster", true, false},
                                           {"sys", "sys", true, false},
                                           {"system", "sys", true, false},
                                           {"weak", "weak", false, false},
                                           {"na", "weak", false, false},
                                           {"relaxed", "relaxed", false, true},
                                           {"rlx", "relaxed", false, true},
                                           {"acq", "acquire", false, true},
                                           {"acquire", "acquire", false, true},
                                           {"rel", "release", false, true},
                                           {"release", "release", false, true},
                                           {"acq_rel", "acq_rel", false, true},
                                           {"ar", "acq_rel", false, true},
                                           {"sc", "sc", false, true},
                                           {"volatile", "volatile", false, true},
                                           {"membar", NULL, false, false},
                                           {"atomic", NULL, false, false},
                                           {"cg", NULL, false, false},
                                           {"ca", NULL, false, false},
                                           {NULL, NULL, false, false}};

/* "[acq,gpu]" behind the instruction's name: as ".acquire.gpu". False: a problem is recorded. */
static bool read_annotations(litmus_t *litmus, unsigned line, char *list, bool access,
                             char out[LISA_TEXT_MAX]) {
    char *part[LISA_WORDS_MAX];
    bool scope = false, ordering = false;
    const unsigned parts = litmus_split(list, ',', part, LISA_WORDS_MAX);
    for (unsigned i = 0; i < parts; i++) {
        const annotation_t *it = annotations;
        if (*part[i] == '\0') continue;
        while (it->text && strcmp(it->text, part[i]) != 0) it++;
        if (!it->text) {
            litmus_problem(litmus, line, "the annotation '%.40s' is not taken", part[i]);
            return false;
        }
        scope = scope || it->scope;
        ordering = ordering || it->ordering;
        if (it->ptx) {
            strcat(out, ".");
            strcat(out, it->ptx);
        }
    }
    if (access && scope && !ordering) strcat(out, ".relaxed");
    return true;
}

/* The words of TEXT; "(add r0 1)" is three, without its brackets. */
static unsigned split_words(char *text, char *word[LISA_WORDS_MAX]) {
    unsigned words = 0;
    for (char *at = strtok(text, " \t(),"); at && words < LISA_WORDS_MAX;
         at = strtok(NULL, " \t(),"))
        word[words++] = at;
    return words;
}

static bool is_comparison(const char *word) {
    static const char *const names[] = {"eq", "ne", "lt", "le", "gt", "ge"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], word) == 0) return true;
    return false;
}

/* The PTX of NAME with annotations TAGS and operands WORD; empty: there is none. */
static void rewrite(const char *name, const char *tags, char *word[LISA_WORDS_MAX], unsigned words,
                    char out[LISA_TEXT_MAX]) {
    out[0] = '\0';
    if (strcmp(name, "r") == 0 && words == 2)
        snprintf(out, LISA_TEXT_MAX, "ld%s %s, %s", tags, word[0], word[1]);
    else if (strcmp(name, "w") == 0 && words == 2)
        snprintf(out, LISA_TEXT_MAX, "st%s %s, %s", tags, word[0], word[1]);
    else if (strcmp(name, "f") == 0 && words == 0)
        snprintf(out, LISA_TEXT_MAX, "fence%s", tags);
    else if (strcmp(name, "rmw") == 0 && words == 3)
        snprintf(out, LISA_TEXT_MAX, "atom.exch%s %s, %s, %s", tags, word[0], word[2], word[1]);
    else if (strcmp(name, "rmw") == 0 && words == 4)
        snprintf(out, LISA_TEXT_MAX, "atom.%s%s %s, %s, %s", word[1], tags, word[0], word[3],
                 word[2]);
    else if (strcmp(name, "rmw") == 0 && words == 5)
        snprintf(out, LISA_TEXT_MAX, "atom.%s%s %s, %s, %s, %s", word[1], tags, word[0], word[4],
                 word[2], word[3]);
    else if (strcmp(name, "mov") == 0 && words == 2)
        snprintf(out, LISA_TEXT_MAX, "mov %s, %s", word[0], word[1]);
    else if (strcmp(name, "mov") == 0 && words == 4)
        snprintf(out, LISA_TEXT_MAX, "%s%s %s, %s, %s", is_comparison(word[1]) ? "setp." : "",
                 word[1], word[0], word[2], word[3]);
    else if (strcmp(name, "b") == 0 && words == 2)
        snprintf(out, LISA_TEXT_MAX, "bne %s, 0, %s", word[0], word[1]);
    else if (strcmp(name, "b") == 0 && words == 1)
        snprintf(out, LISA_TEXT_MAX, "goto %s", word[0]);
}

void litmus_read_lisa(litmus_t *litmus, unsigned line, litmus_thread_t *thread, char *text) {
    char name[8] = "", tags[LISA_TEXT_MAX] = "", out[LISA_TEXT_MAX], copy[LISA_TEXT_MAX];
    char *word[LISA_WORDS_MAX];
    text = litmus_read_label(litmus, line, thread, text);
    if (!text) return;
    snprintf(copy, sizeof copy, "%s", text);
    sscanf(copy, "%7[a-z]", name);
    char *open = copy + strlen(name), *close = strchr(open, ']'), *rest = open;
    const bool access = strcmp(name, "r") == 0 || strcmp(name, "w") == 0;
    if (*open == '[' && close) {
        *close = '\0';
        rest = close + 1;
        if (!read_annotations(litmus, line, open + 1, access, tags)) return;
    }
    const unsigned words = strlen(text) < sizeof copy ? split_words(rest, word) : 0;
    rewrite(name, tags, word, words, out);
    if (out[0] == '\0')
        litmus_problem(litmus, line, "'%.60s' is not taken: r, w, rmw, f, mov and b are", text);
    else
        litmus_read_ptx(litmus, line, thread, out);
}
