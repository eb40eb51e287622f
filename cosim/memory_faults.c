/* memory_faults.c: see memory_faults.h. */
#include "memory_faults.h"

#include <stdlib.h>

enum { FIRST_SLOTS = 256 };

void scord_memory_faults_destroy(scord_memory_faults_t *faults) {
    free(faults->faults);
    *faults = (scord_memory_faults_t){0};
}

static scord_fault_t *slot_of(const scord_memory_faults_t *faults, uint64_t address) {
    size_t slot = (size_t)(address * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (faults->slots - 1);
    while (faults->faults[slot].used && faults->faults[slot].address != address)
        slot = (slot + 1) & (faults->slots - 1);
    return &faults->faults[slot];
}

scord_fault_t *scord_memory_faults_find(const scord_memory_faults_t *faults, uint64_t address) {
    if (!faults->count) return NULL;
    scord_fault_t *fault = slot_of(faults, address);
    return fault->used ? fault : NULL;
}

static void grow(scord_memory_faults_t *faults) {
    scord_memory_faults_t larger = {.slots = faults->slots ? 2 * faults->slots : FIRST_SLOTS, .count = faults->count};
    larger.faults = calloc(larger.slots, sizeof *larger.faults);
    if (!larger.faults) abort(); /* as in sparse_memory.h */
    for (size_t i = 0; i < faults->slots; i++)
        if (faults->faults[i].used) *slot_of(&larger, faults->faults[i].address) = faults->faults[i];
    free(faults->faults);
    *faults = larger;
}

static scord_fault_t *find_or_add(scord_memory_faults_t *faults, uint64_t address) {
    if (2 * (faults->count + 1) > faults->slots) grow(faults);
    scord_fault_t *fault = slot_of(faults, address);
    if (!fault->used) {
        *fault = (scord_fault_t){.address = address, .used = true};
        faults->count++;
    }
    return fault;
}

scord_fault_t *scord_memory_faults_read(scord_memory_faults_t *faults, uint64_t address, bool failed) {
    scord_fault_t *fault = failed ? find_or_add(faults, address) : scord_memory_faults_find(faults, address);
    if (fault) fault->read_failed = failed;
    return fault;
}

void scord_memory_faults_written(scord_memory_faults_t *faults, uint64_t address, uint64_t data, uint64_t old,
                                 bool failed) {
    const bool lost = failed && data != old;
    scord_fault_t *fault = lost ? find_or_add(faults, address) : scord_memory_faults_find(faults, address);
    if (!fault) return;
    fault->lost = lost;
    fault->written = data;
}

uint64_t scord_memory_faults_last_written(const scord_memory_faults_t *faults, uint64_t address, uint64_t memory) {
    const scord_fault_t *fault = scord_memory_faults_find(faults, address);
    return fault && fault->lost ? fault->written : memory;
}

void scord_memory_faults_forget_reads(scord_memory_faults_t *faults) {
    for (size_t i = 0; i < faults->slots; i++) faults->faults[i].read_failed = false;
}
