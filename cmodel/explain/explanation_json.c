/* explanation_json.c: an explanation for programs; docs/explain.md, "JSON". */
#include <inttypes.h>
#include <string.h>

#include "cmodel/explain/explanation.h"
#include "cmodel/base/json_string.h"
#include "cmodel/explain/rule_words.h"

typedef struct writer {
    const scord_explanation_t *explanation;
    FILE *out;
    unsigned indent;
} writer_t;

static void line(const writer_t *writer, const char *text) {
    fprintf(writer->out, "%s\n%*s", text, (int)writer->indent, "");
}

static void put_place(const writer_t *writer, uint32_t pc) {
    const scord_instruction_t *instruction =
        scord_program_map_instruction(&writer->explanation->program, pc);
    fprintf(writer->out, "\"pc\": %" PRIu32 ", \"file\": ", pc);
    scord_json_string(writer->out, instruction && instruction->line ? instruction->file : NULL);
    fprintf(writer->out, ", \"line\": %" PRIu32, instruction ? instruction->line : 0);
}

static void put_warp(const writer_t *writer, unsigned block_id, unsigned warp_id) {
    fprintf(writer->out, "\"sm\": %u, \"slot\": %u, \"warp\": %u, ", block_id >> SCORD_SLOT_WIDTH,
            block_id & ((1u << SCORD_SLOT_WIDTH) - 1), warp_id);
}

static void put_past(const writer_t *writer, const scord_past_check_t *past) {
    fprintf(writer->out, "{\"event\": %" PRIu64 ", \"address\": %" PRIu64 ", ", past->sequence,
            past->address);
    put_warp(writer, past->block_id, past->warp_id);
    fprintf(
        writer->out,
        "\"op\": \"%s\", \"strong\": %s, \"scope\": \"%s\", \"path\": \"%s\", \"verdict\": \"%s\", "
        "\"owned\": %s, ",
        scord_op_name(past->op), past->strong ? "true" : "false", scord_scope_name(past->scope),
        scord_path_name(past->path), scord_verdict_name(past->verdict),
        past->owned ? "true" : "false");
    put_place(writer, past->pc);
    fputc('}', writer->out);
}

static void put_metadata(const writer_t *writer, const char *name, const scord_metadata_t *md) {
    uint32_t words[SCORD_METADATA_WORDS];
    scord_metadata_pack(md, words);
    fprintf(writer->out, "\"%s\": {", name);
    for (size_t i = 0; i < SCORD_METADATA_FIELD_COUNT; i++)
        fprintf(writer->out, "%s\"%s\": %" PRIu64, i ? ", " : "", scord_metadata_fields[i].name,
                scord_field_get(&scord_metadata_fields[i], words));
    line(writer, "},");
}

static void put_locks(const writer_t *writer, const char *name, uint64_t bits) {
    bool first = true;
    fprintf(writer->out, "\"%s\": [", name);
    for (unsigned i = 0; i < SCORD_LOCK_TABLE_ENTRIES; i++) {
        const scord_lock_entry_t lock = scord_lock_entry_from_bits(bits >>
                                                                   i * SCORD_LOCK_ENTRY_WIDTH);
        if (lock.state == SCORD_LOCK_STATE_EMPTY) continue;
        fprintf(writer->out, "%s{\"hash\": %u, \"state\": \"%s\"}", first ? "" : ", ", lock.hash,
                scord_lock_state_name(lock.state));
        first = false;
    }
    fputs("], ", writer->out);
}

static void put_compared(const writer_t *writer) {
    const scord_explanation_t *explanation = writer->explanation;
    const scord_check_t *x = &explanation->check.x;
    fprintf(writer->out,
            "\"compared\": {\"owner_blk_fence_id\": %u, \"owner_dev_fence_id\": %u, "
            "\"blk_fence_id\": %u, \"dev_fence_id\": %u, \"barrier_id\": %u, \"lock_bloom\": %u, ",
            x->owner_fences.blk_fence_id, x->owner_fences.dev_fence_id,
            x->accessor_fences.blk_fence_id, x->accessor_fences.dev_fence_id, x->barrier_id,
            x->lock_bloom);
    put_locks(writer, "locks", explanation->access_lock_bits);
    put_locks(writer, "owner_locks", explanation->owner_lock_bits);
    fprintf(writer->out,
            "\"block_fences_since\": %" PRIu64 ", \"device_fences_since\": %" PRIu64
            ", \"barriers_since\": %" PRIu64,
            explanation->block_fences, explanation->device_fences, explanation->barriers);
    line(writer, "},");
}

static void put_condition(const writer_t *writer, const scord_trace_step_t *step, bool first) {
    char words[256];
    scord_term_words((scord_term_t)step->name, step->value, &writer->explanation->check, words,
                     sizeof words);
    fprintf(writer->out, "%s{\"condition\": \"%s\", \"holds\": %s, \"words\": ", first ? "" : ", ",
            scord_term_name((scord_term_t)step->name), step->value ? "true" : "false");
    scord_json_string(writer->out, words);
    fputc('}', writer->out);
}

static void put_rules(const writer_t *writer) {
    const scord_rule_trace_t *trace = &writer->explanation->trace;
    fputs("\"rules\": [", writer->out);
    for (unsigned i = 0, from = 0; i < trace->steps; i++) {
        const scord_trace_step_t *step = &trace->step[i];
        const scord_rule_t rule = (scord_rule_t)step->name;
        if (!step->is_rule) continue;
        line(writer, from ? "," : "");
        fprintf(
            writer->out,
            " {\"rule\": %s, \"table\": \"%s\", \"name\": \"%s\", \"holds\": %s, \"conditions\": [",
            scord_rule_number(rule), scord_rule_table(rule), scord_rule_title(rule),
            step->value ? "true" : "false");
        for (unsigned k = from; k < i; k++) put_condition(writer, &trace->step[k], k == from);
        fputs("]}", writer->out);
        from = i + 1;
    }
    line(writer, "],");
}

static void put_verdict(const writer_t *writer) {
    const scord_decision_t *decision = &writer->explanation->check.decision;
    const scord_rule_t rule = scord_deciding_rule(&writer->explanation->trace);
    fprintf(writer->out,
            "\"verdict\": \"%s\", \"path\": \"%s\", \"scope\": \"%s\", \"decided_by\": ",
            scord_verdict_name(decision->verdict), scord_path_name(decision->path),
            decision->block_scope ? "block" : "device");
    if (rule == SCORD_RULE_COUNT)
        fputs("null", writer->out);
    else
        fprintf(writer->out, "\"%s\"", scord_rule_table(rule));
    if (scord_verdict_is_race(decision->verdict))
        fprintf(writer->out, ", \"race\": %" PRIu64, writer->explanation->race);
    line(writer, ",");
}

static void put_changes(const writer_t *writer) {
    const scord_explanation_t *explanation = writer->explanation;
    fputs("\"changes\": [", writer->out);
    for (unsigned i = 0; i < explanation->changes; i++) {
        const scord_change_t *change = &explanation->change[i];
        line(writer, i ? "," : "");
        fputs(" {\"change\": ", writer->out);
        scord_json_string(writer->out, change->words);
        fprintf(writer->out, ", \"verdict\": \"%s\", \"path\": \"%s\"}",
                scord_verdict_name(change->verdict), scord_path_name(change->path));
    }
    fprintf(writer->out, "], \"trials\": %u}", explanation->trials);
}

void scord_explanation_json(const scord_explanation_t *explanation, FILE *out, unsigned indent) {
    const writer_t writer = {.explanation = explanation, .out = out, .indent = indent};
    const scord_check_t *x = &explanation->check.x;
    fprintf(out,
            "{\"event\": %" PRIu64 ", \"kernel\": %u, \"address\": %" PRIu64 ", \"entry\": %" PRIu64
            ", \"tag_miss\": %s, ",
            explanation->event.sequence, explanation->kernel, explanation->check.address,
            explanation->check.entry, explanation->check.tag_miss ? "true" : "false");
    put_warp(&writer, x->block_id, x->warp_id);
    fprintf(out, "\"op\": \"%s\", \"strong\": %s, ", scord_op_name(explanation->event.access.op),
            x->strong ? "true" : "false");
    put_place(&writer, explanation->event.access.pc);
    line(&writer, ",");
    fputs("\"owner\": ", out);
    if (explanation->owner_known)
        put_past(&writer, &explanation->owner);
    else
        fputs("null", out);
    line(&writer, ",");
    fputs("\"history\": [", out);
    for (unsigned i = 0; i < explanation->history_count; i++) {
        line(&writer, i ? "," : "");
        put_past(&writer, &explanation->history[i]);
    }
    line(&writer, "],");
    put_metadata(&writer, "before", &explanation->check.before);
    put_metadata(&writer, "after", &explanation->after);
    put_compared(&writer);
    put_rules(&writer);
    put_verdict(&writer);
    put_changes(&writer);
}
