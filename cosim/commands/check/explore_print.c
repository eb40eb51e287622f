/* SPDX-License-Identifier: Apache-2.0 */
/* explore_print.c: what an exploration found, for people; see explore.h. Lines fit 100 columns as
 * far as file names let them. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/wrapped_text.h"
#include "cmodel/report/report_lines.h"
#include "cosim/commands/check/explore.h"
#include "cosim/commands/shared/command_line.h"
#include "cosim/commands/shared/grouped.h"

/* ---- the command that repeats one ---- */

/* Options that a replay leaves out, and whether their value is a word of its own. */
static const struct own_option {
    const char *name;
    bool value;
} own_options[] = {{"--schedules", true}, {"--time", true},  {"--run-limit", true},
                   {"--draw", true},      {"--depth", true}, {"--jobs", true},
                   {"--resume", true},    {"--json", true},  {"--no-early-stop", false},
                   {"--progress", false}, {"--seed", true}};

/* WORD, in full or as short as the command line takes it. */
static const struct own_option *own_option(const char *word) {
    const size_t length = strcspn(word, "=");
    for (size_t i = 0; i < sizeof own_options / sizeof *own_options && length > 3; i++)
        if (strncmp(own_options[i].name, word, length) == 0) return &own_options[i];
    return NULL;
}

char *explore_replay(const check_options_t *options, const char *schedule) {
    char **words = scord_need(calloc((size_t)options->argc + 3, sizeof *words));
    char *option = scord_need(strdup(schedule)), *value = strchr(option, ' ');
    int count = 0, i = 0;
    for (; i < options->argc && strcmp(options->argv[i], "--") != 0; i++) {
        const struct own_option *own = own_option(options->argv[i]);
        if (!own)
            words[count++] = options->argv[i];
        else
            i += own->value && !strchr(options->argv[i], '=');
    }
    words[count++] = option;
    if (value) {
        *value = '\0';
        words[count++] = value + 1;
    }
    for (; i < options->argc; i++) words[count++] = options->argv[i];
    char *command = scord_command_line(count, words);
    free(option);
    free(words);
    return command;
}

/* ---- parts of an entry ---- */

uint64_t explore_shown(const explore_site_t *site) {
    if (site->printed + site->memory > 0) return site->first_difference;
    return site->pair ? site->pair_of : site->first;
}

static const char *text_of(const json_t *object, const char *name) {
    const json_t *member = json_member(object, name);
    return member && member->type == JSON_STRING ? member->string : "";
}

static double number_of(const json_t *object, const char *name) {
    const json_t *member = json_member(object, name);
    return member && member->type == JSON_NUMBER ? member->number : 0;
}

static const char *plural(uint64_t count) { return count == 1 ? "" : "s"; }

static void labelled(FILE *out, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void labelled(FILE *out, const char *label, const char *format, ...) {
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0) text = NULL;
    va_end(arguments);
    scord_print_labelled(out, label, scord_need(text));
    free(text);
}

/* A command is one line, however long: it is there to be copied. */
static void print_command(FILE *out, const char *label, const check_options_t *options,
                          const char *schedule) {
    char *command = explore_replay(options, schedule);
    fprintf(out, "  %-12s %s\n", label, command);
    free(command);
}

static void print_side(FILE *out, const char *label, const json_t *side) {
    if (!side || side->type != JSON_OBJECT || *text_of(side, "file") == '\0') return;
    const char *instruction = text_of(side, "instruction");
    labelled(out, label, "%s:%.0f %s in %s", text_of(side, "file"), number_of(side, "line"),
             instruction, text_of(side, "function"));
    if (*text_of(side, "source") != '\0') labelled(out, "", "\"%s\"", text_of(side, "source"));
}

/* In the words of a report of one run, the rule behind them. */
static void print_head(FILE *out, const explore_site_t *site, unsigned number, uint64_t runs) {
    char head[640], verdict[64], seen[64];
    snprintf(seen, sizeof seen, "in %" PRIu64 " of %" PRIu64 " schedule%s", site->schedules, runs,
             plural(runs));
    if (site->finding) {
        fprintf(out, "finding %u: %s, %s\n", number, text_of(site->site, "rule"), seen);
        return;
    }
    snprintf(verdict, sizeof verdict, "%s", text_of(site->site, "verdict"));
    for (char *c = verdict; *c; c++)
        if (*c == '_') *c = ' '; /* missing_device_fence */
    snprintf(head, sizeof head, "race %u: %s (%s, %s, %s scope), %s", number,
             text_of(site->site, "heading"), verdict, text_of(site->site, "rule_table"),
             text_of(site->site, "scope"), seen);
    scord_print_wrapped(out, head, 0, SCORD_REPORT_INDENT);
}

static void print_effect(FILE *out, const exploration_t *all, const explore_site_t *site) {
    const explore_found_t *found = &all->found;
    if (found->printed_varies && found->memory_varies) return;
    switch (explore_effect(site)) {
    case EXPLORE_NO:
        labelled(out, "output:", "the same in each of these as in the fair schedule");
        return;
    case EXPLORE_PERHAPS:
        labelled(out, "output:",
                 "perhaps changed: different in %" PRIu64 " (printed) and %" PRIu64
                 " (memory) of these; other races, or orders that CUDA leaves open (of atomics, of "
                 "sums of floats), may be why",
                 site->printed, site->memory);
        if (site->object > 0)
            labelled(out, "",
                     "its own object held something else in the end in %" PRIu64 " of these",
                     site->object);
        return;
    case EXPLORE_YES:
        labelled(out, "output:",
                 "CHANGED: different in %" PRIu64 " (printed) and %" PRIu64 " (memory) of these",
                 site->printed, site->memory);
        if (site->object > 0)
            labelled(out, "",
                     "its own object held something else in the end in %" PRIu64 " of these",
                     site->object);
        if (site->pair)
            labelled(out, "",
                     "only this race tells schedule %" PRIu64 " (%s) from %" PRIu64 " (%s)",
                     site->pair_with, found->run[site->pair_with].schedule, site->pair_of,
                     found->run[site->pair_of].schedule);
    }
}

static void print_site(FILE *out, const exploration_t *all, const explore_site_t *site,
                       unsigned number) {
    const json_t *json = site->site;
    const explore_found_t *found = &all->found;
    const uint64_t shown = explore_shown(site);
    print_head(out, site, number, found->runs);
    print_side(out, site->finding ? "at:" : "this access:",
               json_member(json, site->finding ? "at" : "access"));
    print_side(out, "other side:", site->other);
    if (*text_of(json, "object") != '\0')
        labelled(out, "object:", "%s+%.0f", text_of(json, "object"),
                 number_of(json, "object_offset"));
    labelled(out, "rule:", "%s", text_of(json, site->finding ? "title" : "rule"));
    labelled(out, "hint:", "%s", text_of(json, "hint"));
    print_effect(out, all, site);
    print_command(out, "replay:", &all->run->options, found->run[shown].schedule);
    fputc('\n', out);
}

/* ---- the output ---- */

static void print_difference(FILE *out, const exploration_t *all) {
    const explore_found_t *found = &all->found;
    char line[2][EXPLORE_DIFFERENCE], names[EXPLORE_NAMES][64], list[EXPLORE_NAMES * 66 + 32] = "",
                                                                                          texts[48];
    unsigned number;
    if (found->printed > 0) {
        snprintf(texts, sizeof texts, ", %" PRIu32 " different texts", found->outputs);
        labelled(out, "printed:", "different in %" PRIu64 " of %" PRIu32 " schedules%s",
                 found->printed, found->runs,
                 found->outputs > 1 ? texts : ": not the text, but the exit code");
        if (explore_printed_line(&all->folder, 0, found->first_printed, line, &number)) {
            labelled(out, "", "line %u, fair schedule: \"%s\"", number, line[0]);
            labelled(out, "", "line %u, this schedule: \"%s\"", number, line[1]);
        }
        print_command(out, "replay:", &all->run->options,
                      found->run[found->first_printed].schedule);
    }
    if (found->memory == 0) return;
    const unsigned count = explore_memory_names(&all->folder, 0, found->first_memory, names);
    for (unsigned i = 0; i < count && i < EXPLORE_NAMES; i++) {
        if (i > 0) strcat(list, ", ");
        strcat(list, names[i]);
    }
    if (count > EXPLORE_NAMES) strcat(list, ", ...");
    labelled(out, "memory:", "different in %" PRIu64 " of %" PRIu32 " schedules, first in %s",
             found->memory, found->runs, list);
    if (found->printed == 0 || found->first_memory != found->first_printed)
        print_command(out, "replay:", &all->run->options, found->run[found->first_memory].schedule);
}

static void print_output(FILE *out, const exploration_t *all) {
    const explore_found_t *found = &all->found;
    fputs("output\n", out);
    if (found->printed_varies)
        labelled(out, "printed:",
                 "not compared: two runs of the fair schedule printed something "
                 "different, or ended differently (times, addresses, random "
                 "numbers of the host)");
    if (found->memory_varies)
        labelled(out, "memory:",
                 "not compared: two runs of the fair schedule left something "
                 "different in it");
    print_difference(out, all);
    if (found->printed == 0 && !found->printed_varies)
        labelled(out, "printed:", "the same in all schedules");
    if (found->memory == 0 && !found->memory_varies)
        labelled(out, "memory:", "the same in all schedules");
    if (found->raceless > 0)
        labelled(out, "no race:",
                 "in %" PRIu64 " of these schedules nothing was found, nor in the fair one: the "
                 "result depends on an order that CUDA leaves open (of atomics, of sums of floats)",
                 found->raceless);
    for (uint32_t i = 0; i < found->errors; i++) {
        const explore_error_t *error = &found->error[i];
        labelled(out, "ended by:", "%s (in %" PRIu64 " schedule%s)", error->text, error->schedules,
                 plural(error->schedules));
        print_command(out, "replay:", &all->run->options, found->run[error->first].schedule);
    }
}

/* ---- the schedules ---- */

static uint64_t count_depth(const explore_found_t *found, unsigned depth) {
    uint64_t count = 0;
    char plain[32], lanes[32];
    snprintf(plain, sizeof plain, "--schedule pct:%u:", depth);
    snprintf(lanes, sizeof lanes, "--schedule pct-lanes:%u:", depth);
    for (uint32_t i = 0; i < found->runs; i++)
        count += strncmp(found->run[i].schedule, plain, strlen(plain)) == 0 ||
                 strncmp(found->run[i].schedule, lanes, strlen(lanes)) == 0;
    return count;
}

/* 1 / (n k^(d-1)), from 1 / N on as a number of schedules. */
static void print_bound(FILE *out, const exploration_t *all) {
    const explore_found_t *found = &all->found;
    for (unsigned depth = 1; depth <= all->plan.depth; depth++) {
        const uint64_t count = count_depth(found, depth);
        double schedules = (double)found->fair.warps;
        for (unsigned i = 1; i < depth; i++) schedules *= (double)found->fair.steps;
        if (count > 0)
            labelled(out, "",
                     "%" PRIu64 " of depth %u: each shows a bug of that depth with a "
                     "probability of at least 1/%.4g",
                     count, depth, schedules);
    }
}

static void print_schedules(FILE *out, const exploration_t *all) {
    const explore_found_t *found = &all->found;
    char steps[32], warps[32], more[160] = "";
    uint64_t random = 0;
    for (uint32_t i = 1; i < found->runs; i++)
        random += strncmp(found->run[i].schedule, "--seed", 6) == 0;
    if (all->stopped_early)
        snprintf(more, sizeof more, "; the last %" PRIu64 " showed nothing new (--no-early-stop)",
                 found->runs - 1 - found->new_at);
    if (all->time_over) snprintf(more, sizeof more, "; the time was over");
    fputs("schedules\n", out);
    labelled(out, "run:", "%" PRIu32 "%s", found->runs, more);
    labelled(out, "drawn:", "1 fair, %" PRIu64 " random, %" PRIu64 " of PCT", random,
             found->runs - (found->runs > 0) - random);
    labelled(out, "PCT:", "n = %s warps, k = %s steps (accesses, fences, barriers)",
             grouped(found->fair.warps, warps), grouped(found->fair.steps, steps));
    print_bound(out, all);
    if (all->taken_up > 0)
        labelled(out, "taken up:", "%" PRIu64 " run%s of before", all->taken_up,
                 plural(all->taken_up));
    labelled(out, "time:", "%.2f s", all->seconds);
}

void explore_print(const exploration_t *all, FILE *out) {
    const explore_found_t *found = &all->found;
    uint64_t races = 0, findings = 0, changed = 0;
    for (uint32_t i = 0; i < found->sites; i++) {
        const explore_site_t *site = &found->site[i];
        print_site(out, all, site, (unsigned)(site->finding ? ++findings : ++races));
        changed += !site->finding && explore_effect(site) == EXPLORE_YES;
    }
    print_output(out, all);
    print_schedules(out, all);
    fprintf(out, "%" PRIu64 " race%s", races, plural(races));
    if (findings > 0) fprintf(out, " and %" PRIu64 " finding%s", findings, plural(findings));
    fprintf(out, " in %" PRIu32 " schedule%s", found->runs, plural(found->runs));
    if (races > 0 && !(found->printed_varies && found->memory_varies))
        fprintf(out, "; %" PRIu64 " changed the output", changed);
    fputc('\n', out);
}
