/* SPDX-License-Identifier: Apache-2.0 */
/* stream_races.c: the races of a recorded event stream, by the golden model and by the exact
 * oracle. docs/c-api.md.
 *
 *   cc -std=c11 $(pkg-config --cflags scord) -o stream_races stream_races.c $(pkg-config --libs
 * scord) scord check program.cu --events run.sev; ./stream_races run.sev Exit codes: 0 no race, 1
 * races, 2 bad usage or stream, 3 no memory.
 */
#include <inttypes.h>
#include <stdio.h>

#include <scord/scord.h>

typedef struct reading {
    scord_race_report_t *report;
    scord_oracle_t *oracle;
    scord_replay_t replay;
    uint64_t pairs; /* that race, says the oracle */
} reading_t;

/* scord_observe_t: every word that the detector has decided. */
static void decided(void *context, const scord_event_t *event, const scord_retire_t *retire) {
    reading_t *reading = context;
    if (scord_verdict_is_race(retire->verdict))
        printf("event %" PRIu64 ": address 0x%" PRIx64 ": %s\n", event->sequence,
               (uint64_t)retire->address, scord_verdict_name(retire->verdict));
    scord_race_report_retire(reading->report, event, retire);
}

/* scord_oracle_observe_t */
static void exact_race(void *context, const scord_oracle_race_t *race) {
    reading_t *reading = context;
    (void)race;
    reading->pairs++;
}

static int fail(int code, const char *message) {
    fprintf(stderr, "stream_races: %s\n", message);
    return code;
}

/* One event to everybody, the report first: it must know an access before the words that it
 * retires. */
static int take(reading_t *reading, const scord_event_t *event) {
    char message[512];
    if (scord_race_report_event(reading->report, event) != 0) return fail(3, "no memory");
    if (scord_oracle_event(reading->oracle, event) != SCORD_ORACLE_OK)
        return fail(2, scord_oracle_message(reading->oracle));
    switch (scord_replay_event(&reading->replay, event, message, sizeof message)) {
    case SCORD_REPLAY_OK: return 0;
    case SCORD_REPLAY_NO_MEMORY: return fail(3, "no memory");
    case SCORD_REPLAY_EXPECTATION:
    case SCORD_REPLAY_INVALID: break;
    }
    return fail(2, message);
}

static int read_all(reading_t *reading, scord_stream_reader_t *stream) {
    scord_stream_error_t error;
    scord_event_t event;
    scord_stream_status_t status;
    while ((status = scord_stream_read(stream, &event, &error)) == SCORD_STREAM_OK) {
        const int code = take(reading, &event);
        if (code != 0) return code;
    }
    if (status != SCORD_STREAM_END)
        return fail(2, error.message); /* what came before it was taken */
    printf("detector: %" PRIu64 " races at %u sites; oracle: %" PRIu64 " racing pairs\n\n",
           scord_race_report_races(reading->report), scord_race_report_sites(reading->report),
           reading->pairs);
    scord_race_report_print(reading->report, stdout, false);
    return scord_race_report_races(reading->report) > 0 ? 1 : 0;
}

int main(int argc, char **argv) {
    if (argc != 2) return fail(2, "usage: stream_races STREAM");
    scord_stream_error_t error;
    scord_stream_reader_t *stream = scord_stream_open_reader(argv[1], &error);
    if (!stream) return fail(2, error.message);

    const scord_config_t *config =
        scord_stream_reader_config(stream); /* of the machine that the stream was recorded on */
    scord_model_status_t model_status;
    scord_oracle_axes_t axes;
    scord_oracle_preset("scor", &axes);
    reading_t reading = {0};
    reading.report = scord_race_report_create(config);
    reading.oracle = scord_oracle_create(&axes, exact_race, &reading);
    scord_model_t *model = scord_model_create(config, &model_status);
    int code = 3;
    if (!reading.report || !reading.oracle || !model)
        fail(3, "no memory");
    else {
        scord_replay_init(&reading.replay, model, decided, &reading);
        code = read_all(&reading, stream);
    }
    if (model) scord_model_destroy(model);
    if (reading.oracle) scord_oracle_destroy(reading.oracle);
    if (reading.report) scord_race_report_destroy(reading.report);
    scord_stream_close_reader(stream);
    return code;
}
