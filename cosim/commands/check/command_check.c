/* SPDX-License-Identifier: Apache-2.0 */
/* command_check.c: `scord check PROG.cu`: compiles a CUDA program, runs it as a child process on
 * the front-end model, and decides its events as they come (check_run.c). docs/user-guide.md,
 * "Checking your own program".
 */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cosim/commands/check/check_internal.h"
#include "cosim/commands/check/explore.h"
#include "cosim/commands/check/watch.h"
#include "cosim/commands/shared/scratch.h"
#include "cosim/wave/wave_pass.h"

static int make_wave(check_run_t *run) {
    scord_wave_moment_t moment;
    char message[512];
    if (run->engine.statistics.races == 0) {
        printf("no race, so no wave: %s is not written\n", run->options.wave);
        return 0;
    }
    const scord_wave_status_t status =
        scord_wave_pass(check_recording(run), &run->engine.lockstep_options, 0, run->options.wave,
                        &moment, message, sizeof message);
    if (status)
        return scord_fail(status == SCORD_WAVE_BAD_INPUT ? SCORD_EXIT_BAD_INPUT
                                                         : SCORD_EXIT_ENVIRONMENT,
                          "%s", message);
    const char *dot = strrchr(run->options.wave, '.'), *slash = strrchr(run->options.wave, '/');
    const int stem = (int)(dot && (!slash || dot > slash) ? (size_t)(dot - run->options.wave)
                                                          : strlen(run->options.wave));
    printf("wave of the first race, device cycles %llu to %llu: %s\n  view: gtkwave %.*s.gtkw\n",
           (unsigned long long)moment.from, (unsigned long long)moment.to, run->options.wave, stem,
           run->options.wave);
    return 0;
}

/* What the program wrote for the picture of the streams, as a JSON array; NULL: nothing. */
static char *timeline_text(const check_run_t *run) {
    const int fd = run->variables ? atoi(run->variables[0].value) : -1;
    const off_t bytes = fd < 0 ? 0 : lseek(fd, 0, SEEK_END);
    char *text = bytes < 4 ? NULL : malloc((size_t)bytes + 2);
    if (!text) return NULL;
    text[0] = '[';
    if (pread(fd, text + 1, (size_t)bytes, 0) != bytes) {
        free(text);
        return NULL;
    }
    text[bytes - 1] = ']'; /* in the place of the last ",\n" */
    text[bytes] = '\0';
    return text;
}

static int write_files(check_run_t *run, int code) {
    const check_options_t *options = &run->options;
    int json = 0, sarif = 0, html = 0;
    if (options->json)
        json = check_write_report(options->json, false, &run->engine, options, run->child.status,
                                  run->error, code);
    if (options->sarif)
        sarif = check_write_report(options->sarif, true, &run->engine, options, run->child.status,
                                   run->error, code);
    if (options->html) {
        char *timeline = timeline_text(run);
        html = check_write_page(options->html, &run->engine, options, run->child.status, run->error,
                                code, timeline);
        free(timeline);
    }
    return json != 0 ? json : sarif != 0 ? sarif : html != 0 ? html : code;
}

/* A run without races leaves --explain-race nothing to explain: a message says so; it is no
 * error. */
static int explain(check_run_t *run) {
    const explain_options_t *options = &run->options.explain;
    const bool quiet = is_standard_output(run->options.json) ||
                       is_standard_output(run->options.sarif);
    if (options->question.by_race && run->engine.statistics.races == 0) {
        if (!quiet) printf("no race, so none to explain\n");
        return 0;
    }
    assert(options->asked && !run->engine.explanation);
    scord_explanation_t *explanation = run->engine.explanation = calloc(1, sizeof *explanation);
    if (!explanation) return scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory");
    explain_options_t asked = *options;
    const scord_approximations_t acted = scord_race_report_approximations(run->engine.report);
    if (options->question.by_race && run->engine.race.by_word &&
        acted.count[SCORD_DIFFERENT_BYTES] + acted.count[SCORD_ONLY_BYTES] > 0)
        asked.question = run->engine.race;
    int code = explain_check(&asked, check_recording(run), NULL, explanation);
    explanation->stream = run->options.name;
    if (code == 0 && !quiet) scord_explanation_print(explanation, stdout);
    explanation->stream = check_recording(run);
    if (code == 0) code = explain_write_fix(options, explanation, quiet ? stderr : stdout);
    if (code != 0) {
        scord_explanation_free(explanation);
        free(explanation);
        run->engine.explanation = NULL;
    }
    return code;
}

static int write_suppressions(const check_run_t *run) {
    const char *path = run->options.write_suppressions;
    FILE *out = fopen(path, "w");
    if (!out) return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: %s", path, strerror(errno));
    scord_race_report_write_suppressions(run->engine.report, out);
    const bool lost = fflush(out) != 0 || ferror(out);
    fclose(out);
    return lost ? scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: cannot write the suppressions", path) : 0;
}

void check_set_known(check_run_t *run) {
    check_options_t *options = &run->options;
    scord_race_report_set_known(run->engine.report,
                                options->suppress ? &options->suppressions : NULL,
                                options->baseline ? &options->known : NULL);
}

/* A report that begins with "0 races" would look clean. */
static void tell_stopped(const check_run_t *run) {
    const scord_race_report_t *found = run->engine.report;
    const bool stopped = run->child.status->outcome == RUN_FAULT ||
                         WIFSIGNALED(run->child.exit_status) || run->engine.code != 0 ||
                         interrupts_seen();
    if (stopped && scord_race_report_sites(found) == 0 && scord_race_report_findings(found) == 0)
        fputs("stopped before its end, the last line says why; found until then:\n", stdout);
}

static int report(check_run_t *run) {
    check_options_t *options = &run->options;
    check_set_known(run);
    if (!is_standard_output(run->options.json) && !is_standard_output(run->options.sarif)) {
        tell_stopped(run);
        scord_race_report_print(run->engine.report, stdout, isatty(STDOUT_FILENO));
        check_oracle_print(&run->engine.oracle, stdout);
        check_print_statistics(stdout, &run->engine, &run->options, run->child.status);
    }
    int code = check_judge(run);
    if (!interrupts_seen())
        check_mismatch_files(run, is_standard_output(run->options.json) ||
                                          is_standard_output(run->options.sarif)
                                      ? stderr
                                      : stdout);
    if (run->options.wave && run->engine.code == 0 && !interrupts_seen()) {
        const int wave = make_wave(run);
        if (wave != 0) code = wave;
    }
    if (run->options.explain.asked && run->engine.code == 0 && !interrupts_seen()) {
        const int explained = explain(run);
        if (explained != 0) code = explained;
    }
    const int written = options->write_suppressions ? write_suppressions(run) : 0;
    code = write_files(run, code);
    return written != 0 ? written : code;
}

static int check(check_run_t *run) {
    int code = check_read_config(run);
    run->events = true;
    if (code == 0) code = check_make_program(run);
    if (code == 0 && run->options.explore.schedules + run->options.explore.time > 0)
        return interrupts_seen() ? code : explore(run);
    char number[16];
    const int timeline = run->options.html ? memfd_create("scord-timeline", 0) : -1;
    snprintf(number, sizeof number, "%d", timeline);
    const checked_variable_t variables[] = {{RUN_TIMELINE_FD, number}, {0}};
    if (timeline >= 0) run->variables = variables; /* without it there is no picture */
    if (code == 0 && !interrupts_seen()) code = check_run_program(run);
    if (code == 0 && run->child.status) code = report(run);
    run->variables = NULL;
    if (timeline >= 0) close(timeline);
    return code;
}

int scord_command_check(int argc, char **argv) {
    check_run_t *run = calloc(1, sizeof *run);
    if (!run) return scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory");
    int code = check_read_options(argc, argv, &run->options);
    bool turn = !run->options.watch, waited = false;
    if (code == 0 && !turn && !run->options.help) {
        code = watch_checks(&run->options, &turn);
        waited = !turn;
    }
    if (code == 0 && run->options.help) {
        options_print_help(&check_form, stdout);
    } else if (code == 0 && turn) {
        interrupts_catch();
        code = check(run);
        check_end(run);
    }
    scord_suppressions_free(&run->options.suppressions);
    scord_baseline_free(&run->options.known);
    free(run);
    return waited ? code : interrupts_end(code); /* an interrupt is how waiting ends */
}
