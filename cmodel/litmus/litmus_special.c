/* SPDX-License-Identifier: Apache-2.0 */
/* litmus_special.c: special registers of PTX (%tid.x, %ctaid.x, …) as registers with an initial
 * value. A test has a few of a block's threads: %tid.x counts these, %ntid.x is their number.
 * Reference: PTX ISA, "Special Registers". */
#include <assert.h>
#include <string.h>

#include "cmodel/litmus/litmus_internal.h"

typedef enum special {
    ZERO,
    ONE,
    THREAD,  /* among those of its block */
    THREADS, /* of its block */
    LANE,    /* among those of its warp */
    WARP,
    WARPS, /* of its block */
    BLOCK,
    BLOCKS,
    WARP_THREADS
} special_t;

static const struct {
    const char *name;
    special_t value;
} specials[] = {{"tid.x", THREAD},        {"tid.y", ZERO},   {"tid.z", ZERO},    {"tid", THREAD},
                {"ntid.x", THREADS},      {"ntid.y", ONE},   {"ntid.z", ONE},    {"ntid", THREADS},
                {"ctaid.x", BLOCK},       {"ctaid.y", ZERO}, {"ctaid.z", ZERO},  {"ctaid", BLOCK},
                {"nctaid.x", BLOCKS},     {"nctaid.y", ONE}, {"nctaid.z", ONE},  {"nctaid", BLOCKS},
                {"laneid", LANE},         {"warpid", WARP},  {"nwarpid", WARPS}, {"gridid", ZERO},
                {"WARP_SZ", WARP_THREADS}};

enum { SPECIALS = sizeof specials / sizeof *specials };

/* Number of NAME in the table, SPECIALS: it is none. */
static unsigned find(const char *name) {
    unsigned i = 0;
    while (i < SPECIALS && strcmp(specials[i].name, name) != 0) i++;
    return i;
}

bool litmus_special(litmus_t *litmus, unsigned line, litmus_thread_t *thread, const char *name,
                    litmus_operand_t *operand) {
    char key[LITMUS_NAME_MAX] = "%"; /* no name of the file begins so */
    const bool constant = strcmp(name, "WARP_SZ") == 0;
    if (*name != '%' && !constant) return false;
    name += !constant;
    if (find(name) == SPECIALS) return false;
    strcat(key, name);
    unsigned number = 0;
    while (number < thread->registers && strcmp(thread->register_name[number], key) != 0) number++;
    if (number == thread->registers) {
        const int added = litmus_new_register(litmus, line, thread);
        if (added < 0) return false;
        strcpy(thread->register_name[added], key);
    }
    *operand = (litmus_operand_t){.is_register = true, .value = number};
    return true;
}

static uint32_t value_of(const litmus_t *litmus, const litmus_thread_t *thread, special_t special) {
    uint32_t before = 0, threads = 0, lane = 0, warps = 0, blocks = 0;
    for (const litmus_thread_t *it = litmus->thread; it < litmus->thread + litmus->threads; it++) {
        const bool together = it->place[1] == thread->place[1] && it->place[2] == thread->place[2];
        if (it->place[1] >= blocks) blocks = it->place[1] + 1;
        if (!together) continue;
        threads++;
        before += it < thread;
        lane += it < thread && it->place[0] == thread->place[0];
        if (it->place[0] >= warps) warps = it->place[0] + 1;
    }
    switch (special) {
    case ZERO: return 0;
    case ONE: return 1;
    case THREAD: return before;
    case THREADS: return threads;
    case LANE: return lane;
    case WARP: return thread->place[0];
    case WARPS: return warps;
    case BLOCK: return thread->place[1];
    case BLOCKS: return blocks;
    case WARP_THREADS: return SCORD_THREADS_PER_WARP;
    }
    return 0;
}

void litmus_set_specials(litmus_t *litmus) {
    for (unsigned t = 0; t < litmus->threads; t++) {
        litmus_thread_t *thread = &litmus->thread[t];
        for (unsigned i = 0; i < thread->registers; i++) {
            const char *name = thread->register_name[i];
            const unsigned which = *name == '%' ? find(name + 1) : SPECIALS;
            if (which < SPECIALS)
                thread->register_value[i] = value_of(litmus, thread, specials[which].value);
        }
    }
}
