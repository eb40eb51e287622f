/* SPDX-License-Identifier: Apache-2.0 */
/* explanation_json.c: an explanation for programs; docs/explain.md, "JSON". */
#include <assert.h>
#include <string.h>

#include "cmodel/base/json_writer.h"
#include "cmodel/explain/explanation.h"
#include "cmodel/explain/rule_words.h"

static void put_place(json_writer_t *json, const scord_explanation_t *explanation, uint32_t pc) {
    const scord_instruction_t *instruction = scord_program_map_instruction(&explanation->program,
                                                                           pc);
    json_put_unsigned(json, "pc", pc);
    json_put_string(json, "file", instruction && instruction->line ? instruction->file : NULL);
    json_put_unsigned(json, "line", instruction ? instruction->line : 0);
}

static void put_warp(json_writer_t *json, unsigned block_id, unsigned warp_id) {
    json_put_unsigned(json, "sm", block_id >> SCORD_SLOT_WIDTH);
    json_put_unsigned(json, "slot", block_id & ((1u << SCORD_SLOT_WIDTH) - 1));
    json_put_unsigned(json, "warp", warp_id);
}

static void put_past(json_writer_t *json, const char *name, const scord_explanation_t *explanation,
                     const scord_past_check_t *past) {
    json_open_object(json, name);
    json_put_unsigned(json, "event", past->sequence);
    json_put_unsigned(json, "address", past->address);
    put_warp(json, past->block_id, past->warp_id);
    json_put_string(json, "op", scord_op_name(past->op));
    json_put_bool(json, "strong", past->strong);
    json_put_string(json, "scope", scord_scope_name(past->scope));
    json_put_string(json, "path", scord_path_name(past->path));
    json_put_string(json, "verdict", scord_verdict_name(past->verdict));
    json_put_bool(json, "owned", past->owned);
    put_place(json, explanation, past->pc);
    json_close(json);
}

static void put_metadata(json_writer_t *json, const char *name, const scord_metadata_t *md) {
    uint32_t words[SCORD_METADATA_WORDS];
    scord_metadata_pack(md, words);
    json_open_object(json, name);
    for (size_t i = 0; i < SCORD_METADATA_FIELD_COUNT; i++)
        json_put_unsigned(json, scord_metadata_fields[i].name,
                          scord_field_get(&scord_metadata_fields[i], words));
    json_close(json);
}

static void put_locks(json_writer_t *json, const char *name, uint64_t bits) {
    json_open_array(json, name);
    for (unsigned i = 0; i < SCORD_LOCK_TABLE_ENTRIES; i++) {
        const scord_lock_entry_t lock = scord_lock_entry_from_bits(bits >>
                                                                   i * SCORD_LOCK_ENTRY_WIDTH);
        if (lock.state == SCORD_LOCK_STATE_EMPTY) continue;
        json_open_object(json, NULL);
        json_put_unsigned(json, "hash", lock.hash);
        json_put_string(json, "state", scord_lock_state_name(lock.state));
        json_close(json);
    }
    json_close(json);
}

static void put_compared(json_writer_t *json, const scord_explanation_t *explanation) {
    const scord_check_t *x = &explanation->check.x;
    json_open_object(json, "compared");
    json_put_unsigned(json, "owner_blk_fence_id", x->owner_fences.blk_fence_id);
    json_put_unsigned(json, "owner_dev_fence_id", x->owner_fences.dev_fence_id);
    json_put_unsigned(json, "blk_fence_id", x->accessor_fences.blk_fence_id);
    json_put_unsigned(json, "dev_fence_id", x->accessor_fences.dev_fence_id);
    json_put_unsigned(json, "barrier_id", x->barrier_id);
    json_put_unsigned(json, "lock_bloom", x->lock_bloom);
    put_locks(json, "locks", explanation->access_lock_bits);
    put_locks(json, "owner_locks", explanation->owner_lock_bits);
    json_put_unsigned(json, "block_fences_since", explanation->block_fences);
    json_put_unsigned(json, "device_fences_since", explanation->device_fences);
    json_put_unsigned(json, "barriers_since", explanation->barriers);
    json_close(json);
}

static void put_condition(json_writer_t *json, const scord_explanation_t *explanation,
                          const scord_trace_step_t *step) {
    assert(!step->is_rule);
    char words[256];
    scord_term_words((scord_term_t)step->name, step->value, &explanation->check, words,
                     sizeof words);
    json_open_object(json, NULL);
    json_put_string(json, "condition", scord_term_name((scord_term_t)step->name));
    json_put_bool(json, "holds", step->value);
    json_put_string(json, "words", words);
    json_close(json);
}

/* In the trace each rule follows its conditions. */
static void put_rules(json_writer_t *json, const scord_explanation_t *explanation, int indent) {
    const scord_rule_trace_t *trace = &explanation->trace;
    assert(trace->steps <= SCORD_TRACE_STEPS);
    json_open_array(json, "rules");
    json_lines(json, indent + 1);
    for (unsigned i = 0, from = 0; i < trace->steps; i++) {
        const scord_trace_step_t *step = &trace->step[i];
        const scord_rule_t rule = (scord_rule_t)step->name;
        if (!step->is_rule) continue;
        json_open_object(json, NULL);
        json_put_printf(json, "rule", "%s", scord_rule_number(rule));
        json_put_string(json, "table", scord_rule_table(rule));
        json_put_string(json, "name", scord_rule_title(rule));
        json_put_bool(json, "holds", step->value);
        json_open_array(json, "conditions");
        for (unsigned k = from; k < i; k++) put_condition(json, explanation, &trace->step[k]);
        json_close(json);
        json_close(json);
        from = i + 1;
    }
    json_close(json);
}

static void put_verdict(json_writer_t *json, const scord_explanation_t *explanation) {
    const scord_decision_t *decision = &explanation->check.decision;
    const scord_rule_t rule = scord_deciding_rule(&explanation->trace);
    json_put_string(json, "verdict", scord_verdict_name(decision->verdict));
    json_put_string(json, "path", scord_path_name(decision->path));
    json_put_string(json, "scope", decision->block_scope ? "block" : "device");
    json_put_string(json, "decided_by", rule == SCORD_RULE_COUNT ? NULL : scord_rule_table(rule));
    if (scord_verdict_is_race(decision->verdict))
        json_put_unsigned(json, "race", explanation->race);
}

static void put_changes(json_writer_t *json, const scord_explanation_t *explanation, int indent) {
    json_open_array(json, "changes");
    json_lines(json, indent + 1);
    for (unsigned i = 0; i < explanation->changes; i++) {
        const scord_change_t *change = &explanation->change[i];
        json_open_object(json, NULL);
        json_put_string(json, "change", change->words);
        json_put_string(json, "verdict", scord_verdict_name(change->verdict));
        json_put_string(json, "path", scord_path_name(change->path));
        json_close(json);
    }
    json_close(json);
    json_put_unsigned(json, "trials", explanation->trials);
}

static void put_access(json_writer_t *json, const scord_explanation_t *explanation) {
    const scord_check_t *x = &explanation->check.x;
    json_put_unsigned(json, "event", explanation->event.sequence);
    json_put_unsigned(json, "kernel", explanation->kernel);
    json_put_unsigned(json, "address", explanation->check.address);
    json_put_unsigned(json, "entry", explanation->check.entry);
    json_put_bool(json, "tag_miss", explanation->check.tag_miss);
    put_warp(json, x->block_id, x->warp_id);
    json_put_string(json, "op", scord_op_name(explanation->event.access.op));
    json_put_bool(json, "strong", x->strong);
    put_place(json, explanation, explanation->event.access.pc);
}

void scord_put_explanation(json_writer_t *json, const char *name,
                           const scord_explanation_t *explanation, int indent) {
    json_open_object(json, name);
    put_access(json, explanation);
    json_line(json, indent);
    if (explanation->owner_known)
        put_past(json, "owner", explanation, &explanation->owner);
    else
        json_put_null(json, "owner");
    json_line(json, indent);
    json_open_array(json, "history");
    json_lines(json, indent);
    for (unsigned i = 0; i < explanation->history_count; i++)
        put_past(json, NULL, explanation, &explanation->history[i]);
    json_close(json);
    json_line(json, indent);
    put_metadata(json, "before", &explanation->check.before);
    json_line(json, indent);
    put_metadata(json, "after", &explanation->after);
    json_line(json, indent);
    put_compared(json, explanation);
    json_line(json, indent);
    put_rules(json, explanation, indent);
    json_line(json, indent);
    put_verdict(json, explanation);
    json_line(json, indent);
    put_changes(json, explanation, indent);
    json_close(json);
}
