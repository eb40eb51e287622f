/* SPDX-License-Identifier: Apache-2.0 */
/* check_run.c: the run of a compiled CUDA program as a child process, its events decided as they
 * come, interruptions, and what its end came to; for `scord check`, `scord sim` and `scord grab`.
 *
 *   check_read_config ─► check_make_program ─► check_run_program ─► check_judge ─► check_end
 *        --config          clang, make, or        fork; events         exit code     files and
 *                          nothing to do          through a pipe                     processes
 *
 *   parent (this file)                              child (the user's program)
 *   ──────────────────                              ──────────────────────────
 *   engine ◄─ reader ◄─ child.event_fd ◄═══ pipe ═══ libscordsim: every warp instruction
 *   child.status (shared memory) ◄────────────────── build ids, launches, faults, outcome
 *
 * The child inherits standard input and output: they are its user's. The parent prints only when
 * the child has ended, or on standard error.
 *
 * Who stops whom. A full pipe stops the child (back-pressure), so the parent needs no buffer. The
 * parent stops the child when it has reason not to read on: an interrupt, a mismatch between RTL
 * and model, the limit of --max-events. It then keeps the read end open until the child is gone,
 * because a closed pipe would end the child by SIGPIPE, which would look like the program's own
 * failure. interrupts_stop_too hands the child to the signal handler for as long as it runs.
 *
 * What counts when several things went wrong, worst first: the engine's own failure (a mismatch, a
 * full disk), an interruption, what the runtime says of the program (fault, refused launch), how
 * the program ended, races. Each is one message, which the report files repeat (run->error).
 *
 * Invariants: a nonzero return of a step means that one message was printed; check_end may follow
 * any of them; nothing of the child's status but the two build ids is read before check_build has
 * found them equal.
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmodel/base/shell_words.h"
#include "cmodel/build_id.h"
#include "cosim/commands/program/check_run.h"
#include "cosim/commands/program/check_stages.h"
#include "cosim/commands/program/resource_limits.h"
#include "cosim/commands/program/toolkit_program.h"
#include "cosim/commands/shared/scratch.h"
#include "cosim/commands/compile/source_path.h"

/* ---- the run ---- */

int check_read_config(check_run_t *run) {
    scord_stream_error_t error;
    if (scord_config_parse(run->options.config, &run->config, run->config_name,
                           sizeof run->config_name, &error) == 0)
        return 0;
    return scord_fail(SCORD_EXIT_BAD_INPUT, "%s", error.message);
}

/* Without the key acquire_release, orders become fences instead of .acquire and .release
 * (include/scord_cuda/ordered_atomics.h). */
static int choose_mapping(check_run_t *run) {
    run->options.acquire_release = run->config.acquire_release != 0;
    if (run->options.acquire_release || run->options.target != TARGET_SOURCES) return 0;
    return word_list_add(&run->options.job.options.flags, CHECK_PUBLISHED_FLAG);
}

/* The program that is to run: compiled, built by make, or there already. */
static int make_program(check_run_t *run) {
    compile_job_t *job = &run->options.job;
    int code = 0;
    switch (run->options.target) {
    case TARGET_SOURCES:
        if (!run->options.no_cache) code = compile_cache_open(&job->options.cache);
        return code != 0 ? code : check_compile(&run->options, run->program, sizeof run->program);
    case TARGET_MAKE: code = check_make(&run->options, run->program, sizeof run->program); break;
    case TARGET_EXECUTABLE:
        snprintf(run->program, sizeof run->program, "%s", run->options.executable);
        return 0;
    }
    return code != 0 ? code : check_executable(&run->options, run->program);
}

/* Executables that were compiled without that flag hold a comment of the other mapping. */
static void note_mapping(const check_run_t *run) {
    if (!run->options.acquire_release && run->options.target != TARGET_SOURCES &&
        check_states_orders(run->program))
        fprintf(stderr,
                "scord: note: %s was compiled without " CHECK_PUBLISHED_FLAG
                ": its cuda::atomic and __nv_atomic say acquire and release, which order nothing "
                "on machine %s; check it with machine " CHECK_CUDA_CONFIG
                ", or compile it with that flag\n",
                run->program, run->options.config);
}

int check_make_program(check_run_t *run) {
    assert(run->directory[0] == '\0' && run->child.pid == 0);
    int code = scratch_make(run->options.command, run->directory, sizeof run->directory);
    snprintf(run->options.job.options.directory, sizeof run->options.job.options.directory, "%s",
             run->directory);
    if (code == 0) code = choose_mapping(run);
    if (code == 0) code = make_program(run);
    if (code == 0) note_mapping(run);
    return code;
}

void check_end(check_run_t *run) {
    checked_program_stop(&run->child);
    check_engine_end(&run->engine);
    checked_program_forget(&run->child);
    scratch_remove(run->directory);
}

/* Where the stream is kept: where the user wants it, or, for the further passes of --wave and
 * --explain and for a mismatch, with the temporary files. */
const char *check_recording(check_run_t *run) {
    assert(run->directory[0] != '\0' || run->options.events || !run->options.rtl);
    if (run->options.events) return run->options.events;
    if (!run->options.rtl && !run->options.explain.asked) return NULL;
    snprintf(run->stream, sizeof run->stream, "%.*s/events.sev", PATH_MAX - 16, run->directory);
    return run->stream;
}

static int start_program(check_run_t *run) {
    const checked_program_options_t options = {
        .config = run->options.config,
        .seed = run->options.seed,
        .schedule = run->options.schedule,
        .async = run->options.async,
        .spin_limit = run->options.spin_limit,
        .output_apart = is_standard_output(run->options.json) ||
                        is_standard_output(run->options.sarif) ||
                        is_standard_output(run->options.html),
        .events = run->events,
        .shared = run->options.shared,
        .keep_going = run->options.keep_going,
        .interpret = run->options.interpret,
        .leaks = run->options.leaks,
        .findings = run->options.findings,
        .syncwarps = run->options.oracle_model || run->options.events,
        .preload = run->options.preload[0] == '\0' ? NULL : run->options.preload,
        .library_path = run->options.toolkit,
        .variables = run->variables};
    char *arguments[1024] = {(char *)(uintptr_t)run->options.name};
    unsigned count = 1;
    for (char **argument = run->options.arguments; *argument; argument++) {
        if (count + 1 == sizeof arguments / sizeof *arguments)
            return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: more than %u arguments for the program",
                              run->options.command, count - 1);
        arguments[count++] = *argument;
    }
    assert(count < sizeof arguments / sizeof *arguments && !arguments[count]);
    return checked_program_start(&run->child, run->program, arguments, &options);
}

/* The events cannot be read on, and that is not the program's doing. */
static bool reading_failed(check_run_t *run, const scord_stream_error_t *error) {
    if (error->status != SCORD_STREAM_MEMORY && error->status != SCORD_STREAM_IO) return false;
    run->engine.code = SCORD_EXIT_ENVIRONMENT;
    snprintf(run->engine.message, sizeof run->engine.message,
             "%s; the report covers the events before", error->message);
    return true;
}

static void consume(check_run_t *run, scord_stream_reader_t *reader) {
    scord_stream_error_t error;
    const scord_stream_status_t status = check_stages_run(&run->engine, reader,
                                                          run->options.threads, &error);
    if (status == SCORD_STREAM_OK || status == SCORD_STREAM_END || reading_failed(run, &error) ||
        !scord_stream_limited(reader))
        return;
    run->engine.code = SCORD_EXIT_BAD_INPUT;
    snprintf(run->engine.message, sizeof run->engine.message, "%s; the report covers them",
             error.message);
}

/* A build from before there were ids has anything there. */
static const char *known_build(const char *id) {
    return strspn(id, "0123456789abcdef") == SCORD_BUILD_ID_LENGTH &&
                   id[SCORD_BUILD_ID_LENGTH] == '\0'
               ? id
               : "unknown";
}

/* Whether executable and libraries are of one build (cmodel/build_id.h): another one's events could
 * mean something else. Of its status only the place of the two ids is sure. Returns 0, or an exit
 * code after one message. */
static int check_build(const check_run_t *run) {
    const run_status_t *status = run->child.status;
    const char *mine = scord_build_id(), *runtime = status->runtime_build,
               *library = status->library_build;
    if (runtime[0] == '\0' && library[0] == '\0') return 0; /* no CUDA was used */
    if (strncmp(mine, runtime, sizeof status->runtime_build) == 0 &&
        strncmp(mine, library, sizeof status->library_build) == 0)
        return 0;
    return scord_fail(SCORD_EXIT_ENVIRONMENT,
                      "libscordsim.a is of build %s and libscord.a of build %s, but scord of build "
                      "%s: nothing was checked; "
                      "rebuild all three with `make build` (SCORD_LIBRARY_DIR, if set, names where "
                      "the libraries are)",
                      known_build(runtime), known_build(library), mine);
}

/* STREAM through the lockstep again, from any folder. */
static void put_replay_command(check_run_t *run, const char *stream) {
    FILE *out = scord_need(fmemopen(run->replay_command, sizeof run->replay_command, "w"));
    scord_put_shell_place(out);
    fputs(" cosim ", out);
    scord_put_shell_word(out, stream);
    fputs(" --config ", out);
    scord_put_shell_word(out, run->options.config);
    fprintf(out, " --seed %llu", (unsigned long long)run->options.seed);
    fclose(out);
}

static int start_engine(check_run_t *run) {
    const char *kept = check_recording(run);
    char stream[2 * PATH_MAX];
    if (!run->events) {
        if (!getcwd(run->engine.directory, sizeof run->engine.directory))
            run->engine.directory[0] = '\0';
        return 0;
    }
    put_replay_command(run, check_mismatch_stream(&run->options, stream, sizeof stream));
    if (check_engine_start(&run->engine, &run->options, &run->config, kept, run->replay_command) !=
        0)
        return scord_fail(run->engine.code, "%s", run->engine.message);
    return 0;
}

/* Nothing is read of it any more: there is nothing to do but to wait. */
static void wait_for_end(check_run_t *run) {
    siginfo_t end;
    interrupts_stop_too(run->child.pid, -1);
    while (run->child.pid != 0 && !interrupts_seen() &&
           waitid(P_PID, (id_t)run->child.pid, &end, WEXITED | WNOWAIT) != 0 && errno == EINTR)
        continue;
    if (interrupts_seen()) checked_program_stop(&run->child);
    checked_program_wait(&run->child);
}

/* Takes the program's events until it ends or something is wrong. */
static int take_events(check_run_t *run) {
    scord_stream_error_t error;
    const int pipe_end =
        fcntl(run->child.event_fd, F_DUPFD_CLOEXEC,
              0); /* without a reader the program would say that its pipe is broken */
    scord_stream_reader_t *reader = resource_limits_stream(
        scord_stream_open_reader_fd(run->child.event_fd, "event pipe", &error));
    const bool failed =
        !reader &&
        reading_failed(run, &error); /* else no CUDA was used, or the program was ended before */
    if (failed) checked_program_stop(&run->child);
    if (pipe_end >= 0) close(pipe_end);
    if (!reader) {
        wait_for_end(run);
        return check_build(run);
    }
    const int build = check_build(run); /* stated before the stream's header is written */
    if (build == 0) consume(run, reader);
    if (build != 0 || interrupts_seen() || run->engine.code != 0) checked_program_stop(&run->child);
    scord_stream_close_reader(reader);
    wait_for_end(run);
    return build;
}

int check_run_program(check_run_t *run) {
    assert(run->program[0] != '\0' && run->child.pid == 0);
    int code = start_engine(run);
    if (code == 0) code = start_program(run);
    if (code != 0) return code;
    if (run->events) {
        interrupts_stop_too(run->child.pid, run->child.event_fd);
        code = take_events(run);
    } else {
        wait_for_end(run);
        code = check_build(run);
    }
    assert(run->child.pid == 0);
    interrupts_stop_too(0, -1);
    if (run->events) check_engine_finish(&run->engine);
    if (code == 0 && run->engine.report) {
        const gpu_statistics_t *statistics = &run->child.status->statistics;
        scord_race_report_approximate(run->engine.report, SCORD_UNCHECKED_SHARED,
                                      statistics->unchecked_shared);
        scord_race_report_approximate(run->engine.report, SCORD_FORGOTTEN_LANES,
                                      statistics->forgotten_lanes);
    }
    return code;
}

/* ---- what it came to ---- */

/* Says what is wrong, and keeps it for the files. */
int check_fail(check_run_t *run, int code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    assert(code != SCORD_EXIT_CLEAN && code <= SCORD_EXIT_ENVIRONMENT);
    vsnprintf(run->error, sizeof run->error, format, arguments);
    va_end(arguments);
    return scord_fail(code, "%s", run->error);
}

/* The end of the program itself, if that is worth a word. Returns the exit code it asks for. */
static int judge_program(check_run_t *run, int races_code) {
    char message[sizeof run->child.status->message];
    char dropped[sizeof run->child.status->dropped];
    const run_status_t *status = run->child.status;
    const int end = run->child.exit_status;
    const int worse = races_code != 0 ? races_code : SCORD_EXIT_BAD_INPUT;
    source_path_shorten_all(status->message, run->engine.directory, message, sizeof message);
    source_path_shorten_all(status->dropped, run->engine.directory, dropped, sizeof dropped);
    if (status->outcome == RUN_FAULT) return check_fail(run, SCORD_EXIT_BAD_INPUT, "%s", message);
    if (status->outcome == RUN_MISMATCH) return check_fail(run, SCORD_EXIT_FOUND, "%s", message);
    if (status->outcome == RUN_ENVIRONMENT)
        return check_fail(run, SCORD_EXIT_ENVIRONMENT, "%s", message);
    if (WIFSIGNALED(end) && status->failed_inside != 0)
        return check_fail(
            run, SCORD_EXIT_ENVIRONMENT,
            "an error of scord, not of the program: its model of the GPU ended inside "
            "a launch by signal %d (%s); what is reported covers the run so far; "
            "please report it with the program and this command line",
            WTERMSIG(end), strsignal(WTERMSIG(end)));
    if (WIFSIGNALED(end))
        return check_fail(run, worse, "the program was killed by signal %d (%s)%s%s", WTERMSIG(end),
                          strsignal(WTERMSIG(end)), status->message[0] == '\0' ? "" : ": ",
                          message);
    if (WEXITSTATUS(end) == TOOLKIT_NO_FUNCTION && run->options.preload[0] != '\0') {
        char names[512];
        toolkit_program_missing(run->program, run->options.preload, run->options.toolkit, names,
                                sizeof names);
        if (names[0] != '\0')
            return check_fail(run, SCORD_EXIT_BAD_INPUT,
                              "the program calls %s%s, which scord does not have (docs/cuda.md, "
                              "\"Libraries by their host interface\")",
                              strchr(names, ',') ? "the function named above, of " : "", names);
    }
    if (WEXITSTATUS(end) != 0)
        return check_fail(run, worse, "the program ended with exit code %d%s%s", WEXITSTATUS(end),
                          status->refused_launches > 0 ? "; before, the machine refused a launch: "
                                                       : "",
                          status->refused);
    if (status->refused_launches > 0)
        return check_fail(
            run, worse, "%u launch%s refused, so not %s: %s", status->refused_launches,
            status->refused_launches == 1 ? " was" : "es were", run->options.done, status->refused);
    if (status->statistics.launches == 0 && status->copies == 0)
        return check_fail(run, worse, "the program launched no kernel: nothing was %s",
                          run->options.done);
    if (status->statistics.launches == 0 && status->checks_order == 0)
        fprintf(stderr,
                "scord: note: the program launched no kernel: its %u cop%s and fill%s of device "
                "memory ran, and nothing was there to be %s\n",
                status->copies, status->copies == 1 ? "y" : "ies", status->copies == 1 ? "" : "s",
                run->options.done);
    if (status->statistics.dropped > 0)
        return check_fail(run, worse,
                          "%llu access%s out of range and left out (--keep-going); the first: %s",
                          (unsigned long long)status->statistics.dropped,
                          status->statistics.dropped == 1 ? " was" : "es were", dropped);
    return races_code;
}

/* nvcc leaves out the lines unless it is asked for them. */
static void note_lines(const check_run_t *run) {
    const check_options_t *options = &run->options;
    const unsigned sites = run->engine.report && options->preload[0] != '\0' && !options->ptx.file
                               ? scord_race_report_without_line(run->engine.report)
                               : 0;
    if (sites > 0)
        fprintf(stderr,
                "scord: note: %u site%s no line: compile the program with nvcc -lineinfo (lines of "
                "kernels) and -Xcompiler -g1 (lines of the host's calls)\n",
                sites, sites == 1 ? " has" : "s have");
}

int check_judge(check_run_t *run) {
    const check_statistics_t *found = &run->engine.statistics;
    assert(run->child.pid == 0 && run->child.status);
    const scord_race_report_t *report = run->engine.report;
    const bool counts = report && (scord_race_report_new_races(report) > 0 ||
                                   scord_race_report_findings(report) > 0);
    const int races = counts || found->oracle_races ? SCORD_EXIT_FOUND : SCORD_EXIT_CLEAN;
    note_lines(run);
    if (run->engine.code != 0) return check_fail(run, run->engine.code, "%s", run->engine.message);
    if (interrupts_seen())
        return check_fail(run, SCORD_EXIT_BAD_INPUT,
                          "interrupted; the report covers the run so far");
    return judge_program(run, races);
}
