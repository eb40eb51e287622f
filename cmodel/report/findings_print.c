/* SPDX-License-Identifier: Apache-2.0 */
/* findings_print.c: the findings of a report for a terminal, 100 columns wide. */
#include <string.h>

#include "cmodel/base/wrapped_text.h"
#include "cmodel/report/finding_words.h"
#include "cmodel/report/race_words.h"
#include "cmodel/report/report_lines.h"

static const char *const bold_red = "\033[1;31m", *const bold = "\033[1m",
                         *const green = "\033[32m", *const plain = "\033[0m";

static const char *severity_word(const scord_finding_site_t *site) {
    return scord_finding_rule_severity(site->rule) == SCORD_SEVERITY_FINDING ? "finding" : "note";
}

static void print_heading(FILE *out, const scord_finding_site_t *site, bool colour) {
    char text[SCORD_REPORT_TEXT], launches[64] = "";
    const char *word = severity_word(site), *title = scord_finding_title(site->rule);
    const bool red = colour && word[0] == 'f';
    if (site->last_launch != site->first_launch)
        snprintf(launches, sizeof launches, ", launches %u to %u", site->first_launch,
                 site->last_launch);
    const int used = snprintf(text, sizeof text, "%s %s: ", word,
                              scord_finding_rule_name(site->rule));
    fprintf(out, "%s%s%s", red ? bold_red : "", text, red ? plain : "");
    snprintf(text, sizeof text, "%s, %llu time%s%s%s%s", title, (unsigned long long)site->count,
             site->count == 1 ? "" : "s", site->kernel[0] != '\0' ? " in kernel " : "",
             site->kernel, launches);
    scord_print_wrapped(out, text, (unsigned)used, SCORD_REPORT_INDENT);
}

/* "a.cu:12 store in f(int*), block (0,0,0) warp 0 lane 0 thread (0,0,0)", and its source line. */
static void print_place(const scord_race_report_t *report, FILE *out, const char *label,
                        uint32_t pc, const char *who) {
    char place[SCORD_PLACE_SIZE], text[SCORD_REPORT_TEXT];
    const scord_instruction_t *instruction = scord_program_map_instruction(&report->program, pc);
    const bool in_function = instruction && instruction->function;
    scord_place_words(report, pc, place, sizeof place);
    snprintf(text, sizeof text, "%s%s%s%s%s", place, in_function ? " in " : "",
             in_function ? instruction->function : "", who[0] != '\0' ? ", " : "", who);
    scord_print_labelled(out, label, text);
    scord_print_source(out, instruction);
}

/* These rules name one lane of the same warp. */
static bool of_another_warp(const scord_finding_site_t *site) {
    return site->rule == SCORD_FINDING_BARRIER_PLACES ||
           site->rule == SCORD_FINDING_BARRIER_COUNTS ||
           (site->other_mask == UINT32_MAX && (site->rule == SCORD_FINDING_BARRIER_COPY ||
                                               site->rule == SCORD_FINDING_BARRIER_PASSED ||
                                               site->rule == SCORD_FINDING_BARRIER_UNINITIALISED));
}

static void print_sides(const scord_race_report_t *report, FILE *out,
                        const scord_finding_site_t *site) {
    char who[160], lanes[64];
    if (scord_finding_rule_kind(site->rule) == SCORD_FINDING_KIND_LAUNCH) {
        print_place(report, out, "at:", site->pc, "");
        print_place(report, out, "other side:", site->other_pc, "");
        return;
    }
    scord_who_words(&site->who, who, sizeof who);
    if (site->pc >= SCORD_HOST_PC) who[0] = '\0'; /* host code */
    print_place(report, out, "at:", site->pc, who);
    if (site->other_mask == 0) return;
    if (of_another_warp(site))
        snprintf(lanes, sizeof lanes, "another warp of the block");
    else
        snprintf(lanes, sizeof lanes, "lanes 0x%08x of the same warp", site->other_mask);
    print_place(report, out, "other side:", site->other_pc, lanes);
}

static void print_site(const scord_race_report_t *report, FILE *out,
                       const scord_finding_site_t *site, bool colour) {
    print_heading(out, site, colour);
    print_sides(report, out, site);
    if (site->address != 0)
        scord_print_object(out, site->object, site->object_offset, site->address);
    if (site->text[0] != '\0') scord_print_labelled(out, "seen:", site->text);
    fputs(colour ? green : "", out);
    scord_print_labelled(out, "hint:", scord_finding_hint(site->rule));
    fputs(colour ? plain : "", out);
    fputc('\n', out);
}

void scord_findings_print(const scord_race_report_t *report, FILE *out, bool colour) {
    for (uint32_t i = 0; i < report->findings.sites; i++) {
        const scord_finding_site_t *site = &report->findings.site[i];
        if (site->known == SCORD_KNOWN_NOT &&
            scord_finding_rule_severity(site->rule) != SCORD_SEVERITY_COUNT)
            print_site(report, out, site, colour);
    }
}

/* "2 findings at 1 site: lanes"; nothing when there are none. */
static void print_total(const scord_findings_t *findings, scord_severity_t severity,
                        const char *word, FILE *out, bool colour) {
    uint32_t sites, of_kind;
    const uint64_t count = scord_findings_count(findings, severity, SCORD_FINDING_KINDS, &sites);
    const char *before = ":";
    if (sites == 0) return;
    fprintf(out, "%s%llu %s%s at %u site%s", colour ? bold : "", (unsigned long long)count, word,
            count == 1 ? "" : "s", sites, sites == 1 ? "" : "s");
    for (unsigned kind = 0; kind < SCORD_FINDING_KINDS; kind++) {
        scord_findings_count(findings, severity, (scord_finding_kind_t)kind, &of_kind);
        if (of_kind == 0) continue;
        fprintf(out, "%s %s", before, scord_finding_kind_name(kind));
        before = ",";
    }
    fprintf(out, "%s\n", colour ? plain : "");
}

void scord_findings_print_summary(const scord_race_report_t *report, FILE *out, bool colour) {
    print_total(&report->findings, SCORD_SEVERITY_FINDING, "finding", out, colour);
    print_total(&report->findings, SCORD_SEVERITY_NOTE, "note", out, false);
}
