/* command_check.c: `scord check PROG.cu`: compiles a CUDA program, runs it as a child process on the front-end model,
 * and decides its events as they come. docs/user-guide.md, "Checking your own program".
 */
#include <errno.h>
#include <stdarg.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "build_id.h"
#include "check_internal.h"
#include "scratch.h"
#include "source_path.h"
#include "wave_pass.h"

/* What the handlers need; the one thing of the command that must be global. The loops look at `interrupted`. */
static volatile sig_atomic_t interrupted, program_to_stop;

typedef struct check_run {
    check_options_t options;
    scord_config_t config;
    char config_name[256], directory[PATH_MAX], program[PATH_MAX + 16], stream[PATH_MAX], replay_command[PATH_MAX + 64];
    checked_program_t child;
    check_engine_t engine;
    char error[sizeof((check_engine_t *)0)->message]; /* the one line of standard error, "": none */
    bool stream_is_cut; /* the program died without closing its stream */
} check_run_t;

/* Stops the program too: the read of its events goes on after a signal, and a program without events never ends it. */
static void on_interrupt(int signal_number) {
    interrupted = signal_number;
    if (program_to_stop > 0) kill((pid_t)program_to_stop, SIGTERM);
}
static void on_closed_pipe(int signal_number) { (void)signal_number; } /* writing then fails, and is reported */

/* A second signal of the kind kills. */
static void catch_interrupts(void) {
    const struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    signal(SIGPIPE, on_closed_pipe); /* not SIG_IGN: the program would inherit that */
}

/* ---- progress, on a terminal only ---- */

typedef struct progress_line {
    bool shown, wanted;
    time_t start, last;
} progress_line_t;

static void show_progress(progress_line_t *progress, const check_engine_t *engine) {
    const time_t now = time(NULL);
    if (!progress->wanted || now == progress->last || now < progress->start + 2) return;
    progress->last = now;
    progress->shown = true;
    const unsigned long long events = (unsigned long long)engine->statistics.events;
    fprintf(stderr, "\r\033[Kscord: %llu events, %llu checks, %llu events/s", events,
            (unsigned long long)engine->statistics.checks, events / (unsigned long long)(now - progress->start));
}

static void clear_progress(const progress_line_t *progress) {
    if (progress->shown) fputs("\r\033[K", stderr);
}

/* ---- the run ---- */

static int read_config(check_run_t *run) {
    scord_stream_error_t error;
    if (scord_config_parse(run->options.config, &run->config, run->config_name, sizeof run->config_name, &error) == 0)
        return 0;
    return scord_fail(SCORD_EXIT_BAD_INPUT, "%s", error.message);
}

/* Where the stream is kept: where the user wants it, or, for the second pass of --wave, with the temporary files. */
static const char *recording(check_run_t *run) {
    if (run->options.events != NULL) return run->options.events;
    if (run->options.wave == NULL) return NULL;
    snprintf(run->stream, sizeof run->stream, "%.*s/events.sev", PATH_MAX - 16, run->directory);
    return run->stream;
}

static int start_program(check_run_t *run) {
    char *arguments[1024] = {(char *)(uintptr_t)run->options.name};
    unsigned count = 1;
    for (char **argument = run->options.arguments; *argument != NULL; argument++) {
        if (count + 1 == sizeof arguments / sizeof *arguments)
            return scord_fail(SCORD_EXIT_BAD_INPUT, "check: more than %u arguments for the program", count - 1);
        arguments[count++] = *argument;
    }
    return checked_program_start(&run->child, run->program, arguments, run->options.config, run->options.seed,
                                 run->options.spin_limit);
}

static void consume(check_run_t *run, scord_stream_reader_t *reader) {
    scord_stream_error_t error;
    scord_event_t event;
    progress_line_t progress = {.wanted = isatty(STDERR_FILENO), .start = time(NULL)};
    scord_stream_status_t status = SCORD_STREAM_OK;
    while (interrupted == 0 && run->engine.code == 0) {
        status = scord_stream_read(reader, &event, &error);
        if (status != SCORD_STREAM_OK) break;
        check_engine_event(&run->engine, &event);
        if (run->engine.statistics.events % 1024 == 0) show_progress(&progress, &run->engine);
    }
    clear_progress(&progress);
    run->stream_is_cut = status != SCORD_STREAM_OK && status != SCORD_STREAM_END;
}

/* A build from before there were ids has anything there. */
static const char *known_build(const char *id) {
    return strspn(id, "0123456789abcdef") == SCORD_BUILD_ID_LENGTH && id[SCORD_BUILD_ID_LENGTH] == '\0' ? id
                                                                                                        : "unknown";
}

/* Whether executable and libraries are of one build (cmodel/build_id.h): another one's events could mean something
 * else. Of its status only the place of the two ids is sure. Returns 0, or an exit code after one message. */
static int check_build(const check_run_t *run) {
    const run_status_t *status = run->child.status;
    const char *mine = scord_build_id(), *runtime = status->runtime_build, *library = status->library_build;
    if (runtime[0] == '\0' && library[0] == '\0') return 0; /* no CUDA was used */
    if (strncmp(mine, runtime, sizeof status->runtime_build) == 0 &&
        strncmp(mine, library, sizeof status->library_build) == 0)
        return 0;
    return scord_fail(
        SCORD_EXIT_ENVIRONMENT,
        "libscordsim.a is of build %s and libscord.a of build %s, but scord of build %s: nothing was checked; "
        "rebuild all three with `make build` (SCORD_LIBRARY_DIR, if set, names where the libraries are)",
        known_build(runtime), known_build(library), mine);
}

/* Runs the program to its end, or until something is wrong. */
static int run_program(check_run_t *run) {
    scord_stream_error_t error;
    const char *kept = recording(run);
    snprintf(run->replay_command, sizeof run->replay_command, "scord cosim %s --config %s --seed %llu",
             kept == NULL ? "FILE (record it with --events FILE)" : kept, run->options.config,
             (unsigned long long)run->options.seed);
    if (check_engine_start(&run->engine, &run->options, &run->config, kept, run->replay_command) != 0)
        return scord_fail(run->engine.code, "%s", run->engine.message);
    const int code = start_program(run);
    if (code != 0) return code;
    program_to_stop = run->child.pid;
    if (interrupted != 0) kill(run->child.pid, SIGTERM); /* came before the handler knew whom to stop */
    scord_stream_reader_t *reader = scord_stream_open_reader_fd(run->child.event_fd, "event pipe", &error);
    int build = reader != NULL ? check_build(run) : 0; /* stated before the stream's header is written */
    if (reader != NULL) {
        if (build == 0) consume(run, reader);
        if (build != 0 || interrupted != 0 || run->engine.code != 0) checked_program_stop(&run->child);
        scord_stream_close_reader(reader);
    }
    checked_program_wait(&run->child);
    program_to_stop = 0;
    if (reader == NULL) build = check_build(run);
    check_engine_finish(&run->engine);
    return build;
}

/* ---- what it came to ---- */

/* Says what is wrong, and keeps it for the files. */
static int fail(check_run_t *run, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));
static int fail(check_run_t *run, int code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(run->error, sizeof run->error, format, arguments);
    va_end(arguments);
    return scord_fail(code, "%s", run->error);
}

/* The end of the program itself, if that is worth a word. Returns the exit code it asks for. */
static int judge_program(check_run_t *run, int races_code) {
    char message[sizeof run->child.status->message];
    const run_status_t *status = run->child.status;
    const int end = run->child.exit_status;
    const int worse = races_code != 0 ? races_code : SCORD_EXIT_BAD_INPUT;
    source_path_shorten_all(status->message, run->engine.directory, message, sizeof message);
    if (status->outcome == RUN_FAULT) return fail(run, SCORD_EXIT_BAD_INPUT, "%s", message);
    if (status->outcome == RUN_ENVIRONMENT) return fail(run, SCORD_EXIT_ENVIRONMENT, "%s", message);
    if (WIFSIGNALED(end))
        return fail(run, worse, "the program was killed by signal %d (%s)%s%s", WTERMSIG(end),
                          strsignal(WTERMSIG(end)), status->message[0] == '\0' ? "" : ": ", message);
    if (WEXITSTATUS(end) != 0)
        return fail(run, worse, "the program ended with exit code %d%s%s", WEXITSTATUS(end),
                          status->refused_launches > 0 ? "; before, the machine refused a launch: " : "",
                          status->refused);
    if (status->refused_launches > 0)
        return fail(run, worse, "%u launch%s refused, so not checked: %s", status->refused_launches,
                          status->refused_launches == 1 ? " was" : "es were", status->refused);
    if (status->statistics.launches == 0)
        return fail(run, worse, "the program launched no kernel: nothing was checked");
    return races_code;
}

static int judge(check_run_t *run) {
    const check_statistics_t *found = &run->engine.statistics;
    const int races = found->races > 0 || found->oracle_races ? SCORD_EXIT_FOUND : SCORD_EXIT_CLEAN;
    if (run->engine.code != 0) return fail(run, run->engine.code, "%s", run->engine.message);
    if (interrupted != 0) return fail(run, SCORD_EXIT_BAD_INPUT, "interrupted; the report covers the run so far");
    return judge_program(run, races);
}

static int make_wave(check_run_t *run) {
    scord_wave_moment_t moment;
    char message[512];
    if (run->engine.statistics.races == 0) {
        printf("no race, so no wave: %s is not written\n", run->options.wave);
        return 0;
    }
    const int code = scord_wave_pass(recording(run), &run->engine.lockstep_options, 0, run->options.wave, &moment,
                                     message, sizeof message);
    if (code != 0) return scord_fail(code, "%s", message);
    const char *dot = strrchr(run->options.wave, '.'), *slash = strrchr(run->options.wave, '/');
    const int stem = (int)(dot != NULL && (slash == NULL || dot > slash) ? (size_t)(dot - run->options.wave)
                                                                         : strlen(run->options.wave));
    printf("wave of the first race, device cycles %llu to %llu: %s\n  view: gtkwave %.*s.gtkw\n",
           (unsigned long long)moment.from, (unsigned long long)moment.to, run->options.wave, stem, run->options.wave);
    return 0;
}

static bool is_standard_output(const char *file) { return file != NULL && strcmp(file, "-") == 0; }

static int write_files(check_run_t *run, int code) {
    const check_options_t *options = &run->options;
    int json = 0, sarif = 0;
    if (options->json != NULL)
        json = check_write_report(options->json, false, &run->engine, options, run->child.status, run->error, code);
    if (options->sarif != NULL)
        sarif = check_write_report(options->sarif, true, &run->engine, options, run->child.status, run->error, code);
    return json != 0 ? json : sarif != 0 ? sarif : code;
}

static int report(check_run_t *run) {
    if (!is_standard_output(run->options.json) && !is_standard_output(run->options.sarif)) {
        scord_race_report_print(run->engine.report, stdout, isatty(STDOUT_FILENO));
        check_oracle_print(&run->engine.oracle, stdout);
        check_print_statistics(stdout, &run->engine, &run->options, run->child.status);
    }
    int code = judge(run);
    if (run->options.wave != NULL && run->engine.code == 0 && interrupted == 0) {
        const int wave = make_wave(run);
        if (wave != 0) code = wave;
    }
    return write_files(run, code);
}

/* The program that is to run. */
static int make_program(check_run_t *run) {
    compile_job_t *job = &run->options.job;
    int code = 0;
    switch (run->options.target) {
        case TARGET_SOURCES:
            if (!run->options.no_cache) code = compile_cache_open(&job->options.cache);
            return code != 0 ? code : compile_program(job, run->program, sizeof run->program);
        case TARGET_MAKE: code = check_make(&run->options, run->program, sizeof run->program); break;
        case TARGET_EXECUTABLE: snprintf(run->program, sizeof run->program, "%s", run->options.executable); return 0;
    }
    return code != 0 ? code : check_executable(run->program);
}

static int check(check_run_t *run) {
    int code = read_config(run);
    if (code == 0) code = scratch_make("check", run->directory, sizeof run->directory);
    snprintf(run->options.job.options.directory, sizeof run->options.job.options.directory, "%s", run->directory);
    if (code == 0) code = make_program(run);
    if (code == 0 && interrupted == 0) code = run_program(run);
    if (code == 0 && run->child.status != NULL) code = report(run);
    return code;
}

int scord_command_check(int argc, char **argv) {
    check_run_t *run = calloc(1, sizeof *run);
    if (run == NULL) return scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory");
    int code = check_read_options(argc, argv, &run->options);
    if (code == 0 && run->options.help) {
        check_print_help(stdout);
    } else if (code == 0) {
        catch_interrupts();
        code = check(run);
        checked_program_stop(&run->child);
        check_engine_end(&run->engine);
        checked_program_forget(&run->child);
        scratch_remove(run->directory);
    }
    free(run);
    if (interrupted == 0) return code;
    fflush(stdout);
    signal(interrupted, SIG_DFL); /* as a shell expects of an interrupted command */
    raise(interrupted);
    return code;
}
