/* SPDX-License-Identifier: Apache-2.0 */
/* program_map.h: what the stream says about the program: instructions by PC, named ranges of global
 * memory, notes.
 */
#ifndef SCORD_PROGRAM_MAP_H
#define SCORD_PROGRAM_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/stream/event.h"
#include "cmodel/base/index_map.h"

/* An instruction: its place from location events, its kind from the first access or fence seen. */
typedef struct scord_instruction {
    uint32_t pc, line;    /* line 0: unknown */
    const char *file;     /* NULL: unknown */
    const char *function; /* NULL: unknown */
    uint8_t op, atomic_kind, scope, semantics, strong, unread;
    bool is_fence, seen;
    bool shared; /* its first access was to shared memory */
} scord_instruction_t;

typedef struct scord_object {
    uint64_t address, bytes, sequence; /* sequence: of its record */
    char *name;
} scord_object_t;

typedef struct scord_program_map {
    scord_index_map_t pcs; /* PC → index of instruction */
    scord_instruction_t *instruction;
    uint32_t instructions, instructions_allocated;
    scord_object_t *object;
    uint32_t objects, objects_allocated;
    scord_index_map_t
        shared; /* address and kind of a shared object (D52) → index of the one named last there */
    char **note; /* what every report repeats */
    uint32_t notes, notes_allocated;
    char **string; /* interned file and function names */
    uint32_t strings, strings_allocated;
} scord_program_map_t; /* zeroed = empty */

/* Takes in location, object, note, access and fence events; ignores others. False: no memory. */
bool scord_program_map_event(scord_program_map_t *map, const scord_event_t *event);
/* NULL when nothing is known of `pc`. */
const scord_instruction_t *scord_program_map_instruction(const scord_program_map_t *map,
                                                         uint32_t pc);
/* The object that holds `address` (the one named last, when memory was reused), or NULL. */
const scord_object_t *scord_program_map_object(const scord_program_map_t *map, uint64_t address);
/* The same at the time of event `sequence`: shared memory passes from block to block. */
const scord_object_t *scord_program_map_object_at(const scord_program_map_t *map, uint64_t address,
                                                  uint64_t sequence);
/* The segment of shared memory that held `address` then, or NULL. */
const scord_object_t *scord_program_map_segment_at(const scord_program_map_t *map, uint64_t address,
                                                   uint64_t sequence);
void scord_program_map_destroy(scord_program_map_t *map);

#endif
