/* SPDX-License-Identifier: Apache-2.0 */
/* post_dominators.c: where the lanes that a branch divides meet again: at its immediate
 * post-dominator, the first instruction that every way from the branch to the function's end
 * passes.
 *
 * The dominators of the reversed graph of instructions, by the iteration of Cooper, Harvey, Kennedy
 * ("A Simple, Fast Dominance Algorithm", 2001). Node COUNT is the function's end. Most instructions
 * have one successor, which is then their post-dominator, so that only branches intersect.
 * Instructions from which the end is not reached (an endless loop) have none.
 *
 * Lanes wait there for text of a .target before sm_70 (core/splits.c); findings ask of all text
 * which lanes have taken another way (core/divisions.c).
 */
#include "sim/ptx/parse.h"

#include <assert.h>

enum { NONE = UINT32_MAX };

typedef struct graph {
    const ptx_instruction_t *code; /* of the function */
    uint32_t first, count;         /* number of code[0]; nodes but the end */
    uint32_t *begin, *sources;     /* predecessors of node i: sources[begin[i]] to [begin[i + 1]] */
    uint32_t *order, reached;      /* nodes, each behind its post-dominator; the end first */
    uint32_t *number;              /* place in `order`, NONE: the end is not reached */
    uint32_t *dominator;           /* immediate post-dominator, NONE: not known yet */
} graph_t;

static bool ends(const ptx_instruction_t *instruction) {
    return instruction->opcode == PTX_RET || instruction->opcode == PTX_EXIT ||
           instruction->opcode == PTX_TRAP;
}

/* The K-th successor of a node, NONE behind the last one. */
static uint32_t successor(const graph_t *graph, uint32_t node, uint32_t k) {
    const ptx_instruction_t *instruction = &graph->code[node];
    const uint32_t next = node + 1; /* behind the last instruction is the end */
    const bool guarded = instruction->guard != PTX_NO_REGISTER;
    uint32_t jumps = 0;
    if (ends(instruction)) {
        if (k == 0) return graph->count;
        jumps = 1;
    } else if (instruction->opcode == PTX_BRA) {
        if (k == 0) return instruction->target - graph->first;
        jumps = 1;
    } else if (instruction->opcode == PTX_BRX) {
        if (k < instruction->target_count) return instruction->targets[k] - graph->first;
        jumps = instruction->target_count;
    }
    return k == jumps && (jumps == 0 || guarded) ? next : NONE;
}

static void find_predecessors(parser_t *parser, graph_t *graph) {
    uint32_t edges = 0, s;
    for (uint32_t i = 0; i < graph->count; i++)
        for (uint32_t k = 0; (s = successor(graph, i, k)) != NONE; k++, edges++)
            graph->begin[s + 1]++;
    graph->sources = module_allocate(parser, (edges + 1) * sizeof *graph->sources);
    for (uint32_t i = 0; i <= graph->count; i++) graph->begin[i + 1] += graph->begin[i];
    uint32_t *filled = module_allocate(parser, (graph->count + 1) * sizeof *filled);
    for (uint32_t i = 0; i < graph->count; i++)
        for (uint32_t k = 0; (s = successor(graph, i, k)) != NONE; k++)
            graph->sources[graph->begin[s] + filled[s]++] = i;
}

/* Reverse post-order from the end along predecessors, without recursion: `next` is the place of
 * each node among its predecessors. */
static void find_order(parser_t *parser, graph_t *graph) {
    const uint32_t nodes = graph->count + 1;
    uint32_t *stack = module_allocate(parser, nodes * sizeof *stack),
             *next = module_allocate(parser, nodes * sizeof *next), depth = 0, finished = nodes;
    for (uint32_t i = 0; i < nodes; i++) graph->number[i] = NONE;
    stack[depth++] = graph->count;
    graph->number[graph->count] = 0; /* seen */
    while (depth > 0) {
        const uint32_t node = stack[depth - 1];
        if (graph->begin[node] + next[node] == graph->begin[node + 1]) {
            graph->order[--finished] = node;
            depth--;
            continue;
        }
        const uint32_t source = graph->sources[graph->begin[node] + next[node]++];
        if (graph->number[source] != NONE) continue;
        graph->number[source] = 0;
        stack[depth++] = source;
    }
    graph->reached = nodes - finished;
    for (uint32_t i = 0; i < graph->reached; i++) {
        graph->order[i] = graph->order[finished + i];
        graph->number[graph->order[i]] = i;
    }
    assert(graph->order[0] == graph->count);
}

static uint32_t intersect(const graph_t *graph, uint32_t a, uint32_t b) {
    while (a != b) {
        while (graph->number[a] > graph->number[b]) a = graph->dominator[a];
        while (graph->number[b] > graph->number[a]) b = graph->dominator[b];
    }
    return a;
}

static bool improve(graph_t *graph, uint32_t node) {
    uint32_t best = NONE, s;
    for (uint32_t k = 0; (s = successor(graph, node, k)) != NONE; k++)
        if (graph->dominator[s] != NONE) best = best == NONE ? s : intersect(graph, s, best);
    const bool changed = graph->dominator[node] != best;
    graph->dominator[node] = best;
    return changed;
}

void find_post_dominators(parser_t *parser, const ptx_function_t *function) {
    graph_t graph = {.code = &parser->module->code[function->first],
                     .first = function->first,
                     .count = function->count};
    const size_t nodes = (size_t)function->count + 2;
    graph.begin = module_allocate(parser, nodes * sizeof *graph.begin);
    graph.order = module_allocate(parser, nodes * sizeof *graph.order);
    graph.number = module_allocate(parser, nodes * sizeof *graph.number);
    graph.dominator = module_allocate(parser, nodes * sizeof *graph.dominator);
    find_predecessors(parser, &graph);
    find_order(parser, &graph);
    for (uint32_t i = 0; i < graph.count; i++) graph.dominator[i] = NONE;
    graph.dominator[graph.count] = graph.count;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 1; i < graph.reached; i++)
            changed = improve(&graph, graph.order[i]) || changed;
    }
    for (uint32_t i = 0; i < graph.count; i++) {
        ptx_instruction_t *instruction = &parser->module->code[function->first + i];
        const uint32_t found = graph.dominator[i];
        instruction->meets = found < graph.count ? function->first + found : PTX_FUNCTION_END;
    }
}
