/* SPDX-License-Identifier: Apache-2.0 */
/* uts_count.c: walks a tree of the Unbalanced Tree Search benchmark sequentially and prints its totals (uts_tree.h).
 *
 * usage: uts_count [NAME] [-t T] [-a A] [-d D] [-b B] [-r R] [-q Q] [-m M] [-f F] [--limit NODES]
 *   NAME     T1, T2, T4, T5: the published trees; T1s, T2s, T4s, T5s: scaled to about 125 thousand nodes; options
 *            behind it change it
 * Exit codes: 0 the totals are printed, 1 the tree is larger than the limit (10 million nodes), 2 bad usage.
 */
#include "uts_tree.h"

static int bad(const char *word, const char *problem) {
    fprintf(stderr, "uts_count: '%s' %s\n", word, problem);
    return 2;
}

int main(int argc, char **argv) {
    UtsTree tree;
    unsigned long long limit = 10000000;
    utsByName("T1", &tree);
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (argv[i][0] != '-') {
            if (!utsByName(argv[i], &tree)) return bad(argv[i], "is no tree of T1, T2, T4, T5, T1s, T2s, T4s and T5s");
            continue;
        }
        if (strcmp(argv[i], "--limit") == 0) {
            char *end = NULL;
            limit = value ? strtoull(value, &end, 10) : 0;
            if (!value || *end != '\0' || value[0] == '-' || limit == 0)
                return bad(argv[i], "needs a number of nodes from 1");
        } else {
            const char *problem = utsOption(&tree, argv[i], value);
            if (problem) return bad(argv[i], problem);
        }
        i++;
    }
    UtsCount count;
    const char *message;
    if (!utsWalk(&tree, limit, &count, &message)) {
        fprintf(stderr, "uts_count: %s (%llu nodes): --limit raises it\n", message, limit);
        return 1;
    }
    printf("%llu nodes, %llu leaves, depth %d\n", count.nodes, count.leaves, count.depth);
    return 0;
}
