/* SPDX-License-Identifier: Apache-2.0 */
/* check_oracle.c: `scord check --oracle`: the exact oracle (docs/oracle.md) on the events that the
 * detector decides.
 *
 * The oracle needs the items of an event right after the event. The golden model retires in that
 * order, the RTL does not: with --rtl a second golden model replays the stream for the oracle.
 */
#include <assert.h>
#include <string.h>

#include "cosim/commands/program/check_run.h"
#include "cosim/commands/shared/document_paths.h"

void check_oracle_judged(check_oracle_t *oracle, const scord_event_t *event,
                         const scord_retire_t *judged) {
    if (oracle->report) scord_oracle_report_retire(oracle->report, event, judged);
}

/* scord_observe_t of the second model, whose bytes are told apart as the report does it. */
static void judge(void *context, const scord_event_t *event, const scord_retire_t *retire) {
    check_oracle_t *oracle = context;
    scord_byte_judgement_t judged;
    if (!scord_byte_races_judge(&oracle->bytes, oracle->detector, event, retire, &judged))
        oracle->no_memory = true;
    check_oracle_judged(oracle, event, &judged.item);
}

int check_oracle_start(check_oracle_t *oracle, const check_options_t *options,
                       const scord_config_t *config, char *message, size_t size) {
    scord_oracle_axes_t axes;
    scord_model_status_t status;
    if (!options->oracle_model || scord_oracle_preset(options->oracle_model, &axes) != 0)
        return 0; /* names are checked */
    assert(!oracle->report && !oracle->detector);
    oracle->report = scord_oracle_report_create(options->oracle_model, &axes);
    if (oracle->report && config->independent_threads != 0)
        scord_oracle_report_compare_lanes(oracle->report);
    if (options->rtl) oracle->detector = scord_model_create(config, &status);
    if (oracle->detector) scord_replay_init(&oracle->replay, oracle->detector, judge, oracle);
    if (oracle->report && !oracle->detector == !options->rtl) return 0;
    snprintf(message, size, "no memory for the exact oracle; check without --oracle");
    return SCORD_EXIT_ENVIRONMENT;
}

static int no_memory(check_oracle_t *oracle, char *message, size_t size) {
    oracle->failed = true;
    snprintf(message, size,
             "out of memory in the exact oracle; check without --oracle, or a smaller input");
    return SCORD_EXIT_ENVIRONMENT;
}

int check_oracle_event(check_oracle_t *oracle, const scord_event_t *event, char *message,
                       size_t size) {
    if (!oracle->report) return 0;
    if (!scord_program_map_event(&oracle->map, event)) return no_memory(oracle, message, size);
    const scord_oracle_status_t status = scord_oracle_report_event(oracle->report, event);
    if (status == SCORD_ORACLE_NO_MEMORY) return no_memory(oracle, message, size);
    if (status == SCORD_ORACLE_INVALID) {
        oracle->failed = true;
        snprintf(message, size, "the front end wrote a bad record: %s",
                 scord_oracle_report_message(oracle->report));
        return SCORD_EXIT_ENVIRONMENT;
    }
    if (!oracle->detector) return 0;
    if (event->kind == SCORD_EVENT_KIND_KERNEL_BEGIN) scord_byte_races_start(&oracle->bytes);
    if (scord_replay_event(&oracle->replay, event, message, size) != SCORD_REPLAY_OK)
        return SCORD_EXIT_ENVIRONMENT;
    return oracle->no_memory ? no_memory(oracle, message, size) : 0;
}

bool check_oracle_finish(check_oracle_t *oracle) {
    scord_oracle_counts_t counts = {0};
    if (oracle->report && !oracle->failed) scord_oracle_report_counts(oracle->report, &counts);
    return counts.sites > 0;
}

void check_oracle_print(check_oracle_t *oracle, FILE *out) {
    if (!oracle->report || oracle->failed) return;
    document_paths_put(
        out,
        "\nexact oracle (docs/oracle.md): which of these races are real, and which were missed\n");
    scord_oracle_report_print(oracle->report, &oracle->map, 0, out);
    fputc('\n', out);
}

void check_oracle_put(check_oracle_t *oracle, json_writer_t *json) {
    if (!oracle->report) return;
    if (oracle->failed) {
        json_put_null(json, "oracle");
        return;
    }
    json_writer_t object = json_writer(json->out, JSON_SPACED);
    json_put_name(json, "oracle");
    fputs("  ", json->out); /* as `scord oracle` indents it */
    json_open_object(&object, NULL);
    scord_put_oracle_report(&object, oracle->report, &oracle->map);
    json_close(&object);
}

void check_oracle_end(check_oracle_t *oracle) {
    scord_oracle_report_destroy(oracle->report);
    if (oracle->detector) scord_model_destroy(oracle->detector);
    scord_byte_races_destroy(&oracle->bytes);
    scord_program_map_destroy(&oracle->map);
    memset(oracle, 0, sizeof *oracle);
}
