/* race_sarif.c: see race_sarif.h. Section numbers are those of SARIF 2.1.0. */
#include "cmodel/report/race_sarif.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/json_string.h"
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

static void put_string(FILE *out, const char *before, const char *text) {
    fputs(before, out);
    scord_json_string(out, text);
}

/* ---- files
 * ---------------------------------------------------------------------------------------------------------
 */

/* RFC 3986: what is neither unreserved nor a slash is written as %XX. */
static void put_uri(FILE *out, const char *path) {
    fputs(path[0] == '/' ? "\"file://" : "\"", out);
    for (const unsigned char *byte = (const unsigned char *)path; *byte; byte++) {
        const bool letter = (*byte >= 'a' && *byte <= 'z') || (*byte >= 'A' && *byte <= 'Z');
        if (letter || (*byte >= '0' && *byte <= '9') || strchr("-._~/", *byte))
            fputc(*byte, out);
        else
            fprintf(out, "%%%02X", *byte);
    }
    fputc('"', out);
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
    artifacts->file = calloc((size_t)report->sites * (SCORD_SITE_OWNERS + 2) + 1,
                             sizeof *artifacts->file);
    for (uint32_t i = 0; i < report->sites && artifacts->file; i++) {
        const scord_race_site_t *site = &report->site[i];
        add_artifact(report, artifacts, site->pc);
        if (site->owner.known) add_artifact(report, artifacts, site->owner.pc);
        for (unsigned owner = 0; owner < site->owner_count; owner++)
            add_artifact(report, artifacts, site->owners[owner].pc);
    }
    return artifacts->file;
}

static void put_artifact_location(FILE *out, const char *file, int index) {
    fputs("{\"uri\": ", out);
    put_uri(out, file);
    if (file[0] != '/') fputs(", \"uriBaseId\": \"" BASE_ID "\"", out);
    if (index != NO_ARTIFACT) fprintf(out, ", \"index\": %d", index);
    fputc('}', out);
}

static void put_artifacts(FILE *out, const artifacts_t *artifacts) {
    fputs("      \"artifacts\": [", out);
    for (unsigned i = 0; i < artifacts->count; i++) {
        fputs(i ? ", {\"location\": " : "{\"location\": ", out);
        put_artifact_location(out, artifacts->file[i], NO_ARTIFACT);
        fputs(", \"roles\": [\"resultFile\"], \"sourceLanguage\": \"cplusplus\"}", out);
    }
    fputs("],\n", out);
}

/* ---- rules: one a verdict that is a race, in the order of the encoding
 * ----------------------------------------------- */

static unsigned rule_index(scord_verdict_t verdict) {
    unsigned index = 0;
    for (unsigned other = 0; other < (unsigned)verdict; other++)
        index += scord_verdict_is_race(other);
    return index;
}

/* "missing_device_fence" → "MissingDeviceFence" (section 3.49.7: a name in Pascal case). */
static void put_rule_name(FILE *out, scord_verdict_t verdict) {
    bool first = true;
    fputc('"', out);
    for (const char *letter = scord_verdict_name(verdict); *letter; letter++) {
        if (*letter != '_')
            fputc(first && *letter >= 'a' && *letter <= 'z' ? *letter - 'a' + 'A' : *letter, out);
        first = *letter == '_';
    }
    fputc('"', out);
}

static void put_rule(FILE *out, scord_verdict_t verdict) {
    char text[512];
    put_string(out, "          {\"id\": ", scord_verdict_name(verdict));
    fputs(", \"name\": ", out);
    put_rule_name(out, verdict);
    snprintf(text, sizeof text, "Data race: %s", scord_verdict_words(verdict));
    put_string(out, ",\n           \"shortDescription\": {\"text\": ", text);
    snprintf(text, sizeof text, "%s (ScoRD, %s).", scord_rule_description(verdict),
             scord_verdict_table(verdict));
    put_string(out, "},\n           \"fullDescription\": {\"text\": ", text);
    put_string(out, "},\n           \"help\": {\"text\": ", scord_repair_description(verdict));
    fputs("},\n           \"defaultConfiguration\": {\"level\": \"error\"}, "
          "\"properties\": {\"tags\": [\"concurrency\", \"data-race\", \"cuda\"], \"precision\": "
          "\"high\"}}",
          out);
}

static void put_rules(FILE *out) {
    bool first = true;
    fputs("        \"rules\": [\n", out);
    for (unsigned verdict = 0; verdict < SCORD_VERDICT_COUNT; verdict++) {
        if (!scord_verdict_is_race(verdict)) continue;
        fputs(first ? "" : ",\n", out);
        put_rule(out, (scord_verdict_t)verdict);
        first = false;
    }
    fputs("\n        ]", out);
}

/* ---- results
 * -------------------------------------------------------------------------------------------------------
 */

static void put_physical_location(const artifacts_t *artifacts, FILE *out,
                                  const scord_instruction_t *instruction) {
    char source[SOURCE_SIZE];
    fputs("\"physicalLocation\": {\"artifactLocation\": ", out);
    put_artifact_location(out, instruction->file, artifact_of(artifacts, instruction->file));
    fprintf(out, ", \"region\": {\"startLine\": %u", instruction->line);
    if (scord_source_text(instruction->file, instruction->line, source, sizeof source)) {
        put_string(out, ", \"snippet\": {\"text\": ", source);
        fputc('}', out);
    }
    fputs("}}", out);
}

/* The members of a location (section 3.28): where in the sources, if that is known, and in which
 * function. */
static void put_location(const scord_race_report_t *report, const artifacts_t *artifacts, FILE *out,
                         uint32_t pc) {
    const scord_instruction_t *instruction = scord_program_map_instruction(&report->program, pc);
    const bool place = located(report, pc);
    if (place) put_physical_location(artifacts, out, instruction);
    if (instruction && instruction->function) {
        put_string(out,
                   place ? ", \"logicalLocations\": [{\"fullyQualifiedName\": "
                         : "\"logicalLocations\": [{\"fullyQualifiedName\": ",
                   instruction->function);
        fputs(", \"kind\": \"function\"}]", out);
    } else if (!place) {
        fprintf(out, "\"logicalLocations\": [{\"name\": \"pc 0x%x\"}]", pc);
    }
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

/* Section 3.11: the first sentence alone must do. */
static void put_message(const scord_race_report_t *report, FILE *out,
                        const scord_race_site_t *site) {
    char who[256], rule[TEXT_SIZE], hint[TEXT_SIZE], *text = NULL;
    side_words(report, &site->access, who, sizeof who);
    scord_rule_words(report, site, rule, sizeof rule);
    scord_hint_words(report, site, hint, sizeof hint);
    const int length = asprintf(
        &text, "Data race on %s: %s, %s (%" PRIu64 " time%s in kernel %s). Rule: %s. Hint: %s.",
        site->object ? site->object : "global memory", scord_verdict_words(site->verdict), who,
        site->races, site->races == 1 ? "" : "s", site->kernels[0].name, rule, hint);
    put_string(out, "         \"message\": {\"text\": ",
               length >= 0 ? text : scord_verdict_words(site->verdict));
    fputs("},\n", out);
    free(length >= 0 ? text : NULL);
}

static void put_related(const scord_race_report_t *report, const artifacts_t *artifacts, FILE *out,
                        unsigned id, uint32_t pc, const char *text) {
    fprintf(out, "%s{\"id\": %u, ", id > 1 ? ", " : "", id);
    put_location(report, artifacts, out, pc);
    put_string(out, ", \"message\": {\"text\": ", text);
    fputs("}}", out);
}

/* The other side, further owners, and where the repair is to be made. */
static void put_related_locations(const scord_race_report_t *report, const artifacts_t *artifacts,
                                  FILE *out, const scord_race_site_t *site) {
    char text[512], words[256];
    unsigned id = 0;
    fputs("         \"relatedLocations\": [", out);
    if (site->owner.known) {
        side_words(report, &site->owner, words, sizeof words);
        snprintf(text, sizeof text, "earlier access: %s", words);
        put_related(report, artifacts, out, ++id, site->owner.pc, text);
    }
    for (unsigned i = 0; i < site->owner_count; i++) {
        const scord_site_owner_t *owner = &site->owners[i];
        if (site->owner.known && owner->pc == site->owner.pc) continue;
        scord_instruction_words(scord_program_map_instruction(&report->program, owner->pc), words,
                                sizeof words);
        snprintf(text, sizeof text, "also with: %s (%" PRIu64 " time%s)", words, owner->races,
                 owner->races == 1 ? "" : "s");
        put_related(report, artifacts, out, ++id, owner->pc, text);
    }
    const scord_repair_t repair = scord_race_repair(report, site);
    if (repair.action == SCORD_REPAIR_WIDEN_FENCE && repair.pc_known)
        put_related(report, artifacts, out, ++id, repair.pc, "this fence is too narrow");
    fputs("],\n", out);
}

/* ---- fingerprints
 * --------------------------------------------------------------------------------------------------
 */

/* FNV-1a of 64 bits, with a separator after each text. */
static uint64_t mix(uint64_t hash, const char *text) {
    const uint64_t prime = UINT64_C(0x100000001b3);
    for (; text && *text; text++) hash = (hash ^ (unsigned char)*text) * prime;
    return (hash ^ 0xff) * prime;
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

/* Rule, both instructions, their functions and the text of their lines: what stays when lines move
 * (section 3.27.17).
 */
static uint64_t fingerprint(const scord_race_report_t *report, const scord_race_site_t *site) {
    uint64_t hash = mix(UINT64_C(0xcbf29ce484222325), scord_verdict_name(site->verdict));
    hash = mix_instruction(report, hash, site->pc);
    return site->owner.known ? mix_instruction(report, hash, site->owner.pc) : mix(hash, "unknown");
}

/* Equal ones (an inlined function, a template) are numbered, so that each result keeps its own. */
static void put_fingerprint(FILE *out, const uint64_t *hashes, uint32_t index) {
    unsigned number = 1;
    for (uint32_t i = 0; i < index; i++) number += hashes[i] == hashes[index];
    fprintf(out,
            "         \"partialFingerprints\": {\"scordRaceSite/v1\": \"%016" PRIx64 ":%u\"},\n",
            hashes[index], number);
}

static void put_properties(const scord_race_report_t *report, FILE *out,
                           const scord_race_site_t *site) {
    const scord_repair_t repair = scord_race_repair(report, site);
    fprintf(out,
            "         \"occurrenceCount\": %" PRIu64 ",\n         \"properties\": {\"kernels\": [",
            site->races);
    for (unsigned i = 0; i < site->kernel_count; i++) {
        put_string(out, i ? ", {\"name\": " : "{\"name\": ", site->kernels[i].name);
        fprintf(out, ", \"races\": %" PRIu64 ", \"launches\": %u}", site->kernels[i].races,
                site->kernels[i].launches);
    }
    put_string(out, "], \"scope\": ", site->device_races ? "device" : "block");
    put_string(out, ", \"object\": ", site->object);
    fprintf(out, ", \"objectOffset\": %" PRIu64, site->object_offset);
    put_string(out, ", \"repair\": ", scord_repair_name(repair.action));
    put_string(out, ", \"repairScope\": ", repair.scoped ? scord_scope_name(repair.scope) : NULL);
    fputs("}}", out);
}

static void put_result(const scord_race_report_t *report, const artifacts_t *artifacts, FILE *out,
                       uint32_t index, const uint64_t *hashes) {
    const scord_race_site_t *site = &report->site[index];
    put_string(out, "        {\"ruleId\": ", scord_verdict_name(site->verdict));
    fprintf(out, ", \"ruleIndex\": %u, \"level\": \"error\", \"kind\": \"fail\",\n",
            rule_index(site->verdict));
    put_message(report, out, site);
    fputs("         \"locations\": [{", out);
    put_location(report, artifacts, out, site->pc);
    fputs("}],\n", out);
    put_related_locations(report, artifacts, out, site);
    put_fingerprint(out, hashes, index);
    put_properties(report, out, site);
}

static void put_results(const scord_race_report_t *report, const artifacts_t *artifacts,
                        FILE *out) {
    uint64_t *hashes = calloc((size_t)report->sites + 1, sizeof *hashes);
    for (uint32_t i = 0; i < report->sites && hashes; i++)
        hashes[i] = fingerprint(report, &report->site[i]);
    fputs("      \"results\": [\n", out);
    for (uint32_t i = 0; i < report->sites && hashes; i++) {
        fputs(i ? ",\n" : "", out);
        put_result(report, artifacts, out, i, hashes);
    }
    fputs("\n      ]\n", out);
    free(hashes);
}

/* ---- the run
 * -------------------------------------------------------------------------------------------------------
 */

static void put_tool(FILE *out, const scord_sarif_run_t *run) {
    fputs("      \"tool\": {\"driver\": {\n        \"name\": \"scord\", \"fullName\": \"ScoRD "
          "scoped race detector for "
          "GPUs\"",
          out);
    put_string(out, ", \"version\": ", run->version);
    put_string(out, ", \"properties\": {\"build\": ", run->build);
    fputs("},\n", out);
    put_rules(out);
    fputs("\n      }},\n", out);
}

static void put_invocation(FILE *out, const scord_race_report_t *report,
                           const scord_sarif_run_t *run) {
    const bool notified = run->error && run->error[0];
    fprintf(out, "      \"invocations\": [{\"executionSuccessful\": %s, \"exitCode\": %d",
            run->exit_code >= 2 || report->out_of_memory ? "false" : "true", run->exit_code);
    if (run->command_line) put_string(out, ", \"commandLine\": ", run->command_line);
    if (notified) {
        put_string(
            out,
            ", \"toolExecutionNotifications\": [{\"level\": \"error\", \"message\": {\"text\": ",
            run->error);
        fputs("}}]", out);
    }
    fputs("}],\n", out);
    if (!run->directory) return;
    char base[SCORD_NAME_MAX + 2];
    snprintf(base, sizeof base, "%s/", run->directory);
    fputs("      \"originalUriBaseIds\": {\"" BASE_ID "\": {\"uri\": ", out);
    put_uri(out, base);
    fputs("}},\n", out);
}

void scord_race_report_sarif(const scord_race_report_t *report, const scord_sarif_run_t *run,
                             FILE *out) {
    artifacts_t artifacts = {0};
    if (!find_artifacts(report, &artifacts)) return;
    fputs("{\n  \"$schema\": \"" SARIF_SCHEMA
          "\",\n  \"version\": \"2.1.0\",\n  \"runs\": [\n    {\n",
          out);
    put_tool(out, run);
    put_invocation(out, report, run);
    fputs("      \"columnKind\": \"utf16CodeUnits\",\n", out);
    put_artifacts(out, &artifacts);
    put_results(report, &artifacts, out);
    fputs("    }\n  ]\n}\n", out);
    free(artifacts.file);
}
