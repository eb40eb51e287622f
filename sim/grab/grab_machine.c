/* SPDX-License-Identifier: Apache-2.0 */
/* grab_machine.c: see grab_machine.h. */
#include "sim/grab/grab_machine.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/base/read_number.h"

enum {
    KIBI = 1024,
    LINE_LEAST = 32,
    LINE_MOST = 256,
    WAYS_MOST = 1024,
    BYTES_MOST = 64 * KIBI * KIBI,
    GROUPS_MOST = 32,
    WORD = 64
};

/* What is written, before it is known to fit together. */
typedef struct sizes {
    uint64_t l1, ways, l2, l2_ways, line, sets; /* sets 0: as the bytes give */
} sizes_t;

void grab_machine_default(grab_machine_t *machine) {
    *machine = (grab_machine_t){.l1 = {.ways = 4, .sets = 32, .line = 128, .policy = GRAB_LRU},
                                .l2 = {.ways = 8, .sets = 1536, .line = 128, .policy = GRAB_LRU},
                                .groups = 1};
}

static uint64_t bytes_of(const grab_geometry_t *geometry) {
    return (uint64_t)geometry->ways * geometry->sets * geometry->line;
}

static bool refuse(char *message, size_t size, const char *setting, const char *legal) {
    snprintf(message, size, "cache setting '%s': %s", setting, legal);
    return false;
}

/* "4096", "16K", "1M"; false: no such number from LEAST to MOST. */
static bool read_size(const char *text, uint64_t least, uint64_t most, uint64_t *number) {
    const size_t length = strlen(text);
    const char last = length > 0 ? text[length - 1] : '\0';
    const uint64_t unit = last == 'K' || last == 'k'   ? KIBI
                          : last == 'M' || last == 'm' ? KIBI * KIBI
                                                       : 1;
    if (!scord_read_digits(text, text + length - (unit > 1), number) || *number > most)
        return false;
    *number *= unit;
    return *number >= least && *number <= most;
}

static bool read_policy(const char *text, grab_policy_t *policy) {
    *policy = strcmp(text, "fifo") == 0 ? GRAB_FIFO : GRAB_LRU;
    return strcmp(text, "fifo") == 0 || strcmp(text, "lru") == 0;
}

static bool read_groups(const char *text, uint32_t *groups) {
    uint64_t number;
    *groups = strcmp(text, "all") == 0       ? 1
              : strcmp(text, "half") == 0    ? 2
              : strcmp(text, "quarter") == 0 ? 4
                                             : 0;
    if (*groups != 0) return true;
    if (strncmp(text, "1/", 2) != 0 || !read_size(text + 2, 1, GROUPS_MOST, &number)) return false;
    *groups = (uint32_t)number;
    return true;
}

typedef struct number_key {
    const char *name;
    uint64_t least, most;
    size_t offset; /* in sizes_t */
    const char *legal;
} number_key_t;

static const number_key_t number_keys[] = {
    {"l1", LINE_LEAST, BYTES_MOST, offsetof(sizes_t, l1),
     "l1 is a number of bytes from 32 to 64M (16K, 1M, ...)"},
    {"ways", 1, WAYS_MOST, offsetof(sizes_t, ways), "ways is a number from 1 to 1024"},
    {"sets", 1, BYTES_MOST, offsetof(sizes_t, sets),
     "sets is a number from 1 to 64M, instead of l1"},
    {"line", LINE_LEAST, LINE_MOST, offsetof(sizes_t, line), "line is 32, 64, 128 or 256 bytes"},
    {"l2", 0, BYTES_MOST, offsetof(sizes_t, l2), "l2 is a number of bytes to 64M, 0 for none"},
    {"l2-ways", 1, WAYS_MOST, offsetof(sizes_t, l2_ways), "l2-ways is a number from 1 to 1024"},
};

static bool set_one(grab_machine_t *machine, sizes_t *sizes, const char *setting, char *message,
                    size_t size) {
    const char *value = strchr(setting, '=');
    const size_t length = !value ? 0 : (size_t)(value - setting);
    for (size_t i = 0; value && i < sizeof number_keys / sizeof *number_keys; i++) {
        const number_key_t *key = &number_keys[i];
        if (strlen(key->name) != length || strncmp(setting, key->name, length) != 0) continue;
        uint64_t *number = (uint64_t *)(void *)((char *)sizes + key->offset);
        return read_size(value + 1, key->least, key->most, number) ||
               refuse(message, size, setting, key->legal);
    }
    if (value && strncmp(setting, "policy=", 7) == 0) {
        if (!read_policy(value + 1, &machine->l1.policy))
            return refuse(message, size, setting, "policy is lru or fifo");
        machine->l2.policy = machine->l1.policy;
        return true;
    }
    if (value && strncmp(setting, "threads=", 8) == 0)
        return read_groups(value + 1, &machine->groups) ||
               refuse(message, size, setting,
                      "threads is all, half, quarter or 1/N, N from 1 to 32");
    return refuse(message, size, setting,
                  "not key=value with a key of l1, ways, sets, line, policy, l2, l2-ways, threads");
}

/* BYTES in SETS of WAYS lines. */
static bool settle(grab_geometry_t *geometry, const char *name, uint64_t bytes, uint64_t ways,
                   uint64_t line, char *message, size_t size) {
    if ((line & (line - 1)) != 0) return refuse(message, size, "line", number_keys[3].legal);
    if (bytes % (ways * line) != 0) {
        snprintf(message, size,
                 "%s of %" PRIu64 " bytes is not a multiple of %" PRIu64
                 " ways of lines of %" PRIu64 " bytes",
                 name, bytes, ways, line);
        return false;
    }
    geometry->line = (uint32_t)line;
    geometry->ways = (uint32_t)ways;
    geometry->sets = (uint32_t)(bytes / ways / line);
    return true;
}

bool grab_machine_set(grab_machine_t *machine, const char *text, char *message, size_t size) {
    sizes_t sizes = {.l1 = bytes_of(&machine->l1),
                     .ways = machine->l1.ways,
                     .l2 = bytes_of(&machine->l2),
                     .l2_ways = machine->l2.ways,
                     .line = machine->l1.line};
    char word[WORD];
    while (*text != '\0') {
        const size_t length = strcspn(text, ",");
        if (length >= sizeof word) return refuse(message, size, text, "no setting is that long");
        memcpy(word, text, length);
        word[length] = '\0';
        if (!set_one(machine, &sizes, word, message, size)) return false;
        text += length;
        if (*text == ',' && *++text == '\0')
            return refuse(message, size, text, "nothing stands behind the last comma");
    }
    if (sizes.sets != 0) sizes.l1 = sizes.sets * sizes.ways * sizes.line;
    if (sizes.l1 > BYTES_MOST) return refuse(message, size, "sets", number_keys[0].legal);
    return settle(&machine->l1, "an L1", sizes.l1, sizes.ways, sizes.line, message, size) &&
           settle(&machine->l2, "an L2", sizes.l2, sizes.l2_ways, sizes.line, message, size);
}

char *grab_machine_text(const grab_machine_t *machine, char *buffer, size_t size) {
    snprintf(buffer, size,
             "l1=%" PRIu64 ",ways=%u,line=%u,policy=%s,l2=%" PRIu64 ",l2-ways=%u,threads=1/%u",
             bytes_of(&machine->l1), machine->l1.ways, machine->l1.line,
             machine->l1.policy == GRAB_FIFO ? "fifo" : "lru", bytes_of(&machine->l2),
             machine->l2.ways, machine->groups);
    return buffer;
}
