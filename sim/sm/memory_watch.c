/* memory_watch.c: see memory_watch.h. */
#include "sim/sm/memory_watch.h"

#include <assert.h>
#include <string.h>

uint8_t *memory_watch_translate(void *context, uint64_t address, uint32_t bytes) {
    memory_watch_t *watch = context;
    uint8_t *place = device_memory_translate(watch->memory, address, bytes);
    const uint32_t capacity = sizeof watch->before / sizeof *watch->before;
    assert(watch->count <= capacity);
    if (place && bytes <= sizeof watch->before->value && watch->count < capacity) {
        memory_before_t *before = &watch->before[watch->count++];
        before->place = place;
        before->bytes = (uint8_t)bytes;
        memcpy(before->value, place, bytes);
    }
    return place;
}

bool memory_watch_changed(const memory_watch_t *watch) {
    for (uint32_t i = 0; i < watch->count; i++)
        if (memcmp(watch->before[i].place, watch->before[i].value, watch->before[i].bytes) != 0)
            return true;
    return false;
}
