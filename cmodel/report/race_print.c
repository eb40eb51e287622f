/* SPDX-License-Identifier: Apache-2.0 */
/* race_print.c: the race report for a terminal, 100 columns wide. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/report/notes.h"
#include "cmodel/report/race_facts.h"
#include "cmodel/report/race_site.h"
#include "cmodel/report/race_repair.h"
#include "cmodel/report/race_words.h"
#include "cmodel/report/report_lines.h"
#include "cmodel/base/wrapped_text.h"

static const char *const bold_red = "\033[1;31m", *const bold = "\033[1m",
                         *const green = "\033[32m", *const plain = "\033[0m";

static void print_side(const scord_race_report_t *report, FILE *out, const char *label,
                       const scord_race_side_t *side) {
    char who[128], words[SCORD_WORDS_SIZE], scope[SCORD_WORDS_SIZE], place[SCORD_NAME_MAX + 64],
        text[SCORD_REPORT_TEXT];
    scord_who_words(side, who, sizeof who);
    if (!side->known) {
        snprintf(text, sizeof text,
                 "%s (its access is no longer known: only the last few per word are kept)", who);
        scord_print_labelled(out, label, text);
        return;
    }
    const scord_instruction_t *instruction = scord_program_map_instruction(&report->program,
                                                                           side->pc);
    scord_instruction_words(instruction, words, sizeof words);
    scord_scope_words(instruction, scope, sizeof scope);
    scord_place_words(report, side->pc, place, sizeof place);
    const bool in_function = instruction && instruction->function;
    snprintf(text, sizeof text, "%s %s%s%s%s, %s", place, words, scope, in_function ? " in " : "",
             in_function ? instruction->function : "", who);
    scord_print_labelled(out, label, text);
    scord_print_source(out, instruction);
}

static void print_heading(FILE *out, const scord_race_site_t *site, unsigned number, bool colour) {
    assert(number > 0 && site->races > 0 && site->device_races <= site->races);
    assert(site->kernel_count > 0 && site->kernel_count <= SCORD_SITE_KERNELS);
    char text[SCORD_REPORT_TEXT], launches[96] = "", where[SCORD_NAME_MAX + 32];
    const char *scope = site->device_races == site->races ? "device scope"
                        : site->device_races == 0         ? "block scope"
                                                          : "block and device scope";
    if (site->launches > 1)
        snprintf(launches, sizeof launches, ", launches %u to %u", site->first_launch,
                 site->last_launch);
    if (site->kernel_count == 1)
        snprintf(where, sizeof where, "kernel %s", site->kernels[0].name);
    else
        snprintf(where, sizeof where, "%s%u kernels", site->other_kernels ? "more than " : "",
                 site->kernel_count);
    char words[96];
    scord_heading_words(site, words, sizeof words);
    const int heading = snprintf(text, sizeof text, "race %u: %s", number, words);
    fprintf(out, "%s%s%s ", colour ? bold_red : "", text, colour ? plain : "");
    snprintf(text, sizeof text, "(%s, %s, %s), %llu time%s in %s%s",
             scord_verdict_words(site->verdict), scord_verdict_table(site->verdict), scope,
             (unsigned long long)site->races, site->races == 1 ? "" : "s", where, launches);
    scord_print_wrapped(out, text, (unsigned)heading + 1, SCORD_REPORT_INDENT);
}

static void print_other_owners(const scord_race_report_t *report, FILE *out,
                               const scord_race_site_t *site) {
    char place[SCORD_NAME_MAX + 64], words[64], text[SCORD_REPORT_TEXT];
    assert(site->owner_count <= SCORD_SITE_OWNERS);
    for (unsigned i = 0; i < site->owner_count; i++) {
        const scord_site_owner_t *owner = &site->owners[i];
        if (site->owner.known && owner->pc == site->owner.pc) continue;
        scord_instruction_words(scord_program_map_instruction(&report->program, owner->pc), words,
                                sizeof words);
        scord_place_words(report, owner->pc, place, sizeof place);
        snprintf(text, sizeof text, "%s %s (%llu time%s)", place, words,
                 (unsigned long long)owner->races, owner->races == 1 ? "" : "s");
        scord_print_labelled(out, "also with:", text);
    }
}

void scord_print_object(FILE *out, const char *name, uint64_t offset, uint64_t address) {
    char text[SCORD_REPORT_TEXT];
    if (name)
        snprintf(text, sizeof text, "%s+%llu, address 0x%llx", name, (unsigned long long)offset,
                 (unsigned long long)address);
    else
        snprintf(text, sizeof text, "address 0x%llx (no object named)",
                 (unsigned long long)address);
    scord_print_labelled(out, "object:", text);
}

static void print_object(FILE *out, const scord_race_site_t *site) {
    char text[SCORD_REPORT_TEXT];
    if (!site->shared) {
        scord_print_object(out, site->object, site->object_offset, site->address);
        return;
    }
    snprintf(text, sizeof text, "%s+%llu, byte %llu of the block's",
             site->object ? site->object : "shared memory", (unsigned long long)site->object_offset,
             (unsigned long long)site->shared_offset);
    scord_print_labelled(out, "object:", text);
}

/* The same place and kind of instruction: two copies of one line that the compiler made. */
static bool same_line(const scord_race_report_t *report, uint32_t pc, uint32_t other_pc) {
    const scord_instruction_t *a = scord_program_map_instruction(&report->program, pc);
    const scord_instruction_t *b = scord_program_map_instruction(&report->program, other_pc);
    if (!a || !b || !a->line || a->line != b->line || !a->file || !b->file ||
        strcmp(a->file, b->file) != 0)
        return false;
    return a->op == b->op && a->atomic_kind == b->atomic_kind && a->scope == b->scope &&
           a->strong == b->strong;
}

static bool is_copy(const scord_race_report_t *report, const scord_race_site_t *site,
                    const scord_race_site_t *other) {
    if (site->verdict != other->verdict || site->known != other->known ||
        site->owner.known != other->owner.known || !same_line(report, site->pc, other->pc))
        return false;
    return !site->owner.known || same_line(report, site->owner.pc, other->owner.pc);
}

/* Templates, inlining and unrolling make several instructions of one line: the report prints their
 * races as one entry, that of the first. Returns for each site the index of the first site like it,
 * mostly itself; the caller frees it. NULL: no memory. */
static uint32_t *first_copies(const scord_race_report_t *report) {
    uint32_t *first = calloc((size_t)report->sites + 1, sizeof *first);
    for (uint32_t i = 0; i < report->sites && first; i++) {
        first[i] = 0;
        while (first[i] < i && !is_copy(report, &report->site[i], &report->site[first[i]]))
            first[i]++;
        assert(first[i] <= i && first[first[i]] == first[i]);
    }
    return first;
}

/* By number, as the oracle's report refers to them. */
static void print_copies(const scord_race_report_t *report, FILE *out, uint32_t index,
                         const uint32_t *first) {
    enum { NUMBERS = 8 };
    assert(index < report->sites && (!first || first[index] == index));
    uint64_t copies = 0, races = 0;
    char text[512] = "race";
    for (uint32_t i = index + 1; i < report->sites && first; i++) {
        const size_t used = strlen(text);
        if (first[i] != index) continue;
        if (copies++ < NUMBERS)
            snprintf(text + used, sizeof text - used, "%s %u", copies > 1 ? "," : "", i + 1);
        races += report->site[i].races;
    }
    if (!copies) return;
    const size_t used = strlen(text);
    snprintf(text + used, sizeof text - used,
             "%s: %llu more cop%s of these lines (templates, inlining, unrolling), %llu time%s",
             copies > NUMBERS ? ", ..." : "", (unsigned long long)copies, copies == 1 ? "y" : "ies",
             (unsigned long long)races, races == 1 ? "" : "s");
    scord_print_labelled(out, "also as:", text);
}

/* The kernels of a site and of its copies. */
typedef struct kernel_list {
    scord_site_kernel_t kernel[2 * SCORD_SITE_KERNELS];
    unsigned count;
    uint64_t others; /* races in further kernels */
} kernel_list_t;

/* Copies of a line may race in the same launches or in different ones: only the larger count is
 * certain. */
static void add_kernel(kernel_list_t *list, const scord_site_kernel_t *kernel) {
    assert(list->count <= sizeof list->kernel / sizeof *list->kernel);
    unsigned i = 0;
    while (i < list->count && list->kernel[i].name != kernel->name) i++;
    if (i == sizeof list->kernel / sizeof *list->kernel) {
        list->others += kernel->races;
        return;
    }
    if (i == list->count) list->kernel[list->count++] = (scord_site_kernel_t){.name = kernel->name};
    list->kernel[i].races += kernel->races;
    if (kernel->launches > list->kernel[i].launches) list->kernel[i].launches = kernel->launches;
}

/* How often in each kernel, if the heading has no room for it. */
static void print_kernels(const scord_race_report_t *report, FILE *out, uint32_t index,
                          const uint32_t *first) {
    char text[SCORD_REPORT_TEXT];
    kernel_list_t list = {.count = 0};
    for (uint32_t i = index; i < report->sites; i++) {
        if (i != index && (!first || first[i] != index)) continue;
        list.others += report->site[i].other_kernels;
        for (unsigned k = 0; k < report->site[i].kernel_count; k++)
            add_kernel(&list, &report->site[i].kernels[k]);
    }
    for (unsigned k = 0; k < list.count && list.count > 1; k++) {
        const scord_site_kernel_t *kernel = &list.kernel[k];
        snprintf(text, sizeof text, "%s: %llu time%s in %u launch%s", kernel->name,
                 (unsigned long long)kernel->races, kernel->races == 1 ? "" : "s", kernel->launches,
                 kernel->launches == 1 ? "" : "es");
        scord_print_labelled(out, k ? "" : "kernels:", text);
    }
    if (list.others) {
        snprintf(text, sizeof text, "%llu times in other kernels", (unsigned long long)list.others);
        scord_print_labelled(out, "", text);
    }
}

static void print_site(const scord_race_report_t *report, FILE *out, const scord_race_site_t *site,
                       unsigned number, const uint32_t *first, bool colour) {
    char text[SCORD_REPORT_TEXT];
    print_heading(out, site, number, colour);
    print_side(report, out, "this access:", &site->access);
    print_side(report, out, "owner:", &site->owner);
    print_other_owners(report, out, site);
    print_copies(report, out, number - 1, first);
    print_object(out, site);
    print_kernels(report, out, number - 1, first);
    scord_rule_words(report, site, text, sizeof text);
    scord_print_labelled(out, "rule:", text);
    scord_hint_words(report, site, text, sizeof text);
    fputs(colour ? green : "", out);
    scord_print_labelled(out, "hint:", text);
    fputs(colour ? plain : "", out);
}

/* How many races and findings, and what the detector's approximations did. */
static void print_summary(const scord_race_report_t *report, FILE *out, bool colour) {
    if (report->no_races_wanted) {
        fputs("races were not looked for\n", out);
        scord_findings_print_summary(report, out, colour);
        scord_known_print(report, out);
        return;
    }
    const scord_approximations_t acted = scord_race_report_approximations(report);
    const scord_known_counts_t counts = scord_race_report_known(report, SCORD_KNOWN_NOT);
    fprintf(out, "%s%llu race%s at %u site%s%s%s\n", colour ? bold : "",
            (unsigned long long)counts.races, counts.races == 1 ? "" : "s", counts.race_sites,
            counts.race_sites == 1 ? "" : "s",
            report->races == 0 && scord_approximations_hide(&acted)
                ? ", but some may be hidden: see the lines below"
                : "",
            colour ? plain : "");
    scord_findings_print_summary(report, out, colour);
    scord_known_print(report, out);
    scord_approximations_print(&acted, out);
}

void scord_race_report_print(const scord_race_report_t *report, FILE *out, bool colour) {
    uint32_t *first = first_copies(report);
    scord_notes_print(&report->program, "  note:", SCORD_REPORT_INDENT, out);
    fputs(report->program.notes ? "\n" : "", out);
    for (uint32_t i = 0; i < report->sites; i++) {
        if (report->site[i].known != SCORD_KNOWN_NOT) continue;
        if (first && first[i] != i) continue; /* printed with the first */
        print_site(report, out, &report->site[i], i + 1, first, colour);
        fputc('\n', out);
    }
    scord_findings_print(report, out, colour);
    print_summary(report, out, colour);
    if (report->out_of_memory)
        fputs("this report is incomplete: memory ran out while gathering it\n", out);
    free(first);
}
