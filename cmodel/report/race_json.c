/* SPDX-License-Identifier: Apache-2.0 */
/* race_json.c: the race report for programs. Schema: docs/report-format.md. */
#include "cmodel/report/race_json.h"

#include <assert.h>

#include "cmodel/report/finding_words.h"
#include "cmodel/report/notes.h"
#include "cmodel/report/race_repair.h"
#include "cmodel/report/race_site.h"
#include "cmodel/report/race_words.h"
#include "cmodel/report/source_text.h"

enum { JSON_VERSION = 1, TEXT_SIZE = 4 * SCORD_NAME_MAX + 512, SOURCE_SIZE = 400 };

static void put_known(json_writer_t *json, const char *name, bool known, unsigned value) {
    if (known)
        json_put_unsigned(json, name, value);
    else
        json_put_null(json, name);
}

static void put_triple(json_writer_t *json, const char *name, const uint32_t value[3], bool known) {
    if (known)
        json_put_array32(json, name, value, 3);
    else
        json_put_null(json, name);
}

/* Kind of the instruction, by the encodings of parameters.md; null where there is none. */
static void put_operation(json_writer_t *json, const scord_instruction_t *instruction) {
    const bool access = instruction && instruction->seen && !instruction->is_fence;
    const bool atomic = access && instruction->op == SCORD_OP_ATOMIC;
    const bool scoped = access && (atomic || instruction->strong ||
                                   instruction->semantics != SCORD_SEMANTICS_NONE);
    json_put_string(json, "op", access ? scord_op_name(instruction->op) : NULL);
    json_put_string(json, "atomic",
                    atomic ? scord_atomic_kind_name(instruction->atomic_kind) : NULL);
    json_put_string(json, "scope", scoped ? scord_scope_name(instruction->scope) : NULL);
    json_put_string(json, "semantics",
                    access ? scord_semantics_name(instruction->semantics) : NULL);
    if (access)
        json_put_bool(json, "strong", instruction->strong || atomic);
    else
        json_put_null(json, "strong");
}

/* file, line, function, instruction and source of a PC. */
static void put_instruction(json_writer_t *json, const scord_race_report_t *report, uint32_t pc) {
    const scord_instruction_t *instruction = scord_program_map_instruction(&report->program, pc);
    char words[64], source[SOURCE_SIZE];
    scord_instruction_words(instruction, words, sizeof words);
    const char *file = instruction ? instruction->file : NULL;
    const uint32_t line = instruction ? instruction->line : 0;
    json_put_unsigned(json, "pc", pc);
    json_put_string(json, "instruction", words);
    put_operation(json, instruction);
    json_put_string(json, "file", file);
    json_put_unsigned(json, "line", line);
    json_put_string(json, "function", instruction ? instruction->function : NULL);
    json_put_string(json, "source",
                    file && scord_source_text(file, line, source, sizeof source) ? source : NULL);
}

static void put_side(json_writer_t *json, const char *name, const scord_race_report_t *report,
                     const scord_race_side_t *side) {
    json_open_object(json, name);
    json_put_bool(json, "known", side->known);
    if (side->known) {
        json_put_unsigned(json, "sequence", side->sequence);
        put_instruction(json, report, side->pc);
    }
    json_put_unsigned(json, "sm", side->block_id >> SCORD_SLOT_WIDTH);
    json_put_unsigned(json, "slot", side->block_id & ((1u << SCORD_SLOT_WIDTH) - 1));
    json_put_unsigned(json, "warp_slot", side->warp_id);
    put_triple(json, "block", side->cta, side->block_known);
    put_known(json, "warp", side->block_known, side->warp_of_block);
    put_known(json, "lane", side->thread_known, side->lane);
    put_triple(json, "thread", side->thread, side->thread_known);
    json_close(json);
}

static void put_owners(json_writer_t *json, const scord_race_report_t *report,
                       const scord_race_site_t *site) {
    assert(site->owner_count <= SCORD_SITE_OWNERS);
    json_open_array(json, "owners");
    for (unsigned i = 0; i < site->owner_count; i++) {
        json_open_object(json, NULL);
        json_put_unsigned(json, "races", site->owners[i].races);
        put_instruction(json, report, site->owners[i].pc);
        json_close(json);
    }
    json_close(json);
    json_put_unsigned(json, "owner_unknown", site->owner_unknown);
}

static void put_kernels(json_writer_t *json, const scord_race_site_t *site) {
    assert(site->kernel_count > 0 && site->kernel_count <= SCORD_SITE_KERNELS);
    json_open_array(json, "kernels");
    for (unsigned i = 0; i < site->kernel_count; i++) {
        const scord_site_kernel_t *kernel = &site->kernels[i];
        json_open_object(json, NULL);
        json_put_string(json, "name", kernel->name);
        json_put_unsigned(json, "races", kernel->races);
        json_put_unsigned(json, "launches", kernel->launches);
        json_put_unsigned(json, "first_launch", kernel->first_launch);
        json_put_unsigned(json, "last_launch", kernel->last_launch);
        json_close(json);
    }
    json_close(json);
    json_put_unsigned(json, "races_in_other_kernels", site->other_kernels);
}

/* Where a repair is to be made: {"pc", "file", "line"}, or null. */
static void put_place(json_writer_t *json, const char *name, const scord_race_report_t *report,
                      bool known, uint32_t pc) {
    const scord_instruction_t *instruction =
        known ? scord_program_map_instruction(&report->program, pc) : NULL;
    if (!known) {
        json_put_null(json, name);
        return;
    }
    json_open_object(json, name);
    json_put_unsigned(json, "pc", pc);
    json_put_string(json, "file", instruction ? instruction->file : NULL);
    json_put_unsigned(json, "line", instruction ? instruction->line : 0);
    json_close(json);
}

static void put_repair(json_writer_t *json, const scord_race_report_t *report,
                       const scord_race_site_t *site) {
    const scord_repair_t repair = scord_race_repair(report, site);
    json_open_object(json, "repair");
    json_put_string(json, "action", scord_repair_name(repair.action));
    json_put_string(json, "scope", repair.scoped ? scord_scope_name(repair.scope) : NULL);
    put_place(json, "at", report, repair.pc_known, repair.pc);
    put_place(json, "also_at", report, repair.also_known, repair.also_pc);
    json_close(json);
}

/* Why a site does not count; nothing when it does. */
static void put_known_site(json_writer_t *json, scord_known_t known, uint32_t line) {
    if (known == SCORD_KNOWN_NOT) return;
    json_put_string(json, "known_by", scord_known_name(known));
    if (line != 0) json_put_unsigned(json, "known_line", line);
}

static void put_site(json_writer_t *json, const scord_race_report_t *report,
                     const scord_race_site_t *site) {
    assert(site->races > 0 && site->device_races <= site->races);
    char text[TEXT_SIZE];
    json_open_object(json, NULL);
    json_lines(json, 6);
    scord_heading_words(site, text, sizeof text);
    json_put_string(json, "heading", text);
    json_put_string(json, "verdict", scord_verdict_name(site->verdict));
    json_put_string(json, "rule_table", scord_verdict_table(site->verdict));
    json_put_string(json, "scope", site->device_races ? "device" : "block");
    json_put_unsigned(json, "races", site->races);
    json_put_unsigned(json, "device_races", site->device_races);
    json_put_string(json, "kernel", site->kernels[0].name);
    json_put_unsigned(json, "first_launch", site->first_launch);
    json_put_unsigned(json, "last_launch", site->last_launch);
    json_put_unsigned(json, "launches", site->launches);
    put_kernels(json, site);
    json_put_printf(json, "address", "\"0x%llx\"", (unsigned long long)site->address);
    json_put_string(json, "object", site->object);
    json_put_unsigned(json, "object_offset", site->object_offset);
    if (site->shared) json_put_unsigned(json, "shared_offset", site->shared_offset);
    put_side(json, "access", report, &site->access);
    put_side(json, "owner", report, &site->owner);
    put_owners(json, report, site);
    json_put_printf(json, "metadata_before", "\"0x%016llx\"",
                    (unsigned long long)site->metadata_before);
    json_put_printf(json, "metadata_after", "\"0x%016llx\"",
                    (unsigned long long)site->metadata_after);
    scord_rule_words(report, site, text, sizeof text);
    json_put_string(json, "rule", text);
    scord_hint_words(report, site, text, sizeof text);
    json_put_string(json, "hint", text);
    put_repair(json, report, site);
    put_known_site(json, site->known, site->known_line);
    json_line(json, 4);
    json_close(json);
}

/* The second side of a finding: other lanes of the warp, or null. */
static void put_other(json_writer_t *json, const scord_race_report_t *report,
                      const scord_finding_site_t *site) {
    if (site->other_mask == 0) {
        json_put_null(json, "other");
        return;
    }
    json_open_object(json, "other");
    json_put_printf(json, "lanes", "\"0x%08x\"", site->other_mask);
    put_instruction(json, report, site->other_pc);
    json_close(json);
}

static void put_finding(json_writer_t *json, const scord_race_report_t *report,
                        const scord_finding_site_t *site) {
    static const char *const severities[] = {"finding", "note", "count"};
    json_open_object(json, NULL);
    json_lines(json, 6);
    json_put_string(json, "rule", scord_finding_rule_name(site->rule));
    json_put_string(json, "kind", scord_finding_kind_name(scord_finding_rule_kind(site->rule)));
    json_put_string(json, "severity", severities[scord_finding_rule_severity(site->rule)]);
    json_put_string(json, "title", scord_finding_title(site->rule));
    json_put_unsigned(json, "count", site->count);
    json_put_string(json, "kernel", site->kernel);
    json_put_unsigned(json, "first_launch", site->first_launch);
    json_put_unsigned(json, "last_launch", site->last_launch);
    put_side(json, "at", report, &site->who);
    json_put_printf(json, "lanes", "\"0x%08x\"", site->mask);
    put_other(json, report, site);
    if (site->address != 0)
        json_put_printf(json, "address", "\"0x%llx\"", (unsigned long long)site->address);
    else
        json_put_null(json, "address");
    json_put_string(json, "object", site->object);
    json_put_unsigned(json, "object_offset", site->object_offset);
    json_put_string(json, "text", site->text);
    json_put_string(json, "hint", scord_finding_hint(site->rule));
    put_known_site(json, site->known, site->known_line);
    json_line(json, 4);
    json_close(json);
}

static void put_findings(json_writer_t *json, const scord_race_report_t *report) {
    json_put_unsigned(json, "findings_total", scord_race_report_findings(report));
    json_open_array(json, "findings");
    json_lines(json, 4);
    for (uint32_t i = 0; i < report->findings.sites; i++)
        put_finding(json, report, &report->findings.site[i]);
    if (report->findings.sites) json_line(json, 2);
    json_close(json);
}

static void put_approximations(json_writer_t *json, const scord_approximations_t *acted) {
    char text[TEXT_SIZE];
    json_put_bool(json, "may_hide_races", scord_approximations_hide(acted));
    json_open_array(json, "approximations");
    for (unsigned i = 0; i < SCORD_APPROXIMATIONS; i++) {
        const scord_approximation_t one = (scord_approximation_t)i;
        if (acted->count[i] == 0) continue;
        scord_approximation_words(one, acted->count[i], text, sizeof text);
        json_open_object(json, NULL);
        json_put_string(json, "name", scord_approximation_name(one));
        json_put_unsigned(json, "count", acted->count[i]);
        json_put_bool(json, "hides", scord_approximation_hides(one));
        json_put_bool(json, "invents", scord_approximation_invents(one));
        json_put_string(json, "option", scord_approximation_option(one));
        json_put_string(json, "text", text);
        json_close(json);
    }
    json_close(json);
}

void scord_put_race_report(json_writer_t *json, const scord_race_report_t *report) {
    json_put_unsigned(json, "version", JSON_VERSION);
    json_put_string(json, "configuration", report->configuration);
    json_put_unsigned(json, "races", scord_race_report_new_races(report));
    if (report->no_races_wanted) json_put_bool(json, "races_left_out", true);
    json_put_unsigned(json, "not_performed", report->not_performed);
    json_put_bool(json, "complete", !report->out_of_memory);
    scord_put_notes(json, &report->program);
    scord_known_put(report, json);
    const scord_approximations_t acted = scord_race_report_approximations(report);
    put_approximations(json, &acted);
    json_open_array(json, "sites");
    json_lines(json, 4);
    for (uint32_t i = 0; i < report->sites; i++) put_site(json, report, &report->site[i]);
    if (report->sites) json_line(json, 2);
    json_close(json);
    put_findings(json, report);
}

void scord_race_report_json(const scord_race_report_t *report, FILE *out) {
    json_writer_t json = json_writer(out, JSON_SPACED);
    json_open_object(&json, NULL);
    json_lines(&json, 2);
    scord_put_race_report(&json, report);
    json_line(&json, 0);
    json_close(&json);
    fputc('\n', out);
}
