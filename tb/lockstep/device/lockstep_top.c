/* SPDX-License-Identifier: Apache-2.0 */
/* lockstep_top.c: see lockstep_top.h. */
#include "tb/lockstep/device/lockstep_top.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/byte_hash.h"
#include "cosim/shrink/event_list.h"
#include "cosim/lockstep/lockstep.h"
#include "cosim/random/random_program.h"
#include "cosim/lockstep/device/rtl_device.h"
#include "cosim/shrink/shrink.h"

typedef struct run {
    const char *name, *file; /* as given; a stream: without what follows it */
    scord_config_t config;
    uint64_t seed;
    bool free_order, scheduled, consume;
    uint32_t errors, latency;
    /* over every APB read: address and data, so the counters of waits as well */
    uint64_t register_hash;
    scord_random_program_t *program;
    scord_stream_reader_t *reader;
} run_t;

static bool next_event(run_t *run, scord_event_t *event, bool *fits) {
    scord_stream_error_t error;
    if (run->program) return scord_random_program_next(run->program, event);
    if (scord_stream_read(run->reader, event, &error) != SCORD_STREAM_OK) return false;
    *fits = scord_event_validate(event, &run->config, &error) == SCORD_STREAM_OK;
    return *fits;
}

/* Does every event fit the machine, and are there schedule records? */
static bool scan_stream(run_t *run) {
    scord_stream_error_t error;
    scord_event_t event;
    bool fits = true;
    run->reader = scord_stream_open_reader(run->file, &error);
    if (!run->reader) {
        fprintf(stderr, "lockstep_top: %s\n", error.message);
        exit(2);
    }
    run->config.log2_cache_ratio = scord_stream_reader_config(run->reader)->log2_cache_ratio;
    run->config.both_scopes = scord_stream_reader_config(run->reader)->both_scopes;
    /* threads are in the hardware or are not: a stream that expects the other is for another
     * machine */
    fits = run->config.independent_threads ==
           scord_stream_reader_config(run->reader)->independent_threads;
    while (fits && next_event(run, &event, &fits))
        run->scheduled |= event.kind == SCORD_EVENT_KIND_SCHEDULE;
    scord_stream_close_reader(run->reader);
    run->reader = fits ? scord_stream_open_reader(run->file, &error) : NULL;
    return fits;
}

/* ":free", ":consume", ":errors=N" and ":latency=N" after a run; after a stream also ":seed=N",
 * after a random program ":sparse". */
static void read_suffix(run_t *run, const char *text) {
    const char *seed = strstr(text, ":seed=");
    if (seed) run->seed = strtoull(seed + strlen(":seed="), NULL, 0);
    run->free_order = strstr(text, ":free");
    run->consume = strstr(text, ":consume");
    const char *errors = strstr(text, ":errors="), *latency = strstr(text, ":latency=");
    if (errors) run->errors = (uint32_t)strtoul(errors + strlen(":errors="), NULL, 0);
    if (latency) run->latency = (uint32_t)strtoul(latency + strlen(":latency="), NULL, 0);
}

static void open_random(run_t *run) {
    char *rest;
    run->seed = strtoull(run->name + strlen("random:"), &rest, 0);
    const uint64_t events = *rest == ':' ? strtoull(rest + 1, &rest, 0) : 1000;
    read_suffix(run, rest);
    const scord_random_knobs_t knobs = {
        .seed = run->seed, .events = events, .sparse = strstr(rest, ":sparse")};
    run->program = scord_random_program_create(&run->config, &knobs);
}

static scord_lockstep_status_t feed(run_t *run, scord_lockstep_t *lockstep) {
    scord_lockstep_status_t status = SCORD_LOCKSTEP_OK;
    scord_event_t event;
    bool fits;
    while (status == SCORD_LOCKSTEP_OK && next_event(run, &event, &fits))
        status = scord_lockstep_event(lockstep, &event);
    const scord_lockstep_status_t finished = scord_lockstep_finish(lockstep);
    return status == SCORD_LOCKSTEP_OK ? finished : status;
}

/* The hash of what software reads. */
static void observe_registers(void *context, const scord_device_t *device) {
    run_t *run = context;
    if (!*device->psel_i.bits || !*device->penable_i.bits || *device->pwrite_i.bits) return;
    const uint64_t values[] = {scord_port_get(device->paddr_i, 0, SCORD_APB_ADDRESS_WIDTH),
                               scord_port_get(device->prdata_o, 0, SCORD_APB_DATA_WIDTH)};
    for (size_t i = 0; i < 2; i++)
        run->register_hash = scord_word_hash(run->register_hash, values[i]);
}

static void print_run(const run_t *run, const scord_lockstep_t *lockstep,
                      scord_lockstep_status_t status) {
    const scord_lockstep_mismatch_t *mismatch = scord_lockstep_mismatch(lockstep);
    const scord_lockstep_statistics_t *statistics = scord_lockstep_statistics(lockstep);
    printf("%s %s %s %s %016" PRIx64 " %" PRIu64 " %" PRIu64 " %016" PRIx64 "\n", run->name,
           status == SCORD_LOCKSTEP_OK ? "ok" : "mismatch",
           mismatch->unit[0] ? mismatch->unit : "-", mismatch->field[0] ? mismatch->field : "-",
           statistics->retire_hash, statistics->cycles, statistics->checks, run->register_hash);
    fflush(stdout);
    if (status != SCORD_LOCKSTEP_OK) fprintf(stderr, "%s\n", mismatch->text);
}

/* A stream and its suffix; `file` takes the name without it. */
static void open_suffixed(run_t *run, char *file, size_t size) {
    const char *colon = strchr(run->name, ':');
    if (!colon) return;
    snprintf(file, size, "%.*s", (int)(colon - run->name), run->name);
    run->file = file;
    read_suffix(run, colon);
}

/* The events of a random run once more, as a stream. */
static bool save_random(const run_t *run, const char *path, scord_stream_error_t *error) {
    run_t again = {.name = run->name, .config = run->config};
    scord_event_t event;
    scord_stream_writer_t *writer = scord_stream_open_writer(path, SCORD_STREAM_BINARY,
                                                             &run->config, error);
    if (!writer) return false;
    open_random(&again);
    bool written = again.program;
    while (written && scord_random_program_next(again.program, &event))
        written = scord_stream_write(writer, &event, error) == SCORD_STREAM_OK;
    scord_random_program_destroy(again.program);
    return scord_stream_close_writer(writer, error) == SCORD_STREAM_OK && written;
}

/* "shrink:PATH" in front of a run: where its smallest failing part goes. */
static int shrink_run(const run_t *run, const scord_lockstep_options_t *options,
                      const scord_lockstep_mismatch_t *mismatch, const char *path) {
    enum { SECONDS = 40 };
    char message[512], whole[4096 + 8];
    scord_stream_error_t error;
    scord_shrink_result_t result;
    snprintf(whole, sizeof whole, "%.4095s.whole", path);
    if (run->program && !save_random(run, whole, &error)) {
        fprintf(stderr, "lockstep_top: %s\n", error.message);
        return 3;
    }
    const scord_shrink_status_t status = scord_shrink(run->program ? whole : run->file, options,
                                                      mismatch, SECONDS, path, &result, message,
                                                      sizeof message);
    if (run->program) remove(whole);
    if (status)
        fprintf(stderr, "lockstep_top: %s\n", message);
    else
        printf("shrunk %zu of %zu events in %u runs, then %s\n", result.after, result.before,
               result.runs, result.options);
    return !status ? 0 : status == SCORD_SHRINK_BAD_STREAM ? 2 : 3;
}

static int no_memory(void) {
    fputs("lockstep_top: no memory\n", stderr);
    return 3;
}

static int compare(run_t *run, const char *shrink) {
    char message[512];
    scord_lockstep_status_t status;
    const scord_lockstep_options_t options = {.config = &run->config,
                                              .seed = run->seed,
                                              .free_order = run->free_order,
                                              .scheduled_issue = run->scheduled,
                                              .consume_log = run->consume,
                                              .axi_error_permille = run->errors,
                                              .max_latency = run->latency,
                                              .observe_cycle = observe_registers,
                                              .context = run};
    scord_lockstep_t *lockstep = scord_lockstep_create(&options, &status, message, sizeof message);
    if (!lockstep && status == SCORD_LOCKSTEP_NO_MEMORY) return no_memory();
    if (!lockstep) {
        fprintf(stderr, "lockstep_top: %s\n", message);
        return 2;
    }
    status = feed(run, lockstep);
    if (status == SCORD_LOCKSTEP_NO_MEMORY) {
        scord_lockstep_destroy(lockstep);
        return no_memory();
    }
    print_run(run, lockstep, status);
    if (shrink && status != SCORD_LOCKSTEP_OK)
        shrink_run(run, &options, scord_lockstep_mismatch(lockstep), shrink);
    scord_lockstep_destroy(lockstep);
    return status != SCORD_LOCKSTEP_OK;
}

static int one_run(const scord_config_t *config, const char *name, const char *shrink) {
    char file[4096];
    run_t run = {.name = name, .file = name, .config = *config, .seed = 1};
    if (strncmp(name, "random:", strlen("random:")) != 0) open_suffixed(&run, file, sizeof file);
    if (strncmp(name, "random:", strlen("random:")) == 0) {
        open_random(&run);
    } else if (!scan_stream(&run)) {
        printf("%s skip - - - - -\n", name);
        return 0;
    }
    const int code = compare(&run, shrink);
    scord_random_program_destroy(run.program);
    if (run.reader) scord_stream_close_reader(run.reader);
    return code;
}

int lockstep_top(int argc, char **argv) {
    scord_config_t config;
    scord_stream_error_t error;
    char name[64];
    if (argc < 3) {
        fprintf(stderr,
                "usage: %s CONFIG [shrink:PATH] "
                "(STREAM[:seed=N]|random:SEED:EVENTS[:sparse])[:free][:consume][:errors=N][:"
                "latency=N]...\n",
                argv[0]);
        return 2;
    }
    if (scord_config_parse(argv[1], &config, name, sizeof name, &error) != 0) {
        fprintf(stderr, "lockstep_top: %s\n", error.message);
        return 2;
    }
    const char *shrink = NULL;
    for (int i = 2; i < argc; i++) {
        const bool option = strncmp(argv[i], "shrink:", strlen("shrink:")) == 0;
        if (option) shrink = argv[i] + strlen("shrink:");
        const int code = option ? 0 : one_run(&config, argv[i], shrink);
        if (code) return code;
    }
    return 0;
}
