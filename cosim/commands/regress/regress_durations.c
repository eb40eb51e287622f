/* SPDX-License-Identifier: Apache-2.0 */
/* regress_durations.c: how long rows take, for the order of a plan and for --list; see
 * regress_internal.h.
 *
 * FOLDER/durations of a catalogue folder has a line `ID SECONDS` for each row that takes long, and
 * comments (#). `make test-durations` writes it from a run; no run changes it by itself. A result
 * in the output folder is newer and counts more. A line whose row is gone has no effect.
 */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/regress/regress_internal.h"
#include "cosim/commands/shared/command.h"
#include "cosim/commands/shared/whole_file.h"

static int by_id(const void *a, const void *b) {
    return strcmp((*(regress_row_t *const *)a)->id, (*(regress_row_t *const *)b)->id);
}

static int take_line(const char *path, unsigned number, char *line, regress_row_t **sorted,
                     size_t count) {
    char *place, *end = NULL;
    const char *id = strtok_r(line, " \t\r", &place);
    if (!id || *id == '#') return 0;
    const char *text = strtok_r(NULL, " \t\r", &place);
    const double seconds = text ? strtod(text, &end) : -1;
    if (!text || *end != '\0' || !(seconds >= 0 && seconds <= REGRESS_LONGEST_TIMEOUT) ||
        strtok_r(NULL, " \t\r", &place))
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "%s:%u: a line is a row's id and its seconds, not \"%s%s%s\"; `make "
                          "test-durations` writes the file",
                          path, number, id, text ? " " : "", text ? text : "");
    const regress_row_t key = {.id = id}, *const wanted = &key;
    regress_row_t **row = count == 0 ? NULL
                                     : bsearch(&wanted, sorted, count, sizeof *sorted, by_id);
    if (row) (*row)->recorded = seconds;
    return 0;
}

int regress_durations_read(const char *folder, regress_catalogue_t *catalogue) {
    char path[PATH_MAX];
    size_t bytes;
    if (snprintf(path, sizeof path, "%s/durations", folder) >= (int)sizeof path) return 0;
    char *text = whole_file_read(path, &bytes);
    if (!text && errno == ENOENT) return 0;
    if (!text) return scord_fail(SCORD_EXIT_BAD_INPUT, "cannot read %s: %s", path, strerror(errno));
    regress_row_t **sorted = malloc((catalogue->count + 1) * sizeof *sorted);
    int code = sorted ? 0 : scord_fail(SCORD_EXIT_ENVIRONMENT, "no memory for %s", path);
    for (size_t i = 0; i < catalogue->count && code == 0; i++) sorted[i] = &catalogue->rows[i];
    if (code == 0) qsort(sorted, catalogue->count, sizeof *sorted, by_id);
    unsigned number = 0;
    for (char *line = text, *next; line && code == 0; line = next) {
        next = strchr(line, '\n');
        if (next) *next++ = '\0';
        code = take_line(path, ++number, line, sorted, catalogue->count);
    }
    free(sorted);
    free(text);
    return code;
}

static int longest_first(const void *a, const void *b) {
    const regress_run_t *left = a, *right = b;
    if (left->expected != right->expected) return left->expected > right->expected ? -1 : 1;
    return left->place < right->place ? -1 : left->place > right->place;
}

void regress_plan_order(regress_plan_t *plan, const regress_records_t *last) {
    for (size_t i = 0; i < plan->count; i++) {
        regress_run_t *run = &plan->runs[i];
        const regress_result_t *result = regress_records_find(last, run->id);
        run->place = i;
        run->expected = result ? result->seconds : run->row->recorded;
        assert(!result || result->seconds >= 0);
    }
    if (plan->count > 0) qsort(plan->runs, plan->count, sizeof *plan->runs, longest_first);
}
