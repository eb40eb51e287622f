/* SPDX-License-Identifier: Apache-2.0 */
/* bench.c: see bench.h. */
#include "tb/unit/pipeline/bench.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- counting ---- */

static unsigned passed_checks, failed_checks; /* a test program, not a library */

static void count(bool holds, const char *format, va_list arguments) {
    if (holds) {
        passed_checks++;
        return;
    }
    if (failed_checks++ > 40) return;
    fputs("FAIL ", stdout);
    vprintf(format, arguments);
    fflush(stdout);
}

void check(bool holds, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    count(holds, format, arguments);
    va_end(arguments);
    if (!holds) putchar('\n');
}

void check_equal(uint64_t actual, uint64_t expected, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    count(actual == expected, format, arguments);
    va_end(arguments);
    if (actual != expected)
        printf(": %" PRId64 ", expected %" PRId64 "\n", (int64_t)actual, (int64_t)expected);
}

int check_summary(void) {
    printf("%u passed, %u failed\n", passed_checks, failed_checks);
    return failed_checks != 0;
}

static void stop(const char *what, const char *why) {
    printf("%s: %s\n0 passed, 1 failed\n", what, why);
    exit(1);
}

void bench_add(bench_text_t *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text->used += (size_t)vsnprintf(text->text + text->used, sizeof text->text - text->used, format,
                                    arguments);
    va_end(arguments);
    if (text->used >= sizeof text->text) stop("bench_add", "the text does not fit");
}

/* ---- the recording device ---- */

static bool device_start(void *context, unsigned sms, const scord_warp_scheduler_config_t *config) {
    bench_t *bench = context;
    for (unsigned sm = 0; sm < sms; sm++) scord_warp_scheduler_start(&bench->scheduler[sm], config);
    return true;
}

static void note_issue(bench_t *bench, unsigned unit, int warp) {
    bench_record_t *record = &bench->record;
    const uint64_t now = gpu_cycle(bench->gpu);
    if ((unsigned)warp % bench->machine.schedulers != unit) record->wrong_unit = true;
    if (record->last_pick[unit] == now) record->two_a_cycle = true;
    record->last_pick[unit] = now;
    record->issue_calls[unit]++;
    if (record->issues[warp] < BENCH_ISSUES) record->issue[warp][record->issues[warp]] = now;
    record->issues[warp]++;
}

static int device_issue(void *context, unsigned sm, unsigned unit, uint64_t ready) {
    bench_t *bench = context;
    const int warp = scord_warp_scheduler_peek(&bench->scheduler[sm], unit, ready);
    if (warp < 0) return warp; /* TLS */
    scord_warp_scheduler_issued(&bench->scheduler[sm], unit, warp);
    if (sm == 0) note_issue(bench, unit, warp);
    return warp;
}

static int device_fetch(void *context, unsigned sm, uint64_t eligible, uint64_t blocked) {
    bench_t *bench = context;
    bench_record_t *record = &bench->record;
    const int warp = scord_warp_scheduler_fetch_peek(&bench->scheduler[sm], eligible, blocked,
                                                     NULL);
    scord_warp_scheduler_fetched(&bench->scheduler[sm], warp);
    if (sm == 0 && record->fetches < BENCH_FETCHES)
        record->fetch[record->fetches++] = (bench_fetch_t){gpu_cycle(bench->gpu), eligible, blocked,
                                                           warp};
    return warp;
}

static void device_clock(void *context, unsigned sm, const scord_schedule_events_t *events) {
    bench_t *bench = context;
    scord_warp_scheduler_t *scheduler = &bench->scheduler[sm];
    if (events->launch)
        scord_warp_scheduler_launch(scheduler, events->launch_slot, events->launch_warps);
    for (unsigned unit = 0; unit < SCORD_SCHEDULER_UNITS; unit++) {
        if ((events->arrivals >> unit & 1) != 0)
            scord_warp_scheduler_arrive(scheduler, events->arrive_slot[unit]);
        if ((events->exits >> unit & 1) != 0)
            scord_warp_scheduler_exit(scheduler, events->exit_slot[unit]);
    }
    for (unsigned slot = 0; slot < SCORD_MAX_BLOCKS_PER_SM; slot++)
        if ((events->releases >> slot & 1) != 0) scord_warp_scheduler_release(scheduler, slot);
    scord_warp_scheduler_clock(scheduler);
}

static uint8_t device_priority(void *context, unsigned sm, unsigned slot) {
    return scord_warp_scheduler_priority(&((bench_t *)context)->scheduler[sm], slot);
}

static uint8_t device_rank(void *context, unsigned sm, unsigned slot) {
    return scord_warp_scheduler_block_rank(&((bench_t *)context)->scheduler[sm], slot);
}

static int take_event(void *context, scord_event_t *event) {
    bench_t *bench = context;
    bench_record_t *record = &bench->record;
    bench_block_t block = {.cycle = gpu_cycle(bench->gpu),
                           .exit = event->kind == SCORD_EVENT_KIND_BLOCK_EXIT};
    if (event->kind == SCORD_EVENT_KIND_BLOCK_LAUNCH)
        block.sm = event->block_launch.sm, block.slot = event->block_launch.slot;
    else if (block.exit)
        block.sm = event->warp.sm, block.slot = event->warp.slot;
    else
        return 0;
    if (record->blocks < BENCH_LAUNCHES) record->block[record->blocks++] = block;
    return 0;
}

/* ---- life ---- */

static int host_call(void *context, core_host_call_t *call, char *message, size_t size) {
    (void)context;
    snprintf(message, size, "called %s", call->name);
    return 1;
}

static void load(bench_t *bench, const char *text) {
    ptx_error_t error;
    char message[1200];
    bench->module = ptx_parse(text, strlen(text), &error);
    if (!bench->module) stop("ptx_parse", ptx_error_text(&error, message, sizeof message));
    for (uint32_t v = 0; v < ptx_variable_count(bench->module); v++) {
        const ptx_variable_t *variable = ptx_variable(bench->module, v);
        if (variable->space == PTX_SPACE_GLOBAL)
            ptx_bind(bench->module, v,
                     device_memory_allocate(bench->memory, variable->size + 1,
                                            DEVICE_MEMORY_VARIABLE, variable->name));
    }
    ptx_link(bench->module);
    for (uint32_t v = 0; v < ptx_variable_count(bench->module); v++) {
        const ptx_variable_t *variable = ptx_variable(bench->module, v);
        if (variable->space == PTX_SPACE_GLOBAL)
            ptx_image(bench->module, v,
                      device_memory_translate(bench->memory, variable->address, variable->size));
    }
    bench->constant = calloc(1, ptx_constant_bytes(bench->module) + 1);
    ptx_constant_image(bench->module, bench->constant);
}

bench_t *bench_open(const char *text, const char *settings) {
    char message[300];
    bench_t *bench = calloc(1, sizeof *bench);
    if (!bench) stop("bench_open", "out of memory");
    const bool scord = strncmp(settings, "scord", 5) == 0;
    gpu_machine_named(scord ? "scord-gtx480" : "baws", &bench->machine);
    if (scord) settings += settings[5] == ',' ? 6 : 5;
    bench->machine.sms = 1;
    bench->machine.dram_jitter = 0;
    if (!gpu_machine_set(&bench->machine, settings, message, sizeof message) ||
        !gpu_machine_check(&bench->machine, message, sizeof message))
        stop(settings, message);
    bench->memory = device_memory_create(false);
    if (!bench->memory) stop("device_memory_create", "no memory");
    bench->data = device_memory_allocate(bench->memory, BENCH_DATA, DEVICE_MEMORY_DEVICE, "data");
    load(bench, text);
    bench->device = (scord_scheduler_device_t){bench,        device_start, device_issue,
                                               device_fetch, device_clock, device_priority,
                                               device_rank,  NULL};
    bench->options = (gpu_options_t){
        .machine = &bench->machine,
        .memory = bench->memory,
        .host = {bench, host_call},
        .schedule_by = GPU_SCHEDULE_LOCKSTEP,
        .device = &bench->device,
        .config = {.num_sms = (uint8_t)bench->machine.sms, .blocks_per_sm = 8, .warps_per_sm = 32}};
    if (bench->machine.warps <= SCORD_MAX_WARPS_PER_SM)
        bench->options.sink = take_event, bench->options.sink_context = bench;
    bench_policy(bench, "lrr", "rr");
    return bench;
}

bench_t *bench_body(const char *body, const char *settings) {
    static bench_text_t text; /* large */
    text.used = 0;
    bench_add(&text,
              ".version 6.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 "
              "p)\n{\n.reg .pred %%p<8>;\n.reg .b32 %%r<64>;\n"
              ".reg .b64 %%rd<16>;\n.reg .f32 %%f<16>;\n.reg .f64 %%fd<16>;\n.shared .align 16 .b8 "
              "s[8192];\n%s\nret;\n}\n",
              body);
    return bench_open(text.text, settings);
}

void bench_policy(bench_t *bench, const char *issue, const char *fetch) {
    if (!gpu_schedule_issue_named(issue, &bench->options.schedule) ||
        !gpu_schedule_fetch_named(fetch, &bench->options.schedule))
        stop(issue, "no such policy");
    const bool recorded = bench->options.schedule.fetch != SCORD_FETCH_FEWEST_ENTRIES &&
                          bench->options.schedule.issue != SCORD_SCHEDULE_TLS &&
                          bench->machine.fetch_ports == 1;
    bench->options.schedule_by = recorded ? GPU_SCHEDULE_LOCKSTEP : GPU_SCHEDULE_BY_MODEL;
}

void bench_functional(bench_t *bench) {
    bench->options.machine = NULL;
    bench->options.schedule_by = GPU_SCHEDULE_BY_MODEL;
}

void bench_seed(bench_t *bench, uint64_t seed) { bench->options.seed = seed; }

gpu_status_t bench_kernel(bench_t *bench, const char *name, uint32_t blocks, uint32_t threads,
                          uint32_t dynamic_shared) {
    const ptx_function_t *kernel = ptx_find_function(bench->module, name);
    if (!kernel) stop(name, "no such kernel");
    if (!bench->gpu && !(bench->gpu = gpu_create(&bench->options)))
        stop("gpu_create", "out of memory");
    if (bench->parameters[0] == 0) bench->parameters[0] = bench->data;
    bench->launch = (gpu_launch_t){.module = bench->module,
                                   .kernel = kernel,
                                   .grid = {blocks, 1, 1},
                                   .block = {threads, 1, 1},
                                   .dynamic_shared = dynamic_shared,
                                   .parameters = (const uint8_t *)bench->parameters,
                                   .constant = bench->constant,
                                   .name = name,
                                   .own_stream = bench->launch.own_stream};
    memset(&bench->record, 0, sizeof bench->record);
    return gpu_run(bench->gpu, &bench->launch, &bench->error);
}

gpu_status_t bench_run(bench_t *bench, uint32_t blocks, uint32_t threads) {
    const gpu_status_t status = bench_kernel(bench, "k", blocks, threads, 0);
    check(status == GPU_OK, "status %d: %s", (int)status, bench->error.message);
    check(!bench->record.wrong_unit, "a scheduler issued a warp of another");
    check(!bench->record.two_a_cycle, "a scheduler issued twice in a cycle");
    return status;
}

void bench_close(bench_t *bench) {
    gpu_destroy(bench->gpu);
    ptx_free(bench->module);
    free(bench->constant);
    device_memory_destroy(bench->memory);
    free(bench);
}

/* ---- results ---- */

uint8_t *bench_data(bench_t *bench) {
    return device_memory_translate(bench->memory, bench->data, BENCH_DATA);
}

gpu_cycle_statistics_t bench_statistics(const bench_t *bench) {
    uint32_t kernels;
    const gpu_kernel_statistics_t *kernel = gpu_kernels(bench->gpu, &kernels);
    if (kernels != 1) stop("bench_statistics", "not one kernel");
    return kernel->statistics;
}

int64_t bench_distance(const bench_t *bench, unsigned warp, unsigned from, unsigned to) {
    return (int64_t)(bench->record.issue[warp][to] - bench->record.issue[warp][from]);
}

void bench_check_laws(const bench_t *bench, const char *name) {
    const gpu_machine_t *machine = &bench->machine;
    const gpu_cycle_statistics_t s = bench_statistics(bench);
    uint64_t stalls = 0;
    double idle = (double)s.idle_slots_empty;
    for (unsigned i = 0; i < GPU_STALL_COUNT; i++)
        stalls += s.warp_stalls[i], idle += s.idle_slots[i];
    check_equal(s.issue_slots, (uint64_t)machine->schedulers * s.cycles * machine->sms,
                "%s: issue slots", name);
    check_equal((uint64_t)(idle + 0.5) + s.warp_instructions, s.issue_slots,
                "%s: issued and idle slots", name);
    check_equal(s.warp_instructions + stalls, s.warp_cycles, "%s: issued and stalled warp cycles",
                name);
    check_equal(s.fetch_slots, (uint64_t)machine->fetch_ports * s.cycles * machine->sms,
                "%s: fetch slots", name);
    check_equal(s.fetch_hits + s.fetch_misses + s.fetch_refused + s.fetch_idle, s.fetch_slots,
                "%s: uses of the fetch slots", name);
    check(s.fetched_instructions >= s.warp_instructions + s.flushed_instructions,
          "%s: issued and flushed more than fetched", name);
    check_equal(s.warp_instructions, gpu_statistics(bench->gpu)->warp_instructions,
                "%s: warp instructions", name);
    check_equal(s.thread_instructions, gpu_statistics(bench->gpu)->thread_instructions,
                "%s: thread instructions", name);
}
