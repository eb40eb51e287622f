/* race_json.c: the race report for programs. Schema: docs/report-format.md. */
#include <string.h>

#include "json_string.h"
#include "race_site.h"
#include "race_words.h"
#include "source_text.h"

enum { JSON_VERSION = 1, TEXT_SIZE = 4 * SCORD_NAME_MAX + 512, SOURCE_SIZE = 400 };

static void put_named_string(FILE *out, const char *indent, const char *name, const char *text)
{
    fprintf(out, "%s\"%s\": ", indent, name);
    scord_json_string(out, text);
}

static void put_triple(FILE *out, const char *name, const uint32_t value[3], bool known)
{
    if (known)
        fprintf(out, ", \"%s\": [%u, %u, %u]", name, value[0], value[1], value[2]);
    else
        fprintf(out, ", \"%s\": null", name);
}

/* file, line, function, instruction and source of a PC. */
static void put_instruction(const scord_race_report_t *report, FILE *out, uint32_t pc)
{
    const scord_instruction_t *instruction = scord_program_map_instruction(&report->program, pc);
    char words[64], source[SOURCE_SIZE];
    scord_instruction_words(instruction, words, sizeof words);
    const char *file = instruction ? instruction->file : NULL;
    const uint32_t line = instruction ? instruction->line : 0;
    fprintf(out, "\"pc\": %u, ", pc);
    put_named_string(out, "", "instruction", words);
    put_named_string(out, ", ", "file", file);
    fprintf(out, ", \"line\": %u", line);
    put_named_string(out, ", ", "function", instruction ? instruction->function : NULL);
    put_named_string(out, ", ", "source", file && scord_source_text(file, line, source, sizeof source) ? source : NULL);
}

static void put_side(const scord_race_report_t *report, FILE *out, const char *name, const scord_race_side_t *side)
{
    fprintf(out, "      \"%s\": {\"known\": %s", name, side->known ? "true" : "false");
    if (side->known) {
        fprintf(out, ", \"sequence\": %llu, ", (unsigned long long)side->sequence);
        put_instruction(report, out, side->pc);
    }
    fprintf(out, ", \"sm\": %u, \"slot\": %u, \"warp_slot\": %u", side->block_id >> SCORD_SLOT_WIDTH,
            side->block_id & ((1u << SCORD_SLOT_WIDTH) - 1), side->warp_id);
    put_triple(out, "block", side->cta, side->block_known);
    if (side->block_known)
        fprintf(out, ", \"warp\": %u", side->warp_of_block);
    else
        fputs(", \"warp\": null", out);
    put_triple(out, "thread", side->thread, side->thread_known);
    fputs("},\n", out);
}

static void put_owners(const scord_race_report_t *report, FILE *out, const scord_race_site_t *site)
{
    fputs("      \"owners\": [", out);
    for (unsigned i = 0; i < site->owner_count; i++) {
        fprintf(out, "%s{\"races\": %llu, ", i ? ", " : "", (unsigned long long)site->owners[i].races);
        put_instruction(report, out, site->owners[i].pc);
        fputc('}', out);
    }
    fprintf(out, "],\n      \"owner_unknown\": %llu,\n", (unsigned long long)site->owner_unknown);
}

static void put_site(const scord_race_report_t *report, FILE *out, const scord_race_site_t *site)
{
    char text[TEXT_SIZE];
    put_named_string(out, "    {\n      ", "verdict", scord_verdict_name(site->verdict));
    put_named_string(out, ",\n      ", "rule_table", scord_verdict_table(site->verdict));
    put_named_string(out, ",\n      ", "scope", site->device_races ? "device" : "block");
    fprintf(out, ",\n      \"races\": %llu,\n      \"device_races\": %llu", (unsigned long long)site->races,
            (unsigned long long)site->device_races);
    put_named_string(out, ",\n      ", "kernel", site->kernel);
    fprintf(out, ",\n      \"first_launch\": %u,\n      \"last_launch\": %u,\n      \"launches\": %u,\n",
            site->first_launch, site->last_launch, site->launches);
    fprintf(out, "      \"address\": \"0x%llx\"", (unsigned long long)site->address);
    put_named_string(out, ",\n      ", "object", site->object);
    fprintf(out, ",\n      \"object_offset\": %llu,\n", (unsigned long long)site->object_offset);
    put_side(report, out, "access", &site->access);
    put_side(report, out, "owner", &site->owner);
    put_owners(report, out, site);
    fprintf(out, "      \"metadata_before\": \"0x%016llx\",\n      \"metadata_after\": \"0x%016llx\"",
            (unsigned long long)site->metadata_before, (unsigned long long)site->metadata_after);
    scord_rule_words(report, site, text, sizeof text);
    put_named_string(out, ",\n      ", "rule", text);
    scord_hint_words(report, site, text, sizeof text);
    put_named_string(out, ",\n      ", "hint", text);
    fputs("\n    }", out);
}

void scord_race_report_json(const scord_race_report_t *report, FILE *out)
{
    fprintf(out, "{\n  \"version\": %d,\n", JSON_VERSION);
    put_named_string(out, "  ", "configuration", report->configuration);
    fprintf(out, ",\n  \"races\": %llu,\n  \"complete\": %s,\n  \"sites\": [", (unsigned long long)report->races,
            report->out_of_memory ? "false" : "true");
    for (uint32_t i = 0; i < report->sites; i++) {
        fputs(i ? ",\n" : "\n", out);
        put_site(report, out, &report->site[i]);
    }
    fputs(report->sites ? "\n  ]\n}\n" : "]\n}\n", out);
}
