/* SPDX-License-Identifier: Apache-2.0 */
/* litmus_import.c: a litmus file as an event stream (cmodel/litmus/litmus.h, docs/litmus.md). */
#include "cosim/commands/shared/litmus_import.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cosim/commands/shared/command.h"
#include "cmodel/litmus/litmus.h"
#include "cosim/commands/shared/whole_file.h"

bool litmus_is_file(const char *path) {
    return ends_with(path, ".litmus") || ends_with(path, ".test");
}

static int name_problems(const char *path, const litmus_t *litmus) {
    assert(litmus->problems > 0);
    const unsigned kept = litmus->problems < LITMUS_PROBLEMS_MAX ? litmus->problems
                                                                 : LITMUS_PROBLEMS_MAX;
    for (unsigned i = 0; i < kept; i++) {
        const litmus_problem_t *problem = &litmus->problem[i];
        if (problem->line > 0)
            scord_fail(SCORD_EXIT_BAD_INPUT, "%s:%u: %s", path, problem->line, problem->text);
        else
            scord_fail(SCORD_EXIT_BAD_INPUT, "%s: %s", path, problem->text);
    }
    return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: %u line%s not taken; docs/litmus.md has what is",
                      path, litmus->problems, litmus->problems == 1 ? " was" : "s were");
}

static int name_failure(const char *path, litmus_status_t status, unsigned line) {
    switch (status) {
    case LITMUS_OK: return SCORD_EXIT_CLEAN;
    case LITMUS_NO_MEMORY: return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: out of memory", path);
    case LITMUS_DEADLOCK:
        return scord_fail(
            SCORD_EXIT_BAD_INPUT,
            "%s: a barrier waits for ever; every thread of its block has to reach it or end", path);
    case LITMUS_NOTHING:
        return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: no order of execution meets the filter", path);
    case LITMUS_BAD_ADDRESS:
        return scord_fail(
            SCORD_EXIT_BAD_INPUT,
            "%s:%u: the address is no variable's in some order; give the register the "
            "address of a variable",
            path, line);
    case LITMUS_BAD_WIDTH:
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "%s:%u: the variable is accessed in another width elsewhere; use one",
                          path, line);
    case LITMUS_TOO_LARGE: break;
    }
    return scord_fail(SCORD_EXIT_BAD_INPUT,
                      "%s: more than %d states or executions, or threads too long to try them; "
                      "make the test smaller",
                      path, LITMUS_STATES_MAX);
}

/* PATH as a test; a problem of it was named. */
static int read_test(const char *path, litmus_t *litmus) {
    size_t bytes;
    char *text = whole_file_read(path, &bytes);
    if (!text)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: cannot be read: %s", path, strerror(errno));
    const int code = litmus_parse(text, litmus) ? SCORD_EXIT_CLEAN : name_problems(path, litmus);
    free(text);
    return code;
}

/* Parses and runs PATH, and writes what came out. */
static int write_launches(const char *path, litmus_t *litmus, scord_stream_writer_t *writer) {
    scord_stream_error_t error;
    litmus_outcomes_t outcomes = {.count = 0};
    int code = read_test(path, litmus);
    if (code == SCORD_EXIT_CLEAN && litmus->only_vulkan.text[0] != '\0')
        code = scord_fail(SCORD_EXIT_BAD_INPUT,
                          "%s:%u: %s of the Vulkan memory model alone: use --model vulkan", path,
                          litmus->only_vulkan.line, litmus->only_vulkan.text);
    if (code == SCORD_EXIT_CLEAN && litmus->no_stream.text[0] != '\0')
        code = scord_fail(SCORD_EXIT_BAD_INPUT,
                          "%s:%u: %s: no stream has that; `scord oracle` decides the test", path,
                          litmus->no_stream.line, litmus->no_stream.text);
    if (code == SCORD_EXIT_CLEAN) {
        const litmus_status_t status = litmus_outcomes(litmus, &outcomes);
        code = name_failure(path, status, outcomes.line);
    }
    if (code == SCORD_EXIT_CLEAN &&
        litmus_write(litmus, &outcomes, path, writer, &error) != SCORD_STREAM_OK)
        code = scord_fail_stream(&error);
    litmus_outcomes_free(&outcomes);
    return code;
}

int litmus_import(const char *path, scord_stream_writer_t *writer) {
    scord_stream_error_t error;
    litmus_t *litmus = malloc(sizeof *litmus);
    int code = litmus ? write_launches(path, litmus, writer)
                      : scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory");
    free(litmus);
    const bool complete = code == SCORD_EXIT_CLEAN;
    if ((complete ? scord_stream_close_writer : scord_stream_abandon_writer)(writer, &error) !=
            SCORD_STREAM_OK &&
        complete)
        code = scord_fail_stream(&error);
    return code;
}

int litmus_look_at(const char *path, litmus_look_t *look) {
    size_t bytes;
    *look = (litmus_look_t){.vulkan = false};
    if (!litmus_is_file(path)) return SCORD_EXIT_CLEAN;
    litmus_t *litmus = malloc(sizeof *litmus);
    errno = 0;
    char *text = litmus ? whole_file_read(path, &bytes) : NULL;
    const bool no_memory = !litmus || (!text && errno == ENOMEM);
    if (text) {
        const bool taken = litmus_parse(text, litmus);
        look->vulkan = strcasecmp(litmus->dialect, "VULKAN") == 0;
        look->for_streams = taken && litmus->only_vulkan.text[0] == '\0';
        look->by_relations = taken && litmus->no_stream.text[0] != '\0';
    }
    free(text);
    free(litmus);
    return no_memory ? scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory") : SCORD_EXIT_CLEAN;
}

int litmus_judge_relations(const char *path, const scord_oracle_axes_t *axes,
                           litmus_relations_t *verdict, char *why, size_t size) {
    litmus_outcomes_t outcomes = {.count = 0};
    litmus_t *litmus = malloc(sizeof *litmus);
    if (!litmus) return scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory");
    int code = read_test(path, litmus);
    snprintf(why, size, "%s", litmus->no_stream.text);
    if (code == SCORD_EXIT_CLEAN) {
        litmus_status_t status = litmus_outcomes(litmus, &outcomes);
        if (status == LITMUS_OK) status = litmus_relations(litmus, &outcomes, axes, verdict);
        code = name_failure(path, status, outcomes.line);
    }
    litmus_outcomes_free(&outcomes);
    free(litmus);
    return code;
}

int litmus_judge_vulkan(const char *path, litmus_vulkan_t *verdict) {
    litmus_t *litmus = malloc(sizeof *litmus);
    if (!litmus) return scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory");
    int code = read_test(path, litmus);
    if (code == SCORD_EXIT_CLEAN && strcasecmp(litmus->dialect, "VULKAN") != 0)
        code = scord_fail(SCORD_EXIT_BAD_INPUT,
                          "%s: model vulkan decides tests of the dialect VULKAN, not of %s", path,
                          litmus->dialect);
    if (code == SCORD_EXIT_CLEAN) code = name_failure(path, litmus_vulkan(litmus, verdict), 0);
    free(litmus);
    return code;
}

/* The machine that plays the test: one metadata entry a word, so that nothing but the rules
 * decides. */
static scord_stream_writer_t *open_memory(int fd, scord_stream_error_t *error) {
    char name[64];
    scord_config_t config;
    if (scord_config_parse("nocache", &config, name, sizeof name, error) != 0) return NULL;
    return scord_stream_open_writer_fd(fd, "litmus", SCORD_STREAM_BINARY, &config, error);
}

scord_stream_reader_t *litmus_open(const char *path, int *code) {
    scord_stream_error_t error;
    const int fd = memfd_create("litmus", MFD_CLOEXEC);
    const int copy = fd >= 0 ? dup(fd) : -1;
    scord_stream_writer_t *writer = copy >= 0 ? open_memory(copy, &error) : NULL;
    scord_stream_reader_t *reader = NULL;
    if (copy < 0)
        *code = scord_fail(SCORD_EXIT_ENVIRONMENT, "no memory for the stream of %s: %s", path,
                           strerror(errno));
    else
        *code = writer ? litmus_import(path, writer) : scord_fail_stream(&error);
    if (*code == SCORD_EXIT_CLEAN && lseek(fd, 0, SEEK_SET) == 0) {
        reader = scord_stream_open_reader_fd(fd, path, &error);
        if (!reader) *code = scord_fail_stream(&error);
    } else if (fd >= 0) {
        close(fd);
    }
    return reader;
}
