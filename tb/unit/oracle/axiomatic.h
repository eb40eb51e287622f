/* SPDX-License-Identifier: Apache-2.0 */
/* axiomatic.h: the oracle's second implementation, for tests only: happens-before as relations over
 * the whole execution.
 *
 * Nothing of the online oracle is used but its axes. Every operation of every lane is a node;
 * reads-from, release chains, synchronisation edges and their transitive closures are written down
 * as docs/oracle.md states them and computed by brute force, so that a reader can hold the code
 * against the definition. Cubic; small streams only.
 */
#ifndef SCORD_TB_AXIOMATIC_H
#define SCORD_TB_AXIOMATIC_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/oracle/oracle.h"

enum { AXIOMATIC_MAX_NODES = 512, AXIOMATIC_WORDS = AXIOMATIC_MAX_NODES / 64 };

typedef enum axiomatic_kind {
    AXIOMATIC_ACCESS,
    AXIOMATIC_FENCE,
    AXIOMATIC_ARRIVE,
    AXIOMATIC_DEPART
} axiomatic_kind_t;

typedef struct axiomatic_node {
    axiomatic_kind_t kind;
    uint64_t sequence;
    unsigned block;  /* launch number */
    unsigned thread; /* index in the block */
    unsigned lane;
    bool device; /* scope: device or system */
    /* accesses */
    uint64_t address;
    unsigned size;
    bool reads, writes, sync;
    bool acquires, releases; /* by itself, without a fence; fences and barriers: what they do */
} axiomatic_node_t;

typedef struct axiomatic {
    scord_oracle_axes_t axes;
    unsigned nodes;
    axiomatic_node_t node[AXIOMATIC_MAX_NODES];
    /* before[c][n]: bit set of the nodes that happen before n in closure c; indirect uses closure 0
     * only */
    uint64_t before[2][AXIOMATIC_MAX_NODES][AXIOMATIC_WORDS];
    uint64_t edge[2][AXIOMATIC_MAX_NODES]
                 [AXIOMATIC_WORDS]; /* synchronisation edges into n: 0 device, 1 block scope */
} axiomatic_t;

/* Computes everything for the stream. Returns 0, or -1 when it has more operations than
 * AXIOMATIC_MAX_NODES. */
int axiomatic_compute(axiomatic_t *axiomatic, const scord_oracle_axes_t *axes,
                      const scord_event_t *events, unsigned count);
/* Whether nodes a < b race in the bytes that both touch. */
bool axiomatic_race(const axiomatic_t *axiomatic, unsigned a, unsigned b);
/* Whether both touch the word at `word`. */
bool axiomatic_touches(const axiomatic_node_t *node, uint64_t word);

#endif
