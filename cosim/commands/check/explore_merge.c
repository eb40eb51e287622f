/* SPDX-License-Identifier: Apache-2.0 */
/* explore_merge.c: what the runs of an exploration showed, merged in the order of their numbers;
 * see explore.h.
 *
 * A race is a pair of source lines, with the kinds of access there: a report has one for each
 * instruction, verdict and order, and which of the two lines comes second depends on the schedule.
 * Output is what the program printed and its exit code, and what it left in device memory; each run
 * is compared with the fair one. What two runs of the fair schedule do differently is not compared.
 *
 * Which race makes a difference is seen where two runs showed the same races, each the same way
 * round, but for one.
 *
 * Something new: a site, the first different output, a race that is known to change the output from
 * here on, another end of the program. Further different outputs are nothing new: a sum of floats
 * has one for nearly every schedule.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/base/array.h"
#include "cmodel/base/byte_hash.h"
#include "cosim/commands/check/explore.h"
#include "cosim/commands/shared/whole_file.h"

static int no_memory(void) { return scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory"); }

static const char *text_of(const json_t *object, const char *name) {
    const json_t *member = json_member(object, name);
    return member && member->type == JSON_STRING ? member->string : "";
}

static double number_of(const json_t *object, const char *name) {
    const json_t *member = json_member(object, name);
    return member && member->type == JSON_NUMBER ? member->number : 0;
}

/* ---- comparing files of two runs ---- */

static char *read_file(const explore_folder_t *folder, uint64_t number, const char *name) {
    char path[PATH_MAX];
    size_t bytes;
    return explore_file(folder, number, name, path) ? whole_file_read(path, &bytes) : NULL;
}

/* The line at *TEXT, cut from it. NULL: there is none. */
static char *take_line(char **text) {
    if (!*text || **text == '\0') return NULL;
    char *line = *text;
    *text += strcspn(line, "\n");
    if (**text == '\n') *(*text)++ = '\0';
    return line;
}

/* "c0ffee0123456789 4096 cudaMalloc#2": behind the second blank. */
static const char *allocation_name(const char *line) {
    const char *blank = strchr(line, ' ');
    blank = blank ? strchr(blank + 1, ' ') : NULL;
    return blank ? blank + 1 : line;
}

/* Calls TAKE for the name of each allocation that differs. Lists of different lengths differ in
 * what is missing. */
static void compare_memory(const explore_folder_t *folder, uint64_t a, uint64_t b,
                           void (*take)(void *context, const char *name), void *context) {
    char *first = read_file(folder, a, "memory"), *second = read_file(folder, b, "memory");
    char *at[2] = {first, second};
    for (char *x = take_line(&at[0]), *y = take_line(&at[1]); x || y;
         x = take_line(&at[0]), y = take_line(&at[1]))
        if (!x || !y || strcmp(x, y) != 0) take(context, allocation_name(x ? x : y));
    free(first);
    free(second);
}

typedef struct names {
    char (*name)[64];
    unsigned count;
} names_t;

static void add_name(void *context, const char *name) {
    names_t *names = context;
    if (names->count < EXPLORE_NAMES) snprintf(names->name[names->count], 64, "%s", name);
    names->count++;
}

unsigned explore_memory_names(const explore_folder_t *folder, uint64_t a, uint64_t b,
                              char names[EXPLORE_NAMES][64]) {
    names_t list = {names, 0};
    compare_memory(folder, a, b, add_name, &list);
    return list.count;
}

/* Control characters would reach the user's terminal. */
static void cut_line(const char *line, char *text) {
    size_t used = 0;
    for (; *line && used + 4 < EXPLORE_DIFFERENCE; line++)
        text[used++] = (unsigned char)*line < ' ' || *line == 127 ? '?' : *line;
    while (used > 0 && *line && ((unsigned char)*line & 0xc0) == 0x80) /* not within a character */
        line--, used--;
    text[used] = '\0';
    if (*line) strcat(text, "...");
}

bool explore_printed_line(const explore_folder_t *folder, uint64_t a, uint64_t b,
                          char line[2][EXPLORE_DIFFERENCE], unsigned *number) {
    static const char *const files[] = {"stdout", "stderr"};
    bool found = false;
    for (int i = 0; i < 2 && !found; i++) {
        char *first = read_file(folder, a, files[i]), *second = read_file(folder, b, files[i]);
        char *at[2] = {first, second};
        *number = 0;
        for (char *x = take_line(&at[0]), *y = take_line(&at[1]); (x || y) && !found;
             x = take_line(&at[0]), y = take_line(&at[1])) {
            ++*number;
            found = !x || !y || strcmp(x, y) != 0;
            if (!found) continue;
            cut_line(x ? x : "", line[0]);
            cut_line(y ? y : "", line[1]);
        }
        free(first);
        free(second);
    }
    return found;
}

/* ---- sites ---- */

typedef struct merge {
    explore_found_t *found;
    explore_run_t *run;
    const json_t *report;
    explore_class_t shown; /* what this run is of */
    char **differing;      /* names of allocations */
    uint32_t names, capacity;
    bool kept, fresh, no_memory; /* kept: the report is some site's */
} merge_t;

/* "file:line instruction", or the pc where no line is known. */
static char *place_of(const json_t *side) {
    char *text = NULL;
    const double line = number_of(side, "line");
    const int length = !side || side->type != JSON_OBJECT ? asprintf(&text, "?")
                       : line > 0 ? asprintf(&text, "%s:%.0f %s", text_of(side, "file"), line,
                                             text_of(side, "instruction"))
                                  : asprintf(&text, "pc %.0f", number_of(side, "pc"));
    return length < 0 ? NULL : text;
}

/* *ROUND: the access is the second of the two in the key. */
static char *race_key(const json_t *access, const json_t *owner, bool *round) {
    char *a = place_of(access), *b = place_of(owner), *key = NULL;
    if (a && b) {
        *round = strcmp(a, b) > 0;
        if (asprintf(&key, "%s / %s", *round ? b : a, *round ? a : b) < 0) key = NULL;
    }
    free(a);
    free(b);
    return key;
}

static char *finding_key(const json_t *finding) {
    char *at = place_of(json_member(finding, "at")), *key = NULL;
    if (at && asprintf(&key, "%s at %s", text_of(finding, "rule"), at) < 0) key = NULL;
    free(at);
    return key;
}

/* Number of the site of KEY, made when it is new; takes KEY. UINT32_MAX: no memory. */
static uint32_t find_site(merge_t *merge, char *key, const json_t *site, const json_t *other,
                          bool finding) {
    explore_found_t *found = merge->found;
    for (uint32_t i = 0; key && i < found->sites; i++)
        if (found->site[i].finding == finding && strcmp(found->site[i].key, key) == 0) {
            free(key);
            return i;
        }
    if (!key || !SCORD_ARRAY_ROOM(found->site, found->site_capacity, found->sites + 1)) {
        free(key);
        merge->no_memory = true;
        return UINT32_MAX;
    }
    merge->kept = merge->fresh = true;
    found->site[found->sites] = (explore_site_t){
        .key = key, .site = site, .other = other, .finding = finding, .first = merge->run->number};
    return found->sites++;
}

explore_effect_t explore_effect(const explore_site_t *site) {
    if (site->pair || site->both > 0) return EXPLORE_YES;
    return site->printed > 0 || site->memory > 0 ? EXPLORE_PERHAPS : EXPLORE_NO;
}

static void add_differing(void *context, const char *name) {
    merge_t *merge = context;
    char *copy = SCORD_ARRAY_ROOM(merge->differing, merge->capacity, merge->names + 1)
                     ? strdup(name)
                     : NULL;
    if (!copy)
        merge->no_memory = true;
    else
        merge->differing[merge->names++] = copy;
}

static bool object_differs(const merge_t *merge, const json_t *site) {
    const char *object = text_of(site, "object");
    for (uint32_t i = 0; i < merge->names && *object != '\0'; i++)
        if (strcmp(merge->differing[i], object) == 0) return true;
    return false;
}

/* The run showed it; further times in the same run only count. */
static void note_site(merge_t *merge, uint32_t number, const json_t *site, double count) {
    if (number == UINT32_MAX) return;
    explore_site_t *known = &merge->found->site[number];
    const explore_run_t *run = merge->run;
    const explore_effect_t before = explore_effect(known);
    known->count += (uint64_t)count;
    if (known->latest == run->number + 1) return;
    known->latest = run->number + 1;
    known->schedules++;
    if ((run->printed || run->memory) && known->printed + known->memory == 0)
        known->first_difference = run->number;
    known->printed += run->printed;
    known->memory += run->memory;
    const bool object = !known->finding && object_differs(merge, site);
    known->object += object;
    known->both += object && run->printed;
    merge->run->sites++;
    merge->fresh = merge->fresh || explore_effect(known) != before;
}

static int by_number(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void note_way(merge_t *merge, uint32_t way) {
    explore_class_t *shown = &merge->shown;
    for (uint32_t i = 0; i < shown->ways; i++)
        if (shown->way[i] == way) return;
    if (SCORD_ARRAY_ROOM(shown->way, shown->capacity, shown->ways + 1))
        shown->way[shown->ways++] = way;
    else
        merge->no_memory = true;
}

static void add_race(merge_t *merge, const json_t *site, const json_t *owner, double count) {
    bool round = false;
    char *key = race_key(json_member(site, "access"), owner, &round);
    const uint32_t number = find_site(merge, key, site, owner, false);
    note_site(merge, number, site, count);
    if (number != UINT32_MAX) note_way(merge, 2 * number + round);
}

static bool is_finding(const json_t *finding) {
    return strcmp(text_of(finding, "severity"), "finding") == 0 &&
           !json_member(finding, "known_by");
}

static void add_sites(merge_t *merge) {
    const json_t *sites = json_member(merge->report, "sites"),
                 *findings = json_member(merge->report, "findings");
    for (const json_t *one = sites ? sites->first : NULL; one; one = one->next) {
        if (json_member(one, "known_by")) continue; /* --suppress, --baseline */
        const json_t *owners = json_member(one, "owners");
        const json_t *owner = owners ? owners->first : NULL;
        if (!owner) add_race(merge, one, NULL, number_of(one, "races"));
        for (; owner; owner = owner->next) add_race(merge, one, owner, number_of(owner, "races"));
    }
    for (const json_t *one = findings ? findings->first : NULL; one; one = one->next)
        if (is_finding(one))
            note_site(merge,
                      find_site(merge, finding_key(one), one, json_member(one, "other"), true), one,
                      number_of(one, "count"));
    if (merge->shown.ways > 0)
        qsort(merge->shown.way, merge->shown.ways, sizeof *merge->shown.way, by_number);
}

/* ---- which race makes the difference ---- */

/* The one race in which A and B differ; UINT32_MAX: none or several; *SAME: none. */
static uint32_t only_difference(const explore_class_t *a, const explore_class_t *b, bool *same) {
    uint32_t race = UINT32_MAX;
    *same = true;
    for (uint32_t i = 0, j = 0; i < a->ways || j < b->ways;) {
        const uint32_t x = i < a->ways ? a->way[i] : UINT32_MAX,
                       y = j < b->ways ? b->way[j] : UINT32_MAX;
        if (x == y) {
            i++, j++;
            continue;
        }
        *same = false;
        const uint32_t differs = (x < y ? x : y) / 2;
        if (race != UINT32_MAX && race != differs) return UINT32_MAX;
        race = differs;
        if (x < y)
            i++;
        else
            j++;
    }
    return race;
}

/* A run whose like has another output says nothing: something else makes the difference there. */
static void note_several(explore_found_t *found, explore_class_t *one) {
    for (uint32_t i = 0; i < found->classes; i++) {
        bool same;
        only_difference(one, &found->class[i], &same);
        if (!same || one->output == found->class[i].output) continue;
        one->several = found->class[i].several = true;
    }
}

/* Of what is found so far: which pairs of runs tell one race. Known ones stay, unless it turns out
 * that something else makes the difference as well. */
static void find_pairs(explore_found_t *found) {
    for (uint32_t i = 0; i < found->sites; i++) found->site[i].pair = false;
    for (uint32_t i = 0; i < found->classes; i++)
        for (uint32_t j = 0; j < i; j++) {
            const explore_class_t *a = &found->class[j], *b = &found->class[i];
            bool same;
            if (a->output == b->output || a->several || b->several) continue;
            const uint32_t race = only_difference(a, b, &same);
            if (race == UINT32_MAX || found->site[race].pair) continue;
            explore_site_t *site = &found->site[race];
            site->pair = true;
            site->pair_with = a->first;
            site->pair_of = b->first;
        }
}

enum { MOST_CLASSES = 2000 }; /* pairs of them are compared */

/* The run's class; a new one tells more. */
static void classify(merge_t *merge) {
    explore_found_t *found = merge->found;
    explore_class_t *shown = &merge->shown;
    for (uint32_t i = 0; i < found->classes; i++) {
        bool same;
        only_difference(shown, &found->class[i], &same);
        if (same && shown->output == found->class[i].output) return;
    }
    if (found->classes == MOST_CLASSES) return;
    if (!SCORD_ARRAY_ROOM(found->class, found->class_capacity, found->classes + 1)) {
        merge->no_memory = true;
        return;
    }
    shown->first = merge->run->number;
    note_several(found, shown);
    found->class[found->classes++] = *shown;
    *shown = (explore_class_t){0};
    uint32_t before = 0, after = 0;
    for (uint32_t i = 0; i < found->sites; i++) before += found->site[i].pair;
    find_pairs(found);
    for (uint32_t i = 0; i < found->sites; i++) after += found->site[i].pair;
    merge->fresh = merge->fresh || after > before;
}

/* ---- outputs, ends ---- */

static bool add_output(explore_found_t *found, const char *hash) {
    for (uint32_t i = 0; i < found->outputs; i++)
        if (strcmp(found->output[i], hash) == 0) return true;
    if (!SCORD_ARRAY_ROOM(found->output, found->output_capacity, found->outputs + 1)) return false;
    memcpy(found->output[found->outputs++], hash, SHA256_HEX);
    return true;
}

/* The first line: of a deadlock each waiting warp has one. */
static bool add_error(merge_t *merge, const char *text) {
    explore_found_t *found = merge->found;
    char *line = strndup(text, strcspn(text, "\n"));
    if (!line) return false;
    for (uint32_t i = 0; i < found->errors; i++)
        if (strcmp(found->error[i].text, line) == 0) {
            found->error[i].schedules++;
            free(line);
            return true;
        }
    if (!SCORD_ARRAY_ROOM(found->error, found->error_capacity, found->errors + 1)) {
        free(line);
        return false;
    }
    found->error[found->errors++] = (explore_error_t){line, 1, merge->run->number};
    merge->fresh = true;
    return true;
}

static bool printed_alike(const explore_record_t *a, const explore_record_t *b) {
    return strcmp(a->printed, b->printed) == 0 && a->program_exit == b->program_exit &&
           a->ended == b->ended;
}

/* What was printed, and the end: where items lie in memory may be free, and then nearly every run
 * has its own. */
static uint64_t output_of(const explore_found_t *found, const explore_record_t *record) {
    uint64_t hash = SCORD_BYTE_HASH_START;
    if (found->printed_varies) return hash;
    hash = scord_byte_hash(hash, record->printed, strlen(record->printed));
    return scord_word_hash(hash, (uint64_t)record->program_exit * 2 + record->ended);
}

static void compare(explore_found_t *found, explore_run_t *run, const explore_record_t *record) {
    if (run->number == 0) {
        found->printed_varies = !printed_alike(&found->fair, &found->repeat);
        found->memory_varies = strcmp(found->fair.memory, found->repeat.memory) != 0;
    }
    run->printed = !found->printed_varies && !printed_alike(record, &found->fair);
    run->memory = !found->memory_varies && strcmp(record->memory, found->fair.memory) != 0;
}

static void count_run(merge_t *merge) {
    explore_found_t *found = merge->found;
    explore_run_t *run = merge->run;
    const bool races = number_of(merge->report, "races") > 0,
               findings = number_of(merge->report, "findings_total") > 0;
    found->with_races += races;
    found->with_findings += findings;
    found->raceless += (run->printed || run->memory) && run->sites + found->run[0].sites == 0;
    if (run->printed && found->printed++ == 0) {
        found->first_printed = run->number;
        merge->fresh = true;
    }
    if (run->memory && found->memory++ == 0) {
        found->first_memory = run->number;
        merge->fresh = true;
    }
    found->failed += run->exit_code >= SCORD_EXIT_BAD_INPUT;
    if (run->exit_code == SCORD_EXIT_ENVIRONMENT) found->worst = SCORD_EXIT_ENVIRONMENT;
}

/* ---- a run ---- */

static explore_run_t *add_run(explore_found_t *found, const explore_record_t *record) {
    if (!SCORD_ARRAY_ROOM(found->run, found->run_capacity, found->runs + 1) ||
        !SCORD_ARRAY_ROOM(found->tree, found->tree_capacity, found->trees + 1))
        return NULL;
    explore_run_t *run = &found->run[found->runs];
    *run = (explore_run_t){.number = record->number, .exit_code = record->exit_code};
    memcpy(run->schedule, record->schedule, sizeof run->schedule);
    if (record->error[0] != '\0' && !(run->error = strdup(record->error))) return NULL;
    found->runs++;
    return run;
}

static json_t *read_report(const explore_folder_t *folder, uint64_t number) {
    size_t at;
    char *text = read_file(folder, number, "report.json");
    json_t *report = text ? json_parse(text, &at) : NULL;
    free(text);
    return report;
}

/* Of thousands of runs only what differs from the fair one takes room: its hash is in the record.
 */
static void drop_same(const explore_folder_t *folder, const explore_run_t *run) {
    const char *const files[] = {run->printed ? NULL : "stdout", run->printed ? NULL : "stderr",
                                 run->memory ? NULL : "memory",
                                 run->exit_code == SCORD_EXIT_CLEAN ? "messages" : NULL};
    char path[PATH_MAX];
    for (size_t i = 0; i < sizeof files / sizeof *files && run->number != 0; i++)
        if (files[i] && explore_file(folder, run->number, files[i], path)) unlink(path);
}

int explore_merge(explore_found_t *found, const explore_folder_t *folder,
                  const explore_record_t *record) {
    json_t *report = read_report(folder, record->number); /* "{}": the run did not end */
    if (!report)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: the report of run %" PRIu64 " is damaged",
                          folder->path, record->number);
    merge_t merge = {.found = found, .run = add_run(found, record), .report = report};
    merge.no_memory = !merge.run;
    if (!merge.no_memory) {
        compare(found, merge.run, record);
        if (merge.run->memory) compare_memory(folder, 0, record->number, add_differing, &merge);
        add_sites(&merge);
        count_run(&merge);
        merge.shown.output = output_of(found, record);
        classify(&merge);
        merge.no_memory = merge.no_memory || !add_output(found, record->printed) ||
                          (record->error[0] != '\0' && !add_error(&merge, record->error));
        if (merge.fresh) found->new_at = record->number;
        drop_same(folder, merge.run);
    }
    free(merge.shown.way);
    for (uint32_t i = 0; i < merge.names; i++) free(merge.differing[i]);
    free(merge.differing);
    if (merge.kept)
        found->tree[found->trees++] = report;
    else
        json_free(report);
    return merge.no_memory ? no_memory() : 0;
}

void explore_found_free(explore_found_t *found) {
    for (uint32_t i = 0; i < found->sites; i++) free(found->site[i].key);
    for (uint32_t i = 0; i < found->runs; i++) free(found->run[i].error);
    for (uint32_t i = 0; i < found->errors; i++) free(found->error[i].text);
    for (uint32_t i = 0; i < found->trees; i++) json_free(found->tree[i]);
    for (uint32_t i = 0; i < found->classes; i++) free(found->class[i].way);
    free(found->class);
    free(found->site);
    free(found->run);
    free(found->error);
    free(found->tree);
    free(found->output);
}
