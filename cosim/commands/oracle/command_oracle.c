/* SPDX-License-Identifier: Apache-2.0 */
/* command_oracle.c: `scord oracle STREAM`: the exact happens-before verdicts of a stream, and the
 * detector's beside them. Models and rules: docs/oracle.md.
 */
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/shared/command.h"
#include "cmodel/stream/event_stream.h"
#include "cmodel/oracle/oracle_report.h"
#include "cmodel/oracle/schedules.h"
#include "cosim/commands/oracle/oracle_litmus.h"
#include "cosim/commands/shared/litmus_import.h"
#include "cosim/commands/program/resource_limits.h"

#define DEFAULT_SITES 20 /* of a model are printed */
enum { MODELS_MAX = 8, AXES_MAX = 8, NAME_SIZE = 64 };

typedef struct model {
    char name[NAME_SIZE];
    scord_oracle_axes_t axes;
    scord_oracle_report_t *report;
    scord_schedules_t *schedules; /* NULL: not asked for */
    litmus_relations_t relations; /* of a litmus test that no stream holds */
} model_t;

typedef struct oracle_run {
    const char *input, *json;
    /* values, in the order of scord_oracle_axis_name; NULL: not named */
    const char *axis[AXES_MAX];
    bool without_detector, all_sites, all_schedules;
    uint64_t bound;
    bool vulkan, all_models; /* asked for */
    litmus_vulkan_t verdict; /* of the Vulkan memory model */
    bool by_relations;       /* the others: by litmus_relations, without a stream */
    char why[NAME_SIZE * 2];
    unsigned models;
    model_t model[MODELS_MAX];
    scord_stream_reader_t *reader;
    scord_model_t *detector;
    scord_replay_t replay;
    scord_program_map_t map;
} oracle_run_t;

static int bad_usage(const char *problem, const char *word) {
    return options_refuse("oracle", problem, word);
}

/* ---- command line ---- */

static int add_model(oracle_run_t *run, const char *name) {
    if (run->models == MODELS_MAX) return bad_usage("too many models, at most 8, not also ", name);
    model_t *model = &run->model[run->models];
    if (scord_oracle_preset(name, &model->axes) != 0) return bad_usage("no model is called ", name);
    snprintf(model->name, sizeof model->name, "%s", name);
    run->models++;
    return SCORD_EXIT_CLEAN;
}

static int read_model(void *place, const char *command, const char *option, const char *value) {
    int code = SCORD_EXIT_CLEAN;
    oracle_run_t *run = place;
    (void)command, (void)option;
    if (strcmp(value, VULKAN_MODEL) == 0) {
        run->vulkan = true;
        return SCORD_EXIT_CLEAN;
    }
    if (strcmp(value, "all") != 0) return add_model(place, value);
    run->all_models = true;
    for (unsigned i = 0; i < scord_oracle_presets() && code == SCORD_EXIT_CLEAN; i++)
        code = add_model(place, scord_oracle_preset_name(i));
    return code;
}

/* A changed preset says so in its name. */
static int set_axis(oracle_run_t *run, const char *axis, const char *value) {
    assert(run->models <= MODELS_MAX);
    for (unsigned i = 0; i < run->models; i++) {
        const scord_oracle_axes_t before = run->model[i].axes;
        if (scord_oracle_axes_set(&run->model[i].axes, axis, value) != 0)
            return scord_fail(SCORD_EXIT_BAD_INPUT,
                              "oracle: --%s cannot be %s; see `scord oracle --help`", axis, value);
        const bool changed = memcmp(&before, &run->model[i].axes, sizeof before) != 0;
        if (changed && !strstr(run->model[i].name, "changed"))
            strncat(run->model[i].name, ", changed",
                    sizeof run->model[i].name - strlen(run->model[i].name) - 1);
    }
    return SCORD_EXIT_CLEAN;
}

#define PLACE(member) offsetof(oracle_run_t, member)
#define DEFAULT_MODEL "scor"

static option_t models[MODELS_MAX + 3], axes[AXES_MAX + 2]; /* filled by oracle_form */

static const option_t rows[] = {
    {NULL, NULL, OPTION_TABLE, 0, .table = models},
    {NULL, NULL, OPTION_TABLE, 0, .table = axes},
    {NULL, NULL, OPTION_HEADING, 0, .help = "further options"},
    {"--no-detector", NULL, OPTION_FLAG, PLACE(without_detector), .help = "the oracle alone"},
    {"--all-sites", NULL, OPTION_FLAG, PLACE(all_sites),
     .help =
         "print every race site, not only the first " OPTION_DIGITS(DEFAULT_SITES) " of a model"},
    {"--all-schedules", NULL, OPTION_FLAG, PLACE(all_schedules),
     .help = "also decide every schedule of a small program: every order of the warps' events that "
             "keeps the recorded control flow (partial-order reduction)"},
    {"--bound", "N", OPTION_NUMBER, PLACE(bound), .least = 1, .most = UINT64_MAX,
     .standard = "100000", .help = "most schedules tried a launch"},
    {"--json", "F", OPTION_FILE, PLACE(json),
     .help = "also as JSON ('-': on standard output, instead of text)"},
    {0}};

static const command_form_t form = {
    .name = "oracle",
    .summary = "exact happens-before races of an event stream, beside the detector's",
    .usage = "scord oracle STREAM [--model NAME]... [AXIS]... [OPTIONS]\n",
    .about = "Which accesses of the recorded execution race, exactly: heterogeneous happens-before "
             "over all accesses, thread by thread, byte by byte. Beside it the golden model of the "
             "detector runs on the same events, and every race site is a true positive, a false "
             "positive or a miss. STREAM may be '-', a pipe, or a herd-style litmus test "
             "(NAME.litmus; docs/litmus.md).\n",
    .options = rows,
    .examples = "scord oracle run.sev --model hrf-indirect-inclusive\n"
                "scord oracle run.sev --model ptx --volatile data --json verdicts.json\n"
                "scord oracle mp.litmus --model all --all-schedules\n",
    .exit_codes = "0 no race and no difference, 1 races, false positives or schedules left "
                  "undecided, 2 bad usage or stream, 3 the system refused"};

/* The models and axes that the oracle has: their names are stated there (cmodel/oracle/axes.c). */
const command_form_t *oracle_form(void) {
    static char names[AXES_MAX][NAME_SIZE];
    unsigned count = 0;
    models[count++] = (option_t){NULL, NULL, OPTION_HEADING, .help = "models"};
    models[count++] = (option_t){"--model",
                                 "NAME",
                                 OPTION_CALL,
                                 0,
                                 .read = read_model,
                                 .standard = DEFAULT_MODEL,
                                 .help = "decide by it, may be repeated; all: every one"};
    for (unsigned i = 0; i < scord_oracle_presets(); i++)
        models[count++] = (option_t){scord_oracle_preset_name(i), NULL, OPTION_ENTRY,
                                     .help = scord_oracle_preset_description(i)};
    models[count++] = (option_t){VULKAN_MODEL, NULL, OPTION_ENTRY,
                                 .help = "the Vulkan memory model, for litmus tests of VULKAN, and "
                                         "their default (docs/litmus.md)"};
    assert(count < sizeof models / sizeof *models);
    axes[0] = (option_t){NULL, NULL, OPTION_HEADING, .help = "axes, which change the models named"};
    for (unsigned i = 0; scord_oracle_axis_name(i); i++) {
        assert(i < AXES_MAX);
        snprintf(names[i], sizeof names[i], "--%s", scord_oracle_axis_name(i));
        axes[i + 1] = (option_t){.name = names[i],
                                 .argument = scord_oracle_axis_values(i),
                                 .kind = OPTION_TEXT,
                                 .place = PLACE(axis) + i * sizeof(const char *)};
    }
    return &form;
}

/* A VULKAN test is decided by its own model, and by those of streams if they are asked for; all: by
 * those that can. */
static int settle_models(oracle_run_t *run) {
    litmus_look_t look;
    const int code = litmus_look_at(run->input, &look);
    run->by_relations = look.by_relations;
    if (look.vulkan) {
        run->vulkan = run->vulkan || run->all_models || run->models == 0;
        if (run->all_models && !look.for_streams) run->models = 0;
    } else if (run->models == 0 && !run->vulkan) {
        add_model(run, DEFAULT_MODEL);
    }
    return code;
}

static int settle(oracle_run_t *run, const options_found_t *found) {
    if (found->count == 0) return bad_usage("name a STREAM, or '-'", "");
    if (found->count > 1) return bad_usage("one STREAM at a time, not also ", found->words[1]);
    run->input = found->words[0];
    int code = settle_models(run);
    for (unsigned i = 0; scord_oracle_axis_name(i) && code == SCORD_EXIT_CLEAN; i++)
        if (run->axis[i]) code = set_axis(run, scord_oracle_axis_name(i), run->axis[i]);
    return code;
}

/* ---- run ---- */

static int event_failure(const oracle_run_t *run, const char *message, bool memory) {
    const unsigned long long line = scord_stream_reader_line(run->reader);
    const unsigned long long offset = scord_stream_reader_offset(run->reader);
    const int code = memory ? SCORD_EXIT_ENVIRONMENT : SCORD_EXIT_BAD_INPUT;
    if (line != 0) return scord_fail(code, "%s:%llu: %s", run->input, line, message);
    return scord_fail(code, "%s: near byte %llu: %s", run->input, offset, message);
}

static void observe_detector(void *context, const scord_event_t *event,
                             const scord_retire_t *retire) {
    oracle_run_t *run = context;
    for (unsigned i = 0; i < run->models; i++)
        scord_oracle_report_retire(run->model[i].report, event, retire);
}

/* Expectations are tests of the detector, not of the program. */
static int replay_detector(oracle_run_t *run, const scord_event_t *event) {
    char message[256];
    if (!run->detector || event->kind == SCORD_EVENT_KIND_EXPECT ||
        event->kind == SCORD_EVENT_KIND_EXPECT_PICK)
        return SCORD_EXIT_CLEAN;
    const scord_replay_status_t status = scord_replay_event(&run->replay, event, message,
                                                            sizeof message);
    if (status == SCORD_REPLAY_OK) return SCORD_EXIT_CLEAN;
    return event_failure(run, message, status == SCORD_REPLAY_NO_MEMORY);
}

static int schedules_failure(const oracle_run_t *run, unsigned i) {
    const char *message = scord_schedules_message(run->model[i].schedules);
    return event_failure(run, message[0] != '\0' ? message : "out of memory", message[0] == '\0');
}

static int take_event(oracle_run_t *run, const scord_event_t *event) {
    if (!scord_program_map_event(&run->map, event))
        return event_failure(run, "out of memory for the program's lines", true);
    for (unsigned i = 0; i < run->models; i++) {
        const scord_oracle_status_t status = scord_oracle_report_event(run->model[i].report, event);
        if (status != SCORD_ORACLE_OK)
            return event_failure(run, scord_oracle_report_message(run->model[i].report),
                                 status == SCORD_ORACLE_NO_MEMORY);
        if (run->all_schedules &&
            scord_schedules_event(run->model[i].schedules, event) != SCORD_SCHEDULES_OK)
            return schedules_failure(run, i);
    }
    return replay_detector(run, event);
}

static int read_all(oracle_run_t *run) {
    scord_stream_error_t error;
    scord_event_t event;
    scord_stream_status_t status;
    int code = SCORD_EXIT_CLEAN;
    while (code == SCORD_EXIT_CLEAN &&
           (status = scord_stream_read(run->reader, &event, &error)) != SCORD_STREAM_END)
        code = status == SCORD_STREAM_OK ? take_event(run, &event) : scord_fail_stream(&error);
    for (unsigned i = 0; i < run->models && run->all_schedules && code == SCORD_EXIT_CLEAN; i++)
        if (scord_schedules_finish(run->model[i].schedules) != SCORD_SCHEDULES_OK)
            code = schedules_failure(run, i);
    return code;
}

/* A litmus test that no stream holds. */
static int judge_relations(oracle_run_t *run) {
    int code = SCORD_EXIT_CLEAN;
    for (unsigned i = 0; i < run->models && code == SCORD_EXIT_CLEAN; i++)
        code = litmus_judge_relations(run->input, &run->model[i].axes, &run->model[i].relations,
                                      run->why, sizeof run->why);
    return code;
}

static int prepare(oracle_run_t *run) {
    scord_stream_error_t error;
    scord_model_status_t status = SCORD_MODEL_OK;
    int code = SCORD_EXIT_CLEAN;
    if (run->vulkan && !litmus_is_file(run->input))
        return scord_fail(
            SCORD_EXIT_BAD_INPUT,
            "%s: model vulkan decides litmus tests (NAME.litmus) of the dialect VULKAN",
            run->input);
    if (run->vulkan) code = litmus_judge_vulkan(run->input, &run->verdict);
    if (code != SCORD_EXIT_CLEAN || run->models == 0) return code;
    if (run->by_relations) return judge_relations(run);
    if (litmus_is_file(run->input))
        run->reader = litmus_open(run->input, &code);
    else if (!(run->reader = resource_limits_stream(scord_stream_open_reader(run->input, &error))))
        code = scord_fail_stream(&error);
    if (!run->reader) return code;
    if (!run->without_detector) {
        run->detector = scord_model_create(scord_stream_reader_config(run->reader), &status);
        scord_replay_init(&run->replay, run->detector, observe_detector, run);
    }
    if (status == SCORD_MODEL_BAD_ARGUMENT)
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "%s: the stream's configuration has no golden model; use --no-detector",
                          run->input);
    bool complete = status == SCORD_MODEL_OK;
    for (unsigned i = 0; i < run->models; i++) {
        run->model[i].report = scord_oracle_report_create(run->model[i].name, &run->model[i].axes);
        if (run->model[i].report &&
            scord_stream_reader_config(run->reader)->independent_threads != 0)
            scord_oracle_report_compare_lanes(run->model[i].report);
        if (run->all_schedules)
            run->model[i].schedules = scord_schedules_create(&run->model[i].axes, run->bound, true,
                                                             NULL, NULL);
        complete = complete && run->model[i].report &&
                   !run->model[i].schedules == !run->all_schedules;
    }
    return complete ? SCORD_EXIT_CLEAN
                    : scord_fail(SCORD_EXIT_ENVIRONMENT, "oracle: out of memory");
}

/* ---- results ---- */

static void print_schedules(const oracle_run_t *run, const scord_schedules_t *schedules,
                            FILE *out) {
    const scord_schedules_result_t *r = scord_schedules_result(schedules);
    const uint64_t *example;
    const unsigned length = scord_schedules_example(schedules, &example);
    fprintf(out,
            "  schedules %" PRIu64 " run, %" PRIu64
            " cut where the recorded control flow ends, %" PRIu64
            " equivalent ones passed over;\n           %s of %" PRIu64 " a launch\n",
            r->schedules, r->cut, r->redundant,
            r->complete ? "complete, below the bound" : "INCOMPLETE, stopped at the bound",
            run->bound);
    if (r->unknown > 0)
        fprintf(out,
                "           taken as waiting: %" PRIu64
                " polls of a word before anything known was written to it\n",
                r->unknown);
    fprintf(out, "  verdict  %s (%" PRIu64 " of them race)\n",
            r->racy > 0   ? "racy under some schedule"
            : r->complete ? "race-free under every schedule"
                          : "undecided",
            r->racy);
    fprintf(out, length > 0 ? "  example  events in the order" : "");
    for (unsigned i = 0; i < length; i++) fprintf(out, " %" PRIu64, example[i]);
    fputs(length > 0 ? "\n" : "", out);
}

static void put_schedules(json_writer_t *json, const oracle_run_t *run,
                          const scord_schedules_t *schedules) {
    const scord_schedules_result_t *r = scord_schedules_result(schedules);
    json_line(json, 3);
    json_open_object(json, "schedules");
    json_put_unsigned(json, "run", r->schedules);
    json_put_unsigned(json, "cut", r->cut);
    json_put_unsigned(json, "redundant", r->redundant);
    json_put_unsigned(json, "racy", r->racy);
    json_put_unsigned(json, "unknown", r->unknown);
    json_put_unsigned(json, "bound", run->bound);
    json_put_bool(json, "complete", r->complete);
    json_close(json);
}

static void print_text(oracle_run_t *run, FILE *out) {
    if (run->vulkan) oracle_litmus_print_vulkan(&run->verdict, out);
    for (unsigned i = 0; i < run->models; i++) {
        const model_t *model = &run->model[i];
        fputs(i > 0 || run->vulkan ? "\n" : "", out);
        if (run->by_relations) {
            oracle_litmus_print_relations(model->name, &model->axes, &model->relations, run->why,
                                          out);
            continue;
        }
        scord_oracle_report_print(run->model[i].report, &run->map,
                                  run->all_sites ? 0 : DEFAULT_SITES, out);
        if (run->all_schedules) print_schedules(run, run->model[i].schedules, out);
    }
}

static void print_json(oracle_run_t *run, FILE *out) {
    json_writer_t json = json_writer(out, JSON_SPACED);
    json_open_object(&json, NULL);
    json_put_unsigned(&json, "version", 1);
    json_open_array(&json, "models");
    json_lines(&json, 2);
    if (run->vulkan) oracle_litmus_put_vulkan(&json, &run->verdict);
    for (unsigned i = 0; i < run->models; i++) {
        if (run->by_relations) {
            oracle_litmus_put_relations(&json, run->model[i].name, &run->model[i].relations);
            continue;
        }
        json_open_object(&json, NULL);
        scord_put_oracle_report(&json, run->model[i].report, &run->map);
        if (run->all_schedules) put_schedules(&json, run, run->model[i].schedules);
        json_close(&json);
    }
    json_line(&json, 0);
    json_close(&json);
    json_close(&json);
    fputc('\n', out);
}

static int write_json(oracle_run_t *run) {
    FILE *file = fopen(run->json, "w");
    if (!file)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: cannot be written: %s", run->json,
                          strerror(errno));
    print_json(run, file);
    const bool failed = ferror(file) != 0;
    if (fclose(file) != 0 || failed)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: not written completely: %s", run->json,
                          strerror(errno));
    return SCORD_EXIT_CLEAN;
}

/* Not decided is not clean. */
static bool schedules_clean(const scord_schedules_t *schedules) {
    const scord_schedules_result_t *result = scord_schedules_result(schedules);
    return result->racy == 0 && result->complete;
}

static int show_results(oracle_run_t *run) {
    assert(run->vulkan || run->by_relations || (run->models > 0 && run->model[0].report));
    int code = SCORD_EXIT_CLEAN;
    if (run->json && strcmp(run->json, "-") == 0)
        print_json(run, stdout);
    else
        print_text(run, stdout);
    if (run->json && strcmp(run->json, "-") != 0) code = write_json(run);
    for (unsigned i = 0; i < run->models && code == SCORD_EXIT_CLEAN; i++) {
        scord_oracle_counts_t counts;
        if (run->model[i].relations.racy > 0) code = SCORD_EXIT_FOUND;
        if (run->by_relations) continue;
        scord_oracle_report_counts(run->model[i].report, &counts);
        const bool clean = !run->all_schedules || schedules_clean(run->model[i].schedules);
        if (counts.sites > 0 || counts.false_positives > 0 || !clean) code = SCORD_EXIT_FOUND;
    }
    if (code == SCORD_EXIT_CLEAN && run->verdict.racy > 0) code = SCORD_EXIT_FOUND;
    return code;
}

static void release(oracle_run_t *run) {
    for (unsigned i = 0; i < run->models; i++) {
        scord_oracle_report_destroy(run->model[i].report);
        scord_schedules_destroy(run->model[i].schedules);
    }
    scord_program_map_destroy(&run->map);
    if (run->detector) scord_model_destroy(run->detector);
    if (run->reader) scord_stream_close_reader(run->reader);
    free(run);
}

int scord_command_oracle(int argc, char **argv) {
    oracle_run_t *run = calloc(1, sizeof *run);
    if (!run) return scord_fail(SCORD_EXIT_ENVIRONMENT, "oracle: out of memory");
    options_found_t found;
    int code = options_read(oracle_form(), run, argc, argv, &found);
    if (code == SCORD_EXIT_CLEAN && found.help) {
        options_print_help(oracle_form(), stdout);
    } else if (code == SCORD_EXIT_CLEAN) {
        code = settle(run, &found);
        if (code == SCORD_EXIT_CLEAN) code = prepare(run);
        if (run->reader && code == SCORD_EXIT_CLEAN) code = read_all(run);
        if (code == SCORD_EXIT_CLEAN) code = show_results(run);
    }
    release(run);
    return code;
}
