/* SPDX-License-Identifier: Apache-2.0 */
/* litmus_khronos.c: tests as the repository of the Vulkan memory model writes them, rewritten line
 * by line to the dialect VULKAN.
 *
 *   NEWQF NEWWG NEWSG NEWTHREAD          places, from wide to narrow; what is left out is the first
 *   SLOC x y                             y is another name of x
 *   st.av.scopedev.sc0 x = 1             a store
 *   ld.vis.scopedev.sc0 x = 1            a load that has to read 1: a part of the filter
 *   rmw.atom.acq.scopedev.sc0.semsc0 x = 0 1   reads 0, writes 1
 *   membar.…, cbar.… 0, avdevice, visdevice, SSW 0 1
 *   SATISFIABLE / NOSOLUTION formula     ignored
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/litmus/litmus_internal.h"

enum { ALIASES_MAX = 16 };

typedef struct alias {
    char name[LITMUS_NAME_MAX], of[LITMUS_NAME_MAX];
} alias_t;

typedef struct khronos {
    litmus_t *litmus;
    unsigned threads, sub_group, work_group, queue_family;
    bool any_sub_group, any_work_group, any_queue_family;
    unsigned reads; /* registers of the thread that were made for loads */
    alias_t alias[ALIASES_MAX];
    unsigned aliases;
} khronos_t;

static const char *const places[] = {"NEWQF", "NEWWG", "NEWSG", "NEWTHREAD", "SLOC", NULL};

bool litmus_khronos_begins(const char *line) {
    const size_t length = strcspn(line, " \t");
    for (const char *const *word = places; *word; word++)
        if (strlen(*word) == length && strncmp(line, *word, length) == 0) return true;
    return false;
}

/* The variable that NAME is another name of, or itself. */
static const char *real_name(const khronos_t *khronos, const char *name) {
    for (unsigned i = 0; i < khronos->aliases; i++)
        if (strcmp(khronos->alias[i].name, name) == 0) return khronos->alias[i].of;
    return name;
}

static void new_thread(khronos_t *khronos, unsigned line) {
    char name[16];
    snprintf(name, sizeof name, "P%u", khronos->threads);
    litmus_thread_t *thread = litmus_thread(khronos->litmus, line, name);
    khronos->threads++;
    khronos->reads = 0;
    if (!thread) return;
    thread->warp = khronos->sub_group;
    thread->block = khronos->work_group;
    thread->device = khronos->queue_family;
    thread->placed = true;
}

/* NEWWG and the like: numbers of the whole test, except those of sub groups. */
static void new_place(khronos_t *khronos, unsigned line, char level) {
    switch (level) {
    case 'Q':
        khronos->queue_family += khronos->any_queue_family;
        khronos->work_group += khronos->any_queue_family && khronos->any_work_group;
        khronos->any_queue_family = true;
        khronos->any_work_group = khronos->any_sub_group = false;
        break;
    case 'W':
        khronos->work_group += khronos->any_work_group;
        khronos->any_work_group = true;
        khronos->any_sub_group = false;
        khronos->sub_group = 0;
        break;
    case 'S':
        khronos->sub_group += khronos->any_sub_group;
        khronos->any_sub_group = true;
        break;
    default: new_thread(khronos, line); break;
    }
}

static void read_alias(khronos_t *khronos, unsigned line, const char *text) {
    alias_t *alias = &khronos->alias[khronos->aliases];
    char of[LITMUS_NAME_MAX] = "", name[LITMUS_NAME_MAX] = "";
    if (khronos->aliases == ALIASES_MAX || sscanf(text, "%31s %31s", of, name) != 2) {
        litmus_problem(khronos->litmus, line, "'SLOC' takes two names, %d times at most: SLOC x y",
                       ALIASES_MAX);
        return;
    }
    strcpy(alias->of, real_name(khronos, of));
    strcpy(alias->name, name);
    khronos->aliases++;
}

/* "x = 1", "x = 0 1": the name, and one or two numbers. */
static unsigned read_operands(const khronos_t *khronos, const char *text,
                              char name[LITMUS_NAME_MAX], char number[2][16]) {
    char first[LITMUS_NAME_MAX] = "";
    const int read = sscanf(text, "%31[A-Za-z0-9_] = %15s %15s", first, number[0], number[1]);
    strcpy(name, real_name(khronos, first));
    return read > 0 ? (unsigned)read : 0;
}

/* The line as one of the dialect VULKAN; a value that is read becomes a part of the filter. */
static void read_access(khronos_t *khronos, unsigned line, const char *mnemonic, const char *text) {
    char name[LITMUS_NAME_MAX], number[2][16] = {"", ""}, rewritten[256], filter[64];
    const bool store = strncmp(mnemonic, "st", 2) == 0, update = strncmp(mnemonic, "rmw", 3) == 0;
    const unsigned thread = khronos->threads - 1,
                   operands = read_operands(khronos, text, name, number);
    if (operands != (update ? 3u : 2u)) {
        litmus_problem(khronos->litmus, line, "'%.40s %.40s' is not taken: %s", mnemonic, text,
                       update ? "rmw x = READ WRITTEN is" : "ld or st x = VALUE is");
        return;
    }
    if (store)
        snprintf(rewritten, sizeof rewritten, "%.150s %s, %s", mnemonic, name, number[0]);
    else if (update)
        snprintf(rewritten, sizeof rewritten, "%.150s r%u, %s, %s", mnemonic, khronos->reads, name,
                 number[1]);
    else
        snprintf(rewritten, sizeof rewritten, "%.150s r%u, %s", mnemonic, khronos->reads, name);
    litmus_read_vulkan(khronos->litmus, line, &khronos->litmus->thread[thread], rewritten);
    if (store || khronos->litmus->problems > 0) return;
    snprintf(filter, sizeof filter, "P%u:r%u == %s", thread, khronos->reads++, number[0]);
    litmus_read_filter(khronos->litmus, line, filter);
}

static void read_instruction(khronos_t *khronos, unsigned line, char *text) {
    char mnemonic[160] = "", rewritten[256];
    sscanf(text, "%159[^ \t]", mnemonic);
    if (khronos->threads == 0) {
        litmus_problem(khronos->litmus, line, "'%.60s' is before the first NEWTHREAD", text);
        return;
    }
    if (strncmp(mnemonic, "st", 2) == 0 || strncmp(mnemonic, "ld", 2) == 0 ||
        strncmp(mnemonic, "rmw", 3) == 0) {
        read_access(khronos, line, mnemonic, litmus_trim(text + strlen(mnemonic)));
        return;
    }
    snprintf(rewritten, sizeof rewritten, "%.250s", text);
    rewritten[strcspn(rewritten, "=")] = '\0'; /* "cbar.… = 0" */
    if (strchr(text, '=')) strncat(rewritten, strchr(text, '=') + 1, 4);
    litmus_read_vulkan(khronos->litmus, line, &khronos->litmus->thread[khronos->threads - 1],
                       litmus_trim(rewritten));
}

static bool is_formula(const char *line) {
    return strncmp(line, "SATISFIABLE", 11) == 0 || strncmp(line, "NOSOLUTION", 10) == 0;
}

static void read_line(khronos_t *khronos, unsigned line, char *text) {
    if (is_formula(text)) return;
    if (strncmp(text, "SLOC", 4) == 0)
        read_alias(khronos, line, text + 4);
    else if (strncmp(text, "SSW", 3) == 0 || strncmp(text, "ssw", 3) == 0)
        litmus_read_system_order(khronos->litmus, line, text + 3);
    else if (litmus_khronos_begins(text))
        new_place(khronos, line, text[3]);
    else
        read_instruction(khronos, line, text);
}

void litmus_read_khronos(litmus_t *litmus, char *first, char *(*next)(void *file, unsigned *line),
                         void *file, unsigned line) {
    khronos_t khronos = {.litmus = litmus};
    strcpy(litmus->dialect, "VULKAN");
    strcpy(litmus->name, "test");
    for (char *text = first; text; text = next(file, &line)) read_line(&khronos, line, text);
}
