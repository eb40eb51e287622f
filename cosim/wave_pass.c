/* wave_pass.c: run once to learn the cycle, run again with the same options and a trace window. */
#include "wave_pass.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "commands/command.h"
#include "event_stream.h"

/* Looks for race number `target` among the retired items. */
typedef struct race_search {
    const scord_lockstep_t *lockstep;
    uint64_t seen, target, cycle;
    bool found;
    scord_retire_t retire;
} race_search_t;

static void search_item(void *context, const scord_event_t *event, const scord_retire_t *retire) {
    race_search_t *search = context;
    (void)event;
    if (!scord_verdict_is_race(retire->verdict) || search->found || search->seen++ != search->target) return;
    search->found = true;
    search->retire = *retire;
    search->cycle = scord_lockstep_statistics(search->lockstep)->cycles; /* of the decision: the cycle is still going on */
}

/* One pass over a stream; stops after `stop_cycle`, or when the search has found its race. */
typedef struct pass {
    const char *stream;
    scord_lockstep_options_t options;
    scord_config_t config;
    char config_name[64];
    race_search_t *search;
    uint64_t stop_cycle;
    scord_lockstep_status_t status;
} pass_t;

static bool stop_here(const pass_t *pass, const scord_lockstep_t *lockstep) {
    if (pass->search && pass->search->found) return true;
    return scord_lockstep_statistics(lockstep)->cycles > pass->stop_cycle;
}

static int feed(pass_t *pass, scord_stream_reader_t *reader, scord_lockstep_t *lockstep, char *message, size_t size) {
    scord_stream_error_t error;
    scord_event_t event;
    while (!stop_here(pass, lockstep)) {
        const scord_stream_status_t status = scord_stream_read(reader, &event, &error);
        if (status == SCORD_STREAM_END) break;
        if (status != SCORD_STREAM_OK) {
            snprintf(message, size, "%s", error.message);
            return SCORD_EXIT_BAD_INPUT;
        }
        pass->status = scord_lockstep_event(lockstep, &event);
        if (pass->status != SCORD_LOCKSTEP_OK) return 0; /* the caller decides what a mismatch means here */
    }
    return 0;
}

static int run_reader(pass_t *pass, scord_stream_reader_t *reader, char *message, size_t size) {
    scord_lockstep_status_t status;
    if (!pass->options.config) pass->options.config = scord_stream_reader_config(reader);
    scord_lockstep_t *lockstep = scord_lockstep_create(&pass->options, &status, message, size);
    if (!lockstep) return status == SCORD_LOCKSTEP_BAD_CONFIG ? SCORD_EXIT_BAD_INPUT : SCORD_EXIT_ENVIRONMENT;
    if (pass->search) pass->search->lockstep = lockstep;
    const int code = feed(pass, reader, lockstep, message, size);
    scord_lockstep_finish(lockstep); /* closes the wave file */
    scord_lockstep_destroy(lockstep);
    if (pass->status != SCORD_LOCKSTEP_IO) return code;
    snprintf(message, size, "cannot write wave file %s; is the directory there and writable?", pass->options.wave_path);
    return SCORD_EXIT_ENVIRONMENT;
}

static int run_pass(pass_t *pass, char *message, size_t size) {
    scord_stream_error_t error;
    scord_stream_reader_t *reader = scord_stream_open_reader(pass->stream, &error);
    if (!reader) {
        snprintf(message, size, "%s", error.message);
        return SCORD_EXIT_BAD_INPUT;
    }
    const int code = run_reader(pass, reader, message, size);
    scord_stream_close_reader(reader);
    return code;
}

static pass_t new_pass(const char *stream, const scord_lockstep_options_t *base) {
    pass_t pass = {.stream = stream, .options = *base, .stop_cycle = UINT64_MAX};
    pass.options.observe = NULL;
    pass.options.context = NULL;
    pass.options.wave_path = NULL;
    pass.options.output_directory = NULL;
    return pass;
}

int scord_wave_window(const char *stream, const scord_lockstep_options_t *base, uint64_t from, uint64_t to,
                      const char *fst, char *message, size_t message_size) {
    pass_t pass = new_pass(stream, base);
    pass.options.wave_path = fst;
    pass.options.wave_from = from;
    pass.options.wave_to = to ? to : 1;
    pass.stop_cycle = to;
    return run_pass(&pass, message, message_size);
}

static int find_race(const char *stream, const scord_lockstep_options_t *base, race_search_t *search, char *message, size_t size) {
    pass_t pass = new_pass(stream, base);
    pass.search = search;
    pass.options.observe = search_item;
    pass.options.context = search;
    const int code = run_pass(&pass, message, size);
    if (code || search->found) return code;
    snprintf(message, size, "no race number %" PRIu64 " in %s: it has %" PRIu64 " race%s; count from 0", search->target, stream,
             search->seen, search->seen == 1 ? "" : "s");
    return SCORD_EXIT_BAD_INPUT;
}

/* FST with its suffix replaced. */
static void view_path(const char *fst, char *path, size_t size) {
    const char *dot = strrchr(fst, '.'), *slash = strrchr(fst, '/');
    const size_t stem = dot && (!slash || dot > slash) ? (size_t)(dot - fst) : strlen(fst);
    snprintf(path, size, "%.*s.gtkw", (int)stem, fst);
}

int scord_wave_pass(const char *stream, const scord_lockstep_options_t *base, unsigned race, const char *fst,
                    scord_wave_moment_t *moment, char *message, size_t message_size) {
    race_search_t search = {.target = race};
    int code = find_race(stream, base, &search, message, message_size);
    if (code) return code;
    *moment = (scord_wave_moment_t){
        .from = search.cycle > SCORD_WAVE_BEFORE ? search.cycle - SCORD_WAVE_BEFORE : 0,
        .to = search.cycle + SCORD_WAVE_AFTER, .cycle = search.cycle, .retire = search.retire};
    code = scord_wave_window(stream, base, moment->from, moment->to, fst, message, message_size);
    if (code) return code;
    char view[4096];
    view_path(fst, view, sizeof view);
    if (scord_wave_view_write(view, fst, base->config, search.cycle) == 0) return 0;
    snprintf(message, message_size, "cannot write %s; is the directory writable?", view);
    return SCORD_EXIT_ENVIRONMENT;
}
