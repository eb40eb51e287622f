/* SPDX-License-Identifier: Apache-2.0 */
/* explore_json.c: what an exploration found, for programs: docs/report-format.md, "Schedules"; see
 * explore.h. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/json_writer.h"
#include "cosim/commands/check/explore.h"

enum { JSON_VERSION = 1 };

static const char *draw_names[] = {"mixed", "pct", "random"};
static const char *effect_names[] = {"no", "perhaps", "yes"};

/* A member of one run's report as it is: text, number, bool or null. */
static void put_copy(json_writer_t *json, const json_t *object, const char *name) {
    const json_t *member = json_member(object, name);
    if (!member || member->type == JSON_NULL)
        json_put_null(json, name);
    else if (member->type == JSON_STRING)
        json_put_string(json, name, member->string);
    else if (member->type == JSON_NUMBER)
        json_put_printf(json, name, "%.0f", member->number);
    else
        json_put_bool(json, name, member->type == JSON_TRUE);
}

static void put_side(json_writer_t *json, const char *name, const json_t *side) {
    static const char *const members[] = {"pc", "instruction", "file", "line", "function"};
    if (!side || side->type != JSON_OBJECT) {
        json_put_null(json, name);
        return;
    }
    json_open_object(json, name);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) put_copy(json, side, members[i]);
    json_close(json);
}

static void put_number_or_null(json_writer_t *json, const char *name, bool known, uint64_t value) {
    if (known)
        json_put_unsigned(json, name, value);
    else
        json_put_null(json, name);
}

static void put_replay(json_writer_t *json, const exploration_t *all, uint64_t number) {
    char *command = explore_replay(&all->run->options, all->found.run[number].schedule);
    json_put_string(json, "replay", command);
    free(command);
}

static void put_site(json_writer_t *json, const exploration_t *all, const explore_site_t *site) {
    const explore_effect_t effect = explore_effect(site);
    json_open_object(json, NULL);
    json_put_string(json, "kind", site->finding ? "finding" : "race");
    put_copy(json, site->site, site->finding ? "rule" : "verdict");
    put_copy(json, site->site, "kernel");
    put_side(json, "access", json_member(site->site, site->finding ? "at" : "access"));
    put_side(json, "other", site->other);
    put_copy(json, site->site, "object");
    put_copy(json, site->site, "object_offset");
    put_copy(json, site->site, "hint");
    json_put_unsigned(json, "schedules", site->schedules);
    json_put_unsigned(json, "count", site->count);
    json_put_unsigned(json, "first", site->first);
    json_put_string(json, "changes_output", effect_names[effect]);
    json_put_unsigned(json, "printed_differs", site->printed);
    json_put_unsigned(json, "memory_differs", site->memory);
    json_put_unsigned(json, "object_differs", site->object);
    put_number_or_null(json, "first_difference", site->printed + site->memory > 0,
                       site->first_difference);
    json_open_array(json, "only_difference");
    if (site->pair) {
        json_put_unsigned(json, NULL, site->pair_with);
        json_put_unsigned(json, NULL, site->pair_of);
    }
    json_close(json);
    put_replay(json, all, explore_shown(site));
    json_close(json);
}

static void put_schedules(json_writer_t *json, const exploration_t *all) {
    const explore_options_t *options = &all->run->options.explore;
    json_open_object(json, "schedules");
    put_number_or_null(json, "asked", options->schedules != 0, options->schedules);
    json_put_unsigned(json, "run", all->found.runs);
    json_put_unsigned(json, "taken_up", all->taken_up);
    json_put_bool(json, "stopped_early", all->stopped_early);
    json_put_bool(json, "time_over", all->time_over);
    json_put_bool(json, "interrupted", all->interrupted);
    json_put_string(json, "draw", draw_names[options->draw]);
    json_put_unsigned(json, "depth", options->depth);
    json_put_unsigned(json, "warps", all->found.fair.warps);
    json_put_unsigned(json, "steps", all->found.fair.steps);
    json_put_unsigned(json, "last_new", all->found.new_at);
    json_put_printf(json, "seconds", "%.6f", all->seconds);
    json_close(json);
}

static void put_output(json_writer_t *json, const exploration_t *all) {
    const explore_found_t *found = &all->found;
    char names[EXPLORE_NAMES][64];
    json_open_object(json, "output");
    json_put_bool(json, "printed_reproducible", !found->printed_varies);
    json_put_bool(json, "memory_reproducible", !found->memory_varies);
    json_put_unsigned(json, "printed_differs", found->printed);
    json_put_unsigned(json, "memory_differs", found->memory);
    json_put_unsigned(json, "printed_outputs", found->outputs);
    put_number_or_null(json, "first_printed", found->printed > 0, found->first_printed);
    put_number_or_null(json, "first_memory", found->memory > 0, found->first_memory);
    json_open_array(json, "memory_objects");
    const unsigned count = found->memory == 0
                               ? 0
                               : explore_memory_names(&all->folder, 0, found->first_memory, names);
    for (unsigned i = 0; i < count && i < EXPLORE_NAMES; i++) json_put_string(json, NULL, names[i]);
    json_close(json);
    json_put_unsigned(json, "without_site", found->raceless);
    json_close(json);
}

static void put_runs(json_writer_t *json, const explore_found_t *found) {
    json_open_array(json, "runs");
    json_lines(json, 4);
    for (uint32_t i = 0; i < found->runs; i++) {
        const explore_run_t *run = &found->run[i];
        json_open_object(json, NULL);
        json_put_unsigned(json, "number", run->number);
        json_put_string(json, "schedule", run->schedule);
        json_put_signed(json, "exit_code", run->exit_code);
        json_put_unsigned(json, "sites", run->sites);
        json_put_bool(json, "printed_differs", run->printed);
        json_put_bool(json, "memory_differs", run->memory);
        json_put_string(json, "error", run->error ? run->error : "");
        json_close(json);
    }
    if (found->runs) json_line(json, 2);
    json_close(json);
}

static void put_exploration(FILE *out, const exploration_t *all, int exit_code, const char *error) {
    json_writer_t json = json_writer(out, JSON_SPACED);
    json_open_object(&json, NULL);
    json_lines(&json, 2);
    json_put_unsigned(&json, "version", JSON_VERSION);
    json_put_string(&json, "program", all->run->options.name);
    json_put_string(&json, "configuration", all->run->config_name);
    json_put_signed(&json, "exit_code", exit_code);
    json_put_string(&json, "error", error);
    put_schedules(&json, all);
    put_output(&json, all);
    json_open_array(&json, "sites");
    json_lines(&json, 4);
    for (uint32_t i = 0; i < all->found.sites; i++) put_site(&json, all, &all->found.site[i]);
    if (all->found.sites) json_line(&json, 2);
    json_close(&json);
    put_runs(&json, &all->found);
    json_line(&json, 0);
    json_close(&json);
    fputc('\n', out);
}

int explore_write_json(const exploration_t *all, const char *path, int exit_code,
                       const char *error) {
    const bool standard = strcmp(path, "-") == 0;
    FILE *out = standard ? stdout : fopen(path, "w");
    if (!out) return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: %s", path, strerror(errno));
    put_exploration(out, all, exit_code, error);
    const bool lost = fflush(out) != 0 || ferror(out);
    if (!standard) fclose(out);
    return lost ? scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: cannot write the report", path) : 0;
}
