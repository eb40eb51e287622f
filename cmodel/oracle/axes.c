/* SPDX-License-Identifier: Apache-2.0 */
/* axes.c: the oracle's models by name: presets and the text of every axis. Rationale of each
 * preset: docs/oracle.md. */
#include <stdio.h>
#include <string.h>

#include "cmodel/oracle/oracle.h"

typedef struct preset {
    const char *name, *description;
    scord_oracle_axes_t axes;
} preset_t;

/* Order of the initialisers: match, closure, acquire, volatile, synchronisation conflicts. */
static const preset_t presets[] = {
    {"hrf-direct",
     "HRF-direct as printed (HRF section 3): exact scopes, happens-before closed scope by scope",
     {SCORD_ORACLE_MATCH_EXACT, SCORD_ORACLE_CLOSURE_DIRECT, SCORD_ORACLE_ACQUIRE_IMPLICIT,
      SCORD_ORACLE_VOLATILE_DATA, true}},
    {"hrf-indirect",
     "HRF-indirect as printed (HRF section 4): exact scopes, transitive across scopes",
     {SCORD_ORACLE_MATCH_EXACT, SCORD_ORACLE_CLOSURE_INDIRECT, SCORD_ORACLE_ACQUIRE_IMPLICIT,
      SCORD_ORACLE_VOLATILE_DATA, true}},
    {"hrf-indirect-inclusive",
     "HRF-indirect with scope inclusion (HRF section 5.2)",
     {SCORD_ORACLE_MATCH_INCLUSIVE, SCORD_ORACLE_CLOSURE_INDIRECT, SCORD_ORACLE_ACQUIRE_IMPLICIT,
      SCORD_ORACLE_VOLATILE_DATA, true}},
    {"ptx",
     "scoped C11 as in PTX: inclusive scopes, relaxed atomics, fences on both sides",
     {SCORD_ORACLE_MATCH_INCLUSIVE, SCORD_ORACLE_CLOSURE_INDIRECT, SCORD_ORACLE_ACQUIRE_EXPLICIT,
      SCORD_ORACLE_VOLATILE_STRONG, true}},
    {"scor",
     "what the ScoR microbenchmarks mean: as ptx, but flag spins acquire by themselves, CAS locks "
     "do not",
     {SCORD_ORACLE_MATCH_INCLUSIVE, SCORD_ORACLE_CLOSURE_INDIRECT, SCORD_ORACLE_ACQUIRE_MIXED,
      SCORD_ORACLE_VOLATILE_DATA, true}},
};

enum { PRESETS = sizeof presets / sizeof presets[0] };

unsigned scord_oracle_presets(void) { return PRESETS; }
const char *scord_oracle_preset_name(unsigned preset) {
    return preset < PRESETS ? presets[preset].name : NULL;
}
const char *scord_oracle_preset_description(unsigned preset) {
    return preset < PRESETS ? presets[preset].description : NULL;
}

int scord_oracle_preset(const char *name, scord_oracle_axes_t *axes) {
    for (unsigned i = 0; i < PRESETS; i++)
        if (strcmp(name, presets[i].name) == 0) {
            *axes = presets[i].axes;
            return 0;
        }
    return -1;
}

/* ---- axes by text ---- */

typedef struct axis {
    const char *name, *values; /* values in the order of the enumeration, separated by '|' */
    const char *value[3];
} axis_t;

static const axis_t axes_table[] = {
    {"match", "exact|inclusive", {"exact", "inclusive", NULL}},
    {"closure", "direct|indirect", {"direct", "indirect", NULL}},
    {"acquire", "explicit|implicit|mixed", {"explicit", "implicit", "mixed"}},
    {"volatile", "data|strong", {"data", "strong", NULL}},
    {"sync-conflicts", "ignored|reported", {"ignored", "reported", NULL}},
};

enum { AXES = sizeof axes_table / sizeof axes_table[0] };

static unsigned axis_get(const scord_oracle_axes_t *axes, unsigned axis) {
    const unsigned values[AXES] = {(unsigned)axes->match, (unsigned)axes->closure,
                                   (unsigned)axes->acquire, (unsigned)axes->volatile_accesses,
                                   axes->sync_conflicts};
    return values[axis];
}

static void axis_put(scord_oracle_axes_t *axes, unsigned axis, unsigned value) {
    switch (axis) {
    case 0: axes->match = (scord_oracle_match_t)value; break;
    case 1: axes->closure = (scord_oracle_closure_t)value; break;
    case 2: axes->acquire = (scord_oracle_acquire_t)value; break;
    case 3: axes->volatile_accesses = (scord_oracle_volatile_t)value; break;
    default: axes->sync_conflicts = value != 0; break;
    }
}

int scord_oracle_axes_set(scord_oracle_axes_t *axes, const char *axis, const char *value) {
    for (unsigned i = 0; i < AXES; i++)
        for (unsigned v = 0;
             strcmp(axis, axes_table[i].name) == 0 && v < 3 && axes_table[i].value[v]; v++)
            if (strcmp(value, axes_table[i].value[v]) == 0) {
                axis_put(axes, i, v);
                return 0;
            }
    return -1;
}

const char *scord_oracle_axis_name(unsigned axis) {
    return axis < AXES ? axes_table[axis].name : NULL;
}
const char *scord_oracle_axis_values(unsigned axis) {
    return axis < AXES ? axes_table[axis].values : NULL;
}
const char *scord_oracle_axis_value(const scord_oracle_axes_t *axes, unsigned axis) {
    return axis < AXES ? axes_table[axis].value[axis_get(axes, axis)] : NULL;
}

const char *scord_oracle_axes_format(const scord_oracle_axes_t *axes,
                                     char text[SCORD_ORACLE_AXES_TEXT]) {
    size_t used = 0;
    for (unsigned i = 0; i < AXES && used < SCORD_ORACLE_AXES_TEXT; i++)
        used += (size_t)snprintf(text + used, SCORD_ORACLE_AXES_TEXT - used, "%s%s=%s",
                                 i > 0 ? " " : "", axes_table[i].name,
                                 scord_oracle_axis_value(axes, i));
    return text;
}

/* ---- names ---- */

const char *scord_oracle_conflict_name(scord_oracle_conflict_t conflict) {
    return conflict == SCORD_ORACLE_CONFLICT_ORDINARY ? "ordinary" : "synchronisation";
}

const char *scord_oracle_relation_name(scord_oracle_relation_t relation) {
    switch (relation) {
    case SCORD_ORACLE_RELATION_WARP: return "warp";
    case SCORD_ORACLE_RELATION_BLOCK: return "block";
    case SCORD_ORACLE_RELATION_DEVICE: break;
    }
    return "device";
}
