/* SPDX-License-Identifier: Apache-2.0 */
#include "tb/unit/ptx/machine.h"
#include "cmodel/base/random.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned passed_checks, failed_checks; /* a test program, not a library */

void check(bool holds, const char *format, ...) {
    if (holds) {
        passed_checks++;
        return;
    }
    failed_checks++;
    if (failed_checks > 40) return;
    va_list arguments;
    va_start(arguments, format);
    fputs("FAIL ", stdout);
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
}

int check_summary(void) {
    printf("%u passed, %u failed\n", passed_checks, failed_checks);
    return failed_checks ? 1 : 0;
}

char *machine_read_file(const char *path) {
    FILE *from = fopen(path, "rb");
    if (!from) {
        printf("%s: cannot read\n0 passed, 1 failed\n", path);
        exit(1);
    }
    char *text = calloc(1, 1 << 20);
    size_t size = fread(text, 1, (1 << 20) - 1, from);
    fclose(from);
    text[size] = 0;
    return text;
}

uint64_t machine_random(uint64_t *seed) { return scord_split_next(seed); }

static uint8_t *translate(void *context, uint64_t address, uint32_t bytes) {
    machine_t *machine = context;
    if (address < MACHINE_BASE || address - MACHINE_BASE > machine->top ||
        machine->top - (address - MACHINE_BASE) < bytes)
        return NULL;
    return machine->memory + (address - MACHINE_BASE);
}

static int host_call(void *context, core_host_call_t *call, char *message, size_t size) {
    machine_t *machine = context;
    char format[64] = "";
    for (uint32_t i = 0; i + 1 < sizeof format; i++)
        if (!core_read(call->warp, call->lane, call->argument[0] + i, &format[i], 1) || !format[i])
            break;
    size_t used = strlen(machine->printed);
    uint32_t value = 0;
    if (!strcmp(call->name, "vprintf"))
        core_read(call->warp, call->lane, call->argument[1], &value, 4);
    snprintf(machine->printed + used, sizeof machine->printed - used, "%s(%s,%u)", call->name,
             format, value);
    call->result = 7;
    if (strcmp(call->name, "vprintf")) {
        snprintf(message, size, "called %s", call->name);
        return 1;
    }
    return 0;
}

uint64_t machine_allocate(machine_t *machine, uint64_t bytes) {
    uint64_t address = MACHINE_BASE + machine->top;
    machine->top += (bytes + 255) / 256 * 256;
    if (machine->top > machine->bytes) {
        puts("test machine out of memory");
        exit(3);
    }
    return address;
}

uint8_t *machine_at(machine_t *machine, uint64_t address) {
    return machine->memory + (address - MACHINE_BASE);
}

void machine_open(machine_t *machine, const char *ptx, uint64_t bytes) {
    ptx_error_t error;
    char text[1200];
    memset(machine, 0, sizeof *machine);
    machine->module = ptx_parse(ptx, strlen(ptx), &error);
    if (!machine->module) {
        printf("parse error: %s\n0 passed, 1 failed\n", ptx_error_text(&error, text, sizeof text));
        exit(1);
    }
    machine->memory = calloc(1, bytes);
    machine->bytes = bytes;
    machine->step_limit = 20000000;
    for (uint32_t v = 0; v < ptx_variable_count(machine->module); v++)
        if (ptx_variable(machine->module, v)->space == PTX_SPACE_GLOBAL)
            ptx_bind(machine->module, v,
                     machine_allocate(machine, ptx_variable(machine->module, v)->size));
    ptx_link(machine->module);
    for (uint32_t v = 0; v < ptx_variable_count(machine->module); v++)
        if (ptx_variable(machine->module, v)->space == PTX_SPACE_GLOBAL)
            ptx_image(machine->module, v,
                      machine_at(machine, ptx_variable(machine->module, v)->address));
    machine->compiled = core_compile(machine->module);
    machine->constant = calloc(1, ptx_constant_bytes(machine->module) + 1);
    ptx_constant_image(machine->module, machine->constant);
    for (uint32_t i = 0; i < MACHINE_WARPS; i++) machine->warps[i] = core_warp_new();
}

void machine_close(machine_t *machine) {
    for (uint32_t i = 0; i < MACHINE_WARPS; i++) core_warp_free(machine->warps[i]);
    core_compiled_free(machine->compiled);
    ptx_free(machine->module);
    free(machine->memory);
    free(machine->constant);
}

static void release(machine_t *machine, uint32_t warps, const core_barrier_t *total) {
    for (uint32_t w = 0; w < warps; w++)
        if (!core_warp_done(machine->warps[w]))
            core_barrier_release(machine->warps[w], total->id, total->predicate_true, total->lanes);
}

static uint32_t live_lanes(const machine_t *machine, uint32_t warps) {
    uint32_t lanes = 0;
    for (uint32_t w = 0; w < warps; w++)
        lanes += (uint32_t)__builtin_popcount(core_warp_live(machine->warps[w]));
    return lanes;
}

static void note(machine_t *machine, const core_step_result_t *result) {
    machine->instructions++;
    machine->lane_instructions += (uint64_t)__builtin_popcount(result->mask);
    if (result->outcome == CORE_ACCESS) {
        machine->accesses++;
        machine->last_access = *result;
    }
    if (result->outcome == CORE_FENCE) machine->fences++;
    if (result->outcome == CORE_BARRIER) machine->barriers++;
    if (machine->observe) machine->observe(machine->context, result);
}

static bool run_block(machine_t *machine, uint32_t warps) {
    core_barrier_t arrived = {0};
    static core_step_result_t result;
    for (uint64_t steps = 0, blocked = 0; live_lanes(machine, warps); steps++) {
        uint32_t w = (uint32_t)(steps % warps);
        machine->cycle++;
        core_outcome_t outcome = core_step(machine->warps[w], &result);
        blocked = outcome == CORE_BLOCKED || outcome == CORE_EXITED ? blocked + 1 : 0;
        if (outcome != CORE_BLOCKED) note(machine, &result);
        if (outcome == CORE_FAULT) {
            snprintf(machine->fault, sizeof machine->fault, "%s", result.fault.message);
            machine->fault_instruction = result.instruction;
            return false;
        }
        if (outcome == CORE_BARRIER && !result.barrier.arrive_only) {
            arrived.id = result.barrier.id;
            arrived.lanes += result.barrier.lanes;
            arrived.predicate_true += result.barrier.predicate_true;
        }
        if (arrived.lanes && arrived.lanes >= live_lanes(machine, warps)) {
            release(machine, warps, &arrived);
            arrived = (core_barrier_t){0};
        }
        if (blocked > 2 * warps || steps > machine->step_limit) {
            snprintf(machine->fault, sizeof machine->fault,
                     blocked > 2 * warps ? "deadlock" : "step limit");
            return false;
        }
    }
    return true;
}

bool machine_run(machine_t *machine, const char *kernel, const void *parameters, uint32_t blocks,
                 uint32_t threads, uint32_t dynamic_shared) {
    const ptx_function_t *function = ptx_find_function(machine->module, kernel);
    if (!function) {
        printf("no kernel %s\n", kernel);
        exit(1);
    }
    machine->launch = (core_launch_t){.module = machine->module,
                                      .compiled = machine->interpret ? NULL : machine->compiled,
                                      .kernel = function,
                                      .grid = {blocks, 1, 1},
                                      .block = {threads, 1, 1},
                                      .dynamic_shared = dynamic_shared,
                                      .parameters = parameters,
                                      .constant = machine->constant,
                                      .memory = {.context = machine,
                                                 .translate = translate,
                                                 .unwritten = machine->unwritten,
                                                 .unwritten_base = MACHINE_BASE},
                                      .host = {machine, host_call},
                                      .cycle = &machine->cycle,
                                      .num_sms = 1,
                                      .fairness = machine->launch.fairness,
                                      .findings = machine->launch.findings,
                                      .independent_threads = machine->launch.independent_threads,
                                      .post_dominators = machine->launch.post_dominators};
    machine->block = (core_block_t){.shared = machine->shared,
                                    .shared_bytes = function->static_shared_bytes + dynamic_shared,
                                    .shared_address = machine->shared_address,
                                    .unwritten = machine->shared_unwritten};
    machine->fault[0] = machine->printed[0] = 0;
    machine->instructions = machine->lane_instructions = machine->accesses = machine->fences =
        machine->barriers = 0;
    uint32_t warps = (threads + 31) / 32;
    for (uint32_t b = 0; b < blocks; b++) {
        machine->block.cta[0] = b;
        for (uint32_t w = 0; w < warps; w++)
            core_warp_start(machine->warps[w], &machine->launch, &machine->block, w, w);
        if (!run_block(machine, warps)) return false;
    }
    return true;
}
