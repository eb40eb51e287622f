/* SPDX-License-Identifier: Apache-2.0 */
/* memory_faults.c: see memory_faults.h. */
#include "cosim/lockstep/device/memory_faults.h"

#include <stdlib.h>

#include "cmodel/base/array.h"
#include "cosim/lockstep/device/no_memory.h"

void scord_memory_faults_destroy(scord_memory_faults_t *faults) {
    scord_index_map_destroy(&faults->map);
    free(faults->faults);
    *faults = (scord_memory_faults_t){0};
}

scord_fault_t *scord_memory_faults_find(const scord_memory_faults_t *faults, uint64_t address) {
    const uint32_t index = scord_index_map_find(&faults->map, address);
    return index == SCORD_INDEX_NONE ? NULL : &faults->faults[index];
}

static scord_fault_t *find_or_add(scord_memory_faults_t *faults, uint64_t address) {
    scord_fault_t *fault = scord_memory_faults_find(faults, address);
    if (fault) return fault;
    if (!SCORD_ARRAY_ROOM(faults->faults, faults->capacity, faults->count + 1) ||
        !scord_index_map_add(&faults->map, address, faults->count))
        scord_no_memory("the errors of the device's memory: make fewer (--axi-errors)");
    fault = &faults->faults[faults->count++];
    *fault = (scord_fault_t){0};
    return fault;
}

scord_fault_t *scord_memory_faults_read(scord_memory_faults_t *faults, uint64_t address,
                                        bool failed) {
    scord_fault_t *fault = failed ? find_or_add(faults, address)
                                  : scord_memory_faults_find(faults, address);
    if (fault) fault->read_failed = failed;
    return fault;
}

void scord_memory_faults_written(scord_memory_faults_t *faults, uint64_t address, uint64_t data,
                                 uint64_t old, bool failed) {
    const bool lost = failed && data != old;
    scord_fault_t *fault = lost ? find_or_add(faults, address)
                                : scord_memory_faults_find(faults, address);
    if (!fault) return;
    fault->lost = lost;
    fault->written = data;
}

uint64_t scord_memory_faults_last_written(const scord_memory_faults_t *faults, uint64_t address,
                                          uint64_t memory) {
    const scord_fault_t *fault = scord_memory_faults_find(faults, address);
    return fault && fault->lost ? fault->written : memory;
}

void scord_memory_faults_forget_range(scord_memory_faults_t *faults, uint64_t from, uint64_t to) {
    for (size_t place = 0; place < faults->map.places; place++) {
        const scord_index_place_t *key = &faults->map.place[place];
        if (key->index == SCORD_INDEX_NONE || key->key < from || key->key >= to) continue;
        faults->faults[key->index] = (scord_fault_t){0};
    }
}

void scord_memory_faults_forget_reads(scord_memory_faults_t *faults) {
    for (uint32_t i = 0; i < faults->count; i++) faults->faults[i].read_failed = false;
}
