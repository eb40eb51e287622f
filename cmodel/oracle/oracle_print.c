/* SPDX-License-Identifier: Apache-2.0 */
/* oracle_print.c: the oracle's report as text and JSON; see oracle_report.h. */
#include <inttypes.h>
#include <stdlib.h>

#include "cmodel/oracle/oracle_sites.h"
#include "cmodel/base/json_writer.h"
#include "cmodel/report/notes.h"
#include "cmodel/report/race_words.h"

enum { PLACE_SIZE = SCORD_NAME_MAX + 64, WORDS_SIZE = 64, NOTE_INDENT = 11 };

/* ---- words ---- */

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

/* Rules by their letters in ScoRD Table IV; lanes of one store (D72) have none. */
static void print_letters(FILE *out, uint32_t verdicts) {
    for (unsigned verdict = SCORD_VERDICT_MISSING_BLOCK_FENCE;
         verdict <= SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE; verdict++)
        if (verdicts >> verdict & 1)
            fprintf(out, "(%c)", (int)('a' + verdict - SCORD_VERDICT_MISSING_BLOCK_FENCE));
    if (verdicts >> SCORD_VERDICT_LANES_DIFFER & 1) fputs("(lanes)", out);
}

/* ---- text ---- */

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

/* ---- JSON ---- */

static void put_place(json_writer_t *json, const scord_program_map_t *map, uint32_t pc) {
    const scord_instruction_t *instruction = scord_program_map_instruction(map, pc);
    json_put_unsigned(json, "pc", pc);
    json_put_string(json, "file", instruction ? instruction->file : NULL);
    json_put_unsigned(json, "line", instruction ? instruction->line : 0);
}

static void put_side(json_writer_t *json, const char *name, const scord_oracle_access_t *side,
                     const scord_program_map_t *map) {
    json_line(json, 5);
    json_open_object(json, name);
    put_place(json, map, side->pc);
    json_put_unsigned(json, "event", side->sequence);
    json_put_array32(json, "cta", side->cta, 3);
    json_put_unsigned(json, "thread", side->thread);
    json_put_unsigned(json, "sm", side->sm);
    json_put_unsigned(json, "slot", side->slot);
    json_put_unsigned(json, "warp", side->warp);
    json_put_unsigned(json, "lane", side->lane);
    json_put_string(json, "op", scord_op_name(side->op));
    json_put_string(json, "scope", scord_scope_name(side->scope));
    json_put_bool(json, "synchronises", side->synchronises);
    json_put_bool(json, "writes", side->writes);
    json_close(json);
}

static void put_site(json_writer_t *json, const oracle_site_t *site,
                     const scord_program_map_t *map) {
    json_open_object(json, NULL);
    json_put_string(json, "conflict", scord_oracle_conflict_name(site->conflict));
    json_put_string(json, "relation", scord_oracle_relation_name(widest_relation(site)));
    json_put_unsigned(json, "pairs", site->pairs);
    json_put_unsigned(json, "words", site->words);
    json_put_unsigned(json, "address", site->example.address);
    json_open_array(json, "detector");
    for (unsigned verdict = 0; verdict < SCORD_VERDICT_COUNT; verdict++)
        if (site->detector_verdicts >> verdict & 1)
            json_put_string(json, NULL, scord_verdict_name(verdict));
    json_close(json);
    put_side(json, "first", &site->example.first, map);
    put_side(json, "second", &site->example.second, map);
    json_close(json);
}

static void put_axes(json_writer_t *json, const scord_oracle_axes_t *axes) {
    json_open_object(json, "axes");
    for (unsigned i = 0; scord_oracle_axis_name(i); i++)
        json_put_string(json, scord_oracle_axis_name(i), scord_oracle_axis_value(axes, i));
    json_close(json);
}

static void put_statistics(json_writer_t *json, const scord_oracle_statistics_t *s) {
    json_line(json, 3);
    json_open_object(json, "statistics");
    json_put_unsigned(json, "events", s->events);
    json_put_unsigned(json, "threads", s->threads);
    json_put_unsigned(json, "accesses", s->accesses);
    json_put_unsigned(json, "sync_accesses", s->sync_accesses);
    json_put_unsigned(json, "fences", s->fences);
    json_put_unsigned(json, "barriers", s->barriers);
    json_put_unsigned(json, "races", s->races);
    json_put_unsigned(json, "racy_accesses", s->racy_accesses);
    json_put_unsigned(json, "acquired", s->acquired);
    json_put_unsigned(json, "system_scope", s->system_scope);
    json_put_unsigned(json, "clock_nodes", s->clock_nodes);
    json_close(json);
}

static void put_detector_site(json_writer_t *json, const detector_site_t *site,
                              const scord_program_map_t *map) {
    json_open_object(json, NULL);
    json_put_string(json, "verdict", scord_verdict_name(site->verdict));
    json_put_string(json, "exact", site->true_words > 0 ? "true_positive" : "false_positive");
    put_place(json, map, site->pc);
    json_put_unsigned(json, "reports", site->reports);
    json_put_unsigned(json, "words", site->words);
    json_put_unsigned(json, "true_words", site->true_words);
    json_close(json);
}

static void put_detector(json_writer_t *json, const scord_oracle_report_t *report,
                         const scord_program_map_t *map) {
    const scord_oracle_counts_t *c = &report->counts;
    json_open_object(json, "detector");
    json_put_unsigned(json, "true_positives", c->true_positives);
    json_put_unsigned(json, "false_positives", c->false_positives);
    json_put_unsigned(json, "found", c->found);
    json_put_unsigned(json, "missed", c->missed);
    json_line(json, 4);
    json_put_unsigned(json, "checks", c->checks);
    json_put_unsigned(json, "racy_both", c->racy_both);
    json_put_unsigned(json, "racy_detector_only", c->racy_detector_only);
    json_put_unsigned(json, "racy_oracle_only", c->racy_oracle_only);
    json_open_array(json, "sites");
    json_lines(json, 4);
    for (uint32_t i = 0; i < report->detected_sites; i++)
        put_detector_site(json, &report->detected[i], map);
    json_close(json);
    json_close(json);
}

void scord_put_oracle_report(json_writer_t *json, scord_oracle_report_t *report,
                             const scord_program_map_t *map) {
    oracle_sites_judge(report);
    json_put_string(json, "model", report->model);
    put_axes(json, scord_oracle_axes(report->oracle));
    put_statistics(json, scord_oracle_statistics(report->oracle));
    if (map->notes > 0) json_line(json, 3);
    scord_put_notes(json, map);
    json_line(json, 3);
    json_open_array(json, "sites");
    json_lines(json, 4);
    for (uint32_t i = 0; i < report->sites; i++) put_site(json, &report->site[i], map);
    json_close(json);
    json_line(json, 3);
    if (report->has_detector)
        put_detector(json, report, map);
    else
        json_put_null(json, "detector");
}
