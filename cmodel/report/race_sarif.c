/* SPDX-License-Identifier: Apache-2.0 */
/* race_sarif.c: see race_sarif.h. Section numbers are those of SARIF 2.1.0. */
#include "cmodel/report/race_sarif.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/byte_hash.h"
#include "cmodel/base/json_writer.h"
#include "cmodel/report/finding_words.h"
#include "cmodel/report/race_repair.h"
#include "cmodel/report/race_site.h"
#include "cmodel/report/race_words.h"
#include "cmodel/scord_model.h"
#include "cmodel/report/source_text.h"

#define SARIF_SCHEMA                                                                               \
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
#define BASE_ID "SRCROOT" /* section 3.14.14: what relative URIs are relative to */

enum { TEXT_SIZE = 4 * SCORD_NAME_MAX + 512, SOURCE_SIZE = 400, NO_ARTIFACT = -1 };

/* Files that results point to, each once. */
typedef struct artifacts {
    const char **file;
    unsigned count;
} artifacts_t;

static void put_text(json_writer_t *json, const char *name, const char *text) {
    json_open_object(json, name);
    json_put_string(json, "text", text);
    json_close(json);
}

/* ---- files ---- */

/* RFC 3986: characters that are neither unreserved nor a slash are written as %XX. */
static void put_uri(json_writer_t *json, const char *path) {
    char uri[sizeof "file://" + 3 * (SCORD_NAME_MAX + 2)];
    size_t used = (size_t)snprintf(uri, sizeof uri, "%s", path[0] == '/' ? "file://" : "");
    for (const unsigned char *byte = (const unsigned char *)path; *byte; byte++) {
        assert(used + 3 < sizeof uri);
        const bool letter = (*byte >= 'a' && *byte <= 'z') || (*byte >= 'A' && *byte <= 'Z');
        const bool plain = letter || (*byte >= '0' && *byte <= '9') || strchr("-._~/", *byte);
        used += (size_t)snprintf(uri + used, sizeof uri - used, plain ? "%c" : "%%%02X", *byte);
    }
    json_put_string(json, "uri", uri);
}

static const scord_instruction_t *located(const scord_race_report_t *report, uint32_t pc) {
    const scord_instruction_t *instruction = scord_program_map_instruction(&report->program, pc);
    return instruction && instruction->file && instruction->line ? instruction : NULL;
}

static int artifact_of(const artifacts_t *artifacts, const char *file) {
    for (unsigned i = 0; i < artifacts->count; i++)
        if (strcmp(artifacts->file[i], file) == 0) return (int)i;
    return NO_ARTIFACT;
}

static void add_artifact(const scord_race_report_t *report, artifacts_t *artifacts, uint32_t pc) {
    const scord_instruction_t *instruction = located(report, pc);
    if (instruction && artifact_of(artifacts, instruction->file) == NO_ARTIFACT)
        artifacts->file[artifacts->count++] = instruction->file;
}

/* False: no memory. */
static bool find_artifacts(const scord_race_report_t *report, artifacts_t *artifacts) {
    const size_t most = (size_t)report->sites * (SCORD_SITE_OWNERS + 2) +
                        (size_t)report->findings.sites * 2;
    artifacts->file = calloc(most + 1, sizeof *artifacts->file);
    for (uint32_t i = 0; i < report->sites && artifacts->file; i++) {
        const scord_race_site_t *site = &report->site[i];
        add_artifact(report, artifacts, site->pc);
        if (site->owner.known) add_artifact(report, artifacts, site->owner.pc);
        for (unsigned owner = 0; owner < site->owner_count; owner++)
            add_artifact(report, artifacts, site->owners[owner].pc);
    }
    for (uint32_t i = 0; i < report->findings.sites && artifacts->file; i++) {
        const scord_finding_site_t *site = &report->findings.site[i];
        add_artifact(report, artifacts, site->pc);
        if (site->other_mask != 0) add_artifact(report, artifacts, site->other_pc);
    }
    assert(artifacts->count <= most);
    return artifacts->file;
}

static void put_artifact_location(json_writer_t *json, const char *name, const char *file,
                                  int index) {
    json_open_object(json, name);
    put_uri(json, file);
    if (file[0] != '/') json_put_string(json, "uriBaseId", BASE_ID);
    if (index != NO_ARTIFACT) json_put_signed(json, "index", index);
    json_close(json);
}

static void put_artifacts(json_writer_t *json, const artifacts_t *artifacts) {
    json_open_array(json, "artifacts");
    for (unsigned i = 0; i < artifacts->count; i++) {
        json_open_object(json, NULL);
        put_artifact_location(json, "location", artifacts->file[i], NO_ARTIFACT);
        json_open_array(json, "roles");
        json_put_string(json, NULL, "resultFile");
        json_close(json);
        json_put_string(json, "sourceLanguage", "cplusplus");
        json_close(json);
    }
    json_close(json);
}

/* ---- rules: one a verdict that is a race, in the order of the encoding, then one a finding ----
 */

static unsigned race_rules(void) {
    unsigned rules = 0;
    for (unsigned verdict = 0; verdict < SCORD_VERDICT_COUNT; verdict++)
        rules += scord_verdict_is_race(verdict);
    return rules;
}

static unsigned rule_index(scord_verdict_t verdict) {
    assert(scord_verdict_is_race(verdict));
    unsigned index = 0;
    for (unsigned other = 0; other < (unsigned)verdict; other++)
        index += scord_verdict_is_race(other);
    return index;
}

/* "missing_device_fence" → "MissingDeviceFence" (section 3.49.7: a name in Pascal case). */
static void put_rule_name(json_writer_t *json, const char *id) {
    char name[64];
    size_t used = 0;
    bool first = true;
    for (const char *letter = id; *letter; letter++) {
        assert(used + 1 < sizeof name);
        const bool between = strchr("_-/", *letter);
        if (!between)
            name[used++] = first && *letter >= 'a' && *letter <= 'z' ? (char)(*letter - 'a' + 'A')
                                                                     : *letter;
        first = between;
    }
    name[used] = '\0';
    json_put_string(json, "name", name);
}

static void put_rule(json_writer_t *json, const char *id, const char *title, const char *text,
                     const char *help, const char *level, const char *tag) {
    json_open_object(json, NULL);
    json_put_string(json, "id", id);
    put_rule_name(json, id);
    json_lines(json, 11);
    put_text(json, "shortDescription", title);
    put_text(json, "fullDescription", text);
    put_text(json, "help", help);
    json_open_object(json, "defaultConfiguration");
    json_put_string(json, "level", level);
    json_close(json);
    json_lines(json, -1);
    json_open_object(json, "properties");
    json_open_array(json, "tags");
    json_put_string(json, NULL, "concurrency");
    json_put_string(json, NULL, tag);
    json_put_string(json, NULL, "cuda");
    json_close(json);
    json_put_string(json, "precision", "high");
    json_close(json);
    json_close(json);
}

static void put_race_rule(json_writer_t *json, scord_verdict_t verdict) {
    char title[512], text[512];
    snprintf(title, sizeof title, "Data race: %s", scord_verdict_words(verdict));
    snprintf(text, sizeof text, "%s (ScoRD, %s).", scord_rule_description(verdict),
             scord_verdict_table(verdict));
    put_rule(json, scord_verdict_name(verdict), title, text, scord_repair_description(verdict),
             "error", "data-race");
}

static const char *level_of(scord_finding_rule_t rule) {
    return scord_finding_rule_severity(rule) == SCORD_SEVERITY_FINDING ? "error" : "note";
}

static void put_finding_rule(json_writer_t *json, scord_finding_rule_t rule) {
    const scord_finding_kind_t kind = scord_finding_rule_kind(rule);
    put_rule(json, scord_finding_rule_name(rule), scord_finding_title(rule),
             scord_finding_kind_text(kind), scord_finding_hint(rule), level_of(rule),
             scord_finding_kind_name(kind));
}

static void put_rules(json_writer_t *json) {
    json_open_array(json, "rules");
    json_lines(json, 10);
    for (unsigned verdict = 0; verdict < SCORD_VERDICT_COUNT; verdict++)
        if (scord_verdict_is_race(verdict)) put_race_rule(json, (scord_verdict_t)verdict);
    for (unsigned rule = 0; rule < SCORD_FINDING_RULES; rule++)
        put_finding_rule(json, (scord_finding_rule_t)rule);
    json_line(json, 8);
    json_close(json);
}

/* ---- results ---- */

static void put_physical_location(json_writer_t *json, const artifacts_t *artifacts,
                                  const scord_instruction_t *instruction) {
    char source[SOURCE_SIZE];
    json_open_object(json, "physicalLocation");
    put_artifact_location(json, "artifactLocation", instruction->file,
                          artifact_of(artifacts, instruction->file));
    json_open_object(json, "region");
    json_put_unsigned(json, "startLine", instruction->line);
    if (scord_source_text(instruction->file, instruction->line, source, sizeof source))
        put_text(json, "snippet", source);
    json_close(json);
    json_close(json);
}

/* The members of a location (section 3.28): where in the sources, if that is known, and in which
 * function. */
static void put_location(json_writer_t *json, const scord_race_report_t *report,
                         const artifacts_t *artifacts, uint32_t pc) {
    const scord_instruction_t *instruction = scord_program_map_instruction(&report->program, pc);
    const bool place = located(report, pc), function = instruction && instruction->function;
    if (place) put_physical_location(json, artifacts, instruction);
    if (place && !function) return;
    json_open_array(json, "logicalLocations");
    json_open_object(json, NULL);
    if (function) {
        json_put_string(json, "fullyQualifiedName", instruction->function);
        json_put_string(json, "kind", "function");
    } else {
        json_put_printf(json, "name", "\"pc 0x%x\"", pc);
    }
    json_close(json);
    json_close(json);
}

static void side_words(const scord_race_report_t *report, const scord_race_side_t *side, char *text,
                       size_t size) {
    char words[SCORD_WORDS_SIZE], scope[SCORD_WORDS_SIZE];
    const scord_instruction_t *instruction = scord_program_map_instruction(&report->program,
                                                                           side->pc);
    scord_instruction_words(instruction, words, sizeof words);
    scord_scope_words(instruction, scope, sizeof scope);
    const int used = snprintf(text, size, "%s%s", words, scope);
    if (side->block_known)
        snprintf(text + used, size - (size_t)used, " by block (%u,%u,%u) warp %u", side->cta[0],
                 side->cta[1], side->cta[2], side->warp_of_block);
    const size_t length = strlen(text);
    if (side->thread_known)
        snprintf(text + length, size - length, " lane %u thread (%u,%u,%u)", side->lane,
                 side->thread[0], side->thread[1], side->thread[2]);
}

/* Section 3.11: the first sentence must be enough alone. */
static void put_message(json_writer_t *json, const scord_race_report_t *report,
                        const scord_race_site_t *site) {
    char who[256], rule[TEXT_SIZE], hint[TEXT_SIZE], *text = NULL;
    side_words(report, &site->access, who, sizeof who);
    scord_rule_words(report, site, rule, sizeof rule);
    scord_hint_words(report, site, hint, sizeof hint);
    const int length = asprintf(
        &text, "Data race on %s: %s, %s (%" PRIu64 " time%s in kernel %s). Rule: %s. Hint: %s.",
        site->object ? site->object : "global memory", scord_verdict_words(site->verdict), who,
        site->races, site->races == 1 ? "" : "s", site->kernels[0].name, rule, hint);
    put_text(json, "message", length >= 0 ? text : scord_verdict_words(site->verdict));
    free(length >= 0 ? text : NULL);
}

static void put_related(json_writer_t *json, const scord_race_report_t *report,
                        const artifacts_t *artifacts, unsigned id, uint32_t pc, const char *text) {
    json_open_object(json, NULL);
    json_put_unsigned(json, "id", id);
    put_location(json, report, artifacts, pc);
    put_text(json, "message", text);
    json_close(json);
}

/* The other side, further owners, and where the repair is to be made. */
static void put_related_locations(json_writer_t *json, const scord_race_report_t *report,
                                  const artifacts_t *artifacts, const scord_race_site_t *site) {
    char text[512], words[256];
    unsigned id = 0;
    json_open_array(json, "relatedLocations");
    if (site->owner.known) {
        side_words(report, &site->owner, words, sizeof words);
        snprintf(text, sizeof text, "earlier access: %s", words);
        put_related(json, report, artifacts, ++id, site->owner.pc, text);
    }
    for (unsigned i = 0; i < site->owner_count; i++) {
        const scord_site_owner_t *owner = &site->owners[i];
        if (site->owner.known && owner->pc == site->owner.pc) continue;
        scord_instruction_words(scord_program_map_instruction(&report->program, owner->pc), words,
                                sizeof words);
        snprintf(text, sizeof text, "also with: %s (%" PRIu64 " time%s)", words, owner->races,
                 owner->races == 1 ? "" : "s");
        put_related(json, report, artifacts, ++id, owner->pc, text);
    }
    const scord_repair_t repair = scord_race_repair(report, site);
    if (repair.action == SCORD_REPAIR_WIDEN_FENCE && repair.pc_known)
        put_related(json, report, artifacts, ++id, repair.pc, "this fence is too narrow");
    json_close(json);
}

/* ---- fingerprints ---- */

/* HASH continued over TEXT (NULL: "") and a separator. */
static uint64_t mix(uint64_t hash, const char *text) {
    hash = scord_byte_hash(hash, text, text ? strlen(text) : 0);
    return scord_byte_hash(hash, "\xff", 1);
}

static uint64_t mix_instruction(const scord_race_report_t *report, uint64_t hash, uint32_t pc) {
    const scord_instruction_t *instruction = scord_program_map_instruction(&report->program, pc);
    char text[SOURCE_SIZE];
    scord_instruction_words(instruction, text, sizeof text);
    hash = mix(hash, text);
    if (!instruction) return hash;
    hash = mix(mix(hash, instruction->file), instruction->function);
    return mix(hash, instruction->file && scord_source_text(instruction->file, instruction->line,
                                                            text, sizeof text)
                         ? text
                         : "");
}

/* A hash of rule, both instructions, their functions and the text of their lines, which does not
 * change when lines move (section 3.27.17).
 */
static uint64_t fingerprint(const scord_race_report_t *report, const scord_race_site_t *site) {
    uint64_t hash = mix(SCORD_BYTE_HASH_START, scord_verdict_name(site->verdict));
    hash = mix_instruction(report, hash, site->pc);
    return site->owner.known ? mix_instruction(report, hash, site->owner.pc) : mix(hash, "unknown");
}

/* Equal fingerprints (an inlined function, a template) are numbered, so that each result is
 * unique. */
static void put_fingerprint(json_writer_t *json, const uint64_t *hashes, uint32_t index) {
    unsigned number = 1;
    for (uint32_t i = 0; i < index; i++) number += hashes[i] == hashes[index];
    json_open_object(json, "partialFingerprints");
    json_put_printf(json, "scordRaceSite/v1", "\"%016" PRIx64 ":%u\"", hashes[index], number);
    json_close(json);
}

static void put_properties(json_writer_t *json, const scord_race_report_t *report,
                           const scord_race_site_t *site) {
    const scord_repair_t repair = scord_race_repair(report, site);
    json_put_unsigned(json, "occurrenceCount", site->races);
    json_open_object(json, "properties");
    json_open_array(json, "kernels");
    for (unsigned i = 0; i < site->kernel_count; i++) {
        json_open_object(json, NULL);
        json_put_string(json, "name", site->kernels[i].name);
        json_put_unsigned(json, "races", site->kernels[i].races);
        json_put_unsigned(json, "launches", site->kernels[i].launches);
        json_close(json);
    }
    json_close(json);
    json_put_string(json, "scope", site->device_races ? "device" : "block");
    json_put_string(json, "object", site->object);
    json_put_unsigned(json, "objectOffset", site->object_offset);
    json_put_string(json, "repair", scord_repair_name(repair.action));
    json_put_string(json, "repairScope", repair.scoped ? scord_scope_name(repair.scope) : NULL);
    json_close(json);
}

/* Sections 3.27.23 and 3.27.24. */
static void put_known(json_writer_t *json, const scord_race_report_t *report, scord_known_t known,
                      uint32_t line) {
    if (report->baseline)
        json_put_string(json, "baselineState", known == SCORD_KNOWN_BASELINE ? "unchanged" : "new");
    if (known != SCORD_KNOWN_SUPPRESSED) return;
    json_open_array(json, "suppressions");
    json_open_object(json, NULL);
    json_put_string(json, "kind", "external");
    json_put_string(json, "status", "accepted");
    char *text = NULL;
    if (asprintf(&text, "%s:%u", report->suppressions->path, line) >= 0) {
        json_put_string(json, "justification", text);
        free(text);
    }
    json_close(json);
    json_close(json);
}

static void put_result(json_writer_t *json, const scord_race_report_t *report,
                       const artifacts_t *artifacts, uint32_t index, const uint64_t *hashes) {
    const scord_race_site_t *site = &report->site[index];
    json_open_object(json, NULL);
    json_put_string(json, "ruleId", scord_verdict_name(site->verdict));
    json_put_unsigned(json, "ruleIndex", rule_index(site->verdict));
    json_put_string(json, "level", "error");
    json_put_string(json, "kind", "fail");
    json_lines(json, 9);
    put_message(json, report, site);
    json_open_array(json, "locations");
    json_open_object(json, NULL);
    put_location(json, report, artifacts, site->pc);
    json_close(json);
    json_close(json);
    put_related_locations(json, report, artifacts, site);
    put_fingerprint(json, hashes, index);
    put_known(json, report, site->known, site->known_line);
    put_properties(json, report, site);
    json_close(json);
}

/* ---- findings as results; what is only counted is none ---- */

static void put_finding_message(json_writer_t *json, const scord_finding_site_t *site) {
    char *text = NULL;
    const char *title = scord_finding_title(site->rule);
    const int length = asprintf(
        &text, "%s%s%s (%" PRIu64 " time%s%s%s). Hint: %s.", title,
        site->text[0] != '\0' ? ": " : "", site->text, site->count, site->count == 1 ? "" : "s",
        site->kernel[0] != '\0' ? " in kernel " : "", site->kernel, scord_finding_hint(site->rule));
    put_text(json, "message", length >= 0 ? text : title);
    free(length >= 0 ? text : NULL);
}

static uint64_t finding_hash(const scord_race_report_t *report, const scord_finding_site_t *site) {
    const uint64_t hash = mix(SCORD_BYTE_HASH_START, scord_finding_rule_name(site->rule));
    return mix_instruction(report, hash, site->pc);
}

static void put_finding(json_writer_t *json, const scord_race_report_t *report,
                        const artifacts_t *artifacts, uint32_t index, const uint64_t *hashes) {
    const scord_finding_site_t *site = &report->findings.site[index];
    json_open_object(json, NULL);
    json_put_string(json, "ruleId", scord_finding_rule_name(site->rule));
    json_put_unsigned(json, "ruleIndex", race_rules() + (unsigned)site->rule);
    json_put_string(json, "level", level_of(site->rule));
    json_put_string(json, "kind", "fail");
    json_lines(json, 9);
    put_finding_message(json, site);
    json_open_array(json, "locations");
    json_open_object(json, NULL);
    put_location(json, report, artifacts, site->pc);
    json_close(json);
    json_close(json);
    json_open_array(json, "relatedLocations");
    if (site->other_mask != 0)
        put_related(json, report, artifacts, 1, site->other_pc, "the other side");
    json_close(json);
    put_fingerprint(json, hashes, index);
    put_known(json, report, site->known, site->known_line);
    json_put_unsigned(json, "occurrenceCount", site->count);
    json_open_object(json, "properties");
    json_put_string(json, "kernel", site->kernel);
    json_put_string(json, "object", site->object);
    json_put_unsigned(json, "objectOffset", site->object_offset);
    json_close(json);
    json_close(json);
}

static void put_findings(json_writer_t *json, const scord_race_report_t *report,
                         const artifacts_t *artifacts) {
    const scord_findings_t *findings = &report->findings;
    uint64_t *hashes = calloc((size_t)findings->sites + 1, sizeof *hashes);
    for (uint32_t i = 0; i < findings->sites && hashes; i++)
        hashes[i] = finding_hash(report, &findings->site[i]);
    for (uint32_t i = 0; i < findings->sites && hashes; i++)
        if (scord_finding_rule_severity(findings->site[i].rule) != SCORD_SEVERITY_COUNT)
            put_finding(json, report, artifacts, i, hashes);
    free(hashes);
}

static void put_results(json_writer_t *json, const scord_race_report_t *report,
                        const artifacts_t *artifacts) {
    uint64_t *hashes = calloc((size_t)report->sites + 1, sizeof *hashes);
    for (uint32_t i = 0; i < report->sites && hashes; i++)
        hashes[i] = fingerprint(report, &report->site[i]);
    json_open_array(json, "results");
    json_lines(json, 8);
    for (uint32_t i = 0; i < report->sites && hashes; i++)
        put_result(json, report, artifacts, i, hashes);
    put_findings(json, report, artifacts);
    json_line(json, 6);
    json_close(json);
    free(hashes);
}

/* ---- the run ---- */

static void put_tool(json_writer_t *json, const scord_sarif_run_t *run) {
    json_open_object(json, "tool");
    json_open_object(json, "driver");
    json_line(json, 8);
    json_put_string(json, "name", "scord");
    json_put_string(json, "fullName", "ScoRD scoped race detector for GPUs");
    json_put_string(json, "version", run->version);
    json_open_object(json, "properties");
    json_put_string(json, "build", run->build);
    json_close(json);
    json_line(json, 8);
    put_rules(json);
    json_line(json, 6);
    json_close(json);
    json_close(json);
}

static void put_notification(json_writer_t *json, const char *level, const char *text) {
    json_open_object(json, NULL);
    json_put_string(json, "level", level);
    put_text(json, "message", text);
    json_close(json);
}

/* What ended the run, and what the report does not show. */
static void put_notifications(json_writer_t *json, const scord_race_report_t *report,
                              const scord_sarif_run_t *run) {
    const scord_approximations_t acted = scord_race_report_approximations(report);
    const bool failed = run->error && run->error[0];
    char text[512];
    bool any = failed;
    for (unsigned i = 0; i < SCORD_APPROXIMATIONS; i++) any |= acted.count[i] > 0;
    if (!any) return;
    json_open_array(json, "toolExecutionNotifications");
    if (failed) put_notification(json, "error", run->error);
    for (unsigned i = 0; i < SCORD_APPROXIMATIONS; i++) {
        if (acted.count[i] == 0) continue;
        const scord_approximation_t one = (scord_approximation_t)i;
        scord_approximation_words(one, acted.count[i], text, sizeof text);
        put_notification(json, scord_approximation_hides(one) ? "warning" : "note", text);
    }
    json_close(json);
}

static void put_invocation(json_writer_t *json, const scord_race_report_t *report,
                           const scord_sarif_run_t *run) {
    json_open_array(json, "invocations");
    json_open_object(json, NULL);
    json_put_bool(json, "executionSuccessful", run->exit_code < 2 && !report->out_of_memory);
    json_put_signed(json, "exitCode", run->exit_code);
    if (run->command_line) json_put_string(json, "commandLine", run->command_line);
    put_notifications(json, report, run);
    json_close(json);
    json_close(json);
}

static void put_base(json_writer_t *json, const char *directory) {
    char base[SCORD_NAME_MAX + 2];
    snprintf(base, sizeof base, "%s/", directory);
    json_open_object(json, "originalUriBaseIds");
    json_open_object(json, BASE_ID);
    put_uri(json, base);
    json_close(json);
    json_close(json);
}

static void put_run(json_writer_t *json, const scord_race_report_t *report,
                    const scord_sarif_run_t *run, const artifacts_t *artifacts) {
    json_open_object(json, NULL);
    json_lines(json, 6);
    put_tool(json, run);
    put_invocation(json, report, run);
    if (run->directory) put_base(json, run->directory);
    json_put_string(json, "columnKind", "utf16CodeUnits");
    put_artifacts(json, artifacts);
    put_results(json, report, artifacts);
    json_line(json, 4);
    json_close(json);
}

void scord_race_report_sarif(const scord_race_report_t *report, const scord_sarif_run_t *run,
                             FILE *out) {
    artifacts_t artifacts = {0};
    json_writer_t json = json_writer(out, JSON_SPACED);
    if (!find_artifacts(report, &artifacts)) return;
    json_open_object(&json, NULL);
    json_lines(&json, 2);
    json_put_string(&json, "$schema", SARIF_SCHEMA);
    json_put_string(&json, "version", "2.1.0");
    json_open_array(&json, "runs");
    json_lines(&json, 4);
    put_run(&json, report, run, &artifacts);
    json_line(&json, 2);
    json_close(&json);
    json_line(&json, 0);
    json_close(&json);
    fputc('\n', out);
    free(artifacts.file);
}
