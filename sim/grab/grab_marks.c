/* SPDX-License-Identifier: Apache-2.0 */
/* grab_marks.c: see grab_marks.h. */
#include "sim/grab/grab_marks.h"

#include <stdlib.h>

enum { FIRST_PLACES = 64 };

static size_t place_of(const grab_marks_t *marks, uint64_t page, uint64_t key) {
    const uint64_t hash = (page ^ key * UINT64_C(0xff51afd7ed558ccd)) *
                          UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(hash >> 32) & (marks->places - 1);
    for (;; at = (at + 1) & (marks->places - 1)) {
        const grab_mark_t *mark = &marks->place[at];
        if (grab_mark_is_free(mark) || (mark->page == page && mark->key == key)) return at;
    }
}

static bool grow(grab_marks_t *marks) {
    grab_marks_t larger = *marks;
    larger.last = 0;
    larger.places = marks->places == 0 ? FIRST_PLACES : 2 * marks->places;
    larger.place = calloc(larger.places, sizeof *larger.place);
    if (!larger.place) return false;
    for (size_t i = 0; i < marks->places; i++)
        if (!grab_mark_is_free(&marks->place[i]))
            larger.place[place_of(&larger, marks->place[i].page, marks->place[i].key)] =
                marks->place[i];
    free(marks->place);
    *marks = larger;
    return true;
}

static grab_mark_t *mark_of(grab_marks_t *marks, uint64_t page, uint64_t key) {
    const grab_mark_t *last = &marks->place[marks->last];
    if (last->page != page || last->key != key || grab_mark_is_free(last))
        marks->last = place_of(marks, page, key);
    return &marks->place[marks->last];
}

bool grab_marks_add(grab_marks_t *marks, uint64_t block, uint64_t key, grab_fault_t type) {
    const uint64_t page = block / GRAB_MARK_BLOCKS, bit = UINT64_C(1) << block % GRAB_MARK_BLOCKS;
    if (2 * (marks->used + 1) > marks->places && !grow(marks)) return false;
    grab_mark_t *mark = mark_of(marks, page, key);
    if (grab_mark_is_free(mark)) {
        if (marks->most != 0 && marks->used == marks->most) {
            marks->lost++;
            return true;
        }
        marks->used++;
        mark->page = page;
        mark->key = key;
    }
    mark->bits[type] |= bit;
    return true;
}

void grab_marks_free(grab_marks_t *marks) {
    free(marks->place);
    marks->place = NULL;
    marks->places = marks->used = marks->last = 0;
}
