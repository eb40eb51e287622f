/* SPDX-License-Identifier: Apache-2.0 */
/* kernel_words.c: see kernel_words.h.
 *
 * What is kept of a block is what its fences have seen and the words that it has read since its
 * last one: the rules are those of PTX's release and acquire patterns, with blocks for threads, so
 * that a barrier between the access and the fence needs no rule.
 *
 * A block that has read more than WORDS words since its fence takes on what the next ones carry at
 * once.
 */
#include "sim/runtime/kernel_words.h"

#include <stdlib.h>

#include "cmodel/scord_params.h"
#include "cmodel/semantics.h"

enum { WORDS = 8 };

typedef struct block {
    uint32_t fenced; /* parts of the kernel that its fences have seen; 0: none */
    uint32_t host;   /* those of system scope */
    uint32_t words;
    uint64_t word[WORDS];
} block_t;

/* Of a kernel that has fenced, or read a word that carries something. */
typedef struct kernel {
    struct kernel *next;
    const order_operation_t *operation;
    block_t block[SCORD_MAX_SMS][SCORD_MAX_BLOCKS_PER_SM];
} kernel_t;

static kernel_t *kernels; /* as the session, one for the process; its lock guards it */

/* NULL: none, or no memory; then less order is seen than there is. */
static kernel_t *kernel_of(order_t *order, const order_operation_t *operation) {
    kernel_t *kernel = kernels;
    while (kernel && kernel->operation != operation) kernel = kernel->next;
    if (kernel || !order) return kernel;
    kernel = calloc(1, sizeof *kernel);
    if (!kernel) return NULL;
    kernel->operation = operation;
    kernel->next = kernels;
    return kernels = kernel;
}

void kernel_words_block(const order_operation_t *operation,
                        const scord_event_block_launch_t *block) {
    kernel_t *kernel = kernel_of(NULL, operation);
    if (kernel) kernel->block[block->sm][block->slot] = (block_t){0};
}

static void take_all(order_t *order, order_operation_t *operation, block_t *block) {
    for (uint32_t i = 0; i < block->words; i++) order_word_take(order, operation, block->word[i]);
    block->words = 0;
}

void kernel_words_end(order_t *order, order_operation_t *operation) {
    for (kernel_t **at = &kernels; *at; at = &(*at)->next) {
        kernel_t *kernel = *at;
        if (kernel->operation != operation) continue;
        block_t *block = kernel->block[0];
        for (unsigned i = 0; i < SCORD_MAX_SMS * SCORD_MAX_BLOCKS_PER_SM; i++)
            take_all(order, operation, &block[i]);
        *at = kernel->next;
        free(kernel);
        return;
    }
}

void kernel_words_fence(order_t *order, order_operation_t *operation,
                        const scord_event_fence_t *fence) {
    if (fence->scope == SCORD_SCOPE_BLOCK) return;
    kernel_t *kernel = kernel_of(order, operation);
    if (!kernel) return;
    block_t *block = &kernel->block[fence->sm][fence->slot];
    if (scord_fence_acquires(fence->semantics)) take_all(order, operation, block);
    if (!scord_fence_releases(fence->semantics)) return;
    block->fenced = order_fence(order, operation);
    if (fence->scope == SCORD_SCOPE_SYSTEM) block->host = block->fenced;
}

static void read_word(order_t *order, order_operation_t *operation, block_t *block, uint64_t word,
                      bool acquires) {
    if (!order_word_carries(order, word)) return;
    for (uint32_t i = 0; i < block->words && !acquires; i++)
        if (block->word[i] == word) return;
    if (acquires || block->words == WORDS)
        order_word_take(order, operation, word);
    else
        block->word[block->words++] = word;
}

void kernel_words_access(order_t *order, order_operation_t *operation,
                         const scord_event_access_t *access, bool system, uint64_t shift) {
    const bool reads = access->op != SCORD_OP_STORE, writes = access->op != SCORD_OP_LOAD;
    const bool releases = writes && scord_releases(access->op, access->semantics);
    const bool acquires = reads && scord_acquires(access->op, access->semantics);
    kernel_t *kernel = kernel_of(releases || order_words_carry(order) ? order : NULL, operation);
    if (!kernel) return;
    block_t *block = &kernel->block[access->sm][access->slot];
    uint64_t last = 1; /* no word's address */
    if (releases) block->fenced = order_fence(order, operation);
    if (releases && system) block->host = block->fenced;
    for (uint32_t rest = access->mask; rest; rest &= rest - 1) {
        const uint64_t word = (access->address[__builtin_ctz(rest)] + shift) & ~(uint64_t)3;
        if (word == last) continue;
        last = word;
        if (reads) read_word(order, operation, block, word, acquires);
        if (writes && block->fenced > 0)
            order_word_give(order, operation, word, block->fenced, system ? block->host : 0);
    }
}
