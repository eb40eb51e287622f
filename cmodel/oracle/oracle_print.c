/* oracle_print.c: the oracle's report as text and JSON; see oracle_report.h. */
#include <inttypes.h>
#include <stdlib.h>

#include "cmodel/oracle/oracle_sites.h"
#include "cmodel/base/json_string.h"
#include "cmodel/report/notes.h"
#include "cmodel/report/race_words.h"

enum { PLACE_SIZE = SCORD_NAME_MAX + 64, WORDS_SIZE = 64, NOTE_INDENT = 11 };

/* ---- words
 * ---------------------------------------------------------------------------------------------------------
 */

static const char *place_words(const scord_program_map_t *map, uint32_t pc, char text[PLACE_SIZE]) {
    const scord_instruction_t *instruction = scord_program_map_instruction(map, pc);
    if (instruction && instruction->file && instruction->line != 0)
        snprintf(text, PLACE_SIZE, "%s:%" PRIu32, instruction->file, instruction->line);
    else
        snprintf(text, PLACE_SIZE, "pc 0x%" PRIx32, pc);
    return text;
}

static const char *relation_words(scord_oracle_relation_t relation) {
    switch (relation) {
    case SCORD_ORACLE_RELATION_WARP: return "lanes of one warp";
    case SCORD_ORACLE_RELATION_BLOCK: return "warps of one block";
    case SCORD_ORACLE_RELATION_DEVICE: break;
    }
    return "threads of different blocks";
}

static scord_oracle_relation_t widest_relation(const oracle_site_t *site) {
    scord_oracle_relation_t widest = SCORD_ORACLE_RELATION_WARP;
    for (unsigned i = 0; i < ORACLE_RELATIONS; i++)
        if (site->pairs_by_relation[i] > 0) widest = (scord_oracle_relation_t)i;
    return widest;
}

/* Rules by their letters in ScoRD Table IV. */
static void print_letters(FILE *out, uint32_t verdicts) {
    for (unsigned verdict = SCORD_VERDICT_MISSING_BLOCK_FENCE; verdict < SCORD_VERDICT_COUNT;
         verdict++)
        if (verdicts >> verdict & 1)
            fprintf(out, "(%c)", (int)('a' + verdict - SCORD_VERDICT_MISSING_BLOCK_FENCE));
}

/* ---- text
 * ----------------------------------------------------------------------------------------------------------
 */

static void print_side(const char *title, const scord_oracle_access_t *side,
                       const scord_program_map_t *map, FILE *out) {
    char place[PLACE_SIZE], words[WORDS_SIZE];
    scord_instruction_words(scord_program_map_instruction(map, side->pc), words, sizeof words);
    fprintf(out, "      %s %s at %s\n", title, words, place_words(map, side->pc, place));
    fprintf(out,
            "             thread %" PRIu32 " of block (%" PRIu32 ",%" PRIu32 ",%" PRIu32
            "), SM %u warp %u lane %u, event %" PRIu64 "\n",
            side->thread, side->cta[0], side->cta[1], side->cta[2], side->sm, side->warp,
            side->lane, side->sequence);
}

static void print_address(const scord_oracle_race_t *race, const scord_program_map_t *map,
                          FILE *out) {
    const scord_object_t *object = scord_program_map_object_at(map, race->address,
                                                               race->second.sequence);
    fprintf(out, "      on     0x%" PRIx64, race->address);
    if (object) fprintf(out, " = %s + %" PRIu64, object->name, race->address - object->address);
    fputc('\n', out);
}

static void print_site(const scord_oracle_report_t *report, const oracle_site_t *site,
                       unsigned number, const scord_program_map_t *map, FILE *out) {
    fprintf(out, "  %u. %s conflict between %s\n", number,
            scord_oracle_conflict_name(site->conflict), relation_words(widest_relation(site)));
    print_side("first ", &site->example.first, map, out);
    print_side("second", &site->example.second, map, out);
    print_address(&site->example, map, out);
    fprintf(out, "      pairs  %" PRIu64 " on %" PRIu32 " word%s", site->pairs, site->words,
            site->words == 1 ? "" : "s");
    if (report->has_detector && site->detector_verdicts == 0)
        fprintf(out, "; MISSED by the detector");
    if (site->detector_verdicts != 0) {
        fprintf(out, "; detector: found ");
        print_letters(out, site->detector_verdicts);
    }
    fputc('\n', out);
}

static void print_model(const scord_oracle_report_t *report, FILE *out) {
    char text[SCORD_ORACLE_AXES_TEXT];
    fprintf(out, "model %s: %s\n", report->model,
            scord_oracle_axes_format(scord_oracle_axes(report->oracle), text));
}

static void print_statistics(const scord_oracle_report_t *report, FILE *out) {
    const scord_oracle_statistics_t *s = scord_oracle_statistics(report->oracle);
    fprintf(out,
            "  seen     %" PRIu64 " events, %" PRIu64 " threads, %" PRIu64 " accesses (%" PRIu64
            " synchronising), %" PRIu64 " fences, %" PRIu64 " barriers\n",
            s->events, s->threads, s->accesses, s->sync_accesses, s->fences, s->barriers);
    if (s->system_scope > 0)
        fprintf(out,
                "           %" PRIu64 " operations of system scope, treated as device scope (D7)\n",
                s->system_scope);
    fprintf(out, "  races    %" PRIu32 " site%s, %" PRIu64 " pair%s, %" PRIu64 " racy access%s",
            report->counts.sites, report->counts.sites == 1 ? "" : "s", s->races,
            s->races == 1 ? "" : "s", s->racy_accesses, s->racy_accesses == 1 ? "" : "es");
    if (report->counts.warp_sites > 0)
        fprintf(out, "; %" PRIu32 " of the sites within one warp only", report->counts.warp_sites);
    fputc('\n', out);
}

static void print_detector_sites(const scord_oracle_report_t *report,
                                 const scord_program_map_t *map, FILE *out) {
    char place[PLACE_SIZE];
    for (uint32_t i = 0; i < report->detected_sites; i++) {
        const detector_site_t *site = &report->detected[i];
        fprintf(out, "  %s of the detector: ",
                site->true_words > 0 ? "true positive" : "FALSE POSITIVE");
        print_letters(out, UINT32_C(1) << site->verdict);
        fprintf(out,
                " %s at %s,\n           race %" PRIu32 " of its report, %" PRIu64
                " time%s on %" PRIu32 " word%s\n",
                scord_verdict_words((scord_verdict_t)site->verdict),
                place_words(map, site->pc, place), i + 1, site->reports,
                site->reports == 1 ? "" : "s", site->words, site->words == 1 ? "" : "s");
    }
}

static void print_detector(const scord_oracle_report_t *report, FILE *out) {
    const scord_oracle_counts_t *c = &report->counts;
    fprintf(out,
            "  detector %" PRIu32 " site%s: %" PRIu32 " true positive%s, %" PRIu32
            " false positive%s; of the oracle's %" PRIu32 " site%s %" PRIu32 " found, %" PRIu32
            " missed\n",
            report->detected_sites, report->detected_sites == 1 ? "" : "s", c->true_positives,
            c->true_positives == 1 ? "" : "s", c->false_positives,
            c->false_positives == 1 ? "" : "s", c->sites, c->sites == 1 ? "" : "s", c->found,
            c->missed);
    fprintf(out,
            "  checks   %" PRIu64 ": racy to both %" PRIu64 ", to the detector only %" PRIu64
            ", to the oracle only %" PRIu64 "\n",
            c->checks, c->racy_both, c->racy_detector_only, c->racy_oracle_only);
}

void scord_oracle_report_print(scord_oracle_report_t *report, const scord_program_map_t *map,
                               unsigned most, FILE *out) {
    oracle_sites_judge(report);
    print_model(report, out);
    scord_notes_print(map, "  note", NOTE_INDENT, out);
    print_statistics(report, out);
    if (report->has_detector) print_detector(report, out);
    for (uint32_t i = 0; i < report->sites && (most == 0 || i < most); i++)
        print_site(report, &report->site[i], i + 1, map, out);
    if (most != 0 && report->sites > most)
        fprintf(out, "  ... and %" PRIu32 " more sites; --all-sites shows them\n",
                report->sites - most);
    print_detector_sites(report, map, out);
}

/* ---- JSON
 * ----------------------------------------------------------------------------------------------------------
 */

static void put_place(const scord_program_map_t *map, uint32_t pc, FILE *out) {
    const scord_instruction_t *instruction = scord_program_map_instruction(map, pc);
    fprintf(out, "\"pc\": %" PRIu32 ", \"file\": ", pc);
    scord_json_string(out, instruction ? instruction->file : NULL);
    fprintf(out, ", \"line\": %" PRIu32, instruction ? instruction->line : 0);
}

static void put_side(const char *name, const scord_oracle_access_t *side,
                     const scord_program_map_t *map, FILE *out) {
    fprintf(out, ",\n     \"%s\": {", name);
    put_place(map, side->pc, out);
    fprintf(out,
            ", \"event\": %" PRIu64 ", \"cta\": [%" PRIu32 ", %" PRIu32 ", %" PRIu32
            "], \"thread\": %" PRIu32 ", \"sm\": %u, \"slot\": %u, \"warp\": %u, \"lane\": %u, "
                                      "\"op\": \"%s\", \"scope\": \"%s\", "
            "\"synchronises\": %s, \"writes\": %s}",
            side->sequence, side->cta[0], side->cta[1], side->cta[2], side->thread, side->sm,
            side->slot, side->warp, side->lane, scord_op_name(side->op),
            scord_scope_name(side->scope), side->synchronises ? "true" : "false",
            side->writes ? "true" : "false");
}

static void put_verdicts(uint32_t verdicts, FILE *out) {
    const char *separator = "";
    fputc('[', out);
    for (unsigned verdict = 0; verdict < SCORD_VERDICT_COUNT; verdict++)
        if (verdicts >> verdict & 1) {
            fprintf(out, "%s\"%s\"", separator, scord_verdict_name(verdict));
            separator = ", ";
        }
    fputc(']', out);
}

static void put_site(const oracle_site_t *site, const scord_program_map_t *map, FILE *out) {
    fprintf(out,
            "    {\"conflict\": \"%s\", \"relation\": \"%s\", \"pairs\": %" PRIu64
            ", \"words\": %" PRIu32 ", \"address\": %" PRIu64 ", \"detector\": ",
            scord_oracle_conflict_name(site->conflict),
            scord_oracle_relation_name(widest_relation(site)), site->pairs, site->words,
            site->example.address);
    put_verdicts(site->detector_verdicts, out);
    put_side("first", &site->example.first, map, out);
    put_side("second", &site->example.second, map, out);
    fputc('}', out);
}

static void put_axes(const scord_oracle_axes_t *axes, FILE *out) {
    fputs("{", out);
    for (unsigned i = 0; scord_oracle_axis_name(i); i++)
        fprintf(out, "%s\"%s\": \"%s\"", i > 0 ? ", " : "", scord_oracle_axis_name(i),
                scord_oracle_axis_value(axes, i));
    fputs("}", out);
}

static void put_statistics(const scord_oracle_statistics_t *s, FILE *out) {
    fprintf(out,
            "{\"events\": %" PRIu64 ", \"threads\": %" PRIu64 ", \"accesses\": %" PRIu64
            ", \"sync_accesses\": %" PRIu64 ", \"fences\": %" PRIu64 ", \"barriers\": %" PRIu64
            ", \"races\": %" PRIu64 ", \"racy_accesses\": %" PRIu64 ", \"acquired\": %" PRIu64
            ", \"system_scope\": %" PRIu64 ", \"clock_nodes\": %" PRIu64 "}",
            s->events, s->threads, s->accesses, s->sync_accesses, s->fences, s->barriers, s->races,
            s->racy_accesses, s->acquired, s->system_scope, s->clock_nodes);
}

static void put_detector(const scord_oracle_report_t *report, const scord_program_map_t *map,
                         FILE *out) {
    const scord_oracle_counts_t *c = &report->counts;
    fprintf(out,
            "{\"true_positives\": %" PRIu32 ", \"false_positives\": %" PRIu32
            ", \"found\": %" PRIu32 ", \"missed\": %" PRIu32 ",\n    \"checks\": %" PRIu64
            ", \"racy_both\": %" PRIu64 ", \"racy_detector_only\": %" PRIu64
            ", \"racy_oracle_only\": %" PRIu64 ", \"sites\": [",
            c->true_positives, c->false_positives, c->found, c->missed, c->checks, c->racy_both,
            c->racy_detector_only, c->racy_oracle_only);
    for (uint32_t i = 0; i < report->detected_sites; i++) {
        const detector_site_t *site = &report->detected[i];
        fprintf(out, "%s\n    {\"verdict\": \"%s\", \"exact\": \"%s\", ", i > 0 ? "," : "",
                scord_verdict_name(site->verdict),
                site->true_words > 0 ? "true_positive" : "false_positive");
        put_place(map, site->pc, out);
        fprintf(out,
                ", \"reports\": %" PRIu64 ", \"words\": %" PRIu32 ", \"true_words\": %" PRIu32 "}",
                site->reports, site->words, site->true_words);
    }
    fputs("]}", out);
}

void scord_oracle_report_json(scord_oracle_report_t *report, const scord_program_map_t *map,
                              FILE *out) {
    oracle_sites_judge(report);
    fputs("  {\"model\": ", out);
    scord_json_string(out, report->model);
    fputs(", \"axes\": ", out);
    put_axes(scord_oracle_axes(report->oracle), out);
    fputs(",\n   \"statistics\": ", out);
    put_statistics(scord_oracle_statistics(report->oracle), out);
    scord_notes_json(map, ",\n   ", "", out);
    fputs(",\n   \"sites\": [", out);
    for (uint32_t i = 0; i < report->sites; i++) {
        fputs(i > 0 ? ",\n" : "\n", out);
        put_site(&report->site[i], map, out);
    }
    fputs("],\n   \"detector\": ", out);
    if (report->has_detector)
        put_detector(report, map, out);
    else
        fputs("null", out);
}
