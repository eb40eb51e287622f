/* SPDX-License-Identifier: Apache-2.0 */
/* timeline.c: see timeline.h. */
#include "sim/runtime/timeline.h"

#include <stdio.h>

enum { ROWS_MOST = 4000, RACES_MOST = 200 };

static FILE *out; /* as the session, one for the process; its lock guards it; NULL: not wanted */
static uint32_t rows, races;

void timeline_open(session_t *session) {
    const int fd = session_descriptor(RUN_TIMELINE_FD);
    out = fd < 0 ? NULL : fdopen(fd, "w");
    if (fd >= 0 && !out)
        session_end(session, RUN_ENVIRONMENT, "no memory for the picture of the streams");
}
bool timeline_wanted(void) { return out; }

/* A text of JSON. */
static void put_text(const char *name, const char *text) {
    fprintf(out, ", \"%s\": \"", name);
    for (const char *c = text; *c; c++) {
        if (*c == '"' || *c == '\\') fputc('\\', out);
        if ((unsigned char)*c >= ' ') fputc(*c, out);
    }
    fputc('"', out);
}

void timeline_lane(uint32_t lane, const char *name) {
    if (!out) return;
    fprintf(out, "{\"lane\": %u", lane);
    put_text("name", name);
    fputs("},\n", out);
}

uint32_t timeline_row(uint32_t lane, const char *text, const char *place, const uint32_t *from,
                      uint32_t count) {
    if (!out || rows == ROWS_MOST) return TIMELINE_NONE;
    fprintf(out, "{\"row\": %u, \"lane\": %u", rows, lane);
    put_text("text", text);
    put_text("place", place);
    fputs(", \"from\": [", out);
    bool any = false;
    for (uint32_t i = 0; i < count; i++) {
        if (from[i] == TIMELINE_NONE) continue;
        fprintf(out, any ? ", %u" : "%u", from[i]);
        any = true;
    }
    fputs("]},\n", out);
    return rows++;
}

void timeline_race(uint32_t earlier, uint32_t later) {
    if (!out || earlier == TIMELINE_NONE || later == TIMELINE_NONE || races == RACES_MOST) return;
    races++;
    fprintf(out, "{\"race\": [%u, %u]},\n", earlier, later);
}

void timeline_close(void) {
    if (out) fclose(out);
    out = NULL;
}
