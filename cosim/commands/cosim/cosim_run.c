/* SPDX-License-Identifier: Apache-2.0 */
/* cosim_run.c: one source through lockstep or the model alone; summary, progress, Ctrl-C. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/cosim/cosim_internal.h"
#include "cosim/commands/shared/interrupts.h"
#include "cosim/shrink/mismatch_files.h"
#include "cmodel/report/notes.h"
#include "cmodel/base/seconds.h"
#include "cosim/wave/wave_pass.h"

/* ---- progress ---- */

typedef struct progress {
    bool shown;
    uint64_t next;
    double started;
} progress_t;

static void show_progress(progress_t *progress, const cosim_arguments_t *arguments,
                          uint64_t events) {
    enum { EVERY = 4096 };
    if (events < progress->next || arguments->quiet || !isatty(STDERR_FILENO)) return;
    progress->next = events + EVERY;
    const double seconds = scord_seconds_now() - progress->started;
    if (seconds < 1) return;
    const double rate = (double)events / seconds;
    fprintf(stderr, "\r%" PRIu64 " events, %.0f/s", events, rate);
    if (arguments->random && arguments->events > events)
        fprintf(stderr, ", %.0f s left ", (double)(arguments->events - events) / rate);
    progress->shown = true;
}

static void end_progress(const progress_t *progress) {
    if (progress->shown) fputs("\r\033[K", stderr);
}

/* ---- summary ---- */

enum { NOTE_INDENT = 12 };

static void print_summary(const cosim_result_t *result, const scord_program_map_t *notes,
                          const cosim_arguments_t *arguments) {
    const scord_lockstep_statistics_t *s = &result->statistics;
    const double seconds = s->seconds > 0 ? s->seconds : 1e-9;
    printf("%s (%s): %" PRIu64 " events, %" PRIu64 " checks, %" PRIu64 " fences, %" PRIu64 " races",
           result->name, result->config, s->events, s->checks, s->fences, s->races);
    if (arguments->model_only) {
        printf(" by the model alone\n");
        scord_notes_print(notes, "  note", NOTE_INDENT, stdout);
        printf("  rate      %.0f events/s, %.0f checks/s, %.2f s\n", (double)s->events / seconds,
               (double)s->checks / seconds, s->seconds);
        return;
    }
    printf(", %" PRIu64 " cycles", s->cycles);
    if (!arguments->rtl_only) printf(", %" PRIu64 " mismatches", s->mismatches);
    putchar('\n');
    scord_notes_print(notes, "  note", NOTE_INDENT, stdout);
    if (arguments->rtl_only)
        printf("  compared  nothing: the RTL alone; items hash %016" PRIx64 "\n", s->retire_hash);
    else
        printf("  compared  %" PRIu64 " items, %" PRIu64 " picks, state of %" PRIu64
               " cycles; items hash %016" PRIx64 "\n",
               s->checks + s->fences, s->picks, s->compared_cycles, s->retire_hash);
    if (arguments->hash_state) printf("  state     hash %016" PRIx64 "\n", s->state_hash);
    if (s->owners_changed)
        printf("  memory    %" PRIu64 " entries read with another owner\n", s->owners_changed);
    if (s->axi_errors || s->not_performed || s->log_consumed)
        printf("  memory    %" PRIu64 " AXI errors, %" PRIu64 " checks not performed, %" PRIu64
               " race records consumed\n",
               s->axi_errors, s->not_performed, s->log_consumed);
    printf("  rate      %.0f cycles/s, %.0f checks/s, %.0f events/s, %.2f s\n",
           (double)s->cycles / seconds, (double)s->checks / seconds, (double)s->events / seconds,
           s->seconds);
}

/* ---- lockstep ---- */

static int stream_failure(const cosim_source_t *source, scord_stream_status_t status) {
    const bool environment = status == SCORD_STREAM_IO || status == SCORD_STREAM_MEMORY;
    return scord_fail(environment ? SCORD_EXIT_ENVIRONMENT : SCORD_EXIT_BAD_INPUT, "%s%s%s",
                      source->validate ? source->name : "", source->validate ? ": " : "",
                      source->error.message);
}

/* Feeds the whole source. Returns 0 or an exit code for bad input; *status tells of the comparison.
 */
static int feed(const cosim_arguments_t *arguments, cosim_source_t *source,
                scord_lockstep_t *lockstep, scord_lockstep_status_t *status) {
    progress_t progress = {.started = scord_seconds_now()};
    scord_event_t event;
    scord_stream_status_t read = SCORD_STREAM_OK;
    while (!interrupts_seen() && *status == SCORD_LOCKSTEP_OK &&
           (read = cosim_next(source, &event)) == SCORD_STREAM_OK) {
        *status = scord_lockstep_event(lockstep, &event);
        show_progress(&progress, arguments, scord_lockstep_statistics(lockstep)->events);
    }
    end_progress(&progress);
    const scord_lockstep_status_t finished = scord_lockstep_finish(lockstep);
    if (*status == SCORD_LOCKSTEP_OK) *status = finished;
    return read == SCORD_STREAM_OK || read == SCORD_STREAM_END ? 0 : stream_failure(source, read);
}

static scord_lockstep_options_t lockstep_options(const cosim_arguments_t *arguments,
                                                 const cosim_source_t *source,
                                                 const char *replay_command) {
    const bool scheduled = arguments->scheduled_issue ||
                           (!arguments->random && !arguments->random_issue &&
                            cosim_has_schedule(source->name));
    scord_lockstep_options_t options = {.config = &source->config,
                                        .seed = arguments->seed,
                                        .free_order = arguments->free_order,
                                        .max_latency = arguments->max_latency,
                                        .axi_error_permille = arguments->axi_errors,
                                        .lie_permille = arguments->memory_lies,
                                        .memory_silent = arguments->memory_silent,
                                        .memory_flip = arguments->memory_flip,
                                        .memory_flip_bit = arguments->memory_flip_bit,
                                        .consume_log = arguments->consume_log,
                                        .rtl_only = arguments->rtl_only,
                                        .hash_state = arguments->hash_state,
                                        .replay_command = replay_command,
                                        .scheduled_issue = scheduled,
                                        .wave_from = arguments->wave_from,
                                        .wave_to = arguments->wave_to};
    if (arguments->wave_race < 0) options.wave_path = arguments->wave;
    if (source->coverage) {
        options.observe = scord_coverage_observe;
        options.observe_cycle = scord_coverage_cycle;
        options.context = source->coverage;
    }
    return options;
}

static int status_failure(scord_lockstep_status_t status, const cosim_arguments_t *arguments) {
    switch (status) {
    case SCORD_LOCKSTEP_NO_MEMORY:
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "cosim: no memory for the metadata; track less "
                                                  "memory or use a larger log2_cache_ratio");
    case SCORD_LOCKSTEP_IO:
        return scord_fail(SCORD_EXIT_ENVIRONMENT,
                          "cosim: cannot write wave file %s; is the directory there and writable?",
                          arguments->wave);
    default: return SCORD_EXIT_FOUND;
    }
}

/* A file that can be read again: the stream itself, or the random program saved beside the report.
 * NULL: a pipe. */
static const char *stream_again(const cosim_arguments_t *arguments, const cosim_source_t *source,
                                char *path, size_t size) {
    if (!arguments->random) return strcmp(source->name, "-") == 0 ? NULL : source->name;
    snprintf(path, size, "%s/random.sevt", arguments->output);
    return cosim_save_random(arguments, path) == 0 ? path : NULL;
}

static void explain(const cosim_arguments_t *arguments, const cosim_source_t *source,
                    const scord_lockstep_options_t *options,
                    const scord_lockstep_mismatch_t *mismatch) {
    char path[4096];
    printf("%s\n", mismatch->text);
    struct stat status;
    if (stat(arguments->output, &status) != 0) {
        scord_fail(
            SCORD_EXIT_ENVIRONMENT,
            "cosim: cannot make directory %s for the mismatch report; choose another with --output",
            arguments->output);
        return;
    }
    const char *stream = stream_again(arguments, source, path, sizeof path);
    printf("files\n  report    %s/mismatch.txt, %s/mismatch.json\n", arguments->output,
           arguments->output);
    if (stream == path) printf("  stream    %s\n", path);
    fflush(stdout);
    if (stream)
        scord_mismatch_files(stream, options, mismatch, arguments->shrink_seconds, stdout);
    else
        printf("  no wave, not shrunk: the stream was a pipe and cannot be read again; record it "
               "to a file\n");
}

/* The views beside a wave of the whole run or of a window. */
static int write_views(const cosim_arguments_t *arguments, const cosim_source_t *source) {
    const scord_wave_focus_t focus = {.cycle = arguments->wave_from ? arguments->wave_from : 0};
    if (scord_wave_views_write(arguments->wave, &source->config, &focus) == 0) return 0;
    return scord_fail(SCORD_EXIT_ENVIRONMENT,
                      "cannot write the views beside %s; is the directory writable?",
                      arguments->wave);
}

static void print_moment(const cosim_arguments_t *arguments, const scord_wave_moment_t *moment) {
    printf("  wave      %s, race %d decided in cycle %" PRIu64 ": %s", arguments->wave,
           arguments->wave_race, moment->cycle, scord_verdict_name(moment->retire.verdict));
    if (moment->has_cause)
        printf("; the owner's access in cycle %" PRIu64 "%s", moment->cause,
               moment->cause < moment->from ? ", before the window" : "");
    putchar('\n');
}

static int make_race_wave(const cosim_arguments_t *arguments, const cosim_source_t *source,
                          const scord_lockstep_options_t *options) {
    char path[4096], message[512];
    scord_wave_moment_t moment;
    snprintf(path, sizeof path, "%s.sevt",
             arguments->wave); /* a random program is read twice, too */
    const char *stream = arguments->random ? path : source->name;
    const int code = arguments->random ? cosim_save_random(arguments, path) : 0;
    if (code) return code;
    const scord_wave_status_t status =
        scord_wave_pass(stream, options, (unsigned)arguments->wave_race, arguments->wave, &moment,
                        message, sizeof message);
    if (arguments->random) unlink(path);
    if (status)
        return scord_fail(status == SCORD_WAVE_BAD_INPUT ? SCORD_EXIT_BAD_INPUT
                                                         : SCORD_EXIT_ENVIRONMENT,
                          "%s", message);
    if (!arguments->quiet) print_moment(arguments, &moment);
    return 0;
}

static int run_lockstep(const cosim_arguments_t *arguments, cosim_source_t *source,
                        const char *replay_command, cosim_result_t *result) {
    char message[512];
    scord_lockstep_status_t status;
    scord_lockstep_options_t options = lockstep_options(arguments, source, replay_command);
    options.output_directory = arguments->output;
    scord_lockstep_t *lockstep = scord_lockstep_create(&options, &status, message, sizeof message);
    if (!lockstep)
        return scord_fail(status == SCORD_LOCKSTEP_BAD_CONFIG ? SCORD_EXIT_BAD_INPUT
                                                              : SCORD_EXIT_ENVIRONMENT,
                          "%s: %s", source->name, message);
    int code = feed(arguments, source, lockstep, &status);
    result->statistics = *scord_lockstep_statistics(lockstep);
    result->mismatch = *scord_lockstep_mismatch(lockstep);
    result->interrupted = interrupts_seen();
    if (!arguments->quiet) print_summary(result, &source->notes, arguments);
    if (!code && status != SCORD_LOCKSTEP_OK) code = status_failure(status, arguments);
    options.observe = NULL; /* what repeats the run from here on counts no coverage */
    options.observe_cycle = NULL;
    if (code == SCORD_EXIT_FOUND) explain(arguments, source, &options, &result->mismatch);
    scord_lockstep_destroy(lockstep);
    if (!code && arguments->wave_race >= 0)
        code = make_race_wave(arguments, source, &options);
    else if (!code && arguments->wave)
        code = write_views(arguments, source);
    return code;
}

/* ---- the model alone ---- */

typedef struct model_run {
    scord_lockstep_statistics_t *statistics;
    scord_coverage_t *coverage; /* or NULL */
} model_run_t;

static void count_item(void *context, const scord_event_t *event, const scord_retire_t *retire) {
    const model_run_t *run = context;
    scord_lockstep_statistics_t *statistics = run->statistics;
    if (run->coverage) scord_coverage_observe(run->coverage, event, retire);
    statistics->checks += retire->kind == SCORD_REQUEST_KIND_ACCESS;
    statistics->fences += retire->kind == SCORD_REQUEST_KIND_FENCE;
    statistics->races += scord_verdict_is_race(retire->verdict);
}

static int replay_all(cosim_source_t *source, scord_replay_t *replay,
                      scord_lockstep_statistics_t *statistics) {
    char message[256];
    scord_event_t event;
    scord_stream_status_t read = SCORD_STREAM_OK;
    while (!interrupts_seen() && (read = cosim_next(source, &event)) == SCORD_STREAM_OK) {
        const scord_replay_status_t status = scord_replay_event(replay, &event, message,
                                                                sizeof message);
        statistics->events++;
        if (status == SCORD_REPLAY_EXPECTATION) {
            statistics->mismatches = 1;
            return scord_fail(SCORD_EXIT_FOUND, "%s: record %" PRIu64 ": %s", source->name,
                              event.sequence, message);
        }
        if (status != SCORD_REPLAY_OK)
            return scord_fail(status == SCORD_REPLAY_NO_MEMORY ? SCORD_EXIT_ENVIRONMENT
                                                               : SCORD_EXIT_BAD_INPUT,
                              "%s: record %" PRIu64 ": %s", source->name, event.sequence, message);
    }
    return read == SCORD_STREAM_OK || read == SCORD_STREAM_END ? 0 : stream_failure(source, read);
}

static int run_model(const cosim_arguments_t *arguments, cosim_source_t *source,
                     cosim_result_t *result) {
    scord_model_status_t status;
    scord_replay_t replay;
    scord_model_t *model = scord_model_create(&source->config, &status);
    if (!model)
        return scord_fail(SCORD_EXIT_ENVIRONMENT,
                          "%s: no memory for the model of configuration '%s'", source->name,
                          source->config.name);
    const double started = scord_seconds_now();
    model_run_t run = {&result->statistics, source->coverage};
    scord_replay_init(&replay, model, count_item, &run);
    const int code = replay_all(source, &replay, &result->statistics);
    result->statistics.seconds = scord_seconds_now() - started;
    scord_model_destroy(model);
    if (!arguments->quiet && code <= SCORD_EXIT_FOUND)
        print_summary(result, &source->notes, arguments);
    return code;
}

/* ---- both ---- */

int cosim_run(const cosim_arguments_t *arguments, int index, const char *replay_command,
              cosim_result_t *result) {
    cosim_source_t source;
    memset(result, 0, sizeof *result);
    int code = cosim_open(&source, arguments, index);
    if (!code) code = cosim_open_coverage(&source, arguments);
    if (code) return code;
    interrupts_catch();
    result->name = source.name;
    snprintf(result->config, sizeof result->config, "%s", source.config.name);
    code = arguments->model_only ? run_model(arguments, &source, result)
                                 : run_lockstep(arguments, &source, replay_command, result);
    result->notes = source.notes;
    source.notes = (scord_program_map_t){0};
    if (!code && !interrupts_seen()) code = cosim_explain(arguments, &source, result);
    if (!code) code = cosim_save_coverage(&source, arguments);
    cosim_close(&source);
    if (!code && interrupts_seen())
        code = scord_fail(SCORD_EXIT_ENVIRONMENT,
                          "cosim: interrupted; what was compared until then agrees");
    return code;
}
