/* SPDX-License-Identifier: Apache-2.0 */
/* uts_tree.h: the trees of the Unbalanced Tree Search benchmark (Olivier et al., LCPC 2006), bit by bit.
 *
 * A node is 20 bytes, the SHA-1 of its parent's 20 bytes and its number among the children; the root is that of the
 * seed. The last 31 bits of a node decide how many children it has. So a tree is known only by walking it, and every
 * walk gives the same one. C11 and CUDA C++: the sequential counter (uts_count.c) and the program on the task runtime
 * (uts.cu) share the hash and the names of trees.
 *
 * The benchmark computes the children of a geometric node by logarithms. The counter does the same; the kernels look
 * up thresholds that the host found with that formula (utsLevels), so that no device logarithm can differ.
 */
#ifndef UTS_TREE_H
#define UTS_TREE_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __CUDACC__
#define UTS_BOTH   __host__ __device__
#define UTS_UNROLL _Pragma("unroll")
#else
#define UTS_BOTH
#define UTS_UNROLL
#endif

enum { UTS_BINOMIAL, UTS_GEOMETRIC, UTS_HYBRID };           /* -t */
enum { UTS_LINEAR, UTS_EXPONENTIAL, UTS_CYCLIC, UTS_FIXED }; /* -a, of geometric levels */

enum {
    UTS_WORDS = 5,            /* of a node */
    UTS_MOST_CHILDREN = 100,  /* of a node, but for a binomial tree's root */
    UTS_LEVELS = 160,         /* most levels with geometric children */
    UTS_RANDOM_END = 1u << 31 /* the random number of a node is below */
};

/* A tree, by the options of the benchmark: -t type, -a shape, -d depth, -b branching, -r seed, -q and -m for binomial
 * nodes (probability of children, and how many), -f the part of a hybrid tree's depth that is geometric. */
typedef struct UtsTree {
    int type, shape, depth, seed, binomialChildren;
    double branching, binomialProbability, shift;
} UtsTree;

/* What a walk counts. */
typedef struct UtsCount {
    unsigned long long nodes, leaves;
    int depth;
} UtsCount;

/* ---- the hash ---- */

UTS_BOTH static inline unsigned utsRotate(unsigned word, int bits) { return word << bits | word >> (32 - bits); }

/* SHA-1 of one block of 16 words, big-endian as everything here. */
UTS_BOTH static inline void utsHash(unsigned block[16], unsigned node[UTS_WORDS])
{
    unsigned a = 0x67452301u, b = 0xefcdab89u, c = 0x98badcfeu, d = 0x10325476u, e = 0xc3d2e1f0u;
    UTS_UNROLL
    for (int round = 0; round < 80; round++) {
        if (round >= 16)
            block[round & 15] = utsRotate(block[(round + 13) & 15] ^ block[(round + 8) & 15] ^
                                              block[(round + 2) & 15] ^ block[round & 15],
                                          1);
        const unsigned mixed = round < 20   ? (d ^ (b & (c ^ d))) + 0x5a827999u
                               : round < 40 ? (b ^ c ^ d) + 0x6ed9eba1u
                               : round < 60 ? ((b & c) | (d & (b | c))) + 0x8f1bbcdcu
                                            : (b ^ c ^ d) + 0xca62c1d6u;
        const unsigned next = utsRotate(a, 5) + mixed + e + block[round & 15];
        e = d, d = c, c = utsRotate(b, 30), b = a, a = next;
    }
    node[0] = a + 0x67452301u, node[1] = b + 0xefcdab89u, node[2] = c + 0x98badcfeu, node[3] = d + 0x10325476u;
    node[4] = e + 0xc3d2e1f0u;
}

/* The root of a seed: the hash of 16 zero bytes and the seed. */
UTS_BOTH static inline void utsRoot(int seed, unsigned node[UTS_WORDS])
{
    unsigned block[16] = {0, 0, 0, 0, (unsigned)seed, 0x80000000u, 0, 0, 0, 0, 0, 0, 0, 0, 0, 160};
    utsHash(block, node);
}

/* Child number INDEX. child may be parent. */
UTS_BOTH static inline void utsChild(const unsigned parent[UTS_WORDS], unsigned index, unsigned child[UTS_WORDS])
{
    unsigned block[16] = {parent[0], parent[1], parent[2], parent[3], parent[4], index, 0x80000000u, 0,
                          0,         0,         0,         0,         0,         0,     0,           192};
    utsHash(block, child);
}

UTS_BOTH static inline unsigned utsRandom(const unsigned node[UTS_WORDS]) { return node[4] & 0x7fffffffu; }

/* ---- children, by the formulas of the benchmark ---- */

/* Children that a geometric node of DEPTH has on average. */
static inline double utsBranching(const UtsTree *tree, int depth)
{
    const double all = tree->branching, most = (double)tree->depth;
    if (depth == 0)
        return all;
    switch (tree->shape) {
    case UTS_EXPONENTIAL:
        return all * pow((double)depth, -log(all) / log(most));
    case UTS_CYCLIC:
        return depth > 5 * tree->depth ? 0 : pow(all, sin(2.0 * 3.141592653589793 * (double)depth / most));
    case UTS_FIXED:
        return depth < tree->depth ? all : 0;
    default:
        return all * (1.0 - (double)depth / most);
    }
}

static inline bool utsIsGeometric(const UtsTree *tree, int depth)
{
    return tree->type == UTS_GEOMETRIC || (tree->type == UTS_HYBRID && depth < tree->shift * tree->depth);
}

static inline int utsGeometric(const UtsTree *tree, int depth, unsigned random)
{
    const double p = 1.0 / (1.0 + utsBranching(tree, depth)), u = (double)random / 2147483648.0;
    const int children = (int)floor(log(1 - u) / log(1 - p));
    return children < UTS_MOST_CHILDREN ? children : UTS_MOST_CHILDREN;
}

static inline int utsChildren(const UtsTree *tree, int depth, unsigned random)
{
    if (tree->type == UTS_BINOMIAL && depth == 0)
        return (int)floor(tree->branching);
    if (utsIsGeometric(tree, depth))
        return utsGeometric(tree, depth, random);
    return (double)random / 2147483648.0 < tree->binomialProbability ? tree->binomialChildren : 0;
}

/* ---- the sequential walk ---- */

typedef struct UtsStacked {
    unsigned node[UTS_WORDS];
    int depth;
} UtsStacked;

/* Walks the tree, depth first. False: it has more than LIMIT nodes, or (*message) the host has no memory. */
static inline bool utsWalk(const UtsTree *tree, unsigned long long limit, UtsCount *count, const char **message)
{
    size_t room = 1024, top = 1;
    UtsStacked *stack = (UtsStacked *)malloc(room * sizeof *stack);
    *count = (UtsCount){0, 0, 0};
    *message = stack ? NULL : "out of memory";
    if (stack)
        utsRoot(tree->seed, stack[0].node), stack[0].depth = 0;
    while (stack && top > 0 && count->nodes < limit) {
        const UtsStacked at = stack[--top];
        const int children = utsChildren(tree, at.depth, utsRandom(at.node));
        count->nodes++;
        count->leaves += children == 0;
        count->depth = at.depth > count->depth ? at.depth : count->depth;
        if (top + (size_t)children > room) {
            while (top + (size_t)children > room) room *= 2;
            UtsStacked *grown = (UtsStacked *)realloc(stack, room * sizeof *stack);
            if (!grown) {
                *message = "out of memory";
                break;
            }
            stack = grown;
        }
        for (int i = 0; i < children; i++, top++)
            utsChild(at.node, (unsigned)i, stack[top].node), stack[top].depth = at.depth + 1;
    }
    free(stack);
    if (top > 0 && !*message)
        *message = "the tree is larger than the limit";
    return !*message;
}

/* ---- the command line ---- */

/* The published trees (the benchmark's sample_trees.sh), and trees of the same kinds of about 125 thousand nodes. */
static const struct {
    const char *name;
    UtsTree tree;
} utsNamed[] = {
    {"T1", {UTS_GEOMETRIC, UTS_FIXED, 10, 19, 4, 4, 15.0 / 64.0, 0.5}},
    {"T2", {UTS_GEOMETRIC, UTS_CYCLIC, 16, 502, 4, 6, 15.0 / 64.0, 0.5}},
    {"T4", {UTS_HYBRID, UTS_LINEAR, 16, 1, 4, 6, 0.234375, 0.5}},
    {"T5", {UTS_GEOMETRIC, UTS_LINEAR, 20, 34, 4, 4, 15.0 / 64.0, 0.5}},
    {"T1s", {UTS_GEOMETRIC, UTS_FIXED, 8, 21, 4, 4, 15.0 / 64.0, 0.5}},
    {"T2s", {UTS_GEOMETRIC, UTS_CYCLIC, 9, 7, 4, 6, 15.0 / 64.0, 0.5}},
    {"T4s", {UTS_HYBRID, UTS_LINEAR, 12, 30, 4, 6, 0.234375, 0.5}},
    {"T5s", {UTS_GEOMETRIC, UTS_LINEAR, 15, 27, 4, 4, 15.0 / 64.0, 0.5}},
};

/* Takes option WORD with VALUE (NULL: none is there). NULL: taken; else what is wrong with it. */
static inline const char *utsOption(UtsTree *tree, const char *word, const char *value)
{
    const char *const letters = "tadbrqmf", *letter = word[0] == '-' && word[1] ? strchr(letters, word[1]) : NULL;
    if (!letter || word[2] != '\0')
        return "is no option of a tree: -t -a -d -b -r -q -m -f";
    char *end = NULL;
    const double number = value ? strtod(value, &end) : 0;
    if (!value || end == value || *end != '\0' || !(number >= 0))
        return "needs a number of 0 or more";
    const bool whole = number == floor(number) && number <= 2147483647;
    switch (*letter) {
    case 't':
        tree->type = (int)number;
        return whole && number <= 2 ? NULL : "needs 0 (binomial), 1 (geometric) or 2 (hybrid)";
    case 'a':
        tree->shape = (int)number;
        return whole && number <= 3 ? NULL : "needs 0 (linear), 1 (exponential), 2 (cyclic) or 3 (fixed)";
    case 'd':
        tree->depth = (int)number;
        return whole && number >= 1 && number <= 10000 ? NULL : "needs a depth from 1 to 10000";
    case 'b':
        tree->branching = number;
        return number <= 100000 ? NULL : "needs at most 100000 children";
    case 'r':
        tree->seed = whole ? (int)number : 0;
        return whole ? NULL : "needs a whole number below 2147483648";
    case 'q':
        tree->binomialProbability = number;
        return number < 1 ? NULL : "needs a probability below 1";
    case 'm':
        tree->binomialChildren = whole ? (int)number : 0;
        return whole && number <= UTS_MOST_CHILDREN ? NULL : "needs 0 to 100 children";
    default:
        tree->shift = number;
        return number <= 1 ? NULL : "needs a part from 0 to 1";
    }
}

/* False: no tree has this name. */
static inline bool utsByName(const char *name, UtsTree *tree)
{
    for (size_t i = 0; i < sizeof utsNamed / sizeof *utsNamed; i++)
        if (strcmp(name, utsNamed[i].name) == 0) {
            *tree = utsNamed[i].tree;
            return true;
        }
    return false;
}

#endif
