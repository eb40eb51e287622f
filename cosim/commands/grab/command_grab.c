/* SPDX-License-Identifier: Apache-2.0 */
/* command_grab.c: `scord grab PROG.cu|STREAM`: which source lines make the threads miss in the
 * cache that they share (docs/grab.md). A program runs as a child process that scores its own
 * requests (sim/runtime/session_grab.c) and passes the results.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cosim/commands/grab/grab_internal.h"
#include "cmodel/base/whole_transfer.h"

enum { VARIABLES_MAX = 6, NUMBER_TEXT = 16 };

typedef struct grab_run {
    check_run_t run;
    grab_options_t options;
    checked_variable_t variables[VARIABLES_MAX + 1];
    unsigned variable_count;
    char settings[GRAB_SETTINGS_MAX], results_text[NUMBER_TEXT];
    int results_fd;         /* -1: not open */
    grab_results_t results; /* of a program */
    grab_t *grab;           /* of a stream, as are its notes */
    scord_program_map_t notes;
} grab_run_t;

/* ---- a program ---- */

static void tell(grab_run_t *grab, const char *name, const char *value) {
    grab->variables[grab->variable_count++] = (checked_variable_t){name, value};
}

static int tell_program(grab_run_t *grab) {
    grab->run.variables = grab->variables;
    grab->results_fd = memfd_create("scord-grab", 0);
    if (grab->results_fd < 0)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "no file for the program's results: %s",
                          strerror(errno));
    snprintf(grab->results_text, sizeof grab->results_text, "%d", grab->results_fd);
    tell(grab, RUN_GRAB, grab->options.machines);
    tell(grab, RUN_GRAB_FD, grab->results_text);
    if (!grab->options.cycles) return 0;
    tell(grab, RUN_MACHINE,
         gpu_machine_differences(&grab->options.machine, grab->settings, sizeof grab->settings));
    tell(grab, RUN_ISSUE, gpu_schedule_issue_name(&grab->options.schedule));
    return 0;
}

/* Nothing when the program was ended before its first launch: check_judge says why. */
static int read_results(grab_run_t *grab) {
    run_grab_t head = {0};
    if (whole_pread(grab->results_fd, &head, sizeof head, 0) != (ssize_t)sizeof head ||
        head.bytes == 0)
        return 0;
    FILE *in = fdopen(dup(grab->results_fd), "r");
    const bool whole = in && fseeko(in, (off_t)head.offset, SEEK_SET) == 0 &&
                       grab_results_read(&grab->results, in);
    if (in) fclose(in);
    return whole ? 0
                 : scord_fail(SCORD_EXIT_ENVIRONMENT, "grab: the program's results cannot be read: "
                                                      "out of memory, or no room for them");
}

static int run_program(grab_run_t *grab) {
    check_run_t *run = &grab->run;
    int code = check_read_config(run);
    if (code == 0) code = tell_program(grab);
    if (code == 0) code = check_make_program(run);
    if (code == 0 && !interrupts_seen()) code = check_run_program(run);
    if (code == 0 && run->child.status) code = read_results(grab);
    return code;
}

/* ---- what it came to ---- */

static int exit_status(int end) {
    return WIFEXITED(end) ? WEXITSTATUS(end) : 128 + WTERMSIG(end);
} /* as a shell says it */

/* CODE: what the run came to; a file that cannot be written is worse. */
static int report(grab_run_t *grab, const grab_results_t *results, int code) {
    const grab_options_t *options = &grab->options;
    const grab_about_t about = {
        .options = options,
        .results = results,
        .notes = &grab->notes,
        .directory = grab->run.engine.directory,
        .program = options->stream ? options->stream : grab->run.options.name,
        .error = grab->run.error,
        .seed = grab->run.options.seed,
        .exit_status = options->stream ? 0 : exit_status(grab->run.child.exit_status)};
    int written = 0, json = 0, html = 0;
    if (!options->quiet && !is_standard_output(options->json) && !is_standard_output(options->html))
        written = grab_print(&about, stdout);
    if (options->json) json = grab_write_json(options->json, &about);
    if (options->html) html = grab_write_html(options->html, &about);
    return json != 0 ? json : html != 0 ? html : written != 0 ? written : code;
}

static int grab_program(grab_run_t *grab) {
    const int code = run_program(grab);
    if (code != 0 || !grab->run.child.status) return code;
    return report(grab, &grab->results, check_judge(&grab->run));
}

static int grab_stream(grab_run_t *grab) {
    if (!getcwd(grab->run.engine.directory, sizeof grab->run.engine.directory))
        grab->run.engine.directory[0] = '\0';
    const int code = grab_read_stream(&grab->options, &grab->grab, &grab->notes);
    if (!grab->grab || grab_results(grab->grab)->instructions == 0) return code;
    return report(grab, grab_results(grab->grab), code); /* everything before a damage counts */
}

static void end(grab_run_t *grab) {
    check_end(&grab->run);
    grab_results_free(&grab->results);
    grab_destroy(grab->grab);
    scord_program_map_destroy(&grab->notes);
    if (grab->results_fd >= 0) close(grab->results_fd);
}

int scord_command_grab(int argc, char **argv) {
    grab_run_t *grab = calloc(1, sizeof *grab);
    if (!grab) return scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory");
    grab->results_fd = -1;
    int code = grab_read_options(argc, argv, &grab->options, &grab->run.options);
    if (code == 0 && grab->run.options.help)
        options_print_help(&grab_form, stdout);
    else if (code == 0) {
        interrupts_catch();
        code = grab->options.stream ? grab_stream(grab) : grab_program(grab);
        end(grab);
    }
    free(grab);
    return interrupts_end(code);
}
