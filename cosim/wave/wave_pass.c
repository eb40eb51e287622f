/* SPDX-License-Identifier: Apache-2.0 */
/* wave_pass.c: run once to learn the cycle, run again with the same options and a trace window. */
#include "cosim/wave/wave_pass.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/stream/event_stream.h"

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
    if (!scord_verdict_is_race(retire->verdict) || search->found ||
        search->seen++ != search->target)
        return;
    search->found = true;
    search->retire = *retire;
    search->cycle = scord_lockstep_statistics(search->lockstep)
                        ->cycles; /* of the decision: the cycle is still going on */
}

/* The last item of the owner at that word before the race: what the race is with. */
typedef struct cause_search {
    const scord_lockstep_t *lockstep;
    const scord_retire_t *race;
    uint64_t cycle, until; /* of the cause; of the race */
    bool found;
} cause_search_t;

/* One pass over a stream; stops after `stop_cycle`, or when the search has found its race. */
typedef struct pass {
    const char *stream;
    scord_lockstep_options_t options;
    scord_config_t config;
    char config_name[64];
    race_search_t *search;
    cause_search_t *cause;
    uint64_t stop_cycle;
    scord_lockstep_status_t status;
} pass_t;

static bool stop_here(const pass_t *pass, const scord_lockstep_t *lockstep) {
    if (pass->search && pass->search->found) return true;
    return scord_lockstep_statistics(lockstep)->cycles > pass->stop_cycle;
}

static scord_wave_status_t feed(pass_t *pass, scord_stream_reader_t *reader,
                                scord_lockstep_t *lockstep, char *message, size_t size) {
    scord_stream_error_t error;
    scord_event_t event;
    while (!stop_here(pass, lockstep)) {
        const scord_stream_status_t read = scord_stream_read(reader, &event, &error);
        if (read == SCORD_STREAM_END) break;
        if (read != SCORD_STREAM_OK) {
            snprintf(message, size, "%s", error.message);
            return SCORD_WAVE_BAD_INPUT;
        }
        pass->status = scord_lockstep_event(lockstep, &event);
        if (pass->status != SCORD_LOCKSTEP_OK)
            return SCORD_WAVE_OK; /* the caller decides what a mismatch means here */
    }
    return SCORD_WAVE_OK;
}

static scord_wave_status_t run_reader(pass_t *pass, scord_stream_reader_t *reader, char *message,
                                      size_t size) {
    scord_lockstep_status_t created;
    if (!pass->options.config) pass->options.config = scord_stream_reader_config(reader);
    scord_lockstep_t *lockstep = scord_lockstep_create(&pass->options, &created, message, size);
    if (!lockstep)
        return created == SCORD_LOCKSTEP_BAD_CONFIG ? SCORD_WAVE_BAD_INPUT : SCORD_WAVE_FAILED;
    if (pass->search) pass->search->lockstep = lockstep;
    if (pass->cause) pass->cause->lockstep = lockstep;
    const scord_wave_status_t status = feed(pass, reader, lockstep, message, size);
    scord_lockstep_finish(lockstep); /* closes the wave file */
    scord_lockstep_destroy(lockstep);
    if (pass->status != SCORD_LOCKSTEP_IO) return status;
    snprintf(message, size, "cannot write wave file %s; is the directory there and writable?",
             pass->options.wave_path);
    return SCORD_WAVE_FAILED;
}

static scord_wave_status_t run_pass(pass_t *pass, char *message, size_t size) {
    scord_stream_error_t error;
    scord_stream_reader_t *reader = scord_stream_open_reader(pass->stream, &error);
    if (!reader) {
        snprintf(message, size, "%s", error.message);
        return SCORD_WAVE_BAD_INPUT;
    }
    const scord_wave_status_t status = run_reader(pass, reader, message, size);
    scord_stream_close_reader(reader);
    return status;
}

static pass_t new_pass(const char *stream, const scord_lockstep_options_t *base) {
    pass_t pass = {.stream = stream, .options = *base, .stop_cycle = UINT64_MAX};
    pass.options.observe = NULL;
    pass.options.context = NULL;
    pass.options.wave_path = NULL;
    pass.options.output_directory = NULL;
    return pass;
}

scord_wave_status_t scord_wave_window(const char *stream, const scord_lockstep_options_t *base,
                                      uint64_t from, uint64_t to, const char *fst, char *message,
                                      size_t message_size) {
    pass_t pass = new_pass(stream, base);
    pass.options.wave_path = fst;
    pass.options.wave_from = from;
    pass.options.wave_to = to ? to : 1;
    pass.stop_cycle = to;
    return run_pass(&pass, message, message_size);
}

static scord_wave_status_t find_race(const char *stream, const scord_lockstep_options_t *base,
                                     race_search_t *search, char *message, size_t size) {
    pass_t pass = new_pass(stream, base);
    pass.search = search;
    pass.options.observe = search_item;
    pass.options.context = search;
    const scord_wave_status_t status = run_pass(&pass, message, size);
    if (status || search->found) return status;
    snprintf(message, size,
             "no race number %" PRIu64 " in %s: it has %" PRIu64 " race%s; count from 0",
             search->target, stream, search->seen, search->seen == 1 ? "" : "s");
    return SCORD_WAVE_BAD_INPUT;
}

static void search_cause(void *context, const scord_event_t *event, const scord_retire_t *retire) {
    cause_search_t *search = context;
    const uint64_t cycle = scord_lockstep_statistics(search->lockstep)->cycles;
    const scord_metadata_t owner = scord_metadata_from_bits(search->race->metadata_before);
    (void)event;
    if (retire->kind != SCORD_REQUEST_KIND_ACCESS || retire->address != search->race->address ||
        cycle >= search->until || retire->block_id != owner.block_id ||
        retire->warp_id != owner.warp_id)
        return;
    search->found = true;
    search->cycle = cycle;
}

static scord_wave_status_t find_cause(const char *stream, const scord_lockstep_options_t *base,
                                      cause_search_t *search, char *message, size_t size) {
    pass_t pass = new_pass(stream, base);
    pass.cause = search;
    pass.options.observe = search_cause;
    pass.options.context = search;
    pass.stop_cycle = search->until;
    return run_pass(&pass, message, size);
}

static scord_wave_moment_t moment_of(const race_search_t *race, const cause_search_t *cause) {
    scord_wave_moment_t moment = {.cycle = race->cycle,
                                  .retire = race->retire,
                                  .has_cause = cause->found,
                                  .cause = cause->cycle,
                                  .to = race->cycle + SCORD_WAVE_AFTER};
    assert(race->found && (!cause->found || cause->cycle < race->cycle));
    uint64_t first = race->cycle > SCORD_WAVE_BEFORE ? race->cycle - SCORD_WAVE_BEFORE : 0;
    if (cause->found && cause->cycle < first + SCORD_WAVE_AFTER &&
        race->cycle - cause->cycle <= SCORD_WAVE_CAUSE)
        first = cause->cycle > SCORD_WAVE_AFTER ? cause->cycle - SCORD_WAVE_AFTER : 0;
    moment.from = first;
    return moment;
}

static scord_wave_focus_t focus_of(const scord_wave_moment_t *moment) {
    const scord_metadata_t owner = scord_metadata_from_bits(moment->retire.metadata_before);
    const unsigned block[] = {moment->retire.block_id, owner.block_id},
                   warp[] = {moment->retire.warp_id, owner.warp_id};
    scord_wave_focus_t focus = {.cycle = moment->cycle,
                                .has_cause = moment->has_cause && moment->cause >= moment->from,
                                .cause = moment->cause};
    for (unsigned i = 0; i < 2; i++) {
        focus.sm[i] = block[i] >> SCORD_SLOT_WIDTH;
        focus.slot[i] = block[i] & ((1u << SCORD_SLOT_WIDTH) - 1);
        focus.warp[i] = warp[i];
    }
    return focus;
}

scord_wave_status_t scord_wave_pass(const char *stream, const scord_lockstep_options_t *base,
                                    unsigned race, const char *fst, scord_wave_moment_t *moment,
                                    char *message, size_t message_size) {
    race_search_t search = {.target = race};
    scord_wave_status_t status = find_race(stream, base, &search, message, message_size);
    cause_search_t cause = {.race = &search.retire, .until = search.cycle};
    if (!status) status = find_cause(stream, base, &cause, message, message_size);
    if (status) return status;
    *moment = moment_of(&search, &cause);
    status = scord_wave_window(stream, base, moment->from, moment->to, fst, message, message_size);
    if (status) return status;
    const scord_wave_focus_t focus = focus_of(moment);
    if (scord_wave_views_write(fst, base->config, &focus) == 0) return SCORD_WAVE_OK;
    snprintf(message, message_size, "cannot write the views beside %s; is the directory writable?",
             fst);
    return SCORD_WAVE_FAILED;
}
