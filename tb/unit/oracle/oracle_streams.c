/* SPDX-License-Identifier: Apache-2.0 */
/* oracle_streams.c: hand-written streams against written verdicts.
 *
 * usage: oracle_streams VERDICTS      the file's format is in its own head; streams lie beside it
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/stream/event_stream.h"
#include "cmodel/oracle/oracle.h"

enum { PAIRS_MAX = 64, LINE_SIZE = 512 };

typedef struct pairs {
    unsigned count;
    uint32_t pc[PAIRS_MAX][2];
} pairs_t;

static void observe(void *context, const scord_oracle_race_t *race) {
    pairs_t *pairs = context;
    for (unsigned i = 0; i < pairs->count; i++)
        if (pairs->pc[i][0] == race->first.pc && pairs->pc[i][1] == race->second.pc) return;
    if (pairs->count < PAIRS_MAX) {
        pairs->pc[pairs->count][0] = race->first.pc;
        pairs->pc[pairs->count++][1] = race->second.pc;
    }
}

static int compare_pairs(const void *a, const void *b) {
    const uint32_t *p = a, *q = b;
    if (p[0] != q[0]) return p[0] < q[0] ? -1 : 1;
    return p[1] < q[1] ? -1 : p[1] > q[1];
}

static const char *pairs_text(pairs_t *pairs, char *text, size_t size) {
    size_t used = 0;
    qsort(pairs->pc, pairs->count, sizeof pairs->pc[0], compare_pairs);
    snprintf(text, size, "clean");
    for (unsigned i = 0; i < pairs->count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%x-%x", i > 0 ? " " : "",
                                 pairs->pc[i][0], pairs->pc[i][1]);
    return text;
}

/* Runs the oracle on the stream. Returns 0, or -1 with the reason in TEXT. */
static int run_stream(const char *path, const scord_oracle_axes_t *axes, pairs_t *pairs, char *text,
                      size_t size) {
    scord_stream_error_t error;
    scord_event_t event;
    scord_stream_reader_t *reader = scord_stream_open_reader(path, &error);
    scord_oracle_t *oracle = scord_oracle_create(axes, observe, pairs);
    int result = reader && oracle ? 0 : -1;
    scord_stream_status_t status = result == 0 ? SCORD_STREAM_OK : SCORD_STREAM_BAD;
    while (result == 0 && (status = scord_stream_read(reader, &event, &error)) == SCORD_STREAM_OK)
        if (scord_oracle_event(oracle, &event) != SCORD_ORACLE_OK) result = -1;
    if (status != SCORD_STREAM_END) {
        snprintf(text, size, "%s",
                 result != 0 && reader && oracle ? scord_oracle_message(oracle) : error.message);
        result = -1;
    }
    scord_oracle_destroy(oracle);
    if (reader) scord_stream_close_reader(reader);
    return result;
}

static char *trimmed(char *text) {
    text += strspn(text, " \t");
    for (size_t length = strlen(text); length > 0 && strchr(" \t\n", text[length - 1]);)
        text[--length] = '\0';
    return text;
}

/* "MODEL axis=value …" */
static int parse_axes(char *text, scord_oracle_axes_t *axes) {
    char *save = NULL, *word = strtok_r(text, " ", &save);
    if (!word || scord_oracle_preset(word, axes) != 0) return -1;
    while ((word = strtok_r(NULL, " ", &save))) {
        char *value = strchr(word, '=');
        if (!value) return -1;
        *value++ = '\0';
        if (scord_oracle_axes_set(axes, word, value) != 0) return -1;
    }
    return 0;
}

/* Whether the line's verdict holds. */
static bool run_line(const char *directory, char *line, unsigned number) {
    char path[1024], model[LINE_SIZE], text[LINE_SIZE] = "", axes_text[SCORD_ORACLE_AXES_TEXT];
    char *save = NULL, *file = strtok_r(line, "|", &save), *name = strtok_r(NULL, "|", &save);
    char *verdict = strtok_r(NULL, "|", &save);
    scord_oracle_axes_t axes;
    pairs_t pairs = {0};
    if (!name || !verdict) {
        printf("line %u: not `FILE | MODEL | verdict`\n", number);
        return false;
    }
    snprintf(model, sizeof model, "%s", trimmed(name));
    if (parse_axes(trimmed(name), &axes) != 0) {
        printf("line %u: no such model: %s\n", number, model);
        return false;
    }
    snprintf(path, sizeof path, "%s/%s", directory, trimmed(file));
    const bool ran = run_stream(path, &axes, &pairs, text, sizeof text) == 0;
    const bool right = ran && strcmp(pairs_text(&pairs, text, sizeof text), trimmed(verdict)) == 0;
    printf("%s %-28s %-32s %s%s%s\n", right ? "ok  " : "FAIL", trimmed(file), model, text,
           right ? "" : ", expected ", right ? "" : trimmed(verdict));
    if (!right) printf("     %s\n", scord_oracle_axes_format(&axes, axes_text));
    return right;
}

int main(int argc, char **argv) {
    char line[LINE_SIZE], directory[512];
    unsigned passed = 0, failed = 0;
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!file) {
        fprintf(stderr,
                argc == 2 ? "oracle_streams: %s cannot be opened\n"
                          : "usage: oracle_streams VERDICTS%s\n",
                argc == 2 ? argv[1] : "");
        return 2;
    }
    const char *slash = strrchr(argv[1], '/');
    snprintf(directory, sizeof directory, "%.*s", slash ? (int)(slash - argv[1]) : 1,
             slash ? argv[1] : ".");
    for (unsigned number = 1; fgets(line, sizeof line, file); number++) {
        if (line[0] == '#' || trimmed(line)[0] == '\0') continue;
        if (run_line(directory, line, number))
            passed++;
        else
            failed++;
    }
    fclose(file);
    if (passed + failed == 0) failed = 1; /* no verdict at all is no pass */
    printf("%u passed, %u failed\n", passed, failed);
    return failed > 0;
}
