/* SPDX-License-Identifier: Apache-2.0 */
/* architecture.c: see architecture.h. Reference: "NVIDIA CUDA Compiler Driver", chapter "GPU
 * Compilation", of CUDA 8 to 13. */
#include "cosim/commands/compile/architecture.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const unsigned numbers[] = {20, 21, 30, 32, 35, 37, 50, 52,  53,  60,  61,  62,  70, 72,
                                   75, 80, 86, 87, 88, 89, 90, 100, 101, 103, 110, 120, 121};
enum { COUNT = sizeof numbers / sizeof *numbers, FIRST_SPECIFIC = 90 };
_Static_assert(COUNT <= 32, "architecture_set_t has a bit for each");

static int place_of(unsigned number) {
    for (int i = 0; i < COUNT; i++)
        if (numbers[i] == number) return i;
    return -1;
}

/* sm_80, compute_90a, lto_75 with LENGTH characters. */
static bool read_name(const char *name, size_t length, int *place, bool *specific) {
    static const char *const prefixes[] = {"sm_", "compute_", "lto_"};
    char text[32], *end;
    if (length >= sizeof text) return false;
    memcpy(text, name, length);
    text[length] = '\0';
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        const size_t prefix = strlen(prefixes[i]);
        if (strncmp(text, prefixes[i], prefix) != 0 || text[prefix] < '0' || text[prefix] > '9')
            continue;
        const unsigned long number = strtoul(text + prefix, &end, 10);
        *place = number < 1000 ? place_of((unsigned)number) : -1;
        *specific = (*end == 'a' || *end == 'f') && number >= FIRST_SPECIFIC;
        return *place >= 0 && end[*specific] == '\0';
    }
    return false;
}

static void add(architecture_set_t *set, int place, bool specific) {
    assert(place >= 0 && place < COUNT);
    set->known |= UINT32_C(1) << place;
    if (specific) set->specific |= UINT32_C(1) << place;
}

/* native, all, all-major: the default is among them. */
bool architecture_add(architecture_set_t *set, const char *value) {
    int place = place_of(ARCHITECTURE_DEFAULT);
    bool specific = false;
    if (strcmp(value, "native") != 0 && strcmp(value, "all") != 0 &&
        strcmp(value, "all-major") != 0 && !read_name(value, strlen(value), &place, &specific))
        return false;
    add(set, place, specific);
    return true;
}

bool architecture_add_generated(architecture_set_t *set, const char *value) {
    static const char separators[] = ",[]\"' ";
    bool found = false, specific;
    int place;
    for (const char *word = value; *(word += strspn(word, separators)) != '\0';) {
        const size_t length = strcspn(word, separators);
        const bool arch = strncmp(word, "arch=", 5) == 0;
        const size_t key = arch || strncmp(word, "code=", 5) == 0 ? 5 : 0;
        if (length > key && !read_name(word + key, length - key, &place, &specific)) return false;
        if (length == key && arch) return false;
        if (arch) add(set, place, specific);
        found = found || arch;
        word += length;
    }
    return found;
}

static int chosen_place(const architecture_set_t *set) {
    int best = -1;
    if (set->known == 0) return place_of(ARCHITECTURE_DEFAULT);
    for (int i = 0; i < COUNT; i++)
        if ((set->known >> i & 1) != 0 && (best < 0 || numbers[i] <= ARCHITECTURE_DEFAULT))
            best = i;
    assert(best >= 0);
    return best;
}

unsigned architecture_chosen(const architecture_set_t *set) { return numbers[chosen_place(set)]; }

bool architecture_specific(const architecture_set_t *set) {
    return set->specific >> chosen_place(set) & 1;
}

char *architecture_list(const architecture_set_t *set, char *text, unsigned size) {
    unsigned used = 0;
    if (set->known == 0) snprintf(text, size, "%u", 10u * ARCHITECTURE_DEFAULT);
    for (int i = 0; i < COUNT; i++)
        if ((set->known >> i & 1) != 0 && used < size)
            used += (unsigned)snprintf(text + used, size - used, "%s%u", used > 0 ? "," : "",
                                       10 * numbers[i]);
    return text;
}
