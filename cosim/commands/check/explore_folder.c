/* SPDX-License-Identifier: Apache-2.0 */
/* explore_folder.c: the folder that holds the runs of an exploration; see explore.h.
 *
 * A folder is of one program and one set of options: `exploration` holds a hash of all that a run
 * depends on beside its schedule, and the command line for people. A run's record is written to
 * another name and renamed, so that a record is whole or not there.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmodel/base/json_writer.h"
#include "cmodel/build_id.h"
#include "cosim/commands/check/explore.h"
#include "cosim/commands/shared/command_line.h"
#include "cosim/commands/shared/scratch.h"
#include "cosim/commands/shared/whole_file.h"

/* ---- whose it is ---- */

static void add_number(sha256_t *hash, uint64_t number) {
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, number);
    sha256_add_text(hash, text);
}

/* What --suppress or --baseline names: the reports of the runs depend on it. */
static void add_content(sha256_t *hash, const char *path) {
    size_t bytes = 0;
    char *text = path ? whole_file_read(path, &bytes) : NULL;
    add_number(hash, bytes);
    if (text) sha256_add(hash, text, bytes);
    free(text);
}

/* A hash of what the runs depend on. */
static int make_key(const check_run_t *run, char key[SHA256_HEX]) {
    const check_options_t *options = &run->options;
    sha256_t hash;
    size_t bytes;
    char *program = whole_file_read(run->program, &bytes);
    if (!program) return scord_fail_read(run->program);
    sha256_start(&hash);
    sha256_add_text(&hash, scord_build_id());
    add_number(&hash, bytes);
    sha256_add(&hash, program, bytes);
    free(program);
    sha256_add_text(&hash, options->config);
    add_number(&hash, options->spin_limit);
    add_number(&hash, options->findings);
    add_number(&hash, options->shared + 2u * options->keep_going + 4u * options->rtl +
                          8u * options->no_races);
    add_content(&hash, options->suppress);
    add_content(&hash, options->baseline);
    for (char **argument = options->arguments; *argument; argument++)
        sha256_add_text(&hash, *argument);
    sha256_finish(&hash, key);
    return 0;
}

/* The file `exploration`: made, or compared with what is there. */
static int claim(explore_folder_t *folder, const check_run_t *run) {
    char key[SHA256_HEX], path[PATH_MAX + 16];
    int code = make_key(run, key);
    if (code != 0) return code;
    snprintf(path, sizeof path, "%s/exploration", folder->path);
    size_t bytes = 0;
    char *there = whole_file_read(path, &bytes);
    if (there) {
        const bool same = bytes >= strlen(key) && memcmp(there, key, strlen(key)) == 0;
        free(there);
        if (same) return 0;
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "%s: --resume: the runs there are of another program, arguments, options "
                          "or build of scord; name another folder, or remove this one",
                          folder->path);
    }
    char *words = scord_command_line(run->options.argc, run->options.argv), *text = NULL;
    const int length = asprintf(&text, "%s\n%s\n", key, words);
    const bool written = length > 0 && whole_file_write(path, text, (size_t)length) == 0;
    free(words);
    free(text);
    return written ? 0 : scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: %s", path, strerror(errno));
}

static int take_lock(explore_folder_t *folder) {
    char path[PATH_MAX + 16];
    snprintf(path, sizeof path, "%s/lock", folder->path);
    folder->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (folder->lock < 0)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: %s", path, strerror(errno));
    if (flock(folder->lock, LOCK_EX | LOCK_NB) == 0) return 0;
    return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: --resume: another scord is at work there",
                      folder->path);
}

/* None was named: beside the temporary files, but kept after an interruption. */
static int make_unnamed(explore_folder_t *folder) {
    const char *parent = getenv("TMPDIR");
    if (!parent || *parent == '\0') parent = "/tmp";
    const int length = snprintf(folder->path, sizeof folder->path, "%s/scord.schedules-XXXXXX",
                                parent);
    if (length < (int)sizeof folder->path && mkdtemp(folder->path)) return 0;
    return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: %s; set TMPDIR to a writable directory",
                      folder->path, strerror(errno));
}

int explore_folder_open(explore_folder_t *folder, check_run_t *run) {
    char runs[PATH_MAX + 16];
    const char *named = run->options.explore.resume;
    folder->lock = -1;
    folder->kept = named;
    if (named) {
        if (mkdir(named, 0777) != 0 && errno != EEXIST)
            return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: --resume: %s", named, strerror(errno));
        if (!realpath(named, folder->path))
            return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: --resume: %s", named, strerror(errno));
    } else {
        const int code = make_unnamed(folder);
        if (code != 0) return code;
    }
    int code = take_lock(folder);
    if (code == 0) code = claim(folder, run);
    snprintf(runs, sizeof runs, "%s/runs", folder->path);
    if (code == 0 && mkdir(runs, 0777) != 0 && errno != EEXIST)
        code = scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: %s", runs, strerror(errno));
    return code;
}

void explore_folder_close(explore_folder_t *folder) {
    if (folder->lock >= 0) close(folder->lock);
    folder->lock = -1;
    if (folder->path[0] != '\0' && !folder->kept) scratch_remove_tree(folder->path);
    folder->path[0] = '\0';
}

/* ---- runs ---- */

bool explore_file(const explore_folder_t *folder, uint64_t number, const char *name,
                  char path[PATH_MAX]) {
    char run[32];
    snprintf(run, sizeof run, number == EXPLORE_REPEAT ? "repeat" : "%06" PRIu64, number);
    const int length = snprintf(path, PATH_MAX, "%s/runs/%s%s%s", folder->path, run,
                                *name == '\0' ? "" : "/", name);
    return length < PATH_MAX;
}

static void put_record(FILE *out, const explore_record_t *record) {
    json_writer_t json = json_writer(out, JSON_SPACED);
    json_open_object(&json, NULL);
    json_lines(&json, 2);
    json_put_string(&json, "schedule", record->schedule);
    json_put_signed(&json, "exit_code", record->exit_code);
    json_put_string(&json, "error", record->error);
    json_put_bool(&json, "ended", record->ended);
    json_put_signed(&json, "program_exit", record->program_exit);
    json_put_string(&json, "printed", record->printed);
    json_put_string(&json, "memory", record->memory);
    json_put_unsigned(&json, "warps", record->warps);
    json_put_unsigned(&json, "steps", record->steps);
    json_put_unsigned(&json, "overlaps", record->overlaps);
    json_put_printf(&json, "seconds", "%.6f", record->seconds);
    json_line(&json, 0);
    json_close(&json);
    fputc('\n', out);
}

int explore_record_write(const explore_folder_t *folder, const explore_record_t *record) {
    char path[PATH_MAX], unfinished[PATH_MAX];
    if (!explore_file(folder, record->number, "run.json", path) ||
        !explore_file(folder, record->number, "run.part", unfinished))
        return -1;
    FILE *out = fopen(unfinished, "w");
    if (!out) return -1;
    put_record(out, record);
    const bool lost = fflush(out) != 0 || ferror(out);
    return fclose(out) != 0 || lost ? -1 : rename(unfinished, path);
}

static bool take_text(const json_t *tree, const char *name, char *text, size_t size) {
    const json_t *member = json_member(tree, name);
    if (!member || member->type != JSON_STRING || strlen(member->string) >= size) return false;
    memcpy(text, member->string, strlen(member->string) + 1);
    return true;
}

static bool take_number(const json_t *tree, const char *name, double *number) {
    const json_t *member = json_member(tree, name);
    if (!member || member->type != JSON_NUMBER) return false;
    *number = member->number;
    return true;
}

static bool take_record(const json_t *tree, explore_record_t *record) {
    double code, end, warps, steps, overlaps;
    const json_t *ended = json_member(tree, "ended");
    if (!take_text(tree, "schedule", record->schedule, sizeof record->schedule) ||
        !take_text(tree, "error", record->error, sizeof record->error) ||
        !take_text(tree, "printed", record->printed, sizeof record->printed) ||
        !take_text(tree, "memory", record->memory, sizeof record->memory) ||
        !take_number(tree, "exit_code", &code) || !take_number(tree, "program_exit", &end) ||
        !take_number(tree, "warps", &warps) || !take_number(tree, "steps", &steps) ||
        !take_number(tree, "overlaps", &overlaps) ||
        !take_number(tree, "seconds", &record->seconds) || !ended)
        return false;
    record->ended = ended->type == JSON_TRUE;
    record->exit_code = (int)code;
    record->program_exit = (int)end;
    record->warps = (uint64_t)warps;
    record->overlaps = (uint64_t)overlaps;
    record->steps = (uint64_t)steps;
    return true;
}

bool explore_record_read(const explore_folder_t *folder, uint64_t number, const char *schedule,
                         explore_record_t *record) {
    char path[PATH_MAX];
    size_t bytes, at;
    *record = (explore_record_t){.number = number};
    char *text = explore_file(folder, number, "run.json", path) ? whole_file_read(path, &bytes)
                                                                : NULL;
    if (!text) return false;
    json_t *tree = json_parse(text, &at);
    free(text);
    const bool whole = tree && take_record(tree, record) && strcmp(record->schedule, schedule) == 0;
    json_free(tree);
    return whole;
}
