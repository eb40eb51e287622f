/* SPDX-License-Identifier: Apache-2.0 */
/* library_record.c: see library_record.h. Arguments are kept by GCC's __builtin_apply_args, for
 * which all of the several hundred functions, of any parameters, are one case.
 */
#include "sim/runtime/library_record.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "sim/runtime/library_calls.h"

/* Registers: what GCC keeps of any supported processor fits. Stack: 32 arguments behind those; no
 * function of the libraries has as many. */
enum { REGISTER_WORDS = 32, STACK_WORDS = 32 };

typedef struct saved {
    void *pointer;
    size_t bytes;
    void *copy;
} saved_t;
struct library_record {
    void (*function)(void);
    uintptr_t registers[REGISTER_WORDS]; /* the first word is the address of the stack's */
    uintptr_t stack[STACK_WORDS];
    saved_t *values, *objects;
    unsigned value_count, values_allocated, object_count, objects_allocated, owners;
};

/* Copied at once: a function that ends with a call of another leaves no frame behind. */
static _Thread_local struct {
    void (*function)(void);
    uintptr_t registers[REGISTER_WORDS], stack[STACK_WORDS];
} called;
static _Thread_local struct {
    const library_record_t *record;
    cudaStream_t stream;
} running;
static bool any; /* a call was recorded: objects of the libraries stay (scord_library_free) */

void scord_library_free(void *object) {
    if (!any) free(object);
}

/* Words of the caller's frames, its neighbours' among them: the address sanitizer would see the
 * gaps between variables. */
__attribute__((no_sanitize("address"))) static void copy_words(uintptr_t *to, const void *from,
                                                               size_t count) {
    const volatile uintptr_t *words = from;
    for (size_t i = 0; i < count; i++) to[i] = words[i];
}

void scord_library_called(void (*function)(void), const void *arguments) {
    called.function = function;
    if (!function) return;
    copy_words(called.registers, arguments, REGISTER_WORDS);
    copy_words(called.stack, (const void *)called.registers[0], STACK_WORDS);
}

library_record_t *library_record_new(void) {
    library_record_t *record = called.function ? calloc(1, sizeof *record) : NULL;
    if (!record) return NULL;
    record->function = called.function;
    record->owners = 1;
    memcpy(record->registers, called.registers, sizeof record->registers);
    memcpy(record->stack, called.stack, sizeof record->stack);
    record->registers[0] = (uintptr_t)record->stack;
    called.function = NULL;
    any = true;
    return record;
}
void library_record_share(library_record_t *record) { record->owners++; }
void library_record_drop(library_record_t *record) {
    if (!record || --record->owners > 0) return;
    for (unsigned i = 0; i < record->value_count; i++) free(record->values[i].copy);
    for (unsigned i = 0; i < record->object_count; i++) free(record->objects[i].copy);
    free(record->values);
    free(record->objects);
    free(record);
}

static bool save(saved_t *to, void *pointer, size_t bytes) {
    *to = (saved_t){pointer, bytes, malloc(bytes)};
    if (to->copy) memcpy(to->copy, pointer, bytes);
    return to->copy;
}
const void *library_record_value(library_record_t *record, const void *pointer, size_t bytes) {
    if (!SCORD_ARRAY_ROOM(record->values, record->values_allocated, record->value_count + 1))
        return NULL;
    saved_t *value = &record->values[record->value_count];
    if (!save(value, (void *)(uintptr_t)pointer, bytes)) return NULL;
    record->value_count++;
    return value->copy;
}
void library_record_object(library_record_t *record, void *pointer, size_t bytes) {
    if (!SCORD_ARRAY_ROOM(record->objects, record->objects_allocated, record->object_count + 1))
        return;
    if (save(&record->objects[record->object_count], pointer, bytes)) record->object_count++;
}

/* What the objects have now, and what they had then, change places. */
static void swap(const saved_t *object) {
    unsigned char *there = object->pointer, *here = object->copy;
    for (size_t i = 0; i < object->bytes; i++) {
        const unsigned char byte = there[i];
        there[i] = here[i];
        here[i] = byte;
    }
}
void library_record_run(library_record_t *record, cudaStream_t stream) {
    running.record = record;
    running.stream = stream;
    for (unsigned i = 0; i < record->object_count; i++) swap(&record->objects[i]);
    __builtin_apply(record->function, record->registers, sizeof record->stack);
    for (unsigned i = record->object_count; i-- > 0;) swap(&record->objects[i]);
    running.record = NULL;
}

const library_record_t *library_record_running(cudaStream_t *stream) {
    if (running.record) *stream = running.stream;
    return running.record;
}
const void *library_record_find(const library_record_t *record, const void *pointer) {
    for (unsigned i = 0; i < record->value_count; i++)
        if (record->values[i].pointer == pointer) return record->values[i].copy;
    return pointer;
}
