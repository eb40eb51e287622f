/* SPDX-License-Identifier: Apache-2.0 */
/* litmus_check.c: the test as a whole, after all of its lines: labels, levels of scope, numbers of
 * blocks and warps, fences of one memory, places of variables. */
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cmodel/litmus/litmus_internal.h"

/* Targets of branches: instructions instead of labels. */
static void resolve_labels(litmus_t *litmus, litmus_thread_t *thread) {
    for (unsigned i = 0; i < thread->labels; i++) {
        litmus_label_t *label = &thread->label[i];
        if (label->placed) continue;
        if (label->name[0] != '\0')
            litmus_problem(litmus, label->line, "label '%.40s' is not in thread %s", label->name,
                           thread->name);
        label->instruction = thread->instructions; /* without a name: the thread's end */
    }
    for (unsigned i = 0; i < thread->instructions; i++) {
        litmus_instruction_t *instruction = &thread->instruction[i];
        if (instruction->kind == LITMUS_BRANCH)
            instruction->target = thread->label[instruction->target].instruction;
    }
}

/* Whether all barriers are one, for all threads of their blocks. */
static bool has_one_barrier(const litmus_t *litmus) {
    const litmus_instruction_t *first = NULL;
    for (unsigned thread = 0; thread < litmus->threads; thread++)
        for (unsigned i = 0; i < litmus->thread[thread].instructions; i++) {
            const litmus_instruction_t *it = &litmus->thread[thread].instruction[i];
            if (it->kind != LITMUS_BARRIER) continue;
            if (!first) first = it;
            if (it->meeting != LITMUS_MEET_BLOCK || it->value.is_register ||
                it->compare.is_register || it->compare.value != 0 || it->unordered ||
                it->value.value != first->value.value)
                return false;
        }
    return true;
}

/* Words of memory: one for each variable, and one for each block and variable of shared memory. */
static void place_variables(litmus_t *litmus) {
    for (unsigned i = 0; i < litmus->variables; i++) {
        const unsigned words = litmus->variable_shared[i] ? LITMUS_THREADS_MAX : 1;
        if (litmus->words + words > LITMUS_WORDS_MAX) {
            litmus_problem(litmus, 0, "too many variables of shared memory, %s is one",
                           litmus->variable_name[i]);
            return;
        }
        litmus->variable_word[i] = litmus->words;
        litmus->words += words;
    }
}

/* Blocks are counted in the order of their numbers: none is without threads. */
static void number_blocks(litmus_t *litmus) {
    unsigned block[LITMUS_THREADS_MAX];
    for (unsigned i = 0; i < litmus->threads; i++) block[i] = litmus->thread[i].block;
    for (unsigned i = 0; i < litmus->threads; i++) {
        unsigned before = 0;
        for (unsigned j = 0; j < litmus->threads; j++) {
            bool again = block[j] >= block[i];
            for (unsigned k = 0; k < j; k++) again = again || block[k] == block[j];
            before += !again;
        }
        litmus->thread[i].block = before;
    }
}

/* ---- scopes ---- */

/* What tells blocks of several devices apart. */
enum { LITMUS_BLOCK_NUMBERS = 1 << 16 };

/* From narrow to wide; the first two need no place above their block. */
enum { LEVEL_WARP, LEVEL_BLOCK, LEVEL_DEVICE, LEVEL_SYSTEM, LEVELS };

/* A volatile access reaches all threads. */
static bool is_volatile(const litmus_instruction_t *it) {
    return (it->kind == LITMUS_LOAD || it->kind == LITMUS_STORE) && it->strong &&
           it->semantics == SCORD_SEMANTICS_NONE;
}

/* Level of an instruction that has one; LEVELS: it has none. */
static unsigned level_of(const litmus_instruction_t *it) {
    if (it->kind == LITMUS_BARRIER) return it->meeting == LITMUS_MEET_WARP ? LEVELS : LEVEL_BLOCK;
    if (it->kind == LITMUS_MOVE || it->kind == LITMUS_BRANCH) return LEVELS;
    if (it->vulkan & (LITMUS_AVDEVICE | LITMUS_VISDEVICE)) return LEVELS;
    if (it->kind != LITMUS_FENCE && !it->strong) return LEVELS;
    if (is_volatile(it)) return LEVEL_SYSTEM;
    return it->scope == LITMUS_SCOPE_WARP    ? LEVEL_WARP
           : it->scope == SCORD_SCOPE_BLOCK  ? LEVEL_BLOCK
           : it->scope == SCORD_SCOPE_DEVICE ? LEVEL_DEVICE
                                             : LEVEL_SYSTEM;
}

/* Line of the first instruction of each level, 0: none. */
static void find_levels(const litmus_t *litmus, unsigned line[LEVELS + 1]) {
    memset(line, 0, (LEVELS + 1) * sizeof line[0]);
    for (unsigned thread = 0; thread < litmus->threads; thread++)
        for (unsigned i = 0; i < litmus->thread[thread].instructions; i++) {
            const litmus_instruction_t *it = &litmus->thread[thread].instruction[i];
            if (line[level_of(it)] == 0) line[level_of(it)] = it->line;
        }
}

/* Threads of one LEVEL become threads of one block; scopes of that level are of the block, wider
 * ones of the device. */
static void make_level_the_block(litmus_t *litmus, unsigned level) {
    for (unsigned thread = 0; thread < litmus->threads; thread++) {
        litmus_thread_t *it = &litmus->thread[thread];
        if (level == LEVEL_DEVICE) {
            it->block = it->device;
            it->warp = UINT32_MAX;
        } else {
            it->block = it->block * LITMUS_WARPS_MAX + it->warp;
            it->warp = 0;
        }
        for (unsigned i = 0; i < it->instructions; i++) {
            litmus_instruction_t *instruction = &it->instruction[i];
            if (level_of(instruction) == LEVELS) continue;
            instruction->scope = level_of(instruction) == level ? SCORD_SCOPE_BLOCK
                                                                : SCORD_SCOPE_DEVICE;
        }
    }
}

static bool is_vulkan(const litmus_t *litmus) { return strcasecmp(litmus->dialect, "VULKAN") == 0; }

/* Every instruction gets its level. Blocks of several devices are told apart; a scope of the system
 * is one of the only device (D7). */
static void keep_levels(litmus_t *litmus, bool several) {
    for (unsigned thread = 0; thread < litmus->threads; thread++) {
        litmus_thread_t *it = &litmus->thread[thread];
        it->block += it->device * LITMUS_BLOCK_NUMBERS;
        for (unsigned i = 0; i < it->instructions; i++) {
            const unsigned level = level_of(&it->instruction[i]);
            it->instruction[i].level = level == LEVEL_WARP    ? LITMUS_LEVEL_SUB_GROUP
                                       : level == LEVEL_BLOCK ? LITMUS_LEVEL_WORK_GROUP
                                       : level == LEVEL_SYSTEM && several
                                           ? LITMUS_LEVEL_DEVICE
                                           : LITMUS_LEVEL_QUEUE_FAMILY;
        }
    }
}

/* No stream holds the test. */
static void leave_streams(litmus_t *litmus, unsigned line, const char *what, bool several) {
    if (litmus->no_stream.text[0] != '\0') return;
    litmus->no_stream.line = line;
    snprintf(litmus->no_stream.text, sizeof litmus->no_stream.text, "%s", what);
    keep_levels(litmus, several);
}

/* Three levels: no stream has them. The Vulkan memory model decides tests of its dialect. */
static void take_three_levels(litmus_t *litmus, unsigned line, const char *what, bool several) {
    if (is_vulkan(litmus)) {
        litmus_only_vulkan(litmus, line, "%s is", what);
        return;
    }
    leave_streams(litmus, line, what, several);
}

static bool has_shared(const litmus_t *litmus) {
    for (unsigned i = 0; i < litmus->variables; i++)
        if (litmus->variable_shared[i]) return true;
    return false;
}

/* A test with clusters is one with devices instead: a cluster is a device, and what is above it the
 * system. Devices beside clusters would be one level more. */
static bool make_clusters_devices(litmus_t *litmus) {
    unsigned line = 0;
    for (unsigned thread = 0; thread < litmus->threads; thread++)
        for (unsigned i = 0; i < litmus->thread[thread].instructions; i++)
            if (litmus->thread[thread].instruction[i].scope == LITMUS_SCOPE_CLUSTER)
                line = litmus->thread[thread].instruction[i].line;
    if (line == 0) return false;
    for (unsigned thread = 0; thread < litmus->threads; thread++) {
        litmus_thread_t *it = &litmus->thread[thread];
        if (it->device != litmus->thread[0].device)
            litmus_problem(litmus, line, "clusters on several devices are not taken");
        for (unsigned i = 0; i < it->instructions; i++) {
            uint8_t *scope = &it->instruction[i].scope;
            if (*scope == SCORD_SCOPE_DEVICE) *scope = SCORD_SCOPE_SYSTEM;
            if (*scope == LITMUS_SCOPE_CLUSTER) *scope = SCORD_SCOPE_DEVICE;
        }
    }
    for (unsigned thread = 0; thread < litmus->threads; thread++) {
        litmus->thread[thread].device = litmus->thread[thread].cluster;
        litmus->thread[thread].place[2] = litmus->thread[thread].cluster;
    }
    return true;
}

/* An event stream has two levels of scope, block and device. A test that uses two others is the
 * same test, one level up or down, unless its blocks have shared memory. */
static void place_levels(litmus_t *litmus) {
    unsigned line[LEVELS + 1];
    bool several = make_clusters_devices(litmus);
    const bool shared = has_shared(litmus);
    find_levels(litmus, line);
    for (unsigned i = 0; i < litmus->threads; i++)
        several = several || litmus->thread[i].device != litmus->thread[0].device;
    if (several && (line[LEVEL_BLOCK] != 0 || line[LEVEL_WARP] != 0 || shared))
        take_three_levels(litmus, line[line[LEVEL_BLOCK] != 0 ? LEVEL_BLOCK : LEVEL_WARP],
                          "a scope of one block with threads on several devices", true);
    else if (several)
        make_level_the_block(litmus, LEVEL_DEVICE);
    else if (line[LEVEL_WARP] != 0 && (line[LEVEL_BLOCK] != 0 || shared))
        take_three_levels(litmus, line[LEVEL_WARP], "a scope of one warp beside one of a block",
                          false);
    else if (line[LEVEL_WARP] != 0)
        make_level_the_block(litmus, LEVEL_WARP);
}

/* ---- fences of one memory ---- */

/* Fences and barriers that name global or local memory alone: they order all of the test's memory,
 * nothing of it, or, which no stream has, a part. */
static void settle_flags(litmus_t *litmus, litmus_instruction_t *it) {
    uint8_t memory = 0;
    if (it->orders == 0) return;
    for (unsigned i = 0; i < litmus->variables; i++)
        memory |= litmus->variable_shared[i] ? LITMUS_ORDERS_LOCAL : LITMUS_ORDERS_GLOBAL;
    if ((it->orders & memory) == memory) return;
    if ((it->orders & memory) != 0) {
        leave_streams(litmus, it->line, "a fence of one memory in a test of both", false);
    } else if (it->kind == LITMUS_BARRIER) {
        it->unordered = true;
    } else {
        *it = (litmus_instruction_t){.kind = LITMUS_MOVE,
                                     .destination = LITMUS_NO_REGISTER,
                                     .guard = LITMUS_NO_REGISTER,
                                     .line = it->line};
    }
}

/* Warps that were not named get unused numbers. More of them than a block has warps become lanes of
 * the same warps, which are not ordered among themselves. */
static void number_warps(litmus_t *litmus) {
    for (unsigned i = 0; i < litmus->threads; i++) {
        if (litmus->thread[i].warp != UINT32_MAX) continue;
        unsigned next = 0;
        for (unsigned other = 0; other < litmus->threads; other++)
            if (litmus->thread[other].block == litmus->thread[i].block &&
                litmus->thread[other].warp != UINT32_MAX && litmus->thread[other].warp >= next)
                next = litmus->thread[other].warp + 1;
        litmus->thread[i].warp = next < LITMUS_WARPS_MAX ? next : i % LITMUS_WARPS_MAX;
    }
}

/* `.dv` of VULKAN is the widest scope, which was told apart from queue families until now. */
static void make_system_the_device(litmus_thread_t *thread) {
    for (unsigned i = 0; i < thread->instructions; i++)
        if (thread->instruction[i].scope == SCORD_SCOPE_SYSTEM)
            thread->instruction[i].scope = SCORD_SCOPE_DEVICE;
}

static void check_thread(litmus_t *litmus, unsigned number) {
    litmus_thread_t *thread = &litmus->thread[number];
    resolve_labels(litmus, thread);
    if (is_vulkan(litmus)) make_system_the_device(thread);
    for (unsigned i = 0; i < thread->instructions; i++)
        settle_flags(litmus, &thread->instruction[i]);
    if (thread->warp >= LITMUS_WARPS_MAX && is_vulkan(litmus))
        litmus_only_vulkan(litmus, 0, "a warp numbered beyond %d is", LITMUS_WARPS_MAX - 1);
    else if (thread->warp >= LITMUS_WARPS_MAX)
        litmus_problem(litmus, 0, "thread P%u: warps of a block are numbered 0 to %d", number,
                       LITMUS_WARPS_MAX - 1);
    if (thread->instructions == 0)
        litmus_problem(litmus, 0, "thread P%u has no instruction", number);
    if (!thread->placed)
        litmus_problem(litmus, 0,
                       "where thread P%u runs is not said: add 'P%u@cta 0' or a ScopeTree", number,
                       number);
}

void litmus_check(litmus_t *litmus) {
    assert(litmus->threads <= LITMUS_THREADS_MAX);
    if (litmus->problems > 0) return;
    if (litmus->threads == 0) litmus_problem(litmus, 0, "no thread was found");
    number_warps(litmus);
    for (unsigned i = 0; i < litmus->threads; i++) {
        litmus_thread_t *thread = &litmus->thread[i];
        thread->place[0] = thread->warp;
        thread->place[1] = thread->block;
        thread->place[2] = thread->device;
    }
    place_levels(litmus);
    number_blocks(litmus);
    number_warps(litmus);
    litmus_set_specials(litmus);
    for (unsigned i = 0; i < litmus->threads; i++) check_thread(litmus, i);
    litmus->one_barrier = has_one_barrier(litmus);
    place_variables(litmus);
}
