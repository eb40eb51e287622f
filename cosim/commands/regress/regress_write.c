/* SPDX-License-Identifier: Apache-2.0 */
/* regress_write.c: what is known of the runs, on the disk from the moment it is known; see
 * regress_internal.h, and docs/regress.md for the fields. Each line is one write and one fdatasync:
 * after a power cut at most the last line is cut short, and the reader leaves that one out
 * (cosim/commands/page/regress_records.c).
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "cmodel/base/json_writer.h"
#include "cmodel/base/memory_stream.h"
#include "cmodel/base/shell_words.h"
#include "cmodel/build_id.h"
#include "cosim/commands/regress/regress_internal.h"
#include "cosim/commands/shared/command.h"

FILE *regress_records_open(const char *path, size_t cut, bool restart) {
    FILE *file = fopen(path, "a");
    if (!file) {
        scord_fail(SCORD_EXIT_ENVIRONMENT, "cannot write %s: %s", path, strerror(errno));
        return NULL;
    }
    struct stat status;
    if (flock(fileno(file), LOCK_EX | LOCK_NB) != 0)
        scord_fail(SCORD_EXIT_ENVIRONMENT,
                   "another `scord regress` is writing %s; wait for it, or choose another --output",
                   path);
    else if (fcntl(fileno(file), F_SETFD, FD_CLOEXEC) != 0 || fstat(fileno(file), &status) != 0 ||
             ((restart || cut != 0) &&
              ftruncate(fileno(file), restart ? 0 : status.st_size - (off_t)cut) != 0))
        scord_fail(SCORD_EXIT_ENVIRONMENT, "cannot write %s: %s", path, strerror(errno));
    else
        return file;
    fclose(file);
    return NULL;
}

static int written(FILE *file) {
    if (fflush(file) == 0 && !ferror(file) && fdatasync(fileno(file)) == 0) return 0;
    return scord_fail(
        SCORD_EXIT_ENVIRONMENT,
        "cannot write the results: %s; what is written holds, the same command goes on from there",
        strerror(errno));
}

/* The first line that COMMAND prints. */
static void first_line(const char *command, char *line, size_t size) {
    line[0] = '\0';
    FILE *pipe = popen(command, "r");
    if (!pipe) return;
    if (!fgets(line, (int)size, pipe)) line[0] = '\0';
    line[strcspn(line, "\n")] = '\0';
    pclose(pipe);
}

static void timestamp(char text[32]) {
    const time_t now = time(NULL);
    struct tm broken;
    strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &broken));
}

/* What runs a run of this plan again stands before and behind its id. */
static void put_again(json_writer_t *json, const regress_options_t *options) {
    char *text = NULL;
    size_t bytes;
    FILE *out = scord_memory_stream(&text, &bytes);
    if (!out) return;
    scord_put_shell_place(out);
    fputs(" regress --output ", out);
    scord_put_shell_word(out, options->output);
    if (fclose(out) == 0) json_put_string(json, "again", text);
    free(text);
    json_open_array(json, "catalogues");
    for (size_t i = 0; i < options->catalogue_count; i++)
        json_put_string(json, NULL, options->catalogues[i]);
    json_close(json);
}

int regress_record_session(FILE *file, const regress_options_t *options,
                           const regress_plan_t *plan) {
    static const struct {
        const char *name, *command;
    } tools[] = {{"verilator", "verilator --version 2>/dev/null"},
                 {"iverilog", "iverilog -V 2>/dev/null"},
                 {"yosys", "yosys -V 2>/dev/null"},
                 {"compiler", "c++ --version 2>/dev/null"},
                 {"commit", "git describe --always --dirty 2>/dev/null"}};
    char line[256];
    struct utsname machine;
    timestamp(line);
    json_writer_t json = json_writer(file, JSON_DENSE);
    json_open_object(&json, NULL);
    json_open_object(&json, "session");
    json_put_string(&json, "started", line);
    json_put_string(&json, "plan", plan->hash);
    json_put_unsigned(&json, "planned", plan->count);
    json_put_unsigned(&json, "runs", options->runs);
    json_put_unsigned(&json, "seed", options->seed);
    json_put_string(&json, "tier", regress_tier_names[options->tier]);
    json_put_unsigned(&json, "shard", options->shard);
    json_put_unsigned(&json, "shards", options->shards);
    json_put_unsigned(&json, "jobs", options->jobs);
    json_put_string(&json, "build", options->build);
    put_again(&json, options);
    if (uname(&machine) == 0) {
        snprintf(line, sizeof line, "%.60s %.60s %.60s %.60s", machine.nodename, machine.sysname,
                 machine.release, machine.machine);
        json_put_string(&json, "host", line);
    }
    json_open_object(&json, "tools");
    json_put_string(&json, "scord", SCORD_VERSION);
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
        first_line(tools[i].command, line, sizeof line);
        json_put_string(&json, tools[i].name, line);
    }
    for (unsigned i = 0; i < 3; i++) json_close(&json);
    fputc('\n', file);
    return written(file);
}

int regress_record_result(FILE *file, const regress_run_t *run, const regress_result_t *result,
                          const char *command) {
    assert(run->row && (run->row->share != 0) == (run->seed != 0));
    const regress_row_t *row = run->row;
    char ended[32];
    timestamp(ended);
    json_writer_t json = json_writer(file, JSON_DENSE);
    json_open_object(&json, NULL);
    json_put_string(&json, "id", run->id);
    json_put_string(&json, "row", row->id);
    json_put_string(&json, "verdict", regress_verdict_names[result->verdict]);
    json_put_string(&json, "signature", result->signature);
    json_put_signed(&json, "exit", result->exit_code);
    json_put_signed(&json, "signal", result->signal);
    json_put_printf(&json, "seconds", "%.3f", result->seconds);
    json_put_printf(&json, "work", "%.3f", result->work);
    json_put_signed(&json, "peak_kilobytes", result->peak_kilobytes);
    json_put_unsigned(&json, "passed", result->passed);
    json_put_unsigned(&json, "failed", result->failed);
    if (row->share == 0)
        json_put_null(&json, "seed");
    else
        json_put_unsigned(&json, "seed", run->seed);
    json_put_string(&json, "tier", regress_tier_names[row->tier]);
    json_put_string(&json, "config", row->config);
    json_put_string(&json, "config_hash", row->config_hash);
    json_put_string(&json, "touches", row->touches);
    json_put_string(&json, "ended", ended);
    json_put_string(&json, "command", command);
    json_close(&json);
    fputc('\n', file);
    return written(file);
}
