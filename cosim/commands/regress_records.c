/* regress_records.c: what is known of the runs, on the disk from the moment it is known; see regress_internal.h, and docs/regress.md for the fields. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "build_id.h"
#include "command.h"
#include "regress_internal.h"
#include "report/json_string.h"
#include "report/json_tree.h"
#include "whole_file.h"

const char *const regress_verdict_names[REGRESS_VERDICTS] = {"pass", "fail", "error"};

/* ---- reading ---- */

static void copy_text(const json_t *object, const char *name, char *text, size_t size) {
    const json_t *member = json_member(object, name);
    snprintf(text, size, "%s", member != NULL && member->type == JSON_STRING ? member->string : "");
}

static double number_of(const json_t *object, const char *name) {
    const json_t *member = json_member(object, name);
    return member != NULL && member->type == JSON_NUMBER ? member->number : 0;
}

static bool take_result(const json_t *object, regress_result_t *result) {
    char verdict[16];
    *result = (regress_result_t){.exit_code = (int)number_of(object, "exit"), .signal = (int)number_of(object, "signal"),
                                 .seconds = number_of(object, "seconds"), .peak_kilobytes = (long)number_of(object, "peak_kilobytes"),
                                 .passed = (uint64_t)number_of(object, "passed"), .failed = (uint64_t)number_of(object, "failed")};
    copy_text(object, "id", result->id, sizeof result->id);
    copy_text(object, "signature", result->signature, sizeof result->signature);
    copy_text(object, "verdict", verdict, sizeof verdict);
    while (result->verdict < REGRESS_VERDICTS && strcmp(verdict, regress_verdict_names[result->verdict]) != 0) result->verdict++;
    return result->id[0] != '\0' && result->verdict < REGRESS_VERDICTS;
}

static int no_memory(const char *path) { return scord_fail(SCORD_EXIT_ENVIRONMENT, "no memory for the records of %s", path); }

static int take_line(const char *path, unsigned number, char *line, regress_records_t *records) {
    size_t at;
    json_t *object = json_parse(line, &at);
    const json_t *session = json_member(object, "session");
    int code = 0;
    if (session != NULL) {
        copy_text(session, "plan", records->session.plan, sizeof records->session.plan);
        copy_text(session, "build", records->session.build, sizeof records->session.build);
        records->session.planned = (uint64_t)number_of(session, "planned");
        records->sessions++;
    } else if (records->count == records->places) {
        regress_result_t *results = realloc(records->results, (2 * records->places + 16) * sizeof *results);
        if (results == NULL) {
            code = no_memory(path);
        } else {
            records->results = results;
            records->places = 2 * records->places + 16;
        }
    }
    if (session == NULL && code == 0) {
        if (object != NULL && take_result(object, &records->results[records->count])) records->count++;
        else code = scord_fail(SCORD_EXIT_BAD_INPUT, "%s:%u: no record of a run; --restart drops the file and begins anew", path, number);
    }
    json_free(object);
    return code;
}

static int by_id(const void *a, const void *b) { return strcmp(((const regress_result_t *)a)->id, ((const regress_result_t *)b)->id); }

/* Sorts by id; of several records of one run the last stays. A stable sort is what keeps "last": merge sort of runs already in order. */
static int sort_records(const char *path, regress_records_t *records) {
    regress_result_t *from = records->results, *to = malloc((records->places + 1) * sizeof *to);
    if (to == NULL) return no_memory(path);
    for (size_t width = 1; width < records->count; width *= 2) {
        for (size_t start = 0; start < records->count; start += 2 * width) {
            size_t left = start, right = start + width, out = start;
            const size_t middle = right < records->count ? right : records->count, end = middle + width < records->count ? middle + width : records->count;
            for (right = middle; left < middle || right < end; out++)
                to[out] = right >= end || (left < middle && by_id(&from[left], &from[right]) <= 0) ? from[left++] : from[right++];
        }
        regress_result_t *sorted = to;
        to = from;
        from = sorted;
    }
    size_t kept = 0;
    for (size_t i = 0; i < records->count; i++)
        if (i + 1 == records->count || by_id(&from[i], &from[i + 1]) != 0) from[kept++] = from[i];
    records->results = from;
    records->count = kept;
    free(to);
    return 0;
}

int regress_records_read(const char *path, regress_records_t *records) {
    size_t bytes;
    char *text = whole_file_read(path, &bytes);
    if (text == NULL && errno == ENOENT) return 0;
    if (text == NULL) return scord_fail(SCORD_EXIT_ENVIRONMENT, "cannot read %s: %s", path, strerror(errno));
    const uint64_t planned_before = records->session.planned;
    unsigned number = 0;
    int code = 0;
    char *line = text;
    for (char *end; code == 0 && (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        code = take_line(path, ++number, line, records);
    }
    records->cut = bytes - (size_t)(line - text); /* a line without its end was being written when the machine went down */
    records->session.planned += planned_before;
    free(text);
    if (code == 0) code = sort_records(path, records);
    return code;
}

int regress_records_collect(const char *folder, regress_records_t *records) {
    DIR *directory = opendir(folder);
    if (directory == NULL) return scord_fail(SCORD_EXIT_BAD_INPUT, "cannot read the folder %s: %s; --output names the one of a regression", folder, strerror(errno));
    int code = 0;
    for (struct dirent *entry; code == 0 && (entry = readdir(directory)) != NULL;) {
        const size_t length = strlen(entry->d_name);
        if (strncmp(entry->d_name, "results", 7) != 0 || length < 6 || strcmp(entry->d_name + length - 6, ".jsonl") != 0) continue;
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        code = regress_records_read(path, records);
    }
    closedir(directory);
    if (code == 0 && records->sessions == 0)
        code = scord_fail(SCORD_EXIT_BAD_INPUT, "%s holds no results*.jsonl; --output names the folder of a regression", folder);
    return code;
}

void regress_records_free(regress_records_t *records) { free(records->results); }

const regress_result_t *regress_records_find(const regress_records_t *records, const char *id) {
    regress_result_t key;
    snprintf(key.id, sizeof key.id, "%s", id);
    return records->count == 0 ? NULL : bsearch(&key, records->results, records->count, sizeof key, by_id);
}

/* ---- writing ---- */

FILE *regress_records_open(const char *path, size_t cut, bool restart) {
    FILE *file = fopen(path, "a");
    if (file == NULL) {
        scord_fail(SCORD_EXIT_ENVIRONMENT, "cannot write %s: %s", path, strerror(errno));
        return NULL;
    }
    struct stat status;
    if (flock(fileno(file), LOCK_EX | LOCK_NB) != 0)
        scord_fail(SCORD_EXIT_ENVIRONMENT, "another `scord regress` is writing %s; wait for it, or choose another --output", path);
    else if (fcntl(fileno(file), F_SETFD, FD_CLOEXEC) != 0 || fstat(fileno(file), &status) != 0 ||
             ((restart || cut != 0) && ftruncate(fileno(file), restart ? 0 : status.st_size - (off_t)cut) != 0))
        scord_fail(SCORD_EXIT_ENVIRONMENT, "cannot write %s: %s", path, strerror(errno));
    else
        return file;
    fclose(file);
    return NULL;
}

static int written(FILE *file) {
    if (fflush(file) == 0 && !ferror(file) && fdatasync(fileno(file)) == 0) return 0;
    return scord_fail(SCORD_EXIT_ENVIRONMENT, "cannot write the results: %s; what is written holds, the same command goes on from there", strerror(errno));
}

static void member(FILE *file, const char *name, const char *text) {
    fprintf(file, ",\"%s\":", name);
    scord_json_string(file, text);
}

/* The first line that COMMAND prints. */
static void first_line(const char *command, char *line, size_t size) {
    line[0] = '\0';
    FILE *pipe = popen(command, "r");
    if (pipe == NULL) return;
    if (fgets(line, (int)size, pipe) == NULL) line[0] = '\0';
    line[strcspn(line, "\n")] = '\0';
    pclose(pipe);
}

static void timestamp(char text[32]) {
    const time_t now = time(NULL);
    struct tm broken;
    strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &broken));
}

int regress_record_session(FILE *file, const regress_options_t *options, const regress_plan_t *plan) {
    static const struct {
        const char *name, *command;
    } tools[] = {{"verilator", "verilator --version 2>/dev/null"}, {"iverilog", "iverilog -V 2>/dev/null"}, {"yosys", "yosys -V 2>/dev/null"},
                 {"compiler", "c++ --version 2>/dev/null"}, {"commit", "git describe --always --dirty 2>/dev/null"}};
    char line[256];
    struct utsname machine;
    timestamp(line);
    fprintf(file, "{\"session\":{\"started\":\"%s\",\"plan\":\"%s\",\"planned\":%zu,\"runs\":%" PRIu64 ",\"seed\":%" PRIu64
            ",\"tier\":\"%s\",\"shard\":%u,\"shards\":%u,\"jobs\":%u", line, plan->hash, plan->count, options->runs, options->seed,
            regress_tier_names[options->tier], options->shard, options->shards, options->jobs);
    member(file, "build", options->build);
    if (uname(&machine) == 0) {
        snprintf(line, sizeof line, "%.60s %.60s %.60s %.60s", machine.nodename, machine.sysname, machine.release, machine.machine);
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

int regress_record_result(FILE *file, const regress_run_t *run, const regress_result_t *result, const char *command) {
    const regress_row_t *row = run->row;
    char ended[32];
    timestamp(ended);
    fputs("{\"id\":", file);
    scord_json_string(file, run->id);
    member(file, "row", row->id);
    member(file, "verdict", regress_verdict_names[result->verdict]);
    member(file, "signature", result->signature);
    fprintf(file, ",\"exit\":%d,\"signal\":%d,\"seconds\":%.3f,\"peak_kilobytes\":%ld,\"passed\":%" PRIu64 ",\"failed\":%" PRIu64 ",\"seed\":",
            result->exit_code, result->signal, result->seconds, result->peak_kilobytes, result->passed, result->failed);
    if (row->share == 0) fputs("null", file);
    else fprintf(file, "%" PRIu32, run->seed);
    member(file, "tier", regress_tier_names[row->tier]);
    member(file, "config", row->config);
    member(file, "config_hash", row->config_hash);
    member(file, "touches", row->touches);
    member(file, "ended", ended);
    member(file, "command", command);
    fputs("}\n", file);
    return written(file);
}
