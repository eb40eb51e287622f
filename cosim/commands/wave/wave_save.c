/* SPDX-License-Identifier: Apache-2.0 */
/* wave_save.c: see wave_save.h. Lines: "@flags", "^N filter", "-title", "#{label} (bit)signal …", a
 * signal, "[scord_valid] signal bit" (of what follows, until the next one), and headers. */
#include "cosim/commands/wave/wave_save.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "cosim/commands/shared/command.h"

enum { FLAG_FILTER = 0x2000 };

static wave_trace_t *new_trace(wave_save_t *save) {
    if (!SCORD_ARRAY_ROOM(save->trace, save->allocated, save->traces + 1)) return NULL;
    assert(save->traces < save->allocated);
    save->trace[save->traces] = (wave_trace_t){.group = false};
    return &save->trace[save->traces++];
}

/* The signal's name without "[msb:lsb]", and its width. */
static void split_range(const char *text, size_t length, wave_trace_t *trace) {
    const char *bracket = text + length;
    while (bracket > text && *bracket != '[') bracket--;
    unsigned msb, lsb;
    const bool range = length > 0 && text[length - 1] == ']' &&
                       sscanf(bracket, "[%u:%u]", &msb, &lsb) == 2;
    const size_t name = range ? (size_t)(bracket - text) : length;
    snprintf(trace->signal, sizeof trace->signal, "%.*s", (int)name, text);
    trace->total = range ? msb - lsb + 1 : 1;
    trace->width = trace->total;
}

/* "#{label} (n)signal[msb:0] (n+1)signal[msb:0] …": bits counted from the left. */
static void read_slice(wave_trace_t *trace, const char *line) {
    const char *end = strchr(line, '}'), *bit = end ? strchr(end, '(') : NULL;
    if (!bit) return;
    const unsigned first = (unsigned)strtoul(bit + 1, NULL, 10);
    const char *name = strchr(bit, ')') + 1;
    split_range(name, strcspn(name, " \n"), trace);
    snprintf(trace->label, sizeof trace->label, "%.*s", (int)(end - line - 2), line + 2);
    trace->width = 0;
    for (const char *next = bit; next; next = strchr(next + 1, '(')) trace->width++;
    trace->shift = trace->total - first - trace->width;
}

static void read_signal(wave_trace_t *trace, const char *line) {
    split_range(line, strcspn(line, " \n"), trace);
    const char *prefix = "TOP.scord_top.";
    const bool there = strncmp(trace->signal, prefix, strlen(prefix)) == 0;
    snprintf(trace->label, sizeof trace->label, "%.127s",
             trace->signal + (there ? strlen(prefix) : 0));
}

/* What holds for the traces that follow a line. */
typedef struct wave_state {
    unsigned flags, filter, valid_bit;
    char valid[256];
} wave_state_t;

/* "[scord_valid] signal[msb:0] bit", or alone. */
static bool read_valid(wave_state_t *state, const char *line) {
    static const char word[] = "[scord_valid]";
    if (strncmp(line, word, sizeof word - 1) != 0) return false;
    wave_trace_t named = {.signal = ""};
    char text[256];
    state->valid_bit = 0;
    if (sscanf(line + sizeof word - 1, " %255s %u", text, &state->valid_bit) == 2)
        split_range(text, strlen(text), &named);
    snprintf(state->valid, sizeof state->valid, "%s", named.signal);
    return true;
}

static bool read_line(wave_save_t *save, const char *line, wave_state_t *state) {
    if (line[0] == '@') {
        state->flags = (unsigned)strtoul(line + 1, NULL, 16);
        state->filter = 0;
        return true;
    }
    if (line[0] == '^') {
        const char *path = strchr(line, ' ');
        if (!path || save->filters == WAVE_FILTERS) return true;
        save->filter[save->filters++] = strndup(path + 1, strcspn(path + 1, "\n"));
        assert(save->filters <= WAVE_FILTERS);
        state->filter = state->flags & FLAG_FILTER ? save->filters : 0;
        return true;
    }
    wave_trace_t *trace = new_trace(save);
    if (!trace) return false;
    trace->filter = state->filter;
    if (line[0] == '-') {
        trace->group = true;
        snprintf(trace->label, sizeof trace->label, "%.*s", (int)strcspn(line + 1, "\n"), line + 1);
    } else if (line[0] == '#') {
        read_slice(trace, line);
    } else {
        read_signal(trace, line);
    }
    trace->valid_bit = state->valid_bit;
    snprintf(trace->valid, sizeof trace->valid, "%s", state->valid);
    return true;
}

static bool read_header(wave_save_t *save, const char *line) {
    long long first, second, third;
    double zoom;
    char path[PATH_MAX];
    if (sscanf(line, "[scord_window] %lld %lld", &first, &second) == 2)
        save->from = first, save->to = second;
    else if (sscanf(line, "[dumpfile] \"%4095[^\"]\"", path) == 1)
        snprintf(save->dump, sizeof save->dump, "%s", path);
    else if (sscanf(line, "[savefile] \"%4095[^\"]\"", path) == 1)
        snprintf(save->itself, sizeof save->itself, "%s", path);
    else if (sscanf(line, "*%lf %lld %lld %lld", &zoom, &first, &second, &third) == 4)
        save->cursor = first, save->cause = second, save->effect = third;
    return line[0] == '[' || line[0] == '*';
}

static int read_file(wave_save_t *save, FILE *in) {
    char *line = NULL;
    size_t size = 0;
    wave_state_t state = {.flags = 0};
    bool memory = true;
    while (memory && getline(&line, &size, in) > 0)
        if (line[0] != '\n' && !read_valid(&state, line) && !read_header(save, line))
            memory = read_line(save, line, &state);
    free(line);
    return memory ? 0 : scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory");
}

static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* The file that was at `named` when the view was at save->itself; new memory, NULL without. */
static char *moved(const wave_save_t *save, const char *path, const char *named) {
    const size_t old = folder_length(save->itself), now = folder_length(path);
    if (old == 0 || strncmp(named, save->itself, old) != 0) return strdup(named);
    char *text = malloc(now + strlen(named) - old + 1);
    if (text) sprintf(text, "%.*s%s", (int)now, path, named + old);
    return text;
}

/* A view that was moved or copied names its wave and its filters where they were: they are beside
 * it still. */
static int follow(wave_save_t *save, const char *path) {
    char *dump = moved(save, path, save->dump);
    bool memory = dump;
    if (dump) snprintf(save->dump, sizeof save->dump, "%s", dump);
    free(dump);
    for (unsigned i = 0; i < save->filters && memory; i++) {
        char *filter = moved(save, path, save->filter[i]);
        memory = filter;
        if (!filter) break;
        free(save->filter[i]);
        save->filter[i] = filter;
    }
    return memory ? 0 : scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory");
}

int wave_save_read(wave_save_t *save, const char *path) {
    *save = (wave_save_t){.cause = -1, .effect = -1, .to = -1};
    FILE *in = fopen(path, "r");
    if (!in) return scord_fail(SCORD_EXIT_BAD_INPUT, "cannot read %s: %s", path, strerror(errno));
    int code = read_file(save, in);
    fclose(in);
    if (code == 0) code = follow(save, path);
    if (code == 0 && (save->to < 0 || !save->dump[0] || !save->traces))
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "%s is no view that scord has prepared: it names no window or no wave",
                          path);
    return code;
}

void wave_save_free(wave_save_t *save) {
    for (unsigned i = 0; i < save->filters; i++) free(save->filter[i]);
    free(save->trace);
    *save = (wave_save_t){.traces = 0};
}
