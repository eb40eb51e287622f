/* SPDX-License-Identifier: Apache-2.0 */
/* explanation_print.c: an explanation for people, 100 columns wide. */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "cmodel/explain/explanation.h"
#include "cmodel/sm/lock_table.h"
#include "cmodel/report/race_words.h"
#include "cmodel/base/wrapped_text.h"
#include "cmodel/explain/rule_words.h"

enum { LABEL = 15, TEXT = 1200 };

static void label(FILE *out, const char *name) { fprintf(out, "  %-*s", LABEL - 2, name); }

/* "label  words …", continued below the words. */
static void entry(FILE *out, const char *name, const char *text) {
    label(out, name);
    scord_print_wrapped(out, text, LABEL, LABEL);
}

/* " file.cu:12", or "". */
static void place(const scord_explanation_t *explanation, uint32_t pc, char *text, size_t size) {
    const scord_instruction_t *instruction = scord_program_map_instruction(&explanation->program,
                                                                           pc);
    text[0] = '\0';
    if (instruction && instruction->file && instruction->line)
        snprintf(text, size, ", %s:%" PRIu32, instruction->file, instruction->line);
}

static void print_access(const scord_explanation_t *explanation, FILE *out) {
    char text[TEXT], where[SCORD_PLACE_SIZE], warp[48];
    const scord_decided_check_t *check = &explanation->check;
    const scord_event_access_t *access = &explanation->event.access;
    place(explanation, access->pc, where, sizeof where);
    scord_warp_name(check->x.block_id, check->x.warp_id, warp, sizeof warp);
    snprintf(text, sizeof text,
             "event %" PRIu64 ": %s %s%s by %s, pc 0x%" PRIx32 "%s, word 0x%" PRIx64,
             explanation->event.sequence, check->x.strong && !check->x.atomic ? "strong" : "",
             check->x.atomic   ? (check->x.block_scope ? "block-scope " : "device-scope ")
             : check->x.strong ? ""
                               : "weak ",
             check->x.atomic ? "atomic" : scord_op_name(access->op), warp, access->pc, where,
             check->address);
    /* two blanks where a word is left out */
    for (char *blanks; (blanks = strstr(text, "  "));) memmove(blanks, blanks + 1, strlen(blanks));
    entry(out, "access", text);
    const scord_object_t *object = scord_program_map_object(&explanation->program, check->address);
    if (!object) return;
    snprintf(text, sizeof text, "%s + %" PRIu64, object->name, check->address - object->address);
    entry(out, "object", text);
}

static void past_words(const scord_explanation_t *explanation, const scord_past_check_t *past,
                       char *text, size_t size) {
    char where[SCORD_PLACE_SIZE], warp[48];
    place(explanation, past->pc, where, sizeof where);
    scord_warp_name(past->block_id, past->warp_id, warp, sizeof warp);
    snprintf(text, size, "event %" PRIu64 ": %s %s by %s, pc 0x%" PRIx32 "%s", past->sequence,
             past->atomic   ? (past->scope == SCORD_SCOPE_BLOCK ? "block-scope" : "device-scope")
             : past->strong ? "strong"
                            : "weak",
             scord_op_name(past->op), warp, past->pc, where);
}

static void print_owner(const scord_explanation_t *explanation, FILE *out) {
    char text[TEXT];
    if (!explanation->owner_known) {
        entry(out, "owner",
              explanation->check.tag_miss ? "none: the entry was another word's (tag miss, D23)"
                                          : "none: the word was not accessed since its reset");
        return;
    }
    past_words(explanation, &explanation->owner, text, sizeof text);
    entry(out, "owner", text);
}

/* The entry before this check, and the fields that do not depend on it. */
static void print_history(const scord_explanation_t *explanation, FILE *out) {
    char text[TEXT];
    for (unsigned i = 0; i < explanation->history_count; i++) {
        const scord_past_check_t *past = &explanation->history[i];
        past_words(explanation, past, text, sizeof text);
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, ": %s%s%s",
                 scord_verdict_is_race(past->verdict) ? "race, " : "",
                 scord_verdict_is_race(past->verdict) ? scord_verdict_words(past->verdict)
                                                      : scord_path_name(past->path),
                 past->owned ? "; became the owner" : "");
        entry(out, i ? "" : "before it", text);
    }
}

static void metadata_words(const scord_metadata_t *md, char *text, size_t size) {
    uint32_t words[SCORD_METADATA_WORDS];
    size_t used = 0;
    scord_metadata_pack(md, words);
    for (size_t i = SCORD_METADATA_FIELD_COUNT; i-- > 0 && used < size;) {
        const scord_field_t *field = &scord_metadata_fields[i];
        used += (size_t)snprintf(text + used, size - used,
                                 i == 0 ? "%s%s=0x%04" PRIx64 : "%s%s=%" PRIu64, used ? " " : "",
                                 field->name, scord_field_get(field, words));
    }
}

static void print_entries(const scord_explanation_t *explanation, FILE *out) {
    char text[TEXT];
    const scord_decided_check_t *check = &explanation->check;
    size_t used = (size_t)snprintf(text, sizeof text, "number %" PRIu64 "%s: ", check->entry,
                                   check->tag_miss ? ", tag miss, so the reset image" : "");
    assert(used < sizeof text);
    metadata_words(&check->before, text + used, sizeof text - used);
    entry(out, "entry", text);
    metadata_words(&explanation->after, text, sizeof text);
    entry(out, "after", text);
}

/* One entry of a lock table; entry 0 may count locks instead (D71). */
static int lock_entry_words(scord_lock_entry_t lock, char *text, size_t size) {
    const char *state = scord_lock_state_name(lock.state);
    if (!scord_lock_entry_counts(&lock))
        return snprintf(text, size, "hash 0x%02x %s", lock.hash, state);
    return snprintf(text, size, "%s of %u%s locks, %sactive", state, scord_lock_entry_count(&lock),
                    scord_lock_entry_count(&lock) == SCORD_LOCK_COUNT_UNKNOWN ? " or more" : "",
                    lock.hash & SCORD_LOCK_COUNT_ACTIVE ? "" : "not yet fully ");
}

static void lock_words(uint64_t bits, char *text, size_t size) {
    size_t used = (size_t)snprintf(text, size, "%s", "");
    for (unsigned i = 0; i < SCORD_LOCK_TABLE_ENTRIES && used < size; i++) {
        const scord_lock_entry_t lock = scord_lock_entry_from_bits(bits >>
                                                                   i * SCORD_LOCK_ENTRY_WIDTH);
        if (lock.state == SCORD_LOCK_STATE_EMPTY) continue;
        if (used) used += (size_t)snprintf(text + used, size - used, ", ");
        if (used < size) used += (size_t)lock_entry_words(lock, text + used, size - used);
    }
    if (!used) snprintf(text, size, "none");
}

static void print_state(const scord_explanation_t *explanation, FILE *out) {
    char text[TEXT], mine[256], owners[256], warp[48], owner[48];
    const scord_decided_check_t *check = &explanation->check;
    scord_warp_name(check->x.block_id, check->x.warp_id, warp, sizeof warp);
    scord_warp_name(check->before.block_id, check->before.warp_id, owner, sizeof owner);
    snprintf(text, sizeof text,
             "fence file of %s (owner): BlkFenceID %u, DevFenceID %u; of %s: %u, %u", owner,
             check->x.owner_fences.blk_fence_id, check->x.owner_fences.dev_fence_id, warp,
             check->x.accessor_fences.blk_fence_id, check->x.accessor_fences.dev_fence_id);
    entry(out, "compared", text);
    if (explanation->owner_known) {
        snprintf(text, sizeof text,
                 "between the two the owner executed %" PRIu64 " block and %" PRIu64
                 " device fences, and its block %" PRIu64 " barriers",
                 explanation->block_fences, explanation->device_fences, explanation->barriers);
        entry(out, "", text);
    }
    lock_words(explanation->access_lock_bits, mine, sizeof mine);
    lock_words(explanation->owner_lock_bits, owners, sizeof owners);
    snprintf(text, sizeof text,
             "BarrierID now %u; lock table of %s: %s (bloom 0x%04x); of the owner: %s",
             check->x.barrier_id, warp, mine, check->x.lock_bloom, owners);
    entry(out, "", text);
}

/* The conditions since the previous rule, each once. */
static void condition_words(const scord_explanation_t *explanation, unsigned from, unsigned to,
                            char *text, size_t size) {
    assert(from <= to && to <= explanation->trace.steps);
    uint32_t told = 0;
    size_t used = 0;
    text[0] = '\0';
    for (unsigned i = from; i < to && used < size; i++) {
        char words[160];
        const scord_trace_step_t *step = &explanation->trace.step[i];
        assert(!step->is_rule && step->name < SCORD_TERM_COUNT);
        if (told >> step->name & 1) continue;
        told |= UINT32_C(1) << step->name;
        scord_term_words((scord_term_t)step->name, step->value, &explanation->check, words,
                         sizeof words);
        used += (size_t)snprintf(text + used, size - used, "%s%s", used ? "; " : "", words);
    }
}
_Static_assert(SCORD_TERM_COUNT <= 32, "conditions fit the set of those told");

static const char *outcome_words(scord_rule_t rule, bool holds) {
    if (rule == SCORD_RULE_AFTER_RACE || rule == SCORD_RULE_AFTER_STORE ||
        rule == SCORD_RULE_AFTER_LOAD)
        return "applied";
    return holds ? "YES" : "no";
}

static void print_rules(const scord_explanation_t *explanation, FILE *out) {
    const scord_rule_trace_t *trace = &explanation->trace;
    for (unsigned i = 0, from = 0; i < trace->steps; i++) {
        const scord_trace_step_t *step = &trace->step[i];
        const scord_rule_t rule = (scord_rule_t)step->name;
        char text[TEXT], name[16], conditions[TEXT - 128];
        if (!step->is_rule) continue;
        condition_words(explanation, from, i, conditions, sizeof conditions);
        snprintf(name, sizeof name, "rule %s", scord_rule_number(rule));
        snprintf(text, sizeof text, "%s, %s: %s%s%s", scord_rule_table(rule),
                 scord_rule_title(rule), outcome_words(rule, step->value),
                 conditions[0] ? ". " : "", conditions);
        entry(out, name, text);
        from = i + 1;
    }
}

static void print_verdict(const scord_explanation_t *explanation, FILE *out) {
    char text[TEXT];
    const scord_decision_t *decision = &explanation->check.decision;
    const scord_rule_t rule = scord_deciding_rule(&explanation->trace);
    if (scord_verdict_is_race(decision->verdict))
        snprintf(text, sizeof text,
                 "RACE: %s, %s scope, by rule %s (%s); race %" PRIu64 " of the stream",
                 scord_verdict_words(decision->verdict), decision->block_scope ? "block" : "device",
                 scord_rule_number(rule), scord_verdict_table(decision->verdict),
                 explanation->race);
    else if (rule != SCORD_RULE_COUNT)
        snprintf(text, sizeof text, "clean: rule %s (%s, %s) lets it pass", scord_rule_number(rule),
                 scord_rule_table(rule), scord_rule_title(rule));
    else
        snprintf(text, sizeof text, "clean: no rule of Table IV holds");
    entry(out, "verdict", text);
}

static void print_changes(const scord_explanation_t *explanation, FILE *out) {
    const bool race = scord_verdict_is_race(explanation->check.decision.verdict);
    char text[TEXT];
    for (unsigned i = 0; i < explanation->changes; i++) {
        const scord_change_t *change = &explanation->change[i];
        if (race)
            snprintf(text, sizeof text, "%s", change->words);
        else
            snprintf(text, sizeof text, "%s: then race, %s", change->words,
                     scord_verdict_words(change->verdict));
        entry(out, race ? (i ? "or with" : "clean with") : (i ? "or without" : "race without"),
              text);
    }
    if (explanation->check.decision.verdict == SCORD_VERDICT_LANES_DIFFER)
        entry(out, "clean with", "one lane that writes the word, or one value of all lanes");
    else if (explanation->changes == 0 && race)
        entry(out, "clean with", "nothing that was tried");
    snprintf(text, sizeof text, "%u change%s of the stream decided by the model",
             explanation->trials, explanation->trials == 1 ? "" : "s");
    if (explanation->trials) entry(out, "tried", text);
}

void scord_explanation_print(const scord_explanation_t *explanation, FILE *out) {
    char text[TEXT + SCORD_NAME_MAX];
    snprintf(text, sizeof text,
             "explanation of the check of word 0x%" PRIx64 " by event %" PRIu64 ", kernel %u of %s",
             explanation->check.address, explanation->event.sequence, explanation->kernel,
             explanation->stream);
    scord_print_wrapped(out, text, 0, 2);
    print_access(explanation, out);
    print_owner(explanation, out);
    print_history(explanation, out);
    print_entries(explanation, out);
    print_state(explanation, out);
    print_rules(explanation, out);
    print_verdict(explanation, out);
    print_changes(explanation, out);
}
