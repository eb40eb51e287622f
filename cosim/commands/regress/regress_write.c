/* regress_write.c: what is known of the runs, on the disk from the moment it is known; see
 * regress_internal.h, and docs/regress.md for the fields. Each line is one write and one fdatasync:
 * after a power cut at most the last line is cut short, and the reader leaves that one out
 * (cosim/commands/page/regress_records.c).
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "cmodel/base/json_string.h"
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

static void member(FILE *file, const char *name, const char *text) {
    fprintf(file, ",\"%s\":", name);
    scord_json_string(file, text);
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
    fprintf(file,
            "{\"session\":{\"started\":\"%s\",\"plan\":\"%s\",\"planned\":%zu,\"runs\":%" PRIu64
            ",\"seed\":%" PRIu64 ",\"tier\":\"%s\",\"shard\":%u,\"shards\":%u,\"jobs\":%u",
            line, plan->hash, plan->count, options->runs, options->seed,
            regress_tier_names[options->tier], options->shard, options->shards, options->jobs);
    member(file, "build", options->build);
    if (uname(&machine) == 0) {
        snprintf(line, sizeof line, "%.60s %.60s %.60s %.60s", machine.nodename, machine.sysname,
                 machine.release, machine.machine);
        member(file, "host", line);
    }
    fputs(",\"tools\":{\"scord\":\"" SCORD_VERSION "\"", file);
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
        first_line(tools[i].command, line, sizeof line);
        member(file, tools[i].name, line);
    }
    fputs("}}}\n", file);
    return written(file);
}

int regress_record_result(FILE *file, const regress_run_t *run, const regress_result_t *result,
                          const char *command) {
    assert(run->row && (run->row->share != 0) == (run->seed != 0));
    const regress_row_t *row = run->row;
    char ended[32];
    timestamp(ended);
    fputs("{\"id\":", file);
    scord_json_string(file, run->id);
    member(file, "row", row->id);
    member(file, "verdict", regress_verdict_names[result->verdict]);
    member(file, "signature", result->signature);
    fprintf(file,
            ",\"exit\":%d,\"signal\":%d,\"seconds\":%.3f,\"peak_kilobytes\":%ld,\"passed\":%" PRIu64
            ",\"failed\":%" PRIu64 ",\"seed\":",
            result->exit_code, result->signal, result->seconds, result->peak_kilobytes,
            result->passed, result->failed);
    if (row->share == 0)
        fputs("null", file);
    else
        fprintf(file, "%" PRIu32, run->seed);
    member(file, "tier", regress_tier_names[row->tier]);
    member(file, "config", row->config);
    member(file, "config_hash", row->config_hash);
    member(file, "touches", row->touches);
    member(file, "ended", ended);
    member(file, "command", command);
    fputs("}\n", file);
    return written(file);
}
