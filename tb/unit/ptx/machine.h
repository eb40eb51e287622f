/* SPDX-License-Identifier: Apache-2.0 */
/* machine.h: the smallest machine that runs kernels for the tests of sim/ptx and sim/core: one
 * block at a time, its warps in turn one instruction each, one flat global memory. It counts and
 * keeps what the core reports. */
#ifndef TB_PTX_MACHINE_H
#define TB_PTX_MACHINE_H

#include "sim/core/core.h"

enum { MACHINE_BASE = 0x10000, MACHINE_WARPS = 32 };

typedef struct machine {
    ptx_module_t *module;
    uint8_t *memory; /* global bytes [MACHINE_BASE, MACHINE_BASE + bytes) */
    uint64_t bytes, top;
    uint8_t *constant;
    uint8_t shared[65536];
    core_warp_t *warps[MACHINE_WARPS];
    core_launch_t launch;
    bool interpret; /* nothing is compiled */
    core_block_t block;
    uint64_t cycle, step_limit;
    uint64_t shared_address;               /* 0: accesses to shared memory are no events */
    uint8_t *unwritten, *shared_unwritten; /* bits of unwritten bytes; NULL: not kept */
    /* results of a run */
    uint64_t instructions, lane_instructions, accesses, fences, barriers;
    core_step_result_t last_access; /* the last CORE_ACCESS */
    char fault[300];                /* "" none */
    uint32_t fault_instruction;
    char printed[256]; /* names and first arguments of host calls */
    core_compiled_t *compiled;
    void (*observe)(void *context, const core_step_result_t *result); /* every step; NULL: none */
    void *context;
} machine_t;

/* Parses and loads a module into `bytes` of global memory. Exits the test program on a parse error
 * (prints it). */
void machine_open(machine_t *machine, const char *ptx, uint64_t bytes);
void machine_close(machine_t *machine);
uint64_t machine_allocate(machine_t *machine, uint64_t bytes); /* generic address, 256-aligned */
uint8_t *machine_at(machine_t *machine, uint64_t address);     /* host pointer */
/* Runs kernel over `blocks` × `threads`; parameters as laid out by the kernel. False: fault, step
 * limit, or deadlock (machine->fault says which). */
bool machine_run(machine_t *machine, const char *kernel, const void *parameters, uint32_t blocks,
                 uint32_t threads, uint32_t dynamic_shared);

/* The whole text of a file. Exits the test program when it cannot be read. */
char *machine_read_file(const char *path);
uint64_t machine_random(uint64_t *seed);

/* Test counting: prints failures, main ends with `return check_summary();` */
void check(bool holds, const char *format, ...) __attribute__((format(printf, 2, 3)));
int check_summary(void);

#endif
