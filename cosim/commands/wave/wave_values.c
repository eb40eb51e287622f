/* SPDX-License-Identifier: Apache-2.0 */
/* wave_values.c: see wave_values.h. VCD: IEEE 1364, section 18. */
#include "cosim/commands/wave/wave_values.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmodel/base/array.h"
#include "cosim/commands/shared/command.h"

/* The number of the signal `name`, a new one when it is not there yet. */
static unsigned number_of(wave_values_t *values, const char *name) {
    unsigned k = 0;
    while (k < values->signals && strcmp(values->signal[k].name, name) != 0) k++;
    if (k == values->signals) values->signal[values->signals++].name = name;
    assert(k < values->signals);
    return k;
}

static bool collect_names(wave_values_t *values, const wave_save_t *save) {
    values->signal = calloc(2 * (size_t)save->traces + 1, sizeof *values->signal);
    values->of_trace = calloc(save->traces + 1, sizeof *values->of_trace);
    values->of_valid = calloc(save->traces + 1, sizeof *values->of_valid);
    if (!values->signal || !values->of_trace || !values->of_valid) return false;
    for (unsigned i = 0; i < save->traces; i++) {
        const wave_trace_t *trace = &save->trace[i];
        if (trace->group) continue;
        values->of_trace[i] = number_of(values, trace->signal);
        if (trace->valid[0]) values->of_valid[i] = number_of(values, trace->valid);
    }
    return true;
}

/* ---- definitions ---- */

typedef struct scopes {
    char path[1024];
    size_t used;
} scopes_t;

static void enter_scope(scopes_t *scopes, const char *line) {
    char name[256] = "";
    sscanf(line, "$scope %*s %255s", name);
    scopes->used += (size_t)snprintf(scopes->path + scopes->used,
                                     sizeof scopes->path - scopes->used, "%s%s",
                                     scopes->used ? "." : "", name);
    if (scopes->used >= sizeof scopes->path) scopes->used = sizeof scopes->path - 1;
}

static void leave_scope(scopes_t *scopes) {
    char *dot = strrchr(scopes->path, '.');
    scopes->used = dot ? (size_t)(dot - scopes->path) : 0;
    assert(scopes->used < sizeof scopes->path);
    scopes->path[scopes->used] = '\0';
}

static void define(wave_values_t *values, const scopes_t *scopes, const char *line) {
    char code[16], name[256], path[1400];
    unsigned width;
    if (sscanf(line, "$var %*s %u %15s %255s", &width, code, name) != 3) return;
    snprintf(path, sizeof path, "%s.%s", scopes->path, name);
    /* "name[3:0]" as one word, too */
    char *bracket = strrchr(path, '[');
    if (bracket && strchr(bracket, ':')) *bracket = '\0';
    for (unsigned i = 0; i < values->signals; i++) {
        wave_signal_t *signal = &values->signal[i];
        if (strcmp(signal->name, path) != 0) continue;
        snprintf(signal->code, sizeof signal->code, "%s", code);
        signal->width = width;
    }
}

static void read_definitions(wave_values_t *values, FILE *in, char **line, size_t *size) {
    scopes_t scopes = {.used = 0};
    while (getline(line, size, in) > 0 && strncmp(*line, "$enddefinitions", 15) != 0) {
        if (strncmp(*line, "$scope", 6) == 0)
            enter_scope(&scopes, *line);
        else if (strncmp(*line, "$upscope", 8) == 0)
            leave_scope(&scopes);
        else if (strncmp(*line, "$var", 4) == 0)
            define(values, &scopes, *line);
    }
}

/* ---- changes ---- */

/* VCD leaves leading zeros out. */
static char *padded(const char *bits, unsigned width) {
    char *text = malloc(width + 1);
    const size_t length = strlen(bits);
    if (!text) return NULL;
    const char fill = bits[0] == 'x' || bits[0] == 'z' ? bits[0] : '0';
    const size_t missing = width > length ? width - length : 0;
    memset(text, fill, missing);
    memcpy(text + missing, bits + (length > width ? length - width : 0), width - missing);
    text[width] = '\0';
    return text;
}

static bool add_change(wave_signal_t *signal, int64_t time, int64_t from, const char *bits) {
    wave_change_t *last = signal->changes ? &signal->change[signal->changes - 1] : NULL;
    char *text = padded(bits, signal->width);
    if (!text) return false;
    if (last &&
        (time <= from || last->time == time)) { /* before the window: only the last value counts */
        free(last->bits);
        *last = (wave_change_t){time, text};
        return true;
    }
    if (!SCORD_ARRAY_ROOM(signal->change, signal->allocated, signal->changes + 1))
        return free(text), false;
    assert(signal->changes < signal->allocated);
    signal->change[signal->changes++] = (wave_change_t){time, text};
    return true;
}

/* "1!", or "b0101 !". */
static bool read_change(wave_values_t *values, char *line, int64_t time, int64_t from) {
    char bit[2] = {line[0], '\0'};
    char *bits = bit, *code = line + 1;
    if (line[0] == 'b') {
        bits = line + 1;
        code = strchr(line, ' ');
        if (!code) return true;
        *code++ = '\0';
    } else if (!strchr("01xzXZ", line[0])) {
        return true;
    }
    code[strcspn(code, "\r\n")] = '\0';
    for (unsigned i = 0; i < values->signals; i++)
        if (strcmp(values->signal[i].code, code) == 0 &&
            !add_change(&values->signal[i], time, from, bits))
            return false;
    return true;
}

static bool read_changes(wave_values_t *values, const wave_save_t *save, FILE *in, char **line,
                         size_t *size) {
    int64_t time = 0;
    bool memory = true;
    while (memory && getline(line, size, in) > 0) {
        if ((*line)[0] == '#') {
            time = strtoll(*line + 1, NULL, 10);
            if (time > save->to) return true;
        } else if ((*line)[0] != '$') {
            memory = read_change(values, *line, time, save->from);
        }
    }
    return memory;
}

/* ---- the program in between ---- */

/* fst2vcd's output; *child is to be waited for. */
static FILE *start_fst2vcd(const char *fst, pid_t *child) {
    int ends[2];
    if (pipe(ends) != 0) return NULL;
    *child = fork();
    if (*child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        if (!freopen("/dev/null", "w", stderr)) _exit(126);
        execlp("fst2vcd", "fst2vcd", "-f", fst, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    return *child > 0 ? fdopen(ends[0], "r") : NULL;
}

/* A VCD is read as it is: what Icarus writes. *child stays 0 then. */
static FILE *open_dump(const char *path, pid_t *child) {
    const char *dot = strrchr(path, '.');
    *child = 0;
    return dot && strcmp(dot, ".vcd") == 0 ? fopen(path, "r") : start_fst2vcd(path, child);
}

static int missing_signals(const wave_values_t *values, const wave_save_t *save) {
    for (unsigned i = 0; i < values->signals; i++)
        if (!values->signal[i].code[0])
            return scord_fail(
                SCORD_EXIT_BAD_INPUT,
                "the wave %s has no signal %s: the view or diagram is of another machine",
                save->dump, values->signal[i].name);
    return 0;
}

static int judge(const wave_values_t *values, const wave_save_t *save, int status, bool memory,
                 bool definitions) {
    if (!memory) return scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory");
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return scord_fail(SCORD_EXIT_ENVIRONMENT,
                          "fst2vcd is missing; run 'apt-get install gtkwave'");
    if (!definitions)
        return scord_fail(SCORD_EXIT_BAD_INPUT, "fst2vcd cannot read the wave %s", save->dump);
    return missing_signals(values, save);
}

int wave_values_read(wave_values_t *values, const wave_save_t *save) {
    pid_t child;
    int status = 0;
    char *line = NULL;
    size_t size = 0;
    *values = (wave_values_t){.signals = 0};
    if (access(save->dump, R_OK) != 0)
        return scord_fail(SCORD_EXIT_BAD_INPUT, "the view names %s, which cannot be read",
                          save->dump);
    bool memory = collect_names(values, save);
    FILE *in = open_dump(save->dump, &child);
    if (!in)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "cannot read %s: %s", save->dump,
                          strerror(errno));
    read_definitions(values, in, &line, &size);
    const bool definitions = !feof(in);
    if (memory && definitions) memory = read_changes(values, save, in, &line, &size);
    free(line);
    fclose(in); /* ends fst2vcd when the window was passed */
    if (child) waitpid(child, &status, 0);
    return judge(values, save, status, memory, definitions);
}

void wave_values_free(wave_values_t *values) {
    for (unsigned i = 0; i < values->signals; i++) {
        for (unsigned k = 0; k < values->signal[i].changes; k++)
            free(values->signal[i].change[k].bits);
        free(values->signal[i].change);
    }
    free(values->signal);
    free(values->of_trace);
    free(values->of_valid);
    *values = (wave_values_t){.signals = 0};
}
