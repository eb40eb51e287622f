/* SPDX-License-Identifier: Apache-2.0 */
/* schedule_file.c: see schedule.h. A schedule as text:
 *
 *   scord-schedule 1
 *   machine blocks=8 warps=48 schedulers=2 issue=mwf-gto fetch=cff fairness=16 wild=0 sm=3
 *   step ready=10000000001,2 fetch eligible=ffff blocked=1 arrive=1 exit=2 release=ff launch=3:3f
 * restart
 *
 * One step a cycle, masks in hexadecimal; what is 0 is left out, in any order.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tb/lockstep/scheduler/schedule.h"

/* Of policies.def those that are in hardware; refilling is cff with more eligible warps. */
#define KEEP_0(...)
#define KEEP_1(...) {__VA_ARGS__},
static const struct {
    const char *name;
    int value;
    bool exits_count;
} issue_names[] = {
#define ISSUE_POLICY(name, policy, sticky, exits_count, in_hardware)                               \
    KEEP_##in_hardware(name, policy, exits_count)
#include "sim/machine/policies.def"
};
static const struct {
    const char *name;
    int value;
} fetch_names[] = {
#define SERVES_0_1(...) {__VA_ARGS__},
#define SERVES_0_0(...)
#define SERVES_1_1(...)
#define FETCH_POLICY(name, policy, refill, in_hardware)                                            \
    SERVES_##refill##_##in_hardware(name, policy)
#include "sim/machine/policies.def"
};
enum {
    ISSUE_NAMES = sizeof issue_names / sizeof *issue_names,
    FETCH_NAMES = sizeof fetch_names / sizeof *fetch_names,
    LINE = 512
};

const char *schedule_issue_name(const scord_warp_scheduler_config_t *config) {
    for (unsigned i = 0; i < ISSUE_NAMES; i++)
        if (issue_names[i].value == (int)config->issue_policy &&
            issue_names[i].exits_count == config->exits_count)
            return issue_names[i].name;
    return "?";
}

const char *schedule_fetch_name(const scord_warp_scheduler_config_t *config) {
    for (unsigned i = 0; i < FETCH_NAMES; i++)
        if (fetch_names[i].value == (int)config->fetch_policy) return fetch_names[i].name;
    return "?";
}

bool schedule_issue_parse(const char *name, scord_warp_scheduler_config_t *config) {
    for (unsigned i = 0; i < ISSUE_NAMES; i++)
        if (strcmp(issue_names[i].name, name) == 0) {
            config->issue_policy = (scord_schedule_policy_t)issue_names[i].value;
            config->exits_count = issue_names[i].exits_count;
            return true;
        }
    return false;
}

bool schedule_fetch_parse(const char *name, scord_warp_scheduler_config_t *config) {
    for (unsigned i = 0; i < FETCH_NAMES; i++)
        if (strcmp(fetch_names[i].name, name) == 0) {
            config->fetch_policy = (scord_fetch_policy_t)fetch_names[i].value;
            return true;
        }
    return false;
}

static void print_ready(FILE *out, const schedule_step_t *step) {
    unsigned units = 0;
    for (unsigned unit = 0; unit < SCORD_SCHEDULER_UNITS; unit++)
        if (step->ready[unit]) units = unit + 1;
    for (unsigned unit = 0; unit < units; unit++)
        fprintf(out, "%s%" PRIx64, unit ? "," : " ready=", step->ready[unit]);
}

static void print_mask(FILE *out, const char *key, uint64_t mask) {
    if (mask) fprintf(out, " %s=%" PRIx64, key, mask);
}

void schedule_step_print(FILE *out, const schedule_step_t *step) {
    fputs("step", out);
    print_ready(out, step);
    if (step->fetch) fputs(" fetch", out);
    print_mask(out, "eligible", step->eligible);
    print_mask(out, "blocked", step->blocked);
    print_mask(out, "arrive", step->arrive);
    print_mask(out, "exit", step->exit);
    print_mask(out, "release", step->release);
    if (step->launch) fprintf(out, " launch=%u:%" PRIx64, step->launch_slot, step->launch_warps);
    if (step->restart) fputs(" restart", out);
    fputc('\n', out);
}

int schedule_file_write(const char *path, const schedule_machine_t *machine,
                        const schedule_step_t *steps, size_t count, char *message,
                        size_t message_size) {
    const scord_warp_scheduler_config_t *config = &machine->config;
    FILE *out = fopen(path, "w");
    if (!out) {
        snprintf(message, message_size, "%s: cannot be written", path);
        return -1;
    }
    fprintf(out,
            "scord-schedule 1\nmachine blocks=%u warps=%u schedulers=%u issue=%s fetch=%s "
            "fairness=%u wild=%d sm=%u\n",
            config->blocks, config->warps, config->schedulers, schedule_issue_name(config),
            schedule_fetch_name(config), config->fetch_fairness, machine->wild, machine->sm);
    for (size_t i = 0; i < count; i++) schedule_step_print(out, &steps[i]);
    if (fclose(out) == 0) return 0;
    snprintf(message, message_size, "%s: cannot be written", path);
    return -1;
}

/* "a,b,…" into ready[]. */
static bool read_ready(schedule_step_t *step, const char *text) {
    char *end = (char *)text;
    for (unsigned unit = 0; unit < SCORD_SCHEDULER_UNITS; unit++, text = end + 1) {
        step->ready[unit] = strtoull(text, &end, 16);
        if (end == text) return false;
        if (*end != ',') break;
    }
    return *end == '\0';
}

static bool read_launch(schedule_step_t *step, const char *text) {
    unsigned slot;
    int length = 0;
    step->launch = true;
    if (sscanf(text, "%u:%" SCNx64 "%n", &slot, &step->launch_warps, &length) != 2 ||
        text[length] || slot >= SCHEDULE_SLOTS)
        return false;
    step->launch_slot = (uint8_t)slot;
    return true;
}

static bool read_number(const char *text, uint64_t most, uint64_t *value) {
    char *end;
    *value = strtoull(text, &end, 16);
    return end != text && *end == '\0' && *value <= most;
}

static bool read_word(schedule_step_t *step, char *word) {
    char *text = strchr(word, '=');
    uint64_t value = 0;
    if (strcmp(word, "fetch") == 0) return step->fetch = true;
    if (strcmp(word, "restart") == 0) return step->restart = true;
    if (!text) return false;
    *text++ = '\0';
    if (strcmp(word, "ready") == 0) return read_ready(step, text);
    if (strcmp(word, "launch") == 0) return read_launch(step, text);
    if (strcmp(word, "eligible") == 0) return read_number(text, UINT64_MAX, &step->eligible);
    if (strcmp(word, "blocked") == 0) return read_number(text, UINT64_MAX, &step->blocked);
    if (!read_number(text, UINT8_MAX, &value)) return false;
    if (strcmp(word, "arrive") == 0)
        step->arrive = (uint8_t)value;
    else if (strcmp(word, "exit") == 0)
        step->exit = (uint8_t)value;
    else if (strcmp(word, "release") == 0)
        step->release = (uint8_t)value;
    else
        return false;
    return true;
}

static bool read_step(schedule_step_t *step, char *line) {
    *step = (schedule_step_t){0};
    char *rest = NULL, *word = strtok_r(line, " \n", &rest);
    if (!word || strcmp(word, "step") != 0) return false;
    while ((word = strtok_r(NULL, " \n", &rest)))
        if (!read_word(step, word)) return false;
    return true;
}

static bool read_machine(schedule_machine_t *machine, const char *line) {
    unsigned blocks, warps, schedulers, fairness, wild, sm;
    char issue[16], fetch[16];
    *machine = (schedule_machine_t){0};
    if (sscanf(line,
               "machine blocks=%u warps=%u schedulers=%u issue=%15s fetch=%15s fairness=%u wild=%u "
               "sm=%u",
               &blocks, &warps, &schedulers, issue, fetch, &fairness, &wild, &sm) != 8 ||
        blocks < 1 || blocks > SCHEDULE_SLOTS || schedulers < 1 ||
        schedulers > SCORD_SCHEDULER_UNITS || warps < schedulers || warps > SCORD_SCHEDULER_WARPS ||
        fairness < 2 || fairness > UINT8_MAX || wild > 1 || sm >= SCHEDULE_SMS)
        return false;
    machine->config.blocks = (uint8_t)blocks;
    machine->config.warps = (uint8_t)warps;
    machine->config.schedulers = (uint8_t)schedulers;
    machine->config.fetch_fairness = (uint8_t)fairness;
    machine->wild = wild;
    machine->sm = sm;
    return schedule_issue_parse(issue, &machine->config) &&
           schedule_fetch_parse(fetch, &machine->config);
}

/* Every line, into an array that grows. The number of a bad line, or 0. */
static unsigned read_lines(FILE *in, schedule_machine_t *machine, schedule_step_t **steps,
                           size_t *count) {
    char line[LINE];
    size_t capacity = 0;
    unsigned number = 0;
    *steps = NULL;
    *count = 0;
    while (++number, fgets(line, sizeof line, in)) {
        if (number == 1 ? strcmp(line, "scord-schedule 1\n") != 0
                        : number == 2 && !read_machine(machine, line))
            return number;
        if (number <= 2) continue;
        if (*count == capacity) {
            capacity = capacity ? 2 * capacity : 64;
            schedule_step_t *grown = realloc(*steps, capacity * sizeof **steps);
            if (!grown) return number;
            *steps = grown;
        }
        if (!read_step(&(*steps)[*count], line)) return number;
        ++*count;
    }
    return number > 3 ? 0 : number;
}

int schedule_file_read(const char *path, schedule_machine_t *machine, schedule_step_t **steps,
                       size_t *count, char *message, size_t message_size) {
    FILE *in = fopen(path, "r");
    if (!in) {
        snprintf(message, message_size, "%s: cannot be read", path);
        return -1;
    }
    const unsigned bad = read_lines(in, machine, steps, count);
    fclose(in);
    if (!bad) return 0;
    free(*steps);
    *steps = NULL;
    snprintf(
        message, message_size,
        "%s:%u: not a line of a schedule; the format is in tb/lockstep/scheduler/schedule_file.c",
        path, bad);
    return -1;
}
