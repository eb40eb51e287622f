/* SPDX-License-Identifier: Apache-2.0 */
/* program_map.c: see program_map.h. */
#include "cmodel/report/program_map.h"
#include "cmodel/base/array.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/stream/shared_object.h"

/* Interns a string. A program has few files and functions, each in many locations; the newest
 * repeat most. NULL: no memory. */
static const char *intern(scord_program_map_t *map, const char *text) {
    for (uint32_t i = map->strings; i-- > 0;)
        if (strcmp(map->string[i], text) == 0) return map->string[i];
    if (!SCORD_ARRAY_ROOM(map->string, map->strings_allocated, map->strings + 1)) return NULL;
    char *copy = strdup(text);
    if (copy) map->string[map->strings++] = copy;
    return copy;
}

static scord_instruction_t *instruction_of(scord_program_map_t *map, uint32_t pc) {
    uint32_t index = scord_index_map_find(&map->pcs, pc);
    assert(index == SCORD_INDEX_NONE ||
           (index < map->instructions && map->instruction[index].pc == pc));
    if (index != SCORD_INDEX_NONE) return &map->instruction[index];
    index = map->instructions;
    if (!SCORD_ARRAY_ROOM(map->instruction, map->instructions_allocated, index + 1) ||
        !scord_index_map_add(&map->pcs, pc, index))
        return NULL;
    map->instructions++;
    map->instruction[index] = (scord_instruction_t){.pc = pc};
    return &map->instruction[index];
}

static bool add_location(scord_program_map_t *map, const scord_event_location_t *location) {
    scord_instruction_t *instruction = instruction_of(map, location->pc);
    if (!instruction) return false;
    instruction->line = location->line;
    instruction->file = location->file && *location->file ? intern(map, location->file) : NULL;
    instruction->function = location->function && *location->function
                                ? intern(map, location->function)
                                : NULL;
    return (instruction->file || !location->file || !*location->file) &&
           (instruction->function || !location->function || !*location->function);
}

/* Every launch of a block names its shared memory, usually with the name of the block before it. */
static uint64_t shared_key(const scord_event_object_t *object) {
    assert(scord_is_shared_object(object->name));
    return object->address << 1 | (*scord_shared_variable(object->name) != 0);
}

static bool named_already(const scord_program_map_t *map, const scord_event_object_t *object) {
    const uint32_t index = scord_index_map_find(&map->shared, shared_key(object));
    if (index == SCORD_INDEX_NONE) return false;
    assert(index < map->objects);
    const scord_object_t *last = &map->object[index];
    return last->bytes == object->bytes && strcmp(last->name, object->name) == 0;
}

static bool add_object(scord_program_map_t *map, const scord_event_object_t *object,
                       uint64_t sequence) {
    const bool shared = scord_is_shared_object(object->name);
    if (!shared) scord_index_map_clear(&map->shared); /* it may reuse addresses of shared memory */
    if (shared && named_already(map, object)) return true;
    if (!SCORD_ARRAY_ROOM(map->object, map->objects_allocated, map->objects + 1)) return false;
    char *name = strdup(object->name ? object->name : "");
    if (!name) return false;
    if (shared && !scord_index_map_set(&map->shared, shared_key(object), map->objects)) {
        free(name);
        return false;
    }
    assert(map->objects < map->objects_allocated);
    map->object[map->objects++] = (scord_object_t){object->address, object->bytes, sequence, name};
    return true;
}

/* Each note once: concatenated streams, and launches, repeat them. */
static bool add_note(scord_program_map_t *map, const char *text) {
    for (uint32_t i = 0; i < map->notes; i++)
        if (strcmp(map->note[i], text) == 0) return true;
    if (!SCORD_ARRAY_ROOM(map->note, map->notes_allocated, map->notes + 1)) return false;
    char *copy = strdup(text);
    if (copy) map->note[map->notes++] = copy;
    return copy;
}

static bool in_shared_memory(const scord_program_map_t *map, const scord_event_access_t *access) {
    const scord_object_t *object =
        access->mask && map->shared.used
            ? scord_program_map_object(map, access->address[__builtin_ctz(access->mask)])
            : NULL;
    return object && scord_is_shared_object(object->name);
}

static bool add_access(scord_program_map_t *map, const scord_event_access_t *access) {
    scord_instruction_t *instruction = instruction_of(map, access->pc);
    if (!instruction) return false;
    if (instruction->seen) return true;
    instruction->seen = true;
    instruction->op = access->op;
    instruction->atomic_kind = access->atomic_kind;
    instruction->scope = access->scope;
    instruction->semantics = access->semantics;
    instruction->strong = access->strong;
    instruction->unread = access->unread;
    instruction->shared = in_shared_memory(map, access);
    return true;
}

static bool add_fence(scord_program_map_t *map, const scord_event_fence_t *fence) {
    scord_instruction_t *instruction = instruction_of(map, fence->pc);
    if (!instruction) return false;
    instruction->seen = true;
    instruction->is_fence = true;
    instruction->scope = fence->scope;
    instruction->semantics = fence->semantics;
    return true;
}

bool scord_program_map_event(scord_program_map_t *map, const scord_event_t *event) {
    switch (event->kind) {
    case SCORD_EVENT_KIND_LOCATION: return add_location(map, &event->location);
    case SCORD_EVENT_KIND_OBJECT: return add_object(map, &event->object, event->sequence);
    case SCORD_EVENT_KIND_NOTE: return add_note(map, event->note.text);
    case SCORD_EVENT_KIND_ACCESS: return add_access(map, &event->access);
    case SCORD_EVENT_KIND_FENCE: return add_fence(map, &event->fence);
    default: return true;
    }
}

const scord_instruction_t *scord_program_map_instruction(const scord_program_map_t *map,
                                                         uint32_t pc) {
    const uint32_t index = scord_index_map_find(&map->pcs, pc);
    assert(index == SCORD_INDEX_NONE ||
           (index < map->instructions && map->instruction[index].pc == pc));
    return index == SCORD_INDEX_NONE ? NULL : &map->instruction[index];
}

static bool holds(const scord_object_t *object, uint64_t address, uint64_t sequence) {
    return address - object->address < object->bytes && object->sequence <= sequence;
}

const scord_object_t *scord_program_map_object(const scord_program_map_t *map, uint64_t address) {
    return scord_program_map_object_at(map, address, UINT64_MAX);
}

const scord_object_t *scord_program_map_object_at(const scord_program_map_t *map, uint64_t address,
                                                  uint64_t sequence) {
    for (uint32_t i = map->objects; i-- > 0;)
        if (holds(&map->object[i], address, sequence)) return &map->object[i];
    return NULL;
}

const scord_object_t *scord_program_map_segment_at(const scord_program_map_t *map, uint64_t address,
                                                   uint64_t sequence) {
    for (uint32_t i = map->objects; i-- > 0;)
        if (holds(&map->object[i], address, sequence) &&
            strcmp(map->object[i].name, SCORD_SHARED_OBJECT) == 0)
            return &map->object[i];
    return NULL;
}

void scord_program_map_destroy(scord_program_map_t *map) {
    for (uint32_t i = 0; i < map->objects; i++) free(map->object[i].name);
    for (uint32_t i = 0; i < map->strings; i++) free(map->string[i]);
    for (uint32_t i = 0; i < map->notes; i++) free(map->note[i]);
    free(map->note);
    free(map->object);
    free(map->string);
    free(map->instruction);
    scord_index_map_destroy(&map->pcs);
    scord_index_map_destroy(&map->shared);
    *map = (scord_program_map_t){0};
}
