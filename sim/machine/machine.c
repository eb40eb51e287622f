/* SPDX-License-Identifier: Apache-2.0 */
/* machine.c: see machine.h. */
#include "sim/machine/machine.h"

#include <string.h>

#include "cmodel/base/read_number.h"

typedef struct number {
    const char *name, *text;
    uint32_t standard, minimum, maximum;
    size_t offset;
} number_t;

static const number_t numbers[] = {
#define MACHINE(name, value, minimum, maximum, text)                                               \
    {#name, text, value, minimum, maximum, offsetof(gpu_machine_t, name)},
#include "sim/machine/machine.def"
#undef MACHINE
};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

static uint32_t *place(gpu_machine_t *machine, const number_t *number) {
    return (uint32_t *)((char *)machine + number->offset);
}
static uint32_t value(const gpu_machine_t *machine, const number_t *number) {
    return *(const uint32_t *)((const char *)machine + number->offset);
}

/* The detector of configuration NAME of scripts/params. */
static void take_detector(gpu_machine_t *machine, const char *name) {
    for (unsigned i = 0; i < SCORD_CONFIG_COUNT; i++) {
        if (strcmp(scord_configs[i].name, name) != 0) continue;
        machine->detector_lanes = scord_configs[i].lanes;
        machine->detector_lines = scord_configs[i].metadata_lines;
        machine->detector_beat_entries = scord_configs[i].beat_entries;
        machine->detector_fifo = scord_configs[i].request_fifo_depth;
    }
}

/* Table 1 of the HRF paper, and what docs/memory-system.md decides (S8). */
static void take_hrf(gpu_machine_t *machine) {
    machine->sms = 8;
    machine->warps = 64;
    machine->registers = 65536;
    machine->schedulers = 4;
    machine->icache_bytes = 32768;
    machine->memory_queues = 1;
    machine->port_turns = 1;
    machine->scoped_l1 = 1;
    machine->l1_bytes = 32768;
    machine->l1_ways = 16;
    machine->l2_bytes = 2097152;
    machine->l2_ways = 16;
    machine->l2_slices = 16;
}

bool gpu_machine_named(const char *name, gpu_machine_t *machine) {
    const bool small = strcmp(name, "scord-gtx480") == 0, hrf = strcmp(name, "hrf") == 0,
               scord = small || strcmp(name, "scord") == 0;
    if (!scord && !hrf && strcmp(name, "baws") != 0) return false;
    for (unsigned i = 0; i < NUMBERS; i++) *place(machine, &numbers[i]) = numbers[i].standard;
    if (hrf) take_hrf(machine);
    if (!scord) return true;
    machine->warps = SCORD_MAX_WARPS_PER_SM;
    machine->memory_queues = 1;
    machine->port_turns = 1;
    machine->l2_bytes = 1572864;
    if (!small) take_detector(machine, "wide");
    return true;
}

/* What docs/eval-overhead.md, "Grouped metadata", chooses. `laboratory` itself stays 0: the machine
 * is told by its other numbers, whatever is set after them (gpu_machine_differences). */
static void take_laboratory(gpu_machine_t *machine) {
    machine->detector_banks = 2;
    machine->detector_lines = 512;
    machine->detector_beat_entries = 4;
    machine->detector_group_lanes = 2;
    machine->detector_ways = 8;
    machine->detector_buffer_bytes = 16384;
    machine->detector_writer = 1;
    machine->metadata_form = 3;
    machine->metadata_form_place = 2;
    machine->laboratory = 0;
}

static bool set_one(gpu_machine_t *machine, const char *setting, size_t length, char *message,
                    size_t size) {
    for (unsigned i = 0; i < NUMBERS; i++) {
        const size_t name = strlen(numbers[i].name);
        if (length <= name || strncmp(setting, numbers[i].name, name) != 0 || setting[name] != '=')
            continue;
        uint64_t given;
        if (scord_read_digits(setting + name + 1, setting + length, &given) &&
            given >= numbers[i].minimum && given <= numbers[i].maximum) {
            *place(machine, &numbers[i]) = (uint32_t)given;
            if (place(machine, &numbers[i]) == &machine->laboratory && given != 0)
                take_laboratory(machine);
            return true;
        }
        snprintf(message, size, "machine setting '%.*s': %s is a number from %u to %u", (int)length,
                 setting, numbers[i].name, numbers[i].minimum, numbers[i].maximum);
        return false;
    }
    snprintf(message, size,
             "machine setting '%.*s' is not of the form name=value with a known name; `scord sim "
             "--machine help` lists them",
             (int)length, setting);
    return false;
}

bool gpu_machine_set(gpu_machine_t *machine, const char *settings, char *message, size_t size) {
    while (*settings != '\0') {
        const size_t length = strcspn(settings, ",");
        if (!set_one(machine, settings, length, message, size)) return false;
        settings += length;
        if (*settings == ',' && *++settings == '\0')
            return set_one(machine, settings, 0, message, size);
    }
    return true;
}

static bool power_of_two(uint32_t number) { return number != 0 && (number & (number - 1)) == 0; }

static bool is_power(const char *name, uint32_t number, char *message, size_t size) {
    if (power_of_two(number)) return true;
    snprintf(message, size, "%s=%u is not a power of two", name, number);
    return false;
}

static bool cache_fits(const char *name, uint32_t bytes, uint32_t ways, uint32_t line,
                       char *message, size_t size) {
    if (bytes % (ways * line) == 0 && power_of_two(line)) return true;
    snprintf(message, size,
             "%s_bytes=%u is not a multiple of %u ways of lines of %u bytes (a power of two)", name,
             bytes, ways, line);
    return false;
}

bool gpu_machine_is_laboratory(const gpu_machine_t *machine) {
    return machine->metadata_form != 0 || machine->detector_group_lanes != 0 ||
           machine->detector_ways != 0 || machine->detector_buffer_bytes != 0 ||
           machine->detector_writer != 0 || machine->detector_lines > 128;
}

static bool laboratory_fits(const gpu_machine_t *machine, char *message, size_t size) {
    if (machine->metadata_form > 4 && machine->metadata_form != 8) {
        snprintf(message, size, "metadata_form=%u is none of 0, 1, 2, 3, 4 and 8",
                 machine->metadata_form);
        return false;
    }
    if (machine->detector_ways != 0 && (!power_of_two(machine->detector_ways) ||
                                        machine->detector_ways > machine->detector_lines)) {
        snprintf(message, size,
                 "detector_ways=%u is not 0 or a power of two up to detector_lines=%u",
                 machine->detector_ways, machine->detector_lines);
        return false;
    }
    return !gpu_machine_is_laboratory(machine) ||
           is_power("detector_banks", machine->detector_banks, message, size);
}

/* memory_queues=1. */
static bool hierarchy_fits(const gpu_machine_t *machine, char *message, size_t size) {
    if (machine->l2_bytes % (machine->l2_slices * machine->l2_ways * 128) != 0) {
        snprintf(message, size,
                 "l2_bytes=%u is not a multiple of %u slices of %u ways of lines of 128 bytes",
                 machine->l2_bytes, machine->l2_slices, machine->l2_ways);
        return false;
    }
    if (128 % machine->dram_bytes != 0 || machine->dram_row_bytes % 128 != 0) {
        snprintf(message, size,
                 "dram_bytes=%u must divide a line of 128 bytes, and dram_row_bytes=%u be a "
                 "multiple of it",
                 machine->dram_bytes, machine->dram_row_bytes);
        return false;
    }
    if (machine->scoped_l1 != 0 && machine->detector == 1) {
        snprintf(message, size, "scoped_l1=1 has no detector: detector=0, or without --detect");
        return false;
    }
    return laboratory_fits(machine, message, size) &&
           is_power("metadata_ratio", machine->metadata_ratio, message, size) &&
           is_power("detector_lines", machine->detector_lines, message, size) &&
           is_power("detector_beat_entries", machine->detector_beat_entries, message, size);
}

bool gpu_machine_check(const gpu_machine_t *machine, char *message, size_t size) {
    if (machine->fetch_bytes % machine->instruction_bytes != 0 ||
        machine->icache_line % machine->instruction_bytes != 0) {
        snprintf(message, size,
                 "fetch_bytes=%u and icache_line=%u must be multiples of instruction_bytes=%u",
                 machine->fetch_bytes, machine->icache_line, machine->instruction_bytes);
        return false;
    }
    if (machine->scoped_l1 != 0 && machine->memory_queues == 0) {
        snprintf(message, size, "scoped_l1=1 needs memory_queues=1");
        return false;
    }
    if (machine->scoped_l1 == 0 && (machine->stale_l1 != 0 || machine->targeted_flush != 0)) {
        snprintf(message, size, "%s=1 needs scoped_l1=1, as machine hrf has it",
                 machine->stale_l1 != 0 ? "stale_l1" : "targeted_flush");
        return false;
    }
    if (machine->warps < machine->schedulers) {
        snprintf(message, size, "warps=%u is fewer than schedulers=%u", machine->warps,
                 machine->schedulers);
        return false;
    }
    return cache_fits("icache", machine->icache_bytes, machine->icache_ways, machine->icache_line,
                      message, size) &&
           (machine->l1_bytes == 0 ||
            cache_fits("l1", machine->l1_bytes, machine->l1_ways, 128, message, size)) &&
           (machine->memory_queues != 0
                ? hierarchy_fits(machine, message, size)
                : cache_fits("l2", machine->l2_bytes, machine->l2_ways, 128, message, size));
}

void gpu_machine_config(const gpu_machine_t *machine, const char *base, char *text, size_t size) {
    snprintf(text, size, "%s:num_sms=%u,blocks_per_sm=%u,warps_per_sm=%u", base, machine->sms,
             machine->blocks, machine->warps);
}

void gpu_machine_print(const gpu_machine_t *machine, FILE *out) {
    for (unsigned i = 0; i < NUMBERS; i++)
        fprintf(out, "%-20s %8u  (%u to %u)  %s\n", numbers[i].name, value(machine, &numbers[i]),
                numbers[i].minimum, numbers[i].maximum,
                *numbers[i].text != '\0' ? numbers[i].text : "cycles until the next may start");
}

char *gpu_machine_differences(const gpu_machine_t *machine, char *buffer, size_t size) {
    size_t used = 0;
    buffer[0] = '\0';
    for (unsigned i = 0; i < NUMBERS && used < size; i++)
        if (value(machine, &numbers[i]) != numbers[i].standard)
            used += (size_t)snprintf(buffer + used, size - used, "%s%s=%u", used == 0 ? "" : ",",
                                     numbers[i].name, value(machine, &numbers[i]));
    return buffer;
}

static const struct {
    const char *name;
    gpu_schedule_t schedule;
} issue_names[] = {
#define ISSUE_POLICY(word, policy, marks_stay, counts, in_hardware)                                \
    {word, {.issue = policy, .sticky = marks_stay, .exits_count = counts}},
#include "sim/machine/policies.def"
};
static const struct {
    const char *name;
    scord_fetch_policy_t fetch;
    bool refill;
} fetch_names[] = {
#define FETCH_POLICY(word, policy, refills, in_hardware) {word, policy, refills},
#include "sim/machine/policies.def"
};

const char gpu_schedule_issue_words[] =
#define ISSUE_POLICY(word, ...) " " word
#include "sim/machine/policies.def"
    ;
const char gpu_schedule_fetch_words[] =
#define FETCH_POLICY(word, ...) " " word
#include "sim/machine/policies.def"
    ;

bool gpu_schedule_issue_named(const char *name, gpu_schedule_t *schedule) {
    for (unsigned i = 0; i < sizeof issue_names / sizeof *issue_names; i++)
        if (strcmp(name, issue_names[i].name) == 0) {
            schedule->issue = issue_names[i].schedule.issue;
            schedule->sticky = issue_names[i].schedule.sticky;
            schedule->exits_count = issue_names[i].schedule.exits_count;
            return true;
        }
    return false;
}

bool gpu_schedule_fetch_named(const char *name, gpu_schedule_t *schedule) {
    for (unsigned i = 0; i < sizeof fetch_names / sizeof *fetch_names; i++)
        if (strcmp(name, fetch_names[i].name) == 0) {
            schedule->fetch = fetch_names[i].fetch;
            schedule->refill = fetch_names[i].refill;
            return true;
        }
    return false;
}

const char *gpu_schedule_issue_name(const gpu_schedule_t *schedule) {
    for (unsigned i = 0; i < sizeof issue_names / sizeof *issue_names; i++)
        if (issue_names[i].schedule.issue == schedule->issue &&
            issue_names[i].schedule.sticky == schedule->sticky &&
            issue_names[i].schedule.exits_count == schedule->exits_count)
            return issue_names[i].name;
    return "?";
}

const char *gpu_schedule_fetch_name(const gpu_schedule_t *schedule) {
    for (unsigned i = 0; i < sizeof fetch_names / sizeof *fetch_names; i++)
        if (fetch_names[i].fetch == schedule->fetch && fetch_names[i].refill == schedule->refill)
            return fetch_names[i].name;
    return "?";
}
