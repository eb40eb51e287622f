/* SPDX-License-Identifier: Apache-2.0 */
/* liveness.c: see liveness.h. */
#include "sim/ptx/liveness.h"

#include <stdlib.h>
#include <string.h>

/* ---- numbering ---- */

static void number_register(liveness_t *live, uint32_t index, uint32_t bits) {
    if (live->numbers[index] != PTX_NO_REGISTER) return;
    live->numbers[index] = live->used;
    live->widths[live->used++] = bits > 32 ? 2 : bits > 1;
}

static void number_operand(liveness_t *live, const ptx_operand_t *operand) {
    if (operand->kind == PTX_OPERAND_REGISTER) number_register(live, operand->index, operand->bits);
}

static void number_registers(liveness_t *live) {
    const ptx_function_t *function = live->function;
    memset(live->numbers, 0xff, function->registers * sizeof *live->numbers);
    for (uint32_t i = function->first; i < function->first + function->count; i++) {
        const ptx_instruction_t *instruction = &live->module->code[i];
        for (int d = 0; d < PTX_MAX_VECTOR; d++) number_operand(live, &instruction->destination[d]);
        for (int s = 0; s < PTX_MAX_SOURCES; s++) number_operand(live, &instruction->source[s]);
        number_operand(live, &instruction->base);
        if (instruction->guard != PTX_NO_REGISTER) number_register(live, instruction->guard, 1);
    }
    live->words = (live->used + 63) / 64;
}

/* ---- blocks ---- */

static bool ends_block(const ptx_instruction_t *instruction) {
    return instruction->opcode == PTX_BRA || instruction->opcode == PTX_BRX ||
           instruction->opcode == PTX_RET || instruction->opcode == PTX_EXIT ||
           instruction->opcode == PTX_TRAP;
}

static void find_blocks(liveness_t *live) {
    const ptx_function_t *function = live->function;
    uint32_t *leader = live->block_of; /* flags first, numbers then */
    memset(leader, 0, function->count * sizeof *leader);
    leader[0] = 1;
    for (uint32_t i = 0; i < function->count; i++) {
        const ptx_instruction_t *instruction = &live->module->code[function->first + i];
        if (instruction->opcode == PTX_BRA) leader[instruction->target - function->first] = 1;
        for (uint32_t t = 0; t < instruction->target_count; t++)
            leader[instruction->targets[t] - function->first] = 1;
        if (ends_block(instruction) && i + 1 < function->count) leader[i + 1] = 1;
    }
    for (uint32_t i = 0; i < function->count; i++) {
        if (leader[i]) live->blocks[live->block_count++].first = function->first + i;
        live->blocks[live->block_count - 1].last = function->first + i;
        live->block_of[i] = live->block_count - 1;
    }
}

/* ---- the set of the walk ---- */

static void enter_register(liveness_t *live, uint32_t index) {
    const uint32_t number = live->numbers[index];
    uint64_t *word = &live->now[number / 64];
    const uint64_t bit = UINT64_C(1) << number % 64;
    if (!(*word & bit)) live->weight += live->widths[number];
    *word |= bit;
}

static void enter(liveness_t *live, const ptx_operand_t *operand) {
    if (operand->kind == PTX_OPERAND_REGISTER) enter_register(live, operand->index);
}

static void leave(liveness_t *live, const ptx_operand_t *operand) {
    if (operand->kind != PTX_OPERAND_REGISTER) return;
    const uint32_t number = live->numbers[operand->index];
    uint64_t *word = &live->now[number / 64];
    const uint64_t bit = UINT64_C(1) << number % 64;
    if (*word & bit) live->weight -= live->widths[number];
    *word &= ~bit;
}

static void join(liveness_t *live,
                 uint32_t instruction) { /* what is live where control may go next */
    const uint32_t block = live->block_of[instruction - live->function->first];
    for (uint32_t w = 0; w < live->words; w++)
        live->now[w] |= live->in[(size_t)block * live->words + w];
}

void liveness_behind(liveness_t *live, const live_block_t *block) {
    const ptx_instruction_t *last = &live->module->code[block->last];
    const uint32_t end = live->function->first + live->function->count;
    memset(live->now, 0, live->words * sizeof *live->now);
    if (last->opcode == PTX_BRA) join(live, last->target);
    for (uint32_t t = 0; t < last->target_count; t++) join(live, last->targets[t]);
    if ((!ends_block(last) || last->guard != PTX_NO_REGISTER) && block->last + 1 < end)
        join(live, block->last + 1);
    live->weight = 0;
    for (uint32_t number = 0; number < live->used; number++)
        if (live->now[number / 64] >> number % 64 & 1) live->weight += live->widths[number];
}

/* From behind the instruction to before it. */
static void step_back(liveness_t *live, uint32_t number) {
    const ptx_instruction_t *instruction = &live->module->code[number];
    if (instruction->guard == PTX_NO_REGISTER)
        for (int d = 0; d < PTX_MAX_VECTOR; d++) leave(live, &instruction->destination[d]);
    if (instruction->call) live->across[number] = live->weight;
    for (int s = 0; s < PTX_MAX_SOURCES; s++) enter(live, &instruction->source[s]);
    enter(live, &instruction->base);
    if (instruction->guard != PTX_NO_REGISTER) enter_register(live, instruction->guard);
}

uint32_t liveness_walk(liveness_t *live,
                       const live_block_t *block) { /* the most that is live anywhere in it */
    liveness_behind(live, block);
    uint32_t most = live->weight;
    for (uint32_t i = block->last + 1; i-- > block->first;) {
        step_back(live, i);
        if (live->weight > most) most = live->weight;
    }
    return most;
}

static void reach_fixpoint(liveness_t *live) {
    const size_t bytes = live->words * sizeof *live->now;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = live->block_count; b-- > 0;) {
            uint64_t *in = &live->in[(size_t)b * live->words];
            liveness_walk(live, &live->blocks[b]);
            if (memcmp(in, live->now, bytes) == 0) continue;
            memcpy(in, live->now, bytes);
            changed = true;
        }
    }
}

void liveness_free(liveness_t *live) {
    free(live->numbers);
    free(live->widths);
    free(live->blocks);
    free(live->block_of);
    free(live->in);
    free(live->now);
}

static void *room(parser_t *parser, liveness_t *live, size_t count, size_t size) {
    void *memory = calloc(count + 1, size);
    if (memory) return memory;
    liveness_free(live);
    parser_fail(parser, "out of memory (%zu bytes)", (count + 1) * size);
}

void liveness_find(parser_t *parser, liveness_t *live) {
    const ptx_function_t *function = live->function;
    live->numbers = room(parser, live, function->registers, sizeof *live->numbers);
    live->widths = room(parser, live, function->registers, sizeof *live->widths);
    live->blocks = room(parser, live, function->count, sizeof *live->blocks);
    live->block_of = room(parser, live, function->count, sizeof *live->block_of);
    number_registers(live);
    find_blocks(live);
    live->in = room(parser, live, (size_t)live->block_count * live->words, sizeof *live->in);
    live->now = room(parser, live, live->words, sizeof *live->now);
    reach_fixpoint(live);
}
