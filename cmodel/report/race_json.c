/* race_json.c: the race report for programs. Schema: docs/report-format.md. */
#include <string.h>

#include "cmodel/base/json_string.h"
#include "cmodel/report/notes.h"
#include "cmodel/report/race_repair.h"
#include "cmodel/report/race_site.h"
#include "cmodel/report/race_words.h"
#include "cmodel/report/source_text.h"

enum { JSON_VERSION = 1, TEXT_SIZE = 4 * SCORD_NAME_MAX + 512, SOURCE_SIZE = 400 };

static void put_named_string(FILE *out, const char *indent, const char *name, const char *text) {
    fprintf(out, "%s\"%s\": ", indent, name);
    scord_json_string(out, text);
}

static void put_triple(FILE *out, const char *name, const uint32_t value[3], bool known) {
    if (known)
        fprintf(out, ", \"%s\": [%u, %u, %u]", name, value[0], value[1], value[2]);
    else
        fprintf(out, ", \"%s\": null", name);
}

/* What the instruction is, by the encodings of parameters.md; null where that means nothing. */
static void put_operation(FILE *out, const scord_instruction_t *instruction) {
    const bool access = instruction && instruction->seen && !instruction->is_fence;
    const bool atomic = access && instruction->op == SCORD_OP_ATOMIC;
    const bool scoped = access && (atomic || instruction->strong ||
                                   instruction->semantics != SCORD_SEMANTICS_NONE);
    put_named_string(out, ", ", "op", access ? scord_op_name(instruction->op) : NULL);
    put_named_string(out, ", ", "atomic",
                     atomic ? scord_atomic_kind_name(instruction->atomic_kind) : NULL);
    put_named_string(out, ", ", "scope", scoped ? scord_scope_name(instruction->scope) : NULL);
    put_named_string(out, ", ", "semantics",
                     access ? scord_semantics_name(instruction->semantics) : NULL);
    fprintf(out, ", \"strong\": %s",
            !access                         ? "null"
            : instruction->strong || atomic ? "true"
                                            : "false");
}

/* file, line, function, instruction and source of a PC. */
static void put_instruction(const scord_race_report_t *report, FILE *out, uint32_t pc) {
    const scord_instruction_t *instruction = scord_program_map_instruction(&report->program, pc);
    char words[64], source[SOURCE_SIZE];
    scord_instruction_words(instruction, words, sizeof words);
    const char *file = instruction ? instruction->file : NULL;
    const uint32_t line = instruction ? instruction->line : 0;
    fprintf(out, "\"pc\": %u, ", pc);
    put_named_string(out, "", "instruction", words);
    put_operation(out, instruction);
    put_named_string(out, ", ", "file", file);
    fprintf(out, ", \"line\": %u", line);
    put_named_string(out, ", ", "function", instruction ? instruction->function : NULL);
    put_named_string(out, ", ", "source",
                     file && scord_source_text(file, line, source, sizeof source) ? source : NULL);
}

static void put_side(const scord_race_report_t *report, FILE *out, const char *name,
                     const scord_race_side_t *side) {
    fprintf(out, "      \"%s\": {\"known\": %s", name, side->known ? "true" : "false");
    if (side->known) {
        fprintf(out, ", \"sequence\": %llu, ", (unsigned long long)side->sequence);
        put_instruction(report, out, side->pc);
    }
    fprintf(out, ", \"sm\": %u, \"slot\": %u, \"warp_slot\": %u",
            side->block_id >> SCORD_SLOT_WIDTH, side->block_id & ((1u << SCORD_SLOT_WIDTH) - 1),
            side->warp_id);
    put_triple(out, "block", side->cta, side->block_known);
    if (side->block_known)
        fprintf(out, ", \"warp\": %u", side->warp_of_block);
    else
        fputs(", \"warp\": null", out);
    if (side->thread_known)
        fprintf(out, ", \"lane\": %u", side->lane);
    else
        fputs(", \"lane\": null", out);
    put_triple(out, "thread", side->thread, side->thread_known);
    fputs("},\n", out);
}

static void put_owners(const scord_race_report_t *report, FILE *out,
                       const scord_race_site_t *site) {
    fputs("      \"owners\": [", out);
    for (unsigned i = 0; i < site->owner_count; i++) {
        fprintf(out, "%s{\"races\": %llu, ", i ? ", " : "",
                (unsigned long long)site->owners[i].races);
        put_instruction(report, out, site->owners[i].pc);
        fputc('}', out);
    }
    fprintf(out, "],\n      \"owner_unknown\": %llu,\n", (unsigned long long)site->owner_unknown);
}

static void put_kernels(FILE *out, const scord_race_site_t *site) {
    fputs("      \"kernels\": [", out);
    for (unsigned i = 0; i < site->kernel_count; i++) {
        const scord_site_kernel_t *kernel = &site->kernels[i];
        put_named_string(out, i ? ", {" : "{", "name", kernel->name);
        fprintf(out,
                ", \"races\": %llu, \"launches\": %u, \"first_launch\": %u, \"last_launch\": %u}",
                (unsigned long long)kernel->races, kernel->launches, kernel->first_launch,
                kernel->last_launch);
    }
    fprintf(out, "],\n      \"races_in_other_kernels\": %llu,\n",
            (unsigned long long)site->other_kernels);
}

/* Where a repair is to be made: {"pc", "file", "line"}, or null. */
static void put_place(const scord_race_report_t *report, FILE *out, const char *name, bool known,
                      uint32_t pc) {
    const scord_instruction_t *instruction =
        known ? scord_program_map_instruction(&report->program, pc) : NULL;
    fprintf(out, ", \"%s\": ", name);
    if (!known) {
        fputs("null", out);
        return;
    }
    fprintf(out, "{\"pc\": %u", pc);
    put_named_string(out, ", ", "file", instruction ? instruction->file : NULL);
    fprintf(out, ", \"line\": %u}", instruction ? instruction->line : 0);
}

static void put_repair(const scord_race_report_t *report, FILE *out,
                       const scord_race_site_t *site) {
    const scord_repair_t repair = scord_race_repair(report, site);
    put_named_string(out, ",\n      \"repair\": {", "action", scord_repair_name(repair.action));
    put_named_string(out, ", ", "scope", repair.scoped ? scord_scope_name(repair.scope) : NULL);
    put_place(report, out, "at", repair.pc_known, repair.pc);
    put_place(report, out, "also_at", repair.also_known, repair.also_pc);
    fputc('}', out);
}

static void put_site(const scord_race_report_t *report, FILE *out, const scord_race_site_t *site) {
    char text[TEXT_SIZE];
    put_named_string(out, "    {\n      ", "verdict", scord_verdict_name(site->verdict));
    put_named_string(out, ",\n      ", "rule_table", scord_verdict_table(site->verdict));
    put_named_string(out, ",\n      ", "scope", site->device_races ? "device" : "block");
    fprintf(out, ",\n      \"races\": %llu,\n      \"device_races\": %llu",
            (unsigned long long)site->races, (unsigned long long)site->device_races);
    put_named_string(out, ",\n      ", "kernel", site->kernels[0].name);
    fprintf(out,
            ",\n      \"first_launch\": %u,\n      \"last_launch\": %u,\n      \"launches\": %u,\n",
            site->first_launch, site->last_launch, site->launches);
    put_kernels(out, site);
    fprintf(out, "      \"address\": \"0x%llx\"", (unsigned long long)site->address);
    put_named_string(out, ",\n      ", "object", site->object);
    fprintf(out, ",\n      \"object_offset\": %llu,\n", (unsigned long long)site->object_offset);
    if (site->shared)
        fprintf(out, "      \"shared_offset\": %llu,\n", (unsigned long long)site->shared_offset);
    put_side(report, out, "access", &site->access);
    put_side(report, out, "owner", &site->owner);
    put_owners(report, out, site);
    fprintf(out,
            "      \"metadata_before\": \"0x%016llx\",\n      \"metadata_after\": \"0x%016llx\"",
            (unsigned long long)site->metadata_before, (unsigned long long)site->metadata_after);
    scord_rule_words(report, site, text, sizeof text);
    put_named_string(out, ",\n      ", "rule", text);
    scord_hint_words(report, site, text, sizeof text);
    put_named_string(out, ",\n      ", "hint", text);
    put_repair(report, out, site);
    fputs("\n    }", out);
}

void scord_race_report_json(const scord_race_report_t *report, FILE *out) {
    fprintf(out, "{\n  \"version\": %d,\n", JSON_VERSION);
    put_named_string(out, "  ", "configuration", report->configuration);
    fprintf(out, ",\n  \"races\": %llu,\n  \"not_performed\": %llu,\n  \"complete\": %s,\n",
            (unsigned long long)report->races, (unsigned long long)report->not_performed,
            report->out_of_memory ? "false" : "true");
    scord_notes_json(&report->program, "  ", ",\n", out);
    fputs("  \"sites\": [", out);
    for (uint32_t i = 0; i < report->sites; i++) {
        fputs(i ? ",\n" : "\n", out);
        put_site(report, out, &report->site[i]);
    }
    fputs(report->sites ? "\n  ]\n}\n" : "]\n}\n", out);
}
