/* SPDX-License-Identifier: Apache-2.0 */
/* check_engine.c: every event of the program's stream to the recording, the race report, and what
 * decides: the golden model alone, or RTL and model in lockstep.
 */
#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cosim/commands/program/check_run.h"
#include "cmodel/base/seconds.h"
#include "cosim/commands/compile/source_path.h"

static int fail(check_engine_t *engine, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static int fail(check_engine_t *engine, int code, const char *format, ...) {
    va_list arguments;
    assert(code != SCORD_EXIT_CLEAN && code <= SCORD_EXIT_ENVIRONMENT);
    if (engine->code != 0) return engine->code; /* the first one counts */
    va_start(arguments, format);
    vsnprintf(engine->message, sizeof engine->message, format, arguments);
    va_end(arguments);
    return engine->code = code;
}

/* The race that --explain-race asks for, by its event and word: races of the report are not those
 * of the stream when bytes of a word are told apart. */
static void keep_race(check_engine_t *engine, const scord_event_t *event,
                      const scord_retire_t *judged) {
    const scord_question_t *asked = &engine->asked->question;
    if (!scord_verdict_is_conflict(judged->verdict) || !asked->by_race ||
        scord_race_report_races(engine->report) != asked->race + 1)
        return;
    engine->race =
        (scord_question_t){.event = event->sequence, .by_word = true, .word = judged->address};
}

void check_engine_count(check_engine_t *engine, const scord_event_t *event, unsigned items) {
    if (event->kind == SCORD_EVENT_KIND_FENCE)
        engine->statistics.fences += items;
    else
        engine->statistics.checks += items;
}

void check_engine_judged(check_engine_t *engine, const scord_event_t *event,
                         const scord_retire_t *judged) {
    if (!engine->lockstep) check_oracle_judged(&engine->oracle, event, judged);
    keep_race(engine, event, judged);
}

/* scord_observe_t: races for the report, and the counts. */
static void observe(void *context, const scord_event_t *event, const scord_retire_t *retire) {
    check_engine_t *engine = context;
    scord_retire_t judged;
    check_engine_count(engine, event, 1);
    if (engine->no_races) return;
    scord_race_report_judge(
        engine->report, engine->lockstep ? scord_lockstep_model(engine->lockstep) : engine->model,
        event, engine->replay.lowered, retire, &judged);
    check_engine_judged(engine, event, &judged);
}

bool check_engine_takes_alike(const check_engine_t *engine, const scord_event_t *event) {
    return !engine->oracle.report && scord_race_report_takes_alike(engine->report, event);
}

/* scord_observe_alike_t: clean words, without an item each. */
static bool takes_alike(void *context, const scord_event_t *event) {
    const check_engine_t *engine = context;
    return engine->no_races ||
           (check_engine_takes_alike(engine, event) &&
            scord_race_report_by_words(engine->report, event, engine->replay.lowered->address));
}

static void observe_alike(void *context, const scord_event_t *event, const scord_retire_t *retire,
                          uint32_t words) {
    check_engine_t *engine = context;
    check_engine_count(engine, event, (unsigned)__builtin_popcount(words));
    if (!engine->no_races) scord_race_report_alike(engine->report, event, retire, words);
}

static int start_lockstep(check_engine_t *engine, const check_options_t *options,
                          const char *replay_command) {
    scord_lockstep_status_t status;
    engine->lockstep_options = (scord_lockstep_options_t){.config = &engine->config,
                                                          .seed = options->seed,
                                                          .output_directory = options->output,
                                                          .replay_command = replay_command,
                                                          .observe = observe,
                                                          .context = engine};
    char message[512] = "";
    engine->lockstep = scord_lockstep_create(&engine->lockstep_options, &status, message,
                                             sizeof message);
    if (engine->lockstep) return 0;
    return fail(engine,
                status == SCORD_LOCKSTEP_BAD_CONFIG ? SCORD_EXIT_BAD_INPUT : SCORD_EXIT_ENVIRONMENT,
                "%s", message);
}

static int start_model(check_engine_t *engine) {
    scord_model_status_t status;
    engine->model = scord_model_create(&engine->config, &status);
    if (!engine->model)
        return fail(engine, SCORD_EXIT_ENVIRONMENT, "no memory for the golden model");
    static const scord_observe_alike_t alike = {takes_alike, observe_alike, NULL};
    scord_replay_init(&engine->replay, engine->model, observe, engine);
    engine->replay.alike = &alike;
    return 0;
}

/* What is wrong with the recording; one without --events is given up. Returns engine->code. */
static int recording_failed(check_engine_t *engine, const scord_stream_error_t *error) {
    scord_stream_error_t ignored;
    if (!engine->spare_recording) return fail(engine, SCORD_EXIT_ENVIRONMENT, "%s", error->message);
    snprintf(engine->recording_problem, sizeof engine->recording_problem, "%s", error->message);
    if (engine->recording) scord_stream_close_writer(engine->recording, &ignored);
    engine->recording = NULL;
    return engine->code;
}

static int start_recording(check_engine_t *engine, const char *path) {
    scord_stream_error_t error;
    const size_t length = !path ? 0 : strlen(path);
    if (!path) return 0;
    const bool text = length > 5 && strcmp(path + length - 5, ".sevt") == 0;
    engine->recording = scord_stream_open_writer(
        path, text ? SCORD_STREAM_TEXT : SCORD_STREAM_BINARY, &engine->config, &error);
    return engine->recording ? 0 : recording_failed(engine, &error);
}

int check_engine_start(check_engine_t *engine, const check_options_t *options,
                       const scord_config_t *config, const char *recording,
                       const char *replay_command) {
    memset(engine, 0, sizeof *engine);
    engine->config = *config;
    engine->asked = &options->explain;
    engine->spare_recording = !options->events && !options->wave && !options->explain.asked;
    if (!getcwd(engine->directory, sizeof engine->directory)) engine->directory[0] = '\0';
    assert(!engine->report && !engine->recording);
    engine->statistics.seconds = -scord_seconds_now();
    engine->report = scord_race_report_create(&engine->config);
    if (!engine->report) return check_engine_no_memory(engine);
    if (options->shared) scord_race_report_expect_all(engine->report);
    engine->no_races = options->no_races;
    if (options->no_races) scord_race_report_leave_out_races(engine->report);
    if (start_recording(engine, recording) != 0) return engine->code;
    const int oracle = check_oracle_start(&engine->oracle, options, config, engine->message,
                                          sizeof engine->message);
    if (oracle != 0) return engine->code = oracle;
    return options->rtl ? start_lockstep(engine, options, replay_command) : start_model(engine);
}

static int record(check_engine_t *engine, const scord_event_t *event) {
    scord_event_t copy;
    scord_stream_error_t error;
    if (!engine->recording) return 0;
    copy = *event; /* the writer numbers its own */
    return scord_stream_write(engine->recording, &copy, &error) == SCORD_STREAM_OK
               ? 0
               : recording_failed(engine, &error);
}

static int lockstep_result(check_engine_t *engine, scord_lockstep_status_t status) {
    const scord_lockstep_mismatch_t *mismatch = scord_lockstep_mismatch(engine->lockstep);
    const char *text = mismatch && mismatch->text[0] != '\0' ? mismatch->text : NULL;
    switch (status) {
    case SCORD_LOCKSTEP_OK: return 0;
    case SCORD_LOCKSTEP_MISMATCH:
        return fail(engine, SCORD_EXIT_FOUND, "RTL and golden model differ\n%s", text ? text : "");
    case SCORD_LOCKSTEP_HANG:
        return fail(engine, SCORD_EXIT_FOUND, "the RTL makes no progress\n%s", text ? text : "");
    case SCORD_LOCKSTEP_EXPECTATION:
        return fail(engine, SCORD_EXIT_FOUND, "an expectation of the stream does not hold");
    case SCORD_LOCKSTEP_BAD_CONFIG:
        return fail(engine, SCORD_EXIT_BAD_INPUT, "no machine has this configuration");
    case SCORD_LOCKSTEP_NOT_BUILT:
        return fail(engine, SCORD_EXIT_ENVIRONMENT, "the RTL of this machine is not built");
    case SCORD_LOCKSTEP_NO_MEMORY:
        return fail(engine, SCORD_EXIT_ENVIRONMENT, "out of memory in the lockstep harness");
    case SCORD_LOCKSTEP_IO:
        return fail(engine, SCORD_EXIT_ENVIRONMENT, "the lockstep harness cannot write its files");
    }
    return fail(engine, SCORD_EXIT_ENVIRONMENT, "the lockstep harness failed (%d)", (int)status);
}

int check_engine_replayed(check_engine_t *engine, scord_replay_status_t status,
                          const char *message) {
    switch (status) {
    case SCORD_REPLAY_OK: return 0;
    case SCORD_REPLAY_EXPECTATION: return fail(engine, SCORD_EXIT_FOUND, "%s", message);
    case SCORD_REPLAY_INVALID:
        return fail(engine, SCORD_EXIT_ENVIRONMENT, "the front end wrote a bad record: %s",
                    message);
    case SCORD_REPLAY_NO_MEMORY: break;
    }
    return fail(engine, SCORD_EXIT_ENVIRONMENT, "no memory for the metadata of the tracked range");
}

/* Programs of scord-nvcc name their sources absolutely, because they were compiled anywhere. */
static void shorten_file(check_engine_t *engine, scord_event_t *event) {
    if (event->kind != SCORD_EVENT_KIND_LOCATION || !event->location.file ||
        event->location.file[0] != '/')
        return;
    source_path_shorten(event->location.file, engine->directory, engine->file, sizeof engine->file);
    event->location.file = engine->file;
}

void check_engine_expect(const check_engine_t *engine, const scord_event_t *event) {
    if (engine->model) scord_replay_expect(&engine->replay, event);
}

int check_engine_no_memory(check_engine_t *engine) {
    return fail(engine, SCORD_EXIT_ENVIRONMENT, "no memory for the race report");
}

int check_engine_before(check_engine_t *engine, scord_event_t *event) {
    assert(engine->report && !engine->lockstep == !!engine->model);
    engine->statistics.events++;
    shorten_file(engine, event);
    if (record(engine, event) != 0) return engine->code;
    if (scord_race_report_event(engine->report, event) != 0) return check_engine_no_memory(engine);
    char message[512];
    message[0] = '\0';
    const int oracle = check_oracle_event(&engine->oracle, event, message, sizeof message);
    return oracle != 0 ? fail(engine, oracle, "%s", message) : 0;
}

int check_engine_event(check_engine_t *engine, scord_event_t *event) {
    char message[512];
    if (check_engine_before(engine, event) != 0) return engine->code;
    if (engine->lockstep)
        return lockstep_result(engine, scord_lockstep_event(engine->lockstep, event));
    return check_engine_replayed(
        engine, scord_replay_event(&engine->replay, event, message, sizeof message), message);
}

int check_engine_lowered(check_engine_t *engine, scord_event_t *event, unsigned sm,
                         const scord_sm_event_t *lowered, unsigned count) {
    char message[512];
    if (check_engine_before(engine, event) != 0) return engine->code;
    return check_engine_replayed(
        engine,
        scord_replay_lowered(&engine->replay, event, sm, lowered, count, message, sizeof message),
        message);
}

static void take_lockstep_counts(check_engine_t *engine) {
    const scord_lockstep_statistics_t *counts = scord_lockstep_statistics(engine->lockstep);
    check_statistics_t *statistics = &engine->statistics;
    statistics->checks = counts->checks;
    statistics->fences = counts->fences;
    statistics->cycles = counts->cycles;
    statistics->compared_cycles = counts->compared_cycles;
    statistics->mismatches = counts->mismatches;
    statistics->first_race_cycle = counts->first_race_cycle;
}

/* What the model's approximations did, which the report says. */
static void take_losses(check_engine_t *engine) {
    const scord_model_t *model = engine->lockstep ? scord_lockstep_model(engine->lockstep)
                                                  : engine->model;
    if (!model || !engine->report) return;
    const scord_model_losses_t losses = scord_model_losses(model);
    const scord_model_counters_t *counters = scord_model_counters(model);
    scord_race_report_t *report = engine->report;
    scord_race_report_approximate(report, SCORD_FORGOTTEN_OWNERS, losses.forgotten_owners);
    scord_race_report_approximate(report, SCORD_DROPPED_LOCKS, losses.dropped_locks);
    scord_race_report_approximate(report, SCORD_MANY_LOCKS, losses.counted_locks);
    scord_race_report_approximate(report, SCORD_BARRIER_WRAPS, losses.barrier_wraps);
    scord_race_report_approximate(report, SCORD_FENCE_WRAPS, losses.fence_wraps);
    scord_race_report_approximate(report, SCORD_EPOCH_WRAPS, losses.epoch_wraps);
    scord_race_report_approximate(report, SCORD_RELEASE_WRAPS, losses.release_wraps);
    if (losses.no_memory)
        fail(engine, SCORD_EXIT_ENVIRONMENT, "no memory to tell wraps of counters");
    scord_race_report_approximate(report, SCORD_UNTRACKED, counters->untracked);
    scord_race_report_approximate(report, SCORD_SYSTEM_SCOPE, counters->system_scope);
    scord_race_report_approximate(report, SCORD_DROPPED_RECORDS, counters->log_dropped);
}

int check_engine_finish(check_engine_t *engine) {
    scord_stream_error_t error;
    if (engine->lockstep) {
        if (engine->code == 0) lockstep_result(engine, scord_lockstep_finish(engine->lockstep));
        take_lockstep_counts(engine);
    }
    scord_stream_writer_t *recording = engine->recording;
    engine->recording = NULL;
    if (recording && scord_stream_close_writer(recording, &error) != SCORD_STREAM_OK)
        recording_failed(engine, &error);
    take_losses(engine);
    if (engine->report) {
        engine->statistics.races = scord_race_report_races(engine->report);
        engine->statistics.findings = scord_race_report_findings(engine->report);
        engine->statistics.lanes_checks = scord_race_report_lanes_checks(engine->report);
    }
    engine->statistics.oracle_races = check_oracle_finish(&engine->oracle);
    engine->statistics.seconds += scord_seconds_now();
    return engine->code;
}

void check_engine_end(check_engine_t *engine) {
    scord_stream_error_t error;
    if (engine->recording) scord_stream_close_writer(engine->recording, &error);
    if (engine->lockstep) scord_lockstep_destroy(engine->lockstep);
    if (engine->model) scord_model_destroy(engine->model);
    if (engine->report) scord_race_report_destroy(engine->report);
    check_oracle_end(&engine->oracle);
    if (engine->explanation) scord_explanation_free(engine->explanation);
    free(engine->explanation);
    memset(engine, 0, sizeof *engine);
}

double check_rate(uint64_t count, double seconds) {
    return seconds > 0 ? (double)count / seconds : 0;
}
