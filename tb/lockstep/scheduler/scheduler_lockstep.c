/* SPDX-License-Identifier: Apache-2.0 */
/* scheduler_lockstep.c: random lockstep of the warp scheduling unit: golden model
 * (cmodel/sm/warp_scheduler.h) against a device (sim/sm/schedule/scheduler_device.h; the RTL is
 * build/libscordscheduler.so), every pick, priority and block rank in every cycle.
 *
 * usage: scheduler_lockstep [--device FILE.so] [--seed N] [--seeds N] [--cycles N] [--sms N]
 * [--warps N] [--policy NAME|all]
 *                           [--fetch NAME|all] [--kind natural|wild|all] [--cover] [--no-shrink]
 * [--output FILE] [--wave FILE.fst] scheduler_lockstep --replay FILE [--device FILE.so] [--wave
 * FILE.fst]
 *   --device  default: the environment's SCORD_SCHEDULER_DEVICE, else build/libscordscheduler.so
 *   --seeds   this many seeds from --seed on (1), each with every policy (lrr, gto, mwf-lrr,
 * mwf-gto, mewf-lrr, mewf-gto), fetch (rr, cff), kind (natural: what a front end does; wild:
 * whatever the ports allow)
 *   --cycles  of every SM (2000); --sms 1 … 16 (4); --warps 48 or 32, as the RTL is built
 *   --cover   every coverage point must reach its minimum
 *   --output  the shortened schedule of a mismatch (build/scheduler-mismatch.schedule);
 * --no-shrink: do not look for it
 *   --wave    FST of SM 0, or of the schedule's
 * Exit codes: 0 no mismatch, 1 a mismatch (its screen on standard output), 2 bad usage or input, 3
 * no device. Last line: "N passed, N failed": every run is one.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tb/lockstep/scheduler/schedule.h"

enum { LAST_STEPS = 4, SHRINK_SECONDS = 20, TESTED_UNITS = 2 };

typedef struct options {
    const char *device, *output, *wave, *replay;
    uint64_t seed, seeds, cycles, sms, warps;
    const char *policy, *fetch, *kind;
    bool cover, shrink;
    scord_scheduler_device_open_t *open;
    unsigned wave_sm;
} options_t;

typedef struct totals {
    unsigned passed, failed;
    uint64_t sm_cycles, picks, issues, fetches, hash;
    double seconds;
    schedule_cover_t cover;
} totals_t;

static int bad(const char *text, const char *what) {
    fprintf(stderr, "scheduler_lockstep: %s: %s\n", what, text);
    return 2;
}

static bool number(const char *text, uint64_t least, uint64_t most, uint64_t *value) {
    char *end;
    *value = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && *value >= least && *value <= most;
}

static bool name_or_all(const options_t *options) {
    scord_warp_scheduler_config_t config;
    return (strcmp(options->policy, "all") == 0 ||
            schedule_issue_parse(options->policy, &config)) &&
           (strcmp(options->fetch, "all") == 0 || schedule_fetch_parse(options->fetch, &config)) &&
           (strcmp(options->kind, "all") == 0 || strcmp(options->kind, "natural") == 0 ||
            strcmp(options->kind, "wild") == 0);
}

/* Options with a value; false: unknown, or out of range. */
static bool read_value(options_t *options, const char *option, const char *value) {
    const struct {
        const char *name;
        uint64_t *number, least, most;
        const char **text;
    } table[] = {{"--device", NULL, 0, 0, &options->device},
                 {"--output", NULL, 0, 0, &options->output},
                 {"--wave", NULL, 0, 0, &options->wave},
                 {"--replay", NULL, 0, 0, &options->replay},
                 {"--policy", NULL, 0, 0, &options->policy},
                 {"--fetch", NULL, 0, 0, &options->fetch},
                 {"--kind", NULL, 0, 0, &options->kind},
                 {"--seed", &options->seed, 0, UINT64_MAX, NULL},
                 {"--seeds", &options->seeds, 1, 1000000, NULL},
                 {"--cycles", &options->cycles, 1, UINT32_MAX, NULL},
                 {"--sms", &options->sms, 1, SCHEDULE_SMS, NULL},
                 {"--warps", &options->warps, 2, SCORD_SCHEDULER_WARPS, NULL}};
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++) {
        if (strcmp(table[i].name, option) != 0) continue;
        if (table[i].number) return number(value, table[i].least, table[i].most, table[i].number);
        *table[i].text = value;
        return true;
    }
    return false;
}

static int read_options(options_t *options, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--cover") == 0)
            options->cover = true;
        else if (strcmp(argv[i], "--no-shrink") == 0)
            options->shrink = false;
        else if (i + 1 == argc || !read_value(options, argv[i], argv[i + 1]))
            return bad("see the head of scheduler_lockstep.c", argv[i]);
        else
            i++;
    }
    return name_or_all(options) ? 0
                                : bad("names are lrr, gto, mwf-lrr, mwf-gto, mewf-lrr, mewf-gto; "
                                      "rr, cff; natural, wild; all",
                                      "--policy, --fetch, --kind");
}

static int load(options_t *options) {
    void *library = dlopen(options->device, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fprintf(
            stderr,
            "scheduler_lockstep: %s; build it with 'make build', or name another with --device\n",
            dlerror());
        return 3;
    }
    void *symbol = dlsym(library, SCORD_SCHEDULER_DEVICE_OPEN);
    if (!symbol) {
        fprintf(stderr, "scheduler_lockstep: %s: no symbol %s\n", options->device,
                SCORD_SCHEDULER_DEVICE_OPEN);
        return 3;
    }
    memcpy(&options->open, &symbol,
           sizeof symbol); /* ISO C has no cast from an object to a function */
    return 0;
}

static scord_scheduler_device_t *open_device(void *context) {
    return ((const options_t *)context)->open(NULL, 0);
}

static scord_scheduler_device_t *open_with_wave(void *context) {
    const options_t *options = context;
    return options->open(options->wave, options->wave_sm);
}

/* ---- a run ---- */

typedef struct recording { /* the steps of one SM */
    unsigned sm;
    schedule_step_t *steps;
    size_t count;
} recording_t;

/* SMs side by side, each with its own schedule; on request one of them is recorded. False: no such
 * device. */
static bool drive(schedule_run_t *run, scord_scheduler_device_t *device,
                  const schedule_machine_t *machine, const options_t *options, uint64_t seed,
                  schedule_cover_t *cover, recording_t *recording) {
    schedule_draw_t draw[SCHEDULE_SMS];
    const unsigned sms = (unsigned)options->sms;
    if (!schedule_run_start(run, device, &machine->config, machine->wild, sms)) return false;
    run->cover = cover;
    for (unsigned sm = 0; sm < sms; sm++) schedule_draw_start(&draw[sm], seed, sm);
    for (; run->cycle < options->cycles && !run->mismatch.found; run->cycle++) {
        const bool restart = schedule_draw_restart(seed, run->cycle);
        if (restart) schedule_run_restart(run);
        for (unsigned sm = 0; sm < sms && !run->mismatch.found; sm++) {
            schedule_step_t step;
            schedule_draw_step(&draw[sm], &run->life[sm], &step);
            step.restart = restart;
            schedule_run_step(run, sm, &step);
            if (recording && recording->sm == sm) recording->steps[recording->count++] = step;
        }
    }
    return true;
}

/* ---- the screen of a mismatch ---- */

static void print_table(const schedule_mismatch_t *mismatch,
                        const scord_warp_scheduler_config_t *config) {
    printf("  at the start of the cycle (golden model): last issued");
    for (unsigned unit = 0; unit < config->schedulers; unit++)
        printf(" unit%u:%d", unit, mismatch->model.unit[unit].last);
    printf(", last fetched %d, grants %u\n  slot  priority  rank  warps\n",
           mismatch->model.fetch.last, mismatch->model.fetch.grants);
    for (unsigned slot = 0; slot < config->blocks; slot++) {
        uint64_t warps = 0;
        for (unsigned unit = 0; unit < config->schedulers; unit++)
            warps |= mismatch->model.unit[unit].slot_warps[slot];
        printf("  %4u  %8u  %4u  %0*" PRIx64 "\n", slot,
               scord_warp_scheduler_priority(&mismatch->model, slot),
               scord_warp_scheduler_block_rank(&mismatch->model, slot), (config->warps + 3) / 4,
               warps);
    }
}

static void print_mismatch(const schedule_mismatch_t *mismatch, const schedule_machine_t *machine) {
    printf("mismatch %s %s in cycle %" PRIu64
           " of SM %u: expected %d (golden model), actual %d (device)\n",
           mismatch->unit, mismatch->field, mismatch->cycle, mismatch->sm, mismatch->expected,
           mismatch->actual);
    printf("  machine   %u warps, %u blocks, %u schedulers, issue %s, fetch %s, %s schedule\n",
           machine->config.warps, machine->config.blocks, machine->config.schedulers,
           schedule_issue_name(&machine->config), schedule_fetch_name(&machine->config),
           machine->wild ? "wild" : "natural");
    fputs("  the cycle ", stdout);
    schedule_step_print(stdout, &mismatch->step);
    print_table(mismatch, &machine->config);
}

static void print_last_steps(const recording_t *recording) {
    const size_t from = recording->count > LAST_STEPS ? recording->count - LAST_STEPS : 0;
    printf("  last cycles of the SM:\n");
    for (size_t i = from; i < recording->count; i++) {
        fputs("    ", stdout);
        schedule_step_print(stdout, &recording->steps[i]);
    }
}

/* Every trial is a device of its own, which tells of its failed assertions: once is enough. */
static size_t shrink_silently(options_t *options, const schedule_machine_t *machine,
                              const schedule_mismatch_t *mismatch, recording_t *recording) {
    const int standard_error = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
    const size_t count = schedule_shrink(machine, mismatch, open_device, options, SHRINK_SECONDS,
                                         recording->steps, recording->count);
    if (standard_error >= 0) dup2(standard_error, STDERR_FILENO);
    close(standard_error);
    close(nowhere);
    return count;
}

static void shorten(options_t *options, const schedule_machine_t *machine,
                    const schedule_mismatch_t *mismatch, recording_t *recording) {
    char message[512];
    const size_t count = shrink_silently(options, machine, mismatch, recording);
    if (!count) {
        printf("  shortened  no: SM %u alone does not show it, so it depends on another SM\n",
               mismatch->sm);
        return;
    }
    if (schedule_file_write(options->output, machine, recording->steps, count, message,
                            sizeof message) != 0) {
        fprintf(stderr, "scheduler_lockstep: %s\n", message);
        return;
    }
    printf("  shortened  to %zu of %zu cycles of the SM; replay: scheduler_lockstep --device %s "
           "--replay %s\n",
           count, recording->count, options->device, options->output);
}

static void report(options_t *options, const schedule_run_t *run, schedule_machine_t *machine,
                   uint64_t seed) {
    const schedule_mismatch_t mismatch = run->mismatch;
    machine->sm = mismatch.sm;
    print_mismatch(&mismatch, machine);
    schedule_run_t *again = malloc(sizeof *again);
    recording_t recording = {.sm = mismatch.sm,
                             .steps = calloc(mismatch.cycle + 1, sizeof *recording.steps)};
    scord_scheduler_device_t *device = open_device(options);
    options_t until = *options;
    until.cycles = mismatch.cycle + 1;
    if (again && recording.steps && device &&
        drive(again, device, machine, &until, seed, NULL, &recording))
        print_last_steps(&recording);
    printf("  replay     scheduler_lockstep --device %s --seed %" PRIu64 " --cycles %" PRIu64
           " --sms %" PRIu64 " --warps %" PRIu64 " --policy %s --fetch %s --kind %s\n",
           options->device, seed, until.cycles, options->sms, options->warps,
           schedule_issue_name(&machine->config), schedule_fetch_name(&machine->config),
           machine->wild ? "wild" : "natural");
    if (options->shrink && recording.count) shorten(options, machine, &mismatch, &recording);
    if (device) device->close(device->context);
    free(recording.steps);
    free(again);
}

/* ---- all runs ---- */

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void add(totals_t *totals, const schedule_run_t *run) {
    totals->sm_cycles += run->cycle * run->sms;
    totals->picks += run->picks;
    totals->issues += run->issues;
    totals->fetches += run->fetches;
    totals->hash = totals->hash * 31 + run->hash;
}

/* 0, 1 mismatch, 3 no device. */
static int one_run(options_t *options, schedule_machine_t *machine, uint64_t seed,
                   totals_t *totals) {
    schedule_run_t run;
    scord_scheduler_device_t *device = open_with_wave(options);
    const double start = seconds_now();
    if (!device || !drive(&run, device, machine, options, seed,
                          options->cover ? &totals->cover : NULL, NULL)) {
        fprintf(stderr, "scheduler_lockstep: %s cannot be %s\n", options->device,
                device ? "started: not built for this machine" : "opened");
        if (device) device->close(device->context);
        return 3;
    }
    totals->seconds += seconds_now() - start;
    device->close(device->context);
    add(totals, &run);
    if (!run.mismatch.found) {
        totals->passed++;
        return 0;
    }
    totals->failed++;
    report(options, &run, machine, seed);
    return 1;
}

/* Does the option ask for this name? */
static bool asked(const char *option, const char *name) {
    return strcmp(option, "all") == 0 || strcmp(option, name) == 0;
}

/* Every run chosen of a seed, until one fails. */
static int seed_runs(options_t *options, uint64_t seed, totals_t *totals) {
    static const char *const issues[] = {
#define ISSUE_POLICY(name, ...) name,
#include "sim/machine/policies.def"
    };
    static const char *const fetches[] = {
#define FETCH_POLICY(name, ...) name,
#include "sim/machine/policies.def"
    };
    static const char *const kinds[] = {"natural", "wild"};
    enum {
        ISSUES = sizeof issues / sizeof *issues,
        FETCHES = sizeof fetches / sizeof *fetches,
        KINDS = 2
    };
    int code = 0;
    for (unsigned i = 0; i < ISSUES * FETCHES * KINDS && code == 0; i++) {
        const char *issue = issues[i % ISSUES], *fetch = fetches[i / ISSUES % FETCHES],
                   *kind = kinds[i / ISSUES / FETCHES];
        schedule_machine_t machine = {.config = {.blocks = SCHEDULE_SLOTS,
                                                 .warps = (uint8_t)options->warps,
                                                 .schedulers = TESTED_UNITS,
                                                 .active_warps = 6,
                                                 .fetch_fairness = SCORD_FETCH_FAIRNESS},
                                      .wild = strcmp(kind, "wild") == 0};
        if (!schedule_issue_parse(issue, &machine.config) ||
            !schedule_fetch_parse(fetch, &machine.config))
            continue; /* not in hardware */
        if (asked(options->policy, issue) && asked(options->fetch, fetch) &&
            asked(options->kind, kind))
            code = one_run(options, &machine, seed, totals);
    }
    return code;
}

static int all_runs(options_t *options) {
    totals_t totals = {0};
    int code = 0;
    for (uint64_t seed = options->seed; seed < options->seed + options->seeds && code == 0; seed++)
        code = seed_runs(options, seed, &totals);
    if (code == 3) return 3;
    printf("seeds %" PRIu64 " to %" PRIu64 ": %" PRIu64 " SM cycles, %" PRIu64 " issue and %" PRIu64
           " fetch calls compared, %" PRIu64 " picks of a warp; %.0f SM cycles/s; hash %016" PRIx64
           "\n",
           options->seed, options->seed + options->seeds - 1, totals.sm_cycles, totals.issues,
           totals.fetches, totals.picks,
           totals.seconds > 0 ? (double)totals.sm_cycles / totals.seconds : 0, totals.hash);
    if (options->cover && code == 0)
        totals.failed += schedule_cover_print(&totals.cover, stdout, true);
    printf("%u passed, %u failed\n", totals.passed, totals.failed);
    return totals.failed > 0;
}

static int replay(options_t *options) {
    schedule_machine_t machine;
    schedule_step_t *steps;
    schedule_mismatch_t mismatch;
    size_t count;
    char message[512];
    if (schedule_file_read(options->replay, &machine, &steps, &count, message, sizeof message) !=
        0) {
        fprintf(stderr, "scheduler_lockstep: %s\n", message);
        return 2;
    }
    options->wave_sm = machine.sm;
    const bool started = schedule_replay(&machine, open_with_wave, options, steps, count,
                                         &mismatch);
    free(steps);
    if (!started) {
        fprintf(stderr,
                "scheduler_lockstep: %s cannot be opened, or is not built for this machine\n",
                options->device);
        return 3;
    }
    if (mismatch.found) print_mismatch(&mismatch, &machine);
    printf("%zu cycles replayed\n%d passed, %d failed\n", count, !mismatch.found, mismatch.found);
    return mismatch.found;
}

int main(int argc, char **argv) {
    const char *device = getenv("SCORD_SCHEDULER_DEVICE");
    options_t options = {.device = device ? device : "build/libscordscheduler.so",
                         .output = "build/scheduler-mismatch.schedule",
                         .seed = 1,
                         .seeds = 1,
                         .cycles = 2000,
                         .sms = 4,
                         .warps = 48,
                         .policy = "all",
                         .fetch = "all",
                         .kind = "all",
                         .shrink = true};
    int code = read_options(&options, argc, argv);
    if (!code) code = load(&options);
    if (code) return code;
    return options.replay ? replay(&options) : all_runs(&options);
}
