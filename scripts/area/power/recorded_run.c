/* SPDX-License-Identifier: Apache-2.0 */
/* recorded_run.c: the ports of a wave at each rising edge of its clock; see power.h. */
#include "scripts/area/power/power.h"

enum { MAX_IDENTIFIER = 8, MAX_WIDTH = 1 << 20 };

/* An identifier as a number. False: it is longer than those of ports are. */
static bool key_of(const char *identifier, uint64_t *key) {
    const size_t length = strlen(identifier);
    *key = 0;
    if (!length || length > MAX_IDENTIFIER) return false;
    memcpy(key, identifier, length);
    return true;
}

static bool ends_with(const char *text, const char *end) {
    const size_t length = strlen(text), tail = strlen(end);
    return length >= tail && is(text + length - tail, end);
}

/* "$var wire WIDTH IDENTIFIER NAME …" */
static void add_port(run_t *run) {
    char identifier[MAX_IDENTIFIER + 2], name[256];
    unsigned width;
    uint64_t key;
    if (sscanf(run->lines.text, "$var wire %u %9s %255s", &width, identifier, name) != 3 ||
        width < 1 || width > MAX_WIDTH || !key_of(identifier, &key))
        lines_refuse(&run->lines, "not a variable", run->lines.text);
    const uint32_t number = run->ports, same = scord_index_map_find(&run->of_identifier, key);
    port_t *const port = APPEND(run->port, run->ports, run->allocated);
    *port = (port_t){.name = strdup(name),
                     .width = width,
                     .is_output = ends_with(name, "_o"),
                     .now = zeroed(width, 1),
                     .sampled = zeroed(width, 1),
                     .same = same == SCORD_INDEX_NONE ? NONE : same};
    if (!port->name || !scord_index_map_set(&run->of_identifier, key, number))
        die(POWER_NO_FILE, "no memory");
    memset(port->now, '0', width);
    memset(port->sampled, '0', width);
}

uint32_t run_port(const run_t *run, const char *name) {
    for (uint32_t i = 0; i < run->ports; i++)
        if (is(run->port[i].name, name)) return i;
    die(POWER_BAD_INPUT, "%s: no port %s", run->lines.path, name);
}

run_t run_open(const char *path) {
    run_t run = {.lines = lines_open(path)};
    unsigned scopes = 0;
    bool begun = false;
    while (!begun && lines_next(&run.lines)) {
        const char *const text = run.lines.text;
        scopes += strncmp(text, "$scope", 6) == 0;
        scopes -= strncmp(text, "$upscope", 8) == 0;
        begun = strncmp(text, "$enddefinitions", 15) == 0;
        if (scopes == 1 && strncmp(text, "$var wire ", 10) == 0) add_port(&run);
    }
    if (!begun) die(POWER_BAD_INPUT, "%s: no $enddefinitions, not a VCD or cut", path);
    run.clock = run_port(&run, "clk_i");
    if (run.port[run.clock].width != 1)
        die(POWER_BAD_INPUT, "%s: clk_i has more than one bit", path);
    return run;
}

/* "1IDENTIFIER" or "bBITS IDENTIFIER"; identifiers that no port has are of other scopes. */
static void take_value(run_t *run) {
    char *const text = run->lines.text, *bits = text, *identifier = text + 1;
    size_t length = 1;
    uint64_t key;
    if (*text == 'b' || *text == 'B') {
        bits = text + 1;
        length = strspn(bits, "01xXzZ");
        if (!length || bits[length] != ' ') lines_refuse(&run->lines, "not a value", text);
        identifier = bits + length + 1;
    } else if (!strchr("01xXzZ", *text))
        lines_refuse(&run->lines, "not a value", text);
    if (!*identifier) lines_refuse(&run->lines, "not a value", text);
    if (!key_of(identifier, &key)) return;
    const uint32_t first = scord_index_map_find(&run->of_identifier, key);
    for (uint32_t i = first == SCORD_INDEX_NONE ? NONE : first; i != NONE; i = run->port[i].same) {
        port_t *const port = &run->port[i];
        if (length > port->width) lines_refuse(&run->lines, "wider than the port", port->name);
        memset(port->now, '0', port->width);
        memcpy(port->now + port->width - length, bits, length);
        if (i == run->clock) run->rose = *bits == '1';
    }
}

bool run_next_edge(run_t *run) {
    while (run->lines.file) {
        const bool more = lines_next(&run->lines);
        const char first = more ? *run->lines.text : '#';
        if (!first || first == '$') continue; /* $dumpvars … $end around the first values */
        if (more && first != '#') {
            if (first != 'r' && first != 's') take_value(run); /* no reals, no strings */
            continue;
        }
        const bool rose = run->rose; /* the values of this time are those after the edge */
        run->rose = false;
        if (rose) return true;
        if (run->port[run->clock].now[0] == '1') continue;
        for (uint32_t i = 0; i < run->ports; i++) /* low: what the next edge sees */
            memcpy(run->port[i].sampled, run->port[i].now, run->port[i].width);
    }
    return false;
}
