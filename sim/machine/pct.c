/* SPDX-License-Identifier: Apache-2.0 */
/* pct.c: see pct.h. */
#include "sim/machine/pct.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/base/read_number.h"

/* A number up to the next colon or the end; *text moves behind it. */
static bool read_part(const char **text, uint64_t least, uint64_t most, uint64_t *number) {
    const char *end = *text + strcspn(*text, ":");
    if (!scord_read_digits(*text, end, number) || *number < least || *number > most) return false;
    *text = *end == ':' ? end + 1 : end;
    return true;
}

bool pct_named(const char *text, pct_options_t *pct) {
    const size_t kind = strcspn(text, ":");
    const bool lanes = kind == strlen("pct-lanes") && strncmp(text, "pct-lanes", kind) == 0;
    if (!lanes && (kind != strlen("pct") || strncmp(text, "pct", kind) != 0)) return false;
    if (text[kind] == '\0' || text[strlen(text) - 1] == ':') return false;
    uint64_t depth, draw, steps = PCT_STANDARD_STEPS;
    const char *at = text + kind + 1;
    if (!read_part(&at, 1, PCT_DEEPEST, &depth) || *at == '\0' ||
        !read_part(&at, 0, UINT64_MAX, &draw))
        return false;
    if (*at != '\0' && (!read_part(&at, 1, PCT_MOST_STEPS, &steps) || *at != '\0')) return false;
    *pct = (pct_options_t){.depth = (uint32_t)depth, .lanes = lanes, .draw = draw, .steps = steps};
    return true;
}

char *pct_name(const pct_options_t *pct, char buffer[PCT_NAME]) {
    assert(pct->depth >= 1 && pct->depth <= PCT_DEEPEST && pct->steps >= 1);
    snprintf(buffer, PCT_NAME, "pct%s:%u:%" PRIu64 ":%" PRIu64, pct->lanes ? "-lanes" : "",
             (unsigned)pct->depth, pct->draw, pct->steps);
    return buffer;
}
