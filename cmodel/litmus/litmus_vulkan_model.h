/* SPDX-License-Identifier: Apache-2.0 */
/* litmus_vulkan_model.h: one execution under the Vulkan memory model: its relations, whether it is
 * consistent, whether it races (docs/litmus.md, "The Vulkan memory model"). */
#ifndef SCORD_LITMUS_VULKAN_MODEL_H
#define SCORD_LITMUS_VULKAN_MODEL_H

#include "cmodel/litmus/litmus.h"

enum { LITMUS_EVENTS_MAX = 64, LITMUS_INITIAL = 0xff };

/* An access, fence, barrier or operation on a memory domain. */
typedef struct litmus_event {
    const litmus_instruction_t *instruction;
    uint8_t thread, word;
    uint8_t barrier; /* number of a barrier */
    uint8_t source;  /* of a read: event it reads from, or LITMUS_INITIAL */
    bool reads, writes;
    bool leaves; /* of a barrier, which is two events: its acquire, after its release */
    uint32_t read, written;
} litmus_event_t;

/* Events are grouped by thread, in program order. A set of events is a bit each. */
typedef struct litmus_execution {
    const litmus_t *litmus;
    unsigned events;
    litmus_event_t event[LITMUS_EVENTS_MAX];
    uint8_t rank[LITMUS_EVENTS_MAX];             /* of a write among those of its word */
    bool ranked[LITMUS_WORDS_MAX];               /* every order of its writes is tried */
    uint64_t before[LITMUS_EVENTS_MAX];          /* happens-before: those before the event */
    uint64_t between_threads[LITMUS_EVENTS_MAX]; /* inter-thread-happens-before */
} litmus_execution_t;

/* Everything that follows from events and sources. */
void litmus_vulkan_relations(litmus_execution_t *execution);
/* A and B are mutually ordered atomics: of one word, each in the other's scope. */
bool litmus_vulkan_mutual(const litmus_execution_t *execution, unsigned a, unsigned b);
/* A comes to the barrier that B leaves, of another thread. */
bool litmus_vulkan_one_barrier(const litmus_execution_t *execution, unsigned a, unsigned b);
bool litmus_vulkan_consistent(const litmus_execution_t *execution);
/* A race: its two events. */
bool litmus_vulkan_races(const litmus_execution_t *execution, unsigned pair[2]);

#endif
