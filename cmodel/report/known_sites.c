/* SPDX-License-Identifier: Apache-2.0 */
/* known_sites.c: see known_sites.h. */
#include "cmodel/report/known_sites.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "cmodel/report/race_site.h"
#include "cmodel/report/race_words.h"
#include "cmodel/report/source_text.h"

enum { SOURCE_SIZE = 400, RULE_SIZE = 64 };

const char *scord_known_name(scord_known_t known) {
    return known == SCORD_KNOWN_NOT          ? NULL
           : known == SCORD_KNOWN_SUPPRESSED ? "suppressions"
                                             : "baseline";
}

static void name_place(const scord_race_report_t *report, bool known, uint32_t pc,
                       scord_suppressible_t *site, unsigned side) {
    const scord_instruction_t *instruction =
        known ? scord_program_map_instruction(&report->program, pc) : NULL;
    if (!instruction || !instruction->file) return;
    site->file[side] = instruction->file;
    site->line[side] = instruction->line;
}

static scord_suppressible_t of_race(const scord_race_report_t *report,
                                    const scord_race_site_t *race, char rule[RULE_SIZE]) {
    snprintf(rule, RULE_SIZE, "race/%s", scord_verdict_name(race->verdict));
    scord_suppressible_t site = {
        .kind = "race", .rule = rule, .kernel = race->kernels[0].name, .object = race->object};
    name_place(report, true, race->pc, &site, 0);
    name_place(report, race->owner.known, race->owner.pc, &site, 1);
    return site;
}

static scord_suppressible_t of_finding(const scord_race_report_t *report,
                                       const scord_finding_site_t *finding) {
    scord_suppressible_t site = {
        .kind = scord_finding_kind_name(scord_finding_rule_kind(finding->rule)),
        .rule = scord_finding_rule_name(finding->rule),
        .kernel = finding->kernel,
        .object = finding->object};
    name_place(report, true, finding->pc, &site, 0);
    name_place(report, finding->other_mask != 0, finding->other_pc, &site, 1);
    return site;
}

static uint64_t key_of(const scord_race_report_t *report, const char *rule, uint32_t pc) {
    const scord_instruction_t *instruction = scord_program_map_instruction(&report->program, pc);
    char words[SOURCE_SIZE], source[SOURCE_SIZE];
    const char *file = instruction ? instruction->file : NULL;
    scord_instruction_words(instruction, words, sizeof words);
    const bool readable = file && scord_source_text(file, instruction->line, source, sizeof source);
    return scord_baseline_key(rule, words, file, instruction ? instruction->function : NULL,
                              readable ? source : NULL);
}

static scord_known_t decide(const scord_race_report_t *report, const scord_suppressible_t *site,
                            const char *rule, uint32_t pc, uint32_t *line) {
    const scord_suppression_t *entry = report->suppressions
                                           ? scord_suppressions_find(report->suppressions, site)
                                           : NULL;
    /* a suppressed site takes its place of the baseline, too */
    const bool old = report->baseline &&
                     scord_baseline_take(report->baseline, key_of(report, rule, pc));
    *line = entry ? entry->line : 0;
    return entry ? SCORD_KNOWN_SUPPRESSED : old ? SCORD_KNOWN_BASELINE : SCORD_KNOWN_NOT;
}

void scord_race_report_set_known(scord_race_report_t *report, scord_suppressions_t *suppressions,
                                 scord_baseline_t *baseline) {
    char rule[RULE_SIZE];
    assert(!report->suppressions && !report->baseline);
    report->suppressions = suppressions;
    report->baseline = baseline;
    for (uint32_t i = 0; i < report->sites; i++) {
        scord_race_site_t *race = &report->site[i];
        const scord_suppressible_t site = of_race(report, race, rule);
        race->known = decide(report, &site, scord_verdict_name(race->verdict), race->pc,
                             &race->known_line);
    }
    for (uint32_t i = 0; i < report->findings.sites; i++) {
        scord_finding_site_t *finding = &report->findings.site[i];
        const scord_suppressible_t site = of_finding(report, finding);
        finding->known = decide(report, &site, site.rule, finding->pc, &finding->known_line);
    }
}

scord_known_counts_t scord_race_report_known(const scord_race_report_t *report,
                                             scord_known_t reason) {
    scord_known_counts_t counts = {0};
    for (uint32_t i = 0; i < report->sites; i++) {
        if (report->site[i].known != reason) continue;
        counts.races += report->site[i].races;
        counts.race_sites++;
    }
    for (uint32_t i = 0; i < report->findings.sites; i++) {
        const scord_finding_site_t *site = &report->findings.site[i];
        const scord_severity_t severity = scord_finding_rule_severity(site->rule);
        if (site->known != reason || severity == SCORD_SEVERITY_COUNT) continue;
        const bool note = severity == SCORD_SEVERITY_NOTE;
        *(note ? &counts.notes : &counts.findings) += site->count;
        ++*(note ? &counts.note_sites : &counts.finding_sites);
    }
    return counts;
}

void scord_race_report_write_suppressions(const scord_race_report_t *report, FILE *out) {
    char rule[RULE_SIZE];
    fputs("# scord check --suppress FILE: kind, kernel, at and object; * and ? are wildcards, \\ "
          "takes the next\n# character as it is, a key left out means anything.\n",
          out);
    for (uint32_t i = 0; i < report->sites; i++) {
        const scord_suppressible_t site = of_race(report, &report->site[i], rule);
        if (report->site[i].known == SCORD_KNOWN_NOT) scord_suppression_write(out, &site);
    }
    for (uint32_t i = 0; i < report->findings.sites; i++) {
        const scord_finding_site_t *finding = &report->findings.site[i];
        const scord_suppressible_t site = of_finding(report, finding);
        if (finding->known == SCORD_KNOWN_NOT &&
            scord_finding_rule_severity(finding->rule) != SCORD_SEVERITY_COUNT)
            scord_suppression_write(out, &site);
    }
}

/* ---- text and JSON ---- */

static void print_part(FILE *out, const char **before, uint64_t count, const char *word,
                       uint32_t sites) {
    if (sites == 0) return;
    fprintf(out, "%s%" PRIu64 " %s%s at %" PRIu32 " site%s", *before, count, word,
            count == 1 ? "" : "s", sites, sites == 1 ? "" : "s");
    *before = ", ";
}

static void print_counts(FILE *out, const char *path, const char *words,
                         const scord_known_counts_t *counts) {
    const char *before = "";
    fprintf(out, "%s %s: ", words, path);
    print_part(out, &before, counts->races, "race", counts->race_sites);
    print_part(out, &before, counts->findings, "finding", counts->finding_sites);
    print_part(out, &before, counts->notes, "note", counts->note_sites);
    fputs(before[0] == '\0' ? "nothing\n" : "\n", out);
}

void scord_known_print(const scord_race_report_t *report, FILE *out) {
    const scord_suppressions_t *suppressions = report->suppressions;
    if (suppressions) {
        const scord_known_counts_t counts = scord_race_report_known(report, SCORD_KNOWN_SUPPRESSED);
        print_counts(out, suppressions->path, "suppressed by", &counts);
        for (uint32_t i = 0; i < suppressions->entries; i++)
            if (suppressions->entry[i].matched == 0)
                fprintf(out, "%s:%" PRIu32 ": suppressed nothing: %s\n", suppressions->path,
                        suppressions->entry[i].line, suppressions->entry[i].text);
    }
    if (report->baseline) {
        const scord_known_counts_t counts = scord_race_report_known(report, SCORD_KNOWN_BASELINE);
        print_counts(out, report->baseline->path, "not new, in", &counts);
    }
}

static void put_counts(json_writer_t *json, const char *name, const char *path,
                       const scord_known_counts_t *counts) {
    json_open_object(json, name);
    json_put_string(json, "file", path);
    json_put_unsigned(json, "races", counts->races);
    json_put_unsigned(json, "race_sites", counts->race_sites);
    json_put_unsigned(json, "findings", counts->findings);
    json_put_unsigned(json, "finding_sites", counts->finding_sites);
    json_put_unsigned(json, "notes", counts->notes);
    json_put_unsigned(json, "note_sites", counts->note_sites);
}

void scord_known_put(const scord_race_report_t *report, json_writer_t *json) {
    const scord_suppressions_t *suppressions = report->suppressions;
    if (suppressions) {
        const scord_known_counts_t counts = scord_race_report_known(report, SCORD_KNOWN_SUPPRESSED);
        put_counts(json, "suppressions", suppressions->path, &counts);
        json_open_array(json, "unused");
        for (uint32_t i = 0; i < suppressions->entries; i++) {
            if (suppressions->entry[i].matched != 0) continue;
            json_open_object(json, NULL);
            json_put_unsigned(json, "line", suppressions->entry[i].line);
            json_put_string(json, "entry", suppressions->entry[i].text);
            json_close(json);
        }
        json_close(json);
        json_close(json);
    }
    if (report->baseline) {
        const scord_known_counts_t counts = scord_race_report_known(report, SCORD_KNOWN_BASELINE);
        put_counts(json, "baseline", report->baseline->path, &counts);
        json_close(json);
    }
}
